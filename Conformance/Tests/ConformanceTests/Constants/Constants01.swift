// Written by Tools/constants from the tables of Apple's API. Do not edit.
// swift-format-ignore-file

import AVFAudio
import AudioToolbox
import CoreAudioTypes
import CoreMIDI
import Foundation
import Testing

extension Conformance.Constants {
    @Test func valuesOfAU3DMixerAttenuationCurve() {
        constant("AU3DMixerAttenuationCurve.k3DMixerAttenuationCurve_Exponential", AU3DMixerAttenuationCurve.k3DMixerAttenuationCurve_Exponential, 1)
        constant("AU3DMixerAttenuationCurve.k3DMixerAttenuationCurve_Inverse", AU3DMixerAttenuationCurve.k3DMixerAttenuationCurve_Inverse, 2)
        constant("AU3DMixerAttenuationCurve.k3DMixerAttenuationCurve_Linear", AU3DMixerAttenuationCurve.k3DMixerAttenuationCurve_Linear, 3)
        constant("AU3DMixerAttenuationCurve.k3DMixerAttenuationCurve_Power", AU3DMixerAttenuationCurve.k3DMixerAttenuationCurve_Power, 0)
    }

    @Test func valuesOfAU3DMixerRenderingFlags() {
        constant("AU3DMixerRenderingFlags.k3DMixerRenderingFlags_ConstantReverbBlend", AU3DMixerRenderingFlags.k3DMixerRenderingFlags_ConstantReverbBlend, 64)
        constant("AU3DMixerRenderingFlags.k3DMixerRenderingFlags_DistanceAttenuation", AU3DMixerRenderingFlags.k3DMixerRenderingFlags_DistanceAttenuation, 4)
        constant("AU3DMixerRenderingFlags.k3DMixerRenderingFlags_DistanceFilter", AU3DMixerRenderingFlags.k3DMixerRenderingFlags_DistanceFilter, 8)
        constant("AU3DMixerRenderingFlags.k3DMixerRenderingFlags_DopplerShift", AU3DMixerRenderingFlags.k3DMixerRenderingFlags_DopplerShift, 2)
        constant("AU3DMixerRenderingFlags.k3DMixerRenderingFlags_InterAuralDelay", AU3DMixerRenderingFlags.k3DMixerRenderingFlags_InterAuralDelay, 1)
        constant("AU3DMixerRenderingFlags.k3DMixerRenderingFlags_LinearDistanceAttenuation", AU3DMixerRenderingFlags.k3DMixerRenderingFlags_LinearDistanceAttenuation, 32)
    }

    #if !os(Linux)
    @Test func valuesOfAU3DMixerRenderingFlags2() {
        constant("AU3DMixerRenderingFlags.k3DMixerRenderingFlags_DistanceDiffusion", AU3DMixerRenderingFlags.k3DMixerRenderingFlags_DistanceDiffusion, 16)
    }
    #endif

    #if !os(Linux)
    @Test func valuesOfAU_SUPPORT() {
        constant("AU_SUPPORT_INTERAPP_AUDIO", AU_SUPPORT_INTERAPP_AUDIO, 1)
    }
    #endif

    #if NEWER_SDK && !os(Linux)
    @Test func valuesOfAUAudioMixRenderingStyle() {
        constant("AUAudioMixRenderingStyle.audioMixRenderingStyle_Cinematic", AUAudioMixRenderingStyle.audioMixRenderingStyle_Cinematic, 0)
        constant("AUAudioMixRenderingStyle.audioMixRenderingStyle_CinematicBackgroundStem", AUAudioMixRenderingStyle.audioMixRenderingStyle_CinematicBackgroundStem, 3)
        constant("AUAudioMixRenderingStyle.audioMixRenderingStyle_CinematicForegroundStem", AUAudioMixRenderingStyle.audioMixRenderingStyle_CinematicForegroundStem, 4)
        constant("AUAudioMixRenderingStyle.audioMixRenderingStyle_InFrame", AUAudioMixRenderingStyle.audioMixRenderingStyle_InFrame, 2)
        constant("AUAudioMixRenderingStyle.audioMixRenderingStyle_InFrameBackgroundStem", AUAudioMixRenderingStyle.audioMixRenderingStyle_InFrameBackgroundStem, 9)
        constant("AUAudioMixRenderingStyle.audioMixRenderingStyle_InFrameForegroundStem", AUAudioMixRenderingStyle.audioMixRenderingStyle_InFrameForegroundStem, 6)
        constant("AUAudioMixRenderingStyle.audioMixRenderingStyle_Standard", AUAudioMixRenderingStyle.audioMixRenderingStyle_Standard, 7)
        constant("AUAudioMixRenderingStyle.audioMixRenderingStyle_Studio", AUAudioMixRenderingStyle.audioMixRenderingStyle_Studio, 1)
        constant("AUAudioMixRenderingStyle.audioMixRenderingStyle_StudioBackgroundStem", AUAudioMixRenderingStyle.audioMixRenderingStyle_StudioBackgroundStem, 8)
        constant("AUAudioMixRenderingStyle.audioMixRenderingStyle_StudioForegroundStem", AUAudioMixRenderingStyle.audioMixRenderingStyle_StudioForegroundStem, 5)
    }
    #endif

