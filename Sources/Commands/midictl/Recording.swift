import SordinoMIDI

/// Collects messages for a Standard MIDI File of one track: 480 ticks a quarter at 120 quarters a minute.
struct Recording {
    private var unpacking = PacketUnpacking()
    private var converter = ProtocolConverter()
    private var start: UInt64?
    private var events: [MIDIFile.Event] = []

    /// The number of messages so far.
    var count: Int { events.count }

    /// Takes packets of one time, in nanoseconds; the first one is the beginning.
    mutating func take(_ time: UInt64, _ words: [UInt32]) {
        let begin = start ?? time
        start = begin
        // 960 ticks a second.
        let tick = Int((time > begin ? time - begin : 0) / 1000 * 960 / 1_000_000)
        UniversalPacket.forEachPacket(in: converter.words(words, to: .midi1)) { packet in
            for message in unpacking.messages(of: packet) {
                guard let status = message.first else { continue }
                if status < 0xF0 {
                    events.append(
                        MIDIFile.Event(
                            tick: tick,
                            .channel(
                                ChannelMessage(
                                    status: status, data1: message[1], data2: message.count > 2 ? message[2] : 0))))
                } else if status == 0xF0 {
                    events.append(MIDIFile.Event(tick: tick, .systemExclusive(Array(message.dropFirst()))))
                }
            }
        }
    }

    /// The recorded events as a standard MIDI file.
    var file: MIDIFile {
        MIDIFile(
            format: .singleTrack, division: .ticksPerQuarter(480),
            tracks: [[MIDIFile.Event(tick: 0, .meta(MIDIFile.Meta.tempo, [0x07, 0xA1, 0x20]))] + events])
    }
}
