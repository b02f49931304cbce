// Written by Tools/constants from the tables of Apple's API. Do not edit.
// swift-format-ignore-file

import AVFAudio
import AudioToolbox
import CoreAudioTypes
import CoreMIDI
import Foundation
import Testing

extension Conformance.Constants {
    @Test func valuesOfKAudioUnitProperty() {
        constant("kAudioUnitProperty_3DMixerAttenuationCurve", kAudioUnitProperty_3DMixerAttenuationCurve, 3013)
        constant("kAudioUnitProperty_3DMixerDistanceParams", kAudioUnitProperty_3DMixerDistanceParams, 3010)
        constant("kAudioUnitProperty_3DMixerRenderingFlags", kAudioUnitProperty_3DMixerRenderingFlags, 3003)
        constant("kAudioUnitProperty_AudioChannelLayout", kAudioUnitProperty_AudioChannelLayout, 19)
        constant("kAudioUnitProperty_AudioUnitMIDIProtocol", kAudioUnitProperty_AudioUnitMIDIProtocol, 64)
        constant("kAudioUnitProperty_BypassEffect", kAudioUnitProperty_BypassEffect, 21)
        constant("kAudioUnitProperty_CPULoad", kAudioUnitProperty_CPULoad, 6)
        constant("kAudioUnitProperty_ClassInfo", kAudioUnitProperty_ClassInfo, 0)
        constant("kAudioUnitProperty_ClassInfoFromDocument", kAudioUnitProperty_ClassInfoFromDocument, 50)
        constant("kAudioUnitProperty_ContextName", kAudioUnitProperty_ContextName, 25)
        constant("kAudioUnitProperty_CurrentPlayTime", kAudioUnitProperty_CurrentPlayTime, 3302)
        constant("kAudioUnitProperty_DeferredRendererExtraLatency", kAudioUnitProperty_DeferredRendererExtraLatency, 3321)
        constant("kAudioUnitProperty_DeferredRendererPullSize", kAudioUnitProperty_DeferredRendererPullSize, 3320)
        constant("kAudioUnitProperty_DeferredRendererWaitFrames", kAudioUnitProperty_DeferredRendererWaitFrames, 3322)
        constant("kAudioUnitProperty_DependentParameters", kAudioUnitProperty_DependentParameters, 45)
        constant("kAudioUnitProperty_ElementCount", kAudioUnitProperty_ElementCount, 11)
        constant("kAudioUnitProperty_ElementName", kAudioUnitProperty_ElementName, 30)
        constant("kAudioUnitProperty_FactoryPresets", kAudioUnitProperty_FactoryPresets, 24)
        constant("kAudioUnitProperty_FrequencyResponse", kAudioUnitProperty_FrequencyResponse, 52)
        constant("kAudioUnitProperty_HostCallbacks", kAudioUnitProperty_HostCallbacks, 27)
        constant("kAudioUnitProperty_HostMIDIProtocol", kAudioUnitProperty_HostMIDIProtocol, 65)
        constant("kAudioUnitProperty_InPlaceProcessing", kAudioUnitProperty_InPlaceProcessing, 29)
        constant("kAudioUnitProperty_InputAnchorTimeStamp", kAudioUnitProperty_InputAnchorTimeStamp, 3016)
        constant("kAudioUnitProperty_InputSamplesInOutput", kAudioUnitProperty_InputSamplesInOutput, 49)
        constant("kAudioUnitProperty_LastRenderError", kAudioUnitProperty_LastRenderError, 22)
        constant("kAudioUnitProperty_LastRenderSampleTime", kAudioUnitProperty_LastRenderSampleTime, 61)
        constant("kAudioUnitProperty_Latency", kAudioUnitProperty_Latency, 12)
        constant("kAudioUnitProperty_LoadedOutOfProcess", kAudioUnitProperty_LoadedOutOfProcess, 62)
        constant("kAudioUnitProperty_MIDIOutputBufferSizeHint", kAudioUnitProperty_MIDIOutputBufferSizeHint, 66)
        constant("kAudioUnitProperty_MIDIOutputCallback", kAudioUnitProperty_MIDIOutputCallback, 48)
        constant("kAudioUnitProperty_MIDIOutputCallbackInfo", kAudioUnitProperty_MIDIOutputCallbackInfo, 47)
        constant("kAudioUnitProperty_MakeConnection", kAudioUnitProperty_MakeConnection, 1)
        constant("kAudioUnitProperty_MatrixDimensions", kAudioUnitProperty_MatrixDimensions, 3009)
        constant("kAudioUnitProperty_MatrixLevels", kAudioUnitProperty_MatrixLevels, 3006)
        constant("kAudioUnitProperty_MaximumFramesPerSlice", kAudioUnitProperty_MaximumFramesPerSlice, 14)
        constant("kAudioUnitProperty_MeterClipping", kAudioUnitProperty_MeterClipping, 3011)
        constant("kAudioUnitProperty_MeteringMode", kAudioUnitProperty_MeteringMode, 3007)
        constant("kAudioUnitProperty_NickName", kAudioUnitProperty_NickName, 54)
        constant("kAudioUnitProperty_OfflineRender", kAudioUnitProperty_OfflineRender, 37)
        constant("kAudioUnitProperty_ParameterClumpName", kAudioUnitProperty_ParameterClumpName, 35)
        constant("kAudioUnitProperty_ParameterHistoryInfo", kAudioUnitProperty_ParameterHistoryInfo, 53)
        constant("kAudioUnitProperty_ParameterIDName", kAudioUnitProperty_ParameterIDName, 34)
        constant("kAudioUnitProperty_ParameterInfo", kAudioUnitProperty_ParameterInfo, 4)
        constant("kAudioUnitProperty_ParameterList", kAudioUnitProperty_ParameterList, 3)
        constant("kAudioUnitProperty_ParameterStringFromValue", kAudioUnitProperty_ParameterStringFromValue, 33)
        constant("kAudioUnitProperty_ParameterValueFromString", kAudioUnitProperty_ParameterValueFromString, 38)
        constant("kAudioUnitProperty_ParameterValueStrings", kAudioUnitProperty_ParameterValueStrings, 16)
        constant("kAudioUnitProperty_ParametersForOverview", kAudioUnitProperty_ParametersForOverview, 57)
        constant("kAudioUnitProperty_PresentPreset", kAudioUnitProperty_PresentPreset, 36)
        constant("kAudioUnitProperty_PresentationLatency", kAudioUnitProperty_PresentationLatency, 40)
        constant("kAudioUnitProperty_RenderQuality", kAudioUnitProperty_RenderQuality, 26)
        constant("kAudioUnitProperty_ReverbRoomType", kAudioUnitProperty_ReverbRoomType, 10)
        constant("kAudioUnitProperty_SampleRate", kAudioUnitProperty_SampleRate, 2)
        constant("kAudioUnitProperty_SampleRateConverterComplexity", kAudioUnitProperty_SampleRateConverterComplexity, 3014)
        constant("kAudioUnitProperty_ScheduleAudioSlice", kAudioUnitProperty_ScheduleAudioSlice, 3300)
        constant("kAudioUnitProperty_ScheduleStartTimeStamp", kAudioUnitProperty_ScheduleStartTimeStamp, 3301)
        constant("kAudioUnitProperty_ScheduledFileBufferSizeFrames", kAudioUnitProperty_ScheduledFileBufferSizeFrames, 3313)
        constant("kAudioUnitProperty_ScheduledFileIDs", kAudioUnitProperty_ScheduledFileIDs, 3310)
        constant("kAudioUnitProperty_ScheduledFileNumberBuffers", kAudioUnitProperty_ScheduledFileNumberBuffers, 3314)
        constant("kAudioUnitProperty_ScheduledFilePrime", kAudioUnitProperty_ScheduledFilePrime, 3312)
    }

