import ByteMutation
import Foundation
import PrivateWebServer
import SordinoMedia
import Testing

@testable import SordinoStreaming

@Suite(.enabled(if: PrivateWebServer.canBeAsked, "libcurl4 is not installed"))
struct HLSTests {
    private static func playlist(_ text: String) throws -> HLSPlaylist { try HLSPlaylist([UInt8](text.utf8)) }

    // MARK: Playlists

    /// The example of RFC 8216, 8.1, with a part and a map.
    @Test func aListOfPiecesIsRead() throws {
        let list = try Self.playlist(
            """
            #EXTM3U
            #EXT-X-TARGETDURATION:10
            #EXT-X-MEDIA-SEQUENCE:2680
            #EXT-X-MAP:URI="init.mp4",BYTERANGE="700@0"

            #EXTINF:9.009,first, with a comma
            http://media.example.com/first.ts
            #EXT-X-BYTERANGE:75232@100
            #EXTINF:9.009,
            all.mp4
            #EXT-X-BYTERANGE:82112
            #EXTINF:3.003,
            all.mp4
            #EXT-X-DISCONTINUITY
            #EXT-X-KEY:METHOD=AES-128,URI="https://example.com/key"
            #EXTINF:1,
            last.ts\r
            #EXT-X-ENDLIST
            """)
        #expect(list.targetSeconds == 10 && list.firstNumber == 2680 && list.hasEnded && list.segments.count == 4)
        #expect(list.segments[0].title == "first, with a comma" && abs(list.seconds - 22.021) < 1e-9)
        #expect(list.segments[0].map == .init(address: "init.mp4", bytes: .init(first: 0, count: 700)))
        #expect(list.segments[1].bytes == .init(first: 100, count: 75232))
        #expect(list.segments[2].bytes == .init(first: 75332, count: 82112))
        #expect(list.segments[3].isDiscontinuous && list.segments[2].key == nil)
        #expect(list.segments[3].key == .init(method: "AES-128", address: "https://example.com/key", vector: nil))
        #expect(list.segments[3].address == "last.ts")
    }

    @Test func theSoundAloneIsHeardFirstAndTheBestUnderTheLimit() throws {
        let list = try Self.playlist(
            """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English, plain",DEFAULT=YES,URI="english.m3u8"
            #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="x",URI="s.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=2000000,CODECS="avc1.4d401e,mp4a.40.2",RESOLUTION=640x360,AUDIO="a"
            video.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=64000,CODECS="mp4a.40.5"
            low.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=256000,CODECS="mp4a.40.2"
            high.m3u8
            """)
        #expect(list.addresses(upTo: 0) == ["high.m3u8", "low.m3u8", "english.m3u8"])
        #expect(list.addresses(upTo: 100_000) == ["low.m3u8", "high.m3u8", "english.m3u8"])
        #expect(list.renditions.map(\.name) == ["English, plain"])
    }

    @Test(arguments: [
        "", "ID3", "#EXTM3U", "#EXTM3U\n#EXTINF:-1,\na", "#EXTM3U\n#EXTINF:nan,\na",
        "#EXTM3U\n#EXT-X-BYTERANGE:9223372036854775807@9223372036854775807\n#EXTINF:1,\na",
        "#EXTM3U\n#EXT-X-BYTERANGE:0\n#EXTINF:1,\na",
    ])
    func whatIsNoPlaylistIsAnError(_ text: String) {
        #expect(throws: StreamError.self) { try Self.playlist(text) }
    }

    // MARK: Sound

    /// The samples of a source, channel by channel.
    private func heard(_ source: any SoundSource) throws -> (rate: Double, channels: [[Float]]) {
        var (rate, channels) = (0.0, [[Float]]())
        while let piece = try source.next() {
            if channels.isEmpty { channels = piece.channels.map { _ in [] } }
            rate = piece.sampleRate
            for channel in channels.indices { channels[channel] += piece.channels[channel] }
        }
        return (rate, channels)
    }

    private func open(_ server: PrivateWebServer, _ path: String = "/live/list.m3u8") throws -> any SoundSource {
        try OpenedSound.open(server.address(path), HTTPQuestion(), ConnectionHolder(), bitRate: 0)
    }

    private static func answer(_ body: [UInt8], _ type: String = "audio/aac") -> [UInt8] {
        PrivateWebServer.head("HTTP/1.1 200 OK", "Content-Type: \(type)", "Content-Length: \(body.count)") + body
    }

