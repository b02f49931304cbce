// Speaks a prompt every so often over the music of a run: swift run fitness-prompts PROMPT SECONDS COUNT
//
// After WWDC 2015, session 507, and WWDC 2011, session 413: the session is active for a prompt and no longer, so music is quieter
// for the prompt alone, and podcasts wait for it. A prompt that may not be spoken now, as during a call, is left out.

import AVFoundation
import Foundation

/// Prints a line at once, also into a pipe.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

@MainActor
final class Coach: NSObject, @preconcurrency AVAudioPlayerDelegate {
    private let session = AVAudioSession.sharedInstance()
    private let player: AVAudioPlayer
    private let pauseSeconds: Double
    private var promptsLeft: Int

    init(_ prompt: URL, pauseSeconds: Double, count: Int) throws {
        try session.setCategory(
            .playback, mode: .voicePrompt, options: [.duckOthers, .interruptSpokenAudioAndMixWithOthers])
        player = try AVAudioPlayer(contentsOf: prompt)
        self.pauseSeconds = pauseSeconds
        promptsLeft = count
        super.init()
        player.delegate = self
    }

    func prompt() {
        promptsLeft -= 1
        do {
            try session.setActive(true)
            // When another voice speaks, a short word is enough; in a call none.
            guard session.promptStyle != .none, player.play() else { return leaveOut() }
            say("prompt")
        } catch { leaveOut() }
    }

    private func leaveOut() {
        say("left out")
        rest()
    }

    private func rest() {
        try? session.setActive(false, options: .notifyOthersOnDeactivation)
        say("rest")
        if promptsLeft == 0 { exit(0) }
        DispatchQueue.main.asyncAfter(deadline: .now() + pauseSeconds) { [self] in
            MainActor.assumeIsolated { prompt() }
        }
    }

    func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) { rest() }
}

let words = Array(CommandLine.arguments.dropFirst())
guard words.count == 3, let seconds = Double(words[1]), let count = Int(words[2]), count > 0 else {
    say("usage: fitness-prompts PROMPT SECONDS COUNT")
    exit(2)
}
do {
    let coach = try Coach(URL(fileURLWithPath: words[0]), pauseSeconds: seconds, count: count)
    coach.prompt()
    withExtendedLifetime(coach) { RunLoop.main.run() }
} catch {
    say("error: \(error.localizedDescription)")
    exit(1)
}
