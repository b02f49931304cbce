import CMath

/// The filters of temporal noise shaping of one channel: ISO/IEC 14496-3, 4.6.9.
final class AACNoiseShaping {
    /// One filter over a range of bands.
    struct Filter {
        /// Bands that it covers, counted down from the end of the filter before.
        var length = 0
        /// Its order, 0 to 20.
        var order = 0
        /// Indicates that it runs from high lines to low ones.
        var isDownward = false
    }

    private static let largestOrder = 20
    private static let positiveRanges: [Double] = [3.5, 7.5]
    private static let negativeRanges: [Double] = [4.5, 8.5]
    private static let sines: [[Float]] = (0..<2).map { resolution in
        (0..<16).map { code in
            let value = code - 8
            let range = value < 0 ? negativeRanges[resolution] : positiveRanges[resolution]
            return Float(cmath_sin(Double(value) * Double.pi / 2 / range))
        }
    }

    /// Indicates filters in this frame.
    private(set) var isPresent = false
    private let counts: UnsafeMutablePointer<Int>
    private let filters: UnsafeMutablePointer<Filter>
    private let coefficients: UnsafeMutablePointer<Float>
    private let reflections: UnsafeMutablePointer<Float>

    /// Allocates room for the filters of eight windows.
    init() {
        counts = .allocate(capacity: 8)
        filters = .allocate(capacity: 8 * 4)
        coefficients = .allocate(capacity: 8 * 4 * 24)
        reflections = .allocate(capacity: 64)
        reflections.initialize(repeating: 0, count: 64)
        counts.initialize(repeating: 0, count: 8)
        filters.initialize(repeating: Filter(), count: 8 * 4)
        coefficients.initialize(repeating: 0, count: 8 * 4 * 24)
        for (index, value) in Self.sines.joined().enumerated() { reflections[32 + index] = value }
    }

    deinit {
        counts.deallocate()
        filters.deallocate()
        coefficients.deallocate()
        reflections.deallocate()
    }

    /// Makes the frame one without filters.
    func clear() { isPresent = false }

    /// Reads `tns_data`.
    ///
    /// - Parameters:
    ///   - bits: Behind the bit that says it is there.
    ///   - isShort: Whether the frame has eight short windows.
    ///   - isMain: Whether orders up to 20 are allowed.
    /// - Throws: `damaged` if an order is too high.
    func read(_ bits: inout AACBits, isShort: Bool, limit: Int) throws(CodecError) {
        isPresent = true
        for window in 0..<(isShort ? 8 : 1) {
            let count = bits.bits(isShort ? 1 : 2)
            counts[window] = count
            guard count > 0 else { continue }
            let resolution = bits.bits(1)
            for index in 0..<count {
                var filter = Filter()
                filter.length = bits.bits(isShort ? 4 : 6)
                filter.order = bits.bits(isShort ? 3 : 5)
                if filter.order > limit {
                    throw .damaged("a noise shaping filter of a too high order", bit: bits.position)
                }
                let target = coefficients + (window &* 4 &+ index) &* 24
                target.update(repeating: 0, count: 24)
                if filter.order > 0 {
                    filter.isDownward = bits.flag()
                    let width = 3 &+ resolution &- bits.bits(1)
                    for place in 0..<filter.order {
                        let code = bits.bits(width)
                        let value = code &- (code &>> (width &- 1)) &<< width
                        reflections[place] = reflections[32 &+ resolution &* 16 &+ value &+ 8]
                    }
                    stepUp(filter.order, target)
                }
                filters[window &* 4 &+ index] = filter
            }
        }
    }

    /// Turns reflection coefficients into those of the direct form.
    private func stepUp(_ order: Int, _ target: UnsafeMutablePointer<Float>) {
        for m in 0..<order {
            let k = reflections[m]
            var (low, high) = (0, m &- 1)
            while low <= high {
                let (a, b) = (target[low], target[high])
                target[low] = a + k * b
                target[high] = b + k * a
                low &+= 1
                high &-= 1
            }
            target[m] = k
        }
    }

