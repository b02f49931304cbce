import AVFAudio
import AudioToolbox
import Foundation
import SordinoSimulator
import Synchronization
import Testing

/// Audio queues and the rest of the device: calls, the media services, speed and pitch, channels, run loops.
@Suite struct AudioQueueScenarioTests {
    let rig: QueueRig
    var device: SimulatedDevice { rig.device }
    var app: SimulatedApp { rig.app }

    init() throws { rig = try QueueRig() }

    private func heard(_ channel: Int, from: Double, count: Int) -> [Float] {
        rig.heard(channel, from: from, count: count)
    }

    @Test func aCallStopsAQueueWhereItIsAndAStartGoesOn() throws {
        let sound = Sound.noise(frames: 48_000, channels: 1, seed: 11)
        let program = try QueueProgram(app, sound.channels)
        program.start()
        device.advance(0.2)
        device.ring()
        device.advance(0.5)
        let before = Int(try #require(program.time))
        #expect(program.runningChanges == [1])
        device.declineCall()
        device.advance(0.5)
        try app.session.setActive(true)
        let again = device.now
        #expect(program.start() == noErr)
        device.advance(1)
        // The call cut the sound: for 5 ms the queue rises in a straight line, and the device by equal power.
        let (rest, back) = (sound.channels[0].dropFirst(before), heard(0, from: again, count: 48_000 - before))
        for (frame, (sample, own)) in zip(back, rest).prefix(240).enumerated() {
            let share = Double(frame + 1) / 240
            let factor = share * sin(share * .pi / 2)
            #expect(abs(Double(sample) - Double(own) * factor) < 1e-6, "frame \(frame)")
        }
        #expect(Array(back.dropFirst(240)) == Array(rest.dropFirst(240)))
        #expect(program.runningChanges == [1, 0])
    }

    @Test func aQueueOfLostMediaServicesCanOnlyBeDisposedOf() throws {
        let program = try QueueProgram(app, Sound.noise(frames: 48_000, channels: 1, seed: 12).channels)
        program.start()
        device.advance(0.1)
        device.resetMediaServices()
        device.advance(0.1)
        #expect(program.start() == kAudioQueueErr_QueueInvalidated)
        #expect(AudioQueuePause(program.queue) == kAudioQueueErr_QueueInvalidated)
        #expect(AudioQueueEnqueueBuffer(program.queue, program.buffers[0], 0, nil) == kAudioQueueErr_QueueInvalidated)
        #expect(AudioQueueDispose(program.queue, true) == noErr)
        try app.activate(.playback)
        let another = try QueueProgram(app, Sound.constant(0.5, frames: 4_800).channels)
        let start = device.now
        #expect(another.start() == noErr)
        device.advance(0.2)
        #expect(heard(0, from: start, count: 4_800) == Array(repeating: 0.5, count: 4_800))
    }

    private func set(_ queue: AudioQueueRef, _ property: AudioQueuePropertyID, _ value: UInt32) -> OSStatus {
        var value = value
        return AudioQueueSetProperty(queue, property, &value, 4)
    }

    @Test func twiceTheSpeedTakesHalfTheTimeAtTheSamePitch() throws {
        let tone = Sound.sine(hertz: 500, amplitude: 0.25, seconds: 2, sampleRate: 48_000)
        let program = try QueueProgram(app, tone.channels)
        #expect(set(program.queue, kAudioQueueProperty_EnableTimePitch, 1) == noErr)
        #expect(AudioQueueSetParameter(program.queue, kAudioQueueParam_PlayRate, 2) == noErr)
        let start = device.now
        program.start()
        #expect(set(program.queue, kAudioQueueProperty_EnableTimePitch, 0) == kAudioQueueErr_InvalidRunState)
        device.advance(1.5)
        let output = try #require(device.output(.headphones))
        #expect(abs(output.level(ofToneAt: 500, amplitude: 0.25, at: start + 0.5)) < 1)
        #expect(output.peak(from: start + 1.01, to: start + 1.4) == 0)
        #expect(program.runningChanges == [1, 0])
    }

    @Test func aTapesPitchFollowsItsSpeed() throws {
        let tone = Sound.sine(hertz: 500, amplitude: 0.25, seconds: 2, sampleRate: 48_000)
        let program = try QueueProgram(app, tone.channels)
        #expect(
            set(program.queue, kAudioQueueProperty_TimePitchAlgorithm, kAudioQueueTimePitchAlgorithm_Varispeed)
                == noErr)
        #expect(set(program.queue, kAudioQueueProperty_EnableTimePitch, 1) == noErr)
        AudioQueueSetParameter(program.queue, kAudioQueueParam_PlayRate, 2)
        let start = device.now
        program.start()
        device.advance(1.5)
        let output = try #require(device.output(.headphones))
        #expect(abs(output.level(ofToneAt: 1_000, amplitude: 0.25, at: start + 0.5)) < 1)
        #expect(output.level(ofToneAt: 500, amplitude: 0.25, at: start + 0.5) < -30)
    }

