extension MIDIFile {
    /// Reads a file: SMF of format 0, 1 or 2, also inside of a RIFF file ('RMID'), or a clip file of MIDI 2.0.
    ///
    /// Real files break the rules in many ways. They are read as far as possible, and `remarks` lists the faults;
    /// memory is bounded by the number of bytes.
    ///
    /// - Throws: `malformed` if there is no header chunk.
    package init(reading bytes: [UInt8]) throws(MIDIFileError) {
        if Self.isClip(bytes) {
            var reader = MIDIClipReader(bytes)
            self = reader.read()
            return
        }
        var reader = MIDIFileReader(bytes)
        self = try reader.read()
    }
}

/// Reads the chunks of a file.
private struct MIDIFileReader {
    /// Bytes before the header that are searched for it; some programs put a header of another system in front.
    private static let searchByteCount = 1024
    private static let remarkLimit = 64

    private let bytes: [UInt8]
    private var remarks: [MIDIFile.Remark] = []

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func read() throws(MIDIFileError) -> MIDIFile {
        guard !bytes.isEmpty else { throw .malformed(at: 0, because: "the file is empty") }
        guard let header = findHeader() else { throw .malformed(at: 0, because: "there is no header chunk (MThd)") }
        if header > 0, !isRIFF { remark(0, "\(header) bytes stand before the header") }
        guard header + 14 <= bytes.count else {
            throw .malformed(at: header, because: "the header chunk ends early")
        }
        let format = number16(header + 8)
        if format > 2 { remark(header + 8, "format \(format) does not exist; read as 1") }
        let declaredTracks = number16(header + 10)
        var file = MIDIFile(
            format: MIDIFile.Format(rawValue: UInt16(format)) ?? .simultaneousTracks,
            division: division(at: header + 12), tracks: [])
        let headerLength = number32(header + 4)
        if headerLength < 6 { remark(header + 4, "the header chunk claims \(headerLength) bytes; it has 6") }
        readChunks(from: header + 8 + max(6, min(headerLength, bytes.count)), into: &file)
        if file.tracks.count != declaredTracks {
            remark(header + 10, "the header claims \(declaredTracks) tracks; there are \(file.tracks.count)")
        }
        if file.format == .singleTrack, file.tracks.count > 1 {
            remark(header + 8, "format 0 with \(file.tracks.count) tracks; read as 1")
            file.format = .simultaneousTracks
        }
        file.remarks = remarks
        return file
    }

    private var isRIFF: Bool { name(at: 0) == "RIFF" }

    private func findHeader() -> Int? {
        let last = min(Self.searchByteCount, bytes.count - 4)
        return last >= 0 ? (0...last).first { name(at: $0) == "MThd" } : nil
    }

    private mutating func division(at place: Int) -> MIDIFile.Division {
        let value = number16(place)
        if value & 0x8000 == 0 {
            if value == 0 { remark(place, "the division is 0; read as 96 ticks") }
            return .ticksPerQuarter(value == 0 ? 96 : value)
        }
        let rate = 256 - value >> 8
        let ticks = value & 0xFF
        let isKnown = [24, 25, 29, 30].contains(rate)
        if !isKnown { remark(place, "\(rate) frames per second do not exist; read as 25") }
        if ticks == 0 { remark(place, "a frame has 0 ticks; read as 1") }
        return .ticksPerFrame(max(ticks, 1), framesPerSecond: isKnown ? rate : 25)
    }

    private mutating func readChunks(from start: Int, into file: inout MIDIFile) {
        var place = start
        while place + 8 <= bytes.count {
            let length = number32(place + 4)
            let body = place + 8
            let end = min(body + length, bytes.count)
            if name(at: place) == "MTrk" {
                if end < body + length { remark(place + 4, "the track claims \(length) bytes; \(end - body) are left") }
                var track = MIDITrackReader(bytes, body..<end, room: Self.remarkLimit - remarks.count)
                file.tracks.append(track.read())
                remarks += track.remarks
            }
            place = end
        }
        if place < bytes.count, !isRIFF { remark(place, "\(bytes.count - place) bytes follow the last chunk") }
    }

    private mutating func remark(_ at: Int, _ because: String) {
        if remarks.count < Self.remarkLimit { remarks.append(MIDIFile.Remark(at: at, because: because)) }
    }

    private func name(at place: Int) -> String? {
        guard place + 4 <= bytes.count else { return nil }
        return String(validating: bytes[place..<place + 4], as: UTF8.self)
    }

    private func number16(_ place: Int) -> Int { Int(bytes[place]) << 8 | Int(bytes[place + 1]) }
    private func number32(_ place: Int) -> Int { number16(place) << 16 | number16(place + 2) }
}
