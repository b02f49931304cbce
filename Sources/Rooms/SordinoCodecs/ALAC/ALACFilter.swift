/// The numbers that an element's header gives for the prediction of one channel.
struct ALACFilter {
    /// 0: the prediction alone; other numbers: differences before it.
    var mode = 0
    /// Bits to cut off the sums.
    var shift = 9
    /// The element's factor for the speed at which means are learnt, in quarters.
    var learning = 4
    /// Coefficients; 31: differences alone.
    var order = 0
}

/// Predicts samples from up to 30 before them with coefficients that follow the signs of the errors.
///
/// Source: Apple's reference of Apple Lossless (dp_dec).
enum ALACPrediction {
    /// Zeros that lie before the first sample of a plane.
    static let margin = 32

    /// The sum of the lower and the upper 32 bits' products, for sums of which 32 bits count.
    @inline(__always)
    static func products(_ a: SIMD4<Int32>, _ b: SIMD4<Int32>) -> SIMD2<UInt64> {
        let x = unsafeBitCast(a, to: SIMD2<UInt64>.self)
        let y = unsafeBitCast(b, to: SIMD2<UInt64>.self)
        let low = SIMD2<UInt64>(repeating: 0xFFFF_FFFF)
        return (x & low) &* (y & low) &+ (x &>> 32) &* (y &>> 32)
    }

    /// Cuts a sum to the width of a channel, by shifts up and down.
    @inline(__always)
    static func cut(_ value: Int32, _ spare: Int32) -> Int32 { (value &<< spare) &>> spare }

    /// Samples from differences, in place.
    static func sum(_ out: UnsafeMutablePointer<Int32>, _ count: Int, spare: Int32) {
        guard count > 1 else { return }
        for index in 1..<count { out[index] = cut(out[index] &+ out[index - 1], spare) }
    }

    /// Samples from errors, in place, for any order and width.
    static func restore(
        _ out: UnsafeMutablePointer<Int32>, _ count: Int, order: Int, _ coefficients: UnsafeMutablePointer<Int16>,
        shift: Int, spare: Int32
    ) {
        sum(out, min(count, order + 1), spare: spare)
        guard order + 1 < count else { return }
        let half: Int32 = shift > 0 ? 1 &<< Int32(shift - 1) : 0
        for index in (order + 1)..<count {
            let newest = out + (index - 1)
            let top = out[index - 1 - order]
            var sum = half
            for tap in 0..<order { sum &+= Int32(coefficients[tap]) &* (newest[-tap] &- top) }
            let error = out[index]
            out[index] = cut(error &+ top &+ sum &>> Int32(shift), spare)
            adapt(coefficients, order, newest, top, error, shift)
        }
    }

    /// Errors of samples, for any order and width; the coefficients follow.
    ///
    /// - Parameters:
    ///   - samples: At least 32 samples or zeros lie before the first.
    ///   - errors: Receives them.
    static func errors(
        _ samples: UnsafePointer<Int32>, _ errors: UnsafeMutablePointer<Int32>, _ count: Int, order: Int,
        _ coefficients: UnsafeMutablePointer<Int16>, shift: Int, spare: Int32
    ) {
        for index in 0..<min(count, order + 1) {
            errors[index] = cut(samples[index] &- (index > 0 ? samples[index - 1] : 0), spare)
        }
        guard order + 1 < count else { return }
        let half: Int32 = shift > 0 ? 1 &<< Int32(shift - 1) : 0
        for index in (order + 1)..<count {
            let newest = samples + (index - 1)
            let top = samples[index - 1 - order]
            var sum = half
            for tap in 0..<order { sum &+= Int32(coefficients[tap]) &* (newest[-tap] &- top) }
            let error = cut(samples[index] &- top &- sum &>> Int32(shift), spare)
            errors[index] = error
            adapt(coefficients, order, newest, top, error, shift)
        }
    }

    /// Moves the coefficients in the direction of the error, from the oldest sample's on, as far as the error reaches.
    @inline(__always)
    static func adapt(
        _ coefficients: UnsafeMutablePointer<Int16>, _ order: Int, _ newest: UnsafePointer<Int32>, _ top: Int32,
        _ error: Int32, _ shift: Int
    ) {
        guard error != 0 else { return }
        var rest = error
        let sign: Int32 = error > 0 ? 1 : -1
        var tap = order &- 1
        while tap >= 0 {
            let difference = top &- newest[0 &- tap]
            let step = difference.signum() &* sign
            coefficients[tap] = coefficients[tap] &- Int16(truncatingIfNeeded: step)
            rest &-=
                Int32(truncatingIfNeeded: order &- tap) &* ((step &* difference) &>> Int32(truncatingIfNeeded: shift))
            if error > 0 ? rest <= 0 : rest >= 0 { return }
            tap &-= 1
        }
    }
}
