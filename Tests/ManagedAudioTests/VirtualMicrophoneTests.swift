import Foundation
import PrivatePipeWire
import RunningProgram
import SordinoPipeWire
import Testing

/// A sink that a program makes, and a source that gives what comes into it.
final class Cable {
    let sink: UInt32
    let source: UInt32
    /// The name that the source has among the inputs of the device.
    let sourceUID: String
    private let system: WholeSystem
    private let name: String
    private let program: RunningProgram

    /// Has `pw-loopback` make it.
    init(_ system: WholeSystem, _ name: String) throws {
        (self.system, self.name) = (system, name)
        let hand = system.hand
        sourceUID = "\(name).out"
        program = try RunningProgram(
            try #require(PrivatePipeWire.path(of: "pw-loopback")),
            [
                "--capture-props={ media.class = Audio/Sink, node.name = \(name), node.description = \(name) }",
                "--playback-props={ media.class = Audio/Source, node.name = \(sourceUID) }",
            ], environment: system.environment)
        sink = try #require(hand.node(name))
        source = try #require(hand.node(sourceUID))
        for (node, isSource) in [(sink, false), (source, true)] where hand.ports(of: node, isInput: !isSource).isEmpty {
            hand.configurePorts(node, channels: 2, isSource: isSource)
        }
    }

    func end() { program.kill() }

    /// Its line among the outputs.
    func line() -> String? { (try? system.audioctl("outputs"))?.first { $0.contains(" \(name) ") } }
}

extension ManagedAudioTests {
    /// Programs without a session that play into a virtual microphone, and not on the device.
    @Suite(.serialized, .enabled(if: PrivatePipeWire.path(of: "pw-play") != nil, "skipped: pw-play is not installed"))
    struct VirtualMicrophoneTests {
        private static let level: Float = 0.25
        private static let managers = PrivatePipeWire.path(of: "wireplumber") == nil ? [false] : [false, true]

        private func system(_ withSessionManager: Bool) throws -> WholeSystem {
            let rules = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).conf")
            try Data("manage = all\nmonitors = ask\n".utf8).write(to: rules)
            let system = try WholeSystem(
                quantum: withSessionManager ? 2_048 : 256, withDaemon: false, withSessionManager: withSessionManager,
                hasClock: !withSessionManager, hasOwnSpeaker: true, options: ["--programs", rules.path])
            system.recorder.inspection.allowsArtefacts(because: "a level begins and ends with a step")
            if withSessionManager { try system.waitForDefault() }
            try system.startDaemon()
            return system
        }

