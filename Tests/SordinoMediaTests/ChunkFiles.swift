import SordinoMedia

/// Little-endian bytes of a number.
func little<T: FixedWidthInteger>(_ value: T) -> [UInt8] { withUnsafeBytes(of: value.littleEndian) { Array($0) } }

/// Big-endian bytes of a number.
func big<T: FixedWidthInteger>(_ value: T) -> [UInt8] { withUnsafeBytes(of: value.bigEndian) { Array($0) } }

/// The bytes of ASCII text.
func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }

/// Files put together chunk by chunk, true or lying.
enum ChunkFiles {
    /// A chunk of RIFF or its relatives; `claims` is the size that its header states instead of the true one.
    static func riffChunk(_ id: String, _ body: [UInt8], claims: UInt32? = nil) -> [UInt8] {
        ascii(id) + little(claims ?? UInt32(body.count)) + body + (body.count % 2 == 1 ? [0] : [])
    }

    /// A RIFF file of type WAVE.
    static func wave(_ chunks: [[UInt8]], id: String = "RIFF", claims: UInt32? = nil) -> [UInt8] {
        let body = ascii("WAVE") + chunks.flatMap { $0 }
        return ascii(id) + little(claims ?? UInt32(body.count)) + body
    }

    /// The body of a 16-byte `fmt ` chunk.
    static func format(
        tag: UInt16 = 1, channels: UInt16 = 1, rate: UInt32 = 8000, block: UInt16? = nil, bits: UInt16 = 16
    ) -> [UInt8] {
        let block = block ?? channels &* ((bits + 7) / 8)
        return little(tag) + little(channels) + little(rate) + little(rate &* UInt32(block)) + little(block)
            + little(bits)
    }

    /// A chunk of AIFF.
    static func aiffChunk(_ id: String, _ body: [UInt8], claims: UInt32? = nil) -> [UInt8] {
        ascii(id) + big(claims ?? UInt32(body.count)) + body + (body.count % 2 == 1 ? [0] : [])
    }

    /// An AIFF or AIFF-C file.
    static func aiff(_ chunks: [[UInt8]], type: String = "AIFF", claims: UInt32? = nil) -> [UInt8] {
        let body = ascii(type) + chunks.flatMap { $0 }
        return ascii("FORM") + big(claims ?? UInt32(body.count)) + body
    }

    /// The body of a `COMM` chunk; `rate` is 8000 Hz unless given as ten bytes.
    static func common(
        channels: UInt16 = 1, frames: UInt32 = 0, bits: UInt16 = 16,
        rate: [UInt8] = [0x40, 0x0B, 0xFA, 0, 0, 0, 0, 0, 0, 0], compression: String? = nil
    ) -> [UInt8] {
        big(channels) + big(frames) + big(bits) + rate + (compression.map { ascii($0) + [0, 0] } ?? [])
    }

    /// The body of an `SSND` chunk.
    static func sound(_ bytes: [UInt8], gap: UInt32 = 0) -> [UInt8] {
        big(gap) + big(UInt32(0)) + [UInt8](repeating: 0xEE, count: Int(min(gap, 64))) + bytes
    }

    /// A chunk of CAF.
    static func cafChunk(_ id: String, _ body: [UInt8], claims: Int64? = nil) -> [UInt8] {
        ascii(id) + big(claims ?? Int64(body.count)) + body
    }

    /// A CAF file.
    static func caf(_ chunks: [[UInt8]], version: UInt16 = 1) -> [UInt8] {
        ascii("caff") + big(version) + big(UInt16(0)) + chunks.flatMap { $0 }
    }

    /// The body of a `desc` chunk.
    static func description(
        rate: Double = 8000, codec: String = "lpcm", flags: UInt32 = 2, bytesPerPacket: UInt32 = 2,
        framesPerPacket: UInt32 = 1, channels: UInt32 = 1, bits: UInt32 = 16
    ) -> [UInt8] {
        big(rate.bitPattern) + ascii(codec) + big(flags) + big(bytesPerPacket) + big(framesPerPacket) + big(channels)
            + big(bits)
    }
}
