/// A value that threads hand to each other although the compiler cannot see that this is safe.
///
/// A pointer to memory with one owner that outlives every use, where counters, a plan or a lock order the accesses; or
/// an object or a block of the program whose thread the program chose. The type that holds it is checked for all else.
@usableFromInline
package struct Lent<Value>: @unchecked Sendable {
    /// The pointer, object or block, as its owner made it.
    @usableFromInline package var value: Value

    /// Lends a value, which its owner keeps as long as any copy of this is used.
    @inlinable @inline(__always)
    package init(_ value: Value) { self.value = value }
}

extension Lent: BitwiseCopyable where Value: BitwiseCopyable {}
