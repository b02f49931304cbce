/// The state of the virtual device's render thread; touched only under the device's render gate.
struct VirtualRenderer {
    let stage: StageRenderer
    /// Reused for every callback.
    let cycle: UnsafeMutablePointer<StreamCycle>
    /// Blocks in which no stream will be called.
    var blocksToMiss = 0
    /// Blocks in which none was called.
    var missedBlocks = 0
    /// Indicates whether an output had sound in the block before.
    var isSounding = false
}

/// The part of a virtual stream that the render thread uses.
struct VirtualStreamCell {
    let renderer: StreamRenderer
}

/// The time and length of one block.
struct VirtualBlock {
    var frameCount: Int
    /// The device's number of the first frame.
    var startFrame: Int64
    var hostNanoseconds: Int64
    var sampleRate: Double
}
