/// A track of a sequence: events by rising beats, and how they are played.
///
/// Events at one beat stay in the order in which they were added. Ranges of beats are half open.
package struct SequenceTrack: Sendable {
    /// The events by rising beats.
    package private(set) var events: [SequenceEvent] = []
    /// Counts changes of the events, so that a player sees which tracks to read again.
    package private(set) var revision = 0
    /// The length that was set; nil while it follows the events.
    package var chosenLength: Double?
    /// Beats by which the track begins later, or earlier if negative.
    package var offset = 0.0
    package var isMuted = false
    package var isSoloed = false
    /// Indicates whether the track holds parameter values alone, with straight lines between them.
    package var isAutomation = false
    package var loop = Loop()

    /// Makes an empty track.
    package init() {}

    /// The part of a track that is repeated.
    package struct Loop: Equatable, Sendable {
        /// The place of the part.
        package enum Place: Equatable, Sendable {
            case wholeTrack
            /// The last beats of the track; they move with its end.
            case lastBeats(Double)
            case range(start: Double, length: Double)
        }

        package var isEnabled = false
        package var place = Place.wholeTrack
        /// Times that the part is played in all; 0 for ever.
        package var count = 0

        /// Makes a loop that is off.
        package init() {}
    }

    /// The beat at which the last event ends; 0 without events.
    package private(set) var contentLength = 0.0

    /// The length in beats: the one that was set, unless the events are longer.
    package var length: Double { max(chosenLength ?? 0, contentLength) }

    /// The beats that are repeated; nil for none.
    package var loopedBeats: Range<Double>? {
        guard loop.isEnabled else { return nil }
        let start: Double
        let end: Double
        switch loop.place {
        case .wholeTrack: (start, end) = (0, length)
        case .lastBeats(let count): (start, end) = (max(length - count, 0), length)
        case .range(let first, let count): (start, end) = (max(first, 0), max(first, 0) + count)
        }
        return end > start && end.isFinite ? start..<end : nil
    }

    // MARK: Events

    /// The index of the first event at or after a beat.
    package func index(atOrAfter beat: Double) -> Int {
        var low = 0
        var high = events.count
        while low < high {
            let middle = (low + high) / 2
            if events[middle].beat < beat { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The indices of the events of a range of beats.
    package func indices(from start: Double, to end: Double) -> Range<Int> {
        let first = index(atOrAfter: start)
        return first..<max(first, index(atOrAfter: end))
    }

    /// Adds an event behind those of its beat.
    ///
    /// - Returns: Its index.
    @discardableResult
    package mutating func add(_ event: SequenceEvent) -> Int {
        revision += 1
        contentLength = max(contentLength, event.endBeat)
        if let last = events.last, last.beat > event.beat {
            let place = index(atOrAfter: event.beat.nextUp)
            events.insert(event, at: place)
            return place
        }
        events.append(event)
        return events.count - 1
    }

    /// Adds events by rising beats, each behind those of its beat that are there.
    package mutating func add(contentsOf more: [SequenceEvent]) {
        guard let first = more.first else { return }
        revision += 1
        for event in more { contentLength = max(contentLength, event.endBeat) }
        if let last = events.last, last.beat > first.beat {
            var merged: [SequenceEvent] = []
            merged.reserveCapacity(events.count + more.count)
            var place = more.startIndex
            for event in events {
                while place < more.endIndex, more[place].beat < event.beat {
                    merged.append(more[place])
                    place += 1
                }
                merged.append(event)
            }
            events = merged + more[place...]
        } else {
            events += more
        }
    }

    /// Removes the event at an index.
    package mutating func remove(at index: Int) {
        revision += 1
        forget(events.remove(at: index).endBeat)
    }

    /// Changes the kind or data of an event, which stays at its place.
    package mutating func replace(at index: Int, with kind: SequenceEvent.Kind) {
        revision += 1
        let former = events[index].endBeat
        events[index].kind = kind
        contentLength = max(contentLength, events[index].endBeat)
        forget(former)
    }

    /// Moves an event to another beat, behind those that are there.
    ///
    /// - Returns: Its new index.
    package mutating func move(at index: Int, to beat: Double) -> Int {
        var event = events[index]
        remove(at: index)
        event.beat = beat
        return add(event)
    }

    // MARK: Ranges

    /// Moves the events of a range; the range minus the amount must not begin before 0.
    package mutating func moveEvents(from start: Double, to end: Double, by amount: Double) {
        let range = indices(from: start, to: end)
        guard !range.isEmpty else { return }
        let moved = events[range].map { SequenceEvent(beat: max($0.beat + amount, 0), $0.kind) }
        events.removeSubrange(range)
        measure()
        add(contentsOf: moved)
    }

    /// Removes the events of a range; the others stay where they are.
    package mutating func clear(from start: Double, to end: Double) {
        revision += 1
        events.removeSubrange(indices(from: start, to: end))
        measure()
    }

    /// Removes the events of a range, and moves those behind it to its beginning.
    package mutating func cut(from start: Double, to end: Double) {
        clear(from: start, to: end)
        shift(from: start, by: start - end)
    }

    /// Returns copies of the events of a range, as from beat 0 on.
    package func copies(from start: Double, to end: Double) -> [SequenceEvent] {
        events[indices(from: start, to: end)].map { SequenceEvent(beat: $0.beat - start, $0.kind) }
    }

    /// Puts copies at a beat, and moves later events by the length of the range that they come from.
    package mutating func insert(_ copies: [SequenceEvent], length: Double, at beat: Double) {
        shift(from: beat, by: length)
        merge(copies, at: beat)
    }

    /// Puts copies at a beat, among the present events.
    package mutating func merge(_ copies: [SequenceEvent], at beat: Double) {
        add(contentsOf: copies.map { SequenceEvent(beat: $0.beat + beat, $0.kind) })
    }

    private mutating func shift(from beat: Double, by amount: Double) {
        guard amount != 0, amount.isFinite else { return }
        revision += 1
        for index in index(atOrAfter: beat)..<events.count { events[index].beat += amount }
        measure()
    }

    /// Reverses the track: an event that ended x beats before `length` begins at beat x.
    package mutating func reverse(length: Double) {
        revision += 1
        events = events.reversed().map { SequenceEvent(beat: max(length - $0.endBeat, 0), $0.kind) }
        // Notes of unequal lengths may begin in another order than that in which they ended.
        events = events.enumerated().sorted { ($0.element.beat, $0.offset) < ($1.element.beat, $1.offset) }
            .map(\.element)
        measure()
    }

    /// Measures the content again.
    private mutating func measure() { contentLength = events.reduce(0) { max($0, $1.endBeat) } }

    /// Measures the content again if an end that is gone was the last.
    private mutating func forget(_ endBeat: Double) {
        if endBeat >= contentLength { measure() }
    }
}
