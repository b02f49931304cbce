import Foundation

/// A picture as the bytes of its PNG or JPEG file, in the place of the class of UIKit.
///
/// Nothing is decoded: a picture is carried from a file to a shell, which shows it.
public final class UIImage: NSObject, Sendable {
    /// Bytes of a picture at most.
    static let byteLimit = 1 << 24

    let bytes: Data
    let isPNG: Bool
    /// Width and height in pixels.
    public let size: CGSize

    /// Takes the bytes of a PNG or JPEG file of 16 MiB at most; nil for others.
    public init?(data: Data) {
        guard data.count <= Self.byteLimit, let (isPNG, size) = Self.look(at: data) else { return nil }
        (bytes, self.isPNG, self.size) = (data, isPNG, size)
    }

    /// Reads a PNG or JPEG file.
    public convenience init?(contentsOfFile path: String) {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        guard (attributes?[.size] as? NSNumber).map({ $0.intValue <= Self.byteLimit }) == true,
            let data = FileManager.default.contents(atPath: path)
        else { return nil }
        self.init(data: data)
    }

    /// The bytes, if they are those of a PNG file.
    public func pngData() -> Data? { isPNG ? bytes : nil }

    /// The bytes, if they are those of a JPEG file; they are not compressed anew.
    public func jpegData(compressionQuality: CGFloat) -> Data? { isPNG ? nil : bytes }

    /// Finds the kind and the size in the head of a file.
    ///
    /// Source: W3C, "PNG", 11.2.1 (IHDR); ITU-T T.81, B.2.2 (frame header).
    private static func look(at data: Data) -> (isPNG: Bool, size: CGSize)? {
        let bytes = [UInt8](data.prefix(1 << 18))
        func number(_ at: Int, _ count: Int) -> Int { (0..<count).reduce(0) { $0 << 8 | Int(bytes[at + $1]) } }
        if bytes.count >= 24, bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
            return (true, CGSize(width: number(16, 4), height: number(20, 4)))
        }
        guard bytes.starts(with: [0xFF, 0xD8, 0xFF]) else { return nil }
        var at = 2
        while at + 9 <= bytes.count, bytes[at] == 0xFF {
            let marker = bytes[at + 1]
            // Frames of all kinds; three of the numbers are tables.
            if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
                return (false, CGSize(width: number(at + 7, 2), height: number(at + 5, 2)))
            }
            at += 2 + max(2, number(at + 2, 2))
        }
        return (false, .zero)
    }
}

/// The picture of an item.
open class MPMediaItemArtwork: NSObject {
    private let request: (CGSize) -> UIImage?
    /// The item of the library whose picture it is; 0 for others.
    let itemID: UInt64
    /// The size of the picture in pixels, from (0, 0).
    public let bounds: CGRect

    /// Makes a picture that is asked for when it is shown.
    ///
    /// - Parameter requestHandler: Returns the picture at a size, or at another one.
    public init(boundsSize: CGSize, requestHandler: @escaping (CGSize) -> UIImage) {
        itemID = 0
        bounds = CGRect(origin: .zero, size: boundsSize)
        request = requestHandler
    }

    /// Makes an object of these values.
    public convenience init(image: UIImage) { self.init(boundsSize: image.size) { _ in image } }

    /// The picture of an item of the library, read when it is asked for.
    init(item id: UInt64, _ read: @escaping (UInt64) -> Data?) {
        itemID = id
        bounds = CGRect(x: 0, y: 0, width: 600, height: 600)
        request = { _ in read(id).flatMap { UIImage(data: $0) } }
    }

    /// The part of the picture that is shown: all of it.
    open var imageCropRect: CGRect { bounds }

    /// The picture; it is not scaled.
    open func image(at size: CGSize) -> UIImage? { request(size) }
}

/// A stretch of time of an advertisement.
open class MPAdTimeRange: NSObject {
    /// The stretch of the time line.
    public var timeRange: CMTimeRange

    /// Makes one of a stretch.
    public init(timeRange: CMTimeRange) { self.timeRange = timeRange }
}

/// An item of a program's own lists, as cars show them.
open class MPContentItem: NSObject {
    /// The program's name for it.
    public let identifier: String
    open var title: String?
    open var subtitle: String?
    open var artwork: MPMediaItemArtwork?
    open var isContainer = false
    open var isPlayable = false
    open var isExplicitContent = false
    open var isStreamingContent = false
    /// The part that was played, from 0 to 1; -1 if it is not shown.
    open var playbackProgress: Float = -1

    /// Makes an object of these values.
    public init(identifier: String) { self.identifier = identifier }
}