        private func player(_ system: WholeSystem, target: String) throws -> (program: RunningProgram, node: UInt32) {
            let file = system.server.folder.appendingPathComponent("\(UUID().uuidString).wav")
            try WaveFile.write(level: Self.level, seconds: 120, to: file)
            let program = try RunningProgram(
                try #require(PrivatePipeWire.path(of: "pw-play")), ["--target", target, file.path],
                environment: system.environment)
            return (program, try #require(system.hand.node("pw-play")))
        }

        private func targets(_ system: WholeSystem, _ node: UInt32) -> Set<UInt32> {
            Set(system.hand.mirror.links.values.filter { $0.outputNode == node }.map(\.inputNode))
        }

        /// The sound that a program gives to a virtual microphone is recorded there, and the device is silent; without that microphone, or when
        /// it leads to the loudspeaker, the program is managed like any other.
        ///
        /// Without a session manager: one leads no stream to a source that is a node of its own.
        @Test func aProgramThatNamesAVirtualMicrophoneLeadsThere() throws {
            let system = try system(false)
            let hand = system.hand
            let microphone = try #require(hand.plug("mic", isSource: true))
            let (program, node) = try player(system, target: "mic")
            defer { program.kill() }
            #expect(system.recorder.wait { targets(system, node) == [microphone] })
            let heard = try #require(GraphRecorder(hand, monitorOf: microphone, channels: 2))
            heard.inspection.allowsArtefacts(because: "a level begins and ends with a step")
            #expect(heard.wait { heard.samples.allSatisfy { $0.suffix(4_800).count { $0 == Self.level } == 4_800 } })
            #expect(targets(system, node) == [microphone])
            let start = system.recorder.frames
            system.recorder.pass(24_000)
            let sounding = system.recorder.samples(start..<system.recorder.frames)[0].count { $0 != 0 }
            #expect(sounding == 0, "samples on the loudspeaker")
            #expect(try !system.audioctl("status").contains { $0.contains("pw-play") })
            // A way round the rules is none: a microphone that leads to the loudspeaker is left at once.
            let links = zip(hand.ports(of: microphone, isInput: false), hand.ports(of: system.speaker, isInput: true))
                .map { hand.link($0, $1) }
            #expect(
                system.recorder.wait { !targets(system, node).isEmpty && !targets(system, node).contains(microphone) })
            #expect(
                system.recorder.wait { (try? system.audioctl("status"))?.contains { $0.contains("pw-play") } == true })
            for case let link? in links { hand.unlink(link) }
            #expect(system.recorder.wait { targets(system, node) == [microphone] })
            hand.unplug("mic")
            #expect(system.hear(until: { $0.allSatisfy { $0 == Self.level } }) != nil)
        }

        /// A cable that was an output for a while is a virtual microphone again, and its program no recorder of the device.
        @Test(.enabled(if: PrivatePipeWire.path(of: "pw-loopback") != nil, "skipped: pw-loopback is not installed"))
        func aCableThatWasPickedIsOneAgain() throws {
            let system = try system(false)
            let cable = try Cable(system, "cable")
            defer { cable.end() }
            #expect(system.recorder.wait { cable.line()?.contains("waits until it is chosen") == true })
            let (music, stream) = try player(system, target: "nothing of that name")
            #expect(system.hear(until: { $0.allSatisfy { $0 == Self.level } }) != nil)
            try system.audioctl("play-to", "cable")
            let hasCable = { !system.hand.mirror.links(into: cable.sink).isEmpty }
            #expect(system.recorder.wait { hasCable() })
            let status = try system.audioctl("status")
            // The test records; the cable is no program that does.
            let programs = status.map { $0.split(separator: " ") }.filter { $0.first.flatMap { Int($0) } != nil }
            #expect(!programs.contains { $0.dropFirst().first == "cable" }, "\(status)")
            try system.audioctl("play-to", "local")
            #expect(system.recorder.wait { !hasCable() })
            music.kill()
            #expect(system.recorder.wait { system.hand.mirror.nodes[stream] == nil })
            let (program, node) = try player(system, target: "cable")
            defer { program.kill() }
            #expect(system.recorder.wait { targets(system, node) == [cable.sink] })
            #expect(try !system.audioctl("status").contains { $0.contains("pw-play") })
        }

        /// The sink of `pw-loopback` whose other side is a source is such a microphone, too.
        @Test(
            .enabled(if: PrivatePipeWire.path(of: "pw-loopback") != nil, "skipped: pw-loopback is not installed"),
            arguments: managers)
        func aProgramThatNamesACableLeadsThere(withSessionManager: Bool) throws {
            let system = try system(withSessionManager)
            let cable = try Cable(system, "cable")
            defer { cable.end() }
            #expect(system.recorder.wait { cable.line()?.contains("waits until it is chosen") == true })
            let (program, node) = try player(system, target: "cable")
            defer { program.kill() }
            #expect(system.recorder.wait { targets(system, node) == [cable.sink] })
            // A program that links itself to the loudspeaker besides is managed from then on.
            for (from, to) in zip(
                system.hand.ports(of: node, isInput: false), system.hand.ports(of: system.speaker, isInput: true))
            {
                _ = system.hand.link(from, to)
            }
            #expect(
                system.recorder.wait {
                    let now = targets(system, node)
                    return !now.isEmpty && !now.contains(cable.sink) && !now.contains(system.speaker)
                })
            #expect(system.hear(until: { $0.allSatisfy { $0 == Self.level } }) != nil)
        }
    }
}
