import HardwareContract
import SordinoHardware
import SordinoPolicy
import Testing

/// Outputs that are held back, so that rooms with different latencies play the same sample at one time.
@Suite struct StageDelayTests {
    private static func links(_ program: TestProgram, _ links: [StageLink]) -> StageCommand {
        .route(program.id, program.description.audioClass, outputs: links, inputUIDs: [])
    }

    /// A phone with a screen as a second output.
    private static func run(block: Int = 240, sampleRate: Double = 48_000) -> (StageRun, PortRecording) {
        let run = StageRun(block: block, sampleRate: sampleRate)
        run.device.plug(.hdmi(channelCount: 2))
        return (run, run.device.record(portUID: "HDMI Output"))
    }

    private func code(_ frames: Range<Int>, _ channel: Int = 0) -> [Float] {
        frames.map { TestProgram.code(Int64($0), channel) }
    }

    /// Exact to the sample: blocks smaller, equal to and larger than the delay, and delays that are no whole blocks.
    @Test(arguments: [(240, 0.005), (240, 0.001), (1_024, 0.002), (64, 0.25), (240, 2.5), (480, 1.0 / 48_000)])
    func everySampleLeavesTheDelayUnchangedAndAsLateAsAsked(block: Int, seconds: Double) throws {
        let (run, screen) = Self.run(block: block)
        let music = TestProgram(1)
        try music.open(run.device)
        run.device.stage.perform([
            .gain(music.id, .media, 1, rampSeconds: 0),
            Self.links(
                music, [StageLink(portUID: "Speaker", delaySeconds: seconds), StageLink(portUID: "HDMI Output")]),
        ])
        try music.stream?.start()
        let late = Int((seconds * 48_000).rounded())
        let count = (late + 4_800) / block * block + block
        run.device.render(frames: count)
        for channel in 0..<2 {
            #expect(screen.channel(channel) == code(0..<count, channel))
            let expected = Array(repeating: Float(0), count: late) + code(0..<count - late, channel)
            #expect(run.speaker.channel(channel) == expected)
        }
    }

    @Test func whatIsNotHeldBackIsHeardAtOnceOnTheSamePort() throws {
        let (run, _) = Self.run()
        let music = TestProgram(1, .constant(0.25))
        let click = TestProgram(2, .constant(0.5))
        try music.open(run.device)
        try click.open(run.device)
        run.device.stage.perform([
            .gain(music.id, .media, 1, rampSeconds: 0), .gain(click.id, .media, 1, rampSeconds: 0),
            Self.links(music, [StageLink(portUID: "Speaker", delaySeconds: 0.05)]),
            Self.links(click, [StageLink(portUID: "Speaker")]),
        ])
        try music.stream?.start()
        try click.stream?.start()
        run.device.render(frames: 4_800)
        let heard = run.speaker.channel(0)
        #expect(heard.prefix(2_400).allSatisfy { $0 == 0.5 })
        #expect(heard.suffix(2_400).allSatisfy { $0 == 0.75 })
    }

    /// Programs that end leave their last sound in the faster rooms, as it is still on its way in the slow one.
    @Test func theEndIsHeardInEveryRoom() throws {
        let (run, screen) = Self.run()
        let music = TestProgram(1)
        try music.open(run.device)
        run.device.stage.perform([
            .gain(music.id, .media, 1, rampSeconds: 0),
            Self.links(music, [StageLink(portUID: "Speaker", delaySeconds: 0.1), StageLink(portUID: "HDMI Output")]),
        ])
        try music.stream?.start()
        run.device.render(frames: 4_800)
        music.stream?.stop()
        run.device.render(frames: 9_600)
        #expect(Array(screen.channel(0).prefix(4_800)) == code(0..<4_800))
        #expect(Array(run.speaker.channel(0)[4_800..<9_600]) == code(0..<4_800))
        #expect(run.speaker.channel(0).suffix(4_800).allSatisfy { $0 == 0 })
    }

