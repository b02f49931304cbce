import SordinoRealtime

/// The control side of a player's list: the appended entries, the objects that they keep alive, and the completions to
/// call.
struct PlayerSchedule {
    /// One scheduled sound or command.
    private struct Entry {
        let item: UnsafeMutablePointer<PlayerItem>
        var keeper: AnyObject?
        var feeder: PlayerFeeder?
        var completion: PlayerCompletion?
        var completesWhen = PlayerCompletionMoment.consumed
        var isSound = false
        var isComplete = true
    }

    var isPlaying = false
    private var entries: [Entry] = []
    /// Entries before this index are complete.
    private var firstIncomplete = 0
    private var tail: UnsafeMutablePointer<PlayerItem>
    private var lastSequence = 0
    /// The command that began the time line anew last.
    private(set) var lastEnd = 0
    /// The command that paused last.
    private(set) var lastPause = 0
    private(set) var waitingCount = 0
    /// Frames until the stream that plays runs short or ends; nil for sounds in memory.
    private(set) var framesUntilDue: Int?

    init(head: UnsafeMutablePointer<PlayerItem>) {
        tail = head
        entries.append(Entry(item: head))
    }

    static func makeItem(_ item: consuming PlayerItem) -> UnsafeMutablePointer<PlayerItem> {
        let place = UnsafeMutablePointer<PlayerItem>.allocate(capacity: 1)
        place.initialize(to: item)
        return place
    }

    // MARK: Appending

    mutating func append(_ sound: PlayerSound) {
        lastSequence += 1
        var entry: Entry
        switch sound.source {
        case .buffer(let samples, let keeper):
            entry = Entry(item: Self.makeItem(PlayerItem(kind: .buffer, sequence: lastSequence)))
            entry.item.pointee.samples = samples
            entry.item.pointee.isLendable = samples.isFloat32 && samples.stride == 1
            entry.keeper = keeper
        case .stream(let stream):
            entry = Entry(item: Self.makeItem(PlayerItem(kind: .stream, sequence: lastSequence)))
            entry.feeder = PlayerFeeder(stream, frameCount: sound.frameCount)
        }
        entry.item.pointee.frameCount = sound.frameCount
        entry.item.pointee.startFrame = sound.startFrame
        entry.item.pointee.options = sound.options
        entry.completion = sound.completion
        entry.completesWhen = sound.completesWhen
        entry.isSound = true
        entry.isComplete = false
        waitingCount += 1
        link(entry)
    }

    mutating func command(
        _ kind: PlayerItem.Kind, startFrame: Int64? = nil, startHostNanoseconds: Int64? = nil,
        fadeSeconds: Double = 0, isCrossfade: Bool = false
    ) {
        lastSequence += 1
        let entry = Entry(item: Self.makeItem(PlayerItem(kind: kind, sequence: lastSequence)))
        switch kind {
        case .stop, .rewind: lastEnd = lastSequence
        case .pause: lastPause = lastSequence
        case .head, .buffer, .stream, .play, .settle: break
        }
        entry.item.pointee.startFrame = startFrame
        entry.item.pointee.startHostNanoseconds = startHostNanoseconds
        entry.item.pointee.fadeSeconds = fadeSeconds
        entry.item.pointee.isCrossfade = isCrossfade
        link(entry)
    }

    private mutating func link(_ entry: Entry) {
        entries.append(entry)
        tail.pointee.next.store(UInt(bitPattern: entry.item), ordering: .releasing)
        tail = entry.item
    }

    // MARK: Completing

    /// The completions of sounds that have ended, each at its moment.
    ///
    /// - Parameter heardUntil: The node's sample time that has reached the air.
    mutating func completeEnded(heardUntil: Int64) -> [PlayerCompletion] {
        var due: [PlayerCompletion] = []
        for index in entries.indices[firstIncomplete...] where !entries[index].isComplete {
            let item = entries[index].item
            let progress = item.pointee.progress.load(ordering: .acquiring)
            if progress == PlayerProgress.waiting { break }
            let isHeard =
                entries[index].completesWhen != .playedBack || progress == PlayerProgress.flushed
                || item.pointee.endedAt <= heardUntil
            // A later sound may have ended for its listener while this one is still in the air.
            guard isHeard else { continue }
            complete(index, into: &due)
        }
        skipComplete()
        return due
    }

