/// The past of the reference, and a place in it that is read: the delay between a loudspeaker and a microphone.
struct ReferenceLine: @unchecked Sendable {
    let channelCount: Int
    /// A power of two.
    let capacity: Int
    let rings: UnsafeMutablePointer<Float>
    var end = 0
    /// Frames.
    var delay = 0
    /// The longest delay, in frames.
    let longest: Int

    init(channelCount: Int, longest: Int, block: Int, memory: VoiceMemory) {
        self.channelCount = channelCount
        self.longest = longest
        var capacity = 1024
        while capacity < longest + 2 * block { capacity *= 2 }
        self.capacity = capacity
        rings = memory.floats(capacity * channelCount)
    }
}
