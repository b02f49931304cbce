/// Levels, noise floors and sinusoids of one channel. Source: ISO/IEC 14496-3, 4.6.18.3.5, 4.4.2.8.
extension SBRParameters {
    /// Reads the directions of all deltas.
    func readDirections(_ input: inout BitInput) {
        for envelope in 0..<envelopeCount { levelsOverTime[envelope] = input.flag() }
        for floor in 0..<floorCount { noiseOverTime[floor] = input.flag() }
    }

    /// Reads the inverse filtering of each noise band.
    func readWhitening(_ input: inout BitInput, bands: SBRBands) {
        for band in 0..<bands.noiseCount { whitening[band] = input.bits(2) }
    }

    /// Reads the envelope levels.
    ///
    /// - Parameters:
    ///   - bands: The frequency bands.
    ///   - balance: True for the second channel of a coupled pair: steps count double.
    ///   - previous: The frame before, whose last envelope the first one may build on.
    func readLevels(
        _ input: inout BitInput, bands: SBRBands, balance: Bool, previous: SBRParameters
    ) throws(CodecError) {
        let overTime = SBRCodebooks.envelope(balance: balance, coarse: isCoarse, overTime: true)
        let overFrequency = SBRCodebooks.envelope(balance: balance, coarse: isCoarse, overTime: false)
        let firstWidth = (balance ? 6 : 7) - (isCoarse ? 1 : 0)
        let step: Int32 = balance ? 2 : 1
        var before = previous.lastLevels
        var resolutionBefore = previous.resolutions[max(0, previous.envelopeCount - 1)]
        for envelope in 0..<envelopeCount {
            let target = levels + envelope * Self.levelStride
            let resolution = resolutions[envelope]
            let count = resolution == 1 ? bands.highCount : bands.lowCount
            if levelsOverTime[envelope] {
                let odd = bands.highCount & 1
                for band in 0..<count {
                    let source =
                        resolution == resolutionBefore
                        ? band : resolution == 1 ? (band + odd) >> 1 : band == 0 ? 0 : 2 * band - odd
                    target[band] = before[source] &+ step &* Int32(overTime.value(&input))
                }
            } else {
                var level = step &* Int32(input.bits(firstWidth))
                target[0] = level
                for band in 1..<max(1, count) {
                    level &+= step &* Int32(overFrequency.value(&input))
                    target[band] = level
                }
            }
            for band in 0..<count where target[band] < 0 || target[band] > 127 {
                throw .damaged("an SBR envelope level out of range", bit: input.position)
            }
            (before, resolutionBefore) = (target, resolution)
        }
    }

    /// Reads the noise floors; parameters as for the levels.
    func readNoise(
        _ input: inout BitInput, bands: SBRBands, balance: Bool, previous: SBRParameters
    ) throws(CodecError) {
        let overTime = SBRCodebooks.noise(balance: balance, overTime: true)
        let overFrequency = SBRCodebooks.noise(balance: balance, overTime: false)
        let step: Int32 = balance ? 2 : 1
        var before = previous.lastNoise
        for floor in 0..<floorCount {
            let target = noise + floor * Self.noiseStride
            if noiseOverTime[floor] {
                for band in 0..<bands.noiseCount {
                    target[band] = before[band] &+ step &* Int32(overTime.value(&input))
                }
            } else {
                var level = step &* Int32(input.bits(5))
                target[0] = level
                for band in 1..<max(1, bands.noiseCount) {
                    level &+= step &* Int32(overFrequency.value(&input))
                    target[band] = level
                }
            }
            for band in 0..<bands.noiseCount where target[band] < 0 || target[band] > 30 {
                throw .damaged("an SBR noise level out of range", bit: input.position)
            }
            before = target
        }
    }

    /// Reads the sinusoid of each band at high resolution.
    func readSinusoids(_ input: inout BitInput, bands: SBRBands) {
        let isPresent = input.flag()
        for band in 0..<Self.levelStride {
            sinusoids[band] = isPresent && band < bands.highCount ? UInt8(input.bits(1)) : 0
        }
    }
}
