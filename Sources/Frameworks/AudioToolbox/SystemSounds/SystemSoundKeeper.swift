import Foundation
import SordinoDevice
import SordinoSession
import Synchronization

/// A process that waits beside the program while a system sound plays, and plays the rest of it if the program dies
/// (`kAudioServicesPropertyCompletePlaybackIfAppDies`).
///
/// It is the `afplay` in the program's folder or in `PATH`; without one the sound ends with its program. It reads from
/// a pipe: a byte means that the sound is over, the end of the pipe without one that the program has died. It opens no
/// device before that.
package final class SystemSoundKeeper: Sendable {
    /// The option of `afplay` that starts it as such a process.
    package static let option = "finish"

    private struct State: Sendable {
        var pipe: FileHandle?
    }

    private let state: Mutex<State>

    /// Starts a process for a sound whose first frame plays now.
    ///
    /// - Parameters:
    ///   - path: The sound's file, absolute.
    ///   - beginning: The time of its first frame in nanoseconds, on the device's clock.
    /// - Returns: Nil if no such process can be started.
    init?(path: String, beginning: Int64) {
        guard let program = Self.program else { return nil }
        let process = Process()
        process.executableURL = program
        process.arguments = ["--\(Self.option)", "\(beginning)", path]
        let pipe = Pipe()
        // Another child of the program must not inherit the writing end: it would keep the pipe open after the
        // program's death.
        _ = fcntl(pipe.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
        process.standardInput = pipe
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch { return nil }
        try? pipe.fileHandleForReading.close()
        state = Mutex(State(pipe: pipe.fileHandleForWriting))
    }

    deinit { release() }

    /// Ends the process, because the sound is over.
    func release() {
        guard let pipe = state.withLock({ $0.pipe.take() }) else { return }
        var over: UInt8 = 1
        // The process may have ended before; SIGPIPE would then end the program.
        var blocked = sigset_t()
        sigemptyset(&blocked)
        sigaddset(&blocked, SIGPIPE)
        var before = sigset_t()
        pthread_sigmask(SIG_BLOCK, &blocked, &before)
        if write(pipe.fileDescriptor, &over, 1) < 0, errno == EPIPE {
            var none = timespec()
            _ = sigtimedwait(&blocked, nil, &none)
        }
        pthread_sigmask(SIG_SETMASK, &before, nil)
        try? pipe.close()
    }

    private static let program: URL? = {
        let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin").split(separator: ":")
        return ([own] + folders.map(String.init)).map { URL(fileURLWithPath: $0).appendingPathComponent("afplay") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }()

    // MARK: The keeper's process

    /// Waits until the program that started this process has died, plays the rest of the sound, and exits.
    ///
    /// - Parameters:
    ///   - path: The sound's file.
    ///   - beginning: The time of its first frame in nanoseconds, on the device's clock.
    package static func finish(_ path: String, beginning: Int64) -> Never {
        var over: UInt8 = 0
        var count = 0
        repeat { count = read(STDIN_FILENO, &over, 1) } while count < 0 && errno == EINTR
        guard count == 0, let reader = try? SystemSound.open(path) else { exit(0) }
        let context = AppContext.current
        let seconds = Double(context.system.hardware.now.nanoseconds - beginning) / 1e9
        guard seconds >= 0, seconds < Double(reader.frameCount) / reader.format.sampleRate else { exit(0) }
        let sound = SystemSound(kSystemSoundID_Vibrate + 1, reader: reader, path: path, context: context)
        sound.play(isAlert: true, from: seconds) { exit(0) }
        dispatchMain()
    }
}
