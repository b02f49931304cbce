import Synchronization

/// How fast the source of an environment's input is played.
package struct InputSpeed: ~Copyable {
    /// The limits of `AVAudio3DMixing.rate`.
    package static var slowest: Float {
        @_noAllocation @_noLocks get { 0.5 }
    }
    package static var fastest: Float {
        @_noAllocation @_noLocks get { 2 }
    }

    private let bits = Atomic<UInt32>(Float(1).bitPattern)

    /// 0.5 to 2, at first 1; other numbers are limited to that, and NaN and infinity count as 1.
    package var value: Float {
        @_noAllocation @_noLocks get { Float(bitPattern: bits.load(ordering: .relaxed)) }
    }

    @_noAllocation @_noLocks
    package borrowing func set(_ value: Float) {
        let held = value.isFinite ? min(max(value, Self.slowest), Self.fastest) : 1
        bits.store(held.bitPattern, ordering: .relaxed)
    }
}
