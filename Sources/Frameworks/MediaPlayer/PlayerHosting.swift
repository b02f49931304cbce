import Foundation
import SordinoLibrary
import SordinoSession

/// The state that a player leaves for its next start: two texts, of which the second one is written often.
package struct KeptPlayer: Equatable {
    package var entries: [PlayerQueue.Entry] = []
    /// The places of the items in the order of playing; empty for that of the queue.
    package var order: [Int] = []
    package var repeatMode = 0
    package var shuffleMode = 0
    /// The place in the order, the identifier of the item there, and the seconds in it.
    package var place = 0
    package var item: UInt64 = 0
    package var elapsed = 0.0
    package var wasStopped = true

    package init() {}

    private static let title = "sordino-music-queue 1"

    /// The queue and how it is played.
    package var queueText: String {
        let texts = PlayerQueue(.replace, entries).texts
        return
            (["\(Self.title) \(repeatMode) \(shuffleMode) \(texts.count)"] + texts
            + [order.map { "\($0)" }.joined(separator: " ")]).joined(separator: "\n") + "\n"
    }

    /// The text of the place in the queue and in its item.
    package var placeText: String { "\(place) \(String(item, radix: 16)) \(elapsed) \(wasStopped ? 0 : 1)\n" }

    /// The queue and how it is played, at its beginning.
    package var withoutPlace: KeptPlayer {
        var queue = KeptPlayer()
        (queue.entries, queue.order, queue.repeatMode, queue.shuffleMode) = (entries, order, repeatMode, shuffleMode)
        return queue
    }

    /// Reads both texts; nil where the first one is not understood.
    ///
    /// A second one that is not means the beginning.
    package init?(queueText: String, placeText: String) {
        let lines = queueText.split(separator: "\n", omittingEmptySubsequences: false)
        let head = (lines.first ?? "").split(separator: " ")
        guard head.count == 5, head[0] + " " + head[1] == Self.title, let repeatMode = Int(head[2]),
            let shuffleMode = Int(head[3]), let count = Int(head[4]), count >= 0, count <= lines.count - 2,
            let entries = PlayerQueue.entries(in: lines[1...].prefix(count).map(String.init))
        else { return nil }
        (self.entries, self.repeatMode, self.shuffleMode) = (entries, repeatMode, shuffleMode)
        order = lines[count + 1].split(separator: " ").compactMap { Int($0) }
        // Each item once, or the order of the queue.
        if Set(order) != Set(entries.indices) || order.count != entries.count { order = [] }
        let words = placeText.split(whereSeparator: { $0 == " " || $0 == "\n" })
        guard words.count == 4, let place = Int(words[0]), entries.indices.contains(place),
            let item = UInt64(words[1], radix: 16), let elapsed = Double(words[2]), elapsed.isFinite, elapsed >= 0
        else { return }
        // The texts are not of one moment where the player was killed between them.
        let there = entries[order.isEmpty ? place : order[place]].id
        guard there == item else { return }
        (self.place, self.item, self.elapsed, wasStopped) = (place, item, elapsed, words[3] != "1")
    }
}

/// The bounds of numbers that programs and files give.
extension MPMusicPlayerController {
    /// The latest place in an item whose length is not known, in seconds: 30 years.
    static let latestPlace = 1e9

    /// Returns the place in the current item that is nearest to a number of seconds.
    func inItem(_ seconds: TimeInterval) -> TimeInterval {
        let duration = current?.item.playbackDuration ?? 0
        return max(0, min(seconds, duration > 0 ? duration : Self.latestPlace, Self.latestPlace))
    }
}

/// The side of the process that plays for all programs.
extension MPMusicPlayerController {
    /// The state, for programs.
    package var report: PlayerReport {
        var report = PlayerReport()
        report.state = state.rawValue
        report.item = current?.item.id ?? 0
        report.index = order.indices.contains(place) ? order[place] : -1
        (report.elapsed, report.moment) = (currentPlaybackTime, PlayerReport.now)
        if !report.elapsed.isFinite { report.elapsed = 0 }
        report.rate = Double(currentPlaybackRate)
        report.speed =
            switch state {
            case .seekingForward: Self.seekSpeed
            case .seekingBackward: -Self.seekSpeed
            case .stopped, .playing, .paused, .interrupted: report.rate
            }
        (report.repeatMode, report.shuffleMode) = (repeatMode.rawValue, shuffleMode.rawValue)
        report.isPrepared = isPreparedToPlay
        (report.queueNumber, report.itemNumber) = (queueNumber, itemNumber)
        return report
    }

