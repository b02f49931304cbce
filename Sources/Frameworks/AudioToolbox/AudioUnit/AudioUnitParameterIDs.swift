// Generated from the census: numbers of parameters.
import CoreAudioTypes

// MARK: - Parameters

/// Cutoff frequency of AULowShelfFilter: 10 to 200 Hz, 80 at first.
public var kAULowShelfParam_CutoffFrequency: AudioUnitParameterID { 0 }

/// Gain of AULowShelfFilter: -40 to 40 dB, 0 at first.
public var kAULowShelfParam_Gain: AudioUnitParameterID { 1 }

/// 2nd order butterworth high pass.
public var kAUNBandEQFilterType_2ndOrderButterworthHighPass: Int { 2 }

/// 2nd order butterworth low pass.
public var kAUNBandEQFilterType_2ndOrderButterworthLowPass: Int { 1 }

/// Band pass.
public var kAUNBandEQFilterType_BandPass: Int { 5 }

/// Band stop.
public var kAUNBandEQFilterType_BandStop: Int { 6 }

/// High shelf.
public var kAUNBandEQFilterType_HighShelf: Int { 8 }

/// Low shelf.
public var kAUNBandEQFilterType_LowShelf: Int { 7 }

/// Parametric.
public var kAUNBandEQFilterType_Parametric: Int { 0 }

/// Resonant high pass.
public var kAUNBandEQFilterType_ResonantHighPass: Int { 4 }

/// Resonant high shelf.
public var kAUNBandEQFilterType_ResonantHighShelf: Int { 10 }

/// Resonant low pass.
public var kAUNBandEQFilterType_ResonantLowPass: Int { 3 }

/// Resonant low shelf.
public var kAUNBandEQFilterType_ResonantLowShelf: Int { 9 }

/// Bandwidth of AUNBandEQ: 0.05 to 5.0 octaves, 0.5 at first.
public var kAUNBandEQParam_Bandwidth: AudioUnitParameterID { 5000 }

/// Bypass band of AUNBandEQ: 0 to 1 Boolean, 1 at first.
public var kAUNBandEQParam_BypassBand: AudioUnitParameterID { 1000 }

/// Filter type of AUNBandEQ: 0 to kNumAUNBandEQFilterTypes-1 Indexed, 0 at first.
public var kAUNBandEQParam_FilterType: AudioUnitParameterID { 2000 }

/// Frequency of AUNBandEQ: 20 to (SampleRate/2) Hz, 1000 at first.
public var kAUNBandEQParam_Frequency: AudioUnitParameterID { 3000 }

/// Gain of AUNBandEQ: -96 to 24 dB, 0 at first.
public var kAUNBandEQParam_Gain: AudioUnitParameterID { 4000 }

/// Global gain of AUNBandEQ: -96 to 24 dB, 0 at first.
public var kAUNBandEQParam_GlobalGain: AudioUnitParameterID { 0 }

/// The sound that AUSoundIsolation lets through: 0 to 1 Indexed, 1 at first.
public var kAUSoundIsolationParam_SoundToIsolate: AudioUnitParameterID { 1 }

/// Wet/dry mix of AUSoundIsolation: 0 to 100 Percent, 100 at first.
public var kAUSoundIsolationParam_WetDryMixPercent: AudioUnitParameterID { 0 }

/// A voice, less of the noise around it taken away.
public var kAUSoundIsolationSoundType_HighQualityVoice: Int { 0 }

/// A voice.
public var kAUSoundIsolationSoundType_Voice: Int { 1 }

/// Bandwidth of AUBandpass: 100 to 12000 Cents, 600 at first.
public var kBandpassParam_Bandwidth: AudioUnitParameterID { 1 }

/// Center frequency of AUBandpass: 20 to (SampleRate/2) Hz, 5000 at first.
public var kBandpassParam_CenterFrequency: AudioUnitParameterID { 0 }

/// Delay time of AUDelay: 0 to 2 Secs, 1 at first.
public var kDelayParam_DelayTime: AudioUnitParameterID { 1 }

/// Feedback of AUDelay: -100 to 100 Percent, 50 at first.
public var kDelayParam_Feedback: AudioUnitParameterID { 2 }

/// Lopass cutoff of AUDelay: 10 to (SampleRate/2) Hz, 15000 at first.
public var kDelayParam_LopassCutoff: AudioUnitParameterID { 3 }

/// Wet dry mix of AUDelay: 0 to 100 EqPow Crossfade, 50 at first.
public var kDelayParam_WetDryMix: AudioUnitParameterID { 0 }

