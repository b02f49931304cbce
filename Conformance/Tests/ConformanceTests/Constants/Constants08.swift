// Written by Tools/constants from the tables of Apple's API. Do not edit.
// swift-format-ignore-file

import AVFAudio
import AudioToolbox
import CoreAudioTypes
import CoreMIDI
import Foundation
import Testing

extension Conformance.Constants {
    @Test func valuesOfKDistortionParam() {
        constant("kDistortionParam_CubicTerm", kDistortionParam_CubicTerm, 8)
        constant("kDistortionParam_Decay", kDistortionParam_Decay, 1)
        constant("kDistortionParam_Decimation", kDistortionParam_Decimation, 3)
        constant("kDistortionParam_DecimationMix", kDistortionParam_DecimationMix, 5)
        constant("kDistortionParam_Delay", kDistortionParam_Delay, 0)
        constant("kDistortionParam_DelayMix", kDistortionParam_DelayMix, 2)
        constant("kDistortionParam_FinalMix", kDistortionParam_FinalMix, 15)
        constant("kDistortionParam_LinearTerm", kDistortionParam_LinearTerm, 6)
        constant("kDistortionParam_PolynomialMix", kDistortionParam_PolynomialMix, 9)
        constant("kDistortionParam_RingModBalance", kDistortionParam_RingModBalance, 12)
        constant("kDistortionParam_RingModFreq1", kDistortionParam_RingModFreq1, 10)
        constant("kDistortionParam_RingModFreq2", kDistortionParam_RingModFreq2, 11)
        constant("kDistortionParam_RingModMix", kDistortionParam_RingModMix, 13)
        constant("kDistortionParam_Rounding", kDistortionParam_Rounding, 4)
        constant("kDistortionParam_SoftClipGain", kDistortionParam_SoftClipGain, 14)
        constant("kDistortionParam_SquaredTerm", kDistortionParam_SquaredTerm, 7)
    }

    @Test func valuesOfKDynamicRangeCompressionProfile() {
        constant("kDynamicRangeCompressionProfile_GeneralCompression", kDynamicRangeCompressionProfile_GeneralCompression, 6)
        constant("kDynamicRangeCompressionProfile_LateNight", kDynamicRangeCompressionProfile_LateNight, 1)
        constant("kDynamicRangeCompressionProfile_LimitedPlaybackRange", kDynamicRangeCompressionProfile_LimitedPlaybackRange, 3)
        constant("kDynamicRangeCompressionProfile_NoisyEnvironment", kDynamicRangeCompressionProfile_NoisyEnvironment, 2)
        constant("kDynamicRangeCompressionProfile_None", kDynamicRangeCompressionProfile_None, 0)
    }

    @Test func valuesOfKDynamicRangeControlMode() {
        constant("kDynamicRangeControlMode_Heavy", kDynamicRangeControlMode_Heavy, 2)
        constant("kDynamicRangeControlMode_Light", kDynamicRangeControlMode_Light, 1)
        constant("kDynamicRangeControlMode_None", kDynamicRangeControlMode_None, 0)
    }

    @Test func valuesOfKDynamicsProcessorParam() {
        constant("kDynamicsProcessorParam_AttackTime", kDynamicsProcessorParam_AttackTime, 4)
        constant("kDynamicsProcessorParam_CompressionAmount", kDynamicsProcessorParam_CompressionAmount, 1000)
        constant("kDynamicsProcessorParam_ExpansionRatio", kDynamicsProcessorParam_ExpansionRatio, 2)
        constant("kDynamicsProcessorParam_ExpansionThreshold", kDynamicsProcessorParam_ExpansionThreshold, 3)
        constant("kDynamicsProcessorParam_HeadRoom", kDynamicsProcessorParam_HeadRoom, 1)
        constant("kDynamicsProcessorParam_InputAmplitude", kDynamicsProcessorParam_InputAmplitude, 2000)
        constant("kDynamicsProcessorParam_OutputAmplitude", kDynamicsProcessorParam_OutputAmplitude, 3000)
        constant("kDynamicsProcessorParam_OverallGain", kDynamicsProcessorParam_OverallGain, 6)
        constant("kDynamicsProcessorParam_ReleaseTime", kDynamicsProcessorParam_ReleaseTime, 5)
        constant("kDynamicsProcessorParam_Threshold", kDynamicsProcessorParam_Threshold, 0)
    }

