import CAccelerate

// Products and quotients, and combinations of both.

extension vDSP {
    /// Returns a number times each element.
    public static func multiply<E: VectorScalar, A: AccelerateBuffer<E>>(
        _ scalar: E, _ vector: A
    ) -> [E] {
        made(vector.count) { vDSP.multiply(scalar, vector, result: &$0) }
    }

    /// Writes a number times each element to `result`.
    public static func multiply<E: VectorScalar, A: AccelerateBuffer<E>, Z: AccelerateMutableBuffer<E>>(
        _ scalar: E, _ vector: A, result: inout Z
    ) {
        number(vector, scalar, &result, vDSP_vsmul, vDSP_vsmulD)
    }

    /// Returns the products of two vectors.
    public static func multiply<E: VectorScalar, A: AccelerateBuffer<E>, B: AccelerateBuffer<E>>(
        _ vectorA: A, _ vectorB: B
    ) -> [E] {
        made(vectorA.count) { vDSP.multiply(vectorA, vectorB, result: &$0) }
    }

    /// Writes the products of two vectors to `result`.
    public static func multiply<
        E: VectorScalar, A: AccelerateBuffer<E>, B: AccelerateBuffer<E>, Z: AccelerateMutableBuffer<E>
    >(
        _ vectorA: A, _ vectorB: B, result: inout Z
    ) {
        binary(vectorA, vectorB, &result, vDSP_vmul, vDSP_vmulD)
    }

    /// Returns the sums of two vectors, times a number.
    public static func multiply<E: VectorScalar, A: AccelerateBuffer<E>, B: AccelerateBuffer<E>>(
        addition: (a: A, b: B), _ scalar: E
    ) -> [E] {
        made(addition.a.count) { vDSP.multiply(addition: addition, scalar, result: &$0) }
    }

    /// Writes the sums of two vectors, times a number to `result`.
    public static func multiply<
        E: VectorScalar, A: AccelerateBuffer<E>, B: AccelerateBuffer<E>, Z: AccelerateMutableBuffer<E>
    >(
        addition: (a: A, b: B), _ scalar: E, result: inout Z
    ) {
        last(addition.a, addition.b, scalar, &result, vDSP_vasm, vDSP_vasmD)
    }

    /// Returns the sums of two vectors, times the elements of a third.
    public static func multiply<
        E: VectorScalar, A: AccelerateBuffer<E>, B: AccelerateBuffer<E>, C: AccelerateBuffer<E>
    >(
        addition: (a: A, b: B), _ vector: C
    ) -> [E] {
        made(addition.a.count) { vDSP.multiply(addition: addition, vector, result: &$0) }
    }

    /// Writes the sums of two vectors, times the elements of a third to `result`.
    public static func multiply<
        E: VectorScalar, A: AccelerateBuffer<E>, B: AccelerateBuffer<E>, C: AccelerateBuffer<E>,
        Z: AccelerateMutableBuffer<E>
    >(
        addition: (a: A, b: B), _ vector: C, result: inout Z
    ) {
        ternary(addition.a, addition.b, vector, &result, vDSP_vam, vDSP_vamD)
    }

    /// Returns the differences of two vectors, times a number.
    public static func multiply<E: VectorScalar, A: AccelerateBuffer<E>, B: AccelerateBuffer<E>>(
        subtraction: (a: A, b: B), _ scalar: E
    ) -> [E] {
        made(subtraction.a.count) { vDSP.multiply(subtraction: subtraction, scalar, result: &$0) }
    }

    /// Writes the differences of two vectors, times a number to `result`.
    public static func multiply<
        E: VectorScalar, A: AccelerateBuffer<E>, B: AccelerateBuffer<E>, Z: AccelerateMutableBuffer<E>
    >(
        subtraction: (a: A, b: B), _ scalar: E, result: inout Z
    ) {
        last(subtraction.a, subtraction.b, scalar, &result, vDSP_vsbsm, vDSP_vsbsmD)
    }

    /// Returns the differences of two vectors, times the elements of a third.
    public static func multiply<
        E: VectorScalar, A: AccelerateBuffer<E>, B: AccelerateBuffer<E>, C: AccelerateBuffer<E>
    >(
        subtraction: (a: A, b: B), _ vector: C
    ) -> [E] {
        made(subtraction.a.count) { vDSP.multiply(subtraction: subtraction, vector, result: &$0) }
    }

    /// Writes the differences of two vectors, times the elements of a third to `result`.
    public static func multiply<
        E: VectorScalar, A: AccelerateBuffer<E>, B: AccelerateBuffer<E>, C: AccelerateBuffer<E>,
        Z: AccelerateMutableBuffer<E>
    >(
        subtraction: (a: A, b: B), _ vector: C, result: inout Z
    ) {
        ternary(subtraction.a, subtraction.b, vector, &result, vDSP_vsbm, vDSP_vsbmD)
    }

    /// Returns the sums of one pair of vectors times those of another.
    public static func multiply<
        E: VectorScalar, A: AccelerateBuffer<E>, B: AccelerateBuffer<E>, C: AccelerateBuffer<E>, D: AccelerateBuffer<E>
    >(
        addition additionAB: (a: A, b: B), addition additionCD: (c: C, d: D)
    ) -> [E] {
        made(additionAB.a.count) { vDSP.multiply(addition: additionAB, addition: additionCD, result: &$0) }
    }