    @Test func valuesOfAUAudioUnitBusType() {
        constant("AUAudioUnitBusType.input", AUAudioUnitBusType.input, 1)
        constant("AUAudioUnitBusType.output", AUAudioUnitBusType.output, 2)
    }

    @Test func valuesOfAUDIO() {
        constant("AUDIO_TOOLBOX_VERSION", AUDIO_TOOLBOX_VERSION, 1060)
        constant("AUDIO_UNIT_VERSION", AUDIO_UNIT_VERSION, 1070)
    }

    @Test func valuesOfAudioBalanceFadeType() {
        constant("AudioBalanceFadeType.equalPower", AudioBalanceFadeType.equalPower, 1)
        constant("AudioBalanceFadeType.maxUnityGain", AudioBalanceFadeType.maxUnityGain, 0)
    }

    @Test func valuesOfAudioBytePacketTranslationFlags() {
        constant("AudioBytePacketTranslationFlags.bytePacketTranslationFlag_IsEstimate", AudioBytePacketTranslationFlags.bytePacketTranslationFlag_IsEstimate, 1)
    }

    @Test func valuesOfAudioChannelBitmap() {
        constant("AudioChannelBitmap.bit_Center", AudioChannelBitmap.bit_Center, 4)
        constant("AudioChannelBitmap.bit_CenterSurround", AudioChannelBitmap.bit_CenterSurround, 256)
        constant("AudioChannelBitmap.bit_CenterTopFront", AudioChannelBitmap.bit_CenterTopFront, 8192)
        constant("AudioChannelBitmap.bit_CenterTopMiddle", AudioChannelBitmap.bit_CenterTopMiddle, 2048)
        constant("AudioChannelBitmap.bit_CenterTopRear", AudioChannelBitmap.bit_CenterTopRear, 33554432)
        constant("AudioChannelBitmap.bit_LFEScreen", AudioChannelBitmap.bit_LFEScreen, 8)
        constant("AudioChannelBitmap.bit_Left", AudioChannelBitmap.bit_Left, 1)
        constant("AudioChannelBitmap.bit_LeftCenter", AudioChannelBitmap.bit_LeftCenter, 64)
        constant("AudioChannelBitmap.bit_LeftSurround", AudioChannelBitmap.bit_LeftSurround, 16)
        constant("AudioChannelBitmap.bit_LeftSurroundDirect", AudioChannelBitmap.bit_LeftSurroundDirect, 512)
        constant("AudioChannelBitmap.bit_LeftTopFront", AudioChannelBitmap.bit_LeftTopFront, 4096)
        constant("AudioChannelBitmap.bit_LeftTopMiddle", AudioChannelBitmap.bit_LeftTopMiddle, 2097152)
        constant("AudioChannelBitmap.bit_LeftTopRear", AudioChannelBitmap.bit_LeftTopRear, 16777216)
        constant("AudioChannelBitmap.bit_Right", AudioChannelBitmap.bit_Right, 2)
        constant("AudioChannelBitmap.bit_RightCenter", AudioChannelBitmap.bit_RightCenter, 128)
        constant("AudioChannelBitmap.bit_RightSurround", AudioChannelBitmap.bit_RightSurround, 32)
        constant("AudioChannelBitmap.bit_RightSurroundDirect", AudioChannelBitmap.bit_RightSurroundDirect, 1024)
        constant("AudioChannelBitmap.bit_RightTopFront", AudioChannelBitmap.bit_RightTopFront, 16384)
        constant("AudioChannelBitmap.bit_RightTopMiddle", AudioChannelBitmap.bit_RightTopMiddle, 8388608)
        constant("AudioChannelBitmap.bit_RightTopRear", AudioChannelBitmap.bit_RightTopRear, 67108864)
        constant("AudioChannelBitmap.bit_TopBackCenter", AudioChannelBitmap.bit_TopBackCenter, 65536)
        constant("AudioChannelBitmap.bit_TopBackLeft", AudioChannelBitmap.bit_TopBackLeft, 32768)
        constant("AudioChannelBitmap.bit_TopBackRight", AudioChannelBitmap.bit_TopBackRight, 131072)
        constant("AudioChannelBitmap.bit_TopCenterSurround", AudioChannelBitmap.bit_TopCenterSurround, 2048)
        constant("AudioChannelBitmap.bit_VerticalHeightCenter", AudioChannelBitmap.bit_VerticalHeightCenter, 8192)
        constant("AudioChannelBitmap.bit_VerticalHeightLeft", AudioChannelBitmap.bit_VerticalHeightLeft, 4096)
        constant("AudioChannelBitmap.bit_VerticalHeightRight", AudioChannelBitmap.bit_VerticalHeightRight, 16384)
    }

    @Test func valuesOfAudioChannelCoordinateIndex() {
        constant("AudioChannelCoordinateIndex.coordinates_Azimuth", AudioChannelCoordinateIndex.coordinates_Azimuth, 0)
        constant("AudioChannelCoordinateIndex.coordinates_BackFront", AudioChannelCoordinateIndex.coordinates_BackFront, 1)
        constant("AudioChannelCoordinateIndex.coordinates_Distance", AudioChannelCoordinateIndex.coordinates_Distance, 2)
        constant("AudioChannelCoordinateIndex.coordinates_DownUp", AudioChannelCoordinateIndex.coordinates_DownUp, 2)
        constant("AudioChannelCoordinateIndex.coordinates_Elevation", AudioChannelCoordinateIndex.coordinates_Elevation, 1)
        constant("AudioChannelCoordinateIndex.coordinates_LeftRight", AudioChannelCoordinateIndex.coordinates_LeftRight, 0)
    }

