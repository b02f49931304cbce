import SordinoPolicy
import Testing

/// Outputs that a person picked together: one sound in several rooms (own 34).
@Suite struct RoomStories {
    private static func receiver(_ uid: String, _ latency: Double, _ type: PortType = .airPlay) -> Port {
        var port = World.output(type, uid: uid)
        port.name = uid
        port.isOffered = true
        port.latencySeconds = latency
        return port
    }

    private static let kitchen = receiver("Kitchen", 0.05)
    private static let bath = receiver("Bath", 0.3)
    private static let garden = receiver("Garden", 2)
    private static let speaker = "Speaker-output"

    /// A program that plays in these rooms, and nothing heard yet.
    private static func playing(in uids: [String]) -> (World, AppID) {
        var world = World()
        let mus = world.music()
        world.plug([kitchen, bath, garden])
        for (index, uid) in uids.enumerated() {
            world.send(index == 0 ? .userPicked(portUID: uid) : .userAdded(portUID: uid))
        }
        world.clear()
        return (world, mus)
    }

    private func uids(_ world: World, _ app: AppID) -> [String] {
        world.routes[.app(app)]?.outputs.map(\.uid) ?? []
    }

    private func delays(_ world: World, _ app: AppID) -> [Double] { world.routes[.app(app)]?.delays ?? [] }

