/// A fault in recorded samples that is audible as a click, a gap or a distortion.
package struct SoundArtefact: Hashable, Sendable {
    /// The kinds of faults.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A few samples of zero inside sound.
        case zeros = "zeros inside sound"
        /// A sample that occurs twice.
        case repeated = "a repeated sample"
        /// A block of samples that occurs twice in a row.
        case doubled = "a doubled block"
        /// A silence of 5 to 100 ms that begins and ends within one frame.
        case gap = "a gap"
        /// A step that does not fit the signal around it, as after a missing block.
        case step = "a step"
        /// Sound that begins or ends within one frame.
        case edge = "sound that begins or ends without a ramp"
        /// Samples that were cut at full scale.
        case clipping = "clipped samples"
        /// A mean far from zero.
        case offset = "an offset"
        /// Silence where sound was expected.
        case missingSound = "silence where sound was expected"
        /// Sound where silence was expected.
        case unexpectedSound = "sound where silence was expected"

        /// The kinds that no intended signal contains, square waves and constants included.
        package static let breaks: Set<Kind> = [.zeros, .repeated, .doubled]
        /// All kinds.
        ///
        /// Recorded music may contain some of them, such as steps and clipped samples.
        package static let all = Set(allCases)
    }

    package let kind: Kind
    /// The channel, counted from 0.
    package let channel: Int
    /// The first frame, from 0.
    package let frame: Int
    package let frameCount: Int
    /// The deviation from the expected samples, relative to full scale.
    package let size: Float

    package init(_ kind: Kind, channel: Int, frame: Int, frameCount: Int = 1, size: Float) {
        self.kind = kind
        self.channel = channel
        self.frame = frame
        self.frameCount = frameCount
        self.size = size
    }
}

/// A stretch of a recording that is expected to contain sound, or to be silent.
package struct ExpectedSound: Hashable, Sendable {
    /// The frames, counted from 0.
    package let frames: Range<Int>
    package let isSound: Bool

    /// Makes a stretch that must contain sound.
    package static func sound(_ frames: Range<Int>) -> Self { Self(frames: frames, isSound: true) }
    /// Makes a stretch that must be silent.
    package static func silence(_ frames: Range<Int>) -> Self { Self(frames: frames, isSound: false) }
}
