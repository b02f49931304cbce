/// Decides which cards need their profile for telephone calls, and when the former profile comes back.
///
/// A value without a connection: the desired state goes in, requests to cards come out. A card is asked twice at most for each
/// call. If the person or another program chooses a different profile during the call, it stays.
package struct CallCards: Hashable, Sendable {
    /// The state of a card in the present call.
    package enum Finding: Hashable, Sendable {
        /// The card was asked for its profile, and is not in it yet.
        case asked(card: String, profile: String)
        case active(card: String, profile: String)
        /// The card did not take the profile in time.
        case late(card: String, profile: String)
        /// Another program or the person chose a different profile during the call.
        case replaced(card: String, profile: String)
        /// The card left during the call.
        case vanished(card: String)
        /// No card has a profile for calls.
        case noProfile
        /// The session manager, which switches cards for this call, has ended in the call.
        case managerGone

        /// Indicates whether the call may be silent for this reason.
        package var isTrouble: Bool {
            switch self {
            case .asked, .active: false
            case .late, .replaced, .vanished, .noProfile, .managerGone: true
            }
        }
    }

    private enum Phase: Hashable { case asked, active, late, replaced }

    private struct Switch: Hashable {
        var card: String
        var profile: String
        var to: Int32
        /// The former profile; nil if the card was in its profile for calls before.
        var from: Int32?
        var askedAt: UInt64
        var requests = 1
        var phase = Phase.asked
    }

    /// The time that a card has to answer a request, in nanoseconds.
    package static let patienceNanoseconds: UInt64 = 1_500_000_000
    private static let mostRequests = 2

    private var switches: [UInt32: Switch] = [:]
    private var requests: [UInt32: RequestsUnderway<Int32>] = [:]
    private var vanished = Set<String>()
    private var hasNoProfile = false
    private var isMaster = true
    private var muted = Set<CardDirector.Socket>()

    package init() {}

    /// Returns the requests for profiles that are due now.
    ///
    /// - Parameters:
    ///   - isTalking: Whether the cards need their profile for calls.
    ///   - isMaster: False if another program switches them: they are asked for nothing, and only watched.
    ///   - now: Monotonic nanoseconds.
    package mutating func orders(
        _ devices: [UInt32: GraphDevice], isTalking: Bool, isMaster: Bool = true, at now: UInt64
    ) -> [CardDirector.Order] {
        let due = steps(devices, isTalking: isTalking, at: now)
        self.isMaster = isMaster
        return isMaster ? due : []
    }

    private mutating func steps(
        _ devices: [UInt32: GraphDevice], isTalking: Bool, at now: UInt64
    ) -> [CardDirector.Order] {
        requests = requests.filter { devices[$0.key] != nil }
        for id in requests.keys {
            if let active = devices[id]?.profiles.first(where: \.isActive) { requests[id]?.show(active.index) }
        }
        for (id, gone) in switches where devices[id] == nil {
            switches[id] = nil
            vanished.insert(gone.card)
        }
        guard isTalking else {
            let ended = switches
            (switches, vanished, hasNoProfile) = ([:], [], false)
            return ended.sorted { $0.key < $1.key }.compactMap { id, ended in
                devices[id].flatMap { giveBack($0, ended) }
            }
        }
        let cards = devices.values.filter { $0.isKnown && $0.telephoneProfile != nil }.sorted { $0.id < $1.id }
        hasNoProfile = cards.isEmpty && switches.isEmpty && vanished.isEmpty
        return cards.compactMap { take($0, at: now) }
    }

    /// The states of the cards in the present call.
    package var findings: [Finding] {
        let cards = switches.sorted { $0.key < $1.key }.compactMap { _, card -> Finding? in
            switch card.phase {
            case .asked: isMaster ? .asked(card: card.card, profile: card.profile) : nil
            case .active: .active(card: card.card, profile: card.profile)
            case .late: .late(card: card.card, profile: card.profile)
            // Another master may end the profile before the end of the call is known here.
            case .replaced: isMaster ? .replaced(card: card.card, profile: card.profile) : nil
            }
        }
        return cards + vanished.sorted().map { .vanished(card: $0) } + (hasNoProfile ? [.noProfile] : [])
    }

    /// Indicates whether an answer is waited for: look again within `patienceNanoseconds`.
    package var isWaiting: Bool { switches.values.contains { $0.phase == .asked } }

    private mutating func take(_ device: GraphDevice, at now: UInt64) -> CardDirector.Order? {
        guard let call = device.telephoneProfile, let active = device.profiles.first(where: \.isActive) else {
            return nil
        }
        let order = CardDirector.Order.profile(device: device.id, index: call.index)
        guard var known = switches[device.id] else {
            let former = requests[device.id]?.former
            let isThere = former == nil && active.index == call.index
            let from = former ?? active.index
            vanished.remove(device.title)
            switches[device.id] = Switch(
                card: device.title, profile: call.title, to: call.index, from: isThere ? nil : from, askedAt: now,
                phase: isThere ? .active : .asked)
            if isThere { return nil }
            ask(device, call.index, from: from, active)
            return order
        }
        defer { switches[device.id] = known }
        if active.index == known.to {
            known.phase = .active
            return nil
        }
        switch known.phase {
        case .active: known.phase = requests[device.id]?.former == nil ? .replaced : .asked
        case .late, .replaced: break
        case .asked:
            guard now >= known.askedAt + Self.patienceNanoseconds else { return nil }
            guard known.requests < Self.mostRequests else {
                known.phase = .late
                return nil
            }
            known.requests += 1
            known.askedAt = now
            return order
        }
        return nil
    }

    private mutating func ask(_ device: GraphDevice, _ profile: Int32, from: Int32, _ active: GraphProfile?) {
        var asked = requests[device.id, default: RequestsUnderway<Int32>()]
        if let active { asked.show(active.index) }
        asked.ask(profile, from: from)
        requests[device.id] = asked
    }

    private mutating func giveBack(_ device: GraphDevice, _ ended: Switch) -> CardDirector.Order? {
        guard let from = ended.from, device.profiles.contains(where: { $0.index == from }) else { return nil }
        let active = device.profiles.first(where: \.isActive)
        // A request on its way may still be carried out after this one was made.
        let mayBecome = active?.index == from && requests[device.id]?.former != nil
        guard active?.index == ended.to || mayBecome else { return nil }
        ask(device, from, from: from, active)
        return .profile(device: device.id, index: from)
    }

    // MARK: The microphone

    /// Returns the requests that mute the microphones of the call, and those that give them back.
    ///
    /// - Parameter sockets: The sockets that the call records from; none while there is no call.
    package mutating func mutes(
        _ devices: [UInt32: GraphDevice], _ sockets: [CardDirector.Socket], isMuted: Bool
    ) -> [CardDirector.Order] {
        func order(_ socket: CardDirector.Socket, _ isMuted: Bool) -> CardDirector.Order? {
            let route = devices[socket.device]?.routes.first { $0.index == socket.route }
            // Whether a card is still muted may be on its way: what was asked for is always taken back.
            guard let route, !(isMuted && route.isMuted), !route.volumes.isEmpty else { return nil }
            return .mute(socket, route.volumes, isMuted)
        }
        guard isMuted, !sockets.isEmpty else {
            defer { muted = [] }
            return muted.sorted().compactMap { order($0, false) }
        }
        return sockets.sorted().compactMap { socket in
            guard !muted.contains(socket), let order = order(socket, true) else { return nil }
            muted.insert(socket)
            return order
        }
    }
}

extension GraphProfile {
    /// Indicates whether a phone's card carries the modem's voice in it.
    ///
    /// Source: the verb `Voice Call` of ALSA's use case manager, after which PipeWire names the profile.
    package var isForTelephone: Bool {
        [name, description].contains { text in
            String(text.lowercased().filter { $0.isLetter }).contains("voicecall")
        }
    }

    /// Its name for people.
    var title: String { description.isEmpty ? name : description }
}

extension GraphDevice {
    /// The profile in which a card carries the modem's voice; nil for cards without one, and for Bluetooth devices.
    package var telephoneProfile: GraphProfile? {
        isBluetooth ? nil : profiles.first { $0.isAvailable && $0.isForTelephone }
    }

    /// Its name for people.
    var title: String { properties["device.description"] ?? properties["device.name"] ?? "card \(id)" }
}
