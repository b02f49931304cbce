/// Turns samples into the spectra of the low-delay filterbank: ISO/IEC 14496-3, 4.6.20.2, the encoder's side.
///
/// The window spans four frames; its last quarter of a frame has the weight zero and is not needed, so that the
/// encoder's and the decoder's delay together is one frame and a half. One instance serves all channels.
final class AACLowDelayFilterbank {
    /// Samples of a frame.
    let frameLength: Int
    /// Samples that a spectrum is made of: 3 3/4 frames.
    let sampleCount: Int
    private let transform: DCTIV
    private let window: UnsafeMutablePointer<Float>
    private let fold: UnsafeMutablePointer<Float>

    /// Makes a filterbank of so many lines.
    init(frameLength: Int) {
        self.frameLength = frameLength
        sampleCount = frameLength * 15 / 4
        transform = DCTIV(count: frameLength, scale: 2)
        window = .allocate(capacity: 4 * frameLength)
        fold = .allocate(capacity: 5 * frameLength)
        fold.initialize(repeating: 0, count: 5 * frameLength)
        let synthesis = AACWindows.lowDelay(frameLength: frameLength)
        for index in 0..<(4 * frameLength) { window[index] = synthesis[4 * frameLength - 1 - index] }
    }

    deinit {
        window.deallocate()
        fold.deallocate()
    }

    /// Transforms `sampleCount` samples to `frameLength` lines.
    func transform(_ samples: UnsafePointer<Float>, _ lines: UnsafeMutablePointer<Float>) {
        let (count, half) = (frameLength, frameLength / 2)
        let product = fold + count
        var index = 0
        while index < sampleCount {
            store4(product + index, load4(samples + index) * load4(window + index))
            index &+= 4
        }
        (product + sampleCount).update(repeating: 0, count: 4 &* count &- sampleCount)
        // The last two frames fold onto the first two with the other sign.
        index = 0
        while index < 2 &* count {
            store4(product + index, load4(product + index) - load4(product + (2 &* count &+ index)))
            index &+= 4
        }
        index = 0
        while index < half {
            let low = reversed(load4(product + (half &- 4 &- index)))
            store4(fold + index, low + load4(product + (half &+ index)))
            let far = reversed(load4(product + (2 &* count &- 4 &- index)))
            store4(fold + (half &+ index), load4(product + (count &+ index)) - far)
            index &+= 4
        }
        transform.transform(fold, lines)
    }
}
