import CAudioToolbox
import SordinoSignal

/// A compressor above one threshold and an expander below another, the same for all channels.
package final class DynamicsProcessor: UnitProcessor, @unchecked Sendable {
    /// An effect of this subtype.
    package static let identity = UnitIdentity(
        type: kAudioUnitType_Effect, subtype: kAudioUnitSubType_DynamicsProcessor)

    /// Makes one that compresses above -20 dB.
    package init() {
        super.init(
            Self.identity, name: "AUDynamicsProcessor",
            parameters: [
                ParameterSpec(
                    kDynamicsProcessorParam_Threshold, "threshold", "Compression Threshold", .decibels, -40...20, -20),
                ParameterSpec(kDynamicsProcessorParam_HeadRoom, "headRoom", "Head Room", .decibels, 0.1...40, 5),
                ParameterSpec(
                    kDynamicsProcessorParam_ExpansionRatio, "expansionRatio", "Expansion Ratio", .rate, 1...50, 2),
                // Neither range nor initial value is documented; at the initial one nothing is expanded.
                ParameterSpec(
                    kDynamicsProcessorParam_ExpansionThreshold, "expansionThreshold", "Expansion Threshold", .decibels,
                    -120...20, -120),
                ParameterSpec(
                    kDynamicsProcessorParam_AttackTime, "attackTime", "Attack Time", .seconds, 0.0001...0.2, 0.001),
                ParameterSpec(
                    kDynamicsProcessorParam_ReleaseTime, "releaseTime", "Release Time", .seconds, 0.01...3, 0.05),
                ParameterSpec(
                    kDynamicsProcessorParam_OverallGain, "overallGain", "Overall Gain", .decibels, -40...40, 0),
                ParameterSpec(
                    kDynamicsProcessorParam_CompressionAmount, "compressionAmount", "Compression Amount", .decibels,
                    -40...40, 0, flags: .meter),
                ParameterSpec(
                    kDynamicsProcessorParam_InputAmplitude, "inputAmplitude", "Input Amplitude", .decibels, -120...40,
                    -120, flags: .meter),
                ParameterSpec(
                    kDynamicsProcessorParam_OutputAmplitude, "outputAmplitude", "Output Amplitude", .decibels,
                    -120...40, -120, flags: .meter),
            ])
    }

    package override func makeRendering(_ format: BusFormat, _ wiring: Wiring) throws(GraphError) -> UnitRendering {
        let memory = UnitMemory()
        return .make(
            for: self, format: format, memory: memory, kernel: DynamicsKernel(format, memory: memory),
            run: runDynamics)
    }
}

/// The sound of the dynamics processor.
struct DynamicsKernel: UnitKernel {
    let sampleRate: Double
    /// Levels of a piece, and the gains that follow from them.
    let levels: UnsafeMutablePointer<Float>
    let gains: UnsafeMutablePointer<Float>
    var curve = LevelCurve(threshold: 0, headroom: 40)
    var follower = LevelFollower()
    var overall = GainRamp(1)
    var meters = DynamicsMeters()

    init(_ format: BusFormat, memory: UnitMemory) {
        sampleRate = format.sampleRate
        levels = memory.floats(UnitCore.pieceLimit)
        gains = memory.floats(UnitCore.pieceLimit)
    }
}

/// The readings of a compressor: the greatest reduction and levels of a block.
struct DynamicsMeters: BitwiseCopyable {
    var least: Float
    var input: Float
    var output: Float

    @_noAllocation @_noLocks
    init() { (least, input, output) = (1, 0, 0) }
}
