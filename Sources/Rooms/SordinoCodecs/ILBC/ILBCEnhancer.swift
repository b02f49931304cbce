import CMath

/// Raises the periodicity of the residual by averaging neighbouring pitch cycles (RFC 3951, 4.6).
struct ILBCEnhancer {
    /// Samples that one average covers.
    private static var block: Int { 80 }
    /// Samples of history: eight blocks.
    private static var historyCount: Int { 640 }
    /// Cycles on either side that take part.
    private static var reach: Int { 3 }
    /// Largest share of a block's energy that may change.
    private static var change: Float { 0.05 }

    private let mode: ILBCMode
    private let history: UnsafeMutablePointer<Float>
    private let periods: UnsafeMutablePointer<Float>
    private let halved: UnsafeMutablePointer<Float>
    private let halving: UnsafeMutablePointer<Float>
    private let quarters: UnsafeMutablePointer<Float>
    private let products: UnsafeMutablePointer<Float>
    private let cycle: UnsafeMutablePointer<Float>
    private let surround: UnsafeMutablePointer<Float>
    private let weights: UnsafeMutablePointer<Float>
    private let guess: UnsafeMutablePointer<Float>

    /// Takes its vectors from `memory`.
    init(mode: ILBCMode, memory: ILBCMemory) {
        self.mode = mode
        history = memory.take(Self.historyCount)
        periods = memory.take(8)
        halved = memory.take(192)
        halving = memory.take(ILBCTables.halving, unit: 32768)
        quarters = memory.take(ILBCTables.quarters, unit: 32768)
        products = memory.take(64)
        cycle = memory.take(Self.block)
        surround = memory.take(Self.block)
        weights = memory.take((1...7).map { 0.5 * (1 - cmath_cosf(2 * .pi * Float($0) / 8)) })
        guess = memory.take(Self.block)
        reset()
    }

    /// Forgets the history, as after a jump.
    func reset() {
        history.update(repeating: 0, count: Self.historyCount)
        periods.update(repeating: 40, count: 8)
    }

    /// Takes a frame's residual into the history.
    ///
    /// - Returns: The pitch period at the end of the frame, 20 to 118 samples.
    func follow(_ residual: UnsafePointer<Float>) -> Int {
        let frame = mode.framesPerPacket
        let kept = Self.historyCount - frame
        history.update(from: history + frame, count: kept)
        (history + kept).update(from: residual, count: frame)
        let blocks = frame / Self.block
        for index in 0..<8 - blocks { periods[index] = periods[index + blocks] }
        findPeriods(blocks)
        return Int(periods[7])
    }

    /// Delivers the enhanced residual of the frame last taken, later by the mode's delay.
    ///
    /// - Parameters:
    ///   - residual: The frame last taken.
    ///   - wasLost: Whether the frame before was concealed: its end is then blended into the new one.
    ///   - result: Receives a frame.
    func enhance(_ residual: UnsafePointer<Float>, wasLost: Bool, into result: UnsafeMutablePointer<Float>) {
        let blocks = mode.framesPerPacket / Self.block
        if wasLost { blend(residual, firstPeriod: 8 - blocks) }
        let first = Self.historyCount - mode.framesPerPacket - mode.delayFrameCount
        for index in 0..<blocks { smooth(first + index * Self.block, into: result + index * Self.block) }
    }

    /// Estimates the periods of the newest blocks by correlation at half the rate.
    private func findPeriods(_ blocks: Int) {
        let (lags, half) = (50, Self.block / 2)
        let count = blocks * half + 60
        // The last sample reaches past the history, into zeros.
        let first = history + (Self.historyCount - 2 * count)
        for index in 0..<count {
            var sum: Float = 0
            for tap in 0..<7 { sum += halving[tap] * first[2 * index + 3 - tap] }
            halved[index] = sum
        }
        for block in 0..<blocks {
            let target = halved + 60 + block * half
            // Position k of the products is the lag 59 - k.
            ILBCVector.correlate(target, half, with: target - 59, positions: lags, into: products)
            var energy = ILBCVector.dot(target - 10, target - 10, half)
            var (best, bestLag): (Float, Int) = (0, 10)
            for lag in 10..<60 {
                if lag > 10 {
                    let (entering, leaving) = (target[-lag], target[half - lag])
                    energy += entering * entering - leaving * leaving
                }
                let product = products[59 - lag]
                guard product > 0 && energy > 0 else { continue }
                let measure = product * product / energy
                if measure > best { (best, bestLag) = (measure, lag) }
            }
            periods[8 - blocks + block] = Float(2 * bestLag)
        }
    }

