import SordinoRealtime

/// A model of a loudspeaker that distorts: a curve without memory, through which the reference passes before the echo
/// filter.
///
/// The curve is odd and consists of straight pieces: from each corner on, its slope changes by a weight. The weights
/// are found by least squares: the part of the reference beyond each corner, passed through the strongest part of the
/// echo filter, is compared with the error. The echo itself takes part in the comparison, so that a filter that is only
/// too weak or too strong does not count as distortion. Nothing is bent until the corners have explained much of the
/// error for seconds.
///
/// - Source: M. Scarpiniti, D. Comminiello, R. Parisi, A. Uncini, "Hammerstein uniform cubic spline adaptive filters:
///   learning and convergence properties" (Signal Processing, 2014), for the shape of the model.
struct LoudspeakerShape {
    static var cornerCount: Int { @_noAllocation @_noLocks get { 5 } }
    /// Partitions of the echo filter that are used, at most.
    static var longest: Int { @_noAllocation @_noLocks get { 12 } }

    let block: Int
    /// Floats from one spectrum to the next.
    let stride: Int
    let partitionCount: Int
    let fft: FFTTransform
    /// Amplitudes from 1/64 to 1/4.
    let corners: UnsafeMutablePointer<Float>
    /// The change of the slope from each corner on.
    let weights: UnsafeMutablePointer<Float>
    /// Spectra of the reference beyond each corner, a ring for each.
    let xReal: UnsafeMutablePointer<Float>
    let xImaginary: UnsafeMutablePointer<Float>
    let yReal: UnsafeMutablePointer<Float>
    let yImaginary: UnsafeMutablePointer<Float>
    let spare: UnsafeMutablePointer<Float>
    /// Samples of two blocks, for transforms.
    let time: UnsafeMutablePointer<Float>
    /// The block before, of each corner.
    let last: UnsafeMutablePointer<Float>
    /// Blocks of each corner in which nothing was beyond it, up to the length of the ring and one.
    let emptyBlocks: UnsafeMutablePointer<Float>
    /// The echo at the microphone, and the part that each corner contributes to it.
    let heard: UnsafeMutablePointer<Float>
    /// Smoothed sums of products of these with each other and with the error, over the error's power.
    let products: UnsafeMutablePointer<Float>
    let errors: UnsafeMutablePointer<Float>
    let triangle: UnsafeMutablePointer<Float>
    let step: UnsafeMutablePointer<Float>
    var errorPower: Float = 0
    /// The smoothed sum of the error with itself.
    var total: Float = 0
    /// The newest place of the rings.
    var head = 0
    /// The first partition of the echo filter that is used.
    var first = 0
    /// Blocks until the rings are filled.
    var wait = 0
    /// Blocks since the last step.
    var turn = 0
    /// The share of the error that the corners explain, smoothed over seconds.
    var usualShare: Float = 0
    /// Set once the loudspeaker is taken to distort.
    var isActive = false

    /// - Parameters:
    ///   - partitionCount: That of the echo filter.
    ///   - fft: Of two blocks.
    init(block: Int, partitionCount: Int, fft: FFTTransform, memory: VoiceMemory) {
        (self.block, self.fft) = (block, fft)
        self.partitionCount = min(Self.longest, partitionCount)
        stride = (block + 16) / 16 * 16
        let count = Self.cornerCount
        corners = memory.floats((0..<count).map { 1 / Float(1 << (count + 1 - $0)) })
        weights = memory.floats(count)
        xReal = memory.floats(count * self.partitionCount * stride)
        xImaginary = memory.floats(count * self.partitionCount * stride)
        yReal = memory.floats(stride)
        yImaginary = memory.floats(stride)
        spare = memory.floats(stride)
        time = memory.floats(2 * block)
        last = memory.floats(count * block)
        emptyBlocks = memory.floats(count)
        let lines = count + 1
        heard = memory.floats(lines * block)
        products = memory.floats(lines * lines)
        errors = memory.floats(lines)
        triangle = memory.floats(lines * lines)
        step = memory.floats(lines)
        reset()
    }
}
