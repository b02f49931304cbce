import ByteMutation
import SordinoMedia

/// The first packets of one file of `Fuzz/Seeds`.
package struct SeedPackets: Sendable, CustomStringConvertible {
    package var name: String
    package var format: MediaFormat
    package var cookie: [UInt8]?
    package var packets: [[UInt8]]

    /// Takes a file apart; nil if it holds plain samples or is damaged.
    package init?(_ file: SeedFiles.File, packetLimit: Int = 24) {
        let bytes = MemoryByteSource(file.bytes)
        guard let scan = try? MediaScan.scan(bytes), scan.format.encoding == nil,
            let source = try? OpenedPackets.packets(bytes, scan)
        else { return nil }
        (name, format, cookie, packets) = (file.name, scan.format, scan.properties.cookie, [])
        while packets.count < packetLimit, let packet = try? source.next() { packets.append([UInt8](packet.bytes)) }
        if packets.isEmpty { return nil }
    }

    package var description: String { "\(name) (\(Self.word(for: format.codec)))" }

    /// A codec's four characters without spaces; Microsoft's codecs, which are numbers behind "ms", share one word.
    package static func word(for codec: FourCC) -> String {
        codec.rawValue >> 16 == 0x6D73 ? "adpcm" : "\(codec)".filter { $0 != "'" && $0 != " " }
    }

    /// The seeds of a codec by its word; of all codecs if the word is empty.
    package static func all(of word: String = "") -> [SeedPackets] {
        SeedFiles.all().compactMap { SeedPackets($0) }.filter {
            word.isEmpty || Self.word(for: $0.format.codec) == word
        }
    }
}
