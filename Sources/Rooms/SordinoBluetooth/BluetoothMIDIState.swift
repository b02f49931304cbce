/// The devices with MIDI over Bluetooth and what this one does among them: a value for views and tools.
package struct BluetoothMIDIState: Sendable, Hashable {
    /// The reason for which nothing can be done, or that something can.
    package enum Availability: Sendable, Hashable {
        /// It has not been opened.
        case closed
        /// BlueZ has been asked and has not answered yet.
        case opening
        /// The system bus or BlueZ does not answer.
        case absent
        case noAdapter
        /// The owner has turned Bluetooth off.
        case off
        case ready
    }

    /// A device that offers the service of BLE-MIDI.
    package struct Device: Sendable, Hashable {
        /// The stages of a connection.
        package enum Stage: Sendable, Hashable {
            case disconnected
            case connecting
            /// The device is connected, its endpoints are not there yet.
            case connected
            /// Its source and its destination are there.
            case ready
            /// The last attempt failed, with BlueZ's reason.
            case failed(String)
        }

        /// The path of its object, by which it is named here.
        package var path: String
        package var address: String
        package var name: String
        package var isPaired: Bool
        /// The strength of its signal in decibels relative to a milliwatt; nil where it is not known.
        package var signal: Int?
        package var stage: Stage
    }

    /// The stages of being found by others.
    package enum Advertising: Sendable, Hashable {
        case off
        case starting
        case on(name: String)
        case failed(String)
    }

    /// That of a machine without Bluetooth.
    package init() {}

    package var availability = Availability.closed
    package var isScanning = false
    /// In the order of their addresses.
    package var devices: [Device] = []
    package var advertising = Advertising.off
    /// Indicates whether messages wait or are on their way, to any device.
    package var isSending = false
    /// The name of the device that has subscribed to this one; nil while none has.
    package var central: String?
}
