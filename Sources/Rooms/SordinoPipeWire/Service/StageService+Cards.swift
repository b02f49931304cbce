import SordinoPolicy
import SordinoRealtime

/// The requests to cards: those of programs, and those of a telephone call.
package struct CardDesk {
    var director = CardDirector()
    package var telephone = TelephoneCall()
    private var calls = CallCards()
    private var report: TelephoneReport?
    /// The master of the present call, and the choice that it follows; nil between calls, when the cards are given back.
    private var lasting: (choice: TelephoneCall.Choice, master: TelephoneCall.Master)?
    /// Called with the state of the cards when it changes.
    var tell: (TelephoneReport) -> Void = { _ in }
    /// The time after which a card's answer is overdue, in nanoseconds; empty while none is waited for.
    private(set) var waits: [UInt64] = []

    package init() {}

    /// Returns the program that switches cards for a call.
    ///
    /// It is the same until the last call has ended, also if a session manager or callaudiod ends, begins or restarts
    /// meanwhile: two masters in one call would take each other's profile for the former one.
    mutating func master(in mirror: GraphMirror) -> TelephoneCall.Master {
        let master = telephone.master(in: mirror)
        guard telephone.isTalking else { return master }
        if let lasting, lasting.choice == telephone.choice { return lasting.master }
        lasting = (telephone.choice, master)
        return master
    }

    /// Indicates whether the service chooses the sockets of the call, and mutes its microphones.
    ///
    /// callaudiod does that itself. A session manager that switches the profile leaves both to others.
    mutating func choosesSockets(in mirror: GraphMirror) -> Bool {
        let master = master(in: mirror)
        return telephone.isTalking && (master == .service || master == .sessionManager)
    }

    /// Returns the requests for the telephone, which come before those of programs.
    ///
    /// - Parameter inputs: The sockets that the call records from, where the service chooses them.
    package mutating func orders(
        _ mirror: GraphMirror, inputs: [CardDirector.Socket], at now: UInt64
    ) -> [CardDirector.Order] {
        let master = master(in: mirror)
        // A call that has ended is its own master's: the one that switched the cards gives them back, and no other.
        let switcher = telephone.isTalking ? master : lasting?.master ?? master
        if !telephone.isTalking { lasting = nil }
        let profiles = calls.orders(
            mirror.devices, isTalking: telephone.isTalking && master != .nobody, isMaster: switcher == .service, at: now
        )
        let mutes = calls.mutes(mirror.devices, inputs, isMuted: telephone.isMicrophoneMuted)
        waits = calls.isWaiting ? [CallCards.patienceNanoseconds / 4] : []
        let isAlone = lasting?.master == .sessionManager && !TelephoneCall.isManagerThere(mirror)
        let report = TelephoneReport(
            master: master, findings: calls.findings + (isAlone ? [.managerGone] : []))
        if report != self.report {
            self.report = report
            tell(report)
        }
        return profiles + mutes
    }
}

extension StageService {
    /// Has cards take the profile and the route of the ports that programs, or the telephone's call, are on.
    func direct(busy: Set<String>, used: [String], _ mirror: GraphMirror) {
        func calls(_ uids: some Sequence<String>) -> Set<UInt32> {
            Set(
                uids.compactMap { uid in
                    guard let named = ports[uid]?.named, named.port.type == .bluetoothHFP else { return nil }
                    return named.device
                })
        }
        func sockets(_ uids: some Sequence<String>) -> [CardDirector.Socket] {
            uids.compactMap { uid in
                guard let named = ports[uid]?.named, let device = named.device, let route = named.route,
                    let part = mirror.nodes[named.node]?.properties.number("card.profile.device")
                else { return nil }
                return CardDirector.Socket(device: device, route: route.index, part: Int32(clamping: part))
            }
        }
        let hasCall = cards.choosesSockets(in: mirror)
        let inputs = hasCall ? cards.telephone.inputs : []
        let outputs = hasCall ? cards.telephone.outputs : []
        let all = busy.union(outputs).union(inputs)
        let late = isActive ? calls(used) : []
        let inCall = calls(all)
        guests?.headsetIsInCall(!inCall.isEmpty || !late.isEmpty)
        var orders = cards.orders(mirror, inputs: sockets(inputs), at: HostClock.now())
        let isOthers = cards.telephone.isTalking && !hasCall
        let wanted = CardDirector.wanted(
            programs: Set(sockets(busy)), call: isOthers ? nil : Set(sockets(outputs + inputs)), mirror.devices)
        orders += cards.director.orders(mirror.devices, calls: inCall, lateCalls: late, sockets: wanted)
        for order in orders { connection.perform(order) }
    }

    /// The telephone's call is another, or its ports are.
    func follow(_ call: TelephoneCall) {
        guard cards.telephone != call else { return }
        cards.telephone = call
        ring()
    }

    /// A card has another profile or route.
    func cardChanged() { if cards.telephone.isTalking || !cards.waits.isEmpty { ring() } }
}
