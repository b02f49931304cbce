import SordinoSignal
import Synchronization

/// A bank of instruments in the form of SoundFont 2 (`.sf2`), or with samples in Vorbis (`.sf3`).
///
/// Only the tables are read; samples stay where they are in the file and are pointed to. Numbers that lead nowhere,
/// loops outside their samples and zones without a sample are left out: banks in the wild are full of them.
/// - Source: SoundFont Technical Specification 2.04 (E-mu Systems, 2006).
package final class SoundFont: Sendable {
    /// One program of the bank.
    package struct Preset: Sendable {
        package let name: String
        package let number: ProgramNumber
        let bags: Range<Int>
    }

    /// The name stored in the bank.
    package let name: String
    /// The programs, by bank and number.
    package let presets: [Preset]
    let tables: SoundFontTables
    let data: MappedBytes
    /// Samples that were decoded.
    let decoded = Mutex<[Int: InstrumentSample?]>([:])

    /// Zones of one program.
    static let zoneLimit = 8_192

    /// Reads the tables of a mapped file.
    ///
    /// - Throws: `unsupported` if it is no bank of this kind, `malformed` if a table is missing, `limit`.
    package init(_ data: MappedBytes) throws(MediaError) {
        self.data = data
        tables = try SoundFontTables(data.bytes.bytes)
        name = tables.name
        var presets: [Preset] = []
        for index in 0..<max(tables.presets.count - 1, 0) {
            let (record, next) = (tables.presets.offset(index), tables.presets.offset(index + 1))
            let program = Int(data.number(record + 20, UInt16.self))
            let bank = Int(data.number(record + 22, UInt16.self))
            guard program < 128, bank <= 16_383 else { continue }
            let first = Int(data.number(record + 24, UInt16.self))
            let end = min(Int(data.number(next + 24, UInt16.self)), tables.presetBags.count - 1)
            guard first < end else { continue }
            presets.append(
                Preset(
                    name: data.text(record..<record + 20), number: ProgramNumber(bank: bank, program: program),
                    bags: first..<end))
        }
        self.presets = presets.sorted { $0.number < $1.number }
    }

    /// Maps the bank at a path.
    package convenience init(path: String) throws(MediaError) { try self.init(MappedBytes(path: path)) }

    /// Returns whether a file that begins so is a bank of this kind.
    package static func recognises(_ head: RawSpan) -> Bool {
        head.byteCount >= 12 && head.code(0) == "RIFF" && head.code(8) == "sfbk"
    }

    /// The program of a number; nil if the bank has none.
    package func instrument(_ number: ProgramNumber) -> Instrument? {
        presets.first { $0.number == number }.map(instrument)
    }

    /// A program with its zones.
    package func instrument(_ preset: Preset) -> Instrument {
        var levels = ZoneLevels(tables, data)
        return instrument(preset, &levels)
    }

    /// Returns all programs with their zones.
    ///
    /// Zones beyond the work allowed for a bank of this size (`BankWork`) are left out.
    package func instruments() -> [(number: ProgramNumber, instrument: Instrument)] {
        var levels = ZoneLevels(tables, data)
        return instruments(&levels)
    }

    /// Returns all programs with the zones that the remaining work allows.
    func instruments(_ levels: inout ZoneLevels) -> [(number: ProgramNumber, instrument: Instrument)] {
        presets.map { ($0.number, instrument($0, &levels)) }
    }

    private func instrument(_ preset: Preset, _ levels: inout ZoneLevels) -> Instrument {
        var zones: [InstrumentZone] = []
        let (global, own) = levels.presetZones(preset.bags)
        for presetZone in own {
            guard let target = presetZone.target, zones.count < Self.zoneLimit else { continue }
            let (instrumentGlobal, instrumentZones) = levels.instrumentZones(target)
            for zone in instrumentZones where zones.count < Self.zoneLimit {
                let resolved = ZoneResolution(
                    zone: zone, global: instrumentGlobal, preset: presetZone, presetGlobal: global)
                guard levels.work.spend(1) else { break }
                guard resolved.keys != nil, resolved.velocities != nil else { continue }
                guard levels.work.spend(resolved.cost) else { break }
                if let made = make(resolved) { zones.append(made) }
            }
        }
        return Instrument(name: preset.name, zones: zones)
    }

    /// Reads the samples of a program from the disk, so that playing it does not wait.
    package func prefetch(_ instrument: Instrument) {
        for zone in instrument.zones {
            guard case .int16(let start) = zone.sample.frames, let base = data.bytes.baseAddress else { continue }
            let offset = UnsafeRawPointer(start) - base
            data.prefetch(offset..<offset + zone.sample.frameCount * 2)
            guard let low = zone.sample.lowBytes?.start else { continue }
            let lowOffset = UnsafeRawPointer(low) - base
            data.prefetch(lowOffset..<lowOffset + zone.sample.frameCount)
        }
    }

    private func make(_ zone: ZoneResolution) -> InstrumentZone? {
        guard let target = zone.zone.target, let keys = zone.keys, let velocities = zone.velocities else { return nil }
        guard var sample = sample(target) else { return nil }
        var generators = zone.generators
        func offset(_ fine: Int, _ coarse: Int) -> Int { Int(generators[fine]) + 32_768 * Int(generators[coarse]) }
        let start = offset(Generator.startOffset, Generator.startCoarseOffset)
        let end = sample.frameCount + offset(Generator.endOffset, Generator.endCoarseOffset)
        let loopStart = sample.loop.lowerBound + offset(Generator.loopStartOffset, Generator.loopStartCoarseOffset)
        let loopEnd = sample.loop.upperBound + offset(Generator.loopEndOffset, Generator.loopEndCoarseOffset)
        // An end beyond the sample would read into another one, so it is cut to the frames of the sample.
        let frames = 0..<min(max(end, 0), sample.frameCount)
        guard frames.contains(start) else { return nil }
        switch sample.frames {
        case .int16(let pointer): sample.frames = .int16(pointer + start)
        case .float32(let pointer): sample.frames = .float32(pointer + start)
        }
        sample.lowBytes?.start += start
        sample.frameCount = frames.upperBound - start
        if loopStart >= start, loopStart < loopEnd, loopEnd <= frames.upperBound {
            sample.loop = loopStart - start..<loopEnd - start
        } else {
            sample.loop = 0..<0
            generators[Generator.sampleModes] = 0
        }
        return InstrumentZone(
            sample, keys: keys, velocities: velocities, generators: generators, modulators: zone.modulators)
    }
}
