import HardwareContract
import SordinoHardware
import SordinoPolicy
import Testing

@Suite struct StageInputTests {
    private let voice = (0..<4_800).map { TestProgram.code(Int64($0), 0) }

    private func phone(_ sources: [MicrophoneSource], block: Int = 240) -> StageRun {
        let run = StageRun(block: block)
        run.device.setMicrophone(portUID: "Built-In Microphone", sources)
        return run
    }

    @Test func aRecordingReachesTheStreamBitForBit() throws {
        let run = phone([.samples([voice], sampleRate: 48_000, repeats: false)])
        let recorder = TestProgram(1, .silence, channels: 0, inputs: 1)
        recorder.heard.keepsInput = true
        try recorder.play(run.device, on: [], from: ["Built-In Microphone"])
        run.device.render(frames: 5_040)
        #expect(recorder.heard.input == [voice + Array(repeating: 0, count: 240)])
    }

    @Test func aMicrophoneAloneReachesEveryChannelOfTheStream() throws {
        let run = phone([.samples([voice], sampleRate: 48_000, repeats: true)])
        let recorder = TestProgram(1, .silence, channels: 0, inputs: 2)
        recorder.heard.keepsInput = true
        try recorder.play(run.device, on: [], from: ["Built-In Microphone"])
        run.device.render(frames: 9_600)
        #expect(recorder.heard.input == [voice + voice, voice + voice])
    }

    @Test func aChosenMicrophoneReachesEveryChannelOfTheStream() throws {
        let run = StageRun()
        run.device.plug(.usb(outputs: 0, inputs: 3))
        run.device.setMicrophone(
            portUID: "USB Audio Input", [.samples([[0.125], [0.25], [0.5]], sampleRate: 48_000, repeats: true)])
        let recorder = TestProgram(1, .silence, channels: 0, inputs: 2)
        recorder.heard.keepsInput = true
        try recorder.play(run.device, on: [], from: ["USB Audio Input"])
        func heard(_ channel: Int?) -> [Float] {
            run.device.stage.perform([.microphone(portUID: "USB Audio Input", channel: channel)])
            run.device.render(frames: 960)
            return recorder.heard.input.map { $0.last ?? -1 }
        }
        #expect(heard(nil) == [0.125, 0.25])
        #expect(heard(2) == [0.5, 0.5])
        #expect(heard(0) == [0.125, 0.125])
        // A channel that is not there chooses nothing.
        #expect(heard(7) == [0.125, 0.25])
    }

    @Test func monoTakesTheFirstChannelAndSeveralPortsLieSideBySide() throws {
        let run = StageRun()
        run.device.plug(.usb(outputs: 0, inputs: 2))
        run.device.setMicrophone(
            portUID: "Built-In Microphone", [.samples([[0.125]], sampleRate: 48_000, repeats: true)])
        run.device.setMicrophone(
            portUID: "USB Audio Input", [.samples([[0.25], [0.5]], sampleRate: 48_000, repeats: true)])
        let mono = TestProgram(1, .silence, channels: 0, inputs: 1)
        let many = TestProgram(2, .silence, channels: 0, inputs: 4)
        for program in [mono, many] { program.heard.keepsInput = true }
        try mono.play(run.device, on: [], from: ["USB Audio Input"])
        try many.play(run.device, on: [], from: ["USB Audio Input", "Built-In Microphone"])
        run.device.render(frames: 240)
        #expect(mono.heard.input.map { $0[100] } == [0.25])
        #expect(many.heard.input.map { $0[100] } == [0.25, 0.5, 0.125, 0])
    }

    @Test func aSilencedInputFadesToZerosAndBack() throws {
        let run = phone([.samples([[0.5]], sampleRate: 48_000, repeats: true)])
        let recorder = TestProgram(1, .silence, channels: 0, inputs: 1)
        recorder.heard.keepsInput = true
        try recorder.play(run.device, on: [], from: ["Built-In Microphone"])
        run.device.render(frames: 240)
        run.device.stage.perform([.silenceInput(recorder.id, true)])
        run.device.render(frames: 480)
        run.device.stage.perform([.silenceInput(recorder.id, false)])
        run.device.render(frames: 480)
        let heard = recorder.heard.input[0]
        #expect(heard[0..<240].allSatisfy { $0 == 0.5 })
        #expect(heard[359] == 0.25)
        #expect(heard[479..<720].allSatisfy { $0 == 0 })
        #expect(heard[959...].allSatisfy { $0 == 0.5 })
    }

    @Test func aDeniedProgramHearsNothingFromItsFirstFrame() throws {
        let run = phone([.noise(seed: 1, amplitude: 0.5)])
        let recorder = TestProgram(1, .silence, channels: 0, inputs: 1)
        recorder.heard.keepsInput = true
        run.device.stage.perform([.silenceInput(recorder.id, true)])
        try recorder.play(run.device, on: [], from: ["Built-In Microphone"])
        run.device.render(frames: 480)
        #expect(recorder.heard.input == [Array(repeating: 0, count: 480)])
    }

    @Test func theReferenceIsTheWholePortsMixOneBlockAgo() throws {
        let run = StageRun()
        let talk = TestProgram(1, .silence, inputs: 1, wantsReference: true)
        talk.heard.keepsInput = true
        let music = TestProgram(2)
        try talk.play(run.device, from: ["Built-In Microphone"])
        try music.play(run.device)
        run.device.volume = 0.25
        run.device.render(frames: 960)
        for channel in 0..<2 {
            let played = run.speaker.channel(channel)
            #expect(talk.heard.reference[channel] == Array(repeating: 0, count: 240) + played[0..<720])
        }
    }

