import AVAudioTypes
import Foundation
import SordinoEngine
import SordinoGraph

/// A report on an engine: the blocks that it rendered, the cost of each node, and faults.
///
/// A snapshot that does not change. The engine counts all the time; one block in 64 is measured node by node.
public struct SordinoEngineReport: Sendable {
    /// The figures of one node.
    public struct Node: Sendable {
        /// The node that is described.
        public let node: AVAudioNode
        /// The class and the number in the engine, as in texts and pictures.
        public let name: String
        /// The share of the available time that it uses, with the converters before it and taps on it; 1 would be all.
        ///
        /// 0 before the first measured block.
        public let load: Double
        /// Seconds of the measured block that took longest.
        public let longestSeconds: TimeInterval
        /// Blocks in which it made NaN or infinity.
        public let faultCount: Int
        /// Indicates whether it is silent because of that, until it is reset.
        public let isMuted: Bool
        /// Blocks for which a player's file was not read in time.
        public let starvationCount: Int
    }

    /// The nodes, in the order in which they were attached.
    public let nodes: [Node]
    /// Blocks that were asked for.
    public let cycleCount: Int
    /// Blocks that took longer to render than their sound lasts.
    ///
    /// On hardware such a block was late. Offline it means only that rendering was slower than real time.
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
    /// The engine's present state and counts.
    ///
    /// - Thread: any but the render thread; the graph cannot be changed while it is made.
    public var sordinoReport: SordinoEngineReport { SordinoEngineReport(core.report(title: "AVAudioEngine")) }
}

extension NSNotification.Name {
    /// A node made NaN or infinity and is muted until it is reset; the other nodes keep sounding.
    ///
    /// The object is the engine; `userInfo` holds the node under `SordinoEngineNodeKey`.
    public static let SordinoEngineNodeFault = NSNotification.Name("SordinoEngineNodeFaultNotification")
}

/// The node of a `SordinoEngineNodeFault` notification.
public let SordinoEngineNodeKey = "SordinoEngineNodeKey"

extension SordinoEngineReport {
    /// Converts the report of the engine, with its nodes as `AVAudioNode`s.
    init(_ report: EngineReport) {
        self.init(
            nodes: report.nodes.compactMap { node in
                (node.node as? AVAudioNode).map {
                    Node(
                        node: $0, name: node.name, load: node.load.share,
                        longestSeconds: Double(node.load.longestNanoseconds) / 1e9, faultCount: node.faultCount,
                        isMuted: node.isMuted, starvationCount: node.starvationCount)
                }
            },
            cycleCount: report.counts.callCount, lateCycleCount: report.counts.lateCount,
            load: report.counts.load.share,
            longestCycleSeconds: Double(report.counts.load.longestNanoseconds) / 1e9,
            sampleByteCount: report.sampleByteCount, planText: report.planText, svg: report.svg)
    }
}
