/// Small files of sound with tags, made for tests of libraries.
package enum TaggedSound {
    /// A WAVE file of one channel with an ID3 tag of version 2.4 in a chunk.
    ///
    /// - Parameters:
    ///   - frames: Names and texts of frames, such as `TIT2`.
    ///   - values: The samples, each for so many frames of sound.
    ///   - picture: A picture, whose frame may claim another size.
    package static func wave(
        _ frames: [(name: String, text: String)], values: [(value: Int16, frameCount: Int)] = [(8_192, 400)],
        rate: Int = 8_000, picture: [UInt8]? = nil, claimedPictureByteCount: Int? = nil
    ) -> [UInt8] {
        var samples: [UInt8] = []
        for (value, count) in values {
            let bits = UInt16(bitPattern: value)
            for _ in 0..<count { samples += [UInt8(bits & 255), UInt8(bits >> 8)] }
        }
        let tag = id3(frames, picture: picture, claimedPictureByteCount: claimedPictureByteCount)
        let format: [UInt8] = [1, 0, 1, 0] + little(rate, 4) + little(rate * 2, 4) + [2, 0, 16, 0]
        let body =
            Array("WAVE".utf8) + chunk("fmt ", format) + (tag.isEmpty ? [] : chunk("id3 ", tag))
            + chunk("data", samples)
        return Array("RIFF".utf8) + little(body.count, 4) + body
    }

    /// A tag of ID3 in version 2.4 with texts in UTF-8.
    package static func id3(
        _ frames: [(name: String, text: String)], picture: [UInt8]? = nil, claimedPictureByteCount: Int? = nil
    ) -> [UInt8] {
        var body: [UInt8] = []
        for (name, text) in frames {
            let content =
                name == "USLT" || name == "COMM"
                ? [3] + Array("eng".utf8) + [0] + Array(text.utf8) : [3] + Array(text.utf8)
            body += Array(name.utf8) + spread(content.count) + [0, 0] + content
        }
        if let picture {
            let content = [0] + Array("image/png".utf8) + [0, 3, 0] + picture
            body += Array("APIC".utf8) + spread(claimedPictureByteCount ?? content.count) + [0, 0] + content
        }
        return body.isEmpty ? [] : Array("ID3".utf8) + [4, 0, 0] + spread(body.count) + body
    }

    /// A PNG file of one pixel.
    package static let picture: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
        + [0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0, 0x3A, 0x7E, 0x9B, 0x55]

    private static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
        Array(name.utf8) + little(body.count, 4) + body + (body.count % 2 == 1 ? [0] : [])
    }

    private static func little(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    private static func spread(_ number: Int) -> [UInt8] {
        (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> (7 * $0)) & 0x7F }
    }
}
