// Small programs for AVAudioEngine, one idea in each file: swift run engine-examples NAME [FOLDER]
//
//   tone      a source node makes a tone
//   karaoke   a voice through a delay over a backing track, with a tap that watches the level
//   split     one guitar to three places: dry, distorted, reverberant, each at its own volume
//   live      karaoke from the microphone of a simulated phone to its headphones
//   bounce    a song rendered to an m4a file faster than it plays, with progress
//   game      a thousand voices that move, and a look inside the engine
//   score     a MIDI file to one instrument, and each track to its own
//   adaptive  tracks muted and the tempo changed while they play
//   roll      a piano roll as a picture, beside what is heard of it
//   keys      a keyboard in the terminal
//
// All of them run without sound hardware. What they make goes to FOLDER, by default a new temporary one.

import AVFAudio
import Foundation

let examples: [(name: String, run: (URL) throws -> Void)] = [
    ("tone", tone(into:)), ("karaoke", karaoke(into:)), ("split", split(into:)), ("live", live(into:)),
    ("bounce", bounce(into:)), ("game", game(into:)),
    ("score", score(into:)), ("adaptive", adaptive(into:)), ("roll", roll(into:)), ("keys", keys(into:)),
]
let arguments = CommandLine.arguments.dropFirst()
guard let name = arguments.first, let example = examples.first(where: { $0.name == name }) else {
    print("engine-examples \(examples.map(\.name).joined(separator: "|")) [FOLDER]")
    exit(2)
}
let folder =
    arguments.dropFirst().first.map { URL(fileURLWithPath: $0) }
    ?? FileManager.default.temporaryDirectory.appendingPathComponent("engine-examples")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
try example.run(folder)
