import CoreMedia
import Foundation
import SordinoMedia

/// The names of metadata formats.
public struct AVMetadataFormat: RawRepresentable, Hashable, Sendable {
    /// The text that names the format.
    public let rawValue: String
    /// Makes a format of its name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The metadata format of iTunes.
    public static let iTunesMetadata = AVMetadataFormat(rawValue: "com.apple.itunes")
    /// The metadata format of ID3 tags.
    public static let id3Metadata = AVMetadataFormat(rawValue: "org.id3")
    /// The metadata format of other audio files.
    public static let audioFileMetadata = AVMetadataFormat(rawValue: "com.apple.coreaudio.file")
    /// A format that the other constants do not name.
    public static let unknown = AVMetadataFormat(rawValue: "")
}

/// A number of a track, unique in its asset.
public typealias CMPersistentTrackID = Int32

/// The identifier of no track, 0.
public var kCMPersistentTrackID_Invalid: CMPersistentTrackID { 0 }

/// Lets `AVAsset(url:)` make the object that opens files.
public protocol AVAssetOpening {}

extension AVAssetOpening {
    /// Opens the file at a URL; nothing is read before it is asked for.
    public init(url: URL) {
        guard let asset = AVURLAsset(url: url, options: nil) as? Self else {
            preconditionFailure("only AVAsset and AVURLAsset open files")
        }
        self = asset
    }
}

/// Media with its tracks and metadata: a file, or a composition of parts of files.
///
/// Nothing is read before it is asked for. The properties below wait for the disk; `load` does so elsewhere.
/// - Thread: any.
open class AVAsset: NSObject, AVAsynchronousKeyValueLoading, AVAssetOpening, @unchecked Sendable {
    /// Makes an asset without media.
    public override init() { super.init() }

    /// The tracks.
    ///
    /// - Throws: Why they could not be read.
    func readTracks() throws -> [AVAssetTrack] { [] }

    /// Indicates whether the headers have been read.
    var isRead: Bool { true }

    /// Reads the metadata in the keys of the file type.
    func readMetadata() throws -> [AVMetadataItem] { [] }

    /// The chapters, in the order of the file.
    func readChapters() throws -> [MediaProperties.Chapter] { [] }

    /// The length: the end of the longest track.
    func readDuration() throws -> CMTime {
        try readTracks().reduce(.zero) { CMTimeMaximum($0, $1.timeRange.end) }
    }

    /// Returns whether the media can be decoded.
    func readIsPlayable() throws -> Bool { try readTracks().count > 0 }

    /// Reads the property of a name that `loadValuesAsynchronously` accepts.
    fileprivate func read(_ key: String) throws {
        switch key {
        case "metadata", "commonMetadata", "availableMetadataFormats": _ = try readMetadata()
        case "availableChapterLocales": _ = try readChapters()
        default: _ = try readTracks()
        }
    }

    // MARK: At once

    /// The length; 0 if the media cannot be read.
    open var duration: CMTime { (try? readDuration()) ?? .zero }
    /// The tracks; none if the media cannot be read.
    open var tracks: [AVAssetTrack] { (try? readTracks()) ?? [] }
    /// The metadata in the keys of the file type.
    open var metadata: [AVMetadataItem] { (try? readMetadata()) ?? [] }
    /// The metadata in keys that all kinds of files share.
    open var commonMetadata: [AVMetadataItem] { metadata.compactMap(\.inCommonKeys) }
    /// The kinds of metadata.
    open var availableMetadataFormats: [AVMetadataFormat] {
        metadata.first.map { [$0.format] } ?? []
    }
    /// Returns the metadata of a kind.
    open func metadata(forFormat format: AVMetadataFormat) -> [AVMetadataItem] {
        metadata.filter { $0.format == format }
    }
    /// Indicates whether the media can be played.
    open var isPlayable: Bool { (try? readIsPlayable()) ?? false }
    /// Indicates whether the media can be exported.
    open var isExportable: Bool { isPlayable }
    /// Indicates whether the media can be read by `AVAssetReader`.
    open var isReadable: Bool { isPlayable }
    /// Indicates whether the media can be part of a composition.
    open var isComposable: Bool { isPlayable }
    /// Indicates whether the media is protected; never here.
    open var hasProtectedContent: Bool { false }
    /// Indicates whether the length is known exactly.
    open var providesPreciseDurationAndTiming: Bool { true }
    /// The preferred playback rate, always 1.
    open var preferredRate: Float { 1 }
    /// The preferred linear volume, always 1.
    open var preferredVolume: Float { 1 }

    /// Returns the track with a number; nil if there is none.
    open func track(withTrackID trackID: CMPersistentTrackID) -> AVAssetTrack? {
        tracks.first { $0.trackID == trackID }
    }
    /// Returns the tracks of a kind of media.
    open func tracks(withMediaType mediaType: AVMediaType) -> [AVAssetTrack] {
        tracks.filter { $0.mediaType == mediaType }
    }
    /// Returns the tracks with a characteristic.
    open func tracks(withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic) -> [AVAssetTrack] {
        tracks.filter { $0.hasMediaCharacteristic(mediaCharacteristic) }
    }

