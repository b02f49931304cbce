import AVFAudio
import AllocationProbe
import AudioToolbox
import Foundation
import Patience
import TestPlugIns
import Testing

private let canRun = TestPlugIns.isInstalled && TestPlugIns.hasLilv

/// LV2 plug-ins as audio units, shown by plug-ins that the tests compile.
@Suite(.serialized, .enabled(if: canRun, "needs liblilv-0-0 and a C compiler"))
struct LV2UnitTests {
    @Test func anInstalledEffectIsFoundAndHeardInAnEngine() async throws {
        let effects = AudioComponentDescription(
            componentType: kAudioUnitType_Effect, componentSubType: 0, componentManufacturer: 0, componentFlags: 0,
            componentFlagsMask: 0)
        let found = AVAudioUnitComponentManager.shared().components(matching: effects)
        let gain = try #require(found.first { $0.name == "Test Gain" })
        #expect(gain.manufacturerName == "Sordino Tests")
        #expect(gain.versionString == "0.2.4")
        #expect(gain.typeName == AVAudioUnitTypeEffect)
        #expect(!gain.hasMIDIInput && !gain.hasMIDIOutput)
        #expect(gain.allTagNames.contains("Plugin"))

        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1))
        let engine = AVAudioEngine()
        let source = AVAudioSourceNode(format: format) { _, _, frameCount, list in
            for buffer in UnsafeMutableAudioBufferListPointer(list) {
                buffer.mData?.assumingMemoryBound(to: Float.self).update(repeating: 0.25, count: Int(frameCount))
            }
            return noErr
        }
        let effect = AVAudioUnitEffect(audioComponentDescription: gain.audioComponentDescription)
        engine.attach(source)
        engine.attach(effect)
        engine.connect(source, to: effect, format: format)
        engine.connect(effect, to: engine.mainMixerNode, format: format)
        try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: 256)
        effect.auAudioUnit.parameterTree?.allParameters.first { $0.identifier == "gain" }?.value = 2
        try engine.start()
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 256))
        #expect(try engine.renderOffline(256, to: buffer) == .success)
        let samples = try #require(buffer.floatChannelData)[0]
        #expect((0..<256).allSatisfy { samples[$0] == 0.5 })
        engine.stop()
    }

    @Test func theCFunctionsFindAPlugInAndItsCodesStay() throws {
        let gain = try PlayedUnit.named("Test Gain")
        // The codes are those of the page: FNV-1a of the URI, and of the URI up to its last colon.
        #expect(gain.componentDescription.codes == Self.codes("urn:sordino-test:gain", "urn:sordino-test"))
        var description = gain.componentDescription
        let component = try #require(AudioComponentFindNext(nil, &description))
        var name: Unmanaged<CFString>?
        #expect(AudioComponentCopyName(component, &name) == noErr)
        #expect(name.map { String($0.takeRetainedValue()) } == "Sordino Tests: Test Gain")
        #expect(AudioComponentFindNext(component, &description) == nil)
    }

    private static func codes(_ uri: String, _ maker: String) -> String {
        func letters(_ count: Int, _ text: String) -> String {
            var hash: UInt64 = 14_695_981_039_346_656_037
            for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 1_099_511_628_211 }
            hash ^= hash >> 32
            let alphabet = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
            var text = ""
            for _ in 0..<count {
                text.append(alphabet[Int(hash % 62)])
                hash /= 62
            }
            return text
        }
        return "aufx \(letters(4, uri)) L\(letters(3, maker))"
    }

    @Test func parametersHaveRangesUnitsGroupsAndNamesOfValues() throws {
        let played = try PlayedUnit(PlayedUnit.named("Test Gain"))
        let gain = try played.parameter("Gain")
        #expect(gain.minValue == 0.125 && gain.maxValue == 8 && gain.value == 1)
        #expect(gain.unit == .linearGain && gain.flags.contains([.flag_DisplayLogarithmic, .flag_CanRamp]))
        #expect(played.unit.parameterTree?.children.contains { $0.displayName == "Levels" } == true)
        let mode = try played.parameter("Mode")
        #expect(mode.unit == .indexed && mode.valueStrings == ["Nothing", "Half", "Whole"])
        var one: AUValue = 1
        #expect(mode.string(fromValue: &one) == "Half" && mode.value(from: "Whole") == 2)
        #expect(try played.parameter("Inverted").unit == .boolean)
        let peak = try played.parameter("Peak")
        #expect(peak.flags.contains(.flag_MeterReadOnly) && !peak.flags.contains(.flag_IsWritable))
        #expect(played.unit.parameterTree?.allParameters.contains { $0.displayName == "Latency" } == false)
        played.input = { _, frame in frame == 5 ? -0.75 : 0.25 }
        _ = try played.render(64)
        #expect(peak.value == 0.75)
        #expect(played.unit.latency == 7.0 / 48_000)
        #expect(played.unit.channelCapabilities == [1, 1])
    }

    @Test func aScheduledValueBeginsAtItsFrameAndARampEndsAtIts() throws {
        let played = try PlayedUnit(PlayedUnit.named("Test Gain"))
        played.input = { _, _ in 1 }
        let address = try played.parameter("Gain").address
        played.unit.scheduleParameterBlock(100, 0, address, 4)
        played.unit.scheduleParameterBlock(640, 320, address, 2)
        let samples = try played.render(blocks: [512, 512])[0]
        #expect(samples[..<100].allSatisfy { $0 == 1 } && samples[100..<640].allSatisfy { $0 == 4 })
        // Steps of 32 frames, each at the value of its end.
        for frame in 640..<960 {
            let end = Float((frame - 640) / 32 + 1) * 32
            #expect(abs(samples[frame] - (4 - 2 * end / 320)) < 1e-5)
        }
        #expect(samples[960...].allSatisfy { $0 == 2 })
    }

    @Test func anySplitIntoBlocksGivesTheSameSamples() throws {
        let signal: @Sendable (Int, Int) -> Float = { _, frame in sinf(Float(frame) * 0.1) }
        var results: [[Float]] = []
        for blocks in [[6_000], [1, 4_095, 904, 1_000], Array(repeating: 100, count: 60)] {
            let played = try PlayedUnit(PlayedUnit.named("Test Gain"))
            played.input = signal
            played.unit.scheduleParameterBlock(4_500, 0, try played.parameter("Gain").address, 0.5)
            results.append(try played.render(blocks: blocks)[0])
        }
        #expect(results[0] == results[1] && results[1] == results[2])
        #expect(results[0][4_600] == 0.5 * signal(0, 4_600) && results[0][4_400] == signal(0, 4_400))
    }

    @Test func aFactoryPresetSetsItsPorts() throws {
        let played = try PlayedUnit(PlayedUnit.named("Test Gain"))
        played.input = { _, _ in 1 }
        let presets = try #require(played.unit.factoryPresets)
        #expect(presets.map(\.name) == ["Quiet"])
        played.unit.currentPreset = presets[0]
        #expect(try played.render(64)[0].allSatisfy { $0 == 0.25 })
        #expect(try played.parameter("Mode").value == 1)
    }

    @Test func aStateHasTheParametersAndWhatThePlugInKeeps() throws {
        let first = try PlayedUnit(PlayedUnit.named("Test Worker"))
        first.unit.isRenderingOffline = true
        try first.parameter("Request").value = 0.25
        #expect(try first.render(blocks: [64, 64])[0].last == 0.5)
        let state = try #require(first.unit.fullState)
        let kept = try PropertyListSerialization.data(fromPropertyList: state, format: .binary, options: 0)
        let read = try PropertyListSerialization.propertyList(from: kept, options: [], format: nil)

        let second = try PlayedUnit.named("Test Worker")
        second.fullState = try #require(read as? [String: Any])
        #expect(second.parameterTree?.allParameters.first?.value == 0.25)
        // An instance for another rate takes the state over.
        let played = try PlayedUnit(second, sampleRate: 96_000)
        #expect(try played.render(1)[0][0] == 0.5)
    }

    @Test func aDamagedStateIsRefused() throws {
        let unit = try PlayedUnit.named("Test Worker")
        var state = try #require(unit.fullState)
        let key = try #require(state.keys.first { (state[$0] as? Data).map { $0.count > 40 } ?? false && $0 != "data" })
        let whole = try #require(state[key] as? Data)
        for count in 0..<whole.count {
            state[key] = whole.prefix(count)
            unit.fullState = state
        }
        for index in whole.indices {
            var damaged = whole
            damaged[index] ^= 0xFF
            state[key] = damaged
            unit.fullState = state
        }
        #expect(try PlayedUnit(unit).render(8)[0].count == 8)
    }

    @Test func workIsDoneByAThreadInRealTime() throws {
        let played = try PlayedUnit(PlayedUnit.named("Test Worker"))
        try played.parameter("Request").value = 0.5
        #expect(try Patience.until { try played.render(64)[0].last == 1 })
    }

    @Test func aSideChainIsTheSecondInput() throws {
        let played = try PlayedUnit(PlayedUnit.named("Test Side"))
        #expect(played.unit.inputBusses.count == 2 && played.unit.inputBusses[1].name == "Side chain")
        played.input = { bus, _ in bus == 0 ? 0.5 : 0.25 }
        #expect(try played.render(32)[0].allSatisfy { $0 == 0.125 })
    }

    @Test func bypassIsThePlugInsOwnOrPassesTheInput() throws {
        // One has a port for it, which is no parameter; the other has none.
        let side = try PlayedUnit(PlayedUnit.named("Test Side"))
        side.input = { bus, _ in bus == 0 ? 0.5 : 0.25 }
        #expect(side.unit.parameterTree == nil && !side.unit.shouldBypassEffect)
        side.unit.shouldBypassEffect = true
        #expect(try side.render(32)[0].allSatisfy { $0 == 0.5 } && side.unit.shouldBypassEffect)
        let gain = try PlayedUnit(PlayedUnit.named("Test Gain"))
        gain.input = { _, _ in 0.5 }
        try gain.parameter("Gain").value = 4
        gain.unit.shouldBypassEffect = true
        #expect(try gain.render(32)[0].allSatisfy { $0 == 0.5 })
        gain.unit.shouldBypassEffect = false
        #expect(try gain.render(32)[0].allSatisfy { $0 == 2 })
    }

    @Test func aBlockWithNaNOrInfinityIsSilentAndCounted() throws {
        let played = try PlayedUnit(PlayedUnit.named("Test Fault"))
        played.input = { _, _ in 0.5 }
        for (fault, count) in [(0, 0), (1, 1), (2, 2), (0, 2)] as [(Float, Int)] {
            try played.parameter("Fault").value = fault
            #expect(try played.render(64)[0].allSatisfy { $0 == (fault == 0 ? 0.5 : 0) })
            #expect(played.unit.mutedBlockCount == count)
        }
    }

    @Test func midiGoesInAndComesOutAtItsFrame() throws {
        let played = try PlayedUnit(PlayedUnit.named("Test Octave"))
        #expect(played.unit.componentDescription.componentType == kAudioUnitType_MIDIProcessor)
        #expect(played.unit.midiOutputNames == ["MIDI"])
        let schedule = try #require(played.unit.scheduleMIDIEventBlock)
        schedule(10, 0, 3, [0x90, 60, 100])
        schedule(130, 0, 3, [0x80, 60, 0])
        schedule(131, 0, 6, [0xF0, 0x7D, 1, 2, 3, 0xF7])
        _ = try played.render(blocks: [128, 128])
        #expect(played.sent.map(\.time) == [10, 130, 131])
        #expect(played.sent.map(\.bytes) == [[0x90, 72, 100], [0x80, 72, 0], [0xF0, 0x7D, 1, 2, 3, 0xF7]])
    }

    @Test(arguments: [
        ("Test Needy", "urn:sordino-test:moon"), ("Test Nothing", "does not begin"), ("Test Hollow", "lacks one"),
        ("Test Absent", "no such plug-in"),
    ]) func aPlugInThatCannotRunIsRefusedWithAReason(_ name: String, _ reason: String) throws {
        let error = #expect(throws: NSError.self) { try PlayedUnit.named(name) }
        #expect(error?.localizedDescription.contains(reason) == true, "\(error?.localizedDescription ?? "")")
    }

    @Test func aFormatWithOtherChannelsIsRefused() throws {
        let unit = try PlayedUnit.named("Test Gain")
        let stereo = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2))
        #expect(throws: NSError.self) { try unit.inputBusses[0].setFormat(stereo) }
    }

    @Test func renderingTouchesNoHeap() throws {
        let played = try PlayedUnit(PlayedUnit.named("Test Gain"))
        #expect(played.heapCalls(512) == .none)
    }
}
