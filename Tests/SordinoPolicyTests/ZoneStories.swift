import SordinoPolicy
import Testing

/// Zones: a car whose rear seats have ports of their own (own rule 28).
@Suite struct ZoneStories {
    static let rear = [
        World.output(.usbAudio, uid: "rear-out"), World.input(.usbAudio, uid: "rear-in"),
    ]

    static func car(_ more: String = "") throws -> World {
        var world = try PolicySettingsStories.world("[zone rear]\nports = rear-out, rear-in\n" + more)
        world.plug(rear)
        world.clear()
        return world
    }

    static func outputUIDs(_ world: World, _ app: AppID) -> [String] {
        (world.routes[.app(app)] ?? .none).outputs.map(\.uid)
    }

    @Test func eachZoneHasItsRouteAndItsOwnPorts() throws {
        var world = try Self.car()
        let front = world.playing("Front", .playback)
        let film = world.playing("Film", .playback)
        world.send(.appZone(film, "rear"))
        #expect(Self.outputUIDs(world, front) == ["Speaker-output"])
        #expect(Self.outputUIDs(world, film) == ["rear-out"])
        let chat = world.launch("Chat", category: .playAndRecord)
        world.send(.appZone(chat, "rear"))
        #expect(world.view(chat).availableInputs.map(\.uid) == ["rear-in"])
        #expect(world.view(front).availableInputs.map(\.uid) == [])
    }

    @Test func whoPlaysInOneZoneDoesNotInterruptTheOther() throws {
        var world = try Self.car("[program Film]\nzone = rear\n")
        let music = world.playing("Music", .playback)
        let film = world.playing("Film", .playback)
        #expect(world.state(music) == .active)
        #expect(world.state(film) == .active)
        #expect(world.gain(music) == 1 && world.gain(film) == 1)
        // Within the zone the old rule holds.
        let radio = world.launch("Radio", category: .playback)
        world.clear()
        world.activate(radio)
        #expect(world.notified == ["B(Music)"])
        #expect(world.gain(film) == 1)
    }

    @Test func directionsInFrontDoNotDuckTheRear() throws {
        var world = try Self.car("[program Film]\nzone = rear\n")
        let music = world.playing("Music", .playback)
        let film = world.playing("Film", .playback)
        let maps = world.launch("Maps", category: .playback, options: .duckOthers)
        world.activate(maps)
        #expect(world.decibels(music) == -14)
        #expect(world.gain(film) == 1)
    }

    @Test(arguments: [(false, ["B(Music)"]), (true, ["B(Film)", "B(Music)"])])
    func aCallReachesTheZonesThatHearIt(_ hears: Bool, _ expected: [String]) throws {
        var world = World(
            try PolicyFileTests.settings(
                """
                [zone rear]
                ports = rear-out, rear-in
                calls = \(hears ? "yes" : "no")
                [program Film]
                zone = rear
                """))
        world.plug(Self.rear)
        _ = world.playing("Music", .playback)
        let film = world.playing("Film", .playback)
        world.clear()
        world.send(.callRings(.fullScreen))
        #expect(world.notified == expected)
        #expect(world.gain(film) == (hears ? 0 : 1))
        #expect((world.routes[.actor(.call)] ?? .none).outputs.map(\.uid) == ["Speaker-output"])
        // A program that comes now may play in the rear if the call is not heard there.
        let game = world.launch("Game", category: .playback)
        world.send(.appZone(game, "rear"))
        #expect((world.activate(game) == nil) == !hears)
    }

    @Test func aRecordingInFrontDoesNotSilenceTheRear() throws {
        var world = try Self.car("[program Film]\nzone = rear\n")
        let film = world.playing("Film", .playback, .standard, .mixWithOthers)
        let memo = world.launch("Memo", category: .record)
        world.play(memo, 1, IOKind(.recorder, hasInput: true, hasOutput: false))
        #expect(world.gain(film) == 1)
    }

