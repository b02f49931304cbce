import AVAudioTypes
import AudioToolbox
import Foundation
import Testing

/// Mixers, splitters and the generic output in C.
@Suite struct UnitRoutingTests {
    @Test func aMatrixLeadsEachChannelOnItsOwnWay() throws {
        let mixer = try UnitHandle(kAudioUnitType_Mixer, kAudioUnitSubType_MatrixMixer)
        #expect(mixer.set(kAudioUnitProperty_ElementCount, kAudioUnitScope_Input, 0, UInt32(2)) == noErr)
        #expect(mixer.setFormat(2, kAudioUnitScope_Input, 0) == noErr)
        #expect(mixer.setFormat(1, kAudioUnitScope_Input, 1) == noErr)
        #expect(mixer.setFormat(3, kAudioUnitScope_Output) == noErr)
        for bus in 0..<2 as Range<UInt32> {
            #expect(mixer.feed(bus) { Float($0 * 8 + $1 * 4 + $2 * 2 + 1) / 65536 } == noErr)
        }
        #expect(mixer.get(kAudioUnitProperty_MatrixDimensions, 0, 0, SIMD2<UInt32>())! == SIMD2(3, 3))
        func set(_ scope: AudioUnitScope, _ element: UInt32, _ value: Float, id: UInt32 = kMatrixMixerParam_Volume) {
            #expect(AudioUnitSetParameter(mixer.unit, id, scope, element, value, 0) == noErr)
        }
        let (inputs, outputs): ([Float], [Float]) = ([1, 0.5, 0.25], [1, 1, 0.5])
        for channel in 0..<3 {
            set(kAudioUnitScope_Input, UInt32(channel), inputs[channel])
            set(kAudioUnitScope_Output, UInt32(channel), outputs[channel])
        }
        // Left and right change places, the third channel is heard in the third; one way more is off.
        let ways: [(input: UInt32, output: UInt32, level: Float)] = [(0, 1, 1), (1, 0, 0.5), (2, 2, 1), (0, 2, 0.25)]
        for way in ways { set(kAudioUnitScope_Global, way.input << 16 | way.output, way.level) }
        set(kAudioUnitScope_Global, 0 << 16 | 0, 1)
        set(kAudioUnitScope_Global, 0 << 16 | 0, 0, id: kMatrixMixerParam_Enable)
        set(kAudioUnitScope_Global, 0xFFFF_FFFF, 0.5)
        #expect(AudioUnitInitialize(mixer.unit) == noErr)
        var levels = [Float](repeating: 9, count: 16)
        var size: UInt32 = 64
        #expect(
            AudioUnitGetProperty(
                mixer.unit, kAudioUnitProperty_MatrixLevels, kAudioUnitScope_Global, 0, &levels, &size)
                == noErr)
        #expect(levels == [1, 1, 0.25, 1, 0.5, 0, 0, 0.5, 0, 0, 1, 0.25, 1, 1, 0.5, 0.5])
        func source(_ frame: Int, _ channel: Int) -> Float {
            Float(frame * 8 + (channel == 2 ? 4 : channel * 2) + 1) / 65536
        }
        for block in 0..<2 {
            let output = try #require(mixer.render(100, channels: 3)[0])
            for frame in 0..<100 {
                let time = block * 100 + frame
                #expect(output[0][frame] == source(time, 1) * 0.125)
                #expect(output[1][frame] == source(time, 0) * 0.5)
                #expect(output[2][frame] == source(time, 0) * 0.0625 + source(time, 2) * 0.0625)
            }
        }
        // An unconnected input is silent, and no error.
        #expect(AudioUnitUninitialize(mixer.unit) == noErr)
        #expect(
            mixer.set(kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, 1, AURenderCallbackStruct()) == noErr
        )
        #expect(AudioUnitInitialize(mixer.unit) == noErr)
        let output = try #require(mixer.render(8, channels: 3)[0])
        #expect(output[2] == (200..<208).map { source($0, 0) * 0.0625 })
    }

    @Test func everyOutputOfASplitterGivesTheSameBlock() throws {
        let splitter = try UnitHandle(kAudioUnitType_FormatConverter, kAudioUnitSubType_Splitter)
        #expect(splitter.setFormat(1, kAudioUnitScope_Input) == noErr)
        for bus in 0..<2 as Range<UInt32> { #expect(splitter.setFormat(1, kAudioUnitScope_Output, bus) == noErr) }
        var pulls = 0
        #expect(
            splitter.feed(0) { time, _, _ in
                if time % 64 == 0 { pulls += 1 }
                return Float(time)
            } == noErr)
        #expect(AudioUnitInitialize(splitter.unit) == noErr)
        for block in 0..<3 {
            let outputs = splitter.render(64, channels: 1, busses: block == 1 ? [1, 0] : [0, 1])
            let expected = (0..<64).map { Float(block * 64 + $0) }
            #expect(outputs[0]?[0] == expected && outputs[1]?[0] == expected)
        }
        #expect(pulls == 3)
        #expect(splitter.render(64, channels: 1, busses: [2])[0] == nil)
    }

    @Test func theGenericOutputPullsAChainInAnotherFormat() throws {
        let delay = try UnitHandle(kAudioUnitType_Effect, kAudioUnitSubType_SampleDelay)
        let output = try UnitHandle(kAudioUnitType_Output, kAudioUnitSubType_GenericOutput)
        for scope in [kAudioUnitScope_Input, kAudioUnitScope_Output] { #expect(delay.setFormat(1, scope) == noErr) }
        #expect(output.setFormat(1, kAudioUnitScope_Input) == noErr)
        #expect(output.setFormat(2, kAudioUnitScope_Output) == noErr)
        #expect(AudioUnitSetParameter(delay.unit, kSampleDelayParam_DelayFrames, 0, 0, 3, 0) == noErr)
        #expect(delay.feed(0) { time, _, _ in Float(time + 1) } == noErr)
        let connection = AudioUnitConnection(
            sourceAudioUnit: delay.unit, sourceOutputNumber: 0, destInputNumber: 0)
        #expect(output.set(kAudioUnitProperty_MakeConnection, kAudioUnitScope_Input, 0, connection) == noErr)
        #expect(AudioUnitInitialize(delay.unit) == noErr && AudioUnitInitialize(output.unit) == noErr)
        for block in 0..<2 {
            let rendered = try #require(output.render(50, channels: 2)[0])
            let expected = (0..<50).map { Float(max(block * 50 + $0 - 2, 0)) }
            #expect(rendered == [expected, expected])
        }
    }

    @Test func aUnitProcessesWhatItIsGiven() throws {
        let delay = try UnitHandle(kAudioUnitType_Effect, kAudioUnitSubType_SampleDelay)
        for scope in [kAudioUnitScope_Input, kAudioUnitScope_Output] { #expect(delay.setFormat(1, scope) == noErr) }
        #expect(AudioUnitSetParameter(delay.unit, kSampleDelayParam_DelayFrames, 0, 0, 5, 0) == noErr)
        #expect(AudioUnitInitialize(delay.unit) == noErr)
        var heard: [Float] = []
        for block in 0..<2 {
            var samples = (0..<20).map { Float(block * 20 + $0 + 1) }
            var stamp = AudioTimeStamp()
            stamp.mSampleTime = Double(block * 20)
            stamp.mFlags = .sampleTimeValid
            samples.withUnsafeMutableBytes { bytes in
                var list = AudioBufferList(
                    mNumberBuffers: 1,
                    mBuffers: AudioBuffer(mNumberChannels: 1, mDataByteSize: 80, mData: bytes.baseAddress))
                #expect(AudioUnitProcess(delay.unit, nil, &stamp, 20, &list) == noErr)
            }
            heard += samples
        }
        #expect(heard == (0..<40).map { Float(max($0 - 4, 0)) })
    }

    @Test func functionsAreCalledAroundEachBlockUntilTheyAreRemoved() throws {
        final class Calls { var lines: [String] = [] }
        let calls = Calls()
        let context = Unmanaged.passUnretained(calls).toOpaque()
        let delay = try UnitHandle(kAudioUnitType_Effect, kAudioUnitSubType_SampleDelay)
        for scope in [kAudioUnitScope_Input, kAudioUnitScope_Output] { #expect(delay.setFormat(1, scope) == noErr) }
        #expect(delay.feed(0) { time, _, _ in Float(time + 1) } == noErr)
        let notify: AURenderCallback = { context, flags, time, bus, frameCount, list in
            let calls = Unmanaged<Calls>.fromOpaque(context).takeUnretainedValue()
            let buffers = list.map { UnsafeMutableAudioBufferListPointer($0) }
            let last = buffers?[0].mData?.assumingMemoryBound(to: Float.self)[Int(frameCount) - 1]
            let isAfter = flags.pointee.contains(.unitRenderAction_PostRender)
            calls.lines.append(
                "\(isAfter ? "after" : "before") \(time.pointee.mSampleTime) \(isAfter ? last ?? -1 : 0)")
            return noErr
        }
        #expect(AudioUnitAddRenderNotify(delay.unit, notify, context) == noErr)
        #expect(AudioUnitInitialize(delay.unit) == noErr)
        _ = delay.render(10, channels: 1)
        _ = delay.render(10, channels: 1)
        #expect(calls.lines == ["before 0.0 0.0", "after 0.0 10.0", "before 10.0 0.0", "after 10.0 20.0"])
        #expect(AudioUnitRemoveRenderNotify(delay.unit, notify, context) == noErr)
        #expect(AudioUnitRemoveRenderNotify(delay.unit, notify, context) == kAudio_ParamError)
        _ = delay.render(10, channels: 1)
        #expect(calls.lines.count == 4)
    }

    @Test func propertiesTellWhatParametersAre() throws {
        let delay = try UnitHandle(kAudioUnitType_Effect, kAudioUnitSubType_Delay)
        var info = AudioUnitParameterInfo()
        var size = UInt32(MemoryLayout<AudioUnitParameterInfo>.size)
        #expect(
            AudioUnitGetProperty(
                delay.unit, kAudioUnitProperty_ParameterInfo, kAudioUnitScope_Global, kDelayParam_LopassCutoff, &info,
                &size) == noErr)
        #expect(info.unit == .hertz && info.minValue == 10 && info.defaultValue == 15_000)
        #expect(info.flags.contains([.flag_HasCFNameString, .flag_CFNameRelease, .flag_IsWritable]))
        let name = try #require(info.cfNameString?.takeRetainedValue())
        let bytes = withUnsafeBytes(of: info.name) { Array($0.prefix { $0 != 0 }) }
        #expect(String(decoding: bytes, as: UTF8.self) == name as String && name.length > 0)
        var value: Float = 1500
        withUnsafePointer(to: &value) { value in
            let question = AudioUnitParameterStringFromValue(
                inParamID: kDelayParam_LopassCutoff, inValue: value, outString: nil)
            let answer = delay.get(kAudioUnitProperty_ParameterStringFromValue, kAudioUnitScope_Global, 0, question)
            #expect(answer?.outString?.takeRetainedValue() as String? == "1500.00")
        }
        #expect(
            AudioUnitGetProperty(
                delay.unit, kAudioUnitProperty_ParameterInfo, kAudioUnitScope_Global, 77, &info, &size)
                == kAudioUnitErr_InvalidParameter)
        let track = NSString(string: "Track")
        let written: Unmanaged<NSString>? = .passUnretained(track)
        #expect(delay.set(kAudioUnitProperty_ContextName, 0, 0, written) == noErr)
        let context: Unmanaged<NSString>? = delay.get(kAudioUnitProperty_ContextName, 0, 0, nil) ?? nil
        #expect(context?.takeRetainedValue() as String? == "Track")
        final class Changes { var lines: [String] = [] }
        let changes = Changes()
        let proc: AudioUnitPropertyListenerProc = { context, _, id, scope, element in
            Unmanaged<Changes>.fromOpaque(context).takeUnretainedValue().lines.append("\(id) \(scope) \(element)")
        }
        let opaque = Unmanaged.passUnretained(changes).toOpaque()
        #expect(AudioUnitAddPropertyListener(delay.unit, kAudioUnitProperty_SampleRate, proc, opaque) == noErr)
        #expect(delay.set(kAudioUnitProperty_SampleRate, kAudioUnitScope_Output, 0, 32_000.0) == noErr)
        #expect(delay.set(kAudioUnitProperty_BypassEffect, kAudioUnitScope_Global, 0, UInt32(1)) == noErr)
        #expect(changes.lines == ["2 2 0"])
        #expect(
            AudioUnitRemovePropertyListenerWithUserData(delay.unit, kAudioUnitProperty_SampleRate, proc, opaque)
                == noErr)
        #expect(delay.set(kAudioUnitProperty_SampleRate, kAudioUnitScope_Output, 0, 16_000.0) == noErr)
        #expect(changes.lines.count == 1)
    }
}
