import AVFAudio
import AudioToolbox
import SordinoSimulator
import Synchronization
import Testing

/// A program that plays samples through an audio queue, as Apple's guide does: buffers that the callback fills again, and a stop
/// that waits for the last.
final class QueueProgram: @unchecked Sendable {
    let app: SimulatedApp
    let queue: AudioQueueRef
    let format: AudioStreamBasicDescription
    private let bytes: [UInt8]
    private let bufferFrames: Int
    private(set) var position = 0
    private(set) var callbackCount = 0
    private(set) var runningChanges: [UInt32] = []
    private(set) var buffers: [AudioQueueBufferRef] = []
    /// The last status of enqueueing inside the callback.
    private(set) var lastStatus: OSStatus = 0
    /// Indicates whether the callback enqueues again.
    var refills = true

    static func float32(_ channels: Int, rate: Double = 48_000) -> AudioStreamBasicDescription {
        AudioStreamBasicDescription(
            mSampleRate: rate, mFormatID: kAudioFormatLinearPCM, mFormatFlags: kAudioFormatFlagsNativeFloatPacked,
            mBytesPerPacket: UInt32(4 * channels), mFramesPerPacket: 1, mBytesPerFrame: UInt32(4 * channels),
            mChannelsPerFrame: UInt32(channels), mBitsPerChannel: 32, mReserved: 0)
    }

    static func interleaved(_ channels: [[Float]]) -> [Float] {
        (0..<channels[0].count).flatMap { frame in channels.map { $0[frame] } }
    }

    /// Makes the queue and enqueues the first buffers.
    init(
        _ app: SimulatedApp, _ channels: [[Float]], rate: Double = 48_000, bufferFrames: Int = 1_000,
        bufferCount: Int = 3
    ) throws {
        self.app = app
        self.bufferFrames = bufferFrames
        format = Self.float32(channels.count, rate: rate)
        bytes = Self.interleaved(channels).withUnsafeBytes { Array($0) }
        var made: AudioQueueRef?
        var description = format
        let me = Reference()
        let data = Unmanaged.passRetained(me).toOpaque()
        let status = app.perform {
            AudioQueueNewOutput(
                &description,
                { data, _, buffer in
                    guard let data else { return }
                    Unmanaged<Reference>.fromOpaque(data).takeUnretainedValue().program?.returned(buffer)
                }, data, nil, nil, 0, &made)
        }
        #expect(status == noErr)
        queue = try #require(made)
        me.program = self
        AudioQueueAddPropertyListener(
            queue, kAudioQueueProperty_IsRunning,
            { data, queue, property in
                guard let data else { return }
                var (value, size) = (UInt32(9), UInt32(4))
                AudioQueueGetProperty(queue, property, &value, &size)
                Unmanaged<Reference>.fromOpaque(data).takeUnretainedValue().program?.runningChanges.append(value)
            }, data)
        for _ in 0..<bufferCount {
            var buffer: AudioQueueBufferRef?
            #expect(AudioQueueAllocateBuffer(queue, UInt32(bufferFrames) * format.mBytesPerFrame, &buffer) == noErr)
            buffers.append(try #require(buffer))
        }
        for buffer in buffers { fill(buffer) }
    }

    private final class Reference {
        weak var program: QueueProgram?
    }

    private func returned(_ buffer: AudioQueueBufferRef) {
        callbackCount += 1
        if refills { fill(buffer) }
    }

    private func fill(_ buffer: AudioQueueBufferRef) {
        let count = min(bufferFrames * Int(format.mBytesPerFrame), bytes.count - position)
        guard count > 0 else {
            if callbackCount > 0 { AudioQueueStop(queue, false) }
            return
        }
        bytes.withUnsafeBytes { source in
            guard let base = source.baseAddress else { return }
            buffer.pointee.mAudioData.copyMemory(from: base + position, byteCount: count)
        }
        buffer.pointee.mAudioDataByteSize = UInt32(count)
        lastStatus = AudioQueueEnqueueBuffer(queue, buffer, 0, nil)
        if lastStatus == noErr { position += count }
    }

    @discardableResult
    func start() -> OSStatus { app.perform { AudioQueueStart(queue, nil) } }

    /// The queue's time; nil while it has none.
    var time: Double? {
        var stamp = AudioTimeStamp()
        return AudioQueueGetCurrentTime(queue, nil, &stamp, nil) == noErr ? stamp.mSampleTime : nil
    }

    deinit { AudioQueueDispose(queue, true) }
}

/// A simulated phone with headphones, whose samples leave the port as they were mixed, and a music program on it.
struct QueueRig {
    let device = SimulatedDevice(.phone)
    let app: SimulatedApp

    init() throws {
        device.plug(.headphones)
        app = device.app("Music", backgroundModes: .audio)
        try app.activate(.playback)
        device.advance(0.2)
    }

    /// Samples that the headphones have played.
    func heard(_ channel: Int, from: Double, count: Int) -> [Float] {
        Array((device.output(.headphones)?.samples(channel: channel, from: from - 0.25 / 48_000) ?? []).prefix(count))
    }
}
