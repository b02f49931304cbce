import Glibc
import SordinoCommandLine
import SordinoPolicy
import SordinoService
import SordinoSession

/// The service's status as text for people.
struct StatusText {
    let status: DeviceStatus
    var terminal = Terminal.output

    /// One screen; no line is longer than the terminal is wide.
    ///
    /// - Parameter meter: Draws a level beside a program or port, by name and linear peak; nil draws none.
    func screen(meter: ((String, Double?) -> String)? = nil) -> String {
        var lines = [terminal.colour(deviceLine, .strong)]
        for sentence in status.call { lines += terminal.wrapped("call: \(foreignText(sentence))", indent: 2) }
        lines.append("")
        if status.apps.isEmpty {
            lines.append("no programs")
        } else {
            lines.append(
                terminal.colour("  # NAME             STATE       HEARD       SENDS    GAIN     WHERE", .faint))
        }
        for app in status.apps {
            let colour: Terminal.Colour =
                switch app.heard {
                case .full: .good
                case .ducked: .warning
                case .interrupted, .silent: .bad
                case .quiet: .faint
                }
            let number = "\(app.app.number)"
            let start = [
                String(repeating: " ", count: max(0, 3 - number.count)) + number,
                Terminal.field(name(app, columns: 16), 16), Terminal.field(word(app.state), 11),
                terminal.colour(Terminal.field(app.heard.rawValue, 11), colour), Terminal.field(decibels(app.level), 8),
                Terminal.field(decibels(app.gain), 8),
            ]
            let outputs = isRecorder(app) ? "← \(inputs(app))" : foreign(app.outputs).joined(separator: " + ")
            let room = max(8, terminal.columns - 63)
            lines.append(
                (start + [outputs.count > room ? Terminal.field(outputs, room) : outputs]).joined(separator: " "))
            if let meter { lines.append("    " + meter("app \(number)", app.level.map { Double($0) })) }
            var details = ["\(category(app)) \(lifecycle(app))\(playback(app))"] + foreign(app.why)
            if let speech = speechLine(app) { details.append(speech) }
            if let tap = app.tapSentence { details.append(foreignText(tap)) }
            if let stuck = stuckLine(app) { details.append(stuck) }
            for detail in details {
                lines += terminal.wrapped(detail, indent: 4).map { terminal.colour($0, .faint) }
            }
        }
        lines += portLines(meter)
        return lines.map(Self.trimmed).joined(separator: "\n") + "\n"
    }

    /// Returns the title that a program plays, and its volume in the desktop mixer unless that is 100 %.
    private func playback(_ app: DeviceStatus.App) -> String {
        var words = ""
        if let title = app.title { words += " · \(foreignText(title))" }
        if let place = app.ownVolume, abs(place - 1) > 0.005 {
            words += " · own volume \(Int((place * 100).rounded())) %"
        }
        return words
    }

    /// Every port with its level.
    private func portLines(_ meter: ((String, Double?) -> String)?) -> [String] {
        guard !status.ports.isEmpty else { return [] }
        var lines = ["", terminal.colour("PORT                      TYPE               LEVEL    UID", .faint)]
        for port in status.ports {
            // A UID is whole, to be copied: where it does not fit it has a line of its own.
            let uid = foreignText(port.uid)
            let line =
                "\(Terminal.field((port.direction == .input ? "← " : "→ ") + foreignText(port.name), 25)) "
                + "\(Terminal.field(foreignText(port.type.rawValue), 18)) \(Terminal.field(decibels(port.level), 8)) "
            lines += line.count + uid.count <= terminal.columns ? [line + uid] : [line, "    " + uid]
            if let meter { lines.append("    " + meter("port \(uid)", Double(port.level))) }
        }
        return lines
    }

    /// A factor in decibels; a dash for silence.
    private func decibels(_ factor: Float?) -> String {
        guard let factor, factor > 0 else { return "-" }
        let tenths = (200 * log10(Double(factor))).rounded()
        return "\(tenths == 0 ? 0 : tenths / 10) dB"
    }

    private func speechLine(_ app: DeviceStatus.App) -> String? {
        guard let sentence = app.injection else { return nil }
        let into = foreign(app.speaksInto ?? [])
        return into.isEmpty
            ? "wants its sound in calls: \(foreignText(sentence))"
            : "is heard in the calls of \(into.joined(separator: ", ")): \(foreignText(sentence))"
    }

    private static func trimmed(_ line: String) -> String {
        String(line.reversed().drop { $0 == " " }.reversed())
    }

