import Foundation

/// A description of a stream of media: the kind, the codec, and of sound its shape, layout and cookie.
///
/// It never changes.
public final class CMFormatDescription: NSObject, @unchecked Sendable {
    /// The kind of media.
    public let mediaType: MediaType
    /// The codec: of sound, the format identifier.
    public let mediaSubType: MediaSubType
    /// The extensions: further facts, as a property list by name.
    package let extensionTable: NSDictionary
    /// The sound; nil of other media.
    package let format: AVAudioFormat?
    /// The cookie where pointers to it stay good.
    package let cookie: NSData?
    /// The formats that the packets can be decoded as: one.
    package let formatList: UnsafeMutablePointer<AudioFormatListItem>?

    init(_ format: AVAudioFormat) {
        // A copy: the cookie of the original may change.
        let copy = AVAudioFormat(stream: format.streamDescription.pointee, layout: format.channelLayout)
        copy.magicCookie = format.magicCookie
        mediaType = .audio
        mediaSubType = MediaSubType(rawValue: format.streamDescription.pointee.mFormatID)
        extensionTable = NSDictionary()
        cookie = format.magicCookie.map { NSData(data: $0) }
        self.format = copy
        formatList = Self.list(copy)
    }

    /// Describes media of any kind.
    package init(mediaType: MediaType, mediaSubType: MediaSubType, extensions: NSDictionary?) {
        self.mediaType = mediaType
        self.mediaSubType = mediaSubType
        extensionTable = (extensions?.copy() as? NSDictionary) ?? NSDictionary()
        (format, cookie, formatList) = (nil, nil, nil)
    }

    /// Describes sound by its stream format.
    package init(
        sound stream: AudioStreamBasicDescription, layout: AVAudioChannelLayout?, cookie: Data?,
        extensions: NSDictionary?
    ) {
        let format = AVAudioFormat(stream: stream, layout: layout)
        format.magicCookie = cookie
        mediaType = .audio
        mediaSubType = MediaSubType(rawValue: stream.mFormatID)
        extensionTable = (extensions?.copy() as? NSDictionary) ?? NSDictionary()
        self.cookie = cookie.map { NSData(data: $0) }
        self.format = format
        formatList = Self.list(format)
    }

    deinit { formatList?.deallocate() }

    private static func list(_ format: AVAudioFormat) -> UnsafeMutablePointer<AudioFormatListItem> {
        let list = UnsafeMutablePointer<AudioFormatListItem>.allocate(capacity: 1)
        let tag = format.channelLayout?.layoutTag ?? kAudioChannelLayoutTag_Unknown
        list.initialize(to: AudioFormatListItem(mASBD: format.streamDescription.pointee, mChannelLayoutTag: tag))
        return list
    }

    /// The shape of the sound; nil of other media.
    public var audioStreamBasicDescription: AudioStreamBasicDescription? { format?.streamDescription.pointee }

    /// The codec's configuration data, which a decoder needs.
    public var magicCookie: Data? { format?.magicCookie }

    /// The places of the channels; nil where they are not named.
    public var audioChannelLayout: ManagedAudioChannelLayout? {
        guard let layout = format?.channelLayout else { return nil }
        return ManagedAudioChannelLayout(
            audioChannelLayoutPointer: AudioChannelLayout.UnsafePointer(layout.layout),
            deallocator: { _ in withExtendedLifetime(layout) {} })
    }

    /// The formats that the packets can be decoded as, the richest first.
    public var audioFormatList: [AudioFormatListItem] { formatList.map { [$0.pointee] } ?? [] }

    /// The richest format that the packets can be decoded as; nil of other media.
    public var richestDecodableFormat: AudioFormatListItem? { formatList?.pointee }

    /// The format that most players decode; nil of other media.
    public var mostCompatibleFormat: AudioFormatListItem? { formatList?.pointee }

    /// Returns whether `object` describes the same media with the same cookie and extensions.
    @discardableResult
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CMFormatDescription else { return false }
        if other === self { return true }
        return mediaType == other.mediaType && mediaSubType == other.mediaSubType && format == other.format
            && magicCookie == other.magicCookie && extensionTable.isEqual(other.extensionTable)
    }

    /// Equal for equal descriptions.
    public override var hash: Int {
        var hasher = Hasher()
        hasher.combine(mediaType)
        hasher.combine(mediaSubType)
        hasher.combine(format?.hash)
        return hasher.finalize()
    }

    /// Rate, channels and samples in a line; of other media, kind and codec.
    public override var description: String {
        if let format { return "<CMAudioFormatDescription: \(format.shape)>" }
        return "<CMFormatDescription: \(mediaType) \(mediaSubType)>"
    }
}

/// A description of sound.
public typealias CMAudioFormatDescription = CMFormatDescription

/// Returns the shape of the sound that `desc` describes; nil of other media.
///
/// The pointer is valid as long as `desc` is retained.
@discardableResult
public func CMAudioFormatDescriptionGetStreamBasicDescription(
    _ desc: CMAudioFormatDescription
) -> UnsafePointer<AudioStreamBasicDescription>? {
    desc.format?.streamDescription
}

/// Returns the places of the channels that `desc` describes, and how many bytes they take; nil if it has no layout.
///
/// - Parameter sizeOut: Receives the bytes, 0 without a layout.
@discardableResult
public func CMAudioFormatDescriptionGetChannelLayout(
    _ desc: CMAudioFormatDescription, sizeOut: UnsafeMutablePointer<Int>?
) -> UnsafePointer<AudioChannelLayout>? {
    sizeOut?.pointee = desc.format?.channelLayout?.layoutData.count ?? 0
    return desc.format?.channelLayout?.layout
}

extension AVAudioFormat {
    /// The format that Core Media describes.
    ///
    /// - Parameter formatDescription: Of sound; any other stops the program.
    public convenience init(cmAudioFormatDescription formatDescription: CMAudioFormatDescription) {
        guard let format = formatDescription.format else {
            stopOnMisuse("required condition is false: CMFormatDescriptionGetMediaType(desc) == kCMMediaType_Audio")
        }
        self.init(stream: format.streamDescription.pointee, layout: format.channelLayout)
        magicCookie = format.magicCookie
    }

    /// The format that Core Media describes; nil if it is not sound.
    public convenience init?(formatDescription: CMAudioFormatDescription) {
        guard formatDescription.format != nil else { return nil }
        self.init(cmAudioFormatDescription: formatDescription)
    }

    /// The format description of Core Media for this format.
    public var formatDescription: CMAudioFormatDescription { CMFormatDescription(self) }
}
