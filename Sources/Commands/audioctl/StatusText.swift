import Glibc
import SordinoPolicy
import SordinoSession

/// The service's status as text for people.
struct StatusText {
    let status: WireRecord

    private var apps: [WireRecord] {
        guard case .list(let apps)? = status["apps"] else { return [] }
        return apps.compactMap { app in
            if case .record(let app) = app { app } else { nil }
        }
    }

    /// One screen.
    var screen: String {
        var lines = [deviceLine, ""]
        if apps.isEmpty {
            lines.append("no programs")
        } else {
            lines.append("NUMBER NAME                 STATE       HEARD        SENDS    GAIN   CATEGORY       WHERE")
        }
        for app in apps {
            let words = [
                Self.pad(number(app), 6), Self.pad(name(app), 20), Self.pad(text(app, "state"), 11),
                Self.pad(text(app, "heard"), 12), Self.pad(decibels(app, "level"), 8),
                Self.pad(decibels(app, "gain"), 6),
                Self.pad(category(app), 14), "\(list(app, "outputs").joined(separator: " + ")) \(lifecycle(app))",
            ]
            lines.append(words.joined(separator: " "))
            for reason in list(app, "why") { lines.append("       \(reason)") }
            if let speech = speechLine(app) { lines.append("       \(speech)") }
            if let stuck = stuckLine(app) { lines.append("       \(stuck)") }
        }
        lines += portLines
        return lines.map(Self.trimmed).joined(separator: "\n") + "\n"
    }

    /// Every port with its level.
    private var portLines: [String] {
        guard case .list(let ports)? = status["ports"], !ports.isEmpty else { return [] }
        var lines = ["", "PORT                        TYPE                   LEVEL    UID"]
        for case .record(let port) in ports {
            let isInput = port["direction"] == .text("input")
            lines.append(
                "\(Self.pad((isInput ? "← " : "→ ") + text(port, "name"), 27)) \(Self.pad(text(port, "type"), 22)) "
                    + "\(Self.pad(decibels(port, "level"), 8)) \(text(port, "uid"))")
        }
        return lines
    }

    /// A factor in decibels; a dash for silence.
    private func decibels(_ record: WireRecord, _ name: String) -> String {
        guard case .real(let factor)? = record[name], factor > 0 else { return "-" }
        let tenths = (200 * log10(factor)).rounded()
        return "\(tenths == 0 ? 0 : tenths / 10) dB"
    }

    private func speechLine(_ app: WireRecord) -> String? {
        guard case .text(let sentence)? = app["injection"] else { return nil }
        let into = list(app, "speaksInto")
        return into.isEmpty
            ? "wants its sound in calls: \(sentence)"
            : "is heard in the calls of \(into.joined(separator: ", ")): \(sentence)"
    }

    private static func trimmed(_ line: String) -> String {
        String(line.reversed().drop { $0 == " " }.reversed())
    }

    private var deviceLine: String {
        var words = ["\(whole(status, "sampleRate")) Hz, \(text(status, "blockFrames")) frames"]
        words.append("volume \(text(status, "volume"))")
        if status["isRingerSilent"] == .bool(true) { words.append("ringer silent") }
        if status["isScreenLocked"] == .bool(true) { words.append("screen locked") }
        if status["isMicrophoneMuted"] == .bool(true) { words.append("microphone muted") }
        if status["addsSoundToCalls"] == .bool(true) { words.append("sound in calls allowed") }
        if status["isServerUp"] == .bool(false) { words.append("media services lost") }
        let sounding = list(status, "sounding")
        if !sounding.isEmpty { words.append("sounding: \(sounding.joined(separator: ", "))") }
        return words.joined(separator: " · ")
    }

    /// The device's volume.
    var volume: String { text(status, "volume") }

    /// Where each program is heard.
    var routes: String {
        apps.map { app in
            let inputs = list(app, "inputs")
            return "\(name(app)): \(list(app, "outputs").joined(separator: " + "))"
                + (inputs.isEmpty ? "" : " ← \(inputs.joined(separator: " + "))") + "\n"
        }.joined()
    }

    /// Why programs are silent, low or interrupted.
    ///
    /// - Parameter wanted: Name, identifier or number; nil for all.
    /// - Returns: Nil when no such program is there.
    func why(_ wanted: String?) -> [WireRecord]? {
        let found = apps.filter { app in
            wanted.map { $0 == name(app) || $0 == text(app, "bundleID") || $0 == number(app) } ?? true
        }
        return found.isEmpty && wanted != nil ? nil : found
    }

    /// One program's answer to "why?".
    func answer(_ app: WireRecord) -> String {
        let reasons = list(app, "why")
        let verdict =
            switch text(app, "heard") {
            case "full": "heard in full"
            case "ducked": "heard low"
            case "quiet": "could be heard"
            default: "silent"
            }
        var answer = "\(name(app)): \(verdict)"
        if !reasons.isEmpty { answer += ": " + reasons.joined(separator: "; ") }
        if let speech = speechLine(app) { answer += "\n  \(speech)" }
        if let stuck = stuckLine(app) { answer += "\n  \(stuck)" }
        return answer + "\n"
    }

    private func stuckLine(_ app: WireRecord) -> String? {
        guard case .real(let seconds)? = app["stuckSeconds"] else { return nil }
        return "keeps others interrupted and has not played for \(Int(seconds)) s"
    }

    /// A number without the zero behind its point.
    private func whole(_ record: WireRecord, _ name: String) -> String {
        let text = text(record, name)
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    private func number(_ app: WireRecord) -> String { text(app, "app") }
    private func name(_ app: WireRecord) -> String { text(app, "name") }

    private func category(_ app: WireRecord) -> String {
        let category = text(app, "category")
        let prefix = "AVAudioSessionCategory"
        return category.hasPrefix(prefix) ? String(category.dropFirst(prefix.count)) : category
    }

    private func lifecycle(_ app: WireRecord) -> String {
        let lifecycle = text(app, "lifecycle")
        return lifecycle == "foreground" ? "" : "(\(lifecycle))"
    }

    private func list(_ record: WireRecord, _ name: String) -> [String] {
        guard case .list(let values)? = record[name] else { return [] }
        return values.compactMap { value in
            if case .text(let text) = value { text } else { nil }
        }
    }

    private func text(_ record: WireRecord, _ name: String) -> String {
        switch record[name] {
        case .text(let text)?: text
        // Single precision by nature: the digits that it has, no more.
        case .real(let value)?: Float(value).description
        case .none: ""
        case .some(let value): JSON.line(value)
        }
    }

    private static func pad(_ text: String, _ count: Int) -> String {
        text + String(repeating: " ", count: max(0, count - text.count))
    }
}
