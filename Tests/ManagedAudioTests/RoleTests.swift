import Foundation
import PrivatePipeWire
import RunningProgram
import Testing

extension ManagedAudioTests {
    /// Streams that call themselves alarms, on a service that makes nothing up.
    @Suite(
        .serialized, .enabled(if: PrivatePipeWire.path(of: "pw-play") != nil, "skipped: pw-play is not installed"))
    struct RoleTests {
        /// A system whose service believes alarms of these programs, for so long.
        private static func system(believing: String, lasting seconds: Int) throws -> (WholeSystem, RunningProgram) {
            let system = try WholeSystem(withDaemon: false)
            func file(_ name: String, _ text: String) throws -> String {
                let file = system.server.folder.appendingPathComponent(name)
                try Data(text.utf8).write(to: file)
                return file.path
            }
            let daemon = try RunningProgram(
                "audiosessiond",
                [
                    "--no-world",
                    "--programs", try file("programs.conf", "manage = all\nbelieve alarm = \(believing)\n"),
                    "--policy", try file("policy.conf", "[interruptions]\nalarm-lasts = \(seconds) s\n"),
                    "--control", try file("control.conf", "programs = \(RunningProgram.path("audioctl"))\n"),
                ], environment: system.environment)
            #expect(daemon.says("audiosessiond: PipeWire: its server answers"))
            return (system, daemon)
        }

        private static func music(_ system: WholeSystem) throws -> RunningProgram {
            let music = try system.witness()
            #expect(music.tell("category AVAudioSessionCategoryPlayback"))
            #expect(music.tell("play 0.25"))
            #expect(system.hear(until: isMusic) != nil)
            return music
        }

        private static func isMusic(_ samples: [Float]) -> Bool { samples.allSatisfy { $0 == 0.25 } }

        /// A stream without a sound that never ends.
        private static func silentAlarm(_ system: WholeSystem) throws -> RunningProgram {
            let file = system.server.folder.appendingPathComponent("silence.wav")
            try WaveFile.write(level: 0, seconds: 600, to: file)
            return try RunningProgram(
                try #require(PrivatePipeWire.path(of: "pw-play")), ["--media-role", "Alarm", file.path],
                environment: system.environment)
        }

        @Test func anAlarmOfAStrangerInterruptsNobody() throws {
            let (system, daemon) = try Self.system(believing: "/nowhere/clock", lasting: 900)
            defer { daemon.kill() }
            let music = try Self.music(system)
            let alarm = try Self.silentAlarm(system)
            defer { alarm.kill() }
            // It is a program without a session like others.
            #expect(
                system.recorder.wait {
                    (try? system.audioctl("status"))?.contains {
                        $0.contains("pw-play") || $0.contains("pw-cat")
                    } == true
                })
            #expect(!music.said.contains("interrupted"))
        }

        @Test func anAlarmThatNobodyAnswersEndsAlthoughItsStreamGoesOn() throws {
            let (system, daemon) = try Self.system(believing: "*", lasting: 2)
            defer { daemon.kill() }
            let music = try Self.music(system)
            let alarm = try Self.silentAlarm(system)
            defer { alarm.kill() }
            #expect(music.says("interrupted"))
            #expect(music.says("ended true"))
            #expect(system.hear(until: Self.isMusic) != nil)
        }

        @Test func theOwnerStopsAnAlarm() throws {
            let (system, daemon) = try Self.system(believing: "*", lasting: 86_400)
            defer { daemon.kill() }
            let music = try Self.music(system)
            let alarm = try Self.silentAlarm(system)
            defer { alarm.kill() }
            #expect(music.says("interrupted"))
            #expect(system.hear(until: isSilence) != nil)
            try system.audioctl("alarm", "stop")
            #expect(music.says("ended true"))
            #expect(system.hear(until: Self.isMusic) != nil)
        }

        /// A stream that invents a role is interrupted as music is.
        @Test(arguments: [("roles", "Music"), ("roles", "Xyz"), ("all", "Xyz")])
        func aStreamOfAnUnknownRoleObeys(managed: String, role: String) throws {
            let system = try WholeSystem(quantum: 2_048, hasClock: false, options: ["--manage", managed])
            let file = system.server.folder.appendingPathComponent("level.wav")
            try WaveFile.write(level: 0.5, seconds: 120, to: file)
            let player = try RunningProgram(
                try #require(PrivatePipeWire.path(of: "pw-play")), ["--media-role", role, file.path],
                environment: system.environment)
            defer { player.kill() }
            #expect(system.hear(until: { $0.allSatisfy { $0 == 0.5 } }) != nil)
            _ = try Self.music(system)
        }
    }
}
