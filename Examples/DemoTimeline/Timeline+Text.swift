import Glibc

// The timeline as text: for terminals, for diffs, and as the list at the foot of the page.

extension Timeline {
    /// One line of the story.
    package struct Entry {
        /// What sort of line it is.
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
        let rank: [Entry.Kind] = [.event, .action, .state, .gain, .notification]
        return all.enumerated().sorted { left, right in
            let (a, b) = (left.element, right.element)
            if a.seconds != b.seconds { return a.seconds < b.seconds }
            let (rankA, rankB) = (rank.firstIndex(of: a.kind) ?? 0, rank.firstIndex(of: b.kind) ?? 0)
            return rankA != rankB ? rankA < rankB : left.offset < right.offset
        }.map(\.element)
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
            lines.append("\(padded(port.name, 24)) in use for \(fixed(used, 1)) s, \(level), \(port.fileName)")
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
