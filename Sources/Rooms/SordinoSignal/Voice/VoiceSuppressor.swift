import SordinoRealtime

/// The second part of voice processing: takes away the echo that the filter leaves and the noise of the room, bin by
/// bin.
///
/// Frames of eight blocks are transformed, one with each block. Only the newest two blocks of each frame are given
/// back, so that the delay is two blocks while the spectrum is as fine as eight allow.
///
/// The echo that is left is taken to be the share of the modelled echo that was left before, tracked band by band, and
/// the uncertainty that the filter reports. The noise is the sound between words, tracked by the probability that
/// there is no speech, and at most a multiple of the least power of the last 1.6 seconds. Where echo is taken away,
/// noise like that of the room fills the gap, so that the far end notices no holes.
///
/// - Source: D. Mauler, R. Martin, "A low delay, variable resolution, perfect reconstruction spectral
///   analysis-synthesis system for speech enhancement" (EUSIPCO 2007); T. Gerkmann, R. C. Hendriks, "Unbiased
///   MMSE-based noise power estimation with low complexity and low tracking delay" (IEEE TASLP, 2012); R. Martin,
///   "Noise power spectral density estimation based on optimal smoothing and minimum statistics" (IEEE TSAP, 2001); Y.
///   Ephraim, D. Malah, "Speech enhancement using a minimum mean-square error short-time spectral amplitude estimator"
///   (IEEE TASSP, 1984).
struct VoiceSuppressor {
    let block: Int
    /// Blocks of a frame.
    static var frameBlocks: Int { @_noAllocation @_noLocks get { 8 } }
    /// Samples of a frame.
    let frame: Int
    let binCount: Int
    /// Bins of a band in which the leak is tracked.
    static var bandWidth: Int { @_noAllocation @_noLocks get { 8 } }
    let fft: FFTTransform
    let analysis: UnsafeMutablePointer<Float>
    let synthesis: UnsafeMutablePointer<Float>

    /// The newest frame of the error and of the modelled echo.
    let errorFrame: UnsafeMutablePointer<Float>
    let echoFrame: UnsafeMutablePointer<Float>
    let time: UnsafeMutablePointer<Float>
    let real: UnsafeMutablePointer<Float>
    let imaginary: UnsafeMutablePointer<Float>
    let power: UnsafeMutablePointer<Float>
    let echoPower: UnsafeMutablePointer<Float>
    let scratchReal: UnsafeMutablePointer<Float>
    let scratchImaginary: UnsafeMutablePointer<Float>
    /// Powers of error and modelled echo by bin, smoothed over frames.
    let smoothError: UnsafeMutablePointer<Float>
    let smoothEcho: UnsafeMutablePointer<Float>
    /// The power of the echo that is left.
    let residue: UnsafeMutablePointer<Float>
    /// Its share in the modelled echo, of each band.
    let leak: UnsafeMutablePointer<Float>
    let noise: UnsafeMutablePointer<Float>
    /// The smoothed power; its least value in the present piece of 0.2 seconds, and in each of the pieces before.
    let smoothPower: UnsafeMutablePointer<Float>
    let least: UnsafeMutablePointer<Float>
    let pastLeast: UnsafeMutablePointer<Float>
    /// The least of all of these.
    let floor: UnsafeMutablePointer<Float>
    /// The oldest of the pieces, and blocks in the present one.
    var place = 0
    var blocksInPiece = 0
    static var pieceCount: Int { @_noAllocation @_noLocks get { 8 } }
    /// Blocks of a piece.
    static var blocksOfPiece: Int { @_noAllocation @_noLocks get { 50 } }
    /// The smoothed probability of speech.
    let presence: UnsafeMutablePointer<Float>
    let echoGain: UnsafeMutablePointer<Float>
    let noiseGain: UnsafeMutablePointer<Float>
    /// The power of the clean speech in the frame before, over the noise's.
    let prior: UnsafeMutablePointer<Float>
    /// The second half of the frame before, of one block.
    let overlap: UnsafeMutablePointer<Float>
    /// Blocks since the beginning, as far as they count.
    var age = 0
    var random: UInt32 = 1
    /// The ratio of the error to the echo that is left in it, smoothed.
    var nearness: Float = 1
    /// The probability of speech at the microphone, of this frame.
    var speech: Float = 0
    /// The mean power of the noise in a sample, before and after suppression.
    var noisePower: Float = 0
    var noiseLeft: Float = 0
    /// A frame's power in the bins, for each of a sample.
    let windowPower: Float
    /// The power of the loudest talker, and the factor by which all but that voice is turned down while it is isolated.
    var talk: Float = 0
    var gate: Float = 1
    /// The factor for frequencies above the highest bin.
    var highGain: Float = 1

