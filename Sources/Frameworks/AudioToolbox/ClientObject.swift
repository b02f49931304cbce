import CClassMaking
import Foundation

/// Reads objects whose addresses a program passes to a C function, as it passes types of Core Foundation.
///
/// In `Unmanaged.passUnretained(url as CFURL)` Swift makes an object that exists only until the end of the expression, so the
/// address may be that of freed memory. The memory is examined before it is used; if it holds no object, the result is nil.
package enum ClientObject {
    /// Returns the object at an address; nil for a null address and for memory that holds no object.
    package static func live(_ pointer: UnsafeRawPointer?) -> AnyObject? {
        guard let pointer, let kind = word(at: UInt(bitPattern: pointer)) else { return nil }
        guard kind == boxKind || descends(kind, from: address(of: NSObject.self)) else { return nil }
        return Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue()
    }

    /// Returns the object whose address is stored at `place`; nil if it is no object of the class.
    ///
    /// Boxed Swift values are bridged.
    package static func object<Object: AnyObject>(at place: UnsafeRawPointer, as _: Object.Type) -> Object? {
        live(place.loadUnaligned(as: UnsafeRawPointer?.self)).flatMap { $0 as? Object }
    }

    /// Returns the URL stored in a program's memory, as an object's address or as a Swift `URL`: programs pass either.
    ///
    /// - Parameters:
    ///   - place: The memory.
    ///   - byteCount: The size of the memory as the program states it.
    package static func url(at place: UnsafeRawPointer, byteCount: Int) -> URL? {
        guard byteCount >= MemoryLayout<UnsafeRawPointer>.size else { return nil }
        let first = place.loadUnaligned(as: UnsafeRawPointer?.self)
        if let url = url(first) { return url }
        // A Swift `URL` consists of two words: an object and its protocol table, which is one of a few.
        guard MemoryLayout<URL>.size == 2 * MemoryLayout<UInt>.size, byteCount >= MemoryLayout<URL>.size else {
            return nil
        }
        let shape = Shape(
            kind: word(at: UInt(bitPattern: first)), use: place.loadUnaligned(fromByteOffset: 8, as: UInt.self))
        guard urlShapes.contains(shape) else { return nil }
        return place.assumingMemoryBound(to: URL.self).pointee
    }

    /// Returns the URL at an address; nil if no object of that kind lies there.
    package static func url(_ pointer: UnsafeRawPointer?) -> URL? {
        let object = live(pointer)
        return (object as? NSURL).map { $0 as URL } ?? object as? URL
    }

    /// Returns the text at an address; nil if no object of that kind lies there.
    package static func text(_ pointer: UnsafeRawPointer?) -> String? {
        let object = live(pointer)
        return (object as? NSString).map { "\($0)" } ?? object as? String
    }

    /// Returns the dictionary at an address; nil if no object of that kind lies there.
    package static func dictionary(_ pointer: UnsafeRawPointer?) -> [String: Any]? {
        live(pointer) as? [String: Any]
    }

    // MARK: Memory

    /// The maximum number of superclasses to follow.
    private static let depthLimit = 32

    /// Returns whether a class is another one or descends from it.
    private static func descends(_ kind: UInt, from other: UInt) -> Bool {
        var kind = kind
        for _ in 0..<depthLimit {
            if kind == other { return true }
            // The superclass is the second word of the class object.
            guard let above = word(at: kind &+ 8), above != 0 else { return false }
            kind = above
        }
        return false
    }

    private static func address(of type: AnyObject.Type) -> UInt { unsafeBitCast(type, to: UInt.self) }

    /// The class of the objects in which Swift boxes values.
    private static let boxKind: UInt = {
        let box = Box() as AnyObject
        return withExtendedLifetime(box) { word(at: UInt(bitPattern: Unmanaged.passUnretained(box).toOpaque())) ?? 0 }
    }()

    private struct Box {}

    /// The class of an object, and the protocol table (witness table) that Swift stores with it.
    private struct Shape: Hashable {
        let kind: UInt?
        let use: UInt
    }

    /// The representations of `URL` values.
    private static let urlShapes: Set<Shape> = {
        let urls = [
            URL(fileURLWithPath: "/"), NSURL(fileURLWithPath: "/") as URL, URL(string: "a:b"),
            NSURL(string: "a:b") as URL?,
        ]
        guard MemoryLayout<URL>.size == 2 * MemoryLayout<UInt>.size else { return [] }
        return Set(
            urls.compactMap { $0 }.map { url in
                withUnsafeBytes(of: url) { bytes in
                    Shape(
                        kind: word(at: bytes.loadUnaligned(as: UInt.self)),
                        use: bytes.loadUnaligned(fromByteOffset: 8, as: UInt.self))
                }
            })
    }()

    /// Returns the word at an address; nil if the address is not readable.
    private static func word(at address: UInt) -> UInt? {
        var word: UInt = 0
        guard address >= 4096, address % 8 == 0, SordinoReadWord(address, &word) != 0 else { return nil }
        return word
    }
}
