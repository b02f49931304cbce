/// Writes the parts of a payload: directions of deltas, levels, noise floors and sinusoids: ISO/IEC 14496-3, 4.4.2.8.
struct SBRPayloadWriter {
    /// The bits of the payload.
    let bits: AACPacketBits
    /// The frequency bands that are written.
    let bands: SBRBands
    /// Indicates that deltas may build on the frame before.
    let canBuildOn: Bool

    /// Chooses the cheaper direction of deltas for each envelope and noise floor.
    func chooseDirections(_ now: SBRParameters, _ old: SBRParameters, isBalance: Bool) {
        for envelope in 0..<now.envelopeCount {
            let along = levelBits(now, old, envelope, isBalance: isBalance, overTime: false, nil)
            let mayBuild = envelope > 0 || canBuildOn
            now.levelsOverTime[envelope] =
                mayBuild && levelBits(now, old, envelope, isBalance: isBalance, overTime: true, nil) < along
        }
        for floor in 0..<now.floorCount {
            let along = noiseBits(now, old, floor, isBalance: isBalance, overTime: false, nil)
            let mayBuild = floor > 0 || canBuildOn
            now.noiseOverTime[floor] =
                mayBuild && noiseBits(now, old, floor, isBalance: isBalance, overTime: true, nil) < along
        }
    }

    /// Writes the directions of all deltas.
    func directions(_ now: SBRParameters) {
        for envelope in 0..<now.envelopeCount { bits.put(now.levelsOverTime[envelope] ? 1 : 0, 1) }
        for floor in 0..<now.floorCount { bits.put(now.noiseOverTime[floor] ? 1 : 0, 1) }
    }

    /// Writes the inverse filtering of each noise band.
    func whitening(_ now: SBRParameters) { for band in 0..<bands.noiseCount { bits.put(now.whitening[band], 2) } }

    /// Writes the levels of all envelopes.
    func levels(_ now: SBRParameters, _ old: SBRParameters, isBalance: Bool) {
        for envelope in 0..<now.envelopeCount {
            _ = levelBits(now, old, envelope, isBalance: isBalance, overTime: now.levelsOverTime[envelope], bits)
        }
    }

    /// Writes all noise floors.
    func noise(_ now: SBRParameters, _ old: SBRParameters, isBalance: Bool) {
        for floor in 0..<now.floorCount {
            _ = noiseBits(now, old, floor, isBalance: isBalance, overTime: now.noiseOverTime[floor], bits)
        }
    }

    /// Writes the sinusoids that are added.
    func sinusoids(_ now: SBRParameters) {
        var isPresent = false
        for band in 0..<bands.highCount where now.sinusoids[band] != 0 { isPresent = true }
        bits.put(isPresent ? 1 : 0, 1)
        guard isPresent else { return }
        for band in 0..<bands.highCount { bits.put(Int(now.sinusoids[band]), 1) }
    }

    /// Counts, and with `output` also writes, the levels of an envelope.
    private func levelBits(
        _ now: SBRParameters, _ old: SBRParameters, _ envelope: Int, isBalance: Bool, overTime: Bool,
        _ output: AACPacketBits?
    ) -> Int {
        let book = SBRCodebooks.envelope(balance: isBalance, coarse: now.isCoarse, overTime: overTime)
        let values = now.levels + envelope * SBRParameters.levelStride
        let resolution = now.resolutions[envelope]
        let count = resolution == 1 ? bands.highCount : bands.lowCount
        let step: Int32 = isBalance ? 2 : 1
        var sum = 0
        guard overTime else {
            let width = (isBalance ? 6 : 7) - (now.isCoarse ? 1 : 0)
            output?.put(Int(values[0] / step), width)
            sum = width
            for band in 1..<max(1, count) {
                sum &+= Self.put(Int((values[band] &- values[band &- 1]) / step), book, output)
            }
            return sum
        }
        let source = envelope > 0 ? values - SBRParameters.levelStride : old.lastLevels
        let resolutionBefore =
            envelope > 0 ? now.resolutions[envelope - 1] : old.resolutions[max(0, old.envelopeCount - 1)]
        let odd = bands.highCount & 1
        for band in 0..<count {
            let place =
                resolution == resolutionBefore
                ? band : resolution == 1 ? (band + odd) >> 1 : band == 0 ? 0 : 2 * band - odd
            sum &+= Self.put(Int((values[band] &- source[place]) / step), book, output)
        }
        return sum
    }

    /// Counts, and with `output` also writes, a noise floor.
    private func noiseBits(
        _ now: SBRParameters, _ old: SBRParameters, _ floor: Int, isBalance: Bool, overTime: Bool,
        _ output: AACPacketBits?
    ) -> Int {
        let book = SBRCodebooks.noise(balance: isBalance, overTime: overTime)
        let values = now.noise + floor * SBRParameters.noiseStride
        let step: Int32 = isBalance ? 2 : 1
        var sum = 0
        guard overTime else {
            output?.put(Int(values[0] / step), 5)
            sum = 5
            for band in 1..<max(1, bands.noiseCount) {
                sum &+= Self.put(Int((values[band] &- values[band &- 1]) / step), book, output)
            }
            return sum
        }
        let source = floor > 0 ? values - SBRParameters.noiseStride : old.lastNoise
        for band in 0..<bands.noiseCount {
            sum &+= Self.put(Int((values[band] &- source[band]) / step), book, output)
        }
        return sum
    }

    /// Writes a word if there is an output; returns its length.
    @inline(__always)
    private static func put(_ value: Int, _ book: CodewordTable, _ output: AACPacketBits?) -> Int {
        let index = max(0, min(value &- book.smallest, book.lengths.count &- 1))
        let length = Int(book.lengths[index])
        output?.put(book.words[index], length)
        return length
    }
}
