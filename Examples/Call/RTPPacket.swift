/// A packet of the Real-time Transport Protocol (RFC 3550, section 5.1), without extensions of its own.
struct RTPPacket: Equatable {
    /// The codec, which has a number on which both ends agreed.
    var kind: SpeechKind
    /// Counts packets, around 65536.
    var sequence: UInt16
    /// In ticks of the clock that the codec has.
    var timestamp: UInt32
    /// The sender's number.
    var source: UInt32
    var payload: [UInt8]

    /// Longer ones are no speech.
    static let mostBytes = 1_500

    init(kind: SpeechKind, sequence: UInt16, timestamp: UInt32, source: UInt32, payload: [UInt8]) {
        (self.kind, self.sequence, self.timestamp) = (kind, sequence, timestamp)
        (self.source, self.payload) = (source, payload)
    }

    /// Reads what came by the network; nil for anything but a whole packet of version 2 with our payload.
    init?(_ bytes: [UInt8], _ kind: SpeechKind) {
        guard bytes.count >= 12, bytes.count <= Self.mostBytes, bytes[0] >> 6 == 2, bytes[1] & 0x7F == kind.payloadType
        else { return nil }
        var start = 12 + 4 * Int(bytes[0] & 0x0F)
        if bytes[0] & 0x10 != 0 {
            guard bytes.count >= start + 4 else { return nil }
            start += 4 + 4 * (Int(bytes[start + 2]) << 8 | Int(bytes[start + 3]))
        }
        let padding = bytes[0] & 0x20 != 0 ? Int(bytes[bytes.count - 1]) : 0
        if kind == .eld {
            // RFC 3640, section 3.2.1: one header of 16 bits, with a size of 13 bits.
            guard bytes.count - padding > start + 4, bytes[start] == 0, bytes[start + 1] == 16,
                Int(bytes[start + 2]) << 5 | Int(bytes[start + 3]) >> 3 == bytes.count - padding - start - 4
            else { return nil }
            start += 4
        }
        guard start < bytes.count - padding else { return nil }
        func number(_ place: Int, _ count: Int) -> UInt32 {
            bytes[place..<place + count].reduce(0) { $0 << 8 | UInt32($1) }
        }
        self.init(
            kind: kind, sequence: UInt16(number(2, 2)), timestamp: number(4, 4), source: number(8, 4),
            payload: Array(bytes[start..<bytes.count - padding]))
    }

    /// As it goes by the network.
    var bytes: [UInt8] {
        func big(_ value: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: value.bigEndian) { Array($0) } }
        let unit: [UInt8] = kind == .eld ? [0, 16] + big(UInt16(payload.count << 3)) : []
        return [0x80, kind.payloadType] + big(sequence) + big(timestamp) + big(source) + unit + payload
    }
}
