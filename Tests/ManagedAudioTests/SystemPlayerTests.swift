import Foundation
import Glibc
import MusicFiles
import Patience
import PrivatePipeWire
import RunningProgram
import SordinoBus
import SordinoRealtime
import SordinoSession
import Synchronization
import Testing

extension ManagedAudioTests {
    /// The music player that all programs of a user share, as the bus starts it.
    @Suite(
        .serialized, .timeLimit(.minutes(20)),
        .enabled(
            if: ["musicplayerd", "player-witness"].allSatisfy(RunningProgram.isBuilt),
            "skipped: the music player was not built"))
    struct SystemPlayerTests {
        private static let name = "org.sordino.MusicPlayer1"
        private let system: WholeSystem
        private let connection: BusConnection
        private let environment: [String: String]

        init() throws { try self.init(idle: "600") }

        private init(idle: String) throws {
            system = try WholeSystem(hasWorld: true) { server in
                let more = Self.environment(server).map { "\($0)=\($1)" }.sorted()
                return [
                    Self.name: (["/usr/bin/env"] + more + [RunningProgram.path("musicplayerd"), "--idle", idle])
                        .joined(separator: " ")
                ]
            }
            environment = system.environment.merging(Self.environment(system.server)) { $1 }
            connection = try BusConnection(.at(system.bus.address))
            // The bit patterns of both levels are those of the files.
            for (title, value) in [("First", 8_192), ("Second", 4_096)] {
                let folder = system.server.folder.appendingPathComponent("Music")
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                let bytes = TaggedSound.wave(
                    [(name: "TIT2", text: title)], values: [(Int16(value), 120 * 48_000)], rate: 48_000)
                try Data(bytes).write(to: folder.appendingPathComponent("\(title).wav"))
            }
        }

        private static func environment(_ server: PrivatePipeWire) -> [String: String] {
            server.environment.merging([
                "HOME": server.folder.path, "XDG_DATA_HOME": server.folder.path, "XDG_CACHE_HOME": server.folder.path,
                "XDG_STATE_HOME": server.folder.path, "ALSA_CONFIG_PATH": "/dev/null",
                "SORDINO_MUSIC": server.folder.appendingPathComponent("Music").path,
            ]) { $1 }
        }

        /// Starts a program that uses the player.
        private func witness() throws -> RunningProgram {
            let program = try RunningProgram("player-witness", environment: environment)
            #expect(program.says("ready RemoteMusicPlayer"), "\(program.said)")
            return program
        }

