// Written by Tools/constants from the tables of Apple's API. Do not edit.
// swift-format-ignore-file

import AVFAudio
import AudioToolbox
import CoreAudioTypes
import CoreMIDI
import Foundation
import Testing

extension Conformance.Constants {
    @Test func valuesOfKAudioFormatMPEGD() {
        constant("kAudioFormatMPEGD_USAC", kAudioFormatMPEGD_USAC, 1970495843)  // 'usac'
    }

    @Test func valuesOfKAudioFormatProperty() {
        constant("kAudioFormatProperty_ASBDFromESDS", kAudioFormatProperty_ASBDFromESDS, 1702064996)  // 'essd'
        constant("kAudioFormatProperty_ASBDFromMPEGPacket", kAudioFormatProperty_ASBDFromMPEGPacket, 1633971568)  // 'admp'
        constant("kAudioFormatProperty_AreChannelLayoutsEquivalent", kAudioFormatProperty_AreChannelLayoutsEquivalent, 1667786097)  // 'cheq'
        constant("kAudioFormatProperty_AvailableDecodeNumberChannels", kAudioFormatProperty_AvailableDecodeNumberChannels, 1633971811)  // 'adnc'
        constant("kAudioFormatProperty_AvailableEncodeBitRates", kAudioFormatProperty_AvailableEncodeBitRates, 1634034290)  // 'aebr'
        constant("kAudioFormatProperty_AvailableEncodeChannelLayoutTags", kAudioFormatProperty_AvailableEncodeChannelLayoutTags, 1634034540)  // 'aecl'
        constant("kAudioFormatProperty_AvailableEncodeNumberChannels", kAudioFormatProperty_AvailableEncodeNumberChannels, 1635151459)  // 'avnc'
        constant("kAudioFormatProperty_AvailableEncodeSampleRates", kAudioFormatProperty_AvailableEncodeSampleRates, 1634038642)  // 'aesr'
        constant("kAudioFormatProperty_BalanceFade", kAudioFormatProperty_BalanceFade, 1650551910)  // 'balf'
        constant("kAudioFormatProperty_BitmapForLayoutTag", kAudioFormatProperty_BitmapForLayoutTag, 1651340391)  // 'bmtg'
        constant("kAudioFormatProperty_ChannelLayoutForBitmap", kAudioFormatProperty_ChannelLayoutForBitmap, 1668116578)  // 'cmpb'
        constant("kAudioFormatProperty_ChannelLayoutForTag", kAudioFormatProperty_ChannelLayoutForTag, 1668116588)  // 'cmpl'
        constant("kAudioFormatProperty_ChannelLayoutFromESDS", kAudioFormatProperty_ChannelLayoutFromESDS, 1702060908)  // 'escl'
        constant("kAudioFormatProperty_ChannelLayoutHash", kAudioFormatProperty_ChannelLayoutHash, 1667786849)  // 'chha'
        constant("kAudioFormatProperty_ChannelLayoutName", kAudioFormatProperty_ChannelLayoutName, 1819242093)  // 'lonm'
        constant("kAudioFormatProperty_ChannelLayoutSimpleName", kAudioFormatProperty_ChannelLayoutSimpleName, 1819504237)  // 'lsnm'
        constant("kAudioFormatProperty_ChannelMap", kAudioFormatProperty_ChannelMap, 1667788144)  // 'chmp'
        constant("kAudioFormatProperty_ChannelName", kAudioFormatProperty_ChannelName, 1668178285)  // 'cnam'
        constant("kAudioFormatProperty_ChannelShortName", kAudioFormatProperty_ChannelShortName, 1668509293)  // 'csnm'
        constant("kAudioFormatProperty_DecodeFormatIDs", kAudioFormatProperty_DecodeFormatIDs, 1633904998)  // 'acif'
        constant("kAudioFormatProperty_Decoders", kAudioFormatProperty_Decoders, 1635148901)  // 'avde'
        constant("kAudioFormatProperty_EncodeFormatIDs", kAudioFormatProperty_EncodeFormatIDs, 1633906534)  // 'acof'
        constant("kAudioFormatProperty_Encoders", kAudioFormatProperty_Encoders, 1635149166)  // 'aven'
        constant("kAudioFormatProperty_FirstPlayableFormatFromList", kAudioFormatProperty_FirstPlayableFormatFromList, 1718642284)  // 'fpfl'
        constant("kAudioFormatProperty_FormatEmploysDependentPackets", kAudioFormatProperty_FormatEmploysDependentPackets, 1717855600)  // 'fdep'
        constant("kAudioFormatProperty_FormatInfo", kAudioFormatProperty_FormatInfo, 1718449257)  // 'fmti'
        constant("kAudioFormatProperty_FormatIsEncrypted", kAudioFormatProperty_FormatIsEncrypted, 1668446576)  // 'cryp'
        constant("kAudioFormatProperty_FormatIsExternallyFramed", kAudioFormatProperty_FormatIsExternallyFramed, 1717925990)  // 'fexf'
        constant("kAudioFormatProperty_FormatIsVBR", kAudioFormatProperty_FormatIsVBR, 1719034482)  // 'fvbr'
        constant("kAudioFormatProperty_FormatList", kAudioFormatProperty_FormatList, 1718383476)  // 'flst'
        constant("kAudioFormatProperty_FormatName", kAudioFormatProperty_FormatName, 1718509933)  // 'fnam'
        constant("kAudioFormatProperty_ID3TagSize", kAudioFormatProperty_ID3TagSize, 1768174451)  // 'id3s'
        constant("kAudioFormatProperty_ID3TagToDictionary", kAudioFormatProperty_ID3TagToDictionary, 1768174436)  // 'id3d'
        constant("kAudioFormatProperty_MatrixMixMap", kAudioFormatProperty_MatrixMixMap, 1835884912)  // 'mmap'
        constant("kAudioFormatProperty_NumberOfChannelsForLayout", kAudioFormatProperty_NumberOfChannelsForLayout, 1852008557)  // 'nchm'
        constant("kAudioFormatProperty_OutputFormatList", kAudioFormatProperty_OutputFormatList, 1868983411)  // 'ofls'
        constant("kAudioFormatProperty_PanningMatrix", kAudioFormatProperty_PanningMatrix, 1885433453)  // 'panm'
        constant("kAudioFormatProperty_TagForChannelLayout", kAudioFormatProperty_TagForChannelLayout, 1668116596)  // 'cmpt'
        constant("kAudioFormatProperty_TagsForNumberOfChannels", kAudioFormatProperty_TagsForNumberOfChannels, 1952540515)  // 'tagc'
        constant("kAudioFormatProperty_ValidateChannelLayout", kAudioFormatProperty_ValidateChannelLayout, 1986093932)  // 'vacl'
    }

