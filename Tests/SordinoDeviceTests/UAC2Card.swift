/// The descriptors of a sound card with two channels of 24 bits at 48 kHz in both directions, byte by byte after the tables of the
/// standards: the bytes that a computer reads of such a device.
///
/// Source: USB 2.0, chapter 9; "Universal Serial Bus Device Class Definition for Audio Devices", release 2.0, chapter 4; "… for
/// Audio Data Formats", release 2.0, chapter 2; "USB Interface Association Descriptor" ECN.
enum UAC2Card {
    /// USB 2.0, table 9-8: USB 2.0, the class triple of the ECN, packets of 64 bytes, the Linux Foundation's audio gadget.
    static let device: [UInt8] = [
        18, 1, 0x00, 0x02, 0xEF, 0x02, 0x01, 64, 0x6B, 0x1D, 0x01, 0x01, 0x00, 0x01, 1, 2, 3, 1,
    ]

    /// The answer to `RANGE` of a clock's frequency (table 5-3): one range of 48,000 Hz alone.
    static let clockRange: [UInt8] = [1, 0] + dword(48_000) + dword(48_000) + dword(0)

    /// USB 2.0, table 9-10: three interfaces, powered by the bus with 500 mA (in units of 2 mA).
    static let configuration: [UInt8] = {
        let rest =
            association + control + streaming(number: 1, link: 1, endpoint: 0x01)
            + streaming(number: 2, link: 4, endpoint: 0x81)
        return [9, 2] + word(9 + rest.count) + [3, 1, 4, 0x80, 250] + rest
    }()

    /// ECN, table 9-Z: interfaces 0 to 2 are one function of the class AUDIO with the protocol of version 2.0.
    private static let association: [UInt8] = [8, 11, 0, 3, 0x01, 0x00, 0x20, 0]

    private static let control: [UInt8] = {
        let entities: [UInt8] =
            // Table 4-6: internal clocks of a fixed frequency, which can be read.
            [8, 0x24, 0x0A, 5, 0x01, 0x01, 0, 0] + [8, 0x24, 0x0A, 6, 0x01, 0x01, 0, 0]
            // Table 4-9: sound from the computer (USB streaming), then a microphone.
            + terminal(1, type: 0x0101, clock: 5) + terminal(2, type: 0x0201, clock: 6)
            // Table 4-10: a loudspeaker, fed by 1; sound to the computer, fed by 2.
            + [12, 0x24, 0x03, 3] + word(0x0301) + [0, 1, 5, 0, 0, 0]
            + [12, 0x24, 0x03, 4] + word(0x0101) + [0, 2, 6, 0, 0, 0]
        // Tables 4-4 and 4-5: release 2.00, an I/O box.
        return [9, 4, 0, 0, 0, 0x01, 0x01, 0x20, 0] + [9, 0x24, 0x01] + word(0x0200) + [0x08] + word(9 + entities.count)
            + [0]
            + entities
    }()

    private static func terminal(_ id: UInt8, type: Int, clock: UInt8) -> [UInt8] {
        [17, 0x24, 0x02, id] + word(type) + [0, clock, 2] + frontLeftAndRight + [0, 0, 0, 0]
    }

    /// An interface without sound, and one with: tables 4-26, 4-27, 4-33, 4-34; Formats, table 2-2.
    private static func streaming(number: UInt8, link: UInt8, endpoint: UInt8) -> [UInt8] {
        // PCM of two channels; slots of 3 bytes with 24 bits. Six frames and one more in each eighth of a millisecond at most.
        [9, 4, number, 0, 0, 0x01, 0x02, 0x20, 0] + [9, 4, number, 1, 1, 0x01, 0x02, 0x20, 0]
            + [16, 0x24, 0x01, link, 0, 1] + dword(1) + [2] + frontLeftAndRight + [0] + [6, 0x24, 0x02, 1, 3, 24]
            + [7, 5, endpoint, 0x05] + word(7 * 2 * 3) + [1] + [8, 0x25, 0x01, 0, 0, 0, 0, 0]
    }

    /// `bmChannelConfig` of table 4-1: D0 front left, D1 front right.
    private static let frontLeftAndRight = dword(0b11)

