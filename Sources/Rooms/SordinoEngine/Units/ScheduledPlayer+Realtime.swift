import CoreAudioTypes
import SordinoGraph
import SordinoRealtime

/// Renders one block of a generator.
@_noAllocation @_noLocks
func renderScheduledPlayer(
    _ player: UnsafeMutablePointer<ScheduledPlayerState>, _ time: UnsafePointer<AudioTimeStamp>, _ frameCount: UInt32,
    _ bus: Int, _ list: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus {
    // A program that pulls on a thread of its own waits for files; hardware does not.
    let isProgram = !RenderThread.isCurrent
    if isProgram, let desk = player.pointee.desk { desk(Int(frameCount)) }
    let status = renderHost(player.pointee.host, time, frameCount, bus, list)
    if isProgram, let desk = player.pointee.desk { desk(0) }
    return status
}