    @Test func valuesOfKAudioUnitProperty2() {
        constant("kAudioUnitProperty_ScheduledFileRegion", kAudioUnitProperty_ScheduledFileRegion, 3311)
        constant("kAudioUnitProperty_SetRenderCallback", kAudioUnitProperty_SetRenderCallback, 23)
        constant("kAudioUnitProperty_ShouldAllocateBuffer", kAudioUnitProperty_ShouldAllocateBuffer, 51)
        constant("kAudioUnitProperty_SpatialMixerAttenuationCurve", kAudioUnitProperty_SpatialMixerAttenuationCurve, 3013)
        constant("kAudioUnitProperty_SpatialMixerDistanceParams", kAudioUnitProperty_SpatialMixerDistanceParams, 3010)
        constant("kAudioUnitProperty_SpatialMixerOutputType", kAudioUnitProperty_SpatialMixerOutputType, 3100)
        constant("kAudioUnitProperty_SpatialMixerPointSourceInHeadMode", kAudioUnitProperty_SpatialMixerPointSourceInHeadMode, 3103)
        constant("kAudioUnitProperty_SpatialMixerRenderingFlags", kAudioUnitProperty_SpatialMixerRenderingFlags, 3003)
        constant("kAudioUnitProperty_SpatialMixerSourceMode", kAudioUnitProperty_SpatialMixerSourceMode, 3005)
        constant("kAudioUnitProperty_SpatializationAlgorithm", kAudioUnitProperty_SpatializationAlgorithm, 3000)
        constant("kAudioUnitProperty_StreamFormat", kAudioUnitProperty_StreamFormat, 8)
        constant("kAudioUnitProperty_SupportedChannelLayoutTags", kAudioUnitProperty_SupportedChannelLayoutTags, 32)
        constant("kAudioUnitProperty_SupportedNumChannels", kAudioUnitProperty_SupportedNumChannels, 13)
        constant("kAudioUnitProperty_SupportsMPE", kAudioUnitProperty_SupportsMPE, 58)
        constant("kAudioUnitProperty_TailTime", kAudioUnitProperty_TailTime, 20)
        constant("kAudioUnitProperty_UsesInternalReverb", kAudioUnitProperty_UsesInternalReverb, 1005)
    }

