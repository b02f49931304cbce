import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoEngine
import SordinoGraph

extension EngineCore {
    /// Connects an output bus to input buses, instead of what it led to before.
    ///
    /// - Throws: `kAudioUnitErr_FormatNotSupported` when the engine runs and cannot render the graph that this makes, or for a cycle.
    func connect(
        _ source: AVAudioNode, bus: Int, to destinations: [(node: AVAudioNode, bus: Int)], format: AVAudioFormat?
    ) throws {
        try locked {
            let from = BusID(requireAttached(source), bus)
            requireCondition(
                (0..<source.processor.outputBusCount).contains(bus),
                "required condition is false: outputBus < node1.numberOfOutputs")
            let isMain = source === mainMixer && destinations.count == 1 && destinations[0].node === outputNode
            let follows = isMain && (format == nil || format == outputHardwareFormat)
            var chosen = format ?? sourceFormat(of: source, bus: from)
            // Mixers convert: what a block makes comes to them as it is.
            if let made = (source as? AVAudioSourceNode)?.blockFormat?.asStandard, made.bus != chosen.bus,
                destinations.allSatisfy({ $0.node.processor.convertsInputs })
            {
                chosen = made
            }
            requireCondition(
                chosen.sampleRate > 0 && chosen.channelCount > 0,
                "required condition is false: IsFormatSampleRateAndChannelCountValid(format)")
            let before = (graph, formats, mainMixerFollowsHardware)
            do {
                let inputs = destinations.map { BusID(requireAttached($0.node), $0.bus) }
                let displaced = inputs.compactMap { graph.connection(into: $0)?.source.node }
                // What stays as it is plays on without a break.
                for old in graph.connections(from: from) where !inputs.contains(old.destination) {
                    graph.disconnect(input: old.destination)
                }
                for input in inputs { try graph.connect(from, to: input, format: chosen.bus) }
                formats[from] = chosen
                if source === mainMixer { mainMixerFollowsHardware = follows }
                isDirty = true
                if isRunning { try makePlan() }
                graphChanged(outputsOf: [from.node] + displaced)
            } catch {
                (graph, formats, mainMixerFollowsHardware) = before
                throw EngineError.error(error, call: "connect \(source) bus \(bus)")
            }
        }
    }

    /// The format that a connection without one gets: the source's output.
    private func sourceFormat(of source: AVAudioNode, bus: BusID) -> AVAudioFormat {
        if let format = formats[bus] { return format }
        if source === inputNode { return inputHardwareFormat }
        if source is AVAudioSourceNode { return source.outputFormat(forBus: bus.bus) }
        if source === mainMixer { return outputHardwareFormat }
        // A unit passes its input's format on.
        if source is AVAudioUnit, let input = graph.inputs(of: bus.node).first {
            return formats[input.source] ?? AVAudioNode.defaultFormat
        }
        return AVAudioNode.defaultFormat
    }

    func connectMainMixerToHardware() {
        guard let (_, mixer) = mainMixer?.attachment, let (_, output) = outputNode?.attachment else { return }
        mainMixerFollowsHardware = true
        let format = outputHardwareFormat
        let from = BusID(mixer, 0)
        if formats[from] == format, graph.connection(into: BusID(output, 0))?.source == from { return }
        formats[from] = format
        // A mixer and the output, both attached: neither a bus nor a node is missing, and the output leads nowhere.
        _ = try? graph.connect(from, to: BusID(output, 0), format: format.bus)
        isDirty = true
    }

    func disconnect(input node: AVAudioNode, bus: Int?) {
        locked {
            let id = requireAttached(node)
            for connection in graph.inputs(of: id) where bus == nil || connection.destination.bus == bus {
                if node === outputNode { mainMixerFollowsHardware = false }
                graph.disconnect(input: connection.destination)
            }
            graphChanged()
        }
    }

    func disconnect(output node: AVAudioNode, bus: Int?) {
        locked {
            let id = requireAttached(node)
            if node === mainMixer { mainMixerFollowsHardware = false }
            for connection in graph.outputs(of: id) where bus == nil || connection.source.bus == bus {
                graph.disconnect(input: connection.destination)
            }
            graphChanged()
        }
    }

    // MARK: Questions

    func inputConnection(of node: AVAudioNode, bus: Int) -> AVAudioConnectionPoint? {
        locked {
            guard let (core, id) = node.attachment, core === self,
                let connection = graph.connection(into: BusID(id, bus)), let source = nodes[connection.source.node]
            else { return nil }
            return AVAudioConnectionPoint(node: source, bus: connection.source.bus)
        }
    }

