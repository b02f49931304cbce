import CAccelerate

// Conversions between types of numbers.

extension vDSP {
    /// Converts integers to floating point numbers.
    public static func convertElements<I: vDSP_IntegerConvertable, E: VectorScalar>(
        of source: some AccelerateBuffer<I>, to destination: inout some AccelerateMutableBuffer<E>
    ) {
        toFloatingPoint(source, &destination)
    }

    /// Converts floating point numbers to integers, clamped to their range.
    public static func convertElements<E: VectorScalar, I: vDSP_IntegerConvertable>(
        of source: some AccelerateBuffer<E>, to destination: inout some AccelerateMutableBuffer<I>,
        rounding: RoundingMode
    ) {
        toInteger(source, &destination, rounding)
    }

    /// Converts numbers to double precision.
    public static func convertElements(
        of source: some AccelerateBuffer<Float>, to destination: inout some AccelerateMutableBuffer<Double>
    ) {
        read(source) { a, n in write(&destination, n) { vDSP_vspdp(a, 1, $0, 1, n) } }
    }

    /// Converts numbers to single precision.
    public static func convertElements(
        of source: some AccelerateBuffer<Double>, to destination: inout some AccelerateMutableBuffer<Float>
    ) {
        read(source) { a, n in write(&destination, n) { vDSP_vdpsp(a, 1, $0, 1, n) } }
    }

    /// Returns integers as floating point numbers.
    public static func integerToFloatingPoint<I: vDSP_IntegerConvertable, E: VectorScalar>(
        _ vector: some AccelerateBuffer<I>, floatingPointType: E.Type
    ) -> [E] {
        made(vector.count) { toFloatingPoint(vector, &$0) }
    }

    /// Returns floating point numbers as integers, clamped to their range.
    public static func floatingPointToInteger<E: VectorScalar, I: vDSP_IntegerConvertable>(
        _ vector: some AccelerateBuffer<E>, integerType: I.Type, rounding: RoundingMode
    ) -> [I] {
        made(vector.count) { toInteger(vector, &$0, rounding) }
    }

    /// Returns the elements in double precision.
    public static func floatToDouble(_ source: some AccelerateBuffer<Float>) -> [Double] {
        made(source.count) { convertElements(of: source, to: &$0) }
    }

    /// Returns the elements in single precision.
    public static func doubleToFloat(_ source: some AccelerateBuffer<Double>) -> [Float] {
        made(source.count) { convertElements(of: source, to: &$0) }
    }
}
