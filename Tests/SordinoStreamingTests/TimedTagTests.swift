import ByteMutation
import PrivateWebServer
import SordinoMedia
import Testing

@testable import SordinoStreaming

/// ID3 tags inside of the pieces of a playlist, each at its place in the sound.
@Suite(.enabled(if: PrivateWebServer.canBeAsked && Codecs.named("aac ") != nil, "libcurl4 or libavcodec is not there"))
struct TimedTagTests {
    /// A tag of ID3 2.4 with a title.
    private static func tag(_ title: String) -> [UInt8] {
        let text = [3] + [UInt8](title.utf8)
        let frame = [UInt8]("TIT2".utf8) + [0, 0, 0, UInt8(text.count), 0, 0] + text
        return [UInt8]("ID3".utf8) + [4, 0, 0, 0, 0, 0, UInt8(frame.count)] + frame
    }

    /// The beginnings of the frames of ADTS.
    private static func frames(_ file: [UInt8]) -> [Int] {
        var (starts, at) = ([Int](), 0)
        while let header = ADTSHeader(Array(file[at...].prefix(16)).span.bytes, at: 0) {
            starts.append(at)
            at += header.byteCount
        }
        return starts
    }

    /// The frames of a playlist of one piece, and the titles with the frames at which they hold.
    private func heard(_ piece: [UInt8]) throws -> (samples: [Float], titles: [(frame: Int, text: String)]) {
        func answer(_ body: [UInt8], _ type: String) -> [UInt8] {
            PrivateWebServer.head("HTTP/1.1 200 OK", "Content-Type: \(type)", "Content-Length: \(body.count)") + body
        }
        let list = "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\npiece\n#EXT-X-ENDLIST\n"
        let server = try #require(
            PrivateWebServer([
                answer([UInt8](list.utf8), "application/vnd.apple.mpegurl"), answer(piece, "audio/aac"),
            ]))
        let source = try OpenedSound.open(
            server.address("/list.m3u8"), HTTPQuestion(), ConnectionHolder(), bitRate: 0)
        var (samples, titles) = ([Float](), [(frame: Int, text: String)]())
        while let piece = try source.next() {
            titles += source.takeNotes().map {
                (samples.count + Int(($0.seconds * piece.sampleRate).rounded()), $0.text)
            }
            samples += piece.channels[0]
        }
        return (samples, titles)
    }

    @Test func aTagBetweenFramesHoldsFromTheNextFrameOn() throws {
        let file = try #require(SeedFiles.all().first { $0.name == "adts.aac" }).bytes
        let starts = Self.frames(file)
        try #require(starts.count > 4)
        let (plain, none) = try heard(file)
        #expect(none.isEmpty && !plain.isEmpty)
        var piece: [UInt8] = Self.tag("One")
        piece += file[..<starts[3]]
        piece += Self.tag("Two")
        piece += Self.tag("Three")
        piece += file[starts[3]..<starts[4]]
        piece += Self.tag("Four")
        piece += file[starts[4]...]
        let (samples, titles) = try heard(piece)
        #expect(samples == plain)
        #expect(titles.map { $0.text } == ["One", "Two", "Three", "Four"])
        let frames: [Int] = titles.map { $0.frame }
        #expect(frames == [0, 3072, 3072, 4096])
    }

    /// Transport streams say by their clocks when a tag holds, wherever it lies between the sound.
    @Test(arguments: [900_000, 8_589_933_592] as [Int64]) func aTagInATransportStreamHoldsAtItsClock(start: Int64)
        throws
    {
        let file = try #require(SeedFiles.all().first { $0.name == "adts.aac" }).bytes
        let plain = try heard(file).samples
        var stream = TransportWriter()
        stream.tables()
        // 50 and 100 ms behind the first frame.
        stream.packet(257, clock: start, id: 0xC0, file)
        stream.packet(258, clock: (start + 4_500) % (1 << 33), id: 0xBD, Self.tag("Early"))
        stream.packet(258, clock: (start + 9_000) % (1 << 33), id: 0xBD, Self.tag(String(repeating: "x", count: 110)))
        let (samples, titles) = try heard(stream.bytes)
        #expect(samples == plain)
        #expect(titles.map { $0.text } == ["Early", String(repeating: "x", count: 110)])
        let rate = 48_000.0
        let frames = titles.map { Double($0.frame) }
        #expect(frames.count == 2 && abs(frames[1] - 2 * frames[0]) <= 1)
        #expect([0.05 * rate, 0.05 * 44_100].contains { abs($0 - (frames.first ?? 0)) <= 1 })
    }

    /// Writes packets of a transport stream (ISO/IEC 13818-1, 2.4.3).
    private struct TransportWriter {
        private(set) var bytes: [UInt8] = []

        /// A programme of ADTS and of timed metadata.
        mutating func tables() {
            put(0, [0, 0, 0xB0, 13, 0, 1, 0xC1, 0, 0, 0, 1, 0xE1, 0, 1, 2, 3, 4], isFirst: true)
            let streams: [UInt8] = [0x0F, 0xE1, 1, 0xF0, 0, 0x15, 0xE1, 2, 0xF0, 0]
            let head: [UInt8] = [0, 2, 0xB0, 23, 0, 1, 0xC1, 0, 0, 0xE1, 1, 0xF0, 0]
            put(256, head + streams + [1, 2, 3, 4], isFirst: true)
        }

        /// A packet of an elementary stream, cut into packets of the transport stream.
        mutating func packet(_ pid: Int, clock: Int64, id: UInt8, _ body: [UInt8]) {
            let low = { (shift: Int64) in UInt8(truncatingIfNeeded: clock >> shift) }
            let time = [0x21 | (low(30) & 7) << 1, low(22), low(14) | 1, low(7), low(0) << 1 | 1]
            let count = body.count + 8
            let length = count < 65_536 ? [UInt8(count >> 8), UInt8(count & 0xFF)] : [0, 0]
            var rest = ([0, 0, 1, id] + length + [0x80, 0x80, 5] + time + body)[...]
            var isFirst = true
            while !rest.isEmpty {
                put(pid, Array(rest.prefix(184)), isFirst: isFirst)
                rest = rest.dropFirst(184)
                isFirst = false
            }
        }

        private mutating func put(_ pid: Int, _ payload: [UInt8], isFirst: Bool) {
            let stuffing = 184 - payload.count
            let first = UInt8(pid >> 8) | (isFirst ? 0x40 : 0)
            bytes += [0x47, first, UInt8(pid & 0xFF), stuffing > 0 ? 0x30 : 0x10]
            if stuffing > 0 {
                bytes.append(UInt8(stuffing - 1))
                if stuffing > 1 { bytes += [0] + [UInt8](repeating: 0xFF, count: stuffing - 2) }
            }
            bytes += payload
        }
    }
}
