import CoreAudioTypes
import Foundation
import SordinoEngine
import SordinoGraph

// Functions that hear of what a unit does, and units that are given their input with the call.

/// Hears that a property has changed: context, unit, property, scope, element.
public typealias AudioUnitPropertyListenerProc =
    @convention(c) (UnsafeMutableRawPointer, AudioUnit, AudioUnitPropertyID, AudioUnitScope, AudioUnitElement) -> Void

/// Calls a function when a property has changed, on the thread that changes it.
///
/// Told are changes by `AudioUnitSetProperty`, the start and stop of output units, and what `AUEventListenerNotify` says.
///
/// - Parameter inProcUserData: What the function gets; the unit if it is nil.
@discardableResult
public func AudioUnitAddPropertyListener(
    _ inUnit: AudioUnit, _ inID: AudioUnitPropertyID, _ inProc: @escaping AudioUnitPropertyListenerProc,
    _ inProcUserData: UnsafeMutableRawPointer?
) -> OSStatus {
    if let plugIn = UnitInstance.of(inUnit).plugInBacking?.plugIn {
        return plugIn.addListener(inID, inProc, inProcUserData ?? UnsafeMutableRawPointer(inUnit))
    }
    UnitInstance.of(inUnit).unit.listeners.add(
        UnitListeners.PropertyListener(unit: inUnit, id: inID, proc: inProc, context: inProcUserData))
    return noErr
}

/// Ends the calls of a function that was added with the same context.
@discardableResult
public func AudioUnitRemovePropertyListenerWithUserData(
    _ inUnit: AudioUnit, _ inID: AudioUnitPropertyID, _ inProc: @escaping AudioUnitPropertyListenerProc,
    _ inProcUserData: UnsafeMutableRawPointer?
) -> OSStatus {
    if let plugIn = UnitInstance.of(inUnit).plugInBacking?.plugIn {
        return plugIn.removeListener(inID, inProc, inProcUserData ?? UnsafeMutableRawPointer(inUnit))
    }
    UnitInstance.of(inUnit).unit.listeners.removePropertyListener(inID, inProc, context: inProcUserData)
    return noErr
}

/// Calls a function before and after each block that the unit renders, on the thread that renders.
///
/// The function sees the list before it is filled and after, and may look at it or write to it. For output units it is called around
/// each block of the hardware.
///
/// - Parameter inProcUserData: What the function gets; the unit if it is nil.
/// - Returns: `kAudioUnitErr_CannotDoInCurrentContext` if the unit has 16 already.
@discardableResult
public func AudioUnitAddRenderNotify(
    _ inUnit: AudioUnit, _ inProc: @escaping AURenderCallback, _ inProcUserData: UnsafeMutableRawPointer?
) -> OSStatus {
    let instance = UnitInstance.of(inUnit)
    let isAdded = instance.calls.notifies.add(instance.proc(inProc, inProcUserData))
    return isAdded ? noErr : kAudioUnitErr_CannotDoInCurrentContext
}

/// Ends the calls of a function that was added with the same context.
///
/// - Returns: -50 if there is none.
@discardableResult
public func AudioUnitRemoveRenderNotify(
    _ inUnit: AudioUnit, _ inProc: @escaping AURenderCallback, _ inProcUserData: UnsafeMutableRawPointer?
) -> OSStatus {
    let instance = UnitInstance.of(inUnit)
    return instance.calls.notifies.remove(instance.proc(inProc, inProcUserData)) ? noErr : kAudio_ParamError
}

/// Renders a block of the first output bus in place of the frames of the first input bus.
///
/// - Parameter ioData: The input; the output afterwards.
/// - Returns: `kAudio_ParamError` if the unit wants more frames than there are.
@discardableResult
public func AudioUnitProcess(
    _ inUnit: AudioUnit, _ ioActionFlags: UnsafeMutablePointer<AudioUnitRenderActionFlags>?,
    _ inTimeStamp: UnsafePointer<AudioTimeStamp>, _ inNumberFrames: UInt32,
    _ ioData: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus {
    var input = UnsafePointer(ioData)
    var output = ioData
    return processCalls(
        UnitInstance.of(inUnit).calls.state, ioActionFlags, inTimeStamp, inNumberFrames, inputs: &input, inputCount: 1,
        outputs: &output, outputCount: 1)
}

/// Renders a block of several output busses from frames of several input busses.
///
/// - Returns: `kAudio_ParamError` if the unit wants more frames than there are.
@discardableResult
public func AudioUnitProcessMultiple(
    _ inUnit: AudioUnit, _ ioActionFlags: UnsafeMutablePointer<AudioUnitRenderActionFlags>?,
    _ inTimeStamp: UnsafePointer<AudioTimeStamp>, _ inNumberFrames: UInt32, _ inNumberInputBufferLists: UInt32,
    _ inInputBufferLists: UnsafeMutablePointer<UnsafePointer<AudioBufferList>>, _ inNumberOutputBufferLists: UInt32,
    _ ioOutputBufferLists: UnsafeMutablePointer<UnsafeMutablePointer<AudioBufferList>>
) -> OSStatus {
    processCalls(
        UnitInstance.of(inUnit).calls.state, ioActionFlags, inTimeStamp, inNumberFrames, inputs: inInputBufferLists,
        inputCount: Int(inNumberInputBufferLists), outputs: ioOutputBufferLists,
        outputCount: Int(inNumberOutputBufferLists))
}