/// Cubic term of AUDistortion: 0 to 20 Linear Gain, 0 at first.
public var kDistortionParam_CubicTerm: AudioUnitParameterID { 8 }

/// Decay of AUDistortion: 0.1 to 50 Rate, 1.0 at first.
public var kDistortionParam_Decay: AudioUnitParameterID { 1 }

/// Decimation of AUDistortion: 0 to 100 Percent.
public var kDistortionParam_Decimation: AudioUnitParameterID { 3 }

/// Decimation mix of AUDistortion: 0 to 100 Percent, 50 at first.
public var kDistortionParam_DecimationMix: AudioUnitParameterID { 5 }

/// Delay of AUDistortion: 0.1 to 500 Milliseconds, 0.1 at first.
public var kDistortionParam_Delay: AudioUnitParameterID { 0 }

/// Delay mix of AUDistortion: 0 to 100 Percent, 50 at first.
public var kDistortionParam_DelayMix: AudioUnitParameterID { 2 }

/// Final mix of AUDistortion: 0 to 100 Percent, 50 at first.
public var kDistortionParam_FinalMix: AudioUnitParameterID { 15 }

/// Linear term of AUDistortion: 0 to 1 Linear Gain, 1 at first.
public var kDistortionParam_LinearTerm: AudioUnitParameterID { 6 }

/// Polynomial mix of AUDistortion: 0 to 100 Percent, 50 at first.
public var kDistortionParam_PolynomialMix: AudioUnitParameterID { 9 }

/// Ring mod balance of AUDistortion: 0 to 100 Percent, 50 at first.
public var kDistortionParam_RingModBalance: AudioUnitParameterID { 12 }

/// Ring mod freq1 of AUDistortion: 0.5 to 8000 Hertz, 100 at first.
public var kDistortionParam_RingModFreq1: AudioUnitParameterID { 10 }

/// Ring mod freq2 of AUDistortion: 0.5 to 8000 Hertz, 100 at first.
public var kDistortionParam_RingModFreq2: AudioUnitParameterID { 11 }

/// Ring mod mix of AUDistortion: 0 to 100 Percent, 0 at first.
public var kDistortionParam_RingModMix: AudioUnitParameterID { 13 }

/// Rounding of AUDistortion: 0 to 100 Percent, 0 at first.
public var kDistortionParam_Rounding: AudioUnitParameterID { 4 }

/// Soft clip gain of AUDistortion: -80 to 20 dB, -6 at first.
public var kDistortionParam_SoftClipGain: AudioUnitParameterID { 14 }

/// Squared term of AUDistortion: 0 to 20 Linear Gain, 0 at first.
public var kDistortionParam_SquaredTerm: AudioUnitParameterID { 7 }

/// Attack time of AUDynamicsProcessor: 0.0001 to 0.2 secs, 0.001 at first.
public var kDynamicsProcessorParam_AttackTime: AudioUnitParameterID { 4 }

/// Compression amount.
public var kDynamicsProcessorParam_CompressionAmount: AudioUnitParameterID { 1000 }

/// Expansion ratio of AUDynamicsProcessor: 1 to 50.0 rate, 2 at first.
public var kDynamicsProcessorParam_ExpansionRatio: AudioUnitParameterID { 2 }

/// Expansion threshold.
public var kDynamicsProcessorParam_ExpansionThreshold: AudioUnitParameterID { 3 }

/// Head room of AUDynamicsProcessor: 0.1 to 40.0 dB, 5 at first.
public var kDynamicsProcessorParam_HeadRoom: AudioUnitParameterID { 1 }

/// Input amplitude.
public var kDynamicsProcessorParam_InputAmplitude: AudioUnitParameterID { 2000 }

/// Output amplitude.
public var kDynamicsProcessorParam_OutputAmplitude: AudioUnitParameterID { 3000 }

/// Overall gain of AUDynamicsProcessor: -40 to 40 dB, 0 at first.
public var kDynamicsProcessorParam_OverallGain: AudioUnitParameterID { 6 }

/// Release time of AUDynamicsProcessor: 0.01 to 3 secs, 0.05 at first.
public var kDynamicsProcessorParam_ReleaseTime: AudioUnitParameterID { 5 }

/// Threshold of AUDynamicsProcessor: -40 to 20 dB, -20 at first.
public var kDynamicsProcessorParam_Threshold: AudioUnitParameterID { 0 }

/// Volume of AUHAL / RemoteIO output: 0 to 1 LinearGain, 1 at first.
public var kHALOutputParam_Volume: AudioUnitParameterID { 14 }

