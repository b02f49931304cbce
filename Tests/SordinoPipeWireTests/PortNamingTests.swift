import SordinoPipeWire
import SordinoPolicy
import Testing

/// From the graph's properties to Apple's ports, without a server.
@Suite struct PortNamingTests {
    private static func mirror(
        _ properties: [String: String], device: [String: String] = [:], routes: [GraphRoute] = [],
        positions: [String] = ["FL", "FR"]
    ) -> GraphMirror {
        var mirror = GraphMirror()
        var node = ["node.name": "node", "media.class": "Audio/Sink"].merging(properties) { $1 }
        if !device.isEmpty { node["device.id"] = "7" }
        mirror.apply(.appeared(7, .device, [:]))
        mirror.apply(.properties(7, device))
        for route in routes { mirror.apply(.route(7, route)) }
        mirror.apply(.appeared(10, .node, [:]))
        mirror.apply(.properties(10, node))
        let isSink = node["media.class"] == "Audio/Sink"
        for (index, position) in positions.enumerated() {
            mirror.apply(
                .appeared(
                    UInt32(20 + index), .port,
                    [
                        "node.id": "10", "port.id": "\(index)", "port.direction": isSink ? "in" : "out",
                        "audio.channel": position,
                    ]))
        }
        return mirror
    }

    private static func ports(_ mirror: GraphMirror) -> [Port] {
        var catalog = PortCatalog()
        return catalog.update(mirror).arrived
    }

    @Test(arguments: [
        (["device.api": "bluez5", "api.bluez5.profile": "a2dp-sink"], PortType.bluetoothA2DP),
        (["device.api": "bluez5", "api.bluez5.profile": "headset-head-unit"], .bluetoothHFP),
        (["device.bus": "usb"], .usbAudio), (["device.form-factor": "headphone"], .headphones),
        (["device.form-factor": "tv"], .HDMI), (["raop.ip": "10.0.0.1"], .airPlay),
        (["node.name": "avb.sink"], .AVB), (["alsa.card_name": "UAC2_Gadget"], .usbAudio),
        (["sordino.port.type": "CarAudio"], .carAudio), ([:], .builtInSpeaker),
    ])
    func aSinkBecomesThePortThatItIs(properties: [String: String], type: PortType) {
        #expect(Self.ports(Self.mirror(properties)).map(\.type) == [type])
    }

