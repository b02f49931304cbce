import HardwareContract
import SordinoHardware
import SordinoPolicy
import Testing

@Suite struct StageGainTests {
    @Test func aDuckFollowsItsCurveAndLandsExactlyOnItsLastFrame() throws {
        let run = StageRun(block: 256)
        let music = TestProgram(1, .constant(1))
        try music.play(run.device)
        run.device.render(frames: 512)
        run.gain(music, 0.2, 0.5)
        run.device.render(frames: 26_000)
        let heard = run.speaker.channel(0)
        #expect(heard[0..<512].allSatisfy { $0 == 1 })
        for frame in 0..<24_000 {
            let expected = equalPower(from: 1, to: 0.2, frame: frame, of: 24_000)
            #expect(abs(Double(heard[512 + frame]) - expected) < 1e-7, "frame \(frame)")
        }
        #expect(heard[512 + 23_998] > 0.2)
        #expect(heard[(512 + 23_999)...].allSatisfy { $0 == 0.2 })
    }

    @Test func aChangeAtOnceTakesFiveMillisecondsWhenSomethingSounds() throws {
        let run = StageRun(block: 256)
        let music = TestProgram(1, .constant(1))
        try music.play(run.device)
        run.device.render(frames: 256)
        run.gain(music, 0)
        run.device.render(frames: 512)
        let heard = run.speaker.channel(0)
        #expect(heard[255] == 1)
        #expect(heard[256] < 1 && heard[256] > 0.999)
        #expect(heard[256 + 238] > 0)
        #expect(heard[256 + 239] == 0)
        #expect(heard[(256 + 240)...].allSatisfy { $0 == 0 })
    }

    @Test func aChangeAtOnceIsAtOnceWhenNothingSounds() throws {
        let run = StageRun()
        let music = TestProgram(1, .constant(1))
        try music.play(run.device, gain: 0)
        run.device.render(frames: 240)
        music.stream?.stop()
        run.device.render(frames: 240)
        run.gain(music, 0.5)
        try music.stream?.start()
        run.device.render(frames: 240)
        #expect(run.speaker.channel(0) == Array(repeating: 0, count: 480) + Array(repeating: 0.5, count: 240))
    }

    /// A call takes music in the middle; what comes back continues there, however the program starts.
    @Test(arguments: [false, true]) func soundThatWasCutOffComesBackByAFade(_ startsFirst: Bool) throws {
        let run = StageRun()
        let music = TestProgram(1, .constant(1))
        try music.play(run.device)
        run.device.render(frames: 240)
        run.gain(music, 0)
        run.device.render(frames: 480)
        music.stream?.stop()
        run.device.render(frames: 240)
        if startsFirst { try music.stream?.start() }
        run.gain(music, 1)
        if !startsFirst { try music.stream?.start() }
        run.device.render(frames: 480)
        let heard = run.speaker.channel(0)[960...]
        for (frame, sample) in heard.prefix(240).enumerated() {
            #expect(abs(Double(sample) - equalPower(from: 0, to: 1, frame: frame, of: 240)) < 1e-7, "frame \(frame)")
        }
        #expect(heard.dropFirst(239).allSatisfy { $0 == 1 })
        // It was not cut off this time: the program ended it.
        music.stream?.stop()
        run.device.render(frames: 240)
        try music.stream?.start()
        run.device.render(frames: 240)
        #expect(run.speaker.channel(0)[1_680...].allSatisfy { $0 == 1 })
    }

    @Test func aNewRampBeginsWhereTheOldOneIs() throws {
        let run = StageRun(block: 240)
        let music = TestProgram(1, .constant(1))
        try music.play(run.device)
        run.device.render(frames: 240)
        run.gain(music, 0, 0.01)
        run.device.render(frames: 240)
        let middle = run.speaker.channel(0)[479]
        #expect(abs(Double(middle) - equalPower(from: 1, to: 0, frame: 239, of: 480)) < 1e-7)
        run.gain(music, 1, 0.01)
        run.device.render(frames: 480)
        let heard = run.speaker.channel(0)
        for frame in 0..<480 {
            let expected = equalPower(from: Double(middle), to: 1, frame: frame, of: 480)
            #expect(abs(Double(heard[480 + frame]) - expected) < 1e-7, "frame \(frame)")
        }
        #expect(heard[959] == 1)
    }

