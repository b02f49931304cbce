import SordinoRealtime
import SordinoSignal
import Synchronization

extension StageRenderer {
    /// Adopts the newest plan and computes every factor of the block that begins.
    ///
    /// - Returns: The plan of this block, valid until the next call; nil before the first, and for a block longer than
    ///   the mixer was made for.
    @_noAllocation @_noLocks
    package func beginBlock(frameCount: Int) -> UnsafeMutablePointer<StagePlan>? {
        guard frameCount <= state.pointee.frameCapacity, let plan = handOver.takeUp() else { return nil }
        let previous = state.pointee.block
        state.pointee.block = previous + 1
        for index in 0..<plan.pointee.gains.count { plan.pointee.gains[index].cell.pointee.isSounding = false }
        for index in 0..<plan.pointee.streams.count {
            let stream = plan.pointee.streams[index]
            if stream.state.pointee.startSerial != stream.startSerial {
                stream.state.pointee.startSerial = stream.startSerial
                stream.state.pointee.sampleTime = 0
                stream.state.pointee.lastBlock = 0
            }
            guard previous > 0, stream.state.pointee.lastBlock == previous else { continue }
            plan.pointee.gains[stream.gain].cell.pointee.isSounding = true
            plan.pointee.gains[stream.inputGate].cell.pointee.isSounding = true
            for link in stream.outputLinks {
                plan.pointee.gains[plan.pointee.outputLinks[link].gain].cell.pointee.isSounding = true
            }
            for link in stream.inputLinks {
                plan.pointee.gains[plan.pointee.inputLinks[link].gain].cell.pointee.isSounding = true
            }
            for injection in stream.injections {
                plan.pointee.gains[plan.pointee.injections[injection].gain].cell.pointee.isSounding = true
            }
        }
        for index in 0..<plan.pointee.lines.count {
            let line = plan.pointee.lines[index]
            let isSounding = line.cell.pointee.isSounding.load(ordering: .relaxed)
            plan.pointee.gains[line.gate].cell.pointee.isSounding = isSounding
        }
        let sampleRate = plan.pointee.sampleRate
        for index in 0..<plan.pointee.gains.count {
            plan.pointee.gains[index].beginBlock(frameCount: frameCount, sampleRate: sampleRate)
        }
        return plan
    }

    /// Checks and measures the samples of an input port; a channel with NaN or infinity counts as silent.
    ///
    /// The samples are only read: they may lie in memory of the peer. Sections process a copy.
    @_noAllocation @_noLocks
    package func acceptInput(_ plan: UnsafeMutablePointer<StagePlan>, port index: Int, frameCount: Int) {
        let port = plan.pointee.inputs[index]
        for channel in 0..<port.channelCount {
            let isThere = !port.state.pointee.isMissing
            let level = levelOf(port.samples[channel], frameCount: isThere ? frameCount : 0)
            port.written[channel] = isThere && level.isSound
            if port.toneSerial == 0 {
                (port.meters + channel).add(level)
                (port.meters + channel).publish()
            }
        }
        if port.toneSerial != 0 { colourInput(plan, port, frameCount: frameCount) }
    }

    /// Sends a copy of an input through the port's sections, and measures it.
    @_noAllocation @_noLocks
    private func colourInput(_ plan: UnsafeMutablePointer<StagePlan>, _ port: PlannedPort, frameCount: Int) {
        for channel in 0..<port.channelCount {
            if port.written[channel] {
                Mixing.copy(port.samples[channel], into: port.reference[channel], frameCount: frameCount)
            } else {
                Mixing.clear(port.reference[channel], frameCount: frameCount)
            }
        }
        colour(plan, port, port.reference, frameCount: frameCount)
        for channel in 0..<port.channelCount {
            // The sections give the rest of their memory behind the last sample.
            port.written[channel] = true
            (port.meters + channel).add(levelOf(port.reference[channel], frameCount: frameCount))
            (port.meters + channel).publish()
        }
    }

    /// Fills a stream's input from the ports that it is linked to, and from the streams that are injected into it.
    @_noAllocation @_noLocks
    package func deliverInput(_ plan: UnsafeMutablePointer<StagePlan>, stream index: Int, frameCount: Int) {
        let stream = plan.pointee.streams[index]
        for channel in 0..<stream.inputChannelCount { Mixing.clear(stream.input[channel], frameCount: frameCount) }
        for linkIndex in stream.inputLinks {
            let link = plan.pointee.inputLinks[linkIndex]
            let port = plan.pointee.inputs[link.port]
            let samples = port.toneSerial == 0 ? port.samples : port.reference
            for tapIndex in link.taps {
                let tap = plan.pointee.taps[tapIndex]
                guard port.written[tap.source] else { continue }
                pour(
                    samples[tap.source], into: stream.input[tap.destination], weight: tap.weight, adding: true,
                    first: plan.pointee.gains[stream.inputGate].cell, second: plan.pointee.gains[link.gain].cell,
                    frameCount: frameCount)
            }
        }
        inject(plan, into: stream, frameCount: frameCount)
    }

