import CAccelerate

// One vector, element by element, and choices between numbers.

extension vDSP {
    /// Returns the absolute values of a vector.
    public static func absolute<E: VectorScalar, A: AccelerateBuffer<E>>(
        _ vector: A
    ) -> [E] {
        made(vector.count) { vDSP.absolute(vector, result: &$0) }
    }

    /// Writes the absolute values of a vector to `result`.
    public static func absolute<E: VectorScalar, A: AccelerateBuffer<E>, Z: AccelerateMutableBuffer<E>>(
        _ vector: A, result: inout Z
    ) {
        unary(vector, &result, vDSP_vabs, vDSP_vabsD)
    }

    /// Returns the elements with the other sign.
    public static func negative<E: VectorScalar, A: AccelerateBuffer<E>>(
        _ vector: A
    ) -> [E] {
        made(vector.count) { vDSP.negative(vector, result: &$0) }
    }

    /// Writes the elements with the other sign to `result`.
    public static func negative<E: VectorScalar, A: AccelerateBuffer<E>, Z: AccelerateMutableBuffer<E>>(
        _ vector: A, result: inout Z
    ) {
        unary(vector, &result, vDSP_vneg, vDSP_vnegD)
    }

    /// Returns the absolute values with a minus.
    public static func negativeAbsolute<E: VectorScalar, A: AccelerateBuffer<E>>(
        _ vector: A
    ) -> [E] {
        made(vector.count) { vDSP.negativeAbsolute(vector, result: &$0) }
    }

    /// Writes the absolute values with a minus to `result`.
    public static func negativeAbsolute<E: VectorScalar, A: AccelerateBuffer<E>, Z: AccelerateMutableBuffer<E>>(
        _ vector: A, result: inout Z
    ) {
        unary(vector, &result, vDSP_vnabs, vDSP_vnabsD)
    }

    /// Returns the squares of the elements.
    public static func square<E: VectorScalar, A: AccelerateBuffer<E>>(
        _ vector: A
    ) -> [E] {
        made(vector.count) { vDSP.square(vector, result: &$0) }
    }

    /// Writes the squares of the elements to `result`.
    public static func square<E: VectorScalar, A: AccelerateBuffer<E>, Z: AccelerateMutableBuffer<E>>(
        _ vector: A, result: inout Z
    ) {
        unary(vector, &result, vDSP_vsq, vDSP_vsqD)
    }

    /// Returns the squares of the elements, with their signs.
    public static func signedSquare<E: VectorScalar, A: AccelerateBuffer<E>>(
        _ vector: A
    ) -> [E] {
        made(vector.count) { vDSP.signedSquare(vector, result: &$0) }
    }

    /// Writes the squares of the elements, with their signs to `result`.
    public static func signedSquare<E: VectorScalar, A: AccelerateBuffer<E>, Z: AccelerateMutableBuffer<E>>(
        _ vector: A, result: inout Z
    ) {
        unary(vector, &result, vDSP_vssq, vDSP_vssqD)
    }

    /// Returns the fractions of the elements.
    public static func trunc<E: VectorScalar, A: AccelerateBuffer<E>>(
        _ vector: A
    ) -> [E] {
        made(vector.count) { vDSP.trunc(vector, result: &$0) }
    }

    /// Writes the fractions of the elements to `result`.
    public static func trunc<E: VectorScalar, A: AccelerateBuffer<E>, Z: AccelerateMutableBuffer<E>>(
        _ vector: A, result: inout Z
    ) {
        unary(vector, &result, vDSP_vfrac, vDSP_vfracD)
    }

    /// Returns the elements limited to a range.
    public static func clip<E: VectorScalar, A: AccelerateBuffer<E>>(
        _ vector: A, to bounds: ClosedRange<E>
    ) -> [E] {
        made(vector.count) { vDSP.clip(vector, to: bounds, result: &$0) }
    }

    /// Writes the elements limited to a range to `result`.
    public static func clip<E: VectorScalar, A: AccelerateBuffer<E>, Z: AccelerateMutableBuffer<E>>(
        _ vector: A, to bounds: ClosedRange<E>, result: inout Z
    ) {
        numbers(vector, bounds.lowerBound, bounds.upperBound, &result, vDSP_vclip, vDSP_vclipD)
    }

