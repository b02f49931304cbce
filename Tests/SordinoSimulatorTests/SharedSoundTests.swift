import AVFAudio
import AudioToolbox
import Foundation
import SordinoSimulator
import Testing

/// Players of files on disk, whose samples all players of a file share: from one page for a short sound, page by page for a long one.
@Suite struct SharedSoundTests {
    let device = SimulatedDevice(.phone)
    let app: SimulatedApp
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("shared-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        device.plug(.headphones)
        app = device.app("Game", backgroundModes: .audio)
        try app.activate(.playback)
        device.advance(0.2)
    }

    private func write(_ sound: Sound, _ name: String = "sound.wav") throws -> URL {
        let url = folder.appendingPathComponent(name)
        try sound.wave().write(to: url)
        return url
    }

    private func player(_ url: URL) throws -> AVAudioPlayer { try app.perform { try AVAudioPlayer(contentsOf: url) } }

    private func heard(_ channel: Int, from start: Double, count: Int) -> [Float] {
        // Sums of blocks may lie a hair above the frame that they mean.
        let from = start - 0.25 / 48_000
        let samples = device.output(.headphones)?.samples(channel: channel, from: from, to: .infinity) ?? []
        return Array(samples.prefix(count))
    }

    /// One frame less, as many, and one more than a round that is lent, a page, and the longest sound of one page.
    @Test(arguments: [4_095, 4_096, 4_097, 8_192, 65_536, 65_537, 150_001], [false, true])
    func aFileOfAnyLengthIsHeardSampleForSampleInEachRound(frames: Int, isShared: Bool) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let sound = Sound.noise(frames: frames, channels: 2, seed: UInt64(frames))
        let url = try write(sound)
        let other = try player(url)
        if isShared { other.prepareToPlay() }
        defer { withExtendedLifetime(other) {} }
        let player = try player(url)
        player.numberOfLoops = 2
        let start = device.now
        #expect(app.perform { player.play() })
        device.advance(Double(3 * frames) / 48_000 + 0.2)
        for channel in 0..<2 {
            let one = sound.channels[channel]
            #expect(heard(channel, from: start, count: 3 * frames) == one + one + one)
        }
        #expect(heard(0, from: start + Double(3 * frames) / 48_000, count: 500).allSatisfy { $0 == 0 })
        #expect(!player.isPlaying && player.currentTime == 0)
    }

    @Test(arguments: [20_000, 100_000], [false, true])
    func roundsTakenBackAndGivenAgainLoseNoFrame(frames: Int, isShared: Bool) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let sound = Sound.noise(frames: frames, channels: 1, seed: 3)
        let url = try write(sound)
        let other = try player(url)
        if isShared { other.prepareToPlay() }
        defer { withExtendedLifetime(other) {} }
        let player = try player(url)
        player.numberOfLoops = -1
        let start = device.now
        app.perform { _ = player.play() }
        let round = Double(frames) / 48_000
        device.advance(1.5 * round)
        player.numberOfLoops = 0
        device.advance(0.2 * round)
        player.numberOfLoops = 1
        device.advance(3 * round)
        let one = sound.channels[0]
        #expect(heard(0, from: start, count: 3 * frames) == one + one + one)
        #expect(heard(0, from: start + 3 * round, count: 400).allSatisfy { $0 == 0 })
        #expect(!player.isPlaying)
    }

    @Test func pausesSeeksAndStartsInTheMiddleOfPagesAreExact() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let sound = Sound.noise(frames: 100_000, channels: 1, seed: 4)
        let player = try player(try write(sound))
        player.currentTime = 0.21875
        let start = device.now
        app.perform { _ = player.play() }
        device.advance(0.3)
        player.pause()
        let first = Int(((device.now - start) * 48_000).rounded())
        device.advance(0.2)
        let resumed = device.now
        app.perform { _ = player.play() }
        device.advance(0.3)
        #expect(heard(0, from: start, count: first) == Array(sound.channels[0][10_500..<10_500 + first]))
        let second = 10_500 + first
        #expect(heard(0, from: resumed, count: 10_000) == Sound.risen(sound.channels[0][second..<second + 10_000]))
        let left = second + Int(((device.now - resumed) * 48_000).rounded())
        player.currentTime = 1.625
        let again = device.now
        device.advance(0.2)
        let falling = Sound.fallen(sound.channels[0][left...])
        let rising = Sound.risen(sound.channels[0][78_000..<83_000])
        #expect(heard(0, from: again, count: 240) == zip(falling, rising).map { $0 + $1 })
        #expect(heard(0, from: again, count: 5_000).dropFirst(240) == rising.dropFirst(240))
    }

    @Test func fiveHundredPlayersStartOnOneFrameInOneStream() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        // Eight files; sums of 500 such levels are exact.
        let files = try (0..<8).map {
            try write(Sound.constant(Float($0 + 1) / 65_536, frames: 30_000), "\($0).wav")
        }
        let players = try (0..<500).map { try player(files[$0 % 8]) }
        for player in players { player.prepareToPlay() }
        let start = device.now
        let moment = players[0].deviceCurrentTime + 12_345 / 48_000.0
        app.perform { for player in players { #expect(player.play(atTime: moment)) } }
        device.advance(1.2)
        let sum = (0..<500).reduce(Float(0)) { $0 + Float($1 % 8 + 1) / 65_536 }
        let samples = heard(0, from: start, count: 45_000)
        #expect(samples.prefix(12_345).allSatisfy { $0 == 0 })
        #expect(samples[12_345..<42_345].allSatisfy { $0 == sum })
        #expect(samples[42_345...].allSatisfy { $0 == 0 })
        #expect(players.allSatisfy { !$0.isPlaying })
    }

    @Test func aFileThatIsWrittenAnewIsHeardAnew() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let old = try player(try write(Sound.constant(0.25, frames: 30_000)))
        old.numberOfLoops = -1
        app.perform { _ = old.play() }
        device.advance(0.2)
        let url = folder.appendingPathComponent("sound.wav")
        try FileManager.default.removeItem(at: url)
        let new = try player(try write(Sound.constant(0.5, frames: 30_000)))
        app.perform { _ = new.play() }
        let start = device.now
        device.advance(0.2)
        #expect(heard(0, from: start, count: 4_000).allSatisfy { $0 == 0.75 })
    }

    @Test func aFileThatIsCutWhileItPlaysEndsThere() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = try write(Sound.constant(0.25, frames: 200_000))
        let player = try player(url)
        let start = device.now
        app.perform { _ = player.play() }
        device.advance(0.2)
        let handle = try FileHandle(forWritingTo: url)
        try handle.truncate(atOffset: 44 + 4 * 60_000)
        try handle.close()
        device.advance(5)
        let samples = heard(0, from: start, count: 200_000)
        #expect(samples.prefix(60_000).allSatisfy { $0 == 0.25 } && samples[60_000...].allSatisfy { $0 == 0 })
        #expect(!player.isPlaying)
    }
}
