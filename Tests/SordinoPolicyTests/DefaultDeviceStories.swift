import SordinoPolicy
import Testing

/// Where sound goes when the person or the session manager chose a default device.
@Suite struct DefaultDeviceStories {
    private static let usb = [World.output(.usbAudio, device: "usb"), World.input(.usbAudio, device: "usb")]

    @Test func theDefaultDeviceIsPlayedOnWhateverArrives() {
        var world = World()
        let mus = world.music()
        world.plug(Self.usb)
        #expect(world.outputs(mus) == ["USBAudio"])
        world.send(.portsPreferred([World.phonePorts[0].uid]))
        #expect(world.outputs(mus) == ["Speaker"])
        world.clear()
        world.plug(World.headphones)
        // No to and fro: a route that never was is not notified.
        #expect(world.heard == [])
        #expect(world.outputs(mus) == ["Speaker"])
        world.send(.portsPreferred([]))
        #expect(world.outputs(mus) == ["Headphones"])
    }

    @Test func aDefaultDeviceThatComesLaterIsTakenAndLeftWithItsPort() {
        var world = World()
        let mus = world.music()
        world.send(.portsPreferred(Self.usb.map(\.uid)))
        #expect(world.outputs(mus) == ["Speaker"])
        world.plug(Self.usb)
        world.plug(World.headphones)
        #expect(world.outputs(mus) == ["USBAudio"])
        world.unplug(Self.usb)
        world.start(mus)
        #expect(world.outputs(mus) == ["Headphones"])
    }

    @Test func theDeviceItselfAsTheDefaultKeepsItsReceiver() {
        var (world, app) = RouteStories.voice()
        world.plug(Self.usb)
        #expect(world.outputs(app) == ["USBAudio"])
        world.send(.portsPreferred([World.phonePorts[0].uid]))
        #expect(world.outputs(app) == ["Receiver"])
    }

    @Test func aDefaultInputCountsBehindTheProgramsOwn() {
        var (world, app) = RouteStories.voice()
        world.plug(Self.usb)
        #expect(world.view(app).route.inputs.map(\.type) == [.usbAudio])
        world.send(.portsPreferred([World.microphone.uid]))
        #expect(world.view(app).route.inputs.map(\.type) == [.builtInMic])
        world.request(app, .prefer(.input(portUID: Self.usb[1].uid)))
        #expect(world.view(app).route.inputs.map(\.type) == [.usbAudio])
    }

    @Test func aPickInTheServicesOwnPickerEndsTheDefault() {
        var world = World()
        let mus = world.music()
        world.send(.portsPreferred([World.phonePorts[0].uid]))
        world.plug(World.headphones)
        #expect(world.outputs(mus) == ["Speaker"])
        world.send(.userPicked(portUID: World.headphones[0].uid))
        #expect(world.outputs(mus) == ["Headphones"])
    }
}
