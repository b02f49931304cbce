// A table: one function a row.
import CAccelerate

/// Elementary functions of whole vectors.
///
/// Each has a form that returns an array and one that writes to `result`, which has as many elements.
public enum vForce {
    /// Returns the arc cosines.
    public static func acos<E: VectorScalar>(_ vector: some AccelerateBuffer<E>) -> [E] {
        vDSP.made(vector.count) { vForce.acos(vector, result: &$0) }
    }

    /// Writes the arc cosines to `result`.
    public static func acos<E: VectorScalar>(
        _ vector: some AccelerateBuffer<E>, result: inout some AccelerateMutableBuffer<E>
    ) {
        map(vector, &result, vvacosf, vvacos)
    }

    /// Returns the inverse hyperbolic cosines.
    public static func acosh<E: VectorScalar>(_ vector: some AccelerateBuffer<E>) -> [E] {
        vDSP.made(vector.count) { vForce.acosh(vector, result: &$0) }
    }

    /// Writes the inverse hyperbolic cosines to `result`.
    public static func acosh<E: VectorScalar>(
        _ vector: some AccelerateBuffer<E>, result: inout some AccelerateMutableBuffer<E>
    ) {
        map(vector, &result, vvacoshf, vvacosh)
    }

    /// Returns the arc sines.
    public static func asin<E: VectorScalar>(_ vector: some AccelerateBuffer<E>) -> [E] {
        vDSP.made(vector.count) { vForce.asin(vector, result: &$0) }
    }

    /// Writes the arc sines to `result`.
    public static func asin<E: VectorScalar>(
        _ vector: some AccelerateBuffer<E>, result: inout some AccelerateMutableBuffer<E>
    ) {
        map(vector, &result, vvasinf, vvasin)
    }

    /// Returns the inverse hyperbolic sines.
    public static func asinh<E: VectorScalar>(_ vector: some AccelerateBuffer<E>) -> [E] {
        vDSP.made(vector.count) { vForce.asinh(vector, result: &$0) }
    }

    /// Writes the inverse hyperbolic sines to `result`.
    public static func asinh<E: VectorScalar>(
        _ vector: some AccelerateBuffer<E>, result: inout some AccelerateMutableBuffer<E>
    ) {
        map(vector, &result, vvasinhf, vvasinh)
    }

    /// Returns the arc tangents.
    public static func atan<E: VectorScalar>(_ vector: some AccelerateBuffer<E>) -> [E] {
        vDSP.made(vector.count) { vForce.atan(vector, result: &$0) }
    }

    /// Writes the arc tangents to `result`.
    public static func atan<E: VectorScalar>(
        _ vector: some AccelerateBuffer<E>, result: inout some AccelerateMutableBuffer<E>
    ) {
        map(vector, &result, vvatanf, vvatan)
    }

    /// Returns the inverse hyperbolic tangents.
    public static func atanh<E: VectorScalar>(_ vector: some AccelerateBuffer<E>) -> [E] {
        vDSP.made(vector.count) { vForce.atanh(vector, result: &$0) }
    }

    /// Writes the inverse hyperbolic tangents to `result`.
    public static func atanh<E: VectorScalar>(
        _ vector: some AccelerateBuffer<E>, result: inout some AccelerateMutableBuffer<E>
    ) {
        map(vector, &result, vvatanhf, vvatanh)
    }

    /// Returns the elements rounded up.
    public static func ceil<E: VectorScalar>(_ vector: some AccelerateBuffer<E>) -> [E] {
        vDSP.made(vector.count) { vForce.ceil(vector, result: &$0) }
    }

    /// Writes the elements rounded up to `result`.
    public static func ceil<E: VectorScalar>(
        _ vector: some AccelerateBuffer<E>, result: inout some AccelerateMutableBuffer<E>
    ) {
        map(vector, &result, vvceilf, vvceil)
    }

    /// Returns the cosines of angles in radians.
    public static func cos<E: VectorScalar>(_ vector: some AccelerateBuffer<E>) -> [E] {
        vDSP.made(vector.count) { vForce.cos(vector, result: &$0) }
    }

