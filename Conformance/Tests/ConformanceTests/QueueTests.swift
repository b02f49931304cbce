import AudioToolbox
import Foundation
import Testing

extension Conformance {
    /// Audio queues that are rendered by hand, and what queues answer before they run.
    @Suite(.serialized) struct Queues {
        private static let returned = Counter()

        private func output(_ format: AudioStreamBasicDescription) throws -> AudioQueueRef {
            var (format, made) = (format, AudioQueueRef?.none)
            let callback: AudioQueueOutputCallback = { _, _, _ in _ = Queues.returned.add(1) }
            let status = AudioQueueNewOutput(&format, callback, nil, nil, nil, 0, &made)
            try #require(status == noErr)
            return try #require(made)
        }

        private func fill(_ queue: AudioQueueRef, _ samples: [Float]) throws -> AudioQueueBufferRef {
            var made: AudioQueueBufferRef?
            let bytes = UInt32(samples.count * 4)
            try #require(AudioQueueAllocateBuffer(queue, bytes, &made) == noErr)
            let buffer = try #require(made)
            let data = buffer.pointee.mAudioData.assumingMemoryBound(to: Float.self)
            for (index, sample) in samples.enumerated() { data[index] = sample }
            buffer.pointee.mAudioDataByteSize = bytes
            return buffer
        }

        private let float = linear(bits: 32, channels: 1, rate: 48_000, isFloat: true)

        @Test(arguments: [100, 1000, 3000])
        func whatIsEnqueuedIsRendered(block: Int) throws {
            let queue = try output(float)
            defer { AudioQueueDispose(queue, true) }
            var format = float
            let set = AudioQueueSetOfflineRenderFormat(queue, &format, nil)
            check("offline queue, blocks of \(block): setting the format", set, is: noErr)
            let source = try fill(queue, ramp(1..<3001))
            let target = try fill(queue, zeros(block))
            check(
                "offline queue, blocks of \(block): enqueue", AudioQueueEnqueueBuffer(queue, source, 0, nil), is: noErr)
            check("offline queue, blocks of \(block): start", AudioQueueStart(queue, nil), is: noErr)
            var time = AudioTimeStamp()
            time.mFlags = .sampleTimeValid
            // The first call with no frames lets the queue make itself ready.
            check(
                "offline queue, blocks of \(block): ready", AudioQueueOfflineRender(queue, &time, target, 0), is: noErr)
            var rendered: [Float] = []
            for _ in 0..<100 where rendered.count < 3000 {
                try #require(AudioQueueOfflineRender(queue, &time, target, UInt32(block)) == noErr)
                let count = Int(target.pointee.mAudioDataByteSize) / 4
                let samples = target.pointee.mAudioData.assumingMemoryBound(to: Float.self)
                rendered += (0..<count).map { samples[$0] }
                time.mSampleTime += Double(count)
            }
            let made = Array(rendered.prefix(3000))
            check("offline queue, blocks of \(block): samples", made, near: ramp(1..<3001), within: 0)
            check("offline queue, blocks of \(block): stop", AudioQueueStop(queue, true), is: noErr)
        }

        @Test(arguments: [0, 0.25, 0.5, 1] as [Float])
        func theVolumeIsKept(volume: Float) throws {
            let queue = try output(float)
            defer { AudioQueueDispose(queue, true) }
            check(
                "queue volume \(volume): set", AudioQueueSetParameter(queue, kAudioQueueParam_Volume, volume), is: noErr
            )
            var found: Float32 = -1
            check(
                "queue volume \(volume): get", AudioQueueGetParameter(queue, kAudioQueueParam_Volume, &found), is: noErr
            )
            check("queue volume \(volume)", found, is: volume)
        }

        @Test func theDefaultVolumeIsOne() throws {
            let queue = try output(float)
            defer { AudioQueueDispose(queue, true) }
            var found: Float32 = -1
            AudioQueueGetParameter(queue, kAudioQueueParam_Volume, &found)
            check("default volume of a queue", found, is: 1)
        }