    @Test func channelsGoWhereTheyAreAssigned() throws {
        let sound = Sound.noise(frames: 4_800, channels: 2, seed: 13)
        let program = try QueueProgram(app, sound.channels)
        var (uid, size) = (UnsafeRawPointer?.none, UInt32(8))
        #expect(AudioQueueGetProperty(program.queue, kAudioQueueProperty_CurrentDevice, &uid, &size) == noErr)
        let name = Unmanaged<NSString>.fromOpaque(try #require(uid)).takeRetainedValue()
        let assignments = [2, 1].map {
            AudioQueueChannelAssignment(mDeviceUID: Unmanaged.passUnretained(name), mChannelNumber: $0)
        }
        let byteCount = UInt32(2 * MemoryLayout<AudioQueueChannelAssignment>.stride)
        #expect(
            AudioQueueSetProperty(program.queue, kAudioQueueProperty_ChannelAssignments, assignments, byteCount)
                == noErr)
        #expect(
            AudioQueueSetProperty(program.queue, kAudioQueueProperty_ChannelAssignments, assignments, byteCount - 1)
                == kAudioQueueErr_InvalidPropertySize)
        let start = device.now
        program.start()
        device.advance(0.3)
        #expect(heard(0, from: start, count: 4_800) == sound.channels[1])
        #expect(heard(1, from: start, count: 4_800) == sound.channels[0])
    }

    @Test func callbacksOfARunLoopComeWhenItRuns() throws {
        final class Count: @unchecked Sendable { var value = 0 }
        let count = Count()
        var (format, made) = (QueueProgram.float32(1), AudioQueueRef?.none)
        let data = Unmanaged.passUnretained(count).toOpaque()
        let mode = "org.sordino.test.queue" as NSString
        #expect(
            app.perform {
                AudioQueueNewOutput(
                    &format,
                    { data, _, _ in data.map { Unmanaged<Count>.fromOpaque($0).takeUnretainedValue().value += 1 } },
                    data, CFRunLoopGetCurrent(), mode, 0, &made)
            } == noErr)
        let queue = try #require(made)
        var buffer: AudioQueueBufferRef?
        AudioQueueAllocateBuffer(queue, 400, &buffer)
        let one = try #require(buffer)
        one.pointee.mAudioDataByteSize = 400
        AudioQueueEnqueueBuffer(queue, one, 0, nil)
        #expect(app.perform { AudioQueueStart(queue, nil) } == noErr)
        device.advance(0.1)
        #expect(count.value == 0)
        #expect(AudioQueueEnqueueBuffer(queue, one, 0, nil) == kAudioQueueErr_BufferEnqueuedTwice)
        CFRunLoopRunInMode(CFRunLoopMode(mode), 0, false)
        #expect(count.value == 1)
        AudioQueueDispose(queue, true)
        withExtendedLifetime(count) {}
    }

    @Test func anotherRateOfTheQueueIsTheSameTone() throws {
        let tone = Sound.sine(hertz: 1_000, amplitude: 0.25, seconds: 1, sampleRate: 22_050)
        let program = try QueueProgram(app, tone.channels, rate: 22_050)
        let start = device.now
        program.start()
        device.advance(0.5)
        #expect(abs(try #require(program.time) - 0.5 * 22_050) < 600)
        device.advance(1)
        let output = try #require(device.output(.headphones))
        #expect(abs(output.level(ofToneAt: 1_000, amplitude: 0.25, at: start + 0.5)) < 0.01)
        // All of it, and no more.
        #expect(output.peak(from: start + 0.999, to: start + 1) > 0.1)
        #expect(output.peak(from: start + 1.0001, to: start + 1.2) == 0)
    }
}

