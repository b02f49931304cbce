import SordinoMedia

/// Keeps a voice's ring filled from a file: reads, changes speed and rate, loops, and knows which frame is which.
///
/// - Thread: one at a time; reading waits for the disk, so not the render thread.
final class PlaybackFiller {
    /// Where in the file the frames from one place of all that was read come from.
    private struct Span {
        var readStart: Int64
        var fileStart: Int64
    }

    /// How far the worker may be ahead while the speed can be changed, so that a change is soon heard: 85 ms at 48 kHz.
    private static let aheadFrames = 4_096

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
    ///
    /// - Parameter speed: 1 is as recorded; nil if it will not be changed.
    func begin(_ voice: PlayerVoice, atFrame frame: Int64, loops: Int, speed: Double?) {
        self.voice = voice
        self.loops = loops
        reader.seek(to: frame)
        converter.begin(outputRate: voice.sampleRate, speed: speed)
        spans = [Span(readStart: 0, fileStart: frame)]
        readFrames = 0
        isAtEnd = false
    }

    /// Changes the speed of what is not in the ring yet.
    func setSpeed(_ speed: Double) {
        converter.setSpeed(speed)
        if isAtEnd, let voice, let goal = converter.goal { voice.setEnd(frame: goal) }
    }

    /// Puts as much into the ring as it takes.
    ///
    /// - Returns: Whether anything was put there.
    /// - Throws: What the reader says; what was read before is in the ring.
    func fill() throws(MediaError) -> Bool {
        guard let voice else { return false }
        var didFill = false
        while true {
            if converter.push(into: voice.producer, atMost: room(in: voice)) { didFill = true }
            if converter.hasOutput { return didFill }  // The ring is full.
            if converter.convert() { continue }
            if isAtEnd { return didFill }
            let count = try converter.read { block, count throws(MediaError) in
                try reader.read(into: block, frameCount: count)
            }
            readFrames += Int64(count)
            if count == 0 { endRound(voice) }
        }
    }

    private func endRound(_ voice: PlayerVoice) {
        guard loops != 0, reader.frameCount > 0 else {
            converter.finish(inputFrames: readFrames)
            if let goal = converter.goal { voice.setEnd(frame: goal) }
            isAtEnd = true
            return
        }
        if loops > 0 { loops -= 1 }
        reader.seek(to: 0)
        spans.append(Span(readStart: readFrames, fileStart: 0))
    }

    /// The frame of the file that a frame of the ring comes from; at most the last.
    func fileFrame(ofRingFrame frame: Int) -> Int64 {
        let read = converter.inputFrame(ofOutputFrame: frame)
        while spans.count > 1, Double(spans[1].readStart) <= read { spans.removeFirst() }
        guard let span = spans.first else { return 0 }
        let passed = max(0, read - Double(span.readStart))
        return min(reader.frameCount, span.fileStart + Int64(passed.rounded()))
    }

    private func room(in voice: PlayerVoice) -> Int {
        let room = voice.producer.writableFrameCount
        guard converter.isStretching else { return room }
        return min(room, max(0, room - (voice.frameCapacity - Self.aheadFrames)))
    }
}
