/// Level control: brings speech to one level and keeps peaks below full scale.
///
/// It measures the mean power of the blocks that hold speech. Its gain follows that, at most 15 dB a second in the
/// first two seconds of speech, then 3; in pauses it rests, so that the noise of the room does not swell. A limiter
/// stands behind it.
struct VoiceLevel {
    /// Mean power of speech: -18 dBFS.
    static var target: Float { @_noAllocation @_noLocks get { 0.0158 } }
    /// The limiter's ceiling: -1 dBFS.
    static var ceiling: Float { @_noAllocation @_noLocks get { 0.891 } }

    let sampleRate: Float
    /// Mean power of the speech so far.
    var power: Float = 0
    /// Seconds of speech measured so far.
    var heardSeconds: Float = 0
    /// The present gain, as a linear factor.
    var gain: Float = 1
    var limit: Float = 1

    init(sampleRate: Double) { self.sampleRate = Float(sampleRate) }
}
