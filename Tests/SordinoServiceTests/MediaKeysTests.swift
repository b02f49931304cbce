import Foundation
import Patience
import PrivateBus
import SessionBench
import SordinoBus
import SordinoPolicy
import SordinoService
import SordinoSession
import Testing

/// Keys as shells send them: calls of MPRIS, by another program.
@Suite(
    .enabled(
        if: PrivateBus.isAvailable && FileManager.default.isExecutableFile(atPath: "/usr/bin/gdbus"),
        "dbus-daemon or gdbus is not installed: nobody presses keys"))
struct MediaKeysTests {
    private static let music = "org.mpris.MediaPlayer2.sordino.Music"
    private static let player = "org.mpris.MediaPlayer2.Player"
    private let bus: PrivateBus
    private let service: SessionService
    private let keys: MediaPlayers
    private let busService: BusService

    init() throws {
        let bus = try PrivateBus()
        let service = SessionService(
            hardware: HandDrivenHardware(), settings: PolicySettings(), wakesItself: false, permissionAnswer: .granted)
        let busService = BusService(service, on: try BusConnection(bus.bus))
        let keys = MediaPlayers(
            bus.bus, clock: { [weak service] in service?.now ?? .zero }, send: { [weak service] in service?.send($0) })
        _ = service.addObserver { decision in
            busService.follow(decision)
            keys.follow(busService.players)
        }
        service.onPlaybackReport { app, report in
            busService.follow(report, of: app)
            keys.follow(busService.players)
        }
        service.begin()
        try busService.offer()
        (self.bus, self.service, self.keys, self.busService) = (bus, service, keys, busService)
    }

    /// A program that plays without mixing, and answers to these commands.
    private func play(
        _ name: String, _ category: SordinoPolicy.Category = .playback, commands: [String] = ["play", "pause"]
    ) -> (app: AppID, told: Told) {
        let told = Told()
        let app = service.connect(
            AppDeclaration(bundleID: name, name: name, backgroundModes: .audio), receive: told.receive)
        _ = service.ask(.configure(category: category.rawValue, mode: nil, options: nil, policy: nil), from: app)
        _ = service.ask(.openIO(IOID(1), IOKind(.player)), from: app)
        _ = service.ask(.startIO(IOID(1)), from: app)
        say(app, commands: commands)
        return (app, told)
    }

    private func say(
        _ app: AppID, commands: [String], title: String? = nil, duration: Double? = nil, elapsed: Double? = nil
    ) {
        guard !commands.isEmpty else { return }
        var report = PlaybackReport()
        (report.commands, report.title, report.duration, report.elapsed) = (commands, title, duration, elapsed)
        report.artist = title.map { _ in "Ann" }
        service.publish(report, from: app)
    }

    private func gdbus(_ words: String...) throws -> (output: String, status: Int32) {
        try bus.run(["/usr/bin/gdbus"] + words)
    }

    private func call(_ method: String, _ arguments: String..., to name: String = music) throws -> String {
        let words = [
            "/usr/bin/gdbus", "call", "--address", bus.address, "--dest", name, "--object-path",
            "/org/mpris/MediaPlayer2", "--method", method,
        ]
        return try bus.run(words + arguments).output
    }

    private func property(_ name: String) throws -> String {
        try call("org.freedesktop.DBus.Properties.Get", Self.player, name)
    }

    private func waitForName(_ name: String = music) throws {
        #expect(try gdbus("wait", "--address", bus.address, "--timeout", "20", name).status == 0)
    }

    private func isThere(_ name: String = music) throws -> Bool {
        try gdbus(
            "call", "--address", bus.address, "--dest", "org.freedesktop.DBus", "--object-path",
            "/org/freedesktop/DBus", "--method", "org.freedesktop.DBus.NameHasOwner", name
        ).output.contains("true")
    }

