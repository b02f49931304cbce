// The numbers of audio queues.

import CoreAudioTypes

/// The buffer holds no bytes.
public var kAudioQueueErr_BufferEmpty: OSStatus { -66_686 }

/// The buffer is enqueued already.
public var kAudioQueueErr_BufferEnqueuedTwice: OSStatus { -66_666 }

/// The buffer cannot be freed while it is enqueued.
public var kAudioQueueErr_BufferInQueue: OSStatus { -66_679 }

/// The queue cannot start.
public var kAudioQueueErr_CannotStart: OSStatus { -66_681 }

/// The queue cannot start yet; trying again may help.
public var kAudioQueueErr_CannotStartYet: OSStatus { -66_665 }

/// There is no codec for the format.
public var kAudioQueueErr_CodecNotFound: OSStatus { -66_673 }

/// The queue is about to be disposed of.
public var kAudioQueueErr_DisposalPending: OSStatus { -66_685 }

/// A buffer was enqueued while the queue is being stopped, reset or disposed of.
public var kAudioQueueErr_EnqueueDuringReset: OSStatus { -66_632 }

/// The buffer is none of the queue's.
public var kAudioQueueErr_InvalidBuffer: OSStatus { -66_687 }

/// The codec cannot be used.
public var kAudioQueueErr_InvalidCodecAccess: OSStatus { -66_672 }

/// There is no such device.
public var kAudioQueueErr_InvalidDevice: OSStatus { -66_680 }

/// The queue is rendered by hand, or is not, and the call needs the other.
public var kAudioQueueErr_InvalidOfflineMode: OSStatus { -66_626 }

/// There is no such parameter, or it cannot take the value.
public var kAudioQueueErr_InvalidParameter: OSStatus { -66_682 }

/// There is no such property, or not for this.
public var kAudioQueueErr_InvalidProperty: OSStatus { -66_684 }

/// The value of the property has another size.
public var kAudioQueueErr_InvalidPropertySize: OSStatus { -66_683 }

/// The property cannot take the value.
public var kAudioQueueErr_InvalidPropertyValue: OSStatus { -66_675 }

/// The call is for the other kind of queue.
public var kAudioQueueErr_InvalidQueueType: OSStatus { -66_677 }

/// The call does not fit what the queue is doing.
public var kAudioQueueErr_InvalidRunState: OSStatus { -66_678 }

/// The call belongs into the callback of a tap.
public var kAudioQueueErr_InvalidTapContext: OSStatus { -66_669 }

/// There are no such taps.
public var kAudioQueueErr_InvalidTapType: OSStatus { -66_667 }

/// The program may not do this.
public var kAudioQueueErr_Permissions: OSStatus { -66_676 }

/// Priming took too long.
public var kAudioQueueErr_PrimeTimedOut: OSStatus { -66_674 }

/// The media services were lost; the queue can only be disposed of.
public var kAudioQueueErr_QueueInvalidated: OSStatus { -66_671 }

/// Input was lost, since no buffer was there for it.
public var kAudioQueueErr_RecordUnderrun: OSStatus { -66_668 }

/// The queue has a tap already.
public var kAudioQueueErr_TooManyTaps: OSStatus { -66_670 }

/// The device's channel for each of the queue's: `AudioQueueChannelAssignment`s; while it is stopped.
public var kAudioQueueProperty_ChannelAssignments: AudioQueuePropertyID { 0x6171_6361 }

/// The loudspeakers of the queue's channels: an `AudioChannelLayout`.
public var kAudioQueueProperty_ChannelLayout: AudioQueuePropertyID { 0x6171_636C }

/// The latest error of decoding or encoding: a `UInt32` with an `OSStatus`, read only.
public var kAudioQueueProperty_ConverterError: AudioQueuePropertyID { 0x7163_7665 }

/// The UID of the device: a `CFString`.
public var kAudioQueueProperty_CurrentDevice: AudioQueuePropertyID { 0x6171_6364 }

/// An `AudioQueueLevelMeterState` for each channel, linear, 0 to 1; read only.
public var kAudioQueueProperty_CurrentLevelMeter: AudioQueuePropertyID { 0x6171_6D76 }

/// An `AudioQueueLevelMeterState` for each channel, in decibels, 0 at full scale; read only.
public var kAudioQueueProperty_CurrentLevelMeterDB: AudioQueuePropertyID { 0x6171_6D64 }

