import CMath

/// Splits the lowest QMF subbands further for parametric stereo.
///
/// Source: ISO/IEC 14496-3, 8.6.4.3.
///
/// Filters have 13 taps and are centred: a slot's result looks at six slots before and six after it.
final class PSHybridBank {
    /// Rows of the past that the filters look at, and of the future.
    static let reach = 6
    /// Numbers from row to row of the history.
    static let historyStride = 8

    private static let halves: [[Double]] = [
        [
            0.00746082949812, 0.02270420949825, 0.04546865930473, 0.07266113929591, 0.09885108575264, 0.11793710567217,
            0.125,
        ],
        [
            0.04081179924692, 0.03812810994926, 0.05144908135699, 0.06399831151592, 0.07428313801106, 0.08100347892914,
            1.0 / 12,
        ],
        [
            0.01565675600122, 0.03752716391991, 0.05417891378782, 0.08417044116767, 0.10307344158036, 0.12222452249753,
            0.125,
        ],
        [-0.05908211155639, -0.04871498374946, 0, 0.07778723915851, 0.16486303567403, 0.23279856662996, 0.25],
    ]
    /// Outputs of each complex filter: 8 with 20 bands; 12, 8 and three times 4 with 34.
    private static let outputs = [8, 12, 8, 4]
    private let taps: [UnsafeMutablePointer<Float>]
    private let slotCount: Int
    private let historyReal: UnsafeMutablePointer<Float>
    private let historyImaginary: UnsafeMutablePointer<Float>
    private let eight: UnsafeMutablePointer<Float>

    init(slotCount: Int) {
        self.slotCount = slotCount
        let rows = (slotCount + 2 * Self.reach) * Self.historyStride
        historyReal = .allocate(capacity: rows)
        historyImaginary = .allocate(capacity: rows)
        eight = .allocate(capacity: 16)
        historyReal.initialize(repeating: 0, count: rows)
        historyImaginary.initialize(repeating: 0, count: rows)
        eight.initialize(repeating: 0, count: 16)
        taps = zip(Self.halves, Self.outputs).map { half, count in
            // By tap: the real parts of all outputs, then the imaginary ones.
            let list = UnsafeMutablePointer<Float>.allocate(capacity: 13 * 2 * count)
            for tap in 0..<13 {
                let weight = half[tap <= 6 ? tap : 12 - tap]
                for output in 0..<count {
                    let angle = 2 * Double.pi / Double(count) * (Double(output) + 0.5) * Double(tap - 6)
                    list[tap * 2 * count + output] = Float(weight * cmath_cos(angle))
                    list[tap * 2 * count + count + output] = Float(weight * cmath_sin(angle))
                }
            }
            return list
        }
    }

    deinit {
        for list in taps { list.deallocate() }
        historyReal.deallocate()
        historyImaginary.deallocate()
        eight.deallocate()
    }

    /// Forgets all samples, as after a jump.
    func reset() {
        let rows = (slotCount + 2 * Self.reach) * Self.historyStride
        historyReal.update(repeating: 0, count: rows)
        historyImaginary.update(repeating: 0, count: rows)
    }

    /// Takes a frame: its rows and the six that follow.
    func push(_ real: UnsafePointer<Float>, _ imaginary: UnsafePointer<Float>, stride: Int) {
        let width = Self.historyStride
        let kept = Self.reach * width
        historyReal.update(from: historyReal + slotCount * width, count: kept)
        historyImaginary.update(from: historyImaginary + slotCount * width, count: kept)
        for row in 0..<slotCount + Self.reach {
            let (source, target) = (row * stride, kept + row * width)
            store4(historyReal + target, load4(real + source))
            store4(historyReal + (target + 4), load4(real + (source + 4)))
            store4(historyImaginary + target, load4(imaginary + source))
            store4(historyImaginary + (target + 4), load4(imaginary + (source + 4)))
        }
    }

    /// Splits one slot with 20 bands into ten hybrid subbands.
    func split20(slot: Int, _ real: UnsafeMutablePointer<Float>, _ imaginary: UnsafeMutablePointer<Float>) {
        filter(0, slot, 0, eight, eight + 8)
        gather(eight, real)
        gather(eight + 8, imaginary)
        for band in 1...2 {
            splitPair(
                historyReal + (slot &* Self.historyStride &+ band), real + (4 &+ 2 &* band), isReversed: band == 1)
            splitPair(
                historyImaginary + (slot &* Self.historyStride &+ band), imaginary + (4 &+ 2 &* band),
                isReversed: band == 1)
        }
    }

    /// Puts the eight results of the lowest subband in the order of frequency; pairs of the upper ones are added.
    @inline(__always)
    private func gather(_ list: UnsafePointer<Float>, _ target: UnsafeMutablePointer<Float>) {
        (target[0], target[1], target[2], target[3]) = (list[6], list[7], list[0], list[1])
        target[4] = list[2] + list[5]
        target[5] = list[3] + list[4]
    }

    /// Splits one part of a subband in two; the spectrum of odd subbands is reversed.
    @inline(__always)
    private func splitPair(_ at: UnsafePointer<Float>, _ target: UnsafeMutablePointer<Float>, isReversed: Bool) {
        let width = Self.historyStride
        let centre = 0.5 * at[6 &* width]
        var side: Float = 0.01899487526049 * (at[width] + at[11 &* width])
        side -= 0.07293139167538 * (at[3 &* width] + at[9 &* width])
        side += 0.30596630545168 * (at[5 &* width] + at[7 &* width])
        target[0] = isReversed ? centre - side : centre + side
        target[1] = isReversed ? centre + side : centre - side
    }

    /// Splits one slot with 34 bands into 32 hybrid subbands.
    func split34(slot: Int, _ real: UnsafeMutablePointer<Float>, _ imaginary: UnsafeMutablePointer<Float>) {
        filter(1, slot, 0, real, imaginary)
        filter(2, slot, 1, real + 12, imaginary + 12)
        for band in 0..<3 { filter(3, slot, 2 + band, real + (20 + 4 * band), imaginary + (20 + 4 * band)) }
    }

    @inline(__always)
    private func filter(
        _ kind: Int, _ slot: Int, _ band: Int, _ real: UnsafeMutablePointer<Float>,
        _ imaginary: UnsafeMutablePointer<Float>
    ) {
        let (list, count) = (taps[kind], Self.outputs[kind])
        let width = Self.historyStride
        let (re, im) = (historyReal + (slot &* width &+ band), historyImaginary + (slot &* width &+ band))
        var output = 0
        while output < count {
            var (sumReal, sumImaginary) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
            for tap in 0..<13 {
                let (c, s) = (
                    load4(list + (tap &* 2 &* count &+ output)), load4(list + (tap &* 2 &* count &+ count &+ output))
                )
                let (x, y) = (re[(12 &- tap) &* width], im[(12 &- tap) &* width])
                sumReal += c * x - s * y
                sumImaginary += c * y + s * x
            }
            store4(real + output, sumReal)
            store4(imaginary + output, sumImaginary)
            output &+= 4
        }
    }
}
