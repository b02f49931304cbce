import PrivatePipeWire
import RunningProgram
import SordinoPipeWire
import Testing

extension ManagedAudioTests {
    /// A program for macOS, which addresses devices by name, on a server's sinks and sources.
    @Suite(
        .serialized, .enabled(if: RunningProgram.isBuilt("hardware-witness"), "skipped: hardware-witness is not built"))
    struct HardwareTests {
        private func program(_ system: WholeSystem) throws -> RunningProgram {
            let program = try RunningProgram("hardware-witness", environment: system.environment)
            #expect(program.says("ready"))
            return program
        }

        /// Waits until the list of devices is so.
        private func lists(
            _ system: WholeSystem, _ program: RunningProgram, _ fits: (ArraySlice<String>) -> Bool
        ) -> Bool {
            system.recorder.wait {
                let count = program.said.count
                return program.tell("devices") && fits(program.said.dropFirst(count))
            }
        }

        /// Records until the last frame has this level on both channels.
        private func hears(_ recorder: GraphRecorder, _ level: Float) -> Bool {
            recorder.wait {
                recorder.pass(1_024)
                return recorder.samples.compactMap(\.last) == [level, level]
            }
        }

        @Test func devicesAreTheServersSinksAndSources() throws {
            let system = try WholeSystem()
            #expect(system.hand.plug("microphone", type: "MicrophoneBuiltIn", isSource: true, positions: "MONO") != nil)
            let program = try program(system)
            #expect(
                lists(system, program) {
                    $0.contains("device \(WholeSystem.speakerUID) 2 0") && $0.contains("device microphone 0 1")
                }, "\(program.said)")
            #expect(program.tell("default"))
            #expect(program.said.contains("default \(WholeSystem.speakerUID)"), "\(program.said)")
            // A sink that comes is reported to the listeners, and one that goes.
            #expect(program.tell("watch"))
            #expect(system.hand.plug("screen", type: "HDMIOutput") != nil)
            #expect(program.says("changed devices"), "\(program.said)")
            #expect(lists(system, program) { $0.contains("device screen 2 0") }, "\(program.said)")
            let count = program.said.count
            system.hand.unplug("screen")
            #expect(program.says("changed devices", after: count), "\(program.said)")
            #expect(
                lists(system, program) { !$0.contains { $0.hasPrefix("device screen") } }, "\(program.said)")
        }

        @Test func aFunctionPlaysOnItsDeviceAlone() throws {
            let system = try WholeSystem()
            let screen = try #require(system.plug("screen", type: "HDMIOutput"))
            let ear = try #require(GraphRecorder(system.hand, monitorOf: screen, channels: 2))
            let program = try program(system)
            for uid in [WholeSystem.speakerUID, "screen"] {
                #expect(program.tell("play \(uid) 0.25"), "\(program.said)")
                let (own, other) = uid == "screen" ? (ear, system.recorder) : (system.recorder, ear)
                let start = other.frames
                #expect(hears(own, 0.25), "\(own.samples.map(\.last)), \(program.said)")
                #expect(other.samples.allSatisfy { $0[start...].allSatisfy { $0 == 0 } })
                #expect(program.tell("stop \(uid)"), "\(program.said)")
                #expect(hears(own, 0))
            }
        }

        /// Both parts of an aggregate device play at once, each its own streams.
        @Test func anAggregatePlaysOnItsParts() throws {
            let system = try WholeSystem()
            let screen = try #require(system.plug("screen", type: "HDMIOutput"))
            let ear = try #require(GraphRecorder(system.hand, monitorOf: screen, channels: 2))
            let program = try program(system)
            #expect(program.tell("aggregate both \(WholeSystem.speakerUID) screen"), "\(program.said)")
            #expect(program.tell("devices"))
            #expect(program.said.contains("device both 4 0"), "\(program.said)")
            #expect(program.tell("play both 0.25 0.5"), "\(program.said)")
            #expect(hears(system.recorder, 0.25), "\(system.recorder.samples.map(\.last)), \(program.said)")
            #expect(hears(ear, 0.5), "\(ear.samples.map(\.last)), \(program.said)")
            #expect(program.tell("stop both"), "\(program.said)")
            #expect(hears(system.recorder, 0) && hears(ear, 0))
            #expect(program.tell("separate both"), "\(program.said)")
        }

        /// A function of a source receives the source's frames, also in blocks of the program's own size.
        @Test func aFunctionReceivesTheSourcesFrames() throws {
            let system = try WholeSystem()
            let source = try #require(
                system.hand.plug("microphone", type: "MicrophoneBuiltIn", isSource: true, positions: "MONO"))
            let heard = try #require(system.hand.ports(of: system.speaker, isInput: false).first)
            let microphone = try #require(system.hand.ports(of: source, isInput: true).first)
            let air = try #require(system.hand.link(heard, microphone))
            let player = try program(system)
            #expect(player.tell("play \(WholeSystem.speakerUID) 0.25"), "\(player.said)")
            #expect(hears(system.recorder, 0.25))
            let listener = try program(system)
            #expect(listener.tell("block microphone 512"), "\(listener.said)")
            #expect(listener.tell("record microphone"), "\(listener.said)")
            #expect(
                system.recorder.wait {
                    system.recorder.pass(4_096)
                    let count = listener.said.count
                    return listener.tell("peak") && listener.said.dropFirst(count).contains("peak 0.25")
                }, "\(listener.said)")
            #expect(listener.tell("rate microphone"))
            #expect(listener.said.contains("rate 48000 512"), "\(listener.said)")
            #expect(listener.tell("stop microphone") && player.tell("stop \(WholeSystem.speakerUID)"))
            system.hand.unlink(air)
        }
    }
}
