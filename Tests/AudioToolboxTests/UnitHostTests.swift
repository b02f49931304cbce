import AVAudioTypes
import AudioToolbox
import Foundation
import Testing

/// Properties by which hosts set and ask units.
@Suite struct UnitHostTests {
    @Test func factoryPresetsAreAnArrayOfPointers() throws {
        let reverb = try UnitHandle(kAudioUnitType_Effect, kAudioUnitSubType_Reverb2)
        let found = reverb.get(
            kAudioUnitProperty_FactoryPresets, kAudioUnitScope_Global, 0, Unmanaged<CFArray>?.none)
        let presets = try #require((found ?? nil)?.takeRetainedValue())
        #expect(CFArrayGetCount(presets) == 13)
        let third = try #require(CFArrayGetValueAtIndex(presets, 3)).load(as: AUPreset.self)
        #expect(third.presetNumber == 3)
        #expect(third.presetName?.takeUnretainedValue() as String? == "Medium Hall")
        #expect(reverb.set(kAudioUnitProperty_PresentPreset, kAudioUnitScope_Global, 0, third) == noErr)
        let delay = try UnitHandle(kAudioUnitType_Effect, kAudioUnitSubType_SampleDelay)
        #expect(
            delay.get(kAudioUnitProperty_FactoryPresets, kAudioUnitScope_Global, 0, Unmanaged<CFArray>?.none) == nil)
    }

    @Test func hostCallbacksReachAUnitOfTheProgram() throws {
        let bridge = try AUAudioUnitV2Bridge(
            componentDescription: AudioComponentDescription(
                componentType: kAudioUnitType_Effect, componentSubType: kAudioUnitSubType_SampleDelay,
                componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0))
        var number = 7.0
        try withUnsafeMutablePointer(to: &number) { context in
            var host = HostCallbackInfo(
                hostUserData: context,
                beatAndTempoProc: { data, beat, tempo in
                    beat?.pointee = data?.load(as: Double.self) ?? 0
                    tempo?.pointee = 132
                    return noErr
                },
                musicalTimeLocationProc: { _, frames, numerator, denominator, downbeat in
                    frames?.pointee = 480
                    numerator?.pointee = 3
                    denominator?.pointee = 4
                    downbeat?.pointee = 6
                    return noErr
                }, transportStateProc: nil,
                transportStateProc2: { _, plays, records, hasChanged, sample, cycles, start, end in
                    plays?.pointee = 1
                    records?.pointee = 1
                    hasChanged?.pointee = 0
                    sample?.pointee = 96_000
                    cycles?.pointee = 1
                    start?.pointee = 4
                    end?.pointee = 8
                    return noErr
                })
            #expect(
                AudioUnitSetProperty(
                    bridge.audioUnit, kAudioUnitProperty_HostCallbacks, kAudioUnitScope_Global, 0, &host,
                    UInt32(MemoryLayout.size(ofValue: host))) == noErr)
            var (tempo, numerator, beat, downbeat) = (0.0, 0.0, 0.0, 0.0)
            var (denominator, offset) = (0, 0)
            let context = try #require(bridge.musicalContextBlock)
            #expect(context(&tempo, &numerator, &denominator, &beat, &offset, &downbeat))
            #expect([tempo, numerator, beat, downbeat] == [132, 3, 7, 6])
            #expect(denominator == 4 && offset == 480)
            var flags: AUHostTransportStateFlags = []
            var (sample, start, end) = (0.0, 0.0, 0.0)
            let transport = try #require(bridge.transportStateBlock)
            #expect(transport(&flags, &sample, &start, &end))
            #expect(flags == [.moving, .recording, .cycling])
            #expect([sample, start, end] == [96_000, 4, 8])
        }
    }

    @Test func aFilterTellsHowLoudItLetsFrequenciesPass() throws {
        let filter = try UnitHandle(kAudioUnitType_Effect, kAudioUnitSubType_LowPassFilter)
        for scope in [kAudioUnitScope_Input, kAudioUnitScope_Output] { #expect(filter.setFormat(2, scope) == noErr) }
        AudioUnitSetParameter(filter.unit, kLowPassParam_CutoffFrequency, kAudioUnitScope_Global, 0, 1000, 0)
        AudioUnitSetParameter(filter.unit, kLowPassParam_Resonance, kAudioUnitScope_Global, 0, 0, 0)
        var bins = [100, 1000, 8000, -1, 50].map { AudioUnitFrequencyResponseBin(mFrequency: $0, mMagnitude: 77) }
        var size = UInt32(bins.count * MemoryLayout<AudioUnitFrequencyResponseBin>.stride)
        #expect(
            AudioUnitGetProperty(
                filter.unit, kAudioUnitProperty_FrequencyResponse, kAudioUnitScope_Global, 0, &bins, &size) == noErr)
        #expect(abs(bins[0].mMagnitude) < 0.2, "\(bins)")
        // Resonance 0 dB stands for a gain of 1 at the cutoff.
        #expect(abs(bins[1].mMagnitude) < 0.1)
        // Two poles, three octaves above: some 36 dB, and more by the bend near the end of the band.
        #expect(bins[2].mMagnitude < -35 && bins[2].mMagnitude > -42)
        #expect(bins[3].mMagnitude == 77 && bins[4].mMagnitude == 77)
        let reverb = try UnitHandle(kAudioUnitType_Effect, kAudioUnitSubType_Reverb2)
        #expect(
            AudioUnitGetProperty(
                reverb.unit, kAudioUnitProperty_FrequencyResponse, kAudioUnitScope_Global, 0, &bins, &size)
                == kAudioUnitErr_InvalidProperty)
    }

    @Test func aBusTakesALayout() throws {
        let mixer = try UnitHandle(kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer)
        #expect(mixer.setFormat(6, kAudioUnitScope_Input) == noErr)
        var layout = AudioChannelLayout()
        layout.mChannelLayoutTag = kAudioChannelLayoutTag_MPEG_5_1_A
        #expect(mixer.set(kAudioUnitProperty_AudioChannelLayout, kAudioUnitScope_Input, 0, layout) == noErr)
        let read = mixer.get(
            kAudioUnitProperty_AudioChannelLayout, kAudioUnitScope_Input, 0, AudioChannelLayout())
        #expect(read?.mChannelLayoutTag == kAudioChannelLayoutTag_MPEG_5_1_A)
        // Two channels have no place for six loudspeakers.
        #expect(
            mixer.set(kAudioUnitProperty_AudioChannelLayout, kAudioUnitScope_Output, 0, layout)
                == kAudioUnitErr_InvalidPropertyValue)
    }

    @Test func theUserNamesAUnit() throws {
        let delay = try UnitHandle(kAudioUnitType_Effect, kAudioUnitSubType_SampleDelay)
        let name = "Left wall" as NSString
        #expect(
            delay.set(
                kAudioUnitProperty_NickName, kAudioUnitScope_Global, 0, Optional(Unmanaged.passUnretained(name)))
                == noErr)
        let read = delay.get(kAudioUnitProperty_NickName, kAudioUnitScope_Global, 0, Unmanaged<NSString>?.none)
        #expect((read ?? nil)?.takeRetainedValue() as String? == "Left wall")
    }
}
