import SordinoDevice
import SordinoGraph
import SordinoRealtime
import SordinoSession
import SordinoWork

extension EngineCore {
    // MARK: Running

    /// Gets everything ready, so that `start` takes less time.
    package func prepare() {
        locked {
            if case .live = mode { planForHardware(hardwareIO().currentFormat(wantsInput: usesInput)) }
            // A graph that cannot be rendered is reported by `start`.
            try? makePlan()
        }
    }

    /// Starts rendering.
    ///
    /// - Throws: `EngineMisuse`, `EngineFailure`.
    package func start() throws {
        afterBlock.finish()
        guard !afterBlock.isPending else {
            throw EngineFailure.io(
                .hardware(.refused("an engine stopped inside a block cannot be started in the same block")))
        }
        if case .manual = locked({ mode }) { return try startManual() }
        try startLive()
    }

    private func startManual() throws {
        try locked {
            guard !isStarted, case .manual(let manual) = mode else { return }
            try requireNodes()
            notifyUnits(isOffline: manual.mode == .offline)
            do throws(GraphError) { try makePlan() } catch { throw EngineFailure.graph(error) }
            isStarted = true
            manual.renderer.input = inputNode?.input
            manual.renderer.isRunning.store(true, ordering: .releasing)
        }
        service.begin()
    }

    func startLive() throws {
        if locked({ isRunning && !isResting }) { return }
        try locked { try requireNodes() }
        let io = locked { hardwareIO() }
        let stops: Int
        do throws(EngineIO.StartError) {
            stops = try io.allow(wantsInput: locked { usesInput }, wantsOutput: locked { usesOutput })
        } catch {
            throw EngineFailure.io(error)
        }
        try locked {
            let wantsInput = usesInput
            notifyUnits(isOffline: false)
            let format = io.currentFormat(wantsInput: wantsInput)
            planForHardware(format)
            do throws(GraphError) { try makePlan() } catch { throw EngineFailure.graph(error) }
            do throws(EngineIO.StartError) { try io.start(for: format, wantsInput: wantsInput, stops: stops) } catch {
                throw EngineFailure.io(error)
            }
            isStarted = true
            isResting = false
            idleSince = nil
        }
        service.begin()
    }

    /// Notifies the units whether rendering is offline: then they may use more processor time.
    private func notifyUnits(isOffline: Bool) {
        for node in nodes.values { node.willRender(isOffline: isOffline) }
    }

    /// The next plan is for this hardware; one that was made for it already stays.
    private func planForHardware(_ format: EngineIO.Format) {
        if format != plannedFormat { note(.anything) }
        plannedFormat = format
    }

    private func requireNodes() throws(EngineMisuse) {
        if inputNode == nil && outputNode == nil { throw .nothingToRender }
    }

    /// Stops for a while: everything stays where it is.
    package func pause() {
        if isDeferred(.pause, stops: true) { return }
        let io = locked { () -> EngineIO? in
            isStarted = false
            isResting = false
            if case .manual(let manual) = mode { manual.renderer.isRunning.store(false, ordering: .releasing) }
            return self.io
        }
        io?.stop(closes: false)
        settle()
    }

    /// Stops; what was playing starts anew at the next start.
    package func stop() {
        if isDeferred(.stop, stops: true) { return }
        let io = locked { () -> EngineIO? in
            isStarted = false
            isResting = false
            if case .manual(let manual) = mode { manual.renderer.isRunning.store(false, ordering: .releasing) }
            return self.io
        }
        io?.stop(closes: true)
        manual?.renderer.waitForBlock()
        locked {
            live.resetTime()
            for node in nodes.values {
                node.player?.rewind()
                node.processor.reset()
            }
            for connection in graph.connections { connection.forget() }
            note(.anything)
        }
        service.run(readAhead: 0)
        // The frames that taps were given are delivered before the program closes its file.
        if locked({ !taps.isEmpty }) { service.waitForCalls() }
    }

    /// While nothing renders, commands are obeyed here.
    private func settle() {
        locked {
            guard !isRunning else { return }
            for node in nodes.values { node.player?.settle() }
        }
    }

    /// Makes all nodes forget what they hold of the past; by hand, the time line starts at 0 again.
    package func reset() {
        if isDeferred(.reset, stops: false) { return }
        locked {
            guard !isRunning || manual != nil else { return }
            for node in nodes.values { node.reset() }
            live.resetTime()
        }
    }

