import CAccelerate

/// Two planes of complex numbers that an `FFT` works on.
public protocol vDSP_FourierTransformable {
    /// The functions of this precision.
    associatedtype FFTFunctions: vDSP_FourierTransformFunctions where FFTFunctions.SplitComplex == Self
}

/// The functions that transform numbers of one precision.
public protocol vDSP_FourierTransformFunctions {
    /// Two planes of complex numbers.
    associatedtype SplitComplex
    /// Makes the tables for transforms up to the length that `log2n` and the radix give.
    static func makeFFTSetup(log2n: vDSP_Length, radix: vDSP.Radix) -> OpaquePointer?
    /// Transforms real samples, the even ones being real parts and the odd ones imaginary parts.
    static func transform(
        fftSetup: OpaquePointer, log2n: vDSP_Length, source: SplitComplex, destination: inout SplitComplex,
        direction: vDSP.FourierTransformDirection)
    /// Frees the tables of a transform.
    static func destroySetup(_ setup: OpaquePointer)
}

extension DSPSplitComplex: vDSP_FourierTransformable {
    /// The functions of single precision.
    public typealias FFTFunctions = vDSP.SplitComplexFloat
}

extension DSPDoubleSplitComplex: vDSP_FourierTransformable {
    /// The functions of double precision.
    public typealias FFTFunctions = vDSP.SplitComplexDouble
}

extension vDSP {
    /// The functions of single precision.
    public struct SplitComplexFloat: vDSP_FourierTransformFunctions {
        /// Makes the tables in single precision.
        public static func makeFFTSetup(log2n: vDSP_Length, radix: Radix) -> OpaquePointer? {
            vDSP_create_fftsetup(log2n, radix.rawValue)
        }

        /// Transforms real samples, the even ones being real parts and the odd ones imaginary parts.
        public static func transform(
            fftSetup: OpaquePointer, log2n: vDSP_Length, source: DSPSplitComplex,
            destination: inout DSPSplitComplex, direction: FourierTransformDirection
        ) {
            withUnsafePointer(to: source) {
                vDSP_fft_zrop(fftSetup, $0, 1, &destination, 1, log2n, direction.fftDirection)
            }
        }

        /// Frees the tables of a transform.
        public static func destroySetup(_ setup: OpaquePointer) { vDSP_destroy_fftsetup(setup) }
    }

    /// The functions of double precision.
    public struct SplitComplexDouble: vDSP_FourierTransformFunctions {
        /// Makes the tables in double precision.
        public static func makeFFTSetup(log2n: vDSP_Length, radix: Radix) -> OpaquePointer? {
            vDSP_create_fftsetupD(log2n, radix.rawValue)
        }

        /// Transforms real samples, the even ones being real parts and the odd ones imaginary parts.
        public static func transform(
            fftSetup: OpaquePointer, log2n: vDSP_Length, source: DSPDoubleSplitComplex,
            destination: inout DSPDoubleSplitComplex, direction: FourierTransformDirection
        ) {
            withUnsafePointer(to: source) {
                vDSP_fft_zropD(fftSetup, $0, 1, &destination, 1, log2n, direction.fftDirection)
            }
        }

        /// Frees the tables of a transform.
        public static func destroySetup(_ setup: OpaquePointer) { vDSP_destroy_fftsetupD(setup) }
    }

    /// A transform of 2^log2n real samples, the even ones being real parts and the odd ones imaginary parts.
    ///
    /// Forward gives twice the mathematical values, packed as `vDSP_fft_zrip` packs them; inverse is not scaled: one
    /// after the other gives 2 * 2^log2n times the samples.
    public class FFT<T: vDSP_FourierTransformable> {
        private let setup: OpaquePointer
        private let log2n: vDSP_Length

        /// Makes a transform; nil when memory is short.
        public init?(log2n: vDSP_Length, radix: Radix, ofType: T.Type) {
            guard let setup = T.FFTFunctions.makeFFTSetup(log2n: log2n, radix: radix) else { return nil }
            self.setup = setup
            self.log2n = log2n
        }

        deinit { T.FFTFunctions.destroySetup(setup) }

        /// Transforms `input` into `output`.
        public func transform(input: T, output: inout T, direction: FourierTransformDirection) {
            T.FFTFunctions.transform(
                fftSetup: setup, log2n: log2n, source: input, destination: &output, direction: direction)
        }
    }
}

extension vDSP.FFT where T == DSPSplitComplex {
    /// Transforms samples into bins.
    public func forward(input: DSPSplitComplex, output: inout DSPSplitComplex) {
        transform(input: input, output: &output, direction: .forward)
    }

    /// Transforms bins into samples.
    public func inverse(input: DSPSplitComplex, output: inout DSPSplitComplex) {
        transform(input: input, output: &output, direction: .inverse)
    }
}

extension vDSP.FFT where T == DSPDoubleSplitComplex {
    /// Transforms samples into bins.
    public func forward(input: DSPDoubleSplitComplex, output: inout DSPDoubleSplitComplex) {
        transform(input: input, output: &output, direction: .forward)
    }

    /// Transforms bins into samples.
    public func inverse(input: DSPDoubleSplitComplex, output: inout DSPDoubleSplitComplex) {
        transform(input: input, output: &output, direction: .inverse)
    }
}
