import CMath

/// Computes the window shapes: ISO/IEC 14496-3, 4.6.11.3 and 4.6.20.2.
///
/// Called when a codec is made, not per frame.
package enum AACWindows {
    /// The rising half of the sine window.
    ///
    /// - Parameter count: Samples of the half, M; the whole window has 2 M.
    package static func sine(_ count: Int) -> [Float] {
        (0..<count).map { Float(cmath_sin(Double.pi / Double(2 * count) * (Double($0) + 0.5))) }
    }

    /// The rising half of the Kaiser-Bessel derived window, with alpha 4 for long and 6 for short blocks.
    ///
    /// - Parameter count: Samples of the half; 128 and fewer are a short block.
    package static func kaiserBessel(_ count: Int) -> [Float] {
        let alpha = count <= 128 ? 6.0 : 4.0
        var sums: [Double] = []
        var sum = 0.0
        for n in 0...count {
            let place = 2 * Double(n) / Double(count) - 1
            sum += bessel(Double.pi * alpha * max(0, 1 - place * place).squareRoot())
            sums.append(sum)
        }
        return (0..<count).map { Float((sums[$0] / sum).squareRoot()) }
    }

    /// The rising half of the low-overlap window of low delay (object type 23): zeros, a sine slope, ones.
    ///
    /// - Parameter count: Samples of the half: 512 or 480. The slope has a quarter of them.
    package static func lowOverlap(_ count: Int) -> [Float] {
        let slope = sine(count / 4)
        let flat = count * 3 / 8
        return (0..<count).map { $0 < flat ? 0 : $0 < flat + slope.count ? slope[$0 - flat] : 1 }
    }

    /// The synthesis window of enhanced low delay (object type 39), 4 * `frameLength` samples; the analysis window is the same
    /// backwards.
    ///
    /// - Parameter frameLength: 480, or 512 for everything else.
    package static func lowDelay(frameLength: Int) -> [Float] {
        let values = frameLength == 480 ? AACELDWindow480.values : AACELDWindow512.values
        let length = frameLength == 480 ? 480 : 512
        return Array(repeating: 0, count: 4 * length - values.count) + values.map { Float(Double($0) * 1e-8) }
    }

    /// The modified Bessel function of the first kind and order 0, as its power series.
    private static func bessel(_ x: Double) -> Double {
        var (term, sum) = (1.0, 1.0)
        let quarter = x * x / 4
        for k in 1...60 {
            term *= quarter / Double(k * k)
            sum += term
        }
        return sum
    }
}
