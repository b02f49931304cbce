import Foundation
import SordinoMedia
import Testing

/// The result of a file that one program wrote and another read.
enum Interoperation: CustomStringConvertible, Equatable {
    /// The very same samples.
    case identical
    /// Within a 16-bit step, root mean square, of what ffmpeg decodes.
    case near
    /// The other program does not know such files.
    case unknown
    /// It reads floating point through integers of another scale.
    case scaled
    /// It does and says otherwise.
    case differs(String)

    var description: String {
        switch self {
        case .identical: "identical"
        case .near: "≤ 1 LSB"
        case .unknown: "-"
        case .scaled: "scaled"
        case .differs(let text): "differs: \(text)"
        }
    }
}

/// A kind of file of the table.
struct InteroperationKind {
    var file: String
    var data: String
    var fileType: FourCC
    var format: MediaFormat
    var layout: ChannelLayout?
    /// Bits that come back exactly; 0 if none do.
    var bits: Int

    /// All that we write.
    static let ours: [InteroperationKind] = {
        var kinds: [InteroperationKind] = writableFormats.map { fileType, encoding, bits in
            InteroperationKind(
                file: Containers.named(fileType)?.name ?? "", data: "\(encoding)", fileType: fileType,
                format: MediaFormat(encoding, sampleRate: 44100, channelCount: 2), bits: bits)
        }
        for fileType in ["WAVE", "AIFC", "caff", "NeXT"] as [FourCC] {
            for encoding in [SampleEncoding.muLaw, .aLaw] {
                kinds.append(
                    .init(
                        file: Containers.named(fileType)?.name ?? "", data: "\(encoding)", fileType: fileType,
                        format: MediaFormat(encoding, sampleRate: 44100, channelCount: 2), bits: 0))
            }
        }
        let packets: [(FourCC, FourCC, Double, Int, Int)] =
            PacketFilesTests.kinds.map { ($0.fileType, $0.codec, $0.rate, $0.bits, 2) } + [
                ("flac", "flac", 44100, 16, 2), ("flac", "flac", 96000, 24, 2), ("flac", "flac", 48000, 16, 6),
                ("adts", "aac ", 44100, 0, 2), ("adts", "aac ", 48000, 0, 6), ("m4af", "aac ", 48000, 0, 6),
                ("m4af", "alac", 48000, 16, 6), ("m4af", "aac ", 44100, 0, 1), ("caff", "alac", 44100, 16, 1),
                ("Oggf", "opus", 16000, 0, 1), ("Oggf", "opus", 48000, 0, 6), ("caff", "opus", 48000, 0, 6),
                ("m4af", "opus", 48000, 0, 6), ("Oggf", "flac", 48000, 16, 6), ("m4af", "flac", 44100, 16, 2),
                ("caff", "flac", 48000, 16, 6), ("caff", "aac ", 48000, 0, 6), ("adts", "aac ", 22050, 0, 1),
                ("caff", "ima4", 44100, 0, 1), ("caff", "ima4", 44100, 0, 3), ("AIFC", "ima4", 44100, 0, 1),
            ]
        for (fileType, codec, rate, bits, channelCount) in packets {
            let name = Codecs.named(codec)?.name ?? ""
            let size = bits > 0 ? ", \(bits) bits" : ""
            let channels = channelCount == 2 ? "" : ", \(channelCount) channels"
            kinds.append(
                .init(
                    file: Containers.named(fileType)?.name ?? "", data: "\(name), \(Int(rate)) Hz\(size)\(channels)",
                    fileType: fileType,
                    format: EncoderTests.compressed(codec, rate: rate, channelCount: channelCount, bits: bits),
                    bits: bits))
        }
        return kinds
    }()
}

