// Feeds damaged playlists, transport streams and heads of answers to their readers: no trap, no more pieces than lines, no
// more sound than bytes, and the same sound for any pieces in which bytes come.
//
//   fuzz-playlists [--seconds N] [--seed N]
//
// A finding stops the program and is repeated by its seed.

import ByteMutation
import SordinoStreaming

let options = FuzzOptions()

let lists = [
    """
    #EXTM3U
    #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="One, two",DEFAULT=YES,URI="a.m3u8"
    #EXT-X-STREAM-INF:BANDWIDTH=128000,CODECS="mp4a.40.2,avc1.4d401e",RESOLUTION=640x360,AUDIO="a"
    v.m3u8
    #EXT-X-STREAM-INF:BANDWIDTH=64000
    low.m3u8
    """,
    """
    #EXTM3U
    #EXT-X-TARGETDURATION:10
    #EXT-X-MEDIA-SEQUENCE:9
    #EXT-X-MAP:URI="i.mp4",BYTERANGE="700@0"
    #EXT-X-KEY:METHOD=AES-128,URI="k",IV=0x0123456789ABCDEF0123456789abcdef,KEYFORMAT="identity"
    #EXT-X-BYTERANGE:75232@100
    #EXTINF:9.009,title
    all.mp4
    #EXT-X-BYTERANGE:82112
    #EXTINF:3.003,
    all.mp4
    #EXT-X-DISCONTINUITY
    #EXTINF:1,
    last.ts
    #EXT-X-ENDLIST
    """,
].map { [UInt8]($0.utf8) }

/// A table of programmes, a table of streams, and two packets of sound.
let transport: [UInt8] = {
    func packet(_ pid: Int, _ payload: [UInt8], begins: Bool) -> [UInt8] {
        let head: [UInt8] = [0x47, UInt8(begins ? 0x40 : 0) | UInt8(pid >> 8), UInt8(pid & 255), 0x10]
        return head + payload + [UInt8](repeating: 0xFF, count: 184 - payload.count)
    }
    let programmes: [UInt8] = [0, 0, 0xB0, 13, 0, 1, 0xC1, 0, 0, 0, 1, 0xE1, 0, 1, 2, 3, 4]
    let streams: [UInt8] = [0, 2, 0xB0, 18, 0, 1, 0xC1, 0, 0, 0xE1, 1, 0xF0, 0, 0x0F, 0xE1, 1, 0xF0, 0, 1, 2, 3, 4]
    let sound: [UInt8] = [0, 0, 1, 0xC0, 0, 0, 0x80, 0x80, 5, 1, 2, 3, 4, 5] + [UInt8](repeating: 0xA5, count: 100)
    return packet(0, programmes, begins: true) + packet(256, streams, begins: true) + packet(257, sound, begins: true)
        + packet(257, [UInt8](repeating: 0x5A, count: 184), begins: false)
}()

var whole = TransportStream()
precondition(whole.take(transport).sound.count == 354, "the model's sound is not found")
let head = [UInt8]("HTTP/1.1 206 Partial Content\r\nContent-Range: bytes 1-2/3\r\nContent-Length: 2\r\n\r\n".utf8)
var mutation = ByteMutation(seed: options.seed)
let end = ContinuousClock.now + .seconds(options.seconds)
var (count, readCount) = (0, 0)
while ContinuousClock.now < end {
    for list in lists {
        let damaged = mutation.damaged(list, headByteCount: list.count)
        if let playlist = try? HLSPlaylist(damaged) {
            readCount += 1
            let lineCount = damaged.reduce(1) { $0 + ($1 == 10 || $1 == 13 ? 1 : 0) }
            precondition(playlist.segments.count + playlist.variants.count <= lineCount, "more pieces than lines")
            precondition(playlist.seconds.isFinite && playlist.seconds >= 0, "no length")
            _ = playlist.addresses(upTo: 100_000)
        }
        count += 1
    }
    let damaged = mutation.damaged(transport, headByteCount: transport.count)
    var (atOnce, inPieces) = (TransportStream(), TransportStream())
    let sound = atOnce.take(damaged)
    precondition(sound.sound.count <= damaged.count, "more sound than bytes")
    var pieces = inPieces.take([])
    for start in stride(from: 0, to: damaged.count, by: 101) {
        let piece = inPieces.take([UInt8](damaged[start..<min(start + 101, damaged.count)]))
        pieces.sound += piece.sound
        pieces.tags += piece.tags
        pieces.clock = pieces.clock ?? piece.clock
    }
    precondition(sound == pieces, "another sound in pieces")
    _ = HTTPHead(mutation.damaged(head, headByteCount: head.count))?.range
    count += 2
}
print("fuzz-playlists: \(count) inputs, \(readCount) playlists read")
