import AVFAudio
import SordinoSimulator
import Testing

/// `AVAudioPlayer.rate` on a simulated phone with headphones.
@Suite struct AVAudioPlayerRateTests {
    /// The device takes whole blocks: this is the time of two, at double speed.
    static let blockSeconds = 0.03

    let device = SimulatedDevice(.phone)
    let app: SimulatedApp

    init() throws {
        device.plug(.headphones)
        app = device.app("Music", backgroundModes: .audio)
        try app.activate(.playback)
        device.advance(0.2)
    }

    @Test func theRateIsOneAndOffAtFirst() throws {
        let player = try make(Sound.noise(frames: 100, channels: 1, seed: 1))
        #expect(player.rate == 1)
        #expect(!player.enableRate)
        player.rate = 1.5
        #expect(player.rate == 1.5)
        player.rate = 9
        #expect(player.rate == 2)
        player.rate = 0
        #expect(player.rate == 0.5)
        player.rate = .nan
        #expect(player.rate == 0.5)
    }

    @Test func withoutEnableRateTheRateDoesNotCount() throws {
        let sound = Sound.noise(frames: 20_000, channels: 1, seed: 2)
        let player = try make(sound)
        player.rate = 2
        let start = device.now
        app.perform { _ = player.play() }
        device.advance(0.5)
        #expect(heard(from: start, count: 20_000) == sound.channels[0])
    }

    @Test func enabledAtRateOneEverySampleIsTheFiles() throws {
        let sound = Sound.noise(frames: 20_000, channels: 1, seed: 3)
        let player = try make(sound)
        player.enableRate = true
        let start = device.now
        app.perform { _ = player.play() }
        device.advance(0.5)
        #expect(heard(from: start, count: 20_000) == sound.channels[0])
        #expect(!player.isPlaying)
    }

    @Test(arguments: [Float(2), 1.5, 0.5])
    func itEndsAfterDurationOverRateAndKeepsThePitch(rate: Float) throws {
        let sound = Sound.sine(hertz: 1_000, amplitude: 0.5, seconds: 0.6, sampleRate: 48_000)
        let player = try make(sound)
        player.enableRate = true
        player.rate = rate
        #expect(player.duration == 0.6)
        let start = device.now
        app.perform { _ = player.play() }
        device.advance(0.6 / Double(rate) + 0.1)
        #expect(!player.isPlaying)
        let frames = Int((28_800 / Double(rate)).rounded())
        let all = heard(from: start, count: frames + 500)
        #expect(all[frames...].allSatisfy { $0 == 0 })
        // Away from the ends the tone is the same tone: fitted with its own frequency, little is left over.
        let middle = Array(all[(frames / 4)..<(3 * frames / 4)])
        #expect(levelAboveRest(of: middle, hertz: 1_000) > 40)
    }

    @Test func currentTimeCountsTheFilesTime() throws {
        let player = try make(Sound.sine(hertz: 300, amplitude: 0.5, seconds: 3, sampleRate: 48_000))
        player.enableRate = true
        player.rate = 2
        app.perform { _ = player.play() }
        device.advance(0.5)
        #expect(abs(player.currentTime - 1) < Self.blockSeconds)
        // Samples in the ring go out at the old speed first.
        player.rate = 0.5
        device.advance(0.3)
        let place = player.currentTime
        device.advance(0.4)
        #expect(abs(player.currentTime - place - 0.2) < Self.blockSeconds)
    }

    @Test func aFileOfAnotherRateIsStretchedAndConverted() throws {
        let sound = Sound.sine(hertz: 1_000, amplitude: 0.5, seconds: 0.6, sampleRate: 44_100)
        let player = try make(sound)
        player.enableRate = true
        player.rate = 1.5
        let start = device.now
        app.perform { _ = player.play() }
        device.advance(0.6)
        let all = heard(from: start, count: 20_000)
        #expect(all[19_200...].allSatisfy { $0 == 0 })
        #expect(all[19_000..<19_200].contains { $0 != 0 })
        #expect(levelAboveRest(of: Array(all[5_000..<14_000]), hertz: 1_000) > 40)
    }

    @Test func loopsFollowAtTheSameRate() throws {
        let player = try make(Sound.sine(hertz: 480, amplitude: 0.5, seconds: 0.2, sampleRate: 48_000))
        player.enableRate = true
        player.rate = 2
        player.numberOfLoops = 3
        let start = device.now
        app.perform { _ = player.play() }
        device.advance(0.25)
        #expect(player.isPlaying)
        #expect(player.currentTime >= 0 && player.currentTime <= 0.2)
        device.advance(0.25)
        #expect(!player.isPlaying)
        let all = heard(from: start, count: 19_700)
        #expect(all[19_200...].allSatisfy { $0 == 0 })
        #expect(levelAboveRest(of: Array(all[4_000..<15_000]), hertz: 480) > 30)
    }

    @Test func enablingItWhilePlayingWaitsForTheNextStart() throws {
        let sound = Sound.noise(frames: 48_000, channels: 1, seed: 4)
        let player = try make(sound)
        app.perform { _ = player.play() }
        device.advance(0.2)
        player.enableRate = true
        player.rate = 2
        let place = player.currentTime
        device.advance(0.2)
        #expect(abs(player.currentTime - place - 0.2) < Self.blockSeconds)
        player.stop()
        app.perform { _ = player.play() }
        let resumed = player.currentTime
        device.advance(0.1)
        #expect(abs(player.currentTime - resumed - 0.2) < Self.blockSeconds)
    }

    // MARK: Support

    /// The energy of a sine of this frequency over all the rest, in decibels.
    private func levelAboveRest(of samples: [Float], hertz: Double) -> Double {
        var (cosine, sine, all) = (0.0, 0.0, 0.0)
        for (frame, sample) in samples.enumerated() {
            let angle = 2 * Double.pi * hertz * Double(frame) / 48_000
            cosine += Double(sample) * cos(angle)
            sine += Double(sample) * sin(angle)
            all += Double(sample) * Double(sample)
        }
        let tone = 2 * (cosine * cosine + sine * sine) / Double(samples.count)
        return 10 * log10(tone / max(all - tone, 1e-12))
    }

    private func make(_ sound: Sound) throws -> AVAudioPlayer {
        try app.perform { try AVAudioPlayer(data: sound.wave()) }
    }

    private func heard(from start: Double, count: Int) -> [Float] {
        let samples = device.output(.headphones)?.samples(channel: 0, from: start - 1e-6) ?? []
        return Array(samples.prefix(count))
    }
}
