import CMath

/// The residual of a frame as it grows in decoding; the encoder decodes too (RFC 3951, 4.2 to 4.4).
struct ILBCExcitation {
    /// The decoded residual of the frame.
    let samples: UnsafeMutablePointer<Float>
    /// The codebook memory of the present target, in coding direction; zeros lie before and after it.
    let memory: UnsafeMutablePointer<Float>
    /// Levels of the start state's samples.
    let levels: UnsafeMutablePointer<Float>
    /// Magnitudes that the 64 scales of the start state stand for.
    let scales: UnsafeMutablePointer<Float>
    /// Gains of the three stages: 32, 16 and 8, one after the other.
    let gains: UnsafeMutablePointer<Float>
    /// Taps of the filter of the expanded codebook.
    let expansion: UnsafeMutablePointer<Float>
    private let vector: UnsafeMutablePointer<Float>
    private let shape: UnsafeMutablePointer<Float>
    private let expanded: UnsafeMutablePointer<Float>
    private let dispersed: UnsafeMutablePointer<Float>
    private let backward: UnsafeMutablePointer<Float>

    /// Takes its vectors from `memory`.
    init(memory: ILBCMemory) {
        samples = memory.take(ILBCSize.frameLimit)
        self.memory = memory.take(ILBCSize.memory)
        levels = memory.take(ILBCTables.stateLevels, unit: 8192)
        scales = memory.take(ILBCTables.stateScales.map { cmath_powf(10, $0) })
        gains = memory.take(ILBCTables.gains1 + ILBCTables.gains2 + ILBCTables.gains3, unit: 16384)
        expansion = memory.take(ILBCTables.expansion, unit: 32768)
        vector = memory.take(ILBCSize.subBlock)
        shape = memory.take(ILBCSize.subBlock)
        expanded = memory.take(ILBCSize.memory)
        dispersed = memory.take(2 * 58)
        backward = memory.take(58)
    }

    /// Filters circularly with the all-pass A(1/z) z^-10 / A(z) (RFC 3951, 3.5.2).
    ///
    /// - Parameters:
    ///   - signal: `count` samples between 16 zeros on both sides.
    ///   - count: 57 or 58.
    ///   - result: Receives `count` samples; may be `signal`.
    func disperse(
        _ signal: UnsafePointer<Float>, _ count: Int, filter: UnsafePointer<Float>,
        into result: UnsafeMutablePointer<Float>
    ) {
        let (output, order) = (dispersed, ILBCSize.order)
        // The numerator is the filter backwards, so the filter's coefficients meet the samples in rising order.
        ILBCVector.filter(signal - order, taps: filter, tapCount: order + 1, count: count + order, into: output)
        for index in count + order..<2 * count { output[index] = 0 }
        ILBCVector.synthesise(output, filter, count: 2 * count)
        for index in 0..<count { result[index] = output[index] + output[index + count] }
    }

    /// Decodes the samples of the start state (RFC 3951, 4.2).
    ///
    /// - Parameters:
    ///   - indices: `count` levels.
    ///   - scale: Index of the magnitude.
    ///   - filter: The filter of the sub-block in which the state begins.
    ///   - position: First sample in the frame.
    func decodeState(
        _ indices: UnsafePointer<Int32>, count: Int, scale: Int32, filter: UnsafePointer<Float>, position: Int
    ) {
        let unit = scales[Int(scale & 63)] / 4.5
        for index in 0..<count { backward[index] = unit * levels[Int(indices[count - 1 - index] & 7)] }
        let place = samples + position
        disperse(backward, count, filter: filter, into: backward)
        for index in 0..<count { place[index] = backward[count - 1 - index] }
    }

    /// Fills the codebook memory with the decoded samples nearest to `target`, the nearest last.
    func fillMemory(for target: ILBCTarget) {
        let limit = ILBCSize.memory
        let available = min(target.known.count, limit)
        for index in 0..<limit - available { memory[index] = 0 }
        if target.isBackward {
            let nearest = samples + target.known.lowerBound
            for index in 0..<available { memory[limit - 1 - index] = nearest[index] }
        } else {
            let nearest = samples + (target.known.upperBound - available)
            for index in 0..<available { memory[limit - available + index] = nearest[index] }
        }
    }

