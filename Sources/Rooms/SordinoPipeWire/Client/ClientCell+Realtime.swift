import CPipeWire
import SordinoHardware
import SordinoRealtime
import SordinoSignal
import Synchronization

// On pointers, so that no access covers the whole cell: the control side writes its atomics meanwhile.
extension UnsafeMutablePointer where Pointee == ClientCell {
    /// One cycle of the graph: the program's callback if the stream runs and is heard, else silence.
    ///
    /// - Thread: data thread. No heap, no lock.
    @_noAllocation @_noLocks
    func process(_ graph: cpw_cycle) {
        let frameCount = Int(graph.frames)
        guard frameCount > 0, frameCount <= pointee.frameCapacity, graph.rate > 0 else { return }
        pointee.delay.store(graph.delay, ordering: .relaxed)
        pointee.blockFrames.store(frameCount, ordering: .relaxed)
        pointee.rate.store(Int(graph.rate), ordering: .relaxed)
        // A stopping thread sets `wanted` and then waits for `isInside`: one of the two threads sees the other's store.
        pointee.isInside.store(true, ordering: .sequentiallyConsistent)
        let wanted = pointee.wanted.load(ordering: .sequentiallyConsistent)
        let haveOutputs = find(pointee.outputs, frames: graph.frames, clears: true)
        let haveInputs = find(pointee.inputs, frames: graph.frames, clears: false)
        _ = find(pointee.references, frames: graph.frames, clears: false)
        if wanted == 0 {
            _ = pointee.tail.fill(pointee.outputs.samples, frameCount: frameCount, sampleRate: Double(graph.rate))
        } else if pointee.allowed.load(ordering: .acquiring) == wanted {
            let hasBegun = pointee.begun.load(ordering: .relaxed) == wanted
            // A stream that has begun continues when a link breaks; it begins only when every channel is linked.
            if hasBegun || (haveOutputs && haveInputs) {
                if !hasBegun {
                    pointee.sampleTime = 0
                    pointee.tail.begin()
                }
                render(graph, frameCount: frameCount)
                pointee.tail.pass(pointee.outputs.samples, frameCount: frameCount, sampleRate: Double(graph.rate))
                pointee.sampleTime += Int64(frameCount)
                if !hasBegun { pointee.begun.store(wanted, ordering: .releasing) }
            }
        }
        pointee.isInside.store(false, ordering: .sequentiallyConsistent)
    }

    @_noAllocation @_noLocks
    private func render(_ graph: cpw_cycle, frameCount: Int) {
        let cell = pointee.cycle
        let nanoseconds = Int64(graph.nanoseconds) + graph.delay * 1_000_000_000 / Int64(graph.rate)
        cell.pointee = StreamCycle(
            frameCount: frameCount, sampleTime: pointee.sampleTime, hostNanoseconds: nanoseconds,
            sampleRate: Double(graph.rate),
            output: pointee.outputs.count > 0 ? UnsafePointer(pointee.outputs.samples) : nil,
            outputChannelCount: pointee.outputs.count,
            input: pointee.inputs.count > 0 ? UnsafePointer(pointee.inputs.samples) : nil,
            inputChannelCount: pointee.inputs.count,
            reference: pointee.references.count > 0 ? UnsafePointer(pointee.references.samples) : nil,
            referenceChannelCount: pointee.references.count)
        let visit = RenderThread.enter()
        pointee.renderer.call(cell)
        RenderThread.leave(visit)
    }

    /// Finds the samples of each port in this cycle; what is not linked gets spare memory, silent.
    ///
    /// - Returns: Whether all are linked.
    @_noAllocation @_noLocks
    private func find(_ kind: ClientPorts, frames: UInt32, clears: Bool) -> Bool {
        var haveAll = true
        for index in 0..<kind.count {
            if let samples = cpw_port_samples(kind.ports[index], frames) {
                kind.samples[index] = samples
                if clears { Mixing.clear(samples, frameCount: Int(frames)) }
            } else {
                haveAll = false
                kind.samples[index] = kind.spare[index]
                Mixing.clear(kind.spare[index], frameCount: Int(frames))
            }
        }
        return haveAll
    }
}
