import AudioToolbox
import Foundation
import Testing

/// Random edits of a graph of mixers that runs, beside a model of what must be heard.
@Suite struct AUGraphWalkTests {
    /// The source of an input in the model.
    private enum Feed: Equatable {
        case node(AUNode)
        case value(Int)
    }

    private struct Socket: Hashable {
        let node: AUNode
        let bus: UInt32
    }

    /// The same graph, as a table.
    private struct Model {
        var nodes: [AUNode]
        var feeds: [Socket: Feed] = [:]

        /// The sum that reaches a node.
        func sum(_ node: AUNode) -> Float {
            feeds.filter { $0.key.node == node }.values.reduce(0) { sum, feed in
                switch feed {
                case .node(let source): sum + self.sum(source)
                case .value(let value): sum + Float(value)
                }
            }
        }

        func leads(_ source: AUNode, to target: AUNode) -> Bool {
            source == target
                || feeds.contains { socket, feed in
                    guard case .node(let before) = feed else { return false }
                    return socket.node == target && leads(source, to: before)
                }
        }
    }

    @Test(arguments: [1, 20_261_122, 7] as [UInt64])
    func randomEditsAreHeardAsTheModelSays(_ seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let handle = try GraphHandle()
        let output = try handle.addOutput()
        #expect(AUGraphOpen(handle.graph) == noErr)
        try handle.makeMono(output, inputs: 1)
        let top = try handle.addMixer()
        try handle.makeMono(top, inputs: 4)
        var model = Model(nodes: [top])
        model.feeds[Socket(node: output, bus: 0)] = .node(top)
        #expect(handle.connect(top, output) == noErr)
        #expect(AUGraphInitialize(handle.graph) == noErr && AUGraphStart(handle.graph) == noErr)
        var applied = model
        for step in 0..<400 {
            let node = try #require(model.nodes.randomElement(using: &random))
            let socket = Socket(node: node, bus: .random(in: 0..<4, using: &random))
            let present = model.feeds[socket]
            switch Int.random(in: 0..<7, using: &random) {
            case 0 where model.nodes.count < 12:
                let made = try handle.addMixer()
                try handle.makeMono(made, inputs: 4)
                model.nodes.append(made)
            case 1 where node != top:
                #expect(AUGraphRemoveNode(handle.graph, node) == noErr, "seed \(seed), step \(step)")
                model.nodes.removeAll { $0 == node }
                model.feeds = model.feeds.filter { $0.key.node != node && $0.value != .node(node) }
            case 2:
                let status = AUGraphDisconnectNodeInput(handle.graph, node, socket.bus)
                #expect(
                    status == (present == nil ? kAUGraphErr_InvalidConnection : noErr), "seed \(seed), step \(step)")
                model.feeds[socket] = nil
            case 3:
                let value = Int.random(in: 1...64, using: &random)
                let status = handle.feed(node, bus: socket.bus, value)
                if case .node = present {
                    #expect(status == kAUGraphErr_InvalidConnection, "seed \(seed), step \(step)")
                } else {
                    #expect(status == noErr, "seed \(seed), step \(step)")
                    model.feeds[socket] = .value(value)
                }
            case 4, 5:
                let source = try #require(model.nodes.randomElement(using: &random))
                let isFree = present == nil && !model.feeds.values.contains(.node(source))
                let mayBe = isFree && !model.leads(node, to: source)
                let status = handle.connect(source, node, bus: socket.bus)
                #expect(status == (mayBe ? noErr : kAUGraphErr_InvalidConnection), "seed \(seed), step \(step)")
                if mayBe { model.feeds[socket] = .node(source) }
            default:
                #expect(try handle.update(), "seed \(seed), step \(step)")
                applied = model
            }
            let heard = try #require(handle.render(output, 16), "seed \(seed), step \(step)")
            #expect(heard == [Float](repeating: applied.sum(output), count: 16), "seed \(seed), step \(step)")
        }
    }

    private struct SplitMix: RandomNumberGenerator {
        private var state: UInt64
        init(seed: UInt64) { state = seed }

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }
}
