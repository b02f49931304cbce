import SordinoSignal

/// A change of rate with exact counts of input and output frames: for converters, players and streams of files.
///
/// n frames of a stream that is neither preceded nor followed by anything become exactly round(n · ratio) frames.
package final class RateConversion {
    private let resampler: Resampler
    private let method: PrimeMethod
    private let ratio: Double
    /// Frames taken and made since the beginning.
    private var takenCount: Int64 = 0
    private var madeCount: Int64 = 0

    /// Prepares to convert.
    ///
    /// - Parameter method: The assumption about the frames before the first.
    package init(
        channelCount: Int, from inputRate: Double, to outputRate: Double, quality: ResamplerQuality,
        phase: Resampler.Phase = .linear, method: PrimeMethod = .normal
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
            phase: phase, priming: priming)
    }

    /// Frames of the input around an output that it depends on.
    var primeInfo: PrimeInfo {
        PrimeInfo(
            leadingFrameCount: resampler.historyFrames, trailingFrameCount: resampler.lookaheadFrames)
    }

    /// Forgets everything that was taken.
    package func reset() {
        resampler.renderer.reset()
        (takenCount, madeCount) = (0, 0)
    }

    /// Frames to be taken before so many can be made.
    func missingFrameCount(_ wanted: Int) -> Int { resampler.renderer.inputFramesNeeded(forOutput: wanted) }

    /// Takes frames of `source` and puts the converted ones behind those of `target`.
    package func convert(_ source: PlanarFrames, into target: PlanarFrames) {
        target.put(convert(source, into: target.floats, atFrame: target.end, room: target.room))
    }

    /// Takes frames of `source` and puts the converted ones into buffers.
    ///
    /// - Returns: Frames made; no more than there is room for.
    package func convert(
        _ source: PlanarFrames, into channels: UnsafePointer<UnsafeMutablePointer<Float>>, atFrame first: Int, room: Int
    ) -> Int {
        let (taken, made) = resampler.renderer.process(
            source.floats, inputOffset: source.start, inputFrames: source.count, into: channels, outputOffset: first,
            outputFrames: room)
        source.took(taken)
        takenCount += Int64(taken)
        madeCount += Int64(made)
        return made
    }

    /// After the last frame: makes the missing output, as far as there is room.
    ///
    /// - Returns: Whether anything was made.
    package func drain(into target: PlanarFrames) -> Bool {
        let count = drain(into: target.floats, atFrame: target.end, room: target.room)
        target.put(count)
        return count > 0
    }

    /// After the last frame: makes the missing output, as far as there is room.
    ///
    /// - Returns: Frames made.
    package func drain(
        into channels: UnsafePointer<UnsafeMutablePointer<Float>>, atFrame first: Int, room: Int
    ) -> Int {
        let heard = method == .pre ? takenCount - Int64(primeInfo.leadingFrameCount) : takenCount
        // Without priming (`none`) no frames were read ahead, so that none are owed at the end.
        let goal = method == .none ? madeCount : Int64((Double(max(0, heard)) * ratio).rounded())
        let count = Int(min(goal - madeCount, Int64(room)))
        guard count > 0 else { return 0 }
        resampler.renderer.drain(into: channels, outputOffset: first, outputFrames: count)
        madeCount += Int64(count)
        return count
    }
}
