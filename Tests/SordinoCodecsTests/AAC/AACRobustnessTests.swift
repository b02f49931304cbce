import Testing

@testable import SordinoCodecs

/// Feeds the decoder what it should not get.
///
/// The streams come from ffmpeg, or are random without it.
@Suite struct AACRobustnessTests {
    private func encoded(_ options: [String], layout: String = "stereo") -> AACStream? {
        guard AACReference.ffmpeg != nil else { return nil }
        return try? AACReference.encoded(options, layout: layout)
    }

    private func isFinite(_ decoder: AACDecoder, _ frames: Int) -> Bool {
        for channel in 0..<decoder.channelCount {
            let plane = decoder.plane(channel)
            for frame in 0..<frames where !plane[frame].isFinite { return false }
        }
        return true
    }

    /// Decodes mutations of packets; every result is a number of frames or an error, every sample finite.
    private func mutate(_ configuration: AACConfiguration, _ packets: [[UInt8]], seed: UInt64, rounds: Int) throws {
        print("seed \(seed)")
        var numbers = SeededNumbers(state: seed)
        let decoder = try AACDecoder(configuration: configuration)
        var (good, bad) = (0, 0)
        for round in 0..<rounds {
            var packet = packets[Int.random(in: 0..<packets.count, using: &numbers)]
            switch round % 4 {
            case 0: packet.removeLast(Int.random(in: 0..<packet.count, using: &numbers))
            case 1:
                for _ in 0..<Int.random(in: 1..<6, using: &numbers) where !packet.isEmpty {
                    packet[Int.random(in: 0..<packet.count, using: &numbers)] ^=
                        1 << UInt8.random(in: 0..<8, using: &numbers)
                }
            case 2:
                let start = Int.random(in: 0..<max(1, packet.count), using: &numbers)
                for index in start..<packet.count { packet[index] = UInt8.random(in: 0...255, using: &numbers) }
            default:
                let extra = Int.random(in: 0..<40, using: &numbers)
                packet = (0..<(packet.count + extra)).map { _ in UInt8.random(in: 0...255, using: &numbers) }
                if let first = packets.first?.first, !packet.isEmpty { packet[0] = first }
            }
            packet.withUnsafeBytes { bytes in
                var frames = 0
                do throws(CodecError) {
                    frames = try decoder.decode(bytes)
                    good += 1
                } catch {
                    bad += 1
                    if round % 3 == 0 { frames = decoder.conceal() }
                }
                #expect(isFinite(decoder, frames))
            }
        }
        #expect(good > 0 && bad > 0)
    }

    private var rounds: Int {
        #if DEBUG
        400
        #else
        6000
        #endif
    }

    @Test(.enabled(if: AACReference.ffmpeg != nil, "ffmpeg is not on PATH"), arguments: ["mono", "stereo", "5.1"])
    func mutatedPacketsDecodeToSamplesOrAnError(layout: String) throws {
        let stream = try #require(encoded(["-b:a", layout == "5.1" ? "256k" : "96k"], layout: layout))
        try mutate(stream.configuration, stream.packets, seed: 7, rounds: rounds)
    }

    @Test(.enabled(if: AACReference.ffmpeg != nil, "ffmpeg is not on PATH"))
    func mutatedPredictionDecodesToSamplesOrAnError() throws {
        let stream = try #require(encoded(["-b:a", "96k"], layout: "mono"))
        let predicted = AACRewriter.withPrediction(stream, seed: 3)
        try mutate(predicted.configuration, predicted.packets, seed: 8, rounds: rounds)
    }

