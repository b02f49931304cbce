import SordinoMIDI
import Testing

/// Two participants of network sessions whose datagrams and clocks the tests hold.
private struct Wire {
    var one: NetworkSession
    var two: NetworkSession
    let addresses = [NetworkAddress(host: 0x0A00_0001, port: 5004), NetworkAddress(host: 0x0A00_0002, port: 6004)]
    var now: UInt64 = 1_000_000_000_000
    /// The second participant's clock is ahead by so much.
    var ahead: UInt64 = 123_456_700_000
    /// Which of the datagrams with MIDI of the first participant are lost, by their count.
    var loses: (Int) -> Bool = { _ in false }
    var midiCount = 0
    var heard: [[NetworkSession.Effect]] = [[], []]

    init(policy: NetworkSession.Policy = .anyone) {
        one = NetworkSession(name: "One", seed: 1)
        two = NetworkSession(name: "Two", seed: 2)
        two.policy = policy
    }

    /// Has something happen to a participant, and carries what follows until nothing does.
    mutating func happen(_ event: NetworkSession.Event, to first: Int) {
        var waiting = [(first, event)]
        while !waiting.isEmpty {
            let (place, event) = waiting.removeFirst()
            let effects =
                place == 0 ? one.handle(event, at: now) : two.handle(event, at: now + ahead)
            for effect in effects {
                guard case .send(let bytes, let address, let isControl) = effect else {
                    heard[place].append(effect)
                    continue
                }
                guard let target = addresses.firstIndex(of: address) else { continue }
                if place == 0, !isControl, !NetworkCommand.isCommand(bytes) {
                    midiCount += 1
                    if loses(midiCount) { continue }
                }
                waiting.append((target, .datagram(bytes, from: addresses[place], isControl: isControl)))
            }
        }
    }

    /// Lets time pass in steps of a tenth of a second.
    mutating func pass(seconds: Double) {
        for _ in 0..<Int(seconds * 10) {
            now += 100_000_000
            happen(.time, to: 0)
            happen(.time, to: 1)
        }
    }

    mutating func take(_ place: Int) -> [NetworkSession.Effect] {
        defer { heard[place] = [] }
        return heard[place]
    }

    /// The packets that the second participant has heard.
    mutating func words() -> [UInt32] {
        take(1).flatMap { effect -> [UInt32] in if case .arrived(let words, _, _) = effect { words } else { [] } }
    }
}

/// The state of a receiver's channels.
private struct Sound: Equatable {
    var notes: Set<UInt16> = []
    var values: [UInt16: UInt16] = [:]

    init(_ words: [UInt32]) {
        for word in words {
            guard let message = UniversalPacket.channelMessage(word) else { continue }
            let key = UInt16(message.channel) << 8 | UInt16(message.data1)
            switch message.kind {
            case .noteOn where message.data2 > 0: notes.insert(key)
            case .noteOn, .noteOff: notes.remove(key)
            case .controlChange: values[key] = UInt16(message.data2)
            case .programChange: values[0x1000 | UInt16(message.channel)] = UInt16(message.data1)
            case .channelPressure: values[0x2000 | UInt16(message.channel)] = UInt16(message.data1)
            case .pitchBend:
                values[0x3000 | UInt16(message.channel)] = UInt16(message.data2) << 7 | UInt16(message.data1)
            case .polyPressure: values[0x8000 | key] = UInt16(message.data2)
            }
        }
    }
}

@Suite struct NetworkSessionTests {
    let noteOn: UInt32 = 0x2090_3C64
    let two = NetworkAddress(host: 0x0A00_0002, port: 6004)
    let one = NetworkAddress(host: 0x0A00_0001, port: 5004)

    // MARK: Bytes

    @Test func commandsHaveTheBytesOfTheProtocol() {
        // By hand from "MIDI Network Driver Protocol".
        let invitation: [UInt8] = [
            0xFF, 0xFF, 0x49, 0x4E, 0, 0, 0, 2, 0, 0, 0, 7, 1, 2, 3, 4, 0x41, 0x62, 0,
        ]
        #expect(NetworkCommand.invitation(token: 7, sender: 0x0102_0304, name: "Ab").bytes == invitation)
        #expect(NetworkCommand(invitation) == .invitation(token: 7, sender: 0x0102_0304, name: "Ab"))
        let clock: [UInt8] =
            [0xFF, 0xFF, 0x43, 0x4B, 1, 2, 3, 4, 1, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 1, 0] + [0, 0, 0, 0, 0, 0, 0, 9]
            + [0, 0, 0, 0, 0, 0, 0, 0]
        #expect(NetworkCommand(clock) == .clock(sender: 0x0102_0304, step: 1, times: [256, 9, 0]))
        #expect(NetworkCommand.clock(sender: 0x0102_0304, step: 1, times: [256, 9]).bytes == clock)
        #expect(
            NetworkCommand([0xFF, 0xFF, 0x52, 0x53, 1, 2, 3, 4, 0x12, 0x34, 0, 0])
                == .feedback(sender: 0x0102_0304, sequence: 0x1234))
        for command in [
            NetworkCommand.accepted(token: 1, sender: 2, name: ""), .refused(token: 3, sender: 4),
            .goodbye(token: 5, sender: 6),
        ] {
            #expect(NetworkCommand(command.bytes) == command)
        }
        for count in 0..<invitation.count - 3 { #expect(NetworkCommand(Array(invitation[..<count])) == nil) }
    }

