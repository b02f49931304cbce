import SordinoRealtime

/// A sine of known frequency taken out of a signal by least squares: its level, and what is left.
struct SineFit {
    /// Amplitude of the sine.
    let amplitude: Double
    /// Its phase at the first sample, in radians, of a sine.
    let phase: Double
    /// Root mean square of what is left when sine and constant are taken away.
    let residual: Double

    /// - Parameter cyclesPerSample: 0 ..< 0.5.
    init(_ samples: ArraySlice<Float>, cyclesPerSample: Double) {
        // Normal equations for a sin + b cos + c.
        var m = [[Double]](repeating: [0, 0, 0, 0], count: 3)
        let omega = 2 * Double.pi * cyclesPerSample
        for (index, sample) in samples.enumerated() {
            let row = [RealtimeMath.sin(omega * Double(index)), RealtimeMath.cos(omega * Double(index)), 1]
            for i in 0..<3 {
                for j in 0..<3 { m[i][j] += row[i] * row[j] }
                m[i][3] += row[i] * Double(sample)
            }
        }
        for pivot in 0..<3 {
            for row in 0..<3 where row != pivot {
                let factor = m[row][pivot] / m[pivot][pivot]
                for column in 0..<4 { m[row][column] -= factor * m[pivot][column] }
            }
        }
        let (a, b, c) = (m[0][3] / m[0][0], m[1][3] / m[1][1], m[2][3] / m[2][2])
        amplitude = (a * a + b * b).squareRoot()
        phase = RealtimeMath.atan2(b, a)
        var sum = 0.0
        for (index, sample) in samples.enumerated() {
            let fit =
                a * RealtimeMath.sin(omega * Double(index)) + b * RealtimeMath.cos(omega * Double(index)) + c
            sum += (Double(sample) - fit) * (Double(sample) - fit)
        }
        residual = (sum / Double(samples.count)).squareRoot()
    }

    /// The rest against the sine, both root mean square, in dB.
    var distortionDecibels: Double { 20 * RealtimeMath.log10(residual / (amplitude / 2.0.squareRoot())) }

    /// A sine of this frequency.
    static func tone(_ hertz: Double, rate: Double, amplitude: Double = 0.891_250_938, count: Int) -> [Float] {
        (0..<count).map { Float(amplitude * RealtimeMath.sin(2 * Double.pi * hertz * Double($0) / rate)) }
    }
}

/// Decibels of an amplitude ratio.
func decibels(_ ratio: Double) -> Double { 20 * RealtimeMath.log10(max(ratio, 1e-15)) }
