/// The storage of one sample of linear PCM.
package enum PackedSample: Sendable, CaseIterable, BitwiseCopyable {
    /// Unsigned, silence at 128.
    case uint8
    /// Two's complement in one byte.
    case int8
    /// Two's complement in two bytes.
    case int16
    /// Two's complement in three bytes.
    case int24
    /// Two's complement in four bytes.
    case int32
    /// IEEE 754 binary32, four bytes.
    case float32
    /// IEEE 754 binary64, eight bytes.
    case float64

    /// Bytes of one sample.
    package var byteCount: Int {
        @_noAllocation @_noLocks get {
            switch self {
            case .uint8, .int8: 1
            case .int16: 2
            case .int24: 3
            case .int32, .float32: 4
            case .float64: 8
            }
        }
    }
}

/// The order of a number's bytes in memory.
package enum ByteOrder: Sendable, CaseIterable, BitwiseCopyable {
    /// Least significant byte first.
    case little
    /// Most significant byte first.
    case big

    /// The order of the machine this runs on.
    package static var native: ByteOrder {
        @_noAllocation @_noLocks get {
            #if _endian(little)
            .little
            #else
            .big
            #endif
        }
    }

    /// Indicates whether numbers must be turned round to be read in this order.
    package var isSwapped: Bool {
        @_noAllocation @_noLocks get {
            // A switch: `==` on the type itself would need its metadata.
            switch (self, ByteOrder.native) {
            case (.little, .little), (.big, .big): false
            case (.little, .big), (.big, .little): true
            }
        }
    }
}
