import Foundation
import SordinoCommandLine
import SordinoPolicy
import SordinoScenario
import SordinoService
import SordinoSession

/// Plays a scenario on a simulated device; a script of events as JSON has its decisions made.
struct SimulateCommand {
    let path: String
    /// A folder for the page, the text and a recording of each port.
    let output: String?
    let isJSON: Bool

    func run() -> Commands.Status {
        let url = URL(fileURLWithPath: path)
        let script: String
        guard path == "-" || FileManager.default.fileExists(atPath: path) else {
            ToolOutput.complain("audioctl: \(foreignText(path)): there is no such file\n")
            return .refused
        }
        do {
            let data = path == "-" ? FileHandle.standardInput.readDataToEndOfFile() : try Data(contentsOf: url)
            script = String(decoding: data, as: UTF8.self)
        } catch {
            ToolOutput.complain("audioctl: \(path): \(error.localizedDescription)\n")
            return .refused
        }
        if path != "-", Self.holdsEvents(script) {
            return ReplayCommand(path: path, comparesOnly: false, isJSON: isJSON).run()
        }
        do {
            let scenario = try Scenario(script: script)
            let folder = path == "-" ? URL(fileURLWithPath: ".") : url.deletingLastPathComponent()
            return try MainActor.assumeIsolated { try play(scenario, folder) }
        } catch let error as ScenarioError {
            ToolOutput.complain("audioctl: \(path): \(error)\n")
            return .misused
        } catch {
            ToolOutput.complain("audioctl: \(output ?? path): \(error.localizedDescription)\n")
            return .refused
        }
    }

    @MainActor private func play(_ scenario: Scenario, _ folder: URL) throws -> Commands.Status {
        let run = try ScenarioRun(scenario, folder: folder)
        run.play()
        if isJSON {
            ToolOutput.say(JSON.line(.record(EventLog.header())) + "\n")
            for decision in run.decisionLog {
                ToolOutput.say(JSON.line(.record(EventLog.record(decision, withSnapshots: true))) + "\n")
            }
            if let output { _ = try run.write(to: URL(fileURLWithPath: output)) }
        } else if let output {
            ToolOutput.say(try run.write(to: URL(fileURLWithPath: output)))
        } else {
            ToolOutput.say(run.timeline(run.recordings()).text)
        }
        for failure in run.failures { ToolOutput.complain("audioctl: \(path): \(failure)\n") }
        return run.failures.isEmpty ? .done : .refused
    }

    /// Returns whether the first line that is neither empty nor a comment is JSON.
    private static func holdsEvents(_ script: String) -> Bool {
        let first = script.split(whereSeparator: \.isNewline).first { line in
            let text = line.trimmingCharacters(in: .whitespaces)
            return !text.isEmpty && !text.hasPrefix("#")
        }
        return first?.trimmingCharacters(in: .whitespaces).hasPrefix("{") ?? false
    }
}
