import SordinoRealtime

/// One sample over a part of the keyboard, and the generators and modulators of SoundFont that shape its sound.
///
/// Instruments of other kinds (DLS, SFZ, files) are brought into the same terms.
package struct InstrumentZone: Sendable {
    /// The keys, from 0 to 127, for which it sounds.
    package var keys: ClosedRange<Int>
    /// The velocities, from 0 to 127, for which it sounds.
    package var velocities: ClosedRange<Int>
    /// All generators, by number.
    package var generators: [Float]
    /// All modulators, the usual ones among them.
    package var modulators: [Modulator]
    package var sample: InstrumentSample

    /// Makes a zone with usual values.
    package init(
        _ sample: InstrumentSample, keys: ClosedRange<Int> = 0...127, velocities: ClosedRange<Int> = 0...127,
        generators: [Float]? = nil, modulators: [Modulator] = Modulator.standard
    ) {
        self.sample = sample
        self.keys = keys
        self.velocities = velocities
        self.generators = generators ?? Generator.rules.map(\.initial)
        self.modulators = modulators
    }
}

/// A named set of zones that one program of a channel plays.
package struct Instrument: Sendable {
    /// The name that is shown to people.
    package var name: String
    package var zones: [InstrumentZone]

    /// Makes an instrument of its zones.
    package init(name: String, zones: [InstrumentZone]) {
        self.name = name
        self.zones = zones
    }
}

/// The number of an instrument in a bank.
package struct ProgramNumber: Hashable, Comparable, Sendable {
    /// 0 to 16383, or 128 for percussion, as SoundFont writes it.
    package var bank: Int
    /// The program, 0 to 127.
    package var program: Int

    /// Makes the number of a bank and a program.
    package init(bank: Int, program: Int) {
        self.bank = bank
        self.program = program
    }

    /// Returns whether it comes first: by bank, then by program.
    package static func < (left: ProgramNumber, right: ProgramNumber) -> Bool {
        (left.bank, left.program) < (right.bank, right.program)
    }
}

extension Instrument {
    /// The instrument that a sampler plays before one is loaded: a sine at each key's pitch.
    package static let sine: Instrument = {
        // One cycle of 2048 frames, three times for the frames around the loop; at this rate it has 440 Hz.
        let frames = 2_048
        let cycle = (0..<3 * frames).map { Float(RealtimeMath.sin(2 * Double.pi * Double($0) / Double(frames))) }
        let owner = OwnedFrames(cycle)
        let sample = InstrumentSample(
            .float32(UnsafePointer(owner.floats)), frameCount: 3 * frames, loop: frames..<2 * frames,
            sampleRate: 440 * Double(frames), rootKey: 69, owner: owner)
        var generators = Generator.rules.map(\.initial)
        generators[Generator.sampleModes] = 1
        generators[Generator.volumeEnvelopeAttack] = -9_000
        generators[Generator.volumeEnvelopeRelease] = -4_800
        return Instrument(name: "Sine 440 Built-In", zones: [InstrumentZone(sample, generators: generators)])
    }()
}
