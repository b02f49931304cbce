/// A message of MIDI Capability Inquiry: devices find each other, and switch profiles.
///
/// Property exchange is read as far as its capabilities.
///
/// - Source: "MIDI Capability Inquiry (MIDI-CI)" 1.2 (M2-101-UM), MIDI Association.
package struct CIMessage: Sendable, Hashable {
    /// A number of 28 bits that stands for a participant as long as it runs.
    package typealias MUID = UInt32

    /// The number that means all participants.
    package static let everyone: MUID = 0x0FFF_FFFF
    /// The part of a device that a message is about: a channel, a group, a function block.
    package static let group: UInt8 = 0x7E
    package static let functionBlock: UInt8 = 0x7F
    /// The longest message that is read and asked for, in bytes.
    package static let byteLimit = 4096

    /// The description that a participant gives of itself.
    package struct Identity: Sendable, Hashable {
        /// Three bytes, as in system exclusive messages.
        package var manufacturer: [UInt8]
        /// The device family, 14 bits.
        package var family: UInt16
        /// The model within the family, 14 bits.
        package var model: UInt16
        /// The software revision, four bytes.
        package var revision: [UInt8]

        /// Describes a device; missing bytes are 0, upper bits are cleared.
        package init(manufacturer: [UInt8], family: UInt16, model: UInt16, revision: [UInt8]) {
            func cut(_ bytes: [UInt8], _ count: Int) -> [UInt8] {
                (bytes.map { $0 & 0x7F } + [UInt8](repeating: 0, count: count)).prefix(count).map { $0 }
            }
            self.manufacturer = cut(manufacturer, 3)
            self.family = family & 0x3FFF
            self.model = model & 0x3FFF
            self.revision = cut(revision, 4)
        }
    }

    /// The categories of messages that a participant understands, as bits.
    package enum Category {
        package static let protocolNegotiation: UInt8 = 2
        package static let profiles: UInt8 = 4
        package static let properties: UInt8 = 8
        package static let process: UInt8 = 16
    }

    /// A profile: five bytes.
    package typealias Profile = [UInt8]

    /// The kinds of messages with their contents.
    package enum Body: Sendable, Hashable {
        case discovery(Identity, categories: UInt8, maximumByteCount: UInt32)
        case discoveryReply(Identity, categories: UInt8, maximumByteCount: UInt32, functionBlock: UInt8)
        case invalidate(MUID)
        /// Refuses the message of this kind.
        case refusal(of: UInt8)
        case profileInquiry
        case profileReply(enabled: [Profile], disabled: [Profile])
        case setProfile(Profile, isOn: Bool, channelCount: UInt16)
        case profileReport(Profile, isOn: Bool, channelCount: UInt16)
        case profileAdded(Profile)
        case profileRemoved(Profile)
        case profileData(Profile, [UInt8])
        case propertyCapabilities(requestCount: UInt8)
        case propertyCapabilitiesReply(requestCount: UInt8)
        /// A message that is not read further, by its kind.
        case other(UInt8)
    }

    /// A channel, 0 to 15, or `group` or `functionBlock`.
    package var part: UInt8
    package var source: MUID
    package var destination: MUID
    package var body: Body

    /// Makes a message of a body and its addresses.
    package init(part: UInt8 = functionBlock, from source: MUID, to destination: MUID, _ body: Body) {
        (self.part, self.source, self.destination, self.body) = (part, source, destination, body)
    }

    private static let version: UInt8 = 2

    /// The message as MIDI has it, from F0 to F7.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = [0xF0, 0x7E, part, 0x0D, kind, Self.version]
        bytes.append(seven: source, byteCount: 4)
        bytes.append(seven: destination, byteCount: 4)
        switch body {
        case .discovery(let identity, let categories, let limit):
            bytes.append(identity, categories, limit)
            bytes.append(0)
        case .discoveryReply(let identity, let categories, let limit, let block):
            bytes.append(identity, categories, limit)
            bytes += [0, block & 0x7F]
        case .invalidate(let muid): bytes.append(seven: muid, byteCount: 4)
        case .refusal(let kind): bytes += [kind & 0x7F, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        case .profileInquiry, .other: break
        case .profileReply(let enabled, let disabled):
            for list in [enabled, disabled] {
                bytes.append(seven: UInt32(list.count), byteCount: 2)
                for profile in list { bytes.append(profile: profile) }
            }
        case .setProfile(let profile, let isOn, let count):
            bytes.append(profile: profile)
            bytes.append(seven: isOn ? UInt32(count) : 0, byteCount: 2)
        case .profileReport(let profile, _, let count):
            bytes.append(profile: profile)
            bytes.append(seven: UInt32(count), byteCount: 2)
        case .profileAdded(let profile), .profileRemoved(let profile): bytes.append(profile: profile)
        case .profileData(let profile, let data):
            bytes.append(profile: profile)
            bytes.append(seven: UInt32(data.count), byteCount: 4)
            bytes += data.map { $0 & 0x7F }
        case .propertyCapabilities(let count), .propertyCapabilitiesReply(let count): bytes += [count & 0x7F, 0, 0]
        }
        return bytes + [0xF7]
    }

    /// The number of the kind: the second sub-id.
    private var kind: UInt8 {
        switch body {
        case .discovery: 0x70
        case .discoveryReply: 0x71
        case .invalidate: 0x7E
        case .refusal: 0x7F
        case .profileInquiry: 0x20
        case .profileReply: 0x21
        case .setProfile(_, let isOn, _): isOn ? 0x22 : 0x23
        case .profileReport(_, let isOn, _): isOn ? 0x24 : 0x25
        case .profileAdded: 0x26
        case .profileRemoved: 0x27
        case .profileData: 0x2F
        case .propertyCapabilities: 0x30
        case .propertyCapabilitiesReply: 0x31
        case .other(let kind): kind
        }
    }

    /// Reads a system exclusive message; nil for one that is no such message, or is cut short.
    package init?(_ message: [UInt8]) {
        guard message.count >= 15, message.count <= Self.byteLimit, message[0] == 0xF0, message[1] == 0x7E,
            message[3] == 0x0D, message[message.count - 1] == 0xF7
        else { return nil }
        var reader = SevenBitReader(rest: message[6..<message.count - 1])
        let version = message[5]
        guard let source = reader.number(4), let destination = reader.number(4),
            let body = Self.body(message[4], version, &reader)
        else { return nil }
        self.init(part: message[2], from: source, to: destination, body)
    }

    private static func body(_ kind: UInt8, _ version: UInt8, _ reader: inout SevenBitReader) -> Body? {
        switch kind {
        case 0x70, 0x71:
            guard let identity = reader.identity(), let categories = reader.number(1), let limit = reader.number(4)
            else { return nil }
            guard kind == 0x71 else {
                return .discovery(identity, categories: UInt8(categories), maximumByteCount: limit)
            }
            // Version 1 ends here; later ones have the output path and the function block.
            _ = reader.number(1)
            return .discoveryReply(
                identity, categories: UInt8(categories), maximumByteCount: limit,
                functionBlock: UInt8(reader.number(1) ?? 0x7F))
        case 0x7E: return reader.number(4).map { .invalidate($0) }
        case 0x7F: return .refusal(of: UInt8(reader.number(1) ?? 0))
        case 0x20: return .profileInquiry
        case 0x21:
            guard let enabled = reader.profiles(), let disabled = reader.profiles() else { return nil }
            return .profileReply(enabled: enabled, disabled: disabled)
        case 0x22, 0x23:
            guard let profile = reader.profile() else { return nil }
            return .setProfile(profile, isOn: kind == 0x22, channelCount: UInt16(reader.number(2) ?? 1))
        case 0x24, 0x25:
            guard let profile = reader.profile() else { return nil }
            return .profileReport(profile, isOn: kind == 0x24, channelCount: UInt16(reader.number(2) ?? 1))
        case 0x26: return reader.profile().map { .profileAdded($0) }
        case 0x27: return reader.profile().map { .profileRemoved($0) }
        case 0x2F:
            guard let profile = reader.profile(), let count = reader.number(4), let data = reader.bytes(Int(count))
            else { return nil }
            return .profileData(profile, Array(data))
        case 0x30: return .propertyCapabilities(requestCount: UInt8(reader.number(1) ?? 1))
        case 0x31: return .propertyCapabilitiesReply(requestCount: UInt8(reader.number(1) ?? 1))
        default: return .other(kind)
        }
    }
}

