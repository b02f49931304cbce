/// A chorus: the input three times, each a little later or earlier than before in a slow motion of its own.
///
/// - Source: J. Dattorro, "Effect Design, Part 2: Delay-Line Modulation and Chorus" (1997).
package final class Chorus {
    /// The audio thread's end.
    package let renderer: ChorusRenderer
    private let state: UnsafeMutablePointer<ChorusState>

    /// Makes a chorus from one channel into two.
    ///
    /// - Parameter sampleRate: Hertz.
    package init(sampleRate: Double) {
        let capacity = (Int(0.05 * sampleRate) + 2).roundedUp
        state = .allocate(capacity: 1)
        let ring = UnsafeMutablePointer<Float>.allocate(capacity: capacity)
        ring.initialize(repeating: 0, count: capacity)
        state.initialize(to: ChorusState(ring: ring, capacity: capacity, sampleRate: Float(sampleRate)))
        renderer = ChorusRenderer(state: state)
    }

    deinit {
        state.pointee.ring.deallocate()
        state.deallocate()
    }
}

extension Int {
    /// The next power of two.
    fileprivate var roundedUp: Int { 1 << (Int.bitWidth - (Swift.max(self, 2) - 1).leadingZeroBitCount) }
}

/// The delay line of a chorus and its place in it.
struct ChorusState: BitwiseCopyable {
    let ring: UnsafeMutablePointer<Float>
    /// A power of two.
    let capacity: Int
    let sampleRate: Float
    var place = 0
    /// Of the slow motion's cycle.
    var phase: Float = 0
    /// Frames of silence that came last.
    var quietFrames = 0

    init(ring: UnsafeMutablePointer<Float>, capacity: Int, sampleRate: Float) {
        (self.ring, self.capacity, self.sampleRate) = (ring, capacity, sampleRate)
        quietFrames = capacity
    }
}