/// Samples against samples.
struct InteroperationJudge {
    /// Says how one reading of a file is like another.
    ///
    /// - Parameters:
    ///   - ours: Interleaved samples of our reader.
    ///   - theirs: Interleaved samples of the other program.
    ///   - skippable: Samples at the beginning that the other program may play and we do not.
    ///   - padding: Samples at the end, likewise.
    static func compare(_ ours: [Double], _ theirs: [Double], skippable: Int, padding: Int) -> Interoperation {
        guard !ours.isEmpty else { return .differs("nothing is read") }
        let missing = ours.count - theirs.count
        if missing > 0, missing <= skippable {
            return compare(Array(ours.dropFirst(missing)), theirs, skippable: 0, padding: 0)
        }
        var best = Interoperation.differs("\(ours.count) samples, not \(theirs.count)")
        for skip in Set([0, skippable]).sorted() {
            let rest = theirs.count - skip - ours.count
            guard rest >= 0, rest <= padding else { continue }
            var (sum, isIdentical) = (0.0, true)
            for index in ours.indices {
                let difference = ours[index] - theirs[skip + index]
                sum += difference * difference
                if difference != 0 { isIdentical = false }
            }
            if isIdentical { return .identical }
            let rms = (sum / Double(ours.count)).squareRoot()
            if rms <= 1 / 32768.0 { return .near }
            best = .differs("\(rms) rms")
        }
        return best
    }
}

extension InteroperationKind {
    static let frameCount = 11_025

    /// A file of this kind, tagged, and the samples that went in.
    func write(in folder: TemporaryFolder) throws -> (path: String, samples: [[Float]]) {
        let samples = EncoderTests.chord(
            channelCount: format.channelCount, frameCount: Self.frameCount, rate: format.sampleRate,
            bits: bits > 0 ? min(bits, 24) : 16)
        let path = folder.file("a." + (Containers.named(fileType)?.extensions.first ?? ""))
        var description = MediaDescription(format, layout: layout)
        description.info = [.init(key: "title", value: "A Title")]
        let writer = try MediaWriter(
            FileByteSink(path: path), try #require(Containers.named(fileType)), description)
        try SordinoMediaTests.write(samples, with: writer)
        try writer.finish()
        return (path, samples)
    }

    /// The results of ffmpeg and sox.
    func read(with tools: [String]) throws -> [Interoperation] {
        let folder = try TemporaryFolder()
        let (path, samples) = try write(in: folder)
        let reader = try MediaReader(path: path)
        let ours = interleaved(try allFrames(reader, step: 8192))
        if bits > 0, ours.prefix(samples.count * Self.frameCount) != interleaved(samples)[...] {
            return tools.map { _ in .differs("we do not read it ourselves") }
        }
        let channelCount = format.channelCount
        return tools.map { tool in
            // It asks libsndfile for integers, and those of floating point are of another size.
            if tool == "sox", ["caff", "W64f"].contains(fileType), format.encoding?.isFloat == true { return .scaled }
            let arguments =
                tool == "ffmpeg" ? ["-v", "error", "-i", path, "-f", "f64le", "-"] : ["-V1", path, "-t", "f64", "-"]
            guard let data = try? OutsideTool.run(tool, arguments), !data.isEmpty else { return .unknown }
            return InteroperationJudge.compare(
                ours, OutsideTool.doubles(data), skippable: Int(reader.properties.primingFrameCount) * channelCount,
                padding: bits > 0 && fileType != "caff" ? 0 : 4608 * channelCount)
        }
    }
}

/// A file that another program writes.
struct ForeignFile {
    var tool: String
    var file: String
    var data: String
    var options: [String]
    /// Bits that come back exactly; 0 for what is lossy.
    var bits: Int
    var channelCount = 2
    var rate = 44100
    /// Indicates whether length and title are in the file.
    var hasLength = true