    /// Frames until the first sound that has ended is heard to its end; nil if none is on its way to the air.
    func framesUntilHeard(after heardUntil: Int64) -> Int64? {
        for index in entries.indices[firstIncomplete...] where !entries[index].isComplete {
            let item = entries[index].item
            if item.pointee.progress.load(ordering: .acquiring) == PlayerProgress.waiting { return nil }
            return max(item.pointee.endedAt - heardUntil, 0)
        }
        return nil
    }

    /// The completions of everything that waits, in order.
    mutating func completeAll() -> [PlayerCompletion] {
        var due: [PlayerCompletion] = []
        for index in entries.indices[firstIncomplete...] where !entries[index].isComplete {
            complete(index, into: &due)
        }
        skipComplete()
        return due
    }

    private mutating func complete(_ index: Int, into due: inout [PlayerCompletion]) {
        entries[index].isComplete = true
        waitingCount -= 1
        if let completion = entries[index].completion { due.append(completion) }
        entries[index].completion = nil
    }

    private mutating func skipComplete() {
        while firstIncomplete < entries.count, entries[firstIncomplete].isComplete { firstIncomplete += 1 }
    }

    // MARK: Freeing

    /// Frees the entries that the render thread has passed.
    ///
    /// - Parameter sequence: The first entry whose samples it may still read; it still looks at the entry before.
    mutating func free(before sequence: Int) {
        var count = 0
        for index in entries.indices {
            guard entries[index].isComplete, entries[index].item.pointee.sequence < sequence else { break }
            entries[index].keeper = nil
            entries[index].feeder = nil
            guard entries[index].item.pointee.sequence < sequence - 1 else { break }
            Self.free(entries[index].item)
            count += 1
        }
        entries.removeFirst(count)
        firstIncomplete = max(firstIncomplete - count, 0)
    }

    /// Indicates whether sounds that have ended still hold their samples.
    var holdsMemory: Bool {
        entries.prefix(2).contains { $0.isComplete && ($0.keeper != nil || $0.feeder != nil) }
    }

    mutating func freeAll() {
        for entry in entries { Self.free(entry.item) }
        entries = []
    }

    private static func free(_ item: UnsafeMutablePointer<PlayerItem>) {
        item.deinitialize(count: 1)
        item.deallocate()
    }

    // MARK: Streams

    /// Makes at least `frames` of the next frames ready, if there are so many.
    ///
    /// A stream behind a sound in memory, however long that is, is made ready to begin.
    mutating func readAhead(_ frames: Int) {
        guard frames > 0 else { return }
        framesUntilDue = nil
        var ready = 0
        var isComplete = true
        var first: (item: UnsafeMutablePointer<PlayerItem>, ready: Int)?
        for entry in entries[firstIncomplete...] where entry.isSound && !entry.isComplete {
            if entry.item.pointee.progress.load(ordering: .acquiring) != PlayerProgress.waiting { continue }
            guard ready < frames || (first == nil && entry.feeder != nil) else {
                isComplete = false
                break
            }
            guard let feeder = entry.feeder else {
                ready += entry.item.pointee.frameCount
                continue
            }
            let given = feeder.fill(max(frames - ready, min(frames, PlayerFeeder.pieceFrames)))
            ready += given
            entry.item.pointee.ring.store(UInt(bitPattern: feeder.ring), ordering: .releasing)
            feeder.storeEnd(of: entry.item)
            if first == nil { first = (entry.item, given) }
            if !feeder.isWhole {
                isComplete = false
                break
            }
        }
        // Half of it gone, it is time to read on; with nothing left to read there is nothing to ring for.
        guard let first else { return }
        // Of a whole sound that is lent far more is ready than was asked for: then all but that half is played first.
        let due = ready >= 2 * frames ? ready - frames / 2 : min(ready, frames) / 2
        let lowWater = isComplete ? 0 : first.ready - due
        first.item.pointee.lowWater.store(lowWater, ordering: .relaxed)
        framesUntilDue = first.ready - max(lowWater, 0)
    }

    /// Indicates whether a stream waits that has not been read to its end.
    var hasFramesToRead: Bool {
        entries[firstIncomplete...].contains { !$0.isComplete && $0.feeder.map { !$0.isWhole } ?? false }
    }

    /// Begins the current stream anew; later ones have not begun.
    func rewindStreams(from item: UnsafeMutablePointer<PlayerItem>?) {
        for entry in entries where entry.item == item { entry.feeder?.rewind() }
    }
}
