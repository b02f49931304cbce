import SordinoGraph

extension EngineCore {
    /// One end of a connection.
    package struct Point {
        /// The node at this end.
        package let node: any EngineMember
        /// The number of the bus, an output or an input.
        package let bus: Int
    }

    /// Connects an output bus to input buses, instead of what it led to before.
    ///
    /// - Throws: `EngineMisuse`; `EngineFailure.graph` when the engine runs and cannot render the graph that this makes, or for a
    ///   cycle. Then nothing changed.
    package func connect(
        _ source: any EngineMember, bus: Int, to destinations: [(node: any EngineMember, bus: Int)],
        format: EngineFormat?
    ) throws {
        try locked {
            let from = BusID(try place(of: source), bus)
            guard (0..<source.processor.outputBusCount).contains(bus) else { throw EngineMisuse.noSuchOutputBus }
            let isMain = source === mainMixer && destinations.count == 1 && destinations[0].node === outputNode
            let follows = isMain && (format == nil || format?.bus == outputHardwareFormat.bus)
            var chosen = format ?? sourceFormat(of: source, bus: from)
            // Mixers convert: what a block makes comes to them as it is.
            if case .source(let made?) = source.role, made.bus != chosen.bus,
                destinations.allSatisfy({ $0.node.processor.convertsInputs })
            {
                chosen = made
            }
            guard chosen.bus.isAccepted else { throw EngineMisuse.invalidFormat }
            let inputs = try destinations.map { BusID(try place(of: $0.node), $0.bus) }
            let before = Before(
                format: formats[from], follows: mainMixerFollowsHardware, change: change,
                graphFormat: graph.outputFormat(of: from),
                connections: graph.connections(from: from) + inputs.compactMap { graph.connection(into: $0) })
            do throws(GraphError) {
                // Connections that stay as they are continue without a break.
                for old in graph.connections(from: from) where !inputs.contains(old.destination) {
                    live.graph.disconnect(input: old.destination)
                }
                for input in inputs {
                    try live.graph.connect(from, to: input, format: chosen.bus)
                    varySpace(input)
                }
                formats[from] = chosen
                if source === mainMixer { mainMixerFollowsHardware = follows }
                note(.graphAlone)
                if isRunning && !canWait(source, destinations.map(\.node)) { try makePlan() }
            } catch {
                for input in inputs { live.graph.disconnect(input: input) }
                restore(before, of: from)
                throw EngineFailure.graph(error)
            }
            updateMixing([from.node] + before.connections.map(\.source.node).filter { $0 != from.node })
            if isResting { service.wake() }
        }
    }

    /// Returns whether the plan can be made with the next block, because nothing can be wrong with it: offline, for a player
    /// that leads to one mixer.
    private func canWait(_ source: any EngineMember, _ destinations: [any EngineMember]) -> Bool {
        guard isOffline, source.player != nil, destinations.count == 1 else { return false }
        return destinations[0].isMixer
    }

    /// The connections that a new one replaces.
    private struct Before {
        let format: EngineFormat?
        let follows: Bool
        let change: PlanCompiler.Request.Changes?
        let graphFormat: BusFormat?
        let connections: [Connection]
    }

    private func restore(_ before: Before, of bus: BusID) {
        for connection in before.connections { live.graph.restore(connection) }
        live.graph.setOutputFormat(before.graphFormat, of: bus)
        formats[bus] = before.format
        mainMixerFollowsHardware = before.follows
        change = before.change
    }

    /// The format that a connection without one gets: the source's output.
    private func sourceFormat(of source: any EngineMember, bus: BusID) -> EngineFormat {
        if let format = formats[bus] { return format }
        if source === mainMixer { return outputHardwareFormat }
        switch source.role {
        case .input: return inputHardwareFormat ?? EngineFormat(BusFormat(sampleRate: 0, channelCount: 0))
        case .source(let own): return own ?? .unconnected
        case .unit:
            // A unit passes its input's format on.
            guard let input = graph.inputs(of: bus.node).first else { return .unconnected }
            return formats[input.source] ?? .unconnected
        case .player, .mixer, .output, .sink, .sequencer: return .unconnected
        }
    }

    func connectMainMixerToHardware() {
        guard let mixer = mainMixer?.seat.attachment?.id, let output = outputNode?.seat.attachment?.id else { return }
        mainMixerFollowsHardware = true
        let format = outputHardwareFormat
        let from = BusID(mixer, 0)
        if formats[from]?.bus == format.bus, graph.connection(into: BusID(output, 0))?.source == from { return }
        formats[from] = format
        // A mixer and the output, both attached: neither a bus nor a node is missing, and the output leads nowhere.
        _ = try? live.graph.connect(from, to: BusID(output, 0), format: format.bus)
        note(.graphAlone)
    }

