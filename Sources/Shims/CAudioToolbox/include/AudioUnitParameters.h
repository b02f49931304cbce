// Parameters of units. A table.
#pragma once

#include <CCoreAudioTypes.h>

enum : AudioUnitParameterID {
    /// Cutoff frequency of AULowShelfFilter: 10 to 200 Hz, 80 at first.
    kAULowShelfParam_CutoffFrequency = 0,
    /// Gain of AULowShelfFilter: -40 to 40 dB, 0 at first.
    kAULowShelfParam_Gain = 1,
    /// Bandwidth of AUNBandEQ: 0.05 to 5.0 octaves, 0.5 at first.
    kAUNBandEQParam_Bandwidth = 5000,
    /// Bypass band of AUNBandEQ: 0 to 1 Boolean, 1 at first.
    kAUNBandEQParam_BypassBand = 1000,
    /// Filter type of AUNBandEQ: 0 to kNumAUNBandEQFilterTypes-1 Indexed, 0 at first.
    kAUNBandEQParam_FilterType = 2000,
    /// Frequency of AUNBandEQ: 20 to (SampleRate/2) Hz, 1000 at first.
    kAUNBandEQParam_Frequency = 3000,
    /// Gain of AUNBandEQ: -96 to 24 dB, 0 at first.
    kAUNBandEQParam_Gain = 4000,
    /// Global gain of AUNBandEQ: -96 to 24 dB, 0 at first.
    kAUNBandEQParam_GlobalGain = 0,
    /// The sound that AUSoundIsolation lets through: 0 to 1 Indexed, 1 at first.
    kAUSoundIsolationParam_SoundToIsolate = 1,
    /// Wet/dry mix of AUSoundIsolation: 0 to 100 Percent, 100 at first.
    kAUSoundIsolationParam_WetDryMixPercent = 0,
    /// Bandwidth of AUBandpass: 100 to 12000 Cents, 600 at first.
    kBandpassParam_Bandwidth = 1,
    /// Center frequency of AUBandpass: 20 to (SampleRate/2) Hz, 5000 at first.
    kBandpassParam_CenterFrequency = 0,
    /// Delay time of AUDelay: 0 to 2 Secs, 1 at first.
    kDelayParam_DelayTime = 1,
    /// Feedback of AUDelay: -100 to 100 Percent, 50 at first.
    kDelayParam_Feedback = 2,
    /// Lopass cutoff of AUDelay: 10 to (SampleRate/2) Hz, 15000 at first.
    kDelayParam_LopassCutoff = 3,
    /// Wet dry mix of AUDelay: 0 to 100 EqPow Crossfade, 50 at first.
    kDelayParam_WetDryMix = 0,
    /// Cubic term of AUDistortion: 0 to 20 Linear Gain, 0 at first.
    kDistortionParam_CubicTerm = 8,
    /// Decay of AUDistortion: 0.1 to 50 Rate, 1.0 at first.
    kDistortionParam_Decay = 1,
    /// Decimation of AUDistortion: 0 to 100 Percent.
    kDistortionParam_Decimation = 3,
    /// Decimation mix of AUDistortion: 0 to 100 Percent, 50 at first.
    kDistortionParam_DecimationMix = 5,
    /// Delay of AUDistortion: 0.1 to 500 Milliseconds, 0.1 at first.
    kDistortionParam_Delay = 0,
    /// Delay mix of AUDistortion: 0 to 100 Percent, 50 at first.
    kDistortionParam_DelayMix = 2,
    /// Final mix of AUDistortion: 0 to 100 Percent, 50 at first.
    kDistortionParam_FinalMix = 15,
    /// Linear term of AUDistortion: 0 to 1 Linear Gain, 1 at first.
    kDistortionParam_LinearTerm = 6,
    /// Polynomial mix of AUDistortion: 0 to 100 Percent, 50 at first.
    kDistortionParam_PolynomialMix = 9,
    /// Ring mod balance of AUDistortion: 0 to 100 Percent, 50 at first.
    kDistortionParam_RingModBalance = 12,
    /// Ring mod freq1 of AUDistortion: 0.5 to 8000 Hertz, 100 at first.
    kDistortionParam_RingModFreq1 = 10,
    /// Ring mod freq2 of AUDistortion: 0.5 to 8000 Hertz, 100 at first.
    kDistortionParam_RingModFreq2 = 11,
    /// Ring mod mix of AUDistortion: 0 to 100 Percent, 0 at first.
    kDistortionParam_RingModMix = 13,
    /// Rounding of AUDistortion: 0 to 100 Percent, 0 at first.
    kDistortionParam_Rounding = 4,
    /// Soft clip gain of AUDistortion: -80 to 20 dB, -6 at first.
    kDistortionParam_SoftClipGain = 14,
    /// Squared term of AUDistortion: 0 to 20 Linear Gain, 0 at first.
    kDistortionParam_SquaredTerm = 7,
    /// Attack time of AUDynamicsProcessor: 0.0001 to 0.2 secs, 0.001 at first.
    kDynamicsProcessorParam_AttackTime = 4,
    /// Compression amount.
    kDynamicsProcessorParam_CompressionAmount = 1000,
    /// Expansion ratio of AUDynamicsProcessor: 1 to 50.0 rate, 2 at first.
    kDynamicsProcessorParam_ExpansionRatio = 2,
    /// Expansion threshold.
    kDynamicsProcessorParam_ExpansionThreshold = 3,
    /// Head room of AUDynamicsProcessor: 0.1 to 40.0 dB, 5 at first.
    kDynamicsProcessorParam_HeadRoom = 1,
    /// Input amplitude.
    kDynamicsProcessorParam_InputAmplitude = 2000,
    /// Output amplitude.
    kDynamicsProcessorParam_OutputAmplitude = 3000,
    /// Overall gain of AUDynamicsProcessor: -40 to 40 dB, 0 at first.
    kDynamicsProcessorParam_OverallGain = 6,
    /// Release time of AUDynamicsProcessor: 0.01 to 3 secs, 0.05 at first.
    kDynamicsProcessorParam_ReleaseTime = 5,
    /// Threshold of AUDynamicsProcessor: -40 to 20 dB, -20 at first.
    kDynamicsProcessorParam_Threshold = 0,
    /// Volume of AUHAL / RemoteIO output: 0 to 1 LinearGain, 1 at first.
    kHALOutputParam_Volume = 14,
    /// Cut off frequency of AUHighShelfFilter: 10000 to (SampleRate/2) Hz, 10000 at first.
    kHighShelfParam_CutOffFrequency = 0,
    /// Gain of AUHighShelfFilter: -40 to 40 dB, 0 at first.
    kHighShelfParam_Gain = 1,
    /// Cutoff frequency of AUHipass: 10 to (SampleRate/2) Hz, 6900 at first.
    kHipassParam_CutoffFrequency = 0,
    /// Resonance of AUHipass: -20 to 40 dB, 0 at first.
    kHipassParam_Resonance = 1,
    /// Attack time of AUPeakLimiter: 0.001 to 0.03 Secs, 0.012 at first.
    kLimiterParam_AttackTime = 0,
    /// Decay time of AUPeakLimiter: 0.001 to 0.06 Secs, 0.024 at first.
    kLimiterParam_DecayTime = 1,
    /// Pre gain of AUPeakLimiter: -40 to 40 dB, 0 at first.
    kLimiterParam_PreGain = 2,
    /// Cutoff frequency of AULowpass: 10 to (SampleRate/2) Hz, 6900 at first.
    kLowPassParam_CutoffFrequency = 0,
    /// Resonance of AULowpass: -20 to 40 dB, 0 at first.
    kLowPassParam_Resonance = 1,
    /// Enable.
    kMatrixMixerParam_Enable = 1,
    /// Post average power.
    kMatrixMixerParam_PostAveragePower = 3000,
    /// Post average power linear.
    kMatrixMixerParam_PostAveragePowerLinear = 7000,
    /// Post peak hold level.
    kMatrixMixerParam_PostPeakHoldLevel = 4000,
    /// Post peak hold level linear.
    kMatrixMixerParam_PostPeakHoldLevelLinear = 8000,
    /// Pre average power.
    kMatrixMixerParam_PreAveragePower = 1000,
    /// Pre average power linear.
    kMatrixMixerParam_PreAveragePowerLinear = 5000,
    /// Pre peak hold level.
    kMatrixMixerParam_PrePeakHoldLevel = 2000,
    /// Pre peak hold level linear.
    kMatrixMixerParam_PrePeakHoldLevelLinear = 6000,
    /// Volume.
    kMatrixMixerParam_Volume = 0,
    /// Enable of AUMultiChannelMixer: 0 to 1 Boolean, 1 at first.
    kMultiChannelMixerParam_Enable = 1,
    /// Pan of AUMultiChannelMixer: -1 to 1 Pan, 0 at first.
    kMultiChannelMixerParam_Pan = 2,
    /// Post average power.
    kMultiChannelMixerParam_PostAveragePower = 3000,
    /// Post peak hold level.
    kMultiChannelMixerParam_PostPeakHoldLevel = 4000,
    /// Pre average power.
    kMultiChannelMixerParam_PreAveragePower = 1000,
    /// Pre peak hold level.
    kMultiChannelMixerParam_PrePeakHoldLevel = 2000,
    /// Volume of AUMultiChannelMixer: 0 to 1 Linear Gain, 1 at first.
    kMultiChannelMixerParam_Volume = 0,
    /// Enable peak locking.
    kNewTimePitchParam_EnablePeakLocking = 6,
    /// Enable spectral coherence of AUNewTimePitch: 0 to 1 Boolean, 1 at first.
    kNewTimePitchParam_EnableSpectralCoherence = 6,
    /// Enable transient preservation of AUNewTimePitch: 0 to 1 Boolean, 1 at first.
    kNewTimePitchParam_EnableTransientPreservation = 7,
    /// Overlap.
    kNewTimePitchParam_Overlap = 4,
    /// Pitch of AUNewTimePitch: -2400 to 2400 Cents, 1.0 at first.
    kNewTimePitchParam_Pitch = 1,
    /// Rate of AUTimePitch: 1/32 to 32.0 rate, 1.0 at first.
    kTimePitchParam_Rate = 0,
    /// Pitch of AUTimePitch: -2400 to 2400 cents, 0 at first.
    kTimePitchParam_Pitch = 1,
    /// The share of the other pitch in AUPitch: 0 to 100 Percent, 100 at first; the rest is the input, as late.
    kTimePitchParam_EffectBlend = 2,
    /// Rate of AUNewTimePitch: 1/32 to 32.0 rate, 1.0 at first.
    kNewTimePitchParam_Rate = 0,
    /// Smoothness of AUNewTimePitch: 3.0 to 32.0 generic, 8.0 at first.
    kNewTimePitchParam_Smoothness = 4,
    /// Center freq of AUParametricEQ: 20 to (SampleRate/2) Hz, 2000 at first.
    kParametricEQParam_CenterFreq = 0,
    /// Gain of AUParametricEQ: -20 to 20 dB, 0 at first.
    kParametricEQParam_Gain = 2,
    /// Q of AUParametricEQ: 0.1 to 20 Hz, 1.0 at first.
    kParametricEQParam_Q = 1,
    /// Bound a.
    kRandomParam_BoundA = 0,
    /// Bound b.
    kRandomParam_BoundB = 1,
    /// Curve.
    kRandomParam_Curve = 2,
    /// Decay time at0 hz of AUReverb2: 0.001 to 20.0 Secs, 1.0 at first.
    kReverb2Param_DecayTimeAt0Hz = 4,
    /// Decay time at nyquist of AUReverb2: 0.001 to 20.0 Secs, 0.5 at first.
    kReverb2Param_DecayTimeAtNyquist = 5,
    /// Dry wet mix of AUReverb2: 0 to 100 CrossFade, 100 at first.
    kReverb2Param_DryWetMix = 0,
    /// Gain of AUReverb2: -20 to 20 Decibels, 0 at first.
    kReverb2Param_Gain = 1,
    /// Legacy mode.
    kReverb2Param_LegacyMode = 7,
    /// Max delay time of AUReverb2: 0.0001 to 1.0 Secs, 0.050 at first.
    kReverb2Param_MaxDelayTime = 3,
    /// Min delay time of AUReverb2: 0.0001 to 1.0 Secs, 0.008 at first.
    kReverb2Param_MinDelayTime = 2,
    /// Randomize reflections of AUReverb2: 1 to 1000 Integer.
    kReverb2Param_RandomizeReflections = 6,
    /// Delay frames of AUSampleDelay: 0 to (SampleRate) Samples, 0 at first.
    kSampleDelayParam_DelayFrames = 0,
    /// Playback cents of AUVarispeed: -2400 to 2400 Cents, 0.0 at first.
    kVarispeedParam_PlaybackCents = 1,
    /// Playback rate of AUVarispeed: 0.25 to 4.0 Rate, 1.0 at first.
    kVarispeedParam_PlaybackRate = 0,
};

