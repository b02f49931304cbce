import AudioToolbox
import Foundation
import TestPlugIns
import Testing

/// The checks of `AudioUnitRender`, which are the same for plug-ins and built-in units.
@Suite(
    .serialized, .enabled(if: TestPlugIns.isInstalled && TestPlugIns.hasLilv, "needs liblilv-0-0 and a C compiler"))
struct RenderCheckTests {
    /// A unit of two channels: a built-in one, and a plug-in.
    private enum Kind: String, CaseIterable, CustomTestStringConvertible {
        case builtIn, plugIn
        var testDescription: String { rawValue }
    }

    private func unit(_ kind: Kind) throws -> AudioUnit {
        var description = AudioComponentDescription(
            componentType: kAudioUnitType_Effect, componentSubType: kAudioUnitSubType_LowPassFilter,
            componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0)
        if kind == .plugIn { description = try PlayedUnit.named("Test Level").componentDescription }
        let component = try #require(AudioComponentFindNext(nil, &description))
        var unit: AudioUnit?
        try #require(AudioComponentInstanceNew(component, &unit) == noErr)
        let made = try #require(unit)
        var callback = AURenderCallbackStruct(
            inputProc: { _, _, _, _, count, list in
                guard let list else { return kAudio_ParamError }
                for buffer in UnsafeMutableAudioBufferListPointer(list) {
                    buffer.mData?.assumingMemoryBound(to: Float.self).update(repeating: 0.5, count: Int(count))
                }
                return noErr
            }, inputProcRefCon: nil)
        try #require(
            AudioUnitSetProperty(
                made, kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, 0, &callback,
                UInt32(MemoryLayout<AURenderCallbackStruct>.size)) == noErr)
        try #require(AudioUnitInitialize(made) == noErr)
        return made
    }

    /// Renders 64 frames into buffers of 512 floats each; returns the status and the sizes afterwards.
    private func render(
        _ unit: AudioUnit, bus: UInt32 = 0, buffers: Int = 2, channels: UInt32 = 1, byteCount: UInt32 = 2_048,
        hasMemory: Bool = true, frames: UInt32 = 64
    ) -> (status: OSStatus, sizes: [UInt32], last: Float?) {
        let list = AudioBufferList.allocate(maximumBuffers: buffers)
        let memory = UnsafeMutablePointer<Float>.allocate(capacity: 512 * buffers)
        memory.initialize(repeating: 9, count: 512 * buffers)
        defer {
            memory.deallocate()
            list.unsafeMutablePointer.deallocate()
        }
        for index in 0..<buffers {
            list[index] = AudioBuffer(
                mNumberChannels: channels, mDataByteSize: byteCount,
                mData: hasMemory ? UnsafeMutableRawPointer(memory + 512 * index) : nil)
        }
        var stamp = AudioTimeStamp()
        stamp.mFlags = .sampleTimeValid
        let status = AudioUnitRender(unit, nil, &stamp, bus, frames, list.unsafeMutablePointer)
        let samples = list[0].mData?.assumingMemoryBound(to: Float.self)
        return (status, list.map(\.mDataByteSize), samples?[63])
    }

    @Test(arguments: Kind.allCases) private func theBusAndTheBuffersAreChecked(_ kind: Kind) throws {
        let unit = try unit(kind)
        defer { AudioComponentInstanceDispose(unit) }
        #expect(render(unit, bus: 9).status == kAudioUnitErr_InvalidElement)
        #expect(render(unit, bus: .max).status == kAudioUnitErr_InvalidElement)
        for count in [1, 3, 5] { #expect(render(unit, buffers: count).status == kAudio_ParamError) }
        #expect(render(unit, buffers: 1, channels: 2).status == kAudio_ParamError)
        for byteCount: UInt32 in [0, 4, 252] {
            #expect(render(unit, byteCount: byteCount).status == kAudio_ParamError)
        }
        #expect(render(unit, frames: 1 << 20).status == kAudioUnitErr_TooManyFramesToProcess)
        // After all of these the unit renders, and states how much it has written.
        for hasMemory in [true, false] {
            let good = render(unit, byteCount: hasMemory ? 2_048 : 0, hasMemory: hasMemory)
            #expect(good.status == noErr && good.sizes == [256, 256])
            #expect(good.last.map { $0 > 0.2 && $0 < 0.6 } == true)
        }
        AudioUnitUninitialize(unit)
        #expect(render(unit).status == kAudioUnitErr_Uninitialized)
    }

    @Test(arguments: Kind.allCases) private func aParameterOfAnUnknownScopeIsRefused(_ kind: Kind) throws {
        let unit = try unit(kind)
        defer { AudioComponentInstanceDispose(unit) }
        let id: AudioUnitParameterID = kind == .builtIn ? kLowPassParam_CutoffFrequency : 7_000
        let value: Float = kind == .builtIn ? 1_000 : 0.75
        var found: Float = 0
        #expect(AudioUnitSetParameter(unit, id, kAudioUnitScope_Global, 0, value, 0) == noErr)
        for scope: AudioUnitScope in [1, 2, 3, 9, 99, 256, 1 << 31, .max] {
            #expect(AudioUnitSetParameter(unit, id, scope, 0, value / 2, 0) == kAudioUnitErr_InvalidParameter)
            #expect(AudioUnitGetParameter(unit, id, scope, 0, &found) == kAudioUnitErr_InvalidParameter)
        }
        #expect(
            AudioUnitSetParameter(unit, 12_345, kAudioUnitScope_Global, 0, value, 0) == kAudioUnitErr_InvalidParameter)
        #expect(AudioUnitGetParameter(unit, id, kAudioUnitScope_Global, 0, &found) == noErr && found == value)
    }

    @Test func aUnitWithoutOutputsIsRenderedByItsFirstBus() throws {
        let played = try PlayedUnit(PlayedUnit.named("Test Octave"))
        _ = try played.render(64)
        var flags = AudioUnitRenderActionFlags()
        var stamp = AudioTimeStamp()
        var list = AudioBufferList()
        #expect(played.unit.renderBlock(&flags, &stamp, 64, 1, &list, nil) == kAudioUnitErr_InvalidElement)
    }
}
