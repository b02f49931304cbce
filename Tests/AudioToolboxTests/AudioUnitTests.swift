import AVAudioTypes
import AudioToolbox
import Foundation
import Testing

/// Units by the older interface.
@Suite struct AudioUnitTests {
    private func make(_ subtype: OSType) throws -> AudioUnit {
        var description = AudioComponentDescription(
            componentType: kAudioUnitType_Effect, componentSubType: subtype,
            componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0)
        let component = try #require(AudioComponentFindNext(nil, &description))
        var unit: AudioUnit?
        #expect(AudioComponentInstanceNew(component, &unit) == noErr)
        return try #require(unit)
    }

    /// Interleaved stereo of 16 bits, as many programs have it.
    private var integers: AudioStreamBasicDescription {
        AudioStreamBasicDescription(
            mSampleRate: 48_000, mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked, mBytesPerPacket: 4,
            mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: 2, mBitsPerChannel: 16, mReserved: 0)
    }

    @Test func aUnitRendersFromItsCallback() throws {
        let unit = try make(kAudioUnitSubType_SampleDelay)
        defer { #expect(AudioComponentInstanceDispose(unit) == noErr) }
        var format = integers
        let size = UInt32(MemoryLayout.size(ofValue: format))
        for scope in [kAudioUnitScope_Input, kAudioUnitScope_Output] {
            #expect(AudioUnitSetProperty(unit, kAudioUnitProperty_StreamFormat, scope, 0, &format, size) == noErr)
        }
        var callback = AURenderCallbackStruct(
            inputProc: { _, _, time, bus, frameCount, list in
                guard let list, bus == 0 else { return -50 }
                let samples = UnsafeMutableAudioBufferListPointer(list)[0].mData?.assumingMemoryBound(to: Int16.self)
                for frame in 0..<Int(frameCount) {
                    let value = Int16(Int(time.pointee.mSampleTime) + frame)
                    samples?[frame * 2] = value
                    samples?[frame * 2 + 1] = -value
                }
                return noErr
            }, inputProcRefCon: nil)
        #expect(
            AudioUnitSetProperty(
                unit, kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, 0, &callback,
                UInt32(MemoryLayout.size(ofValue: callback))) == noErr)
        #expect(AudioUnitSetParameter(unit, kSampleDelayParam_DelayFrames, kAudioUnitScope_Global, 0, 10, 0) == noErr)
        #expect(AudioUnitInitialize(unit) == noErr)
        var output = [Int16](repeating: 99, count: 200)
        for block in 0..<2 {
            var stamp = AudioTimeStamp()
            stamp.mSampleTime = Double(block * 50)
            stamp.mFlags = .sampleTimeValid
            output.withUnsafeMutableBytes { bytes in
                var list = AudioBufferList(
                    mNumberBuffers: 1,
                    mBuffers: AudioBuffer(
                        mNumberChannels: 2, mDataByteSize: 200, mData: bytes.baseAddress.map { $0 + block * 200 }))
                #expect(AudioUnitRender(unit, nil, &stamp, 0, 50, &list) == noErr)
            }
        }
        for frame in 0..<100 {
            #expect(
                output[frame * 2] == Int16(max(frame - 10, 0)) && output[frame * 2 + 1] == -Int16(max(frame - 10, 0)))
        }
        #expect(AudioUnitUninitialize(unit) == noErr)
    }

    @Test func withoutAnInputRenderingFailsAndIsRemembered() throws {
        let unit = try make(kAudioUnitSubType_LowPassFilter)
        defer { _ = AudioComponentInstanceDispose(unit) }
        var stamp = AudioTimeStamp()
        stamp.mFlags = .sampleTimeValid
        let list = AudioBufferList.allocate(maximumBuffers: 2)
        defer { list.unsafeMutablePointer.deallocate() }
        for index in 0..<2 { list[index] = AudioBuffer(mNumberChannels: 1, mDataByteSize: 0, mData: nil) }
        #expect(AudioUnitRender(unit, nil, &stamp, 0, 64, list.unsafeMutablePointer) == kAudioUnitErr_Uninitialized)
        #expect(AudioUnitInitialize(unit) == noErr)
        #expect(AudioUnitRender(unit, nil, &stamp, 0, 64, list.unsafeMutablePointer) == kAudioUnitErr_NoConnection)
        #expect(list[0].mData != nil && list[0].mDataByteSize == 256)
        var status: OSStatus = 0
        var size = UInt32(4)
        for expected in [kAudioUnitErr_NoConnection, noErr] {
            #expect(
                AudioUnitGetProperty(
                    unit, kAudioUnitProperty_LastRenderError, kAudioUnitScope_Global, 0, &status, &size)
                    == noErr)
            #expect(status == expected)
        }
    }

    @Test func propertiesAreReadWrittenAndRefused() throws {
        let unit = try make(kAudioUnitSubType_Delay)
        defer { _ = AudioComponentInstanceDispose(unit) }
        func read<Value: BitwiseCopyable>(_ id: AudioUnitPropertyID, _ scope: AudioUnitScope, _ initial: Value)
            -> Value?
        {
            var (value, size) = (initial, UInt32(MemoryLayout<Value>.size))
            return AudioUnitGetProperty(unit, id, scope, 0, &value, &size) == noErr ? value : nil
        }
        func write<Value: BitwiseCopyable>(_ id: AudioUnitPropertyID, _ scope: AudioUnitScope, _ value: Value)
            -> OSStatus
        {
            var value = value
            return AudioUnitSetProperty(unit, id, scope, 0, &value, UInt32(MemoryLayout<Value>.size))
        }
        #expect(read(kAudioUnitProperty_ElementCount, kAudioUnitScope_Input, UInt32(0)) == 1)
        #expect(write(kAudioUnitProperty_SampleRate, kAudioUnitScope_Output, 32_000.0) == noErr)
        #expect(read(kAudioUnitProperty_SampleRate, kAudioUnitScope_Output, 0.0) == 32_000)
        #expect(write(kAudioUnitProperty_MaximumFramesPerSlice, kAudioUnitScope_Global, UInt32(1000)) == noErr)
        #expect(read(kAudioUnitProperty_MaximumFramesPerSlice, kAudioUnitScope_Global, UInt32(0)) == 1000)
        #expect(write(kAudioUnitProperty_BypassEffect, kAudioUnitScope_Global, UInt32(1)) == noErr)
        #expect(read(kAudioUnitProperty_BypassEffect, kAudioUnitScope_Global, UInt32(0)) == 1)
        #expect(write(kAudioUnitProperty_Latency, kAudioUnitScope_Global, 1.0) == kAudioUnitErr_PropertyNotWritable)
        #expect(write(55_555, kAudioUnitScope_Global, 1.0) == kAudioUnitErr_InvalidProperty)
        #expect(
            write(kAudioUnitProperty_SampleRate, kAudioUnitScope_Output, UInt8(1)) == kAudioUnitErr_InvalidPropertyValue
        )
        #expect(
            write(kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Output, UInt32(1)) == kAudioUnitErr_InvalidProperty
        )
        var (size, isWritable) = (UInt32(0), DarwinBoolean(true))
        #expect(
            AudioUnitGetPropertyInfo(
                unit, kAudioUnitProperty_ParameterList, kAudioUnitScope_Global, 0, &size, &isWritable)
                == noErr)
        #expect(size == 16 && !isWritable.boolValue)
        var ids = [AudioUnitParameterID](repeating: 99, count: 4)
        #expect(
            AudioUnitGetProperty(unit, kAudioUnitProperty_ParameterList, kAudioUnitScope_Global, 0, &ids, &size)
                == noErr)
        #expect(ids.sorted() == [0, 1, 2, 3])
    }

    @Test func stateAndPresetsAreDictionariesAndNames() throws {
        let unit = try make(kAudioUnitSubType_Reverb2)
        defer { _ = AudioComponentInstanceDispose(unit) }
        var preset = AUPreset(presetNumber: 4, presetName: nil)
        var size = UInt32(MemoryLayout<AUPreset>.size)
        #expect(
            AudioUnitSetProperty(unit, kAudioUnitProperty_PresentPreset, kAudioUnitScope_Global, 0, &preset, size)
                == noErr)
        var read = AUPreset()
        #expect(
            AudioUnitGetProperty(unit, kAudioUnitProperty_PresentPreset, kAudioUnitScope_Global, 0, &read, &size)
                == noErr)
        #expect(read.presetNumber == 4 && read.presetName?.takeRetainedValue().length ?? 0 > 0)
        preset.presetNumber = 99
        #expect(
            AudioUnitSetProperty(unit, kAudioUnitProperty_PresentPreset, kAudioUnitScope_Global, 0, &preset, size)
                == kAudioUnitErr_InvalidPropertyValue)
        var state: Unmanaged<CFDictionary>?
        size = UInt32(MemoryLayout.size(ofValue: state))
        #expect(
            AudioUnitGetProperty(unit, kAudioUnitProperty_ClassInfo, kAudioUnitScope_Global, 0, &state, &size) == noErr)
        let dictionary = try #require(state?.takeRetainedValue() as? [String: Any])
        #expect(dictionary[kAUPresetDataKey] is Data && dictionary[kAUPresetNumberKey] as? Int == 4)
    }

    @Test func wrongComponentsAreRefused() throws {
        var description = AudioComponentDescription()
        description.componentSubType = 0x3F3F_3F3F
        #expect(AudioComponentFindNext(nil, &description) == nil && AudioComponentCount(&description) == 0)
    }
}
