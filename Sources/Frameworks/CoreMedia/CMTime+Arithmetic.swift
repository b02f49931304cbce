import CoreAudioTypes
import Foundation

extension CMTime {
    /// Divides and rounds.
    ///
    /// - Parameters:
    ///   - denominator: Above 0.
    ///   - isFiner: Whether the result has smaller units than the source; used by the method of QuickTime alone.
    /// - Returns: The quotient, and whether it is exact.
    static func rounded(
        _ numerator: Int128, over denominator: Int128, _ method: CMTimeRoundingMethod, isFiner: Bool = false
    ) -> (quotient: Int128, isExact: Bool) {
        let (quotient, remainder) = numerator.quotientAndRemainder(dividingBy: denominator)
        guard remainder != 0 else { return (quotient, true) }
        let away: Int128 = numerator < 0 ? -1 : 1
        let step: Int128 =
            switch method {
            case .roundHalfAwayFromZero: remainder.magnitude * 2 >= denominator.magnitude ? away : 0
            case .roundTowardZero: 0
            case .roundAwayFromZero: away
            case .quickTime: isFiner || (numerator < 0 && quotient == 0) ? away : 0
            case .roundTowardPositiveInfinity: numerator > 0 ? 1 : 0
            case .roundTowardNegativeInfinity: numerator < 0 ? -1 : 0
            }
        return (quotient + step, false)
    }

    /// Makes the time `numerator / denominator` seconds in a scale, or in the next that it fits.
    ///
    /// - Parameters:
    ///   - denominator: Above 0; 2^62 at most.
    ///   - scale: Above 0; halved until the value fits.
    ///   - wasRounded: Whether something on the way was not exact.
    static func fraction(
        _ numerator: Int128, over denominator: Int128, scale: Int32, wasRounded: Bool, epoch: CMTimeEpoch
    ) -> CMTime {
        var scale = scale
        while true {
            let (product, isTooLarge) = numerator.multipliedReportingOverflow(by: Int128(scale))
            if !isTooLarge {
                let (value, isExact) = rounded(product, over: denominator, .default)
                if let value = Int64(exactly: value) {
                    var time = CMTime(value: value, timescale: scale)
                    time.epoch = epoch
                    if wasRounded || !isExact { time.flags.insert(.hasBeenRounded) }
                    return time
                }
            }
            guard scale > 1 else { return numerator > 0 ? .positiveInfinity : .negativeInfinity }
            scale /= 2
        }
    }

    /// Adds two numbers, exactly where their common scale allows.
    private static func sum(_ lhs: CMTime, _ rhs: CMTime, sign: Int128, epoch: CMTimeEpoch) -> CMTime {
        guard lhs.timescale > 0, rhs.timescale > 0 else { return .invalid }
        let (left, right) = (Int128(lhs.timescale), Int128(rhs.timescale))
        var (divisor, rest) = (left, right)
        while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
        let common = left / divisor * right
        let numerator = Int128(lhs.value) * (common / left) + sign * Int128(rhs.value) * (common / right)
        return fraction(
            numerator, over: common, scale: Int32(clamping: common),
            wasRounded: lhs.hasBeenRounded || rhs.hasBeenRounded, epoch: epoch)
    }

    /// Returns the sum or difference where one of the two is not numeric; nil if both are.
    private static func special(_ lhs: CMTime, _ rhs: CMTime, isDifference: Bool) -> CMTime? {
        guard lhs.isValid, rhs.isValid else { return .invalid }
        func infinity(_ time: CMTime, _ isNegated: Bool) -> Int {
            let sign = time.isPositiveInfinity ? 1 : time.isNegativeInfinity ? -1 : 0
            return isNegated ? -sign : sign
        }
        let (left, right) = (infinity(lhs, false), infinity(rhs, isDifference))
        if left * right < 0 { return .invalid }
        if left + right != 0 { return left + right > 0 ? .positiveInfinity : .negativeInfinity }
        return lhs.isIndefinite || rhs.isIndefinite ? .indefinite : nil
    }

    static func add(_ lhs: CMTime, _ rhs: CMTime) -> CMTime {
        if let special = special(lhs, rhs, isDifference: false) { return special }
        guard lhs.epoch == rhs.epoch || lhs.epoch == 0 || rhs.epoch == 0 else { return .invalid }
        return sum(lhs, rhs, sign: 1, epoch: lhs.epoch == 0 ? rhs.epoch : lhs.epoch)
    }

