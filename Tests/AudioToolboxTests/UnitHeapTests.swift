import AVAudioTypes
import AllocationProbe
import AudioToolbox
import Foundation
import SordinoGraph
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
}
