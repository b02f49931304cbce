import AVAudioTypes
import CoreAudioTypes
import Foundation

/// The extension that holds atoms of the sample description, by their four characters.
public var kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms: CFString { "SampleDescriptionExtensionAtoms" }
/// The extension that holds the sample description as it lay in the file.
public var kCMFormatDescriptionExtension_VerbatimSampleDescription: CFString { "VerbatimSampleDescription" }
/// The extension that holds the codec's name.
public var kCMFormatDescriptionExtension_FormatName: CFString { "FormatName" }

/// The parts in which two descriptions of sound agree.
public struct CMAudioFormatDescriptionMask: OptionSet, Sendable {
    /// The parts as a bit mask.
    public var rawValue: UInt32
    /// Makes a set of parts of a bit mask.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// The shape of the stream.
    public static let streamBasicDescription = CMAudioFormatDescriptionMask(rawValue: 1)
    /// The decoder's configuration (magic cookie).
    public static let magicCookie = CMAudioFormatDescriptionMask(rawValue: 2)
    /// The places of the channels.
    public static let channelLayout = CMAudioFormatDescriptionMask(rawValue: 4)
    /// The extensions, a property list.
    public static let extensions = CMAudioFormatDescriptionMask(rawValue: 8)
    /// All parts of the description.
    public static let all = CMAudioFormatDescriptionMask(rawValue: 15)
}

extension CMFormatDescription {
    /// Describes sound.
    ///
    /// - Throws: `kCMFormatDescriptionError_InvalidParameter` for a layout of another number of channels.
    public convenience init(
        audioStreamBasicDescription: AudioStreamBasicDescription, layout: ManagedAudioChannelLayout? = nil,
        magicCookie: Data? = nil
    ) throws {
        let places = layout?.withUnsafePointer { AVAudioChannelLayout(layout: $0) }
        if let places, places.channelCount != 0, places.channelCount != audioStreamBasicDescription.mChannelsPerFrame {
            throw statusError(kCMFormatDescriptionError_InvalidParameter)
        }
        self.init(sound: audioStreamBasicDescription, layout: places, cookie: magicCookie, extensions: nil)
    }

    /// Describes media by kind and codec alone.
    public convenience init(mediaType: MediaType, mediaSubType: MediaSubType) throws {
        self.init(mediaType: mediaType, mediaSubType: mediaSubType, extensions: nil)
    }
}

/// An error of `NSOSStatusErrorDomain`.
func statusError(_ status: OSStatus) -> NSError { NSError(domain: NSOSStatusErrorDomain, code: Int(status)) }

/// Throws a status other than success.
func check(_ status: OSStatus) throws {
    if status != noErr { throw statusError(status) }
}

/// Describes sound.
///
/// - Parameters:
///   - asbd: The shape.
///   - layoutSize: Bytes of `layout`; those that its counted descriptions need.
///   - layout: The places of the channels, copied; nil if they are not named.
///   - magicCookieSize: Bytes of `magicCookie`.
///   - magicCookie: The configuration for the decoder, copied.
///   - extensions: Further facts, as a property list by name.
///   - formatDescriptionOut: Receives the description.
/// - Returns: `kCMFormatDescriptionError_InvalidParameter` for sizes that are negative or too small.
@discardableResult
public func CMAudioFormatDescriptionCreate(
    allocator: CFAllocator?, asbd: UnsafePointer<AudioStreamBasicDescription>, layoutSize: Int,
    layout: UnsafePointer<AudioChannelLayout>?, magicCookieSize: Int, magicCookie: UnsafeRawPointer?,
    extensions: CFDictionary?, formatDescriptionOut: UnsafeMutablePointer<CMFormatDescription?>
) -> OSStatus {
    guard layoutSize >= 0, magicCookieSize >= 0 else { return kCMFormatDescriptionError_InvalidParameter }
    var places: AVAudioChannelLayout?
    if let layout, layoutSize > 0 {
        // The bytes hold the struct with its one description, or end before that where the tag is enough.
        guard let copy = AVAudioChannelLayout(layoutData: Data(bytes: layout, count: layoutSize)) else {
            return kCMFormatDescriptionError_InvalidParameter
        }
        places = copy
    }
    let cookie = magicCookie.flatMap { magicCookieSize > 0 ? Data(bytes: $0, count: magicCookieSize) : nil }
    formatDescriptionOut.pointee = CMFormatDescription(
        sound: asbd.pointee, layout: places, cookie: cookie, extensions: extensions)
    return noErr
}

