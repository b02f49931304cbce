import AVFAudio
import Foundation
import SordinoSimulator
import Testing

/// `AVAudioPlayer.play(atTime:)` and `AVAudioPlayerNode.play(at:)` on a simulated phone: the first frame leaves at its moment,
/// also after pauses, seeks and changes of rate.
@Suite struct StartTimeTests {
    /// A file that goes with the test.
    private final class Stored {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("start-\(UUID().uuidString).wav")
        deinit { try? FileManager.default.removeItem(at: url) }
    }

    let device = SimulatedDevice(.phone)
    let app: SimulatedApp
    private let stored = Stored()

    init() throws {
        device.plug(.headphones)
        app = device.app("Music", backgroundModes: .audio)
        try app.activate(.playback)
        device.advance(0.2)
    }

    private func make(_ sound: Sound) throws -> AVAudioPlayer {
        try app.perform { try AVAudioPlayer(data: sound.wave()) }
    }

    private func heard(from start: Double, count: Int) -> [Float] {
        Array((device.output(.headphones)?.samples(channel: 0, from: start - 1e-6) ?? []).prefix(count))
    }

    /// A moment so many frames of the port after now; what is heard from now on is silence until then.
    private func play(_ player: AVAudioPlayer, afterFrames frames: Int) -> Double {
        let start = device.now
        #expect(app.perform { player.play(atTime: player.deviceCurrentTime + Double(frames) / 48_000) })
        return start
    }

    // MARK: AVAudioPlayer

    @Test func afterAPauseASoundGoesOnAtItsMomentWhereItWas() throws {
        let sound = Sound.noise(frames: 60_000, channels: 1, seed: 31)
        let player = try make(sound)
        app.perform { _ = player.play() }
        device.advance(0.3)
        player.pause()
        device.advance(0.1)
        let place = Int((player.currentTime * 48_000).rounded())
        let start = play(player, afterFrames: 7_777)
        device.advance(0.5)
        #expect(heard(from: start, count: 7_777).allSatisfy { $0 == 0 })
        let risen = Sound.risen(sound.channels[0][place..<(place + 5_000)])
        #expect(heard(from: start + 7_777 / 48_000, count: 5_000) == risen)
    }

    @Test func afterASeekASoundBeginsAtItsMomentAtTheNewPlace() throws {
        let sound = Sound.noise(frames: 60_000, channels: 1, seed: 32)
        let player = try make(sound)
        app.perform { _ = player.play() }
        device.advance(0.3)
        player.pause()
        player.currentTime = 0.75
        device.advance(0.1)
        let start = play(player, afterFrames: 4_321)
        device.advance(0.5)
        #expect(heard(from: start, count: 4_321).allSatisfy { $0 == 0 })
        #expect(heard(from: start + 4_321 / 48_000, count: 5_000) == Array(sound.channels[0][36_000..<41_000]))
        // On the way once more: the moment is over, the new place is heard at once.
        let moved = device.now
        player.currentTime = 0.25
        device.advance(0.2)
        let all = heard(from: start, count: 60_000)
        // Behind the 5 ms in which it rises.
        let place = try #require(all.firstIndex(of: sound.channels[0][12_240]))
        #expect(Array(all[place..<(place + 5_000)]) == Array(sound.channels[0][12_240..<17_240]))
        #expect(place - 240 == Int(((moved - start) * 48_000).rounded()))
    }

    @Test(arguments: [Float(2), 0.5]) func aRateChangedBeforeItsMomentDelaysNothing(rate: Float) throws {
        let sound = Sound.noise(frames: 60_000, channels: 1, seed: 33)
        // As the same sound from the same place, begun at once.
        let other = try make(sound)
        other.enableRate = true
        other.rate = rate
        other.currentTime = 0.25
        let begin = device.now
        app.perform { _ = other.play() }
        device.advance(0.3)
        other.stop()
        device.advance(0.1)
        let expected = heard(from: begin, count: 8_000)
        #expect(expected[0] != 0)
        let player = try make(sound)
        player.enableRate = true
        let start = play(player, afterFrames: 9_001)
        device.advance(0.05)
        player.currentTime = 0.25
        player.rate = rate
        device.advance(0.5)
        #expect(heard(from: start, count: 9_001).allSatisfy { $0 == 0 })
        #expect(heard(from: start + 9_001 / 48_000, count: 8_000) == expected)
        // Made ready at another rate.
        player.stop()
        player.rate = 1
        player.currentTime = 0.25
        player.prepareToPlay()
        player.rate = rate
        device.advance(0.1)
        let again = play(player, afterFrames: 3_003)
        device.advance(0.5)
        #expect(heard(from: again + 3_003 / 48_000, count: 8_000) == expected)
    }

