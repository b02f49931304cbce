import CoreMedia
import Foundation
import SordinoMedia

/// Asks for an exact length, though the whole file may have to be read for it; a Boolean.
public let AVURLAssetPreferPreciseDurationAndTimingKey = "AVURLAssetPreferPreciseDurationAndTimingKey"

/// Further fields of the questions to a server; a dictionary of texts.
public let AVURLAssetHTTPHeaderFieldsKey = "AVURLAssetHTTPHeaderFieldsKey"
/// The `User-Agent` field of requests to a server; a text.
public let AVURLAssetHTTPUserAgentKey = "AVURLAssetHTTPUserAgentKey"

/// A file, or a sound on a server, as an asset.
open class AVURLAsset: AVAsset, @unchecked Sendable {
    let content: AssetContent
    private let isPrecise: Bool

    /// Opens a file or an address; nothing is read before it is asked for.
    ///
    /// - Parameters:
    ///   - URL: A file, http:// or https://; anything else is asked of the delegate of `resourceLoader`, and fails
    ///     without one.
    ///   - options: `AVURLAssetPreferPreciseDurationAndTimingKey`, `AVURLAssetHTTPHeaderFieldsKey`,
    ///     `AVURLAssetHTTPUserAgentKey`.
    public init(url URL: URL, options: [String: Any]? = nil) {
        let wish = options?[AVURLAssetPreferPreciseDurationAndTimingKey]
        isPrecise = (wish as? Bool) ?? (wish as? NSNumber)?.boolValue ?? false
        var fields = options?[AVURLAssetHTTPHeaderFieldsKey] as? [String: String] ?? [:]
        if let agent = options?[AVURLAssetHTTPUserAgentKey] as? String { fields["User-Agent"] = agent }
        content = AssetContent(URL, fields: fields, isPrecise: isPrecise)
        super.init()
    }

    /// The address of the file or stream.
    open var url: URL { content.url }

    /// The loader that asks a delegate for the bytes of an address with a scheme that the program defines.
    open var resourceLoader: AVAssetResourceLoader { content.loader }

    /// Cancels requests to a delegate; files are read at once.
    open override func cancelLoading() { content.cancel() }

    /// Indicates whether the length is known exactly, as it was asked for.
    open override var providesPreciseDurationAndTiming: Bool { isPrecise }

    override var isRead: Bool { content.isLoaded }

    override func readTracks() throws -> [AVAssetTrack] {
        try content.load().tracks.map { AVAssetTrack(asset: self, content: content, $0) }
    }

    override func readDuration() throws -> CMTime {
        let contents = try content.load()
        if let seconds = contents.streamSeconds {
            return seconds.isFinite ? CMTime(seconds: seconds, preferredTimescale: 1_000_000) : .indefinite
        }
        return contents.tracks.reduce(.zero) {
            CMTimeMaximum($0, CMTime(frames: $1.frameCount, rate: $1.format.sampleRate))
        }
    }

    override func readIsPlayable() throws -> Bool { try content.load().isPlayable }

    override func readChapters() throws -> [MediaProperties.Chapter] { try content.load().chapters }

    override func readMetadata() throws -> [AVMetadataItem] {
        let contents = try content.load()
        var items = AVMetadataItem.items(contents.info, fileType: contents.fileType)
        if let picture = content.picture() {
            items.append(AVMetadataItem.picture(picture, fileType: contents.fileType))
        }
        return items
    }

    /// Returns the kinds of files that are opened, as uniform type identifiers.
    open class func audiovisualTypes() -> [AVFileType] {
        var seen = Set<String>()
        return Containers.all.flatMap(\.uniformTypes).filter { seen.insert($0).inserted }.map {
            AVFileType(rawValue: $0)
        }
    }

    /// Returns the internet media types of the kinds of files that are opened.
    open class func audiovisualMIMETypes() -> [String] {
        var seen = Set<String>()
        return Containers.all.flatMap(\.mimeTypes).filter { seen.insert($0).inserted }
    }

    /// Returns whether files of an internet media type are opened; its codecs are not looked at.
    open class func isPlayableExtendedMIMEType(_ extendedMIMEType: String) -> Bool {
        let type = extendedMIMEType.prefix { $0 != ";" }.lowercased().trimmingCharacters(in: .whitespaces)
        return audiovisualMIMETypes().contains(type)
    }
}
