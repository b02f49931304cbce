import Foundation
import SessionBench
import SordinoHardware
import SordinoPolicy
import SordinoSession
import Synchronization
import Testing

/// An I/O object that writes down the calls of its session.
private final class Player: SessionIOHandler {
    let name: String
    private let hardware: HandDrivenHardware
    private let io = Mutex<SessionIO?>(nil)

    init(_ name: String, _ context: AppContext, _ hardware: HandDrivenHardware) throws {
        self.name = name
        self.hardware = hardware
        let io = try context.client.openIO(IOKind(.player), handler: self)
        self.io.withLock { $0 = io }
    }

    func start() throws { try io.withLock { $0 }?.start() }

    func sessionStopsIO(because cause: Cause) {
        hardware.write(.note("\(name) stops"))
        // A player that says what it did, as players do; the session must not wait for itself here.
        io.withLock { $0 }?.stop()
    }

    func sessionInterruption(began: Bool, shouldResume: Bool) {
        hardware.write(.note("\(name) \(began ? "began" : shouldResume ? "ended, resume" : "ended")"))
    }
}

/// One device with hardware that the test plays.
private struct Bench {
    let hardware = HandDrivenHardware()
    let system: AudioSystem

    init() { system = AudioSystem(handDriven: hardware) }

    func app(_ name: String, _ modes: BackgroundModes = .audio) -> AppContext {
        AppContext(
            system: system, declaration: AppDeclaration(bundleID: name, name: name, backgroundModes: modes))
    }

    func activate(_ app: AppContext, _ category: SordinoPolicy.Category, options: CategoryOptions = []) throws {
        try app.client.ask(
            .configure(category: category.rawValue, mode: nil, options: options.rawValue, policy: nil))
        try app.client.ask(.setActive(true, notifyOthers: false))
    }
}

@Suite struct SessionServiceTests {
    @Test func whatARequestChangedIsThereWhenItReturns() throws {
        let bench = Bench()
        let app = bench.app("Music")
        #expect(app.client.snapshot.configuration.category == .soloAmbient)
        try bench.activate(app, .playback)
        #expect(app.client.snapshot.configuration.category == .playback)
        #expect(app.client.snapshot.state == .active)
        #expect(app.client.snapshot.route.outputs.map(\.type) == [.builtInSpeaker])
    }

    @Test func aRefusalCarriesItsRuleAndChangesNothing() throws {
        let bench = Bench()
        let app = bench.app("Music")
        try bench.activate(app, .playback)
        let before = app.client.snapshot
        do {
            try app.client.ask(
                .configure(
                    category: SordinoPolicy.Category.playback.rawValue, mode: nil,
                    options: CategoryOptions.defaultToSpeaker.rawValue, policy: nil))
            Issue.record("it was allowed")
        } catch {
            #expect(error.code == .badParam)
            #expect(error.cause.rule == "R3.2")
            #expect(!error.cause.sentence.isEmpty)
        }
        #expect(app.client.snapshot == before)
    }

    @Test func whatMustBeSilentStopsBeforeTheStageChanges() throws {
        let bench = Bench()
        let (music, radio) = (bench.app("Music"), bench.app("Radio"))
        try bench.activate(music, .playback)
        let player = try Player("player", music, bench.hardware)
        try player.start()
        _ = bench.hardware.asked()
        try bench.activate(radio, .playback)
        let asked = bench.hardware.asked()
        let stops = try #require(asked.firstIndex(of: .note("player stops")))
        let stages = asked.indices.filter { if case .stage = asked[$0] { true } else { false } }
        #expect(stages.count == 1, "the stage hears of one event once")
        #expect(stages.allSatisfy { $0 > stops })
        #expect(!asked.contains(.note("player began")), "programs are told between blocks")
        bench.system.settle()
        #expect(bench.hardware.asked().contains(.note("player began")))
    }

    @Test func notificationsComeInTheirOrderAndBelongToTheirProgram() throws {
        let bench = Bench()
        let (music, radio) = (bench.app("Music"), bench.app("Radio"))
        let heard = Mutex<[String]>([])
        for (name, app) in [("Music", music), ("Radio", radio)] {
            _ = app.client.addObserver { notification in
                let isOwn = AppContext.given === app
                heard.withLock { $0.append("\(name)\(isOwn ? "" : " elsewhere"): \(Self.word(notification))") }
            }
        }
        try bench.activate(music, .playback)
        try bench.activate(radio, .playback)
        try radio.client.ask(.setActive(false, notifyOthers: true))
        #expect(heard.withLock { $0 } == [])
        bench.system.settle()
        #expect(heard.withLock { $0 } == ["Music: began", "Music: ended, resume"])
    }

