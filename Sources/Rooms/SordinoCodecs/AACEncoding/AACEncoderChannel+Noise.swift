import CMath

extension AACEncoderChannel {
    /// Marks bands that are like noise, and too dear for their rate, for perceptual noise substitution: ISO/IEC
    /// 14496-3, 4.6.13.
    ///
    /// - Parameters:
    ///   - firstBand: The lowest band to replace.
    ///   - price: The audibility that a bit is worth.
    func substituteNoise(firstBand: Int, price: Float) {
        guard firstBand < bandCount else { return }
        for band in firstBand..<bandCount {
            let (first, end) = (bandStart[band], bandStart[band &+ 1])
            let count = Float(end &- first)
            var energy: Float = 0
            for line in first..<end { energy += lines[line] * lines[line] }
            guard energy > 1, energy * weights[band] < Self.substitutionLimit * price * count else { continue }
            guard flatness(first: first, end: end) > 0.5 else { continue }
            fixedBooks[band] = 13
            scales[band] = Int(max(-100, min(155, (2 * cmath_log2f(energy)).rounded())))
        }
    }

    /// The share of a band's audibility in a bit's price up to which noise replaces it.
    static let substitutionLimit: Float = 2

    /// The geometric over the arithmetic mean of the power, over pairs of lines.
    private func flatness(first: Int, end: Int) -> Float {
        var (sum, logs, count): (Float, Float, Float) = (0, 0, 0)
        var line = first
        while line < end {
            let pair = power[line] + power[line &+ 1] + 1e-3
            sum += pair
            logs += cmath_log2f(pair)
            count += 1
            line &+= 2
        }
        return cmath_exp2f(logs / count) * count / sum
    }
}
