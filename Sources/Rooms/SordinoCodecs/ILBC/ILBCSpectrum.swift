import CMath

/// Line spectra and the filters that they stand for, as decoder and encoder need them (RFC 3951, 3.2.5, 3.2.6, 4.1).
struct ILBCSpectrum {
    /// The three codebooks, one after the other.
    let codebooks: UnsafeMutablePointer<Float>
    /// The spectra of this frame as the decoder knows them: one or two times ten frequencies.
    let decoded: UnsafeMutablePointer<Float>
    /// The last decoded spectrum of the previous frame.
    let earlier: UnsafeMutablePointer<Float>
    private let mean: UnsafeMutablePointer<Float>
    private let between: UnsafeMutablePointer<Float>
    private let product: UnsafeMutablePointer<Float>

    /// Takes its vectors from `memory`.
    init(memory: ILBCMemory) {
        codebooks = memory.take(ILBCTables.spectrumCodebooks, unit: 8192)
        mean = memory.take(ILBCTables.spectrumMean, unit: 8192)
        decoded = memory.take(2 * ILBCSize.order)
        earlier = memory.take(ILBCSize.order)
        between = memory.take(ILBCSize.order)
        product = memory.take(2 * 12)
        reset()
    }

    /// Puts the mean spectrum before the next frame.
    func reset() { setMean(earlier) }

    /// Stores the mean spectrum.
    func setMean(_ spectrum: UnsafeMutablePointer<Float>) {
        for index in 0..<ILBCSize.order { spectrum[index] = mean[index] }
    }

    /// Looks up the spectra of a packet and keeps their frequencies apart.
    func dequantise(_ indices: UnsafePointer<Int32>, count: Int) {
        for spectrum in 0..<count {
            var book = UnsafePointer(codebooks)
            var place = decoded + spectrum * ILBCSize.order
            for part in 0..<3 {
                let columns = part == 2 ? 4 : 3
                let rows = part == 0 ? 64 : 128
                let row = book + columns * (Int(indices[3 * spectrum + part]) & (rows - 1))
                for column in 0..<columns { place[column] = row[column] }
                place += columns
                book += rows * columns
            }
            Self.separate(decoded + spectrum * ILBCSize.order)
        }
    }

    /// Moves frequencies apart that are nearer than 50 Hz, in two passes (RFC 3951, A.40).
    static func separate(_ spectrum: UnsafeMutablePointer<Float>) {
        let (gap, half): (Float, Float) = (0.039, 0.0195)
        for _ in 0..<2 {
            for index in 0..<ILBCSize.order - 1 {
                let (low, high) = (spectrum[index], spectrum[index + 1])
                if high < low {
                    spectrum[index + 1] = low + half
                    spectrum[index] = spectrum[index + 1] - half
                } else if high - low < gap {
                    spectrum[index] = low - half
                    spectrum[index + 1] = high + half
                }
                spectrum[index] = min(max(spectrum[index], 0.01), 3.14)
            }
        }
    }

    /// Computes the filter of each sub-block from interpolated spectra.
    ///
    /// - Parameters:
    ///   - mode: The frame's mode.
    ///   - spectra: The spectra of this frame.
    ///   - earlier: The last spectrum of the previous frame; becomes this frame's last.
    ///   - filters: Receives eleven coefficients for each sub-block.
    func interpolate(
        mode: ILBCMode, spectra: UnsafePointer<Float>, earlier: UnsafeMutablePointer<Float>,
        filters: UnsafeMutablePointer<Float>
    ) {
        let order = ILBCSize.order
        let last = spectra + (mode.spectrumCount - 1) * order
        for subBlock in 0..<mode.subBlockCount {
            let isAcross = mode == .milliseconds20 || subBlock == 0
            let from = isAcross ? UnsafePointer(earlier) : spectra
            let to = isAcross ? spectra : last
            let weight = mode.earlierWeight(ofSubBlock: subBlock)
            for index in 0..<order { between[index] = weight * from[index] + (1 - weight) * to[index] }
            makeFilter(between, into: filters + subBlock * ILBCSize.filter)
        }
        for index in 0..<order { earlier[index] = last[index] }
    }

    /// Computes the predictor whose line spectrum is `spectrum`.
    ///
    /// The even frequencies are the zeros of A(z) + z^-11 A(1/z), the odd ones of the difference.
    private func makeFilter(_ spectrum: UnsafePointer<Float>, into filter: UnsafeMutablePointer<Float>) {
        let (even, odd) = (product + 1, product + 13)
        for index in 0..<ILBCSize.filter { (even[index], odd[index]) = (0, 0) }
        (even[0], odd[0], even[-1], odd[-1]) = (1, 1, 0, 0)
        for pair in 0..<5 {
            let evenTap = -2 * cmath_cosf(spectrum[2 * pair])
            let oddTap = -2 * cmath_cosf(spectrum[2 * pair + 1])
            var power = 2 * pair + 2
            while power > 1 {
                even[power] += evenTap * even[power - 1] + even[power - 2]
                odd[power] += oddTap * odd[power - 1] + odd[power - 2]
                power -= 1
            }
            even[1] += evenTap
            odd[1] += oddTap
        }
        filter[0] = 1
        for power in 1...ILBCSize.order {
            filter[power] = 0.5 * (even[power] + even[power - 1] + odd[power] - odd[power - 1])
        }
    }
}
