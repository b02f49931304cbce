/// A sequence: a tempo track and tracks, as `MusicSequence` and `AVAudioSequencer` hold it.
package struct SequenceContent: Sendable {
    /// The meaning of a beat.
    package enum TimeBase: Sendable {
        /// A quarter note at the tempo of the tempo track.
        case beats
        /// One second, at any tempo.
        case seconds
        /// A sample at the rate that the only event of the tempo track holds.
        case samples
    }

    /// A track and its number, which no other track of the sequence ever has.
    package struct Place: Sendable {
        package let id: Int
        package var track = SequenceTrack()
    }

    package private(set) var timeBase = TimeBase.beats
    /// Tempos, time signatures and the like.
    package var tempoTrack = SequenceTrack() {
        didSet { if tempoTrack.revision != oldValue.revision { refreshTempo() } }
    }
    /// The tracks in their order.
    package private(set) var places: [Place] = []
    /// Ticks of a quarter note in files.
    package var resolution = 480
    /// The tempo map of the tempo track.
    package private(set) var tempoMap = TempoMap()
    private var lastID = 0

    /// Makes a sequence with a tempo track alone.
    package init() {}

    // MARK: Tracks

    /// Adds a track behind the others.
    ///
    /// - Returns: Its number.
    package mutating func addTrack(_ track: SequenceTrack = SequenceTrack()) -> Int {
        lastID += 1
        places.append(Place(id: lastID, track: track))
        return lastID
    }

    /// Removes a track; nothing happens if it does not exist.
    package mutating func removeTrack(_ id: Int) { places.removeAll { $0.id == id } }

    /// The place of a track among the others; nil if it does not exist.
    package func index(of id: Int) -> Int? { places.firstIndex { $0.id == id } }

    /// A track by its number, 0 for the tempo track.
    ///
    /// Setting one that does not exist changes nothing.
    package subscript(id: Int) -> SequenceTrack? {
        get { id == 0 ? tempoTrack : index(of: id).map { places[$0].track } }
        set {
            guard let newValue else { return }
            if id == 0 {
                tempoTrack = newValue
            } else if let index = index(of: id) {
                places[index].track = newValue
            }
        }
    }

    /// Changes a track in place; nothing happens if it does not exist.
    @discardableResult
    package mutating func change<Result>(_ id: Int, _ body: (inout SequenceTrack) throws -> Result) rethrows -> Result?
    {
        if id == 0 { return try body(&tempoTrack) }
        guard let index = index(of: id) else { return nil }
        return try body(&places[index].track)
    }

    /// The beat at which the longest track ends.
    package var length: Double { places.reduce(tempoTrack.length) { max($0, $1.track.length) } }

    // MARK: Time

    private mutating func refreshTempo() {
        tempoMap = TempoMap(
            tempoTrack.events.compactMap { event in
                if case .tempo(let tempo) = event.kind { (event.beat, tempo) } else { nil }
            })
    }

    /// Changes the meaning of beats.
    ///
    /// - Parameter sampleRate: For `samples`.
    /// - Returns: False if the sequence has tempo events; then nothing changed.
    package mutating func setTimeBase(_ base: TimeBase, sampleRate: Double = 44_100) -> Bool {
        let hasTempo = tempoTrack.events.contains { if case .tempo = $0.kind { true } else { false } }
        guard !hasTempo || base == timeBase else { return false }
        guard base != timeBase else { return true }
        timeBase = base
        switch base {
        case .beats: break
        case .seconds: tempoTrack.add(SequenceEvent(beat: 0, .tempo(60)))
        case .samples: tempoTrack.add(SequenceEvent(beat: 0, .tempo(sampleRate * 60)))
        }
        return true
    }

    /// Turns everything around: the last event comes first.
    package mutating func reverse() {
        let length = length
        for index in places.indices { places[index].track.reverse(length: length) }
        // A tempo holds until the next one, so it begins, turned around, where that one was.
        var tempos: [SequenceEvent] = []
        let segments = tempoMap.segments
        for index in segments.indices.reversed() where segments[index].beat < length {
            let end = index + 1 < segments.count ? min(segments[index + 1].beat, length) : length
            tempos.append(SequenceEvent(beat: length - end, .tempo(60 / segments[index].secondsPerBeat)))
        }
        let hadTempo = tempoTrack.events.contains { if case .tempo = $0.kind { true } else { false } }
        var others = tempoTrack
        others.removeTempos()
        others.reverse(length: length)
        if hadTempo { others.add(contentsOf: tempos) }
        tempoTrack = others
    }
}

extension SequenceTrack {
    /// Removes the tempo events.
    mutating func removeTempos() {
        for index in events.indices.reversed() { if case .tempo = events[index].kind { remove(at: index) } }
    }
}
