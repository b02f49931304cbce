import Foundation
import PrivateBus
import SessionBench
import SordinoBus
import SordinoPolicy
import SordinoService
import SordinoSession
import Testing

/// A service on a private bus over hardware that moves only when the test says so.
private final class BusBench {
    let bus: PrivateBus
    let hardware = HandDrivenHardware()
    let service: SessionService
    private(set) var busService: BusService

    init(_ change: (inout BusService.Options) -> Void = { _ in }) throws {
        bus = try PrivateBus()
        service = SessionService(
            hardware: hardware, settings: PolicySettings(), wakesItself: false, permissionAnswer: .granted)
        service.begin()
        busService = try Self.offer(service, bus, change)
    }

    static func offer(
        _ service: SessionService, _ bus: PrivateBus, _ change: (inout BusService.Options) -> Void = { _ in }
    ) throws -> BusService {
        var options = BusService.Options()
        options.allowsSimulation = true
        // All clients of a test are one process: here each connection is a program.
        options.identity = { name, _ in name }
        change(&options)
        let offered = BusService(service, on: try BusConnection(bus.bus), options: options)
        _ = service.addObserver { offered.follow($0) }
        try offered.offer()
        return offered
    }

    deinit { busService.end() }
}

private let music = AppDeclaration(bundleID: "org.example.music", name: "Music", backgroundModes: .audio)
private let game = AppDeclaration(bundleID: "org.example.game", name: "Game")
private let playback = Request.configure(
    category: Category.playback.rawValue, mode: nil, options: nil, policy: nil)
private let player = IOKind(.player)

@Suite(.enabled(if: PrivateBus.isAvailable, "dbus-daemon is not installed: nothing is tested over a bus"))
struct BusTests {
    /// Music plays, a game interrupts it and leaves.
    private func story(_ transport: any SessionTransport, _ musicHears: Told, _ gameHears: Told) -> [SessionError?] {
        let musicApp = transport.connect(music, receive: musicHears.receive)
        let gameApp = transport.connect(game, receive: gameHears.receive)
        var answers: [SessionError?] = []
        func ask(_ request: Request, _ app: AppID) { answers.append(transport.ask(request, from: app)) }
        ask(playback, musicApp)
        ask(.setActive(true, notifyOthers: false), musicApp)
        ask(.openIO(IOID(1), player), musicApp)
        ask(.startIO(IOID(1)), musicApp)
        ask(.configure(category: "nonsense", mode: nil, options: nil, policy: nil), gameApp)
        ask(playback, gameApp)
        ask(.setActive(true, notifyOthers: false), gameApp)
        ask(.prefer(.sampleRate(44_100)), gameApp)
        ask(.setActive(false, notifyOthers: true), gameApp)
        _ = musicHears.waits(for: .interruptionEnded(shouldResume: true))
        ask(.setActive(true, notifyOthers: false), musicApp)
        return answers
    }

    @Test func programsOnTheBusHearWhatProgramsInOneProcessHear() throws {
        let near = SessionService(
            hardware: HandDrivenHardware(), settings: PolicySettings(), wakesItself: false,
            permissionAnswer: .granted)
        near.begin()
        let (nearMusic, nearGame) = (Told(), Told())
        let nearAnswers = story(InProcessTransport(service: near), nearMusic, nearGame)

        let bench = try BusBench()
        let (farMusic, farGame) = (Told(), Told())
        let transport = BusTransport(bench.bus.bus)
        let farAnswers = story(transport, farMusic, farGame)

        #expect(farAnswers == nearAnswers)
        #expect(farAnswers.compactMap { $0?.code } == [.badParam])
        #expect(farMusic.wait { _ in farMusic.words.count >= nearMusic.words.count })
        #expect(farMusic.words == nearMusic.words)
        #expect(farGame.words == nearGame.words)
        #expect(farMusic.snapshot == nearMusic.snapshot)
        #expect(farGame.snapshot == nearGame.snapshot)
        #expect(farMusic.device?.timing == nearMusic.device?.timing)
        #expect(nearMusic.words.contains(.notification(.interruptionBegan(.default, wasSuspended: false))))
    }

