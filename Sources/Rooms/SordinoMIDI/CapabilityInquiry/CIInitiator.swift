/// A device that was found by MIDI Capability Inquiry.
package struct CIDevice: Sendable, Hashable {
    /// A profile of a device's, for a channel, the group or the function block.
    package struct ProfileState: Sendable, Hashable {
        package var isOn: Bool
        /// Channels that it is on for.
        package var channelCount: UInt16

        /// Describes a profile that is on or off.
        package init(isOn: Bool, channelCount: UInt16) { (self.isOn, self.channelCount) = (isOn, channelCount) }
    }

    /// Names a profile of a part of the device.
    package struct ProfileKey: Sendable, Hashable {
        /// A channel, 0 to 15, or `CIMessage.group` or `.functionBlock`.
        package var part: UInt8
        package var profile: CIMessage.Profile

        /// Makes the key of a profile and a part.
        package init(part: UInt8, profile: CIMessage.Profile) { (self.part, self.profile) = (part, profile) }
    }

    package let muid: CIMessage.MUID
    /// The number of the source that it answered by.
    package let link: UInt32
    package var identity: CIMessage.Identity
    /// Bits of `CIMessage.Category`: the categories of messages that the device supports.
    package var categories: UInt8
    package var maximumByteCount: UInt32
    /// Its function block; 127 for none.
    package var functionBlock: UInt8
    /// Property requests that it takes at once; 0 before it has reported the number.
    package var requestCount: UInt8 = 0
    package var profiles: [ProfileKey: ProfileState] = [:]
}

/// Finds devices and switches their profiles: the asking side of MIDI Capability Inquiry, as a value.
package struct CIInitiator: Sendable {
    /// The most devices that are remembered, and profiles of each.
    package static let deviceLimit = 256
    package static let profileLimit = 1024

    /// Something that follows from a message.
    package enum Effect: Sendable, Hashable {
        /// Answers by the link that the message came from.
        case send([UInt8], link: UInt32)
        case added(CIMessage.MUID)
        case removed(CIDevice)
        case profileChanged(CIMessage.MUID, CIDevice.ProfileKey)
        case profileRemoved(CIMessage.MUID, CIDevice.ProfileKey)
        case profileData(CIMessage.MUID, CIDevice.ProfileKey, [UInt8])
    }

    package private(set) var muid: CIMessage.MUID
    package private(set) var devices: [CIMessage.MUID: CIDevice] = [:]

    /// Makes an initiator without devices.
    ///
    /// - Parameter muid: A number by chance, of 28 bits.
    package init(muid: CIMessage.MUID) { self.muid = muid % 0x0FFF_FF00 }

    /// The question which devices there are, for every destination.
    package var discovery: [UInt8] {
        CIMessage(
            from: muid, to: CIMessage.everyone,
            .discovery(
                // 0x7D: the number for devices without a manufacturer's one.
                CIMessage.Identity(manufacturer: [0x7D], family: 0, model: 0, revision: []),
                categories: CIMessage.Category.profiles, maximumByteCount: UInt32(CIMessage.byteLimit))
        ).bytes
    }

    /// Forgets the devices of a link that is gone.
    package mutating func forget(link: UInt32) -> [Effect] {
        let gone = devices.values.filter { $0.link == link }.sorted { $0.muid < $1.muid }
        for device in gone { devices[device.muid] = nil }
        return gone.map { .removed($0) }
    }

    /// Returns the message that switches a profile; nil for a device that is not known.
    package func message(
        setting profile: CIDevice.ProfileKey, of device: CIMessage.MUID, isOn: Bool, channelCount: UInt16
    ) -> [UInt8]? {
        guard devices[device] != nil else { return nil }
        return CIMessage(
            part: profile.part, from: muid, to: device,
            .setProfile(profile.profile, isOn: isOn, channelCount: channelCount)
        ).bytes
    }

    /// Returns the message that carries data of a profile's own.
    package func message(
        _ data: [UInt8], of profile: CIDevice.ProfileKey, to device: CIMessage.MUID
    ) -> [UInt8]? {
        guard let known = devices[device], data.count + 32 <= max(known.maximumByteCount, 128) else { return nil }
        return CIMessage(part: profile.part, from: muid, to: device, .profileData(profile.profile, data)).bytes
    }

    /// Takes a system exclusive message and returns its effects.
    ///
    /// - Parameter link: The number of the source that it came from.
    package mutating func take(_ bytes: [UInt8], link: UInt32) -> [Effect] {
        guard let message = CIMessage(bytes), message.destination == muid || message.destination == CIMessage.everyone
        else { return [] }
        switch message.body {
        case .discoveryReply(let identity, let categories, let limit, let block):
            return found(message.source, link, identity, categories, limit, block)
        case .invalidate(let gone):
            guard let device = devices.removeValue(forKey: gone) else { return [] }
            return [.removed(device)]
        default: break
        }
        guard var device = devices[message.source] else { return [] }
        defer { devices[message.source] = device }
        func key(_ profile: CIMessage.Profile) -> CIDevice.ProfileKey {
            CIDevice.ProfileKey(part: message.part, profile: profile)
        }
        func set(_ profile: CIMessage.Profile, isOn: Bool, _ count: UInt16) -> [Effect] {
            let state = CIDevice.ProfileState(isOn: isOn, channelCount: isOn ? count : 0)
            let place = key(profile)
            guard device.profiles[place] != state,
                device.profiles[place] != nil || device.profiles.count < Self.profileLimit
            else { return [] }
            device.profiles[place] = state
            return [.profileChanged(device.muid, place)]
        }
        switch message.body {
        case .profileReply(let enabled, let disabled):
            return enabled.flatMap { set($0, isOn: true, 1) } + disabled.flatMap { set($0, isOn: false, 0) }
        case .profileReport(let profile, let isOn, let count): return set(profile, isOn: isOn, max(count, 1))
        case .profileAdded(let profile): return set(profile, isOn: false, 0)
        case .profileRemoved(let profile):
            guard device.profiles.removeValue(forKey: key(profile)) != nil else { return [] }
            return [.profileRemoved(device.muid, key(profile))]
        case .profileData(let profile, let data): return [.profileData(device.muid, key(profile), data)]
        case .propertyCapabilitiesReply(let count):
            device.requestCount = count
            return []
        default: return []
        }
    }

    private mutating func found(
        _ source: CIMessage.MUID, _ link: UInt32, _ identity: CIMessage.Identity, _ categories: UInt8, _ limit: UInt32,
        _ block: UInt8
    ) -> [Effect] {
        guard source != muid, source < 0x0FFF_FF00, devices[source] != nil || devices.count < Self.deviceLimit else {
            return []
        }
        let isNew = devices[source] == nil
        if isNew {
            devices[source] = CIDevice(
                muid: source, link: link, identity: identity, categories: categories, maximumByteCount: limit,
                functionBlock: block)
        }
        guard isNew else { return [] }
        var effects: [Effect] = [.added(source)]
        if categories & CIMessage.Category.profiles > 0 {
            effects.append(.send(CIMessage(from: muid, to: source, .profileInquiry).bytes, link: link))
        }
        if categories & CIMessage.Category.properties > 0 {
            let inquiry = CIMessage(from: muid, to: source, .propertyCapabilities(requestCount: 1))
            effects.append(.send(inquiry.bytes, link: link))
        }
        return effects
    }
}