    @Test func valuesOfAudioChannelFlags() {
        constant("AudioChannelFlags.meters", AudioChannelFlags.meters, 4)
        constant("AudioChannelFlags.rectangularCoordinates", AudioChannelFlags.rectangularCoordinates, 1)
        constant("AudioChannelFlags.sphericalCoordinates", AudioChannelFlags.sphericalCoordinates, 2)
    }

    @Test func valuesOfAudioComponentFlags() {
        constant("AudioComponentFlags.canLoadInProcess", AudioComponentFlags.canLoadInProcess, 16)
        constant("AudioComponentFlags.isV3AudioUnit", AudioComponentFlags.isV3AudioUnit, 4)
        constant("AudioComponentFlags.requiresAsyncInstantiation", AudioComponentFlags.requiresAsyncInstantiation, 8)
        constant("AudioComponentFlags.sandboxSafe", AudioComponentFlags.sandboxSafe, 2)
        constant("AudioComponentFlags.unsearchable", AudioComponentFlags.unsearchable, 1)
    }

    @Test func valuesOfAudioComponentInstantiationOptions() {
        constant("AudioComponentInstantiationOptions.loadOutOfProcess", AudioComponentInstantiationOptions.loadOutOfProcess, 1)
    }

    #if os(iOS) || os(Linux)
    @Test func valuesOfAudioComponentInstantiationOptions2() {
        constant("AudioComponentInstantiationOptions.loadedRemotely", AudioComponentInstantiationOptions.loadedRemotely, 2147483648)
    }
    #endif

    @Test func valuesOfAudioComponentValidationResult() {
        constant("AudioComponentValidationResult.failed", AudioComponentValidationResult.failed, 2)
        constant("AudioComponentValidationResult.passed", AudioComponentValidationResult.passed, 1)
        constant("AudioComponentValidationResult.timedOut", AudioComponentValidationResult.timedOut, 3)
        constant("AudioComponentValidationResult.unauthorizedError_Init", AudioComponentValidationResult.unauthorizedError_Init, 5)
        constant("AudioComponentValidationResult.unauthorizedError_Open", AudioComponentValidationResult.unauthorizedError_Open, 4)
        constant("AudioComponentValidationResult.unknown", AudioComponentValidationResult.unknown, 0)
    }

    #if NEWER_SDK || os(Linux)
    @Test func valuesOfAudioConverterOptions() {
        constant("AudioConverterOptions.unbuffered", AudioConverterOptions.unbuffered, 65536)
    }
    #endif

    @Test func valuesOfAudioFileFlags() {
        constant("AudioFileFlags.dontPageAlignAudioData", AudioFileFlags.dontPageAlignAudioData, 2)
        constant("AudioFileFlags.eraseFile", AudioFileFlags.eraseFile, 1)
    }

    @Test func valuesOfAudioFilePermissions() {
        constant("AudioFilePermissions.readPermission", AudioFilePermissions.readPermission, 1)
        constant("AudioFilePermissions.readWritePermission", AudioFilePermissions.readWritePermission, 3)
        constant("AudioFilePermissions.writePermission", AudioFilePermissions.writePermission, 2)
    }

    @Test func valuesOfAudioFileRegionFlags() {
        constant("AudioFileRegionFlags.loopEnable", AudioFileRegionFlags.loopEnable, 1)
        constant("AudioFileRegionFlags.playBackward", AudioFileRegionFlags.playBackward, 4)
        constant("AudioFileRegionFlags.playForward", AudioFileRegionFlags.playForward, 2)
    }

    @Test func valuesOfAudioFileStreamParseFlags() {
        constant("AudioFileStreamParseFlags.discontinuity", AudioFileStreamParseFlags.discontinuity, 1)
    }

    @Test func valuesOfAudioFileStreamPropertyFlags() {
        constant("AudioFileStreamPropertyFlags.cacheProperty", AudioFileStreamPropertyFlags.cacheProperty, 2)
        constant("AudioFileStreamPropertyFlags.propertyIsCached", AudioFileStreamPropertyFlags.propertyIsCached, 1)
    }

    @Test func valuesOfAudioFileStreamSeekFlags() {
        constant("AudioFileStreamSeekFlags.offsetIsEstimated", AudioFileStreamSeekFlags.offsetIsEstimated, 1)
    }

    @Test func valuesOfAudioPanningMode() {
        constant("AudioPanningMode.panningMode_SoundField", AudioPanningMode.panningMode_SoundField, 3)
        constant("AudioPanningMode.panningMode_VectorBasedPanning", AudioPanningMode.panningMode_VectorBasedPanning, 4)
    }

