import AudioToolbox
import Foundation
import Testing

/// Units that mix what they make with their input of then: AUPitch and AUSoundIsolation.
@Suite struct VoiceAndPitchUnitTests {
    private let rate = 48_000.0

    private func make(_ subtype: OSType, _ samples: @escaping (Int) -> Float) throws -> UnitHandle {
        let unit = try UnitHandle(kAudioUnitType_Effect, subtype)
        #expect(unit.setFormat(1, kAudioUnitScope_Input) == noErr && unit.setFormat(1, kAudioUnitScope_Output) == noErr)
        #expect(unit.feed(0) { time, _, _ in samples(time) } == noErr)
        #expect(AudioUnitInitialize(unit.unit) == noErr)
        return unit
    }

    private func render(_ unit: UnitHandle, blocks: [Int]) throws -> [Float] {
        try blocks.flatMap { try #require(unit.render($0, channels: 1)[0])[0] }
    }

    private func set(_ unit: UnitHandle, _ parameter: AudioUnitParameterID, _ value: Float) -> OSStatus {
        AudioUnitSetParameter(unit.unit, parameter, kAudioUnitScope_Global, 0, value, 0)
    }

    private func latency(_ unit: UnitHandle) throws -> Int {
        let seconds = try #require(unit.get(kAudioUnitProperty_Latency, kAudioUnitScope_Global, 0, Float64(0)))
        return Int((seconds * rate).rounded())
    }

    /// The amplitude of a tone in some samples.
    private func amplitude(_ samples: ArraySlice<Float>, hertz: Double) -> Double {
        var (a, b) = (0.0, 0.0)
        for (index, sample) in samples.enumerated() {
            let angle = 2 * .pi * hertz * Double(index) / rate
            a += 2 * Double(sample) * sin(angle) / Double(samples.count)
            b += 2 * Double(sample) * cos(angle) / Double(samples.count)
        }
        return (a * a + b * b).squareRoot()
    }

    private func tone(_ hertz: Double) -> (Int) -> Float {
        let rate = rate
        return { Float(0.25 * sin(2 * .pi * hertz * Double($0) / rate)) }
    }

    // MARK: Pitch

    @Test(arguments: [-2_400, -1_200, -500, 700, 1_200, 2_400])
    func aToneHasTheOtherPitchAtTheSameSpeedWithoutAGap(cents: Int) throws {
        let hertz = 480.0
        let unit = try make(kAudioUnitSubType_TimePitch, tone(hertz))
        #expect(set(unit, kTimePitchParam_Pitch, Float(cents)) == noErr)
        let heard = try render(unit, blocks: Array(repeating: 512, count: 90) + Array(repeating: 97, count: 300))
        let wanted = hertz * pow(2, Double(cents) / 1_200)
        let tail = heard.dropFirst(2 * (try latency(unit)) + 4_800)
        #expect(abs(amplitude(tail.prefix(24_000), hertz: wanted) - 0.25) < 0.03)
        #expect(amplitude(tail.prefix(24_000), hertz: hertz) < 0.01)
        // A gap would be silence for some samples in a tone that is never longer near zero than part of its turn.
        let quiet = Int(rate / wanted / 4)
        var run = 0
        for sample in tail {
            run = abs(sample) < 0.01 ? run + 1 : 0
            if run > quiet { break }
        }
        #expect(run <= quiet)
    }

    @Test func theBlendIsTheInputAsLateAsTheOtherPitch() throws {
        let samples: (Int) -> Float = { Float(($0 &* 7_919) % 1_000) / 4_000 }
        let unit = try make(kAudioUnitSubType_TimePitch, samples)
        #expect(set(unit, kTimePitchParam_Pitch, 700) == noErr)
        #expect(set(unit, kTimePitchParam_EffectBlend, 0) == noErr)
        let heard = try render(unit, blocks: [512, 33, 1_024, 512] + Array(repeating: 1_024, count: 12))
        let late = try latency(unit)
        #expect(late > 0)
        // dry + (wet - dry) * 0, whose sum rounds.
        for (index, sample) in heard.dropFirst(late).enumerated() {
            #expect(abs(sample - samples(index)) < 1e-6)
        }
        #expect(heard.count > late + 1_000)
    }

    @Test func withoutAnotherPitchTheInputIsHeardLate() throws {
        let unit = try make(kAudioUnitSubType_TimePitch, tone(1_000))
        let heard = try render(unit, blocks: Array(repeating: 512, count: 40))
        let late = try latency(unit)
        let wanted = tone(1_000)
        for (index, sample) in heard.dropFirst(late).enumerated() { #expect(abs(sample - wanted(index)) < 1e-6) }
    }

    // MARK: Voice

    /// Noise, the same at each place.
    private static func noise(_ time: Int) -> Float {
        var state = UInt64(bitPattern: Int64(time)) &* 0x9E37_79B9_7F4A_7C15
        state ^= state >> 29
        state = state &* 0xBF58_476D_1CE4_E5B9
        state ^= state >> 32
        return Float(Int32(truncatingIfNeeded: state)) / Float(Int32.max)
    }

    /// A voice as far as suppressors care: harmonics of 150 Hz, for 0.3 of each 0.5 seconds.
    private func voice(_ time: Int) -> Float {
        let seconds = Double(time) / rate
        guard seconds.truncatingRemainder(dividingBy: 0.5) < 0.3 else { return 0 }
        return Float((1...12).reduce(0.0) { $0 + sin(2 * .pi * 150 * Double($1) * seconds) / Double($1) } * 0.15)
    }

    private func level(_ samples: ArraySlice<Float>) -> Double {
        10 * log10(samples.reduce(1e-12) { $0 + Double($1) * Double($1) } / Double(samples.count))
    }

    /// Levels of the pauses and of the voice, in the last two seconds.
    private func levels(_ heard: [Float], late: Int) -> (pause: Double, voice: Double) {
        let start = 4 * 48_000 + late
        // 0.38 to 0.48 of each half second are pause, 0.1 to 0.28 voice.
        var (pause, voice): ([Float], [Float]) = ([], [])
        for turn in 0..<4 {
            let first = start + turn * 24_000
            pause += heard[(first + 18_240)..<(first + 23_040)]
            voice += heard[(first + 4_800)..<(first + 13_440)]
        }
        return (level(pause[...]), level(voice[...]))
    }

    @Test(arguments: [kAUSoundIsolationSoundType_Voice, kAUSoundIsolationSoundType_HighQualityVoice])
    func noiseBesideAVoiceIsTakenAway(sound: Int) throws {
        let unit = try make(kAudioUnitSubType_AUSoundIsolation) { [self] in voice($0) + 0.01 * Self.noise($0) }
        #expect(set(unit, kAUSoundIsolationParam_SoundToIsolate, Float(sound)) == noErr)
        let late = try latency(unit)
        #expect(late > 0)
        let wet = levels(try render(unit, blocks: Array(repeating: 512, count: 590)), late: late)
        let dry = try make(kAudioUnitSubType_AUSoundIsolation) { [self] in voice($0) + 0.01 * Self.noise($0) }
        #expect(set(dry, kAUSoundIsolationParam_WetDryMixPercent, 0) == noErr)
        let before = levels(try render(dry, blocks: Array(repeating: 512, count: 590)), late: late)
        let taken = before.pause - wet.pause
        if sound == kAUSoundIsolationSoundType_Voice {
            #expect((15...22).contains(taken), "\(taken) dB")
        } else {
            #expect((9...13).contains(taken), "\(taken) dB")
        }
        #expect(abs(before.voice - wet.voice) < 1.5, "\(before.voice) \(wet.voice)")
    }

    @Test func withoutAnyOfItTheInputIsHeardAsLate() throws {
        let unit = try make(kAudioUnitSubType_AUSoundIsolation) { Self.noise($0) / 4 }
        #expect(set(unit, kAUSoundIsolationParam_WetDryMixPercent, 0) == noErr)
        let heard = try render(unit, blocks: [512, 33, 1_024, 512] + Array(repeating: 1_024, count: 4))
        for (index, sample) in heard.dropFirst(try latency(unit)).enumerated() {
            #expect(abs(sample - Self.noise(index) / 4) < 1e-6)
        }
    }
}
