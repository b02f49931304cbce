import Glibc
import SordinoCommandLine
import SordinoPolicy
import SordinoService
import SordinoSession

/// Makes the decisions of a log or script again.
struct ReplayCommand {
    let path: String
    /// Indicates whether only differences are printed.
    let comparesOnly: Bool
    let isJSON: Bool

    func run() -> Commands.Status {
        guard let file = fopen(path == "-" ? "/dev/stdin" : path, "r") else {
            ToolOutput.complain("audioctl: \(path): \(String(cString: strerror(errno)))\n")
            return .refused
        }
        defer { fclose(file) }
        var replay = Replay()
        var text = DecisionText()
        var count = 0
        var differences = 0
        func showAll(_ steps: [Replay.Step]) {
            for step in steps {
                count += 1
                if let logged = step.loggedEffects {
                    differences += 1
                    let now = JSON.line(.list(step.decision.effects.map(\.wireValue)))
                    if isJSON {
                        var difference = WireRecord()
                        difference.add("line", step.lineNumber)
                        difference.add("log", logged)
                        difference.add("now", now)
                        ToolOutput.say(JSON.line(.record(difference)) + "\n")
                        continue
                    }
                    ToolOutput.say("line \(step.lineNumber) decides otherwise\n  log: \(logged)\n  now: \(now)" + "\n")
                }
                if !comparesOnly { show(step.decision, &text) }
            }
        }
        do throws(WireError) {
            while let line = Self.line(file) { showAll(try replay.take(line)) }
        } catch {
            ToolOutput.complain("audioctl: \(path): \(error.sentence)\n")
            return .refused
        }
        showAll(replay.finish())
        if comparesOnly, isJSON {
            var summary = WireRecord()
            summary.add("decisions", count)
            summary.add("differ", differences)
            ToolOutput.say(JSON.line(.record(summary)) + "\n")
        } else if comparesOnly {
            ToolOutput.say("\(counted(count, "decision")), \(differences) \(differences == 1 ? "differs" : "differ")\n")
        }
        return differences == 0 ? .done : .refused
    }

    private func show(_ decision: SessionService.Decision, _ text: inout DecisionText) {
        if isJSON {
            ToolOutput.say(JSON.line(.record(EventLog.record(decision, withSnapshots: false))) + "\n")
        } else {
            for line in text.lines(decision) { ToolOutput.say(line + "\n") }
        }
    }

    static func line(_ file: UnsafeMutablePointer<FILE>) -> String? {
        var buffer: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(buffer) }
        guard getline(&buffer, &capacity, file) >= 0, let buffer else { return nil }
        return String(cString: buffer)
    }
}
