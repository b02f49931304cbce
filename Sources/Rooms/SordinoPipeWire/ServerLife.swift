import Glibc
import SordinoHardware
import SordinoPolicy
import Synchronization

/// All that lives as long as one connection to a server: the graph's copy, the ports, the stage, the streams.
///
/// - Thread: the loop lock is held, except where said.
final class ServerLife: @unchecked Sendable {
    let connection: PipeWireConnection
    private(set) var mirror = GraphMirror()
    private(set) var catalog: PortCatalog
    private(set) var service: StageService?
    private var clients: [Weak] = []
    private let tell: (Told) -> Void
    private let isReturn: Bool
    /// The number of the latest synchronisation that was asked for, and whether one has come back after all questions.
    private var pendingSync: Int32?
    private var isSettled = false
    private(set) var isLost = false
    private var deviceNodes = Set<UInt32>()
    /// Guarded by the loop lock: the volume that was set or heard last.
    private var volume: Float?

    /// What a life tells its hardware; on the loop thread.
    enum Told {
        /// The graph is known, for the first time in this life.
        case settled
        case ports(PortCatalog.Changes)
        case timing(HardwareTiming)
        case volume(Float)
        case lost
    }

    private struct Weak { weak var stream: ClientStream? }

    /// - Parameter catalog: What the life before this one knew.
    init(
        _ connection: PipeWireConnection, catalog: PortCatalog, isReturn: Bool, tell: @escaping (Told) -> Void
    ) {
        self.connection = connection
        self.catalog = catalog
        self.isReturn = isReturn
        self.tell = tell
    }

    /// Begins the events, and the stage if this process keeps it.
    ///
    /// Without the lock.
    ///
    /// - Returns: False when the server gives no nodes.
    func begin(
        mixer: StageMixer?, identify: @escaping StageService.Identify, isManaged: @escaping StageService.IsManaged
    ) -> Bool {
        guard connection.start({ [weak self] in self?.handle($0) }) else { return false }
        return connection.locked {
            if let mixer {
                guard
                    let service = StageService(
                        connection, mixer: mixer, identify: identify, isManaged: isManaged)
                else { return false }
                service.mirror = { [weak self] in self?.mirror ?? GraphMirror() }
                service.timingChanged = { [weak self] in self?.tell(.timing($0)) }
                service.tellStream = { [weak self] in self?.begin(node: $0, start: $1) }
                service.takeBack = { [weak self] in self?.takeBack(node: $0) }
                self.service = service
            }
            ask()
            return true
        }
    }

    /// Frees everything; the connection is closed when this returns.
    ///
    /// Not on the loop thread, without the lock.
    func end() {
        connection.locked {
            for client in clients { client.stream?.die() }
            clients = []
            service?.close()
            service = nil
        }
        connection.close()
    }

    func keep(_ stream: ClientStream) {
        clients.removeAll { $0.stream == nil }
        clients.append(Weak(stream: stream))
    }

    /// Whether nothing is on its way: every stream that was started is called.
    ///
    var isQuiet: Bool {
        isSettled && pendingSync == nil && clients.allSatisfy { $0.stream?.isSettled ?? true }
            && service?.isSettled != false
    }

    // MARK: - Events

    private func handle(_ event: GraphEvent) {
        mirror.apply(event)
        switch event {
        case .appeared(let id, let kind, let properties): appeared(id, kind, properties)
        case .removed(let id):
            service?.removed(id)
            if deviceNodes.remove(id) != nil { updatePorts() }
        case .properties(let id, _):
            if let node = mirror.nodes[id] {
                service?.look(at: node, processID: mirror.processID(ofNode: id))
                if node.properties["media.class"]?.hasPrefix("Audio/") == true { deviceNodes.insert(id) }
            }
            ask()
        case .route, .profile: ask()
        case .volumes(let id, let volumes, _): heardVolume(id, volumes)
        case .metadata(object: "settings", 0, _, _): noteSettings()
        case .metadata(object: Self.letter, let node, let key, let value):
            guard key == StreamProperties.begin, let start = value.flatMap({ Int32($0) }) else { return }
            client(node)?.begin(start)
        case .metadata: break
        case .done(let number):
            guard number == pendingSync else { return }
            pendingSync = nil
            updatePorts()
            guard !isSettled else { return }
            isSettled = true
            tell(.settled)
        case .lost:
            isLost = true
            tell(.lost)
        }
    }

