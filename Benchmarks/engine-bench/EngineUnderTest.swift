import AVFAudio

/// An engine that the program renders, with players that loop a second of noise.
final class EngineUnderTest {
    let engine = AVAudioEngine()
    let format: AVAudioFormat
    let buffer: AVAudioPCMBuffer
    let noise: AVAudioPCMBuffer
    private(set) var players: [AVAudioPlayerNode] = []

    init(_ mode: AVAudioEngineManualRenderingMode, playerCount: Int = 0) throws {
        guard let format = AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2),
            let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: frames),
            let noise = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 48_000)
        else { fatalError("the standard stereo format has buffers") }
        (self.format, self.buffer, self.noise) = (format, buffer, noise)
        fill()
        try engine.enableManualRenderingMode(mode, format: format, maximumFrameCount: frames)
        _ = engine.mainMixerNode
        for _ in 0..<playerCount {
            let player = AVAudioPlayerNode()
            engine.attach(player)
            engine.connect(player, to: engine.mainMixerNode, format: format)
            players.append(player)
        }
        try engine.start()
        for player in players {
            player.scheduleBuffer(noise, at: nil, options: .loops)
            player.play()
        }
    }

    private func fill() {
        noise.frameLength = noise.frameCapacity
        var state: UInt32 = 1
        for channel in 0..<2 {
            for frame in 0..<Int(noise.frameLength) {
                state = state &* 1_664_525 &+ 1_013_904_223
                noise.floatChannelData?[channel][frame] = Float(Int32(bitPattern: state)) / 4e9
            }
        }
    }

    /// Microseconds of one call that renders a block.
    func microsecondsOfABlock(calls: Int = 2000) throws -> Double {
        buffer.frameLength = frames
        guard engine.manualRenderingMode == .realtime else {
            return try best(calls) { try engine.renderOffline(frames, to: buffer) }
        }
        let block = engine.manualRenderingBlock
        return best(calls) { _ = block(frames, buffer.mutableAudioBufferList, nil) }
    }
}

/// Microseconds of one call: the best of the passes after one to warm up.
func best(_ calls: Int, _ body: () throws -> Void) rethrows -> Double {
    var least = Double.infinity
    let clock = ContinuousClock()
    for pass in 0...passes {
        let start = clock.now
        for _ in 0..<calls { try body() }
        let spent = clock.now - start
        if pass > 0 {
            let (seconds, attoseconds) = spent.components
            least = min(least, (Double(seconds) * 1e6 + Double(attoseconds) / 1e12) / Double(calls))
        }
    }
    return least
}

/// Prints a row.
func row(_ name: String, _ measured: String, _ budget: String) { print("| \(name) | \(measured) | \(budget) |") }

/// With two digits behind the point.
func short(_ number: Double) -> String { String(format: "%.2f", number) }
