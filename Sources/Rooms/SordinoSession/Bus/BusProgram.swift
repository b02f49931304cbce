import SordinoPolicy
import Synchronization

/// What the service has to say to one program and has not said yet; filled from any thread.
final class BusOutbox: Sendable {
    private let deliveries = Mutex<[SessionDelivery]>([])

    /// - Returns: Whether it was empty, so that somebody has to come and fetch.
    func append(_ delivery: SessionDelivery) -> Bool {
        deliveries.withLock { deliveries in
            deliveries.append(delivery)
            return deliveries.count == 1
        }
    }

    func takeAll() -> [SessionDelivery] {
        deliveries.withLock { deliveries in
            defer { deliveries = [] }
            return deliveries
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
    /// What the getters return now.
    var session = SessionSnapshot()
    var device = DeviceSnapshot()
    /// Whose I/O objects these are, and their numbers there.
    var ios: [IOID: (peer: BusPeer, number: Int)] = [:]
    var nextIO = 1
    var bucket: TokenBucket
    /// Where it stood when its systemd unit was frozen; nil while it runs.
    var lifecycleBeforeFreeze: Lifecycle?

    init(identity: String, app: AppID, outbox: BusOutbox, bucket: TokenBucket) {
        self.identity = identity
        self.app = app
        self.outbox = outbox
        self.bucket = bucket
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
    /// What it was told last.
    var saidSession: SessionSnapshot?
    var saidDevice: DeviceSnapshot?
    /// Signals since it last showed that it reads.
    var unreadCount = 0
    var isAskedWhetherItReads = false

    init(name: String, process: Int32) {
        self.name = name
        self.process = process
    }
}

/// How often somebody may ask: bursts up to `capacity`, `perSecond` in the long run.
struct TokenBucket {
    let capacity: Double
    let perSecond: Double
    private var tokens: Double
    private var filledAt: Double

    init(capacity: Double, perSecond: Double, now: Double) {
        self.capacity = capacity
        self.perSecond = perSecond
        tokens = capacity
        filledAt = now
    }

    /// - Returns: Whether there was one left.
    mutating func take(now: Double) -> Bool {
        tokens = min(capacity, tokens + max(0, now - filledAt) * perSecond)
        filledAt = now
        guard tokens >= 1 else { return false }
        tokens -= 1
        return true
    }
}
