import SordinoSignal

/// A zone as a bank writes it: its settings and its target.
struct WrittenZone: Sendable {
    var keys = 0...127
    var velocities = 0...127
    /// Generators that are set, by number.
    var values: [Int: Float] = [:]
    var modulators: [Modulator] = []
    /// The instrument or the sample.
    var target: Int?
}

/// The limit of work for resolving a bank's tables, in which any number of zones may refer to the same entries.
package struct BankWork: Sendable {
    /// The remaining units; reading a record takes about one.
    package private(set) var left: Int

    /// Allows 2^18 units and four for each byte of the bank.
    package init(byteCount: Int) { left = 1 << 18 + 4 * byteCount }

    /// Takes units; returns false and takes none if fewer are left.
    package mutating func spend(_ units: Int) -> Bool {
        guard units <= left else { return false }
        left -= units
        return true
    }
}

/// Reads the zones of both levels; those of instruments once.
struct ZoneLevels {
    /// The units of work that are left for this bank.
    var work: BankWork
    private let tables: SoundFontTables
    private let data: MappedBytes
    private var instruments: [Int: (WrittenZone?, [WrittenZone])] = [:]

    /// Generators and modulators of one zone.
    private static let entryLimit = 256

    init(_ tables: SoundFontTables, _ data: MappedBytes) {
        self.tables = tables
        self.data = data
        work = BankWork(byteCount: data.bytes.count)
    }

    private func unsigned(_ offset: Int) -> UInt16 { data.number(offset, UInt16.self) }
    private func signed(_ offset: Int) -> Int16 { data.number(offset, Int16.self) }

    /// The global zone and the others of a preset.
    mutating func presetZones(_ bags: Range<Int>) -> (WrittenZone?, [WrittenZone]) {
        zones(
            bags, tables.presetBags, tables.presetGenerators, tables.presetModulators,
            target: Generator.instrument)
    }

    /// The global zone and the others of an instrument.
    mutating func instrumentZones(_ index: Int) -> (WrittenZone?, [WrittenZone]) {
        if let known = instruments[index] { return known }
        guard index < tables.instruments.count - 1 else { return (nil, []) }
        let first = Int(unsigned(tables.instruments.offset(index) + 20))
        let end = min(
            Int(unsigned(tables.instruments.offset(index + 1) + 20)), tables.instrumentBags.count - 1)
        let found =
            first < end
            ? zones(
                first..<end, tables.instrumentBags, tables.instrumentGenerators, tables.instrumentModulators,
                target: Generator.sample) : (nil, [])
        instruments[index] = found
        return found
    }

    private mutating func zones(
        _ bags: Range<Int>, _ bagTable: SoundFontTables.Records, _ generators: SoundFontTables.Records,
        _ modulators: SoundFontTables.Records, target: Int
    ) -> (WrittenZone?, [WrittenZone]) {
        var global: WrittenZone?
        var zones: [WrittenZone] = []
        for bag in bags.prefix(SoundFont.zoneLimit) where work.spend(1) {
            func range(_ field: Int, _ table: SoundFontTables.Records) -> Range<Int> {
                let first = Int(unsigned(bagTable.offset(bag) + field))
                let end = min(Int(unsigned(bagTable.offset(bag + 1) + field)), table.count)
                return first < end ? first..<min(end, first + Self.entryLimit) : 0..<0
            }
            var zone = WrittenZone()
            for index in range(0, generators) where work.spend(1) {
                if take(generators.offset(index), target, into: &zone) { break }
            }
            let written = range(2, modulators)
            if work.spend(written.count) { zone.modulators = self.modulators(written, modulators) }
            if zone.target != nil {
                zones.append(zone)
            } else if bag == bags.lowerBound {
                // Only the first may have no target: its settings hold for the others.
                global = zone
            }
        }
        return (global, zones)
    }

    /// Takes one generator.
    ///
    /// - Returns: Whether it was the target, behind which nothing counts.
    private func take(_ offset: Int, _ target: Int, into zone: inout WrittenZone) -> Bool {
        let number = Int(unsigned(offset))
        switch number {
        case target:
            zone.target = Int(unsigned(offset + 2))
            return true
        case Generator.keyRange, Generator.velocityRange:
            let (low, high) = (Int(unsigned(offset + 2) & 0xFF), min(Int(unsigned(offset + 2) >> 8), 127))
            // A range that ends before it begins is no key at all.
            let range = low <= high ? low...high : 127...127
            if low > high { zone.target = nil }
            if number == Generator.keyRange { zone.keys = range } else { zone.velocities = range }
            return low > high
        case 0..<Generator.pitch: zone.values[number] = Float(signed(offset + 2))
        default: break
        }
        return false
    }