    /// Ends what leads into an input bus, or into all of them.
    ///
    /// - Throws: `notAttached`.
    package func disconnect(input node: any EngineMember, bus: Int?) throws {
        try locked {
            let id = try place(of: node)
            var sources: [NodeID] = []
            for connection in graph.inputs(of: id) where bus == nil || connection.destination.bus == bus {
                if node === outputNode { mainMixerFollowsHardware = false }
                sources.append(connection.source.node)
                live.graph.disconnect(input: connection.destination)
            }
            graphChanged(outputsOf: sources, .graphAlone)
        }
    }

    /// Ends what an output bus leads to, or all of them.
    ///
    /// - Throws: `notAttached`.
    package func disconnect(output node: any EngineMember, bus: Int?) throws {
        try locked {
            let id = try place(of: node)
            if node === mainMixer { mainMixerFollowsHardware = false }
            for connection in graph.outputs(of: id) where bus == nil || connection.source.bus == bus {
                live.graph.disconnect(input: connection.destination)
            }
            graphChanged(outputsOf: [id], .graphAlone)
        }
    }

    // MARK: Questions

    /// Returns the connection that leads into an input bus.
    package func inputConnection(of node: any EngineMember, bus: Int) -> Point? {
        locked {
            guard let (core, id) = node.seat.attachment, core === self,
                let connection = graph.connection(into: BusID(id, bus)), let source = nodes[connection.source.node]
            else { return nil }
            return Point(node: source, bus: connection.source.bus)
        }
    }

    /// Returns the connections that lead from an output bus.
    package func outputConnections(of node: any EngineMember, bus: Int) -> [Point] {
        locked {
            guard let (core, id) = node.seat.attachment, core === self else { return [] }
            return graph.connections(from: BusID(id, bus)).compactMap { connection in
                nodes[connection.destination.node].map { Point(node: $0, bus: connection.destination.bus) }
            }
        }
    }

    /// Returns the format that arrives at an input bus; nil if nothing is connected.
    package func inputFormat(of bus: BusID) -> EngineFormat? {
        locked { graph.connection(into: bus).flatMap { format(of: $0.source) } }
    }

    /// Returns the format that leaves an output bus; nil if none was set.
    package func outputFormat(of bus: BusID) -> EngineFormat? { locked { format(of: bus) } }

    private func format(of bus: BusID) -> EngineFormat? {
        if mainMixerFollowsHardware, bus.node == mainMixer?.seat.attachment?.id { connectMainMixerToHardware() }
        return formats[bus]
    }

    /// The lowest input bus of a node that nothing leads to.
    package func nextAvailableInputBus(of id: NodeID) -> Int {
        locked {
            // They are ordered and all different: below the first gap, each stands at its own number.
            let inputs = graph.inputs(of: id)
            var (low, high) = (0, inputs.count)
            while low < high {
                let middle = (low + high) / 2
                if inputs[middle].destination.bus == middle { low = middle + 1 } else { high = middle }
            }
            return low
        }
    }

    /// One more than the highest connected input bus.
    package func inputCount(of id: NodeID) -> Int {
        locked { (graph.inputs(of: id).last?.destination.bus ?? -1) + 1 }
    }

    // MARK: Time

    /// Returns the time of a node's latest block, nil before the first; in manual rendering, the time of the next
    /// frame.
    package func lastRenderTime(of id: NodeID) -> NodeTime? {
        locked {
            guard isRunning else { return nil }
            if case .manual(let manual) = mode { return nextTime(of: id, manual.format.bus.sampleRate) }
            guard let block = renderer.lastBlock else { return nil }
            if let player = nodes[id]?.player {
                let report = player.latestReport
                guard report.wasRendered else { return nil }
                return NodeTime(
                    sampleTime: report.sampleTime, sampleRate: report.sampleRate,
                    hostNanoseconds: report.hostNanoseconds)
            }
            let rate = formats[BusID(id, 0)]?.bus.sampleRate ?? block.sampleRate
            let sampleTime = (Double(block.sampleTime) * rate / block.sampleRate).rounded()
            return NodeTime(
                sampleTime: Int64(sampleTime), sampleRate: rate, hostNanoseconds: block.hostNanoseconds)
        }
    }

    /// The time of a node's next frame, rendered by hand.
    private func nextTime(of id: NodeID, _ rootRate: Double) -> NodeTime {
        let next = renderer.sampleTime
        let rate = formats[BusID(id, 0)]?.bus.sampleRate ?? rootRate
        // Behind a converter the frames rendered so far are a few more than the time: the filter reads ahead.
        if rate != rootRate, let report = nodes[id]?.player?.latestReport, report.wasRendered {
            return NodeTime(
                sampleTime: report.sampleTime + Int64(report.frameCount), sampleRate: rate, hostNanoseconds: -1)
        }
        let frame = rate == rootRate ? next : Int64((Double(next) * rate / rootRate).rounded())
        return NodeTime(sampleTime: frame, sampleRate: rate, hostNanoseconds: -1)
    }

    /// Seconds from a node's output to the air, by the longest way.
    package func presentationLatency(from id: NodeID) -> Double {
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