    /// Stops everything, when the `AVAudioEngine` is deallocated.
    package func end() {
        // The last reference to the engine may be released inside a block.
        if isDeferred(.end, stops: true) { return }
        service.end()
        let io = locked { self.io }
        io?.stop(closes: true)
        locked {
            if case .manual(let manual) = mode { manual.renderer.isRunning.store(false, ordering: .releasing) }
            live.retire()
            for node in nodes.values { node.seat.set(nil, nil) }
        }
    }

    // MARK: Inside a block

    /// Calls that are deferred when they are made inside a block.
    enum Deferred: Int {
        case pause, stop, reset, end
    }

    /// Inside a block, defers a call until the block is over; on other threads, first completes the calls deferred before.
    ///
    /// - Parameter stops: Whether the block is the last one.
    /// - Returns: Whether the call was deferred.
    private func isDeferred(_ call: Deferred, stops: Bool) -> Bool {
        guard RenderThread.isCurrent else {
            afterBlock.finish()
            return false
        }
        let workers = locked { () -> Workers? in
            if stops {
                isStarted = false
                isResting = false
                io?.halt()
                if case .manual(let manual) = mode { manual.renderer.isRunning.store(false, ordering: .releasing) }
            }
            if case .live = mode { return context?.system.workers } else { return nil }
        }
        afterBlock.ask(call.rawValue, of: workers) { [self] in
            switch call {
            case .pause: pause()
            case .stop: stop()
            case .reset: reset()
            case .end: end()
            }
        }
        return true
    }

    // MARK: Hardware

    /// The approximate host time of the next block; nil while the hardware does not run.
    package var nextHostNanoseconds: Int64? {
        guard locked({ io?.isRunning ?? false }) else { return nil }
        return program.system.hardware.now.nanoseconds
    }

    /// The program that the engine belongs to.
    package var program: AppContext {
        locked {
            if let context { return context }
            let current = AppContext.current
            context = current
            return current
        }
    }

    func hardwareIO() -> EngineIO {
        if let io { return io }
        let program = program
        face?.willUseHardware(of: program)
        let made = EngineIO(context: program, rendering: live)
        made.voice = voice?.line
        io = made
        return made
    }

    /// Indicates whether the input is connected, tapped or searched for speech.
    var usesInput: Bool {
        guard let id = inputNode?.seat.attachment?.id else { return false }
        return !graph.outputs(of: id).isEmpty || listensForSpeech || taps.keys.contains { $0.node == id }
    }

    /// Indicates whether anything may be played: a program that only listens never asks for an output.
    var usesOutput: Bool { outputNode != nil || !usesInput }

    func leaveHardware() {
        io?.stop(closes: true)
        io = nil
    }

    /// The format of the hardware output, or of manual rendering.
    package var outputHardwareFormat: EngineFormat {
        locked {
            if case .manual(let manual) = mode { return manual.format }
            let format = hardwareIO().currentFormat(wantsInput: false)
            return EngineFormat(BusFormat(sampleRate: format.sampleRate, channelCount: format.outputChannels))
        }
    }

    /// The format of the hardware input; in manual rendering the format of the input block, or the rendered format
    /// until there is one.
    ///
    /// Nil when there is no input.
    package var inputHardwareFormat: EngineFormat? {
        locked {
            if case .manual(let manual) = mode { return manualInputFormat ?? manual.format }
            let format = hardwareIO().currentFormat(wantsInput: true)
            guard format.inputChannels > 0 else { return nil }
            return EngineFormat(BusFormat(sampleRate: format.sampleRate, channelCount: format.inputChannels))
        }
    }

    /// Seconds from the output to the air; 0 off hardware.
    package var outputLatency: Double { locked { io?.outputLatencySeconds ?? 0 } }

    /// Seconds from the air to the input; 0 off hardware.
    package var inputLatency: Double { locked { io?.inputLatencySeconds ?? 0 } }

    /// Looks whether the session has stopped the engine or the hardware has become another; called by the service.
    ///
    /// - Returns: Whether anything had happened.
    func lookAtHardware() -> Bool {
        let (wasStopped, isOther) = locked { () -> (Bool, Bool) in
            guard case .live = mode, let io, isStarted else { return (false, false) }
            let isOther = io.isOutdated(wantsInput: usesInput)
            guard io.takeSessionStop() == nil else {
                // Everything stays where it is: the program may start again when the interruption is over.
                isStarted = false
                return (true, isOther)
            }
            return (false, isOther && io.isRunning)
        }
        if isOther {
            if !wasStopped { stop() }
            postConfigurationChange()
        }
        return wasStopped || isOther
    }

    private func postConfigurationChange() {
        let program = program
        program.system.callbacks.deliver(.secondary, to: program) { [weak self] in
            self?.face?.hardwareChanged()
        }
    }
}
