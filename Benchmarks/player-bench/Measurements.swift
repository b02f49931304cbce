import AVFAudio
import CMixPeers
import Foundation
import SordinoSimulator

/// Noise, the same each time.
private struct Noise {
    var state: UInt64 = 1

    mutating func next() -> Float {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Float(Int32(truncatingIfNeeded: state >> 32)) / 8_589_934_592
    }
}

/// Writes a stereo file.
func makeFile(_ folder: URL, _ name: String, _ id: AudioFormatID, seconds: Int = 20) throws -> URL {
    let url = folder.appendingPathComponent(name)
    var settings: [String: Any] = [AVFormatIDKey: id, AVSampleRateKey: 48_000.0, AVNumberOfChannelsKey: 2]
    if id == kAudioFormatLinearPCM { settings[AVLinearPCMBitDepthKey] = 16 }
    let file = try AVAudioFile(forWriting: url, settings: settings)
    var noise = Noise()
    for _ in 0..<seconds { try file.write(from: makeBuffer(file.processingFormat, frames: 48_000, &noise)) }
    file.close()
    return url
}

private func makeBuffer(_ format: AVAudioFormat, frames: Int, _ noise: inout Noise) throws -> AVAudioPCMBuffer {
    guard let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(frames)) else {
        throw CocoaError(.featureUnsupported)
    }
    buffer.frameLength = AVAudioFrameCount(frames)
    for channel in 0..<Int(format.channelCount) {
        for frame in 0..<frames { buffer.floatChannelData?[channel][frame] = noise.next() }
    }
    return buffer
}

/// Processor time and heap of each of some players on a simulated phone, without what the phone itself costs.
///
/// - Parameter files: Played by one player after the other; several are played in loops, from different places.
func playerCost(_ files: [URL], players count: Int) throws -> (share: Double, bytes: Double) {
    let seconds = 10.0
    /// Plays so many and returns the time of the thread.
    func run(_ count: Int) throws -> (nanoseconds: Double, bytes: Double) {
        let device = SimulatedDevice(.phone)
        let app = device.app("Bench")
        try app.activate(.playback)
        let first = try app.perform { try AVAudioPlayer(contentsOf: files[0]) }
        first.numberOfLoops = -1
        app.perform { _ = first.play() }
        device.advance(0.5)
        let before = mixpeers_heap_bytes()
        let players = try app.perform {
            try (0..<count).map { number in
                let player = try AVAudioPlayer(contentsOf: files[number % files.count])
                if files.count > 1 {
                    player.numberOfLoops = -1
                    player.currentTime = Double(min(number * 7919 % 48_000, 36_000)) / 48_000
                }
                return player
            }
        }
        app.perform { for player in players { player.prepareToPlay() } }
        let bytes = Double(mixpeers_heap_bytes()) - Double(before)
        app.perform { for player in players { player.play() } }
        device.advance(0.5)
        let start = mixpeers_thread_time()
        device.advance(seconds)
        let end = mixpeers_thread_time()
        return withExtendedLifetime((players, first)) { (Double(end - start), bytes) }
    }
    var (best, bare, bytes) = (Double.infinity, Double.infinity, 0.0)
    for _ in 0..<3 {
        let all = try run(count)
        best = min(best, all.nanoseconds)
        bytes = all.bytes
        bare = min(bare, try run(0).nanoseconds)
    }
    return ((best - bare) / Double(count) / (seconds * 1e9), bytes / Double(count))
}

/// Microseconds of each `play` and each `pause` of some players that are prepared, on a simulated phone.
func startCost(_ file: URL, players count: Int) throws -> (play: Double, pause: Double) {
    var (play, pause) = (Double.infinity, Double.infinity)
    for _ in 0..<3 {
        let device = SimulatedDevice(.phone)
        let app = device.app("Bench")
        try app.activate(.playback)
        let players = try app.perform { try (0..<count).map { _ in try AVAudioPlayer(contentsOf: file) } }
        app.perform { for player in players { player.prepareToPlay() } }
        let begin = mixpeers_thread_time()
        app.perform { for player in players { player.play() } }
        let middle = mixpeers_thread_time()
        app.perform { for player in players { player.pause() } }
        let end = mixpeers_thread_time()
        play = min(play, Double(middle - begin) / 1000 / Double(count))
        pause = min(pause, Double(end - middle) / 1000 / Double(count))
    }
    return (play, pause)
}

/// An engine that is rendered by its block.
private final class Bench {
    let engine = AVAudioEngine()
    private let list: UnsafeMutableAudioBufferListPointer
    private let block: Int