    private var deviceLine: String {
        var words = ["\(whole(status.sampleRate)) Hz, \(status.blockFrames) frames"]
        words.append("volume \(volume)")
        if let reason = status.noSound { words.append("no sound: \(foreignText(reason))") }
        if let noOutput { words.append(noOutput) }
        if status.isOutputMuted { words.append("output muted") }
        if status.isRingerSilent { words.append("ringer silent") }
        if status.isScreenLocked { words.append("screen locked") }
        if status.isMicrophoneMuted { words.append("microphone muted") }
        if status.addsSoundToCalls { words.append("sound in calls allowed") }
        let takers = status.apps.filter { $0.taps?.isEmpty == false }.map { foreignText($0.name) }
        if !takers.isEmpty { words.append("sound taken by \(takers.joined(separator: ", "))") }
        if !status.isServerUp { words.append("media services lost") }
        let sounding = status.sounding.map { word($0) }
        if !sounding.isEmpty { words.append("sounding: \(sounding.joined(separator: ", "))") }
        return words.joined(separator: " · ")
    }

    /// The sentence for a device whose ports are all inputs, or that has none; nil if there is an output.
    var noOutput: String? {
        let hasOutput = status.ports.contains { $0.direction == .output }
        return hasOutput ? nil : "there is no output: nothing can be heard"
    }

    /// The volume of the device, as text.
    var volume: String { status.volume.description }

    /// The output ports of each program.
    var routes: String {
        status.apps.map { app in
            let inputs = foreign(app.inputs)
            return "\(name(app)): \(foreign(app.outputs).joined(separator: " + "))"
                + (inputs.isEmpty ? "" : " ← \(inputs.joined(separator: " + "))") + "\n"
        }.joined()
    }

    /// Returns the reasons for which programs are silent, low or interrupted.
    ///
    /// - Parameter wanted: Name, identifier or number; nil for all programs.
    /// - Returns: Nil when no such program exists.
    func why(_ wanted: String?) -> [DeviceStatus.App]? {
        let found = status.apps.filter { app in
            wanted.map { app.name == $0 || app.bundleID == $0 || $0 == "\(app.app.number)" } ?? true
        }
        return found.isEmpty && wanted != nil ? nil : found
    }

    /// One program's answer to "why?".
    func answer(_ app: DeviceStatus.App) -> String {
        let reasons = foreign(app.why)
        var answer = "\(name(app)): \(isRecorder(app) ? "records from \(inputs(app))" : app.heard.verdict)"
        if !reasons.isEmpty { answer += ": " + reasons.joined(separator: "; ") }
        if let speech = speechLine(app) { answer += "\n  \(speech)" }
        if let tap = app.tapSentence { answer += "\n  \(foreignText(tap))" }
        if let stuck = stuckLine(app) { answer += "\n  \(stuck)" }
        return answer + "\n"
    }

    private func stuckLine(_ app: DeviceStatus.App) -> String? {
        app.stuckSeconds.map { "keeps others interrupted and has not played for \(Int($0)) s" }
    }

    /// A number without the zero behind its point.
    private func whole(_ number: Double) -> String {
        let text = Float(number).description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// The name of a program, with its process if others have the same name: where columns are few, the name is cut.
    private func name(_ app: DeviceStatus.App, columns: Int = .max) -> String {
        let name = foreignText(app.name)
        let isAlone = status.apps.count { $0.name == app.name } == 1
        guard !isAlone, let process = app.processes.first else { return name }
        let end = " (\(process))"
        let room = columns - end.count
        return (name.count <= room ? name : name.prefix(max(room - 1, 1)) + "…") + end
    }

    /// Indicates whether a program records and has nothing to be heard.
    private func isRecorder(_ app: DeviceStatus.App) -> Bool {
        app.heard == .quiet && app.outputs.isEmpty && !app.inputs.isEmpty
    }

    private func inputs(_ app: DeviceStatus.App) -> String { foreign(app.inputs).joined(separator: " + ") }

    private func category(_ app: DeviceStatus.App) -> String {
        String(app.category.rawValue.dropFirst("AVAudioSessionCategory".count))
    }

    private func lifecycle(_ app: DeviceStatus.App) -> String {
        app.lifecycle == .foreground ? "" : "(\(word(app.lifecycle)))"
    }

    /// The value's name on the wire.
    private func word<Value: WireNamed>(_ value: Value) -> String {
        Value.wireNames.first { $0.value == value }?.name ?? ""
    }

    private func foreign(_ names: [String]) -> [String] { names.map { foreignText($0) } }
}
