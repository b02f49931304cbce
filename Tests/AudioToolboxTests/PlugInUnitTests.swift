import AVAudioTypes
import AudioToolbox
import Foundation
import PlugIns
import Testing

/// Units that a program makes of functions, used as every other unit is.
@Suite(.serialized) struct PlugInUnitTests {
    private func open() throws -> AudioUnit {
        var unit: AudioUnit?
        try #require(AudioComponentInstanceNew(GainPlugIn.register(), &unit) == noErr)
        return try #require(unit)
    }

    /// A callback that gives ones.
    private var ones: AURenderCallbackStruct {
        AURenderCallbackStruct(
            inputProc: { _, _, _, _, frameCount, list in
                guard let list else { return kAudio_ParamError }
                for buffer in UnsafeMutableAudioBufferListPointer(list) {
                    buffer.mData?.assumingMemoryBound(to: Float.self).update(repeating: 1, count: Int(frameCount))
                }
                return noErr
            }, inputProcRefCon: nil)
    }

    private func block(_ unit: AudioUnit, at time: Double, frameCount: Int) -> [Float]? {
        var samples = [Float](repeating: 9, count: frameCount)
        var other = samples
        var stamp = AudioTimeStamp()
        (stamp.mSampleTime, stamp.mFlags) = (time, .sampleTimeValid)
        let list = AudioBufferList.allocate(maximumBuffers: 2)
        defer { list.unsafeMutablePointer.deallocate() }
        let status = samples.withUnsafeMutableBytes { left in
            other.withUnsafeMutableBytes { right in
                list[0] = AudioBuffer(mNumberChannels: 1, mDataByteSize: UInt32(left.count), mData: left.baseAddress)
                list[1] = AudioBuffer(mNumberChannels: 1, mDataByteSize: UInt32(right.count), mData: right.baseAddress)
                return AudioUnitRender(unit, nil, &stamp, 0, UInt32(frameCount), list.unsafeMutablePointer)
            }
        }
        return status == noErr ? samples : nil
    }

    @Test func itIsFoundByItsCodesAndTellsWhatItWasRegisteredWith() throws {
        let component = GainPlugIn.register()
        var description = GainPlugIn.description
        #expect(AudioComponentFindNext(nil, &description) == component)
        var name: Unmanaged<CFString>?
        #expect(AudioComponentCopyName(component, &name) == noErr)
        #expect(name?.takeRetainedValue() as String? == "Test: Gain")
        var version: UInt32 = 0
        #expect(AudioComponentGetVersion(component, &version) == noErr)
        #expect(version == 0x10200)
    }

