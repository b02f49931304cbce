import SordinoSignal

/// The input of a unit whose sound comes late, as late as that sound, to be mixed with it.
struct DryLine: BitwiseCopyable {
    let channelCount: Int
    let delayFrames: Int
    let lines: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    let mask: Int
    var time = 0
    /// The share of the processed sound: 1 for that alone, 0 for the input alone.
    var share = GainRamp(1)

    /// - Parameter delayFrames: Frames by which the unit's sound lags.
    init(channelCount: Int, delayFrames: Int, memory: UnitMemory) {
        self.channelCount = channelCount
        self.delayFrames = delayFrames
        var capacity = 512
        while capacity < delayFrames + 257 { capacity *= 2 }
        mask = capacity - 1
        lines = memory.planes(channelCount, frameCount: capacity)
    }
}
