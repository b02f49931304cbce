import SordinoSignal

/// Reads instruments of Logic's sampler EXS24 (`.exs`): zones that use recordings in other files.
///
/// Of each zone its keys, velocities, tuning, pan, volume, cut and loop are read; of its group volume, pan, velocities
/// and whether it sounds when a key is pressed. Settings of the sampler itself (filter, envelopes, modulation) are
/// ignored. A recording is searched for by its name, in the instrument's folder and in subfolders named like the last
/// folders of its path.
/// - Source: public descriptions of the layout: chunks with a head of 84 bytes, the kind of each in the last of its
///   first four bytes.
package enum EXSInstrument {
    private static let headByteCount = 84
    /// The maximum numbers of zones, of groups and of samples in an instrument.
    private static let chunkLimit = 1 << 14
    /// The maximum number of folders of a recording's path that are searched below the instrument's folder.
    private static let folderLimit = 4
    /// The maximum number of frames of all recordings together.
    private static let frameLimit = 1 << 27

    /// Returns whether a file with these first bytes is an EXS24 instrument.
    package static func recognises(_ head: RawSpan) -> Bool {
        guard head.byteCount >= 20 else { return false }
        return ["TBOS", "JBOS", "SOBT", "SOBJ"].contains(head.code(16))
    }

    /// Reads an instrument and the recordings that it names.
    ///
    /// - Throws: `io` if the file cannot be read, `unsupported` if it is no EXS24 instrument, `malformed` if it has no
    ///   zone with a recording; the error of the first recording if none can be opened.
    package static func read(path: String) throws(MediaError) -> Instrument {
        let data = try MappedBytes(path: path)
        guard recognises(data.bytes.bytes) else { throw .unsupported(.fileType("the file is no EXS24 instrument")) }
        let isBig = data.bytes[16] == UInt8(ascii: "S")
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        let file = EXSFile(data, isBig: isBig, chunks(data, isBig: isBig))
        var zones: [InstrumentZone] = []
        var recordings: [Int: [InstrumentZone]] = [:]
        var failure: MediaError?
        var left = frameLimit
        for zone in file.zones {
            if recordings[zone.sample] == nil {
                recordings[zone.sample] = []
                for place in file.places(ofSample: zone.sample, in: folder, folderLimit) {
                    do {
                        let found = try SoundBankFile.zones(path: place, limit: left)
                        left -= found.reduce(0) { $0 + $1.sample.frameCount }
                        recordings[zone.sample] = found
                        break
                    } catch { failure = failure ?? error }
                }
            }
            for recording in recordings[zone.sample] ?? [] {
                if let made = zone.applied(to: recording) { zones.append(made) }
            }
        }
        guard !zones.isEmpty else {
            throw failure ?? .malformed(at: 0, because: "the EXS24 instrument has no zone with a recording")
        }
        let name = path[folder.endIndex...].prefix { $0 != "." }
        return Instrument(name: String(name), zones: zones)
    }

    /// Returns the chunks of a file by their kinds.
    private static func chunks(_ data: MappedBytes, isBig: Bool) -> [EXSFile.Kind: [EXSFile.Chunk]] {
        var found: [EXSFile.Kind: [EXSFile.Chunk]] = [:]
        var (offset, count) = (0, 0)
        while offset <= data.bytes.count - headByteCount, count < 3 * chunkLimit {
            let size = data.number(offset + 4, UInt32.self)
            let body = offset + headByteCount
            let end = min(body + Int(isBig ? size.byteSwapped : size), data.bytes.count)
            // The kind is the last byte in either order; bit 6 marks files of later versions.
            let kind = EXSFile.Kind(rawValue: data.bytes[offset + 3] & 0x0F)
            if let kind, found[kind, default: []].count < chunkLimit {
                found[kind, default: []].append(.init(name: offset + 20..<body, body: body..<end))
            }
            count += 1
            offset = end
        }
        return found
    }
}
