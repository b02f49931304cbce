import AVFAudio
import AudioToolbox
import SordinoSimulator
import Synchronization
import Testing

/// Buffers of audio queues with trims, times and values, and queues that are rendered by hand.
@Suite struct AudioQueueBufferTests {
    let rig: QueueRig
    var device: SimulatedDevice { rig.device }
    var app: SimulatedApp { rig.app }

    init() throws { rig = try QueueRig() }

    private func heard(_ channel: Int, from: Double, count: Int) -> [Float] {
        rig.heard(channel, from: from, count: count)
    }

    /// A queue of mono floats whose callback counts.
    private func queue(rate: Double = 48_000) throws -> AudioQueueRef {
        var format = QueueProgram.float32(1, rate: rate)
        var made: AudioQueueRef?
        let count = Counter()
        let status = app.perform {
            AudioQueueNewOutputWithDispatchQueue(&made, &format, 0, DispatchQueue(label: "test")) { _, _ in
                count.value.withLock { $0 += 1 }
            }
        }
        #expect(status == noErr)
        return try #require(made)
    }

    private final class Counter: Sendable { let value = Mutex(0) }

    private func buffer(_ queue: AudioQueueRef, _ samples: [Float]) throws -> AudioQueueBufferRef {
        var made: AudioQueueBufferRef?
        #expect(AudioQueueAllocateBuffer(queue, UInt32(samples.count * 4), &made) == noErr)
        let buffer = try #require(made)
        samples.withUnsafeBytes { bytes in
            if let base = bytes.baseAddress { buffer.pointee.mAudioData.copyMemory(from: base, byteCount: bytes.count) }
        }
        buffer.pointee.mAudioDataByteSize = UInt32(samples.count * 4)
        return buffer
    }

    private func ramp(_ range: Range<Int>) -> [Float] { range.map { Float($0) / 65_536 } }

