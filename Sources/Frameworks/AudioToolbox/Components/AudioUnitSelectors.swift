import CoreAudioTypes

// The functions that a unit made of functions has: for each a selector, by which `Lookup` finds it, and its type. The first argument is
// always the component's interface. A `Boolean` that C writes is a `UInt8` here.

/// The first selector of units.
public var kAudioUnitRange: Int { 0x0000 }
/// Gets ready to render.
public var kAudioUnitInitializeSelect: Int { 0x0001 }
/// Gives back what initialising got.
public var kAudioUnitUninitializeSelect: Int { 0x0002 }
/// Says how large a property is and whether it may be written.
public var kAudioUnitGetPropertyInfoSelect: Int { 0x0003 }
/// Reads a property.
public var kAudioUnitGetPropertySelect: Int { 0x0004 }
/// Writes a property.
public var kAudioUnitSetPropertySelect: Int { 0x0005 }
/// Reads a parameter.
public var kAudioUnitGetParameterSelect: Int { 0x0006 }
/// Sets a parameter.
public var kAudioUnitSetParameterSelect: Int { 0x0007 }
/// Forgets the past.
public var kAudioUnitResetSelect: Int { 0x0009 }
/// Adds a listener to a property.
public var kAudioUnitAddPropertyListenerSelect: Int { 0x000A }
/// Removes a listener, whatever its context.
public var kAudioUnitRemovePropertyListenerSelect: Int { 0x000B }
/// Renders a block.
public var kAudioUnitRenderSelect: Int { 0x000E }
/// Adds a function that is called around each block.
public var kAudioUnitAddRenderNotifySelect: Int { 0x000F }
/// Removes such a function.
public var kAudioUnitRemoveRenderNotifySelect: Int { 0x0010 }
/// Schedules changes of parameters.
public var kAudioUnitScheduleParametersSelect: Int { 0x0011 }
/// Removes a listener with its context.
public var kAudioUnitRemovePropertyListenerWithUserDataSelect: Int { 0x0012 }
/// Renders packets of a format that is no linear PCM.
public var kAudioUnitComplexRenderSelect: Int { 0x0013 }
/// Renders a block in place of its input.
public var kAudioUnitProcessSelect: Int { 0x0014 }
/// Renders several busses from several inputs.
public var kAudioUnitProcessMultipleSelect: Int { 0x0015 }
/// The first selector of output units.
public var kAudioOutputUnitRange: Int { 0x0200 }
/// Starts the hardware.
public var kAudioOutputUnitStartSelect: Int { 0x0201 }
/// Stops the hardware.
public var kAudioOutputUnitStopSelect: Int { 0x0202 }

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
/// The type of `kAudioUnitComplexRenderSelect`: flags, time, output bus, packets wanted, packets made, where they lie, list, metadata and
/// its size.
///
/// No function here calls it.
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
/// The type of `kAudioUnitProcessMultipleSelect`: flags, time, frames, input lists and output lists behind their numbers.
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
