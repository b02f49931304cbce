/// The two protocols that universal packets carry channel messages in.
package enum MIDIProtocol: Int32, Sendable, Hashable {
    case midi1 = 1
    case midi2 = 2
}

/// Turns the packets of one stream into those of the other protocol; packets that both have stay as they are.
///
/// Each group of the stream remembers its banks and parameter numbers, so one converter belongs to one stream.
package struct ProtocolConverter: Sendable {
    private var groups: [UInt8: ProtocolTranslation] = [:]

    /// Makes a converter that remembers nothing.
    package init() {}

    /// Converts the words of whole packets.
    package mutating func words(_ words: [UInt32], to wanted: MIDIProtocol) -> [UInt32] {
        let foreign: UniversalPacket.Kind = wanted == .midi1 ? .channelVoice2 : .channelVoice1
        var place = 0
        var isForeign = false
        while place < words.count {
            if words[place] >> 28 == foreign.rawValue { isForeign = true }
            place += UniversalPacket.wordCount(ofFirst: words[place])
        }
        guard isForeign else { return words }
        var converted: [UInt32] = []
        converted.reserveCapacity(words.count * 2)
        UniversalPacket.forEachPacket(in: words) { packet in
            let group = UInt8(packet[0] >> 24 & 0xF)
            switch UniversalPacket.Kind(rawValue: packet[0] >> 28) {
            case .channelVoice2 where wanted == .midi1:
                converted += UniversalPacket.messages1(packet[0], packet[1]).map {
                    UniversalPacket.word($0, group: group)
                }
            case .channelVoice1 where wanted == .midi2:
                guard let message = UniversalPacket.channelMessage(packet[0]) else { return }
                var translation = groups[group] ?? ProtocolTranslation()
                if let pair = translation.packet(message, group: group) { converted += [pair.first, pair.second] }
                groups[group] = translation
            default: converted += packet
            }
        }
        return converted
    }
}
