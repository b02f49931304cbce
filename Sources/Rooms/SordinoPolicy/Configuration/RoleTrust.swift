/// The programs whose streams' roles are believed, where a role gives a program something over others: an alarm interrupts,
/// a filter is not managed.
///
/// A role is what a program says of itself. It counts only for programs that the configuration names, by the file that they run.
package struct RoleTrust: Hashable, Sendable {
    /// The roles that are not every program's.
    package enum Role: String, CaseIterable, Sendable {
        case alarm, accessibility, dsp, screen

        /// The role that a stream declares; nil for roles that every program may have.
        package init?(media: String) {
            let word = media.lowercased()
            self.init(rawValue: word == "a11y" ? "accessibility" : word)
        }
    }

    /// `*`, a path, or `program:` and the last part of the path of an executable in the system's folders.
    private var programs: [Role: Set<String>] = [
        .alarm: [
            "program:gnome-clocks", "program:kclock", "program:kclockd", "program:kalarm",
            "program:evolution-alarm-notify", "program:alarm-clock-applet",
        ],
        .accessibility: [
            "program:orca", "program:speech-dispatcher", "program:sd_espeak", "program:sd_espeak-ng",
            "program:sd_festival", "program:sd_flite", "program:sd_generic", "program:sd_pico", "program:espeak-ng",
        ],
        .dsp: ["program:easyeffects", "program:pulseeffects", "program:jamesdsp", "program:pipewire"],
        .screen: [
            "program:gnome-shell", "program:kwin_wayland", "program:plasmashell", "program:phosh", "program:obs",
        ],
    ]

    /// The programs without a file.
    package init() {}

    /// The key of a line that names the programs of a role; nil if the line is another.
    package static func role(key: String) -> String? {
        key.hasPrefix("believe ") ? String(key.dropFirst("believe ".count)) : nil
    }

    /// Replaces the programs of a role by those of a line, `believe ROLE = WHO…`; none is nobody.
    package mutating func set(_ role: String, _ line: ConfigurationLine) throws(ConfigurationFault) {
        guard let known = Role(rawValue: role) else {
            let roles = Role.allCases.map(\.rawValue).joined(separator: ", ")
            throw ConfigurationFault(line: line.number, "\"\(role)\" is not one of \(roles)")
        }
        let words = line.words
        if let wrong = words.first(where: { $0 != "*" && !$0.hasPrefix("/") && !$0.hasPrefix("program:") }) {
            throw ConfigurationFault(
                line: line.number, "\"\(wrong)\" is no path of an executable, no \"program:NAME\" and no \"*\"")
        }
        programs[known] = Set(words)
    }

    /// The paths that lines name: their files are the configuration's choice.
    package var paths: Set<String> {
        programs.values.reduce(into: []) { $0.formUnion($1.filter { $0.hasPrefix("/") }) }
    }

    /// Returns whether a role is believed of a program.
    ///
    /// - Parameter executable: The path of the file that the program runs; empty where that is not known, or not proven.
    package func believes(_ media: String, of executable: String) -> Bool {
        guard let role = Role(media: media) else { return true }
        let known = programs[role] ?? []
        guard !known.contains("*"), !executable.isEmpty else { return known.contains("*") }
        let name = executable.split(separator: "/").last.map(String.init) ?? ""
        return known.contains(executable) || known.contains("program:\(name)")
    }
}