    static func subtract(_ lhs: CMTime, _ rhs: CMTime) -> CMTime {
        if let special = special(lhs, rhs, isDifference: true) { return special }
        guard lhs.epoch == rhs.epoch || lhs.epoch == 0 || rhs.epoch == 0 else { return .invalid }
        // Between two moments of one epoch lies a duration, which belongs to none.
        let epoch = lhs.epoch == rhs.epoch ? 0 : lhs.epoch == 0 ? rhs.epoch : lhs.epoch
        return sum(lhs, rhs, sign: -1, epoch: epoch)
    }

    /// Turns infinities round; nil for numbers.
    private func specialProduct(isNegative: Bool, isZero: Bool) -> CMTime? {
        if isNumeric, timescale > 0 { return nil }
        guard isPositiveInfinity || isNegativeInfinity else { return isIndefinite ? .indefinite : .invalid }
        if isZero { return .invalid }
        return isPositiveInfinity != isNegative ? .positiveInfinity : .negativeInfinity
    }

    func times(_ multiplier: Int32, over divisor: Int32 = 1) -> CMTime {
        guard divisor != 0 else { return .invalid }
        let isNegative = (multiplier < 0) != (divisor < 0)
        if let special = specialProduct(isNegative: isNegative, isZero: multiplier == 0) { return special }
        let numerator = Int128(value) * Int128(multiplier) * (divisor < 0 ? -1 : 1)
        var denominator = Int128(timescale) * Int128(divisor.magnitude)
        var reduced = numerator
        if denominator > Int128(Int32.max) {
            var (common, rest) = (denominator, Int128(numerator.magnitude))
            while rest != 0 { (common, rest) = (rest, common % rest) }
            (denominator, reduced) = (denominator / common, numerator / common)
        }
        return Self.fraction(
            reduced, over: denominator, scale: Int32(clamping: denominator), wasRounded: hasBeenRounded, epoch: epoch)
    }

    func times(_ multiplier: Double) -> CMTime {
        guard !multiplier.isNaN else { return .invalid }
        if let special = specialProduct(isNegative: multiplier < 0, isZero: multiplier == 0) { return special }
        guard multiplier.isFinite else {
            guard value != 0 else { return .invalid }
            return (multiplier > 0) == (value > 0) ? .positiveInfinity : .negativeInfinity
        }
        let product = Double(value) * multiplier
        // A product in whole units keeps the time's scale; any other is rounded to a scale of at least 10⁹.
        if abs(product) < 0x1p53, product == product.rounded(.towardZero) {
            var time = CMTime(value: Int64(product), timescale: timescale, flags: flags, epoch: epoch)
            if product / multiplier != Double(value), multiplier != 0 { time.flags.insert(.hasBeenRounded) }
            return time
        }
        var scale = max(timescale, 1_000_000_000)
        let seconds = product / Double(timescale)
        while scale > 1, abs(seconds * Double(scale)) >= 0x1p63 { scale /= 2 }
        let units = (seconds * Double(scale)).rounded(.toNearestOrAwayFromZero)
        guard abs(units) < 0x1p63 else { return units > 0 ? .positiveInfinity : .negativeInfinity }
        return CMTime(
            value: Int64(units), timescale: scale, flags: flags.union(.hasBeenRounded), epoch: epoch)
    }

    /// -1, 0 or 1 as `lhs` is before, equal to or after `rhs`.
    static func order(_ lhs: CMTime, _ rhs: CMTime) -> Int32 {
        let (left, right) = (lhs.rank, rhs.rank)
        guard left == right else { return left < right ? -1 : 1 }
        guard left == numericRank else { return 0 }
        if lhs.epoch != rhs.epoch { return lhs.epoch < rhs.epoch ? -1 : 1 }
        let first = Int128(lhs.value) * Int128(rhs.timescale)
        let second = Int128(rhs.value) * Int128(lhs.timescale)
        return first == second ? 0 : first < second ? -1 : 1
    }

    private static let numericRank = 1

    /// The order of the kinds: minus infinity, numbers, indefinite, infinity, invalid.
    private var rank: Int {
        if !isValid { return 4 }
        if isNegativeInfinity { return 0 }
        if isPositiveInfinity { return 3 }
        return isIndefinite ? 2 : Self.numericRank
    }
}

