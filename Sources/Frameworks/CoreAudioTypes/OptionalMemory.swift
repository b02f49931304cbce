import Glibc

// Darwin's headers accept null pointers here, so programs pass `AudioBuffer.mData` unchanged; glibc's headers do not.
// With a nil pointer these functions do nothing.

/// Copies `count` bytes; does nothing if a pointer is nil.
@discardableResult @_disfavoredOverload
public func memcpy(
    _ destination: UnsafeMutableRawPointer?, _ source: UnsafeRawPointer?, _ count: Int
) -> UnsafeMutableRawPointer? {
    guard let destination, let source else { return destination }
    return Glibc.memcpy(destination, source, count)
}

/// Copies `count` bytes of memory that may overlap; does nothing if a pointer is nil.
@discardableResult @_disfavoredOverload
public func memmove(
    _ destination: UnsafeMutableRawPointer?, _ source: UnsafeRawPointer?, _ count: Int
) -> UnsafeMutableRawPointer? {
    guard let destination, let source else { return destination }
    return Glibc.memmove(destination, source, count)
}

/// Sets `count` bytes; does nothing if the pointer is nil.
@discardableResult @_disfavoredOverload
public func memset(
    _ destination: UnsafeMutableRawPointer?, _ value: Int32, _ count: Int
) -> UnsafeMutableRawPointer? {
    guard let destination else { return nil }
    return Glibc.memset(destination, value, count)
}

/// Compares `count` bytes; returns 0 if a pointer is nil.
@_disfavoredOverload
public func memcmp(_ first: UnsafeRawPointer?, _ second: UnsafeRawPointer?, _ count: Int) -> Int32 {
    guard let first, let second else { return 0 }
    return Glibc.memcmp(first, second, count)
}
