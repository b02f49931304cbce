import AVAudioTypes
import AudioToolbox
import CoreAudioTypes
import Foundation
import SordinoMedia

/// Settings of the samples and channels.
///
/// A change in the middle of a stream takes effect at the next reset. Impossible values are ignored, as are settings
/// that do not concern the formats.
extension AVAudioConverter {
    /// For each channel of the output the channel of the input that it plays, -1 for silence; empty if channels are
    /// mixed.
    ///
    /// One set here goes before a downmix; an empty one gives it up.
    public var channelMap: [NSNumber] {
        get { lock.withLock { (engine.channelMap ?? []).map { NSNumber(value: $0) } } }
        set {
            change { $0.channelMap = newValue.isEmpty ? nil : newValue.map(\.intValue) }
        }
    }

    /// Indicates whether channels without a place in the output are mixed into those that there are, by ITU-R BS.775;
    /// initially not.
    public var downmix: Bool {
        get { lock.withLock { engine.settings.downmixes } }
        set { change { $0.downmixes = newValue } }
    }

    /// Indicates whether noise is added before samples become integers; initially not.
    public var dither: Bool {
        get { lock.withLock { engine.settings.dither != .none } }
        set { change { $0.dither = newValue ? .triangular : .none } }
    }

    /// The amount of work that the rate converter may do: an `AVAudioQuality`.
    public var sampleRateConverterQuality: Int {
        get { lock.withLock { engine.settings.resamplingQuality } }
        set { change { $0.resamplingQuality = max(0, min(127, newValue)) } }
    }

    /// The rate converter: one of `AVSampleRateConverterAlgorithm_...`; nil is the usual one.
    public var sampleRateConverterAlgorithm: String? {
        get {
            switch lock.withLock({ engine.settings.resamplingMethod }) {
            case .linear, .normal: AVSampleRateConverterAlgorithm_Normal
            case .mastering: AVSampleRateConverterAlgorithm_Mastering
            case .minimumPhase: AVSampleRateConverterAlgorithm_MinimumPhase
            }
        }
        set {
            guard let method = newValue.map(ResamplingMethod.init(algorithm:)) ?? .normal else { return }
            change { $0.resamplingMethod = method }
        }
    }

    /// The assumption about the frames before the first one; initially `.normal`.
    public var primeMethod: AVAudioConverterPrimeMethod {
        get {
            switch lock.withLock({ engine.settings.primeMethod }) {
            case .pre: .pre
            case .normal: .normal
            case .none: .none
            }
        }
        set {
            guard let method = PrimeMethod(rawValue: UInt32(newValue.rawValue)) else { return }
            change { $0.primeMethod = method }
        }
    }

    /// Frames that resampling needs around the requested ones, or that the encoder's packets hold beside them.
    ///
    /// Set it for decoding: the inaudible frames at both ends. An encoder reports the trailing ones at the end.
    public var primeInfo: AVAudioConverterPrimeInfo {
        get {
            let info = lock.withLock { engine.primeInfo }
            return AVAudioConverterPrimeInfo(
                leadingFrames: AVAudioFrameCount(clamping: info.leadingFrameCount),
                trailingFrames: AVAudioFrameCount(clamping: info.trailingFrameCount))
        }
        set {
            let info = PrimeInfo(
                leadingFrameCount: Int(min(newValue.leadingFrames, 1 << 24)),
                trailingFrameCount: Int(min(newValue.trailingFrames, 1 << 24)))
            lock.withLock {
                guard engine.input.pcm == nil else { return }
                try? engine.change { $0.decoderPriming = info }
            }
        }
    }

    func change(_ body: (inout ConversionSettings) -> Void) {
        // Impossible values leave the engine unchanged: a property cannot report an error.
        lock.withLock { try? engine.change(body) }
    }
}
