// Queues of buffers.
#pragma once

#include <CCoreAudioTypes.h>

/// The device's channel that one of a queue's channels goes to.
struct AudioQueueChannelAssignment {
    void *_Nonnull mDeviceUID __attribute__((swift_private));  // a CFString
    /// The channel, from 1; 0 for none.
    uint32_t mChannelNumber;
};
typedef struct AudioQueueChannelAssignment AudioQueueChannelAssignment;

enum : OSStatus {
    /// The buffer holds no bytes.
    kAudioQueueErr_BufferEmpty = -66686,
    /// The buffer is enqueued already.
    kAudioQueueErr_BufferEnqueuedTwice = -66666,
    /// The buffer cannot be freed while it is enqueued.
    kAudioQueueErr_BufferInQueue = -66679,
    /// The queue cannot start.
    kAudioQueueErr_CannotStart = -66681,
    /// The queue cannot start yet; trying again may help.
    kAudioQueueErr_CannotStartYet = -66665,
    /// There is no codec for the format.
    kAudioQueueErr_CodecNotFound = -66673,
    /// The queue is about to be disposed of.
    kAudioQueueErr_DisposalPending = -66685,
    /// A buffer was enqueued while the queue is being stopped, reset or disposed of.
    kAudioQueueErr_EnqueueDuringReset = -66632,
    /// The buffer is none of the queue's.
    kAudioQueueErr_InvalidBuffer = -66687,
    /// The codec cannot be used.
    kAudioQueueErr_InvalidCodecAccess = -66672,
    /// There is no such device.
    kAudioQueueErr_InvalidDevice = -66680,
    /// The queue is rendered by hand, or is not, and the call needs the other.
    kAudioQueueErr_InvalidOfflineMode = -66626,
    /// There is no such parameter, or it cannot take the value.
    kAudioQueueErr_InvalidParameter = -66682,
    /// There is no such property, or not for this.
    kAudioQueueErr_InvalidProperty = -66684,
    /// The value of the property has another size.
    kAudioQueueErr_InvalidPropertySize = -66683,
    /// The property cannot take the value.
    kAudioQueueErr_InvalidPropertyValue = -66675,
    /// The call is for the other kind of queue.
    kAudioQueueErr_InvalidQueueType = -66677,
    /// The call does not fit what the queue is doing.
    kAudioQueueErr_InvalidRunState = -66678,
    /// The call belongs into the callback of a tap.
    kAudioQueueErr_InvalidTapContext = -66669,
    /// There are no such taps.
    kAudioQueueErr_InvalidTapType = -66667,
    /// The program may not do this.
    kAudioQueueErr_Permissions = -66676,
    /// Priming took too long.
    kAudioQueueErr_PrimeTimedOut = -66674,
    /// The media services were lost; the queue can only be disposed of.
    kAudioQueueErr_QueueInvalidated = -66671,
    /// Input was lost, since no buffer was there for it.
    kAudioQueueErr_RecordUnderrun = -66668,
    /// The queue has a tap already.
    kAudioQueueErr_TooManyTaps = -66670,
};

