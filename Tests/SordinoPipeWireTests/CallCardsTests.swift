import SordinoPipeWire
import SordinoPolicy
import Testing

/// Which profile a phone's card is asked for in a call, without a server.
@Suite struct CallCardsTests {
    private static let patience = CallCards.patienceNanoseconds
    private static let call = CardDirector.Order.profile(device: 4, index: 2)
    private static let music = CardDirector.Order.profile(device: 4, index: 1)

    private static func phone(active: Int32, id: UInt32 = 4) -> [UInt32: GraphDevice] {
        var device = GraphDevice(id: id, properties: ["device.description": "Phone"], isKnown: true)
        for (index, name) in ["off", "HiFi", "Voice Call"].enumerated() {
            device.take(GraphProfile(index: Int32(index), name: name, isActive: Int32(index) == active))
        }
        return [id: device]
    }

    @Test func aCallAsksOnceAndTheFormerProfileComesBackAfterIt() {
        var cards = CallCards()
        #expect(cards.orders(Self.phone(active: 1), isTalking: false, at: 0) == [])
        #expect(cards.orders(Self.phone(active: 1), isTalking: true, at: 1) == [Self.call])
        #expect(cards.findings == [.asked(card: "Phone", profile: "Voice Call")])
        #expect(cards.isWaiting)
        #expect(cards.orders(Self.phone(active: 1), isTalking: true, at: 2) == [])
        #expect(cards.orders(Self.phone(active: 2), isTalking: true, at: 3) == [])
        #expect(cards.findings == [.active(card: "Phone", profile: "Voice Call")])
        #expect(!cards.isWaiting)
        #expect(cards.orders(Self.phone(active: 2), isTalking: false, at: 4) == [Self.music])
        #expect(cards.findings == [])
        #expect(cards.orders(Self.phone(active: 1), isTalking: false, at: 5) == [])
    }

    @Test func aCardThatIsInItsProfileAlreadyStaysThere() {
        var cards = CallCards()
        #expect(cards.orders(Self.phone(active: 2), isTalking: true, at: 1) == [])
        #expect(cards.findings == [.active(card: "Phone", profile: "Voice Call")])
        #expect(cards.orders(Self.phone(active: 2), isTalking: false, at: 2) == [])
    }

    @Test func aProfileThatNeverBecomesActiveIsAskedForTwiceAndNamed() {
        var cards = CallCards()
        var asked: [CardDirector.Order] = []
        for step in 0...20 {
            asked += cards.orders(Self.phone(active: 1), isTalking: true, at: UInt64(step) * Self.patience / 4)
        }
        #expect(asked == [Self.call, Self.call])
        #expect(cards.findings == [.late(card: "Phone", profile: "Voice Call")])
        #expect(!cards.isWaiting)
        // The card may still carry the request out: the last word is the former profile.
        #expect(cards.orders(Self.phone(active: 1), isTalking: false, at: 100 * Self.patience) == [Self.music])
    }

    @Test func aCardThatAnswersLateIsInItsProfileAfterAll() {
        var cards = CallCards()
        for step in 0...20 {
            _ = cards.orders(Self.phone(active: 1), isTalking: true, at: UInt64(step) * Self.patience / 4)
        }
        #expect(cards.orders(Self.phone(active: 2), isTalking: true, at: 50 * Self.patience) == [])
        #expect(cards.findings == [.active(card: "Phone", profile: "Voice Call")])
        #expect(cards.orders(Self.phone(active: 2), isTalking: false, at: 51 * Self.patience) == [Self.music])
    }

    @Test func aChoiceOfThePersonInTheCallStays() {
        var cards = CallCards()
        _ = cards.orders(Self.phone(active: 1), isTalking: true, at: 1)
        _ = cards.orders(Self.phone(active: 2), isTalking: true, at: 2)
        #expect(cards.orders(Self.phone(active: 0), isTalking: true, at: 3) == [])
        #expect(cards.findings == [.replaced(card: "Phone", profile: "Voice Call")])
        #expect(cards.orders(Self.phone(active: 0), isTalking: true, at: 9 * Self.patience) == [])
        #expect(cards.orders(Self.phone(active: 0), isTalking: false, at: 10 * Self.patience) == [])
    }

