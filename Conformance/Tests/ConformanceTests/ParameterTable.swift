import AudioToolbox

/// Ranges and defaults of parameters, as AudioUnitParameters.h has them in its comments.
let parameterTable: [ParameterRow] = [
    ParameterRow(
        kAudioUnitType_FormatConverter, kAudioUnitSubType_NewTimePitch, kNewTimePitchParam_Rate,
        "kNewTimePitchParam_Rate", 0.03125, 32.0, 1.0),
    ParameterRow(
        kAudioUnitType_FormatConverter, kAudioUnitSubType_NewTimePitch, kNewTimePitchParam_Pitch,
        "kNewTimePitchParam_Pitch", -2400, 2400, nil),
    ParameterRow(
        kAudioUnitType_FormatConverter, kAudioUnitSubType_NewTimePitch, kNewTimePitchParam_Smoothness,
        "kNewTimePitchParam_Smoothness", 3.0, 32.0, 8.0),
    ParameterRow(
        kAudioUnitType_FormatConverter, kAudioUnitSubType_NewTimePitch, kNewTimePitchParam_EnableSpectralCoherence,
        "kNewTimePitchParam_EnableSpectralCoherence", 0, 1, 1),
    ParameterRow(
        kAudioUnitType_FormatConverter, kAudioUnitSubType_NewTimePitch, kNewTimePitchParam_EnableTransientPreservation,
        "kNewTimePitchParam_EnableTransientPreservation", 0, 1, 1),
    ParameterRow(
        kAudioUnitType_Effect, kAudioUnitSubType_BandPassFilter, kBandpassParam_CenterFrequency,
        "kBandpassParam_CenterFrequency", 20, nil, 5000),
    ParameterRow(
        kAudioUnitType_Effect, kAudioUnitSubType_BandPassFilter, kBandpassParam_Bandwidth, "kBandpassParam_Bandwidth",
        100, 12000, 600),
    ParameterRow(
        kAudioUnitType_Effect, kAudioUnitSubType_HighPassFilter, kHipassParam_CutoffFrequency,
        "kHipassParam_CutoffFrequency", 10, nil, 6900),
    ParameterRow(
        kAudioUnitType_Effect, kAudioUnitSubType_HighPassFilter, kHipassParam_Resonance, "kHipassParam_Resonance", -20,
        40, 0),
    ParameterRow(
        kAudioUnitType_Effect, kAudioUnitSubType_LowPassFilter, kLowPassParam_CutoffFrequency,
        "kLowPassParam_CutoffFrequency", 10, nil, 6900),
    ParameterRow(
        kAudioUnitType_Effect, kAudioUnitSubType_LowPassFilter, kLowPassParam_Resonance, "kLowPassParam_Resonance", -20,
        40, 0),
    ParameterRow(
        kAudioUnitType_Effect, kAudioUnitSubType_HighShelfFilter, kHighShelfParam_CutOffFrequency,
        "kHighShelfParam_CutOffFrequency", 10000, nil, 10000),
    ParameterRow(
        kAudioUnitType_Effect, kAudioUnitSubType_HighShelfFilter, kHighShelfParam_Gain, "kHighShelfParam_Gain", -40, 40,
        0),
    ParameterRow(
        kAudioUnitType_Effect, kAudioUnitSubType_LowShelfFilter, kAULowShelfParam_CutoffFrequency,
        "kAULowShelfParam_CutoffFrequency", 10, 200, 80),
    ParameterRow(
        kAudioUnitType_Effect, kAudioUnitSubType_LowShelfFilter, kAULowShelfParam_Gain, "kAULowShelfParam_Gain", -40,
        40, 0),
    ParameterRow(
        kAudioUnitType_Effect, kAudioUnitSubType_ParametricEQ, kParametricEQParam_CenterFreq,
        "kParametricEQParam_CenterFreq", 20, nil, 2000),
    ParameterRow(
        kAudioUnitType_Effect, kAudioUnitSubType_ParametricEQ, kParametricEQParam_Q, "kParametricEQParam_Q", 0.1, 20,
        1.0),
    ParameterRow(
        kAudioUnitType_Effect, kAudioUnitSubType_ParametricEQ, kParametricEQParam_Gain, "kParametricEQParam_Gain", -20,
        20, 0),
    ParameterRow(
        kAudioUnitType_Effect, kAudioUnitSubType_PeakLimiter, kLimiterParam_AttackTime, "kLimiterParam_AttackTime",
        0.001, 0.03, 0.012),
    ParameterRow(
        kAudioUnitType_Effect, kAudioUnitSubType_PeakLimiter, kLimiterParam_DecayTime, "kLimiterParam_DecayTime", 0.001,
        0.06, 0.024),
    ParameterRow(
        kAudioUnitType_Effect, kAudioUnitSubType_PeakLimiter, kLimiterParam_PreGain, "kLimiterParam_PreGain", -40, 40, 0
    ),
    ParameterRow(
        kAudioUnitType_Effect, kAudioUnitSubType_DynamicsProcessor, kDynamicsProcessorParam_Threshold,
        "kDynamicsProcessorParam_Threshold", -40, 20, -20),
    ParameterRow(
        kAudioUnitType_Effect, kAudioUnitSubType_DynamicsProcessor, kDynamicsProcessorParam_HeadRoom,
        "kDynamicsProcessorParam_HeadRoom", 0.1, 40.0, 5),
    ParameterRow(
        kAudioUnitType_Effect, kAudioUnitSubType_DynamicsProcessor, kDynamicsProcessorParam_ExpansionRatio,
        "kDynamicsProcessorParam_ExpansionRatio", 1, 50.0, 2),
    ParameterRow(
        kAudioUnitType_Effect, kAudioUnitSubType_DynamicsProcessor, kDynamicsProcessorParam_AttackTime,
        "kDynamicsProcessorParam_AttackTime", 0.0001, 0.2, 0.001),
    ParameterRow(
        kAudioUnitType_Effect, kAudioUnitSubType_DynamicsProcessor, kDynamicsProcessorParam_ReleaseTime,
        "kDynamicsProcessorParam_ReleaseTime", 0.01, 3, 0.05),
    ParameterRow(
        kAudioUnitType_Effect, kAudioUnitSubType_DynamicsProcessor, kDynamicsProcessorParam_OverallGain,
        "kDynamicsProcessorParam_OverallGain", -40, 40, 0),
    ParameterRow(
        kAudioUnitType_FormatConverter, kAudioUnitSubType_Varispeed, kVarispeedParam_PlaybackRate,
        "kVarispeedParam_PlaybackRate", 0.25, 4.0, 1.0),
    ParameterRow(
        kAudioUnitType_FormatConverter, kAudioUnitSubType_Varispeed, kVarispeedParam_PlaybackCents,
        "kVarispeedParam_PlaybackCents", -2400, 2400, 0.0),
    ParameterRow(
        kAudioUnitType_Effect, kAudioUnitSubType_Distortion, kDistortionParam_Delay, "kDistortionParam_Delay", 0.1, 500,
        0.1),
    ParameterRow(
        kAudioUnitType_Effect, kAudioUnitSubType_Distortion, kDistortionParam_Decay, "kDistortionParam_Decay", 0.1, 50,
        1.0),
    ParameterRow(
        kAudioUnitType_Effect, kAudioUnitSubType_Distortion, kDistortionParam_DelayMix, "kDistortionParam_DelayMix", 0,
        100, 50),
    ParameterRow(
        kAudioUnitType_Effect, kAudioUnitSubType_Distortion, kDistortionParam_Decimation, "kDistortionParam_Decimation",
        0, 100, nil),
    ParameterRow(
        kAudioUnitType_Effect, kAudioUnitSubType_Distortion, kDistortionParam_Rounding, "kDistortionParam_Rounding", 0,
        100, 0),
    ParameterRow(
        kAudioUnitType_Effect, kAudioUnitSubType_Distortion, kDistortionParam_DecimationMix,
        "kDistortionParam_DecimationMix", 0, 100, 50),
    ParameterRow(
        kAudioUnitType_Effect, kAudioUnitSubType_Distortion, kDistortionParam_LinearTerm, "kDistortionParam_LinearTerm",
        0, 1, 1),
    ParameterRow(
        kAudioUnitType_Effect, kAudioUnitSubType_Distortion, kDistortionParam_SquaredTerm,
        "kDistortionParam_SquaredTerm", 0, 20, 0),
    ParameterRow(
        kAudioUnitType_Effect, kAudioUnitSubType_Distortion, kDistortionParam_CubicTerm, "kDistortionParam_CubicTerm",
        0, 20, 0),
    ParameterRow(
        kAudioUnitType_Effect, kAudioUnitSubType_Distortion, kDistortionParam_PolynomialMix,
        "kDistortionParam_PolynomialMix", 0, 100, 50),
    ParameterRow(
        kAudioUnitType_Effect, kAudioUnitSubType_Distortion, kDistortionParam_RingModFreq1,
        "kDistortionParam_RingModFreq1", 0.5, 8000, 100),
    ParameterRow(
        kAudioUnitType_Effect, kAudioUnitSubType_Distortion, kDistortionParam_RingModFreq2,
        "kDistortionParam_RingModFreq2", 0.5, 8000, 100),
    ParameterRow(
        kAudioUnitType_Effect, kAudioUnitSubType_Distortion, kDistortionParam_RingModBalance,
        "kDistortionParam_RingModBalance", 0, 100, 50),
    ParameterRow(
        kAudioUnitType_Effect, kAudioUnitSubType_Distortion, kDistortionParam_RingModMix, "kDistortionParam_RingModMix",
        0, 100, 0),
    ParameterRow(
        kAudioUnitType_Effect, kAudioUnitSubType_Distortion, kDistortionParam_SoftClipGain,
        "kDistortionParam_SoftClipGain", -80, 20, -6),
    ParameterRow(
        kAudioUnitType_Effect, kAudioUnitSubType_Distortion, kDistortionParam_FinalMix, "kDistortionParam_FinalMix", 0,
        100, 50),
    ParameterRow(
        kAudioUnitType_Effect, kAudioUnitSubType_Delay, kDelayParam_WetDryMix, "kDelayParam_WetDryMix", 0, 100, 50),
    ParameterRow(
        kAudioUnitType_Effect, kAudioUnitSubType_Delay, kDelayParam_DelayTime, "kDelayParam_DelayTime", 0, 2, 1),
    ParameterRow(
        kAudioUnitType_Effect, kAudioUnitSubType_Delay, kDelayParam_Feedback, "kDelayParam_Feedback", -100, 100, 50),
    ParameterRow(
        kAudioUnitType_Effect, kAudioUnitSubType_Delay, kDelayParam_LopassCutoff, "kDelayParam_LopassCutoff", 10, nil,
        15000),
    ParameterRow(
        kAudioUnitType_Effect, kAudioUnitSubType_NBandEQ, kAUNBandEQParam_GlobalGain, "kAUNBandEQParam_GlobalGain", -96,
        24, 0),
    ParameterRow(
        kAudioUnitType_Effect, kAudioUnitSubType_NBandEQ, kAUNBandEQParam_BypassBand, "kAUNBandEQParam_BypassBand", 0,
        1, 1),
    ParameterRow(
        kAudioUnitType_Effect, kAudioUnitSubType_NBandEQ, kAUNBandEQParam_FilterType, "kAUNBandEQParam_FilterType", 0,
        nil, 0),
    ParameterRow(
        kAudioUnitType_Effect, kAudioUnitSubType_NBandEQ, kAUNBandEQParam_Frequency, "kAUNBandEQParam_Frequency", 20,
        nil, 1000),
    ParameterRow(
        kAudioUnitType_Effect, kAudioUnitSubType_NBandEQ, kAUNBandEQParam_Gain, "kAUNBandEQParam_Gain", -96, 24, 0),
    ParameterRow(
        kAudioUnitType_Effect, kAudioUnitSubType_NBandEQ, kAUNBandEQParam_Bandwidth, "kAUNBandEQParam_Bandwidth", 0.05,
        5.0, 0.5),
    ParameterRow(
        kAudioUnitType_Effect, kAudioUnitSubType_Reverb2, kReverb2Param_DryWetMix, "kReverb2Param_DryWetMix", 0, 100,
        100),
    ParameterRow(
        kAudioUnitType_Effect, kAudioUnitSubType_Reverb2, kReverb2Param_Gain, "kReverb2Param_Gain", -20, 20, 0),
    ParameterRow(
        kAudioUnitType_Effect, kAudioUnitSubType_Reverb2, kReverb2Param_MinDelayTime, "kReverb2Param_MinDelayTime",
        0.0001, 1.0, 0.008),
    ParameterRow(
        kAudioUnitType_Effect, kAudioUnitSubType_Reverb2, kReverb2Param_MaxDelayTime, "kReverb2Param_MaxDelayTime",
        0.0001, 1.0, 0.050),
    ParameterRow(
        kAudioUnitType_Effect, kAudioUnitSubType_Reverb2, kReverb2Param_DecayTimeAt0Hz, "kReverb2Param_DecayTimeAt0Hz",
        0.001, 20.0, 1.0),
    ParameterRow(
        kAudioUnitType_Effect, kAudioUnitSubType_Reverb2, kReverb2Param_DecayTimeAtNyquist,
        "kReverb2Param_DecayTimeAtNyquist", 0.001, 20.0, 0.5),
    ParameterRow(
        kAudioUnitType_Effect, kAudioUnitSubType_Reverb2, kReverb2Param_RandomizeReflections,
        "kReverb2Param_RandomizeReflections", 1, 1000, nil),
]
