/// A message of the session protocol: it begins, times and ends a connection beside the packets with MIDI.
///
/// - Source: "MIDI Network Driver Protocol", Apple Developer documentation archive.
package enum NetworkCommand: Sendable, Hashable {
    /// Asks to be connected; the same token comes back.
    case invitation(token: UInt32, sender: UInt32, name: String)
    /// Agrees to an invitation.
    case accepted(token: UInt32, sender: UInt32, name: String)
    /// Refuses the invitation of the same token.
    case refused(token: UInt32, sender: UInt32)
    /// Ends the connection of the token.
    case goodbye(token: UInt32, sender: UInt32)
    /// Compares the clocks: the first, second or third of three messages with as many times, in units of 100 µs.
    case clock(sender: UInt32, step: UInt8, times: [UInt64])
    /// Acknowledges the last packet that came, so that its sender need not repeat older ones.
    case feedback(sender: UInt32, sequence: UInt16)

    /// The bytes of a name that are read and sent; longer ones are cut.
    package static let nameLimit = 255
    private static let version: UInt64 = 2
    private static let signature: UInt64 = 0xFFFF

    /// Returns whether a datagram is one of these messages rather than a packet with MIDI.
    package static func isCommand(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0xFF, 0xFF]) }

    /// Reads a message; nil for one that is cut short, unknown, or of another version.
    package init?(_ bytes: [UInt8]) {
        var reader = NetworkReader(bytes[...])
        guard reader.number(2) == Self.signature, let kind = reader.number(2) else { return nil }
        func sentence() -> (token: UInt32, sender: UInt32)? {
            guard reader.number(4) == Self.version, let token = reader.number(4), let sender = reader.number(4) else {
                return nil
            }
            return (UInt32(token), UInt32(sender))
        }
        func name() -> String {
            let bytes = reader.bytes(min(reader.count, Self.nameLimit)) ?? []
            return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        switch kind {
        case Self.code("IN"):
            guard let head = sentence() else { return nil }
            self = .invitation(token: head.token, sender: head.sender, name: name())
        case Self.code("OK"):
            guard let head = sentence() else { return nil }
            self = .accepted(token: head.token, sender: head.sender, name: name())
        case Self.code("NO"):
            guard let head = sentence() else { return nil }
            self = .refused(token: head.token, sender: head.sender)
        case Self.code("BY"):
            guard let head = sentence() else { return nil }
            self = .goodbye(token: head.token, sender: head.sender)
        case Self.code("CK"):
            guard let sender = reader.number(4), let step = reader.byte(), step < 3, reader.number(3) != nil,
                let one = reader.number(8), let two = reader.number(8), let three = reader.number(8)
            else { return nil }
            self = .clock(sender: UInt32(sender), step: step, times: [one, two, three])
        case Self.code("RS"):
            guard let sender = reader.number(4), let sequence = reader.number(2) else { return nil }
            self = .feedback(sender: UInt32(sender), sequence: UInt16(sequence))
        default: return nil
        }
    }

    /// The command as the bytes of a datagram.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = [0xFF, 0xFF]
        func head(_ kind: String, _ token: UInt32, _ sender: UInt32, _ name: String?) {
            bytes += kind.utf8
            bytes.append(number: Self.version, byteCount: 4)
            bytes.append(number: UInt64(token), byteCount: 4)
            bytes.append(number: UInt64(sender), byteCount: 4)
            if let name { bytes += name.utf8.prefix(Self.nameLimit).filter { $0 != 0 } + [0] }
        }
        switch self {
        case .invitation(let token, let sender, let name): head("IN", token, sender, name)
        case .accepted(let token, let sender, let name): head("OK", token, sender, name)
        case .refused(let token, let sender): head("NO", token, sender, nil)
        case .goodbye(let token, let sender): head("BY", token, sender, nil)
        case .clock(let sender, let step, let times):
            bytes += "CK".utf8
            bytes.append(number: UInt64(sender), byteCount: 4)
            bytes += [step, 0, 0, 0]
            for place in 0..<3 { bytes.append(number: place < times.count ? times[place] : 0, byteCount: 8) }
        case .feedback(let sender, let sequence):
            bytes += "RS".utf8
            bytes.append(number: UInt64(sender), byteCount: 4)
            bytes.append(number: UInt64(sequence) << 16, byteCount: 4)
        }
        return bytes
    }

    private static func code(_ text: String) -> UInt64 { text.utf8.reduce(0) { $0 << 8 | UInt64($1) } }
}
