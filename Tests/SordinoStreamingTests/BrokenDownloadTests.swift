import Patience
import PrivateWebServer
import SordinoMedia
import Testing

@testable import SordinoStreaming

/// Downloads that end short and cannot be continued: what came is heard, and then the sound has failed.
@Suite(.enabled(if: PrivateWebServer.canBeAsked, "libcurl4 is not installed"))
struct BrokenDownloadTests {
    /// The answer to every question about the rest.
    enum Rest: String, CaseIterable {
        case notFound, outOfRange, otherFile, everythingAgain, nothing, reset, silence

        func answers(_ whole: [UInt8], from first: Int) -> [PrivateWebServer.Step] {
            typealias Server = PrivateWebServer
            let range = "Content-Range: bytes \(first)-\(whole.count - 1)/\(whole.count)"
            switch self {
            case .notFound: return [.send(Server.head("HTTP/1.1 404 Not Found", "Content-Length: 0"))]
            case .outOfRange:
                let all = "Content-Range: bytes */\(first)"
                return [.send(Server.head("HTTP/1.1 416 Range Not Satisfiable", all, "Content-Length: 0"))]
            case .otherFile:
                let other = [UInt8](repeating: 0, count: 3 * whole.count)
                return [.send(Server.head("HTTP/1.1 200 OK", "Content-Length: \(other.count)") + other)]
            case .everythingAgain:
                // All of it, and again no more than before.
                return [.send(Server.head("HTTP/1.1 200 OK", "Content-Length: \(whole.count)") + whole[..<first])]
            case .nothing:
                return [.send(Server.head("HTTP/1.1 206 Partial Content", range, "Content-Length: 0"))]
            case .reset: return [.reset]
            case .silence: return [.send([])]
            }
        }
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var rest: Rest
        /// Indicates whether the server gives parts of the file.
        var hasParts: Bool
        var testDescription: String { "\(rest), \(hasParts ? "parts" : "no parts")" }
    }

    static let cases = Rest.allCases.flatMap { [Case(rest: $0, hasParts: true), Case(rest: $0, hasParts: false)] }

    @Test(arguments: cases) func whatCameIsHeardAndThenItHasFailed(_ broken: Case) throws {
        let sink = MemoryByteSink()
        let format = MediaFormat(.int16(.little), sampleRate: 8_000, channelCount: 1)
        let writer = try MediaWriter(sink, #require(Containers.named("WAVE")), MediaDescription(format))
        let samples = (0..<480_000).map { Int16(truncatingIfNeeded: $0) }
        try samples.withUnsafeBytes { try writer.write(stored: $0) }
        try writer.finish()
        let whole = sink.bytes
        // The end of a chunk of the file with parts.
        let first = 65_536
        let fields = broken.hasParts ? "Accept-Ranges: bytes" : "Accept-Ranges: none"
        let begun = PrivateWebServer.head("HTTP/1.1 200 OK", fields, "Content-Length: \(whole.count)") + whole[..<first]
        let rest = broken.rest.answers(whole, from: first)
        let server = try #require(PrivateWebServer(steps: [[.send(begun)]] + Array(repeating: rest, count: 8)))
        defer { server.close() }
        let sound = ArrivingSound(server.address("/a.wav"), aheadSeconds: 60, pauses: [0, 0]) {}
        defer { sound.close() }
        #expect(Patience.until { sound.status.failure != nil })
        let status = sound.status
        #expect(!status.isWhole && status.isReady)
        let heard = try read(sound, 480_000)
        #expect(heard.count > 30_000 && heard.count <= (first - 44) / 2)
        #expect(heard == (0..<heard.count).map { Float(Int16(truncatingIfNeeded: $0)) / 32768 })
        #expect(sound.isWaiting)
        #expect(throws: MediaError.self) { try read(sound, 10) }
        let record = sound.record
        #expect(record.failureCount > 0 && record.failures.last?.reason == status.failure)
        #expect(record.byteCount >= Int64(first) && record.requestCount >= 1)
        // A refusal is believed at once; a connection that was lost is made three times.
        if [.notFound, .outOfRange].contains(broken.rest) { #expect(server.questions.count == 2) }
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

    /// A stream that goes on by itself asks for nothing while it is held, beyond what was on its way.
    @Test func aStreamThatIsHeldAsksForNothing() throws {
        let list = { (first: Int, count: Int) in
            "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-MEDIA-SEQUENCE:\(first)\n"
                + (first..<first + count).map { "#EXT-X-DISCONTINUITY\n#EXTINF:1,\npiece\($0).wav\n" }.joined()
        }
        func answer(_ body: [UInt8], _ type: String) -> [UInt8] {
            PrivateWebServer.head("HTTP/1.1 200 OK", "Content-Type: \(type)", "Content-Length: \(body.count)") + body
        }
        let sink = MemoryByteSink()
        let format = MediaFormat(.int16(.little), sampleRate: 8_000, channelCount: 1)
        let writer = try MediaWriter(sink, #require(Containers.named("WAVE")), MediaDescription(format))
        let samples = [Int16](repeating: 99, count: 8_000)
        try samples.withUnsafeBytes { try writer.write(stored: $0) }
        try writer.finish()
        let lists = answer([UInt8](list(0, 3).utf8), "application/vnd.apple.mpegurl")
        let pieces = Array(repeating: answer(sink.bytes, "audio/wav"), count: 6)
        let server = try #require(PrivateWebServer([lists] + pieces))
        defer { server.close() }
        let sound = ArrivingSound(server.address("/list.m3u8"), aheadSeconds: 1) {}
        defer { sound.close() }
        #expect(Patience.until { sound.status.isFull })
        #expect(!sound.status.isSeekable && sound.playlist?.isLive == true)
        sound.setHeld(true)
        let questions = server.questions.count
        let loaded = sound.status.loaded.upperBound
        #expect(try read(sound, 4_000).count == 4_000)
        #expect(Patience.first(looks: 30) { sound.status.loaded.upperBound > loaded ? true : nil } == nil)
        #expect(server.questions.count == questions)
        sound.setHeld(false)
        #expect(Patience.until { sound.status.loaded.upperBound > loaded })
    }
}
