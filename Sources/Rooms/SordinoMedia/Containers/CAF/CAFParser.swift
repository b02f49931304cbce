import SordinoSignal

/// Reads Apple's Core Audio Format.
///
/// A data chunk of size -1 is the last one and goes to the end, as recorders leave it.
/// Source: Apple, "Core Audio Format Specification 1.0".
package struct CAFParser: ContainerParser {
    private enum State: Sendable {
        case fileHeader
        case chunkHeader
        case body(FourCC, byteCount: Int64)
        case tableHead(Int64)
        case table(Int64)
        case editCount(Int64?)
        case rest(Int64)
        case data(Int64?)
        case end
    }

    package private(set) var properties = MediaProperties(fileType: "caff")
    /// The data chunk's edit count: how often the audio was changed since dependent chunks were made.
    package private(set) var editCount: UInt32 = 0
    private var state = State.fileHeader
    private var table: CAFPacketTable?
    private var names: [UInt32: String] = [:]

    /// Starts at the first byte of the file.
    package init() {}

    /// Returns whether the first bytes are those of a CAF file.
    package static func recognises(_ head: RawSpan) -> Bool { head.byteCount >= 8 && head.code(0) == "caff" }

    package var demand: ParserDemand {
        switch state {
        case .fileHeader: .bytes(8)
        case .chunkHeader: .bytes(12)
        case .body(_, let byteCount): .bytes(Int(min(byteCount, Int64(ParserLimits.pieceByteCount))))
        case .tableHead: .bytes(24)
        case .table(let byteCount): .bytes(Int(min(byteCount, Int64(ParserLimits.pieceByteCount))))
        case .editCount: .bytes(4)
        case .rest(let byteCount): .skip(byteCount)
        case .data(let byteCount): .media(byteCount)
        case .end: .end
        }
    }

    package var expectation: String {
        switch state {
        case .fileHeader: "the CAF header"
        case .chunkHeader: properties.format == nil ? "the desc chunk" : "the data chunk"
        case .body(let id, _): "the \(id) chunk"
        case .tableHead, .table: "the packet table"
        case .editCount: "the data chunk"
        case .rest: "the \(properties.chunks.last?.id ?? "last") chunk"
        case .data, .end: "the audio data"
        }
    }

    /// Takes the next piece: file header, chunk header or chunk body.
    package mutating func take(_ bytes: RawSpan, at offset: Int64) throws(MediaError) {
        switch state {
        case .fileHeader:
            guard Self.recognises(bytes) else { throw .malformed(at: offset, because: "there is no CAF header") }
            let version = bytes.big(4, UInt16.self)
            guard version == 1 else { throw .unsupported(.fileType("CAF version \(version)")) }
            state = .chunkHeader
        case .chunkHeader:
            try takeChunkHeader(bytes, at: offset)
        case .body(let id, let byteCount):
            try takeBody(id, bytes, at: offset)
            let left = byteCount - Int64(bytes.byteCount)
            state = left > 0 ? .rest(left) : .chunkHeader
        case .tableHead(let byteCount):
            takeTableHead(bytes)
            let left = byteCount - 24
            state = left == 0 ? .chunkHeader : table == nil ? .rest(left) : .table(left)
            // A file without packets has a table without entries.
            if left == 0 { settleTable() }
        case .table(let byteCount):
            table?.take(bytes)
            let left = byteCount - Int64(bytes.byteCount)
            state = left > 0 ? .table(left) : .chunkHeader
            if left == 0 { settleTable() }
        case .editCount(let byteCount):
            editCount = bytes.big(0)
            properties.dataStart = offset + 4
            properties.dataByteCount = byteCount
            settleTable()
            state = byteCount == 0 ? .chunkHeader : .data(byteCount)
        case .rest, .data, .end:
            preconditionFailure("a CAF parser got bytes that it had not asked for")
        }
    }

    /// Goes on to the next chunk.
    package mutating func passed() {
        switch state {
        case .rest, .data(.some): state = .chunkHeader
        case .data(nil): state = .end
        case .fileHeader, .chunkHeader, .body, .tableHead, .table, .editCount, .end:
            preconditionFailure("a CAF parser was told of bytes that it had not let pass")
        }
    }

    private mutating func takeChunkHeader(_ bytes: RawSpan, at offset: Int64) throws(MediaError) {
        guard properties.chunks.count < ParserLimits.chunkCount else {
            if properties.dataStart != nil {
                state = .end
            } else {
                throw .limit("the file has more chunks than are read")
            }
            return
        }
        let id = bytes.code(0)
        let byteCount = bytes.big(4, Int64.self)
        guard properties.format != nil || id == "desc" else {
            throw .malformed(at: offset, because: "the first chunk is \(id), not the description")
        }
        guard byteCount >= 0 || (id == "data" && byteCount == -1) else {
            throw .malformed(at: offset + 4, because: "the \(id) chunk has a size of \(byteCount)")
        }
        guard byteCount <= .max - offset - 12 else {
            throw .malformed(at: offset + 4, because: "the \(id) chunk claims more bytes than a file can have")
        }
        properties.chunks.append(.init(id: id, start: offset + 12, byteCount: byteCount < 0 ? nil : byteCount))
        switch id {
        case "data" where properties.dataStart == nil:
            guard byteCount < 0 || byteCount >= 4 else {
                throw .malformed(at: offset + 4, because: "the data chunk has no room for its edit count")
            }
            state = .editCount(byteCount < 0 ? nil : byteCount - 4)
        case "desc" where properties.format == nil:
            guard byteCount >= 32 else {
                throw .malformed(at: offset + 4, because: "the desc chunk has \(byteCount) bytes; it needs 32")
            }
            state = .body(id, byteCount: byteCount)
        case "pakt" where byteCount >= 24: state = .tableHead(byteCount)
        case "chan", "kuki", "info", "mark", "regn", "strg":
            state = byteCount > 0 ? .body(id, byteCount: byteCount) : .chunkHeader
        default:
            state = byteCount > 0 ? .rest(byteCount) : .chunkHeader
        }
    }

    private mutating func takeBody(_ id: FourCC, _ bytes: RawSpan, at offset: Int64) throws(MediaError) {
        switch id {
        case "desc":
            properties.format = try CAFFormat.read(bytes, at: offset).checked(at: offset)
            properties.formatOffset = offset
        case "chan":
            properties.layout = ChannelLayout(bigEndian: bytes)
        case "kuki":
            // A cookie that does not fit one piece belongs to no supported codec.
            let isWhole = properties.chunks.last?.byteCount == Int64(bytes.byteCount)
            if isWhole { properties.cookie = bytes.array(0..<bytes.byteCount) }
        case "mark":
            (properties.timeCodeType, properties.markers) = CAFMarkers.markers(bytes)
            giveNames()
        case "regn":
            properties.regions = CAFMarkers.regions(bytes)
            giveNames()
        case "strg":
            names = CAFMarkers.names(bytes)
            giveNames()
        default:
            takeInfo(bytes)
        }
    }

    /// Puts names, which stand in a chunk of their own before or behind the named markers, into the markers.
    private mutating func giveNames() {
        func named(_ marker: MediaMarker) -> MediaMarker {
            var marker = marker
            marker.name = names[UInt32(bitPattern: marker.id)] ?? marker.name
            return marker
        }
        guard !names.isEmpty else { return }
        properties.markers = properties.markers.map(named)
        properties.regions = properties.regions.map { region in
            var region = region
            region.name = names[region.id] ?? region.name
            region.markers = region.markers.map(named)
            return region
        }
    }

    /// Takes the part of a packet table that concerns all packets; a list follows if they differ.
    private mutating func takeTableHead(_ bytes: RawSpan) {
        properties.packetCount = max(0, bytes.big(0))
        properties.validFrameCount = max(0, bytes.big(8))
        properties.primingFrameCount = Int64(max(0, bytes.big(16, Int32.self)))
        properties.remainderFrameCount = Int64(max(0, bytes.big(20, Int32.self)))
        guard let format = properties.format, format.bytesPerPacket == 0 || format.framesPerPacket == 0 else { return }
        table = CAFPacketTable(format, packetCount: properties.packetCount ?? 0)
    }

    /// Hands the table out once it is known where the audio begins; it may come before or behind.
    private mutating func settleTable() {
        guard var table, let start = properties.dataStart else { return }
        table.dataStart = start
        properties.packets = .table(table)
    }

    /// The `info` chunk: a count, then keys and values as strings that end in a zero byte.
    private mutating func takeInfo(_ bytes: RawSpan) {
        guard bytes.byteCount >= 4 else { return }
        var left = Int(bytes.big(0, UInt32.self))
        var at = 4
        func string() -> String? {
            let start = at
            while at < bytes.byteCount, bytes.byte(at) != 0 { at += 1 }
            guard at < bytes.byteCount else { return nil }
            at += 1
            return bytes.text(start..<at)
        }
        while left > 0, properties.info.count < ParserLimits.infoCount, let key = string(), let value = string() {
            properties.info.append(.init(key: key, value: value))
            left -= 1
        }
    }
}

