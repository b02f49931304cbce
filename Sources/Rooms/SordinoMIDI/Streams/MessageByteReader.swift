/// Turns a stream of MIDI bytes into universal packets of MIDI 1.0, as the bytes come.
///
/// Running status, realtime messages in the middle of others and system exclusive messages of any length are
/// understood: of a long one each six bytes are a packet, so nothing is collected. Bytes that belong to no message are
/// dropped.
///
/// - Source: "MIDI 1.0 Detailed Specification", and for packets M2-104-UM.
package struct MessageByteReader: Sendable {
    /// The group of the packets, 0 to 15.
    package let group: UInt8
    private var status: UInt8 = 0
    private var data: [UInt8] = []
    private var exclusive: [UInt8] = []
    private var isInExclusive = false
    private var hasExclusiveBegun = false

    /// Makes a reader at the beginning of a stream.
    package init(group: UInt8 = 0) { self.group = group & 0xF }

    /// Reads bytes.
    ///
    /// - Returns: The words of the messages, and parts of system exclusive ones, that are complete now.
    package mutating func words(of bytes: some Sequence<UInt8>) -> [UInt32] {
        var words: [UInt32] = []
        for byte in bytes { take(byte, into: &words) }
        return words
    }

    /// Forgets an incomplete message, because the following bytes do not continue it.
    package mutating func reset() { self = MessageByteReader(group: group) }

    /// Indicates whether a system exclusive message has begun and not ended.
    package var isWaiting: Bool { isInExclusive }

    private mutating func take(_ byte: UInt8, into words: inout [UInt32]) {
        if byte >= 0xF8 {
            words += UniversalPacket.words(ofMessage: [byte], group: group)
        } else if byte < 0x80 {
            takeData(byte, into: &words)
        } else {
            takeStatus(byte, into: &words)
        }
    }

    private mutating func takeData(_ byte: UInt8, into words: inout [UInt32]) {
        if isInExclusive {
            if exclusive.count == 6 { emitExclusive(isLast: false, into: &words) }
            exclusive.append(byte)
            return
        }
        guard status != 0 else { return }
        data.append(byte)
        guard data.count == Self.dataCount(of: status) else { return }
        words += UniversalPacket.words(ofMessage: [status] + data, group: group)
        data = []
        // Running status is for channel messages.
        if status >= 0xF0 { status = 0 }
    }

    private mutating func takeStatus(_ byte: UInt8, into words: inout [UInt32]) {
        if isInExclusive {
            // A message that another one cuts short is ended, so that no receiver waits for the rest.
            emitExclusive(isLast: true, into: &words)
            isInExclusive = false
            if byte == 0xF7 { return }
        }
        data = []
        status = byte
        switch byte {
        case 0xF0:
            isInExclusive = true
            hasExclusiveBegun = false
            status = 0
        case 0xF4, 0xF5, 0xF7: status = 0
        case 0xF6:
            words += UniversalPacket.words(ofMessage: [byte], group: group)
            status = 0
        default: break
        }
    }

    private mutating func emitExclusive(isLast: Bool, into words: inout [UInt32]) {
        // 0: the whole message, 1: its beginning, 2: its middle, 3: its end.
        let part: UInt32 = isLast ? (hasExclusiveBegun ? 3 : 0) : (hasExclusiveBegun ? 2 : 1)
        words += UniversalPacket.exclusivePacket(exclusive[...], part: part, group: group)
        hasExclusiveBegun = true
        exclusive = []
    }

    private static func dataCount(of status: UInt8) -> Int {
        status < 0xF0 ? ChannelMessage.byteCount(of: status) - 1 : (status == 0xF2 ? 2 : 1)
    }
}
