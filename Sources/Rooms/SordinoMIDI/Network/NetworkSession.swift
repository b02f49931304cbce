/// Where a participant of network sessions is reached: an address of IPv4 and its control port.
///
/// Its data port is the next one.
package struct NetworkAddress: Sendable, Hashable {
    /// The address as a number: 0x7F000001 is this machine.
    package var host: UInt32
    package var port: UInt16

    /// Makes the address of a participant.
    package init(host: UInt32, port: UInt16) { (self.host, self.port) = (host, port) }

    /// The address as people write it.
    package var text: String {
        [24, 16, 8, 0].map { String(host >> UInt32($0) & 0xFF) }.joined(separator: ".")
    }
}

/// A network session: the connections of this machine with others, over which MIDI goes by RTP.
///
/// A value without a socket and a clock: datagrams, times and calls of the program come in, datagrams and news go out.
/// Both roles: it invites and is invited. Bounded: `peerLimit` connections, of which those that do not answer are given
/// up.
///
/// - Source: "MIDI Network Driver Protocol", Apple Developer documentation archive; RFC 6295.
package struct NetworkSession: Sendable {
    /// The participants that may connect with this one.
    package enum Policy: Sendable, Hashable {
        case noOne
        /// Those at these addresses.
        case contacts(Set<UInt32>)
        case anyone
    }

    /// An event that the session handles.
    package enum Event: Sendable {
        /// The program asks for a connection.
        case connect(NetworkAddress)
        /// The program ends a connection.
        case disconnect(NetworkAddress)
        /// A datagram came; the address is that of the control port, also for the data port.
        case datagram([UInt8], from: NetworkAddress, isControl: Bool)
        /// The program sends universal packets to all.
        case send([UInt32])
        /// A moment has come that `nextDue` named.
        case time
        /// The session ends, and all its connections.
        case close
    }

    /// The ways a connection ends.
    package enum Ending: Sendable, Hashable {
        case byProgram, byPeer, refused, unanswered
    }

    /// Something that is to be done.
    package enum Effect: Sendable, Hashable {
        case send([UInt8], to: NetworkAddress, isControl: Bool)
        case connected(NetworkAddress, name: String)
        case ended(NetworkAddress, Ending)
        /// Universal packets came; the time is host time in nanoseconds.
        case arrived([UInt32], time: UInt64, from: NetworkAddress)
    }

    /// The most connections at one time.
    package static let peerLimit = 32
    /// An invitation is repeated after a second, twelve times in all.
    package static let invitationCount = 12
    static let second: UInt64 = 1_000_000_000
    /// A connection on which nothing is heard for a minute is over.
    package static let silenceSeconds: UInt64 = 60

    /// The name that others see.
    package var name: String
    package var policy = Policy.anyone
    /// The number of this participant.
    let source: UInt32
    var peers: [NetworkAddress: NetworkPeer] = [:]
    private var random: UInt64

    /// Makes a session without connections.
    ///
    /// - Parameter seed: Numbers of participants and tokens follow from it.
    package init(name: String, seed: UInt64) {
        self.name = name
        random = seed
        source = Self.number(&random)
    }

    /// The participants that are connected, in an order that stays.
    package var connected: [NetworkAddress] {
        peers.filter { $0.value.phase == .connected }.keys.sorted { ($0.host, $0.port) < ($1.host, $1.port) }
    }

    /// Packets that were lost on the way here and repaired or not, over all connections.
    package var lostCount: Int { peers.values.reduce(0) { $0 + $1.stream.lostCount } }

    /// Returns whether a participant is connected, invited, or let in.
    package func knows(_ address: NetworkAddress) -> Bool { peers[address] != nil }

    /// The name that a participant has sent; empty before that.
    package func name(of address: NetworkAddress) -> String { peers[address]?.name ?? "" }

    /// When something is to be done next, in nanoseconds of host time; nil for never.
    package var nextDue: UInt64? { peers.values.compactMap(\.nextDue).min() }

    /// Takes an event and returns its effects.
    ///
    /// - Parameter now: Host time in nanoseconds.
    package mutating func handle(_ event: Event, at now: UInt64) -> [Effect] {
        switch event {
        case .connect(let address): return connect(address, now)
        case .disconnect(let address): return end(address, .byProgram)
        case .datagram(let bytes, let address, let isControl): return take(bytes, address, isControl, now)
        case .send(let words): return send(words, now)
        case .time: return sorted.flatMap { tick($0, now) }
        case .close: return sorted.flatMap { end($0, .byProgram) }
        }
    }

    private var sorted: [NetworkAddress] { peers.keys.sorted { ($0.host, $0.port) < ($1.host, $1.port) } }

    /// A number that strangers do not guess from the ones before: SplitMix64.
    private static func number(_ random: inout UInt64) -> UInt32 {
        random &+= 0x9E37_79B9_7F4A_7C15
        var mixed = random
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return UInt32(truncatingIfNeeded: (mixed ^ mixed >> 31) >> 16)
    }

    // MARK: Calls of the program

    private mutating func connect(_ address: NetworkAddress, _ now: UInt64) -> [Effect] {
        guard peers[address] == nil, peers.count < Self.peerLimit else { return [] }
        peers[address] = NetworkPeer(
            token: Self.number(&random), isInitiator: true, phase: .invitingControl,
            stream: NetworkStream(source: source), now: now)
        return invite(address, now)
    }

    private mutating func send(_ words: [UInt32], _ now: UInt64) -> [Effect] {
        sorted.flatMap { address -> [Effect] in
            guard peers[address]?.phase == .connected else { return [] }
            let datagrams = peers[address]?.stream.datagrams(of: words, time: Self.ticks32(now)) ?? []
            return datagrams.map { .send($0, to: address, isControl: false) }
        }
    }

    private mutating func end(_ address: NetworkAddress, _ ending: Ending) -> [Effect] {
        guard let peer = peers.removeValue(forKey: address) else { return [] }
        let says = ending == .byProgram || ending == .unanswered
        let goodbye = NetworkCommand.goodbye(token: peer.token, sender: source).bytes
        return (says ? [.send(goodbye, to: address, isControl: true)] : []) + [.ended(address, ending)]
    }

    // MARK: Time

    private mutating func invite(_ address: NetworkAddress, _ now: UInt64) -> [Effect] {
        guard var peer = peers[address] else { return [] }
        guard peer.attempts < Self.invitationCount else { return end(address, .unanswered) }
        peer.attempts += 1
        peer.nextDue = now + Self.second
        peers[address] = peer
        let invitation = NetworkCommand.invitation(token: peer.token, sender: source, name: name)
        return [.send(invitation.bytes, to: address, isControl: peer.phase == .invitingControl)]
    }

    private mutating func tick(_ address: NetworkAddress, _ now: UInt64) -> [Effect] {
        guard let peer = peers[address], let due = peer.nextDue, due <= now else { return [] }
        switch peer.phase {
        case .invitingControl, .invitingData: return invite(address, now)
        // A participant was let in on the control port and never came to the data port.
        case .awaitingData: return end(address, .unanswered)
        case .connected:
            if now > peer.lastHeard, now - peer.lastHeard >= Self.silenceSeconds * Self.second {
                return end(address, .unanswered)
            }
            return serve(address, now)
        }
    }

    /// Compares clocks and acknowledges packets, as often as they are due.
    private mutating func serve(_ address: NetworkAddress, _ now: UInt64) -> [Effect] {
        guard var peer = peers[address] else { return [] }
        var effects: [Effect] = []
        if peer.isInitiator, peer.clockDue <= now {
            // 1.5 s between the first six, then 10 s.
            peer.clockDue = now + (peer.clockCount < 6 ? Self.second * 3 / 2 : Self.second * 10)
            peer.clockCount += 1
            let clock = NetworkCommand.clock(sender: source, step: 0, times: [Self.ticks(now), 0, 0])
            effects.append(.send(clock.bytes, to: address, isControl: false))
        }
        if let received = peer.stream.received, received != peer.told, peer.feedbackDue <= now {
            peer.told = received
            peer.feedbackDue = now + Self.second / 5
            let feedback = NetworkCommand.feedback(sender: source, sequence: received)
            effects.append(.send(feedback.bytes, to: address, isControl: true))
        }
        peer.schedule(now)
        peers[address] = peer
        return effects
    }

    /// Units of 100 µs.
    static func ticks(_ nanoseconds: UInt64) -> UInt64 { nanoseconds / 100_000 }
    private static func ticks32(_ nanoseconds: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: ticks(nanoseconds)) }

    // MARK: Datagrams

    private mutating func take(
        _ bytes: [UInt8], _ address: NetworkAddress, _ isControl: Bool, _ now: UInt64
    ) -> [Effect] {
        guard NetworkCommand.isCommand(bytes) else {
            guard !isControl, let packet = RTPMIDIPacket(bytes) else { return [] }
            return take(packet, address, now)
        }
        guard let command = NetworkCommand(bytes) else { return [] }
        if case .invitation(let token, let sender, let name) = command {
            return beInvited(address, token, sender, name, isControl, now)
        }
        guard var peer = peers[address] else { return [] }
        switch command {
        case .invitation: return []
        case .accepted(let token, let sender, let name):
            guard token == peer.token else { return [] }
            if isControl, peer.phase == .invitingControl {
                (peer.phase, peer.source, peer.name, peer.attempts) = (.invitingData, sender, name, 0)
                peers[address] = peer
                return invite(address, now)
            }
            guard !isControl, peer.phase == .invitingData, sender == peer.source else { return [] }
            return enter(address, &peer, now)
        case .refused(let token, _):
            guard token == peer.token, peer.phase == .invitingControl || peer.phase == .invitingData else { return [] }
            return end(address, .refused)
        case .goodbye(_, let sender):
            return sender == peer.source ? end(address, .byPeer) : []
        case .clock(let sender, let step, let times):
            guard sender == peer.source, peer.phase == .connected else { return [] }
            return compare(address, &peer, step, times, now)
        case .feedback(let sender, let sequence):
            guard sender == peer.source, peer.phase == .connected else { return [] }
            peer.lastHeard = now
            peer.stream.confirm(sequence)
            peers[address] = peer
            return []
        }
    }

    private mutating func beInvited(
        _ address: NetworkAddress, _ token: UInt32, _ sender: UInt32, _ name: String, _ isControl: Bool, _ now: UInt64
    ) -> [Effect] {
        let accepted = Effect.send(
            NetworkCommand.accepted(token: token, sender: source, name: self.name).bytes, to: address,
            isControl: isControl)
        let known = peers[address]
        if !isControl {
            guard var known, !known.isInitiator, known.token == token, known.source == sender else { return [] }
            guard known.phase == .awaitingData else { return [accepted] }
            return [accepted] + enter(address, &known, now)
        }
        // An answer that was lost is given again.
        if let known, !known.isInitiator, known.token == token, known.source == sender { return [accepted] }
        guard allows(address), known != nil || peers.count < Self.peerLimit else {
            return [
                .send(NetworkCommand.refused(token: token, sender: source).bytes, to: address, isControl: true)
            ]
        }
        // The other side has begun anew.
        let ended: [Effect] = known == nil ? [] : [.ended(address, .byPeer)]
        var peer = NetworkPeer(
            token: token, isInitiator: false, phase: .awaitingData, stream: NetworkStream(source: source), now: now)
        (peer.source, peer.name) = (sender, name)
        peer.nextDue = now + Self.second * 10
        peers[address] = peer
        return ended + [accepted]
    }

    private func allows(_ address: NetworkAddress) -> Bool {
        switch policy {
        case .noOne: false
        case .contacts(let hosts): hosts.contains(address.host)
        case .anyone: true
        }
    }

    private mutating func enter(_ address: NetworkAddress, _ peer: inout NetworkPeer, _ now: UInt64) -> [Effect] {
        peer.phase = .connected
        (peer.lastHeard, peer.clockDue, peer.feedbackDue) = (now, now, now)
        peers[address] = peer
        return [.connected(address, name: peer.name)] + serve(address, now)
    }

    private mutating func compare(
        _ address: NetworkAddress, _ peer: inout NetworkPeer, _ step: UInt8, _ times: [UInt64], _ now: UInt64
    ) -> [Effect] {
        peer.lastHeard = now
        let ticks = Self.ticks(now)
        var answer: [UInt64]?
        switch (step, peer.isInitiator) {
        case (0, false): answer = [times[0], ticks, 0]
        case (1, true):
            answer = [times[0], times[1], ticks]
            // Half way between question and answer here, the other side's clock showed the second time.
            peer.offset = (times[0] &+ (ticks &- times[0]) / 2) &- times[1]
        case (2, false): peer.offset = times[1] &- (times[0] &+ (times[2] &- times[0]) / 2)
        default: return []
        }
        peer.schedule(now)
        peers[address] = peer
        guard let answer else { return [] }
        let clock = NetworkCommand.clock(sender: source, step: step + 1, times: answer)
        return [.send(clock.bytes, to: address, isControl: false)]
    }

    private mutating func take(_ packet: RTPMIDIPacket, _ address: NetworkAddress, _ now: UInt64) -> [Effect] {
        guard var peer = peers[address], peer.phase == .connected, packet.source == peer.source else { return [] }
        peer.lastHeard = now
        let arrivals = peer.stream.take(packet)
        peer.schedule(now)
        let offset = peer.offset
        peers[address] = peer
        let effects = arrivals.map { arrival -> Effect in
            var time = now
            if let offset {
                let here = arrival.time &+ UInt32(truncatingIfNeeded: offset)
                // A second either way: a greater difference comes from a wrong clock.
                let difference = min(max(Int32(bitPattern: here &- Self.ticks32(now)), -10_000), 10_000)
                time = UInt64(max(Int64(now) + Int64(difference) * 100_000, 1))
            }
            return .arrived(arrival.words, time: time, from: address)
        }
        return effects + serve(address, now)
    }
}

