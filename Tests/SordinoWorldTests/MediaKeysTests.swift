import Foundation
import PrivateBus
import SessionBench
import SordinoBus
import SordinoPolicy
import SordinoSession
import SordinoWorld
import Testing

/// Keys as shells send them: calls of MPRIS, by somebody else's program.
@Suite(
    .enabled(
        if: PrivateBus.isAvailable && FileManager.default.isExecutableFile(atPath: "/usr/bin/gdbus"),
        "dbus-daemon or gdbus is not installed: nobody presses keys"))
struct MediaKeysTests {
    private static let name = "org.mpris.MediaPlayer2.sordino"
    private static let player = "org.mpris.MediaPlayer2.Player"
    private let bus: PrivateBus
    private let service: SessionService
    private let keys: MediaKeys
    private let busService: BusService

    init() throws {
        let bus = try PrivateBus()
        let service = SessionService(
            hardware: HandDrivenHardware(), settings: PolicySettings(), wakesItself: false, permissionAnswer: .granted)
        let busService = BusService(service, on: try BusConnection(bus.bus))
        let keys = try MediaKeys(bus.bus) { [weak service] event in service?.send(event) }
        _ = service.addObserver { decision in
            busService.follow(decision)
            keys.follow(busService.nowPlaying)
        }
        service.begin()
        try busService.offer()
        (self.bus, self.service, self.keys, self.busService) = (bus, service, keys, busService)
    }

    /// A program that plays without mixing.
    private func play(_ name: String, _ category: SordinoPolicy.Category) -> (app: AppID, told: Told) {
        let told = Told()
        let app = service.connect(
            AppDeclaration(bundleID: name, name: name, backgroundModes: .audio), receive: told.receive)
        _ = service.ask(.configure(category: category.rawValue, mode: nil, options: nil, policy: nil), from: app)
        _ = service.ask(.openIO(IOID(1), IOKind(.player)), from: app)
        _ = service.ask(.startIO(IOID(1)), from: app)
        return (app, told)
    }

    private func gdbus(_ words: String...) throws -> (output: String, status: Int32) {
        try bus.run(["/usr/bin/gdbus"] + words)
    }

    private func call(_ method: String, _ arguments: String...) throws -> String {
        let words = [
            "/usr/bin/gdbus", "call", "--address", bus.address, "--dest", Self.name, "--object-path",
            "/org/mpris/MediaPlayer2", "--method", method,
        ]
        return try bus.run(words + arguments).output
    }

    private func property(_ name: String) throws -> String {
        try call("org.freedesktop.DBus.Properties.Get", Self.player, name)
    }

    private func waitForName() throws {
        #expect(try gdbus("wait", "--address", bus.address, "--timeout", "20", Self.name).status == 0)
    }

    private var isThere: Bool {
        get throws {
            try gdbus(
                "call", "--address", bus.address, "--dest", "org.freedesktop.DBus", "--object-path",
                "/org/freedesktop/DBus", "--method", "org.freedesktop.DBus.NameHasOwner", Self.name
            ).output.contains("true")
        }
    }

    @Test func aKeyReachesTheProgramThatPlaysEvenAfterItHasPaused() throws {
        defer { busService.end() }
        #expect(try !isThere, "nobody plays: shells show no player")
        let music = play("Music", .playback)
        try waitForName()
        #expect(try property("PlaybackStatus").contains("'Playing'"))
        #expect(try call("org.freedesktop.DBus.Properties.Get", "org.mpris.MediaPlayer2", "Identity").contains("Music"))
        _ = try call("\(Self.player).PlayPause")
        #expect(music.told.waits(for: .remoteCommand(.pause)))
        #expect(service.ask(.stopIO(IOID(1)), from: music.app) == nil)
        // A game is no music: the key stays with whoever played last.
        let game = play("Game", .soloAmbient)
        while try !property("PlaybackStatus").contains("'Paused'") {}
        _ = try call("\(Self.player).PlayPause")
        #expect(music.told.waits(for: .remoteCommand(.play)))
        #expect(!game.told.all.contains { if case .notification(.remoteCommand) = $0 { true } else { false } })
    }

    @Test func theKeysGoWithThePlayerAndToTheNext() throws {
        defer { busService.end() }
        let music = play("Music", .playback)
        try waitForName()
        let radio = play("Radio", .playback)
        // The name may come a moment before what it shows.
        while try !call("org.freedesktop.DBus.Properties.Get", "org.mpris.MediaPlayer2", "Identity").contains("Radio") {
        }
        _ = try call("\(Self.player).Stop")
        #expect(radio.told.waits(for: .remoteCommand(.pause)))
        #expect(!music.told.all.contains(.notification(.remoteCommand(.pause))))
        service.disconnect(radio.app)
        var stays = true
        for _ in 0..<200 where stays { stays = try isThere }
        #expect(!stays)
    }

    @Test func aBackgroundProgramMayBeginWhenItsKeyIsPressed() throws {
        defer { busService.end() }
        let music = play("Music", .playback)
        try waitForName()
        _ = service.ask(.stopIO(IOID(1)), from: music.app)
        _ = service.ask(.setActive(false, notifyOthers: false), from: music.app)
        service.send(.appMoved(music.app, .background))
        let game = play("Game", .soloAmbient)
        #expect(service.ask(.setActive(true, notifyOthers: false), from: music.app) != nil, "nobody asked for it")
        _ = try call("\(Self.player).Play")
        #expect(music.told.waits(for: .remoteCommand(.play)))
        #expect(service.ask(.setActive(true, notifyOthers: false), from: music.app) == nil)
        #expect(game.told.waits(for: .interruptionBegan(.standard, wasSuspended: false)))
    }

    @Test func whatCannotBeDoneIsSaid() throws {
        defer { busService.end() }
        _ = play("Music", .playback)
        try waitForName()
        #expect(try property("CanGoNext").contains("false"))
        #expect(try property("CanPause").contains("true"))
        #expect(try property("Colour").isEmpty)
        #expect(try call("\(Self.player).Dance").isEmpty)
        #expect(try call("org.freedesktop.DBus.Properties.GetAll", Self.player).contains("'Metadata': <{'xesam:title'"))
    }
}
