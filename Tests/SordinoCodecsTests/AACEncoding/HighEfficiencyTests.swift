import Foundation
import Testing

@testable import SordinoCodecs

@Suite("AAC of high efficiency")
struct HighEfficiencyTests {
    private typealias Run = AACEncoderRun
    private typealias Signals = AACEncoderSignals

    /// A kind of stream with what it is to be.
    struct Kind: Sendable, CustomTestStringConvertible {
        var type = AACEncoderSettings.ObjectType.highEfficiency
        var sampleRate = 48000
        var channelCount = 2
        var bitRate = 48000
        var frameLength = 512
        var signalling = AACEncoderSettings.Signalling.explicit

        var settings: AACEncoderSettings {
            AACEncoderSettings(
                objectType: type, sampleRate: sampleRate, channelCount: channelCount, bitRate: bitRate,
                frameLength: frameLength, hasBandReplication: true, signalling: signalling)
        }
        var testDescription: String { "\(type), \(sampleRate) Hz, \(channelCount) ch, \(bitRate) b/s, \(signalling)" }
    }

    private static let allKinds: [Kind] = [
        Kind(), Kind(sampleRate: 44100, bitRate: 64000), Kind(bitRate: 24000), Kind(channelCount: 1, bitRate: 24000),
        Kind(sampleRate: 32000, channelCount: 1, bitRate: 20000), Kind(sampleRate: 24000, bitRate: 32000),
        Kind(sampleRate: 16000, channelCount: 1, bitRate: 16000), Kind(bitRate: 48000, signalling: .implicit),
        Kind(type: .highEfficiencyStereo, bitRate: 32000),
        Kind(type: .highEfficiencyStereo, sampleRate: 44100, bitRate: 18000),
        Kind(type: .highEfficiencyStereo, bitRate: 24000, signalling: .implicit),
    ]
    /// Without optimisation a few of them are enough.
    static var kinds: [Kind] {
        #if DEBUG
        allKinds.enumerated().filter { $0.offset % 3 == 2 }.map(\.element)
        #else
        allKinds
        #endif
    }

    static let lowDelayKinds: [Kind] = [
        Kind(type: .enhancedLowDelay, bitRate: 48000), Kind(type: .enhancedLowDelay, bitRate: 64000, frameLength: 480),
        Kind(type: .enhancedLowDelay, sampleRate: 44100, channelCount: 1, bitRate: 32000),
    ]

    /// Decodes by libavcodec, which makes two channels of a single one that might have parametric stereo.
    private func decodeByLibrary(_ stream: AACEncoderRun.Stream) throws -> (planes: [[Float]], warnings: String) {
        let count = stream.settings.channelCount
        let (data, warnings) = try Run.run(stream.file, suffix: "m4a", ["-ac", "\(count)", "-f", "f32le"])
        return (Run.planes(data, channelCount: count), warnings)
    }

    /// Decodes by the decoder of this package.
    private func decode(_ stream: AACEncoderRun.Stream) throws -> [[Float]] {
        let decoder = try AACDecoder(cookie: stream.cookie, bandReplication: { BandReplicator($0) })
        var planes: [[Float]] = []
        for packet in stream.packets {
            let frames = try packet.withUnsafeBytes { try decoder.decode($0) }
            if planes.isEmpty { planes = [[Float]](repeating: [], count: stream.settings.channelCount) }
            for channel in planes.indices {
                planes[channel].append(contentsOf: UnsafeBufferPointer(start: decoder.plane(channel), count: frames))
            }
        }
        return planes
    }

    /// Tones and noise over the whole band, with attacks.
    private func signal(_ kind: Kind, seed: UInt64) -> [[Float]] {
        let count = kind.sampleRate * 3 / 2
        var planes = Signals.plucked(
            frameCount: count, channelCount: kind.channelCount, sampleRate: kind.sampleRate, seed: seed)
        var chance = Signals.Chance(state: seed + 1)
        for frame in 0..<count {
            let place = frame % (kind.sampleRate / 3)
            let hiss = chance.next() * 0.1 * exp(-Float(place) / Float(kind.sampleRate) * 12)
            for channel in planes.indices { planes[channel][frame] += hiss * (channel == 0 ? 1 : 0.6) }
        }
        return planes
    }

    /// The frames by which a plane lags behind another, by their cross-correlation below a twelfth of the rate.
    private func lag(_ plane: [Float], _ decoded: [Float], around middle: Int) -> Int {
        func smooth(_ list: [Float]) -> [Float] {
            var (sum, result) = (Float(0), list)
            for index in list.indices {
                sum += list[index] - (index >= 6 ? list[index - 6] : 0)
                result[index] = sum
            }
            return result
        }
        let (a, b) = (smooth(plane), smooth(decoded))
        var (best, found) = (-Float.infinity, 0)
        for shift in middle - 40...middle + 40 {
            var sum: Float = 0
            for index in 0..<min(20000, a.count, b.count - shift) {
                sum += a[index] * b[index + shift]
            }
            if sum > best { (best, found) = (sum, shift) }
        }
        return found
    }