    private static func word(_ notification: SessionNotification) -> String {
        switch notification {
        case .interruptionBegan: "began"
        case .interruptionEnded(let shouldResume): shouldResume ? "ended, resume" : "ended"
        default: "\(notification)"
        }
    }

    @Test func aSuspendedProgramHearsWhatItMissedWhenItRunsAgain() throws {
        let bench = Bench()
        let game = bench.app("Game", [])
        let heard = Mutex<[SessionNotification]>([])
        _ = game.client.addObserver { notification in heard.withLock { $0.append(notification) } }
        try bench.activate(game, .ambient)
        bench.system.settle()
        heard.withLock { $0 = [] }
        bench.system.service.send(.appMoved(game.id, .background))
        bench.system.settle()
        #expect(game.client.snapshot.state == .inactive)
        bench.system.service.send(.servicesLost)
        bench.system.service.send(.servicesRestarted)
        bench.system.settle()
        #expect(heard.withLock { $0 } == [])
        bench.system.service.send(.appMoved(game.id, .foreground))
        bench.system.settle()
        #expect(heard.withLock { $0 } == [.mediaServicesLost, .mediaServicesReset])
    }

    @Test func portsThatArriveReachTheSession() throws {
        let bench = Bench()
        let music = bench.app("Music")
        try bench.activate(music, .playback)
        bench.hardware.tell(.portsArrived(Accessory.headphones.ports))
        #expect(music.client.snapshot.route.outputs.map(\.type) == [.headphones])
        bench.hardware.tell(.portsDeparted(Accessory.headphones.ports.map(\.uid)))
        #expect(music.client.snapshot.route.outputs.map(\.type) == [.builtInSpeaker])
    }

    @Test func anAnswerOfTheHardwareDuringARequestIsTakenIn() throws {
        let bench = Bench()
        let music = bench.app("Music")
        try music.client.ask(.prefer(.sampleRate(44_100)))
        try bench.activate(music, .playback)
        let timings = bench.hardware.asked().compactMap { asked in
            if case .timing(let timing) = asked { timing.sampleRate } else { nil }
        }
        #expect(timings.last == 44_100)
        #expect(music.client.device.timing.sampleRate == 44_100)
    }

    @Test func theMomentThatThePolicyAskedForIsBrought() throws {
        let bench = Bench()
        let music = bench.app("Music")
        try bench.activate(music, .playback)
        bench.system.service.send(.appMoved(music.id, .background))
        #expect(music.client.snapshot.state == .active, "it has a grace to begin playing")
        bench.hardware.set(seconds: 10)
        bench.system.service.poll()
        #expect(music.client.snapshot.state == .active)
        bench.hardware.set(seconds: 31)
        bench.system.service.poll()
        #expect(music.client.snapshot.state == .inactive, "it did not, and was suspended")
    }

    @Test func aProgramThatEndsIsForgottenByTheStage() throws {
        let bench = Bench()
        var music: AppContext? = bench.app("Music")
        let id = try #require(music?.id)
        try music.map { try bench.activate($0, .playback) }
        _ = bench.hardware.asked()
        music = nil
        let commands = bench.hardware.asked().flatMap { asked -> [StageCommand] in
            if case .stage(let commands) = asked { commands } else { [] }
        }
        #expect(commands.contains(.remove(.app(id))))
    }

    @Test func anIOObjectThatIsGoneIsNotCalled() throws {
        let bench = Bench()
        let (music, radio) = (bench.app("Music"), bench.app("Radio"))
        try bench.activate(music, .playback)
        var player: Player? = try Player("player", music, bench.hardware)
        try player?.start()
        player = nil
        _ = bench.hardware.asked()
        try bench.activate(radio, .playback)
        bench.system.settle()
        #expect(!bench.hardware.asked().contains { if case .note = $0 { true } else { false } })
    }

