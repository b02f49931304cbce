import CoreAudioTypes
import SordinoGraph

/// Renders one block of one output bus of a unit that is made of functions.
@_noAllocation @_noLocks
func renderPlugIn(
    _ unit: UnsafeMutablePointer<PlugInState>, _ flags: UnsafeMutablePointer<AudioUnitRenderActionFlags>,
    _ time: UnsafePointer<AudioTimeStamp>, _ frameCount: UInt32, _ bus: Int,
    _ list: UnsafeMutablePointer<AudioBufferList>, _ events: UnsafePointer<AURenderEvent>?
) -> OSStatus {
    let start = time.pointee.hasSampleTime ? Int64(time.pointee.mSampleTime) : 0
    var next = events
    while let event = next {
        let type = event.pointee.head.eventType
        if type == .parameter || type == .parameterRamp {
            let frame = event.pointee.head.eventSampleTime &- start
            unit.pointee.parameters(event.pointee.parameter, atFrame: min(max(frame, 0), Int64(frameCount)))
        }
        next = event.pointee.head.next.map { UnsafePointer($0) }
    }
    return unit.pointee.render(flags, time, UInt32(truncatingIfNeeded: bus), frameCount, list)
}

/// Gives a unit that is made of functions the frames that it asks for.
@_noAllocation @_noLocks
func givePlugInInput(
    _ context: UnsafeMutableRawPointer, _ flags: UnsafeMutablePointer<AudioUnitRenderActionFlags>,
    _ time: UnsafePointer<AudioTimeStamp>, _ bus: UInt32, _ frameCount: UInt32,
    _ list: UnsafeMutablePointer<AudioBufferList>?
) -> OSStatus {
    guard let list else { return UnitStatus.parameter }
    let unit = context.assumingMemoryBound(to: PlugInState.self)
    return unit.pointee.pull.pointee(flags, time, frameCount, Int(bus), list)
}