    @Test func aCardThatVanishesInACallIsNamedAndAskedAgainWhenItIsBack() {
        var cards = CallCards()
        _ = cards.orders(Self.phone(active: 1), isTalking: true, at: 1)
        #expect(cards.orders([:], isTalking: true, at: 2) == [])
        #expect(cards.findings == [.vanished(card: "Phone")])
        let again = cards.orders(Self.phone(active: 1, id: 9), isTalking: true, at: 3)
        #expect(again == [.profile(device: 9, index: 2)])
        #expect(cards.findings == [.asked(card: "Phone", profile: "Voice Call")])
        _ = cards.orders([:], isTalking: true, at: 4)
        #expect(cards.orders([:], isTalking: false, at: 5) == [])
        #expect(cards.findings == [])
    }

    @Test func whereAnotherProgramIsTheMasterCardsAreOnlyWatched() {
        var cards = CallCards()
        func step(_ active: Int32, isTalking: Bool = true, at now: UInt64) -> [CallCards.Finding] {
            let orders = cards.orders(Self.phone(active: active), isTalking: isTalking, isMaster: false, at: now)
            #expect(orders == [])
            return cards.findings
        }
        #expect(step(1, at: 1) == [])
        #expect(step(2, at: 2) == [.active(card: "Phone", profile: "Voice Call")])
        // The master has heard of the end of the call before.
        #expect(step(1, at: 3) == [])
        #expect(step(1, isTalking: false, at: 4) == [])
        for round: UInt64 in 0...4 { _ = step(1, at: 5 + round * Self.patience) }
        #expect(cards.findings == [.late(card: "Phone", profile: "Voice Call")])
        #expect(step(1, isTalking: false, at: 9 * Self.patience) == [])
    }

    @Test func cardsWithoutTheProfileAreLeftAlone() {
        var cards = CallCards()
        var device = GraphDevice(id: 4, properties: [:], isKnown: true)
        device.take(GraphProfile(index: 1, name: "HiFi", isActive: true))
        #expect(cards.orders([4: device], isTalking: true, at: 1) == [])
        #expect(cards.findings == [.noProfile])
        #expect(cards.orders([4: device], isTalking: false, at: 2) == [])
        #expect(cards.findings == [])
    }

    @Test(arguments: [
        ("Voice Call", "", true), ("HiFi", "Voice call (earpiece)", true), ("VoiceCall", "", true),
        ("pro-audio", "", false), ("voice", "Call me", false), ("headset-head-unit", "", false), ("", "", false),
    ])
    func aProfileForCallsIsKnownByItsName(name: String, description: String, isMeant: Bool) {
        #expect(GraphProfile(index: 0, name: name, description: description).isForTelephone == isMeant)
    }

    @Test func aBluetoothDeviceIsNotThePhonesCard() {
        var device = GraphDevice(id: 4, properties: ["device.api": "bluez5"], isKnown: true)
        device.take(GraphProfile(index: 1, name: "Voice Call"))
        #expect(device.telephoneProfile == nil)
    }

