import Foundation
import RunningProgram
import SordinoBus
import SordinoPolicy
import SordinoSession
import Testing

extension ManagedAudioTests {
    /// The tool as a person and a script meet it.
    @Suite(.serialized) struct AudioctlTests {
        private func run(_ system: WholeSystem, _ words: String...) throws -> (status: Int32, said: [String]) {
            let program = try RunningProgram("audioctl", words, environment: system.environment)
            let status = program.finish()
            return (status, program.said)
        }

        @Test func whatDoesNotExistIsAnErrorWithASentence() throws {
            let system = try WholeSystem()
            for (words, sentence) in [
                (["route", "nowhere"], "audioctl: there is no output port \"nowhere\""),
                (["app", "99", "background"], "audioctl: no program has the number 99"),
                (["remote", "99", "play"], "audioctl: no program has the number 99"),
                (
                    ["app", "nobody", "background"],
                    "audioctl: no program \"nobody\" has a session; \"audioctl status\" lists the programs"
                ),
                (
                    ["why", "nobody"],
                    "audioctl: no program \"nobody\" has a session; \"audioctl status\" lists the programs"
                ),
                (["call", "accept"], "audioctl: there is no call"), (["call", "end"], "audioctl: there is no call"),
                (["call", "decline"], "audioctl: there is no call"),
                (["alarm", "stop"], "audioctl: there is no alarm"),
            ] {
                let program = try RunningProgram("audioctl", words, environment: system.environment)
                #expect(program.finish() == 1, "\(words)")
                #expect(program.said == [sentence])
            }
        }

        @Test func foreignNamesAndNarrowTerminalsDoNoHarm() throws {
            let system = try WholeSystem()
            let name = "\u{1B}[2Jevil\u{202E}\u{9B}31m with a name that is longer than any column of the screen"
            let transport = BusTransport(.at(system.bus.address))
            let app = transport.connect(AppDeclaration(bundleID: name, name: name)) { _ in }
            #expect(transport.ask(.setActive(true, notifyOthers: false), from: app) == nil)
            for words in [["status"], ["why"], ["route"], ["doctor"]] {
                let program = try RunningProgram("audioctl", words, environment: system.environment)
                _ = program.finish()
                let text = program.said.joined(separator: "\n")
                #expect(!text.isEmpty)
                #expect(
                    !text.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" || $0 == "\u{9B}" }, "\(words)")
                if words == ["status"] { #expect(program.said.allSatisfy { $0.count <= 80 }, "\(text)") }
            }
            // The program is found by its name.
            let why = try run(system, "--json", "why", name)
            #expect(why.status == 0)
        }

        /// A played server and its tool: a process of PulseAudio's name in the same runtime folder, and a list of modules.
        @Test func theDoctorNamesPulseAudioAndTheModulesThatDecideByRoles() throws {
            let system = try WholeSystem()
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pulse-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let cat = folder.appendingPathComponent("pulseaudio").path
            try FileManager.default.copyItem(atPath: "/bin/cat", toPath: cat)
            let tool = folder.appendingPathComponent("pactl")
            let environment = system.environment.merging(["PATH": "\(folder.path):/usr/bin:/bin"]) { $1 }
            func sentence(modules: String) throws -> String? {
                try Data("#!/bin/sh\nprintf '\(modules)'\n".utf8).write(to: tool)
                try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: tool.path)
                let doctor = try RunningProgram("audioctl", ["--json", "doctor"], environment: environment)
                _ = doctor.finish()
                return doctor.said.first { $0.contains("PulseAudio:") }
            }
            let roles = "2\\tmodule-role-cork\\t\\n3\\tmodule-role-ducking\\tvolume=-20dB\\n4\\tmodule-null-sink\\t\\n"
            #expect(try sentence(modules: roles) == nil, "there is no server yet")
            let server = try RunningProgram(cat, environment: system.environment)
            defer { server.kill() }
            let both = try #require(try sentence(modules: roles))
            #expect(both.contains("\"verdict\":\"warning\""))
            #expect(both.contains("silenced or ducked by roles there: module-role-cork, module-role-ducking"))
            let alone = try #require(try sentence(modules: "4\\tmodule-null-sink\\t\\n"))
            #expect(alone.contains("the service decides nothing about the programs that play through it\""), "\(alone)")
        }

        @Test func theDoctorFindsAServerThatIsThereAndOneThatIsNot() throws {
            let system = try WholeSystem()
            let well = try RunningProgram("audioctl", ["doctor"], environment: system.environment)
            _ = well.finish()
            #expect(well.said.contains { $0.hasPrefix("ok   server: PipeWire answers at ") })
            #expect(well.said.contains { $0.hasPrefix("ok   service: audiosessiond runs: 0 programs, ") })
            #expect(well.said.contains { $0.hasPrefix("ok   rate: 48000 Hz, ") }, "\(well.said)")
            let lost = try RunningProgram(
                "audioctl", ["doctor"],
                environment: system.environment.merging(["PIPEWIRE_REMOTE": "/nonexistent/pipewire"]) { $1 })
            #expect(lost.finish() == 1)
            #expect(!lost.said.contains { $0.contains("pw-dump is missing") }, "\(lost.said)")
            let ill = try RunningProgram(
                "audioctl", ["--json", "doctor"],
                environment: system.environment.merging([
                    "PIPEWIRE_REMOTE": "/nonexistent/pipewire",
                    "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent/bus",
                ]) { $1 })
            #expect(ill.finish() == 1)
            for subject in ["server:", "bus:", "service:"] {
                #expect(
                    ill.said.contains { $0.contains("\"subject\":\"\(subject)\",\"verdict\":\"bad\"") }, "\(ill.said)")
            }
        }
    }
}