    /// Writes the cosines to `result`.
    public static func cos<E: VectorScalar>(
        _ vector: some AccelerateBuffer<E>, result: inout some AccelerateMutableBuffer<E>
    ) {
        map(vector, &result, vvcosf, vvcos)
    }

    /// Returns the cosines of pi times the elements.
    public static func cosPi<E: VectorScalar>(_ vector: some AccelerateBuffer<E>) -> [E] {
        vDSP.made(vector.count) { vForce.cosPi(vector, result: &$0) }
    }

    /// Writes the cosines of pi times the elements to `result`.
    public static func cosPi<E: VectorScalar>(
        _ vector: some AccelerateBuffer<E>, result: inout some AccelerateMutableBuffer<E>
    ) {
        map(vector, &result, vvcospif, vvcospi)
    }

    /// Returns the hyperbolic cosines.
    public static func cosh<E: VectorScalar>(_ vector: some AccelerateBuffer<E>) -> [E] {
        vDSP.made(vector.count) { vForce.cosh(vector, result: &$0) }
    }

    /// Writes the hyperbolic cosines to `result`.
    public static func cosh<E: VectorScalar>(
        _ vector: some AccelerateBuffer<E>, result: inout some AccelerateMutableBuffer<E>
    ) {
        map(vector, &result, vvcoshf, vvcosh)
    }

    /// Returns the powers of e.
    public static func exp<E: VectorScalar>(_ vector: some AccelerateBuffer<E>) -> [E] {
        vDSP.made(vector.count) { vForce.exp(vector, result: &$0) }
    }

    /// Writes the powers of e to `result`.
    public static func exp<E: VectorScalar>(
        _ vector: some AccelerateBuffer<E>, result: inout some AccelerateMutableBuffer<E>
    ) {
        map(vector, &result, vvexpf, vvexp)
    }

    /// Returns the powers of 2.
    public static func exp2<E: VectorScalar>(_ vector: some AccelerateBuffer<E>) -> [E] {
        vDSP.made(vector.count) { vForce.exp2(vector, result: &$0) }
    }

    /// Writes the powers of 2 to `result`.
    public static func exp2<E: VectorScalar>(
        _ vector: some AccelerateBuffer<E>, result: inout some AccelerateMutableBuffer<E>
    ) {
        map(vector, &result, vvexp2f, vvexp2)
    }

    /// Returns the powers of e minus 1.
    public static func expm1<E: VectorScalar>(_ vector: some AccelerateBuffer<E>) -> [E] {
        vDSP.made(vector.count) { vForce.expm1(vector, result: &$0) }
    }

    /// Writes the powers of e minus 1 to `result`.
    public static func expm1<E: VectorScalar>(
        _ vector: some AccelerateBuffer<E>, result: inout some AccelerateMutableBuffer<E>
    ) {
        map(vector, &result, vvexpm1f, vvexpm1)
    }

    /// Returns the elements rounded down.
    public static func floor<E: VectorScalar>(_ vector: some AccelerateBuffer<E>) -> [E] {
        vDSP.made(vector.count) { vForce.floor(vector, result: &$0) }
    }

    /// Writes the elements rounded down to `result`.
    public static func floor<E: VectorScalar>(
        _ vector: some AccelerateBuffer<E>, result: inout some AccelerateMutableBuffer<E>
    ) {
        map(vector, &result, vvfloorf, vvfloor)
    }

    /// Returns the natural logarithms.
    public static func log<E: VectorScalar>(_ vector: some AccelerateBuffer<E>) -> [E] {
        vDSP.made(vector.count) { vForce.log(vector, result: &$0) }
    }

    /// Writes the natural logarithms to `result`.
    public static func log<E: VectorScalar>(
        _ vector: some AccelerateBuffer<E>, result: inout some AccelerateMutableBuffer<E>
    ) {
        map(vector, &result, vvlogf, vvlog)
    }

