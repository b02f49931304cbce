import CoreAudioTypes
import SordinoGraph

// Sends notes to version 2 units, which play them at a frame of the next block.

/// Sends a unit a MIDI message.
///
/// - Parameters:
///   - inStatus: The status byte with its channel; system exclusive messages are sent by `MusicDeviceSysEx`.
///   - inOffsetSampleFrame: The frame of the next block.
/// - Returns: `kAudioUnitErr_InvalidProperty` if the unit has no MIDI input.
@discardableResult
public func MusicDeviceMIDIEvent(
    _ inUnit: MusicDeviceComponent, _ inStatus: UInt32, _ inData1: UInt32, _ inData2: UInt32,
    _ inOffsetSampleFrame: UInt32
) -> OSStatus {
    guard let instance = UnitInstance.of(inUnit) else { return UnitError.invalidInstance }
    if let plugIn = instance.plugInBacking?.plugIn {
        let method = plugIn.method(kMusicDeviceMIDIEventSelect, as: MusicDeviceMIDIEventProc.self)
        return method?(plugIn.context, inStatus, inData1, inData2, inOffsetSampleFrame) ?? PlugIn.missing
    }
    // On the stack: notes are also sent inside a block.
    let bytes = (inStatus & 0xFF | (inData1 & 0x7F) << 8 | (inData2 & 0x7F) << 16).littleEndian
    let count = inStatus & 0xE0 == 0xC0 ? 2 : 3
    return withUnsafeBytes(of: bytes) { send(instance, $0.baseAddress, count, inOffsetSampleFrame) }
}

/// Sends a unit a system exclusive message, from 0xF0 to 0xF7.
///
/// - Returns: `kAudioUnitErr_InvalidProperty` if the unit has no MIDI input.
@discardableResult
public func MusicDeviceSysEx(
    _ inUnit: MusicDeviceComponent, _ inData: UnsafePointer<UInt8>, _ inLength: UInt32
) -> OSStatus {
    guard let instance = UnitInstance.of(inUnit) else { return UnitError.invalidInstance }
    if let plugIn = instance.plugInBacking?.plugIn {
        let method = plugIn.method(kMusicDeviceSysExSelect, as: MusicDeviceSysExProc.self)
        return method?(plugIn.context, inData, inLength) ?? PlugIn.missing
    }
    return send(instance, inData, Int(inLength), 0)
}

/// Sends a unit universal MIDI packets.
///
/// - Returns: `kAudioUnitErr_InvalidProperty` if the unit has no MIDI input.
@discardableResult
public func MusicDeviceMIDIEventList(
    _ inUnit: MusicDeviceComponent, _ inOffsetSampleFrame: UInt32, _ evtList: UnsafePointer<MIDIEventList>
) -> OSStatus {
    guard let instance = UnitInstance.of(inUnit) else { return UnitError.invalidInstance }
    guard let schedule = instance.listBlock else { return kAudioUnitErr_InvalidProperty }
    return schedule(AUEventSampleTimeImmediate + AUEventSampleTime(inOffsetSampleFrame), 0, evtList)
}

private func send(_ unit: UnitInstance, _ bytes: UnsafeRawPointer?, _ count: Int, _ frame: UInt32) -> OSStatus {
    guard let schedule = unit.bytesBlock else { return kAudioUnitErr_InvalidProperty }
    if let bytes {
        schedule(
            AUEventSampleTimeImmediate + AUEventSampleTime(frame), 0, count, bytes.assumingMemoryBound(to: UInt8.self))
    }
    return noErr
}

