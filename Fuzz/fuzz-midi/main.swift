// Feeds damaged MIDI files, universal packets, messages of MIDI Capability Inquiry and packets of BLE-MIDI to their readers: no trap,
// no more events than bytes, bounded tables, and a file that was read is written and read back the same.
//
//   fuzz-midi [--seconds N] [--seed N]
//
// A finding stops the program and is repeated by its seed.

import ByteMutation
import SordinoMIDI

let options = FuzzOptions()

/// A file with every kind of event.
let model = MIDIFile(
    format: .simultaneousTracks, division: .ticksPerQuarter(96),
    tracks: [
        [
            MIDIFile.Event(tick: 0, .meta(MIDIFile.Meta.trackName, Array("Seed".utf8))),
            MIDIFile.Event(tick: 0, .meta(MIDIFile.Meta.tempo, [7, 0xA1, 0x20])),
            MIDIFile.Event(tick: 0, .meta(MIDIFile.Meta.timeSignature, [6, 3, 36, 8])),
            MIDIFile.Event(tick: 500, .meta(MIDIFile.Meta.tempo, [3, 0, 0])),
        ],
        [
            MIDIFile.Event(tick: 0, .systemExclusive([0x7E, 0x7F, 9, 1, 0xF7])),
            MIDIFile.Event(tick: 0, .channel(ChannelMessage(status: 0xC0, data1: 5))),
            MIDIFile.Event(tick: 10, .channel(ChannelMessage(status: 0x90, data1: 60, data2: 100))),
            MIDIFile.Event(tick: 20, .channel(ChannelMessage(status: 0x90, data1: 64, data2: 100))),
            MIDIFile.Event(tick: 200, .channel(ChannelMessage(status: 0x90, data1: 60))),
            MIDIFile.Event(tick: 300, .escape([1, 2, 3])),
            MIDIFile.Event(tick: 20_000, .channel(ChannelMessage(status: 0x80, data1: 64, data2: 3))),
        ],
    ])

/// Two participants of MIDI Capability Inquiry and an endpoint of universal packets, whose messages are damaged on their way.
struct Siege {
    private var initiator = CIInitiator(muid: 5)
    private var responder = CIResponder(
        muid: 6, identity: CIMessage.Identity(manufacturer: [1], family: 2, model: 3, revision: [4]),
        profiles: [0: .init(enabled: [[1, 2, 3, 4, 5]], disabled: [])], supportsProperties: true)
    private var endpoint = StreamEndpoint()

    /// Feeds one damaged message and some words.
    mutating func step(_ mutation: inout ByteMutation, _ words: [UInt32]) {
        let message = mutation.choice(below: 2) == 0 ? initiator.discovery : responder.farewell
        let question = mutation.damaged(message, headByteCount: message.count)
        for effect in responder.take(question) {
            guard case .send(let answer) = effect else { continue }
            _ = initiator.take(mutation.damaged(answer, headByteCount: answer.count), link: 1)
        }
        precondition(initiator.devices.count <= CIInitiator.deviceLimit, "too many devices")
        UniversalPacket.forEachPacket(in: words) { packet in
            _ = endpoint.take(packet)
            _ = endpoint.answers(to: packet)
        }
        precondition(endpoint.blocks.count <= StreamEndpoint.blockLimit, "too many blocks")
    }
}

/// A Bluetooth connection whose packets are damaged on their way.
struct Radio {
    private var encoder = BluetoothMIDIEncoder(payload: 64)
    private var decoder = BluetoothMIDIDecoder()
    private var reader = MessageByteReader()
    private var clock = BluetoothMIDIClock()
    private var now: UInt64 = 0

    /// Sends some words and reads what comes of them.
    mutating func step(_ mutation: inout ByteMutation, _ words: [UInt32]) {
        now += UInt64(mutation.choice(below: 300)) * 1_000_000
        _ = encoder.add(words, time: now)
        while let packet = encoder.next() {
            precondition(packet.count <= 64, "a packet is too large")
            let damaged = mutation.damaged(packet, headByteCount: packet.count)
            let arrivals = decoder.arrivals(of: damaged)
            precondition(arrivals.reduce(0) { $0 + $1.bytes.count } <= 2 * damaged.count, "more messages than bytes")
            for arrival in arrivals {
                precondition(clock.time(of: arrival.stamp, arrival: now) <= now, "a message of the future")
                _ = reader.words(of: arrival.bytes)
            }
        }
    }
}

guard let bytes = try? model.written() else { fatalError("the model is not written") }
var mutation = ByteMutation(seed: options.seed)
let end = ContinuousClock.now + .seconds(options.seconds)
var siege = Siege()
var radio = Radio()
var count = 0
var readCount = 0
while ContinuousClock.now < end {
    for _ in 0..<1000 {
        let damaged = mutation.damaged(bytes, headByteCount: bytes.count)
        count += 1
        if let file = try? MIDIFile(reading: damaged) {
            readCount += 1
            precondition(file.tracks.reduce(0) { $0 + $1.count } <= damaged.count, "more events than bytes")
            if let written = try? file.written(), let again = try? MIDIFile(reading: written) {
                for (one, two) in zip(file.tracks, again.tracks) {
                    precondition(one == two || one == two.dropLast(), "written otherwise than read")
                }
            }
        }
        var unpacking = PacketUnpacking()
        var place = 0
        let words = stride(from: 0, to: damaged.count - 3, by: 4).map { index in
            damaged[index..<index + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        siege.step(&mutation, words)
        radio.step(&mutation, words)
        while place < words.count {
            let wordCount = min(UniversalPacket.wordCount(ofFirst: words[place]), words.count - place)
            _ = unpacking.messages(of: Array(words[place..<place + wordCount]))
            place += wordCount
        }
    }
}
print("fuzz-midi: \(count) files, \(readCount) of them read")
