/// The part of its input that a unit that changes time made its last block of.
///
/// - Thread: render.
package struct InputPlace: BitwiseCopyable {
    /// The place of the first frame of output, in frames on the time line of the input; between two frames as a rule.
    package var first = 0.0
    /// Frames of input, likewise.
    package var frames = 0.0
    /// The place of the next frame of output.
    var next = 0.0
    /// Indicates whether nothing was taken since the beginning.
    var isFresh = true
}
