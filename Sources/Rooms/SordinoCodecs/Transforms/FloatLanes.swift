/// Reads four numbers from any address.
@inline(__always)
func load4(_ source: UnsafePointer<Float>) -> SIMD4<Float> {
    UnsafeRawPointer(source).loadUnaligned(as: SIMD4<Float>.self)
}

/// Reads eight numbers from any address.
@inline(__always)
func load8(_ source: UnsafePointer<Float>) -> SIMD8<Float> {
    UnsafeRawPointer(source).loadUnaligned(as: SIMD8<Float>.self)
}

/// Writes four numbers to any address.
@inline(__always)
func store4(_ target: UnsafeMutablePointer<Float>, _ values: SIMD4<Float>) {
    UnsafeMutableRawPointer(target).storeBytes(of: values, as: SIMD4<Float>.self)
}

/// Writes eight numbers to any address.
@inline(__always)
func store8(_ target: UnsafeMutablePointer<Float>, _ values: SIMD8<Float>) {
    UnsafeMutableRawPointer(target).storeBytes(of: values, as: SIMD8<Float>.self)
}

/// The four numbers in the other order.
@inline(__always)
func reversed(_ values: SIMD4<Float>) -> SIMD4<Float> { SIMD4(values[3], values[2], values[1], values[0]) }

/// The numbers of `first` at even places, those of `second` at odd places.
@inline(__always)
func interleaved(_ first: SIMD4<Float>, _ second: SIMD4<Float>) -> SIMD8<Float> {
    SIMD8(first[0], second[0], first[1], second[1], first[2], second[2], first[3], second[3])
}