    /// The files that ffmpeg writes.
    static let byFFmpeg: [ForeignFile] = {
        var files: [ForeignFile] = []
        func add(
            _ file: String, _ codec: String, _ bits: Int, channels: Int = 2, rate: Int = 44100, length: Bool = true,
            _ more: [String] = []
        ) {
            let note =
                more.filter { $0.hasPrefix("+") }.map { ", \($0.dropFirst())" }.joined()
                + (more.contains("always") ? ", RF64" : "")
            let shape = (channels == 2 ? "" : ", \(channels) channels") + (rate == 44100 ? "" : ", \(rate) Hz")
            files.append(
                .init(
                    tool: "ffmpeg", file: file, data: codec + shape + note, options: ["-c:a", codec] + more, bits: bits,
                    channelCount: channels, rate: rate, hasLength: length))
        }
        for (codec, bits) in [
            ("pcm_u8", 8), ("pcm_s16le", 16), ("pcm_s24le", 24), ("pcm_s32le", 24), ("pcm_s64le", 24),
            ("pcm_f32le", 24), ("pcm_f64le", 24),
        ] { add("wav", codec, bits) }
        add("wav", "pcm_s16le", 16, ["-rf64", "always"])
        add("wav", "pcm_s16le", 16, channels: 6)
        for codec in ["adpcm_ms", "adpcm_ima_wav"] { add("wav", codec, 0) }
        add("wav", "libgsm_ms", 0, channels: 1, rate: 8000)
        for (codec, bits) in [
            ("pcm_s8", 8), ("pcm_s16be", 16), ("pcm_s16le", 16), ("pcm_s24be", 24), ("pcm_s32be", 24),
            ("pcm_f32be", 24), ("pcm_f64be", 24),
        ] { add("aiff", codec, bits) }
        add("aiff", "adpcm_ima_qt", 0)
        for (codec, bits) in [
            ("pcm_s16be", 16), ("pcm_s16le", 16), ("pcm_s24be", 24), ("pcm_s24le", 24), ("pcm_s32be", 24),
            ("pcm_s32le", 24), ("pcm_f32be", 24), ("pcm_f32le", 24), ("pcm_f64be", 24), ("pcm_f64le", 24),
        ] { add("caf", codec, bits) }
        add("caf", "alac", 16)
        add("caf", "aac", 0)
        add("caf", "adpcm_ima_qt", 0)
        for (codec, bits) in [("pcm_s8", 8), ("pcm_s16be", 16), ("pcm_s24be", 24), ("pcm_f32be", 24)] {
            add("au", codec, bits)
        }
        add("flac", "flac", 16)
        add("flac", "flac", 24, rate: 96000, ["-sample_fmt", "s32"])
        add("flac", "flac", 16, channels: 6)
        add("oga", "flac", 16)
        add("m4a", "alac", 16)
        add("m4a", "alac", 24, rate: 96000, ["-sample_fmt", "s32p"])
        add("mp4", "flac", 16, ["-strict", "-2"])
        add("m4a", "aac", 0)
        add("m4a", "aac", 0, ["-movflags", "+faststart"])
        add("m4a", "aac", 0, length: false, ["-movflags", "+frag_keyframe+empty_moov", "-frag_duration", "100000"])
        add("m4a", "aac", 0, channels: 6, rate: 48000)
        add("3gp", "aac", 0, channels: 1, rate: 16000)
        add("mp4", "libopus", 0, rate: 48000)
        add("mp4", "libmp3lame", 0)
        add("mp4", "ac3", 0, channels: 6, rate: 48000)
        add("mov", "pcm_s16le", 16)
        add("mov", "adpcm_ima_qt", 0)
        add("aac", "aac", 0, length: false)
        add("latm", "aac", 0, length: false, ["-f", "latm"])
        add("mp3", "libmp3lame", 0)
        add("mp3", "libmp3lame", 0, channels: 1, rate: 22050, ["-q:a", "5"])
        add("mp2", "mp2", 0, length: false)
        add("ac3", "ac3", 0, channels: 6, rate: 48000, length: false)
        add("eac3", "eac3", 0, rate: 48000, length: false)
        add("ogg", "libvorbis", 0)
        add("ogg", "libvorbis", 0, channels: 6)
        add("opus", "libopus", 0, rate: 48000)
        add("opus", "libopus", 0, channels: 6, rate: 48000, ["-mapping_family", "1"])
        add("gsm", "libgsm", 0, channels: 1, rate: 8000, length: false)
        return files
    }()

