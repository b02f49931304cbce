import AudioToolbox
import Foundation
import Testing

/// Values that units in C measure and send beside their parameters.
@Suite struct UnitMeasuringTests {
    private func clipping(_ mixer: UnitHandle, _ scope: AudioUnitScope) -> AudioUnitMeterClipping? {
        mixer.get(kAudioUnitProperty_MeterClipping, scope, 0, AudioUnitMeterClipping())
    }

    @Test func aMixersBusSaysWhatItHasSeenSinceItWasAskedLast() throws {
        let mixer = try UnitHandle(kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer)
        #expect(
            mixer.setFormat(1, kAudioUnitScope_Input) == noErr && mixer.setFormat(1, kAudioUnitScope_Output) == noErr)
        #expect(
            mixer.feed(0) { time, _, _ in
                switch time {
                case 100: -1.5
                case 600: .infinity
                case 1_100: .nan
                default: 0.25
                }
            } == noErr)
        for scope in [kAudioUnitScope_Input, kAudioUnitScope_Output] {
            #expect(mixer.set(kAudioUnitProperty_MeteringMode, scope, 0, UInt32(1)) == noErr)
        }
        #expect(AudioUnitInitialize(mixer.unit) == noErr)
        _ = mixer.render(512, channels: 1)
        for scope in [kAudioUnitScope_Input, kAudioUnitScope_Output] {
            let seen = try #require(clipping(mixer, scope))
            #expect(seen.peakValueSinceLastCall == 1.5 && !seen.sawInfinity.boolValue && !seen.sawNotANumber.boolValue)
            #expect(clipping(mixer, scope)?.peakValueSinceLastCall == 0)
        }
        _ = mixer.render(512, channels: 1)
        _ = mixer.render(512, channels: 1)
        // A NaN is silenced before it is mixed.
        let seen = try #require(clipping(mixer, kAudioUnitScope_Input))
        #expect(seen.peakValueSinceLastCall <= 0.25 && !seen.sawInfinity.boolValue && !seen.sawNotANumber.boolValue)
        let filter = try UnitHandle(kAudioUnitType_Effect, kAudioUnitSubType_LowPassFilter)
        #expect(clipping(filter, kAudioUnitScope_Input) == nil)
    }

    @Test func metersAreReadOnceABlockOrAsOftenAsEyesSee() throws {
        let dynamics = try UnitHandle(kAudioUnitType_Effect, kAudioUnitSubType_DynamicsProcessor)
        let none = AudioUnitParameterHistoryInfo()
        #expect(
            dynamics.set(kAudioUnitProperty_MaximumFramesPerSlice, kAudioUnitScope_Global, 0, UInt32(4_410)) == noErr)
        let info = dynamics.get(kAudioUnitProperty_ParameterHistoryInfo, kAudioUnitScope_Global, 0, none)
        #expect(info?.updatesPerSecond == 10 && (info?.historyDurationInSeconds ?? 0) > 0)
        #expect(dynamics.set(kAudioUnitProperty_MaximumFramesPerSlice, kAudioUnitScope_Global, 0, UInt32(64)) == noErr)
        #expect(
            dynamics.get(kAudioUnitProperty_ParameterHistoryInfo, kAudioUnitScope_Global, 0, none)?.updatesPerSecond
                == 60)
        let filter = try UnitHandle(kAudioUnitType_Effect, kAudioUnitSubType_LowPassFilter)
        #expect(filter.get(kAudioUnitProperty_ParameterHistoryInfo, kAudioUnitScope_Global, 0, none) == nil)
    }

    /// A unit that sends what it is told.
    private final class Sender: AUAudioUnit, @unchecked Sendable {
        override var midiOutputNames: [String] { ["Notes", "Clock"] }
    }

    @Test func whatAUnitSendsReachesTheHostsFunctionAsPackets() throws {
        let description = AudioComponentDescription(
            componentType: kAudioUnitType_MIDIProcessor, componentSubType: 0x7365_6E64,
            componentManufacturer: 0x5465_7374, componentFlags: 0, componentFlagsMask: 0)
        let sender = try Sender(componentDescription: description, options: [])
        var (names, size) = (Unmanaged<NSArray>?.none, UInt32(MemoryLayout<UnsafeRawPointer>.size))
        #expect(
            AudioUnitGetProperty(
                sender.handle, kAudioUnitProperty_MIDIOutputCallbackInfo, kAudioUnitScope_Global, 0, &names, &size)
                == noErr)
        #expect(names?.takeRetainedValue() as? [String] == ["Notes", "Clock"])
        final class Host { var heard: [(Double, UInt32, [UInt8])] = [] }
        let host = Host()
        var callback = AUMIDIOutputCallbackStruct(
            midiOutputCallback: { host, time, output, list in
                guard let host else { return kAudio_ParamError }
                let raw = UnsafeRawPointer(list)
                let count = Int(raw.loadUnaligned(fromByteOffset: 12, as: UInt16.self))
                Unmanaged<Host>.fromOpaque(host).takeUnretainedValue().heard.append(
                    (time.pointee.mSampleTime, output, Array(UnsafeRawBufferPointer(start: raw + 14, count: count))))
                return list.pointee.numPackets == 1 ? noErr : kAudio_ParamError
            }, userData: Unmanaged.passUnretained(host).toOpaque())
        #expect(
            AudioUnitSetProperty(
                sender.handle, kAudioUnitProperty_MIDIOutputCallback, kAudioUnitScope_Global, 0, &callback,
                UInt32(MemoryLayout.size(ofValue: callback))) == noErr)
        let send = try #require(sender.midiOutputEventBlock)
        #expect(send(480, 1, 3, [0x90, 60, 100]) == noErr)
        let long = [0xF0] + [UInt8](repeating: 1, count: 1_000) + [0xF7]
        #expect(send(481, 0, long.count, long) == noErr)
        #expect(send(482, 0, 70_000, long) == kAudioUnitErr_MIDIOutputBufferFull)
        #expect(host.heard.map(\.0) == [480, 481] && host.heard.map(\.1) == [1, 0])
        #expect(host.heard.map(\.2) == [[0x90, 60, 100], long])
        let silent = try UnitHandle(kAudioUnitType_Effect, kAudioUnitSubType_LowPassFilter)
        #expect(
            silent.set(kAudioUnitProperty_MIDIOutputCallback, kAudioUnitScope_Global, 0, callback)
                == kAudioUnitErr_InvalidProperty)
    }

    @Test func theOlderTimePitchHasTheNewersRateAndPitch() throws {
        let unit = try UnitHandle(kAudioUnitType_FormatConverter, kAudioUnitSubType_TimePitch)
        for (parameter, value) in [(kTimePitchParam_Rate, Float(2)), (kTimePitchParam_Pitch, 700)] {
            #expect(AudioUnitSetParameter(unit.unit, parameter, kAudioUnitScope_Global, 0, value, 0) == noErr)
            var read: Float = 0
            #expect(AudioUnitGetParameter(unit.unit, parameter, kAudioUnitScope_Global, 0, &read) == noErr)
            #expect(read == value)
        }
    }
}