    @Test func valuesOfAudioQueueProcessingTapFlags() {
        constant("AudioQueueProcessingTapFlags.endOfStream", AudioQueueProcessingTapFlags.endOfStream, 512)
        constant("AudioQueueProcessingTapFlags.postEffects", AudioQueueProcessingTapFlags.postEffects, 2)
        constant("AudioQueueProcessingTapFlags.preEffects", AudioQueueProcessingTapFlags.preEffects, 1)
        constant("AudioQueueProcessingTapFlags.siphon", AudioQueueProcessingTapFlags.siphon, 4)
        constant("AudioQueueProcessingTapFlags.startOfStream", AudioQueueProcessingTapFlags.startOfStream, 256)
    }

    @Test func valuesOfAudioSettingsFlags() {
        constant("AudioSettingsFlags.expertParameter", AudioSettingsFlags.expertParameter, 1)
        constant("AudioSettingsFlags.invisibleParameter", AudioSettingsFlags.invisibleParameter, 2)
        constant("AudioSettingsFlags.metaParameter", AudioSettingsFlags.metaParameter, 4)
        constant("AudioSettingsFlags.userInterfaceParameter", AudioSettingsFlags.userInterfaceParameter, 8)
    }

    @Test func valuesOfAudioTimeStampFlags() {
        constant("AudioTimeStampFlags.hostTimeValid", AudioTimeStampFlags.hostTimeValid, 2)
        constant("AudioTimeStampFlags.rateScalarValid", AudioTimeStampFlags.rateScalarValid, 4)
        constant("AudioTimeStampFlags.sampleHostTimeValid", AudioTimeStampFlags.sampleHostTimeValid, 3)
        constant("AudioTimeStampFlags.sampleTimeValid", AudioTimeStampFlags.sampleTimeValid, 1)
        constant("AudioTimeStampFlags.smpteTimeValid", AudioTimeStampFlags.smpteTimeValid, 16)
        constant("AudioTimeStampFlags.wordClockTimeValid", AudioTimeStampFlags.wordClockTimeValid, 8)
    }

    @Test func valuesOfAudioUnitEventType() {
        constant("AudioUnitEventType.beginParameterChangeGesture", AudioUnitEventType.beginParameterChangeGesture, 1)
        constant("AudioUnitEventType.endParameterChangeGesture", AudioUnitEventType.endParameterChangeGesture, 2)
        constant("AudioUnitEventType.parameterValueChange", AudioUnitEventType.parameterValueChange, 0)
        constant("AudioUnitEventType.propertyChange", AudioUnitEventType.propertyChange, 3)
    }

    @Test func valuesOfAudioUnitParameterOptions() {
        constant("AudioUnitParameterOptions.flag_CFNameRelease", AudioUnitParameterOptions.flag_CFNameRelease, 16)
        constant("AudioUnitParameterOptions.flag_CanRamp", AudioUnitParameterOptions.flag_CanRamp, 33554432)
        constant("AudioUnitParameterOptions.flag_DisplayCubeRoot", AudioUnitParameterOptions.flag_DisplayCubeRoot, 262144)
        constant("AudioUnitParameterOptions.flag_DisplayCubed", AudioUnitParameterOptions.flag_DisplayCubed, 196608)
        constant("AudioUnitParameterOptions.flag_DisplayExponential", AudioUnitParameterOptions.flag_DisplayExponential, 327680)
        constant("AudioUnitParameterOptions.flag_DisplayLogarithmic", AudioUnitParameterOptions.flag_DisplayLogarithmic, 4194304)
        constant("AudioUnitParameterOptions.flag_DisplayMask", AudioUnitParameterOptions.flag_DisplayMask, 4653056)
        constant("AudioUnitParameterOptions.flag_DisplaySquareRoot", AudioUnitParameterOptions.flag_DisplaySquareRoot, 65536)
        constant("AudioUnitParameterOptions.flag_DisplaySquared", AudioUnitParameterOptions.flag_DisplaySquared, 131072)
        constant("AudioUnitParameterOptions.flag_ExpertMode", AudioUnitParameterOptions.flag_ExpertMode, 67108864)
        constant("AudioUnitParameterOptions.flag_HasCFNameString", AudioUnitParameterOptions.flag_HasCFNameString, 134217728)
        constant("AudioUnitParameterOptions.flag_HasClump", AudioUnitParameterOptions.flag_HasClump, 1048576)
        constant("AudioUnitParameterOptions.flag_IsElementMeta", AudioUnitParameterOptions.flag_IsElementMeta, 536870912)
        constant("AudioUnitParameterOptions.flag_IsGlobalMeta", AudioUnitParameterOptions.flag_IsGlobalMeta, 268435456)
        constant("AudioUnitParameterOptions.flag_IsHighResolution", AudioUnitParameterOptions.flag_IsHighResolution, 8388608)
        constant("AudioUnitParameterOptions.flag_IsReadable", AudioUnitParameterOptions.flag_IsReadable, 1073741824)
        constant("AudioUnitParameterOptions.flag_IsWritable", AudioUnitParameterOptions.flag_IsWritable, 2147483648)
        constant("AudioUnitParameterOptions.flag_MeterReadOnly", AudioUnitParameterOptions.flag_MeterReadOnly, 32768)
        constant("AudioUnitParameterOptions.flag_NonRealTime", AudioUnitParameterOptions.flag_NonRealTime, 16777216)
        constant("AudioUnitParameterOptions.flag_OmitFromPresets", AudioUnitParameterOptions.flag_OmitFromPresets, 8192)
        constant("AudioUnitParameterOptions.flag_PlotHistory", AudioUnitParameterOptions.flag_PlotHistory, 16384)
        constant("AudioUnitParameterOptions.flag_ValuesHaveStrings", AudioUnitParameterOptions.flag_ValuesHaveStrings, 2097152)
    }

