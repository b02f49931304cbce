import AVFAudio
import AllocationProbe
import SordinoSimulator
import Testing

/// The heap of players, counted byte by byte on the one thread of a simulated device.
@Suite(.enabled(if: allocationProbeWorks, "A sanitizer owns the heap: heap tests prove nothing in this build."))
struct PlayerMemoryTests {
    /// Bytes for each prepared player of stereo at 48 kHz: a ring of 64 KiB and what describes the file.
    static let preparedLimit = 96_000
    /// The same while it plays samples: 16 KiB to read into and its place in the mix besides.
    static let playingLimit = 128_000

    private static func withFile(_ name: String, _ id: AudioFormatID, _ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("memory-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appendingPathComponent(name)
        var settings: [String: Any] = [AVFormatIDKey: id, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 2]
        if id == kAudioFormatLinearPCM { settings[AVLinearPCMBitDepthKey] = 16 }
        let file = try AVAudioFile(forWriting: url, settings: settings)
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 24_000))
        buffer.frameLength = buffer.frameCapacity
        for channel in 0..<2 {
            for frame in 0..<24_000 { buffer.floatChannelData?[channel][frame] = Float(frame % 97) / 200 }
        }
        try file.write(from: buffer)
        file.close()
        try body(url)
    }

    /// Some players of one file on a device where another of them plays already, so that nothing is counted that all share.
    private struct Players {
        let device = SimulatedDevice(.phone)
        let app: SimulatedApp
        let first: AVAudioPlayer
        var players: [AVAudioPlayer] = []
        /// Bytes that all of them took and have not given back.
        var bytes = 0

        init(_ url: URL, count: Int = 4) throws {
            app = device.app("Counted")
            try app.activate(.playback)
            first = try app.perform { try AVAudioPlayer(contentsOf: url) }
            app.perform { _ = first.play() }
            device.advance(0.05)
            players.reserveCapacity(count)
            var made = players
            bytes += try countingHeapBytes {
                try app.perform { for _ in 0..<count { made.append(try AVAudioPlayer(contentsOf: url)) } }
            }
            players = made
            bytes += countingHeapBytes { app.perform { for player in players { player.prepareToPlay() } } }
        }

        var bytesOfEach: Int { bytes / players.count }

        mutating func change(_ body: (AVAudioPlayer) -> Void) {
            bytes += countingHeapBytes {
                app.perform { for player in players { body(player) } }
                device.advance(0.1)
            }
        }
    }

    @Test func aPlayerOfSamplesHoldsItsRingAndLittleElse() throws {
        try Self.withFile("a.wav", kAudioFormatLinearPCM) { url in
            var players = try Players(url)
            #expect(players.bytesOfEach < Self.preparedLimit)
            players.change { $0.play() }
            #expect(players.players.allSatisfy { $0.currentTime > 0 })
            #expect(players.bytesOfEach < Self.playingLimit)
        }
    }

    @Test(.enabled(if: CompressedPlayerTests.hasCodecs, "libavcodec is not there"))
    func aPlayerOfPacketsHoldsADecoderOnlyWhileItPlays() throws {
        try Self.withFile("a.m4a", kAudioFormatMPEG4AAC) { url in
            var players = try Players(url)
            #expect(players.bytesOfEach < Self.preparedLimit)
            players.change { $0.play() }
            #expect(players.players.allSatisfy { $0.currentTime > 0 })
            let playing = players.bytesOfEach
            players.change { $0.pause() }
            #expect(players.bytesOfEach < Self.playingLimit)
            #expect(playing > 2 * players.bytesOfEach)
        }
    }
}
