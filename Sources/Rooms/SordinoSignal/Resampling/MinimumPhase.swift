import CKernels
import SordinoRealtime

/// The impulse response whose energy comes as early as it can, with the magnitude of another's spectrum.
///
/// The logarithm of a magnitude has an even cepstrum; doubled where time is positive, and nothing where it is negative,
/// it is that of the spectrum with the least phase. Magnitudes of the stopband below -170 dB count as -170 dB.
///
/// - Source: A. V. Oppenheim, R. W. Schafer, "Discrete-Time Signal Processing", the chapter on cepstrum analysis.
struct MinimumPhase {
    /// Samples for each frame of the lower rate, and in all: 32 times the longest response.
    private static let perFrame = 16.0
    private static let size = 65_536
    private static let floor = 3.2e-9

    /// From three samples before time 0 on.
    private let samples: [Double]
    /// Samples for each input frame.
    private let density: Double
    /// Input frames that it lasts.
    let span: Double

    /// - Parameters:
    ///   - response: Symmetric about 0.
    ///   - span: Input frames that it lasts.
    ///   - stretch: Input frames for each of the lower rate.
    init(of response: (Double) -> Double, span: Double, stretch: Double) {
        let size = Self.size
        self.span = span
        density = Self.perFrame / stretch
        let planes = UnsafeMutablePointer<Double>.allocate(capacity: 2 * size)
        planes.initialize(repeating: 0, count: 2 * size)
        let table = FourierBank.makeTable(size: size)
        defer {
            planes.deallocate()
            table.deallocate()
        }
        let (real, imaginary) = (planes, planes + size)
        let reach = Int(span / 2 * density)
        precondition(reach < size / 4, "a response is much shorter than its transform")
        for index in -reach...reach {
            real[(index + size) % size] = response(Double(index) / density) / density
        }
        ckernels_fourier_forward(real, imaginary, table, size)
        for bin in 0..<size {
            let power = real[bin] * real[bin] + imaginary[bin] * imaginary[bin]
            real[bin] = RealtimeMath.log(max(power.squareRoot(), Self.floor))
            imaginary[bin] = 0
        }
        ckernels_fourier_backward(real, imaginary, table, size)
        for time in 0..<size {
            let weight = time == 0 || time == size / 2 ? 1.0 : time < size / 2 ? 2 : 0
            real[time] *= weight / Double(size)
            imaginary[time] = 0
        }
        ckernels_fourier_forward(real, imaginary, table, size)
        for bin in 0..<size {
            let magnitude = RealtimeMath.exp(real[bin])
            let phase = imaginary[bin]
            real[bin] = magnitude * RealtimeMath.cos(phase)
            imaginary[bin] = magnitude * RealtimeMath.sin(phase)
        }
        ckernels_fourier_backward(real, imaginary, table, size)
        let scale = density / Double(size)
        samples = (-3..<(2 * reach + 6)).map { scale * real[($0 + size) % size] }
    }

    /// The response at a time in input frames: 0 before it begins and after it has ended.
    func value(at time: Double) -> Double {
        guard time >= 0, time <= span else { return 0 }
        let place = time * density
        let whole = place.rounded(.down)
        let first = min(Int(whole), samples.count - 8)
        // The polynomial through eight neighbours, four on either side.
        let x = place - Double(first)
        var sum = 0.0
        for index in 0..<8 {
            var weight = 1.0
            for other in 0..<8 where other != index {
                weight *= (x - Double(other - 3)) / Double(index - other)
            }
            sum += weight * samples[first + index]
        }
        return sum
    }
}
