import SordinoMIDI
import SordinoSession

/// The adapters, the devices with MIDI and their characteristics, as BlueZ reports them: a value without a bus.
struct BluetoothDirectory: Sendable {
    /// The most devices that are remembered, those without MIDI included.
    static let deviceLimit = 1_024
    /// The most bytes of a name that a stranger gives its device.
    static let nameByteLimit = 248

    struct Adapter: Sendable, Hashable {
        var isPowered = false
        var isDiscovering = false
        var takesApplications = false
        var advertises = false
    }

    struct Device: Sendable, Hashable {
        var address = ""
        var name = ""
        var isPaired = false
        var isConnected = false
        var isResolved = false
        var hasMIDI = false
        var signal: Int?
    }

    private(set) var adapters: [String: Adapter] = [:]
    private(set) var devices: [String: Device] = [:]
    /// The most bytes of a packet, by the path of each characteristic for MIDI.
    private(set) var payloads: [String: Int] = [:]

    /// Forgets everything, as when BlueZ has ended.
    mutating func clear() { self = BluetoothDirectory() }

    /// Notes an object's interfaces with all their properties.
    mutating func add(_ path: String, _ interfaces: WireRecord) {
        for field in interfaces.fields {
            guard let properties = field.value.asRecord else { continue }
            switch field.name {
            case BluetoothMIDINames.adapter: adapters[path, default: Adapter()].take(properties)
            case BluetoothMIDINames.gattManager: adapters[path, default: Adapter()].takesApplications = true
            case BluetoothMIDINames.advertisingManager: adapters[path, default: Adapter()].advertises = true
            case BluetoothMIDINames.device:
                guard devices[path] != nil || devices.count < Self.deviceLimit else { continue }
                devices[path, default: Device()].take(properties)
            case BluetoothMIDINames.gattCharacteristic:
                guard properties["UUID"]?.asText?.lowercased() == BluetoothMIDINames.characteristic,
                    payloads.count < Self.deviceLimit
                else { continue }
                payloads[path] = Self.payload(properties) ?? BluetoothMIDIEncoder.smallestPayload
            default: break
            }
        }
    }

    /// Notes that an object has interfaces no more.
    mutating func remove(_ path: String, _ interfaces: [String]) {
        for interface in interfaces {
            switch interface {
            case BluetoothMIDINames.adapter: adapters[path] = nil
            case BluetoothMIDINames.gattManager: adapters[path]?.takesApplications = false
            case BluetoothMIDINames.advertisingManager: adapters[path]?.advertises = false
            case BluetoothMIDINames.device: devices[path] = nil
            case BluetoothMIDINames.gattCharacteristic: payloads[path] = nil
            default: break
            }
        }
    }

    /// Notes that properties of an object have changed.
    mutating func change(_ path: String, _ interface: String, _ properties: WireRecord) {
        switch interface {
        case BluetoothMIDINames.adapter: adapters[path]?.take(properties)
        case BluetoothMIDINames.device: devices[path]?.take(properties)
        case BluetoothMIDINames.gattCharacteristic:
            if payloads[path] != nil, let payload = Self.payload(properties) { payloads[path] = payload }
        default: break
        }
    }

    /// The characteristics that packets can pass through now, and their devices.
    var ready: [String: String] {
        var ready: [String: String] = [:]
        for path in payloads.keys {
            if let device = device(of: path), devices[device]?.isConnected == true, devices[device]?.isResolved == true
            {
                ready[path] = device
            }
        }
        return ready
    }

    /// The device whose object lies above another one's.
    func device(of path: String) -> String? {
        let parts = path.split(separator: "/")
        for count in stride(from: parts.count - 1, to: 0, by: -1) {
            let above = "/" + parts.prefix(count).joined(separator: "/")
            if devices[above] != nil { return above }
        }
        return nil
    }

    /// Three bytes of each packet are ATT's.
    private static func payload(_ properties: WireRecord) -> Int? {
        properties["MTU"]?.asInteger.map { Int(min(max($0, 0), 65_535)) - 3 }
    }
}

extension BluetoothDirectory.Adapter {
    mutating func take(_ properties: WireRecord) {
        isPowered = properties["Powered"]?.asBool ?? isPowered
        isDiscovering = properties["Discovering"]?.asBool ?? isDiscovering
    }
}

extension BluetoothDirectory.Device {
    mutating func take(_ properties: WireRecord) {
        address = properties["Address"]?.asText.map { String($0.prefix(17)) } ?? address
        if let name = properties["Alias"]?.asText ?? properties["Name"]?.asText { self.name = Self.shown(name) }
        isPaired = properties["Paired"]?.asBool ?? isPaired
        isConnected = properties["Connected"]?.asBool ?? isConnected
        isResolved = properties["ServicesResolved"]?.asBool ?? isResolved
        if let uuids = properties["UUIDs"]?.asTexts {
            hasMIDI = uuids.contains { $0.lowercased() == BluetoothMIDINames.service }
        }
        signal = properties["RSSI"]?.asInteger.map { Int($0) } ?? signal
    }

    /// A name without control characters, as long as Bluetooth's names are.
    private static func shown(_ name: String) -> String {
        let plain = name.unicodeScalars.filter { $0.properties.generalCategory != .control }
        return String(
            decoding: String(String.UnicodeScalarView(plain)).utf8.prefix(BluetoothDirectory.nameByteLimit),
            as: UTF8.self)
    }
}
