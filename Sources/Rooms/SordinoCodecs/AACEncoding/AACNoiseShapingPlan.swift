/// The filter of temporal noise shaping of one long window: ISO/IEC 14496-3, 4.6.9.
struct AACNoiseShapingPlan {
    /// The order, 0 for none.
    var order = 0
    /// Bands that the filter covers, counted down from the highest that it may touch.
    var length = 0
    /// Indices of the coefficients, of four bits with sign.
    var indices = SIMD16<Int32>(repeating: 0)
}
