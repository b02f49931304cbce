import CoreMIDI
import SordinoMIDIPorts
import Testing

@Suite struct PortTests {
    @Test func aProgramHearsAKeyboardAndPlaysASynthesizer() throws {
        let bench = try CoreMIDIBench()
        bench.run {
            let keys = bench.peer.plug("Keys", ports: [("Keys", true, false)])
            let synth = bench.peer.plug("Synth", ports: [("Synth", false, true)])
            var client = MIDIClientRef()
            var input = MIDIPortRef()
            var output = MIDIPortRef()
            #expect(MIDIClientCreateWithBlock("App" as CFString, &client, nil) == noErr)
            #expect(MIDIOutputPortCreate(client, "Out" as CFString, &output) == noErr)
            let destination = MIDIGetDestination(0)
            let status = MIDIInputPortCreateWithProtocol(client, "In" as CFString, ._1_0, &input) { list, _ in
                MIDISendEventList(output, destination, list)
            }
            #expect(status == noErr)
            #expect(MIDIPortConnectSource(input, MIDIGetSource(0), nil) == noErr)
            let note = MIDI1UPNoteOn(0, 2, 60, 100)
            bench.peer.play(TimedWords(time: 0, words: [note]), from: keys.ports[0].source ?? 0)
            bench.settle()
            #expect(bench.peer.takeSent(to: synth.ports[0].destination ?? 0).map(\.words) == [[0x2092_3C64]])
            #expect(MIDIClientDispose(client) == noErr)
            #expect(MIDIClientDispose(client) == kMIDIInvalidClient)
        }
    }

    /// A list's protocol promises nothing: messages of the other one inside it are translated for the receiver.
    @Test(arguments: [
        (
            MIDIProtocolID._1_0, [0x4092_3C00, 0xFFFF_0000, 0x2092_3C64] as [UInt32],
            [0x2092_3C7F, 0x2092_3C64] as [UInt32]
        ),
        (._2_0, [0x2092_3C7F, 0x4092_3C00, 0x1234_0000], [0x4092_3C00, 0xFFFF_0000, 0x4092_3C00, 0x1234_0000]),
    ])
    func aListWhoseProtocolIsTheReceiversIsTranslatedInside(
        _ wanted: MIDIProtocolID, _ sent: [UInt32], _ expected: [UInt32]
    ) throws {
        let bench = try CoreMIDIBench()
        let heard = Heard<[UInt32]>()
        bench.run {
            var (client, output, destination) = (MIDIClientRef(), MIDIPortRef(), MIDIEndpointRef())
            MIDIClientCreateWithBlock("App" as CFString, &client, nil)
            MIDIOutputPortCreate(client, "Out" as CFString, &output)
            let status = MIDIDestinationCreateWithProtocol(client, "In" as CFString, wanted, &destination) { list, _ in
                #expect(list.pointee.`protocol` == wanted)
                for packet in list.unsafeSequence() {
                    heard.append(packet.words().map { $0 })
                }
            }
            #expect(status == noErr)
            var list = MIDIEventList()
            let packet = MIDIEventListInit(&list, wanted)
            MIDIEventListAdd(&list, MemoryLayout<MIDIEventList>.size, packet, 0, sent.count, sent)
            #expect(MIDISendEventList(output, destination, &list) == noErr)
        }
        bench.settle()
        #expect(heard.all.flatMap { $0 } == expected)
    }

