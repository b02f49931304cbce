/// Level control: brings speech to one level and keeps peaks below full scale.
///
/// It measures the mean power of the blocks in which somebody speaks. Its gain follows that, at most 3 dB a second once it
/// knows the talker; in pauses it rests, so that the noise of the room does not swell. A limiter stands behind it.
struct VoiceLevel {
    /// Mean power of speech: -18 dBFS.
    static var target: Float { @_noAllocation @_noLocks get { 0.0158 } }
    /// The limiter's ceiling: -1 dBFS.
    static var ceiling: Float { @_noAllocation @_noLocks get { 0.891 } }

    let sampleRate: Float
    /// Mean power of what was spoken.
    var power: Float = 0
    /// Seconds of speech that were heard.
    var heardSeconds: Float = 0
    /// Linear.
    var gain: Float = 1
    var limit: Float = 1

    init(sampleRate: Double) { self.sampleRate = Float(sampleRate) }
}