    @Test func aKeyReachesTheProgramAlsoAfterItHasPaused() throws {
        defer { busService.end() }
        #expect(try !isThere(), "nobody plays: shells show no player")
        let music = play("Music")
        try waitForName()
        #expect(try property("PlaybackStatus").contains("'Playing'"))
        #expect(try call("org.freedesktop.DBus.Properties.Get", "org.mpris.MediaPlayer2", "Identity").contains("Music"))
        _ = try call("\(Self.player).PlayPause")
        #expect(music.told.waits(for: .remoteCommand(.pause)))
        #expect(service.ask(.stopIO(IOID(1)), from: music.app) == nil)
        while try !property("PlaybackStatus").contains("'Paused'") {}
        _ = try call("\(Self.player).PlayPause")
        #expect(music.told.waits(for: .remoteCommand(.play)))
    }

    @Test func eachProgramHasItsOwnKeysAndThoseThatAnswerToNoneAreNotShown() throws {
        defer { busService.end() }
        let music = play("Music")
        try waitForName()
        let radio = play("Radio")
        _ = play("Game", .soloAmbient, commands: [])
        let radioName = "org.mpris.MediaPlayer2.sordino.Radio"
        try waitForName(radioName)
        #expect(try !isThere("org.mpris.MediaPlayer2.sordino.Game"))
        // A second copy of a program has a name of its own.
        let second = play("Radio")
        try waitForName("\(radioName).instance\(second.app.number)")
        _ = try call("\(Self.player).Stop", to: radioName)
        #expect(radio.told.waits(for: .remoteCommand(.pause)), "it answers to no stop: a pause comes to the same")
        #expect(!music.told.all.contains(.notification(.remoteCommand(.pause))))
        _ = try call("\(Self.player).Pause")
        #expect(music.told.waits(for: .remoteCommand(.pause)))
        service.disconnect(radio.app)
        var stays = true
        for _ in 0..<200 where stays { stays = try isThere(radioName) }
        #expect(!stays)
        #expect(try isThere())
    }

    @Test func aBackgroundProgramMayBeginWhenItsKeyIsPressed() throws {
        defer { busService.end() }
        let music = play("Music")
        try waitForName()
        _ = service.ask(.stopIO(IOID(1)), from: music.app)
        _ = service.ask(.setActive(false, notifyOthers: false), from: music.app)
        service.send(.appMoved(music.app, .background))
        let game = play("Game", .soloAmbient, commands: [])
        #expect(service.ask(.setActive(true, notifyOthers: false), from: music.app) != nil, "nobody asked for it")
        _ = try call("\(Self.player).Play")
        #expect(music.told.waits(for: .remoteCommand(.play)))
        #expect(service.ask(.setActive(true, notifyOthers: false), from: music.app) == nil)
        #expect(game.told.waits(for: .interruptionBegan(.default, wasSuspended: false)))
    }

