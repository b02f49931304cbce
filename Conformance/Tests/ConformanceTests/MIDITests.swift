import CoreMIDI
import Foundation
import Testing

/// The bytes of each packet of a list.
private func bytes(_ list: UnsafePointer<MIDIPacketList>) -> [[UInt8]] {
    var found: [[UInt8]] = []
    // The first packet lies behind the number of packets.
    var place = UnsafeRawPointer(list) + 4
    for _ in 0..<list.pointee.numPackets {
        let packet = place.assumingMemoryBound(to: MIDIPacket.self)
        let length = Int((place + 8).loadUnaligned(as: UInt16.self))
        found.append((0..<length).map { (place + 10 + $0).load(as: UInt8.self) })
        place = UnsafeRawPointer(MIDIPacketNext(packet))
    }
    return found
}

extension Conformance {
    /// Packet lists and universal packets, and endpoints that one process makes.
    @Suite(.serialized) struct MIDI {
        @Test(arguments: [1, 2, 3, 10, 200])
        func packetsAreAddedAndRead(count: Int) throws {
            let memory = UnsafeMutableRawPointer.allocate(byteCount: 65_536, alignment: 8)
            defer { memory.deallocate() }
            let list = memory.assumingMemoryBound(to: MIDIPacketList.self)
            var packet = MIDIPacketListInit(list)
            check("a list of \(count): none at first", list.pointee.numPackets, is: 0)
            for index in 0..<count {
                let data: [UInt8] = [0x90, UInt8(index % 128), 64]
                packet = MIDIPacketListAdd(list, 65_536, packet, MIDITimeStamp(1000 + index), data.count, data)
            }
            check("a list of \(count): packets", Int(list.pointee.numPackets), is: count)
            check("a list of \(count): bytes", bytes(list), is: (0..<count).map { [0x90, UInt8($0 % 128), 64] })
        }

        /// "will be merged with the previous packet's data if the time stamps are equal" (MIDIServices.h).
        @Test func messagesOfOneTimeShareAPacket() throws {
            let memory = UnsafeMutableRawPointer.allocate(byteCount: 1024, alignment: 8)
            defer { memory.deallocate() }
            let list = memory.assumingMemoryBound(to: MIDIPacketList.self)
            var packet = MIDIPacketListInit(list)
            for key in [60, 64, 67] as [UInt8] {
                packet = MIDIPacketListAdd(list, 1024, packet, 7, 3, [0x90, key, 64])
            }
            record("packets of three notes of one time", list.pointee.numPackets)
            check(
                "bytes of three notes of one time", bytes(list).flatMap { $0 },
                is: [0x90, 60, 64, 0x90, 64, 64, 0x90, 67, 64])
        }

        @Test(arguments: [1, 3, 16, 100, 255])
        func systemExclusiveMessagesAreKept(length: Int) throws {
            let memory = UnsafeMutableRawPointer.allocate(byteCount: 4096, alignment: 8)
            defer { memory.deallocate() }
            let list = memory.assumingMemoryBound(to: MIDIPacketList.self)
            let data = [0xF0] + (0..<length).map { UInt8($0 % 128) } + [0xF7]
            _ = MIDIPacketListAdd(list, 4096, MIDIPacketListInit(list), 1, data.count, data)
            check("system exclusive message of \(length) bytes", bytes(list).flatMap { $0 }, is: data)
        }

        @Test(arguments: [0, 3, 15] as [UInt8], [0, 9, 15] as [UInt8])
        func channelMessagesHaveTheWordsOfTheSpecification(group: UInt8, channel: UInt8) {
            let name = "UMP, group \(group), channel \(channel)"
            let head = 0x2000_0000 | UInt32(group) << 24 | UInt32(channel) << 16
            check("\(name): note on", MIDI1UPNoteOn(group, channel, 60, 100), is: head | 0x90_3C64)
            check("\(name): note off", MIDI1UPNoteOff(group, channel, 60, 0), is: head | 0x80_3C00)
            check("\(name): control change", MIDI1UPControlChange(group, channel, 7, 127), is: head | 0xB0_077F)
            check("\(name): pitch bend", MIDI1UPPitchBend(group, channel, 1, 64), is: head | 0xE0_0140)
        }

        @Test(
            arguments: [
                (0x0000_0000, MIDIMessageType.utility), (0x10F8_0000, .system), (0x2090_3C40, .channelVoice1),
                (0x3016_0102, .sysEx), (0x4090_3C00, .channelVoice2), (0x5000_0000, .data128),
            ] as [(UInt32, MIDIMessageType)])
        func theFirstFourBitsAreTheType(word: UInt32, type: MIDIMessageType) {
            check("type of the word \(word)", MIDIMessageTypeForUPWord(word).rawValue, is: type.rawValue)
        }

