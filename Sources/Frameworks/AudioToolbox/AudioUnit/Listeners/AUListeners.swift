import AVAudioTypes
import CoreAudioTypes
import Dispatch
import Foundation

// The C interface of listeners to units. A change by an `AUParameter`, by the C functions of units or by
// `AUParameterSet` is delivered to every listener but the sender.

/// A handle of a listener, valid until `AUListenerDispose`.
public typealias AUParameterListenerRef = OpaquePointer

/// A handle of an event listener, which can listen to parameters as well.
public typealias AUEventListenerRef = AUParameterListenerRef

/// Called with a new value: the object that was added with the parameter, the parameter, its value.
public typealias AUParameterListenerBlock = (
    UnsafeMutableRawPointer?, UnsafePointer<AudioUnitParameter>, AudioUnitParameterValue
) -> Void

/// Called with an event: the object that was added with it, the event, its host time, the value for parameters.
public typealias AUEventListenerBlock = (
    UnsafeMutableRawPointer?, UnsafePointer<AudioUnitEvent>, UInt64, AudioUnitParameterValue
) -> Void

/// Called with a new value: the program's pointer, then the arguments of `AUParameterListenerBlock`.
public typealias AUParameterListenerProc =
    @convention(c) (
        UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafePointer<AudioUnitParameter>, AudioUnitParameterValue
    ) -> Void

/// Called with an event: the program's pointer, then the arguments of `AUEventListenerBlock`.
public typealias AUEventListenerProc =
    @convention(c) (
        UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafePointer<AudioUnitEvent>, UInt64,
        AudioUnitParameterValue
    ) -> Void

/// The parameter number that stands for all parameters; only for `AUParameterListenerNotify`.
public var kAUParameterListener_AnyParameter: AudioUnitParameterID { 0xFFFF_FFFF }

/// Makes a listener that calls a function on a run loop with the latest value of each parameter that has changed.
///
/// - Parameters:
///   - inUserData: Passed to the function.
///   - inRunLoop: The run loop that calls the function; nil for that of the calling thread.
///   - inRunLoopMode: The mode of the run loop; nil for the default mode.
///   - inNotificationInterval: The least time between calls, in seconds; 0 for calls at once, on the thread of the
///     change instead of the run loop.
@discardableResult
public func AUListenerCreate(
    _ inProc: AUParameterListenerProc, _ inUserData: UnsafeMutableRawPointer, _ inRunLoop: CFRunLoop?,
    _ inRunLoopMode: CFString?, _ inNotificationInterval: Float32,
    _ outListener: UnsafeMutablePointer<AUParameterListenerRef?>
) -> OSStatus {
    let place: UnitListener.Place =
        inNotificationInterval > 0 ? runLoop(inRunLoop, inRunLoopMode) : .changingThread
    outListener.pointee = parameterListener(on: place, inNotificationInterval) { inProc(inUserData, $0, $1, $2) }
    return noErr
}

/// Makes a listener that calls a block on a queue with the latest value of each parameter that has changed.
///
/// - Parameter inNotificationInterval: The least time between calls, in seconds.
@discardableResult
public func AUListenerCreateWithDispatchQueue(
    _ outListener: UnsafeMutablePointer<AUParameterListenerRef?>, _ inNotificationInterval: Float32,
    _ inDispatchQueue: DispatchQueue, _ inBlock: @escaping AUParameterListenerBlock
) -> OSStatus {
    outListener.pointee = parameterListener(on: .queue(inDispatchQueue), inNotificationInterval, inBlock)
    return noErr
}

/// Makes a listener that calls a function on a run loop with values, gestures and properties, in their order.
///
/// - Parameters:
///   - inUserData: Passed to the function.
///   - inRunLoop: The run loop that calls the function; nil for that of the calling thread.
///   - inRunLoopMode: The mode of the run loop; nil for the default mode.
///   - inNotificationInterval: The least time between calls, in seconds.
///   - inValueChangeGranularity: The time in seconds within which later values of a parameter replace earlier ones.
@discardableResult
public func AUEventListenerCreate(
    _ inProc: AUEventListenerProc, _ inUserData: UnsafeMutableRawPointer?, _ inRunLoop: CFRunLoop?,
    _ inRunLoopMode: CFString?, _ inNotificationInterval: Float32, _ inValueChangeGranularity: Float32,
    _ outListener: UnsafeMutablePointer<AUEventListenerRef?>
) -> OSStatus {
    outListener.pointee = eventListener(
        on: runLoop(inRunLoop, inRunLoopMode), inNotificationInterval, inValueChangeGranularity
    ) { inProc(inUserData, $0, $1, $2, $3) }
    return noErr
}

