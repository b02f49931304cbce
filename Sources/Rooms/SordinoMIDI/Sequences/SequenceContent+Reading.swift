extension SequenceContent {
    /// Adds the tracks of a file to the sequence.
    ///
    /// Tempos, time and key signatures and the SMPTE offset go to the tempo track. A first track of a file of format 1
    /// that only holds meta events becomes part of the tempo track. Files whose ticks are parts of film frames make the
    /// sequence one of seconds, if it has no tempo yet.
    ///
    /// - Parameter channelsToTracks: Whether each channel becomes a track, and everything else the last one.
    package mutating func add(_ file: MIDIFile, channelsToTracks: Bool = false) {
        let beatsPerTick: Double
        switch file.division {
        case .ticksPerQuarter(let ticks):
            beatsPerTick = 1 / Double(ticks)
            resolution = ticks
        case .ticksPerFrame(let ticks, let rate):
            // Drop frame runs at 30000/1001 frames per second.
            beatsPerTick = 1 / (rate == 29 ? 30_000 / 1001 : Double(rate)) / Double(ticks)
            _ = setTimeBase(.seconds)
        }
        var pairing = NotePairing(beatsPerTick: beatsPerTick, keepsTempo: timeBase == .beats)
        for (index, chunk) in file.tracks.enumerated() {
            let isConductor =
                index == 0 && file.format == .simultaneousTracks && file.tracks.count > 1
                && chunk.allSatisfy { if case .meta = $0.message { true } else { false } }
            pairing.read(chunk, allToTempo: isConductor)
            guard !channelsToTracks, !isConductor else { continue }
            _ = addTrack(pairing.takeTrack())
        }
        if channelsToTracks { for track in pairing.takeTracksByChannel() { _ = addTrack(track) } }
        tempoTrack.add(contentsOf: pairing.tempoEvents.sorted { $0.beat < $1.beat })
    }
}

/// Turns the events of chunks into those of tracks: notes with durations, whole system exclusive messages.
private struct NotePairing {
    let beatsPerTick: Double
    /// Indicates whether tempo events mean something.
    let keepsTempo: Bool
    private(set) var tempoEvents: [SequenceEvent] = []
    private var events: [SequenceEvent] = []
    /// Indices of notes that sound, by channel and key.
    private var open: [[Int]] = Array(repeating: [], count: 16 * 128)
    /// The number of notes in `open` that have ended, by channel and key.
    private var ended: [Int] = Array(repeating: 0, count: 16 * 128)
    /// The number of notes without an end.
    private var openCount = 0
    private var exclusive: [UInt8]?
    private var endBeat = 0.0

    init(beatsPerTick: Double, keepsTempo: Bool) {
        self.beatsPerTick = beatsPerTick
        self.keepsTempo = keepsTempo
    }

    mutating func read(_ chunk: MIDIFile.Track, allToTempo: Bool) {
        events.reserveCapacity(events.count + chunk.count / 2)
        endBeat = 0
        exclusive = nil
        for event in chunk {
            let beat = Double(event.tick) * beatsPerTick
            endBeat = max(endBeat, beat)
            switch event.message {
            case .channel(let message): add(message, at: beat)
            case .systemExclusive(let data): collect([0xF0] + data, at: beat)
            case .escape(let data): continueExclusive(data, at: beat)
            case .meta(let type, let data): add(type, data, at: beat, toTempo: allToTempo)
            }
        }
        closeNotes(at: endBeat)
    }

    private mutating func add(_ message: ChannelMessage, at beat: Double) {
        let slot = Int(message.channel) << 7 | Int(message.data1)
        if message.beginsNote {
            open[slot].append(events.count)
            openCount += 1
            events.append(
                SequenceEvent(
                    beat: beat,
                    .note(
                        SequenceNote(
                            channel: message.channel, key: message.data1, velocity: message.data2, duration: 0))))
        } else if message.endsNote, ended[slot] < open[slot].count {
            end(slot, at: beat, releaseVelocity: message.kind == .noteOff ? message.data2 : 0)
        } else {
            events.append(SequenceEvent(beat: beat, .channel(message)))
        }
    }

