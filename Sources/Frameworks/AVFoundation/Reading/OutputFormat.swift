import AVAudioTypes
import CoreAudioTypes
import CoreMedia
import Foundation
import SordinoMedia
import SordinoRealtime

/// The format of linear PCM that a settings dictionary asks a reader for.
struct OutputFormat {
    let stream: AudioStreamBasicDescription
    let format: ConversionFormat
    let layout: AVAudioChannelLayout?

    /// Works a format out.
    ///
    /// - Parameters:
    ///   - settings: With `AVFormatIDKey`; missing settings are 16 bits, or the source's rate and channels.
    ///   - source: The track's format.
    /// - Returns: Nil if the settings describe no linear PCM that is made here.
    init?(_ settings: [String: Any], source: AudioStreamBasicDescription, sourceLayout: AVAudioChannelLayout?) {
        func number(_ key: String) -> NSNumber? { settingsNumber(settings[key]) }
        func flag(_ key: String) -> Bool? { number(key)?.boolValue }
        if settings[AVFormatIDKey] != nil {
            guard number(AVFormatIDKey)?.uint32Value == kAudioFormatLinearPCM else { return nil }
        }
        let given =
            (settings[AVChannelLayoutKey] as? AVAudioChannelLayout)
            ?? (settings[AVChannelLayoutKey] as? Data).flatMap { AVAudioChannelLayout(layoutData: $0) }
        let rate = number(AVSampleRateKey)?.doubleValue ?? source.mSampleRate
        let channels =
            number(AVNumberOfChannelsKey)?.intValue ?? given.map { Int($0.channelCount) }
            ?? Int(source.mChannelsPerFrame)
        let isFloat = flag(AVLinearPCMIsFloatKey) ?? false
        let bits = number(AVLinearPCMBitDepthKey)?.intValue ?? (isFloat ? 32 : 16)
        guard SoundLimits.accepts(sampleRate: rate, channelCount: channels), [8, 16, 24, 32, 64].contains(bits),
            !isFloat || bits >= 32,
            isFloat || bits <= 32, given.map({ Int($0.channelCount) == channels }) ?? true
        else { return nil }
        var stream = AudioStreamBasicDescription.linearPCM(
            sampleRate: rate, channelCount: UInt32(channels), bitsPerSample: UInt32(bits), isFloat: isFloat,
            isInterleaved: !(flag(AVLinearPCMIsNonInterleaved) ?? false))
        if flag(AVLinearPCMIsBigEndianKey) ?? false { stream.mFormatFlags |= kAudioFormatFlagIsBigEndian }
        let kept = channels == Int(source.mChannelsPerFrame) ? sourceLayout : nil
        layout = given ?? kept
        guard let format = ConversionFormat(stream, layout: layout.flatMap { ChannelLayout($0) }) else { return nil }
        self.stream = stream
        self.format = format
    }
}
