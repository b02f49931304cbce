/// The packets of stream messages, by which endpoints describe themselves: four words each.
///
/// - Source: "Universal MIDI Packet (UMP) Format and MIDI 2.0 Protocol" 1.1 (M2-104-UM), section 7.1.
package enum StreamMessage {
    /// The numbers of stream messages.
    package enum Status {
        package static let endpointInfo: UInt32 = 0x01
        package static let deviceIdentity: UInt32 = 0x02
        package static let endpointName: UInt32 = 0x03
        package static let productInstanceID: UInt32 = 0x04
        package static let configurationRequest: UInt32 = 0x05
        package static let configuration: UInt32 = 0x06
        package static let blockDiscovery: UInt32 = 0x10
        package static let blockInfo: UInt32 = 0x11
        package static let blockName: UInt32 = 0x12
    }

    /// Makes a packet.
    ///
    /// - Parameters:
    ///   - form: 0 for a whole message, 1 for its beginning, 2 for its middle, 3 for its end.
    ///   - low: The lower half of the first word.
    ///   - rest: The second word, and so on; those that are not given are 0.
    package static func words(_ status: UInt32, form: UInt32 = 0, _ low: UInt16, _ rest: UInt32...) -> [UInt32] {
        let words = [0xF000_0000 | (form & 3) << 26 | (status & 0x3FF) << 16 | UInt32(low)] + rest.prefix(3)
        return words + [UInt32](repeating: 0, count: 4 - words.count)
    }

    /// Makes a packet of at most 14 bytes; those beyond are left out.
    package static func words(_ status: UInt32, form: UInt32 = 0, bytes: some Sequence<UInt8>) -> [UInt32] {
        let taken = Array(bytes.prefix(14))
        let padded = taken + [UInt8](repeating: 0, count: 14 - taken.count)
        func word(_ place: Int) -> UInt32 { padded[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) } }
        return words(status, form: form, UInt16(padded[0]) << 8 | UInt16(padded[1]), word(2), word(6), word(10))
    }

    /// Makes the answer that describes an endpoint.
    ///
    /// - Parameters:
    ///   - version: The upper byte counts before the point, the lower behind it.
    ///   - blockCount: Function blocks, 0 to 32.
    package static func endpointInfo(
        version: UInt16 = 0x0101, hasStaticBlocks: Bool, blockCount: UInt8, speaksMIDI1: Bool, speaksMIDI2: Bool,
        receivesJitterStamps: Bool, sendsJitterStamps: Bool
    ) -> [UInt32] {
        let blocks = (hasStaticBlocks ? 0x8000_0000 : 0) | UInt32(blockCount & 0x7F) << 24
        let protocols: UInt32 = (speaksMIDI2 ? 0x200 : 0) | (speaksMIDI1 ? 0x100 : 0)
        let jitter = UInt32(Self.jitter(receivesJitterStamps, sendsJitterStamps))
        return words(Status.endpointInfo, version, blocks | protocols | jitter)
    }

    /// Makes the answer which device an endpoint is.
    ///
    /// - Parameters:
    ///   - manufacturer: Three bytes, the first above.
    ///   - family: A number of 14 bits; it goes in bytes of seven bits, the lowest first, as `model` does.
    ///   - revision: Four bytes, the first above.
    package static func deviceIdentity(manufacturer: UInt32, family: UInt16, model: UInt16, revision: UInt32)
        -> [UInt32]
    {
        func halves(_ value: UInt16) -> UInt32 { UInt32(value & 0x7F) << 8 | UInt32(value >> 7 & 0x7F) }
        return words(Status.deviceIdentity, 0, manufacturer, halves(family) << 16 | halves(model), revision)
    }

    /// Makes the request that an endpoint use a protocol, or the notification that it uses it.
    package static func configuration(
        _ status: UInt32, protocol number: UInt8, receivesJitterStamps: Bool, sendsJitterStamps: Bool
    ) -> [UInt32] {
        words(status, UInt16(number) << 8 | jitter(receivesJitterStamps, sendsJitterStamps))
    }

    private static func jitter(_ receives: Bool, _ sends: Bool) -> UInt16 { (receives ? 2 : 0) | (sends ? 1 : 0) }

    /// Makes the answer that describes a function block.
    ///
    /// - Parameters:
    ///   - number: Of the block, 0 to 31.
    ///   - inquiryVersion: Of MIDI-CI; 0 for none.
    package static func blockInfo(_ block: StreamEndpoint.Block, number: UInt8, inquiryVersion: UInt8 = 0) -> [UInt32] {
        let kinds = UInt16(block.hint & 3) << 4 | UInt16(block.midi1 & 3) << 2 | UInt16(block.direction & 3)
        let groups = UInt32(block.firstGroup) << 24 | UInt32(block.groupCount) << 16
        return words(
            Status.blockInfo, (block.isActive ? 0x8000 : 0) | UInt16(number & 0x7F) << 8 | kinds,
            groups | UInt32(inquiryVersion) << 8 | UInt32(block.exclusive8Count))
    }

    /// Makes text over as many packets as it takes.
    ///
    /// - Parameters:
    ///   - limit: The most bytes of UTF-8 that are sent.
    ///   - number: Of the function block that it belongs to, if it does.
    package static func text(_ text: String, _ status: UInt32, number: UInt8? = nil, limit: Int) -> [UInt32] {
        var rest = Array(text.utf8.prefix(limit))[...]
        var words: [UInt32] = []
        let head = number.map { [$0] } ?? []
        repeat {
            let piece = rest.prefix(14 - head.count)
            rest = rest.dropFirst(14 - head.count)
            let form: UInt32 = rest.isEmpty ? (words.isEmpty ? 0 : 3) : (words.isEmpty ? 1 : 2)
            words += self.words(status, form: form, bytes: head + piece)
        } while !rest.isEmpty
        return words
    }
}
