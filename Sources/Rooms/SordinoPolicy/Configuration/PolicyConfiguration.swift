/// The configuration of a device as its files give it: later files change what earlier ones say, line by line.
package struct PolicyConfiguration: Hashable, Sendable {
    /// One line that holds.
    package struct Assignment: Hashable, Sendable {
        /// The section with its name, such as `ducking` or `zone rear`.
        package var section: String
        package var key: String
        package var words: [String]
        package var file: String
        package var line: Int
    }

    /// A line that another one replaced.
    package struct Shadowed: Hashable, Sendable {
        package var line: Assignment
        package var by: Assignment
    }

    /// A section that a file begins again.
    package struct Repeated: Hashable, Sendable {
        /// The section with its name.
        package var section: String
        package var file: String
        package var line: Int
        /// The line on which the file began it first.
        package var first: Int
    }

    /// The lines that hold, in the order in which their keys came first.
    package private(set) var assignments: [Assignment] = []
    /// The lines that do not hold any more, in the order in which they were replaced.
    package private(set) var shadowed: [Shadowed] = []
    /// The sections that stand more than once in a file; their lines count together.
    package private(set) var repeated: [Repeated] = []
    /// Lines of sections that others read: `streams`, `control`, `tones` and `speakers`, file by file.
    package private(set) var others: [(section: String, file: String, lines: [ConfigurationLine])] = []

    /// The place in `assignments` of each key.
    private var places: [LineName: Int] = [:]

    private struct LineName: Hashable {
        let section: String
        let key: String
    }

    /// The sections that others read.
    package static let otherSections = ["streams", "control", "tones", "speakers"]
    /// Programs, zones and pairs that a configuration may have, together with all other lines.
    package static let mostLines = 4_096

    /// A configuration that changes nothing.
    package init() {}

    package static func == (left: PolicyConfiguration, right: PolicyConfiguration) -> Bool {
        left.assignments == right.assignments && left.shadowed == right.shadowed
            && left.others.elementsEqual(right.others) {
                ($0.section, $0.file) == ($1.section, $1.file) && $0.lines == $1.lines
            }
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(assignments) }

    /// Adds a file; what it says holds before what earlier files say.
    ///
    /// - Throws: The first line that is not understood; nothing is changed then.
    package mutating func add(_ text: String, file: String) throws(ConfigurationFault) {
        do throws(ConfigurationFault) {
            let lines = try ConfigurationText.lines(text, hasSections: true)
            guard lines.count + assignments.count <= Self.mostLines else {
                throw ConfigurationFault(line: 0, "there are more than \(Self.mostLines) lines")
            }
            var changed = self
            try changed.take(ConfigurationText.sections(text), file)
            for line in lines { try changed.take(line, file, others.count) }
            try changed.check()
            self = changed
        } catch {
            throw error.file.isEmpty ? ConfigurationFault(line: error.line, error.sentence, file: file) : error
        }
    }

    /// Checks the names of a file's sections, and finds those that it begins again.
    private mutating func take(_ sections: [(name: String, line: Int)], _ file: String) throws(ConfigurationFault) {
        var firsts: [String: Int] = [:]
        for section in sections {
            do throws(ConfigurationFault) { try Self.check(section.name) } catch {
                throw ConfigurationFault(line: section.line, error.sentence)
            }
            if let first = firsts[section.name] {
                repeated.append(Repeated(section: section.name, file: file, line: section.line, first: first))
            }
            firsts[section.name] = firsts[section.name] ?? section.line
        }
    }

    private mutating func take(
        _ line: ConfigurationLine, _ file: String, _ earlier: Int
    ) throws(ConfigurationFault) {
        if Self.otherSections.contains(line.section) {
            if let there = others.indices.dropFirst(earlier).first(where: { others[$0].section == line.section }) {
                others[there].lines.append(line)
            } else {
                others.append((line.section, file, [line]))
            }
            return
        }
        let new = Assignment(
            section: line.section, key: line.key, words: line.words, file: file, line: line.number)
        var trial = Sections(PolicySettings())
        do throws(ConfigurationFault) {
            try trial.apply(new)
        } catch {
            throw ConfigurationFault(line: line.number, error.sentence)
        }
        let name = LineName(section: new.section, key: new.key)
        if let index = places[name] {
            shadowed.append(Shadowed(line: assignments[index], by: new))
            assignments[index] = new
        } else {
            places[name] = assignments.count
            assignments.append(new)
        }
    }

    /// Checks that each zone named by a `program` section has a section of its own; a single line cannot show this.
    private func check() throws(ConfigurationFault) {
        let sections = Set(assignments.map(\.section))
        for assignment in assignments where assignment.section.hasPrefix("program ") && assignment.key == "zone" {
            let zone = assignment.words.joined(separator: " ")
            guard zone == Zone.main || sections.contains("zone \(zone)") else {
                throw ConfigurationFault(
                    line: assignment.line, "there is no [zone \(zone)]", file: assignment.file)
            }
        }
    }

    /// Returns the settings that follow.
    ///
    /// - Parameter base: The settings without a configuration.
    package func settings(over base: PolicySettings = PolicySettings()) -> PolicySettings {
        var sections = Sections(base)
        // Each line was tried when it was taken.
        for assignment in assignments { try? sections.apply(assignment) }
        return sections.settings
    }

    // MARK: Lines

    /// Settings while lines are applied to them, with the places of their programs and zones.
    private struct Sections {
        private(set) var settings: PolicySettings
        private var programs: [String: Int]
        private var zones: [String: Int]

        init(_ settings: PolicySettings) {
            self.settings = settings
            programs = Dictionary(
                settings.programs.enumerated().map { ($1.program, $0) }, uniquingKeysWith: { first, _ in first })
            zones = Dictionary(
                settings.zones.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
        }

        mutating func apply(_ line: Assignment) throws(ConfigurationFault) {
            if let section = PolicyKeys.sections.first(where: { $0.name == line.section }) {
                if line.section == "ducking", line.key.contains(" over ") {
                    let pair = try PolicyKeys.pair(line.key, line.words)
                    settings.duckPairs.removeAll { $0.ducker == pair.ducker && $0.ducked == pair.ducked }
                    settings.duckPairs.append(pair)
                    return
                }
                return try PolicyConfiguration.apply(line, section.keys, to: &settings)
            }
            if let name = PolicyConfiguration.name(line.section, "program") {
                let index = programs[name] ?? settings.programs.count
                if index == settings.programs.count { settings.programs.append(ProgramRule(program: name)) }
                programs[name] = index
                return try PolicyConfiguration.apply(line, PolicyKeys.program, to: &settings.programs[index])
            }
            if let name = PolicyConfiguration.name(line.section, "zone") {
                let index = zones[name] ?? settings.zones.count
                if index == settings.zones.count { settings.zones.append(Zone(name: name)) }
                zones[name] = index
                return try PolicyConfiguration.apply(line, PolicyKeys.zone, to: &settings.zones[index])
            }
            throw ConfigurationFault(line: 0, "\"\(line.key)\" stands before the first section")
        }
    }

    /// Checks that there is a section of a name.
    private static func check(_ section: String) throws(ConfigurationFault) {
        if let zone = name(section, "zone") {
            guard zone != Zone.main, !zone.contains(" ") else {
                throw ConfigurationFault(
                    line: 0, "a zone has a name of one word, and \"main\" is the zone of all other ports")
            }
            return
        }
        let names = PolicyKeys.sections.map(\.name) + otherSections
        if names.contains(section) || name(section, "program") != nil { return }
        let known = PolicyKeys.sections.map(\.name) + ["program NAME", "zone NAME"] + otherSections
        throw ConfigurationFault(
            line: 0, "there is no section [\(section.prefix(60))]; there are \(known.joined(separator: ", "))")
    }

    private static func apply<Whole>(
        _ line: Assignment, _ keys: [PolicyKey<Whole>], to whole: inout Whole
    ) throws(ConfigurationFault) {
        guard let key = keys.first(where: { $0.name == line.key }) else {
            let near = keys.map(\.name).min { distance($0, line.key) < distance($1, line.key) } ?? ""
            let hint = distance(near, line.key) <= 3 ? "; did you mean \"\(near)\"?" : ""
            throw ConfigurationFault(line: 0, "there is no key \"\(line.key.prefix(60))\" in [\(line.section)]\(hint)")
        }
        do throws(ConfigurationFault) {
            try key.read(line.words, &whole)
        } catch {
            throw ConfigurationFault(line: 0, "\(line.key): \(error.sentence)")
        }
    }

    /// The name behind the word that begins a section.
    private static func name(_ section: String, _ word: String) -> String? {
        guard section.hasPrefix(word + " ") else { return nil }
        return String(section.dropFirst(word.count + 1))
    }

    /// The number of letters to change, add or leave out.
    private static func distance(_ left: String, _ right: String) -> Int {
        let (left, right) = (Array(left.prefix(40)), Array(right.prefix(40)))
        var row = Array(0...right.count)
        for (index, letter) in left.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for (column, other) in right.enumerated() {
                let least = min(diagonal + (letter == other ? 0 : 1), row[column] + 1, row[column + 1] + 1)
                diagonal = row[column + 1]
                row[column + 1] = least
            }
        }
        return row[right.count]
    }

    // MARK: Writing

    /// Returns settings as the text of a configuration: what differs from the settings without one.
    ///
    /// Reading it gives the same settings, bit for bit, as far as they have keys.
    package static func text(of settings: PolicySettings) -> String {
        let usual = PolicySettings()
        var text = ""
        func add(_ section: String, _ lines: [(String, [String])]) {
            if lines.isEmpty { return }
            text += "[\(section)]\n"
            for (key, words) in lines { text += "\(key) = \(words.joined(separator: " "))\n" }
        }
        for section in PolicyKeys.sections {
            var lines: [(String, [String])] = []
            for key in section.keys {
                if let words = key.write(settings), words != key.write(usual) { lines.append((key.name, words)) }
            }
            if section.name == "ducking" {
                for pair in settings.duckPairs {
                    let key = "\(pair.ducker?.rawValue ?? "*") over \(pair.ducked?.rawValue ?? "*")"
                    let times = [pair.attackSeconds, pair.releaseSeconds].compactMap { $0 }.flatMap { ["\($0)", "s"] }
                    lines.append((key, ["\(pair.gain)"] + times))
                }
            }
            add(section.name, lines)
        }
        for zone in settings.zones {
            add("zone \(zone.name)", PolicyKeys.zone.compactMap { key in key.write(zone).map { (key.name, $0) } })
        }
        for rule in settings.programs {
            add(
                "program \(rule.program)",
                PolicyKeys.program.compactMap { key in key.write(rule).map { (key.name, $0) } })
        }
        return text
    }
}
