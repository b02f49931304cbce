/// The course of a note's loudness or of another of its values: delay, attack, hold, decay, sustain, release.
///
/// The attack is straight. The later stages fall on a straight line too: of decibels for loudness, of the value itself
/// for the modulation envelope. Section 9.1.7 of SoundFont 2.04.
struct NoteEnvelope: BitwiseCopyable {
    enum Stage: UInt8, BitwiseCopyable { case delay, attack, hold, decay, sustain, release, end }

    var stage = Stage.delay
    /// Frames of the present stage that have passed; of the first three.
    var passed: Float = 0
    var delayFrames: Float = 0
    var attackFrames: Float = 1
    var holdFrames: Float = 0
    /// How far it falls in a frame, of 1.
    var decayStep: Float = 1
    var releaseStep: Float = 1
    /// How far down it stays, of 1.
    var sustainFall: Float = 0
    /// How far up the attack is, 0 to 1.
    var rise: Float = 0
    /// How far it has fallen, 0 to 1.
    var fall: Float = 0

    @_noAllocation @_noLocks
    init() {}
}

/// A triangle between -1 and 1 that begins at 0 after a delay.
struct NoteOscillator: BitwiseCopyable {
    /// Frames until it begins.
    var delay: Float = 0
    /// The place in the present cycle, in cycles.
    var phase: Float = 0
    /// Cycles in a frame.
    var step: Float = 0

    @_noAllocation @_noLocks
    init() {}
}
