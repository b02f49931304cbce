import Foundation
import Testing

@testable import SordinoCodecs

@Suite struct AACEncoderTests {
    private static let types: [AACEncoderSettings.ObjectType] = [.lowComplexity, .lowDelay, .enhancedLowDelay]
    private typealias Run = AACEncoderRun
    private typealias Signals = AACEncoderSignals

    @Test(arguments: [AACEncoderSettings.RateControl.constant, .average])
    func theBitRateIsKept(control: AACEncoderSettings.RateControl) throws {
        let planes = Signals.plucked(frameCount: 48000 * 4, channelCount: 1, sampleRate: 48000, seed: 7)
        for bitRate in [48000, 96000] {
            let stream = try Run.encode(
                planes, AACEncoderSettings(sampleRate: 48000, channelCount: 1, rateControl: control, bitRate: bitRate))
            let seconds = Double(stream.packets.count * stream.framesPerPacket) / 48000
            let measured = Double(stream.byteCount * 8) / seconds
            #expect(abs(measured / Double(bitRate) - 1) < 0.02, "\(measured) for \(bitRate), \(control)")
        }
    }

    @Test(arguments: [AACEncoderSettings.ObjectType.lowComplexity, .lowDelay, .enhancedLowDelay])
    func theReservoirNeitherOverflowsNorUnderflows(type: AACEncoderSettings.ObjectType) throws {
        // Silence, then clicks and strings: the reservoir fills up and is drained.
        let quiet = [[Float]](repeating: [Float](repeating: 0, count: 20000), count: 2)
        let clicks = Signals.clicks(frameCount: 40000, sampleRate: 44100, seed: 11)
        let strings = Signals.plucked(frameCount: 40000, channelCount: 2, sampleRate: 44100, seed: 12)
        let planes = (0..<2).map { quiet[$0] + clicks[$0] + strings[$0] + quiet[$0] }
        for bitRate in [64000, 192_000] {
            let settings = AACEncoderSettings(objectType: type, sampleRate: 44100, channelCount: 2, bitRate: bitRate)
            let stream = try Run.encode(planes, settings)
            let mean = Double(bitRate * stream.framesPerPacket) / 44100
            let capacity = 6144 * 2 - mean
            var fullness = capacity / 2
            for (index, packet) in stream.packets.enumerated() {
                fullness += mean - Double(packet.count * 8)
                #expect(packet.count * 8 <= 6144 * 2)
                #expect(fullness >= -0.001 && fullness <= capacity + 8, "packet \(index): \(fullness) of \(capacity)")
            }
        }
    }