    @Test func microphonesAreMutedOnceAndGivenBack() {
        var cards = CallCards()
        let socket = CardDirector.Socket(device: 4, route: 3, part: 1)
        func phone(isMuted: Bool) -> [UInt32: GraphDevice] {
            var devices = Self.phone(active: 2)
            devices[4]?.take(
                GraphRoute(
                    index: 3, isInput: true, name: "mic", isActive: true, device: 1, volumes: [0.5], isMuted: isMuted))
            return devices
        }
        #expect(cards.mutes(phone(isMuted: false), [socket], isMuted: false) == [])
        #expect(cards.mutes(phone(isMuted: false), [socket], isMuted: true) == [.mute(socket, [0.5], true)])
        // A slider that unmutes it again is the person's.
        #expect(cards.mutes(phone(isMuted: false), [socket], isMuted: true) == [])
        #expect(cards.mutes(phone(isMuted: true), [socket], isMuted: false) == [.mute(socket, [0.5], false)])
        _ = cards.mutes(phone(isMuted: false), [socket], isMuted: true)
        // Also before the card has said that it is muted.
        #expect(cards.mutes(phone(isMuted: false), [socket], isMuted: false) == [.mute(socket, [0.5], false)])
        _ = cards.mutes(phone(isMuted: false), [socket], isMuted: true)
        // The call ends while it is muted.
        #expect(cards.mutes(phone(isMuted: true), [], isMuted: true) == [.mute(socket, [0.5], false)])
        #expect(cards.mutes(phone(isMuted: true), [], isMuted: true) == [])
    }

    @Test func oneProgramIsTheMaster() {
        var graph = GraphMirror()
        var call = TelephoneCall()
        #expect(call.master(in: graph) == .service)
        call.hasModemManager = true
        #expect(call.master(in: graph) == .service)
        graph.apply(.appeared(1, .metadata, ["metadata.name": WirePlumberTreaty.object]))
        graph.apply(
            .metadata(
                object: WirePlumberTreaty.object, subject: 0, key: WirePlumberTreaty.Topic.pausePlayback.rawValue,
                value: "false"))
        #expect(call.master(in: graph) == .sessionManager)
        // It follows no calls of oFono.
        call.hasModemManager = false
        #expect(call.master(in: graph) == .service)
        call.hasCallaudiod = true
        #expect(call.master(in: graph) == .callaudiod)
        call.choice = .service
        #expect(call.master(in: graph) == .service)
        call.choice = .never
        #expect(call.master(in: graph) == .nobody)
    }

    @Test func aSocketIsChosenAgainInAnotherProfile() {
        var director = CardDirector()
        let socket = CardDirector.Socket(device: 4, route: 1, part: 0)
        func orders(_ active: Int32) -> [CardDirector.Order] {
            var devices = Self.phone(active: active)
            devices[4]?.take(GraphRoute(index: 1, isInput: false, name: "speaker"))
            return director.orders(devices, calls: [], lateCalls: [], sockets: [socket])
        }
        let order = CardDirector.Order.route(device: 4, index: 1, part: 0)
        #expect([orders(1), orders(1), orders(2), orders(2)] == [[order], [], [order], []])
    }

    @Test func theCallsSocketComesBeforeAProgramsOnItsPartOfTheCard() {
        typealias Socket = CardDirector.Socket
        let (loud, ear) = (Socket(device: 4, route: 0, part: 0), Socket(device: 4, route: 1, part: 0))
        let (microphone, screen) = (Socket(device: 4, route: 2, part: 1), Socket(device: 4, route: 3, part: 2))
        let programs: Set = [loud, microphone, screen, Socket(device: 9, route: 0, part: 0)]
        func wanted(_ call: Set<Socket>?, active: Int32) -> Set<Socket> {
            CardDirector.wanted(programs: programs, call: call, Self.phone(active: active))
        }
        #expect(wanted([], active: 2) == programs)
        #expect(wanted([ear], active: 2) == programs.subtracting([loud]).union([ear]))
        // Another program chooses, in the profile for calls.
        #expect(wanted(nil, active: 2) == [Socket(device: 9, route: 0, part: 0)])
        #expect(wanted(nil, active: 1) == programs)
    }

    // MARK: Ports