    #if !os(Linux)
    @Test func valuesOfKAudioUnitProperty3() {
        constant("kAudioUnitProperty_3DMixerDistanceAtten", kAudioUnitProperty_3DMixerDistanceAtten, 3004)
        constant("kAudioUnitProperty_DopplerShift", kAudioUnitProperty_DopplerShift, 3002)
        constant("kAudioUnitProperty_IsInterAppConnected", kAudioUnitProperty_IsInterAppConnected, 101)
        constant("kAudioUnitProperty_MIDIOutputEventListCallback", kAudioUnitProperty_MIDIOutputEventListCallback, 63)
        constant("kAudioUnitProperty_PeerURL", kAudioUnitProperty_PeerURL, 102)
        constant("kAudioUnitProperty_RemoteControlEventListener", kAudioUnitProperty_RemoteControlEventListener, 100)
        constant("kAudioUnitProperty_RequestViewController", kAudioUnitProperty_RequestViewController, 56)
        constant("kAudioUnitProperty_ReverbPreset", kAudioUnitProperty_ReverbPreset, 3012)
    }
    #endif

    #if NEWER_SDK || os(Linux)
    @Test func valuesOfKAudioUnitProperty4() {
        constant("kAudioUnitProperty_SpatialMixerAnyInputIsUsingPersonalizedHRTF", kAudioUnitProperty_SpatialMixerAnyInputIsUsingPersonalizedHRTF, 3116)
        constant("kAudioUnitProperty_SpatialMixerEnableHeadTracking", kAudioUnitProperty_SpatialMixerEnableHeadTracking, 3111)
        constant("kAudioUnitProperty_SpatialMixerPersonalizedHRTFMode", kAudioUnitProperty_SpatialMixerPersonalizedHRTFMode, 3113)
    }
    #endif

    @Test func valuesOfKAudioUnitSampleRateConverterComplexity() {
        constant("kAudioUnitSampleRateConverterComplexity_Linear", kAudioUnitSampleRateConverterComplexity_Linear, 1818848869)  // 'line'
        constant("kAudioUnitSampleRateConverterComplexity_Mastering", kAudioUnitSampleRateConverterComplexity_Mastering, 1650553971)  // 'bats'
        constant("kAudioUnitSampleRateConverterComplexity_Normal", kAudioUnitSampleRateConverterComplexity_Normal, 1852797549)  // 'norm'
    }

    @Test func valuesOfKAudioUnitScope() {
        constant("kAudioUnitScope_Global", kAudioUnitScope_Global, 0)
        constant("kAudioUnitScope_Group", kAudioUnitScope_Group, 3)
        constant("kAudioUnitScope_Input", kAudioUnitScope_Input, 1)
        constant("kAudioUnitScope_Layer", kAudioUnitScope_Layer, 6)
        constant("kAudioUnitScope_LayerItem", kAudioUnitScope_LayerItem, 7)
        constant("kAudioUnitScope_Note", kAudioUnitScope_Note, 5)
        constant("kAudioUnitScope_Output", kAudioUnitScope_Output, 2)
        constant("kAudioUnitScope_Part", kAudioUnitScope_Part, 4)
    }