    #if os(iOS) || os(Linux)
    @Test func valuesOfKAudioFormatProperty2() {
        constant("kAudioFormatProperty_HardwareCodecCapabilities", kAudioFormatProperty_HardwareCodecCapabilities, 1752654691)  // 'hwcc'
    }
    #endif

    @Test func valuesOfKAudioOutput() {
        constant("kAudioOutputUnitRange", kAudioOutputUnitRange, 512)
        constant("kAudioOutputUnitStartSelect", kAudioOutputUnitStartSelect, 513)
        constant("kAudioOutputUnitStopSelect", kAudioOutputUnitStopSelect, 514)
    }

    @Test func valuesOfKAudioOutputUnitProperty() {
        constant("kAudioOutputUnitProperty_ChannelMap", kAudioOutputUnitProperty_ChannelMap, 2002)
        constant("kAudioOutputUnitProperty_CurrentDevice", kAudioOutputUnitProperty_CurrentDevice, 2000)
        constant("kAudioOutputUnitProperty_EnableIO", kAudioOutputUnitProperty_EnableIO, 2003)
        constant("kAudioOutputUnitProperty_HasIO", kAudioOutputUnitProperty_HasIO, 2006)
        constant("kAudioOutputUnitProperty_IsRunning", kAudioOutputUnitProperty_IsRunning, 2001)
        constant("kAudioOutputUnitProperty_SetInputCallback", kAudioOutputUnitProperty_SetInputCallback, 2005)
        constant("kAudioOutputUnitProperty_StartTime", kAudioOutputUnitProperty_StartTime, 2004)
        constant("kAudioOutputUnitProperty_StartTimestampsAtZero", kAudioOutputUnitProperty_StartTimestampsAtZero, 2007)
    }

    #if !os(Linux)
    @Test func valuesOfKAudioOutputUnitProperty2() {
        constant("kAudioOutputUnitProperty_HostReceivesRemoteControlEvents", kAudioOutputUnitProperty_HostReceivesRemoteControlEvents, 2011)
        constant("kAudioOutputUnitProperty_HostTransportState", kAudioOutputUnitProperty_HostTransportState, 2013)
        constant("kAudioOutputUnitProperty_MIDICallbacks", kAudioOutputUnitProperty_MIDICallbacks, 2010)
        constant("kAudioOutputUnitProperty_NodeComponentDescription", kAudioOutputUnitProperty_NodeComponentDescription, 2014)
        constant("kAudioOutputUnitProperty_RemoteControlToHost", kAudioOutputUnitProperty_RemoteControlToHost, 2012)
    }
    #endif

    @Test func valuesOfKAudioQueueDeviceProperty() {
        constant("kAudioQueueDeviceProperty_NumberChannels", kAudioQueueDeviceProperty_NumberChannels, 1634821219)  // 'aqdc'
        constant("kAudioQueueDeviceProperty_SampleRate", kAudioQueueDeviceProperty_SampleRate, 1634825074)  // 'aqsr'
    }

