import SordinoRealtime
import SordinoSignal

/// The step of an instrument.
@_noAllocation @_noLocks
func runInstrument(_ state: UnsafeMutableRawPointer, _ io: UnsafeMutableRawPointer) {
    let unit = state.assumingMemoryBound(to: UnitState<InstrumentKernel>.self)
    let clock = io.assumingMemoryBound(to: StepIO.self).pointee.clock
    unit.pointee.kernel.collect(blockTime: clock.pointee.sampleTime, frameCount: Int(clock.pointee.frameCount))
    // Notes wake a unit that has nothing to render.
    if unit.pointee.kernel.isDue(before: clock.pointee.sampleTime &+ Int64(clock.pointee.frameCount)) {
        unit.pointee.core.wasAtRest = false
    }
    runUnit(
        state, io, aim: { unit.pointee.kernel.aim($0, frames: $1) },
        render: { unit.pointee.kernel.render($0) }, clear: { unit.pointee.kernel.clear() },
        isAtRest: { unit.pointee.kernel.isAtRest })
}

extension InstrumentKernel {
    @_noAllocation @_noLocks
    mutating func clear() {
        renderer.clear()
        pending.pointee.count = 0
        guard let effects else { return }
        effects.reverb.reset()
        effects.chorus.reset()
    }

    /// Indicates whether nothing sounds.
    var isAtRest: Bool {
        @_noAllocation @_noLocks get {
            if renderer.soundingCount > 0 { return false }
            guard let effects else { return true }
            return effects.reverb.isAtRest && effects.chorus.isAtRest
        }
    }

    /// Takes the newest bank, and sorts the events of the queue by time.
    @_noAllocation @_noLocks
    mutating func collect(blockTime: Int64, frameCount: Int) {
        self.blockTime = blockTime
        pending.pointee.notesLeft = NoteLimits.notes(inBlockOf: frameCount)
        pending.pointee.eventsLeft = 4 &* pending.pointee.notesLeft
        let plan = pending.pointee.plans.takeUp()
        if plan != pending.pointee.plan || renderer.sampleRate != Double(Float(sampleRate)) {
            pending.pointee.plan = plan
            renderer.set(plan?.pointee.view, sampleRate: sampleRate)
        }
        switch pending.pointee.interpolation.load(ordering: .relaxed) {
        case 0: renderer.interpolation = .none
        case 1: renderer.interpolation = .linear
        case 3: renderer.interpolation = .sinc
        default: renderer.interpolation = .cubic
        }
        let events = pending.pointee.events
        while pending.pointee.count < pending.pointee.capacity, var event = road.pop() {
            if event.time < ParameterPort.immediately &+ (1 << 31) {
                event.time = blockTime &+ max(event.time &- ParameterPort.immediately, 0)
            }
            event.time = min(max(event.time, blockTime), blockTime &+ (1 << 48))
            var place = pending.pointee.count
            while place > 0 && events[place &- 1].time > event.time {
                events[place] = events[place &- 1]
                place &-= 1
            }
            events[place] = event
            pending.pointee.count &+= 1
        }
    }

    /// Indicates whether something is to happen before a time.
    @_noAllocation @_noLocks
    func isDue(before time: Int64) -> Bool { pending.pointee.count > 0 && pending.pointee.events[0].time < time }

    // MARK: Parameters

    /// Sets targets from the parameters.
    @_noAllocation @_noLocks
    mutating func aim(_ values: ParameterValues, frames: Int) {
        let decibels = mapping.gain >= 0 ? values[mapping.gain] : 0
        let gain = headroom * RealtimeMath.pow(10, decibels / 20)
        let pan = mapping.pan >= 0 ? values[mapping.pan] : 0
        left.glide(to: gain * min(1 - pan, 1), frames: frames)
        right.glide(to: gain * min(1 + pan, 1), frames: frames)
        let coarse = mapping.coarse >= 0 ? values[mapping.coarse] : 0
        let fine = mapping.fine >= 0 ? values[mapping.fine] : 0
        renderer.tuningCents = coarse * 100 + fine
        reverbGain = mapping.reverb >= 0 ? RealtimeMath.pow(10, values[mapping.reverb] / 20) : 1
    }

    // MARK: Rendering