    @Test func valuesOfKAudioUnitSubType() {
        constant("kAudioUnitSubType_AUConverter", kAudioUnitSubType_AUConverter, 1668247158)  // 'conv'
        constant("kAudioUnitSubType_AUSoundIsolation", kAudioUnitSubType_AUSoundIsolation, 1987012979)  // 'vois'
        constant("kAudioUnitSubType_AUiPodTimeOther", kAudioUnitSubType_AUiPodTimeOther, 1768977519)  // 'ipto'
        constant("kAudioUnitSubType_AudioFilePlayer", kAudioUnitSubType_AudioFilePlayer, 1634103404)  // 'afpl'
        constant("kAudioUnitSubType_BandPassFilter", kAudioUnitSubType_BandPassFilter, 1651532147)  // 'bpas'
        constant("kAudioUnitSubType_DeferredRenderer", kAudioUnitSubType_DeferredRenderer, 1684366962)  // 'defr'
        constant("kAudioUnitSubType_Delay", kAudioUnitSubType_Delay, 1684368505)  // 'dely'
        constant("kAudioUnitSubType_Distortion", kAudioUnitSubType_Distortion, 1684632436)  // 'dist'
        constant("kAudioUnitSubType_DynamicsProcessor", kAudioUnitSubType_DynamicsProcessor, 1684237680)  // 'dcmp'
        constant("kAudioUnitSubType_GenericOutput", kAudioUnitSubType_GenericOutput, 1734700658)  // 'genr'
        constant("kAudioUnitSubType_HighPassFilter", kAudioUnitSubType_HighPassFilter, 1752195443)  // 'hpas'
        constant("kAudioUnitSubType_HighShelfFilter", kAudioUnitSubType_HighShelfFilter, 1752393830)  // 'hshf'
        constant("kAudioUnitSubType_LowPassFilter", kAudioUnitSubType_LowPassFilter, 1819304307)  // 'lpas'
        constant("kAudioUnitSubType_LowShelfFilter", kAudioUnitSubType_LowShelfFilter, 1819502694)  // 'lshf'
        constant("kAudioUnitSubType_MIDISynth", kAudioUnitSubType_MIDISynth, 1836284270)  // 'msyn'
        constant("kAudioUnitSubType_MatrixMixer", kAudioUnitSubType_MatrixMixer, 1836608888)  // 'mxmx'
        constant("kAudioUnitSubType_Merger", kAudioUnitSubType_Merger, 1835364967)  // 'merg'
        constant("kAudioUnitSubType_MultiChannelMixer", kAudioUnitSubType_MultiChannelMixer, 1835232632)  // 'mcmx'
        constant("kAudioUnitSubType_MultiSplitter", kAudioUnitSubType_MultiSplitter, 1836281964)  // 'mspl'
        constant("kAudioUnitSubType_NBandEQ", kAudioUnitSubType_NBandEQ, 1851942257)  // 'nbeq'
        constant("kAudioUnitSubType_NewTimePitch", kAudioUnitSubType_NewTimePitch, 1853191280)  // 'nutp'
        constant("kAudioUnitSubType_ParametricEQ", kAudioUnitSubType_ParametricEQ, 1886217585)  // 'pmeq'
        constant("kAudioUnitSubType_PeakLimiter", kAudioUnitSubType_PeakLimiter, 1819112562)  // 'lmtr'
        constant("kAudioUnitSubType_Reverb2", kAudioUnitSubType_Reverb2, 1920361010)  // 'rvb2'
        constant("kAudioUnitSubType_RoundTripAAC", kAudioUnitSubType_RoundTripAAC, 1918984547)  // 'raac'
        constant("kAudioUnitSubType_SampleDelay", kAudioUnitSubType_SampleDelay, 1935961209)  // 'sdly'
        constant("kAudioUnitSubType_Sampler", kAudioUnitSubType_Sampler, 1935764848)  // 'samp'
        constant("kAudioUnitSubType_ScheduledSoundPlayer", kAudioUnitSubType_ScheduledSoundPlayer, 1936945260)  // 'sspl'
        constant("kAudioUnitSubType_SpatialMixer", kAudioUnitSubType_SpatialMixer, 862217581)  // '3dem'
        constant("kAudioUnitSubType_Splitter", kAudioUnitSubType_Splitter, 1936747636)  // 'splt'
        constant("kAudioUnitSubType_TimePitch", kAudioUnitSubType_TimePitch, 1953329268)  // 'tmpt'
        constant("kAudioUnitSubType_Varispeed", kAudioUnitSubType_Varispeed, 1986097769)  // 'vari'
        constant("kAudioUnitSubType_VoiceProcessingIO", kAudioUnitSubType_VoiceProcessingIO, 1987078511)  // 'vpio'
    }

    #if NEWER_SDK || os(Linux)
    @Test func valuesOfKAudioUnitSubType2() {
        constant("kAudioUnitSubType_AUAudioMix", kAudioUnitSubType_AUAudioMix, 1634560376)  // 'amix'
    }
    #endif

    #if os(iOS)
    @Test func valuesOfKAudioUnitSubType3() {
        constant("kAudioUnitSubType_AUiPodTime", kAudioUnitSubType_AUiPodTime, 1768977517)  // 'iptm'
    }
    #endif

    #if os(iOS) || os(Linux)
    @Test func valuesOfKAudioUnitSubType4() {
        constant("kAudioUnitSubType_AU3DMixerEmbedded", kAudioUnitSubType_AU3DMixerEmbedded, 862217581)  // '3dem'
        constant("kAudioUnitSubType_AUiPodEQ", kAudioUnitSubType_AUiPodEQ, 1768973681)  // 'ipeq'
        constant("kAudioUnitSubType_RemoteIO", kAudioUnitSubType_RemoteIO, 1919512419)  // 'rioc'
    }
    #endif

    @Test func valuesOfKAudioUnitType() {
        constant("kAudioUnitType_Effect", kAudioUnitType_Effect, 1635083896)  // 'aufx'
        constant("kAudioUnitType_FormatConverter", kAudioUnitType_FormatConverter, 1635083875)  // 'aufc'
        constant("kAudioUnitType_Generator", kAudioUnitType_Generator, 1635084142)  // 'augn'
        constant("kAudioUnitType_MIDIProcessor", kAudioUnitType_MIDIProcessor, 1635085673)  // 'aumi'
        constant("kAudioUnitType_Mixer", kAudioUnitType_Mixer, 1635085688)  // 'aumx'
        constant("kAudioUnitType_MusicDevice", kAudioUnitType_MusicDevice, 1635085685)  // 'aumu'
        constant("kAudioUnitType_MusicEffect", kAudioUnitType_MusicEffect, 1635085670)  // 'aumf'
        constant("kAudioUnitType_OfflineEffect", kAudioUnitType_OfflineEffect, 1635086188)  // 'auol'
        constant("kAudioUnitType_Output", kAudioUnitType_Output, 1635086197)  // 'auou'
        constant("kAudioUnitType_Panner", kAudioUnitType_Panner, 1635086446)  // 'aupn'
        constant("kAudioUnitType_RemoteEffect", kAudioUnitType_RemoteEffect, 1635086968)  // 'aurx'
        constant("kAudioUnitType_RemoteGenerator", kAudioUnitType_RemoteGenerator, 1635086951)  // 'aurg'
        constant("kAudioUnitType_RemoteInstrument", kAudioUnitType_RemoteInstrument, 1635086953)  // 'auri'
        constant("kAudioUnitType_RemoteMusicEffect", kAudioUnitType_RemoteMusicEffect, 1635086957)  // 'aurm'
        constant("kAudioUnitType_SpeechSynthesizer", kAudioUnitType_SpeechSynthesizer, 1635087216)  // 'ausp'
    }

