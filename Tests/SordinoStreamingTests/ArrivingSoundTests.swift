import Patience
import PrivateWebServer
import SordinoMedia
import Testing

@testable import SordinoStreaming

@Suite(.enabled(if: PrivateWebServer.canBeAsked, "libcurl4 is not installed"))
struct ArrivingSoundTests {
    private static let rate = 8_000.0
    /// A minute of a ramp, 16 bits.
    private static let wave: [UInt8] = {
        let sink = MemoryByteSink()
        let format = MediaFormat(.int16(.little), sampleRate: rate, channelCount: 1)
        guard let container = Containers.named("WAVE"),
            let writer = try? MediaWriter(sink, container, MediaDescription(format))
        else { return [] }
        let samples = (0..<480_000).map { Int16(truncatingIfNeeded: $0) }
        try? samples.withUnsafeBytes { try writer.write(stored: $0) }
        try? writer.finish()
        return sink.bytes
    }()

    private static func expected(_ frame: Int) -> Float { Float(Int16(truncatingIfNeeded: frame)) / 32768 }

    private static func file(from first: Int = 0) -> [UInt8] {
        let part = wave[first...]
        let range = "Content-Range: bytes \(first)-\(wave.count - 1)/\(wave.count)"
        return PrivateWebServer.head(
            first == 0 ? "HTTP/1.1 200 OK" : "HTTP/1.1 206 Partial Content", "Accept-Ranges: bytes",
            "Content-Length: \(part.count)", first == 0 ? "X: y" : range) + part
    }

    private func read(_ sound: ArrivingSound, _ count: Int) throws -> [Float] {
        var samples = [Float](repeating: 9, count: count)
        var given = 0
        try samples.withUnsafeMutableBufferPointer { samples in
            guard let base = samples.baseAddress else { return }
            let planes = [UnsafeMutableRawPointer(base)]
            try planes.withUnsafeBufferPointer { planes in
                guard let planes = planes.baseAddress else { return }
                let block = SampleBlock(.float32, channelCount: 1, isInterleaved: false, buffers: planes)
                given = try sound.read(into: block, atFrame: 0, frameCount: count)
            }
        }
        return Array(samples.prefix(given))
    }

    @Test func aFileIsReadAheadOfWhatIsHeardAndNoFurther() throws {
        let server = try #require(PrivateWebServer([Self.file()]))
        let sound = ArrivingSound(server.address("/a.wav"), aheadSeconds: 3) {}
        defer { sound.close() }
        #expect(Patience.until { sound.status.isFull })
        let status = sound.status
        #expect(status.isReady && status.isSeekable && status.seconds == 60 && !status.isWhole)
        #expect(status.aheadSeconds >= 3 && status.aheadSeconds < 4 && sound.format.sampleRate == Self.rate)
        #expect(try read(sound, 16_000) == (0..<16_000).map(Self.expected))
        #expect(Patience.until { sound.status.aheadSeconds >= 3 })
        // A little back is still there, and needs no request.
        sound.seek(to: 8_000)
        #expect(try read(sound, 10) == (8_000..<8_010).map(Self.expected))
        #expect(server.questions.count == 1)
    }

    @Test func goingElsewhereAsksForAnotherPart() throws {
        // A chunk of 64 KiB holds the place that is gone to.
        let frame = 475_000
        let first = (44 + 2 * frame) / 65_536 * 65_536
        let server = try #require(PrivateWebServer([Self.file(), Self.file(from: first)]))
        let sound = ArrivingSound(server.address("/a.wav"), aheadSeconds: 1) {}
        defer { sound.close() }
        #expect(Patience.until { sound.status.isFull })
        sound.seek(to: Int64(frame))
        #expect(Patience.until { sound.status.isWhole || sound.status.failure != nil })
        #expect(sound.status.failure == nil)
        #expect(try read(sound, 20_000) == (frame..<480_000).map(Self.expected))
        #expect(!sound.isWaiting && sound.status.isWhole)
    }

