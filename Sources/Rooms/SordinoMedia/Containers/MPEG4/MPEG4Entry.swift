/// Writes the description of a track's packets: what stands in `stsd`.
///
/// Sources: as `MPEG4SampleEntry`.
enum MPEG4Entry {
    /// Whether the cookie that a codec needs is there; one that comes later is waited for.
    static func isDescribed(_ description: MediaDescription) -> Bool {
        guard let cookie = description.cookie else { return true }
        return switch description.format.codec {
        case "alac": ALACConfig.inside(cookie) != nil
        case "flac": FLACStreamInfo.inside(cookie) != nil
        default: true
        }
    }

    /// Packets before a wanted one that a decoder has to see; nil if it needs none.
    static func rollDistance(_ format: MediaFormat) -> Int? {
        switch format.codec {
        case "aac ", "aach", "aacp", "aacl", "aace", "aacf": 1
        // 80 ms.
        case "opus": max(1, (3840 + format.framesPerPacket - 1) / max(120, format.framesPerPacket))
        default: nil
        }
    }

    /// Puts the entry.
    static func put(_ description: MediaDescription, bitRate: Int, _ builder: inout ByteBuilder) {
        let format = description.format
        let code: FourCC =
            switch format.codec {
            case "alac", "ac-3", "ec-3", "samr", "sawb": format.codec
            case "flac": "fLaC"
            case "opus": "Opus"
            default: "mp4a"
            }
        builder.box(code) { entry in
            entry.put([0, 0, 0, 0, 0, 0, 0, 1])
            entry.put([UInt8](repeating: 0, count: 8))
            entry.big(UInt16(clamping: format.channelCount))
            entry.big(UInt16(format.bitsPerChannel > 0 ? clamping(format.bitsPerChannel) : 16))
            entry.big(UInt32(0))
            // Sixteen bits before the point; what is faster stands in the codec's own description.
            entry.big(format.sampleRate < 65536 ? UInt32(format.sampleRate) << 16 : 0)
            put(codec: format, description.cookie, bitRate, &entry)
            if let layout = description.layout, layout.channelCount == format.channelCount,
                layout != ChannelLayout.usual(channelCount: layout.channelCount)
            {
                entry.box("chan") { box in
                    box.big(UInt32(0))
                    box.put(layout.bigEndianBytes)
                }
            }
        }
    }

    private static func clamping(_ bits: Int) -> UInt16 { UInt16(clamping: bits) }

    private static func put(
        codec format: MediaFormat, _ cookie: [UInt8]?, _ bitRate: Int, _ entry: inout ByteBuilder
    ) {
        switch format.codec {
        case "alac":
            guard let config = cookie.flatMap(ALACConfig.inside) else { return }
            entry.box("alac") { box in
                box.big(UInt32(0))
                box.put(config)
            }
        case "flac":
            guard let info = cookie.flatMap(FLACStreamInfo.inside) else { return }
            entry.box("dfLa") { box in
                box.big(UInt32(0))
                box.put([0x80, 0, 0, UInt8(FLACStreamInfo.byteCount)] + info)
            }
        case "opus":
            let head = OpusHead.bytes(format, cookie)
            guard head.count >= 19 else { return }
            entry.box("dOps") { box in
                box.put([0, head[9], head[11], head[10], head[15], head[14], head[13], head[12], head[17], head[16]])
                box.put(Array(head[18...]))
            }
        case "ac-3", "ec-3":
            guard let cookie else { return }
            entry.box(format.codec == "ac-3" ? "dac3" : "dec3") { $0.put(cookie) }
        case "samr", "sawb":
            entry.box("damr") { box in
                if let cookie, cookie.count == 9 { return box.put(cookie) }
                // The maker, a version, all modes, and one frame in a sample.
                box.put(Array("Sord".utf8) + [0, format.codec == "samr" ? 0x81 : 0x83, 0xFF, 0, 1])
            }
        default:
            entry.box("esds") { box in
                box.big(UInt32(0))
                box.put(descriptor(format, cookie, bitRate))
            }
        }
    }

    /// The elementary stream's descriptor.
    private static func descriptor(_ format: MediaFormat, _ cookie: [UInt8]?, _ bitRate: Int) -> [UInt8] {
        if format.codec == ".mp3" {
            return AudioSpecificConfig.cookie([], objectType: format.sampleRate < 32000 ? 0x69 : 0x6B, bitRate: bitRate)
        }
        let told = cookie.flatMap(AudioSpecificConfig.inside)
        return AudioSpecificConfig.cookie(told ?? AudioSpecificConfig(format).bytes, bitRate: bitRate)
    }
}
