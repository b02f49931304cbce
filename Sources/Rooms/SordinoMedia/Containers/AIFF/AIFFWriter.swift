/// Writes AIFF and AIFF-C.
///
/// Their sizes have 32 bits; nothing longer can be written.
package struct AIFFWriter: ContainerWriter {
    package let dataByteLimit: Int64
    private let isCompressedForm: Bool
    private let format: MediaFormat
    private let compression: FourCC
    private let layoutChunk: [UInt8]
    /// The text chunks of the tags.
    private var texts: MovableChunk
    private var markers: MovableChunk
    /// The chunk of the picture, behind the audio.
    private var picture: [UInt8]

    /// Prepares to write.
    ///
    /// - Throws: `unsupported` if the container has no such data format.
    package init(_ description: MediaDescription, isCompressedForm: Bool) throws(MediaError) {
        self.isCompressedForm = isCompressedForm
        format = description.format
        compression = try Self.compression(description.format, isCompressedForm)
        guard format.channelCount <= Int(Int16.max) else { throw .limit("\(format.channelCount) channels in AIFF") }
        layoutChunk = Self.layoutChunk(description)
        texts = MovableChunk(Self.textChunks(description))
        markers = MovableChunk(AIFFMarkers.chunk(description))
        picture = Self.pictureChunk(description.picture)
        // 16 MiB less than 4 GiB, which leaves room for the other chunks.
        dataByteLimit = Int64(UInt32.max) - 1 << 24
    }

    private static func filler(_ byteCount: Int) -> [UInt8] {
        ByteBuilder.of { builder in
            builder.put("FLLR" as FourCC)
            builder.big(UInt32(byteCount))
        }
    }

    /// Takes texts and markers that were not there before.
    package mutating func redescribe(_ description: MediaDescription) throws(MediaError) {
        texts.replace(Self.textChunks(description))
        markers.replace(AIFFMarkers.chunk(description))
        picture = Self.pictureChunk(description.picture)
    }

    private var late: [UInt8] { (texts.late ?? []) + (markers.late ?? []) + picture }

    private static func pictureChunk(_ picture: [UInt8]) -> [UInt8] {
        guard !picture.isEmpty, picture.count < 1 << 24 - 1 << 16 else { return [] }
        let tag = ID3Tag.bytes(picture: picture)
        return ByteBuilder.of { builder in
            builder.put("ID3 " as FourCC)
            builder.big(UInt32(tag.count))
            builder.put(tag)
            builder.pad(to: 2)
        }
    }

    /// All chunks up to the audio, with the sizes that follow from `dataByteCount`.
    package func header(dataByteCount: Int64, isFinished: Bool) -> [UInt8] {
        var body = ByteBuilder()
        body.put(isCompressedForm ? "AIFC" : "AIFF" as FourCC)
        if isCompressedForm {
            body.put("FVER" as FourCC)
            body.big(UInt32(4))
            body.big(UInt32(0xA280_5140))  // the one version there is
        }
        var common = ByteBuilder()
        common.big(UInt16(format.channelCount))
        common.big(UInt32(clamping: dataByteCount / Int64(max(1, format.bytesPerPacket))))
        common.big(UInt16(format.encoding.map { $0.isLinear ? $0.byteCount * 8 : 16 } ?? 16))
        common.put(ExtendedFloat.bytes(format.sampleRate))
        if isCompressedForm {
            common.put(compression)
            let name = Array(Self.name(of: compression).utf8)
            common.put([UInt8(name.count)] + name)
            common.pad(to: 2)
        }
        body.put("COMM" as FourCC)
        body.big(UInt32(common.bytes.count))
        body.put(common.bytes)
        body.put(layoutChunk)
        for part in [texts, markers] { body.put(part.before(headByteCount: 8, blank: Self.filler)) }
        body.put("SSND" as FourCC)
        body.big(UInt32(clamping: dataByteCount + 8))
        body.big(UInt32(0))
        body.big(UInt32(0))
        let lateByteCount = isFinished ? Int64(late.count) : 0
        var builder = ByteBuilder()
        builder.put("FORM" as FourCC)
        builder.big(UInt32(clamping: Int64(body.bytes.count) + dataByteCount + dataByteCount % 2 + lateByteCount))
        builder.put(body.bytes)
        return builder.bytes
    }

    /// The pad byte, if one is needed, and chunks that had no room before the audio.
    package func trailer(dataByteCount: Int64) -> [UInt8] {
        (dataByteCount % 2 == 1 ? [0] : []) + late
    }

    private static func compression(_ format: MediaFormat, _ isCompressedForm: Bool) throws(MediaError) -> FourCC {
        switch (format.encoding, isCompressedForm) {
        case (.int8, _), (.int16(.big), _), (.int24(.big), _), (.int32(.big), _): return "NONE"
        case (.int16(.little), true): return "sowt"
        case (.float32(.big), true): return "fl32"
        case (.float64(.big), true): return "fl64"
        case (.uint8, true): return "raw "
        case (.muLaw, true): return "ulaw"
        case (.aLaw, true): return "alaw"
        case (nil, true) where format.codec == .appleIMA4: return "ima4"
        case (nil, true) where format.codec == Codec.ilbc.id && format.channelCount == 1: return Codec.ilbc.id
        default:
            throw .unsupported(
                .dataFormat("an \(isCompressedForm ? "AIFC" : "AIFF") file does not hold \(format.name)"))
        }
    }

    private static func name(of compression: FourCC) -> String {
        switch compression {
        case "NONE": "not compressed"
        case "sowt": "16-bit little endian"
        case "fl32": "32-bit floating point"
        case "fl64": "64-bit floating point"
        case "raw ": "8-bit offset binary"
        case "ulaw": "µ-law 2:1"
        case "ima4": "IMA 4:1"
        case Codec.ilbc.id: Codec.ilbc.name
        default: "A-law 2:1"
        }
    }

    private static func layoutChunk(_ description: MediaDescription) -> [UInt8] {
        var builder = ByteBuilder()
        if let layout = description.layout, layout.channelCount == description.format.channelCount,
            layout != ChannelLayout.usual(channelCount: layout.channelCount),
            layout != AIFFFormat.layout(channelCount: layout.channelCount)
        {
            builder.put("CHAN" as FourCC)
            builder.big(UInt32(layout.bigEndianBytes.count))
            builder.put(layout.bigEndianBytes)
        }
        return builder.bytes
    }

    /// Returns the text chunks of all tags that AIFF has names for.
    static func textChunks(_ description: MediaDescription) -> [UInt8] {
        var builder = ByteBuilder()
        for (id, key) in AIFFInfo.names {
            guard let entry = description.info.first(where: { $0.key == key }) else { continue }
            let text = Array(entry.value.utf8.prefix(4000))
            builder.put(id)
            builder.big(UInt32(text.count))
            builder.put(text)
            builder.pad(to: 2)
        }
        return builder.bytes
    }
}
