/// Searches the three codebook vectors and gains of a target in the weighted domain (RFC 3951, 3.6 and 3.7).
///
/// All vectors of both codebooks are tried, in slots: the base codebook from the longest delay to the shortest, its
/// augmented part, then the same of the expanded codebook. Slots are filled up to a multiple of 4 by vectors of
/// weight 0.
struct ILBCCodebookSearch {
    /// Slots of the four parts for a whole sub-block.
    private static var baseSlots: Int { 112 }
    private static var augmentedSlots: Int { 20 }

    private let excitation: ILBCExcitation
    private let weighted: UnsafeMutablePointer<Float>
    private let expanded: UnsafeMutablePointer<Float>
    /// Augmented vectors of both codebooks, side by side: sample by sample a row of 2 * 20.
    private let augmented: UnsafeMutablePointer<Float>
    private let shaped: UnsafeMutablePointer<Float>
    private let target: UnsafeMutablePointer<Float>
    private let coded: UnsafeMutablePointer<Float>
    private let products: UnsafeMutablePointer<Float>
    private let inverses: UnsafeMutablePointer<Float>

    /// Takes its vectors from `memory`; tables and codebook memory are those of `excitation`.
    init(excitation: ILBCExcitation, memory: ILBCMemory) {
        self.excitation = excitation
        weighted = memory.take(ILBCSize.memory + ILBCSize.subBlock)
        expanded = memory.take(ILBCSize.memory + ILBCSize.subBlock)
        augmented = memory.take(2 * Self.augmentedSlots * ILBCSize.subBlock)
        shaped = memory.take(ILBCSize.subBlock)
        target = memory.take(ILBCSize.subBlock)
        coded = memory.take(ILBCSize.subBlock)
        products = memory.take(2 * (Self.baseSlots + Self.augmentedSlots))
        inverses = memory.take(2 * (Self.baseSlots + Self.augmentedSlots))
    }

    /// The sizes of one target's codebooks.
    private struct Shape {
        let count: Int
        let plain: Int
        let baseSlots: Int
        let augmented: Int
        let first: Int
        let reach: Int

        /// Derives the sizes from the mode.
        init(_ target: ILBCTarget) {
            count = target.count
            let isWhole = count == ILBCSize.subBlock
            plain = target.memoryCount - count + 1
            baseSlots = isWhole ? ILBCCodebookSearch.baseSlots : 64
            augmented = isWhole ? ILBCCodebookSearch.augmentedSlots : 0
            first = ILBCSize.memory - target.memoryCount
            // Later stages of the first sub-block reach back 44 samples only (table 3.1).
            reach = target.number == 1 ? 44 : plain
        }

        /// Slots of one codebook.
        var section: Int { baseSlots + augmented }
        /// Vectors of one codebook.
        var size: Int { plain + augmented }

        /// The codebook index of a slot.
        func index(ofSlot slot: Int) -> Int {
            let (part, place) = (slot / section, slot % section)
            return part * size + (place < baseSlots ? plain - 1 - place : plain + place - baseSlots)
        }
    }

    /// Searches one target.
    ///
    /// - Parameters:
    ///   - target: The target; the excitation's memory is filled for it.
    ///   - residual: The frame's exact residual.
    ///   - weight: The weighting filter of the sub-block.
    ///   - shapes: Receives three codebook indices.
    ///   - gains: Receives three gain indices.
    func search(
        _ target: ILBCTarget, residual: UnsafePointer<Float>, weight: UnsafePointer<Float>,
        shapes: UnsafeMutablePointer<Int32>, gains: UnsafeMutablePointer<Int32>
    ) {
        let shape = Shape(target)
        prepare(target, residual: residual, weight: weight, shape: shape)
        let energy = ILBCVector.dot(self.target, self.target, shape.count)
        coded.update(repeating: 0, count: ILBCSize.subBlock)
        var (scale, firstGain): (Float, Float) = (1, 0)
        for stage in 0..<3 {
            let (slot, exact) = best(stage: stage, shape: shape)
            let limited = stage == 0 ? min(max(exact, 0), 1.3) : exact
            let (index, gain) = nearestGain(limited, stage: stage, scale: scale)
            scale = max(0.1, abs(gain))
            if stage == 0 { firstGain = gain }
            let number = shape.index(ofSlot: slot)
            let isShort = target.number == 1 && stage > 0
            shapes[stage] = Int32(!isShort || number < 44 ? number : number < 172 ? number - 64 : number - 128)
            gains[stage] = Int32(index)
            let vector = self.vector(slot, shape: shape)
            ILBCVector.add(vector, times: gain, to: coded, count: shape.count)
            ILBCVector.add(vector, times: -gain, to: self.target, count: shape.count)
        }
        gains[0] = raised(gains[0], gain: firstGain, energy: energy, count: shape.count)
    }

