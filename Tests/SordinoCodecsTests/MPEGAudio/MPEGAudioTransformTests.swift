import Foundation
import Testing

@testable import SordinoCodecs

/// The transforms against the formulas of the standard, in double precision.
@Suite struct MPEGAudioTransformTests {
    @Test(arguments: [12, 18, 36]) func theFilterBankIsTheStandardsFormula(_ slotCount: Int) {
        var random = MPEGAudioDecoderTests.Seeded(state: 11)
        let bank = PolyphaseSynthesis()
        let output = UnsafeMutablePointer<Float>.allocate(capacity: 1152)
        defer { output.deallocate() }
        func coefficient(_ index: Int) -> Double {
            let mirrored = index > 256 ? 512 - index : index
            let value = Double(PolyphaseWindow.half[mirrored]) / 65536
            return index > 256 && index % 64 != 0 ? -value : value
        }
        var v = [Double](repeating: 0, count: 1024)
        var most = 0.0
        for _ in 0..<3 {
            var samples = [[Double]](repeating: [], count: 32)
            for subband in 0..<32 {
                for slot in 0..<slotCount {
                    let value = Float.random(in: -1...1, using: &random)
                    bank.row(subband)[slot] = value
                    samples[subband].append(Double(value))
                }
            }
            bank.process(slotCount: slotCount, into: output)
            for slot in 0..<slotCount {
                var shifted = [Double](repeating: 0, count: 64)
                for i in 0..<64 {
                    for k in 0..<32 {
                        let angle: Double = Double((16 + i) * (2 * k + 1)) * Double.pi / 64
                        shifted[i] += cos(angle) * samples[k][slot]
                    }
                }
                v = shifted + v.dropLast(64)
                for j in 0..<32 {
                    var sum = 0.0
                    for i in 0..<8 {
                        sum += v[i * 128 + j] * coefficient(i * 64 + j)
                        sum += v[i * 128 + 96 + j] * coefficient(i * 64 + 32 + j)
                    }
                    most = max(most, abs(sum - Double(output[slot * 32 + j])))
                }
            }
        }
        // The output reaches 10 and more: a millionth of that is the rounding of floats.
        #expect(most < 1e-5)
        #expect(most > 0)
    }

    @Test(arguments: [(0, false), (1, false), (2, false), (3, false), (1, true), (2, true), (3, true)])
    func theHybridIsTheStandardsFormula(_ type: Int, _ isMixed: Bool) {
        var random = MPEGAudioDecoderTests.Seeded(state: 5)
        let (hybrid, tables) = (LayerIIIHybrid(), LayerIIITables.shared)
        var granule = LayerIIIGranule()
        (granule.blockType, granule.isMixed) = (type, isMixed)
        let edges = tables.edges + LayerIIITables.bandIndex(rateIndex: 0, kind: granule.bandKind)
        let longBandCount = granule.bandKind == 0 ? 22 : granule.bandKind == 1 ? 0 : 8
        let memory = UnsafeMutablePointer<Float>.allocate(capacity: 576 + 32 * 36)
        defer { memory.deallocate() }
        var rest = [Double](repeating: 0, count: 576)
        var most = 0.0
        for _ in 0..<3 {
            var lines = (0..<576).map { _ in Double(Float.random(in: -1...1, using: &random)) }
            for line in 0..<576 { memory[line] = Float(lines[line]) }
            hybrid.process(
                memory, count: 576, granule, edges: edges, longBandCount: longBandCount, samples: memory + 576,
                stride: 36)
            if type == 2 {
                var ordered = lines
                var band = longBandCount
                while edges[band] < 576 {
                    let (start, width) = (Int(edges[band]), Int(edges[band + 1] - edges[band]))
                    for index in 0..<width {
                        for window in 0..<3 {
                            ordered[start + 3 * index + window] = lines[start + window * width + index]
                        }
                    }
                    band += 3
                }
                lines = ordered
            }
            for boundary in 1..<32 where type != 2 || isMixed && boundary == 1 {
                for (index, c) in [-0.6, -0.535, -0.33, -0.185, -0.095, -0.041, -0.0142, -0.0037].enumerated() {
                    let (low, high) = (boundary * 18 - 1 - index, boundary * 18 + index)
                    let (a, b, root) = (lines[low], lines[high], (1 + c * c).squareRoot())
                    lines[low] = (a - b * c) / root
                    lines[high] = (b + a * c) / root
                }
            }
            for subband in 0..<32 {
                let block = Self.block(
                    Array(lines[subband * 18..<subband * 18 + 18]), isMixed && subband < 2 ? 0 : type)
                for slot in 0..<18 {
                    let sign = subband % 2 == 1 && slot % 2 == 1 ? -1.0 : 1
                    let expected = sign * (block[slot] + rest[subband * 18 + slot])
                    most = max(most, abs(expected - Double(memory[576 + subband * 36 + slot])))
                    rest[subband * 18 + slot] = block[18 + slot]
                }
            }
        }
        #expect(most < 2e-5)
        #expect(most > 0)
    }

