import AudioToolbox
import Foundation
import Testing

/// How units in C convert rates, and how the times of their inputs belong to their outputs.
@Suite struct UnitTimesTests {
    // MARK: Conversion

    /// The residue of a converter beside a tone, in decibels of it, and the quality that it states.
    private func rest(_ complexity: UInt32?) throws -> (decibels: Double, said: UInt32?) {
        let (from, to, hertz) = (48_000.0, 44_100.0, 15_000.0)
        let converter = try UnitHandle(kAudioUnitType_FormatConverter, kAudioUnitSubType_AUConverter)
        #expect(converter.setFormat(1, rate: from, kAudioUnitScope_Input) == noErr)
        #expect(converter.setFormat(1, rate: to, kAudioUnitScope_Output) == noErr)
        if let complexity {
            #expect(
                converter.set(kAudioUnitProperty_SampleRateConverterComplexity, kAudioUnitScope_Global, 0, complexity)
                    == noErr)
        }
        #expect(converter.feed(0) { time, _, _ in Float(sin(2 * .pi * hertz * Double(time) / from)) } == noErr)
        #expect(AudioUnitInitialize(converter.unit) == noErr)
        var heard: [Float] = []
        for _ in 0..<40 { heard += try #require(converter.render(512, channels: 1)[0])[0] }
        // A whole number of turns of 15 kHz: 147 frames hold 50.
        let part = heard.suffix(147 * 60)
        let first = heard.count - part.count
        var (a, b, power) = (0.0, 0.0, 0.0)
        for (index, sample) in part.enumerated() {
            let angle = 2 * .pi * hertz * Double(first + index) / to
            a += 2 * Double(sample) * sin(angle) / Double(part.count)
            b += 2 * Double(sample) * cos(angle) / Double(part.count)
        }
        for (index, sample) in part.enumerated() {
            let angle = 2 * .pi * hertz * Double(first + index) / to
            let left = Double(sample) - a * sin(angle) - b * cos(angle)
            power += left * left / Double(part.count)
        }
        let said = converter.get(kAudioUnitProperty_SampleRateConverterComplexity, kAudioUnitScope_Global, 0, UInt32(0))
        return (10 * log10(power / ((a * a + b * b) / 2)), said)
    }

    @Test func aConverterWorksAsWellAsItIsTold() throws {
        let normal = try rest(nil)
        #expect(normal.said == kAudioUnitSampleRateConverterComplexity_Normal)
        let linear = try rest(kAudioUnitSampleRateConverterComplexity_Linear)
        let mastering = try rest(kAudioUnitSampleRateConverterComplexity_Mastering)
        #expect(linear.said == kAudioUnitSampleRateConverterComplexity_Linear)
        #expect(mastering.said == kAudioUnitSampleRateConverterComplexity_Mastering)
        // A straight line lets images of 15 kHz through; float32 input alone has -140 dB.
        #expect(linear.decibels > -30, "\(linear.decibels)")
        #expect(normal.decibels < -70, "\(normal.decibels)")
        #expect(mastering.decibels < -115, "\(mastering.decibels)")
    }

    @Test func onlyConvertersThatRestTakeAQualityThatExists() throws {
        let converter = try UnitHandle(kAudioUnitType_FormatConverter, kAudioUnitSubType_AUConverter)
        func set(_ unit: UnitHandle, _ value: UInt32) -> OSStatus {
            unit.set(kAudioUnitProperty_SampleRateConverterComplexity, kAudioUnitScope_Global, 0, value)
        }
        #expect(set(converter, 1) == kAudioUnitErr_InvalidPropertyValue)
        #expect(AudioUnitInitialize(converter.unit) == noErr)
        #expect(set(converter, kAudioUnitSampleRateConverterComplexity_Linear) == kAudioUnitErr_Initialized)
        let filter = try UnitHandle(kAudioUnitType_Effect, kAudioUnitSubType_LowPassFilter)
        #expect(set(filter, kAudioUnitSampleRateConverterComplexity_Linear) == kAudioUnitErr_InvalidProperty)
    }

    // MARK: Input of output

