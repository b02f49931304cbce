/// Answers for a device: the asked side of MIDI Capability Inquiry, as a value.
package struct CIResponder: Sendable {
    /// Something that follows from a message.
    package enum Effect: Sendable, Hashable {
        case send([UInt8])
        /// An initiator has asked for the first time.
        case initiator(CIMessage.MUID, CIMessage.Identity)
        case initiatorLeft(CIMessage.MUID)
        /// An initiator asks for a profile to be switched; the program calls `settle` with the outcome.
        case wish(CIMessage.Profile, part: UInt8, isOn: Bool)
        case profileData(CIMessage.Profile, part: UInt8, [UInt8])
    }

    /// The profiles of one part of the device.
    package struct Profiles: Sendable, Hashable {
        package var enabled: [CIMessage.Profile]
        package var disabled: [CIMessage.Profile]

        /// Makes the lists of one part.
        package init(enabled: [CIMessage.Profile], disabled: [CIMessage.Profile]) {
            (self.enabled, self.disabled) = (enabled, disabled)
        }
    }

    /// The most initiators that are remembered.
    package static let initiatorLimit = 256

    package private(set) var muid: CIMessage.MUID
    private var nextMUID: CIMessage.MUID
    package let identity: CIMessage.Identity
    package let supportsProperties: Bool
    package private(set) var profiles: [UInt8: Profiles]
    /// The initiators that have asked, in their order.
    package private(set) var initiators: [CIMessage.MUID] = []

    /// Makes a responder.
    ///
    /// - Parameters:
    ///   - muid: A number by chance, of 28 bits.
    ///   - profiles: By channel, 0 to 15, or `CIMessage.group` or `.functionBlock`.
    package init(
        muid: CIMessage.MUID, identity: CIMessage.Identity, profiles: [UInt8: Profiles], supportsProperties: Bool
    ) {
        self.muid = muid % 0x0FFF_FF00
        nextMUID = (muid &* 1_664_525 &+ 1_013_904_223) % 0x0FFF_FF00
        (self.identity, self.profiles, self.supportsProperties) = (identity, profiles, supportsProperties)
    }

    private var categories: UInt8 {
        (profiles.isEmpty ? 0 : CIMessage.Category.profiles)
            | (supportsProperties ? CIMessage.Category.properties : 0)
    }

    /// The message that ends the device's MUID for all participants.
    package var farewell: [UInt8] { CIMessage(from: muid, to: CIMessage.everyone, .invalidate(muid)).bytes }

    /// Takes a system exclusive message and returns its effects.
    package mutating func take(_ bytes: [UInt8]) -> [Effect] {
        guard let message = CIMessage(bytes) else { return [] }
        if message.source == muid {
            // Two participants have the same number: both take another.
            let farewell = farewell
            muid = nextMUID
            nextMUID = (nextMUID &* 1_664_525 &+ 1_013_904_223) % 0x0FFF_FF00
            return [.send(farewell)]
        }
        guard message.destination == muid || message.destination == CIMessage.everyone else { return [] }
        func answer(_ body: CIMessage.Body, _ part: UInt8 = CIMessage.functionBlock) -> Effect {
            .send(CIMessage(part: part, from: muid, to: message.source, body).bytes)
        }
        switch message.body {
        case .discovery(let identity, _, _):
            var effects: [Effect] = []
            if !initiators.contains(message.source), initiators.count < Self.initiatorLimit {
                initiators.append(message.source)
                effects.append(.initiator(message.source, identity))
            }
            return effects + [
                answer(
                    .discoveryReply(
                        self.identity, categories: categories, maximumByteCount: UInt32(CIMessage.byteLimit),
                        functionBlock: 0x7F))
            ]
        case .invalidate(let gone):
            guard let place = initiators.firstIndex(of: gone) else { return [] }
            initiators.remove(at: place)
            return [.initiatorLeft(gone)]
        case .profileInquiry:
            // An inquiry to the whole device is answered for each part that has profiles.
            let parts = message.part == CIMessage.functionBlock ? profiles.keys.sorted() : [message.part]
            return parts.compactMap { part in
                guard let list = profiles[part] else { return nil }
                return answer(.profileReply(enabled: list.enabled, disabled: list.disabled), part)
            }
        case .setProfile(let profile, let isOn, _):
            guard let list = profiles[message.part], (list.enabled + list.disabled).contains(profile) else {
                return [answer(.refusal(of: isOn ? 0x22 : 0x23), message.part)]
            }
            return [.wish(profile, part: message.part, isOn: isOn)]
        case .profileData(let profile, let data): return [.profileData(profile, part: message.part, data)]
        case .propertyCapabilities:
            return supportsProperties ? [answer(.propertyCapabilitiesReply(requestCount: 1))] : []
        case .other(let kind) where message.destination == muid: return [answer(.refusal(of: kind), message.part)]
        default: return []
        }
    }

    /// Switches a profile, or leaves it, and returns the report of it to all participants; nil for a profile that is
    /// unknown.
    package mutating func settle(_ profile: CIMessage.Profile, part: UInt8, isOn: Bool) -> [UInt8]? {
        guard var list = profiles[part], (list.enabled + list.disabled).contains(profile) else { return nil }
        list.enabled.removeAll { $0 == profile }
        list.disabled.removeAll { $0 == profile }
        if isOn { list.enabled.append(profile) } else { list.disabled.append(profile) }
        profiles[part] = list
        return CIMessage(
            part: part, from: muid, to: CIMessage.everyone, .profileReport(profile, isOn: isOn, channelCount: 1)
        ).bytes
    }

    /// Returns whether a profile is on; nil for one that is unknown.
    package func isOn(_ profile: CIMessage.Profile, part: UInt8) -> Bool? {
        guard let list = profiles[part] else { return nil }
        return list.enabled.contains(profile) ? true : (list.disabled.contains(profile) ? false : nil)
    }

    /// Returns the message that carries data of a profile to all participants.
    package func message(_ data: [UInt8], of profile: CIMessage.Profile, part: UInt8) -> [UInt8]? {
        guard data.count + 32 <= CIMessage.byteLimit else { return nil }
        return CIMessage(part: part, from: muid, to: CIMessage.everyone, .profileData(profile, data)).bytes
    }
}
