import Foundation
import Testing

@testable import SordinoService

/// Answers of persons in a file that others may have edited.
@Suite struct RememberedWordsTests {
    private func words(_ text: String) throws -> [String: String] {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("words-\(UUID().uuidString)")
        try Data(text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let words = RememberedWords(path: file.path, known: ["allow", "deny"])
        return Dictionary(uniqueKeysWithValues: words.all.map { ($0.key, $0.word) })
    }

    @Test func aDamagedLineTakesNoAnswerAlong() throws {
        #expect(try words("app:a = deny\nnonsense\n = allow\napp:b = allow\n") == ["app:a": "deny", "app:b": "allow"])
        #expect(try words("app:a%00b = allow\napp:c = deny\n") == ["app:c": "deny"])
    }

    /// Another program can come under such a key.
    @Test func whatCannotBeProvenIsNotAllowedForLater() throws {
        let text = "elsewhere:/x = allow\nsystem-audio:elsewhere:/x = allow\nlibrary:elsewhere:/x = deny\n"
        #expect(try words(text) == ["library:elsewhere:/x": "deny"])
    }

    /// The part that is not read may hold a denial: no program gets a permission by a file that is too long.
    @Test(arguments: [0, 1]) func aFileThatIsTooLongAllowsNoOneElse(excess: Int) throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("words-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        let (first, last) = ("app:first = allow\n", "\napp:last = deny\n")
        let room = RememberedWords.longestFile + excess - first.utf8.count - last.utf8.count
        try Data((first + "#" + String(repeating: "x", count: room - 1) + last).utf8).write(to: file)
        let answers = RecordingPermissions(path: file.path)
        #expect(answers.answer("app:first") == true)
        #expect(answers.answer("app:last") == false)
        #expect(answers.answer("app:unknown") == (excess == 0 ? nil : false))
    }

    /// A denial goes last where there are too many answers.
    @Test func tooManyAnswersTakeNoDenialAlong() {
        let answers = RecordingPermissions()
        answers.set("app:0 denied", false)
        for number in 0...RememberedWords.most { answers.set("app:\(1_000_000 + number)", true) }
        #expect(answers.all.count == RememberedWords.most)
        #expect(answers.answer("app:0 denied") == false)
    }

    /// Also outside of system folders the path of a program in a mount namespace of its own says nothing.
    @Test func aPathIsBelievedWhereTheKernelSaysItForAll() throws {
        let own = RecordingPermissions.key(ofProcess: getpid())
        #expect(own.hasPrefix("program:/") || own.hasPrefix("app:"))
        let shell = ["unshare", "--map-root-user", "--mount", "sh", "-c", "echo ready; read line"]
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        // A copy outside the system's folders, which the program could as well have put there alone for itself.
        let copy = FileManager.default.temporaryDirectory.appendingPathComponent("copy-\(UUID().uuidString)")
        try FileManager.default.copyItem(atPath: "/bin/sh", toPath: copy.path)
        defer { try? FileManager.default.removeItem(at: copy) }
        process.arguments = shell.map { $0 == "sh" ? copy.path : $0 }
        let (input, output) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        defer {
            process.terminate()
            process.waitUntilExit()
        }
        // Where the kernel allows no namespace it says nothing.
        guard String(decoding: output.fileHandleForReading.availableData, as: UTF8.self) == "ready\n" else { return }
        let path = try FileManager.default.destinationOfSymbolicLink(
            atPath: "/proc/\(process.processIdentifier)/exe")
        #expect(path == copy.resolvingSymlinksInPath().path || path == copy.path)
        let key = RecordingPermissions.key(ofProcess: process.processIdentifier)
        #expect(key == (own.hasPrefix("app:") ? own : "elsewhere:" + path))
    }
}
