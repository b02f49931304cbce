import CMath

/// Halves the sampling rate of a signal by a half-band filter of linear phase, one frame a call.
///
/// Every second coefficient is zero but the middle one, so only the odd samples are filtered. With 63 samples on each
/// side the pass band ends at 0.46 of the half rate, and aliases are 80 dB down. All memory is allocated in `init`.
final class HalfRateDecimator {
    /// The delay in samples of the input; even.
    let delay: Int
    /// Samples that a call makes.
    let outputCount: Int
    private let half: Int
    private let taps: UnsafeMutablePointer<Float>
    private let even: UnsafeMutablePointer<Float>
    private let odd: UnsafeMutablePointer<Float>

    /// Makes a filter with a silent past.
    ///
    /// - Parameters:
    ///   - reach: Samples on each side of the middle, an odd number.
    ///   - outputCount: Samples that a call makes, a multiple of four.
    init(reach: Int, outputCount: Int) {
        half = (reach + 1) / 2
        delay = reach + 1
        self.outputCount = outputCount
        taps = .allocate(capacity: half)
        let count = outputCount + 2 * half
        even = .allocate(capacity: count)
        odd = .allocate(capacity: count)
        even.initialize(repeating: 0, count: count)
        odd.initialize(repeating: 0, count: count)
        let shape = 8.0
        var values = (0..<half).map { index -> Double in
            let place = Double(2 * index + 1)
            let ratio = place / Double(reach + 1)
            let window = Self.bessel(shape * cmath_sqrt(max(0, 1 - ratio * ratio))) / Self.bessel(shape)
            return cmath_sin(Double.pi * place / 2) / (Double.pi * place) * window
        }
        // The gain at zero hertz is one.
        let sum = values.reduce(0, +)
        values = values.map { $0 * 0.25 / sum }
        for index in 0..<half { taps[index] = Float(values[index]) }
    }

    deinit {
        taps.deallocate()
        even.deallocate()
        odd.deallocate()
    }

    /// The modified Bessel function of the order zero.
    private static func bessel(_ x: Double) -> Double {
        var (term, sum) = (1.0, 1.0)
        for index in 1..<40 {
            term *= x * x / (4 * Double(index * index))
            sum += term
        }
        return sum
    }

    /// Filters 2 * `outputCount` samples to `outputCount`.
    func process(_ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>) {
        let past = 2 &* half
        for index in 0..<outputCount {
            even[past &+ index] = input[2 &* index]
            odd[past &+ index] = input[2 &* index &+ 1]
        }
        var index = 0
        while index < outputCount {
            let centre = past &+ index &- half
            var sum: SIMD4<Float> = load4(even + centre) * 0.5
            let (above, below) = (odd + centre, odd + (centre &- 1))
            for tap in 0..<half { sum += (load4(above + tap) + load4(below - tap)) * taps[tap] }
            store4(output + index, sum)
            index &+= 4
        }
        even.update(from: even + outputCount, count: past)
        odd.update(from: odd + outputCount, count: past)
    }
}
