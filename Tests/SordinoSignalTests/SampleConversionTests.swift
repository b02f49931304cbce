import AllocationProbe
import SordinoSignal
import Testing

@Suite struct SampleConversionTests {
    /// Corners of every width, ties, and what must be clamped.
    static let corners: [Float] = [
        0, -0.0, 1, -1, 0.5, -0.5, 2, -2, .infinity, -.infinity, .nan, .leastNonzeroMagnitude, 0.999_999_94,
        0.5 / 32768, 1.5 / 32768, 2.5 / 32768, -0.5 / 32768, -1.5 / 32768, 32767 / 32768, 32767.5 / 32768,
        32766.5 / 32768, -32768.5 / 32768, 0.5 / 128, 1.5 / 128, 127.5 / 128, 0.5 / 8_388_608, 1.5 / 8_388_608,
        2.5 / 8_388_608, 8_388_607 / 8_388_608, 0.5 / 2_147_483_648, 1.5 / 2_147_483_648, 1e30, -1e30,
    ]

    @Test func floatToInt16RoundsHalfToEvenAndClamps() {
        let cases: [(Float, Int16)] = [
            (0, 0), (1, 32767), (-1, -32768), (2, 32767), (-7, -32768), (.nan, 0), (.infinity, 32767),
            (0.5 / 32768, 0), (1.5 / 32768, 2), (2.5 / 32768, 2), (3.5 / 32768, 4), (-0.5 / 32768, 0),
            (-1.5 / 32768, -2), (-2.5 / 32768, -2), (32766.5 / 32768, 32766), (0.25, 8192),
        ]
        let source = cases.map(\.0)
        var packed = [Int16](repeating: 99, count: cases.count)
        SampleConversion.encode(source, into: &packed, .int16, .native, count: source.count)
        #expect(packed == cases.map(\.1))
    }

    @Test func int16ToFloatIsDivisionBy32768ForEveryValue() {
        let packed = (Int(Int16.min)...Int(Int16.max)).map(Int16.init)
        var floats = [Float](repeating: 9, count: packed.count)
        SampleConversion.decode(packed, .int16, .native, into: &floats, count: packed.count)
        #expect(floats == packed.map { Float($0) / 32768 })
        var back = [Int16](repeating: 0, count: packed.count)
        SampleConversion.encode(floats, into: &back, .int16, .native, count: floats.count)
        #expect(back == packed)
    }

    @Test(arguments: PackedSample.allCases, ByteOrder.allCases)
    func encodingEqualsTheTwinForEveryPacking(_ format: PackedSample, _ order: ByteOrder) {
        var random = Seeded(1)
        let source = Self.corners + random.samples(997).map { $0 * 1.1 }
        for stride in [1, 2, 3, 6] {
            let byteCount = (source.count * stride + 1) * format.byteCount
            var packed = [UInt8](repeating: 0xA5, count: byteCount)
            var twin = packed
            packed.withUnsafeMutableBytes { bytes in
                // One byte off: packed memory has no alignment.
                guard let base = bytes.baseAddress.map({ $0 + 1 }) else { return }
                SampleConversion.encode(source, into: base, format, order, stride: stride, count: source.count)
            }
            twin.withUnsafeMutableBytes { bytes in
                guard let base = bytes.baseAddress.map({ $0 + 1 }) else { return }
                for (index, sample) in source.enumerated() {
                    PortableConversion.encode(sample, at: base + index * stride * format.byteCount, format, order)
                }
            }
            #expect(packed == twin, "stride \(stride)")
        }
    }

    @Test(arguments: PackedSample.allCases, ByteOrder.allCases)
    func decodingEqualsTheTwinForEveryPacking(_ format: PackedSample, _ order: ByteOrder) {
        var random = Seeded(2)
        let count = 1001
        for stride in [1, 2, 3, 6] {
            let packed = (0..<((count * stride + 1) * format.byteCount)).map { _ in
                UInt8(truncatingIfNeeded: random.bits() >> 40)
            }
            var floats = [Float](repeating: 0, count: count)
            var twin = floats
            packed.withUnsafeBytes { bytes in
                guard let base = bytes.baseAddress.map({ $0 + 1 }) else { return }
                SampleConversion.decode(base, format, order, stride: stride, into: &floats, count: count)
                for index in 0..<count {
                    twin[index] = PortableConversion.decode(base + index * stride * format.byteCount, format, order)
                }
            }
            let same = zip(floats, twin).allSatisfy { $0.bitPattern == $1.bitPattern || ($0.isNaN && $1.isNaN) }
            #expect(same, "stride \(stride)")
        }
    }

