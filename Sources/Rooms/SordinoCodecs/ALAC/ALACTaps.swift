/// Up to 8 coefficients and the samples that they stand for, in vectors, oldest first: unused places come first.
///
/// The coefficients and samples are to be small enough: see `fits`.
struct ALACTaps {
    /// 32, bits of the numbers that are wanted; not a constant for the compiler.
    @inline(never) @_optimize(none) private static func width() -> Int64 { 32 }

    private var oldCoefficients = SIMD4<Int32>()
    private var newCoefficients = SIMD4<Int32>()
    private var oldWeights = SIMD4<Int32>()
    private var newWeights = SIMD4<Int32>()
    private let shift: SIMD4<Int32>
    private let half: Int64
    private let raise: Int64
    private let lower: Int64
    private let rounding: SIMD4<Int32>

    /// Indicates whether vectors give what single numbers do: sums of weighted differences stay within 16 bits, and
    /// coefficients within 16.
    static func fits(
        order: Int, _ coefficients: UnsafePointer<Int16>, shift: Int, width: Int, count: Int
    ) -> Bool {
        guard order >= 1, order <= 8, shift >= 1, width <= 26, width - shift <= 15 else { return false }
        guard (1 << max(0, width - shift)) * order < 65536 else { return false }
        return (0..<order).allSatisfy { abs(Int(coefficients[$0])) + count < 32768 }
    }

    /// Starts with coefficients, that of the newest sample first.
    @inline(__always)
    init(order: Int, _ coefficients: UnsafePointer<Int16>, shift: Int) {
        self.shift = SIMD4(repeating: Int32(truncatingIfNeeded: shift))
        half = 1 &<< (Int64(truncatingIfNeeded: shift) &- 1)
        raise = ALACTaps.width()
        lower = raise &+ Int64(truncatingIfNeeded: shift)
        rounding = SIMD4(repeating: (1 &<< Int32(truncatingIfNeeded: shift)) &- 1)
        for tap in 0..<order {
            if tap < 4 {
                newCoefficients[3 &- tap] = Int32(coefficients[tap])
                newWeights[3 &- tap] = Int32(order &- tap)
            } else {
                oldCoefficients[7 &- tap] = Int32(coefficients[tap])
                oldWeights[7 &- tap] = Int32(order &- tap)
            }
        }
    }

    /// The coefficients as they are now, that of the newest sample first.
    func store(_ coefficients: UnsafeMutablePointer<Int16>, order: Int) {
        for tap in 0..<order {
            let value = tap < 4 ? newCoefficients[3 &- tap] : oldCoefficients[7 &- tap]
            coefficients[tap] = Int16(truncatingIfNeeded: value)
        }
    }

    /// The prediction of a sample, before it is cut.
    ///
    /// - Parameters:
    ///   - top: The sample before the oldest.
    ///   - older: `top` less the older four samples.
    ///   - newer: `top` less the newer four samples.
    ///   - isShort: Whether there are no older ones.
    @inline(__always)
    func prediction(_ top: Int32, older: SIMD4<Int32>, newer: SIMD4<Int32>, isShort: Bool) -> Int32 {
        var sums = ALACPrediction.products(newCoefficients, newer)
        if !isShort { sums &+= ALACPrediction.products(oldCoefficients, older) }
        // Shifts by numbers that the compiler does not know: else it would multiply 64 bits, of which 32 are wanted.
        let sum = Int64(truncatingIfNeeded: sums[0] &+ sums[1])
        return top &+ Int32(truncatingIfNeeded: ((half &- sum) &<< raise) &>> lower)
    }

    /// Moves the coefficients in the direction of an error, from the oldest sample's on, as far as the error reaches;
    /// the other parameters are those of `prediction`.
    @inline(__always)
    mutating func adapt(error: Int32, older: SIMD4<Int32>, newer: SIMD4<Int32>, isShort: Bool) {
        let errors = SIMD4(repeating: error)
        let signs = errors &>> 31
        let rest = (errors ^ signs) &- signs
        // Differences are divided towards minus infinity after they got the error's sign.
        let rounding = signs & self.rounding
        var before = SIMD4<Int32>()
        if !isShort {
            let part = parts(older, oldWeights, rounding)
            let (first, all) = Self.sums(part)
            before = all
            let isReached = Self.mask(rest .> first) & Self.mask(oldWeights .> SIMD4())
            oldCoefficients = oldCoefficients &- (Self.signs(older, signs) & isReached)
        }
        let part = parts(newer, newWeights, rounding)
        let isReached = Self.mask(rest .> (Self.sums(part).first &+ before)) & Self.mask(newWeights .> SIMD4())
        newCoefficients = newCoefficients &- (Self.signs(newer, signs) & isReached)
    }

    /// The parts of an error that differences stand for.
    @inline(__always)
    private func parts(
        _ difference: SIMD4<Int32>, _ weights: SIMD4<Int32>, _ rounding: SIMD4<Int32>
    ) -> SIMD4<Int32> {
        let negative = difference &>> 31
        return Self.weighted(((difference ^ negative) &- negative &+ rounding) &>> shift, weights)
    }

    /// The signs of differences, changed where `signs` is -1.
    @inline(__always)
    private static func signs(_ difference: SIMD4<Int32>, _ signs: SIMD4<Int32>) -> SIMD4<Int32> {
        let step = (difference &>> 31) &- mask(difference .> SIMD4())
        return (step ^ signs) &- signs
    }

    /// The sums of the values before each one, and that of all.
    @inline(__always)
    private static func sums(_ part: SIMD4<Int32>) -> (first: SIMD4<Int32>, all: SIMD4<Int32>) {
        let before = unsafeBitCast(unsafeBitCast(part, to: SIMD2<UInt64>.self) &<< 32, to: SIMD4<Int32>.self)
        let pairs = part &+ before
        let first = before &+ (SIMD4(pairs[1], pairs[1], pairs[1], pairs[1]) & SIMD4(0, 0, -1, -1))
        return (first, SIMD4(repeating: pairs[1]) &+ SIMD4(repeating: pairs[3]))
    }

    /// Products of less than 16 bits.
    @inline(__always)
    private static func weighted(_ values: SIMD4<Int32>, _ weights: SIMD4<Int32>) -> SIMD4<Int32> {
        let products =
            unsafeBitCast(values, to: SIMD8<Int16>.self) &* unsafeBitCast(weights, to: SIMD8<Int16>.self)
        return unsafeBitCast(products, to: SIMD4<Int32>.self)
    }

    @inline(__always)
    private static func mask(_ mask: SIMDMask<SIMD4<Int32>>) -> SIMD4<Int32> {
        unsafeBitCast(mask, to: SIMD4<Int32>.self)
    }
}

/// The last eight samples, in vectors, oldest first: vectors from memory would have to wait for the stores of single
/// samples.
struct ALACHistory {
    private(set) var older = SIMD4<Int32>()
    private(set) var newer = SIMD4<Int32>()

    /// Takes the samples before `sample`.
    @inline(__always)
    init(before sample: UnsafePointer<Int32>) {
        for lane in 0..<4 {
            newer[lane] = sample[lane &- 4]
            older[lane] = sample[lane &- 8]
        }
    }

    /// Takes the next sample.
    @inline(__always)
    mutating func take(_ sample: Int32, isShort: Bool) {
        if !isShort { older = SIMD4(older[1], older[2], older[3], newer[0]) }
        newer = SIMD4(newer[1], newer[2], newer[3], sample)
    }
}
