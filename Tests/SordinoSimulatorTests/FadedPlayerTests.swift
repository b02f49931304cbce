import AVFAudio
import AudioToolbox
import SordinoSimulator
import Testing

/// Players that are paused, continued, sought and dropped while others of their program play: the sound never steps.
@Suite struct FadedPlayerTests {
    let device = SimulatedDevice(.phone)
    let app: SimulatedApp
    /// The sine of the player that is changed, and that of the one that plays on.
    private static let (amplitude, hertz) = (0.2, 500.0)
    private static let (otherAmplitude, otherHertz) = (0.05, 310.0)

    init() throws {
        device.plug(.headphones)
        app = device.app("Game", backgroundModes: .audio)
        try app.activate(.playback)
        device.advance(0.2)
    }

    private func player(_ sound: Sound) throws -> AVAudioPlayer {
        try app.perform { try AVAudioPlayer(data: sound.wave()) }
    }

    private func sine() throws -> AVAudioPlayer {
        try player(.sine(hertz: Self.hertz, amplitude: Self.amplitude, seconds: 4, sampleRate: 48_000))
    }

    /// Another player that is heard from now on.
    private func other() throws -> AVAudioPlayer {
        let sound = Sound.sine(
            hertz: Self.otherHertz, amplitude: Self.otherAmplitude, seconds: 6, sampleRate: 48_000)
        let other = try player(sound)
        other.numberOfLoops = -1
        app.perform { _ = other.play() }
        device.advance(0.1)
        return other
    }

    private func samples(from start: Double, count: Int) -> [Float] {
        Array((device.output(.headphones)?.samples(from: start - 0.25 / 48_000) ?? []).prefix(count))
    }

    /// The largest difference of neighbouring samples since a moment.
    private func steepest(since moment: Double) -> Double {
        let samples = device.output(.headphones)?.samples(from: moment) ?? []
        return zip(samples, samples.dropFirst()).reduce(0) { max($0, Double(abs($1.1 - $1.0))) }
    }

    /// The largest difference that the sines have by themselves, and what a fade adds.
    private static let slope =
        2 * .pi * (amplitude * hertz + otherAmplitude * otherHertz) / 48_000 + amplitude / 240
    /// The same of one sine that another fades into.
    private static let seekSlope = 2 * .pi * amplitude * hertz / 48_000 + 2 * amplitude / 240

    @Test func aPauseAmongOthersFallsAndTheContinuationRises() throws {
        let other = try other()
        let player = try sine()
        let start = device.now
        app.perform { _ = player.play() }
        // Blocks end anywhere in the wave: its phase is another each time.
        for step in 0..<8 {
            device.advance(0.111 + 0.013 * Double(step))
            player.pause()
            let position = player.currentTime
            let paused = device.now
            device.advance(0.1)
            #expect(player.currentTime == position)
            // The other alone is left.
            let left = samples(from: paused + 0.005, count: 3_000).map { Double(abs($0)) }.max() ?? 0
            #expect(abs(left - Self.otherAmplitude) < 1e-4)
            app.perform { _ = player.play() }
        }
        device.advance(0.1)
        let both = samples(from: device.now - 0.08, count: 3_000).map { Double(abs($0)) }.max() ?? 0
        #expect(both > Self.amplitude)
        #expect(steepest(since: start - 0.01) < Self.slope)
        withExtendedLifetime(other) {}
    }

    /// Beside a player of silence each sample is known.
    @Test func thePausedFrameIsTheFirstOfTheContinuation() throws {
        let silence = try player(.constant(0, frames: 480_000))
        app.perform { _ = silence.play() }
        device.advance(0.1)
        let sound = Sound.noise(frames: 60_000, channels: 1, seed: 31)
        let player = try player(sound)
        let start = device.now
        app.perform { _ = player.play() }
        device.advance(0.2)
        player.pause()
        let paused = device.now
        let count = Int(((paused - start) * 48_000).rounded())
        device.advance(0.2)
        let resumed = device.now
        app.perform { _ = player.play() }
        device.advance(0.3)
        let line = sound.channels[0]
        #expect(samples(from: start, count: count) == Array(line.prefix(count)))
        #expect(samples(from: paused, count: 5_000) == Sound.fallen(line[count...]) + Array(repeating: 0, count: 4_760))
        #expect(samples(from: resumed, count: 10_000) == Sound.risen(line[count..<count + 10_000]))
    }

