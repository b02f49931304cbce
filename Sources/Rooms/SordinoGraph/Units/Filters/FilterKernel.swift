import SordinoSignal

/// The kernel of the units that are one section: pass filters, shelves, parametric equaliser.
struct FilterKernel: UnitKernel {
    /// The kind of section, which decides the meaning of the slots.
    enum Kind: BitwiseCopyable { case lowPass, highPass, bandPass, lowShelf, highShelf, parametric }

    let kind: Kind
    let sampleRate: Double
    let cascade: BiquadCascade

    init(_ format: BusFormat, kind: Kind, memory: UnitMemory) {
        self.kind = kind
        sampleRate = format.sampleRate
        cascade = memory.cascade(sectionCount: 1, channelCount: format.channelCount)
    }
}

/// A unit that is one section; its subclasses choose the section and name the parameters.
package class FilterUnit: UnitProcessor, @unchecked Sendable {
    private let kind: FilterKernel.Kind

    init(_ kind: FilterKernel.Kind, _ identity: UnitIdentity, name: String, parameters: [ParameterSpec]) {
        self.kind = kind
        super.init(identity, name: name, parameters: parameters)
    }

    package override func makeRendering(_ format: BusFormat, _ wiring: Wiring) throws(GraphError) -> UnitRendering {
        let memory = UnitMemory()
        return .make(
            for: self, format: format, memory: memory, kernel: FilterKernel(format, kind: kind, memory: memory),
            run: runFilter)
    }

    /// Until the section has rung down by 120 dB.
    package override var tailSeconds: Double {
        let values = parameters.map { value($0.address()) }
        let section = FilterKernel.section(
            kind, values[0], values[1], values.count > 2 ? values[2] : 0, sampleRate: sampleRate)
        return section.decayFrames(decibels: 120) / sampleRate
    }
}
