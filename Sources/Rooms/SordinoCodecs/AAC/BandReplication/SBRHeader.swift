/// Holds the slowly varying parameters of one SBR element.
///
/// Source: ISO/IEC 14496-3, 4.4.2.8 `sbr_header()`, 4.5.2.8.
package struct SBRHeader: Equatable, Sendable {
    /// True for envelope steps of 3 dB, false for 1.5 dB.
    package var coarseAmplitude = true
    /// Index of the lowest band of the master table, 0 to 15.
    package var startFrequency = 0
    /// Index of the highest band of the master table, 0 to 15.
    package var stopFrequency = 0
    /// Number of master bands that the core keeps, 0 to 7.
    package var crossoverBand = 0
    /// Bands per octave by index, 0 (linear) to 3.
    package var frequencyScale = 2
    /// True for wider bands above the first octave.
    package var alterScale = true
    /// Noise bands per octave, 0 to 3.
    package var noiseBands = 2
    /// Limiter bands per octave by index, 0 to 3.
    package var limiterBands = 2
    /// Limit of the gain by index, 0 to 3.
    package var limiterGains = 2
    /// True if each subband's energy is measured alone, false if over its envelope band.
    package var interpolatesFrequency = true
    /// True if gains change at once, false if they are smoothed over time.
    package var isSmoothingOff = true

    /// Makes a header with the standard's defaults.
    package init() {}

    /// Reads a header from its first bit.
    package init(_ input: inout BitInput) {
        coarseAmplitude = input.flag()
        startFrequency = input.bits(4)
        stopFrequency = input.bits(4)
        crossoverBand = input.bits(3)
        input.skip(2)
        let (hasFrequencies, hasLimits) = (input.flag(), input.flag())
        if hasFrequencies {
            frequencyScale = input.bits(2)
            alterScale = input.flag()
            noiseBands = input.bits(2)
        }
        if hasLimits {
            limiterBands = input.bits(2)
            limiterGains = input.bits(2)
            interpolatesFrequency = input.flag()
            isSmoothingOff = input.flag()
        }
    }

    /// Writes the header; fields that hold the defaults are left out.
    package func put(_ output: inout BitOutput) {
        let plain = SBRHeader()
        let hasFrequencies =
            (frequencyScale, alterScale, noiseBands)
            != (plain.frequencyScale, plain.alterScale, plain.noiseBands)
        let hasLimits =
            (limiterBands, limiterGains, interpolatesFrequency, isSmoothingOff)
            != (plain.limiterBands, plain.limiterGains, plain.interpolatesFrequency, plain.isSmoothingOff)
        output.put(coarseAmplitude ? 1 : 0, 1)
        output.put(startFrequency, 4)
        output.put(stopFrequency, 4)
        output.put(crossoverBand, 3)
        output.put(0, 2)
        output.put(hasFrequencies ? 1 : 0, 1)
        output.put(hasLimits ? 1 : 0, 1)
        if hasFrequencies {
            output.put(frequencyScale, 2)
            output.put(alterScale ? 1 : 0, 1)
            output.put(noiseBands, 2)
        }
        if hasLimits {
            output.put(limiterBands, 2)
            output.put(limiterGains, 2)
            output.put(interpolatesFrequency ? 1 : 0, 1)
            output.put(isSmoothingOff ? 1 : 0, 1)
        }
    }

    /// Indicates whether both headers lead to the same frequency bands, so that no reset is needed.
    package func hasSameBands(_ other: SBRHeader) -> Bool {
        startFrequency == other.startFrequency && stopFrequency == other.stopFrequency
            && crossoverBand == other.crossoverBand && frequencyScale == other.frequencyScale
            && alterScale == other.alterScale && noiseBands == other.noiseBands
    }
}
