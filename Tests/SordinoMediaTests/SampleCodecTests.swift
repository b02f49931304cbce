import SordinoMedia
import SordinoSignal
import Testing

/// The rules of conversion, sample by sample: integers divide by full scale; floats multiply, round half to even, clamp.
@Suite struct SampleCodecTests {
    static func encoded<Sample>(_ samples: [Sample], _ kind: SampleBlock.Kind, as encoding: SampleEncoding) -> [UInt8] {
        var samples = samples
        let count = samples.count
        var out = [UInt8](repeating: 0, count: count * encoding.byteCount)
        samples.withUnsafeMutableBytes { memory in
            guard let base = memory.baseAddress else { return }
            withUnsafePointer(to: base) { buffers in
                out.withUnsafeMutableBytes { bytes in
                    guard let target = bytes.baseAddress else { return }
                    SampleCodec.encode(
                        encoding, SampleBlock(kind, channelCount: 1, isInterleaved: true, buffers: buffers), atFrame: 0,
                        frameCount: count, into: target)
                }
            }
        }
        return out
    }

    static func decoded<Sample>(
        _ bytes: [UInt8], _ encoding: SampleEncoding, _ kind: SampleBlock.Kind, zero: Sample
    ) -> [Sample] {
        let count = bytes.count / encoding.byteCount
        var out = [Sample](repeating: zero, count: count)
        out.withUnsafeMutableBytes { memory in
            guard let base = memory.baseAddress else { return }
            withUnsafePointer(to: base) { buffers in
                bytes.withUnsafeBytes { bytes in
                    guard let source = bytes.baseAddress else { return }
                    SampleCodec.decode(
                        encoding, source, frameCount: count,
                        into: SampleBlock(kind, channelCount: 1, isInterleaved: true, buffers: buffers), atFrame: 0)
                }
            }
        }
        return out
    }

    static func int16s(_ bytes: [UInt8]) -> [Int16] { decoded(bytes, .int16(.little), .int16, zero: Int16(0)) }

