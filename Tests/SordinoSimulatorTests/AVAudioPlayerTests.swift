import AVFAudio
import SordinoSimulator
import Synchronization
import Testing

/// `AVAudioPlayer` on a simulated phone with headphones, whose samples leave the port as they were mixed.
@Suite struct AVAudioPlayerTests {
    let device = SimulatedDevice(.phone)
    let app: SimulatedApp

    init() throws {
        device.plug(.headphones)
        app = device.app("Music", backgroundModes: .audio)
        try app.activate(.playback)
        device.advance(0.2)
    }

    // MARK: Samples

    @Test func aFileAtTheDevicesRateIsHeardSampleForSample() throws {
        let sound = Sound.noise(frames: 30_000, channels: 2, seed: 1)
        let player = try make(sound)
        let start = device.now
        #expect(app.perform { player.play() })
        device.advance(1)
        for channel in 0..<2 { #expect(heard(channel, from: start, count: 30_000) == sound.channels[channel]) }
        #expect(heard(0, from: start + 30_000 / 48_000.0, count: 1_000).allSatisfy { $0 == 0 })
    }

    @Test func monoIsHeardOnBothSidesAtFullLevel() throws {
        let sound = Sound.noise(frames: 5_000, channels: 1, seed: 2)
        let player = try make(sound)
        let start = device.now
        app.perform { _ = player.play() }
        device.advance(0.3)
        #expect(heard(0, from: start, count: 5_000) == sound.channels[0])
        #expect(heard(1, from: start, count: 5_000) == sound.channels[0])
    }

    @Test func volumeSetBeforePlayingIsOneMultiplicationFromTheFirstFrameOn() throws {
        let sound = Sound.noise(frames: 5_000, channels: 1, seed: 3)
        let player = try make(sound)
        player.volume = 0.3
        let start = device.now
        app.perform { _ = player.play() }
        device.advance(0.3)
        #expect(heard(0, from: start, count: 5_000) == sound.channels[0].map { $0 * 0.3 })
    }

    @Test func panTurnsOneSideDownAndLeavesTheOther() throws {
        let sound = Sound.noise(frames: 5_000, channels: 2, seed: 4)
        let player = try make(sound)
        player.pan = 0.75
        let start = device.now
        app.perform { _ = player.play() }
        device.advance(0.3)
        #expect(heard(0, from: start, count: 5_000) == sound.channels[0].map { $0 * 0.25 })
        #expect(heard(1, from: start, count: 5_000) == sound.channels[1])
    }

    @Test func aFadeGoesInAStraightLineAndEndsExactlyThere() throws {
        let sound = Sound.constant(0.5, frames: 96_000)
        let player = try make(sound)
        app.perform { _ = player.play() }
        device.advance(0.1)
        let start = device.now
        player.setVolume(0, fadeDuration: 0.5)
        #expect(player.volume == 0)
        device.advance(0.7)
        let line = heard(0, from: start, count: 24_000)
        for frame in [0, 5_999, 11_999, 17_999, 23_998] {
            let expected = 0.5 * (1 - Float(frame + 1) / 24_000)
            #expect(abs(line[frame] - expected) < 1e-6)
        }
        #expect(line[23_999] == 0)
    }

    @Test func aFadeGoesOnAfterASeek() throws {
        let sound = Sound.constant(0.5, frames: 192_000)
        let player = try make(sound)
        app.perform { _ = player.play() }
        device.advance(0.1)
        let start = device.now
        player.setVolume(0, fadeDuration: 1)
        device.advance(0.5)
        let done = device.now - start
        player.currentTime = 2
        device.advance(0.1)
        let level = try #require(heard(0, from: start + done + 0.05, count: 1).first)
        #expect(abs(Double(level) - 0.5 * (1 - done - 0.05)) < 1e-3)
    }

    @Test(
        arguments: [(1_800, 0.4995), (.greatestFiniteMagnitude, 0.5), (1e30, 0.5), (.infinity, 0)]
            as [(Double, Float)])
    func aLongFadeIsOnItsWay(seconds: Double, level: Float) throws {
        let player = try make(Sound.constant(0.5, frames: 192_000))
        app.perform { _ = player.play() }
        device.advance(0.1)
        let start = device.now
        player.setVolume(0, fadeDuration: seconds)
        device.advance(2)
        // After 1.8 of 1,800 seconds a thousandth of the way is done.
        let heard = try #require(heard(0, from: start + 1.8, count: 1).first)
        #expect(abs(heard - level) < 1e-4)
    }

    @Test func loopsFollowWithoutAGap() throws {
        let sound = Sound.noise(frames: 1_001, channels: 1, seed: 5)
        let player = try make(sound)
        player.numberOfLoops = 2
        let start = device.now
        app.perform { _ = player.play() }
        device.advance(0.3)
        let three = sound.channels[0] + sound.channels[0] + sound.channels[0]
        #expect(heard(0, from: start, count: 3_003) == three)
        #expect(heard(0, from: start + 3_003 / 48_000.0, count: 500).allSatisfy { $0 == 0 })
        #expect(!player.isPlaying)
    }

    @Test func endlessLoopsGoOnUntilTheyAreEnded() throws {
        let sound = Sound.noise(frames: 4_800, channels: 1, seed: 6)
        let player = try make(sound)
        player.numberOfLoops = -1
        app.perform { _ = player.play() }
        device.advance(2)
        #expect(player.isPlaying)
        #expect(player.currentTime >= 0 && player.currentTime <= player.duration)
        player.numberOfLoops = 0
        device.advance(1)
        #expect(!player.isPlaying)
    }

    @Test func pauseAndPlayLoseNoFrame() throws {
        let sound = Sound.noise(frames: 30_000, channels: 1, seed: 7)
        let player = try make(sound)
        let start = device.now
        app.perform { _ = player.play() }
        device.advance(0.2)
        player.pause()
        let paused = device.now
        let position = player.currentTime
        device.advance(0.5)
        #expect(player.currentTime == position)
        let resumed = device.now
        app.perform { _ = player.play() }
        device.advance(1)
        let first = Int(((paused - start) * 48_000).rounded())
        #expect(heard(0, from: start, count: first) == Array(sound.channels[0].prefix(first)))
        #expect(heard(0, from: resumed, count: 30_000 - first) == Sound.risen(sound.channels[0].dropFirst(first)))
    }

    @Test func seekingGoesToTheFrame() throws {
        let sound = Sound.noise(frames: 48_000, channels: 1, seed: 8)
        let player = try make(sound)
        player.currentTime = 0.5
        #expect(player.currentTime == 0.5)
        let start = device.now
        app.perform { _ = player.play() }
        device.advance(0.1)
        #expect(heard(0, from: start, count: 4_000) == Array(sound.channels[0][24_000..<28_000]))
        let left = 24_000 + Int(((device.now - start) * 48_000).rounded())
        player.currentTime = 0.25
        let again = device.now
        device.advance(0.1)
        // The sound that is left falls meanwhile.
        let falling = Sound.fallen(sound.channels[0][left...])
        let rising = Sound.risen(sound.channels[0][12_000..<16_000])
        #expect(heard(0, from: again, count: 240) == zip(falling, rising).map { $0 + $1 })
        #expect(heard(0, from: again, count: 4_000).dropFirst(240) == rising.dropFirst(240))
        player.currentTime = -1
        #expect(player.currentTime == 0)
    }

    @Test func aTimeInTheFutureIsMetToTheFrame() throws {
        let sound = Sound.noise(frames: 5_000, channels: 1, seed: 9)
        let player = try make(sound)
        let start = device.now
        let offset = 12_345
        app.perform { _ = player.play(atTime: player.deviceCurrentTime + Double(offset) / 48_000) }
        device.advance(1)
        #expect(heard(0, from: start, count: offset).allSatisfy { $0 == 0 })
        #expect(heard(0, from: start + Double(offset) / 48_000, count: 5_000) == sound.channels[0])
    }

    @Test func anotherRateIsConvertedToTheRightLengthAndPitch() throws {
        let sound = Sound.sine(hertz: 1_000, amplitude: 0.5, seconds: 1, sampleRate: 44_100)
        let player = try make(sound)
        #expect(player.duration == 1)
        let start = device.now
        app.perform { _ = player.play() }
        device.advance(1.2)
        let heard = heard(0, from: start, count: 48_000)
        let (frames, step) = (2_000..<46_000, 2 * Double.pi * 1_000 / 48_000)
        var (signal, product, error) = (0.0, 0.0, 0.0)
        for frame in frames {
            let expected = 0.5 * sin(step * Double(frame))
            signal += expected * expected
            product += expected * Double(heard[frame])
        }
        // The filter of files: its level within 0.0001 dB, and nothing beside the tone above -120 dB.
        let gain = product / signal
        #expect(abs(20 * log10(gain)) < 1e-4)
        for frame in frames {
            let difference = Double(heard[frame]) - gain * 0.5 * sin(step * Double(frame))
            error += difference * difference
        }
        #expect(10 * log10(error / signal) < -120)
        #expect(self.heard(0, from: start + 1.001, count: 4_000).allSatisfy { $0 == 0 })
    }

    // MARK: Changes while playing

    @Test func fewerLoopsEndTheRoundThatIsHeard() throws {
        let sound = Sound.noise(frames: 4_800, channels: 1, seed: 20)
        let player = try make(sound)
        player.numberOfLoops = -1
        let start = device.now
        app.perform { _ = player.play() }
        device.advance(0.25)
        // In the third round, while later ones have been read already.
        player.numberOfLoops = 0
        device.advance(0.5)
        let three = sound.channels[0] + sound.channels[0] + sound.channels[0]
        #expect(heard(0, from: start, count: 14_400) == three)
        #expect(heard(0, from: start + 0.3, count: 4_800).allSatisfy { $0 == 0 })
        #expect(!player.isPlaying)
    }

    @Test func moreLoopsFollowASoundThatWasReadToItsEnd() throws {
        let sound = Sound.noise(frames: 4_800, channels: 1, seed: 21)
        let player = try make(sound)
        let start = device.now
        app.perform { _ = player.play() }
        device.advance(0.05)
        player.numberOfLoops = 1
        device.advance(0.5)
        #expect(heard(0, from: start, count: 9_600) == sound.channels[0] + sound.channels[0])
        #expect(heard(0, from: start + 0.2, count: 4_800).allSatisfy { $0 == 0 })
    }

    @Test func aStartInTheFutureOutlivesASeekAndAChangeOfSpeed() throws {
        let sound = Sound.noise(frames: 20_000, channels: 1, seed: 22)
        let player = try make(sound)
        let start = device.now
        app.perform { _ = player.play(atTime: player.deviceCurrentTime + 0.5) }
        device.advance(0.1)
        player.currentTime = 0.125
        player.rate = 1
        device.advance(1)
        #expect(heard(0, from: start, count: 24_000).allSatisfy { $0 == 0 })
        #expect(heard(0, from: start + 0.5, count: 5_000) == Array(sound.channels[0][6_000..<11_000]))
    }

    @Test func metersKeepTheirValuesBetweenTwoBlocks() throws {
        let player = try make(Sound.sine(hertz: 1_000, amplitude: 0.5, seconds: 1, sampleRate: 48_000))
        player.isMeteringEnabled = true
        app.perform { _ = player.play() }
        device.advance(0.5)
        for _ in 0..<3 {
            // Nothing is rendered between these.
            player.updateMeters()
            #expect(abs(player.averagePower(forChannel: 0) - -9.031) < 0.01)
            #expect(abs(player.peakPower(forChannel: 0) - -6.021) < 0.001)
        }
    }

    @Test func fiveOneIsFoldedOnHeadphones() throws {
        let levels: [Float] = [0.1, 0.2, 0.3, 0.4, 0.05, 0.15]  // L R C LFE Ls Rs
        let sound = Sound(sampleRate: 48_000, channels: levels.map { [Float](repeating: $0, count: 9_600) })
        let player = try make(sound)
        let start = device.now
        app.perform { _ = player.play() }
        device.advance(0.1)
        let half: Float = 0.707_106_77  // ITU-R BS.775-3
        for (channel, expected) in [0.1 + 0.3 * half + 0.05 * half, 0.2 + 0.3 * half + 0.15 * half].enumerated() {
            let level = try #require(heard(channel, from: start + 0.05, count: 1).first)
            #expect(abs(level - expected) < 1e-6)
        }
    }

    @Test func fiveOneReachesAPortOfFiveOne() throws {
        device.unplug(.headphones)
        device.plug(.hdmi(channelCount: 6))
        device.advance(0.2)
        let levels: [Float] = [0.1, 0.2, 0.3, 0.4, 0.05, 0.15]
        let sound = Sound(sampleRate: 48_000, channels: levels.map { [Float](repeating: $0, count: 9_600) })
        let player = try make(sound)
        let start = device.now
        app.perform { _ = player.play() }
        device.advance(0.1)
        let port = try #require(device.output(.HDMI))
        for (channel, level) in levels.enumerated() {
            #expect(port.samples(channel: channel, from: start + 0.05).first == level)
        }
    }

    // MARK: The media services

    @Test func afterAResetANewPlayerIsHeardAndTheOldOneIsNot() throws {
        let (old, new) = (Sound.constant(0.25, frames: 480_000), Sound.noise(frames: 5_000, channels: 1, seed: 10))
        let before = try make(old)
        app.perform { _ = before.play() }
        device.advance(0.3)
        device.resetMediaServices()
        device.advance(0.3)
        #expect(!before.isPlaying)
        // As programs do when they hear of it: everything anew.
        try app.activate(.playback)
        let after = try make(new)
        device.advance(0.2)
        let start = device.now
        #expect(app.perform { after.play() })
        device.advance(0.5)
        #expect(heard(0, from: start, count: 5_000) == new.channels[0])
        #expect(heard(0, from: start + 5_000 / 48_000.0, count: 1_000).allSatisfy { $0 == 0 })
    }

    // MARK: The owner's view

    @Test func theEndIsToldOnceAndThePositionIsZeroAgain() throws {
        let sound = Sound.noise(frames: 4_000, channels: 1, seed: 10)
        let player = try make(sound)
        let owner = Owner()
        player.delegate = owner
        app.perform { _ = player.play() }
        device.advance(0.05)
        #expect(owner.calls == [])
        device.advance(1)
        #expect(owner.calls == ["finished true"])
        #expect(player.currentTime == 0)
        #expect(!player.isPlaying)
    }

    @Test func stoppingIsNoEnd() throws {
        let player = try make(Sound.noise(frames: 40_000, channels: 1, seed: 11))
        let owner = Owner()
        player.delegate = owner
        app.perform { _ = player.play() }
        device.advance(0.1)
        player.stop()
        device.advance(1)
        #expect(owner.calls == [])
    }

    @Test func aCallPausesThePlayerAndItGoesOnWhereItWas() throws {
        let sound = Sound.noise(frames: 96_000, channels: 1, seed: 12)
        let player = try make(sound)
        let owner = Owner()
        player.delegate = owner
        app.perform { _ = player.play() }
        device.advance(0.3)
        device.ring()
        #expect(!player.isPlaying)
        let position = player.currentTime
        #expect(position > 0.29)
        device.advance(1)
        #expect(player.currentTime == position)
        device.declineCall()
        device.advance(0.1)
        #expect(owner.calls == ["interruption began", "interruption ended 1"])
        // The device's links fade in for a moment; the frames after that are the file's.
        let resumed = device.now
        #expect(app.perform { player.play() })
        device.advance(0.3)
        let first = Int((position * 48_000).rounded()) + 4_000
        #expect(
            heard(0, from: resumed + 4_000 / 48_000.0, count: 4_000) == Array(sound.channels[0][first..<first + 4_000]))
    }

