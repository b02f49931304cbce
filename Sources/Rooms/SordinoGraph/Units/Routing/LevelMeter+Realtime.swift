import SordinoRealtime
import SordinoSignal
import Synchronization

extension MeterPort {
    @_noAllocation @_noLocks
    func isOn(input bus: Int) -> Bool { bus < inputLimit && flags[bus].load(ordering: .relaxed) }

    var isOutputOn: Bool {
        @_noAllocation @_noLocks get { flags[inputLimit].load(ordering: .relaxed) }
    }
}

extension PieceLevel {
    /// Adds the samples of one channel.
    @_noAllocation @_noLocks
    mutating func add(_ samples: UnsafePointer<Float>, frameCount: Int) {
        sumOfSquares += Mixing.sumOfSquares(samples, frameCount: frameCount)
        peak = max(peak, Mixing.peak(samples, frameCount: frameCount))
        sampleCount &+= frameCount
    }
}

extension LevelMeter {
    /// Takes a piece in; no samples stand for silence.
    @_noAllocation @_noLocks
    mutating func take(_ level: PieceLevel, frameCount: Int, sampleRate: Double) {
        let seconds = Float(Double(frameCount) / sampleRate)
        let kept = RealtimeMath.exp(-seconds / 0.3)
        let mean = level.sampleCount > 0 ? level.sumOfSquares / Float(level.sampleCount) : 0
        meanSquare = kept * meanSquare + (1 - kept) * mean
        // ln(10): 20 dB.
        peak = max(level.peak, peak * RealtimeMath.exp(-seconds * 2.302_585_1))
        if !(meanSquare < .infinity) { meanSquare = 0 }
        if !(peak < .infinity) { peak = 0 }
    }

    /// Shows average and peak, times a factor, in two parameters.
    @_noAllocation @_noLocks
    func show(on port: ParameterPort, average: Int, peak peakSlot: Int, factor: Float) {
        port.publish(decibels(meanSquare * factor * factor, perBel: 10), slot: average)
        port.publish(decibels(peak * factor, perBel: 20), slot: peakSlot)
    }

    /// Shows average and peak, times a factor, as factors.
    @_noAllocation @_noLocks
    func showLinear(on port: ParameterPort, average: Int, peak peakSlot: Int, factor: Float) {
        port.publish(RealtimeMath.sqrt(meanSquare) * factor, slot: average)
        port.publish(peak * factor, slot: peakSlot)
    }

    @_noAllocation @_noLocks
    private func decibels(_ level: Float, perBel: Float) -> Float {
        level > 0 ? max(perBel * RealtimeMath.log10(level), -120) : -120
    }
}
