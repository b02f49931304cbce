/// Reads FLAC in its own container: metadata blocks, then frames.
///
/// Source: RFC 9639, 8. Seek tables, cue sheets and pictures are passed over.
package struct FLACParser: ContainerParser {
    private enum State: Sendable {
        case marker
        case blockHeader
        case block(type: UInt8, byteCount: Int, isLast: Bool)
        case rest(Int, isLast: Bool)
        case audio
        case end
    }

    package private(set) var properties = MediaProperties(fileType: "flac")
    private var state = State.marker
    private var info: FLACStreamInfo?

    /// Starts at the marker.
    package init() {}

    /// Returns whether the first bytes are the marker.
    package static func recognises(_ head: RawSpan) -> Bool { head.byteCount >= 8 && head.code(0) == "fLaC" }

    package var demand: ParserDemand {
        switch state {
        case .marker, .blockHeader: .bytes(4)
        case .block(_, let byteCount, _): .bytes(min(byteCount, ParserLimits.pieceByteCount))
        case .rest(let byteCount, _): .skip(Int64(byteCount))
        case .audio: .media(nil)
        case .end: .end
        }
    }

    package var expectation: String { info == nil ? "the stream's description" : "the metadata" }

    /// Takes the marker, a block's header or a block.
    package mutating func take(_ bytes: RawSpan, at offset: Int64) throws(MediaError) {
        switch state {
        case .marker:
            guard bytes.code(0) == "fLaC" else { throw .malformed(at: offset, because: "there is no FLAC marker") }
            state = .blockHeader
        case .blockHeader:
            let type = bytes.byte(0) & 0x7F
            let isLast = bytes.byte(0) & 0x80 != 0
            let byteCount = Int(bytes.big(0, UInt32.self) & 0xFF_FFFF)
            guard properties.chunks.count < ParserLimits.chunkCount else {
                throw .limit("the file has more metadata blocks than are read")
            }
            guard type != 0x7F else { throw .malformed(at: offset, because: "a metadata block of no kind") }
            guard info != nil || type == 0 else {
                throw .malformed(at: offset, because: "the first metadata block does not describe the stream")
            }
            properties.chunks.append(
                .init(id: FourCC(rawValue: UInt32(type)), start: offset + 4, byteCount: Int64(byteCount)))
            if type == 0, info == nil {
                guard byteCount >= FLACStreamInfo.byteCount else {
                    throw .malformed(at: offset + 1, because: "the stream's description has only \(byteCount) bytes")
                }
            }
            let isOfUse = (type == 0 && info == nil) || type == 4
            if byteCount == 0 {
                go(isLast, at: offset + 4)
            } else if isOfUse {
                state = .block(type: type, byteCount: byteCount, isLast: isLast)
            } else {
                audioStart = offset + 4 + Int64(byteCount)
                state = .rest(byteCount, isLast: isLast)
            }
        case .block(let type, let byteCount, let isLast):
            if type == 0 { try takeStreamInfo(bytes, at: offset) } else { VorbisComment.take(bytes, &properties) }
            let left = byteCount - bytes.byteCount
            audioStart = offset + Int64(byteCount)
            if left > 0 { state = .rest(left, isLast: isLast) } else { go(isLast, at: audioStart) }
        case .rest, .audio, .end:
            preconditionFailure("a FLAC parser got bytes that it had not asked for")
        }
    }

    private var audioStart: Int64 = 0

    /// Goes on to the next block or to the audio.
    package mutating func passed() {
        switch state {
        case .rest(_, let isLast): go(isLast, at: audioStart)
        case .audio: state = .end
        case .marker, .blockHeader, .block, .end:
            preconditionFailure("a FLAC parser was told of bytes that it had not let pass")
        }
    }

    private mutating func go(_ isLast: Bool, at offset: Int64) {
        guard isLast else {
            state = .blockHeader
            return
        }
        properties.dataStart = offset
        state = .audio
    }

    private mutating func takeStreamInfo(_ bytes: RawSpan, at offset: Int64) throws(MediaError) {
        let block = bytes.array(0..<FLACStreamInfo.byteCount)
        guard let info = FLACStreamInfo(block) else {
            throw .malformed(at: offset, because: "the stream's description contradicts itself")
        }
        self.info = info
        properties.format = try info.format.checked(at: offset)
        properties.formatOffset = offset
        properties.layout = info.layout
        properties.cookie = FLACStreamInfo.cookie(block)
        properties.packets = .framed(FLACFramer(info))
    }
}

extension FLACStreamInfo {
    /// The loudspeakers that follow from the number of channels.
    var layout: ChannelLayout? { Self.usualMask(channelCount: channelCount).map { ChannelLayout(bitmap: $0) } }

    /// The loudspeakers of so many channels in the bits of a WAVE mask; nil for 1 and 2 and more than 8.
    static func usualMask(channelCount: Int) -> UInt32? {
        channelCount >= 1 && channelCount <= layouts.count ? layouts[channelCount - 1] : nil
    }

