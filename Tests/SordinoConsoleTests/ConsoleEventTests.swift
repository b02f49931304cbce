import Patience
import PrivateBus
import SordinoConsole
import SordinoService
import SordinoSession
import Testing

/// The events that viewers get, and their acts.
@Suite(
    .enabled(
        if: PrivateBus.isAvailable && HTTPServer.isAvailable, "dbus-daemon or libmicrohttpd12 is not installed"),
    .timeLimit(.minutes(20)))
struct ConsoleEventTests {
    private func viewer(_ bench: ConsoleBench) throws -> PlainSocket {
        let socket = try PlainSocket(port: bench.port)
        socket.send(Array(bench.head("GET", "/events?token=\(bench.token)").utf8))
        return socket
    }

    @Test func aCallThatRingsIsSeenWithItsRule() throws {
        let bench = try ConsoleBench()
        _ = bench.play("Music")
        let viewer = try viewer(bench)
        #expect(viewer.hears("event: scene\n"))
        #expect(viewer.hears("\"name\":\"Music\",\"bundle\":\"org.example.Music\",\"heard\":\"full\""))
        #expect(viewer.hears("\"verdict\":\"heard in full\""))
        viewer.forget()
        #expect(try bench.act("call", "ring").status == 200)
        #expect(viewer.hears("\"heard\":\"interrupted\",\"verdict\":\"silent\""))
        #expect(viewer.hears("\"event\":\"phone rings\""))
        #expect(viewer.hears("\"rule\":\"§7.1\",\"by\":\"the call\""))
        viewer.forget()
        #expect(try bench.act("call", "decline").status == 200)
        #expect(viewer.hears("\"event\":\"declined\""))
    }

    @Test func switchesAndVolumeAreThePersons() throws {
        let bench = try ConsoleBench()
        let viewer = try viewer(bench)
        #expect(viewer.hears("\"isSilent\":false,\"isLocked\":false"))
        for (words, seen) in [
            (["ringer", "silent"], "\"isSilent\":true"), (["lock", "on"], "\"isLocked\":true"),
            (["volume", "0.25"], "\"volume\":0.25"),
        ] {
            viewer.forget()
            #expect(try bench.act(words[0], words[1]).status == 200)
            #expect(viewer.hears(seen), "\(words)")
        }
        // The impossible is refused with a sentence.
        let refused = try bench.act("pick", "nowhere")
        #expect(refused.status == 409)
        #expect(refused.body.contains("there is no output port"))
        #expect(try bench.act("call", "accept").body.contains("there is no call"))
        #expect(try bench.act("app", "99", "background").status == 409)
        #expect(try bench.act("wait", "1").status == 409)
    }

    /// No act stores or does anything for what is not there.
    @Test func actsOnNothingAreRefused() throws {
        let bench = try ConsoleBench()
        let controller = try DeviceController(.at(bench.bus.address))
        _ = bench.play("Music")
        try controller.setPermission("app:org.example.memo", "allow")
        let (permissions, status) = (try controller.permissions(), try controller.status())
        let acts: [[String]] = [
            ["permissions", "allow", ""], ["permissions", "reset", ""], ["permissions", "deny", "Memo"],
            ["permissions", "perhaps", "app:a"], ["permissions", "allow", "app:"], ["permissions", "allow", "app:a b"],
            ["permissions", "allow", "app:../a"], ["permissions", "allow", "program:memo"],
            ["permissions", "allow", "program:"], ["permissions", "allow", "video:app:a"],
            ["permissions", "allow", "library:library:app:a"], ["permissions", "allow", "library:"],
            ["permissions", "deny", "system-audio:x"], ["permissions", "deny", "\n"], ["permissions", "allow"],
            ["permissions", "allow", "program:/" + String(repeating: "a", count: 5_000)],
            ["volume", "nan"], ["volume", "inf"], ["volume", "1e300"], ["volume", "-1"], ["volume", "loud"],
            ["remote", "99", "toggle"], ["remote", "x", "toggle"], ["remote", "-1", "toggle"],
            ["remote", "1", "position", "nan"], ["remote", "1", "rate", "1e300"], ["remote", "1", "explode"],
            ["zone", "1", "nowhere"], ["zone", "99", "main"], ["zone", "x", "main"], ["voice", "1", "loud"],
            ["voice", "99", "voiceIsolation"], ["pick", ""], ["join", "nowhere"], ["plug", "piano"], ["unplug", ""],
            ["app", "1", "asleep"], ["app", "99999999999999999999", "background"], ["ringer", "maybe"], ["lock", ""],
            ["call", "explode"], ["call", "accept"], ["alarm", "stop"], ["assistant", "sings"], ["reset", "all"],
            ["player", "toggle", "org.mpris.MediaPlayer2.none"], ["player", "explode", "a"], ["player"],
            ["midi", "search", "maybe"], ["midi", "connect", "/"], ["midi", "explode", "/"], ["midi"],
            ["inter-device", "maybe"], ["inter-device"], ["expect", "1", "heard"], ["wait", "1"], [""], ["explode"],
        ]
        for act in acts {
            let answer = try bench.post("/act", JSON.line(.list(act.map { .text($0) })))
            #expect(answer.status == 409, "\(act): \(answer.status) \(answer.body)")
            #expect(!answer.body.isEmpty, "\(act)")
        }
        #expect(try controller.permissions() == permissions)
        var after = try controller.status()
        after.now = status.now
        #expect(after == status)
    }

