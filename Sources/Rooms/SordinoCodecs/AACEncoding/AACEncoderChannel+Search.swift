import CMath

extension AACEncoderChannel {
    /// A scalefactor that does not exist yet, before the first coded band.
    private static let none = Int.min
    /// States of a band in memory: the candidates, padded with infinite costs to a whole number of vectors.
    private static let stride = 12

    /// Chooses every band's scalefactor: the least sum of audible noise and `price` times bits, by dynamic programming.
    ///
    /// A band may also be left out, which needs no scalefactor. Writes `scales`, and `books` as 0 where a band is left
    /// out and 1 where it is not. The candidates of a band are consecutive, so the words of all steps from the last
    /// band's lie side by side in a table.
    /// - Parameter price: The audibility that a bit is worth; above 0.
    func search(price: Float) {
        guard bandCount > 0 else { return }
        let stride = Self.stride
        let costs = searchFloats
        let silent = costs + Self.bandCapacity &* stride
        let lowest = searchInts
        let counts = lowest + Self.bandCapacity
        let silentScale = counts + Self.bandCapacity
        let silentFrom = silentScale + Self.bandCapacity
        for band in 0..<bandCount {
            let cost = costs + band &* stride
            for state in 0..<stride { cost[state] = .infinity }
            let range = candidates(band: band, price: price)
            lowest[band] = range.lowest
            counts[band] = max(0, range.highest &- range.lowest &+ 1)
            let left = fixedBooks[band] != 0 ? 0 : energies[band] * weights[band]
            guard band > 0 else {
                silent[0] = left
                silentScale[0] = Self.none
                silentFrom[0] = -1
                for state in 0..<counts[0] { cost[state] = local(0, range.lowest &+ state, price) + price }
                continue
            }
            var best = silent[band &- 1]
            var bestFrom = -1
            let last = costs + (band &- 1) &* stride
            for state in 0..<counts[band &- 1] where last[state] < best { (best, bestFrom) = (last[state], state) }
            silent[band] = best + left
            silentFrom[band] = bestFrom
            silentScale[band] = bestFrom >= 0 ? lowest[band &- 1] &+ bestFrom : silentScale[band &- 1]
            for state in 0..<counts[band] {
                let scale = range.lowest &+ state
                let words = AACEncoderTables.shared.stepLengths + (lowest[band &- 1] &- scale &+ 260)
                let first: SIMD4<Float> = load4(last) + load4(words) * price
                let second: SIMD4<Float> = load4(last + 4) + load4(words + 4) * price
                let third: SIMD4<Float> = load4(last + 8) + load4(words + 8) * price
                let low = first.replacing(with: second, where: second .< first)
                let least4 = low.replacing(with: third, where: third .< low)
                let least = min(min(least4[0], least4[1]), min(least4[2], least4[3]))
                let other = fromSilence(silent[band &- 1], silentScale[band &- 1], scale, price)
                cost[state] = local(band, scale, price) + min(least, other)
            }
        }
        trace(price: price)
    }

    /// The cost of a band with a scalefactor, without the scalefactor's word.
    @inline(__always)
    private func local(_ band: Int, _ scale: Int, _ price: Float) -> Float {
        let (noise, bits) = cost(band: band, scale: scale)
        return noise * weights[band] + price * bits
    }

    /// The cost of a scalefactor after a band that was left out; about three bits go to a new section.
    @inline(__always)
    private func fromSilence(_ cost: Float, _ before: Int, _ scale: Int, _ price: Float) -> Float {
        guard before != Self.none else { return cost + price * 4 }
        let step = scale &- before
        return step >= -60 && step <= 60
            ? cost + price * (AACEncoderTables.shared.scaleLengths[step &+ 60] + 3) : .infinity
    }

    /// Follows the cheapest way back from the last band, and writes the choices.
    private func trace(price: Float) {
        let stride = Self.stride
        let costs = searchFloats
        let silent = costs + Self.bandCapacity &* stride
        let lowest = searchInts
        let counts = lowest + Self.bandCapacity
        let silentScale = counts + Self.bandCapacity
        let silentFrom = silentScale + Self.bandCapacity
        var band = bandCount &- 1
        var state = -1
        var best = silent[band]
        for other in 0..<counts[band] where costs[band &* stride &+ other] < best {
            (best, state) = (costs[band &* stride &+ other], other)
        }
        while band >= 0 {
            guard state >= 0 else {
                books[band] = 0
                state = silentFrom[band]
                band &-= 1
                continue
            }
            let scale = lowest[band] &+ state
            books[band] = 1
            scales[band] = scale
            band &-= 1
            guard band >= 0 else { break }
            state = -1
            best = fromSilence(silent[band], silentScale[band], scale, price)
            let words = AACEncoderTables.shared.stepLengths + (lowest[band] &- scale &+ 260)
            for other in 0..<counts[band] {
                let sum = costs[band &* stride &+ other] + words[other] * price
                if sum <= best { (best, state) = (sum, other) }
            }
        }
    }

    /// The range of scalefactors to try for a band; empty if the band is inaudible anyway.
    private func candidates(band: Int, price: Float) -> (lowest: Int, highest: Int) {
        let nothing = (lowest: 1, highest: 0)
        let energy = energies[band]
        let weight = weights[band]
        guard fixedBooks[band] == 0, energy * weight > price * 0.5, peaks[band] > 0 else { return nothing }
        let lineCount = Float(bandStart[band &+ 1] &- bandStart[band])
        let wanted = min(0.72 * price * lineCount / weight, energy)
        let ideal = 8.0 / 3 * cmath_log2f(6.75 * wanted / max(roots[band], 1e-20))
        // The largest value is at most 8191, and at least 1.
        let peakLog = cmath_log2f(peaks[band])
        let least = Int(max(-100, min(155, ((peakLog - 12.99) * (16.0 / 3)).rounded(.up))))
        let most = Int(max(-100, min(155, ((peakLog + 0.749) * (16.0 / 3)).rounded(.down))))
        guard least <= most else { return nothing }
        let middle = Int(max(-100, min(155, ideal.rounded(.down))))
        let count = candidateCount
        // A third of them below the one that the noise alone would choose.
        let below = count / 3
        var lowest = max(least, min(middle &- below, most &- below &- 1))
        let highest = min(most, max(lowest, middle &+ count &- below &- 1))
        lowest = max(lowest, highest &- count &+ 1)
        if memoBase[band] == Int.min {
            memoBase[band] = middle &- Self.memoCount / 2
            (memoNoise + band &* Self.memoCount).update(repeating: -1, count: Self.memoCount)
        }
        return (lowest, highest)
    }
}
