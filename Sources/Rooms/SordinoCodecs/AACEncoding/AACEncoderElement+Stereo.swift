import CMath

extension AACEncoderElement {
    /// Decides band by band between left and right and middle and side, and replaces the lines and weights of the
    /// latter.
    ///
    /// The noise of middle and side reaches both channels, so it is as audible as in both together. The cheaper of the
    /// two is the one of fewer bits at the same slope of audible noise.
    /// - Parameters:
    ///   - price: The audibility that a bit is worth.
    ///   - firstIntensityBand: The lowest band that may be coded by intensity.
    func decideStereo(price: Float, firstIntensityBand: Int) {
        middleSideCount = 0
        guard channels.count == 2 else { return }
        let (left, right) = (channels[0], channels[1])
        for band in 0..<left.bandCount {
            isMiddleSide[band] = false
            guard left.fixedBooks[band] == 0 && right.fixedBooks[band] == 0 else { continue }
            let (first, end) = (left.bandStart[band], left.bandStart[band &+ 1])
            var (l2, r2, lr) = (SIMD4<Float>(repeating: 0), SIMD4<Float>(repeating: 0), SIMD4<Float>(repeating: 0))
            var line = first
            while line < end {
                let (l, r) = (load4(left.lines + line), load4(right.lines + line))
                l2 += l * l
                r2 += r * r
                lr += l * r
                line &+= 4
            }
            let (ll, rr, cross) = (total(l2), total(r2), total(lr))
            let middle = max(0, (ll + rr + 2 * cross) / 4)
            let side = max(0, (ll + rr - 2 * cross) / 4)
            let both = left.weights[band] + right.weights[band]
            let unit = 1 / max(0.72 * price * Float(end &- first), 1e-30)
            let separate = (1 + ll * left.weights[band] * unit) * (1 + rr * right.weights[band] * unit)
            let joint = (1 + middle * both * unit) * (1 + side * both * unit)
            if band >= firstIntensityBand {
                let sums = (left: ll, right: rr, cross: cross)
                if intensity(band, sums, unit: unit, other: min(separate, joint)) { continue }
            }
            guard joint < separate else { continue }
            isMiddleSide[band] = true
            middleSideCount &+= 1
            line = first
            while line < end {
                let (l, r) = (load4(left.lines + line), load4(right.lines + line))
                store4(left.lines + line, (l + r) * 0.5)
                store4(right.lines + line, (l - r) * 0.5)
                line &+= 4
            }
            left.weights[band] = both
            right.weights[band] = both
        }
    }

    /// Codes a band by intensity if that is cheaper: one signal, and the level of the right against the left channel.
    ///
    /// ISO/IEC 14496-3, 4.6.8.2. The signal is the projection on the direction of most energy; what is left is noise.
    /// - Parameter other: The cost of the alternatives, as the square of 2 to the power of bits a line.
    private func intensity(
        _ band: Int, _ sums: (left: Float, right: Float, cross: Float), unit: Float, other: Float
    ) -> Bool {
        let (left, right) = (channels[0], channels[1])
        let (wl, wr) = (left.weights[band], right.weights[band])
        let difference = (sums.left - sums.right) / 2
        let root = cmath_sqrtf(difference * difference + sums.cross * sums.cross)
        let most = (sums.left + sums.right) / 2 + root
        // The direction: the left's part is at least a little, since the right's follows from it.
        var (l, r) = (root + difference, sums.cross)
        if difference < 0 { (l, r) = (sums.cross, root - difference) }
        let norm = cmath_sqrtf(l * l + r * r)
        guard norm > 0, most > 1, abs(l) > 0.03 * norm, abs(r) > 0.03 * norm else { return false }
        (l, r) = (l / norm, r / norm)
        let rest = max(0, (sums.left + sums.right) / 2 - root)
        let weight = wl * l * l + wr * r * r
        let lost = 0.5 * rest * (wl * r * r + wr * l * l) * unit
        let signal = 1 + most * weight * unit
        // Costs in bits a line: half the logarithm; noise counts 0.72 for each unit.
        guard 0.5 * cmath_log2f(signal) + 0.72 * lost + 0.05 < 0.5 * cmath_log2f(other) else { return false }
        let position = (-4 * cmath_log2f(abs(r / l))).rounded()
        guard abs(position) <= 28 else { return false }
        for line in left.bandStart[band]..<left.bandStart[band &+ 1] {
            left.lines[line] = l * (left.lines[line] * l + right.lines[line] * r)
        }
        left.weights[band] = wl + wr * (r / l) * (r / l)
        right.fixedBooks[band] = l * r > 0 ? 15 : 14
        right.scales[band] = Int(position)
        return true
    }

    @inline(__always)
    private func total(_ sums: SIMD4<Float>) -> Float { sums[0] + sums[1] + sums[2] + sums[3] }
}
