import CoreAudioTypes
import SordinoGraph

/// The function of a hosted unit: renders one block of one output bus.
@_noAllocation @_noLocks
func renderClientUnit(_ context: UnsafeMutableRawPointer, _ exchange: UnsafeMutableRawPointer) -> Int32 {
    let unit = context.assumingMemoryBound(to: ClientUnitState.self)
    let exchange = exchange.assumingMemoryBound(to: HostedExchange.self)
    unit.pointee.exchange = exchange
    var flags = AudioUnitRenderActionFlags(rawValue: 0)
    var time = exchange.pointee.time
    let status = unit.pointee.render(
        &flags, &time, UInt32(truncatingIfNeeded: exchange.pointee.frameCount), exchange.pointee.bus,
        exchange.pointee.list)
    unit.pointee.exchange = nil
    exchange.pointee.isSilence = flags.isSilence
    return status
}

/// Gives the unit the frames that it asks for: those of the block, or a part of them by its time.
@_noAllocation @_noLocks
func pullClientUnit(
    _ unit: UnsafeMutablePointer<ClientUnitState>, _ flags: UnsafeMutablePointer<AudioUnitRenderActionFlags>,
    _ time: UnsafePointer<AudioTimeStamp>, _ frameCount: UInt32, _ bus: Int,
    _ list: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus {
    guard let exchange = unit.pointee.exchange else { return UnitStatus.cannotDoInCurrentContext }
    var offset = 0
    if time.pointee.hasSampleTime {
        let distance = time.pointee.mSampleTime - exchange.pointee.time.mSampleTime
        guard distance >= 0, distance <= Double(exchange.pointee.frameCount) else { return UnitStatus.parameter }
        offset = Int(distance)
    }
    var isSilence = false
    let status = exchange.pointee.pull(
        bus: bus, offset: offset, frameCount: Int(frameCount), into: list, isSilence: &isSilence)
    if isSilence { flags.pointee = AudioUnitRenderActionFlags(rawValue: flags.pointee.rawValue | 16) }
    return status
}
