import SordinoMIDI
import SordinoMIDIPorts
import SordinoWork
import Synchronization
import Testing

/// A system in a time that tests set, with a virtual peer.
struct Bench: ~Copyable {
    let workers = Workers(.inline)
    let peer = VirtualMIDIPeer()
    let time = Clock()
    let system: MIDISystem

    final class Clock: Sendable {
        let nanoseconds = Atomic<UInt64>(1_000_000_000)
    }

    init() {
        let time = time
        system = MIDISystem(running: .inline(workers), carriers: [peer]) { time.nanoseconds.load(ordering: .relaxed) }
    }

    func advance(to nanoseconds: UInt64) {
        time.nanoseconds.store(nanoseconds, ordering: .relaxed)
        workers.runUntilQuiet()
    }

    func settle() { workers.runUntilQuiet() }
}

/// Keeps what a receiver was given.
final class Heard<Element: Sendable>: Sendable {
    private let list = Mutex<[Element]>([])
    func append(_ element: Element) { list.withLock { $0.append(element) } }
    var all: [Element] { list.withLock { $0 } }
}

@Suite struct MIDISystemTests {
    /// Note on, channel 1, key 60, velocity 100: a packet of MIDI 1.0 (M2-104-UM, figure 14).
    let noteOn: UInt32 = 0x2090_3C64

    @Test func packetsGoFromAKeyboardToAnInputPort() throws {
        let bench = Bench()
        let keyboard = bench.peer.plug("Keys", ports: [("Keys MIDI 1", true, true)])
        let heard = Heard<TimedWords>()
        let client = try bench.system.makeClient(name: "App", nil)
        let port = try bench.system.makePort(
            client: client, name: "In", receiver: .events(.midi1) { packets, _ in packets.forEach(heard.append) })
        let source = try bench.system.read { $0.sources[0] }
        let number = try #require(keyboard.ports[0].source)
        #expect(!bench.peer.play(TimedWords(time: 5, words: [noteOn]), from: number), "nobody listens yet")
        try bench.system.connect(port, to: source, reference: 7)
        #expect(bench.peer.play(TimedWords(time: 6, words: [noteOn]), from: number))
        bench.settle()
        #expect(heard.all == [TimedWords(time: 6, words: [noteOn])])
        try bench.system.disconnect(port, from: source)
        #expect(!bench.peer.isListened(to: number))
    }

    @Test func packetsWaitForTheirTime() throws {
        let bench = Bench()
        let synth = bench.peer.plug("Synth", ports: [("Synth", false, true)])
        let number = try #require(synth.ports[0].destination)
        let client = try bench.system.makeClient(name: "App", nil)
        let port = try bench.system.makePort(client: client, name: "Out", receiver: nil)
        let destination = try bench.system.read { $0.destinations[0] }
        try bench.system.send(
            [
                TimedWords(time: 3_000_000_000, words: [0x2080_3C00]), TimedWords(time: 2_000_000_000, words: [noteOn]),
                TimedWords(time: 0, words: [0x20C0_0500]),
            ], through: port, to: destination)
        bench.settle()
        #expect(bench.peer.takeSent(to: number) == [TimedWords(time: 1_000_000_000, words: [0x20C0_0500])])
        bench.advance(to: 1_999_999_999)
        #expect(bench.peer.takeSent(to: number).isEmpty)
        bench.advance(to: 2_000_000_000)
        #expect(bench.peer.takeSent(to: number).map(\.words) == [[noteOn]])
        try bench.system.flush(destination)
        bench.advance(to: 4_000_000_000)
        #expect(bench.peer.takeSent(to: number).isEmpty, "what was flushed is not sent")
    }

