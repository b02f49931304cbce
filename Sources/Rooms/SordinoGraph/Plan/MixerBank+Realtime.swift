import SordinoRealtime

/// All inputs of a node that gathers, as the render thread sees them in one plan.
struct Bank: BitwiseCopyable {
    /// Parts of the inputs, by ascending bus.
    let chunks: UnsafePointer<BankChunk>
    let chunkCount: Int
    /// Sources of one side that there is room for in `scratch`.
    let sourceLimit: Int
    /// Indicates whether a step of the bank asks another region for frames.
    let hasDemands: Bool
    /// Memory for the length of a block, for two sides.
    let scratch: UnsafeMutableRawPointer
}

/// Some neighbouring inputs, and the steps of the nodes that lead to them and nowhere else.
struct BankChunk: BitwiseCopyable {
    let inputs: UnsafeMutablePointer<BankInput>
    let inputCount: Int
    let steps: UnsafeMutablePointer<RenderStep>
    /// The meter of each step.
    let meters: UnsafeMutablePointer<UnsafeMutablePointer<HealthState>>
    let stepCount: Int
    let demands: UnsafeMutablePointer<DemandStep>
    let demandCount: Int
}

/// One connected input of a gathering node.
struct BankInput: BitwiseCopyable {
    let buffer: UnsafeMutablePointer<BusBuffer>
    /// The gains of the input.
    let mix: UnsafeMutablePointer<MixInputState>
    /// The gains by which its channels are heard in those of the output, row by row; nil where channels meet by number.
    let fold: UnsafePointer<Float>?
    /// The channels of the output that its pan moves.
    let sides: PanSides
}

extension Bank {
    /// Lets every step that reads another region ask it for frames.
    @_noAllocation @_noLocks
    func ask() {
        if !hasDemands { return }
        for number in 0..<chunkCount {
            for index in 0..<chunks[number].demandCount { chunks[number].demands[index].ask() }
        }
    }

    /// Renders the nodes that lead to the inputs and nowhere else.
    @_noAllocation @_noLocks
    func render() {
        for number in 0..<chunkCount {
            let chunk = chunks[number]
            for index in 0..<chunk.stepCount { chunk.steps[index].render() }
        }
    }

    /// The same with a look at the clock after each step.
    ///
    /// - Parameters:
    ///   - heard: Nanoseconds that the block lasts.
    ///   - before: When the step before ended; moved on.
    @_noAllocation @_noLocks
    func renderMeasured(heard: Int, since before: inout UInt64) {
        for number in 0..<chunkCount {
            let chunk = chunks[number]
            for index in 0..<chunk.stepCount {
                chunk.steps[index].render()
                chunk.meters[index].pointee.measure(heard: heard, since: &before)
            }
        }
    }
}

extension HealthState {
    /// Counts the time since the step before.
    @_noAllocation @_noLocks
    func measure(heard: Int, since before: inout UInt64) {
        let now = HostClock.now()
        load.add(nanoseconds: Int(truncatingIfNeeded: now &- before), heard: heard)
        before = now
    }
}
