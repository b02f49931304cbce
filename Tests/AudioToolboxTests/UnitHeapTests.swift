import AVAudioTypes
import AllocationProbe
import AudioToolbox
import Foundation
import SordinoGraph
import SordinoRealtime
import Testing

/// The render blocks that units of the house give out.
@Suite struct UnitHeapTests {
    static let names = BuiltInUnits.all.map(\.name)

    @Test(arguments: names) func renderingABuiltInUnitTouchesNoHeap(_ name: String) throws {
        let entry = try #require(BuiltInUnits.all.first { $0.name == name })
        let unit = try AUAudioUnit(
            componentDescription: AudioComponentDescription(
                componentType: entry.identity.type, componentSubType: entry.identity.subtype,
                componentManufacturer: entry.identity.manufacturer, componentFlags: 0, componentFlagsMask: 0))
        try unit.allocateRenderResources()
        let render = unit.renderBlock
        let pull: AURenderPullInputBlock? = { _, _, frameCount, bus, list in
            let count = Int(list.pointee.mNumberBuffers)
            withUnsafeMutablePointer(to: &list.pointee.mBuffers) { buffers in
                for channel in 0..<count {
                    guard let samples = buffers[channel].mData?.assumingMemoryBound(to: Float.self) else { continue }
                    for frame in 0..<Int(frameCount) { samples[frame] = frame % 16 < 8 ? 0.25 : -0.25 }
                }
            }
            return noErr
        }
        let list = AudioBufferList.allocate(maximumBuffers: 2)
        defer { list.unsafeMutablePointer.deallocate() }
        let samples = UnsafeMutablePointer<Float>.allocate(capacity: 512)
        samples.initialize(repeating: 0, count: 512)
        defer { samples.deallocate() }
        for index in 0..<2 {
            list[index] = AudioBuffer(mNumberChannels: 1, mDataByteSize: 1024, mData: samples + index * 256)
        }
        var flags: AudioUnitRenderActionFlags = []
        var time = AudioTimeStamp()
        time.mFlags = .sampleTimeValid
        for _ in 0..<3 {
            #expect(render(&flags, &time, 256, 0, list.unsafeMutablePointer, pull) == noErr)
            time.mSampleTime += 256
        }
        var status = noErr
        let pointer = list.unsafeMutablePointer
        let calls = countingHeapCalls { status = render(&flags, &time, 256, 0, pointer, pull) }
        #expect(status == noErr)
        #expect(calls == .none)
    }

    @Test func aChainInCTouchesNoHeap() throws {
        let delay = try UnitHandle(kAudioUnitType_Effect, kAudioUnitSubType_SampleDelay)
        let filter = try UnitHandle(kAudioUnitType_Effect, kAudioUnitSubType_LowPassFilter)
        let connection = AudioUnitConnection(sourceAudioUnit: delay.unit, sourceOutputNumber: 0, destInputNumber: 0)
        #expect(filter.set(kAudioUnitProperty_MakeConnection, kAudioUnitScope_Input, 0, connection) == noErr)
        let callback = AURenderCallbackStruct(
            inputProc: { _, _, _, _, frameCount, list in
                guard let list else { return kAudio_ParamError }
                let count = Int(list.pointee.mNumberBuffers)
                withUnsafeMutablePointer(to: &list.pointee.mBuffers) { buffers in
                    for channel in 0..<count {
                        guard let samples = buffers[channel].mData?.assumingMemoryBound(to: Float.self) else {
                            continue
                        }
                        for frame in 0..<Int(frameCount) { samples[frame] = frame % 16 < 8 ? 0.25 : -0.25 }
                    }
                }
                return noErr
            }, inputProcRefCon: UnsafeMutableRawPointer(delay.unit))
        #expect(delay.set(kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, 0, callback) == noErr)
        let notify: AURenderCallback = { _, _, _, _, _, _ in noErr }
        #expect(AudioUnitAddRenderNotify(filter.unit, notify, UnsafeMutableRawPointer(filter.unit)) == noErr)
        #expect(AudioUnitInitialize(delay.unit) == noErr && AudioUnitInitialize(filter.unit) == noErr)
        let list = AudioBufferList.allocate(maximumBuffers: 2)
        defer { list.unsafeMutablePointer.deallocate() }
        for index in 0..<2 { list[index] = AudioBuffer(mNumberChannels: 1, mDataByteSize: 0, mData: nil) }
        var flags: AudioUnitRenderActionFlags = []
        var time = AudioTimeStamp()
        time.mFlags = .sampleTimeValid
        let pointer = list.unsafeMutablePointer
        for _ in 0..<3 {
            #expect(AudioUnitRender(filter.unit, &flags, &time, 0, 256, pointer) == noErr)
            time.mSampleTime += 256
        }
        var status = noErr
        let calls = countingHeapCalls { status = AudioUnitRender(filter.unit, &flags, &time, 0, 256, pointer) }
        #expect(status == noErr)
        #expect(calls == .none)
    }

