/// The body of an AIFF file's `COMM` chunk.
package struct AIFFFormat {
    /// The format that the chunk describes.
    package private(set) var format: MediaFormat
    /// Frames that the chunk claims; packets for compressed formats.
    package private(set) var frameCount: Int64

    /// Reads the chunk.
    ///
    /// - Parameters:
    ///   - bytes: The chunk's body.
    ///   - offset: Of its first byte, for errors.
    ///   - isCompressedForm: Whether the file is AIFF-C, whose chunk names a compression.
    /// - Throws: `malformed` if it is too short or contradicts itself, `unsupported` for samples of an unusual width.
    package init(_ bytes: RawSpan, at offset: Int64, isCompressedForm: Bool) throws(MediaError) {
        guard bytes.byteCount >= (isCompressedForm ? 22 : 18) else {
            throw .malformed(at: offset, because: "the COMM chunk has only \(bytes.byteCount) bytes")
        }
        let channelCount = Int(bytes.big(0, UInt16.self))
        frameCount = Int64(bytes.big(2, UInt32.self))
        let bits = Int(bytes.big(6, UInt16.self))
        let sampleRate = ExtendedFloat.value(exponent: bytes.big(8), mantissa: bytes.big(10))
        let compression: FourCC = isCompressedForm ? bytes.code(18) : "NONE"
        let byteCount = (bits + 7) / 8
        guard channelCount > 0 else { throw .malformed(at: offset, because: "the format has no channels") }

        let encoding: SampleEncoding?
        switch compression {
        case "NONE", "twos": encoding = .signedInteger(byteCount: byteCount, .big)
        case "sowt": encoding = .signedInteger(byteCount: byteCount, .little)
        case "raw ": encoding = byteCount == 1 ? .uint8 : .signedInteger(byteCount: byteCount, .big)
        case "in24": encoding = .int24(.big)
        case "in32": encoding = .int32(.big)
        case "42ni": encoding = .int24(.little)
        case "23ni": encoding = .int32(.little)
        case "fl32", "FL32": encoding = .float32(.big)
        case "fl64", "FL64": encoding = .float64(.big)
        case "ulaw", "ULAW": encoding = .muLaw
        case "alaw", "ALAW": encoding = .aLaw
        default:
            let isIMA = compression == .appleIMA4
            format = MediaFormat(
                codec: compression, sampleRate: sampleRate, channelCount: channelCount,
                bytesPerPacket: isIMA ? 34 * channelCount : 0, framesPerPacket: isIMA ? 64 : 0)
            return
        }
        guard let encoding else {
            throw .unsupported(.dataFormat("integers of \(bits) bits in an AIFF file"))
        }
        let isInteger = encoding.isLinear && !encoding.isFloat
        format = MediaFormat(
            encoding, sampleRate: sampleRate, channelCount: channelCount,
            bits: isInteger && bits > 0 && bits <= encoding.byteCount * 8 ? bits : nil)
    }

    /// The loudspeakers that the standard gives to three and more channels; 4 is ambiguous there and taken as
    /// quadraphonic.
    package static func layout(channelCount: Int) -> ChannelLayout? {
        switch channelCount {
        case 3: ChannelLayout(tag: 113 << 16 | 3)  // MPEG_3_0_A: L R C
        case 4: ChannelLayout(tag: 108 << 16 | 4)  // Quadraphonic: L R Ls Rs
        case 6: ChannelLayout(channels: [1, 7, 3, 2, 8, 9].map { .init(label: $0) })  // L Lc C R Rc S
        default: nil
        }
    }
}

/// The 80-bit floating point numbers in which AIFF states sample rates: IEEE 754's extended form, with an explicit
/// leading bit.
package enum ExtendedFloat {
    /// The number of a sign-and-exponent half and a mantissa; values beyond a Double become infinite.
    package static func value(exponent: UInt16, mantissa: UInt64) -> Double {
        guard mantissa != 0 else { return 0 }
        guard exponent & 0x7FFF != 0x7FFF else { return .infinity }
        let power = Int(exponent & 0x7FFF) - 16383 - 63
        let magnitude = Double(sign: .plus, exponent: power, significand: Double(mantissa))
        return exponent & 0x8000 == 0 ? magnitude : -magnitude
    }

    /// The ten bytes of a number that is finite and not negative.
    package static func bytes(_ value: Double) -> [UInt8] {
        var builder = ByteBuilder()
        guard value.isFinite, value > 0 else { return [UInt8](repeating: 0, count: 10) }
        builder.big(UInt16(Int(value.exponent) + 16383))
        // The significand is 1.0..<2.0: its 52 stored bits move up behind an explicit 1.
        builder.big((1 << 63) | (value.significandBitPattern << 11))
        return builder.bytes
    }
}