    /// Writes the sums of one pair of vectors times those of another to `result`.
    public static func multiply<
        E: VectorScalar, A: AccelerateBuffer<E>, B: AccelerateBuffer<E>, C: AccelerateBuffer<E>, D: AccelerateBuffer<E>,
        Z: AccelerateMutableBuffer<E>
    >(
        addition additionAB: (a: A, b: B), addition additionCD: (c: C, d: D), result: inout Z
    ) {
        quaternary(additionAB.a, additionAB.b, additionCD.c, additionCD.d, &result, vDSP_vaam, vDSP_vaamD)
    }

    /// Returns the differences of one pair of vectors times those of another.
    public static func multiply<
        E: VectorScalar, A: AccelerateBuffer<E>, B: AccelerateBuffer<E>, C: AccelerateBuffer<E>, D: AccelerateBuffer<E>
    >(
        subtraction subtractionAB: (a: A, b: B), subtraction subtractionCD: (c: C, d: D)
    ) -> [E] {
        made(subtractionAB.a.count) {
            vDSP.multiply(subtraction: subtractionAB, subtraction: subtractionCD, result: &$0)
        }
    }

    /// Writes the differences of one pair of vectors times those of another to `result`.
    public static func multiply<
        E: VectorScalar, A: AccelerateBuffer<E>, B: AccelerateBuffer<E>, C: AccelerateBuffer<E>, D: AccelerateBuffer<E>,
        Z: AccelerateMutableBuffer<E>
    >(
        subtraction subtractionAB: (a: A, b: B), subtraction subtractionCD: (c: C, d: D), result: inout Z
    ) {
        quaternary(
            subtractionAB.a, subtractionAB.b, subtractionCD.c, subtractionCD.d, &result, vDSP_vsbsbm, vDSP_vsbsbmD)
    }

    /// Returns the sums of one pair of vectors times the differences of another.
    public static func multiply<
        E: VectorScalar, A: AccelerateBuffer<E>, B: AccelerateBuffer<E>, C: AccelerateBuffer<E>, D: AccelerateBuffer<E>
    >(
        addition: (a: A, b: B), subtraction: (c: C, d: D)
    ) -> [E] {
        made(addition.a.count) { vDSP.multiply(addition: addition, subtraction: subtraction, result: &$0) }
    }

    /// Writes the sums of one pair of vectors times the differences of another to `result`.
    public static func multiply<
        E: VectorScalar, A: AccelerateBuffer<E>, B: AccelerateBuffer<E>, C: AccelerateBuffer<E>, D: AccelerateBuffer<E>,
        Z: AccelerateMutableBuffer<E>
    >(
        addition: (a: A, b: B), subtraction: (c: C, d: D), result: inout Z
    ) {
        quaternary(addition.a, addition.b, subtraction.c, subtraction.d, &result, vDSP_vasbm, vDSP_vasbmD)
    }

    /// Returns each element divided by a number.
    public static func divide<E: VectorScalar, A: AccelerateBuffer<E>>(
        _ vector: A, _ scalar: E
    ) -> [E] {
        made(vector.count) { vDSP.divide(vector, scalar, result: &$0) }
    }

    /// Writes each element divided by a number to `result`.
    public static func divide<E: VectorScalar, A: AccelerateBuffer<E>, Z: AccelerateMutableBuffer<E>>(
        _ vector: A, _ scalar: E, result: inout Z
    ) {
        number(vector, scalar, &result, vDSP_vsdiv, vDSP_vsdivD)
    }

    /// Returns a number divided by each element.
    public static func divide<E: VectorScalar, A: AccelerateBuffer<E>>(
        _ scalar: E, _ vector: A
    ) -> [E] {
        made(vector.count) { vDSP.divide(scalar, vector, result: &$0) }
    }

    /// Writes a number divided by each element to `result`.
    public static func divide<E: VectorScalar, A: AccelerateBuffer<E>, Z: AccelerateMutableBuffer<E>>(
        _ scalar: E, _ vector: A, result: inout Z
    ) {
        numberOver(scalar, vector, &result, vDSP_svdiv, vDSP_svdivD)
    }

    /// Returns the elements of the first vector divided by those of the second.
    public static func divide<E: VectorScalar, A: AccelerateBuffer<E>, B: AccelerateBuffer<E>>(
        _ vectorA: A, _ vectorB: B
    ) -> [E] {
        made(vectorA.count) { vDSP.divide(vectorA, vectorB, result: &$0) }
    }

    /// Writes the elements of the first vector divided by those of the second to `result`.
    public static func divide<
        E: VectorScalar, A: AccelerateBuffer<E>, B: AccelerateBuffer<E>, Z: AccelerateMutableBuffer<E>
    >(
        _ vectorA: A, _ vectorB: B, result: inout Z
    ) {
        binary(vectorB, vectorA, &result, vDSP_vdiv, vDSP_vdivD)
    }
}