    @Test func packetsHaveTheBytesOfRFC6295() throws {
        // Two notes, the second with running status, 10 units later: section 3.2.
        let head: [UInt8] = [0x80, 0xE1, 0x12, 0x34, 0, 0, 0, 100, 1, 2, 3, 4]
        let packet = try #require(RTPMIDIPacket(head + [0x06, 0x90, 0x3C, 0x64, 0x0A, 0x40, 0x64]))
        #expect(packet.sequence == 0x1234 && packet.time == 100 && packet.source == 0x0102_0304)
        #expect(
            packet.commands == [
                .init(delay: 0, bytes: [0x90, 0x3C, 0x64]), .init(delay: 10, bytes: [0x90, 0x40, 0x64]),
            ])
        // Z: the first has a delay; 200 is 0x81 0x48 as a number of variable length.
        let delayed = try #require(RTPMIDIPacket(head + [0x25, 0x81, 0x48, 0x90, 0x3C, 0x64]))
        #expect(delayed.commands == [.init(delay: 200, bytes: [0x90, 0x3C, 0x64])])
        #expect(delayed.bytes == head + [0x25, 0x81, 0x48, 0x90, 0x3C, 0x64])
        // B: a length of twelve bits; J: what follows is the journal.
        let exclusive = [0xF0] + [UInt8](repeating: 5, count: 300) + [0xF7]
        let long = RTPMIDIPacket(
            sequence: 1, time: 2, source: 3, commands: [.init(bytes: exclusive)], journal: [0, 0, 1])
        #expect(long.bytes[12...13] == [0xC1, 0x2E])
        #expect(RTPMIDIPacket(long.bytes) == long)
        #expect(RTPMIDIPacket(head + [0x06, 0x90, 0x3C]) == nil, "a list that is cut short")
        #expect(RTPMIDIPacket(head + [0x03, 0x3C, 0x64, 0x00]) == nil, "data without a status")
    }

    // MARK: Connections

    @Test func anInvitationConnectsBothAndEachEndsIt() {
        var wire = Wire()
        wire.happen(.connect(two), to: 0)
        #expect(wire.take(0) == [.connected(two, name: "Two")])
        #expect(wire.take(1) == [.connected(one, name: "One")])
        wire.happen(.disconnect(one), to: 1)
        #expect(wire.take(0) == [.ended(two, .byPeer)] && wire.take(1) == [.ended(one, .byProgram)])
        #expect(wire.one.connected.isEmpty && wire.two.connected.isEmpty && wire.one.nextDue == nil)
    }

    @Test func whoIsNotAllowedIsRefused() {
        var wire = Wire(policy: .noOne)
        wire.happen(.connect(two), to: 0)
        #expect(wire.take(0) == [.ended(two, .refused)] && wire.two.connected.isEmpty)
        wire.two.policy = .contacts([0x0A00_0001])
        wire.happen(.connect(two), to: 0)
        #expect(wire.two.connected == [one])
    }

    @Test func anInvitationThatNobodyAnswersIsGivenUpAfterTwelveSeconds() {
        var wire = Wire()
        let nobody = NetworkAddress(host: 0x0A00_0009, port: 5004)
        wire.happen(.connect(nobody), to: 0)
        wire.pass(seconds: 11.9)
        #expect(wire.take(0).isEmpty)
        wire.pass(seconds: 0.2)
        #expect(wire.take(0) == [.ended(nobody, .unanswered)])
    }

    @Test func whoIsSilentForAMinuteIsGone() {
        var wire = Wire()
        wire.happen(.connect(two), to: 0)
        wire.pass(seconds: 120)
        #expect(wire.one.connected == [two], "clocks are compared every ten seconds")
        _ = wire.take(1)
        // The first participant vanishes without a word.
        wire.one = NetworkSession(name: "One", seed: 3)
        wire.pass(seconds: 61)
        #expect(wire.take(1) == [.ended(one, .unanswered)])
    }

    @Test func noMoreThanTheLimitConnect() {
        var session = NetworkSession(name: "Busy", seed: 1)
        var refusedCount = 0
        for host in 0..<100 as Range<UInt32> {
            let invitation = NetworkCommand.invitation(token: host, sender: host, name: "x").bytes
            let effects = session.handle(
                .datagram(invitation, from: NetworkAddress(host: host, port: 5004), isControl: true), at: 1)
            for case .send(let bytes, _, _) in effects {
                if case .refused = NetworkCommand(bytes) { refusedCount += 1 }
            }
        }
        #expect(refusedCount == 100 - NetworkSession.peerLimit)
        // Those that were let in and do not come give their places back.
        _ = session.handle(.time, at: 11_000_000_000)
        #expect(session.nextDue == nil)
    }

    // MARK: MIDI

    @Test func eventsArriveAtTheirTimeByTheReceiversClock() throws {
        var wire = Wire()
        wire.happen(.connect(two), to: 0)
        wire.pass(seconds: 2)
        _ = wire.take(1)
        wire.happen(.send([noteOn, 0x40B0_0700, 0x8000_0000]), to: 0)
        let arrivals = wire.take(1)
        guard case .arrived(let words, let time, _)? = arrivals.first else { throw Missing() }
        // MIDI 2.0 is translated: RTP carries MIDI 1.0.
        #expect(words == [noteOn])
        #expect(arrivals.count == 2)
        // Clocks are compared in units of 100 µs.
        #expect(abs(Int64(time) - Int64(wire.now + wire.ahead)) <= 200_000)
    }

    struct Missing: Error {}

    @Test(arguments: [1, 6, 7, 500, 20_000])
    func exclusiveMessagesArriveWholeOverManyPackets(count: Int) {
        var wire = Wire()
        wire.happen(.connect(two), to: 0)
        _ = wire.take(1)
        let message = [0xF0] + (0..<count).map { UInt8($0 & 0x7F) } + [0xF7]
        wire.happen(.send(UniversalPacket.words(ofMessage: message)), to: 0)
        var unpacking = PacketUnpacking()
        var messages: [[UInt8]] = []
        UniversalPacket.forEachPacket(in: wire.words()) { messages += unpacking.messages(of: $0) }
        #expect(messages == [message])
    }

    @Test(arguments: [2, 3, 10] as [UInt64])
    func aJournalRepairsWhatWasLost(oneIn: UInt64) {
        var wire = Wire()
        wire.happen(.connect(two), to: 0)
        _ = wire.take(1)
        var random: UInt64 = oneIn
        func draw(_ limit: UInt64) -> UInt64 {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (random >> 33) % limit
        }
        var lossSeed = oneIn
        var lost: Set<Int> = []
        for packet in 1...2_000 {
            lossSeed = lossSeed &* 6_364_136_223_846_793_005 &+ 1
            if lossSeed >> 33 % oneIn == 0 { lost.insert(packet) }
        }
        wire.loses = { lost.contains($0) }
        var sent: [UInt32] = []
        var heard: [UInt32] = []
        for step in 0..<2_000 {
            let channel = UInt32(draw(3))
            let word: UInt32 =
                switch draw(8) {
                case 0, 1: 0x2090_0040 | channel << 16 | UInt32(draw(128)) << 8
                case 2, 3: 0x2080_0000 | channel << 16 | UInt32(draw(128)) << 8
                case 4: 0x20B0_0000 | channel << 16 | UInt32([1, 7, 10, 64][Int(draw(4))]) << 8 | UInt32(draw(128))
                case 5: 0x20E0_0000 | channel << 16 | UInt32(draw(128)) << 8 | UInt32(draw(128))
                case 6: 0x20C0_0000 | channel << 16 | UInt32(draw(128)) << 8
                default: 0x20D0_0000 | channel << 16 | UInt32(draw(128)) << 8
                }
            sent.append(word)
            wire.happen(.send([word]), to: 0)
            if step % 20 == 0 { wire.pass(seconds: 0.3) }
            heard += wire.words()
        }
        wire.loses = { _ in false }
        wire.happen(.send([noteOn]), to: 0)
        sent.append(noteOn)
        heard += wire.words()
        #expect(wire.two.lostCount > 100)
        #expect(Sound(heard) == Sound(sent))
    }

    @Test func hostileDatagramsAreDropped() {
        var wire = Wire()
        wire.happen(.connect(two), to: 0)
        let valid = RTPMIDIPacket(
            sequence: 7, time: 1, source: 99, commands: [.init(bytes: [0x90, 60, 1])], journal: [0x2F, 0, 1, 0, 9]
        ).bytes
        wire.happen(.datagram(valid, from: one, isControl: false), to: 1)
        #expect(wire.words().isEmpty, "the sender's number is another")
        var random: UInt64 = 7
        for _ in 0..<20_000 {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            var bytes = valid
            let count = Int(random >> 40 % UInt64(bytes.count + 1))
            bytes = Array(bytes[..<count])
            if count > 0 { bytes[Int(random >> 20) % count] = UInt8(truncatingIfNeeded: random >> 50) }
            wire.happen(.datagram(bytes, from: one, isControl: random & 1 == 0), to: 1)
        }
        #expect(wire.two.connected == [one])
    }
}
