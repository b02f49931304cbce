// Feeds damaged tags and playlists to the readers of the library: no trap, bounded texts, and lists that are written are read again.
//
//   fuzz-library [--seconds N] [--seed N]
//
// A finding stops the program and is repeated by its seed.

import ByteMutation
import MusicFiles
import SordinoLibrary

let options = FuzzOptions()

let frames = [
    ("TIT2", "Title"), ("TPE1", "Artist"), ("TPE2", "Band"), ("TALB", "Album"), ("TRCK", "1/2"), ("TPOS", "1/2"),
    ("USLT", "words"), ("COMM", "comment"), ("TDRC", "2001-02-03"), ("TCMP", "1"), ("PCST", "\u{1}"), ("TBPM", "120"),
    ("CHAP", "one\u{0}\u{0}\u{0}\u{0}\u{1}\u{0}\u{0}\u{0}\u{2}aaaabbbb"),
].map { (name: $0.0, text: $0.1) }
let comments: [UInt8] = {
    func counted(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        return (0..<4).map { UInt8(truncatingIfNeeded: bytes.count >> (8 * $0)) } + bytes
    }
    let fields = ["ALBUMARTIST=Band", "DISCNUMBER=1/2", "CHAPTER001=00:00:01.5", "CHAPTER001NAME=One", "LYRICS=la"]
    return counted("vendor") + [UInt8(fields.count), 0, 0, 0] + fields.flatMap(counted)
}()
let flac: [UInt8] =
    Array("fLaC".utf8) + [0, 0, 0, 34, 0x10, 0, 0x10, 0, 0, 0, 0, 0, 0, 0, 0x0B, 0xB8, 0x01, 0x70, 0, 0, 0, 0]
    + [UInt8](repeating: 0, count: 16) + [0x84, 0, UInt8(comments.count >> 8), UInt8(comments.count & 255)] + comments
    + [0xFF, 0xF8, 0xC9, 0x18]
func box(_ name: [UInt8], _ body: [UInt8]) -> [UInt8] {
    (0..<4).reversed().map { UInt8(truncatingIfNeeded: (body.count + 8) >> (8 * $0)) } + name + body
}
let items =
    box(Array("aART".utf8), box(Array("data".utf8), [0, 0, 0, 1, 0, 0, 0, 0] + Array("Band".utf8)))
    + box(Array("disk".utf8), box(Array("data".utf8), [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 2]))
    + box(Array("stik".utf8), box(Array("data".utf8), [0, 0, 0, 21, 0, 0, 0, 0, 21]))
let movie =
    box(Array("ftyp".utf8), Array("M4A \u{0}\u{0}\u{0}\u{0}M4A ".utf8))
    + box(
        Array("moov".utf8),
        box(Array("udta".utf8), box(Array("meta".utf8), [0, 0, 0, 0] + box(Array("ilst".utf8), items))))
let sounds = [
    TaggedSound.wave(frames, picture: TaggedSound.picture),
    TaggedSound.id3(frames, picture: TaggedSound.picture) + [0xFF, 0xFB, 0x90, 0x00]
        + [UInt8](repeating: 0, count: 413), flac,
    movie,
]
let lists: [(bytes: [UInt8], path: String)] = [
    (Array("#EXTM3U\n#PLAYLIST:Mine\n#EXTART:Ann\na.mp3\n../b c.mp3\nfile:///d%20e.mp3\n".utf8), "/m/x.m3u8"),
    (
        Array(
            """
            <?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "&b;">]><playlist><title>T &amp; <![CDATA[<u>]]></title><!-- c -->
            <trackList><track><location>file:///a%20b.mp3</location></track><track/></trackList></playlist>
            """.utf8), "/m/x.xspf"
    ),
]

precondition(
    SongReader.song(of: sounds[0], path: "/Music/a.wav")?.albumArtist == "Band", "the model's tags are not found")
var mutation = ByteMutation(seed: options.seed)
let end = ContinuousClock.now + .seconds(options.seconds)
var (count, readCount) = (0, 0)
while ContinuousClock.now < end {
    count += 1
    let sound = mutation.damaged(sounds[count % sounds.count])
    if let song = SongReader.song(of: sound, path: "/Music/a.wav") {
        readCount += 1
        precondition(song.title.count <= 512 && song.album.count <= 512 && song.duration >= 0, "a text is not bounded")
    }
    precondition(SongReader.tagCount(of: sound) <= sound.count + 1_024, "more tags than bytes")
    let (bytes, path) = lists[count % lists.count]
    let list = PlaylistFile.parse(mutation.damaged(bytes), path: path)
    precondition(list.paths.count <= bytes.count + 4_096, "more songs than bytes")
    let again = PlaylistFile.parse(PlaylistFile.bytes(of: list), path: path)
    precondition(again.paths.count <= list.paths.count, "a list grows")
}
print("fuzz-library: \(count) rounds, \(readCount) songs were read, seed \(options.seed)")
