import CoreAudioTypes
import SordinoGraph
import SordinoRealtime
import Synchronization

/// Renders one block of an output bus of a unit, from its inputs.
@_noAllocation @_noLocks
package func renderCalls(
    _ unit: UnsafeMutablePointer<UnitCallsState>, _ flags: UnsafeMutablePointer<AudioUnitRenderActionFlags>?,
    _ time: UnsafePointer<AudioTimeStamp>, _ bus: UInt32, _ frameCount: UInt32,
    _ list: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus {
    // A program that pulls on a thread of its own waits for files; hardware does not.
    let isProgram = !RenderThread.isCurrent
    if isProgram, let desk = unit.pointee.desk { desk(4 &* Int(frameCount) &+ 16_384) }
    let status = renderBlock(unit, flags, time, bus, frameCount, list)
    if isProgram, let desk = unit.pointee.desk { desk(0) }
    return status
}

/// Renders output buses of a unit from frames that come with the call.
@_noAllocation @_noLocks
package func processCalls(
    _ unit: UnsafeMutablePointer<UnitCallsState>, _ flags: UnsafeMutablePointer<AudioUnitRenderActionFlags>?,
    _ time: UnsafePointer<AudioTimeStamp>, _ frameCount: UInt32,
    inputs: UnsafePointer<UnsafePointer<AudioBufferList>>, inputCount: Int,
    outputs: UnsafePointer<UnsafeMutablePointer<AudioBufferList>>, outputCount: Int
) -> OSStatus {
    unit.pointee.given = GivenInput(
        lists: inputs, count: inputCount, start: time.pointee, frameCount: Int(frameCount))
    var status: OSStatus = 0
    for bus in 0..<outputCount where status == 0 {
        status = renderBlock(unit, flags, time, UInt32(truncatingIfNeeded: bus), frameCount, outputs[bus])
    }
    unit.pointee.given = nil
    return status
}

/// Gives the frames of an input bus to the unit's own block.
@_noAllocation @_noLocks
func pullCalls(
    _ unit: UnsafeMutablePointer<UnitCallsState>, _ flags: UnsafeMutablePointer<AudioUnitRenderActionFlags>,
    _ time: UnsafePointer<AudioTimeStamp>, _ frameCount: UInt32, _ bus: Int,
    _ list: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus {
    if let given = unit.pointee.given { return given.give(time, Int(frameCount), bus, list) }
    return pullInput(unit, flags, time, frameCount, bus, list)
}

/// Gives the hardware the frames of input 0 of an output unit.
@_noAllocation @_noLocks
package func provideCalls(
    _ unit: UnsafeMutablePointer<UnitCallsState>, _ flags: UnsafeMutablePointer<AudioUnitRenderActionFlags>,
    _ time: UnsafePointer<AudioTimeStamp>, _ frameCount: UInt32, _ bus: Int,
    _ list: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus {
    unit.pointee.enter()
    let notifies = unit.pointee.notifies
    let element = UInt32(truncatingIfNeeded: bus)
    notifies.tell(flags.pointee.beforeRendering(), time, element, frameCount, list)
    let status = pullInput(unit, flags, time, frameCount, bus, list)
    notifies.tell(flags.pointee.afterRendering(status), time, element, frameCount, list)
    unit.pointee.leave(status)
    return status
}

/// Calls the input callback of an output unit when frames have arrived.
@_noAllocation @_noLocks
package func announceCalls(
    _ unit: UnsafeMutablePointer<UnitCallsState>, _ flags: UnsafeMutablePointer<AudioUnitRenderActionFlags>,
    _ time: UnsafePointer<AudioTimeStamp>, _ frameCount: UInt32, _ bus: Int
) {
    unit.pointee.enter()
    if let arrival = unit.pointee.table?.pointee.arrival {
        _ = arrival(flags, time, UInt32(truncatingIfNeeded: bus), frameCount, nil)
    }
    unit.pointee.leave(0)
}

/// Calls the unit's own block, and the functions around it.
@_noAllocation @_noLocks
private func renderBlock(
    _ unit: UnsafeMutablePointer<UnitCallsState>, _ flags: UnsafeMutablePointer<AudioUnitRenderActionFlags>?,
    _ time: UnsafePointer<AudioTimeStamp>, _ bus: UInt32, _ frameCount: UInt32,
    _ list: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus {
    unit.pointee.enter()
    let notifies = unit.pointee.notifies
    var own = flags?.pointee ?? AudioUnitRenderActionFlags(rawValue: 0)
    notifies.tell(own.beforeRendering(), time, bus, frameCount, list)
    let status = unit.pointee.render(&own, time, frameCount, Int(bus), list)
    if status == 0, let place = unit.pointee.inputPlace, let proc = unit.pointee.table?.pointee.place {
        proc(time, place.pointee)
    }
    notifies.tell(own.afterRendering(status), time, bus, frameCount, list)
    flags?.pointee = own
    unit.pointee.leave(status)
    return status
}

/// Asks for the frames of an input bus.
@_noAllocation @_noLocks
private func pullInput(
    _ unit: UnsafeMutablePointer<UnitCallsState>, _ flags: UnsafeMutablePointer<AudioUnitRenderActionFlags>,
    _ time: UnsafePointer<AudioTimeStamp>, _ frameCount: UInt32, _ bus: Int,
    _ list: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus {
    guard let table = unit.pointee.table, bus >= 0, bus < table.pointee.count else { return UnitStatus.noConnection }
    let input = table.pointee.inputs[bus]
    var placed = time.pointee
    if let clock = input.clock { placed = clock.pointee.place(placed, frameCount) }
    if let proc = input.proc { return proc(flags, &placed, UInt32(truncatingIfNeeded: bus), frameCount, list) }
    guard let source = input.source else { return UnitStatus.noConnection }
    return renderBlock(source, flags, &placed, input.bus, frameCount, list)
}

extension UnitCallsState {
    /// Begins a call; the outermost one takes up new inputs, unless the gate is shut.
    @_noAllocation @_noLocks
    mutating func enter() {
        if depth == 0 {
            news.pointee.isInside.store(true, ordering: .sequentiallyConsistent)
            if isHead, let gate { gate.pointee.enter() }
            if gate?.pointee.isFrozen != true { table = inputs.takeUp() }
        }
        depth &+= 1
    }

    /// Ends a call, and keeps why it failed.
    @_noAllocation @_noLocks
    mutating func leave(_ status: OSStatus) {
        depth &-= 1
        if depth == 0 {
            if isHead, let gate { gate.pointee.leave() }
            news.pointee.isInside.store(false, ordering: .sequentiallyConsistent)
        }
        if status != 0 { news.pointee.lastError.store(status, ordering: .relaxed) }
    }
}

extension UnitGateState {
    /// Marks the beginning of a block: live, or frozen while the gate is shut.
    @_noAllocation @_noLocks
    func enter() {
        phase.store(Self.live, ordering: .sequentiallyConsistent)
        if isShut.load(ordering: .sequentiallyConsistent) {
            phase.store(Self.frozen, ordering: .sequentiallyConsistent)
        }
    }

    /// Marks the end of a block.
    @_noAllocation @_noLocks
    func leave() { phase.store(Self.resting, ordering: .sequentiallyConsistent) }

    /// Indicates whether the block at hand is rendered with the inputs of the one before.
    var isFrozen: Bool {
        @_noAllocation @_noLocks get { phase.load(ordering: .relaxed) == Self.frozen }
    }
}

extension GivenInput {
    /// Gives the block or a part of it by its time, into the list's buffers or by pointing them to the frames.
    @_noAllocation @_noLocks
    func give(
        _ time: UnsafePointer<AudioTimeStamp>, _ wanted: Int, _ bus: Int, _ list: UnsafeMutablePointer<AudioBufferList>
    ) -> OSStatus {
        guard bus >= 0, bus < count else { return UnitStatus.noConnection }
        var offset = 0.0
        if time.pointee.hasSampleTime, start.hasSampleTime { offset = time.pointee.mSampleTime - start.mSampleTime }
        guard offset >= 0, offset + Double(wanted) <= Double(frameCount), frameCount > 0 else {
            return UnitStatus.parameter
        }
        let bufferCount = Int(list.pointee.mNumberBuffers)
        guard Int(lists[bus].pointee.mNumberBuffers) == bufferCount else { return UnitStatus.parameter }
        let from = bufferArray(of: lists[bus])
        let to = UnsafeMutablePointer(mutating: bufferArray(of: list))
        for index in 0..<bufferCount {
            guard let data = from[index].mData else { return UnitStatus.parameter }
            let bytesPerFrame = Int(from[index].mDataByteSize) / frameCount
            let byteCount = wanted &* bytesPerFrame
            let first = data + Int(offset) &* bytesPerFrame
            if let target = to[index].mData {
                guard byteCount <= Int(to[index].mDataByteSize) else { return UnitStatus.parameter }
                target.copyMemory(from: first, byteCount: byteCount)
            } else {
                to[index].mData = first
            }
            to[index].mDataByteSize = UInt32(truncatingIfNeeded: byteCount)
        }
        return 0
    }
}
