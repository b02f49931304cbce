import SordinoGraph
import Testing

@Suite struct GraphTests {
    private let format = BusFormat(sampleRate: 48_000, channelCount: 2)

    @Test func anInputTakesOneConnection() throws {
        var graph = Graph()
        let first = graph.attach(Player())
        let second = graph.attach(Player())
        let mixer = graph.attach(Mixer())
        try graph.connect(BusID(first, 0), to: BusID(mixer, 0), format: format)
        try graph.connect(BusID(second, 0), to: BusID(mixer, 0), format: format)
        #expect(graph.connection(into: BusID(mixer, 0))?.source == BusID(second, 0))
        #expect(graph.connections(from: BusID(first, 0)).isEmpty)
    }

    @Test func anOutputLeadsToSeveralInputs() throws {
        var graph = Graph()
        let player = graph.attach(Player())
        let mixer = graph.attach(Mixer())
        for bus in [3, 0, 7] { try graph.connect(BusID(player, 0), to: BusID(mixer, bus), format: format) }
        #expect(graph.connections(from: BusID(player, 0)).map(\.destination.bus) == [3, 0, 7])
        #expect(graph.inputs(of: mixer).map(\.destination.bus) == [0, 3, 7])
    }

    @Test func aCycleIsRefusedAndNothingChanges() throws {
        var graph = Graph()
        let mixers = (0..<3).map { _ in graph.attach(Mixer()) }
        try graph.connect(BusID(mixers[0], 0), to: BusID(mixers[1], 0), format: format)
        try graph.connect(BusID(mixers[1], 0), to: BusID(mixers[2], 0), format: format)
        #expect(throws: GraphError.cycle(mixers[2], mixers[0])) {
            try graph.connect(BusID(mixers[2], 0), to: BusID(mixers[0], 0), format: format)
        }
        #expect(throws: GraphError.cycle(mixers[1], mixers[1])) {
            try graph.connect(BusID(mixers[1], 0), to: BusID(mixers[1], 5), format: format)
        }
        #expect(graph.connections.count == 2)
    }

    @Test func aBusThatIsNotThereIsRefused() throws {
        var graph = Graph()
        let player = graph.attach(Player())
        let output = graph.attach(Output())
        #expect(throws: GraphError.noSuchBus(player, bus: 1)) {
            try graph.connect(BusID(player, 1), to: BusID(output, 0), format: format)
        }
        #expect(throws: GraphError.noSuchBus(output, bus: 1)) {
            try graph.connect(BusID(player, 0), to: BusID(output, 1), format: format)
        }
        #expect(throws: GraphError.noSuchBus(player, bus: 0)) {
            try graph.connect(BusID(player, 0), to: BusID(player, 0), format: format)
        }
        #expect(throws: GraphError.unknownNode(NodeID(99))) {
            try graph.connect(BusID(NodeID(99), 0), to: BusID(output, 0), format: format)
        }
    }

    @Test func detachingEndsTheNodesConnections() throws {
        var graph = Graph()
        let player = graph.attach(Player())
        let mixer = graph.attach(Mixer())
        let output = graph.attach(Output())
        try graph.connect(BusID(player, 0), to: BusID(mixer, 0), format: format)
        try graph.connect(BusID(mixer, 0), to: BusID(output, 0), format: format)
        try graph.detach(mixer)
        #expect(graph.connections.isEmpty)
        #expect(graph.nodes.count == 2)
        #expect(throws: GraphError.unknownNode(mixer)) { try graph.detach(mixer) }
    }

    @Test func connectingTheSameAgainKeepsTheConnectionAndItsGains() throws {
        var graph = Graph()
        let player = graph.attach(Player())
        let mixer = graph.attach(Mixer())
        let first = try graph.connect(BusID(player, 0), to: BusID(mixer, 0), format: format)
        first.mix.volume = 0.25
        let again = try graph.connect(BusID(player, 0), to: BusID(mixer, 0), format: format)
        #expect(again === first)
        let mono = try graph.connect(
            BusID(player, 0), to: BusID(mixer, 0), format: BusFormat(sampleRate: 48_000, channelCount: 1))
        #expect(mono !== first && mono.mix.volume == 1)
    }
}
