import Foundation
import SordinoMedia
import Testing

/// Tags, markers and chapters of every container, in and out, and those that other programs write.
@Suite struct MetadataTests {
    static let hasFFmpeg = OutsideTool.path("ffmpeg") != nil

    @Test(arguments: ["WAVE", "RF64", "AIFF", "AIFC", "caff"] as [FourCC])
    func tagsAndMarkersThatComeLateLieBehindTheAudio(fileType: FourCC) throws {
        let isBig = fileType == "AIFF" || fileType == "AIFC"
        let format = MediaFormat(isBig ? .int16(.big) : .int16(.little), sampleRate: 8000, channelCount: 1)
        let sink = MemoryByteSink()
        let early = [MediaProperties.Info(key: "title", value: "Früher")]
        let writer = try MediaWriter(
            sink, try #require(Containers.named(fileType)), MediaDescription(format, info: early))
        let samples = exactSamples(channelCount: 1, frameCount: 333, bits: 16)
        try write(samples, with: writer)
        let late = [
            MediaProperties.Info(key: "title", value: "Ein längerer Name"), .init(key: "artist", value: "Wer"),
        ]
        let markers = [
            MediaMarker(name: "A", framePosition: 5, id: 1), MediaMarker(name: "Bb", framePosition: 300, id: 2),
        ]
        try writer.redescribe {
            $0.info = late
            $0.markers = markers
        }
        try writer.finish()
        let reader = try MediaReader(bytes: sink.bytes)
        #expect(reader.properties.info == late)
        #expect(reader.properties.markers == markers)
        #expect(try allFrames(reader) == samples)
        let ids = reader.properties.chunks.map(\.id)
        #expect(Set(ids).count >= ids.count - 3, "no chunk twice but fillers: \(ids)")
    }

    @Test func regionsOfWAVEComeBack() throws {
        var description = MediaDescription(MediaFormat(.int16(.little), sampleRate: 8000, channelCount: 1))
        description.markers = [.init(name: "M", framePosition: 3, id: 1)]
        description.regions = [
            .init(
                id: 5, name: "R",
                markers: [
                    .init(name: "R", framePosition: 10, id: 5), .init(name: "R", framePosition: 25, id: 5),
                ])
        ]
        let reader = try MediaReader(bytes: try written([[Float](repeating: 0, count: 50)], "WAVE", description))
        #expect(reader.properties.markers == description.markers)
        #expect(reader.properties.regions == description.regions)
    }

    @Test func theFirstKindOfID3AndTheBroadcastExtensionAreRead() throws {
        func field(_ text: String, _ count: Int) -> [UInt8] {
            Array(text.utf8) + [UInt8](repeating: 0, count: count - text.utf8.count)
        }
        let tag =
            Array("TAG".utf8) + field("Name", 30) + field("Who", 30) + field("", 30) + field("1999", 4)
            + field("Words", 28) + [0, 7, 17]
        // Twelve frames of layer 3, 128 kbit/s, 44.1 kHz, silent.
        let frame = [0xFF, 0xFB, 0x90, 0xC0] + [UInt8](repeating: 0, count: 413)
        let properties = try MediaScan.scan(MemoryByteSource(Array((0..<12).map { _ in frame }.joined()) + tag))
            .properties
        #expect(
            properties.info == [
                .init(key: "title", value: "Name"), .init(key: "artist", value: "Who"),
                .init(key: "year", value: "1999"), .init(key: "comments", value: "Words"),
                .init(key: "track number", value: "7"), .init(key: "genre", value: "Rock"),
            ])

        let plain = try written(
            [[0, 0]], "WAVE", MediaDescription(MediaFormat(.uint8, sampleRate: 8000, channelCount: 1)))
        let body = field("What", 256) + field("Whose", 32) + field("", 32) + field("2020-02-03", 10) + field("", 272)
        let extended = Array(plain[..<12]) + Array("bext".utf8) + [0x5A, 2, 0, 0] + body + Array(plain[12...])
        #expect(
            try MediaReader(bytes: extended).properties.info == [
                .init(key: "comments", value: "What"), .init(key: "artist", value: "Whose"),
                .init(key: "recorded date", value: "2020-02-03"),
            ])
    }

    /// A file's name, options of ffmpeg and the keys that have to come back.
    static let byFFmpeg: [(String, [String], [String])] = [
        ("a.wav", [], ["title", "artist", "album", "comments", "year", "genre"]),
        ("a.aiff", ["-write_id3v2", "1"], ["title", "artist", "album", "year", "genre"]),
        ("a.flac", [], ["title", "artist", "album", "comments", "year", "genre"]),
        ("a.ogg", ["-c:a", "libvorbis"], ["title", "artist", "album", "comments", "year", "genre"]),
        ("b.oga", ["-c:a", "flac"], ["title", "artist", "album", "comments", "year", "genre"]),
        ("a.opus", ["-c:a", "libopus"], ["title", "artist", "album", "comments", "year", "genre"]),
        ("a.mp3", ["-c:a", "libmp3lame"], ["title", "artist", "album", "year", "genre"]),
        ("b.mp3", ["-c:a", "libmp3lame", "-id3v2_version", "0", "-write_id3v1", "1"], ["comments"]),
        ("a.m4a", ["-c:a", "aac"], ["title", "artist", "album", "comments", "year", "genre"]),
        (
            "a.3gp", ["-c:a", "aac", "-ar", "16000", "-ac", "1"],
            ["title", "artist", "album", "comments", "year", "genre"]
        ),
        ("a.caf", ["-c:a", "pcm_s16le"], ["title", "artist", "album", "genre"]),
    ]

    @Test(.enabled(if: hasFFmpeg, "ffmpeg is not installed"), arguments: byFFmpeg.indices)
    func tagsThatFFmpegWritesAreRead(index: Int) throws {
        let (name, options, keys) = Self.byFFmpeg[index]
        let values = [
            "title": "Ein Tön", "artist": "Nobody", "album": "All", "comments": "Words", "year": "2001",
            "genre": "Jazz",
        ]
        let folder = try TemporaryFolder()
        let tags = values.sorted { $0.key < $1.key }.flatMap { key, value in
            ["-metadata", (key == "comments" ? "comment" : key == "year" ? "date" : key) + "=" + value]
        }
        _ = try OutsideTool.run(
            "ffmpeg",
            ["-v", "error", "-f", "lavfi", "-i", "sine=440:d=0.3:r=48000"] + options + tags + [folder.file(name)])
        let info = try MediaReader(path: folder.file(name)).properties.info
        for key in keys {
            #expect(info.first { $0.key == key }?.value == values[key], "\(key) of \(name): \(info)")
        }
    }

    @Test(.enabled(if: hasFFmpeg, "ffmpeg is not installed")) func chaptersThatFFmpegWritesAreRead() throws {
        let folder = try TemporaryFolder()
        let text = """
            ;FFMETADATA1
            [CHAPTER]
            TIMEBASE=1/1000
            START=0
            END=200
            title=Erstes
            [CHAPTER]
            TIMEBASE=1/1000
            START=200
            END=500
            title=Zwei — ö

            """
        try text.write(toFile: folder.file("meta"), atomically: true, encoding: .utf8)
        for name in ["a.m4a", "a.mov"] {
            _ = try OutsideTool.run(
                "ffmpeg",
                [
                    "-v", "error", "-f", "lavfi", "-i", "sine=440:d=0.5", "-i", folder.file("meta"), "-map_metadata",
                    "1",
                    "-map", "0:a", "-c:a", "aac", folder.file(name),
                ])
            let chapters = try MediaReader(path: folder.file(name)).properties.chapters
            #expect(chapters.map(\.title) == ["Erstes", "Zwei — ö"], "\(name)")
            #expect(chapters.last.map { abs($0.startSeconds - 0.2) < 0.001 } == true)
        }
    }

    /// 3GP files may hold several frames of speech in a sample.
    @Test(.enabled(if: RealSamplesTests.folder != nil, "../shared/samples is not there"))
    func severalFramesOfAMRInASampleAreAllHeard() throws {
        let path = try #require(RealSamplesTests.folder) + "/mp4/fzc__mpeg4-amr_nb.3gp"
        guard EncoderTests.has("aac "), FileManager.default.fileExists(atPath: path) else { return }
        let reader = try MediaReader(path: path)
        let frames = try allFrames(reader)
        #expect(Int64(frames[0].count) == reader.frameCount)
        #expect(reader.damagedPacketCount == 0)
        let stretch = frames[0].chunks(of: 1600).map { $0.reduce(0) { max($0, abs($1)) } }
        #expect(stretch.count { $0 > 0.001 } > stretch.count / 2)
    }
}

extension Array {
    func chunks(of count: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: self.count, by: count).map { self[$0..<Swift.min(self.count, $0 + count)] }
    }
}