    @Test func valuesOfAudioUnitParameterUnit() {
        constant("AudioUnitParameterUnit.BPM", AudioUnitParameterUnit.BPM, 22)
        constant("AudioUnitParameterUnit.absoluteCents", AudioUnitParameterUnit.absoluteCents, 20)
        constant("AudioUnitParameterUnit.beats", AudioUnitParameterUnit.beats, 23)
        constant("AudioUnitParameterUnit.boolean", AudioUnitParameterUnit.boolean, 2)
        constant("AudioUnitParameterUnit.cents", AudioUnitParameterUnit.cents, 9)
        constant("AudioUnitParameterUnit.customUnit", AudioUnitParameterUnit.customUnit, 26)
        constant("AudioUnitParameterUnit.decibels", AudioUnitParameterUnit.decibels, 13)
        constant("AudioUnitParameterUnit.degrees", AudioUnitParameterUnit.degrees, 15)
        constant("AudioUnitParameterUnit.equalPowerCrossfade", AudioUnitParameterUnit.equalPowerCrossfade, 16)
        constant("AudioUnitParameterUnit.generic", AudioUnitParameterUnit.generic, 0)
        constant("AudioUnitParameterUnit.hertz", AudioUnitParameterUnit.hertz, 8)
        constant("AudioUnitParameterUnit.indexed", AudioUnitParameterUnit.indexed, 1)
        constant("AudioUnitParameterUnit.linearGain", AudioUnitParameterUnit.linearGain, 14)
        constant("AudioUnitParameterUnit.meters", AudioUnitParameterUnit.meters, 19)
        constant("AudioUnitParameterUnit.midi2Controller", AudioUnitParameterUnit.midi2Controller, 27)
        constant("AudioUnitParameterUnit.midiController", AudioUnitParameterUnit.midiController, 12)
        constant("AudioUnitParameterUnit.midiNoteNumber", AudioUnitParameterUnit.midiNoteNumber, 11)
        constant("AudioUnitParameterUnit.milliseconds", AudioUnitParameterUnit.milliseconds, 24)
        constant("AudioUnitParameterUnit.mixerFaderCurve1", AudioUnitParameterUnit.mixerFaderCurve1, 17)
        constant("AudioUnitParameterUnit.octaves", AudioUnitParameterUnit.octaves, 21)
        constant("AudioUnitParameterUnit.pan", AudioUnitParameterUnit.pan, 18)
        constant("AudioUnitParameterUnit.percent", AudioUnitParameterUnit.percent, 3)
        constant("AudioUnitParameterUnit.phase", AudioUnitParameterUnit.phase, 6)
        constant("AudioUnitParameterUnit.rate", AudioUnitParameterUnit.rate, 7)
        constant("AudioUnitParameterUnit.ratio", AudioUnitParameterUnit.ratio, 25)
        constant("AudioUnitParameterUnit.relativeSemiTones", AudioUnitParameterUnit.relativeSemiTones, 10)
        constant("AudioUnitParameterUnit.sampleFrames", AudioUnitParameterUnit.sampleFrames, 5)
        constant("AudioUnitParameterUnit.seconds", AudioUnitParameterUnit.seconds, 4)
    }

    #if !os(Linux)
    @Test func valuesOfAudioUnitRemoteControlEvent() {
        constant("AudioUnitRemoteControlEvent.rewind", AudioUnitRemoteControlEvent.rewind, 3)
        constant("AudioUnitRemoteControlEvent.togglePlayPause", AudioUnitRemoteControlEvent.togglePlayPause, 1)
        constant("AudioUnitRemoteControlEvent.toggleRecord", AudioUnitRemoteControlEvent.toggleRecord, 2)
    }
    #endif

    @Test func valuesOfAudioUnitRenderActionFlags() {
        constant("AudioUnitRenderActionFlags.offlineUnitRenderAction_Complete", AudioUnitRenderActionFlags.offlineUnitRenderAction_Complete, 128)
        constant("AudioUnitRenderActionFlags.offlineUnitRenderAction_Preflight", AudioUnitRenderActionFlags.offlineUnitRenderAction_Preflight, 32)
        constant("AudioUnitRenderActionFlags.offlineUnitRenderAction_Render", AudioUnitRenderActionFlags.offlineUnitRenderAction_Render, 64)
        constant("AudioUnitRenderActionFlags.unitRenderAction_DoNotCheckRenderArgs", AudioUnitRenderActionFlags.unitRenderAction_DoNotCheckRenderArgs, 512)
        constant("AudioUnitRenderActionFlags.unitRenderAction_OutputIsSilence", AudioUnitRenderActionFlags.unitRenderAction_OutputIsSilence, 16)
        constant("AudioUnitRenderActionFlags.unitRenderAction_PostRender", AudioUnitRenderActionFlags.unitRenderAction_PostRender, 8)
        constant("AudioUnitRenderActionFlags.unitRenderAction_PostRenderError", AudioUnitRenderActionFlags.unitRenderAction_PostRenderError, 256)
        constant("AudioUnitRenderActionFlags.unitRenderAction_PreRender", AudioUnitRenderActionFlags.unitRenderAction_PreRender, 4)
    }

