import SordinoSignal

/// The body of a WAVE file's `fmt ` chunk, in any of its lengths.
///
/// Source: Microsoft, WAVEFORMATEX and WAVEFORMATEXTENSIBLE (mmreg.h documentation).
package struct WAVEFormat {
    package static let linear: UInt16 = 1
    package static let float: UInt16 = 3
    package static let aLaw: UInt16 = 6
    package static let muLaw: UInt16 = 7
    package static let extensible: UInt16 = 0xFFFE

    /// The last fourteen bytes of the sub-format GUIDs that stand for a 16-bit tag.
    package static let subFormatTail: [UInt8] = [0, 0, 0, 0, 16, 0, 128, 0, 0, 170, 0, 56, 155, 113]

    /// The format that the chunk describes.
    package private(set) var format: MediaFormat
    /// Its loudspeakers, if it names as many as there are channels.
    package private(set) var layout: ChannelLayout?

    /// Reads the chunk.
    ///
    /// - Throws: `malformed` if it is too short or contradicts itself, `unsupported` for samples of an unusual width.
    package init(_ bytes: RawSpan, at offset: Int64, isBigEndian: Bool) throws(MediaError) {
        func number<T: FixedWidthInteger & BitwiseCopyable>(_ at: Int, _: T.Type = T.self) -> T {
            isBigEndian ? bytes.big(at) : bytes.little(at)
        }
        guard bytes.byteCount >= 14 else {
            throw .malformed(at: offset, because: "the fmt chunk has \(bytes.byteCount) bytes; it needs at least 14")
        }
        var tag: UInt16 = number(0)
        let channelCount = Int(number(2, UInt16.self))
        let sampleRate = Double(number(4, UInt32.self))
        let blockByteCount = Int(number(12, UInt16.self))
        var bits = bytes.byteCount >= 16 ? Int(number(14, UInt16.self)) : 0
        guard channelCount > 0 else { throw .malformed(at: offset + 2, because: "the format has no channels") }

        var mask: UInt32 = 0
        var validBits = 0
        if tag == Self.extensible {
            guard bytes.byteCount >= 40 else {
                throw .malformed(
                    at: offset, because: "the extensible fmt chunk has \(bytes.byteCount) bytes; it needs at least 40")
            }
            validBits = Int(number(18, UInt16.self))
            mask = number(20)
            tag = number(24)
            guard bytes.array(26..<40) == Self.subFormatTail || bytes.array(28..<40) == Array(Self.subFormatTail[2...])
            else { throw .unsupported(.dataFormat("a WAVE sub-format that is not a registered number")) }
        }
        if mask.nonzeroBitCount == channelCount { layout = ChannelLayout(bitmap: mask) }

        let order: ByteOrder = isBigEndian ? .big : .little
        // The bytes of a sample follow from the size of a block; where that is unusable, from the bits.
        let sampleByteCount =
            blockByteCount > 0 && blockByteCount % channelCount == 0 ? blockByteCount / channelCount : (bits + 7) / 8
        if bits == 0 { bits = sampleByteCount * 8 }

        let encoding: SampleEncoding?
        switch tag {
        case Self.linear:
            guard bits <= sampleByteCount * 8 else {
                throw .malformed(
                    at: offset + 12, because: "\(bits) bits do not fit samples of \(sampleByteCount) bytes")
            }
            encoding = sampleByteCount == 1 ? .uint8 : .signedInteger(byteCount: sampleByteCount, order)
            if encoding == nil { throw .unsupported(.dataFormat("integers of \(sampleByteCount) bytes")) }
        case Self.float:
            encoding = .float(byteCount: sampleByteCount, order)
            if encoding == nil { throw .unsupported(.dataFormat("floating point of \(sampleByteCount) bytes")) }
        case Self.aLaw: encoding = .aLaw
        case Self.muLaw: encoding = .muLaw
        default: encoding = nil
        }
        if let encoding {
            let isNarrower = validBits > 0 && validBits < bits
            format = MediaFormat(
                encoding, sampleRate: sampleRate, channelCount: channelCount,
                bits: encoding.isLinear && !encoding.isFloat ? (isNarrower ? validBits : bits) : nil)
        } else {
            let codec = Codecs.wave(tag)
            let isFramed = codec?.wave?.framer != nil
            var frames = 0
            if isFramed {
                frames = codec?.packets.usualFrameCount(sampleRate) ?? 0
            } else if codec?.wave?.statesFrames == true, bytes.byteCount >= 20 {
                frames = Int(number(18, UInt16.self))
            }
            format = MediaFormat(
                codec: codec?.id ?? .microsoft(tag), sampleRate: sampleRate, channelCount: channelCount,
                bytesPerPacket: isFramed ? 0 : blockByteCount, framesPerPacket: frames)
        }
    }
}

/// The names of tags in a WAVE file's `LIST INFO`, against those of Core Audio's info dictionary.
package enum WAVEInfo {
    /// Pairs of both names, in the order in which they are written.
    package static let names: [(id: FourCC, key: String)] = [
        ("INAM", "title"), ("IART", "artist"), ("IPRD", "album"), ("ICMT", "comments"), ("ICRD", "year"),
        ("IGNR", "genre"), ("ITRK", "track number"), ("ICOP", "copyright"), ("ISFT", "encoding application"),
        ("IMUS", "composer"), ("ISBJ", "subtitle"),
    ]

    /// The dictionary's key for a chunk of the list; nil for those it does not have.
    package static func key(of id: FourCC) -> String? { names.first { $0.id == id }?.key }
}
