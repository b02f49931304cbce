import Foundation
import PrivateWebServer
import SordinoMedia
import SordinoSignal
import Testing

@testable import SordinoStreaming

@Suite(.enabled(if: PrivateWebServer.canBeAsked, "libcurl4 is not installed"))
struct SoundStreamTests {
    /// A WAVE file of 16 bits with a different ramp in each channel.
    private static let wave: [UInt8] = {
        let sink = MemoryByteSink()
        let format = MediaFormat(.int16(.little), sampleRate: 8000, channelCount: 2)
        guard let container = Containers.named("WAVE"),
            let writer = try? MediaWriter(sink, container, MediaDescription(format))
        else { return [] }
        let samples = (0..<8000).flatMap { [Int16($0), Int16(-$0)] }
        try? samples.withUnsafeBytes { try writer.write(stored: $0) }
        try? writer.finish()
        return sink.bytes
    }()

    private static func head(_ lines: String...) -> [UInt8] {
        Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    private func heard(_ stream: SoundStream) throws -> [[Float]] {
        var channels: [[Float]] = [[], []]
        while let piece = try stream.next() {
            #expect(piece.sampleRate == 8000)
            for channel in 0..<2 { channels[channel] += piece.channels[channel] }
        }
        return channels
    }

    private func expectWhole(_ channels: [[Float]]) {
        #expect(channels[0] == (0..<8000).map { Float($0) / 32768 })
        #expect(channels[1] == (0..<8000).map { Float(-$0) / 32768 })
    }

    @Test func aPipeIsHeardWhole() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        let end = ends[1]
        let writer = Thread {
            var rest = Self.wave[...]
            // In odd pieces, as programs write.
            while !rest.isEmpty {
                let piece = [UInt8](rest.prefix(777))
                let count = write(end, piece, piece.count)
                guard count > 0 else { break }
                rest = rest.dropFirst(count)
            }
            close(end)
        }
        writer.start()
        defer { close(ends[0]) }
        expectWhole(try heard(SoundStream(reading: ends[0])))
    }

