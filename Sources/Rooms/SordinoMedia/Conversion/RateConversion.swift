import SordinoSignal

/// A converter's resampler, with the exact count of what goes in and comes out.
///
/// n frames of a stream that is neither preceded nor followed by anything become exactly round(n · ratio) frames.
final class RateConversion {
    private let resampler: Resampler
    private let method: PrimeMethod
    private let ratio: Double
    /// Frames taken and made since the beginning.
    private var takenCount: Int64 = 0
    private var madeCount: Int64 = 0

    init(
        channelCount: Int, from inputRate: Double, to outputRate: Double, quality: ResamplerQuality,
        method: PrimeMethod
    ) {
        self.method = method
        ratio = outputRate / inputRate
        let priming: Resampler.Priming =
            switch method {
            case .normal: .aligned
            case .pre: .provided
            case .none: .delayed
            }
        resampler = Resampler(
            channelCount: channelCount, inputRate: inputRate, outputRate: outputRate, quality: quality,
            priming: priming)
    }

    /// Frames of the input around an output that it depends on.
    var primeInfo: PrimeInfo {
        PrimeInfo(
            leadingFrameCount: max(0, resampler.lookaheadFrames - 1), trailingFrameCount: resampler.lookaheadFrames)
    }

    func reset() {
        resampler.renderer.reset()
        (takenCount, madeCount) = (0, 0)
    }

    /// Frames to be taken before so many can be made.
    func missingFrameCount(_ wanted: Int) -> Int { resampler.renderer.inputFramesNeeded(forOutput: wanted) }

    /// Takes frames of `source` and puts what comes of them behind those of `target`.
    func convert(_ source: PlanarFrames, into target: PlanarFrames) {
        let (taken, made) = resampler.renderer.process(
            source.floats, inputOffset: source.start, inputFrames: source.count, into: target.floats,
            outputOffset: target.end, outputFrames: target.room)
        source.took(taken)
        target.put(made)
        takenCount += Int64(taken)
        madeCount += Int64(made)
    }

    /// After the last frame: makes what is still missing, as far as there is room.
    ///
    /// - Returns: Whether anything was made.
    func drain(into target: PlanarFrames) -> Bool {
        let heard = method == .pre ? takenCount - Int64(primeInfo.leadingFrameCount) : takenCount
        // Who looks at nothing in advance waits for nothing afterwards.
        let goal = method == .none ? madeCount : Int64((Double(max(0, heard)) * ratio).rounded())
        let count = Int(min(goal - madeCount, Int64(target.room)))
        guard count > 0 else { return false }
        resampler.renderer.drain(into: target.floats, outputOffset: target.end, outputFrames: count)
        target.put(count)
        madeCount += Int64(count)
        return true
    }
}