/// The body of a CAF file's `desc` chunk.
package enum CAFFormat {
    package static let isFloat: UInt32 = 1
    package static let isLittleEndian: UInt32 = 2

    /// Reads the 32 bytes of a description.
    ///
    /// - Throws: `malformed` if they contradict each other, `unsupported` for samples of an unusual width.
    package static func read(_ bytes: RawSpan, at offset: Int64) throws(MediaError) -> MediaFormat {
        let sampleRate = Double(bitPattern: bytes.big(0))
        let codec = bytes.code(8)
        let flags = bytes.big(12, UInt32.self)
        let bytesPerPacket = Int(bytes.big(16, UInt32.self))
        let framesPerPacket = Int(bytes.big(20, UInt32.self))
        let channelCount = Int(bytes.big(24, UInt32.self))
        let bits = Int(bytes.big(28, UInt32.self))
        guard channelCount > 0 else { throw .malformed(at: offset + 24, because: "the format has no channels") }

        let order: ByteOrder = flags & isLittleEndian != 0 ? .little : .big
        let encoding: SampleEncoding?
        switch codec {
        case .linearPCM:
            guard framesPerPacket == 1 else {
                throw .malformed(at: offset + 20, because: "linear PCM with \(framesPerPacket) frames in a packet")
            }
            guard bytesPerPacket > 0, bytesPerPacket % channelCount == 0 else {
                throw .malformed(
                    at: offset + 16, because: "packets of \(bytesPerPacket) bytes for \(channelCount) channels")
            }
            let byteCount = bytesPerPacket / channelCount
            guard bits <= byteCount * 8 else {
                throw .malformed(at: offset + 28, because: "\(bits) bits do not fit samples of \(byteCount) bytes")
            }
            encoding =
                flags & isFloat != 0
                ? .float(byteCount: byteCount, order) : .signedInteger(byteCount: byteCount, order)
            if encoding == nil {
                throw .unsupported(.dataFormat("linear PCM in samples of \(byteCount) bytes"))
            }
        case .muLaw: encoding = .muLaw
        case .aLaw: encoding = .aLaw
        default: encoding = nil
        }
        if let encoding {
            let isInteger = encoding.isLinear && !encoding.isFloat
            return MediaFormat(
                encoding, sampleRate: sampleRate, channelCount: channelCount, bits: isInteger && bits > 0 ? bits : nil)
        }
        var format = MediaFormat(
            codec: codec, sampleRate: sampleRate, channelCount: channelCount, bytesPerPacket: bytesPerPacket,
            framesPerPacket: framesPerPacket, bitsPerChannel: min(bits, 64))
        format.codecFlags = flags
        // Lossless codecs state the bits of a sample in their flags.
        if bits == 0, Codecs.named(codec)?.isLossless == true {
            format.bitsPerChannel = FLACStreamInfo.bitsPerChannel(flag: flags)
        }
        return format
    }
}
