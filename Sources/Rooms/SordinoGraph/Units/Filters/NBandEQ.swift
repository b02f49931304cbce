import CAudioToolbox
import SordinoSignal

/// Any number of bands of any kind one after the other, and a gain over all.
package final class NBandEQ: UnitProcessor, @unchecked Sendable {
    /// An effect of this subtype.
    package static let identity = UnitIdentity(type: kAudioUnitType_Effect, subtype: kAudioUnitSubType_NBandEQ)
    /// Bands, 1 to 256.
    package let bandCount: Int

    /// The parameters of a band: the number is that of band 0, band k has k more.
    package enum BandParameter: UInt32, CaseIterable, Sendable {
        case bypass = 1000
        case kind = 2000
        case frequency = 3000
        case gain = 4000
        case bandwidth = 5000
    }

    /// The kinds of a band's filter; the numbers are those of kAUNBandEQFilterType.
    package static let kindNames = [
        "Parametric", "Low Pass", "High Pass", "Resonant Low Pass", "Resonant High Pass", "Band Pass", "Band Stop",
        "Low Shelf", "High Shelf", "Resonant Low Shelf", "Resonant High Shelf",
    ]

    /// Makes one with all bands bypassed.
    ///
    /// - Parameter bandCount: 1 to 256; the component's own number is 8.
    package init(bandCount: Int = 8) {
        precondition((1...256).contains(bandCount), "an equaliser has 1 to 256 bands")
        self.bandCount = bandCount
        var specs = [ParameterSpec(kAUNBandEQParam_GlobalGain, "globalGain", "Global Gain", .decibels, -96...24, 0)]
        for band in 0..<bandCount {
            let (number, id) = ("\(band + 1)", UInt32(band))
            specs += [
                ParameterSpec(
                    BandParameter.bypass.rawValue + id, "bypass\(number)", "Bypass \(number)", .boolean, 0...1, 1),
                ParameterSpec(
                    BandParameter.kind.rawValue + id, "filterType\(number)", "Type \(number)", .indexed, 0...10, 0,
                    valueNames: Self.kindNames),
                ParameterSpec(
                    BandParameter.frequency.rawValue + id, "frequency\(number)", "Frequency \(number)", .hertz,
                    20...22_050, 1000, flags: [.ordinary, .displayLogarithmic, .upToNyquist]),
                ParameterSpec(
                    BandParameter.gain.rawValue + id, "gain\(number)", "Gain \(number)", .decibels, -96...24, 0),
                ParameterSpec(
                    BandParameter.bandwidth.rawValue + id, "bandwidth\(number)", "Bandwidth \(number)", .octaves,
                    0.05...5, 0.5),
            ]
        }
        super.init(Self.identity, name: "AUNBandEQ", parameters: specs)
    }

    /// The address of a band's parameter.
    package static func address(_ parameter: BandParameter, band: Int) -> UInt64 {
        UInt64(parameter.rawValue) + UInt64(band)
    }

    package override func makeRendering(_ format: BusFormat, _ wiring: Wiring) throws(GraphError) -> UnitRendering {
        let memory = UnitMemory()
        return .make(
            for: self, format: format, memory: memory,
            kernel: NBandEQKernel(format, bandCount: bandCount, memory: memory), run: runNBandEQ)
    }

    /// Until the slowest band has rung down by 120 dB.
    package override var tailSeconds: Double {
        var longest = 0.0
        for band in 0..<bandCount {
            let values = BandParameter.allCases.map { value(Self.address($0, band: band)) }
            let section = NBandEQKernel.section(
                isBypassed: values[0] >= 0.5, kind: values[1], hertz: values[2], decibels: values[3],
                octaves: values[4], sampleRate: sampleRate)
            if !section.isIdentity { longest = max(longest, section.decayFrames(decibels: 120) / sampleRate) }
        }
        return longest
    }
}

/// The filters of the equaliser on the render thread.
struct NBandEQKernel: UnitKernel {
    let bandCount: Int
    let sampleRate: Double
    let cascade: BiquadCascade
    var gain = GainRamp(1)

    init(_ format: BusFormat, bandCount: Int, memory: UnitMemory) {
        self.bandCount = bandCount
        sampleRate = format.sampleRate
        cascade = memory.cascade(sectionCount: bandCount, channelCount: format.channelCount)
    }
}