/// Reads numbers in bytes of seven bits, the lowest first.
private struct SevenBitReader {
    var rest: ArraySlice<UInt8>

    mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    mutating func number(_ byteCount: Int) -> UInt32? {
        guard let bytes = bytes(byteCount) else { return nil }
        return bytes.reversed().reduce(0) { $0 << 7 | UInt32($1 & 0x7F) }
    }

    mutating func identity() -> CIMessage.Identity? {
        guard let manufacturer = bytes(3), let family = number(2), let model = number(2), let revision = bytes(4) else {
            return nil
        }
        return CIMessage.Identity(
            manufacturer: Array(manufacturer), family: UInt16(family), model: UInt16(model), revision: Array(revision))
    }

    mutating func profile() -> CIMessage.Profile? { bytes(5).map { Array($0) } }

    mutating func profiles() -> [CIMessage.Profile]? {
        // Bytes that are there bound the count.
        guard let count = number(2), rest.count >= Int(count) * 5 else { return nil }
        return (0..<count).compactMap { _ in profile() }
    }
}

extension [UInt8] {
    fileprivate mutating func append(seven value: UInt32, byteCount: Int) {
        for place in 0..<byteCount { append(UInt8(value >> (7 * UInt32(place)) & 0x7F)) }
    }

    fileprivate mutating func append(profile: CIMessage.Profile) {
        self += (profile.map { $0 & 0x7F } + [0, 0, 0, 0, 0]).prefix(5)
    }

    fileprivate mutating func append(_ identity: CIMessage.Identity, _ categories: UInt8, _ limit: UInt32) {
        self += identity.manufacturer
        append(seven: UInt32(identity.family), byteCount: 2)
        append(seven: UInt32(identity.model), byteCount: 2)
        self += identity.revision
        append(categories & 0x7F)
        append(seven: limit, byteCount: 4)
    }
}
