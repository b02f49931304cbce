import Foundation
import SordinoMedia
import Testing

/// Files as others leave them: frames of tags in every form, bytes between pages, streams that are not whole, kinds of sound
/// that nothing here decodes.
@Suite struct FoundFilesTests {
    // MARK: ID3

    /// A tag of a version with one frame: its flags, and its bytes as they are stored.
    ///
    /// - Parameter size: The length in the frame's header; nil for that of the stored bytes.
    private func title(
        _ body: [UInt8], flags: UInt8, version: UInt8 = 4, tagFlags: UInt8 = 0, size: Int? = nil
    ) -> String? {
        let size = size ?? body.count
        let frame = Array("TIT2".utf8) + [0, 0, UInt8(size >> 7), UInt8(size & 0x7F), 0, flags] + body
        let count = frame.count
        let tag = Array("ID3".utf8) + [version, 0, tagFlags, 0, 0, UInt8(count >> 7), UInt8(count & 0x7F)] + frame
        return FileTags.info(inID3: tag).first { $0.key == "title" }?.value
    }

    private static let text = "Grüße 長い題"
    /// The text in UTF-16 with its mark, behind the byte that says so.
    private static let wide: [UInt8] = [1, 0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    /// The same with a zero behind each FF that a zero or a frame's sync would follow (ID3 2.4.0, 6.1).
    private static let unsynchronised: [UInt8] = [1, 0xFF, 0x00, 0xFE] + wide.dropFirst(3)
    /// The bytes packed by zlib 1.2, and in front of them their length in seven bits a byte.
    private static let packed: [UInt8] = [
        120, 218, 99, 252, 255, 207, 157, 161, 136, 225, 15, 195, 125, 134, 84, 6, 5, 134, 242, 169, 46, 6, 62,
        51, 0, 88, 191, 7, 124,
    ]
    private static let length: [UInt8] = [0, 0, 0, 21]

    @Test func theTitleOfA24TagIsReadWhateverItsFrameWentThrough() {
        #expect(title(Self.wide, flags: 0) == Self.text)
        #expect(title(Self.unsynchronised, flags: 0x02) == Self.text)
        #expect(title(Self.unsynchronised, flags: 0, tagFlags: 0x80) == Self.text)
        #expect(title(Self.length + Self.unsynchronised, flags: 0x03) == Self.text)
        #expect(title(Self.length + Self.packed, flags: 0x09) == Self.text)
        #expect(title([7] + Self.wide, flags: 0x40) == Self.text)
        #expect(title([7] + Self.length + Self.packed, flags: 0x49) == Self.text)
        // Encrypted parts are not reported.
        #expect(title([1] + Self.wide, flags: 0x04) == nil)
    }

    @Test func theTitleOfA23TagIsReadWhateverItsFrameWentThrough() {
        #expect(title([0, 0, 0, 21] + Self.packed, flags: 0x80, version: 3) == Self.text)
        #expect(title([7] + Self.wide, flags: 0x20, version: 3) == Self.text)
        #expect(title(Self.wide, flags: 0x40, version: 3) == nil)
        // Before 2.4 zeros are inserted into the tag as a whole, and the lengths of frames do not count them (2.3.0, 5).
        let size = Self.wide.count
        #expect(title(Self.unsynchronised, flags: 0, version: 3, tagFlags: 0x80, size: size) == Self.text)
    }

    /// 120 words that zlib packs with codes of its own (a block of type 2).
    private static let words: [UInt8] = [
        120, 218, 141, 146, 81, 14, 131, 48, 12, 67, 63, 118, 17, 174, 86, 68, 6, 31, 173, 64, 19, 187, 205,
        164, 29, 166, 23, 99, 107, 168, 244, 152, 41, 218, 79, 20, 185, 113, 237, 184, 189, 245, 182, 134, 110,
        78, 54, 214, 90, 128, 49, 164, 84, 129, 193, 226, 7, 201, 175, 222, 30, 247, 248, 204, 239, 29, 14, 113,
        153, 194, 161, 247, 65, 82, 203, 93, 165, 128, 238, 99, 148, 116, 68, 116, 78, 217, 240, 43, 4, 183, 33,
        0, 40, 14, 184, 69, 246, 244, 36, 86, 5, 104, 36, 226, 48, 242, 115, 5, 152, 144, 137, 43, 45, 117, 198,
        158, 49, 235, 233, 185, 4, 55, 150, 93, 127, 51, 22, 39, 212, 98, 154, 255, 221, 65, 215, 154, 78, 35,
        104, 125, 46, 36, 168, 239, 71, 18, 191, 167, 126, 210, 134, 49, 237, 191, 74, 27, 111, 160, 60, 53,
    ]
    private static let order =
        "144124354040324115344335115143505014020234535335431200131253"
        + "523434244341250245515244405515422003530203102330044035424241"

    @Test func aLongTextIsUnpacked() {
        let names = ["alpha", "beta", "gamma", "delta", "omega", "Überfluß"]
        let expected = Self.order.compactMap { $0.wholeNumberValue.map { names[$0] } }.joined(separator: " ")
        #expect(title([0, 0, 6, 0] + Self.words, flags: 0x09) == expected)
    }

    @Test func damagedPackingIsNoTitleAndCostsLittle() {
        for count in 0..<Self.words.count {
            _ = title([0, 0, 6, 0] + Self.words.prefix(count), flags: 0x09)
            var damaged = Self.words
            damaged[count] ^= 0x5A
            _ = title([0, 0, 6, 0] + damaged, flags: 0x09)
        }
        // 65,536 zeros and one: more than a text may have. zlib packs them to 86 bytes; a stored block does as well.
        #expect(title([0, 0, 0, 9] + [0x78, 0x9C, 1, 4, 0, 0xFB, 0xFE, 3, 65, 66, 67], flags: 0x09) == nil)
        #expect(title([0, 0, 0, 4] + [0x78, 0x9C, 1, 4, 0, 0xFB, 0xFF, 3, 65, 66, 67], flags: 0x09) == "ABC")
    }

    // MARK: Ogg

    private func ogg() throws -> [UInt8] {
        OggPagesTests.stream([
            .init(packets: [OggPagesTests.head], granule: 0, isFirst: true),
            .init(packets: [OggPagesTests.tags], granule: 0),
            .init(packets: [OggPagesTests.packet(0), OggPagesTests.packet(1)], granule: 1920),
            .init(packets: [OggPagesTests.packet(2)], granule: 2880, isLast: true),
        ])
    }

    /// Offsets of the pages of a stream.
    private func pages(_ bytes: [UInt8]) -> [Int] {
        bytes.indices.filter { bytes[$0...].starts(with: Array("OggS".utf8)) }
    }

    @Test(.enabled(if: OutsideTool.hasLibrary, "libavcodec is not there"))
    func strayBytesBetweenPagesArePassedOver() throws {
        let bytes = try ogg()
        let plain = try allFrames(MediaReader(bytes: bytes))
        for stray in [
            [UInt8](repeating: 0x21, count: 10), Array("OggOggOg".utf8), [0x4F], [UInt8](repeating: 0, count: 300),
        ] {
            for place in pages(bytes).dropFirst() {
                let dirty = Array(bytes[..<place]) + stray + Array(bytes[place...])
                let reader = try MediaReader(bytes: dirty)
                #expect(reader.frameCount == Int64(plain[0].count), "\(stray.count) bytes at \(place)")
                #expect(try allFrames(reader) == plain, "\(stray.count) bytes at \(place)")
            }
        }
    }

    @Test func anOggFileOfNothingButStrayBytesIsRefusedEarly() throws {
        let bytes = try Array(ogg()[..<pages(ogg())[1]]) + [UInt8](repeating: 0x4F, count: 1 << 20)
        let error = #expect(throws: MediaError.self) { try MediaScan.scan(MemoryByteSource(bytes)) }
        guard case .malformed(let at, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(at < 1 << 17)
    }

    // MARK: MPEG-4

    private func box(_ code: String, _ body: [UInt8]) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: (body.count + 8) >> $0) } + Array(code.utf8) + body
    }

    @Test func aMovieWithoutSoundSaysSoWhereverItsDescriptionStands() {
        let head = box("ftyp", Array("isom".utf8) + [0, 0, 2, 0])
        let media = box("mdat", [UInt8](repeating: 1, count: 100))
        for last in [box("free", [1, 2, 3, 4]), [], box("mvhd", [UInt8](repeating: 0, count: 100))] {
            let movie = box("moov", box("mvhd", [UInt8](repeating: 0, count: 100)) + last)
            for bytes in [head + media + movie, head + movie + media] {
                let error = #expect(throws: MediaError.self) { try MediaScan.scan(MemoryByteSource(bytes)) }
                #expect(error == .unsupported(.dataFormat("the file has no audio track")))
            }
        }
    }

    @Test func kindsOfAACThatNothingDecodesAreNamed() throws {
        // 5 bits of ones, 42 - 32 in six, rate 4 of table 1.18, two channels.
        let extended: [UInt8] = [0xF9, 0x48, 0x40, 0, 0, 0, 0, 0]
        let config = try #require(AudioSpecificConfig(extended))
        #expect(config.objectType == 42 && config.codec == "usac")
        func refusal(_ codec: FourCC, _ cookie: [UInt8]) -> String {
            let format = MediaFormat(
                codec: codec, sampleRate: 44100, channelCount: 2, bytesPerPacket: 0, framesPerPacket: 1024)
            do throws(MediaError) { _ = try Codecs.decoder(for: format, cookie: cookie) } catch {
                return error.description
            }
            return "decoded"
        }
        #expect(refusal("usac", extended).contains("no decoder for MPEG-D USAC"))
        guard OutsideTool.hasLibrary else { return }
        // CELP, object type 8.
        #expect(refusal("aac ", [0x42, 0x08, 0, 0]).contains("CELP"))
        #expect(refusal("aac ", [0x12, 0x10]) == "decoded")
    }

    // MARK: Streams

    @Test(.enabled(if: OutsideTool.hasLibrary, "libavcodec is not there"))
    func aStreamOfPacketsWhoseTableComesLastCannotBeStreamed() throws {
        let format = try #require(Codecs.named("alac")).usualFormat(sampleRate: 44100, channelCount: 1)
        let bytes = try written([[Float](repeating: 0.25, count: 9000)], "caff", MediaDescription(format))
        let error = #expect(throws: MediaError.self) { try PushParserTests.packets(bytes, pieces: { _ in 100 }) }
        guard case .unsupported(.operation) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test(
        .enabled(if: EveryFileTests.isReady, "../shared/samples or libavcodec is not there"),
        arguments: [
            "aac/audioscan__mono.aac", "aac/mutagen__empty.aac", "ac3/mutagen__silence-44-s.ac3",
            "ac3/media__sample_eac3joc.ec3", "mpegaudio/fzc__test27.mp2", "mpegaudio/minimp3__l3-sin1k0db.mp3",
        ])
    func aStreamIsReadyWithTheHeaderOfItsSecondFrame(file: String) throws {
        let path = try #require(RealSamplesTests.folder) + "/" + file
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        let scan = try MediaScan.scan(MemoryByteSource(bytes))
        let source = try OpenedPackets.packets(MemoryByteSource(bytes), scan)
        var ends: [Int64] = []
        while ends.count < 2, let packet = try source.next() { ends.append(packet.offset + Int64(packet.bytes.count)) }
        for hint in [nil, scan.container] {
            var parser = PushParser(hint: hint)
            var count = 0
            while !parser.isReady, count < bytes.count {
                try bytes[count..<count + 1].withUnsafeBytes { try parser.push($0) { _ in } }
                count += 1
            }
            #expect(Int64(count) < (ends.last ?? 0), "ready after \(count) bytes, frames end at \(ends)")
        }
    }

    @Test(.enabled(if: EveryFileTests.isReady, "../shared/samples or libavcodec is not there"))
    func highEfficiencyAACWithoutAnAnnouncementIsListedWithItsBaseLayer() throws {
        let folder = try #require(RealSamplesTests.folder)
        let file = try PacketFile(
            FileByteSource(path: folder + "/aac/fate__tones_afconvert_44100_mono_aac_he.aac"))
        let formats = file.decodableFormats().map(\.format)
        #expect(formats.map(\.codec) == ["aach", "aac "])
        #expect(formats.map(\.sampleRate) == [44100, 22050])
        #expect(formats.map(\.framesPerPacket) == [2048, 1024])
    }

    // MARK: Lengths

    @Test(.enabled(if: OutsideTool.hasLibrary, "libavcodec is not there"))
    func flacInCAFWhoseFirstPacketIsTheHeaderIsReadAsItIs() throws {
        let samples = exactSamples(channelCount: 2, frameCount: 20_000, bits: 16)
        var format = try #require(Codecs.named("flac")).usualFormat(sampleRate: 44100, channelCount: 2)
        format.bitsPerChannel = 16
        let flac = try written(samples, "flac", MediaDescription(format))
        let scan = try MediaScan.scan(MemoryByteSource(flac))
        let source = try OpenedPackets.packets(MemoryByteSource(flac), scan)
        let info = try #require(scan.properties.cookie.flatMap(FLACStreamInfo.inside))
        let sink = MemoryByteSink()
        var bare = scan.format
        bare.bitsPerChannel = 0
        bare.codecFlags = 0
        let first = try #require(try source.next()).frameCount
        bare.framesPerPacket = first
        try source.seek(toPacket: 0)
        let writer = try MediaWriter(
            sink, try #require(Containers.named("caff")), MediaDescription(bare), encodes: false)
        let header = Array("fLaC".utf8) + [0x80, 0, 0, 34] + info
        try header.withUnsafeBytes { try writer.write(packet: $0, frameCount: first) }
        while let packet = try source.next() { try writer.write(packet: packet.bytes, frameCount: first) }
        try writer.finish()
        let reader = try MediaReader(bytes: sink.bytes)
        #expect(reader.format.bitsPerChannel == 16)
        #expect(reader.frameCount == 20_000)
        #expect(try allFrames(reader) == samples)
        reader.seek(to: 9000)
        #expect(try someFrames(reader, 500) == samples.map { Array($0[9000..<9500]) })
        // A stream needs the table of packets before the audio.
        let chunks = Self.chunks(ofCAF: sink.bytes)
        let table = try #require(chunks.first { $0.name == "pakt" })
        let stream = chunks.flatMap { $0.name == "pakt" ? [] : ($0.name == "data" ? table.bytes : []) + $0.bytes }
        for step in [1, 50, 1 << 20] {
            var parser = PushParser()
            var packets: [[UInt8]] = []
            let all = Array(sink.bytes.prefix(8)) + stream
            for start in stride(from: 0, to: all.count, by: step) {
                try all[start..<min(start + step, all.count)].withUnsafeBytes {
                    try parser.push($0) { packets.append(Array($0.bytes)) }
                }
            }
            try parser.finish()
            try source.seek(toPacket: 0)
            for packet in packets { #expect(try source.next().map { Array($0.bytes) } == packet) }
            #expect(try source.next() == nil)
            #expect(parser.properties?.format?.bitsPerChannel == 16 && parser.properties?.cookie != nil)
        }
    }

    /// The chunks of a CAF file with their heads.
    private static func chunks(ofCAF bytes: [UInt8]) -> [(name: String, bytes: [UInt8])] {
        var (chunks, at) = ([(name: String, bytes: [UInt8])](), 8)
        while at + 12 <= bytes.count {
            let size = bytes[at + 4..<at + 12].reduce(0) { $0 << 8 | Int($1) }
            chunks.append((String(decoding: bytes[at..<at + 4], as: UTF8.self), Array(bytes[at..<at + 12 + size])))
            at += 12 + size
        }
        return chunks
    }

    /// Frames of layer 3, 128 kbit/s at 44.1 kHz in stereo, without sound; the first is Xing's and counts the others.
    private func xing(frames: Int) -> [UInt8] {
        func frame(_ body: [UInt8]) -> [UInt8] {
            [0xFF, 0xFB, 0x90, 0x00] + body + [UInt8](repeating: 0, count: 413 - body.count)
        }
        func number(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
        let head = [UInt8](repeating: 0, count: 32) + Array("Xing".utf8) + number(3) + number(frames)
        return frame(head + number(417 * (frames + 1))) + (0..<frames).flatMap { _ in frame([]) }
    }

    @Test(.enabled(if: OutsideTool.hasLibrary, "libavcodec is not there"))
    func aFrameThatWasCutIsNotCounted() throws {
        let whole = xing(frames: 40)
        #expect(try MediaReader(bytes: whole).frameCount == 40 * 1152)
        // The header continues to count 40 frames and all their bytes, of which a tag takes the place of the last.
        let tagged = Array(whole[..<(whole.count - 60)]) + Array("TAG".utf8) + [UInt8](repeating: 32, count: 40)
        let short = Array(whole[..<(whole.count - 100)])
        for bytes in [tagged, short, Array(whole[..<(whole.count - 417 * 20)])] {
            let reader = try MediaReader(bytes: bytes)
            let length = reader.frameCount
            #expect(try allFrames(reader)[0].count == Int(length))
            #expect(length < 40 * 1152)
        }
        // The bytes are all there by the count, and the last frame is not.
        var miscounted = whole
        // 0x42C9 becomes 0x4201: 200 bytes less.
        miscounted[4 + 32 + 15] = 0x01
        let reader = try MediaReader(bytes: Array(miscounted[..<(whole.count - 100)]))
        #expect(reader.frameCount == 39 * 1152)
        #expect(try allFrames(reader)[0].count == 39 * 1152)
    }

    /// 100 frames of 128 kbit/s, then 300 of 64; the header's table says where each hundredth begins.
    @Test func theDurationOfACutFileOfVaryingRatesFollowsItsTable() throws {
        var sizes = [Int](repeating: 417, count: 100)
        sizes.append(contentsOf: repeatElement(208, count: 300))
        let total: Int = sizes.reduce(417, +)
        func number(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
        var bytes: [UInt8] = [0xFF, 0xFB, 0x90, 0x00]
        bytes.append(contentsOf: repeatElement(0, count: 32))
        bytes.append(contentsOf: Array("Xing".utf8))
        for value in [7, 400, total] { bytes.append(contentsOf: number(value)) }
        for hundredth in 0..<100 {
            let before: Int = sizes.prefix(4 * hundredth).reduce(417, +)
            bytes.append(UInt8(255 * before / total))
        }
        bytes.append(contentsOf: repeatElement(0, count: 417 - bytes.count))
        for size in sizes {
            let rate: UInt8 = size == 417 ? 0x90 : 0x50
            bytes.append(contentsOf: [0xFF, 0xFB, rate, 0x00])
            bytes.append(contentsOf: repeatElement(0, count: size - 4))
        }
        for share in [0.3, 0.5, 0.8] {
            let cut = Array(bytes[..<Int(share * Double(total))])
            let file = try PacketFile(MemoryByteSource(cut))
            let estimate = Double(file.estimate().frames)
            let count = Double(file.count().frames)
            #expect(abs(estimate / count - 1) < 0.04, "\(estimate) and \(count) at \(share)")
        }
    }

    @Test(.enabled(if: OutsideTool.hasLibrary, "libavcodec is not there"))
    func anOpusHeaderThatIsRepeatedInTheSoundEndsNothing() throws {
        let bytes = OggPagesTests.stream([
            .init(packets: [OggPagesTests.head], granule: 0, isFirst: true),
            .init(packets: [OggPagesTests.tags], granule: 0),
            .init(packets: [OggPagesTests.packet(0), OggPagesTests.packet(1)], granule: 1920),
            .init(packets: [OggPagesTests.head], granule: 1920, isFirst: true),
            .init(packets: [OggPagesTests.tags], granule: 1920),
            .init(packets: [OggPagesTests.packet(2)], granule: 2880, isLast: true),
        ])
        let reader = try MediaReader(bytes: bytes)
        #expect(reader.frameCount + 312 == 2880)
        #expect(try allFrames(reader)[0].count == Int(reader.frameCount))
    }

    // MARK: Pictures

    @Test(
        .enabled(if: OutsideTool.hasLibrary, "libavcodec is not there"),
        arguments: [
            ("m4af", "aac "), ("m4bf", "aac "), ("flac", "flac"), ("Oggf", "opus"), ("Oggf", "flac"),
            ("WAVE", "lpcm"), ("RF64", "lpcm"), ("BW64", "lpcm"), ("AIFF", "lpcm"), ("AIFC", "lpcm"),
        ] as [(FourCC, FourCC)])
    func aPictureIsWrittenAndFound(fileType: FourCC, codec: FourCC) throws {
        let rate = codec == "opus" ? 48000.0 : 44100
        let isLinear = codec == "lpcm"
        guard isLinear || Codecs.named(codec)?.isEncoded == true else { return }
        for mark in [[0xFF, 0xD8, 0xFF, 0xE0], [0x89, 0x50, 0x4E, 0x47]] as [[UInt8]] {
            let linear = MediaFormat(
                .int16(["AIFF", "AIFC"].contains(fileType) ? .big : .little), sampleRate: rate, channelCount: 1)
            let format =
                isLinear
                ? linear
                : try #require(Codecs.named(codec)).usualFormat(
                    sampleRate: rate, channelCount: 1)
            var description = MediaDescription(format)
            description.picture = mark + (0..<70_000).map { UInt8($0 % 251) }
            let bytes = try written([[Float](repeating: 0.25, count: 90_000)], fileType, description)
            let reader = try MediaReader(bytes: bytes)
            #expect(reader.picture == description.picture)
            #expect(try allFrames(reader)[0].count == 90_000)
        }
    }
}
