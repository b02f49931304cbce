// swift-format-ignore-file
import AVFoundation

/// A navigator: directions over the music of other programs, which is ducked while they are spoken.
enum SpeakDirections {
    final class Navigator: NSObject, AVSpeechSynthesizerDelegate {
        let synthesizer = AVSpeechSynthesizer()
        var words: [String] = []
        var isDone = false

        override init() {
            super.init()
            synthesizer.delegate = self
        }

        func announce(_ text: String) throws {
            let session = AVAudioSession.sharedInstance()
            try session.setCategory(.playback, mode: .voicePrompt, options: [.duckOthers, .interruptSpokenAudioAndMixWithOthers])
            try session.setActive(true)
            let utterance = AVSpeechUtterance(string: text)
            utterance.voice = AVSpeechSynthesisVoice(language: "en-US")
            utterance.rate = AVSpeechUtteranceDefaultSpeechRate * 1.05
            utterance.pitchMultiplier = 1.1
            utterance.preUtteranceDelay = 0.1
            synthesizer.speak(utterance)
        }

        func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, willSpeakRangeOfSpeechString characterRange: NSRange, utterance: AVSpeechUtterance) {
            words.append((utterance.speechString as NSString).substring(with: characterRange))
        }

        func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didFinish utterance: AVSpeechUtterance) {
            try? AVAudioSession.sharedInstance().setActive(false, options: .notifyOthersOnDeactivation)
            isDone = true
        }

        func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didCancel utterance: AVSpeechUtterance) { isDone = true }
    }

    static func run() throws {
        let navigator = Navigator()
        let hasVoices = !AVSpeechSynthesisVoice.speechVoices().isEmpty
        try navigator.announce("Turn left onto Main Street.")
        wait { navigator.isDone }
        check(navigator.isDone, "the announcement ends")
        // Where espeak-ng is not installed the utterance is cancelled.
        guard hasVoices else { return }
        check(navigator.words == ["Turn", "left", "onto", "Main", "Street"], "words \(navigator.words)")
        check(!navigator.synthesizer.isSpeaking, "is silent")
    }
}