/// Starts a note that `MusicDeviceStopNote` stops.
///
/// - Parameters:
///   - inInstrument: `kMusicNoteEvent_UseGroupInstrument`; built-in units have no others.
///   - inGroupID: The channel, 0 to 15.
///   - outNoteInstanceID: The note's number.
///   - inOffsetSampleFrame: The frame of the next block.
///   - inParams: Pitch and velocity, with fractions; controls are set for the whole channel.
/// - Returns: `kAudioUnitErr_InvalidProperty` if the unit cannot start single notes,
///   `kAudioUnitErr_CannotDoInCurrentContext` if too many events are queued.
@discardableResult
public func MusicDeviceStartNote(
    _ inUnit: MusicDeviceComponent, _ inInstrument: MusicDeviceInstrumentID, _ inGroupID: MusicDeviceGroupID,
    _ outNoteInstanceID: UnsafeMutablePointer<NoteInstanceID>, _ inOffsetSampleFrame: UInt32,
    _ inParams: UnsafePointer<MusicDeviceNoteParams>
) -> OSStatus {
    guard let instance = UnitInstance.of(inUnit) else { return UnitError.invalidInstance }
    if let plugIn = instance.plugInBacking?.plugIn {
        let method = plugIn.method(kMusicDeviceStartNoteSelect, as: MusicDeviceStartNoteProc.self)
        return method?(plugIn.context, inInstrument, inGroupID, outNoteInstanceID, inOffsetSampleFrame, inParams)
            ?? PlugIn.missing
    }
    guard let notes = instance.unit.instrument?.notes else { return kAudioUnitErr_InvalidProperty }
    let params = inParams.pointee
    guard params.argCount >= 2, params.mPitch.isFinite, params.mVelocity.isFinite, inGroupID < 16 else {
        return kAudioUnitErr_InvalidParameter
    }
    let time = AUEventSampleTimeImmediate + AUEventSampleTime(inOffsetSampleFrame)
    let controls = UnsafeRawPointer(inParams) + 12
    for index in 0..<Int(min(params.argCount - 2, 128)) {
        let control = controls.loadUnaligned(fromByteOffset: index * 8, as: NoteParamsControlValue.self)
        guard control.mID < 120, control.mValue.isFinite else { continue }
        notes.push(
            InstrumentEvent(
                .control, time: time, channel: UInt8(inGroupID), number: UInt8(control.mID), value: control.mValue))
    }
    let note = notes.nextNote()
    let event = InstrumentEvent(
        .noteOn, time: time, channel: UInt8(inGroupID), value: min(max(params.mVelocity, 0.01), 127),
        key: min(max(params.mPitch, 0), 127), note: note)
    guard notes.push(event) else { return kAudioUnitErr_CannotDoInCurrentContext }
    outNoteInstanceID.pointee = note
    return noErr
}

/// Stops a note that `MusicDeviceStartNote` started.
///
/// - Parameters:
///   - inGroupID: The channel that it was started on.
///   - inNoteInstanceID: The note's number; a note that has ended is ignored.
/// - Returns: As `MusicDeviceStartNote`.
@discardableResult
public func MusicDeviceStopNote(
    _ inUnit: MusicDeviceComponent, _ inGroupID: MusicDeviceGroupID, _ inNoteInstanceID: NoteInstanceID,
    _ inOffsetSampleFrame: UInt32
) -> OSStatus {
    guard let instance = UnitInstance.of(inUnit) else { return UnitError.invalidInstance }
    if let plugIn = instance.plugInBacking?.plugIn {
        let method = plugIn.method(kMusicDeviceStopNoteSelect, as: MusicDeviceStopNoteProc.self)
        return method?(plugIn.context, inGroupID, inNoteInstanceID, inOffsetSampleFrame) ?? PlugIn.missing
    }
    guard let notes = instance.unit.instrument?.notes else { return kAudioUnitErr_InvalidProperty }
    let time = AUEventSampleTimeImmediate + AUEventSampleTime(inOffsetSampleFrame)
    let isTaken = notes.push(InstrumentEvent(.stopNote, time: time, note: inNoteInstanceID))
    return isTaken ? noErr : kAudioUnitErr_CannotDoInCurrentContext
}