    @Test func theFasterRoomsWaitForTheSlowest() {
        let (world, mus) = Self.playing(in: ["Kitchen", "Bath", "Garden"])
        #expect(uids(world, mus) == ["Kitchen", "Bath", "Garden"])
        #expect(delays(world, mus) == [1.95, 1.7, 0])
        // The latency that a program reads is that of all rooms.
        #expect(world.views[mus].map { $0.outputLatencySeconds > 2 && $0.outputLatencySeconds < 2.1 } == true)
        #expect(world.views[mus]?.outputChannels == 2)
        #expect(world.policy.outputChoices.filter(\.isChosen).map(\.uid) == ["Kitchen", "Bath", "Garden"])
        #expect(
            world.policy.outputChoices.filter(\.isChosen).map(\.sentence)
                == Array(repeating: "chosen by the user", count: 3))
    }

    /// Several outputs that are picked at once are one decision: the sound goes nowhere else on the way.
    @Test func outputsThatArePickedAtOnceAreOneDecision() {
        var (world, mus) = Self.playing(in: [])
        world.send(.userPickedTogether(portUIDs: ["Kitchen", "Bath", "Kitchen"]))
        #expect(uids(world, mus) == ["Kitchen", "Bath"] && delays(world, mus) == [0.25, 0])
        func routings(_ world: World) -> Int {
            world.effects.count { if case .route(.app(mus), _, _) = $0 { true } else { false } }
        }
        #expect(routings(world) == 1)
        // More of them: those that play stay as they are.
        world.clear()
        world.send(.userPickedTogether(portUIDs: ["Garden", "Kitchen", "Bath"]))
        #expect(uids(world, mus) == ["Kitchen", "Bath", "Garden"] && routings(world) == 1)
        // Fewer of them: the others stay as late as they are.
        world.clear()
        world.send(.userPickedTogether(portUIDs: ["Kitchen", "Bath"]))
        #expect(uids(world, mus) == ["Kitchen", "Bath"] && delays(world, mus) == [1.95, 1.7])
        #expect(routings(world) == 1)
        // The same once more ends that wait.
        world.send(.userPickedTogether(portUIDs: ["Kitchen", "Bath"]))
        #expect(delays(world, mus) == [0.25, 0])
        // Others, one of which plays.
        world.clear()
        world.send(.userPickedTogether(portUIDs: ["Garden", "Bath"]))
        #expect(uids(world, mus) == ["Garden", "Bath"] && routings(world) == 1)
        world.send(.userPickedTogether(portUIDs: ["Kitchen"]))
        #expect(uids(world, mus) == ["Kitchen"])
    }

    /// Picking what is picked already disturbs nothing.
    @Test(arguments: [["Kitchen"], ["Kitchen", "Bath"], ["Bath", "Kitchen"]])
    func aPickThatIsInForceChangesNothing(wanted: [String]) {
        var (world, mus) = Self.playing(in: Array(["Kitchen", "Bath"].prefix(wanted.count)))
        let before = uids(world, mus)
        #expect(world.send(.userPickedTogether(portUIDs: wanted)) == [])
        #expect(world.send(wanted.count == 1 ? .userPicked(portUID: wanted[0]) : .timeReached) == [])
        #expect(uids(world, mus) == before)
        // The desktop's default came after it.
        world.send(.portsPreferred([Self.speaker]))
        #expect(uids(world, mus) == [Self.speaker])
        world.send(.userPickedTogether(portUIDs: wanted))
        #expect(uids(world, mus) == wanted)
    }

    @Test func outputsThatCannotPlayTogetherAreRefused() {
        let (world, mus) = Self.playing(in: ["Kitchen"])
        for wrong in [[], ["Kitchen", "nowhere"]] {
            var world = world
            let event = Event.userPickedTogether(portUIDs: wrong)
            #expect(world.policy.objection(to: event) != nil)
            #expect(world.send(event) == [] && uids(world, mus) == ["Kitchen"])
        }
    }

    @Test func aRoomIsAddedToTheDeviceItself() {
        let (world, mus) = Self.playing(in: [])
        var alone = world
        alone.send(.userAdded(portUID: "Bath"))
        #expect(uids(alone, mus) == [Self.speaker, "Bath"])
        #expect(delays(alone, mus) == [0.3, 0])
        // One output has nothing to wait for.
        alone.send(.userPicked(portUID: "Kitchen"))
        #expect(uids(alone, mus) == ["Kitchen"])
        #expect(delays(alone, mus) == [])
    }

    /// Nothing stops, and programs do not learn of a lost device, for which they would pause.
    @Test func aRoomThatVanishesStopsNoOtherAndComesBackInStep() {
        var (world, mus) = Self.playing(in: ["Kitchen", "Bath"])
        world.unplug([Self.bath])
        #expect(!world.heard.contains { $0.hasPrefix("stop") || $0.hasPrefix("B(") }, "\(world.heard)")
        #expect(world.heard.contains("R(Mus,8: from AirPlay+AirPlay)"), "\(world.heard)")
        // The kitchen stays as late as it was: no sound is left out there.
        #expect(uids(world, mus) == ["Kitchen"] && delays(world, mus) == [0.25])
        #expect(world.views[mus].map { $0.outputLatencySeconds >= 0.3 } == true)
        world.clear()
        world.plug([Self.bath])
        #expect(uids(world, mus) == ["Kitchen", "Bath"] && delays(world, mus) == [0.25, 0])
        #expect(!world.heard.contains { $0.hasPrefix("stop") })
        // The first one may vanish as well.
        world.unplug([Self.kitchen])
        #expect(uids(world, mus) == ["Bath"] && delays(world, mus) == [0])
        world.plug([Self.kitchen])
        #expect(uids(world, mus) == ["Kitchen", "Bath"] && delays(world, mus) == [0.25, 0])
    }

    /// The others play on as late as they are: no sound is left out there, and no program pauses.
    @Test(arguments: ["Kitchen", "Bath", "Garden"])
    func aRoomThatIsTakenOutStopsNoOther(uid: String) {
        var (world, mus) = Self.playing(in: ["Kitchen", "Bath", "Garden"])
        let before = Dictionary(uniqueKeysWithValues: zip(uids(world, mus), delays(world, mus)))
        world.send(.userRemoved(portUID: uid))
        let others = ["Kitchen", "Bath", "Garden"].filter { $0 != uid }
        #expect(uids(world, mus) == others)
        #expect(delays(world, mus) == others.map { before[$0] })
        #expect(!world.heard.contains { $0.hasPrefix("stop") || $0.hasPrefix("B(") }, "\(world.heard)")
        #expect(world.heard.contains("R(Mus,8: from AirPlay+AirPlay+AirPlay)"), "\(world.heard)")
        let sentence = world.policy.outputChoices.first { $0.uid == uid }?.sentence
        #expect(sentence == "waits until it is chosen")
        // Down to one, which stays as late as it is until the next pick.
        world.send(.userRemoved(portUID: others[0]))
        #expect(uids(world, mus) == [others[1]] && delays(world, mus) == [before[others[1]]])
        let last = Event.userRemoved(portUID: others[1])
        #expect(world.policy.objection(to: last) == "no other output plays: pick another one instead")
        world.send(last)
        #expect(uids(world, mus) == [others[1]])
        // It joins them again, in step.
        world.send(.userAdded(portUID: uid))
        #expect(uids(world, mus) == [others[1], uid])
        #expect(delays(world, mus) == [others[1], uid].map { before[$0] })
        world.send(.userPicked(portUID: uid))
        #expect(uids(world, mus) == [uid] && delays(world, mus) == [])
        let none = "the output Bath is none of several that play together"
        #expect(world.policy.objection(to: .userRemoved(portUID: "Bath")) == none)
    }

    @Test func theLossOfTheLastRoomStopsTheMusicAndEndsThePick() {
        var (world, mus) = Self.playing(in: ["Kitchen", "Bath"])
        world.unplug([Self.bath])
        world.clear()
        world.unplug([Self.kitchen])
        #expect(world.heard.contains("stop(Mus.1)") && world.heard.contains("R(Mus,2: from AirPlay)"))
        world.start(mus)
        world.plug([Self.bath, Self.kitchen])
        #expect(uids(world, mus) == [Self.speaker])
        #expect(world.policy.outputChoices.filter(\.isChosen).map(\.uid) == [Self.speaker])
    }

    /// Both at once is the loss of the last.
    @Test func allRoomsAtOnceAreALoss() {
        var (world, mus) = Self.playing(in: ["Kitchen", "Bath"])
        world.unplug([Self.bath, Self.kitchen])
        #expect(world.heard.contains("stop(Mus.1)"))
        #expect(uids(world, mus) == [Self.speaker])
    }

    @Test func alertsAndCallsStayOnTheDeviceAndAreNotHeldBack() {
        var (world, _) = Self.playing(in: [])
        let notes = world.launch("Notes")
        world.play(notes, 1, IOKind(.systemSound))
        world.send(.userAdded(portUID: "Bath"))
        #expect(world.localRoutes[.app(notes)].map { $0.delays.isEmpty } == true)
        world.send(.callRings(.fullScreen))
        #expect(world.routes[.actor(.call)]?.outputs.map(\.type) == [.builtInSpeaker])
        #expect(world.routes[.actor(.call)]?.delays == [])
    }

    @Test func anotherPickAndANewDeviceEndTheRooms() {
        var (world, mus) = Self.playing(in: ["Kitchen", "Bath"])
        world.plug(World.headphones)
        #expect(world.outputs(mus) == ["Headphones"])
        world.send(.userPicked(portUID: "Bath"))
        world.send(.userAdded(portUID: "nowhere"))
        world.send(.userAdded(portUID: "Bath"))
        #expect(uids(world, mus) == ["Bath"])
    }

    @Test func aRoomWhoseLatencyChangesIsAlignedAnew() {
        var (world, mus) = Self.playing(in: ["Kitchen", "Bath"])
        #expect(delays(world, mus) == [0.25, 0])
        world.plug([Self.receiver("Bath", 0.02)])
        let delays = delays(world, mus)
        #expect(delays.count == 2 && delays[0] == 0 && abs(delays[1] - 0.03) < 1e-12)
    }

    /// Stated latencies are bounded: a room that would hold all others back for too long is late alone.
    @Test(arguments: [
        (10.0, 0.0), (.infinity, 0.05), (.nan, 0.05), (-3, 0.05), (1e300, 0), (4.05, 4), (4.06, 0),
    ])
    func statedLatenciesCannotHoldOthersBackForLong(stated: Double, delay: Double) {
        var world = World()
        let mus = world.music()
        world.plug([Self.kitchen, Self.receiver("Far", stated)])
        world.send(.userPicked(portUID: "Kitchen"))
        world.send(.userAdded(portUID: "Far"))
        let found = delays(world, mus)
        #expect(found.count == 2 && found.allSatisfy { (0...4).contains($0) })
        // Not a number and less than nothing count as nothing: the far room waits for the kitchen.
        let expected = stated.isFinite && stated > 0 ? found.first : found.last
        #expect(expected.map { abs($0 - delay) < 1e-9 } == true, "\(found)")
    }

    @Test func eightRoomsPlayTogetherAndNoMore() {
        var world = World()
        let mus = world.music()
        let rooms = (0..<12).map { Self.receiver("room \($0)", Double($0) / 10) }
        world.plug(rooms)
        world.send(.userPicked(portUID: "room 0"))
        for room in rooms[1..<8] {
            #expect(world.policy.objection(to: .userAdded(portUID: room.uid)) == nil)
            world.send(.userAdded(portUID: room.uid))
        }
        let ninth = Event.userAdded(portUID: "room 8")
        #expect(world.policy.objection(to: ninth) == "8 outputs play together already: take one out first")
        // One that plays already may be named again.
        #expect(world.policy.objection(to: .userAdded(portUID: "room 7")) == nil)
        for room in rooms[8...] { world.send(.userAdded(portUID: room.uid)) }
        #expect(uids(world, mus) == rooms.prefix(8).map(\.uid))
        #expect(zip(delays(world, mus), 0..<8).allSatisfy { abs($0 - (0.7 - Double($1) / 10)) < 1e-9 })
    }

    /// A session for several routes has its own rule (R5.18), and a program without the option does without the receivers.
    @Test func otherKindsOfSessionsKeepTheirRoutes() {
        var (world, _) = Self.playing(in: [])
        world.plug(World.headphones)
        world.send(.userAdded(portUID: "Bath"))
        let app = world.launch("Mixer", category: .multiRoute)
        world.play(app)
        #expect(world.outputs(app) == ["Headphones"] && delays(world, app) == [])
    }
}