    /// Receivers of bytes hear messages of MIDI 2.0, whatever the list's protocol says.
    @Test(arguments: [MIDIProtocolID._1_0, ._2_0])
    func messagesOfMIDI2ReachReceiversOfPackets(_ said: MIDIProtocolID) throws {
        let bench = try CoreMIDIBench()
        let heard = Heard<UInt8>()
        bench.run {
            var (client, input, source) = (MIDIClientRef(), MIDIPortRef(), MIDIEndpointRef())
            MIDIClientCreateWithBlock("App" as CFString, &client, nil)
            let take: MIDIReadBlock = { list, _ in
                for packet in list.unsafeSequence() {
                    for byte in packet.bytes() { heard.append(byte) }
                }
            }
            #expect(MIDIInputPortCreateWithBlock(client, "In" as CFString, &input, take) == noErr)
            #expect(MIDISourceCreateWithProtocol(client, "Keys" as CFString, ._2_0, &source) == noErr)
            #expect(MIDIPortConnectSource(input, source, nil) == noErr)
            // A program change with a bank becomes three messages.
            let sent: [UInt32] = [0x4090_3C00, 0x8000_0000, 0x40C0_0001, 0x0500_0203]
            var list = MIDIEventList()
            let packet = MIDIEventListInit(&list, said)
            MIDIEventListAdd(&list, MemoryLayout<MIDIEventList>.size, packet, 0, sent.count, sent)
            #expect(MIDIReceivedEventList(source, &list) == noErr)
        }
        bench.settle()
        #expect(heard.all == [0x90, 60, 64, 0xB0, 0, 2, 0xB0, 32, 3, 0xC0, 5])
    }

    @Test func propertiesAreReadAsCoreFoundationsFunctionsDo() throws {
        let bench = try CoreMIDIBench()
        bench.run {
            bench.peer.plug("Keys", ports: [("Keys", true, false)])
            var properties: Unmanaged<CFPropertyList>?
            #expect(MIDIObjectGetProperties(MIDIGetSource(0), &properties, true) == noErr)
            let list: CFPropertyList? = properties?.takeRetainedValue()
            #expect(CFDictionaryGetCount((list as? CFDictionary) ?? CFDictionary()) > 0)
            var (client, source) = (MIDIClientRef(), MIDIEndpointRef())
            MIDIClientCreateWithBlock("App" as CFString, &client, nil)
            MIDISourceCreate(client, "Own" as CFString, &source)
            let bytes: [UInt8] = [1, 2, 3, 4, 5]
            let data = CFDataCreate(kCFAllocatorDefault, bytes, bytes.count)
            let key = "org.example.blob" as CFString
            #expect(MIDIObjectSetDataProperty(source, key, data ?? CFData()) == noErr)
            var found: Unmanaged<CFData>?
            #expect(MIDIObjectGetDataProperty(source, key, &found) == noErr)
            let blob = found?.takeRetainedValue() ?? CFData()
            #expect(CFDataGetLength(blob) == 5 && CFDataGetBytePtr(blob)?[4] == 5)
            var copy = [UInt8](repeating: 9, count: 8)
            CFDataGetBytes(blob, CFRangeMake(1, 3), &copy)
            #expect(copy == [2, 3, 4, 9, 9, 9, 9, 9])
            // More than there is, and places outside, give what there is.
            CFDataGetBytes(blob, CFRangeMake(4, .max), &copy)
            CFDataGetBytes(blob, CFRangeMake(-1, 1), &copy)
            CFDataGetBytes(blob, CFRangeMake(7, 1), &copy)
            #expect(copy == [1, 3, 4, 9, 9, 9, 9, 9])
            #expect(CFDataGetBytePtr(CFData()) == nil && CFDataCreate(nil, nil, -1) == nil)
            var name: Unmanaged<CFString>?
            MIDIObjectGetStringProperty(source, kMIDIPropertyName, &name)
            #expect(name.map { CFStringGetLength($0.takeRetainedValue()) } == 3)
        }
    }