    private func check(_ kind: Kind, _ stream: AACEncoderRun.Stream, _ planes: [[Float]], _ decoded: [[Float]]) {
        #expect(decoded.count == planes.count)
        #expect(decoded[0].count == stream.packets.count * stream.framesPerPacket)
        #expect(
            stream.packets.count * stream.framesPerPacket == stream.primingFrameCount + planes[0].count
                + stream.remainderFrameCount)
        let found = lag(planes[0], decoded[0], around: stream.primingFrameCount)
        #expect(abs(found - stream.primingFrameCount) <= 1, "\(found), not \(stream.primingFrameCount)")
        let trimmed = decoded.map { Array($0.dropFirst(stream.primingFrameCount).prefix(planes[0].count)) }
        let end = stream.settings.bandwidth * 128 / kind.sampleRate
        let distance = HighBand.distance(planes, trimmed, first: 24, end: end)
        #expect(distance <= 4, "\(distance) dB")
    }

    @Test(.enabled(if: AACEncoderRun.ffmpeg != nil), arguments: HighEfficiencyTests.kinds)
    func anotherDecoderHearsTheUpperBand(kind: Kind) throws {
        let planes = signal(kind, seed: 51)
        let stream = try Run.encode(planes, kind.settings)
        let (decoded, warnings) = try decodeByLibrary(stream)
        #expect(warnings == "")
        check(kind, stream, planes, decoded)
    }

    @Test(arguments: HighEfficiencyTests.lowDelayKinds)
    func lowDelayCarriesTheUpperBand(kind: Kind) throws {
        let planes = signal(kind, seed: 52)
        let stream = try Run.encode(planes, kind.settings)
        check(kind, stream, planes, try decode(stream))
    }

    @Test(arguments: [Kind(), Kind(type: .highEfficiencyStereo, bitRate: 32000), Kind(type: .enhancedLowDelay)])
    func theBitRateIncludesTheUpperBand(kind: Kind) throws {
        let planes = Signals.plucked(frameCount: 48000 * 4, channelCount: 2, sampleRate: 48000, seed: 53)
        let stream = try Run.encode(planes, kind.settings)
        let seconds = Double(stream.packets.count * stream.framesPerPacket) / 48000
        let measured = Double(stream.byteCount * 8) / seconds
        #expect(abs(measured / Double(kind.bitRate) - 1) < 0.03, "\(measured)")
    }

    @Test func theConfigurationIsTheStandards() throws {
        func cookie(_ kind: Kind) throws -> [UInt8] { try AACEncoder(kind.settings).cookie }
        // 00101 0110 0010 | 0011 00010 | 000: type 5 at 24 kHz, extended to 48 kHz, core of type 2.
        #expect(try cookie(Kind()) == [0x2B, 0x11, 0x88, 0x00])
        // 11101 0110 0001 | 0011 00010 | 000: one channel.
        #expect(try cookie(Kind(type: .highEfficiencyStereo)) == [0xEB, 0x09, 0x88, 0x00])
        // 00010 0110 0010 | 000: the core alone.
        #expect(try cookie(Kind(signalling: .implicit)) == [0x13, 0x10])
        let config = try AACConfiguration(parsing: try cookie(Kind(type: .enhancedLowDelay)))
        #expect(
            config.bandReplication == .signalled && config.extensionSampleRate == 48000 && config.sampleRate == 24000)
    }

    /// Tones above the crossover stay where they were, as loud as they were.
    @Test func aChordAboveTheCrossoverStaysAChord() throws {
        let kind = Kind(bitRate: 48000)
        let hertz = [9300.0, 11700, 14100]
        let plane = (0..<72000).map { frame -> Float in
            var value = 0.3 * sin(2 * Double.pi * 440 * Double(frame) / 48000)
            for tone in hertz { value += 0.05 * sin(2 * .pi * tone * Double(frame) / 48000) }
            return Float(value)
        }
        let stream = try Run.encode([plane, plane], kind.settings)
        let decoded = try decode(stream)[0]
        let levels = HighBand.levels(Array(decoded.suffix(40000).prefix(32000)))
        let wanted = HighBand.levels(Array(plane.suffix(40000).prefix(32000)))
        for tone in hertz {
            let middle = Int(tone / 375)
            func sum(_ rows: [[Double]]) -> Double {
                rows.dropFirst(20).reduce(0) { $0 + $1[max(0, middle - 3)...min(63, middle + 3)].reduce(0, +) }
            }
            let difference = 10 * log10(sum(levels) / sum(wanted))
            #expect(abs(difference) < 3, "\(tone) Hz: \(difference) dB")
        }
    }

    @Test(arguments: [Kind(bitRate: 64000), Kind(type: .enhancedLowDelay, bitRate: 64000)])
    func clicksHaveNoEchoBefore(kind: Kind) throws {
        var plane = [Float](repeating: 0, count: 60000)
        var chance = Signals.Chance(state: 54)
        let places = [11000, 20777, 31313, 42042, 50505]
        for place in places {
            for frame in 0..<600 { plane[place + frame] = 0.5 * chance.next() * exp(-Float(frame) / 120) }
        }
        let stream = try Run.encode([plane, plane], kind.settings)
        let decoded = Array(try decode(stream)[0].dropFirst(stream.primingFrameCount))
        for place in places {
            let (before, after) = (
                HighBand.energy(decoded[place - 1500..<place - 500]), HighBand.energy(decoded[place..<place + 500])
            )
            #expect(before < after - 25, "\(before) dB before \(after) dB")
        }
    }

    @Test(.enabled(if: AACEncoderRun.ffmpeg != nil))
    func parametricStereoKeepsTheSides() throws {
        let kind = Kind(type: .highEfficiencyStereo, bitRate: 32000)
        var (low, high) = ([Float](repeating: 0, count: 72000), [Float](repeating: 0, count: 72000))
        for frame in 0..<72000 {
            let time = 2 * Double.pi * Double(frame) / 48000
            low[frame] = Float(0.3 * sin(600 * time) + 0.03 * sin(3000 * time))
            high[frame] = Float(0.03 * sin(600 * time) + 0.3 * sin(3000 * time))
        }
        let stream = try Run.encode([low, high], kind.settings)
        let (decoded, warnings) = try Run.decode(stream)
        #expect(warnings == "")
        let sides = decoded.map { HighBand.levels(Array($0.suffix(30000).prefix(24000))) }
        for (hertz, expected) in [(600.0, 20.0), (3000.0, -20.0)] {
            let band = Int(hertz / 375)
            let power = sides.map { rows in rows.dropFirst(20).reduce(0) { $0 + $1[band] } }
            let difference = 10 * log10(power[0] / power[1])
            #expect(abs(difference - expected) < 6, "\(hertz) Hz: \(difference) dB")
        }
    }

    @Test(arguments: [Kind(), Kind(type: .highEfficiencyStereo, bitRate: 16000), Kind(type: .enhancedLowDelay)])
    func anyFloatsAreEncoded(kind: Kind) throws {
        var chance = Signals.Chance(state: 99)
        let odd: [Float] = [
            .nan, .infinity, -.infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 0, 1, -1, 1e-30,
        ]
        let count = 12000
        let inputs: [(String, [Float])] = [
            ("odd", (0..<count).map { _ in odd[Int(abs(chance.next()) * 8.99)] }),
            ("noise", (0..<count).map { _ in chance.next() * 4 }),
            ("square", (0..<count).map { $0 / 50 % 2 == 0 ? 1 : -1 }),
            ("flashes", (0..<count).map { $0 % 1111 == 0 ? 16 : 0 }),
            ("far too loud", (0..<count).map { 100 * sin(Float($0) * 1.9) }),
            ("silence", [Float](repeating: 0, count: count)),
        ]
        for (name, plane) in inputs {
            let stream = try Run.encode([plane, plane.reversed()], kind.settings)
            let decoded = try decode(stream)
            #expect(decoded.allSatisfy { $0.allSatisfy(\.isFinite) }, "\(name)")
            #expect(decoded[0].count == stream.packets.count * stream.framesPerPacket, "\(name)")
            if name == "silence" { #expect(decoded.allSatisfy { $0.allSatisfy { abs($0) < 1e-5 } }) }
            guard Run.ffmpeg != nil, kind.type != .enhancedLowDelay else { continue }
            #expect(try decodeByLibrary(stream).warnings == "", "\(name)")
        }
    }

    @Test func whatDoesNotExistIsRefused() {
        for (rate, channels, type) in [
            (12000, 2, AACEncoderSettings.ObjectType.highEfficiency), (48000, 1, .highEfficiencyStereo),
            (8000, 1, .highEfficiency), (47000, 2, .highEfficiency),
        ] {
            #expect(throws: CodecError.self) {
                try AACEncoder(AACEncoderSettings(objectType: type, sampleRate: rate, channelCount: channels))
            }
        }
    }
}
