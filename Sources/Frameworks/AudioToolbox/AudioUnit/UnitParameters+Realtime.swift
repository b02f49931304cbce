import CoreAudioTypes
import SordinoGraph

/// The parameters of a built-in unit, without the objects of its parameter tree.
///
/// - Thread: any, also render. Observers of the parameter tree are not called.
struct UnitParameters: Sendable {
    let port: ParameterPort

    /// Returns the value of a parameter; nil if there is none.
    @_noAllocation @_noLocks
    func parameterValue(_ id: UInt32, _ scope: UInt32, _ element: UInt32) -> Float? {
        guard let address = Self.address(id, scope, element) else { return nil }
        return port.value(at: address)
    }

    /// Sets a parameter, at a frame of the next block or, for frame 0, from the next block on.
    ///
    /// - Returns: False if there is no such parameter or it can only be read.
    @_noAllocation @_noLocks
    func setParameter(_ id: UInt32, _ scope: UInt32, _ element: UInt32, _ value: Float, frame: UInt32) -> Bool {
        guard let address = Self.address(id, scope, element) else { return false }
        if frame == 0 { return port.set(value, at: address) }
        return port.schedule(value, at: address, time: ParameterPort.immediately &+ Int64(frame), rampFrames: 0)
    }

    /// Schedules an event for the next block; a ramp that began before the block continues from the present value.
    ///
    /// - Returns: False if there is no such parameter or it can only be read.
    @_noAllocation @_noLocks
    func scheduleEvent(_ event: AudioUnitParameterEvent) -> Bool {
        guard let address = Self.address(event.parameter, event.scope, event.element) else { return false }
        guard event.eventType == .parameterEvent_Ramped else {
            let change = event.eventValues.immediate
            return port.schedule(
                change.value, at: address, time: ParameterPort.immediately &+ Int64(change.bufferOffset), rampFrames: 0)
        }
        let ramp = event.eventValues.ramp
        let begin = Int64(ramp.startBufferOffset)
        let left = max(Int64(ramp.durationInFrames) &+ min(begin, 0), 0)
        return port.schedule(
            ramp.endValue, at: address, time: ParameterPort.immediately &+ max(begin, 0),
            rampFrames: UInt32(truncatingIfNeeded: left))
    }

    /// The address of a parameter; nil for a scope that no address holds.
    @_noAllocation @_noLocks
    private static func address(_ id: UInt32, _ scope: UInt32, _ element: UInt32) -> UInt64? {
        guard scope <= 0xFF else { return nil }
        return UInt64(id) | UInt64(scope) << 32 | UInt64(element & 0xFF_FFFF) << 40
    }
}
