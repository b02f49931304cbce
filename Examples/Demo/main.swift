// The demo: four apps, a phone call and an alarm share one simulated phone.
//
//     make run                      or: swift run sordino-demo [FOLDER]
//
// It leaves in FOLDER (demo): what came out of each port as WAV, and index.html, one page with all of it.

import DemoTimeline
import Foundation

let folder = URL(fileURLWithPath: CommandLine.arguments.dropFirst().first ?? "demo")
do {
    guard (try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)) != nil else {
        throw DemoError.noFolder(folder.path)
    }
    let story = try Story()
    print("A phone with four apps. A minute of its life passes:")
    story.play { seconds, words in print("  \(padded(fixed(seconds, 1), 5, left: true)) s  \(words)") }

    let outputs = story.device.outputs.map { PortRecording($0, durationSeconds: Story.durationSeconds) }
    for output in outputs { try output.write(to: folder) }
    let timeline = story.timeline(outputs)
    try TimelinePage(timeline).html.write(
        to: folder.appendingPathComponent("index.html"), atomically: true, encoding: .utf8)
    try timeline.text.write(to: folder.appendingPathComponent("timeline.txt"), atomically: true, encoding: .utf8)
    print("\n\(timeline.text)")
} catch {
    FileHandle.standardError.write(Data("sordino-demo: \(error)\n".utf8))
    exit(1)
}
