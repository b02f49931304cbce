/// A sequence of frames that players read: a file, or a sound that arrives from a network.
///
/// - Thread: one at a time.
package protocol FrameSource: AnyObject {
    /// The format of the frames; they are read as floats.
    var format: MediaFormat { get }
    /// The loudspeakers; nil where nothing is known of them.
    var layout: ChannelLayout? { get }
    /// The number of frames; while the end is unknown, a number that playing does not reach.
    var frameCount: Int64 { get }
    /// Indicates whether the last read gave fewer frames than wanted because further ones have not arrived.
    var isWaiting: Bool { get }

    /// Goes to a frame; beyond the last one means the end.
    func seek(to frame: Int64)

    /// Reads frames as floats, without waiting for a network.
    ///
    /// - Parameters:
    ///   - block: As many channels as the format, with room for `frameCount` frames after `firstFrame`.
    ///   - firstFrame: Frame of the block that receives the first one.
    ///   - wanted: Frames wanted.
    /// - Returns: Frames read; fewer than wanted at the end, and while `isWaiting` is true.
    /// - Throws: `io` if the source fails; frames read before stay read.
    func read(into block: SampleBlock, atFrame firstFrame: Int, frameCount wanted: Int) throws(MediaError) -> Int

    /// Indicates whether the frames can be lent; stays as it is.
    var lendsFrames: Bool { get }

    /// Shows the next frames in memory that other readers of the same file may read too.
    ///
    /// - Parameter wanted: Frames at most.
    /// - Returns: Nil at the end.
    /// - Throws: `io` if the source fails.
    func lend(frameCount wanted: Int) throws(MediaError) -> PageFrames?

    /// Gives back memory that only reading needs, until it reads again.
    func rest()
}

extension FrameSource {
    package var lendsFrames: Bool { false }
    package func lend(frameCount wanted: Int) throws(MediaError) -> PageFrames? { nil }
}

extension MediaReader: FrameSource {
    /// A file waits for nothing.
    package var isWaiting: Bool { false }
}
