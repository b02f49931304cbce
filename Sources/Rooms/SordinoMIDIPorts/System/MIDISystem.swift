import SordinoMIDI
import SordinoRealtime
import SordinoWork

/// The MIDI objects of a device or a process, the ways between them, and the carriers of packets to others.
///
/// All calls to programs come from one thread, in order: the system's own, or on a device in virtual time the one
/// that advances it.
/// - Thread: any but the render thread. Locks: one of its own, a leaf; no program and no carrier is called under it.
package final class MIDISystem: Sendable {
    /// The way in which the work of the system is driven.
    package enum Running: Sendable {
        /// A thread of its own, woken at the time of each packet.
        case onThread
        /// The workers of a device in virtual time.
        case inline(Workers)
    }

    struct State: Sendable {
        var setup = MIDISetup()
        var routing = MIDIRouting()
        var clients: [MIDIObjectID: @Sendable (MIDINotice) -> Void] = [:]
        var published: Set<MIDIObjectID> = []
        var heard: Set<MIDIObjectID> = []
        var pump: Pump?
    }

    /// The carriers; their numbers are their places.
    package let carriers: [any MIDICarrier]
    private let clock: @Sendable () -> UInt64
    private let state = Guarded(State())
    private let bell = Bell()

    /// Makes a system and begins its carriers.
    ///
    /// - Parameter clock: Host time in nanoseconds.
    package init(
        running: Running, carriers: [any MIDICarrier], clock: @escaping @Sendable () -> UInt64 = { HostClock.now() }
    ) {
        self.carriers = carriers
        self.clock = clock
        switch running {
        case .onThread: startThread { [self] in run() }
        case .inline(let workers):
            let pump = workers.addPump { [weak self] in self?.performDue() == true ? .worked : .idle }
            state.withLock { $0.pump = pump }
        }
        for (number, carrier) in carriers.enumerated() {
            carrier.begin { [weak self] event in self?.hear(event, from: number) }
        }
    }

    /// Host time in nanoseconds.
    package var now: UInt64 { clock() }

    // MARK: Running

    /// Runs for the rest of the process: a MIDI system of a process is never released.
    private func run() {
        ThreadPriority.requestRealtime(level: 50)
        while true {
            let seen = bell.count
            if performDue() { continue }
            bell.wait(after: seen, until: state.withLock { $0.routing.queue.nextDue })
        }
    }

    /// Performs the due work.
    ///
    /// - Returns: Whether anything was.
    @discardableResult
    package func performDue() -> Bool {
        let now = clock()
        let steps = state.withLock { state in state.routing.stepsDue(by: now, in: state.setup) }
        for step in steps {
            switch step {
            case .call(let call): call()
            case .send(let packet, let remote): carriers[remote.carrier].send(packet, to: remote.number)
            case .emit(let packet, let source): for carrier in carriers { carrier.emit(packet, from: source) }
            }
        }
        return !steps.isEmpty
    }

    /// Looks at the objects.
    package func read<Result: Sendable>(_ body: (MIDISetup) throws(MIDIFailure) -> Result) throws(MIDIFailure) -> Result
    {
        try state.withLock { state throws(MIDIFailure) in try body(state.setup) }
    }

    /// Changes the objects, and reports the changes to clients and carriers.
    package func change<Result: Sendable>(
        _ body: (inout MIDISetup) throws(MIDIFailure) -> Result
    ) throws(MIDIFailure) -> Result {
        let result = Swift.Result { () throws(MIDIFailure) in
            try state.withLock { state throws(MIDIFailure) in try body(&state.setup) }
        }
        follow()
        return try result.get()
    }

    private func update<Result: Sendable>(
        _ body: (inout State) throws(MIDIFailure) -> Result
    ) throws(MIDIFailure) -> Result {
        let result = Swift.Result { () throws(MIDIFailure) in
            try state.withLock { state throws(MIDIFailure) in try body(&state) }
        }
        follow()
        return try result.get()
    }

    /// Sends the notices to clients, and has carriers show endpoints and listen to sources.
    private func follow() {
        typealias Calls = (
            notices: [MIDINotice], clients: [@Sendable (MIDINotice) -> Void], listen: [(RemoteEndpoint, Bool)],
            publish: [(MIDIObjectID, String, Bool)], withdraw: [MIDIObjectID]
        )
        let calls: Calls = state.withLock { state in
            var notices = state.setup.notices
            state.setup.notices = []
            for case .removed(_, _, let child, _, _) in notices where state.setup.objects[child] == nil {
                state.routing.forget(child)
            }
            let isSetup = notices.contains { notice in
                switch notice {
                case .added, .removed: true
                // Programs use it to find objects again.
                case .propertyChanged(_, _, _, let name): name == MIDIPropertyName.uniqueID
                default: false
                }
            }
            if isSetup { notices.append(.setupChanged) }
            var listen: [(RemoteEndpoint, Bool)] = []
            let wanted = Set(
                state.setup.sources.filter { state.setup.objects[$0]?.remote != nil && state.routing.isHeard($0) })
            for id in wanted.subtracting(state.heard).sorted() {
                if let remote = state.setup.objects[id]?.remote { listen.append((remote, true)) }
            }
            for id in state.heard.subtracting(wanted).sorted() {
                if let remote = state.setup.objects[id]?.remote { listen.append((remote, false)) }
            }
            state.heard = wanted
            let own = Set(
                (state.setup.visibleSources + state.setup.visibleDestinations).filter {
                    state.setup.objects[$0]?.isOwnEndpoint == true
                })
            let publish = own.subtracting(state.published).sorted().map { id in
                (id, state.setup.text(MIDIPropertyName.name, of: id), state.setup.objects[id]?.kind == .source)
            }
            let withdraw = state.published.subtracting(own).sorted()
            state.published = own
            let clients = state.clients.sorted { $0.key < $1.key }.map(\.value)
            return (notices, clients, listen, publish, withdraw)
        }
        for (remote, isListening) in calls.listen {
            carriers[remote.carrier].listen(isListening, to: remote.number)
        }
        for carrier in carriers {
            for id in calls.withdraw { carrier.withdraw(id) }
            for (id, name, isSource) in calls.publish { carrier.publish(id, name: name, isSource: isSource) }
        }
        for notice in calls.notices { for client in calls.clients { client(notice) } }
    }

    private func hear(_ event: MIDICarrierEvent, from carrier: Int) {
        switch event {
        case .appeared(let device): show(hide: false, device, carrier)
        case .vanished(let number): show(hide: true, RemoteDevice(number: number, name: "", ports: []), carrier)
        case .arrived(let source, let packet):
            let now = clock()
            let remote = RemoteEndpoint(carrier: carrier, number: source)
            let isTaken = state.withLock { state in
                let found = state.setup.sources.first { state.setup.objects[$0]?.remote == remote }
                return found.map { state.routing.queue.append(.arrival(packet, from: $0), due: now) } ?? true
            }
            bell.ring()
            if !isTaken { reportLoss(device: nil, code: Self.queueFullCode) }
        case .received(let destination, let packet):
            let now = clock()
            let isTaken = state.withLock { state in
                state.routing.queue.append(.delivery(packet, to: destination), due: max(now, packet.time))
            }
            bell.ring()
            if !isTaken { reportLoss(device: nil, code: Self.queueFullCode) }
        case .failed(let device, let code):
            reportLoss(device: device.map { RemoteEndpoint(carrier: carrier, number: $0) }, code: code)
        }
    }

    /// The code of packets for which the system's own queue has no room: that of `ENOBUFS`.
    package static let queueFullCode: Int32 = -105

    /// Sends clients the notice that packets were lost.
    ///
    /// - Parameter device: Where they went; nil, and a device that is gone, are reported as object 0.
    private func reportLoss(device: RemoteEndpoint?, code: Int32) {
        _ = try? change { setup in
            let found = device.flatMap { device in setup.devices.first { setup.objects[$0]?.carrierDevice == device } }
            setup.notices.append(.ioError(device: found ?? 0, code: code))
        }
    }

    private func show(hide: Bool, _ device: RemoteDevice, _ carrier: Int) {
        _ = try? update { state in
            let gone =
                hide
                ? state.setup.hide(device: device.number, of: carrier) : state.setup.show(device, of: carrier)
            for id in gone { state.routing.forget(id) }
        }
    }

    // MARK: Clients and ports

    /// Makes a client, whose function is called with all notices from now on, on any thread.
    package func makeClient(
        name: String, _ hear: (@Sendable (MIDINotice) -> Void)?
    ) throws(MIDIFailure) -> MIDIObjectID {
        try update { state throws(MIDIFailure) in
            let id = try state.setup.make(.client, name: name)
            if let hear { state.clients[id] = hear }
            return id
        }
    }

    /// Ends a client with its ports and virtual endpoints.
    package func disposeClient(_ id: MIDIObjectID) throws(MIDIFailure) {
        try update { state throws(MIDIFailure) in
            guard state.setup.object(id, .client) != nil else { throw .invalidClient }
            state.clients[id] = nil
            for child in state.setup.objects.values.sorted(by: { $0.id < $1.id }) where child.parent == id {
                if child.kind.isEndpoint { state.setup.announce(removed: child.id) }
                state.setup.remove(child.id)
                state.routing.forget(child.id)
            }
            state.setup.remove(id)
        }
    }

    /// Makes an input port, or without a receiver an output port.
    package func makePort(
        client: MIDIObjectID, name: String, receiver: MIDIReceiver?
    ) throws(MIDIFailure) -> MIDIObjectID {
        try update { state throws(MIDIFailure) in
            guard state.setup.object(client, .client) != nil else { throw .invalidClient }
            let id = try state.setup.make(receiver == nil ? .outputPort : .inputPort, name: name, parent: client)
            state.routing.receivers[id] = receiver
            return id
        }
    }

    /// Ends a port and its connections.
    package func disposePort(_ id: MIDIObjectID) throws(MIDIFailure) {
        try update { state throws(MIDIFailure) in
            guard state.setup.object(id, .inputPort, .outputPort) != nil else { throw .invalidPort }
            state.setup.remove(id)
            state.routing.forget(id)
        }
    }

    /// Makes a virtual source of a client, or with a receiver a virtual destination.
    package func makeVirtual(
        client: MIDIObjectID, name: String, speaks: MIDIProtocol, receiver: MIDIReceiver?
    ) throws(MIDIFailure) -> MIDIObjectID {
        try update { state throws(MIDIFailure) in
            let id = try state.setup.makeVirtual(
                receiver == nil ? .source : .destination, name: name, client: client, speaks: speaks.rawValue)
            state.routing.receivers[id] = receiver
            return id
        }
    }

    /// Connects an input port to a source.
    ///
    /// - Parameter reference: A number that the port's receiver is given with each packet of the source.
    package func connect(_ port: MIDIObjectID, to source: MIDIObjectID, reference: UInt) throws(MIDIFailure) {
        try update { state throws(MIDIFailure) in
            guard state.setup.object(port, .inputPort) != nil else { throw .invalidPort }
            guard let object = state.setup.objects[source] else { throw .unknownEndpoint }
            guard object.kind == .source else { throw .wrongEndpointType }
            state.routing.connect(port, to: source, reference: reference)
        }
    }

    /// Ends a connection; throws `noConnection` if there is none.
    package func disconnect(_ port: MIDIObjectID, from source: MIDIObjectID) throws(MIDIFailure) {
        try update { state throws(MIDIFailure) in
            guard state.setup.object(port, .inputPort) != nil else { throw .invalidPort }
            guard state.routing.disconnect(port, from: source) else { throw .noConnection }
        }
    }

    /// Delivers the packets for a virtual destination of this program to an input port too.
    package func tap(_ port: MIDIObjectID, _ destination: MIDIObjectID) throws(MIDIFailure) {
        try update { state throws(MIDIFailure) in
            guard state.setup.object(port, .inputPort) != nil else { throw .invalidPort }
            guard let object = state.setup.objects[destination] else { throw .unknownEndpoint }
            guard object.kind == .destination, object.remote == nil else { throw .wrongEndpointType }
            state.routing.connect(port, to: destination, reference: UInt(destination))
        }
    }

    // MARK: Packets

    /// Sends packets to a destination, each at its time; those of time 0 and of the past at once.
    ///
    /// - Parameter port: An output port.
    package func send(
        _ packets: [TimedWords], through port: MIDIObjectID?, to destination: MIDIObjectID
    ) throws(MIDIFailure) {
        let now = clock()
        let isTaken = try state.withLock { state throws(MIDIFailure) in
            if let port, state.setup.object(port, .outputPort) == nil { throw .invalidPort }
            guard let object = state.setup.objects[destination] else { throw .unknownEndpoint }
            guard object.kind == .destination else { throw .wrongEndpointType }
            var ahead: UInt64 = 0
            if case .integer(let micros)? = object.properties[MIDIPropertyName.advanceMicroseconds] {
                ahead = UInt64(max(micros, 0)) * 1000
            }
            for packet in packets where !packet.words.isEmpty {
                let time = packet.time == 0 ? now : packet.time
                let stamped = TimedWords(time: time, words: packet.words)
                guard state.routing.queue.append(.send(stamped, to: destination), due: time > ahead ? time - ahead : 0)
                else { return false }
            }
            return true
        }
        bell.ring()
        guard isTaken else { throw .queueFull }
    }

    /// Hands the packets of a virtual source to all its listeners, at once, with the times that they have.
    package func emit(_ packets: [TimedWords], from source: MIDIObjectID) throws(MIDIFailure) {
        let now = clock()
        let isTaken = try state.withLock { state throws(MIDIFailure) in
            guard let object = state.setup.objects[source] else { throw .unknownEndpoint }
            guard object.kind == .source else { throw .wrongEndpointType }
            guard object.remote == nil else { throw .notPermitted }
            for packet in packets where !packet.words.isEmpty {
                guard state.routing.queue.append(.arrival(packet, from: source), due: now) else { return false }
            }
            return true
        }
        bell.ring()
        guard isTaken else { throw .queueFull }
    }

    /// Drops the packets that wait for a destination; nil for all.
    package func flush(_ destination: MIDIObjectID?) throws(MIDIFailure) {
        try state.withLock { state throws(MIDIFailure) in
            if let destination {
                guard let object = state.setup.objects[destination] else { throw .unknownEndpoint }
                guard object.kind == .destination else { throw .wrongEndpointType }
            }
            state.routing.queue.removeAll { item in
                if case .send(_, let target) = item { destination == nil || target == destination } else { false }
            }
        }
    }

    /// Calls a function at a time, in order with the packets.
    package func call(at time: UInt64, _ function: @escaping @Sendable () -> Void) throws(MIDIFailure) {
        let isTaken = state.withLock { $0.routing.queue.append(.call(function), due: time) }
        bell.ring()
        guard isTaken else { throw .queueFull }
    }

    // MARK: Thru connections

    /// Makes a thru connection.
    package func makeThru(_ thru: ThruConnection) throws(MIDIFailure) -> MIDIObjectID {
        try update { state throws(MIDIFailure) in
            try Self.check(thru, state.setup)
            let id = try state.setup.make(.thruConnection, name: "")
            state.routing.setThru(id, thru)
            state.setup.notices.append(.thruConnectionsChanged)
            return id
        }
    }

    /// Replaces the settings of a thru connection; its owner stays.
    package func setThru(_ id: MIDIObjectID, _ thru: ThruConnection) throws(MIDIFailure) {
        try update { state throws(MIDIFailure) in
            guard let former = state.routing.thruConnections[id] else { throw .objectNotFound }
            try Self.check(thru, state.setup)
            var thru = thru
            thru.owner = former.owner
            state.routing.setThru(id, thru)
            state.setup.notices.append(.thruConnectionsChanged)
        }
    }

    /// Ends a thru connection.
    package func disposeThru(_ id: MIDIObjectID) throws(MIDIFailure) {
        try update { state throws(MIDIFailure) in
            guard state.routing.thruConnections[id] != nil else { throw .objectNotFound }
            state.routing.setThru(id, nil)
            state.setup.remove(id)
            state.setup.notices.append(.thruConnectionsChanged)
        }
    }

    /// The thru connections by their numbers.
    package var thruConnections: [MIDIObjectID: ThruConnection] { state.withLock { $0.routing.thruConnections } }

    private static func check(_ thru: ThruConnection, _ setup: MIDISetup) throws(MIDIFailure) {
        guard thru.sources.count <= 8, thru.destinations.count <= 8 else { throw .parameter }
        for (list, kind) in [(thru.sources, MIDIObjectKind.source), (thru.destinations, .destination)] {
            for id in list {
                guard let object = setup.objects[id] else { throw .unknownEndpoint }
                guard object.kind == kind else { throw .wrongEndpointType }
            }
        }
    }
}
