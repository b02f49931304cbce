import SordinoPolicy

/// A plan while it is being made.
struct StagePlanDraft {
    private let sampleRate: Double
    private let outputPorts: [StagePort]
    private let inputPorts: [StagePort]
    private var gains: [GainControl] = []
    private var gainIndex: [ObjectIdentifier: Int] = [:]
    private var streams: [PlannedStream] = []
    private var outputLinks: [PlannedLink] = []
    private var inputLinks: [PlannedLink] = []
    private var taps: [PlannedTap] = []
    private var kept: [AnyObject]

    init(sampleRate: Double, ports: [StagePort]) {
        self.sampleRate = sampleRate
        outputPorts = ports.filter { $0.port.direction == .output }
        inputPorts = ports.filter { $0.port.direction == .input }
        kept = ports
    }

    /// Adds a running stream with its links.
    mutating func add(_ stream: StageStream, gain: GainControl, inputGate: GainControl, meters: MeterCells) {
        kept.append(stream)
        kept.append(meters)
        let firstOutput = outputLinks.count
        let firstInput = inputLinks.count
        var referencePort = -1
        for link in stream.links {
            let isOutput = link.port.port.direction == .output
            let ports = isOutput ? outputPorts : inputPorts
            guard let port = ports.firstIndex(where: { $0 === link.port }) else { continue }
            let firstTap = taps.count
            taps += link.taps
            let planned = PlannedLink(port: port, gain: index(of: link.gain), taps: firstTap..<taps.count)
            if isOutput { outputLinks.append(planned) } else { inputLinks.append(planned) }
            if isOutput, stream.description.wantsReference, referencePort < 0 { referencePort = port }
        }
        streams.append(
            PlannedStream(
                peer: stream.peer, state: stream.state, startSerial: stream.startSerial,
                output: stream.output.channels, outputChannelCount: stream.output.channelCount,
                input: stream.input.channels, inputChannelCount: stream.input.channelCount,
                referencePort: referencePort, gain: index(of: gain), inputGate: index(of: inputGate),
                outputLinks: firstOutput..<outputLinks.count, inputLinks: firstInput..<inputLinks.count,
                meters: meters.cells, meterCount: min(meters.count, stream.output.channelCount)))
    }

    /// Lets a program's gain go on along its ramp although no stream of the program runs.
    mutating func keepMoving(_ gain: GainControl) { _ = index(of: gain) }

    private mutating func index(of gain: GainControl) -> Int {
        if let known = gainIndex[ObjectIdentifier(gain)] { return known }
        gainIndex[ObjectIdentifier(gain)] = gains.count
        gains.append(gain)
        kept.append(gain)
        return gains.count - 1
    }

    /// The plan, to be given to the hand-over.
    func finish() -> UnsafeMutablePointer<StagePlan> {
        let plan = UnsafeMutablePointer<StagePlan>.allocate(capacity: 1)
        plan.initialize(
            to: StagePlan(
                sampleRate: sampleRate, gains: flat(gains.map(\.planned)), streams: flat(streams),
                outputs: flat(outputPorts.map(planned)), inputs: flat(inputPorts.map(planned)),
                outputLinks: flat(outputLinks), inputLinks: flat(inputLinks), taps: flat(taps),
                kept: .passRetained(StagePlanKept(kept))))
        return plan
    }

    private func planned(_ port: StagePort) -> PlannedPort {
        PlannedPort(
            peer: port.peer, samples: port.samples.channels, channelCount: port.port.channels.count,
            reference: port.reference.channels, state: port.state, meters: port.meters.cells, written: port.written)
    }

    private func flat<Element>(_ elements: [Element]) -> UnsafeMutableBufferPointer<Element> {
        let memory = UnsafeMutableBufferPointer<Element>.allocate(capacity: elements.count)
        _ = memory.initialize(from: elements)
        return memory
    }
}
