import CMath

/// Turns quantised levels to energies.
///
/// Source: ISO/IEC 14496-3, 4.6.18.3.5.
enum SBRLevels {
    /// Powers of two in halves of an exponent: entry i is 2^((i - 256) / 2), the exponent held within -64 to 80.
    private static let halves: [Float] = (0..<512).map { Float(cmath_exp2(max(-64, min(80, Double($0 - 256) / 2)))) }

    /// Returns 2 to the power of half of `halfSteps`.
    @inline(__always)
    static func power(_ halfSteps: Int) -> Float { halves[max(0, min(511, halfSteps &+ 256))] }

    /// Computes the energies and noise ratios of one channel that stands alone.
    static func restore(_ channel: SBRChannel, _ bands: SBRBands) {
        let parameters = channel.parameters
        let step = parameters.isCoarse ? 2 : 1
        for envelope in 0..<parameters.envelopeCount {
            let base = envelope * SBRParameters.levelStride
            let count = parameters.resolutions[envelope] == 1 ? bands.highCount : bands.lowCount
            for band in base..<base + count {
                channel.levels[band] = power(12 + step * Int(parameters.levels[band]))
            }
        }
        for floor in 0..<parameters.floorCount {
            let base = floor * SBRParameters.noiseStride
            for band in base..<base + bands.noiseCount {
                channel.noise[band] = power(2 * (6 - Int(parameters.noise[band])))
            }
        }
    }

    /// Computes the energies and noise ratios of a coupled pair: sums in the first channel, balances in the second.
    static func restore(_ left: SBRChannel, _ right: SBRChannel, _ bands: SBRBands) {
        let (sums, balances) = (left.parameters, right.parameters)
        let step = sums.isCoarse ? 2 : 1
        for envelope in 0..<sums.envelopeCount {
            let base = envelope * SBRParameters.levelStride
            let count = sums.resolutions[envelope] == 1 ? bands.highCount : bands.lowCount
            for band in base..<base + count {
                let whole = power(14 + step * Int(sums.levels[band]))
                let ratio = power(24 - step * Int(balances.levels[band]))
                left.levels[band] = whole / (1 + ratio)
                right.levels[band] = whole * (ratio / (1 + ratio))
            }
        }
        for floor in 0..<sums.floorCount {
            let base = floor * SBRParameters.noiseStride
            for band in base..<base + bands.noiseCount {
                let whole = power(2 * (7 - Int(sums.noise[band])))
                let ratio = power(2 * (12 - Int(balances.noise[band])))
                left.noise[band] = whole / (1 + ratio)
                right.noise[band] = whole * (ratio / (1 + ratio))
            }
        }
    }
}
