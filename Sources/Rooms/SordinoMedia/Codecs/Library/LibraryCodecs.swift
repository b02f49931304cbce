/// The codecs that libavcodec decodes for us.
extension LibraryCodec {
    /// AAC of every kind that the library decodes: low complexity, high efficiency with and without parametric stereo,
    /// low delay.
    static let aac = LibraryCodec(
        decoderNames: ["aac"], channelLimit: 48, output: .float32, frameLimit: 4096,
        // Spectral band replication refers back to earlier packets until one starts afresh.
        // Noise substitution draws on from packet to packet, parametric stereo and the replicated band remember long:
        // the first ten seconds at 44.1 kHz, twenty of high efficiency, are exact all the same.
        prerollPacketCount: 12, exactPacketCount: 430, isKnownByDecoding: true,
        extradata: { format, cookie throws(MediaError) in
            guard let cookie, let config = AudioSpecificConfig.inside(cookie) else {
                return AudioSpecificConfig(format).bytes
            }
            if let type = AudioSpecificConfig(config)?.objectType, let kind = AudioSpecificConfig.undecoded[type] {
                throw .unsupported(.dataFormat("there is no decoder for \(kind), audio object type \(type) of MPEG-4"))
            }
            return config
        })

    /// AAC whose packets lie in the frames of a LOAS stream.
    static let latm = LibraryCodec(
        decoderNames: ["aac_latm"], channelLimit: 48, output: .float32, frameLimit: 4096, prerollPacketCount: 12,
        exactPacketCount: 430, isKnownByDecoding: true, heardAs: "aac ", extradata: { _, _ in [] })

    static let mp1 = mpegAudio("mp1float", "mp1")
    static let mp2 = mpegAudio("mp2float", "mp2")
    static let mp3 = mpegAudio("mp3float", "mp3")

    private static func mpegAudio(_ names: String...) -> LibraryCodec {
        // 511 bytes of bit reservoir are seven packets at the lowest rates, two more for overlap and filter bank.
        LibraryCodec(
            decoderNames: names, channelLimit: 2, output: .float32, frameLimit: 1152, prerollPacketCount: 10,
            extradata: { _, _ in [] })
    }

    /// Makes the noise that replaces omitted bands depend on the packet alone.
    private static let repeatableNoise = [(key: "cons_noisegen", value: "1")]

    static let ac3 = LibraryCodec(
        decoderNames: ["ac3"], channelLimit: 8, output: .float32, frameLimit: 1536, prerollPacketCount: 2,
        options: repeatableNoise, isKnownByDecoding: true, extradata: { _, _ in [] })
    static let eac3 = LibraryCodec(
        decoderNames: ["eac3"], channelLimit: 16, output: .float32, frameLimit: 1536 * 8, prerollPacketCount: 2,
        options: repeatableNoise, isKnownByDecoding: true, extradata: { _, _ in [] })

    static let flac = LibraryCodec(
        decoderNames: ["flac"], channelLimit: 8, output: .lossless, frameLimit: 65535, prerollPacketCount: 0,
        extradata: { _, cookie in cookie.flatMap(FLACStreamInfo.inside) ?? [] })

    static let alac = LibraryCodec(
        decoderNames: ["alac"], channelLimit: 8, output: .lossless, frameLimit: 4096, prerollPacketCount: 0,
        extradata: { _, cookie throws(MediaError) in
            guard let config = cookie.flatMap(ALACConfig.inside) else {
                throw .malformed(at: 0, because: "the Apple Lossless stream has no magic cookie")
            }
            return ALACConfig.atom(config)
        })

    static let opus = LibraryCodec(
        decoderNames: ["opus", "libopus"],
        // RFC 6716, 3.1: the upper half of the configurations is music, which the library's own decoder gives in less
        // than half the time; in speech, libopus filters the band above speech as the specification's decoder does.
        preferredNames: { $0 >= 0x80 ? ["opus", "libopus"] : ["libopus", "opus"] },
        // RFC 6716, 3.2.1: a frame without bytes stands for a lost one, and libopus makes up for it.
        liveNames: ["libopus", "opus"], channelLimit: 255, output: .float32,
        frameLimit: 5760,
        // The codec's specification asks for 80 ms; until every bit is the same, energies that are predicted from
        // packet to packet have to fade, which takes longer where the coder changes between speech and music.
        prerollPacketCount: 64, exactPacketCount: 500,
        extradata: { format, cookie in
            var head = OpusHead.bytes(format, cookie)
            // The reader drops the frames of the pre-skip; the library would drop them a second time.
            if head.count >= 12 { (head[10], head[11]) = (0, 0) }
            return head
        })

    static let vorbis = LibraryCodec(
        decoderNames: ["vorbis", "libvorbis"], channelLimit: 255, output: .float32, frameLimit: 8192,
        prerollPacketCount: 2,
        extradata: { _, cookie throws(MediaError) in
            guard let cookie, cookie.count > 3 else {
                throw .malformed(at: 0, because: "the three headers of the Vorbis stream are missing")
            }
            return cookie
        })

    static let amrNarrow = LibraryCodec(
        decoderNames: ["amrnb", "libopencore_amrnb"], channelLimit: 1, output: .float32, frameLimit: 160 * 15,
        // Predictors that fade within a second, mostly; the rest of them is below 16 bits.
        prerollPacketCount: 50, exactPacketCount: 500, partByteCount: { AMRFramer.byteCount($0, isWide: false) },
        extradata: { _, _ in [] })
    static let amrWide = LibraryCodec(
        decoderNames: ["amrwb", "libopencore_amrwb"], channelLimit: 1, output: .float32, frameLimit: 320 * 15,
        // The upper band is noise that draws on from packet to packet.
        prerollPacketCount: 50, exactPacketCount: 500, partByteCount: { AMRFramer.byteCount($0, isWide: true) },
        extradata: { _, _ in [] })

    static let gsm = LibraryCodec(
        decoderNames: ["gsm", "libgsm"], channelLimit: 1, output: .int16, frameLimit: 160,
        // The predictor of the pitch may hold on to a steady tone for ever.
        prerollPacketCount: 25, exactPacketCount: 5000,
        extradata: { _, _ in [] })
    static let microsoftGSM = LibraryCodec(
        decoderNames: ["gsm_ms", "libgsm_ms"], channelLimit: 1, output: .int16, frameLimit: 320,
        prerollPacketCount: 25, exactPacketCount: 5000, extradata: { _, _ in [] })

    static let microsoftADPCM = LibraryCodec(
        decoderNames: ["adpcm_ms"], channelLimit: 2, output: .int16, frameLimit: 4096, prerollPacketCount: 0,
        bitsPerCodedSample: 4, extradata: { _, _ in [] })
    static let dviADPCM = LibraryCodec(
        decoderNames: ["adpcm_ima_wav"], channelLimit: 2, output: .int16, frameLimit: 4096, prerollPacketCount: 0,
        bitsPerCodedSample: 4, extradata: { _, _ in [] })
}