    @Test func valuesOfAUEventSample() {
        constant("AUEventSampleTimeImmediate", AUEventSampleTimeImmediate, -4294967296)
    }

    @Test func valuesOfAUHostTransportStateFlags() {
        constant("AUHostTransportStateFlags.changed", AUHostTransportStateFlags.changed, 1)
        constant("AUHostTransportStateFlags.cycling", AUHostTransportStateFlags.cycling, 8)
        constant("AUHostTransportStateFlags.moving", AUHostTransportStateFlags.moving, 2)
        constant("AUHostTransportStateFlags.recording", AUHostTransportStateFlags.recording, 4)
    }

    @Test func valuesOfAUParameterAutomationEventType() {
        constant("AUParameterAutomationEventType.release", AUParameterAutomationEventType.release, 2)
        constant("AUParameterAutomationEventType.touch", AUParameterAutomationEventType.touch, 1)
        constant("AUParameterAutomationEventType.value", AUParameterAutomationEventType.value, 0)
    }

    @Test func valuesOfAUParameterEventType() {
        constant("AUParameterEventType.parameterEvent_Immediate", AUParameterEventType.parameterEvent_Immediate, 1)
        constant("AUParameterEventType.parameterEvent_Ramped", AUParameterEventType.parameterEvent_Ramped, 2)
    }

    @Test func valuesOfAURenderEventType() {
        constant("AURenderEventType.MIDI", AURenderEventType.MIDI, 8)
        constant("AURenderEventType.midiEventList", AURenderEventType.midiEventList, 10)
        constant("AURenderEventType.midiSysEx", AURenderEventType.midiSysEx, 9)
        constant("AURenderEventType.parameter", AURenderEventType.parameter, 1)
        constant("AURenderEventType.parameterRamp", AURenderEventType.parameterRamp, 2)
    }

    @Test func valuesOfAUReverbRoomType() {
        constant("AUReverbRoomType.reverbRoomType_Cathedral", AUReverbRoomType.reverbRoomType_Cathedral, 8)
        constant("AUReverbRoomType.reverbRoomType_LargeChamber", AUReverbRoomType.reverbRoomType_LargeChamber, 7)
        constant("AUReverbRoomType.reverbRoomType_LargeHall", AUReverbRoomType.reverbRoomType_LargeHall, 4)
        constant("AUReverbRoomType.reverbRoomType_LargeHall2", AUReverbRoomType.reverbRoomType_LargeHall2, 12)
        constant("AUReverbRoomType.reverbRoomType_LargeRoom", AUReverbRoomType.reverbRoomType_LargeRoom, 2)
        constant("AUReverbRoomType.reverbRoomType_LargeRoom2", AUReverbRoomType.reverbRoomType_LargeRoom2, 9)
        constant("AUReverbRoomType.reverbRoomType_MediumChamber", AUReverbRoomType.reverbRoomType_MediumChamber, 6)
        constant("AUReverbRoomType.reverbRoomType_MediumHall", AUReverbRoomType.reverbRoomType_MediumHall, 3)
        constant("AUReverbRoomType.reverbRoomType_MediumHall2", AUReverbRoomType.reverbRoomType_MediumHall2, 10)
        constant("AUReverbRoomType.reverbRoomType_MediumHall3", AUReverbRoomType.reverbRoomType_MediumHall3, 11)
        constant("AUReverbRoomType.reverbRoomType_MediumRoom", AUReverbRoomType.reverbRoomType_MediumRoom, 1)
        constant("AUReverbRoomType.reverbRoomType_Plate", AUReverbRoomType.reverbRoomType_Plate, 5)
        constant("AUReverbRoomType.reverbRoomType_SmallRoom", AUReverbRoomType.reverbRoomType_SmallRoom, 0)
    }

    @Test func valuesOfAUScheduledAudioSliceFlags() {
        constant("AUScheduledAudioSliceFlags.scheduledAudioSliceFlag_BeganToRender", AUScheduledAudioSliceFlags.scheduledAudioSliceFlag_BeganToRender, 2)
        constant("AUScheduledAudioSliceFlags.scheduledAudioSliceFlag_BeganToRenderLate", AUScheduledAudioSliceFlags.scheduledAudioSliceFlag_BeganToRenderLate, 4)
        constant("AUScheduledAudioSliceFlags.scheduledAudioSliceFlag_Complete", AUScheduledAudioSliceFlags.scheduledAudioSliceFlag_Complete, 1)
        constant("AUScheduledAudioSliceFlags.scheduledAudioSliceFlag_Interrupt", AUScheduledAudioSliceFlags.scheduledAudioSliceFlag_Interrupt, 16)
        constant("AUScheduledAudioSliceFlags.scheduledAudioSliceFlag_InterruptAtLoop", AUScheduledAudioSliceFlags.scheduledAudioSliceFlag_InterruptAtLoop, 32)
        constant("AUScheduledAudioSliceFlags.scheduledAudioSliceFlag_Loop", AUScheduledAudioSliceFlags.scheduledAudioSliceFlag_Loop, 8)
    }

