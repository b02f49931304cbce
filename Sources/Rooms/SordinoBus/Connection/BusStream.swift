/// The stream of a bus, cut into messages.
///
/// A value without descriptors: bytes go in, the messages that they are go to the turns of their senders.
struct BusStream {
    /// A message of more bytes than this loses its arguments: no method of the service takes so many.
    static let mostBytes = 1 << 20
    /// The longest line of the authentication.
    private static let mostLineBytes = 65_536
    private static let fixedBytes = 16

    /// Bytes of a message, or of a line, that is not complete.
    private var begun: [UInt8] = []
    /// Bytes to come that are passed over.
    private var skipping = 0
    /// Indicates whether the other side's lines of the authentication are over.
    private var hasMessages = false

    /// Reads a piece.
    ///
    /// - Returns: False where it is no stream of messages.
    mutating func read(_ piece: ArraySlice<UInt8>, into turns: inout SenderTurns) -> Bool {
        var rest = piece
        if skipping > 0 {
            let skipped = min(skipping, rest.count)
            skipping -= skipped
            rest = rest.dropFirst(skipped)
        }
        guard !rest.isEmpty else { return true }
        if begun.isEmpty { return cut(rest, into: &turns) }
        begun += rest
        let all = begun
        begun = []
        return cut(all[...], into: &turns)
    }

    private mutating func cut(_ bytes: ArraySlice<UInt8>, into turns: inout SenderTurns) -> Bool {
        var rest = bytes
        while let first = rest.first {
            if !hasMessages {
                // Lines begin with a word in capital letters: OK, DATA, ERROR, REJECTED, AGREE_UNIX_FD.
                if first == UInt8(ascii: "l") || first == UInt8(ascii: "B") {
                    hasMessages = true
                    continue
                }
                guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else {
                    begun = Array(rest)
                    return begun.count <= Self.mostLineBytes
                }
                turns.add(Array(rest[...end]), from: SenderTurns.bus)
                rest = rest[(end + 1)...]
                continue
            }
            guard let header = Header(rest) else {
                begun = Array(rest)
                // Less than the fixed part is waited for; a whole one that is none is the stream's end.
                return rest.count < Self.fixedBytes
            }
            let total = header.fieldsEnd + header.bodyBytes
            if total <= Self.mostBytes {
                guard rest.count >= total else {
                    begun = Array(rest)
                    begun.reserveCapacity(total)
                    return true
                }
                let end = rest.startIndex + total
                let sender = header.sender(rest)
                if sender == SenderTurns.bus, let owner = header.formerOwner(rest[..<end]) {
                    turns.add(Array(rest[..<end]), behind: owner)
                } else if turns.hasRoom(for: total, from: sender) {
                    turns.add(Array(rest[..<end]), from: sender)
                } else if let call = header.unansweredCall(rest) {
                    turns.refuse(call, from: sender)
                }
                rest = rest[end...]
                continue
            }
            // The fields alone are too large: the message is skipped, and its sender, which stands among them, is not answered.
            if header.fieldsEnd <= Self.mostBytes {
                guard rest.count >= header.fieldsEnd else {
                    begun = Array(rest)
                    return true
                }
                let bare = header.withoutArguments(rest)
                let sender = header.sender(rest)
                if turns.hasRoom(for: bare.count, from: sender) {
                    turns.add(bare, from: sender)
                } else if let call = header.unansweredCall(rest) {
                    turns.refuse(call, from: sender)
                }
            }
            skipping = total - rest.count
            if skipping > 0 { return true }
            rest = rest[(rest.startIndex + total)...]
            skipping = 0
        }
        return true
    }

    /// The beginning of a message: two numbers, then fields, each with a code.
    struct Header {
        private let isLittle: Bool
        private let isSignal: Bool
        /// Indicates whether it is a call whose sender expects a reply.
        private let expectsReply: Bool
        private let serial: UInt32
        /// The bytes before the arguments, and those of the arguments.
        let fieldsEnd: Int
        let bodyBytes: Int
        private let fieldBytes: Int

        /// - Returns: Nil for fewer bytes than the fixed part, and for those of no message.
        init?(_ bytes: ArraySlice<UInt8>) {
            guard bytes.count >= BusStream.fixedBytes, let first = bytes.first else { return nil }
            isLittle = first == UInt8(ascii: "l")
            guard isLittle || first == UInt8(ascii: "B") else { return nil }
            isSignal = bytes[bytes.startIndex + 1] == 4
            expectsReply = bytes[bytes.startIndex + 1] == 1 && bytes[bytes.startIndex + 2] & 1 == 0
            serial = UInt32(truncatingIfNeeded: Self.number(bytes, 8, isLittle))
            bodyBytes = Self.number(bytes, 4, isLittle)
            fieldBytes = Self.number(bytes, 12, isLittle)
            // The most that the specification allows.
            guard bodyBytes <= 1 << 27, fieldBytes <= 1 << 26 else { return nil }
            fieldsEnd = Self.padded(BusStream.fixedBytes + fieldBytes)
        }

        private static func padded(_ count: Int) -> Int { (count + 7) & ~7 }