/// Makes a listener that calls a block on a queue with values, gestures and properties, in their order.
///
/// - Parameters:
///   - inNotificationInterval: The least time between calls, in seconds.
///   - inValueChangeGranularity: The time in seconds within which later values of a parameter replace earlier ones.
@discardableResult
public func AUEventListenerCreateWithDispatchQueue(
    _ outListener: UnsafeMutablePointer<AUEventListenerRef?>, _ inNotificationInterval: Float32,
    _ inValueChangeGranularity: Float32, _ inDispatchQueue: DispatchQueue, _ inBlock: @escaping AUEventListenerBlock
) -> OSStatus {
    outListener.pointee = eventListener(
        on: .queue(inDispatchQueue), inNotificationInterval, inValueChangeGranularity, inBlock)
    return noErr
}

/// Returns the place for a run loop and a mode.
private func runLoop(_ loop: CFRunLoop?, _ mode: CFString?) -> UnitListener.Place {
    .runLoop(RunLoopCalls(on: loop ?? CFRunLoopGetCurrent(), mode: mode))
}

private func parameterListener(
    on place: UnitListener.Place, _ interval: Float32, _ block: @escaping AUParameterListenerBlock
) -> AUParameterListenerRef {
    UnitListener.make(on: place, interval: interval, granularity: nil) { object, event, _, value in
        guard event.mEventType == .parameterValueChange else { return }
        var parameter = event.mArgument.mParameter
        block(object, &parameter, value)
    }
}

private func eventListener(
    on place: UnitListener.Place, _ interval: Float32, _ granularity: Float32, _ block: @escaping AUEventListenerBlock
) -> AUEventListenerRef {
    UnitListener.make(on: place, interval: interval, granularity: granularity) { object, event, hostTime, value in
        var event = event
        block(object, &event, hostTime, value)
    }
}

/// Disposes of a listener; no call begins after this.
///
/// - Returns: -50 for an invalid listener.
@discardableResult
public func AUListenerDispose(_ inListener: AUParameterListenerRef) -> OSStatus {
    UnitListener.dispose(inListener) ? noErr : kAudio_ParamError
}

private func valueChange(of parameter: AudioUnitParameter) -> AudioUnitEvent {
    AudioUnitEvent(mEventType: .parameterValueChange, mArgument: .init(mParameter: parameter))
}

/// Subscribes a listener to a parameter, on behalf of an object.
///
/// - Returns: -50 for an invalid listener.
@discardableResult
public func AUListenerAddParameter(
    _ inListener: AUParameterListenerRef, _ inObject: UnsafeMutableRawPointer?,
    _ inParameter: UnsafePointer<AudioUnitParameter>
) -> OSStatus {
    var event = valueChange(of: inParameter.pointee)
    return AUEventListenerAddEventType(inListener, inObject, &event)
}

/// Removes a subscription of `AUListenerAddParameter`.
///
/// - Returns: -50 for an invalid listener.
@discardableResult
public func AUListenerRemoveParameter(
    _ inListener: AUParameterListenerRef, _ inObject: UnsafeMutableRawPointer?,
    _ inParameter: UnsafePointer<AudioUnitParameter>
) -> OSStatus {
    var event = valueChange(of: inParameter.pointee)
    return AUEventListenerRemoveEventType(inListener, inObject, &event)
}

/// Subscribes a listener to an event, on behalf of an object.
///
/// - Returns: -50 for an invalid listener.
@discardableResult
public func AUEventListenerAddEventType(
    _ inListener: AUEventListenerRef, _ inObject: UnsafeMutableRawPointer?, _ inEvent: UnsafePointer<AudioUnitEvent>
) -> OSStatus {
    guard let listener = UnitListener.of(inListener) else { return kAudio_ParamError }
    listener.add(ListenerSubscription(listener, inObject, inEvent.pointee))
    return noErr
}

/// Removes a subscription of `AUEventListenerAddEventType`.
///
/// - Returns: -50 for an invalid listener.
@discardableResult
public func AUEventListenerRemoveEventType(
    _ inListener: AUEventListenerRef, _ inObject: UnsafeMutableRawPointer?, _ inEvent: UnsafePointer<AudioUnitEvent>
) -> OSStatus {
    guard let listener = UnitListener.of(inListener) else { return kAudio_ParamError }
    listener.remove(ListenerSubscription(listener, inObject, inEvent.pointee))
    return noErr
}