    @Test func valuesOfKAudioQueueErr() {
        constant("kAudioQueueErr_BufferEmpty", kAudioQueueErr_BufferEmpty, -66686)
        constant("kAudioQueueErr_BufferEnqueuedTwice", kAudioQueueErr_BufferEnqueuedTwice, -66666)
        constant("kAudioQueueErr_BufferInQueue", kAudioQueueErr_BufferInQueue, -66679)
        constant("kAudioQueueErr_CannotStart", kAudioQueueErr_CannotStart, -66681)
        constant("kAudioQueueErr_CannotStartYet", kAudioQueueErr_CannotStartYet, -66665)
        constant("kAudioQueueErr_CodecNotFound", kAudioQueueErr_CodecNotFound, -66673)
        constant("kAudioQueueErr_DisposalPending", kAudioQueueErr_DisposalPending, -66685)
        constant("kAudioQueueErr_EnqueueDuringReset", kAudioQueueErr_EnqueueDuringReset, -66632)
        constant("kAudioQueueErr_InvalidBuffer", kAudioQueueErr_InvalidBuffer, -66687)
        constant("kAudioQueueErr_InvalidCodecAccess", kAudioQueueErr_InvalidCodecAccess, -66672)
        constant("kAudioQueueErr_InvalidDevice", kAudioQueueErr_InvalidDevice, -66680)
        constant("kAudioQueueErr_InvalidOfflineMode", kAudioQueueErr_InvalidOfflineMode, -66626)
        constant("kAudioQueueErr_InvalidParameter", kAudioQueueErr_InvalidParameter, -66682)
        constant("kAudioQueueErr_InvalidProperty", kAudioQueueErr_InvalidProperty, -66684)
        constant("kAudioQueueErr_InvalidPropertySize", kAudioQueueErr_InvalidPropertySize, -66683)
        constant("kAudioQueueErr_InvalidPropertyValue", kAudioQueueErr_InvalidPropertyValue, -66675)
        constant("kAudioQueueErr_InvalidQueueType", kAudioQueueErr_InvalidQueueType, -66677)
        constant("kAudioQueueErr_InvalidRunState", kAudioQueueErr_InvalidRunState, -66678)
        constant("kAudioQueueErr_InvalidTapContext", kAudioQueueErr_InvalidTapContext, -66669)
        constant("kAudioQueueErr_InvalidTapType", kAudioQueueErr_InvalidTapType, -66667)
        constant("kAudioQueueErr_Permissions", kAudioQueueErr_Permissions, -66676)
        constant("kAudioQueueErr_PrimeTimedOut", kAudioQueueErr_PrimeTimedOut, -66674)
        constant("kAudioQueueErr_QueueInvalidated", kAudioQueueErr_QueueInvalidated, -66671)
        constant("kAudioQueueErr_RecordUnderrun", kAudioQueueErr_RecordUnderrun, -66668)
        constant("kAudioQueueErr_TooManyTaps", kAudioQueueErr_TooManyTaps, -66670)
    }

    #if os(iOS) || os(Linux)
    @Test func valuesOfKAudioQueueHardwareCodecPolicy() {
        constant("kAudioQueueHardwareCodecPolicy_Default", kAudioQueueHardwareCodecPolicy_Default, 0)
        constant("kAudioQueueHardwareCodecPolicy_PreferHardware", kAudioQueueHardwareCodecPolicy_PreferHardware, 4)
        constant("kAudioQueueHardwareCodecPolicy_PreferSoftware", kAudioQueueHardwareCodecPolicy_PreferSoftware, 3)
        constant("kAudioQueueHardwareCodecPolicy_UseHardwareOnly", kAudioQueueHardwareCodecPolicy_UseHardwareOnly, 2)
        constant("kAudioQueueHardwareCodecPolicy_UseSoftwareOnly", kAudioQueueHardwareCodecPolicy_UseSoftwareOnly, 1)
    }
    #endif

    @Test func valuesOfKAudioQueueParam() {
        constant("kAudioQueueParam_Pan", kAudioQueueParam_Pan, 13)
        constant("kAudioQueueParam_Pitch", kAudioQueueParam_Pitch, 3)
        constant("kAudioQueueParam_PlayRate", kAudioQueueParam_PlayRate, 2)
        constant("kAudioQueueParam_Volume", kAudioQueueParam_Volume, 1)
        constant("kAudioQueueParam_VolumeRampTime", kAudioQueueParam_VolumeRampTime, 4)
    }

