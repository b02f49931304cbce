import Foundation
import PrivatePipeWire
import RunningProgram
import SordinoPipeWire
import Testing

private let playback = "AVAudioSessionCategoryPlayback"

extension ManagedAudioTests {
    /// The service under a `policy.conf`: what a sink of the server is given, before and after it is read anew.
    @Suite(.serialized) struct PolicyFileTests {
        /// A device whose service reads a file of the test's.
        private static func system(_ text: String) throws -> (WholeSystem, URL) {
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).conf")
            try Data(text.utf8).write(to: file)
            return (try WholeSystem(options: ["--policy", file.path]), file)
        }

        private static func audioctl(_ system: WholeSystem, _ words: String...) throws -> (Int32, [String]) {
            let program = try RunningProgram("audioctl", words, environment: system.environment)
            let status = program.finish()
            return (status, program.said)
        }

        @Test func anotherDepthIsHeardAfterAReloadAndABrokenFileChangesNothing() throws {
            let (system, file) = try Self.system("[ducking]\ndepth = 0.25\n")
            defer { try? FileManager.default.removeItem(at: file) }
            let music = try system.witness()
            #expect(music.tell("category \(playback)"))
            #expect(music.tell("play 0.5"))
            #expect(system.hear { $0.allSatisfy { $0 == 0.5 } } != nil)
            let guide = try system.witness()
            #expect(guide.tell("category \(playback) 2"))
            #expect(guide.tell("play 0.125"))
            #expect(system.hear { $0.allSatisfy { $0 == 0.5 * 0.25 + 0.125 } } != nil)
            // From here on not one sample may be silent, nor leave the way from the old level to the new.
            let start = system.recorder.frames
            try Data("[ducking]\ndepth = 0.5\nrelease = 0.1 s\n".utf8).write(to: file)
            #expect(try Self.audioctl(system, "policy", "reload") == (0, []))
            #expect(system.hear { $0.allSatisfy { $0 == 0.5 * 0.5 + 0.125 } } != nil)
            let way = system.recorder.samples[0][start...]
            #expect(way.allSatisfy { $0 >= 0.25 - 1e-6 && $0 <= 0.375 + 1e-6 }, "\(way.min() ?? 0)")
            try Data("[ducking]\ndpeth = 0.1\n".utf8).write(to: file)
            let refused = try Self.audioctl(system, "policy", "reload")
            #expect(refused.0 == 1)
            #expect(
                refused.1 == [
                    "audioctl: \(file.path):2: there is no key \"dpeth\" in [ducking]; did you mean \"depth\"?"
                ])
            #expect(system.hear { $0.allSatisfy { $0 == 0.375 } } != nil)
            // A file that is written is read without a word; a signal, as service managers send it, reads it again.
            try Data("[ducking]\ndepth = 0.25\nattack = 0.1 s\n".utf8).write(to: file)
            #expect(system.hear { $0.allSatisfy { $0 == 0.25 } } != nil)
            kill(try #require(system.daemon).id, SIGHUP)
            #expect(try #require(system.daemon).says("audiosessiond: the configuration was read anew"))
        }

