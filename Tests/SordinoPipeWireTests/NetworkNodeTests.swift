import SordinoPipeWire
import SordinoPolicy
import Testing

/// Nodes of PipeWire's network modules, by properties that `pw-dump` printed for them or that their pages name.
@Suite struct NetworkNodeTests {
    /// Sinks with two channels, one for each set of properties; the first has the number 100.
    private static func graph(_ nodes: [[String: String]], mediaClass: String = "Audio/Sink") -> GraphMirror {
        var mirror = GraphMirror()
        for (index, properties) in nodes.enumerated() {
            let id = UInt32(100 + 10 * index)
            let node = ["media.class": mediaClass, "node.name": "node-\(id)"].merging(properties) { $1 }
            mirror.apply(.appeared(id, .node, node))
            mirror.apply(.properties(id, node))
            for (channel, position) in ["FL", "FR"].enumerated() {
                mirror.apply(
                    .appeared(
                        id + 1 + UInt32(channel), .port,
                        [
                            "node.id": "\(id)", "port.id": "\(channel)",
                            "port.direction": mediaClass == "Audio/Sink" ? "in" : "out", "audio.channel": position,
                        ]))
            }
        }
        return mirror
    }

    private static func ports(_ nodes: [[String: String]]) -> [Port] {
        var catalog = PortCatalog()
        return catalog.update(graph(nodes)).arrived
    }

    /// Printed by `pw-dump` of PipeWire 0.3.65 for `libpipewire-module-rtp-sink`.
    static let rtp = [
        "node.description": "Kitchen speakers", "node.latency": "320/48000", "node.name": "rtp-kitchen",
        "node.network": "true", "node.virtual": "true", "rtp.destination.ip": "127.0.0.1", "rtp.mtu": "1280",
        "rtp.ptime": "6", "rtp.session": "Kitchen", "media.name": "RTP Sender Stream",
    ]
    /// Printed by the same version of `pw-dump` for a sink of `libpipewire-module-raop-sink`.
    static let raop = [
        "media.name": "RAOP sink", "node.description": "Living Room", "node.latency": "352/44100",
        "node.name": "raop-sink-28767-26", "node.virtual": "true",
    ]

    /// An offered output whose name another one has is numbered.
    @Test func theNameOfAnotherOutputIsNumbered() {
        let all = [Self.rtp, ["node.description": "Kitchen speakers"], ["node.description": "Kitchen speakers"]]
        var catalog = PortCatalog()
        let ports = catalog.update(Self.graph(all), isStrange: { $0 > 100 }).arrived
        #expect(ports.map(\.name) == ["Kitchen speakers", "Kitchen speakers 2", "Kitchen speakers 3"])
    }

    /// A program's sink waits to be picked, also when it names a type of its own, and is no part of any device.
    @Test(arguments: [
        [:], ["sordino.port.type": "Speaker"], ["device.bus": "usb"], ["sordino.port.device": "node-100"],
        ["node.name": "node-100"], ["raop.ip": "10.0.0.1"],
    ])
    func theSinkOfAProgramIsOffered(properties: [String: String]) {
        var catalog = PortCatalog()
        let speaker = ["sordino.port.type": "Speaker", "sordino.port.device": "node-100"]
        // The program's has the lower number: numbers are given again.
        let mirror = Self.graph([properties, speaker.merging(["node.name": "node-100"]) { $1 }])
        let ports = catalog.update(mirror, isStrange: { $0 == 100 }).arrived
        #expect(ports.map(\.type) == [.builtInSpeaker, .virtual])
        #expect(ports.map(\.isOffered) == [false, true] && ports.map(\.isRemote) == [false, false])
        #expect(ports.first?.uid == "node-100" && Set(ports.map(\.uid)).count == 2)
        #expect(Set(ports.map(\.deviceUID)).count == 2)
        // Where no one is asked about recordings it is like any other.
        var trusting = PortCatalog()
        #expect(trusting.update(mirror).arrived.contains { $0.isOffered } == (properties["raop.ip"] != nil))
    }

    @Test(arguments: [
        (rtp, PortType.airPlay, 320.0 / 48_000), (raop, .airPlay, 352.0 / 44_100),
        (["raop.ip": "10.0.0.1", "raop.latency.ms": "1500", "node.latency": "352/44100"], .airPlay, 1.5),
        (["node.name": "raop_sink.kitchen.local.10.0.0.1.7000"], .airPlay, 0),
        (["snapcast.ip": "10.0.0.2", "sordino.port.latency.msec": "1000"], .airPlay, 1),
        (["node.name": "roc-sink", "node.network": "true"], .airPlay, 0),
        (["tunnel.mode": "sink", "pulse.latency": "200"], .airPlay, 0.2),
        (["sess.name": "AES67", "sess.latency.msec": "20"], .airPlay, 0.02),
        (["device.api": "avb", "node.name": "avb.output.1"], .AVB, 0), (["device.bus": "avb"], .AVB, 0),
    ])
    func aSinkOnANetworkIsOfferedWithItsLatency(properties: [String: String], type: PortType, latency: Double) {
        let ports = Self.ports([properties])
        #expect(ports.map(\.type) == [type])
        #expect(ports.map(\.isOffered) == [true])
        #expect(abs((ports.first?.latencySeconds ?? -1) - latency) < 1e-9)
    }

