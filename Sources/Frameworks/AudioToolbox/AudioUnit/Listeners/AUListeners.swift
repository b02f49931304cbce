import AVAudioTypes
import CoreAudioTypes
import Dispatch
import Foundation

// Hearing of changes of units, by the older interface. A change that is made by an `AUParameter`, by the unit's C calls or by
// `AUParameterSet` reaches every listener but the one that makes it.

/// A listener, until it is disposed of.
public typealias AUParameterListenerRef = OpaquePointer

/// A listener of events, which is a listener of parameters as well.
public typealias AUEventListenerRef = AUParameterListenerRef

/// Hears of a value: the object that was given for the parameter, the parameter, its value.
public typealias AUParameterListenerBlock = (
    UnsafeMutableRawPointer?, UnsafePointer<AudioUnitParameter>, AudioUnitParameterValue
) -> Void

/// Hears of an event: the object that was given for it, the event, its host time, the value for parameters.
public typealias AUEventListenerBlock = (
    UnsafeMutableRawPointer?, UnsafePointer<AudioUnitEvent>, UInt64, AudioUnitParameterValue
) -> Void

/// Hears of a value, as `AUParameterListenerBlock`; first comes the program's own pointer.
public typealias AUParameterListenerProc =
    @convention(c) (
        UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafePointer<AudioUnitParameter>, AudioUnitParameterValue
    ) -> Void

/// Hears of an event, as `AUEventListenerBlock`; first comes the program's own pointer.
public typealias AUEventListenerProc =
    @convention(c) (
        UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafePointer<AudioUnitEvent>, UInt64,
        AudioUnitParameterValue
    ) -> Void

/// In place of a parameter's number when all have changed; only for `AUParameterListenerNotify`.
public var kAUParameterListener_AnyParameter: AudioUnitParameterID { 0xFFFF_FFFF }

/// Makes a listener that calls a function on a run loop with the latest value of each parameter that has changed.
///
/// - Parameters:
///   - inUserData: Handed to the function.
///   - inRunLoop: Nil for that of the calling thread.
///   - inRunLoopMode: Nil for the default mode.
///   - inNotificationInterval: Seconds between calls at the least; 0 for a call on the thread of the change, at once and
///     without the run loop.
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
/// - Parameter inNotificationInterval: Seconds between calls at the least.
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
///   - inUserData: Handed to the function.
///   - inRunLoop: Nil for that of the calling thread.
///   - inRunLoopMode: Nil for the default mode.
///   - inNotificationInterval: Seconds between calls at the least.
///   - inValueChangeGranularity: Values of one parameter that are closer together count as one; seconds.
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
///   - inNotificationInterval: Seconds between calls at the least.
///   - inValueChangeGranularity: Values of one parameter that are closer together count as one; seconds.
@discardableResult
public func AUEventListenerCreateWithDispatchQueue(
    _ outListener: UnsafeMutablePointer<AUEventListenerRef?>, _ inNotificationInterval: Float32,
    _ inValueChangeGranularity: Float32, _ inDispatchQueue: DispatchQueue, _ inBlock: @escaping AUEventListenerBlock
) -> OSStatus {
    outListener.pointee = eventListener(
        on: .queue(inDispatchQueue), inNotificationInterval, inValueChangeGranularity, inBlock)
    return noErr
}

/// A place on a run loop.
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

/// Ends a listener; no call begins after this.
///
/// - Returns: -50 for what is none.
@discardableResult
public func AUListenerDispose(_ inListener: AUParameterListenerRef) -> OSStatus {
    UnitListener.dispose(inListener) ? noErr : kAudio_ParamError
}

private func valueChange(of parameter: AudioUnitParameter) -> AudioUnitEvent {
    AudioUnitEvent(mEventType: .parameterValueChange, mArgument: .init(mParameter: parameter))
}

/// Lets a listener hear of a parameter, on behalf of an object.
///
/// - Returns: -50 for what is no listener.
@discardableResult
public func AUListenerAddParameter(
    _ inListener: AUParameterListenerRef, _ inObject: UnsafeMutableRawPointer?,
    _ inParameter: UnsafePointer<AudioUnitParameter>
) -> OSStatus {
    var event = valueChange(of: inParameter.pointee)
    return AUEventListenerAddEventType(inListener, inObject, &event)
}

/// Ends what `AUListenerAddParameter` began.
///
/// - Returns: -50 for what is no listener.
@discardableResult
public func AUListenerRemoveParameter(
    _ inListener: AUParameterListenerRef, _ inObject: UnsafeMutableRawPointer?,
    _ inParameter: UnsafePointer<AudioUnitParameter>
) -> OSStatus {
    var event = valueChange(of: inParameter.pointee)
    return AUEventListenerRemoveEventType(inListener, inObject, &event)
}

/// Lets a listener hear of an event, on behalf of an object.
///
/// - Returns: -50 for what is no listener.
@discardableResult
public func AUEventListenerAddEventType(
    _ inListener: AUEventListenerRef, _ inObject: UnsafeMutableRawPointer?, _ inEvent: UnsafePointer<AudioUnitEvent>
) -> OSStatus {
    guard let listener = UnitListener.of(inListener) else { return kAudio_ParamError }
    listener.add(ListenerSubscription(listener, inObject, inEvent.pointee))
    return noErr
}

/// Ends what `AUEventListenerAddEventType` began.
///
/// - Returns: -50 for what is no listener.
@discardableResult
public func AUEventListenerRemoveEventType(
    _ inListener: AUEventListenerRef, _ inObject: UnsafeMutableRawPointer?, _ inEvent: UnsafePointer<AudioUnitEvent>
) -> OSStatus {
    guard let listener = UnitListener.of(inListener) else { return kAudio_ParamError }
    listener.remove(ListenerSubscription(listener, inObject, inEvent.pointee))
    return noErr
}

// MARK: - Telling

/// Sets a parameter and tells every listener but the one that asks.
///
/// - Parameters:
///   - inSendingListener: Together with the object, who is not told; nil to tell all.
///   - inSendingObject: The object on whose behalf the listener listens.
///   - inParameter: Which parameter.
///   - inValue: From its smallest value to its largest.
///   - inBufferOffsetInFrames: The frame of the next block at which it takes the value; 0 for now.
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
            UnitInstance.of(inParameter.pointee.mAudioUnit).unit.scheduleParameterBlock(
                AUEventSampleTimeImmediate + AUEventSampleTime(inBufferOffsetInFrames), 0, parameter.address, inValue)
            parameter.announce(inValue)
        }
    }
    return noErr
}

/// Tells every listener but the one that asks that a parameter has changed; for `kAUParameterListener_AnyParameter`, that all have.
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
    let tree = UnitInstance.of(inParameter.pointee.mAudioUnit).unit.parameterTree
    ListenerSender.$current.withValue(ListenerSender(inSendingListener, inSendingObject, address: nil)) {
        for parameter in tree?.allParameters ?? [] { parameter.announce(parameter.value) }
    }
    return noErr
}

/// Tells every listener but the one that asks of an event, such as the beginning of a gesture.
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
        UnitInstance.of(property.mAudioUnit).unit.listeners.tellProperty(
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
    /// The parameter in its unit's tree.
    var found: AUParameter? {
        UnitInstance.of(mAudioUnit).unit.parameterTree?.parameter(
            withID: mParameterID, scope: mScope, element: mElement)
    }
}
