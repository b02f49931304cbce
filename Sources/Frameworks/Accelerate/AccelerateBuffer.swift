/// Elements of one type, side by side in memory, to read.
public protocol AccelerateBuffer<Element> {
    /// The type of the elements.
    associatedtype Element
    /// The number of elements.
    var count: Int { get }
    /// Calls `body` with the elements' memory, which is valid during the call only.
    func withUnsafeBufferPointer<R>(_ body: (UnsafeBufferPointer<Element>) throws -> R) rethrows -> R
}

/// Elements of one type, side by side in memory, to read and write.
public protocol AccelerateMutableBuffer<Element>: AccelerateBuffer {
    /// Calls `body` with the elements' memory, which is valid during the call only.
    mutating func withUnsafeMutableBufferPointer<R>(
        _ body: (inout UnsafeMutableBufferPointer<Element>) throws -> R
    ) rethrows -> R
}

extension AccelerateBuffer where Self: Collection {
    /// Calls `body` with the elements' memory, or with a copy of it when they do not lie side by side.
    public func withUnsafeBufferPointer<R>(
        _ body: (UnsafeBufferPointer<Element>) throws -> R
    ) rethrows -> R {
        if let result = try withContiguousStorageIfAvailable(body) { return result }
        return try Array(self).withUnsafeBufferPointer(body)
    }
}

extension AccelerateMutableBuffer where Self: MutableCollection {
    /// Calls `body` with the elements' memory, or with a copy that is stored afterwards when they do not lie side by
    /// side.
    public mutating func withUnsafeMutableBufferPointer<R>(
        _ body: (inout UnsafeMutableBufferPointer<Element>) throws -> R
    ) rethrows -> R {
        if let result = try withContiguousMutableStorageIfAvailable(body) { return result }
        var copy = Array(self)
        defer {
            for (index, element) in zip(indices, copy) { self[index] = element }
        }
        return try copy.withUnsafeMutableBufferPointer(body)
    }
}

extension Array: AccelerateMutableBuffer {}
extension ArraySlice: AccelerateMutableBuffer {}
extension ContiguousArray: AccelerateMutableBuffer {}
extension UnsafeBufferPointer: AccelerateBuffer {}
extension UnsafeMutableBufferPointer: AccelerateMutableBuffer {}
extension Slice: AccelerateBuffer where Base: AccelerateBuffer & Collection {}
extension Slice: AccelerateMutableBuffer where Base: AccelerateMutableBuffer & MutableCollection {}
