import HardwareContract
import SordinoHardware
import SordinoPolicy
import Testing

@Suite struct StageRouteTests {
    @Test func aProgramThatNobodyNamedIsSilent() throws {
        let run = StageRun()
        let stranger = TestProgram(1)
        try stranger.open(run.device)
        try stranger.stream?.start()
        run.device.render(frames: 480)
        #expect(run.speaker.channel(0) == Array(repeating: 0, count: 480))
        run.gain(stranger, 1)
        run.device.render(frames: 480)
        #expect(run.speaker.channel(0).allSatisfy { $0 == 0 }, "a gain is no route")
    }

    @Test func programsAreSummedInAscendingOrderWhateverTheOrderOfOpening() throws {
        // 1 + 2^-24 is 1 in float32, and 2^-24 + 2^-24 + 1 is not: the sum shows its order.
        let tiny = Float(sign: .plus, exponent: -24, significand: 1)
        for (loudest, expected) in [(1, Float(1)), (3, 1 + 2 * tiny)] {
            let run = StageRun()
            let programs = [3, 1, 2].map { TestProgram($0, .constant($0 == loudest ? 1 : tiny)) }
            for program in programs { try program.play(run.device) }
            run.device.render(frames: 240)
            #expect(run.speaker.channel(0).allSatisfy { $0 == expected })
        }
    }

    @Test func actorsComeBeforeProgramsAndStreamsInTheOrderOfOpening() throws {
        let tiny = Float(sign: .plus, exponent: -24, significand: 1)
        let run = StageRun()
        let streams = [Float(1), tiny, tiny].map { TestProgram(1, .constant($0)) }
        for stream in streams { try stream.play(run.device) }
        run.device.render(frames: 240)
        #expect(run.speaker.channel(0).allSatisfy { $0 == 1 })
    }

    @Test func monoIsHeardOnBothChannels() throws {
        let run = StageRun()
        let speech = TestProgram(1, channels: 1)
        try speech.play(run.device)
        run.device.render(frames: 240)
        let expected = (0..<240).map { TestProgram.code($0, 0) }
        #expect(run.speaker.samples == [expected, expected])
    }

    @Test func stereoOnAMonoPortIsTheMean() throws {
        let run = StageRun()
        let receiver = run.device.record(portUID: "Built-In Receiver")
        let speech = TestProgram(1)
        try speech.play(run.device, on: ["Built-In Receiver"])
        run.device.render(frames: 240)
        let expected = (0..<240).map { (TestProgram.code($0, 0) + TestProgram.code($0, 1)) / 2 }
        #expect(receiver.samples == [expected])
        #expect(run.speaker.channel(0).allSatisfy { $0 == 0 })
    }

