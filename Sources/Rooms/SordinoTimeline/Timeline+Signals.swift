import Glibc

// From samples to the curves and sounds of the page.

extension Timeline.Waveform {
    /// A drawing from columns that were measured elsewhere.
    package init(columns: [Column]) {
        self.columns = columns
        peak = columns.reduce(0) { max($0, $1.high, -$1.low) }
    }

    /// Measures a signal in `columnCount` columns.
    ///
    /// - Parameter channels: One array per channel, all equally long, nominal range ±1.
    package init(channels: [[Float]], columnCount: Int) {
        let frameCount = channels.first?.count ?? 0
        columns = (0..<columnCount).map { column in
            let first = frameCount * column / columnCount
            let last = max(frameCount * (column + 1) / columnCount, min(first + 1, frameCount))
            var measured = Column()
            var energy: Float = 0
            for channel in channels {
                for frame in first..<last {
                    let sample = channel[frame]
                    measured.low = min(measured.low, sample)
                    measured.high = max(measured.high, sample)
                    energy += sample * sample
                }
            }
            let count = Float((last - first) * channels.count)
            if count > 0 { measured.rms = (energy / count).squareRoot() }
            return measured
        }
        peak = columns.reduce(0) { max($0, $1.high, -$1.low) }
    }
}

extension Timeline.Sound {
    /// Halves the rate and mixes to one channel: enough to follow the events; the full recording lies beside the page.
    ///
    /// - Parameter channels: One array per channel, all equally long, nominal range ±1.
    package init(channels: [[Float]], sampleRate: Int) {
        self.init(mono: Self.mono(channels), sampleRate: sampleRate)
    }

    /// Returns the mean of all channels.
    static func mono(_ channels: [[Float]]) -> [Float] {
        var mono = [Float](repeating: 0, count: channels.first?.count ?? 0)
        let share = 1 / Float(max(channels.count, 1))
        for channel in channels {
            for frame in mono.indices { mono[frame] += channel[frame] * share }
        }
        return mono
    }

    /// Returns the sum of several ports, each mixed to one channel.
    ///
    /// If the peak exceeds full scale, the whole sum is scaled down.
    ///
    /// - Parameter ports: The channels of each port, all equally long, nominal range ±1.
    package static func mix(of ports: [[[Float]]]) -> [Float] {
        var sum: [Float] = []
        for port in ports {
            let mono = mono(port)
            if sum.isEmpty { sum = mono } else { for frame in sum.indices { sum[frame] += mono[frame] } }
        }
        let peak = sum.reduce(0) { max($0, abs($1)) }
        return peak > 1 ? sum.map { $0 / peak } : sum
    }

    private init(mono: [Float], sampleRate: Int) {
        // A half-band filter of 31 taps, Hann-windowed: aliases are attenuated by 40 dB.
        let reach = 15
        let taps: [Float] = (-reach...reach).map { tap in
            guard tap != 0 else { return 0.5 }
            guard tap % 2 != 0 else { return 0 }
            let position = Double(tap)
            let sinc = (abs(tap) % 4 == 1 ? 1.0 : -1.0) / (Double.pi * abs(position))
            let window = 0.5 + 0.5 * cos(.pi * position / Double(reach + 1))
            return Float(sinc * window)
        }
        let frameCount = mono.count
        self.sampleRate = sampleRate / 2
        bytes = stride(from: 0, to: frameCount, by: 2).map { centre in
            // All even taps but the middle one are zero.
            var sum = 0.5 * mono[centre]
            for tap in stride(from: -reach, through: reach, by: 2) where centre + tap >= 0 && centre + tap < frameCount
            {
                sum += taps[tap + reach] * mono[centre + tap]
            }
            return muLaw(sum)
        }
    }
}

/// ITU-T G.711, µ-law, from a sample of ±1.
private func muLaw(_ sample: Float) -> UInt8 {
    let bias = 132
    let value = Int((max(-1, min(1, sample)) * 32767).rounded())
    let magnitude = min(abs(value), 32635) + bias
    var exponent = 7
    while exponent > 0, magnitude & (1 << (exponent + 7)) == 0 { exponent -= 1 }
    let mantissa = (magnitude >> (exponent + 3)) & 0x0F
    let sign = value < 0 ? 0x80 : 0
    return ~UInt8(sign | (exponent << 4) | mantissa)
}
