import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoEngine
import SordinoRealtime

// The C functions of units. An `AudioUnit` is valid until it is disposed of, or as long as the object that it came
// from.

/// Makes an instance of a component.
///
/// - Returns: -3000 for an invalid component, else the error of the unit.
@discardableResult
public func AudioComponentInstanceNew(
    _ inComponent: AudioComponent, _ outInstance: UnsafeMutablePointer<AudioComponentInstance?>
) -> OSStatus {
    guard let component = ComponentRegistry.shared.component(inComponent) else { return UnitError.invalidComponent }
    do {
        if component.isCodec {
            let codec = try CodecInstance.make(component)
            outInstance.pointee = codec.hold()
            return noErr
        }
        let unit = try AUAudioUnit.make(component.description)
        // A component of C functions was opened with the handle of its unit's own instance.
        let isLent = unit.backing is PlugInBacking
        let lent = isLent ? UnitInstance.of(unit.handle) : nil
        let instance = lent ?? UnitInstance(unit, isOwner: true)
        if isLent { instance.keep() }
        outInstance.pointee = instance.hold()
        return noErr
    } catch {
        return OSStatus(truncatingIfNeeded: (error as NSError).code)
    }
}

/// Makes an instance of a component and passes it to a block, on another thread.
public func AudioComponentInstantiate(
    _ inComponent: AudioComponent, _ inOptions: AudioComponentInstantiationOptions,
    _ inCompletionHandler: @escaping (AudioComponentInstance?, OSStatus) -> Void
) {
    let job = Lent((inComponent, inCompletionHandler))
    DispatchQueue.global().async {
        var instance: AudioComponentInstance?
        let status = AudioComponentInstanceNew(job.value.0, &instance)
        job.value.1(instance, status)
    }
}

/// Stops and disposes of an instance made by `AudioComponentInstanceNew`.
///
/// Inside a callback of this unit it returns at once, and the unit is disposed of after the present block.
@discardableResult
public func AudioComponentInstanceDispose(_ inInstance: AudioComponentInstance) -> OSStatus {
    guard let instance = ComponentInstance.behind(inInstance), instance.endHold() else {
        return UnitError.invalidInstance
    }
    guard let unit = instance as? UnitInstance else {
        Unmanaged.passUnretained(instance).release()
        return noErr
    }
    unit.dispose()
    return noErr
}

/// Returns the component of an instance.
@discardableResult
public func AudioComponentInstanceGetComponent(_ inInstance: AudioComponentInstance) -> AudioComponent {
    ComponentInstance.behind(inInstance)?.component.handle ?? HandleSlots<ComponentInstance>.none
}

/// Prepares a unit to render in the formats of its busses.
@discardableResult
public func AudioUnitInitialize(_ inUnit: AudioUnit) -> OSStatus {
    UnitInstance.of(inUnit)?.initialize() ?? UnitError.invalidInstance
}

/// Releases the resources that `AudioUnitInitialize` allocated.
///
/// Inside a callback they are released after the present block, which is the last one.
@discardableResult
public func AudioUnitUninitialize(_ inUnit: AudioUnit) -> OSStatus {
    UnitInstance.of(inUnit)?.uninitialize() ?? UnitError.invalidInstance
}

/// Resets the rendering state of a unit, such as tails; called while the unit does not render.
///
/// - Parameters:
///   - inScope: Ignored by built-in units, which reset all scopes.
///   - inElement: Ignored by built-in units, which reset all elements.
@discardableResult
public func AudioUnitReset(_ inUnit: AudioUnit, _ inScope: AudioUnitScope, _ inElement: AudioUnitElement) -> OSStatus {
    guard let instance = UnitInstance.of(inUnit) else { return UnitError.invalidInstance }
    if let plugIn = instance.plugInBacking?.plugIn { return plugIn.reset(inScope, inElement) }
    instance.unit.reset()
    return noErr
}