    @Test func valuesOfAUSpatializationAlgorithm() {
        constant("AUSpatializationAlgorithm.spatializationAlgorithm_EqualPowerPanning", AUSpatializationAlgorithm.spatializationAlgorithm_EqualPowerPanning, 0)
        constant("AUSpatializationAlgorithm.spatializationAlgorithm_HRTF", AUSpatializationAlgorithm.spatializationAlgorithm_HRTF, 2)
        constant("AUSpatializationAlgorithm.spatializationAlgorithm_HRTFHQ", AUSpatializationAlgorithm.spatializationAlgorithm_HRTFHQ, 6)
        constant("AUSpatializationAlgorithm.spatializationAlgorithm_SoundField", AUSpatializationAlgorithm.spatializationAlgorithm_SoundField, 3)
        constant("AUSpatializationAlgorithm.spatializationAlgorithm_SphericalHead", AUSpatializationAlgorithm.spatializationAlgorithm_SphericalHead, 1)
        constant("AUSpatializationAlgorithm.spatializationAlgorithm_StereoPassThrough", AUSpatializationAlgorithm.spatializationAlgorithm_StereoPassThrough, 5)
        constant("AUSpatializationAlgorithm.spatializationAlgorithm_UseOutputType", AUSpatializationAlgorithm.spatializationAlgorithm_UseOutputType, 7)
        constant("AUSpatializationAlgorithm.spatializationAlgorithm_VectorBasedPanning", AUSpatializationAlgorithm.spatializationAlgorithm_VectorBasedPanning, 4)
    }

    @Test func valuesOfAUSpatialMixerAttenuationCurve() {
        constant("AUSpatialMixerAttenuationCurve.spatialMixerAttenuationCurve_Exponential", AUSpatialMixerAttenuationCurve.spatialMixerAttenuationCurve_Exponential, 1)
        constant("AUSpatialMixerAttenuationCurve.spatialMixerAttenuationCurve_Inverse", AUSpatialMixerAttenuationCurve.spatialMixerAttenuationCurve_Inverse, 2)
        constant("AUSpatialMixerAttenuationCurve.spatialMixerAttenuationCurve_Linear", AUSpatialMixerAttenuationCurve.spatialMixerAttenuationCurve_Linear, 3)
        constant("AUSpatialMixerAttenuationCurve.spatialMixerAttenuationCurve_Power", AUSpatialMixerAttenuationCurve.spatialMixerAttenuationCurve_Power, 0)
    }

    @Test func valuesOfAUSpatialMixerOutputType() {
        constant("AUSpatialMixerOutputType.spatialMixerOutputType_BuiltInSpeakers", AUSpatialMixerOutputType.spatialMixerOutputType_BuiltInSpeakers, 2)
        constant("AUSpatialMixerOutputType.spatialMixerOutputType_ExternalSpeakers", AUSpatialMixerOutputType.spatialMixerOutputType_ExternalSpeakers, 3)
        constant("AUSpatialMixerOutputType.spatialMixerOutputType_Headphones", AUSpatialMixerOutputType.spatialMixerOutputType_Headphones, 1)
    }

    #if NEWER_SDK || os(Linux)
    @Test func valuesOfAUSpatialMixerPersonalizedHRTFMode() {
        constant("AUSpatialMixerPersonalizedHRTFMode.auto", AUSpatialMixerPersonalizedHRTFMode.auto, 2)
        constant("AUSpatialMixerPersonalizedHRTFMode.off", AUSpatialMixerPersonalizedHRTFMode.off, 0)
        constant("AUSpatialMixerPersonalizedHRTFMode.on", AUSpatialMixerPersonalizedHRTFMode.on, 1)
    }
    #endif

    @Test func valuesOfAUSpatialMixerPointSourceInHeadMode() {
        constant("AUSpatialMixerPointSourceInHeadMode.spatialMixerPointSourceInHeadMode_Bypass", AUSpatialMixerPointSourceInHeadMode.spatialMixerPointSourceInHeadMode_Bypass, 1)
        constant("AUSpatialMixerPointSourceInHeadMode.spatialMixerPointSourceInHeadMode_Mono", AUSpatialMixerPointSourceInHeadMode.spatialMixerPointSourceInHeadMode_Mono, 0)
    }

    @Test func valuesOfAUSpatialMixerRenderingFlags() {
        constant("AUSpatialMixerRenderingFlags.spatialMixerRenderingFlags_DistanceAttenuation", AUSpatialMixerRenderingFlags.spatialMixerRenderingFlags_DistanceAttenuation, 4)
        constant("AUSpatialMixerRenderingFlags.spatialMixerRenderingFlags_InterAuralDelay", AUSpatialMixerRenderingFlags.spatialMixerRenderingFlags_InterAuralDelay, 1)
    }