    @Test func valuesOfKAudioQueueProperty() {
        constant("kAudioQueueProperty_ChannelAssignments", kAudioQueueProperty_ChannelAssignments, 1634820961)  // 'aqca'
        constant("kAudioQueueProperty_ChannelLayout", kAudioQueueProperty_ChannelLayout, 1634820972)  // 'aqcl'
        constant("kAudioQueueProperty_ConverterError", kAudioQueueProperty_ConverterError, 1902343781)  // 'qcve'
        constant("kAudioQueueProperty_CurrentDevice", kAudioQueueProperty_CurrentDevice, 1634820964)  // 'aqcd'
        constant("kAudioQueueProperty_CurrentLevelMeter", kAudioQueueProperty_CurrentLevelMeter, 1634823542)  // 'aqmv'
        constant("kAudioQueueProperty_CurrentLevelMeterDB", kAudioQueueProperty_CurrentLevelMeterDB, 1634823524)  // 'aqmd'
        constant("kAudioQueueProperty_DecodeBufferSizeFrames", kAudioQueueProperty_DecodeBufferSizeFrames, 1684234854)  // 'dcbf'
        constant("kAudioQueueProperty_EnableLevelMetering", kAudioQueueProperty_EnableLevelMetering, 1634823525)  // 'aqme'
        constant("kAudioQueueProperty_EnableTimePitch", kAudioQueueProperty_EnableTimePitch, 1902081136)  // 'q_tp'
        constant("kAudioQueueProperty_IsRunning", kAudioQueueProperty_IsRunning, 1634824814)  // 'aqrn'
        constant("kAudioQueueProperty_MagicCookie", kAudioQueueProperty_MagicCookie, 1634823523)  // 'aqmc'
        constant("kAudioQueueProperty_MaximumOutputPacketSize", kAudioQueueProperty_MaximumOutputPacketSize, 2020569203)  // 'xops'
        constant("kAudioQueueProperty_StreamDescription", kAudioQueueProperty_StreamDescription, 1634821748)  // 'aqft'
        constant("kAudioQueueProperty_TimePitchAlgorithm", kAudioQueueProperty_TimePitchAlgorithm, 1903456353)  // 'qtpa'
        constant("kAudioQueueProperty_TimePitchBypass", kAudioQueueProperty_TimePitchBypass, 1903456354)  // 'qtpb'
    }

    #if os(iOS) || os(Linux)
    @Test func valuesOfKAudioQueueProperty2() {
        constant("kAudioQueueProperty_HardwareCodecPolicy", kAudioQueueProperty_HardwareCodecPolicy, 1634820976)  // 'aqcp'
    }
    #endif

    @Test func valuesOfKAudioQueueTimePitchAlgorithm() {
        constant("kAudioQueueTimePitchAlgorithm_Spectral", kAudioQueueTimePitchAlgorithm_Spectral, 1936745827)  // 'spec'
        constant("kAudioQueueTimePitchAlgorithm_TimeDomain", kAudioQueueTimePitchAlgorithm_TimeDomain, 1953064047)  // 'tido'
        constant("kAudioQueueTimePitchAlgorithm_Varispeed", kAudioQueueTimePitchAlgorithm_Varispeed, 1987276900)  // 'vspd'
    }

    #if os(iOS) || os(Linux)
    @Test func valuesOfKAudioQueueTimePitchAlgorithm2() {
        constant("kAudioQueueTimePitchAlgorithm_LowQualityZeroLatency", kAudioQueueTimePitchAlgorithm_LowQualityZeroLatency, 1819376236)  // 'lqzl'
    }
    #endif

    @Test func valuesOfKAudioServices() {
        constant("kAudioServicesBadPropertySizeError", kAudioServicesBadPropertySizeError, 561211770)  // '!siz'
        constant("kAudioServicesBadSpecifierSizeError", kAudioServicesBadSpecifierSizeError, 561213539)  // '!spc'
        constant("kAudioServicesNoError", kAudioServicesNoError, 0)
        constant("kAudioServicesNoHardwareError", kAudioServicesNoHardwareError, 1852794999)  // 'nohw'
        constant("kAudioServicesPropertyCompletePlaybackIfAppDies", kAudioServicesPropertyCompletePlaybackIfAppDies, 1768318057)  // 'ifdi'
        constant("kAudioServicesPropertyIsUISound", kAudioServicesPropertyIsUISound, 1769174377)  // 'isui'
        constant("kAudioServicesSystemSoundClientTimedOutError", kAudioServicesSystemSoundClientTimedOutError, -1501)
        constant("kAudioServicesSystemSoundExceededMaximumDurationError", kAudioServicesSystemSoundExceededMaximumDurationError, -1502)
        constant("kAudioServicesSystemSoundUnspecifiedError", kAudioServicesSystemSoundUnspecifiedError, -1500)
        constant("kAudioServicesUnsupportedPropertyError", kAudioServicesUnsupportedPropertyError, 1886681407)  // 'pty?'
    }

    @Test func valuesOfKAudioSession() {
        constant("kAudioSessionAlreadyInitialized", kAudioSessionAlreadyInitialized, 1768843636)  // 'init'
        constant("kAudioSessionBadPropertySizeError", kAudioSessionBadPropertySizeError, 561211770)  // '!siz'
        constant("kAudioSessionBeginInterruption", kAudioSessionBeginInterruption, 1)
        constant("kAudioSessionEndInterruption", kAudioSessionEndInterruption, 0)
        constant("kAudioSessionIncompatibleCategory", kAudioSessionIncompatibleCategory, 560161140)  // '!cat'
        constant("kAudioSessionInitializationError", kAudioSessionInitializationError, 1768843583)  // 'ini?'
        constant("kAudioSessionNoCategorySet", kAudioSessionNoCategorySet, 1063477620)  // '?cat'
        constant("kAudioSessionNoError", kAudioSessionNoError, 0)
        constant("kAudioSessionNotActiveError", kAudioSessionNotActiveError, 560030580)  // '!act'
        constant("kAudioSessionNotInitialized", kAudioSessionNotInitialized, 560557673)  // '!ini'
        constant("kAudioSessionUnspecifiedError", kAudioSessionUnspecifiedError, 2003329396)  // 'what'
        constant("kAudioSessionUnsupportedPropertyError", kAudioSessionUnsupportedPropertyError, 1886681407)  // 'pty?'
        constant("kAudioSession_AudioRouteChangeKey_OldRoute", kAudioSession_AudioRouteChangeKey_OldRoute, "OutputDeviceDidChange_OldRoute")
        constant("kAudioSession_AudioRouteChangeKey_Reason", kAudioSession_AudioRouteChangeKey_Reason, "OutputDeviceDidChange_Reason")
    }

