import CSQLite
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

    /// Changes the index behind the library's back.
    private func change(_ statements: String) throws {
        var database: OpaquePointer?
        #expect(csqlite_open(folder.places.index, 0, &database) == CSQLITE_OK)
        let opened = try #require(database)
        #expect(csqlite_execute(opened, statements) == CSQLITE_OK, "\(String(cString: csqlite_message(opened)))")
        csqlite_close(opened)
    }

    @Test(arguments: [
        // A later one, an earlier one, one whose number was not counted up, and another program's.
        ("PRAGMA user_version = 7", "7"),
        ("ALTER TABLE songs RENAME COLUMN title TO name1; PRAGMA user_version = 3", "3"),
        ("ALTER TABLE marks ADD COLUMN mood TEXT", "1"), ("DROP TABLE entries", "1"),
        ("DROP TABLE songs; CREATE TABLE songs (title TEXT); PRAGMA user_version = 0", "0"),
        ("CREATE TABLE others (a, b); PRAGMA user_version = -1", "-1"),
    ]) func anIndexOfAnotherVersionIsPutAsideAndMadeAnew(_ statements: String, _ version: String) throws {
        folder.song("1.wav", "One")
        #expect(try folder.scanned().titles() == ["One"])
        try change(statements)
        let library = try folder.scanned()
        #expect(library.titles() == ["One"] && library.failure == nil)
        #expect(access(folder.places.index + ".version-\(version)", F_OK) == 0)
        // Once.
        unlink(folder.places.index + ".version-\(version)")
        #expect(try folder.scanned().titles() == ["One"])
        #expect(access(folder.places.index + ".version-\(version)", F_OK) != 0)
    }

    @Test(arguments: ["", "-wal", "-shm", "-journal"], ["folder", "pipe", "socket", "device"])
    func anIndexThatIsNoFileIsSaidInOneSentence(_ ending: String, _ kind: String) {
        mkdir(folder.path + "/data", 0o700)
        let path = folder.places.index + ending
        switch kind {
        case "folder": mkdir(path, 0o700)
        case "pipe": mkfifo(path, 0o600)
        case "socket": mknod(path, S_IFSOCK | 0o600, 0)
        default: symlink("/dev/null", path)
        }
        let library = MusicLibrary(folder.places)
        #expect(library.failure?.description == "the index of the library at \(path) is a \(kind), not a file")
        #expect(throws: LibraryFailure.self) { try library.scan() }
        library.beginWatching()
        #expect(library.titles() == [])
        // It is still there.
        #expect(access(path, F_OK) == 0)
    }

    @Test func aPipeBesideTheIndexIsNotWaitedFor() throws {
        folder.song("1.wav", "One")
        mkdir(folder.path + "/data", 0o700)
        mkfifo(folder.places.index + "-changed", 0o600)
        #expect(try folder.scanned().titles() == ["One"])
    }
}