    @Test func actsNeedNoViewer() throws {
        let bench = try ConsoleBench()
        #expect(try bench.act("ringer", "silent").status == 200)
        #expect(try viewer(bench).hears("\"isSilent\":true"))
    }

    @Test func nothingIsOpenWhileNobodyWatches() throws {
        let bench = try ConsoleBench()
        let before = try bench.busNames()
        #expect(try bench.ask(bench.head()).status == 200)
        #expect(try bench.busNames() == before)
        do {
            let viewer = try viewer(bench)
            #expect(viewer.hears("event: levels\n"))
            #expect(viewer.hears("event: surroundings\n"))
            // One connection for the device, one for players, one for BlueZ.
            #expect(try Patience.until { try bench.busNames() == before + 3 })
            #expect(bench.console.viewerCount == 1)
        }
        // The viewer has gone: so goes the connection to the bus.
        #expect(Patience.until { bench.console.viewerCount == 0 })
        #expect(try Patience.until { try bench.busNames() == before })
    }

    @Test func thirtyTwoWatchAndTheNextIsTold() throws {
        let bench = try ConsoleBench()
        var viewers = try (0..<32).map { _ in try viewer(bench) }
        for viewer in viewers { #expect(viewer.hears("event: scene\n")) }
        let refused = PlainAnswer(try viewer(bench).readAll())
        #expect(refused.status == 503)
        #expect(refused.body.contains("The console is full"))
        // All hear the same.
        #expect(try bench.act("ringer", "silent").status == 200)
        for viewer in viewers { #expect(viewer.hears("\"event\":\"ringer off\"")) }
        viewers.removeLast()
        #expect(try Patience.until { try viewer(bench).hears("event: scene\n") })
    }

    @Test func aViewerThatDoesNotReadHoldsNobody() throws {
        let bench = try ConsoleBench()
        let (asleep, awake) = (try viewer(bench), try viewer(bench))
        #expect(awake.hears("event: scene\n"))
        for _ in 0..<50 {
            #expect(try bench.act("ringer", "silent").status == 200)
            #expect(try bench.act("ringer", "on").status == 200)
        }
        awake.forget()
        #expect(try bench.act("lock", "on").status == 200)
        #expect(awake.hears("\"isLocked\":true"))
        // It reads in the end what is there then.
        #expect(asleep.hears("\"isLocked\":true"))
    }

    @Test func aLaterViewerSeesWhatHappenedBefore() throws {
        let bench = try ConsoleBench()
        let first = try viewer(bench)
        #expect(first.hears("\"event\":\"watching begins\""))
        #expect(try bench.act("ringer", "silent").status == 200)
        #expect(first.hears("\"event\":\"ringer off\""))
        let second = try viewer(bench)
        #expect(second.hears("\"event\":\"watching begins\""))
        #expect(second.hears("\"event\":\"ringer off\""))
    }

    @Test func aServiceThatIsNotThereIsSaid() throws {
        let bus = try PrivateBus()
        var options = Console.Options()
        options.bus = .at(bus.address)
        let console = try Console(options)
        defer { console.stop() }
        let socket = try PlainSocket(port: console.gate.port)
        let head = "GET /events?token=\(console.gate.token) HTTP/1.1\r\nHost: localhost:\(console.gate.port)\r\n\r\n"
        socket.send(Array(head.utf8))
        #expect(socket.hears("\"missing\":\"audiosessiond is not running on this bus"))
    }

    @Test func theConsoleEndsWhileOthersWatch() throws {
        let bench = try ConsoleBench()
        let viewers = try (0..<5).map { _ in try viewer(bench) }
        for viewer in viewers { #expect(viewer.hears("event: scene\n")) }
        bench.console.stop()
        for viewer in viewers { _ = viewer.readAll() }
        #expect(throws: PlainSocket.Failure.self) { try PlainSocket(port: bench.port) }
    }
}