    /// Adds other streams to a stream's input.
    ///
    /// A stream that renders later in the cycle contributes its block of the cycle before.
    @_noAllocation @_noLocks
    private func inject(_ plan: UnsafeMutablePointer<StagePlan>, into stream: PlannedStream, frameCount: Int) {
        for index in stream.injections {
            let injection = plan.pointee.injections[index]
            let source = plan.pointee.streams[injection.source]
            guard source.state.pointee.isSound, source.state.pointee.lastBlock + 1 >= state.pointee.block else {
                continue
            }
            for tapIndex in injection.taps {
                let tap = plan.pointee.taps[tapIndex]
                pour(
                    source.output[tap.source], into: stream.input[tap.destination], weight: tap.weight, adding: true,
                    first: plan.pointee.gains[injection.gate].cell, second: plan.pointee.gains[injection.gain].cell,
                    frameCount: min(frameCount, source.state.pointee.lastFrameCount))
            }
        }
    }

    /// Takes the samples that a stream's program rendered: measures them, and excludes faulty ones from the mix of this
    /// block.
    @_noAllocation @_noLocks
    package func accept(_ plan: UnsafeMutablePointer<StagePlan>, stream index: Int, frameCount: Int) {
        let stream = plan.pointee.streams[index]
        var isSound = true
        for channel in 0..<stream.outputChannelCount {
            let level = levelOf(stream.output[channel], frameCount: frameCount)
            if !level.isSound { isSound = false }
            if channel < stream.meterCount { (stream.meters + channel).add(level) }
        }
        stream.state.pointee.isSound = isSound
        stream.state.pointee.lastBlock = state.pointee.block
        stream.state.pointee.lastFrameCount = frameCount
        stream.state.pointee.sampleTime += Int64(frameCount)
        if !isSound { stream.state.pointee.faults.wrappingAdd(1, ordering: .relaxed) }
    }

    /// Skips a block in which a stream could not render; its sample time advances.
    @_noAllocation @_noLocks
    package func skip(_ plan: UnsafeMutablePointer<StagePlan>, stream index: Int, frameCount: Int) {
        let state = plan.pointee.streams[index].state
        state.pointee.isSound = false
        state.pointee.sampleTime += Int64(frameCount)
    }

    /// Sums the streams into the output ports, in the plan's order, and publishes the meters.
    @_noAllocation @_noLocks
    package func mix(_ plan: UnsafeMutablePointer<StagePlan>, frameCount: Int) {
        for index in 0..<plan.pointee.outputs.count {
            let port = plan.pointee.outputs[index]
            for channel in 0..<port.channelCount { port.written[channel] = false }
        }
        for index in 0..<plan.pointee.lines.count { plan.pointee.lines[index].beginBlock() }
        for index in 0..<plan.pointee.streams.count {
            let stream = plan.pointee.streams[index]
            if stream.state.pointee.isSound { addToPorts(plan, stream, frameCount: frameCount) }
        }
        for index in 0..<plan.pointee.lines.count {
            addToPort(plan, plan.pointee.lines[index], frameCount: frameCount)
        }
        for index in 0..<plan.pointee.streams.count {
            let stream = plan.pointee.streams[index]
            for channel in 0..<stream.meterCount { (stream.meters + channel).publishOnce(state.pointee.block) }
        }
        for index in 0..<plan.pointee.outputs.count {
            finish(plan, plan.pointee.outputs[index], frameCount: frameCount)
        }
    }

    @_noAllocation @_noLocks
    private func addToPorts(_ plan: UnsafeMutablePointer<StagePlan>, _ stream: PlannedStream, frameCount: Int) {
        for linkIndex in stream.outputLinks {
            let link = plan.pointee.outputLinks[linkIndex]
            let port = plan.pointee.outputs[link.port]
            if port.state.pointee.isMissing {
                port.state.pointee.hasLost = true
                continue
            }
            let (target, written) =
                link.line < 0
                ? (port.samples, port.written)
                : (plan.pointee.lines[link.line].mix, plan.pointee.lines[link.line].written)
            for tapIndex in link.taps {
                let tap = plan.pointee.taps[tapIndex]
                let poured = pour(
                    stream.output[tap.source], into: target[tap.destination], weight: tap.weight,
                    adding: written[tap.destination], first: plan.pointee.gains[stream.gain].cell,
                    second: plan.pointee.gains[link.gain].cell, frameCount: frameCount)
                if poured { written[tap.destination] = true }
            }
        }
    }