        private static func number(_ bytes: ArraySlice<UInt8>, _ at: Int, _ isLittle: Bool) -> Int {
            var number = 0
            for index in 0..<4 {
                let byte = Int(bytes[bytes.startIndex + at + (isLittle ? 3 - index : index)])
                number = number << 8 | byte
            }
            return number
        }

        /// Calls `body` with the code, the place and the end of each field, and the place of its value.
        private func forEachField(
            _ bytes: ArraySlice<UInt8>, _ body: (_ code: UInt8, _ place: Int, _ value: Int, _ end: Int) -> Void
        ) {
            var place = BusStream.fixedBytes
            let end = min(BusStream.fixedBytes + fieldBytes, bytes.count)
            func byte(_ at: Int) -> UInt8 { bytes[bytes.startIndex + at] }
            // A code, then a signature of one letter: its length, the letter, a zero.
            while place + 4 < end {
                guard byte(place + 1) == 1 else { return }
                let value = place + 4
                var after: Int
                switch byte(place + 2) {
                case UInt8(ascii: "s"), UInt8(ascii: "o"):
                    guard value + 4 <= end else { return }
                    after = value + 4 + Self.number(bytes, value, isLittle) + 1
                case UInt8(ascii: "g"): after = value + 1 + Int(byte(value)) + 1
                case UInt8(ascii: "u"): after = value + 4
                default: return
                }
                guard after <= end else { return }
                body(byte(place), place, value, after)
                after = Self.padded(after)
                place = after
            }
        }

        /// The sender, as the bus wrote it.
        func sender(_ bytes: ArraySlice<UInt8>) -> UInt64 { SenderTurns.number(senderName(bytes)) }

        private func senderName(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
            var sender: ArraySlice<UInt8> = []
            forEachField(bytes) { code, _, value, end in
                guard code == 7 else { return }
                sender = bytes[(bytes.startIndex + value + 4)..<(bytes.startIndex + end - 1)]
            }
            return sender
        }

        /// Returns the sender's name and the serial number of a call that expects a reply; nil for other messages.
        func unansweredCall(_ bytes: ArraySlice<UInt8>) -> SenderTurns.RefusedCall? {
            expectsReply ? SenderTurns.RefusedCall(sender: senderName(bytes), serial: serial) : nil
        }

        /// The connection that had a name, in the bus's word that the name has another owner or none; nil for other messages.
        func formerOwner(_ bytes: ArraySlice<UInt8>) -> UInt64? {
            guard isSignal else { return nil }
            var place = fieldsEnd
            var words: [ArraySlice<UInt8>] = []
            // The name, its former owner, its owner.
            for _ in 0..<3 {
                place = (place + 3) & ~3
                guard place + 4 <= bytes.count else { return nil }
                let end = place + 4 + Self.number(bytes, place, isLittle)
                guard end < bytes.count else { return nil }
                words.append(bytes[(bytes.startIndex + place + 4)..<(bytes.startIndex + end)])
                place = end + 1
            }
            return words[1].isEmpty ? nil : SenderTurns.number(words[1])
        }

        /// The message without its arguments.
        func withoutArguments(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
            var made = Array(bytes.prefix(BusStream.fixedBytes))
            forEachField(bytes) { code, place, _, end in
                // The signature, and the number of descriptors.
                guard code != 8, code != 9 else { return }
                while !made.count.isMultiple(of: 8) { made.append(0) }
                made += bytes[(bytes.startIndex + place)..<(bytes.startIndex + end)]
            }
            func set(_ number: Int, at place: Int) {
                for index in 0..<4 {
                    made[place + (isLittle ? index : 3 - index)] = UInt8(truncatingIfNeeded: number >> (8 * index))
                }
            }
            set(0, at: 4)
            set(made.count - BusStream.fixedBytes, at: 12)
            while !made.count.isMultiple(of: 8) { made.append(0) }
            return made
        }
    }
}

/// Messages that wait, each sender's in their order, and the senders in turn.
///
/// The bus itself comes first, and is never refused: it sends what was asked of it. Of a call without room only the serial number is
/// kept. When its sender's messages have had their turn, a small call to `BusGate.path` takes its place, which the connection
/// refuses, so that its sender gets a reply.
struct SenderTurns {
    /// A call for which there was no room.
    struct RefusedCall {
        /// The unique name of its sender.
        var sender: ArraySlice<UInt8>
        var serial: UInt32

