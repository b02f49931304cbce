/// Detects speech in the sound of a microphone.
///
/// A voice is loud beside the steady background, and it repeats itself 70 to 400 times a second. So pieces of 10 ms of
/// the band from 100 Hz to 3.4 kHz are compared with the quietest of the last 1.6 s, and those that are 9 dB above it
/// with themselves a period before. Speech begins with 80 ms of such pieces within 120 ms, and ends when there has been
/// none for 0.7 s. Noise does not repeat itself, whistles and beeps repeat themselves faster, and a steady hum soon
/// belongs to the background; a voice less than 9 dB above the noise is not detected, and a hum or an instrument is
/// taken for one for its first two seconds.
///
/// The memory belongs to a `SpeechActivityMemory`, which must outlive it.
/// - Thread: one; the functions for rendering are in `+Realtime.swift`.
package struct SpeechActivity: BitwiseCopyable {
    /// Indicates whether there is speech now.
    package internal(set) var isSpeech = false

    /// The rate of the sound, in hertz; 0 before the first block.
    var sampleRate = 0.0
    /// One of so many samples is looked at.
    var step = 1
    var phase = 0
    /// Samples of 10 ms.
    var pieceFrames = 80
    var filled = 0
    var highPass = SpeechFilter()
    var lowPass = SpeechFilter()
    var secondLowPass = SpeechFilter()

    /// Smoothed mean square of the pieces.
    var power: Float = 0
    /// The least of it in the present fifth of a second, and pieces in that.
    var least = Float.infinity
    var leastCount = 0
    var place = 0
    /// A bit for each of the last pieces that was voice; the newest is the lowest.
    var voiced: UInt64 = 0
    /// Pieces since the last that was voice.
    var quietPieces = 0

    /// The last five pieces: the place that a piece is compared with lies up to two of them back.
    let history: UnsafeMutablePointer<Float>
    /// The least power in each of the last fifths of a second.
    let minima: UnsafeMutablePointer<Float>

    /// Listens with the memory given.
    package init(_ memory: SpeechActivityMemory) {
        (history, minima) = (memory.history, memory.minima)
    }

    /// Samples of 10 ms at the highest rate after stepping, which is below 16 kHz.
    static var pieceLimit: Int {
        @_noAllocation @_noLocks get { 160 }
    }
    /// Fifths of a second that are remembered.
    static var minimumCount: Int {
        @_noAllocation @_noLocks get { 8 }
    }
}

/// The memory of a `SpeechActivity`.
package final class SpeechActivityMemory {
    let history: UnsafeMutablePointer<Float>
    let minima: UnsafeMutablePointer<Float>

    /// Allocates about 3 KiB.
    package init() {
        history = .allocate(capacity: 5 * SpeechActivity.pieceLimit)
        history.initialize(repeating: 0, count: 5 * SpeechActivity.pieceLimit)
        minima = .allocate(capacity: SpeechActivity.minimumCount)
        minima.initialize(repeating: .infinity, count: SpeechActivity.minimumCount)
    }

    deinit {
        history.deallocate()
        minima.deallocate()
    }
}

/// One section of the band that is looked at.
struct SpeechFilter: BitwiseCopyable {
    var coefficients = Biquad()
    var z1 = 0.0
    var z2 = 0.0

    @_noAllocation @_noLocks
    init() {}

    @_noAllocation @_noLocks
    init(_ coefficients: Biquad) { self.coefficients = coefficients }
}