// The owner of the C struct is this package itself.
// swift-format-ignore: AvoidRetroactiveConformances
extension CMTime: @retroactive Comparable, @retroactive Hashable {
    /// Returns whether both are the same moment, in whatever scale.
    public static func == (time1: CMTime, time2: CMTime) -> Bool { order(time1, time2) == 0 }
    /// Returns whether one moment is before another.
    public static func < (time1: CMTime, time2: CMTime) -> Bool { order(time1, time2) < 0 }

    /// Hashes the moment: times that are equal in different scales have equal hashes.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(rank)
        guard isNumeric, timescale > 0 else { return }
        hasher.combine(epoch)
        var (divisor, rest) = (value.magnitude, UInt64(timescale))
        while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
        hasher.combine(Int128(value) / Int128(divisor))
        hasher.combine(UInt64(timescale) / divisor)
    }

    /// Returns the sum of two times.
    public static func + (addend1: CMTime, addend2: CMTime) -> CMTime { add(addend1, addend2) }
    /// Subtracts a time from another.
    public static func - (minuend: CMTime, subtrahend: CMTime) -> CMTime { subtract(minuend, subtrahend) }
}

/// Adds two times.
///
/// The result has the smallest common time scale, up to 2^31 - 1; beyond it is rounded. A value too large halves the
/// scale until it fits, and is infinite at 1. Times of two epochs other than 0 have no sum: it is invalid.
public func CMTimeAdd(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { CMTime.add(lhs, rhs) }

/// Subtracts `rhs` from `lhs`, by the rules of `CMTimeAdd`; between times of one epoch lies a duration of epoch 0.
public func CMTimeSubtract(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { CMTime.subtract(lhs, rhs) }

/// Multiplies a time by a whole number, exactly where the value fits.
public func CMTimeMultiply(_ time: CMTime, multiplier: Int32) -> CMTime { time.times(multiplier) }

/// Multiplies a time by a number; a product that is not a whole number of units is rounded to billionths of a second.
public func CMTimeMultiplyByFloat64(_ time: CMTime, multiplier: Float64) -> CMTime { time.times(multiplier) }

/// Multiplies a time by a fraction, exactly where numerator and denominator fit.
///
/// - Parameter divisor: Not 0; else the result is invalid.
public func CMTimeMultiplyByRatio(_ time: CMTime, multiplier: Int32, divisor: Int32) -> CMTime {
    time.times(multiplier, over: divisor)
}

/// Compares two times: -1, 0 or 1 as the first is earlier, the same or later.
///
/// Minus infinity, numbers, indefinite, infinity and invalid follow each other; numbers of different epochs go by
/// epoch.
public func CMTimeCompare(_ time1: CMTime, _ time2: CMTime) -> Int32 { CMTime.order(time1, time2) }

/// Returns the earlier of two times.
public func CMTimeMinimum(_ time1: CMTime, _ time2: CMTime) -> CMTime { time2 < time1 ? time2 : time1 }

/// Returns the later of two times.
public func CMTimeMaximum(_ time1: CMTime, _ time2: CMTime) -> CMTime { time2 > time1 ? time2 : time1 }

/// Returns a time without its sign.
public func CMTimeAbsoluteValue(_ time: CMTime) -> CMTime {
    if time.isNegativeInfinity { return .positiveInfinity }
    guard time.isNumeric, time.value < 0 else { return time }
    return time.times(-1)
}

/// Returns a time in another scale.
///
/// - Parameters:
///   - newTimescale: Above 0; else the result is invalid.
///   - method: How a value between two units is rounded; such a result is marked as rounded.
/// - Returns: A time that is not numeric is returned unchanged; a value that does not fit becomes infinite.
public func CMTimeConvertScale(_ time: CMTime, timescale newTimescale: Int32, method: CMTimeRoundingMethod) -> CMTime {
    guard time.isNumeric else { return time }
    guard newTimescale > 0, time.timescale > 0 else { return .invalid }
    guard newTimescale != time.timescale else { return time }
    let (quotient, isExact) = CMTime.rounded(
        Int128(time.value) * Int128(newTimescale), over: Int128(time.timescale), method,
        isFiner: newTimescale > time.timescale)
    guard let value = Int64(exactly: quotient) else { return quotient > 0 ? .positiveInfinity : .negativeInfinity }
    var result = CMTime(value: value, timescale: newTimescale, flags: time.flags, epoch: time.epoch)
    if !isExact { result.flags.insert(.hasBeenRounded) }
    return result
}
