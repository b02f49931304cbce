import SordinoBus
import SordinoMIDI
import SordinoMIDIPorts
import SordinoRealtime
import SordinoSession
import SordinoWork

/// Carries packets to Bluetooth Low Energy devices and from them, by the GATT interfaces of BlueZ, in both roles.
///
/// It is opened at first use: a program that does not ask for Bluetooth never connects to the system bus. What comes from the bus is
/// handled on the thread of the connection.
/// - Thread: any. Locks: one of its own, a leaf.
package final class BluetoothMIDICarrier: MIDICarrier {
    struct State: Sendable {
        var hear: (@Sendable (MIDICarrierEvent) -> Void)?
        var onChange: [Int: @Sendable () -> Void] = [:]
        var lastCall = 0
        var connection: BusConnection?
        /// Indicates whether BlueZ has reported its objects.
        var isPresent = false
        /// Indicates whether there is no BlueZ, or it has refused.
        var isAbsent = false
        var directory = BluetoothDirectory()
        var isScanWanted = false
        /// The device of each characteristic that has been subscribed to, or is about to be.
        var subscribed: [String: String] = [:]
        /// The passages by their characteristics; that of this device's own service by its path.
        var passages: [String: BluetoothPassage] = [:]
        var attempts: [String: BluetoothMIDIState.Device.Stage] = [:]
        var advertising = BluetoothMIDIState.Advertising.off
        var advertisedName = ""
        /// Indicates whether the objects of the service are on the bus.
        var hasObjects = false
        /// The adapter at which the service of this device is registered.
        var registered: String?
        var central: String?
        var lastNumber: UInt64 = 0
    }

    /// The most connections at one time.
    static let passageLimit = 16
    /// The code of packets that a connection has no room for: that of `ENOBUFS`.
    static let fullCode: Int32 = -105

    package let name = "Bluetooth"
    let state = Guarded(State())
    private let address: BusAddress

    /// Makes a carrier that is closed.
    ///
    /// - Parameter address: The bus that BlueZ is on.
    package init(address: BusAddress = .system) { self.address = address }

    // MARK: Opening

    /// Connects to BlueZ; its devices are reported once it has named them.
    ///
    /// - Returns: Whether there is a bus.
    @discardableResult
    package func open() -> Bool {
        if state.withLock({ $0.connection != nil }) { return true }
        guard let connection = try? BusConnection(address, onClose: { [weak self] in self?.lost() }) else {
            return false
        }
        let isFirst = state.withLock { state in
            guard state.connection == nil else { return false }
            state.connection = connection
            return true
        }
        guard isFirst else {
            connection.close()
            return true
        }
        connection.perform { [weak self] link in self?.begin(link) }
        return true
    }

    /// Ends what this carrier began: the search, the advertisement and the connection with the bus.
    ///
    /// Devices stay connected.
    package func close() {
        stopAdvertising()
        setScanning(false)
        let connection = state.withLock { $0.connection }
        lost()
        connection?.close()
    }

    /// Forgets everything that the bus has reported.
    private func lost() {
        change { state in
            let gone = state.passages.values.map { MIDICarrierEvent.vanished($0.number) }
            let (hear, onChange, call, number) = (state.hear, state.onChange, state.lastCall, state.lastNumber)
            state = State()
            (state.hear, state.onChange, state.lastCall, state.lastNumber) = (hear, onChange, call, number)
            return gone
        }
    }

    private func begin(_ link: BusLink) {
        let bus = BluetoothMIDINames.bus
        try? link.addMatch(from: bus, "interface='\(BluetoothMIDINames.objects)',member='InterfacesAdded'") {
            [weak self] link, message in
            if let values = try? message.read(signature: "oa{sa{sv}}"), let path = values[0].asText,
                let interfaces = values[1].asRecord
            {
                self?.note(link) { $0.add(path, interfaces) }
            }
            return false
        }
        try? link.addMatch(from: bus, "interface='\(BluetoothMIDINames.objects)',member='InterfacesRemoved'") {
            [weak self] link, message in
            if let values = try? message.read(signature: "oas"), let path = values[0].asText {
                self?.note(link) { $0.remove(path, values[1].asTexts ?? []) }
            }
            return false
        }
        try? link.addMatch(from: bus, "interface='\(BluetoothMIDINames.properties)',member='PropertiesChanged'") {
            [weak self] link, message in
            if let values = try? message.read(signature: "sa{sv}as"), let interface = values[0].asText,
                let properties = values[1].asRecord
            {
                self?.changed(link, message.path, interface, properties)
            }
            return false
        }
        try? link.addOwnerChanges("arg0='\(bus)'") { [weak self] _, _, owner in
            guard let self else { return }
            forgetBlueZ()
            if !owner.isEmpty {
                state.withLock { $0.connection }?.perform { [weak self] link in self?.askForObjects(link) }
            }
        }
        askForObjects(link)
    }

    private func askForObjects(_ link: BusLink) {
        let method = BluetoothMIDINames.method("/", BluetoothMIDINames.objects, "GetManagedObjects")
        try? link.call(method, typed: [], seconds: 25) { [weak self] answer in
            guard let self, answer.error == nil,
                let objects = try? answer.read(signature: "a{oa{sa{sv}}}", isAnswer: true).first?.asRecord
            else {
                self?.change { state in
                    state.isAbsent = !state.isPresent
                    return []
                }
                return
            }
            state.withLock { ($0.isPresent, $0.isAbsent) = (true, false) }
            note(link) { directory in
                for object in objects.fields { object.value.asRecord.map { directory.add(object.name, $0) } }
            }
            if state.withLock({ $0.isScanWanted }) { scan(true, link) }
        }
    }

    /// Forgets the objects of a BlueZ that has ended.
    private func forgetBlueZ() {
        change { state in
            let gone = state.passages.values.map { MIDICarrierEvent.vanished($0.number) }
            (state.isPresent, state.directory, state.subscribed, state.passages) = (
                false, BluetoothDirectory(), [:], [:]
            )
            (state.attempts, state.central, state.registered) = ([:], nil, nil)
            state.isAbsent = true
            if state.advertising != .off { state.advertising = .failed("BlueZ has ended") }
            return gone
        }
    }

    // MARK: News

    /// Changes the state, then reports what has come of it.
    func change(_ body: (inout State) -> [MIDICarrierEvent]) {
        let (events, hear, onChange) = state.withLock { state in
            (body(&state), state.hear, Array(state.onChange.values))
        }
        for event in events { hear?(event) }
        for call in onChange { call() }
    }

    private func note(_ link: BusLink, _ body: (inout BluetoothDirectory) -> Void) {
        state.withLock { body(&$0.directory) }
        follow(link)
    }

    private func changed(_ link: BusLink, _ path: String, _ interface: String, _ properties: WireRecord) {
        if interface == BluetoothMIDINames.gattCharacteristic, let value = properties["Value"] {
            guard let bytes = value.asBytes else { return }
            return arrived(bytes, on: path, from: path)
        }
        note(link) { $0.change(path, interface, properties) }
    }

    /// Subscribes to the characteristics that have come, and forgets those that are gone.
    private func follow(_ link: BusLink) {
        var new: [String] = []
        change { state in
            let ready = state.directory.ready
            var gone: [MIDICarrierEvent] = []
            for path in state.subscribed.keys where ready[path] == nil {
                state.subscribed[path] = nil
                if let passage = state.passages.removeValue(forKey: path) { gone.append(.vanished(passage.number)) }
            }
            for (path, payload) in state.directory.payloads { state.passages[path]?.encoder.payload = payload }
            for (path, device) in ready
            where state.subscribed[path] == nil && state.subscribed.count < Self.passageLimit {
                state.subscribed[path] = device
                new.append(path)
            }
            for (device, stage) in state.attempts
            where stage == .connecting && state.directory.devices[device]?.isConnected == true {
                state.attempts[device] = nil
            }
            return gone + leavingWriters(&state)
        }
        for path in new { subscribe(link, path) }
    }

    /// Reads the characteristic, which has BlueZ pair where the device asks for it, then subscribes.
    private func subscribe(_ link: BusLink, _ path: String) {
        let interface = BluetoothMIDINames.gattCharacteristic
        let read = BluetoothMIDINames.method(path, interface, "ReadValue")
        try? link.call(read, typed: [.properties([])], seconds: 60) { [weak self] _ in
            try? link.call(BluetoothMIDINames.method(path, interface, "StartNotify"), typed: [], seconds: 60) {
                [weak self] answer in
                self?.subscribed(path, problem: answer.error)
            }
        }
    }

    private func subscribed(_ path: String, problem: BusError?) {
        change { state in
            guard let device = state.subscribed[path], state.passages[path] == nil else { return [] }
            if let problem {
                state.attempts[device] = .failed(problem.description)
                return []
            }
            let known = state.directory.devices[device]
            let passage = state.newPassage(payload: state.directory.payloads[path])
            state.passages[path] = passage
            state.attempts[device] = nil
            return [.appeared(passage.device(name: known?.name ?? "", model: known?.address ?? ""))]
        }
    }

    /// Takes a packet of another device.
    func arrived(_ bytes: [UInt8], on path: String, from sender: String) {
        let now = HostClock.now()
        let (hear, source, packets) = state.withLock { state in
            let packets = state.passages[path]?.arrivals(of: bytes, from: sender, now: now) ?? []
            return (state.hear, state.passages[path]?.source, packets)
        }
        guard let source else { return }
        for packet in packets { hear?(.arrived(source: source, packet)) }
    }

    // MARK: MIDICarrier

    package func begin(_ hear: @escaping @Sendable (MIDICarrierEvent) -> Void) { state.withLock { $0.hear = hear } }

    package func publish(_ id: MIDIObjectID, name: String, isSource: Bool) {}

    package func withdraw(_ id: MIDIObjectID) {}

    package func listen(_ isListening: Bool, to source: UInt64) {}

    package func emit(_ packet: TimedWords, from source: MIDIObjectID) {}

    package func send(_ packet: TimedWords, to destination: UInt64) {
        let (path, hear, lost): (String?, (@Sendable (MIDICarrierEvent) -> Void)?, UInt64?) = state.withLock { state in
            guard let path = state.passages.first(where: { $0.value.destination == destination })?.key,
                let number = state.passages[path]?.number
            else { return (nil, nil, nil) }
            let isTaken = state.passages[path]?.encoder.add(packet.words, time: packet.time) == true
            return (path, state.hear, isTaken ? nil : number)
        }
        if let lost { hear?(.failed(device: lost, code: Self.fullCode)) }
        if let path { flush(path) }
    }

    /// Sends what waits for a connection, unless a packet is on its way.
    private func flush(_ path: String) {
        let (connection, packet) = state.withLock { state in (state.connection, state.passages[path]?.next()) }
        guard let connection, let packet else { return }
        connection.perform { [weak self] link in
            guard let self else { return }
            do throws(BusError) {
                if path == Self.characteristicPath {
                    try notify(link, packet) { [weak self] in self?.sent(path, nil) }
                } else {
                    let method = BluetoothMIDINames.method(path, BluetoothMIDINames.gattCharacteristic, "WriteValue")
                    let options = [BusValue.Entry("type", .text("command"))]
                    try link.call(method, typed: [.bytes(packet), .properties(options)], seconds: 25) {
                        [weak self] answer in self?.sent(path, answer.error)
                    }
                }
            } catch { sent(path, error) }
        }
    }

    private func sent(_ path: String, _ problem: BusError?) {
        let isSending = state.withLock { state in
            state.passages[path]?.acknowledge()
            return state.passages[path]?.isSending == true
        }
        if problem != nil || !isSending {
            change { state in
                guard problem != nil, let number = state.passages[path]?.number else { return [] }
                return [.failed(device: number, code: Self.lostCode)]
            }
        }
        flush(path)
    }

    /// The code of packets that BlueZ has refused: that of `EIO`.
    static let lostCode: Int32 = -5
}

extension BluetoothMIDICarrier.State {
    mutating func newPassage(payload: Int?) -> BluetoothPassage {
        // A number for the device, its source and its destination.
        lastNumber += 4
        return BluetoothPassage(number: lastNumber, payload: payload ?? BluetoothMIDIEncoder.smallestPayload)
    }
}
