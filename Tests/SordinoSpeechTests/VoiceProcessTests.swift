import Foundation
import Patience
import SordinoSpeech
import Testing

private let isInstalled = dlopen("libespeak-ng.so.1", RTLD_NOW) != nil

/// The voice in its own process: what it says, and what happens when it does not.
@Suite(.enabled(if: isInstalled, "libespeak-ng is not installed")) struct VoiceProcessTests {
    private let request = VoiceProcess.Request(text: "Hello world.", voice: "gmw/en-US")

    @Test func theSameTextIsTheSameSound() throws {
        let voice = VoiceProcess()
        let first = try voice.speak(request)
        #expect(first.sampleRate == SpeechReading.sampleRate)
        #expect(first.samples.count > 10_000)
        let (second, other) = (try voice.speak(request), try VoiceProcess().speak(request))
        #expect(second.samples.elementsEqual(first.samples))
        #expect(other.samples.elementsEqual(first.samples))
        #expect(voice.startCount == 1)
    }

    @Test func aVoiceSoundsTheSameWhateverWasSpokenBefore() throws {
        // Voices that share dictionaries, alphabets and variants, in an order in which one may leave traces in the next.
        let names = [
            "gmw/en-US", "bat/lt", "bat/lv", "gmw/en-GB-x-rp", "trk/ky", "zls/mk", "gmw/af", "bat/ltg", "gmw/en-US",
        ]
        func sound(_ name: String, _ voice: VoiceProcess) throws -> [Int16] {
            try voice.speak(VoiceProcess.Request(text: "Hello 42 world. 1, 2, 3", voice: name)).samples
        }
        let voice = VoiceProcess()
        try voice.prepare(voice: "zls/mk")
        #expect(throws: SpeechFailure.self) { try voice.prepare(voice: "there is no such voice") }
        for name in names {
            let fresh = try sound(name, VoiceProcess())
            #expect(fresh.count > 5_000)
            #expect(try sound(name, voice) == fresh, "\(name)")
            #expect(try sound(name, voice) == fresh, "\(name), again")
            _ = try voice.voices()
        }
        #expect(voice.startCount == 1)
    }

    @Test func aVoiceThatIsReadyEndsWithItsProcess() throws {
        let voice = VoiceProcess()
        try voice.prepare(voice: request.voice)
        let process = try #require(voice.processID)
        let list = try String(contentsOfFile: "/proc/\(process)/task/\(process)/children", encoding: .utf8)
        let copies = list.split(separator: " ").compactMap { pid_t($0) }
        #expect(copies.count == 1)
        kill(process, SIGKILL)
        // The copy that holds the voice goes with it.
        for copy in copies { #expect(Patience.until { kill(copy, 0) != 0 }) }
        #expect(throws: SpeechFailure.crashed) { _ = try voice.speak(request).samples.count }
        #expect(try !voice.speak(request).samples.isEmpty)
    }

    @Test func aVoiceThatCrashesEndsItsRequestAlone() throws {
        let voice = VoiceProcess()
        try voice.prepare()
        let process = try #require(voice.processID)
        kill(process, SIGSEGV)
        #expect(throws: SpeechFailure.crashed) { _ = try voice.speak(request).samples.count }
        #expect(try !voice.speak(request).samples.isEmpty)
        #expect(voice.startCount == 2)
    }

    @Test func aVoiceThatHangsIsEnded() throws {
        let voice = VoiceProcess(patienceSeconds: 2)
        try voice.prepare()
        let process = try #require(voice.processID)
        kill(process, SIGSTOP)
        #expect(throws: SpeechFailure.hung(seconds: 2)) { _ = try voice.speak(request).samples.count }
        // Gone, and waited for.
        #expect(kill(process, 0) != 0)
        #expect(try !voice.speak(request).samples.isEmpty)
    }

    @Test func aLibraryThatIsMissingIsNamed() {
        let voice = VoiceProcess(library: "libespeak-ng-that-is-missing.so.1")
        #expect(throws: SpeechFailure.noLibrary) { _ = try voice.speak(request).samples.count }
        #expect(throws: SpeechFailure.noLibrary) { try voice.voices() }
        #expect(voice.processID == nil)
    }

    @Test func everyVoiceOfTheListSpeaks() throws {
        let voice = VoiceProcess()
        let all = try voice.voices()
        #expect(all.count > 50)
        #expect(Set(all.map(\.identifier)).count == all.count)
        for language in ["en-US", "en-GB", "de-DE", "fr-FR", "es", "zh-CN"] {
            let best = try #require(SpeechVoice.best(for: language, among: all), "\(language)")
            let answer = try voice.speak(VoiceProcess.Request(text: "1 2 3", voice: best.name))
            #expect(answer.samples.count > 5_000, "\(best)")
        }
        #expect(SpeechVoice.best(for: "xx-YY", among: all) == nil)
    }

    @Test func wordsHaveTheirPlaces() throws {
        let text = "Café 42, naïve 👍 don't stop."
        var reading = SpeechReading(SpeechScript(text), SpeechSettings(), voices: VoiceProcess())
        let part = try #require(try reading.read())
        let units = Array(text.utf16)
        let words = part.marks.filter { $0.kind == .word }
            .map { String(decoding: units[$0.range], as: UTF16.self) }
        #expect(words.filter { $0 != "👍" } == ["Café", "42", "naïve", "don't", "stop"])
        #expect(part.marks.map(\.frame) == part.marks.map(\.frame).sorted())
        #expect(part.marks.first { $0.kind == .sentence }?.range == 0..<units.count)
    }
}
