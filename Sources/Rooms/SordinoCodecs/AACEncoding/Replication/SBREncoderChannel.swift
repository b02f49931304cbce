/// The subbands of one channel before replication: rows of 64 complex numbers, those of the frame in work and those
/// after it.
///
/// Rows before the frame serve the prediction that separates tones from noise. All memory is allocated in `init`.
final class SBREncoderChannel {
    /// Numbers from row to row.
    static let stride = 64
    /// Rows kept before the frame.
    static let past = 8

    /// Rows of a frame: 32, or 16 for low delay.
    let rowCount: Int
    /// Rows known after the frame.
    let aheadCount: Int
    /// Real and imaginary parts; row 0 of the frame is at row `past`.
    let real: UnsafeMutablePointer<Float>
    let imaginary: UnsafeMutablePointer<Float>
    /// Their squared magnitudes, in the same order.
    let energies: UnsafeMutablePointer<Float>
    /// The share of noise in each subband of the frame, 0 for a tone to 1.
    let noiseShares: UnsafeMutablePointer<Float>
    /// The mean energy of each subband in the frame.
    let means: UnsafeMutablePointer<Float>
    private let analysis: QMFAnalysis
    private let line: UnsafeMutablePointer<Float>
    private let lineDelay: Int
    private let floats: UnsafeMutablePointer<Float>

    /// Makes a channel.
    ///
    /// - Parameters:
    ///   - rowCount: 32 or 16.
    ///   - kind: The family of the filter bank.
    ///   - lag: Samples by which the frame's rows lie before the newest ones.
    init(rowCount: Int, kind: QMFKind, lag: Int) {
        self.rowCount = rowCount
        aheadCount = max(0, lag) / 64
        lineDelay = max(0, lag) % 64
        let rows = (Self.past + rowCount + aheadCount + 4) * Self.stride
        let total = 3 * rows + 64 * 2 + 64 + rowCount * 64 + 8
        floats = .allocate(capacity: total)
        floats.initialize(repeating: 0, count: total)
        real = floats
        imaginary = floats + rows
        energies = floats + 2 * rows
        noiseShares = floats + 3 * rows
        means = noiseShares + 64
        line = means + 64
        analysis = QMFAnalysis(kind: kind, bandCount: 64, slotLimit: rowCount, gain: 32768, bound: 16)
    }

    deinit { floats.deallocate() }

    /// The first new row.
    private var newest: Int { Self.past &+ aheadCount }

    /// Moves on by a frame, and splits `rowCount` * 64 samples to the newest rows.
    func take(_ input: UnsafePointer<Float>) {
        advance()
        let count = rowCount &* 64
        (line + lineDelay).update(from: input, count: count)
        let place = newest &* Self.stride
        analysis.process(
            line, slotCount: rowCount, real: real + place, imaginary: imaginary + place, stride: Self.stride)
        line.update(from: line + count, count: lineDelay)
        measure()
    }

    /// Moves on by a frame; the newest rows are then to be written, and `measure` to be called.
    func advance() {
        let moved = newest &* Self.stride
        let from = rowCount &* Self.stride
        real.update(from: real + from, count: moved)
        imaginary.update(from: imaginary + from, count: moved)
        energies.update(from: energies + from, count: moved)
    }

    /// The first of the newest rows.
    var newestReal: UnsafeMutablePointer<Float> { real + newest &* Self.stride }
    var newestImaginary: UnsafeMutablePointer<Float> { imaginary + newest &* Self.stride }

    /// Computes the energies of the newest rows.
    func measure() {
        var place = newest &* Self.stride
        let end = place &+ rowCount &* Self.stride
        while place < end {
            let (re, im) = (load8(real + place), load8(imaginary + place))
            store8(energies + place, re * re + im * im)
            place &+= 8
        }
    }

    /// The mean energy of subbands over rows of the frame.
    func mean(rows: Range<Int>, subbands: Range<Int>) -> Float {
        var sum: Float = 0
        for row in rows {
            let source = energies + (Self.past &+ row) &* Self.stride
            for subband in subbands { sum += source[subband] }
        }
        return sum / Float(max(1, rows.count &* subbands.count))
    }

    /// Computes `means` and `noiseShares` of the subbands in the frame.
    ///
    /// Each number is predicted from those two and four rows before, a distance at which noise is hardly predictable
    /// and tones are; what prediction leaves is noise.
    /// - Parameter end: The subband after the last.
    func tellNoise(end: Int) {
        let (count, stride) = (rowCount, Self.stride)
        var k = 0
        while k < end {
            var r00 = SIMD4<Float>.zero
            var r11 = SIMD4<Float>.zero
            var r22 = SIMD4<Float>.zero
            var (r01r, r01i) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
            var (r02r, r02i) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
            var (r12r, r12i) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
            for row in 0..<count {
                let at = (Self.past &+ row) &* stride &+ k
                let (x, xi) = (load4(real + at), load4(imaginary + at))
                let (y, yi) = (load4(real + (at &- 2 &* stride)), load4(imaginary + (at &- 2 &* stride)))
                let (z, zi) = (load4(real + (at &- 4 &* stride)), load4(imaginary + (at &- 4 &* stride)))
                r00 += x * x + xi * xi
                r11 += y * y + yi * yi
                r22 += z * z + zi * zi
                r01r += x * y + xi * yi
                r01i += xi * y - x * yi
                r02r += x * z + xi * zi
                r02i += xi * z - x * zi
                r12r += y * z + yi * zi
                r12i += yi * z - y * zi
            }
            store4(means + k, r00 / Float(count))
            // The share that the best prediction explains: c* R^-1 c, in units of the energy, so that nothing overflows.
            let unit = 1 / (r00 + 1e-3)
            let (a, d) = (r11 * unit * 1.00001 + 1e-6, r22 * unit * 1.00001 + 1e-6)
            let (c1r, c1i, c2r, c2i) = (r01r * unit, r01i * unit, r02r * unit, r02i * unit)
            let (er, ei) = (r12r * unit, r12i * unit)
            let determinant = a * d - (er * er + ei * ei)
            // Twice the real part of c1 e conj(c2), where e is the sum of y conj(z).
            let (turned, turnedI) = (c1r * er - c1i * ei, c1r * ei + c1i * er)
            let mixed = 2 * (turned * c2r + turnedI * c2i)
            let (first, second) = (c1r * c1r + c1i * c1i, c2r * c2r + c2i * c2i)
            let safe = determinant.replacing(with: 1, where: determinant .<= 0)
            var explained = (first * d + second * a - mixed) / safe
            explained.replace(with: 0, where: determinant .<= 0)
            var share = 1 - explained
            share.replace(with: 0.001, where: share .< 0.001)
            // A comparison with not-a-number is false.
            share.replace(with: 1, where: .!(share .<= 1))
            store4(noiseShares + k, share)
            k &+= 4
        }
    }
}