    @Test func valuesOfKAudioSessionCategory() {
        constant("kAudioSessionCategory_AmbientSound", kAudioSessionCategory_AmbientSound, 1634558569)  // 'ambi'
        constant("kAudioSessionCategory_AudioProcessing", kAudioSessionCategory_AudioProcessing, 1886547811)  // 'proc'
        constant("kAudioSessionCategory_LiveAudio", kAudioSessionCategory_LiveAudio, 1818850917)  // 'live'
        constant("kAudioSessionCategory_MediaPlayback", kAudioSessionCategory_MediaPlayback, 1835361385)  // 'medi'
        constant("kAudioSessionCategory_PlayAndRecord", kAudioSessionCategory_PlayAndRecord, 1886151026)  // 'plar'
        constant("kAudioSessionCategory_RecordAudio", kAudioSessionCategory_RecordAudio, 1919247201)  // 'reca'
        constant("kAudioSessionCategory_SoloAmbientSound", kAudioSessionCategory_SoloAmbientSound, 1936682095)  // 'solo'
        constant("kAudioSessionCategory_UserInterfaceSoundEffects", kAudioSessionCategory_UserInterfaceSoundEffects, 1969841784)  // 'uifx'
    }

    @Test func valuesOfKAudioSessionInterruptionType() {
        constant("kAudioSessionInterruptionType_ShouldNotResume", kAudioSessionInterruptionType_ShouldNotResume, 561148781)  // '!rsm'
        constant("kAudioSessionInterruptionType_ShouldResume", kAudioSessionInterruptionType_ShouldResume, 1769108333)  // 'irsm'
    }

    @Test func valuesOfKAudioSessionMode() {
        constant("kAudioSessionMode_Default", kAudioSessionMode_Default, 1684434036)  // 'dflt'
        constant("kAudioSessionMode_GameChat", kAudioSessionMode_GameChat, 1735222132)  // 'gmct'
        constant("kAudioSessionMode_Measurement", kAudioSessionMode_Measurement, 1836281204)  // 'msmt'
        constant("kAudioSessionMode_VideoRecording", kAudioSessionMode_VideoRecording, 1987208036)  // 'vrcd'
        constant("kAudioSessionMode_VoiceChat", kAudioSessionMode_VoiceChat, 1986225012)  // 'vcct'
    }

    @Test func valuesOfKAudioSessionOverrideAudioRoute() {
        constant("kAudioSessionOverrideAudioRoute_None", kAudioSessionOverrideAudioRoute_None, 0)
        constant("kAudioSessionOverrideAudioRoute_Speaker", kAudioSessionOverrideAudioRoute_Speaker, 1936747378)  // 'spkr'
    }

