import Foundation
import SordinoLibrary
import SordinoSession

/// Names on the bus for the player of all programs.
package enum MusicPlayerBus {
    package static let name = "org.sordino.MusicPlayer1"
    package static let path = "/org/sordino/MusicPlayer1"
    package static let interface = "org.sordino.MusicPlayer1"
    /// The signal of each change; its argument is a `PlayerReport`.
    package static let signal = "Changed"
}

/// Requests of programs to the player of all programs: its methods on the bus.
///
/// Each is answered with a `PlayerReport`.
package enum PlayerAct: String, CaseIterable, Sendable {
    case status = "Status"
    case prepare = "Prepare"
    case play = "Play"
    case pause = "Pause"
    case stop = "Stop"
    case next = "Next"
    case previous = "Previous"
    case beginning = "Beginning"
    case seekForward = "SeekForward"
    case seekBackward = "SeekBackward"
    case endSeek = "EndSeek"
    case setPosition = "SetPosition"
    case setRate = "SetRate"
    case setRepeatMode = "SetRepeatMode"
    case setShuffleMode = "SetShuffleMode"
    case setItem = "SetItem"
    case setQueue = "SetQueue"

    /// The types of the arguments: seconds, a speed, a raw value of Apple's enumeration, an identifier, a `PlayerQueue`.
    package var signature: String {
        switch self {
        case .setPosition, .setRate: "d"
        case .setRepeatMode, .setShuffleMode: "x"
        case .setItem: "s"
        case .setQueue: "a{sv}"
        case .status, .prepare, .play, .pause, .stop, .next, .previous, .beginning, .seekForward, .seekBackward,
            .endSeek:
            ""
        }
    }
}

/// A queue of items by their identifiers.
package struct PlayerQueue: Hashable, Sendable, WireCodable {
    /// An item with its beginning and end in seconds.
    package struct Entry: Hashable, Sendable {
        package var id: UInt64
        package var start: Double?
        package var end: Double?

        package init(id: UInt64, start: Double? = nil, end: Double? = nil) {
            (self.id, self.start, self.end) = (id, start, end)
        }

        /// `IDENTIFIER`, or `IDENTIFIER,START,END` with a dash for what is not given.
        var text: String {
            let name = String(id, radix: 16)
            guard start != nil || end != nil else { return name }
            return "\(name),\(start.map { "\($0)" } ?? "-"),\(end.map { "\($0)" } ?? "-")"
        }

        init?(_ text: Substring) {
            let parts = text.split(separator: ",", omittingEmptySubsequences: false)
            guard parts.count == 1 || parts.count == 3, let id = UInt64(parts[0], radix: 16) else { return nil }
            self.init(id: id)
            guard parts.count == 3 else { return }
            func seconds(_ part: Substring) -> Double?? {
                if part == "-" { return .some(nil) }
                guard let number = Double(part), number.isFinite, number >= 0 else { return nil }
                return .some(number)
            }
            guard let start = seconds(parts[1]), let end = seconds(parts[2]) else { return nil }
            (self.start, self.end) = (start, end)
        }
    }

    /// The use of the items for the queue that is there.
    package enum Way: String, Sendable, WireRaw, CaseIterable { case replace, append, prepend }

    package var way = Way.replace
    package var entries: [Entry] = []
    /// The place of the item that comes first; nil for the first one.
    package var first: Int?

    /// The greatest number of items: the texts of one message, which a bus carries at once.
    package static let limit = 32_768
    private static let entriesInText = 1_024

    package init() {}

    /// Takes the items that there is room for, the one that comes first among them.
    package init(_ way: Way, _ entries: [Entry], first: Int? = nil) {
        self.way = way
        let skipped = max(0, min((first ?? 0) - Self.limit + 1, entries.count - Self.limit))
        self.entries = Array(entries.dropFirst(skipped).prefix(Self.limit))
        self.first = first.map { $0 - skipped }
    }

    /// The items, some of them in each text.
    package var texts: [String] {
        stride(from: 0, to: entries.count, by: Self.entriesInText).map { start in
            entries[start...].prefix(Self.entriesInText).map(\.text).joined(separator: " ")
        }
    }

    /// Reads items; nil where one is not understood or there are too many.
    package static func entries(in texts: [String]) -> [Entry]? {
        var all: [Entry] = []
        for text in texts {
            for part in text.split(separator: " ") {
                guard all.count < limit, let entry = Entry(part) else { return nil }
                all.append(entry)
            }
        }
        return all
    }

    package var wireValue: WireValue {
        var record = WireRecord()
        record.add("way", way)
        record.add("items", texts)
        record.add("first", first)
        return .record(record)
    }

    package init(wire: WireValue) throws(WireError) {
        var reader = try WireReader(wire)
        way = try reader.take("way")
        guard let all = Self.entries(in: try reader.take("items")) else {
            throw WireError("items: each is an identifier, or an identifier, a start and an end; \(Self.limit) at most")
        }
        entries = all
        first = try reader.takeIfThere("first")
        if let first, !all.indices.contains(first) { throw WireError("first: there is no item \(first)") }
        try reader.finish()
    }
}

