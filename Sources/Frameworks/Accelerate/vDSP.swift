import CAccelerate

/// Arithmetic, transforms and filters on vectors, with types and lengths taken care of.
///
/// Each function has a form that returns an array and one that writes to `result`, which has as many elements. Vectors
/// that are worked on element by element have the same number of elements.
public enum vDSP {
    /// Factor of the lengths of an `FFT`, beside powers of two.
    public enum Radix {
        /// Lengths of powers of two: 2^n.
        case radix2
        /// Lengths of 3 * 2^n.
        case radix3
        /// Lengths of 5 * 2^n.
        case radix5

        var rawValue: FFTRadix {
            switch self {
            case .radix2: FFTRadix(kFFTRadix2)
            case .radix3: FFTRadix(kFFTRadix3)
            case .radix5: FFTRadix(kFFTRadix5)
            }
        }
    }

    /// Direction of a transform.
    public enum FourierTransformDirection {
        /// From samples to bins.
        case forward
        /// From bins to samples.
        case inverse

        var fft: FFTDirection { self == .forward ? FFTDirection(FFT_FORWARD) : FFTDirection(FFT_INVERSE) }
        /// The same for setups of other lengths.
        public var dftDirection: vDSP_DFT_Direction { self == .forward ? .FORWARD : .INVERSE }
        /// The same for setups of powers of two.
        public var fftDirection: FFTDirection { fft }
    }

    /// Rules for rounding to integers.
    public enum RoundingMode {
        /// Drops the fraction, towards zero.
        case towardZero
        /// To the nearest integer, halves to the even one.
        case towardNearestInteger
    }

    /// Orders of sorted vectors.
    public enum SortOrder: Int32 {
        /// The smallest element first.
        case ascending = 1
        /// The largest element first.
        case descending = -1
    }
}

/// A type of number that vectors are made of: `Float` or `Double`.
public protocol VectorScalar: BinaryFloatingPoint, Sendable {}
extension Float: VectorScalar {}
extension Double: VectorScalar {}

/// A type of number that windows and ramps are made of.
public typealias vDSP_FloatingPointGeneratable = VectorScalar
/// A type of number that integers are converted to.
public typealias vDSP_FloatingPointConvertable = VectorScalar
/// A type of number that biquads filter.
public typealias vDSP_FloatingPointBiquadFilterable = VectorScalar
/// A type of number that discrete transforms work on.
public typealias vDSP_FloatingPointDiscreteFourierTransformable = VectorScalar
