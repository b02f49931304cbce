import AVFAudio
import Foundation
import Testing

/// The units of the house as nodes.
@Suite struct AVAudioUnitTests {
    /// The input is a function of the frame; the first channel of the output is returned.
    static func render(
        _ unit: AVAudioUnit, frames: Int, sampleRate: Double = 48_000, block: Int = 512,
        _ input: @escaping (Int) -> Float
    ) throws -> [Float] {
        let engine = AVAudioEngine()
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: sampleRate, channels: 2))
        nonisolated(unsafe) var next = 0
        let source = AVAudioSourceNode(format: format) { _, _, count, list in
            for buffer in UnsafeMutableAudioBufferListPointer(list) {
                let samples = buffer.mData?.assumingMemoryBound(to: Float.self)
                for frame in 0..<Int(count) { samples?[frame] = input(next + frame) }
            }
            next += Int(count)
            return noErr
        }
        engine.attach(source)
        engine.attach(unit)
        engine.connect(source, to: unit, format: format)
        engine.connect(unit, to: engine.mainMixerNode, format: format)
        try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: AVAudioFrameCount(block))
        try engine.start()
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(block)))
        var output: [Float] = []
        while output.count < frames {
            let count = min(block, frames - output.count)
            #expect(try engine.renderOffline(AVAudioFrameCount(count), to: buffer) == .success)
            let data = try #require(buffer.floatChannelData)
            output += (0..<count).map { data[0][$0] }
        }
        engine.stop()
        return output
    }

    @Test func theDelaysDefaultsAreTheHeaders() {
        let delay = AVAudioUnitDelay()
        #expect(delay.delayTime == 1 && delay.feedback == 50 && delay.lowPassCutoff == 15_000 && delay.wetDryMix == 100)
        #expect(!delay.bypass)
    }

    /// A step at frame n comes at n / rate, and the latency later.
    @Test(arguments: [0.5, 0.75, 1, 1.5, 2, 4] as [Float], [true, false])
    func theLatencyOfAChangedSpeedIsThatOfItsOutput(_ rate: Float, isVarispeed: Bool) throws {
        let unit: AVAudioUnit
        if isVarispeed {
            let vari = AVAudioUnitVarispeed()
            vari.rate = rate
            unit = vari
        } else {
            let pitch = AVAudioUnitTimePitch()
            pitch.rate = rate
            unit = pitch
        }
        let step = 12_000
        let heard = try Self.render(unit, frames: 72_000) { frame in
            frame < step ? 0 : 0.5 * Float(sin(2 * Double.pi * 1000 * Double(frame - step) / 48_000))
        }
        let onset = try #require(heard.firstIndex { abs($0) > 0.1 })
        let late = Double(onset) / 48_000 - Double(step) / 48_000 / Double(rate)
        // Without its engine the node knows no rate; the unit does.
        let said = unit.auAudioUnit.latency
        // A time-pitch places an onset within three milliseconds.
        #expect(abs(late - said) < (isVarispeed ? 0.0003 : 0.003), "\(late) s, said \(said) s")
    }

    /// In an engine: a rate that is set before the connection, and one that changes while it renders.
    @Test func aSpatialMixersInputIsPlayedAtItsRateInAnEngine() async throws {
        let unit = try await AVAudioUnit.instantiate(
            with: AudioComponentDescription(
                componentType: kAudioUnitType_Mixer, componentSubType: kAudioUnitSubType_SpatialMixer,
                componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0))
        let offline = try OfflineEngine()
        nonisolated(unsafe) var next = 0
        let mono = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1))
        let source = AVAudioSourceNode(format: mono) { _, _, count, list in
            let samples = UnsafeMutableAudioBufferListPointer(list)[0].mData?.assumingMemoryBound(to: Float.self)
            for frame in 0..<Int(count) { samples?[frame] = Float(frame + next) / 1_000_000 }
            next += Int(count)
            return noErr
        }
        func set(_ rate: Float) {
            let status = AudioUnitSetParameter(
                unit.audioUnit, kSpatialMixerParam_PlaybackRate, kAudioUnitScope_Input, 0, rate, 0)
            #expect(status == noErr)
        }
        set(2)
        offline.engine.attach(source)
        offline.engine.attach(unit)
        offline.engine.connect(source, to: unit, format: mono)
        offline.engine.connect(unit, to: offline.engine.mainMixerNode, format: offline.format)
        try offline.engine.start()
        // The input's frames that a block of the output took.
        func taken() throws -> Int {
            _ = try offline.render(4_096)
            let before = next
            _ = try offline.render(40_960)
            return next - before
        }
        #expect(abs(try taken() - 81_920) < 256)
        set(0.5)
        #expect(abs(try taken() - 20_480) < 256)
        set(1)
        #expect(abs(try taken() - 40_960) < 256)
        offline.engine.stop()
    }

    @Test func theDistortionsDefaultsAreTheHeaders() {
        let distortion = AVAudioUnitDistortion()
        #expect(distortion.preGain == -6 && distortion.wetDryMix == 50)
        #expect(distortion.auAudioUnit.currentPreset?.number == AVAudioUnitDistortionPreset.drumsBitBrush.rawValue)
    }

    @Test func theReverbIsAMediumHallAtFirst() {
        let reverb = AVAudioUnitReverb()
        #expect(reverb.auAudioUnit.currentPreset?.number == AVAudioUnitReverbPreset.mediumHall.rawValue)
        reverb.wetDryMix = 35
        reverb.loadFactoryPreset(.cathedral)
        #expect(reverb.wetDryMix == 35)
        #expect(reverb.auAudioUnit.currentPreset?.number == 8)
    }

    @Test func valuesStayWithinTheirRanges() {
        let delay = AVAudioUnitDelay()
        delay.delayTime = 5
        delay.feedback = -300
        #expect(delay.delayTime == 2 && delay.feedback == -100)
    }

    @Test func aDelayRepeatsAtItsTime() throws {
        let delay = AVAudioUnitDelay()
        delay.delayTime = 0.01
        delay.feedback = 0
        let output = try Self.render(delay, frames: 2000) { $0 == 0 ? 1 : 0 }
        let peak = try #require(output.indices.max { abs(output[$0]) < abs(output[$1]) })
        #expect(abs(peak - 480) <= 1, "the repeat is at frame \(peak)")
    }

    @Test func aBypassedUnitIsTheIdentity() throws {
        let delay = AVAudioUnitDelay()
        delay.bypass = true
        let output = try Self.render(delay, frames: 3000) { sinf(Float($0) * 0.05) }
        for frame in 1000..<3000 { #expect(output[frame] == sinf(Float(frame) * 0.05)) }
    }

    @Test func nodeAndUnitHaveOneSetOfParameters() throws {
        let delay = AVAudioUnitDelay()
        let time = try #require(delay.auAudioUnit.parameterTree?.parameter(withAddress: UInt64(kDelayParam_DelayTime)))
        time.value = 0.25
        #expect(delay.delayTime == 0.25)
        var value: AudioUnitParameterValue = 0
        #expect(
            AudioUnitGetParameter(delay.audioUnit, kDelayParam_DelayTime, kAudioUnitScope_Global, 0, &value) == noErr)
        #expect(value == 0.25)
        #expect(AudioUnitSetParameter(delay.audioUnit, kDelayParam_Feedback, kAudioUnitScope_Global, 0, 10, 0) == noErr)
        #expect(delay.feedback == 10)
        #expect(
            AudioUnitGetParameter(delay.audioUnit, 99, kAudioUnitScope_Global, 0, &value)
                == kAudioUnitErr_InvalidParameter)
    }

    @Test func aPresetFileSetsTheUnit() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).aupreset")
        defer { try? FileManager.default.removeItem(at: file) }
        // As the older units write it: scope, element, number of values, then numbers and values, big-endian.
        var data = Data()
        for word in [
            0, 0, 2, kDelayParam_DelayTime, (0.5 as Float).bitPattern, kDelayParam_Feedback, (25 as Float).bitPattern,
        ] {
            withUnsafeBytes(of: UInt32(word).bigEndian) { data.append(contentsOf: $0) }
        }
        var state: [String: Any] = [
            "type": 0x6175_6678, "subtype": 0x6465_6C79, "manufacturer": 0x6170_706C, "version": 0, "name": "Short",
            "data": data,
        ]
        try PropertyListSerialization.data(fromPropertyList: state, format: .xml, options: 0).write(to: file)
        let delay = AVAudioUnitDelay()
        try delay.loadPreset(at: file)
        #expect(delay.delayTime == 0.5 && delay.feedback == 25 && delay.lowPassCutoff == 15_000)
        #expect(delay.auAudioUnit.currentPreset?.name == "Short")
        state["subtype"] = 1
        try PropertyListSerialization.data(fromPropertyList: state, format: .binary, options: 0).write(to: file)
        #expect(throws: NSError.self) { try delay.loadPreset(at: file) }
    }

    @Test func theSourceOfAUnitsFormatIsItsInput() throws {
        let engine = AVAudioEngine()
        let (player, delay) = (AVAudioPlayerNode(), AVAudioUnitDelay())
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 22_050, channels: 1))
        engine.attach(player)
        engine.attach(delay)
        engine.connect(player, to: delay, format: format)
        engine.connect(delay, to: engine.mainMixerNode, format: nil)
        #expect(delay.outputFormat(forBus: 0) == format)
        #expect(delay.numberOfInputs == 1 && delay.numberOfOutputs == 1)
    }
}

