import ByteMutation
import Foundation
import PrivateWebServer
import SordinoMedia
import Testing

@testable import SordinoStreaming

/// Playlists of several streams, and of encrypted pieces.
struct HLSStreamsTests {
    private static let listType = "application/vnd.apple.mpegurl"

    private static func answer(_ body: [UInt8], _ type: String = "audio/aac") -> [UInt8] {
        PrivateWebServer.head("HTTP/1.1 200 OK", "Content-Type: \(type)", "Content-Length: \(body.count)") + body
    }

    private static func list(_ text: String) -> [UInt8] { answer([UInt8](text.utf8), listType) }

    private func open(_ server: PrivateWebServer, _ path: String = "/list.m3u8") throws -> any SoundSource {
        try OpenedSound.open(server.address(path), HTTPQuestion(), ConnectionHolder(), bitRate: 0)
    }

    private func heard(_ source: any SoundSource) throws -> [[Float]] {
        var channels: [[Float]] = []
        while let piece = try source.next() {
            if channels.isEmpty { channels = piece.channels.map { _ in [] } }
            for channel in channels.indices { channels[channel] += piece.channels[channel] }
        }
        return channels
    }

    private static func firstLines(_ server: PrivateWebServer) -> [String] {
        server.questions.map { String($0.prefix { $0 != "\r\n" }.dropFirst(4).prefix { $0 != " " }) }
    }

    // MARK: Encryption

    /// The vector of NIST SP 800-38A, F.2.2, whose four blocks the padding of OpenSSL follows.
    @Test(.enabled(if: CryptoLibrary.shared != nil, "libcrypto is not there"))
    func theStandardsVectorIsOpened() throws {
        func bytes(_ text: String) -> [UInt8] {
            let digits = text.compactMap(\.hexDigitValue)
            return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
        }
        let library = try #require(CryptoLibrary.shared)
        let key = bytes("2b7e151628aed2a6abf7158809cf4f3c")
        let vector = bytes("000102030405060708090a0b0c0d0e0f")
        let plain = bytes(
            "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51"
                + "30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710")
        let sealed = bytes(
            "7649abac8119b246cee98e9b12e9197d5086cb9b507219ee95db113a917678b2"
                + "73bed6b8e3c1743b7116e69e222295163ff1caa1681fac09120eca307586e1a7")
        // The block of padding, as `openssl enc -aes-128-cbc` writes it behind these four.
        let padding = bytes("8cb82807230e1321d3fae00d18cc2012")
        #expect(library.open(sealed + padding, key: key, vector: vector) == plain)
        #expect(library.open(sealed, key: key, vector: vector) == nil)
        #expect(library.open([1, 2, 3], key: key, vector: vector) == nil)
    }

    /// Pieces that the program openssl has encrypted, one with a vector and one by its number.
    @Test(
        .enabled(if: CryptoLibrary.shared != nil && Codecs.named("aac ") != nil, "libcrypto or AAC is not there"),
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl"), "openssl is not there"))
    func encryptedPiecesAreHeardAsTheyWere() throws {
        let file = try #require(SeedFiles.all().first { $0.name == "adts.aac" }).bytes
        let whole = try #require(PrivateWebServer([Self.answer(file)]))
        let reference = try heard(open(whole, "/whole"))
        let cut = file.count / 2
        let key = "00112233445566778899aabbccddeeff"
        func seal(_ bytes: ArraySlice<UInt8>, _ vector: String) throws -> [UInt8] {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
            process.arguments = ["enc", "-aes-128-cbc", "-K", key, "-iv", vector]
            let (input, output) = (Pipe(), Pipe())
            (process.standardInput, process.standardOutput) = (input, output)
            try process.run()
            // The pieces are shorter than what a pipe holds.
            input.fileHandleForWriting.write(Data(bytes))
            try input.fileHandleForWriting.close()
            let sealed = output.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            return [UInt8](sealed)
        }
        let first = try seal(file[..<cut], "0000000000000000000000000000abcd")
        let second = try seal(file[cut...], "00000000000000000000000000000008")
        let text = """
            #EXTM3U
            #EXT-X-TARGETDURATION:1
            #EXT-X-MEDIA-SEQUENCE:7
            #EXT-X-KEY:METHOD=AES-128,URI="k",IV=0xABCD
            #EXTINF:1,
            a.aac
            #EXT-X-KEY:METHOD=AES-128,URI="k"
            #EXTINF:1,
            b.aac
            #EXT-X-ENDLIST

            """
        let secret = stride(from: 0, to: 16, by: 1).map { UInt8($0 * 0x11) }
        let server = try #require(
            PrivateWebServer([
                Self.list(text), Self.answer(first), Self.answer(secret), Self.answer(second),
            ]))
        #expect(try heard(open(server)) == reference)
        #expect(Self.firstLines(server) == ["/list.m3u8", "/a.aac", "/k", "/b.aac"])
    }