    @Test func valuesOfKExtAudioFileError() {
        constant("kExtAudioFileError_AsyncWriteBufferOverflow", kExtAudioFileError_AsyncWriteBufferOverflow, -66570)
        constant("kExtAudioFileError_AsyncWriteTooLarge", kExtAudioFileError_AsyncWriteTooLarge, -66569)
        constant("kExtAudioFileError_InvalidChannelMap", kExtAudioFileError_InvalidChannelMap, -66564)
        constant("kExtAudioFileError_InvalidDataFormat", kExtAudioFileError_InvalidDataFormat, -66566)
        constant("kExtAudioFileError_InvalidOperationOrder", kExtAudioFileError_InvalidOperationOrder, -66565)
        constant("kExtAudioFileError_InvalidProperty", kExtAudioFileError_InvalidProperty, -66561)
        constant("kExtAudioFileError_InvalidPropertySize", kExtAudioFileError_InvalidPropertySize, -66562)
        constant("kExtAudioFileError_InvalidSeek", kExtAudioFileError_InvalidSeek, -66568)
        constant("kExtAudioFileError_MaxPacketSizeUnknown", kExtAudioFileError_MaxPacketSizeUnknown, -66567)
        constant("kExtAudioFileError_NonPCMClientFormat", kExtAudioFileError_NonPCMClientFormat, -66563)
    }

    #if os(iOS) || os(Linux)
    @Test func valuesOfKExtAudioFileError2() {
        constant("kExtAudioFileError_CodecUnavailableInputConsumed", kExtAudioFileError_CodecUnavailableInputConsumed, -66559)
        constant("kExtAudioFileError_CodecUnavailableInputNotConsumed", kExtAudioFileError_CodecUnavailableInputNotConsumed, -66560)
    }
    #endif

    @Test func valuesOfKExtAudioFilePacketTableInfoOverride() {
        constant("kExtAudioFilePacketTableInfoOverride_UseFileValue", kExtAudioFilePacketTableInfoOverride_UseFileValue, -1)
        constant("kExtAudioFilePacketTableInfoOverride_UseFileValueIfValid", kExtAudioFilePacketTableInfoOverride_UseFileValueIfValid, -2)
    }

    @Test func valuesOfKExtAudioFileProperty() {
        constant("kExtAudioFileProperty_AudioConverter", kExtAudioFileProperty_AudioConverter, 1633906294)  // 'acnv'
        constant("kExtAudioFileProperty_AudioFile", kExtAudioFileProperty_AudioFile, 1634101612)  // 'afil'
        constant("kExtAudioFileProperty_ClientChannelLayout", kExtAudioFileProperty_ClientChannelLayout, 1667460207)  // 'cclo'
        constant("kExtAudioFileProperty_ClientDataFormat", kExtAudioFileProperty_ClientDataFormat, 1667657076)  // 'cfmt'
        constant("kExtAudioFileProperty_ClientMaxPacketSize", kExtAudioFileProperty_ClientMaxPacketSize, 1668116595)  // 'cmps'
        constant("kExtAudioFileProperty_CodecManufacturer", kExtAudioFileProperty_CodecManufacturer, 1668112750)  // 'cman'
        constant("kExtAudioFileProperty_ConverterConfig", kExtAudioFileProperty_ConverterConfig, 1633903462)  // 'accf'
        constant("kExtAudioFileProperty_FileChannelLayout", kExtAudioFileProperty_FileChannelLayout, 1717791855)  // 'fclo'
        constant("kExtAudioFileProperty_FileDataFormat", kExtAudioFileProperty_FileDataFormat, 1717988724)  // 'ffmt'
        constant("kExtAudioFileProperty_FileLengthFrames", kExtAudioFileProperty_FileLengthFrames, 593916525)  // '#frm'
        constant("kExtAudioFileProperty_FileMaxPacketSize", kExtAudioFileProperty_FileMaxPacketSize, 1718448243)  // 'fmps'
        constant("kExtAudioFileProperty_IOBuffer", kExtAudioFileProperty_IOBuffer, 1768907366)  // 'iobf'
        constant("kExtAudioFileProperty_IOBufferSizeBytes", kExtAudioFileProperty_IOBufferSizeBytes, 1768907379)  // 'iobs'
        constant("kExtAudioFileProperty_PacketTable", kExtAudioFileProperty_PacketTable, 2020635753)  // 'xpti'
    }