/// The state of the player of all programs.
package struct PlayerReport: Hashable, Sendable, WireCodable {
    /// A raw value of `MPMusicPlaybackState`.
    package var state = 0
    /// The identifier of the current item; 0 without one.
    package var item: UInt64 = 0
    /// The place of the current item in the queue; -1 without one.
    package var index = -1
    /// The place in the item at `moment`, in seconds.
    package var elapsed = 0.0
    /// The time of the monotonic clock at which the place was so, in seconds.
    package var moment = 0.0
    /// The speed of the sound, and that of the place, which a seek moves.
    package var rate = 0.0
    package var speed = 0.0
    package var repeatMode = 0
    package var shuffleMode = 0
    package var isPrepared = false
    /// Counts the queues and the changes of the current item.
    package var queueNumber = 0
    package var itemNumber = 0
    /// Indicates whether the player has ended because it rested for long.
    package var isLeaving = false

    package init() {}

    /// The present time of the monotonic clock, which all processes share.
    package static var now: Double {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
    }

    /// The place in the item at a time of the monotonic clock.
    package func place(at now: Double) -> Double { max(0, elapsed + speed * max(0, now - moment)) }

    package var wireValue: WireValue {
        var record = WireRecord()
        record.add("state", state)
        record.add("item", String(item, radix: 16))
        record.add("index", index)
        record.add("elapsed", elapsed)
        record.add("moment", moment)
        record.add("rate", rate)
        record.add("speed", speed)
        record.add("repeatMode", repeatMode)
        record.add("shuffleMode", shuffleMode)
        record.add("isPrepared", isPrepared)
        record.add("queueNumber", queueNumber)
        record.add("itemNumber", itemNumber)
        record.add("isLeaving", isLeaving)
        return .record(record)
    }

    package init(wire: WireValue) throws(WireError) {
        var reader = try WireReader(wire)
        state = try reader.take("state")
        item = UInt64(try reader.take("item", as: String.self), radix: 16) ?? 0
        index = try reader.take("index")
        for (name, path) in Self.numbers {
            let number: Double = try reader.take(name)
            guard number.isFinite else { throw WireError("\(name): not a number") }
            self[keyPath: path] = number
        }
        repeatMode = try reader.take("repeatMode")
        shuffleMode = try reader.take("shuffleMode")
        isPrepared = try reader.take("isPrepared")
        queueNumber = try reader.take("queueNumber")
        itemNumber = try reader.take("itemNumber")
        isLeaving = try reader.take("isLeaving")
    }

    private static var numbers: [(String, WritableKeyPath<Self, Double>)] {
        [("elapsed", \.elapsed), ("moment", \.moment), ("rate", \.rate), ("speed", \.speed)]
    }
}
