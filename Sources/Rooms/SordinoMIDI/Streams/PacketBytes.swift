/// Turns the packets of one stream into bytes of MIDI 1.0, as they come.
///
/// Unlike `PacketUnpacking` it collects nothing: of a system exclusive message each packet's bytes are handed on at
/// once, with F0 before the first and F7 behind the last. Groups are dropped, so parts of exclusive messages of two
/// groups may not be mixed.
package struct PacketBytes: Sendable {
    private var unpacking = PacketUnpacking()
    private var converter = ProtocolConverter()

    /// Makes a stream that has not begun.
    package init() {}

    /// Returns the bytes of whole packets: messages, or parts of one system exclusive message, each an element.
    package mutating func pieces(of words: [UInt32]) -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        for packet in Self.packets(converter.words(words, to: .midi1)) {
            guard packet[0] >> 28 == UniversalPacket.Kind.data64.rawValue else {
                pieces += unpacking.messages(of: packet)
                continue
            }
            let count = min(packet[0] >> 16 & 0xF, 6)
            let whole = UInt64(packet[0]) << 32 | UInt64(packet[1])
            let bytes = (0..<count).map { UInt8(whole >> (40 - 8 * UInt64($0)) & 0x7F) }
            switch packet[0] >> 20 & 0xF {
            case 0: pieces.append([0xF0] + bytes + [0xF7])
            case 1: pieces.append([0xF0] + bytes)
            case 2: if !bytes.isEmpty { pieces.append(bytes) }
            case 3: pieces.append(bytes + [0xF7])
            default: break
            }
        }
        return pieces
    }

    private static func packets(_ words: [UInt32]) -> [[UInt32]] {
        var packets: [[UInt32]] = []
        UniversalPacket.forEachPacket(in: words) { packets.append($0) }
        return packets
    }
}
