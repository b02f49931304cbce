import AVFAudio
import Foundation
import Testing

/// A program's own unit in an engine.
@Suite struct ClientUnitTests {
    init() {
        AUAudioUnit.registerSubclass(
            TremoloUnit.self, as: TremoloUnit.description, name: "Tests: Tremolo", version: 0x1_0203)
    }

    /// An engine that plays ones through a unit, offline.
    private struct Stand {
        let engine = AVAudioEngine()
        let player = AVAudioPlayerNode()
        let format: AVAudioFormat
        let output: AVAudioPCMBuffer

        init(_ unit: AVAudioUnit, channels: AVAudioChannelCount = 2, frames: AVAudioFrameCount = 4096) throws {
            format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: channels))
            let input = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 48_000))
            input.frameLength = 48_000
            for channel in 0..<Int(channels) {
                for frame in 0..<48_000 { input.floatChannelData?[channel][frame] = 1 }
            }
            output = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: frames))
            engine.attach(player)
            engine.attach(unit)
            engine.connect(player, to: unit, format: format)
            engine.connect(unit, to: engine.mainMixerNode, format: nil)
            try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: frames)
            try engine.start()
            player.scheduleBuffer(input)
            player.play()
        }

        func render(_ frames: AVAudioFrameCount) throws -> [Float] {
            #expect(try engine.renderOffline(frames, to: output) == .success)
            let data = try #require(output.floatChannelData)
            return (0..<Int(frames)).map { data[0][$0] }
        }
    }

    @Test func aRegisteredUnitIsMadeAndRendersInTheEngine() async throws {
        let node = try await AVAudioUnit.instantiate(with: TremoloUnit.description)
        #expect(node is AVAudioUnitEffect)
        #expect(node.auAudioUnit is TremoloUnit)
        #expect(node.name == "Tremolo" && node.manufacturerName == "Tests" && node.version == 0x1_0203)
        let stand = try Stand(node)
        node.auAudioUnit.parameterTree?.parameter(withAddress: 0)?.value = 100
        node.auAudioUnit.parameterTree?.parameter(withAddress: 1)?.value = 0.5
        let samples = try stand.render(2000)
        for (frame, sample) in samples.enumerated() {
            let expected = 1 - 0.5 * (0.5 - 0.5 * cos(2 * Double.pi * 100 * Double(frame) / 48_000))
            #expect(abs(Double(sample) - expected) < 1e-5, "frame \(frame)")
        }
        #expect(node.auAudioUnit.isRenderingOffline)
        #expect(node.auAudioUnit.outputBusses[0].format.sampleRate == 48_000)
        #expect(node.outputFormat(forBus: 0) == stand.format)
    }

    @Test func scheduledChangesArriveOnTheirFrame() throws {
        let node = AVAudioUnitEffect(audioComponentDescription: TremoloUnit.description)
        let stand = try Stand(node)
        // Half a turn: the gain is 1 - depth, at any time.
        let unit = node.auAudioUnit
        unit.parameterTree?.parameter(withAddress: 0)?.value = 24_000
        unit.parameterTree?.parameter(withAddress: 1)?.value = 0
        let schedule = unit.scheduleParameterBlock
        schedule(AUEventSampleTimeImmediate + 100, 0, 0, 0)
        schedule(1000, 0, 1, 0.25)
        schedule(301, 0, 1, 0.5)
        // At frame 100 the rate is 0; the phase has come to 0 after an even number of half turns.
        schedule(99, 0, 0, 0)
        let samples = try stand.render(1200)
        // Frames 0 to 98: 99 half turns, so the phase stands at one half.
        #expect(samples[300] == 1 && samples[301] == 0.5)
        #expect(samples[999] == 0.5 && samples[1000] == 0.75)
    }

    @Test func aRampLandsOnItsFrame() throws {
        let node = AVAudioUnitEffect(audioComponentDescription: TremoloUnit.description)
        let stand = try Stand(node)
        let unit = node.auAudioUnit
        unit.parameterTree?.parameter(withAddress: 0)?.value = 24_000
        let schedule = unit.scheduleParameterBlock
        schedule(1, 0, 0, 0)
        schedule(600, 128, 1, 1)
        let samples = try stand.render(1000)
        #expect(samples[600] == 1)
        for frame in 600..<728 { #expect(samples[frame] == 1 - Float(frame - 600) / 128) }
        #expect(samples[728] == 0)
    }

    @Test func bypassIsTheUnitsToHeed() throws {
        let node = AVAudioUnitEffect(audioComponentDescription: TremoloUnit.description)
        let stand = try Stand(node)
        node.auAudioUnit.parameterTree?.parameter(withAddress: 0)?.value = 50
        node.auAudioUnit.parameterTree?.parameter(withAddress: 1)?.value = 1
        node.bypass = true
        #expect(node.bypass)
        #expect(try stand.render(500).allSatisfy { $0 == 1 })
    }

    @Test func aUnitGetsReadyAgainForOtherFormats() throws {
        let node = AVAudioUnitEffect(audioComponentDescription: TremoloUnit.description)
        _ = try Stand(node).render(100)
        #expect(node.auAudioUnit.inputBusses[0].format.channelCount == 2)
        node.engine?.detach(node)
        let stand = try Stand(node, channels: 1)
        #expect(try stand.render(100) == [Float](repeating: 1, count: 100))
        #expect(node.auAudioUnit.inputBusses[0].format.channelCount == 1)
    }

    @Test func unknownCodesAreReported() async {
        var description = TremoloUnit.description
        description.componentSubType = 1
        await #expect { _ = try await AVAudioUnit.instantiate(with: description) } throws: { error in
            (error as NSError).domain == NSOSStatusErrorDomain && (error as NSError).code == -3000
        }
    }

    @Test func theManagerFindsUnits() {
        let manager = AVAudioUnitComponentManager.shared()
        let found = manager.components(matching: TremoloUnit.description)
        #expect(found.map(\.name) == ["Tremolo"])
        #expect(found.first?.typeName == AVAudioUnitTypeEffect)
        #expect(found.first?.versionString == "1.2.3")
        #expect(manager.components { component, _ in component.name == "AUDelay" }.count == 1)
        #expect(manager.tagNames.contains("Effect"))
    }

    @Test func presetsOfUsersAndFullStateRoundTrip() throws {
        let unit = AVAudioUnitEffect(audioComponentDescription: TremoloUnit.description).auAudioUnit
        let rate = try #require(unit.parameterTree?.parameter(withAddress: 0))
        let depth = try #require(unit.parameterTree?.parameter(withAddress: 1))
        unit.currentPreset = unit.factoryPresets?[0]
        #expect(rate.value == 3 && unit.currentPreset?.name == "Slow")
        depth.value = 0.125
        let state = try #require(unit.fullState)
        #expect((state["subtype"] as? NSNumber)?.uint32Value == TremoloUnit.description.componentSubType)
        (rate.value, depth.value) = (1, 1)
        unit.fullState = state
        #expect(rate.value == 3 && depth.value == 0.125)
        #expect(unit.currentPreset?.name == "Slow")
    }
}
