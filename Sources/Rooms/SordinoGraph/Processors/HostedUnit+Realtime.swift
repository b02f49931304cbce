import CoreAudioTypes
import SordinoSignal
import Synchronization

/// The hosted unit's step.
@_noAllocation @_noLocks
func runHosted(_ state: UnsafeMutableRawPointer, _ io: UnsafeMutableRawPointer) {
    state.assumingMemoryBound(to: HostedState.self).pointee.render(io.assumingMemoryBound(to: StepIO.self))
}

extension HostedGate {
    /// Enters to render; false while the unit gets ready.
    @_noAllocation @_noLocks
    func enter() -> Bool {
        visitor.compareExchange(expected: 0, desired: 1, ordering: .acquiringAndReleasing).exchanged
    }

    /// Opens the gate again after rendering.
    @_noAllocation @_noLocks
    func leave() { visitor.store(0, ordering: .releasing) }

    /// Waits on the control side until the render thread is out, and keeps it out; a block at the longest.
    @_noAllocation @_noLocks
    func close() {
        while !visitor.compareExchange(expected: 0, desired: 2, ordering: .acquiringAndReleasing).exchanged {}
    }

    /// Lets the render thread in again.
    @_noAllocation @_noLocks
    func open() { visitor.store(0, ordering: .releasing) }
}

extension HostedState {
    /// Asks the function for one block of each output.
    @_noAllocation @_noLocks
    func render(_ io: UnsafeMutablePointer<StepIO>) {
        guard io.pointee.frameCount > 0, gate.pointee.enter() else { return silence(io) }
        if gate.pointee.generation.load(ordering: .acquiring) == generation {
            for bus in 0..<io.pointee.outputCount { ask(io, bus: bus) }
            if io.pointee.outputCount == 0 { run(io) }
        } else {
            silence(io)
        }
        gate.pointee.leave()
    }

    @_noAllocation @_noLocks
    private func silence(_ io: UnsafeMutablePointer<StepIO>) {
        for bus in 0..<io.pointee.outputCount { io.pointee.outputs[bus].pointee.publishSilence() }
    }

    /// Runs a unit without outputs, such as one that only sends MIDI.
    @_noAllocation @_noLocks
    private func run(_ io: UnsafeMutablePointer<StepIO>) {
        var exchange = HostedExchange(
            frameCount: io.pointee.frameCount, time: io.pointee.timeStamp(at: 0), bus: 0, list: lists[0], io: io,
            inputBusses: inputBusses, maximumFrameCount: maximumFrameCount)
        _ = withUnsafeMutablePointer(to: &exchange) { block(UnsafeMutableRawPointer($0)) }
    }

    @_noAllocation @_noLocks
    private func ask(_ io: UnsafeMutablePointer<StepIO>, bus: Int) {
        let output = io.pointee.outputs[bus]
        let buffers = UnsafeMutablePointer(mutating: bufferArray(of: lists[bus]))
        for channel in 0..<output.pointee.channelCount {
            buffers[channel].mNumberChannels = 1
            buffers[channel].mDataByteSize = UInt32(truncatingIfNeeded: io.pointee.frameCount &* 4)
            buffers[channel].mData = UnsafeMutableRawPointer(output.pointee.own[channel])
        }
        var exchange = HostedExchange(
            frameCount: io.pointee.frameCount, time: io.pointee.timeStamp(at: 0), bus: bus, list: lists[bus], io: io,
            inputBusses: inputBusses, maximumFrameCount: maximumFrameCount)
        let status = withUnsafeMutablePointer(to: &exchange) { block(UnsafeMutableRawPointer($0)) }
        guard status == 0, !exchange.isSilence else { return output.pointee.publishSilence() }
        for channel in 0..<output.pointee.channelCount {
            // A unit may point to memory of its own instead.
            guard let data = buffers[channel].mData else { return output.pointee.publishSilence() }
            output.pointee.borrow(data.assumingMemoryBound(to: Float.self), asChannel: channel)
        }
        output.pointee.publishBorrowed()
    }
}

extension HostedExchange {
    @_noAllocation @_noLocks
    init(
        frameCount: Int, time: AudioTimeStamp, bus: Int, list: UnsafeMutablePointer<AudioBufferList>,
        io: UnsafeMutablePointer<StepIO>, inputBusses: UnsafeMutablePointer<Int>, maximumFrameCount: Int
    ) {
        self.frameCount = frameCount
        self.time = time
        self.bus = bus
        self.list = list
        self.io = io
        self.inputBusses = inputBusses
        self.maximumFrameCount = maximumFrameCount
        isSilence = false
    }

    /// Gives frames of an input bus: copies them, or points to a copy that may be written over where the list has nil.
    ///
    /// - Parameters:
    ///   - bus: An input bus; frames of one that nothing leads to are refused.
    ///   - offset: The first frame, from the block's beginning.
    ///   - isSilence: Set if the frames are zeros.
    /// - Returns: -10876 without a connection, -50 for frames outside the block.
    @_noAllocation @_noLocks
    package func pull(
        bus: Int, offset: Int, frameCount: Int, into list: UnsafeMutablePointer<AudioBufferList>,
        isSilence: inout Bool
    ) -> Int32 {
        guard offset >= 0, frameCount >= 0, offset &+ frameCount <= self.frameCount else { return -50 }
        var found: UnsafeMutablePointer<BusBuffer>?
        var plane = io.pointee.scratch.assumingMemoryBound(to: Float.self)
        for index in 0..<io.pointee.inputCount where found == nil {
            if inputBusses[index] == bus {
                found = io.pointee.inputs[index]
            } else {
                plane += io.pointee.inputs[index].pointee.channelCount &* maximumFrameCount
            }
        }
        guard let input = found else { return -10876 }
        isSilence = input.pointee.isSilent
        let buffers = UnsafeMutablePointer(mutating: bufferArray(of: list))
        for channel in 0..<Int(list.pointee.mNumberBuffers) {
            let byteCount = frameCount &* 4
            guard channel < input.pointee.channelCount else {
                if let data = buffers[channel].mData {
                    clearSamples(data.assumingMemoryBound(to: Float.self), count: frameCount)
                }
                continue
            }
            let copy = plane + channel &* maximumFrameCount + offset
            let data = buffers[channel].mData ?? UnsafeMutableRawPointer(copy)
            let target = data.assumingMemoryBound(to: Float.self)
            if isSilence {
                clearSamples(target, count: frameCount)
            } else {
                Mixing.copy(input.pointee.channels[channel] + offset, into: target, frameCount: frameCount)
            }
            buffers[channel].mData = data
            buffers[channel].mDataByteSize = UInt32(truncatingIfNeeded: byteCount)
        }
        return 0
    }
}
