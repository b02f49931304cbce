/// Writes WAVE.
///
/// A `JUNK` chunk keeps room for the 64-bit sizes: a file that grows past 4 GiB becomes an RF64 in its place.
package struct WAVEWriter: ContainerWriter {
    /// The member of the family that is written.
    package enum Form: Equatable, Sendable {
        /// RIFF, and RF64 once the sizes need it.
        case automatic
        case rf64
        case bw64
    }

    package let dataByteLimit: Int64 = 1 << 62
    private let form: Form
    private let bytesPerFrame: Int64
    private let formatChunk: [UInt8]
    private let hasFact: Bool
    /// The `LIST INFO` chunk with the tags.
    private var info: MovableChunk
    /// `cue ` and its labels.
    private var markers: MovableChunk
    /// `id3 ` with the picture, behind the audio.
    private var picture: [UInt8]
    /// The chunk that moves the audio to a round offset.
    private let blank: [UInt8]

    /// Prepares to write.
    ///
    /// - Throws: `unsupported` if WAVE has no such data format.
    package init(_ description: MediaDescription, form: Form) throws(MediaError) {
        self.form = form
        bytesPerFrame = Int64(max(1, description.format.bytesPerPacket))
        formatChunk = try Self.chunk("fmt ", Self.formatBody(description))
        hasFact = description.format.encoding.map { $0.isFloat || !$0.isLinear } ?? true
        let (list, cues) = (Self.infoChunk(description.info), WAVEMarkers.chunks(description))
        (info, markers) = (MovableChunk(list), MovableChunk(cues))
        picture = Self.pictureChunk(description.picture)
        let start = 12 + 36 + formatChunk.count + (hasFact ? 12 : 0) + list.count + cues.count + 8
        // Aligned audio is copied faster, since whole cache lines are, by the writer and by every reader.
        let left = (2 * Self.alignment - start % Self.alignment - 8) % Self.alignment
        blank = start % Self.alignment == 0 ? [] : Self.junk(left) + [UInt8](repeating: 0, count: left)
    }

    private static func junk(_ byteCount: Int) -> [UInt8] {
        ByteBuilder.of { builder in
            builder.put("JUNK" as FourCC)
            builder.little(UInt32(byteCount))
        }
    }

    /// Takes tags and markers that were not there before.
    package mutating func redescribe(_ description: MediaDescription) throws(MediaError) {
        info.replace(Self.infoChunk(description.info))
        markers.replace(WAVEMarkers.chunks(description))
        picture = Self.pictureChunk(description.picture)
    }

    private var late: [UInt8] { (info.late ?? []) + (markers.late ?? []) + picture }

    private static let alignment = 64

    /// All chunks up to the audio, with the sizes that follow from `dataByteCount`.
    package func header(dataByteCount: Int64, isFinished: Bool) -> [UInt8] {
        let factByteCount: Int64 = hasFact ? 12 : 0
        let otherChunks = [info, markers].flatMap { $0.before(headByteCount: 8, blank: Self.junk) } + blank
        let lateByteCount = isFinished ? Int64(late.count) : 0
        let riffByteCount =
            lateByteCount + 4 + 36 + Int64(formatChunk.count) + factByteCount + Int64(otherChunks.count) + 8
            + dataByteCount
            + dataByteCount % 2
        let isWide = form != .automatic || riffByteCount > Int64(UInt32.max)
        let frameCount = dataByteCount / bytesPerFrame
        var builder = ByteBuilder()
        builder.put(isWide ? (form == .bw64 ? "BW64" : "RF64") : "RIFF" as FourCC)
        builder.little(isWide ? .max : UInt32(riffByteCount))
        builder.put("WAVE" as FourCC)
        builder.put(isWide ? "ds64" : "JUNK" as FourCC)
        builder.little(UInt32(28))
        builder.little(isWide ? riffByteCount : 0)
        builder.little(isWide ? dataByteCount : 0)
        builder.little(isWide ? frameCount : 0)
        builder.little(UInt32(0))  // no table of further sizes
        builder.put(formatChunk)
        if hasFact {
            builder.put("fact" as FourCC)
            builder.little(UInt32(4))
            builder.little(UInt32(clamping: frameCount))
        }
        builder.put(otherChunks)
        builder.put("data" as FourCC)
        builder.little(isWide ? .max : UInt32(dataByteCount))
        return builder.bytes
    }

    /// The pad byte, if one is needed, and chunks that had no room before the audio.
    package func trailer(dataByteCount: Int64) -> [UInt8] {
        (dataByteCount % 2 == 1 ? [0] : []) + late
    }

    private static func chunk(_ id: FourCC, _ body: [UInt8]) -> [UInt8] {
        ByteBuilder.of { builder in
            builder.put(id)
            builder.little(UInt32(body.count))
            builder.put(body)
        }
    }

    /// The body of the chunk that describes the format, which Wave64 has, too.
    ///
    /// - Throws: `unsupported` if there is no such data format.
    static func formatBody(_ description: MediaDescription) throws(MediaError) -> [UInt8] {
        let format = description.format
        let tag: UInt16
        switch format.encoding {
        case .uint8, .int16(.little), .int24(.little), .int32(.little): tag = WAVEFormat.linear
        case .float32(.little), .float64(.little): tag = WAVEFormat.float
        case .muLaw: tag = WAVEFormat.muLaw
        case .aLaw: tag = WAVEFormat.aLaw
        default: throw .unsupported(.dataFormat("a WAVE file does not hold \(format.name)"))
        }
        guard let sampleRate = UInt32(exactly: format.sampleRate.rounded()), sampleRate > 0 else {
            throw .unsupported(.dataFormat("a WAVE file does not hold a sample rate of \(format.sampleRate) Hz"))
        }
        let mask = mask(of: description)
        let bits = format.bytesPerPacket / format.channelCount * 8
        let isExtensible =
            tag == WAVEFormat.linear || tag == WAVEFormat.float
            ? format.channelCount > 2 || mask != 0 || (tag == WAVEFormat.linear && bits > 16) : false
        var builder = ByteBuilder()
        builder.little(isExtensible ? WAVEFormat.extensible : tag)
        builder.little(UInt16(format.channelCount))
        builder.little(sampleRate)
        builder.little(UInt32(clamping: Int64(sampleRate) * Int64(format.bytesPerPacket)))
        builder.little(UInt16(format.bytesPerPacket))
        builder.little(UInt16(bits))
        if isExtensible {
            builder.little(UInt16(22))
            builder.little(UInt16(bits))
            builder.little(mask)
            builder.little(tag)
            builder.put(WAVEFormat.subFormatTail)
        } else if tag != WAVEFormat.linear {
            builder.little(UInt16(0))
        }
        return builder.bytes
    }

    /// The channel mask of a layout; 0 if no mask can hold it or none is needed.
    private static func mask(of description: MediaDescription) -> UInt32 {
        guard let layout = description.layout, layout.channelCount == description.format.channelCount else { return 0 }
        return layout == ChannelLayout.usual(channelCount: layout.channelCount) ? 0 : layout.waveMask ?? 0
    }

    private static func pictureChunk(_ picture: [UInt8]) -> [UInt8] {
        guard !picture.isEmpty, picture.count <= ID3Tag.pictureByteLimit else { return [] }
        let tag = ID3Tag.bytes(picture: picture)
        return chunk("id3 ", tag) + (tag.count % 2 == 1 ? [0] : [])
    }

    /// The `LIST INFO` chunk; no bytes if there are no tags.
    static func infoChunk(_ info: [MediaProperties.Info]) -> [UInt8] {
        var list = ByteBuilder()
        for (id, key) in WAVEInfo.names {
            guard let entry = info.first(where: { $0.key == key }) else { continue }
            let text = Array(entry.value.utf8.prefix(4000)) + [0]
            list.put(id)
            list.little(UInt32(text.count))
            list.put(text)
            list.pad(to: 2)
        }
        guard !list.bytes.isEmpty else { return [] }
        return chunk("LIST", Array("INFO".utf8) + list.bytes)
    }
}
