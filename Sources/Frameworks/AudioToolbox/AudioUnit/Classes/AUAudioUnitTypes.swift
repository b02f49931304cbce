import CoreAudioTypes

// The types of the blocks that units and their hosts exchange.

/// The time of an event at the start of the next block; adding a number of frames moves it later in that block.
public var AUEventSampleTimeImmediate: AUEventSampleTime { -4_294_967_296 }

/// Supplies a unit with the frames of one input bus: in the list's buffers, or in memory that nil buffers are pointed
/// at.
///
/// Arguments: flags, time, frames, bus, list.
public typealias AURenderPullInputBlock = (
    UnsafeMutablePointer<AudioUnitRenderActionFlags>, UnsafePointer<AudioTimeStamp>, AUAudioFrameCount, Int,
    UnsafeMutablePointer<AudioBufferList>
) -> AUAudioUnitStatus

/// Renders one block of one output bus, for hosts.
///
/// Arguments: flags, time, frames, bus, list, the block that supplies the input.
public typealias AURenderBlock = (
    UnsafeMutablePointer<AudioUnitRenderActionFlags>, UnsafePointer<AudioTimeStamp>, AUAudioFrameCount, Int,
    UnsafeMutablePointer<AudioBufferList>, AURenderPullInputBlock?
) -> AUAudioUnitStatus

/// Renders one block of one output bus, as units implement it.
///
/// Arguments: flags, time, frames, bus, list, the events that are due in the block, the block that supplies the input.
public typealias AUInternalRenderBlock = (
    UnsafeMutablePointer<AudioUnitRenderActionFlags>, UnsafePointer<AudioTimeStamp>, AUAudioFrameCount, Int,
    UnsafeMutablePointer<AudioBufferList>, UnsafePointer<AURenderEvent>?, AURenderPullInputBlock?
) -> AUAudioUnitStatus

/// Called before and after each block that a unit renders: flags that contain pre- or post-render, time, frames, bus.
public typealias AURenderObserver = (
    AudioUnitRenderActionFlags, UnsafePointer<AudioTimeStamp>, AUAudioFrameCount, Int
) -> Void

/// Called when frames have arrived at an input of the hardware: flags, time, frames, bus.
public typealias AUInputHandler = (
    UnsafeMutablePointer<AudioUnitRenderActionFlags>, UnsafePointer<AudioTimeStamp>, AUAudioFrameCount, Int
) -> Void

/// Schedules a parameter change: sample time, frames of the ramp (0: no ramp), address, value.
public typealias AUScheduleParameterBlock = (AUEventSampleTime, AUAudioFrameCount, AUParameterAddress, AUValue) -> Void

/// Schedules a MIDI 1.0 message for a unit: sample time, cable, number of bytes, the bytes.
public typealias AUScheduleMIDIEventBlock = (AUEventSampleTime, UInt8, Int, UnsafePointer<UInt8>) -> Void

/// Receives a MIDI 1.0 message from a unit: sample time, cable, number of bytes, the bytes.
public typealias AUMIDIOutputEventBlock = (AUEventSampleTime, UInt8, Int, UnsafePointer<UInt8>) -> OSStatus

/// Schedules or receives universal MIDI packets: sample time, cable, the list.
public typealias AUMIDIEventListBlock = (AUEventSampleTime, UInt8, UnsafePointer<MIDIEventList>) -> OSStatus

/// Returns the musical position of the host; each pointer may be nil.
///
/// Arguments: tempo, numerator and denominator of the time signature, beat position, sample offset to the next beat,
/// beat position of the present measure. Returns false if the host has no position.
public typealias AUHostMusicalContextBlock = (
    UnsafeMutablePointer<Double>?, UnsafeMutablePointer<Double>?, UnsafeMutablePointer<Int>?,
    UnsafeMutablePointer<Double>?, UnsafeMutablePointer<Int>?, UnsafeMutablePointer<Double>?
) -> Bool

/// Returns the transport state of the host: flags, sample position, start and end beat of the cycle.
public typealias AUHostTransportStateBlock = (
    UnsafeMutablePointer<AUHostTransportStateFlags>?, UnsafeMutablePointer<Double>?, UnsafeMutablePointer<Double>?,
    UnsafeMutablePointer<Double>?
) -> Bool

/// The state of a host's transport.
public struct AUHostTransportStateFlags: OptionSet, Sendable {
    /// The flags as bits, with Apple's values.
    public let rawValue: UInt

    /// Makes a set of flags from its bits, also unknown ones.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The state has changed since the last call.
    public static let changed = AUHostTransportStateFlags(rawValue: 1)
    /// The transport is moving.
    public static let moving = AUHostTransportStateFlags(rawValue: 2)
    /// The host is recording.
    public static let recording = AUHostTransportStateFlags(rawValue: 4)
    /// The host is repeating a part.
    public static let cycling = AUHostTransportStateFlags(rawValue: 8)
}

/// The direction of a bus.
public enum AUAudioUnitBusType: Int, Sendable {
    case input = 1
    case output = 2
}

// MARK: - Parameters

/// A token of an observer, which removes it or excludes it as the originator of a change.
public typealias AUParameterObserverToken = UnsafeMutableRawPointer

/// Called with the address and the new value of a parameter.
public typealias AUParameterObserver = (AUParameterAddress, AUValue) -> Void

/// Called with changes and their times: their number, and a pointer to the first.
public typealias AUParameterRecordingObserver = (Int, UnsafePointer<AURecordedParameterEvent>) -> Void

/// Called with changes, gestures and their times: their number, and a pointer to the first.
public typealias AUParameterAutomationObserver = (Int, UnsafePointer<AUParameterAutomationEvent>) -> Void

/// Called when a parameter is set, so that the unit can apply the value.
public typealias AUImplementorValueObserver = (AUParameter, AUValue) -> Void

/// Returns the present value of a parameter in the unit.
public typealias AUImplementorValueProvider = (AUParameter) -> AUValue

/// Converts a value to text; nil stands for the present value.
public typealias AUImplementorStringFromValueCallback = (AUParameter, UnsafePointer<AUValue>?) -> String

/// Converts text to a value.
public typealias AUImplementorValueFromStringCallback = (AUParameter, String) -> AUValue

/// Returns the name of a node, with at most the given number of characters.
public typealias AUImplementorDisplayNameWithLengthCallback = (AUParameterNode, Int) -> String