    @Test func socketsOfACardArePortsWhenSomethingIsPluggedIn() {
        let speaker = GraphRoute(
            index: 0, isInput: false, name: "speaker", description: "Speakers", type: "speaker", isActive: true,
            device: 3)
        var headphones = GraphRoute(
            index: 1, isInput: false, name: "headphones", description: "Headphones", availability: .no,
            type: "headphones")
        let node = ["card.profile.device": "3", "device.api": "alsa"]
        #expect(
            Self.ports(Self.mirror(node, device: ["device.name": "card"], routes: [speaker, headphones])).map(\.name)
                == ["Speakers"])
        headphones.availability = .yes
        let both = Self.ports(Self.mirror(node, device: ["device.name": "card"], routes: [speaker, headphones]))
        #expect(both.map(\.type) == [.builtInSpeaker, .headphones])
        #expect(Set(both.map(\.deviceUID)) == ["card"])
    }

    @Test func microphonesOnTheChannelsOfAnInputAreDataSources() {
        func sources(_ text: String) -> [DataSource] {
            Self.ports(
                Self.mirror(
                    [
                        "media.class": "Audio/Source", "sordino.port.type": "MicrophoneBuiltIn",
                        "sordino.port.sources": text,
                    ], positions: ["AUX0", "AUX1", "AUX2"])
            ).first?.dataSources ?? []
        }
        let phone = sources("Bottom 1; Front 2; Back 3 Cardioid")
        #expect(phone.map(\.orientation) == ["Bottom", "Front", "Back"] && phone.map(\.id) == [1, 2, 3])
        #expect(phone.map(\.location) == ["Lower", "Upper", "Upper"])
        #expect(phone.map(\.polarPatterns) == [["Omnidirectional"], ["Omnidirectional"], ["Cardioid"]])
        // One microphone whose signal processor delivers two patterns, each on a channel.
        let two = sources("Front 2; Bottom 1; Front 3 Cardioid; Front 3 Subcardioid")
        #expect(two.map(\.orientation) == ["Front", "Bottom"] && two.map(\.id) == [2, 1])
        #expect(two.map(\.polarPatterns) == [["Omnidirectional", "Cardioid"], ["Omnidirectional"]])
        #expect(two[0].channel(of: "Cardioid") == 3 && two[0].channel(of: "Omnidirectional") == 2)
        #expect(two[0].channel(of: nil) == 2 && two[0].channel(of: "Stereo") == 2)
        #expect(sources("").isEmpty)
        // Channels that are not there, words that mean nothing, a channel twice.
        #expect(sources("Bottom 4; Side 1; Top; Front 2 Square; Back 0").isEmpty)
        #expect(sources("Front 2; Back 2; Top 3").map(\.id) == [2, 3])
    }

    @Test func channelsCarryCoreAudiosLabels() {
        let ports = Self.ports(Self.mirror([:], positions: ["FL", "FR", "FC", "LFE", "RL", "RR"]))
        #expect(ports.first?.channels.map(\.label) == [1, 2, 3, 4, 5, 6])
        #expect(ports.first?.channels.map(\.number) == [1, 2, 3, 4, 5, 6])
    }

    @Test(arguments: [
        (["device.form-factor": "headphone"], ["FL", "FR"], ["Headphone Left", "Headphone Right"]),
        (["device.form-factor": "speaker"], ["FL", "FR", "LFE"], ["Speaker Left", "Speaker Right", "Speaker LFE"]),
        (["device.form-factor": "tv"], ["FL", "FR"], ["HDMI Output 1", "HDMI Output 2"]),
        (
            ["device.bus": "usb", "node.description": "Scarlett"], ["AUX0", "AUX1", "AUX2"],
            ["Scarlett Output 1", "Scarlett Output 2", "Scarlett Output 3"]
        ),
        (
            ["media.class": "Audio/Source", "device.form-factor": "internal"], ["MONO"], ["MicrophoneBuiltIn"]
        ),
        (["raop.ip": "10.0.0.1", "node.description": "Kitchen"], ["FL", "FR"], ["Kitchen Left", "Kitchen Right"]),
    ])
    func channelsAreNamedByTheirPort(properties: [String: String], positions: [String], names: [String]) {
        let ports = Self.ports(Self.mirror(properties, positions: positions))
        #expect(ports.first?.channels.map(\.name) == names)
    }

    @Test func aPortThatComesBackKeepsItsPlaceAndItsType() {
        var catalog = PortCatalog()
        let mirror = Self.mirror([:])
        let first = catalog.update(mirror).arrived
        catalog.forget()
        #expect(catalog.ports.isEmpty)
        #expect(catalog.update(mirror, isReturn: true).arrived == first)
    }

    @Test func aNodeThatGoesTakesItsPortAlong() {
        var catalog = PortCatalog()
        var mirror = Self.mirror([:])
        _ = catalog.update(mirror)
        mirror.apply(.removed(10))
        #expect(catalog.update(mirror).departed == ["node"])
    }

    /// A session manager that arrives gives a node other ports: the old ones go, the new ones come one by one.
    @Test func aNodeThatGetsOtherPortsWasNeverUnplugged() {
        var catalog = PortCatalog()
        var mirror = Self.mirror([:])
        #expect(catalog.update(mirror, at: 1_000).arrived.count == 1)
        mirror.apply(.removed(20))
        mirror.apply(.removed(21))
        #expect(catalog.update(mirror, at: 2_000).isEmpty)
        #expect(catalog.isWaiting && catalog.ports.count == 1)
        for (index, position) in ["FL", "FR", "RL", "RR"].enumerated() {
            mirror.apply(
                .appeared(
                    UInt32(30 + index), .port,
                    ["node.id": "10", "port.id": "\(index)", "port.direction": "in", "audio.channel": position]))
            let changes = catalog.update(mirror, at: 3_000)
            #expect(changes.arrived.isEmpty && changes.departed.isEmpty)
            #expect(changes.moved == ["node"])
            #expect(catalog.ports.first?.channels.count == index + 1)
        }
        #expect(!catalog.isWaiting)
    }

    @Test func aNodeThatGetsNoPortsForASecondIsUnplugged() {
        var catalog = PortCatalog()
        var mirror = Self.mirror([:])
        _ = catalog.update(mirror, at: 1_000)
        mirror.apply(.removed(20))
        mirror.apply(.removed(21))
        #expect(catalog.update(mirror, at: 2_000).isEmpty)
        #expect(catalog.update(mirror, at: 2_000 + PortCatalog.patienceNanoseconds).departed == ["node"])
        #expect(!catalog.isWaiting)
    }
}
