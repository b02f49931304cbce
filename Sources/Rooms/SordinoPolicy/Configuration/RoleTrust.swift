/// The programs that may use roles with privileges over other programs: an alarm interrupts, a filter is not managed.
///
/// A program declares the roles of its streams itself. Such a role is accepted only from programs that the configuration or the
/// desktop entry of an installed program names, identified by their executables.
package struct RoleTrust: Hashable, Sendable {
    /// The roles that are restricted to certain programs.
    package enum Role: String, CaseIterable, Sendable {
        case alarm, accessibility, dsp, screen
        /// No stream has it: the outputs of these programs are parts of the device, as those of a session manager.
        case output

        /// Reads the role that a stream declares; nil for roles that any program may use.
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
        .output: ["program:wireplumber", "program:pipewire-media-session"],
    ]

    /// Roles whose programs a line replaced: desktop entries add none to them.
    private var replaced = Set<Role>()

    /// The role of a stream whose declared role is not accepted.
    ///
    /// Roles of streams are in lower case, so no stream can declare it.
    package static let unaccepted = "Unaccepted"

    /// Makes the built-in configuration.
    package init() {}

    /// Returns the role in the key of a line `believe ROLE = …`; nil for other keys.
    package static func role(key: String) -> String? {
        key.hasPrefix("believe ") ? String(key.dropFirst("believe ".count)) : nil
    }

    /// Replaces the programs of a role by those of a line `believe ROLE = PROGRAM…`; with an empty value no program may use it.
    package mutating func set(_ role: String, _ line: ConfigurationLine) throws(ConfigurationFault) {
        guard let known = Role(rawValue: role) else {
            let roles = Role.allCases.map(\.rawValue).joined(separator: ", ")
            throw ConfigurationFault(line: line.number, "\"\(role)\" is not one of \(roles)")
        }
        let words = line.words
        if let wrong = words.first(where: { $0 != "*" && !$0.hasPrefix("/") && !$0.hasPrefix("program:") }) {
            throw ConfigurationFault(
                line: line.number, "\"\(wrong)\" is not the path of an executable, \"program:NAME\" or \"*\"")
        }
        programs[known] = Set(words)
        replaced.insert(known)
    }

    /// Adds an installed program that declares a role, unless a line replaced the programs of that role.
    ///
    /// - Parameter executable: The path by which the kernel names it.
    package mutating func add(_ media: String, ofInstalled executable: String) {
        guard let role = Role(media: media), !replaced.contains(role) else { return }
        programs[role, default: []].insert(executable)
    }

    /// Adds the files that the configured paths lead to: the kernel names a program by its file, not by a link to it.
    ///
    /// - Parameter resolve: Returns the path of a file without links; nil if there is no such file.
    package mutating func addTargets(_ resolve: (String) -> String?) {
        programs = programs.mapValues { names in
            names.union(names.filter { $0.hasPrefix("/") }.compactMap(resolve))
        }
    }

    /// The paths of executables that the configuration names.
    package var paths: Set<String> {
        programs.values.reduce(into: []) { $0.formUnion($1.filter { $0.hasPrefix("/") }) }
    }

    /// Returns whether a role is accepted from a program.
    ///
    /// - Parameter executable: The path of the executable of the program; empty if it is unknown or not verified.
    package func believes(_ media: String, of executable: String) -> Bool {
        guard let role = Role(media: media) else { return true }
        let known = programs[role] ?? []
        guard !known.contains("*"), !executable.isEmpty else { return known.contains("*") }
        let name = executable.split(separator: "/").last.map(String.init) ?? ""
        return known.contains(executable) || known.contains("program:\(name)")
    }
}
