import AVFoundation
import MediaPlayer
import SordinoLibrary
import SordinoSimulator
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(20)))
struct MediaQueryTests {
    private let phone: MusicPhone

    init() throws { phone = try MusicPhone() }

    @Test func nothingIsSeenBeforeThePersonAllowsIt() throws {
        try phone.song("One")
        let answers = Mutex<[MPMediaLibraryAuthorizationStatus]>([])
        phone.perform {
            #expect(MPMediaLibrary.authorizationStatus() == .notDetermined && MPMediaQuery.songs().items == nil)
            MPMediaLibrary.requestAuthorization { answer in answers.withLock { $0.append(answer) } }
        }
        phone.device.advance(0.1)
        #expect(answers.withLock { $0 } == [])
        phone.app.answerLibraryPermission(false)
        phone.device.advance(0.1)
        #expect(answers.withLock { $0 } == [.denied])
        phone.perform { #expect(MPMediaLibrary.authorizationStatus() == .denied && MPMediaQuery.songs().items == nil) }
        _ = try phone.open()
        phone.perform {
            #expect(MPMediaLibrary.authorizationStatus() == .authorized)
            #expect(MPMediaQuery.songs().items?.map(\.title) == ["One"])
        }
    }

    @Test func itemsHaveTheirTagsByPropertyAndByName() throws {
        let url = try phone.song(
            "Title", artist: "Artist", album: "Album", seconds: 2,
            [
                ("TPE2", "Band"), ("TCON", "Rock"), ("TCOM", "Composer"), ("TRCK", "3/9"), ("TPOS", "1/2"),
                ("TBPM", "90"), ("TDRC", "2001-02-03"), ("USLT", "words"), ("TCMP", "1"),
            ], hasPicture: true)
        _ = try phone.open()
        try phone.perform {
            let item = try #require(MPMediaQuery.songs().items?.first)
            #expect(item.title == "Title" && item.artist == "Artist" && item.albumTitle == "Album")
            #expect(item.albumArtist == "Band" && item.genre == "Rock" && item.composer == "Composer")
            #expect(
                item.albumTrackNumber == 3 && item.albumTrackCount == 9 && item.discNumber == 1 && item.discCount == 2)
            #expect(
                item.beatsPerMinute == 90 && item.lyrics == "words" && item.isCompilation && item.mediaType == .music)
            #expect(item.playbackDuration == 2 && item.releaseDate == Date(timeIntervalSince1970: 981_158_400))
            #expect(item.assetURL?.path == url.path && item.persistentID != 0)
            #expect(item.value(forProperty: MPMediaItemPropertyTitle) as? String == "Title")
            #expect(item[MPMediaItemPropertyPersistentID] as? NSNumber == NSNumber(value: item.persistentID))
            var seen: [String] = []
            item.enumerateValues(forProperties: [MPMediaItemPropertyArtist, MPMediaItemPropertyComments]) {
                name, value, _ in
                seen.append("\(name) \(value)")
            }
            #expect(seen == ["artist Artist"])
            let image = try #require(item.artwork?.image(at: CGSize(width: 10, height: 10)))
            #expect(
                image.size == CGSize(width: 1, height: 1) && image.pngData() != nil
                    && image.jpegData(compressionQuality: 1) == nil)
            // The same item twice is equal.
            #expect(MPMediaQuery.songs().items?.first == item)
        }
    }

    @Test func predicatesGroupsAndSectionsAnswer() throws {
        try phone.song("B", artist: "Ann", album: "X")
        try phone.song("A", artist: "Ann", album: "X")
        try phone.song("C", artist: "Bob", album: "Y")
        try phone.song("Episode", folder: "Podcasts/Show")
        _ = try phone.open()
        try phone.perform {
            #expect(MPMediaQuery.songs().items?.compactMap(\.title) == ["A", "B", "C"])
            #expect(MPMediaQuery.albums().collections?.map(\.count) == [2, 1])
            #expect(MPMediaQuery.artists().collections?.compactMap { $0.representativeItem?.artist } == ["Ann", "Bob"])
            #expect(MPMediaQuery.podcasts().collections?.first?.representativeItem?.podcastTitle == "Show")
            let query = MPMediaQuery.songs()
            query.addFilterPredicate(
                MPMediaPropertyPredicate(value: "an", forProperty: MPMediaItemPropertyArtist, comparisonType: .contains)
            )
            #expect(query.items?.count == 2)
            let artist = try #require(query.items?.first?.artistPersistentID)
            let same = MPMediaQuery(filterPredicates: [
                MPMediaPropertyPredicate(
                    value: NSNumber(value: artist), forProperty: MPMediaItemPropertyArtistPersistentID)
            ])
            #expect(same.items?.count == 2)
            same.removeFilterPredicate(
                MPMediaPropertyPredicate(
                    value: NSNumber(value: artist), forProperty: MPMediaItemPropertyArtistPersistentID))
            #expect(same.items?.count == 4)
            #expect(MPMediaQuery.songs().itemSections?.map(\.title) == ["A", "B", "C"])
            #expect(
                MPMediaQuery.artists().collectionSections?.map { [$0.range.location, $0.range.length] } == [
                    [0, 1], [1, 1],
                ])
            #expect(MPMediaItem.canFilter(byProperty: MPMediaItemPropertyGenre))
            #expect(!MPMediaItem.canFilter(byProperty: MPMediaItemPropertyLyrics))
            let copy = try #require(query.copy() as? MPMediaQuery)
            #expect(copy == query && copy !== query)
        }
    }

    @Test func anItemIsOneObjectWhateverComesAndGoes() throws {
        for title in ["B", "D", "F"] { try phone.song(title, artist: "Ann", album: "X") }
        let library = try phone.open()
        try phone.perform {
            let before = try #require(MPMediaQuery.songs().items)
            let album = try #require(MPMediaQuery.albums().collections?.first)
            #expect(MPMediaQuery.songs().items?.elementsEqual(before, by: ===) == true)
            #expect(MPMediaQuery.artists().items?.allSatisfy { item in before.contains { $0 === item } } == true)
            #expect(album.items.allSatisfy { item in before.contains { $0 === item } } && album.count == 3)
            #expect(MPMediaQuery.albums().collections?.first === album)
            for title in ["A", "C", "E", "G"] { try phone.song(title, artist: "Bob", album: "Y") }
            try FileManager.default.removeItem(at: phone.folder.appendingPathComponent("Music/D.wav"))
            try library.scan()
            let after = try #require(MPMediaQuery.songs().items)
            #expect(after.map(\.title) == ["A", "B", "C", "E", "F", "G"])
            #expect(after[1] === before[0] && after[4] === before[2])
            // The song that is gone has no values; the album of then has the same songs.
            #expect(before.map(\.title) == ["B", nil, "F"] && album.items.map(\.title) == ["B", nil, "F"])
            #expect(MPMediaQuery.albums().collections?.map(\.count) == [2, 4])
            #expect(MPMediaQuery.songs().itemSections?.map(\.title) == ["A", "B", "C", "E", "F", "G"])
        }
    }

    @Test func playlistsAreMadeFoundAndExtended() async throws {
        try phone.song("One")
        try phone.song("Two")
        _ = try phone.open()
        let uuid = UUID()
        let made = Mutex<[String]>([])
        try phone.perform {
            let library = MPMediaLibrary.default()
            library.getPlaylist(with: uuid, creationMetadata: nil) { list, error in
                made.withLock { $0.append(list == nil && error != nil ? "none" : "some") }
            }
            library.getPlaylist(with: uuid, creationMetadata: MPMediaPlaylistCreationMetadata(name: "Road")) {
                list, _ in
                made.withLock { $0.append(list?.name ?? "") }
            }
            let list = try #require(MPMediaQuery.playlists().collections?.first as? MPMediaPlaylist)
            let items = try #require(MPMediaQuery.songs().items)
            list.add(items) { error in made.withLock { $0.append(error == nil ? "added" : "failed") } }
            let again = try #require(MPMediaQuery.playlists().collections?.first as? MPMediaPlaylist)
            #expect(again.items.compactMap(\.title) == ["One", "Two"] && again.persistentID == list.persistentID)
            let query = MPMediaQuery(filterPredicates: [
                MPMediaPropertyPredicate(value: "Road", forProperty: MPMediaPlaylistPropertyName)
            ])
            #expect(query.items?.count == 2)
        }
        #expect(made.withLock { $0 } == ["none", "Road", "added"])
    }
}
