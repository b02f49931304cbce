/// An endpoint of universal packets as its stream messages describe it.
///
/// One side keeps the description and answers with it (`answers`), the other collects it (`take`).
///
/// - Source: "Universal MIDI Packet (UMP) Format and MIDI 2.0 Protocol" 1.1 (M2-104-UM), section 7.1.
package struct StreamEndpoint: Sendable, Hashable {
    /// A function block: some groups of the endpoint that belong together.
    package struct Block: Sendable, Hashable {
        package var name = ""
        package var isActive = true
        /// 1 input, 2 output, 3 both.
        package var direction: UInt8 = 3
        /// 0 no MIDI 1.0, 1 and 2 MIDI 1.0 at any and at its old speed.
        package var midi1: UInt8 = 0
        /// 0 unknown, 1 receiver, 2 sender, 3 both.
        package var hint: UInt8 = 0
        /// The first group, 0 to 15.
        package var firstGroup: UInt8 = 0
        /// The number of groups, 1 to 16.
        package var groupCount: UInt8 = 1
        package var exclusive8Count: UInt8 = 0

        /// Describes a block that may be anything.
        package init() {}
    }

    /// Bytes of names that are kept.
    package static let nameLimit = 98
    /// Blocks that an endpoint has at most.
    package static let blockLimit = 32

    package var name = ""
    package var productID = ""
    package var identity = CIMessage.Identity(manufacturer: [], family: 0, model: 0, revision: [])
    package var hasStaticBlocks = false
    package var speaksMIDI1 = true
    package var speaksMIDI2 = true
    package var receivesJitterStamps = false
    package var sendsJitterStamps = false
    /// The protocol in use, 1 or 2.
    package var currentProtocol: UInt8 = 2
    package var blocks: [UInt8: Block] = [:]
    /// Indicates whether the endpoint has described itself.
    package private(set) var isKnown = false
    /// Names of which parts have come.
    private var pieces: [UInt16: [UInt8]] = [:]

    /// Describes an endpoint that may be anything.
    package init() {}

    /// The questions for the descriptions of an endpoint and of all of its blocks.
    package static let questions: [UInt32] =
        [0xF000_0101, 0x1F, 0, 0] + [0xF010_FF03, 0, 0, 0]

    // MARK: Answering

    /// Returns the answers to a packet of a stream message; nil for a packet that asks nothing.
    ///
    /// - Parameter words: The four of a packet.
    package mutating func answers(to words: [UInt32]) -> [UInt32]? {
        guard words.count == 4, words[0] >> 28 == 0xF else { return nil }
        switch words[0] >> 16 & 0x3FF {
        case 0x00:
            let wishes = words[1]
            var answers: [UInt32] = []
            if wishes & 1 > 0 { answers += info }
            if wishes & 2 > 0 { answers += identityWords }
            if wishes & 4 > 0 { answers += nameWords }
            if wishes & 8 > 0 {
                answers += StreamMessage.text(
                    productID, StreamMessage.Status.productInstanceID, limit: Self.nameLimit)
            }
            if wishes & 16 > 0 { answers += configuration }
            return answers
        case 0x05:
            let wish = UInt8(words[0] >> 8 & 0xFF)
            if wish == 1 && speaksMIDI1 || wish == 2 && speaksMIDI2 { currentProtocol = wish }
            return configuration
        case 0x10:
            let number = UInt8(words[0] >> 8 & 0xFF)
            let wanted = number == 0xFF ? blocks.keys.sorted() : [number]
            return wanted.flatMap { number -> [UInt32] in
                guard let block = blocks[number] else { return [] }
                return (words[0] & 1 > 0 ? StreamMessage.blockInfo(block, number: number) : [])
                    + (words[0] & 2 > 0 ? Self.nameWords(of: block, number) : [])
            }
        default: return nil
        }
    }

    /// The packet that describes the endpoint.
    package var info: [UInt32] {
        StreamMessage.endpointInfo(
            hasStaticBlocks: hasStaticBlocks, blockCount: UInt8(min(blocks.count, Self.blockLimit)),
            speaksMIDI1: speaksMIDI1, speaksMIDI2: speaksMIDI2, receivesJitterStamps: receivesJitterStamps,
            sendsJitterStamps: sendsJitterStamps)
    }

    /// The packets with the name of the endpoint.
    package var nameWords: [UInt32] {
        StreamMessage.text(name, StreamMessage.Status.endpointName, limit: Self.nameLimit)
    }

    /// The packets with the description and the name of a block.
    package func words(ofBlock number: UInt8) -> [UInt32] {
        guard let block = blocks[number] else { return [] }
        return StreamMessage.blockInfo(block, number: number) + Self.nameWords(of: block, number)
    }

    private static func nameWords(of block: Block, _ number: UInt8) -> [UInt32] {
        StreamMessage.text(block.name, StreamMessage.Status.blockName, number: number, limit: nameLimit)
    }

    private var configuration: [UInt32] {
        StreamMessage.configuration(
            StreamMessage.Status.configuration, protocol: currentProtocol, receivesJitterStamps: receivesJitterStamps,
            sendsJitterStamps: sendsJitterStamps)
    }

    private var identityWords: [UInt32] {
        func number(_ bytes: some Sequence<UInt8>) -> UInt32 { bytes.reduce(0) { $0 << 8 | UInt32($1) } }
        return StreamMessage.deviceIdentity(
            manufacturer: number(identity.manufacturer), family: identity.family, model: identity.model,
            revision: number(identity.revision))
    }

    // MARK: Collecting

    /// The changes made by a packet.
    package enum Change: Sendable, Hashable {
        case none, endpoint
        case block(UInt8)
    }

    /// Takes a packet of a stream message that another endpoint sent.
    package mutating func take(_ words: [UInt32]) -> Change {
        guard words.count == 4, words[0] >> 28 == 0xF else { return .none }
        let before = self
        var changed: UInt8?
        switch words[0] >> 16 & 0x3FF {
        case 0x01:
            hasStaticBlocks = words[1] >> 31 > 0
            (speaksMIDI2, speaksMIDI1) = (words[1] & 0x200 > 0, words[1] & 0x100 > 0)
            (receivesJitterStamps, sendsJitterStamps) = (words[1] & 2 > 0, words[1] & 1 > 0)
            isKnown = true
        case 0x02:
            func half(_ value: UInt32) -> UInt16 { UInt16(value >> 8 & 0x7F | (value & 0x7F) << 7) }
            func bytes(_ word: UInt32, _ shifts: [UInt32]) -> [UInt8] { shifts.map { UInt8(word >> $0 & 0x7F) } }
            identity = CIMessage.Identity(
                manufacturer: bytes(words[1], [16, 8, 0]), family: half(words[2] >> 16), model: half(words[2]),
                revision: bytes(words[3], [24, 16, 8, 0]))
        case 0x03: if let text = text(words, key: 3, isBlock: false) { name = text }
        case 0x04: if let text = text(words, key: 4, isBlock: false) { productID = text }
        case 0x06: currentProtocol = UInt8(words[0] >> 8 & 0xFF) == 1 ? 1 : 2
        case 0x11:
            let number = UInt8(words[0] >> 8 & 0x7F)
            guard number < UInt8(Self.blockLimit) else { return .none }
            var block = blocks[number] ?? Block()
            block.isActive = words[0] & 0x8000 > 0
            block.direction = UInt8(words[0] & 3)
            block.midi1 = UInt8(words[0] >> 2 & 3)
            block.hint = UInt8(words[0] >> 4 & 3)
            block.firstGroup = UInt8(words[1] >> 24 & 0xF)
            block.groupCount = min(max(UInt8(words[1] >> 16 & 0x1F), 1), 16)
            block.exclusive8Count = UInt8(words[1] & 0x7F)
            blocks[number] = block
            changed = number
        case 0x12:
            let number = UInt8(words[0] >> 8 & 0xFF)
            guard number < UInt8(Self.blockLimit) else { return .none }
            if let text = text(words, key: 0x100 | UInt16(number), isBlock: true) {
                blocks[number, default: Block()].name = text
            }
            changed = number
        default: return .none
        }
        var (one, two) = (before, self)
        (one.pieces, two.pieces) = ([:], [:])
        guard one != two else { return .none }
        return changed.map { .block($0) } ?? .endpoint
    }

    /// Collects a text; nil until it is whole.
    private mutating func text(_ words: [UInt32], key: UInt16, isBlock: Bool) -> String? {
        var bytes: [UInt8] = isBlock ? [] : [UInt8(words[0] >> 8 & 0xFF)]
        bytes.append(UInt8(words[0] & 0xFF))
        for word in words[1...] {
            for shift in [24, 16, 8, 0] as [UInt32] { bytes.append(UInt8(word >> shift & 0xFF)) }
        }
        let form = words[0] >> 26 & 3
        var text = form >= 2 ? pieces[key] ?? [] : []
        text += bytes
        guard form == 0 || form == 3 else {
            pieces[key] = text.count <= Self.nameLimit + 14 ? text : nil
            return nil
        }
        pieces[key] = nil
        return String(decoding: text.prefix { $0 != 0 }.prefix(Self.nameLimit), as: UTF8.self)
    }
}
