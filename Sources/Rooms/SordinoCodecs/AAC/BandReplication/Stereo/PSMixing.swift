import CMath

/// Holds the mixing matrices of all intensity differences and coherences.
///
/// Source: ISO/IEC 14496-3, 8.6.4.6.2.
enum PSMixing {
    /// Intensity differences in dB: 15 steps, then 31.
    private static let intensities: [Double] = {
        let coarse: [Double] = [2, 4, 7, 10, 14, 18, 25]
        let fine: [Double] = [2, 4, 6, 8, 10, 13, 16, 19, 22, 25, 30, 35, 40, 45, 50]
        return [coarse, fine].flatMap { (half: [Double]) -> [Double] in half.reversed().map { -$0 } + [0.0] + half }
    }()
    private static let coherences: [Double] = [1, 0.937, 0.84118, 0.60092, 0.36764, 0, -0.589, -1]

    /// Procedure A: four numbers for each coherence of each intensity difference: h11, h12, h21, h22.
    static let tableA: [SIMD4<Float>] = intensities.flatMap { decibels in
        coherences.map { coherence in
            let ratio = cmath_pow(10, decibels / 20)
            let right = cmath_sqrt(2 / (1 + ratio * ratio))
            let left = ratio * right
            let alpha = 0.5 * arcCosine(coherence)
            let beta = alpha * (right - left) / cmath_sqrt(2)
            return SIMD4(
                Float(left * cmath_cos(beta + alpha)), Float(right * cmath_cos(beta - alpha)),
                Float(left * cmath_sin(beta + alpha)), Float(right * cmath_sin(beta - alpha)))
        }
    }

    /// Mixes by procedure B likewise.
    static let tableB: [SIMD4<Float>] = intensities.flatMap { decibels in
        coherences.map { coherence in
            let ratio = cmath_pow(10, decibels / 20)
            let rho = max(coherence, 0.05)
            var alpha = 0.5 * cmath_atan2(2 * ratio * rho, ratio * ratio - 1)
            let sum = ratio + 1 / ratio
            let mu = cmath_sqrt(max(0, 1 + (4 * rho * rho - 4) / (sum * sum)))
            let gamma = cmath_atan2(cmath_sqrt(max(0, (1 - mu) / (1 + mu))), 1)
            if alpha < 0 { alpha += Double.pi / 2 }
            let root = cmath_sqrt(2)
            return SIMD4(
                Float(root * cmath_cos(alpha) * cmath_cos(gamma)), Float(root * cmath_sin(alpha) * cmath_cos(gamma)),
                Float(-root * cmath_sin(alpha) * cmath_sin(gamma)), Float(root * cmath_cos(alpha) * cmath_sin(gamma)))
        }
    }

    private static func arcCosine(_ x: Double) -> Double { cmath_atan2(cmath_sqrt(max(0, 1 - x * x)), x) }

    /// Returns the matrix of an intensity difference and a coherence, both held within range.
    @inline(__always)
    static func matrix(intensity: Int, coherence: Int, isFine: Bool, isB: Bool) -> SIMD4<Float> {
        let limit = isFine ? 15 : 7
        let row = max(-limit, min(limit, intensity)) + (isFine ? 30 : 7)
        let index = row * 8 + max(0, min(7, coherence))
        return isB ? tableB[index] : tableA[index]
    }

    /// The unit circle in eighths.
    static let eighths: [(Float, Float)] = (0..<8).map {
        let angle = Double.pi / 4 * Double($0)
        return (Float(cmath_cos(angle)), Float(cmath_sin(angle)))
    }

    /// Returns the direction of the weighted mean of three phases, the oldest first.
    static func smoothPhase(_ oldest: Int, _ old: Int, _ now: Int) -> (Float, Float) {
        let (a, b, c) = (eighths[oldest & 7], eighths[old & 7], eighths[now & 7])
        let (re, im) = (0.25 * a.0 + 0.5 * b.0 + c.0, 0.25 * a.1 + 0.5 * b.1 + c.1)
        let length = (re * re + im * im).squareRoot()
        return length > 0 ? (re / length, im / length) : (1, 0)
    }
}
