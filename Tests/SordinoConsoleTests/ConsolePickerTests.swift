import Foundation
import MusicFiles
import Patience
import PrivateBus
import SordinoBus
import SordinoConsole
import SordinoLibrary
import SordinoSession
import Synchronization
import Testing

/// Programs that have the person pick music on the console's page; the test is the program and the browser.
@Suite(
    .enabled(if: PrivateBus.isAvailable && HTTPServer.isAvailable, "skipped: needs dbus-daemon and libmicrohttpd"),
    .timeLimit(.minutes(20)))
struct ConsolePickerTests {
    private let bench: ConsoleBench
    private let folder: URL

    init() throws { try self.init { name, _ in name } }

    private init(identity: @escaping @Sendable (String, BusCredentials) -> String) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("sordino-picker-\(UUID().uuidString)")
        let music = folder.appendingPathComponent("Music")
        try FileManager.default.createDirectory(at: music, withIntermediateDirectories: true)
        for title in ["Aria", "Bolero", "<b>Canon"] {
            let bytes = TaggedSound.wave([(name: "TIT2", text: title), (name: "TPE1", text: "Somebody")])
            try Data(bytes).write(to: music.appendingPathComponent("\(title.prefix(1))\(title.count).wav"))
        }
        let places = LibraryPlaces(
            folders: [music.path], index: folder.appendingPathComponent("i.sqlite").path)
        try MusicLibrary(places).scan()
        bench = try ConsoleBench { ($0.music, $0.identity) = (places, identity) }
    }

    /// A program that asks: its connection, and what it was answered.
    private final class Program: Sendable {
        let connection: BusConnection
        private let state = Mutex<(ids: [String]?, error: String?)>((nil, nil))

        init(_ bus: PrivateBus, name: String = "Player", isSeveral: Bool = true) throws {
            connection = try BusConnection(.at(bus.address))
            let method = BusMethod(
                destination: "org.sordino.MediaPicker1", path: "/org/sordino/MediaPicker1",
                interface: "org.sordino.MediaPicker1", member: "Pick")
            let values: [WireValue] = [.text(name), .text("For the road"), .integer(1), .bool(isSeveral)]
            connection.perform { [weak self] link in
                try? link.call(method, values, signature: "ssxb", seconds: 600) { message in
                    let error = message.error.map { "\($0)" }
                    let ids = try? message.read(signature: "as").first
                    self?.state.withLock { state in
                        state.error = error
                        if case .list(let texts)? = ids {
                            state.ids = texts.compactMap { if case .text(let text) = $0 { text } else { nil } }
                        }
                    }
                }
            }
        }

        var ids: [String]? { state.withLock { $0.ids } }
        var error: String? { state.withLock { $0.error } }
    }

    private func post(_ path: String, _ body: String, _ changes: [String: String?] = [:]) throws -> PlainAnswer {
        let length: [String: String?] = ["Content-Length": "\(body.utf8.count)"]
        return try bench.ask(bench.head("POST", path, length.merging(changes) { $1 }) + body)
    }

    private func offers(_ number: Int = 0, _ text: String = "") throws -> WireRecord {
        let answer = try post("/offers", "{\"number\":\(number),\"text\":\"\(text)\",\"from\":0}")
        #expect(answer.status == 200, "\(answer.head) \(answer.body)")
        guard case .record(let record) = try JSON.value(answer.body) else { throw WireError("no record") }
        return record
    }

    private func count(_ record: WireRecord) -> Int {
        guard case .list(let offers)? = record["offers"] else { return -1 }
        return offers.count
    }

    private func songs(_ record: WireRecord) -> [(id: String, title: String)] {
        guard case .list(let entries)? = record["entries"] else { return [] }
        return entries.compactMap { entry in
            guard case .record(let song) = entry, case .text(let id)? = song["id"],
                case .text(let title)? = song["title"]
            else { return nil }
            return (id, title)
        }
    }

    @Test func whatIsPickedOnThePageReachesTheProgram() throws {
        #expect(try bench.ask(bench.head("GET", "/picker?token=\(bench.token)")).body.contains("Choose music"))
        #expect(try count(offers()) == 0)
        let program = try Program(bench.bus)
        #expect(try Patience.until { try count(offers()) == 1 })
        let page = try offers()
        #expect(songs(page).map(\.title) == ["<b>Canon", "Aria", "Bolero"])
        #expect(try songs(offers(0, "bol")).map(\.title) == ["Bolero"])
        #expect(try songs(offers(0, "somebody")).count == 3)
        guard case .integer(let number)? = page["number"] else { throw WireError("no number") }
        let ids = songs(page).suffix(2).map(\.id)
        let picked = try post("/pick", "{\"number\":\(number),\"items\":[\"\(ids[1])\",\"\(ids[0])\"]}")
        #expect(picked.status == 200)
        #expect(Patience.until { program.ids == [ids[1], ids[0]] }, "in the order of picking")
        #expect(try post("/pick", "{\"number\":\(number),\"items\":[]}").status == 409, "it asks no more")
        let other = try Program(bench.bus, isSeveral: false)
        #expect(try Patience.until { try count(offers()) == 1 })
        #expect(try post("/pick", "{\"number\":\(number + 1),\"items\":[\"1\",\"2\"]}").status == 409, "one alone")
        #expect(try post("/pick", "{\"number\":\(number + 1),\"items\":[]}").status == 200)
        #expect(Patience.until { other.ids == [] }, "a cancellation")
    }

    @Test func programsThatLeaveOrAreManyFreeTheirPlaces() throws {
        let all = try (0..<8).map { try Program(bench.bus, name: "Program \($0)") }
        #expect(try Patience.until { try count(offers()) == 8 })
        let tooMany = try Program(bench.bus)
        #expect(Patience.until { tooMany.error?.contains("other programs wait") == true }, "\(tooMany.error ?? "-")")
        for program in all.dropFirst() { program.connection.close() }
        #expect(try Patience.until { try count(offers()) == 1 })
        #expect(all[0].ids == nil)
    }

    @Test func aProgramThatAsksOftenLeavesRoomForOthers() throws {
        let key = Mutex("program:/usr/bin/flood")
        let tests = try Self { _, _ in key.withLock { $0 } }
        let flood = try (0..<12).map { try Program(tests.bench.bus, name: "Music \($0)") }
        let isRefused = Patience.until {
            flood.count { $0.error?.contains("this program waits for the person already") == true } == 10
        }
        #expect(isRefused, "\(flood.compactMap(\.error))")
        #expect(try tests.count(tests.offers()) == 2)
        key.withLock { $0 = "app:org.example.other" }
        let other = try Program(tests.bench.bus, name: "Music 0")
        #expect(try Patience.until { try tests.count(tests.offers()) == 3 })
        let page = try tests.offers()
        guard case .list(let offers)? = page["offers"] else { throw WireError("no list") }
        let keys = try offers.map { try WireRecord(wire: $0)["key"] }
        // The oldest first, each with the name that the system knows.
        #expect(
            keys == [.text("program:/usr/bin/flood"), .text("program:/usr/bin/flood"), .text("app:org.example.other")])
        #expect(page["number"] == (try WireRecord(wire: offers[0]))["number"])
        #expect(page["isFull"] == .bool(false))
        for program in flood { program.connection.close() }
        #expect(try Patience.until { try tests.count(tests.offers()) == 1 })
        #expect(other.ids == nil && other.error == nil)
    }

    @Test func strangersAndNonsenseAreRefused() throws {
        let question = "{\"number\":0,\"text\":\"\",\"from\":0}"
        #expect(try post("/offers", question, ["X-Console-Token": "0"]).status == 403)
        #expect(try post("/offers", question, ["Origin": "http://other.example"]).status == 403)
        #expect(try bench.ask(bench.head("GET", "/picker")).status == 403)
        let questions = [
            "", "[]", "{}", "{\"number\":0,\"text\":\"\",\"from\":-1}", "{\"number\":0,\"text\":1,\"from\":0}",
        ]
        for body in questions {
            #expect(try post("/offers", body).status == 400, "\(body)")
        }
        for body in ["{\"number\":0,\"items\":[\"x\"]}", "{\"number\":0}", "{\"number\":0,\"items\":1}"] {
            #expect(try post("/pick", body).status == 400, "\(body)")
        }
    }
}
