import CAccelerate

extension vDSP {
    /// Kinds of discrete cosine transforms.
    public enum DCTTransformType: CaseIterable {
        /// Sums of x[n] cos(pi / N k (n + 1/2)).
        case II
        /// Sums of x[n] cos(pi / N (k + 1/2) n), with half of x[0].
        case III
        /// Sums of x[n] cos(pi / N (k + 1/2) (n + 1/2)).
        case IV

        /// The same type for the functions in C.
        public var dctType: vDSP_DCT_Type {
            switch self {
            case .II: .II
            case .III: .III
            case .IV: .IV
            }
        }
    }

    /// A discrete cosine transform of `f * 2^n` numbers, f being 1, 3, 5 or 15, n at least 4.
    public class DCT {
        private let setup: vDSP_DFT_Setup
        private let count: Int

        /// Makes a transform; nil when the count is none that it takes.
        ///
        /// - Parameter previous: Not used: tables are not shared.
        public init?(previous: DCT? = nil, count: Int, transformType: DCTTransformType) {
            guard count > 0, let setup = vDSP_DCT_CreateSetup(nil, vDSP_Length(count), transformType.dctType) else {
                return nil
            }
            self.setup = setup
            self.count = count
        }

        deinit { vDSP_DFT_DestroySetup(setup) }

        /// Returns the transform of a vector.
        public func transform<U: AccelerateBuffer<Float>>(_ vector: U) -> [Float] {
            made(count) { transform(vector, result: &$0) }
        }

        /// Writes the transform of a vector to `result`.
        public func transform<U: AccelerateBuffer<Float>, V: AccelerateMutableBuffer<Float>>(
            _ vector: U, result: inout V
        ) {
            precondition(vector.count >= count, "the vector has as many elements as the transform")
            read(vector) { a, _ in write(&result, vDSP_Length(count)) { vDSP_DCT_Execute(setup, a, $0) } }
        }
    }
}
