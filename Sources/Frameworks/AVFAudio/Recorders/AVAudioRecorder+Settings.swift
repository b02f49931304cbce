import AVAudioTypes
import AudioToolbox
import CoreAudioTypes
import Foundation
import SordinoEngine
import SordinoMedia
import SordinoSession

/// The recording that a settings dictionary asks for.
struct AVAudioRecorderSettings {
    /// The format of the file.
    let format: AVAudioFormat
    /// The settings that are used.
    let used: [String: Any]
    let target: FileRecorder.Target

    /// Reads settings; missing ones come from the input and the kind of file.
    ///
    /// - Throws: An `NSError` of `NSOSStatusErrorDomain`: `kAudioFileUnsupportedFileTypeError`,
    ///   `kAudioFileUnsupportedDataFormatError`, `kAudioCodecUnsupportedFormatError`, `kAudioFileUnspecifiedError` for
    ///   a URL that is no file's.
    init(_ settings: [String: Any], _ url: URL, _ context: AppContext) throws {
        do {
            let call = "record \(url.path)"
            let path = try AVAudioFileError.path(of: url, call)
            let container = try AVAudioFileSettings.container(settings, url)
            let asked = Self.filled(settings, container, context)
            let (stored, description) = try AVAudioFileSettings.formats(asked, container, url)
            try AVAudioFileError.wrap(call, at: url) { () throws(MediaError) in
                try MediaWriter.check(container, description)
                if path == StreamByteSink.standardOutput { try StreamByteSink.check(container, description) }
            }
            format = stored
            used = Self.used(stored, asked)
            target = FileRecorder.Target(container, description, conversion: Self.conversion(asked)) {
                () throws(MediaError) in
                if path == StreamByteSink.standardOutput { return StreamByteSink(container) }
                return try FileByteSink(path: path)
            }
        } catch let error as NSError {
            // Apple's recorder reports where its file class has a domain of its own.
            throw NSError(domain: NSOSStatusErrorDomain, code: error.code, userInfo: error.userInfo)
        }
    }

    /// Returns the settings with the missing ones filled in.
    private static func filled(
        _ settings: [String: Any], _ container: Container, _ context: AppContext
    ) -> [String: Any] {
        func number(_ key: String) -> Double { settingsNumber(settings[key])?.doubleValue ?? 0 }
        var filled = settings
        if settings[AVFormatIDKey] == nil {
            filled[AVFormatIDKey] = NSNumber(value: container.usualCodec?.id.rawValue ?? kAudioFormatLinearPCM)
        }
        let id = settingsNumber(filled[AVFormatIDKey])?.uint32Value ?? kAudioFormatLinearPCM
        if id == kAudioFormatLinearPCM, settings[AVLinearPCMIsBigEndianKey] == nil {
            let isBig =
                container.chunks == .aiff
                || !Containers.writableEncodings(in: container).contains(.int16(.little))
            filled[AVLinearPCMIsBigEndianKey] = NSNumber(value: isBig)
        }
        if number(AVSampleRateKey) == 0 {
            let rate = context.system.hardware.timing.sampleRate
            let offered = EncodingRange.of(FourCC(rawValue: id))?.sampleRates ?? []
            let nearest = offered.min { abs($0 - rate) < abs($1 - rate) }
            filled[AVSampleRateKey] = NSNumber(value: nearest ?? rate)
        }
        if number(AVNumberOfChannelsKey) == 0, settings[AVChannelLayoutKey] == nil {
            let count = context.client.snapshot.route.inputs.map(\.channels.count).reduce(0, +)
            filled[AVNumberOfChannelsKey] = NSNumber(value: max(1, min(count, 2)))
        }
        return filled
    }

    /// The stored format's settings, and those of the encoder and the rate converter that were asked for.
    private static func used(_ format: AVAudioFormat, _ asked: [String: Any]) -> [String: Any] {
        var used = format.settings
        let others = [
            AVAudioFileTypeKey, AVEncoderAudioQualityKey, AVEncoderAudioQualityForVBRKey, AVEncoderBitRateKey,
            AVEncoderBitRatePerChannelKey, AVEncoderBitRateStrategyKey, AVSampleRateConverterAlgorithmKey,
            AVSampleRateConverterAudioQualityKey,
        ]
        for key in others where asked[key] != nil { used[key] = asked[key] }
        return used
    }

    private static func conversion(_ settings: [String: Any]) -> ConversionSettings {
        var conversion = ConversionSettings()
        if let quality = settingsNumber(settings[AVSampleRateConverterAudioQualityKey])?.intValue {
            conversion.resamplingQuality = max(0, min(127, quality))
        }
        if let name = settings[AVSampleRateConverterAlgorithmKey] as? String,
            let method = ResamplingMethod(algorithm: name)
        {
            conversion.resamplingMethod = method
        }
        return conversion
    }
}

extension ResamplingMethod {
    /// The method of one of `AVSampleRateConverterAlgorithm_...`; nil for a name of none.
    init?(algorithm name: String) {
        switch name {
        case AVSampleRateConverterAlgorithm_Mastering: self = .mastering
        case AVSampleRateConverterAlgorithm_MinimumPhase: self = .minimumPhase
        case AVSampleRateConverterAlgorithm_Normal: self = .normal
        default: return nil
        }
    }
}