    @Test func wrongNumbersGiveTheDocumentedErrors() throws {
        let bench = try CoreMIDIBench()
        bench.run {
            bench.peer.plug("Both", ports: [("Both", true, true)])
            var client = MIDIClientRef()
            var port = MIDIPortRef()
            MIDIClientCreateWithBlock("App" as CFString, &client, nil)
            #expect(MIDIOutputPortCreate(77, "Out" as CFString, &port) == kMIDIInvalidClient)
            MIDIOutputPortCreate(client, "Out" as CFString, &port)
            var list = MIDIEventList()
            _ = MIDIEventListInit(&list, ._2_0)
            #expect(MIDISendEventList(port, MIDIGetSource(0), &list) == kMIDIWrongEndpointType)
            #expect(MIDISendEventList(port, 1, &list) == kMIDIUnknownEndpoint)
            #expect(MIDISendEventList(client, MIDIGetDestination(0), &list) == kMIDIInvalidPort)
            #expect(MIDIPortConnectSource(port, MIDIGetSource(0), nil) == kMIDIInvalidPort)
            #expect(MIDIEndpointDispose(MIDIGetSource(0)) == kMIDINotPermitted)
            #expect(MIDIGetSource(-1) == 0 && MIDIGetSource(5) == 0)
            var value: Int32 = 0
            #expect(MIDIObjectGetIntegerProperty(MIDIGetSource(0), kMIDIPropertyName, &value) == kMIDIWrongPropertyType)
            #expect(MIDIObjectGetIntegerProperty(9, kMIDIPropertyUniqueID, &value) == kMIDIObjectNotFound)
            #expect(
                MIDIObjectGetIntegerProperty(MIDIGetSource(0), kMIDIPropertyCanRoute, &value) == kMIDIUnknownProperty)
            MIDIObjectGetIntegerProperty(MIDIGetSource(0), kMIDIPropertyUniqueID, &value)
            #expect(
                MIDIObjectSetIntegerProperty(MIDIGetDestination(0), kMIDIPropertyUniqueID, value) == kMIDIIDNotUnique)
        }
    }

    @Test func packetsInBytesGoInTheirTimeAndRunningMessagesAcrossPackets() throws {
        let bench = try CoreMIDIBench()
        try bench.run {
            let synth = bench.peer.plug("Synth", ports: [("Synth", false, true)])
            let number = try #require(synth.ports[0].destination)
            var client = MIDIClientRef()
            var port = MIDIPortRef()
            MIDIClientCreateWithBlock("App" as CFString, &client, nil)
            MIDIOutputPortCreate(client, "Out" as CFString, &port)
            let later = bench.now + 500_000_000
            let builder = MIDIPacketList.Builder(byteSize: 1024)
            builder.append(timestamp: 0, data: [0xF0, 0x7D, 1, 2, 3, 4, 5, 6])
            builder.append(timestamp: later, data: [7, 8, 0xF7])
            builder.append(timestamp: later, data: [0x90, 60, 64])
            #expect(builder.count == 3)
            #expect(builder.withUnsafePointer { MIDISend(port, MIDIGetDestination(0), $0) } == noErr)
            bench.settle()
            // The first six bytes, as the beginning of a message (M2-104-UM, 7.7).
            #expect(bench.peer.takeSent(to: number).map(\.words) == [[0x3016_7D01, 0x0203_0405]])
            bench.advance(seconds: 0.6)
            #expect(
                bench.peer.takeSent(to: number).map(\.words) == [[0x3033_0607, 0x0800_0000], [0x2090_3C40]])
        }
    }

    @Test func aListThatClaimsMoreThanItCanHaveIsRefused() throws {
        let bench = try CoreMIDIBench()
        bench.run {
            var packets = MIDIPacketList()
            packets.numPackets = 0xFFFF_FFFF
            #expect(MIDISend(0, 0, &packets) == kAudio_ParamError)
            packets.numPackets = 0x7FFF_FFFF
            #expect(MIDIReceived(0, &packets) == kAudio_ParamError)
            var events = MIDIEventList()
            events.numPackets = 0xFFFF_FFFF
            #expect(MIDISendEventList(0, 0, &events) == kAudio_ParamError)
            events.numPackets = 1
            events.packet.wordCount = 65
            #expect(MIDIReceivedEventList(0, &events) == kAudio_ParamError)
        }
    }

    @Test func comingsAndGoingsAreTold() throws {
        let bench = try CoreMIDIBench()
        bench.run {
            let heard = Heard<(Int32, Int32, Int32)>()
            var client = MIDIClientRef()
            MIDIClientCreateWithBlock("App" as CFString, &client) { notification in
                switch notification.pointee.messageID {
                case .msgObjectAdded, .msgObjectRemoved:
                    notification.withMemoryRebound(to: MIDIObjectAddRemoveNotification.self, capacity: 1) {
                        heard.append(
                            (
                                $0.pointee.messageID.rawValue, $0.pointee.parentType.rawValue,
                                $0.pointee.childType.rawValue
                            ))
                    }
                default: heard.append((notification.pointee.messageID.rawValue, 0, 0))
                }
            }
            let keys = bench.peer.plug("Keys", ports: [("Keys", true, false)])
            bench.settle()
            // Device, entity, source, and that the setup is another.
            #expect(heard.all.map(\.0) == [2, 2, 2, 1])
            #expect(heard.all.map(\.2).prefix(3) == [0, 1, 2])
            bench.peer.unplug(keys)
            bench.settle()
            #expect(heard.all.dropFirst(4).map(\.0) == [3, 1])
        }
    }

    @Test func anotherUniqueIDIsAnotherSetup() throws {
        let bench = try CoreMIDIBench()
        bench.run {
            bench.peer.plug("Keys", ports: [("Keys", true, false)])
            let heard = Heard<Int32>()
            var client = MIDIClientRef()
            MIDIClientCreateWithBlock("App" as CFString, &client) { heard.append($0.pointee.messageID.rawValue) }
            bench.settle()
            let before = heard.all.count
            #expect(MIDIObjectSetIntegerProperty(MIDIGetSource(0), kMIDIPropertyUniqueID, 12_345) == noErr)
            bench.settle()
            // The property, and that the setup is another.
            #expect(Array(heard.all.dropFirst(before)) == [4, 1])
            #expect(MIDIObjectSetStringProperty(MIDIGetSource(0), kMIDIPropertyName, "Other" as CFString) == noErr)
            bench.settle()
            #expect(Array(heard.all.dropFirst(before + 2)) == [4])
        }
    }

    @Test func aMessageIsSentInTheBackgroundAtTheSpeedOfItsDestination() throws {
        let bench = try CoreMIDIBench()
        try bench.run {
            let synth = bench.peer.plug("Synth", ports: [("Synth", false, true)])
            let number = try #require(synth.ports[0].destination)
            let destination = MIDIGetDestination(0)
            // 2,560 bytes a second: 256 in a tenth.
            MIDIObjectSetIntegerProperty(destination, kMIDIPropertyMaxSysExSpeed, 2560)
            let bytes = [0xF0] + [UInt8](repeating: 5, count: 510) + [0xF7]
            let data = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count)
            let done = UnsafeMutablePointer<Int>.allocate(capacity: 1)
            let request = UnsafeMutablePointer<MIDISysexSendRequest>.allocate(capacity: 1)
            defer {
                data.deallocate()
                done.deallocate()
                request.deallocate()
            }
            data.initialize(from: bytes, count: bytes.count)
            done.initialize(to: 0)
            request.initialize(
                to: MIDISysexSendRequest(
                    destination: destination, data: data, bytesToSend: UInt32(bytes.count), complete: false,
                    reserved: (0, 0, 0),
                    completionProc: { $0.pointee.completionRefCon?.storeBytes(of: 1, as: Int.self) },
                    completionRefCon: done))
            #expect(MIDISendSysex(request) == noErr)
            bench.settle()
            #expect(request.pointee.bytesToSend == 256 && done.pointee == 0)
            bench.advance(seconds: 0.11)
            #expect(request.pointee.bytesToSend == 0)
            bench.advance(seconds: 0.11)
            #expect(done.pointee == 1 && request.pointee.complete.boolValue)
            let words = bench.peer.takeSent(to: number).flatMap(\.words)
            #expect(words.count == 510 / 6 * 2 && words.first == 0x3016_0505 && words[words.count - 2] == 0x3036_0505)
        }
    }
}
