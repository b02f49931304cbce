import PrivateBus
import SordinoBluetooth
import SordinoBus
import SordinoSession
import Synchronization

/// BlueZ as its documents describe it, with one adapter and devices that the tests hold, on a private bus.
package final class PlayedBlueZ: Sendable {
    package struct State: Sendable {
        package var calls: [String] = []
        /// The packets that were written to the characteristic.
        package var written: [[UInt8]] = []
        /// The program that has registered its service, and the flags of its characteristic.
        package var application: String?
        package var registered: WireRecord?
        package var advertised: WireRecord?
        /// The packets that the service has notified.
        package var notified: [[UInt8]] = []
        /// The error that `StartNotify` answers with.
        package var refusal: String?
        /// Indicates whether writes stay without an answer.
        package var isSlow = false
        package var unanswered = 0
    }

    package static let adapter = "/org/bluez/hci0"
    package static let device = adapter + "/dev_11_22_33_44_55_66"
    package static let characteristic = device + "/service0010/char0011"

    package let state = Mutex(State())
    private let connection: BusConnection

    package init(_ bus: PrivateBus, isPowered: Bool = true) throws {
        connection = try BusConnection(.at(bus.address))
        let isThere = BusAnswer<Bool>()
        connection.perform { [weak self] link in
            try? link.addObject("/") { [weak self] link, message in self?.objects(link, message, isPowered) ?? false }
            for path in [Self.adapter, Self.device, Self.characteristic] {
                try? link.addObject(path) { [weak self] link, message in self?.answer(link, message) ?? false }
            }
            try? link.addMatch(fromThose: { _ in true }, "member='PropertiesChanged'") { [weak self] _, message in
                if let values = try? message.read(signature: "sa{sv}as"), case .record(let record) = values[1],
                    case .list(let bytes)? = record["Value"], message.sender == self?.state.withLock({ $0.application })
                {
                    self?.state.withLock { $0.notified.append(bytes.compactMap { $0.number.map { UInt8($0) } }) }
                }
                return false
            }
            isThere.finish(.success(link.takeName("org.bluez")))
        }
        guard try isThere.wait(seconds: 60) else { throw BusError.timedOut }
    }

    package func end() { connection.close() }

    /// Has a program on the bus do something with the connection.
    package func perform(_ job: @escaping @Sendable (BusLink) -> Void) { connection.perform(job) }

    private func objects(_ link: BusLink, _ message: BusMessage, _ isPowered: Bool) -> Bool {
        guard message.member == "GetManagedObjects" else { return false }
        let adapter = BusValue.dictionary(
            key: "s", of: "a{sv}",
            [
                .init("org.bluez.Adapter1", .properties([.init("Powered", .bool(isPowered))])),
                .init("org.bluez.GattManager1", .properties([])),
                .init("org.bluez.LEAdvertisingManager1", .properties([])),
            ])
        try? link.reply(
            to: message, typed: [.dictionary(key: "o", of: "a{sa{sv}}", [.init(Self.adapter, adapter)])])
        return true
    }

    /// Reports a device with the service.
    package static func announce(
        _ link: BusLink, _ path: String = device, name: String = "Keys", connected: Bool = false
    ) {
        let properties: [BusValue.Entry] = [
            .init("Address", .text("11:22:33:44:55:66")), .init("Alias", .text(name)),
            .init("Paired", .bool(false)), .init("Connected", .bool(connected)),
            .init("ServicesResolved", .bool(false)), .init("UUIDs", .texts([BluetoothMIDINames.service])),
            // A type that no other property has.
            .init("ManufacturerData", .dictionary(key: "q", of: "v", [])),
        ]
        let interfaces = BusValue.dictionary(
            key: "s", of: "a{sv}", [.init("org.bluez.Device1", .properties(properties))])
        try? link.signal(
            to: nil, "/", "org.freedesktop.DBus.ObjectManager", "InterfacesAdded", typed: [.path(path), interfaces])
    }

    package static func change(_ link: BusLink, _ path: String, _ interface: String, _ properties: [BusValue.Entry]) {
        try? link.signal(
            to: nil, path, "org.freedesktop.DBus.Properties", "PropertiesChanged",
            typed: [.text(interface), .properties(properties), .texts([])])
    }

    /// Sends a packet of the device.
    package func play(_ bytes: [UInt8]) {
        connection.perform { link in
            Self.change(link, Self.characteristic, "org.bluez.GattCharacteristic1", [.init("Value", .bytes(bytes))])
        }
    }

    private func answer(_ link: BusLink, _ message: BusMessage) -> Bool {
        let sender = message.sender ?? ""
        state.withLock { $0.calls.append(message.member) }
        switch message.member {
        case "StartDiscovery": Self.announce(link)
        case "Pair": Self.change(link, Self.device, "org.bluez.Device1", [.init("Paired", .bool(true))])
        case "Connect":
            Self.change(link, Self.device, "org.bluez.Device1", [.init("Connected", .bool(true))])
            let properties: [BusValue.Entry] = [
                .init("UUID", .text("7772E5DB-3868-4112-A1A9-F2669D106BF3")), .init("MTU", .uint16(23)),
            ]
            let interfaces = BusValue.dictionary(
                key: "s", of: "a{sv}", [.init("org.bluez.GattCharacteristic1", .properties(properties))])
            try? link.signal(
                to: nil, "/", "org.freedesktop.DBus.ObjectManager", "InterfacesAdded",
                typed: [.path(Self.characteristic), interfaces])
            Self.change(link, Self.device, "org.bluez.Device1", [.init("ServicesResolved", .bool(true))])
        case "Disconnect":
            Self.change(
                link, Self.device, "org.bluez.Device1",
                [.init("Connected", .bool(false)), .init("ServicesResolved", .bool(false))])
        case "StartNotify":
            if let refusal = state.withLock({ $0.refusal }) {
                try? link.refuse(message, refusal, "the sequencer has it")
                return true
            }
        case "ReadValue":
            try? link.reply(to: message, typed: [.bytes([])])
            return true
        case "WriteValue":
            let values = (try? message.read(signature: "aya{sv}")) ?? []
            if case .list(let bytes)? = values.first {
                state.withLock { $0.written.append(bytes.compactMap { $0.number.map { UInt8($0) } }) }
            }
            if state.withLock({ state in
                if state.isSlow { state.unanswered += 1 }
                return state.isSlow
            }) {
                return true
            }
        case "RegisterApplication":
            let method = BusMethod(
                destination: sender, path: message.objectPath, interface: "org.freedesktop.DBus.ObjectManager",
                member: "GetManagedObjects")
            message.keep()
            try? link.call(method, typed: [], seconds: 60) { [weak self] answer in
                let objects = try? answer.read(signature: "a{oa{sa{sv}}}", isAnswer: true).first
                self?.state.withLock { state in
                    state.application = sender
                    if case .record(let record)? = objects { state.registered = record }
                }
                try? link.reply(to: message, typed: [])
                message.letGo()
            }
            return true
        case "RegisterAdvertisement":
            let method = BusMethod(
                destination: sender, path: message.objectPath, interface: "org.freedesktop.DBus.Properties",
                member: "GetAll")
            message.keep()
            try? link.call(
                method, [.text("org.bluez.LEAdvertisement1")], signature: "s", seconds: 60
            ) { [weak self] answer in
                if case .record(let record)? = try? answer.read(signature: "a{sv}", isAnswer: true).first {
                    self?.state.withLock { $0.advertised = record }
                }
                try? link.reply(to: message, typed: [])
                message.letGo()
            }
            return true
        default: break
        }
        try? link.reply(to: message, typed: [])
        return true
    }

    /// Calls the characteristic that a program has registered, as when a central does.
    package func call(
        _ member: String, _ values: [BusValue], _ answered: @escaping @Sendable (BusError?) -> Void = { _ in }
    ) {
        connection.perform { [weak self] link in
            guard let application = self?.state.withLock({ $0.application }) else { return }
            let method = BusMethod(
                destination: application, path: "/org/sordino/MIDI/service/packets",
                interface: "org.bluez.GattCharacteristic1", member: member)
            try? link.call(method, typed: values, seconds: 60) { answered($0.error) }
        }
    }
}

extension WireValue {
    fileprivate var number: Int64? { if case .integer(let value) = self { value } else { nil } }
}

extension BusMessage {
    /// The path in the first argument.
    fileprivate var objectPath: String {
        let values = (try? read(signature: signature)) ?? []
        if case .text(let path)? = values.first { return path }
        return ""
    }
}