    #if NEWER_SDK || os(Linux)
    @Test func valuesOfKAudioUnitType2() {
        constant("kAudioUnitType_HeadTrackingBinauralRenderer", kAudioUnitType_HeadTrackingBinauralRenderer, 1635084404)  // 'auht'
    }
    #endif

    @Test func valuesOfKAUGraphErr() {
        constant("kAUGraphErr_CannotDoInCurrentContext", kAUGraphErr_CannotDoInCurrentContext, -10863)
        constant("kAUGraphErr_InvalidAudioUnit", kAUGraphErr_InvalidAudioUnit, -10864)
        constant("kAUGraphErr_InvalidConnection", kAUGraphErr_InvalidConnection, -10861)
        constant("kAUGraphErr_NodeNotFound", kAUGraphErr_NodeNotFound, -10860)
        constant("kAUGraphErr_OutputNodeErr", kAUGraphErr_OutputNodeErr, -10862)
    }

    @Test func valuesOfKAUGroupParameterID() {
        constant("kAUGroupParameterID_AllNotesOff", kAUGroupParameterID_AllNotesOff, 123)
        constant("kAUGroupParameterID_AllSoundOff", kAUGroupParameterID_AllSoundOff, 120)
        constant("kAUGroupParameterID_ChannelPressure", kAUGroupParameterID_ChannelPressure, 208)
        constant("kAUGroupParameterID_DataEntry", kAUGroupParameterID_DataEntry, 6)
        constant("kAUGroupParameterID_DataEntry_LSB", kAUGroupParameterID_DataEntry_LSB, 38)
        constant("kAUGroupParameterID_Expression", kAUGroupParameterID_Expression, 11)
        constant("kAUGroupParameterID_Expression_LSB", kAUGroupParameterID_Expression_LSB, 43)
        constant("kAUGroupParameterID_Foot", kAUGroupParameterID_Foot, 4)
        constant("kAUGroupParameterID_Foot_LSB", kAUGroupParameterID_Foot_LSB, 36)
        constant("kAUGroupParameterID_KeyPressure", kAUGroupParameterID_KeyPressure, 160)
        constant("kAUGroupParameterID_KeyPressure_FirstKey", kAUGroupParameterID_KeyPressure_FirstKey, 256)
        constant("kAUGroupParameterID_KeyPressure_LastKey", kAUGroupParameterID_KeyPressure_LastKey, 383)
        constant("kAUGroupParameterID_ModWheel", kAUGroupParameterID_ModWheel, 1)
        constant("kAUGroupParameterID_ModWheel_LSB", kAUGroupParameterID_ModWheel_LSB, 33)
        constant("kAUGroupParameterID_Pan", kAUGroupParameterID_Pan, 10)
        constant("kAUGroupParameterID_Pan_LSB", kAUGroupParameterID_Pan_LSB, 42)
        constant("kAUGroupParameterID_PitchBend", kAUGroupParameterID_PitchBend, 224)
        constant("kAUGroupParameterID_ResetAllControllers", kAUGroupParameterID_ResetAllControllers, 121)
        constant("kAUGroupParameterID_Sostenuto", kAUGroupParameterID_Sostenuto, 66)
        constant("kAUGroupParameterID_Sustain", kAUGroupParameterID_Sustain, 64)
        constant("kAUGroupParameterID_Volume", kAUGroupParameterID_Volume, 7)
        constant("kAUGroupParameterID_Volume_LSB", kAUGroupParameterID_Volume_LSB, 39)
    }

    @Test func valuesOfKAULowShelfParam() {
        constant("kAULowShelfParam_CutoffFrequency", kAULowShelfParam_CutoffFrequency, 0)
        constant("kAULowShelfParam_Gain", kAULowShelfParam_Gain, 1)
    }

    @Test func valuesOfKAUMIDISynthProperty() {
        constant("kAUMIDISynthProperty_EnablePreload", kAUMIDISynthProperty_EnablePreload, 4119)
    }

