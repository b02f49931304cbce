import CALSA
import Glibc
import SordinoHardware
import SordinoPolicy
import SordinoRealtime
import SordinoSignal
import Synchronization

/// The open devices and where they are; under the pump's gate.
struct ALSADrive {
    private(set) var output: ALSAPCM?
    private(set) var input: ALSAPCM?
    private let memory: ALSARenderMemory
    private let figures: ALSAFigures

    // The device that has the clock.
    private var isPrepared = false
    private var isRunning = false
    private var filledFrames = 0
    /// Frames that are rendered and not written yet, and where they begin.
    private var pendingFrames = 0
    private var pendingPlace = 0
    /// Frames that may be rendered now by the clock of the machine.
    private var credit: Double = 0
    private var creditTime: UInt64 = 0
    private var hasPolled = false
    /// The device that is waited for, with its descriptors.
    private var polled: (pcm: ALSAPCM, count: Int)?
    private var progressTime: UInt64 = 0
    private var hostNanoseconds: Int64 = 0
    /// Frames that wait in the output, and those that the device delays beyond them.
    private var waitingFrames = 0
    private var beyondFrames = 0
    private var blocksSinceDelay = 0
    private var quietFrames = 0
    private var recovery = ALSARecovery()

    // The input beside an output.
    private var isInputRunning = false
    private var inputRecovery = ALSARecovery()
    /// Frames of the input that wait, the fewest with which it begins, and whether it has begun.
    private let queue = PlanarBuffer(
        channelCount: ALSARenderMemory.channels, frameCapacity: 2 * ALSASetting.blocks.upperBound)
    private var queuedFrames = 0
    private var isPrimed = false
    private var follower: ClockFollower?
    private var blocksSinceShedding = 0

    /// No device's clock is so much faster than the machine's.
    private static let fastest = 1.005
    private static let stallNanoseconds: UInt64 = 2_000_000_000
    private static let restsAfterSeconds = 0.5
    /// Blocks between two questions for the delay, which hardly changes: a question may be a call of the system.
    private static let blocksForDelay = 8

    init(memory: ALSARenderMemory, figures: ALSAFigures) {
        (self.memory, self.figures) = (memory, figures)
    }

    /// The device by whose frames time advances.
    var clock: ALSAPCM? { output ?? input }

    private(set) var blockFrames = 1_024
    var sampleRate: Double { clock?.setting.sampleRate ?? 48_000 }
    var blockNanoseconds: Double { Double(blockFrames) / sampleRate * 1e9 }
    private var state: UnsafeMutablePointer<ALSARenderState> { memory.state.value }

    /// Puts other devices in; those before are given back, to be closed.
    ///
    /// - Parameter block: Frames of a block where only the input counts; an output has its own.
    mutating func install(output: ALSAPCM?, input: ALSAPCM?, block: Int = 1_024) -> [ALSAPCM?] {
        let former = [self.output === output ? nil : self.output, self.input === input ? nil : self.input]
        if clock !== (output ?? input) {
            (isPrepared, isRunning, filledFrames, pendingFrames) = (false, false, 0, 0)
            recovery = ALSARecovery()
            (polled, blocksSinceDelay) = (nil, 0)
        }
        if self.input !== input || self.output !== output {
            (isInputRunning, isPrimed, queuedFrames, follower) = (false, false, 0, nil)
            inputRecovery = ALSARecovery()
        }
        (self.output, self.input) = (output, input)
        quietFrames = 0
        guard let clock else { return former }
        blockFrames = output?.setting.blockFrames ?? min(max(block, 1), ALSASetting.blocks.upperBound)
        let setting = clock.setting
        // From the middle of a block on: a device that reports a little early is waited for, one that reports late is not too late.
        let wake = output == nil ? blockFrames : setting.buffer - setting.fill + (blockFrames + 1) / 2
        let limit = max(setting.buffer - setting.period / 2, 1)
        _ = calsa_pcm_wake_at(clock.handle.value, UInt32(min(max(wake, 1), limit)), UInt32(setting.fill))
        state.pointee.outputChannelCount = output?.setting.channelCount ?? 0
        state.pointee.inputChannelCount = input?.setting.channelCount ?? 0
        if let output, let input, output.setting.card != input.setting.card, output.setting.card >= 0,
            input.setting.card >= 0
        {
            follower = ClockFollower(
                channelCount: input.setting.channelCount, sampleRate: sampleRate, blockFrames: blockFrames)
        }
        return former
    }

    // MARK: - One turn

