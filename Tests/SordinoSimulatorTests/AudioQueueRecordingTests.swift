import AVFAudio
import AudioToolbox
import SordinoSimulator
import Synchronization
import Testing

/// Audio queues that record on a simulated phone, whose microphone hears a tone.
@Suite struct AudioQueueRecordingTests {
    let device = SimulatedDevice(.phone)
    let app: SimulatedApp

    init() throws {
        app = device.app("Notes", backgroundModes: .audio)
        try app.activate(.playAndRecord)
        device.microphone(hears: .tone(hertz: 440, amplitude: 0.25))
        device.advance(0.2)
    }

    /// A program that keeps what its queue brings.
    private final class Recorder: @unchecked Sendable {
        let queue: AudioQueueRef
        var bytes: [UInt8] = []
        var packets: [AudioStreamPacketDescription] = []
        var packetCount = 0
        var times: [Double] = []
        var lastStatus: OSStatus = 0
        let format: AudioStreamBasicDescription

        init(_ app: SimulatedApp, _ format: AudioStreamBasicDescription, byteSize: UInt32 = 4_000) throws {
            final class Target: @unchecked Sendable { weak var recorder: Recorder? }
            let target = Target()
            var (made, description) = (AudioQueueRef?.none, format)
            let status = app.perform {
                AudioQueueNewInputWithDispatchQueue(&made, &description, 0, DispatchQueue(label: "recorder")) {
                    queue, buffer, time, count, places in
                    target.recorder?.take(queue, buffer, time.pointee, count, places)
                }
            }
            #expect(status == noErr)
            queue = try #require(made)
            self.format = format
            target.recorder = self
            for _ in 0..<3 {
                var buffer: AudioQueueBufferRef?
                #expect(AudioQueueAllocateBuffer(queue, byteSize, &buffer) == noErr)
                #expect(AudioQueueEnqueueBuffer(queue, try #require(buffer), 0, nil) == noErr)
            }
        }

        func take(
            _ queue: AudioQueueRef, _ buffer: AudioQueueBufferRef, _ time: AudioTimeStamp, _ count: UInt32,
            _ places: UnsafePointer<AudioStreamPacketDescription>?
        ) {
            if count > 0 { times.append(time.mSampleTime) }
            for index in 0..<(places == nil ? 0 : Int(count)) {
                guard var place = places?[index] else { continue }
                place.mStartOffset += Int64(bytes.count)
                packets.append(place)
            }
            packetCount += Int(count)
            bytes += Array(
                UnsafeRawBufferPointer(start: buffer.pointee.mAudioData, count: Int(buffer.pointee.mAudioDataByteSize)))
            lastStatus = AudioQueueEnqueueBuffer(queue, buffer, 0, nil)
        }