    @Test func valuesOfKAUNBandEQFilterType() {
        constant("kAUNBandEQFilterType_2ndOrderButterworthHighPass", kAUNBandEQFilterType_2ndOrderButterworthHighPass, 2)
        constant("kAUNBandEQFilterType_2ndOrderButterworthLowPass", kAUNBandEQFilterType_2ndOrderButterworthLowPass, 1)
        constant("kAUNBandEQFilterType_BandPass", kAUNBandEQFilterType_BandPass, 5)
        constant("kAUNBandEQFilterType_BandStop", kAUNBandEQFilterType_BandStop, 6)
        constant("kAUNBandEQFilterType_HighShelf", kAUNBandEQFilterType_HighShelf, 8)
        constant("kAUNBandEQFilterType_LowShelf", kAUNBandEQFilterType_LowShelf, 7)
        constant("kAUNBandEQFilterType_Parametric", kAUNBandEQFilterType_Parametric, 0)
        constant("kAUNBandEQFilterType_ResonantHighPass", kAUNBandEQFilterType_ResonantHighPass, 4)
        constant("kAUNBandEQFilterType_ResonantHighShelf", kAUNBandEQFilterType_ResonantHighShelf, 10)
        constant("kAUNBandEQFilterType_ResonantLowPass", kAUNBandEQFilterType_ResonantLowPass, 3)
        constant("kAUNBandEQFilterType_ResonantLowShelf", kAUNBandEQFilterType_ResonantLowShelf, 9)
    }

    @Test func valuesOfKAUNBandEQParam() {
        constant("kAUNBandEQParam_Bandwidth", kAUNBandEQParam_Bandwidth, 5000)
        constant("kAUNBandEQParam_BypassBand", kAUNBandEQParam_BypassBand, 1000)
        constant("kAUNBandEQParam_FilterType", kAUNBandEQParam_FilterType, 2000)
        constant("kAUNBandEQParam_Frequency", kAUNBandEQParam_Frequency, 3000)
        constant("kAUNBandEQParam_Gain", kAUNBandEQParam_Gain, 4000)
        constant("kAUNBandEQParam_GlobalGain", kAUNBandEQParam_GlobalGain, 0)
    }

    @Test func valuesOfKAUNBandEQProperty() {
        constant("kAUNBandEQProperty_BiquadCoefficients", kAUNBandEQProperty_BiquadCoefficients, 2203)
        constant("kAUNBandEQProperty_MaxNumberOfBands", kAUNBandEQProperty_MaxNumberOfBands, 2201)
        constant("kAUNBandEQProperty_NumberOfBands", kAUNBandEQProperty_NumberOfBands, 2200)
    }

    @Test func valuesOfKAUNodeInteraction() {
        constant("kAUNodeInteraction_Connection", kAUNodeInteraction_Connection, 1)
        constant("kAUNodeInteraction_InputCallback", kAUNodeInteraction_InputCallback, 2)
    }

    @Test func valuesOfKAUParameterListener() {
        constant("kAUParameterListener_AnyParameter", kAUParameterListener_AnyParameter, 4294967295)
    }

    @Test func valuesOfKAUPreset() {
        constant("kAUPresetCPULoadKey", kAUPresetCPULoadKey, "cpu-load")
        constant("kAUPresetDataKey", kAUPresetDataKey, "data")
        constant("kAUPresetElementNameKey", kAUPresetElementNameKey, "element-name")
        constant("kAUPresetExternalFileRefs", kAUPresetExternalFileRefs, "file-references")
        constant("kAUPresetManufacturerKey", kAUPresetManufacturerKey, "manufacturer")
        constant("kAUPresetNameKey", kAUPresetNameKey, "name")
        constant("kAUPresetNumberKey", kAUPresetNumberKey, "preset-number")
        constant("kAUPresetPartKey", kAUPresetPartKey, "part")
        constant("kAUPresetRenderQualityKey", kAUPresetRenderQualityKey, "render-quality")
        constant("kAUPresetSubtypeKey", kAUPresetSubtypeKey, "subtype")
        constant("kAUPresetTypeKey", kAUPresetTypeKey, "type")
        constant("kAUPresetVersionKey", kAUPresetVersionKey, "version")
    }

    @Test func valuesOfKAUSampler() {
        constant("kAUSampler_DefaultBankLSB", kAUSampler_DefaultBankLSB, 0)
        constant("kAUSampler_DefaultMelodicBankMSB", kAUSampler_DefaultMelodicBankMSB, 121)
        constant("kAUSampler_DefaultPercussionBankMSB", kAUSampler_DefaultPercussionBankMSB, 120)
    }

    @Test func valuesOfKAUSamplerParam() {
        constant("kAUSamplerParam_CoarseTuning", kAUSamplerParam_CoarseTuning, 901)
        constant("kAUSamplerParam_FineTuning", kAUSamplerParam_FineTuning, 902)
        constant("kAUSamplerParam_Gain", kAUSamplerParam_Gain, 900)
        constant("kAUSamplerParam_Pan", kAUSamplerParam_Pan, 903)
    }

    @Test func valuesOfKAUSamplerProperty() {
        constant("kAUSamplerProperty_BankAndPreset", kAUSamplerProperty_BankAndPreset, 4100)
        constant("kAUSamplerProperty_LoadAudioFiles", kAUSamplerProperty_LoadAudioFiles, 4101)
        constant("kAUSamplerProperty_LoadInstrument", kAUSamplerProperty_LoadInstrument, 4102)
        constant("kAUSamplerProperty_LoadPresetFromBank", kAUSamplerProperty_LoadPresetFromBank, 4100)
    }

    @Test func valuesOfKAUSoundIsolationParam() {
        constant("kAUSoundIsolationParam_SoundToIsolate", kAUSoundIsolationParam_SoundToIsolate, 1)
        constant("kAUSoundIsolationParam_WetDryMixPercent", kAUSoundIsolationParam_WetDryMixPercent, 0)
    }