/// Renders one block of an output bus.
@discardableResult
public func AudioUnitRender(
    _ inUnit: AudioUnit, _ ioActionFlags: UnsafeMutablePointer<AudioUnitRenderActionFlags>?,
    _ inTimeStamp: UnsafePointer<AudioTimeStamp>, _ inOutputBusNumber: UInt32, _ inNumberFrames: UInt32,
    _ ioData: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus {
    guard let instance = UnitInstance.of(inUnit) else { return UnitError.invalidInstance }
    return renderCalls(
        instance.calls.state, ioActionFlags, inTimeStamp, inOutputBusNumber, inNumberFrames, ioData)
}

/// Starts the hardware of an output unit.
@discardableResult
public func AudioOutputUnitStart(_ ci: AudioUnit) -> OSStatus {
    guard let instance = UnitInstance.of(ci) else { return UnitError.invalidInstance }
    if let plugIn = instance.plugInBacking?.plugIn { return plugIn.start() }
    guard instance.calls.finishAfterBlock() else { return kAudioUnitErr_CannotDoInCurrentContext }
    instance.wireHardware()
    do { try instance.unit.startHardware() } catch { return OSStatus(truncatingIfNeeded: (error as NSError).code) }
    instance.unit.listeners.notifyProperty(kAudioOutputUnitProperty_IsRunning, kAudioUnitScope_Global, 0)
    return noErr
}

/// Stops the hardware of an output unit; the last block has been rendered when this returns.
///
/// Inside a callback of this unit it returns at once, and no further callback is made.
@discardableResult
public func AudioOutputUnitStop(_ ci: AudioUnit) -> OSStatus {
    guard let instance = UnitInstance.of(ci) else { return UnitError.invalidInstance }
    if let plugIn = instance.plugInBacking?.plugIn { return plugIn.stop() }
    let unit = instance.unit
    unit.stopHardware()
    unit.listeners.notifyProperty(kAudioOutputUnitProperty_IsRunning, kAudioUnitScope_Global, 0)
    return noErr
}

// MARK: - Parameters

private func parameter(
    _ unit: AudioUnit, _ id: AudioUnitParameterID, _ scope: AudioUnitScope, _ element: AudioUnitElement
) -> AUParameter? {
    UnitInstance.of(unit)?.unit.parameterTree?.parameter(withID: id, scope: scope, element: element)
}

/// Reads a parameter.
///
/// - Returns: `kAudioUnitErr_InvalidParameter` if the unit does not have it.
@discardableResult
public func AudioUnitGetParameter(
    _ inUnit: AudioUnit, _ inID: AudioUnitParameterID, _ inScope: AudioUnitScope, _ inElement: AudioUnitElement,
    _ outValue: UnsafeMutablePointer<AudioUnitParameterValue>
) -> OSStatus {
    guard let instance = UnitInstance.of(inUnit) else { return UnitError.invalidInstance }
    if let plugIn = instance.plugInBacking?.plugIn { return plugIn.getParameter(inID, inScope, inElement, outValue) }
    if RenderThread.isCurrent, let parameters = instance.parameters {
        guard let value = parameters.parameterValue(inID, inScope, inElement) else {
            return kAudioUnitErr_InvalidParameter
        }
        outValue.pointee = value
        return noErr
    }
    guard let parameter = parameter(inUnit, inID, inScope, inElement) else { return kAudioUnitErr_InvalidParameter }
    outValue.pointee = parameter.value
    return noErr
}

/// Sets a parameter, at a frame of the next block if one is given.
///
/// Those of groups are controllers of a channel, such as `kAUGroupParameterID_Volume`. Inside a block a built-in unit takes the value
/// without calling the observers of its parameter tree.
/// - Returns: `kAudioUnitErr_InvalidParameter` if the unit does not have it, or it can only be read.
@discardableResult
public func AudioUnitSetParameter(
    _ inUnit: AudioUnit, _ inID: AudioUnitParameterID, _ inScope: AudioUnitScope, _ inElement: AudioUnitElement,
    _ inValue: AudioUnitParameterValue, _ inBufferOffsetInFrames: UInt32
) -> OSStatus {
    guard let instance = UnitInstance.of(inUnit) else { return UnitError.invalidInstance }
    if let plugIn = instance.plugInBacking?.plugIn {
        return plugIn.setParameter(inID, inScope, inElement, inValue, inBufferOffsetInFrames)
    }
    if RenderThread.isCurrent, let parameters = instance.parameters, inScope != kAudioUnitScope_Group {
        return parameters.setParameter(inID, inScope, inElement, inValue, frame: inBufferOffsetInFrames)
            ? noErr : kAudioUnitErr_InvalidParameter
    }
    let found = parameter(inUnit, inID, inScope, inElement)
    if found == nil, inScope == kAudioUnitScope_Group {
        return GroupParameter.set(
            inID, of: instance.unit, channel: inElement, to: inValue, frame: inBufferOffsetInFrames)
    }
    guard let parameter = found, !parameter.flags.contains(.flag_MeterReadOnly) else {
        return kAudioUnitErr_InvalidParameter
    }
    if inBufferOffsetInFrames == 0 {
        parameter.value = inValue
    } else {
        instance.unit.scheduleParameterBlock(
            AUEventSampleTimeImmediate + AUEventSampleTime(inBufferOffsetInFrames), 0, parameter.address, inValue)
    }
    return noErr
}

/// Schedules parameter changes for the next block; a ramp begins at the present value.
///
/// - Returns: `kAudioUnitErr_InvalidParameter` for an unknown parameter; the changes before it are scheduled.
@discardableResult
public func AudioUnitScheduleParameters(
    _ inUnit: AudioUnit, _ inParameterEvent: UnsafePointer<AudioUnitParameterEvent>, _ inNumParamEvents: UInt32
) -> OSStatus {
    guard let instance = UnitInstance.of(inUnit) else { return UnitError.invalidInstance }
    if let plugIn = instance.plugInBacking?.plugIn {
        return plugIn.scheduleParameters(inParameterEvent, inNumParamEvents)
    }
    if let parameters = instance.parameters {
        for index in 0..<Int(inNumParamEvents) where !parameters.scheduleEvent(inParameterEvent[index]) {
            return kAudioUnitErr_InvalidParameter
        }
        return noErr
    }
    let schedule = instance.unit.scheduleParameterBlock
    for index in 0..<Int(inNumParamEvents) {
        let event = inParameterEvent[index]
        guard let parameter = parameter(inUnit, event.parameter, event.scope, event.element) else {
            return kAudioUnitErr_InvalidParameter
        }
        if event.eventType == .parameterEvent_Ramped {
            let ramp = event.eventValues.ramp
            // A ramp that began before the block continues from the present value.
            let left = Int64(ramp.durationInFrames) + min(Int64(ramp.startBufferOffset), 0)
            schedule(
                AUEventSampleTimeImmediate + max(Int64(ramp.startBufferOffset), 0),
                AUAudioFrameCount(clamping: left), parameter.address, ramp.endValue)
        } else {
            let change = event.eventValues.immediate
            schedule(
                AUEventSampleTimeImmediate + AUEventSampleTime(change.bufferOffset), 0, parameter.address, change.value)
        }
    }
    return noErr
}
