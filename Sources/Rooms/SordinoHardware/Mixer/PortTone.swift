import SordinoRealtime
import SordinoSignal

/// The sections at work on a port's mix, and those that take their place: belongs to the render thread.
struct ToneCell {
    /// Two of them: the sections that are heard, and those that come or rest.
    let cascades: UnsafeMutablePointer<BiquadCascade>
    /// What the coming sections make of a block.
    let coming: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    /// Which of the two is heard, or goes while a change is on its way.
    var heard = 0
    /// The number of the wish that the sections follow; 0 for none so far.
    var serial: UInt64 = 0
    /// Frames of the change that are done, and all of them; equal when none is on its way.
    var framesDone = 0
    var framesTotal = 0
}

/// The memory of a port's sections, and the number of what was wished for last.
final class PortTone {
    let cell: UnsafeMutablePointer<ToneCell>
    private let memories: [UnsafeMutableRawPointer]
    private let cascades: UnsafeMutablePointer<BiquadCascade>
    private let coming: PlanarBuffer
    private(set) var sections: [ToneSection] = []
    private(set) var serial: UInt64 = 0
    private var sampleRate = 0.0

    init(channelCount: Int, frameCapacity: Int) {
        let channels = max(channelCount, 1)
        let byteCount = BiquadCascade.byteCount(sectionCount: ToneSection.most, channelCount: channels)
        memories = (0..<2).map { _ in
            let memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 64)
            memory.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
            return memory
        }
        cascades = .allocate(capacity: 2)
        for (index, memory) in memories.enumerated() {
            (cascades + index).initialize(
                to: BiquadCascade(sectionCount: ToneSection.most, channelCount: channels, memory: memory))
        }
        coming = PlanarBuffer(channelCount: channelCount, frameCapacity: frameCapacity)
        cell = .allocate(capacity: 1)
        cell.initialize(to: ToneCell(cascades: cascades, coming: coming.channels))
    }

    deinit {
        cell.deallocate()
        cascades.deallocate()
        for memory in memories { memory.deallocate() }
    }

    /// Wishes for these sections at that rate; what is so already begins nothing.
    func wish(_ sections: [ToneSection], sampleRate: Double) {
        let isSame = sections == self.sections && (sections.isEmpty || sampleRate == self.sampleRate)
        guard !isSame else { return }
        (self.sections, self.sampleRate) = (sections, sampleRate)
        serial += 1
    }
}
