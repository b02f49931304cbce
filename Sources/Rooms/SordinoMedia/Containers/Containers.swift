/// The registry of containers.
///
/// A new one is a folder and a row here; a kind of the MPEG-4 family is a row here and one of `MPEG4Kind`.
package enum Containers {
    /// All kinds of files, in the order in which they are tried.
    package static let all: [Container] = [
        Container(
            fileType: "WAVE", name: "WAVE", extensions: ["wav", "wave", "bwf"],
            uniformTypes: ["com.microsoft.waveform-audio"],
            mimeTypes: ["audio/wav", "audio/wave", "audio/vnd.wave", "audio/x-wav"], oldCodes: ["WAVE"],
            recognises: WAVEParser.recognises, makeParser: { WAVEParser() },
            makeWriter: { description throws(MediaError) in try WAVEWriter(description, form: .automatic) },
            chunks: .wave(isWide: false)),
        Container(
            fileType: "RF64", name: "RF64", extensions: ["rf64"], uniformTypes: ["public.rf64-audio"],
            makeParser: { WAVEParser() },
            makeWriter: { description throws(MediaError) in try WAVEWriter(description, form: .rf64) },
            chunks: .wave(isWide: true)),
        Container(
            fileType: "BW64", name: "WAVE (BW64 for length over 4 GB)", extensions: ["bw64"],
            uniformTypes: ["public.bw64-audio"], makeParser: { WAVEParser() },
            makeWriter: { description throws(MediaError) in try WAVEWriter(description, form: .bw64) },
            chunks: .wave(isWide: true)),
        Container(
            fileType: "W64f", name: "Wave64", extensions: ["w64"], recognises: Wave64Parser.recognises,
            makeParser: { Wave64Parser() },
            makeWriter: { description throws(MediaError) in try Wave64Writer(description) }),
        Container(
            fileType: "AIFF", name: "AIFF", extensions: ["aif", "aiff"], uniformTypes: ["public.aiff-audio"],
            mimeTypes: ["audio/aiff", "audio/x-aiff"], oldCodes: ["AIFF"], recognises: AIFFParser.recognises,
            makeParser: { AIFFParser() },
            makeWriter: { description throws(MediaError) in try AIFFWriter(description, isCompressedForm: false) },
            chunks: .aiff),
        Container(
            fileType: "AIFC", name: "AIFC", extensions: ["aifc"], uniformTypes: ["public.aifc-audio"],
            mimeTypes: ["audio/aiff", "audio/x-aiff"], oldCodes: ["AIFC"], makeParser: { AIFFParser() },
            makeWriter: { description throws(MediaError) in try AIFFWriter(description, isCompressedForm: true) },
            chunks: .aiff),
        Container(
            fileType: "caff", name: "CAF", extensions: ["caf"], uniformTypes: ["com.apple.coreaudio-format"],
            mimeTypes: ["audio/x-caf"], oldCodes: ["caff"], recognises: CAFParser.recognises,
            makeParser: { CAFParser() },
            makeWriter: { description throws(MediaError) in try CAFWriter(description) }, chunks: .caf),
        Container(
            fileType: "NeXT", name: "NeXT/Sun", extensions: ["au", "snd"],
            uniformTypes: ["public.au-audio", "public.ulaw-audio"],
            mimeTypes: ["audio/basic", "audio/au", "audio/snd"], oldCodes: ["NeXT", "ULAW"],
            recognises: AUParser.recognises, makeParser: { AUParser() },
            makeWriter: { description throws(MediaError) in try AUWriter(description) }),
        Container(
            fileType: "Oggf", name: "Ogg", extensions: ["ogg", "oga", "opus"], uniformTypes: ["org.xiph.ogg"],
            mimeTypes: ["audio/ogg", "application/ogg"], recognises: OggParser.recognises,
            makeParser: { OggParser() },
            makeWriter: { description throws(MediaError) in try OggWriter(description) }, mayEndWithTag: false,
            usualCodec: .opus),
        .boxes(
            .audio, "Apple MPEG-4 Audio", extensions: ["m4a", "m4r"],
            uniformTypes: ["com.apple.m4a-audio", "public.mpeg-4-audio"],
            mimeTypes: ["audio/x-m4a", "audio/m4a", "audio/mp4"], oldCodes: ["M4A "],
            recognises: MPEG4Parser.recognises),
        .boxes(
            .book, "Apple MPEG-4 AudioBooks", extensions: ["m4b"],
            uniformTypes: ["com.apple.protected-mpeg-4-audio-b"], mimeTypes: ["audio/x-m4b"], oldCodes: ["M4B "]),
        .boxes(
            .plain, "MPEG-4 Audio", extensions: ["mp4", "mov"],
            uniformTypes: ["public.mpeg-4", "public.mpeg-4-audio"], mimeTypes: ["audio/mp4", "video/mp4"],
            oldCodes: ["mpg4"]),
        .boxes(
            .mobile, "3GP Audio", extensions: ["3gp"], uniformTypes: ["public.3gpp"],
            mimeTypes: ["audio/3gpp", "video/3gpp"], oldCodes: ["3gpp"]),
        .boxes(
            .mobile2, "3GPP-2 Audio", extensions: ["3g2"], uniformTypes: ["public.3gpp2"],
            mimeTypes: ["audio/3gpp2", "video/3gpp2"], oldCodes: ["3gp2"]),
        Container(
            fileType: "flac", name: "FLAC", extensions: ["flac"], uniformTypes: ["org.xiph.flac"],
            mimeTypes: ["audio/flac", "audio/x-flac"], oldCodes: ["flac"], recognises: FLACParser.recognises,
            makeParser: { FLACParser() },
            makeWriter: { description throws(MediaError) in try FLACWriter(description) }, usualCodec: .flac),
        .frames(
            "MPG3", "MPEG Layer 3", extensions: ["mp3", "mpga"], uniformTypes: ["public.mp3"],
            mimeTypes: ["audio/mpeg", "audio/mp3", "audio/mpeg3", "audio/x-mp3", "audio/x-mpeg"],
            oldCodes: ["MPG3", "mp3!", "MP3 "], recognises: ElementaryParser.recognises),
        .frames(
            "MPG2", "MPEG Layer 2", extensions: ["mp2"], uniformTypes: ["public.mp2"], mimeTypes: ["audio/mpeg"],
            oldCodes: ["MPG2"]),
        .frames(
            "MPG1", "MPEG Layer 1", extensions: ["mp1"], uniformTypes: ["public.mp1"], mimeTypes: ["audio/mpeg"],
            oldCodes: ["MPG1"]),
        .frames(
            "adts", "AAC ADTS", extensions: ["aac", "adts"], uniformTypes: ["public.aac-audio"],
            mimeTypes: ["audio/aac", "audio/aacp", "audio/x-aac"], oldCodes: ["adts"],
            makeWriter: { description throws(MediaError) in try ADTSWriter(description) }, usualCodec: .aac),
        .frames("loas", "LOAS", extensions: ["loas", "latm"], mimeTypes: ["audio/mp4a-latm"]),
        .frames(
            "ac-3", "AC3", extensions: ["ac3"], uniformTypes: ["public.ac3-audio"], mimeTypes: ["audio/ac3"],
            oldCodes: ["ac-3"]),
        .frames(
            "ec-3", "EC3", extensions: ["ec3", "eac3"], uniformTypes: ["public.enhanced-ac3-audio"],
            mimeTypes: ["audio/eac3"], oldCodes: ["ec-3"]),
        Container(
            fileType: "amrf", name: "AMR", extensions: ["amr", "awb"],
            uniformTypes: ["org.3gpp.adaptive-multi-rate-audio"], mimeTypes: ["audio/amr"], oldCodes: ["amrf"],
            recognises: AMRParser.recognises, makeParser: { AMRParser() }),
        .frames("gsm ", "GSM 6.10", extensions: ["gsm"]),
        Container(
            fileType: "ilbc", name: "iLBC", extensions: ["lbc"], mimeTypes: ["audio/iLBC"],
            recognises: ILBCParser.recognises, makeParser: { ILBCParser() },
            makeWriter: { description throws(MediaError) in try ILBCWriter(description) }, usualCodec: .ilbc),
    ]

    /// Bytes from the beginning of a file that are enough to recognise its kind.
    package static let headByteCount = 12

    /// The kind of file that begins with these bytes.
    package static func recognising(_ head: RawSpan) -> Container? {
        for container in all where container.recognises(head) { return container }
        return nil
    }

    /// The kind of files that begin like no other: streams of frames may have something before them.
    ///
    /// Its parser looks for frames and refuses a file that has none.
    package static var lastResort: Container? { named("MPG3") }

    /// The kind of file of a type code.
    package static func named(_ fileType: FourCC) -> Container? { all.first { $0.fileType == fileType } }

    /// The kind of file that usually has an extension (without the dot, any case).
    package static func forExtension(_ text: String) -> Container? {
        let lowered = text.lowercased()
        return all.first { $0.extensions.contains(lowered) }
    }
}

