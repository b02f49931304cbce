import Glibc
import SordinoBus
import SordinoCommandLine
import SordinoDevice
import SordinoPolicy
import SordinoService
import SordinoSession
import SordinoStories

/// `audioctl policy`: checks, compares and shows the configuration of a device.
struct PolicyCommand {
    let arguments: Arguments

    func run() throws(CommandMisuse) -> Commands.Status {
        let words = arguments.words
        switch words.dropFirst().first {
        case "check": return check(Array(words.dropFirst(2)))
        case "diff" where words.count >= 4: return diff(words[2], words[3], logs: Array(words.dropFirst(4)))
        case "show": return show(Array(words.dropFirst(2)))
        case "reload" where words.count == 2: return reload()
        default: throw Happenings.misuse(words)
        }
    }

    /// Reads files as layers, the first the lowest; without any those that the service would read.
    private func load(_ paths: [String]) throws(ConfigurationFault) -> PolicyFiles.Contents {
        guard !paths.isEmpty else { return try PolicyFiles().load() }
        var contents = PolicyFiles.Contents()
        try contents.addPolicies(paths, areNamed: true)
        return contents
    }

    /// Reads layers, and complains about a fault in them.
    ///
    /// - Returns: Nil when there is a fault.
    private func read(_ paths: [String]) -> PolicyFiles.Contents? {
        do throws(ConfigurationFault) {
            return try load(paths)
        } catch {
            ToolOutput.complain(foreignText("\(error)") + "\n")
            return nil
        }
    }

    // MARK: check

    /// Returns the faults of files in layers: each line that is not understood is left out, and the rest is read again.
    private func faults(in paths: [String]) -> [ConfigurationFault] {
        var faults: [ConfigurationFault] = []
        var contents = PolicyFiles.Contents()
        for path in paths.isEmpty ? PolicyFiles.usualPaths : paths {
            do throws(ConfigurationFault) {
                try PolicyFiles.read(path, isNamed: !paths.isEmpty) { text throws(ConfigurationFault) in
                    try contents.addPolicy(text, file: path, faults: &faults)
                }
            } catch { faults.append(error) }
        }
        return faults
    }

    private func check(_ paths: [String]) -> Commands.Status {
        let faults = faults(in: paths)
        for fault in faults { ToolOutput.complain(foreignText("\(fault)") + "\n") }
        guard faults.isEmpty else { return .refused }
        guard let contents = read(paths) else { return .refused }
        let findings = PolicyLint.findings(contents.policy)
        for finding in findings {
            if arguments.isJSON {
                var record = WireRecord()
                record.add("file", finding.file)
                record.add("line", finding.line)
                record.add("warning", finding.isWarning)
                record.add("sentence", finding.sentence)
                ToolOutput.say(JSON.line(.record(record)) + "\n")
            } else {
                ToolOutput.say(foreignText(finding.description) + "\n")
            }
        }
        if !arguments.isJSON {
            ToolOutput.say(PolicyLint.summary(contents.policy, findings) + "\n")
        }
        return findings.contains(where: \.isWarning) ? .refused : .done
    }

    // MARK: diff

    private func diff(_ left: String, _ right: String, logs: [String]) -> Commands.Status {
        let settings: (PolicySettings, PolicySettings)
        do throws(ConfigurationFault) {
            settings = (
                try load([left]).policy.settings(over: .ofThisMachine),
                try load([right]).policy.settings(over: .ofThisMachine)
            )
        } catch {
            ToolOutput.complain(foreignText("\(error)") + "\n")
            return .misused
        }
        guard !logs.isEmpty else { return tell(PolicyComparison(settings.0, settings.1), left, right) }
        var status = Commands.Status.done
        for log in logs {
            do throws(WireError) {
                let steps = try self.steps(log)
                let comparison = PolicyComparison(settings.0, settings.1, story: log, steps: steps)
                if tell(comparison, left, right) != .done { status = .refused }
            } catch {
                ToolOutput.complain("audioctl: \(foreignText(log)): \(foreignText(error.sentence))\n")
                return .misused
            }
        }
        return status
    }

