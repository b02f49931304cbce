import CMath

/// Tones and noise of the upper band against those of the lower band that stands for it: inverse filtering, noise
/// floors and sinusoids: ISO/IEC 14496-3, 4.6.18.6 and 4.6.18.7.
extension SBREncoder {
    /// The share of tonal energy that inverse filtering leaves, by mode.
    private static let leftovers: [Float] = [1, 0.5, 0.2, 0.06]
    /// The excess of tonality in decibels from which on each mode is used.
    private static let excesses: [Float] = [0, 3.5, 7.5, 12]
    /// The energy of a subband that is silence.
    private static let silence: Float = 64

    /// Chooses inverse filtering, noise floors and sinusoids of a channel.
    func tellTones(_ channel: SBREncoderChannel, _ index: Int) {
        let (now, bands) = (parameters[index], tuning.bands)
        for noiseBand in 0..<bands.noiseCount {
            let shares = compare(channel, bands.noise[noiseBand]..<bands.noise[noiseBand + 1])
            let place = index * SBRParameters.noiseStride + noiseBand
            let source = (1 - shares.source) / max(shares.source, 0.01)
            let wanted = (1 - shares.original) / max(shares.original, 0.01)
            let excess = 3.0103 * cmath_log2f((source + 0.01) / (wanted + 0.01))
            let mode = source > 0.3 ? Self.mode(excess, last: whitenings[place]) : 0
            whitenings[place] = mode
            now.whitening[noiseBand] = mode
            let left = source * Self.leftovers[mode & 3]
            let (tones, wantedTones) = (left / (1 + left), max(0.12, 1 - shares.original))
            let ratio = max(0.0003, min(1.5, tones / wantedTones - 1))
            var level = shares.isSilent ? -24 : cmath_log2f(ratio)
            if !shares.isSilent, noiseLevels[place] > -20, plan.transient < 0 {
                level = 0.5 * (level + noiseLevels[place])
            }
            noiseLevels[place] = level
            let step = Int32(max(0, min(30, (6 - level).rounded())))
            for floor in 0..<now.floorCount { now.noise[floor * SBRParameters.noiseStride + noiseBand] = step }
        }
        findSinusoids(channel, index)
    }

    /// The mode of inverse filtering for an excess of tonality; the last mode is left by a decibel and a half only.
    private static func mode(_ excess: Float, last: Int) -> Int {
        var mode = 0
        for next in 1..<4 where excess > excesses[next] + (next > last ? 0.75 : -0.75) { mode = next }
        return mode
    }

    /// The source subband of a generated one, or nil above the last patch.
    private func source(of subband: Int) -> Int? {
        let bands = tuning.bands
        var start = bands.first
        for patch in 0..<bands.patchCounts.count {
            let end = start + bands.patchCounts[patch]
            if subband < end { return bands.patchStarts[patch] + subband - start }
            start = end
        }
        return nil
    }

    /// The shares of noise in a range of subbands and in those that are copied there.
    private func compare(
        _ channel: SBREncoderChannel, _ range: Range<Int>
    ) -> (original: Float, source: Float, isSilent: Bool) {
        var (original, copied, count): (Float, Float, Float) = (0, 0, 0)
        var (wanted, there): (Float, Float) = (0, 0)
        for subband in range where channel.means[subband] > Self.silence {
            guard let source = source(of: subband) else { continue }
            original += channel.noiseShares[subband]
            copied += channel.means[source] > Self.silence ? channel.noiseShares[source] : 1
            count += 1
            wanted += channel.means[subband]
            there += channel.means[source]
        }
        // Where there is nothing to copy, all noise is to be added: as if the source were a tone.
        if there < Self.lack * wanted { copied = 0 }
        return count > 0 ? (original / count, copied / count, false) : (1, 1, true)
    }

    /// Finds tones that stand out of a band of high resolution and that the lower band would not bring.
    private func findSinusoids(_ channel: SBREncoderChannel, _ index: Int) {
        let (now, old, bands) = (parameters[index], before[index], tuning.bands)
        for band in 0..<bands.highCount {
            let (low, high) = (bands.high[band], bands.high[band + 1])
            let had = old.sinusoids[band] != 0
            now.sinusoids[band] = isTone(channel, low, high, had: had) && (plan.transient < 0 || had) ? 1 : 0
        }
    }

    private func isTone(_ channel: SBREncoderChannel, _ low: Int, _ high: Int, had: Bool) -> Bool {
        var (total, peak): (Float, Int) = (0, low)
        for subband in low..<high {
            total += channel.means[subband]
            if channel.means[subband] > channel.means[peak] { peak = subband }
        }
        let loudest = channel.means[peak]
        guard loudest > 4 * Self.silence else { return false }
        // A tone on a border belongs to one band only.
        guard loudest >= channel.means[peak - 1], peak + 1 >= 64 || loudest > channel.means[peak + 1] else {
            return false
        }
        var near = loudest
        if peak > low { near += channel.means[peak - 1] }
        if peak + 1 < high { near += channel.means[peak + 1] }
        guard near > (had ? 0.7 : 0.8) * total else { return false }
        var (noise, energy): (Float, Float) = (0, 1e-3)
        for subband in low..<high {
            guard let source = source(of: subband) else { continue }
            noise += channel.noiseShares[source] * channel.means[source]
            energy += channel.means[source]
        }
        // Where there is nothing to copy, tones that move count too.
        if energy < Self.silence || energy < Self.lack * total { return channel.noiseShares[peak] < 0.5 }
        return channel.noiseShares[peak] < (had ? 0.2 : 0.1) && noise / energy > (had ? 0.25 : 0.4)
    }

    /// The share of the wanted energy below which the source of a band is as good as silent.
    private static let lack: Float = 1e-3
}
