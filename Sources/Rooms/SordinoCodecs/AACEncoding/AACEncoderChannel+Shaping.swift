import CMath

extension AACEncoderChannel {
    /// The prediction gain from which on noise is shaped in time.
    static let shapingGain: Float = 2.5

    /// Plans temporal noise shaping for a long window, and filters `lines` if it pays: ISO/IEC 14496-3, 4.6.9.
    ///
    /// The lines are predicted from their neighbours below, weighted by the audibility of noise, which flattens them.
    /// - Parameters:
    ///   - firstBand: The lowest band to touch.
    ///   - limit: The band after the highest that the filter may touch.
    ///   - allBands: Bands of the transform, from which the filter's length counts.
    func shape(firstBand: Int, limit: Int, allBands: Int) {
        shaping.order = 0
        let end = min(limit, bandCount)
        guard end > firstBand + 2 else { return }
        let order = 12
        var correlation = SIMD16<Float>(repeating: 0)
        // `compressed` is free until the trials are prepared.
        let flat = compressed
        let first = bandStart[firstBand]
        let count = bandStart[end] &- first
        for band in firstBand..<end {
            let factor = cmath_sqrtf(weights[band])
            for line in bandStart[band]..<bandStart[band &+ 1] { flat[line &- first] = lines[line] * factor }
        }
        for lag in 0...order {
            var sum = SIMD4<Float>(repeating: 0)
            var line = lag
            while line &+ 4 <= count {
                sum += load4(flat + line) * load4(flat + (line &- lag))
                line &+= 4
            }
            var rest = sum[0] + sum[1] + sum[2] + sum[3]
            while line < count {
                rest += flat[line] * flat[line &- lag]
                line &+= 1
            }
            // A window over the lags limits the resolution in time.
            let place = Float(lag) * 0.06
            correlation[lag] = rest * (1 - place * place * 0.5)
        }
        guard correlation[0] > 1e-9, correlation[0] < .infinity else { return }
        var predictor = SIMD16<Float>(repeating: 0)
        var reflection = SIMD16<Float>(repeating: 0)
        var error = correlation[0]
        for step in 1...order {
            var sum = correlation[step]
            for index in 1..<step { sum += predictor[index] * correlation[step &- index] }
            let value = max(-0.98, min(0.98, -sum / max(error, 1e-20)))
            reflection[step &- 1] = value
            Self.extend(&predictor, step, value)
            error *= 1 - value * value
        }
        guard correlation[0] > Self.shapingGain * max(error, 1e-20) else { return }
        filter(reflection, order: order, first: first, end: bandStart[end])
        guard shaping.order > 0 else { return }
        for band in firstBand..<end { weights[band] *= shapedNoise }
        shaping.length = allBands &- firstBand
    }

    /// Adds a reflection coefficient to a predictor of the order `step` - 1.
    private static func extend(_ predictor: inout SIMD16<Float>, _ step: Int, _ value: Float) {
        let before = predictor
        for index in 1..<step { predictor[index & 15] = before[index & 15] + value * before[(step &- index) & 15] }
        predictor[step & 15] = value
    }

    /// The power that the decoder's filter gives to white noise: the energy of its impulse response, of 64 lines.
    private static func noiseGain(_ predictor: SIMD16<Float>, order: Int) -> Float {
        var past = SIMD16<Float>(repeating: 0)
        var energy: Float = 0
        for line in 0..<64 {
            var value: Float = line == 0 ? 1 : 0
            var lag = order
            while lag >= 1 {
                value -= predictor[lag & 15] * past[lag & 15]
                if lag > 1 { past[lag & 15] = past[(lag &- 1) & 15] }
                lag &-= 1
            }
            past[1] = value
            energy += value * value
        }
        return max(1, min(energy, 1000))
    }

    /// Quantises the coefficients to four bits, and filters the lines by them.
    private func filter(_ reflection: SIMD16<Float>, order: Int, first: Int, end: Int) {
        var predictor = SIMD16<Float>(repeating: 0)
        var used = 0
        for step in 1...order {
            let value = reflection[step &- 1]
            // asin by its definition through atan2; the steps differ for the signs.
            let angle = cmath_atan2f(value, cmath_sqrtf(max(0, 1 - value * value))) / (Float.pi / 2)
            let index = max(-8, min(7, (angle * (value >= 0 ? 7.5 : 8.5)).rounded()))
            shaping.indices[step &- 1] = Int32(index)
            if index != 0 { used = step }
        }
        guard used > 0 else { return }
        shaping.order = used
        for step in 1...used {
            let index = Float(shaping.indices[step &- 1])
            Self.extend(&predictor, step, cmath_sinf(index * (Float.pi / 2) / (index >= 0 ? 7.5 : 8.5)))
        }
        shapedNoise = Self.noiseGain(predictor, order: used)
        var line = end &- 1
        while line >= first {
            var sum = lines[line]
            let most = min(used, line &- first)
            var lag = 1
            while lag <= most {
                sum += predictor[lag & 15] * lines[line &- lag]
                lag &+= 1
            }
            lines[line] = sum
            line &-= 1
        }
    }
}