    // MARK: Later

    /// Reads the tracks of a kind of media.
    open func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVAssetTrack] {
        try await onDiskThread { try self.readTracks().filter { $0.mediaType == mediaType } }
    }
    /// Reads the tracks with a characteristic.
    open func loadTracks(
        withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
    ) async throws -> [AVAssetTrack] {
        try await onDiskThread {
            try self.readTracks().filter { $0.hasMediaCharacteristic(mediaCharacteristic) }
        }
    }
    /// Reads the track with a number; nil if there is none.
    open func loadTrack(withTrackID trackID: CMPersistentTrackID) async throws -> AVAssetTrack? {
        try await onDiskThread { try self.readTracks().first { $0.trackID == trackID } }
    }
    /// Reads the metadata of a kind.
    open func loadMetadata(for format: AVMetadataFormat) async throws -> [AVMetadataItem] {
        try await onDiskThread { try self.readMetadata().filter { $0.format == format } }
    }
    /// Reads the tracks of a kind of media and calls a function with them, on a queue of the system.
    open func loadTracks(
        withMediaType mediaType: AVMediaType,
        completionHandler: @escaping @Sendable ([AVAssetTrack]?, (any Error)?) -> Void
    ) {
        DispatchQueue.global(qos: .userInitiated).async {
            do { completionHandler(try self.readTracks().filter { $0.mediaType == mediaType }, nil) } catch {
                completionHandler(nil, error)
            }
        }
    }
    /// Reads properties by name and then calls a function, on a queue of the system.
    open func loadValuesAsynchronously(forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)? = nil)
    {
        DispatchQueue.global(qos: .userInitiated).async {
            for key in keys { try? self.read(key) }
            handler?()
        }
    }
    /// Returns how far reading a property has come.
    ///
    /// - Parameter outError: Receives why it could not be read.
    open func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus {
        guard isRead else { return .unknown }
        do {
            try read(key)
            return .loaded
        } catch {
            outError?.pointee = error as NSError
            return .failed
        }
    }
    /// Stops reading: there is nothing to stop, headers are read at once.
    open func cancelLoading() {}
}

extension AVPartialAsyncProperty where Root: AVAsset {
    private static func property<Value>(
        _ name: String, _ read: @escaping (Root) throws -> Value
    ) -> AVAsyncProperty<Root, Value> { AVAsyncProperty(name, isRead: { $0.isRead }, read) }

    /// The length of the asset.
    public static var duration: AVAsyncProperty<Root, CMTime> { property("duration") { try $0.readDuration() } }
    /// The tracks of the asset.
    public static var tracks: AVAsyncProperty<Root, [AVAssetTrack]> { property("tracks") { try $0.readTracks() } }
    /// The metadata in the keys of the file type.
    public static var metadata: AVAsyncProperty<Root, [AVMetadataItem]> {
        property("metadata") { try $0.readMetadata() }
    }
    /// The metadata in keys that all kinds of files share.
    public static var commonMetadata: AVAsyncProperty<Root, [AVMetadataItem]> {
        property("commonMetadata") { try $0.readMetadata().compactMap(\.inCommonKeys) }
    }
    /// The kinds of metadata.
    public static var availableMetadataFormats: AVAsyncProperty<Root, [AVMetadataFormat]> {
        property("availableMetadataFormats") { try $0.readMetadata().first.map { [$0.format] } ?? [] }
    }
    /// Indicates whether the media can be played.
    public static var isPlayable: AVAsyncProperty<Root, Bool> { property("playable") { try $0.readIsPlayable() } }
    /// Indicates whether the media can be exported.
    public static var isExportable: AVAsyncProperty<Root, Bool> { property("exportable") { try $0.readIsPlayable() } }
    /// Indicates whether the media can be read by `AVAssetReader`.
    public static var isReadable: AVAsyncProperty<Root, Bool> { property("readable") { try $0.readIsPlayable() } }
    /// Indicates whether the media can be part of a composition.
    public static var isComposable: AVAsyncProperty<Root, Bool> {
        property("composable") { try $0.readIsPlayable() }
    }
    /// Indicates whether the media is protected.
    public static var hasProtectedContent: AVAsyncProperty<Root, Bool> {
        property("hasProtectedContent") { _ in false }
    }
    /// Indicates whether the length is known exactly.
    public static var providesPreciseDurationAndTiming: AVAsyncProperty<Root, Bool> {
        property("providesPreciseDurationAndTiming") { $0.providesPreciseDurationAndTiming }
    }
    /// The preferred playback rate, always 1.
    public static var preferredRate: AVAsyncProperty<Root, Float> { property("preferredRate") { $0.preferredRate } }
    /// The preferred linear volume, always 1.
    public static var preferredVolume: AVAsyncProperty<Root, Float> {
        property("preferredVolume") { $0.preferredVolume }
    }
}