    @Test func valuesOfKAudioSessionProperty() {
        constant("kAudioSessionProperty_AudioCategory", kAudioSessionProperty_AudioCategory, 1633902964)  // 'acat'
        constant("kAudioSessionProperty_AudioInputAvailable", kAudioSessionProperty_AudioInputAvailable, 1634296182)  // 'aiav'
        constant("kAudioSessionProperty_AudioRoute", kAudioSessionProperty_AudioRoute, 1919907188)  // 'rout'
        constant("kAudioSessionProperty_AudioRouteChange", kAudioSessionProperty_AudioRouteChange, 1919902568)  // 'roch'
        constant("kAudioSessionProperty_AudioRouteDescription", kAudioSessionProperty_AudioRouteDescription, 1668440434)  // 'crar'
        constant("kAudioSessionProperty_CurrentHardwareIOBufferDuration", kAudioSessionProperty_CurrentHardwareIOBufferDuration, 1667785316)  // 'chbd'
        constant("kAudioSessionProperty_CurrentHardwareInputLatency", kAudioSessionProperty_CurrentHardwareInputLatency, 1667853428)  // 'cilt'
        constant("kAudioSessionProperty_CurrentHardwareInputNumberChannels", kAudioSessionProperty_CurrentHardwareInputNumberChannels, 1667787107)  // 'chic'
        constant("kAudioSessionProperty_CurrentHardwareOutputLatency", kAudioSessionProperty_CurrentHardwareOutputLatency, 1668246644)  // 'colt'
        constant("kAudioSessionProperty_CurrentHardwareOutputNumberChannels", kAudioSessionProperty_CurrentHardwareOutputNumberChannels, 1667788643)  // 'choc'
        constant("kAudioSessionProperty_CurrentHardwareOutputVolume", kAudioSessionProperty_CurrentHardwareOutputVolume, 1667788662)  // 'chov'
        constant("kAudioSessionProperty_CurrentHardwareSampleRate", kAudioSessionProperty_CurrentHardwareSampleRate, 1667789682)  // 'chsr'
        constant("kAudioSessionProperty_InputGainAvailable", kAudioSessionProperty_InputGainAvailable, 1768382838)  // 'igav'
        constant("kAudioSessionProperty_InputGainScalar", kAudioSessionProperty_InputGainScalar, 1768387427)  // 'igsc'
        constant("kAudioSessionProperty_InputSource", kAudioSessionProperty_InputSource, 1769173603)  // 'isrc'
        constant("kAudioSessionProperty_InputSources", kAudioSessionProperty_InputSources, 1936876403)  // 'srcs'
        constant("kAudioSessionProperty_InterruptionType", kAudioSessionProperty_InterruptionType, 1954115685)  // 'type'
        constant("kAudioSessionProperty_Mode", kAudioSessionProperty_Mode, 1836016741)  // 'mode'
        constant("kAudioSessionProperty_OtherAudioIsPlaying", kAudioSessionProperty_OtherAudioIsPlaying, 1869899890)  // 'othr'
        constant("kAudioSessionProperty_OtherMixableAudioShouldDuck", kAudioSessionProperty_OtherMixableAudioShouldDuck, 1685414763)  // 'duck'
        constant("kAudioSessionProperty_OutputDestination", kAudioSessionProperty_OutputDestination, 1868854132)  // 'odst'
        constant("kAudioSessionProperty_OutputDestinations", kAudioSessionProperty_OutputDestinations, 1685288051)  // 'dsts'
        constant("kAudioSessionProperty_OverrideAudioRoute", kAudioSessionProperty_OverrideAudioRoute, 1870033508)  // 'ovrd'
        constant("kAudioSessionProperty_OverrideCategoryDefaultToSpeaker", kAudioSessionProperty_OverrideCategoryDefaultToSpeaker, 1668509803)  // 'cspk'
        constant("kAudioSessionProperty_OverrideCategoryEnableBluetoothInput", kAudioSessionProperty_OverrideCategoryEnableBluetoothInput, 1667394677)  // 'cblu'
        constant("kAudioSessionProperty_OverrideCategoryMixWithOthers", kAudioSessionProperty_OverrideCategoryMixWithOthers, 1668114808)  // 'cmix'
        constant("kAudioSessionProperty_PreferredHardwareIOBufferDuration", kAudioSessionProperty_PreferredHardwareIOBufferDuration, 1768907364)  // 'iobd'
        constant("kAudioSessionProperty_PreferredHardwareSampleRate", kAudioSessionProperty_PreferredHardwareSampleRate, 1752658802)  // 'hwsr'
        constant("kAudioSessionProperty_ServerDied", kAudioSessionProperty_ServerDied, 1684628836)  // 'died'
    }

    @Test func valuesOfKAudioSessionRouteChangeReason() {
        constant("kAudioSessionRouteChangeReason_CategoryChange", kAudioSessionRouteChangeReason_CategoryChange, 3)
        constant("kAudioSessionRouteChangeReason_NewDeviceAvailable", kAudioSessionRouteChangeReason_NewDeviceAvailable, 1)
        constant("kAudioSessionRouteChangeReason_NoSuitableRouteForCategory", kAudioSessionRouteChangeReason_NoSuitableRouteForCategory, 7)
        constant("kAudioSessionRouteChangeReason_OldDeviceUnavailable", kAudioSessionRouteChangeReason_OldDeviceUnavailable, 2)
        constant("kAudioSessionRouteChangeReason_Override", kAudioSessionRouteChangeReason_Override, 4)
        constant("kAudioSessionRouteChangeReason_RouteConfigurationChange", kAudioSessionRouteChangeReason_RouteConfigurationChange, 8)
        constant("kAudioSessionRouteChangeReason_Unknown", kAudioSessionRouteChangeReason_Unknown, 0)
        constant("kAudioSessionRouteChangeReason_WakeFromSleep", kAudioSessionRouteChangeReason_WakeFromSleep, 6)
    }

    @Test func valuesOfKAudioSessionSetActiveFlag() {
        constant("kAudioSessionSetActiveFlag_NotifyOthersOnDeactivation", kAudioSessionSetActiveFlag_NotifyOthersOnDeactivation, 1)
    }

    @Test func valuesOfKAudioSettings() {
        constant("kAudioSettings_AvailableValues", kAudioSettings_AvailableValues, "available values")
        constant("kAudioSettings_CurrentValue", kAudioSettings_CurrentValue, "current value")
        constant("kAudioSettings_Hint", kAudioSettings_Hint, "hint")
        constant("kAudioSettings_LimitedValues", kAudioSettings_LimitedValues, "limited values")
        constant("kAudioSettings_Parameters", kAudioSettings_Parameters, "parameters")
        constant("kAudioSettings_SettingKey", kAudioSettings_SettingKey, "key")
        constant("kAudioSettings_SettingName", kAudioSettings_SettingName, "name")
        constant("kAudioSettings_Summary", kAudioSettings_Summary, "summary")
        constant("kAudioSettings_TopLevelKey", kAudioSettings_TopLevelKey, "name")
        constant("kAudioSettings_Unit", kAudioSettings_Unit, "unit")
        constant("kAudioSettings_ValueType", kAudioSettings_ValueType, "value type")
        constant("kAudioSettings_Version", kAudioSettings_Version, "version")
    }

