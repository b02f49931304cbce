import CGraphClock
import HardwareContract
import PrivatePipeWire
import SordinoHardware
import SordinoPipeWire
import SordinoPolicy
import Testing

@Suite struct CardDirectorTests {
    private func headset(active: Int32) -> [UInt32: GraphDevice] {
        var device = GraphDevice(id: 5, properties: ["device.api": "bluez5"], isKnown: true)
        for (index, name) in ["off", "a2dp-sink", "headset-head-unit-cvsd", "headset-head-unit"].enumerated() {
            device.take(GraphProfile(index: Int32(index), name: name, isActive: Int32(index) == active))
        }
        return [5: device]
    }

    @Test func aMicrophoneNeedsTheCallProfileAndAfterwardsMusicIsBack() {
        var director = CardDirector()
        var said: [[CardDirector.Order]] = []
        said.append(director.orders(headset(active: 1), calls: [5], lateCalls: [5], sockets: []))
        // Asked once, whether the device has answered or not.
        said.append(director.orders(headset(active: 1), calls: [5], lateCalls: [5], sockets: []))
        said.append(director.orders(headset(active: 3), calls: [5], lateCalls: [5], sockets: []))
        said.append(director.orders(headset(active: 3), calls: [], lateCalls: [5], sockets: []))
        said.append(director.orders(headset(active: 3), calls: [], lateCalls: [], sockets: []))
        said.append(director.orders(headset(active: 1), calls: [], lateCalls: [], sockets: []))
        #expect(said == [[.profile(device: 5, index: 3)], [], [], [], [.profile(device: 5, index: 1)], []])
    }

    @Test func aProfileThatThePersonChoseIsLeftAlone() {
        var director = CardDirector()
        let began = director.orders(headset(active: 3), calls: [5], lateCalls: [5], sockets: [])
        let ended = director.orders(headset(active: 3), calls: [], lateCalls: [], sockets: [])
        #expect(began == [] && ended == [])
        var other = CardDirector()
        _ = other.orders(headset(active: 1), calls: [5], lateCalls: [5], sockets: [])
        let afterwards = other.orders(headset(active: 0), calls: [], lateCalls: [], sockets: [])
        #expect(afterwards == [])
    }

    @Test func aSocketIsChosenOnceForEachUse() {
        var card = GraphDevice(id: 7, properties: [:], isKnown: true)
        card.take(GraphRoute(index: 0, isInput: false, name: "speaker"))
        card.take(GraphRoute(index: 1, isInput: false, name: "headphones"))
        card.take(GraphRoute(index: 0, isInput: false, name: "speaker", isActive: true, device: 2))
        let socket = CardDirector.Socket(device: 7, route: 1, part: 2)
        var director = CardDirector()
        var said: [[CardDirector.Order]] = []
        for sockets in [[socket], [socket], [], [socket]] as [Set<CardDirector.Socket>] {
            said.append(director.orders([7: card], calls: [], lateCalls: [], sockets: sockets))
        }
        let order = CardDirector.Order.route(device: 7, index: 1, part: 2)
        #expect(said == [[order], [], [], [order]])
        card.take(GraphRoute(index: 1, isInput: false, name: "headphones", isActive: true, device: 2))
        var other = CardDirector()
        let chosen = other.orders([7: card], calls: [], lateCalls: [], sockets: [socket])
        #expect(chosen == [])
    }
}

/// A device of a test's own in the graph: what is asked of it is only remembered.
private final class FakeDevice {
    let device: OpaquePointer

    init?(_ server: PrivatePipeWire, _ properties: String, profiles: String, routes: String = "", profile: Int32 = 0) {
        guard let device = fake_device_start(server.remote, properties, profiles, routes, profile, 0) else {
            return nil
        }
        self.device = device
    }

    var profile: Int32 { fake_device_profile(device) }
    var route: Int32 { fake_device_route(device, false) }

    deinit { fake_device_free(device) }
}

extension PipeWireTests {
    @Suite(.serialized) struct CardTests {
        private func id(_ hand: GraphHand, of name: String) -> UInt32? {
            hand.wait { graph in graph.devices.values.first { $0.properties["device.name"] == name }?.id }
        }

