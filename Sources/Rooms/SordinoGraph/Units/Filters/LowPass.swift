import SordinoSignal

/// AULowpass: a second-order low pass whose resonance is the gain at the cutoff.
package final class LowPass: UnitProcessor, @unchecked Sendable {
    package static let identity = UnitIdentity("aufx", "lpas")
    /// The slots.
    static let (cutoff, resonance) = (0, 1)

    /// Makes one that passes up to 6900 Hz.
    package init() {
        super.init(
            Self.identity, name: "AULowpass",
            parameters: [
                ParameterSpec(
                    0, "cutoffFrequency", "Cutoff Frequency", .hertz, 10...22_050, 6900,
                    flags: [.ordinary, .displayLogarithmic, .upToNyquist]),
                ParameterSpec(1, "resonance", "Resonance", .decibels, -20...40, 0),
            ])
    }

    package override func makeRendering(_ format: BusFormat, _ wiring: Wiring) throws(GraphError) -> UnitRendering {
        let memory = UnitMemory()
        return .make(
            for: self, format: format, memory: memory,
            kernel: FilterKernel(format, kind: .lowPass, memory: memory), run: runFilter)
    }
}
