import AVAudioTypes
import Foundation
import SordinoGraph

/// How an engine is doing: what it renders, what each node costs, and what went wrong.
///
/// A snapshot: what it says does not change. The engine counts all the time; one block in 64 is measured node by node.
public struct SordinoEngineReport: Sendable {
    /// One node.
    public struct Node: Sendable {
        /// The node.
        public let node: AVAudioNode
        /// Its class and its number in the engine, as in the texts and pictures.
        public let name: String
        /// Its share of the time there is: 1 would be all of it; converters before it and taps on it included.
        ///
        /// 0 before the first measured block.
        public let load: Double
        /// Seconds of the measured block that took longest.
        public let longestSeconds: TimeInterval
        /// Blocks in which it made NaN or infinity.
        public let faultCount: Int
        /// Whether it is silent because of that, until it is reset.
        public let isMuted: Bool
        /// Blocks for which a player's file was not read in time.
        public let starvationCount: Int
    }

    /// The nodes, in the order in which they were attached.
    public let nodes: [Node]
    /// Blocks that were asked for.
    public let cycleCount: Int
    /// Blocks that took longer to render than they last when they are heard.
    ///
    /// On hardware such a block was late. Offline it only says that rendering was slower than real time.
    public let lateCycleCount: Int
    /// The share of the time there was that rendering took.
    public let load: Double
    /// Seconds of the block that took longest.
    public let longestCycleSeconds: TimeInterval
    /// Bytes of memory for samples that the compiled plan holds.
    public let sampleByteCount: Int
    /// The compiled plan, a line for each step; empty before `prepare` or `start`.
    public let planText: String
    /// The graph as an SVG picture, with formats and loads.
    public let svg: String
}

extension AVAudioEngine {
    /// How the engine is doing now.
    ///
    /// - Thread: any but the render thread; the graph cannot be changed while it is made.
    public var sordinoReport: SordinoEngineReport { core.report() }
}

extension NSNotification.Name {
    /// A node made NaN or infinity and is muted until it is reset; the others go on.
    ///
    /// The object is the engine; `userInfo` holds the node under `SordinoEngineNodeKey`.
    public static let SordinoEngineNodeFault = NSNotification.Name("SordinoEngineNodeFaultNotification")
}

/// The node of a `SordinoEngineNodeFault` notification.
public let SordinoEngineNodeKey = "SordinoEngineNodeKey"

extension EngineCore {
    /// A node's class and number.
    func name(of id: NodeID) -> String {
        guard let node = nodes[id] else { return "node \(id.number)" }
        let type = String(describing: type(of: node))
        return "\(type.hasPrefix("AVAudio") ? String(type.dropFirst(7)) : type) \(id.number)"
    }

    private func kind(of id: NodeID) -> String {
        name(of: id).split(separator: " ").first.map(String.init) ?? ""
    }

    func report() -> SordinoEngineReport {
        locked {
            let outline = compiler.outline
            let loads = outline?.loads ?? [:]
            let ids = nodes.keys.sorted()
            let counts = renderer.counts
            let drawn = ids.map { id in
                GraphDrawing.Node(
                    id: id, name: name(of: id), load: loads[id] ?? Load(),
                    isMuted: nodes[id]?.processor.health.isMuted ?? false)
            }
            return SordinoEngineReport(
                nodes: ids.compactMap { id in
                    guard let node = nodes[id] else { return nil }
                    let load = loads[id] ?? Load()
                    return SordinoEngineReport.Node(
                        node: node, name: name(of: id), load: load.share,
                        longestSeconds: Double(load.longestNanoseconds) / 1e9,
                        faultCount: node.processor.health.faultCount, isMuted: node.processor.health.isMuted,
                        starvationCount: (node as? AVAudioPlayerNode)?.player.starvationCount ?? 0)
                },
                cycleCount: counts.callCount, lateCycleCount: counts.lateCount, load: counts.load.share,
                longestCycleSeconds: Double(counts.load.longestNanoseconds) / 1e9,
                sampleByteCount: outline?.sampleByteCount ?? 0,
                planText: outline?.text { name(of: $0) } ?? "",
                svg: GraphDrawing(drawn, of: graph) { kind(of: $0) }.svg(title: headline))
        }
    }

    /// What the engine does, in a line.
    private var headline: String {
        let way: String
        switch mode {
        case .live: way = isRunning ? isResting ? "resting" : "running on hardware" : "stopped"
        case .manual(let manual):
            way =
                (isStarted ? "rendered by hand, " : "stopped, to be rendered by hand, ")
                + (manual.mode == .offline ? "offline" : "in real time")
        }
        return "AVAudioEngine: \(way), \(nodes.count) \(nodes.count == 1 ? "node" : "nodes")"
    }

    func describe() -> String {
        locked {
            var lines = [headline]
            for id in nodes.keys.sorted() {
                guard let node = nodes[id] else { continue }
                let health = node.processor.health
                lines.append("  \(name(of: id))\(health.isMuted ? ", muted after \(health.faultCount) faults" : "")")
                for connection in graph.outputs(of: id) {
                    let format = formats[connection.source]
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

    /// Tells the program which nodes were muted since the last call; called by the service.
    func reportFaults() {
        let muted = locked { () -> [AVAudioNode] in
            nodesInOrder().all.filter { node in
                let count = node.processor.health.faultCount
                guard count > 0, let id = node.attachment?.id, count != reportedFaults[id] ?? 0 else { return false }
                reportedFaults[id] = count
                return true
            }
        }
        for node in muted {
            service.call { [weak self] in
                guard let engine = self?.face else { return }
                NotificationCenter.default.post(
                    name: .SordinoEngineNodeFault, object: engine, userInfo: [SordinoEngineNodeKey: node])
            }
        }
    }
}