    @Test func valuesOfKAUSoundIsolationSoundType() {
        constant("kAUSoundIsolationSoundType_Voice", kAUSoundIsolationSoundType_Voice, 1)
    }

    #if os(iOS) && NEWER_SDK || os(Linux)
    @Test func valuesOfKAUSoundIsolationSoundType2() {
        constant("kAUSoundIsolationSoundType_HighQualityVoice", kAUSoundIsolationSoundType_HighQualityVoice, 0)
    }
    #endif

    @Test func valuesOfKAUVoiceIOProperty() {
        constant("kAUVoiceIOProperty_BypassVoiceProcessing", kAUVoiceIOProperty_BypassVoiceProcessing, 2100)
        constant("kAUVoiceIOProperty_MuteOutput", kAUVoiceIOProperty_MuteOutput, 2104)
        constant("kAUVoiceIOProperty_VoiceProcessingEnableAGC", kAUVoiceIOProperty_VoiceProcessingEnableAGC, 2101)
    }

    #if NEWER_SDK || os(Linux)
    @Test func valuesOfKAUVoiceIOProperty2() {
        constant("kAUVoiceIOProperty_OtherAudioDuckingConfiguration", kAUVoiceIOProperty_OtherAudioDuckingConfiguration, 2108)
    }
    #endif

    #if os(Linux)
    @Test func valuesOfKAUVoiceIOProperty3() {
        constant("kAUVoiceIOProperty_VoiceProcessingQuality", kAUVoiceIOProperty_VoiceProcessingQuality, 2103)
    }
    #endif

    #if os(iOS) || os(Linux)
    @Test func valuesOfKAUVoiceIOProperty4() {
        constant("kAUVoiceIOProperty_DuckNonVoiceAudio", kAUVoiceIOProperty_DuckNonVoiceAudio, 2102)
        constant("kAUVoiceIOProperty_MutedSpeechActivityEventListener", kAUVoiceIOProperty_MutedSpeechActivityEventListener, 2106)
    }
    #endif

    @Test func valuesOfKBandpassParam() {
        constant("kBandpassParam_Bandwidth", kBandpassParam_Bandwidth, 1)
        constant("kBandpassParam_CenterFrequency", kBandpassParam_CenterFrequency, 0)
    }

    @Test func valuesOfKCAF() {
        constant("kCAF_AudioDataChunkID", kCAF_AudioDataChunkID, 1684108385)  // 'data'
        constant("kCAF_ChannelLayoutChunkID", kCAF_ChannelLayoutChunkID, 1667785070)  // 'chan'
        constant("kCAF_EditCommentsChunkID", kCAF_EditCommentsChunkID, 1701077876)  // 'edct'
        constant("kCAF_FileType", kCAF_FileType, 1667327590)  // 'caff'
        constant("kCAF_FileVersion_Initial", kCAF_FileVersion_Initial, 1)
        constant("kCAF_FillerChunkID", kCAF_FillerChunkID, 1718773093)  // 'free'
        constant("kCAF_FormatListID", kCAF_FormatListID, 1818522467)  // 'ldsc'
        constant("kCAF_InfoStringsChunkID", kCAF_InfoStringsChunkID, 1768842863)  // 'info'
        constant("kCAF_InstrumentChunkID", kCAF_InstrumentChunkID, 1768846196)  // 'inst'
        constant("kCAF_MIDIChunkID", kCAF_MIDIChunkID, 1835623529)  // 'midi'
        constant("kCAF_MagicCookieID", kCAF_MagicCookieID, 1802857321)  // 'kuki'
        constant("kCAF_MarkerChunkID", kCAF_MarkerChunkID, 1835102827)  // 'mark'
        constant("kCAF_OverviewChunkID", kCAF_OverviewChunkID, 1870034551)  // 'ovvw'
        constant("kCAF_PacketTableChunkID", kCAF_PacketTableChunkID, 1885432692)  // 'pakt'
        constant("kCAF_PeakChunkID", kCAF_PeakChunkID, 1885692267)  // 'peak'
        constant("kCAF_RegionChunkID", kCAF_RegionChunkID, 1919248238)  // 'regn'
        constant("kCAF_SMPTE_TimeType2398", kCAF_SMPTE_TimeType2398, 12)
        constant("kCAF_SMPTE_TimeType24", kCAF_SMPTE_TimeType24, 1)
        constant("kCAF_SMPTE_TimeType25", kCAF_SMPTE_TimeType25, 2)
        constant("kCAF_SMPTE_TimeType2997", kCAF_SMPTE_TimeType2997, 5)
        constant("kCAF_SMPTE_TimeType2997Drop", kCAF_SMPTE_TimeType2997Drop, 6)
        constant("kCAF_SMPTE_TimeType30", kCAF_SMPTE_TimeType30, 4)
        constant("kCAF_SMPTE_TimeType30Drop", kCAF_SMPTE_TimeType30Drop, 3)
        constant("kCAF_SMPTE_TimeType50", kCAF_SMPTE_TimeType50, 11)
        constant("kCAF_SMPTE_TimeType5994", kCAF_SMPTE_TimeType5994, 8)
        constant("kCAF_SMPTE_TimeType5994Drop", kCAF_SMPTE_TimeType5994Drop, 10)
        constant("kCAF_SMPTE_TimeType60", kCAF_SMPTE_TimeType60, 7)
        constant("kCAF_SMPTE_TimeType60Drop", kCAF_SMPTE_TimeType60Drop, 9)
        constant("kCAF_SMPTE_TimeTypeNone", kCAF_SMPTE_TimeTypeNone, 0)
        constant("kCAF_StreamDescriptionChunkID", kCAF_StreamDescriptionChunkID, 1684370275)  // 'desc'
        constant("kCAF_StringsChunkID", kCAF_StringsChunkID, 1937011303)  // 'strg'
        constant("kCAF_UMIDChunkID", kCAF_UMIDChunkID, 1970104676)  // 'umid'
        constant("kCAF_UUIDChunkID", kCAF_UUIDChunkID, 1970628964)  // 'uuid'
        constant("kCAF_iXMLChunkID", kCAF_iXMLChunkID, 1767394636)  // 'iXML'
    }

