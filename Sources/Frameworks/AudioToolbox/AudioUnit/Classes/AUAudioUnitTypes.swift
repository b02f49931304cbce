import CoreAudioTypes

// The blocks that units and their hosts exchange.

/// Due as soon as possible; frames from the start of the next block may be added.
public var AUEventSampleTimeImmediate: AUEventSampleTime { -4_294_967_296 }

/// Gives a unit the frames of one input bus: into the list's buffers, or by pointing them elsewhere if they are nil.
///
/// Arguments: flags, time, frames, bus, list.
public typealias AURenderPullInputBlock = (
    UnsafeMutablePointer<AudioUnitRenderActionFlags>, UnsafePointer<AudioTimeStamp>, AUAudioFrameCount, Int,
    UnsafeMutablePointer<AudioBufferList>
) -> AUAudioUnitStatus

/// Renders one block of one output bus, for hosts.
///
/// Arguments: flags, time, frames, bus, list, where the input comes from.
public typealias AURenderBlock = (
    UnsafeMutablePointer<AudioUnitRenderActionFlags>, UnsafePointer<AudioTimeStamp>, AUAudioFrameCount, Int,
    UnsafeMutablePointer<AudioBufferList>, AURenderPullInputBlock?
) -> AUAudioUnitStatus

/// Renders one block of one output bus, as units implement it.
///
/// Arguments: flags, time, frames, bus, list, the events that are due in the block, where the input comes from.
public typealias AUInternalRenderBlock = (
    UnsafeMutablePointer<AudioUnitRenderActionFlags>, UnsafePointer<AudioTimeStamp>, AUAudioFrameCount, Int,
    UnsafeMutablePointer<AudioBufferList>, UnsafePointer<AURenderEvent>?, AURenderPullInputBlock?
) -> AUAudioUnitStatus

/// Hears before and after each block that a unit renders: flags that say which, time, frames, bus.
public typealias AURenderObserver = (
    AudioUnitRenderActionFlags, UnsafePointer<AudioTimeStamp>, AUAudioFrameCount, Int
) -> Void

/// Hears that frames have arrived at an input of the hardware: flags, time, frames, bus.
public typealias AUInputHandler = (
    UnsafeMutablePointer<AudioUnitRenderActionFlags>, UnsafePointer<AudioTimeStamp>, AUAudioFrameCount, Int
) -> Void

/// Sets a parameter at a time: sample time, frames of the glide (0: at once), address, value.
public typealias AUScheduleParameterBlock = (AUEventSampleTime, AUAudioFrameCount, AUParameterAddress, AUValue) -> Void

/// Gives a unit a message of MIDI 1.0 at a time: sample time, cable, bytes, the bytes.
public typealias AUScheduleMIDIEventBlock = (AUEventSampleTime, UInt8, Int, UnsafePointer<UInt8>) -> Void

/// Takes a message of MIDI 1.0 that a unit sends: sample time, cable, bytes, the bytes.
public typealias AUMIDIOutputEventBlock = (AUEventSampleTime, UInt8, Int, UnsafePointer<UInt8>) -> OSStatus

/// Takes or gives universal MIDI packets: sample time, cable, the list.
public typealias AUMIDIEventListBlock = (AUEventSampleTime, UInt8, UnsafePointer<MIDIEventList>) -> OSStatus

/// Tells a unit where in the music the host is; each pointer may be nil.
///
/// Arguments: tempo, numerator and denominator of the time signature, beat position, sample offset to the next beat, position of the
/// measure's downbeat. Returns false if the host does not know.
public typealias AUHostMusicalContextBlock = (
    UnsafeMutablePointer<Double>?, UnsafeMutablePointer<Double>?, UnsafeMutablePointer<Int>?,
    UnsafeMutablePointer<Double>?, UnsafeMutablePointer<Int>?, UnsafeMutablePointer<Double>?
) -> Bool

/// Tells a unit what the host's transport does: flags, sample position, start and end beat of the cycle.
public typealias AUHostTransportStateBlock = (
    UnsafeMutablePointer<AUHostTransportStateFlags>?, UnsafeMutablePointer<Double>?, UnsafeMutablePointer<Double>?,
    UnsafeMutablePointer<Double>?
) -> Bool

/// The state of a host's transport.
public struct AUHostTransportStateFlags: OptionSet, Sendable {
    /// Apple's raw value.
    public let rawValue: UInt

    /// Makes a value from Apple's raw value, also an unknown one.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The state has changed since the last call.
    public static let changed = AUHostTransportStateFlags(rawValue: 1)
    /// The transport moves.
    public static let moving = AUHostTransportStateFlags(rawValue: 2)
    /// The host records.
    public static let recording = AUHostTransportStateFlags(rawValue: 4)
    /// The host repeats a part.
    public static let cycling = AUHostTransportStateFlags(rawValue: 8)
}

/// The direction of a bus.
public enum AUAudioUnitBusType: Int, Sendable {
    case input = 1
    case output = 2
}

// MARK: - Parameters

/// Names an observer, so that it can be removed or left out of the news of its own changes.
public typealias AUParameterObserverToken = UnsafeMutableRawPointer

/// Hears the address and the new value of a parameter.
public typealias AUParameterObserver = (AUParameterAddress, AUValue) -> Void

/// Hears changes with their times: their number, and the first of them.
public typealias AUParameterRecordingObserver = (Int, UnsafePointer<AURecordedParameterEvent>) -> Void

/// Hears changes and gestures with their times: their number, and the first of them.
public typealias AUParameterAutomationObserver = (Int, UnsafePointer<AUParameterAutomationEvent>) -> Void

/// Called when a parameter gets a value, so that the unit takes it over.
public typealias AUImplementorValueObserver = (AUParameter, AUValue) -> Void

/// Says the value that a parameter really has in the unit.
public typealias AUImplementorValueProvider = (AUParameter) -> AUValue

/// Writes a value as text; nil stands for the present value.
public typealias AUImplementorStringFromValueCallback = (AUParameter, UnsafePointer<AUValue>?) -> String

/// Reads a value from text.
public typealias AUImplementorValueFromStringCallback = (AUParameter, String) -> AUValue

/// Gives a name of no more than so many characters.
public typealias AUImplementorDisplayNameWithLengthCallback = (AUParameterNode, Int) -> String
