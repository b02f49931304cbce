/// Holds the parameters of one frame of parametric stereo as the stream has them.
final class PSFrame {
    /// Envelopes that a frame can have: four, and one that holds the last to the frame's end.
    static let envelopeLimit = 5
    /// Numbers from envelope to envelope.
    static let stride = 34

    /// The header that holds for the frame.
    var header = PSHeader()
    /// Indicates that a header has come.
    var isStarted = false
    /// Number of envelopes; 0 before the first frame.
    var envelopeCount = 0
    /// Last slot of each envelope; entry 0 is -1.
    let borders: UnsafeMutablePointer<Int>
    /// Intensity differences by envelope and band.
    let intensity: UnsafeMutablePointer<Int8>
    /// Coherences by envelope and band.
    let coherence: UnsafeMutablePointer<Int8>
    /// Phase differences between the channels by envelope and band, in eighths of a turn.
    let phase: UnsafeMutablePointer<Int8>
    /// Phase differences to the downmix likewise.
    let overallPhase: UnsafeMutablePointer<Int8>
    /// Indicates phase differences in this frame.
    var hasPhase = false

    init() {
        let count = Self.envelopeLimit * Self.stride
        borders = .allocate(capacity: Self.envelopeLimit + 1)
        intensity = .allocate(capacity: 4 * count)
        intensity.initialize(repeating: 0, count: 4 * count)
        coherence = intensity + count
        phase = intensity + 2 * count
        overallPhase = intensity + 3 * count
        borders.initialize(repeating: -1, count: Self.envelopeLimit + 1)
    }

    deinit {
        borders.deallocate()
        intensity.deallocate()
    }

    /// Forgets everything, as after a jump.
    func reset() {
        (header, isStarted, envelopeCount, hasPhase) = (PSHeader(), false, 0, false)
        intensity.update(repeating: 0, count: 4 * Self.envelopeLimit * Self.stride)
        borders.update(repeating: -1, count: Self.envelopeLimit + 1)
    }

    /// Copies the last envelope of `other` to `envelope`.
    func copyLast(_ other: PSFrame, to envelope: Int) {
        let (source, target) = (max(0, other.envelopeCount - 1) * Self.stride, envelope * Self.stride)
        guard other !== self || source != target else { return }
        intensity.advanced(by: target).update(from: other.intensity + source, count: Self.stride)
        coherence.advanced(by: target).update(from: other.coherence + source, count: Self.stride)
        phase.advanced(by: target).update(from: other.phase + source, count: Self.stride)
        overallPhase.advanced(by: target).update(from: other.overallPhase + source, count: Self.stride)
    }

    /// Holds the last envelope of `other` over a whole frame.
    func hold(_ other: PSFrame, slotCount: Int) {
        (header, isStarted, hasPhase) = (other.header, other.isStarted, other.hasPhase)
        copyLast(other, to: 0)
        envelopeCount = 1
        (borders[0], borders[1]) = (-1, slotCount - 1)
    }
}