    @Test func valuesOfKHALOutputParam() {
        constant("kHALOutputParam_Volume", kHALOutputParam_Volume, 14)
    }

    @Test func valuesOfKHighShelfParam() {
        constant("kHighShelfParam_CutOffFrequency", kHighShelfParam_CutOffFrequency, 0)
        constant("kHighShelfParam_Gain", kHighShelfParam_Gain, 1)
    }

    @Test func valuesOfKHintAdvanced() {
        constant("kHintAdvanced", kHintAdvanced, 1)
    }

    @Test func valuesOfKHintBasic() {
        constant("kHintBasic", kHintBasic, 0)
    }

    @Test func valuesOfKHintHidden() {
        constant("kHintHidden", kHintHidden, 2)
    }

    @Test func valuesOfKHipassParam() {
        constant("kHipassParam_CutoffFrequency", kHipassParam_CutoffFrequency, 0)
        constant("kHipassParam_Resonance", kHipassParam_Resonance, 1)
    }

    #if !os(Linux)
    @Test func valuesOfKInstrumentInfoKey() {
        constant("kInstrumentInfoKey_LSB", kInstrumentInfoKey_LSB, "LSB")
        constant("kInstrumentInfoKey_MSB", kInstrumentInfoKey_MSB, "MSB")
        constant("kInstrumentInfoKey_Name", kInstrumentInfoKey_Name, "name")
        constant("kInstrumentInfoKey_Program", kInstrumentInfoKey_Program, "program")
    }
    #endif

    @Test func valuesOfKInstrumentType() {
        constant("kInstrumentType_AUPreset", kInstrumentType_AUPreset, 2)
        constant("kInstrumentType_Audiofile", kInstrumentType_Audiofile, 3)
        constant("kInstrumentType_DLSPreset", kInstrumentType_DLSPreset, 1)
        constant("kInstrumentType_SF2Preset", kInstrumentType_SF2Preset, 1)
    }

    #if !os(Linux)
    @Test func valuesOfKInstrumentType2() {
        constant("kInstrumentType_EXS24", kInstrumentType_EXS24, 4)
    }
    #endif

    @Test func valuesOfKLimiterParam() {
        constant("kLimiterParam_AttackTime", kLimiterParam_AttackTime, 0)
        constant("kLimiterParam_DecayTime", kLimiterParam_DecayTime, 1)
        constant("kLimiterParam_PreGain", kLimiterParam_PreGain, 2)
    }

