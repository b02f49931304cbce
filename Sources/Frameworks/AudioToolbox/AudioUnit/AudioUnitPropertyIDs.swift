import AVAudioTypes
import CoreAudioTypes
import Foundation

// Properties of units.

/// The format of a bus: an `AudioStreamBasicDescription`.
public var kAudioUnitProperty_StreamFormat: AudioUnitPropertyID { 8 }

/// The longest block that is rendered: frames, a `UInt32`.
public var kAudioUnitProperty_MaximumFramesPerSlice: AudioUnitPropertyID { 14 }

/// The callback that gives an input bus its frames: an `AURenderCallbackStruct`; write only.
public var kAudioUnitProperty_SetRenderCallback: AudioUnitPropertyID { 23 }

/// Indicates whether the input passes as it is: a `UInt32`.
public var kAudioUnitProperty_BypassEffect: AudioUnitPropertyID { 21 }

/// Seconds by which the output lags: a `Float64`; read only.
public var kAudioUnitProperty_Latency: AudioUnitPropertyID { 12 }

/// Seconds of sound after the end of the input: a `Float64`; read only.
public var kAudioUnitProperty_TailTime: AudioUnitPropertyID { 20 }

/// The rate of a bus: a `Float64`.
public var kAudioUnitProperty_SampleRate: AudioUnitPropertyID { 2 }

/// The number of elements of a scope: a `UInt32`.
public var kAudioUnitProperty_ElementCount: AudioUnitPropertyID { 11 }

/// The numbers of the parameters of a scope: `AudioUnitParameterID`s; read only.
public var kAudioUnitProperty_ParameterList: AudioUnitPropertyID { 3 }

/// The preset that was chosen last: an `AUPreset`, whose name belongs to the reader.
public var kAudioUnitProperty_PresentPreset: AudioUnitPropertyID { 36 }

/// The latest error of rendering: an `OSStatus`, cleared when it is read.
public var kAudioUnitProperty_LastRenderError: AudioUnitPropertyID { 22 }

/// Numbers of channels that go together: `AUChannelInfo`s; read only.
public var kAudioUnitProperty_SupportedNumChannels: AudioUnitPropertyID { 13 }

/// Indicates whether nobody waits for the sound in real time: a `UInt32`.
public var kAudioUnitProperty_OfflineRender: AudioUnitPropertyID { 37 }

/// Indicates whether input and output may be one buffer: a `UInt32`; read only.
public var kAudioUnitProperty_InPlaceProcessing: AudioUnitPropertyID { 29 }

/// The effort that the unit may spend, 0 to 127: a `UInt32`.
public var kAudioUnitProperty_RenderQuality: AudioUnitPropertyID { 26 }

/// The unit's whole state: a dictionary, which belongs to the reader.
public var kAudioUnitProperty_ClassInfo: AudioUnitPropertyID { 0 }

/// The unit that feeds an input bus: an `AudioUnitConnection`; write only.
public var kAudioUnitProperty_MakeConnection: AudioUnitPropertyID { 1 }

/// Indicates whether an output unit plays (output scope, element 0) or hears (input scope, element 1): a `UInt32`.
public var kAudioOutputUnitProperty_EnableIO: AudioUnitPropertyID { 2003 }

/// The channel map: an `Int32` for each channel of the hardware (element 0) with the unit's channel that it plays, or
/// for each channel of the unit (element 1) with the hardware's channel that it records; -1 for none.
///
/// Holds from the next start on.
public var kAudioOutputUnitProperty_ChannelMap: AudioUnitPropertyID { 2002 }

/// Indicates whether there is hardware for it: a `UInt32`; read only.
public var kAudioOutputUnitProperty_HasIO: AudioUnitPropertyID { 2006 }

/// Indicates whether the hardware runs: a `UInt32`; read only.
public var kAudioOutputUnitProperty_IsRunning: AudioUnitPropertyID { 2001 }

/// The share of the time there is that the unit spends on rendering, 0 to 1, since it was made: a `Float64`; read only, of units
/// on the hardware, which count all that they play.
public var kAudioUnitProperty_CPULoad: AudioUnitPropertyID { 6 }

/// The callback that is called when input frames are ready: an `AURenderCallbackStruct`; write only.
public var kAudioOutputUnitProperty_SetInputCallback: AudioUnitPropertyID { 2005 }

/// A preset of a unit as C has it.
public struct AUPreset {
    /// From 0 up a preset of the unit's; below, one of the user's.
    public var presetNumber: Int32
    /// For people.
    public var presetName: Unmanaged<CFString>?

    /// The number 0 without a name.
    public init() { (presetNumber, presetName) = (0, nil) }

    /// A preset.
    public init(presetNumber: Int32, presetName: Unmanaged<CFString>?) {
        self.presetNumber = presetNumber
        self.presetName = presetName
    }
}
