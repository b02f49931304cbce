import Foundation
import Patience
import Testing

/// Tools whose main queue waits for something that does not come.
@Suite(.enabled(if: Programs.named("afplay") != nil, "skipped: afplay is not built"))
struct BlockedToolTests {
    /// The output is a pipe that is full and that no process reads.
    @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func aSignalEndsAToolThatWaits(signal: Int32) throws {
        let folder = try Folder()
        let sound = try folder.sine("long.wav", seconds: 60)
        let pipe = Pipe()
        let end = pipe.fileHandleForWriting.fileDescriptor
        let flags = fcntl(end, F_GETFL)
        #expect(fcntl(end, F_SETFL, flags | O_NONBLOCK) == 0)
        while write(end, "x", 1) == 1 {}
        #expect(errno == EAGAIN && fcntl(end, F_SETFL, flags) == 0)
        let tool = Process()
        tool.executableURL = Programs.named("afplay")
        tool.arguments = ["-d", sound.path]
        tool.environment = ProcessInfo.processInfo.environment.merging([
            "SORDINO_BACKEND": "virtual", "SORDINO_SESSION": "inprocess",
        ]) { $1 }
        tool.standardOutput = pipe
        tool.standardInput = FileHandle.nullDevice
        try tool.run()
        let isBlocked = Patience.until { isWriting(tool.processIdentifier) }
        #expect(isBlocked)
        kill(tool.processIdentifier, isBlocked ? signal : SIGKILL)
        tool.waitUntilExit()
        #expect(tool.terminationReason == .uncaughtSignal && tool.terminationStatus == signal)
    }

    /// The kernel's number of the call `write`.
    #if arch(x86_64)
    private static let numberOfWrite = 1
    #else
    private static let numberOfWrite = 64
    #endif

    /// Indicates whether a thread of a process is inside a call that writes to its standard output.
    private func isWriting(_ process: Int32) -> Bool {
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
        return threads.contains { thread in
            let call = try? String(contentsOfFile: "/proc/\(process)/task/\(thread)/syscall", encoding: .utf8)
            return call?.hasPrefix("\(Self.numberOfWrite) 0x1 ") == true
        }
    }
}
