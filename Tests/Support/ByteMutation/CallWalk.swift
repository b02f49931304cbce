import Foundation

/// A random walk through the calls of an interface, in their right order and in wrong ones.
///
/// A few fixed seeds, each some hundred steps; with `SORDINO_SOAK` set many more, and one chosen at random. What failed is
/// walked again by `SORDINO_SEED`.
package struct CallWalk {
    private static let environment = ProcessInfo.processInfo.environment
    private static let isLong = environment["SORDINO_SOAK"] != nil

    /// The seeds of a test.
    package static var seeds: [UInt64] {
        if let chosen = environment["SORDINO_SEED"].flatMap({ UInt64($0) }) { return [chosen] }
        let fixed = (1...(isLong ? 60 : 3)).map { UInt64($0) }
        return isLong ? fixed + [.random(in: 1_000...UInt64.max)] : fixed
    }

    /// Steps of one walk, where a test takes so many in its short form.
    package static func steps(_ count: Int) -> Int { isLong ? 10 * count : count }

    private var numbers: SeededNumbers

    /// Begins the walk of a seed.
    package init(seed: UInt64) { numbers = SeededNumbers(seed: seed) }

    /// A number below a limit.
    package mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<max(limit, 1), using: &numbers) }

    /// True once in so many times.
    package mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }

    /// One of several values.
    package mutating func one<Value>(of values: [Value]) -> Value? { values.randomElement(using: &numbers) }

    /// A number for an argument: often a sensible one, often one at the end of what numbers can say.
    package mutating func number(_ range: ClosedRange<Double>) -> Double {
        let odd = [
            -1, 0, 1, -.infinity, .infinity, .nan, .leastNonzeroMagnitude, .greatestFiniteMagnitude, -1e30, 1e30,
        ]
        return oneIn(4) ? odd[below(odd.count)] : Double.random(in: range, using: &numbers)
    }

    /// A whole number for an argument, likewise.
    package mutating func whole(_ range: ClosedRange<Int>) -> Int {
        let odd = [-1, 0, 1, .min, .max, Int(Int32.max), Int(Int32.min)]
        return oneIn(4) ? odd[below(odd.count)] : Int.random(in: range, using: &numbers)
    }

    /// A 32-bit number without a sign, likewise.
    package mutating func word(_ range: ClosedRange<UInt32>) -> UInt32 {
        let odd: [UInt32] = [0, 1, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFE, 0xFFFF_FFFF]
        return oneIn(4) ? odd[below(odd.count)] : UInt32.random(in: range, using: &numbers)
    }
}