    @Test func whatHasNotArrivedIsWaitedForAndSaid() throws {
        let half = Array(Self.wave.prefix(40_044))
        let server = try #require(
            PrivateWebServer(steps: [
                [
                    .send(PrivateWebServer.head("HTTP/1.1 200 OK", "Content-Length: \(Self.wave.count)") + half),
                    .fallSilent,
                ]
            ]))
        let sound = ArrivingSound(server.address("/a.wav"), aheadSeconds: 10) {}
        #expect(Patience.until { sound.status.aheadSeconds >= 2.4 })
        #expect(try read(sound, 19_000).count == 19_000)
        #expect(!sound.status.isDry)
        let rest = try read(sound, 10_000).count
        #expect(rest < 10_000 && sound.isWaiting && sound.status.isDry && sound.status.failure == nil)
        // Ending lets the thread that waits for the server go.
        sound.close()
    }

    @Test func aServerThatRefusesIsAFailureWithItsStatus() throws {
        let server = try #require(PrivateWebServer([PrivateWebServer.head("HTTP/1.1 404 Not Found")]))
        let sound = ArrivingSound(server.address("/a"), aheadSeconds: 1) {}
        #expect(Patience.until { sound.status.failure == .refused(404) })
        #expect(!sound.status.isReady)
    }

    @Test func furtherFieldsAreSentAndNoLinesOfTheirOwn() throws {
        let server = try #require(PrivateWebServer([Self.file()]))
        let fields = ["Authorization": "Bearer x", "Bad": "a\r\nInjected: 1", "Host": "elsewhere", "User-Agent": "Me"]
        let sound = ArrivingSound(server.address("/a.wav"), fields: fields, aheadSeconds: 1) {}
        defer { sound.close() }
        #expect(Patience.until { sound.status.isReady })
        let question = try #require(server.questions.first)
        #expect(question.contains("Authorization: Bearer x\r\n") && question.contains("User-Agent: Me\r\n"))
        #expect(!question.contains("Injected") && !question.contains("elsewhere"))
    }

    /// Another port is another origin.
    @Test func fieldsAreNotSentToAnotherServer() throws {
        let other = try #require(PrivateWebServer([Self.file()]))
        let home = try #require(
            PrivateWebServer([
                PrivateWebServer.head("HTTP/1.1 302 Found", "Location: \(other.address("/b.wav"))", "Content-Length: 0")
            ]))
        let fields = ["Authorization": "Bearer x", "X-Key": "secret", "User-Agent": "Me"]
        let sound = ArrivingSound(home.address("/a.wav"), fields: fields, aheadSeconds: 1) {}
        defer { sound.close() }
        #expect(Patience.until { sound.status.isReady })
        let first = try #require(home.questions.first)
        let second = try #require(other.questions.first)
        #expect(first.contains("Authorization: Bearer x\r\n") && first.contains("X-Key: secret\r\n"))
        #expect(!second.contains("Bearer") && !second.contains("X-Key") && second.contains("User-Agent: Me\r\n"))
    }

    /// The file has changed when the rest of it is asked for.
    @Test func aDownloadThatCannotGoOnIsHeardAndThenFails() throws {
        let half = Array(Self.wave.prefix(40_044))
        let server = try #require(
            PrivateWebServer([
                PrivateWebServer.head("HTTP/1.1 200 OK", "Content-Length: \(Self.wave.count)") + half,
                PrivateWebServer.head(
                    "HTTP/1.1 206 Partial Content", "Content-Range: bytes 40044-1999999/2000000",
                    "Content-Length: 1959956"),
            ]))
        let sound = ArrivingSound(server.address("/a.wav"), aheadSeconds: 10) {}
        defer { sound.close() }
        #expect(Patience.until { sound.status.failure != nil })
        #expect(sound.status.failure == .changed && !sound.status.isWhole)
        let heard = try read(sound, 30_000)
        #expect(heard.count > 19_000 && heard == (0..<heard.count).map(Self.expected))
        // Fewer frames than wanted that are not the end.
        #expect(sound.isWaiting)
        #expect(throws: MediaError.self) { try read(sound, 10) }
    }
}