    /// Another delay, and none: each change fades from the sound of the one delay to that of the other, and nothing is silent.
    @Test(
        arguments: [(0.1, 0.0), (0.0, 0.1), (0.1, 0.02), (0.02, 0.1), (0.0, 1), (0.25, 1)],
        [(240, 48_000.0), (1_024, 48_000), (64, 44_100)])
    func aDelayThatChangesFades(delays: (before: Double, after: Double), rate: (block: Int, hertz: Double)) throws {
        let (run, _) = Self.run(block: rate.block, sampleRate: rate.hertz)
        // A receiver of 2 s: the speaker may have to wait for it.
        run.device.plug(.airPlay(name: "Far"))
        let music = TestProgram(1)
        try music.open(run.device)
        run.device.stage.perform([
            .gain(music.id, .media, 1, rampSeconds: 0),
            Self.links(music, [StageLink(portUID: "Speaker", delaySeconds: delays.before)]),
        ])
        try music.stream?.start()
        let change = Int((max(delays.before, delays.after) + 0.1) * rate.hertz) / rate.block * rate.block
        run.device.render(frames: change)
        run.device.stage.perform([Self.links(music, [StageLink(portUID: "Speaker", delaySeconds: delays.after)])])
        run.device.render(frames: change)
        let heard = run.speaker.channel(0)
        let (old, new) = (Int(delays.before * rate.hertz), Int(delays.after * rate.hertz))
        let fade = Int((0.005 * rate.hertz).rounded(.up))
        func sound(_ frame: Int, _ delay: Int) -> Float {
            frame < delay ? 0 : TestProgram.code(Int64(frame - delay), 0)
        }
        let expected = (0..<2 * change).map { frame in
            guard frame >= change else { return sound(frame, old) }
            let share = min(Float(frame - change + 1) / Float(fade), 1)
            return sound(frame, old) + (sound(frame, new) - sound(frame, old)) * share
        }
        #expect(heard.count == expected.count)
        // Samples outside the fade are exact.
        let wrong = zip(heard, expected).enumerated().first { frame, samples in
            abs(samples.0 - samples.1) > ((change..<change + fade).contains(frame) ? 1e-6 : 0)
        }
        #expect(wrong == nil)
    }

    /// Delays that change again before the fade is over, and outputs that grow slower meanwhile: no sample is silent.
    @Test func manyChangesInARowLeaveNoGap() throws {
        let (run, _) = Self.run(block: 64)
        run.device.plug(.airPlay(name: "Far"))
        let music = TestProgram(1, .constant(0.5))
        try music.open(run.device)
        run.device.stage.perform([
            .gain(music.id, .media, 1, rampSeconds: 0), Self.links(music, [StageLink(portUID: "Speaker")]),
        ])
        try music.stream?.start()
        run.device.render(frames: 96_000)
        for delay in [0.1, 0, 1.9, 0.3, 0.0, 0.02, 1] {
            run.device.stage.perform([Self.links(music, [StageLink(portUID: "Speaker", delaySeconds: delay)])])
            run.device.render(frames: 64)
        }
        run.device.render(frames: 48_000)
        #expect(run.speaker.channel(0).allSatisfy { abs($0 - 0.5) < 1e-6 })
    }

    /// A room that may have to wait has every sample while it does not, also when that becomes so and ends under way.
    @Test func aSoundThatMayHaveToWaitIsTheSame() throws {
        let (run, _) = Self.run(block: 64)
        let music = TestProgram(1)
        try music.open(run.device)
        run.device.stage.perform([
            .gain(music.id, .media, 1, rampSeconds: 0), Self.links(music, [StageLink(portUID: "Speaker")]),
        ])
        try music.stream?.start()
        run.device.render(frames: 4_800)
        run.device.plug(.airPlay(name: "Far"))
        run.device.stage.perform([Self.links(music, [StageLink(portUID: "Speaker")])])
        run.device.render(frames: 4_800)
        run.device.unplug(portUID: "HDMI Output")
        music.stream?.stop()
        run.device.render(frames: 640)
        try music.stream?.start()
        run.device.render(frames: 4_800)
        let isWhole = run.speaker.channel(0) == code(0..<9_600) + Array(repeating: 0, count: 640) + code(0..<4_800)
        #expect(isWhole)
    }

