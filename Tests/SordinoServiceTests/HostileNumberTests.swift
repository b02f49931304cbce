import Foundation
import Patience
import PrivateBus
import SessionBench
import SordinoBus
import SordinoPolicy
import SordinoService
import SordinoSession
import Synchronization
import Testing

/// Numbers that no program should send, in every argument on the bus that takes a number.
///
/// Each is answered: with an error, or with the nearest number that is possible. None is passed on.
@Suite(
    .enabled(if: PrivateBus.isAvailable, "dbus-daemon is not installed: nothing is tested over a bus"),
    .timeLimit(.minutes(20)))
struct HostileNumberTests {
    private static let reals: [WireValue] = [
        .nan, .infinity, -.infinity, 1e300, -1e300, .greatestFiniteMagnitude, -1, -0.0, 5e-324,
    ].map(WireValue.real)
    private static let integers: [WireValue] = [.min, .max, -1, 1 << 40, Int64(UInt32.max) + 1].map(WireValue.integer)

    /// The numbers for one argument of a D-Bus type; none for a type that holds no number.
    private static func numbers(_ type: Character) -> [WireValue] {
        switch type {
        case "d": reals
        case "x": integers
        case "u": [.integer(0), .integer(Int64(UInt32.max))]
        default: []
        }
    }

    /// A value that is not a number, for the arguments beside it.
    private static func usual(_ type: Character) -> WireValue {
        switch type {
        case "b": .bool(true)
        case "s": .text("play")
        case "d": .real(1)
        case "x", "u": .integer(1)
        default: .record(WireRecord())
        }
    }

    /// Lists of arguments of a signature in each of which one is hostile, and the records are `records`.
    private static func hostile(_ signature: String, records: [WireRecord]) -> [[WireValue]] {
        let types = Array(signature.replacingOccurrences(of: "a{sv}", with: "r"))
        let plain = types.map { usual($0) }
        var all: [[WireValue]] = []
        for (place, type) in types.enumerated() {
            for value in type == "r" ? records.map(WireValue.record) : numbers(type) {
                var values = plain
                values[place] = value
                all.append(values)
            }
        }
        return all
    }

    /// Records with one hostile number under each of these names.
    private static func records(_ names: [String], with more: WireRecord = WireRecord()) -> [WireRecord] {
        names.flatMap { name in
            (reals + integers).map { value in
                var record = more
                record.add(name, value)
                return record
            }
        }
    }

    /// Asks until the answer is another one than that the caller asks too often.
    ///
    /// - Returns: Nil for a grant, or the error's name.
    private func ask(
        _ connection: BusConnection, _ method: BusMethod, _ values: [WireValue], _ signature: String, answer: String
    ) -> String? {
        while true {
            do throws(BusError) {
                _ = try connection.ask(method, values, signature: signature, answer: answer, seconds: 600)
                return nil
            } catch {
                switch error {
                case .refused(BusInterface.Refusal.busy, _): continue
                case .refused(let name, _): return name
                case .malformed, .timedOut, .disconnected: return "\(error)"
                }
            }
        }
    }

    /// The numbers in a value that are not finite, or too large to be meant.
    private func wrongNumbers(_ value: WireValue, _ path: String = "") -> [String] {
        switch value {
        case .real(let number): number.isFinite && abs(number) <= 1e9 ? [] : ["\(path) = \(number)"]
        case .list(let values): values.enumerated().flatMap { wrongNumbers($1, "\(path)[\($0)]") }
        case .record(let record): record.fields.flatMap { wrongNumbers($0.value, "\(path).\($0.name)") }
        case .bool, .integer, .text: []
        }
    }

