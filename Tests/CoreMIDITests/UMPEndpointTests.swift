import CoreMIDI
import Foundation
import SordinoMIDIPorts
import Testing

@Suite struct UMPEndpointTests {
    private func makeEndpoint(_ heard: Heard<[UInt32]>) throws -> MIDIUMPMutableEndpoint {
        let info = MIDI2DeviceInfo(
            manufacturerID: MIDI2DeviceManufacturer(sysExIDByte: (0, 0x21, 9)), family: 5, modelNumber: 6,
            revisionLevel: MIDI2DeviceRevisionLevel(revisionLevel: (1, 0, 0, 0)))
        return try #require(
            MIDIUMPMutableEndpoint(
                name: "Own", deviceInfo: info, productInstanceID: "SN-1", midiProtocol: ._2_0
            ) { list, _ in for packet in list.unsafeSequence() { heard.append(Array(packet.words())) } })
    }

    private func makeBlock(_ name: String = "Keys") -> MIDIUMPMutableFunctionBlock? {
        MIDIUMPMutableFunctionBlock(
            name: name, direction: .bidirectional, firstGroup: 2, totalGroupsSpanned: 3, maxSysEx8Streams: 0,
            midi1Info: .notMIDI1, uiHint: .senderReceiver, isEnabled: true)
    }

    @Test func anEndpointOfTheProgramsAnswersWhatItIsAndHearsTheRest() throws {
        let bench = try CoreMIDIBench()
        try bench.run {
            let heard = Heard<[UInt32]>()
            let endpoint = try makeEndpoint(heard)
            let block = try #require(makeBlock())
            try endpoint.registerFunctionBlocks([block], markAsStatic: false)
            #expect(MIDIGetNumberOfSources() == 0 && endpoint.midiSource == 0)
            try endpoint.setEnabled(true)
            #expect(MIDIGetNumberOfSources() == 1 && MIDIGetSource(0) == endpoint.midiSource)
            #expect(MIDIUMPEndpointManager.shared.umpEndpoints == [endpoint])
            #expect(block.umpEndpoint === endpoint && endpoint.functionBlocks == [block] && block.functionBlockID == 0)
            #expect(throws: NSError.self) { try endpoint.registerFunctionBlocks([], markAsStatic: false) }
            var client = MIDIClientRef()
            var (input, output) = (MIDIPortRef(), MIDIPortRef())
            MIDIClientCreateWithBlock("App" as CFString, &client, nil)
            let answers = Heard<[UInt32]>()
            MIDIInputPortCreateWithProtocol(client, "In" as CFString, ._2_0, &input) { list, _ in
                for packet in list.unsafeSequence() { answers.append(Array(packet.words())) }
            }
            MIDIPortConnectSource(input, endpoint.midiSource, nil)
            MIDIOutputPortCreate(client, "Out" as CFString, &output)
            // M2-104-UM 1.1, 7.1.1: version 1.1, all five answers are requested.
            let question = MIDI2EndpointDiscoveryMessage(1, 1, true, true, true, true, true)
            let list = MIDIEventList.Builder(inProtocol: ._2_0, wordSize: 64)
            list.append(timestamp: 0, words: [question.word0, question.word1, 0, 0])
            list.append(timestamp: 0, words: [0x4090_3C00, 0x8000_0000])
            list.withUnsafePointer { _ = MIDISendEventList(output, endpoint.midiDestination, $0) }
            bench.settle()
            let statuses = answers.all.flatMap { words in
                stride(from: 0, to: words.count, by: 4).map { words[$0] >> 16 & 0x3FF }
            }
            #expect(statuses == [1, 2, 3, 4, 6])
            #expect(heard.all == [[0x4090_3C00, 0x8000_0000]])
            try block.setName("Pads")
            bench.settle()
            #expect(answers.all.last.map { $0[0] >> 16 & 0x3FF } == 0x11, "those who listen are told")
            #expect(endpoint.functionBlocks[0].name == "Pads")
            try endpoint.setEnabled(false)
            #expect(MIDIGetNumberOfSources() == 0 && MIDIUMPEndpointManager.shared.umpEndpoints.isEmpty)
            #expect(endpoint.name == "Own" && endpoint.functionBlocks[0].name == "Pads")
        }
    }

    @Test func aDeviceOfMIDI2IsAskedAndListed() throws {
        let bench = try CoreMIDIBench()
        try bench.run {
            let device = bench.peer.plug("Synth", speaks: .midi2, ports: [("Synth", true, true)])
            let (source, destination) = (
                try #require(device.ports[0].source), try #require(device.ports[0].destination)
            )
            let manager = MIDIUMPEndpointManager.shared
            let posted = Heard<String>()
            let names = [
                MIDIUMPEndpointManager.endpointWasAddedNotification,
                MIDIUMPEndpointManager.functionBlockWasUpdatedNotification,
                MIDIUMPEndpointManager.endpointWasRemovedNotification,
            ]
            let tokens = names.map { name in
                NotificationCenter.default.addObserver(forName: name, object: manager, queue: nil) { _ in
                    posted.append(name.rawValue)
                }
            }
            defer { for token in tokens { NotificationCenter.default.removeObserver(token) } }
            bench.settle()
            #expect(manager.umpEndpoints.isEmpty, "it has not said what it is")
            let questions = bench.peer.takeSent(to: destination).flatMap(\.words)
            #expect(questions.prefix(2) == [0xF000_0101, 0x1F] && questions.count == 8)
            // Its answers, by hand: one block, both protocols; its name; the block.
            bench.peer.play(
                TimedWords(
                    time: 1,
                    words: [
                        0xF001_0101, 0x0100_0300, 0, 0, 0xF003_5379, 0x6E74_6800, 0, 0, 0xF011_8033, 0x0402_0000, 0, 0,
                    ]), from: source)
            bench.settle()
            let endpoint = try #require(manager.umpEndpoints.first)
            #expect(endpoint.name == "Synth" && endpoint.midiProtocol == ._2_0 && !endpoint.hasStaticFunctionBlocks)
            #expect(endpoint.supportedMIDIProtocols == [.midi1, .midi2] && endpoint.endpointType == .driverDevice)
            let block = try #require(endpoint.functionBlocks.first)
            #expect(block.firstGroup == 4 && block.totalGroupsSpanned == 2 && block.direction == .bidirectional)
            #expect(block.uiHint == .senderReceiver && block.isEnabled && block.umpEndpoint === endpoint)
            #expect(block.midiCIDevice == nil)
            bench.peer.unplug(device)
            bench.settle()
            #expect(manager.umpEndpoints.isEmpty)
            #expect(
                posted.all == [
                    "MIDIUMPEndpointWasAddedNotification", "MIDIUMPFunctionBlockWasUpdatedNotification",
                    "MIDIUMPEndpointWasRemovedNotification",
                ])
        }
    }

    @Test func whatIsNoEndpointIsRefused() throws {
        let bench = try CoreMIDIBench()
        try bench.run {
            let endpoint = try makeEndpoint(Heard())
            #expect(makeBlock(String(repeating: "x", count: 99)) == nil)
            let blocks = (0..<33).compactMap { _ in makeBlock() }
            #expect(throws: NSError.self) { try endpoint.registerFunctionBlocks(blocks, markAsStatic: false) }
            try endpoint.registerFunctionBlocks([blocks[0]], markAsStatic: true)
            #expect(throws: NSError.self) { try blocks[0].setEnabled(false) }
            #expect(throws: NSError.self) { try endpoint.setName("") }
            #expect(throws: NSError.self) {
                try blocks[1].reconfigure(
                    firstGroup: 15, direction: .input, MIDI1Info: .notMIDI1, UIHint: .receiver)
            }
        }
    }
}