        /// Has a witness do something.
        ///
        /// - Returns: The state of the player that it says then, its song and place.
        private func tell(
            _ witness: RunningProgram, _ words: String
        ) throws -> (state: String, song: String, place: Double) {
            let count = witness.said.count
            witness.say(words)
            try witness.wait(for: "done \(words):", after: count)
            let line = try #require(witness.said.last { $0.hasPrefix("done \(words):") })
            let parts = line.dropFirst("done \(words): ".count).split(separator: " ").map(String.init)
            try #require(parts.count == 5, "\(line)")
            return (parts[0], parts[1], try #require(Double(parts[2])))
        }

        private func isHeard(_ level: Float) -> Bool { system.hear { $0.allSatisfy { $0 == level } } != nil }

        private func ask(_ member: String, _ words: [String] = [], answer: String) throws -> WireValue? {
            let method = BusMethod(
                destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
                member: member)
            return try connection.ask(
                method, words.map(WireValue.text), signature: String(repeating: "s", count: words.count), answer: answer
            ).first
        }

        /// The process of the player; nil while there is none.
        private var process: pid_t? {
            guard case .integer(let id)? = try? ask("GetConnectionUnixProcessID", [Self.name], answer: "u") else {
                return nil
            }
            return pid_t(id)
        }

        @Test func musicOutlivesItsProgramAndACallAndIsPausedByAnother() throws {
            let first = try witness()
            #expect(try tell(first, "queue 2").state == "stopped")
            let begun = try tell(first, "play")
            #expect(begun.state == "playing" && begun.song == "First" && process != nil)
            #expect(isHeard(0.25))
            first.say("quit")
            #expect(first.finish() == 0)
            #expect(system.hear(48_000).first?.allSatisfy { $0 == 0.25 } == true, "it plays on without its program")
            let second = try witness()
            let seen = try tell(second, "watch")
            #expect(seen.state == "playing" && seen.song == "First")
            // Shells see it as any player.
            let isShown = system.recorder.wait {
                guard case .list(let names)? = try? ask("ListNames", answer: "as") else { return false }
                return names.contains(.text("org.mpris.MediaPlayer2.sordino.musicplayerd"))
            }
            #expect(isShown)
            try system.audioctl("call", "ring")
            #expect(system.hear(until: isRingtoneAlone) != nil)
            #expect(second.says("noticed state interrupted"), "\(second.said)")
            try system.audioctl("call", "decline")
            #expect(isHeard(0.25), "it comes back")
            #expect(second.says("noticed state playing"), "\(second.said)")
            #expect(try tell(second, "pause").state == "paused")
            #expect(system.hear(until: isSilence) != nil)
            #expect(try tell(second, "next").song == "Second")
            #expect(try tell(second, "play").state == "playing")
            #expect(isHeard(0.125))
        }

        @Test func aKilledPlayerIsNoticedAndReturnsWithItsQueue() throws {
            let witness = try witness()
            _ = try tell(witness, "queue 2")
            _ = try tell(witness, "watch")
            _ = try tell(witness, "repeat")
            _ = try tell(witness, "go Second")
            _ = try tell(witness, "play")
            #expect(isHeard(0.125))
            _ = try tell(witness, "seek 30")
            #expect(isHeard(0.125))
            let file = system.server.folder.appendingPathComponent("sordino/music-place")
            #expect(Patience.until { (try? String(contentsOf: file, encoding: .utf8))?.contains(" 3") == true })
            let killed = try #require(process)
            Glibc.kill(killed, SIGKILL)
            #expect(witness.says("noticed state stopped"), "\(witness.said)")
            #expect(witness.says("Sordino: the system's music player has ended unexpectedly;"), "\(witness.said)")
            #expect(system.hear(until: isSilence) != nil)
            #expect(try tell(witness, "state").state == "stopped")
            let again = try tell(witness, "play")
            #expect(again.state == "playing" && again.song == "Second" && again.place >= 30 && again.place < 60)
            #expect(try #require(process) != killed)
            #expect(isHeard(0.125))
            let played = witness.said.last { $0.hasPrefix("done play:") }
            #expect(played?.contains(" all ") == true, "the repetition is kept: \(witness.said)")
            #expect(try tell(witness, "next").song == "First", "and the queue")
        }

        @Test func aPlayerThatRestsEndsAndIsThereAgainWhenItIsAsked() throws {
            let tests = try Self(idle: "0.5")
            let witness = try tests.witness()
            _ = try tests.tell(witness, "queue 2")
            _ = try tests.tell(witness, "watch")
            _ = try tests.tell(witness, "play")
            _ = try tests.tell(witness, "seek 20")
            #expect(tests.isHeard(0.25), "it does not end while it plays")
            let paused = try tests.tell(witness, "pause")
            #expect(Patience.until { tests.process == nil })
            #expect(!witness.said.contains { $0.hasPrefix("noticed state stopped") }, "\(witness.said)")
            let state = try tests.tell(witness, "state")
            #expect(state.state == "paused" && state.song == "First" && state.place == paused.place)
            let asked = HostClock.now()
            let again = try tests.tell(witness, "play")
            let seconds = Double(HostClock.now() - asked) / 1e9
            let moved = again.place - paused.place
            #expect(again.state == "playing" && moved > -0.5 && moved < 0.5 + seconds, "\(moved) after \(seconds) s")
            #expect(tests.isHeard(0.25))
        }

        /// Each request arrives while the player ends, or starts a player that has no rest.
        @Test func noRequestIsLostWhileAPlayerEnds() throws {
            let tests = try Self(idle: "0")
            let method = BusMethod(
                destination: Self.name, path: "/org/sordino/MusicPlayer1", interface: Self.name, member: "Status")
            var noReplies = 0
            for round in 0..<20 {
                func isAnswered() throws -> Bool {
                    do throws(BusError) {
                        return try !tests.connection.ask(method, answer: "a{sv}", seconds: 1_200).isEmpty
                    } catch .timedOut {
                        return false
                    }
                }
                if try isAnswered() { continue }
                // It came when the name was about to be free: what asks again starts a player, as programs do.
                noReplies += 1
                #expect(try isAnswered(), "round \(round)")
            }
            #expect(noReplies < 20)
        }

        @Test func strangersRequestsAreBoundedAndHarmNobody() throws {
            let witness = try witness()
            _ = try tell(witness, "queue 2")
            _ = try tell(witness, "play")
            #expect(isHeard(0.25))
            @Sendable func method(_ member: String) -> BusMethod {
                BusMethod(
                    destination: Self.name, path: "/org/sordino/MusicPlayer1", interface: Self.name, member: member)
            }
            func refusal(_ member: String, _ value: WireValue, _ signature: String) -> String? {
                do throws(BusError) {
                    _ = try connection.ask(method(member), [value], signature: signature, answer: "a{sv}")
                    return nil
                } catch .refused(let name, _) {
                    return name
                } catch {
                    return "\(error)"
                }
            }
            let arguments = "org.freedesktop.DBus.Error.InvalidArgs"
            #expect(refusal("SetRepeatMode", .integer(99), "x") == arguments)
            #expect(refusal("SetRepeatMode", .text("all"), "s") == arguments)
            var queue = WireRecord()
            queue.add("way", "replace")
            queue.add("items", ["1 2 x"])
            #expect(refusal("SetQueue", .record(queue), "a{sv}") == arguments)
            #expect(refusal("SetQueue", .record(WireRecord()), "a{sv}") == arguments)
            #expect(refusal("Explode", .integer(1), "x") == "org.freedesktop.DBus.Error.UnknownMethod")
            // Values without a meaning change nothing, and are not taken for a pause.
            #expect(refusal("SetPosition", .real(.nan), "d") == arguments)
            #expect(refusal("SetRate", .real(.nan), "d") == arguments)
            #expect(refusal("SetRate", .real(-1), "d") == arguments)
            #expect(try tell(witness, "state").state == "playing")
            // A flood that waits for no answer.
            let counts = FloodCounts()
            connection.perform { link in
                for _ in 0..<3_000 {
                    try? link.call(method("SetPosition"), [.real(1)], signature: "d", seconds: 60) { message in
                        counts.count(message.error == nil)
                    }
                }
            }
            #expect(Patience.until { counts.all == 3_000 }, "\(counts)")
            #expect(counts.granted < 1_500, "\(counts)")
            #expect(try tell(witness, "state").state == "playing")
            #expect(isHeard(0.25))
        }

        /// A disk that is full for a while; here its place is taken by a folder, which no file can replace.
        @Test func aQueueThatCouldNotBeWrittenIsWrittenOnceItCan() throws {
            let folder = system.server.folder.appendingPathComponent("sordino")
            let (queue, place) = (
                folder.appendingPathComponent("music-queue"), folder.appendingPathComponent("music-place")
            )
            for file in [queue, place] {
                try FileManager.default.createDirectory(
                    at: file.appendingPathComponent("full"), withIntermediateDirectories: true)
            }
            let witness = try witness()
            #expect(try tell(witness, "queue 2").state == "stopped")
            #expect(try tell(witness, "play").state == "playing")
            #expect(isHeard(0.25), "music does not wait for the disk")
            #expect(try tell(witness, "pause").state == "paused")
            for file in [queue, place] { try FileManager.default.removeItem(at: file) }
            // Nothing changes any more, and yet both come.
            #expect(
                Patience.until {
                    (try? String(contentsOf: queue, encoding: .utf8))?.hasPrefix("sordino-music-queue 1") == true
                })
            #expect(Patience.until { (try? String(contentsOf: place, encoding: .utf8))?.isEmpty == false })
        }

