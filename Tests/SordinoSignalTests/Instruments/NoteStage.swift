import SordinoRealtime
import SordinoSignal

/// A synthesizer that renders what a list of moments asks for.
final class NoteStage {
    let synthesizer: Synthesizer
    let bank: PatchBank
    let rate: Double
    private var position = 0
    /// The signal to the reverb and to the chorus at the last rendering.
    private(set) var sends: (reverb: [Float], chorus: [Float]) = ([], [])

    init(_ zones: [InstrumentZone], voiceCount: Int = 32, rate: Double = 48_000) {
        bank = PatchBank(Instrument(name: "Test", zones: zones))
        synthesizer = Synthesizer(voiceCount: voiceCount)
        self.rate = rate
        synthesizer.renderer.set(bank.view, sampleRate: rate)
    }

    /// Something that happens at a frame; it gets the frame within the step.
    typealias Moment = (frame: Int, act: (SynthesizerRenderer, Int) -> Void)

    /// The left and right output after so many more frames.
    func render(_ frameCount: Int, pieces: Int = 64, _ moments: [Moment] = []) -> (left: [Float], right: [Float]) {
        let planes = Planes(channelCount: 4, frameCount: frameCount)
        let end = position + frameCount
        let begin = position
        var next = 0
        while position < end {
            if position % 64 == 0 { synthesizer.renderer.beginStep() }
            while next < moments.count, moments[next].frame <= position {
                moments[next].act(synthesizer.renderer, position % 64)
                next += 1
            }
            var count = min(64 - position % 64, end - position, pieces - (position - begin) % pieces)
            if next < moments.count { count = min(count, moments[next].frame - position) }
            let at = position - begin
            synthesizer.renderer.render(
                count, left: planes.pointers[0] + at, right: planes.pointers[1] + at, reverb: planes.pointers[2] + at,
                chorus: planes.pointers[3] + at)
            position += count
        }
        sends = (planes[2], planes[3])
        return (planes[0], planes[1])
    }

    /// Begins a note at a frame.
    static func on(_ frame: Int, _ key: Float = 60, velocity: Float = 127) -> Moment {
        (frame, { renderer, step in renderer.start(key: key, velocity: velocity, channel: 0, frame: step) })
    }

    /// Lets a key go at a frame.
    static func off(_ frame: Int, _ key: Int = 60) -> Moment {
        (frame, { renderer, step in renderer.stop(key: key, channel: 0, frame: step) })
    }

    /// Moves a controller at a frame.
    static func control(_ frame: Int, _ controller: Int, _ value: Float) -> Moment {
        (frame, { renderer, step in renderer.control(controller, value, channel: 0, frame: step) })
    }
}

extension NoteStage {
    /// The cents between the frequency of a stretch of sound and a key of a sample of 500 Hz at key 60.
    static func cents(_ sound: ArraySlice<Float>, from key: Float) -> Double {
        // Upward crossings of zero, the first and the last between samples by a straight line.
        var (first, last, count) = (0.0, 0.0, 0)
        for index in sound.indices.dropFirst() where sound[index - 1] < 0 && sound[index] >= 0 {
            let place = Double(index) - Double(sound[index] / (sound[index] - sound[index - 1]))
            if count == 0 { first = place }
            last = place
            count += 1
        }
        let hertz = Double(count - 1) / (last - first) * 48_000
        return 1_200 * RealtimeMath.log2(hertz / 500) - Double(key - 60) * 100
    }
}

/// Zones whose sound is known in advance.
enum TestZone {
    /// All generators at their usual values but these.
    static func generators(_ set: [(Int, Float)]) -> [Float] {
        var values = Generator.rules.map(\.initial)
        values[Generator.sampleModes] = 1
        for (number, value) in set { values[number] = value }
        return values
    }

    static func zone(
        _ samples: [Float], loop: Range<Int>, rate: Double, _ set: [(Int, Float)] = [], correctionCents: Int = 0
    ) -> InstrumentZone {
        let frames = OwnedFrames(samples)
        let sample = InstrumentSample(
            .float32(UnsafePointer(frames.floats)), frameCount: samples.count, loop: loop, sampleRate: rate,
            rootKey: 60,
            correctionCents: correctionCents, owner: frames)
        return InstrumentZone(sample, generators: generators(set))
    }

    /// A sine of 500 Hz at 44.1 kHz, whose loop is whole cycles.
    static func sine(_ set: [(Int, Float)] = [], correctionCents: Int = 0) -> InstrumentZone {
        zone(
            SineFit.tone(500, rate: 44_100, amplitude: 1, count: 8_820), loop: 882..<7_938, rate: 44_100, set,
            correctionCents: correctionCents)
    }

    /// A constant: the sound is the gain.
    static func constant(_ set: [(Int, Float)] = []) -> InstrumentZone {
        zone([Float](repeating: 1, count: 1_000), loop: 100..<900, rate: 48_000, set)
    }

    /// The level of a note in the middle at full velocity with the usual volume of 100.
    static var fullLevel: Double { 0.5.squareRoot() * (100.0 / 127) * (100.0 / 127) }
}
