import Foundation

/// Samples made by the test itself, and the file that they are in.
struct Sound {
    var sampleRate: Double
    var channels: [[Float]]

    static func constant(_ value: Float, frames: Int, sampleRate: Double = 48_000) -> Sound {
        Sound(sampleRate: sampleRate, channels: [Array(repeating: value, count: frames)])
    }

    static func sine(hertz: Double, amplitude: Double, seconds: Double, sampleRate: Double) -> Sound {
        let frames = Int(seconds * sampleRate)
        let samples = (0..<frames).map { Float(amplitude * sin(2 * Double.pi * hertz * Double($0) / sampleRate)) }
        return Sound(sampleRate: sampleRate, channels: [samples])
    }

    /// Noise of at most a quarter of full scale, from a xorshift generator.
    static func noise(frames: Int, channels: Int, seed: UInt64, sampleRate: Double = 48_000) -> Sound {
        var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        func next() -> Float {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Float(Int32(truncatingIfNeeded: state >> 32)) / Float(1 << 33)
        }
        return Sound(sampleRate: sampleRate, channels: (0..<channels).map { _ in (0..<frames).map { _ in next() } })
    }

    /// Returns samples as a player gives them that begins in the middle of a wave: they rise in a straight line for 5 ms.
    static func risen(_ samples: some Sequence<Float>) -> [Float] {
        samples.enumerated().map { $1 * (Float(min($0 + 1, 240)) * (1 / 240)) }
    }

    /// Returns 5 ms of samples as a player gives them that is paused before the first: they fall in a straight line.
    static func fallen(_ samples: some Sequence<Float>) -> [Float] {
        samples.prefix(240).enumerated().map { $1 * (Float(239 - $0) * (1 / 240)) }
    }

    /// A WAVE file of 32-bit floats (Microsoft, "Multiple channel audio data and WAVE files": format tag 3).
    func wave() -> Data {
        var bytes = Data()
        func put(_ text: String) { bytes.append(contentsOf: text.utf8) }
        func put(_ value: some FixedWidthInteger) {
            withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
        }
        let frameCount = channels.first?.count ?? 0
        let dataBytes = UInt32(frameCount * channels.count * 4)
        put("RIFF")
        put(36 + dataBytes)
        put("WAVEfmt ")
        put(UInt32(16))
        put(UInt16(3))
        put(UInt16(channels.count))
        put(UInt32(sampleRate))
        put(UInt32(sampleRate) * UInt32(channels.count) * 4)
        put(UInt16(channels.count * 4))
        put(UInt16(32))
        put("data")
        put(dataBytes)
        for frame in 0..<frameCount { for channel in channels { put(channel[frame].bitPattern) } }
        return bytes
    }
}
