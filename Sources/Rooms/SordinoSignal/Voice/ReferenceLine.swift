import SordinoRealtime

/// The past of the reference, and a place in it that is read: the delay between a loudspeaker and a microphone.
///
/// Where the clocks of both run apart the place moves all the time, and is read between frames by a windowed sinc of 16
/// taps.
struct ReferenceLine {
    let channelCount: Int
    /// A power of two.
    let capacity: Int
    let rings: UnsafeMutablePointer<Float>
    var end = 0
    /// The present delay, in frames.
    var delay = 0
    /// The longest delay, in frames.
    let longest: Int
    /// The part of the delay between frames, 0 to 1, and the growth of the delay with each frame.
    var fraction = 0.0
    var drift = 0.0
    /// 33 rows of 16 taps, for places from one frame to the next.
    let kernel: UnsafeMutablePointer<Float>
    let span: UnsafeMutablePointer<Float>

    init(channelCount: Int, longest: Int, block: Int, memory: VoiceMemory) {
        self.channelCount = channelCount
        self.longest = longest
        var capacity = 1024
        while capacity < longest + 2 * block { capacity *= 2 }
        self.capacity = capacity
        rings = memory.floats(capacity * channelCount)
        span = memory.floats(block + 32)
        var rows: [Float] = []
        for row in 0...32 {
            for tap in 0..<16 {
                let distance = Double(tap - 7) - Double(row) / 32
                let angle = Double.pi * distance
                let sinc = abs(distance) < 1e-9 ? 1 : RealtimeMath.sin(angle) / angle
                let window = 0.5 + 0.5 * RealtimeMath.cos(angle / 8.5)
                rows.append(Float(abs(distance) < 8.5 ? sinc * window : 0))
            }
        }
        kernel = memory.floats(rows)
    }
}