    @Test(arguments: [PackedSample.uint8, .int8, .int16, .int24])
    func everyIntegerSurvivesTheWayThroughFloat(_ format: PackedSample) {
        // Every 8 and 16 bit number; of 24 bits every 97th.
        let bitCount = 8 * format.byteCount
        let step = bitCount == 24 ? 97 : 1
        let numbers = stride(from: 0, to: 1 << bitCount, by: step)
        var packed: [UInt8] = []
        for number in numbers {
            for index in 0..<format.byteCount { packed.append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
        }
        let count = packed.count / format.byteCount
        var floats = [Float](repeating: 0, count: count)
        SampleConversion.decode(packed, format, .little, into: &floats, count: count)
        var back = [UInt8](repeating: 0, count: packed.count)
        SampleConversion.encode(floats, into: &back, format, .little, count: count)
        #expect(back == packed)
    }

    @Test func floatsPassVerbatimEvenNaNsAndNegativeZero() {
        let source: [Float] = [-0.0, .nan, Float(bitPattern: 0x7F80_0001), .infinity, .leastNonzeroMagnitude, 3]
        var packed = [UInt8](repeating: 0, count: source.count * 4)
        SampleConversion.encode(source, into: &packed, .float32, .big, count: source.count)
        #expect(Array(packed[0..<4]) == [0x80, 0, 0, 0])
        var back = [Float](repeating: 0, count: source.count)
        SampleConversion.decode(packed, .float32, .big, into: &back, count: source.count)
        #expect(back.bitPatterns == source.bitPatterns)
    }

    @Test func interleavingAndBackKeepsChannelsApart() {
        var random = Seeded(3)
        for channelCount in 1...8 {
            let planes = Planes((0..<channelCount).map { _ in random.samples(77) })
            let back = Planes(channelCount: channelCount, frameCount: 77)
            var packed = [Float](repeating: 0, count: 77 * channelCount)
            SampleConversion.interleave(
                planes.pointers, channelCount: channelCount, frameCount: 77, into: &packed, .float32, .native)
            #expect(packed[channelCount * 5] == planes[0][5])
            packed.withUnsafeBytes { bytes in
                guard let base = bytes.baseAddress else { return }
                for channel in 0..<channelCount {
                    SampleConversion.decode(
                        base + 4 * channel, .float32, .native, stride: channelCount, into: back.pointers[channel],
                        count: 77)
                }
            }
            for channel in 0..<channelCount { #expect(planes[channel] == back[channel]) }
        }
    }

    /// Every format in both orders of bytes gives for many channels what it gives for each alone, also at the edges of the range.
    @Test(
        arguments: [PackedSample.uint8, .int8, .int16, .int24, .int32, .float32, .float64], [ByteOrder.big, .little])
    func interleavingIsEncodingSideBySide(format: PackedSample, order: ByteOrder) {
        var random = Seeded(7)
        let edges: [Float] = [1, -1, 1.5, -1.5, .nan, .infinity, -0.0, 0.5 / 32_768, 1.5 / 32_768, -2.5 / 32_768]
        for (channelCount, frameCount) in [(1, 77), (2, 0), (2, 1), (2, 1_029), (3, 77)] {
            let planes = Planes(
                (0..<channelCount).map { _ in Array((edges + random.samples(1_040)).prefix(frameCount)) })
            let width = format.byteCount * channelCount
            var together = [UInt8](repeating: 0, count: width * frameCount + 1)
            SampleConversion.interleave(
                planes.pointers, channelCount: channelCount, frameCount: frameCount, into: &together, format, order)
            var alone = [UInt8](repeating: 0, count: width * frameCount + 1)
            alone.withUnsafeMutableBytes { bytes in
                guard let base = bytes.baseAddress else { return }
                for channel in 0..<channelCount {
                    SampleConversion.encode(
                        planes.pointers[channel], into: base + format.byteCount * channel, format, order,
                        stride: channelCount, count: frameCount)
                }
            }
            #expect(together == alone)
        }
    }

    @Test func convertingTouchesNoHeap() {
        let source = [Float](repeating: 0.3, count: 512)
        var packed = [UInt8](repeating: 0, count: 512 * 8)
        var back = [Float](repeating: 0, count: 512)
        let calls = countingHeapCalls {
            SampleConversion.encode(source, into: &packed, .int16, .big, count: 512)
            SampleConversion.decode(packed, .int16, .big, into: &back, count: 512)
            SampleConversion.encode(source, into: &packed, .int24, .little, count: 512)
            SampleConversion.decode(packed, .int24, .little, into: &back, count: 512)
            SampleConversion.encode(source, into: &packed, .float64, .big, count: 512)
            SampleConversion.decode(packed, .float64, .big, into: &back, count: 512)
        }
        #expect(calls == .none)
        #expect(back == source)
    }
}