/// Cut off frequency of AUHighShelfFilter: 10000 to (SampleRate/2) Hz, 10000 at first.
public var kHighShelfParam_CutOffFrequency: AudioUnitParameterID { 0 }

/// Gain of AUHighShelfFilter: -40 to 40 dB, 0 at first.
public var kHighShelfParam_Gain: AudioUnitParameterID { 1 }

/// Cutoff frequency of AUHipass: 10 to (SampleRate/2) Hz, 6900 at first.
public var kHipassParam_CutoffFrequency: AudioUnitParameterID { 0 }

/// Resonance of AUHipass: -20 to 40 dB, 0 at first.
public var kHipassParam_Resonance: AudioUnitParameterID { 1 }

/// Attack time of AUPeakLimiter: 0.001 to 0.03 Secs, 0.012 at first.
public var kLimiterParam_AttackTime: AudioUnitParameterID { 0 }

/// Decay time of AUPeakLimiter: 0.001 to 0.06 Secs, 0.024 at first.
public var kLimiterParam_DecayTime: AudioUnitParameterID { 1 }

/// Pre gain of AUPeakLimiter: -40 to 40 dB, 0 at first.
public var kLimiterParam_PreGain: AudioUnitParameterID { 2 }

/// Cutoff frequency of AULowpass: 10 to (SampleRate/2) Hz, 6900 at first.
public var kLowPassParam_CutoffFrequency: AudioUnitParameterID { 0 }

/// Resonance of AULowpass: -20 to 40 dB, 0 at first.
public var kLowPassParam_Resonance: AudioUnitParameterID { 1 }

/// Enable.
public var kMatrixMixerParam_Enable: AudioUnitParameterID { 1 }

/// Post average power.
public var kMatrixMixerParam_PostAveragePower: AudioUnitParameterID { 3000 }

/// Post average power linear.
public var kMatrixMixerParam_PostAveragePowerLinear: AudioUnitParameterID { 7000 }

/// Post peak hold level.
public var kMatrixMixerParam_PostPeakHoldLevel: AudioUnitParameterID { 4000 }

/// Post peak hold level linear.
public var kMatrixMixerParam_PostPeakHoldLevelLinear: AudioUnitParameterID { 8000 }

/// Pre average power.
public var kMatrixMixerParam_PreAveragePower: AudioUnitParameterID { 1000 }

/// Pre average power linear.
public var kMatrixMixerParam_PreAveragePowerLinear: AudioUnitParameterID { 5000 }

/// Pre peak hold level.
public var kMatrixMixerParam_PrePeakHoldLevel: AudioUnitParameterID { 2000 }

/// Pre peak hold level linear.
public var kMatrixMixerParam_PrePeakHoldLevelLinear: AudioUnitParameterID { 6000 }

/// Volume.
public var kMatrixMixerParam_Volume: AudioUnitParameterID { 0 }

/// Enable of AUMultiChannelMixer: 0 to 1 Boolean, 1 at first.
public var kMultiChannelMixerParam_Enable: AudioUnitParameterID { 1 }

/// Pan of AUMultiChannelMixer: -1 to 1 Pan, 0 at first.
public var kMultiChannelMixerParam_Pan: AudioUnitParameterID { 2 }

/// Post average power.
public var kMultiChannelMixerParam_PostAveragePower: AudioUnitParameterID { 3000 }

/// Post peak hold level.
public var kMultiChannelMixerParam_PostPeakHoldLevel: AudioUnitParameterID { 4000 }

/// Pre average power.
public var kMultiChannelMixerParam_PreAveragePower: AudioUnitParameterID { 1000 }

/// Pre peak hold level.
public var kMultiChannelMixerParam_PrePeakHoldLevel: AudioUnitParameterID { 2000 }

/// Volume of AUMultiChannelMixer: 0 to 1 Linear Gain, 1 at first.
public var kMultiChannelMixerParam_Volume: AudioUnitParameterID { 0 }

/// Enable peak locking.
public var kNewTimePitchParam_EnablePeakLocking: AudioUnitParameterID { 6 }

/// Enable spectral coherence of AUNewTimePitch: 0 to 1 Boolean, 1 at first.
public var kNewTimePitchParam_EnableSpectralCoherence: AudioUnitParameterID { 6 }

/// Enable transient preservation of AUNewTimePitch: 0 to 1 Boolean, 1 at first.
public var kNewTimePitchParam_EnableTransientPreservation: AudioUnitParameterID { 7 }

