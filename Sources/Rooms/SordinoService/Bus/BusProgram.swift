import SordinoBus
import SordinoPolicy
import SordinoSession
import SordinoWork
import Synchronization

/// Messages that wait to be sent to one program; filled from any thread.
final class BusOutbox: Sendable {
    private struct State {
        var deliveries: BoundedQueue<SessionDelivery>
        var hasOverflowed = false
        /// Indicates whether the connection's thread fetches in a moment without being called.
        var isAwaited = false
    }

    private let state: Mutex<State>

    /// - Parameter capacity: What waits at most; a program for which more waits is sent away.
    init(capacity: Int) { state = Mutex(State(deliveries: BoundedQueue(capacity: capacity))) }

    /// Indicates whether something was lost.
    var hasOverflowed: Bool { state.withLock { $0.hasOverflowed } }

    /// - Returns: Whether the queue was empty, so that the caller has to schedule `takeAll`.
    func append(_ delivery: SessionDelivery) -> Bool {
        state.withLock { state in
            if !state.deliveries.append(delivery) { state.hasOverflowed = true }
            return state.deliveries.count == 1 && !state.isAwaited
        }
    }

    /// Notes that `takeAll` follows, so that `append` asks for no other call until then.
    func awaitDeliveries() { state.withLock { $0.isAwaited = true } }

    func takeAll() -> [SessionDelivery] {
        state.withLock { state in
            state.isAwaited = false
            return state.deliveries.takeAll()
        }
    }
}

/// One program on the bus: one session, however many connections it has.
///
/// Confined to the connection's thread, as are its peers.
final class BusProgram {
    let identity: String
    let outbox: BusOutbox
    let app: AppID
    var peers: [BusPeer] = []
    /// The present values of the getters, with the number of their changes.
    private(set) var session = SessionSnapshot()
    private(set) var sessionVersion = 1
    /// As the program may see it: whether others play, not who.
    private(set) var device = DeviceSnapshot()
    private(set) var deviceVersion = 1
    /// The owners of these I/O objects, and the objects' numbers there.
    var ios: [IOID: (peer: BusPeer, number: Int)] = [:]
    var nextIO = 1
    /// The executable of the connection that began it, and its user.
    let executable: String
    /// The names that it declared, and what its permissions are remembered by.
    let name: String
    let bundleID: String
    let permissionKey: String
    let user: UInt32
    /// The Flatpak sandbox that it is in; nil for none.
    var sandbox: BusSandbox?
    /// Indicates whether the desktop's permission store has the word about its recording.
    var hasStoredPermission = false
    /// The lifecycle state from before its systemd unit was frozen; nil while it runs.
    var lifecycleBeforeFreeze: Lifecycle?

    init(
        identity: String, app: AppID, outbox: BusOutbox, executable: String, user: UInt32, declaration: AppDeclaration,
        permissionKey: String
    ) {
        self.identity = identity
        (name, bundleID, self.permissionKey) = (declaration.name, declaration.bundleID, permissionKey)
        self.app = app
        self.outbox = outbox
        (self.executable, self.user) = (executable, user)
    }

    func set(_ snapshot: SessionSnapshot) {
        session = snapshot
        // A program in a sandbox does not see who else is there.
        if sandbox != nil { session.programs.removeAll { $0.app != app } }
        sessionVersion += 1
    }

    func set(_ snapshot: DeviceSnapshot) {
        var device = snapshot
        device.playing = device.playing.seen(by: app)
        device.playingWithoutMixing = device.playingWithoutMixing.seen(by: app)
        device.callRecorders = device.callRecorders.seen(by: app)
        guard device != self.device else { return }
        self.device = device
        deviceVersion += 1
    }

    /// The session's number of a peer's I/O object.
    func io(_ number: Int, of peer: BusPeer) -> IOID? {
        ios.first { $0.value.peer === peer && $0.value.number == number }?.key
    }
}

/// One connection of a program.
final class BusPeer {
    let name: String
    /// Its process, as the bus says.
    let process: Int32
    /// The namespace of the processes of its sandbox; 0 for none.
    let sandbox: UInt64
    /// The snapshot that it was last sent.
    var sentSession: SessionSnapshot?
    var sentDevice: DeviceSnapshot?
    var sentSessionVersion = 0
    var sentDeviceVersion = 0
    /// Signals since it last showed that it reads.
    var unreadCount = 0
    var isAskedWhetherItReads = false

    init(name: String, process: Int32, sandbox: UInt64) {
        self.name = name
        self.process = process
        self.sandbox = sandbox
    }
}
