// Audio Session Services, the C interface until iOS 6 to the same session that `AVAudioSession` represents.
import AVAudioTypes
import CoreAudioTypes
import SordinoRealtime
import SordinoSession

/// The number of a property of the session.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public typealias AudioSessionPropertyID = UInt32

/// Advice at the end of an interruption: `kAudioSessionInterruptionType_ShouldResume` or `…ShouldNotResume`.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public typealias AudioSessionInterruptionType = UInt32

/// Called when an interruption begins or ends: the program's pointer, then `kAudioSessionBeginInterruption` or
/// `kAudioSessionEndInterruption`.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public typealias AudioSessionInterruptionListener = @convention(c) (UnsafeMutableRawPointer?, UInt32) -> Void

/// Called when a property has changed: the program's pointer, the property, the size of its value, and the value.
///
/// The last pointer points at a number, or is itself the object for properties such as `…AudioRouteChange` and
/// `…InputSources`. It is valid during the call.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public typealias AudioSessionPropertyListener =
    @convention(c) (UnsafeMutableRawPointer?, AudioSessionPropertyID, UInt32, UnsafeRawPointer?) -> Void

/// Begins the program's use of its session; the other functions need it, or `AVAudioSession.sharedInstance()` before
/// them.
///
/// - Parameters:
///   - inRunLoop: The run loop that calls listeners; nil for the main queue, which the main run loop serves.
///   - inRunLoopMode: The mode in which they are called; nil for the default mode.
///   - inInterruptionListener: Called when interruptions begin and end; may be nil.
///   - inClientData: Passed to the listener.
/// - Returns: `kAudioSessionAlreadyInitialized` the second time.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
@discardableResult
public func AudioSessionInitialize(
    _ inRunLoop: CFRunLoop!, _ inRunLoopMode: CFString!, _ inInterruptionListener: AudioSessionInterruptionListener!,
    _ inClientData: UnsafeMutableRawPointer!
) -> OSStatus {
    LegacySession.current.initialize(
        .init(inRunLoop, inRunLoopMode), inInterruptionListener.map { .init(proc: $0, clientData: Lent(inClientData)) })
}

/// Makes the session active or inactive.
///
/// - Returns: `kAudioSessionNotInitialized`, or the code that `AVAudioSession.setActive(_:options:)` throws.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
@discardableResult
public func AudioSessionSetActive(_ active: Bool) -> OSStatus { AudioSessionSetActiveWithFlags(active, 0) }

/// Makes the session active or inactive.
///
/// - Parameter inFlags: `kAudioSessionSetActiveFlag_NotifyOthersOnDeactivation` or 0.
/// - Returns: As `AudioSessionSetActive`.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
@discardableResult
public func AudioSessionSetActiveWithFlags(_ active: Bool, _ inFlags: UInt32) -> OSStatus {
    LegacySession.current.setActive(active, notifyOthers: inFlags & 1 != 0)
}

/// Gets a property.
///
/// - Parameters:
///   - ioDataSize: Room at `outData`; afterwards the bytes that were written.
///   - outData: Receives the value; the caller releases an object.
/// - Returns: `kAudioSessionUnsupportedPropertyError` for a property that cannot be read,
///   `kAudioSessionBadPropertySizeError` for too little room.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
@discardableResult
public func AudioSessionGetProperty(
    _ inID: AudioSessionPropertyID, _ ioDataSize: UnsafeMutablePointer<UInt32>!, _ outData: UnsafeMutableRawPointer!
) -> OSStatus {
    guard let ioDataSize, let outData else { return kAudio_ParamError }
    return LegacySession.current.get(inID, size: &ioDataSize.pointee, to: outData)
}

/// Sets a property.
///
/// - Returns: `kAudioSessionUnsupportedPropertyError` for a property that cannot be set,
///   `kAudioSessionBadPropertySizeError` for a value of another size, `kAudioSessionIncompatibleCategory` for an
///   override that the category does not allow, else the code that `AVAudioSession` throws. An error leaves the
///   property unchanged.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
@discardableResult
public func AudioSessionSetProperty(
    _ inID: AudioSessionPropertyID, _ inDataSize: UInt32, _ inData: UnsafeRawPointer!
) -> OSStatus {
    guard let inData else { return kAudio_ParamError }
    return LegacySession.current.set(inID, size: inDataSize, inData)
}

/// Returns the size of a property's value, in bytes.
///
/// - Returns: `kAudioSessionUnsupportedPropertyError` for an unknown property.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
@discardableResult
public func AudioSessionGetPropertySize(
    _ inID: AudioSessionPropertyID, _ outDataSize: UnsafeMutablePointer<UInt32>!
) -> OSStatus {
    guard let outDataSize else { return kAudio_ParamError }
    return LegacySession.current.getSize(inID, &outDataSize.pointee)
}

/// Adds a listener, called after changes of a property on the run loop that `AudioSessionInitialize` chose.
///
/// - Returns: `kAudioSessionUnsupportedPropertyError` for a property without listeners: rates, latencies, durations,
///   and the category with its mode and overrides.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
@discardableResult
public func AudioSessionAddPropertyListener(
    _ inID: AudioSessionPropertyID, _ inProc: AudioSessionPropertyListener!, _ inClientData: UnsafeMutableRawPointer!
) -> OSStatus {
    guard let inProc else { return kAudio_ParamError }
    return LegacySession.current.addListener(inID, .init(proc: inProc, clientData: Lent(inClientData)))
}

/// Removes all listeners of a property.
@available(*, deprecated, renamed: "AudioSessionRemovePropertyListenerWithUserData")
@discardableResult
public func AudioSessionRemovePropertyListener(_ inID: AudioSessionPropertyID) -> OSStatus {
    LegacySession.current.removeListeners(inID) { _ in true }
}

/// Removes the listener of a property that was added with this function and pointer.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
@discardableResult
public func AudioSessionRemovePropertyListenerWithUserData(
    _ inID: AudioSessionPropertyID, _ inProc: AudioSessionPropertyListener!, _ inClientData: UnsafeMutableRawPointer!
) -> OSStatus {
    guard let inProc else { return kAudio_ParamError }
    let listener = LegacySession.PropertyListener(proc: inProc, clientData: Lent(inClientData))
    return LegacySession.current.removeListeners(inID) { $0 == listener }
}