    @Test(arguments: [AACConfiguration.ObjectType.lowDelay, .enhancedLowDelay, .resilientLongTermPrediction])
    func randomBytesOfTheResilientKindsDecodeToSamplesOrAnError(type: AACConfiguration.ObjectType) throws {
        var numbers = SeededNumbers(state: 11)
        print("seed 11")
        let isLowDelay = type != .resilientLongTermPrediction
        for frameLength in isLowDelay ? [512, 480] : [1024, 960] {
            let configuration = AACConfiguration(
                objectType: type, sampleRate: 48000, channelConfiguration: 2, frameLength: frameLength)
            let decoder = try AACDecoder(configuration: configuration)
            for _ in 0..<rounds {
                // A low first byte makes the windows and sections plausible more often.
                var packet = (0..<Int.random(in: 1..<200, using: &numbers)).map { _ in
                    UInt8.random(in: 0...255, using: &numbers)
                }
                if Bool.random(using: &numbers) { packet[0] &= 0x1f }
                packet.withUnsafeBytes { bytes in
                    if let frames = try? decoder.decode(bytes) { #expect(isFinite(decoder, frames)) }
                }
            }
        }
    }

    @Test func mutatedConfigsParseOrFail() {
        var numbers = SeededNumbers(state: 13)
        print("seed 13")
        let configs: [[UInt8]] = [
            [0x12, 0x10], [0x13, 0x88, 0x56, 0xe5, 0xa5, 0x48, 0x80], [0xf8, 0xe6, 0x41, 0x2e, 0xe0, 0],
            [0xba, 0x31, 0],
            [0x12, 0, 5, 0x0c, 1, 2, 1, 8, 0x84, 0, 0x2c, 0x45, 0x6e, 0x63], [0xf9, 0x4c, 0x40, 0x80],
        ]
        for _ in 0..<20000 {
            var config = configs[Int.random(in: 0..<configs.count, using: &numbers)]
            for _ in 0..<Int.random(in: 0..<4, using: &numbers) {
                config[Int.random(in: 0..<config.count, using: &numbers)] = UInt8.random(in: 0...255, using: &numbers)
            }
            config.removeLast(Int.random(in: 0..<config.count, using: &numbers))
            if let parsed = try? AACConfiguration(parsing: config) { #expect(parsed.sampleRate > 0) }
        }
    }

    @Test func kindsThatAreNotDecodedAreRefusedWithASentence() {
        // Main, SSR, scalable, USAC.
        for config: [UInt8] in [[0x0a, 0x10], [0x1a, 0x10], [0x32, 0x10], [0xf9, 0x48, 0x80]] {
            #expect { _ = try AACConfiguration(parsing: config) } throws: { error in
                guard case CodecError.unsupported(let sentence) = error else { return false }
                return sentence.hasSuffix(".") && sentence.contains("not decoded")
            }
        }
    }

    @Test(.enabled(if: AACReference.ffmpeg != nil, "ffmpeg is not on PATH"))
    func aLostFrameIsConcealedAndTheNextGoodOnesPlay() throws {
        let stream = try #require(encoded(["-b:a", "128k", "-aac_pns", "0"]))
        let whole = try stream.decoded().samples
        let decoder = try AACDecoder(configuration: stream.configuration)
        var lost: [Float] = []
        for (index, packet) in stream.packets.enumerated() {
            let frames = packet.withUnsafeBytes { bytes in
                index == 30 ? decoder.conceal() : (try? decoder.decode(bytes)) ?? 0
            }
            #expect(frames == 1024)
            for frame in 0..<frames { for channel in 0..<2 { lost.append(decoder.plane(channel)[frame]) } }
        }
        #expect(decoder.concealedCount == 1)
        let frame = 2048
        // The lost frame and the one that overlaps it differ, all others are the same to the bit.
        #expect(lost[..<(30 * frame)] == whole[..<(30 * frame)])
        #expect(lost[(32 * frame)...] == whole[(32 * frame)...])
        let level = { (samples: ArraySlice<Float>) in samples.reduce(0) { $0 + $1 * $1 } }
        let (heard, wanted) = (level(lost[(30 * frame)..<(31 * frame)]), level(whole[(30 * frame)..<(31 * frame)]))
        #expect(heard > wanted * 0.05 && heard < wanted * 4)
    }

    @Test(.enabled(if: AACReference.ffmpeg != nil, "ffmpeg is not on PATH"))
    func silenceComesAfterManyLostFrames() throws {
        let stream = try #require(encoded(["-b:a", "128k"]))
        let decoder = try AACDecoder(configuration: stream.configuration)
        for packet in stream.packets.prefix(20) { packet.withUnsafeBytes { _ = try? decoder.decode($0) } }
        for _ in 0..<20 { _ = decoder.conceal() }
        for frame in 0..<1024 { #expect(decoder.plane(0)[frame] == 0) }
    }

    @Test(.enabled(if: AACReference.ffmpeg != nil, "ffmpeg is not on PATH"))
    func decodingFromTwoPacketsBeforeAJumpEqualsDecodingThrough() throws {
        let stream = try #require(encoded(["-b:a", "48k"]))
        let whole = try stream.decoded(noiseOfPackets: true).samples
        var tail = stream
        tail.packets = Array(stream.packets[38...])
        let part = try tail.decoded(noiseOfPackets: true).samples
        #expect(Array(part[2048...]) == Array(whole[(39 * 2048)...]))
    }
}
