/// One sample at a time, in plain Swift: the reference that `SampleConversion` must equal bit for bit.
package enum PortableConversion {
    /// The float32 value of the sample whose bytes begin at `bytes`.
    package static func decode(_ bytes: UnsafeRawPointer, _ format: PackedSample, _ order: ByteOrder) -> Float {
        let bits = unsignedInteger(bytes, byteCount: format.byteCount, order)
        return switch format {
        case .uint8: Float(Int(bits) - 128) / 128
        case .int8: Float(Int8(truncatingIfNeeded: bits)) / 128
        case .int16: Float(Int16(truncatingIfNeeded: bits)) / 32768
        case .int24: Float(Int32(truncatingIfNeeded: bits << 8) >> 8) / 8_388_608
        case .int32: Float(Int32(truncatingIfNeeded: bits)) / 2_147_483_648
        case .float32: Float(bitPattern: UInt32(truncatingIfNeeded: bits))
        case .float64: Float(Double(bitPattern: bits))
        }
    }

    /// Writes `sample` at `bytes`.
    package static func encode(
        _ sample: Float, at bytes: UnsafeMutableRawPointer, _ format: PackedSample, _ order: ByteOrder
    ) {
        let bits: UInt64 =
            switch format {
            case .uint8: UInt64(truncatingIfNeeded: quantized(sample, bitCount: 8) + 128)
            case .int8: UInt64(truncatingIfNeeded: quantized(sample, bitCount: 8))
            case .int16: UInt64(truncatingIfNeeded: quantized(sample, bitCount: 16))
            case .int24: UInt64(truncatingIfNeeded: quantized(sample, bitCount: 24))
            case .int32: UInt64(truncatingIfNeeded: quantized(sample, bitCount: 32))
            case .float32: UInt64(sample.bitPattern)
            case .float64: Double(sample).bitPattern
            }
        for index in 0..<format.byteCount {
            let place = order == .little ? index : format.byteCount - 1 - index
            bytes.storeBytes(of: UInt8(truncatingIfNeeded: bits >> (8 * index)), toByteOffset: place, as: UInt8.self)
        }
    }

    /// The integer of `bitCount` bits nearest to `sample`, half to even, clamped; 0 for NaN.
    package static func quantized(_ sample: Float, bitCount: Int) -> Int {
        guard !sample.isNaN else { return 0 }
        let full = Double(1 << (bitCount - 1))
        return Int(min(max(Double(sample) * full, -full), full - 1).rounded(.toNearestOrEven))
    }

    private static func unsignedInteger(_ bytes: UnsafeRawPointer, byteCount: Int, _ order: ByteOrder) -> UInt64 {
        var bits: UInt64 = 0
        for index in 0..<byteCount {
            let place = order == .big ? index : byteCount - 1 - index
            bits = bits << 8 | UInt64(bytes.load(fromByteOffset: place, as: UInt8.self))
        }
        return bits
    }
}