/// Frames that are decoded ahead of what is heard: a `UInt32`.
public var kAudioQueueProperty_DecodeBufferSizeFrames: AudioQueuePropertyID { 0x6463_6266 }

/// Indicates whether levels are measured: a `UInt32`.
public var kAudioQueueProperty_EnableLevelMetering: AudioQueuePropertyID { 0x6171_6D65 }

/// Indicates whether speed and pitch can be changed: a `UInt32`; while it is stopped.
public var kAudioQueueProperty_EnableTimePitch: AudioQueuePropertyID { 0x715F_7470 }

/// The choice of codec: a `UInt32`, one of `kAudioQueueHardwareCodecPolicy_...`; set before the first buffer.
public var kAudioQueueProperty_HardwareCodecPolicy: AudioQueuePropertyID { 0x6171_6370 }

/// Indicates whether the queue runs: a `UInt32`, read only.
public var kAudioQueueProperty_IsRunning: AudioQueuePropertyID { 0x6171_726E }

/// The data that a decoder needs: bytes.
public var kAudioQueueProperty_MagicCookie: AudioQueuePropertyID { 0x6171_6D63 }

/// Bytes of the largest packet that an input queue can make: a `UInt32`, read only.
public var kAudioQueueProperty_MaximumOutputPacketSize: AudioQueuePropertyID { 0x786F_7073 }

/// The queue's format: an `AudioStreamBasicDescription`, read only.
public var kAudioQueueProperty_StreamDescription: AudioQueuePropertyID { 0x6171_6674 }

/// The algorithm that changes the speed: a `UInt32`, one of `kAudioQueueTimePitchAlgorithm_...`; set while the queue is
/// stopped.
public var kAudioQueueProperty_TimePitchAlgorithm: AudioQueuePropertyID { 0x7174_7061 }

/// Indicates whether speed and pitch are left as they are for now: a `UInt32`.
public var kAudioQueueProperty_TimePitchBypass: AudioQueuePropertyID { 0x7174_7062 }

/// Quick and rough; here as `TimeDomain`.
public var kAudioQueueTimePitchAlgorithm_LowQualityZeroLatency: UInt32 { 0x6C71_7A6C }

/// The best, for all sounds.
public var kAudioQueueTimePitchAlgorithm_Spectral: UInt32 { 0x7370_6563 }

/// For voices; here the same as `Spectral`.
public var kAudioQueueTimePitchAlgorithm_TimeDomain: UInt32 { 0x7469_646F }

/// The pitch follows the rate, as on a tape.
public var kAudioQueueTimePitchAlgorithm_Varispeed: UInt32 { 0x7673_7064 }

/// A codec in hardware if there is one that is free, else in software.
public var kAudioQueueHardwareCodecPolicy_Default: UInt32 { 0 }

/// Hardware where it is free, else software.
public var kAudioQueueHardwareCodecPolicy_PreferHardware: UInt32 { 4 }

/// Software where there is some, else hardware.
public var kAudioQueueHardwareCodecPolicy_PreferSoftware: UInt32 { 3 }

/// Hardware or nothing.
public var kAudioQueueHardwareCodecPolicy_UseHardwareOnly: UInt32 { 2 }

/// Software or nothing.
public var kAudioQueueHardwareCodecPolicy_UseSoftwareOnly: UInt32 { 1 }

/// Channels of the device that the queue is on: a `UInt32`, read only.
public var kAudioQueueDeviceProperty_NumberChannels: AudioQueuePropertyID { 0x6171_6463 }

/// Frames a second of the device that the queue is on: a `Float64`, read only.
public var kAudioQueueDeviceProperty_SampleRate: AudioQueuePropertyID { 0x6171_7372 }

/// -1 left to 1 right, at first 0.
public var kAudioQueueParam_Pan: AudioQueueParameterID { 13 }

/// Cents, -2400 to 2400, at first 0; with `kAudioQueueProperty_EnableTimePitch`.
public var kAudioQueueParam_Pitch: AudioQueueParameterID { 3 }

/// Speed, at first 1; with `kAudioQueueProperty_EnableTimePitch`.
public var kAudioQueueParam_PlayRate: AudioQueueParameterID { 2 }

/// Linear, 0 to 1, at first 1.
public var kAudioQueueParam_Volume: AudioQueueParameterID { 1 }

/// Seconds that a change of volume takes, at first 0.
public var kAudioQueueParam_VolumeRampTime: AudioQueueParameterID { 4 }
