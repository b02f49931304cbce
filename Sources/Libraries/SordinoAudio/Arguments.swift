import AVAudioTypes
import CoreAudioTypes
import CoreFoundation
import Foundation

// Conversions of the arguments of programs in C to the types of the Swift functions.

/// The handle in the place of null, which is none of any table's.
var noHandle: OpaquePointer { OpaquePointer(bitPattern: 1).unsafelyUnwrapped }

/// Returns the object of a Core Foundation pointer as the class that a function takes; nil for null and other classes.
///
/// Dictionaries are copied: one that C made stops the program when Foundation looks up a Swift string in it. Keys that are
/// no strings make it nil.
func object<Object: AnyObject>(_ pointer: UnsafeRawPointer?) -> Object? {
    guard let pointer else { return nil }
    let object = Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue()
    guard Object.self == NSDictionary.self else { return object as? Object }
    return (object as? [String: Any]).flatMap { NSDictionary(dictionary: $0) as? Object }
}

/// Returns the run loop of a pointer; nil for null and for other objects.
func runLoop(_ pointer: UnsafeRawPointer?) -> CFRunLoop? {
    guard let pointer else { return nil }
    let object = Unmanaged<CFRunLoop>.fromOpaque(pointer).takeUnretainedValue()
    return CFGetTypeID(object) == CFRunLoopGetTypeID() ? object : nil
}

/// Returns memory as that of the same shape by which Swift names it: a Boolean, or a pointer to an object.
func place<Pointee>(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<Pointee>? {
    pointer?.assumingMemoryBound(to: Pointee.self)
}

/// Returns the description of an object, which the caller releases.
@c(sordino_own_description)
package func objectDescription(_ pointer: UnsafeRawPointer?) -> UnsafeRawPointer? {
    guard let pointer else { return nil }
    let object = Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue()
    return UnsafeRawPointer(Unmanaged.passRetained(NSString(string: String(describing: object))).toOpaque())
}

/// Returns a constant of Core Foundation for the C side, which keeps it for the life of the process.
@c(sordino_own_text)
@available(*, deprecated, message: "Some of these strings end with iOS 7")
package func textConstant(_ index: Int32) -> UnsafeRawPointer? {
    guard textConstants.indices.contains(Int(index)) else { return nil }
    return UnsafeRawPointer(Unmanaged.passRetained(textConstants[Int(index)]()).toOpaque())
}