    /// 36 windowed samples of 18 lines.
    private static func block(_ lines: [Double], _ type: Int) -> [Double] {
        func transform(_ x: [Double]) -> [Double] {
            let n = 2 * x.count
            var samples = [Double](repeating: 0, count: n)
            for i in 0..<n {
                for k in x.indices {
                    let place: Int = (2 * i + 1 + n / 2) * (2 * k + 1)
                    samples[i] += x[k] * cos(Double.pi / Double(2 * n) * Double(place))
                }
            }
            return samples
        }
        func sine(_ i: Int, _ count: Int) -> Double { sin(Double.pi / Double(count) * (Double(i) + 0.5)) }
        if type == 2 {
            var sum = [Double](repeating: 0, count: 36)
            for window in 0..<3 {
                let samples = transform((0..<6).map { lines[3 * $0 + window] })
                for i in 0..<12 { sum[6 + 6 * window + i] += samples[i] * sine(i, 12) }
            }
            return sum
        }
        func start(_ i: Int) -> Double {
            if i < 18 { return sine(i, 36) }
            if i < 24 { return 1 }
            return i < 30 ? sine(i - 18, 12) : 0
        }
        var samples = transform(lines)
        for i in 0..<36 { samples[i] *= type == 0 ? sine(i, 36) : type == 1 ? start(i) : start(35 - i) }
        return samples
    }

    /// Every printed code word, followed by each pair of signs, is found again by the look-up tables.
    @Test func everyCodeWordIsLookedUp() {
        let tables = LayerIIITables.shared
        let printed: [(Int, [UInt16], [UInt8])] = [
            (1, LayerIIIHuffmanCodes.words1, LayerIIIHuffmanCodes.lengths1),
            (7, LayerIIIHuffmanCodes.words7, LayerIIIHuffmanCodes.lengths7),
            (13, LayerIIIHuffmanCodes.words13, LayerIIIHuffmanCodes.lengths13),
            (15, LayerIIIHuffmanCodes.words15, LayerIIIHuffmanCodes.lengths15),
            (21, LayerIIIHuffmanCodes.words16, LayerIIIHuffmanCodes.lengths16),
            (31, LayerIIIHuffmanCodes.words24, LayerIIIHuffmanCodes.lengths24),
        ]
        let lines = UnsafeMutablePointer<Float>.allocate(capacity: 576)
        defer { lines.deallocate() }
        let gains = [Float](repeating: 1, count: 48)
        for (table, words, lengths) in printed {
            let side = Int(Double(words.count).squareRoot())
            #expect(lengths.reduce(0.0) { $0 + exp2(-Double($1)) } == 1)
            let extra = Int(LayerIIITables.extraBits[table])
            for index in words.indices {
                for signs in 0..<4 {
                    let (x, y) = (index / side, index % side)
                    var bits = BitOutput(byteCapacity: 64)
                    bits.put(Int(words[index]), Int(lengths[index]))
                    for (value, isNegative) in [(x, signs & 1 == 1), (y, signs & 2 == 2)] {
                        if value == 15, extra > 0 { bits.put(1, extra) }
                        if value > 0 { bits.put(isNegative ? 1 : 0, 1) }
                    }
                    let count = bits.count
                    bits.align()
                    var granule = LayerIIIGranule()
                    granule.pairLineCount = 2
                    granule.tables = (table, 0, 0)
                    let found = (bits.bytes + [UInt8](repeating: 0, count: 1024)).withUnsafeBufferPointer { bytes in
                        gains.withUnsafeBufferPointer { gains in
                            guard let base = bytes.baseAddress, let gains = gains.baseAddress else { return 0 }
                            return LayerIIISpectrum.decode(
                                base, from: 0, to: count, granule, edges: tables.edges, gains: gains, tables,
                                into: lines)
                        }
                    }
                    func power(_ value: Int, _ isNegative: Bool) -> Float {
                        let whole = value == 15 && extra > 0 ? 16 : value
                        return Float(pow(Double(whole), 4.0 / 3)) * (isNegative ? -1 : 1)
                    }
                    #expect(found == 4 || found == 2)
                    #expect(lines[0] == power(x, signs & 1 == 1) && lines[1] == power(y, signs & 2 == 2))
                    #expect(lines[2] == 0)
                }
            }
        }
    }
}
