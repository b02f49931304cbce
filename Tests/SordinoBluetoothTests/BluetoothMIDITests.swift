import ByteMutation
import Patience
import PlayedBlueZ
import PrivateBus
import SordinoBluetooth
import SordinoBus
import SordinoMIDI
import SordinoMIDIPorts
import Synchronization
import Testing

/// The packets and notices that a client was given.
private final class Notes: Sendable {
    let heard = Mutex<[UInt32]>([])
    let failures = Mutex<[Int32]>([])
}

/// A MIDI system whose only carrier is Bluetooth, on a bus where `PlayedBlueZ` is BlueZ.
private final class Bench {
    let bus: PrivateBus
    let blueZ: PlayedBlueZ
    let carrier: BluetoothMIDICarrier
    let system: MIDISystem
    let notes = Notes()

    init(isPowered: Bool = true) throws {
        bus = try PrivateBus()
        blueZ = try PlayedBlueZ(bus, isPowered: isPowered)
        carrier = BluetoothMIDICarrier(address: .at(bus.address))
        system = MIDISystem(running: .onThread, carriers: [carrier])
    }

    deinit {
        carrier.close()
        blueZ.end()
    }

    var names: [String] {
        (try? system.read { setup in setup.devices.map { setup.name(of: $0) } }) ?? []
    }

    func listen() throws {
        let notes = notes
        let client = try system.makeClient(name: "Test") { notice in
            if case .ioError(_, let code) = notice { notes.failures.withLock { $0.append(code) } }
        }
        let port = try system.makePort(
            client: client, name: "In",
            receiver: .events(.midi1) { packets, _ in
                notes.heard.withLock { $0 += packets.flatMap(\.words) }
            })
        for source in try system.read({ $0.sources }) { try system.connect(port, to: source, reference: 0) }
    }

    func send(_ words: [UInt32]) throws {
        let destination = try #require(try system.read { $0.destinations.first })
        try system.send([TimedWords(time: 0, words: words)], through: nil, to: destination)
    }

    /// Finds the device and connects with it.
    func connect() throws {
        try #require(carrier.open())
        try #require(Patience.until { carrier.snapshot.availability == .ready })
        carrier.setScanning(true)
        try #require(Patience.until { carrier.snapshot.devices.map(\.name) == ["Keys"] })
        #expect(carrier.snapshot.devices[0].stage == .disconnected)
        try #require(carrier.connect(PlayedBlueZ.device))
        try #require(Patience.until { carrier.snapshot.devices.first?.stage == .ready })
    }
}

extension MIDISetup {
    fileprivate func name(of id: MIDIObjectID) -> String {
        if case .text(let name)? = try? property("name", of: id) { name } else { "" }
    }
}

