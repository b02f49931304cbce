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