        var floats: [Float] { bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) } }

        deinit { AudioQueueDispose(queue, true) }
    }

    @Test func whatTheMicrophoneHearsComesWithoutAGap() throws {
        let recorder = try Recorder(app, QueueProgram.float32(1))
        #expect(app.perform { AudioQueueStart(recorder.queue, nil) } == noErr)
        device.advance(0.5)
        #expect(AudioQueueStop(recorder.queue, true) == noErr)
        device.advance(0.1)
        let samples = recorder.floats
        #expect(samples.count == recorder.packetCount)
        #expect(abs(samples.count - 24_000) <= 2_048)
        #expect(recorder.lastStatus == kAudioQueueErr_EnqueueDuringReset)
        #expect(recorder.times == recorder.times.indices.map { Double($0 * 1_000) })
        // A tone: each sample follows from the two before it.
        let turn = Float(2 * cos(2 * Double.pi * 440 / 48_000))
        let steady = samples.dropFirst(64)
        #expect((steady.map(abs).max() ?? 0) > 0.249 && (steady.map(abs).max() ?? 1) < 0.2501)
        let worst = zip(zip(steady, steady.dropFirst()), steady.dropFirst(2))
            .map { abs($0.1 * turn - $0.0 - $1) }.max()
        #expect(try #require(worst) < 1e-5)
    }

    @Test func integersAtAnotherRateAreTheSameTone() throws {
        let format = AudioStreamBasicDescription(
            mSampleRate: 16_000, mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked, mBytesPerPacket: 2,
            mFramesPerPacket: 1, mBytesPerFrame: 2, mChannelsPerFrame: 1, mBitsPerChannel: 16, mReserved: 0)
        let recorder = try Recorder(app, format)
        app.perform { _ = AudioQueueStart(recorder.queue, nil) }
        device.advance(1)
        AudioQueueStop(recorder.queue, true)
        device.advance(0.1)
        let samples = recorder.bytes.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }.map { Float($0) / 32_768 }
        #expect(abs(samples.count - 16_000) <= 700)
        let steady = samples.dropFirst(1_000).dropLast(1_000)
        let turn = Float(2 * cos(2 * Double.pi * 440 / 16_000))
        let worst = zip(zip(steady, steady.dropFirst()), steady.dropFirst(2))
            .map { abs($0.1 * turn - $0.0 - $1) }.max()
        #expect(try #require(worst) < 4 / 32_768.0)
        #expect((steady.map(abs).max() ?? 0) > 0.249)
    }

    @Test(.enabled(if: CompressedPlayerTests.hasCodecs, "libavcodec is not there"))
    func whatIsEncodedCanBePlayedByAnotherQueue() throws {
        var format = AudioStreamBasicDescription()
        format.mSampleRate = 48_000
        format.mFormatID = kAudioFormatMPEG4AAC
        format.mChannelsPerFrame = 1
        let recorder = try Recorder(app, format, byteSize: 4_000)
        app.perform { _ = AudioQueueStart(recorder.queue, nil) }
        device.advance(1)
        AudioQueueStop(recorder.queue, true)
        device.advance(0.1)
        #expect(recorder.packets.count == recorder.packetCount && abs(recorder.packetCount - 47) <= 4)
        var size = UInt32(0)
        #expect(AudioQueueGetPropertySize(recorder.queue, kAudioQueueProperty_MagicCookie, &size) == noErr)
        var cookie = [UInt8](repeating: 0, count: Int(size))
        #expect(AudioQueueGetProperty(recorder.queue, kAudioQueueProperty_MagicCookie, &cookie, &size) == noErr)
        #expect(size > 0)
        (size, format) = (UInt32(MemoryLayout<AudioStreamBasicDescription>.size), AudioStreamBasicDescription())
        #expect(AudioQueueGetProperty(recorder.queue, kAudioQueueProperty_StreamDescription, &format, &size) == noErr)
        #expect(format.mFramesPerPacket == 1_024)

        device.plug(.headphones)
        device.advance(0.2)
        var player: AudioQueueRef?
        #expect(app.perform { AudioQueueNewOutput(&format, { _, _, _ in }, nil, nil, nil, 0, &player) } == noErr)
        let queue = try #require(player)
        defer { AudioQueueDispose(queue, true) }
        #expect(
            AudioQueueSetProperty(queue, kAudioQueueProperty_MagicCookie, cookie, UInt32(cookie.count)) == noErr)
        var buffer: AudioQueueBufferRef?
        AudioQueueAllocateBuffer(queue, UInt32(recorder.bytes.count), &buffer)
        let target = try #require(buffer)
        target.pointee.mAudioData.copyMemory(from: recorder.bytes, byteCount: recorder.bytes.count)
        target.pointee.mAudioDataByteSize = UInt32(recorder.bytes.count)
        #expect(
            AudioQueueEnqueueBuffer(queue, target, UInt32(recorder.packets.count), recorder.packets) == noErr)
        #expect(AudioQueueEnqueueBuffer(queue, target, 0, nil) == kAudioQueueErr_BufferEnqueuedTwice)
        let start = device.now
        #expect(app.perform { AudioQueueStart(queue, nil) } == noErr)
        device.advance(1.2)
        let heard = device.output(.headphones)?.samples(from: start, to: start + 1) ?? []
        let middle = heard.dropFirst(8_000).prefix(24_000)
        let power = middle.reduce(0.0) { $0 + Double($1 * $1) } / Double(max(1, middle.count))
        // A tone of amplitude 0.25.
        #expect(abs(power.squareRoot() - 0.25 / 2.0.squareRoot()) < 0.005)
    }

    @Test func aQueueOfInputRefusesWhatOnlyOutputHas() throws {
        let recorder = try Recorder(app, QueueProgram.float32(1))
        var number = UInt32(1)
        #expect(AudioQueuePrime(recorder.queue, 0, nil) == kAudioQueueErr_InvalidQueueType)
        #expect(AudioQueueSetParameter(recorder.queue, kAudioQueueParam_Volume, 1) == kAudioQueueErr_InvalidQueueType)
        #expect(
            AudioQueueSetProperty(recorder.queue, kAudioQueueProperty_EnableTimePitch, &number, 4)
                == kAudioQueueErr_InvalidQueueType)
        var size = UInt32(4)
        #expect(
            AudioQueueGetProperty(recorder.queue, kAudioQueueProperty_MaximumOutputPacketSize, &number, &size) == noErr)
        #expect(number == 4)
    }
}
