import Foundation
import SordinoBluetooth

/// The contents of the window for MIDI over Bluetooth Low Energy: both roles, as values without a window.
///
/// - Thread: main.
@MainActor open class CABTLEMIDIWindowController: NSObject {
    /// The devices that can be connected with.
    public let central: CABTMIDICentralViewController
    /// The switch by which others connect with this device.
    public let peripheral: CABTMIDILocalPeripheralViewController

    /// Makes a controller, which connects to BlueZ.
    public override init() {
        (central, peripheral) = (CABTMIDICentralViewController(), CABTMIDILocalPeripheralViewController())
        super.init()
    }

    package init(carrier: BluetoothMIDICarrier?) {
        central = CABTMIDICentralViewController(carrier: carrier)
        peripheral = CABTMIDILocalPeripheralViewController(carrier: carrier)
        super.init()
    }
}
