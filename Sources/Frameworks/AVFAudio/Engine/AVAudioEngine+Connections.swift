import AVAudioTypes
import Foundation
import SordinoEngine

extension AVAudioEngine {
    /// Connects two nodes: bus 0 to bus 0, or to the lowest free input bus of a node that has several.
    ///
    /// - Parameters:
    ///   - node1: The source; earlier connections of its output end.
    ///   - node2: The destination.
    ///   - format: What the connection carries; nil for the source's output format.
    public func connect(_ node1: AVAudioNode, to node2: AVAudioNode, format: AVAudioFormat?) {
        connect(node1, to: node2, fromBus: 0, toBus: freeBus(of: node2, for: node1), format: format)
    }

    /// Connects an output bus to an input bus; earlier connections of either bus end.
    public func connect(
        _ node1: AVAudioNode, to node2: AVAudioNode, fromBus bus1: AVAudioNodeBus, toBus bus2: AVAudioNodeBus,
        format: AVAudioFormat?
    ) {
        EngineError.stopping { try connectNode(node1, to: node2, fromBus: bus1, toBus: bus2, format: format) }
    }

    /// Connects an output bus to several input buses, each of which gets the whole signal; earlier connections of it
    /// end.
    ///
    /// Between the split and the mixer where the paths meet, nothing may convert the rate or stretch time.
    ///
    /// - Parameters:
    ///   - sourceNode: Rendered once per block, however many inputs it leads to.
    ///   - destNodes: Points whose node is gone are skipped.
    public func connect(
        _ sourceNode: AVAudioNode, to destNodes: [AVAudioConnectionPoint], fromBus sourceBus: AVAudioNodeBus,
        format: AVAudioFormat?
    ) {
        EngineError.stopping { try connectNode(sourceNode, to: destNodes, fromBus: sourceBus, format: format) }
    }

    /// Works like `connect(_:to:format:)`, but throws an error instead of stopping the program.
    ///
    /// - Throws: An `NSError` with `kAudioUnitErr_FormatNotSupported` and the like; then nothing changed.
    public func connectNode(_ node1: AVAudioNode, to node2: AVAudioNode, format: AVAudioFormat?) throws {
        try connect(node1, bus: 0, to: [(node2, freeBus(of: node2, for: node1))], format)
    }

    /// Works like `connect(_:to:fromBus:toBus:format:)`, but throws an error instead of stopping the program.
    public func connectNode(
        _ node1: AVAudioNode, to node2: AVAudioNode, fromBus bus1: AVAudioNodeBus, toBus bus2: AVAudioNodeBus,
        format: AVAudioFormat?
    ) throws {
        try connect(node1, bus: bus1, to: [(node2, bus2)], format)
    }

    /// Works like `connect(_:to:fromBus:format:)`, but throws an error instead of stopping the program.
    public func connectNode(
        _ sourceNode: AVAudioNode, to destNodes: [AVAudioConnectionPoint], fromBus sourceBus: AVAudioNodeBus,
        format: AVAudioFormat?
    ) throws {
        try connect(
            sourceNode, bus: sourceBus, to: destNodes.compactMap { point in point.node.map { ($0, point.bus) } }, format
        )
    }

    /// Ends the connection of an input bus.
    public func disconnectNodeInput(_ node: AVAudioNode, bus: AVAudioNodeBus) {
        EngineError.stopping { try core.disconnect(input: node, bus: bus) }
    }

    /// Ends all that leads into a node.
    public func disconnectNodeInput(_ node: AVAudioNode) {
        EngineError.stopping { try core.disconnect(input: node, bus: nil) }
    }

    /// Ends the connections of an output bus.
    public func disconnectNodeOutput(_ node: AVAudioNode, bus: AVAudioNodeBus) {
        EngineError.stopping { try core.disconnect(output: node, bus: bus) }
    }

    /// Ends all that a node leads to.
    public func disconnectNodeOutput(_ node: AVAudioNode) {
        EngineError.stopping { try core.disconnect(output: node, bus: nil) }
    }

    /// Returns the connection of an input bus; nil if there is none.
    @discardableResult
    public func inputConnectionPoint(
        for node: AVAudioNode, inputBus bus: AVAudioNodeBus
    ) -> AVAudioConnectionPoint? {
        core.inputConnection(of: node, bus: bus).flatMap(AVAudioConnectionPoint.init)
    }

    /// Returns the connections that lead from an output bus.
    @discardableResult
    public func outputConnectionPoints(
        for node: AVAudioNode, outputBus bus: AVAudioNodeBus
    ) -> [AVAudioConnectionPoint] {
        core.outputConnections(of: node, bus: bus).compactMap(AVAudioConnectionPoint.init)
    }

    /// Returns the input bus for a connection without a bus number: the bus that the source is connected to, or the
    /// next free.
    private func freeBus(of node: AVAudioNode, for source: AVAudioNode) -> AVAudioNodeBus {
        let limit = node.processor.inputBusLimit
        guard limit > 1 else { return 0 }
        let present = core.outputConnections(of: source, bus: 0).first { $0.node === node }
        let bus = present?.bus ?? node.freeInputBus
        // If all buses are in use, bus 0 is replaced, as for a node with a single bus.
        return bus < limit ? bus : 0
    }

    private func connect(
        _ source: AVAudioNode, bus: Int, to destinations: [(node: any EngineMember, bus: Int)], _ format: AVAudioFormat?
    ) throws {
        do { try core.connect(source, bus: bus, to: destinations, format: format?.engine) } catch {
            throw EngineError.error(error, call: "connect \(source) bus \(bus)")
        }
    }
}

extension AVAudioConnectionPoint {
    /// One end of a connection.
    convenience init?(_ point: EngineCore.Point) {
        guard let node = point.node as? AVAudioNode else { return nil }
        self.init(node: node, bus: point.bus)
    }
}
