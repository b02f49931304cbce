import SordinoSignal

/// An instrument of Logic's sampler EXS24 (`.exs`): zones of recordings that lie beside it.
///
/// Of each zone its keys, velocities, tuning, pan, volume, cut and loop are read, of its group volume, pan, velocities and whether it
/// sounds at a note's beginning; settings of the sampler itself (filter, envelopes, modulation) are left out. A recording is looked for
/// by its name, in the instrument's folder and in the folders below it that its path ends with.
/// - Source: public descriptions of the layout: chunks with a head of 84 bytes, the kind of each in the last of its first four bytes.
package enum EXSInstrument {
    private static let headByteCount = 84
    /// Zones, groups and samples of one instrument.
    private static let chunkLimit = 1 << 14
    /// Folders of a recorded path that are tried below the instrument's.
    private static let folderLimit = 4
    /// Frames of all recordings.
    private static let frameLimit = 1 << 27

    /// Returns whether a file that begins so is an instrument of this kind.
    package static func recognises(_ head: RawSpan) -> Bool {
        guard head.byteCount >= 20 else { return false }
        return ["TBOS", "JBOS", "SOBT", "SOBJ"].contains(head.code(16))
    }

    /// Reads an instrument and the recordings that it names.
    ///
    /// - Throws: `io` if the file cannot be read, `unsupported` if it is no instrument of this kind, `malformed` if none of its zones has a
    ///   recording; what opening the first recording throws, if all fail.
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

    /// The chunks by their kinds.
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
