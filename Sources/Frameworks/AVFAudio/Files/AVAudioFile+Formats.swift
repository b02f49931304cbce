import AVAudioTypes
import AudioToolbox
import CoreAudioTypes
import Foundation
import SordinoMedia

/// The file that a settings dictionary and a file name ask for.
package enum AVAudioFileSettings {
    /// The kind of file: the one of `AVAudioFileTypeKey`, else the kind by the file name extension.
    ///
    /// - Throws: `kAudioFileUnsupportedFileTypeError` for kinds that are not written.
    static func container(_ settings: [String: Any], _ url: URL) throws -> Container {
        let call = "create \(url.path)"
        if let given = settings[AVAudioFileTypeKey] {
            let code = settingsNumber(given).flatMap { UInt32(exactly: $0.doubleValue) }
            if let code, let container = Containers.named(FourCC(rawValue: code)) { return container }
            throw AVAudioFileError.error(
                kAudioFileUnsupportedFileTypeError, call, at: url,
                because: "files of the type \(given) cannot be written")
        }
        guard let container = Containers.forExtension(url.pathExtension) else {
            throw AVAudioFileError.error(
                kAudioFileUnsupportedFileTypeError, call, at: url,
                because: "there is no file type with the extension \"\(url.pathExtension)\" that can be written")
        }
        return container
    }

    /// The format on disk.
    ///
    /// - Throws: `kAudioFileUnsupportedDataFormatError` if the settings describe none.
    package static func formats(
        _ settings: [String: Any], _ container: Container, _ url: URL
    ) throws -> (AVAudioFormat, MediaDescription) {
        var settings = settings
        // Files store channels interleaved; the settings of a processing format may ask for the opposite.
        settings[AVLinearPCMIsNonInterleaved] = nil
        if settings[AVChannelLayoutKey] == nil, let count = settingsNumber(settings[AVNumberOfChannelsKey])?.intValue,
            count > 2, count <= MediaFormat.channelLimit
        {
            settings[AVChannelLayoutKey] = AVAudioChannelLayout(nil, channelCount: count)?.layoutData
        }
        guard let asked = AVAudioFormat(settings: settings),
            var format = MediaFormat(asked.streamDescription.pointee)
        else {
            throw AVAudioFileError.error(
                kAudioFileUnsupportedDataFormatError, "create \(url.path)", at: url,
                because: "the settings describe no format that can be written")
        }
        // WAVE has 8-bit samples only unsigned, and settings cannot ask for unsigned ones.
        if format.encoding == .int8, container.chunks?.isWAVE == true {
            format = MediaFormat(.uint8, sampleRate: format.sampleRate, channelCount: format.channelCount)
        }
        let options = try encoding(settings, &format, url)
        var description = format.basicDescription
        guard let stored = AVAudioFormat(streamDescription: &description, channelLayout: asked.channelLayout) else {
            throw AVAudioFileError.error(kAudioFileUnsupportedDataFormatError, "create \(url.path)", at: url)
        }
        var media = MediaDescription(format, layout: asked.channelLayout.flatMap { ChannelLayout($0) })
        media.options = options
        return (stored, media)
    }

    /// Returns the settings of the encoder; the depth that it preserves is part of the format.
    ///
    /// - Throws: `kAudioCodecUnsupportedFormatError` for a bit rate or a depth that it does not take.
    private static func encoding(
        _ settings: [String: Any], _ format: inout MediaFormat, _ url: URL
    ) throws -> EncodingOptions {
        func number(_ key: String) -> Int? { settingsNumber(settings[key])?.intValue }
        var options = EncodingOptions()
        guard format.encoding == nil, let range = EncodingRange.of(format.codec) else { return options }
        func refuse(_ reason: String) -> NSError {
            AVAudioFileError.error(kAudioCodecUnsupportedFormatError, "create \(url.path)", at: url, because: reason)
        }
        if range.isLossless {
            let hint = number(AVEncoderBitDepthHintKey) ?? FLACStreamInfo.bitsPerChannel(flag: format.codecFlags)
            let bits = hint == 0 ? 16 : hint
            guard bits == 16 || bits == 24 else { throw refuse("samples of \(bits) bits are not encoded") }
            format.bitsPerChannel = bits
            format.codecFlags = FLACStreamInfo.flag(bitsPerChannel: bits)
        }
        options.effort = number(AVEncoderAudioQualityKey).map { max(0, min(127, $0)) }
        // The encoder itself refuses a rate that it does not take.
        guard range.hasBitRate, range.takes(sampleRate: format.sampleRate) else { return options }
        let perChannel = number(AVEncoderBitRatePerChannelKey).map {
            let all = $0.multipliedReportingOverflow(by: format.channelCount)
            return all.overflow ? .max : all.partialValue
        }
        if let bitRate = number(AVEncoderBitRateKey) ?? perChannel, bitRate != 0 {
            guard
                range.takes(bitRate: bitRate, sampleRate: format.sampleRate, channelCount: format.channelCount)
            else { throw refuse("\(bitRate) bits a second are too few or too many for \(format.name)") }
            options.bitRate = bitRate
        }
        if let strategy = settings[AVEncoderBitRateStrategyKey] as? String {
            options.rateControl = EncodingOptions.RateControl(strategy: strategy)
        }
        if let quality = number(AVEncoderAudioQualityForVBRKey) {
            options.variableQuality = max(0, min(127, quality))
        }
        return options
    }
}