    @Test func everyNumericArgumentOfTheServiceIsCheckedOrBounded() throws {
        let bus = try PrivateBus()
        let service = SessionService(
            hardware: HandDrivenHardware(), settings: PolicySettings(), wakesItself: false, permissionAnswer: .granted)
        var options = BusService.Options()
        options.allowsSimulation = true
        options.identity = { name, _ in name }
        options.limits.requestBurst = 1e6
        let offered = BusService(service, on: try BusConnection(bus.bus, isGated: true), options: options)
        let unreadable = Mutex<[String]>([])
        _ = service.addObserver { decision in
            offered.follow(decision)
            let line = JSON.line(EventLog.record(decision, withSnapshots: true).wireValue)
            // A program that receives a line which cannot be read again ends, and so does a replay.
            if (try? SessionService.Decision(line: line)) == nil { unreadable.withLock { $0.append(line) } }
        }
        service.begin()
        try offered.offer()
        defer { offered.end() }
        let declaration = AppDeclaration(bundleID: "org.example.music", name: "Music", backgroundModes: .audio)
        let program = try RawProgram(bus, declaration)
        let kind: WireRecord = ["face": .text("player"), "hasInput": .bool(false), "hasOutput": .bool(true)]
        #expect(try program.ask("OpenIO", [.integer(1), .record(kind)], "xa{sv}"))

        let fields: [String: [WireRecord]] = [
            "Register": Self.records(
                ["process", "lifecycle"], with: ["bundleID": .text("a"), "name": .text("b")]),
            "Configure": Self.records(["options", "policy"], with: ["category": .text(Category.playback.rawValue)]),
            "Prefer": Self.records(["value"]), "OpenIO": Self.records(["formatID"], with: kind),
            BusReport.playback.rawValue: Self.records(PlaybackReport.wireFields.map(\.name)),
            BusReport.voice.rawValue: Self.records(VoiceCondition.wireFields.map(\.name)),
        ]
        var count = 0
        func attack(_ interface: String, _ member: String, _ signature: String, answer: String) {
            for values in Self.hostile(signature, records: fields[member] ?? []) {
                count += 1
                let method = RawProgram.method(member, interface: interface)
                let refusal = ask(program.connection, method, values, signature, answer: answer)
                let isAnswered =
                    refusal == nil || refusal?.hasPrefix("org.freedesktop.DBus.Error.") == true
                    || refusal?.hasPrefix("org.sordino.Error.") == true
                #expect(isAnswered, "\(member) \(values): \(refusal ?? "")")
            }
        }
        for row in BusInterface.requests where row.member != "Prefer" {
            attack(BusInterface.session, row.member, row.signature, answer: BusInterface.answerSignature)
        }
        for name in Preference.wireCases.map(\.name) {
            for record in fields["Prefer"] ?? [] {
                count += 1
                let refusal = ask(
                    program.connection, RawProgram.method("Prefer"), [.text(name), .record(record)], "sa{sv}",
                    answer: BusInterface.answerSignature)
                #expect(refusal == nil || refusal == BusInterface.Refusal.arguments, "\(name): \(refusal ?? "")")
            }
        }
        for report in BusReport.allCases {
            attack(BusInterface.session, report.rawValue, report.signature, answer: "")
        }
        attack(
            BusInterface.session, "Register", BusInterface.registerSignature,
            answer: BusInterface.registerAnswerSignature)
        for row in BusInterface.happenings {
            attack(BusInterface.control, row.member, row.signature, answer: "")
        }
        attack(BusInterface.control, "MoveProcess", "us", answer: "")
        // A command that has a number.
        for number in ["nan", "inf", "-inf", "1e300", "-1e300", "1e9", "0x1p9000"] {
            let values: [WireValue] = [.integer(1), .text("changePosition \(number)")]
            let method = RawProgram.method("SendRemoteCommand", interface: BusInterface.control)
            #expect(
                ask(program.connection, method, values, "xs", answer: "") == BusInterface.Refusal.arguments, "\(number)"
            )
        }
        #expect(count > 1_000, "\(count): the lists of fields are not empty")
        let status = try DeviceController(bus.bus).status()
        #expect(wrongNumbers(status.wireValue) == [])
        #expect((0...1).contains(status.volume))
        #expect(status.apps.map(\.name) == ["Music"])
        #expect(unreadable.withLock { $0 } == [])
        // It still has its session.
        #expect(try program.ask("SetActive", [.bool(true), .bool(false)], "bb"))
    }

    @Test func keysOfShellsPassOnNoNumberThatIsNone() throws {
        let bus = try PrivateBus()
        let service = SessionService(
            hardware: HandDrivenHardware(), settings: PolicySettings(), wakesItself: false, permissionAnswer: .granted)
        let busService = BusService(service, on: try BusConnection(bus.bus))
        let sent = Mutex<[RemoteCommand]>([])
        let send: @Sendable (Event) -> Void = { event in
            if case .remoteCommand(_, let command) = event { sent.withLock { $0.append(command) } }
        }
        let keys = MediaPlayers(bus.bus, clock: { .zero }, send: send)
        _ = service.addObserver { busService.follow($0) }
        service.onPlaybackReport { app, report in
            busService.follow(report, of: app)
            keys.follow(busService.players)
        }
        service.begin()
        try busService.offer()
        defer { busService.end() }
        let app = service.connect(
            AppDeclaration(bundleID: "Music", name: "Music", backgroundModes: .audio), receive: { _ in })
        _ = service.ask(
            .configure(category: Category.playback.rawValue, mode: nil, options: nil, policy: nil), from: app)
        _ = service.ask(.openIO(IOID(1), IOKind(.player)), from: app)
        _ = service.ask(.startIO(IOID(1)), from: app)
        let connection = try BusConnection(bus.bus)
        defer { connection.close() }
        func method(_ member: String, _ interface: String) -> BusMethod {
            BusMethod(
                destination: "org.mpris.MediaPlayer2.sordino.Music", path: "/org/mpris/MediaPlayer2",
                interface: interface, member: member)
        }
        let (player, properties) = ("org.mpris.MediaPlayer2.Player", "org.freedesktop.DBus.Properties")
        func property(_ name: String) -> WireValue? {
            while true {
                do throws(BusError) {
                    return try connection.ask(
                        method("Get", properties), [.text(player), .text(name)], signature: "ss", answer: "v",
                        seconds: 600
                    ).first
                } catch {
                    // It has asked often.
                    guard case .refused(BusInterface.Refusal.busy, _) = error else { return nil }
                }
            }
        }
        // A program whose own report is hostile, too; and one that answers to skips instead of places.
        for commands in [["play", "changePosition", "changeRate"], ["play", "skipForward", "skipBackward"]] {
            var report = PlaybackReport()
            (report.commands, report.elapsed, report.duration) = (commands, 1e300, .nan)
            (report.rates, report.forwardSeconds) = ([.nan, 2, -.infinity], 1e300)
            service.publish(report, from: app)
            let isTaken = Patience.until {
                property("CanSeek") == .bool(true)
                    && (property("MaximumRate") == .real(2)) == commands.contains("changeRate")
            }
            #expect(isTaken)
            for number in Self.integers {
                #expect(ask(connection, method("Seek", player), [number], "x", answer: "") == nil)
                guard case .record(let metadata)? = property("Metadata"),
                    case .text(let track)? = metadata["mpris:trackid"]
                else {
                    Issue.record("no track")
                    return
                }
                #expect(
                    ask(connection, method("SetPosition", player), [.text(track), number], "ox", answer: "") == nil)
            }
            for number in Self.reals {
                for name in ["Rate", "Volume"] {
                    let refusal = ask(
                        connection, method("Set", properties), [.text(player), .text(name), number], "ssv", answer: "")
                    guard case .real(let rate) = number, rate.isFinite, rate >= 0, name == "Rate" else {
                        #expect(refusal != nil, "\(name) = \(number)")
                        continue
                    }
                    #expect(refusal == nil, "\(name) = \(number)")
                }
            }
            for name in ["Position", "Rate", "MinimumRate", "MaximumRate", "Metadata"] {
                let value = property(name)
                #expect(value.map { wrongNumbers($0) } == [], "\(name)")
            }
        }
        let commands = sent.withLock { $0 }
        #expect(commands.count > 10)
        for command in commands {
            // A program that receives a command which cannot be read again ends.
            #expect(throws: Never.self, "\(command)") { try RemoteCommand(wire: command.wireValue) }
            if case .changeRate(let rate) = command { #expect(rate == 2, "only what the program offers") }
        }
        #expect(commands.contains(.changePosition(0)), "before the beginning is the beginning")
    }
}
