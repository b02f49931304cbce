// What clients write and Foundation on Linux does not have.
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
/// Any object.
public typealias CFTypeRef = AnyObject

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

/// Returns an element of an array as a pointer: that of an object, or what an array of pointers holds.
public func CFArrayGetValueAtIndex(_ theArray: CFArray, _ idx: CFIndex) -> UnsafeRawPointer? {
    CoreFoundation.CFArrayGetValueAtIndex(theArray.inCoreFoundation, idx)
}

extension NSArray {
    /// The same object as Core Foundation's functions take it; Foundation on Linux stands on them.
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
