import Glibc
import HardwareContract
import SordinoHardware
import SordinoPolicy
import Testing

/// A port's sections, judged by the magnitude of Butterworth's filter through the bilinear transform and by shelves' ends.
@Suite struct StageToneTests {
    private let rate = 48_000.0

    /// Plays a sine at half scale through some sections and returns its level on the speaker, as a factor.
    private func factor(_ sections: [ToneSection], hertz: Double) throws -> Double {
        let run = StageRun()
        run.device.stage.perform([.tone(portUID: "Speaker", sections)])
        let (amplitude, step) = (Float(0.5), hertz / rate)
        let music = TestProgram(1, .tone { time in amplitude * Float(sine(turns: step * Double(time))) })
        try music.play(run.device)
        run.device.render(frames: 48_000)
        let heard = run.speaker.channel(0)[24_000...]
        let power = heard.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(heard.count)
        return (2 * power).squareRoot() / Double(amplitude)
    }

    @Test(arguments: [100.0, 500, 1_000, 2_000, 10_000])
    func aHighPassHasButterworthsMagnitudeOnEveryFrequency(hertz: Double) throws {
        let warped = tan(Double.pi * 1_000 / rate) / tan(Double.pi * hertz / rate)
        let expected = 1 / (1 + warped * warped * warped * warped).squareRoot()
        let heard = try factor([ToneSection(.highPass, hertz: 1_000)], hertz: hertz)
        #expect(abs(20 * log10(heard / expected)) < 0.01)
    }

    @Test func aShelfRaisesItsSideAndLeavesTheOther() throws {
        let shelf = [ToneSection(.lowShelf, hertz: 500, decibels: 6)]
        #expect(abs(20 * log10(try factor(shelf, hertz: 20)) - 6) < 0.05)
        #expect(abs(20 * log10(try factor(shelf, hertz: 15_000))) < 0.05)
    }

    @Test func aPeakRaisesItsCentreByItsDecibels() throws {
        #expect(abs(20 * log10(try factor([ToneSection(.peak, hertz: 1_000, decibels: 3)], hertz: 1_000)) - 3) < 0.01)
    }

    @Test func aToneComesAndGoesWithinFiveMillisecondsAndLeavesTheSamplesAsTheyWere() throws {
        let run = StageRun()
        let music = TestProgram(1, .constant(0.5))
        try music.play(run.device)
        run.device.render(frames: 480)
        run.device.stage.perform([.tone(portUID: "Speaker", [ToneSection(.lowShelf, hertz: 200, decibels: 6)])])
        run.device.render(frames: 4_800)
        run.device.stage.perform([.tone(portUID: "Speaker", [])])
        run.device.render(frames: 48_000)
        let heard = run.speaker.channel(0)
        #expect(heard[0..<480].allSatisfy { $0 == 0.5 })
        #expect(abs(heard[480 + 4_799] - 0.5 * 1.995_262) < 1e-3)
        // Both ends of the change are heard at once, each with less and less or more and more of it.
        for frame in 1..<heard.count { #expect(abs(heard[frame] - heard[frame - 1]) < 0.03) }
        #expect(heard[(480 + 24_000)...].allSatisfy { abs($0 - 0.5) < 1e-6 })
    }

    /// Records a sine at the microphone through some sections and returns its level, as a factor.
    private func inputFactor(_ sections: [ToneSection], hertz: Double) throws -> Double {
        let run = StageRun(block: 240)
        run.device.setMicrophone(portUID: "Built-In Microphone", [.sine(hertz: hertz, amplitude: 0.5)])
        run.device.stage.perform([.tone(portUID: "Built-In Microphone", sections)])
        let recorder = TestProgram(1, .silence, channels: 0, inputs: 1)
        recorder.heard.keepsInput = true
        try recorder.play(run.device, on: [], from: ["Built-In Microphone"])
        run.device.render(frames: 48_000)
        let heard = recorder.heard.input[0][24_000...]
        let power = heard.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(heard.count)
        return (2 * power).squareRoot() / 0.5
    }

    @Test(arguments: [50.0, 100, 200, 1_000, 8_000])
    func aHighPassAtAMicrophoneHasButterworthsMagnitude(hertz: Double) throws {
        let warped = tan(Double.pi * 100 / rate) / tan(Double.pi * hertz / rate)
        let expected = 1 / (1 + warped * warped * warped * warped).squareRoot()
        let heard = try inputFactor([ToneSection(.highPass, hertz: 100)], hertz: hertz)
        #expect(abs(20 * log10(heard / expected)) < 0.02)
    }

    @Test func aMicrophoneWithoutSectionsIsUntouchedAndBecomesSoAgain() throws {
        let voice = (0..<4_800).map { TestProgram.code(Int64($0), 0) }
        let run = StageRun(block: 240)
        run.device.setMicrophone(
            portUID: "Built-In Microphone", [.samples([voice], sampleRate: 48_000, repeats: true)])
        let recorder = TestProgram(1, .silence, channels: 0, inputs: 1)
        recorder.heard.keepsInput = true
        try recorder.play(run.device, on: [], from: ["Built-In Microphone"])
        run.device.render(frames: 4_800)
        run.device.stage.perform([.tone(portUID: "Built-In Microphone", [ToneSection(.highPass, hertz: 300)])])
        run.device.render(frames: 4_800)
        run.device.stage.perform([.tone(portUID: "Built-In Microphone", [])])
        run.device.render(frames: 9_600)
        let heard = recorder.heard.input[0]
        #expect(Array(heard[0..<4_800]) == voice)
        #expect(Array(heard[6_000..<9_600]) != Array(voice[1_200...]))
        // 5 ms of crossfade, then the samples as they are.
        #expect(Array(heard[14_400..<19_200]) == voice)
    }

    @Test func aToneIsKeptWhileItsPortIsAway() throws {
        let run = StageRun()
        let music = TestProgram(1, .constant(0.5))
        run.device.stage.perform([.tone(portUID: "Headphones", [ToneSection(.highPass, hertz: 100)])])
        try music.play(run.device)
        let ports = run.device.plug(.headphones)
        let uid = try #require(ports.first?.uid)
        run.device.stage.perform([.tone(portUID: uid, [ToneSection(.highPass, hertz: 100)])])
        run.device.unplug(deviceUID: Accessory.headphones.deviceUID)
        run.device.plug(.headphones)
        run.route(music, [uid])
        let heard = run.device.record(portUID: uid)
        run.device.render(frames: 48_000)
        // A constant does not pass a high-pass.
        #expect(abs(heard.channel(0)[47_999]) < 1e-4)
    }

    @Test func aSampleThatIsNoNumberDoesNotStayInAPortsSections() throws {
        let run = StageRun()
        run.device.stage.perform([.tone(portUID: "Speaker", [ToneSection(.peak, hertz: 1_000, decibels: 6)])])
        let music = TestProgram(1, .tone { time in time == 300 ? .nan : 0.25 })
        try music.play(run.device)
        run.device.render(frames: 4_800)
        #expect(run.speaker.channel(0).allSatisfy { $0.isFinite })
        #expect(abs(run.speaker.channel(0)[4_799] - 0.25) < 1e-3)
    }
}
