/// A run of the residual that the codebook codes: the remainder of the start state, or a sub-block beside what is known.
struct ILBCTarget {
    /// Place among the packet's codebook parameters: 0 is the remainder, others count from 1.
    var number: Int
    /// First sample in the frame.
    var position: Int
    /// Samples: 22, 23 or 40.
    var count: Int
    /// Indicates that the target is coded from its last sample to its first.
    var isBackward: Bool
    /// Samples that are decoded already; they lie next to the target.
    var known: Range<Int>
    /// Samples of codebook memory.
    var memoryCount: Int { number == 0 ? ILBCSize.shortMemory : ILBCSize.memory }
    /// The sub-block that the target lies in.
    var subBlock: Int { position / ILBCSize.subBlock }
}

/// The targets of one frame in coding order: the remainder, then forward, then backward (RFC 3951, 3.6.1).
struct ILBCTargets: Sequence, IteratorProtocol {
    private let frameCount: Int
    private let isStateFirst: Bool
    private var known: Range<Int>
    private var number = 0
    private let remainder: Int

    /// Starts at the remainder of the start state.
    ///
    /// - Parameters:
    ///   - startBlock: The sub-block of the start state, counted from 1, less than the mode's number of sub-blocks.
    ///   - isStateFirst: Whether the coded samples are the first of all 80.
    init(mode: ILBCMode, startBlock: Int, isStateFirst: Bool) {
        frameCount = mode.framesPerPacket
        self.isStateFirst = isStateFirst
        remainder = ILBCSize.state - mode.stateCount
        let first = (startBlock - 1) * ILBCSize.subBlock + (isStateFirst ? 0 : remainder)
        known = first..<first + mode.stateCount
    }

    /// First sample of the start state's coded samples, before the first target is taken.
    var statePosition: Int { known.lowerBound }

    /// Returns the next target and counts it as known.
    mutating func next() -> ILBCTarget? {
        let count = number == 0 ? remainder : ILBCSize.subBlock
        let isBackward = number == 0 ? !isStateFirst : known.upperBound == frameCount
        if isBackward && known.lowerBound == 0 { return nil }
        let position = isBackward ? known.lowerBound - count : known.upperBound
        let target = ILBCTarget(number: number, position: position, count: count, isBackward: isBackward, known: known)
        known =
            isBackward ? position..<known.upperBound : known.lowerBound..<position + count
        number += 1
        return target
    }
}
