extension SequenceContent {
    /// Facts about the music, from meta events.
    package struct Facts: Sendable {
        package var title: String?
        package var copyright: String?
        /// Beats per minute at the beginning.
        package var tempo: Double
        /// A signature such as "6/8"; nil if none is given.
        package var timeSignature: String?
        /// A key such as "F# minor"; nil if none is given.
        package var keySignature: String?
        package var seconds: Double
    }

    /// Facts about the music, from meta events.
    package var facts: Facts {
        func bytes(_ type: UInt8, in track: SequenceTrack) -> [UInt8]? {
            for event in track.events { if case .meta(type, let data) = event.kind { return data } }
            return nil
        }
        func text(_ type: UInt8) -> String? {
            for track in [tempoTrack] + places.prefix(1).map(\.track) {
                if let bytes = bytes(type, in: track) { return MIDIFile.text(bytes) }
            }
            return nil
        }
        let signature = bytes(MIDIFile.Meta.timeSignature, in: tempoTrack)
        return Facts(
            title: text(MIDIFile.Meta.trackName), copyright: text(MIDIFile.Meta.copyright),
            tempo: tempoMap.tempo(atBeat: 0),
            timeSignature: signature.flatMap { $0.count >= 2 && $0[1] < 8 ? "\($0[0])/\(1 << Int($0[1]))" : nil },
            keySignature: bytes(MIDIFile.Meta.keySignature, in: tempoTrack).flatMap { MIDIFile.keyName($0) },
            seconds: tempoMap.seconds(atBeat: length))
    }
}

extension MIDIFile {
    /// Returns the text of a meta event; bytes that are not UTF-8 are read as Latin-1.
    package static func text(_ bytes: [UInt8]) -> String {
        let bytes = bytes.prefix { $0 != 0 }
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    /// Returns the name of a key signature: its sharps, or flats below 0, and 1 for minor.
    package static func keyName(_ data: [UInt8]) -> String? {
        guard data.count >= 2, (-7...7).contains(Int8(bitPattern: data[0])) else { return nil }
        let fifths = Int(Int8(bitPattern: data[0]))
        // The circle of fifths from F flat to B sharp; a minor key stands three fifths further.
        let names = ["F", "C", "G", "D", "A", "E", "B"]
        let place = fifths + (data[1] == 1 ? 3 : 0) + 1
        let wrapped = ((place % 7) + 7) % 7
        let sign = place < 0 ? "b" : place >= 7 ? "#" : ""
        return names[wrapped] + sign + (data[1] == 1 ? " minor" : " major")
    }
}

extension MIDIFile.Division {
    /// Reads a division as it stands in files.
    ///
    /// - Parameter value: Ticks of a quarter note if positive; else frames and ticks in 16 bits.
    /// - Returns: Nil for 0 and for values that no file has.
    package init?(value: Int16) {
        if value > 0 {
            self = .ticksPerQuarter(Int(value))
            return
        }
        let rate = -Int(value >> 8)
        let ticks = Int(value & 0xFF)
        guard [24, 25, 29, 30].contains(rate), ticks > 0 else { return nil }
        self = .ticksPerFrame(ticks, framesPerSecond: rate)
    }
}
