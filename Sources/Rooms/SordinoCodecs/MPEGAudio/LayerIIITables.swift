import CMath

/// The tables of layer III, computed once for a process: powers, gains, bands and the look-up form of the codes.
///
/// About 120 KB; they are never freed. Source: ISO/IEC 11172-3, 2.4.3.4 and annex B.
final class LayerIIITables: @unchecked Sendable {
    /// The one set of tables.
    static let shared = LayerIIITables()

    /// `n` to the power 4/3, for `n` up to 15 + 8191.
    let powers: UnsafePointer<Float>
    /// The same power with its sign, by the lowest five bits of -15 to 15.
    let smallPowers: UnsafePointer<Float>
    /// 2 to the power of quarters, for quarters from `leastQuarters` on.
    let gains: UnsafePointer<Float>
    /// The first lines of the bands, by `bandIndex`; 48 numbers for each kind, ended by 576s.
    let edges: UnsafePointer<Int32>
    /// Look-up tables of pairs.
    let pairs: UnsafePointer<UInt32>
    /// The start of a table in `pairs`, by `table_select`; -1 for one without codes.
    let starts: UnsafePointer<Int32>
    /// Look-up tables of quadruples, two of 1024.
    let quads: UnsafePointer<UInt16>
    /// The values of quadruples, four for each of 81.
    let quadValues: UnsafePointer<SIMD4<Float>>

    /// Bits that the first look-up of a pair takes.
    static let pairWidth: UInt64 = 9
    /// Bits that the look-up of a quadruple takes.
    static let quadWidth: UInt64 = 10
    /// The least exponent of a gain in quarters: 0 - 210 - 2 - 7 · 8 - 31 · 4 is -392.
    static let leastQuarters = -400
    /// The number of gains: the largest exponent is 255 - 210.
    private static let gainCount = 448

    /// The bits added to a value of 15, by `table_select`.
    static let extraBits: [UInt8] = [
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 6, 8, 10, 13, 4, 5, 6, 7, 8, 9, 11, 13,
    ]

    /// The start of the bands in `edges`.
    ///
    /// - Parameters:
    ///   - rateIndex: 0 to 8.
    ///   - kind: 0 for long blocks, 1 for short ones, 2 for mixed ones.
    static func bandIndex(rateIndex: Int, kind: Int) -> Int { (rateIndex * 3 + kind) * 48 }

    private init() {
        let powers = UnsafeMutablePointer<Float>.allocate(capacity: 8208)
        powers[0] = 0
        for index in 1..<8208 { powers[index] = Float(cmath_pow(Double(index), 4.0 / 3)) }
        let smallPowers = UnsafeMutablePointer<Float>.allocate(capacity: 32)
        for index in 0..<32 {
            smallPowers[index] = index < 16 ? powers[index] : index == 16 ? 0 : -powers[32 - index]
        }
        let gains = UnsafeMutablePointer<Float>.allocate(capacity: Self.gainCount)
        for index in 0..<Self.gainCount {
            gains[index] = Float(cmath_exp2(Double(Self.leastQuarters + index) / 4))
        }
        let (pairs, starts) = LayerIIILookup.pairs()
        let (quads, quadValues) = LayerIIILookup.quads()
        self.powers = UnsafePointer(powers)
        self.smallPowers = UnsafePointer(smallPowers)
        self.gains = UnsafePointer(gains)
        self.edges = Self.makeEdges()
        self.pairs = Self.kept(pairs)
        self.starts = Self.kept(starts)
        self.quads = Self.kept(quads)
        self.quadValues = Self.kept(quadValues)
    }

    private static func kept<Element>(_ array: [Element]) -> UnsafePointer<Element> {
        let memory = UnsafeMutablePointer<Element>.allocate(capacity: max(1, array.count))
        for index in array.indices { (memory + index).initialize(to: array[index]) }
        return UnsafePointer(memory)
    }

    private static func makeEdges() -> UnsafePointer<Int32> {
        var all: [Int32] = []
        for rate in 0..<9 {
            let long = LayerIIIBands.long[rate].map(Int32.init)
            let short = LayerIIIBands.short[rate].map(Int32.init)
            var longLow: [Int32] = []
            while longLow.reduce(0, +) < 36 { longLow.append(long[longLow.count]) }
            var shortHigh: [Int32] = []
            var end: Int32 = 0
            for width in short {
                end += width
                if end > 12 { shortHigh.append(min(width, end - 12)) }
            }
            for widths in [long, short.flatMap { [$0, $0, $0] }, longLow + shortHigh.flatMap { [$0, $0, $0] }] {
                var (list, sum): ([Int32], Int32) = ([0], 0)
                for width in widths {
                    sum += width
                    list.append(sum)
                }
                all += list + Array(repeating: 576, count: 48 - list.count)
            }
        }
        return kept(all)
    }
}
