import SordinoHardware

/// The continuation of a sound that breaks off, foretold from its end, while it fades.
///
/// A sound that stops because its program stopped, died, or lost its links has no samples left to fade. Linear prediction continues its
/// waves where they were; silence at once would click, and its end played backwards has a bend where the two meet. A sound that comes
/// back after that rises from silence again.
package struct TailCell: ~Copyable {
    /// The last samples that were remembered, one channel behind the other; while a sound fades, those that were foretold.
    let history: UnsafeMutablePointer<Float>
    /// For each channel the weights of the samples before, the latest first, and behind them the highest level that is foretold.
    let weights: UnsafeMutablePointer<Float>
    /// The errors of the prediction forwards and backwards, while the weights are worked out.
    let errors: UnsafeMutablePointer<Float>
    let channelCount: Int
    var historyFrames = 0
    /// Indicates whether there is a sound that may break off, or is fading.
    var isArmed = false
    /// Indicates whether a sample other than 0 has passed: silence before the first sound does not break off.
    var hasSounded = false
    /// Frames of the fade that were given out.
    var fadedFrames = 0
    /// Indicates whether a sound that follows one that broke off has begun, in silence so far.
    var awaitsSound = false
    /// For each channel the frames since its sound came back; -1 while it never broke off.
    ///
    /// A link that is new brings silence first, while the others have their sound.
    let risen: UnsafeMutablePointer<Int>

    /// Frames of each channel that are remembered: more than any two neighbours of a wave need.
    static var capacity: Int { @_noAllocation @_noLocks get { 256 } }
    /// Samples from which the next is foretold: eight waves at once.
    static var order: Int { @_noAllocation @_noLocks get { 16 } }
    /// The place of the weights of the next channel.
    static var weightStride: Int { @_noAllocation @_noLocks get { order + 1 } }

    /// Makes a cell; its owner frees the memory of the samples.
    package init(channelCount: Int) {
        self.channelCount = channelCount
        // One block: its owner frees the samples.
        let count = max(channelCount, 1)
        let total = count * (Self.capacity + Self.weightStride) + 2 * Self.capacity
        history = .allocate(capacity: total)
        history.initialize(repeating: 0, count: total)
        weights = history + count * Self.capacity
        errors = weights + count * Self.weightStride
        risen = .allocate(capacity: max(channelCount, 1))
        risen.initialize(repeating: -1, count: max(channelCount, 1))
    }
}
