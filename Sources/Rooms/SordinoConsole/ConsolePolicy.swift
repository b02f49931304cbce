import SordinoDevice
import SordinoJSON
import SordinoPolicy
import SordinoService
import SordinoStories

/// The verdict on the text of a configuration: what `audioctl policy check` says of a file with this text, and what it would
/// decide otherwise than the files of this machine.
package enum ConsolePolicy {
    /// The name that stands for the text.
    static let name = "text"
    /// The differences that are listed.
    private static let mostDifferences = 30

    /// Returns the verdict.
    ///
    /// - Parameter compares: Whether the stories are played under both configurations.
    /// - Thread: one that may take a second.
    package static func verdict(_ text: String, compares: Bool = true) -> JSONText {
        var faults: [ConfigurationFault] = []
        var contents = PolicyFiles.Contents()
        do throws(ConfigurationFault) {
            try contents.addPolicy(text, file: name, faults: &faults)
        } catch { faults.append(error) }
        guard faults.isEmpty else {
            return object(faults.map { entry("fault", $0.line, $0.sentence) }, [], count(faults.count, "fault"))
        }
        let findings = PolicyLint.findings(contents.policy)
        let lines = contents.policy.assignments.count + contents.policy.others.reduce(0) { $0 + $1.lines.count }
        let warnings = findings.count(where: \.isWarning)
        var sentence = "\(count(lines, "line")) \(lines == 1 ? "holds" : "hold"), \(count(warnings, "warning")), "
        sentence += count(findings.count - warnings, "note")
        let entries = findings.map { entry($0.isWarning ? "warning" : "note", $0.line, $0.sentence) }
        guard compares, let now = try? PolicyFiles().load().policy else { return object(entries, [], sentence) }
        let comparison = PolicyComparison(
            now.settings(over: .ofThisMachine), contents.policy.settings(over: .ofThisMachine))
        sentence += "; of \(comparison.count) stories \(comparison.differences.count) are decided differently"
        let differences = comparison.differences.prefix(mostDifferences).map { difference -> JSONText in
            .object([
                ("story", .text(difference.story)),
                ("event", .text(difference.words.isEmpty ? "at the start" : difference.words)),
            ])
        }
        return object(entries, differences, sentence)
    }

    private static func object(_ entries: [JSONText], _ differences: [JSONText], _ sentence: String) -> JSONText {
        .object([
            ("sentence", .text(sentence)), ("findings", .list(entries)), ("differences", .list(differences)),
        ])
    }

    private static func entry(_ kind: String, _ line: Int, _ sentence: String) -> JSONText {
        .object([("kind", .text(kind)), ("line", .number(Int64(line))), ("sentence", .text(sentence))])
    }

    private static func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }
}
