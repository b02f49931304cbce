import SordinoSignal

/// The format of a track's packets, from its sample description.
///
/// Sources: ISO/IEC 14496-12, 12.2.3; 14496-14, 5.6; 14496-15; Apple, "QuickTime File Format Specification", sound
/// sample descriptions of versions 0 to 2; ETSI TS 102 366 annex F; 3GPP TS 26.244; and the Opus and FLAC mappings of
/// their makers.
struct MPEG4SampleEntry: Sendable {
    /// The format, as far as the description alone determines it.
    var format: MediaFormat
    /// The data that the codec needs.
    var cookie: [UInt8]?
    /// Frames of every packet; nil if they differ.
    var framesPerPacket: Int?
    /// The frames and bytes of a packet, where the tables count frames.
    var unit: (frameCount: Int, byteCount: Int)?
    /// Frames to drop at the beginning that the codec's own header states.
    var preskip: Int64 = 0
    /// The configuration of AAC.
    var config: AudioSpecificConfig?
    /// The loudspeakers; nil if none are named.
    var layout: ChannelLayout?

    /// Frames and bytes of a packet, as descriptions of QuickTime's version 1 state them; else 0.
    private(set) var framesPerUnit = 0
    private(set) var bytesPerUnit = 0
    /// The stream's type in an elementary stream's descriptor; 0x40 is audio of MPEG-4.
    private(set) var objectType: UInt8 = 0x40

    private var version = 0
    private var bits = 0
    private var flags: UInt32 = 0
    private var isLittle = false

    /// Reads the first entry of an `stsd` box, without the box's header.
    ///
    /// - Throws: `malformed`, `unsupported` or `limit`.
    init(_ bytes: RawSpan, at offset: Int64) throws(MediaError) {
        guard bytes.byteCount >= 8 + 36, bytes.big(4, UInt32.self) > 0 else {
            throw .malformed(at: offset, because: "the audio track has no sample description")
        }
        let isISOVersion1 = bytes.byte(0) == 1
        let end = min(bytes.byteCount, 8 + Int(bytes.big(8, UInt32.self)))
        guard end >= 8 + 36 else { throw .malformed(at: offset + 8, because: "the sample description is too short") }
        let code = bytes.code(12)
        let at = 16 + 8
        version = isISOVersion1 ? 0 : Int(bytes.big(at, UInt16.self))
        bits = Int(bytes.big(at + 10, UInt16.self))
        format = MediaFormat(
            codec: code, sampleRate: Double(bytes.big(at + 16, UInt32.self)) / 65536,
            channelCount: Int(bytes.big(at + 8, UInt16.self)), bytesPerPacket: 0, framesPerPacket: 0)
        var children = at + 20
        if version == 1, end >= children + 16 {
            framesPerUnit = Int(bytes.big(children, UInt32.self))
            bytesPerUnit = Int(bytes.big(children + 8, UInt32.self))
            children += 16
        } else if version == 2, end >= children + 36 {
            format.sampleRate = Double(bitPattern: bytes.big(children + 4))
            format.channelCount = Int(bytes.big(children + 12, UInt32.self))
            bits = Int(bytes.big(children + 20, UInt32.self))
            flags = bytes.big(children + 24)
            children += 36
        }
        takeBoxes(bytes, children..<end, depth: 0)
        try name(code, at: offset)
        format = try format.checked(at: offset + 8)
        if let layout, layout.channelCount != format.channelCount { self.layout = nil }
    }

    /// Takes the boxes that describe the codec; `wave` boxes of QuickTime hold more of them.
    private mutating func takeBoxes(_ bytes: RawSpan, _ range: Range<Int>, depth: Int) {
        var at = range.lowerBound
        while range.upperBound - at >= 8 {
            let byteCount = Int(bytes.big(at, UInt32.self))
            let code = bytes.code(at + 4)
            let end = at + byteCount
            guard byteCount >= 8, end <= range.upperBound else { return }
            let body = at + 8..<end
            switch code {
            case "wave" where depth == 0: takeBoxes(bytes, body, depth: 1)
            case "esds" where body.count > 4: takeDescriptor(bytes.array(body.lowerBound + 4..<end))
            case "enda" where body.count >= 2: isLittle = bytes.big(body.lowerBound, UInt16.self) == 1
            case "pcmC" where body.count >= 6:
                isLittle = bytes.byte(body.lowerBound + 4) & 1 == 1
                bits = Int(bytes.byte(body.lowerBound + 5))
            case "chan" where body.count > 4:
                layout = ChannelLayout(bigEndian: bytes.extracting(body.lowerBound + 4..<end))
            default:
                let own = Codecs.all.lazy.compactMap(\.mpeg4?.box).first { $0.code == code }
                if let own, body.count > own.skipped { cookie = bytes.array(body.lowerBound + own.skipped..<end) }
            }
            at = end
        }
    }