/// Programs that make any call, from outside and from inside callbacks.
@Suite struct AudioQueueWalkTests {
    private struct Chance {
        var state: UInt64
        mutating func next(_ count: Int) -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(state >> 33) % count
        }
    }

    /// A queue, and what was made with it.
    private final class Walker: @unchecked Sendable {
        var chance: Chance
        var queue: AudioQueueRef?
        var isDisposed = false
        var callsAfterDisposal = 0
        var buffers: [AudioQueueBufferRef] = []
        var tap: AudioQueueProcessingTapRef?
        let isInput: Bool
        var depth = 0

        init(seed: UInt64, isInput: Bool) {
            chance = Chance(state: seed &* 0x9E37_79B9_7F4A_7C15 | 1)
            self.isInput = isInput
        }

        func called() {
            if isDisposed { callsAfterDisposal += 1 }
            guard depth < 3 else { return }
            depth += 1
            for _ in 0..<chance.next(3) { step() }
            depth -= 1
        }

        /// One call, right or wrong.
        func step() {
            guard let queue else { return }
            let buffer = buffers.isEmpty ? nil : buffers[chance.next(buffers.count)]
            var (number, size, stamp) = (UInt32(chance.next(4)), UInt32(chance.next(9)), AudioTimeStamp())
            switch chance.next(22) {
            case 0, 1: AudioQueueStart(queue, nil)
            case 2: AudioQueueStop(queue, true)
            case 3: AudioQueueStop(queue, false)
            case 4: AudioQueuePause(queue)
            case 5: AudioQueueReset(queue)
            case 6: AudioQueueFlush(queue)
            case 7: AudioQueuePrime(queue, UInt32(chance.next(10_000)), &number)
            case 8:
                var made: AudioQueueBufferRef?
                if buffers.count < 12,
                    AudioQueueAllocateBuffer(queue, UInt32(4 * (1 + chance.next(3_000))), &made) == noErr
                {
                    if let made { buffers.append(made) }
                }
            case 9:
                if let buffer, AudioQueueFreeBuffer(queue, buffer) == noErr { buffers.removeAll { $0 == buffer } }
            case 10, 11, 12, 13:
                guard let buffer else { return }
                buffer.pointee.mAudioDataByteSize = UInt32(chance.next(Int(buffer.pointee.mAudioDataBytesCapacity) + 9))
                AudioQueueEnqueueBuffer(queue, buffer, 0, nil)
            case 14:
                guard let buffer else { return }
                var event = AudioQueueParameterEvent(
                    mID: AudioQueueParameterID(chance.next(15)), mValue: Float(chance.next(5)) - 1)
                stamp.mFlags = .sampleTimeValid
                stamp.mSampleTime = Double(chance.next(100_000)) - 1_000
                let (first, last) = (UInt32(chance.next(500)), UInt32(chance.next(500)))
                if chance.next(2) == 0 {
                    AudioQueueEnqueueBufferWithParameters(queue, buffer, 0, nil, first, last, 1, &event, nil, nil)
                } else {
                    AudioQueueEnqueueBufferWithParameters(queue, buffer, 0, nil, first, last, 1, &event, &stamp, nil)
                }
            case 15: AudioQueueSetParameter(queue, UInt32(chance.next(15)), Float(chance.next(100)) / 10 - 1)
            case 16: AudioQueueGetCurrentTime(queue, nil, &stamp, nil)
            case 17:
                let properties = [
                    kAudioQueueProperty_EnableTimePitch, kAudioQueueProperty_TimePitchBypass,
                    kAudioQueueProperty_EnableLevelMetering, kAudioQueueProperty_DecodeBufferSizeFrames,
                    kAudioQueueProperty_ChannelLayout, kAudioQueueProperty_MagicCookie, 0,
                ]
                AudioQueueSetProperty(queue, properties[chance.next(properties.count)], &number, UInt32(chance.next(5)))
            case 18:
                var level = AudioQueueLevelMeterState()
                size = UInt32(chance.next(9))
                AudioQueueGetProperty(queue, kAudioQueueProperty_CurrentLevelMeter, &level, &size)
            case 19:
                if let tap { AudioQueueProcessingTapDispose(tap) }
                tap = nil
            case 20:
                var (most, format, made) = (UInt32(0), AudioStreamBasicDescription(), AudioQueueProcessingTapRef?.none)
                let flags = AudioQueueProcessingTapFlags(rawValue: UInt32(chance.next(8)))
                AudioQueueProcessingTapNew(
                    queue,
                    { data, tap, wanted, time, flags, made, list in
                        AudioQueueProcessingTapGetSourceAudio(tap, wanted, time, flags, made, list)
                        Unmanaged<Walker>.fromOpaque(data).takeUnretainedValue().called()
                    }, Unmanaged.passUnretained(self).toOpaque(), flags, &most, &format, &made)
                if let made { tap = made }
            default:
                guard chance.next(6) == 0 else { return }
                let isImmediate = chance.next(2) == 0
                AudioQueueDispose(queue, isImmediate)
                // Buffers go with their queue.
                buffers = []
                if isImmediate {
                    isDisposed = true
                    self.queue = nil
                }
            }
        }
    }

    /// Stated with the seed, which brings the same walk again.
    @Test(arguments: [false, true]) func anyCallsInAnyOrderGetAnAnswer(isInput: Bool) throws {
        for seed in 1...UInt64(60) {
            let device = SimulatedDevice(.phone)
            let app = device.app("Walker", backgroundModes: .audio)
            try app.activate(isInput ? .playAndRecord : .playback)
            device.advance(0.05)
            let walker = Walker(seed: seed, isInput: isInput)
            let data = Unmanaged.passUnretained(walker).toOpaque()
            var format = QueueProgram.float32(1, rate: seed % 3 == 0 ? 44_100 : 48_000)
            let status = app.perform { () -> OSStatus in
                guard isInput else {
                    return AudioQueueNewOutput(
                        &format,
                        { data, _, _ in data.map { Unmanaged<Walker>.fromOpaque($0).takeUnretainedValue().called() } },
                        data, nil, nil, 0, &walker.queue)
                }
                return AudioQueueNewInput(
                    &format,
                    { data, _, _, _, _, _ in
                        data.map { Unmanaged<Walker>.fromOpaque($0).takeUnretainedValue().called() }
                    }, data, nil, nil, 0, &walker.queue)
            }
            #expect(status == noErr, "seed \(seed)")
            for _ in 0..<150 {
                app.perform { walker.step() }
                if walker.chance.next(4) == 0 { device.advance(Double(walker.chance.next(40)) / 1_000) }
            }
            if let queue = walker.queue {
                AudioQueueDispose(queue, true)
                walker.isDisposed = true
                #expect(AudioQueueStart(queue, nil) == kAudio_ParamError, "seed \(seed)")
            }
            device.advance(0.2)
            #expect(walker.callsAfterDisposal == 0, "seed \(seed)")
            withExtendedLifetime(walker) {}
        }
    }
}
