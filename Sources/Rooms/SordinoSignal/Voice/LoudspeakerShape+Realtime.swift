import CKernels
import SordinoRealtime

extension LoudspeakerShape {
    /// Takes the loudspeaker for linear.
    @_noAllocation @_noLocks
    mutating func reset() {
        for index in 0..<Self.cornerCount { weights[index] = 0 }
        (usualShare, isActive, errorPower) = (0, false, 0)
        forget()
    }

    /// Forgets the comparisons so far, not the curve.
    @_noAllocation @_noLocks
    private mutating func forget() {
        let lines = Self.cornerCount &+ 1
        Mixing.clear(products, frameCount: lines &* lines)
        Mixing.clear(errors, frameCount: lines)
        total = 0
        wait = partitionCount &+ 1
    }

    /// Bends a block of the reference as the loudspeaker does.
    ///
    /// - Parameters:
    ///   - samples: A block, changed in place.
    ///   - beyond: Receives a block for each corner: the part of the samples beyond it.
    @_noAllocation @_noLocks
    func bend(_ samples: UnsafeMutablePointer<Float>, beyond: UnsafeMutablePointer<Float>) {
        for index in 0..<Self.cornerCount {
            let corner = corners[index]
            let part = beyond + index &* block
            for frame in 0..<block { part[frame] = samples[frame] - min(max(samples[frame], -corner), corner) }
        }
        guard isActive else { return }
        for index in 0..<Self.cornerCount {
            let part = beyond + index &* block
            let weight = weights[index]
            for frame in 0..<block { samples[frame] += weight * part[frame] }
        }
    }

    /// Learns from a block.
    ///
    /// - Parameters:
    ///   - line: The reference, followed by a channel for each corner.
    ///   - channel: The first of these channels.
    ///   - filter: The echo filter.
    ///   - echo: A block of the echo as it is modelled.
    ///   - error: The microphone without it.
    ///   - isFollowed: True if the filter takes most of the echo away, so that a smaller share of the rest is
    ///     convincing.
    @_noAllocation @_noLocks
    mutating func learn(
        _ line: ReferenceLine, from channel: Int, filter: EchoFilter, echo: UnsafePointer<Float>,
        error: UnsafePointer<Float>, isFollowed: Bool
    ) {
        let strongest = filter.strongest(partitionCount)
        if strongest != first {
            first = strongest
            forget()
        }
        head = head == 0 ? partitionCount &- 1 : head &- 1
        for index in 0..<Self.cornerCount {
            let before = last + index &* block
            Mixing.copy(before, into: time, frameCount: block)
            line.read(
                before, frameCount: block, back: first &* block, channels: channel &+ index..<channel &+ index &+ 1)
            Mixing.copy(before, into: time + block, frameCount: block)
            let isEmpty = ckernels_dot(time, time, 2 &* block) < 1e-12
            emptyBlocks[index] = isEmpty ? min(emptyBlocks[index] + 1, Float(partitionCount &+ 1)) : 0
            // The ring holds nothing.
            if emptyBlocks[index] > Float(partitionCount) { continue }
            let place = (index &* partitionCount &+ head) &* stride
            fft.forward(time, real: xReal + place, imaginary: xImaginary + place)
        }
        wait = max(wait &- 1, 0)
        guard wait == 0 else { return }
        Mixing.copy(echo, into: heard, frameCount: block)
        for index in 0..<Self.cornerCount { pass(index, through: filter) }
        compare(error)
        turn = turn &+ 1
        if turn >= 4 {
            turn = 0
            improve(isFollowed)
        }
    }

