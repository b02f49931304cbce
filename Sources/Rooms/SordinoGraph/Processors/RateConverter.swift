import SordinoRealtime
import SordinoSignal

/// A converter between a source at one rate and a mixer's input at another.
///
/// Pulls: for each block of the mixer it asks for the frames it needs, so that it gives exactly the block, without
/// delay: output frame 0 lies on input frame 0. When several converters read from the same region, each gets the
/// greatest number of frames that one of them asked for, and keeps the rest for the next block.
final class RateConverter {
    /// The cost and the faults of the converter.
    let health = Health()
    private let held: Held<RateConverterState>
    private let resampler: Resampler
    private let from: Double
    private let into: Double
    private let quality: ResamplerQuality
    private let kept: PlanarBuffer
    private let speed: UnsafePointer<InputSpeed>?

    /// - Parameter speed: The speed at which the input is played; lives as long as the connection.
    init(
        from: Double, to: Double, channelCount: Int, quality: ResamplerQuality = .good,
        speed: UnsafePointer<InputSpeed>? = nil
    ) {
        (self.from, into, self.speed) = (from, to, speed)
        self.quality = quality
        let fastest = Double(InputSpeed.fastest)
        if speed == nil {
            resampler = Resampler(channelCount: channelCount, inputRate: from, outputRate: to, quality: quality)
        } else {
            resampler = Resampler(
                channelCount: channelCount, step: from / to, maximumStep: from / to * fastest, quality: quality)
        }
        let capacity = RateConverter.slackFrames(from: speed == nil ? from : from * fastest, to: to)
        kept = PlanarBuffer(channelCount: channelCount, frameCapacity: capacity)
        held = Held(
            RateConverterState(
                resampler: resampler.renderer, kept: kept.channels, keptCapacity: capacity, channelCount: channelCount,
                speed: speed, step: from / to, ratio: from / to))
    }

    var state: UnsafeMutableRawPointer { UnsafeMutableRawPointer(held.pointer) }

    /// Returns whether it converts these rates and channels so well, at that speed.
    func suits(_ format: BusFormat, to rate: Double, quality: ResamplerQuality, speed: UnsafePointer<InputSpeed>?)
        -> Bool
    {
        speed == self.speed && quality == self.quality && format.sampleRate == from && rate == into
            && format.channelCount == resampler.channelCount
    }

    /// Frames that one block may need beyond its length times the ratio: the filter's reach, twice, because converters
    /// of one region may have begun at different times.
    static func slackFrames(from: Double, to: Double) -> Int {
        // 256 input frames hold the longest filter at equal rates; going down it grows with the ratio.
        Int((max(from / to, 1) * 256).rounded(.up)) + 16
    }
}

/// The render thread's state of a rate converter.
struct RateConverterState {
    let resampler: ResamplerRenderer
    /// Input that was brought and not needed yet.
    let kept: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    let keptCapacity: Int
    let channelCount: Int
    /// The speed at which the input is played; nil for 1.
    let speed: UnsafePointer<InputSpeed>?
    /// Input frames for each output frame, now and at speed 1.
    var step: Double
    let ratio: Double
    var keptCount = 0
    /// Frames of silence that came last; there was nothing else at first.
    var quietFrames = QuietFrames.most
}
