import SordinoSignal

/// The connections of controllers, envelopes and oscillators of an instrument or region, in the terms of SoundFont.
struct DLSArticulation {
    private(set) var generators: [Int: Float] = [:]
    private(set) var modulators: [Modulator] = []

    var isEmpty: Bool { generators.isEmpty && modulators.isEmpty }

    /// Connections of one list.
    private static let limit = 256

    /// Reads the lists of a level.
    init(_ data: MappedBytes, _ parts: RIFFList) {
        let bytes = data.bytes.bytes
        for list in parts.lists where list.kind == "lart" || list.kind == "lar2" {
            for chunk in RIFFList(bytes, list.body).chunks where chunk.id == "art1" || chunk.id == "art2" {
                guard chunk.body.count >= 8 else { continue }
                let first = chunk.body.lowerBound + Int(min(data.number(chunk.body.lowerBound, UInt32.self), 1 << 16))
                let count = Int(min(data.number(chunk.body.lowerBound + 4, UInt32.self), UInt32(Self.limit)))
                for index in 0..<count {
                    let offset = first + index * 12
                    guard offset + 12 <= chunk.body.upperBound else { break }
                    connect(
                        data.number(offset, UInt16.self), control: data.number(offset + 2, UInt16.self),
                        to: data.number(offset + 4, UInt16.self),
                        Float(data.number(offset + 8, Int32.self)) / 65_536)
                }
            }
        }
    }

    /// Takes one connection; scales are in cents, timecents, centibels and tenths of percent.
    private mutating func connect(_ source: UInt16, control: UInt16, to destination: UInt16, _ scale: Float) {
        switch (source, control) {
        case (0, 0): set(destination, scale)
        case (1, 0), (9, 0), (5, 0):
            if let generator = Self.moved(by: source, destination) {
                // A gain by an oscillator has the same sign and unit in DLS and SoundFont: louder is positive.
                generators[generator] = scale
            }
        case (1, _), (9, _), (5, _):
            guard let generator = Self.moved(by: source, destination), let by = Self.controller(control) else { return }
            modulators.append(Modulator(by, to: generator, scale))
        case (3, 0): followKey(destination, scale)
        case (2, 0):
            // The usual curve of loudness is there already.
            if let generator = Self.constant[destination], generator != Generator.attenuation {
                modulators.append(Modulator(0x0002, to: generator, scale))
            }
        default: break
        }
    }

    /// A value that is always there.
    private mutating func set(_ destination: UInt16, _ scale: Float) {
        guard let generator = Self.constant[destination] else { return }
        switch generator {
        case Generator.attenuation: generators[generator] = max(-scale, 0)
        // Levels are parts of a thousand, of 96 dB for loudness.
        case Generator.volumeEnvelopeSustain: generators[generator] = (1_000 - scale) * 0.96
        case Generator.modulationEnvelopeSustain: generators[generator] = 1_000 - scale
        case Generator.pitch:
            generators[Generator.coarseTune] = (scale / 100).rounded(.towardZero)
            generators[Generator.fineTune] = scale.truncatingRemainder(dividingBy: 100)
        default: generators[generator] = scale
        }
    }

    /// The influence of the key: over the 128 keys by the scale.
    private mutating func followKey(_ destination: UInt16, _ scale: Float) {
        switch destination {
        case 0x0003: generators[Generator.scaleTuning] = scale / 128
        case 0x020C: generators[Generator.keyToVolumeEnvelopeHold] = -scale / 128
        case 0x0207: generators[Generator.keyToVolumeEnvelopeDecay] = -scale / 128
        case 0x0310: generators[Generator.keyToModulationEnvelopeHold] = -scale / 128
        case 0x030B: generators[Generator.keyToModulationEnvelopeDecay] = -scale / 128
        case 0x0500: modulators.append(Modulator(0x0003, to: Generator.filterCutoff, scale))
        default: break
        }
    }

    /// The generators of destinations.
    private static let constant: [UInt16: Int] = [
        0x0001: Generator.attenuation, 0x0003: Generator.pitch, 0x0004: Generator.pan,
        0x0080: Generator.chorusSend, 0x0081: Generator.reverbSend,
        0x0104: Generator.modulationLFOFrequency, 0x0105: Generator.modulationLFODelay,
        0x0114: Generator.vibratoLFOFrequency, 0x0115: Generator.vibratoLFODelay,
        0x0206: Generator.volumeEnvelopeAttack, 0x0207: Generator.volumeEnvelopeDecay,
        0x0209: Generator.volumeEnvelopeRelease, 0x020A: Generator.volumeEnvelopeSustain,
        0x020B: Generator.volumeEnvelopeDelay, 0x020C: Generator.volumeEnvelopeHold,
        0x030A: Generator.modulationEnvelopeAttack, 0x030B: Generator.modulationEnvelopeDecay,
        0x030D: Generator.modulationEnvelopeRelease, 0x030E: Generator.modulationEnvelopeSustain,
        0x030F: Generator.modulationEnvelopeDelay, 0x0310: Generator.modulationEnvelopeHold,
        0x0500: Generator.filterCutoff, 0x0501: Generator.filterResonance,
    ]

    /// The generator by which an oscillator (1, 9) or the second envelope (5) moves a destination.
    private static func moved(by source: UInt16, _ destination: UInt16) -> Int? {
        switch (source, destination) {
        case (1, 0x0003): Generator.modulationLFOToPitch
        case (1, 0x0001): Generator.modulationLFOToVolume
        case (1, 0x0500): Generator.modulationLFOToCutoff
        case (9, 0x0003): Generator.vibratoLFOToPitch
        case (5, 0x0003): Generator.modulationEnvelopeToPitch
        case (5, 0x0500): Generator.modulationEnvelopeToCutoff
        default: nil
        }
    }

    /// A controller as a linear source of SoundFont.
    private static func controller(_ control: UInt16) -> UInt16? {
        switch control {
        case 0x0008: 0x000D
        case 0x0007: 0x000A
        case 0x0080...0x00FF: control
        default: nil
        }
    }
}