    /// Returns the elements kept out of a range: those inside go to its lower end if they are negative, else to its
    /// upper end.
    public static func invertedClip<E: VectorScalar, A: AccelerateBuffer<E>>(
        _ vector: A, to bounds: ClosedRange<E>
    ) -> [E] {
        made(vector.count) { vDSP.invertedClip(vector, to: bounds, result: &$0) }
    }

    /// Writes the elements kept out of a range: those inside go to its lower end if they are negative, else to its
    /// upper end to `result`.
    public static func invertedClip<E: VectorScalar, A: AccelerateBuffer<E>, Z: AccelerateMutableBuffer<E>>(
        _ vector: A, to bounds: ClosedRange<E>, result: inout Z
    ) {
        numbers(vector, bounds.lowerBound, bounds.upperBound, &result, vDSP_viclip, vDSP_viclipD)
    }

    /// Returns a number for each element that is at least `limit`, and its negative for the others.
    public static func limit<E: VectorScalar, A: AccelerateBuffer<E>>(
        _ vector: A, limit: E, withOutputConstant outputConstant: E
    ) -> [E] {
        made(vector.count) { vDSP.limit(vector, limit: limit, withOutputConstant: outputConstant, result: &$0) }
    }

    /// Writes a number for each element that is at least `limit`, and its negative for the others to `result`.
    public static func limit<E: VectorScalar, A: AccelerateBuffer<E>, Z: AccelerateMutableBuffer<E>>(
        _ vector: A, limit: E, withOutputConstant outputConstant: E, result: inout Z
    ) {
        numbers(vector, limit, outputConstant, &result, vDSP_vlim, vDSP_vlimD)
    }

    /// Returns the larger of the elements of two vectors.
    public static func maximum<E: VectorScalar, A: AccelerateBuffer<E>, B: AccelerateBuffer<E>>(
        _ vectorA: A, _ vectorB: B
    ) -> [E] {
        made(vectorA.count) { vDSP.maximum(vectorA, vectorB, result: &$0) }
    }

    /// Writes the larger of the elements of two vectors to `result`.
    public static func maximum<
        E: VectorScalar, A: AccelerateBuffer<E>, B: AccelerateBuffer<E>, Z: AccelerateMutableBuffer<E>
    >(
        _ vectorA: A, _ vectorB: B, result: inout Z
    ) {
        binary(vectorA, vectorB, &result, vDSP_vmax, vDSP_vmaxD)
    }

    /// Returns the smaller of the elements of two vectors.
    public static func minimum<E: VectorScalar, A: AccelerateBuffer<E>, B: AccelerateBuffer<E>>(
        _ vectorA: A, _ vectorB: B
    ) -> [E] {
        made(vectorA.count) { vDSP.minimum(vectorA, vectorB, result: &$0) }
    }

    /// Writes the smaller of the elements of two vectors to `result`.
    public static func minimum<
        E: VectorScalar, A: AccelerateBuffer<E>, B: AccelerateBuffer<E>, Z: AccelerateMutableBuffer<E>
    >(
        _ vectorA: A, _ vectorB: B, result: inout Z
    ) {
        binary(vectorA, vectorB, &result, vDSP_vmin, vDSP_vminD)
    }

    /// Returns the lengths of the vectors (x, y).
    public static func hypot<E: VectorScalar, A: AccelerateBuffer<E>, B: AccelerateBuffer<E>>(
        _ x: A, _ y: B
    ) -> [E] {
        made(x.count) { vDSP.hypot(x, y, result: &$0) }
    }

    /// Writes the lengths of the vectors (x, y) to `result`.
    public static func hypot<
        E: VectorScalar, A: AccelerateBuffer<E>, B: AccelerateBuffer<E>, Z: AccelerateMutableBuffer<E>
    >(
        _ x: A, _ y: B, result: inout Z
    ) {
        binary(x, y, &result, vDSP_vdist, vDSP_vdistD)
    }