    @Test func aProgramLearnsThatOthersPlayButNotWho() throws {
        let bench = try BusBench()
        let transport = BusTransport(bench.bus.bus)
        let (musicHears, gameHears) = (Told(), Told())
        let musicApp = transport.connect(music, receive: musicHears.receive)
        _ = transport.connect(game, receive: gameHears.receive)
        _ = transport.ask(playback, from: musicApp)
        _ = transport.ask(.openIO(IOID(1), player), from: musicApp)
        #expect(transport.ask(.startIO(IOID(1)), from: musicApp) == nil)
        #expect(musicHears.device?.playing == .only(musicApp))
        #expect(gameHears.wait { _ in gameHears.device?.playing == .only(AppID(0)) })
    }

    @Test func aProgramThatDiesFreesWhomItInterrupted() throws {
        let bench = try BusBench()
        let transport = BusTransport(bench.bus.bus)
        let hears = Told()
        let app = transport.connect(music, receive: hears.receive)
        _ = transport.ask(playback, from: app)
        #expect(transport.ask(.setActive(true, notifyOthers: false), from: app) == nil)
        // A program in raw messages, which leaves without a word.
        let killed = try RawProgram(bench.bus, game)
        #expect(try killed.ask("Configure", [.record(["category": .text(Category.playback.rawValue)])], "a{sv}"))
        #expect(try killed.ask("SetActive", [.bool(true), .bool(false)], "bb"))
        #expect(hears.waits(for: .interruptionBegan(.default, wasSuspended: false)))
        killed.connection.close()
        #expect(hears.waits(for: .interruptionEnded(shouldResume: false)))
    }

    @Test func theServicesDeathIsALossAndItsReturnAReset() throws {
        let bench = try BusBench()
        let transport = BusTransport(bench.bus.bus)
        let hears = Told()
        let app = transport.connect(music, receive: hears.receive)
        _ = transport.ask(playback, from: app)
        _ = transport.ask(.openIO(IOID(1), player), from: app)
        #expect(transport.ask(.startIO(IOID(1)), from: app) == nil)
        bench.busService.end()
        #expect(hears.waits(for: .mediaServicesLost))
        let stops = hears.all.compactMap { if case .stopIO(IOID(1), let cause) = $0 { cause.loss } else { nil } }
        #expect(stops == [.serviceGone])
        #expect(hears.snapshot?.state == .inactive)
        #expect(hears.device?.isServerUp == false)
        #expect(transport.ask(.setActive(true, notifyOthers: false), from: app)?.code == .mediaServicesFailed)

        let again = SessionService(
            hardware: HandDrivenHardware(), settings: PolicySettings(), wakesItself: false,
            permissionAnswer: .granted)
        again.begin()
        let offered = try BusBench.offer(again, bench.bus)
        defer { offered.end() }
        #expect(hears.waits(for: .mediaServicesReset))
        #expect(hears.device?.isServerUp == true)
        #expect(hears.snapshot?.configuration.category == .soloAmbient)
        // Objects made before are dead; those made now live.
        let dead = transport.ask(.startIO(IOID(1)), from: app)
        #expect(dead?.code == .mediaServicesFailed && dead?.cause.loss == .servicesLost)
        #expect(transport.ask(.openIO(IOID(2), player), from: app) == nil)
        #expect(transport.ask(.startIO(IOID(2)), from: app) == nil)
    }

    @Test func withoutAServiceNothingHangs() throws {
        let bus = try PrivateBus()
        let transport = BusTransport(bus.bus)
        let hears = Told()
        let app = transport.connect(music, receive: hears.receive)
        #expect(transport.ask(.setActive(true, notifyOthers: false), from: app)?.code == .mediaServicesFailed)
        #expect(hears.device?.isServerUp == false)
        #expect(transport.serviceLoss(for: app) == "no audio service answers on the message bus")
        let nowhere = BusTransport(.at("unix:path=/nonexistent/bus"))
        let other = nowhere.connect(game) { _ in }
        #expect(nowhere.serviceLoss(for: other) == "there is no message bus to the audio service")
        #expect(nowhere.ask(.setActive(true, notifyOthers: false), from: other)?.code == .mediaServicesFailed)
    }

