/// The envelope adjuster. Source: ISO/IEC 14496-3, 4.6.18.7.
extension SBRChannel {
    /// Gains of the limiter by index.
    private static let limiterGains: [Float] = [0.70795, 1.0, 1.41254, 1e10]
    /// Noise of the standard, parts apart, with the start repeated behind the end.
    static let noiseTable: (real: [Float], imaginary: [Float]) = {
        let values = SBRNoiseTable.values
        let places = (0..<512 + 72).map { 2 * ($0 & 511) }
        return (places.map { values[$0] }, places.map { values[$0 + 1] })
    }()

    private var mappedLevels: UnsafeMutablePointer<Float> { lists + 4 * Self.listCount }
    private var mappedNoise: UnsafeMutablePointer<Float> { lists + 5 * Self.listCount }
    private var energies: UnsafeMutablePointer<Float> { lists }
    private var sinusoidLevels: UnsafeMutablePointer<Float> { lists + Self.listCount }
    private var gains: UnsafeMutablePointer<Float> { lists + 2 * Self.listCount }
    private var noiseLevels: UnsafeMutablePointer<Float> { lists + 3 * Self.listCount }
    /// 1 where a sinusoid is.
    private var sinusoidMarks: UnsafeMutablePointer<Float> { lists + 6 * Self.listCount }
    /// 1 in bands that have a sinusoid somewhere.
    private var bandMarks: UnsafeMutablePointer<Float> { lists + 7 * Self.listCount }

    /// Shapes the transposed rows, adds noise and sinusoids, and stores them with the rows that leave.
    ///
    /// - Parameters:
    ///   - bands: The frequency bands.
    ///   - header: Limits and smoothing.
    ///   - isFresh: True in the first frame after new frequency bands.
    func adjust(_ bands: SBRBands, _ header: SBRHeader, isFresh: Bool) {
        let rate = shape.slotsPerTimeSlot
        let (count, parameters) = (bands.count, parameters)
        for envelope in 0..<parameters.envelopeCount {
            let rows = rate * parameters.borders[envelope]..<rate * parameters.borders[envelope + 1]
            let isTransient = envelope == parameters.transient || envelope == continuedTransient
            mapBands(bands, envelope)
            measure(bands, rows, count, header.interpolatesFrequency, envelope)
            computeGains(count, isTransient)
            limit(bands, header, isTransient)
            if isFresh && envelope == 0 { fillPast(count, rows.lowerBound) }
            apply(
                bands.first, count, rows, isSmooth: !header.isSmoothingOff && !isTransient, hasNoise: !isTransient)
        }
        for m in 0..<count { hadSinusoid[m] = sinusoidMarks[m] }
        continuedTransient = parameters.transient == parameters.envelopeCount ? 0 : -1
        // Four rows of the past for the next frame: the last that were generated.
        let end = rate * parameters.end
        let target = max(0, end - shape.slotCount) * Self.stride
        gainRows.advanced(by: target).update(from: gainRows + end * Self.stride, count: 4 * Self.stride)
        noiseRows.advanced(by: target).update(from: noiseRows + end * Self.stride, count: 4 * Self.stride)
    }

    /// Spreads levels, noise ratios and sinusoids of an envelope over the subbands.
    private func mapBands(_ bands: SBRBands, _ envelope: Int) {
        let parameters = parameters
        let isHigh = parameters.resolutions[envelope] == 1
        let borders = isHigh ? bands.high : bands.low
        let levels = levels + envelope * SBRParameters.levelStride
        // Sinusoids sit in the middle of a band of high resolution, from the transient on.
        for m in 0..<bands.count { sinusoidMarks[m] = 0 }
        for band in 0..<bands.highCount where parameters.sinusoids[band] != 0 {
            let middle = (bands.high[band] + bands.high[band + 1]) / 2 - bands.first
            if envelope >= parameters.transient || hadSinusoid[middle] != 0 { sinusoidMarks[middle] = 1 }
        }
        var floor = 0
        while floor + 1 < parameters.floorCount,
            parameters.borders[envelope] >= parameters.floorBorders[floor + 1]
        { floor += 1 }
        let noise = noise + floor * SBRParameters.noiseStride
        var noiseBand = 0
        for band in 0..<borders.count - 1 {
            let (low, high) = (borders[band] - bands.first, borders[band + 1] - bands.first)
            var mark: Float = 0
            for m in low..<high where sinusoidMarks[m] != 0 { mark = 1 }
            for m in low..<high {
                while noiseBand + 1 < bands.noiseCount, m + bands.first >= bands.noise[noiseBand + 1] { noiseBand += 1 }
                mappedLevels[m] = levels[band]
                mappedNoise[m] = noise[noiseBand]
                bandMarks[m] = mark
            }
        }
    }

