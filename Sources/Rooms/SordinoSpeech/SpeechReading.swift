import Glibc

/// The style of an utterance.
package struct SpeechSettings: Sendable {
    /// The voice, as espeak-ng names it.
    package var voice = "gmw/en-US"
    /// 0 to 1; 0.5 is the usual rate.
    package var rate = 0.5
    /// The factor of the pitch, 0.5 to 2.
    package var pitch = 1.0
    /// Linear, 0 to 1.
    package var volume = 1.0

    package init() {}

    /// Words per minute of espeak-ng: 80 at 0, 175 at 0.5, 450 at 1, in straight lines between them.
    package static func wordsPerMinute(rate: Double, factor: Double = 1) -> Int {
        let rate = rate.isFinite ? min(max(rate, 0), 1) : 0.5
        let words = rate <= 0.5 ? 80 + 190 * rate : 175 + 550 * (rate - 0.5)
        return Int(min(max(words * factor, 80), 450).rounded())
    }

    /// The pitch of espeak-ng, 0 to 100, for a factor of the fundamental frequency.
    ///
    /// Measured with its version 1.51: the frequency is 0.59 times the usual one at 0 and 1.77 times at 100, evenly in
    /// octaves. Factors beyond are those.
    package static func pitch(factor: Double) -> Int {
        guard factor.isFinite, factor > 0 else { return factor == 0 ? 0 : 50 }
        return Int(min(max(50 + 91 * log(factor), 0), 100).rounded())
    }
}

/// A place in the sound of a script.
package struct SpeechMark: Hashable, Sendable {
    /// The kind of text that begins at the place.
    package enum Kind: Hashable, Sendable {
        case word, sentence, paragraph
        case bookmark(String)
    }

    package var kind: Kind
    /// Its place in the text, in UTF-16 units.
    package var range: Range<Int>
    /// Frames since the beginning of the sound that it is a part of.
    package var frame: Int
}

/// A part of a script as sound.
package struct SpokenPart: Sendable {
    package var samples: [Float] = []
    package var marks: [SpeechMark] = []
}

/// Turns the parts of a script into sound, one after the other.
///
/// - Thread: one at a time, one that may wait for the voice.
package struct SpeechReading: Sendable {
    /// Frames a second of all sound of speech.
    package static let sampleRate = 22_050

    private let script: SpeechScript
    private let settings: SpeechSettings
    private let voices: VoiceProcess
    private var next = 0
    private let lastText: Int
    /// For each part where the text from it on begins.
    private let textStarts: [Int]

    package init(_ script: SpeechScript, _ settings: SpeechSettings, voices: VoiceProcess) {
        self.script = script
        self.settings = settings
        self.voices = voices
        // Once for all parts, as a script may be nothing but marks.
        lastText = script.parts.lastIndex { if case .text = $0 { true } else { false } } ?? -1
        var (starts, start) = ([Int](repeating: 0, count: script.parts.count), script.length)
        for index in script.parts.indices.reversed() {
            if case .text(let text) = script.parts[index] { start = text.place.lowerBound }
            starts[index] = start
        }
        textStarts = starts
    }

    /// Returns the sound of the next part; nil after the last.
    package mutating func read() throws(SpeechFailure) -> SpokenPart? {
        guard next < script.parts.count else { return nil }
        defer { next += 1 }
        switch script.parts[next] {
        case .text(let text): return try speak(text, isLast: next >= lastText)
        case .silence(let seconds):
            let frames = Int((min(max(seconds, 0), 600) * Double(Self.sampleRate)).rounded())
            return SpokenPart(samples: [Float](repeating: 0, count: frames))
        case .bookmark(let name):
            let place = textStarts[next]
            return SpokenPart(marks: [SpeechMark(kind: .bookmark(name), range: place..<place, frame: 0)])
        case .paragraph(let range):
            return SpokenPart(marks: [SpeechMark(kind: .paragraph, range: range, frame: 0)])
        }
    }

    private func speak(_ text: SpeechScript.Text, isLast: Bool) throws(SpeechFailure) -> SpokenPart {
        guard text.spoken.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) else { return SpokenPart() }
        let style = text.style
        var request = VoiceProcess.Request(
            text: text.spoken, voice: try voice(style.voice) ?? settings.voice)
        request.wordsPerMinute = SpeechSettings.wordsPerMinute(rate: settings.rate, factor: style.rate)
        request.pitch = SpeechSettings.pitch(factor: settings.pitch * style.pitch)
        request.isPhonemes = text.isPhonemes
        request.hasEndPause = !isLast && WordFinder.endsSentence(text.spoken)
        let answer = try voices.speak(request)
        let gain = Float(min(max(settings.volume * style.gain, 0), 4) / 32_768)
        var part = SpokenPart()
        part.samples = answer.samples.map { min(max(Float($0) * gain, -1), 1) }
        part.marks = WordFinder(text, answer).marks
        return part
    }

    private func voice(_ wanted: String?) throws(SpeechFailure) -> String? {
        guard let wanted else { return nil }
        let all = try voices.voices()
        return (all.first { $0.identifier == wanted } ?? SpeechVoice.best(for: wanted, among: all))?.name
    }
}