    @Test func aPipeWithoutSoundIsAnError() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        let text = [UInt8]("no sound at all".utf8)
        #expect(write(ends[1], text, text.count) == text.count)
        close(ends[1])
        defer { close(ends[0]) }
        let stream = SoundStream(reading: ends[0])
        #expect(throws: StreamError.self) { try stream.next() }
    }

    @Test func aFileOfUnknownLengthBehindARedirectionIsHeardWhole() throws {
        let server = try #require(
            PrivateWebServer([
                Self.head("HTTP/1.1 302 Found", "Location: /there"), Self.head("HTTP/1.0 200 OK") + Self.wave,
            ]))
        defer { server.close() }
        expectWhole(try heard(SoundStream("http://127.0.0.1:\(server.port)/here")))
        #expect(server.questions.map { $0.prefix { $0 != "\r\n" } } == ["GET /here HTTP/1.1", "GET /there HTTP/1.1"])
        #expect(server.questions.allSatisfy { $0.contains("Icy-MetaData: 1\r\n") })
    }

    @Test(arguments: [true, false]) func aLostConnectionGoesOnWhereItBrokeOff(knowsParts: Bool) throws {
        let length = "Content-Length: \(Self.wave.count)"
        let second =
            knowsParts
            ? Self.head("HTTP/1.1 206 Partial Content") + Self.wave[10_001...]
            : Self.head("HTTP/1.1 200 OK", length) + Self.wave
        let server = try #require(
            PrivateWebServer([Self.head("HTTP/1.1 200 OK", length) + Self.wave.prefix(10_001), second]))
        defer { server.close() }
        let stream = try SoundStream(server.address())
        var losses = 0
        stream.reconnecting = { losses += 1 }
        expectWhole(try heard(stream))
        #expect(losses == 1)
        #expect(server.questions.last?.contains("Range: bytes=10001-\r\n") == true)
    }

    @Test func titlesOfAStationAreTold() throws {
        var body = Array(Self.wave.prefix(4000))
        body.append(2)
        body += Array("StreamTitle='Ramps'; ".utf8) + [UInt8](repeating: 0, count: 11)
        var rest = Self.wave.dropFirst(4000)
        while !rest.isEmpty {
            body += rest.prefix(4000)
            if rest.count >= 4000 { body.append(0) }
            rest = rest.dropFirst(4000)
        }
        let length = "Content-Length: \(body.count)"
        let server = try #require(
            PrivateWebServer([Self.head("ICY 200 OK", "icy-name: Ramp FM", "icy-metaint: 4000", length) + body]))
        defer { server.close() }
        let stream = try SoundStream(server.address())
        var titles: [String] = []
        stream.titleChanged = { titles.append($0) }
        expectWhole(try heard(stream))
        #expect(titles == ["Ramps"])
        #expect(stream.station == "Ramp FM")
    }

    @Test func aStationThatDropsIsAskedAgain() throws {
        let answer = Self.head("ICY 200 OK", "icy-name: Ramp FM") + Self.wave
        let server = try #require(PrivateWebServer([answer, answer, Self.head("HTTP/1.1 404 Not Found")]))
        defer { server.close() }
        let stream = try SoundStream(server.address())
        stream.pauses = [0, 0, 0]
        var (frames, losses) = (0, 0)
        stream.reconnecting = {
            losses += 1
            if losses == 2 { server.close() }
        }
        #expect(throws: StreamError.self) {
            while let piece = try stream.next() { frames += piece.frameCount }
        }
        #expect(frames == 16000)
        #expect(losses == 2)
    }

    /// A station, and a file that is sent again from its beginning or where it broke off.
    @Test(arguments: [true, false]) func aServerThatGivesAByteAndClosesIsAskedLessAndLess(isStation: Bool) throws {
        let answers = (0..<9).map { number in
            isStation
                ? Self.head("ICY 200 OK", "icy-name: Drip FM") + [Self.wave[0]]
                : Self.head(
                    number == 0 ? "HTTP/1.1 200 OK" : "HTTP/1.1 206 Partial Content",
                    "Content-Length: \(Self.wave.count - number)") + [Self.wave[number]]
        }
        let server = try #require(PrivateWebServer(answers))
        defer { server.close() }
        let stream = try SoundStream(server.address())
        var pauses: [Double] = []
        stream.pause = { pauses.append($0) }
        #expect(throws: StreamError.self) { while try stream.next() != nil {} }
        // Then the server does not answer any more, and after as many attempts it is given up.
        #expect(pauses == [0, 0.5, 1, 2] + [Double](repeating: 4, count: 9))
    }

    @Test func aConnectionThatBroughtSoundIsMadeAgainAtOnce() throws {
        let answer = Self.head("ICY 200 OK", "icy-name: Ramp FM") + Self.wave
        try #require(Self.wave.count > SoundStream.worthwhileByteCount)
        let server = try #require(PrivateWebServer([answer, answer, answer]))
        defer { server.close() }
        let stream = try SoundStream(server.address())
        var pauses: [Double] = []
        stream.pause = { pauses.append($0) }
        #expect(throws: StreamError.self) { while try stream.next() != nil {} }
        #expect(pauses == [0, 0, 0, 0.5, 1, 2, 4])
    }

    @Test func whatIsNoSoundIsRefused() throws {
        let server = try #require(
            PrivateWebServer([
                Self.head("HTTP/1.1 404 Not Found"), Self.head("HTTP/1.1 200 OK") + Array("<html></html>".utf8),
                Array("hello\n\n".utf8),
            ]))
        defer { server.close() }
        let address = server.address()
        #expect(throws: StreamError.refused(404)) { try SoundStream(address).next() }
        #expect { try SoundStream(address).next() } throws: { error in
            if case .sound = error as? StreamError { return true }
            return false
        }
        #expect(throws: StreamError.answer) { try SoundStream(address).next() }
        #expect(throws: StreamError.address("gopher://x/")) { try SoundStream("gopher://x/") }
    }

    // MARK: Connections that break

    @Test func aChunkedFileThatBreaksOffGoesOnWhereItBrokeOff() throws {
        let chunked = Self.head("HTTP/1.1 200 OK", "Transfer-Encoding: chunked")
        let part = Self.wave[12_345...]
        let server = try #require(
            PrivateWebServer([
                chunked + PrivateWebServer.chunked(Array(Self.wave.prefix(12_345))).dropLast(5),
                Self.head(
                    "HTTP/1.1 206 Partial Content", "Transfer-Encoding: chunked",
                    "Content-Range: bytes 12345-\(Self.wave.count - 1)/\(Self.wave.count)")
                    + PrivateWebServer.chunked(Array(part)),
            ]))
        defer { server.close() }
        expectWhole(try heard(SoundStream(server.address())))
        #expect(server.questions.last?.contains("Range: bytes=12345-\r\n") == true)
    }

    @Test func aServerThatFallsSilentIsAskedAgain() throws {
        let head = Self.head("HTTP/1.1 200 OK", "Content-Length: \(Self.wave.count)")
        let server = try #require(
            PrivateWebServer(steps: [
                [.send(head + Self.wave.prefix(9_999)), .fallSilent],
                [.send(Self.head("HTTP/1.1 206 Partial Content") + Self.wave[9_999...])],
            ]))
        defer { server.close() }
        let stream = try SoundStream(server.address())
        stream.patienceSeconds = 0.1
        expectWhole(try heard(stream))
    }

    @Test func aServerThatNeverSaysAnythingIsGivenUp() throws {
        let server = try #require(PrivateWebServer(steps: [[.fallSilent]]))
        defer { server.close() }
        let stream = try SoundStream(server.address())
        stream.patienceSeconds = 0.1
        #expect(throws: StreamError.connection("it was silent for 1 s")) { try stream.next() }
    }

    /// Every connection ends at the same byte: that is no progress, however much was sent.
    @Test(arguments: [true, false]) func aServerThatAlwaysBreaksOffIsGivenUp(isStation: Bool) throws {
        let head =
            isStation
            ? Self.head("ICY 200 OK", "icy-name: Nothing FM")
            : Self.head("HTTP/1.1 200 OK", "Content-Length: \(Self.wave.count)") + Self.wave.prefix(5_000)
        let server = try #require(PrivateWebServer(Array(repeating: head, count: 20)))
        defer { server.close() }
        let stream = try SoundStream(server.address())
        stream.pauses = [0, 0, 0]
        #expect(throws: StreamError.self) { while try stream.next() != nil {} }
        // Connections that brought nothing are not counted twice.
        #expect(server.questions.count == 4)
    }

    @Test func anotherFileInTheSamePlaceIsNotSplicedOn() throws {
        let server = try #require(
            PrivateWebServer([
                Self.head("HTTP/1.1 200 OK", "Content-Length: \(Self.wave.count)") + Self.wave.prefix(5_000),
                Self.head("HTTP/1.1 206 Partial Content", "Content-Range: bytes 5000-8999/9000")
                    + [UInt8](repeating: 0, count: 4_000),
            ]))
        defer { server.close() }
        let stream = try SoundStream(server.address())
        #expect(throws: StreamError.changed) { while try stream.next() != nil {} }
    }

    @Test(arguments: ["", "ID3", "OggS", "fLaC", "RIFF\u{10}\u{10}\u{10}\u{10}WAVE", "\u{0}\u{0}\u{0}\u{18}ftypM4A "])
    func endlessGarbageIsRefused(start: String) throws {
        // No sync words of MPEG audio in it, and no sizes that would announce much.
        let garbage = (0..<8192).map { UInt8(($0 * 7919) % 251 & 0x3F) }
        let server = try #require(
            PrivateWebServer(steps: [
                [.send(Self.head("HTTP/1.1 200 OK", "icy-name: Noise FM") + Array(start.utf8)), .sendForEver(garbage)]
            ]))
        defer { server.close() }
        let stream = try SoundStream(server.address())
        #expect { while try stream.next() != nil {} } throws: { error in
            if case .sound = error as? StreamError { return true }
            return false
        }
    }
}
