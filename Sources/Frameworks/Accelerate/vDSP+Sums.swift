import CAccelerate

// Sums and differences, and combinations of both.

extension vDSP {
    /// Returns the sum of a number and each element.
    public static func add<E: VectorScalar, A: AccelerateBuffer<E>>(
        _ scalar: E, _ vector: A
    ) -> [E] {
        made(vector.count) { vDSP.add(scalar, vector, result: &$0) }
    }

    /// Writes the sum of a number and each element to `result`.
    public static func add<E: VectorScalar, A: AccelerateBuffer<E>, Z: AccelerateMutableBuffer<E>>(
        _ scalar: E, _ vector: A, result: inout Z
    ) {
        number(vector, scalar, &result, vDSP_vsadd, vDSP_vsaddD)
    }

    /// Returns the sums of two vectors.
    public static func add<E: VectorScalar, A: AccelerateBuffer<E>, B: AccelerateBuffer<E>>(
        _ vectorA: A, _ vectorB: B
    ) -> [E] {
        made(vectorA.count) { vDSP.add(vectorA, vectorB, result: &$0) }
    }

    /// Writes the sums of two vectors to `result`.
    public static func add<
        E: VectorScalar, A: AccelerateBuffer<E>, B: AccelerateBuffer<E>, Z: AccelerateMutableBuffer<E>
    >(
        _ vectorA: A, _ vectorB: B, result: inout Z
    ) {
        binary(vectorA, vectorB, &result, vDSP_vadd, vDSP_vaddD)
    }

    /// Returns the products of two vectors, and the elements of a third added.
    public static func add<E: VectorScalar, A: AccelerateBuffer<E>, B: AccelerateBuffer<E>, C: AccelerateBuffer<E>>(
        multiplication: (a: A, b: B), _ vector: C
    ) -> [E] {
        made(multiplication.a.count) { vDSP.add(multiplication: multiplication, vector, result: &$0) }
    }

    /// Writes the products of two vectors, and the elements of a third added to `result`.
    public static func add<
        E: VectorScalar, A: AccelerateBuffer<E>, B: AccelerateBuffer<E>, C: AccelerateBuffer<E>,
        Z: AccelerateMutableBuffer<E>
    >(
        multiplication: (a: A, b: B), _ vector: C, result: inout Z
    ) {
        ternary(multiplication.a, multiplication.b, vector, &result, vDSP_vma, vDSP_vmaD)
    }

    /// Returns the products of two vectors, and a number added.
    public static func add<E: VectorScalar, A: AccelerateBuffer<E>, B: AccelerateBuffer<E>>(
        multiplication: (a: A, b: B), _ scalar: E
    ) -> [E] {
        made(multiplication.a.count) { vDSP.add(multiplication: multiplication, scalar, result: &$0) }
    }

    /// Writes the products of two vectors, and a number added to `result`.
    public static func add<
        E: VectorScalar, A: AccelerateBuffer<E>, B: AccelerateBuffer<E>, Z: AccelerateMutableBuffer<E>
    >(
        multiplication: (a: A, b: B), _ scalar: E, result: inout Z
    ) {
        last(multiplication.a, multiplication.b, scalar, &result, vDSP_vmsa, vDSP_vmsaD)
    }

    /// Returns a vector times a number, and the elements of another vector added.
    public static func add<E: VectorScalar, A: AccelerateBuffer<E>, B: AccelerateBuffer<E>>(
        multiplication: (a: A, b: E), _ vector: B
    ) -> [E] {
        made(multiplication.a.count) { vDSP.add(multiplication: multiplication, vector, result: &$0) }
    }

    /// Writes a vector times a number, and the elements of another vector added to `result`.
    public static func add<
        E: VectorScalar, A: AccelerateBuffer<E>, B: AccelerateBuffer<E>, Z: AccelerateMutableBuffer<E>
    >(
        multiplication: (a: A, b: E), _ vector: B, result: inout Z
    ) {
        middle(multiplication.a, multiplication.b, vector, &result, vDSP_vsma, vDSP_vsmaD)
    }

    /// Returns a vector times a number, and another number added.
    public static func add<E: VectorScalar, A: AccelerateBuffer<E>>(
        multiplication: (a: A, b: E), _ scalar: E
    ) -> [E] {
        made(multiplication.a.count) { vDSP.add(multiplication: multiplication, scalar, result: &$0) }
    }

    /// Writes a vector times a number, and another number added to `result`.
    public static func add<E: VectorScalar, A: AccelerateBuffer<E>, Z: AccelerateMutableBuffer<E>>(
        multiplication: (a: A, b: E), _ scalar: E, result: inout Z
    ) {
        numbers(multiplication.a, multiplication.b, scalar, &result, vDSP_vsmsa, vDSP_vsmsaD)
    }

    /// Returns the sums of the products of two pairs of vectors.
    public static func add<
        E: VectorScalar, A: AccelerateBuffer<E>, B: AccelerateBuffer<E>, C: AccelerateBuffer<E>, D: AccelerateBuffer<E>
    >(
        multiplication multiplicationAB: (a: A, b: B), multiplication multiplicationCD: (c: C, d: D)
    ) -> [E] {
        made(multiplicationAB.a.count) {
            vDSP.add(multiplication: multiplicationAB, multiplication: multiplicationCD, result: &$0)
        }
    }

    /// Writes the sums of the products of two pairs of vectors to `result`.
    public static func add<
        E: VectorScalar, A: AccelerateBuffer<E>, B: AccelerateBuffer<E>, C: AccelerateBuffer<E>, D: AccelerateBuffer<E>,
        Z: AccelerateMutableBuffer<E>
    >(
        multiplication multiplicationAB: (a: A, b: B), multiplication multiplicationCD: (c: C, d: D), result: inout Z
    ) {
        quaternary(
            multiplicationAB.a, multiplicationAB.b, multiplicationCD.c, multiplicationCD.d, &result, vDSP_vmma,
            vDSP_vmmaD)
    }

