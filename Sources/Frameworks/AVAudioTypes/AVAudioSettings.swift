// The keys and values of settings dictionaries. The string of each is its own name.

import Foundation

/// The format: an `AudioFormatID`.
public let AVFormatIDKey = "AVFormatIDKey"

/// Frames per second: a number with fraction.
public let AVSampleRateKey = "AVSampleRateKey"

/// The number of channels.
public let AVNumberOfChannelsKey = "AVNumberOfChannelsKey"

/// Linear PCM: bits per sample, 8, 16, 24, 32 or, for floating point, 64.
public let AVLinearPCMBitDepthKey = "AVLinearPCMBitDepthKey"

/// Linear PCM: whether the most significant byte comes first.
public let AVLinearPCMIsBigEndianKey = "AVLinearPCMIsBigEndianKey"

/// Linear PCM: whether samples are floating point.
public let AVLinearPCMIsFloatKey = "AVLinearPCMIsFloatKey"

/// Linear PCM: whether each channel has a buffer of its own.
///
/// The only key whose name lacks the suffix "Key".
public let AVLinearPCMIsNonInterleaved = "AVLinearPCMIsNonInterleaved"

/// The kind of file: an `AudioFileTypeID`.
public let AVAudioFileTypeKey = "AVAudioFileTypeKey"

/// An `AVAudioQuality` for the encoder.
public let AVEncoderAudioQualityKey = "AVEncoderAudioQualityKey"

/// An `AVAudioQuality` for the encoder, with variable bit rate.
public let AVEncoderAudioQualityForVBRKey = "AVEncoderAudioQualityForVBRKey"

/// Bits per second of the whole stream.
public let AVEncoderBitRateKey = "AVEncoderBitRateKey"

/// Bits per second of each channel.
public let AVEncoderBitRatePerChannelKey = "AVEncoderBitRatePerChannelKey"

/// The strategy by which the encoder keeps its bit rate: one of `AVAudioBitRateStrategy_...`.
public let AVEncoderBitRateStrategyKey = "AVEncoderBitRateStrategyKey"

/// The bits of a source sample that the encoder should keep, 8 to 32.
public let AVEncoderBitDepthHintKey = "AVEncoderBitDepthHintKey"

/// An `AVAudioDynamicRangeControlConfiguration` for the encoder.
public let AVEncoderDynamicRangeControlConfigurationKey = "AVEncoderDynamicRangeControlConfigurationKey"

/// An `AVAudioContentSource` for the encoder.
public let AVEncoderContentSourceKey = "AVEncoderContentSourceKey"

/// The packets between two at which decoding can start.
public let AVEncoderASPFrequencyKey = "AVEncoderASPFrequencyKey"

/// The rate converter: one of `AVSampleRateConverterAlgorithm_...`.
public let AVSampleRateConverterAlgorithmKey = "AVSampleRateConverterAlgorithmKey"

/// An `AVAudioQuality` for the rate converter.
public let AVSampleRateConverterAudioQualityKey = "AVSampleRateConverterAudioQualityKey"

/// The places of the channels: `Data` with an `AudioChannelLayout` in it.
public let AVChannelLayoutKey = "AVChannelLayoutKey"

/// Constant bit rate: every packet has the same size.
public let AVAudioBitRateStrategy_Constant = "AVAudioBitRateStrategy_Constant"

/// Sizes of packets vary, their long-term average is the bit rate.
public let AVAudioBitRateStrategy_LongTermAverage = "AVAudioBitRateStrategy_LongTermAverage"

/// Sizes of packets follow the quality, within bounds.
public let AVAudioBitRateStrategy_VariableConstrained = "AVAudioBitRateStrategy_VariableConstrained"

/// Sizes of packets follow the quality alone.
public let AVAudioBitRateStrategy_Variable = "AVAudioBitRateStrategy_Variable"

/// The usual rate converter.
public let AVSampleRateConverterAlgorithm_Normal = "AVSampleRateConverterAlgorithm_Normal"

/// The best rate converter.
public let AVSampleRateConverterAlgorithm_Mastering = "AVSampleRateConverterAlgorithm_Mastering"

/// A rate converter without pre-ringing, of shorter delay.
public let AVSampleRateConverterAlgorithm_MinimumPhase = "AVSampleRateConverterAlgorithm_MinimumPhase"

/// The origin of a stream's sound and the way it was made, as an encoder may note in it.
public enum AVAudioContentSource: Int, Sendable {
    /// The value is not specified.
    case unspecified = -1
    /// A reserved value that must not be used.
    case reserved = 0
    /// A recording, in channels; made with Apple's tools.
    case appleCapture_Traditional = 1
    /// A recording, spatial; made with Apple's tools.
    case appleCapture_Spatial = 2
    /// A recording, spatial, enhanced; made with Apple's tools.
    case appleCapture_Spatial_Enhanced = 3
    /// Music, in channels; made with Apple's tools.
    case appleMusic_Traditional = 4
    /// Music, spatial; made with Apple's tools.
    case appleMusic_Spatial = 5
    /// Film or video, in channels, prepared ahead; made with Apple's tools.
    case appleAV_Traditional_Offline = 6
    /// Film or video, spatial, prepared ahead; made with Apple's tools.
    case appleAV_Spatial_Offline = 7
    /// Film or video, in channels, live; made with Apple's tools.
    case appleAV_Traditional_Live = 8
    /// Film or video, spatial, live; made with Apple's tools.
    case appleAV_Spatial_Live = 9
    /// Content passed on as it came; made with Apple's tools.
    case applePassthrough = 10
    /// A recording, in channels.
    case capture_Traditional = 33
    /// A spatial recording from microphones.
    case capture_Spatial = 34
    /// A recording, spatial, enhanced.
    case capture_Spatial_Enhanced = 35
    /// Music in a layout of channels.
    case music_Traditional = 36
    /// Music as spatial audio.
    case music_Spatial = 37
    /// Film or video, in channels, prepared ahead.
    case av_Traditional_Offline = 38
    /// Film or video, spatial, prepared ahead.
    case av_Spatial_Offline = 39
    /// Film or video, in channels, live.
    case av_Traditional_Live = 40
    /// Film or video, spatial, live.
    case av_Spatial_Live = 41
    /// Content passed on as it came.
    case passthrough = 42
}

/// The kind of content for which an encoder prepares dynamic range control.
public enum AVAudioDynamicRangeControlConfiguration: Int, Sendable {
    /// No dynamic range control.
    case none = 0
    /// Dynamic range control for music.
    case music = 1
    /// Dynamic range control for speech.
    case speech = 2
    /// Dynamic range control for films.
    case movie = 3
    /// Dynamic range control for recordings.
    case capture = 4
}

/// Returns a number of a settings dictionary, given as any of Swift's and Foundation's number types; nil for other
/// values.
///
/// Foundation on Linux bridges neither `CGFloat` nor `Decimal` to `NSNumber`.
package func settingsNumber(_ value: Any?) -> NSNumber? {
    switch value {
    case let number as NSNumber: number
    case let number as CGFloat: NSNumber(value: Double(number))
    case let number as Decimal: NSDecimalNumber(decimal: number)
    default: nil
    }
}