    @Test func aQueueThatIsFullRefuses() throws {
        let bench = Bench()
        bench.peer.plug("Synth", ports: [("Synth", false, true)])
        let destination = try bench.system.read { $0.destinations[0] }
        let packets = [TimedWords](repeating: TimedWords(time: .max, words: [noteOn]), count: 1 << 16)
        try bench.system.send(packets, through: nil, to: destination)
        #expect(throws: MIDIFailure.queueFull) {
            try bench.system.send([TimedWords(time: 0, words: [noteOn])], through: nil, to: destination)
        }
    }

    /// A receiver whose queue is full: each packet that it does not take is reported, the others arrive, and none waits for it.
    @Test func packetsThatAReceiverHasNoRoomForAreTold() throws {
        let bench = Bench()
        let notices = Heard<MIDINotice>()
        _ = try bench.system.makeClient(name: "App") { notices.append($0) }
        let full = bench.peer.plug("Full", ports: [("Full", true, true)])
        let free = bench.peer.plug("Free", ports: [("Free", true, true)])
        let (device, destinations) = try bench.system.read { ($0.devices[0], $0.destinations) }
        let numbers = try [full, free].map { try #require($0.ports[0].destination) }
        // EAGAIN, as the sequencer answers for a queue without room.
        bench.peer.refuse(numbers[0], code: -11)
        let before = notices.all.count
        for index in 0..<100 as Range<UInt64> {
            for destination in destinations {
                try bench.system.send([TimedWords(time: index, words: [noteOn])], through: nil, to: destination)
            }
        }
        bench.settle()
        #expect(notices.all.count == before + 100)
        #expect(notices.all.dropFirst(before).allSatisfy { $0 == .ioError(device: device, code: -11) })
        #expect(bench.peer.takeSent(to: numbers[0]).isEmpty && bench.peer.takeSent(to: numbers[1]).count == 100)
        // It continues when there is room again.
        bench.peer.refuse(numbers[0], code: nil)
        try bench.system.send([TimedWords(time: 0, words: [noteOn])], through: nil, to: destinations[0])
        bench.settle()
        #expect(bench.peer.takeSent(to: numbers[0]).map(\.words) == [[noteOn]] && notices.all.count == before + 100)
    }

    /// Packets that come while the program's own queue is full are reported too.
    @Test func packetsThatTheProgramHasNoRoomForAreTold() throws {
        let bench = Bench()
        let notices = Heard<MIDINotice>()
        let client = try bench.system.makeClient(name: "App") { notices.append($0) }
        let keyboard = bench.peer.plug("Keys", ports: [("Keys", true, true)])
        let heard = Heard<TimedWords>()
        let port = try bench.system.makePort(
            client: client, name: "In", receiver: .events(.midi1) { packets, _ in packets.forEach(heard.append) })
        let (source, destination) = try bench.system.read { ($0.sources[0], $0.destinations[0]) }
        try bench.system.connect(port, to: source, reference: 0)
        let packets = [TimedWords](repeating: TimedWords(time: .max, words: [noteOn]), count: 1 << 16)
        try bench.system.send(packets, through: nil, to: destination)
        let before = notices.all.count
        let number = try #require(keyboard.ports[0].source)
        for _ in 0..<3 { bench.peer.play(TimedWords(time: 1, words: [noteOn]), from: number) }
        bench.settle()
        #expect(heard.all.isEmpty)
        let told = notices.all.dropFirst(before)
        #expect(told.count == 3 && told.allSatisfy { $0 == .ioError(device: 0, code: MIDISystem.queueFullCode) })
        try bench.system.flush(destination)
        bench.peer.play(TimedWords(time: 2, words: [noteOn]), from: number)
        bench.settle()
        #expect(heard.all.map(\.time) == [2])
    }

    @Test func aDeviceThatIsUnpluggedWhilePacketsWaitTakesThemWithIt() throws {
        let bench = Bench()
        let notices = Heard<MIDINotice>()
        _ = try bench.system.makeClient(name: "App") { notices.append($0) }
        let synth = bench.peer.plug("Synth", ports: [("Synth", true, true)])
        let destination = try bench.system.read { $0.destinations[0] }
        try bench.system.send([TimedWords(time: 9_000_000_000, words: [noteOn])], through: nil, to: destination)
        let before = notices.all.count
        bench.peer.unplug(synth)
        #expect(try bench.system.read { $0.destinations.isEmpty && $0.sources.isEmpty && $0.devices.isEmpty })
        #expect(notices.all.dropFirst(before).last == .setupChanged)
        #expect(notices.all.count == before + 2, "one for the device, one for the setup")
        #expect(throws: MIDIFailure.unknownEndpoint) {
            try bench.system.send([TimedWords(time: 0, words: [noteOn])], through: nil, to: destination)
        }
        bench.advance(to: 10_000_000_000)
        #expect(bench.peer.takeSent(to: synth.ports[0].destination ?? 0).isEmpty)
    }

    @Test func aPortOfTheOtherProtocolIsGivenTheTranslation() throws {
        let bench = Bench()
        let keyboard = bench.peer.plug("Keys", ports: [("Keys", true, false)])
        let two = Heard<TimedWords>()
        let bytes = Heard<TimedBytes>()
        let client = try bench.system.makeClient(name: "App", nil)
        let source = try bench.system.read { $0.sources[0] }
        let wide = try bench.system.makePort(
            client: client, name: "2.0", receiver: .events(.midi2) { packets, _ in packets.forEach(two.append) })
        let old = try bench.system.makePort(
            client: client, name: "bytes", receiver: .bytes { packets, _ in packets.forEach(bytes.append) })
        try bench.system.connect(wide, to: source, reference: 0)
        try bench.system.connect(old, to: source, reference: 0)
        bench.peer.play(TimedWords(time: 1, words: [0x2090_3C40]), from: keyboard.ports[0].source ?? 0)
        bench.settle()
        // 64 of 7 bits is the middle, 0x8000 of 16 (M2-115-U).
        #expect(two.all.map(\.words) == [[0x4090_3C00, 0x8000_0000]])
        #expect(bytes.all == [TimedBytes(time: 1, bytes: [0x90, 0x3C, 0x40])])
    }

    @Test func thruConnectionsTransposeWithoutTheProgram() throws {
        let bench = Bench()
        let keyboard = bench.peer.plug("Keys", ports: [("Keys", true, false)])
        let synth = bench.peer.plug("Synth", ports: [("Synth", false, true)])
        var settings = ThruSettings()
        settings.noteNumber = .add(12)
        settings.channelMap[0] = 9
        settings.dropsBeatClock = true
        let (source, destination) = try bench.system.read { ($0.sources[0], $0.destinations[0]) }
        let thru = try bench.system.makeThru(
            ThruConnection(
                owner: nil, sources: [source], destinations: [destination], settings: settings, parameters: []))
        let number = keyboard.ports[0].source ?? 0
        bench.peer.play(TimedWords(time: 1, words: [noteOn, 0x10F8_0000, 0x2080_3C40]), from: number)
        bench.settle()
        #expect(bench.peer.takeSent(to: synth.ports[0].destination ?? 0).map(\.words) == [[0x2099_4864, 0x2089_4840]])
        try bench.system.disposeThru(thru)
        #expect(!bench.peer.isListened(to: number))
    }

    @Test func privateEndpointsAreHiddenAndStillHeard() throws {
        let bench = Bench()
        let notices = Heard<MIDINotice>()
        let client = try bench.system.makeClient(name: "App") { notices.append($0) }
        let source = try bench.system.makeVirtual(client: client, name: "Own", speaks: .midi1, receiver: nil)
        let keyboard = bench.peer.plug("Keys", ports: [("Keys", true, true)])
        let device = try bench.system.read { $0.devices[0] }
        #expect(bench.peer.published["Own"] != nil)
        let before = notices.all.count
        for id in [source, device] {
            try bench.system.change { setup throws(MIDIFailure) in
                try setup.setProperty("private", of: id, to: .integer(1))
            }
        }
        #expect(try bench.system.read { $0.visibleSources.isEmpty && $0.visibleDestinations.isEmpty })
        #expect(bench.peer.published.isEmpty, "other programs do not see it either")
        let removed = notices.all.dropFirst(before).filter { if case .removed = $0 { true } else { false } }
        #expect(removed.count == 3)
        let heard = Heard<TimedWords>()
        let port = try bench.system.makePort(
            client: client, name: "In", receiver: .events(.midi1) { packets, _ in packets.forEach(heard.append) })
        try bench.system.connect(port, to: try bench.system.read { $0.sources[1] }, reference: 0)
        bench.peer.play(TimedWords(time: 1, words: [noteOn]), from: keyboard.ports[0].source ?? 0)
        bench.settle()
        #expect(heard.all.count == 1, "who has its number can use it")
        try bench.system.change { setup throws(MIDIFailure) in
            try setup.setProperty("private", of: source, to: .integer(0))
        }
        #expect(try bench.system.read { $0.visibleSources } == [source])
        #expect(bench.peer.published["Own"] == source)
    }

    @Test func endpointsKeepTheirUniqueIDsOverRuns() throws {
        func ids() throws -> [Int32] {
            let bench = Bench()
            bench.peer.plug("Keys", ports: [("A", true, true), ("B", true, true)])
            return try bench.system.read { setup in
                (setup.sources + setup.destinations).map { id in
                    if case .integer(let value)? = setup.objects[id]?.properties["uniqueID"] { value } else { 0 }
                }
            }
        }
        let first = try ids()
        #expect(first.count == 4 && Set(first).count == 4 && !first.contains(0))
        #expect(try ids() == first)
    }

    @Test func virtualEndpointsAreShownAndTakenBack() throws {
        let bench = Bench()
        let client = try bench.system.makeClient(name: "App", nil)
        let heard = Heard<TimedWords>()
        let source = try bench.system.makeVirtual(client: client, name: "Beats", speaks: .midi1, receiver: nil)
        let destination = try bench.system.makeVirtual(
            client: client, name: "Sink", speaks: .midi1,
            receiver: .events(.midi1) { packets, _ in packets.forEach(heard.append) })
        #expect(bench.peer.published == ["Beats": source, "Sink": destination])
        try bench.system.emit([TimedWords(time: 0, words: [noteOn])], from: source)
        bench.peer.send(TimedWords(time: 4, words: [noteOn]), toOwn: destination)
        bench.settle()
        #expect(bench.peer.takeEmitted(from: source) == [TimedWords(time: 0, words: [noteOn])])
        #expect(heard.all == [TimedWords(time: 4, words: [noteOn])])
        try bench.system.disposeClient(client)
        #expect(bench.peer.published.isEmpty)
    }
}
