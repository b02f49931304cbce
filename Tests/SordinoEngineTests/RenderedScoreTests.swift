import SordinoEngine
import SordinoMIDI
import SordinoMedia
import SordinoSignal
import Testing

/// MIDI files as sound that is read.
@Suite struct RenderedScoreTests {
    /// A constant in place of every program: what is heard is the gain.
    private func bank() -> PatchBank {
        let frames = OwnedFrames([Float](repeating: 1, count: 1_000))
        let sample = InstrumentSample(
            .float32(UnsafePointer(frames.floats)), frameCount: 1_000, loop: 100..<900, sampleRate: 44_100,
            owner: frames)
        var generators = Generator.rules.map(\.initial)
        generators[Generator.sampleModes] = 1
        return PatchBank(
            Instrument(name: "Constant", zones: [InstrumentZone(sample, generators: generators, modulators: [])]))
    }

    /// One note from beat 1 to 2 at 120 beats a minute: frames 22050 to 44100.
    private func score() throws -> RenderedScore {
        var content = SequenceContent()
        let track = content.addTrack()
        content.change(track) {
            $0.add(SequenceEvent(beat: 1, .note(.init(channel: 0, key: 60, velocity: 127, duration: 1))))
        }
        return try RenderedScore(content, bank: bank())
    }

    /// The left channel from where the sound is, read in pieces.
    private func frames(_ sound: RenderedScore, _ piece: Int) throws -> [Float] {
        var all: [Float] = []
        let planes = PlanarFrames(.float32, channelCount: 2, capacity: piece)
        while case let count = try sound.read(into: planes.block, atFrame: 0, frameCount: piece), count > 0 {
            all += UnsafeBufferPointer(start: planes.floats[0], count: count)
        }
        return all
    }

    @Test func aNoteBeginsAndEndsOnItsFrameAndTheSoundEndsWithIt() throws {
        let score = try score()
        #expect(score.format.sampleRate == 44_100)
        #expect(score.format.channelCount == 2)
        let sound = try frames(score, 1_000)
        #expect(sound.firstIndex { abs($0) > 1e-3 } == 22_050)
        let level = try #require(sound.dropFirst(30_000).first)
        #expect(abs(level) > 0.05)
        #expect(abs(sound[44_099] - level) < 0.01 * abs(level))
        // A release of 5 ms at least: 221 frames.
        #expect(abs(sound[44_400]) < 0.01 * abs(level))
        #expect(sound.count < 44_100 * 6, "silence at the end is left out")
    }

    @Test func readingBackwardsAndInOtherPiecesGivesTheSameSound() throws {
        let score = try score()
        let first = try frames(score, 4_096)
        score.seek(to: 22_000)
        let second = try frames(score, 777)
        #expect(second.count == first.count - 22_000)
        #expect(Array(first.dropFirst(22_000)) == second)
    }

    @Test func aSequenceThatLastsForMonthsIsRefused() throws {
        var content = SequenceContent()
        content.tempoTrack.add(SequenceEvent(beat: 0, .tempo(0.001)))
        let track = content.addTrack()
        content.change(track) {
            $0.add(SequenceEvent(beat: 100_000, .note(.init(channel: 0, key: 60, velocity: 127, duration: 1))))
        }
        #expect(throws: MediaError.self) { try RenderedScore(content, bank: bank()) }
    }
}
