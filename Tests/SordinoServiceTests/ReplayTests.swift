import ByteMutation
import Foundation
import Glibc
import SessionBench
import SordinoPolicy
import SordinoService
import SordinoSession
import Synchronization
import Testing

@Suite struct ReplayTests {
    /// A log of a story in which music, a game and a call meet.
    private func log() throws -> [String] {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("sordino-\(UUID().uuidString).log")
        defer { try? FileManager.default.removeItem(at: path) }
        let hardware = HandDrivenHardware()
        let service = SessionService(
            hardware: hardware, settings: PolicySettings(), wakesItself: false, permissionAnswer: .granted)
        let log = try EventLog(path: path.path)
        _ = service.addObserver { log.write($0) }
        service.begin()
        let music = service.connect(AppDeclaration(bundleID: "m", name: "Music", backgroundModes: .audio)) { _ in }
        let game = service.connect(AppDeclaration(bundleID: "g", name: "Game")) { _ in }
        let playback = Request.configure(
            category: Category.playback.rawValue, mode: nil, options: CategoryOptions.duckOthers.rawValue, policy: nil)
        for (index, step) in [
            (music, playback), (music, .openIO(IOID(1), IOKind(.player))), (music, .startIO(IOID(1))), (game, playback),
            (game, .setActive(true, notifyOthers: false)), (game, .prefer(.sampleRate(44_100))),
        ].enumerated() {
            hardware.set(seconds: 0.1 * Double(index + 1))
            _ = service.ask(step.1, from: step.0)
        }
        hardware.set(seconds: 3)
        service.send(.callRings(.fullScreen))
        hardware.set(seconds: 4.000_000_001)
        service.send(.callDeclined)
        service.disconnect(game)
        return try String(contentsOf: path, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    @Test(arguments: ["a pipe without a reader", "a pipe", "/dev/full"])
    func onlyARegularFileBecomesALog(_ kind: String) throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("sordino-\(UUID().uuidString)").path
        defer { unlink(path) }
        if kind != "/dev/full" { #expect(mkfifo(path, 0o600) == 0) }
        let reader = kind == "a pipe" ? open(path, O_RDONLY | O_NONBLOCK) : -1
        defer { if reader >= 0 { close(reader) } }
        let refusal = #expect(throws: EventLog.Refusal.self) {
            _ = try EventLog(path: kind == "/dev/full" ? kind : path)
        }
        #expect(refusal?.reason == "not a regular file")
    }

    @Test func aFullDiskEndsTheLogWithItsLastWholeLineAndIsSaidOnce() throws {
        // Swift does not import `memfd_create`; 2 is MFD_ALLOW_SEALING.
        typealias Create = @convention(c) (UnsafePointer<CChar>, UInt32) -> Int32
        let memory = unsafeBitCast(try #require(dlsym(nil, "memfd_create")), to: Create.self)("log", 2)
        defer { close(memory) }
        let said = Mutex<[String]>([])
        let service = SessionService(
            hardware: HandDrivenHardware(), settings: PolicySettings(), wakesItself: false, permissionAnswer: .granted)
        let log = try EventLog(path: "/proc/self/fd/\(memory)") { reason in said.withLock { $0.append(reason) } }
        _ = service.addObserver { log.write($0) }
        service.begin()
        service.send(.callRings(.fullScreen))
        let size = lseek(memory, 0, SEEK_END)
        #expect(size > 0 && said.withLock { $0 } == [])
        // From now on it does not grow: F_ADD_SEALS, F_SEAL_GROW.
        #expect(fcntl(memory, 1_033, 4) == 0)
        service.send(.callAccepted)
        service.send(.callEnded)
        #expect(said.withLock { $0 }.count == 1)
        #expect(lseek(memory, 0, SEEK_END) == size)
    }

    @Test func aLogDecidesTheSameAgain() throws {
        let lines = try log()
        var replay = Replay()
        var count = 0
        for line in lines {
            for step in try replay.take(line) {
                count += 1
                #expect(step.loggedEffects == nil, "line \(step.lineNumber)")
            }
        }
        #expect(count == lines.count - 1)
        #expect(count > 10)
    }

    @Test func aForgedLineIsFound() throws {
        var lines = try log()
        let index = try #require(lines.firstIndex { $0.contains("\"shouldResume\":true") })
        lines[index] = lines[index].replacingOccurrences(of: "\"shouldResume\":true", with: "\"shouldResume\":false")
        var replay = Replay()
        let steps = try lines.flatMap { try replay.take($0) }
        #expect(steps.filter { $0.loggedEffects != nil }.map(\.lineNumber) == [index + 1])
    }

    @Test func aScriptWakesUpByItself() throws {
        var replay = Replay()
        var steps = try replay.take("# an alarm that nobody answers")
        steps += try replay.take(#"{"seconds":1,"event":{"event":"alarmStarts"}}"#)
        steps += replay.finish()
        // The alarm falls silent after its time (settings: a quarter of an hour).
        #expect(steps.last?.decision.event == .timeReached)
        #expect(steps.last?.decision.moment == Moment(seconds: 901))
    }

    @Test func linesOutOfOrderAndUnknownVersionsAreRefused() throws {
        var replay = Replay()
        _ = try replay.take(#"{"seconds":2,"event":{"event":"woke"}}"#)
        #expect(throws: WireError.self) { try replay.take(#"{"seconds":1,"event":{"event":"woke"}}"#) }
        #expect(throws: WireError.self) { try replay.take(#"{"sordino-log":2,"profile":"modern"}"#) }
        #expect(throws: WireError.self) { try replay.take(#"{"seconds":1e300,"event":{"event":"woke"}}"#) }
    }

    @Test(arguments: [UInt64(1), 2, 3]) func damagedLogsAreRefusedOrReplayed(_ seed: UInt64) throws {
        let lines = try log()
        var mutation = ByteMutation(seed: seed)
        var refused = 0
        for _ in 0..<40 {
            var replay = Replay()
            for line in lines {
                // One line in three is damaged; what remains meets a policy that missed or misheard some of it.
                let isDamaged = mutation.choice(below: 3) == 0
                let bytes = isDamaged ? mutation.damaged(Array(line.utf8), headByteCount: 400) : Array(line.utf8)
                do {
                    _ = try replay.take(String(decoding: bytes, as: UTF8.self))
                } catch {
                    refused += 1
                }
            }
        }
        #expect(refused > 0, "seed \(seed)")
    }
}
