import Foundation
import Patience
import PrivateBus
import SordinoBus
import SordinoPolicy
import SordinoService
import SordinoSession
import Synchronization
import Testing

/// A service of the device, and a hostile program that sends signals in its name to every connection of the bus.
private final class Forgery: @unchecked Sendable {
    let bus: PrivateBus
    private let owner: BusConnection
    private let hostile: BusConnection
    private let calls = Mutex<[String]>([])
    let events = Mutex<[String]>([])
    let name: String

    init(_ name: String, object: String) throws {
        bus = try PrivateBus()
        self.name = name
        owner = try BusConnection(bus.bus)
        hostile = try BusConnection(bus.bus)
        let hasName = Mutex(false)
        owner.perform { [weak self] link in
            try? link.addObject(object) { [weak self] _, message in
                self?.calls.withLock { $0.append(message.member) }
                return true
            }
            let isTaken = link.takeName(name)
            hasName.withLock { $0 = isTaken }
        }
        #expect(Patience.until { hasName.withLock { $0 } })
    }

    deinit {
        owner.close()
        hostile.close()
    }

    /// Begins to watch, and waits until the service was asked how things stand: by then everything is listened to.
    func watch(until member: String) -> WorldWatch {
        let watch = WorldWatch(
            system: bus.bus, user: bus.bus,
            freeze: { [weak self] unit, isFrozen in self?.events.withLock { $0.append("\(unit) \(isFrozen)") } },
            send: { [weak self] event in self?.events.withLock { $0.append("\(event)") } })
        #expect(Patience.until { calls.withLock { $0.contains(member) } }, "\(calls.withLock { $0 })")
        return watch
    }

    func forge(_ path: String, _ interface: String, _ member: String, _ values: [WireValue], _ signature: String) throws
    {
        try send(from: hostile, path, interface, member, values, signature)
    }

    func say(_ path: String, _ interface: String, _ member: String, _ values: [WireValue], _ signature: String) throws {
        try send(from: owner, path, interface, member, values, signature)
    }

    /// Sends a signal to each connection; when this returns the bus has passed it on.
    private func send(
        from connection: BusConnection, _ path: String, _ interface: String, _ member: String, _ values: [WireValue],
        _ signature: String
    ) throws {
        func ask(_ member: String) throws -> WireValue? {
            let bus = BusMethod(
                destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
                member: member)
            return try connection.ask(bus, answer: member == "GetId" ? "s" : "as").first
        }
        guard case .list(let names)? = try ask("ListNames") else { return }
        connection.perform { link in
            for case .text(let name) in names where name.hasPrefix(":") {
                try? link.signal(to: name, path, interface, member, values, signature: signature)
            }
        }
        _ = try ask("GetId")
    }

    func waits(for expected: [String]) -> Bool { Patience.until { events.withLock { $0 } == expected } }

    /// The events that `events` are, as the watch says them.
    static func words(_ events: Event...) -> [String] { events.map { "\($0)" } }
}

/// No program can speak in the name of the device's services, nor of the bus.
@Suite(.enabled(if: PrivateBus.isAvailable, "dbus-daemon is not installed: nothing is forged"))
struct ForgedSignalTests {
    private static let properties = "org.freedesktop.DBus.Properties"

    private static func changed(_ interface: String, _ name: String, _ value: String) -> [WireValue] {
        var record = WireRecord()
        record.add(name, value)
        return [.text(interface), .record(record), .list([])]
    }