    /// - Parameter fft: Of `frameBlocks` blocks.
    init(block: Int, fft: FFTTransform, memory: VoiceMemory) {
        self.block = block
        self.fft = fft
        frame = Self.frameBlocks * block
        binCount = frame / 2 + 1
        let rise = frame - block
        var rising: [Float] = []
        var back: [Float] = []
        for index in 0..<frame {
            let inHann = Double(index - (rise - block)) / Double(2 * block)
            let falling = RealtimeMath.sin(Double.pi * inHann)
            let slow = RealtimeMath.sin(Double.pi * Double(index) / Double(2 * rise))
            let value = index < rise ? slow : falling
            rising.append(Float(value))
            let hann = inHann < 0 ? 0 : falling * falling
            back.append(value > 1e-6 ? Float(hann / value) : 0)
        }
        analysis = memory.floats(rising)
        // Each bin but two stands for itself and its mirror image.
        windowPower = rising.reduce(0) { $0 + $1 * $1 } * Float(frame) / 2
        synthesis = memory.floats(back)
        errorFrame = memory.floats(frame)
        echoFrame = memory.floats(frame)
        time = memory.floats(frame)
        real = memory.floats(binCount)
        imaginary = memory.floats(binCount)
        scratchReal = memory.floats(binCount)
        scratchImaginary = memory.floats(binCount)
        power = memory.floats(binCount)
        echoPower = memory.floats(binCount)
        smoothError = memory.floats(binCount)
        smoothEcho = memory.floats(binCount)
        residue = memory.floats(binCount)
        leak = memory.floats(binCount)
        noise = memory.floats(binCount)
        smoothPower = memory.floats(binCount)
        least = memory.floats(binCount)
        pastLeast = memory.floats(binCount * Self.pieceCount)
        floor = memory.floats(binCount)
        presence = memory.floats(binCount)
        echoGain = memory.floats(binCount)
        noiseGain = memory.floats(binCount)
        prior = memory.floats(binCount)
        overlap = memory.floats(block)
        reset()
    }
}

/// The parts of voice processing that are wanted.
package struct VoiceParts: OptionSet, Sendable {
    package let rawValue: UInt32

    @_noAllocation @_noLocks
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Removes the echo of the loudspeakers.
    package static var echo: VoiceParts { @_noAllocation @_noLocks get { VoiceParts(rawValue: 1) } }
    /// Takes away the noise of the room.
    package static var noise: VoiceParts { @_noAllocation @_noLocks get { VoiceParts(rawValue: 2) } }
    /// Takes away all but the voice beside the microphone, with `noise`.
    package static var isolation: VoiceParts { @_noAllocation @_noLocks get { VoiceParts(rawValue: 8) } }
    /// Brings speech to one level.
    package static var level: VoiceParts { @_noAllocation @_noLocks get { VoiceParts(rawValue: 4) } }

    /// Echo cancellation and noise suppression.
    package static var echoAndNoise: VoiceParts { @_noAllocation @_noLocks get { VoiceParts(rawValue: 3) } }
    /// Echo cancellation, noise suppression and level control.
    package static var everything: VoiceParts { @_noAllocation @_noLocks get { VoiceParts(rawValue: 7) } }

    @_noAllocation @_noLocks
    func has(_ part: VoiceParts) -> Bool { rawValue & part.rawValue != 0 }
}