    /// The files that sox writes, through its own code and libsndfile.
    static let bySox: [ForeignFile] = {
        let files: [(String, String, [String], Int)] = [
            ("wav", "8 bits", ["-b", "8"], 8), ("wav", "16 bits", ["-b", "16"], 16),
            ("wav", "24 bits", ["-b", "24"], 24),
            ("wav", "32 bits", ["-b", "32"], 24), ("wav", "float", ["-e", "float", "-b", "32"], 24),
            ("wav", "double", ["-e", "float", "-b", "64"], 24), ("wav", "RIFX", ["-b", "16", "-B"], 16),
            ("wav", "MS ADPCM", ["-e", "ms-adpcm"], 0), ("wav", "IMA ADPCM", ["-e", "ima-adpcm"], 0),
            ("aiff", "8 bits", ["-b", "8"], 8), ("aiff", "16 bits", ["-b", "16"], 16),
            ("aiff", "24 bits", ["-b", "24"], 24), ("aiff", "32 bits", ["-b", "32"], 24),
            ("aifc", "float", ["-e", "float", "-b", "32"], 24), ("aifc", "double", ["-e", "float", "-b", "64"], 24),
            ("caf", "16 bits", ["-b", "16"], 16), ("caf", "24 bits", ["-b", "24"], 24),
            ("au", "16 bits", ["-b", "16"], 16), ("au", "float", ["-e", "float", "-b", "32"], 24),
            ("flac", "16 bits", ["-b", "16"], 16), ("flac", "24 bits", ["-b", "24"], 24), ("ogg", "Vorbis", [], 0),
        ]
        return files.map { .init(tool: "sox", file: $0.0, data: $0.1, options: $0.2, bits: $0.3) }
    }()

    /// Writes it and says how we read it.
    func read() throws -> Interoperation {
        let folder = try TemporaryFolder()
        let frameCount = rate / 4
        let samples = EncoderTests.chord(
            channelCount: channelCount, frameCount: frameCount, rate: Double(rate), bits: bits > 0 ? min(24, bits) : 16)
        try OutsideTool.raw(samples).write(to: URL(fileURLWithPath: folder.file("raw")))
        let path = folder.file("a.\(file)")
        let arguments =
            tool == "ffmpeg"
            ? ["-v", "error", "-f", "f32le", "-ar", "\(rate)", "-ac", "\(channelCount)"]
                + (channelCount == 6 ? ["-channel_layout", "5.1"] : []) + ["-i", folder.file("raw")] + options
                + ["-metadata", "title=A Title", path]
            : ["-D", "-t", "f32", "-r", "\(rate)", "-c", "\(channelCount)", folder.file("raw")] + options + [path]
        guard (try? OutsideTool.run(tool, arguments)) != nil else { return .unknown }
        let reader = try MediaReader(path: path)
        let ours = try allFrames(reader, step: 8192)
        guard reader.format.sampleRate == Double(rate) else { return .differs("\(reader.format.sampleRate) Hz") }
        guard ours.count == channelCount else { return .differs("\(ours.count) channels") }
        guard Int64(ours[0].count) == reader.frameCount else { return .differs("its length is \(reader.frameCount)") }
        if channelCount == 6, reader.layout?.channelCount != 6 { return .differs("no layout of six channels") }
        if bits > 0 {
            // ffmpeg's packet tables of CAF count whole packets.
            let extra = data == "alac" && file == "caf" ? 4095 : 0
            let isAlike = ours.map { Array($0.prefix(frameCount)) } == samples && ours[0].count <= frameCount + extra
            return isAlike ? .identical : .differs("\(ours[0].count) frames of \(frameCount)")
        }
        if hasLength, abs(ours[0].count - frameCount) > (data.hasPrefix("libopus") ? 0 : exactness) {
            return .differs("\(ours[0].count) frames, not \(frameCount)")
        }
        guard let decoded = try? OutsideTool.decoded(path, codec: data) else { return .unknown }
        // ffmpeg 5.1 drops the first short block of Vorbis.
        let lost = data.contains("orbis") ? 1024 : 0
        let priming = max(lost, Int(reader.properties.primingFrameCount)) * channelCount
        return InteroperationJudge.compare(
            interleaved(ours), decoded, skippable: priming, padding: 4608 * channelCount)
    }

    /// Frames by which blocks of a fixed length make a file longer than its sound.
    private var exactness: Int {
        ["adpcm", "libgsm", "MS ADPCM", "IMA ADPCM"].contains { data.hasPrefix($0) }
            ? 2048 : data.hasPrefix("ac3") ? 1536 : 0
    }
}
