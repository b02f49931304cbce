import SordinoSignal

/// One kind of file: how to tell it, read it and write it.
package struct Container: Sendable {
    /// The type in Core Audio's codes (`AudioFileTypeID`).
    package let fileType: FourCC
    /// Its name for people.
    package let name: String
    /// Extensions of its files, without the dot, lower case; the first is the usual one.
    package let extensions: [String]
    /// Whether bytes begin like a file of this kind.
    ///
    /// Gets at least `headByteCount` bytes unless there are fewer.
    package let recognises: @Sendable (RawSpan) -> Bool
    /// Makes a parser at the beginning of a file.
    package let makeParser: @Sendable () -> any ContainerParser
    /// Makes a writer; nil if files of this kind are only read.
    package let makeWriter: (@Sendable (MediaDescription) throws(MediaError) -> any ContainerWriter)?
}

/// All kinds of files, in the order in which they are tried.
///
/// A new one is a folder and a line here.
package enum Containers {
    /// The registry.
    package static let all: [Container] = [
        Container(
            fileType: "WAVE", name: "WAVE", extensions: ["wav", "wave", "bwf"], recognises: WAVEParser.recognises,
            makeParser: { WAVEParser() },
            makeWriter: { description throws(MediaError) in try WAVEWriter(description, form: .automatic) }),
        Container(
            fileType: "RF64", name: "RF64", extensions: ["rf64"], recognises: { _ in false },
            makeParser: { WAVEParser() },
            makeWriter: { description throws(MediaError) in try WAVEWriter(description, form: .rf64) }),
        Container(
            fileType: "BW64", name: "WAVE (BW64 for length over 4 GB)", extensions: ["bw64"],
            recognises: { _ in false }, makeParser: { WAVEParser() },
            makeWriter: { description throws(MediaError) in try WAVEWriter(description, form: .bw64) }),
        Container(
            fileType: "AIFF", name: "AIFF", extensions: ["aif", "aiff"], recognises: AIFFParser.recognises,
            makeParser: { AIFFParser() },
            makeWriter: { description throws(MediaError) in try AIFFWriter(description, isCompressedForm: false) }),
        Container(
            fileType: "AIFC", name: "AIFC", extensions: ["aifc"], recognises: { _ in false },
            makeParser: { AIFFParser() },
            makeWriter: { description throws(MediaError) in try AIFFWriter(description, isCompressedForm: true) }),
        Container(
            fileType: "caff", name: "CAF", extensions: ["caf"], recognises: CAFParser.recognises,
            makeParser: { CAFParser() },
            makeWriter: { description throws(MediaError) in try CAFWriter(description) }),
        Container(
            fileType: "NeXT", name: "NeXT/Sun", extensions: ["au", "snd"], recognises: AUParser.recognises,
            makeParser: { AUParser() },
            makeWriter: { description throws(MediaError) in try AUWriter(description) }),
        Container(
            fileType: "Oggf", name: "Ogg", extensions: ["ogg", "oga", "opus"], recognises: OggParser.recognises,
            makeParser: { OggParser() },
            makeWriter: { description throws(MediaError) in try OggWriter(description) }),
        Container(
            fileType: "m4af", name: "Apple MPEG-4 Audio", extensions: ["m4a", "m4r"],
            recognises: MPEG4Parser.recognises, makeParser: { MPEG4Parser() },
            makeWriter: { description throws(MediaError) in try MPEG4Writer(description, fileType: "m4af") }),
        Container(
            fileType: "m4bf", name: "Apple MPEG-4 AudioBooks", extensions: ["m4b"], recognises: { _ in false },
            makeParser: { MPEG4Parser() },
            makeWriter: { description throws(MediaError) in try MPEG4Writer(description, fileType: "m4bf") }),
        Container(
            fileType: "mp4f", name: "MPEG-4 Audio", extensions: ["mp4", "mov"], recognises: { _ in false },
            makeParser: { MPEG4Parser() },
            makeWriter: { description throws(MediaError) in try MPEG4Writer(description, fileType: "mp4f") }),
        Container(
            fileType: "3gpp", name: "3GP Audio", extensions: ["3gp"], recognises: { _ in false },
            makeParser: { MPEG4Parser() },
            makeWriter: { description throws(MediaError) in try MPEG4Writer(description, fileType: "3gpp") }),
        Container(
            fileType: "3gp2", name: "3GPP-2 Audio", extensions: ["3g2"], recognises: { _ in false },
            makeParser: { MPEG4Parser() },
            makeWriter: { description throws(MediaError) in try MPEG4Writer(description, fileType: "3gp2") }),
        Container(
            fileType: "flac", name: "FLAC", extensions: ["flac"], recognises: FLACParser.recognises,
            makeParser: { FLACParser() },
            makeWriter: { description throws(MediaError) in try FLACWriter(description) }),
        Container(
            fileType: "MPG3", name: "MPEG Layer 3", extensions: ["mp3", "mpga"],
            recognises: ElementaryParser.recognises, makeParser: { ElementaryParser() }, makeWriter: nil),
        Container(
            fileType: "MPG2", name: "MPEG Layer 2", extensions: ["mp2"], recognises: { _ in false },
            makeParser: { ElementaryParser() }, makeWriter: nil),
        Container(
            fileType: "MPG1", name: "MPEG Layer 1", extensions: ["mp1"], recognises: { _ in false },
            makeParser: { ElementaryParser() }, makeWriter: nil),
        Container(
            fileType: "adts", name: "AAC ADTS", extensions: ["aac", "adts"], recognises: { _ in false },
            makeParser: { ElementaryParser() },
            makeWriter: { description throws(MediaError) in try ADTSWriter(description) }),
        Container(
            fileType: "loas", name: "LOAS", extensions: ["loas", "latm"], recognises: { _ in false },
            makeParser: { ElementaryParser() }, makeWriter: nil),
        Container(
            fileType: "ac-3", name: "AC3", extensions: ["ac3"], recognises: { _ in false },
            makeParser: { ElementaryParser() }, makeWriter: nil),
        Container(
            fileType: "ec-3", name: "EC3", extensions: ["ec3", "eac3"], recognises: { _ in false },
            makeParser: { ElementaryParser() }, makeWriter: nil),
        Container(
            fileType: "amrf", name: "AMR", extensions: ["amr", "awb"], recognises: AMRParser.recognises,
            makeParser: { AMRParser() }, makeWriter: nil),
        Container(
            fileType: "gsm ", name: "GSM 6.10", extensions: ["gsm"], recognises: { _ in false },
            makeParser: { ElementaryParser() }, makeWriter: nil),
    ]

    /// Bytes from the beginning of a file that are enough to tell its kind.
    package static let headByteCount = 12

    /// The kind of file that begins with these bytes.
    package static func recognising(_ head: RawSpan) -> Container? {
        for container in all where container.recognises(head) { return container }
        return nil
    }

    /// What bytes that begin like no file may still be: a stream of frames with something before them.
    ///
    /// Its parser looks for them and refuses what has none.
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
    /// The data formats that files of a type hold and this machine can write now: what `afconvert -hf` lists.
    ///
    /// The writers are asked themselves, each with a usual format of the codec; may load libavcodec.
    package static func writableCodecs(in container: Container) -> [FourCC] {
        Codecs.all.filter { codec in
            guard codec.isEncoded else { return false }
            return usualFormats(of: codec.id).contains { format in
                do {
                    try MediaWriter.check(container, MediaDescription(format))
                    return true
                } catch { return false }
            }
        }.map(\.id)
    }

    /// The linear encodings that files of a type hold, by what their writer takes.
    package static func writableEncodings(in container: Container) -> [SampleEncoding] {
        let all: [SampleEncoding] = [
            .uint8, .int8, .int16(.big), .int16(.little), .int24(.big), .int24(.little), .int32(.big), .int32(.little),
            .float32(.big), .float32(.little), .float64(.big), .float64(.little),
        ]
        return all.filter { encoding in
            let format = MediaFormat(encoding, sampleRate: 44100, channelCount: 2)
            do {
                try MediaWriter.check(container, MediaDescription(format))
                return true
            } catch { return false }
        }
    }

    /// The kinds of files that are written.
    package static var writable: [Container] { all.filter { $0.makeWriter != nil } }

    private static func usualFormats(of codec: FourCC) -> [MediaFormat] {
        switch codec {
        case .linearPCM: [.int16(.little), .int16(.big)].map { MediaFormat($0, sampleRate: 48000, channelCount: 2) }
        case .muLaw: [MediaFormat(.muLaw, sampleRate: 8000, channelCount: 1)]
        case .aLaw: [MediaFormat(.aLaw, sampleRate: 8000, channelCount: 1)]
        default:
            [
                MediaFormat(
                    codec: codec, sampleRate: 48000, channelCount: 2,
                    bytesPerPacket: codec == .appleIMA4 ? 68 : 0, framesPerPacket: codec == .appleIMA4 ? 64 : 0)
            ]
        }
    }
}