    @Test func floatsRoundHalfToEvenAndClamp() {
        let steps: [Double] = [
            0.5, 1.5, 2.5, -0.5, -1.5, -2.5, 0.49, 32767, 32767.5, 32768, 1e9, -32768, -32768.5, -1e9,
        ]
        let expected: [Int16] = [0, 2, 2, 0, -2, -2, 0, 32767, 32767, 32767, 32767, -32768, -32768, -32768]
        let floats = steps.map { Float($0 / 32768) }
        #expect(Self.int16s(Self.encoded(floats, .float32, as: .int16(.little))) == expected)
        let doubles = steps.map { $0 / 32768 }
        #expect(Self.int16s(Self.encoded(doubles, .float64, as: .int16(.little))) == expected)
        #expect(
            Self.int16s(Self.encoded([Float.nan, .infinity, -.infinity], .float32, as: .int16(.little))) == [
                0, 32767, -32768,
            ])
        #expect(
            Self.int16s(Self.encoded([Double.nan, .infinity, -.infinity], .float64, as: .int16(.little))) == [
                0, 32767, -32768,
            ])
    }

    @Test func integersNarrowByTheSameRule() {
        let wide: [Int32] = [0x8000, 0x1_8000, 0x2_8000, -0x8000, -0x1_8000, 0x7FFF_FFFF, 0x7FFF_7FFF, .min, 0x7FFF]
        let expected: [Int16] = [0, 2, 2, 0, -2, 32767, 32767, -32768, 0]
        #expect(Self.int16s(Self.encoded(wide, .int32, as: .int16(.little))) == expected)
        // 16 bits to 8 bits with and without a sign.
        let narrow: [Int16] = [128, 384, 640, -128, 32767, -32768]
        #expect(Self.encoded(narrow, .int16, as: .int8).map { Int8(bitPattern: $0) } == [0, 2, 2, 0, 127, -128])
        #expect(Self.encoded(narrow, .int16, as: .uint8) == [128, 130, 130, 128, 255, 0])
    }

    @Test(arguments: [
        SampleEncoding.int16(.little), .int16(.big), .int24(.little), .int24(.big), .int32(.little), .int32(.big),
        .float32(.little), .float32(.big), .float64(.little), .float64(.big), .int64(.little), .int64(.big),
    ])
    func everyInt16SurvivesEveryWiderEncoding(encoding: SampleEncoding) {
        let all = (Int(Int16.min)...Int(Int16.max)).map { Int16($0) }
        let bytes = Self.encoded(all, .int16, as: encoding)
        #expect(Self.decoded(bytes, encoding, .int16, zero: Int16(0)) == all)
        #expect(Self.decoded(bytes, encoding, .int32, zero: Int32(0)) == all.map { Int32($0) << 16 })
        #expect(Self.decoded(bytes, encoding, .float32, zero: Float(0)) == all.map { Float($0) / 32768 })
        #expect(Self.decoded(bytes, encoding, .float64, zero: Double(0)) == all.map { Double($0) / 32768 })
    }

    @Test func thirtyTwoBitsSurviveInDoublesAndIntegers() {
        var numbers = (0..<2000).map { Int32(truncatingIfNeeded: $0 &* 2_654_435_761) }
        numbers += [.min, .max, -1, 0, 1]
        let bytes = Self.encoded(numbers, .int32, as: .int32(.big))
        #expect(Self.decoded(bytes, .int32(.big), .int32, zero: Int32(0)) == numbers)
        let doubles = Self.decoded(bytes, .int32(.big), .float64, zero: Double(0))
        #expect(doubles == numbers.map { Double($0) / 0x1p31 })
        #expect(Self.encoded(doubles, .float64, as: .int32(.big)) == bytes)
    }

    @Test func floatsPassVerbatimWhateverTheyAre() {
        let odd: [Float] = [.nan, -.nan, .infinity, -0.0, .leastNonzeroMagnitude, 1e30, Float(bitPattern: 0x7FC0_1234)]
        for encoding in [SampleEncoding.float32(.little), .float32(.big)] {
            let bytes = Self.encoded(odd, .float32, as: encoding)
            #expect(Self.decoded(bytes, encoding, .float32, zero: Float(0)).map(\.bitPattern) == odd.map(\.bitPattern))
        }
    }

    /// The ends of the segments, from the tables of ITU-T G.711, at 16 bits; 0x7F and 0xFF are the two zeros of the µ-law.
    @Test func companding() {
        let muLaw: [(UInt8, Int16)] = [
            (0xFF, 0), (0x7F, 0), (0xFE, 8), (0x80, 32124), (0x00, -32124), (0x8F, 16764), (0xF0, 120), (0xEF, 132),
        ]
        for (code, value) in muLaw {
            #expect(Self.decoded([code], .muLaw, .int16, zero: Int16(0)) == [value], "µ \(code)")
        }
        let aLaw: [(UInt8, Int16)] = [
            (0xD5, 8), (0x55, -8), (0xAA, 32256), (0x2A, -32256), (0xD4, 24), (0xC5, 264), (0xF5, 528),
        ]
        for (code, value) in aLaw {
            #expect(Self.decoded([code], .aLaw, .int16, zero: Int16(0)) == [value], "A \(code)")
        }
    }

    @Test(arguments: [SampleEncoding.muLaw, .aLaw])
    func everyCodeSurvivesAndEverySampleGetsTheCodeOfItsInterval(law: SampleEncoding) {
        let codes = (0...255).map { UInt8($0) }
        let back = Self.encoded(Self.decoded(codes, law, .int16, zero: Int16(0)), .int16, as: law)
        // The negative zero of the µ-law becomes the positive one.
        let isSame = zip(codes, back).allSatisfy { $0 == $1 || (law == .muLaw && $0 == 0x7F && $1 == 0xFF) }
        #expect(isSame)

        let all = (Int(Int16.min)...Int(Int16.max)).map { Int16($0) }
        let decoded = Self.decoded(Self.encoded(all, .int16, as: law), law, .int16, zero: Int16(0))
        // A code stands for the middle of an interval whose width doubles from segment to segment: 1/16 of the segment's
        // beginning, which lies 132 (µ, in 16 bits) below a power of two.
        let bias: Int32 = law == .muLaw ? 132 : 0
        let top: Int32 = law == .muLaw ? 32635 : 32767
        let outside = zip(all, decoded).filter { sample, value in
            let magnitude = abs(Int32(value))
            let half = max(law == .muLaw ? 4 : 8, Int32(1) << (26 - Int32((magnitude + bias).leadingZeroBitCount)))
            let clipped = max(-top, min(top, Int32(sample)))
            return abs(Int32(value) - clipped) > half
        }
        #expect(outside.isEmpty, "\(outside.prefix(3))")
    }
}
