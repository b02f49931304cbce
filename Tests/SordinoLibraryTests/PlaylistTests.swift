import Glibc
import MusicFiles
import Patience
import SordinoMedia
import Testing

@testable import SordinoLibrary

/// Bytes in memory, as the readers of tags take them.
typealias MemorySource = MemoryByteSource

@Suite(.timeLimit(.minutes(20)))
struct PlaylistTests {
    private let folder = MusicFolder()

    @Test func listsOfBothFormsAreReadWithPathsAndAddresses() throws {
        folder.song("a b/1.wav", "One")
        folder.song("2.wav", "Two")
        folder.write(
            "Lists/mine.m3u8",
            Array(
                "\u{FEFF}#EXTM3U\r\n#PLAYLIST:Mine\r\n#EXTINF:1,One\r\n../a b/1.wav\r\n\r\nhttp://example.org/x.mp3\r\nmissing.wav\r\n\(folder.music)/2.wav\r\n"
                    .utf8))
        folder.write(
            "theirs.xspf",
            Array(
                """
                <?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "&b;&b;">]><playlist version="1">
                <title>Theirs &amp; <![CDATA[ours]]></title><creator>Ann</creator><!-- <title>no</title> --><trackList>
                <track><location>file://\(SmallText.withPercents(folder.music))/a%20b/1.wav</location></track>
                <track><location>2.wav</location><title>ignored</title></track></trackList></playlist>
                """.utf8))
        let library = try folder.scanned()
        #expect(library.playlists.map(\.name) == ["Mine", "Theirs & ours"])
        #expect(library.playlists.last?.author == "Ann")
        let (one, two) = (try #require(library.id("One")), try #require(library.id("Two")))
        #expect(library.playlists.map { library.songs(of: $0) } == [[one, two], [one, two]])
    }

    @Test(arguments: ["\n", "\r\n"], ["", "\u{FEFF}"])
    func theDesktopsFolderIsReadFromFilesOfAllSystems(end: String, mark: String) {
        let home = "/root/of/ann"
        func folder(_ lines: String...) -> String {
            LibraryPlaces.desktopFolder(home, Array((mark + lines.joined(separator: end) + end).utf8))
        }
        #expect(folder("XDG_MUSIC_DIR=\"$HOME/Klänge\"") == home + "/Klänge")
        #expect(folder("# made by hand", "XDG_DESKTOP_DIR=\"$HOME/x\"", "XDG_MUSIC_DIR=\"/srv/music\"") == "/srv/music")
        #expect(folder("XDG_MUSIC_DIR=\"$HOME/\"") == home + "/Music")
        #expect(folder("#XDG_MUSIC_DIR=\"/srv/music\"") == home + "/Music")
    }

    @Test(arguments: ["x.m3u8", "x.xspf"])
    func aListThatIsWrittenIsReadAgain(name: String) throws {
        folder.song("#1 song.wav", "One")
        folder.song("Ünï.wav", "Two")
        let library = try folder.scanned()
        var list = Playlist()
        list.path = "\(folder.music)/\(name)"
        (list.name, list.author, list.details) = ("A <list>", "Ann & Bob", "of two")
        list.paths = ["\(folder.music)/#1 song.wav", "\(folder.music)/Ünï.wav"]
        try library.write(list)
        let again = PlaylistFile.parse(PlaylistFile.bytes(of: list), path: list.path)
        #expect(again.name == list.name && again.paths == list.paths && again.author == list.author)
        #expect(library.playlists.map(\.paths) == [list.paths])
        // A later scan finds nothing new.
        try library.scan()
        #expect(library.playlists.map(\.name) == ["A <list>"] && library.songs(of: library.playlists[0]).count == 2)
    }

    @Test func listsThatAreDeepLongOrDamagedEnd() {
        let deep = String(repeating: "<a>", count: 100_000)
        #expect(PlaylistFile.parse(Array(deep.utf8), path: "/x.xspf").paths == [])
        let long = String(repeating: "song.mp3\n", count: 150_000)
        #expect(PlaylistFile.parse(Array(long.utf8), path: "/x.m3u").paths.count == PlaylistFile.songLimit)
        let list = Array("<playlist><title>t</title><trackList><track><location>%zz%4</location></track>".utf8)
        for count in list.indices { _ = PlaylistFile.parse(Array(list.prefix(count)), path: "/x.xspf") }
        #expect(PlaylistFile.parse(list, path: "/x.xspf").paths == ["/%zz%4"])
    }
}
