import CPipeWire
import SordinoHardware
import SordinoRealtime
import SordinoSignal
import Synchronization

// On pointers, so that no access covers the whole cell: the control side reads its atomics meanwhile.
extension UnsafeMutablePointer where Pointee == StageCycleCell {
    /// The capture node's part of a cycle: what the device took in goes to the programs.
    ///
    /// - Thread: data thread. No heap, no lock.
    @_noAllocation @_noLocks
    func capture(_ graph: cpw_cycle) {
        let visit = RenderThread.enter()
        if let plan = begin(graph) {
            let frameCount = Int(graph.frames)
            for index in 0..<plan.pointee.inputs.count { takeIn(plan, port: index, graph.frames) }
            for index in 0..<plan.pointee.streams.count { deliver(plan, stream: index, frameCount: frameCount) }
        }
        RenderThread.leave(visit)
    }

    /// The playback node's part of a cycle: what the programs made goes through the mixer to the device.
    ///
    /// - Thread: data thread. No heap, no lock.
    @_noAllocation @_noLocks
    func playback(_ graph: cpw_cycle) {
        let visit = RenderThread.enter()
        if let plan = begin(graph) {
            let frameCount = Int(graph.frames)
            for index in 0..<plan.pointee.streams.count { letIn(plan, stream: index, graph.frames) }
            for index in 0..<plan.pointee.outputs.count { open(plan.pointee.outputs[index], graph.frames) }
            pointee.renderer.mix(plan, frameCount: frameCount)
            for index in 0..<plan.pointee.outputs.count {
                raise(plan.pointee.outputs[index], frameCount: frameCount, sampleRate: plan.pointee.sampleRate)
            }
            for index in 0..<plan.pointee.outputs.count { hearOthers(plan.pointee.outputs[index], graph.frames) }
        }
        RenderThread.leave(visit)
    }

    /// Begins the mixer's block with whichever node comes first in a cycle.
    @_noAllocation @_noLocks
    private func begin(_ graph: cpw_cycle) -> UnsafeMutablePointer<StagePlan>? {
        let frameCount = Int(graph.frames)
        guard frameCount > 0, frameCount <= pointee.frameCapacity, graph.rate > 0 else { return nil }
        if pointee.nanoseconds == graph.nanoseconds, let plan = pointee.plan { return plan }
        pointee.nanoseconds = graph.nanoseconds
        pointee.delay.store(graph.delay, ordering: .relaxed)
        let isNew =
            pointee.blockFrames.exchange(frameCount, ordering: .relaxed) != frameCount
            || pointee.rate.exchange(Int(graph.rate), ordering: .relaxed) != Int(graph.rate)
        if isNew { cpw_bell_ring(pointee.bell) }
        pointee.plan = pointee.renderer.beginBlock(frameCount: frameCount)
        return pointee.plan
    }

    /// Copies what a device port took in: its own memory is others' too.
    @_noAllocation @_noLocks
    private func takeIn(_ plan: UnsafeMutablePointer<StagePlan>, port index: Int, _ frames: UInt32) {
        let port = plan.pointee.inputs[index]
        guard let peer = port.peer else { return }
        let end = peer.assumingMemoryBound(to: PortEndCell.self)
        let isLinked = copy(end.pointee.ends, to: port.samples, channelCount: port.channelCount, frames).isLinked
        port.state.pointee.isMissing = !isLinked
        note(isLinked, in: end)
        pointee.renderer.acceptInput(plan, port: index, frameCount: Int(frames))
    }

    /// Copies what ports of the graph hold; channels without a link are silent.
    ///
    /// - Returns: Whether every channel has a link, whether a block came through each, and whether none came through any.
    @_noAllocation @_noLocks
    private func copy(
        _ ports: StageEnds, to channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, channelCount: Int,
        _ frames: UInt32
    ) -> (isLinked: Bool, isWhole: Bool, isEmpty: Bool) {
        var (isLinked, isWhole, isEmpty) = (ports.count >= channelCount, true, true)
        for channel in 0..<min(channelCount, ports.count) {
            var isPortEmpty = false
            if let samples = cpw_port_arrival(ports.ports[channel], frames, &isPortEmpty) {
                Mixing.copy(samples, into: channels[channel], frameCount: Int(frames))
                isEmpty = isEmpty && isPortEmpty
                isWhole = isWhole && !isPortEmpty
            } else {
                isLinked = false
                Mixing.clear(channels[channel], frameCount: Int(frames))
            }
        }
        return (isLinked, isLinked && isWhole, isEmpty)
    }

    /// Gives a program its input and its reference.
    @_noAllocation @_noLocks
    private func deliver(_ plan: UnsafeMutablePointer<StagePlan>, stream index: Int, frameCount: Int) {
        let stream = plan.pointee.streams[index]
        guard let peer = stream.peer else { return }
        let end = peer.assumingMemoryBound(to: StreamEndCell.self)
        pointee.renderer.deliverInput(plan, stream: index, frameCount: frameCount)
        var flows = true
        for channel in 0..<min(stream.inputChannelCount, end.pointee.inputs.count) {
            if let samples = cpw_port_samples(end.pointee.inputs.ports[channel], UInt32(frameCount)) {
                Mixing.copy(stream.input[channel], into: samples, frameCount: frameCount)
            } else {
                flows = false
            }
        }
        for channel in 0..<end.pointee.references.count {
            guard let samples = cpw_port_samples(end.pointee.references.ports[channel], UInt32(frameCount)) else {
                continue
            }
            let isThere =
                stream.referencePort >= 0 && channel < plan.pointee.outputs[stream.referencePort].channelCount
            if isThere {
                let reference = plan.pointee.outputs[stream.referencePort].reference[channel]
                Mixing.copy(reference, into: samples, frameCount: frameCount)
            } else {
                Mixing.clear(samples, frameCount: frameCount)
            }
        }
        if end.pointee.inputFlows.exchange(flows, ordering: .relaxed) != flows { cpw_bell_ring(pointee.bell) }
    }

