import AVAudioTypes
import AudioToolbox
import CoreAudioTypes
import CoreMIDI
import Glibc
import SordinoWork

// Functions whose arguments need more than a look at their types.

// The inline functions of these names in the headers would call the exported ones, so these do not use them.
@c(mach_absolute_time)
package func hostTime() -> UInt64 {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
}

@c(mach_timebase_info)
package func timebase(_ info: UnsafeMutablePointer<mach_timebase_info_data_t>?) -> Int32 {
    guard let info else { return 4 }  // KERN_INVALID_ARGUMENT
    (info.pointee.numer, info.pointee.denom) = (1, 1)
    return 0
}

@c(SordinoMainQueueDescriptor)
package func mainQueueDescriptor() -> Int32 { MainQueue.descriptor ?? -1 }

@c(SordinoServeMainQueue)
package func serveMainQueue() { MainQueue.serve() }

@c(MusicSequenceGetSequenceType)
package func musicSequenceGetSequenceType(_ inSequence: MusicSequence?, _ outType: UnsafeMutablePointer<UInt32>?)
    -> OSStatus
{
    guard let outType else { return kAudio_ParamError }
    var type = MusicSequenceType.beats
    let status = MusicSequenceGetSequenceType(inSequence ?? noHandle, &type)
    if status == noErr { outType.pointee = type.rawValue }
    return status
}

@c(AudioComponentInstanceGetComponent)
package func audioComponentInstanceGetComponent(_ inInstance: AudioComponentInstance?) -> AudioComponent? {
    let component = AudioComponentInstanceGetComponent(inInstance ?? noHandle)
    return component == noHandle ? nil : component
}

@c(AudioComponentValidate)
package func audioComponentValidate(
    _ inComponent: AudioComponent?, _ inValidationParameters: UnsafeRawPointer?,
    _ outValidationResult: UnsafeMutablePointer<UInt32>?
) -> OSStatus {
    guard let outValidationResult else { return kAudio_ParamError }
    var result = AudioComponentValidationResult.unknown
    let status = AudioComponentValidate(inComponent ?? noHandle, object(inValidationParameters), &result)
    if status == noErr { outValidationResult.pointee = result.rawValue }
    return status
}

@c(AudioUnitProcessMultiple)
package func audioUnitProcessMultiple(
    _ inUnit: AudioUnit?, _ ioActionFlags: UnsafeMutablePointer<AudioUnitRenderActionFlags>?,
    _ inTimeStamp: UnsafePointer<AudioTimeStamp>?, _ inNumberFrames: UInt32, _ inNumberInputBufferLists: UInt32,
    _ inInputBufferLists: UnsafeMutablePointer<UnsafePointer<AudioBufferList>?>?, _ inNumberOutputBufferLists: UInt32,
    _ ioOutputBufferLists: UnsafeMutablePointer<UnsafeMutablePointer<AudioBufferList>?>?
) -> OSStatus {
    guard let inTimeStamp, let inInputBufferLists, let ioOutputBufferLists else { return kAudio_ParamError }
    for index in 0..<Int(inNumberInputBufferLists) where inInputBufferLists[index] == nil { return kAudio_ParamError }
    for index in 0..<Int(inNumberOutputBufferLists) where ioOutputBufferLists[index] == nil {
        return kAudio_ParamError
    }
    guard let inputs: UnsafeMutablePointer<UnsafePointer<AudioBufferList>> = place(inInputBufferLists),
        let outputs: UnsafeMutablePointer<UnsafeMutablePointer<AudioBufferList>> = place(ioOutputBufferLists)
    else { return kAudio_ParamError }
    return AudioUnitProcessMultiple(
        inUnit ?? noHandle, ioActionFlags, inTimeStamp, inNumberFrames, inNumberInputBufferLists, inputs,
        inNumberOutputBufferLists, outputs)
}

@c(CAShow)
package func caShow(_ inObject: UnsafeMutableRawPointer?) {
    if let inObject { CAShow(inObject) }
}

@c(CAShowFile)
package func caShowFile(_ inObject: UnsafeMutableRawPointer?, _ inFile: UnsafeMutablePointer<FILE>?) {
    if let inObject, let inFile { CAShowFile(inObject, inFile) }
}

@c(MIDIEventListForEachEvent)
package func midiEventListForEachEvent(
    _ evtlist: UnsafePointer<MIDIEventList>?, _ visitor: MIDIEventVisitor?, _ visitorContext: UnsafeMutableRawPointer?
) {
    if let evtlist, let visitor { MIDIEventListForEachEvent(evtlist, visitor, visitorContext) }
}
