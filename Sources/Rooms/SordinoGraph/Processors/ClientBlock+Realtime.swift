import CoreAudioTypes
import SordinoRealtime

// Every place where a render function leaves the code that the compiler checks: calls of functions and blocks that a
// program gave. The program answers for the code behind them: it is not checked.

/// A function of a program that is called while rendering.
///
/// The function that a room passes here is one of a `+Realtime` file, never a closure: the house rules look at each
/// use.
package struct ClientBlock: Sendable {
    /// The context, and a pointer to the data that the caller and the function exchange; returns an `OSStatus`.
    package typealias Call = @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Int32

    let context: Lent<UnsafeMutableRawPointer>
    let call: Call

    /// Names a function; its context must outlive every plan that may call it.
    package init(context: UnsafeMutableRawPointer, call: @escaping Call) {
        self.context = Lent(context)
        self.call = call
    }

    /// Calls the function; returns its `OSStatus`.
    @_noAllocation @_noLocks
    package func callAsFunction(_ exchange: UnsafeMutableRawPointer) -> Int32 {
        var status: Int32 = 0
        _unsafePerformance { status = call(context.value, exchange) }
        return status
    }
}

/// A function of the control side that a render function calls when a program pulls on its own thread, without a
/// deadline.
package struct ControlCall: Sendable {
    private let context: Lent<UnsafeMutableRawPointer>
    private let call: @convention(c) (UnsafeMutableRawPointer, Int) -> Void

    /// Names a function; its context must outlive every call.
    package init(
        context: UnsafeMutableRawPointer, call: @escaping @convention(c) (UnsafeMutableRawPointer, Int) -> Void
    ) {
        self.context = Lent(context)
        self.call = call
    }

    /// Calls it; the caller has made sure that the thread is outside of every render call.
    @_noAllocation @_noLocks
    package func callAsFunction(_ value: Int) { _unsafePerformance { call(context.value, value) } }
}

/// A render callback of a C client, and its context.
package struct ClientProc: Sendable {
    let proc: AURenderCallback
    private let lent: Lent<UnsafeMutableRawPointer>
    /// The first argument of the function.
    package var context: UnsafeMutableRawPointer { @_noAllocation @_noLocks get { lent.value } }

    /// Names a function; its context must outlive every call.
    package init(_ proc: @escaping AURenderCallback, context: UnsafeMutableRawPointer) {
        self.proc = proc
        lent = Lent(context)
    }

    /// Calls the function; returns its `OSStatus`.
    @_noAllocation @_noLocks
    package func callAsFunction(
        _ flags: UnsafeMutablePointer<AudioUnitRenderActionFlags>, _ time: UnsafePointer<AudioTimeStamp>,
        _ bus: UInt32, _ frameCount: UInt32, _ list: UnsafeMutablePointer<AudioBufferList>?
    ) -> OSStatus {
        var status: OSStatus = 0
        _unsafePerformance { status = proc(lent.value, flags, time, bus, frameCount, list) }
        return status
    }
}

/// A function that receives the place of each block in the input, and its context.
package struct ClientPlaceProc: Sendable {
    /// The function: its context, the block's time, the place of its first frame in the input, frames of input.
    package typealias Proc =
        @convention(c) (UnsafeMutableRawPointer, UnsafePointer<AudioTimeStamp>, Double, Double) -> Void
    private let proc: Proc
    private let context: Lent<UnsafeMutableRawPointer>

    /// Names a function; its context must outlive every call.
    package init(_ proc: @escaping Proc, context: UnsafeMutableRawPointer) {
        (self.proc, self.context) = (proc, Lent(context))
    }

    /// Calls the function with the place of a block.
    @_noAllocation @_noLocks
    package func callAsFunction(_ time: UnsafePointer<AudioTimeStamp>, _ place: InputPlace) {
        _unsafePerformance { proc(context.value, time, place.first, place.frames) }
    }
}