#pragma mark - Spatial mixer

enum : AudioUnitParameterID {
    /// Azimuth of AUSpatialMixer: input; -180 to 180 degrees, 0 ahead, positive to the right.
    kSpatialMixerParam_Azimuth = 0,
    /// Elevation of AUSpatialMixer: input; -90 to 90 degrees, positive up.
    kSpatialMixerParam_Elevation = 1,
    /// Distance of AUSpatialMixer: input; 0 to 10,000 m.
    kSpatialMixerParam_Distance = 2,
    /// Gain of AUSpatialMixer: input and output; -120 to 20 dB.
    kSpatialMixerParam_Gain = 3,
    /// Playback rate of AUSpatialMixer: input; 0.5 to 2.
    ///
    /// The pitch changes with the rate.
    ///
    /// The input's source is asked for `rate` times as many frames.
    kSpatialMixerParam_PlaybackRate = 4,
    /// Enable of AUSpatialMixer: input; 0 or 1.
    kSpatialMixerParam_Enable = 5,
    /// Min gain of AUSpatialMixer: input; the least factor after all losses, 0 to 10.
    kSpatialMixerParam_MinGain = 6,
    /// Max gain of AUSpatialMixer: input; the greatest factor after all losses, 0 to 10.
    kSpatialMixerParam_MaxGain = 7,
    /// Reverb blend of AUSpatialMixer: input; 0 to 100 %, 30 at first.
    kSpatialMixerParam_ReverbBlend = 8,
    /// Global reverb gain of AUSpatialMixer: global; -40 to 40 dB.
    kSpatialMixerParam_GlobalReverbGain = 9,
    /// Occlusion attenuation of AUSpatialMixer: input; of the direct and reverberant sound at 5 kHz, -100 to 0 dB.
    kSpatialMixerParam_OcclusionAttenuation = 10,
    /// Obstruction attenuation of AUSpatialMixer: input; of the direct sound at 5 kHz, -100 to 0 dB.
    kSpatialMixerParam_ObstructionAttenuation = 11,
    /// Head yaw of AUSpatialMixer: global; -180 to 180 degrees, positive to the right.
    kSpatialMixerParam_HeadYaw = 19,
    /// Head pitch of AUSpatialMixer: global; degrees, positive up.
    kSpatialMixerParam_HeadPitch = 20,
    /// Head roll of AUSpatialMixer: global; degrees, positive over the right ear.
    kSpatialMixerParam_HeadRoll = 21,
    /// Azimuth of the 3D mixer: input; -180 to 180 degrees, 0 ahead, positive to the right.
    k3DMixerParam_Azimuth = 0,
    /// Elevation of the 3D mixer: input; -90 to 90 degrees, positive up.
    k3DMixerParam_Elevation = 1,
    /// Distance of the 3D mixer: input; 0 to 10,000 m.
    k3DMixerParam_Distance = 2,
    /// Gain of the 3D mixer: input and output; -120 to 20 dB.
    k3DMixerParam_Gain = 3,
    /// Playback rate of the 3D mixer: input; 0.5 to 2.
    ///
    /// The pitch changes with the rate.
    k3DMixerParam_PlaybackRate = 4,
    /// Enable of the 3D mixer: input; 0 or 1.
    k3DMixerParam_Enable = 5,
    /// Min gain of the 3D mixer: input; the least factor after all losses, 0 to 10.
    k3DMixerParam_MinGain = 6,
    /// Max gain of the 3D mixer: input; the greatest factor after all losses, 0 to 10.
    k3DMixerParam_MaxGain = 7,
    /// Reverb blend of the 3D mixer: input; 0 to 100 %, 30 at first.
    k3DMixerParam_ReverbBlend = 8,
    /// Global reverb gain of the 3D mixer: global; -40 to 40 dB.
    k3DMixerParam_GlobalReverbGain = 9,
    /// Occlusion attenuation of the 3D mixer: input; of the direct and reverberant sound at 5 kHz, -100 to 0 dB.
    k3DMixerParam_OcclusionAttenuation = 10,
    /// Obstruction attenuation of the 3D mixer: input; of the direct sound at 5 kHz, -100 to 0 dB.
    k3DMixerParam_ObstructionAttenuation = 11,
    /// Bus enable of the 3D mixer: input; 0 or 1; a bus is heard when it and `k3DMixerParam_Enable` are 1.
    k3DMixerParam_BusEnable = 20,
    /// Min gain of the 3D mixer: input; the least factor after all losses, -120 (none) to 20 dB.
    k3DMixerParam_MinGainInDecibels = 21,
    /// Max gain of the 3D mixer: input; the greatest factor after all losses, -120 to 20 dB (none).
    k3DMixerParam_MaxGainInDecibels = 22,
    /// Reverb blend of the 3D mixer: input; 0 to 100 %; the greater of it and `k3DMixerParam_ReverbBlend` counts.
    k3DMixerParam_DryWetReverbBlend = 23,
    /// Global reverb gain of the 3D mixer: global; -40 to 40 dB, added to `k3DMixerParam_GlobalReverbGain`.
    k3DMixerParam_GlobalReverbGainInDecibels = 24,
    /// Occlusion of the 3D mixer: input; -100 to 0 dB at 5 kHz, added to `k3DMixerParam_OcclusionAttenuation`.
    k3DMixerParam_OcclusionAttenuationInDecibels = 25,
    /// Obstruction of the 3D mixer: input; -100 to 0 dB at 5 kHz, added to `k3DMixerParam_ObstructionAttenuation`.
    k3DMixerParam_ObstructionAttenuationInDecibels = 26,
    /// Frequency of the band behind the shared reverberation: global; 10 to 20,000 Hz.
    kReverbParam_FilterFrequency = 14,
    /// Bandwidth of that band: global; 0.05 to 4 octaves.
    kReverbParam_FilterBandwidth = 15,
    /// Gain of that band: global; -18 to 18 dB.
    kReverbParam_FilterGain = 16,
    /// Type of that band: global; an index as of AUNBandEQ's filter types.
    kReverbParam_FilterType = 17,
    /// Indicates whether that band is on: global; 0 or 1.
    kReverbParam_FilterEnable = 18,
    /// Average power of a bus of the 3D mixer before its gain: input, to be read; -120 dB up; measured where
    /// `kAudioUnitProperty_MeteringMode` is on.
    k3DMixerParam_PreAveragePower = 1000,
    /// Held peak of a bus of the 3D mixer before its gain: input, to be read; -120 dB up.
    k3DMixerParam_PrePeakHoldLevel = 2000,
    /// Average power of a bus of the 3D mixer behind gain and attenuation by distance: input, to be read; -120 dB up.
    k3DMixerParam_PostAveragePower = 3000,
    /// Held peak of a bus of the 3D mixer behind gain and attenuation by distance: input, to be read; -120 dB up.
    k3DMixerParam_PostPeakHoldLevel = 4000,
};

