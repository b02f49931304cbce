import CKernels

extension OnsetJudge {
    /// The least ratio by which the energy in a band rises at an onset.
    private static var rise: Float {
        @_noAllocation @_noLocks get { 4 }
    }
    /// Frames before the onset that belong to it, for safety.
    private static var guardFrames: Int {
        @_noAllocation @_noLocks get { 8 }
    }

    /// The bands in which the energy rises, a bit for each.
    ///
    /// - Parameter place: The onset in `history`, with more than `frames` frames on either side.
    @_noAllocation @_noLocks
    func risingBands(
        _ history: UnsafePointer<UnsafeMutablePointer<Float>>, at place: Int, channelCount: Int, silence: Float
    ) -> UInt32 {
        let middle = place &- Self.guardFrames
        for band in 0..<bandCount { (before[band], after[band]) = (silence, 0) }
        for channel in 0..<channelCount {
            add(history[channel] + (middle &- frames), window: rising, to: before)
            add(history[channel] + middle, window: falling, to: after)
        }
        var bands: UInt32 = 0
        for band in 0..<bandCount where after[band] > Self.rise * before[band] { bands |= 1 << UInt32(band) }
        return bands
    }

    @_noAllocation @_noLocks
    private func add(
        _ samples: UnsafeMutablePointer<Float>, window: UnsafeMutablePointer<Float>,
        to energies: UnsafeMutablePointer<Float>
    ) {
        for index in 0..<frames { segment[index] = (samples[index] - samples[index &- 1]) * window[index] }
        transform.forward(segment, real: real, imaginary: imaginary)
        for band in 0..<bandCount {
            var sum: Float = 0
            for bin in borders[band]..<max(borders[band], borders[band &+ 1]) {
                sum += real[bin] * real[bin] + imaginary[bin] * imaginary[bin]
            }
            energies[band] += sum / Float(frames)
        }
    }
}
