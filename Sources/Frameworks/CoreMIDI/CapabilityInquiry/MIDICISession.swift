import CCoreMIDI
import Foundation
import SordinoMIDI
import SordinoMIDIPorts
import SordinoRealtime
import Synchronization

/// Called when a device has switched a profile, with the channel, the profile, and whether it is enabled now.
public typealias MIDICIProfileChangedBlock = (MIDICISession, MIDIChannelNumber, MIDICIProfile, Bool) -> Void
/// A block that receives profile-specific data: the channel, the profile, and the data.
public typealias MIDICIProfileSpecificDataBlock = (MIDICISession, MIDIChannelNumber, MIDICIProfile, Data) -> Void
/// Called when the device of a session has disappeared.
public typealias MIDICISessionDisconnectBlock = (MIDICISession, any Error) -> Void

/// Talks with a device that was discovered: reads and switches its profiles.
///
/// Channels are 0 to 15; 126 is the group, 127 the whole device.
/// - Thread: any. Blocks are called on a thread of Sordino.
open class MIDICISession: NSObject, @unchecked Sendable {
    private struct Blocks {
        var changed: MIDICIProfileChangedBlock?
        var data: MIDICIProfileSpecificDataBlock?
        var isReady = false
        var listener = 0
    }

    private let node: MIDICIDiscoveredNode
    private let place: MIDIPlace
    private let blocks = Mutex(Lent(Blocks()))

    /// Begins a session.
    ///
    /// - Parameters:
    ///   - handler: Called once, when the profiles of the device are known, or when it has none.
    ///   - disconnectHandler: Called when the device is gone.
    public init(
        discoveredNode: MIDICIDiscoveredNode, dataReadyHandler handler: @escaping () -> Void,
        disconnectHandler: @escaping MIDICISessionDisconnectBlock
    ) {
        node = discoveredNode
        place = MIDIPlace.current
        super.init()
        let ready = Lent(handler)
        let ended = Lent(disconnectHandler)
        let call = place.caller()
        let number = place.inquiry.addListener { [weak self, muid = node.muid] effect in
            guard let self else { return }
            switch effect {
            case .profileChanged(muid, let key):
                call {
                    if self.becomesReady() { ready.value() }
                    let isOn = self.place.inquiry.device(muid)?.profiles[key]?.isOn ?? false
                    self.profileChangedCallback?(self, key.part, Self.profile(key), isOn)
                }
            case .profileData(muid, let key, let data):
                call {
                    self.profileSpecificDataHandler?(self, key.part, Self.profile(key), Data(data))
                }
            case .removed(let device) where device.muid == muid:
                call { ended.value(self, MIDIFailure.objectNotFound.error) }
            default: break
            }
        }
        blocks.withLock { $0 = Lent(Blocks(listener: number)) }
        let isKnown = place.inquiry.device(node.muid).map { !$0.profiles.isEmpty } ?? false
        if isKnown || !node.supportsProfiles {
            try? place.system.call(at: 0) { [weak self] in
                guard let self else { return }
                call { if self.becomesReady() { ready.value() } }
            }
        }
    }

    deinit { place.inquiry.removeListener(blocks.withLock { $0.value.listener }) }

    private func becomesReady() -> Bool {
        change { blocks in
            defer { blocks.isReady = true }
            return !blocks.isReady
        }
    }

    private func change<Result: Sendable>(_ body: (inout Blocks) -> Result) -> Result {
        blocks.withLock { held in
            var blocks = held.value
            defer { held = Lent(blocks) }
            return body(&blocks)
        }
    }

    private static func profile(_ key: CIDevice.ProfileKey) -> MIDICIProfile { MIDICIProfile(data: Data(key.profile)) }

    private func key(_ profile: MIDICIProfile, _ channel: MIDIChannelNumber) -> CIDevice.ProfileKey {
        CIDevice.ProfileKey(part: channel, profile: Array((Array(profile.profileID) + [0, 0, 0, 0, 0]).prefix(5)))
    }

    /// The destination that the device is reached by.
    public var midiDestination: MIDIEntityRef { node.destination }
    /// Maker, family and model, as the device reports them.
    public var deviceInfo: MIDICIDeviceInfo { node.deviceInfo }
    /// Indicates whether the device has profiles.
    public var supportsProfileCapability: Bool { node.supportsProfiles }
    /// Indicates whether the device exchanges properties.
    public var supportsPropertyCapability: Bool { node.supportsProperties }
    /// The longest system exclusive message that the device takes, in bytes.
    public var maxSysExSize: NSNumber { node.maximumSysExSize }
    /// Property requests that the device takes at once; 0 until it has reported the number.
    public var maxPropertyRequests: NSNumber {
        NSNumber(value: place.inquiry.device(node.muid)?.requestCount ?? 0)
    }

    /// The block called when the device has switched a profile.
    public var profileChangedCallback: MIDICIProfileChangedBlock? {
        get { blocks.withLock { Lent($0.value.changed) }.value }
        set {
            let new = Lent(newValue)
            change { $0.changed = new.value }
        }
    }

    /// The block that receives profile-specific data.
    public var profileSpecificDataHandler: MIDICIProfileSpecificDataBlock? {
        get { blocks.withLock { Lent($0.value.data) }.value }
        set {
            let new = Lent(newValue)
            change { $0.data = new.value }
        }
    }

    /// Returns the profiles of a channel, as the device last reported them.
    public func profileState(forChannel channel: MIDIChannelNumber) -> MIDICIProfileState {
        let profiles = (place.inquiry.device(node.muid)?.profiles ?? [:]).filter { $0.key.part == channel }
        func list(_ isOn: Bool) -> [MIDICIProfile] {
            profiles.filter { $0.value.isOn == isOn }.map(\.key)
                .sorted { $0.profile.lexicographicallyPrecedes($1.profile) }.map { Self.profile($0) }
        }
        return MIDICIProfileState(channel: channel, enabledProfiles: list(true), disabledProfiles: list(false))
    }

    /// Asks the device to enable a profile; `profileChangedCallback` reports the success.
    ///
    /// - Throws: `kMIDIObjectNotFound` for a device that is gone.
    public func enable(_ profile: MIDICIProfile, onChannel channel: MIDIChannelNumber) throws {
        try set(profile, channel, true)
    }

    /// Asks the device to disable a profile; `profileChangedCallback` reports the success.
    ///
    /// - Throws: `kMIDIObjectNotFound` for a device that is gone.
    public func disableProfile(_ profile: MIDICIProfile, onChannel channel: MIDIChannelNumber) throws {
        try set(profile, channel, false)
    }

    private func set(_ profile: MIDICIProfile, _ channel: MIDIChannelNumber, _ isOn: Bool) throws {
        guard place.inquiry.set(key(profile, channel), of: node.muid, isOn: isOn) else {
            throw MIDIFailure.objectNotFound.error
        }
    }

    /// Sends data of a profile's own; bytes above 127 lose their upper bit.
    ///
    /// - Returns: False for a device that is gone, and for more data than it takes.
    @discardableResult
    public func send(
        _ profile: MIDICIProfile, onChannel channel: MIDIChannelNumber, profileData profileSpecificData: Data
    ) -> Bool {
        place.inquiry.send(Array(profileSpecificData), of: key(profile, channel), to: node.muid)
    }
}
