import SordinoSignal

/// All inputs of a node that gathers, by ascending bus: a value that plans share.
///
/// An edit makes another bank that shares all parts but the one that it changes, so it costs the same however many
/// inputs there are: the inputs of one part, and a pointer for each part.
final class MixerBank {
    /// Inputs of a part at most.
    static let partLimit = 64

    let parts: [BankPart]
    /// A view of each part.
    let chunks: UnsafeMutablePointer<BankChunk>
    /// Sources of one side at most.
    let sourceCount: Int
    let hasDemands: Bool
    /// Inputs of parts that were made for this bank.
    let movedInputCount: Int

    /// The memory of a source of the sum, in bytes.
    static let bytesOfSource = MemoryLayout<MixSource>.stride

    /// Makes a bank of parts, none of them empty.
    ///
    /// - Parameter moved: Inputs of those that are new.
    init(_ parts: [BankPart], moved: Int) {
        self.parts = parts
        movedInputCount = moved
        chunks = .allocate(capacity: max(parts.count, 1))
        var (sources, demands) = (0, false)
        for (index, part) in parts.enumerated() {
            (chunks + index).initialize(to: part.chunk)
            sources += part.sourceCount
            if part.chunk.demandCount > 0 { demands = true }
        }
        (sourceCount, hasDemands) = (max(sources, 1), demands)
    }

    /// Makes a bank of inputs by ascending bus.
    convenience init(branches: [Branch]) {
        self.init(
            stride(from: 0, to: branches.count, by: Self.partLimit).map { first in
                BankPart(Array(branches[first..<min(first + Self.partLimit, branches.count)]))
            }, moved: branches.count)
    }

    deinit { chunks.deallocate() }

    /// Returns the branch that leads to a bus; nil if there is none.
    func branch(at bus: Int) -> Branch? {
        let place = place(of: bus)
        guard place.part < parts.count, place.isPresent else { return nil }
        return parts[place.part].branches[place.index]
    }

    /// The bank with something else at a bus, or nothing.
    func replacing(_ bus: Int, with branch: Branch?) -> MixerBank {
        let (part, index, isPresent) = place(of: bus)
        var changed = parts
        guard part < parts.count else {
            // Behind the last input of the last part.
            guard let branch else { return self }
            if let last = parts.last, last.branches.count < Self.partLimit {
                changed[parts.count - 1] = BankPart(last.branches + [branch])
                return MixerBank(changed, moved: last.branches.count + 1)
            }
            changed.append(BankPart([branch]))
            return MixerBank(changed, moved: 1)
        }
        var branches = parts[part].branches
        switch (isPresent, branch) {
        case (true, let branch?): branches[index] = branch
        case (true, nil): branches.remove(at: index)
        case (false, let branch?): branches.insert(branch, at: index)
        case (false, nil): return self
        }
        if branches.isEmpty {
            changed.remove(at: part)
        } else if branches.count > Self.partLimit {
            let middle = branches.count / 2
            changed[part] = BankPart(Array(branches[..<middle]))
            changed.insert(BankPart(Array(branches[middle...])), at: part + 1)
        } else if part + 1 < parts.count, branches.count + parts[part + 1].branches.count <= Self.partLimit / 2 {
            branches += parts[part + 1].branches
            changed[part] = BankPart(branches)
            changed.remove(at: part + 1)
        } else {
            changed[part] = BankPart(branches)
        }
        return MixerBank(changed, moved: branches.count)
    }

    /// Returns the actual or possible place of a bus: the first part that reaches as far, and the place in it.
    private func place(of bus: Int) -> (part: Int, index: Int, isPresent: Bool) {
        var (low, high) = (0, parts.count)
        while low < high {
            let middle = (low + high) / 2
            if parts[middle].lastBus < bus { low = middle + 1 } else { high = middle }
        }
        guard low < parts.count else { return (low, 0, false) }
        let branches = parts[low].branches
        var (first, end) = (0, branches.count)
        while first < end {
            let middle = (first + end) / 2
            if branches[middle].bus < bus { first = middle + 1 } else { end = middle }
        }
        return (low, first, branches[first].bus == bus)
    }
}

/// Some neighbouring inputs of a bank.
final class BankPart {
    /// By ascending bus; one at least.
    let branches: [Branch]
    let chunk: BankChunk
    /// Sources of one side at most.
    let sourceCount: Int
    private let memory: UnsafeMutableRawPointer

    init(_ branches: [Branch]) {
        self.branches = branches
        var (stepCount, demandCount, sources) = (0, 0, 0)
        for branch in branches {
            stepCount += branch.steps.count
            sources += branch.sourceCount
            if branch.demand != nil { demandCount += 1 }
        }
        sourceCount = sources
        let sizes = (
            branches.count * MemoryLayout<BankInput>.stride, stepCount * MemoryLayout<RenderStep>.stride,
            stepCount * MemoryLayout<UnsafeMutablePointer<HealthState>>.stride
        )
        memory = .allocate(
            byteCount: sizes.0 + sizes.1 + sizes.2 + demandCount * MemoryLayout<DemandStep>.stride, alignment: 64)
        // Every one of them is made of words, so that each begins where the one before it ends.
        let inputs = memory.bindMemory(to: BankInput.self, capacity: branches.count)
        let steps = (memory + sizes.0).bindMemory(to: RenderStep.self, capacity: stepCount)
        let meters = (memory + sizes.0 + sizes.1).bindMemory(
            to: UnsafeMutablePointer<HealthState>.self, capacity: stepCount)
        let demands = (memory + sizes.0 + sizes.1 + sizes.2).bindMemory(to: DemandStep.self, capacity: demandCount)
        var (step, demand) = (0, 0)
        for (index, branch) in branches.enumerated() {
            (inputs + index).initialize(to: branch.input)
            for place in branch.steps.indices {
                (steps + step).initialize(to: branch.steps[place])
                (meters + step).initialize(to: branch.meters[place])
                step += 1
            }
            if let asked = branch.demand {
                (demands + demand).initialize(to: asked)
                demand += 1
            }
        }
        chunk = BankChunk(
            inputs: inputs, inputCount: branches.count, steps: steps, meters: meters, stepCount: stepCount,
            demands: demands, demandCount: demandCount)
    }

    deinit { memory.deallocate() }

    /// The highest input bus in this part.
    var lastBus: Int { branches[branches.count - 1].bus }
}