    @Test func valuesOfKLinearPCM() {
        constant("kLinearPCMFormatFlagIsAlignedHigh", kLinearPCMFormatFlagIsAlignedHigh, 16)
        constant("kLinearPCMFormatFlagIsBigEndian", kLinearPCMFormatFlagIsBigEndian, 2)
        constant("kLinearPCMFormatFlagIsFloat", kLinearPCMFormatFlagIsFloat, 1)
        constant("kLinearPCMFormatFlagIsNonInterleaved", kLinearPCMFormatFlagIsNonInterleaved, 32)
        constant("kLinearPCMFormatFlagIsNonMixable", kLinearPCMFormatFlagIsNonMixable, 64)
        constant("kLinearPCMFormatFlagIsPacked", kLinearPCMFormatFlagIsPacked, 8)
        constant("kLinearPCMFormatFlagIsSignedInteger", kLinearPCMFormatFlagIsSignedInteger, 4)
        constant("kLinearPCMFormatFlagsAreAllClear", kLinearPCMFormatFlagsAreAllClear, 2147483648)
        constant("kLinearPCMFormatFlagsSampleFractionMask", kLinearPCMFormatFlagsSampleFractionMask, 8064)
        constant("kLinearPCMFormatFlagsSampleFractionShift", kLinearPCMFormatFlagsSampleFractionShift, 7)
    }

    @Test func valuesOfKLowPassParam() {
        constant("kLowPassParam_CutoffFrequency", kLowPassParam_CutoffFrequency, 0)
        constant("kLowPassParam_Resonance", kLowPassParam_Resonance, 1)
    }

    @Test func valuesOfKMatrixMixerParam() {
        constant("kMatrixMixerParam_Enable", kMatrixMixerParam_Enable, 1)
        constant("kMatrixMixerParam_PostAveragePower", kMatrixMixerParam_PostAveragePower, 3000)
        constant("kMatrixMixerParam_PostAveragePowerLinear", kMatrixMixerParam_PostAveragePowerLinear, 7000)
        constant("kMatrixMixerParam_PostPeakHoldLevel", kMatrixMixerParam_PostPeakHoldLevel, 4000)
        constant("kMatrixMixerParam_PostPeakHoldLevelLinear", kMatrixMixerParam_PostPeakHoldLevelLinear, 8000)
        constant("kMatrixMixerParam_PreAveragePower", kMatrixMixerParam_PreAveragePower, 1000)
        constant("kMatrixMixerParam_PreAveragePowerLinear", kMatrixMixerParam_PreAveragePowerLinear, 5000)
        constant("kMatrixMixerParam_PrePeakHoldLevel", kMatrixMixerParam_PrePeakHoldLevel, 2000)
        constant("kMatrixMixerParam_PrePeakHoldLevelLinear", kMatrixMixerParam_PrePeakHoldLevelLinear, 6000)
        constant("kMatrixMixerParam_Volume", kMatrixMixerParam_Volume, 0)
    }

    @Test func valuesOfKMIDI1() {
        constant("kMIDI1UPMaxSysexSize", kMIDI1UPMaxSysexSize, 6)
    }

    #if NEWER_SDK || os(Linux)
    @Test func valuesOfKMIDIDevice() {
        constant("kMIDIDeviceIDFunctionBlock", kMIDIDeviceIDFunctionBlock, 127)
        constant("kMIDIDeviceIDUMPGroup", kMIDIDeviceIDUMPGroup, 126)
    }
    #endif

    @Test func valuesOfKMIDIIDNot() {
        constant("kMIDIIDNotUnique", kMIDIIDNotUnique, -10843)
    }

    @Test func valuesOfKMIDIInvalid() {
        constant("kMIDIInvalidClient", kMIDIInvalidClient, -10830)
        constant("kMIDIInvalidPort", kMIDIInvalidPort, -10831)
        constant("kMIDIInvalidUniqueID", kMIDIInvalidUniqueID, 0)
    }

    @Test func valuesOfKMIDIMessage() {
        constant("kMIDIMessageSendErr", kMIDIMessageSendErr, -10838)
    }

    @Test func valuesOfKMIDINo() {
        constant("kMIDINoConnection", kMIDINoConnection, -10833)
        constant("kMIDINoCurrentSetup", kMIDINoCurrentSetup, -10837)
    }

    @Test func valuesOfKMIDINot() {
        constant("kMIDINotPermitted", kMIDINotPermitted, -10844)
    }