    @Test func playingActivatesAnInactiveSession() throws {
        try app.deactivate()
        let music = device.app("Other", backgroundModes: .audio)
        try music.activate(.playback)
        try music.playTone()
        device.advance(0.1)
        let player = try make(Sound.noise(frames: 40_000, channels: 1, seed: 13))
        #expect(app.perform { player.play() })
        #expect(music.notifications.contains(.interruptionBegan(.default)))
    }

    // MARK: Meters

    @Test func metersShowASineAtItsLevelAndSilenceAtTheBottom() throws {
        let player = try make(Sound.sine(hertz: 1_000, amplitude: 0.5, seconds: 1, sampleRate: 48_000))
        player.isMeteringEnabled = true
        player.updateMeters()
        #expect(player.averagePower(forChannel: 0) == -160)
        app.perform { _ = player.play() }
        device.advance(0.5)
        player.updateMeters()
        #expect(abs(player.averagePower(forChannel: 0) - -9.031) < 0.01)  // 20 log10(0.5 / √2)
        #expect(abs(player.peakPower(forChannel: 0) - -6.021) < 0.001)  // 20 log10(0.5)
        #expect(player.averagePower(forChannel: 7) == -160)
        player.pause()
        player.updateMeters()
        player.updateMeters()
        #expect(player.peakPower(forChannel: 0) == -160)
    }

