// Names of media, characteristics and kinds of files.
import Foundation
import SordinoMedia

/// A kind of media.
public struct AVMediaType: RawRepresentable, Hashable, Sendable {
    /// Apple's name.
    public let rawValue: String
    /// Takes a name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Takes a name.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// Sound.
    public static let audio = AVMediaType(rawValue: "soun")
    /// Pictures that move.
    public static let video = AVMediaType(rawValue: "vide")
    /// Text.
    public static let text = AVMediaType(rawValue: "text")
    /// Closed captions.
    public static let closedCaption = AVMediaType(rawValue: "clcp")
    /// Subtitles.
    public static let subtitle = AVMediaType(rawValue: "sbtl")
    /// Time codes.
    public static let timecode = AVMediaType(rawValue: "tmcd")
    /// Timed metadata.
    public static let metadata = AVMediaType(rawValue: "meta")
    /// Several kinds in one stream.
    public static let muxed = AVMediaType(rawValue: "muxx")
}

/// A characteristic of a track that helps to choose among tracks.
public struct AVMediaCharacteristic: RawRepresentable, Hashable, Sendable {
    /// Apple's name.
    public let rawValue: String
    /// Takes a name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Takes a name.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// Media that can be heard.
    public static let audible = AVMediaCharacteristic(rawValue: "AVMediaCharacteristicAudible")
    /// Media that can be seen.
    public static let visual = AVMediaCharacteristic(rawValue: "AVMediaCharacteristicVisual")
    /// Media that can be read as text.
    public static let legible = AVMediaCharacteristic(rawValue: "AVMediaCharacteristicLegible")
}

/// A kind of file, as a uniform type identifier.
public struct AVFileType: RawRepresentable, Hashable, Sendable {
    /// Apple's name.
    public let rawValue: String
    /// Takes a name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Takes a name.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// MPEG-4 audio as Apple names it.
    public static let m4a = AVFileType(rawValue: "com.apple.m4a-audio")
    /// MPEG-4.
    public static let mp4 = AVFileType(rawValue: "public.mpeg-4")
    /// QuickTime.
    public static let mov = AVFileType(rawValue: "com.apple.quicktime-movie")
    /// MPEG-4 video as Apple names it.
    public static let m4v = AVFileType(rawValue: "com.apple.m4v-video")
    /// WAVE.
    public static let wav = AVFileType(rawValue: "com.microsoft.waveform-audio")
    /// AIFF.
    public static let aiff = AVFileType(rawValue: "public.aiff-audio")
    /// AIFC.
    public static let aifc = AVFileType(rawValue: "public.aifc-audio")
    /// CAF.
    public static let caf = AVFileType(rawValue: "com.apple.coreaudio-format")
    /// Sun AU.
    public static let au = AVFileType(rawValue: "public.au-audio")
    /// MPEG layer III.
    public static let mp3 = AVFileType(rawValue: "public.mp3")
    /// AMR.
    public static let amr = AVFileType(rawValue: "org.3gpp.adaptive-multi-rate-audio")
    /// AC-3.
    public static let ac3 = AVFileType(rawValue: "public.ac3-audio")
    /// Enhanced AC-3.
    public static let eac3 = AVFileType(rawValue: "public.enhanced-ac3-audio")
    /// 3GPP.
    public static let mobile3GPP = AVFileType(rawValue: "public.3gpp")
    /// 3GPP-2.
    public static let mobile3GPP2 = AVFileType(rawValue: "public.3gpp2")

    /// The container that such files are written as; nil if they are not.
    var container: Container? {
        // A QuickTime movie of sound alone is written as the plain kind of its family.
        let name = self == .mov ? AVFileType.mp4.rawValue : rawValue
        return Containers.all.first { $0.makeWriter != nil && $0.uniformTypes.contains(name) }
    }
}