    /// Passes the part beyond a corner through the strongest partitions of the echo filter.
    @_noAllocation @_noLocks
    private func pass(_ index: Int, through filter: EchoFilter) {
        let output = heard + (index &+ 1) &* block
        guard emptyBlocks[index] <= Float(partitionCount) else { return Mixing.clear(output, frameCount: block) }
        Mixing.clear(yReal, frameCount: stride)
        Mixing.clear(yImaginary, frameCount: stride)
        for partition in 0..<partitionCount {
            let place = head &+ partition
            let inRing = place >= partitionCount ? place &- partitionCount : place
            let from = (index &* partitionCount &+ inRing) &* stride
            let to = (first &+ partition) &* stride
            ckernels_echo_predict(
                yReal, yImaginary, spare, xReal + from, xImaginary + from, filter.wReal + to, filter.wImaginary + to,
                filter.variance + to, stride)
        }
        // The uncertainty is not used here.
        Mixing.clear(spare, frameCount: stride)
        fft.inverse(real: yReal, imaginary: yImaginary, samples: time)
        Mixing.copy(time + block, into: output, frameCount: block)
    }

    /// Adds the products of a block to the sums; loud errors, as of a talker, count less.
    @_noAllocation @_noLocks
    private mutating func compare(_ error: UnsafePointer<Float>) {
        let lines = Self.cornerCount &+ 1
        let keep: Float = 0.99
        let power = ckernels_dot(error, error, block)
        errorPower = 0.9 * errorPower + 0.1 * power
        let share = 1 / (errorPower + power + 1e-6 * Float(block))
        total = keep * total + share * power
        for row in 0..<lines {
            let part = heard + row &* block
            errors[row] = keep * errors[row] + share * ckernels_dot(part, error, block)
            for column in 0...row {
                let place = row &* lines &+ column
                products[place] = keep * products[place] + share * ckernels_dot(part, heard + column &* block, block)
            }
        }
    }

    /// Goes a part of the way to the weights with the least error.
    @_noAllocation @_noLocks
    private mutating func improve(_ isFollowed: Bool) {
        let lines = Self.cornerCount &+ 1
        let share = solve()
        usualShare += 0.01 * (share - usualShare)
        if usualShare > (isFollowed ? 0.08 : 0.24) { isActive = true }
        guard isActive else { return }
        step[0] = 0
        var slope: Float = 1
        for row in 0..<Self.cornerCount {
            let before = weights[row]
            // A loudspeaker neither turns its movement round nor expands much.
            let after = min(max(slope + before + 0.2 * step[row &+ 1], 0), 1.5)
            weights[row] = after - slope
            slope = after
            step[row &+ 1] = weights[row] - before
        }
        // The error is without that from now on.
        for row in 0..<lines {
            for column in 1..<lines {
                errors[row] -= step[column] * products[row >= column ? row &* lines &+ column : column &* lines &+ row]
            }
        }
    }

    /// Solves the normal equations by Cholesky's method, with a pull of all weights to 0, into `step`.
    ///
    /// - Returns: The share of the error that the corners explain beyond a factor of the whole echo.
    @_noAllocation @_noLocks
    private func solve() -> Float {
        let lines = Self.cornerCount &+ 1
        var trace: Float = 0
        for row in 1..<lines { trace += products[row &* lines &+ row] }
        let mean = trace / Float(Self.cornerCount)
        for row in 0..<lines {
            for column in 0...row {
                var sum = products[row &* lines &+ column]
                if row == column { sum = 1.002 * sum + 0.011 * mean + 1e-9 }
                for index in 0..<column {
                    sum -= triangle[row &* lines &+ index] * triangle[column &* lines &+ index]
                }
                triangle[row &* lines &+ column] =
                    row == column ? RealtimeMath.sqrt(max(sum, 1e-12)) : sum / triangle[column &* lines &+ column]
            }
        }
        var explained: Float = 0
        for row in 0..<lines {
            var sum = errors[row] - (row > 0 ? 0.01 * mean * weights[row &- 1] : 0)
            for index in 0..<row { sum -= triangle[row &* lines &+ index] * step[index] }
            step[row] = sum / triangle[row &* lines &+ row]
            if row > 0 { explained += step[row] * step[row] }
        }
        for back in 0..<lines {
            let row = lines &- 1 &- back
            var sum = step[row]
            for index in row &+ 1..<lines { sum -= triangle[index &* lines &+ row] * step[index] }
            step[row] = sum / triangle[row &* lines &+ row]
        }
        return explained / max(total, 1e-9)
    }
}
