import AVFAudio
import Glibc
import SordinoEngine
import SordinoSimulator
import SordinoSpeech
import Synchronization
import Testing

private let isInstalled = dlopen("libespeak-ng.so.1", RTLD_NOW) != nil

/// `AVSpeechSynthesizer` on a simulated phone with headphones, in virtual time.
@Suite(.enabled(if: isInstalled, "libespeak-ng is not installed")) struct SpeechSynthesizerTests {
    let device = SimulatedDevice(.phone)
    let app: SimulatedApp
    let synthesizer: AVSpeechSynthesizer
    private let owner: Owner

    init() throws {
        device.plug(.headphones)
        app = device.app("Reader", backgroundModes: .audio)
        try app.activate(.playback)
        device.advance(0.2)
        synthesizer = app.perform { AVSpeechSynthesizer() }
        owner = Owner(device)
        synthesizer.delegate = owner
    }

    private func utterance(_ text: String) -> AVSpeechUtterance {
        let utterance = AVSpeechUtterance(string: text)
        utterance.voice = AVSpeechSynthesisVoice(language: "en-US")
        return utterance
    }

    private func speak(_ utterance: AVSpeechUtterance) { app.perform { synthesizer.speak(utterance) } }

    private func advanceUntilSilent() {
        for _ in 0..<400 where synthesizer.isSpeaking { device.advance(0.05) }
        device.advance(0.1)
    }

    private var samples: [Float] { device.output(.headphones)?.samples() ?? [] }

    // MARK: The delegate

    @Test func callsComeInApplesOrder() throws {
        #expect(SordinoProgram.reasonForNoSpeech == nil)
        speak(utterance("Hello brave world."))
        #expect(synthesizer.isSpeaking)
        advanceUntilSilent()
        #expect(owner.calls == ["start", "Hello", "brave", "world", "finish"])
        #expect(!synthesizer.isSpeaking && !synthesizer.isPaused)
        #expect(owner.marks == ["sentence", "word", "word", "word"])
    }

    @Test func wordsAreReportedWithinThirtyMillisecondsOfTheirSound() throws {
        speak(utterance("Nine, nine, nine, nine, nine, nine."))
        advanceUntilSilent()
        // A word begins where sound follows a tenth of a second of silence.
        var (onsets, quiet) = ([Double](), 48_000)
        for (place, sample) in samples.enumerated() {
            if abs(sample) < 0.005 {
                quiet += 1
            } else {
                if quiet > 4_800 { onsets.append(Double(place) / 48_000) }
                quiet = 0
            }
        }
        let words = owner.times.filter { $0.0 == "Nine" || $0.0 == "nine" }.map(\.1)
        #expect(words.count == 6)
        try #require(onsets.count == words.count)
        for (word, onset) in zip(words, onsets) { #expect(abs(word - onset) <= 0.03) }
    }

    @Test func utterancesFollowEachOtherAfterTheirDelays() throws {
        let (first, second) = (utterance("One."), utterance("Two."))
        first.postUtteranceDelay = 0.5
        second.preUtteranceDelay = 0.25
        speak(first)
        speak(second)
        advanceUntilSilent()
        #expect(owner.calls == ["start", "One", "finish", "start", "Two", "finish"])
        let times = owner.times.map(\.1)
        try #require(times.count == 6)
        #expect(abs(times[3] - times[2] - 0.75) < 0.03)
    }

    @Test func aPauseAtAWordEndsBeforeTheNextOne() throws {
        speak(utterance("Alpha beta gamma delta."))
        while !owner.calls.contains("beta") { device.advance(0.01) }
        #expect(app.perform { synthesizer.pauseSpeaking(at: .word) })
        device.advance(2)
        #expect(owner.calls == ["start", "Alpha", "beta", "pause"])
        #expect(synthesizer.isPaused && synthesizer.isSpeaking)
        #expect(!app.perform { synthesizer.pauseSpeaking(at: .immediate) })
        #expect(samples.suffix(24_000).allSatisfy { $0 == 0 })
        #expect(app.perform { synthesizer.continueSpeaking() })
        #expect(!app.perform { synthesizer.continueSpeaking() })
        advanceUntilSilent()
        #expect(owner.calls == ["start", "Alpha", "beta", "pause", "continue", "gamma", "delta", "finish"])
    }

    @Test func aStopCancelsTheUtteranceThatIsHeardAlone() throws {
        let (first, second) = (utterance("Alpha beta gamma delta."), utterance("Never."))
        speak(first)
        speak(second)
        while !owner.calls.contains("beta") { device.advance(0.01) }
        #expect(app.perform { synthesizer.stopSpeaking(at: .immediate) })
        #expect(!synthesizer.isSpeaking)
        device.advance(2)
        #expect(owner.calls == ["start", "Alpha", "beta", "cancel"])
        #expect(!app.perform { synthesizer.stopSpeaking(at: .immediate) })
        // Both may be spoken again.
        speak(second)
        advanceUntilSilent()
        #expect(owner.calls.suffix(3) == ["start", "Never", "finish"])
    }

    @Test func aStopAtAWordWaitsForItsEnd() throws {
        speak(utterance("Alpha beta gamma delta."))
        while !owner.calls.contains("Alpha") { device.advance(0.01) }
        #expect(app.perform { synthesizer.stopSpeaking(at: .word) })
        device.advance(2)
        #expect(owner.calls == ["start", "Alpha", "cancel"])
    }

    @Test func anInterruptionPausesSpeech() throws {
        speak(utterance("Alpha beta gamma delta."))
        while !owner.calls.contains("beta") { device.advance(0.01) }
        device.ring()
        device.advance(1)
        #expect(owner.calls.last == "pause")
        device.declineCall()
        device.advance(1)
        #expect(app.perform { synthesizer.continueSpeaking() })
        advanceUntilSilent()
        #expect(owner.calls.last == "finish")
    }

    // MARK: Sound

    @Test func writtenBuffersAreTheSpokenSound() throws {
        let (spoken, written) = (utterance("The quick brown fox."), utterance("The quick brown fox."))
        let sound = Mutex<[Float]>([])
        let ends = Mutex(0)
        let markers = Mutex<[Int]>([])
        app.perform {
            synthesizer.write(written) { buffer in
                guard let buffer = buffer as? AVAudioPCMBuffer, let channel = buffer.floatChannelData?[0] else {
                    return
                }
                if buffer.frameLength == 0 { ends.withLock { $0 += 1 } }
                sound.withLock { $0 += UnsafeBufferPointer(start: channel, count: Int(buffer.frameLength)) }
            } toMarkerCallback: { some in
                markers.withLock { $0 += some.filter { $0.mark == .word }.map { $0.byteSampleOffset / 4 } }
            }
        }
        device.advance(0.1)
        #expect(ends.withLock { $0 } == 1)
        #expect(markers.withLock { $0.count } == 4)
        let start = device.now
        speak(spoken)
        advanceUntilSilent()
        let whole = sound.withLock { $0 }
        let heard = device.output(.headphones)?.samples(from: start - 1e-6) ?? []
        // Root mean squares of 20 ms are the same before and after the change of rate.
        for window in 0..<whole.count / 441 {
            let one = rms(whole[window * 441..<(window + 1) * 441])
            let other = rms(heard[window * 960..<(window + 1) * 960])
            #expect(abs(one - other) < 0.004 + 0.05 * one, "window \(window)")
        }
    }

    private func rms(_ samples: ArraySlice<Float>) -> Float {
        (samples.reduce(0) { $0 + $1 * $1 } / Float(samples.count)).squareRoot()
    }

    @Test func twoRunsAreTheSame() throws {
        speak(utterance("Twice the same."))
        advanceUntilSilent()
        let first = samples
        let again = try SpeechSynthesizerTests()
        again.speak(utterance("Twice the same."))
        again.advanceUntilSilent()
        #expect(again.samples == first)
        #expect(first.contains { abs($0) > 0.05 })
    }

    @Test func volumeAndRateCount() throws {
        let quiet = utterance("Measure this.")
        quiet.volume = 0.25
        quiet.rate = AVSpeechUtteranceMaximumSpeechRate
        speak(quiet)
        advanceUntilSilent()
        let fast = try #require(owner.times.last).1 - (try #require(owner.times.first).1)
        let peak = samples.reduce(0) { max($0, abs($1)) }
        let again = try SpeechSynthesizerTests()
        again.speak(utterance("Measure this."))
        again.advanceUntilSilent()
        let usual = try #require(again.owner.times.last).1 - (try #require(again.owner.times.first).1)
        #expect(usual > 1.6 * fast)
        #expect(again.samples.reduce(0) { max($0, abs($1)) } > 2 * peak)
    }

    @Test func marksOfSSMLAreReported() throws {
        let text = #"<speak>Left <mark name="turn"/> right <break time="1s"/> now.</speak>"#
        let marked = try #require(AVSpeechUtterance(ssmlRepresentation: text))
        #expect(marked.speechString == "Left right now.")
        speak(marked)
        advanceUntilSilent()
        #expect(owner.marks.contains("turn"))
        #expect(owner.calls == ["start", "Left", "right", "now", "finish"])
        #expect(AVSpeechUtterance(ssmlRepresentation: "<!DOCTYPE x><speak/>") == nil)
    }

    // MARK: With others

    @Test func aPromptDucksMusicWhileItIsSpoken() throws {
        let scene = Scenario()
        let music = try scene.mus()
        let navigator = try scene.nav()
        let voice = navigator.perform { AVSpeechSynthesizer() }
        let ending = Owner(scene.device) { _ = try? navigator.deactivate(notifyingOthers: true) }
        voice.delegate = ending
        scene.device.advance(1)
        func level() throws -> Double { try scene.speaker.level(of: music, at: scene.device.now - 0.2) }
        #expect(abs(try level()) < 0.1)
        navigator.perform {
            voice.speak(AVSpeechUtterance(string: "In two hundred metres, turn left onto the motorway."))
        }
        scene.device.advance(1.5)
        #expect(voice.isSpeaking)
        // Speech has a little at the frequency of the tone.
        #expect(abs(try level() + 14) < 3)
        for _ in 0..<200 where voice.isSpeaking { scene.device.advance(0.05) }
        scene.device.advance(2)
        #expect(ending.calls.last == "finish")
        #expect(abs(try level()) < 0.1)
    }

    // MARK: Voices that fail

    @Test func aVoiceThatDiesCancelsOneUtterance() throws {
        let voices = VoiceProcess()
        let events = Mutex<[String]>([])
        let speaker = app.perform { Speaker(voices: voices) }
        speaker.setEvents { id, event in
            switch event {
            case .mark, .started: return
            default: events.withLock { $0.append("\(id) \(event)") }
            }
        }
        let sentence = "This sentence is one of many that are spoken one after the other. "
        func speak(_ id: Int, _ text: String) {
            app.perform {
                speaker.speak(Speaker.Utterance(id: id, script: SpeechScript(text), settings: SpeechSettings()))
            }
        }
        speak(1, String(repeating: sentence, count: 30))
        device.advance(1)
        kill(try #require(voices.processID), SIGKILL)
        for _ in 0..<2_000 where speaker.isSpeaking { device.advance(0.05) }
        speak(2, "Again.")
        for _ in 0..<200 where speaker.isSpeaking { device.advance(0.05) }
        device.advance(0.1)
        #expect(events.withLock { $0 } == ["1 cancelled", "2 finished"])
    }

    @Test func withoutALibraryAnUtteranceIsCancelled() throws {
        let events = Mutex<[String]>([])
        let speaker = app.perform { Speaker(voices: VoiceProcess(library: "libmissing.so.9")) }
        speaker.setEvents { id, event in events.withLock { $0.append("\(event)") } }
        app.perform {
            speaker.speak(Speaker.Utterance(id: 1, script: SpeechScript("Hello."), settings: SpeechSettings()))
        }
        device.advance(0.2)
        #expect(events.withLock { $0 } == ["cancelled"])
        #expect(!speaker.isSpeaking)
    }
}

/// Records the delegate calls of a synthesizer, with the device's time.
private final class Owner: NSObject, AVSpeechSynthesizerDelegate, Sendable {
    private let heard = Mutex<[(String, Double)]>([])
    private let marked = Mutex<[String]>([])
    private let device: SimulatedDevice
    private let finished: @Sendable () -> Void

    init(_ device: SimulatedDevice, finished: @escaping @Sendable () -> Void = {}) {
        self.device = device
        self.finished = finished
    }

    var calls: [String] { heard.withLock { $0.map(\.0) } }
    var times: [(String, Double)] { heard.withLock { $0 } }
    var marks: [String] { marked.withLock { $0 } }

    private func note(_ call: String) {
        let now = device.now
        heard.withLock { $0.append((call, now)) }
    }

    func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didStart utterance: AVSpeechUtterance) { note("start") }
    func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didPause utterance: AVSpeechUtterance) { note("pause") }
    func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didContinue utterance: AVSpeechUtterance) {
        note("continue")
    }
    func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didCancel utterance: AVSpeechUtterance) {
        note("cancel")
    }
    func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didFinish utterance: AVSpeechUtterance) {
        note("finish")
        finished()
    }
    func speechSynthesizer(
        _ synthesizer: AVSpeechSynthesizer, willSpeakRangeOfSpeechString characterRange: NSRange,
        utterance: AVSpeechUtterance
    ) {
        let units = Array(utterance.speechString.utf16)
        let range = characterRange.location..<characterRange.location + characterRange.length
        note(String(decoding: units[range], as: UTF16.self))
    }
    func speechSynthesizer(
        _ synthesizer: AVSpeechSynthesizer, willSpeak marker: AVSpeechSynthesisMarker, utterance: AVSpeechUtterance
    ) {
        marked.withLock { $0.append(marker.bookmarkName.isEmpty ? "\(marker.mark)" : marker.bookmarkName) }
    }
}