extension SampleBlock.Kind {
    /// The numbers of a common format.
    ///
    /// - Throws: `kAudio_ParamError` for `.otherFormat`.
    init(_ format: AVAudioCommonFormat, _ call: String) throws {
        switch format {
        case .pcmFormatFloat32: self = .float32
        case .pcmFormatFloat64: self = .float64
        case .pcmFormatInt16: self = .int16
        case .pcmFormatInt32: self = .int32
        case .otherFormat:
            throw NSError(
                domain: AVAudioFileError.domain, code: Int(kAudio_ParamError),
                userInfo: [
                    "failed call": call,
                    NSLocalizedDescriptionKey: "the processing format is not one of the common formats",
                ])
        }
    }
}

extension AVAudioFormat {
    /// The processing format of a file: the numbers of `format`, the rate and channels of `stored`.
    convenience init?(
        _ format: AVAudioCommonFormat, _ stored: AVAudioFormat, interleaved: Bool, _ layout: AVAudioChannelLayout?
    ) {
        if let layout {
            self.init(
                commonFormat: format, sampleRate: stored.sampleRate, interleaved: interleaved, channelLayout: layout)
        } else {
            self.init(
                commonFormat: format, sampleRate: stored.sampleRate, channels: stored.channelCount,
                interleaved: interleaved)
        }
    }
}

extension AVAudioChannelLayout {
    /// The layout of a file; nil for mono and stereo as usual.
    ///
    /// Bits that a tag names become the tag. Channels that a file does not name are discrete.
    package convenience init?(_ layout: ChannelLayout?, channelCount: Int) {
        let known = layout.flatMap { $0.channelCount == channelCount ? $0.named : nil }
        if known == nil || known == .usual(channelCount: channelCount), channelCount <= 2 { return nil }
        let told = known ?? .discrete(channelCount: channelCount)
        let copy = AudioChannelLayout.allocate(maximumDescriptions: told.channels.count)
        defer { free(copy.unsafeMutablePointer) }
        copy.unsafeMutablePointer.pointee.mChannelLayoutTag = told.tag
        copy.unsafeMutablePointer.pointee.mChannelBitmap = AudioChannelBitmap(rawValue: told.bitmap)
        for (index, channel) in told.channels.enumerated() {
            copy[index].mChannelLabel = channel.label
            copy[index].mChannelFlags = AudioChannelFlags(rawValue: channel.flags)
            copy[index].mCoordinates = channel.coordinates
        }
        self.init(layout: copy.unsafePointer)
    }
}

extension ChannelLayout {
    /// The layout by the tag that names the places of its bits; a channel alone in the middle is mono.
    fileprivate var named: ChannelLayout {
        guard tag == Self.useBitmap else { return self }
        let places = ChannelPlaces.labels(of: AudioChannelBitmap(rawValue: bitmap))
        guard places.count == channelCount else { return self }
        if places == [kAudioChannelLabel_Center] { return ChannelLayout(tag: kAudioChannelLayoutTag_Mono) }
        return ChannelPlaces.tag(for: places).map { ChannelLayout(tag: $0) } ?? self
    }

    /// The same layout as a value; nil if it describes no channels.
    package init?(_ layout: AVAudioChannelLayout) {
        guard layout.channelCount > 0 else { return nil }
        let descriptions = AudioChannelLayout.UnsafePointer(layout.layout)
        self.init(tag: layout.layoutTag)
        bitmap = layout.layout.pointee.mChannelBitmap.rawValue
        channels = descriptions.map {
            Channel(label: $0.mChannelLabel, flags: $0.mChannelFlags.rawValue, coordinates: $0.mCoordinates)
        }
    }
}