    func outputConnections(of node: AVAudioNode, bus: Int) -> [AVAudioConnectionPoint] {
        locked {
            guard let (core, id) = node.attachment, core === self else { return [] }
            return graph.connections(from: BusID(id, bus)).compactMap { connection in
                nodes[connection.destination.node].map {
                    AVAudioConnectionPoint(node: $0, bus: connection.destination.bus)
                }
            }
        }
    }

    func inputFormat(of bus: BusID) -> AVAudioFormat? {
        locked { graph.connection(into: bus).flatMap { format(of: $0.source) } }
    }

    func outputFormat(of bus: BusID) -> AVAudioFormat? { locked { format(of: bus) } }

    private func format(of bus: BusID) -> AVAudioFormat? {
        if mainMixerFollowsHardware, bus.node == mainMixer?.attachment?.id { connectMainMixerToHardware() }
        return formats[bus]
    }

    func nextAvailableInputBus(of id: NodeID) -> Int {
        locked {
            let taken = Set(graph.inputs(of: id).map(\.destination.bus))
            var bus = 0
            while taken.contains(bus) { bus += 1 }
            return bus
        }
    }

    /// One more than the highest connected input bus.
    func inputCount(of id: NodeID) -> Int { locked { (graph.inputs(of: id).last?.destination.bus ?? -1) + 1 } }

    // MARK: Time

    func lastRenderTime(of id: NodeID) -> AVAudioTime? {
        locked {
            guard isRunning, let block = renderer.lastBlock else { return nil }
            if let player = nodes[id] as? AVAudioPlayerNode {
                let report = player.player.latestReport
                guard report.wasRendered else { return nil }
                return AVAudioTime(report.sampleTime, rate: report.sampleRate, hostNanoseconds: report.hostNanoseconds)
            }
            let rate = formats[BusID(id, 0)]?.sampleRate ?? block.sampleRate
            let sampleTime = (Double(block.sampleTime) * rate / block.sampleRate).rounded()
            return AVAudioTime(Int64(sampleTime), rate: rate, hostNanoseconds: block.hostNanoseconds)
        }
    }

    /// Seconds from a node's output to the air, by the longest way.
    func presentationLatency(from id: NodeID) -> TimeInterval {
        locked {
            var longest = 0.0
            for connection in graph.outputs(of: id) {
                guard let node = nodes[connection.destination.node] else { continue }
                if node === outputNode {
                    longest = max(longest, outputLatency)
                } else {
                    longest = max(longest, node.latency + presentationLatency(from: connection.destination.node))
                }
            }
            return longest
        }
    }
}

extension AVAudioTime {
    /// A time in frames, with host time if it is known.
    convenience init(_ sampleTime: Int64, rate: Double, hostNanoseconds: Int64) {
        if hostNanoseconds >= 0 {
            self.init(hostTime: UInt64(hostNanoseconds), sampleTime: sampleTime, atRate: rate)
        } else {
            self.init(sampleTime: sampleTime, atRate: rate)
        }
    }
}

/// The errors of the engine, in Apple's domain and codes.
enum EngineError {
    /// Where Apple's engine reports from.
    static let domain = "com.apple.coreaudio.avfaudio"

    /// An error with a status.
    static func error(_ status: OSStatus, call: String, because reason: String? = nil) -> NSError {
        var info: [String: Any] = ["failed call": call]
        if let reason { info[NSLocalizedDescriptionKey] = "cannot \(call): \(reason)" }
        return NSError(domain: domain, code: Int(status), userInfo: info)
    }

    /// What the graph, the session or the hardware says, as Apple's engine reports it.
    static func error(_ error: any Error, call: String) -> NSError {
        switch error {
        case let error as GraphError: Self.error(status(of: error), call: call, because: "\(error)")
        case EngineIO.StartError.session(let refusal):
            Self.error(OSStatus(truncatingIfNeeded: refusal.code.rawValue), call: call, because: "\(refusal)")
        case EngineIO.StartError.hardware(let failure):
            // kAudioUnitErr_FailedInitialization
            Self.error(-10875, call: call, because: "\(failure)")
        default: error as NSError
        }
    }

    /// The status for what the graph says.
    static func status(of error: GraphError) -> OSStatus {
        switch error {
        case .unknownNode, .noSuchBus: -10877  // kAudioUnitErr_InvalidElement
        case .cycle, .splitAcrossRates: -10863  // kAudioUnitErr_CannotDoInCurrentContext
        case .formatMismatch, .unsupportedFormat: -10868  // kAudioUnitErr_FormatNotSupported
        }
    }
}
