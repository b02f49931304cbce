import Foundation
import MusicFiles
import Patience
import PlayedBlueZ
import PrivateBus
import SordinoConsole
import SordinoLibrary
import SordinoService
import Testing

/// The surroundings of the device: players, instruments, the library.
@Suite(
    .enabled(
        if: PrivateBus.isAvailable && HTTPServer.isAvailable, "dbus-daemon or libmicrohttpd12 is not installed"),
    .timeLimit(.minutes(20)))
struct ConsoleSurroundingsTests {
    private func viewer(_ bench: ConsoleBench) throws -> PlainSocket {
        let socket = try PlainSocket(port: bench.port)
        socket.send(Array(bench.head("GET", "/events?token=\(bench.token)").utf8))
        return socket
    }

    @Test func playersAreSeenAndTheirKeysPressed() throws {
        let bench = try ConsoleBench()
        let player = try PlayedMediaPlayer("page", bench.bus.address)
        let viewer = try viewer(bench)
        #expect(viewer.hears("\"name\":\"org.mpris.MediaPlayer2.page\",\"identity\":\"Played\",\"status\":\"Playing\""))
        #expect(viewer.hears("\"title\":\"Suite\",\"artist\":\"One, Other\""))
        for (word, member) in [("next", "Next"), ("toggle", "PlayPause")] {
            #expect(try bench.act("player", word, player.name).status == 200)
            #expect(player.state.withLock { $0.keys.last } == member)
        }
        #expect(try bench.act("player", "stop", player.name).status == 409)
        #expect(player.state.withLock { $0.keys.count } == 2)
        // The next title is seen without a question of the person.
        player.state.withLock { $0.title = String(repeating: "x", count: 5_000) }
        #expect(viewer.hears("\"title\":\"\(String(repeating: "x", count: 200))\","))
    }

    /// Without a viewer nothing is open, and a key is pressed all the same.
    @Test func aKeyIsPressedWithoutAViewer() throws {
        let bench = try ConsoleBench()
        let player = try PlayedMediaPlayer("page", bench.bus.address)
        #expect(try bench.act("player", "next", player.name).status == 200)
        #expect(player.state.withLock { $0.keys.last } == "Next")
        #expect(try bench.act("player", "next", "org.mpris.MediaPlayer2.none").body.contains("not there any more"))
    }

    @Test func aPlayerThatDoesNotAnswerHidesNoOther() throws {
        let bench = try ConsoleBench()
        let silent = try PlayedMediaPlayer("aaa", bench.bus.address)
        silent.state.withLock { $0.isSilent = true }
        let other = try PlayedMediaPlayer("zzz", bench.bus.address)
        let viewer = try viewer(bench)
        #expect(viewer.hears(other.name))
        #expect(!String(decoding: viewer.heard, as: UTF8.self).contains(silent.name))
        #expect(try bench.act("player", "next", silent.name).body.contains("not there any more"))
        // The device is seen meanwhile.
        #expect(try bench.act("ringer", "silent").status == 200)
        #expect(viewer.hears("\"isSilent\":true"))
    }

    @Test func manyPlayersOfOneProgramHideNoOther() throws {
        let bench = try ConsoleBench()
        let flood = try PlayedMediaPlayer("aaa", bench.bus.address)
        try flood.take((0..<150).map { "aaa.number\($0)" })
        let other = try PlayedMediaPlayer("zzz", bench.bus.address)
        let viewer = try viewer(bench)
        #expect(viewer.hears("\"name\":\"\(other.name)\""))
        #expect(viewer.hears("\"morePlayers\":147"))
        #expect(try bench.act("player", "next", other.name).status == 200)
    }

    @Test func manyProgramsAndAnswersHideNoOther() throws {
        let bench = try ConsoleBench()
        for number in 0..<80 { bench.launch("Flood\(number)") }
        _ = bench.play("Music")
        let controller = try DeviceController(.at(bench.bus.address))
        for number in 0..<200 { try controller.setPermission("app:flood\(number)", "deny") }
        let viewer = try viewer(bench)
        #expect(viewer.hears("\"name\":\"Music\",\"bundle\":\"org.example.Music\",\"heard\":\"full\""))
        #expect(viewer.hears("\"morePermissions\":73"))
        #expect(!String(decoding: viewer.heard, as: UTF8.self).contains("\"moreApps\":0,"))
    }

    @Test func theImportantAndTheOldestOfManyAreShown() {
        func shown(_ items: [Int], most: Int, mostOfOne: Int = .max) -> [Int] {
            ConsoleShare.shown(
                items, most: most, mostOfOne: mostOfOne, owner: { $0 < 100 ? "flood" : "\($0)" },
                isImportant: { $0 % 10 == 7 })
        }
        #expect(shown([3, 1, 2], most: 3) == [3, 1, 2])
        #expect(shown([3, 1, 2], most: 2) == [3, 1])
        #expect(shown([3, 1, 7], most: 2) == [3, 7], "what is important comes first, and stays in its place")
        #expect(shown(Array(0..<100) + [200, 201], most: 8, mostOfOne: 3) == [7, 17, 27, 200, 201])
        #expect(shown([1, 2], most: 8, mostOfOne: 1) == [1, 2], "where there is room, none is left out")
    }