    /// Measures the mean energy of each subband, or of each band.
    private func measure(_ bands: SBRBands, _ rows: Range<Int>, _ count: Int, _ single: Bool, _ envelope: Int) {
        let factor = 1 / Float(max(1, rows.count))
        var m = 0
        while m < count {
            var sum = SIMD4<Float>.zero
            var at = rows.lowerBound &* Self.stride &+ m
            for _ in rows {
                let (re, im) = (load4(highReal + at), load4(highImaginary + at))
                sum += re * re + im * im
                at &+= Self.stride
            }
            store4(energies + m, sum * factor)
            m &+= 4
        }
        if single { return }
        let borders = parameters.resolutions[envelope] == 1 ? bands.high : bands.low
        for band in 0..<borders.count - 1 {
            let (low, high) = (borders[band] - bands.first, borders[band + 1] - bands.first)
            var sum: Float = 0
            for m in low..<high { sum += energies[m] }
            let mean = sum / Float(max(1, high - low))
            for m in low..<high { energies[m] = mean }
        }
    }

    /// Computes gains, noise levels and sinusoid levels before the limiter.
    private func computeGains(_ count: Int, _ isTransient: Bool) {
        let one = SIMD4<Float>(repeating: 1)
        var m = 0
        while m < count {
            let (level, noise) = (load4(mappedLevels + m), load4(mappedNoise + m))
            let share = level / (one + noise)
            let (marks, isMarked) = (load4(sinusoidMarks + m), load4(bandMarks + m) .!= 0)
            let plain = isTransient ? level : share
            let wanted = plain.replacing(with: share * noise, where: isMarked)
            store4(gains + m, (wanted / (one + load4(energies + m))).squareRoot())
            store4(noiseLevels + m, (share * noise).squareRoot())
            store4(sinusoidLevels + m, (share * marks).squareRoot())
            m &+= 4
        }
    }

    /// Holds the gains below the limit of their limiter band, and makes up for the lost energy.
    private func limit(_ bands: SBRBands, _ header: SBRHeader, _ isTransient: Bool) {
        let limitGain = Self.limiterGains[header.limiterGains & 3]
        for band in 0..<bands.limiterCount {
            let range = bands.limiter[band] - bands.first..<bands.limiter[band + 1] - bands.first
            var (wanted, measured): (Float, Float) = (0, 0)
            for m in range {
                wanted += mappedLevels[m]
                measured += energies[m]
            }
            let most = min(1e5, limitGain * ((wanted + 1e-12) / (measured + 1e-12)).squareRoot())
            var reached: Float = 0
            for m in range {
                let gain = gains[m]
                if gain > most {
                    noiseLevels[m] *= most / gain
                    gains[m] = most
                }
                reached += energies[m] * gains[m] * gains[m] + sinusoidLevels[m] * sinusoidLevels[m]
                if sinusoidMarks[m] == 0 && !isTransient { reached += noiseLevels[m] * noiseLevels[m] }
            }
            let boost = min(1.584893192, ((wanted + 1e-12) / (reached + 1e-12)).squareRoot())
            for m in range {
                gains[m] *= boost
                noiseLevels[m] *= boost
                sinusoidLevels[m] *= boost
            }
        }
    }