    @Test(arguments: names) func schedulingInsideABlockTouchesNoHeap(_ name: String) throws {
        let entry = try #require(BuiltInUnits.all.first { $0.name == name })
        let made = try AUAudioUnit(
            componentDescription: AudioComponentDescription(
                componentType: entry.identity.type, componentSubType: entry.identity.subtype,
                componentManufacturer: entry.identity.manufacturer, componentFlags: 0, componentFlagsMask: 0))
        let unit = made.handle
        #expect(AudioUnitInitialize(unit) == noErr)
        let schedule = made.scheduleParameterBlock
        for spec in entry.make().parameters where spec.flags.contains(.isWritable) {
            let (id, scope) = (spec.id, AudioUnitScope(spec.scope.rawValue))
            let element = spec.elementNumbers?[0] ?? 0
            var event = AudioUnitParameterEvent()
            (event.scope, event.element, event.parameter) = (scope, element, id)
            event.eventType = .parameterEvent_Immediate
            event.eventValues.immediate = .init(bufferOffset: 8, value: spec.maximum)
            var (statuses, value): ([OSStatus], Float) = ([-1, -1, -1, -1], 0)
            let visit = RenderThread.enter()
            let calls = countingHeapCalls {
                schedule(AUEventSampleTimeImmediate, 0, spec.address(), spec.maximum)
                statuses[0] = AudioUnitScheduleParameters(unit, &event, 1)
                statuses[1] = AudioUnitSetParameter(unit, id, scope, element, spec.maximum, 16)
                statuses[2] = AudioUnitSetParameter(unit, id, scope, element, spec.maximum, 0)
                statuses[3] = AudioUnitGetParameter(unit, id, scope, element, &value)
            }
            RenderThread.leave(visit)
            #expect(calls == .none, "\(spec.identifier)")
            #expect(statuses.allSatisfy { $0 == noErr } && value == spec.maximum, "\(spec.identifier) \(statuses)")
        }
    }

    @Test func notesInsideABlockTouchNoHeap() throws {
        let synth = try UnitHandle(kAudioUnitType_MusicDevice, kAudioUnitSubType_MIDISynth)
        #expect(AudioUnitInitialize(synth.unit) == noErr)
        let message: [UInt8] = [0xF0, 0x7E, 0x7F, 0x09, 0x01, 0xF7]
        var params = MusicDeviceStdNoteParams(argCount: 2, mPitch: 60, mVelocity: 64)
        var (note, statuses): (NoteInstanceID, [OSStatus]) = (0, [-1, -1, -1, -1])
        let visit = RenderThread.enter()
        func send() {
            statuses[0] = MusicDeviceMIDIEvent(synth.unit, 0x90, 60, 100, 4)
            statuses[1] = MusicDeviceSysEx(synth.unit, message, UInt32(message.count))
            withUnsafeMutablePointer(to: &params) {
                $0.withMemoryRebound(to: MusicDeviceNoteParams.self, capacity: 1) {
                    statuses[2] = MusicDeviceStartNote(synth.unit, kMusicNoteEvent_UseGroupInstrument, 0, &note, 0, $0)
                }
            }
            statuses[3] = MusicDeviceStopNote(synth.unit, 0, note, 8)
        }
        // Code that is not optimized makes the metadata of C structs when it uses them first.
        send()
        statuses = [-1, -1, -1, -1]
        let calls = countingHeapCalls { send() }
        RenderThread.leave(visit)
        #expect(calls == .none)
        #expect(statuses == [noErr, noErr, noErr, noErr])
    }
}