        @Test(arguments: [MIDIProtocolID._1_0, ._2_0], [1, 2, 20])
        func eventListsHoldWords(kind: MIDIProtocolID, count: Int) throws {
            let name = "event list of protocol \(kind.rawValue), \(count) packets"
            let memory = UnsafeMutableRawPointer.allocate(byteCount: 65_536, alignment: 8)
            defer { memory.deallocate() }
            let list = memory.assumingMemoryBound(to: MIDIEventList.self)
            var packet = MIDIEventListInit(list, kind)
            let words: [UInt32] = kind == ._1_0 ? [0x2090_3C64] : [0x4090_3C00, 0xFFFF_0000]
            for index in 0..<count {
                packet = MIDIEventListAdd(list, 65_536, packet, MIDITimeStamp(100 + index), words.count, words)
            }
            check("\(name): protocol", list.pointee.protocol.rawValue, is: kind.rawValue)
            check("\(name): packets", Int(list.pointee.numPackets), is: count)
            check("\(name): time", list.pointee.packet.timeStamp, is: 100)
            check("\(name): words", list.pointee.packet.wordCount, is: UInt32(words.count))
            check("\(name): first word", list.pointee.packet.words.0, is: words[0])
        }

        private func client(_ name: String) throws -> MIDIClientRef {
            var client = MIDIClientRef()
            let status = MIDIClientCreateWithBlock(name as CFString, &client, nil)
            try #require(status == noErr, "\(status)")
            return client
        }

        @Test func clientsAreMadeAndDisposed() throws {
            let made = try client("Conformance")
            check("a client is not 0", made != 0)
            check("MIDIClientDispose", MIDIClientDispose(made), is: noErr)
            record("MIDIClientDispose of a client that is gone", MIDIClientDispose(made))
        }

        @Test(arguments: ["In", "Übung", "a long name with spaces"])
        func endpointsKeepTheirNames(name: String) throws {
            let made = try client("Conformance")
            defer { MIDIClientDispose(made) }
            var source = MIDIEndpointRef()
            check(
                "source '\(name)': status", MIDISourceCreateWithProtocol(made, name as CFString, ._1_0, &source),
                is: noErr)
            var text: Unmanaged<CFString>?
            check(
                "source '\(name)': status of the name", MIDIObjectGetStringProperty(source, kMIDIPropertyName, &text),
                is: noErr)
            check("name of the source '\(name)'", "\(try #require(text).takeRetainedValue())", is: name)
        }

        @Test(arguments: [0, 1, -1, 77_777] as [Int32])
        func propertiesAreKept(value: Int32) throws {
            let made = try client("Conformance")
            defer { MIDIClientDispose(made) }
            var source = MIDIEndpointRef()
            try #require(MIDISourceCreateWithProtocol(made, "Keys" as CFString, ._1_0, &source) == noErr)
            let key = "org.example.number" as CFString
            check("integer property \(value): set", MIDIObjectSetIntegerProperty(source, key, value), is: noErr)
            var found: Int32 = 9
            check("integer property \(value): get", MIDIObjectGetIntegerProperty(source, key, &found), is: noErr)
            check("integer property \(value)", found, is: value)
            check("integer property \(value): remove", MIDIObjectRemoveProperty(source, key), is: noErr)
            check(
                "integer property \(value), removed", MIDIObjectGetIntegerProperty(source, key, &found),
                is: kMIDIUnknownProperty)
        }

        @Test(arguments: [[0x90, 60, 100], [0xB0, 7, 127], [0xC0, 5], [0xE0, 0, 64]] as [[UInt8]])
        func whatIsSentToAnOwnDestinationArrives(message: [UInt8]) throws {
            let made = try client("Conformance")
            defer { MIDIClientDispose(made) }
            let (seen, arrived) = (Collected<UInt8>(), DispatchSemaphore(value: 0))
            var (destination, port) = (MIDIEndpointRef(), MIDIPortRef())
            let status = MIDIDestinationCreateWithBlock(made, "In" as CFString, &destination) { list, _ in
                for byte in bytes(list).flatMap({ $0 }) { seen.append(byte) }
                arrived.signal()
            }
            check("destination for \(message): status", status, is: noErr)
            check("port for \(message): status", MIDIOutputPortCreate(made, "Out" as CFString, &port), is: noErr)
            let memory = UnsafeMutableRawPointer.allocate(byteCount: 1024, alignment: 8)
            defer { memory.deallocate() }
            let list = memory.assumingMemoryBound(to: MIDIPacketList.self)
            _ = MIDIPacketListAdd(list, 1024, MIDIPacketListInit(list), 0, message.count, message)
            check("sending \(message): status", MIDISend(port, destination, list), is: noErr)
            check("\(message) arrives", arrived.wait(timeout: .now() + 1200) == .success)
            check("bytes of \(message)", seen.all, is: message)
        }
    }
}
