import Foundation
import Glibc
import Patience
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

        /// A folder with tools that never end, before the system's own.
        private func endless(_ names: String...) throws -> (folder: URL, path: String) {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("endless-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            for name in names {
                let tool = folder.appendingPathComponent(name).path
                let script = "#!/bin/sh\ntrap '' TERM INT HUP\necho $$ > '\(tool).id'\nexec sleep 1000000\n"
                try Data(script.utf8).write(to: URL(fileURLWithPath: tool))
                try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: tool)
            }
            return (folder, "\(folder.path):/usr/bin:/bin")
        }

        @Test func theDoctorDoesNotWaitForToolsThatHang() throws {
            let system = try WholeSystem()
            let (folder, path) = try endless("pw-dump", "pactl")
            defer { try? FileManager.default.removeItem(at: folder) }
            let cat = folder.appendingPathComponent("pulseaudio").path
            try FileManager.default.copyItem(atPath: "/bin/cat", toPath: cat)
            let server = try RunningProgram(cat, environment: system.environment)
            defer { server.kill() }
            let doctor = try RunningProgram(
                "audioctl", ["--json", "doctor", "0.2"], environment: system.environment.merging(["PATH": path]) { $1 })
            #expect(doctor.finish() == 1)
            let isServerBad = doctor.said.contains { $0.contains("\"subject\":\"server:\",\"verdict\":\"bad\"") }
            #expect(isServerBad, "\(doctor.said)")
            #expect(
                doctor.said.contains {
                    $0.contains("the service decides nothing about the programs that play through it\"")
                }, "\(doctor.said)")
            for name in ["pw-dump", "pactl"] {
                let text = try String(contentsOf: folder.appendingPathComponent("\(name).id"), encoding: .utf8)
                let id = try #require(pid_t(text.trimmingCharacters(in: .newlines)))
                #expect(Patience.until { kill(id, 0) != 0 }, "\(name)")
            }
        }

        @Test func theDoctorNamesAServerThatHangs() throws {
            let system = try WholeSystem()
            let server = try #require(system.server.id)
            #expect(kill(server, SIGSTOP) == 0)
            defer { kill(server, SIGCONT) }
            let doctor = try RunningProgram("audioctl", ["--json", "doctor", "0.2"], environment: system.environment)
            #expect(doctor.finish() == 1)
            let sentence = "PipeWire takes connections at \(system.server.remote) and answers none"
            let line = try #require(doctor.said.first { $0.contains("\"subject\":\"server:\",\"verdict\":\"bad\"") })
            #expect(line.replacing("\\/", with: "/").contains(sentence), "\(line)")
        }

        /// As after `su` or `sudo`, which keep the other user's folder.
        @Test(.enabled(if: getuid() == 0, "skipped: only root gives folders away"))
        func theDoctorNamesTheOwnerOfAFolderThatIsNotOurs() throws {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("other-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let nobody = try #require(getpwnam("nobody")).pointee.pw_uid
            #expect(chown(folder.path, nobody, .max) == 0)
            let doctor = try RunningProgram(
                "audioctl", ["--json", "doctor"],
                environment: [
                    "XDG_RUNTIME_DIR": folder.path, "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent/bus",
                ])
            #expect(doctor.finish() == 1)
            let sentence = "XDG_RUNTIME_DIR is \(folder.path), which belongs to nobody: this program runs as root"
            let line = try #require(doctor.said.first { $0.contains("server:") })
            #expect(line.replacing("\\/", with: "/").contains(sentence), "\(line)")
            #expect(line.contains("run it as nobody"), "\(line)")
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
