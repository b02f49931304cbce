// The sounds of the examples: made here, so that there is nothing to bring along.

import AVFAudio

/// Deinterleaved floats at 48 kHz.
func format(channels: AVAudioChannelCount) -> AVAudioFormat {
    guard let format = AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: channels) else {
        preconditionFailure("one or two channels are always a format")
    }
    return format
}

/// A buffer whose samples are a function of the time in seconds.
func sound(seconds: Double, channels: AVAudioChannelCount = 1, _ sample: (Double) -> Double) -> AVAudioPCMBuffer {
    let frames = AVAudioFrameCount(seconds * 48_000)
    guard let buffer = AVAudioPCMBuffer(pcmFormat: format(channels: channels), frameCapacity: frames),
        let data = buffer.floatChannelData
    else { preconditionFailure("floats always have a buffer") }
    buffer.frameLength = frames
    for frame in 0..<Int(frames) {
        let value = Float(sample(Double(frame) / 48_000))
        for channel in 0..<Int(channels) { data[channel][frame] = value }
    }
    return buffer
}

/// A plucked note that dies away.
func note(_ hertz: Double, at time: Double, decay: Double = 3) -> Double {
    time < 0
        ? 0
        : sin(2 * .pi * hertz * time) * exp(-decay * time) + 0.3 * sin(4 * .pi * hertz * time) * exp(-2 * decay * time)
}

/// Eight quarter notes of an accompaniment, four seconds.
func backingTrack() -> AVAudioPCMBuffer {
    let bass = [110.0, 110, 146.83, 146.83, 164.81, 164.81, 110, 110]
    return sound(seconds: 4, channels: 2) { time in
        bass.enumerated().reduce(0) { $0 + 0.2 * note($1.element, at: time - Double($1.offset) / 2) }
    }
}

/// A voice sings four long notes with vibrato.
func voice() -> AVAudioPCMBuffer {
    let melody = [440.0, 493.88, 554.37, 440]
    return sound(seconds: 4) { time in
        let hertz = melody[min(Int(time), 3)]
        let attack = min((time - time.rounded(.down)) * 20, 1) * min((time.rounded(.down) + 0.8 - time) * 20, 1)
        return 0.25 * max(attack, 0) * sin(2 * .pi * hertz * time + 2 * sin(2 * .pi * 5.5 * time))
    }
}

/// Renders an engine that is in offline mode into a WAVE file.
func render(_ engine: AVAudioEngine, seconds: Double, to url: URL) throws {
    let format = engine.manualRenderingFormat
    let file = try AVAudioFile(
        forWriting: url,
        settings: [
            AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: format.sampleRate,
            AVNumberOfChannelsKey: format.channelCount, AVLinearPCMBitDepthKey: 16,
        ])
    guard
        let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: engine.manualRenderingMaximumFrameCount)
    else { return }
    var left = AVAudioFrameCount(seconds * format.sampleRate)
    while left > 0 {
        let status = try engine.renderOffline(min(left, buffer.frameCapacity), to: buffer)
        guard status == .success else { break }
        try file.write(from: buffer)
        left -= buffer.frameLength
    }
}

/// The level of a buffer's first channel, as a bar.
func bar(_ buffer: AVAudioPCMBuffer) -> String {
    guard let data = buffer.floatChannelData?[0] else { return "" }
    var sum: Float = 0
    for frame in 0..<Int(buffer.frameLength) { sum += data[frame] * data[frame] }
    let decibels = 10 * log10(max(sum / Float(max(buffer.frameLength, 1)), 1e-10))
    return String(repeating: "#", count: max(0, Int(decibels + 60) / 2))
}