    /// Sound from before a rest is not repeated.
    @Test func aSoundThatHasJustBegunWaitsInSilence() throws {
        let (run, _) = Self.run()
        run.device.plug(.airPlay(name: "Far"))
        let music = TestProgram(1)
        try music.open(run.device)
        run.device.stage.perform([
            .gain(music.id, .media, 1, rampSeconds: 0), Self.links(music, [StageLink(portUID: "Speaker")]),
        ])
        try music.stream?.start()
        run.device.render(frames: 48_000)
        music.stream?.stop()
        run.device.render(frames: 480)
        try music.stream?.start()
        run.device.render(frames: 4_800)
        let change = 48_000 + 480 + 4_800
        run.device.stage.perform([Self.links(music, [StageLink(portUID: "Speaker", delaySeconds: 0.25)])])
        run.device.render(frames: 24_000)
        let heard = run.speaker.channel(0)
        // 12,000 frames later, of which 4,800 were heard: silence until the beginning comes again.
        #expect(heard[(change + 240)..<(change + 7_200)].allSatisfy { $0 == 0 })
        let isWhole = Array(heard[(change + 7_200)...]) == code(0..<16_800)
        #expect(isWhole)
    }

    /// A port that is gone takes its delay along; one that comes back begins with silence, in step.
    @Test func aRoomThatComesBackIsInStep() throws {
        let (run, _) = Self.run()
        let music = TestProgram(1)
        try music.open(run.device)
        run.device.stage.perform([
            .gain(music.id, .media, 1, rampSeconds: 0),
            Self.links(music, [StageLink(portUID: "Speaker"), StageLink(portUID: "HDMI Output", delaySeconds: 0.05)]),
        ])
        try music.stream?.start()
        run.device.render(frames: 9_600)
        run.device.unplug(portUID: "HDMI Output")
        run.device.render(frames: 4_800)
        run.device.plug(.hdmi(channelCount: 2))
        let screen = run.device.record(portUID: "HDMI Output")
        run.device.render(frames: 9_600)
        let heard = screen.channel(0)
        #expect(heard.prefix(2_400).allSatisfy { $0 == 0 })
        #expect(Array(heard.suffix(4_800)) == code(24_000 - 2_400 - 4_800..<24_000 - 2_400))
        // The other room lost nothing.
        #expect(run.speaker.channel(0) == code(0..<24_000))
    }

    /// A peer that renders only while something moves must not stop before the last room is silent.
    @Test func theStageIsNotAtRestWhileARoomPlaysOn() throws {
        let mixer = StageMixer(sampleRate: 48_000, frameCapacity: 480)
        let port = Port(
            uid: "room", type: .airPlay, direction: .output, name: "room",
            channels: [PortChannel(name: "1", number: 1, label: 1)])
        let stagePort = mixer.addPort(port)
        let program = ProgramID.app(AppID(1))
        let stream = mixer.addStream(
            StreamDescription(program: program, audioClass: .media, name: "m", outputChannels: 1))
        mixer.perform([
            .gain(program, .media, 1, rampSeconds: 0),
            .route(
                program, .media, outputs: [StageLink(portUID: "room", delaySeconds: 0.05)], inputUIDs: []),
        ])
        mixer.setRunning(true, stream)
        func block() {
            guard let plan = mixer.renderer.beginBlock(frameCount: 480) else { return }
            if mixer.isRunning(stream) {
                for frame in 0..<480 { stream.output.channels[0][frame] = 0.5 }
                mixer.renderer.accept(plan, stream: 0, frameCount: 480)
            }
            mixer.renderer.mix(plan, frameCount: 480)
        }
        for _ in 0..<10 { block() }
        mixer.setRunning(false, stream)
        #expect(mixer.latePorts == ["room"] && !mixer.isAtRest)
        var sounding = 0
        for _ in 0..<20 {
            block()
            if stagePort.samples.channels[0][0] != 0 { sounding += 1 }
        }
        // 50 ms are five blocks.
        #expect(sounding == 5)
        #expect(mixer.latePorts.isEmpty && mixer.isAtRest)
    }

    /// Ten seconds are the most.
    @Test(arguments: [Double.infinity, .nan, -1, 1e300, 10, 11])
    func delaysAreBounded(seconds: Double) throws {
        let (run, _) = Self.run()
        let music = TestProgram(1, .constant(0.5))
        try music.open(run.device)
        run.device.stage.perform([
            .gain(music.id, .media, 1, rampSeconds: 0),
            Self.links(music, [StageLink(portUID: "Speaker", delaySeconds: seconds)]),
        ])
        try music.stream?.start()
        run.device.render(frames: 48_000 * 11)
        let silent = run.speaker.channel(0).prefix { $0 == 0 }.count
        #expect(silent == (seconds >= 10 ? 480_000 : 0))
    }
}