    @Test func skippingAndSeekingReachProgramsThatAnswerToThem() throws {
        defer { busService.end() }
        let all = ["togglePlayPause", "nextTrack", "previousTrack", "changePosition", "changeRate"]
        let music = play("Music", commands: all)
        say(music.app, commands: all, title: "Prelude", duration: 100, elapsed: 20)
        try waitForName()
        while try !property("Metadata").contains("Prelude") {}
        #expect(try property("Metadata").contains("'xesam:artist': <['Ann']>"))
        #expect(try property("Metadata").contains("'mpris:length': <int64 100000000>"))
        #expect(try property("CanGoNext").contains("true"))
        #expect(try property("CanSeek").contains("true"))
        _ = try call("\(Self.player).Next")
        #expect(music.told.waits(for: .remoteCommand(.nextTrack)))
        _ = try call("\(Self.player).Previous")
        #expect(music.told.waits(for: .remoteCommand(.previousTrack)))
        // The hand-driven clock stands still, so the place is known exactly.
        #expect(try property("Position").contains("20000000"))
        _ = try call("\(Self.player).Seek", "int64 5000000")
        #expect(music.told.waits(for: .remoteCommand(.changePosition(25))))
        _ = try call("\(Self.player).Seek", "int64 -30000000")
        #expect(music.told.waits(for: .remoteCommand(.changePosition(0))))
        let metadata = try property("Metadata")
        let track = metadata.split(separator: "'").first { $0.hasPrefix("/org/sordino/Track/") }.map(String.init)
        _ = try call("\(Self.player).SetPosition", "objectpath '\(track ?? "")'", "int64 50000000")
        #expect(music.told.waits(for: .remoteCommand(.changePosition(50))))
        _ = try call("\(Self.player).SetPosition", "objectpath '/org/sordino/Track/999'", "int64 70000000")
        _ = try call("org.freedesktop.DBus.Properties.Set", Self.player, "Rate", "<1.5>")
        #expect(music.told.waits(for: .remoteCommand(.changeRate(1.5))))
        #expect(!music.told.all.contains(.notification(.remoteCommand(.changePosition(70)))), "that is another track")
        // A program that reports a pause is paused, also while its engine runs on.
        var report = PlaybackReport()
        (report.commands, report.rate, report.elapsed) = (all, 0, 25)
        service.publish(report, from: music.app)
        while try !property("PlaybackStatus").contains("'Paused'") {}
        #expect(try property("Position").contains("25000000"))
    }

    /// A flood of keys ends no session: the program is told no more of them than a person presses.
    @Test func aFloodOfKeysIsPaidFor() throws {
        defer { busService.end() }
        let music = play("Music", commands: ["play", "pause", "nextTrack"])
        try waitForName()
        let hostile = try BusConnection(bus.bus)
        defer { hostile.close() }
        func method(_ interface: String, _ member: String) -> BusMethod {
            BusMethod(
                destination: Self.music, path: "/org/mpris/MediaPlayer2", interface: interface, member: member)
        }
        let (next, floodSize) = (method(Self.player, "Next"), 5_000)
        let began = ContinuousClock.now
        hostile.perform { link in
            for _ in 0..<floodSize { try? link.call(next, seconds: 5, answered: nil) }
        }
        // sd-bus answers a ping by itself, in its turn: by then all keys have been read. The gate may drop it with the flood.
        let ping = method("org.freedesktop.DBus.Peer", "Ping")
        #expect(Patience.until { (try? hostile.ask(ping, answer: "", seconds: 2)) != nil })
        let seconds = (ContinuousClock.now - began) / .seconds(1)
        let pressed = music.told.all.count { $0 == .notification(.remoteCommand(.nextTrack)) }
        #expect(pressed > 0)
        // 30 at once and ten a second.
        #expect(Double(pressed) <= 30 + 10 * seconds + 1)
    }

    @Test func sixteenProgramsAreShownAndOneThatEndsGivesItsPlaceBack() throws {
        defer { busService.end() }
        let programs = (0..<MediaPlayers.most + 1).map { number in
            play("Player\(number)", .ambient, commands: ["play"]).app
        }
        try waitForName("org.mpris.MediaPlayer2.sordino.Player\(MediaPlayers.most - 1)")
        let late = "org.mpris.MediaPlayer2.sordino.Player\(MediaPlayers.most)"
        #expect(try !isThere(late))
        service.disconnect(programs[0])
        try waitForName(late)
    }

    @Test func whatCannotBeDoneIsSaid() throws {
        defer { busService.end() }
        _ = play("Music")
        try waitForName()
        #expect(try property("CanGoNext").contains("false"))
        #expect(try property("CanPause").contains("true"))
        #expect(try property("Colour").isEmpty)
        #expect(try call("\(Self.player).Dance").isEmpty)
        #expect(try call("org.freedesktop.DBus.Properties.Set", Self.player, "Volume", "<0.5>").isEmpty)
        #expect(
            try call("org.freedesktop.DBus.Properties.GetAll", Self.player).contains("'Metadata': <{'mpris:trackid'"))
    }
}