    private final class Places {
        var rows: [(time: Double, first: Double, count: Double)] = []
    }

    /// Renders clicks at known samples of the input, and returns what the unit said of each block and what was heard.
    private func clicks(
        _ subtype: OSType, rates: [(block: Int, rate: Float)], parameter: AudioUnitParameterID
    ) throws -> (places: Places, heard: [Float]) {
        let unit = try UnitHandle(kAudioUnitType_FormatConverter, subtype)
        #expect(unit.setFormat(1, kAudioUnitScope_Input) == noErr && unit.setFormat(1, kAudioUnitScope_Output) == noErr)
        #expect(unit.feed(0) { time, _, _ in time % 8_000 == 5_000 ? 1 : 0 } == noErr)
        let places = Places()
        let callback = AUInputSamplesInOutputCallbackStruct(
            inputToOutputCallback: { context, time, first, count in
                Unmanaged<Places>.fromOpaque(context).takeUnretainedValue().rows
                    .append((time.pointee.mSampleTime, first, count))
            }, userData: Unmanaged.passUnretained(places).toOpaque())
        #expect(unit.set(kAudioUnitProperty_InputSamplesInOutput, kAudioUnitScope_Global, 0, callback) == noErr)
        #expect(AudioUnitInitialize(unit.unit) == noErr)
        var heard: [Float] = []
        for block in 0..<160 {
            if let rate = rates.first(where: { $0.block == block })?.rate {
                #expect(AudioUnitSetParameter(unit.unit, parameter, kAudioUnitScope_Global, 0, rate, 0) == noErr)
            }
            heard += try #require(unit.render(512, channels: 1)[0])[0]
        }
        return (places, heard)
    }

    /// Where the click of an input sample is heard by what the unit said; nil before and after.
    private func output(of input: Double, _ places: Places) -> Double? {
        for row in places.rows where row.count > 0 && input >= row.first && input < row.first + row.count {
            return row.time + 512 * (input - row.first) / row.count
        }
        return nil
    }

    @Test func aVarispeedSaysWhichInputABlockIsMadeOf() throws {
        let rates: [(block: Int, rate: Float)] = [(0, 1), (40, 1.5), (80, 0.75), (120, 2)]
        let (places, heard) = try clicks(
            kAudioUnitSubType_Varispeed, rates: rates, parameter: kVarispeedParam_PlaybackRate)
        #expect(places.rows.count == 160 && places.rows.map(\.time) == (0..<160).map { Double($0 * 512) })
        // Blocks follow each other without a gap.
        for (row, next) in zip(places.rows, places.rows.dropFirst()) {
            #expect(abs(row.first + row.count - next.first) < 1e-6)
        }
        var found = 0
        for click in stride(from: 5_000.0, to: 90_000, by: 8_000) {
            guard let place = output(of: click, places) else { continue }
            found += 1
            let near = heard.indices.filter { abs(Double($0) - place) < 64 }
            let loudest = try #require(near.max { heard[$0] < heard[$1] })
            #expect(heard[loudest] > 0.2 && abs(Double(loudest) - place) <= 2, "\(click): \(loudest) beside \(place)")
        }
        #expect(found >= 9)
    }

    @Test func aTimePitchSaysWhichInputABlockIsMadeOf() throws {
        let rates: [(block: Int, rate: Float)] = [(0, 1), (40, 1.5), (80, 0.75)]
        let (places, heard) = try clicks(
            kAudioUnitSubType_NewTimePitch, rates: rates, parameter: kNewTimePitchParam_Rate)
        for (row, next) in zip(places.rows, places.rows.dropFirst()) {
            #expect(abs(row.first + row.count - next.first) < 1e-6)
        }
        var found = 0
        for click in stride(from: 5_000.0, to: 70_000, by: 8_000) {
            guard let place = output(of: click, places) else { continue }
            found += 1
            let near = heard.indices.filter { abs(Double($0) - place) < 2_000 }
            let loudest = try #require(near.max { heard[$0] < heard[$1] })
            // A stretcher may put a click where a window of it lies: within 5 ms.
            #expect(abs(Double(loudest) - place) <= 240, "\(click): \(loudest) beside \(place)")
        }
        #expect(found >= 7)
    }