// MARK: - Notifying

/// Sets a parameter, and notifies every listener but the sender.
///
/// - Parameters:
///   - inSendingListener: The listener that, with the object, is not notified; nil to notify all.
///   - inSendingObject: The object that was added with the sender's subscription.
///   - inParameter: The parameter.
///   - inValue: The value, from its smallest to its largest.
///   - inBufferOffsetInFrames: The frame of the next block at which it takes the value; 0 for at once.
/// - Returns: `kAudioUnitErr_InvalidParameter` if the unit does not have it, or it can only be read.
@discardableResult
public func AUParameterSet(
    _ inSendingListener: AUParameterListenerRef?, _ inSendingObject: UnsafeMutableRawPointer?,
    _ inParameter: UnsafePointer<AudioUnitParameter>, _ inValue: AudioUnitParameterValue,
    _ inBufferOffsetInFrames: UInt32
) -> OSStatus {
    guard let parameter = inParameter.pointee.found, !parameter.flags.contains(.flag_MeterReadOnly) else {
        return kAudioUnitErr_InvalidParameter
    }
    let sender = ListenerSender(inSendingListener, inSendingObject, address: parameter.address)
    ListenerSender.$current.withValue(sender) {
        if inBufferOffsetInFrames == 0 {
            parameter.value = inValue
        } else {
            UnitInstance.of(inParameter.pointee.mAudioUnit)?.unit.scheduleParameterBlock(
                AUEventSampleTimeImmediate + AUEventSampleTime(inBufferOffsetInFrames), 0, parameter.address, inValue)
            parameter.announce(inValue)
        }
    }
    return noErr
}

/// Notifies every listener but the sender that a parameter has changed; all parameters for
/// `kAUParameterListener_AnyParameter`.
///
/// - Returns: `kAudioUnitErr_InvalidParameter` if the unit does not have it.
@discardableResult
public func AUParameterListenerNotify(
    _ inSendingListener: AUParameterListenerRef?, _ inSendingObject: UnsafeMutableRawPointer?,
    _ inParameter: UnsafePointer<AudioUnitParameter>
) -> OSStatus {
    guard inParameter.pointee.mParameterID == kAUParameterListener_AnyParameter else {
        var event = valueChange(of: inParameter.pointee)
        return AUEventListenerNotify(inSendingListener, inSendingObject, &event)
    }
    guard let instance = UnitInstance.of(inParameter.pointee.mAudioUnit) else { return UnitError.invalidInstance }
    let tree = instance.unit.parameterTree
    ListenerSender.$current.withValue(ListenerSender(inSendingListener, inSendingObject, address: nil)) {
        for parameter in tree?.allParameters ?? [] { parameter.announce(parameter.value) }
    }
    return noErr
}

/// Notifies every listener but the sender of an event, such as the beginning of a gesture.
///
/// - Returns: `kAudioUnitErr_InvalidParameter` if it names a parameter that the unit does not have.
@discardableResult
public func AUEventListenerNotify(
    _ inSendingListener: AUEventListenerRef?, _ inSendingObject: UnsafeMutableRawPointer?,
    _ inEvent: UnsafePointer<AudioUnitEvent>
) -> OSStatus {
    let event = inEvent.pointee
    if event.mEventType == .propertyChange {
        let property = event.mArgument.mProperty
        guard let instance = UnitInstance.of(property.mAudioUnit) else { return UnitError.invalidInstance }
        instance.unit.listeners.notifyProperty(
            property.mPropertyID, property.mScope, property.mElement,
            sender: ListenerSender(inSendingListener, inSendingObject, address: nil))
        return noErr
    }
    guard let parameter = event.mArgument.mParameter.found else { return kAudioUnitErr_InvalidParameter }
    let kind: AUParameterAutomationEventType =
        switch event.mEventType {
        case .beginParameterChangeGesture: .touch
        case .endParameterChangeGesture: .release
        default: .value
        }
    let sender = ListenerSender(inSendingListener, inSendingObject, address: parameter.address)
    ListenerSender.$current.withValue(sender) { parameter.announce(parameter.value, eventType: kind) }
    return noErr
}

extension AudioUnitParameter {
    /// The parameter in the tree of the unit; nil for none.
    var found: AUParameter? {
        UnitInstance.of(mAudioUnit)?.unit.parameterTree?.parameter(
            withID: mParameterID, scope: mScope, element: mElement)
    }
}
