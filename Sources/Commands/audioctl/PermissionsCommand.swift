import SordinoBus
import SordinoCommandLine
import SordinoPolicy
import SordinoSession

/// `audioctl permissions` and `audioctl zone`: the user's decisions about single programs.
struct PermissionsCommand {
    let arguments: Arguments

    /// `permissions`, `permissions allow|deny|reset PROGRAM`, `permissions reset`.
    func run(_ controller: DeviceController) throws(BusError) -> Commands.Status {
        let words = Array(arguments.words.dropFirst())
        let known = try controller.permissions()
        if words.isEmpty { return list(known) }
        if words == ["reset"] {
            try controller.setPermission("", "reset")
            return .done
        }
        guard words.count == 2, ["allow", "deny", "reset"].contains(words[0]) else {
            let usage = Arguments.grammar.usage(ofCommand: arguments.words[0])
            Arguments.grammar.misused(Happenings.misuse(arguments.words), command: usage)
        }
        let wanted = words[1]
        let found = known.first { record in
            record["key"] == .text(wanted) || names(record).contains(wanted)
                || record["key"] == .text("app:\(wanted)") || record["key"] == .text("program:\(wanted)")
        }
        let key: String
        if case .text(let text)? = found?["key"] {
            key = text
        } else if wanted.hasPrefix("app:") || wanted.hasPrefix("program:/") {
            key = wanted
        } else {
            ToolOutput.complain(
                "audioctl: no program \"\(foreignText(wanted))\" runs or was answered; say app:IDENTIFIER or program:PATH\n"
            )
            return .refused
        }
        try controller.setPermission(key, words[0])
        return .done
    }

    private func names(_ record: WireRecord) -> [String] {
        guard case .list(let names)? = record["programs"] else { return [] }
        return names.compactMap { if case .text(let name) = $0 { name } else { nil } }
    }

    private func list(_ known: [WireRecord]) -> Commands.Status {
        if arguments.isJSON {
            for record in known { ToolOutput.say(JSON.line(.record(record)) + "\n") }
            return .done
        }
        if known.isEmpty { ToolOutput.say("no program has asked\n") }
        for record in known {
            guard case .text(let key)? = record["key"], case .text(let answer)? = record["answer"] else { continue }
            var line = Terminal.field(answer == "none" ? "-" : answer, 6) + " " + foreignText(key)
            let running = names(record)
            if !running.isEmpty, case .text(let now)? = record["now"] {
                line += " (\(running.map { foreignText($0) }.joined(separator: ", ")): \(now))"
            }
            ToolOutput.say(line + "\n")
        }
        return .done
    }

    /// `zone`, `zone APP ZONE`.
    func zone(_ controller: DeviceController) throws(BusError) -> Commands.Status {
        let words = arguments.words
        let status = try controller.status()
        let text = StatusText(status: status)
        guard words.count == 3 else {
            ToolOutput.say(
                arguments.isJSON ? JSON.line(status["zones"] ?? .list([])) + "\n" : text.zones)
            return .done
        }
        guard let app = text.why(words[1])?.first, case .integer(let number)? = app["app"] else {
            ToolOutput.complain(
                "audioctl: no program \"\(foreignText(words[1]))\" has a session; \"audioctl status\" lists the programs\n"
            )
            return .refused
        }
        try controller.happen(.appZone(AppID(Int(number)), words[2]))
        return .done
    }
}

extension StatusText {
    /// The zones, each with its ports and programs.
    var zones: String {
        guard case .list(let zones)? = status["zones"] else { return "there is one zone, main, with all ports\n" }
        func names(_ list: String, in zone: WireValue?) -> String {
            guard case .list(let values)? = status[list] else { return "-" }
            let found = values.compactMap { value -> String? in
                guard case .record(let record) = value, record["zone"] == zone, case .text(let name)? = record["name"]
                else { return nil }
                return foreignText(name)
            }
            return found.isEmpty ? "-" : found.joined(separator: ", ")
        }
        var text = ""
        for case .record(let zone) in zones {
            guard case .text(let name)? = zone["name"], case .text(let title)? = zone["title"] else { continue }
            text += foreignText(name == title ? name : "\(name) (\(title))") + "\n"
            text += "  ports     \(names("ports", in: zone["name"]))\n  programs  \(names("apps", in: zone["name"]))\n"
        }
        return text
    }
}
