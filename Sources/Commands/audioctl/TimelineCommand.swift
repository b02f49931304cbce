import Foundation
import SordinoCommandLine
import SordinoService
import SordinoSession
import SordinoTimeline

/// Draws the events of a log.
struct TimelineCommand {
    let path: String
    /// The page; without it the text is printed.
    let output: String?

    func run() -> Commands.Status {
        do {
            let timeline = try timeline()
            guard let output else {
                ToolOutput.say(timeline.text)
                return .done
            }
            try Data(TimelinePage(timeline).html.utf8).write(to: URL(fileURLWithPath: output))
            return .done
        } catch let error as WireError {
            ToolOutput.complain("audioctl: \(path): \(error.sentence)\n")
        } catch {
            ToolOutput.complain("audioctl: \(output ?? path): \(error.localizedDescription)\n")
        }
        return .refused
    }

    /// Returns the page of the log as it is now; nil if it cannot be read.
    func page() -> String? { (try? timeline()).map { TimelinePage($0).html } }

    private func timeline() throws -> Timeline {
        guard let file = fopen(path == "-" ? "/dev/stdin" : path, "r") else {
            throw WireError(String(cString: strerror(errno)))
        }
        defer { fclose(file) }
        var replay = Replay()
        var diary = DecisionDiary()
        while let line = ReplayCommand.line(file) {
            for step in try replay.take(line) { diary.take(step.decision) }
        }
        for step in replay.finish() { diary.take(step.decision) }
        let name = path == "-" ? "A log" : URL(fileURLWithPath: path).lastPathComponent
        return Timeline(diary, title: name, summary: "What the service decided, and by which rule.")
    }
}