        @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script")))
        func aPickerAsksOnTheTerminal() throws {
            let words = ["-qec", "\(RunningProgram.path("player-witness")) pick", "/dev/null"]
            let program = try RunningProgram("/usr/bin/script", words, environment: environment)
            func shows(_ text: String) -> Bool { program.waits { $0.contains(text) } }
            #expect(shows("For the road") && shows("2  Second"), "\(program.said)")
            program.say("2")
            #expect(shows("*    2  Second"), "\(program.said)")
            program.say("1")
            #expect(shows("2 picked"), "\(program.said)")
            program.say("")
            #expect(shows("picked Second First"), "\(program.said)")
            _ = program.finish()
        }

        @Test func aPickerThatReachesNobodyIsCancelled() throws {
            let program = try RunningProgram("player-witness", ["pick"], environment: environment)
            #expect(program.says("cancelled"), "\(program.said)")
            #expect(program.said.contains { $0.hasPrefix("Sordino: a picker needs a terminal, or a console") })
        }

        @Test func aPlayerThatHangsHoldsNoOneUp() throws {
            let witness = try witness()
            _ = try tell(witness, "queue 2")
            _ = try tell(witness, "play")
            #expect(isHeard(0.25))
            let id = try #require(process)
            Glibc.kill(id, SIGSTOP)
            // It waits for its time limit, and no longer; the second request not at all.
            _ = try tell(witness, "pause")
            _ = try tell(witness, "pause")
            #expect(witness.said.count { $0 == "Sordino: the system's music player does not answer" } == 1)
            // The service and other programs work meanwhile.
            try system.audioctl("status")
            let other = try system.witness()
            #expect(other.isRunning)
            Glibc.kill(id, SIGCONT)
            #expect(Patience.until { (try? tell(witness, "pause").state) == "paused" })
        }
    }
}

/// Counts the answers to a flood.
private final class FloodCounts: Sendable, CustomStringConvertible {
    private let counts = Mutex((granted: 0, refused: 0))

    func count(_ isGranted: Bool) {
        counts.withLock { if isGranted { $0.granted += 1 } else { $0.refused += 1 } }
    }

    var granted: Int { counts.withLock { $0.granted } }
    var all: Int { counts.withLock { $0.granted + $0.refused } }
    var description: String { "\(granted) of \(all) were granted" }
}
