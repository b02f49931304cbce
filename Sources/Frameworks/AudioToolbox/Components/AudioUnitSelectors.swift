import CoreAudioTypes

// The function types of a unit made of C functions, each with the selector by which `Lookup` finds it. The first
// argument is always the component's interface. A `Boolean` that C writes is a `UInt8` here.

/// The type of `kAudioUnitInitializeSelect`.
public typealias AudioUnitInitializeProc = @convention(c) (UnsafeMutableRawPointer) -> OSStatus
/// The type of `kAudioUnitUninitializeSelect`.
public typealias AudioUnitUninitializeProc = @convention(c) (UnsafeMutableRawPointer) -> OSStatus
/// The type of `kAudioUnitGetPropertyInfoSelect`: property, scope, element, size, whether it may be written.
public typealias AudioUnitGetPropertyInfoProc =
    @convention(c) (
        UnsafeMutableRawPointer, AudioUnitPropertyID, AudioUnitScope, AudioUnitElement, UnsafeMutablePointer<UInt32>?,
        UnsafeMutablePointer<UInt8>?
    ) -> OSStatus
/// The type of `kAudioUnitGetPropertySelect`: property, scope, element, value, size.
public typealias AudioUnitGetPropertyProc =
    @convention(c) (
        UnsafeMutableRawPointer, AudioUnitPropertyID, AudioUnitScope, AudioUnitElement, UnsafeMutableRawPointer,
        UnsafeMutablePointer<UInt32>
    ) -> OSStatus
/// The type of `kAudioUnitSetPropertySelect`: property, scope, element, value, size.
public typealias AudioUnitSetPropertyProc =
    @convention(c) (
        UnsafeMutableRawPointer, AudioUnitPropertyID, AudioUnitScope, AudioUnitElement, UnsafeRawPointer, UInt32
    ) -> OSStatus
/// The type of `kAudioUnitAddPropertyListenerSelect`: property, function, context.
public typealias AudioUnitAddPropertyListenerProc =
    @convention(c) (
        UnsafeMutableRawPointer, AudioUnitPropertyID, AudioUnitPropertyListenerProc, UnsafeMutableRawPointer
    ) -> OSStatus
/// The type of `kAudioUnitRemovePropertyListenerSelect`: property, function.
public typealias AudioUnitRemovePropertyListenerProc =
    @convention(c) (UnsafeMutableRawPointer, AudioUnitPropertyID, AudioUnitPropertyListenerProc) -> OSStatus
/// The type of `kAudioUnitRemovePropertyListenerWithUserDataSelect`: property, function, context.
public typealias AudioUnitRemovePropertyListenerWithUserDataProc =
    @convention(c) (
        UnsafeMutableRawPointer, AudioUnitPropertyID, AudioUnitPropertyListenerProc, UnsafeMutableRawPointer?
    ) -> OSStatus
/// The type of `kAudioUnitAddRenderNotifySelect`: function, context.
public typealias AudioUnitAddRenderNotifyProc =
    @convention(c) (UnsafeMutableRawPointer, AURenderCallback, UnsafeMutableRawPointer?) -> OSStatus
/// The type of `kAudioUnitRemoveRenderNotifySelect`: function, context.
public typealias AudioUnitRemoveRenderNotifyProc =
    @convention(c) (UnsafeMutableRawPointer, AURenderCallback, UnsafeMutableRawPointer?) -> OSStatus
/// The type of `kAudioUnitScheduleParametersSelect`: the events, their number.
public typealias AudioUnitScheduleParametersProc =
    @convention(c) (UnsafeMutableRawPointer, UnsafePointer<AudioUnitParameterEvent>, UInt32) -> OSStatus
/// The type of `kAudioUnitResetSelect`: scope, element.
public typealias AudioUnitResetProc =
    @convention(c) (UnsafeMutableRawPointer, AudioUnitScope, AudioUnitElement) -> OSStatus
/// The type of `kAudioUnitRenderSelect`: flags, time, output bus, frames, list.
public typealias AudioUnitRenderProc =
    @convention(c) (
        UnsafeMutableRawPointer, UnsafeMutablePointer<AudioUnitRenderActionFlags>?, UnsafePointer<AudioTimeStamp>,
        UInt32, UInt32, UnsafeMutablePointer<AudioBufferList>
    ) -> OSStatus
/// The type of `kAudioUnitComplexRenderSelect`: flags, time, output bus, packets wanted, packets made, where they lie,
/// list, metadata and its size.
///
/// Such a function is never called here.
public typealias AudioUnitComplexRenderProc =
    @convention(c) (
        UnsafeMutableRawPointer, UnsafeMutablePointer<AudioUnitRenderActionFlags>?, UnsafePointer<AudioTimeStamp>,
        UInt32, UInt32, UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<AudioStreamPacketDescription>,
        UnsafeMutablePointer<AudioBufferList>, UnsafeMutableRawPointer, UnsafeMutablePointer<UInt32>
    ) -> OSStatus
/// The type of `kAudioUnitProcessSelect`: flags, time, frames, list.
public typealias AudioUnitProcessProc =
    @convention(c) (
        UnsafeMutableRawPointer, UnsafeMutablePointer<AudioUnitRenderActionFlags>?, UnsafePointer<AudioTimeStamp>,
        UInt32, UnsafeMutablePointer<AudioBufferList>
    ) -> OSStatus
/// The type of `kAudioUnitProcessMultipleSelect`: flags, time, frames, input lists and output lists behind their
/// numbers.
public typealias AudioUnitProcessMultipleProc =
    @convention(c) (
        UnsafeMutableRawPointer, UnsafeMutablePointer<AudioUnitRenderActionFlags>?, UnsafePointer<AudioTimeStamp>,
        UInt32, UInt32, UnsafeMutablePointer<UnsafePointer<AudioBufferList>>, UInt32,
        UnsafeMutablePointer<UnsafeMutablePointer<AudioBufferList>>
    ) -> OSStatus
/// The type of `kAudioUnitGetParameterSelect`: parameter, scope, element, value.
public typealias AudioUnitGetParameterProc =
    @convention(c) (
        UnsafeMutableRawPointer, AudioUnitParameterID, AudioUnitScope, AudioUnitElement,
        UnsafeMutablePointer<AudioUnitParameterValue>
    ) -> OSStatus
/// The type of `kAudioUnitSetParameterSelect`: parameter, scope, element, value, frame of the next block.
public typealias AudioUnitSetParameterProc =
    @convention(c) (
        UnsafeMutableRawPointer, AudioUnitParameterID, AudioUnitScope, AudioUnitElement, AudioUnitParameterValue, UInt32
    ) -> OSStatus
/// The type of `kAudioOutputUnitStartSelect`.
public typealias AudioOutputUnitStartProc = @convention(c) (UnsafeMutableRawPointer) -> OSStatus
/// The type of `kAudioOutputUnitStopSelect`.
public typealias AudioOutputUnitStopProc = @convention(c) (UnsafeMutableRawPointer) -> OSStatus