    @Test func valuesOfKMIDIObject() {
        constant("kMIDIObjectNotFound", kMIDIObjectNotFound, -10842)
    }

    @Test func valuesOfKMIDIObjectType() {
        constant("kMIDIObjectType_ExternalMask", kMIDIObjectType_ExternalMask, 16)
    }

    @Test func valuesOfKMIDIProperty() {
        inferred("kMIDIPropertyAdvanceScheduleTimeMuSec", kMIDIPropertyAdvanceScheduleTimeMuSec, "scheduleAheadMuSec")
        inferred("kMIDIPropertyCanRoute", kMIDIPropertyCanRoute, "can route")
        inferred("kMIDIPropertyConnectionUniqueID", kMIDIPropertyConnectionUniqueID, "connUniqueID")
        inferred("kMIDIPropertyDeviceID", kMIDIPropertyDeviceID, "deviceID")
        inferred("kMIDIPropertyDriverOwner", kMIDIPropertyDriverOwner, "driver")
        inferred("kMIDIPropertyDriverVersion", kMIDIPropertyDriverVersion, "driverVersion")
        inferred("kMIDIPropertyImage", kMIDIPropertyImage, "image")
        inferred("kMIDIPropertyIsBroadcast", kMIDIPropertyIsBroadcast, "broadcast")
        inferred("kMIDIPropertyIsDrumMachine", kMIDIPropertyIsDrumMachine, "is drum machine")
        inferred("kMIDIPropertyIsEffectUnit", kMIDIPropertyIsEffectUnit, "is effect unit")
        inferred("kMIDIPropertyIsEmbeddedEntity", kMIDIPropertyIsEmbeddedEntity, "embedded")
        inferred("kMIDIPropertyIsMixer", kMIDIPropertyIsMixer, "is mixer")
        inferred("kMIDIPropertyIsSampler", kMIDIPropertyIsSampler, "is sampler")
        inferred("kMIDIPropertyManufacturer", kMIDIPropertyManufacturer, "manufacturer")
        inferred("kMIDIPropertyMaxSysExSpeed", kMIDIPropertyMaxSysExSpeed, "maxSysExSpeed")
        inferred("kMIDIPropertyModel", kMIDIPropertyModel, "model")
        inferred("kMIDIPropertyName", kMIDIPropertyName, "name")
        inferred("kMIDIPropertyNameConfiguration", kMIDIPropertyNameConfiguration, "nameConfiguration")
        inferred("kMIDIPropertyOffline", kMIDIPropertyOffline, "offline")
        inferred("kMIDIPropertyPanDisruptsStereo", kMIDIPropertyPanDisruptsStereo, "pan disrupts stereo")
        inferred("kMIDIPropertyPrivate", kMIDIPropertyPrivate, "private")
        inferred("kMIDIPropertyReceiveChannels", kMIDIPropertyReceiveChannels, "receiveChannels")
        inferred("kMIDIPropertyReceivesBankSelectLSB", kMIDIPropertyReceivesBankSelectLSB, "receives bank select LSB")
        inferred("kMIDIPropertyReceivesBankSelectMSB", kMIDIPropertyReceivesBankSelectMSB, "receives bank select MSB")
        inferred("kMIDIPropertyReceivesClock", kMIDIPropertyReceivesClock, "receives clock")
        inferred("kMIDIPropertyReceivesMTC", kMIDIPropertyReceivesMTC, "receives MTC")
        inferred("kMIDIPropertyReceivesNotes", kMIDIPropertyReceivesNotes, "receives notes")
        inferred("kMIDIPropertyReceivesProgramChanges", kMIDIPropertyReceivesProgramChanges, "receives program changes")
        inferred("kMIDIPropertySupportsGeneralMIDI", kMIDIPropertySupportsGeneralMIDI, "supports General MIDI")
        inferred("kMIDIPropertySupportsMMC", kMIDIPropertySupportsMMC, "supports MMC")
        inferred("kMIDIPropertyTransmitChannels", kMIDIPropertyTransmitChannels, "transmitChannels")
        inferred("kMIDIPropertyTransmitsBankSelectLSB", kMIDIPropertyTransmitsBankSelectLSB, "transmits bank select LSB")
        inferred("kMIDIPropertyTransmitsBankSelectMSB", kMIDIPropertyTransmitsBankSelectMSB, "transmits bank select MSB")
        inferred("kMIDIPropertyTransmitsClock", kMIDIPropertyTransmitsClock, "transmits clock")
        inferred("kMIDIPropertyTransmitsMTC", kMIDIPropertyTransmitsMTC, "transmits MTC")
        inferred("kMIDIPropertyTransmitsNotes", kMIDIPropertyTransmitsNotes, "transmits notes")
        inferred("kMIDIPropertyTransmitsProgramChanges", kMIDIPropertyTransmitsProgramChanges, "transmits program changes")
        inferred("kMIDIPropertyUniqueID", kMIDIPropertyUniqueID, "uniqueID")
    }