    /// Each program's getters are right at every step, and a program that begins or ends beside others costs the others
    /// nothing: what is counted is the notifications about the device.
    @Test func aDeviceEventCostsTheSessionsThatItTouches() {
        let service = SessionService(
            hardware: HandDrivenHardware(), settings: PolicySettings(), wakesItself: false, permissionAnswer: .granted)
        service.begin()
        let count = 64
        let told = (0..<count).map { _ in Told() }
        let apps = told.enumerated().map { number, told in
            service.connect(
                AppDeclaration(bundleID: "\(number)", name: "\(number)", backgroundModes: .audio), receive: told.receive
            )
        }
        for app in apps {
            let mixing = CategoryOptions.mixWithOthers.rawValue
            _ = service.ask(
                .configure(
                    category: SordinoPolicy.Category.playback.rawValue, mode: nil, options: mixing, policy: nil),
                from: app)
            _ = service.ask(.openIO(IOID(1), IOKind(.player)), from: app)
        }
        var playing = Set<AppID>()
        func isRight() -> Bool {
            zip(apps, told).allSatisfy { app, told in
                told.device?.isOtherAudioPlaying(than: app) == !playing.subtracting([app]).isEmpty
            }
        }
        func tellings(_ body: () -> Void) -> Int {
            func all() -> Int {
                told.reduce(0) { sum, told in
                    sum + told.all.count { if case .device = $0 { true } else { false } }
                }
            }
            let before = all()
            body()
            return all() - before
        }
        func start(_ index: Int) -> Int {
            playing.insert(apps[index])
            return tellings { _ = service.ask(.startIO(IOID(1)), from: apps[index]) }
        }
        func stop(_ index: Int) -> Int {
            playing.remove(apps[index])
            return tellings { _ = service.ask(.stopIO(IOID(1)), from: apps[index]) }
        }
        #expect(start(5) >= count - 1, "all others hear of the first")
        #expect(isRight())
        #expect(start(9) <= 2)
        #expect(isRight())
        for index in 10..<40 {
            #expect(start(index) == 0)
            #expect(isRight())
        }
        for index in [5] + Array(10..<40) {
            #expect(stop(index) <= 2)
            #expect(isRight())
        }
        // Only one is left; it stops, another begins.
        #expect(stop(9) >= count - 1)
        #expect(isRight())
        _ = start(3)
        #expect(isRight())
        #expect(tellings { service.send(.volumeSet(0.5)) } == count)
    }

    /// Requests that come while decisions cannot be performed are refused from a stated number on; what was granted is
    /// performed.
    @Test func aServiceThatCannotPerformRefusesRequestsAndGoesOn() {
        let service = SessionService(
            hardware: HandDrivenHardware(), settings: PolicySettings(), wakesItself: false, permissionAnswer: .granted)
        service.begin()
        let app = service.connect(AppDeclaration(bundleID: "a", name: "a", backgroundModes: .audio)) { _ in }
        let performed = DispatchSemaphore(value: 0)
        let (isHeld, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        _ = service.addObserver { decision in
            if case .volumeSet = decision.event {
                isHeld.signal()
                gate.wait()
            }
            performed.signal()
        }
        Thread.detachNewThread { service.send(.volumeSet(0.5)) }
        isHeld.wait()
        var granted = 0
        var refusals = Set<SessionErrorCode>()
        for _ in 0..<SessionService.outboxCapacity * 2 {
            if let refusal = service.ask(.prefer(.sampleRate(44_100)), from: app) {
                refusals.insert(refusal.code)
                #expect(refusal.cause.rule == "own 31")
            } else {
                granted += 1
            }
        }
        #expect(granted < SessionService.outboxCapacity)
        #expect(granted > SessionService.outboxCapacity / 2)
        #expect(refusals == [.isBusy])
        gate.signal()
        // The thread that was held performs what waits.
        let all = (0...granted).allSatisfy { _ in performed.wait(timeout: .now() + 20) == .success }
        #expect(all)
        #expect(service.ask(.prefer(.sampleRate(48_000)), from: app) == nil)
    }

    /// For any order of the threads, the order that was decided in explains everything: the same events, given to a new
    /// policy, have the same effects.
    @Test func manyThreadsAtATimeLeaveALogThatCanBeReplayed() async throws {
        let log = Mutex<[SessionService.Decision]>([])
        let fresh = HandDrivenHardware()
        let system = AudioSystem(handDriven: fresh, running: .onThreads)
        _ = system.service.addObserver { decision in log.withLock { $0.append(decision) } }
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    let app = AppContext(
                        system: system,
                        declaration: AppDeclaration(bundleID: "\(number)", name: "\(number)", backgroundModes: .audio))
                    for round in 0..<25 {
                        try? app.client.ask(
                            .configure(
                                category: SordinoPolicy.Category.playback.rawValue, mode: nil,
                                options: round.isMultiple(of: 3) ? CategoryOptions.duckOthers.rawValue : 0, policy: nil)
                        )
                        try? app.client.ask(.setActive(true, notifyOthers: false))
                        try? app.client.ask(.setActive(false, notifyOthers: round.isMultiple(of: 2)))
                    }
                }
            }
        }
        // The ports arrived before anybody could watch.
        var policy = Policy()
        _ = policy.handle(.portsArrived(fresh.ports), at: .zero)
        let decisions = log.withLock { $0 }
        #expect(decisions.count >= 8 * 25 * 3)
        for (index, decision) in decisions.enumerated() {
            let effects = policy.handle(decision.event, at: decision.moment)
            #expect(effects == decision.effects, "decision \(index)")
            if effects != decision.effects { break }
        }
    }
}
