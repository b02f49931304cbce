import CMath

/// Sums over vectors of floats; every pointer may be unaligned.
enum ILBCVector {
    /// Four neighbours from `pointer` on.
    @inline(__always)
    static func load(_ pointer: UnsafePointer<Float>) -> SIMD4<Float> {
        UnsafeRawPointer(pointer).loadUnaligned(as: SIMD4<Float>.self)
    }

    /// Stores four neighbours from `pointer` on.
    @inline(__always)
    static func store(_ value: SIMD4<Float>, _ pointer: UnsafeMutablePointer<Float>) {
        UnsafeMutableRawPointer(pointer).storeBytes(of: value, as: SIMD4<Float>.self)
    }

    /// The dot product of the first `count` samples.
    static func dot(_ first: UnsafePointer<Float>, _ second: UnsafePointer<Float>, _ count: Int) -> Float {
        var (low, high) = (SIMD4<Float>(), SIMD4<Float>())
        var index = 0
        while index &+ 8 <= count {
            low += load(first + index) * load(second + index)
            high += load(first + (index &+ 4)) * load(second + (index &+ 4))
            index &+= 8
        }
        low += high
        var sum = (low.x + low.z) + (low.y + low.w)
        while index < count {
            sum += first[index] * second[index]
            index &+= 1
        }
        return sum
    }

    /// Adds `scale` times `source` to `destination`.
    static func add(
        _ source: UnsafePointer<Float>, times scale: Float, to destination: UnsafeMutablePointer<Float>, count: Int
    ) {
        let factor = SIMD4<Float>(repeating: scale)
        var index = 0
        while index &+ 4 <= count {
            store(load(destination + index) + load(source + index) * factor, destination + index)
            index &+= 4
        }
        while index < count {
            destination[index] += source[index] * scale
            index &+= 1
        }
    }

    /// Dot products of one vector with a signal at neighbouring positions.
    ///
    /// - Parameters:
    ///   - target: `length` samples.
    ///   - signal: The first position; readable up to `positions + length + 16` samples on.
    ///   - positions: Positions wanted; rounded up to a multiple of 16.
    ///   - result: Receives the products, a multiple of 16.
    static func correlate(
        _ target: UnsafePointer<Float>, _ length: Int, with signal: UnsafePointer<Float>, positions: Int,
        into result: UnsafeMutablePointer<Float>
    ) {
        var position = 0
        while position < positions {
            var (sum0, sum1) = (SIMD4<Float>(), SIMD4<Float>())
            var (sum2, sum3) = (SIMD4<Float>(), SIMD4<Float>())
            var row = signal + position
            for index in 0..<length {
                let factor = SIMD4<Float>(repeating: target[index])
                sum0 += factor * load(row)
                sum1 += factor * load(row + 4)
                sum2 += factor * load(row + 8)
                sum3 += factor * load(row + 12)
                row += 1
            }
            store(sum0, result + position)
            store(sum1, result + (position &+ 4))
            store(sum2, result + (position &+ 8))
            store(sum3, result + (position &+ 12))
            position &+= 16
        }
    }

    /// Convolves with a short filter: `result[n]` is the sum of `taps[k] * signal[n + k]`.
    static func filter(
        _ signal: UnsafePointer<Float>, taps: UnsafePointer<Float>, tapCount: Int, count: Int,
        into result: UnsafeMutablePointer<Float>
    ) {
        var index = 0
        while index &+ 4 <= count {
            var sum = SIMD4<Float>()
            for tap in 0..<tapCount { sum += load(signal + (index &+ tap)) * SIMD4<Float>(repeating: taps[tap]) }
            store(sum, result + index)
            index &+= 4
        }
        while index < count {
            var sum: Float = 0
            for tap in 0..<tapCount { sum += signal[index &+ tap] * taps[tap] }
            result[index] = sum
            index &+= 1
        }
    }

    /// Filters in place with 1 / A(z): the ten samples before `signal` are the filter's memory.
    ///
    /// - Parameter filter: Eleven coefficients, the first is 1 and not read.
    static func synthesise(_ signal: UnsafeMutablePointer<Float>, _ filter: UnsafePointer<Float>, count: Int) {
        let (a1, a2, a3, a4, a5) = (filter[1], filter[2], filter[3], filter[4], filter[5])
        let (a6, a7, a8, a9, a10) = (filter[6], filter[7], filter[8], filter[9], filter[10])
        for index in 0..<count {
            let now = signal + index
            // The newest sample comes last: it alone is waited for.
            var late = now[0] - a10 * now[-10] - a9 * now[-9] - a8 * now[-8]
            late -= a7 * now[-7] + a6 * now[-6] + a5 * now[-5]
            late -= a4 * now[-4] + a3 * now[-3]
            late -= a2 * now[-2]
            now[0] = late - a1 * now[-1]
        }
    }

    /// Filters with A(z): the ten samples before `signal` are read too.
    static func analyse(
        _ signal: UnsafePointer<Float>, _ filter: UnsafePointer<Float>, count: Int,
        into result: UnsafeMutablePointer<Float>
    ) {
        var index = 0
        while index < count {
            var sum = load(signal + index)
            for tap in 1...ILBCSize.order {
                sum += load(signal + (index &- tap)) * SIMD4<Float>(repeating: filter[tap])
            }
            store(sum, result + index)
            index &+= 4
        }
    }

    /// Applies a second-order section in place; `state` holds two inputs and two outputs, the newest first.
    static func highPass(
        _ signal: UnsafeMutablePointer<Float>, count: Int, taps: UnsafePointer<Float>,
        state: UnsafeMutablePointer<Float>
    ) {
        let (b0, b1, b2, a1, a2) = (taps[0], taps[1], taps[2], taps[3], taps[4])
        var (x1, x2, y1, y2) = (state[0], state[1], state[2], state[3])
        for index in 0..<count {
            let x0 = signal[index]
            let y0 = b0 * x0 + b1 * x1 + b2 * x2 - a2 * y2 - a1 * y1
            (x2, x1, y2, y1) = (x1, x0, y1, y0)
            signal[index] = y0
        }
        // A millionth of a 16-bit step ends the decay, before its numbers become subnormal.
        let isSilent = max(abs(x1), abs(x2), abs(y1), abs(y2)) < 1e-6
        (state[0], state[1], state[2], state[3]) = isSilent ? (0, 0, 0, 0) : (x1, x2, y1, y2)
    }
}
