import SordinoPipeWire
import Testing

/// The links that are made after the service's death where no session manager makes them.
@Suite struct KeptLinksTests {
    /// A graph with a sink of two channels, number 10, and a stream of the given channels, number 40.
    private static func mirror(
        channels: [String] = ["FL", "FR"], stream: [String: String] = [:]
    ) -> GraphMirror {
        var mirror = GraphMirror()
        add(&mirror, 10, ["node.name": "loudspeaker", "media.class": "Audio/Sink"], ["FL", "FR"], direction: "in")
        let properties = ["media.class": "Stream/Output/Audio", "node.autoconnect": "true"].merging(stream) { $1 }
        add(&mirror, 40, properties, channels, direction: "out")
        return mirror
    }

    private static func add(
        _ mirror: inout GraphMirror, _ id: UInt32, _ properties: [String: String], _ channels: [String],
        direction: String
    ) {
        mirror.apply(.appeared(id, .node, [:]))
        mirror.apply(.properties(id, properties))
        for (index, channel) in channels.enumerated() {
            mirror.apply(
                .appeared(
                    id + 1 + UInt32(index), .port,
                    [
                        "node.id": "\(id)", "port.id": "\(index)", "port.direction": direction,
                        "audio.channel": channel,
                    ]))
        }
    }

    private static func pairs(_ mirror: GraphMirror, sink: String? = nil) -> [[UInt32]]? {
        KeptLinks.links(in: mirror, sink: sink)?.keys.map { [$0.output, $0.input] }.sorted { $0[1] < $1[1] }
    }

    @Test func channelsOfTheSameNameAreLinked() {
        #expect(Self.pairs(Self.mirror()) == [[41, 11], [42, 12]])
        #expect(Self.pairs(Self.mirror(channels: ["FR", "FL"])) == [[42, 11], [41, 12]])
        #expect(Self.pairs(Self.mirror(channels: ["FL", "FR", "FC", "LFE"])) == [[41, 11], [42, 12]])
        #expect(Self.pairs(Self.mirror(channels: ["MONO"])) == [[41, 11], [41, 12]])
    }

    @Test func theSinkInUseComesFirst() {
        var mirror = Self.mirror()
        Self.add(&mirror, 60, ["node.name": "usb", "media.class": "Audio/Sink"], ["FL", "FR"], direction: "in")
        #expect(Self.pairs(mirror, sink: "usb") == [[41, 61], [42, 62]])
        #expect(Self.pairs(mirror, sink: "gone") == [[41, 11], [42, 12]])
    }

    @Test func nothingIsLinkedBeforeTheServiceIsGone() {
        var mirror = Self.mirror()
        Self.add(&mirror, 70, [StreamProperties.role: "hold", "media.class": "Audio/Sink"], [], direction: "in")
        #expect(Self.pairs(mirror) == nil)
        mirror.apply(.removed(70))
        #expect(Self.pairs(mirror) == [[41, 11], [42, 12]])
    }

    @Test func aSessionManagerLinksByItself() {
        var mirror = Self.mirror()
        let value = "{\"name\":\"loudspeaker\"}"
        mirror.apply(.metadata(object: "default", subject: 0, key: "default.audio.sink", value: value))
        #expect(Self.pairs(mirror) == [])
    }

    @Test(arguments: [
        ["node.autoconnect": "false"], [StreamProperties.role: StreamProperties.streamRole],
        ["media.class": "Stream/Input/Audio"],
    ])
    func aStreamThatExpectsNoLinkGetsNone(properties: [String: String]) {
        #expect(Self.pairs(Self.mirror(stream: properties)) == [])
    }

    @Test func aStreamThatIsLinkedStaysAsItIs() {
        var mirror = Self.mirror()
        mirror.apply(
            .appeared(
                90, .link,
                [
                    "link.output.node": "40", "link.output.port": "41", "link.input.node": "10",
                    "link.input.port": "11",
                ]))
        #expect(Self.pairs(mirror) == [])
    }
}