/// One connection of a session.
struct NetworkPeer: Sendable {
    /// `invitingControl` becomes `invitingData`, `awaitingData` or `invitingData` become `connected`.
    enum Phase: Sendable {
        case invitingControl, invitingData, awaitingData, connected
    }

    let token: UInt32
    let isInitiator: Bool
    var phase: Phase
    var stream: NetworkStream
    /// The other side's number, once it has sent it.
    var source: UInt32 = 0
    var name = ""
    var attempts = 0
    var nextDue: UInt64?
    var lastHeard: UInt64
    var clockDue: UInt64 = 0
    var clockCount = 0
    var feedbackDue: UInt64 = 0
    /// The last packet number that was reported to the other side.
    var told: UInt16?
    /// The difference from the clock of the other side to this one, in units of 100 µs; nil before it is measured.
    var offset: UInt64?

    init(token: UInt32, isInitiator: Bool, phase: Phase, stream: NetworkStream, now: UInt64) {
        (self.token, self.isInitiator, self.phase, self.stream) = (token, isInitiator, phase, stream)
        lastHeard = now
    }

    /// Sets the time at which the connection is due next.
    mutating func schedule(_ now: UInt64) {
        var due = lastHeard + NetworkSession.silenceSeconds * NetworkSession.second
        if isInitiator { due = min(due, clockDue) }
        if let received = stream.received, received != told { due = min(due, feedbackDue) }
        nextDue = due
    }
}