    // MARK: Bad input

    @Test func aMissingFileIsNamed() {
        let error = #expect(throws: NSError.self) {
            try AVAudioPlayer(contentsOf: URL(fileURLWithPath: "/nowhere/at all.wav"))
        }
        #expect(error?.localizedDescription.contains("/nowhere/at all.wav") == true)
        #expect(error?.domain == NSOSStatusErrorDomain)
    }

    @Test func bytesOfNoKnownKindAreRefusedWithApplesCode() {
        let error = #expect(throws: NSError.self) { try AVAudioPlayer(data: Data("not a sound at all".utf8)) }
        #expect(error?.code == Int(kAudioFileUnsupportedFileTypeError))
    }

    @Test func anEmptySoundEndsAtOnce() throws {
        let player = try make(Sound(sampleRate: 48_000, channels: [[]]))
        let owner = Owner()
        player.delegate = owner
        player.numberOfLoops = -1
        #expect(player.duration == 0)
        app.perform { _ = player.play() }
        device.advance(0.1)
        #expect(owner.calls == ["finished true"])
    }

    @Test func theSameRunGivesTheSameSamples() throws {
        func run() throws -> [Float] {
            let device = SimulatedDevice(.phone)
            let app = device.app("Music")
            try app.activate(.playback)
            let sound = Sound.noise(frames: 20_000, channels: 2, seed: 14, sampleRate: 44_100)
            let player = try app.perform { try AVAudioPlayer(data: sound.wave()) }
            app.perform { _ = player.play() }
            device.advance(0.2)
            player.setVolume(0.2, fadeDuration: 0.1)
            device.advance(0.5)
            return device.output(.builtInSpeaker)?.samples() ?? []
        }
        let first = try run()
        #expect(first.contains { $0 != 0 })
        #expect(try first == run())
    }

    // MARK: Support

    private func make(_ sound: Sound) throws -> AVAudioPlayer {
        try app.perform { try AVAudioPlayer(data: sound.wave()) }
    }

    private func heard(_ channel: Int, from start: Double, count: Int) -> [Float] {
        let samples = device.output(.headphones)?.samples(channel: channel, from: start - 1e-6) ?? []
        return Array(samples.prefix(count))
    }
}

/// Records the delegate calls of a player.
private final class Owner: NSObject, AVAudioPlayerDelegate, Sendable {
    private let heard = Mutex<[String]>([])

    var calls: [String] { heard.withLock { $0 } }

    func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) { note("finished \(flag)") }
    func audioPlayerBeginInterruption(_ player: AVAudioPlayer) { note("interruption began") }
    func audioPlayerEndInterruption(_ player: AVAudioPlayer, withOptions flags: Int) {
        note("interruption ended \(flags)")
    }

    private func note(_ call: String) { heard.withLock { $0.append(call) } }
}