/// Overlap.
public var kNewTimePitchParam_Overlap: AudioUnitParameterID { 4 }

/// Pitch of AUNewTimePitch: -2400 to 2400 Cents, 1.0 at first.
public var kNewTimePitchParam_Pitch: AudioUnitParameterID { 1 }

/// Rate of AUTimePitch: 1/32 to 32.0 rate, 1.0 at first.
public var kTimePitchParam_Rate: AudioUnitParameterID { 0 }

/// Pitch of AUTimePitch: -2400 to 2400 cents, 0 at first.
public var kTimePitchParam_Pitch: AudioUnitParameterID { 1 }

/// The share of the other pitch in AUPitch: 0 to 100 Percent, 100 at first; the rest is the input, as late.
public var kTimePitchParam_EffectBlend: AudioUnitParameterID { 2 }

/// Rate of AUNewTimePitch: 1/32 to 32.0 rate, 1.0 at first.
public var kNewTimePitchParam_Rate: AudioUnitParameterID { 0 }

/// Smoothness of AUNewTimePitch: 3.0 to 32.0 generic, 8.0 at first.
public var kNewTimePitchParam_Smoothness: AudioUnitParameterID { 4 }

/// Center freq of AUParametricEQ: 20 to (SampleRate/2) Hz, 2000 at first.
public var kParametricEQParam_CenterFreq: AudioUnitParameterID { 0 }

/// Gain of AUParametricEQ: -20 to 20 dB, 0 at first.
public var kParametricEQParam_Gain: AudioUnitParameterID { 2 }

/// Q of AUParametricEQ: 0.1 to 20 Hz, 1.0 at first.
public var kParametricEQParam_Q: AudioUnitParameterID { 1 }

/// Bound a.
public var kRandomParam_BoundA: AudioUnitParameterID { 0 }

/// Bound b.
public var kRandomParam_BoundB: AudioUnitParameterID { 1 }

/// Curve.
public var kRandomParam_Curve: AudioUnitParameterID { 2 }

/// Decay time at0 hz of AUReverb2: 0.001 to 20.0 Secs, 1.0 at first.
public var kReverb2Param_DecayTimeAt0Hz: AudioUnitParameterID { 4 }

/// Decay time at nyquist of AUReverb2: 0.001 to 20.0 Secs, 0.5 at first.
public var kReverb2Param_DecayTimeAtNyquist: AudioUnitParameterID { 5 }

/// Dry wet mix of AUReverb2: 0 to 100 CrossFade, 100 at first.
public var kReverb2Param_DryWetMix: AudioUnitParameterID { 0 }

/// Gain of AUReverb2: -20 to 20 Decibels, 0 at first.
public var kReverb2Param_Gain: AudioUnitParameterID { 1 }

/// Legacy mode.
public var kReverb2Param_LegacyMode: AudioUnitParameterID { 7 }

/// Max delay time of AUReverb2: 0.0001 to 1.0 Secs, 0.050 at first.
public var kReverb2Param_MaxDelayTime: AudioUnitParameterID { 3 }

/// Min delay time of AUReverb2: 0.0001 to 1.0 Secs, 0.008 at first.
public var kReverb2Param_MinDelayTime: AudioUnitParameterID { 2 }

/// Randomize reflections of AUReverb2: 1 to 1000 Integer.
public var kReverb2Param_RandomizeReflections: AudioUnitParameterID { 6 }

/// Delay frames of AUSampleDelay: 0 to (SampleRate) Samples, 0 at first.
public var kSampleDelayParam_DelayFrames: AudioUnitParameterID { 0 }

/// Playback cents of AUVarispeed: -2400 to 2400 Cents, 0.0 at first.
public var kVarispeedParam_PlaybackCents: AudioUnitParameterID { 1 }

/// Playback rate of AUVarispeed: 0.25 to 4.0 Rate, 1.0 at first.
public var kVarispeedParam_PlaybackRate: AudioUnitParameterID { 0 }

// MARK: - The N-band equaliser

/// Biquad coefficients.
public var kAUNBandEQProperty_BiquadCoefficients: AudioUnitPropertyID { 2203 }

/// Max number of bands.
public var kAUNBandEQProperty_MaxNumberOfBands: AudioUnitPropertyID { 2201 }

/// Number of bands.
public var kAUNBandEQProperty_NumberOfBands: AudioUnitPropertyID { 2200 }

/// K Num AUN Band EQ Filter Types.
public var kNumAUNBandEQFilterTypes: Int { 11 }