    @Test(arguments: [
        ("METHOD=SAMPLE-AES,URI=\"k\"", "pieces that are encrypted by SAMPLE-AES are not read"),
        (
            "METHOD=AES-128,URI=\"k\",KEYFORMAT=\"com.example.drm\"",
            "pieces that are encrypted by AES-128 com.example.drm are not read"
        ),
    ])
    func otherWaysOfEncryptingAreRefusedByName(attributes: String, sentence: String) throws {
        let list = "#EXTM3U\n#EXT-X-KEY:\(attributes)\n#EXTINF:1,\na.aac\n#EXT-X-ENDLIST\n"
        let server = try #require(PrivateWebServer([Self.list(list), Self.answer([1, 2, 3])]))
        let source = try open(server)
        #expect(throws: StreamError.sound(sentence)) { try source.next() }
    }

    @Test(.enabled(if: CryptoLibrary.shared != nil), arguments: [[UInt8](repeating: 1, count: 16), [1, 2, 3], []])
    func keysAndPiecesThatDoNotFitAreErrors(secret: [UInt8]) throws {
        let list = "#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n#EXTINF:1,\na.aac\n#EXT-X-ENDLIST\n"
        let server = try #require(
            PrivateWebServer([
                Self.list(list), Self.answer([UInt8](repeating: 7, count: 64)), Self.answer(secret),
            ]))
        let source = try open(server)
        #expect(throws: StreamError.self) { try source.next() }
    }

    @Test func vectorsAreReadAsNumbers() {
        #expect(HLSPlaylist.vector("0x1") == [UInt8](repeating: 0, count: 15) + [1])
        #expect(HLSPlaylist.vector("0X" + String(repeating: "f", count: 32)) == [UInt8](repeating: 255, count: 16))
        for text in ["", "0x", "1", "0xg", "0x" + String(repeating: "0", count: 33)] {
            #expect(HLSPlaylist.vector(text) == nil)
        }
    }

    // MARK: The network's speed

    @Test func aSlowNetworkLeadsDownAtOnceAndAFastOneUpAfterTwoPieces() {
        var choice = StreamChoice(bitRates: [256_000, 64_000, 128_000], current: 0)
        // A second of 256 kbit/s that took a second and more.
        #expect(choice.arrived(byteCount: 32_000, seconds: 1.25) == 2)
        choice.took(2)
        #expect(choice.arrived(byteCount: 16_000, seconds: 2) == 1)
        choice.took(1)
        // 800 kbit/s: the mean with what came before is enough for the middle, then for the best.
        #expect(choice.arrived(byteCount: 8_000, seconds: 0.08) == nil)
        #expect(choice.arrived(byteCount: 8_000, seconds: 0.08) == 0)
        choice.took(0)
        #expect(choice.arrived(byteCount: 32_000, seconds: 0.5) == nil)
        var single = StreamChoice(bitRates: [64_000], current: 0)
        #expect(single.arrived(byteCount: 8_000, seconds: 100) == nil)
    }

    @Test func streamsMeetWhereTheirPiecesBegin() throws {
        func list(_ lengths: [Double], first: Int = 0, ends: Bool = true) throws -> HLSPlaylist {
            let text = lengths.map { "#EXTINF:\($0),\na\n" }.joined()
            return try HLSPlaylist(
                [UInt8](
                    ("#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXT-X-MEDIA-SEQUENCE:\(first)\n\(text)"
                        + (ends ? "#EXT-X-ENDLIST\n" : "")).utf8))
        }
        let (one, other) = (try list([2, 2, 2]), try list([4, 2], first: 10))
        #expect(HLSSound.number(in: other, like: 2, of: one) == 11)
        #expect(HLSSound.number(in: other, like: 1, of: one) == nil)
        #expect(HLSSound.number(in: other, like: 3, of: one) == nil)
        let (growing, alike) = (try list([2, 2], first: 5, ends: false), try list([2, 2], first: 6, ends: false))
        #expect(HLSSound.number(in: alike, like: 6, of: growing) == 6)
        #expect(HLSSound.number(in: alike, like: 5, of: growing) == nil)
    }

    /// A clock that says that each piece of the best stream took as long as it lasts has the next pieces come from the
    /// smaller one, without a frame lost or repeated.
    @Test(.enabled(if: Codecs.named("mp3 ") != nil || Codecs.named(".mp3") != nil))
    func aSlowNetworkHasTheSmallerStreamHeard() throws {
        let sound = try #require(SeedFiles.all().first { $0.name == "cbr.mp3" }).bytes
        let master = """
            #EXTM3U
            #EXT-X-STREAM-INF:BANDWIDTH=64000,CODECS="mp4a.40.34"
            low.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=256000,CODECS="mp4a.40.34"
            high.m3u8

            """
        func pieces(_ name: String) -> [UInt8] {
            Self.list(
                "#EXTM3U\n#EXT-X-TARGETDURATION:1\n"
                    + (0..<3).map { "#EXTINF:1,\n\(name)\($0).mp3\n" }.joined() + "#EXT-X-ENDLIST\n")
        }
        let server = try #require(
            PrivateWebServer([
                Self.list(master), pieces("high"), Self.answer(sound), pieces("low"), Self.answer(sound),
                Self.answer(sound),
            ]))
        let address = try #require(HTTPAddress(server.address("/list.m3u8")))
        let (connection, _) = try HTTPQuestion().open(address)
        var now = 0.0
        let source = try HLSSound(
            address, try connection.body(limit: 1 << 20), HTTPQuestion(), ConnectionHolder(), bitRate: 0,
            clock: {
                now += Double(sound.count) * 8 / 256_000
                return now
            })
        let frames = try heard(source).first?.count ?? 0
        #expect(
            Self.firstLines(server) == [
                "/list.m3u8", "/high.m3u8", "/high0.mp3", "/low.m3u8", "/low1.mp3", "/low2.mp3",
            ])
        let single = try #require(PrivateWebServer([Self.answer(sound)]))
        let length = try heard(open(single, "/whole")).first?.count ?? 0
        // Two decoders each begin with what the first one alone began with.
        #expect(abs(frames - 3 * length) <= 3 * 1152 * 2, "\(frames) frames of 3 x \(length)")
    }

    // MARK: Files without tables

    /// Going far into an MP3 file without a table asks for the bytes there, and not for all before them.
    @Test(.enabled(if: Codecs.named(".mp3") != nil || Codecs.named("mp3 ") != nil))
    func farPlacesOfFilesWithoutTablesAreFoundByTheirBytes() throws {
        let seed = try #require(SeedFiles.all().first { $0.name == "cbr.mp3" }).bytes
        let source = try MediaReader(bytes: seed)
        // Only what has no table of its own is of interest: the packets alone, many times.
        let audio = [UInt8](seed[Int(source.dataRange.lowerBound)...])
        var file: [UInt8] = []
        while file.count < 3 << 20 { file += audio }
        let total = file.count
        let place = 2 << 20
        let server = try #require(PrivateWebServer(steps: Array(repeating: [.serve(file)], count: 8)))
        let sound = try #require(try open(server, "/a.mp3") as? RangedSound)
        _ = try #require(try sound.next())
        let seconds = try #require(sound.seconds)
        let target = Double(place) / Double(total) * seconds
        let before = server.questions.count
        let start = try sound.seek(to: target)
        #expect(start <= target && target - start < 2)
        var heardFrames = 0
        for _ in 0..<20 { heardFrames += try sound.next()?.frameCount ?? 0 }
        #expect(heardFrames > 10_000)
        // One more question, for the chunk of 64 KiB in which decoding begins.
        let first = (place - (1 << 13)) / (1 << 16) * (1 << 16)
        #expect(server.questions.count == before + 1)
        #expect(server.questions.last?.contains("Range: bytes=\(first)-") == true)
        let end = try sound.seek(to: seconds + 5)
        #expect(end == seconds)
        #expect(try sound.next() == nil)
    }
}
