import CAudioToolbox
import SordinoSignal

/// Keeps every sample within -1 and 1 by turning down ahead of a peak.
///
/// It looks ahead for the attack time, which is its latency: the gain goes down on straight lines that end at the peak.
/// A change of the attack time is heard from the next plan on, as it changes the latency.
package final class PeakLimiter: UnitProcessor, @unchecked Sendable {
    /// An effect of this subtype.
    package static let identity = UnitIdentity(type: kAudioUnitType_Effect, subtype: kAudioUnitSubType_PeakLimiter)

    /// Makes one that looks 12 ms ahead.
    package init() {
        super.init(
            Self.identity, name: "AUPeakLimiter",
            parameters: [
                ParameterSpec(kLimiterParam_AttackTime, "attackTime", "Attack Time", .seconds, 0.001...0.03, 0.012),
                ParameterSpec(kLimiterParam_DecayTime, "decayTime", "Decay Time", .seconds, 0.001...0.06, 0.024),
                ParameterSpec(kLimiterParam_PreGain, "preGain", "Pre-Gain", .decibels, -40...40, 0),
            ])
    }

    private func lookaheadFrames(_ format: BusFormat) -> Int {
        max(Int((Double(value(0)) * format.sampleRate).rounded()), 1)
    }

    package override func suits(_ rendering: UnitRendering, _ wiring: Wiring) -> Bool {
        rendering.latencyFrames == lookaheadFrames(rendering.format)
    }

    package override func makeRendering(_ format: BusFormat, _ wiring: Wiring) throws(GraphError) -> UnitRendering {
        let memory = UnitMemory()
        let frames = lookaheadFrames(format)
        return .make(
            for: self, format: format, memory: memory,
            kernel: LimiterKernel(format, lookaheadFrames: frames, memory: memory), latencyFrames: frames,
            run: runLimiter)
    }

    package override var tailSeconds: Double { Double(latencyFrames) / sampleRate }
}

/// The limiter's sound: the least gain of a window, let up slowly, averaged over the window again.
struct LimiterKernel: UnitKernel {
    let sampleRate: Double
    let channelCount: Int
    /// Frames of the window, and of the delay.
    let window: Int
    let lines: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    /// A piece of every channel after the gain before the limiter.
    let raised: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    let gains: UnsafeMutablePointer<Float>
    /// The window's candidates for the least gain, ascending, in a ring; and when each came.
    let candidates: UnsafeMutablePointer<Float>
    let arrivals: UnsafeMutablePointer<Int64>
    let mask: Int
    var head = 0
    var tail = 0
    var time: Int64 = 0
    /// The window's gains after the release, in 2^30ths: whole numbers, so that the sum never drifts.
    let box: UnsafeMutablePointer<Int32>
    var boxIndex = 0
    var sum: Int64
    /// Double: a slow release would stop short of 1 in a float.
    var gain = 1.0
    var release = 1.0
    var preGain = GainRamp(1)
    /// Frames since the last gain below 1.
    var idleFrames: Int
    /// Frames since the last sample that was not 0.
    var quietFrames: Int

    init(_ format: BusFormat, lookaheadFrames: Int, memory: UnitMemory) {
        sampleRate = format.sampleRate
        channelCount = format.channelCount
        window = lookaheadFrames
        lines = memory.planes(format.channelCount, frameCount: window)
        raised = memory.planes(format.channelCount, frameCount: UnitCore.pieceLimit)
        gains = memory.floats(UnitCore.pieceLimit)
        var capacity = 1
        while capacity < window + 2 { capacity *= 2 }
        mask = capacity - 1
        candidates = memory.floats(capacity)
        arrivals = memory.copies(of: 0 as Int64, count: capacity)
        box = memory.copies(of: 1 << 30 as Int32, count: window)
        sum = Int64(window) << 30
        idleFrames = window * 2
        quietFrames = window * 2
    }
}