    @Test func aProgramThatMovesInterruptsWhomItFindsAndFreesWhomItHeld() throws {
        var world = try Self.car("[program Film]\nzone = rear\n")
        let music = world.playing("Music", .playback)
        let radio = world.playing("Radio", .playback)
        let film = world.playing("Film", .playback)
        #expect(world.state(music) == .interrupted)
        world.clear()
        world.send(.appZone(radio, "rear"))
        #expect(world.notified.contains("E(Music,1)"))
        #expect(world.notified.contains("B(Film)"))
        #expect(world.notified.contains("R(Radio,1: from Speaker)"))
        #expect(world.state(radio) == .active && world.gain(radio) == 1)
        #expect(Self.outputUIDs(world, radio) == ["rear-out"])
        world.start(music)
        #expect(world.gain(music) == 1 && world.gain(radio) == 1)
        world.clear()
        // And back: the one in front gives way, the film may continue.
        world.send(.appZone(radio, "main"))
        #expect(world.notified.contains("B(Music)"))
        #expect(world.notified.contains("E(Film,1)"))
        #expect(world.state(film) == .inactive)
    }

    @Test func whoMovesAwayFromACallMayGoOn() throws {
        var world = try Self.car()
        let music = world.playing("Music", .playback)
        world.send(.callRings(.fullScreen))
        world.clear()
        world.send(.appZone(music, "rear"))
        #expect(world.notified.first == "E(Music,1)")
        #expect(world.start(music) == nil)
        #expect(world.gain(music) == 1)
        world.clear()
        world.send(.appZone(music, "main"))
        #expect(world.notified.contains("B(Music)"))
        #expect(world.gain(music) == 0)
    }

    @Test func hintsAndOtherAudioAreOfTheZone() throws {
        var world = try Self.car("[program Film]\nzone = rear\n[program Game]\nzone = rear\n")
        let music = world.playing("Music", .playback)
        let game = world.launch("Game", category: .ambient)
        world.activate(game)
        #expect(!world.view(game).isOtherAudioPlaying(world.device, than: game))
        #expect(world.device.isOtherAudioPlaying(than: AppID(99)))
        world.clear()
        _ = world.playing("Film", .playback)
        #expect(world.view(game).isOtherAudioPlaying(world.device, than: game))
        #expect(world.view(game).shouldSilenceSecondaryAudio(world.device, of: game))
        #expect(!world.device.shouldSilenceSecondaryAudio(of: music))
    }

    @Test func headphonesInTheRearDoNotMoveTheFront() throws {
        var world = try Self.car("[program Film]\nzone = rear\n")
        let music = world.playing("Music", .playback)
        let film = world.playing("Film", .playback)
        world.clear()
        world.unplug(Self.rear)
        // The rear is deaf now; the front has heard nothing.
        #expect(Self.outputUIDs(world, music) == ["Speaker-output"])
        #expect(!world.notified.contains { $0.contains("Music") })
        #expect(world.state(film) == .interrupted)
        #expect(world.view(film).route.outputs.isEmpty)
    }

    @Test func aZoneThatGoesLeavesItsProgramsInTheMainOne() throws {
        var world = try Self.car("[program Film]\nzone = rear\n")
        let music = world.playing("Music", .playback)
        let film = world.playing("Film", .playback)
        world.clear()
        world.send(.configured(PolicySettings()))
        #expect(world.state(film) == .active)
        #expect(world.state(music) == .interrupted)
        #expect(world.notified.contains("B(Music)"))
    }

    @Test func anEmergencyIsHeardEverywhere() throws {
        var world = try Self.car("[program Film]\nzone = rear\n")
        let film = world.playing("Film", .playback)
        world.send(.emergency(sounding: true))
        #expect(world.state(film) == .interrupted)
        #expect((world.routes[.actor(.emergency)] ?? .none).outputs.map(\.uid) == ["Speaker-output", "rear-out"])
    }
}
