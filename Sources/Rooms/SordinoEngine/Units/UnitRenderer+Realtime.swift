import CoreAudioTypes
import SordinoGraph
import Synchronization

/// Renders one block of one output bus of a unit.
@_noAllocation @_noLocks
func renderUnit(
    _ unit: UnsafeMutablePointer<UnitRendererState>, _ flags: UnsafeMutablePointer<AudioUnitRenderActionFlags>,
    _ time: UnsafePointer<AudioTimeStamp>, _ frameCount: UInt32, _ bus: Int,
    _ output: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus {
    let news = unit.pointee.news
    let limit = news.pointee.maximumFrameCount.load(ordering: .acquiring)
    guard limit > 0 else { return UnitStatus.uninitialized }
    guard Int(frameCount) <= limit else { return UnitStatus.tooManyFrames }
    if let outputs = unit.pointee.outputs {
        let status = outputs.pointee.aim(bus, frameCount, output)
        guard status == 0 else { return status }
    }
    var start = time.pointee.hasSampleTime ? time.pointee.mSampleTime : unit.pointee.ownTime
    if !(abs(start) < 1e15) { start = 0 }
    // Several output buses of one block: the first one gets the events.
    let isFirst = start != unit.pointee.lastTime || bus == 0
    unit.pointee.lastTime = start
    news.pointee.lastTime.store(start.bitPattern, ordering: .relaxed)
    unit.pointee.ownTime = start + Double(frameCount)
    tell(unit, flags.pointee.beforeRendering(), time, frameCount, bus)
    var due: UnsafeMutablePointer<AURenderEvent>?
    if isFirst {
        due = unit.pointee.events.pointee.takeDue(
            from: Int64(start), before: Int64(start) &+ Int64(frameCount))
    }
    let status = unit.pointee.block(flags, time, frameCount, bus, output, UnsafePointer(due))
    unit.pointee.events.pointee.release(due)
    tell(unit, flags.pointee.afterRendering(status), time, frameCount, bus)
    return status
}

/// Calls all observers with the time and length of a block.
@_noAllocation @_noLocks
private func tell(
    _ unit: UnsafeMutablePointer<UnitRendererState>, _ flags: AudioUnitRenderActionFlags,
    _ time: UnsafePointer<AudioTimeStamp>, _ frameCount: UInt32, _ bus: Int
) {
    let observers = unit.pointee.observers
    for index in 0..<unit.pointee.observerCount {
        let entry = UnsafeMutablePointer<ClientObserver>(bitPattern: observers[index].load(ordering: .acquiring))
        guard let entry else { continue }
        entry.pointee(flags, time, frameCount, bus)
    }
}