    /// The loudspeakers of RFC 9639, 9.1.3, in the bits of a WAVE mask; those of 1 and 2 channels go without saying.
    private static let layouts: [UInt32?] = [nil, nil, 0x7, 0x33, 0x607, 0x60F, 0x70F, 0x63F]
}

/// The tags of FLAC, Vorbis and Opus.
///
/// Source: Xiph.Org, "Ogg Vorbis I format specification: comment field and header specification".
package enum VorbisComment {
    /// Names of fields against the keys of Core Audio's info dictionary.
    package static let names: [(field: String, key: String)] = [
        ("TITLE", "title"), ("ARTIST", "artist"), ("ALBUM", "album"), ("TRACKNUMBER", "track number"),
        ("DATE", "year"), ("GENRE", "genre"), ("COMMENT", "comments"), ("DESCRIPTION", "comments"),
        ("COMPOSER", "composer"), ("COPYRIGHT", "copyright"), ("ISRC", "ISRC"), ("LYRICIST", "lyricist"),
        ("BPM", "tempo"), ("ENCODER", "encoding application"), ("SUBTITLE", "subtitle"),
    ]

    /// The field that names FLAC's loudspeakers where they are not the usual ones.
    ///
    /// Source: RFC 9639, 8.6.2 (channel mask).
    static let maskField = "WAVEFORMATEXTENSIBLE_CHANNEL_MASK"

    /// The field of a picture: a block of FLAC in letters.
    static let pictureField = "METADATA_BLOCK_PICTURE"
    /// Bytes of a picture that is written there at most: headers of more than 4 MiB are refused.
    static let pictureByteLimit = 3 << 20 - 1 << 17

    /// Finds the picture among the fields of a header; nil if there is none.
    static func pictureBlock(in header: [UInt8]) -> [UInt8]? {
        let name = Array(pictureField.utf8)
        var at = 4
        while at + name.count < header.count {
            defer { at += 1 }
            guard header[at] & 0xDF == name[0], header[at + name.count] == 0x3D,
                zip(name, header[at...]).allSatisfy({ $0 == $1 || $0 == $1 & 0xDF })
            else { continue }
            let word = header.span.bytes.extracting(at - 4..<at)
            let told = Int(word.little(0, UInt32.self))
            let start = at + name.count + 1
            let byteCount = told - (start - at)
            guard byteCount >= 0, byteCount <= header.count - start else { return nil }
            return Base64.bytes(of: header[start..<start + byteCount])
        }
        return nil
    }

    /// Takes loudspeakers, as a number in hexadecimal digits behind 0x.
    private static func takeMask(_ text: Substring, _ properties: inout MediaProperties) {
        guard let format = properties.format, format.codec == Codec.flac.id, text.lowercased().hasPrefix("0x"),
            let mask = UInt32(text.dropFirst(2), radix: 16), mask.nonzeroBitCount == format.channelCount
        else { return }
        properties.layout = ChannelLayout(bitmap: mask)
    }

    /// The field with the channel mask of a layout; nil if it is the default one, or if no mask can hold it.
    static func maskField(_ description: MediaDescription) -> String? {
        let format = description.format
        guard format.codec == Codec.flac.id, let layout = description.layout, let mask = layout.waveMask, mask != 0,
            layout.channelCount == format.channelCount,
            mask != FLACStreamInfo.usualMask(channelCount: format.channelCount),
            layout != ChannelLayout.usual(channelCount: format.channelCount)
        else { return nil }
        return "\(maskField)=0x\(String(mask, radix: 16, uppercase: true))"
    }

    /// Takes the fields of a header, behind so many bytes that mark it.
    static func take(_ header: [UInt8], after count: Int, _ properties: inout MediaProperties) {
        guard header.count > count else { return }
        take(header.span.bytes.extracting(count..<header.count), &properties)
    }

    /// Takes the fields that can be read; the rest of a damaged block is left out.
    package static func take(_ bytes: RawSpan, _ properties: inout MediaProperties) {
        var at = 0
        func count() -> Int? {
            guard at + 4 <= bytes.byteCount else { return nil }
            defer { at += 4 }
            return Int(bytes.little(at, UInt32.self))
        }
        guard let vendor = count(), vendor <= bytes.byteCount - at else { return }
        at += vendor
        guard var left = count() else { return }
        while left > 0, let length = count(), length <= bytes.byteCount - at,
            properties.info.count < ParserLimits.infoCount
        {
            let field = bytes.text(at..<at + length)
            at += length
            left -= 1
            guard let equals = field.firstIndex(of: "=") else { continue }
            let name = field[..<equals].uppercased()
            if name == maskField { takeMask(field[field.index(after: equals)...], &properties) }
            guard let key = names.first(where: { $0.field == name })?.key else { continue }
            guard !properties.info.contains(where: { $0.key == key }) else { continue }
            properties.info.append(.init(key: key, value: String(field[field.index(after: equals)...])))
        }
    }
}
