import SordinoSignal

/// The zones of an EXS24 file, with the settings of their groups.
struct EXSFile {
    /// The kinds of chunks by number.
    enum Kind: UInt8 {
        case header, zone, group, sample, parameters
    }

    /// A chunk: the name in its head, and the bytes behind the head.
    struct Chunk {
        let name: Range<Int>
        let body: Range<Int>
    }

    /// A zone of the file.
    struct Zone {
        var keys = 0...127
        var velocities = 0...127
        var rootKey = 60
        var cents = 0
        var followsKey = true
        var decibels = 0
        /// The position, from -64 (left) to 63 (right).
        var pan = 0
        var frames: Range<Int>?
        var loop: Range<Int>?
        /// Indicates whether the recording plays to its end after the key is released.
        var playsToEnd = false
        /// The number of the recording.
        var sample = 0
    }

    private(set) var zones: [Zone] = []
    private let data: MappedBytes
    private let isBig: Bool
    private let samples: [Chunk]

    init(_ data: MappedBytes, isBig: Bool, _ chunks: [Kind: [Chunk]]) {
        self.data = data
        self.isBig = isBig
        samples = chunks[.sample] ?? []
        let groups = chunks[.group] ?? []
        for chunk in chunks[.zone] ?? [] {
            guard var zone = zone(chunk.body) else { continue }
            let group = Int(Int32(bitPattern: number(chunk.body, 88)))
            if groups.indices.contains(group), !apply(groups[group].body, to: &zone) { continue }
            zones.append(zone)
        }
    }

    private func number(_ body: Range<Int>, _ offset: Int) -> UInt32 {
        guard offset + 4 <= body.count else { return 0 }
        let value = data.number(body.lowerBound + offset, UInt32.self)
        return isBig ? value.byteSwapped : value
    }

    private func byte(_ body: Range<Int>, _ offset: Int) -> Int {
        offset < body.count ? Int(data.bytes[body.lowerBound + offset]) : 0
    }

    private func signed(_ body: Range<Int>, _ offset: Int) -> Int {
        Int(Int8(truncatingIfNeeded: byte(body, offset)))
    }

    /// Reads a zone; nil if it has no keys.
    private func zone(_ body: Range<Int>) -> Zone? {
        guard body.count >= 96, byte(body, 6) <= byte(body, 7), byte(body, 6) < 128 else { return nil }
        let options = byte(body, 0)
        var zone = Zone()
        zone.keys = byte(body, 6)...min(byte(body, 7), 127)
        if options & 8 != 0 {
            guard byte(body, 9) <= byte(body, 10), byte(body, 9) < 128 else { return nil }
            zone.velocities = byte(body, 9)...min(byte(body, 10), 127)
        }
        zone.rootKey = min(byte(body, 1), 127)
        zone.cents = 100 * signed(body, 80) + signed(body, 2)
        zone.followsKey = options & 2 == 0
        zone.pan = signed(body, 3)
        zone.decibels = signed(body, 4)
        let (start, end) = (Int(number(body, 12)), Int(number(body, 16)))
        if start < end { zone.frames = start..<end }
        let (loopStart, loopEnd) = (Int(number(body, 20)), Int(number(body, 24)))
        if byte(body, 33) & 1 != 0, loopStart < loopEnd, options & 1 == 0 { zone.loop = loopStart..<loopEnd }
        zone.playsToEnd = byte(body, 33) & 4 != 0
        zone.sample = Int(Int32(bitPattern: number(body, 92)))
        return samples.indices.contains(zone.sample) ? zone : nil
    }

    /// Adds the settings of a zone's group.
    ///
    /// - Returns: Whether the zone sounds when a key is pressed: not in a muted group, in a group for key releases, or
    ///   in a round-robin group after the first.
    private func apply(_ group: Range<Int>, to zone: inout Zone) -> Bool {
        guard byte(group, 3) & 16 == 0, byte(group, 73) == 0 else { return false }
        if byte(group, 84) == 2, Int32(bitPattern: number(group, 80)) > 0 { return false }
        zone.decibels += signed(group, 0)
        zone.pan = min(max(zone.pan + signed(group, 1), -64), 63)
        let (low, high) = (byte(group, 5), min(byte(group, 6), 127))
        guard low <= high, high > 0 else { return true }
        guard zone.velocities.overlaps(low...high) else { return false }
        zone.velocities = zone.velocities.clamped(to: low...high)
        return true
    }

    /// Returns the paths at which to look for a recording: in the instrument's folder, and below it in the last folders
    /// of the path that the file gives.
    func places(ofSample index: Int, in folder: String, _ folderLimit: Int) -> [String] {
        let sample = samples[index]
        func text(_ first: Int) -> String {
            guard first < sample.body.count else { return "" }
            let start = sample.body.lowerBound + first
            return data.text(start..<min(start + 256, sample.body.upperBound))
        }
        let written = text(336).isEmpty ? data.text(sample.name) : text(336)
        guard let name = written.split(separator: "/").last, name != ".." else { return [] }
        let folders = text(80).split(separator: "/").filter { $0 != ".." && $0 != "." && $0 != name }
        return (0...min(folderLimit, folders.count)).map { count in
            folder + (folders.suffix(count) + [name]).joined(separator: "/")
        }
    }
}

extension EXSFile.Zone {
    /// Returns the zone of a recording with the settings of this zone; nil if no frames are left.
    func applied(to recording: InstrumentZone) -> InstrumentZone? {
        var zone = recording
        zone.keys = keys
        zone.velocities = velocities
        zone.sample.rootKey = rootKey
        zone.sample.loop = loop.map { $0.clamped(to: 0..<zone.sample.frameCount) } ?? 0..<0
        if let frames {
            let end = min(frames.upperBound, zone.sample.frameCount)
            guard frames.lowerBound < end else { return nil }
            SFZInstrument.cut(&zone, offset: frames.lowerBound, end: end - 1)
        }
        var generators = zone.generators
        generators[Generator.sampleModes] = zone.sample.loop.isEmpty ? 0 : playsToEnd ? 3 : 1
        generators[Generator.coarseTune] = Float(cents / 100)
        generators[Generator.fineTune] = Float(cents % 100)
        generators[Generator.scaleTuning] = followsKey ? 100 : 0
        generators[Generator.attenuation] += Float(max(-10 * decibels, 0))
        generators[Generator.pan] = min(max(generators[Generator.pan] + Float(pan) * 500 / 64, -500), 500)
        zone.generators = generators
        return zone
    }
}
