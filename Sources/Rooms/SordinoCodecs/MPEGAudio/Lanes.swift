/// Moves values between the lanes of vectors.
enum Lanes {
    /// Returns the columns of four rows.
    @inline(__always)
    static func transposed(
        _ a: SIMD4<Float>, _ b: SIMD4<Float>, _ c: SIMD4<Float>, _ d: SIMD4<Float>
    ) -> (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>) {
        let low = (SIMD4(lowHalf: a.lowHalf, highHalf: b.lowHalf), SIMD4(lowHalf: c.lowHalf, highHalf: d.lowHalf))
        let high = (SIMD4(lowHalf: a.highHalf, highHalf: b.highHalf), SIMD4(lowHalf: c.highHalf, highHalf: d.highHalf))
        return (
            SIMD4(lowHalf: low.0.evenHalf, highHalf: low.1.evenHalf),
            SIMD4(lowHalf: low.0.oddHalf, highHalf: low.1.oddHalf),
            SIMD4(lowHalf: high.0.evenHalf, highHalf: high.1.evenHalf),
            SIMD4(lowHalf: high.0.oddHalf, highHalf: high.1.oddHalf)
        )
    }
}
