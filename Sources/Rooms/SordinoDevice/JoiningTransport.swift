import SordinoBus
import SordinoPipeWire
import SordinoPolicy
import SordinoSession
import Synchronization

/// The way to the service for programs that began before it: a service in their own process until `audiosessiond` appears on the
/// bus, that one from then on.
///
/// Programs see the change as the loss and the reset of the media services, and begin again as Apple's documentation asks.
final class JoiningTransport: SessionTransport {
    private struct Program {
        let declaration: AppDeclaration
        let receive: @Sendable (SessionDelivery) -> Void
        var report: PlaybackReport?
    }

    private struct State {
        var programs: [AppID: Program] = [:]
        /// Nil before the service appears.
        var joined: BusTransport?
        /// Indicates whether the service in this process has reported the loss.
        var isOver = false
        var watch: BusConnection?
        /// The number of the next program after that: unlike those of the service in this process.
        var nextApp = 2_000_000_000
    }

    private let own: InProcessTransport
    private let service: SessionService
    private let hardware: PipeWireHardware
    private let address: BusAddress
    private let state = Mutex(State())

    init(_ service: SessionService, _ hardware: PipeWireHardware, on address: BusAddress) {
        own = InProcessTransport(service: service)
        (self.service, self.hardware, self.address) = (service, hardware, address)
        watchForService()
    }

    private func watchForService() {
        guard let watch = try? BusConnection(address) else { return }
        state.withLock { $0.watch = watch }
        watch.perform { [weak self] link in
            try? link.addOwnerChanges("arg0='\(BusInterface.busName)'") { [weak self] _, _, owner in
                if !owner.isEmpty { self?.join() }
            }
            // The service may have appeared since the program looked for it.
            let hasOwner = BusMethod(
                destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
                member: "NameHasOwner")
            try? link.call(hasOwner, [.text(BusInterface.busName)], signature: "s", seconds: 25) { [weak self] answer in
                if case .bool(true)? = try? answer.read(signature: "b").first { self?.join() }
            }
        }
    }

    /// Moves all programs to the service, once.
    private func join() {
        let bus = BusTransport(address)
        let programs = state.withLock { state -> [AppID: Program]? in
            guard state.joined == nil else { return nil }
            state.joined = bus
            return state.programs
        }
        guard let programs else { return }
        // Everything stops, and programs are notified of the loss.
        service.send(.servicesLost)
        state.withLock { $0.isOver = true }
        hardware.leaveStage()
        for (app, program) in programs.sorted(by: { $0.key < $1.key }) { Self.move(program, app, to: bus) }
    }

    private static func move(_ program: Program, _ app: AppID, to bus: BusTransport) {
        _ = bus.connect(program.declaration, as: app, receive: program.receive)
        if let report = program.report { bus.publish(report, from: app) }
        // A service that has gone again is announced when it is back.
        if bus.serviceLoss(for: app) == nil { program.receive(.notification(.mediaServicesReset)) }
    }

    private var joined: BusTransport? { state.withLock(\.joined) }

    func connect(
        _ declaration: AppDeclaration, receive: @escaping @Sendable (SessionDelivery) -> Void
    ) -> AppID {
        let known = state.withLock { state -> (BusTransport, AppID)? in
            guard let joined = state.joined else { return nil }
            defer { state.nextApp += 1 }
            return (joined, AppID(state.nextApp))
        }
        if let (joined, app) = known { return joined.connect(declaration, as: app, receive: receive) }
        let app = own.connect(declaration) { [weak self] delivery in
            // The service in this process has nothing to say any more once the loss was reported.
            if self?.state.withLock(\.isOver) == false { receive(delivery) }
        }
        let program = Program(declaration: declaration, receive: receive)
        let late = state.withLock { state in
            state.programs[app] = program
            return state.joined
        }
        // The service appeared meanwhile, and did not find this program in the list.
        if let late { Self.move(program, app, to: late) }
        return app
    }

    func ask(_ request: Request, from app: AppID) -> SessionError? {
        if let joined { return joined.ask(request, from: app) }
        return own.ask(request, from: app)
    }

    func publish(_ report: PlaybackReport, from app: AppID) {
        state.withLock { $0.programs[app]?.report = report }
        if let joined { joined.publish(report, from: app) } else { own.publish(report, from: app) }
    }

    func publish(_ voice: VoiceCondition, of io: IOID, from app: AppID) {
        if let joined { joined.publish(voice, of: io, from: app) } else { own.publish(voice, of: io, from: app) }
    }

    func disconnect(_ app: AppID) {
        _ = state.withLock { $0.programs.removeValue(forKey: app) }
        joined?.disconnect(app)
        own.disconnect(app)
    }

    func waitUntilReceived() { joined?.waitUntilReceived() }

    func serviceLoss(for app: AppID) -> String? { joined?.serviceLoss(for: app) }
}