    /// Ends the note of a channel and key that has sounded longest.
    private mutating func end(_ slot: Int, at beat: Double, releaseVelocity: UInt8) {
        let index = open[slot][ended[slot]]
        ended[slot] += 1
        openCount -= 1
        if case .note(var note) = events[index].kind {
            note.duration = beat - events[index].beat
            note.releaseVelocity = releaseVelocity
            events[index].kind = .note(note)
        }
        if ended[slot] == open[slot].count {
            open[slot].removeAll(keepingCapacity: true)
            ended[slot] = 0
        }
    }

    private mutating func closeNotes(at beat: Double) {
        // Avoids the search of 2,048 slots in files with many tracks of few notes.
        guard openCount > 0 else { return }
        for slot in open.indices {
            while ended[slot] < open[slot].count { end(slot, at: beat, releaseVelocity: 0) }
        }
    }

    private mutating func collect(_ bytes: [UInt8], at beat: Double) {
        if bytes.last == 0xF7 {
            events.append(SequenceEvent(beat: beat, .raw(bytes)))
            exclusive = nil
        } else {
            exclusive = bytes
        }
    }

    private mutating func continueExclusive(_ bytes: [UInt8], at beat: Double) {
        if exclusive != nil {
            // Appended in place, so that a message of many parts takes linear time.
            exclusive?.append(contentsOf: bytes)
            guard bytes.last == 0xF7, let whole = exclusive else { return }
            events.append(SequenceEvent(beat: beat, .raw(whole)))
            exclusive = nil
        } else if !bytes.isEmpty {
            events.append(SequenceEvent(beat: beat, .raw(bytes)))
        }
    }

    private mutating func add(_ type: UInt8, _ data: [UInt8], at beat: Double, toTempo: Bool) {
        switch type {
        case MIDIFile.Meta.endOfTrack: return
        case MIDIFile.Meta.tempo:
            let microseconds = data.prefix(3).reduce(0) { $0 << 8 | Int($1) }
            guard keepsTempo, data.count >= 3, microseconds > 0 else { return }
            tempoEvents.append(SequenceEvent(beat: beat, .tempo(60_000_000 / Double(microseconds))))
        case MIDIFile.Meta.timeSignature, MIDIFile.Meta.keySignature, MIDIFile.Meta.smpteOffset:
            tempoEvents.append(SequenceEvent(beat: beat, .meta(type, data)))
        default:
            let event = SequenceEvent(beat: beat, .meta(type, data))
            if toTempo { tempoEvents.append(event) } else { events.append(event) }
        }
    }

    // MARK: Tracks

    /// The events that were read since the last track, as one.
    mutating func takeTrack() -> SequenceTrack {
        var track = SequenceTrack()
        track.add(contentsOf: events)
        if endBeat > track.contentLength { track.chosenLength = endBeat }
        events = []
        return track
    }

    /// One track for each channel that has events, and the last for all others.
    mutating func takeTracksByChannel() -> [SequenceTrack] {
        var lists: [[SequenceEvent]] = Array(repeating: [], count: 17)
        for event in events {
            switch event.kind {
            case .note(let note): lists[Int(note.channel)].append(event)
            case .channel(let message): lists[Int(message.channel)].append(event)
            default: lists[16].append(event)
            }
        }
        events = []
        return lists.enumerated().filter { $0.offset == 16 || !$0.element.isEmpty }.map { _, list in
            var track = SequenceTrack()
            track.add(
                contentsOf: list.enumerated().sorted { ($0.element.beat, $0.offset) < ($1.element.beat, $1.offset) }
                    .map(\.element))
            return track
        }
    }
}