    private func appeared(_ id: UInt32, _ kind: GraphKind, _ properties: [String: String]) {
        switch kind {
        case .node:
            connection.watchNode(id)
            ask()
        case .device:
            connection.watchDevice(id)
            ask()
        case .port:
            service?.ring()
            ask()
        case .link:
            if let link = mirror.links[id] { service?.look(at: link) }
        case .metadata:
            guard let name = properties["metadata.name"], name == "settings" || name == "default" else { return }
            connection.watchMetadata(id, name: name)
            ask()
        case .client: break
        }
    }

    /// Asks the server to say when it has told all that it knows up to here.
    private func ask() { pendingSync = connection.synchronise() }

    private func updatePorts() {
        let changes = catalog.update(mirror, isReturn: isReturn && !isSettled)
        guard !changes.arrived.isEmpty || !changes.departed.isEmpty else { return }
        for uid in changes.departed { service?.removePort(uid) }
        for port in changes.arrived { if let named = catalog.named(port.uid) { service?.add(named) } }
        tell(.ports(changes))
    }

    // MARK: - Starts

    /// The metadata object that every server has; a program's start is told in it when the program is another process.
    ///
    /// (A parameter of the program's node would do too, but the server then holds this process until the program has
    /// answered: a program that hangs would hold all.)
    private static let letter = "settings"

    private func begin(node: UInt32, start: Int32) {
        if let own = client(node) { return own.begin(start) }
        connection.setMetadata(
            Self.letter, subject: node, key: StreamProperties.begin, type: "Spa:Int", value: String(start))
    }

    private func takeBack(node: UInt32) {
        guard mirror.metadata[Self.letter]?[node]?[StreamProperties.begin] != nil else { return }
        connection.setMetadata(Self.letter, subject: node, key: StreamProperties.begin, type: nil, value: nil)
    }

    private func client(_ node: UInt32) -> ClientStream? {
        clients.lazy.compactMap(\.stream).first { $0.nodeID == node }
    }

    // MARK: - Settings

    /// What the server says that it runs at.
    private func noteSettings() {
        guard let settings = mirror.metadata["settings"]?[0] else { return }
        let forced = settings.number("clock.force-quantum") ?? 0
        let frames = forced > 0 ? forced : settings.number("clock.quantum") ?? 1_024
        let forcedRate = settings.number("clock.force-rate") ?? 0
        let rate = forcedRate > 0 ? forcedRate : settings.number("clock.rate") ?? 48_000
        if !isSettled { tell(.timing(HardwareTiming(sampleRate: Double(rate), blockFrames: Int(frames)))) }
    }

    // MARK: - Volume

    /// The loudness that a slider shows, 0 to 1, is the cube root of the factor, as on the desktops.
    private func heardVolume(_ id: UInt32, _ volumes: [Float]) {
        guard deviceNodes.contains(id) || mirror.nodes[id]?.properties["media.class"] == "Audio/Sink",
            mirror.nodes[id]?.properties["media.class"] != "Audio/Source", let loudest = volumes.max()
        else { return }
        let heard = min(max(cbrtf(loudest), 0), 1)
        if let volume, abs(volume - heard) < 0.001 { return }
        volume = heard
        tell(.volume(heard))
    }

    /// Sets every output's volume.
    func setVolume(_ wanted: Float) {
        volume = wanted
        for id in Set(catalog.present.filter { $0.port.direction == .output }.map(\.node)) {
            guard let node = mirror.nodes[id], !node.volumes.isEmpty else { continue }
            let factor = wanted * wanted * wanted
            connection.setVolumes(node: id, node.volumes.map { _ in factor }, isMuted: node.isMuted)
        }
    }
}
