import SordinoPolicy
import Testing

/// Receivers that were found on a network: nothing is heard there before the person picks one.
@Suite struct NetworkOutputStories {
    private static func receiver(_ uid: String, _ type: PortType = .airPlay) -> Port {
        var port = World.output(type, uid: uid)
        port.name = uid
        port.isOffered = true
        return port
    }

    private static let kitchen = receiver("Kitchen")
    private static let bath = receiver("Bath")

    @Test(arguments: [PortType.airPlay, .AVB]) func whatIsFoundWaitsAndMovesNothing(_ type: PortType) {
        var world = World()
        let mus = world.music()
        world.clear()
        world.plug([Self.receiver("far", type)])
        #expect(world.heard == [])
        #expect(world.outputs(mus) == ["Speaker"])
        #expect(world.device.ports.contains { $0.uid == "far" })
    }

    @Test func thePickedReceiverHasTheMusicAndTheSpeakerTheClicks() {
        var world = World()
        let mus = world.music()
        let notes = world.launch("Notes")
        world.play(notes, 1, IOKind(.systemSound))
        world.plug([Self.kitchen])
        world.clear()
        world.send(.userPicked(portUID: "Kitchen"))
        #expect(world.heard.contains("R(Mus,1: from Speaker)"))
        #expect(world.outputs(mus) == ["AirPlay"])
        #expect(world.localRoutes[.app(notes)]?.outputs.map(\.type) == [.builtInSpeaker])
        world.send(.callRings(.fullScreen))
        #expect(world.routes[.actor(.call)]?.outputs.map(\.type) == [.builtInSpeaker])
    }

    /// As the loss of headphones does (R5.2), and what comes back waits again.
    @Test func theLossOfTheReceiverStopsTheMusicBeforeTheLoudspeakerHasIt() {
        var world = World()
        let mus = world.music()
        world.plug([Self.kitchen])
        world.send(.userPicked(portUID: "Kitchen"))
        world.clear()
        world.unplug([Self.kitchen])
        #expect(world.heard == ["stop(Mus.1)", "R(Mus,2: from AirPlay)", "B(Mus,4)", "pl+(Mus.1)"])
        #expect(world.outputs(mus) == ["Speaker"])
        world.start(mus)
        world.clear()
        world.plug([Self.kitchen])
        #expect(world.heard == [])
        #expect(world.outputs(mus) == ["Speaker"])
        world.send(.userPicked(portUID: "Kitchen"))
        #expect(world.outputs(mus) == ["AirPlay"])
    }

    @Test func anotherReceiverThatIsFoundEndsNoChoice() {
        var world = World()
        let mus = world.music()
        world.plug([Self.kitchen])
        world.send(.userPicked(portUID: "Kitchen"))
        world.clear()
        world.plug([Self.bath])
        #expect(world.heard == [])
        #expect(world.outputs(mus) == ["AirPlay"])
        #expect(world.policy.outputChoices.filter(\.isChosen).map(\.uid) == ["Kitchen"])
    }

    @Test func theLossOfOneReceiverIsNoChoiceOfAnother() {
        var world = World()
        let mus = world.music()
        world.plug([Self.kitchen, Self.bath])
        world.send(.userPicked(portUID: "Kitchen"))
        world.send(.userPicked(portUID: "Bath"))
        world.unplug([Self.bath])
        #expect(world.outputs(mus) == ["Speaker"])
    }

    @Test func headphonesThatComeTakeTheMusicAndKeepTheReceiverOut() {
        var world = World()
        let mus = world.music()
        world.plug([Self.kitchen])
        world.send(.userPicked(portUID: "Kitchen"))
        world.plug(World.headphones)
        #expect(world.outputs(mus) == ["Headphones"])
        world.unplug(World.headphones)
        #expect(world.outputs(mus) == ["Speaker"])
    }

    /// Neither media nor alerts are heard in another room because the device has no output of its own.
    @Test func aDeviceWithoutOutputsStaysSilent() {
        var world = World(ports: [])
        world.plug([Self.kitchen])
        let mus = world.music()
        world.send(.callRings(.fullScreen))
        #expect(world.outputs(mus) == [])
        #expect(world.routes[.actor(.call)]?.outputs ?? [] == [])
        world.send(.userPicked(portUID: "Kitchen"))
        #expect(world.policy.outputChoices.map(\.isChosen) == [true])
    }

    @Test func aSessionForSeveralRoutesDoesNotTakeWhatWaits() {
        var world = World()
        world.plug(World.headphones)
        world.plug([Self.receiver("stage box", .AVB)])
        let app = world.launch("Mixer", category: .multiRoute)
        world.play(app)
        #expect(world.outputs(app) == ["Headphones"])
    }

    /// A type in the configured order is no choice of a receiver; its UID is.
    @Test(arguments: [("AirPlay", "Speaker"), ("Kitchen", "AirPlay")])
    func theConfiguredOrderNamesAReceiver(_ name: String, _ output: String) {
        var settings = PolicySettings()
        settings.portOrder = [name, "Speaker"]
        var world = World(settings)
        let mus = world.music()
        world.plug([Self.kitchen])
        #expect(world.outputs(mus) == [output])
        world.send(.userPicked(portUID: "Kitchen"))
        #expect(world.outputs(mus) == ["AirPlay"])
    }

    @Test func everyOutputHasItsReason() {
        var world = World()
        func reasons(_ world: World) -> [String: String] {
            let choices = world.policy.outputChoices
            #expect(choices.count { $0.isChosen } == 1)
            return Dictionary(uniqueKeysWithValues: choices.map { ($0.uid, $0.sentence) })
        }
        world.plug([Self.kitchen])
        #expect(
            reasons(world) == [
                "Receiver-output": "for calls", "Speaker-output": "the device's own",
                "Kitchen": "waits until it is chosen",
            ])
        world.send(.userPicked(portUID: "Kitchen"))
        #expect(reasons(world)["Kitchen"] == "chosen by the user")
        #expect(reasons(world)["Speaker-output"] == "media plays elsewhere")
        let uid = World.headphones.first { $0.direction == .output }?.uid ?? ""
        world.plug(World.headphones)
        #expect(reasons(world)[uid] == "connected last")
        #expect(reasons(world)["Kitchen"] == "waits until it is chosen")
        world.send(.portsPreferred(["Speaker-output"]))
        #expect(reasons(world)["Speaker-output"] == "the default output of the desktop")
    }
}
