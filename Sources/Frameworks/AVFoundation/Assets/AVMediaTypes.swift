// Names of media, characteristics and kinds of files.
import Foundation
import SordinoMedia

/// A kind of media.
public struct AVMediaType: RawRepresentable, Hashable, Sendable {
    /// The text that names the type.
    public let rawValue: String
    /// Makes a type of its name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Makes a type of its name.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// Sound of any codec.
    public static let audio = AVMediaType(rawValue: "soun")
    /// Moving pictures without sound.
    public static let video = AVMediaType(rawValue: "vide")
    /// Text that is shown at times.
    public static let text = AVMediaType(rawValue: "text")
    /// Closed captions for television.
    public static let closedCaption = AVMediaType(rawValue: "clcp")
    /// Subtitles in text or pictures.
    public static let subtitle = AVMediaType(rawValue: "sbtl")
    /// Time codes of frames.
    public static let timecode = AVMediaType(rawValue: "tmcd")
    /// Metadata that holds at times.
    public static let metadata = AVMediaType(rawValue: "meta")
    /// Several kinds in one stream.
    public static let muxed = AVMediaType(rawValue: "muxx")
}

/// A characteristic of a track that helps to choose among tracks.
public struct AVMediaCharacteristic: RawRepresentable, Hashable, Sendable {
    /// The text that names the characteristic.
    public let rawValue: String
    /// Makes a characteristic of its name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Makes a characteristic of its name.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// Media with audible content.
    public static let audible = AVMediaCharacteristic(rawValue: "AVMediaCharacteristicAudible")
    /// Media that can be seen.
    public static let visual = AVMediaCharacteristic(rawValue: "AVMediaCharacteristicVisual")
    /// Media that can be read as text.
    public static let legible = AVMediaCharacteristic(rawValue: "AVMediaCharacteristicLegible")
}

/// A kind of file, as a uniform type identifier.
public struct AVFileType: RawRepresentable, Hashable, Sendable {
    /// The uniform type identifier.
    public let rawValue: String
    /// Makes a type of its identifier.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Makes a type of its identifier.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// MPEG-4 audio as Apple names it.
    public static let m4a = AVFileType(rawValue: "com.apple.m4a-audio")
    /// MPEG-4, with sound or video.
    public static let mp4 = AVFileType(rawValue: "public.mpeg-4")
    /// A QuickTime movie, with sound or video.
    public static let mov = AVFileType(rawValue: "com.apple.quicktime-movie")
    /// MPEG-4 video as Apple names it.
    public static let m4v = AVFileType(rawValue: "com.apple.m4v-video")
    /// WAVE, of RIFF chunks.
    public static let wav = AVFileType(rawValue: "com.microsoft.waveform-audio")
    /// AIFF, with linear PCM.
    public static let aiff = AVFileType(rawValue: "public.aiff-audio")
    /// AIFC, with linear PCM or a codec.
    public static let aifc = AVFileType(rawValue: "public.aifc-audio")
    /// Apple's Core Audio Format (CAF).
    public static let caf = AVFileType(rawValue: "com.apple.coreaudio-format")
    /// The AU format of Sun.
    public static let au = AVFileType(rawValue: "public.au-audio")
    /// A stream of MPEG layer III.
    public static let mp3 = AVFileType(rawValue: "public.mp3")
    /// AMR speech in a file of its own.
    public static let amr = AVFileType(rawValue: "org.3gpp.adaptive-multi-rate-audio")
    /// A stream of AC-3.
    public static let ac3 = AVFileType(rawValue: "public.ac3-audio")
    /// A stream of Enhanced AC-3.
    public static let eac3 = AVFileType(rawValue: "public.enhanced-ac3-audio")
    /// 3GPP, the form of MPEG-4 for mobile telephones.
    public static let mobile3GPP = AVFileType(rawValue: "public.3gpp")
    /// 3GPP2, the form of MPEG-4 for CDMA telephones.
    public static let mobile3GPP2 = AVFileType(rawValue: "public.3gpp2")

    /// The container that such files are written as; nil if they are not.
    var container: Container? {
        // A QuickTime movie of sound alone is written as the plain kind of its family.
        let name = self == .mov ? AVFileType.mp4.rawValue : rawValue
        return Containers.all.first { $0.makeWriter != nil && $0.uniformTypes.contains(name) }
    }
}
