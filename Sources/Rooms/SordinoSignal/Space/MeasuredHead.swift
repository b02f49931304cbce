import SordinoRealtime

/// Responses of two ears, measured from directions all around: levels and delays, ready for filters of any rate.
///
/// Levels are diffuse-field equalised: averaged over the sphere, the power of both ears together is that of the source.
/// One equaliser serves both ears and all directions, so differences between ears and between directions stay as
/// measured.
package final class MeasuredHead: Sendable {
    /// A reason why a set of responses cannot be used.
    package enum Refusal: Error, Equatable {
        /// Fewer directions than span a sphere, or all on one side.
        case tooFewDirections
        /// Numbers that are not finite, or no sound at all.
        case malformed
        /// A rate outside 8 to 384 kHz.
        case unsupportedRate
    }

    /// Hertz of the measurement.
    package let sampleRate: Double
    /// Where the sound came from.
    package let directions: [SpacePoint]
    /// The delay of left and right ear for each direction, in frames at `sampleRate`.
    package let delays: [Double]
    package let triangles: SphereTriangles
    /// Natural logarithms of the levels of left and right ear of each direction, `binCount` each.
    private let levels: [Float]
    private static var binCount: Int { 513 }

    /// Analyses responses.
    ///
    /// - Parameters:
    ///   - responses: Left and right of each direction, `frameCount` frames each.
    ///   - delays: Frames by which each begins later than it is written.
    package init(
        sampleRate: Double, directions: [SpacePoint], responses: UnsafePointer<Float>, frameCount: Int,
        delays: UnsafePointer<Float>
    ) throws(Refusal) {
        guard sampleRate.isFinite, (8_000...384_000).contains(sampleRate) else { throw .unsupportedRate }
        guard directions.count >= 4 else { throw .tooFewDirections }
        guard directions.allSatisfy({ $0.length.isFinite && $0.length > 1e-3 }) else { throw .malformed }
        guard let triangles = SphereTriangles(directions) else { throw .tooFewDirections }
        let count = directions.count * 2
        for index in 0..<count where !(abs(delays[index]) < 4_096) { throw .malformed }
        var peak: Float = 0
        for index in 0..<count * frameCount {
            let level = abs(responses[index])
            guard level < 1e6 else { throw .malformed }
            peak = max(peak, level)
        }
        guard peak > 1e-6 else { throw .malformed }
        let bins = Self.binCount
        let fft = FFT(sampleCount: 2 * (bins - 1))
        let maker = MinimumPhaseFilter(binCount: bins)
        var levels = [Float](repeating: 0, count: count * bins)
        var onsets = [Double](repeating: 0, count: count)
        var power = [Double](repeating: 0, count: bins)
        let areas = triangles.areas
        let rows = OwnedFrames(count: fft.sampleCount + 3 * bins)
        let samples = rows.floats
        let (real, imaginary) = (samples + fft.sampleCount, samples + fft.sampleCount + bins)
        let logarithms = imaginary + bins
        // -100 dB beside the loudest: below it a level is noise of the measurement.
        let floor = peak * peak * 1e-10
        levels.withUnsafeMutableBufferPointer { levels in
            for index in 0..<count {
                let response = responses + index * frameCount
                var (loudest, height) = (0, abs(response[0]))
                for frame in 0..<frameCount where abs(response[frame]) > height {
                    (loudest, height) = (frame, abs(response[frame]))
                }
                // From a millisecond before the loudest frame, so that a late response is not cut.
                let first = frameCount <= fft.sampleCount ? 0 : max(loudest - Int(sampleRate / 1_000), 0)
                let taken = min(frameCount - first, fft.sampleCount)
                for frame in 0..<fft.sampleCount { samples[frame] = frame < taken ? response[first + frame] : 0 }
                fft.transform.forward(samples, real: real, imaginary: imaginary)
                let share = areas[index / 2] / 2
                for bin in 0..<bins {
                    let square = real[bin] * real[bin] + imaginary[bin] * imaginary[bin] + floor
                    logarithms[bin] = 0.5 * RealtimeMath.log(square)
                    levels[index * bins + bin] = logarithms[bin]
                    power[bin] += share * Double(square)
                }
                let excess = MeasuredHead.excessDelay(
                    real, imaginary, maker.phases(logarithms: logarithms), sampleRate: sampleRate,
                    near: Double(loudest - first))
                onsets[index] = excess + Double(first) + Double(delays[index])
            }
        }
        withExtendedLifetime(rows) {}
        Self.equalise(&levels, power: power, sampleRate: sampleRate)
        (self.sampleRate, self.directions, self.delays) = (sampleRate, directions, onsets)
        (self.triangles, self.levels) = (triangles, levels)
    }

    /// The slope of the excess phase over minimum phase, in frames, between 300 Hz and 2.5 kHz: the band in which
    /// delays between the ears are audible.
    private static func excessDelay(
        _ real: UnsafePointer<Float>, _ imaginary: UnsafePointer<Float>, _ phases: UnsafePointer<Float>,
        sampleRate: Double, near: Double
    ) -> Double {
        let turn = 2 * Double.pi / Double(2 * (binCount - 1))
        let hertz = sampleRate / Double(2 * (binCount - 1))
        let (low, high) = (max(Int(300 / hertz), 1), min(Int(2_500 / hertz), binCount - 2))
        // First near the loudest frame, so that no turn is missed; then about the line that was found.
        var (delay, rest) = (near, 0.0)
        for _ in 0..<2 {
            var (above, below, last) = (0.0, 0.0, 0.0)
            // Below, a measurement may be anything, and a wrong turn there would be one everywhere.
            for bin in low...high {
                let own = Double(RealtimeMath.atan2(Double(imaginary[bin]), Double(real[bin])))
                var phase = own - Double(phases[bin]) + turn * Double(bin) * delay
                phase -= 2 * .pi * ((phase - last) / (2 * .pi)).rounded()
                last = phase
                above += phase * Double(bin)
                below += Double(bin * bin)
            }
            rest = below > 0 ? -above / below / turn : 0
            delay += rest
        }
        return delay
    }

    /// Makes the filters of the ears at a rate: left and right of each direction, of the taps that the finest head
    /// takes.
    ///
    /// - Thread: control; takes some hundredths of a second.
    package func filters(sampleRate: Double) -> [Float] {
        let count = directions.count * 2
        let tapCount = HeadTable.Fineness.fine.tapCount(sampleRate: sampleRate)
        let maker = MinimumPhaseFilter(binCount: Self.binCount)
        var line = [Float](repeating: 0, count: maker.binCount)
        return [Float](unsafeUninitializedCapacity: count * tapCount) { taps, filled in
            guard let base = taps.baseAddress else { return }
            for index in 0..<count {
                logarithms(of: index, sampleRate: sampleRate, into: &line)
                maker.makeWhole(logarithms: line, into: base + index * tapCount, tapCount: tapCount)
            }
            filled = count * tapCount
        }
    }

    /// Makes the mean power of the ears a half at every frequency; 24 dB is the most.
    private static func equalise(_ levels: inout [Float], power: [Double], sampleRate: Double) {
        let middle = power[binCount / 32..<binCount / 4].reduce(0, +) / Double(binCount / 4 - binCount / 32)
        let factors = power.map { value -> Float in
            let held = max(value, middle * 4e-3)
            return Float(0.5 * RealtimeMath.log(0.5 / held))
        }
        for index in levels.indices { levels[index] += factors[index % binCount] }
    }

    /// Writes a direction's logarithms of levels at another rate.
    private func logarithms(of index: Int, sampleRate wanted: Double, into line: inout [Float]) {
        let bins = Self.binCount
        let step = wanted / sampleRate * Double(bins - 1) / Double(line.count - 1)
        levels.withUnsafeBufferPointer { levels in
            for bin in line.indices {
                let place = min(Double(bin) * step, Double(bins - 1))
                let below = min(Int(place), bins - 2)
                let share = Float(place - Double(below))
                let at = index * bins + below
                line[bin] = levels[at] + share * (levels[at + 1] - levels[at])
            }
        }
    }
}
