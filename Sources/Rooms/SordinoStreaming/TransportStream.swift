import SordinoMedia

/// Takes the sound out of an MPEG transport stream, in any pieces: the first programme's first sound of a known kind.
///
/// Source: ISO/IEC 13818-1, 2.4.3 and 2.4.4.
package struct TransportStream: Sendable {
    private static let packetByteCount = 188
    private static let syncByte: UInt8 = 0x47
    /// Bytes of a table that is collected at most: a section has 12 bits for its length.
    private static let sectionByteLimit = 4_096 + 3

    /// Bytes of a tag that is put together at most.
    private static let tagByteLimit = 1 << 16

    /// Bytes of an incomplete packet.
    private var pending: [UInt8] = []
    private var programmePID: Int?
    private var soundPID: Int?
    /// The stream of timed ID3 tags, and the packet of it that is being put together.
    private var tagPID: Int?
    private var tag: (bytes: [UInt8], clock: Int64?)?
    private var sections: [Int: [UInt8]] = [:]
    /// Bytes of a packet's own header that are still to be passed over.
    private var isInSound = false

    /// The contents of some bytes of a stream.
    package struct Contents: Equatable, Sendable {
        /// The sound's own bytes.
        package var sound: [UInt8] = []
        /// The clock of the first packet of sound that began, in 90,000ths of a second; nil without a time stamp.
        package var clock: Int64?
        /// The timed ID3 tags that are complete.
        package var tags: [Tag] = []
    }

    /// An ID3 tag and the clock at which it holds.
    package struct Tag: Equatable, Sendable {
        package var bytes: [UInt8]
        package var clock: Int64?
    }

    /// Waits for the first byte.
    package init() {}

    /// Returns the seconds from one clock to another; clocks have 33 bits.
    package static func seconds(from start: Int64, to end: Int64) -> Double {
        let difference = (end &- start) & 0x1_FFFF_FFFF
        return Double(difference >= 1 << 32 ? difference - (1 << 33) : difference) / 90_000
    }

    /// Returns whether bytes begin as a transport stream does.
    package static func isBeginning(_ bytes: [UInt8]) -> Bool {
        guard bytes.count > packetByteCount else { return bytes.count == packetByteCount && bytes[0] == syncByte }
        return bytes[0] == syncByte && bytes[packetByteCount] == syncByte
    }

    /// Takes bytes.
    ///
    /// - Returns: The sound and the tags that were complete in them.
    package mutating func take(_ bytes: [UInt8]) -> Contents {
        pending += bytes
        var (contents, place) = (Contents(), 0)
        while pending.count - place >= Self.packetByteCount {
            guard pending[place] == Self.syncByte else {
                place += 1
                continue
            }
            take(packet: pending[place..<place + Self.packetByteCount], &contents)
            place += Self.packetByteCount
        }
        pending.removeFirst(place)
        return contents
    }

    private mutating func take(packet: ArraySlice<UInt8>, _ contents: inout Contents) {
        let start = packet.startIndex
        let isBeginning = packet[start + 1] & 0x40 != 0
        let pid = Int(packet[start + 1] & 0x1F) << 8 | Int(packet[start + 2])
        let control = packet[start + 3] >> 4 & 3
        // Damaged or scrambled packets hold nothing.
        guard packet[start + 1] & 0x80 == 0, packet[start + 3] & 0xC0 == 0, control & 1 != 0 else { return }
        var payload = packet.dropFirst(4)
        if control & 2 != 0, let length = payload.first { payload = payload.dropFirst(1 + Int(length)) }
        guard !payload.isEmpty else { return }
        if pid == 0 || pid == programmePID {
            take(section: payload, pid, isBeginning)
        } else if pid == soundPID {
            if isBeginning {
                guard let body = Self.body(payload) else {
                    isInSound = false
                    return
                }
                isInSound = true
                contents.clock = contents.clock ?? Self.clock(payload)
                contents.sound += body
            } else if isInSound {
                contents.sound += payload
            }
        } else if pid == tagPID {
            take(tag: payload, isBeginning, &contents)
        }
    }

    /// Joins the parts of timed tags; each tag states its length.
    ///
    /// Source: Apple, "Timed Metadata for HTTP Live Streaming", 2.
    private mutating func take(tag payload: ArraySlice<UInt8>, _ isBeginning: Bool, _ contents: inout Contents) {
        if isBeginning {
            tag = Self.body(payload).map { (Array($0), Self.clock(payload)) }
        } else {
            tag?.bytes += payload
        }
        while let made = tag, let count = FileTags.id3ByteCount(Array(made.bytes.prefix(10))), made.bytes.count >= count
        {
            contents.tags.append(Tag(bytes: Array(made.bytes.prefix(count)), clock: made.clock))
            tag?.bytes.removeFirst(count)
        }
        if let count = tag?.bytes.count, count > Self.tagByteLimit { tag = nil }
    }

    /// The clock in the header of a packet of an elementary stream (2.4.3.7, PTS); nil if it has none.
    private static func clock(_ payload: ArraySlice<UInt8>) -> Int64? {
        let start = payload.startIndex
        guard payload.count >= 14, payload[start + 7] & 0x80 != 0 else { return nil }
        let bytes = payload[start + 9..<start + 14].map { Int64($0) }
        let high = (bytes[0] >> 1 & 7) << 30 | bytes[1] << 22
        return high | (bytes[2] >> 1) << 15 | bytes[3] << 7 | bytes[4] >> 1
    }

    /// The bytes behind the header of a packet of an elementary stream.
    private static func body(_ payload: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let start = payload.startIndex
        guard payload.count >= 9, payload.starts(with: [0, 0, 1]) else { return nil }
        let length = 9 + Int(payload[start + 8])
        return payload.count >= length ? payload.dropFirst(length) : nil
    }

    private mutating func take(section payload: ArraySlice<UInt8>, _ pid: Int, _ isBeginning: Bool) {
        var payload = payload
        if isBeginning {
            guard let pointer = payload.first, payload.count > Int(pointer) + 1 else { return }
            payload = payload.dropFirst(1 + Int(pointer))
            sections[pid] = []
        }
        guard var section = sections[pid] else { return }
        section += payload
        sections[pid] = section.count > Self.sectionByteLimit ? nil : section
        guard section.count >= 3 else { return }
        let length = 3 + (Int(section[1] & 0x0F) << 8 | Int(section[2]))
        guard section.count >= length, length >= 12 else { return }
        sections[pid] = nil
        // Behind the entries stands a checksum of four bytes.
        let entries = section[8..<length - 4]
        if pid == 0, section[0] == 0 {
            programmes(entries)
        } else if section[0] == 2 {
            streams(entries)
        }
    }

    private mutating func programmes(_ entries: ArraySlice<UInt8>) {
        var rest = entries
        while rest.count >= 4 {
            let at = rest.startIndex
            let number = Int(rest[at]) << 8 | Int(rest[at + 1])
            let pid = Int(rest[at + 2] & 0x1F) << 8 | Int(rest[at + 3])
            // Number 0 is the network's own table.
            if number != 0 {
                if programmePID != pid { (programmePID, soundPID) = (pid, nil) }
                return
            }
            rest = rest.dropFirst(4)
        }
    }

    private mutating func streams(_ entries: ArraySlice<UInt8>) {
        guard entries.count >= 4 else { return }
        let at = entries.startIndex
        let described = Int(entries[at + 2] & 0x0F) << 8 | Int(entries[at + 3])
        var rest = entries.dropFirst(4 + described)
        var (sound, tag): (Int?, Int?)
        while rest.count >= 5 {
            let at = rest.startIndex
            let pid = Int(rest[at + 1] & 0x1F) << 8 | Int(rest[at + 2])
            let count = Int(rest[at + 3] & 0x0F) << 8 | Int(rest[at + 4])
            // MPEG-1 and 2 audio, AAC with headers, AAC in LATM, AC-3, enhanced AC-3.
            if sound == nil, [0x03, 0x04, 0x0F, 0x11, 0x81, 0x87].contains(rest[at]) { sound = pid }
            // Metadata in packets of an elementary stream.
            if tag == nil, rest[at] == 0x15 { tag = pid }
            rest = rest.dropFirst(5 + count)
        }
        soundPID = sound ?? soundPID
        tagPID = tag
    }
}
