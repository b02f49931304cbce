import CoreAudioTypes
import SordinoGraph
import SordinoRealtime
import SordinoSignal

/// Renders one block of a deferred unit: frames that are there, then silence.
@_noAllocation @_noLocks
func renderDeferred(
    _ unit: UnsafeMutablePointer<DeferredState>, _ frameCount: UInt32, _ bus: Int,
    _ list: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus {
    guard bus == 0 else { return UnitStatus.invalidElement }
    guard let ring = unit.pointee.ring, let planes = unit.pointee.planes else { return UnitStatus.uninitialized }
    let count = Int(frameCount)
    guard planes.aim(at: list, frameCount: count) else { return UnitStatus.parameter }
    let isProgram = !RenderThread.isCurrent
    if isProgram, let desk = unit.pointee.desk { desk(count) }
    let given = ring.read(into: planes.targets, frameCount: count)
    for channel in 0..<planes.channelCount { Mixing.clear(planes.targets[channel] + given, frameCount: count &- given) }
    unit.pointee.lostFrames &+= count &- given
    planes.finish(list, frameCount: count)
    if isProgram, let desk = unit.pointee.desk { desk(0) }
    return 0
}
