import SordinoBus
import SordinoMIDI
import SordinoMIDIPorts
import SordinoSession

/// The peripheral role: this device offers the service of BLE-MIDI, and others connect with it.
///
/// BlueZ calls the objects here; calls of other programs are refused.
extension BluetoothMIDICarrier {
    static let rootPath = "/org/sordino/MIDI"
    static let servicePath = rootPath + "/service"
    static let characteristicPath = servicePath + "/packets"
    static let advertisementPath = rootPath + "/advertisement"

    /// Offers the service of BLE-MIDI and advertises it.
    ///
    /// - Parameter name: The name that others see, at most 248 bytes.
    /// - Returns: False before `open`; what came of it is in `snapshot`.
    @discardableResult
    package func advertise(name: String) -> Bool {
        let connection = state.withLock { state in
            guard state.connection != nil else { return nil as BusConnection? }
            switch state.advertising {
            case .off, .failed: (state.advertising, state.advertisedName) = (.starting, name)
            case .starting, .on: break
            }
            return state.connection
        }
        guard let connection else { return false }
        change { _ in [] }
        return connection.perform { [weak self] link in self?.register(link) }
    }

    /// Withdraws the service and the advertisement; devices that are connected lose it.
    package func stopAdvertising() {
        let (connection, adapter) = state.withLock { state in (state.connection, state.registered) }
        change { state in
            (state.advertising, state.registered) = (.off, nil)
            return endCentral(&state)
        }
        guard let connection, let adapter else { return }
        connection.perform { link in
            for (interface, member, path) in [
                (BluetoothMIDINames.advertisingManager, "UnregisterAdvertisement", Self.advertisementPath),
                (BluetoothMIDINames.gattManager, "UnregisterApplication", Self.rootPath),
            ] {
                try? link.call(
                    BluetoothMIDINames.method(adapter, interface, member), typed: [.path(path)], seconds: 25,
                    answered: nil)
            }
        }
    }

    private func register(_ link: BusLink) {
        let (adapter, isThere, isWanted) = state.withLock { state in
            let able = state.directory.adapters.filter {
                $0.value.isPowered && $0.value.takesApplications && $0.value.advertises
            }
            return (able.keys.min(), state.registered != nil, state.advertising == .starting)
        }
        guard isWanted, !isThere else { return }
        guard let adapter else { return ended("no adapter of Bluetooth Low Energy is on") }
        state.withLock { $0.registered = adapter }
        if state.withLock({ !$0.hasObjects }) { addObjects(link) }
        let manager = BluetoothMIDINames.method(adapter, BluetoothMIDINames.gattManager, "RegisterApplication")
        try? link.call(manager, typed: [.path(Self.rootPath), .properties([])], seconds: 25) { [weak self] answer in
            if let error = answer.error { return self?.ended(error.description) ?? () }
            let advertising = BluetoothMIDINames.method(
                adapter, BluetoothMIDINames.advertisingManager, "RegisterAdvertisement")
            try? link.call(advertising, typed: [.path(Self.advertisementPath), .properties([])], seconds: 25) {
                [weak self] answer in
                if let error = answer.error {
                    self?.ended(error.description)
                } else {
                    self?.change { state in
                        if state.advertising == .starting { state.advertising = .on(name: state.advertisedName) }
                        return []
                    }
                }
            }
        }
    }

    /// Notes that others no longer find this device, and why.
    private func ended(_ reason: String) {
        change { state in
            guard state.advertising != .off else { return [] }
            (state.advertising, state.registered) = (.failed(reason), nil)
            return endCentral(&state)
        }
    }

    private func endCentral(_ state: inout State) -> [MIDICarrierEvent] {
        state.central = nil
        return state.passages.removeValue(forKey: Self.characteristicPath).map { [.vanished($0.number)] } ?? []
    }

    /// Forgets the devices that wrote and are no longer connected; with the last subscriber the endpoints go.
    func leavingWriters(_ state: inout State) -> [MIDICarrierEvent] {
        guard let passage = state.passages[Self.characteristicPath] else { return [] }
        for sender in passage.senderNames where state.directory.devices[sender]?.isConnected == false {
            state.passages[Self.characteristicPath]?.forget(sender)
        }
        return []
    }

    // MARK: Objects

    private static func isBlueZ(_ link: BusLink, _ message: BusMessage) -> Bool {
        guard let sender = message.sender, let owner = link.owner(of: BluetoothMIDINames.bus) else { return false }
        return sender == owner
    }

    private func addObjects(_ link: BusLink) {
        state.withLock { $0.hasObjects = true }
        let service: [BusValue.Entry] = [
            .init("UUID", .text(BluetoothMIDINames.service)), .init("Primary", .bool(true)),
        ]
        // The profile recommends encryption for all three, so that devices pair.
        let characteristic: [BusValue.Entry] = [
            .init("UUID", .text(BluetoothMIDINames.characteristic)), .init("Service", .path(Self.servicePath)),
            .init("Flags", .texts(["read", "write-without-response", "notify", "encrypt-read", "encrypt-write"])),
        ]
        let objects = BusValue.dictionary(
            key: "o", of: "a{sa{sv}}",
            [
                .init(Self.servicePath, Self.interfaces(BluetoothMIDINames.gattService, service)),
                .init(Self.characteristicPath, Self.interfaces(BluetoothMIDINames.gattCharacteristic, characteristic)),
            ])
        add(link, Self.rootPath) { _, link, message in
            guard message.member == "GetManagedObjects" else { return false }
            try? link.reply(to: message, typed: [objects])
            return true
        }
        add(link, Self.servicePath, BluetoothMIDINames.gattService, service) { _, _, _ in false }
        add(link, Self.characteristicPath, BluetoothMIDINames.gattCharacteristic, characteristic) {
            carrier, link, message in
            carrier.answer(link, message)
        }
        add(link, Self.advertisementPath, BluetoothMIDINames.advertisement, nil) {
            carrier, link, message in
            guard message.member == "Release" else { return false }
            carrier.ended("BlueZ has withdrawn the advertisement")
            try? link.reply(to: message, typed: [])
            return true
        }
    }

