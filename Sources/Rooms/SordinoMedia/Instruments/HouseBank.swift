import SordinoRealtime
import SordinoSignal

/// A small SoundFont bank of sounds that are calculated: a piano-like, an organ, a bass, strings and drums.
///
/// It stands in where no bank is installed. Everything in it comes from this file, so it may be used for anything.
package struct HouseBank {
    /// Frames of a second of its recordings.
    private static let rate = 32_000
    private var writer = SoundFontWriter(name: "Sordino small bank")
    private var drumZones: [SoundFontWriter.Zone] = []
    private var noise = Noise()

    /// The bank as a file.
    package static let bytes: [UInt8] = {
        var bank = HouseBank()
        bank.add()
        return bank.writer.bytes
    }()

    private init() {}

    private mutating func add() {
        let keys = [28, 40, 52, 64, 76, 88, 100]
        let piano = instrument(
            "Piano-like", keys: keys,
            generators: [
                (Generator.volumeEnvelopeDecay, 3_200), (Generator.volumeEnvelopeSustain, 1_000),
                (Generator.keyToVolumeEnvelopeDecay, 25), (Generator.volumeEnvelopeRelease, -2_400),
            ], loopFrames: 3_200, frames: 9_600
        ) { key in
            // Higher partials are a little sharp and fall faster, as those of stiff strings; those of the loop stay.
            (1...16).map { partial in
                let amplitude = RealtimeMath.pow(0.72, Double(partial - 1)) * (partial % 7 == 0 ? 0.2 : 1)
                return (Double(partial), amplitude, key > 90 ? 0 : 4 / Double(partial))
            }
        }
        let organ = instrument(
            "Organ", keys: keys, generators: [(Generator.volumeEnvelopeRelease, -4_800)], loopFrames: 3_200,
            frames: 4_800
        ) { _ in
            [
                (0.5, 0.6, 0), (1, 1, 0), (1.5, 0.4, 0), (2, 0.7, 0), (3, 0.3, 0), (4, 0.4, 0), (6, 0.15, 0),
                (8, 0.2, 0),
            ]
        }
        let bass = instrument(
            "Bass", keys: [28, 36, 44, 52, 64],
            generators: [
                (Generator.volumeEnvelopeDecay, 2_400), (Generator.volumeEnvelopeSustain, 600),
                (Generator.volumeEnvelopeRelease, -3_600), (Generator.filterCutoff, 8_000),
            ], loopFrames: 3_200, frames: 6_400
        ) { _ in (1...10).map { (Double($0), 1 / Double($0), 0) } }
        let strings = instrument(
            "Strings", keys: keys,
            generators: [
                (Generator.volumeEnvelopeAttack, -1_800), (Generator.volumeEnvelopeRelease, -1_200),
                (Generator.vibratoLFOToPitch, 8), (Generator.vibratoLFOFrequency, -600),
                (Generator.filterCutoff, 10_800),
            ], loopFrames: 16_000, frames: 20_000
        ) { _ in (1...20).map { (Double($0), 1 / Double($0), 0) } }
        drum("Bass drum", key: 36, seconds: 0.5, hertz: (160, 48), tone: 0.97, noiseFall: 0.01)
        drum("Side stick", key: 37, seconds: 0.1, hertz: (900, 700), tone: 0.6, noiseFall: 0.01)
        drum("Snare", key: 38, seconds: 0.35, hertz: (260, 180), tone: 0.45, noiseFall: 0.08)
        drum("Low tom", key: 45, seconds: 0.6, hertz: (150, 95), tone: 0.9, noiseFall: 0.03)
        drum(
            "Closed hi-hat", key: 42, seconds: 0.12, hertz: (6_000, 6_000), tone: 0.05, noiseFall: 0.025,
            exclusiveClass: 1)
        drum(
            "Open hi-hat", key: 46, seconds: 0.8, hertz: (6_000, 6_000), tone: 0.05, noiseFall: 0.25,
            exclusiveClass: 1)
        drum("High tom", key: 50, seconds: 0.5, hertz: (260, 170), tone: 0.9, noiseFall: 0.03)
        drum("Crash", key: 49, seconds: 1.6, hertz: (4_000, 4_000), tone: 0.05, noiseFall: 0.6)
        drum("Ride", key: 51, seconds: 1.2, hertz: (5_200, 5_200), tone: 0.25, noiseFall: 0.4)
        let drums = writer.addInstrument("Drums", drumZones)

        // Every program of General MIDI has one of the four sounds that is nearest to it.
        for program in 0..<128 {
            let (name, index) =
                switch program {
                case 16..<24, 56..<104: ("Organ", organ)
                case 32..<40: ("Bass", bass)
                case 40..<56: ("Strings", strings)
                default: ("Piano-like", piano)
                }
            writer.addPreset(name, ProgramNumber(bank: 0, program: program), [.init(index)])
        }
        writer.addPreset("Drums", ProgramNumber(bank: 128, program: 0), [.init(drums)])
    }

    /// Partials as (multiple of the fundamental, amplitude, seconds until it has fallen to a third; 0 for ever).
    private typealias Partial = (multiple: Double, amplitude: Double, decay: Double)

    /// A sum of partials, at most as loud as full scale leaves.
    private static func tone(_ hertz: Double, frames: Int, _ partials: [Partial], attackSeconds: Double = 0) -> [Int16]
    {
        let loudest = partials.reduce(0) { $0 + $1.amplitude }
        return (0..<frames).map { frame in
            let time = Double(frame) / Double(rate)
            var sum = 0.0
            for partial in partials where partial.multiple * hertz < Double(rate) * 0.45 {
                let fall = partial.decay > 0 ? RealtimeMath.exp(-time / partial.decay) : 1
                sum +=
                    partial.amplitude * fall * RealtimeMath.sin(2 * Double.pi * partial.multiple * hertz * time)
            }
            let rise = attackSeconds > 0 ? min(time / attackSeconds, 1) : 1
            return Int16(28_000 * rise * sum / loudest)
        }
    }

    /// The frequency nearest to a key's of which a whole number of cycles fits a number of frames.
    private static func looped(_ key: Int, frames: Int) -> (hertz: Double, cents: Int) {
        let wanted = 440 * RealtimeMath.pow(2, Double(key - 69) / 12)
        let cycles = (wanted * Double(frames) / Double(rate)).rounded()
        let hertz = cycles * Double(rate) / Double(frames)
        return (hertz, Int((1_200 * RealtimeMath.log2(wanted / hertz)).rounded()))
    }

    /// An instrument of one sample for each of some keys, each a part of the keyboard.
    private mutating func instrument(
        _ name: String, keys: [Int], generators: [(Int, Int)], loopFrames: Int, frames: Int,
        partials: (Int) -> [Partial]
    ) -> Int {
        var zones: [SoundFontWriter.Zone] = []
        for (index, key) in keys.enumerated() {
            let (hertz, cents) = Self.looped(key, frames: loopFrames)
            let samples = Self.tone(hertz, frames: frames, partials(key))
            let sample = writer.add(
                .init(
                    "\(name) \(key)", samples, loop: frames - loopFrames - 8..<frames - 8, sampleRate: Self.rate,
                    rootKey: key,
                    correctionCents: cents))
            let low = index == 0 ? 0 : (keys[index - 1] + key) / 2 + 1
            let high = index == keys.count - 1 ? 127 : (key + keys[index + 1]) / 2
            zones.append(
                .init(sample, keys: low...high, generators: generators + [(Generator.sampleModes, 1)]))
        }
        return writer.addInstrument(name, zones)
    }

    /// A drum of a falling tone and of noise.
    private mutating func drum(
        _ name: String, key: Int, seconds: Double, hertz: (Double, Double), tone: Double,
        noiseFall: Double,
        exclusiveClass: Int = 0
    ) {
        let frames = Int(seconds * Double(Self.rate))
        var phase = 0.0
        var last = 0.0
        let samples = (0..<frames).map { frame in
            let time = Double(frame) / Double(Self.rate)
            let sweep = hertz.1 + (hertz.0 - hertz.1) * RealtimeMath.exp(-time / 0.03)
            phase += sweep / Double(Self.rate)
            let rough = noise.next()
            // Cymbals and snares: the difference between neighbouring frames.
            let bright = rough - last
            last = rough
            let body =
                tone * RealtimeMath.sin(2 * Double.pi * phase) * RealtimeMath.exp(-time / (seconds / 5))
            let hiss = (1 - tone) * 0.6 * bright * RealtimeMath.exp(-time / noiseFall)
            return Int16(max(min(26_000 * (body + hiss), 32_000), -32_000))
        }
        let sample = writer.add(.init(name, samples, sampleRate: Self.rate, rootKey: key))
        drumZones.append(
            .init(
                sample, keys: key...key,
                generators: [
                    (Generator.volumeEnvelopeRelease, 0), (Generator.scaleTuning, 0),
                    (Generator.exclusiveClass, exclusiveClass),
                ]))
    }

    /// Noise that is the same in every run.
    private struct Noise {
        var state: UInt32 = 0x1234_5678

        mutating func next() -> Double {
            state = state &* 1_664_525 &+ 1_013_904_223
            return Double(Int32(bitPattern: state)) / 2_147_483_648
        }
    }
}