/// Both roles of BLE-MIDI on a bus with a played BlueZ.
@Suite(.enabled(if: PrivateBus.isAvailable, "skipped: dbus-daemon is not installed"))
struct BluetoothMIDITests {
    @Test func aDeviceIsFoundConnectedPlayedAndGone() throws {
        let bench = try Bench()
        #expect(bench.carrier.snapshot.availability == .closed)
        try bench.connect()
        #expect(bench.carrier.snapshot.devices[0].isPaired)
        let calls = bench.blueZ.state.withLock { $0.calls }
        #expect(
            calls == ["SetDiscoveryFilter", "StartDiscovery", "Pair", "Connect", "ReadValue", "StartNotify"])
        #expect(bench.names == ["Keys"])
        try bench.listen()
        // Two notes by running status in one packet.
        bench.blueZ.play([0x80, 0x81, 0x90, 60, 100, 64, 100])
        #expect(Patience.until { bench.notes.heard.withLock { $0 } == [0x2090_3C64, 0x2090_4064] })
        try bench.send([0x2090_3C7F])
        #expect(Patience.until { bench.blueZ.state.withLock { $0.written.count } == 1 })
        let packet = bench.blueZ.state.withLock { $0.written[0] }
        #expect(packet.count == 5 && packet[0] & 0xC0 == 0x80 && packet[1] & 0x80 == 0x80)
        #expect(packet.suffix(3) == [0x90, 0x3C, 0x7F])
        bench.carrier.setScanning(false)
        #expect(bench.carrier.disconnect(PlayedBlueZ.device))
        #expect(Patience.until { bench.names.isEmpty })
        #expect(bench.carrier.snapshot.devices.map(\.stage) == [.disconnected])
    }

    @Test func aLongMessageLeavesInPacketsOfTheDevicesSize() throws {
        let bench = try Bench()
        try bench.connect()
        let message: [UInt8] = [0xF0] + (0..<60).map { UInt8($0) } + [0xF7]
        var reader = MessageByteReader()
        try bench.send(reader.words(of: message))
        var decoder = BluetoothMIDIDecoder()
        #expect(
            Patience.until {
                var decoder = BluetoothMIDIDecoder()
                return bench.blueZ.state.withLock { $0.written }.flatMap { decoder.arrivals(of: $0) }
                    .flatMap(\.bytes).last == 0xF7
            })
        let written = bench.blueZ.state.withLock { $0.written }
        #expect(written.allSatisfy { $0.count <= 20 } && written.count >= 4)
        #expect(written.flatMap { decoder.arrivals(of: $0) }.flatMap(\.bytes) == message)
    }

    @Test func aPacketIsOnItsWayAtATimeAndAFullQueueIsReported() throws {
        let bench = try Bench()
        try bench.connect()
        try bench.listen()
        bench.blueZ.state.withLock { $0.isSlow = true }
        for note in 0..<30_000 { try bench.send([0x2090_0040 | UInt32(note % 128) << 8]) }
        #expect(Patience.until { bench.notes.failures.withLock { $0.contains(-105) } })
        #expect(bench.blueZ.state.withLock { $0.unanswered } == 1)
    }

    @Test func aDeviceThatAnotherProgramHasIsNamedWithTheReason() throws {
        let bench = try Bench()
        bench.blueZ.state.withLock { $0.refusal = "org.bluez.Error.NotPermitted" }
        try #require(bench.carrier.open())
        try #require(Patience.until { bench.carrier.snapshot.availability == .ready })
        bench.carrier.setScanning(true)
        try #require(Patience.until { !bench.carrier.snapshot.devices.isEmpty })
        bench.carrier.connect(PlayedBlueZ.device)
        #expect(Patience.until { bench.carrier.snapshot.devices[0].stage == .failed("the sequencer has it") })
        #expect(bench.names.isEmpty)
    }

    @Test func othersFindThisDeviceAndPlayIt() throws {
        let bench = try Bench()
        try #require(bench.carrier.open())
        try #require(Patience.until { bench.carrier.snapshot.availability == .ready })
        try #require(bench.carrier.advertise(name: "Stage"))
        try #require(Patience.until { bench.carrier.snapshot.advertising == .on(name: "Stage") })
        let (registered, advertised) = bench.blueZ.state.withLock { ($0.registered, $0.advertised) }
        #expect(
            registered?.fields.map(\.name) == ["/org/sordino/MIDI/service", "/org/sordino/MIDI/service/packets"])
        #expect(advertised?["LocalName"] == .text("Stage") && advertised?["Type"] == .text("peripheral"))
        #expect(advertised?["ServiceUUIDs"] == .list([.text("03b80e5a-ede8-4b33-a751-6ce34ec4c700")]))
        bench.blueZ.call("ReadValue", [.properties([])])
        bench.blueZ.call("StartNotify", [])
        try #require(Patience.until { bench.names == ["Bluetooth"] })
        try bench.listen()
        bench.blueZ.call(
            "WriteValue", [.bytes([0x80, 0x80, 0xB0, 7, 99]), .properties([.init("mtu", .uint16(185))])])
        #expect(Patience.until { bench.notes.heard.withLock { $0 } == [0x20B0_0763] })
        try bench.send([0x2090_3C40])
        #expect(
            Patience.until {
                bench.blueZ.state.withLock { $0.notified.map { Array($0.suffix(3)) } } == [[0x90, 0x3C, 0x40]]
            })
        bench.blueZ.call("StopNotify", [])
        #expect(Patience.until { bench.names.isEmpty && bench.carrier.snapshot.central == nil })
        bench.carrier.stopAdvertising()
        #expect(
            Patience.until {
                bench.blueZ.state.withLock { $0.calls.suffix(2) } == [
                    "UnregisterAdvertisement", "UnregisterApplication",
                ]
            })
        #expect(bench.carrier.snapshot.advertising == .off)
    }

    @Test func blueZThatEndsTakesItsDevicesAndOnesThatIsOffSaysSo() throws {
        let bench = try Bench()
        try bench.connect()
        bench.blueZ.end()
        #expect(Patience.until { bench.names.isEmpty && bench.carrier.snapshot.availability == .absent })
        let second = try PlayedBlueZ(bench.bus, isPowered: false)
        defer { second.end() }
        #expect(Patience.until { bench.carrier.snapshot.availability == .off })
        bench.carrier.advertise(name: "Stage")
        #expect(
            Patience.until {
                bench.carrier.snapshot.advertising == .failed("no adapter of Bluetooth Low Energy is on")
            })
    }

    /// A peer that sends any bytes, oversize ones and many; the others still pass.
    @Test func aHostilePeerHarmsNobody() throws {
        let bench = try Bench()
        try bench.connect()
        try bench.listen()
        try #require(bench.carrier.advertise(name: "Stage"))
        try #require(Patience.until { bench.carrier.snapshot.advertising == .on(name: "Stage") })
        var mutation = ByteMutation(seed: 36)
        for _ in 0..<2_000 {
            bench.blueZ.play((0..<mutation.choice(below: 600)).map { _ in UInt8(mutation.choice(below: 256)) })
        }
        let refused = Mutex(0)
        bench.blueZ.call("WriteValue", [.bytes([UInt8](repeating: 0x80, count: 3_000)), .properties([])]) { error in
            if case .refused("org.bluez.Error.InvalidValueLength", _)? = error { refused.withLock { $0 += 1 } }
        }
        bench.blueZ.call("WriteValue", [.text("no bytes")]) { error in if error != nil { refused.withLock { $0 += 1 } }
        }
        bench.blueZ.call("Nothing", []) { error in if error != nil { refused.withLock { $0 += 1 } } }
        #expect(Patience.until { refused.withLock { $0 } == 3 })
        // A thousand strangers, more than are remembered.
        bench.blueZ.perform { link in
            for number in 0..<3_000 {
                PlayedBlueZ.announce(
                    link, "\(PlayedBlueZ.adapter)/dev_\(number)", name: "\u{7}" + String(repeating: "n", count: 2_000))
            }
        }
        #expect(Patience.until { bench.carrier.snapshot.devices.count >= 1_000 })
        #expect(bench.carrier.snapshot.devices.allSatisfy { $0.name.utf8.count <= 248 && !$0.name.contains("\u{7}") })
        bench.notes.heard.withLock { $0 = [] }
        bench.blueZ.play([0x80, 0x81, 0x90, 60, 100])
        #expect(Patience.until { bench.notes.heard.withLock { $0.last } == 0x2090_3C64 })
    }

    /// Another program on the bus is not BlueZ.
    @Test func callsAndSignalsOfOthersAreRefused() throws {
        let bench = try Bench()
        try bench.connect()
        try #require(bench.carrier.advertise(name: "Stage"))
        try #require(Patience.until { bench.carrier.snapshot.advertising == .on(name: "Stage") })
        try bench.listen()
        let stranger = try BusConnection(.at(bench.bus.address))
        defer { stranger.close() }
        let application = try #require(bench.blueZ.state.withLock { $0.application })
        let problem = BusAnswer<BusError?>()
        stranger.perform { link in
            PlayedBlueZ.change(
                link, PlayedBlueZ.characteristic, "org.bluez.GattCharacteristic1",
                [.init("Value", .bytes([0x80, 0x81, 0x90, 1, 1]))])
            let method = BusMethod(
                destination: application, path: "/org/sordino/MIDI/service/packets",
                interface: "org.bluez.GattCharacteristic1", member: "WriteValue")
            try? link.call(
                method, typed: [.bytes([0x80, 0x81, 0x90, 2, 2]), .properties([])], seconds: 60
            ) { problem.finish(.success($0.error)) }
        }
        #expect(
            try problem.wait(seconds: 600)
                == .refused(name: "org.freedesktop.DBus.Error.AccessDenied", text: "only BlueZ may call"))
        bench.blueZ.play([0x80, 0x81, 0x90, 3, 3])
        #expect(Patience.until { bench.notes.heard.withLock { $0 } == [0x2090_0303] })
    }
}