    /// Returns the logarithms to base 10.
    public static func log10<E: VectorScalar>(_ vector: some AccelerateBuffer<E>) -> [E] {
        vDSP.made(vector.count) { vForce.log10(vector, result: &$0) }
    }

    /// Writes the logarithms to base 10 to `result`.
    public static func log10<E: VectorScalar>(
        _ vector: some AccelerateBuffer<E>, result: inout some AccelerateMutableBuffer<E>
    ) {
        map(vector, &result, vvlog10f, vvlog10)
    }

    /// Returns the natural logarithms of the elements and 1.
    public static func log1p<E: VectorScalar>(_ vector: some AccelerateBuffer<E>) -> [E] {
        vDSP.made(vector.count) { vForce.log1p(vector, result: &$0) }
    }

    /// Writes the natural logarithms of the elements and 1 to `result`.
    public static func log1p<E: VectorScalar>(
        _ vector: some AccelerateBuffer<E>, result: inout some AccelerateMutableBuffer<E>
    ) {
        map(vector, &result, vvlog1pf, vvlog1p)
    }

    /// Returns the logarithms to base 2.
    public static func log2<E: VectorScalar>(_ vector: some AccelerateBuffer<E>) -> [E] {
        vDSP.made(vector.count) { vForce.log2(vector, result: &$0) }
    }

    /// Writes the logarithms to base 2 to `result`.
    public static func log2<E: VectorScalar>(
        _ vector: some AccelerateBuffer<E>, result: inout some AccelerateMutableBuffer<E>
    ) {
        map(vector, &result, vvlog2f, vvlog2)
    }

    /// Returns the binary exponents of the elements, as floating-point numbers.
    public static func logb<E: VectorScalar>(_ vector: some AccelerateBuffer<E>) -> [E] {
        vDSP.made(vector.count) { vForce.logb(vector, result: &$0) }
    }

    /// Writes the exponents to `result`.
    public static func logb<E: VectorScalar>(
        _ vector: some AccelerateBuffer<E>, result: inout some AccelerateMutableBuffer<E>
    ) {
        map(vector, &result, vvlogbf, vvlogb)
    }

    /// Returns the elements rounded to nearest, halves to even.
    public static func nearestInteger<E: VectorScalar>(_ vector: some AccelerateBuffer<E>) -> [E] {
        vDSP.made(vector.count) { vForce.nearestInteger(vector, result: &$0) }
    }

    /// Writes the elements rounded to nearest, halves to even to `result`.
    public static func nearestInteger<E: VectorScalar>(
        _ vector: some AccelerateBuffer<E>, result: inout some AccelerateMutableBuffer<E>
    ) {
        map(vector, &result, vvnintf, vvnint)
    }

    /// Returns the reciprocals of the elements.
    public static func reciprocal<E: VectorScalar>(_ vector: some AccelerateBuffer<E>) -> [E] {
        vDSP.made(vector.count) { vForce.reciprocal(vector, result: &$0) }
    }

    /// Writes the reciprocals to `result`.
    public static func reciprocal<E: VectorScalar>(
        _ vector: some AccelerateBuffer<E>, result: inout some AccelerateMutableBuffer<E>
    ) {
        map(vector, &result, vvrecf, vvrec)
    }

    /// Returns the reciprocals of the square roots.
    public static func rsqrt<E: VectorScalar>(_ vector: some AccelerateBuffer<E>) -> [E] {
        vDSP.made(vector.count) { vForce.rsqrt(vector, result: &$0) }
    }

    /// Writes the reciprocals of the square roots to `result`.
    public static func rsqrt<E: VectorScalar>(
        _ vector: some AccelerateBuffer<E>, result: inout some AccelerateMutableBuffer<E>
    ) {
        map(vector, &result, vvrsqrtf, vvrsqrt)
    }

    /// Returns the sines of angles in radians.
    public static func sin<E: VectorScalar>(_ vector: some AccelerateBuffer<E>) -> [E] {
        vDSP.made(vector.count) { vForce.sin(vector, result: &$0) }
    }

