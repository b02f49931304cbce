import SordinoSignal

/// The waves of a bank, and the regions that play them.
struct DLSWaves {
    /// A wave, and the chunk with its pitch and loop.
    private struct Wave {
        var sample: InstrumentSample
        var settings: Range<Int>?
    }

    private let data: MappedBytes
    private var waves: [Wave?] = []

    /// The maximum number of waves in a bank.
    private static let limit = 1 << 16
    /// The number of bytes of waves that may still be copied: in all as many as the bank has.
    private var copyable: Int
    /// The number of bytes of waves that were copied.
    var copiedByteCount: Int { data.bytes.count - copyable }

    /// Reads the pool of waves.
    init(_ data: MappedBytes, _ top: RIFFList) {
        self.data = data
        copyable = data.bytes.count
        guard let pool = top.list("wvpl"), let table = top.chunk("ptbl"), table.count >= 8 else { return }
        let first = table.lowerBound + Int(min(data.number(table.lowerBound, UInt32.self), 1 << 16))
        let count = Int(min(data.number(table.lowerBound + 4, UInt32.self), UInt32(Self.limit)))
        var known: [Int: Wave] = [:]
        for index in 0..<count where first + index * 4 + 4 <= table.upperBound {
            let offset = pool.body.lowerBound + Int(data.number(first + index * 4, UInt32.self))
            let wave = known[offset] ?? wave(at: offset, end: pool.body.upperBound)
            known[offset] = wave
            waves.append(wave)
        }
    }

    /// A wave of the pool; not optimised, because the optimiser of Swift 6.3.1 ends with "Found ownership error" here.
    @_optimize(none)
    private mutating func wave(at offset: Int, end: Int) -> Wave? {
        guard let parts = Self.list(data.bytes.bytes, at: offset, end: end), let format = parts.chunk("fmt "),
            format.count >= 16, let body = parts.chunk("data"),
            let sample = sample(format.lowerBound, body)
        else { return nil }
        return Wave(sample: sample, settings: parts.chunk("wsmp"))
    }

    /// The chunks of a list.
    private static func list(_ bytes: RawSpan, at offset: Int, end: Int) -> RIFFList? {
        guard let chunk = RIFFChunk(bytes, at: offset, end: end), chunk.id == "LIST", chunk.body.count >= 4 else {
            return nil
        }
        return RIFFList(bytes, chunk.body.lowerBound + 4..<chunk.body.upperBound)
    }

    /// The frames of a wave of one channel of PCM: 16 bits where they are, 8 bits copied.
    private mutating func sample(_ format: Int, _ body: Range<Int>) -> InstrumentSample? {
        guard let base = data.bytes.baseAddress, data.number(format, UInt16.self) == 1,
            data.number(format + 2, UInt16.self) == 1
        else { return nil }
        let written = UInt32(data.number(format + 4, UInt16.self)) | UInt32(data.number(format + 6, UInt16.self)) << 16
        let rate = Double(min(max(written, 400), 384_000))
        let bits = data.number(format + 14, UInt16.self)
        if bits == 16, body.count >= 4, body.lowerBound % 2 == 0 {
            let frames = (base + body.lowerBound).assumingMemoryBound(to: Int16.self)
            return InstrumentSample(
                .int16(frames), frameCount: body.count / 2, loop: 0..<0, sampleRate: rate, owner: data)
        }
        guard bits == 8, body.count >= 2, body.count <= copyable else { return nil }
        copyable -= body.count
        let frames = OwnedFrames(data.bytes[body].map { (Float($0) - 128) / 128 })
        return InstrumentSample(
            .float32(UnsafePointer(frames.floats)), frameCount: body.count, loop: 0..<0, sampleRate: rate,
            owner: frames)
    }

    /// The zone of a region; nil if no wave is behind it.
    func zone(_ region: RIFFList, _ articulation: DLSArticulation) -> InstrumentZone? {
        guard let header = region.chunk("rgnh"), header.count >= 12, let link = region.chunk("wlnk"), link.count >= 12
        else { return nil }
        let index = Int(data.number(link.lowerBound + 8, UInt32.self))
        guard index < waves.count, let wave = waves[index] else { return nil }
        func range(_ offset: Int) -> ClosedRange<Int>? {
            let low = Int(data.number(header.lowerBound + offset, UInt16.self))
            let high = Int(data.number(header.lowerBound + offset + 2, UInt16.self))
            return low <= high && high < 128 ? low...high : nil
        }
        guard let keys = range(0) else { return nil }
        // Level 1 leaves velocities at zero.
        let velocities = range(4).flatMap { $0 == 0...0 ? nil : $0 } ?? 0...127
        var generators = Generator.rules.map(\.initial)
        for (number, value) in articulation.generators { generators[number] = value }
        generators[Generator.exclusiveClass] = Float(data.number(header.lowerBound + 10, UInt16.self) & 0x7F)
        var zone = InstrumentZone(wave.sample, keys: keys, velocities: velocities, generators: generators)
        // DLS has no way from velocity to the filter unless it is asked for.
        zone.modulators =
            Modulator.standard.filter { $0.destination != Generator.filterCutoff } + articulation.modulators
        if let settings = region.chunk("wsmp") ?? wave.settings { apply(settings, to: &zone) }
        return zone
    }

    /// Root key, tuning, gain and loop.
    private func apply(_ settings: Range<Int>, to zone: inout InstrumentZone) {
        guard settings.count >= 20 else { return }
        let start = settings.lowerBound
        zone.sample.rootKey = Int(min(data.number(start + 4, UInt16.self), 127))
        zone.sample.correctionCents = Int(data.number(start + 6, Int16.self))
        zone.generators[Generator.attenuation] += max(-Float(data.number(start + 8, Int32.self)) / 65_536, 0)
        let size = Int(min(data.number(start, UInt32.self), 1 << 16))
        let loop = start + size
        guard data.number(start + 16, UInt32.self) > 0, loop + 16 <= settings.upperBound else { return }
        let first = Int(data.number(loop + 8, UInt32.self))
        let end = first + Int(data.number(loop + 12, UInt32.self))
        guard first < end, end <= zone.sample.frameCount else { return }
        zone.sample.loop = first..<end
        zone.generators[Generator.sampleModes] = data.number(loop + 4, UInt32.self) == 1 ? 3 : 1
    }
}
