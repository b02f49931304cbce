// Parts that the examples share: an engine that is rendered by hand, with an environment before its output.

import AVFAudio

/// Deinterleaved floats at 48 kHz.
func planar(channels: AVAudioChannelCount) -> AVAudioFormat {
    guard let format = AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: channels) else {
        preconditionFailure("one or two channels are always a format")
    }
    return format
}

/// The same for a layout.
func planar(layout tag: AudioChannelLayoutTag) -> AVAudioFormat {
    guard let layout = AVAudioChannelLayout(layoutTag: tag) else { preconditionFailure("a tag that is known") }
    return AVAudioFormat(standardFormatWithSampleRate: 48_000, channelLayout: layout)
}

/// A source whose samples are a function of the time in seconds.
func source(_ sample: @escaping @Sendable (Double) -> Double) -> AVAudioSourceNode {
    nonisolated(unsafe) var frame = 0
    return AVAudioSourceNode(format: planar(channels: 1)) { _, _, count, list in
        let buffers = UnsafeMutableAudioBufferListPointer(list)
        let samples = buffers[0].mData?.assumingMemoryBound(to: Float.self)
        for index in 0..<Int(count) { samples?[index] = Float(sample(Double(frame + index) / 48_000)) }
        frame += Int(count)
        return noErr
    }
}

/// A room whose sound is rendered by hand.
final class Stage {
    let engine = AVAudioEngine()
    let environment = AVAudioEnvironmentNode()
    let format: AVAudioFormat
    private let buffer: AVAudioPCMBuffer

    init(_ format: AVAudioFormat = planar(channels: 2), blockFrames: AVAudioFrameCount = 480) throws {
        self.format = format
        try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: blockFrames)
        engine.attach(environment)
        engine.connect(environment, to: engine.outputNode, format: format)
        environment.outputType = .headphones
        guard let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: blockFrames) else {
            preconditionFailure("floats always have a buffer")
        }
        self.buffer = buffer
    }

    func add(_ node: AVAudioNode, format: AVAudioFormat = planar(channels: 1)) {
        engine.attach(node)
        engine.connect(node, to: environment, fromBus: 0, toBus: environment.nextAvailableInputBus, format: format)
    }

    /// Renders the next block.
    func block() throws -> AVAudioPCMBuffer {
        _ = try engine.renderOffline(buffer.frameCapacity, to: buffer)
        return buffer
    }

    /// A file of 16 bits for what is rendered.
    func file(_ url: URL) throws -> AVAudioFile {
        var settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: format.sampleRate,
            AVNumberOfChannelsKey: format.channelCount, AVLinearPCMBitDepthKey: 16,
        ]
        if let layout = format.channelLayout, format.channelCount > 2 {
            settings[AVChannelLayoutKey] = Data(
                bytes: layout.layout, count: MemoryLayout<AudioChannelLayout>.size)
        }
        return try AVAudioFile(forWriting: url, settings: settings)
    }
}

/// The level of a channel of a buffer in decibels, -100 for silence.
func level(_ buffer: AVAudioPCMBuffer, _ channel: Int) -> Double {
    guard let data = buffer.floatChannelData?[channel] else { return -100 }
    var sum = 0.0
    for frame in 0..<Int(buffer.frameLength) { sum += Double(data[frame] * data[frame]) }
    return 10 * log10(max(sum / Double(max(buffer.frameLength, 1)), 1e-10))
}

/// A hiss that depends on nothing but the frame.
func hiss(_ time: Double) -> Double {
    var number = UInt64(time * 48_000 + 0.5) &* 0x9E37_79B9_7F4A_7C15
    number ^= number >> 29
    number = number &* 0xBF58_476D_1CE4_E5B9
    return Double(number >> 40) / Double(1 << 23) - 1
}
