import CoreMedia
import Foundation
import SordinoMedia

/// A part of a track: a stretch of media, and its place in the track.
open class AVAssetTrackSegment: NSObject, @unchecked Sendable {
    /// The range that the media is taken from, and the range of the track in which it plays.
    public let timeMapping: CMTimeMapping

    init(timeMapping: CMTimeMapping) {
        self.timeMapping = timeMapping
        super.init()
    }

    /// Indicates whether it is a gap.
    open var isEmpty: Bool { timeMapping.isEmpty }
}

/// One track of an asset.
///
/// - Thread: any.
open class AVAssetTrack: NSObject, AVAsynchronousKeyValueLoading, @unchecked Sendable {
    private weak var owner: AVAsset?
    /// The file, of a track that is one of a file's.
    let content: AssetContent?
    let file: AssetContent.Track?

    init(asset: AVAsset, content: AssetContent, _ track: AssetContent.Track) {
        owner = asset
        self.content = content
        file = track
        super.init()
    }

    /// A track without a file of its own.
    init(owner: AVAsset?) {
        self.owner = owner
        content = nil
        file = nil
        super.init()
    }

    /// The pieces of media that the track plays, one after the other.
    var pieces: [TrackPiece] {
        guard let content, let file else { return [] }
        return [TrackPiece(source: .file(content, file), sourceStart: .zero, target: timeRange)]
    }

    /// The asset; nil if that is gone.
    open var asset: AVAsset? { owner }
    /// The track's number in its asset, from 1.
    open var trackID: CMPersistentTrackID { CMPersistentTrackID(file?.number ?? 0) + 1 }
    /// The kind of media.
    open var mediaType: AVMediaType { .audio }
    /// The formats of the media, as `CMFormatDescription`.
    open var formatDescriptions: [Any] { descriptions }
    /// The descriptions of the formats of the media.
    var descriptions: [CMFormatDescription] { file.map { [$0.description] } ?? [] }
    /// The range of the asset in which it sounds.
    open var timeRange: CMTimeRange {
        guard let file else { return .zero }
        return CMTimeRange(
            start: .zero, duration: CMTime(frames: file.frameCount, rate: file.format.sampleRate))
    }
    /// The time scale that distinguishes its samples.
    open var naturalTimeScale: CMTimeScale {
        file.map { Int32(clamping: Int64($0.format.sampleRate.rounded())) } ?? 0
    }
    /// Bits in a second, about.
    open var estimatedDataRate: Float {
        guard let file, file.frameCount > 0 else { return 0 }
        return Float(Double(file.byteCount) * 8 * file.format.sampleRate / Double(file.frameCount))
    }
    /// Bytes of its media.
    open var totalSampleDataLength: Int64 { file?.byteCount ?? 0 }
    /// Indicates whether it plays with the asset.
    open var isEnabled: Bool { true }
    /// Indicates whether something here decodes it.
    open var isDecodable: Bool {
        guard let file else { return true }
        return file.format.encoding != nil || Codecs.named(file.format.codec) != nil
    }
    /// Indicates whether it can be played.
    open var isPlayable: Bool { isDecodable }
    /// Indicates whether all its media lies in the asset's file.
    open var isSelfContained: Bool { true }
    /// The preferred linear volume, always 1.
    open var preferredVolume: Float { 1 }
    /// The language; nil if the file names none.
    open var languageCode: String? { nil }
    /// The language with its region; nil if the file names none.
    open var extendedLanguageTag: String? { nil }
    /// The segments of the track, in the order of time.
    open var segments: [AVAssetTrackSegment] {
        [AVAssetTrackSegment(timeMapping: CMTimeMapping(source: timeRange, target: timeRange))]
    }
    /// Returns the segment at a time; nil outside of the track.
    open func segment(forTrackTime trackTime: CMTime) -> AVAssetTrackSegment? {
        segments.first { $0.timeMapping.target.containsTime(trackTime) }
    }
    /// Returns whether the track has a characteristic: only `.audible`.
    open func hasMediaCharacteristic(_ mediaCharacteristic: AVMediaCharacteristic) -> Bool {
        mediaCharacteristic == .audible
    }
    /// The track's metadata; files keep it with the asset.
    open var metadata: [AVMetadataItem] { [] }
    /// The track's metadata in keys that all kinds of files share.
    open var commonMetadata: [AVMetadataItem] { [] }
}

extension AVPartialAsyncProperty where Root: AVAssetTrack {
    private static func property<Value>(
        _ name: String, _ read: @escaping (Root) -> Value
    ) -> AVAsyncProperty<Root, Value> { AVAsyncProperty(name, isRead: { _ in true }, read) }

    /// The formats of the media.
    public static var formatDescriptions: AVAsyncProperty<Root, [CMFormatDescription]> {
        property("formatDescriptions") { $0.descriptions }
    }
    /// The range of the asset in which it sounds.
    public static var timeRange: AVAsyncProperty<Root, CMTimeRange> { property("timeRange") { $0.timeRange } }
    /// The time scale that distinguishes its samples.
    public static var naturalTimeScale: AVAsyncProperty<Root, CMTimeScale> {
        property("naturalTimeScale") { $0.naturalTimeScale }
    }
    /// Bits in a second, about.
    public static var estimatedDataRate: AVAsyncProperty<Root, Float> {
        property("estimatedDataRate") { $0.estimatedDataRate }
    }
    /// Bytes of its media.
    public static var totalSampleDataLength: AVAsyncProperty<Root, Int64> {
        property("totalSampleDataLength") { $0.totalSampleDataLength }
    }
    /// Indicates whether it plays with the asset.
    public static var isEnabled: AVAsyncProperty<Root, Bool> { property("isEnabled") { $0.isEnabled } }
    /// Indicates whether something here decodes it.
    public static var isDecodable: AVAsyncProperty<Root, Bool> { property("isDecodable") { $0.isDecodable } }
    /// Indicates whether it can be played.
    public static var isPlayable: AVAsyncProperty<Root, Bool> { property("isPlayable") { $0.isPlayable } }
    /// Indicates whether all its media lies in the asset's file.
    public static var isSelfContained: AVAsyncProperty<Root, Bool> {
        property("isSelfContained") { $0.isSelfContained }
    }
    /// The preferred linear volume, always 1.
    public static var preferredVolume: AVAsyncProperty<Root, Float> {
        property("preferredVolume") { $0.preferredVolume }
    }
    /// The language; nil if the file names none.
    public static var languageCode: AVAsyncProperty<Root, String?> { property("languageCode") { $0.languageCode } }
    /// The language with its region.
    public static var extendedLanguageTag: AVAsyncProperty<Root, String?> {
        property("extendedLanguageTag") { $0.extendedLanguageTag }
    }
    /// The segments of the track, in the order of time.
    public static var segments: AVAsyncProperty<Root, [AVAssetTrackSegment]> { property("segments") { $0.segments } }
    /// The metadata of the track.
    public static var metadata: AVAsyncProperty<Root, [AVMetadataItem]> { property("metadata") { $0.metadata } }
    /// The track's metadata in keys that all kinds of files share.
    public static var commonMetadata: AVAsyncProperty<Root, [AVMetadataItem]> {
        property("commonMetadata") { $0.commonMetadata }
    }
}