        @Test func aNewQueueDoesNotRun() throws {
            let queue = try output(float)
            defer { AudioQueueDispose(queue, true) }
            var (running, size) = (UInt32(9), UInt32(4))
            check(
                "isRunning of a new queue: status",
                AudioQueueGetProperty(queue, kAudioQueueProperty_IsRunning, &running, &size), is: noErr)
            check("isRunning of a new queue", running, is: 0)
        }

        @Test(arguments: [1, 16, 4096, 65_536] as [UInt32])
        func aBufferHasTheCapacityThatIsAskedFor(bytes: UInt32) throws {
            let queue = try output(float)
            defer { AudioQueueDispose(queue, true) }
            var made: AudioQueueBufferRef?
            check("queue buffer of \(bytes): status", AudioQueueAllocateBuffer(queue, bytes, &made), is: noErr)
            let buffer = try #require(made)
            check("queue buffer of \(bytes): capacity", buffer.pointee.mAudioDataBytesCapacity, is: bytes)
            check("queue buffer of \(bytes): size", buffer.pointee.mAudioDataByteSize, is: 0)
            check("queue buffer of \(bytes): free", AudioQueueFreeBuffer(queue, buffer), is: noErr)
        }

        @Test func anEmptyBufferIsRefused() throws {
            let queue = try output(float)
            defer { AudioQueueDispose(queue, true) }
            let buffer = try fill(queue, zeros(10))
            buffer.pointee.mAudioDataByteSize = 0
            check(
                "enqueuing an empty buffer", AudioQueueEnqueueBuffer(queue, buffer, 0, nil),
                is: kAudioQueueErr_BufferEmpty)
        }

        @Test func aBufferIsEnqueuedOnce() throws {
            let queue = try output(float)
            defer { AudioQueueDispose(queue, true) }
            let buffer = try fill(queue, ramp(1..<101))
            check("enqueuing a buffer", AudioQueueEnqueueBuffer(queue, buffer, 0, nil), is: noErr)
            check(
                "enqueuing it again", AudioQueueEnqueueBuffer(queue, buffer, 0, nil),
                is: kAudioQueueErr_BufferEnqueuedTwice)
        }

        @Test(arguments: [8000.0, 44_100, 48_000], [1, 2] as [UInt32])
        func theStreamDescriptionIsGivenBack(rate: Double, channels: UInt32) throws {
            let queue = try output(linear(bits: 16, channels: channels, rate: rate))
            defer { AudioQueueDispose(queue, true) }
            let name = "format of a queue of \(rate) Hz, \(channels) ch"
            var (found, size) = (AudioStreamBasicDescription(), UInt32(MemoryLayout<AudioStreamBasicDescription>.size))
            let status = AudioQueueGetProperty(queue, kAudioQueueProperty_StreamDescription, &found, &size)
            check("\(name): status", status, is: noErr)
            check("\(name): rate", found.mSampleRate, is: rate)
            check("\(name): channels", found.mChannelsPerFrame, is: channels)
            check("\(name): bits", found.mBitsPerChannel, is: 16)
        }

        @Test func wrongFormatsAreRefused() {
            var (format, made) = (linear(bits: 16), AudioQueueRef?.none)
            format.mFormatID = code("????")
            let callback: AudioQueueOutputCallback = { _, _, _ in }
            let status = AudioQueueNewOutput(&format, callback, nil, nil, nil, 0, &made)
            check("a queue of an unknown format is refused", status != noErr)
            record("a queue of an unknown format: status", status)
        }

        @Test func unknownPropertiesAreRefused() throws {
            let queue = try output(float)
            defer { AudioQueueDispose(queue, true) }
            var size: UInt32 = 0
            check(
                "size of a property that there is not",
                AudioQueueGetPropertySize(queue, code("????"), &size), is: kAudioQueueErr_InvalidProperty)
        }

        @Test func renderingWithoutAnOfflineFormatIsRefused() throws {
            let queue = try output(float)
            defer { AudioQueueDispose(queue, true) }
            let target = try fill(queue, zeros(100))
            var time = AudioTimeStamp()
            time.mFlags = .sampleTimeValid
            let status = AudioQueueOfflineRender(queue, &time, target, 100)
            check(
                "AudioQueueOfflineRender of a queue that is not offline", status, is: kAudioQueueErr_InvalidOfflineMode)
        }
    }
}
