import Foundation
import Testing

@testable import SordinoCodecs

@Suite("AAC of abrupt starts")
struct AbruptStartTests {
    private typealias Run = AACEncoderRun
    private typealias Control = AACEncoderSettings.RateControl

    /// The least ratio in decibels of the energy after the encoder and decoder to that before, over parts of 0.1 s.
    private func leastLevel(_ plane: [Float], _ settings: AACEncoderSettings) throws -> Double {
        let stream = try Run.encode([plane], settings)
        let decoder = try AACDecoder(cookie: stream.cookie, bandReplication: { BandReplicator($0) })
        var decoded: [Float] = []
        for packet in stream.packets {
            let frames = try packet.withUnsafeBytes { try decoder.decode($0) }
            decoded.append(contentsOf: UnsafeBufferPointer(start: decoder.plane(0), count: frames))
        }
        let width = settings.sampleRate / 10
        var least = Double.infinity
        for start in stride(from: 0, through: plane.count - width, by: width) {
            var (before, after) = (1e-9, 1e-12)
            for frame in start..<start + width {
                before += Double(plane[frame] * plane[frame])
                let value = decoded[stream.primingFrameCount + frame]
                after += Double(value * value)
            }
            if before > 1e-3 { least = min(least, 10 * log10(after / before)) }
        }
        return least
    }

    /// Noise whose energy lies low, as a low-pass of one pole leaves it.
    private func noise(_ count: Int, seed: UInt64) -> [Float] {
        var (chance, last) = (AACEncoderSignals.Chance(state: seed), Float(0))
        return (0..<count).map { _ in
            last += 0.3 * (chance.next() - last)
            return 0.5 * last
        }
    }

    @Test(arguments: [AACEncoderSettings.ObjectType.lowComplexity, .highEfficiency])
    func noiseFromTheFirstFrameIsHeardAtOnce(type: AACEncoderSettings.ObjectType) throws {
        let isReplicated = type == .highEfficiency
        let silence = [Float](repeating: 0, count: 30000)
        let inputs = [noise(48000, seed: 61), silence + noise(30000, seed: 62)]
        for control in [Control.constant, .average, .constrainedVariable] {
            for bitRate in isReplicated ? [32000] : [64000, 128_000] {
                for (index, plane) in inputs.enumerated() {
                    let settings = AACEncoderSettings(
                        objectType: type, sampleRate: 48000, channelCount: 1, rateControl: control, bitRate: bitRate)
                    let least = try leastLevel(plane, settings)
                    #expect(least > -3, "\(control), \(bitRate) bit/s, input \(index): \(least) dB")
                }
            }
        }
    }
}
