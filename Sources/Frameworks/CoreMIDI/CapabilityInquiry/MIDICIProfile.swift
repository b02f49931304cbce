import CoreAudioTypes
import Foundation
import SordinoMIDI

/// A set of rules of MIDI that a unit can keep to, such as one for drawbar organs.
open class MIDICIProfile: NSObject, @unchecked Sendable {
    /// For people; may be empty.
    public let name: String
    /// The five bytes of the profile.
    public let profileID: Data

    /// A profile by its bytes.
    public convenience init(data: Data) { self.init(data: data, name: "") }

    /// A profile by its bytes, with a name.
    public init(data: Data, name inName: String) {
        profileID = data
        name = inName
    }

    /// Profiles are equal if their bytes are.
    @discardableResult
    open override func isEqual(_ object: Any?) -> Bool { (object as? MIDICIProfile)?.profileID == profileID }
    open override var hash: Int { profileID.hashValue }
}

/// The enabled and the disabled profiles of a channel.
open class MIDICIProfileState: NSObject, @unchecked Sendable {
    /// The channel, or the address of a group or the whole device.
    public let midiChannel: MIDIChannelNumber
    /// The profiles that are enabled on the channel.
    public let enabledProfiles: [MIDICIProfile]
    /// The supported profiles that are not enabled.
    public let disabledProfiles: [MIDICIProfile]

    /// The state of a channel.
    public init(
        channel midiChannelNum: MIDIChannelNumber, enabledProfiles enabled: [MIDICIProfile],
        disabledProfiles disabled: [MIDICIProfile]
    ) { (midiChannel, enabledProfiles, disabledProfiles) = (midiChannelNum, enabled, disabled) }

    /// The state of a whole device: its channel is 127.
    public convenience init(enabledProfiles enabled: [MIDICIProfile], disabledProfiles disabled: [MIDICIProfile]) {
        self.init(channel: CIMessage.functionBlock, enabledProfiles: enabled, disabledProfiles: disabled)
    }
}