    @Test func valuesOfKMIDIServer() {
        constant("kMIDIServerStartErr", kMIDIServerStartErr, -10839)
    }

    @Test func valuesOfKMIDISetup() {
        constant("kMIDISetupFormatErr", kMIDISetupFormatErr, -10840)
    }

    @Test func valuesOfKMIDIThruConnection() {
        constant("kMIDIThruConnection_MaxEndpoints", kMIDIThruConnection_MaxEndpoints, 8)
    }

    #if NEWER_SDK || os(Linux)
    @Test func valuesOfKMIDIUInteger14() {
        constant("kMIDIUInteger14Max", kMIDIUInteger14Max, 16383)
    }
    #endif

    #if NEWER_SDK || os(Linux)
    @Test func valuesOfKMIDIUInteger2() {
        constant("kMIDIUInteger2Max", kMIDIUInteger2Max, 3)
    }
    #endif

    #if NEWER_SDK || os(Linux)
    @Test func valuesOfKMIDIUInteger28() {
        constant("kMIDIUInteger28Max", kMIDIUInteger28Max, 268435455)
    }
    #endif

    #if NEWER_SDK || os(Linux)
    @Test func valuesOfKMIDIUInteger4() {
        constant("kMIDIUInteger4Max", kMIDIUInteger4Max, 15)
    }
    #endif

    #if NEWER_SDK || os(Linux)
    @Test func valuesOfKMIDIUInteger7() {
        constant("kMIDIUInteger7Max", kMIDIUInteger7Max, 127)
    }
    #endif

    @Test func valuesOfKMIDIUnknown() {
        constant("kMIDIUnknownEndpoint", kMIDIUnknownEndpoint, -10834)
        constant("kMIDIUnknownError", kMIDIUnknownError, -10845)
        constant("kMIDIUnknownProperty", kMIDIUnknownProperty, -10835)
    }

    @Test func valuesOfKMIDIWrong() {
        constant("kMIDIWrongEndpointType", kMIDIWrongEndpointType, -10832)
        constant("kMIDIWrongPropertyType", kMIDIWrongPropertyType, -10836)
        constant("kMIDIWrongThread", kMIDIWrongThread, -10841)
    }

    @Test func valuesOfKMultiChannelMixerParam() {
        constant("kMultiChannelMixerParam_Enable", kMultiChannelMixerParam_Enable, 1)
        constant("kMultiChannelMixerParam_Pan", kMultiChannelMixerParam_Pan, 2)
        constant("kMultiChannelMixerParam_PostAveragePower", kMultiChannelMixerParam_PostAveragePower, 3000)
        constant("kMultiChannelMixerParam_PostPeakHoldLevel", kMultiChannelMixerParam_PostPeakHoldLevel, 4000)
        constant("kMultiChannelMixerParam_PreAveragePower", kMultiChannelMixerParam_PreAveragePower, 1000)
        constant("kMultiChannelMixerParam_PrePeakHoldLevel", kMultiChannelMixerParam_PrePeakHoldLevel, 2000)
        constant("kMultiChannelMixerParam_Volume", kMultiChannelMixerParam_Volume, 0)
    }

