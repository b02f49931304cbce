// Speaks directions over other programs' music: swift run navigator "Turn left." "You have arrived."
//
// Music becomes quieter while a direction is spoken and comes back after it; spoken programs pause. Each word is printed when it
// is spoken.

import AVFoundation
import Foundation

/// Prints a line at once, also into a pipe.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

@MainActor
final class Navigator: NSObject, @preconcurrency AVSpeechSynthesizerDelegate {
    private let session = AVAudioSession.sharedInstance()
    private let synthesizer = AVSpeechSynthesizer()
    private var directions: [String]

    init(_ directions: [String]) {
        self.directions = directions
        super.init()
        synthesizer.delegate = self
    }

    func begin() throws {
        try session.setCategory(
            .playback, mode: .voicePrompt, options: [.duckOthers, .interruptSpokenAudioAndMixWithOthers])
        speakNext()
    }

    private func speakNext() {
        guard !directions.isEmpty else { exit(0) }
        do { try session.setActive(true) } catch {
            // During a call directions are shown and not spoken.
            say("silent: \(directions.removeFirst())")
            return speakNext()
        }
        let utterance = AVSpeechUtterance(string: directions.removeFirst())
        utterance.voice = AVSpeechSynthesisVoice(language: "en-GB")
        synthesizer.speak(utterance)
    }

    func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didStart utterance: AVSpeechUtterance) {
        say("speaking")
    }

    func speechSynthesizer(
        _ synthesizer: AVSpeechSynthesizer, willSpeakRangeOfSpeechString characterRange: NSRange,
        utterance: AVSpeechUtterance
    ) { say("word \((utterance.speechString as NSString).substring(with: characterRange))") }

    func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didFinish utterance: AVSpeechUtterance) {
        // Others are loud again after each direction.
        try? session.setActive(false, options: .notifyOthersOnDeactivation)
        say("spoken")
        speakNext()
    }
}

let directions = Array(CommandLine.arguments.dropFirst())
if directions.isEmpty || directions.contains("--help") {
    say("usage: navigator DIRECTION...")
    exit(directions.isEmpty ? 2 : 0)
}
let navigator = Navigator(directions)
do {
    try navigator.begin()
} catch {
    say("error: \(error.localizedDescription)")
    exit(1)
}
withExtendedLifetime(navigator) { RunLoop.main.run() }
