/// The frames of one packet where a decoder left them: a plane for each channel.
///
/// The planes stay as they are until the decoder is used again; a decoder of a library hands out the library's own.
package struct DecodedFrames {
    /// The planes, one for each channel.
    package var block: SampleBlock
    /// Frames in each plane.
    package var frameCount: Int

    /// Describes planes that a decoder has filled.
    package init(_ block: SampleBlock, frameCount: Int) {
        self.block = block
        self.frameCount = frameCount
    }
}
