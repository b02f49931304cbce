import SordinoRealtime
import SordinoSignal

/// The sections that process a port's mix, and those that replace them; belongs to the render thread.
struct ToneCell {
    /// Two cascades: the audible one, and one that fades in or is idle.
    let cascades: UnsafeMutablePointer<BiquadCascade>
    /// The output of the cascade that fades in, for one block.
    let coming: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    /// The index of the audible cascade; during a crossfade, of the one that fades out.
    var heard = 0
    /// The serial of the request that the sections follow; 0 for none so far.
    var serial: UInt64 = 0
    /// Frames of the crossfade that are done, and all of them; equal when none runs.
    var framesDone = 0
    var framesTotal = 0
}

/// The memory of a port's sections, and the serial of the last request.
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

    /// Requests these sections at that rate; a request for the present ones changes nothing.
    func wish(_ sections: [ToneSection], sampleRate: Double) {
        let isSame = sections == self.sections && (sections.isEmpty || sampleRate == self.sampleRate)
        guard !isSame else { return }
        (self.sections, self.sampleRate) = (sections, sampleRate)
        serial += 1
    }
}