    @Test func onlyTheServiceIsHeeded() throws {
        let bench = try BusBench()
        let transport = BusTransport(bench.bus.bus)
        let hears = Told()
        let app = transport.connect(music, receive: hears.receive)
        let impostor = try BusConnection(bench.bus.bus)
        defer { impostor.close() }
        let names = try impostor.ask(Self.bus("ListNames"), answer: "as")
        guard case .list(let names)? = names.first else { throw BusError.malformed("names") }
        let lie = SessionNotification.mediaServicesLost.wireValue
        for case .text(let name) in names where name.hasPrefix(":") {
            impostor.perform { link in
                try? link.signal(
                    to: name, BusInterface.path, BusInterface.session, "Notified", [lie], signature: "a{sv}")
            }
        }
        _ = try impostor.ask(Self.bus("ListNames"), answer: "as")
        // By the answer to this the lie has been read.
        _ = transport.ask(.setActive(true, notifyOthers: false), from: app)
        #expect(!hears.words.contains(.notification(.mediaServicesLost)))
    }

    @Test func aCallThatIsMadeUpInterruptsOnlyWhereSimulationIsAllowed() throws {
        let bench = try BusBench()
        let transport = BusTransport(bench.bus.bus)
        let hears = Told()
        let app = transport.connect(music, receive: hears.receive)
        _ = transport.ask(playback, from: app)
        _ = transport.ask(.setActive(true, notifyOthers: false), from: app)
        let controller = try DeviceController(bench.bus.bus)
        try controller.happen(.callRings(.fullScreen))
        #expect(hears.waits(for: .interruptionBegan(.default, wasSuspended: false)))
        let shown = try #require(try controller.status().apps.first)
        let sentence = try #require(shown.why.first)
        #expect(shown.state == .interrupted)
        #expect(sentence.contains("the call") && sentence.contains("§") || sentence.contains("R"))

        let strict = try BusBench { $0.allowsSimulation = false }
        let refused = try DeviceController(strict.bus.bus)
        #expect(throws: BusError.self) { try refused.happen(.callRings(.fullScreen)) }
        #expect(throws: Never.self) { try refused.happen(.ringer(silent: true)) }
        #expect(throws: BusError.self) { try refused.happen(.volumeSet(2)) }
    }

    @Test func theStatusOfManyProgramsIsRead() throws {
        let bench = try BusBench()
        let programs = try (0..<120).map {
            try RawProgram(bench.bus, AppDeclaration(bundleID: "org.example.\($0)", name: "Program \($0)"))
        }
        defer { for program in programs { program.connection.close() } }
        #expect(try DeviceController(bench.bus.bus).status().apps.count == programs.count)
    }

    static func bus(_ member: String) -> BusMethod {
        BusMethod(
            destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            member: member)
    }
}

/// A program that speaks in raw messages.
final class RawProgram {
    let connection: BusConnection

    init(_ bus: PrivateBus, _ declaration: AppDeclaration?) throws {
        connection = try BusConnection(bus.bus)
        guard let declaration else { return }
        _ = try connection.ask(
            Self.method("Register"), [.integer(1), declaration.wireValue],
            signature: BusInterface.registerSignature, answer: BusInterface.registerAnswerSignature)
    }

    static func method(_ member: String, interface: String = BusInterface.session) -> BusMethod {
        let isControl = interface == BusInterface.control
        return BusMethod(
            destination: isControl ? BusInterface.controlName : BusInterface.busName,
            path: isControl ? BusInterface.controlPath : BusInterface.path, interface: interface, member: member)
    }

    /// - Returns: Whether the request was granted.
    func ask(_ member: String, _ values: [WireValue], _ signature: String) throws -> Bool {
        let answer = try connection.ask(
            Self.method(member), values, signature: signature, answer: BusInterface.answerSignature)
        return answer.first == .record(WireRecord())
    }

    /// - Returns: The name of the error that comes back; nil if none does.
    func refusal(
        _ member: String, _ values: [WireValue] = [], _ signature: String = "",
        interface: String = BusInterface.session
    ) -> String? {
        do {
            _ = try connection.ask(
                Self.method(member, interface: interface), values, signature: signature,
                answer: BusInterface.answerSignature)
            return nil
        } catch {
            if case .refused(let name, _) = error { return name }
            return "\(error)"
        }
    }
}

extension WireRecord: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (String, WireValue)...) {
        self.init()
        for (name, value) in elements { add(name, value) }
    }
}
