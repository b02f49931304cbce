extension UniversalPacket {
    /// Returns the packets of a message of MIDI 1.0 in bytes: one whole message with its status.
    ///
    /// - Parameter bytes: A channel, system common or realtime message, or a system exclusive message from F0 to F7.
    /// - Returns: The words; empty if the bytes are no whole message.
    package static func words(ofMessage bytes: [UInt8], group: UInt8 = 0) -> [UInt32] {
        guard let status = bytes.first else { return [] }
        switch status {
        case 0x80..<0xF0:
            let count = ChannelMessage.byteCount(of: status)
            guard bytes.count == count, bytes.dropFirst().allSatisfy({ $0 < 0x80 }) else { return [] }
            let message = ChannelMessage(status: status, data1: bytes[1], data2: count > 2 ? bytes[2] : 0)
            return [word(message, group: group)]
        case 0xF0:
            guard bytes.count >= 2, bytes[bytes.count - 1] == 0xF7 else { return [] }
            let body = bytes[1..<bytes.count - 1]
            return body.allSatisfy { $0 < 0x80 } ? exclusiveWords(body, group: group) : []
        case 0xF1...0xFF:
            let count = [0xF1: 2, 0xF2: 3, 0xF3: 2][status, default: 1]
            guard bytes.count == count, ![0xF4, 0xF5, 0xF7, 0xF9, 0xFD].contains(status) else { return [] }
            return [
                0x1000_0000 | UInt32(group & 0xF) << 24 | UInt32(status) << 16
                    | UInt32(count > 1 ? bytes[1] & 0x7F : 0) << 8 | UInt32(count > 2 ? bytes[2] & 0x7F : 0)
            ]
        default: return []
        }
    }

    /// Returns the packets of six bytes each that a system exclusive message takes, without F0 and F7.
    private static func exclusiveWords(_ body: ArraySlice<UInt8>, group: UInt8) -> [UInt32] {
        var words: [UInt32] = []
        words.reserveCapacity((body.count / 6 + 1) * 2)
        var rest = body
        repeat {
            let piece = rest.prefix(6)
            rest = rest.dropFirst(6)
            let isFirst = words.isEmpty
            // 0: the whole message, 1: its beginning, 2: its middle, 3: its end.
            let part: UInt32 = rest.isEmpty ? (isFirst ? 0 : 3) : (isFirst ? 1 : 2)
            words += exclusivePacket(piece, part: part, group: group)
        } while !rest.isEmpty
        return words
    }

    /// Returns one packet of a system exclusive message.
    ///
    /// - Parameters:
    ///   - bytes: At most six bytes of the message, without F0 and F7; their upper bits are cleared.
    ///   - part: 0 for a whole message, 1 for its beginning, 2 for its middle, 3 for its end.
    /// - Returns: Two words.
    package static func exclusivePacket(_ bytes: ArraySlice<UInt8>, part: UInt32, group: UInt8) -> [UInt32] {
        let piece = bytes.prefix(6)
        var packet = UInt64(0x3000_0000 | UInt32(group & 0xF) << 24 | part << 20 | UInt32(piece.count) << 16) << 32
        for (index, byte) in piece.enumerated() { packet |= UInt64(byte & 0x7F) << (40 - 8 * UInt64(index)) }
        return [UInt32(packet >> 32), UInt32(truncatingIfNeeded: packet)]
    }

    /// Calls a function with the words of each packet in a run of them.
    ///
    /// A last packet of which words are missing is left out.
    package static func forEachPacket(in words: [UInt32], _ body: ([UInt32]) -> Void) {
        var place = 0
        while place < words.count {
            let count = wordCount(ofFirst: words[place])
            guard place + count <= words.count else { return }
            body(Array(words[place..<place + count]))
            place += count
        }
    }
}

/// Turns universal MIDI packets into messages of MIDI 1.0 in bytes.
///
/// Channel messages of MIDI 2.0 become their nearest counterparts in MIDI 1.0; those without a counterpart are dropped.
/// System exclusive messages are collected over packets, one at a time in each group.
package struct PacketUnpacking: Sendable {
    /// The most bytes of one system exclusive message; a longer one is dropped.
    package static let exclusiveByteLimit = 1 << 20

    private var pending: [UInt8: [UInt8]] = [:]

    /// Makes an unpacking that waits for nothing.
    package init() {}

    /// Takes the words of one packet.
    ///
    /// - Parameter words: As many as `UniversalPacket.wordCount` returns for the first.
    /// - Returns: Whole messages with their status, in their order.
    package mutating func messages(of words: [UInt32]) -> [[UInt8]] {
        guard let first = words.first, words.count >= UniversalPacket.wordCount(ofFirst: first) else { return [] }
        switch UniversalPacket.Kind(rawValue: first >> 28) {
        case .system:
            let status = UInt8(truncatingIfNeeded: first >> 16)
            guard status > 0xF0, status != 0xF7 else { return [] }
            let count = [0xF1: 2, 0xF2: 3, 0xF3: 2][status, default: 1]
            return [Array([status, UInt8(first >> 8 & 0x7F), UInt8(first & 0x7F)].prefix(count))]
        case .channelVoice1:
            guard let message = UniversalPacket.channelMessage(first) else { return [] }
            return [message.bytes]
        case .data64: return exclusive(first, words[1])
        case .channelVoice2: return UniversalPacket.messages1(first, words[1]).map(\.bytes)
        default: return []
        }
    }

    private mutating func exclusive(_ first: UInt32, _ second: UInt32) -> [[UInt8]] {
        let group = UInt8(first >> 24 & 0xF)
        let packet = UInt64(first) << 32 | UInt64(second)
        let count = min(first >> 16 & 0xF, 6)
        let piece = (0..<count).map { UInt8(packet >> (40 - 8 * UInt64($0)) & 0x7F) }
        switch first >> 20 & 0xF {
        case 0:
            pending[group] = nil
            return [[0xF0] + piece + [0xF7]]
        case 1: pending[group] = [0xF0] + piece
        case 2, 3:
            guard let heldByteCount = pending[group]?.count,
                heldByteCount + piece.count < Self.exclusiveByteLimit
            else {
                pending[group] = nil
                return []
            }
            pending[group]?.append(contentsOf: piece)
            if first >> 20 & 0xF == 3 { return [(pending.removeValue(forKey: group) ?? []) + [0xF7]] }
        default: break
        }
        return []
    }
}

extension ChannelMessage {
    /// The bytes that are sent.
    package var bytes: [UInt8] { byteCount == 2 ? [status, data1] : [status, data1, data2] }
}