    @Test func aSeekIsACrossfade() throws {
        let player = try sine()
        app.perform { _ = player.play() }
        let start = device.now
        for step in 0..<8 {
            device.advance(0.111 + 0.013 * Double(step))
            // A third of a wave further on, then two thirds.
            player.currentTime = 1 + Double(step) / (3 * Self.hertz)
        }
        device.advance(0.1)
        #expect(player.isPlaying)
        #expect(steepest(since: start) < Self.seekSlope)
        // A fade into the same wave is no louder than the wave.
        let peak = samples(from: start, count: 100_000).map { Double(abs($0)) }.max() ?? 0
        #expect(abs(peak - Self.amplitude) < 1e-4)
    }

    @Test func aPlayerThatIsDroppedFalls() throws {
        let other = try other()
        let start = device.now
        for step in 0..<8 {
            var player: AVAudioPlayer? = try sine()
            app.perform { _ = player?.play() }
            device.advance(0.111 + 0.013 * Double(step))
            player = nil
            device.advance(0.1)
            let left = samples(from: device.now - 0.08, count: 3_000).map { Double(abs($0)) }.max() ?? 0
            #expect(abs(left - Self.otherAmplitude) < 1e-4)
        }
        #expect(steepest(since: start) < Self.slope)
        withExtendedLifetime(other) {}
    }

    @Test func aQueueThatPausesAndContinuesAmongPlayersDoesNotStep() throws {
        let other = try other()
        let sine = Sound.sine(hertz: Self.hertz, amplitude: Self.amplitude, seconds: 6, sampleRate: 48_000)
        let program = try QueueProgram(app, sine.channels)
        let start = device.now
        #expect(app.perform { AudioQueueStart(program.queue, nil) } == noErr)
        for step in 0..<8 {
            device.advance(0.111 + 0.013 * Double(step))
            #expect(AudioQueuePause(program.queue) == noErr)
            device.advance(0.1)
            let left = samples(from: device.now - 0.08, count: 3_000).map { Double(abs($0)) }.max() ?? 0
            #expect(abs(left - Self.otherAmplitude) < 1e-4)
            #expect(app.perform { AudioQueueStart(program.queue, nil) } == noErr)
        }
        device.advance(0.111)
        #expect(AudioQueueStop(program.queue, true) == noErr)
        device.advance(0.1)
        #expect(steepest(since: start) < Self.slope)
        withExtendedLifetime(other) {}
    }

    @Test(arguments: [0.9, 1.003, 1.1]) func aSoundThatGoesOnAfterACallRises(_ seconds: Double) throws {
        let player = try sine()
        app.perform { _ = player.play() }
        device.advance(seconds)
        device.ring()
        device.advance(0.5)
        device.declineCall()
        device.advance(0.5)
        let resumed = device.now
        app.perform { _ = player.play() }
        device.advance(0.1)
        #expect(samples(from: resumed, count: 4_000).contains { $0 != 0 })
        #expect(steepest(since: resumed - 0.01) < Self.slope)
    }

    /// Each place is left before a block has come to it: no player of it is kept.
    @Test func aThousandSeeksBetweenTwoBlocksLeaveNothingBehind() throws {
        let player = try sine()
        app.perform { _ = player.play() }
        device.advance(0.1)
        let moment = device.now
        for step in 0..<1_000 { player.currentTime = Double(step) / 1_000 }
        device.advance(0.1)
        #expect(abs(player.currentTime - (0.999 + device.now - moment)) < 0.001)
        #expect(steepest(since: moment - 0.01) < Self.seekSlope)
        player.pause()
        let paused = device.now
        device.advance(0.1)
        #expect(samples(from: paused + 0.005, count: 3_000).allSatisfy { $0 == 0 })
    }
}
