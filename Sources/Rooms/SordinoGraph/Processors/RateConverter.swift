import SordinoRealtime
import SordinoSignal

/// What stands between a source at one rate and a mixer's input at another.
///
/// Pulls: for each block of the mixer it asks for the frames it needs, so that it gives exactly the block, without delay: output
/// frame 0 lies on input frame 0. When several converters read from the same region, each gets what the hungriest of them asked
/// for and keeps the rest for the next block.
final class RateConverter: @unchecked Sendable {
    /// What it costs.
    let health = Health()
    private let held: Held<RateConverterState>
    private let resampler: Resampler
    private let from: Double
    private let into: Double
    private let quality: ResamplerQuality
    private let kept: PlanarBuffer

    init(from: Double, to: Double, channelCount: Int, quality: ResamplerQuality = .good) {
        (self.from, into) = (from, to)
        self.quality = quality
        resampler = Resampler(channelCount: channelCount, inputRate: from, outputRate: to, quality: quality)
        let capacity = RateConverter.slackFrames(from: from, to: to)
        kept = PlanarBuffer(channelCount: channelCount, frameCapacity: capacity)
        held = Held(
            RateConverterState(
                resampler: resampler.renderer, kept: kept.channels, keptCapacity: capacity, channelCount: channelCount))
    }

    var state: UnsafeMutableRawPointer { UnsafeMutableRawPointer(held.pointer) }

    /// Whether it converts these rates and channels so well.
    func suits(_ format: BusFormat, to rate: Double, quality: ResamplerQuality) -> Bool {
        quality == self.quality && format.sampleRate == from && rate == into
            && format.channelCount == resampler.channelCount
    }

    /// Frames that one block may need beyond its length times the ratio: the filter's reach, twice, because converters of one
    /// region may have begun at different times.
    static func slackFrames(from: Double, to: Double) -> Int {
        // 256 input frames hold the longest filter at equal rates; going down it grows with the ratio.
        Int((max(from / to, 1) * 256).rounded(.up)) + 16
    }
}

/// What the render thread keeps of a rate converter.
struct RateConverterState {
    let resampler: ResamplerRenderer
    /// Input that was brought and not needed yet.
    let kept: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    let keptCapacity: Int
    let channelCount: Int
    var keptCount = 0
    /// Frames of silence that came last; there was nothing else at first.
    var quietFrames = QuietFrames.most
}
