import AVAudioTypes
import AudioToolbox
import CoreAudioTypes
import Foundation
import SordinoMedia

/// Settings of encoders and decoders.
extension AVAudioConverter {
    /// The data that a decoder needs: for the output if packets are made, else for the input's decoder.
    public var magicCookie: Data? {
        get {
            lock.withLock {
                (engine.output.pcm == nil ? engine.encoderCookie : engine.input.cookie).map { Data($0) }
            }
        }
        set {
            // A cookie that the decoder refuses leaves it as it was.
            lock.withLock { try? engine.describe { input, _ in input.cookie = newValue.map { Array($0) } } }
        }
    }

    /// Bytes of the largest packet of output.
    public var maximumOutputPacketSize: Int {
        lock.withLock { (engine.encodedFormat ?? engine.output.media).packetByteLimit }
    }

    /// Bits a second that the encoder makes of all channels; 0 where nothing is encoded, or nothing is to choose.
    ///
    /// A rate that the encoder does not take is ignored.
    public var bitRate: Int {
        get {
            lock.withLock {
                let asked = engine.settings.encoding.bitRate
                let media = engine.output.media
                guard let range, range.hasBitRate else { return 0 }
                return asked > 0
                    ? asked : range.usualBitRate(sampleRate: media.sampleRate, channelCount: media.channelCount)
            }
        }
        set {
            lock.withLock {
                let media = engine.output.media
                guard
                    range?.takes(
                        bitRate: newValue, sampleRate: media.sampleRate, channelCount: media.channelCount) == true
                else { return }
                change { $0.encoding.bitRate = newValue }
            }
        }
    }

    /// The strategy by which the encoder keeps its bit rate: one of `AVAudioBitRateStrategy_...`; nil where there is
    /// none.
    public var bitRateStrategy: String? {
        get {
            lock.withLock {
                guard range?.hasBitRate == true else { return nil }
                return (engine.settings.encoding.rateControl ?? .longTermAverage).strategy
            }
        }
        set {
            lock.withLock {
                guard range?.hasBitRate == true else { return }
                change { $0.encoding.rateControl = newValue.flatMap { EncodingOptions.RateControl(strategy: $0) } }
            }
        }
    }

    /// All bit rates of the encoder; nil where there is nothing to choose.
    public var availableEncodeBitRates: [NSNumber]? { numbers { $0.availableBitRates } }

    /// Bit rates that the encoder takes at the output's rate and with its channels; nil where there is nothing to
    /// choose.
    public var applicableEncodeBitRates: [NSNumber]? {
        let media = engine.output.media
        return numbers { $0.bitRates(sampleRate: media.sampleRate, channelCount: media.channelCount) }
    }

    /// All sample rates of the encoder; nil where nothing is encoded or any rate is possible.
    public var availableEncodeSampleRates: [NSNumber]? { numbers { $0.sampleRates } }

    /// Rates that the encoder takes with the other settings; nil where nothing is encoded or any rate will do.
    public var applicableEncodeSampleRates: [NSNumber]? { availableEncodeSampleRates }

    /// Layouts that the encoder supports, as `AudioChannelLayoutTag`s; nil where nothing is encoded.
    public var availableEncodeChannelLayoutTags: [NSNumber]? { numbers { $0.layoutTags } }

    /// Packets between two at which decoding can begin, for codecs whose packets depend on each other.
    ///
    /// None of those that are encoded here is such a codec: it is 0, and stays so.
    public var audioSyncPacketFrequency: Int {
        get { 0 }
        set { _ = newValue }
    }

    /// The origin of the sound, as the encoder notes it.
    ///
    /// None of the codecs that are encoded here has a place for it: it is `.unspecified`, and stays so.
    public var contentSource: AVAudioContentSource {
        get { .unspecified }
        set { _ = newValue }
    }

    /// For which content the encoder prepares the control of loudness.
    ///
    /// None of the codecs that are encoded here has a place for it: it is `.none`, and stays so.
    public var dynamicRangeControlConfiguration: AVAudioDynamicRangeControlConfiguration {
        get { .none }
        set { _ = newValue }
    }

    private var range: EncodingRange? {
        engine.output.pcm == nil ? EncodingRange.of(engine.output.media.codec) : nil
    }

    private func numbers<Number: BinaryInteger>(_ of: (EncodingRange) -> [Number]) -> [NSNumber]? {
        guard let values = lock.withLock({ range.map(of) }), !values.isEmpty else { return nil }
        return values.map { NSNumber(value: Int64($0)) }
    }

    private func numbers(_ of: (EncodingRange) -> [Double]) -> [NSNumber]? {
        guard let values = lock.withLock({ range.map(of) }), !values.isEmpty else { return nil }
        return values.map { NSNumber(value: $0) }
    }
}

extension EncodingOptions.RateControl {
    /// The mode of a strategy; nil for any other string.
    init?(strategy: String) {
        switch strategy {
        case AVAudioBitRateStrategy_Constant: self = .constant
        case AVAudioBitRateStrategy_LongTermAverage: self = .longTermAverage
        case AVAudioBitRateStrategy_VariableConstrained: self = .variableConstrained
        case AVAudioBitRateStrategy_Variable: self = .variable
        default: return nil
        }
    }

    /// The value of `AVEncoderBitRateStrategyKey` for this strategy.
    var strategy: String {
        switch self {
        case .constant: AVAudioBitRateStrategy_Constant
        case .longTermAverage: AVAudioBitRateStrategy_LongTermAverage
        case .variableConstrained: AVAudioBitRateStrategy_VariableConstrained
        case .variable: AVAudioBitRateStrategy_Variable
        }
    }
}
