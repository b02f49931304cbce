import AVFAudio
import AudioToolbox
import CoreAudioTypes
import Foundation
import Synchronization
import Testing

/// MIDI from unit to unit in an engine, and into instruments.
@Suite struct EngineMIDITests {
    init() {
        AUAudioUnit.registerSubclass(PulseUnit.self, as: PulseUnit.description, name: "Tests: Pulses", version: 1)
        AUAudioUnit.registerSubclass(GateUnit.self, as: GateUnit.description, name: "Tests: Gate", version: 1)
    }

    private struct Stand {
        let engine = AVAudioEngine()
        let buffer: AVAudioPCMBuffer
        let format: AVAudioFormat

        init() throws {
            format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2))
            buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 512))
            try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: 512)
        }

        func attach(_ description: AudioComponentDescription, plays: Bool) async throws -> AVAudioUnit {
            let node = try await AVAudioUnit.instantiate(with: description)
            engine.attach(node)
            if plays { engine.connect(node, to: engine.mainMixerNode, format: format) }
            return node
        }

        func render(_ frames: Int) throws -> [Float] {
            var heard: [Float] = []
            while heard.count < frames {
                let count = min(512, frames - heard.count)
                #expect(try engine.renderOffline(AVAudioFrameCount(count), to: buffer) == .success)
                heard += buffer.channel(0).prefix(count)
            }
            return heard
        }
    }

    private func gate(_ frames: Range<Int>, level: Float = 1) -> [Float] {
        frames.map { $0 % PulseUnit.interval < PulseUnit.interval / 2 ? level : 0 }
    }

    @Test func notesArriveOnTheirFrameInTheBlockInWhichTheyAreSent() async throws {
        let stand = try Stand()
        // The instrument comes first, so that only the connection can put the sender before it.
        let instrument = try await stand.attach(GateUnit.description, plays: true)
        let sender = try await stand.attach(PulseUnit.description, plays: false)
        #expect(instrument is AVAudioUnitMIDIInstrument)
        let sent = Mutex(0)
        stand.engine.connectMIDI(
            sender, to: instrument, format: stand.format,
            eventListBlock: { _, _, list in
                sent.withLock { $0 += Int(list.pointee.numPackets) }
                return noErr
            })
        try stand.engine.start()
        #expect(try stand.render(5000) == gate(0..<5000))
        #expect(sent.withLock { $0 } == 10)
        #expect(sender.outputFormat(forBus: 0).sampleRate == 48_000)
        stand.engine.disconnectMIDI(sender, from: instrument)
        let rest = try stand.render(3000)
        // The note that was held stays so.
        #expect(rest.allSatisfy { $0 == rest[0] })
    }

    @Test func aConnectionIsMadeWhileTheEngineRunsAndLeadsToSeveral() async throws {
        let stand = try Stand()
        let sender = try await stand.attach(PulseUnit.description, plays: false)
        let first = try await stand.attach(GateUnit.description, plays: true)
        let second = try await stand.attach(GateUnit.description, plays: true)
        try stand.engine.start()
        #expect(try stand.render(1024) == [Float](repeating: 0, count: 1024))
        stand.engine.connectMIDI(sender, to: [first, second], format: nil)
        // The sender begins at the frame that is rendered: its time line is the engine's.
        let heard = try stand.render(4000)
        #expect(heard.suffix(3000) == gate(2024..<5024, level: 2).suffix(3000))
        stand.engine.disconnectMIDIInput(second)
        let state = try #require((second.auAudioUnit as? GateUnit)?.state)
        let count = state.heard.count
        _ = try stand.render(2000)
        #expect(state.heard.count == count)
        stand.engine.disconnectMIDIOutput(sender)
        let other = try #require((first.auAudioUnit as? GateUnit)?.state).heard.count
        _ = try stand.render(2000)
        #expect((first.auAudioUnit as? GateUnit)?.state.heard.count == other)
        stand.engine.detach(sender)
        _ = try stand.render(512)
    }

    @Test func aSenderIsRenderedBeforeWhoItSendsTo() async throws {
        let stand = try Stand()
        let instrument = try await stand.attach(GateUnit.description, plays: true)
        let sender = try await stand.attach(PulseUnit.description, plays: false)
        stand.engine.connectMIDI(sender, to: instrument, format: stand.format)
        try stand.engine.start()
        let lines = stand.engine.sordinoReport.planText.split(separator: "\n")
        let first = lines.firstIndex { $0.contains("  Unit ") }
        let second = lines.firstIndex { $0.contains("UnitMIDIInstrument") }
        #expect(try #require(first) < #require(second), "\(lines)")
    }

    @Test func anInstrumentHearsWhatIsSentByHand() async throws {
        let stand = try Stand()
        let node = try await stand.attach(GateUnit.description, plays: true)
        let instrument = try #require(node as? AVAudioUnitMIDIInstrument)
        try stand.engine.start()
        #expect(try stand.render(100) == [Float](repeating: 0, count: 100))
        instrument.startNote(60, withVelocity: 100, onChannel: 3)
        #expect(try stand.render(100) == [Float](repeating: 1, count: 100))
        instrument.stopNote(60, onChannel: 3)
        #expect(try stand.render(100) == [Float](repeating: 0, count: 100))
        instrument.sendController(7, withValue: 90, onChannel: 1)
        instrument.sendPitchBend(8192, onChannel: 2)
        instrument.sendPressure(12, onChannel: 4)
        instrument.sendPressure(forKey: 60, withValue: 12, onChannel: 5)
        instrument.sendProgramChange(9, bankMSB: 1, bankLSB: 2, onChannel: 6)
        instrument.sendMIDIEvent(0xC7, data1: 3)
        instrument.sendMIDIEvent(0x98, data1: 60, data2: 1)
        var list = MIDIEventList()
        list.protocol = ._1_0
        list.numPackets = 1
        list.packet.wordCount = 1
        list.packet.words.0 = 0x2089_3C00
        instrument.send(&list)
        _ = try stand.render(100)
        let heard = try #require((node.auAudioUnit as? GateUnit)?.state.heard)
        #expect(heard == [0x93, 0x83, 0xB1, 0xE2, 0xD4, 0xA5, 0xB6, 0xB6, 0xC6, 0xC7, 0x98, 0x89])
    }
}
