import SordinoRealtime

extension RenderPlan {
    /// Renders one block of at most `maximumFrameCount` frames.
    ///
    /// First every region learns how many frames it has to make, from the output upwards; then the steps run.
    ///
    /// - Parameter isMeasured: Whether each step's time is taken.
    /// - Thread: render. No heap, no lock.
    @_noAllocation @_noLocks
    package borrowing func render(_ cycle: RenderCycle, isMeasured: Bool = false) {
        guard clocks.count > 0 else { return }
        for index in 0..<clocks.count {
            clocks[index].pointee.frameCount = 0
            clocks[index].pointee.cycle = cycle
        }
        stack.pointee.begin(stackStart, capacity: stackFrames)
        let root = clocks[0]
        root.pointee.frameCount = cycle.frameCount
        root.pointee.sampleTime = cycle.sampleTime
        root.pointee.isSet = true
        for index in 0..<demands.count {
            let demand = demands[index]
            if let step = demand.step { step.ask() } else { banks[demand.bank].ask() }
        }
        if isMeasured {
            renderMeasured(cycle)
        } else {
            for index in 0..<steps.count {
                let step = steps[index]
                if let bank = open(step) { bank.pointee.render() }
                step.step.render()
            }
        }
        for index in 1..<max(clocks.count, 1) {
            clocks[index].pointee.sampleTime &+= Int64(clocks[index].pointee.frameCount)
        }
    }
}

extension RenderPlan {
    /// Shows a step that gathers its inputs in this plan.
    ///
    /// - Returns: The inputs; nil for other steps.
    @_noAllocation @_noLocks
    private borrowing func open(_ step: TrunkStep) -> UnsafePointer<Bank>? {
        guard step.bank >= 0, let first = banks.baseAddress else { return nil }
        step.step.io.pointee.bank = first + step.bank
        return first + step.bank
    }

    /// Runs the steps with a look at the clock after each.
    @_noAllocation @_noLocks
    private borrowing func renderMeasured(_ cycle: RenderCycle) {
        let heard = Int(Double(cycle.frameCount) / sampleRate * 1_000_000_000)
        var before = HostClock.now()
        for index in 0..<steps.count {
            let step = steps[index]
            if let bank = open(step) { bank.pointee.renderMeasured(heard: heard, since: &before) }
            step.step.render()
            meters[index].pointee.measure(heard: heard, since: &before)
        }
    }
}

extension DemandStep {
    /// Asks a region for frames; if several converters ask the same one, the greatest number counts.
    @_noAllocation @_noLocks
    func ask() {
        if !asked.pointee.isSet {
            let ratio = asked.pointee.sampleRate / asking.pointee.sampleRate
            asked.pointee.sampleTime = nearestInteger(Double(asking.pointee.sampleTime) * ratio)
            asked.pointee.isSet = true
        }
        let frames = asking.pointee.frameCount
        var wanted = 0
        // Every demand function is a marked one; the compiler cannot see through the pointer.
        _unsafePerformance { wanted = run(state, frames) }
        wanted = min(wanted, limit)
        if wanted > asked.pointee.frameCount { asked.pointee.frameCount = wanted }
    }
}

extension RenderStep {
    /// Runs the step, unless its processor is muted by a fault.
    @_noAllocation @_noLocks
    func render() {
        if let health, health.pointee.isMuted {
            for index in 0..<io.pointee.outputCount { io.pointee.outputs[index].pointee.publishSilence() }
            return
        }
        // Every run function is a marked one; the compiler cannot see through the pointer.
        _unsafePerformance { run(state, UnsafeMutableRawPointer(io)) }
        if let health { examine(health) }
    }

    /// Mutes a processor that made something that is not a number: in a filter it would stay for ever.
    @_noAllocation @_noLocks
    private func examine(_ health: UnsafeMutablePointer<HealthState>) {
        for index in 0..<io.pointee.outputCount {
            let output = io.pointee.outputs[index]
            if output.pointee.isSilent { continue }
            for channel in 0..<output.pointee.channelCount
            where !isFinite(output.pointee.channels[channel], count: io.pointee.frameCount) {
                health.pointee.fault()
                output.pointee.publishSilence()
                break
            }
        }
    }
}

/// Indicates whether every sample is a number and none is infinite.
@_noAllocation @_noLocks
package func isFinite(_ samples: UnsafePointer<Float>, count: Int) -> Bool {
    // Zero times a number is 0, times anything else NaN; one sum shows both for all of them. Four sums side by side: an
    // addition would have to wait for the one before it.
    var (sum, second) = (SIMD8<Float>(repeating: 0), SIMD8<Float>(repeating: 0))
    var (third, fourth) = (sum, sum)
    let raw = UnsafeRawPointer(samples)
    var index = 0
    while index &+ 32 <= count {
        let place = raw + index &* 4
        sum += place.loadUnaligned(as: SIMD8<Float>.self) * 0
        second += place.loadUnaligned(fromByteOffset: 32, as: SIMD8<Float>.self) * 0
        third += place.loadUnaligned(fromByteOffset: 64, as: SIMD8<Float>.self) * 0
        fourth += place.loadUnaligned(fromByteOffset: 96, as: SIMD8<Float>.self) * 0
        index &+= 32
    }
    sum = (sum + second) + (third + fourth)
    while index &+ 8 <= count {
        sum += raw.loadUnaligned(fromByteOffset: index &* 4, as: SIMD8<Float>.self) * 0
        index &+= 8
    }
    var tail: Float = 0
    while index < count {
        tail += samples[index] * 0
        index &+= 1
    }
    for lane in 0..<8 { tail += sum[lane] }
    return tail == 0
}