    /// Does what there is to do now, one block at most, and says what is next.
    ///
    /// - Parameter hasWoken: Whether the wait for the device's descriptors is over.
    mutating func turn(_ now: UInt64, hasWoken: Bool) -> ALSAPump.Step {
        guard let clock else { return .idle }
        if hasWoken, let polled, polled.pcm === clock {
            _ = calsa_pcm_events(clock.handle.value, clock.sources.value + 1, Int32(polled.count))
        }
        if recovery.isSuspended { return resume(clock, now) }
        if !isPrepared {
            // A device that still runs cannot be prepared.
            _ = calsa_pcm_drop(clock.handle.value)
            let result = calsa_pcm_prepare(clock.handle.value)
            guard result >= 0 else { return recover(clock, result, now) }
            (isPrepared, isRunning, filledFrames, hasPolled) = (true, false, 0, false)
            // They stay the same from here on.
            let count = calsa_pcm_descriptors(clock.handle.value, clock.sources.value + 1, Int32(ALSAPCM.sourceRoom))
            polled = (clock, Int(max(count, 0)))
            blocksSinceDelay = 0
            (credit, creditTime) = (Double(clock.setting.buffer + clock.setting.period), now)
        }
        if pendingFrames > 0 {
            let result = writePending(now)
            if let result { return result }
        }
        if !isRunning {
            if output != nil, filledFrames < clock.setting.fill {
                waitingFrames = filledFrames
                filledFrames += blockFrames
                return block(now)
            }
            let result = calsa_pcm_start(clock.handle.value)
            guard result >= 0 else { return recover(clock, result, now) }
            (isRunning, progressTime) = (true, now)
            return poll(now)
        }
        return advance(clock, now)
    }

    /// The wait for the device; half a block long if it has nothing to wait for.
    private func poll(_ now: UInt64) -> ALSAPump.Step {
        guard let polled, polled.count > 0 else { return .sleep(until: now + UInt64(blockNanoseconds / 2)) }
        return .poll(polled.pcm, count: polled.count)
    }

    private mutating func advance(_ clock: ALSAPCM, _ now: UInt64) -> ALSAPump.Step {
        let available = calsa_pcm_available(clock.handle.value)
        guard available >= 0 else { return recover(clock, Int32(clamping: available), now) }
        let setting = clock.setting
        waitingFrames = max(setting.buffer - available, 0)
        let ready =
            output == nil
            ? queuedFrames + min(available, 2 * blockFrames)
            : setting.fill - waitingFrames
        guard ready >= blockFrames else {
            if now > progressTime + Self.stallNanoseconds { return recover(clock, -ETIMEDOUT, now) }
            if hasPolled {
                // Woken too early: the rest by the clock, so that this is no busy loop.
                hasPolled = false
                let missing = Double(blockFrames - ready) / sampleRate * 1e9
                return .sleep(until: now + UInt64(min(max(missing, 250_000), 100_000_000)))
            }
            hasPolled = true
            return poll(now)
        }
        (progressTime, hasPolled) = (now, false)
        recovery.progressed(now)
        credit += Double(now &- creditTime) / 1e9 * sampleRate * Self.fastest
        credit = min(credit, Double(setting.buffer + setting.period))
        creditTime = now
        if credit < Double(blockFrames) {
            let missing = (Double(blockFrames) - credit) / (sampleRate * Self.fastest) * 1e9
            return .sleep(until: now + UInt64(max(missing, 50_000)))
        }
        credit -= Double(blockFrames)
        let step = block(now)
        guard case .again = step, pendingFrames == 0, ready < 2 * blockFrames else { return step }
        // Without another look: if it has become ready meanwhile, the wait is over at once.
        hasPolled = true
        return poll(now)
    }

    /// Renders a block and writes what the device takes of it.
    private mutating func block(_ now: UInt64) -> ALSAPump.Step {
        if let lost = listen(now) { return lost }
        let block = ALSABlock(
            frameCount: blockFrames, hostNanoseconds: nextHostTime(now), sampleRate: sampleRate,
            hasInput: takeInput())
        let visit = RenderThread.enter()
        state.render(block)
        if let output {
            ALSAFrames.write(
                state.pointee.ready, output.setting.channelCount, blockFrames, into: output.packed.value,
                output.setting.format)
        }
        RenderThread.leave(visit)
        figures.frames.wrappingAdd(blockFrames, ordering: .relaxed)
        quietFrames = state.pointee.isQuiet ? quietFrames + blockFrames : 0
        if quietFrames == 0, output != nil {
            let delay = figures.outputDelayNanoseconds.load(ordering: .relaxed)
            figures.soundEnd.store(Int(now) + delay + Int(blockNanoseconds), ordering: .relaxed)
        }
        if output != nil {
            (pendingFrames, pendingPlace) = (blockFrames, 0)
            if let result = writePending(now) { return result }
        }
        if Double(quietFrames) > Self.restsAfterSeconds * sampleRate {
            quietFrames = 0
            return .rest
        }
        return .again
    }

