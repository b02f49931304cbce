// A table: one type of integer a row.
import CAccelerate

/// A type of integer that floating point numbers are converted to and from: 8, 16 or 32 bits, with or without a sign.
public protocol vDSP_IntegerConvertable: FixedWidthInteger & BitwiseCopyable {}

extension Int8: vDSP_IntegerConvertable {}
extension UInt8: vDSP_IntegerConvertable {}
extension Int16: vDSP_IntegerConvertable {}
extension UInt16: vDSP_IntegerConvertable {}
extension Int32: vDSP_IntegerConvertable {}
extension UInt32: vDSP_IntegerConvertable {}

extension vDSP {
    /// Converts the elements of `source`, whose types of integer and number these are.
    static func toFloatingPoint<I: vDSP_IntegerConvertable, E: VectorScalar>(
        _ source: some AccelerateBuffer<I>, _ destination: inout some AccelerateMutableBuffer<E>
    ) {
        read(source) { a, n in
            write(&destination, n) { z in
                switch I.self {
                case is Int8.Type:
                    each(E.self, { vDSP_vflt8(cast(a), 1, cast(z), 1, n) }, { vDSP_vflt8D(cast(a), 1, cast(z), 1, n) })
                case is UInt8.Type:
                    each(
                        E.self, { vDSP_vfltu8(cast(a), 1, cast(z), 1, n) }, { vDSP_vfltu8D(cast(a), 1, cast(z), 1, n) })
                case is Int16.Type:
                    each(
                        E.self, { vDSP_vflt16(cast(a), 1, cast(z), 1, n) }, { vDSP_vflt16D(cast(a), 1, cast(z), 1, n) })
                case is UInt16.Type:
                    each(
                        E.self, { vDSP_vfltu16(cast(a), 1, cast(z), 1, n) },
                        { vDSP_vfltu16D(cast(a), 1, cast(z), 1, n) })
                case is Int32.Type:
                    each(
                        E.self, { vDSP_vflt32(cast(a), 1, cast(z), 1, n) }, { vDSP_vflt32D(cast(a), 1, cast(z), 1, n) })
                case is UInt32.Type:
                    each(
                        E.self, { vDSP_vfltu32(cast(a), 1, cast(z), 1, n) },
                        { vDSP_vfltu32D(cast(a), 1, cast(z), 1, n) })
                default: preconditionFailure("integers have 8, 16 or 32 bits")
                }
            }
        }
    }

    /// Converts the elements of `source`, clamped to the range of the integers; NaN becomes 0.
    static func toInteger<E: VectorScalar, I: vDSP_IntegerConvertable>(
        _ source: some AccelerateBuffer<E>, _ destination: inout some AccelerateMutableBuffer<I>,
        _ rounding: RoundingMode
    ) {
        let isNearest = rounding == .towardNearestInteger
        read(source) { a, n in
            write(&destination, n) { z in
                switch (I.self, isNearest) {
                case (is Int8.Type, true):
                    each(
                        E.self, { vDSP_vfixr8(cast(a), 1, cast(z), 1, n) },
                        { vDSP_vfixr8D(cast(a), 1, cast(z), 1, n) })
                case (is Int8.Type, false):
                    each(
                        E.self, { vDSP_vfix8(cast(a), 1, cast(z), 1, n) },
                        { vDSP_vfix8D(cast(a), 1, cast(z), 1, n) })
                case (is UInt8.Type, true):
                    each(
                        E.self, { vDSP_vfixru8(cast(a), 1, cast(z), 1, n) },
                        { vDSP_vfixru8D(cast(a), 1, cast(z), 1, n) })
                case (is UInt8.Type, false):
                    each(
                        E.self, { vDSP_vfixu8(cast(a), 1, cast(z), 1, n) },
                        { vDSP_vfixu8D(cast(a), 1, cast(z), 1, n) })
                case (is Int16.Type, true):
                    each(
                        E.self, { vDSP_vfixr16(cast(a), 1, cast(z), 1, n) },
                        { vDSP_vfixr16D(cast(a), 1, cast(z), 1, n) })
                case (is Int16.Type, false):
                    each(
                        E.self, { vDSP_vfix16(cast(a), 1, cast(z), 1, n) },
                        { vDSP_vfix16D(cast(a), 1, cast(z), 1, n) })
                case (is UInt16.Type, true):
                    each(
                        E.self, { vDSP_vfixru16(cast(a), 1, cast(z), 1, n) },
                        { vDSP_vfixru16D(cast(a), 1, cast(z), 1, n) })
                case (is UInt16.Type, false):
                    each(
                        E.self, { vDSP_vfixu16(cast(a), 1, cast(z), 1, n) },
                        { vDSP_vfixu16D(cast(a), 1, cast(z), 1, n) })
                case (is Int32.Type, true):
                    each(
                        E.self, { vDSP_vfixr32(cast(a), 1, cast(z), 1, n) },
                        { vDSP_vfixr32D(cast(a), 1, cast(z), 1, n) })
                case (is Int32.Type, false):
                    each(
                        E.self, { vDSP_vfix32(cast(a), 1, cast(z), 1, n) },
                        { vDSP_vfix32D(cast(a), 1, cast(z), 1, n) })
                case (is UInt32.Type, true):
                    each(
                        E.self, { vDSP_vfixru32(cast(a), 1, cast(z), 1, n) },
                        { vDSP_vfixru32D(cast(a), 1, cast(z), 1, n) })
                case (is UInt32.Type, false):
                    each(
                        E.self, { vDSP_vfixu32(cast(a), 1, cast(z), 1, n) },
                        { vDSP_vfixu32D(cast(a), 1, cast(z), 1, n) })
                default: preconditionFailure("integers have 8, 16 or 32 bits")
                }
            }
        }
    }
}
