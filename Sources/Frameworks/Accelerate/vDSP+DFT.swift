import CAccelerate

/// Errors that making a transform can throw.
public enum vDSPError: Error {
    /// The number of elements is none that this transform takes.
    case invalidCount
}

extension vDSP {
    /// Kinds of discrete Fourier transforms.
    public enum DFTTransformType {
        /// Complex numbers to complex numbers.
        case complexComplex
        /// Real samples, the even ones being real parts and the odd ones imaginary parts, to complex numbers.
        case complexReal
    }

    /// A setup of either precision.
    private final class DFTSetup<T: VectorScalar> {
        let setup: OpaquePointer

        init?(count: Int, direction: FourierTransformDirection, transformType: DFTTransformType) {
            guard count > 0 else { return nil }
            let (length, way) = (vDSP_Length(count), direction.dftDirection)
            let made: OpaquePointer? =
                switch (T.self == Float.self, transformType) {
                case (true, .complexComplex): vDSP_DFT_zop_CreateSetup(nil, length, way)
                case (true, .complexReal): vDSP_DFT_zrop_CreateSetup(nil, length, way)
                case (false, .complexComplex): vDSP_DFT_zop_CreateSetupD(nil, length, way)
                case (false, .complexReal): vDSP_DFT_zrop_CreateSetupD(nil, length, way)
                }
            guard let made else { return nil }
            setup = made
        }

        deinit {
            if T.self == Float.self { vDSP_DFT_DestroySetup(setup) } else { vDSP_DFT_DestroySetupD(setup) }
        }

        func transform(
            _ count: Int, _ re: some AccelerateBuffer<T>, _ im: some AccelerateBuffer<T>,
            _ outRe: inout some AccelerateMutableBuffer<T>, _ outIm: inout some AccelerateMutableBuffer<T>
        ) {
            precondition(
                re.count >= count && im.count >= count && outRe.count >= count && outIm.count >= count,
                "inputs and outputs have as many elements as the transform")
            outIm.withUnsafeMutableBufferPointer { outIm in
                guard let w = outIm.baseAddress else { return }
                read(re) { x, _ in
                    read(im) { y, _ in
                        write(&outRe, vDSP_Length(count)) { z in
                            each(
                                T.self, { vDSP_DFT_Execute(setup, cast(x), cast(y), cast(z), cast(w)) },
                                { vDSP_DFT_ExecuteD(setup, cast(x), cast(y), cast(z), cast(w)) })
                        }
                    }
                }
            }
        }
    }

    /// A discrete Fourier transform of `f * 2^n` numbers, f being 1, 3, 5 or 15.
    ///
    /// It is not scaled, except that the transform of real samples forward gives twice the mathematical values.
    public class DFT<T: vDSP_FloatingPointDiscreteFourierTransformable> {
        private let setup: DFTSetup<T>
        private let planeCount: Int

        /// Makes a transform; nil when the count is none that it takes.
        ///
        /// - Parameter previous: Not used: tables are not shared.
        public init?(
            previous: DFT? = nil, count: Int, direction: FourierTransformDirection, transformType: DFTTransformType,
            ofType: T.Type
        ) {
            guard let setup = DFTSetup<T>(count: count, direction: direction, transformType: transformType) else {
                return nil
            }
            self.setup = setup
            planeCount = transformType == .complexReal ? count / 2 : count
        }

        /// Returns the two planes of the transform.
        public func transform<U: AccelerateBuffer<T>>(inputReal: U, inputImaginary: U) -> (real: [T], imaginary: [T]) {
            var real = [T](repeating: 0, count: planeCount)
            var imaginary = real
            transform(
                inputReal: inputReal, inputImaginary: inputImaginary, outputReal: &real, outputImaginary: &imaginary)
            return (real, imaginary)
        }

        /// Writes the transform to `outputReal` and `outputImaginary`.
        public func transform<U: AccelerateBuffer<T>, V: AccelerateMutableBuffer<T>>(
            inputReal: U, inputImaginary: U, outputReal: inout V, outputImaginary: inout V
        ) {
            setup.transform(planeCount, inputReal, inputImaginary, &outputReal, &outputImaginary)
        }
    }