    @Test(arguments: [
        (
            ["device.api": "bluez5", "api.bluez5.profile": "bap-sink", "api.bluez5.address": "AA:BB"],
            PortType.bluetoothLE
        ),
        (["device.api": "bluez5", "api.bluez5.profile": "bap-broadcast-sink"], .bluetoothLE),
        (["sordino.port.type": "Speaker", "node.network": "true"], .builtInSpeaker),
        (
            ["node.name": "alsa_output.pci", "node.latency": "4800/48000", "device.form-factor": "speaker"],
            .builtInSpeaker
        ),
    ])
    func whatIsNearOrNamedByTheMakerIsNotOffered(properties: [String: String], type: PortType) {
        let ports = Self.ports([properties])
        #expect(ports.map(\.type) == [type])
        #expect(ports.map(\.isOffered) == [false])
        #expect(ports.map(\.latencySeconds) == [0])
    }

    @Test func aSourceOnANetworkIsNoMicrophone() {
        var catalog = PortCatalog()
        let arrived = catalog.update(
            Self.graph([["node.network": "true", "node.name": "rtp-source"]], mediaClass: "Audio/Source")
        ).arrived
        #expect(arrived.map(\.type) == [.virtual])
        #expect(arrived.map(\.isOffered) == [false])
    }

    /// The report of a port counts if it is more than the statement of the node.
    @Test func theLargerOfTwoLatenciesCounts() {
        var mirror = Self.graph([Self.rtp])
        mirror.apply(.latency(101, GraphLatency(isInput: true, nanoseconds: 250_000_000)))
        var catalog = PortCatalog()
        let arrived = catalog.update(mirror).arrived
        #expect(arrived.map(\.latencySeconds) == [0.25])
    }

    // MARK: Strangers

    @Test(arguments: [
        ("1e9", 10.0), ("1000000000", 10.0), ("-5", 0.0), ("nan", 0.0), ("inf", 0.0), ("", 0.0), ("0x10", 0.016),
        ("12 ms", 0.0), (String(repeating: "9", count: 4_000), 0.0),
    ])
    func statedLatenciesAreBounded(text: String, seconds: Double) {
        #expect(Self.ports([["raop.ip": "10.0.0.1", "raop.latency.ms": text]]).map(\.latencySeconds) == [seconds])
    }

    @Test(arguments: ["1/0", "0/0", "/", "1", "1/2/3", "-1/-1", "1e300/1e-300", "999999999999/1", "\u{0}/\u{0}"])
    func fractionsThatAreNoneAreBounded(text: String) {
        let latency = Self.ports([["raop.ip": "10.0.0.1", "node.latency": text]]).first?.latencySeconds ?? -1
        #expect((0...10).contains(latency), "\(latency)")
    }

    @Test(arguments: [
        ("Living\\032Room", "Living Room"), ("K\\195\\188che", "Küche"), ("a\\.b\\\\c", "a.b\\c"),
        ("\u{1B}[2Jevil\u{202E}\u{9B}31m", "[2Jevil31m"), ("two\nlines\r\u{2028}", "twolines"),
        ("\\027[2J", "[2J"), ("\\999", "?"), ("end\\", "end\\"), ("  spaces  ", "spaces"),
        ("Z" + String(repeating: "\u{0301}", count: 500), "Z\u{0301}\u{0301}"),
    ])
    func namesAreOneShortLine(name: String, shown: String) {
        let ports = Self.ports([["raop.ip": "10.0.0.1", "node.name": "raop_sink.x", "node.description": name]])
        #expect(ports.map(\.name) == [shown])
    }

    @Test(arguments: [
        String(repeating: "x", count: 1_000_000), String(repeating: "\u{200B}", count: 100_000), "", "\\000",
    ])
    func namesOfWrongSizesAreBounded(name: String) {
        let ports = Self.ports([["raop.ip": "10.0.0.1", "node.name": "raop_sink.x", "node.description": name]])
        #expect(ports.allSatisfy { !$0.name.isEmpty && $0.name.unicodeScalars.count <= 64 })
        let long = Self.ports([["raop.ip": "10.0.0.1", "node.name": name + "raop"]])
        #expect(long.allSatisfy { !$0.uid.isEmpty && $0.uid.unicodeScalars.count <= 160 })
    }

    @Test func aFloodOfReceiversLeavesThoseThatAreThere() {
        var catalog = PortCatalog()
        var flood = (0..<2_000).map { _ in ["raop.ip": "10.0.0.1", "node.name": "raop_sink.same"] }
        flood[1_999] = ["raop.ip": "10.0.0.9", "node.name": "raop_sink.mine"]
        let mine = UInt32(100 + 10 * 1_999)
        let full = Self.graph(flood)
        var mirror = full
        for id in full.nodes.keys where id != mine { mirror.apply(.removed(id)) }
        #expect(catalog.update(mirror).arrived.map(\.uid) == ["raop_sink.mine"])
        let changes = catalog.update(full)
        #expect(changes.departed == [])
        #expect(changes.arrived.count == 63)
        #expect(catalog.ports.contains { $0.uid == "raop_sink.mine" })
        #expect(Set(catalog.ports.map(\.uid)).count == 64)
        // A local output has its place beside any flood.
        var local = full
        local.apply(.appeared(50_000, .node, ["media.class": "Audio/Sink", "node.name": "speaker"]))
        local.apply(.properties(50_000, ["sordino.port.type": "Speaker"]))
        local.apply(.appeared(50_001, .port, ["node.id": "50000", "port.id": "0", "port.direction": "in"]))
        #expect(catalog.update(local).arrived.map(\.uid) == ["speaker"])
    }
}
