import HardwareContract
import SordinoHardware
import SordinoPolicy
import Testing

/// One program's sound in another's microphone.
@Suite struct StageInjectionTests {
    private let run = StageRun()
    private let voice = (0..<48_000).map { Float($0 % 7) / 16 }
    /// Its number is below the speaker's: it renders later all the same.
    private let call = TestProgram(1, .silence, inputs: 1)

    private func begin(_ speech: TestProgram, gain: Float = 1) throws {
        run.device.setMicrophone(
            portUID: "Built-In Microphone", [.samples([voice], sampleRate: 48_000, repeats: true)])
        call.heard.keepsInput = true
        run.device.stage.perform([.inject(speech.id, into: [call.id])])
        try call.play(run.device, from: ["Built-In Microphone"])
        try speech.play(run.device, gain: gain)
    }

    @Test func itIsAddedInTheSameBlockToWhatTheMicrophoneHears() throws {
        let speech = TestProgram(2, .code, channels: 1)
        try begin(speech, gain: 0.2)
        run.device.render(frames: 960)
        #expect(call.heard.input == [(0..<960).map { voice[$0] + TestProgram.code(Int64($0), 0) }])
        // Here it is as loud as its gain says.
        #expect(run.speaker.channel(0) == (0..<960).map { TestProgram.code(Int64($0), 0) * 0.2 })
    }

    @Test func severalChannelsAreOneVoiceInEveryChannelOfTheInput() throws {
        let speech = TestProgram(2, .constant(0.25, step: 0.5))
        let wide = TestProgram(1, .silence, inputs: 2)
        wide.heard.keepsInput = true
        run.device.stage.perform([.inject(speech.id, into: [wide.id])])
        try wide.play(run.device)
        try speech.play(run.device)
        run.device.render(frames: 480)
        #expect(wide.heard.input == Array(repeating: Array(repeating: 0.5, count: 480), count: 2))
    }

    @Test func onlyThoseNamedHearIt() throws {
        let speech = TestProgram(2, .code, channels: 1)
        let memo = TestProgram(3, .silence, inputs: 1)
        memo.heard.keepsInput = true
        try begin(speech)
        try memo.play(run.device, from: ["Built-In Microphone"])
        run.device.render(frames: 480)
        #expect(memo.heard.input == [Array(voice[0..<480])])
    }

    @Test func itComesAndGoesByAFade() throws {
        let speech = TestProgram(2, .constant(0.5), channels: 1)
        call.heard.keepsInput = true
        try call.play(run.device)
        try speech.play(run.device)
        run.device.render(frames: 240)
        run.device.stage.perform([.inject(speech.id, into: [call.id])])
        run.device.render(frames: 480)
        run.device.stage.perform([.inject(speech.id, into: [])])
        run.device.render(frames: 480)
        let heard = call.heard.input[0]
        #expect(heard[0..<240].allSatisfy { $0 == 0 })
        #expect(heard[359] == 0.25)
        #expect(heard[479..<720].allSatisfy { $0 == 0.5 })
        #expect(heard[839] == 0.25)
        #expect(heard[959...].allSatisfy { $0 == 0 })
    }

    @Test func aMutedInputIsMuteForWhatIsAdded() throws {
        let speech = TestProgram(2, .code, channels: 1)
        run.device.stage.perform([.silenceInput(call.id, true)])
        try begin(speech)
        run.device.render(frames: 480)
        #expect(call.heard.input == [Array(repeating: 0, count: 480)])
    }

    @Test func whatIsNoSoundIsNotAddedAndAMissedBlockIsNotRepeated() throws {
        let speech = TestProgram(2, .value(.nan, atFrame: 300), channels: 1)
        try begin(speech)
        run.device.render(frames: 720)
        let blocks = stride(from: 0, to: 720, by: 240).map { call.heard.input[0][$0 + 10] - voice[$0 + 10] }
        #expect(blocks == [0.25, 0, 0.25])
        speech.stream?.stop()
        run.device.render(frames: 240)
        #expect(call.heard.input[0][720...] == voice[720..<960])
    }
}
