import SordinoMedia
import SordinoSignal

extension PlayedBytes {
    /// Makes a WAVE file of 4,000 frames whose header declares a rate.
    static func wave(rate: UInt32) -> [UInt8] {
        func number(_ value: UInt32, _ byteCount: Int) -> [UInt8] {
            (0..<byteCount).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
        }
        let format = number(1, 2) + number(1, 2) + number(rate, 4) + number(rate &* 2, 4) + number(2, 2) + number(16, 2)
        let frames = (0..<4_000).flatMap { number(UInt32($0 % 100 * 200), 2) }
        let body =
            [UInt8]("WAVEfmt ".utf8) + number(16, 4) + format + [UInt8]("data".utf8) + number(8_000, 4) + frames
        return [UInt8]("RIFF".utf8) + number(UInt32(body.count), 4) + body
    }

    /// A bank with zones, generators, modulators and links.
    static let soundFont: [UInt8] = {
        var writer = SoundFontWriter(name: "Seed")
        let sample = writer.add(
            .init("saw", (0..<600).map { Int16($0 % 100 * 300 - 15_000) }, loop: 100..<500, sampleRate: 44_100))
        let instrument = writer.addInstrument(
            "saw",
            [
                .init(nil, generators: [(Generator.pan, 100), (Generator.filterResonance, 200)]),
                .init(
                    sample, keys: 0...63, generators: [(Generator.sampleModes, 1), (Generator.vibratoLFOToPitch, 90)],
                    modulators: [Modulator(0x0502, to: Generator.attenuation, 500)]),
                .init(
                    sample, keys: 60...127,
                    generators: [(Generator.loopStartOffset, 20), (Generator.sampleModes, 3)]),
            ])
        writer.addPreset("Saw", ProgramNumber(bank: 0, program: 0), [.init(instrument)])
        return writer.bytes
    }()

    /// An SFZ instrument on the recording beside it.
    static let text = """
        // Seed
        <control> default_path=
        <global> ampeg_release=0.3 <group> lokey=c1 hikey=c5 cutoff=2000 resonance=3
        #define $key 60
        <region> sample=seed.wav key=$key lovel=1 hivel=64 loop_mode=loop_continuous loop_start=10 loop_end=400 tune=-5
        <region> sample=seed.wav pitch_keycenter=61 offset=5 end=90 ampeg_attack=0.01 ampeg_sustain=50 pan=-20
        """

    /// A MIDI file of two tracks: tempo and metre; a program, notes, bends.
    static let score: [UInt8] = {
        func track(_ events: [UInt8]) -> [UInt8] {
            let bytes = events + [0, 0xFF, 0x2F, 0]
            return [UInt8]("MTrk".utf8) + [0, 0, UInt8(bytes.count >> 8), UInt8(bytes.count & 255)] + bytes
        }
        let tempo: [UInt8] = [
            0, 0xFF, 0x51, 3, 7, 0xA1, 0x20, 0, 0xFF, 0x58, 4, 6, 3, 36, 8, 96, 0xFF, 0x51, 3, 3, 0, 0,
        ]
        let notes: [UInt8] = [
            0, 0xC0, 5, 0, 0x90, 60, 100, 10, 0x90, 64, 100, 5, 0xE0, 0, 80, 5, 0xB0, 64, 127, 90, 0x80, 60, 0, 0x81,
            0x40, 0x80, 64, 3, 0, 0xF0, 3, 0x7E, 0x7F, 0xF7,
        ]
        return [UInt8]("MThd".utf8) + [0, 0, 0, 6, 0, 1, 0, 2, 0, 96] + track(tempo) + track(notes)
    }()
}