    /// Writes the sines to `result`.
    public static func sin<E: VectorScalar>(
        _ vector: some AccelerateBuffer<E>, result: inout some AccelerateMutableBuffer<E>
    ) {
        map(vector, &result, vvsinf, vvsin)
    }

    /// Returns the sines of pi times the elements.
    public static func sinPi<E: VectorScalar>(_ vector: some AccelerateBuffer<E>) -> [E] {
        vDSP.made(vector.count) { vForce.sinPi(vector, result: &$0) }
    }

    /// Writes the sines of pi times the elements to `result`.
    public static func sinPi<E: VectorScalar>(
        _ vector: some AccelerateBuffer<E>, result: inout some AccelerateMutableBuffer<E>
    ) {
        map(vector, &result, vvsinpif, vvsinpi)
    }

    /// Returns the hyperbolic sines.
    public static func sinh<E: VectorScalar>(_ vector: some AccelerateBuffer<E>) -> [E] {
        vDSP.made(vector.count) { vForce.sinh(vector, result: &$0) }
    }

    /// Writes the hyperbolic sines to `result`.
    public static func sinh<E: VectorScalar>(
        _ vector: some AccelerateBuffer<E>, result: inout some AccelerateMutableBuffer<E>
    ) {
        map(vector, &result, vvsinhf, vvsinh)
    }

    /// Returns the square roots.
    public static func sqrt<E: VectorScalar>(_ vector: some AccelerateBuffer<E>) -> [E] {
        vDSP.made(vector.count) { vForce.sqrt(vector, result: &$0) }
    }

    /// Writes the square roots to `result`.
    public static func sqrt<E: VectorScalar>(
        _ vector: some AccelerateBuffer<E>, result: inout some AccelerateMutableBuffer<E>
    ) {
        map(vector, &result, vvsqrtf, vvsqrt)
    }

    /// Returns the tangents of angles in radians.
    public static func tan<E: VectorScalar>(_ vector: some AccelerateBuffer<E>) -> [E] {
        vDSP.made(vector.count) { vForce.tan(vector, result: &$0) }
    }

    /// Writes the tangents to `result`.
    public static func tan<E: VectorScalar>(
        _ vector: some AccelerateBuffer<E>, result: inout some AccelerateMutableBuffer<E>
    ) {
        map(vector, &result, vvtanf, vvtan)
    }

    /// Returns the tangents of pi times the elements.
    public static func tanPi<E: VectorScalar>(_ vector: some AccelerateBuffer<E>) -> [E] {
        vDSP.made(vector.count) { vForce.tanPi(vector, result: &$0) }
    }

    /// Writes the tangents of pi times the elements to `result`.
    public static func tanPi<E: VectorScalar>(
        _ vector: some AccelerateBuffer<E>, result: inout some AccelerateMutableBuffer<E>
    ) {
        map(vector, &result, vvtanpif, vvtanpi)
    }

    /// Returns the hyperbolic tangents.
    public static func tanh<E: VectorScalar>(_ vector: some AccelerateBuffer<E>) -> [E] {
        vDSP.made(vector.count) { vForce.tanh(vector, result: &$0) }
    }

    /// Writes the hyperbolic tangents to `result`.
    public static func tanh<E: VectorScalar>(
        _ vector: some AccelerateBuffer<E>, result: inout some AccelerateMutableBuffer<E>
    ) {
        map(vector, &result, vvtanhf, vvtanh)
    }

    /// Returns the elements without their fractions.
    public static func trunc<E: VectorScalar>(_ vector: some AccelerateBuffer<E>) -> [E] {
        vDSP.made(vector.count) { vForce.trunc(vector, result: &$0) }
    }

    /// Writes the elements without their fractions to `result`.
    public static func trunc<E: VectorScalar>(
        _ vector: some AccelerateBuffer<E>, result: inout some AccelerateMutableBuffer<E>
    ) {
        map(vector, &result, vvintf, vvint)
    }
}