    @Test func stereoTakesTheFirstTwoOfManyChannels() throws {
        let run = StageRun()
        run.device.plug(.hdmi(channelCount: 6))
        let screen = run.device.record(portUID: "HDMI Output")
        let film = TestProgram(1)
        try film.play(run.device, on: ["HDMI Output"])
        run.device.render(frames: 240)
        #expect(screen.channelCount == 6)
        #expect(screen.channel(0) == (0..<240).map { TestProgram.code($0, 0) })
        #expect(screen.channel(1) == (0..<240).map { TestProgram.code($0, 1) })
        for channel in 2..<6 { #expect(screen.channel(channel).allSatisfy { $0 == 0 }) }
    }

    @Test func aMapSaysWhichChannelGoesWhere() throws {
        let run = StageRun()
        run.device.plug(.hdmi(channelCount: 6))
        let screen = run.device.record(portUID: "HDMI Output")
        let film = TestProgram(1)
        try film.play(run.device)
        run.device.stage.perform([
            .route(
                film.id, .media,
                // 7 is a channel that the stream does not have, and the map is longer than the port.
                outputs: [StageLink(portUID: "HDMI Output", channelMap: [1, nil, 0, 7, nil, 0, 1, 1])], inputUIDs: [])
        ])
        run.device.render(frames: 480)
        let sources: [Int?] = [1, nil, 0, nil, nil, 0]
        for (channel, source) in sources.enumerated() {
            let expected = (240..<480).map { frame in source.map { TestProgram.code(Int64(frame), $0) } ?? 0 }
            #expect(Array(screen.channel(channel).suffix(240)) == expected)
        }
    }

    @Test func oneStreamOnTwoPortsIsHeardOnBoth() throws {
        let run = StageRun()
        run.device.plug(.headphones)
        let headphones = run.device.record(portUID: "Wired Headphones")
        let music = TestProgram(1)
        try music.play(run.device, on: ["Wired Headphones", "Speaker"])
        run.device.render(frames: 240)
        #expect(headphones.samples == run.speaker.samples)
        #expect(headphones.channel(0) == (0..<240).map { TestProgram.code($0, 0) })
    }

    @Test func anotherRouteFadesOverFiveMillisecondsOnBothPorts() throws {
        let run = StageRun(block: 100)
        run.device.plug(.headphones)
        let headphones = run.device.record(portUID: "Wired Headphones")
        let music = TestProgram(1, .constant(1))
        try music.play(run.device)
        run.device.render(frames: 100)
        run.route(music, ["Wired Headphones"])
        run.device.render(frames: 400)
        let (down, up) = (run.speaker.channel(0), headphones.channel(0))
        for frame in 0..<240 {
            let progress = Float(frame + 1) / 240
            #expect(abs(up[100 + frame] - progress) < 1e-6)
            #expect(abs(down[100 + frame] - (1 - progress)) < 1e-6)
        }
        #expect(up[339...].allSatisfy { $0 == 1 })
        #expect(down[339...].allSatisfy { $0 == 0 })
    }

    @Test func anotherMapOnTheSamePortAddsUpAllTheWay() throws {
        let run = StageRun(block: 100)
        let music = TestProgram(1, .constant(1))
        try music.play(run.device)
        run.device.render(frames: 100)
        run.device.stage.perform([
            .route(music.id, .media, outputs: [StageLink(portUID: "Speaker", channelMap: [1, 0])], inputUIDs: [])
        ])
        run.device.render(frames: 400)
        #expect(run.speaker.channel(0).allSatisfy { abs($0 - 1) < 1e-6 })
    }

    @Test func aRouteThatComesBackInTheMiddleOfItsFadeRisesFromThere() throws {
        let run = StageRun(block: 120)
        let music = TestProgram(1, .constant(1))
        try music.play(run.device)
        run.device.render(frames: 120)
        run.route(music, [])
        run.device.render(frames: 120)
        run.route(music, ["Speaker"])
        run.device.render(frames: 360)
        let heard = run.speaker.channel(0)
        #expect(heard[239] == 0.5)
        #expect(abs(heard[240] - (0.5 + 0.5 / 240)) < 1e-6)
        #expect(heard[479...].allSatisfy { $0 == 1 })
    }

    @Test func aStreamThatStartsAgainIsHeardWholeAlthoughItsFadeWasCutShort() throws {
        let run = StageRun(block: 120)
        let music = TestProgram(1, .constant(1))
        try music.play(run.device, on: [])
        run.device.render(frames: 120)
        run.route(music, ["Speaker"])
        run.device.render(frames: 120)
        #expect(run.speaker.channel(0).last == 0.5)
        music.stream?.stop()
        try music.stream?.start()
        run.device.render(frames: 120)
        #expect(run.speaker.channel(0).suffix(120).allSatisfy { $0 == 1 })
    }

    @Test func aPortThatArrivesTakesUpTheRouteThatNamedIt() throws {
        let run = StageRun()
        let music = TestProgram(1, .constant(1))
        try music.play(run.device, on: ["Wired Headphones"])
        run.device.render(frames: 240)
        run.device.plug(.headphones)
        let headphones = run.device.record(portUID: "Wired Headphones")
        run.device.render(frames: 480)
        #expect(headphones.channel(0)[0] > 0 && headphones.channel(0)[0] < 0.01)
        #expect(headphones.channel(0)[239...].allSatisfy { $0 == 1 })
        run.device.unplug(deviceUID: "Wired Headphones")
        run.device.render(frames: 240)
        #expect(run.device.stage.meter(portUID: "Wired Headphones") == nil)
        #expect(run.speaker.channel(0).allSatisfy { $0 == 0 })
    }

    @Test func metersShowPeakAndRMSOfTheLastBlock() throws {
        let run = StageRun()
        let music = TestProgram(1, .constant(0.5, step: 0.25))
        try music.play(run.device, gain: 0.5)
        #expect(run.device.stage.meter(program: music.id) == Meter(peak: [0, 0], rms: [0, 0]))
        run.device.render(frames: 240)
        #expect(run.device.stage.meter(program: music.id) == Meter(peak: [0.5, 0.75], rms: [0.5, 0.75]))
        #expect(run.device.stage.meter(portUID: "Speaker") == Meter(peak: [0.25, 0.375], rms: [0.25, 0.375]))
        #expect(run.device.stage.meter(portUID: "Built-In Receiver") == Meter(peak: [0], rms: [0]))
        #expect(run.device.stage.meter(portUID: "nowhere") == nil)
        #expect(run.device.stage.meter(program: .app(AppID(9))) == nil)
        music.stream?.stop()
        run.device.render(frames: 240)
        #expect(run.device.stage.meter(program: music.id) == Meter(peak: [0, 0], rms: [0, 0]))
        #expect(run.device.stage.meter(portUID: "Speaker") == Meter(peak: [0, 0], rms: [0, 0]))
    }

    @Test(arguments: [Float.nan, .infinity, -.infinity, 2e6, .greatestFiniteMagnitude])
    func aBlockThatIsNoSoundIsSilentAndCountedAndHarmsNobodyElse(odd: Float) throws {
        let run = StageRun()
        let (music, mad) = (TestProgram(1, .constant(0.5)), TestProgram(2, .value(odd, atFrame: 300)))
        try music.play(run.device)
        try mad.play(run.device)
        run.device.render(frames: 720)
        let expected =
            [Float](repeating: 0.75, count: 240) + Array(repeating: 0.5, count: 240)
            + Array(repeating: 0.75, count: 240)
        #expect(run.speaker.samples == [expected, expected])
        #expect(run.device.faults(of: mad.id) == 1)
        #expect(run.device.faults(of: music.id) == 0)
    }
}
