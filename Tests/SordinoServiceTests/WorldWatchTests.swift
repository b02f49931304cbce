import Foundation
import PrivateBus
import SessionBench
import SordinoPolicy
import SordinoService
import SordinoSession
import Synchronization
import Testing

/// Services of other people, played by python-dbusmock on a bus of the test's own.
private final class MockedServices {
    static let python = "/usr/bin/python3"
    static let isAvailable =
        PrivateBus.isAvailable && FileManager.default.isExecutableFile(atPath: "/usr/bin/gdbus")
        && (try? Child([python, "-c", "import dbusmock"]).finish().status) == 0

    let bus: PrivateBus
    private let mock: Child
    let heard = Heard<Event>()
    let frozen = Heard<String>()
    let neighbours = Heard<String>()
    let watch: WorldWatch

    /// Starts a service before the watch.
    init(_ arguments: [String], name: String) throws {
        bus = try PrivateBus()
        mock = try Child(
            [Self.python, "-m", "dbusmock"] + arguments,
            environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address, "DBUS_SESSION_BUS_ADDRESS": bus.address])
        watch = WorldWatch(
            system: bus.bus, user: bus.bus,
            freeze: { [frozen] unit, isFrozen in frozen.take("\(unit) \(isFrozen)") },
            neighbour: { [neighbours] neighbour, isThere in neighbours.take("\(neighbour) \(isThere)") },
            send: { [heard] event in heard.take(event) })
        let words = ["gdbus", "wait", "--address", bus.address, "--timeout", "20", name]
        _ = try bus.run(["/usr/bin/env"] + words)
    }

    deinit {
        watch.end()
        mock.end()
    }

    /// Calls a method, as anybody on the bus can.
    @discardableResult
    func call(_ destination: String, _ path: String, _ method: String, _ arguments: [String]) throws -> String {
        let words =
            [
                "/usr/bin/gdbus", "call", "--address", bus.address, "--dest", destination, "--object-path", path,
                "--method", method,
            ]
        let result = try bus.run(words + arguments)
        guard result.status == 0 else { throw Refused(output: result.output) }
        return result.output
    }

    struct Refused: Error {
        let output: String
    }

    func kill() { mock.end() }
}

/// The reports of the watch.
private final class Heard<Said: Equatable & Sendable>: Sendable {
    private let events = Mutex<[Said]>([])
    private let bell = DispatchSemaphore(value: 0)

    func take(_ event: Said) {
        events.withLock { $0.append(event) }
        bell.signal()
    }

    /// Waits until this is all that was said; 20 seconds at most.
    func waits(for expected: [Said]) -> Bool { waits { $0 == expected } }

    /// Waits until what was said suffices; 20 seconds at most.
    func waits(until suffices: ([Said]) -> Bool) -> Bool {
        while !suffices(all) {
            guard bell.wait(timeout: .now() + 20) == .success else { return false }
        }
        return true
    }

    var all: [Said] { events.withLock { $0 } }
}

@Suite(
    .enabled(if: MockedServices.isAvailable, "python3-dbusmock and gdbus are not installed: no other service is played")
)
struct WorldWatchTests {
    private static let mockInterface = "org.freedesktop.DBus.Mock"

