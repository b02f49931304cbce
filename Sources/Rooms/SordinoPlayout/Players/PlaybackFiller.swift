import SordinoMedia

/// Keeps a voice's ring filled from a file: reads, converts the rate, loops, and knows which frame is which.
///
/// - Thread: one at a time; reading waits for the disk, so not the render thread.
final class PlaybackFiller {
    /// Where in the file the frames from one place of the ring on come from.
    private struct Span {
        /// In frames of the ring.
        var ringStart: Int
        var fileStart: Int64
    }

    private let reader: MediaReader
    private let converter: PlaybackConverter
    private var voice: PlayerVoice?
    private var spans: [Span] = []
    /// Frames of the file read since the voice began, over all rounds.
    private var readFrames: Int64 = 0
    private var isAtEnd = false
    /// Rounds still to come after this one; negative for ever.
    var loops = 0

    init(reader: sending MediaReader) {
        self.reader = reader
        converter = PlaybackConverter(channelCount: reader.format.channelCount, from: reader.format.sampleRate)
    }

    /// Fills this voice from now on.
    func begin(_ voice: PlayerVoice, atFrame frame: Int64, loops: Int) {
        self.voice = voice
        self.loops = loops
        reader.seek(to: frame)
        converter.begin(outputRate: voice.sampleRate)
        spans = [Span(ringStart: 0, fileStart: frame)]
        readFrames = 0
        isAtEnd = false
    }

    /// Puts as much into the ring as it takes.
    ///
    /// - Returns: Whether anything was put there.
    /// - Throws: What the reader says; what was read before is in the ring.
    func fill() throws(MediaError) -> Bool {
        guard let voice else { return false }
        var didFill = false
        while true {
            if converter.push(into: voice.producer) { didFill = true }
            if converter.hasOutput { return didFill }  // The ring is full.
            if converter.convert() { continue }
            if isAtEnd { return didFill }
            let count = try converter.read { channels, count throws(MediaError) in
                try reader.read(into: channels, frameCount: count)
            }
            readFrames += Int64(count)
            if count == 0 { endRound(voice) }
        }
    }

    private func endRound(_ voice: PlayerVoice) {
        guard loops != 0, reader.frameCount > 0 else {
            converter.finish(inputFrames: readFrames)
            voice.setEnd(frame: converter.outputFrames(forInputFrames: readFrames))
            isAtEnd = true
            return
        }
        if loops > 0 { loops -= 1 }
        reader.seek(to: 0)
        spans.append(Span(ringStart: converter.outputFrames(forInputFrames: readFrames), fileStart: 0))
    }

    /// The frame of the file that a frame of the ring comes from; at most the last.
    func fileFrame(ofRingFrame frame: Int) -> Int64 {
        while spans.count > 1, spans[1].ringStart <= frame { spans.removeFirst() }
        guard let span = spans.first else { return 0 }
        let passed = Double(frame - span.ringStart) / converter.ratio
        return min(reader.frameCount, span.fileStart + Int64(passed.rounded()))
    }
}