/// Describes media by kind, codec and extensions.
@discardableResult
public func CMFormatDescriptionCreate(
    allocator: CFAllocator?, mediaType: CMMediaType, mediaSubType: FourCharCode, extensions: CFDictionary?,
    formatDescriptionOut: UnsafeMutablePointer<CMFormatDescription?>
) -> OSStatus {
    formatDescriptionOut.pointee = CMFormatDescription(
        mediaType: CMFormatDescription.MediaType(rawValue: mediaType),
        mediaSubType: CMFormatDescription.MediaSubType(rawValue: mediaSubType), extensions: extensions)
    return noErr
}

/// Returns the kind of media.
public func CMFormatDescriptionGetMediaType(_ desc: CMFormatDescription) -> CMMediaType { desc.mediaType.rawValue }

/// Returns the code of the codec.
public func CMFormatDescriptionGetMediaSubType(_ desc: CMFormatDescription) -> FourCharCode {
    desc.mediaSubType.rawValue
}

/// Returns all extensions; nil if there are none.
public func CMFormatDescriptionGetExtensions(_ desc: CMFormatDescription) -> CFDictionary? {
    desc.extensionTable.count == 0 ? nil : desc.extensionTable
}

/// Returns one extension by its key; nil if there is none.
public func CMFormatDescriptionGetExtension(_ desc: CMFormatDescription, extensionKey: CFString) -> CFPropertyList? {
    desc.extensionTable.object(forKey: extensionKey).map { $0 as AnyObject }
}

/// Returns whether two descriptions are the same; nil equals nil.
public func CMFormatDescriptionEqual(
    _ formatDescription: CMFormatDescription?, otherFormatDescription: CMFormatDescription?
) -> Bool { formatDescription == otherFormatDescription }

/// Returns the configuration for the decoder; the pointer is valid as long as `desc` is retained.
///
/// - Parameter sizeOut: Receives the bytes, 0 without a cookie.
public func CMAudioFormatDescriptionGetMagicCookie(
    _ desc: CMAudioFormatDescription, sizeOut: UnsafeMutablePointer<Int>?
) -> UnsafeRawPointer? {
    sizeOut?.pointee = desc.cookie?.length ?? 0
    return desc.cookie?.bytes
}

/// Returns the formats that the packets can be decoded as; the pointer is valid as long as `desc` is retained.
///
/// - Parameter sizeOut: Receives the bytes of the list.
public func CMAudioFormatDescriptionGetFormatList(
    _ desc: CMAudioFormatDescription, sizeOut: UnsafeMutablePointer<Int>?
) -> UnsafePointer<AudioFormatListItem>? {
    sizeOut?.pointee = desc.formatList == nil ? 0 : MemoryLayout<AudioFormatListItem>.stride
    return desc.formatList.map { UnsafePointer($0) }
}

/// Returns the richest format that the packets can be decoded as.
public func CMAudioFormatDescriptionGetRichestDecodableFormat(
    _ desc: CMAudioFormatDescription
) -> UnsafePointer<AudioFormatListItem>? { desc.formatList.map { UnsafePointer($0) } }

/// Returns the format that most players decode.
public func CMAudioFormatDescriptionGetMostCompatibleFormat(
    _ desc: CMAudioFormatDescription
) -> UnsafePointer<AudioFormatListItem>? { desc.formatList.map { UnsafePointer($0) } }

/// Compares two descriptions of sound in the respects that are asked for.
///
/// - Parameter equalityMaskOut: Receives the respects in which they agree.
/// - Returns: Whether they agree in all that were asked for.
public func CMAudioFormatDescriptionEqual(
    _ formatDescription: CMAudioFormatDescription, otherFormatDescription other: CMAudioFormatDescription,
    equalityMask: CMAudioFormatDescriptionMask, equalityMaskOut: UnsafeMutablePointer<CMAudioFormatDescriptionMask>?
) -> Bool {
    var equal: CMAudioFormatDescriptionMask = []
    if let one = formatDescription.format, let two = other.format {
        let (first, second) = (one.streamDescription.pointee, two.streamDescription.pointee)
        let isSameShape = withUnsafeBytes(of: first) { a in withUnsafeBytes(of: second) { a.elementsEqual($0) } }
        if isSameShape { equal.insert(.streamBasicDescription) }
        if one.channelLayout == two.channelLayout { equal.insert(.channelLayout) }
    }
    if formatDescription.magicCookie == other.magicCookie { equal.insert(.magicCookie) }
    if formatDescription.extensionTable.isEqual(other.extensionTable) { equal.insert(.extensions) }
    equal.formIntersection(equalityMask)
    equalityMaskOut?.pointee = equal
    return equal == equalityMask
}