    /// Shapes a spectrum, or removes the shape.
    ///
    /// - Parameters:
    ///   - lines: The frame's lines; short windows follow each other.
    ///   - windows: The frame's windows.
    ///   - layout: The bands of these windows.
    ///   - isAnalysis: Whether the filters are those of the encoder (all zeros), for long-term prediction.
    func apply(
        _ lines: UnsafeMutablePointer<Float>, _ windows: AACWindowInfo, _ layout: AACBandLayout, isAnalysis: Bool
    ) {
        guard isPresent else { return }
        let limit = min(layout.noiseShapingLimit, windows.bandCount)
        for window in 0..<(windows.isShort ? 8 : 1) {
            var bottom = layout.bandCount
            for index in 0..<counts[window] {
                let filter = filters[window &* 4 &+ index]
                let top = bottom
                bottom = max(0, top &- filter.length)
                guard filter.order > 0 else { continue }
                let start = layout.offsets[min(bottom, limit)]
                let count = layout.offsets[min(top, limit)] &- start
                guard count > 0 else { continue }
                let first = lines + (window &* layout.lineCount &+ start)
                let taps = coefficients + (window &* 4 &+ index) &* 24
                let origin = filter.isDownward ? first + (count &- 1) : first
                let step = filter.isDownward ? -1 : 1
                if isAnalysis {
                    Self.analyse(origin, step, count, taps)
                } else if filter.order <= 4 {
                    Self.synthesise4(origin, step, count, taps)
                } else if filter.order <= 8 {
                    Self.synthesise8(origin, step, count, taps)
                } else {
                    Self.synthesise(origin, step, count, taps, filter.order)
                }
            }
        }
    }

    /// An all-pole filter in transposed form, the state in registers, so that a line waits only for one product.
    @inline(__always)
    private static func synthesise4(
        _ origin: UnsafeMutablePointer<Float>, _ step: Int, _ count: Int, _ taps: UnsafePointer<Float>
    ) {
        let a = load4(taps)
        var state = SIMD4<Float>.zero
        var place = origin
        for _ in 0..<count {
            let value = place.pointee + state[0]
            place.pointee = value
            state = SIMD4(state[1], state[2], state[3], 0) - a * value
            place += step
        }
    }

    @inline(__always)
    private static func synthesise8(
        _ origin: UnsafeMutablePointer<Float>, _ step: Int, _ count: Int, _ taps: UnsafePointer<Float>
    ) {
        let (a, b) = (load4(taps), load4(taps + 4))
        var (low, high) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
        var place = origin
        for _ in 0..<count {
            let value = place.pointee + low[0]
            place.pointee = value
            low = SIMD4(low[1], low[2], low[3], high[0]) - a * value
            high = SIMD4(high[1], high[2], high[3], 0) - b * value
            place += step
        }
    }

    private static func synthesise(
        _ origin: UnsafeMutablePointer<Float>, _ step: Int, _ count: Int, _ taps: UnsafePointer<Float>, _ order: Int
    ) {
        let (a, b, c) = (load4(taps), load4(taps + 4), load4(taps + 8))
        if order > 12 { return synthesiseLong(origin, step, count, taps, order) }
        var (s0, s1, s2) = (SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero)
        var place = origin
        for _ in 0..<count {
            let value = place.pointee + s0[0]
            place.pointee = value
            s0 = SIMD4(s0[1], s0[2], s0[3], s1[0]) - a * value
            s1 = SIMD4(s1[1], s1[2], s1[3], s2[0]) - b * value
            s2 = SIMD4(s2[1], s2[2], s2[3], 0) - c * value
            place += step
        }
    }

    private static func synthesiseLong(
        _ origin: UnsafeMutablePointer<Float>, _ step: Int, _ count: Int, _ taps: UnsafePointer<Float>, _ order: Int
    ) {
        for n in 0..<count {
            var value = origin[n &* step]
            for tap in 0..<min(order, n) { value -= taps[tap] * origin[(n &- 1 &- tap) &* step] }
            origin[n &* step] = value
        }
    }

    private static func analyse(
        _ origin: UnsafeMutablePointer<Float>, _ step: Int, _ count: Int, _ taps: UnsafePointer<Float>
    ) {
        for n in stride(from: count - 1, through: 0, by: -1) {
            var value = origin[n &* step]
            for tap in 0..<min(largestOrder, n) { value += taps[tap] * origin[(n &- 1 &- tap) &* step] }
            origin[n &* step] = value
        }
    }
}
