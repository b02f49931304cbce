import SordinoPolicy

/// Finds settings without effect, or with an effect that the author may not have intended.
package enum PolicyLint {
    /// One place in a file that deserves attention.
    package struct Finding: Hashable, Sendable {
        /// Indicates whether it may harm people; other findings are lines without effect.
        package var isWarning: Bool
        package var file: String
        package var line: Int
        package var sentence: String

        /// The finding as a line: `FILE:LINE: warning: SENTENCE`.
        package var description: String {
            "\(file):\(line): \(isWarning ? "warning" : "note"): \(sentence)"
        }
    }

    /// Returns the findings, in the order of files and lines.
    package static func findings(_ configuration: PolicyConfiguration) -> [Finding] {
        var found = shadowed(configuration) + pairs(configuration) + zones(configuration) + order(configuration)
        found += programs(configuration) + repeated(configuration)
        var files: [String: Int] = [:]
        for file in configuration.assignments.map(\.file) + configuration.shadowed.map(\.line.file)
        where files[file] == nil { files[file] = files.count }
        func place(_ finding: Finding) -> Int { files[finding.file] ?? 0 }
        return found.enumerated().sorted { left, right in
            (place(left.element), left.element.line, left.offset) < (
                place(right.element), right.element.line, right.offset
            )
        }.map(\.element)
    }

    /// Says how many lines hold, and what was found: `1 line holds, 0 warnings, 2 notes`.
    package static func summary(_ configuration: PolicyConfiguration, _ findings: [Finding]) -> String {
        func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
        let lines = configuration.assignments.count + configuration.others.reduce(0) { $0 + $1.lines.count }
        let warnings = findings.count(where: \.isWarning)
        return "\(counted(lines, "line")) \(lines == 1 ? "holds" : "hold"), \(counted(warnings, "warning")), "
            + counted(findings.count - warnings, "note")
    }

    private static func finding(
        _ line: PolicyConfiguration.Assignment?, isWarning: Bool = false, _ sentence: String
    ) -> Finding {
        Finding(isWarning: isWarning, file: line?.file ?? "", line: line?.line ?? 0, sentence: sentence)
    }

    /// Lines that another line of the same file replaces, and lines that repeat another file.
    private static func shadowed(_ configuration: PolicyConfiguration) -> [Finding] {
        configuration.shadowed.compactMap { shadowed in
            if shadowed.line.file == shadowed.by.file {
                return finding(shadowed.line, "line \(shadowed.by.line) replaces this line, which never holds")
            }
            guard shadowed.line.words == shadowed.by.words else { return nil }
            return finding(shadowed.by, "\(shadowed.line.file):\(shadowed.line.line) says the same")
        }
    }

    /// Sections that stand twice in one file.
    private static func repeated(_ configuration: PolicyConfiguration) -> [Finding] {
        configuration.repeated.map { section in
            Finding(
                isWarning: false, file: section.file, line: section.line,
                sentence: "[\(section.section)] stands a second time; line \(section.first) began it")
        }
    }

    // MARK: Ducking

    private static func pairs(_ configuration: PolicyConfiguration) -> [Finding] {
        let settings = configuration.settings()
        let lines = configuration.assignments.filter { $0.section == "ducking" && $0.key.contains(" over ") }
        func line(_ pair: DuckPair) -> PolicyConfiguration.Assignment? {
            let key = "\(pair.ducker?.rawValue ?? "*") over \(pair.ducked?.rawValue ?? "*")"
            return lines.first { $0.key == key }
        }
        var found: [Finding] = []
        var used: Set<DuckPair> = []
        for ducker in SoundClass.allCases {
            for ducked in SoundClass.allCases {
                if let pair = settings.pair(ducker, over: ducked) { used.insert(pair) }
            }
        }
        let namesMusic = settings.programs.contains { $0.soundClass == .music }
        for pair in settings.duckPairs {
            if !used.contains(pair) {
                found.append(
                    finding(line(pair), "other lines are more exact for every pair of classes: it never holds"))
            }
            if pair.ducker == .music, !namesMusic {
                found.append(
                    finding(line(pair), "nothing of the class music ducks: playback that ducks is of the class prompt"))
            }
        }
        if let cycle = cycle(settings) {
            let names = cycle.map(\.rawValue).joined(separator: ", ")
            let pair = settings.duckPairs.first { $0.ducker == cycle[cycle.count - 1] && $0.ducked == cycle[0] }
            let sentence =
                settings.duckerVersusDucker == .mutual
                ? "\(names) turn one another down: at the same time all of them are low"
                : "\(names) turn one another down: the one that starts last is heard in full"
            found.append(finding(pair.flatMap(line) ?? lines.first, isWarning: true, sentence))
        }
        return found
    }

    /// Returns classes each of which turns the next down, and the last the first, by pairs that name both.
    private static func cycle(_ settings: PolicySettings) -> [SoundClass]? {
        func next(_ sound: SoundClass) -> [SoundClass] {
            SoundClass.allCases.filter { other in
                guard other != sound, let pair = settings.pair(sound, over: other) else { return false }
                return pair.exactness == 3 && pair.gain < 1
            }
        }
        func search(_ path: [SoundClass]) -> [SoundClass]? {
            for other in next(path[path.count - 1]) {
                if other == path[0] { return path }
                if path.contains(other) { continue }
                if let found = search(path + [other]) { return found }
            }
            return nil
        }
        for sound in SoundClass.allCases { if let found = search([sound]) { return found } }
        return nil
    }

    // MARK: Ports

    private static func zones(_ configuration: PolicyConfiguration) -> [Finding] {
        let sections = Dictionary(grouping: configuration.assignments, by: \.section)
        var found: [Finding] = []
        var owners: [String: String] = [:]
        for zone in configuration.settings().zones {
            let lines = sections["zone \(zone.name)"] ?? []
            defer { for port in zone.ports where owners[port] == nil { owners[port] = zone.name } }
            if zone.ports.isEmpty {
                found.append(
                    finding(lines.first, isWarning: true, "the zone has no port: what is in it is never heard"))
            }
            for port in zone.ports {
                if let other = owners[port] {
                    found.append(
                        finding(
                            lines.first { $0.key == "ports" },
                            "the port \"\(port)\" is of the zone \(other), which names it before"))
                }
            }
        }
        return found
    }

    private static func order(_ configuration: PolicyConfiguration) -> [Finding] {
        let line = configuration.assignments.first { $0.section == "outputs" && $0.key == "order" }
        var seen: Set<String> = []
        return configuration.settings().portOrder.filter { !seen.insert($0).inserted }.map {
            finding(line, "\"\($0)\" is listed a second time")
        }
    }

    // MARK: Programs

    private static func programs(_ configuration: PolicyConfiguration) -> [Finding] {
        let settings = configuration.settings()
        let sections = Dictionary(grouping: configuration.assignments, by: \.section)
        let all = settings.rule(bundleID: "*", name: "*")
        var found: [Finding] = []
        for rule in settings.programs {
            let lines = sections["program \(rule.program)"] ?? []
            func line(_ key: String) -> PolicyConfiguration.Assignment? { lines.first { $0.key == key } }
            let who = rule.program == "*" ? "every program" : rule.program
            if rule.isInterrupted == false {
                let mixes =
                    rule.interrupts == false || rule.forced.map { SessionConfiguration($0).isMixable } ?? false
                found.append(
                    finding(
                        line("interrupted"), isWarning: true,
                        mixes
                            ? "\(who) plays on during calls and alarms: who calls may not be understood"
                            : "\(who) plays on during calls and alarms, and while it plays no program can begin a call")
                )
            }
            if rule.forced?.category == .record {
                found.append(
                    finding(
                        line("category"), isWarning: true,
                        "while \(who) is active everything but the telephone and alarms is silent, its own sound too"))
                if rule.recording == .deny {
                    found.append(finding(line("record"), "\(who) is held to recording and may not record"))
                }
            }
            if rule.interrupts == false, rule.forced.map({ !$0.category.mayMix && $0.category != .ambient }) ?? false,
                rule.forced?.category != .soloAmbient
            {
                found.append(finding(line("interrupts"), "the category \(who) is held to cannot mix: it interrupts"))
            }
            found += idle(rule, settings, rule.program == "*" ? ProgramRule(program: "*") : all, line)
        }
        return found
    }

    /// Lines of a rule that say what holds without them.
    ///
    /// - Parameter other: What holds for every other program.
    private static func idle(
        _ rule: ProgramRule, _ settings: PolicySettings, _ other: ProgramRule,
        _ line: (String) -> PolicyConfiguration.Assignment?
    ) -> [Finding] {
        var keys: [String] = []
        if let value = rule.isDucked, value == other.isDucked ?? true { keys.append("ducked") }
        if let value = rule.ducks, value == other.ducks ?? true { keys.append("ducks") }
        if let value = rule.interrupts, value == other.interrupts ?? true { keys.append("interrupts") }
        if let value = rule.isInterrupted, value == other.isInterrupted ?? true { keys.append("interrupted") }
        if let value = rule.recording, value == other.recording ?? settings.recording { keys.append("record") }
        if let value = rule.zone, value == other.zone ?? Zone.main { keys.append("zone") }
        return keys.map { finding(line($0), "this holds without the line") }
    }
}
