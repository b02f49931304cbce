import Foundation
import Patience
import RunningProgram
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
        let isBlocked = Patience.until { isInside(Self.writeCall, tool.processIdentifier, descriptor: "0x1 ") }
        #expect(isBlocked)
        kill(tool.processIdentifier, isBlocked ? signal : SIGKILL)
        tool.waitUntilExit()
        #expect(tool.terminationReason == .uncaughtSignal && tool.terminationStatus == signal)
    }

    /// ALSA's plugin for files waits for a reader of a pipe when it opens it, or when the pipe is full, and holds the thread of
    /// the device then.
    @Test(arguments: ["afplay", "afrecord"], [true, false])
    func aSignalEndsAToolWhoseALSADeviceHangsWithinASecond(tool: String, isFull: Bool) throws {
        // A recording that has begun has a file to complete.
        if tool == "afrecord", isFull { return }
        let folder = try Folder()
        let sound = try folder.sine("long.wav", seconds: 60).path
        let (pipe, configuration) = (folder.file("pipe").path, folder.file("asound.conf"))
        #expect(mkfifo(pipe, 0o600) == 0)
        let end = isFull ? open(pipe, O_RDONLY | O_NONBLOCK) : -1
        defer { if end >= 0 { close(end) } }
        try Data(
            """
            pcm.nothing { type null }
            pcm.card { type file file "\(pipe)" infile "\(sound)" format raw slave.pcm nothing }
            """.utf8
        ).write(to: configuration)
        var quickest = Double.infinity
        // A busy machine may take longer; a program that waits does so each time.
        for _ in 0..<10 where quickest > 1 {
            let program = try RunningProgram(
                tool, tool == "afplay" ? [sound] : [folder.file("take.wav").path],
                environment: [
                    "SORDINO_BACKEND": "alsa", "SORDINO_ALSA": "card", "SORDINO_SESSION": "inprocess",
                    "ALSA_CONFIG_PATH": configuration.path,
                ])
            // Other calls of that kind take no time.
            var looks = 0
            let isBlocked = Patience.until {
                looks = isInside(isFull ? Self.writeCall : Self.openCall, program.id) ? looks + 1 : 0
                return looks == 50
            }
            #expect(isBlocked, "\(program.said)")
            let start = Date()
            kill(program.id, SIGTERM)
            #expect(program.finish() == SIGTERM)
            quickest = min(quickest, Date().timeIntervalSince(start))
        }
        #expect(quickest <= 1)
    }

    /// The kernel's numbers of calls.
    #if arch(x86_64)
    private static let (writeCall, openCall) = (1, 257)
    #else
    private static let (writeCall, openCall) = (64, 56)
    #endif

    /// Indicates whether a thread of a process is inside a call, for one descriptor if that is given.
    private func isInside(_ call: Int, _ process: Int32, descriptor: String = "") -> Bool {
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
        return threads.contains { thread in
            let text = try? String(contentsOfFile: "/proc/\(process)/task/\(thread)/syscall", encoding: .utf8)
            return text?.hasPrefix("\(call) \(descriptor)") == true
        }
    }
}
