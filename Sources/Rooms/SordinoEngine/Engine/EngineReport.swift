import SordinoGraph

/// A report on an engine: its nodes, their cost, and faults.
package struct EngineReport {
    /// The report on one node.
    package struct Node {
        package let node: any EngineMember
        /// Its kind and its number in the engine.
        package let name: String
        package let load: Load
        package let faultCount: Int
        package let isMuted: Bool
        /// Blocks for which a player's file was not read in time.
        package let starvationCount: Int
    }

    /// In the order in which they were attached.
    package let nodes: [Node]
    package let counts: RenderCounts
    /// Bytes of memory for samples that the compiled plan holds.
    package let sampleByteCount: Int
    /// A line for each step of the plan.
    package let planText: String
    /// The graph as an SVG picture.
    package let svg: String
}

extension EngineCore {
    /// A node's kind and number.
    func name(of id: NodeID) -> String { "\(nodes[id]?.kindName ?? "node") \(id.number)" }

    /// Returns a report on the engine's present state.
    ///
    /// - Parameter title: The face's name for an engine.
    package func report(title: String) -> EngineReport {
        locked {
            let outline = live.compiler.outline
            let loads = outline?.loads ?? [:]
            let ids = nodes.keys.sorted()
            let drawn = ids.map { id in
                GraphDrawing.Node(
                    id: id, name: name(of: id), load: loads[id] ?? Load(),
                    isMuted: nodes[id]?.processor.health.isMuted ?? false)
            }
            return EngineReport(
                nodes: ids.compactMap { id in
                    guard let node = nodes[id] else { return nil }
                    return EngineReport.Node(
                        node: node, name: name(of: id), load: loads[id] ?? Load(),
                        faultCount: node.processor.health.faultCount, isMuted: node.processor.health.isMuted,
                        starvationCount: node.player?.starvationCount ?? 0)
                },
                counts: renderer.counts, sampleByteCount: outline?.sampleByteCount ?? 0,
                planText: outline?.text { name(of: $0) } ?? "",
                svg: GraphDrawing(drawn, of: graph) { nodes[$0]?.kindName ?? "" }.svg(title: headline(title)))
        }
    }

    /// The engine's state in a line.
    private func headline(_ title: String) -> String {
        let way: String
        switch mode {
        case .live: way = isRunning ? isResting ? "resting" : "running on hardware" : "stopped"
        case .manual(let manual):
            way =
                (isStarted ? "rendered by hand, " : "stopped, to be rendered by hand, ")
                + (manual.mode == .offline ? "offline" : "in real time")
        }
        return "\(title): \(way), \(nodes.count) \(nodes.count == 1 ? "node" : "nodes")"
    }

    /// The engine, its nodes, and what leads where in which format.
    package func describe(title: String) -> String {
        locked {
            var lines = [headline(title)]
            for id in nodes.keys.sorted() {
                guard let node = nodes[id] else { continue }
                let health = node.processor.health
                lines.append("  \(name(of: id))\(health.isMuted ? ", muted after \(health.faultCount) faults" : "")")
                for connection in graph.outputs(of: id) {
                    let format = formats[connection.source]?.bus
                    let carried = format.map { "\($0.channelCount) ch, \(Self.hertz($0.sampleRate))" } ?? "?"
                    lines.append(
                        "    bus \(connection.source.bus) -> \(name(of: connection.destination.node)) "
                            + "bus \(connection.destination.bus): \(carried)")
                }
                for bus in taps.keys.sorted() where bus.node == id { lines.append("    bus \(bus.bus) -> tap") }
            }
            return lines.joined(separator: "\n")
        }
    }

    private static func hertz(_ rate: Double) -> String {
        rate == rate.rounded() ? "\(Int(rate)) Hz" : "\(rate) Hz"
    }

    /// Reports to the face which nodes were muted since the last call; called by the service.
    func reportFaults() {
        let count = Health.totalFaultCount
        let muted = locked { () -> [any EngineMember] in
            guard count != seenFaults else { return [] }
            seenFaults = count
            return nodes.keys.sorted().compactMap { id in
                guard let node = nodes[id] else { return nil }
                let count = node.processor.health.faultCount
                guard count > 0, count != reportedFaults[id] ?? 0 else { return nil }
                reportedFaults[id] = count
                return node
            }
        }
        for node in muted { service.call { [weak self] in self?.face?.nodeFaulted(node) } }
    }
}