    /// Does what a program asks for.
    ///
    /// - Throws: `WireError` when the act does not take this value.
    package func perform(_ act: PlayerAct, _ values: [WireValue]) throws(WireError) {
        switch act {
        case .status: break
        case .prepare: prepareToPlay()
        case .play: play()
        case .pause: pause()
        case .stop: stop()
        case .next: skipToNextItem()
        case .previous: skipToPreviousItem()
        case .beginning: skipToBeginning()
        case .seekForward: beginSeekingForward()
        case .seekBackward: beginSeekingBackward()
        case .endSeek: endSeeking()
        // A place before the beginning or behind the end, and a speed above the highest, mean the nearest that there is.
        case .setPosition: currentPlaybackTime = try Self.number(values, "a place")
        case .setRate:
            let rate = try Self.number(values, "a speed")
            guard rate >= 0 else { throw WireError("nothing is played backwards") }
            currentPlaybackRate = Float(min(rate, Double(Self.fastest)))
        case .setRepeatMode:
            guard let mode = MPMusicRepeatMode(rawValue: try Self.first(values)) else {
                throw WireError("there is no such repeat mode")
            }
            repeatMode = mode
        case .setShuffleMode:
            guard let mode = MPMusicShuffleMode(rawValue: try Self.first(values)) else {
                throw WireError("there is no such shuffle mode")
            }
            shuffleMode = mode
        case .setItem:
            let id = UInt64(try Self.first(values, as: String.self), radix: 16)
            nowPlayingItem = entries.first { $0.item.id == id }?.item
        case .setQueue: take(try Self.first(values, as: PlayerQueue.self))
        }
    }

    private static func first<Value: WireCodable>(
        _ values: [WireValue], as type: Value.Type = Value.self
    ) throws(WireError) -> Value {
        guard let value = values.first else { throw WireError("a value is missing") }
        return try Value(wire: value)
    }

    /// The number that is the value.
    ///
    /// - Throws: `WireError` if it is not finite.
    private static func number(_ values: [WireValue], _ meaning: String) throws(WireError) -> Double {
        let number: Double = try first(values)
        guard number.isFinite else { throw WireError("\(meaning) must be a finite number") }
        return number
    }

    private func take(_ queue: PlayerQueue) {
        let items = items(queue.entries)
        switch queue.way {
        case .replace:
            let first = queue.first.map { queue.entries[$0].id }
            replaceQueue(items, beginningWith: items.first { $0.item.id == first }?.item)
        case .append: append(Array(items.prefix(max(0, PlayerQueue.limit - entries.count))))
        case .prepend: prepend(Array(items.prefix(max(0, PlayerQueue.limit - entries.count))))
        }
    }

    /// The items that the library has.
    private func items(_ entries: [PlayerQueue.Entry]) -> [QueueEntry] {
        guard let library = inContext({ LibraryAccess.current.library }) else { return [] }
        // Another program may have written them into the index just now.
        if entries.contains(where: { library.table.row(of: $0.id) == nil }) { library.refresh() }
        let table = library.table
        return entries.compactMap { entry in
            table.row(of: entry.id).map { row in
                QueueEntry(item: MPMediaItem(entry.id, library, row: row), start: entry.start, end: entry.end)
            }
        }
    }

    /// The state for the next start.
    package var kept: KeptPlayer {
        var kept = KeptPlayer()
        kept.entries = entries.map { PlayerQueue.Entry(id: $0.item.id, start: $0.start, end: $0.end) }
        if order != Array(entries.indices) { kept.order = order }
        (kept.repeatMode, kept.shuffleMode) = (repeatMode.rawValue, shuffleMode.rawValue)
        (kept.place, kept.item) = (place, current?.item.id ?? 0)
        let elapsed = currentPlaybackTime
        (kept.elapsed, kept.wasStopped) = (elapsed.isFinite ? elapsed : 0, state == .stopped)
        return kept
    }

    /// Takes the queue of an earlier start; it rests at its place.
    package func restore(_ kept: KeptPlayer) {
        repeatMode = MPMusicRepeatMode(rawValue: kept.repeatMode) ?? .default
        shuffleMode = MPMusicShuffleMode(rawValue: kept.shuffleMode) ?? .default
        let all = items(kept.entries)
        let isWhole = all.count == kept.entries.count
        replaceQueue(all, beginningWith: nil)
        guard !all.isEmpty else { return }
        if isWhole {
            order = kept.order.isEmpty ? Array(all.indices) : kept.order
            place = kept.place
        } else {
            order = Array(all.indices)
            place = all.firstIndex { $0.item.id == kept.item } ?? 0
        }
        if current?.item.id == kept.item { restingPlace = inItem(kept.elapsed) }
        change(to: kept.wasStopped ? .stopped : .paused)
    }
}