    /// Renders a piece: notes, events between them, effects.
    @_noAllocation @_noLocks
    mutating func render(_ piece: UnitPiece) {
        let count = piece.frameCount
        for plane in 0..<4 { clearSamples(planes[plane], count: count) }
        renderNotes(piece)
        if let effects { addEffects(effects, count) }
        if channelCount == 1 {
            for frame in 0..<count {
                left.advance(1)
                piece.outputs[0][frame] = (planes[0][frame] + planes[1][frame]) * 0.5 * left.current
            }
            right.advance(count)
            return
        }
        apply(&left, planes[0], piece.outputs[0], count)
        apply(&right, planes[1], piece.outputs[1], count)
        for channel in 2..<max(channelCount, 2) { clearSamples(piece.outputs[channel], count: count) }
    }

    @_noAllocation @_noLocks
    private func apply(
        _ ramp: inout GainRamp, _ samples: UnsafeMutablePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ count: Int
    ) {
        if ramp.isGliding {
            for frame in 0..<count {
                ramp.advance(1)
                out[frame] = samples[frame] * ramp.current
            }
        } else {
            let gain = ramp.target
            for frame in 0..<count { out[frame] = samples[frame] * gain }
        }
    }

    @_noAllocation @_noLocks
    private func renderNotes(_ piece: UnitPiece) {
        let events = pending.pointee.events
        let grid = SynthesizerRenderer.stepFrames
        var (frame, taken) = (0, 0)
        while frame < piece.frameCount {
            let step = Int((piece.position &+ Int64(frame)) % Int64(grid))
            if step == 0 { renderer.beginStep() }
            let now = blockTime &+ Int64(piece.offset &+ frame)
            while taken < pending.pointee.count && events[taken].time <= now && allows(events[taken]) {
                perform(events[taken], step: step)
                taken &+= 1
            }
            var count = min(grid &- step, piece.frameCount &- frame)
            if taken < pending.pointee.count && events[taken].time > now {
                count = min(count, Int(min(events[taken].time &- now, Int64(count))))
            }
            renderer.render(
                count, left: planes[0] + frame, right: planes[1] + frame, reverb: planes[2] + frame,
                chorus: planes[3] + frame)
            frame &+= count
        }
        guard taken > 0 else { return }
        for index in taken..<pending.pointee.count { events[index &- taken] = events[index] }
        pending.pointee.count &-= taken
    }

    /// Counts an event; false if the block has had as many as it may, and the event waits for the next one.
    @_noAllocation @_noLocks
    private func allows(_ event: InstrumentEvent) -> Bool {
        guard pending.pointee.eventsLeft > 0 else { return false }
        if case .noteOn = event.kind {
            guard pending.pointee.notesLeft > 0 else { return false }
            pending.pointee.notesLeft &-= 1
        }
        pending.pointee.eventsLeft &-= 1
        return true
    }

    @_noAllocation @_noLocks
    private func perform(_ event: InstrumentEvent, step: Int) {
        let (channel, number) = (Int(event.channel), Int(event.number))
        switch event.kind {
        case .noteOn:
            renderer.start(key: event.key, velocity: event.value, channel: channel, frame: step, note: event.note)
        case .noteOff: renderer.stop(key: number, channel: channel, frame: step)
        case .stopNote: renderer.stop(note: event.note, frame: step)
        case .control: renderer.control(number, event.value, channel: channel, frame: step)
        case .program: renderer.choose(program: number, channel: channel)
        case .bend: renderer.bend(event.value, channel: channel)
        case .pressure: renderer.press(event.value, channel: channel)
        case .keyPressure: renderer.press(event.value, key: number, channel: channel)
        case .reset: renderer.resetAll()
        case .masterVolume: renderer.setMasterVolume(event.value)
        case .tuneKey: renderer.tune(key: number, cents: event.value)
        case .tuneNote: renderer.tune(note: number, cents: event.value, mask: event.note)
        }
    }

    /// Adds the output of reverb and chorus for the sends.
    @_noAllocation @_noLocks
    private func addEffects(_ effects: InstrumentEffects, _ count: Int) {
        let isQuiet = renderer.soundingCount == 0
        if !(isQuiet && effects.chorus.isAtRest) {
            effects.chorus.add(planes[3], left: planes[0], right: planes[1], frameCount: count)
        }
        if isQuiet && effects.reverb.isAtRest { return effects.reverb.skip(count) }
        (effects.inputs[0], effects.inputs[1]) = (planes[2], planes[2])
        effects.reverb.process(effects.inputs, into: effects.outputs, frameCount: count, isSilent: isQuiet)
        for channel in 0..<2 {
            for frame in 0..<count { planes[channel][frame] += effects.outputs[channel][frame] * reverbGain }
        }
    }
}
