import SordinoBus
import SordinoSession

/// The names that BlueZ's interfaces and the profile of BLE-MIDI have.
///
/// - Source: BlueZ's org.bluez.Adapter, .Device, .GattManager, .GattCharacteristic, .LEAdvertisingManager and .LEAdvertisement
///   documents; "Specification for MIDI over Bluetooth Low Energy (BLE-MIDI)", 1.0.
package enum BluetoothMIDINames {
    package static let service = "03b80e5a-ede8-4b33-a751-6ce34ec4c700"
    package static let characteristic = "7772e5db-3868-4112-a1a9-f2669d106bf3"

    /// The driver that devices of such connections name, by which programs recognise them.
    package static let driver = "com.apple.AppleMIDIBluetoothDriver"

    package static let bus = "org.bluez"
    package static let adapter = "org.bluez.Adapter1"
    package static let device = "org.bluez.Device1"
    package static let gattService = "org.bluez.GattService1"
    package static let gattCharacteristic = "org.bluez.GattCharacteristic1"
    package static let gattManager = "org.bluez.GattManager1"
    package static let advertisement = "org.bluez.LEAdvertisement1"
    package static let advertisingManager = "org.bluez.LEAdvertisingManager1"
    package static let objects = "org.freedesktop.DBus.ObjectManager"
    package static let properties = "org.freedesktop.DBus.Properties"

    /// A method of BlueZ's.
    static func method(_ path: String, _ interface: String, _ member: String) -> BusMethod {
        BusMethod(destination: bus, path: path, interface: interface, member: member)
    }
}

extension WireValue {
    var asText: String? { if case .text(let text) = self { text } else { nil } }
    var asBool: Bool? { if case .bool(let value) = self { value } else { nil } }
    var asInteger: Int64? { if case .integer(let value) = self { value } else { nil } }
    var asRecord: WireRecord? { if case .record(let record) = self { record } else { nil } }
    var asTexts: [String]? { if case .list(let values) = self { values.compactMap(\.asText) } else { nil } }

    /// The bytes of an `ay`, at most those of a characteristic; nil for other values and longer ones.
    var asBytes: [UInt8]? {
        guard case .list(let values) = self, values.count <= 512 else { return nil }
        return values.compactMap { $0.asInteger.map { UInt8(truncatingIfNeeded: $0) } }
    }
}