#pragma mark - Groups of notes

enum : AudioUnitParameterID {
    /// Volume.
    kAUGroupParameterID_Volume = 7,
    /// The finer part of volume.
    kAUGroupParameterID_Volume_LSB = 39,
    /// Modulation.
    kAUGroupParameterID_ModWheel = 1,
    /// The finer part of modulation.
    kAUGroupParameterID_ModWheel_LSB = 33,
    /// The foot controller.
    kAUGroupParameterID_Foot = 4,
    /// The finer part of the foot controller.
    kAUGroupParameterID_Foot_LSB = 36,
    /// Data entry, of the registered parameter that was chosen.
    kAUGroupParameterID_DataEntry = 6,
    /// The finer part of data entry.
    kAUGroupParameterID_DataEntry_LSB = 38,
    /// Pan: 0 left, 64 middle, 127 right.
    kAUGroupParameterID_Pan = 10,
    /// The finer part of the pan.
    kAUGroupParameterID_Pan_LSB = 42,
    /// Expression.
    kAUGroupParameterID_Expression = 11,
    /// The finer part of expression.
    kAUGroupParameterID_Expression_LSB = 43,
    /// The sustain pedal: down from 64 on.
    kAUGroupParameterID_Sustain = 64,
    /// The sostenuto pedal: down from 64 on.
    kAUGroupParameterID_Sostenuto = 66,
    /// Silence at once, whatever the value.
    kAUGroupParameterID_AllSoundOff = 120,
    /// Controllers as at first, whatever the value.
    kAUGroupParameterID_ResetAllControllers = 121,
    /// The end of all notes, whatever the value.
    kAUGroupParameterID_AllNotesOff = 123,
    /// Pressure on a key of its own goes by `kAUGroupParameterID_KeyPressure_FirstKey` and on; this number is that of the message, and no parameter.
    kAUGroupParameterID_KeyPressure = 160,
    /// Pressure on all keys.
    kAUGroupParameterID_ChannelPressure = 208,
    /// Pitch bend: 0 to 16,383, the middle at 8,192.
    kAUGroupParameterID_PitchBend = 224,
    /// Pressure on key 0; the number of each other key follows.
    kAUGroupParameterID_KeyPressure_FirstKey = 256,
    /// Pressure on key 127.
    kAUGroupParameterID_KeyPressure_LastKey = 383,
};

#pragma mark - Sampler

enum : AudioUnitParameterID {
    /// The gain of a sampler, -90 to 12 dB.
    kAUSamplerParam_Gain = 900,
    /// The tuning of a sampler, -24 to 24 semitones.
    kAUSamplerParam_CoarseTuning = 901,
    /// The tuning of a sampler, -99 to 99 cents.
    kAUSamplerParam_FineTuning = 902,
    /// The pan of a sampler, -1 to 1.
    kAUSamplerParam_Pan = 903,
};
