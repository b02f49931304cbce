import CoreAudioTypes
import SordinoGraph
import SordinoRealtime
import Synchronization

/// The function of the source: asks the program for the frames that are played.
@_noAllocation @_noLocks
func provideRemote(_ context: UnsafeMutableRawPointer, _ exchange: UnsafeMutableRawPointer) -> Int32 {
    let remote = context.assumingMemoryBound(to: RemoteIOState.self)
    let exchange = exchange.assumingMemoryBound(to: SourceExchange.self)
    var flags = AudioUnitRenderActionFlags(rawValue: 0)
    var time = exchange.pointee.time
    if isHalted(remote.pointee.news) || remote.pointee.clock.waits(time) {
        silence(exchange.pointee.list)
        exchange.pointee.isSilence = true
        return 0
    }
    remote.pointee.clock.given.place(&time)
    let status = remote.pointee.provider(
        &flags, &time, UInt32(truncatingIfNeeded: exchange.pointee.frameCount), 0, exchange.pointee.list)
    exchange.pointee.isSilence = flags.isSilence
    return status
}

/// Runs the sink: keeps the arrived frames for the length of the block, and calls the program's handler.
@_noAllocation @_noLocks
func takeArrivals(_ context: UnsafeMutableRawPointer, _ exchange: UnsafeMutableRawPointer) -> Int32 {
    let remote = context.assumingMemoryBound(to: RemoteIOState.self)
    let exchange = exchange.assumingMemoryBound(to: SourceExchange.self)
    guard let arrivals = remote.pointee.arrivals, !isHalted(remote.pointee.news) else { return 0 }
    var time = exchange.pointee.time
    let frameCount = arrivals.pointee.take(exchange.pointee.list, exchange.pointee.frameCount, &time)
    // Input from before the start is dropped.
    let isEarly = remote.pointee.clock.waits(exchange.pointee.time)
    guard frameCount > 0, !isEarly else { return 0 }
    remote.pointee.clock.wanted.place(&time)
    var flags = AudioUnitRenderActionFlags(rawValue: 0)
    remote.pointee.handler(&flags, &time, UInt32(truncatingIfNeeded: frameCount), 1)
    return 0
}

/// Gives the frames that arrived in the present block.
///
/// - Returns: `kAudioUnitErr_CannotDoInCurrentContext` outside of calls by the hardware, and for the output, which the
///   hardware alone pulls.
@_noAllocation @_noLocks
func renderRemote(
    _ remote: UnsafeMutablePointer<RemoteIOState>, _ frameCount: UInt32, _ bus: Int,
    _ list: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus {
    guard bus == 1, RenderThread.isCurrent, let arrivals = remote.pointee.arrivals else {
        return UnitStatus.cannotDoInCurrentContext
    }
    return arrivals.pointee.give(Int(frameCount), list) ? 0 : UnitStatus.parameter
}

/// Returns whether the program has stopped the hardware inside the present block.
@_noAllocation @_noLocks
private func isHalted(_ news: UnsafePointer<EngineIOFlags>?) -> Bool {
    guard let news else { return false }
    return news.pointee.isHalted.load(ordering: .relaxed)
}
