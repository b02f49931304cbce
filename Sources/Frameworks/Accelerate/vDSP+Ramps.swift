import CAccelerate

// Ramps and windows.

extension vDSP {
    /// Returns a ramp of `count` elements that grow by `increment`.
    public static func ramp<E: VectorScalar>(withInitialValue initialValue: E, increment: E, count: Int) -> [E] {
        made(count) { formRamp(withInitialValue: initialValue, increment: increment, result: &$0) }
    }

    /// Writes a ramp to all of `result`.
    public static func formRamp<E: VectorScalar>(
        withInitialValue initialValue: E, increment: E, result: inout some AccelerateMutableBuffer<E>
    ) {
        let count = UInt(result.count)
        write(&result, count) { z in
            withUnsafePointer(to: initialValue) { a in
                withUnsafePointer(to: increment) { b in
                    each(
                        E.self, { vDSP_vramp(cast(a), cast(b), cast(z), 1, count) },
                        { vDSP_vrampD(cast(a), cast(b), cast(z), 1, count) })
                }
            }
        }
    }

    /// Returns a ramp from one end of a range to the other.
    public static func ramp<E: VectorScalar>(in range: ClosedRange<E>, count: Int) -> [E] {
        made(count) { formRamp(in: range, result: &$0) }
    }

    /// Writes a ramp from one end of a range to the other to all of `result`.
    public static func formRamp<E: VectorScalar>(
        in range: ClosedRange<E>, result: inout some AccelerateMutableBuffer<E>
    ) {
        let count = UInt(result.count)
        write(&result, count) { z in
            withUnsafePointer(to: range.lowerBound) { a in
                withUnsafePointer(to: range.upperBound) { b in
                    each(
                        E.self, { vDSP_vgen(cast(a), cast(b), cast(z), 1, count) },
                        { vDSP_vgenD(cast(a), cast(b), cast(z), 1, count) })
                }
            }
        }
    }

    /// Returns a vector times a ramp; `initialValue` becomes the value after the ramp's last.
    public static func ramp<E: VectorScalar>(
        withInitialValue initialValue: inout E, multiplyingBy vector: some AccelerateBuffer<E>, increment: E
    ) -> [E] {
        var result = [E](repeating: 0, count: vector.count)
        formRamp(
            withInitialValue: &initialValue, multiplyingBy: vector, increment: increment, result: &result)
        return result
    }

    /// Writes a vector times a ramp to `result`; `initialValue` becomes the value after the ramp's last.
    public static func formRamp<E: VectorScalar>(
        withInitialValue initialValue: inout E, multiplyingBy vector: some AccelerateBuffer<E>, increment: E,
        result: inout some AccelerateMutableBuffer<E>
    ) {
        read(vector) { i, count in
            write(&result, count) { z in
                withUnsafeMutablePointer(to: &initialValue) { a in
                    withUnsafePointer(to: increment) { b in
                        each(
                            E.self, { vDSP_vrampmul(cast(i), 1, cast(a), cast(b), cast(z), 1, count) },
                            { vDSP_vrampmulD(cast(i), 1, cast(a), cast(b), cast(z), 1, count) })
                    }
                }
            }
        }
    }

    /// Returns two vectors times the same ramp; `initialValue` becomes the value after the ramp's last.
    public static func stereoRamp<E: VectorScalar>(
        withInitialValue initialValue: inout E, multiplyingBy multiplierOne: some AccelerateBuffer<E>,
        _ multiplierTwo: some AccelerateBuffer<E>, increment: E
    ) -> (firstOutput: [E], secondOutput: [E]) {
        var one = [E](repeating: 0, count: multiplierOne.count)
        var two = one
        formStereoRamp(
            withInitialValue: &initialValue, multiplyingBy: multiplierOne, multiplierTwo, increment: increment,
            results: &one, &two)
        return (one, two)
    }

    /// Writes two vectors times the same ramp; `initialValue` becomes the value after the ramp's last.
    public static func formStereoRamp<E: VectorScalar>(
        withInitialValue initialValue: inout E, multiplyingBy multiplierOne: some AccelerateBuffer<E>,
        _ multiplierTwo: some AccelerateBuffer<E>, increment: E,
        results resultOne: inout some AccelerateMutableBuffer<E>,
        _ resultTwo: inout some AccelerateMutableBuffer<E>
    ) {
        precondition(multiplierOne.count == multiplierTwo.count, "vectors have the same number of elements")
        var again = initialValue
        formRamp(
            withInitialValue: &initialValue, multiplyingBy: multiplierOne, increment: increment, result: &resultOne)
        formRamp(withInitialValue: &again, multiplyingBy: multiplierTwo, increment: increment, result: &resultTwo)
    }

    /// Kinds of periodic windows.
    public enum WindowSequence {
        /// Hann's, scaled so that the mean of its squares is 1.
        case hanningNormalized
        /// Hann's, 1 at its highest.
        case hanningDenormalized
        /// Hamming's window, with ends above 0.
        case hamming
        /// Blackman's window, of two cosines.
        case blackman
    }

    /// Returns a window, or its first half with the rest 0.
    public static func window<E: VectorScalar>(
        ofType: E.Type, usingSequence sequence: WindowSequence, count: Int, isHalfWindow: Bool
    ) -> [E] {
        var result = [E](repeating: 0, count: count)
        formWindow(usingSequence: sequence, result: &result, isHalfWindow: isHalfWindow)
        return result
    }

    /// Writes a window, or its first half, to `result`.
    public static func formWindow<E: VectorScalar>(
        usingSequence sequence: WindowSequence, result: inout some AccelerateMutableBuffer<E>, isHalfWindow: Bool
    ) {
        let count = UInt(result.count)
        let half = isHalfWindow ? Int32(vDSP_HALF_WINDOW) : 0
        write(&result, count) { z in
            switch sequence {
            case .hanningNormalized:
                let flag = half | Int32(vDSP_HANN_NORM)
                each(E.self, { vDSP_hann_window(cast(z), count, flag) }, { vDSP_hann_windowD(cast(z), count, flag) })
            case .hanningDenormalized:
                each(E.self, { vDSP_hann_window(cast(z), count, half) }, { vDSP_hann_windowD(cast(z), count, half) })
            case .hamming:
                each(E.self, { vDSP_hamm_window(cast(z), count, half) }, { vDSP_hamm_windowD(cast(z), count, half) })
            case .blackman:
                each(
                    E.self, { vDSP_blkman_window(cast(z), count, half) }, { vDSP_blkman_windowD(cast(z), count, half) })
            }
        }
    }
}