    /// Blends the end of a concealed frame with the new frame's first cycle, continued backwards.
    private func blend(_ residual: UnsafePointer<Float>, firstPeriod: Int) {
        let count = mode.delayFrameCount
        let estimate = Int(periods[firstPeriod])
        var (best, lag): (Float, Int) = (0, estimate - 1)
        for candidate in estimate - 1...estimate + 1 {
            let product = ILBCVector.dot(residual, residual + candidate, count)
            let energy = ILBCVector.dot(residual + candidate, residual + candidate, count)
            guard product > 0 && energy > 0 else { continue }
            if product * product / energy > best { (best, lag) = (product * product / energy, candidate) }
        }
        periods[firstPeriod - 1] = Float(lag)
        let end = history + (Self.historyCount - mode.framesPerPacket)
        for index in 0..<count {
            let distance = count - index
            // Samples one period later: in the new frame, or still in the concealed one.
            guess[index] = distance <= lag ? residual[lag - distance] : end[lag - distance]
        }
        let concealed = end - count
        let guessLevel = cmath_sqrtf(ILBCVector.dot(guess, guess, count) / Float(count))
        let level = cmath_sqrtf(ILBCVector.dot(concealed, concealed, count) / Float(count))
        if guessLevel > 2 * level && guessLevel > 0 {
            let scale = 2 * level / guessLevel
            for index in 0..<count {
                let ramp = max(0, Float(index - count + 10) / 10)
                guess[index] *= scale + ramp * (1 - scale)
            }
        }
        for index in 0..<count {
            let old = Float(count - index) / Float(count + 1)
            concealed[index] = old * concealed[index] + (1 - old) * guess[index]
        }
    }

    /// Index of the block whose middle, less its period if `isFuture`, is nearest to `position`.
    private func nearest(_ position: Float, isFuture: Bool) -> Int {
        var (best, distance) = (0, Float.infinity)
        for index in 0..<8 {
            let middle = Float(40 + 80 * index) - (isFuture ? periods[index] : 0)
            let candidate = abs(middle - position)
            if candidate < distance { (best, distance) = (index, candidate) }
        }
        return best
    }

    /// Replaces one block by the weighted sum of the cycles around it, as far as the constraint allows.
    private func smooth(_ start: Int, into result: UnsafeMutablePointer<Float>) {
        let count = Self.block
        surround.update(repeating: 0, count: count)
        var place = Float(start)
        var period = periods[nearest(place + 39.5, isFuture: false)]
        for step in 1...Self.reach {
            place -= period
            let next = periods[nearest(place + 40 - period, isFuture: false)]
            if place >= 2 { place = addCycle(near: place, of: start, weight: weights[Self.reach - step]) }
            period = next
        }
        place = Float(start)
        for step in 1...Self.reach {
            place += periods[nearest(place + 40, isFuture: true)]
            if place + Float(count) + 2 < Float(Self.historyCount) {
                place = addCycle(near: place, of: start, weight: weights[Self.reach + step])
            }
        }
        mix(history + start, into: result)
    }

    /// Adds the cycle that matches the block at `start` best, found to a quarter of a sample near `estimate`.
    ///
    /// - Returns: Where the cycle begins.
    private func addCycle(near estimate: Float, of start: Int, weight: Float) -> Float {
        let rounded = Int(estimate - 0.5)
        let first = max(0, rounded - 2)
        let last = min(rounded + 2, Self.historyCount - Self.block - 1)
        let positions = last - first + 1
        guard positions > 0 else { return estimate }
        ILBCVector.correlate(history + start, Self.block, with: history + first, positions: positions, into: products)
        // Four filters of five taps interpolate between the correlations; outside of them are zeros.
        var (best, bestQuarter) = (-Float.infinity, 0)
        for position in 0..<positions {
            for quarter in 0..<4 {
                var sum: Float = 0
                for tap in 0..<5 {
                    let index = position + 2 - tap
                    if index >= 0 && index < positions { sum += products[index] * quarters[7 * quarter + 1 + tap] }
                }
                if sum > best { (best, bestQuarter) = (sum, 4 * position + quarter) }
            }
        }
        let whole = (bestQuarter + 3) / 4
        let fraction = 4 * whole - bestQuarter
        let source = history + (first + whole - 3)
        ILBCVector.filter(source, taps: quarters + 7 * fraction, tapCount: 7, count: Self.block, into: cycle)
        ILBCVector.add(cycle, times: weight, to: surround, count: Self.block)
        return Float(first) + Float(bestQuarter) / 4 + 1
    }

    /// Mixes the surrounding cycles with the block itself so that no more than the allowed energy changes (4.6.4, 4.6.5).
    private func mix(_ present: UnsafePointer<Float>, into result: UnsafeMutablePointer<Float>) {
        let count = Self.block
        var energy = ILBCVector.dot(present, present, count)
        let around = max(1, ILBCVector.dot(surround, surround, count))
        let across = ILBCVector.dot(surround, present, count)
        var (ours, own) = (cmath_sqrtf(energy / around), Float(0))
        // |present - ours * surround|^2, from the three products.
        let error = energy - 2 * ours * across + ours * ours * around
        if error > Self.change * energy {
            energy = max(1, energy)
            let denominator = (around * energy - across * across) / (energy * energy)
            if denominator > 0.0001 {
                ours = cmath_sqrtf((Self.change - Self.change * Self.change / 4) / denominator)
                own = 1 - Self.change / 2 - ours * across / energy
            } else {
                (ours, own) = (0, 1)
            }
        }
        for index in 0..<count { result[index] = ours * surround[index] + own * present[index] }
    }
}
