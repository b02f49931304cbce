import Glibc

// Darwin's headers allow null in these functions, so programs pass `AudioBuffer.mData` as it is; glibc's headers do not. Nothing is
// done where a pointer is nil, which C allows for a count of 0 only.

/// Copies `count` bytes; a nil pointer stands for no bytes.
@discardableResult @_disfavoredOverload
public func memcpy(
    _ destination: UnsafeMutableRawPointer?, _ source: UnsafeRawPointer?, _ count: Int
) -> UnsafeMutableRawPointer? {
    guard let destination, let source else { return destination }
    return Glibc.memcpy(destination, source, count)
}

/// Copies `count` bytes of memory that may overlap; a nil pointer stands for no bytes.
@discardableResult @_disfavoredOverload
public func memmove(
    _ destination: UnsafeMutableRawPointer?, _ source: UnsafeRawPointer?, _ count: Int
) -> UnsafeMutableRawPointer? {
    guard let destination, let source else { return destination }
    return Glibc.memmove(destination, source, count)
}

/// Sets `count` bytes; a nil pointer stands for no bytes.
@discardableResult @_disfavoredOverload
public func memset(
    _ destination: UnsafeMutableRawPointer?, _ value: Int32, _ count: Int
) -> UnsafeMutableRawPointer? {
    guard let destination else { return nil }
    return Glibc.memset(destination, value, count)
}

/// Compares `count` bytes; a nil pointer stands for no bytes.
@_disfavoredOverload
public func memcmp(_ first: UnsafeRawPointer?, _ second: UnsafeRawPointer?, _ count: Int) -> Int32 {
    guard let first, let second else { return 0 }
    return Glibc.memcmp(first, second, count)
}