    @Test func aCallOfOfonoRingsIsTakenAndEnds() throws {
        let services = try MockedServices(["--template", "ofono"], name: "org.ofono")
        func signal(_ path: String, _ interface: String, _ name: String, _ types: String, _ values: String) throws {
            try services.call(
                "org.ofono", path, "\(Self.mockInterface).EmitSignal", [interface, name, types, values])
        }
        try signal(
            "/ril_0", "org.ofono.VoiceCallManager", "CallAdded", "oa{sv}",
            "[<objectpath '/ril_0/voicecall01'>, <{'State': <'incoming'>}>]")
        #expect(services.heard.waits(for: [.callRings(.fullScreen)]), "\(services.heard.all)")
        // The template's modem has no such object until it is dialled: the manager speaks for it.
        try signal(
            "/ril_0", "org.ofono.VoiceCallManager", "CallAdded", "oa{sv}",
            "[<objectpath '/ril_0/voicecall01'>, <{'State': <'active'>}>]")
        #expect(services.heard.waits(for: [.callRings(.fullScreen), .callAccepted]), "\(services.heard.all)")
        try signal(
            "/ril_0", "org.ofono.VoiceCallManager", "CallRemoved", "o", "[<objectpath '/ril_0/voicecall01'>]")
        #expect(
            services.heard.waits(for: [.callRings(.fullScreen), .callAccepted, .callEnded]), "\(services.heard.all)")
    }

    @Test func aCallThatIsDialledOverOfonoIsConnectedAndItsServicesDeathEndsIt() throws {
        let services = try MockedServices(["--template", "ofono"], name: "org.ofono")
        try services.call(
            "org.ofono", "/ril_0", "\(Self.mockInterface).EmitSignal",
            [
                "org.ofono.VoiceCallManager", "CallAdded", "oa{sv}",
                "[<objectpath '/ril_0/voicecall02'>, <{'State': <'dialing'>}>]",
            ])
        #expect(services.heard.waits(for: [.callAccepted]), "\(services.heard.all)")
        services.kill()
        #expect(services.heard.waits(for: [.callAccepted, .callEnded]), "\(services.heard.all)")
    }

    @Test func aCallOfModemManagerFollowsItsState() throws {
        let name = "org.freedesktop.ModemManager1"
        let services = try MockedServices(
            ["--session", name, "/org/freedesktop/ModemManager1/Modem/0", "\(name).Modem.Voice"], name: name)
        let modem = "/org/freedesktop/ModemManager1/Modem/0"
        let call = "/org/freedesktop/ModemManager1/Call/1"
        try services.call(
            name, modem, "\(Self.mockInterface).AddObject",
            [call, "\(name).Call", "{'State': <3>, 'Direction': <1>}", "@a(ssss) []"])
        func signal(_ path: String, _ interface: String, _ member: String, _ types: String, _ values: String) throws {
            try services.call(name, path, "\(Self.mockInterface).EmitSignal", [interface, member, types, values])
        }
        try signal(modem, "\(name).Modem.Voice", "CallAdded", "o", "[<objectpath '\(call)'>]")
        #expect(services.heard.waits(for: [.callRings(.fullScreen)]), "\(services.heard.all)")
        try signal(call, "\(name).Call", "StateChanged", "iiu", "[<3>, <4>, <uint32 0>]")
        #expect(services.heard.waits(for: [.callRings(.fullScreen), .callAccepted]), "\(services.heard.all)")
        try signal(call, "\(name).Call", "StateChanged", "iiu", "[<4>, <7>, <uint32 0>]")
        #expect(
            services.heard.waits(for: [.callRings(.fullScreen), .callAccepted, .callEnded]), "\(services.heard.all)")
    }

    @Test func aCallIsSwitchedByCallaudiodWhileItIsOnTheBus() throws {
        let name = "org.mobian_project.CallAudio"
        let services = try MockedServices(["--session", name, "/org/mobian_project/CallAudio", name], name: name)
        #expect(services.neighbours.waits { $0.last == "callaudiod true" })
        services.kill()
        #expect(services.neighbours.waits { $0.last == "callaudiod false" })
    }

    @Test func aSecondCallOfModemManagerWaitsAndIsTaken() throws {
        let name = "org.freedesktop.ModemManager1"
        let modem = "/org/freedesktop/ModemManager1/Modem/0"
        let services = try MockedServices(["--session", name, modem, "\(name).Modem.Voice"], name: name)
        func add(_ number: Int, _ state: Int) throws {
            let call = "/org/freedesktop/ModemManager1/Call/\(number)"
            try services.call(
                name, modem, "\(Self.mockInterface).AddObject",
                [call, "\(name).Call", "{'State': <\(state)>, 'Direction': <1>}", "@a(ssss) []"])
            try services.call(
                name, modem, "\(Self.mockInterface).EmitSignal",
                ["\(name).Modem.Voice", "CallAdded", "o", "[<objectpath '\(call)'>]"])
        }
        func state(_ number: Int, _ before: Int, _ after: Int) throws {
            try services.call(
                name, "/org/freedesktop/ModemManager1/Call/\(number)", "\(Self.mockInterface).EmitSignal",
                ["\(name).Call", "StateChanged", "iiu", "[<\(before)>, <\(after)>, <uint32 0>]"])
        }
        // Dialled: connected from the first digit on.
        try add(1, 1)
        #expect(services.heard.waits(for: [.callAccepted]), "\(services.heard.all)")
        try state(1, 1, 4)
        try add(2, 6)
        try state(1, 4, 7)
        let given: [Event] = [.callAccepted, .callGivesWay(.fullScreen)]
        #expect(services.heard.waits(for: given), "\(services.heard.all)")
        try state(2, 6, 4)
        // One is held while the other is active.
        try add(3, 6)
        try state(2, 4, 5)
        try state(3, 6, 4)
        try state(3, 4, 7)
        try state(2, 5, 7)
        #expect(services.heard.waits(for: given + [.callAccepted, .callEnded]), "\(services.heard.all)")
        #expect(services.neighbours.waits { $0.contains("modemManager true") })
    }

    @Test func theLockOfTheOwnersSessionLocksTheScreen() throws {
        let name = "org.freedesktop.login1"
        let services = try MockedServices(["--template", "logind"], name: name)
        let manager = "/org/freedesktop/login1"
        try services.call(
            name, manager, "\(Self.mockInterface).AddSession", ["c1", "seat0", "\(getuid())", "me", "true"])
        try services.call(name, manager, "\(Self.mockInterface).AddSession", ["c2", "seat1", "65533", "you", "true"])
        try services.call(
            name, manager, "\(Self.mockInterface).EmitSignal",
            ["\(name).Manager", "SessionNew", "so", "[<'c1'>, <objectpath '\(manager)/session/c1'>]"])
        func lock(_ session: String, _ member: String) throws {
            try services.call(
                name, "\(manager)/session/\(session)", "\(Self.mockInterface).EmitSignal",
                ["\(name).Session", member, "", "@av []"])
        }
        // The list is asked for after `SessionNew`; until it is there no lock counts.
        var isLocked = false
        for _ in 0..<100 where !isLocked {
            try lock("c2", "Lock")
            try lock("c1", "Lock")
            isLocked = services.heard.all == [.screen(locked: true)]
        }
        #expect(services.heard.all == [.screen(locked: true)])
        try lock("c1", "Unlock")
        #expect(services.heard.waits(for: [.screen(locked: true), .screen(locked: false)]), "\(services.heard.all)")
        try services.call(
            name, manager, "\(Self.mockInterface).EmitSignal",
            ["\(name).Manager", "PrepareForSleep", "b", "[<false>]"])
        #expect(
            services.heard.waits(for: [.screen(locked: true), .screen(locked: false), .woke]), "\(services.heard.all)")
    }

    @Test func aFrozenUnitIsToldOfByItsName() throws {
        let name = "org.freedesktop.systemd1"
        let services = try MockedServices(
            ["--session", name, "/org/freedesktop/systemd1", "\(name).Manager"], name: name)
        let path = "/org/freedesktop/systemd1/unit/app_2dmusic_2d1_2escope"
        try services.call(
            name, "/org/freedesktop/systemd1", "\(Self.mockInterface).AddObject",
            [path, "\(name).Unit", "{'FreezerState': <'running'>}", "@a(ssss) []"])
        for state in ["freezing", "frozen", "thawing", "running"] {
            try services.call(
                name, path, "\(Self.mockInterface).UpdateProperties",
                ["\(name).Unit", "{'FreezerState': <'\(state)'>}"])
        }
        #expect(services.frozen.waits(for: ["app-music-1.scope true", "app-music-1.scope false"]))
    }

    @Test func theProfileOfFeedbackdIsTheRingerSwitch() throws {
        let name = "org.sigxcpu.Feedback"
        let services = try MockedServices(["--session", name, "/org/sigxcpu/Feedback", name], name: name)
        func set(_ profile: String) throws {
            try services.call(
                name, "/org/sigxcpu/Feedback", "\(Self.mockInterface).UpdateProperties",
                [name, "{'Profile': <'\(profile)'>}"])
        }
        try services.call(
            name, "/org/sigxcpu/Feedback", "\(Self.mockInterface).AddProperty", [name, "Profile", "<'full'>"])
        try set("silent")
        #expect(services.heard.waits(for: [.ringer(silent: true)]), "\(services.heard.all)")
        try set("quiet")
        try set("full")
        #expect(services.heard.waits(for: [.ringer(silent: true), .ringer(silent: false)]), "\(services.heard.all)")
    }

    @Test func feedbackdShakesThePhoneWhileItRingsAndWhileAnAlarmSounds() throws {
        let name = "org.sigxcpu.Feedback"
        let services = try MockedServices(["--session", name, "/org/sigxcpu/Feedback", name], name: name)
        func add(_ method: String, _ takes: String, _ gives: String, _ code: String) throws {
            try services.call(
                name, "/org/sigxcpu/Feedback", "\(Self.mockInterface).AddMethod", [name, method, takes, gives, code])
        }
        try add("TriggerFeedback", "ssa{sv}i", "u", "ret = dbus.UInt32(7 if 'phone' in args[1] else 8)")
        try add("EndFeedback", "u", "", "")
        let service = SessionService(
            hardware: HandDrivenHardware(), settings: PolicySettings(), wakesItself: false, permissionAnswer: .granted)
        let watch = services.watch
        _ = service.addObserver { watch.follow($0) }
        service.begin()
        /// The calls of feedbackd so far.
        func calls() throws -> [String] {
            let output = try services.call(
                name, "/org/sigxcpu/Feedback", "\(Self.mockInterface).GetMethodCalls", ["TriggerFeedback"])
            let ends = try services.call(
                name, "/org/sigxcpu/Feedback", "\(Self.mockInterface).GetMethodCalls", ["EndFeedback"])
            return [output, ends]
        }
        func waits(for trigger: String, _ end: String) throws -> Bool {
            for _ in 0..<200 {
                let now = try calls()
                if now[0].contains(trigger), end.isEmpty || now[1].contains(end) { return true }
            }
            return false
        }
        service.send(.callRings(.fullScreen))
        #expect(try waits(for: "'phone-incoming-call'>, <{'profile': <'quiet'>}>, <0>", ""))
        service.send(.callAccepted)
        #expect(try waits(for: "'phone-incoming-call'", "<uint32 7>"))
        service.send(.callEnded)
        service.send(.alarmStarts)
        #expect(try waits(for: "'alarm-clock-elapsed'", ""))
        service.send(.alarmAcknowledged)
        #expect(try waits(for: "'alarm-clock-elapsed'", "<uint32 8>"))
        // A program's request, once.
        let app = AppID(1)
        service.send(.appLaunched(app, AppDeclaration(bundleID: "org.example.keys", name: "Keys")))
        service.send(.request(app, RequestID(1), .vibrate))
        #expect(try waits(for: "'message-new-instant'>, <{'profile': <'quiet'>}>, <-1>", ""))
    }
}
