import AudioToolbox
import Foundation
import Testing

/// AUDeferredRenderer: its input is asked for on another thread, in blocks of its own.
@Suite struct DeferredUnitTests {
    /// The notes of an input callback, under a lock: it is called on the unit's thread.
    private final class Calls: @unchecked Sendable {
        private let lock = NSLock()
        private var frames: Set<UInt32> = []
        private var threads: Set<UInt> = []
        private var next = 0.0
        private var isInOrder = true

        func note(_ time: Double, _ count: UInt32) {
            lock.withLock {
                isInOrder = isInOrder && time == next
                next = time + Double(count)
                frames.insert(count)
                threads.insert(UInt(pthread_self()))
            }
        }

        var all: (frames: Set<UInt32>, threads: Set<UInt>, isInOrder: Bool) {
            lock.withLock { (frames, threads, isInOrder) }
        }
    }

    private func make(pull: UInt32, extra: UInt32, _ calls: Calls) throws -> UnitHandle {
        let unit = try UnitHandle(kAudioUnitType_FormatConverter, kAudioUnitSubType_DeferredRenderer)
        #expect(unit.setFormat(1, kAudioUnitScope_Input) == noErr && unit.setFormat(1, kAudioUnitScope_Output) == noErr)
        let global = kAudioUnitScope_Global
        #expect(unit.set(kAudioUnitProperty_DeferredRendererPullSize, global, 0, pull) == noErr)
        #expect(unit.set(kAudioUnitProperty_DeferredRendererExtraLatency, global, 0, extra) == noErr)
        #expect(unit.set(kAudioUnitProperty_MaximumFramesPerSlice, global, 0, UInt32(512)) == noErr)
        let callback = AURenderCallbackStruct(
            inputProc: { context, _, time, _, count, list in
                guard let list else { return kAudio_ParamError }
                Unmanaged<Calls>.fromOpaque(context).takeUnretainedValue().note(time.pointee.mSampleTime, count)
                let samples = list.pointee.mBuffers.mData?.assumingMemoryBound(to: Float.self)
                for frame in 0..<Int(count) { samples?[frame] = Float(Int(time.pointee.mSampleTime) + frame + 1) }
                return noErr
            }, inputProcRefCon: Unmanaged.passUnretained(calls).toOpaque())
        #expect(unit.set(kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, 0, callback) == noErr)
        return unit
    }

    @Test(arguments: [(256, 0), (300, 100), (1_024, 0)] as [(UInt32, UInt32)])
    func theInputIsHeardAsLateAsTheUnitSays(pull: UInt32, extra: UInt32) throws {
        let calls = Calls()
        let unit = try make(pull: pull, extra: extra, calls)
        // A minute of patience: nothing is missing however slow the machine is.
        #expect(
            unit.set(kAudioUnitProperty_DeferredRendererWaitFrames, kAudioUnitScope_Global, 0, UInt32(1 << 20)) == noErr
        )
        #expect(AudioUnitInitialize(unit.unit) == noErr)
        let seconds = try #require(unit.get(kAudioUnitProperty_Latency, kAudioUnitScope_Global, 0, Float64(0)))
        let late = Int((seconds * 48_000).rounded())
        #expect(late == Int(pull + extra))
        var heard: [Float] = []
        for block in 0..<60 { heard += try #require(unit.render(block % 3 == 0 ? 512 : 211, channels: 1)[0])[0] }
        #expect(heard.prefix(late).allSatisfy { $0 == 0 })
        #expect(heard.dropFirst(late).enumerated().allSatisfy { $0.element == Float($0.offset + 1) })
        let noted = calls.all
        #expect(noted.frames == [pull] && noted.isInOrder)
        #expect(noted.threads.count == 1 && !noted.threads.contains(UInt(pthread_self())))
        #expect(AudioUnitUninitialize(unit.unit) == noErr)
    }

    @Test func settingsHaveTheirTimeAndTheirBounds() throws {
        let calls = Calls()
        let unit = try make(pull: 256, extra: 0, calls)
        let global = kAudioUnitScope_Global
        #expect(
            unit.set(kAudioUnitProperty_DeferredRendererPullSize, global, 0, UInt32(0))
                == kAudioUnitErr_InvalidPropertyValue)
        #expect(unit.get(kAudioUnitProperty_DeferredRendererPullSize, global, 0, UInt32(0)) == 256)
        #expect(unit.get(kAudioUnitProperty_DeferredRendererWaitFrames, global, 0, UInt32(7)) == 0)
        #expect(AudioUnitInitialize(unit.unit) == noErr)
        #expect(
            unit.set(kAudioUnitProperty_DeferredRendererExtraLatency, global, 0, UInt32(5)) == kAudioUnitErr_Initialized
        )
        #expect(unit.set(kAudioUnitProperty_DeferredRendererWaitFrames, global, 0, UInt32(64)) == noErr)
        let filter = try UnitHandle(kAudioUnitType_Effect, kAudioUnitSubType_LowPassFilter)
        #expect(
            filter.set(kAudioUnitProperty_DeferredRendererPullSize, global, 0, UInt32(5))
                == kAudioUnitErr_InvalidProperty)
    }

    @Test func anOpenInputIsSilence() throws {
        let unit = try UnitHandle(kAudioUnitType_FormatConverter, kAudioUnitSubType_DeferredRenderer)
        #expect(unit.setFormat(2, kAudioUnitScope_Input) == noErr && unit.setFormat(2, kAudioUnitScope_Output) == noErr)
        #expect(AudioUnitInitialize(unit.unit) == noErr)
        for _ in 0..<8 {
            let heard = try #require(unit.render(512, channels: 2)[0])
            #expect(heard.allSatisfy { $0.allSatisfy { $0 == 0 } })
        }
        #expect(AudioUnitReset(unit.unit, kAudioUnitScope_Global, 0) == noErr)
    }
}