    @Test func trimsTakeFramesOffBothEnds() throws {
        let queue = try queue()
        defer { AudioQueueDispose(queue, true) }
        let one = try buffer(queue, ramp(1..<1_001))
        let two = try buffer(queue, ramp(2_001..<3_001))
        #expect(
            AudioQueueEnqueueBufferWithParameters(queue, one, 0, nil, 100, 50, 0, nil, nil, nil) == noErr)
        #expect(AudioQueueEnqueueBufferWithParameters(queue, two, 0, nil, 0, 999, 0, nil, nil, nil) == noErr)
        let start = device.now
        app.perform { _ = AudioQueueStart(queue, nil) }
        device.advance(0.1)
        let expected = ramp(101..<951) + ramp(2_001..<2_002) + Array(repeating: 0, count: 100)
        #expect(heard(0, from: start, count: expected.count) == expected)
    }

    @Test func aBufferBeginsOnItsFrame() throws {
        let queue = try queue()
        defer { AudioQueueDispose(queue, true) }
        var (at, actual) = (AudioTimeStamp(), AudioTimeStamp())
        at.mFlags = .sampleTimeValid
        at.mSampleTime = 5_003
        let (one, two) = (try buffer(queue, ramp(1..<1_001)), try buffer(queue, ramp(2_001..<3_001)))
        #expect(AudioQueueEnqueueBuffer(queue, one, 0, nil) == noErr)
        #expect(AudioQueueEnqueueBufferWithParameters(queue, two, 0, nil, 0, 0, 0, nil, &at, &actual) == noErr)
        #expect(actual.mSampleTime == 5_003)
        let start = device.now
        app.perform { _ = AudioQueueStart(queue, nil) }
        device.advance(0.3)
        let expected = ramp(1..<1_001) + Array(repeating: 0, count: 4_003) + ramp(2_001..<3_001)
        #expect(heard(0, from: start, count: expected.count) == expected)
    }

    @Test func timeGoesOnWhileBuffersAreLateAndABufferStillBeginsOnItsFrame() throws {
        let queue = try queue()
        defer { AudioQueueDispose(queue, true) }
        var line: AudioQueueTimelineRef?
        #expect(AudioQueueCreateTimeline(queue, &line) == noErr)
        let one = try buffer(queue, ramp(1..<1_001))
        AudioQueueEnqueueBuffer(queue, one, 0, nil)
        let start = device.now
        app.perform { _ = AudioQueueStart(queue, nil) }
        device.advance(0.2)
        var (stamp, torn) = (AudioTimeStamp(), DarwinBoolean(false))
        #expect(AudioQueueGetCurrentTime(queue, line, &stamp, &torn) == noErr)
        #expect(torn.boolValue && stamp.mSampleTime >= 9_600)
        #expect(AudioQueueGetCurrentTime(queue, line, &stamp, &torn) == noErr)
        #expect(!torn.boolValue)
        var at = AudioTimeStamp()
        at.mFlags = .sampleTimeValid
        at.mSampleTime = 20_001
        let two = try buffer(queue, ramp(2_001..<3_001))
        #expect(AudioQueueEnqueueBufferWithParameters(queue, two, 0, nil, 0, 0, 0, nil, &at, nil) == noErr)
        device.advance(0.5)
        let expected = Array(repeating: Float(0), count: 20_001 - 1_000) + ramp(2_001..<3_001)
        #expect(Array(heard(0, from: start, count: 21_001).dropFirst(1_000)) == expected)
    }

    @Test func aValueHoldsFromTheBlockOnInWhichItsBufferBegins() throws {
        let queue = try queue()
        defer { AudioQueueDispose(queue, true) }
        var event = AudioQueueParameterEvent(mID: kAudioQueueParam_Volume, mValue: 0.25)
        let ones = [Float](repeating: 0.5, count: 9_600)
        let (one, two) = (try buffer(queue, ones), try buffer(queue, ones))
        AudioQueueEnqueueBuffer(queue, one, 0, nil)
        #expect(AudioQueueEnqueueBufferWithParameters(queue, two, 0, nil, 0, 0, 1, &event, nil, nil) == noErr)
        let start = device.now
        app.perform { _ = AudioQueueStart(queue, nil) }
        device.advance(0.5)
        let samples = heard(0, from: start, count: 19_200)
        // A block before, and the glide of 10 ms and a block after it.
        #expect(samples.prefix(9_600 - 4_096).allSatisfy { $0 == 0.5 })
        #expect(samples.dropFirst(9_600 + 480).allSatisfy { $0 == 0.125 })
        var value: Float32 = 0
        AudioQueueGetParameter(queue, kAudioQueueParam_Volume, &value)
        #expect(value == 0.25)
    }

    @Test func byHandExactlyTheFramesThatThereAreAreRendered() throws {
        let queue = try queue()
        defer { AudioQueueDispose(queue, true) }
        var format = QueueProgram.float32(1)
        #expect(AudioQueueSetOfflineRenderFormat(queue, &format, nil) == noErr)
        let one = try buffer(queue, ramp(1..<5_001))
        let target = try buffer(queue, ramp(0..<3_000))
        var time = AudioTimeStamp()
        time.mFlags = .sampleTimeValid
        #expect(AudioQueueOfflineRender(queue, &time, target, 100) == kAudioQueueErr_InvalidRunState)
        AudioQueueEnqueueBuffer(queue, one, 0, nil)
        #expect(AudioQueueStart(queue, nil) == noErr)
        var rendered: [Float] = []
        for _ in 0..<3 {
            #expect(AudioQueueOfflineRender(queue, &time, target, 3_000) == noErr)
            let count = Int(target.pointee.mAudioDataByteSize) / 4
            let samples = target.pointee.mAudioData.assumingMemoryBound(to: Float.self)
            rendered += Array(UnsafeBufferPointer(start: samples, count: count))
            time.mSampleTime += Double(count)
        }
        #expect(rendered == ramp(1..<5_001))
        #expect(AudioQueueOfflineRender(queue, &time, target, 3_001) == kAudio_ParamError)
        AudioQueueStop(queue, true)
        #expect(AudioQueueSetOfflineRenderFormat(queue, nil, nil) == noErr)
        #expect(AudioQueueOfflineRender(queue, &time, target, 10) == kAudioQueueErr_InvalidOfflineMode)
    }

    @Test func wrongCallsGetApplesCodes() throws {
        let queue = try queue()
        let other = try self.queue()
        defer { AudioQueueDispose(other, true) }
        let one = try buffer(queue, ramp(1..<101))
        #expect(AudioQueueEnqueueBuffer(other, one, 0, nil) == kAudioQueueErr_InvalidBuffer)
        one.pointee.mAudioDataByteSize = 0
        #expect(AudioQueueEnqueueBuffer(queue, one, 0, nil) == kAudioQueueErr_BufferEmpty)
        one.pointee.mAudioDataByteSize = 500
        #expect(AudioQueueEnqueueBuffer(queue, one, 0, nil) == kAudio_ParamError)
        one.pointee.mAudioDataByteSize = 400
        #expect(AudioQueueEnqueueBuffer(queue, one, 0, nil) == noErr)
        #expect(AudioQueueEnqueueBuffer(queue, one, 0, nil) == kAudioQueueErr_BufferEnqueuedTwice)
        #expect(AudioQueueFreeBuffer(queue, one) == kAudioQueueErr_BufferInQueue)
        var (value, size, number) = (Float32(0), UInt32(2), UInt32(0))
        #expect(AudioQueueGetParameter(queue, 77, &value) == kAudioQueueErr_InvalidParameter)
        #expect(AudioQueueSetParameter(queue, kAudioQueueParam_Volume, .nan) == kAudioQueueErr_InvalidParameter)
        #expect(AudioQueueGetProperty(queue, 77, &number, &size) == kAudioQueueErr_InvalidProperty)
        #expect(
            AudioQueueGetProperty(queue, kAudioQueueProperty_IsRunning, &number, &size)
                == kAudioQueueErr_InvalidPropertySize)
        #expect(
            AudioQueueSetProperty(queue, kAudioQueueProperty_IsRunning, &number, 4) == kAudioQueueErr_InvalidProperty)
        number = 9
        #expect(
            AudioQueueSetProperty(queue, kAudioQueueProperty_TimePitchAlgorithm, &number, 4)
                == kAudioQueueErr_InvalidPropertyValue)
        #expect(AudioQueueGetCurrentTime(queue, nil, nil, nil) == kAudioQueueErr_InvalidRunState)
        #expect(AudioQueueStop(queue, true) == noErr)
        #expect(AudioQueueDispose(queue, true) == noErr)
        #expect(AudioQueueDispose(queue, true) == kAudio_ParamError)
        #expect(AudioQueueStart(queue, nil) == kAudio_ParamError)
        var odd = AudioStreamBasicDescription()
        odd.mFormatID = 0x7878_7878
        odd.mSampleRate = 48_000
        odd.mChannelsPerFrame = 1
        var made: AudioQueueRef?
        #expect(
            AudioQueueNewOutput(&odd, { _, _, _ in }, nil, nil, nil, 0, &made)
                == kAudioFormatUnsupportedDataFormatError)
        var format = QueueProgram.float32(1)
        #expect(AudioQueueNewOutput(&format, { _, _, _ in }, nil, nil, nil, 1, &made) == kAudio_ParamError)
        #expect(made == nil)
    }
}
