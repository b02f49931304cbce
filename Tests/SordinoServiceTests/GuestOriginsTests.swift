import Foundation
import SordinoHardware
import SordinoRealtime
import SordinoWork
import Synchronization
import Testing

@testable import SordinoDevice
@testable import SordinoService

/// Which program a process is of, by the kernel's word.
struct GuestOriginsTests {
    /// A shell that starts a child, says its number, and waits for a line.
    private func shell(_ child: String) throws -> (process: Process, child: Int32) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", "\(child) & echo $!; read line; kill $!"]
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let said = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        return (process, try #require(Int32(said.split(separator: "\n").first ?? "")))
    }

    @Test func aChildOfTheSameExecutableIsOfItsParentsProgram() throws {
        let (parent, child) = try shell("/bin/sh -c 'while :; do sleep 1; done'")
        defer {
            kill(child, SIGKILL)
            parent.terminate()
        }
        let family = GuestOrigins().family(of: child)
        #expect(family == parent.processIdentifier)
    }

    @Test func aProgramThatAShellStartsIsItsOwn() throws {
        let (parent, child) = try shell("exec sleep 600")
        defer {
            kill(child, SIGKILL)
            parent.terminate()
        }
        // The kernel shows the new executable a moment after the shell has said the number.
        while ProcessStatus.executable(child) == ProcessStatus.executable(parent.processIdentifier) { usleep(1_000) }
        #expect(GuestOrigins().family(of: child) == child)
        var stream = GuestStream(node: 1, serial: 1, process: child, direction: .output)
        stream.identifier = "org.example.Said"
        let described = try #require(Self.described(stream, by: GuestOrigins()))
        #expect(described.family == child)
        #expect(described.identifier == "org.example.Said")
    }

    /// A stream as it is described once its program's files were looked at.
    private static func described(_ stream: GuestStream, by origins: GuestOrigins) -> GuestStream? {
        let isKnown = Bell()
        let seen = isKnown.count
        origins.whenKnown { if origins.describe(stream) != nil { isKnown.ring() } }
        #expect(isKnown.wait(after: seen, milliseconds: 20_000) > seen)
        return origins.describe(stream)
    }

    @Test func aNamedPipeForADesktopEntryKeepsNobody() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("origins-\(UUID().uuidString)")
        let entries = folder.appendingPathComponent("applications")
        try FileManager.default.createDirectory(at: entries, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(mkfifo(entries.appendingPathComponent("sleep.desktop").path, 0o600) == 0)
        let program = Process()
        program.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        program.arguments = ["XDG_DATA_HOME=\(folder.path)", "HOME=\(folder.path)", "sleep", "600"]
        try program.run()
        // The threads of tests block the signals that ask.
        defer { kill(program.processIdentifier, SIGKILL) }
        let process = program.processIdentifier
        while !ProcessStatus.executable(process).hasSuffix("sleep"), program.isRunning { usleep(1_000) }
        let stream = GuestStream(node: 1, serial: 1, process: process, direction: .output)
        let described = try #require(Self.described(stream, by: GuestOrigins()))
        #expect(described.categories.isEmpty)
        #expect(described.family == process)
    }

    /// Files of a program that never answer: the stream is taken for what the kernel says, and the next process of that
    /// executable is not asked.
    @Test func whoseFilesDoNotAnswerIsTakenForWhatTheKernelSays() throws {
        let (first, child) = try shell("exec sleep 600")
        let (second, other) = try shell("exec sleep 600")
        defer {
            for process in [child, other] { kill(process, SIGKILL) }
            for parent in [first, second] { parent.terminate() }
        }
        while ![child, other].allSatisfy({ ProcessStatus.executable($0).hasSuffix("sleep") }) { usleep(1_000) }
        let reads = Mutex(0)
        let origins = GuestOrigins { _, _, deadline in
            reads.withLock { $0 += 1 }
            ThreadPriority.sleep(untilHostTime: deadline)
            return nil
        }
        let stream = GuestStream(node: 1, serial: 1, process: child, direction: .output)
        #expect(origins.describe(stream) == nil)
        #expect(Self.described(stream, by: origins)?.family == child)
        let count = reads.withLock { $0 }
        #expect(count > 0)
        // At once.
        let next = GuestStream(node: 2, serial: 2, process: other, direction: .output)
        #expect(origins.describe(next)?.family == other)
        #expect(reads.withLock { $0 } == count)
    }

    @Test func aProcessThatDoesNotExistIsItsOwnFamily() {
        #expect(GuestOrigins().family(of: Int32.max - 1) == Int32.max - 1)
    }

    @Test func aDesktopEntrysCategoriesAreRead() {
        let entry = DesktopEntry(text: "[Desktop Entry]\nName=Tetris\nCategories=Game;BlocksGame;\n")
        #expect(entry.categories == ["Game", "BlocksGame"])
    }
}