    /// Weights memory and target, and computes both codebooks and their energies.
    private func prepare(
        _ place: ILBCTarget, residual: UnsafePointer<Float>, weight: UnsafePointer<Float>, shape: Shape
    ) {
        let (count, end) = (place.count, ILBCSize.memory)
        weighted.update(from: excitation.memory, count: end)
        for index in 0..<count {
            weighted[end + index] = residual[place.position + (place.isBackward ? count - 1 - index : index)]
        }
        let silent = end - min(place.known.count, end)
        ILBCVector.synthesise(weighted + silent, weight, count: end - silent + count)
        target.update(from: weighted + end, count: count)
        (weighted + end).update(repeating: 0, count: count)
        ILBCVector.filter(weighted - 3, taps: excitation.expansion, tapCount: 8, count: end, into: expanded)
        measure(weighted, from: 0, shape: shape)
        measure(expanded, from: shape.section, shape: shape)
        if shape.augmented > 0 { augment(shape: shape) }
        var slot = 0
        while slot < 2 * shape.section {
            let energy = ILBCVector.load(inverses + slot)
            let inverse = (SIMD4<Float>(repeating: 1) / energy).replacing(with: 0, where: energy .< 1e-3)
            ILBCVector.store(inverse, inverses + slot)
            slot += 4
        }
    }

    /// Computes the energy of each vector of a memory, by what enters and leaves.
    private func measure(_ memory: UnsafePointer<Float>, from slot: Int, shape: Shape) {
        let first = memory + shape.first
        var energy = Double(ILBCVector.dot(first, first, shape.count))
        for place in 0..<shape.plain {
            inverses[slot + place] = Float(energy)
            let (leaving, entering) = (Double(first[place]), Double(first[place + shape.count]))
            energy += entering * entering - leaving * leaving
        }
        for place in shape.plain..<shape.baseSlots { inverses[slot + place] = 0 }
    }

    /// Makes the augmented vectors of both codebooks, and computes their energies.
    private func augment(shape: Shape) {
        let (width, end) = (2 * Self.augmentedSlots, ILBCSize.memory)
        for part in 0..<2 {
            let end = (part == 0 ? weighted : expanded) + end
            for delay in 20..<40 {
                ILBCExcitation.augment(end, delay: delay, into: shaped)
                let column = augmented + (part * Self.augmentedSlots + delay - 20)
                for index in 0..<ILBCSize.subBlock { column[index &* width] = shaped[index] }
                inverses[part * shape.section + shape.baseSlots + delay - 20] =
                    ILBCVector.dot(shaped, shaped, ILBCSize.subBlock)
            }
        }
    }

    /// Computes the products of the target with all augmented vectors.
    private func correlateAugmented(shape: Shape) {
        let width = 2 * Self.augmentedSlots
        for part in 0..<2 {
            var (sum0, sum1, sum2) = (SIMD4<Float>(), SIMD4<Float>(), SIMD4<Float>())
            var (sum3, sum4) = (SIMD4<Float>(), SIMD4<Float>())
            var row = UnsafePointer(augmented + part * Self.augmentedSlots)
            for index in 0..<ILBCSize.subBlock {
                let factor = SIMD4<Float>(repeating: target[index])
                sum0 += factor * ILBCVector.load(row)
                sum1 += factor * ILBCVector.load(row + 4)
                sum2 += factor * ILBCVector.load(row + 8)
                sum3 += factor * ILBCVector.load(row + 12)
                sum4 += factor * ILBCVector.load(row + 16)
                row += width
            }
            let result = products + (part * shape.section + shape.baseSlots)
            ILBCVector.store(sum0, result)
            ILBCVector.store(sum1, result + 4)
            ILBCVector.store(sum2, result + 8)
            ILBCVector.store(sum3, result + 12)
            ILBCVector.store(sum4, result + 16)
        }
    }

