/// The mixing kernels in plain Swift, one sample at a time: the reference for `Mixing` and `GainRamp`, bit for bit.
package enum PortableMixing {
    /// `sum[i] += source[i] * gain`.
    package static func add(_ source: [Float], gain: Float, to sum: inout [Float]) {
        for frame in sum.indices { sum[frame] += source[frame] * gain }
    }

    /// `sum[i] += source[i] / 32768 * gain`.
    package static func add(_ source: [Int16], gain: Float, to sum: inout [Float]) {
        for frame in sum.indices { sum[frame] += Float(source[frame]) / 32768 * gain }
    }

    /// The largest absolute value.
    package static func peak(_ samples: [Float]) -> Float {
        samples.reduce(0) { $1.magnitude > $0 ? $1.magnitude : $0 }
    }

    /// Sixteen running sums, each over every 16th sample, folded in halves.
    package static func sumOfSquares(_ samples: [Float]) -> Float {
        var lanes = [Float](repeating: 0, count: 16)
        for frame in samples.indices { lanes[frame % 16] += samples[frame] * samples[frame] }
        var half = 8
        while half > 0 {
            for lane in 0..<half { lanes[lane] += lanes[lane + half] }
            half /= 2
        }
        return lanes[0]
    }
}
