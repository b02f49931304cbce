import CoreAudioTypes
import SordinoGraph
import SordinoRealtime

/// Renders one block of an output bus of a hosted unit.
///
/// The input comes from the host's `pull`. The first bus that is asked for a block renders all of them; the others give what was made then.
@_noAllocation @_noLocks
func renderHost(
    _ host: UnsafeMutablePointer<UnitHostState>, _ time: UnsafePointer<AudioTimeStamp>, _ frameCount: UInt32,
    _ bus: Int, _ list: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus {
    // A program that pulls on a thread of its own waits for files; hardware does not.
    let isProgram = !RenderThread.isCurrent
    if isProgram, let desk = host.pointee.desk { desk(Int(frameCount)) }
    let status =
        host.pointee.captureCount > 0
        ? renderCaptures(host, time, Int(frameCount), bus, list) : renderPlanes(host, time, Int(frameCount), bus, list)
    if isProgram, let desk = host.pointee.desk { desk(0) }
    return status
}

/// The function of a host's sources: asks for the frames of one input bus.
@_noAllocation @_noLocks
func pullHostSource(_ context: UnsafeMutableRawPointer, _ exchange: UnsafeMutableRawPointer) -> Int32 {
    let source = context.assumingMemoryBound(to: HostSourceState.self)
    let exchange = exchange.assumingMemoryBound(to: SourceExchange.self)
    var flags = AudioUnitRenderActionFlags(rawValue: 0)
    var time = exchange.pointee.time
    let status = source.pointee.host.pointee.pull.pointee(
        &flags, &time, UInt32(truncatingIfNeeded: exchange.pointee.frameCount), source.pointee.bus,
        exchange.pointee.list)
    if status != 0 { source.pointee.status = status }
    exchange.pointee.isSilence = flags.isSilence
    return status
}

@_noAllocation @_noLocks
private func renderPlanes(
    _ host: UnsafeMutablePointer<UnitHostState>, _ time: UnsafePointer<AudioTimeStamp>, _ frameCount: Int,
    _ bus: Int, _ list: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus {
    guard bus == 0 else { return UnitStatus.invalidElement }
    guard let planes = host.pointee.planes else { return UnitStatus.uninitialized }
    guard planes.aim(at: list, frameCount: frameCount) else { return UnitStatus.parameter }
    let status = run(host, time, frameCount, planes.targets, channelCount: planes.channelCount)
    planes.finish(list, frameCount: frameCount)
    return status
}

@_noAllocation @_noLocks
private func renderCaptures(
    _ host: UnsafeMutablePointer<UnitHostState>, _ time: UnsafePointer<AudioTimeStamp>, _ frameCount: Int,
    _ bus: Int, _ list: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus {
    let count = host.pointee.captureCount
    guard bus >= 0, bus < count, let captures = host.pointee.captures else { return UnitStatus.invalidElement }
    if !captures[bus].pointee.holds(time.pointee, frameCount) {
        for index in 0..<count { captures[index].pointee.begin(time.pointee, frameCount) }
        let status = run(host, time, frameCount, nil, channelCount: 0)
        if status != 0 {
            for index in 0..<count { captures[index].pointee.forget() }
            return status
        }
    }
    return captures[bus].pointee.give(list) ? 0 : UnitStatus.parameter
}

/// Renders one block of the graph.
@_noAllocation @_noLocks
private func run(
    _ host: UnsafeMutablePointer<UnitHostState>, _ time: UnsafePointer<AudioTimeStamp>, _ frameCount: Int,
    _ output: UnsafePointer<UnsafeMutablePointer<Float>>?, channelCount: Int
) -> OSStatus {
    let renderer = host.pointee.renderer
    if time.pointee.hasSampleTime { renderer.pointee.setSampleTime(time.pointee.sampleFrame) }
    let nanoseconds = time.pointee.hasHostTime ? Int64(bitPattern: time.pointee.mHostTime) : -1
    if let sources = host.pointee.sources {
        for index in 0..<host.pointee.sourceCount { sources[index].pointee.status = 0 }
    }
    renderer.pointee.render(
        frameCount: frameCount, hostNanoseconds: nanoseconds, output: output, outputChannelCount: channelCount,
        input: nil, inputChannelCount: 0)
    var status: OSStatus = 0
    guard let sources = host.pointee.sources else { return status }
    for index in 0..<host.pointee.sourceCount {
        let given = sources[index].pointee.status
        if given != 0, host.pointee.needsInputs || given != UnitStatus.noConnection { status = given }
    }
    return status
}
