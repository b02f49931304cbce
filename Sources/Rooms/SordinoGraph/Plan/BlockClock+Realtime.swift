/// The time of one region of the graph: everything between two rate converters renders the same frames of the same
/// block.
///
/// The root region is the one of the output; a region behind a converter runs at its own rate, and renders as many
/// frames in a block as the converter asks for.
/// - Thread: render.
package struct BlockClock {
    /// Frames to render in this block; may be 0.
    package var frameCount = 0
    /// The first of them on the region's time line.
    package var sampleTime: Int64 = 0
    /// Frames in one second.
    package let sampleRate: Double
    /// Indicates whether the region has a time yet; it takes it from the region that asks first.
    package var isSet = false
    /// The part of a block that all regions share.
    package var cycle = RenderCycle()

    /// Makes a clock without a time.
    package init(sampleRate: Double) { self.sampleRate = sampleRate }
}

/// The outside inputs of a plan for one block.
package struct RenderCycle {
    /// The number of frames to render.
    package var frameCount = 0
    /// The first of them on the root's time line.
    package var sampleTime: Int64 = 0
    /// The time at which the first frame is heard, nanoseconds of host time; negative if unknown, as offline.
    package var hostNanoseconds: Int64 = -1
    /// The destination of the output: `outputChannelCount` pointers; nil to render for the taps alone.
    package var output: UnsafePointer<UnsafeMutablePointer<Float>>?
    package var outputChannelCount = 0
    /// The samples of the input, `frameCount` frames for each channel; nil for silence.
    package var input: UnsafePointer<UnsafeMutablePointer<Float>>?
    package var inputChannelCount = 0
    /// Added to every pointer of `output` and `input`: blocks longer than the plan's are rendered in pieces.
    package var frameOffset = 0
    /// The board on which steps ring for service; nil where nothing serves.
    var board: ServiceBoard?

    /// Makes a cycle of no frames.
    @_noAllocation @_noLocks
    package init() {}
}

/// The whole number that is nearest; halves go up.
///
/// Beyond 2^62 it is 2^62; for NaN it is 0.
@_noAllocation @_noLocks
func nearestInteger(_ number: Double) -> Int64 {
    guard abs(number) < 0x1p62 else { return number > 0 ? 1 << 62 : number < 0 ? -1 << 62 : 0 }
    let lower = Int64(number)
    let fraction = number - Double(lower)
    return fraction >= 0.5 ? lower &+ 1 : fraction < -0.5 ? lower &- 1 : lower
}
