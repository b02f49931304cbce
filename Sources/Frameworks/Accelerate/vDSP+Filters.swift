import CAccelerate

// Sums of products along a vector, and integrals.

extension vDSP {
    /// Numerical rules for the running integral.
    public enum IntegrationRule {
        /// Sums of the elements after the first.
        case runningSum
        /// Simpson's rule, over two steps at a time.
        case simpson
        /// The trapezoidal rule: means of neighbours.
        case trapezoidal
    }

    private static func convolve<E: VectorScalar>(
        _ vector: some AccelerateBuffer<E>, _ kernel: some AccelerateBuffer<E>, isReversed: Bool,
        _ result: inout some AccelerateMutableBuffer<E>
    ) {
        read(vector) { a, count in
            read(kernel) { f, taps in
                precondition(taps > 0 && count >= taps, "the vector has at least as many elements as the kernel")
                let (first, step) = isReversed ? (f + Int(taps) - 1, -1) : (f, 1)
                let made = count - taps + 1
                write(&result, made) { z in
                    each(
                        E.self, { vDSP_conv(cast(a), 1, cast(first), step, cast(z), 1, made, taps) },
                        { vDSP_convD(cast(a), 1, cast(first), step, cast(z), 1, made, taps) })
                }
            }
        }
    }

    /// Returns the convolution of a vector with a kernel, where the kernel lies in the vector as a whole.
    public static func convolve<E: VectorScalar>(
        _ vector: some AccelerateBuffer<E>, withKernel kernel: some AccelerateBuffer<E>
    ) -> [E] {
        made(vector.count - kernel.count + 1) { convolve(vector, kernel, isReversed: true, &$0) }
    }

    /// Writes the convolution of a vector with a kernel, where the kernel lies in the vector as a whole, to `result`.
    public static func convolve<E: VectorScalar>(
        _ vector: some AccelerateBuffer<E>, withKernel kernel: some AccelerateBuffer<E>,
        result: inout some AccelerateMutableBuffer<E>
    ) {
        convolve(vector, kernel, isReversed: true, &result)
    }

    /// Returns the correlation of a vector with a kernel, where the kernel lies in the vector as a whole.
    public static func correlate<E: VectorScalar>(
        _ vector: some AccelerateBuffer<E>, withKernel kernel: some AccelerateBuffer<E>
    ) -> [E] {
        made(vector.count - kernel.count + 1) { convolve(vector, kernel, isReversed: false, &$0) }
    }

    /// Writes the correlation of a vector with a kernel, where the kernel lies in the vector as a whole, to `result`.
    public static func correlate<E: VectorScalar>(
        _ vector: some AccelerateBuffer<E>, withKernel kernel: some AccelerateBuffer<E>,
        result: inout some AccelerateMutableBuffer<E>
    ) {
        convolve(vector, kernel, isReversed: false, &result)
    }

    /// Returns every `decimationFactor`-th value of the vector filtered by `filter`.
    public static func downsample<E: VectorScalar>(
        _ source: some AccelerateBuffer<E>, decimationFactor: Int, filter: some AccelerateBuffer<E>
    ) -> [E] {
        made(downsampledCount(source.count, decimationFactor, filter.count)) {
            downsample(source, decimationFactor: decimationFactor, filter: filter, result: &$0)
        }
    }

    /// Writes every `decimationFactor`-th value of the vector filtered by `filter` to `result`.
    public static func downsample<E: VectorScalar>(
        _ source: some AccelerateBuffer<E>, decimationFactor: Int, filter: some AccelerateBuffer<E>,
        result: inout some AccelerateMutableBuffer<E>
    ) {
        let made = UInt(downsampledCount(source.count, decimationFactor, filter.count))
        read(source) { a, _ in
            read(filter) { f, taps in
                write(&result, made) { z in
                    each(
                        E.self, { vDSP_desamp(cast(a), decimationFactor, cast(f), cast(z), made, taps) },
                        { vDSP_desampD(cast(a), decimationFactor, cast(f), cast(z), made, taps) })
                }
            }
        }
    }

    private static func downsampledCount(_ count: Int, _ factor: Int, _ taps: Int) -> Int {
        precondition(factor > 0, "a decimation factor is at least 1")
        return count < taps ? 0 : (count - taps) / factor + 1
    }

    /// Returns the sums of each `windowLength` elements after one another.
    public static func slidingWindowSum<E: VectorScalar>(
        _ vector: some AccelerateBuffer<E>, usingWindowLength windowLength: Int
    ) -> [E] {
        made(vector.count - windowLength + 1) {
            slidingWindowSum(vector, usingWindowLength: windowLength, result: &$0)
        }
    }

    /// Writes the sums of each `windowLength` elements after one another to `result`.
    public static func slidingWindowSum<E: VectorScalar>(
        _ vector: some AccelerateBuffer<E>, usingWindowLength windowLength: Int,
        result: inout some AccelerateMutableBuffer<E>
    ) {
        read(vector) { a, count in
            precondition(windowLength > 0 && count >= windowLength, "a window has 1 to as many elements as the vector")
            let (made, window) = (count - UInt(windowLength) + 1, UInt(windowLength))
            write(&result, made) { z in
                each(
                    E.self, { vDSP_vswsum(cast(a), 1, cast(z), 1, made, window) },
                    { vDSP_vswsumD(cast(a), 1, cast(z), 1, made, window) })
            }
        }
    }

    /// Returns the vector filtered by one biquad b0 b1 b2 a1 a2; the first two values are 0.
    public static func twoPoleTwoZeroFilter<E: VectorScalar>(
        _ source: some AccelerateBuffer<E>, coefficients: (E, E, E, E, E)
    ) -> [E] {
        made(source.count) {
            $0.initialize(repeating: 0)
            twoPoleTwoZeroFilter(source, coefficients: coefficients, result: &$0)
        }
    }

    /// Writes the vector filtered by one biquad b0 b1 b2 a1 a2 to `result`, which begins with the two values before.
    public static func twoPoleTwoZeroFilter<E: VectorScalar>(
        _ source: some AccelerateBuffer<E>, coefficients: (E, E, E, E, E),
        result: inout some AccelerateMutableBuffer<E>
    ) {
        let five = [coefficients.0, coefficients.1, coefficients.2, coefficients.3, coefficients.4]
        read(source) { a, count in
            guard count > 2 else { return }
            read(five) { b, _ in
                write(&result, count) { z in
                    each(
                        E.self, { vDSP_deq22(cast(a), 1, cast(b), cast(z), 1, count - 2) },
                        { vDSP_deq22D(cast(a), 1, cast(b), cast(z), 1, count - 2) })
                }
            }
        }
    }

    /// Returns the integral of a vector.
    public static func integrate<E: VectorScalar>(
        _ vector: some AccelerateBuffer<E>, using rule: IntegrationRule, stepSize: E = 1
    ) -> [E] {
        made(vector.count) { integrate(vector, using: rule, stepSize: stepSize, result: &$0) }
    }

    /// Writes the integral of a vector to `result`.
    public static func integrate<E: VectorScalar>(
        _ vector: some AccelerateBuffer<E>, using rule: IntegrationRule, stepSize: E = 1,
        result: inout some AccelerateMutableBuffer<E>
    ) {
        switch rule {
        case .runningSum: number(vector, stepSize, &result, vDSP_vrsum, vDSP_vrsumD)
        case .simpson: number(vector, stepSize, &result, vDSP_vsimps, vDSP_vsimpsD)
        case .trapezoidal: number(vector, stepSize, &result, vDSP_vtrapz, vDSP_vtrapzD)
        }
    }
}
