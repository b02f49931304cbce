import HardwareContract
import PrivatePipeWire
import SordinoHardware
import SordinoPipeWire
import Testing

extension PipeWireTests {
    /// Nodes that claim as many channels as there may be, in several rounds: what the stage makes for them costs memory in the server.
    @Suite(.serialized) struct ClaimedPortsTests {
        private static let nodeCount = 40

        private let stand: PipeWireStand
        private let stage: UInt32

        init() throws {
            stand = try PipeWireStand()
            stage = try #require(stand.hand.node("sordino.stage.playback"))
        }

        private var portCount: Int { stand.hand.ports(of: stage, isInput: true).count }

        /// Makes the nodes, waits until the stage has made ports for them, closes them, and waits until it has none of these.
        ///
        /// - Returns: The server's memory in KiB while they are there, and after.
        private func round(_ before: Int) throws -> (most: Int, after: Int) {
            let context = UnsafeMutableRawPointer.allocate(byteCount: 8, alignment: 8)
            defer { context.deallocate() }
            let connection = stand.hand.connection
            let nodes = connection.locked {
                (1...Self.nodeCount).compactMap { number -> FilterNode? in
                    let properties = [
                        "sordino.role": "stream", "sordino.program": "app 1", "sordino.class": "0",
                        "sordino.name": "claims", "sordino.outputs": "64", "sordino.inputs": "64",
                        "sordino.references": "2", "sordino.start": "0", "node.name": "claims \(number)",
                        "media.type": "Audio", "node.autoconnect": "false",
                    ]
                    let node = FilterNode(
                        connection, name: "claims \(number)", properties: properties, process: { _, _ in },
                        context: context)
                    return node?.connect(isActive: false) == true ? node : nil
                }
            }
            try #require(nodes.count == Self.nodeCount)
            let areThere = stand.hand.wait { graph -> Bool? in
                let known = graph.nodes.values.count {
                    $0.isKnown && $0.properties["node.name"]?.hasPrefix("claims ") == true
                }
                return known == Self.nodeCount && graph.ports(of: stage, isInput: true).count > before ? true : nil
            }
            #expect(areThere == true)
            stand.pass(4_800)
            let most = stand.server.ownKiB
            connection.locked { for node in nodes { node.close() } }
            let areGone = stand.hand.wait { graph -> Bool? in
                let isLeft = graph.nodes.values.contains { $0.properties["node.name"]?.hasPrefix("claims ") == true }
                return !isLeft && graph.ports(of: stage, isInput: true).count <= before ? true : nil
            }
            #expect(areGone == true)
            stand.pass(4_800)
            let after = stand.server.ownKiB
            report(
                "\(Self.nodeCount) nodes of 64 and 64 channels: the server has \(most.heap) + \(most.shared) KiB, "
                    + "after them \(after.heap) + \(after.shared) KiB")
            return (most.heap + most.shared, after.heap + after.shared)
        }

        /// The server's heap keeps the memory of the first rounds for the next ones, or gives it back: after these no round costs
        /// more than one of them did.
        ///
        /// A round that left its ports would cost 20 MB.
        @Test func moreRoundsOfClaimsDoNotCostMore() throws {
            let before = portCount
            let memory = stand.server.ownKiB
            report("before: \(memory.heap) + \(memory.shared) KiB, \(before) ports")
            var rounds: [(most: Int, after: Int)] = []
            for _ in 0..<8 { rounds.append(try round(before)) }
            let limit = rounds[5].most + rounds[5].most / 10
            #expect(rounds[7].most <= limit && rounds[7].after <= limit, "\(rounds)")
        }
    }
}