    /// - Returns: Nil when all is written.
    private mutating func writePending(_ now: UInt64) -> ALSAPump.Step? {
        guard let output else {
            pendingFrames = 0
            return nil
        }
        let bytes = ALSAFrames.byteCount(output.setting.format) * output.setting.channelCount
        let written = calsa_pcm_write(
            output.handle.value, output.packed.value + pendingPlace * bytes, pendingFrames)
        guard written >= 0 || written == Int(-EAGAIN) else { return recover(output, Int32(clamping: written), now) }
        guard written > 0 else {
            // Before it runs it takes no more.
            if !isRunning {
                filledFrames = output.setting.fill
                let result = calsa_pcm_start(output.handle.value)
                guard result >= 0 else { return recover(output, result, now) }
                (isRunning, progressTime) = (true, now)
            }
            if now > progressTime + Self.stallNanoseconds { return recover(output, -ETIMEDOUT, now) }
            hasPolled.toggle()
            return hasPolled ? poll(now) : .sleep(until: now + UInt64(blockNanoseconds / 4) + 250_000)
        }
        pendingPlace += written
        pendingFrames -= written
        return pendingFrames > 0 ? .again : nil
    }

    /// The time at which a frame that is written now leaves the device: smooth, and always later than before.
    private mutating func nextHostTime(_ now: UInt64) -> Int64 {
        let block = blockNanoseconds
        var delay = 0.0
        if let output {
            if blocksSinceDelay == 0 || !isRunning {
                beyondFrames = calsa_pcm_delay(output.handle.value) - waitingFrames
            }
            blocksSinceDelay = (blocksSinceDelay + 1) % Self.blocksForDelay
            delay = Double(max(waitingFrames + beyondFrames, 0)) / sampleRate * 1e9
        }
        figures.outputDelayNanoseconds.store(Int(delay), ordering: .relaxed)
        let measured = Int64(now) + Int64(delay)
        let expected = hostNanoseconds + Int64(block)
        let error = measured - expected
        // Far away the device has begun anew.
        let isNear = abs(error) < Int64(4 * block)
        hostNanoseconds = max(isNear ? expected + error / 16 : measured, hostNanoseconds + 1)
        return hostNanoseconds
    }

    // MARK: - Input

    /// Reads what the input has.
    private mutating func listen(_ now: UInt64) -> ALSAPump.Step? {
        guard let input else { return nil }
        if output != nil {
            if !inputRecovery.mayTry(now) { return nil }
            if !isInputRunning {
                _ = calsa_pcm_drop(input.handle.value)
                var result = calsa_pcm_prepare(input.handle.value)
                if result >= 0 { result = calsa_pcm_start(input.handle.value) }
                guard result >= 0 else { return recoverInput(input, result, now) }
                isInputRunning = true
            }
        }
        let available = calsa_pcm_available(input.handle.value)
        guard available >= 0 else { return fail(input, Int32(clamping: available), now) }
        if follower != nil {
            var left = available
            for _ in 0..<4 where left > 0 {
                let count = calsa_pcm_read(input.handle.value, input.packed.value, min(left, blockFrames))
                if count < 0 { return count == Int(-EAGAIN) ? nil : fail(input, Int32(clamping: count), now) }
                guard count > 0 else { break }
                ALSAFrames.read(
                    input.packed.value, input.setting.format, input.setting.channelCount, count,
                    into: queue.channels, at: 0)
                follower?.put(queue.channels, frameCount: count)
                left -= count
            }
            inputRecovery.progressed(now)
            return nil
        }
        // A queue that has grown while the machine was busy is shed, now and then, so that the input is not late for ever.
        blocksSinceShedding += 1
        var left = available
        if left > 3 * blockFrames, blocksSinceShedding > 64 {
            blocksSinceShedding = 0
            let count = calsa_pcm_read(input.handle.value, input.packed.value, min(left - 2 * blockFrames, blockFrames))
            left -= max(count, 0)
        }
        let wanted = min(left, 2 * blockFrames - queuedFrames)
        if wanted > 0 {
            var done = 0
            while done < wanted {
                let count = calsa_pcm_read(input.handle.value, input.packed.value, min(wanted - done, blockFrames))
                if count < 0, count != Int(-EAGAIN) { return fail(input, Int32(clamping: count), now) }
                guard count > 0 else { break }
                ALSAFrames.read(
                    input.packed.value, input.setting.format, input.setting.channelCount, count, into: queue.channels,
                    at: queuedFrames)
                queuedFrames += count
                done += count
            }
            if done > 0 { inputRecovery.progressed(now) }
        }
        let delay = Double(queuedFrames + max(left - max(wanted, 0), 0)) / sampleRate * 1e9
        figures.inputDelayNanoseconds.store(Int(min(delay, 1e9)), ordering: .relaxed)
        return nil
    }