    /// A discrete Fourier transform of `f * 2^n` numbers, f being 1, 3, 5 or 15, of split or interleaved numbers.
    ///
    /// It is not scaled, except that the transform of real samples forward gives twice the mathematical values.
    public final class DiscreteFourierTransform<T: vDSP_DiscreteFourierTransformable> {
        private let setup: DFTSetup<T.DFTScalar>
        private let planeCount: Int

        /// Makes a transform.
        ///
        /// - Parameter previous: Not used: tables are not shared.
        /// - Throws: `vDSPError.invalidCount` when the count is none that it takes.
        public init(
            previous: DiscreteFourierTransform? = nil, count: Int, direction: FourierTransformDirection,
            transformType: DFTTransformType, ofType: T.Type
        ) throws {
            guard let setup = DFTSetup<T.DFTScalar>(count: count, direction: direction, transformType: transformType)
            else { throw vDSPError.invalidCount }
            self.setup = setup
            planeCount = transformType == .complexReal ? count / 2 : count
        }

        /// Returns the transform of split numbers.
        public func transform<U: AccelerateBuffer<T>, V: AccelerateBuffer<T>>(
            real: U, imaginary: V
        ) -> (real: [T], imaginary: [T]) where T == T.DFTScalar {
            var out = (real: [T](repeating: 0, count: planeCount), imaginary: [T](repeating: 0, count: planeCount))
            setup.transform(planeCount, real, imaginary, &out.real, &out.imaginary)
            return out
        }

        /// Writes the transform of split numbers.
        public func transform<
            U: AccelerateBuffer<T>, V: AccelerateBuffer<T>, W: AccelerateMutableBuffer<T>, X: AccelerateMutableBuffer<T>
        >(
            inputReal: U, inputImaginary: V, outputReal: inout W, outputImaginary: inout X
        ) where T == T.DFTScalar {
            setup.transform(planeCount, inputReal, inputImaginary, &outputReal, &outputImaginary)
        }

        /// Returns the transform of interleaved numbers.
        public func transform<U: AccelerateBuffer<T>>(input: U) -> [T] where T: vDSP_InterleavedComplex {
            let parts = input.withUnsafeBufferPointer { buffer in
                (buffer.prefix(planeCount).map(\.real), buffer.prefix(planeCount).map(\.imag))
            }
            var out = (
                real: [T.DFTScalar](repeating: 0, count: planeCount),
                imaginary: [T.DFTScalar](repeating: 0, count: planeCount)
            )
            setup.transform(planeCount, parts.0, parts.1, &out.real, &out.imaginary)
            return zip(out.real, out.imaginary).map { T(real: $0, imag: $1) }
        }

        /// Writes the transform of interleaved numbers.
        public func transform<U: AccelerateBuffer<T>, V: AccelerateMutableBuffer<T>>(
            input: U, output: inout V
        ) where T: vDSP_InterleavedComplex {
            let result = transform(input: input)
            write(&output, vDSP_Length(planeCount)) { z in
                for (index, value) in result.enumerated() { z[index] = value }
            }
        }
    }
}

/// A type of number that a `DiscreteFourierTransform` works on.
public protocol vDSP_DiscreteFourierTransformable {
    /// The type of real and imaginary parts.
    associatedtype DFTScalar: VectorScalar
}

/// A complex number of real and imaginary part.
public protocol vDSP_InterleavedComplex: vDSP_DiscreteFourierTransformable {
    /// The real part of the number.
    var real: DFTScalar { get }
    /// The imaginary part of the number.
    var imag: DFTScalar { get }
    /// Makes a number of its parts.
    init(real: DFTScalar, imag: DFTScalar)
}

extension Float: vDSP_DiscreteFourierTransformable {
    /// A real number is its own part.
    public typealias DFTScalar = Float
}
extension Double: vDSP_DiscreteFourierTransformable {
    /// A real number is its own part.
    public typealias DFTScalar = Double
}
extension DSPComplex: vDSP_InterleavedComplex {
    /// Parts are of single precision.
    public typealias DFTScalar = Float
}
extension DSPDoubleComplex: vDSP_InterleavedComplex {
    /// Parts are of double precision.
    public typealias DFTScalar = Double
}
