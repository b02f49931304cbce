import CMath

/// Levels of the envelopes: ISO/IEC 14496-3, 4.6.18.3.5, inverted.
extension SBREncoder {
    /// Measures and quantises the levels of a channel that stands alone.
    func measureLevels(_ index: Int) {
        let parameters = parameters[index]
        let steps: Float = parameters.isCoarse ? 1 : 2
        for envelope in 0..<parameters.envelopeCount {
            let target = parameters.levels + envelope * SBRParameters.levelStride
            for band in 0..<bandCount(parameters, envelope) {
                let energy = level(index, envelope, band)
                target[band] = Self.steps(energy / 64, steps, most: parameters.isCoarse ? 30 : 60)
            }
        }
    }

    /// Measures and quantises the levels of a coupled pair: sums in the first channel, balances in the second.
    func measureCoupled() {
        let (sums, balances) = (parameters[0], parameters[1])
        let steps: Float = sums.isCoarse ? 1 : 2
        for envelope in 0..<sums.envelopeCount {
            let base = envelope * SBRParameters.levelStride
            for band in 0..<bandCount(sums, envelope) {
                let (left, right) = (level(0, envelope, band), level(1, envelope, band))
                let target = base + band
                sums.levels[target] = Self.steps((left + right) / 128, steps, most: sums.isCoarse ? 30 : 60)
                let ratio = cmath_log2f((right + 1) / (left + 1))
                // Steps of 6 or 3 dB around equal levels; they count double.
                let place = sums.isCoarse ? 6 - ratio / 2 : 12 - ratio
                balances.levels[target] = 2 * Int32(max(0, min(sums.isCoarse ? 12 : 24, place.rounded())))
            }
        }
    }

    /// Gives a coupled pair the mean of its noise floors, in balance.
    func coupleNoise() {
        let (sums, balances) = (parameters[0], parameters[1])
        for floor in 0..<sums.floorCount {
            for band in 0..<tuning.bands.noiseCount {
                let at = floor * SBRParameters.noiseStride + band
                sums.noise[at] = (sums.noise[at] + balances.noise[at]) / 2
                balances.noise[at] = 12
            }
        }
    }

    private func bandCount(_ parameters: SBRParameters, _ envelope: Int) -> Int {
        parameters.resolutions[envelope] == 1 ? tuning.bands.highCount : tuning.bands.lowCount
    }

    /// The level of a band in an envelope: the mean energy, or, where sinusoids stand for it, the sum for each.
    private func level(_ index: Int, _ envelope: Int, _ band: Int) -> Float {
        let (parameters, bands) = (parameters[index], tuning.bands)
        let isHigh = parameters.resolutions[envelope] == 1
        let (low, high) = isHigh ? (bands.high[band], bands.high[band + 1]) : (bands.low[band], bands.low[band + 1])
        let rows = parameters.borders[envelope] * slotRows..<parameters.borders[envelope + 1] * slotRows
        var sinusoidCount = 0
        for place in 0..<bands.highCount where parameters.sinusoids[place] != 0 {
            let middle = (bands.high[place] + bands.high[place + 1]) / 2
            if middle >= low && middle < high { sinusoidCount += 1 }
        }
        guard sinusoidCount > 0 else { return channels[index].mean(rows: rows, subbands: low..<high) }
        // A tone near a border is in the next subband too.
        let wide = low - 1..<min(64, high + 1)
        let sum = channels[index].mean(rows: rows, subbands: wide) * Float(wide.count)
        return sum * Self.toneShare / Float(sinusoidCount)
    }

    /// The energy of a subband that is synthesised to a tone, in the sum of the energies that the tone has in all
    /// subbands.
    private static let toneShare: Float = 0.46

    /// A ratio of energies in steps to the base 2.
    private static func steps(_ ratio: Float, _ perDoubling: Float, most: Float) -> Int32 {
        guard ratio > 1 else { return 0 }
        return Int32(max(0, min(most, (perDoubling * cmath_log2f(ratio)).rounded())))
    }
}
