import Foundation
import SordinoDevice

/// The switch that makes this device a sound card of the computer at the other end of its USB cable, as values without a view.
///
/// The computer needs nothing for it: the card is of USB Audio Class 2.0, with two channels of 24 bits at 48 kHz in both directions.
/// On this device it is a port of the type `usbAudio`, which the rules for routes choose when it comes; alerts stay on the device's
/// own loudspeaker. The cable charges the device meanwhile.
/// - Thread: main.
@MainActor open class CAInterDeviceAudioViewController: NSObject {
    /// The states of the switch.
    public enum State: Sendable, Hashable {
        /// The kernel has no USB gadgets.
        case unsupported
        /// The machine has no USB port that can be a device.
        case noController
        case off
        case on
    }

    private let gadgetSwitch: InterDeviceSwitch

    /// Makes a controller of this machine's USB port.
    public convenience override init() { self.init(gadgetSwitch: InterDeviceSwitch()) }

    package init(gadgetSwitch: InterDeviceSwitch) {
        self.gadgetSwitch = gadgetSwitch
        super.init()
    }

    /// The state of this moment.
    open var state: State {
        switch gadgetSwitch.gadget.state {
        case .unsupported: .unsupported
        case .noController: .noController
        case .off: .off
        case .on: .on
        }
    }

    /// The names of what is suspended while it is on, such as "tethering" and "photo import"; while it is off, of what would be.
    open var suspendedServices: [String] { gadgetSwitch.gadget.services.map(\.rawValue) }

    /// Makes this device a sound card.
    ///
    /// - Throws: `CocoaError` with a sentence for people, after everything was undone: `fileWriteNoPermission` without the right, which
    ///   neither the program nor the session service then has; `featureUnsupported` without USB gadgets or a port.
    open func enable() throws { try set(true) }

    /// Ends it; what was suspended is there again.
    ///
    /// - Throws: The errors of `enable`.
    open func disable() throws { try set(false) }

    private func set(_ isOn: Bool) throws {
        do throws(InterDeviceGadget.Failure) { try gadgetSwitch.set(isOn) } catch {
            let code: CocoaError.Code =
                switch error {
                case .unsupported, .noController: .featureUnsupported
                case .service: .fileWriteNoPermission
                case .refused(let fault):
                    switch fault.errno {
                    case EACCES, EPERM: .fileWriteNoPermission
                    case EROFS: .fileWriteVolumeReadOnly
                    default: .fileWriteUnknown
                    }
                }
            throw CocoaError(code, userInfo: [NSLocalizedDescriptionKey: error.sentence])
        }
    }
}