    /// A graph with the card's nodes of one profile.
    private func graph(_ active: Int32, node: UInt32?) -> GraphMirror {
        var graph = GraphMirror()
        graph.apply(.appeared(4, .device, [:]))
        graph.apply(.properties(4, ["device.name": "card", "device.description": "Phone"]))
        for (index, name) in ["off", "HiFi", "Voice Call"].enumerated() {
            graph.apply(.profile(4, GraphProfile(index: Int32(index), name: name, isActive: Int32(index) == active)))
        }
        for (index, name) in ["earpiece", "speaker"].enumerated() {
            graph.apply(
                .route(
                    4,
                    GraphRoute(
                        index: Int32(index), isInput: false, name: name, type: name, isActive: index == 0, device: 0)))
        }
        guard let node else { return graph }
        graph.apply(.appeared(node, .node, [:]))
        graph.apply(
            .properties(
                node,
                [
                    "node.name": "sink \(active)", "media.class": "Audio/Sink", "device.id": "4",
                    "card.profile.device": "0",
                ]))
        graph.apply(
            .appeared(
                node + 1, .port,
                ["node.id": "\(node)", "port.id": "0", "port.direction": "in", "audio.channel": "MONO"]))
        return graph
    }

    /// A session manager that begins or ends in a call changes nothing for that call, its end included.
    @Test(arguments: [true, false]) func theProgramThatSwitchedACardGivesItBack(isService: Bool) {
        func phone(_ active: Int32, hasManager: Bool) -> GraphMirror {
            var graph = graph(active, node: 10)
            guard hasManager else { return graph }
            graph.apply(.appeared(1, .metadata, ["metadata.name": WirePlumberTreaty.object]))
            graph.apply(
                .metadata(
                    object: WirePlumberTreaty.object, subject: 0, key: WirePlumberTreaty.Topic.pausePlayback.rawValue,
                    value: "false"))
            return graph
        }
        var desk = CardDesk()
        desk.telephone.hasModemManager = true
        desk.telephone.isTalking = true
        // The call is known before the card has changed.
        let begun = desk.orders(phone(1, hasManager: !isService), inputs: [], at: 1)
        #expect(begun == (isService ? [Self.call] : []))
        #expect(desk.orders(phone(2, hasManager: !isService), inputs: [], at: 2) == [])
        #expect(desk.orders(phone(2, hasManager: isService), inputs: [], at: 3) == [])
        desk.telephone.isTalking = false
        #expect(desk.orders(phone(2, hasManager: isService), inputs: [], at: 4) == (isService ? [Self.music] : []))
        // The next call has a master of its own.
        desk.telephone.isTalking = true
        let late = 5 + Self.patience
        #expect(desk.orders(phone(1, hasManager: false), inputs: [], at: late) == [Self.call])
    }

    @Test func thePortsOfAPhoneStayWhileItsCardChangesItsProfile() {
        var catalog = PortCatalog()
        let second: UInt64 = 1_000_000_000
        let first = catalog.update(graph(1, node: 10), at: 0)
        #expect(first.arrived.map(\.uid) == ["card:earpiece"] || first.arrived.count == 2)
        let uids = first.arrived.map(\.uid)
        // Between the two profiles the card has no nodes, and in a profile for calls it may have none at all.
        #expect(catalog.update(graph(1, node: nil), at: second).isEmpty)
        #expect(catalog.update(graph(2, node: nil), at: 2 * second).isEmpty)
        #expect(!catalog.isWaiting)
        #expect(catalog.update(graph(2, node: nil), at: 900 * second).isEmpty)
        let moved = catalog.update(graph(2, node: 20), at: 901 * second)
        #expect(moved.departed == [] && moved.arrived == [] && moved.moved == uids)
        let back = catalog.update(graph(1, node: 30), at: 902 * second)
        #expect(back.departed == [] && back.arrived == [] && back.moved == uids)
        // A card whose nodes do not come back has lost its ports.
        #expect(catalog.update(graph(1, node: nil), at: 903 * second).isEmpty)
        #expect(catalog.isWaiting)
        #expect(catalog.update(graph(1, node: nil), at: 905 * second).departed == uids)
    }
}