    /// Adds the frames that leave a delay line to its port.
    @_noAllocation @_noLocks
    private func addToPort(_ plan: UnsafeMutablePointer<StagePlan>, _ line: PlannedLine, frameCount: Int) {
        guard line.turn(frameCount: frameCount) else { return }
        let port = plan.pointee.outputs[line.port]
        let gate = plan.pointee.gains[line.gate].cell
        if port.state.pointee.isMissing { port.state.pointee.hasLost = true }
        if port.state.pointee.isMissing || gate.pointee.isSteady && gate.pointee.current == 0 { return }
        for channel in 0..<line.channelCount {
            let (source, target, adding) = (line.mix[channel], port.samples[channel], port.written[channel])
            if gate.pointee.isSteady {
                SordinoHardware.pour(
                    source, times: gate.pointee.current, into: target, adding: adding, frameCount: frameCount)
            } else {
                SordinoHardware.pour(
                    source, times: gate.pointee.factors, weight: 1, into: target, adding: adding,
                    frameCount: frameCount)
            }
            port.written[channel] = true
        }
    }

    /// Completes an output channel by channel: silences unwritten ones, applies the tone, measures, and keeps the mix
    /// as reference.
    @_noAllocation @_noLocks
    private func finish(_ plan: UnsafeMutablePointer<StagePlan>, _ port: PlannedPort, frameCount: Int) {
        for channel in 0..<port.channelCount {
            let samples = port.samples[channel]
            if !port.written[channel] { Mixing.clear(samples, frameCount: frameCount) }
            // Sounds can be beyond all bounds together where each alone was not.
            let level = levelOf(samples, frameCount: frameCount)
            if !level.isSound { Mixing.clear(samples, frameCount: frameCount) }
            if port.toneSerial == 0 { (port.meters + channel).add(level) }
        }
        if port.toneSerial != 0 {
            colour(plan, port, port.samples, frameCount: frameCount)
            for channel in 0..<port.channelCount {
                (port.meters + channel).add(levelOf(port.samples[channel], frameCount: frameCount))
            }
        }
        for channel in 0..<port.channelCount { (port.meters + channel).publish() }
        keepReference(port, frameCount: frameCount)
    }

    /// Copies the mix if a stream uses it as reference.
    ///
    /// When the last such stream is gone the copy is cleared once, so that a later one does not receive an old block.
    @_noAllocation @_noLocks
    private func keepReference(_ port: PlannedPort, frameCount: Int) {
        let capacity = state.pointee.frameCapacity
        guard port.isReferenceWanted || port.state.pointee.hasReference else { return }
        for channel in 0..<port.channelCount {
            if port.isReferenceWanted {
                Mixing.copy(port.samples[channel], into: port.reference[channel], frameCount: frameCount)
            } else {
                Mixing.clear(port.reference[channel], frameCount: capacity)
            }
        }
        port.state.pointee.hasReference = port.isReferenceWanted
    }

    /// Puts or adds samples through two factors.
    ///
    /// - Returns: False when a factor is 0 over the whole block and nothing was touched.
    @_noAllocation @_noLocks @discardableResult
    private func pour(
        _ source: UnsafeMutablePointer<Float>, into target: UnsafeMutablePointer<Float>, weight: Float, adding: Bool,
        first: UnsafeMutablePointer<GainCell>, second: UnsafeMutablePointer<GainCell>, frameCount: Int
    ) -> Bool {
        let (a, b) = (first.pointee.current, second.pointee.current)
        switch (first.pointee.isSteady, second.pointee.isSteady) {
        case (true, true):
            let factor = a * b * weight
            if factor == 0 { return false }
            SordinoHardware.pour(source, times: factor, into: target, adding: adding, frameCount: frameCount)
        case (true, false):
            if a == 0 { return false }
            SordinoHardware.pour(
                source, times: second.pointee.factors, weight: a * weight, into: target, adding: adding,
                frameCount: frameCount)
        case (false, true):
            if b == 0 { return false }
            SordinoHardware.pour(
                source, times: first.pointee.factors, weight: b * weight, into: target, adding: adding,
                frameCount: frameCount)
        case (false, false):
            let product = state.pointee.scratch
            for frame in 0..<frameCount {
                product[frame] = first.pointee.factors[frame] * second.pointee.factors[frame]
            }
            SordinoHardware.pour(
                source, times: product, weight: weight, into: target, adding: adding, frameCount: frameCount)
        }
        return true
    }
}
