import AudioToolbox
import Foundation
import Testing

/// The meters of the mixers in C.
@Suite struct MixerMeterTests {
    private func value(_ unit: UnitHandle, _ id: AudioUnitParameterID, _ scope: AudioUnitScope, _ element: UInt32 = 0)
        -> Float
    {
        var value: Float = .nan
        #expect(AudioUnitGetParameter(unit.unit, id, scope, element, &value) == noErr)
        return value
    }

    /// A sine of the amplitude 0.5: a mean power of -9.03 dB, a peak of -6.02 dB.
    private func sine(_ time: Int) -> Float { 0.5 * Float(sin(2 * .pi * 1000 * Double(time) / 48_000)) }

    @Test func theMixerMeasuresWhatItIsToldTo() throws {
        let mixer = try UnitHandle(kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer)
        #expect(mixer.set(kAudioUnitProperty_ElementCount, kAudioUnitScope_Input, 0, UInt32(3)) == noErr)
        for bus in 0..<3 as Range<UInt32> {
            #expect(mixer.setFormat(2, kAudioUnitScope_Input, bus) == noErr)
            #expect(mixer.feed(bus) { time, bus, _ in bus == 2 ? 0 : self.sine(time) } == noErr)
        }
        #expect(mixer.setFormat(2, kAudioUnitScope_Output) == noErr)
        for bus in [0, 2] as [UInt32] {
            #expect(mixer.get(kAudioUnitProperty_MeteringMode, kAudioUnitScope_Input, bus, UInt32(9)) == 0)
            #expect(mixer.set(kAudioUnitProperty_MeteringMode, kAudioUnitScope_Input, bus, UInt32(1)) == noErr)
        }
        #expect(mixer.get(kAudioUnitProperty_MeteringMode, kAudioUnitScope_Input, 0, UInt32(9)) == 1)
        #expect(mixer.set(kAudioUnitProperty_MeteringMode, kAudioUnitScope_Output, 0, UInt32(1)) == noErr)
        #expect(
            mixer.set(kAudioUnitProperty_MeteringMode, kAudioUnitScope_Input, 3, UInt32(1))
                == kAudioUnitErr_InvalidElement)
        #expect(
            AudioUnitSetParameter(
                mixer.unit, kMultiChannelMixerParam_PreAveragePower, kAudioUnitScope_Input, 0, 0, 0)
                == kAudioUnitErr_InvalidParameter)
        let halves: [(AudioUnitScope, UInt32)] = [(kAudioUnitScope_Input, 0), (kAudioUnitScope_Output, 0)]
        for (scope, element) in halves {
            #expect(AudioUnitSetParameter(mixer.unit, kMultiChannelMixerParam_Volume, scope, element, 0.5, 0) == noErr)
        }
        #expect(
            AudioUnitSetParameter(mixer.unit, kMultiChannelMixerParam_Enable, kAudioUnitScope_Input, 1, 0, 0) == noErr)
        #expect(AudioUnitInitialize(mixer.unit) == noErr)
        for _ in 0..<200 { _ = mixer.render(480, channels: 2) }
        let input = kAudioUnitScope_Input
        #expect(abs(value(mixer, kMultiChannelMixerParam_PreAveragePower, input) + 9.03) < 0.05)
        #expect(abs(value(mixer, kMultiChannelMixerParam_PrePeakHoldLevel, input) + 6.02) < 0.05)
        #expect(abs(value(mixer, kMultiChannelMixerParam_PostAveragePower, input) + 15.05) < 0.05)
        #expect(abs(value(mixer, kMultiChannelMixerParam_PostPeakHoldLevel, input) + 12.04) < 0.05)
        // Not asked for, and silence.
        #expect(value(mixer, kMultiChannelMixerParam_PreAveragePower, input, 1) == -120)
        #expect(value(mixer, kMultiChannelMixerParam_PreAveragePower, input, 2) == -120)
        let output = kAudioUnitScope_Output
        #expect(abs(value(mixer, kMultiChannelMixerParam_PreAveragePower, output) + 15.05) < 0.05)
        #expect(abs(value(mixer, kMultiChannelMixerParam_PostAveragePower, output) + 21.07) < 0.05)
        // A peak is held by falling 20 dB a second.
        #expect(mixer.feed(0) { _, _, _ in 0 } == noErr)
        for _ in 0..<100 { _ = mixer.render(480, channels: 2) }
        #expect(abs(value(mixer, kMultiChannelMixerParam_PrePeakHoldLevel, input) + 26.02) < 0.3)
        #expect(value(mixer, kMultiChannelMixerParam_PreAveragePower, input) < -20)
    }

    @Test func theMatrixMeasuresChannels() throws {
        let mixer = try UnitHandle(kAudioUnitType_Mixer, kAudioUnitSubType_MatrixMixer)
        for scope in [kAudioUnitScope_Input, kAudioUnitScope_Output] { #expect(mixer.setFormat(2, scope) == noErr) }
        #expect(mixer.feed(0) { time, _, channel in channel == 0 ? self.sine(time) : 0.5 * self.sine(time) } == noErr)
        for (scope, element) in [
            (kAudioUnitScope_Input, 0), (kAudioUnitScope_Input, 1), (kAudioUnitScope_Output, 0),
            (kAudioUnitScope_Global, 0), (kAudioUnitScope_Global, 1 << 16),
        ] as [(AudioUnitScope, UInt32)] {
            #expect(
                AudioUnitSetParameter(
                    mixer.unit, kMatrixMixerParam_Volume, scope, element, scope == kAudioUnitScope_Output ? 0.5 : 1, 0)
                    == noErr)
        }
        for scope in [kAudioUnitScope_Input, kAudioUnitScope_Output] {
            #expect(mixer.set(kAudioUnitProperty_MeteringMode, scope, 0, UInt32(1)) == noErr)
        }
        #expect(AudioUnitInitialize(mixer.unit) == noErr)
        for _ in 0..<200 { _ = mixer.render(480, channels: 2) }
        let (input, output) = (kAudioUnitScope_Input, kAudioUnitScope_Output)
        #expect(abs(value(mixer, kMatrixMixerParam_PreAveragePower, input, 0) + 9.03) < 0.05)
        #expect(abs(value(mixer, kMatrixMixerParam_PreAveragePower, input, 1) + 15.05) < 0.05)
        #expect(abs(value(mixer, kMatrixMixerParam_PostPeakHoldLevelLinear, input, 0) - 0.5) < 0.003)
        // Both channels in the first output, three quarters of a sine, at half the volume.
        #expect(abs(value(mixer, kMatrixMixerParam_PrePeakHoldLevelLinear, output, 0) - 0.75) < 0.005)
        #expect(abs(value(mixer, kMatrixMixerParam_PostPeakHoldLevelLinear, output, 0) - 0.375) < 0.003)
        #expect(value(mixer, kMatrixMixerParam_PostAveragePower, output, 1) == -120)
    }
}