    private var advertisement: [BusValue.Entry] {
        let name = state.withLock { $0.advertisedName }.utf8.prefix(BluetoothDirectory.nameByteLimit)
        return [
            .init("Type", .text("peripheral")), .init("ServiceUUIDs", .texts([BluetoothMIDINames.service])),
            .init("LocalName", .text(String(decoding: name, as: UTF8.self))), .init("Discoverable", .bool(true)),
        ]
    }

    private static func interfaces(_ name: String, _ properties: [BusValue.Entry]) -> BusValue {
        .dictionary(key: "s", of: "a{sv}", [.init(name, .properties(properties))])
    }

    private typealias Answering = (BluetoothMIDICarrier, BusLink, BusMessage) -> Bool

    /// Adds an object whose calls `answer` answers; what it leaves is refused, and what is not BlueZ's never reaches it.
    ///
    /// - Parameter properties: Nil for those of the advertisement, whose name changes.
    private func add(
        _ link: BusLink, _ path: String, _ interface: String = "",
        _ properties: [BusValue.Entry]? = [],
        _ answer: @escaping Answering
    ) {
        try? link.addObject(path) { [weak self] link, message in
            guard let self, Self.isBlueZ(link, message) else {
                try? link.refuse(message, "org.freedesktop.DBus.Error.AccessDenied", "only BlueZ may call")
                return true
            }
            if message.interface == BluetoothMIDINames.properties, message.member == "GetAll" {
                try? link.reply(to: message, typed: [.properties(properties ?? advertisement)])
                return true
            }
            if message.interface != BluetoothMIDINames.properties, answer(self, link, message) { return true }
            try? link.refuse(message, "org.bluez.Error.NotSupported", "\(interface) has no such method")
            return true
        }
    }

    /// Answers a call to the characteristic.
    private func answer(_ link: BusLink, _ message: BusMessage) -> Bool {
        switch message.member {
        // A central reads once after it has connected; the value has no bytes.
        case "ReadValue": try? link.reply(to: message, typed: [.bytes([])])
        case "WriteValue":
            guard let values = try? message.read(signature: "aya{sv}"), let bytes = values[0].asBytes else {
                try? link.refuse(message, "org.bluez.Error.InvalidValueLength", "a packet has at most 512 bytes")
                return true
            }
            let options = values[1].asRecord
            let device = options?["device"]?.asText ?? ""
            meet(device, payload: options?["mtu"]?.asInteger.map { Int(min(max($0, 0), 65_535)) - 3 })
            arrived(bytes, on: Self.characteristicPath, from: device)
            try? link.reply(to: message, typed: [])
        case "StartNotify":
            meet(nil, payload: nil)
            try? link.reply(to: message, typed: [])
        case "StopNotify":
            change { endCentral(&$0) }
            try? link.reply(to: message, typed: [])
        case "Confirm": try? link.reply(to: message, typed: [])
        default: return false
        }
        return true
    }

    /// Shows the endpoints of a device that has subscribed or written.
    private func meet(_ device: String?, payload: Int?) {
        change { state in
            if let payload { state.passages[Self.characteristicPath]?.encoder.payload = payload }
            guard state.passages[Self.characteristicPath] == nil else { return [] }
            // A subscription does not say whose it is: the only one that is connected and offers no MIDI of its own.
            let connected = state.directory.devices.filter { $0.value.isConnected && !$0.value.hasMIDI }
            let path = device ?? (connected.count == 1 ? connected.first?.key : nil) ?? ""
            let known = state.directory.devices[path]
            let name = known.map { $0.name.isEmpty ? $0.address : $0.name } ?? "Bluetooth"
            let passage = state.newPassage(payload: payload)
            state.passages[Self.characteristicPath] = passage
            state.central = name
            return [.appeared(passage.device(name: name, model: known?.address ?? ""))]
        }
    }

    /// Sends a packet to the devices that have subscribed.
    ///
    /// - Parameter done: Called when BlueZ has taken it, or has ended.
    func notify(_ link: BusLink, _ packet: [UInt8], _ done: @escaping () -> Void) throws(BusError) {
        let value = [BusValue.Entry("Value", .bytes(packet))]
        try link.signal(
            to: BluetoothMIDINames.bus, Self.characteristicPath, BluetoothMIDINames.properties, "PropertiesChanged",
            typed: [.text(BluetoothMIDINames.gattCharacteristic), .properties(value), .texts([])])
        // Signals have no answer: that to a question behind it shows that it was taken.
        try link.call(BusMethod.ping(BluetoothMIDINames.bus), typed: [], seconds: 25) { _ in done() }
    }
}
