import SordinoMIDI
import Testing

/// Bytes by hand from "MIDI Capability Inquiry (MIDI-CI)" 1.2 and M2-104-UM 1.1, section 7.1.
@Suite struct CapabilityInquiryTests {
    let identity = CIMessage.Identity(manufacturer: [0, 0x21, 0x09], family: 0x81, model: 2, revision: [1, 2, 3, 4])
    let profile: CIMessage.Profile = [0x7E, 0x21, 0, 1, 1]

    @Test func messagesHaveTheBytesOfTheSpecification() {
        let discovery: [UInt8] = [
            0xF0, 0x7E, 0x7F, 0x0D, 0x70, 2, 1, 2, 0, 0, 0x7F, 0x7F, 0x7F, 0x7F, 0, 0x21, 0x09, 1, 1, 2, 0, 1, 2, 3, 4,
            0x0C, 0, 0x20, 0, 0, 0, 0xF7,
        ]
        let message = CIMessage(
            from: 0x101, to: CIMessage.everyone,
            .discovery(
                identity, categories: CIMessage.Category.profiles | CIMessage.Category.properties,
                maximumByteCount: 4096))
        #expect(message.bytes == discovery)
        #expect(CIMessage(discovery) == message)
        let set: [UInt8] =
            [0xF0, 0x7E, 3, 0x0D, 0x22, 2, 1, 0, 0, 0, 2, 0, 0, 0] + profile + [1, 0, 0xF7]
        #expect(
            CIMessage(set) == CIMessage(part: 3, from: 1, to: 2, .setProfile(profile, isOn: true, channelCount: 1)))
        for count in 0..<discovery.count { _ = CIMessage(Array(discovery[..<count])) }
        // A count of profiles that are not there.
        #expect(CIMessage([0xF0, 0x7E, 3, 0x0D, 0x21, 2, 1, 0, 0, 0, 2, 0, 0, 0, 0x7F, 0x7F, 0xF7]) == nil)
    }

    /// Carries messages between an initiator and a responder until none is left.
    private func talk(
        _ initiator: inout CIInitiator, _ responder: inout CIResponder, _ first: [UInt8]
    ) -> ([CIInitiator.Effect], [CIResponder.Effect]) {
        var toResponder = [first]
        var heard: ([CIInitiator.Effect], [CIResponder.Effect]) = ([], [])
        while !toResponder.isEmpty {
            for effect in responder.take(toResponder.removeFirst()) {
                guard case .send(let bytes) = effect else {
                    heard.1.append(effect)
                    continue
                }
                for effect in initiator.take(bytes, link: 5) {
                    if case .send(let bytes, link: 5) = effect {
                        toResponder.append(bytes)
                    } else {
                        heard.0.append(effect)
                    }
                }
            }
        }
        return heard
    }

    @Test func aDeviceIsFoundItsProfilesReadAndSwitched() throws {
        var initiator = CIInitiator(muid: 11)
        var responder = CIResponder(
            muid: 22, identity: identity,
            profiles: [0: .init(enabled: [], disabled: [profile]), 9: .init(enabled: [profile], disabled: [])],
            supportsProperties: true)
        var heard = talk(&initiator, &responder, initiator.discovery)
        let first = CIDevice.ProfileKey(part: 0, profile: profile)
        let drums = CIDevice.ProfileKey(part: 9, profile: profile)
        #expect(heard.0 == [.added(22), .profileChanged(22, first), .profileChanged(22, drums)])
        #expect(heard.1.count == 1 && responder.initiators == [11])
        let device = try #require(initiator.devices[22])
        #expect(device.identity == identity && device.requestCount == 1 && device.profiles[drums]?.isOn == true)
        let wish = try #require(initiator.message(setting: first, of: 22, isOn: true, channelCount: 1))
        heard = talk(&initiator, &responder, wish)
        #expect(heard.1 == [.wish(profile, part: 0, isOn: true)])
        #expect(initiator.devices[22]?.profiles[first]?.isOn == false, "nothing is said before the device has")
        let settled = responder.settle(profile, part: 0, isOn: true)
        let report = try #require(settled)
        #expect(initiator.take(report, link: 5) == [.profileChanged(22, first)])
        #expect(initiator.devices[22]?.profiles[first] == .init(isOn: true, channelCount: 1))
        #expect(initiator.take(responder.farewell, link: 5).count == 1 && initiator.devices.isEmpty)
    }

    @Test func aProfileThatIsNotThereIsRefusedAndStrangersAreBounded() {
        var responder = CIResponder(muid: 22, identity: identity, profiles: [:], supportsProperties: false)
        let wish = CIMessage(part: 0, from: 11, to: 22, .setProfile(profile, isOn: true, channelCount: 1)).bytes
        guard case .send(let bytes)? = responder.take(wish).first else {
            Issue.record("no answer")
            return
        }
        #expect(CIMessage(bytes)?.body == .refusal(of: 0x22))
        var initiator = CIInitiator(muid: 1)
        for muid in 2..<2_000 as Range<UInt32> {
            let reply = CIMessage(
                from: muid, to: 1,
                .discoveryReply(identity, categories: 0, maximumByteCount: 512, functionBlock: 127))
            _ = initiator.take(reply.bytes, link: 1)
        }
        #expect(initiator.devices.count == CIInitiator.deviceLimit)
        #expect(initiator.forget(link: 1).count == CIInitiator.deviceLimit)
    }

    @Test func twoOfOneNumberTakeOthers() {
        var responder = CIResponder(muid: 22, identity: identity, profiles: [:], supportsProperties: false)
        let former = responder.farewell
        let other = CIMessage(
            from: 22, to: CIMessage.everyone, .discovery(identity, categories: 0, maximumByteCount: 512))
        #expect(responder.take(other.bytes) == [.send(former)] && responder.muid != 22)
    }

    // MARK: Endpoints of universal packets

    @Test func anEndpointSaysWhatItIs() throws {
        var own = StreamEndpoint()
        own.name = "A name that takes more than one packet"
        own.productID = "SN-1"
        own.identity = identity
        own.hasStaticBlocks = true
        var block = StreamEndpoint.Block()
        (block.name, block.firstGroup, block.groupCount, block.hint) = ("Keys and more than that", 4, 2, 3)
        own.blocks = [0: block, 1: StreamEndpoint.Block()]
        #expect(own.info == [0xF001_0101, 0x8200_0300, 0, 0])
        #expect(own.words(ofBlock: 0).prefix(2) == [0xF011_8033, 0x0402_0000])
        var found = StreamEndpoint()
        var changes: [StreamEndpoint.Change] = []
        UniversalPacket.forEachPacket(in: StreamEndpoint.questions) { question in
            UniversalPacket.forEachPacket(in: own.answers(to: question) ?? []) { changes.append(found.take($0)) }
        }
        #expect(found.isKnown && changes.contains(.block(1)))
        #expect(found.name == own.name && found.productID == "SN-1" && found.identity == identity)
        #expect(found.blocks == own.blocks && found.hasStaticBlocks && found.info == own.info)
        #expect(own.answers(to: [0xF005_0100, 0, 0, 0]) == [0xF006_0100, 0, 0, 0], "MIDI 1.0 is wished for")
        #expect(own.currentProtocol == 1)
        #expect(own.answers(to: [0x4090_3C00, 0x8000_0000]) == nil)
    }

    @Test func piecesOfNamesWithoutEndAreBounded() {
        var found = StreamEndpoint()
        for _ in 0..<100_000 { _ = found.take([0xF803_4141, 0x4141_4141, 0x4141_4141, 0x4141_4141]) }
        _ = found.take([0xFC03_4242, 0, 0, 0])
        #expect(found.name.utf8.count <= StreamEndpoint.nameLimit)
        for number in 0..<128 as Range<UInt32> { _ = found.take([0xF011_8000 | number << 8, 0, 0, 0]) }
        #expect(found.blocks.count == StreamEndpoint.blockLimit)
    }
}
