import Foundation
import SordinoGraph
import SordinoSignal

/// A measure of a unit, as points of a curve.
enum Measures {
    private static let size = 32_768

    /// Power of each bin of a part of a sound.
    private static func powers(_ samples: ArraySlice<Float>, size: Int, isWindowed: Bool) -> [Double] {
        let fft = FFT(sampleCount: size)
        let planes = (0..<3).map { _ in UnsafeMutablePointer<Float>.allocate(capacity: size + 64) }
        defer { for plane in planes { plane.deallocate() } }
        let window = isWindowed ? Window.hann.periodic(count: size) : [Float](repeating: 1, count: size)
        for index in 0..<size {
            let place = samples.startIndex + index
            planes[0][index] = place < samples.endIndex ? samples[place] * window[index] : 0
        }
        fft.transform.forward(planes[0], real: planes[1], imaginary: planes[2])
        return (0...size / 2).map { Double(planes[1][$0] * planes[1][$0] + planes[2][$0] * planes[2][$0]) }
    }

    /// Levels over 20 Hz to 20 kHz on a logarithmic axis: the mean or the greatest of the bins that fall together.
    private static func levels(_ powers: [Double], size: Int, isGreatest: Bool, scale: Double) -> [(
        x: Double, y: Double
    )] {
        let count = 240
        return (0..<count).map { index in
            let (low, high) = (
                20 * pow(1000, (Double(index) - 0.5) / Double(count - 1)),
                20 * pow(1000, (Double(index) + 0.5) / Double(count - 1))
            )
            let bin = Double(size) / Listening.sampleRate
            let first = Int((low * bin).rounded())
            let last = max(first, Int((high * bin).rounded()) - 1)
            let part = powers[first...min(last, powers.count - 1)]
            let power = isGreatest ? part.max() ?? 0 : part.reduce(0, +) / Double(part.count)
            return (Double(index) / Double(count - 1), 10 * log10(max(power * scale, 1e-30)))
        }
    }

    /// How loud each frequency leaves the unit, against how it came in.
    static func response(_ unit: UnitProcessor) -> [(x: Double, y: Double)] {
        var impulse = [Float](repeating: 0, count: size)
        impulse[0] = 1e-3
        let made = Listening.render(unit, [impulse, impulse], frameCount: size)
        return levels(powers(made[...], size: size, isWindowed: false), size: size, isGreatest: false, scale: 1e6)
    }

    /// The spectrum of what becomes of a tone of 220 Hz at -6 dB.
    static func tone(_ unit: UnitProcessor?) -> [(x: Double, y: Double)] {
        let hertz = 150 * Listening.sampleRate / Double(size)
        let sine = (0..<12 * size).map { Float(0.5 * sin(2 * .pi * hertz * Double($0) / Listening.sampleRate)) }
        let made = unit.map { Listening.render($0, [sine, sine], frameCount: 6 * size) } ?? sine
        // A Hann window leaves a tone a quarter of the bins' number; full scale is 0 dB.
        let scale = pow(4 / Double(size), 2)
        return levels(
            powers(made[5 * size..<6 * size], size: size, isWindowed: true), size: size, isGreatest: true, scale: scale)
    }

    /// The level of an octave over time after an impulse; and the seconds to -60 dB.
    static func decay(_ unit: UnitProcessor, hertz: Double, seconds: Double) -> (
        curve: [(x: Double, y: Double)], time: Double
    ) {
        let count = Int(seconds * Listening.sampleRate)
        var impulse = [Float](repeating: 0, count: count)
        impulse[0] = 1
        let made = Listening.render(unit, [impulse, impulse], frameCount: count)
        let (part, hop) = (2_048, 512)
        let bins =
            Int(
                hertz / 1.41 * Double(part) / Listening.sampleRate)...Int(
                hertz * 1.41 * Double(part) / Listening.sampleRate)
        var energies: [Double] = []
        for start in stride(from: 0, to: count - part, by: hop) {
            let all = powers(made[start..<start + part], size: part, isWindowed: true)
            energies.append(all[bins].reduce(0, +))
        }
        var left = 0.0
        var levels = [Double](repeating: 0, count: energies.count)
        for index in energies.indices.reversed() {
            left += energies[index]
            levels[index] = 10 * log10(max(left, 1e-30))
        }
        guard let top = levels.first else { return ([], 0) }
        let points = levels.enumerated().filter { $0.element < top - 5 && $0.element > top - 30 }
        let (n, sx, sy) = (
            Double(points.count), points.reduce(0.0) { $0 + Double($1.offset) }, points.reduce(0.0) { $0 + $1.element }
        )
        let slope =
            points.reduce(0.0) { $0 + (Double($1.offset) - sx / n) * ($1.element - sy / n) }
            / points.reduce(0.0) { $0 + pow(Double($1.offset) - sx / n, 2) }
        let step = max(levels.count / 200, 1)
        let curve = stride(from: 0, to: levels.count, by: step).map {
            (Double($0) / Double(levels.count), levels[$0] - top)
        }
        return (curve, -60 / slope * Double(hop) / Listening.sampleRate)
    }

    /// Output level over input level, for a tone of 1 kHz that has lasted a while.
    static func levelCurve(_ unit: () -> UnitProcessor) -> [(x: Double, y: Double)] {
        stride(from: -60.0, through: 0, by: 3).map { input in
            let sine = (0..<24_000).map {
                Float(pow(10, input / 20) * sin(2 * .pi * 1000 * Double($0) / Listening.sampleRate))
            }
            let made = Listening.render(unit(), [sine, sine], frameCount: 24_000)
            let power = made[19_200...].reduce(0.0) { $0 + Double($1) * Double($1) } / 4_800
            return ((input + 60) / 60, 10 * log10(max(2 * power, 1e-12)))
        }
    }
}
