import SordinoPipeWire
import Testing

@Suite struct DefaultDevicesTests {
    @Test(arguments: [
        ("{\"name\":\"alsa_output.pci\"}", "alsa_output.pci"), ("{ \"name\" : \"a \\\"b\\\"\" }", "a \"b\""),
        ("plain", "plain"),
    ])
    func namesAreRead(value: String, name: String) { #expect(DefaultDevices.name(in: value) == name) }

    @Test(arguments: ["", "{}", "{\"name\":}", "{\"name\":\"", "{\"name\":\"\"}", "{\"name\":\"a\\"])
    func nonsenseIsNobodysName(value: String) { #expect(DefaultDevices.name(in: value) == nil) }

    private func sink(_ id: UInt32, _ name: String) -> [GraphEvent] {
        [
            .appeared(id, .node, ["node.name": name, "media.class": "Audio/Sink"]),
            .appeared(
                id + 1, .port,
                ["node.id": "\(id)", "port.id": "0", "port.direction": "in", "audio.channel": "MONO"]),
            .properties(id, ["node.name": name, "media.class": "Audio/Sink", "sordino.port.type": "Headphones"]),
        ]
    }

    @Test func whatIsInForceCountsBeforeWhatWasConfigured() {
        var mirror = GraphMirror()
        var catalog = PortCatalog()
        func say(_ key: String, _ value: String?) {  // as WirePlumber does
            mirror.apply(.metadata(object: "default", subject: 0, key: key, value: value))
        }
        for event in sink(10, "one") + sink(20, "two") { mirror.apply(event) }
        _ = catalog.update(mirror)
        #expect(DefaultDevices.ports(in: mirror, of: catalog) == [])
        mirror.apply(
            .metadata(
                object: "default", subject: 0, key: "default.configured.audio.sink", value: "{\"name\":\"one\"}"))
        #expect(DefaultDevices.ports(in: mirror, of: catalog) == ["one"])
        say("default.audio.sink", "{\"name\":\"two\"}")
        #expect(DefaultDevices.ports(in: mirror, of: catalog) == ["two"])
        say("default.audio.sink", "{\"name\":\"gone\"}")
        #expect(DefaultDevices.ports(in: mirror, of: catalog) == [])
        // A receiver on the network is the default of the person alone, not of a session manager that has no other sink.
        let receiver = ["node.name": "raop", "media.class": "Audio/Sink", "node.network": "true"]
        for event in [GraphEvent.appeared(30, .node, receiver), .properties(30, receiver)] { mirror.apply(event) }
        mirror.apply(.appeared(31, .port, ["node.id": "30", "port.id": "0", "port.direction": "in"]))
        _ = catalog.update(mirror)
        say("default.audio.sink", "{\"name\":\"raop\"}")
        #expect(DefaultDevices.ports(in: mirror, of: catalog) == [])
        say("default.configured.audio.sink", "{\"name\":\"raop\"}")
        #expect(DefaultDevices.ports(in: mirror, of: catalog) == ["raop"])
        // A source of that name is no sink.
        say("default.audio.sink", nil)
        say("default.configured.audio.sink", nil)
        say("default.audio.source", "{\"name\":\"one\"}")
        #expect(DefaultDevices.ports(in: mirror, of: catalog) == [])
    }
}
