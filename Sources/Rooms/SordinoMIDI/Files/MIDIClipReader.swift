extension MIDIFile {
    /// The marker that a MIDI clip file begins with.
    private static let clipMarker = Array("SMF2CLIP".utf8)

    /// Returns whether bytes are the beginning of a clip file of MIDI 2.0.
    static func isClip(_ bytes: [UInt8]) -> Bool { bytes.starts(with: clipMarker) }

    /// Returns whether bytes are the beginning of a MIDI file: a Standard MIDI File, also inside of RIFF, or a clip
    /// file.
    ///
    /// - Parameter head: The first twelve bytes.
    package static func isRecognised(_ head: [UInt8]) -> Bool {
        head.starts(with: Array("MThd".utf8)) || isClip(head)
            || head.starts(with: Array("RIFF".utf8)) && head.dropFirst(8).starts(with: Array("RMID".utf8))
    }
}

/// Reads a clip file of MIDI 2.0 into the events of a Standard MIDI File.
///
/// Every group becomes a track. Messages of MIDI 2.0 are translated to the nearest messages of MIDI 1.0; `remarks` has
/// the number of messages that were left out.
///
/// - Source: "MIDI Clip File Specification" (M2-116-U) and "Universal MIDI Packet (UMP) Format and MIDI 2.0 Protocol"
///   (M2-104-UM), 7.2.3 (delta clockstamps), 7.5 (flex data).
struct MIDIClipReader {
    private static let remarkLimit = 64

    private let bytes: [UInt8]
    private var ticksPerQuarter = 96
    private var tick = 0
    private var conductor: MIDIFile.Track = []
    private var tracks: [UInt32: MIDIFile.Track] = [:]
    private var unpacking = PacketUnpacking()
    /// Incomplete texts, by the header fields that identify them.
    private var texts: [UInt32: [UInt8]] = [:]
    private var remarks: [MIDIFile.Remark] = []
    private var omittedCount = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Reads the packets up to the end of the clip.
    mutating func read() -> MIDIFile {
        var place = 8
        var hasEnded = false
        while !hasEnded, place + 4 <= bytes.count {
            let count = UniversalPacket.wordCount(ofFirst: word(place))
            guard place + 4 * count <= bytes.count else { break }
            let words = (0..<count).map { word(place + 4 * $0) }
            hasEnded = take(words, at: place)
            place += 4 * count
        }
        if !hasEnded { remark(bytes.count, "the clip has no end") }
        if omittedCount > 0 { remark(0, "\(omittedCount) messages that MIDI 1.0 does not have were left out") }
        let end = MIDIFile.Event(tick: tick, .meta(MIDIFile.Meta.endOfTrack, []))
        let parts = tracks.keys.sorted().compactMap { tracks[$0] }
        var file = MIDIFile(
            format: .simultaneousTracks, division: .ticksPerQuarter(ticksPerQuarter),
            tracks: ([conductor] + parts).map { $0 + [end] })
        file.remarks = remarks
        return file
    }

    private func word(_ place: Int) -> UInt32 {
        bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Reads a packet; returns whether it ends the clip.
    private mutating func take(_ words: [UInt32], at place: Int) -> Bool {
        let first = words[0]
        switch UniversalPacket.Kind(rawValue: first >> 28) {
        case .utility:
            switch first >> 20 & 0xF {
            case 3:
                let ticks = Int(first & 0xFFFF)
                if (1...0x7FFF).contains(ticks) {
                    ticksPerQuarter = ticks
                } else {
                    remark(place, "a quarter note has \(ticks) ticks; read as \(ticksPerQuarter)")
                }
            case 4: tick += Int(first & 0xF_FFFF)
            default: break
            }
        case .stream where first >> 16 & 0x3FF == 0x20: tick = 0
        case .stream where first >> 16 & 0x3FF == 0x21: return true
        case .flexData: takeFlexData(words)
        case .channelVoice1, .channelVoice2, .data64, .system: takeMessages(words)
        default: omittedCount += 1
        }
        return false
    }

    private mutating func takeMessages(_ words: [UInt32]) {
        let messages = unpacking.messages(of: words)
        let isPart = words[0] >> 28 == UniversalPacket.Kind.data64.rawValue
        if messages.isEmpty, !isPart { omittedCount += 1 }
        for message in messages {
            guard let status = message.first else { continue }
            let kind: MIDIFile.Message
            switch status {
            case 0xF0: kind = .systemExclusive(Array(message.dropFirst()))
            case 0xF1...0xFF: kind = .escape(message)
            default:
                kind = .channel(
                    ChannelMessage(
                        status: status, data1: message.count > 1 ? message[1] : 0,
                        data2: message.count > 2 ? message[2] : 0))
            }
            tracks[words[0] >> 24 & 0xF, default: []].append(.init(tick: tick, kind))
        }
    }

    private mutating func takeFlexData(_ words: [UInt32]) {
        let (bank, status) = (words[0] >> 8 & 0xFF, words[0] & 0xFF)
        switch (bank, status) {
        case (0, 0):
            // Ten nanoseconds a unit; a Standard MIDI File counts microseconds in 24 bits.
            let microseconds = max(1, min(words[1] / 100, 0xFF_FFFF))
            add(MIDIFile.Meta.tempo, [16, 8, 0].map { UInt8(truncatingIfNeeded: microseconds >> $0) })
        case (0, 1):
            let values = [24, 16, 8].map { UInt8(truncatingIfNeeded: words[1] >> $0) }
            add(MIDIFile.Meta.timeSignature, [values[0], values[1], 24, values[2]])
        case (0, 5): takeKey(words[1])
        case (1, _), (2, _): takeText(words)
        default: omittedCount += 1
        }
    }

    /// Reads a key signature: sharps or flats as a signed number of four bits, then the letter of the tonic, A being 1.
    private mutating func takeKey(_ word: UInt32) {
        let sharps = Int8(truncatingIfNeeded: word >> 24) >> 4
        let letter = Int(word >> 24 & 0xF)
        guard (-7...7).contains(sharps), letter <= 7 else {
            omittedCount += 1
            return
        }
        // Each sharp moves the tonic of the major key up by a fifth, four letters; from C, the third.
        let major = ((2 + 4 * Int(sharps)) % 7 + 7) % 7
        let isMinor = letter > 0 && letter - 1 != major && letter - 1 == (major + 5) % 7
        add(MIDIFile.Meta.keySignature, [UInt8(bitPattern: sharps), isMinor ? 1 : 0])
    }

    /// Reads a part of a text, of at most twelve bytes.
    private mutating func takeText(_ words: [UInt32]) {
        let key = words[0] & 0x0F3F_FFFF
        let part = words[1...].flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } }
        let form = words[0] >> 22 & 3
        if form < 2 { texts[key] = nil }
        texts[key, default: []].append(contentsOf: part.filter { $0 != 0 })
        guard form == 0 || form == 3, let text = texts.removeValue(forKey: key) else { return }
        let kind: UInt8
        switch (words[0] >> 8 & 0xFF, words[0] & 0xFF) {
        case (1, 3): kind = MIDIFile.Meta.trackName
        case (1, 4): kind = MIDIFile.Meta.copyright
        case (2, 1): kind = MIDIFile.Meta.lyric
        default: kind = MIDIFile.Meta.text
        }
        add(kind, text)
    }

    private mutating func add(_ type: UInt8, _ data: [UInt8]) {
        conductor.append(.init(tick: tick, .meta(type, data)))
    }

    private mutating func remark(_ at: Int, _ because: String) {
        if remarks.count < Self.remarkLimit { remarks.append(MIDIFile.Remark(at: at, because: because)) }
    }
}
