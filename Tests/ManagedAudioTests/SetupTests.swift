import PrivatePipeWire
import RunningProgram
import Testing

extension ManagedAudioTests {
    /// `audioctl setup` on a server's sinks.
    @Suite(.serialized) struct SetupTests {
        @Test func everyOutputIsNamedWithItsLoudspeakers() throws {
            let system = try WholeSystem()
            _ = try #require(system.plug("headphones", type: "Headphones"))
            let program = try RunningProgram("audioctl", ["setup"], environment: system.environment)
            #expect(program.finish() == 0)
            #expect(program.said.contains { $0.hasPrefix("  1  ") } && program.said.contains { $0.hasPrefix("  2  ") })
            let wrong = try RunningProgram("audioctl", ["setup", "nowhere"], environment: system.environment)
            #expect(wrong.finish() == 1)
            #expect(wrong.said == ["audioctl: there is no output port \"nowhere\"; \"audioctl setup\" lists the ports"])
        }

        @Test(.enabled(if: OutsideRecorder.isInstalled, "skipped: pw-record is not installed"))
        func aToneComesFromOneLoudspeakerAfterTheOther() throws {
            let system = try WholeSystem(quantum: 4_096)
            let headphones = try #require(system.plug("headphones", type: "Headphones"))
            let recorder = try #require(try OutsideRecorder(system.hand, monitorOf: headphones, channels: 2))
            let list = try RunningProgram("audioctl", ["--json", "setup"], environment: system.environment)
            #expect(list.finish() == 0)
            let line = try #require(list.said.first { $0.contains("\"uid\":\"headphones\"") })
            let uid = try #require(line.components(separatedBy: "\"uid\":\"").last?.prefix { $0 != "\"" })
            let program = try RunningProgram("audioctl", ["setup", String(uid)], environment: system.environment)
            #expect(program.finish() == 0, "\(program.said)")
            #expect(program.said.count == 2, "\(program.said)")
            let heard = try recorder.finish()
            let spans = heard.map { channel in
                (first: channel.firstIndex { abs($0) > 0.01 } ?? -1, last: channel.lastIndex { abs($0) > 0.01 } ?? -1)
            }
            #expect(spans.allSatisfy { $0.first >= 0 && $0.last - $0.first > 44_000 && $0.last - $0.first < 52_000 })
            #expect(spans[0].last < spans[1].first, "\(spans)")
        }
    }
}