    @Test func everyRateAndCoupleOfChannelsEncodes() throws {
        for rate in AACBands.sampleRates {
            for channels in 1...8 where channels <= 2 || rate == 48000 || rate == 8000 {
                let planes = Signals.plucked(frameCount: 2000, channelCount: channels, sampleRate: rate, seed: 3)
                for type in [AACEncoderSettings.ObjectType.lowComplexity, .lowDelay, .enhancedLowDelay] {
                    let settings = AACEncoderSettings(objectType: type, sampleRate: rate, channelCount: channels)
                    let stream = try Run.encode(planes, settings)
                    let priming = stream.primingFrameCount
                    #expect(
                        stream.packets.count * stream.framesPerPacket == priming + 2000 + stream.remainderFrameCount)
                    #expect(stream.remainderFrameCount < stream.framesPerPacket)
                }
            }
        }
        for channels in [0, 9] {
            #expect(throws: CodecError.self) {
                try AACEncoder(AACEncoderSettings(sampleRate: 48000, channelCount: channels))
            }
        }
        #expect(throws: CodecError.self) { try AACEncoder(AACEncoderSettings(sampleRate: 47000, channelCount: 2)) }
    }

    @Test func theConfigurationIsTheStandards() throws {
        func cookie(_ type: AACEncoderSettings.ObjectType, _ rate: Int, _ channels: Int) throws -> [UInt8] {
            try AACEncoder(AACEncoderSettings(objectType: type, sampleRate: rate, channelCount: channels)).cookie
        }
        // 5 bits of type, 4 of rate, 4 of channels, 3 flags.
        #expect(try cookie(.lowComplexity, 44100, 2) == [0x12, 0x10])
        #expect(try cookie(.lowComplexity, 48000, 8) == [0x11, 0xB8])
        #expect(try cookie(.lowComplexity, 7350, 1) == [0x16, 0x08])
        // Seven channels have the configuration 11.
        #expect(try cookie(.lowComplexity, 48000, 7) == [0x11, 0xD8])
        // 10111 0011 0010 | 0 0 1, 000, 0, 00.
        #expect(try cookie(.lowDelay, 48000, 2) == [0xB9, 0x91, 0x00])
        // 11111 000111 0011 0010 | 0 0 0 0 0, 0000, 00.
        #expect(try cookie(.enhancedLowDelay, 48000, 2) == [0xF8, 0xE6, 0x40, 0x00])
    }

    @Test(arguments: [AACEncoderSettings.ObjectType.lowComplexity, .lowDelay, .enhancedLowDelay])
    func anyFloatsAreEncoded(type: AACEncoderSettings.ObjectType) throws {
        var chance = Signals.Chance(state: 99)
        let odd: [Float] = [
            .nan, .infinity, -.infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 0, 1, -1, 1e-30,
        ]
        let count = 6000
        let inputs: [(String, [Float])] = [
            ("odd", (0..<count).map { _ in odd[Int(abs(chance.next()) * 8.99)] }),
            ("noise", (0..<count).map { _ in chance.next() * 4 }),
            ("square", (0..<count).map { $0 / 50 % 2 == 0 ? 1 : -1 }),
            ("denormal", [Float](repeating: .leastNonzeroMagnitude, count: count)),
            ("constant", [Float](repeating: 1, count: count)),
            ("silence", [Float](repeating: 0, count: count)),
        ]
        for control in [AACEncoderSettings.RateControl.constant, .variable(quality: 127), .constrainedVariable] {
            for (name, plane) in inputs {
                let settings = AACEncoderSettings(
                    objectType: type, sampleRate: 32000, channelCount: 2, rateControl: control, bitRate: 48000)
                let stream = try Run.encode([plane, plane.reversed()], settings)
                for packet in stream.packets { #expect(packet.count * 8 <= 6144 * 2, "\(name)") }
                guard Run.ffmpeg != nil, control != .constrainedVariable else { continue }
                let (planes, warnings) = try Run.decode(stream)
                #expect(warnings == "", "\(name)")
                #expect(planes[0].count == stream.packets.count * stream.framesPerPacket, "\(name)")
            }
        }
    }

    @Test(.enabled(if: AACEncoderRun.ffmpeg != nil), arguments: AACEncoderTests.types)
    func decodedFramesAreWherePrimingSays(type: AACEncoderSettings.ObjectType) throws {
        let planes = Signals.plucked(frameCount: 24000, channelCount: 2, sampleRate: 48000, seed: 21)
        let stream = try Run.encode(
            planes, AACEncoderSettings(objectType: type, sampleRate: 48000, channelCount: 2, bitRate: 192_000))
        let (decoded, warnings) = try Run.decode(stream)
        #expect(warnings == "")
        for channel in 0..<2 {
            let trimmed = Array(
                decoded[channel].dropFirst(stream.primingFrameCount).dropLast(stream.remainderFrameCount))
            #expect(trimmed.count == planes[channel].count)
            var (signal, noise) = (Float(0), Float(0))
            for (a, b) in zip(planes[channel], trimmed) {
                signal += a * a
                noise += (a - b) * (a - b)
            }
            // One frame of misalignment would be 0 dB.
            #expect(10 * log10(signal / noise) > 15, "channel \(channel)")
        }
    }

    @Test(.enabled(if: AACEncoderRun.ffmpeg != nil), arguments: ["strings", "clicks"])
    func noiseIsFurtherBelowTheMaskThanTheLibrarys(name: String) throws {
        let count = 48000 * 2
        let planes =
            name == "strings"
            ? Signals.plucked(frameCount: count, channelCount: 2, sampleRate: 48000, seed: 31)
            : Signals.clicks(frameCount: count, sampleRate: 48000, seed: 32)
        let library = try Run.library(planes, sampleRate: 48000, bitRate: 128_000)
        // The library does not keep its rate: ours is to be the one that it had.
        let bitRate = library.byteCount * 8 * 48000 / count
        let stream = try Run.encode(planes, AACEncoderSettings(sampleRate: 48000, channelCount: 2, bitRate: bitRate))
        let (decoded, warnings) = try Run.decode(stream)
        #expect(warnings == "")
        let ours = decoded.map { Array($0.dropFirst(stream.primingFrameCount)) }
        #expect(
            stream.byteCount <= library.byteCount * 103 / 100, "\(stream.byteCount) bytes, not \(library.byteCount)")
        let (a, b) = (
            NoiseToMask.decibels(planes, ours, sampleRate: 48000),
            NoiseToMask.decibels(planes, library.planes, sampleRate: 48000)
        )
        #expect(a < b, "ours \(a) dB, the library's \(b) dB")
    }

    @Test func moreQualityIsMoreBits() throws {
        let planes = Signals.plucked(frameCount: 30000, channelCount: 1, sampleRate: 44100, seed: 41)
        var last = 0
        for quality in [0, 32, 64, 96, 127] {
            let settings = AACEncoderSettings(
                sampleRate: 44100, channelCount: 1, rateControl: .variable(quality: quality))
            let bytes = try Run.encode(planes, settings).byteCount
            #expect(bytes > last, "quality \(quality)")
            last = bytes
        }
    }

    /// A tone of two seconds after an abrupt start gets the average that was asked for.
    @Test(arguments: [22_050, 48_000], [24_000, 64_000]) func aShortToneHasItsAverage(rate: Int, bitRate: Int) throws {
        for hertz in [440.0, 1_000] {
            let tone = (0..<2 * rate).map { Float(0.5 * sin(2 * .pi * hertz * Double($0) / Double(rate))) }
            let stream = try AACEncoderRun.encode(
                [tone],
                AACEncoderSettings(sampleRate: rate, channelCount: 1, rateControl: .average, bitRate: bitRate))
            let seconds = Double(stream.packets.count * stream.framesPerPacket) / Double(rate)
            let share = Double(stream.byteCount * 8) / seconds / Double(bitRate)
            #expect(abs(share - 1) < 0.06, "\(hertz) Hz: \(share)")
        }
    }
}
