/// Packs MIDI 1.0 for one Bluetooth Low Energy connection: a queue of messages on one side, packets on the other.
///
/// As many messages as fit leave in one packet, with running status and the shortest time stamps. System exclusive messages are
/// continued from packet to packet.
///
/// - Source: "Specification for MIDI over Bluetooth Low Energy (BLE-MIDI)", 1.0.
package struct BluetoothMIDIEncoder: Sendable {
    /// The smallest payload of a packet: that of the smallest ATT MTU, 23 bytes, without three of its own.
    package static let smallestPayload = 20
    /// The largest value of a characteristic.
    package static let largestPayload = 512
    /// The most bytes of messages that wait.
    package static let waitingByteLimit = 65_536

    private struct Piece: Sendable {
        /// Milliseconds, of which 13 bits are sent.
        var stamp: UInt16
        /// A message, or a part of a system exclusive message.
        var bytes: [UInt8]
    }

    /// The most bytes of a packet, 20 to 512.
    package var payload: Int { didSet { payload = Self.bounded(payload) } }
    private var pieces: [Piece] = []
    private var first = 0
    private var waitingByteCount = 0
    private var converter = PacketBytes()

    /// Makes an encoder for packets of a size, which is limited to 20 to 512 bytes.
    package init(payload: Int = smallestPayload) { self.payload = Self.bounded(payload) }

    private static func bounded(_ payload: Int) -> Int { min(max(payload, smallestPayload), largestPayload) }

    /// Indicates whether no message waits.
    package var isEmpty: Bool { first == pieces.count }

    /// Adds universal packets.
    ///
    /// - Parameter time: Host time in nanoseconds.
    /// - Returns: False where the queue has no room for them; they are dropped.
    package mutating func add(_ words: [UInt32], time: UInt64) -> Bool {
        let stamp = UInt16(truncatingIfNeeded: time / 1_000_000) & 0x1FFF
        let new = converter.pieces(of: words).filter { !$0.isEmpty }
        let byteCount = new.reduce(0) { $0 + $1.count }
        guard waitingByteCount + byteCount <= Self.waitingByteLimit else { return false }
        waitingByteCount += byteCount
        pieces += new.map { Piece(stamp: stamp, bytes: $0) }
        return true
    }

    /// Drops what waits, as at the end of a connection.
    package mutating func removeAll() { self = BluetoothMIDIEncoder(payload: payload) }

    /// Takes the next packet; nil where nothing waits.
    package mutating func next() -> [UInt8]? {
        guard first < pieces.count else { return nil }
        var packet = Packet(stamp: pieces[first].stamp, limit: payload)
        while first < pieces.count {
            let taken = packet.take(pieces[first].bytes, pieces[first].stamp)
            waitingByteCount -= taken
            guard taken == pieces[first].bytes.count else {
                pieces[first].bytes.removeFirst(taken)
                break
            }
            first += 1
        }
        if first == pieces.count {
            pieces.removeAll(keepingCapacity: true)
            first = 0
        } else if first > 256 {
            pieces.removeFirst(first)
            first = 0
        }
        return packet.bytes
    }

    /// A packet that is being filled.
    private struct Packet {
        private(set) var bytes: [UInt8]
        private let limit: Int
        private var last: UInt16
        private var isStamped = false
        private var running: UInt8 = 0
        /// Indicates whether data may follow without a time stamp.
        private var isRunning = false

        init(stamp: UInt16, limit: Int) {
            bytes = [0x80 | UInt8(stamp >> 7)]
            (last, self.limit) = (stamp, limit)
        }

        private var room: Int { limit - bytes.count }

        /// Indicates whether a time stamp of seven bits leads from the last one to this.
        private func reaches(_ stamp: UInt16) -> Bool {
            // The first one has the upper bits of the header.
            isStamped ? (stamp &- last) & 0x1FFF < 128 : stamp >> 7 == last >> 7
        }

        /// Takes a message or a part of one.
        ///
        /// - Returns: The number of bytes that had room: all of a message or none, or some of system exclusive data.
        mutating func take(_ piece: [UInt8], _ stamp: UInt16) -> Int {
            guard let status = piece.first, reaches(stamp) else { return 0 }
            if status < 0x80 || status == 0xF0 || status == 0xF7 { return takeExclusive(piece, stamp) }
            let repeats = status < 0xF0 && status == running
            let isBare = repeats && isRunning && stamp == last
            let body = repeats ? piece.dropFirst() : piece[...]
            guard body.count + (isBare ? 0 : 1) <= room else { return 0 }
            if !isBare { add(stamp) }
            bytes += body
            isRunning = status < 0xF0
            if isRunning { running = status }
            return piece.count
        }

        private mutating func takeExclusive(_ piece: [UInt8], _ stamp: UInt16) -> Int {
            var taken = 0
            for byte in piece {
                guard room >= (byte < 0x80 ? 1 : 2) else { break }
                if byte >= 0x80 { add(stamp) }
                bytes.append(byte)
                taken += 1
            }
            if taken > 0 { (running, isRunning) = (0, false) }
            return taken
        }

        private mutating func add(_ stamp: UInt16) {
            bytes.append(0x80 | UInt8(stamp & 0x7F))
            (last, isStamped) = (stamp, true)
        }
    }
}