        /// A call with this sender and serial number and without arguments.
        var message: [UInt8] {
            func number(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.littleEndian) { Array($0) } }
            var fields: [UInt8] = []
            func add(_ code: UInt8, _ type: Character, _ text: some Collection<UInt8>) {
                while !fields.count.isMultiple(of: 8) { fields.append(0) }
                fields += [code, 1, type.asciiValue ?? 0, 0]
                fields += number(UInt32(truncatingIfNeeded: text.count)) + text + [0]
            }
            add(1, "o", BusGate.path.utf8)
            add(3, "s", "Refused".utf8)
            add(7, "s", sender)
            var bytes: [UInt8] = [UInt8(ascii: "l"), 1, 0, 1] + number(0) + number(serial)
            bytes += number(UInt32(truncatingIfNeeded: fields.count)) + fields
            while !bytes.count.isMultiple(of: 8) { bytes.append(0) }
            return bytes
        }
    }

    /// The number of the bus.
    static let bus: UInt64 = 0
    /// Limits of the waiting messages of one sender and of all senders; above a share of the total, only senders with few are queued.
    static let mostMessages = 1_024
    static let mostBytes = 1 << 20
    static let mostBytesOfAll = 1 << 22
    /// Limits of the refused calls of one sender and of all senders.
    ///
    /// A bus lets one connection wait for 50,000 replies.
    static let mostRefused = 65_536
    static let mostRefusedOfAll = 1 << 20

    private struct Line {
        var messages: [[UInt8]] = []
        var first = 0
        var bytes = 0
        /// Serial numbers of refused calls, the latest at the end, and the name of their sender.
        var refused: [UInt32] = []
        var sender: [UInt8] = []

        var isEmpty: Bool { first == messages.count && refused.isEmpty }

        mutating func add(_ message: [UInt8]) {
            messages.append(message)
            bytes += message.count
        }

        mutating func take() -> [UInt8] {
            if first == messages.count, let serial = refused.popLast() {
                return RefusedCall(sender: sender[...], serial: serial).message
            }
            let message = messages[first]
            messages[first] = []
            first += 1
            bytes -= message.count
            if first == messages.count {
                messages.removeAll(keepingCapacity: messages.capacity <= 64)
                first = 0
            } else if first > 256 {
                messages.removeFirst(first)
                first = 0
            }
            return message
        }
    }

    private var ofBus = Line()
    private var lines: [UInt64: Line] = [:]
    /// Senders with messages, those whose turn comes next at the end.
    private var waiting: [UInt64] = []
    private var served: [UInt64] = []
    /// Bytes of the waiting messages.
    private(set) var bytes = 0
    /// Refused calls whose senders have had no reply.
    private(set) var refusedCount = 0

    /// Indicates whether nothing waits.
    var isEmpty: Bool { ofBus.isEmpty && lines.isEmpty }

    /// Senders that have messages waiting.
    var senders: Int { lines.count }

    /// The number of a sender, from its unique name: ":1.25".
    static func number(_ name: ArraySlice<UInt8>) -> UInt64 {
        guard name.first == UInt8(ascii: ":") else { return bus }
        var (whole, part): (UInt64, UInt64) = (0, 0)
        for byte in name.dropFirst() {
            if byte == UInt8(ascii: ".") {
                whole = whole &+ part &+ 1
                part = 0
            } else {
                part = part &* 10 &+ UInt64(byte &- UInt8(ascii: "0"))
            }
        }
        return whole << 48 | part & 0xFFFF_FFFF_FFFF
    }

    /// Returns whether a message of so many bytes may wait.
    func hasRoom(for count: Int, from sender: UInt64) -> Bool {
        guard sender != Self.bus, let line = lines[sender] else {
            return sender == Self.bus || bytes + count <= 2 * Self.mostBytesOfAll
        }
        let messages = line.messages.count - line.first
        guard messages < Self.mostMessages, line.bytes + count <= Self.mostBytes else { return false }
        return bytes + count <= Self.mostBytesOfAll
    }

    /// Adds a message for which there is room.
    mutating func add(_ message: [UInt8], from sender: UInt64) {
        bytes += message.count
        guard sender != Self.bus else { return ofBus.add(message) }
        if lines[sender] == nil { served.append(sender) }
        lines[sender, default: Line()].add(message)
    }

    /// Notes a call for which there was no room.
    mutating func refuse(_ call: RefusedCall, from sender: UInt64) {
        let count = lines[sender]?.refused.count ?? 0
        guard sender != Self.bus, refusedCount < Self.mostRefusedOfAll, count < Self.mostRefused else { return }
        if lines[sender] == nil { served.append(sender) }
        lines[sender, default: Line()].refused.append(call.serial)
        lines[sender]?.sender = Array(call.sender)
        refusedCount += 1
    }

    /// Adds a message of the bus about a sender after those that the sender has waiting: what it said before it left is heard before.
    mutating func add(_ message: [UInt8], behind sender: UInt64) {
        guard lines[sender] != nil else { return add(message, from: Self.bus) }
        bytes += message.count
        lines[sender]?.add(message)
    }

    /// Takes the message whose turn it is.
    mutating func next() -> [UInt8] {
        if !ofBus.isEmpty {
            let message = ofBus.take()
            bytes -= message.count
            return message
        }
        if waiting.isEmpty { (waiting, served) = (served.reversed(), []) }
        guard let sender = waiting.popLast(), let bytesBefore = lines[sender]?.bytes,
            let refusedBefore = lines[sender]?.refused.count, let message = lines[sender]?.take()
        else { return [] }
        bytes -= bytesBefore - (lines[sender]?.bytes ?? 0)
        refusedCount -= refusedBefore - (lines[sender]?.refused.count ?? 0)
        if lines[sender]?.isEmpty == true { lines[sender] = nil } else { served.append(sender) }
        return message
    }
}
