import CoreMIDI
import Foundation
import Glibc
import Patience
import SordinoMIDI
import SordinoMIDIPorts
import Testing

/// The session of this process, and another participant on this machine.
@Suite(.serialized) struct NetworkSessionFaceTests {
    @Test func theSessionInvitesAndIsInvited() throws {
        setenv("SORDINO_MIDI_NETWORK", "local", 1)
        let other = NetworkMIDICarrier(name: "Other", seed: 5)
        let heard = Heard<TimedWords>()
        other.begin { event in if case .arrived(_, let packet) = event { heard.append(packet) } }
        try #require(other.open(isLocal: true))
        let session = MIDINetworkSession.default()
        #expect(session === MIDINetworkSession.default() && !session.isEnabled && session.networkPort == 0)
        #expect(session.sourceEndpoint() == 0 && session.connections().isEmpty)
        session.isEnabled = true
        try #require(session.isEnabled && session.networkPort >= 5004)
        defer {
            session.isEnabled = false
            other.close()
        }
        #expect(session.connectionPolicy == .noOne)
        let own = NetworkAddress(host: 0x7F00_0001, port: UInt16(session.networkPort))
        // No host may connect yet.
        #expect(other.connect(own))
        #expect(Patience.until { !other.disconnect(own) }, "refused")
        let host = MIDINetworkHost(name: "Other", address: "127.0.0.1", port: Int(other.port))
        let connection = MIDINetworkConnection(host: host)
        #expect(session.addConnection(connection))
        #expect(Patience.until { session.connections() == [connection] && other.connected == [own] })
        var client = MIDIClientRef()
        var (input, output) = (MIDIPortRef(), MIDIPortRef())
        MIDIClientCreateWithBlock("App" as CFString, &client, nil)
        MIDIOutputPortCreate(client, "Out" as CFString, &output)
        let arrived = Heard<[UInt32]>()
        MIDIInputPortCreateWithProtocol(client, "In" as CFString, ._1_0, &input) { list, _ in
            for packet in list.unsafeSequence() { arrived.append(Array(packet.words())) }
        }
        #expect(MIDIPortConnectSource(input, session.sourceEndpoint(), nil) == noErr)
        let list = MIDIEventList.Builder(inProtocol: ._1_0, wordSize: 64)
        list.append(timestamp: 0, words: [0x2090_3C64])
        list.withUnsafePointer { _ = MIDISendEventList(output, session.destinationEndpoint(), $0) }
        #expect(Patience.until { heard.all.map(\.words) == [[0x2090_3C64]] })
        other.send(TimedWords(time: 0, words: [0x2080_3C40]), to: 0)
        #expect(Patience.until { arrived.all == [[0x2080_3C40]] })
        #expect(session.removeConnection(connection) && Patience.until { other.connected.isEmpty })
        // A host that the program has named may come.
        #expect(session.addContact(host) && !session.addContact(host) && session.contacts() == [host])
        session.connectionPolicy = .hostsInContactList
        #expect(other.connect(own))
        #expect(Patience.until { session.connections().map(\.host.name) == ["Other"] })
        #expect(session.removeContact(host))
    }

    @Test func aSimulatedDeviceHasNoSession() throws {
        let bench = try CoreMIDIBench()
        bench.run {
            let session = MIDINetworkSession.default()
            session.isEnabled = true
            #expect(!session.isEnabled)
            let host = MIDINetworkHost(name: "x", address: "127.0.0.1", port: 5004)
            #expect(!session.addConnection(MIDINetworkConnection(host: host)))
        }
    }
}
