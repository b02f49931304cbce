import SordinoDevice
import SordinoJSON
import SordinoPolicy
import SordinoRealtime
import SordinoService
import SordinoSession
import SordinoStories

/// The verdict on the text of a person's configuration: its faults, what `audioctl policy check` notes, and what would change with
/// it in the place of the file of this machine.
///
/// Stories run in steps of a quarter of a second, so that a page can show the progress.
package enum ConsolePolicy {
    /// The name that stands for the text.
    static let name = "text"
    /// The faults, changes and differences that are listed.
    private static let most = 30
    private static let mostInLongText = 5
    /// The time after which a step ends.
    private static let stepNanoseconds: UInt64 = 250_000_000

    /// Returns the verdict.
    ///
    /// - Parameters:
    ///   - path: The file in the place of which the text would be; nil for a layer above all others.
    ///   - first: The number of the first story that is left to compare; with 0 the verdict on the text is there too.
    ///   - compares: Whether stories are compared.
    /// - Thread: one that may take a quarter of a second.
    package static func verdict(
        _ text: String, path: String? = nil, from first: Int = 0, compares: Bool = true
    ) -> JSONText {
        // Each fault costs another reading of the text.
        let most = text.utf8.count > 8_192 ? Self.mostInLongText : Self.most
        let faults = faults(text, path: path, most: most)
        guard faults.isEmpty else {
            return .object([
                (
                    "sentence",
                    .text(
                        (faults.count == 1 ? "1 fault" : "\(faults.count) faults")
                            + (faults.count < most ? "" : " or more"))
                ),
                ("findings", .list(faults.map { entry("fault", $0.line, $0.sentence) })),
                ("changes", .list([])), ("differences", .list([])), ("end", .null),
            ])
        }
        var own = PolicyFiles.Contents()
        try? own.addPolicy(text, file: name)
        let findings = PolicyLint.findings(own.policy)
        var fields: [(String, JSONText)] = [
            ("sentence", .text(PolicyLint.summary(own.policy, findings))),
            (
                "findings",
                .list(findings.prefix(most).map { entry($0.isWarning ? "warning" : "note", $0.line, $0.sentence) })
            ),
        ]
        do throws(ConfigurationFault) {
            let (old, new) = (try layers(nil, path), try layers(text, path))
            fields.append(("changes", .list(changes(old, new))))
            guard compares else { return .object(fields + [("differences", .list([])), ("end", .null)]) }
            let course = PolicyCourse(old.settings(over: .ofThisMachine), new.settings(over: .ofThisMachine))
            let deadline = HostClock.now() + stepNanoseconds
            let part = PolicyComparison(course, from: first) { HostClock.now() < deadline }
            let differences = part.differences.prefix(most).map { self.difference($0) }
            fields += [
                ("differences", .list(differences)), ("found", .number(Int64(part.differences.count))),
                ("stories", .number(Int64(course.storyCount))), ("tellings", .number(Int64(course.tellingCount))),
                ("end", part.end < course.tellingCount ? .number(Int64(part.end)) : .null),
            ]
        } catch {
            let other = "cannot be compared: \(error.file), line \(error.line): \(error.sentence)"
            fields += [
                ("changes", .list([])), ("differences", .list([])), ("end", .null), ("trouble", .text(other)),
            ]
        }
        return .object(fields)
    }

    /// The words for programs of the stories.
    private static let cast = [
        "Mus": "music", "Radio": "other music", "Mix": "sound that mixes", "Mix2": "more sound that mixes",
        "Game": "a game", "Solo": "a quiet program", "Nav": "navigation", "Prompt": "spoken directions",
        "Pod": "a podcast", "Film": "a film", "Rec": "a recorder", "VoIP": "a call by a program",
        "Memo": "a memo recorder", "Talk": "a chat", "Hands": "a chat on the loudspeaker",
    ]

    private static func difference(_ difference: PolicyComparison.Difference) -> JSONText {
        let names = difference.programs.mapValues { cast[$0] ?? $0 }
        func words(_ decision: SessionService.Decision) -> JSONText {
            let sentences = ConsoleMoment(decision, names: names)?.sentences(names: names) ?? []
            // The first is the event itself.
            let more = sentences.dropFirst(sentences.isEmpty ? 0 : 1).prefix(3)
            return .text(more.isEmpty ? "nothing changes" : more.joined(separator: "; "))
        }
        return .object([
            ("story", .text(difference.story)),
            ("event", .text(difference.words.isEmpty ? "at the start" : difference.words)),
            ("now", words(difference.left)), ("then", words(difference.right)),
        ])
    }

    /// Returns the faults of a text, by lines.
    static func faults(_ text: String, path: String?, most: Int = 1) -> [ConfigurationFault] {
        var faults: [ConfigurationFault] = []
        var contents = PolicyFiles.Contents()
        do throws(ConfigurationFault) {
            // A person's own file cannot grant what only the machine's may.
            try contents.addPolicy(text, file: name, faults: &faults, most: most, mayGrantControl: path == nil)
        } catch { faults.append(error) }
        return faults
    }

    /// The configuration of the files, with a text in the place of one of them or above all.
    private static func layers(_ text: String?, _ path: String?) throws(ConfigurationFault) -> PolicyConfiguration {
        var contents = PolicyFiles.Contents()
        guard let text else {
            let paths = PolicyFiles.usualPaths + (path.map { PolicyFiles.usualPaths.contains($0) ? [] : [$0] } ?? [])
            try contents.addPolicies(paths, areNamed: false)
            return contents.policy
        }
        try contents.addPolicies(PolicyFiles.usualPaths.filter { $0 != path }, areNamed: false)
        try contents.addPolicy(text, file: path ?? name, mayGrantControl: path == nil)
        return contents.policy
    }

    /// The lines that hold on one side only, or say something else.
    private static func changes(_ old: PolicyConfiguration, _ new: PolicyConfiguration) -> [JSONText] {
        struct Key: Hashable {
            let section: String
            let key: String
        }
        var values: [Key: (before: String?, after: String?)] = [:]
        var order: [Key] = []
        func note(_ key: Key, _ before: String?, _ after: String?) {
            if values[key] == nil { order.append(key) }
            values[key] = (before ?? values[key]?.before, after ?? values[key]?.after)
        }
        for line in old.assignments {
            note(Key(section: line.section, key: line.key), line.words.joined(separator: " "), nil)
        }
        for line in new.assignments {
            note(Key(section: line.section, key: line.key), nil, line.words.joined(separator: " "))
        }
        let changed = order.compactMap { key -> JSONText? in
            guard let value = values[key], value.before != value.after else { return nil }
            return .object([
                ("section", .text(key.section)), ("key", .text(key.key)),
                ("before", value.before.map { .text($0) } ?? .null), ("after", value.after.map { .text($0) } ?? .null),
            ])
        }
        return Array(changed.prefix(most))
    }

    private static func entry(_ kind: String, _ line: Int, _ sentence: String) -> JSONText {
        .object([("kind", .text(kind)), ("line", .number(Int64(line))), ("sentence", .text(sentence))])
    }
}
