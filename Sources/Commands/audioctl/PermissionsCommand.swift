import SordinoBus
import SordinoCommandLine
import SordinoPolicy
import SordinoService
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
        // The library of music and the sound of other programs are rows of their own for each program.
        let (kind, wanted) = (PermissionKey(words[1]).kind, PermissionKey(words[1]).program)
        // A program chooses its name, but not its key: a name counts where no key is meant, and only if it is one program's.
        let keys = known.map { PermissionKey($0.key).program }
        let named = Set(known.filter { $0.programs.contains(wanted) }.map { PermissionKey($0.key).program })
        let program: String
        if wanted.hasPrefix("app:") || wanted.hasPrefix("program:/") {
            program = wanted
        } else if let exact = [wanted, "app:\(wanted)", "program:\(wanted)"].first(where: keys.contains) {
            program = exact
        } else if named.count > 1 {
            ToolOutput.complain(
                "audioctl: several programs are called \"\(foreignText(wanted))\"; say one of "
                    + named.sorted().map { foreignText($0) }.joined(separator: ", ") + "\n")
            return .refused
        } else if let one = named.first {
            program = one
        } else {
            ToolOutput.complain(
                "audioctl: no program \"\(foreignText(wanted))\" runs or was answered; say app:IDENTIFIER or program:PATH\n"
            )
            return .refused
        }
        try controller.setPermission(PermissionKey(kind, program).text, words[0])
        return .done
    }

    private func list(_ known: [ListedPermission]) -> Commands.Status {
        if arguments.isJSON {
            for permission in known { ToolOutput.say(JSON.line(permission.wireValue) + "\n") }
            return .done
        }
        if known.isEmpty { ToolOutput.say("no program has asked\n") }
        for permission in known {
            let answer = permission.answer == .none ? "-" : permission.answer.rawValue
            var line = Terminal.field(answer, 6) + " " + foreignText(permission.key)
            if !permission.programs.isEmpty {
                line +=
                    " (\(permission.programs.map { foreignText($0) }.joined(separator: ", ")): \(foreignText(permission.now)))"
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
                arguments.isJSON ? JSON.line(status.zones.wireValue) + "\n" : text.zones)
            return .done
        }
        guard let app = text.why(words[1])?.first else {
            ToolOutput.complain(
                "audioctl: no program \"\(foreignText(words[1]))\" has a session; \"audioctl status\" lists the programs\n"
            )
            return .refused
        }
        try controller.happen(.appZone(app.app, words[2]))
        return .done
    }
}

extension StatusText {
    /// The zones, each with its ports and programs.
    var zones: String {
        if status.zones.isEmpty { return "there is one zone, main, with all ports\n" }
        func listing(_ names: [String]) -> String {
            names.isEmpty ? "-" : names.map { foreignText($0) }.joined(separator: ", ")
        }
        return status.zones.map { zone in
            let ports = status.ports.filter { $0.zone == zone.name }.map(\.name)
            let apps = status.apps.filter { $0.zone == zone.name }.map(\.name)
            return foreignText(zone.name == zone.title ? zone.name : "\(zone.name) (\(zone.title))") + "\n"
                + "  ports     \(listing(ports))\n  programs  \(listing(apps))\n"
        }.joined()
    }
}
