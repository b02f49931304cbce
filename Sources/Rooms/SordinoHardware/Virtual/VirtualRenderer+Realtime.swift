import SordinoSignal

extension VirtualRenderer {
    /// Renders one block of the whole device: microphones, programs, stage, volume.
    ///
    /// - Thread: render. No heap, no lock.
    @_noAllocation @_noLocks
    mutating func render(_ block: VirtualBlock, volume planned: PlannedGain) {
        let frameCount = block.frameCount
        guard let plan = stage.beginBlock(frameCount: frameCount) else { return }
        planned.cell.pointee.isSounding = isSounding
        planned.beginBlock(frameCount: frameCount, sampleRate: block.sampleRate)
        for index in 0..<plan.pointee.inputs.count {
            let port = plan.pointee.inputs[index]
            takeTurn(port)
            listen(port, block)
            stage.acceptInput(plan, port: index, frameCount: frameCount)
        }
        for index in 0..<plan.pointee.outputs.count { takeTurn(plan.pointee.outputs[index]) }
        let isMissed = blocksToMiss > 0
        if isMissed {
            blocksToMiss -= 1
            missedBlocks += 1
        }
        for index in plan.pointee.turns {
            if isMissed {
                stage.skip(plan, stream: index, frameCount: frameCount)
            } else {
                callProgram(plan, index, block)
            }
        }
        stage.mix(plan, frameCount: frameCount)
        isSounding = false
        for index in 0..<plan.pointee.outputs.count { play(plan.pointee.outputs[index], planned.cell, block) }
    }

    /// Decides whether this block goes through the port.
    @_noAllocation @_noLocks
    private func takeTurn(_ port: PlannedPort) {
        guard let peer = port.peer else { return }
        let cell = peer.assumingMemoryBound(to: VirtualPortCell.self)
        let isLate = cell.pointee.blocksToMiss > 0
        if isLate { cell.pointee.blocksToMiss -= 1 }
        let isMissing = isLate || cell.pointee.isFailing
        if isMissing { cell.pointee.missedBlocks += 1 }
        port.state.pointee.isMissing = isMissing
    }

    /// Fills an input port with the sum of its microphone's sources.
    @_noAllocation @_noLocks
    private func listen(_ port: PlannedPort, _ block: VirtualBlock) {
        for channel in 0..<port.channelCount { Mixing.clear(port.samples[channel], frameCount: block.frameCount) }
        guard let peer = port.peer else { return }
        let voices = peer.assumingMemoryBound(to: VirtualPortCell.self).pointee.voices
        for index in 0..<voices.count where voices[index].isEverywhere {
            voices[index].add(
                to: port.samples, channelCount: min(port.channelCount, 1), frameCount: block.frameCount,
                startFrame: block.startFrame, sampleRate: block.sampleRate)
        }
        // Sources in the room reach all channels alike; a recording has channels of its own.
        for channel in 1..<max(port.channelCount, 1) {
            Mixing.copy(port.samples[0], into: port.samples[channel], frameCount: block.frameCount)
        }
        for index in 0..<voices.count where !voices[index].isEverywhere {
            voices[index].add(
                to: port.samples, channelCount: port.channelCount, frameCount: block.frameCount,
                startFrame: block.startFrame, sampleRate: block.sampleRate)
        }
        turn(port, peer.assumingMemoryBound(to: VirtualPortCell.self), block)
    }

    /// Applies an input's gain; another one is reached within a block, on a straight line.
    @_noAllocation @_noLocks
    private func turn(_ port: PlannedPort, _ cell: UnsafeMutablePointer<VirtualPortCell>, _ block: VirtualBlock) {
        let (from, to) = (cell.pointee.lastGain, cell.pointee.gain)
        cell.pointee.lastGain = to
        guard from != 1 || to != 1 else { return }
        let step = (to - from) / Float(max(block.frameCount, 1))
        for channel in 0..<port.channelCount {
            let samples = port.samples[channel]
            for frame in 0..<block.frameCount {
                // The last frame has the new gain exactly.
                samples[frame] *= frame + 1 == block.frameCount ? to : from + step * Float(frame + 1)
            }
        }
    }

    /// Gives a program its input and lets it render.
    @_noAllocation @_noLocks
    private func callProgram(_ plan: UnsafeMutablePointer<StagePlan>, _ index: Int, _ block: VirtualBlock) {
        let stream = plan.pointee.streams[index]
        guard let peer = stream.peer else { return }
        stage.deliverInput(plan, stream: index, frameCount: block.frameCount)
        for channel in 0..<stream.outputChannelCount {
            Mixing.clear(stream.output[channel], frameCount: block.frameCount)
        }
        let isReferenced = stream.referencePort >= 0
        let reference = isReferenced ? plan.pointee.outputs[stream.referencePort].reference : nil
        let referenceCount = isReferenced ? plan.pointee.outputs[stream.referencePort].channelCount : 0
        cycle.pointee = StreamCycle(
            frameCount: block.frameCount, sampleTime: stream.state.pointee.sampleTime,
            hostNanoseconds: block.hostNanoseconds, sampleRate: block.sampleRate,
            output: stream.outputChannelCount > 0 ? UnsafePointer(stream.output) : nil,
            outputChannelCount: stream.outputChannelCount,
            input: stream.inputChannelCount > 0 ? UnsafePointer(stream.input) : nil,
            inputChannelCount: stream.inputChannelCount,
            reference: reference.map { UnsafePointer($0) }, referenceChannelCount: reference == nil ? 0 : referenceCount
        )
        peer.assumingMemoryBound(to: VirtualStreamCell.self).pointee.renderer.call(cycle)
        stage.accept(plan, stream: index, frameCount: block.frameCount)
    }

    /// Adds the fade-outs of streams that stopped before this block.
    @_noAllocation @_noLocks
    private func addTail(
        _ port: PlannedPort, _ cell: UnsafeMutablePointer<VirtualPortCell>, _ block: VirtualBlock
    ) {
        let (total, done) = (cell.pointee.tailFrames, cell.pointee.tailDone)
        guard done < total else { return }
        let count = min(total - done, block.frameCount)
        for channel in 0..<port.channelCount {
            for frame in 0..<count { port.samples[channel][frame] += cell.pointee.tail[channel][done + frame] }
            port.written[channel] = true
        }
        cell.pointee.tailDone = done + count
    }

    /// Converts an output's mix to the signal of the port.
    @_noAllocation @_noLocks
    private mutating func play(
        _ port: PlannedPort, _ volume: UnsafeMutablePointer<GainCell>, _ block: VirtualBlock
    ) {
        guard let peer = port.peer else { return }
        let cell = peer.assumingMemoryBound(to: VirtualPortCell.self)
        addTail(port, cell, block)
        for channel in 0..<port.channelCount {
            let air = cell.pointee.air[channel]
            if port.written[channel] { isSounding = true }
            if volume.pointee.isSteady {
                pour(
                    port.samples[channel], times: volume.pointee.current, into: air, adding: false,
                    frameCount: block.frameCount)
            } else {
                pour(
                    port.samples[channel], times: volume.pointee.factors, weight: 1, into: air, adding: false,
                    frameCount: block.frameCount)
            }
        }
        if let history = cell.pointee.history {
            history.pointee.append(
                cell.pointee.air, channelCount: port.channelCount, frameCount: block.frameCount,
                startFrame: block.startFrame)
        }
    }
}
