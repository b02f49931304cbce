/// The hardware's rate and block, channels and data sources (rules.md §5.8, §5.9, §6.1).
extension Policy {
    /// Asks the hardware for what the session in charge prefers (R6.1 to R6.7).
    mutating func retime() {
        let timing = grantedTiming()
        guard timing != sent.timing else { return }
        sent.timing = timing
        turn.effects.append(.hardware(timing))
        // The requested timing is entered at once, so that a query right after `setActive` returns it. The reply may
        // correct it.
        run(at: timing)
    }

    mutating func hardwareRuns(at timing: HardwareTiming) {
        guard timing.sampleRate > 0, timing.blockFrames > 0 else { return }
        run(at: timing)
    }

    mutating func run(at timing: HardwareTiming) {
        guard device.timing != timing else { return }
        device.timing = timing
        turn.isDeviceDirty = true
        for slot in lists.active { refreshLatency(slot) }
    }

    func grantedTiming() -> HardwareTiming {
        let base = settings.defaultTiming
        guard let tuner else {
            return HardwareTiming(
                sampleRate: supportedRate(base.sampleRate, routing.controllers[0].route), blockFrames: base.blockFrames)
        }
        let view = sessions[tuner].view
        // Nothing that any device could run at lies beyond these.
        let wished = view.preferredSampleRate > 0 ? min(max(view.preferredSampleRate, 8_000), 192_000) : base.sampleRate
        let rate = supportedRate(wished, view.route)
        guard view.preferredIOBufferDuration > 0 else {
            return HardwareTiming(sampleRate: rate, blockFrames: base.blockFrames)
        }
        return HardwareTiming(sampleRate: rate, blockFrames: blockFrames(rate * view.preferredIOBufferDuration))
    }

    /// R6.5: the smallest power of two that is not shorter than asked.
    private func blockFrames(_ frames: Double) -> Int {
        var granted = settings.minimumBlockFrames
        // A small tolerance: 0.005 s at 51.2 kHz is 256 frames, regardless of the rounding in the division.
        while Double(granted) < frames - 1e-6, granted < settings.maximumBlockFrames { granted *= 2 }
        return min(granted, settings.maximumBlockFrames)
    }

    /// R6.6: the nearest that every port of the route can do; the lower of two that are equally near.
    private func supportedRate(_ wished: Double, _ route: Route) -> Double {
        var rates: [Double]?
        for port in route.outputs + route.inputs where !port.sampleRates.isEmpty {
            if let common = rates?.filter({ port.sampleRates.contains($0) }) {
                // Ports that agree on nothing: the first, an output, decides.
                if !common.isEmpty { rates = common }
            } else {
                rates = port.sampleRates
            }
        }
        guard let rates, var best = rates.first else { return wished }
        for rate in rates where abs(rate - wished) < abs(best - wished) { best = rate }
        return best
    }

    // MARK: Channels and latency

    /// After the route or a preference changed.
    mutating func refreshChannels(_ slot: Int) {
        let route = sessions[slot].view.route
        let maximumInputs = route.inputs.reduce(0) { $0 + $1.channels.count }
        let outputCounts = route.outputs.map(\.channels.count)
        // Each room has the whole sound, and is no part of a larger device.
        let maximumOutputs = route.isInRooms ? outputCounts.max() ?? 0 : outputCounts.reduce(0, +)
        sessions[slot].view.maximumInputChannels = maximumInputs
        sessions[slot].view.maximumOutputChannels = maximumOutputs
        let isAggregate =
            sessions[slot].category == .multiRoute || !sessions[slot].view.chosenOutputUIDs.isEmpty
            || !sessions[slot].view.chosenInputUIDs.isEmpty
        let inputs = granted(sessions[slot].view.preferredInputChannels, maximumInputs, all: isAggregate)
        let outputs = granted(sessions[slot].view.preferredOutputChannels, maximumOutputs, all: isAggregate)
        if sessions[slot].view.inputChannels != inputs || sessions[slot].view.outputChannels != outputs {
            sessions[slot].view.inputChannels = inputs
            sessions[slot].view.outputChannels = outputs
            touch(slot)
        }
        refreshLatency(slot)
        refreshInputGain(slot)
    }

    /// Stereo unless asked for more; an aggregate is all its ports' channels.
    private func granted(_ preferred: Int, _ maximum: Int, all: Bool) -> Int {
        if preferred > 0 { return min(preferred, maximum) }
        return all ? maximum : min(2, maximum)
    }

    /// The port's own latency and one block.
    private mutating func refreshLatency(_ slot: Int) {
        let route = sessions[slot].view.route
        let block = Double(device.timing.blockFrames) / device.timing.sampleRate
        let latencies = route.outputs.map(\.latencySeconds)
        let late = route.isInRooms ? zip(latencies, route.delays).map { $0 + $1 } : latencies
        let output = late.max().map { $0 + block } ?? 0
        let input = route.inputs.map(\.latencySeconds).max().map { $0 + block } ?? 0
        guard sessions[slot].view.outputLatencySeconds != output || sessions[slot].view.inputLatencySeconds != input
        else { return }
        sessions[slot].view.outputLatencySeconds = output
        sessions[slot].view.inputLatencySeconds = input
        touch(slot)
    }

    // MARK: Data sources

    /// An explicit choice beats the mode's (R5.15).
    mutating func refreshDataSources(_ slot: Int) {
        let view = sessions[slot].view
        var chosen: [SelectedDataSource] = []
        for port in view.availableInputs where !port.dataSources.isEmpty {
            let preference = sessions[slot].sourcePreferences.first { $0.portUID == port.uid }
            let automatic = automaticSource(of: port, slot)
            let selected = preference?.preferred ?? automatic
            let patterns = port.dataSources.first { $0.id == selected }?.polarPatterns ?? []
            let wished = preference?.preferredPattern.flatMap { patterns.contains($0) ? $0 : nil }
            chosen.append(
                SelectedDataSource(
                    portUID: port.uid, selected: selected, preferred: preference?.preferred,
                    selectedPattern: wished ?? patterns.first, preferredPattern: preference?.preferredPattern))
        }
        if chosen != view.selectedDataSources {
            sessions[slot].view.selectedDataSources = chosen
            touch(slot)
        }
    }

    /// §2 and §5.4: the microphone near the mouth, far from the loudspeaker, or beside the camera.
    private func automaticSource(of port: Port, _ slot: Int) -> Int? {
        let configuration = sessions[slot].configuration
        let isSpeakerphone =
            sessions[slot].view.route.outputs.first?.type == .builtInSpeaker
            && configuration.category == .playAndRecord
        let orientations: [String]
        if configuration.effectiveMode == .videoRecording {
            orientations = ["Top", "Back", "Front"]
        } else if isSpeakerphone {
            orientations = ["Top", "Front", "Back"]
        } else {
            orientations = ["Bottom"]
        }
        for orientation in orientations {
            if let source = port.dataSources.first(where: { $0.orientation == orientation }) { return source.id }
        }
        return port.dataSources.first?.id
    }
}
