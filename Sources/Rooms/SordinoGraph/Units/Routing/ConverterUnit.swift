/// Gives its input at another rate and with other channels: the rate converter of the plan stands before it, and it brings
/// the channels together.
package final class ConverterUnit: UnitProcessor, @unchecked Sendable {
    /// A format converter of this subtype.
    package static let identity = UnitIdentity("aufc", "conv")
    private let wired = WiredBuses()

    /// Makes a converter; what it converts between is what it is connected with.
    package init() { super.init(Self.identity, name: "AUConverter", parameters: []) }

    package override var convertsInputs: Bool { true }

    package override func suits(_ rendering: UnitRendering, _ wiring: Wiring) -> Bool { wired.note(wiring) }

    package override func makeRendering(_ format: BusFormat, _ wiring: Wiring) throws(GraphError) -> UnitRendering {
        _ = wired.note(wiring)
        let memory = UnitMemory()
        return .make(
            for: self, format: format, memory: memory,
            kernel: MixingKernel(wiring, channelCount: format.channelCount, busLimit: 0, memory: memory),
            readsFirstInput: false, run: runMixing)
    }
}
