import SordinoPipeWire
import SordinoService
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
        KeptLinks.links(in: mirror, by: KeeperWord(sink: sink))?.keys.map { [$0.output, $0.input] }.sorted {
            $0[1] < $1[1]
        }
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

    @Test func theStageOfAProgramThatBeganWithoutAServiceIsNotWaitedFor() {
        var mirror = Self.mirror()
        for (node, process) in [(70, 3), (80, 4)] {
            let properties = [
                StreamProperties.role: "stage playback", "node.group": StreamProperties.stageGroup(Int32(process)),
            ]
            Self.add(&mirror, UInt32(node), properties, [], direction: "out")
        }
        func isLinked() -> Bool { KeptLinks.links(in: mirror, by: KeeperWord(), service: 3)?.count == 2 }
        #expect(!isLinked())
        mirror.apply(.removed(70))
        #expect(isLinked())
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

    /// The links of a program of JACK, node 40, whose two ports led to the sink, node 10.
    private static let patches: [GraphLinkEnds: KeptLinks.Nodes] = [
        GraphLinkEnds(output: 41, input: 11): KeptLinks.Nodes(output: 40, input: 10),
        GraphLinkEnds(output: 42, input: 12): KeptLinks.Nodes(output: 40, input: 10),
    ]

    private static func patched(_ mirror: GraphMirror, sink: String? = nil) -> [[UInt32]]? {
        KeptLinks.links(in: mirror, by: KeeperWord(sink: sink, patches: patches))?.keys
            .map { [$0.output, $0.input] }.sorted { $0[1] < $1[1] }
    }

    /// Such a program is linked as it was, with a session manager too; nothing else would do it.
    @Test func linksOfJACKProgramsAreMadeAgain() {
        var mirror = Self.mirror(stream: ["client.api": "jack", "media.class": "", "node.autoconnect": "false"])
        #expect(Self.patched(mirror) == [[41, 11], [42, 12]])
        let value = "{\"name\":\"loudspeaker\"}"
        mirror.apply(.metadata(object: "default", subject: 0, key: "default.audio.sink", value: value))
        #expect(Self.patched(mirror) == [[41, 11], [42, 12]])
        // The program, or a later service, was quicker.
        mirror.apply(
            .appeared(
                90, .link,
                [
                    "link.output.node": "40", "link.output.port": "41", "link.input.node": "10",
                    "link.input.port": "11",
                ]))
        #expect(Self.patched(mirror) == [[42, 12]])
        mirror.apply(.removed(41))
        mirror.apply(.removed(42))
        #expect(Self.patched(mirror) == [])
    }

    @Test func linksToASinkThatIsGoneLeadToTheOther() {
        var mirror = Self.mirror(stream: ["client.api": "jack", "media.class": "", "node.autoconnect": "false"])
        Self.add(&mirror, 60, ["node.name": "usb", "media.class": "Audio/Sink"], ["FL", "FR"], direction: "in")
        for id: UInt32 in 10...12 { mirror.apply(.removed(id)) }
        #expect(Self.patched(mirror, sink: "loudspeaker") == [[41, 61], [42, 62]])
    }

    @Test(arguments: ["", "loudspeaker", "a sink\twith\na name"])
    func aWordComesBackFromItsLine(sink: String) {
        let word = KeeperWord(sink: sink.isEmpty ? nil : sink, patches: Self.patches)
        let read = KeeperWord(line: word.line)
        #expect(read.patches == Self.patches)
        #expect(read.sink == word.sink?.filter { $0 != "\t" && $0 != "\n" })
        #expect(!word.line.contains("\n"))
    }

    @Test(arguments: ["usb\t1 2 3", "usb\t1 2 3 x\t\t-1 2 3 4", "usb\t1 2 3 4 5", "usb\t99999999999 1 1 1"])
    func whatIsNoLinkIsLeftOut(line: String) {
        #expect(KeeperWord(line: line) == KeeperWord(sink: "usb"))
    }
}