    @Test func onlyPicturesArePassedOn() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "console-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let bench = try ConsoleBench()
        let player = try PlayedMediaPlayer("page", bench.bus.address)
        let picture = folder.appending(path: "a picture.png")
        try Data(TaggedSound.picture).write(to: picture)
        player.state.withLock { $0.picture = "file://\(folder.path)/a%20picture.png" }
        let viewer = try viewer(bench)
        #expect(viewer.hears(player.name))
        let answer = try bench.get("/picture?player=\(player.name)")
        #expect(answer.status == 200)
        #expect(answer.head.contains("Content-Type: image/png"))
        // A file that is none, one that is too large, a folder, and none at all.
        try Data("secret".utf8).write(to: picture)
        #expect(try bench.get("/picture?player=\(player.name)").status == 404)
        try Data(TaggedSound.picture + [UInt8](repeating: 0, count: 2 << 20)).write(to: picture)
        #expect(try bench.get("/picture?player=\(player.name)").status == 404)
        for place in ["file:///etc", "file:///nonexistent.png", "file:///proc/self/mem"] {
            viewer.forget()
            player.state.withLock { $0.picture = place }
            #expect(viewer.hears("event: surroundings"))
            #expect(try bench.get("/picture?player=\(player.name)").status == 404, "\(place)")
        }
    }

    @Test func instrumentsAreFoundAndConnected() throws {
        let bench = try ConsoleBench()
        let bluez = try PlayedBlueZ(bench.bus)
        defer { bluez.end() }
        let viewer = try viewer(bench)
        #expect(viewer.hears("\"bluetooth\":\"ready\""))
        #expect(try bench.act("midi", "connect", PlayedBlueZ.device).body.contains("not known"))
        #expect(try bench.act("midi", "search", "on").status == 200)
        #expect(viewer.hears("\"name\":\"Keys\",\"stage\":\"disconnected\""))
        #expect(try bench.act("midi", "connect", PlayedBlueZ.device).status == 200)
        #expect(viewer.hears("\"name\":\"Keys\",\"stage\":\"ready\""))
        viewer.forget()
        #expect(try bench.act("midi", "disconnect", PlayedBlueZ.device).status == 200)
        #expect(viewer.hears("\"name\":\"Keys\",\"stage\":\"disconnected\""))
    }

    @Test func theLibraryIsShownPageByPage() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "console-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for number in 0..<45 {
            let name = (number < 10 ? "0" : "") + "\(number)"
            let frames = [
                ("TIT2", "Song \(name)"), ("TPE1", "Somebody"), ("TALB", number < 40 ? "Evenings" : "Mornings"),
            ]
            let bytes = TaggedSound.wave(frames, picture: number == 0 ? TaggedSound.picture : nil)
            try Data(bytes).write(to: folder.appending(path: "\(name).wav"))
        }
        let places = LibraryPlaces(folders: [folder.path], index: folder.appending(path: "library.sqlite").path)
        let bench = try ConsoleBench { $0.music = places }
        struct Page: Decodable {
            struct Entry: Decodable {
                var id: String
                var title: String
                var album: String
                var count: Int?
            }
            var count: Int
            var entries: [Entry]
        }
        func page(_ question: String) throws -> Page {
            let answer = try bench.post("/library", question)
            #expect(answer.status == 200, "\(answer.body)")
            return try JSONDecoder().decode(Page.self, from: Data(answer.body.utf8))
        }
        let first = try page("{\"list\":\"songs\"}")
        #expect(first.count == 45)
        #expect(first.entries.map(\.title) == (0..<40).map { "Song " + ($0 < 10 ? "0" : "") + "\($0)" })
        #expect(try page("{\"list\":\"songs\",\"from\":40}").entries.count == 5)
        #expect(try page("{\"list\":\"songs\",\"from\":4000000000}").entries.isEmpty)
        #expect(try page("{\"text\":\"song 07\"}").entries.map(\.title) == ["Song 07"])
        #expect(try page("{\"text\":\"mornings\"}").count == 5)
        let albums = try page("{\"list\":\"albums\"}")
        #expect(albums.entries.map(\.title) == ["Evenings", "Mornings"])
        #expect(albums.entries.map(\.count) == [40, 5])
        #expect(try page("{\"list\":\"album\",\"album\":\"\(albums.entries[1].album)\"}").count == 5)
        let picture = try bench.get("/picture?song=\(first.entries[0].id)")
        #expect(picture.status == 200)
        #expect(picture.head.contains("Content-Type: image/png"))
        #expect(try bench.get("/picture?song=\(first.entries[1].id)").status == 404)
        let without = try ConsoleBench()
        #expect(try without.post("/library", "{}").body.contains("There is no folder for music"))
    }
}