    @Test func onlyUnitsThatChangeTimeSaySo() throws {
        let filter = try UnitHandle(kAudioUnitType_Effect, kAudioUnitSubType_LowPassFilter)
        let callback = AUInputSamplesInOutputCallbackStruct(inputToOutputCallback: { _, _, _, _ in }, userData: nil)
        #expect(
            filter.set(kAudioUnitProperty_InputSamplesInOutput, kAudioUnitScope_Global, 0, callback)
                == kAudioUnitErr_InvalidProperty)
    }

    // MARK: Inputs that move

    private func anchor(_ mixer: UnitHandle, _ bus: UInt32) -> AudioTimeStamp? {
        mixer.get(kAudioUnitProperty_InputAnchorTimeStamp, kAudioUnitScope_Input, bus, AudioTimeStamp())
    }

    @Test func anInputThatMovesToAnotherMixerKeepsItsTimes() throws {
        let mixers = try (0..<2).map { _ in
            let mixer = try UnitHandle(kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer)
            for bus in 0..<2 { #expect(mixer.setFormat(1, kAudioUnitScope_Input, UInt32(bus)) == noErr) }
            #expect(mixer.setFormat(1, kAudioUnitScope_Output) == noErr)
            #expect(AudioUnitInitialize(mixer.unit) == noErr)
            return mixer
        }
        #expect(anchor(mixers[0], 0)?.mFlags.contains(.sampleTimeValid) == false)
        #expect(mixers[0].feed(0) { time, _, _ in Float(time) / 65_536 } == noErr)
        var heard: [Float] = []
        for _ in 0..<3 { heard += try #require(mixers[0].render(512, channels: 1)[0])[0] }
        // Disconnected, and its place taken along; the other mixer has already rendered something.
        let nobody = AURenderCallbackStruct(inputProc: nil, inputProcRefCon: nil)
        #expect(mixers[0].set(kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, 0, nobody) == noErr)
        let place = try #require(anchor(mixers[0], 0))
        #expect(place.mSampleTime == 1_536 && place.mFlags.contains(.sampleTimeValid))
        for _ in 0..<5 { _ = mixers[1].render(512, channels: 1) }
        #expect(mixers[1].set(kAudioUnitProperty_InputAnchorTimeStamp, kAudioUnitScope_Input, 1, place) == noErr)
        #expect(mixers[1].feed(1) { time, _, _ in Float(time) / 65_536 } == noErr)
        #expect(anchor(mixers[1], 1)?.mSampleTime == 1_536)
        for _ in 0..<3 { heard += try #require(mixers[1].render(512, channels: 1)[0])[0] }
        let wrong = heard.indices.filter { heard[$0] != Float($0) / 65_536 }
        #expect(heard.count == 3_072 && wrong.isEmpty, "\(wrong.count) from \(wrong.first ?? -1) on")
        #expect(anchor(mixers[1], 1)?.mSampleTime == 3_072)
        // Only inputs, only a time that is valid, only mixers.
        func set(_ unit: UnitHandle, _ scope: AudioUnitScope, _ bus: UInt32, _ stamp: AudioTimeStamp) -> OSStatus {
            unit.set(kAudioUnitProperty_InputAnchorTimeStamp, scope, bus, stamp)
        }
        #expect(set(mixers[0], kAudioUnitScope_Output, 0, place) == kAudioUnitErr_InvalidScope)
        #expect(set(mixers[0], kAudioUnitScope_Input, 9_999, place) == kAudioUnitErr_InvalidElement)
        #expect(set(mixers[0], kAudioUnitScope_Input, 0, AudioTimeStamp()) == kAudioUnitErr_InvalidPropertyValue)
        let filter = try UnitHandle(kAudioUnitType_Effect, kAudioUnitSubType_LowPassFilter)
        #expect(set(filter, kAudioUnitScope_Input, 0, place) == kAudioUnitErr_InvalidProperty)
    }
}
