import Foundation

/// Bob's telephone in a process of its own, which takes a step whenever Ann's does: the network is all that they share.
final class OtherProcess {
    private let process = Process()
    private let (commands, answers) = (Pipe(), Pipe())
    /// The port where Bob is reached.
    let port: UInt16

    /// Starts this program again as Bob, who calls Ann's port.
    init?(calling port: UInt16, _ kind: SpeechKind) throws {
        let path = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = ["--codec", kind.rawValue, "bob", "\(port)"]
        (process.standardInput, process.standardOutput) = (commands, answers)
        try process.run()
        var line = ""
        while let byte = try answers.fileHandleForReading.read(upToCount: 1)?.first, byte != 10 {
            line.unicodeScalars.append(Unicode.Scalar(byte))
        }
        guard let own = UInt16(line) else { return nil }
        self.port = own
    }

    /// Lets 10 ms pass on Bob's telephone, and waits until they have.
    func advance() throws {
        try commands.fileHandleForWriting.write(contentsOf: [10])
        _ = try answers.fileHandleForReading.read(upToCount: 1)
    }

    /// Ends the call.
    ///
    /// - Returns: The sentences that Bob's process printed.
    func hangUp() throws -> [String] {
        try commands.fileHandleForWriting.close()
        let text = try answers.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Runs Bob's side: a step for each line that comes, and his sentences at the end of them.
    static func serve(_ bob: Telephone, calling port: UInt16) throws {
        func say(_ text: String) throws { try FileHandle.standardOutput.write(contentsOf: Data(text.utf8)) }
        try say("\(bob.port)\n")
        try bob.call(port)
        while readLine() != nil {
            bob.advance()
            try say(".")
        }
        try say(bob.hangUp().joined(separator: "\n") + "\n")
    }
}