    /// Takes an elementary stream descriptor: which codec it is, and its configuration.
    private mutating func takeDescriptor(_ descriptor: [UInt8]) {
        cookie = descriptor
        // The decoder's descriptor begins with the object type.
        var at = 0
        while at < descriptor.count {
            let tag = descriptor[at]
            at += 1
            var more = true
            for _ in 0..<4 where more && at < descriptor.count {
                more = descriptor[at] & 0x80 != 0
                at += 1
            }
            guard tag == 0x03, at + 3 <= descriptor.count else {
                if tag == 0x04, at < descriptor.count { objectType = descriptor[at] }
                return
            }
            let flags = descriptor[at + 2]
            at += 3
            if flags & 0x80 != 0 { at += 2 }
            if flags & 0x40 != 0, at < descriptor.count { at += 1 + Int(descriptor[at]) }
            if flags & 0x20 != 0 { at += 2 }
        }
    }

    /// Finds the codec by the entry's code, and sets the fields that follow from it.
    private mutating func name(_ code: FourCC, at offset: Int64) throws(MediaError) {
        let mappings = Codecs.all.lazy.compactMap(\.mpeg4)
        guard code == MPEG4Mapping.described else {
            if let mapping = mappings.first(where: { $0.isOf(code) }) { return try mapping.take(&self, offset) }
            return try takeSamples(code, at: offset)
        }
        let objectType = objectType
        guard let mapping = mappings.first(where: { $0.objectTypes.contains(objectType) }) else {
            throw .unsupported(.dataFormat("MPEG-4 audio of object type \(objectType)"))
        }
        try mapping.take(&self, offset)
    }

    /// Names the codec, whose packets have so many frames each, or differ.
    mutating func set(_ codec: FourCC, _ framesPerPacket: Int?) {
        format.codec = codec
        format.framesPerPacket = framesPerPacket ?? 0
        self.framesPerPacket = framesPerPacket
    }

    /// Names the codec, whose packets are all alike, so that tables may count their frames.
    mutating func setUnits(_ codec: FourCC, _ framesPerPacket: Int, _ bytesPerPacket: Int) {
        set(codec, framesPerPacket)
        format.bytesPerPacket = min(bytesPerPacket, PacketLimits.byteCount)
        unit = (framesPerPacket, format.bytesPerPacket)
    }

    /// Samples that are not compressed, or only companded.
    private mutating func takeSamples(_ code: FourCC, at offset: Int64) throws(MediaError) {
        let order: ByteOrder = isLittle ? .little : .big
        let encoding: SampleEncoding?
        switch code {
        case "sowt": encoding = .signedInteger(byteCount: max(1, bits / 8), .little)
        case "twos": encoding = .signedInteger(byteCount: max(1, bits / 8), .big)
        case "raw ", "NONE": encoding = bits == 16 ? .int16(.big) : .uint8
        case "in24": encoding = .int24(order)
        case "in32": encoding = .int32(order)
        case "fl32": encoding = .float32(order)
        case "fl64": encoding = .float64(order)
        case "ulaw": encoding = .muLaw
        case "alaw": encoding = .aLaw
        case "ipcm": encoding = .signedInteger(byteCount: bits / 8, order)
        case "fpcm": encoding = .float(byteCount: bits / 8, order)
        case "lpcm":
            let order: ByteOrder = flags & 2 != 0 ? .big : .little
            encoding =
                flags & 1 != 0
                ? .float(byteCount: bits / 8, order)
                : bits == 8 && flags & 4 == 0 ? .uint8 : .signedInteger(byteCount: (bits + 7) / 8, order)
        default: throw .unsupported(.dataFormat("\(code) in an MPEG-4 file"))
        }
        guard let encoding, format.channelCount > 0 else {
            throw .unsupported(.dataFormat("\(code) with \(bits) bits in an MPEG-4 file"))
        }
        cookie = nil
        format = MediaFormat(encoding, sampleRate: format.sampleRate, channelCount: format.channelCount)
        framesPerPacket = 1
        unit = (1, format.bytesPerPacket)
    }
}