    @Test func itRendersFromACallbackAndItsParametersAreItsOwn() throws {
        let unit = try open()
        var callback = ones
        #expect(
            AudioUnitSetProperty(
                unit, kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, 0, &callback,
                UInt32(MemoryLayout.size(ofValue: callback))) == noErr)
        #expect(AudioUnitSetParameter(unit, 0, kAudioUnitScope_Global, 0, 3, 0) == noErr)
        var value: Float = 0
        #expect(AudioUnitGetParameter(unit, 0, kAudioUnitScope_Global, 0, &value) == noErr)
        #expect(value == 3)
        #expect(AudioUnitSetParameter(unit, 7, kAudioUnitScope_Global, 0, 3, 0) == kAudioUnitErr_InvalidParameter)
        #expect(block(unit, at: 0, frameCount: 64) == nil)
        #expect(AudioUnitInitialize(unit) == noErr)
        #expect(block(unit, at: 0, frameCount: 64) == [Float](repeating: 3, count: 64))
        #expect(AudioUnitUninitialize(unit) == noErr)
        #expect(AudioComponentInstanceDispose(unit) == noErr)
        #expect(GainPlugIn.openCount == 0)
    }

    @Test func itsPropertiesAreItsOwn() throws {
        let unit = try open()
        defer { AudioComponentInstanceDispose(unit) }
        var latency = 0.0
        var size: UInt32 = 8
        #expect(
            AudioUnitGetProperty(unit, kAudioUnitProperty_Latency, kAudioUnitScope_Global, 0, &latency, &size) == noErr)
        #expect(latency == 0.25)
        var isWritable: DarwinBoolean = true
        #expect(
            AudioUnitGetPropertyInfo(unit, kAudioUnitProperty_Latency, kAudioUnitScope_Global, 0, &size, &isWritable)
                == noErr)
        #expect(size == 8 && !isWritable.boolValue)
        #expect(
            AudioUnitGetProperty(unit, kAudioUnitProperty_TailTime, kAudioUnitScope_Global, 0, &latency, &size)
                == kAudioUnitErr_InvalidProperty)
        // It takes floats alone.
        var format = AudioStreamBasicDescription(
            mSampleRate: 48_000, mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked, mBytesPerPacket: 4,
            mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: 2, mBitsPerChannel: 16, mReserved: 0)
        #expect(
            AudioUnitSetProperty(
                unit, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Input, 0, &format,
                UInt32(MemoryLayout.size(ofValue: format))) == kAudioUnitErr_FormatNotSupported)
    }

    @Test func itSaysWhichFunctionsItHas() throws {
        let unit = try open()
        defer { AudioComponentInstanceDispose(unit) }
        #expect(AudioComponentInstanceCanDo(unit, Int16(kAudioUnitRenderSelect)))
        #expect(!AudioComponentInstanceCanDo(unit, Int16(kAudioUnitProcessSelect)))
        #expect(!AudioComponentInstanceCanDo(unit, Int16(kAudioOutputUnitStartSelect)))
        #expect(AudioOutputUnitStart(unit) == kAudio_UnimplementedError)
        let delay = try UnitHandle(kAudioUnitType_Effect, kAudioUnitSubType_SampleDelay)
        #expect(AudioComponentInstanceCanDo(delay.unit, Int16(kAudioUnitProcessSelect)))
        #expect(!AudioComponentInstanceCanDo(delay.unit, Int16(kAudioOutputUnitStartSelect)))
        let remote = try UnitHandle(kAudioUnitType_Output, kAudioUnitSubType_RemoteIO)
        #expect(AudioComponentInstanceCanDo(remote.unit, Int16(kAudioOutputUnitStartSelect)))
        #expect(!AudioComponentInstanceCanDo(remote.unit, 999))
    }

    @Test func itFeedsAUnitOfTheHouse() throws {
        let unit = try open()
        defer { AudioComponentInstanceDispose(unit) }
        var callback = ones
        AudioUnitSetProperty(
            unit, kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, 0, &callback,
            UInt32(MemoryLayout.size(ofValue: callback)))
        AudioUnitSetParameter(unit, 0, kAudioUnitScope_Global, 0, 0.5, 0)
        let delay = try UnitHandle(kAudioUnitType_Effect, kAudioUnitSubType_SampleDelay)
        #expect(delay.setFormat(2, rate: 44_100, kAudioUnitScope_Output) == noErr)
        #expect(
            delay.set(
                kAudioUnitProperty_MakeConnection, kAudioUnitScope_Input, 0,
                AudioUnitConnection(sourceAudioUnit: unit, sourceOutputNumber: 0, destInputNumber: 0)) == noErr)
        AudioUnitSetParameter(delay.unit, kSampleDelayParam_DelayFrames, kAudioUnitScope_Global, 0, 4, 0)
        #expect(AudioUnitInitialize(unit) == noErr)
        #expect(AudioUnitInitialize(delay.unit) == noErr)
        let block = try #require(delay.render(16, channels: 2)[0])
        #expect(block[0] == [Float](repeating: 0, count: 4) + [Float](repeating: 0.5, count: 12))
    }

    @Test func hostsOfTheThirdVersionUseItAndItsParametersGlide() throws {
        _ = GainPlugIn.register()
        let before = GainPlugIn.openCount
        do {
            let unit = try AUAudioUnit(componentDescription: GainPlugIn.description)
            #expect(GainPlugIn.openCount == before + 1)
            #expect(unit.latency == 0.25)
            let gain = try #require(unit.parameterTree?.allParameters.first)
            #expect(gain.displayName == "Gain" && gain.maxValue == 8 && gain.value == 1)
            gain.value = 2
            let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1))
            try unit.inputBusses[0].setFormat(format)
            try unit.outputBusses[0].setFormat(format)
            let wide = try #require(
                AVAudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 48_000, channels: 1, interleaved: true))
            #expect(throws: (any Error).self) { try unit.inputBusses[0].setFormat(wide) }
            unit.maximumFramesToRender = 64
            try unit.allocateRenderResources()
            unit.scheduleParameterBlock(AUEventSampleTimeImmediate, 32, gain.address, 4)
            var samples = [Float](repeating: 0, count: 64)
            var flags: AudioUnitRenderActionFlags = []
            var stamp = AudioTimeStamp()
            stamp.mFlags = .sampleTimeValid
            let render = unit.renderBlock
            let status = samples.withUnsafeMutableBytes { bytes in
                var list = AudioBufferList(
                    mNumberBuffers: 1,
                    mBuffers: AudioBuffer(mNumberChannels: 1, mDataByteSize: 256, mData: bytes.baseAddress))
                return render(&flags, &stamp, 64, 0, &list) { _, _, count, _, list in
                    list.pointee.mBuffers.mData?.assumingMemoryBound(to: Float.self).update(
                        repeating: 1, count: Int(count))
                    return noErr
                }
            }
            #expect(status == noErr)
            // From 2 to 4 in 32 frames.
            for frame in 0..<64 { #expect(samples[frame] == (frame < 32 ? 2 + Float(frame) / 16 : 4)) }
            unit.deallocateRenderResources()
        }
        #expect(GainPlugIn.openCount == before)
    }

    @Test func validationPassesIt() throws {
        var result = AudioComponentValidationResult.unknown
        #expect(AudioComponentValidate(GainPlugIn.register(), nil, &result) == noErr)
        #expect(result == .passed)
    }
}
