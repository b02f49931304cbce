// Small programs for sound in space, one idea in each file: swift run space-examples NAME [FOLDER]
//
//   head          what a head does to a source on the circle around it, beside the measurement: diagrams as SVG
//   fly           a source flies around the head: a sound file, and a picture of both ears
//   steps         a game in the terminal: walk with w, a, s and d past a fountain; q ends it
//   theatre       a scene for 7.1.4 loudspeakers, and the same for headphones
//   multichannel  5.1 over HDMI on a simulated phone: session, layout, engine
//
// All of them run without sound hardware. What they make goes to FOLDER, by default a new temporary one.

import Foundation

let examples: [(name: String, run: (URL) throws -> Void)] = [
    ("head", head(into:)), ("fly", fly(into:)), ("steps", steps(into:)), ("theatre", theatre(into:)),
    ("multichannel", multichannel(into:)),
]
let arguments = CommandLine.arguments.dropFirst()
guard let name = arguments.first, let example = examples.first(where: { $0.name == name }) else {
    print("space-examples \(examples.map(\.name).joined(separator: "|")) [FOLDER]")
    exit(2)
}
let folder =
    arguments.dropFirst().first.map { URL(fileURLWithPath: $0) }
    ?? FileManager.default.temporaryDirectory.appendingPathComponent("space-examples")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
try example.run(folder)
