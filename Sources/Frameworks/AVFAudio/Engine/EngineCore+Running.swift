import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoDevice
import SordinoEngine
import SordinoGraph
import SordinoSession

extension EngineCore {
    // MARK: Running

    func prepare() {
        locked {
            if case .live = mode { planForHardware(hardwareIO().currentFormat(wantsInput: usesInput)) }
            // What cannot be rendered is reported by `start`.
            try? makePlan()
        }
    }

    func start() throws {
        if case .manual = locked({ mode }) { return try startManual() }
        try startLive()
    }

    private func startManual() throws {
        try locked {
            guard !isStarted, case .manual(let manual) = mode else { return }
            requireNodes()
            tellUnits(isOffline: manual.mode == .offline)
            do { try makePlan() } catch { throw EngineError.error(error, call: "start") }
            isStarted = true
            manual.renderer.input = inputNode?.input
            manual.renderer.isRunning.store(true, ordering: .releasing)
        }
        service.begin()
    }

    func startLive() throws {
        if locked({ isRunning && !isResting }) { return }
        locked { requireNodes() }
        let io = locked { hardwareIO() }
        let stops: Int
        do { stops = try io.allow(wantsInput: locked { usesInput }, wantsOutput: locked { usesOutput }) } catch {
            throw EngineError.error(error, call: "start")
        }
        try locked {
            let wantsInput = usesInput
            tellUnits(isOffline: false)
            let format = io.currentFormat(wantsInput: wantsInput)
            planForHardware(format)
            do {
                try makePlan()
                try io.start(for: format, wantsInput: wantsInput, stops: stops)
            } catch {
                throw EngineError.error(error, call: "start")
            }
            isStarted = true
            isResting = false
            idleSince = nil
        }
        service.begin()
    }

    /// Units may spend more where nobody waits.
    private func tellUnits(isOffline: Bool) {
        for node in nodes.values { (node as? AVAudioUnit)?.unit.isRenderingOffline = isOffline }
    }

    /// The next plan is for this hardware; one that was made for it already stays.
    private func planForHardware(_ format: EngineIO.Format) {
        if format != plannedFormat { isDirty = true }
        plannedFormat = format
    }

    /// Apple's words for an engine that nobody has asked for an input or output.
    private func requireNodes() {
        requireCondition(
            inputNode != nil || outputNode != nil,
            "required condition is false: inputNode != nullptr || outputNode != nullptr")
    }

    func pause() {
        let io = locked { () -> EngineIO? in
            isStarted = false
            isResting = false
            if case .manual(let manual) = mode { manual.renderer.isRunning.store(false, ordering: .releasing) }
            return self.io
        }
        io?.stop(closes: false)
        settle()
    }

    func stop() {
        let io = locked { () -> EngineIO? in
            isStarted = false
            isResting = false
            if case .manual(let manual) = mode { manual.renderer.isRunning.store(false, ordering: .releasing) }
            return self.io
        }
        io?.stop(closes: true)
        locked {
            renderer.resetTime()
            compiler.resetTime()
            for node in nodes.values {
                (node as? AVAudioPlayerNode)?.player.rewind()
                node.processor.reset()
            }
            for connection in graph.connections { connection.mix.settle() }
        }
        service.run(readAhead: 0)
    }

    /// While nothing renders, commands are obeyed here.
    private func settle() {
        locked {
            guard !isRunning else { return }
            for node in nodes.values { (node as? AVAudioPlayerNode)?.player.settle() }
        }
    }

    func reset() {
        locked {
            guard !isRunning || manual != nil else { return }
            for node in nodes.values { node.reset() }
            renderer.resetTime()
            compiler.resetTime()
        }
    }

    /// The engine's object goes.
    func end() {
        service.end()
        let io = locked { self.io }
        io?.stop(closes: true)
        locked {
            if case .manual(let manual) = mode { manual.renderer.isRunning.store(false, ordering: .releasing) }
            renderer.retire()
            for node in nodes.values { node.setAttachment(nil, nil) }
        }
    }

    // MARK: Hardware

    /// Remembers the program that the engine was made in, if it is a given one.
    func captureContext() { context = AppContext.currentIfMade }

    /// The program that the engine belongs to.
    var program: AppContext {
        locked {
            if let context { return context }
            let current = AppContext.current
            context = current
            return current
        }
    }

    func hardwareIO() -> EngineIO {
        if let io { return io }
        // Its program is told of interruptions, also when it never asks for its session.
        _ = AVAudioSession.session(of: program)
        let made = EngineIO(context: program, renderer: renderer)
        io = made
        return made
    }

    /// Whether anything hears the input.
    var usesInput: Bool {
        guard let (_, id) = inputNode?.attachment else { return false }
        return !graph.outputs(of: id).isEmpty || listensForSpeech || taps.keys.contains { $0.node == id }
    }

    /// Whether anything may be played: a program that only listens never asks for an output.
    var usesOutput: Bool { outputNode != nil || !usesInput }

    func leaveHardware() {
        io?.stop(closes: true)
        io = nil
    }

    /// What the hardware plays, or the format of manual rendering.
    var outputHardwareFormat: AVAudioFormat {
        locked {
            if case .manual(let manual) = mode { return manual.format.asStandard }
            let format = hardwareIO().currentFormat(wantsInput: false)
            return AVAudioFormat.standard(format.sampleRate, channels: format.outputChannels)
        }
    }

    /// What the hardware delivers, or the format of the input block.
    var inputHardwareFormat: AVAudioFormat {
        locked {
            if case .manual = mode { return manualInputFormat ?? AVAudioFormat() }
            let format = hardwareIO().currentFormat(wantsInput: true)
            guard format.inputChannels > 0 else { return AVAudioFormat() }
            return AVAudioFormat.standard(format.sampleRate, channels: format.inputChannels)
        }
    }

    var outputLatency: TimeInterval { locked { io?.outputLatencySeconds ?? 0 } }
    var inputLatency: TimeInterval { locked { io?.inputLatencySeconds ?? 0 } }

    /// Looks whether the session has stopped the engine or the hardware has become another; called by the service.
    ///
    /// - Returns: Whether anything had happened.
    func lookAtHardware() -> Bool {
        let (wasStopped, isOther) = locked { () -> (Bool, Bool) in
            guard case .live = mode, let io, isStarted else { return (false, false) }
            let isOther = io.format.map { $0 != io.currentFormat(wantsInput: usesInput) } ?? false
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
            guard let engine = self?.face else { return }
            NotificationCenter.default.post(name: .AVAudioEngineConfigurationChange, object: engine)
        }
    }
}

extension AVAudioFormat {
    /// Deinterleaved floats at the same rate and channels.
    var asStandard: AVAudioFormat {
        if isStandard { return self }
        if let channelLayout {
            return AVAudioFormat(standardFormatWithSampleRate: sampleRate, channelLayout: channelLayout)
        }
        return .standard(sampleRate, channels: Int(channelCount))
    }

    /// Deinterleaved floats; more than two channels in no particular layout.
    static func standard(_ sampleRate: Double, channels: Int) -> AVAudioFormat {
        if let format = AVAudioFormat(
            standardFormatWithSampleRate: sampleRate, channels: AVAudioChannelCount(channels))
        {
            return format
        }
        let tag = kAudioChannelLayoutTag_DiscreteInOrder | AudioChannelLayoutTag(channels)
        guard let layout = AVAudioChannelLayout(layoutTag: tag) else {
            preconditionFailure("channels in order are a layout for any count, also \(channels)")
        }
        return AVAudioFormat(standardFormatWithSampleRate: sampleRate, channelLayout: layout)
    }
}
