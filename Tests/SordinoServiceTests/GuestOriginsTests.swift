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
        let origins = GuestOrigins(reads: { _, _, deadline in
            reads.withLock { $0 += 1 }
            ThreadPriority.sleep(untilHostTime: deadline)
            return nil
        })
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

    /// A child of this process that sleeps, and a stream of it.
    private func sleeper(
        _ number: UInt32 = 1, _ executable: URL = URL(fileURLWithPath: "/bin/sleep")
    ) throws -> (process: Process, stream: GuestStream) {
        let process = Process()
        process.executableURL = executable
        process.arguments = ["600"]
        try process.run()
        let id = process.processIdentifier
        while !ProcessStatus.executable(id).hasSuffix("/\(executable.lastPathComponent)"), process.isRunning {
            usleep(1_000)
        }
        return (process, GuestStream(node: number, serial: number, process: id, direction: .output))
    }

    /// Processes beyond the bound are taken for what the kernel says, until others have ended.
    @Test func moreProcessesThanAreRememberedAreStillDescribed() throws {
        let all = try (1...6).map { try sleeper($0) }
        defer { for one in all { kill(one.process.processIdentifier, SIGKILL) } }
        let origins = GuestOrigins(reads: { _, _, _ in nil }, limits: .init(processes: 4))
        for one in all.prefix(4) { #expect(Self.described(one.stream, by: origins)?.family == one.stream.process) }
        // There is no place: described at once, and not remembered.
        for one in all.suffix(2) { #expect(origins.describe(one.stream)?.family == one.stream.process) }
        #expect(origins.count == 4)
        // The first ones are known as before.
        #expect(origins.describe(all[0].stream)?.family == all[0].stream.process)
        // A process that has ended leaves its place.
        kill(all[0].process.processIdentifier, SIGKILL)
        all[0].process.waitUntilExit()
        #expect(origins.describe(all[5].stream) == nil)
        #expect(Self.described(all[5].stream, by: origins)?.family == all[5].stream.process)
        #expect(origins.count == 4)
    }

    /// An executable whose files were slow is tried again a minute later.
    @Test func filesThatWereSlowAreReadAgainLater() throws {
        let all = try (1...3).map { try sleeper($0) }
        defer { for one in all { kill(one.process.processIdentifier, SIGKILL) } }
        let now = Mutex<UInt64>(1)
        let cost = Mutex<UInt64>(60_000_000)
        let reads = Mutex(0)
        let origins = GuestOrigins(
            reads: { _, _, _ in
                reads.withLock { $0 += 1 }
                let duration = cost.withLock { $0 }
                now.withLock { $0 += duration }
                return nil
            }, clock: { now.withLock { $0 } })
        #expect(Self.described(all[0].stream, by: origins) != nil)
        let count = reads.withLock { $0 }
        #expect(count > 0)
        // Another process of the executable is described at once, by the kernel alone.
        #expect(origins.describe(all[1].stream)?.family == all[1].stream.process)
        #expect(reads.withLock { $0 } == count)
        cost.withLock { $0 = 0 }
        now.withLock { $0 += GuestOrigins.slowNanoseconds }
        #expect(Self.described(all[2].stream, by: origins) != nil)
        #expect(reads.withLock { $0 } > count)
    }

    /// More slow executables than are remembered: the newest are.
    @Test func theNewestSlowExecutablesAreRemembered() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("slow-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let copies = try (0..<3).map { number in
            let copy = folder.appendingPathComponent("sleep\(number)")
            try FileManager.default.copyItem(at: URL(fileURLWithPath: "/bin/sleep"), to: copy)
            return copy
        }
        // Two processes of each.
        let all = try (copies + copies).enumerated().map { try sleeper(UInt32($0.offset), $0.element) }
        defer { for one in all { kill(one.process.processIdentifier, SIGKILL) } }
        let now = Mutex<UInt64>(1)
        let origins = GuestOrigins(
            reads: { _, _, _ in
                now.withLock { $0 += 60_000_000 }
                return nil
            }, limits: .init(slowExecutables: 2), clock: { now.withLock { $0 } })
        for one in all.prefix(3) { #expect(Self.described(one.stream, by: origins) != nil) }
        #expect(origins.describe(all[5].stream) != nil)
        #expect(origins.describe(all[4].stream) != nil)
        #expect(origins.describe(all[3].stream) == nil)
    }

    @Test func aProcessThatDoesNotExistIsItsOwnFamily() {
        #expect(GuestOrigins().family(of: Int32.max - 1) == Int32.max - 1)
    }

    @Test func aDesktopEntrysCategoriesAreRead() {
        let entry = DesktopEntry(text: "[Desktop Entry]\nName=Tetris\nCategories=Game;BlocksGame;\n")
        #expect(entry.categories == ["Game", "BlocksGame"])
    }
}
