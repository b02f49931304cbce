import CMath

/// The factors of the hybrid filter bank, each for four subbands at once; about 5 KB that are never freed.
///
/// Source: ISO/IEC 11172-3, 2.4.3.4.10 and table B.9.
final class LayerIIIWindows: @unchecked Sendable {
    /// The one set of factors.
    static let shared = LayerIIIWindows()

    /// For each type of block 36 factors, in the order of the samples; those of short blocks are zero.
    ///
    /// Four more types are those of the lowest four subbands of mixed granules, of which two have the type 0.
    let windows: UnsafePointer<SIMD4<Float>>
    /// Twelve factors of a short block.
    let shortWindow: UnsafePointer<SIMD4<Float>>
    /// The cosines of 40, 80, 50, 70 and 30 degrees, and of 60.
    let nine: UnsafePointer<SIMD4<Float>>
    /// The factors of the odd half of a long block.
    let oddScale: UnsafePointer<SIMD4<Float>>
    /// The factors of the odd half of a short block.
    let shortOddScale: UnsafePointer<SIMD4<Float>>
    /// The factors of a line itself in the eight butterflies between subbands.
    let aliasOwn: (SIMD4<Float>, SIMD4<Float>)
    /// The factors of the other line in the eight butterflies between subbands.
    let aliasOther: (SIMD4<Float>, SIMD4<Float>)

    private init() {
        let all = UnsafeMutablePointer<SIMD4<Float>>.allocate(capacity: 8 * 36 + 30)
        all.initialize(repeating: .zero, count: 8 * 36 + 30)
        let (short, cosines) = (all + 288, all + 300)
        let (odd, shortOdd) = (all + 306, all + 315)
        for type in [0, 1, 3] {
            for index in 0..<36 {
                let value = Self.factor(Self.window(type, index), index, lineCount: 18)
                let long = Self.factor(Self.window(0, index), index, lineCount: 18)
                all[type * 36 + index] = value
                all[(type + 4) * 36 + index] = SIMD4(lowHalf: long.lowHalf, highHalf: value.highHalf)
            }
        }
        for index in 0..<12 {
            let window = cmath_sin(Double.pi / 12 * (Double(index) + 0.5))
            short[index] = Self.factor(window, index, lineCount: 6)
        }
        for (index, degrees) in [40.0, 80, 50, 70, 30, 60].enumerated() {
            cosines[index] = SIMD4(repeating: Float(cmath_cos(degrees * Double.pi / 180)))
        }
        for index in 0..<9 {
            odd[index] = SIMD4(repeating: Float(0.5 / cmath_cos(Double.pi * Double(2 * index + 1) / 36)))
        }
        for index in 0..<3 {
            shortOdd[index] = SIMD4(repeating: Float(0.5 / cmath_cos(Double.pi * Double(2 * index + 1) / 12)))
        }
        (windows, shortWindow, nine) = (UnsafePointer(all), UnsafePointer(short), UnsafePointer(cosines))
        (oddScale, shortOddScale) = (UnsafePointer(odd), UnsafePointer(shortOdd))
        let coefficients = [-0.6, -0.535, -0.33, -0.185, -0.095, -0.041, -0.0142, -0.0037]
        var (own0, own1) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
        var (other0, other1) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
        for (index, c) in coefficients.enumerated() {
            let root = (1 + c * c).squareRoot()
            if index < 4 {
                own0[index] = Float(1 / root)
                other0[index] = Float(c / root)
            } else {
                own1[index - 4] = Float(1 / root)
                other1[index - 4] = Float(c / root)
            }
        }
        (aliasOwn, aliasOther) = ((own0, own1), (other0, other1))
    }

    private static func window(_ type: Int, _ index: Int) -> Double {
        let long = cmath_sin(Double.pi / 36 * (Double(index) + 0.5))
        // A stop window is a start window backwards.
        let place = type == 1 ? index : 35 - index
        if type == 0 || place < 18 { return long }
        if place < 24 { return 1 }
        return place < 30 ? cmath_sin(Double.pi / 12 * (Double(place - 18) + 0.5)) : 0
    }

    /// The factor that turns a value of the inner transform into a sample of the block.
    private static func factor(_ window: Double, _ index: Int, lineCount: Int) -> SIMD4<Float> {
        // The transform of type IV has the samples `lineCount / 2 + index` of the block; it is odd around its end.
        let half = lineCount / 2
        let place = index < half ? half + index : index < 3 * half ? 3 * half - 1 - index : index - 3 * half
        let sign = index < half ? 1.0 : -1
        let angle = Double.pi * Double(2 * place + 1) / Double(4 * lineCount)
        let value = Float(sign * window * 0.5 / cmath_cos(angle))
        return index & 1 == 1 ? SIMD4(value, -value, value, -value) : SIMD4(repeating: value)
    }
}