    /// Decodes `target` from its three codebook vectors; the memory is filled already.
    func decode(_ target: ILBCTarget, shapes: UnsafePointer<Int32>, gains indices: UnsafePointer<Int32>) {
        var scale: Float = 1
        for index in 0..<target.count { vector[index] = 0 }
        for stage in 0..<3 {
            let gain = self.gain(stage: stage, index: Int(indices[stage]), scale: scale)
            scale = max(0.1, abs(gain))
            let index = fullIndex(Int(shapes[stage]), stage: stage, of: target)
            ILBCVector.add(makeShape(index, target: target), times: gain, to: vector, count: target.count)
        }
        let place = samples + target.position
        if target.isBackward {
            for index in 0..<target.count { place[index] = vector[target.count - 1 - index] }
        } else {
            for index in 0..<target.count { place[index] = vector[index] }
        }
    }

    /// Returns the gain of a stage.
    ///
    /// - Parameter scale: Magnitude of the previous stage's gain, at least 0.1; not used by the first stage.
    @inline(__always)
    func gain(stage: Int, index: Int, scale: Float) -> Float {
        switch stage {
        case 0: gains[index & 31]
        case 1: gains[32 + (index & 15)] * scale
        default: gains[48 + (index & 7)] * scale
        }
    }

    /// Undoes the shorter numbering of the first sub-block's later stages, which reach back less far (table 3.1).
    @inline(__always)
    private func fullIndex(_ index: Int, stage: Int, of target: ILBCTarget) -> Int {
        guard target.number == 1 && stage > 0 else { return index }
        return index < 44 ? index : index < 108 ? index + 64 : index + 128
    }

    /// Returns one codebook vector: in the memory itself, or made in `shape`.
    ///
    /// - Parameter index: 0 to 127 for the state's remainder, 0 to 255 otherwise.
    private func makeShape(_ index: Int, target: ILBCTarget) -> UnsafePointer<Float> {
        let (count, end) = (target.count, ILBCSize.memory)
        let plain = target.memoryCount - count + 1
        let isWhole = count == ILBCSize.subBlock
        let section = isWhole ? plain + 20 : plain
        let isExpanded = index >= section
        let place = isExpanded ? index - section : index
        if place < plain || !isWhole {
            let position = end - count - min(place, plain - 1)
            guard isExpanded else { return UnsafePointer(memory + position) }
            expand(from: position, count: count, into: shape)
            return UnsafePointer(shape)
        }
        let delay = min(place - plain + 20, 39)
        guard isExpanded else {
            Self.augment(memory + end, delay: delay, into: shape)
            return UnsafePointer(shape)
        }
        expand(from: end - delay - 5, count: delay + 5, into: expanded + (end - delay - 5))
        Self.augment(expanded + end, delay: delay, into: shape)
        return UnsafePointer(shape)
    }

    /// Computes samples of the expanded codebook from the memory.
    func expand(from position: Int, count: Int, into result: UnsafeMutablePointer<Float>) {
        ILBCVector.filter(memory + (position - 3), taps: expansion, tapCount: 8, count: count, into: result)
    }

    /// Makes the codebook vector of a delay shorter than a sub-block (RFC 3951, 3.6.3.3).
    ///
    /// - Parameters:
    ///   - end: The end of the memory; `delay` + 5 samples before it are read.
    ///   - delay: 20 to 39.
    ///   - result: Receives 40 samples.
    static func augment(_ end: UnsafePointer<Float>, delay: Int, into result: UnsafeMutablePointer<Float>) {
        let cycle = end - delay
        for index in 0..<delay - 5 { result[index] = cycle[index] }
        for index in 0..<5 {
            let weight = 0.2 * Float(index)
            result[delay - 5 + index] = (1 - weight) * end[index - 5] + weight * cycle[index - 5]
        }
        for index in delay..<ILBCSize.subBlock { result[index] = cycle[index - delay] }
    }
}
