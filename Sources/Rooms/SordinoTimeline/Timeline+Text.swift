import Glibc
import SordinoStories

// The timeline as text: for terminals, for diffs, and as the list at the foot of the page.

extension Timeline {
    /// One line of the story.
    package struct Entry {
        /// The kind of the line.
        package enum Kind: String { case event, state, gain, notification, action }
        package var seconds: Double
        package var who: String
        package var what: String
        /// The rule, the reason; may be empty.
        package var why: String
        package var kind: Kind
    }

    /// Everything that happened, in order; at one moment the cause comes before its effects.
    package var entries: [Entry] {
        var all: [Entry] = events.map {
            Entry(seconds: $0.seconds, who: "Device", what: $0.title, why: $0.detail, kind: .event)
        }
        for app in apps {
            all += app.actions.map {
                Entry(seconds: $0.seconds, who: app.name, what: $0.title, why: $0.detail, kind: .action)
            }
            all += app.notifications.map {
                Entry(
                    seconds: $0.seconds, who: app.name, what: "is told: \($0.title)", why: $0.detail,
                    kind: .notification)
            }
            for (index, span) in app.states.enumerated() where index > 0 || span.state != .inactive {
                all.append(
                    Entry(
                        seconds: span.from, who: app.name, what: "session \(span.state.rawValue)", why: "", kind: .state
                    ))
            }
            var reached = 0.0
            for span in app.gains {
                if span.toDecibels != reached {
                    all.append(
                        Entry(seconds: span.from, who: app.name, what: span.sentence, why: span.rule, kind: .gain))
                }
                reached = span.toDecibels
            }
        }
        return Self.ordered(all, lanes: apps.map(\.name))
    }

    /// Sorts by time; at one moment acting lanes come before notified ones, and the entries of each lane stay together.
    private static func ordered(_ entries: [Entry], lanes: [String]) -> [Entry] {
        struct Key: Hashable {
            var seconds: Double
            var who: String
        }
        var kinds: [Key: Set<Entry.Kind>] = [:]
        for entry in entries { kinds[Key(seconds: entry.seconds, who: entry.who), default: []].insert(entry.kind) }

        func rank(_ entry: Entry) -> [Int] {
            if entry.kind == .event { return [0] }
            let own = kinds[Key(seconds: entry.seconds, who: entry.who)] ?? []
            let isTold = own.contains(.notification)
            // A lane that acts without a notification comes first; the others follow from it.
            let begins = !isTold && (own.contains(.action) || own.contains(.state))
            // A notified lane that acts reacts to its notification; else its action comes first.
            let order: [Entry.Kind] =
                isTold && own.contains(.action)
                ? [.notification, .action, .state, .gain] : [.action, .state, .gain, .notification]
            return [begins ? 1 : 2, lanes.firstIndex(of: entry.who) ?? 0, order.firstIndex(of: entry.kind) ?? 0]
        }
        return entries.enumerated().map { (place: [$0.offset], rank: rank($0.element), entry: $0.element) }
            .sorted { left, right in
                if left.entry.seconds != right.entry.seconds { return left.entry.seconds < right.entry.seconds }
                return (left.rank + left.place).lexicographicallyPrecedes(right.rank + right.place)
            }
            .map(\.entry)
    }

    /// The timeline as lines for a terminal.
    package var text: String {
        let widest = (apps.map(\.name.count) + [6]).max() ?? 6
        var lines = [title, summary, ""]
        for entry in entries {
            let time = padded("\(fixed(entry.seconds, 3)) s", 10, left: true)
            let mark = entry.kind == .event ? "──" : "  "
            let why = entry.why.isEmpty ? "" : "  [\(entry.why)]"
            lines.append("\(time) \(mark) \(padded(entry.who, widest))  \(entry.what)\(why)")
        }
        lines.append("")
        for port in ports {
            let level = port.waveform.peak > 0 ? "peak \(decibels(port.waveform.peakDecibels))" : "silent"
            let used = port.inUse.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
            let recording = port.fileName.isEmpty ? "" : ", \(level), \(port.fileName)"
            lines.append("\(padded(port.name, 24)) in use for \(fixed(used, 1)) s\(recording)")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension Timeline.GainSpan {
    /// "ducks to −20 dB within 0.5 s".
    var sentence: String {
        let within = fromDecibels != toDecibels ? " within \(fixed(to - from, 2)) s" : ""
        return switch cause {
        case .silenced: "falls silent\(within)"
        case .ducked: "ducks to \(decibels(toDecibels))\(within)"
        case .full: "comes back to \(decibels(toDecibels))\(within)"
        }
    }
}

extension Timeline.Waveform {
    /// The peak in decibels below full scale.
    var peakDecibels: Double { peak > 0 ? 20 * log10(Double(peak)) : -.infinity }
}
