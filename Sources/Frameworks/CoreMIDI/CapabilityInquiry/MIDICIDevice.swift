import CCoreMIDI
import Foundation
import SordinoMIDI
import SordinoMIDIPorts
import Synchronization

/// A device that answers to MIDI Capability Inquiry.
///
/// - Thread: any.
open class MIDICIDevice: NSObject, @unchecked Sendable {
    private let place: MIDIPlace
    private let known: Mutex<CIDevice>
    private let held = Mutex<[CIDevice.ProfileKey: MIDIUMPCIProfile]>([:])

    init(_ device: CIDevice, in place: MIDIPlace) {
        self.place = place
        known = Mutex(device)
    }

    /// The current record of the device, or the last one before it disappeared.
    private var device: CIDevice {
        let latest = place.inquiry.device(muid)
        return known.withLock { known in
            known = latest ?? known
            return known
        }
    }

    /// The source by which it answers.
    var link: MIDIEndpointRef { known.withLock { $0.link } }
    /// The function block of the device; 127 for none.
    var functionBlock: UInt8 { known.withLock { $0.functionBlock } }

    /// Maker, family and model, as the device reports them.
    public var deviceInfo: MIDI2DeviceInfo { MIDI2DeviceInfo(device.identity) }
    /// The number (MUID) of the device while it runs.
    public var muid: MIDICIMUID { known.withLock { $0.muid } }
    /// Indicates whether the device negotiates its protocol; MIDI-CI 1.2 no longer has that.
    public var supportsProtocolNegotiation: Bool { has(CIMessage.Category.protocolNegotiation) }
    /// Indicates whether it has profiles.
    public var supportsProfileConfiguration: Bool { has(CIMessage.Category.profiles) }
    /// Indicates whether it exchanges properties.
    public var supportsPropertyExchange: Bool { has(CIMessage.Category.properties) }
    /// Indicates whether it reports its state.
    public var supportsProcessInquiry: Bool { has(CIMessage.Category.process) }
    /// Property requests that the device takes at once; 0 until it has reported the number.
    public var maxPropertyExchangeRequests: Int { Int(device.requestCount) }
    /// The longest system exclusive message that it takes, in bytes.
    public var maxSysExSize: Int { Int(device.maximumByteCount) }

    /// The kind of connection through which the device is reached.
    public var deviceType: MIDICIDeviceType {
        look { [link] setup -> MIDICIDeviceType? in
            guard let source = setup.objects[link] else { return nil }
            guard source.belongsToEntity else { return .virtual }
            let speaks = try? setup.property(MIDIPropertyName.protocolID, of: link)
            return speaks == .integer(1) ? .legacyMIDI1 : .unknown
        } ?? .unknown
    }

    /// The profiles of the device: those of channels first, then those of groups and the whole device.
    public var profiles: [MIDIUMPCIProfile] {
        let keys = device.profiles.keys.sorted {
            $0.part != $1.part ? $0.part < $1.part : $0.profile.lexicographicallyPrecedes($1.profile)
        }
        return keys.map { profile($0) }
    }

    /// The object of a profile, which stays the same.
    func profile(_ key: CIDevice.ProfileKey) -> MIDIUMPCIProfile {
        held.withLock { held in
            if let known = held[key] { return known }
            let made = MIDIUMPCIProfile(key, muid, in: place)
            held[key] = made
            return made
        }
    }

    private func has(_ category: UInt8) -> Bool { device.categories & category > 0 }
}

/// A profile of a device: a set of rules of MIDI that it can keep to, for a channel, a group or as a whole.
///
/// - Thread: any.
open class MIDIUMPCIProfile: NSObject, @unchecked Sendable {
    private let key: CIDevice.ProfileKey
    private let muid: CIMessage.MUID
    private let place: MIDIPlace

    init(_ key: CIDevice.ProfileKey, _ muid: CIMessage.MUID, in place: MIDIPlace) {
        (self.key, self.muid, self.place) = (key, muid, place)
    }

    private var state: CIDevice.ProfileState? { place.inquiry.device(muid)?.profiles[key] }

    /// Its five bytes as text: messages have no names.
    public var name: String {
        key.profile.map { String(UInt16($0) + 0x100, radix: 16).suffix(2) }.joined(separator: " ")
    }

    /// The five bytes of the profile.
    public var profileID: MIDICIProfileID {
        let bytes = key.profile
        return MIDICIProfileID(
            standard: MIDICIProfileIDStandard(
                profileIDByte1: bytes[0], profileBank: bytes[1], profileNumber: bytes[2], profileVersion: bytes[3],
                profileLevel: bytes[4]))
    }

    /// The part of the device that it is of.
    public var profileType: MIDICIProfileType {
        switch key.part {
        case CIMessage.group: .group
        case CIMessage.functionBlock: .functionBlock
        default: (state?.channelCount ?? 1) > 1 ? .multichannel : .singleChannel
        }
    }

    /// The first group, from that of the device on.
    public var groupOffset: MIDIUMPGroupNumber { 0 }
    /// The first channel, 0 to 15; 0 for groups and whole devices.
    public var firstChannel: MIDIChannelNumber { key.part < 16 ? key.part : 0 }
    /// Channels that it is on for.
    public var enabledChannelCount: MIDIUInteger14 { state?.channelCount ?? 0 }
    /// Channels that it may be on for: 16 for groups and whole devices.
    public var totalChannelCount: MIDIUInteger14 { key.part < 16 ? max(state?.channelCount ?? 1, 1) : 16 }
    /// Indicates whether it is on.
    public var isEnabled: Bool { state?.isOn ?? false }

    /// Asks the device to switch the profile; `isEnabled` follows with its report.
    ///
    /// - Parameter enabledChannelCount: Channels that it is to be on for.
    /// - Throws: `kMIDIObjectNotFound` for a device that is gone.
    public func setProfileState(_ isEnabled: Bool, enabledChannelCount: MIDIUInteger14) throws {
        guard place.inquiry.set(key, of: muid, isOn: isEnabled, channelCount: enabledChannelCount) else {
            throw MIDIFailure.objectNotFound.error
        }
    }
}
