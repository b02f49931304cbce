/// Holds the signal memory of one channel: low subbands, generated subbands, and all that lasts from frame to frame.
///
/// Rows are QMF slots. All memory is allocated in `init`; an instance serves one thread at a time.
final class SBRChannel {
    /// Numbers from row to row of the low subbands.
    static let lowStride = 32
    /// Numbers from row to row of generated and joined subbands.
    static let stride = 72
    /// Numbers of each list over generated subbands; more than 64, since vectors may overrun by 3.
    static let listCount = 72

    /// The parameters of the frame.
    var parameters = SBRParameters()
    /// The parameters of the frame before.
    var previous = SBRParameters()

    let shape: SBRShape
    let analysis: QMFAnalysis
    /// Low subbands: two rows for prediction, the overlap, then the frame.
    let lowReal: UnsafeMutablePointer<Float>
    let lowImaginary: UnsafeMutablePointer<Float>
    /// Transposed subbands of the frame from its first generated subband on.
    let highReal: UnsafeMutablePointer<Float>
    let highImaginary: UnsafeMutablePointer<Float>
    /// All subbands as they leave: the frame's rows, then the overlap.
    let outReal: UnsafeMutablePointer<Float>
    let outImaginary: UnsafeMutablePointer<Float>
    /// Prediction coefficients by low subband: alpha 0 and 1, real and imaginary parts.
    let prediction: UnsafeMutablePointer<Float>
    /// Lists over generated subbands; see `SBRAdjuster`.
    let lists: UnsafeMutablePointer<Float>
    /// Smoothed gains and noise levels: four rows of the past, then the frame's.
    let gainRows: UnsafeMutablePointer<Float>
    let noiseRows: UnsafeMutablePointer<Float>
    /// Levels after dequantisation, by envelope and band, and by floor and band.
    let levels: UnsafeMutablePointer<Float>
    let noise: UnsafeMutablePointer<Float>
    /// Bandwidth expansion by noise band.
    let expansion: UnsafeMutablePointer<Float>
    /// Indicates a sinusoid in the last envelope, by generated subband.
    let hadSinusoid: UnsafeMutablePointer<Float>
    /// Place in the noise table, 0 to 511.
    var noiseIndex = 0
    /// Phase of the sinusoids, 0 to 3.
    var sinusoidPhase = 0
    /// The envelope of this frame that continues a transient of the frame before: 0, or -1.
    var continuedTransient = -1
    /// Subbands below which the previous frame's rows hold core signal.
    var previousFirst = 32
    /// Subbands that the previous frame generated.
    var previousCount = 0
    /// The row up to which the previous frame generated subbands.
    var previousEnd = 0

    private let floats: UnsafeMutablePointer<Float>

    init(shape: SBRShape, kind: QMFKind) {
        self.shape = shape
        // Rows up to the next multiple of four are written and read by the filter banks.
        let rowCount = shape.lowRowCount + 4
        let lowCount = rowCount * Self.lowStride + 8
        let highCount = rowCount * Self.stride + 8
        let total =
            2 * lowCount + 6 * highCount + 5 * 32 + 10 * Self.listCount + 2 * Self.stride * 4
            + SBRParameters.envelopeLimit * 64 + 32 + Self.listCount
        floats = .allocate(capacity: total)
        floats.initialize(repeating: 0, count: total)
        var next = floats
        func take(_ count: Int) -> UnsafeMutablePointer<Float> {
            defer { next += count }
            return next
        }
        lowReal = take(lowCount)
        lowImaginary = take(lowCount)
        highReal = take(highCount)
        highImaginary = take(highCount)
        outReal = take(highCount)
        outImaginary = take(highCount)
        gainRows = take(highCount + 4 * Self.stride)
        noiseRows = take(highCount + 4 * Self.stride)
        prediction = take(4 * 32 + 8)
        lists = take(10 * Self.listCount)
        levels = take(SBRParameters.envelopeLimit * 64)
        noise = take(16)
        expansion = take(8)
        hadSinusoid = take(Self.listCount)
        analysis = QMFAnalysis(kind: kind, bandCount: 32, slotLimit: shape.slotCount, gain: 2 * 32768)
    }

