/// Names and heads of the chunks of Sony's Wave64.
///
/// A name is a GUID of 16 bytes whose first four are those of the chunk in WAVE, in lower case; the size behind it has
/// 64 bits and counts the head; chunks begin at multiples of 8. Source: Sony Pictures Digital, "Sony Wave64 File
/// Format".
enum Wave64Chunk {
    /// A name and a size.
    static let headByteCount = 24
    static let alignment: Int64 = 8

    /// The GUID of the outermost chunk.
    static let riff = name("riff", [0x2E, 0x91, 0xCF, 0x11, 0xA5, 0xD6, 0x28, 0xDB, 0x04, 0xC1, 0x00, 0x00])
    static let wave = name("wave"), format = name("fmt "), fact = name("fact"), data = name("data")

    /// The bytes from the end of a chunk to where the next may begin.
    static func padding(_ byteCount: Int64) -> Int64 { (alignment - byteCount % alignment) % alignment }

    /// Returns a chunk with its padding.
    static func chunk(_ name: [UInt8], _ body: [UInt8]) -> [UInt8] {
        ByteBuilder.of { builder in
            builder.put(name)
            builder.little(Int64(headByteCount + body.count))
            builder.put(body)
            builder.pad(to: Int(alignment))
        }
    }

    private static func name(
        _ code: FourCC, _ tail: [UInt8] = [0xF3, 0xAC, 0xD3, 0x11, 0x8C, 0xD1, 0x00, 0xC0, 0x4F, 0x8E, 0xDB, 0x8A]
    ) -> [UInt8] {
        ByteBuilder.of { builder in
            builder.put(code)
            builder.put(tail)
        }
    }
}
