/// Finds the delay between the sound that the loudspeakers play and its echo at the microphone: 0 to 1 second.
///
/// Both are brought to about 4 kHz, and the last second of the microphone is compared with the last two of the
/// reference, four times a second, by the phases of their spectra alone: so any sound will do. Spectra are
/// smoothed over a second. A delay counts when it stands out and is found twice; a parabola through the neighbours
/// gives its place between samples.
///
/// - Source: C. H. Knapp, G. C. Carter, "The generalized correlation method for estimation of time delay" (IEEE TASSP,
///   1976).
struct DelayFinder {
    /// Samples of the reference at about 4 kHz that are compared; half as many of the microphone.
    static var span: Int { @_noAllocation @_noLocks get { 8_192 } }

    /// Frames for each sample that is compared: 4, or 2 at 8 kHz.
    let stride: Int
    let fft: FFTTransform
    let reference: UnsafeMutablePointer<Float>
    let microphone: UnsafeMutablePointer<Float>
    let time: UnsafeMutablePointer<Float>
    let real: UnsafeMutablePointer<Float>
    let imaginary: UnsafeMutablePointer<Float>
    let otherReal: UnsafeMutablePointer<Float>
    let otherImaginary: UnsafeMutablePointer<Float>
    /// The smoothed cross spectrum.
    let crossReal: UnsafeMutablePointer<Float>
    let crossImaginary: UnsafeMutablePointer<Float>
    /// Samples taken so far, at about 4 kHz.
    var count = 0
    /// Samples until the next comparison; the stage of the comparison that is under way.
    var wait = 4_096
    var stage = 0
    /// The power of both in the newest second, smoothed.
    var referencePower: Float = 0
    var microphonePower: Float = 0
    /// The delay found last, at about 4 kHz, and how often; -1 for none.
    var candidate = -1
    var sightings = 0
    /// The same between samples, in frames.
    var exact = 0.0

    /// - Parameter fft: Of `span` samples.
    init(stride: Int, fft: FFTTransform, memory: VoiceMemory) {
        (self.stride, self.fft) = (stride, fft)
        reference = memory.floats(Self.span)
        microphone = memory.floats(Self.span)
        time = memory.floats(Self.span)
        let bins = Self.span / 2 + 1
        real = memory.floats(bins)
        imaginary = memory.floats(bins)
        otherReal = memory.floats(bins)
        otherImaginary = memory.floats(bins)
        crossReal = memory.floats(bins)
        crossImaginary = memory.floats(bins)
    }
}
