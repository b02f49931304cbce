// What clients write and Foundation on Linux does not have.
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

/// Where a method leaves its error; it belongs to the caller.
public typealias AutoreleasingUnsafeMutablePointer<Pointee> = UnsafeMutablePointer<Pointee>

/// Where a method leaves its error, or nil if the caller does not want it.
public typealias NSErrorPointer = AutoreleasingUnsafeMutablePointer<NSError?>?
