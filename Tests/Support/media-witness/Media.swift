import AVFoundation
import Synchronization

/// Something that plays or records.
@MainActor
protocol Medium: AnyObject {
    /// The state that the class reports, in words.
    var state: String { get }
    /// Plays, or records, unless it does.
    func goOn()
    /// Lets go of the sound system.
    func end()
}

/// Runs a call that may throw, and says its error.
@MainActor
private func attempt(_ call: () throws -> Void) {
    do { try call() } catch { say("error \(error)") }
}

/// A status of C as an error.
private struct Status: Error { let code: OSStatus }

private func check(_ status: OSStatus) throws { if status != noErr { throw Status(code: status) } }

final class FilePlayed: Medium {
    private let player: AVAudioPlayer
    init(_ url: URL) throws {
        player = try AVAudioPlayer(contentsOf: url)
        player.numberOfLoops = -1
    }
    var state: String { "playing \(player.isPlaying)" }
    func goOn() { if !player.isPlaying, !player.play() { say("error play") } }
    func end() { player.stop() }
}

final class ItemPlayed: Medium {
    private let player = AVQueuePlayer()
    private let looper: AVPlayerLooper
    init(_ url: URL) { looper = AVPlayerLooper(player: player, templateItem: AVPlayerItem(url: url)) }
    var state: String {
        "playing \(player.timeControlStatus == .playing) status \(player.status.rawValue) rate \(player.rate)"
    }
    func goOn() { if player.timeControlStatus != .playing { player.play() } }
    func end() { player.pause() }
}

private func second(of url: URL) throws -> AVAudioPCMBuffer {
    let file = try AVAudioFile(forReading: url)
    guard let buffer = AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 48_000) else {
        throw Status(code: -1)
    }
    try file.read(into: buffer, frameCount: 48_000)
    return buffer
}

final class GraphPlayed: Medium {
    private let engine = AVAudioEngine()
    private let node = AVAudioPlayerNode()
    private let buffer: AVAudioPCMBuffer
    init(_ url: URL) throws {
        buffer = try second(of: url)
        engine.attach(node)
        engine.connect(node, to: engine.mainMixerNode, format: buffer.format)
        node.scheduleBuffer(buffer, at: nil, options: .loops)
    }
    var state: String { "playing \(engine.isRunning && node.isPlaying)" }
    func goOn() {
        attempt {
            if !engine.isRunning { try engine.start() }
            // Unlike `play`, it does not end the program where the engine has been stopped again meanwhile.
            try node.playAudio()
        }
    }
    func end() { engine.stop() }
}

/// A queue of either direction.
class QueueMedium: Medium {
    var queue: AudioQueueRef?
    private var isRunning: Bool {
        var (value, size) = (UInt32(0), UInt32(4))
        guard let queue, AudioQueueGetProperty(queue, kAudioQueueProperty_IsRunning, &value, &size) == noErr else {
            return false
        }
        return value != 0
    }
    var state: String { "playing \(isRunning)" }
    func goOn() {
        // An interrupted queue is paused, and counts as running.
        if let queue { attempt { try check(AudioQueueStart(queue, nil)) } }
    }
    func end() { if let queue { AudioQueueDispose(queue, true) } }
}

/// The sound of a queue and the place that is played next.
private final class Samples: Sendable {
    let values: [Float]
    let place = Mutex(0)
    init(_ values: [Float]) { self.values = values }
}

// Functions that a queue calls on its own thread: made here, where no actor isolates them.
private let fill: AudioQueueOutputCallback = { context, queue, buffer in
    guard let context else { return }
    let samples = Unmanaged<Samples>.fromOpaque(context).takeUnretainedValue()
    let memory = buffer.pointee.mAudioData.assumingMemoryBound(to: Float.self)
    samples.place.withLock { place in
        for frame in 0..<12_000 { memory[frame] = samples.values[(place + frame) % samples.values.count] }
        place += 12_000
    }
    buffer.pointee.mAudioDataByteSize = 48_000
    AudioQueueEnqueueBuffer(queue, buffer, 0, nil)
}

