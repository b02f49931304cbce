extension SequenceContent {
    /// Returns a file of format 1: the tempo track, then the tracks.
    ///
    /// Files have MIDI and meta events alone: parameters, presets and the program's own events are left out.
    ///
    /// - Parameter division: Of the file; nil for the sequence's resolution, or for 25 frames of 40 ticks (1 ms) if the
    ///   sequence counts seconds.
    /// - Returns: Nil if a sequence of samples is to be written, or the events lie further apart than a file can state.
    package func file(division chosen: MIDIFile.Division? = nil) -> MIDIFile? {
        guard timeBase != .samples else { return nil }
        let division =
            chosen
            ?? (timeBase == .seconds
                ? .ticksPerFrame(40, framesPerSecond: 25) : .ticksPerQuarter(min(max(resolution, 1), 0x7FFF)))
        var ticks = TickScale(division: division, tempoMap: tempoMap, isOfSeconds: timeBase == .seconds)
        var file = MIDIFile(format: .simultaneousTracks, division: division, tracks: [])
        for track in [tempoTrack] + places.map(\.track) { file.tracks.append(ticks.chunk(of: track)) }
        return ticks.isOutOfRange ? nil : file
    }
}

/// Turns tracks into chunks of one division.
private struct TickScale {
    let division: MIDIFile.Division
    let tempoMap: TempoMap
    let isOfSeconds: Bool
    private(set) var isOutOfRange = false

    init(division: MIDIFile.Division, tempoMap: TempoMap, isOfSeconds: Bool) {
        self.division = division
        self.tempoMap = tempoMap
        self.isOfSeconds = isOfSeconds
    }

    /// An event at its tick, with the rank by which events at one tick are ordered.
    private struct Entry {
        let tick: Int
        /// 0 for the ends of notes, 1 for everything else, 2 for the ends of notes that begin at the same tick.
        let rank: Int
        let order: Int
        let message: MIDIFile.Message
    }

    mutating func chunk(of track: SequenceTrack) -> MIDIFile.Track {
        var entries: [Entry] = []
        entries.reserveCapacity(track.events.count * 2)
        for (order, event) in track.events.enumerated() {
            let start = tick(at: event.beat)
            switch event.kind {
            case .note(let note):
                let end = tick(at: event.endBeat)
                append(0x90, note.channel, note.key, min(note.velocity, 127), start, 1, order, to: &entries)
                append(
                    0x80, note.channel, note.key, min(note.releaseVelocity, 127), end, end > start ? 0 : 2, order,
                    to: &entries)
            case .extendedNote(let note):
                let end = tick(at: event.endBeat)
                let (key, velocity) = (Self.dataByte(note.pitch), Self.dataByte(note.velocity))
                append(0x90, UInt8(note.groupID & 15), key, velocity, start, 1, order, to: &entries)
                append(0x80, UInt8(note.groupID & 15), key, 0, end, end > start ? 0 : 2, order, to: &entries)
            default:
                guard let message = message(of: event.kind) else { continue }
                entries.append(Entry(tick: start, rank: 1, order: order, message: message))
            }
        }
        entries.sort { ($0.tick, $0.rank, $0.order) < ($1.tick, $1.rank, $1.order) }
        let end = max(entries.last?.tick ?? 0, track.chosenLength.map { tick(at: $0) } ?? 0)
        return entries.map { MIDIFile.Event(tick: $0.tick, $0.message) }
            + [MIDIFile.Event(tick: end, .meta(MIDIFile.Meta.endOfTrack, []))]
    }

    /// Returns the nearest data byte; 0 for NaN.
    private static func dataByte(_ value: Float) -> UInt8 { value > 0 ? UInt8(min(value.rounded(), 127)) : 0 }

    private func append(
        _ status: UInt8, _ channel: UInt8, _ key: UInt8, _ velocity: UInt8, _ tick: Int, _ rank: Int, _ order: Int,
        to entries: inout [Entry]
    ) {
        let message = ChannelMessage(status: status | channel & 15, data1: key, data2: velocity)
        entries.append(Entry(tick: tick, rank: rank, order: order, message: .channel(message)))
    }

    private func message(of kind: SequenceEvent.Kind) -> MIDIFile.Message? {
        switch kind {
        case .channel(let message): return .channel(message)
        case .raw(let bytes):
            return bytes.first == 0xF0 ? .systemExclusive(Array(bytes.dropFirst())) : .escape(bytes)
        case .meta(let type, let data): return .meta(type, data)
        case .tempo(let tempo):
            guard !isOfSeconds, case .ticksPerQuarter = division, tempo > 0 else { return nil }
            // 24 bits: the slowest tempo of a file is 3.58 beats per minute.
            let microseconds = Int(min(max((60_000_000 / tempo).rounded(), 1), 0xFF_FFFF))
            let bytes = [16, 8, 0].map { UInt8(truncatingIfNeeded: microseconds >> $0) }
            return .meta(MIDIFile.Meta.tempo, bytes)
        default: return nil
        }
    }

    private mutating func tick(at beat: Double) -> Int {
        let exact =
            switch division {
            case .ticksPerQuarter(let ticks): beat * Double(ticks)
            case .ticksPerFrame(let ticks, let rate):
                tempoMap.seconds(atBeat: beat) * (rate == 29 ? 30_000 / 1001 : Double(rate)) * Double(ticks)
            }
        // 2^52: a file can state 2^28 at most between two events.
        guard exact < 4.5e15 else {
            isOutOfRange = true
            return 0
        }
        return Int(max(exact, 0).rounded())
    }
}
