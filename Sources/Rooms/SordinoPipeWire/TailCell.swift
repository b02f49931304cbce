import SordinoHardware

/// The continuation of a sound that breaks off: its end once more, backwards, while it fades.
///
/// A sound that stops because its program stopped, died, or lost its links has no samples left to fade. The end played
/// backwards continues where the sound was and sounds like it; silence at once would click. A sound that comes back
/// after that rises from silence again.
package struct TailCell: ~Copyable {
    /// The last samples that were remembered, one channel behind the other.
    let history: UnsafeMutablePointer<Float>
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

    /// Makes a cell; its owner frees the memory of the samples.
    package init(channelCount: Int) {
        self.channelCount = channelCount
        history = .allocate(capacity: max(channelCount, 1) * Self.capacity)
        history.initialize(repeating: 0, count: max(channelCount, 1) * Self.capacity)
        risen = .allocate(capacity: max(channelCount, 1))
        risen.initialize(repeating: -1, count: max(channelCount, 1))
    }
}
