import SordinoSignal

/// Makes a SoundFont 2 bank of samples, instruments and presets.
///
/// - Source: SoundFont Technical Specification 2.04, sections 4 to 7.
package struct SoundFontWriter {
    /// A recording of one channel, 16 bits a sample.
    package struct Sample {
        var name: String
        var frames: [Int16]
        var loop: Range<Int>
        var sampleRate: Int
        var rootKey: Int
        var correctionCents: Int

        /// Describes a recording; an empty loop stands for none.
        package init(
            _ name: String, _ frames: [Int16], loop: Range<Int> = 0..<0, sampleRate: Int, rootKey: Int = 60,
            correctionCents: Int = 0
        ) {
            (self.name, self.frames, self.loop) = (name, frames, loop)
            (self.sampleRate, self.rootKey, self.correctionCents) = (sampleRate, rootKey, correctionCents)
        }
    }

    /// A zone: its settings, and the index of its sample or instrument; a first one without an index is the global
    /// zone.
    package struct Zone {
        var target: Int?
        var keys: ClosedRange<Int>?
        var velocities: ClosedRange<Int>?
        var generators: [(Int, Int)]
        var modulators: [Modulator]

        /// Makes a zone; keys and velocities of nil stand for all.
        package init(
            _ target: Int?, keys: ClosedRange<Int>? = nil, velocities: ClosedRange<Int>? = nil,
            generators: [(Int, Int)] = [], modulators: [Modulator] = []
        ) {
            (self.target, self.keys, self.velocities) = (target, keys, velocities)
            (self.generators, self.modulators) = (generators, modulators)
        }
    }

    private let name: String
    private var samples: [Sample] = []
    private var instruments: [(name: String, zones: [Zone])] = []
    private var presets: [(name: String, number: ProgramNumber, zones: [Zone])] = []

    /// Begins an empty bank.
    package init(name: String) { self.name = name }

    /// Adds a recording.
    ///
    /// - Returns: Its index, for zones of instruments.
    package mutating func add(_ sample: Sample) -> Int {
        samples.append(sample)
        return samples.count - 1
    }

    /// Adds an instrument.
    ///
    /// - Returns: Its index, for zones of presets.
    package mutating func addInstrument(_ name: String, _ zones: [Zone]) -> Int {
        instruments.append((name, zones))
        return instruments.count - 1
    }

    /// Adds a preset with its zones of instruments.
    package mutating func addPreset(_ name: String, _ number: ProgramNumber, _ zones: [Zone]) {
        presets.append((name, number, zones))
    }

    /// The bank as the bytes of a file.
    package var bytes: [UInt8] {
        var data: [UInt8] = []
        var headers: [UInt8] = []
        // The 46 frames of silence that the specification demands behind each sample.
        let silence = [UInt8](repeating: 0, count: 46 * 2)
        for sample in samples {
            let start = data.count / 2
            for frame in sample.frames { data.put(UInt16(bitPattern: frame)) }
            let end = data.count / 2
            data += silence
            headers.put(sample.name)
            for number in [
                start, end, start + sample.loop.lowerBound, start + sample.loop.upperBound, sample.sampleRate,
            ] {
                headers.put(UInt32(number))
            }
            headers += [UInt8(sample.rootKey), UInt8(bitPattern: Int8(sample.correctionCents))]
            headers.put(UInt16(0))
            headers.put(UInt16(1))
        }
        headers += [UInt8]("EOS".utf8) + [UInt8](repeating: 0, count: 43)

        var lower = Level()
        var instrumentHeaders: [UInt8] = []
        for instrument in instruments {
            instrumentHeaders.put(instrument.name)
            instrumentHeaders.put(UInt16(lower.bagCount))
            for zone in instrument.zones { lower.add(zone, target: Generator.sample) }
        }
        instrumentHeaders.put("EOI")
        instrumentHeaders.put(UInt16(lower.bagCount))
        lower.end()

        var upper = Level()
        var presetHeaders: [UInt8] = []
        func put(_ name: String, _ number: ProgramNumber) {
            presetHeaders.put(name)
            for number in [number.program, number.bank, upper.bagCount] { presetHeaders.put(UInt16(number)) }
            presetHeaders += [UInt8](repeating: 0, count: 12)
        }
        for preset in presets {
            put(preset.name, preset.number)
            for zone in preset.zones { upper.add(zone, target: Generator.instrument) }
        }
        put("EOP", ProgramNumber(bank: 0, program: 0))
        upper.end()

        let version: [UInt8] = [2, 0, 4, 0]
        let info =
            chunk("ifil", version) + chunk("isng", [UInt8]("EMU8000".utf8) + [0])
            + chunk("INAM", [UInt8](name.utf8) + [0])
        let tables =
            chunk("phdr", presetHeaders) + chunk("pbag", upper.bags) + chunk("pmod", upper.modulators)
            + chunk("pgen", upper.generators) + chunk("inst", instrumentHeaders) + chunk("ibag", lower.bags)
            + chunk("imod", lower.modulators) + chunk("igen", lower.generators) + chunk("shdr", headers)
        let body =
            list("INFO", info) + list("sdta", chunk("smpl", data)) + list("pdta", tables)
        return chunk("RIFF", [UInt8]("sfbk".utf8) + body)
    }

    private func chunk(_ id: String, _ body: [UInt8]) -> [UInt8] {
        var bytes = [UInt8](id.utf8)
        bytes.put(UInt32(body.count))
        return bytes + body + (body.count % 2 == 1 ? [0] : [])
    }

    private func list(_ kind: String, _ body: [UInt8]) -> [UInt8] { chunk("LIST", [UInt8](kind.utf8) + body) }

    /// The tables of one level.
    private struct Level {
        var bags: [UInt8] = []
        var generators: [UInt8] = []
        var modulators: [UInt8] = []
        var bagCount: Int { bags.count / 4 }

        mutating func add(_ zone: Zone, target: Int) {
            beginBag()
            for (number, range) in [(Generator.keyRange, zone.keys), (Generator.velocityRange, zone.velocities)] {
                guard let range else { continue }
                generators.put(UInt16(number))
                generators += [UInt8(range.lowerBound), UInt8(range.upperBound)]
            }
            for (number, value) in zone.generators + (zone.target.map { [(target, $0)] } ?? []) {
                generators.put(UInt16(number))
                generators.put(UInt16(bitPattern: Int16(value)))
            }
            for modulator in zone.modulators {
                modulators.put(modulator.source.bits)
                modulators.put(modulator.destination)
                modulators.put(UInt16(bitPattern: Int16(modulator.amount)))
                modulators.put(modulator.amountSource.bits)
                modulators.put(UInt16(modulator.isAbsolute ? 2 : 0))
            }
        }

        private mutating func beginBag() {
            bags.put(UInt16(generators.count / 4))
            bags.put(UInt16(modulators.count / 10))
        }

        /// The records that end each table.
        mutating func end() {
            beginBag()
            generators += [0, 0, 0, 0]
            modulators += [UInt8](repeating: 0, count: 10)
        }
    }
}

extension [UInt8] {
    fileprivate mutating func put(_ number: UInt16) { append(contentsOf: [UInt8(number & 0xFF), UInt8(number >> 8)]) }

    fileprivate mutating func put(_ number: UInt32) {
        put(UInt16(truncatingIfNeeded: number))
        put(UInt16(truncatingIfNeeded: number >> 16))
    }

    /// A name of twenty bytes, the last of them zero.
    fileprivate mutating func put(_ name: String) {
        let text = [UInt8](name.utf8.prefix(19))
        append(contentsOf: text + [UInt8](repeating: 0, count: 20 - text.count))
    }
}
