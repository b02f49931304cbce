import SordinoHardware
import SordinoPolicy
import Testing

@Suite struct VirtualProfileTests {
    @Test func aPhonesPortsBearApplesNames() throws {
        let ports = VirtualDevice(.phone).ports
        #expect(ports.map(\.type.rawValue) == ["Receiver", "Speaker", "MicrophoneBuiltIn"])
        let microphone = try #require(ports.last)
        #expect(microphone.uid == "Built-In Microphone")
        #expect(microphone.name == "iPhone Microphone")
        #expect(microphone.dataSources.map(\.name) == ["Bottom", "Front", "Back"])
        #expect(microphone.dataSources.map(\.location) == ["Lower", "Upper", "Upper"])
        #expect(microphone.dataSources.map(\.orientation) == ["Bottom", "Front", "Back"])
        let headphones = try #require(Accessory.headphones.ports.first)
        #expect(headphones.uid == "Wired Headphones")
        #expect(headphones.name == "Headphones")
        #expect(headphones.type.rawValue == "Headphones")
        #expect(headphones.channels.map(\.name) == ["Headphone Left", "Headphone Right"])
        #expect(headphones.channels.map(\.number) == [1, 2])
    }

    @Test func onlyThePhoneHasAReceiver() {
        for profile in VirtualProfile.allCases {
            #expect(profile.ports.contains { $0.type == .builtInReceiver } == (profile == .phone))
        }
    }

    @Test func everyDeviceHasPortsBothWaysAndEveryUIDOnce() {
        let accessories: [Accessory] = [
            .headset, .lineOut, .bluetooth(.both), .bluetoothLE(), .hdmi(), .airPlay(), .usb(),
        ]
        for profile in VirtualProfile.allCases {
            let ports = profile.ports + accessories.flatMap(\.ports)
            #expect(Set(ports.map(\.uid)).count == ports.count)
            #expect(profile.ports.contains { $0.direction == .input })
            #expect(profile.ports.contains { $0.direction == .output })
            #expect(profile.limits.granting(profile.timing) == profile.timing)
            for port in ports {
                #expect(port.channels.map(\.number) == Array(1...port.channels.count))
                #expect(port.sampleRates == port.sampleRates.sorted())
            }
        }
    }

    @Test func thePortsOfAnAccessoryShareItsDeviceUID() {
        for accessory in [Accessory.headset, .bluetooth(.both), .bluetooth(.hfp), .usb(), .car, .bluetoothLE()] {
            #expect(accessory.ports.count >= 2)
            #expect(accessory.ports.allSatisfy { $0.deviceUID == accessory.deviceUID })
        }
        #expect(Accessory.bluetooth(.a2dp).ports.map(\.type) == [.bluetoothA2DP])
        #expect(Accessory.headphones.ports.map(\.direction) == [.output])
    }

    @Test(arguments: [2, 6, 8])
    func hdmiHasItsChannels(count: Int) {
        let channels = Accessory.hdmi(channelCount: count).ports[0].channels
        #expect(channels.map(\.name) == (1...count).map { "HDMI Output \($0)" })
        #expect(channels.map(\.label) == Array([1, 2, 3, 4, 5, 6, 33, 34].prefix(count)))
    }
}