    private static func word(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8 & 255)] }
    private static func dword(_ value: Int) -> [UInt8] { word(value & 0xFFFF) + word(value >> 16) }
}

/// The facts that a computer gathers from descriptors, with every reference followed.
struct UAC2Facts {
    struct Stream: Equatable {
        var channels = 0
        var channelMask = 0
        var slotBytes = 0
        var bits = 0
        var clock = 0
        var packetBytes = 0
    }

    var power = 0
    var attributes = 0
    var interfaces = 0
    /// From the computer to the device, and the other way.
    var out = Stream()
    var `in` = Stream()
    /// Contradictions to the standards, or of the parts.
    var faults: [String] = []

    private struct Terminal {
        var type: Int
        var clock: Int
        /// Of an output terminal the one that feeds it.
        var source: Int?
        var channels: Int?
        var mask: Int?
    }

    init(_ bytes: [UInt8]) {
        var terminals: [Int: Terminal] = [:]
        var clocks = Set<Int>()
        var (subclass, stream, link) = (0, Stream(), 0)
        var place = 0
        func number(_ offset: Int, _ count: Int) -> Int {
            (0..<count).reduce(0) { $0 | Int(bytes[place + offset + $1]) << (8 * $1) }
        }
        while place < bytes.count {
            let length = Int(bytes[place])
            guard length >= 3, place + length <= bytes.count else {
                faults.append("a descriptor of \(length) bytes at \(place)")
                return
            }
            switch (bytes[place + 1], subclass, bytes[place + 2]) {
            case (2, _, _):
                (interfaces, attributes, power) = (number(4, 1), number(7, 1), number(8, 1) * 2)
                if number(2, 2) != bytes.count { faults.append("wTotalLength \(number(2, 2)) of \(bytes.count)") }
            case (4, _, _):
                subclass = number(6, 1)
                if number(5, 1) != 1 || number(7, 1) != 0x20 { faults.append("an interface of another class") }
                (stream, link) = (Stream(), 0)
            case (0x24, 1, 0x01) where number(3, 2) != 0x0200: faults.append("release \(number(3, 2))")
            case (0x24, 1, 0x0A): clocks.insert(number(3, 1))
            case (0x24, 1, 0x02):
                terminals[number(3, 1)] = Terminal(
                    type: number(4, 2), clock: number(7, 1), channels: number(8, 1), mask: number(9, 4))
            case (0x24, 1, 0x03):
                terminals[number(3, 1)] = Terminal(type: number(4, 2), clock: number(8, 1), source: number(7, 1))
            case (0x24, 2, 0x01):
                (link, stream.channels, stream.channelMask) = (number(3, 1), number(10, 1), number(11, 4))
                if number(5, 1) != 1 || number(6, 4) != 1 { faults.append("not PCM of type I") }
            case (0x24, 2, 0x02): (stream.slotBytes, stream.bits) = (number(4, 1), number(5, 1))
            case (5, 2, _):
                stream.packetBytes = number(4, 2)
                let isIn = number(2, 1) & 0x80 != 0
                note(stream, isIn: isIn, link, terminals, clocks)
            default: break
            }
            place += length
        }
    }

    private mutating func note(
        _ stream: Stream, isIn: Bool, _ link: Int, _ terminals: [Int: Terminal], _ clocks: Set<Int>
    ) {
        var stream = stream
        guard let end = terminals[link], end.type == 0x0101, (end.source != nil) == isIn else {
            faults.append("a stream at no terminal of USB")
            return
        }
        stream.clock = end.clock
        if !clocks.contains(end.clock) { faults.append("no clock \(end.clock)") }
        let other = isIn ? end.source.flatMap { terminals[$0] } : terminals.values.first { $0.source == link }
        if other == nil || other?.type == 0x0101 { faults.append("no transducer") }
        let input = isIn ? other : end
        if input?.channels != stream.channels || input?.mask != stream.channelMask { faults.append("channels differ") }
        if stream.channelMask.nonzeroBitCount != stream.channels { faults.append("a mask of other channels") }
        if stream.bits > 8 * stream.slotBytes { faults.append("more bits than the slot has") }
        if isIn { self.in = stream } else { out = stream }
    }
}
