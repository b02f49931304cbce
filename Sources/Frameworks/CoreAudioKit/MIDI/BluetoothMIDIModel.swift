import CoreMIDI
import Foundation
import SordinoBluetooth

/// Whether MIDI over Bluetooth Low Energy can be used, and if not, why.
public enum CABTMIDIAvailability: Sendable, Hashable {
    /// Bluetooth is on and answers.
    case ready
    /// The owner has turned Bluetooth off.
    case off
    /// The machine has no Bluetooth adapter.
    case noAdapter
    /// There is no BlueZ, or it has not answered yet; on a simulated device there never is one.
    case absent
}

/// A device that offers MIDI over Bluetooth Low Energy: a value that a view shows.
public struct CABTMIDIDevice: Sendable, Hashable, Identifiable {
    /// The stage of the connection with a device.
    public enum State: Sendable, Hashable {
        case disconnected
        case connecting
        /// It is connected; its endpoints are not there yet.
        case connected
        /// Its source and its destination are among those of CoreMIDI.
        case ready
        /// The last attempt failed, for the reason that BlueZ gives.
        case failed(String)
    }

    /// The name of the device as long as the machine remembers it.
    public let id: String
    /// The name for people; the address where the device has none.
    public let name: String
    /// Six pairs of hexadecimal digits.
    public let address: String
    /// Indicates whether it connects again without being asked for a code.
    public let isPaired: Bool
    /// The strength of its signal in decibels relative to a milliwatt, about -100 to -30; nil where it is not known.
    public let signalStrength: Int?
    /// The stage of the connection.
    public let state: State

    init(_ device: BluetoothMIDIState.Device) {
        (id, name, address) = (device.path, device.name, device.address)
        (isPaired, signalStrength) = (device.isPaired, device.signal)
        state =
            switch device.stage {
            case .disconnected: .disconnected
            case .connecting: .connecting
            case .connected: .connected
            case .ready: .ready
            case .failed(let reason): .failed(reason)
            }
    }
}

/// The carrier that a controller shows, and its calls on the main actor.
@MainActor final class BluetoothMIDIModel {
    let carrier: BluetoothMIDICarrier?
    /// Called when something has changed.
    var onChange: (@MainActor () -> Void)?
    private var number: Int?

    init(_ carrier: BluetoothMIDICarrier?) {
        self.carrier = carrier
        number = carrier?.addChangeCall { [weak self] in
            Task { @MainActor [weak self] in self?.onChange?() }
        }
    }

    var state: BluetoothMIDIState { carrier?.snapshot ?? BluetoothMIDIState() }

    var availability: CABTMIDIAvailability {
        switch state.availability {
        case .ready: .ready
        case .off: .off
        case .noAdapter: .noAdapter
        case .closed, .opening, .absent: .absent
        }
    }

    deinit {
        if let number { carrier?.removeChangeCall(number) }
    }
}
