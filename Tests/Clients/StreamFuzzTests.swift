import AVFoundation
import ByteMutation
import Patience
import PrivateWebServer
import SordinoSimulator
import Testing

/// Damaged answers of servers and damaged playlists, through `AVPlayer` to the headphones of a simulated telephone.
///
/// A player may refuse them or play what is left of them. It does not stop the program, and gives no sample that is no number.
@Suite(.enabled(if: PrivateWebServer.canBeAsked, "libcurl4 is not installed"))
struct StreamFuzzTests {
    /// What a server answers, question by question.
    private struct Model {
        var name: String
        var path = "/a"
        var answers: [[UInt8]]
    }

    private static func answer(_ body: [UInt8], _ fields: String...) -> [UInt8] {
        let lines = ["HTTP/1.1 200 OK"] + fields + ["Content-Length: \(body.count)"]
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
    }

    private static let models: [Model] = {
        let sound = StreamPlayerTests.wave(0.25, seconds: 0.2)
        let listType = "Content-Type: application/vnd.apple.mpegurl"
        let pieces =
            "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-MEDIA-SEQUENCE:7\n#EXTINF:0.2,a\npiece\n#EXT-X-BYTERANGE:9000@0\n"
            + "#EXTINF:0.1,b\nwhole\n#EXT-X-DISCONTINUITY\n#EXTINF:0.2,\nlast\n#EXT-X-ENDLIST\n"
        let live = "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-MEDIA-SEQUENCE:3\n#EXTINF:0.2,\none\n#EXTINF:0.2,\ntwo\n"
        let streams =
            "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=64000,CODECS=\"mp4a.40.2\"\nlow\n"
            + "#EXT-X-STREAM-INF:BANDWIDTH=256000,CODECS=\"mp4a.40.2\"\nhigh\n"
        let title = PrivateWebServer.withTitle("Artist - Song", in: sound, every: 4_000)
        let station = PrivateWebServer.head("ICY 200 OK", "icy-name: Radio", "icy-metaint: 4000") + title
        let chunks = PrivateWebServer.head("HTTP/1.1 200 OK", "Transfer-Encoding: chunked")
        let piece = answer(sound, "Content-Type: audio/wav")
        return [
            Model(name: "parts", answers: [answer(sound, "Accept-Ranges: bytes")]),
            Model(name: "no parts", answers: [answer(sound)]),
            Model(name: "station", answers: [station]),
            Model(name: "chunks", answers: [chunks + PrivateWebServer.chunked(sound)]),
            Model(name: "list", answers: [answer([UInt8](pieces.utf8), listType), piece, piece, piece]),
            Model(name: "live", answers: [answer([UInt8](live.utf8), listType), piece, piece]),
            Model(
                name: "streams",
                answers: [
                    answer([UInt8](streams.utf8), listType), answer([UInt8](pieces.utf8), listType), piece, piece,
                ]),
        ]
    }()

    /// The heads are damaged as often as what follows them.
    private static func damaged(_ model: Model, _ mutation: inout ByteMutation) -> [[UInt8]] {
        var answers = model.answers
        let index = mutation.choice(below: 3) > 0 ? 0 : mutation.choice(below: answers.count)
        let headByteCount = mutation.choice(below: 2) == 0 ? 120 : min(600, answers[index].count)
        answers[index] = mutation.damaged(answers[index], headByteCount: headByteCount)
        // What is asked once more is answered once more.
        return answers + [answers[answers.count - 1]]
    }

    @Test(arguments: CallWalk.seeds) func damagedAnswersStopNoPlayer(seed: UInt64) throws {
        let device = SimulatedDevice(.phone)
        device.plug(.headphones)
        let app = device.app("Radio", backgroundModes: .audio)
        try app.activate(.playback)
        device.advance(0.1)
        // Damaged sound may have any samples, and ends where it likes.
        device.allowsArtefacts(because: "the sounds are damaged on purpose")
        var mutation = ByteMutation(seed: seed)
        for step in 0..<CallWalk.steps(21) {
            let model = Self.models[step % Self.models.count]
            let server = try #require(PrivateWebServer(Self.damaged(model, &mutation)))
            defer { server.close() }
            let url = try #require(URL(string: server.address(model.path)))
            let player = app.perform { AVPlayer(url: url) }
            let item = try #require(player.currentItem)
            app.perform { player.playImmediately(atRate: mutation.choice(below: 3) == 0 ? 1.5 : 1) }
            _ = Patience.first(looks: 25) {
                device.advance(0.01)
                return item.status == .failed || item.currentTime().seconds > 0.1 ? true : nil
            }
            app.perform { player.seek(to: CMTime(value: Int64(mutation.choice(below: 400)) - 50, timescale: 1_000)) }
            device.advance(0.05)
            #expect(item.currentTime().seconds >= 0 && item.currentTime().seconds.isFinite, "\(model.name), \(step)")
            _ = (item.accessLog()?.events, item.errorLog()?.extendedLogData(), item.timedMetadata, item.duration)
            app.perform { player.replaceCurrentItem(with: nil) }
        }
        let samples = device.output(.headphones)?.samples(channel: 0, from: 0, to: device.now) ?? []
        #expect(samples.allSatisfy { $0.isFinite }, "seed \(seed)")
    }
}
