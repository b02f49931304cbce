import CClassMaking
import Foundation

/// Objects that a program hands over by their address, as C hands over Core Foundation's types.
///
/// Swift makes objects of the kind for the length of one expression: an address that `Unmanaged.passUnretained(url as CFURL)` gave may
/// lead to memory that is free again. The memory is looked at before it is used; if no object lies there, there is none.
package enum ClientObject {
    /// Returns the object at an address; nil for no address, and where no object lies.
    package static func live(_ pointer: UnsafeRawPointer?) -> AnyObject? {
        guard let pointer, let kind = word(at: UInt(bitPattern: pointer)) else { return nil }
        guard kind == boxKind || descends(kind, from: address(of: NSObject.self)) else { return nil }
        return Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue()
    }

    /// Returns the object of a class whose address lies in a program's memory; values of Swift that are handed over as objects become such.
    package static func object<Object: AnyObject>(at place: UnsafeRawPointer, as _: Object.Type) -> Object? {
        live(place.loadUnaligned(as: UnsafeRawPointer?.self)).flatMap { $0 as? Object }
    }

    /// Returns the URL that a program gives: the address of an object, or Swift's own value, which Apple's programs give alike.
    ///
    /// - Parameters:
    ///   - place: The memory that the program points at.
    ///   - byteCount: Bytes that it says lie there.
    package static func url(at place: UnsafeRawPointer, byteCount: Int) -> URL? {
        guard byteCount >= MemoryLayout<UnsafeRawPointer>.size else { return nil }
        let first = place.loadUnaligned(as: UnsafeRawPointer?.self)
        if let url = url(first) { return url }
        // Swift's value is two words: an object, and how it is used, which is one of a few.
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

    /// The most classes between one of a program's and the first of all.
    private static let depthLimit = 32

    /// Returns whether a class is another one or descends from it.
    private static func descends(_ kind: UInt, from other: UInt) -> Bool {
        var kind = kind
        for _ in 0..<depthLimit {
            if kind == other { return true }
            // Behind the kind's own word lies its superclass.
            guard let above = word(at: kind &+ 8), above != 0 else { return false }
            kind = above
        }
        return false
    }

    private static func address(of type: AnyObject.Type) -> UInt { unsafeBitCast(type, to: UInt.self) }

    /// The class of the boxes in which Swift hands over its values as objects.
    private static let boxKind: UInt = {
        let box = Box() as AnyObject
        return withExtendedLifetime(box) { word(at: UInt(bitPattern: Unmanaged.passUnretained(box).toOpaque())) ?? 0 }
    }()

    private struct Box {}

    /// An object's class, and the table by which Swift uses it.
    private struct Shape: Hashable {
        let kind: UInt?
        let use: UInt
    }

    /// The shapes in which Swift keeps URLs.
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

    /// Returns the word at an address; nil where nothing can be read.
    private static func word(at address: UInt) -> UInt? {
        var word: UInt = 0
        guard address >= 4096, address % 8 == 0, SordinoReadWord(address, &word) != 0 else { return nil }
        return word
    }
}
