import SordinoCommandLine
import SordinoJSON
import SordinoMIDI
import SordinoMedia

/// The report of `afinfo` on a Standard MIDI File.
package struct MIDIFileReport: Sendable {
    /// The path as it was given.
    package var path: String
    /// The file as it was read, with the faults in it.
    package let file: MIDIFile
    private let content: SequenceContent

    /// Bytes of the largest file that is read: 64 MB, more than ten million events.
    private static let byteLimit: Int64 = 1 << 26

    /// Reads a file; nil if it does not begin as one.
    ///
    /// - Throws: `io` if it cannot be read, `malformed` if it only begins as a MIDI file, `limit` for one of more than
    ///   64 MB.
    package init?(path: String) throws(MediaError) {
        guard let file = try Self.file(path: path) else { return nil }
        self.path = path
        self.file = file
        var content = SequenceContent()
        content.add(file)
        self.content = content
    }

    private var facts: SequenceContent.Facts { content.facts }

    /// The meaning of a tick, as text.
    private var division: String {
        switch file.division {
        case .ticksPerQuarter(let ticks): "\(ticks) ticks per quarter note"
        case .ticksPerFrame(let ticks, let rate): "\(rate) frames per second, \(ticks) ticks per frame"
        }
    }

    /// The tempos, as beats and beats per minute.
    private var tempos: [(beat: Double, tempo: Double)] {
        content.tempoTrack.events.compactMap { event in
            if case .tempo(let tempo) = event.kind { (event.beat, tempo) } else { nil }
        }
    }

    // MARK: Tracks

    /// The contents of a track chunk.
    private struct Track {
        var name: String?
        var eventCount: Int
        var noteCount = 0
        var channels: Set<Int> = []
    }

    private var tracks: [Track] {
        file.tracks.map { chunk in
            var track = Track(eventCount: chunk.count)
            for event in chunk {
                switch event.message {
                case .channel(let message):
                    track.channels.insert(Int(message.channel) + 1)
                    if message.beginsNote { track.noteCount += 1 }
                case .meta(MIDIFile.Meta.trackName, let bytes): track.name = track.name ?? MIDIFile.text(bytes)
                default: break
                }
            }
            return track
        }
    }

    // MARK: Forms

    /// The report as text of several lines.
    package var text: String {
        var lines = [
            "File:           \(foreignText(path))", "File type ID:   midi", "Num Tracks:     \(file.tracks.count)",
            "----", "Format:         type \(file.format.rawValue), \(division)",
            "estimated duration: \(TextField.fixed(facts.seconds, 6)) sec",
        ]
        if let title = facts.title { lines.append("title: \(foreignText(title))") }
        if let copyright = facts.copyright { lines.append("copyright: \(foreignText(copyright))") }
        if let signature = facts.timeSignature { lines.append("time signature: \(signature)") }
        if let key = facts.keySignature { lines.append("key signature: \(key)") }
        let tempos = tempos
        if tempos.isEmpty { lines.append("tempo: 120 beats per minute, as none is given") }
        // The first 16 are enough for a file that slows down by many small steps.
        for tempo in tempos.prefix(16) {
            lines.append(
                "tempo: \(TextField.fixed(tempo.tempo, 3)) beats per minute at beat \(TextField.fixed(tempo.beat, 3))")
        }
        if tempos.count > 16 { lines.append("tempo: \(counted(tempos.count - 16, "more change"))") }
        for (index, track) in tracks.enumerated() {
            let name = track.name.map { " \"\(foreignText($0))\"" } ?? ""
            let channels = track.channels.sorted().map { "\($0)" }.joined(separator: " ")
            lines.append(
                "track \(TextField.right(index + 1, width: 2)):\(name) \(counted(track.eventCount, "event")), "
                    + counted(track.noteCount, "note")
                    + (channels.isEmpty ? "" : ", channels \(channels)"))
        }
        lines += file.remarks.map { "warning: \($0)" }
        return (lines + ["----"]).joined(separator: "\n") + "\n"
    }

    /// The report in three lines.
    package var brief: String {
        "\(foreignText(path)), midi, Num Tracks:     \(file.tracks.count)\n----\n"
            + "\(TextField.fixed(facts.seconds, 3)) sec, format:  MIDI, type \(file.format.rawValue)\n"
    }

    /// The report as an XML element `audio_file`.
    package var xml: String {
        """
          <audio_file>
            <file_name>\(AudioFileReport.escaped(path))</file_name>
            <file_type>'midi'</file_type>
            <tracks>\(file.tracks.count)</tracks>
            <duration>\(TextField.fixed(facts.seconds, 6))</duration>
          </audio_file>
        """
    }

    /// The report as a JSON object.
    package var json: JSONText {
        let facts = facts
        func text(_ text: String?) -> JSONText { text.map { .text($0) } ?? .null }
        return .object([
            ("file", .text(path)), ("fileType", .text("midi")), ("type", .number(Int64(file.format.rawValue))),
            ("division", .text(division)), ("seconds", .decimal(facts.seconds)), ("title", text(facts.title)),
            ("copyright", text(facts.copyright)), ("timeSignature", text(facts.timeSignature)),
            ("keySignature", text(facts.keySignature)),
            (
                "tempos",
                .list(tempos.map { .object([("beat", .decimal($0.beat)), ("beatsPerMinute", .decimal($0.tempo))]) })
            ),
            (
                "tracks",
                .list(
                    tracks.map { track in
                        .object([
                            ("name", text(track.name)), ("events", .number(Int64(track.eventCount))),
                            ("notes", .number(Int64(track.noteCount))),
                            ("channels", .list(track.channels.sorted().map { .number(Int64($0)) })),
                        ])
                    })
            ),
            ("warnings", .list(file.remarks.map { .text($0.description) })),
        ])
    }
}

extension MIDIFileReport {
    /// Returns a MIDI file; nil if the file does not begin as one.
    ///
    /// - Throws: The errors of `init`.
    static func file(path: String) throws(MediaError) -> MIDIFile? {
        let source = try FileByteSource(path: path)
        guard MIDIFile.isRecognised(try bytes(of: source, limit: 12)) else { return nil }
        guard try source.byteCount() <= byteLimit else { throw .limit("MIDI files of 64 MB are read") }
        let bytes = try bytes(of: source, limit: Int(byteLimit))
        do throws(MIDIFileError) { return try MIDIFile(reading: bytes) } catch { throw error.asMediaError }
    }

    /// Returns the first bytes of a source.
    private static func bytes(of source: FileByteSource, limit: Int) throws(MediaError) -> [UInt8] {
        let count = min(Int(clamping: try source.byteCount()), limit)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
        defer { buffer.deallocate() }
        let read = try source.read(into: buffer, at: 0)
        return Array(buffer.prefix(read))
    }
}

extension MIDIFileError {
    /// The error as an error of media files.
    fileprivate var asMediaError: MediaError {
        switch self {
        case .malformed(let at, let because): .malformed(at: Int64(at), because: because)
        case .limit(let text): .limit(text)
        }
    }
}
