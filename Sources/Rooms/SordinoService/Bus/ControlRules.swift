import SordinoBus
import SordinoPolicy
import SordinoSession

/// The rights of callers to control the device, beyond the bus's own rules.
///
/// The text of a file has one line per right, `RIGHT = WHO WHO …`; `#` begins a comment. A line replaces that right's
/// default. `WHO` is the path of an executable, `unit:NAME` for a systemd unit, or `*` for everybody.
package struct ControlRules: Hashable, Sendable {
    /// The rights that can be given.
    package typealias Right = ControlRight

    /// The reason for which a file was not understood.
    package typealias Fault = ConfigurationFault

    /// The file that `audiosessiond` reads when it is there.
    package static let path = "/etc/sordino/control.conf"

    private var allowed: [Right: Set<String>] = [
        .settings: ["*"],
        .programs: [
            "/usr/bin/audioctl", "/usr/local/bin/audioctl", "/usr/bin/gnome-shell", "/usr/bin/phosh",
            "/usr/libexec/phosh", "/usr/bin/plasmashell", "/usr/bin/kwin_wayland", "/usr/bin/kwin_x11",
        ],
    ]

    /// The rules without a file.
    package init() {}

    /// Gives all rights to every caller.
    package static var open: ControlRules {
        var rules = ControlRules()
        for right in Right.allCases { rules.allowed[right] = ["*"] }
        return rules
    }

    /// Reads the text of a file.
    ///
    /// - Throws: `Fault` with the number of the line that is not understood.
    package init(_ text: String) throws(Fault) {
        self.init()
        try add(ConfigurationText.lines(text, hasSections: false))
    }

    /// Changes the rights by lines, such as those of `[control]` in a `policy.conf`.
    ///
    /// - Throws: `Fault` with the number of the line that is not understood.
    package mutating func add(_ lines: [ConfigurationLine]) throws(Fault) {
        var said: Set<Right> = []
        for line in lines {
            guard let right = Right(rawValue: line.key) else {
                throw Fault(line: line.number, "\"settings = …\" or \"programs = …\" is expected")
            }
            guard said.insert(right).inserted else {
                throw Fault(line: line.number, "\"\(line.key)\" is set a second time")
            }
            let words = line.words
            if let wrong = words.first(where: { $0 != "*" && !$0.hasPrefix("/") && !$0.hasPrefix("unit:") }) {
                throw Fault(
                    line: line.number,
                    "\"\(wrong)\" is not the path of an executable, \"unit:NAME\" or \"*\"")
            }
            allowed[right] = Set(words)
        }
    }

    /// Adds the files that the paths lead to: the kernel names a program by its file, not by a link to it.
    ///
    /// - Parameter resolve: Returns the path of a file without links; nil if there is no such file.
    package mutating func addTargets(_ resolve: (String) -> String?) {
        allowed = allowed.mapValues { names in
            names.union(names.filter { $0.hasPrefix("/") }.compactMap(resolve))
        }
    }

    /// A clause that says who has a right, and what gives it to others.
    ///
    /// - Parameter caller: Of several programs that have it, one of the same name is named.
    package func holders(of right: Right, for caller: String) -> String {
        let names = (allowed[right] ?? []).sorted()
        let last = caller.split(separator: "/").last
        let holder = names.first { $0.split(separator: "/").last == last } ?? names.first
        return "\(holder ?? "no program") has it, and \(Self.path) gives it to others"
    }

    /// Returns whether a caller has a right.
    package func allows(_ right: Right, _ who: BusCredentials) -> Bool {
        let allowed = allowed[right] ?? []
        return allowed.contains("*") || (allowed.contains(who.executable) && who.runs(who.executable))
            || (!who.unit.isEmpty && allowed.contains("unit:\(who.unit)"))
    }
}
