import Glibc
import MusicFiles
import Patience
import Synchronization
import Testing

@testable import SordinoLibrary

@Suite(.timeLimit(.minutes(20)))
struct LibraryTests {
    private let folder = MusicFolder()

    @Test func textsAreInTheOrderOfTheirLettersWithoutArticlesAndAccents() {
        var pool = TextPool()
        _ = pool.add(Set(["The Beatles", "Abba", "Ärzte", "Zappa", "beirut"].map { ExactText(text: $0) }))
        #expect((1..<UInt32(pool.count)).map(pool.text) == ["Abba", "Ärzte", "The Beatles", "beirut", "Zappa"])
        _ = pool.add([ExactText(text: "Can")])
        #expect((1..<UInt32(pool.count)).map(pool.text) == ["Abba", "Ärzte", "The Beatles", "beirut", "Can", "Zappa"])
        #expect(pool.numbers(containing: "ARZ").filter { $0 }.count == 1 && pool.number(of: "Can") == 5)
        #expect(
            (1..<UInt32(pool.count)).map {
                String(Unicode.Scalar(TextPool.letter(pool.firstCharacter($0))) ?? "?")
            } == [
                "a", "a", "b", "b", "c", "z",
            ])
    }

    @Test func songsAreFoundByTheirTagsInOrderAndInGroups() throws {
        folder.song(
            "1.wav", "Zebra", artist: "The Ants", album: "Zoo", [("TRCK", "2/2"), ("TCON", "Rock"), ("TPOS", "1/2")])
        folder.song("2.wav", "Ape", artist: "The Ants", album: "Zoo", [("TRCK", "1/2"), ("TCOM", "Éluard")])
        folder.song("deep/er/3.wav", "Owl", artist: "Bees", album: "Zoo", [("TPE2", "Bees"), ("TBPM", "120")])
        folder.song("4.wav", "Untagged")
        folder.write("notes.txt", Array("no sound".utf8))
        folder.write("broken.mp3", [1, 2, 3])
        let library = try folder.scanned()
        #expect(library.titles() == ["Ape", "Owl", "Untagged", "Zebra"])
        #expect(library.titles(.equals(.artist, "The Ants"), by: .album) == ["Ape", "Zebra"])
        #expect(
            library.titles(.contains(.artist, "ANT")) == ["Ape", "Zebra"]
                && library.titles(.equals(.artist, "ants")) == [])
        #expect(library.titles(.contains(.composer, "elu")) == ["Ape"])
        #expect(
            library.titles(.number(.track, 2)) == ["Zebra"] && library.titles(.number(.beatsPerMinute, 120)) == ["Owl"])
        let albums = library.groups(SongQuery([.equals(.album, "Zoo")], grouping: .album))
        #expect(albums.map(\.count).sorted() == [1, 2], "albums of the same name by two artists are two")
        let artists = library.groups(SongQuery(grouping: .artist))
        #expect(artists.firsts.map { artists.table.heading(.artist, Int($0)) } == ["The Ants", "Bees", ""])
        let (table, rows) = library.rows(SongQuery())
        #expect(table.sections(.title, rows).map(\.title) == ["A", "O", "U", "Z"])
        let zebra = try #require(library.id("Zebra"))
        let row = try #require(table.row(of: zebra))
        #expect(
            table.number(.trackCount, row) == 2 && table.number(.discCount, row) == 2
                && table.real(.duration, row) == 0.05)
        #expect(library.titles(.textID(.artist, SongTable.id(.artist, "Bees"))) == ["Owl"])
        #expect(library.titles(.album(table.albumIDs[row])) == ["Ape", "Zebra"])
    }

    @Test func aSecondStartKnowsEverythingWithoutReadingAFile() throws {
        folder.song("1.wav", "One", artist: "A")
        folder.song("2.wav", "Two", artist: "B", [("USLT", "la la"), ("TDRC", "1999-12-31"), ("TIT1", "Group")])
        let first = try folder.scanned()
        let two = try #require(first.id("Two"))
        try first.mark(two) { $0.rating = 5 }
        let again = MusicLibrary(folder.places)
        #expect(again.titles() == ["One", "Two"] && again.titles(.number(.rating, 5)) == ["Two"])
        let details = try #require(again.details(of: two))
        #expect(details.lyrics == "la la" && details.grouping == "Group" && details.path.hasSuffix("/2.wav"))
        #expect(details.released == 946_598_400)
    }

    @Test func aStoredTableIsTheSameTableAndADamagedOneIsNone() throws {
        for number in 0..<50 { folder.song("\(number).wav", "Song \(number)", artist: "Artist \(number % 7)") }
        let table = try folder.scanned().table
        let stored = table.stored
        let again = try #require(stored.withUnsafeBytes { SongTable(stored: $0) })
        #expect(again.ids == table.ids && again.stored == stored)
        for count in [0, 7, 8, 100, stored.count - 1] {
            #expect(Array(stored.prefix(count)).withUnsafeBytes { SongTable(stored: $0) } == nil)
        }
        // Any damaged byte gives a table or none, and no trap.
        for at in stride(from: 8, to: stored.count, by: 3) {
            var damaged = stored
            damaged[at] ^= 0xFF
            let read = damaged.withUnsafeBytes { SongTable(stored: $0) }
            if let read { for row in 0..<read.count { _ = read.text(.title, row) } }
        }
    }

    @Test func whatPeopleAddedStaysWhenAFileChangesMovesOrIsAway() throws {
        let path = folder.song("a/1.wav", "Before", artist: "A")
        let library = try folder.scanned()
        let id = try #require(library.id("Before"))
        try library.mark(id) { marks in
            (marks.rating, marks.playCount, marks.bookmark) = (4, 7, 12.5)
        }
        // The tags change.
        folder.song("a/1.wav", "After", artist: "A")
        try library.scan()
        #expect(library.id("After") == id)
        // The file moves.
        mkdir("\(folder.music)/b", 0o700)
        rename(path, "\(folder.music)/b/moved.wav")
        try library.scan()
        #expect(library.id("After") == id && library.details(of: id)?.path.hasSuffix("/b/moved.wav") == true)
        // The disk is away, and comes back.
        rename(folder.music, folder.path + "/Elsewhere")
        try library.scan()
        #expect(library.titles() == [])
        rename(folder.path + "/Elsewhere", folder.music)
        try library.scan()
        let marks = library.value(of: id) {
            ($0.number(.rating, $1), $0.number(.playCount, $1), $0.real(.bookmark, $1))
        }
        #expect(marks.map { $0 == (4, 7, 12.5) } == true)
    }

    @Test func filesThatComeChangeAndGoAreSeenWithoutAsking() throws {
        folder.song("1.wav", "One")
        let library = MusicLibrary(folder.places)
        library.beginWatching()
        defer { library.endWatching() }
        #expect(Patience.until { library.titles() == ["One"] })
        folder.song("new/2.wav", "Two")
        #expect(Patience.until { library.titles() == ["One", "Two"] })
        folder.song("new/3.wav", "Three")
        #expect(Patience.until { library.titles() == ["One", "Three", "Two"] })
        folder.song("1.wav", "Other")
        #expect(Patience.until { library.titles() == ["Other", "Three", "Two"] })
        unlink("\(folder.music)/new/2.wav")
        #expect(Patience.until { library.titles() == ["Other", "Three"] })
        rename("\(folder.music)/new", folder.path + "/gone")
        #expect(Patience.until { library.titles() == ["Other"] })
    }

    @Test func twoLibrariesSeeEachOthersChanges() throws {
        folder.song("1.wav", "One")
        let (one, other) = (MusicLibrary(folder.places), MusicLibrary(folder.places))
        one.beginWatching()
        other.beginWatching()
        defer {
            one.endWatching()
            other.endWatching()
        }
        #expect(Patience.until { one.titles() == ["One"] && other.titles() == ["One"] })
        let id = try #require(one.id("One"))
        let calls = Mutex(0)
        let observer = other.addObserver { calls.withLock { $0 += 1 } }
        try one.mark(id) { $0.rating = 3 }
        #expect(Patience.until { other.titles(.number(.rating, 3)) == ["One"] })
        #expect(Patience.until { calls.withLock { $0 } > 0 })
        other.removeObserver(observer)
        try other.mark(id) { $0.playCount += 1 }
        #expect(Patience.until { one.titles(.number(.playCount, 1)) == ["One"] })
    }

    @Test func loopsOfLinksAndDeepFoldersEnd() throws {
        folder.song("a/1.wav", "One")
        symlink(folder.music, "\(folder.music)/a/loop")
        symlink("..", "\(folder.music)/a/up")
        symlink("self", "\(folder.music)/self")
        mkfifo("\(folder.music)/pipe.mp3", 0o600)
        folder.song((0..<80).map { "d\($0)/" }.joined() + "deep.wav", "Too deep")
        let library = try folder.scanned()
        #expect(library.titles() == ["One"])
    }

    @Test func podcastsAndBooksAreKnownByTagsAndFolders() throws {
        folder.song("Podcasts/News/1.wav", "Monday")
        folder.song("2.wav", "Tuesday", album: "Daily", [("PCST", "\u{1}")])
        folder.song("Audiobooks/3.wav", "Chapter One")
        folder.song("4.wav", "Song")
        let library = try folder.scanned()
        #expect(library.titles(.kinds(2)) == ["Monday", "Tuesday"] && library.titles(.kinds(4)) == ["Chapter One"])
        #expect(library.titles(.kinds(1)) == ["Song"] && library.titles(.equals(.podcast, "Daily")) == ["Tuesday"])
        #expect(library.titles(.equals(.podcast, "News")) == ["Monday"])
    }
}
