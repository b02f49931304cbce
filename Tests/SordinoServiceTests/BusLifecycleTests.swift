import Foundation
import Patience
import PrivateBus
import SessionBench
import SordinoBus
import SordinoPolicy
import SordinoRealtime
import SordinoService
import SordinoSession
import Synchronization
import Testing

@Suite(.enabled(if: PrivateBus.isAvailable, "dbus-daemon is not installed"))
struct PrivateBusTests {
    @Test func aBusOfATestEndsWhenItIsTold() throws {
        let bus = try PrivateBus()
        #expect(bus.isRunning)
        bus.end()
        #expect(!bus.isRunning)
    }
}

/// Where programs stand, as others say it: shells by process, systemd by unit.
@Suite(.enabled(if: PrivateBus.isAvailable, "dbus-daemon is not installed: nothing is tested over a bus"))
struct BusLifecycleTests {
    private let bus: PrivateBus
    private let service: SessionService
    private let busService: BusService

    init() throws {
        bus = try PrivateBus()
        service = SessionService(
            hardware: HandDrivenHardware(), settings: PolicySettings(), wakesItself: false,
            permissionAnswer: .granted)
        service.begin()
        var options = BusService.Options()
        // Stands for a shell.
        options.control = try ControlRules("programs = /usr/bin/gdbus")
        options.identity = { _, _ in "unit app-music-1.scope" }
        busService = BusService(service, on: try BusConnection(bus.bus), options: options)
        _ = service.addObserver { [busService] in busService.follow($0) }
        try busService.offer()
    }

    /// A program without background modes, playing.
    private func playing(_ told: Told) throws -> BusTransport {
        let transport = BusTransport(bus.bus)
        let app = transport.connect(AppDeclaration(bundleID: "m", name: "Music"), receive: told.receive)
        for request in [
            Request.configure(category: Category.playback.rawValue, mode: nil, options: nil, policy: nil),
            .openIO(IOID(1), IOKind(.player)), .startIO(IOID(1)),
        ] {
            try #require(transport.ask(request, from: app) == nil)
        }
        return transport
    }

    @Test func aFrozenUnitSuspendsItsProgramAndThawingBringsItBack() throws {
        let told = Told()
        let transport = try playing(told)
        busService.setFrozen("app-music-1.scope", true)
        #expect(told.wait { _ in told.snapshot?.state == .inactive })
        busService.setFrozen("app-music-1.scope", false)
        busService.waitUntilDecisionsAreSent()
        #expect(transport.ask(.startIO(IOID(1)), from: AppID(1)) == nil)
        busService.setFrozen("app-other-2.scope", true)
        busService.waitUntilDecisionsAreSent()
        #expect(transport.ask(.startIO(IOID(1)), from: AppID(1)) == nil)
        busService.end()
    }

    @Test func aShellMovesAProgramByItsProcess() throws {
        let told = Told()
        let transport = try playing(told)
        func move(_ process: Int32, _ lifecycle: String) throws -> Int32 {
            try bus.run([
                "/usr/bin/gdbus", "call", "--address", bus.address, "--dest", "org.sordino.AudioDeviceControl1",
                "--object-path", "/org/sordino/AudioDeviceControl1", "--method",
                "org.sordino.AudioDeviceControl1.MoveProcess", "\(process)", lifecycle,
            ]).status
        }
        try #require(FileManager.default.isExecutableFile(atPath: "/usr/bin/gdbus"))
        #expect(try move(getpid(), "background") == 0)
        // It may not sound there: the rules suspend it.
        #expect(told.wait { _ in told.snapshot?.state == .inactive })
        #expect(try move(1, "background") != 0)
        #expect(try move(getpid(), "asleep") != 0)
        withExtendedLifetime(transport) { busService.end() }
    }

    /// The service stops a stream, which waits for the block under way; that block leaves the session.
    @Test func aBlockThatAsksTheSessionDoesNotWaitForTheThreadThatWaitsForTheBlock() throws {
        let transport = BusTransport(bus.bus)
        let isStopping = Atomic(false)
        let blockIsOver = Atomic(false)
        let hasWaited = Atomic(false)
        let app = transport.connect(AppDeclaration(bundleID: "m", name: "Music", backgroundModes: .audio)) { delivery in
            guard case .stopIO = delivery else { return }
            isStopping.store(true, ordering: .sequentiallyConsistent)
            // As a stream does that is stopped.
            let isOver = Patience.until { blockIsOver.load(ordering: .sequentiallyConsistent) }
            hasWaited.store(isOver, ordering: .sequentiallyConsistent)
        }
        for request in [
            Request.configure(category: Category.playback.rawValue, mode: nil, options: nil, policy: nil),
            .openIO(IOID(1), IOKind(.player)), .startIO(IOID(1)),
        ] {
            try #require(transport.ask(request, from: app) == nil)
        }
        service.send(.callRings(.fullScreen))
        #expect(Patience.until { isStopping.load(ordering: .sequentiallyConsistent) })
        let visit = RenderThread.enter()
        #expect(transport.ask(.setActive(false, notifyOthers: true), from: app) == nil)
        #expect(transport.ask(.startIO(IOID(1)), from: app)?.code == .isBusy)
        RenderThread.leave(visit)
        blockIsOver.store(true, ordering: .sequentiallyConsistent)
        #expect(Patience.until { hasWaited.load(ordering: .sequentiallyConsistent) })
        busService.end()
    }
}