/// The units that change time.
@Suite struct AVAudioUnitTimeEffectTests {
    @Test func theirDefaultsAreTheHeaders() {
        let pitch = AVAudioUnitTimePitch()
        #expect(pitch.rate == 1 && pitch.pitch == 0 && pitch.overlap == 8 && !pitch.bypass)
        #expect(AVAudioUnitVarispeed().rate == 1)
    }

    @Test func theirRangesAreTheHeaders() {
        let pitch = AVAudioUnitTimePitch()
        (pitch.rate, pitch.pitch, pitch.overlap) = (100, -5000, 1)
        #expect(pitch.rate == 32 && pitch.pitch == -2400 && pitch.overlap == 3)
        let varispeed = AVAudioUnitVarispeed()
        varispeed.rate = 0.1
        #expect(varispeed.rate == 0.25)
    }

    @Test func varispeedDoublesTheFrequency() throws {
        let varispeed = AVAudioUnitVarispeed()
        varispeed.rate = 2
        let output = try AVAudioUnitTests.render(varispeed, frames: 24_000) {
            sinf(2 * .pi * 500 * Float($0 % 96) / 48_000)
        }
        var crossings = 0
        for frame in 4801..<24_000 where output[frame - 1] < 0 && output[frame] >= 0 { crossings += 1 }
        #expect(abs(crossings - 400) <= 1, "\(crossings) periods of 1000 Hz in 0.4 s")
    }
}