    @Test func valuesOfKCAFMarkerType() {
        constant("kCAFMarkerType_EditDestinationBegin", kCAFMarkerType_EditDestinationBegin, 1684170087)  // 'dbeg'
        constant("kCAFMarkerType_EditDestinationEnd", kCAFMarkerType_EditDestinationEnd, 1684368996)  // 'dend'
        constant("kCAFMarkerType_EditSourceBegin", kCAFMarkerType_EditSourceBegin, 1667392871)  // 'cbeg'
        constant("kCAFMarkerType_EditSourceEnd", kCAFMarkerType_EditSourceEnd, 1667591780)  // 'cend'
        constant("kCAFMarkerType_Generic", kCAFMarkerType_Generic, 0)
        constant("kCAFMarkerType_Index", kCAFMarkerType_Index, 1768842360)  // 'indx'
        constant("kCAFMarkerType_KeySignature", kCAFMarkerType_KeySignature, 1802725735)  // 'ksig'
        constant("kCAFMarkerType_ProgramEnd", kCAFMarkerType_ProgramEnd, 1885695588)  // 'pend'
        constant("kCAFMarkerType_ProgramStart", kCAFMarkerType_ProgramStart, 1885496679)  // 'pbeg'
        constant("kCAFMarkerType_RegionEnd", kCAFMarkerType_RegionEnd, 1919250020)  // 'rend'
        constant("kCAFMarkerType_RegionStart", kCAFMarkerType_RegionStart, 1919051111)  // 'rbeg'
        constant("kCAFMarkerType_RegionSyncPoint", kCAFMarkerType_RegionSyncPoint, 1920170339)  // 'rsyc'
        constant("kCAFMarkerType_ReleaseLoopEnd", kCAFMarkerType_ReleaseLoopEnd, 1919706478)  // 'rlen'
        constant("kCAFMarkerType_ReleaseLoopStart", kCAFMarkerType_ReleaseLoopStart, 1919705703)  // 'rlbg'
        constant("kCAFMarkerType_SavedPlayPosition", kCAFMarkerType_SavedPlayPosition, 1936747641)  // 'sply'
        constant("kCAFMarkerType_SelectionEnd", kCAFMarkerType_SelectionEnd, 1936027236)  // 'send'
        constant("kCAFMarkerType_SelectionStart", kCAFMarkerType_SelectionStart, 1935828327)  // 'sbeg'
        constant("kCAFMarkerType_SustainLoopEnd", kCAFMarkerType_SustainLoopEnd, 1936483694)  // 'slen'
        constant("kCAFMarkerType_SustainLoopStart", kCAFMarkerType_SustainLoopStart, 1936482919)  // 'slbg'
        constant("kCAFMarkerType_Tempo", kCAFMarkerType_Tempo, 1953329263)  // 'tmpo'
        constant("kCAFMarkerType_TimeSignature", kCAFMarkerType_TimeSignature, 1953720679)  // 'tsig'
        constant("kCAFMarkerType_TrackEnd", kCAFMarkerType_TrackEnd, 1952804452)  // 'tend'
        constant("kCAFMarkerType_TrackStart", kCAFMarkerType_TrackStart, 1952605543)  // 'tbeg'
    }

    @Test func valuesOfKConverterPrimeMethod() {
        constant("kConverterPrimeMethod_None", kConverterPrimeMethod_None, 2)
        constant("kConverterPrimeMethod_Normal", kConverterPrimeMethod_Normal, 1)
        constant("kConverterPrimeMethod_Pre", kConverterPrimeMethod_Pre, 0)
    }

    @Test func valuesOfKDelayParam() {
        constant("kDelayParam_DelayTime", kDelayParam_DelayTime, 1)
        constant("kDelayParam_Feedback", kDelayParam_Feedback, 2)
        constant("kDelayParam_LopassCutoff", kDelayParam_LopassCutoff, 3)
        constant("kDelayParam_WetDryMix", kDelayParam_WetDryMix, 0)
    }
}
