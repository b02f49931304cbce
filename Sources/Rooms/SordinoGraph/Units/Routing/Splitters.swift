import CAudioToolbox

/// Gives its input at several outputs: two, or as many as there are.
package class Splitter: UnitProcessor, @unchecked Sendable {
    /// A format converter of this subtype.
    package static let identity = UnitIdentity(
        type: kAudioUnitType_FormatConverter, subtype: kAudioUnitSubType_Splitter)
    private let count: Int

    /// Makes one with two outputs.
    package init() {
        count = 2
        super.init(Self.identity, name: "AUSplitter", parameters: [])
    }

    fileprivate init(outputs: Int, _ identity: UnitIdentity, name: String) {
        count = outputs
        super.init(identity, name: name, parameters: [])
    }

    package override var outputBusCount: Int { count }

    package override func makeRendering(_ format: BusFormat, _ wiring: Wiring) throws(GraphError) -> UnitRendering {
        .make(for: self, format: format, memory: UnitMemory(), kernel: RoutingKernel(), run: runSplitter)
    }
}

/// Gives its input at any number of outputs.
package final class MultiSplitter: Splitter, @unchecked Sendable {
    /// A format converter of this subtype.
    package static let multiIdentity = UnitIdentity(
        type: kAudioUnitType_FormatConverter, subtype: kAudioUnitSubType_MultiSplitter)

    /// Makes one.
    ///
    /// - Parameter outputCount: 1 or more.
    package init(outputCount: Int = 4) {
        precondition(outputCount > 0, "a splitter has an output")
        super.init(outputs: outputCount, Self.multiIdentity, name: "AUMultiSplitter")
    }
}

/// Puts the channels of its inputs side by side, by ascending bus; missing channels are silent.
package final class Merger: UnitProcessor, @unchecked Sendable {
    /// A format converter of this subtype.
    package static let identity = UnitIdentity(type: kAudioUnitType_FormatConverter, subtype: kAudioUnitSubType_Merger)

    /// Makes a merger with two input buses.
    package init() { super.init(Self.identity, name: "AUMerger", parameters: []) }

    package override var inputBusLimit: Int { 2 }
    package override var convertsInputs: Bool { true }

    package override func makeRendering(_ format: BusFormat, _ wiring: Wiring) throws(GraphError) -> UnitRendering {
        .make(for: self, format: format, memory: UnitMemory(), kernel: RoutingKernel(), run: runMerger)
    }
}

/// The kernel of units that only route: it has no state.
struct RoutingKernel: UnitKernel {}