    @Test func valuesOfKMusicDevice() {
        constant("kMusicDeviceMIDIEventListSelect", kMusicDeviceMIDIEventListSelect, 263)
        constant("kMusicDeviceMIDIEventSelect", kMusicDeviceMIDIEventSelect, 257)
        constant("kMusicDevicePrepareInstrumentSelect", kMusicDevicePrepareInstrumentSelect, 259)
        constant("kMusicDeviceRange", kMusicDeviceRange, 256)
        constant("kMusicDeviceReleaseInstrumentSelect", kMusicDeviceReleaseInstrumentSelect, 260)
        constant("kMusicDeviceStartNoteSelect", kMusicDeviceStartNoteSelect, 261)
        constant("kMusicDeviceStopNoteSelect", kMusicDeviceStopNoteSelect, 262)
        constant("kMusicDeviceSysExSelect", kMusicDeviceSysExSelect, 258)
    }

    @Test func valuesOfKMusicDeviceProperty() {
        constant("kMusicDeviceProperty_InstrumentCount", kMusicDeviceProperty_InstrumentCount, 1000)
        constant("kMusicDeviceProperty_SoundBankURL", kMusicDeviceProperty_SoundBankURL, 1100)
    }

    #if !os(Linux)
    @Test func valuesOfKMusicDeviceProperty2() {
        constant("kMusicDeviceProperty_BankName", kMusicDeviceProperty_BankName, 1007)
        constant("kMusicDeviceProperty_InstrumentName", kMusicDeviceProperty_InstrumentName, 1001)
        constant("kMusicDeviceProperty_InstrumentNumber", kMusicDeviceProperty_InstrumentNumber, 1004)
    }
    #endif

    @Test func valuesOfKMusicEventType() {
        constant("kMusicEventType_AUPreset", kMusicEventType_AUPreset, 10)
        constant("kMusicEventType_ExtendedNote", kMusicEventType_ExtendedNote, 1)
        constant("kMusicEventType_ExtendedTempo", kMusicEventType_ExtendedTempo, 3)
        constant("kMusicEventType_MIDIChannelMessage", kMusicEventType_MIDIChannelMessage, 7)
        constant("kMusicEventType_MIDINoteMessage", kMusicEventType_MIDINoteMessage, 6)
        constant("kMusicEventType_MIDIRawData", kMusicEventType_MIDIRawData, 8)
        constant("kMusicEventType_Meta", kMusicEventType_Meta, 5)
        constant("kMusicEventType_NULL", kMusicEventType_NULL, 0)
        constant("kMusicEventType_Parameter", kMusicEventType_Parameter, 9)
        constant("kMusicEventType_User", kMusicEventType_User, 4)
    }

    @Test func valuesOfKMusicNoteEvent() {
        constant("kMusicNoteEvent_Unused", kMusicNoteEvent_Unused, 4294967295)
        constant("kMusicNoteEvent_UseGroupInstrument", kMusicNoteEvent_UseGroupInstrument, 4294967295)
    }

    @Test func valuesOfKMusicTimeStamp() {
        constant("kMusicTimeStamp_EndOfTrack", kMusicTimeStamp_EndOfTrack, .greatestFiniteMagnitude)
    }

