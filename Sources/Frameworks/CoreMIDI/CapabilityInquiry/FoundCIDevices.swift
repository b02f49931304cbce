import CCoreMIDI
import Foundation
import SordinoMIDI
import SordinoMIDIPorts
import Synchronization

/// The devices of the system that answer to MIDI Capability Inquiry.
///
/// The first use of `shared` begins the search; notifications announce the devices that are found.
/// - Thread: any. Notifications are posted on a thread of Sordino.
open class MIDICIDeviceManager: NSObject, @unchecked Sendable {
    /// A key in the user info of the notifications.
    public struct DictionaryKey: RawRepresentable, Hashable, Sendable {
        /// The text of the key.
        public let rawValue: String

        /// Makes a key of its text.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The key of the `MIDICIDevice` that was added or removed.
        public static let deviceObject = DictionaryKey(rawValue: "MIDICIDeviceObjectKey")
        /// The key of the `MIDIUMPCIProfile` that changed.
        public static let profileObject = DictionaryKey(rawValue: "MIDICIProfileObjectKey")
    }

    /// Posted when a device has been found.
    public static let deviceWasAddedNotification = NSNotification.Name("MIDICIDeviceWasAddedNotification")
    /// Posted when a device is gone.
    public static let deviceWasRemovedNotification = NSNotification.Name("MIDICIDeviceWasRemovedNotification")
    /// Posted when a profile has been found or switched.
    public static let profileWasUpdatedNotification = NSNotification.Name("MIDICIProfileWasUpdatedNotification")
    /// Posted when a device no longer has a profile.
    public static let profileWasRemovedNotification = NSNotification.Name("MIDICIProfileWasRemovedNotification")

    private static let managers = PerPlace { MIDICIDeviceManager($0) }

    /// The manager of the MIDI system.
    open class var shared: MIDICIDeviceManager {
        let manager = managers.current
        manager.place.inquiry.begin()
        return manager
    }

    private let place: MIDIPlace
    private let devices = Mutex<[CIMessage.MUID: MIDICIDevice]>([:])

    private init(_ place: MIDIPlace) {
        self.place = place
        super.init()
        let call = place.caller()
        _ = place.inquiry.addListener { [weak self] effect in
            guard let self else { return }
            call { self.hear(effect) }
        }
    }

    /// The devices that have answered.
    public var discoveredCIDevices: [MIDICIDevice] { place.inquiry.devices.map { object($0) } }

    /// The device that answers by a source for a function block; nil for none.
    func device(link: MIDIEndpointRef, functionBlock: UInt8) -> MIDICIDevice? {
        discoveredCIDevices.first { $0.link == link && $0.functionBlock == functionBlock }
    }

    private func object(_ device: CIDevice) -> MIDICIDevice {
        devices.withLock { devices in
            if let known = devices[device.muid] { return known }
            let made = MIDICIDevice(device, in: place)
            devices[device.muid] = made
            return made
        }
    }

    private func hear(_ effect: CIInitiator.Effect) {
        func profile(_ name: NSNotification.Name, _ muid: CIMessage.MUID, _ key: CIDevice.ProfileKey) {
            guard let device = place.inquiry.device(muid).map({ object($0) }) else { return }
            post(name, [.deviceObject: device, .profileObject: device.profile(key)])
        }
        switch effect {
        case .send, .profileData: break
        case .added(let muid):
            if let device = place.inquiry.device(muid) {
                post(Self.deviceWasAddedNotification, [.deviceObject: object(device)])
            }
        case .removed(let device):
            let gone = object(device)
            devices.withLock { $0[device.muid] = nil }
            post(Self.deviceWasRemovedNotification, [.deviceObject: gone])
        case .profileChanged(let muid, let key): profile(Self.profileWasUpdatedNotification, muid, key)
        case .profileRemoved(let muid, let key): profile(Self.profileWasRemovedNotification, muid, key)
        }
    }

    private func post(_ name: NSNotification.Name, _ info: [DictionaryKey: Any]) {
        NotificationCenter.default.post(name: name, object: self, userInfo: userInfo(info))
    }
}

/// Returns a user info that is read by keys of its type and by their text.
func userInfo<Key: RawRepresentable & Hashable>(_ info: [Key: Any]) -> [AnyHashable: Any]
where Key.RawValue == String {
    var all: [AnyHashable: Any] = [:]
    for (key, value) in info {
        all[key] = value
        all[key.rawValue] = value
    }
    return all
}

/// The number of a request of property exchange.
public struct MIDICIPropertyExchangeRequestID: RawRepresentable, Hashable, Sendable {
    /// 0 to 127; 255 is none.
    public var rawValue: UInt8

    /// Makes a request number of its value.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Makes a request number of its value.
    public init(_ rawValue: UInt8) { self.rawValue = rawValue }

    /// The number that stands for no request: 255.
    public static var badRequestID: MIDICIPropertyExchangeRequestID { MIDICIPropertyExchangeRequestID(255) }
}
