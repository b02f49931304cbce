// swift-format-ignore-file
import AVFoundation
import CoreMIDI

enum MIDIThroughPorts {
    static func run() throws {
        var client = MIDIClientRef()
        check(MIDIClientCreateWithBlock("Typed" as CFString, &client) { _ in }, "client")
        nonisolated(unsafe) var got: [UInt8] = []
        var destination = MIDIEndpointRef()
        check(
            MIDIDestinationCreateWithBlock(client, "In" as CFString, &destination) { list, _ in
                var packet = list.pointee.packet
                for _ in 0..<list.pointee.numPackets {
                    let bytes = withUnsafeBytes(of: packet.data) { Array($0.prefix(Int(packet.length))) }
                    DispatchQueue.main.async { got += bytes }
                    packet = MIDIPacketNext(&packet).pointee
                }
            }, "destination")
        var port = MIDIPortRef()
        check(MIDIOutputPortCreate(client, "Out" as CFString, &port), "port")
        check(MIDIGetNumberOfDestinations() > 0, "destinations")
        var packets = MIDIPacketList()
        let packet = MIDIPacketListInit(&packets)
        let bytes: [UInt8] = [0x90, 60, 100]
        MIDIPacketListAdd(&packets, 1024, packet, 0, bytes.count, bytes)
        check(MIDISend(port, destination, &packets), "send")
        wait { got.count >= 3 }
        check(got == [0x90, 60, 100], "\(got)")
        var name: Unmanaged<CFString>?
        check(MIDIObjectGetStringProperty(destination, kMIDIPropertyName, &name), "name")
        check((name!.takeRetainedValue() as String) == "In", "name")
        nonisolated(unsafe) var events = MIDIEventList()
        let first = MIDIEventListInit(&events, ._2_0)
        let words: [UInt32] = [0x4090_3C00, 0xFFFF_0000]
        MIDIEventListAdd(&events, MemoryLayout<MIDIEventList>.size, first, 0, words.count, words)
        check(MIDISendEventList(port, destination, &events), "send words")
        wait { got.count >= 6 }
        check(got.suffix(3) == [0x90, 60, 127], "\(got)")
        MIDIPortDispose(port)
        MIDIEndpointDispose(destination)
        MIDIClientDispose(client)
    }
}
