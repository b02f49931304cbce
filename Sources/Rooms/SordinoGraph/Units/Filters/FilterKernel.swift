import SordinoSignal

/// The kernel of the units that are one section: pass filters, shelves, parametric equaliser.
struct FilterKernel: UnitKernel {
    /// Which section, and what the slots mean.
    enum Kind: BitwiseCopyable { case lowPass }

    let kind: Kind
    let sampleRate: Double
    let cascade: BiquadCascade

    init(_ format: BusFormat, kind: Kind, memory: UnitMemory) {
        self.kind = kind
        sampleRate = format.sampleRate
        cascade = BiquadCascade(
            sectionCount: 1, channelCount: format.channelCount, sections: memory.copies(of: BiquadSection(), count: 1),
            memories: memory.copies(of: BiquadMemory(), count: format.channelCount))
    }
}