    private mutating func fail(_ input: ALSAPCM, _ error: Int32, _ now: UInt64) -> ALSAPump.Step? {
        output == nil ? recover(input, error, now) : recoverInput(input, error, now)
    }

    /// Moves a block of the input to where the stage takes it.
    ///
    /// - Returns: False when it has too little: then the input is silent, and begins again with a little more.
    private mutating func takeInput() -> Bool {
        guard let input else { return false }
        let channels = input.setting.channelCount
        if let follower {
            follower.take(state.pointee.input, frameCount: blockFrames)
            figures.inputDelayNanoseconds.store(Int(follower.delayFrames / sampleRate * 1e9), ordering: .relaxed)
            return true
        }
        let least = isPrimed || output == nil ? blockFrames : blockFrames + blockFrames / 2
        guard queuedFrames >= least else {
            if isPrimed, isInputRunning { figures.overruns.wrappingAdd(1, ordering: .relaxed) }
            isPrimed = false
            return false
        }
        isPrimed = true
        let rest = queuedFrames - blockFrames
        for channel in 0..<channels {
            let queued = queue.channels[channel]
            Mixing.copy(queued, into: state.pointee.input[channel], frameCount: blockFrames)
            for frame in 0..<rest { queued[frame] = queued[frame + blockFrames] }
        }
        queuedFrames = rest
        return true
    }

    // MARK: - Errors

    /// Begins the device with the clock again, or gives it up.
    private mutating func recover(_ pcm: ALSAPCM, _ error: Int32, _ now: UInt64) -> ALSAPump.Step {
        switch -error {
        case EPIPE where output == nil: figures.overruns.wrappingAdd(1, ordering: .relaxed)
        case EPIPE: figures.underruns.wrappingAdd(1, ordering: .relaxed)
        case ESTRPIPE:
            figures.suspends.wrappingAdd(1, ordering: .relaxed)
            recovery.suspended()
        default: break
        }
        guard recovery.allows(error, pcm, now) else {
            let direction: PortDirection = output === pcm ? .output : .input
            if direction == .output { output = nil } else { input = nil }
            (isPrepared, isRunning, pendingFrames, isInputRunning) = (false, false, 0, false)
            return .lost(pcm, direction, error)
        }
        if recovery.isSuspended { return .again }
        (isPrepared, isRunning) = (false, false)
        return recovery.isFirst ? .again : .sleep(until: recovery.nextTry)
    }

    private mutating func resume(_ pcm: ALSAPCM, _ now: UInt64) -> ALSAPump.Step {
        let result = calsa_pcm_resume(pcm.handle.value)
        if result == -EAGAIN, recovery.mayWaitOn() { return .sleep(until: now + 20_000_000) }
        recovery.isSuspended = false
        // Not every device can continue where it was.
        if result < 0 { (isPrepared, isRunning) = (false, false) }
        progressTime = now
        return .again
    }

    /// The same for an input beside an output, which continues.
    private mutating func recoverInput(_ pcm: ALSAPCM, _ error: Int32, _ now: UInt64) -> ALSAPump.Step? {
        if -error == EPIPE { figures.overruns.wrappingAdd(1, ordering: .relaxed) }
        isInputRunning = false
        guard inputRecovery.allows(error, pcm, now) else {
            input = nil
            state.pointee.inputChannelCount = 0
            return .lost(pcm, .input, error)
        }
        return nil
    }
}

/// The tries to begin a device again.
struct ALSARecovery {
    private var failures = 0
    private var hasProgressed = true
    private(set) var nextTry: UInt64 = 0
    var isSuspended = false
    private var waits = 0

    /// Tries without a block between them.
    private static let most = 8

    /// Indicates whether this is the first failure since frames went through.
    var isFirst: Bool { failures <= 1 }

    func mayTry(_ now: UInt64) -> Bool { failures == 0 || now >= nextTry }

    /// Counts frames that went through.
    mutating func progressed(_ now: UInt64) { hasProgressed = true }

    mutating func suspended() { (isSuspended, waits) = (true, 0) }

    /// Indicates whether a device that is not awake yet is waited for: ten seconds.
    mutating func mayWaitOn() -> Bool {
        waits += 1
        return waits < 500
    }

    /// Returns whether the device is to be begun again after an error.
    mutating func allows(_ error: Int32, _ pcm: ALSAPCM, _ now: UInt64) -> Bool {
        switch -error {
        case ENODEV, ENXIO, EBADF: return false
        default: if calsa_pcm_is_gone(pcm.handle.value) { return false }
        }
        failures = hasProgressed ? 1 : failures + 1
        hasProgressed = false
        nextTry = now + UInt64(failures) * 2_000_000
        return failures <= Self.most
    }
}
