import Foundation
import Testing

@testable import SordinoCodecs

/// Decodes streams of the sample collection and compares with ffmpeg; skipped where either is absent.
@Suite("Band replication of real streams")
struct RealStreamTests {
    static let samples = RealFiles.folder

    static let ffmpeg: String? = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":")
        .map { "\($0)/ffmpeg" }.first { FileManager.default.isExecutableFile(atPath: $0) }

    static var isPossible: Bool { samples != nil && ffmpeg != nil }

    private func output(_ arguments: [String]) throws -> [UInt8] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Self.ffmpeg ?? "")
        process.arguments = ["-v", "error", "-nostdin"] + arguments + ["-"]
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return [UInt8](data)
    }

    /// The raw packets of an ADTS stream and its AudioSpecificConfig.
    private func packets(_ bytes: [UInt8]) -> (cookie: [UInt8], packets: [[UInt8]]) {
        var at = 0
        var (list, cookie): ([[UInt8]], [UInt8]) = ([], [])
        while at + 7 <= bytes.count, bytes[at] == 0xFF, bytes[at + 1] & 0xF6 == 0xF0 {
            let (high, middle, low) = (Int(bytes[at + 3] & 3), Int(bytes[at + 4]), Int(bytes[at + 5]))
            let length: Int = high * 2048 + middle * 8 + low / 32
            guard length > 7, at + length <= bytes.count else { break }
            if list.isEmpty {
                let (third, fourth) = (Int(bytes[at + 2]), Int(bytes[at + 3]))
                let channels: Int = (third & 1) * 4 + fourth / 64
                let config: Int = (third / 64 + 1) * 2048 + (third / 4 % 16) * 128 + channels * 8
                cookie = [UInt8(config >> 8), UInt8(config & 255)]
            }
            list.append(Array(bytes[at + (bytes[at + 1] & 1 == 1 ? 7 : 9)..<at + length]))
            at += length
        }
        return (cookie, list)
    }

    @Test(
        "Streams sound as with the reference decoder",
        .enabled(if: RealStreamTests.isPossible, "the samples or ffmpeg are absent"),
        arguments: [
            "aac/audioscan__heaac-3frame.aac", "aac/fate__File1_fixed.aac",
            "aac/fate__tones_afconvert_44100_mono_aac_he.aac",
            "mp4/fate__tones_afconvert_16000_stereo_aac_he2.m4a", "mp4/fate__tones_dolby_44100_stereo_aac_he2.mp4",
            "mp4/fate__tones_nero_44100_stereo_aac_he2.mp4",
        ])
    func streamsSoundAsWithTheReferenceDecoder(name: String) throws {
        #if DEBUG
        let limit = 30
        #else
        let limit = 10000
        #endif
        let path = "\(try #require(Self.samples))/\(name)"
        let stream = packets(try output(["-i", path, "-c:a", "copy", "-f", "adts"]))
        try #require(!stream.packets.isEmpty)
        let adts = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).aac")
        defer { try? FileManager.default.removeItem(at: adts) }
        try Data(try output(["-i", path, "-c:a", "copy", "-f", "adts"])).write(to: adts)
        let reference = try output(["-i", adts.path, "-f", "f32le", "-c:a", "pcm_f32le"]).withUnsafeBytes {
            Array($0.bindMemory(to: Float.self))
        }
        // The reference gives one channel of high efficiency twice, since parametric stereo could come.
        let referenceChannels = Int(try output(["-i", adts.path, "-f", "wav"])[22])
        let decoder = try AACDecoder(cookie: stream.cookie, bandReplication: { BandReplicator($0) })
        var (at, square, worst) = (0, 0.0, 0.0)
        for packet in stream.packets.prefix(limit) {
            let frames = try packet.withUnsafeBytes { try decoder.decode($0) }
            let channels = decoder.channelCount
            try #require(channels == referenceChannels || channels == 1)
            for frame in 0..<frames {
                for channel in 0..<referenceChannels where at < reference.count {
                    let difference =
                        Double(decoder.plane(min(channel, channels - 1))[frame] - reference[at]) * 32768
                    square += difference * difference
                    worst = max(worst, abs(difference))
                    at += 1
                }
            }
        }
        let rms = (square / Double(max(1, at))).squareRoot()
        print("\(name): RMS \(rms), largest \(worst) LSB of 16 bit over \(at) samples")
        #expect(at > 0 && rms < 0.1 && worst < 1)
    }

    @Test(
        "Damaged streams decode to finite samples or an error",
        .enabled(if: RealStreamTests.isPossible, "the samples or ffmpeg are absent"))
    func damagedStreamsDecodeToFiniteSamplesOrAnError() throws {
        let path = "\(try #require(Self.samples))/mp4/fate__tones_nero_44100_stereo_aac_he2.mp4"
        let stream = packets(try output(["-i", path, "-c:a", "copy", "-f", "adts"]))
        let seed: UInt64 = 77
        print("seed \(seed)")
        var noise = TestNoise(seed: seed)
        #if DEBUG
        let rounds = 40
        #else
        let rounds = 4000
        #endif
        let decoder = try AACDecoder(cookie: stream.cookie, bandReplication: { BandReplicator($0) })
        var decoded = 0
        for round in 0..<rounds {
            var packet = stream.packets[round % stream.packets.count]
            for _ in 0..<noise.below(4) { packet[noise.below(packet.count)] ^= UInt8(1 << noise.below(8)) }
            if noise.below(10) == 0 { packet.removeLast(noise.below(packet.count)) }
            guard let frames = try? packet.withUnsafeBytes({ try decoder.decode($0) }) else { continue }
            decoded += 1
            for channel in 0..<decoder.channelCount {
                let plane = decoder.plane(channel)
                #expect((0..<frames).allSatisfy { plane[$0].isFinite })
            }
        }
        #expect(decoded > rounds / 4)
    }
}