    @Test func valuesOfKAudioToolboxErr() {
        constant("kAudioToolboxErr_EndOfTrack", kAudioToolboxErr_EndOfTrack, -10857)
        constant("kAudioToolboxErr_IllegalTrackDestination", kAudioToolboxErr_IllegalTrackDestination, -10855)
        constant("kAudioToolboxErr_InvalidEventType", kAudioToolboxErr_InvalidEventType, -10853)
        constant("kAudioToolboxErr_InvalidPlayerState", kAudioToolboxErr_InvalidPlayerState, -10852)
        constant("kAudioToolboxErr_InvalidSequenceType", kAudioToolboxErr_InvalidSequenceType, -10846)
        constant("kAudioToolboxErr_NoSequence", kAudioToolboxErr_NoSequence, -10854)
        constant("kAudioToolboxErr_StartOfTrack", kAudioToolboxErr_StartOfTrack, -10856)
        constant("kAudioToolboxErr_TrackIndexError", kAudioToolboxErr_TrackIndexError, -10859)
        constant("kAudioToolboxErr_TrackNotFound", kAudioToolboxErr_TrackNotFound, -10858)
    }

    #if !os(Linux)
    @Test func valuesOfKAudioToolboxErr2() {
        constant("kAudioToolboxErr_CannotDoInCurrentContext", kAudioToolboxErr_CannotDoInCurrentContext, -10863)
    }
    #endif

    @Test func valuesOfKAudioToolboxError() {
        constant("kAudioToolboxError_NoTrackDestination", kAudioToolboxError_NoTrackDestination, -66720)
    }

    @Test func valuesOfKAudioUnit() {
        constant("kAudioUnitAddPropertyListenerSelect", kAudioUnitAddPropertyListenerSelect, 10)
        constant("kAudioUnitAddRenderNotifySelect", kAudioUnitAddRenderNotifySelect, 15)
        constant("kAudioUnitComplexRenderSelect", kAudioUnitComplexRenderSelect, 19)
        constant("kAudioUnitGetParameterSelect", kAudioUnitGetParameterSelect, 6)
        constant("kAudioUnitGetPropertyInfoSelect", kAudioUnitGetPropertyInfoSelect, 3)
        constant("kAudioUnitGetPropertySelect", kAudioUnitGetPropertySelect, 4)
        constant("kAudioUnitInitializeSelect", kAudioUnitInitializeSelect, 1)
        constant("kAudioUnitProcessMultipleSelect", kAudioUnitProcessMultipleSelect, 21)
        constant("kAudioUnitProcessSelect", kAudioUnitProcessSelect, 20)
        constant("kAudioUnitRange", kAudioUnitRange, 0)
        constant("kAudioUnitRemovePropertyListenerSelect", kAudioUnitRemovePropertyListenerSelect, 11)
        constant("kAudioUnitRemovePropertyListenerWithUserDataSelect", kAudioUnitRemovePropertyListenerWithUserDataSelect, 18)
        constant("kAudioUnitRemoveRenderNotifySelect", kAudioUnitRemoveRenderNotifySelect, 16)
        constant("kAudioUnitRenderSelect", kAudioUnitRenderSelect, 14)
        constant("kAudioUnitResetSelect", kAudioUnitResetSelect, 9)
        constant("kAudioUnitScheduleParametersSelect", kAudioUnitScheduleParametersSelect, 17)
        constant("kAudioUnitSetParameterSelect", kAudioUnitSetParameterSelect, 7)
        constant("kAudioUnitSetPropertySelect", kAudioUnitSetPropertySelect, 5)
        constant("kAudioUnitUninitializeSelect", kAudioUnitUninitializeSelect, 2)
    }

    #if os(iOS) || os(Linux)
    @Test func valuesOfKAudioUnit2() {
        constant("kAudioUnitSampleFractionBits", kAudioUnitSampleFractionBits, 24)
    }
    #endif

    @Test func valuesOfKAudioUnitClumpID() {
        constant("kAudioUnitClumpID_System", kAudioUnitClumpID_System, 0)
    }

