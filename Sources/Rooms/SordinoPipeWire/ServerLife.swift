import SordinoHardware
import SordinoPolicy
import SordinoRealtime
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
    private let leaving: LeavingNodes
    private let tell: (Told) -> Void
    private let isReturn: Bool
    /// The number of the latest synchronisation that was asked for, and whether one has come back after all questions.
    private var pendingSync: Int32?
    private var isSettled = false
    private(set) var isLost = false
    private var deviceNodes = Set<UInt32>()
    private var volumes = VolumeLedger()
    /// The port whose device has the volume; nil for all outputs alike.
    var volumePort: PipeWireHardware.VolumePort?
    /// The telephone's call when this life began, and since.
    var telephone = TelephoneCall()
    private var isOutputMuted = false
    /// The rate that the settings and the devices showed last.
    private var mirroredRate = 0.0
    private var preferred: [String] = []
    /// Rung when requests for volumes should have been answered.
    private var volumeBell: LoopBell?
    /// Rung when a node that lost its ports has had time to get others.
    private var portsBell: LoopBell?
    /// Of inputs whose gain programs set: what they had before, by UID.
    private var volumesBefore: [String: [Float]] = [:]
    private var otherSounds = Set<OtherSound>()
    /// Returns whether the role of a stream is accepted for its process.
    var believes: @Sendable (_ role: String, _ process: Int32) -> Bool = { _, _ in true }
    private var guests: [GuestStream] = []

    /// A message of a life to its hardware; on the loop thread.
    enum Told {
        /// The graph is known, for the first time in this life.
        case settled
        case ports(PortCatalog.Changes)
        /// The graph's hertz, and the frames of a cycle where they are known.
        case timing(sampleRate: Double, blockFrames: Int?)
        case volume(Float)
        case otherSounds(Set<OtherSound>)
        case guests([GuestStream])
        case outputMuted(Bool)
        /// UIDs of the default devices' ports.
        case preferred([String])
        /// The state of the cards in the telephone's call.
        case telephone(TelephoneReport)
        case lost
    }

    private struct Weak { weak var stream: ClientStream? }

    /// - Parameter catalog: What the life before this one knew.
    init(
        _ connection: PipeWireConnection, catalog: PortCatalog, isReturn: Bool, tell: @escaping (Told) -> Void
    ) {
        self.connection = connection
        leaving = LeavingNodes(connection)
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
        mixer: StageMixer?, identify: @escaping StageService.Identify, isManaged: @escaping StageService.IsManaged,
        guests: StageGuests.Wish?, book: ProgramBook?
    ) -> Bool {
        let isStaged = connection.locked {
            if let mixer {
                guard
                    let service = StageService(
                        connection, mixer: mixer, identify: identify, isManaged: isManaged, guests: guests,
                        book: book)
                else { return false }
                service.mirror = { [weak self] in self?.mirror ?? GraphMirror() }
                service.timingChanged = { [weak self] in
                    self?.tell(.timing(sampleRate: $0.sampleRate, blockFrames: $0.blockFrames))
                }
                service.guestsChanged = { [weak self] in self?.noteGuests() }
                service.beginStart = { [weak self] in self?.begin(node: $0, start: $1) }
                service.takeBack = { [weak self] in self?.takeBack(node: $0) }
                service.cards.telephone = telephone
                service.cards.tell = { [weak self] in self?.tell(.telephone($0)) }
                self.service = service
            }
            volumeBell = LoopBell(connection)
            volumeBell?.rung = { [weak self] in self?.lookAtVolumes() }
            portsBell = LoopBell(connection)
            portsBell?.rung = { [weak self] in self?.updatePorts() }
            ask()
            return true
        }
        // Last: the graph reports each object once, and events before the stage exists would be lost.
        return isStaged && connection.start { [weak self] in self?.handle($0) }
    }

    /// Frees everything; the connection is closed when this returns.
    ///
    /// Not on the loop thread, without the lock.
    func end() {
        connection.locked {
            for client in clients { client.stream?.die() }
            clients = []
            leaving.close()
            service?.close()
            service = nil
            for bell in [volumeBell, portsBell] { bell?.close() }
            (volumeBell, portsBell) = (nil, nil)
        }
        connection.close()
    }

    /// Frees the stage alone.
    func leaveStage() {
        service?.close()
        service = nil
    }

    /// Opens a program's stream.
    func open(_ description: StreamDescription, renderer: StreamRenderer) throws(HardwareError) -> ClientStream {
        let stream = try ClientStream(description, renderer: renderer, connection: connection, leaving: leaving)
        clients.removeAll { $0.stream == nil }
        clients.append(Weak(stream: stream))
        return stream
    }

    /// Indicates whether nothing is on its way: every stream that was started is called.
    ///
    var isQuiet: Bool {
        isSettled && pendingSync == nil && leaving.isEmpty && clients.allSatisfy { $0.stream?.isSettled ?? true }
            && service?.isSettled != false
    }

    // MARK: - Events

    private func handle(_ event: GraphEvent) {
        if case .removed(let id) = event {
            if let port = mirror.ports[id], deviceNodes.contains(port.nodeID) { ask() }
            if let link = mirror.links[id], service?.mayPassMonitorOn(link) == true { ask() }
        }
        mirror.apply(event)
        if mirror.ownClient == nil { mirror.ownClient = connection.clientID }
        switch event {
        case .appeared(let id, let kind, let properties): appeared(id, kind, properties)
        case .removed(let id):
            service?.removed(id)
            service?.cardChanged()
            noteOtherSounds()
            noteGuests()
            volumes.forget(id)
            if deviceNodes.remove(id) != nil { updatePorts() }
        case .properties(let id, _):
            if let node = mirror.nodes[id] {
                service?.look(at: node, processID: mirror.processID(ofNode: id))
                noteGuests()
                if node.properties["media.class"]?.hasPrefix("Audio/") == true { deviceNodes.insert(id) }
            }
            ask()
        case .flows: service?.ring()
        case .rate: noteRate()
        case .channels(let id, _):
            if let node = mirror.nodes[id] { service?.lookForGuest(node) }
        case .runs(let id, _):
            noteRate()
            noteOtherSounds()
            if let node = mirror.nodes[id] { service?.lookForGuest(node) }
            noteGuests()
        case .route(let device, _):
            service?.cardChanged()
            for node in mirror.nodes.values where node.properties.number("device.id") == device { heardVolume(node.id) }
            ask()
        case .profile:
            service?.cardChanged()
            ask()
        case .latency: ask()
        case .volumes(let id, _, _): heardVolume(id)
        case .metadata(object: DefaultDevices.object, 0, _, _): notePreferred()
        case .metadata(object: "settings", 0, _, _): noteSettings()
        case .metadata(object: Self.letter, let node, let key, let value):
            guard key == StreamProperties.begin, let start = value.flatMap({ Int32($0) }) else { return }
            beginOwn(node: node, start: start)
        case .metadata(object: WirePlumberTreaty.object, 0, let key, let value):
            service?.managerHas(key, value)
        case .metadata(object: StageGuests.targets, let node, let key, let value):
            service?.targeted(node, key: key, value: value)
        case .metadata: break
        case .done(let number):
            service?.done(number)
            leaving.done(number)
            volumes.done(number, at: HostClock.now())
            guard number == pendingSync else { return }
            pendingSync = nil
            updatePorts()
            notePreferred()
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
            if let port = mirror.ports[id], port.properties["port.monitor"] != "true",
                mirror.nodes[port.nodeID]?.properties["media.class"]?.hasPrefix("Audio/") == true
            {
                connection.watchPort(id)
            }
            service?.ring()
            ask()
        case .link:
            if let link = mirror.links[id] {
                service?.appeared(link)
                if service?.mayPassMonitorOn(link) == true { ask() }
            }
        case .metadata:
            guard let name = properties["metadata.name"],
                ["settings", "default", WirePlumberTreaty.object].contains(name)
            else { return }
            if name == WirePlumberTreaty.object {
                service?.managerIsNew(serial: properties.number("object.serial") ?? id)
            }
            connection.watchMetadata(id, name: name)
            if name == StageGuests.targets { service?.targetsAreNew() }
            ask()
        case .client: break
        }
    }

    /// Asks the server to say when it has told all that it knows up to here.
    private func ask() { pendingSync = connection.synchronise() }

    private func updatePorts() {
        let changes = catalog.update(
            mirror, isReturn: isReturn && !isSettled, at: HostClock.now(),
            passesMonitorOn: { [service] in service?.passesMonitorOn($0) == true },
            isStrange: { [service] in service?.isStrange($0) == true })
        if catalog.isWaiting { portsBell?.ring(afterNanoseconds: PortCatalog.patienceNanoseconds) }
        guard !changes.isEmpty else { return }
        for uid in changes.departed {
            service?.removePort(uid)
            volumesBefore[uid] = nil
        }
        for uid in changes.moved {
            service?.removePort(uid)
            if let named = catalog.named(uid) { service?.add(named) }
        }
        for port in changes.arrived { if let named = catalog.named(port.uid) { service?.add(named) } }
        for port in changes.changed { service?.mixer.setLatency(port.latencySeconds, portUID: port.uid) }
        tell(.ports(changes))
        if let volumePort, let volume = followVolume(volumePort) { tell(.volume(volume)) }
    }

    /// Reports the ports that the person or the session manager made the default.
    private func notePreferred() {
        let found = DefaultDevices.ports(in: mirror, of: catalog)
        guard found != preferred else { return }
        preferred = found
        tell(.preferred(found))
    }

    // MARK: - Starts

    /// The metadata object that every server has; it carries the start of a program in another process.
    ///
    /// (A node parameter would do too, but the server then holds this process until the program has answered: a program
    /// that hangs would hold all.)
    private static let letter = "settings"

    private func begin(node: UInt32, start: Int32) {
        if beginOwn(node: node, start: start) { return }
        connection.setMetadata(
            Self.letter, subject: node, key: StreamProperties.begin, type: "Spa:Int", value: String(start))
    }

    /// Lets a stream of this process begin.
    ///
    /// - Returns: False for a node that is no stream of this process.
    @discardableResult
    private func beginOwn(node: UInt32, start: Int32) -> Bool {
        guard let own = client(node) else { return false }
        // The program is called from the next cycle on, and has to know the rate of that cycle.
        if let rate = own.cycleRate { tell(.timing(sampleRate: rate, blockFrames: nil)) }
        own.begin(start)
        return true
    }

    private func takeBack(node: UInt32) {
        guard mirror.metadata[Self.letter]?[node]?[StreamProperties.begin] != nil else { return }
        connection.setMetadata(Self.letter, subject: node, key: StreamProperties.begin, type: nil, value: nil)
    }

    private func client(_ node: UInt32) -> ClientStream? {
        clients.lazy.compactMap(\.stream).first { $0.nodeID == node }
    }

    // MARK: - Settings

    /// Notes the rate and block that the server reports.
    private func noteSettings() {
        guard !isSettled, let timing = mirror.timing else { return noteRate() }
        mirroredRate = timing.sampleRate
        tell(.timing(sampleRate: timing.sampleRate, blockFrames: timing.blockFrames))
    }

    /// Notes the rate at which the devices run, when it changes.
    private func noteRate() {
        guard let rate = mirror.timing?.sampleRate, rate != mirroredRate else { return }
        mirroredRate = rate
        service?.forgetTiming()
        tell(.timing(sampleRate: rate, blockFrames: nil))
    }

    // MARK: - Programs without a session

    /// Notes the declared purposes of running streams.
    func noteOtherSounds() {
        guard let service else { return }
        let sounds = MediaRoles.sounds(in: mirror, isManaged: service.isManaged, believes: believes)
        guard sounds != otherSounds else { return }
        otherSounds = sounds
        tell(.otherSounds(sounds))
    }

    /// Decides again which streams of programs without a session pass through the stage.
    func lookAgainForGuests() {
        for node in mirror.nodes.values where node.isKnown { service?.lookForGuest(node) }
        noteGuests()
    }

    /// Reports the streams of programs without a session that go through the stage.
    private func noteGuests() {
        guard let found = service?.guestStreams, found != guests else { return }
        guests = found
        tell(.guests(found))
    }

    // MARK: - Volume

    /// A device, or a card's socket behind it, said its volume.
    private func heardVolume(_ id: UInt32) {
        guard let node = mirror.nodes[id], node.properties["media.class"] == "Audio/Sink",
            let heard = VolumeLedger.volume(ofFactors: mirror.loudness(ofNode: id).volumes),
            let volume = volumes.heard(heard, of: id)
        else { return noteMute() }
        noteMute()
        tell(.volume(volume))
    }

    /// From now on the volume is that of this port's device.
    ///
    /// - Returns: The volume that it has, if another device's was followed before and it is known.
    func followVolume(_ port: PipeWireHardware.VolumePort) -> Float? {
        volumePort = port
        let node = port.uid.flatMap { catalog.named($0) }.flatMap { $0.isDormant ? nil : $0.node }
        defer { noteMute() }
        return volumes.follow(node)
    }

    /// Reports whether the followed device is muted, when that changed.
    private func noteMute() {
        let isMuted = volumes.followed.map { mirror.loudness(ofNode: $0).isMuted } ?? false
        guard isMuted != isOutputMuted else { return }
        isOutputMuted = isMuted
        tell(.outputMuted(isMuted))
    }

    /// Sets the volume of the output that is followed, or of all where none is.
    func setVolume(_ wanted: Float) {
        let outputs = Set(catalog.present.filter { $0.port.direction == .output && !$0.isDormant }.map(\.node))
        let asked = volumes.ask(wanted, of: outputs.sorted(), at: HostClock.now())
        for id in asked {
            let now = mirror.loudness(ofNode: id)
            setLoudness(VolumeLedger.factors(wanted, balanceOf: now.volumes), isMuted: now.isMuted, ofNode: id)
        }
        if !asked.isEmpty { volumes.sent(before: connection.synchronise()) }
        if volumes.isWaiting { volumeBell?.ring(afterNanoseconds: VolumeLedger.patienceNanoseconds) }
    }

    private func lookAtVolumes() {
        if let volume = volumes.look(at: HostClock.now()) { tell(.volume(volume)) }
        if volumes.isWaiting { volumeBell?.ring(afterNanoseconds: VolumeLedger.patienceNanoseconds / 4) }
    }

    /// A card's socket has the volume where there is one: so cards with a mixer of their own use that.
    private func setLoudness(_ volumes: [Float], isMuted: Bool, ofNode id: UInt32) {
        if let (device, route) = mirror.activeRoute(ofNode: id), !route.volumes.isEmpty {
            connection.setVolumes(device: device, route: route.index, part: route.device, volumes, isMuted: isMuted)
        } else {
            connection.setVolumes(node: id, volumes, isMuted: isMuted)
        }
    }

    /// Sets an input's volume; nil brings back the volumes that it had before it was set first.
    func setInputGain(_ gain: Float?, portUID: String) {
        guard let named = catalog.named(portUID), named.port.isInputGainSettable else { return }
        let now = mirror.loudness(ofNode: named.node)
        guard !now.volumes.isEmpty else { return }
        let before = volumesBefore[portUID] ?? now.volumes
        volumesBefore[portUID] = gain == nil ? nil : before
        let volumes = gain.map { gain in before.map { _ in gain * gain * gain } } ?? before
        setLoudness(volumes, isMuted: now.isMuted, ofNode: named.node)
    }
}
