extension MIDIFile {
    /// The largest delta time, and the most bytes of one event: four groups of seven bits.
    package static let largestNumber = 0x0FFF_FFFF

    /// Returns the bytes of the file, event for event; channel messages with the status of the one before leave it out.
    ///
    /// A track that does not end in an end-of-track event gets one at the tick of its last event.
    ///
    /// - Throws: `limit` for more than 65,535 tracks, gaps or events of more than 268,435,455 ticks or bytes, ticks
    ///   that fall, or a track chunk of 4 GB.
    package func written() throws(MIDIFileError) -> [UInt8] {
        guard tracks.count <= 0xFFFF else { throw .limit("a file has 65,535 tracks at most") }
        var bytes: [UInt8] = Array("MThd".utf8)
        append(6, byteCount: 4, to: &bytes)
        append(Int(format.rawValue), byteCount: 2, to: &bytes)
        append(tracks.count, byteCount: 2, to: &bytes)
        switch division {
        case .ticksPerQuarter(let ticks): append(min(max(ticks, 1), 0x7FFF), byteCount: 2, to: &bytes)
        case .ticksPerFrame(let ticks, let rate):
            bytes += [UInt8(truncatingIfNeeded: -rate), UInt8(clamping: ticks)]
        }
        for track in tracks { try append(track, to: &bytes) }
        return bytes
    }

    private func append(_ track: Track, to bytes: inout [UInt8]) throws(MIDIFileError) {
        bytes += Array("MTrk".utf8)
        let lengthPlace = bytes.count
        append(0, byteCount: 4, to: &bytes)
        var tick = 0
        var runningStatus: UInt8 = 0
        for event in track {
            guard event.tick >= tick, event.tick - tick <= Self.largestNumber else {
                throw .limit("two events are 268,435,455 ticks apart at most")
            }
            appendVariable(event.tick - tick, to: &bytes)
            tick = event.tick
            try append(event.message, &runningStatus, to: &bytes)
        }
        if case .meta(Meta.endOfTrack, _)? = track.last?.message {} else { bytes += [0, 0xFF, Meta.endOfTrack, 0] }
        let byteCount = bytes.count - lengthPlace - 4
        guard byteCount <= Int(UInt32.max) else { throw .limit("a track has 4 GB at most") }
        for index in 0..<4 { bytes[lengthPlace + index] = UInt8(truncatingIfNeeded: byteCount >> (24 - 8 * index)) }
    }

    private func append(
        _ message: Message, _ runningStatus: inout UInt8, to bytes: inout [UInt8]
    ) throws(MIDIFileError) {
        switch message {
        case .channel(let message):
            if message.status != runningStatus { bytes.append(message.status) }
            runningStatus = message.status
            bytes.append(message.data1)
            if message.byteCount > 2 { bytes.append(message.data2) }
        case .systemExclusive(let data):
            runningStatus = 0
            bytes.append(0xF0)
            try appendCounted(data, to: &bytes)
        case .escape(let data):
            runningStatus = 0
            bytes.append(0xF7)
            try appendCounted(data, to: &bytes)
        case .meta(let type, let data):
            runningStatus = 0
            bytes += [0xFF, type & 0x7F]
            try appendCounted(data, to: &bytes)
        }
    }

    private func appendCounted(_ data: [UInt8], to bytes: inout [UInt8]) throws(MIDIFileError) {
        guard data.count <= Self.largestNumber else { throw .limit("an event has 268,435,455 bytes at most") }
        appendVariable(data.count, to: &bytes)
        bytes += data
    }

    private func appendVariable(_ number: Int, to bytes: inout [UInt8]) {
        for shift in [21, 14, 7] where number >> shift > 0 {
            bytes.append(UInt8(truncatingIfNeeded: number >> shift) & 0x7F | 0x80)
        }
        bytes.append(UInt8(number & 0x7F))
    }

    private func append(_ number: Int, byteCount: Int, to bytes: inout [UInt8]) {
        for index in (0..<byteCount).reversed() { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
    }
}