    /// Returns the distances of the points (x0, y0) and (x1, y1).
    public static func hypot<
        E: VectorScalar, A: AccelerateBuffer<E>, B: AccelerateBuffer<E>, C: AccelerateBuffer<E>, D: AccelerateBuffer<E>
    >(
        x0: A, x1: B, y0: C, y1: D
    ) -> [E] {
        made(x0.count) { vDSP.hypot(x0: x0, x1: x1, y0: y0, y1: y1, result: &$0) }
    }

    /// Writes the distances of the points (x0, y0) and (x1, y1) to `result`.
    public static func hypot<
        E: VectorScalar, A: AccelerateBuffer<E>, B: AccelerateBuffer<E>, C: AccelerateBuffer<E>, D: AccelerateBuffer<E>,
        Z: AccelerateMutableBuffer<E>
    >(
        x0: A, x1: B, y0: C, y1: D, result: inout Z
    ) {
        quaternary(x0, y0, x1, y1, &result, vDSP_vpythg, vDSP_vpythgD)
    }

    /// Returns the elements between two vectors: those of the first at 0, those of the second at 1.
    public static func linearInterpolate<E: VectorScalar, A: AccelerateBuffer<E>, B: AccelerateBuffer<E>>(
        _ vectorA: A, _ vectorB: B, using interpolationConstant: E
    ) -> [E] {
        made(vectorA.count) { vDSP.linearInterpolate(vectorA, vectorB, using: interpolationConstant, result: &$0) }
    }

    /// Writes the elements between two vectors: those of the first at 0, those of the second at 1 to `result`.
    public static func linearInterpolate<
        E: VectorScalar, A: AccelerateBuffer<E>, B: AccelerateBuffer<E>, Z: AccelerateMutableBuffer<E>
    >(
        _ vectorA: A, _ vectorB: B, using interpolationConstant: E, result: inout Z
    ) {
        last(vectorA, vectorB, interpolationConstant, &result, vDSP_vintb, vDSP_vintbD)
    }

    /// Returns the way from the first vector to the second, element by element.
    public static func taperedMerge<E: VectorScalar, A: AccelerateBuffer<E>, B: AccelerateBuffer<E>>(
        _ vectorA: A, _ vectorB: B
    ) -> [E] {
        made(vectorA.count) { vDSP.taperedMerge(vectorA, vectorB, result: &$0) }
    }

    /// Writes the way from the first vector to the second, element by element to `result`.
    public static func taperedMerge<
        E: VectorScalar, A: AccelerateBuffer<E>, B: AccelerateBuffer<E>, Z: AccelerateMutableBuffer<E>
    >(
        _ vectorA: A, _ vectorB: B, result: inout Z
    ) {
        binary(vectorA, vectorB, &result, vDSP_vtmerg, vDSP_vtmergD)
    }

    /// Rules for elements below a threshold.
    public enum ThresholdRule<T: VectorScalar> {
        /// Elements below become the threshold.
        case clampToThreshold
        /// Elements below become the number's negative, the others the number.
        case signedConstant(T)
        /// Elements below become 0.
        case zeroFill
    }

    /// Returns the elements after a threshold.
    public static func threshold<E: VectorScalar, A: AccelerateBuffer<E>>(
        _ vector: A, to lowerBound: E, with rule: ThresholdRule<E>
    ) -> [E] {
        made(vector.count) { threshold(vector, to: lowerBound, with: rule, result: &$0) }
    }

    /// Writes the elements after a threshold to `result`.
    public static func threshold<E: VectorScalar, A: AccelerateBuffer<E>, Z: AccelerateMutableBuffer<E>>(
        _ vector: A, to lowerBound: E, with rule: ThresholdRule<E>, result: inout Z
    ) {
        switch rule {
        case .clampToThreshold: number(vector, lowerBound, &result, vDSP_vthr, vDSP_vthrD)
        case .signedConstant(let constant):
            numbers(vector, lowerBound, constant, &result, vDSP_vthrsc, vDSP_vthrscD)
        case .zeroFill: number(vector, lowerBound, &result, vDSP_vthres, vDSP_vthresD)
        }
    }
}