    @Test func aForgedCallOfModemManagerDoesNotRing() throws {
        let name = "org.freedesktop.ModemManager1"
        let forgery = try Forgery(name, object: "/org/freedesktop/ModemManager1")
        let watch = forgery.watch(until: "GetManagedObjects")
        defer { watch.end() }
        let call = "/org/freedesktop/ModemManager1/Call/9"
        try forgery.forge(call, "\(name).Call", "StateChanged", [.integer(0), .integer(4), .integer(0)], "iiu")
        try forgery.say(call, "\(name).Call", "StateChanged", [.integer(0), .integer(3), .integer(0)], "iiu")
        #expect(forgery.waits(for: Forgery.words(.callRings(.fullScreen))), "\(forgery.events.withLock { $0 })")
        // The bus's own word, made up: the telephone service has gone.
        let bus = "org.freedesktop.DBus"
        try forgery.forge(
            "/org/freedesktop/DBus", bus, "NameOwnerChanged", [.text(name), .text(":1.1"), .text("")], "sss")
        try forgery.forge(
            "/org/freedesktop/DBus", bus, "NameOwnerChanged", [.text(name), .text(""), .text(":1.999")], "sss")
        try forgery.say(call, "\(name).Call", "StateChanged", [.integer(3), .integer(4), .integer(0)], "iiu")
        #expect(
            forgery.waits(for: Forgery.words(.callRings(.fullScreen), .callAccepted)),
            "\(forgery.events.withLock { $0 })")
    }

    @Test func frozenUnitsThatNobodyThawsFillNoTable() throws {
        let name = "org.freedesktop.systemd1"
        let forgery = try Forgery(name, object: "/org/freedesktop/systemd1")
        let watch = forgery.watch(until: "Subscribe")
        defer { watch.end() }
        let count = 1_100
        func say(_ state: String, _ number: Int) throws {
            try forgery.say(
                "/org/freedesktop/systemd1/unit/app_2d\(number)", Self.properties, "PropertiesChanged",
                Self.changed("\(name).Unit", "FreezerState", state), "sa{sv}as")
        }
        for number in 0..<count { try say("frozen", number) }
        // Beyond the limit one is thawed for each that is frozen.
        #expect(Patience.until { forgery.events.withLock { $0.count } == count + (count - 1_024) })
        for number in 0..<count { try say("running", number) }
        try say("frozen", count)
        #expect(Patience.until { forgery.events.withLock { $0.last } == "app-\(count) true" })
        // Each is thawed once, and leaves room.
        let thawed = forgery.events.withLock { $0.filter { $0.hasSuffix("false") } }
        #expect(thawed.count == count && Set(thawed).count == count)
    }

    @Test func aForgedCallOfOfonoDoesNotRing() throws {
        let forgery = try Forgery("org.ofono", object: "/")
        let watch = forgery.watch(until: "GetModems")
        defer { watch.end() }
        func added(_ state: String) -> [WireValue] {
            var record = WireRecord()
            record.add("State", state)
            return [.text("/ril_0/voicecall01"), .record(record)]
        }
        let manager = "org.ofono.VoiceCallManager"
        try forgery.forge("/ril_0", manager, "CallAdded", added("active"), "oa{sv}")
        try forgery.say("/ril_0", manager, "CallAdded", added("incoming"), "oa{sv}")
        #expect(forgery.waits(for: Forgery.words(.callRings(.fullScreen))), "\(forgery.events.withLock { $0 })")
    }

    @Test func aForgedProfileOfFeedbackdDoesNotMoveTheRingerSwitch() throws {
        let name = "org.sigxcpu.Feedback"
        let path = "/org/sigxcpu/Feedback"
        let forgery = try Forgery(name, object: path)
        let watch = forgery.watch(until: "GetAll")
        defer { watch.end() }
        for profile in ["silent", "full"] {
            try forgery.forge(
                path, Self.properties, "PropertiesChanged", Self.changed(name, "Profile", profile), "sa{sv}as")
        }
        try forgery.say(
            path, Self.properties, "PropertiesChanged", Self.changed(name, "Profile", "silent"), "sa{sv}as")
        #expect(forgery.waits(for: Forgery.words(.ringer(silent: true))), "\(forgery.events.withLock { $0 })")
    }

    @Test func aForgedFreezeSuspendsNobody() throws {
        let name = "org.freedesktop.systemd1"
        let forgery = try Forgery(name, object: "/org/freedesktop/systemd1")
        let watch = forgery.watch(until: "Subscribe")
        defer { watch.end() }
        func path(_ unit: String) -> String { "/org/freedesktop/systemd1/unit/\(unit)_2escope" }
        let frozen = Self.changed("\(name).Unit", "FreezerState", "frozen")
        try forgery.forge(path("victim"), Self.properties, "PropertiesChanged", frozen, "sa{sv}as")
        try forgery.say(path("other"), Self.properties, "PropertiesChanged", frozen, "sa{sv}as")
        #expect(forgery.waits(for: ["other.scope true"]), "\(forgery.events.withLock { $0 })")
    }

    @Test func aForgedWordOfLogindWakesNobody() throws {
        let name = "org.freedesktop.login1"
        let forgery = try Forgery(name, object: "/org/freedesktop/login1")
        let watch = forgery.watch(until: "ListSessions")
        defer { watch.end() }
        let path = "/org/freedesktop/login1"
        try forgery.forge(path, "\(name).Manager", "PrepareForSleep", [.bool(false)], "b")
        try forgery.say(path, "\(name).Manager", "PrepareForSleep", [.bool(false)], "b")
        // The service is asked for its sessions anew: every earlier message has been heard.
        try forgery.say(
            path, "\(name).Manager", "SessionNew", [.text("c1"), .text("\(path)/session/c1")], "so")
        #expect(forgery.waits(for: Forgery.words(.woke)), "\(forgery.events.withLock { $0 })")
        try forgery.say(path, "\(name).Manager", "PrepareForSleep", [.bool(false)], "b")
        #expect(forgery.waits(for: Forgery.words(.woke, .woke)), "\(forgery.events.withLock { $0 })")
    }

    @Test func aMediaPlayerIsNotForgottenBecauseAnotherProgramSaysThatItHasGone() throws {
        let name = "org.mpris.MediaPlayer2.genuine"
        let forgery = try Forgery(name, object: "/org/mpris/MediaPlayer2")
        let players = try GuestPlayers(forgery.bus.bus) { $0 }
        defer { players.end() }
        let program = GuestDesk.Player(process: getpid(), identifier: "")
        func press() { players.tell(program, .nextTrack, report: { _ in }) }
        // Until the bus has said which process it is, it is not the program's.
        #expect(
            Patience.until {
                press()
                return forgery.count(of: "Next") > 0
            })
        try forgery.forge(
            "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameOwnerChanged",
            [.text(name), .text(":1.1"), .text("")], "sss")
        let before = forgery.count(of: "Next")
        press()
        #expect(Patience.until { forgery.count(of: "Next") > before })
    }
}

extension Forgery {
    fileprivate func count(of member: String) -> Int { calls.withLock { calls in calls.count { $0 == member } } }
}