    /// Takes over what a program made: a copy, because the memory is the program's own and it may change it at any time.
    @_noAllocation @_noLocks
    private func letIn(_ plan: UnsafeMutablePointer<StagePlan>, stream index: Int, _ frames: UInt32) {
        let stream = plan.pointee.streams[index]
        guard let peer = stream.peer else { return }
        let end = peer.assumingMemoryBound(to: StreamEndCell.self)
        let (flows, isWhole, isEmpty) = copy(
            end.pointee.outputs, to: stream.output, channelCount: stream.outputChannelCount, frames)
        if end.pointee.outputFlows.exchange(flows, ordering: .relaxed) != flows { cpw_bell_ring(pointee.bell) }
        if isWhole, !end.pointee.hasArrived.exchange(true, ordering: .relaxed) { cpw_bell_ring(pointee.bell) }
        if flows, !end.pointee.isAudible.load(ordering: .relaxed), stream.outputChannelCount > 0 {
            var isAudible = false
            for frame in 0..<Int(frames) where stream.output[0][frame] != 0 { isAudible = true }
            if isAudible { end.pointee.isAudible.store(true, ordering: .relaxed) }
        }
        let (tail, rate) = (end.pointee.tail, plan.pointee.sampleRate)
        if end.pointee.isOpen.load(ordering: .acquiring), flows {
            let start = end.pointee.start.load(ordering: .relaxed)
            if end.pointee.tailStart != start {
                end.pointee.tailStart = start
                tail.forget()
            }
            // A node that is gone gives nothing before its links go too.
            if !isEmpty || !tail.fill(stream.output, frameCount: Int(frames), sampleRate: rate) {
                tail.pass(stream.output, frameCount: Int(frames), sampleRate: rate)
            }
        } else if !tail.fill(stream.output, frameCount: Int(frames), sampleRate: rate) {
            end.pointee.sounds.store(false, ordering: .relaxed)
            return pointee.renderer.skip(plan, stream: index, frameCount: Int(frames))
        }
        end.pointee.sounds.store(true, ordering: .relaxed)
        pointee.renderer.accept(plan, stream: index, frameCount: Int(frames))
    }

    /// Lets the mixer write where the device reads.
    @_noAllocation @_noLocks
    private func open(_ port: PlannedPort, _ frames: UInt32) {
        guard let peer = port.peer else { return }
        let end = peer.assumingMemoryBound(to: PortEndCell.self)
        var isLinked = end.pointee.ends.count >= port.channelCount
        for channel in 0..<min(port.channelCount, end.pointee.ends.count) {
            if let samples = cpw_port_samples(end.pointee.ends.ports[channel], frames) {
                port.samples[channel] = samples
            } else {
                isLinked = false
                port.samples[channel] = end.pointee.spare[channel]
            }
        }
        port.state.pointee.isMissing = !isLinked || !end.pointee.isOpen.load(ordering: .acquiring)
        note(isLinked, in: end)
    }

    /// Lets sound that was under way before the port's links were rise from silence, as it would click otherwise.
    @_noAllocation @_noLocks
    private func raise(_ port: PlannedPort, frameCount: Int, sampleRate: Double) {
        guard let peer = port.peer else { return }
        let end = peer.assumingMemoryBound(to: PortEndCell.self)
        if port.state.pointee.isMissing {
            if port.state.pointee.hasLost { end.pointee.risen = 0 }
            port.state.pointee.hasLost = false
            return
        }
        let (risen, total) = (end.pointee.risen, fadeFrames(sampleRate))
        guard risen >= 0 else { return }
        for channel in 0..<port.channelCount {
            for frame in 0..<min(frameCount, max(total - risen, 0)) {
                port.samples[channel][frame] *= Float(risen + frame + 1) / Float(total)
            }
        }
        end.pointee.risen = risen + frameCount < total ? risen + frameCount : -1
    }

    /// Adds the sound of other nodes on a port to its reference: the room has it too.
    @_noAllocation @_noLocks
    private func hearOthers(_ port: PlannedPort, _ frames: UInt32) {
        guard port.isReferenceWanted, let peer = port.peer else { return }
        let others = peer.assumingMemoryBound(to: PortEndCell.self).pointee.others
        for channel in 0..<min(port.channelCount, others.count) {
            guard let samples = cpw_port_samples(others.ports[channel], frames) else { continue }
            Mixing.add(samples, to: port.reference[channel], frameCount: Int(frames))
        }
    }

    @_noAllocation @_noLocks
    private func note(_ isLinked: Bool, in end: UnsafeMutablePointer<PortEndCell>) {
        if end.pointee.flows.exchange(isLinked, ordering: .relaxed) != isLinked { cpw_bell_ring(pointee.bell) }
    }
}
