/// The state of concealment: how many frames in a row were lost, and the random signs of their lines.
struct AACConcealment {
    /// Frames concealed since the last good one.
    var frameCount = 0
    /// The state of the generator of signs, the same for each first lost frame: a jump must change nothing.
    var state: UInt32 = AACConcealment.first
    private static let first: UInt32 = 0x9e37_79b9

    /// The level of the lost frame: the first is 3 dB softer than the last good one, and after twelve there is silence.
    var level: Float {
        switch frameCount {
        case 0, 1: 0.7
        case 2...12: Float(13 - frameCount) * 0.05
        default: 0
        }
    }

    /// Counts a lost frame.
    mutating func begin() {
        if frameCount == 0 { state = Self.first }
        frameCount = min(frameCount + 1, 1000)
    }
}

extension AACDecoder {
    /// Makes a frame in the place of one that is lost or damaged: the last spectrum with random signs, fading to silence.
    ///
    /// - Returns: Frames in each plane; 0 if no packet has told the channels yet.
    package func conceal() -> Int {
        guard channelCount > 0 else { return 0 }
        concealment.begin()
        concealedCount += 1
        for element in elements {
            element.isPresent = false
            for channel in element.channels { conceal(channel) }
        }
        synthesise(frame: .concealed)
        return framesPerPacket
    }

    private func conceal(_ channel: AACChannel) {
        let count = channel.frameLength
        // The level sinks from the last frame, which may itself be concealed.
        let previous = AACConcealment(frameCount: concealment.frameCount - 1, state: 0)
        let before = concealment.frameCount > 1 ? previous.level : 1
        let factor = before > 0 ? concealment.level / before : 0
        let wasShort = channel.lastWindows.isShort
        let (source, lines) = (channel.lastLines, channel.lines)
        var state = concealment.state
        for line in 0..<count {
            // Lines of eight short windows become neighbours in a long one.
            let value = wasShort ? source[(line & 7) &* (count / 8) &+ line / 8] : source[line]
            state = state &* 1_664_525 &+ 1_013_904_223
            lines[line] = state >> 31 == 0 ? value * factor : -value * factor
        }
        concealment.state = state
        channel.windows = Self.windows(after: channel.lastWindows)
        channel.prediction?.isPresent = false
    }
}
