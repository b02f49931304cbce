import SordinoSignal

/// The sections at work on a port's mix: belongs to the render thread.
struct ToneCell {
    let cascade: BiquadCascade
    /// The number of the wish that the sections follow; 0 for none so far.
    var serial: UInt64 = 0
}

/// The memory of a port's sections, and the number of what was wished for last.
final class PortTone {
    let cell: UnsafeMutablePointer<ToneCell>
    private let memory: UnsafeMutableRawPointer
    private(set) var sections: [ToneSection] = []
    private(set) var serial: UInt64 = 0
    private var sampleRate = 0.0

    init(channelCount: Int) {
        let byteCount = BiquadCascade.byteCount(sectionCount: ToneSection.most, channelCount: max(channelCount, 1))
        memory = .allocate(byteCount: byteCount, alignment: 64)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
        cell = .allocate(capacity: 1)
        cell.initialize(
            to: ToneCell(
                cascade: BiquadCascade(
                    sectionCount: ToneSection.most, channelCount: max(channelCount, 1), memory: memory)))
    }

    deinit {
        cell.deallocate()
        memory.deallocate()
    }

    /// Wishes for these sections at that rate; what is so already begins nothing.
    func wish(_ sections: [ToneSection], sampleRate: Double) {
        let isSame = sections == self.sections && (sections.isEmpty || sampleRate == self.sampleRate)
        guard !isSame else { return }
        (self.sections, self.sampleRate) = (sections, sampleRate)
        serial += 1
    }
}
