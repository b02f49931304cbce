import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoEngine

// Makes the units of nodes, and applies the recorded connections to them.
extension GraphObject {
    /// Makes the units of all nodes.
    func open(_ state: inout State) -> OSStatus {
        for index in state.nodes.indices where state.nodes[index].unit == nil {
            let status = makeUnit(index, &state)
            if status != noErr {
                close(&state)
                return status
            }
        }
        state.isOpen = true
        return noErr
    }

    /// Disposes of the units, and keeps nodes and interactions.
    func close(_ state: inout State) {
        uninitialize(&state)
        // The output unit first, because it retains the units connected to it.
        for index in state.nodes.indices.sorted(by: { state.nodes[$0].isOutput && !state.nodes[$1].isOutput }) {
            dispose(&state.nodes[index])
        }
        state.wired = [:]
        state.isOpen = false
    }

    func makeUnit(_ index: Int, _ state: inout State) -> OSStatus {
        var description = state.nodes[index].description
        guard let component = AudioComponentFindNext(nil, &description) else { return kAUGraphErr_InvalidAudioUnit }
        var handle: AudioComponentInstance?
        let status = AudioComponentInstanceNew(component, &handle)
        guard status == noErr, let handle else { return status }
        guard let unit = UnitInstance.of(handle) else { return UnitError.invalidInstance }
        unit.calls.join(gate, isHead: state.nodes[index].isOutput)
        state.nodes[index].unit = unit
        if state.nodes[index].isOutput {
            for notify in state.notifies { _ = AudioUnitAddRenderNotify(handle, notify.proc, notify.context) }
        }
        return noErr
    }

    /// Disposes of a node's unit; a block that is rendering it retains it until its end.
    func dispose(_ node: inout Node) {
        guard let unit = node.unit else { return }
        unit.calls.clearInputs()
        _ = AudioComponentInstanceDispose(unit.handle)
        node.unit = nil
    }

    /// Connects all units, and initialises those that are part of an interaction.
    func initialize(_ state: inout State) -> OSStatus {
        if state.isInitialized { return noErr }
        let status = arrange(&state)
        guard status == noErr else {
            for node in state.nodes { _ = node.unit?.uninitialize() }
            state.wired = [:]
            return status
        }
        state.isInitialized = true
        return noErr
    }

    func uninitialize(_ state: inout State) {
        state.nodes.first(where: \.isOutput)?.unit?.unit.stopHardware()
        state.isStarted = false
        for node in state.nodes { _ = node.unit?.uninitialize() }
        // Formats may change before the next initialisation, and connections pass them on.
        state.wired = [:]
        state.isInitialized = false
    }

    /// Applies the recorded interactions to the units: disconnects, then connects and initialises from the sources to
    /// the output.
    ///
    /// - Returns: The first error. A failure does not stop the other changes; failed ones are tried again with the next
    ///   update.
    func arrange(_ state: inout State) -> OSStatus {
        var first = noErr
        for (socket, feed) in state.wired {
            let wanted = state.interaction(into: socket)?.feed
            if wanted?.isSame(as: feed) == true { continue }
            state.wired[socket] = nil
            // A replacement is connected below.
            if wanted == nil, let unit = state.node(socket.node)?.unit {
                _ = unit.calls.setInput(nil, bus: Int(socket.bus))
            }
        }
        for node in state.nodesFromSources {
            guard let unit = node.unit else { continue }
            for interaction in state.interactions where interaction.socket.node == node.id {
                guard state.wired[interaction.socket] == nil else { continue }
                let status = wire(interaction, unit, state)
                if status == noErr { state.wired[interaction.socket] = interaction.feed }
                if first == noErr { first = status }
            }
            guard node.isOutput || !state.interactions(of: node.id).isEmpty else { continue }
            let status = unit.initialize()
            if first == noErr { first = status }
        }
        return first
    }

    private func wire(_ interaction: Interaction, _ unit: UnitInstance, _ state: State) -> OSStatus {
        switch interaction.feed {
        case .callback(let callback): return unit.setCallback(callback, bus: Int(interaction.socket.bus))
        case .connection(let source, let bus):
            guard let source = state.node(source)?.unit else { return kAUGraphErr_InvalidAudioUnit }
            return unit.connect(
                AudioUnitConnection(
                    sourceAudioUnit: source.handle, sourceOutputNumber: bus, destInputNumber: interaction.socket.bus))
        }
    }
}

extension GraphObject.State {
    /// Indicates whether recorded interactions are not yet applied to the units.
    var isOutdated: Bool {
        interactions.count != wired.count
            || !interactions.allSatisfy { wired[$0.socket]?.isSame(as: $0.feed) == true }
    }

    /// The nodes in topological order: each after the nodes connected to its inputs.
    var nodesFromSources: [GraphObject.Node] {
        var order: [GraphObject.Node] = []
        var seen: Set<AUNode> = []
        func visit(_ node: GraphObject.Node) {
            guard seen.insert(node.id).inserted else { return }
            for interaction in interactions where interaction.socket.node == node.id {
                if case .connection(let source, let bus) = interaction.feed, !isHardwareInput(source, bus),
                    let before = self.node(source)
                {
                    visit(before)
                }
            }
            order.append(node)
        }
        for node in nodes { visit(node) }
        return order
    }
}