    init(block: Int) throws {
        self.block = block
        guard let format = AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2) else {
            throw CocoaError(.featureUnsupported)
        }
        try engine.enableManualRenderingMode(
            .realtime, format: format, maximumFrameCount: AVAudioFrameCount(block))
        list = AudioBufferList.allocate(maximumBuffers: 2)
        for channel in 0..<2 {
            list[channel] = AudioBuffer(
                mNumberChannels: 1, mDataByteSize: UInt32(block * 4),
                mData: UnsafeMutableRawPointer.allocate(byteCount: block * 4, alignment: 64))
        }
    }

    deinit {
        for buffer in list { buffer.mData?.deallocate() }
        free(list.unsafeMutablePointer)
    }

    /// Nanoseconds of a block: the best of ten passes.
    func nanoseconds(calls: Int) -> Double {
        let render = engine.manualRenderingBlock
        var best = Double.infinity
        for pass in 0..<11 {
            let start = mixpeers_thread_time()
            for _ in 0..<calls {
                for channel in 0..<2 { list[channel].mDataByteSize = UInt32(block * 4) }
                _ = render(AVAudioFrameCount(block), list.unsafeMutablePointer, nil)
            }
            let time = Double(mixpeers_thread_time() - start) / Double(calls)
            if pass > 0 { best = min(best, time) }
        }
        return best
    }
}

/// Nanoseconds for each voice and frame of looping voices that begin at different places of a second of sound.
func engineCost(voices: Int, block: Int, rate: Double = 48_000) throws -> Double {
    let bench = try Bench(block: block)
    guard let format = AVAudioFormat(standardFormatWithSampleRate: rate, channels: 2) else {
        throw CocoaError(.featureUnsupported)
    }
    var noise = Noise()
    // As the peers of `mix-bench`: eight loops of a second, read from different places.
    let pool = try (0..<8).map { _ in try makeBuffer(format, frames: 48_000, &noise) }
    defer { withExtendedLifetime(pool) {} }
    let players = try (0..<voices).map { voice in
        let player = AVAudioPlayerNode()
        bench.engine.attach(player)
        bench.engine.connect(player, to: bench.engine.mainMixerNode, format: format)
        player.volume = 0.3
        player.pan = -0.3
        let start = min(voice * 7919 % 48_000, 36_000)
        player.scheduleBuffer(try part(pool[voice % pool.count], from: start), at: nil, options: .loops)
        return player
    }
    try bench.engine.start()
    for player in players { player.play() }
    let time = bench.nanoseconds(calls: max(20, 10_000_000 / (voices * block)))
    bench.engine.stop()
    return time / Double(voices * block)
}

/// The frames of a buffer from one on, where they are.
private func part(_ buffer: AVAudioPCMBuffer, from start: Int) throws -> AVAudioPCMBuffer {
    let list = AudioBufferList.allocate(maximumBuffers: 2)
    defer { free(list.unsafeMutablePointer) }
    let bytes = (Int(buffer.frameLength) - start) * MemoryLayout<Float>.stride
    for channel in 0..<2 {
        list[channel] = AudioBuffer(
            mNumberChannels: 1, mDataByteSize: UInt32(bytes),
            mData: buffer.floatChannelData.map { UnsafeMutableRawPointer($0[channel] + start) })
    }
    guard
        let part = AVAudioPCMBuffer(
            pcmFormat: buffer.format, bufferListNoCopy: list.unsafePointer, deallocator: nil)
    else { throw CocoaError(.featureUnsupported) }
    part.frameLength = part.frameCapacity
    return part
}

/// Nanoseconds of a block that goes through mixers in a row, each with a volume of its own.
func chainCost(mixers count: Int, block: Int) throws -> Double {
    let bench = try Bench(block: block)
    guard let format = AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2) else {
        throw CocoaError(.featureUnsupported)
    }
    var noise = Noise()
    let player = AVAudioPlayerNode()
    bench.engine.attach(player)
    var last: AVAudioNode = player
    for _ in 0..<count {
        let mixer = AVAudioMixerNode()
        bench.engine.attach(mixer)
        bench.engine.connect(last, to: mixer, format: format)
        mixer.outputVolume = 0.99
        last = mixer
    }
    bench.engine.connect(last, to: bench.engine.mainMixerNode, format: format)
    player.scheduleBuffer(try makeBuffer(format, frames: 48_000, &noise), at: nil, options: .loops)
    try bench.engine.start()
    player.play()
    let time = bench.nanoseconds(calls: 2000)
    bench.engine.stop()
    return time
}
