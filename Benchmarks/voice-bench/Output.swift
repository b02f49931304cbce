import Glibc

/// The output of a canceller or suppressor for a scene, brought back in time by its own delay.
struct Output {
    let samples: [Float]
    /// The delay that was taken out, in frames.
    let lateFrames: Int

    /// - Parameters:
    ///   - raw: As it came.
    ///   - likeness: What it should be like between two moments, in frames: the near talker alone. The delay, 0 to 50 ms, is
    ///     where both agree best.
    init(_ raw: [Float], likeness: [Float], in range: Range<Int>) {
        var (best, late) = (-1.0, 0)
        for lag in 0..<800 {
            var sum = 0.0
            for index in stride(from: range.lowerBound, to: min(range.upperBound, raw.count - lag), by: 1) {
                sum += Double(likeness[index]) * Double(raw[index + lag])
            }
            if sum > best { (best, late) = (sum, lag) }
        }
        lateFrames = late
        samples = Array(raw[late...]) + [Float](repeating: 0, count: late)
    }

    /// The share of a signal in the samples, by projection, and the power of it and of the rest.
    func part(of signal: [Float], in range: Range<Int>) -> (share: Double, power: Double, rest: Double) {
        var (product, power, rest) = (0.0, 1e-20, 0.0)
        for index in range {
            product += Double(signal[index]) * Double(samples[index])
            power += Double(signal[index]) * Double(signal[index])
        }
        let share = product / power
        for index in range {
            let value = Double(samples[index]) - share * Double(signal[index])
            rest += value * value
        }
        return (share, share * share * power, rest)
    }
}

extension Output {
    /// The signal as a filter of 64 taps makes it most like these samples, from 16 taps before to 47 after: what a high-pass or
    /// a delay did to it counts as the signal, noise and gains that move do not (the allowed distortion of BSS Eval: Vincent,
    /// Gribonval, Févotte 2006).
    func image(of signal: [Float], in range: Range<Int>) -> [Float] {
        let (taps, before) = (64, 16)
        func sum(_ a: [Float], _ b: [Float], _ lag: Int) -> Double {
            range.reduce(0.0) { $0 + Double(a[$1]) * Double(b[$1 - lag]) }
        }
        var auto = (0..<taps).map { sum(signal, signal, $0) }
        auto[0] *= 1 + 1e-9
        let cross = (0..<taps).map { sum(samples, signal, $0 - before) }
        // Levinson's recursion for a symmetric Toeplitz matrix.
        var (filter, predictor) = ([cross[0] / auto[0]], [1.0])
        var error = auto[0]
        for order in 1..<taps {
            let reflection = -(0..<order).reduce(0.0) { $0 + predictor[$1] * auto[order - $1] } / error
            let longer = predictor + [0]
            predictor = (0...order).map { longer[$0] + reflection * longer[order - $0] }
            error *= 1 - reflection * reflection
            let left = cross[order] - (0..<order).reduce(0.0) { $0 + filter[$1] * auto[order - $1] }
            filter = (0...order).map { ($0 < order ? filter[$0] : 0) + left / error * predictor[order - $0] }
        }
        var image = [Float](repeating: 0, count: signal.count)
        for index in range {
            image[index] = Float((0..<taps).reduce(0.0) { $0 + filter[$1] * Double(signal[index - $1 + before]) })
        }
        return image
    }
}

/// Cells of a table in plain text.
enum Cell {
    static func number(_ value: Double, _ width: Int, _ digits: Int) -> String {
        guard value.isFinite else { return String(repeating: " ", count: width - 1) + "-" }
        let factor = pow(10, Double(digits))
        var text = "\((value * factor).rounded() / factor)"
        if digits == 0, text.hasSuffix(".0") { text.removeLast(2) }
        return String(repeating: " ", count: max(width - text.utf8.count, 1)) + text
    }

    static func word(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(width - text.utf8.count, 1))
    }
}
