/// ITU-T G.711 in closed form: 16-bit samples to and from 8 companded bits.
enum StoredMuLaw: StoredSample {
    static let byteCount = 1

    /// 33 in the standard's 14-bit scale: it makes every segment a power of two long.
    private static var bias: Int32 { 0x84 }

    @inline(__always) static func load<M: MemorySample>(_ bytes: UnsafeRawPointer, as _: M.Type) -> M {
        let code = Int32(~bytes.load(as: UInt8.self))
        let magnitude = (((code & 0x0F) << 3) + bias) << ((code & 0x70) >> 4) - bias
        return M(justified: (code & 0x80 != 0 ? -magnitude : magnitude) << 16)
    }

    @inline(__always) static func store<M: MemorySample>(_ sample: M, at bytes: UnsafeMutableRawPointer) {
        let linear = sample.integer(bits: 16)
        let sign: Int32 = linear < 0 ? 0x80 : 0
        let magnitude = min(linear < 0 ? -linear : linear, 32635) + bias
        // The leading one sits in bit 7...14; it is the segment, the four bits below it are the step.
        let segment = Int32(24 - magnitude.leadingZeroBitCount)
        let code = sign | segment << 4 | (magnitude >> (segment + 3)) & 0x0F
        bytes.storeBytes(of: ~UInt8(truncatingIfNeeded: code), as: UInt8.self)
    }
}

/// The companding used outside North America and Japan; even bits are inverted on the line.
enum StoredALaw: StoredSample {
    static let byteCount = 1

    @inline(__always) static func load<M: MemorySample>(_ bytes: UnsafeRawPointer, as _: M.Type) -> M {
        let code = Int32(bytes.load(as: UInt8.self) ^ 0x55)
        let segment = (code & 0x70) >> 4
        let step = (code & 0x0F) << 4 + 8
        let magnitude = segment == 0 ? step : (step + 0x100) << (segment - 1)
        return M(justified: (code & 0x80 != 0 ? magnitude : -magnitude) << 16)
    }

    @inline(__always) static func store<M: MemorySample>(_ sample: M, at bytes: UnsafeMutableRawPointer) {
        let linear = sample.integer(bits: 16) >> 3  // the standard's 13 bits
        let isPositive = linear >= 0
        let magnitude = isPositive ? linear : -linear - 1
        let segment = magnitude < 32 ? 0 : Int32(27 - magnitude.leadingZeroBitCount)
        let step = segment == 0 ? magnitude >> 1 : magnitude >> segment
        let code = (isPositive ? Int32(0x80) : 0) | segment << 4 | step & 0x0F
        bytes.storeBytes(of: UInt8(truncatingIfNeeded: code) ^ 0x55, as: UInt8.self)
    }
}
