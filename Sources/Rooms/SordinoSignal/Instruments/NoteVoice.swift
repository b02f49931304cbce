/// One sounding sample of a note, on the render thread.
///
/// It is a plain value. Its generators and modulators are summed up when the note begins and again when a controller
/// moves; its envelopes and oscillators are advanced every 64 frames, between which gains, filter and pitch change in a
/// straight line.
struct NoteVoice: BitwiseCopyable {
    /// The reason why a note still sounds.
    enum Hold: UInt8, BitwiseCopyable { case key, pedal, none }

    var isActive = false
    /// Frames were rendered to its end.
    var hasEnded = false
    var hold = Hold.none
    /// Indicates whether it makes room for another note.
    var isDying = false
    /// Indicates whether the sostenuto pedal holds it.
    var isSostenuto = false
    var channel = 0
    var key = 0
    /// The key with its fraction.
    var pitchKey: Float = 60
    var velocity: Float = 0
    /// Of the note that it belongs to; grows from note to note.
    var note: UInt32 = 0
    var exclusiveClass = 0
    /// Indicates whether a controller has moved since its parameters were worked out.
    var isStale = false
    /// The voices before and behind it that the same key holds; -1 for none.
    var beforeOfKey: Int32 = -1
    var behindOfKey: Int32 = -1
    /// Indicates whether it is among the voices that its key holds.
    var isOfKey = false
    /// In the memory of its bank.
    var zone: UnsafePointer<PatchZone>?

    /// The place in the sample and the way to the next frame's, 32 bits behind the point.
    var phase: UInt64 = 0
    var step: UInt64 = 1 << 32
    /// Cents between the present pitch and the one that a glide leads to, and how much of that goes in a frame.
    var glideCents: Float = 0
    var glideStep: Float = 0
    /// Centibels by which the soft pedal made it softer, and cents by which it closed the filter.
    var softCentibels: Float = 0
    var softCents: Float = 0
    var isLooping = false
    var loopsUntilRelease = false
    var hasWrapped = false

    var volume = NoteEnvelope()
    var modulation = NoteEnvelope()
    var vibrato = NoteOscillator()
    var tremolo = NoteOscillator()

    // The sums of generators and modulators.
    var cents: Float = 0
    var vibratoCents: Float = 0
    var tremoloCents: Float = 0
    var envelopeCents: Float = 0
    var cutoff: Float = 13_500
    var tremoloCutoff: Float = 0
    var envelopeCutoff: Float = 0
    var resonance: Float = 0
    var tremoloVolume: Float = 0
    var attenuation: Float = 0
    var left: Float = 0
    var right: Float = 0
    var reverb: Float = 0
    var chorus: Float = 0
    /// For the present pitch.
    var soundingCents: Float = .nan
    /// For the present filter.
    var soundingCutoff: Float = .nan
    /// How loud it was last, as a factor.
    var level: Float = 0
    /// How often the gains had the same target in succession; from 2 on they have reached it.
    var steadiness = 0
    /// Indicates whether nothing of it has been heard.
    var isFresh = true

    @_noAllocation @_noLocks
    init() {}
}
