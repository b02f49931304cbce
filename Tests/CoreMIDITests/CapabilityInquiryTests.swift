import CoreMIDI
import Foundation
import SordinoMIDIPorts
import Synchronization
import Testing

private final class Decider: NSObject, MIDICIProfileResponderDelegate {
    let heard = Heard<String>()
    let grants: Bool

    init(grants: Bool = true) { self.grants = grants }

    func connectInitiator(_ initiatorMUID: MIDICIInitiatiorMUID, with deviceInfo: MIDICIDeviceInfo) -> Bool {
        heard.append("connect")
        return true
    }
    func initiatorDisconnected(_ initiatorMUID: MIDICIInitiatiorMUID) { heard.append("disconnect") }
    func willSetProfile(
        _ aProfile: MIDICIProfile, onChannel channel: MIDIChannelNumber, enabled shouldEnable: Bool
    ) -> Bool {
        heard.append("set \(channel) \(shouldEnable)")
        return grants
    }
    func handleData(for aProfile: MIDICIProfile, onChannel channel: MIDIChannelNumber, data inData: Data) {
        heard.append("data \(Array(inData))")
    }
}

/// MIDI Capability Inquiry between a device of the program's and the program itself, in virtual time.
@Suite struct CapabilityInquiryFaceTests {
    private let profile = MIDICIProfile(data: Data([0x7E, 0x21, 0, 1, 1]), name: "Organ")

    /// A virtual pair of endpoints with a responder behind it.
    private func respond(_ decider: Decider) -> MIDICIResponder {
        var client = MIDIClientRef()
        var (source, destination) = (MIDIEndpointRef(), MIDIEndpointRef())
        MIDIClientCreateWithBlock("Organ" as CFString, &client, nil)
        MIDISourceCreateWithProtocol(client, "Organ" as CFString, ._1_0, &source)
        MIDIDestinationCreateWithProtocol(client, "Organ" as CFString, ._1_0, &destination) { _, _ in }
        let info = MIDICIDeviceInfo(
            destination: destination, manufacturer: Data([0, 0x21, 9]), family: Data([1, 1]), model: Data([2, 0]),
            revision: Data([1, 2, 3, 4]))
        return MIDICIResponder(
            deviceInfo: info, profileDelegate: decider,
            profileStates: [MIDICIProfileState(channel: 0, enabledProfiles: [], disabledProfiles: [profile])],
            supportProperties: true)
    }

    @Test func theManagerFindsADeviceAndSwitchesItsProfile() throws {
        let bench = try CoreMIDIBench()
        try bench.run {
            let decider = Decider()
            let responder = respond(decider)
            #expect(responder.start())
            let manager = MIDICIDeviceManager.shared
            #expect(manager === MIDICIDeviceManager.shared)
            let posted = Heard<String>()
            let names = [
                MIDICIDeviceManager.deviceWasAddedNotification, MIDICIDeviceManager.profileWasUpdatedNotification,
                MIDICIDeviceManager.deviceWasRemovedNotification,
            ]
            let tokens = names.map { name in
                NotificationCenter.default.addObserver(forName: name, object: manager, queue: nil) { note in
                    let device = note.userInfo?[MIDICIDeviceManager.DictionaryKey.deviceObject] as? MIDICIDevice
                    posted.append("\(name.rawValue) \(device?.deviceInfo.family ?? 0)")
                }
            }
            defer { for token in tokens { NotificationCenter.default.removeObserver(token) } }
            bench.settle()
            let device = try #require(manager.discoveredCIDevices.first)
            #expect(manager.discoveredCIDevices.count == 1 && device === manager.discoveredCIDevices[0])
            // Two bytes of seven bits: 1 + 128.
            #expect(device.deviceInfo.family == 129 && device.deviceInfo.modelNumber == 2)
            #expect(device.deviceInfo.manufacturerID.sysExIDByte == (0, 0x21, 9))
            #expect(device.supportsProfileConfiguration && device.supportsPropertyExchange)
            #expect(!device.supportsProcessInquiry && device.deviceType == .virtual)
            #expect(device.maxPropertyExchangeRequests == 1 && device.maxSysExSize == 4096)
            let found = try #require(device.profiles.first)
            #expect(found.profileType == .singleChannel && found.firstChannel == 0 && !found.isEnabled)
            #expect(found.profileID.standard.profileBank == 0x21)
            try found.setProfileState(true, enabledChannelCount: 1)
            bench.settle()
            #expect(found.isEnabled && found.enabledChannelCount == 1)
            #expect(decider.heard.all == ["connect", "set 0 true"] && responder.initiators.count == 1)
            responder.stop()
            bench.settle()
            #expect(manager.discoveredCIDevices.isEmpty)
            #expect(throws: NSError.self) { try found.setProfileState(false, enabledChannelCount: 1) }
            #expect(
                posted.all == [
                    "MIDICIDeviceWasAddedNotification 129", "MIDICIProfileWasUpdatedNotification 129",
                    "MIDICIProfileWasUpdatedNotification 129", "MIDICIDeviceWasRemovedNotification 129",
                ])
        }
    }

    @Test func aSessionReadsSwitchesAndExchangesData() throws {
        let bench = try CoreMIDIBench()
        try bench.run {
            let decider = Decider()
            let responder = respond(decider)
            #expect(responder.start())
            let nodes = Heard<MIDICIDiscoveredNode>()
            MIDICIDiscoveryManager.sharedInstance().discover { $0.forEach(nodes.append) }
            bench.advance(seconds: 2.9)
            #expect(nodes.all.isEmpty)
            bench.advance(seconds: 0.2)
            let node = try #require(nodes.all.first)
            #expect(node.supportsProfiles && node.supportsProperties && node.maximumSysExSize == 4096)
            #expect(node.destination == responder.deviceInfo.midiDestination)
            let ready = Heard<Bool>()
            let ended = Heard<Bool>()
            let session = MIDICISession(
                discoveredNode: node, dataReadyHandler: { ready.append(true) },
                disconnectHandler: { _, _ in ended.append(true) })
            bench.settle()
            #expect(ready.all == [true])
            #expect(session.profileState(forChannel: 0).disabledProfiles == [profile])
            let changes = Heard<Bool>()
            session.profileChangedCallback = { _, channel, _, isOn in if channel == 0 { changes.append(isOn) } }
            try session.enable(profile, onChannel: 0)
            bench.settle()
            #expect(changes.all == [true] && session.profileState(forChannel: 0).enabledProfiles == [profile])
            let data = Heard<Data>()
            session.profileSpecificDataHandler = { _, _, _, bytes in data.append(bytes) }
            #expect(session.send(profile, onChannel: 0, profileData: Data([1, 2])))
            #expect(responder.send(profile, onChannel: 0, profileData: Data([3])))
            #expect(responder.notify(profile, onChannel: 0, isEnabled: false))
            bench.settle()
            #expect(decider.heard.all.last == "data [1, 2]" && data.all == [Data([3])] && changes.all == [true, false])
            responder.stop()
            bench.settle()
            #expect(ended.all == [true])
        }
    }

    @Test func aDelegateThatRefusesKeepsTheProfileAsItIs() throws {
        let bench = try CoreMIDIBench()
        try bench.run {
            let responder = respond(Decider(grants: false))
            #expect(responder.start())
            let manager = MIDICIDeviceManager.shared
            bench.settle()
            let found = try #require(manager.discoveredCIDevices.first?.profiles.first)
            try found.setProfileState(true, enabledChannelCount: 1)
            bench.settle()
            #expect(!found.isEnabled)
        }
    }
}