    /// Finds the slot that takes most energy from the target with a gain below 1.3, in the first stage above 0.
    private func best(stage: Int, shape: Shape) -> (slot: Int, gain: Float) {
        let reach = stage == 0 ? shape.plain : shape.reach
        let skipped = shape.plain - reach
        for part in 0..<2 {
            let slots = part * shape.section
            let memory = (part == 0 ? weighted : expanded) + shape.first
            ILBCVector.correlate(
                target, shape.count, with: memory + skipped, positions: shape.baseSlots - skipped,
                into: products + slots + skipped)
        }
        if shape.augmented > 0 { correlateAugmented(shape: shape) }
        let least = SIMD4<Float>(repeating: stage == 0 ? 0 : -.infinity)
        let limit = SIMD4<Float>(repeating: 1.3)
        var bests = SIMD4<Float>()
        var slots = SIMD4<Int32>()
        for part in 0..<2 {
            var slot = part * shape.section + skipped
            let end = (part + 1) * shape.section
            while slot < end {
                let inverse = ILBCVector.load(inverses + slot)
                let product = ILBCVector.load(products + slot)
                let gain = product * inverse
                let measure = product * gain
                let isBetter = (measure .> bests) .& (product .> least) .& (gain .< limit) .& (gain .> -limit)
                bests.replace(with: measure, where: isBetter)
                slots.replace(with: Int32(truncatingIfNeeded: slot), where: isBetter)
                slot += 4
            }
        }
        var lane = 0
        for other in 1..<4 where bests[other] > bests[lane] { lane = other }
        // Nothing fits: the shortest delay stands for it.
        guard bests[lane] > 0 else { return (shape.plain - 1, 0) }
        let slot = Int(slots[lane]) + lane
        return (slot, products[slot] * inverses[slot])
    }

    /// The vector of a slot.
    private func vector(_ slot: Int, shape: Shape) -> UnsafePointer<Float> {
        let (part, place) = (slot / shape.section, slot % shape.section)
        guard place < shape.baseSlots else {
            let column = augmented + (part * Self.augmentedSlots + place - shape.baseSlots)
            for index in 0..<ILBCSize.subBlock { shaped[index] = column[index &* (2 * Self.augmentedSlots)] }
            return UnsafePointer(shaped)
        }
        let codebook = part == 0 ? weighted : expanded
        return UnsafePointer(codebook + (shape.first + place))
    }

    /// Quantises a gain to the nearest of a stage.
    private func nearestGain(_ exact: Float, stage: Int, scale: Float) -> (index: Int, gain: Float) {
        var (best, distance) = (0, Float.infinity)
        for index in 0..<32 >> stage {
            let error = abs(excitation.gain(stage: stage, index: index, scale: scale) - exact)
            if error < distance { (best, distance) = (index, error) }
        }
        return (best, excitation.gain(stage: stage, index: best, scale: scale))
    }

    /// Raises the first gain until the coded energy reaches the target's, at most twofold (RFC 3951, 3.7).
    private func raised(_ index: Int32, gain: Float, energy: Float, count: Int) -> Int32 {
        let codedEnergy = ILBCVector.dot(coded, coded, count)
        var best = index
        for candidate in index..<32 {
            let raised = excitation.gains[Int(candidate)]
            if codedEnergy * raised * raised < energy * gain * gain && excitation.gains[Int(best)] < 2 * gain {
                best = candidate
            }
        }
        return best
    }
}