    @Test func valuesOfKAudioUnitConfigurationInfo() {
        constant("kAudioUnitConfigurationInfo_BusCountWritable", kAudioUnitConfigurationInfo_BusCountWritable, "BusCountWritable")
        constant("kAudioUnitConfigurationInfo_ChannelConfigurations", kAudioUnitConfigurationInfo_ChannelConfigurations, "ChannelConfigurations")
        constant("kAudioUnitConfigurationInfo_HasCustomView", kAudioUnitConfigurationInfo_HasCustomView, "HasCustomView")
        constant("kAudioUnitConfigurationInfo_IconURL", kAudioUnitConfigurationInfo_IconURL, "IconURL")
        constant("kAudioUnitConfigurationInfo_InitialInputs", kAudioUnitConfigurationInfo_InitialInputs, "InitialInputs")
        constant("kAudioUnitConfigurationInfo_InitialOutputs", kAudioUnitConfigurationInfo_InitialOutputs, "InitialOutputs")
        constant("kAudioUnitConfigurationInfo_MIDIProtocol", kAudioUnitConfigurationInfo_MIDIProtocol, "MIDIProtocol")
        constant("kAudioUnitConfigurationInfo_MigrateFromPlugin", kAudioUnitConfigurationInfo_MigrateFromPlugin, "MigrateFromPlugin")
        constant("kAudioUnitConfigurationInfo_SupportedChannelLayoutTags", kAudioUnitConfigurationInfo_SupportedChannelLayoutTags, "SupportedChannelLayoutTags")
    }

    @Test func valuesOfKAudioUnitErr() {
        constant("kAudioUnitErr_CannotDoInCurrentContext", kAudioUnitErr_CannotDoInCurrentContext, -10863)
        constant("kAudioUnitErr_ComponentManagerNotSupported", kAudioUnitErr_ComponentManagerNotSupported, -66740)
        constant("kAudioUnitErr_ExtensionNotFound", kAudioUnitErr_ExtensionNotFound, -66744)
        constant("kAudioUnitErr_FailedInitialization", kAudioUnitErr_FailedInitialization, -10875)
        constant("kAudioUnitErr_FileNotSpecified", kAudioUnitErr_FileNotSpecified, -10869)
        constant("kAudioUnitErr_FormatNotSupported", kAudioUnitErr_FormatNotSupported, -10868)
        constant("kAudioUnitErr_Initialized", kAudioUnitErr_Initialized, -10849)
        constant("kAudioUnitErr_InvalidElement", kAudioUnitErr_InvalidElement, -10877)
        constant("kAudioUnitErr_InvalidFile", kAudioUnitErr_InvalidFile, -10871)
        constant("kAudioUnitErr_InvalidFilePath", kAudioUnitErr_InvalidFilePath, -66742)
        constant("kAudioUnitErr_InvalidOfflineRender", kAudioUnitErr_InvalidOfflineRender, -10848)
        constant("kAudioUnitErr_InvalidParameter", kAudioUnitErr_InvalidParameter, -10878)
        constant("kAudioUnitErr_InvalidParameterValue", kAudioUnitErr_InvalidParameterValue, -66743)
        constant("kAudioUnitErr_InvalidProperty", kAudioUnitErr_InvalidProperty, -10879)
        constant("kAudioUnitErr_InvalidPropertyValue", kAudioUnitErr_InvalidPropertyValue, -10851)
        constant("kAudioUnitErr_InvalidScope", kAudioUnitErr_InvalidScope, -10866)
        constant("kAudioUnitErr_MIDIOutputBufferFull", kAudioUnitErr_MIDIOutputBufferFull, -66753)
        constant("kAudioUnitErr_MissingKey", kAudioUnitErr_MissingKey, -66741)
        constant("kAudioUnitErr_NoConnection", kAudioUnitErr_NoConnection, -10876)
        constant("kAudioUnitErr_PropertyNotInUse", kAudioUnitErr_PropertyNotInUse, -10850)
        constant("kAudioUnitErr_PropertyNotWritable", kAudioUnitErr_PropertyNotWritable, -10865)
        constant("kAudioUnitErr_RenderTimeout", kAudioUnitErr_RenderTimeout, -66745)
        constant("kAudioUnitErr_TooManyFramesToProcess", kAudioUnitErr_TooManyFramesToProcess, -10874)
        constant("kAudioUnitErr_Unauthorized", kAudioUnitErr_Unauthorized, -10847)
        constant("kAudioUnitErr_Uninitialized", kAudioUnitErr_Uninitialized, -10867)
        constant("kAudioUnitErr_UnknownFileType", kAudioUnitErr_UnknownFileType, -10870)
    }

    #if NEWER_SDK || os(Linux)
    @Test func valuesOfKAudioUnitErr2() {
        constant("kAudioUnitErr_MultipleVoiceProcessors", kAudioUnitErr_MultipleVoiceProcessors, -66635)
    }
    #endif

    #if os(Linux)
    @Test func valuesOfKAudioUnitErr3() {
        constant("kAudioUnitErr_IllegalInstrument", kAudioUnitErr_IllegalInstrument, -10873)
        constant("kAudioUnitErr_InstrumentTypeNotFound", kAudioUnitErr_InstrumentTypeNotFound, -10872)
    }
    #endif

    @Test func valuesOfKAudioUnitManufacturer() {
        constant("kAudioUnitManufacturer_Apple", kAudioUnitManufacturer_Apple, 1634758764)  // 'appl'
    }

    @Test func valuesOfKAudioUnitParameterName() {
        constant("kAudioUnitParameterName_Full", kAudioUnitParameterName_Full, -1)
    }
}
