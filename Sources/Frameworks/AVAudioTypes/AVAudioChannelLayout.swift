import Foundation

/// The roles of a sound's channels: an `AudioChannelLayout` in an object.
///
/// Instances never change.
open class AVAudioChannelLayout: NSObject, NSSecureCoding, @unchecked Sendable {
    private let storage: AudioChannelLayout.UnsafeMutablePointer

    /// Copies `layout` with all the descriptions that it counts.
    public init(layout: UnsafePointer<AudioChannelLayout>) {
        let count = Int(layout.pointee.mNumberChannelDescriptions)
        storage = AudioChannelLayout.allocate(maximumDescriptions: count)
        UnsafeMutableRawPointer(storage.unsafeMutablePointer)
            .copyMemory(from: layout, byteCount: Self.byteCount(descriptions: count))
        super.init()
    }

    /// A layout without channels.
    public override init() {
        storage = AudioChannelLayout.allocate(maximumDescriptions: 0)
        super.init()
    }

    /// The layout that `layoutTag` names.
    ///
    /// Nil for `kAudioChannelLayoutTag_UseChannelDescriptions` and `kAudioChannelLayoutTag_UseChannelBitmap`, which
    /// need descriptions or bits.
    public convenience init?(layoutTag: AudioChannelLayoutTag) {
        guard
            layoutTag != kAudioChannelLayoutTag_UseChannelDescriptions,
            layoutTag != kAudioChannelLayoutTag_UseChannelBitmap
        else { return nil }
        var layout = AudioChannelLayout()
        layout.mChannelLayoutTag = layoutTag
        self.init(layout: &layout)
    }

    deinit { LentMemory.free(storage.unsafeMutablePointer) }

    /// The C struct.
    ///
    /// It lives as long as this object.
    public var layout: UnsafePointer<AudioChannelLayout> { storage.unsafePointer }

    /// The tag: a named layout, or a value that refers to the bitmap or to the descriptions.
    public var layoutTag: AudioChannelLayoutTag { layout.pointee.mChannelLayoutTag }

    /// The number of channels.
    public var channelCount: AVAudioChannelCount {
        switch layoutTag {
        case kAudioChannelLayoutTag_UseChannelDescriptions: UInt32(storage.count)
        case kAudioChannelLayoutTag_UseChannelBitmap: UInt32(layout.pointee.mChannelBitmap.rawValue.nonzeroBitCount)
        default: AudioChannelLayoutTag_GetNumberOfChannels(layoutTag)
        }
    }

    /// Returns whether `object` is a layout with the same tag, bits and descriptions.
    @discardableResult
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? AVAudioChannelLayout else { return false }
        if other === self { return true }
        return layoutTag == other.layoutTag && layout.pointee.mChannelBitmap == other.layout.pointee.mChannelBitmap
            && storage.elementsEqual(other.storage)
    }

    /// Equal for equal layouts.
    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(layoutTag)
        hasher.combine(channelCount)
        return hasher.finalize()
    }

    /// The tag's number and channels.
    open override var description: String {
        "<AVAudioChannelLayout: tag \(layoutTag >> 16), \(channelCount) ch>"
    }

    // MARK: - As bytes

    /// The bytes up to the first description.
    private static let headerByteCount =
        AudioChannelLayout.sizeInBytes(maximumDescriptions: 0)
        - MemoryLayout<AudioChannelDescription>.stride

    /// The bytes that a layout with `count` descriptions really has.
    private static func byteCount(descriptions count: Int) -> Int {
        headerByteCount + count * MemoryLayout<AudioChannelDescription>.stride
    }

    /// The C struct as the value of `AVChannelLayoutKey`: never shorter than the struct with one description.
    package var layoutData: Data {
        Data(bytes: layout, count: AudioChannelLayout.sizeInBytes(maximumDescriptions: storage.count))
    }

    /// Reads the bytes of `layoutData`; nil if they are fewer than their count of descriptions needs.
    package convenience init?(layoutData: Data) {
        let header = Self.headerByteCount
        guard layoutData.count >= header else { return nil }
        let given = layoutData.count
        let counted = layoutData.withUnsafeBytes {
            Int($0.loadUnaligned(fromByteOffset: header - MemoryLayout<UInt32>.size, as: UInt32.self))
        }
        guard counted <= (given - header) / MemoryLayout<AudioChannelDescription>.stride else { return nil }
        let copy = AudioChannelLayout.allocate(maximumDescriptions: counted)
        defer { free(copy.unsafeMutablePointer) }
        layoutData.withUnsafeBytes {
            UnsafeMutableRawBufferPointer(
                start: copy.unsafeMutablePointer, count: Self.byteCount(descriptions: counted)
            )
            .copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<Self.byteCount(descriptions: counted)]))
        }
        self.init(layout: copy.unsafePointer)
    }

    // MARK: - Archives

    /// Archives of layouts can be read safely.
    public static var supportsSecureCoding: Bool { true }

    /// Writes the layout to an archive.
    public func encode(with coder: NSCoder) {
        coder.encode(NSData(data: layoutData), forKey: "layout")
    }

    /// Reads a layout from an archive; nil if it is damaged.
    public required convenience init?(coder: NSCoder) {
        guard let data = coder.decodeObject(of: NSData.self, forKey: "layout") else { return nil }
        self.init(layoutData: Data(referencing: data))
    }
}