    /// The events of a log or script of events, without the configurations in it.
    private func steps(_ path: String) throws(WireError) -> [StoryScript.Step] {
        guard let file = fopen(path, "re") else { throw WireError(String(cString: strerror(errno))) }
        defer { fclose(file) }
        var replay = Replay()
        var text = DecisionText()
        var steps: [StoryScript.Step] = []
        while let line = ReplayCommand.line(file) {
            for step in try replay.take(line) {
                if case .configured = step.decision.event { continue }
                let words = text.lines(step.decision).first.map { String($0.drop { $0 == " " }) } ?? ""
                steps.append(
                    StoryScript.Step(words: words, event: step.decision.event, moment: step.decision.moment))
            }
        }
        return steps
    }

    private func tell(_ comparison: PolicyComparison, _ left: String, _ right: String) -> Commands.Status {
        for difference in comparison.differences {
            let sides = [(left, difference.left), (right, difference.right)]
            if arguments.isJSON {
                var record = WireRecord()
                record.add("scenario", difference.story)
                record.add("event", difference.words)
                for (key, side) in zip(["left", "right"], sides) {
                    record.add(key, EventLog.record(side.1, withSnapshots: false))
                }
                ToolOutput.say(JSON.line(.record(record)) + "\n")
                continue
            }
            ToolOutput.say(
                "\(foreignText(difference.story)): \(foreignText(difference.words.isEmpty ? "at the start" : difference.words))\n"
            )
            for (name, side) in sides {
                var text = DecisionText()
                let lines = text.lines(side).dropFirst()
                ToolOutput.say("  \(foreignText(name)):" + (lines.isEmpty ? " nothing that is heard\n" : "\n"))
                for line in lines { ToolOutput.say("    \(String(line.drop { $0 == " " }))\n") }
            }
        }
        if !arguments.isJSON {
            let count = comparison.differences.count
            ToolOutput.say(
                "\(counted(comparison.count, "scenario")), \(count) \(count == 1 ? "is" : "are") decided differently\n")
        }
        return comparison.differences.isEmpty ? .done : .refused
    }

    // MARK: show

    private func show(_ paths: [String]) -> Commands.Status {
        guard let contents = read(paths) else { return .refused }
        let held = contents.policy.assignments
        for (section, keys) in PolicyKeys.sections {
            heading(section)
            for key in keys {
                let line = held.first { $0.section == section && $0.key == key.name }
                show(section, key.name, line?.words.joined(separator: " ") ?? key.usual, line)
            }
            for line in held where line.section == section && !keys.contains(where: { $0.name == line.key }) {
                show(section, line.key, line.words.joined(separator: " "), line)
            }
        }
        var others: [String] = []
        for line in held where !PolicyKeys.sections.contains(where: { $0.name == line.section }) {
            if !others.contains(line.section) { others.append(line.section) }
        }
        for section in others {
            heading(section)
            for line in held where line.section == section {
                show(section, line.key, line.words.joined(separator: " "), line)
            }
        }
        for other in contents.policy.others {
            heading(other.section)
            for line in other.lines { show(other.section, line.key, line.value, other.file, line.number) }
        }
        return .done
    }

    private func heading(_ section: String) {
        if !arguments.isJSON { ToolOutput.say("[\(foreignText(section))]\n") }
    }

    private func show(_ section: String, _ key: String, _ value: String, _ line: PolicyConfiguration.Assignment?) {
        show(section, key, value, line?.file ?? "", line?.line ?? 0)
    }

    private func show(_ section: String, _ key: String, _ value: String, _ file: String, _ number: Int) {
        if arguments.isJSON {
            var record = WireRecord()
            record.add("section", section)
            record.add("key", key)
            record.add("value", value)
            record.add("file", file)
            record.add("line", number)
            ToolOutput.say(JSON.line(.record(record)) + "\n")
            return
        }
        let text = Terminal.field(foreignText("\(key) = \(value)"), max(44, key.count + value.count + 4))
        ToolOutput.say("\(text)# \(file.isEmpty ? "built in" : foreignText("\(file):\(number)"))\n")
    }

    // MARK: reload

    private func reload() -> Commands.Status {
        do throws(BusError) {
            try DeviceController(arguments.bus).reload()
            return .done
        } catch {
            return Commands(arguments: arguments).complain(error)
        }
    }
}
