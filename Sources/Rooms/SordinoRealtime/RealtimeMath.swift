import CMath

/// Elementary functions that marked code may call.
///
/// Thin names for the C library's functions: no heap, no lock, no errno read.
/// Float results may differ in the last bit between processors (the C library picks code by processor); where samples
/// must be equal everywhere, compute in Double and round once.
package enum RealtimeMath {
    /// Sine of `x` radians.
    @_noAllocation @_noLocks package static func sin(_ x: Float) -> Float { cmath_sinf(x) }
    /// Cosine of `x` radians.
    @_noAllocation @_noLocks package static func cos(_ x: Float) -> Float { cmath_cosf(x) }
    /// Tangent of `x` radians.
    @_noAllocation @_noLocks package static func tan(_ x: Float) -> Float { cmath_tanf(x) }
    /// Hyperbolic tangent of `x`.
    @_noAllocation @_noLocks package static func tanh(_ x: Float) -> Float { cmath_tanhf(x) }
    /// Angle of the point (x, y) in radians, -pi to pi.
    @_noAllocation @_noLocks package static func atan2(_ y: Float, _ x: Float) -> Float { cmath_atan2f(y, x) }
    /// e to the power of `x`.
    @_noAllocation @_noLocks package static func exp(_ x: Float) -> Float { cmath_expf(x) }
    /// 2 to the power of `x`.
    @_noAllocation @_noLocks package static func exp2(_ x: Float) -> Float { cmath_exp2f(x) }
    /// Natural logarithm; NaN below 0.
    @_noAllocation @_noLocks package static func log(_ x: Float) -> Float { cmath_logf(x) }
    /// Logarithm to base 2; NaN below 0.
    @_noAllocation @_noLocks package static func log2(_ x: Float) -> Float { cmath_log2f(x) }
    /// Logarithm to base 10; NaN below 0.
    @_noAllocation @_noLocks package static func log10(_ x: Float) -> Float { cmath_log10f(x) }
    /// `x` to the power of `y`.
    @_noAllocation @_noLocks package static func pow(_ x: Float, _ y: Float) -> Float { cmath_powf(x, y) }
    /// Square root, correctly rounded; NaN below 0.
    @_noAllocation @_noLocks package static func sqrt(_ x: Float) -> Float { cmath_sqrtf(x) }

    /// Sine of `x` radians.
    @_noAllocation @_noLocks package static func sin(_ x: Double) -> Double { cmath_sin(x) }
    /// Cosine of `x` radians.
    @_noAllocation @_noLocks package static func cos(_ x: Double) -> Double { cmath_cos(x) }
    /// Tangent of `x` radians.
    @_noAllocation @_noLocks package static func tan(_ x: Double) -> Double { cmath_tan(x) }
    /// Hyperbolic tangent of `x`.
    @_noAllocation @_noLocks package static func tanh(_ x: Double) -> Double { cmath_tanh(x) }
    /// Angle of the point (x, y) in radians, -pi to pi.
    @_noAllocation @_noLocks package static func atan2(_ y: Double, _ x: Double) -> Double { cmath_atan2(y, x) }
    /// e to the power of `x`.
    @_noAllocation @_noLocks package static func exp(_ x: Double) -> Double { cmath_exp(x) }
    /// 2 to the power of `x`.
    @_noAllocation @_noLocks package static func exp2(_ x: Double) -> Double { cmath_exp2(x) }
    /// Natural logarithm; NaN below 0.
    @_noAllocation @_noLocks package static func log(_ x: Double) -> Double { cmath_log(x) }
    /// Logarithm to base 2; NaN below 0.
    @_noAllocation @_noLocks package static func log2(_ x: Double) -> Double { cmath_log2(x) }
    /// Logarithm to base 10; NaN below 0.
    @_noAllocation @_noLocks package static func log10(_ x: Double) -> Double { cmath_log10(x) }
    /// `x` to the power of `y`.
    @_noAllocation @_noLocks package static func pow(_ x: Double, _ y: Double) -> Double { cmath_pow(x, y) }
    /// Square root, correctly rounded; NaN below 0.
    @_noAllocation @_noLocks package static func sqrt(_ x: Double) -> Double { cmath_sqrt(x) }
}