        @Test func aProgramMovesToTheRearAndIsHeardThereAlone() throws {
            let (system, file) = try Self.system("[zone rear]\ntitle = Rear seats\nports = rear\n")
            defer { try? FileManager.default.removeItem(at: file) }
            let rear = try #require(system.hand.plug("rear", type: "USBAudio"))
            let ear = try #require(GraphRecorder(system.hand, monitorOf: rear, channels: 2))
            let film = try system.witness()
            #expect(film.tell("category \(playback)"))
            #expect(film.tell("play 0.5"))
            // The port of the rear is no port of the front, though it came last.
            #expect(system.hear { $0.allSatisfy { $0 == 0.5 } } != nil)
            #expect(try Self.audioctl(system, "zone", "1", "nowhere").1 == ["audioctl: there is no zone \"nowhere\""])
            #expect(try Self.audioctl(system, "zone", "1", "rear").0 == 0)
            #expect(system.hear(until: isSilence) != nil)
            #expect(
                ear.wait {
                    ear.pass(4_096)
                    return ear.samples.compactMap(\.last) == [0.5, 0.5]
                })
            // Music in front now, and a call: the rear does not notice.
            let music = try system.witness()
            #expect(music.tell("category \(playback)"))
            #expect(music.tell("play 0.25"))
            #expect(system.hear { $0.allSatisfy { $0 == 0.25 } } != nil)
            let before = ear.frames
            try system.audioctl("call", "ring")
            #expect(music.says("interrupted"))
            #expect(system.hear(until: isRingtoneAlone) != nil)
            ear.pass(24_000)
            #expect(ear.samples[0][before...].allSatisfy { $0 == 0.5 })
            let zones = try Self.audioctl(system, "zone").1
            #expect(zones.contains("rear (Rear seats)"), "\(zones)")
            #expect(zones.contains { $0.hasPrefix("  programs  ") && $0.contains("session-witness") })
        }

        @Test func permissionsAreListedAndDenied() throws {
            let (system, file) = try Self.system("[recording]\nprograms = ask\nunanswered = deny\n")
            defer { try? FileManager.default.removeItem(at: file) }
            let witness = try system.witness()
            defer { witness.kill() }
            let listed = try Self.audioctl(system, "permissions").1
            #expect(listed.count == 1 && listed[0].contains("session-witness") && listed[0].hasSuffix("not asked)"))
            let name = try #require(listed[0].split(separator: " ").dropFirst().first.map(String.init))
            #expect(try Self.audioctl(system, "permissions", "deny", name).0 == 0)
            #expect(try Self.audioctl(system, "permissions").1.first?.hasPrefix("deny") == true)
            #expect(try Self.audioctl(system, "permissions", "reset").0 == 0)
            #expect(try Self.audioctl(system, "permissions").1.first?.hasPrefix("-") == true)
            #expect(try Self.audioctl(system, "permissions", "deny", "library:\(name)").0 == 0)
            let library = try Self.audioctl(system, "permissions").1.filter { $0.contains(" library:") }
            #expect(library.count == 1 && library[0].hasPrefix("deny"))
            // Words and short names change the row of their kind, also where the other row stands first.
            #expect(try Self.audioctl(system, "permissions", "allow", "library:session-witness").0 == 0)
            #expect(try Self.audioctl(system, "permissions", "deny", "session-witness").0 == 0)
            let rows = try Self.audioctl(system, "permissions").1.map {
                $0.split(separator: " ").prefix(2).joined(separator: " ")
            }
            #expect(rows.sorted() == ["allow library:\(name)", "deny \(name)"])
            #expect(try Self.audioctl(system, "permissions", "allow", "nobody").0 == 1)
        }

        @Test func aServiceWithABrokenFileDoesNotStart() throws {
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).conf")
            try Data("[outputs]\norder\n".utf8).write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            let daemon = try RunningProgram(
                "audiosessiond", ["--policy", file.path, "--virtual", "phone"], environment: [:])
            #expect(daemon.finish() == 1)
            #expect(daemon.said == ["audiosessiond: \(file.path):2: there is no \"=\""])
        }

        /// The tools need no service.
        @Test func theToolsCheckShowAndCompareFiles() throws {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            func write(_ name: String, _ text: String) throws -> String {
                let file = folder.appendingPathComponent(name)
                try Data(text.utf8).write(to: file)
                return file.path
            }
            func run(_ words: String...) throws -> (Int32, [String]) {
                let program = try RunningProgram("audioctl", words, environment: [:])
                let status = program.finish()
                return (status, program.said)
            }
            let vendor = try write("vendor.conf", "[ducking]\ndepth = -14 dB\nattack = 0.2 s\n")
            let user = try write("user.conf", "[ducking]\ndepth = -20 dB\n[program X]\ninterrupted = no\n")
            let shown = try run("policy", "show", vendor, user)
            #expect(shown.0 == 0)
            func line(_ start: String) -> String { shown.1.first { $0.hasPrefix(start) } ?? "" }
            #expect(line("depth = -20 dB").hasSuffix("# \(user):2"))
            #expect(line("attack = 0.2 s").hasSuffix("# \(vendor):3"))
            #expect(line("release = 0.5 s").hasSuffix("# built in"))
            #expect(line("interrupted = no").hasSuffix("# \(user):4"))
            let checked = try run("policy", "check", vendor, user)
            #expect(checked.0 == 1)
            #expect(
                checked.1.first
                    == "\(user):4: warning: X plays on during calls and alarms, and while it plays no program can begin a call"
            )
            #expect(try run("policy", "check", vendor).0 == 0)
            let different = try run("policy", "diff", vendor, user)
            #expect(different.0 == 1)
            #expect(different.1.contains { $0.hasPrefix("S17 directions over music: Nav on") })
            #expect(different.1.contains { $0.hasPrefix("S01 a call is declined, as X") })
            let same = try run("policy", "diff", vendor, vendor)
            #expect(same.0 == 0)
            #expect(same.1.last?.hasSuffix("scenarios, 0 are decided differently") == true)
            let broken = try write("broken.conf", "[ducking]\n depth : 3\n")
            #expect(try run("policy", "check", broken) == (1, ["\(broken):2: there is no \"=\""]))
            #expect(try run("policy", "diff", broken, vendor).0 == 2)
        }
    }
}