    @Test(arguments: [64, 128, 512, 1_024, 4_096])
    func anyBlockSizeGivesTheSameRamp(block: Int) throws {
        func heard(_ block: Int) throws -> [Float] {
            let run = StageRun(block: block)
            let (music, speech) = (TestProgram(1), TestProgram(2))
            try music.play(run.device)
            try speech.play(run.device)
            run.device.render(frames: 4_096)
            run.gain(music, 0.199_526_23, 0.5)
            run.device.render(frames: 8_192)
            run.gain(speech, 0, 0)
            run.gain(music, 1, 0.25)
            run.device.render(frames: 16_384)
            return run.speaker.channel(1)
        }
        #expect(try heard(block) == heard(256))
    }

    @Test func aRampKeepsItsDurationWhenTheRateChangesUnderIt() throws {
        let run = StageRun(block: 480)
        let music = TestProgram(1, .constant(1))
        try music.play(run.device)
        run.device.render(frames: 480)
        run.gain(music, 0, 0.1)
        run.device.render(frames: 2_400)
        run.device.request(HardwareTiming(sampleRate: 16_000, blockFrames: 160))
        run.device.render(frames: 1_600)
        let heard = run.speaker.channel(0)
        // Half of it at 48 kHz is 2400 frames; the other half at 16 kHz is 800.
        #expect(abs(heard[480 + 2_399] - 0.707_106_8) < 1e-6)
        #expect(heard[480 + 2_400 + 798] > 0)
        #expect(heard[480 + 2_400 + 799] == 0)
    }

    @Test func aRampGoesOnWhileTheStreamIsStopped() throws {
        let run = StageRun(block: 480)
        let music = TestProgram(1, .constant(1))
        try music.play(run.device)
        run.device.render(frames: 480)
        music.stream?.stop()
        run.gain(music, 0.25, 0.1)
        run.device.render(frames: 4_800)
        try music.stream?.start()
        run.device.render(frames: 480)
        #expect(run.speaker.channel(0).suffix(480) == Array(repeating: 0.25, count: 480)[...])
    }

    @Test func aProgramWithoutStreamsIsDuckedWhenItsFirstOneOpens() throws {
        let run = StageRun()
        let music = TestProgram(1, .constant(1))
        run.gain(music, 1)
        run.gain(music, 0.25, 0.5)
        run.route(music, ["Speaker"])
        try music.open(run.device)
        try music.stream?.start()
        run.device.render(frames: 240)
        #expect(run.speaker.channel(0).allSatisfy { $0 == 0.25 })
    }

    @Test func everyClassHasAGainOfItsOwn() throws {
        let run = StageRun()
        let music = TestProgram(1, .constant(0.5))
        let clicks = TestProgram(1, .constant(0.25), audioClass: .local)
        try music.play(run.device)
        try clicks.play(run.device)
        run.gain(music, 0, 0.001)
        run.device.render(frames: 480)
        #expect(run.speaker.channel(0).suffix(240).allSatisfy { $0 == 0.25 })
    }

    @Test(arguments: [Float.nan, .infinity, -1])
    func aGainThatIsNoGainIsSilence(gain: Float) throws {
        let run = StageRun()
        let music = TestProgram(1)
        try music.play(run.device, gain: gain)
        run.device.render(frames: 240)
        #expect(run.speaker.channel(0).allSatisfy { $0 == 0 })
    }

    @Test func aFloodOfCommandsEndsWithTheLastOne() throws {
        let run = StageRun()
        let music = TestProgram(1, .constant(1))
        try music.play(run.device)
        run.device.render(frames: 240)
        for step in 0..<20_000 { run.gain(music, Float(step % 7) / 7, step % 2 == 0 ? 0 : 3) }
        run.gain(music, 0.5, 0.005)
        run.device.render(frames: 480)
        let heard = run.speaker.channel(0)
        #expect(heard[240] < 1 && heard[240] > 0.99)
        #expect(heard.suffix(241).allSatisfy { $0 == 0.5 })
    }

    @Test func aForgottenProgramFadesAndIsSilent() throws {
        let run = StageRun()
        let music = TestProgram(1, .constant(1))
        try music.play(run.device)
        run.device.render(frames: 240)
        run.device.stage.perform([.remove(music.id)])
        run.device.render(frames: 480)
        let heard = run.speaker.channel(0)
        #expect(heard[240] > 0.9)
        #expect(heard.suffix(241).allSatisfy { $0 == 0 })
        run.gain(music, 1)
        run.device.render(frames: 480)
        #expect(run.speaker.channel(0).suffix(480).allSatisfy { $0 == 0 }, "it has no route any more")
    }
}