extension Containers {
    /// The data formats that files of a type hold and this machine can write now, as `afconvert -hf` lists them.
    ///
    /// The writers are asked themselves, each with a usual format of the codec; may load libavcodec.
    package static func writableCodecs(in container: Container) -> [FourCC] {
        Codecs.all.filter { codec in
            guard codec.isEncoded else { return false }
            guard codec.id != .linearPCM else {
                return [SampleEncoding.int16(.little), .int16(.big)].contains {
                    holds(container, MediaFormat($0, sampleRate: 48000, channelCount: 2))
                }
            }
            let rates = codec.range?.sampleRates ?? []
            let rate = rates.isEmpty || rates.contains(48000) ? 48000 : rates.max() ?? 48000
            let channelCount = min(2, codec.range?.channelLimit ?? 2)
            return holds(container, codec.usualFormat(sampleRate: rate, channelCount: channelCount))
        }.map(\.id)
    }

    /// The linear encodings that files of a type hold: those that their writer accepts.
    package static func writableEncodings(in container: Container) -> [SampleEncoding] {
        let all: [SampleEncoding] = [
            .uint8, .int8, .int16(.big), .int16(.little), .int24(.big), .int24(.little), .int32(.big), .int32(.little),
            .float32(.big), .float32(.little), .float64(.big), .float64(.little),
        ]
        return all.filter { holds(container, MediaFormat($0, sampleRate: 44100, channelCount: 2)) }
    }

    /// Returns whether files of a type hold a format that this machine can make.
    package static func holds(_ container: Container, _ format: MediaFormat) -> Bool {
        do throws(MediaError) { try MediaWriter.check(container, MediaDescription(format)) } catch { return false }
        return true
    }

    /// The kinds of files that are written.
    package static var writable: [Container] { all.filter { $0.makeWriter != nil } }
}
