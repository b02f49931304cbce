import SordinoSignal

/// Four bands, each with a compressor and a gain.
///
/// The bands are parted by fourth-order Linkwitz-Riley crossovers, with the phases of the parts aligned: without
/// compression the levels add up to the input's at every frequency.
package final class MultibandCompressor: UnitProcessor, @unchecked Sendable {
    /// An effect of this subtype.
    package static let identity = UnitIdentity("aufx", "mcmp")

    /// The slots of the parameters in the bank.
    enum Slot {
        static var crossover: Int { @_noAllocation @_noLocks get { 2 } }
        static var threshold: Int { @_noAllocation @_noLocks get { 5 } }
        static var headroom: Int { @_noAllocation @_noLocks get { 9 } }
        static var attack: Int { @_noAllocation @_noLocks get { 13 } }
        static var release: Int { @_noAllocation @_noLocks get { 14 } }
        static var gain: Int { @_noAllocation @_noLocks get { 15 } }
        static var amount: Int { @_noAllocation @_noLocks get { 19 } }
    }

    /// Makes one that compresses gently.
    package init() {
        let corners: [Float] = [120, 700, 3000]
        let thresholds: [Float] = [-22, -32, -33, -36]
        let headrooms: [Float] = [5, 12, 5, 7.5]
        let bands: Range<UInt32> = 0..<4
        var specs = [
            ParameterSpec(0, "pregain", "Pre-Gain", .decibels, -40...40, 0),
            ParameterSpec(1, "postgain", "Post-Gain", .decibels, -40...40, 0),
        ]
        specs += (0..<3).map { index in
            ParameterSpec(
                2 + index, "crossover\(index + 1)", "Crossover \(index + 1)", .hertz, 20...22_050,
                corners[Int(index)], flags: [.ordinary, .displayLogarithmic, .upToNyquist])
        }
        specs += bands.map {
            ParameterSpec(
                5 + $0, "threshold\($0 + 1)", "Threshold \($0 + 1)", .decibels, -100...0, thresholds[Int($0)])
        }
        specs += bands.map {
            ParameterSpec(
                9 + $0, "headroom\($0 + 1)", "Headroom \($0 + 1)", .decibels, 0.1...40, headrooms[Int($0)])
        }
        specs += [
            ParameterSpec(13, "attackTime", "Attack Time", .seconds, 0.001...0.2, 0.08),
            ParameterSpec(14, "releaseTime", "Release Time", .seconds, 0.01...3, 0.12),
        ]
        specs += bands.map {
            ParameterSpec(15 + $0, "eq\($0 + 1)", "EQ \($0 + 1)", .decibels, -20...20, 0)
        }
        let meters: [(UInt32, String, String, ClosedRange<Float>, Float)] = [
            (1000, "compressionAmount", "Compression Amount", 0...20, 0),
            (5000, "inputAmplitude", "Input Amplitude", -120...20, -120),
            (9000, "outputAmplitude", "Output Amplitude", -120...20, -120),
        ]
        for (id, identifier, name, range, initial) in meters {
            specs += bands.map {
                ParameterSpec(
                    id + $0 * 1000, "\(identifier)\($0 + 1)", "\(name) \($0 + 1)", .decibels, range, initial,
                    flags: .meter)
            }
        }
        super.init(Self.identity, name: "AUMultibandCompressor", parameters: specs)
    }

    package override func makeRendering(_ format: BusFormat, _ wiring: Wiring) throws(GraphError) -> UnitRendering {
        let memory = UnitMemory()
        return .make(
            for: self, format: format, memory: memory, kernel: MultibandKernel(format, memory: memory),
            run: runMultiband)
    }

    /// Until the lowest crossover has rung down by 120 dB, and a tenth for its second half.
    package override var tailSeconds: Double {
        let lowest = min(value(2), value(3), value(4))
        let section = Biquad.lowPass(
            BiquadCorner(hertz: Double(lowest), q: .butterworthQ, sampleRate: sampleRate))
        return section.decayFrames(decibels: 120) / sampleRate * 1.3
    }
}

/// Four chains of filters, four gains.
struct MultibandKernel: UnitKernel {
    let sampleRate: Double
    let channelCount: Int
    let bands: UnsafeMutablePointer<MultibandBand>
    /// One for each band.
    let followers: UnsafeMutablePointer<LevelFollower>
    /// A piece after the gain before all.
    let raised: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    /// A piece of every band and channel, band by band.
    let parts: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    /// Levels of a piece, band after band, and the gains that follow from them.
    let levels: UnsafeMutablePointer<Float>
    let gains: UnsafeMutablePointer<Float>
    var pregain = GainRamp(1)
    var postgain = GainRamp(1)

    init(_ format: BusFormat, memory: UnitMemory) {
        sampleRate = format.sampleRate
        channelCount = format.channelCount
        bands = memory.copies(
            of: MultibandBand(cascade: memory.cascade(sectionCount: 1, channelCount: 1)), count: 4)
        for band in 0..<4 {
            bands[band] = MultibandBand(
                cascade: memory.cascade(sectionCount: 5, channelCount: format.channelCount))
        }
        followers = memory.copies(of: LevelFollower(), count: 4)
        raised = memory.planes(format.channelCount, frameCount: UnitCore.pieceLimit)
        parts = memory.planes(format.channelCount * 4, frameCount: UnitCore.pieceLimit)
        levels = memory.floats(UnitCore.pieceLimit * 4)
        gains = memory.floats(UnitCore.pieceLimit * 4)
    }
}

/// The filters, the curve and the gain of one band.
struct MultibandBand: BitwiseCopyable {
    let cascade: BiquadCascade
    var curve = LevelCurve(threshold: 0, headroom: 40)
    var gain = GainRamp(1)
    var meters = DynamicsMeters()
}
