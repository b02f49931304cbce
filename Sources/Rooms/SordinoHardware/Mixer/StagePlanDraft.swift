import SordinoPolicy
import SordinoSignal

/// A plan while it is being made.
struct StagePlanDraft {
    private let sampleRate: Double
    private let outputPorts: [StagePort]
    private let inputPorts: [StagePort]
    private var gains: [GainControl] = []
    private var gainIndex: [ObjectIdentifier: Int] = [:]
    private var streams: [PlannedStream] = []
    private var streamIndex: [ObjectIdentifier: Int] = [:]
    private var injections: [(source: ObjectIdentifier, gain: Int, gate: Int, taps: Range<Int>)] = []
    private var outputLinks: [PlannedLink] = []
    private var inputLinks: [PlannedLink] = []
    private var taps: [PlannedTap] = []
    private var lines: [PlannedLine] = []
    private var lineIndex: [ObjectIdentifier: Int] = [:]
    private var toneSections: [Biquad] = []
    private var kept: [AnyObject]

    init(sampleRate: Double, ports: [StagePort]) {
        self.sampleRate = sampleRate
        outputPorts = ports.filter { $0.port.direction == .output }
        inputPorts = ports.filter { $0.port.direction == .input }
        kept = ports
        for (index, port) in outputPorts.enumerated() {
            for line in port.lines {
                kept.append(line)
                lineIndex[ObjectIdentifier(line)] = lines.count
                lines.append(
                    PlannedLine(
                        port: index, mix: line.mix.channels, ring: line.ring.channels,
                        channelCount: line.mix.channelCount, capacity: line.ring.frameCapacity,
                        reachFrames: line.reachFrames, fadeFrames: line.fadeFrames, delayFrames: line.frameCount,
                        serial: line.serial, written: line.written, cell: line.cell,
                        gate: self.index(of: line.gate)))
            }
        }
    }

    /// Adds a running stream with its links.
    mutating func add(_ stream: StageStream, gain: GainControl, inputGate: GainControl, meters: MeterCells) {
        kept.append(stream)
        kept.append(meters)
        let firstOutput = outputLinks.count
        let firstInput = inputLinks.count
        let firstInjection = injections.count
        for injection in stream.injections {
            let firstTap = taps.count
            taps += injection.taps
            let gain = index(of: injection.gain)
            injections.append(
                (
                    ObjectIdentifier(injection.source), gain, injection.isTap ? gain : index(of: inputGate),
                    firstTap..<taps.count
                ))
        }
        streamIndex[ObjectIdentifier(stream)] = streams.count
        var referencePort = -1
        for link in stream.links {
            let isOutput = link.port.port.direction == .output
            let ports = isOutput ? outputPorts : inputPorts
            guard let port = ports.firstIndex(where: { $0 === link.port }) else { continue }
            let firstTap = taps.count
            taps += link.taps
            let planned = PlannedLink(
                port: port, gain: index(of: link.gain), taps: firstTap..<taps.count,
                line: link.line.flatMap { lineIndex[ObjectIdentifier($0)] } ?? -1)
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
                injections: firstInjection..<injections.count,
                meters: meters.cells, meterCount: min(meters.count, stream.output.channelCount)))
    }

    /// Keeps a program's gain on its ramp although no stream of the program runs.
    mutating func keepMoving(_ gain: GainControl) { _ = index(of: gain) }

    private mutating func index(of gain: GainControl) -> Int {
        if let known = gainIndex[ObjectIdentifier(gain)] { return known }
        gainIndex[ObjectIdentifier(gain)] = gains.count
        gains.append(gain)
        kept.append(gain)
        return gains.count - 1
    }

    /// The plan, to be given to the hand-over.
    mutating func finish() -> UnsafeMutablePointer<StagePlan> {
        // An injected stream is running, so the plan contains it.
        let planned = injections.map {
            PlannedInjection(source: streamIndex[$0.source] ?? 0, gain: $0.gain, gate: $0.gate, taps: $0.taps)
        }
        let heard = Set(planned.map(\.source))
        let turns = streams.indices.filter { heard.contains($0) } + streams.indices.filter { !heard.contains($0) }
        let wanted = Set(streams.map(\.referencePort))
        var (outputs, inputs): ([PlannedPort], [PlannedPort]) = ([], [])
        for (index, port) in outputPorts.enumerated() {
            outputs.append(self.planned(port, isReferenceWanted: wanted.contains(index)))
        }
        for port in inputPorts { inputs.append(self.planned(port, isReferenceWanted: false)) }
        let plan = UnsafeMutablePointer<StagePlan>.allocate(capacity: 1)
        plan.initialize(
            to: StagePlan(
                sampleRate: sampleRate, gains: flat(gains.map(\.planned)), streams: flat(streams), turns: flat(turns),
                outputs: flat(outputs), inputs: flat(inputs),
                outputLinks: flat(outputLinks), inputLinks: flat(inputLinks), injections: flat(planned),
                taps: flat(taps), lines: flat(lines), toneSections: flat(toneSections),
                kept: .passRetained(StagePlanKept(kept))))
        return plan
    }

    private mutating func planned(_ port: StagePort, isReferenceWanted: Bool) -> PlannedPort {
        let firstSection = toneSections.count
        toneSections += port.tone.sections.prefix(ToneSection.most).map { $0.biquad(sampleRate: sampleRate) }
        return PlannedPort(
            peer: port.peer, samples: port.samples.channels, channelCount: port.port.channels.count,
            reference: port.reference.channels, isReferenceWanted: isReferenceWanted, state: port.state,
            meters: port.meters.cells, written: port.written, tone: port.tone.cell,
            toneSections: firstSection..<toneSections.count, toneSerial: port.tone.serial)
    }

    private func flat<Element>(_ elements: [Element]) -> UnsafeMutableBufferPointer<Element> {
        let memory = UnsafeMutableBufferPointer<Element>.allocate(capacity: elements.count)
        _ = memory.initialize(from: elements)
        return memory
    }
}