    deinit { floats.deallocate() }

    /// Forgets all frames, as after a jump.
    func reset() {
        parameters.reset()
        previous.reset()
        analysis.reset()
        lowReal.update(repeating: 0, count: (shape.lowRowCount + 4) * Self.lowStride)
        lowImaginary.update(repeating: 0, count: (shape.lowRowCount + 4) * Self.lowStride)
        outReal.update(repeating: 0, count: (shape.lowRowCount + 4) * Self.stride)
        outImaginary.update(repeating: 0, count: (shape.lowRowCount + 4) * Self.stride)
        resetGeneration()
        (sinusoidPhase, continuedTransient) = (0, -1)
        (previousFirst, previousCount, previousEnd) = (32, 0, 0)
    }

    /// Forgets all that depends on the frequency bands, as after a new header.
    func resetGeneration() {
        noiseIndex = 0
        expansion.update(repeating: 0, count: 8)
        hadSinusoid.update(repeating: 0, count: Self.listCount)
        for band in 0..<SBRBands.noiseLimit {
            parameters.whitening[band] = 0
            previous.whitening[band] = 0
        }
    }

    /// Splits the core's frame behind the rows of the frame before.
    ///
    /// - Parameters:
    ///   - core: The frame's samples.
    ///   - first: Subbands that the core fills; those above become silent.
    func analyse(_ core: UnsafePointer<Float>, first: Int) {
        let (kept, count) = (shape.lowRowCount - shape.slotCount, shape.slotCount)
        let moved = kept * Self.lowStride
        lowReal.update(from: lowReal + count * Self.lowStride, count: moved)
        lowImaginary.update(from: lowImaginary + count * Self.lowStride, count: moved)
        analysis.process(
            core, slotCount: count, real: lowReal + moved, imaginary: lowImaginary + moved, stride: Self.lowStride)
        guard first < 32 else { return }
        for row in kept..<kept + count {
            for band in first..<32 {
                lowReal[row &* Self.lowStride &+ band] = 0
                lowImaginary[row &* Self.lowStride &+ band] = 0
            }
        }
    }

    /// Joins low and generated subbands to the rows that leave.
    ///
    /// - Parameters:
    ///   - first: First generated subband.
    ///   - count: Generated subbands; 0 if the frame is only up-sampled.
    ///   - start: First row that this frame generated.
    ///   - end: The row behind the last that this frame generated.
    func join(first: Int, count: Int, start: Int, end: Int) {
        let rows = shape.slotCount + shape.overlap
        // Rows before `start` belong to the frame before, with its own subbands.
        let old = min(previousEnd, count > 0 ? start : previousEnd)
        for row in 0..<rows {
            let isOld = row < (count > 0 ? start : previousEnd)
            let (low, high) = isOld ? (previousFirst, previousCount) : (first, count)
            let target = row &* Self.stride
            let source = (row &+ 2) &* Self.lowStride
            outReal.advanced(by: target).update(from: lowReal + source, count: low)
            outImaginary.advanced(by: target).update(from: lowImaginary + source, count: low)
            let isGenerated = isOld ? row < old : row < end && count > 0
            let from = isGenerated ? low + high : low
            if from < 64 {
                outReal.advanced(by: target + from).update(repeating: 0, count: 64 - from)
                outImaginary.advanced(by: target + from).update(repeating: 0, count: 64 - from)
            }
        }
    }

    /// Moves the overlap to the front after the rows have left.
    func advance(first: Int, count: Int, end: Int) {
        let moved = shape.overlap * Self.stride
        outReal.update(from: outReal + shape.slotCount * Self.stride, count: moved)
        outImaginary.update(from: outImaginary + shape.slotCount * Self.stride, count: moved)
        (previousFirst, previousCount) = (first, count)
        previousEnd = max(0, end - shape.slotCount)
    }
}
