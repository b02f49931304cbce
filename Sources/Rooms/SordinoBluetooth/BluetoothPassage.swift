import SordinoMIDI
import SordinoMIDIPorts

/// The packets of one connection in both directions, without the bus that they travel on.
///
/// One packet is on its way at a time; what comes meanwhile shares the next one.
struct BluetoothPassage: Sendable {
    /// The carrier's number of the device; those of its source and its destination follow.
    let number: UInt64
    var encoder: BluetoothMIDIEncoder
    /// Indicates whether a packet has left that nothing has acknowledged.
    private(set) var isWaiting = false
    private var senders: [String: Sender] = [:]
    /// Indicates whether messages wait or are on their way.
    var isSending: Bool { isWaiting || !encoder.isEmpty }

    /// The most devices whose packets one passage keeps apart.
    static let senderLimit = 8

    private struct Sender: Sendable {
        var decoder = BluetoothMIDIDecoder()
        var reader = MessageByteReader()
        var clock = BluetoothMIDIClock()
    }

    init(number: UInt64, payload: Int) {
        self.number = number
        encoder = BluetoothMIDIEncoder(payload: payload)
    }

    var source: UInt64 { number + 1 }
    var destination: UInt64 { number + 2 }

    /// Takes the next packet to send; nil while another one is on its way.
    mutating func next() -> [UInt8]? {
        guard !isWaiting, let packet = encoder.next() else { return nil }
        isWaiting = true
        return packet
    }

    /// Notes that the packet on its way has arrived, or never will.
    mutating func acknowledge() { isWaiting = false }

    /// Reads a packet.
    ///
    /// - Parameters:
    ///   - sender: The name of the sender, where several share the passage.
    ///   - now: Host time in nanoseconds.
    mutating func arrivals(of packet: [UInt8], from sender: String, now: UInt64) -> [TimedWords] {
        guard senders[sender] != nil || senders.count < Self.senderLimit else { return [] }
        var state = senders[sender] ?? Sender()
        defer { senders[sender] = state }
        return state.decoder.arrivals(of: packet).compactMap { arrival in
            let time = state.clock.time(of: arrival.stamp, arrival: now)
            let words = state.reader.words(of: arrival.bytes)
            return words.isEmpty ? nil : TimedWords(time: time, words: words)
        }
    }

    /// Forgets a sender that is gone.
    mutating func forget(_ sender: String) { senders[sender] = nil }

    /// The devices that have sent something.
    var senderNames: [String] { senders.keys.sorted() }

    /// The device with its one port, as programs see it.
    func device(name: String, model: String) -> RemoteDevice {
        RemoteDevice(
            number: number, name: name, manufacturer: "", model: model, driver: BluetoothMIDINames.driver,
            ports: [RemoteDevice.Port(name: "Bluetooth", source: source, destination: destination)])
    }
}