/// The functions by which a unit made of functions takes its parameters, and its interface.
package struct ClientParameters: Sendable {
    /// Sets a parameter: interface, parameter, scope, element, value, frame of the block.
    package typealias Set =
        @convention(c) (UnsafeMutableRawPointer, UInt32, UInt32, UInt32, Float, UInt32) -> OSStatus
    /// Schedules changes: interface, events, their number.
    package typealias Schedule =
        @convention(c) (UnsafeMutableRawPointer, UnsafePointer<AudioUnitParameterEvent>, UInt32) -> OSStatus

    /// Reads a parameter: interface, parameter, scope, element, value.
    package typealias Get =
        @convention(c) (UnsafeMutableRawPointer, UInt32, UInt32, UInt32, UnsafeMutablePointer<Float>) -> OSStatus

    private let context: Lent<UnsafeMutableRawPointer>
    private let get: Get?
    private let set: Set?
    private let schedule: Schedule?

    /// Names the functions; nil for those that the unit does not have.
    package init(context: UnsafeMutableRawPointer, get: Get?, set: Set?, schedule: Schedule?) {
        (self.context, self.get, self.set, self.schedule) = (Lent(context), get, set, schedule)
    }

    /// Sets a parameter at a frame of the block, or lets it glide from there.
    @_noAllocation @_noLocks
    package func callAsFunction(_ event: AUParameterEvent, atFrame frame: Int64) {
        let id = UInt32(truncatingIfNeeded: event.parameterAddress)
        let scope = UInt32(truncatingIfNeeded: event.parameterAddress >> 32 & 0xFF)
        let element = UInt32(truncatingIfNeeded: event.parameterAddress >> 40)
        guard event.rampDurationSampleFrames > 0, let schedule else {
            if let set {
                _unsafePerformance {
                    _ = set(context.value, id, scope, element, event.value, UInt32(truncatingIfNeeded: frame))
                }
            }
            return
        }
        var ramp = AudioUnitParameterEvent()
        (ramp.scope, ramp.element, ramp.parameter, ramp.eventType) = (scope, element, id, .parameterEvent_Ramped)
        var present = event.value
        if let get { _unsafePerformance { _ = get(context.value, id, scope, element, &present) } }
        ramp.eventValues.ramp.startBufferOffset = Int32(truncatingIfNeeded: frame)
        ramp.eventValues.ramp.durationInFrames = event.rampDurationSampleFrames
        ramp.eventValues.ramp.startValue = present
        ramp.eventValues.ramp.endValue = event.value
        _unsafePerformance { _ = schedule(context.value, &ramp, 1) }
    }
}

// Blocks of programs lie in places, which are pointed to: so no reference is counted in code that the compiler checks.

extension ClientPull {
    /// Calls the block.
    ///
    /// - Returns: `kAudioUnitErr_NoConnection` if there is none.
    @_noAllocation @_noLocks
    package mutating func callAsFunction(
        _ flags: UnsafeMutablePointer<AudioUnitRenderActionFlags>, _ time: UnsafePointer<AudioTimeStamp>,
        _ frameCount: UInt32, _ bus: Int, _ list: UnsafeMutablePointer<AudioBufferList>
    ) -> OSStatus {
        withUnsafeMutablePointer(to: &self) { place in
            var status: OSStatus = 0
            _unsafePerformance { status = place.pointee.call(flags, time, frameCount, bus, list) }
            return status
        }
    }
}

extension ClientRender {
    /// Calls the block.
    ///
    /// - Returns: `kAudioUnitErr_Uninitialized` if there is none.
    @_noAllocation @_noLocks
    package mutating func callAsFunction(
        _ flags: UnsafeMutablePointer<AudioUnitRenderActionFlags>, _ time: UnsafePointer<AudioTimeStamp>,
        _ frameCount: UInt32, _ bus: Int, _ list: UnsafeMutablePointer<AudioBufferList>
    ) -> OSStatus {
        withUnsafeMutablePointer(to: &self) { place in
            var status: OSStatus = 0
            _unsafePerformance { status = place.pointee.call(flags, time, frameCount, bus, list) }
            return status
        }
    }
}

extension ClientUnitRender {
    /// Calls the block.
    ///
    /// - Returns: `kAudioUnitErr_Uninitialized` if there is none.
    @_noAllocation @_noLocks
    package mutating func callAsFunction(
        _ flags: UnsafeMutablePointer<AudioUnitRenderActionFlags>, _ time: UnsafePointer<AudioTimeStamp>,
        _ frameCount: UInt32, _ bus: Int, _ list: UnsafeMutablePointer<AudioBufferList>,
        _ events: UnsafePointer<AURenderEvent>?
    ) -> OSStatus {
        withUnsafeMutablePointer(to: &self) { place in
            var status: OSStatus = 0
            _unsafePerformance { status = place.pointee.call(flags, time, frameCount, bus, list, events) }
            return status
        }
    }
}

extension ClientObserver {
    /// Calls the observer's block.
    @_noAllocation @_noLocks
    package mutating func callAsFunction(
        _ flags: AudioUnitRenderActionFlags, _ time: UnsafePointer<AudioTimeStamp>, _ frameCount: UInt32, _ bus: Int
    ) {
        withUnsafeMutablePointer(to: &self) { place in
            _unsafePerformance { place.pointee.call(flags, time, frameCount, bus) }
        }
    }
}

extension ClientArrival {
    /// Calls the block if there is one.
    @_noAllocation @_noLocks
    package mutating func callAsFunction(
        _ flags: UnsafeMutablePointer<AudioUnitRenderActionFlags>, _ time: UnsafePointer<AudioTimeStamp>,
        _ frameCount: UInt32, _ bus: Int
    ) {
        withUnsafeMutablePointer(to: &self) { place in
            _unsafePerformance { place.pointee.call(flags, time, frameCount, bus) }
        }
    }
}

/// Calls the block of a `ClientExchange`, for `ClientBlock`.
@_noAllocation @_noLocks
func callClientExchange(_ context: UnsafeMutableRawPointer, _ exchange: UnsafeMutableRawPointer) -> Int32 {
    var status: Int32 = 0
    let place = context.assumingMemoryBound(to: ClientExchange.self)
    _unsafePerformance { status = place.pointee.call(exchange) }
    return status
}
