import Foundation

/// What a stream of media is: Core Media's word for it, as far as sound goes.
///
/// It never changes. Only sound has one here; there is no Core Media beside it.
public final class CMFormatDescription: NSObject, @unchecked Sendable {
    let format: AVAudioFormat

    init(_ format: AVAudioFormat) {
        // A copy: the cookie of the original may change.
        self.format = AVAudioFormat(
            stream: format.streamDescription.pointee, layout: format.channelLayout)
        self.format.magicCookie = format.magicCookie
    }

    /// The shape of the sound.
    public var audioStreamBasicDescription: AudioStreamBasicDescription? { format.streamDescription.pointee }

    /// The codec: the format identifier.
    public var mediaSubType: FourCharCode { format.streamDescription.pointee.mFormatID }

    /// What the decoder must know.
    public var magicCookie: Data? { format.magicCookie }

    /// Whether `object` describes the same sound with the same cookie.
    @discardableResult
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CMFormatDescription else { return false }
        return format == other.format && magicCookie == other.magicCookie
    }

    /// Equal for equal descriptions.
    public override var hash: Int { format.hash }

    /// Rate, channels and samples in a line.
    public override var description: String { "<CMAudioFormatDescription: \(format.shape)>" }
}

/// A description of sound.
public typealias CMAudioFormatDescription = CMFormatDescription

/// The shape of the sound that `desc` describes; good for as long as somebody holds `desc`.
@discardableResult
public func CMAudioFormatDescriptionGetStreamBasicDescription(
    _ desc: CMAudioFormatDescription
) -> UnsafePointer<AudioStreamBasicDescription>? {
    desc.format.streamDescription
}

/// The places of the channels that `desc` describes, and how many bytes they take; nil if it has no layout.
///
/// - Parameter sizeOut: Receives the bytes, 0 without a layout.
@discardableResult
public func CMAudioFormatDescriptionGetChannelLayout(
    _ desc: CMAudioFormatDescription, sizeOut: UnsafeMutablePointer<Int>?
) -> UnsafePointer<AudioChannelLayout>? {
    sizeOut?.pointee = desc.format.channelLayout?.layoutData.count ?? 0
    return desc.format.channelLayout?.layout
}

extension AVAudioFormat {
    /// The format that Core Media describes.
    public convenience init(cmAudioFormatDescription formatDescription: CMAudioFormatDescription) {
        let format = formatDescription.format
        self.init(stream: format.streamDescription.pointee, layout: format.channelLayout)
        magicCookie = format.magicCookie
    }

    /// The format that Core Media describes; nil if it is not sound, which cannot happen here.
    public convenience init?(formatDescription: CMAudioFormatDescription) {
        self.init(cmAudioFormatDescription: formatDescription)
    }

    /// This format as Core Media describes it.
    public var formatDescription: CMAudioFormatDescription { CMFormatDescription(self) }
}
