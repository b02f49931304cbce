import CAudioToolbox
import SordinoSignal

/// The equaliser with a name for every taste: ten bells an octave apart, set by factory presets.
///
/// The presets bear well-known names; their curves are Sordino's, drawn after the names.
package final class IPodEQ: UnitProcessor, @unchecked Sendable {
    /// An effect of this subtype.
    package static let identity = UnitIdentity(type: kAudioUnitType_Effect, subtype: kAudioUnitSubType_AUiPodEQ)
    /// Centres in Hz.
    package static let centers = [32.0, 64, 125, 250, 500, 1000, 2000, 4000, 8000, 16_000]

    /// A name, and the gain of each band in dB from the lowest up.
    private static let curves: [(String, [Float])] = [
        ("Disabled", [0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
        ("Bass Booster", [6, 5, 4, 2.5, 1, 0, 0, 0, 0, 0]),
        ("Bass Reducer", [-6, -5, -4, -2.5, -1, 0, 0, 0, 0, 0]),
        ("Treble Booster", [0, 0, 0, 0, 0, 1, 2.5, 4, 5, 6]),
        ("Treble Reducer", [0, 0, 0, 0, 0, -1, -2.5, -4, -5, -6]),
        ("Vocal Booster", [-2, -2.5, -2, 1, 3, 4, 3, 1.5, 0, -1.5]),
        ("Loudness", [6, 4.5, 1.5, 0, -1, -1, 0, 0.5, 3, 4]),
        ("Spoken Word", [-6, -4, -1, 1, 2.5, 4, 4.5, 3, 0, -3]),
        ("Small Speakers", [-6, 0, 4.5, 4, 2, 0, -1, 0, 1.5, 2]),
        ("Acoustic", [3, 3, 2, 1, 1, 1.5, 2, 3, 3, 2]),
        ("Classical", [3, 2.5, 2, 1, -0.5, -0.5, 0, 1.5, 2.5, 3]),
        ("Dance", [4, 5.5, 4, 0.5, 0, 1.5, 3, 3.5, 3, 1]),
        ("Deep", [4.5, 3.5, 2, 1.5, 1, 0.5, 0, -1.5, -3, -4]),
        ("Electronic", [4.5, 4, 1.5, 0, -1.5, 1, 0.5, 1.5, 3.5, 4.5]),
        ("Flat", [0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
        ("Hip-Hop", [5, 4.5, 2, 2, -0.5, -0.5, 1, 0, 1.5, 2.5]),
        ("Jazz", [3.5, 2.5, 1, 1.5, -1, -1, 0, 1, 2.5, 3]),
        ("Latin", [4, 2.5, 0, 0, -1, -1, -1, 0.5, 3, 4]),
        ("Lounge", [-2.5, -1.5, 0, 1.5, 3, 2, 0, -1, 1.5, 1]),
        ("Piano", [2, 1.5, 0.5, 2, 2.5, 1, 2.5, 3.5, 2.5, 2.5]),
        ("Pop", [-1, -0.5, 0.5, 2, 3, 3, 1.5, 0, -0.5, -1]),
        ("R&B", [3, 5.5, 4.5, 1, -1.5, -1, 1.5, 2, 2.5, 3]),
        ("Rock", [4.5, 3.5, 2, 1, -0.5, -0.5, 1, 2.5, 3.5, 4]),
    ]

    /// Makes one that changes nothing.
    package init() {
        super.init(
            Self.identity, name: "AUiPodEQ",
            parameters: Self.centers.indices.map { band in
                ParameterSpec(
                    UInt32(band), "gain\(band + 1)", "\(Int(Self.centers[band])) Hz", .decibels, -12...12, 0,
                    flags: [.ordinary, .expertMode])
            },
            factoryPresets: Self.curves.enumerated().map { number, curve in
                UnitPreset(number, curve.0, curve.1.enumerated().map { (UInt64($0.offset), $0.element) })
            })
    }

    package override func makeRendering(_ format: BusFormat, _ wiring: Wiring) throws(GraphError) -> UnitRendering {
        let memory = UnitMemory()
        return .make(
            for: self, format: format, memory: memory, kernel: IPodEQKernel(format, memory: memory), run: runIPodEQ)
    }

    /// Until the lowest bell has rung down by 120 dB.
    package override var tailSeconds: Double {
        let lowest = Biquad.peak(
            BiquadCorner(hertz: Self.centers[0], octaves: 1, sampleRate: sampleRate), decibels: Double(value(0)))
        let isFlat = parameters.allSatisfy { value($0.address()) == 0 }
        return isFlat ? 0 : lowest.decayFrames(decibels: 120) / sampleRate
    }
}

/// Ten bells, one for each band.
struct IPodEQKernel: UnitKernel {
    let sampleRate: Double
    let cascade: BiquadCascade

    init(_ format: BusFormat, memory: UnitMemory) {
        sampleRate = format.sampleRate
        cascade = memory.cascade(sectionCount: 10, channelCount: format.channelCount)
    }
}
