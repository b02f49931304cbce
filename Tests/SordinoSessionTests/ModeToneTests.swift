import SessionBench
import SordinoHardware
import SordinoPolicy
import SordinoSession
import Testing

/// The sound of modes: the text of a device's maker, and the stage's commands that follow from sessions.
@Suite struct ModeToneTests {
    private func tones(_ text: String) throws -> ModeTones {
        var tones = ModeTones()
        try tones.add(text)
        return tones
    }

    @Test func withoutAFileNothingIsChanged() {
        for mode in Mode.allCases { #expect(ModeTones().chain(.builtInSpeaker, mode).isEmpty) }
        #expect(ModeTones().isEmpty)
    }

    @Test func theMostExactLineHolds() throws {
        let tones = try tones(
            """
            * * = high-pass 20        # everything
            * MoviePlayback = film
            Speaker * = low-pass 15000
            Speaker VoiceChat = high-pass 200, peak 2500 +3 q 1.5
            """)
        #expect(tones.chain(.headphones, .standard) == [ToneSection(.highPass, hertz: 20)])
        #expect(tones.chain(.headphones, .moviePlayback).count == 2)
        #expect(tones.chain(.builtInSpeaker, .moviePlayback) == [ToneSection(.lowPass, hertz: 15_000)])
        #expect(
            tones.chain(.builtInSpeaker, .voiceChat) == [
                ToneSection(.highPass, hertz: 200), ToneSection(.peak, hertz: 2_500, decibels: 3, q: 1.5),
            ])
    }

    @Test func measurementIsFlatWhateverIsWritten() throws {
        #expect(try tones("* * = voice").chain(.builtInSpeaker, .measurement).isEmpty)
        #expect(throws: ModeTones.Fault.self) { _ = try tones("Speaker Measurement = voice") }
    }

    @Test func chainsHaveNamesAndFlatIsOne() throws {
        let tones = try tones("chain small = low-shelf 100 -6\n* * = small\nHeadphones * = flat")
        #expect(tones.chain(.builtInSpeaker, .standard) == [ToneSection(.lowShelf, hertz: 100, decibels: -6)])
        #expect(tones.chain(.headphones, .standard).isEmpty)
    }

    @Test func microphonesHaveLinesOfTheirOwn() throws {
        let tones = try tones(
            "* * = voice\nBluetoothHFP VoiceChat = flat\ninput BluetoothHFP VoiceChat = high-pass 80\ninput * VideoRecording = high-pass 120"
        )
        #expect(tones.chain(.builtInMic, .standard, .input).isEmpty)
        #expect(tones.chain(.bluetoothHFP, .voiceChat).isEmpty)
        #expect(tones.chain(.bluetoothHFP, .voiceChat, .input) == [ToneSection(.highPass, hertz: 80)])
        #expect(tones.chain(.builtInMic, .videoRecording, .input) == [ToneSection(.highPass, hertz: 120)])
        #expect(tones.chain(.builtInMic, .measurement, .input).isEmpty)
        #expect(throws: ModeTones.Fault.self) { _ = try self.tones("input MicrophoneBuiltIn Measurement = voice") }
        #expect(throws: ModeTones.Fault.self) { _ = try self.tones("microphone MicrophoneBuiltIn * = voice") }
    }

    @Test(arguments: [
        "Speaker", "Speaker VoiceChat", "Speaker VoiceChat =", "Speaker Loud = voice", "Speaker * = loud",
        "* * = high-pass", "* * = high-pass 5", "* * = high-pass nan", "* * = peak 1000", "* * = peak 1000 +40",
        "* * = peak 1000 +3 q", "* * = peak 1000 +3 q 0", "* * = peak 1000 +3 z 1", "* * = high-pass 100 +3",
        "* * = high-pass 20,", "* * x = voice",
        "* * = " + Array(repeating: "high-pass 20", count: 9).joined(separator: ", "),
    ])
    func whatIsNotUnderstoodIsNamedWithItsLineAndChangesNothing(line: String) throws {
        var changed = try tones("* * = voice")
        let before = changed
        do throws(ModeTones.Fault) {
            try changed.add("# a comment\n" + line)
            Issue.record("it was understood")
        } catch {
            #expect(error.description.hasPrefix("line 2: "))
        }
        #expect(changed == before)
    }

    /// Each command about a tone since the last look.
    private func told(_ hardware: HandDrivenHardware) -> [StageCommand] {
        hardware.asked().flatMap { asked -> [StageCommand] in
            guard case .stage(let commands) = asked else { return [] }
            return commands.filter { if case .tone = $0 { true } else { false } }
        }
    }

    @Test func theModeOfTheSessionInChargeIsHeardOnEveryPortAndGoesWithIt() throws {
        let hardware = HandDrivenHardware()
        let tones = try tones("Speaker VoiceChat = voice\nReceiver VoiceChat = high-pass 300")
        let service = SessionService(
            hardware: hardware, settings: PolicySettings(), wakesItself: false, permissionAnswer: nil, tones: tones)
        let system = AudioSystem(hardware: hardware, service: service, running: .inline)
        service.begin()
        #expect(told(hardware).isEmpty)
        let app = AppContext(
            system: system, declaration: AppDeclaration(bundleID: "call", name: "call", backgroundModes: .audio))
        try app.client.ask(
            .configure(
                category: Category.playAndRecord.rawValue, mode: Mode.voiceChat.rawValue, options: 0, policy: nil))
        #expect(told(hardware).isEmpty, "a mode is heard from the session that is active")
        try app.client.ask(.setActive(true, notifyOthers: false))
        #expect(
            Set(told(hardware)) == [
                .tone(portUID: "Speaker", tones.chain(.builtInSpeaker, .voiceChat)),
                .tone(portUID: "Built-In Receiver", [ToneSection(.highPass, hertz: 300)]),
            ])
        // A mode has no effect on a session that mixes (R2.2).
        try app.client.ask(
            .configure(
                category: Category.playAndRecord.rawValue, mode: Mode.voiceChat.rawValue,
                options: CategoryOptions.mixWithOthers.rawValue, policy: nil))
        #expect(Set(told(hardware)) == [.tone(portUID: "Speaker", []), .tone(portUID: "Built-In Receiver", [])])
        try app.client.ask(.setActive(false, notifyOthers: false))
        #expect(told(hardware).isEmpty)
    }
}
