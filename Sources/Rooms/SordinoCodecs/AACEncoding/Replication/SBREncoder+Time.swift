import CMath

/// The course of the upper band over time: attacks, and how steady it is between them.
extension SBREncoder {
    /// The rise in decibels, as a mean over the groups of bands, that is an attack.
    static let attackRise: Float = 5
    /// The energy of a subband below which nothing counts: about 60 dB below full scale.
    private static let floor: Float = 1000
    /// Slots before the frame in the list of energies.
    private static let slotsBefore = 3

    private var groupCount: Int { min(tuning.bands.lowCount, Self.groupLimit) }

    /// Measures the energies of groups of bands in each time slot, of all channels together.
    func measureGroups() {
        let bands = tuning.bands
        let count = groupCount
        let ahead = min(Self.groupSlots - Self.slotsBefore, slotCount + channels[0].aheadCount / slotRows)
        for group in 0..<count {
            let low = bands.low[group * bands.lowCount / count]
            let high = bands.low[(group + 1) * bands.lowCount / count]
            let target = groups + group * Self.groupSlots
            for slot in -Self.slotsBefore..<ahead {
                var sum: Float = 0
                for channel in channels {
                    sum += channel.mean(rows: slot * slotRows..<(slot + 1) * slotRows, subbands: low..<high)
                }
                target[slot + Self.slotsBefore] = sum + Self.floor
            }
        }
    }

    /// The rise at a slot against the loudest of the three before it, in decibels, as a mean over the groups.
    private func rise(_ slot: Int) -> Float {
        var sum: Float = 0
        let count = groupCount
        for group in 0..<count {
            let at = groups + group * Self.groupSlots + slot + Self.slotsBefore
            let loudest = max(at[-1], max(at[-2], at[-3]))
            guard at[0] > loudest else { continue }
            sum += min(30, 3.0103 * cmath_log2f(at[0] / loudest))
        }
        return sum / Float(max(1, count))
    }

    /// The slot of the greatest rise, or the one before if the rise begins there; -1 if nothing is an attack.
    func strongestAttack(from first: Int, to end: Int) -> Int {
        var (best, found) = (Self.attackRise, -1)
        var last: Float = 0
        for slot in first..<max(first, end) {
            let now = rise(slot)
            if now > best {
                best = now
                found = last > Self.attackRise * 0.8 ? slot - 1 : slot
            }
            last = now
        }
        return found
    }

    /// The number of equal envelopes that a frame without attack needs: 1, 2 or 4.
    func steadyCount() -> Int {
        let count = groupCount
        // Mean distances in decibels of the quarters from the whole and from the halves.
        var (fromWhole, fromHalves): (Float, Float) = (0, 0)
        for group in 0..<count {
            let at = groups + group * Self.groupSlots + Self.slotsBefore
            var quarters = SIMD4<Float>.zero
            for slot in 0..<slotCount { quarters[slot / 4] += at[slot] / Float(slot < 12 ? 4 : slotCount - 12) * 4 }
            let halves = SIMD2<Float>(quarters[0] + quarters[1], quarters[2] + quarters[3])
            // Sums over four slots each.
            let whole = cmath_log2f((halves[0] + halves[1]) * 0.25)
            for quarter in 0..<4 {
                let level = cmath_log2f(quarters[quarter])
                fromWhole += abs(level - whole)
                fromHalves += abs(level - cmath_log2f(halves[quarter / 2] * 0.5))
            }
        }
        let scale = 3.0103 / Float(max(1, 4 * count))
        if fromWhole * scale < Self.steadiness { return 1 }
        if fromHalves * scale < Self.steadiness * 1.2 || tuning.envelopeLimit < 4 {
            return min(2, tuning.envelopeLimit)
        }
        return 4
    }

    /// The mean distance in decibels up to which quarters of a frame share an envelope.
    static let steadiness: Float = 1.6
}