    private static let listType = "application/vnd.apple.mpegurl"

    /// A tag of ID3 2.4 with a title.
    private static func tag(_ title: String) -> [UInt8] {
        let text = [3] + [UInt8](title.utf8)
        let frame = [UInt8]("TIT2".utf8) + [0, 0, 0, UInt8(text.count), 0, 0] + text
        return [UInt8]("ID3".utf8) + [4, 0, 0, 0, 0, 0, UInt8(frame.count)] + frame
    }

    /// Pieces of an elementary stream are one sound, and the tags between them are told and not decoded.
    @Test(.enabled(if: Codecs.named("aac ") != nil), arguments: ["adts.aac", "cbr.mp3"])
    func piecesOfAnElementaryStreamAreOneSound(_ name: String) throws {
        let file = try #require(SeedFiles.all().first { $0.name == name }).bytes
        let whole = try #require(PrivateWebServer([Self.answer(file)]))
        let reference = try heard(open(whole, "/whole"))
        try #require(reference.channels.first?.isEmpty == false)
        let cut = file.count / 2
        let list = "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\na.aac\n#EXTINF:1,\n/other/b.aac\n#EXT-X-ENDLIST\n"
        let server = try #require(
            PrivateWebServer([
                Self.answer([UInt8](list.utf8), Self.listType), Self.answer(Self.tag("One") + file[..<cut]),
                Self.answer(Self.tag("Two") + file[cut...]),
            ]))
        let source = try open(server)
        #expect(source.seconds == 2 && source.isSeekable)
        let sound = try heard(source)
        #expect(sound.channels == reference.channels && sound.rate == reference.rate)
        // The MP3 file has a tag of its own, behind the piece's.
        let own = name == "cbr.mp3" ? [SoundNote(.tag, "title", "Seed"), SoundNote(.tag, "artist", "Sordino")] : []
        #expect(source.takeNotes() == [SoundNote(.tag, "title", "One")] + own + [SoundNote(.tag, "title", "Two")])
        #expect(
            server.questions.map { $0.prefix { $0 != "\r\n" } } == [
                "GET /live/list.m3u8 HTTP/1.1", "GET /live/a.aac HTTP/1.1", "GET /other/b.aac HTTP/1.1",
            ])
    }

    /// Transport streams and fragments that ffmpeg makes, against its own decoding of them.
    @Test(
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg"), "ffmpeg is not there"),
        arguments: ["mpegts", "fmp4"])
    func piecesThatOthersMakeAreHeardAsOthersHearThem(_ kind: String) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("hls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func run(_ arguments: [String]) throws {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/ffmpeg")
            process.arguments = ["-v", "error", "-nostdin", "-y"] + arguments
            process.currentDirectoryURL = folder
            try process.run()
            process.waitUntilExit()
            try #require(process.terminationStatus == 0)
        }
        try run([
            "-f", "lavfi", "-i", "aevalsrc=0.3*sin(2*PI*(200+50*t)*t)|0.2*sin(2*PI*700*t):s=44100:d=3", "-c:a", "aac",
            "-b:a", "128k", "-f", "hls", "-hls_time", "1", "-hls_list_size", "0", "-hls_segment_type", kind,
            "list.m3u8",
        ])
        try run(["-i", "list.m3u8", "-f", "f32le", "-ac", "2", "reference.raw"])
        let list = [UInt8](try Data(contentsOf: folder.appendingPathComponent("list.m3u8")))
        let parsed = try HLSPlaylist(list)
        #expect(parsed.segments.count >= 3)
        var names = parsed.segments.map(\.address)
        if let map = parsed.segments[0].map { names.insert(map.address, at: 0) }
        let answers = try names.map {
            Self.answer([UInt8](try Data(contentsOf: folder.appendingPathComponent($0))), "video/mp2t")
        }
        let server = try #require(PrivateWebServer([Self.answer(list, Self.listType)] + answers))
        let sound = try heard(open(server))
        let raw = try Data(contentsOf: folder.appendingPathComponent("reference.raw"))
        let reference = raw.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
        #expect(sound.rate == 44100 && sound.channels.count == 2)
        // Both decode with the same library; who leaves the encoder's first frames out may differ.
        let (ours, theirs) = (sound.channels[0], stride(from: 0, to: reference.count, by: 2).map { reference[$0] })
        let shifts = [0, 1024, -1024, 2048, -2048]
        let errors = shifts.map { shift -> Float in
            (5000..<100_000).reduce(0) { max($0, abs(ours[$1] - theirs[$1 + shift])) }
        }
        #expect(errors.contains { $0 < 1e-6 }, "errors \(errors), frames \(ours.count) and \(theirs.count)")
        #expect(abs(ours.count - theirs.count) <= 2048)
    }

    /// A playlist that grows is asked again, and its end is heard.
    @Test func aPlaylistThatGrowsIsHeardOn() throws {
        let wave = try #require(SeedFiles.all().first { $0.name == "cbr.mp3" }).bytes
        let first = "#EXTM3U\n#EXT-X-TARGETDURATION:0\n#EXT-X-MEDIA-SEQUENCE:7\n#EXTINF:1,\na.mp3\n"
        let second = first + "#EXTINF:1,\nb.mp3\n#EXT-X-ENDLIST\n"
        let server = try #require(
            PrivateWebServer([
                Self.answer([UInt8](first.utf8), Self.listType), Self.answer(wave),
                Self.answer([UInt8](first.utf8), Self.listType), Self.answer([UInt8](second.utf8), Self.listType),
                Self.answer(wave),
            ]))
        let address = try #require(HTTPAddress(server.address("/list")))
        var pauses = 0
        let (connection, _) = try HTTPQuestion().open(address)
        let sound = try HLSSound(
            address, try connection.body(limit: 1 << 20), HTTPQuestion(), ConnectionHolder(),
            bitRate: 0, pause: { _ in pauses += 1 })
        #expect(sound.seconds == nil && !sound.isSeekable)
        #expect(try !heard(sound).channels.isEmpty)
        #expect(pauses == 2 && server.questions.count == 5)
    }

    /// The results of reading damaged bytes have their size at most.
    @Test func mutatedTransportStreamsAndPlaylistsAreReadWithinTheirBytes() throws {
        var random = SystemRandom(seed: 7)
        let list = [UInt8]("#EXTM3U\n#EXT-X-BYTERANGE:10@5\n#EXT-X-MAP:URI=\"i\"\n#EXTINF:1,t\na\n#EXT-X-ENDLIST".utf8)
        for _ in 0..<2_000 {
            var bytes = list
            for _ in 0..<3 {
                bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
            }
            if let list = try? HLSPlaylist(bytes) {
                #expect(list.segments.count <= 1)
                #expect(
                    list.segments.allSatisfy { $0.seconds.isFinite && $0.seconds >= 0 && $0.address.utf8.count < 200 })
                #expect(list.segments.compactMap(\.bytes).allSatisfy { $0.first >= 0 && $0.count >= 0 })
            }
            var stream = TransportStream()
            var packets = [UInt8](repeating: 0, count: 188 * 4).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            for packet in 0..<4 {
                packets[188 * packet] = 0x47
                packets[188 * packet + 1] = packet < 3 ? 0x40 : 0x41
                if packet < 3 { packets[188 * packet + 2] = 0 }
                packets[188 * packet + 3] = 0x10
            }
            let contents = stream.take(packets)
            #expect(contents.sound.count + contents.tags.reduce(0) { $0 + $1.bytes.count } <= packets.count)
        }
    }

    /// Numbers that a seed decides.
    private struct SystemRandom {
        var state: UInt64
        init(seed: UInt64) { state = seed }
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state >> 24
        }
    }

    /// Pieces of the list's own server receive the program's fields; those of another one do not.
    @Test(arguments: [true, false]) func fieldsStayWithTheServerOfTheList(isHome: Bool) throws {
        let missing = PrivateWebServer.head("HTTP/1.1 404 Not Found", "Content-Length: 0")
        let other = try #require(PrivateWebServer([missing]))
        let piece = isHome ? "piece.aac" : other.address("/piece.aac")
        let list = "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n\(piece)\n#EXT-X-ENDLIST\n"
        let home = try #require(PrivateWebServer([Self.answer([UInt8](list.utf8), Self.listType), missing]))
        let source = try OpenedSound.open(
            home.address("/list.m3u8"), HTTPQuestion(fields: ["Authorization": "Bearer x"]), ConnectionHolder(),
            bitRate: 0)
        #expect(throws: StreamError.refused(404)) { try source.next() }
        #expect(home.questions.count == (isHome ? 2 : 1) && other.questions.count == (isHome ? 0 : 1))
        #expect(home.questions.allSatisfy { $0.contains("Authorization: Bearer x\r\n") })
        #expect(other.questions.allSatisfy { !$0.contains("Authorization") })
    }
}