    private func modulators(_ range: Range<Int>, _ table: SoundFontTables.Records) -> [Modulator] {
        // A modulator of an unknown kind does nothing but keeps its index: links refer to modulators by index.
        range.map { index in
            let offset = table.offset(index)
            let destination = unsigned(offset + 2)
            let transform = unsigned(offset + 8)
            let modulator = Modulator(
                unsigned(offset), to: Int(destination),
                Float(signed(offset + 4)), by: unsigned(offset + 6),
                isAbsolute: transform == 2)
            let leads = destination < UInt16(Generator.pitch) || destination & Modulator.linkFlag != 0
            guard leads, modulator.source.isKnown, modulator.amountSource.isKnown else { return .nothing }
            return modulator
        }
    }
}

/// The values of a zone of an instrument in a preset (section 9.4): its own, else those of the global zone, else the
/// defaults; then the additions of the preset.
struct ZoneResolution {
    let zone: WrittenZone
    let global: WrittenZone?
    let preset: WrittenZone
    let presetGlobal: WrittenZone?

    /// The units of work for resolving: all generators, and a comparison of each modulator with the others.
    var cost: Int {
        let count =
            zone.modulators.count + (global?.modulators.count ?? 0) + preset.modulators.count
            + (presetGlobal?.modulators.count ?? 0)
        return 16 + count * count / 16
    }

    /// The keys of both levels; nil if they have none in common.
    var keys: ClosedRange<Int>? { common(zone.keys, global?.keys, preset.keys, presetGlobal?.keys) }
    /// The velocities of both levels; nil if they have none in common.
    var velocities: ClosedRange<Int>? {
        common(zone.velocities, global?.velocities, preset.velocities, presetGlobal?.velocities)
    }

    private func common(
        _ own: ClosedRange<Int>, _ global: ClosedRange<Int>?, _ preset: ClosedRange<Int>,
        _ presetGlobal: ClosedRange<Int>?
    ) -> ClosedRange<Int>? {
        // A zone's own range stands instead of the global one.
        let lower = own == 0...127 ? global ?? own : own
        let upper = preset == 0...127 ? presetGlobal ?? preset : preset
        return lower.overlaps(upper) ? lower.clamped(to: upper) : nil
    }

    /// The values of all generators, by number.
    var generators: [Float] {
        var values = Generator.rules.map(\.initial)
        for (number, value) in global?.values ?? [:] { values[number] = value }
        for (number, value) in zone.values { values[number] = value }
        for number in 0..<Generator.count where Generator.addsInPresets(number) {
            values[number] += preset.values[number] ?? presetGlobal?.values[number] ?? 0
        }
        return values
    }

    /// All modulators: the instrument's stand instead of identical ones of the standard, the preset's are added.
    var modulators: [Modulator] {
        var list = Modulator.standard
        for written in [global?.modulators ?? [], zone.modulators] { Self.take(written, into: &list) }
        var added: [Modulator] = presetGlobal?.modulators ?? []
        for modulator in preset.modulators {
            added.removeAll(where: modulator.isIdentical)
            added.append(modulator)
        }
        for modulator in added where modulator.destination & Modulator.linkFlag == 0 && modulator.amount != 0 {
            if let index = list.firstIndex(where: modulator.isIdentical) {
                list[index].amount += modulator.amount
            } else {
                list.append(modulator)
            }
        }
        return list
    }

    /// Adds the modulators of one zone, or puts them in the place of identical ones; links go where their targets are
    /// now, and those that do not lead forward, which could form rings, do nothing.
    private static func take(_ written: [Modulator], into list: inout [Modulator]) {
        var places: [Int] = []
        for modulator in written {
            let isLink = modulator.destination & Modulator.linkFlag != 0
            if !isLink, let index = list.firstIndex(where: modulator.isIdentical) {
                list[index] = modulator
                places.append(index)
            } else {
                list.append(modulator)
                places.append(list.count - 1)
            }
        }
        for (index, modulator) in written.enumerated() where modulator.destination & Modulator.linkFlag != 0 {
            let target = Int(modulator.destination & ~Modulator.linkFlag)
            if target < places.count, places[target] > places[index] {
                list[places[index]].destination = Modulator.linkFlag | UInt16(places[target])
            } else {
                list[places[index]] = .nothing
            }
        }
    }
}