    @Test func aProgramThatOnlyListensGetsTheReferenceToo() throws {
        let run = StageRun()
        let recorder = TestProgram(1, .silence, channels: 0, inputs: 1, wantsReference: true)
        recorder.heard.keepsInput = true
        let music = TestProgram(2)
        try recorder.play(run.device, from: ["Built-In Microphone"])
        try music.play(run.device)
        run.device.render(frames: 960)
        let played = run.speaker.channel(0)
        #expect(played.contains { $0 != 0 })
        #expect(recorder.heard.reference.first == Array(repeating: 0, count: 240) + played[0..<720])
    }

    @Test func whoDoesNotAskGetsNoReference() throws {
        let run = StageRun()
        let talk = TestProgram(1, .silence, inputs: 1)
        talk.heard.keepsInput = true
        try talk.play(run.device, from: ["Built-In Microphone"])
        run.device.render(frames: 240)
        #expect(talk.heard.reference.isEmpty)
        #expect(talk.heard.input.count == 1)
    }

    @Test func theRoomCarriesTheSpeakerToTheMicrophone() throws {
        // 2.5 ms are 120 frames; one block of 240 goes by until what was played can be taken in.
        let run = phone([.room(portUID: "Speaker", .direct(delaySeconds: 0.002_5, gain: 0.5))])
        let talk = TestProgram(1, .code, channels: 1, inputs: 1)
        talk.heard.keepsInput = true
        try talk.play(run.device, from: ["Built-In Microphone"])
        run.device.render(frames: 960)
        let played = run.speaker.channel(0)
        let expected = Array(repeating: 0, count: 360) + played[0..<600].map { $0 * 0.5 }
        #expect(talk.heard.input[0] == expected)
    }

    @Test func aRoomHearsTheDevicesVolumeAndFallsSilentWithItsSpeaker() throws {
        let run = phone([.room(portUID: "Wired Headphones", .direct(delaySeconds: 0, gain: 1))])
        run.device.plug(.headphones)
        run.device.setMicrophone(
            portUID: "Built-In Microphone", [.room(portUID: "Wired Headphones", .direct(delaySeconds: 0, gain: 1))])
        run.device.volume = 0.5
        let talk = TestProgram(1, .constant(1), channels: 1, inputs: 1)
        talk.heard.keepsInput = true
        try talk.play(run.device, on: ["Wired Headphones"], from: ["Built-In Microphone"])
        run.device.render(frames: 720)
        #expect(talk.heard.input[0].suffix(480).allSatisfy { $0 == 0.5 })
        run.device.unplug(deviceUID: "Wired Headphones")
        run.device.render(frames: 480)
        #expect(talk.heard.input[0].suffix(240).allSatisfy { $0 == 0 })
    }

    @Test func aSineIsASine() throws {
        let run = phone([.sine(hertz: 1_000, amplitude: 0.5)])
        let recorder = TestProgram(1, .silence, channels: 0, inputs: 1)
        recorder.heard.keepsInput = true
        try recorder.play(run.device, on: [], from: ["Built-In Microphone"])
        run.device.render(frames: 48_000)
        let heard = recorder.heard.input[0]
        for frame in 0..<48_000 {
            let expected = 0.5 * sine(turns: Double(frame % 48) / 48)
            #expect(abs(Double(heard[frame]) - expected) < 1e-6, "frame \(frame)")
        }
    }

    @Test func noiseFillsItsRangeEvenlyAndASeedRepeatsIt() throws {
        func noise(_ seed: UInt64) throws -> [Float] {
            let run = phone([.noise(seed: seed, amplitude: 1)])
            let recorder = TestProgram(1, .silence, channels: 0, inputs: 1)
            recorder.heard.keepsInput = true
            try recorder.play(run.device, on: [], from: ["Built-In Microphone"])
            run.device.render(frames: 48_000)
            return recorder.heard.input[0]
        }
        let first = try noise(7)
        #expect(try first == noise(7))
        #expect(try first != noise(8))
        let mean = first.reduce(0) { $0 + Double($1) } / 48_000
        let power = first.reduce(0) { $0 + Double($1) * Double($1) } / 48_000
        // Even distribution over ±1: mean 0, power 1/3; five standard errors of 48,000 samples.
        #expect(abs(mean) < 0.013)
        #expect(abs(power - 1.0 / 3) < 0.007)
        #expect(first.allSatisfy { abs($0) <= 1 })
    }

    @Test func aRecordingAtAnotherRateIsInterpolated() throws {
        // A straight line stays one at any rate.
        let line = (0..<2_400).map { Float($0) / 4_096 }
        let run = phone([.samples([line], sampleRate: 24_000, repeats: false)])
        let recorder = TestProgram(1, .silence, channels: 0, inputs: 1)
        recorder.heard.keepsInput = true
        try recorder.play(run.device, on: [], from: ["Built-In Microphone"])
        run.device.render(frames: 4_800)
        #expect(recorder.heard.input[0].prefix(4_799) == (0..<4_799).map { Float($0) / 8_192 }[...])
    }

    @Test func aMicrophoneThatDeliversNoNumbersIsSilent() throws {
        let run = phone([.samples([[.nan]], sampleRate: 48_000, repeats: true)])
        let recorder = TestProgram(1, .silence, channels: 0, inputs: 1)
        recorder.heard.keepsInput = true
        try recorder.play(run.device, on: [], from: ["Built-In Microphone"])
        run.device.render(frames: 240)
        #expect(recorder.heard.input == [Array(repeating: 0, count: 240)])
    }
}
