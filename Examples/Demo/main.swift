// The demo: four apps, a phone call and an alarm share one simulated phone.
//
//     make run                      or: swift run sordino-demo [FOLDER]
//
// It plays the script Recordings/demo.scenario, as `audioctl simulate` does, and leaves in FOLDER (demo): what came out of
// each port as WAV, and index.html, one page with all of it.

import Foundation
import SordinoScenario
import SordinoStories
import SordinoTimeline

/// Prints a line at once, also into a pipe or a file.
func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

let folder = URL(fileURLWithPath: CommandLine.arguments.dropFirst().first ?? "demo")
do {
    guard let url = Bundle.module.url(forResource: "Recordings/demo", withExtension: "scenario") else {
        throw ScenarioError(line: 0, sentence: "the script is missing")
    }
    let run = try ScenarioRun(
        Scenario(script: String(contentsOf: url, encoding: .utf8)), folder: url.deletingLastPathComponent())
    say("A phone with four apps. A minute of its life passes:")
    run.play { seconds, words in say("  \(padded(fixed(seconds, 1), 5, left: true)) s  \(words)") }
    let text = try run.write(to: folder)
    say("\n\(text)")
    for failure in run.failures { FileHandle.standardError.write(Data("sordino-demo: \(failure)\n".utf8)) }
    if !run.failures.isEmpty { exit(1) }
} catch {
    FileHandle.standardError.write(Data("sordino-demo: \(error)\n".utf8))
    exit(1)
}
