import PrivateBus
import SordinoConsole
import SordinoPolicy
import SordinoService
import Testing

/// The sentences at the top, of what a service on a bus really says.
@Suite(
    .enabled(
        if: PrivateBus.isAvailable && HTTPServer.isAvailable, "dbus-daemon or libmicrohttpd12 is not installed"),
    .timeLimit(.minutes(20)))
struct ConsoleHeadlineTests {
    private func viewer(_ bench: ConsoleBench) throws -> PlainSocket {
        let socket = try PlainSocket(port: bench.port)
        socket.send(Array(bench.head("GET", "/events?token=\(bench.token)").utf8))
        return socket
    }

    /// The sentences, without the marks that keep names apart from them.
    private func sentences(_ controller: DeviceController) throws -> [String] {
        let headline = ConsoleHeadline(try controller.status(), try controller.permissions())
        return headline.sentences.map { $0.filter { $0 != "\u{2068}" && $0 != "\u{2069}" } }
    }

    @Test func whoRecordsWithTheMicrophoneIsSaid() throws {
        let bench = try ConsoleBench()
        _ = bench.record("Memo")
        let said = try sentences(try DeviceController(.at(bench.bus.address)))
        #expect(said.contains { $0.hasPrefix("Memo records from ") }, "\(said)")
        let viewer = try viewer(bench)
        #expect(viewer.hears("\"heard\":\"records\",\"verdict\":\"records\""))
        #expect(viewer.hears("Memo\\u2069 records from "))
    }

    @Test func whoTakesTheSoundAndWhoAsksToIsSaid() throws {
        let bench = try ConsoleBench()
        let meeting = bench.launch("Meeting")
        bench.tap(meeting, bench.play("Music"))
        let controller = try DeviceController(.at(bench.bus.address))
        let question = "A question is open: may Meeting take the sound of other programs?"
        #expect(try sentences(controller) == ["Music is heard.", question])
        let listed = try controller.permissions()
        let key = try #require(listed.map(\.key).first { $0.hasPrefix("system-audio:") }, "\(listed)")
        let viewer = try viewer(bench)
        #expect(viewer.hears("\"question\":\"May \\u2068Meeting\\u2069 take the sound of other programs?\""))
        #expect(viewer.hears("\"heard\":\"records\",\"verdict\":\"records nothing\""))
        #expect(try bench.act("permissions", "allow", key).status == 200)
        #expect(try sentences(controller) == ["Music is heard.", "Meeting records what is heard."])
        #expect(viewer.hears("\"question\":\"\",\"doing\":\"records what is heard\""))
        #expect(viewer.hears("\"verdict\":\"records what is heard\""))
        #expect(!String(decoding: viewer.heard, as: UTF8.self).contains("the session is not active"))
        #expect(try bench.act("permissions", "deny", key).status == 200)
        #expect(try sentences(controller) == ["Music is heard."])
    }

    @Test func copiesOfOneProgramAreCountedAndToldApart() throws {
        let bench = try ConsoleBench()
        let (first, _) = (bench.play("Music"), bench.play("Music"))
        let said = try sentences(try DeviceController(.at(bench.bus.address)))
        #expect(said == ["Music is heard.", "Music (\(first.number)) is silent, because of another Music."])
        #expect(try viewer(bench).hears("\"label\":\"\\u2068Music\\u2069 (\(first.number))\""))
        var status = DeviceStatus()
        for (number, name) in ["A", "B", "A", "C", "D", "E", "F", "E"].enumerated() {
            var app = DeviceStatus.App()
            (app.app, app.name, app.heard) = (AppID(number), name, .full)
            status.apps.append(app)
        }
        let marked = ConsoleHeadline(status, []).sentences
        let names = ["A", "B", "C", "D"].map { "\u{2068}\($0)\u{2069}" }
        #expect(marked == ["2 \(names.joined(separator: ", ")) and 3 more are heard."])
    }

    @Test func strangersNamesTurnNoSentence() throws {
        let bench = try ConsoleBench()
        _ = bench.play("evil\u{202E}\u{2066}\u{1B}gnp")
        _ = bench.launch(String(repeating: "W", count: 100))
        let viewer = try viewer(bench)
        #expect(viewer.hears("\"name\":\"evilgnp\""))
        #expect(viewer.hears("\"headline\":\"\\u2068evilgnp\\u2069 is heard.\""))
        #expect(viewer.hears("\"name\":\"\(String(repeating: "W", count: 63))…\""))
        #expect(!String(decoding: viewer.heard, as: UTF8.self).contains("\\u202e"))
    }

    @Test func aNameWithBracketsStaysWhole() throws {
        let bench = try ConsoleBench()
        (_, _) = (bench.play("Music"), bench.play("Song (live)"))
        let said = try sentences(try DeviceController(.at(bench.bus.address)))
        #expect(said == ["Song (live) is heard.", "Music is silent, because of Song (live)."])
        #expect(try viewer(bench).hears("\"rule\":\"§4.2\",\"by\":\"Song (live)\""))
    }

    @Test func aCallThatRingsIsNotOneThatIsOn() throws {
        let bench = try ConsoleBench()
        let viewer = try viewer(bench)
        #expect(viewer.hears("\"headline\":\"\""))
        #expect(try bench.act("call", "ring").status == 200)
        #expect(viewer.hears("\"headline\":\"A call rings.\""))
        #expect(try bench.act("call", "accept").status == 200)
        #expect(viewer.hears("\"headline\":\"A phone call is on.\""))
    }
}