    @Test func valuesOfKNewTimePitchParam() {
        constant("kNewTimePitchParam_EnablePeakLocking", kNewTimePitchParam_EnablePeakLocking, 6)
        constant("kNewTimePitchParam_EnableSpectralCoherence", kNewTimePitchParam_EnableSpectralCoherence, 6)
        constant("kNewTimePitchParam_EnableTransientPreservation", kNewTimePitchParam_EnableTransientPreservation, 7)
        constant("kNewTimePitchParam_Overlap", kNewTimePitchParam_Overlap, 4)
        constant("kNewTimePitchParam_Pitch", kNewTimePitchParam_Pitch, 1)
        constant("kNewTimePitchParam_Rate", kNewTimePitchParam_Rate, 0)
        constant("kNewTimePitchParam_Smoothness", kNewTimePitchParam_Smoothness, 4)
    }

    @Test func valuesOfKNumAUN() {
        constant("kNumAUNBandEQFilterTypes", kNumAUNBandEQFilterTypes, 11)
    }

    @Test func valuesOfKNumberOf() {
        constant("kNumberOfResponseFrequencies", kNumberOfResponseFrequencies, 1024)
    }

    @Test func valuesOfKParametricEQParam() {
        constant("kParametricEQParam_CenterFreq", kParametricEQParam_CenterFreq, 0)
        constant("kParametricEQParam_Gain", kParametricEQParam_Gain, 2)
        constant("kParametricEQParam_Q", kParametricEQParam_Q, 1)
    }

    @Test func valuesOfKProgramTargetLevel() {
        constant("kProgramTargetLevel_Minus20dB", kProgramTargetLevel_Minus20dB, 3)
        constant("kProgramTargetLevel_Minus23dB", kProgramTargetLevel_Minus23dB, 2)
        constant("kProgramTargetLevel_Minus31dB", kProgramTargetLevel_Minus31dB, 1)
        constant("kProgramTargetLevel_None", kProgramTargetLevel_None, 0)
    }

    @Test func valuesOfKRandomParam() {
        constant("kRandomParam_BoundA", kRandomParam_BoundA, 0)
        constant("kRandomParam_BoundB", kRandomParam_BoundB, 1)
        constant("kRandomParam_Curve", kRandomParam_Curve, 2)
    }

    @Test func valuesOfKRenderQuality() {
        constant("kRenderQuality_High", kRenderQuality_High, 96)
        constant("kRenderQuality_Low", kRenderQuality_Low, 32)
        constant("kRenderQuality_Max", kRenderQuality_Max, 127)
        constant("kRenderQuality_Medium", kRenderQuality_Medium, 64)
        constant("kRenderQuality_Min", kRenderQuality_Min, 0)
    }

    @Test func valuesOfKReverb2Param() {
        constant("kReverb2Param_DecayTimeAt0Hz", kReverb2Param_DecayTimeAt0Hz, 4)
        constant("kReverb2Param_DecayTimeAtNyquist", kReverb2Param_DecayTimeAtNyquist, 5)
        constant("kReverb2Param_DryWetMix", kReverb2Param_DryWetMix, 0)
        constant("kReverb2Param_Gain", kReverb2Param_Gain, 1)
        constant("kReverb2Param_MaxDelayTime", kReverb2Param_MaxDelayTime, 3)
        constant("kReverb2Param_MinDelayTime", kReverb2Param_MinDelayTime, 2)
        constant("kReverb2Param_RandomizeReflections", kReverb2Param_RandomizeReflections, 6)
    }

    #if NEWER_SDK || os(Linux)
    @Test func valuesOfKReverb2Param2() {
        constant("kReverb2Param_LegacyMode", kReverb2Param_LegacyMode, 7)
    }
    #endif

    @Test func valuesOfKReverbParam() {
        constant("kReverbParam_FilterBandwidth", kReverbParam_FilterBandwidth, 15)
        constant("kReverbParam_FilterEnable", kReverbParam_FilterEnable, 18)
        constant("kReverbParam_FilterFrequency", kReverbParam_FilterFrequency, 14)
        constant("kReverbParam_FilterGain", kReverbParam_FilterGain, 16)
        constant("kReverbParam_FilterType", kReverbParam_FilterType, 17)
    }
}