private let take: AudioQueueInputCallback = { context, queue, buffer, _, _, _ in
    guard let context else { return }
    let bytes = Int(buffer.pointee.mAudioDataByteSize)
    Unmanaged<Count>.fromOpaque(context).takeUnretainedValue().value.withLock { $0 += bytes }
    AudioQueueEnqueueBuffer(queue, buffer, 0, nil)
}

/// The bytes of a queue, or frames of an engine, that have been recorded.
private final class Count: Sendable { let value = Mutex(0) }

final class QueuePlayed: QueueMedium {
    private let samples: Samples

    init(_ url: URL) throws {
        let buffer = try second(of: url)
        guard let channel = buffer.floatChannelData?[0] else { throw Status(code: -1) }
        samples = Samples(Array(UnsafeBufferPointer(start: channel, count: Int(buffer.frameLength))))
        super.init()
        var format = buffer.format.streamDescription.pointee
        let context = Unmanaged.passUnretained(samples).toOpaque()
        try check(AudioQueueNewOutput(&format, fill, context, nil, nil, 0, &queue))
        guard let queue else { return }
        for _ in 0..<3 {
            var buffer: AudioQueueBufferRef?
            try check(AudioQueueAllocateBuffer(queue, 48_000, &buffer))
            if let buffer { fill(context, queue, buffer) }
        }
    }
}

/// Says "arrives" when sound comes for the first time since recording was begun or continued.
@MainActor
final class Arrivals {
    private var (last, isAwaited) = (0, true)
    func begin() { isAwaited = true }
    func look(_ count: Int) {
        if count != last, isAwaited {
            isAwaited = false
            say("arrives")
        }
        last = count
    }
}

@MainActor let arrivals = Arrivals()

final class QueueRecorded: QueueMedium {
    private let count = Count()

    override init() {
        super.init()
        attempt {
            var format = AudioStreamBasicDescription(
                mSampleRate: 48_000, mFormatID: kAudioFormatLinearPCM, mFormatFlags: kAudioFormatFlagsNativeFloatPacked,
                mBytesPerPacket: 4, mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: 1, mBitsPerChannel: 32,
                mReserved: 0)
            try check(
                AudioQueueNewInput(&format, take, Unmanaged.passUnretained(count).toOpaque(), nil, nil, 0, &queue))
            guard let queue else { return }
            for _ in 0..<3 {
                var buffer: AudioQueueBufferRef?
                try check(AudioQueueAllocateBuffer(queue, 4_800, &buffer))
                if let buffer { try check(AudioQueueEnqueueBuffer(queue, buffer, 0, nil)) }
            }
        }
    }
    override var state: String {
        arrivals.look(count.value.withLock { $0 })
        return super.state
    }
}

final class GraphRecorded: Medium {
    private let engine = AVAudioEngine()
    private let count = Count()
    init() throws { tap() }
    private func tap() {
        engine.inputNode.installTap(onBus: 0, bufferSize: 1_024, format: nil) { @Sendable [count] buffer, _ in
            count.value.withLock { $0 += Int(buffer.frameLength) }
        }
    }
    var state: String {
        arrivals.look(count.value.withLock { $0 })
        return "playing \(engine.isRunning)"
    }
    func goOn() { attempt { if !engine.isRunning { try engine.start() } } }
    func end() {
        engine.inputNode.removeTap(onBus: 0)
        engine.stop()
    }
}

final class FileRecorded: Medium {
    private let recorder: AVAudioRecorder
    init(_ url: URL) throws {
        recorder = try AVAudioRecorder(
            url: url,
            settings: [AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 48_000.0, AVNumberOfChannelsKey: 1])
    }
    var state: String {
        arrivals.look(Int(recorder.currentTime * 48_000))
        return "playing \(recorder.isRecording)"
    }
    func goOn() { if !recorder.isRecording, !recorder.record() { say("error record") } }
    func end() { recorder.stop() }
}
