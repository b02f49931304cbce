// Names of Core Foundation that Foundation on Linux lacks.
import CoreFoundation
import Foundation

/// The Core Foundation name of a URL, so that `url as CFURL` compiles.
public typealias CFURL = NSURL
/// The Core Foundation name of a string.
public typealias CFString = NSString
/// The Core Foundation name of a dictionary.
public typealias CFDictionary = NSDictionary
/// The Core Foundation name of a changeable dictionary.
public typealias CFMutableDictionary = NSMutableDictionary
/// The Core Foundation name of an array.
public typealias CFArray = NSArray
/// The Core Foundation name of data.
public typealias CFData = NSData
/// The Core Foundation name of a number.
public typealias CFNumber = NSNumber
/// The Core Foundation name of an error.
public typealias CFError = NSError
/// Any Core Foundation object.
public typealias CFTypeRef = AnyObject
/// Any object that a property list holds.
public typealias CFPropertyList = AnyObject

/// A pointer through which a method returns its error; the caller owns it.
public typealias AutoreleasingUnsafeMutablePointer<Pointee> = UnsafeMutablePointer<Pointee>

/// A pointer through which a method returns its error; nil if the caller does not want it.
public typealias NSErrorPointer = AutoreleasingUnsafeMutablePointer<NSError?>?

/// The Core Foundation name of a number of elements.
public typealias CFIndex = Int

/// Counts the elements of an array.
public func CFArrayGetCount(_ theArray: CFArray) -> CFIndex {
    CoreFoundation.CFArrayGetCount(theArray.inCoreFoundation)
}

/// Returns an element of an array as a pointer: to the object, or the one that an array of pointers holds.
public func CFArrayGetValueAtIndex(_ theArray: CFArray, _ idx: CFIndex) -> UnsafeRawPointer? {
    CoreFoundation.CFArrayGetValueAtIndex(theArray.inCoreFoundation, idx)
}

/// Counts the bytes of data.
public func CFDataGetLength(_ theData: CFData) -> CFIndex { theData.length }

/// Returns the bytes of data, which stay as long as the object; nil of no bytes.
public func CFDataGetBytePtr(_ theData: CFData) -> UnsafePointer<UInt8>? {
    theData.length > 0 ? theData.bytes.assumingMemoryBound(to: UInt8.self) : nil
}

/// Copies bytes of data, as far as there are any in the range.
public func CFDataGetBytes(_ theData: CFData, _ range: CFRange, _ buffer: UnsafeMutablePointer<UInt8>) {
    let start = min(max(range.location, 0), theData.length)
    let count = min(max(range.length, 0), theData.length - start)
    if count > 0 { theData.getBytes(buffer, range: NSRange(location: start, length: count)) }
}

/// Makes data of a copy of bytes; nil for a negative number of them.
///
/// - Parameter allocator: Not used: Foundation allocates.
public func CFDataCreate(_ allocator: CFAllocator?, _ bytes: UnsafePointer<UInt8>?, _ length: CFIndex) -> CFData? {
    guard length >= 0, let bytes else { return length == 0 ? CFData() : nil }
    return CFData(bytes: bytes, length: length)
}

/// Counts the UTF-16 codes of a string.
public func CFStringGetLength(_ theString: CFString) -> CFIndex { theString.length }

/// Counts the entries of a dictionary.
public func CFDictionaryGetCount(_ theDict: CFDictionary) -> CFIndex { theDict.count }

extension NSArray {
    /// The same object in the type of Core Foundation, which is the base of Foundation on Linux.
    fileprivate var inCoreFoundation: CoreFoundation.CFArray { unsafeBitCast(self, to: CoreFoundation.CFArray.self) }

    /// Makes an array of pointers, whose elements are reached by `CFArrayGetValueAtIndex` alone.
    ///
    /// - Parameter pointers: What has to stay as long as the array.
    package static func holding(_ pointers: [UnsafeRawPointer]) -> NSArray {
        var values: [UnsafeRawPointer?] = pointers
        let array = CoreFoundation.CFArrayCreate(nil, &values, values.count, nil)
        return unsafeBitCast(array, to: NSArray.self)
    }
}
