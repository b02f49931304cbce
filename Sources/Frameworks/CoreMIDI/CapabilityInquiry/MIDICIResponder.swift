import CCoreMIDI
import Foundation
import SordinoMIDI
import SordinoMIDIPorts
import Synchronization

/// The number (MUID) of an initiator.
public typealias MIDICIInitiatiorMUID = NSNumber

/// Decides for a responder.
public protocol MIDICIProfileResponderDelegate: NSObjectProtocol {
    /// Called at the first inquiry of an initiator.
    ///
    /// - Returns: False to leave it out of `initiators`.
    func connectInitiator(_ initiatorMUID: MIDICIInitiatiorMUID, with deviceInfo: MIDICIDeviceInfo) -> Bool
    /// Called when an initiator has disappeared.
    func initiatorDisconnected(_ initiatorMUID: MIDICIInitiatiorMUID)
    /// Decides whether a profile is switched.
    func willSetProfile(
        _ aProfile: MIDICIProfile, onChannel channel: MIDIChannelNumber, enabled shouldEnable: Bool
    ) -> Bool
    /// Receives data that a profile defines.
    func handleData(for aProfile: MIDICIProfile, onChannel channel: MIDIChannelNumber, data inData: Data)
}

extension MIDICIProfileResponderDelegate {
    /// Lets the profile be switched.
    public func willSetProfile(
        _ aProfile: MIDICIProfile, onChannel channel: MIDIChannelNumber, enabled shouldEnable: Bool
    ) -> Bool { true }
    /// Ignores data that a profile defines.
    public func handleData(for aProfile: MIDICIProfile, onChannel channel: MIDIChannelNumber, data inData: Data) {}
}

/// Answers MIDI Capability Inquiry for a device that the program provides.
///
/// The destination of its description is a virtual destination of the program, answered by the virtual sources of the
/// same client; or an entity of a device: inquiries arrive at its sources and are answered at its destinations.
/// - Thread: any. The delegate is called on a thread of Sordino.
open class MIDICIResponder: NSObject, @unchecked Sendable {
    /// The device that it answers for.
    public let deviceInfo: MIDICIDeviceInfo
    /// The delegate, held as long as the responder.
    public let profileDelegate: any MIDICIProfileResponderDelegate
    private let refused = Mutex<Set<CIMessage.MUID>>([])
    private let answering: CIAnswering
    private let box: Box

    private final class Box: @unchecked Sendable {
        weak var responder: MIDICIResponder?
    }

    /// Describes the device that is answered for.
    ///
    /// - Parameter profileList: The profiles by channel: 0 to 15, 126 for the group, 127 for the whole device.
    public init(
        deviceInfo: MIDICIDeviceInfo, profileDelegate delegate: any MIDICIProfileResponderDelegate,
        profileStates profileList: [MIDICIProfileState], supportProperties propertiesSupported: Bool
    ) {
        (self.deviceInfo, profileDelegate) = (deviceInfo, delegate)
        let place = MIDIPlace.current
        var profiles: [UInt8: CIResponder.Profiles] = [:]
        for state in profileList {
            profiles[state.midiChannel] = CIResponder.Profiles(
                enabled: state.enabledProfiles.map { Self.bytes($0) },
                disabled: state.disabledProfiles.map { Self.bytes($0) })
        }
        // In virtual time the same in every run; on a machine by chance.
        let seed = place.network == nil ? 0x0A11_CE00 &+ deviceInfo.midiDestination : UInt32.random(in: 1...0x0FFF_FEFF)
        let box = Box()
        let call = place.caller()
        answering = CIAnswering(
            system: place.system,
            responder: CIResponder(
                muid: seed, identity: deviceInfo.identity, profiles: profiles,
                supportsProperties: propertiesSupported),
            place: deviceInfo.midiDestination
        ) { effect in call { box.responder?.hear(effect) } }
        self.box = box
        super.init()
        box.responder = self
    }

    /// Begins to answer.
    ///
    /// - Returns: False without a way in or a way out.
    @discardableResult
    public func start() -> Bool { answering.start() }

    /// Announces that the device is gone, and stops answering.
    public func stop() { answering.stop() }

    /// The initiators whose inquiries were accepted.
    public var initiators: [MIDICIInitiatiorMUID] {
        let refused = refused.withLock { $0 }
        return answering.initiators.filter { !refused.contains($0) }.map { NSNumber(value: $0) }
    }

    /// Switches a profile and reports the change to all initiators.
    ///
    /// - Returns: False for a profile that the device does not have, or before the start.
    @discardableResult
    public func notify(
        _ aProfile: MIDICIProfile, onChannel channel: MIDIChannelNumber, isEnabled enabledState: Bool
    ) -> Bool { answering.settle(Self.bytes(aProfile), part: channel, isOn: enabledState) }

    /// Sends profile-specific data to all initiators; bytes above 127 lose their upper bit.
    ///
    /// - Returns: False for more than a message holds, or before the start.
    @discardableResult
    public func send(
        _ aProfile: MIDICIProfile, onChannel channel: MIDIChannelNumber, profileData profileSpecificData: Data
    ) -> Bool { answering.send(Array(profileSpecificData), of: Self.bytes(aProfile), part: channel) }

    private static func bytes(_ profile: MIDICIProfile) -> [UInt8] {
        Array((profile.profileID.map { $0 & 0x7F } + [0, 0, 0, 0, 0]).prefix(5))
    }

    private func hear(_ effect: CIResponder.Effect) {
        switch effect {
        case .send: break
        case .initiator(let muid, let identity):
            let info = MIDICIDeviceInfo(identity, destination: deviceInfo.midiDestination)
            if !profileDelegate.connectInitiator(NSNumber(value: muid), with: info) {
                refused.withLock { _ = $0.insert(muid) }
            }
        case .initiatorLeft(let muid):
            if refused.withLock({ $0.remove(muid) }) == nil {
                profileDelegate.initiatorDisconnected(NSNumber(value: muid))
            }
        case .wish(let profile, let part, let isOn):
            let object = MIDICIProfile(data: Data(profile))
            let isGranted = profileDelegate.willSetProfile(object, onChannel: part, enabled: isOn)
            // The report also goes to an initiator whose request was refused.
            _ = answering.settle(
                profile, part: part, isOn: isGranted ? isOn : answering.isOn(profile, part: part))
        case .profileData(let profile, let part, let data):
            profileDelegate.handleData(for: MIDICIProfile(data: Data(profile)), onChannel: part, data: Data(data))
        }
    }
}
