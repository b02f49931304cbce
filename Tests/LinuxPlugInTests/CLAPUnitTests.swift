import AVFAudio
import AudioToolbox
import Foundation
import TestPlugIns
import Testing

/// CLAP plug-ins as audio units, shown by plug-ins that the tests compile.
@Suite(.serialized, .enabled(if: TestPlugIns.isInstalled, "needs a C compiler"))
struct CLAPUnitTests {
    @Test func anInstrumentIsFoundAndPlaysItsNotesInAnEngine() async throws {
        let found = AVAudioUnitComponentManager.shared().components { component, _ in component.name == "Test Sine" }
        let sine = try #require(found.first)
        #expect(sine.manufacturerName == "Sordino Tests" && sine.versionString == "1.2.3")
        #expect(sine.typeName == AVAudioUnitTypeMusicDevice && sine.hasMIDIInput)
        #expect(sine.allTagNames.contains("synthesizer"))

        let unit = try await AVAudioUnit.instantiate(with: sine.audioComponentDescription)
        let instrument = try #require(unit as? AVAudioUnitMIDIInstrument)
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2))
        let engine = AVAudioEngine()
        engine.attach(instrument)
        engine.connect(instrument, to: engine.mainMixerNode, format: format)
        try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: 512)
        try engine.start()
        instrument.startNote(69, withVelocity: 127, onChannel: 0)
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 512))
        #expect(try engine.renderOffline(512, to: buffer) == .success)
        let samples = try #require(buffer.floatChannelData)
        let onset = try #require((0..<512).first { samples[0][$0] != 0 })
        for frame in onset..<512 {
            let expected = Float(0.5 * sin(2 * Double.pi * 440 * Double(frame - onset + 1) / 48_000))
            #expect(abs(samples[0][frame] - expected) < 1e-5 && samples[1][frame] == samples[0][frame])
        }
        engine.stop()
    }

    @Test func notesBeginAtTheirFrameAndNotesOfThePlugInComeOut() throws {
        let played = try PlayedUnit(PlayedUnit.named("Test Sine"))
        let schedule = try #require(played.unit.scheduleMIDIEventBlock)
        schedule(200, 0, 3, [0x91, 69, 127])
        schedule(700, 0, 3, [0x81, 69, 0])
        let samples = try played.render(blocks: [512, 512])[0]
        #expect(samples[...200].allSatisfy { $0 == 0 } && samples[700...].allSatisfy { $0 == 0 })
        for frame in 201..<700 {
            let expected = Float(0.5 * sin(2 * Double.pi * 440 * Double(frame - 200) / 48_000))
            #expect(abs(samples[frame] - expected) < 1e-5)
        }
        #expect(played.sent.map(\.time) == [200, 700])
        #expect(played.sent.map(\.bytes) == [[0x91, 76, 127], [0x81, 76, 0]])
        #expect(played.unit.midiOutputNames == ["MIDI"])
    }

    @Test func universalPacketsPlayNotesToo() throws {
        let played = try PlayedUnit(PlayedUnit.named("Test Sine"))
        let schedule = try #require(played.unit.scheduleMIDIEventListBlock)
        var list = MIDIEventList()
        (list.protocol, list.numPackets) = (._2_0, 1)
        list.packet.wordCount = 2
        (list.packet.words.0, list.packet.words.1) = (0x4090_4500, 0xFFFF_0000)
        #expect(withUnsafePointer(to: list) { schedule(32, 0, $0) } == noErr)
        let samples = try played.render(256)[0]
        #expect(samples[...32].allSatisfy { $0 == 0 })
        #expect(abs(samples[60] - Float(0.5 * sin(2 * Double.pi * 440 * 28 / 48_000))) < 1e-5)
    }

    @Test func parametersHaveTextsGroupsAndTheNumbersOfThePlugIn() throws {
        let unit = try PlayedUnit.named("Test Level")
        let tree = try #require(unit.parameterTree)
        let level = try #require(tree.parameter(withAddress: 7000))
        #expect(level.displayName == "Level" && level.minValue == 0 && level.maxValue == 1 && level.value == 0.5)
        var one: AUValue = 0.1
        #expect(level.string(fromValue: &one) == "-20.0 dB" && abs(level.value(from: "-20 dB") - 0.1) < 1e-6)
        let main = try #require(tree.children.first { $0.displayName == "Main" } as? AUParameterGroup)
        #expect(main.children.map(\.displayName) == ["Output"])
        let mode = try #require(tree.parameter(withAddress: 3))
        #expect(mode.unit == .indexed && mode.valueStrings == ["Plain", "Bright", "Broken"])
    }

    @Test func valuesLatencyTailAndAFailedBlock() throws {
        let played = try PlayedUnit(PlayedUnit.named("Test Level"))
        played.input = { _, _ in 0.5 }
        #expect(played.unit.latency == 48.0 / 48_000 && played.unit.tailTime == 0.5)
        #expect(try played.render(64) == Array(repeating: Array(repeating: 0.25, count: 64), count: 2))
        played.unit.scheduleParameterBlock(100, 0, 7000, 1)
        let samples = try played.render(64)[1]
        #expect(samples[..<36].allSatisfy { $0 == 0.25 } && samples[36...].allSatisfy { $0 == 0.5 })
        try played.parameter("Mode").value = 2
        #expect(try played.render(64)[0].allSatisfy { $0 == 0 })
    }

    @Test func aStateHoldsWhatWasSetWithoutABlockInBetween() throws {
        let first = try PlayedUnit.named("Test Level")
        first.parameterTree?.parameter(withAddress: 7000)?.value = 0.75
        let state = try #require(first.fullState)
        let played = try PlayedUnit(PlayedUnit.named("Test Level"))
        played.unit.fullState = state
        played.input = { _, _ in 1 }
        #expect(try played.render(16)[0].allSatisfy { $0 == 0.75 })
        // The state of another plug-in changes nothing.
        var foreign = try #require(try PlayedUnit.named("Test Sine").fullState)
        foreign["data"] = nil
        played.unit.fullState = foreign
        #expect(try played.render(16)[0].allSatisfy { $0 == 0.75 })
    }

    @Test func renderingTouchesNoHeap() throws {
        let played = try PlayedUnit(PlayedUnit.named("Test Level"))
        #expect(played.heapCalls(512) == .none)
    }
}