    /// Returns the sums of two vectors, each times a number.
    public static func add<E: VectorScalar, A: AccelerateBuffer<E>, B: AccelerateBuffer<E>>(
        multiplication multiplicationAB: (a: A, b: E), multiplication multiplicationCD: (c: B, d: E)
    ) -> [E] {
        made(multiplicationAB.a.count) {
            vDSP.add(multiplication: multiplicationAB, multiplication: multiplicationCD, result: &$0)
        }
    }

    /// Writes the sums of two vectors, each times a number to `result`.
    public static func add<
        E: VectorScalar, A: AccelerateBuffer<E>, B: AccelerateBuffer<E>, Z: AccelerateMutableBuffer<E>
    >(
        multiplication multiplicationAB: (a: A, b: E), multiplication multiplicationCD: (c: B, d: E), result: inout Z
    ) {
        scaled(
            multiplicationAB.a, multiplicationAB.b, multiplicationCD.c, multiplicationCD.d, &result, vDSP_vsmsma,
            vDSP_vsmsmaD)
    }

    /// Returns the elements of the first vector minus those of the second.
    public static func subtract<E: VectorScalar, A: AccelerateBuffer<E>, B: AccelerateBuffer<E>>(
        _ vectorA: A, _ vectorB: B
    ) -> [E] {
        made(vectorA.count) { vDSP.subtract(vectorA, vectorB, result: &$0) }
    }

    /// Writes the elements of the first vector minus those of the second to `result`.
    public static func subtract<
        E: VectorScalar, A: AccelerateBuffer<E>, B: AccelerateBuffer<E>, Z: AccelerateMutableBuffer<E>
    >(
        _ vectorA: A, _ vectorB: B, result: inout Z
    ) {
        binary(vectorB, vectorA, &result, vDSP_vsub, vDSP_vsubD)
    }

    /// Returns the products of two vectors minus the elements of a third.
    public static func subtract<
        E: VectorScalar, A: AccelerateBuffer<E>, B: AccelerateBuffer<E>, C: AccelerateBuffer<E>
    >(
        multiplication: (a: A, b: B), _ vector: C
    ) -> [E] {
        made(multiplication.a.count) { vDSP.subtract(multiplication: multiplication, vector, result: &$0) }
    }

    /// Writes the products of two vectors minus the elements of a third to `result`.
    public static func subtract<
        E: VectorScalar, A: AccelerateBuffer<E>, B: AccelerateBuffer<E>, C: AccelerateBuffer<E>,
        Z: AccelerateMutableBuffer<E>
    >(
        multiplication: (a: A, b: B), _ vector: C, result: inout Z
    ) {
        ternary(multiplication.a, multiplication.b, vector, &result, vDSP_vmsb, vDSP_vmsbD)
    }

    /// Returns a vector times a number, minus the elements of another vector.
    public static func subtract<E: VectorScalar, A: AccelerateBuffer<E>, B: AccelerateBuffer<E>>(
        multiplication: (a: A, b: E), _ vector: B
    ) -> [E] {
        made(multiplication.a.count) { vDSP.subtract(multiplication: multiplication, vector, result: &$0) }
    }

    /// Writes a vector times a number, minus the elements of another vector to `result`.
    public static func subtract<
        E: VectorScalar, A: AccelerateBuffer<E>, B: AccelerateBuffer<E>, Z: AccelerateMutableBuffer<E>
    >(
        multiplication: (a: A, b: E), _ vector: B, result: inout Z
    ) {
        middle(multiplication.a, multiplication.b, vector, &result, vDSP_vsmsb, vDSP_vsmsbD)
    }

    /// Returns the products of one pair of vectors minus those of another.
    public static func subtract<
        E: VectorScalar, A: AccelerateBuffer<E>, B: AccelerateBuffer<E>, C: AccelerateBuffer<E>, D: AccelerateBuffer<E>
    >(
        multiplication multiplicationAB: (a: A, b: B), multiplication multiplicationCD: (c: C, d: D)
    ) -> [E] {
        made(multiplicationAB.a.count) {
            vDSP.subtract(multiplication: multiplicationAB, multiplication: multiplicationCD, result: &$0)
        }
    }

    /// Writes the products of one pair of vectors minus those of another to `result`.
    public static func subtract<
        E: VectorScalar, A: AccelerateBuffer<E>, B: AccelerateBuffer<E>, C: AccelerateBuffer<E>, D: AccelerateBuffer<E>,
        Z: AccelerateMutableBuffer<E>
    >(
        multiplication multiplicationAB: (a: A, b: B), multiplication multiplicationCD: (c: C, d: D), result: inout Z
    ) {
        quaternary(
            multiplicationAB.a, multiplicationAB.b, multiplicationCD.c, multiplicationCD.d, &result, vDSP_vmmsb,
            vDSP_vmmsbD)
    }

    /// Writes the sums of two vectors to `addResult`, and the first minus the second to `subtractResult`.
    public static func addSubtract<
        E: VectorScalar, A: AccelerateBuffer<E>, B: AccelerateBuffer<E>, Y: AccelerateMutableBuffer<E>,
        Z: AccelerateMutableBuffer<E>
    >(_ vectorA: A, _ vectorB: B, addResult: inout Y, subtractResult: inout Z) {
        add(vectorA, vectorB, result: &addResult)
        subtract(vectorA, vectorB, result: &subtractResult)
    }
}
