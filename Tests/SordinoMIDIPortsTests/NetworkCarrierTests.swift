import Patience
import SordinoMIDI
import SordinoMIDIPorts
import SordinoRealtime
import Testing

/// Two MIDI systems of this process that are connected by UDP on this machine.
@Suite(.serialized) struct NetworkCarrierTests {
    private struct End {
        let carrier: NetworkMIDICarrier
        let system: MIDISystem
        let heard = Heard<TimedWords>()

        init(_ name: String, seed: UInt64) throws {
            carrier = NetworkMIDICarrier(name: name, seed: seed)
            system = MIDISystem(running: .onThread, carriers: [carrier])
            try #require(carrier.open(isLocal: true), "no UDP port is free")
            let client = try system.makeClient(name: name, nil)
            let heard = heard
            let port = try system.makePort(
                client: client, name: "In", receiver: .events(.midi1) { packets, _ in packets.forEach(heard.append) })
            try system.connect(port, to: try system.read { $0.sources[0] }, reference: 0)
        }

        func send(_ words: [UInt32]) throws {
            let destination = try system.read { $0.destinations[0] }
            try system.send([TimedWords(time: 0, words: words)], through: nil, to: destination)
        }
    }

    private func connected() throws -> (End, End) {
        let (one, two) = (try End("One", seed: 1), try End("Two", seed: 2))
        let address = NetworkAddress(host: 0x7F00_0001, port: two.carrier.port)
        try #require(one.carrier.connect(address))
        try #require(Patience.until { one.carrier.connected == [address] && two.carrier.connected.count == 1 })
        return (one, two)
    }

    @Test func bothRolesSendAndHear() throws {
        let (one, two) = try connected()
        defer {
            one.carrier.close()
            two.carrier.close()
        }
        try one.send([0x2090_3C64])
        try two.send([0x2091_4064])
        #expect(Patience.until { two.heard.all.map(\.words) == [[0x2090_3C64]] })
        #expect(Patience.until { one.heard.all.map(\.words) == [[0x2091_4064]] })
        #expect(two.carrier.name(of: two.carrier.connected[0]) == "One")
        // Many and long: none is lost or changes its place on the way.
        let message = [0xF0] + (0..<5_000).map { UInt8($0 & 0x7F) } + [0xF7]
        try one.send(UniversalPacket.words(ofMessage: message))
        for key in 0..<100 as Range<UInt32> { try one.send([0x2090_0040 | key << 8]) }
        var notes: [UInt32] = []
        var unpacking = PacketUnpacking()
        var messages: [[UInt8]] = []
        #expect(Patience.until { two.heard.all.flatMap(\.words).count { $0 >> 28 == 2 && $0 >> 20 & 0xF == 9 } >= 101 })
        for words in two.heard.all.dropFirst().map(\.words) {
            UniversalPacket.forEachPacket(in: words) { packet in
                if packet.count == 1 { notes.append(packet[0]) } else { messages += unpacking.messages(of: packet) }
            }
        }
        #expect(notes == (0..<100).map { 0x2090_0040 | UInt32($0) << 8 } && messages == [message])
    }

    @Test func whoClosesIsGoneForTheOther() throws {
        let (one, two) = try connected()
        defer { two.carrier.close() }
        one.carrier.close()
        #expect(Patience.until { two.carrier.connected.isEmpty })
        #expect(try one.system.read { $0.sources.isEmpty && $0.devices.isEmpty })
        #expect(one.carrier.port == 0 && !one.carrier.connect(NetworkAddress(host: 0x7F00_0001, port: 5004)))
    }

    @Test func theDeviceSaysWhatItIs() throws {
        let end = try End("One", seed: 3)
        defer { end.carrier.close() }
        let (device, entity) = try end.system.read { setup in
            (setup.devices[0], setup.objects[setup.sources[0]]?.parent ?? 0)
        }
        #expect(
            try end.system.read { setup throws(MIDIFailure) in try setup.property("driver", of: device) }
                == .text("com.apple.AppleMIDINetworkDriver"))
        #expect(
            try end.system.read { setup throws(MIDIFailure) in try setup.property("apple.midirtp.session", of: entity) }
                == .integer(1))
    }
}