enum : AudioQueuePropertyID {
    /// The device's channel for each of the queue's: `AudioQueueChannelAssignment`s; while it is stopped.
    kAudioQueueProperty_ChannelAssignments = 0x61716361u,  // 'aqca'
    /// The loudspeakers of the queue's channels: an `AudioChannelLayout`.
    kAudioQueueProperty_ChannelLayout = 0x6171636Cu,  // 'aqcl'
    /// The latest error of decoding or encoding: a `UInt32` with an `OSStatus`, read only.
    kAudioQueueProperty_ConverterError = 0x71637665u,  // 'qcve'
    /// The UID of the device: a `CFString`.
    kAudioQueueProperty_CurrentDevice = 0x61716364u,  // 'aqcd'
    /// An `AudioQueueLevelMeterState` for each channel, linear, 0 to 1; read only.
    kAudioQueueProperty_CurrentLevelMeter = 0x61716D76u,  // 'aqmv'
    /// An `AudioQueueLevelMeterState` for each channel, in decibels, 0 at full scale; read only.
    kAudioQueueProperty_CurrentLevelMeterDB = 0x61716D64u,  // 'aqmd'
    /// Frames that are decoded ahead of what is heard: a `UInt32`.
    kAudioQueueProperty_DecodeBufferSizeFrames = 0x64636266u,  // 'dcbf'
    /// Indicates whether levels are measured: a `UInt32`.
    kAudioQueueProperty_EnableLevelMetering = 0x61716D65u,  // 'aqme'
    /// Indicates whether speed and pitch can be changed: a `UInt32`; while it is stopped.
    kAudioQueueProperty_EnableTimePitch = 0x715F7470u,  // 'q_tp'
    /// The choice of codec: a `UInt32`, one of `kAudioQueueHardwareCodecPolicy_...`; set before the first buffer.
    kAudioQueueProperty_HardwareCodecPolicy = 0x61716370u,  // 'aqcp'
    /// Indicates whether the queue runs: a `UInt32`, read only.
    kAudioQueueProperty_IsRunning = 0x6171726Eu,  // 'aqrn'
    /// The data that a decoder needs: bytes.
    kAudioQueueProperty_MagicCookie = 0x61716D63u,  // 'aqmc'
    /// Bytes of the largest packet that an input queue can make: a `UInt32`, read only.
    kAudioQueueProperty_MaximumOutputPacketSize = 0x786F7073u,  // 'xops'
    /// The queue's format: an `AudioStreamBasicDescription`, read only.
    kAudioQueueProperty_StreamDescription = 0x61716674u,  // 'aqft'
    /// The algorithm that changes the speed: a `UInt32`, one of `kAudioQueueTimePitchAlgorithm_...`; set while the queue is
    /// stopped.
    kAudioQueueProperty_TimePitchAlgorithm = 0x71747061u,  // 'qtpa'
    /// Indicates whether speed and pitch are left as they are for now: a `UInt32`.
    kAudioQueueProperty_TimePitchBypass = 0x71747062u,  // 'qtpb'
};

enum : uint32_t {
    /// Quick and rough; here as `TimeDomain`.
    kAudioQueueTimePitchAlgorithm_LowQualityZeroLatency = 0x6C717A6Cu,  // 'lqzl'
    /// The best, for all sounds.
    kAudioQueueTimePitchAlgorithm_Spectral = 0x73706563u,  // 'spec'
    /// For voices; here the same as `Spectral`.
    kAudioQueueTimePitchAlgorithm_TimeDomain = 0x7469646Fu,  // 'tido'
    /// The pitch follows the rate, as on a tape.
    kAudioQueueTimePitchAlgorithm_Varispeed = 0x76737064u,  // 'vspd'
    /// A codec in hardware if there is one that is free, else in software.
    kAudioQueueHardwareCodecPolicy_Default = 0,
    /// Hardware where it is free, else software.
    kAudioQueueHardwareCodecPolicy_PreferHardware = 4,
    /// Software where there is some, else hardware.
    kAudioQueueHardwareCodecPolicy_PreferSoftware = 3,
    /// Hardware or nothing.
    kAudioQueueHardwareCodecPolicy_UseHardwareOnly = 2,
    /// Software or nothing.
    kAudioQueueHardwareCodecPolicy_UseSoftwareOnly = 1,
};

enum : AudioQueuePropertyID {
    /// Channels of the device that the queue is on: a `UInt32`, read only.
    kAudioQueueDeviceProperty_NumberChannels = 0x61716463u,  // 'aqdc'
    /// Frames a second of the device that the queue is on: a `Float64`, read only.
    kAudioQueueDeviceProperty_SampleRate = 0x61717372u,  // 'aqsr'
};

enum : AudioQueueParameterID {
    /// -1 left to 1 right, at first 0.
    kAudioQueueParam_Pan = 13,
    /// Cents, -2400 to 2400, at first 0; with `kAudioQueueProperty_EnableTimePitch`.
    kAudioQueueParam_Pitch = 3,
    /// Speed, at first 1; with `kAudioQueueProperty_EnableTimePitch`.
    kAudioQueueParam_PlayRate = 2,
    /// Linear, 0 to 1, at first 1.
    kAudioQueueParam_Volume = 1,
    /// Seconds that a change of volume takes, at first 0.
    kAudioQueueParam_VolumeRampTime = 4,
};
