// Speaks one direction over other programs' music, as navigation programs do: swift run turn-by-turn PROMPT
//
// After WWDC 2015, session 507, and WWDC 2011, session 413: music becomes quieter, speech pauses, both come back.

import AVFoundation
import Foundation

/// Prints a line at once, also into a pipe.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

@MainActor
final class Navigation: NSObject, @preconcurrency AVAudioPlayerDelegate {
    private let session = AVAudioSession.sharedInstance()
    private var player: AVAudioPlayer?

    /// Says to the session what kind of program this is; no other program is affected yet.
    func setUp() throws {
        try session.setCategory(.playback, options: [.duckOthers, .interruptSpokenAudioAndMixWithOthers])
    }

    func speak(_ prompt: URL) throws {
        let player = try AVAudioPlayer(contentsOf: prompt)
        player.delegate = self
        self.player = player
        try session.setActive(true)
        say(player.play() ? "speaking \(player.duration)" : "cannot speak")
    }

    func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
        do {
            try session.setActive(false, options: .notifyOthersOnDeactivation)
            say("silent")
            exit(flag ? 0 : 1)
        } catch {
            say("error: \(error.localizedDescription)")
            exit(1)
        }
    }
}

guard CommandLine.arguments.count == 2 else {
    say("usage: turn-by-turn PROMPT")
    exit(2)
}
let navigation = Navigation()
do {
    try navigation.setUp()
    try navigation.speak(URL(fileURLWithPath: CommandLine.arguments[1]))
} catch {
    say("error: \(error.localizedDescription)")
    exit(1)
}
dispatchMain()
