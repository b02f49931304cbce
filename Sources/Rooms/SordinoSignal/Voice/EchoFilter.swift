/// The linear part of echo cancellation: an adaptive model of the way from the loudspeakers to the microphone.
///
/// The impulse response is cut into partitions of one block, each a spectrum. A Kalman filter for each bin holds the
/// uncertainty of every coefficient, and steps as far as that uncertainty explains the error: so it adapts at once at
/// the beginning, and hardly moves during speech at the microphone. The path is taken to change slowly all the time,
/// and to have changed when the modelled echo appears in the error, turned over.
///
/// - Source: G. Enzner, P. Vary, "Frequency-domain adaptive Kalman filter for acoustic echo control in hands-free
///   telephones" (Signal Processing, 2006); F. Kuech, E. Mabande, G. Enzner, "State-space architecture of the
///   partitioned-block-based acoustic echo controller" (ICASSP 2014).
struct EchoFilter {
    /// Frames of a block.
    let block: Int
    let partitionCount: Int
    let channelCount: Int
    /// Floats from one spectrum to the next; the bins and some zeros.
    let stride: Int
    let fft: FFTTransform

    /// The newest spectra of each channel of the reference, a ring for each.
    let xReal: UnsafeMutablePointer<Float>
    let xImaginary: UnsafeMutablePointer<Float>
    let wReal: UnsafeMutablePointer<Float>
    let wImaginary: UnsafeMutablePointer<Float>
    /// The uncertainty of each coefficient: the expected square of its error.
    let variance: UnsafeMutablePointer<Float>
    let yReal: UnsafeMutablePointer<Float>
    let yImaginary: UnsafeMutablePointer<Float>
    let eReal: UnsafeMutablePointer<Float>
    let eImaginary: UnsafeMutablePointer<Float>
    /// The expected power of the echo that is left, by the uncertainty of the coefficients.
    let spread: UnsafeMutablePointer<Float>
    /// The smoothed power of the error.
    let noise: UnsafeMutablePointer<Float>
    let weight: UnsafeMutablePointer<Float>
    /// Samples of two blocks, for transforms.
    let time: UnsafeMutablePointer<Float>
    /// The block before, of each channel.
    let last: UnsafeMutablePointer<Float>
    /// The smoothed power of the echo that is modelled.
    let level: UnsafeMutablePointer<Float>
    /// The modelled echo that is in the error, turned over, smoothed; and its value if all of it were.
    var surplus: Float = 0
    var surplusLimit: Float = 0
    /// The usual share of that limit: the part that a linear model cannot follow.
    var usualSurplus: Float = 0
    /// Blocks until a change of the path is looked for again.
    var patience = 0
    /// The energy of the impulse response, smoothed.
    var energy: Float = 0
    /// The energy of each partition of the impulse response, as a spectrum.
    let energies: UnsafeMutablePointer<Float>
    /// The suspicion that the path has changed, 0 to 1: it rises sooner than a change is taken for certain.
    var alarm: Float = 0
    /// Changes of the path that were noticed.
    var changeCount = 0
    /// A block of each channel from the past.
    let moved: UnsafeMutablePointer<Float>
    /// The newest place of the rings.
    var head = 0
    /// The partition whose impulse response is cut to its length next.
    var turn = 0

    /// - Parameters:
    ///   - block: A power of two.
    ///   - fft: Of two blocks.
    init(block: Int, partitionCount: Int, channelCount: Int, fft: FFTTransform, memory: VoiceMemory) {
        (self.block, self.partitionCount, self.channelCount, self.fft) = (block, partitionCount, channelCount, fft)
        stride = (block + 16) / 16 * 16
        let all = stride * partitionCount * channelCount
        xReal = memory.floats(all)
        xImaginary = memory.floats(all)
        wReal = memory.floats(all)
        wImaginary = memory.floats(all)
        variance = memory.floats(all)
        yReal = memory.floats(stride)
        yImaginary = memory.floats(stride)
        eReal = memory.floats(stride)
        eImaginary = memory.floats(stride)
        spread = memory.floats(stride)
        noise = memory.floats(stride)
        weight = memory.floats(stride)
        level = memory.floats(stride)
        energies = memory.floats(partitionCount * channelCount)
        time = memory.floats(2 * block)
        last = memory.floats(block * channelCount)
        moved = memory.floats(block * channelCount)
        reset()
    }
}
