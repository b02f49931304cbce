import Glibc
import MusicFiles
import Testing

@testable import SordinoLibrary

@Suite(.timeLimit(.minutes(20)))
struct HostileFileTests {
    private let folder = MusicFolder()

    @Test func aPictureThatClaims200MegabytesCostsNothing() throws {
        let bytes = TaggedSound.wave(
            [(name: "TIT2", text: "Greedy")], picture: TaggedSound.picture, claimedPictureByteCount: 200 << 20)
        folder.write("1.wav", bytes)
        folder.write("2.wav", TaggedSound.wave([(name: "TIT2", text: "Honest")], picture: TaggedSound.picture))
        let library = try folder.scanned()
        #expect(library.titles() == ["Greedy", "Honest"])
        let (greedy, honest) = (try #require(library.id("Greedy")), try #require(library.id("Honest")))
        #expect(library.picture(of: greedy) == nil && library.picture(of: honest) == TaggedSound.picture)
    }

    @Test func longTextsAndStrangeEncodingsAreBounded() throws {
        let long = String(repeating: "é", count: 20_000)
        folder.song("1.wav", long, artist: "\u{0}", album: "  spaces  ")
        var latin = TaggedSound.wave([(name: "TIT2", text: "Caf#")])
        // The letter of Latin-1 in a frame that claims UTF-8.
        if let at = latin.firstIndex(of: UInt8(ascii: "#")) { latin[at] = 0xE9 }
        folder.write("2.wav", latin)
        let library = try folder.scanned()
        #expect(library.titles().map(\.count).max() == 512)
        #expect(
            library.titles(.contains(.title, "cafe")) == ["Café"]
                && library.titles(.equals(.album, "spaces")).count == 1)
    }

    @Test func everyDamagedByteOfATagGivesASongOrNone() {
        let whole = TaggedSound.wave(
            [
                (name: "TIT2", text: "Title"), (name: "TPE2", text: "Band"), (name: "TPOS", text: "1/2"),
                (name: "USLT", text: "words"), (name: "CHAP", text: "one\u{0}\u{0}\u{0}\u{0}\u{1}"),
            ], picture: TaggedSound.picture)
        for at in whole.indices {
            for value in [0, 0x7F, 0x80, 0xFF] as [UInt8] {
                var bytes = whole
                bytes[at] = value
                guard let song = SongReader.read(MemorySource(bytes), path: "/x.wav", FileStamp()) else { continue }
                #expect(song.title.count <= 512 && song.duration >= 0 && song.duration <= 1e9)
            }
        }
    }

    @Test func anIndexThatIsNoneIsPutAsideAndMadeAnew() throws {
        folder.song("1.wav", "One")
        mkdir(folder.path + "/data", 0o700)
        let bytes = [UInt8](repeating: 0x41, count: 8_192)
        let descriptor = open(folder.places.index, O_WRONLY | O_CREAT, 0o600)
        _ = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        close(descriptor)
        let library = try folder.scanned()
        #expect(library.titles() == ["One"] && access(folder.places.index + ".damaged", F_OK) == 0)
    }

    @Test func anIndexThatCannotBeWrittenIsSaidInOneSentence() {
        let library = MusicLibrary(LibraryPlaces(folders: [folder.music], index: "/proc/none/library.sqlite"))
        #expect(library.failure?.description.contains("cannot be opened at /proc/none") == true)
        #expect(throws: LibraryFailure.self) { try library.mark(1) { $0.rating = 1 } }
        library.beginWatching()
        #expect(library.titles() == [])
    }
}
