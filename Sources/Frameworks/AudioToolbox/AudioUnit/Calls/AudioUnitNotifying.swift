import CoreAudioTypes
import Foundation
import SordinoEngine
import SordinoGraph
import SordinoRealtime

// Functions that are called about a unit's changes and blocks, and rendering with input in the call.

/// Called when a property has changed: context, unit, property, scope, element.
public typealias AudioUnitPropertyListenerProc =
    @convention(c) (UnsafeMutableRawPointer, AudioUnit, AudioUnitPropertyID, AudioUnitScope, AudioUnitElement) -> Void

/// Adds a function that is called after changes of a property, on the thread of the change.
///
/// It is called for changes by `AudioUnitSetProperty`, for the start and stop of output units, and for
/// `AUEventListenerNotify`.
///
/// - Parameter inProcUserData: The pointer passed to the function; nil for the unit.
@discardableResult
public func AudioUnitAddPropertyListener(
    _ inUnit: AudioUnit, _ inID: AudioUnitPropertyID, _ inProc: @escaping AudioUnitPropertyListenerProc,
    _ inProcUserData: UnsafeMutableRawPointer?
) -> OSStatus {
    guard let instance = UnitInstance.of(inUnit) else { return UnitError.invalidInstance }
    if let plugIn = instance.plugInBacking?.plugIn {
        return plugIn.addListener(inID, inProc, inProcUserData ?? UnsafeMutableRawPointer(inUnit))
    }
    instance.unit.listeners.add(
        UnitListeners.PropertyListener(
            unit: Lent(inUnit), id: inID, proc: inProc, context: Lent(inProcUserData)))
    return noErr
}

/// Removes a function that was added with the same context.
@discardableResult
public func AudioUnitRemovePropertyListenerWithUserData(
    _ inUnit: AudioUnit, _ inID: AudioUnitPropertyID, _ inProc: @escaping AudioUnitPropertyListenerProc,
    _ inProcUserData: UnsafeMutableRawPointer?
) -> OSStatus {
    guard let instance = UnitInstance.of(inUnit) else { return UnitError.invalidInstance }
    if let plugIn = instance.plugInBacking?.plugIn {
        return plugIn.removeListener(inID, inProc, inProcUserData ?? UnsafeMutableRawPointer(inUnit))
    }
    instance.unit.listeners.removePropertyListener(inID, inProc, context: inProcUserData)
    return noErr
}

/// Adds a function that is called before and after each block that the unit renders, on the render thread.
///
/// The function may read and change the list, before and after it is filled. For output units it is called for each
/// block of the hardware.
///
/// - Parameter inProcUserData: The pointer passed to the function; nil for the unit.
/// - Returns: `kAudioUnitErr_CannotDoInCurrentContext` if the unit has 16 already.
@discardableResult
public func AudioUnitAddRenderNotify(
    _ inUnit: AudioUnit, _ inProc: @escaping AURenderCallback, _ inProcUserData: UnsafeMutableRawPointer?
) -> OSStatus {
    guard let instance = UnitInstance.of(inUnit) else { return UnitError.invalidInstance }
    let isAdded = instance.calls.notifies.add(instance.proc(inProc, inProcUserData))
    return isAdded ? noErr : kAudioUnitErr_CannotDoInCurrentContext
}

/// Removes a function that was added with the same context.
///
/// - Returns: -50 if there is none.
@discardableResult
public func AudioUnitRemoveRenderNotify(
    _ inUnit: AudioUnit, _ inProc: @escaping AURenderCallback, _ inProcUserData: UnsafeMutableRawPointer?
) -> OSStatus {
    guard let instance = UnitInstance.of(inUnit) else { return UnitError.invalidInstance }
    return instance.calls.notifies.remove(instance.proc(inProc, inProcUserData)) ? noErr : kAudio_ParamError
}

/// Renders a block of the first output bus into the memory of its input.
///
/// - Parameter ioData: The frames of the first input bus; afterwards the output.
/// - Returns: `kAudio_ParamError` if the unit pulls more frames than the input has.
@discardableResult
public func AudioUnitProcess(
    _ inUnit: AudioUnit, _ ioActionFlags: UnsafeMutablePointer<AudioUnitRenderActionFlags>?,
    _ inTimeStamp: UnsafePointer<AudioTimeStamp>, _ inNumberFrames: UInt32,
    _ ioData: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus {
    guard let instance = UnitInstance.of(inUnit) else { return UnitError.invalidInstance }
    var input = UnsafePointer(ioData)
    var output = ioData
    return processCalls(
        instance.calls.state, ioActionFlags, inTimeStamp, inNumberFrames, inputs: &input, inputCount: 1,
        outputs: &output, outputCount: 1)
}

/// Renders a block of several output busses from frames of several input busses.
///
/// - Returns: `kAudio_ParamError` if the unit pulls more frames than the input has.
@discardableResult
public func AudioUnitProcessMultiple(
    _ inUnit: AudioUnit, _ ioActionFlags: UnsafeMutablePointer<AudioUnitRenderActionFlags>?,
    _ inTimeStamp: UnsafePointer<AudioTimeStamp>, _ inNumberFrames: UInt32, _ inNumberInputBufferLists: UInt32,
    _ inInputBufferLists: UnsafeMutablePointer<UnsafePointer<AudioBufferList>>, _ inNumberOutputBufferLists: UInt32,
    _ ioOutputBufferLists: UnsafeMutablePointer<UnsafeMutablePointer<AudioBufferList>>
) -> OSStatus {
    guard let instance = UnitInstance.of(inUnit) else { return UnitError.invalidInstance }
    return processCalls(
        instance.calls.state, ioActionFlags, inTimeStamp, inNumberFrames, inputs: inInputBufferLists,
        inputCount: Int(inNumberInputBufferLists), outputs: ioOutputBufferLists,
        outputCount: Int(inNumberOutputBufferLists))
}