    // MARK: AVAudioPlayerNode

    private func makeEngine(_ sound: Sound, rate: Double = 48_000) throws -> (
        engine: AVAudioEngine, player: AVAudioPlayerNode, file: AVAudioFile
    ) {
        try sound.wave().write(to: stored.url)
        let file = try AVAudioFile(forReading: stored.url)
        return try app.perform {
            let (engine, player) = (AVAudioEngine(), AVAudioPlayerNode())
            engine.attach(player)
            let format = try #require(AVAudioFormat(standardFormatWithSampleRate: rate, channels: 1))
            engine.connect(player, to: engine.mainMixerNode, format: format)
            try engine.start()
            return (engine, player, file)
        }
    }

    @Test func aNodePlaysSegmentsAtItsTimesAndAtHostTimes() throws {
        let sound = Sound.noise(frames: 60_000, channels: 1, seed: 34)
        let (engine, player, file) = try makeEngine(sound)
        defer { engine.stop() }
        device.advance(0.1)
        player.scheduleSegment(file, startingFrame: 10_000, frameCount: 20_000, at: nil)
        let start = device.now
        player.play(at: AVAudioTime(hostTime: AVAudioTime.hostTime(forSeconds: start + 6_001 / 48_000.0)))
        device.advance(0.4)
        #expect(heard(from: start, count: 6_001).allSatisfy { $0 == 0 })
        #expect(heard(from: start + 6_001 / 48_000, count: 5_000) == Array(sound.channels[0][10_000..<15_000]))
        // Elsewhere in the file, as programs seek: stopped, scheduled anew, begun at a time of the node.
        player.stop()
        device.advance(0.1)
        player.scheduleSegment(file, startingFrame: 40_000, frameCount: 20_000, at: nil)
        let again = device.now
        let last = try #require(player.lastRenderTime)
        let first = last.sampleTime + 12_345
        player.play(at: AVAudioTime(sampleTime: first, atRate: 48_000))
        device.advance(0.6)
        let now = try #require(player.lastRenderTime)
        #expect(player.playerTime(forNodeTime: now)?.sampleTime == now.sampleTime - first)
        let all = heard(from: again, count: 28_000)
        let place = try #require(all.firstIndex { $0 != 0 })
        #expect(Array(all[place..<(place + 5_000)]) == Array(sound.channels[0][40_000..<45_000]))
        // The last block before `again` began at `last`, which was heard when its host time says.
        let seconds = AVAudioTime.seconds(forHostTime: last.hostTime) + 12_345 / 48_000.0
        #expect(abs(again + Double(place) / 48_000 - seconds) < 0.5 / 48_000)
    }

    @Test func aPausedNodeGoesOnAtItsMomentWithoutLosingAFrame() throws {
        let sound = Sound.noise(frames: 60_000, channels: 1, seed: 35)
        let (engine, player, file) = try makeEngine(sound)
        defer { engine.stop() }
        player.scheduleFile(file, at: nil)
        let begin = device.now
        player.play()
        device.advance(0.3)
        player.pause()
        device.advance(0.1)
        let before = heard(from: begin, count: 30_000)
        let played = before.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
        #expect(Array(before[..<played]) == Array(sound.channels[0][..<played]))
        let start = device.now
        player.play(at: AVAudioTime(hostTime: AVAudioTime.hostTime(forSeconds: start + 5_000 / 48_000.0)))
        device.advance(0.4)
        #expect(heard(from: start, count: 5_000).allSatisfy { $0 == 0 })
        #expect(
            heard(from: start + 5_000 / 48_000, count: 5_000) == Array(sound.channels[0][played..<(played + 5_000)]))
    }
}
