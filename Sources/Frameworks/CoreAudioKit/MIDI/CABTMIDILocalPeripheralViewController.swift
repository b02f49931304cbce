import CoreMIDI
import Foundation
import SordinoBluetooth

/// The switch with which this device lets others connect for MIDI over Bluetooth Low Energy, as values without a view.
///
/// - Thread: main.
@MainActor open class CABTMIDILocalPeripheralViewController: NSObject {
    /// The stages of being found by others.
    public enum State: Sendable, Hashable {
        case off
        case starting
        /// Others see this device under a name.
        case advertising(name: String)
        /// It failed, for the reason that BlueZ gives.
        case failed(String)
    }

    private let model: BluetoothMIDIModel

    /// Makes a controller, which connects to BlueZ.
    public convenience override init() { self.init(carrier: MIDIPlace.current.bluetooth) }

    package init(carrier: BluetoothMIDICarrier?) {
        model = BluetoothMIDIModel(carrier)
        super.init()
        carrier?.open()
    }

    /// Whether Bluetooth can be used.
    open var availability: CABTMIDIAvailability { model.availability }

    /// Whether others find this device.
    open var state: State {
        switch model.state.advertising {
        case .off: .off
        case .starting: .starting
        case .on(let name): .advertising(name: name)
        case .failed(let reason): .failed(reason)
        }
    }

    /// The name of the device that has connected; nil while none has.
    ///
    /// "Bluetooth" stands for a device whose name is not known.
    open var connectedCentral: String? { model.state.central }

    /// Called on the main actor when something has changed.
    open var onChange: (@MainActor () -> Void)? {
        get { model.onChange }
        set { model.onChange = newValue }
    }

    /// Offers MIDI to others under a name of at most 248 bytes; that of the machine by default.
    ///
    /// - Returns: False where there is no BlueZ.
    @discardableResult
    open func advertise(name: String = ProcessInfo.processInfo.hostName) -> Bool {
        model.carrier?.advertise(name: name) ?? false
    }

    /// Withdraws the offer; a device that has connected loses its endpoints.
    open func stopAdvertising() { model.carrier?.stopAdvertising() }
}
