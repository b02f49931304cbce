import CoreMIDI
import Foundation
import SordinoBluetooth

/// The devices that offer MIDI over Bluetooth Low Energy, as values: a program shows them and calls the actions.
///
/// There is no view. A device that becomes `ready` is a device of CoreMIDI with a source and a destination.
/// - Thread: main.
@MainActor open class CABTMIDICentralViewController: NSObject {
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

    /// The devices that are known or were found, in the order of their addresses.
    open var devices: [CABTMIDIDevice] { model.state.devices.map(CABTMIDIDevice.init) }

    /// Indicates whether the machine looks for devices; it costs power, so it should end with the view.
    open var isScanning: Bool {
        get { model.state.isScanning }
        set { model.carrier?.setScanning(newValue) }
    }

    /// Called on the main actor when something has changed.
    open var onChange: (@MainActor () -> Void)? {
        get { model.onChange }
        set { model.onChange = newValue }
    }

    /// Pairs with a device where that is needed, and connects.
    ///
    /// - Returns: False for a device that is not known.
    @discardableResult
    open func connect(_ device: CABTMIDIDevice) -> Bool { model.carrier?.connect(device.id) ?? false }

    /// Ends the connection with a device.
    ///
    /// - Returns: False for a device that is not known.
    @discardableResult
    open func disconnect(_ device: CABTMIDIDevice) -> Bool { model.carrier?.disconnect(device.id) ?? false }

    /// Ends the connection with a device and the pairing.
    ///
    /// - Returns: False for a device that is not known.
    @discardableResult
    open func forget(_ device: CABTMIDIDevice) -> Bool { model.carrier?.forget(device.id) ?? false }
}