    /// Fills the four rows of the past with the first envelope's gains.
    private func fillPast(_ count: Int, _ row: Int) {
        for past in row..<row + 4 {
            gainRows.advanced(by: past * Self.stride).update(from: gains, count: count)
            noiseRows.advanced(by: past * Self.stride).update(from: noiseLevels, count: count)
        }
    }

    /// Applies an envelope's gains to its rows.
    private func apply(_ first: Int, _ count: Int, _ rows: Range<Int>, isSmooth: Bool, hasNoise: Bool) {
        let padded = (count + 3) & ~3
        for m in count..<padded { (sinusoidMarks[m], sinusoidLevels[m], gains[m], noiseLevels[m]) = (0, 0, 0, 0) }
        Self.noiseTable.real.withUnsafeBufferPointer { tableReal in
            Self.noiseTable.imaginary.withUnsafeBufferPointer { tableImaginary in
                guard let noiseReal = tableReal.baseAddress, let noiseImaginary = tableImaginary.baseAddress else {
                    return
                }
                for row in rows {
                    let place = (row &+ 4) &* Self.stride
                    gainRows.advanced(by: place).update(from: gains, count: padded)
                    noiseRows.advanced(by: place).update(from: noiseLevels, count: padded)
                    let isSmoothed = isSmooth && row &- rows.lowerBound < 4
                    applyRow(
                        first, padded, row, isSmoothed: isSmoothed, hasNoise: hasNoise,
                        noiseReal + ((noiseIndex &+ 1) & 511), noiseImaginary + ((noiseIndex &+ 1) & 511))
                    noiseIndex = (noiseIndex &+ count) & 511
                    sinusoidPhase = (sinusoidPhase &+ 1) & 3
                }
            }
        }
    }

    @inline(__always)
    private func applyRow(
        _ first: Int, _ count: Int, _ row: Int, isSmoothed: Bool, hasNoise: Bool, _ noiseReal: UnsafePointer<Float>,
        _ noiseImaginary: UnsafePointer<Float>
    ) {
        let place = (row &+ 4) &* Self.stride
        let (source, target) = (row &* Self.stride, row &* Self.stride &+ first)
        let sign: Float = first & 1 == 0 ? 1 : -1
        let turn: SIMD4<Float>
        switch sinusoidPhase {
        case 0: turn = SIMD4(repeating: 1)
        case 1: turn = SIMD4(sign, -sign, sign, -sign)
        case 2: turn = SIMD4(repeating: -1)
        default: turn = SIMD4(-sign, sign, -sign, sign)
        }
        let isReal = sinusoidPhase & 1 == 0
        var m = 0
        while m < count {
            var (gain, noise) = (load4(gainRows + (place &+ m)), load4(noiseRows + (place &+ m)))
            if isSmoothed {
                (gain, noise) = (gain * Self.weight(0), noise * Self.weight(0))
                for past in 1...4 {
                    let at = place &- past &* Self.stride &+ m
                    let weight = Self.weight(past)
                    gain += load4(gainRows + at) * weight
                    noise += load4(noiseRows + at) * weight
                }
            }
            var re = load4(highReal + (source &+ m)) * gain
            var im = load4(highImaginary + (source &+ m)) * gain
            if hasNoise {
                noise.replace(with: 0, where: load4(sinusoidLevels + m) .!= 0)
                re += load4(noiseReal + m) * noise
                im += load4(noiseImaginary + m) * noise
            }
            let sine = load4(sinusoidLevels + m) * turn
            if isReal { re += sine } else { im += sine }
            store4(outReal + (target &+ m), re)
            store4(outImaginary + (target &+ m), im)
            m &+= 4
        }
    }

    /// Returns the smoothing weight of the slot `past` slots ago, 0 to 4.
    @inline(__always)
    private static func weight(_ past: Int) -> Float {
        switch past {
        case 0: 0.33333333333333
        case 1: 0.30150283239582
        case 2: 0.21816949906249
        case 3: 0.11516383427084
        default: 0.03183050093751
        }
    }
}
