import Glibc
import SordinoCommandLine
import SordinoPolicy
import SordinoSession

/// The service's status as text for people.
struct StatusText {
    let status: WireRecord
    var terminal = Terminal.output

    private var apps: [WireRecord] {
        guard case .list(let apps)? = status["apps"] else { return [] }
        return apps.compactMap { app in
            if case .record(let app) = app { app } else { nil }
        }
    }

    /// One screen; no line is longer than the terminal is wide.
    ///
    /// - Parameter meter: Draws a level beside a program or port, by name and linear peak; nil draws none.
    func screen(meter: ((String, Double?) -> String)? = nil) -> String {
        var lines = [terminal.colour(deviceLine, .strong), ""]
        if apps.isEmpty {
            lines.append("no programs")
        } else {
            lines.append(
                terminal.colour("  # NAME             STATE       HEARD       SENDS    GAIN     WHERE", .faint))
        }
        for app in apps {
            let heard = text(app, "heard")
            let colour: Terminal.Colour =
                switch heard {
                case "full": .good
                case "ducked": .warning
                case "interrupted", "silent": .bad
                default: .faint
                }
            let start = [
                String(repeating: " ", count: max(0, 3 - number(app).count)) + number(app),
                Terminal.field(name(app), 16), Terminal.field(text(app, "state"), 11),
                terminal.colour(Terminal.field(heard, 11), colour), Terminal.field(decibels(app, "level"), 8),
                Terminal.field(decibels(app, "gain"), 8),
            ]
            let outputs = list(app, "outputs").joined(separator: " + ")
            let room = max(8, terminal.columns - 63)
            lines.append(
                (start + [outputs.count > room ? Terminal.field(outputs, room) : outputs]).joined(separator: " "))
            if let meter { lines.append("    " + meter("app \(number(app))", factor(app, "level"))) }
            var details = ["\(category(app)) \(lifecycle(app))\(playback(app))"] + list(app, "why")
            if let speech = speechLine(app) { details.append(speech) }
            if let stuck = stuckLine(app) { details.append(stuck) }
            for detail in details {
                lines += terminal.wrapped(detail, indent: 4).map { terminal.colour($0, .faint) }
            }
        }
        lines += portLines(meter)
        return lines.map(Self.trimmed).joined(separator: "\n") + "\n"
    }

    /// Returns the title that a program plays, and its volume in the desktop mixer unless that is 100 %.
    private func playback(_ app: WireRecord) -> String {
        var words = ""
        if case .text(let title)? = app["title"] { words += " · \(foreignText(title))" }
        if case .real(let place)? = app["ownVolume"], abs(place - 1) > 0.005 {
            words += " · own volume \(Int((place * 100).rounded())) %"
        }
        return words
    }

    /// Every port with its level.
    private func portLines(_ meter: ((String, Double?) -> String)?) -> [String] {
        guard case .list(let ports)? = status["ports"], !ports.isEmpty else { return [] }
        var lines = ["", terminal.colour("PORT                      TYPE               LEVEL    UID", .faint)]
        for case .record(let port) in ports {
            let isInput = port["direction"] == .text("input")
            // A UID is whole, to be copied: where it does not fit it has a line of its own.
            let uid = text(port, "uid")
            let line =
                "\(Terminal.field((isInput ? "← " : "→ ") + text(port, "name"), 25)) "
                + "\(Terminal.field(text(port, "type"), 18)) \(Terminal.field(decibels(port, "level"), 8)) "
            lines += line.count + uid.count <= terminal.columns ? [line + uid] : [line, "    " + uid]
            if let meter { lines.append("    " + meter("port \(uid)", factor(port, "level"))) }
        }
        return lines
    }

    private func factor(_ record: WireRecord, _ name: String) -> Double? {
        guard case .real(let factor)? = record[name] else { return nil }
        return factor
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
            ? "wants its sound in calls: \(foreignText(sentence))"
            : "is heard in the calls of \(into.joined(separator: ", ")): \(foreignText(sentence))"
    }

    private static func trimmed(_ line: String) -> String {
        String(line.reversed().drop { $0 == " " }.reversed())
    }

    private var deviceLine: String {
        var words = ["\(whole(status, "sampleRate")) Hz, \(text(status, "blockFrames")) frames"]
        words.append("volume \(text(status, "volume"))")
        if case .text(let reason)? = status["noSound"] { words.append("no sound: \(reason)") }
        if let noOutput { words.append(noOutput) }
        if status["isOutputMuted"] == .bool(true) { words.append("output muted") }
        if status["isRingerSilent"] == .bool(true) { words.append("ringer silent") }
        if status["isScreenLocked"] == .bool(true) { words.append("screen locked") }
        if status["isMicrophoneMuted"] == .bool(true) { words.append("microphone muted") }
        if status["addsSoundToCalls"] == .bool(true) { words.append("sound in calls allowed") }
        if status["isServerUp"] == .bool(false) { words.append("media services lost") }
        let sounding = list(status, "sounding")
        if !sounding.isEmpty { words.append("sounding: \(sounding.joined(separator: ", "))") }
        return words.joined(separator: " · ")
    }

    /// The sentence for a device whose ports are all inputs, or that has none; nil if there is an output.
    var noOutput: String? {
        guard case .list(let ports)? = status["ports"] else { return nil }
        let hasOutput = ports.contains { port in
            if case .record(let port) = port { port["direction"] == .text("output") } else { false }
        }
        return hasOutput ? nil : "there is no output: nothing can be heard"
    }

    /// The volume of the device, as text.
    var volume: String { text(status, "volume") }

    /// The output ports of each program.
    var routes: String {
        apps.map { app in
            let inputs = list(app, "inputs")
            return "\(name(app)): \(list(app, "outputs").joined(separator: " + "))"
                + (inputs.isEmpty ? "" : " ← \(inputs.joined(separator: " + "))") + "\n"
        }.joined()
    }

    /// Returns the reasons for which programs are silent, low or interrupted.
    ///
    /// - Parameter wanted: Name, identifier or number; nil for all programs.
    /// - Returns: Nil when no such program exists.
    func why(_ wanted: String?) -> [WireRecord]? {
        let found = apps.filter { app in
            wanted.map { app["name"] == .text($0) || app["bundleID"] == .text($0) || $0 == number(app) } ?? true
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
            if case .text(let text) = value { foreignText(text) } else { nil }
        }
    }

    private func text(_ record: WireRecord, _ name: String) -> String {
        switch record[name] {
        case .text(let text)?: foreignText(text)
        // Single precision by nature: the digits that it has, no more.
        case .real(let value)?: Float(value).description
        case .none: ""
        case .some(let value): JSON.line(value)
        }
    }
}
