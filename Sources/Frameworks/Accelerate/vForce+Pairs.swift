import CAccelerate

// Elementary functions of two vectors.

extension vForce {
    /// Returns the bases to the power of exponents.
    public static func pow<E: VectorScalar>(
        bases: some AccelerateBuffer<E>, exponents: some AccelerateBuffer<E>
    ) -> [E] {
        vDSP.made(bases.count) { vForce.pow(bases: bases, exponents: exponents, result: &$0) }
    }

    /// Writes the bases to the power of exponents to `result`.
    public static func pow<E: VectorScalar>(
        bases: some AccelerateBuffer<E>, exponents: some AccelerateBuffer<E>,
        result: inout some AccelerateMutableBuffer<E>
    ) {
        map(exponents, bases, &result, vvpowf, vvpow)
    }

    /// Returns the angles of the points (x, y).
    public static func atan2<E: VectorScalar>(
        x: some AccelerateBuffer<E>, y: some AccelerateBuffer<E>
    ) -> [E] {
        vDSP.made(x.count) { vForce.atan2(x: x, y: y, result: &$0) }
    }

    /// Writes the angles of the points (x, y) to `result`.
    public static func atan2<E: VectorScalar>(
        x: some AccelerateBuffer<E>, y: some AccelerateBuffer<E>, result: inout some AccelerateMutableBuffer<E>
    ) {
        map(y, x, &result, vvatan2f, vvatan2)
    }

    /// Returns the magnitudes with the signs of other numbers.
    public static func copysign<E: VectorScalar>(
        magnitudes: some AccelerateBuffer<E>, signs: some AccelerateBuffer<E>
    ) -> [E] {
        vDSP.made(magnitudes.count) { vForce.copysign(magnitudes: magnitudes, signs: signs, result: &$0) }
    }

    /// Writes the magnitudes with the signs of other numbers to `result`.
    public static func copysign<E: VectorScalar>(
        magnitudes: some AccelerateBuffer<E>, signs: some AccelerateBuffer<E>,
        result: inout some AccelerateMutableBuffer<E>
    ) {
        map(magnitudes, signs, &result, vvcopysignf, vvcopysign)
    }

    /// Returns the remainders with the signs of the dividends.
    public static func truncatingRemainder<E: VectorScalar>(
        dividends: some AccelerateBuffer<E>, divisors: some AccelerateBuffer<E>
    ) -> [E] {
        vDSP.made(dividends.count) { vForce.truncatingRemainder(dividends: dividends, divisors: divisors, result: &$0) }
    }

    /// Writes the remainders with the signs of the dividends to `result`.
    public static func truncatingRemainder<E: VectorScalar>(
        dividends: some AccelerateBuffer<E>, divisors: some AccelerateBuffer<E>,
        result: inout some AccelerateMutableBuffer<E>
    ) {
        map(dividends, divisors, &result, vvfmodf, vvfmod)
    }

    /// Returns the remainders of the division to the nearest integer.
    public static func remainder<E: VectorScalar>(
        dividends: some AccelerateBuffer<E>, divisors: some AccelerateBuffer<E>
    ) -> [E] {
        vDSP.made(dividends.count) { vForce.remainder(dividends: dividends, divisors: divisors, result: &$0) }
    }

    /// Writes the remainders of the division to the nearest integer to `result`.
    public static func remainder<E: VectorScalar>(
        dividends: some AccelerateBuffer<E>, divisors: some AccelerateBuffer<E>,
        result: inout some AccelerateMutableBuffer<E>
    ) {
        map(dividends, divisors, &result, vvremainderf, vvremainder)
    }

    /// Writes the sines and the cosines of a vector.
    public static func sincos<E: VectorScalar>(
        _ vector: some AccelerateBuffer<E>, sinResult: inout some AccelerateMutableBuffer<E>,
        cosResult: inout some AccelerateMutableBuffer<E>
    ) {
        vForce.sin(vector, result: &sinResult)
        vForce.cos(vector, result: &cosResult)
    }

    typealias Map<T> = (UnsafeMutablePointer<T>, UnsafePointer<T>, UnsafePointer<Int32>) -> Void
    typealias MapOfTwo<T> = (
        UnsafeMutablePointer<T>, UnsafePointer<T>, UnsafePointer<T>, UnsafePointer<Int32>
    ) -> Void

    /// The functions in C count by 32 bits: longer vectors go in parts.
    private static func parts(_ count: UInt, _ body: (Int, UnsafePointer<Int32>) -> Void) {
        var place = 0
        while place < Int(count) {
            let part = Int32(min(Int(count) - place, 1 << 30))
            withUnsafePointer(to: part) { body(place, $0) }
            place += Int(part)
        }
    }

    static func map<E: VectorScalar>(
        _ x: some AccelerateBuffer<E>, _ result: inout some AccelerateMutableBuffer<E>, _ float: Map<Float>,
        _ double: Map<Double>
    ) {
        vDSP.read(x) { x, count in
            vDSP.write(&result, count) { z in
                parts(count) { at, n in
                    vDSP.each(
                        E.self, { float(cast(z + at), cast(x + at), n) }, { double(cast(z + at), cast(x + at), n) })
                }
            }
        }
    }

    static func map<E: VectorScalar>(
        _ y: some AccelerateBuffer<E>, _ x: some AccelerateBuffer<E>,
        _ result: inout some AccelerateMutableBuffer<E>, _ float: MapOfTwo<Float>, _ double: MapOfTwo<Double>
    ) {
        vDSP.read(y) { y, count in
            vDSP.read(x) { x, others in
                precondition(count == others, "vectors have the same number of elements")
                vDSP.write(&result, count) { z in
                    parts(count) { at, n in
                        vDSP.each(
                            E.self, { float(cast(z + at), cast(y + at), cast(x + at), n) },
                            { double(cast(z + at), cast(y + at), cast(x + at), n) })
                    }
                }
            }
        }
    }
}