    @Test func valuesOfAUSpatialMixerSourceMode() {
        constant("AUSpatialMixerSourceMode.spatialMixerSourceMode_AmbienceBed", AUSpatialMixerSourceMode.spatialMixerSourceMode_AmbienceBed, 3)
        constant("AUSpatialMixerSourceMode.spatialMixerSourceMode_Bypass", AUSpatialMixerSourceMode.spatialMixerSourceMode_Bypass, 1)
        constant("AUSpatialMixerSourceMode.spatialMixerSourceMode_PointSource", AUSpatialMixerSourceMode.spatialMixerSourceMode_PointSource, 2)
        constant("AUSpatialMixerSourceMode.spatialMixerSourceMode_SpatializeIfMono", AUSpatialMixerSourceMode.spatialMixerSourceMode_SpatializeIfMono, 0)
    }

    @Test func valuesOfAUVoiceIOOtherAudioDuckingLevel() {
        constant("AUVoiceIOOtherAudioDuckingLevel.default", AUVoiceIOOtherAudioDuckingLevel.default, 0)
        constant("AUVoiceIOOtherAudioDuckingLevel.max", AUVoiceIOOtherAudioDuckingLevel.max, 30)
        constant("AUVoiceIOOtherAudioDuckingLevel.mid", AUVoiceIOOtherAudioDuckingLevel.mid, 20)
        constant("AUVoiceIOOtherAudioDuckingLevel.min", AUVoiceIOOtherAudioDuckingLevel.min, 10)
    }

    @Test func valuesOfAUVoiceIOSpeechActivityEvent() {
        constant("AUVoiceIOSpeechActivityEvent.hasEnded", AUVoiceIOSpeechActivityEvent.hasEnded, 1)
        constant("AUVoiceIOSpeechActivityEvent.hasStarted", AUVoiceIOSpeechActivityEvent.hasStarted, 0)
    }

    @Test func valuesOfAVAudio3DMixingPointSourceInHeadMode() {
        constant("AVAudio3DMixingPointSourceInHeadMode.bypass", AVAudio3DMixingPointSourceInHeadMode.bypass, 1)
        constant("AVAudio3DMixingPointSourceInHeadMode.mono", AVAudio3DMixingPointSourceInHeadMode.mono, 0)
    }

    @Test func valuesOfAVAudio3DMixingRenderingAlgorithm() {
        constant("AVAudio3DMixingRenderingAlgorithm.HRTF", AVAudio3DMixingRenderingAlgorithm.HRTF, 2)
        constant("AVAudio3DMixingRenderingAlgorithm.HRTFHQ", AVAudio3DMixingRenderingAlgorithm.HRTFHQ, 6)
        constant("AVAudio3DMixingRenderingAlgorithm.auto", AVAudio3DMixingRenderingAlgorithm.auto, 7)
        constant("AVAudio3DMixingRenderingAlgorithm.equalPowerPanning", AVAudio3DMixingRenderingAlgorithm.equalPowerPanning, 0)
        constant("AVAudio3DMixingRenderingAlgorithm.soundField", AVAudio3DMixingRenderingAlgorithm.soundField, 3)
        constant("AVAudio3DMixingRenderingAlgorithm.sphericalHead", AVAudio3DMixingRenderingAlgorithm.sphericalHead, 1)
        constant("AVAudio3DMixingRenderingAlgorithm.stereoPassThrough", AVAudio3DMixingRenderingAlgorithm.stereoPassThrough, 5)
    }

    @Test func valuesOfAVAudio3DMixingSourceMode() {
        constant("AVAudio3DMixingSourceMode.ambienceBed", AVAudio3DMixingSourceMode.ambienceBed, 3)
        constant("AVAudio3DMixingSourceMode.bypass", AVAudio3DMixingSourceMode.bypass, 1)
        constant("AVAudio3DMixingSourceMode.pointSource", AVAudio3DMixingSourceMode.pointSource, 2)
        constant("AVAudio3DMixingSourceMode.spatializeIfMono", AVAudio3DMixingSourceMode.spatializeIfMono, 0)
    }

    #if NEWER_SDK || os(Linux)
    @Test func valuesOfAVAudioApplication() {
        inferred("AVAudioApplication.inputMuteStateChangeNotification", AVAudioApplication.inputMuteStateChangeNotification, "AVAudioApplicationInputMuteStateChangeNotification")
        inferred("AVAudioApplication.muteStateKey", AVAudioApplication.muteStateKey, "AVAudioApplicationMuteStateKey")
    }
    #endif

    #if NEWER_SDK || os(Linux)
    @Test func valuesOfAVAudioApplication_MicrophoneInjectionPermission() {
        constant("AVAudioApplication.MicrophoneInjectionPermission.denied", AVAudioApplication.MicrophoneInjectionPermission.denied, 1684369017)  // 'deny'
        constant("AVAudioApplication.MicrophoneInjectionPermission.granted", AVAudioApplication.MicrophoneInjectionPermission.granted, 1735552628)  // 'grnt'
        constant("AVAudioApplication.MicrophoneInjectionPermission.serviceDisabled", AVAudioApplication.MicrophoneInjectionPermission.serviceDisabled, 1936876659)  // 'srds'
        constant("AVAudioApplication.MicrophoneInjectionPermission.undetermined", AVAudioApplication.MicrophoneInjectionPermission.undetermined, 1970168948)  // 'undt'
    }
    #endif
}