        @Test func aProgramOnASocketHasTheCardChooseIt() throws {
            let stand = try PipeWireStand()
            let card = try #require(
                FakeDevice(
                    stand.server, "device.name = card media.class = Audio/Device", profiles: "on",
                    routes: "speaker headphones"))
            let number = try #require(id(stand.hand, of: "card"))
            let sink = try #require(
                stand.hand.plug("card sink", properties: ["device.id": "\(number)", "card.profile.device": "0"]))
            let other = try #require(GraphRecorder(stand.hand, monitorOf: sink, channels: 2))
            #expect(
                stand.recorder.wait {
                    stand.hardware.ports.contains { $0.uid == "card sink:headphones" && $0.type == .headphones }
                })
            #expect(card.route == 0)
            let program = TestProgram(1, .constant(0.5))
            try program.play(stand.hardware, on: ["card sink:headphones"])
            #expect(stand.recorder.wait { card.route == 1 })
            #expect(
                other.wait {
                    other.pass(1_000)
                    return other.samples[0].last == 0.5
                })
            #expect(fake_device_routes_set(card.device) == 1)
        }

        /// A card with a mixer of its own, short of the card: its volume is its route's, not its node's.
        @Test func aCardsOwnMixerIsTheVolume() throws {
            let stand = try PipeWireStand()
            let log = EventLog()
            stand.hardware.begin { log.add($0) }
            func volumes() -> [Float] {
                log.entries.compactMap { if case .volume(let volume) = $0 { volume } else { nil } }
            }
            let card = try #require(
                FakeDevice(
                    stand.server, "device.name = card media.class = Audio/Device", profiles: "on",
                    routes: "speaker headphones"))
            let number = try #require(id(stand.hand, of: "card"))
            try #require(
                stand.hand.plug("card sink", properties: ["device.id": "\(number)", "card.profile.device": "0"]) != nil)
            #expect(stand.recorder.wait { stand.hardware.ports.contains { $0.uid == "card sink:speaker" } })
            stand.hardware.volume = 0.5
            #expect(stand.recorder.wait { abs(fake_device_volume(card.device) - 0.125) < 1e-6 })
            #expect(fake_device_volumes_set(card.device) == 1)
            #expect(fake_device_routes_set(card.device) == 0)
            // A key, or a slider of the desktop.
            fake_device_turn(card.device, 0.512)
            #expect(stand.recorder.wait { volumes().last.map { abs($0 - 0.8) < 0.001 } ?? false })
            #expect(abs(stand.hardware.volume - 0.8) < 0.001)
        }

        @Test func aProgramOnABluetoothMicrophoneHasTheHeadsetSwitchAndSwitchBack() throws {
            let stand = try PipeWireStand()
            let address = "00:11:22:33:44:55"
            let headset = try #require(
                FakeDevice(
                    stand.server,
                    "device.name = headset device.api = bluez5 api.bluez5.address = \"\(address)\" "
                        + "media.class = Audio/Device",
                    profiles: "off a2dp-sink headset-head-unit", profile: 1))
            let number = try #require(id(stand.hand, of: "headset"))
            func properties(_ profile: String) -> [String: String] {
                [
                    "device.id": "\(number)", "api.bluez5.profile": profile, "api.bluez5.address": address,
                    "device.api": "bluez5",
                ]
            }
            stand.hand.plug("music", properties: properties("a2dp-sink"))
            let uids = ["-tacl", "-tsco", "-tsco-input"].map { address + $0 }
            #expect(stand.recorder.wait { uids.allSatisfy { uid in stand.hardware.ports.contains { $0.uid == uid } } })
            let log = EventLog()
            stand.hardware.begin { log.add($0) }
            let program = TestProgram(1, .constant(0.5), inputs: 1)
            try program.play(stand.hardware, on: [uids[1]], from: [uids[2]])
            #expect(stand.recorder.wait { headset.profile == 2 })
            // The part of BlueZ with the new profile.
            stand.hand.unplug("music")
            let sink = try #require(
                stand.hand.plug("voice", positions: "MONO", properties: properties("headset-head-unit")))
            stand.hand.plug(
                "voice in", isSource: true, positions: "MONO", properties: properties("headset-head-unit"))
            let other = try #require(GraphRecorder(stand.hand, monitorOf: sink, channels: 1))
            #expect(
                other.wait {
                    other.pass(1_000)
                    return other.samples[0].last == 0.5
                })
            program.stream?.stop()
            #expect(stand.recorder.wait { headset.profile == 1 })
            #expect(fake_device_profiles_set(headset.device) == 2)
            // For programs the headset had all its ports all the time.
            #expect(!log.entries.contains { if case .portsDeparted = $0 { true } else { false } })
        }
    }
}
