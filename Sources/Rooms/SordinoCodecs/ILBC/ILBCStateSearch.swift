import CMath

/// Chooses the start state of a frame and quantises its samples (RFC 3951, 3.5).
struct ILBCStateSearch {
    private let mode: ILBCMode
    private let logarithms: UnsafeMutablePointer<Float>
    private let weighted: UnsafeMutablePointer<Float>
    private let coded: UnsafeMutablePointer<Float>

    /// Takes its vectors from `memory`.
    init(mode: ILBCMode, memory: ILBCMemory) {
        self.mode = mode
        logarithms = memory.take(ILBCTables.stateScales)
        weighted = memory.take(58)
        coded = memory.take(58)
    }

    /// Returns the sub-block, counted from 1, in which the two strongest neighbours begin; the frame's middle is
    /// preferred.
    func startBlock(of residual: UnsafePointer<Float>) -> Int {
        var (best, bestBlock): (Float, Int) = (-1, 1)
        let last = mode.subBlockCount - 2
        for block in 0...last {
            let pair = residual + block * ILBCSize.subBlock
            var energy = ILBCVector.dot(pair, pair, ILBCSize.state)
            for edge in 0..<5 {
                let (front, back) = (pair[edge], pair[ILBCSize.state - 1 - edge])
                energy -= Float(5 - edge) / 6 * (front * front + back * back)
            }
            energy *= 1 - 0.1 * Float(abs(2 * block - last) / 2)
            if energy > best { (best, bestBlock) = (energy, block + 1) }
        }
        return bestBlock
    }

    /// Indicates whether the first samples of all 80 are stronger than the last.
    func isStateFirst(_ residual: UnsafePointer<Float>, startBlock: Int) -> Bool {
        let pair = residual + (startBlock - 1) * ILBCSize.subBlock
        let rest = ILBCSize.state - mode.stateCount
        return ILBCVector.dot(pair, pair, rest) > ILBCVector.dot(pair + mode.stateCount, pair + mode.stateCount, rest)
    }

    /// Quantises the state's samples by prediction in the weighted domain.
    ///
    /// - Parameters:
    ///   - residual: The state's first sample.
    ///   - boundary: Samples that lie in the first of two sub-blocks.
    ///   - filter: The synthesis filter of the first sub-block.
    ///   - weights: The weighting filters of both sub-blocks.
    ///   - excitation: The tables, and the all-pass.
    ///   - levels: Receives the levels' indices.
    /// - Returns: The index of the scale.
    func quantise(
        _ residual: UnsafePointer<Float>, boundary: Int, filter: UnsafePointer<Float>, weights: UnsafePointer<Float>,
        excitation: ILBCExcitation, into levels: UnsafeMutablePointer<Int32>
    ) -> Int32 {
        let count = mode.stateCount
        weighted.update(from: residual, count: count)
        excitation.disperse(weighted, count, filter: filter, into: weighted)
        var peak: Float = 10
        for index in 0..<count { peak = max(peak, abs(weighted[index])) }
        let scale = nearestScale(cmath_log10f(peak))
        let factor = 4.5 / excitation.scales[scale]
        for index in 0..<count { weighted[index] *= factor }
        ILBCVector.synthesise(weighted, weights, count: boundary)
        ILBCVector.synthesise(weighted + boundary, weights + ILBCSize.filter, count: count - boundary)
        for index in 0..<count {
            let present = coded + index
            let weight = index < boundary ? weights : weights + ILBCSize.filter
            present[0] = 0
            ILBCVector.synthesise(present, weight, count: 1)
            let wanted = weighted[index] - present[0]
            var level = 0
            while level < 7 && 2 * wanted > excitation.levels[level] + excitation.levels[level + 1] { level += 1 }
            levels[index] = Int32(level)
            present[0] += excitation.levels[level]
        }
        return Int32(scale)
    }

    /// Index of the scale whose logarithm is nearest.
    private func nearestScale(_ logarithm: Float) -> Int {
        var scale = 0
        while scale < 63 && 2 * logarithm > logarithms[scale] + logarithms[scale + 1] { scale += 1 }
        return scale
    }
}
