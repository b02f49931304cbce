/// Reads the packets of one Bluetooth Low Energy connection: MIDI 1.0 with time stamps of 13 bits.
///
/// Any bytes may come. What belongs to no message is dropped, and no more is kept than one message; of a system exclusive message
/// each packet's bytes are handed on at once.
///
/// - Source: "Specification for MIDI over Bluetooth Low Energy (BLE-MIDI)", 1.0.
package struct BluetoothMIDIDecoder: Sendable {
    /// A message, or a part of a system exclusive one, with its time.
    package struct Arrival: Sendable, Hashable {
        /// Milliseconds by the clock of the sender, 13 bits; nil where the packet has no time stamp for it.
        package var stamp: UInt16?
        package var bytes: [UInt8]

        /// Puts a time to bytes.
        package init(stamp: UInt16?, bytes: [UInt8]) { (self.stamp, self.bytes) = (stamp, bytes) }
    }

    /// The most bytes of a packet that are read.
    package static let packetByteLimit = BluetoothMIDIEncoder.largestPayload

    private var isInExclusive = false

    /// Makes a decoder for a connection that begins.
    package init() {}

    /// Reads the messages of a packet.
    package mutating func arrivals(of packet: some Sequence<UInt8>) -> [Arrival] {
        var reading = Reading(isInExclusive: isInExclusive)
        for (place, byte) in packet.prefix(Self.packetByteLimit).enumerated() {
            if place == 0 {
                // Bytes without the mark of a header are no packet.
                guard byte & 0x80 != 0 else { return [] }
                reading.high = UInt16(byte & 0x3F)
            } else {
                reading.take(byte)
            }
        }
        reading.endExclusivePart()
        isInExclusive = reading.isInExclusive
        return reading.arrivals
    }

    /// A packet that is being read.
    ///
    /// Running status does not outlive it.
    private struct Reading {
        var arrivals: [Arrival] = []
        var isInExclusive: Bool
        var high: UInt16 = 0
        private var low: UInt16?
        /// Indicates whether the last byte was a time stamp, so that a status may follow.
        private var isStampFresh = false
        private var running: UInt8 = 0
        private var message: [UInt8] = []
        private var messageStamp: UInt16?
        private var part: [UInt8] = []
        private var partStamp: UInt16?

        init(isInExclusive: Bool) { self.isInExclusive = isInExclusive }

        private var stamp: UInt16? { low.map { high << 7 | $0 } }

        mutating func take(_ byte: UInt8) {
            defer { isStampFresh = byte & 0x80 != 0 && !isStampFresh }
            if byte & 0x80 == 0 {
                takeData(byte)
            } else if isStampFresh {
                takeStatus(byte)
            } else {
                let next = UInt16(byte & 0x7F)
                // Smaller than the last one: its seven bits have overflowed.
                if let low, next < low { high = (high + 1) & 0x3F }
                low = next
            }
        }

        private mutating func takeData(_ byte: UInt8) {
            if message.isEmpty {
                if isInExclusive {
                    if part.isEmpty { partStamp = stamp }
                    part.append(byte)
                    return
                }
                guard running != 0 else { return }
                (message, messageStamp) = ([running], stamp)
            }
            message.append(byte)
            if message.count == Self.byteCount(of: message[0]) { endMessage() }
        }

        private mutating func takeStatus(_ status: UInt8) {
            if status >= 0xF8 {
                arrivals.append(Arrival(stamp: stamp, bytes: [status]))
                return
            }
            message = []
            if isInExclusive {
                if status == 0xF7 { part.append(status) }
                if part.count == 1 { partStamp = stamp }
                endExclusivePart()
                isInExclusive = false
                if status == 0xF7 { return }
            }
            switch status {
            case 0xF0:
                (isInExclusive, running) = (true, 0)
                (part, partStamp) = ([status], stamp)
            case 0xF4, 0xF5, 0xF7: break
            default:
                (message, messageStamp) = ([status], stamp)
                if status < 0xF0 { running = status }
                if Self.byteCount(of: status) == 1 { endMessage() }
            }
        }

        private mutating func endMessage() {
            arrivals.append(Arrival(stamp: messageStamp, bytes: message))
            message = []
        }

        /// Hands over what there is of a system exclusive message.
        mutating func endExclusivePart() {
            guard !part.isEmpty else { return }
            arrivals.append(Arrival(stamp: partStamp, bytes: part))
            part = []
        }

        private static func byteCount(of status: UInt8) -> Int {
            switch status {
            case 0xF2: 3
            case 0xF1, 0xF3: 2
            case 0xF0...: 1
            default: ChannelMessage.byteCount(of: status)
            }
        }
    }
}
