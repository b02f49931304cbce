// Written by Tools/constants from the tables of Apple's API. Do not edit.
// swift-format-ignore-file

import AVFAudio
import AudioToolbox
import CoreAudioTypes
import CoreMIDI
import Foundation
import Testing

extension Conformance.Constants {
    @Test func valuesOfKAudioCodec2() {
        constant("kAudioCodecPropertyInputBufferSize", kAudioCodecPropertyInputBufferSize, 1952609638)  // 'tbuf'
        constant("kAudioCodecPropertyInputChannelLayout", kAudioCodecPropertyInputChannelLayout, 1768123424)  // 'icl '
        constant("kAudioCodecPropertyInputFormatsForOutputFormat", kAudioCodecPropertyInputFormatsForOutputFormat, 1768305775)  // 'if4o'
        constant("kAudioCodecPropertyIsInitialized", kAudioCodecPropertyIsInitialized, 1768843636)  // 'init'
        constant("kAudioCodecPropertyMagicCookie", kAudioCodecPropertyMagicCookie, 1802857321)  // 'kuki'
        constant("kAudioCodecPropertyManufacturerCFString", kAudioCodecPropertyManufacturerCFString, 1819107691)  // 'lmak'
        constant("kAudioCodecPropertyMaximumPacketByteSize", kAudioCodecPropertyMaximumPacketByteSize, 1885432674)  // 'pakb'
        constant("kAudioCodecPropertyMinimumDelayMode", kAudioCodecPropertyMinimumDelayMode, 1835296108)  // 'mdel'
        constant("kAudioCodecPropertyMinimumNumberInputPackets", kAudioCodecPropertyMinimumNumberInputPackets, 1835952496)  // 'mnip'
        constant("kAudioCodecPropertyMinimumNumberOutputPackets", kAudioCodecPropertyMinimumNumberOutputPackets, 1835954032)  // 'mnop'
        constant("kAudioCodecPropertyNameCFString", kAudioCodecPropertyNameCFString, 1819173229)  // 'lnam'
        constant("kAudioCodecPropertyOutputChannelLayout", kAudioCodecPropertyOutputChannelLayout, 1868786720)  // 'ocl '
        constant("kAudioCodecPropertyOutputFormatsForInputFormat", kAudioCodecPropertyOutputFormatsForInputFormat, 1868969065)  // 'of4i'
        constant("kAudioCodecPropertyPacketFrameSize", kAudioCodecPropertyPacketFrameSize, 1885432678)  // 'pakf'
        constant("kAudioCodecPropertyPacketSizeLimitForVBR", kAudioCodecPropertyPacketSizeLimitForVBR, 1885432684)  // 'pakl'
        constant("kAudioCodecPropertyPaddedZeros", kAudioCodecPropertyPaddedZeros, 1885430832)  // 'pad0'
        constant("kAudioCodecPropertyPrimeInfo", kAudioCodecPropertyPrimeInfo, 1886546285)  // 'prim'
        constant("kAudioCodecPropertyPrimeMethod", kAudioCodecPropertyPrimeMethod, 1886547309)  // 'prmm'
        constant("kAudioCodecPropertyProgramTargetLevel", kAudioCodecPropertyProgramTargetLevel, 1886418028)  // 'pptl'
        constant("kAudioCodecPropertyProgramTargetLevelConstant", kAudioCodecPropertyProgramTargetLevelConstant, 1886678115)  // 'ptlc'
        constant("kAudioCodecPropertyQualitySetting", kAudioCodecPropertyQualitySetting, 1936876401)  // 'srcq'
        constant("kAudioCodecPropertyRecommendedBitRateRange", kAudioCodecPropertyRecommendedBitRateRange, 1651668082)  // 'brtr'
        constant("kAudioCodecPropertyRequiresPacketDescription", kAudioCodecPropertyRequiresPacketDescription, 1885432676)  // 'pakd'
        constant("kAudioCodecPropertySettings", kAudioCodecPropertySettings, 1633907488)  // 'acs '
        constant("kAudioCodecPropertySoundQualityForVBR", kAudioCodecPropertySoundQualityForVBR, 1986163313)  // 'vbrq'
        constant("kAudioCodecPropertySupportedInputFormats", kAudioCodecPropertySupportedInputFormats, 1768320291)  // 'ifm#'
        constant("kAudioCodecPropertySupportedOutputFormats", kAudioCodecPropertySupportedOutputFormats, 1868983587)  // 'ofm#'
        constant("kAudioCodecPropertyUsedInputBufferSize", kAudioCodecPropertyUsedInputBufferSize, 1969386854)  // 'ubuf'
        constant("kAudioCodecPropertyZeroFramesPadded", kAudioCodecPropertyZeroFramesPadded, 1885430832)  // 'pad0'
        constant("kAudioCodecResetSelect", kAudioCodecResetSelect, 8)
        constant("kAudioCodecSetPropertySelect", kAudioCodecSetPropertySelect, 3)
        constant("kAudioCodecStateError", kAudioCodecStateError, 561214580)  // '!stt'
        constant("kAudioCodecUninitializeSelect", kAudioCodecUninitializeSelect, 5)
        constant("kAudioCodecUnknownPropertyError", kAudioCodecUnknownPropertyError, 2003332927)  // 'who?'
        constant("kAudioCodecUnspecifiedError", kAudioCodecUnspecifiedError, 2003329396)  // 'what'
        constant("kAudioCodecUnsupportedFormatError", kAudioCodecUnsupportedFormatError, 560226676)  // '!dat'
        constant("kAudioCodecUseRecommendedSampleRate", kAudioCodecUseRecommendedSampleRate, 1970434930)  // 'ursr'
    }

    @Test func valuesOfKAudioCodecBitRateControlMode() {
        constant("kAudioCodecBitRateControlMode_Constant", kAudioCodecBitRateControlMode_Constant, 0)
        constant("kAudioCodecBitRateControlMode_LongTermAverage", kAudioCodecBitRateControlMode_LongTermAverage, 1)
        constant("kAudioCodecBitRateControlMode_Variable", kAudioCodecBitRateControlMode_Variable, 3)
        constant("kAudioCodecBitRateControlMode_VariableConstrained", kAudioCodecBitRateControlMode_VariableConstrained, 2)
    }

    @Test func valuesOfKAudioCodecBitRateFormat() {
        constant("kAudioCodecBitRateFormat_ABR", kAudioCodecBitRateFormat_ABR, 1)
        constant("kAudioCodecBitRateFormat_CBR", kAudioCodecBitRateFormat_CBR, 0)
        constant("kAudioCodecBitRateFormat_VBR", kAudioCodecBitRateFormat_VBR, 2)
    }

    @Test func valuesOfKAudioCodecDelayMode() {
        constant("kAudioCodecDelayMode_Compatibility", kAudioCodecDelayMode_Compatibility, 0)
        constant("kAudioCodecDelayMode_Minimum", kAudioCodecDelayMode_Minimum, 1)
        constant("kAudioCodecDelayMode_Optimal", kAudioCodecDelayMode_Optimal, 2)
    }

    @Test func valuesOfKAudioCodecPrimeMethod() {
        constant("kAudioCodecPrimeMethod_None", kAudioCodecPrimeMethod_None, 2)
        constant("kAudioCodecPrimeMethod_Normal", kAudioCodecPrimeMethod_Normal, 1)
        constant("kAudioCodecPrimeMethod_Pre", kAudioCodecPrimeMethod_Pre, 0)
    }

    @Test func valuesOfKAudioCodecQuality() {
        constant("kAudioCodecQuality_High", kAudioCodecQuality_High, 96)
        constant("kAudioCodecQuality_Low", kAudioCodecQuality_Low, 32)
        constant("kAudioCodecQuality_Max", kAudioCodecQuality_Max, 127)
        constant("kAudioCodecQuality_Medium", kAudioCodecQuality_Medium, 64)
        constant("kAudioCodecQuality_Min", kAudioCodecQuality_Min, 0)
    }

    @Test func valuesOfKAudioComponent() {
        inferred("kAudioComponentInstanceInvalidationNotification", kAudioComponentInstanceInvalidationNotification, "kAudioComponentInstanceInvalidationNotification")
        inferred("kAudioComponentRegistrationsChangedNotification", kAudioComponentRegistrationsChangedNotification, "kAudioComponentRegistrationsChangedNotification")
    }

    @Test func valuesOfKAudioComponentConfigurationInfo() {
        constant("kAudioComponentConfigurationInfo_ValidationResult", kAudioComponentConfigurationInfo_ValidationResult, "ValidationResult")
    }

    @Test func valuesOfKAudioComponentErr() {
        constant("kAudioComponentErr_DuplicateDescription", kAudioComponentErr_DuplicateDescription, -66752)
        constant("kAudioComponentErr_InitializationTimedOut", kAudioComponentErr_InitializationTimedOut, -66747)
        constant("kAudioComponentErr_InstanceInvalidated", kAudioComponentErr_InstanceInvalidated, -66749)
        constant("kAudioComponentErr_InstanceTimedOut", kAudioComponentErr_InstanceTimedOut, -66754)
        constant("kAudioComponentErr_InvalidFormat", kAudioComponentErr_InvalidFormat, -66746)
        constant("kAudioComponentErr_NotPermitted", kAudioComponentErr_NotPermitted, -66748)
        constant("kAudioComponentErr_TooManyInstances", kAudioComponentErr_TooManyInstances, -66750)
        constant("kAudioComponentErr_UnsupportedType", kAudioComponentErr_UnsupportedType, -66751)
    }

    @Test func valuesOfKAudioComponentValidationParameter() {
        constant("kAudioComponentValidationParameter_ForceValidation", kAudioComponentValidationParameter_ForceValidation, "ForceValidation")
        constant("kAudioComponentValidationParameter_LoadOutOfProcess", kAudioComponentValidationParameter_LoadOutOfProcess, "LoadOutOfProcess")
        constant("kAudioComponentValidationParameter_TimeOut", kAudioComponentValidationParameter_TimeOut, "TimeOut")
    }

    @Test func valuesOfKAudioConverter() {
        constant("kAudioConverterApplicableEncodeBitRates", kAudioConverterApplicableEncodeBitRates, 1634034290)  // 'aebr'
        constant("kAudioConverterApplicableEncodeSampleRates", kAudioConverterApplicableEncodeSampleRates, 1634038642)  // 'aesr'
        constant("kAudioConverterAvailableEncodeBitRates", kAudioConverterAvailableEncodeBitRates, 1986355826)  // 'vebr'
        constant("kAudioConverterAvailableEncodeChannelLayoutTags", kAudioConverterAvailableEncodeChannelLayoutTags, 1634034540)  // 'aecl'
        constant("kAudioConverterAvailableEncodeSampleRates", kAudioConverterAvailableEncodeSampleRates, 1986360178)  // 'vesr'
        constant("kAudioConverterChannelMap", kAudioConverterChannelMap, 1667788144)  // 'chmp'
        constant("kAudioConverterCodecQuality", kAudioConverterCodecQuality, 1667527029)  // 'cdqu'
        constant("kAudioConverterCompressionMagicCookie", kAudioConverterCompressionMagicCookie, 1668114275)  // 'cmgc'
        constant("kAudioConverterCurrentInputStreamDescription", kAudioConverterCurrentInputStreamDescription, 1633904996)  // 'acid'
        constant("kAudioConverterCurrentOutputStreamDescription", kAudioConverterCurrentOutputStreamDescription, 1633906532)  // 'acod'
        constant("kAudioConverterDecompressionMagicCookie", kAudioConverterDecompressionMagicCookie, 1684891491)  // 'dmgc'
        constant("kAudioConverterEncodeAdjustableSampleRate", kAudioConverterEncodeAdjustableSampleRate, 1634366322)  // 'ajsr'
        constant("kAudioConverterEncodeBitRate", kAudioConverterEncodeBitRate, 1651663220)  // 'brat'
        constant("kAudioConverterInputChannelLayout", kAudioConverterInputChannelLayout, 1768123424)  // 'icl '
        constant("kAudioConverterOutputChannelLayout", kAudioConverterOutputChannelLayout, 1868786720)  // 'ocl '
        constant("kAudioConverterPrimeInfo", kAudioConverterPrimeInfo, 1886546285)  // 'prim'
        constant("kAudioConverterPrimeMethod", kAudioConverterPrimeMethod, 1886547309)  // 'prmm'
        constant("kAudioConverterPropertyBitDepthHint", kAudioConverterPropertyBitDepthHint, 1633903204)  // 'acbd'
        constant("kAudioConverterPropertyCalculateInputBufferSize", kAudioConverterPropertyCalculateInputBufferSize, 1667850867)  // 'cibs'
        constant("kAudioConverterPropertyCalculateOutputBufferSize", kAudioConverterPropertyCalculateOutputBufferSize, 1668244083)  // 'cobs'
        constant("kAudioConverterPropertyFormatList", kAudioConverterPropertyFormatList, 1718383476)  // 'flst'
        constant("kAudioConverterPropertyInputCodecParameters", kAudioConverterPropertyInputCodecParameters, 1768121456)  // 'icdp'
        constant("kAudioConverterPropertyMaximumInputBufferSize", kAudioConverterPropertyMaximumInputBufferSize, 2020172403)  // 'xibs'
        constant("kAudioConverterPropertyMaximumInputPacketSize", kAudioConverterPropertyMaximumInputPacketSize, 2020175987)  // 'xips'
        constant("kAudioConverterPropertyMaximumOutputPacketSize", kAudioConverterPropertyMaximumOutputPacketSize, 2020569203)  // 'xops'
        constant("kAudioConverterPropertyMinimumInputBufferSize", kAudioConverterPropertyMinimumInputBufferSize, 1835623027)  // 'mibs'
        constant("kAudioConverterPropertyMinimumOutputBufferSize", kAudioConverterPropertyMinimumOutputBufferSize, 1836016243)  // 'mobs'
        constant("kAudioConverterPropertyOutputCodecParameters", kAudioConverterPropertyOutputCodecParameters, 1868784752)  // 'ocdp'
        constant("kAudioConverterSampleRateConverterAlgorithm", kAudioConverterSampleRateConverterAlgorithm, 1936876393)  // 'srci'
        constant("kAudioConverterSampleRateConverterComplexity", kAudioConverterSampleRateConverterComplexity, 1936876385)  // 'srca'
        constant("kAudioConverterSampleRateConverterInitialPhase", kAudioConverterSampleRateConverterInitialPhase, 1936876400)  // 'srcp'
        constant("kAudioConverterSampleRateConverterQuality", kAudioConverterSampleRateConverterQuality, 1936876401)  // 'srcq'
    }

    #if !os(Linux)
    @Test func valuesOfKAudioConverter2() {
        constant("kAudioConverterPropertySettings", kAudioConverterPropertySettings, 1633906803)  // 'acps'
    }
    #endif

    #if NEWER_SDK || os(Linux)
    @Test func valuesOfKAudioConverter3() {
        constant("kAudioConverterPropertyChannelMixMap", kAudioConverterPropertyChannelMixMap, 1835884912)  // 'mmap'
        constant("kAudioConverterPropertyPerformDownmix", kAudioConverterPropertyPerformDownmix, 1684892024)  // 'dmix'
    }
    #endif

    #if os(iOS) || os(Linux)
    @Test func valuesOfKAudioConverter4() {
        constant("kAudioConverterPropertyCanResumeFromInterruption", kAudioConverterPropertyCanResumeFromInterruption, 1668441705)  // 'crfi'
    }
    #endif

    @Test func valuesOfKAudioConverterErr() {
        constant("kAudioConverterErr_BadPropertySizeError", kAudioConverterErr_BadPropertySizeError, 561211770)  // '!siz'
        constant("kAudioConverterErr_FormatNotSupported", kAudioConverterErr_FormatNotSupported, 1718449215)  // 'fmt?'
        constant("kAudioConverterErr_InputSampleRateOutOfRange", kAudioConverterErr_InputSampleRateOutOfRange, 560558962)  // '!isr'
        constant("kAudioConverterErr_InvalidInputSize", kAudioConverterErr_InvalidInputSize, 1768846202)  // 'insz'
        constant("kAudioConverterErr_InvalidOutputSize", kAudioConverterErr_InvalidOutputSize, 1869902714)  // 'otsz'
        constant("kAudioConverterErr_OperationNotSupported", kAudioConverterErr_OperationNotSupported, 1869627199)  // 'op??'
        constant("kAudioConverterErr_OutputSampleRateOutOfRange", kAudioConverterErr_OutputSampleRateOutOfRange, 560952178)  // '!osr'
        constant("kAudioConverterErr_PropertyNotSupported", kAudioConverterErr_PropertyNotSupported, 1886547824)  // 'prop'
        constant("kAudioConverterErr_RequiresPacketDescriptionsError", kAudioConverterErr_RequiresPacketDescriptionsError, 561015652)  // '!pkd'
        constant("kAudioConverterErr_UnspecifiedError", kAudioConverterErr_UnspecifiedError, 2003329396)  // 'what'
    }

    #if os(iOS) || os(Linux)
    @Test func valuesOfKAudioConverterErr2() {
        constant("kAudioConverterErr_HardwareInUse", kAudioConverterErr_HardwareInUse, 1752656245)  // 'hwiu'
        constant("kAudioConverterErr_NoHardwarePermission", kAudioConverterErr_NoHardwarePermission, 1885696621)  // 'perm'
    }
    #endif

    @Test func valuesOfKAudioConverterQuality() {
        constant("kAudioConverterQuality_High", kAudioConverterQuality_High, 96)
        constant("kAudioConverterQuality_Low", kAudioConverterQuality_Low, 32)
        constant("kAudioConverterQuality_Max", kAudioConverterQuality_Max, 127)
        constant("kAudioConverterQuality_Medium", kAudioConverterQuality_Medium, 64)
        constant("kAudioConverterQuality_Min", kAudioConverterQuality_Min, 0)
    }

    @Test func valuesOfKAudioConverterSampleRateConverterComplexity() {
        constant("kAudioConverterSampleRateConverterComplexity_Linear", kAudioConverterSampleRateConverterComplexity_Linear, 1818848869)  // 'line'
        constant("kAudioConverterSampleRateConverterComplexity_Mastering", kAudioConverterSampleRateConverterComplexity_Mastering, 1650553971)  // 'bats'
        constant("kAudioConverterSampleRateConverterComplexity_MinimumPhase", kAudioConverterSampleRateConverterComplexity_MinimumPhase, 1835626096)  // 'minp'
        constant("kAudioConverterSampleRateConverterComplexity_Normal", kAudioConverterSampleRateConverterComplexity_Normal, 1852797549)  // 'norm'
    }

    @Test func valuesOfKAudioDecoder() {
        constant("kAudioDecoderComponentType", kAudioDecoderComponentType, 1633969507)  // 'adec'
    }

    @Test func valuesOfKAudioEncoder() {
        constant("kAudioEncoderComponentType", kAudioEncoderComponentType, 1634037347)  // 'aenc'
    }

    @Test func valuesOfKAudioFile() {
        constant("kAudioFileAC3Type", kAudioFileAC3Type, 1633889587)  // 'ac-3'
        constant("kAudioFileAIFCType", kAudioFileAIFCType, 1095321155)  // 'AIFC'
        constant("kAudioFileAIFFType", kAudioFileAIFFType, 1095321158)  // 'AIFF'
        constant("kAudioFileAMRType", kAudioFileAMRType, 1634562662)  // 'amrf'
        constant("kAudioFileBW64Type", kAudioFileBW64Type, 1113011764)  // 'BW64'
        constant("kAudioFileBadPropertySizeError", kAudioFileBadPropertySizeError, 561211770)  // '!siz'
        constant("kAudioFileCAFType", kAudioFileCAFType, 1667327590)  // 'caff'
        constant("kAudioFileDoesNotAllow64BitDataSizeError", kAudioFileDoesNotAllow64BitDataSizeError, 1868981823)  // 'off?'
        constant("kAudioFileEndOfFileError", kAudioFileEndOfFileError, -39)
        constant("kAudioFileFLACType", kAudioFileFLACType, 1718378851)  // 'flac'
        constant("kAudioFileFileNotFoundError", kAudioFileFileNotFoundError, -43)
        constant("kAudioFileInvalidChunkError", kAudioFileInvalidChunkError, 1667787583)  // 'chk?'
        constant("kAudioFileInvalidFileError", kAudioFileInvalidFileError, 1685348671)  // 'dta?'
        constant("kAudioFileInvalidPacketDependencyError", kAudioFileInvalidPacketDependencyError, 1684369471)  // 'dep?'
        constant("kAudioFileInvalidPacketOffsetError", kAudioFileInvalidPacketOffsetError, 1885563711)  // 'pck?'
        constant("kAudioFileLATMInLOASType", kAudioFileLATMInLOASType, 1819238771)  // 'loas'
        constant("kAudioFileM4AType", kAudioFileM4AType, 1832149350)  // 'm4af'
        constant("kAudioFileM4BType", kAudioFileM4BType, 1832149606)  // 'm4bf'
        constant("kAudioFileMP1Type", kAudioFileMP1Type, 1297106737)  // 'MPG1'
        constant("kAudioFileMP2Type", kAudioFileMP2Type, 1297106738)  // 'MPG2'
        constant("kAudioFileMP3Type", kAudioFileMP3Type, 1297106739)  // 'MPG3'
        constant("kAudioFileMPEG4Type", kAudioFileMPEG4Type, 1836069990)  // 'mp4f'
        constant("kAudioFileNextType", kAudioFileNextType, 1315264596)  // 'NeXT'
        constant("kAudioFileNotOpenError", kAudioFileNotOpenError, -38)
        constant("kAudioFileNotOptimizedError", kAudioFileNotOptimizedError, 1869640813)  // 'optm'
        constant("kAudioFileOperationNotSupportedError", kAudioFileOperationNotSupportedError, 1869627199)  // 'op??'
        constant("kAudioFilePermissionsError", kAudioFilePermissionsError, 1886547263)  // 'prm?'
        constant("kAudioFilePositionError", kAudioFilePositionError, -40)
        constant("kAudioFilePropertyAlbumArtwork", kAudioFilePropertyAlbumArtwork, 1633776244)  // 'aart'
        constant("kAudioFilePropertyAudioDataByteCount", kAudioFilePropertyAudioDataByteCount, 1650683508)  // 'bcnt'
        constant("kAudioFilePropertyAudioDataPacketCount", kAudioFilePropertyAudioDataPacketCount, 1885564532)  // 'pcnt'
        constant("kAudioFilePropertyAudioTrackCount", kAudioFilePropertyAudioTrackCount, 1635017588)  // 'atct'
        constant("kAudioFilePropertyBitRate", kAudioFilePropertyBitRate, 1651663220)  // 'brat'
        constant("kAudioFilePropertyByteToPacket", kAudioFilePropertyByteToPacket, 1652125803)  // 'bypk'
        constant("kAudioFilePropertyChannelLayout", kAudioFilePropertyChannelLayout, 1668112752)  // 'cmap'
        constant("kAudioFilePropertyChunkIDs", kAudioFilePropertyChunkIDs, 1667787108)  // 'chid'
        constant("kAudioFilePropertyDataFormat", kAudioFilePropertyDataFormat, 1684434292)  // 'dfmt'
        constant("kAudioFilePropertyDataFormatName", kAudioFilePropertyDataFormatName, 1718512997)  // 'fnme'
        constant("kAudioFilePropertyDataOffset", kAudioFilePropertyDataOffset, 1685022310)  // 'doff'
        constant("kAudioFilePropertyDeferSizeUpdates", kAudioFilePropertyDeferSizeUpdates, 1685289589)  // 'dszu'
        constant("kAudioFilePropertyEstimatedDuration", kAudioFilePropertyEstimatedDuration, 1701082482)  // 'edur'
        constant("kAudioFilePropertyFileFormat", kAudioFilePropertyFileFormat, 1717988724)  // 'ffmt'
        constant("kAudioFilePropertyFormatList", kAudioFilePropertyFormatList, 1718383476)  // 'flst'
        constant("kAudioFilePropertyFrameToPacket", kAudioFilePropertyFrameToPacket, 1718775915)  // 'frpk'
        constant("kAudioFilePropertyID3Tag", kAudioFilePropertyID3Tag, 1768174452)  // 'id3t'
        constant("kAudioFilePropertyID3TagOffset", kAudioFilePropertyID3TagOffset, 1768174447)  // 'id3o'
        constant("kAudioFilePropertyInfoDictionary", kAudioFilePropertyInfoDictionary, 1768842863)  // 'info'
        constant("kAudioFilePropertyIsOptimized", kAudioFilePropertyIsOptimized, 1869640813)  // 'optm'
        constant("kAudioFilePropertyMagicCookieData", kAudioFilePropertyMagicCookieData, 1835493731)  // 'mgic'
        constant("kAudioFilePropertyMarkerList", kAudioFilePropertyMarkerList, 1835756659)  // 'mkls'
        constant("kAudioFilePropertyMaximumPacketSize", kAudioFilePropertyMaximumPacketSize, 1886616165)  // 'psze'
        constant("kAudioFilePropertyNextIndependentPacket", kAudioFilePropertyNextIndependentPacket, 1852403300)  // 'nind'
        constant("kAudioFilePropertyPacketRangeByteCountUpperBound", kAudioFilePropertyPacketRangeByteCountUpperBound, 1886549346)  // 'prub'
        constant("kAudioFilePropertyPacketSizeUpperBound", kAudioFilePropertyPacketSizeUpperBound, 1886090594)  // 'pkub'
        constant("kAudioFilePropertyPacketTableInfo", kAudioFilePropertyPacketTableInfo, 1886283375)  // 'pnfo'
        constant("kAudioFilePropertyPacketToByte", kAudioFilePropertyPacketToByte, 1886085753)  // 'pkby'
        constant("kAudioFilePropertyPacketToDependencyInfo", kAudioFilePropertyPacketToDependencyInfo, 1886086256)  // 'pkdp'
        constant("kAudioFilePropertyPacketToFrame", kAudioFilePropertyPacketToFrame, 1886086770)  // 'pkfr'
        constant("kAudioFilePropertyPacketToRollDistance", kAudioFilePropertyPacketToRollDistance, 1886089836)  // 'pkrl'
        constant("kAudioFilePropertyPreviousIndependentPacket", kAudioFilePropertyPreviousIndependentPacket, 1885957732)  // 'pind'
    }

    @Test func valuesOfKAudioFile2() {
        constant("kAudioFilePropertyRegionList", kAudioFilePropertyRegionList, 1919380595)  // 'rgls'
        constant("kAudioFilePropertyReserveDuration", kAudioFilePropertyReserveDuration, 1920168566)  // 'rsrv'
        constant("kAudioFilePropertyRestrictsRandomAccess", kAudioFilePropertyRestrictsRandomAccess, 1920098672)  // 'rrap'
        constant("kAudioFilePropertySourceBitDepth", kAudioFilePropertySourceBitDepth, 1935832164)  // 'sbtd'
        constant("kAudioFilePropertyUseAudioTrack", kAudioFilePropertyUseAudioTrack, 1969321067)  // 'uatk'
        constant("kAudioFileRF64Type", kAudioFileRF64Type, 1380333108)  // 'RF64'
        constant("kAudioFileSoundDesigner2Type", kAudioFileSoundDesigner2Type, 1399075430)  // 'Sd2f'
        constant("kAudioFileUnspecifiedError", kAudioFileUnspecifiedError, 2003334207)  // 'wht?'
        constant("kAudioFileUnsupportedDataFormatError", kAudioFileUnsupportedDataFormatError, 1718449215)  // 'fmt?'
        constant("kAudioFileUnsupportedFileTypeError", kAudioFileUnsupportedFileTypeError, 1954115647)  // 'typ?'
        constant("kAudioFileUnsupportedPropertyError", kAudioFileUnsupportedPropertyError, 1886681407)  // 'pty?'
        constant("kAudioFileWAVEType", kAudioFileWAVEType, 1463899717)  // 'WAVE'
        constant("kAudioFileWave64Type", kAudioFileWave64Type, 1463170150)  // 'W64f'
    }

    @Test func valuesOfKAudioFile3() {
        constant("kAudioFile3GP2Type", kAudioFile3GP2Type, 862416946)  // '3gp2'
        constant("kAudioFile3GPType", kAudioFile3GPType, 862417008)  // '3gpp'
    }

    @Test func valuesOfKAudioFileAAC() {
        constant("kAudioFileAAC_ADTSType", kAudioFileAAC_ADTSType, 1633973363)  // 'adts'
    }

    @Test func valuesOfKAudioFileGlobalInfo() {
        constant("kAudioFileGlobalInfo_AllExtensions", kAudioFileGlobalInfo_AllExtensions, 1634498676)  // 'alxt'
        constant("kAudioFileGlobalInfo_AllHFSTypeCodes", kAudioFileGlobalInfo_AllHFSTypeCodes, 1634231923)  // 'ahfs'
        constant("kAudioFileGlobalInfo_AllMIMETypes", kAudioFileGlobalInfo_AllMIMETypes, 1634560365)  // 'amim'
        constant("kAudioFileGlobalInfo_AllUTIs", kAudioFileGlobalInfo_AllUTIs, 1635087465)  // 'auti'
        constant("kAudioFileGlobalInfo_AvailableFormatIDs", kAudioFileGlobalInfo_AvailableFormatIDs, 1718446436)  // 'fmid'
        constant("kAudioFileGlobalInfo_AvailableStreamDescriptionsForFormat", kAudioFileGlobalInfo_AvailableStreamDescriptionsForFormat, 1935960420)  // 'sdid'
        constant("kAudioFileGlobalInfo_ExtensionsForType", kAudioFileGlobalInfo_ExtensionsForType, 1717926004)  // 'fext'
        constant("kAudioFileGlobalInfo_FileTypeName", kAudioFileGlobalInfo_FileTypeName, 1718906477)  // 'ftnm'
        constant("kAudioFileGlobalInfo_HFSTypeCodesForType", kAudioFileGlobalInfo_HFSTypeCodesForType, 1718118003)  // 'fhfs'
        constant("kAudioFileGlobalInfo_MIMETypesForType", kAudioFileGlobalInfo_MIMETypesForType, 1718446445)  // 'fmim'
        constant("kAudioFileGlobalInfo_ReadableTypes", kAudioFileGlobalInfo_ReadableTypes, 1634103910)  // 'afrf'
        constant("kAudioFileGlobalInfo_TypesForExtension", kAudioFileGlobalInfo_TypesForExtension, 1952807028)  // 'text'
        constant("kAudioFileGlobalInfo_TypesForHFSTypeCode", kAudioFileGlobalInfo_TypesForHFSTypeCode, 1952999027)  // 'thfs'
        constant("kAudioFileGlobalInfo_TypesForMIMEType", kAudioFileGlobalInfo_TypesForMIMEType, 1953327469)  // 'tmim'
        constant("kAudioFileGlobalInfo_TypesForUTI", kAudioFileGlobalInfo_TypesForUTI, 1953854569)  // 'tuti'
        constant("kAudioFileGlobalInfo_UTIsForType", kAudioFileGlobalInfo_UTIsForType, 1718973545)  // 'futi'
        constant("kAudioFileGlobalInfo_WritableTypes", kAudioFileGlobalInfo_WritableTypes, 1634105190)  // 'afwf'
    }

    @Test func valuesOfKAudioFileLoopDirection() {
        constant("kAudioFileLoopDirection_Backward", kAudioFileLoopDirection_Backward, 3)
        constant("kAudioFileLoopDirection_Forward", kAudioFileLoopDirection_Forward, 1)
        constant("kAudioFileLoopDirection_ForwardAndBackward", kAudioFileLoopDirection_ForwardAndBackward, 2)
        constant("kAudioFileLoopDirection_NoLooping", kAudioFileLoopDirection_NoLooping, 0)
    }

    @Test func valuesOfKAudioFileMarkerType() {
        constant("kAudioFileMarkerType_Generic", kAudioFileMarkerType_Generic, 0)
    }

    @Test func valuesOfKAudioFileStreamError() {
        constant("kAudioFileStreamError_BadPropertySize", kAudioFileStreamError_BadPropertySize, 561211770)  // '!siz'
        constant("kAudioFileStreamError_DataUnavailable", kAudioFileStreamError_DataUnavailable, 1836020325)  // 'more'
        constant("kAudioFileStreamError_DiscontinuityCantRecover", kAudioFileStreamError_DiscontinuityCantRecover, 1685283617)  // 'dsc!'
        constant("kAudioFileStreamError_IllegalOperation", kAudioFileStreamError_IllegalOperation, 1852797029)  // 'nope'
        constant("kAudioFileStreamError_InvalidFile", kAudioFileStreamError_InvalidFile, 1685348671)  // 'dta?'
        constant("kAudioFileStreamError_InvalidPacketOffset", kAudioFileStreamError_InvalidPacketOffset, 1885563711)  // 'pck?'
        constant("kAudioFileStreamError_NotOptimized", kAudioFileStreamError_NotOptimized, 1869640813)  // 'optm'
        constant("kAudioFileStreamError_UnspecifiedError", kAudioFileStreamError_UnspecifiedError, 2003334207)  // 'wht?'
        constant("kAudioFileStreamError_UnsupportedDataFormat", kAudioFileStreamError_UnsupportedDataFormat, 1718449215)  // 'fmt?'
        constant("kAudioFileStreamError_UnsupportedFileType", kAudioFileStreamError_UnsupportedFileType, 1954115647)  // 'typ?'
        constant("kAudioFileStreamError_UnsupportedProperty", kAudioFileStreamError_UnsupportedProperty, 1886681407)  // 'pty?'
        constant("kAudioFileStreamError_ValueUnknown", kAudioFileStreamError_ValueUnknown, 1970170687)  // 'unk?'
    }

    @Test func valuesOfKAudioFileStreamProperty() {
        constant("kAudioFileStreamProperty_AudioDataByteCount", kAudioFileStreamProperty_AudioDataByteCount, 1650683508)  // 'bcnt'
        constant("kAudioFileStreamProperty_AudioDataPacketCount", kAudioFileStreamProperty_AudioDataPacketCount, 1885564532)  // 'pcnt'
        constant("kAudioFileStreamProperty_AverageBytesPerPacket", kAudioFileStreamProperty_AverageBytesPerPacket, 1633841264)  // 'abpp'
        constant("kAudioFileStreamProperty_BitRate", kAudioFileStreamProperty_BitRate, 1651663220)  // 'brat'
        constant("kAudioFileStreamProperty_ByteToPacket", kAudioFileStreamProperty_ByteToPacket, 1652125803)  // 'bypk'
        constant("kAudioFileStreamProperty_ChannelLayout", kAudioFileStreamProperty_ChannelLayout, 1668112752)  // 'cmap'
        constant("kAudioFileStreamProperty_DataFormat", kAudioFileStreamProperty_DataFormat, 1684434292)  // 'dfmt'
        constant("kAudioFileStreamProperty_DataOffset", kAudioFileStreamProperty_DataOffset, 1685022310)  // 'doff'
        constant("kAudioFileStreamProperty_FileFormat", kAudioFileStreamProperty_FileFormat, 1717988724)  // 'ffmt'
        constant("kAudioFileStreamProperty_FormatList", kAudioFileStreamProperty_FormatList, 1718383476)  // 'flst'
        constant("kAudioFileStreamProperty_FrameToPacket", kAudioFileStreamProperty_FrameToPacket, 1718775915)  // 'frpk'
        constant("kAudioFileStreamProperty_InfoDictionary", kAudioFileStreamProperty_InfoDictionary, 1768842863)  // 'info'
        constant("kAudioFileStreamProperty_MagicCookieData", kAudioFileStreamProperty_MagicCookieData, 1835493731)  // 'mgic'
        constant("kAudioFileStreamProperty_MaximumPacketSize", kAudioFileStreamProperty_MaximumPacketSize, 1886616165)  // 'psze'
        constant("kAudioFileStreamProperty_NextIndependentPacket", kAudioFileStreamProperty_NextIndependentPacket, 1852403300)  // 'nind'
        constant("kAudioFileStreamProperty_PacketSizeUpperBound", kAudioFileStreamProperty_PacketSizeUpperBound, 1886090594)  // 'pkub'
        constant("kAudioFileStreamProperty_PacketTableInfo", kAudioFileStreamProperty_PacketTableInfo, 1886283375)  // 'pnfo'
        constant("kAudioFileStreamProperty_PacketToByte", kAudioFileStreamProperty_PacketToByte, 1886085753)  // 'pkby'
        constant("kAudioFileStreamProperty_PacketToDependencyInfo", kAudioFileStreamProperty_PacketToDependencyInfo, 1886086256)  // 'pkdp'
        constant("kAudioFileStreamProperty_PacketToFrame", kAudioFileStreamProperty_PacketToFrame, 1886086770)  // 'pkfr'
        constant("kAudioFileStreamProperty_PacketToRollDistance", kAudioFileStreamProperty_PacketToRollDistance, 1886089836)  // 'pkrl'
        constant("kAudioFileStreamProperty_PreviousIndependentPacket", kAudioFileStreamProperty_PreviousIndependentPacket, 1885957732)  // 'pind'
        constant("kAudioFileStreamProperty_ReadyToProducePackets", kAudioFileStreamProperty_ReadyToProducePackets, 1919247481)  // 'redy'
        constant("kAudioFileStreamProperty_RestrictsRandomAccess", kAudioFileStreamProperty_RestrictsRandomAccess, 1920098672)  // 'rrap'
    }

    @Test func valuesOfKAudioFormat() {
        constant("kAudioFormatAC3", kAudioFormatAC3, 1633889587)  // 'ac-3'
        constant("kAudioFormatAES3", kAudioFormatAES3, 1634038579)  // 'aes3'
        constant("kAudioFormatALaw", kAudioFormatALaw, 1634492791)  // 'alaw'
        constant("kAudioFormatAMR", kAudioFormatAMR, 1935764850)  // 'samr'
        constant("kAudioFormatAppleIMA4", kAudioFormatAppleIMA4, 1768775988)  // 'ima4'
        constant("kAudioFormatAppleLossless", kAudioFormatAppleLossless, 1634492771)  // 'alac'
        constant("kAudioFormatAudible", kAudioFormatAudible, 1096107074)  // 'AUDB'
        constant("kAudioFormatBadPropertySizeError", kAudioFormatBadPropertySizeError, 561211770)  // '!siz'
        constant("kAudioFormatBadSpecifierSizeError", kAudioFormatBadSpecifierSizeError, 561213539)  // '!spc'
        constant("kAudioFormatDVIIntelIMA", kAudioFormatDVIIntelIMA, 1836253201)
        constant("kAudioFormatEnhancedAC3", kAudioFormatEnhancedAC3, 1700998451)  // 'ec-3'
        constant("kAudioFormatFLAC", kAudioFormatFLAC, 1718378851)  // 'flac'
        constant("kAudioFormatFlagIsAlignedHigh", kAudioFormatFlagIsAlignedHigh, 16)
        constant("kAudioFormatFlagIsBigEndian", kAudioFormatFlagIsBigEndian, 2)
        constant("kAudioFormatFlagIsFloat", kAudioFormatFlagIsFloat, 1)
        constant("kAudioFormatFlagIsNonInterleaved", kAudioFormatFlagIsNonInterleaved, 32)
        constant("kAudioFormatFlagIsNonMixable", kAudioFormatFlagIsNonMixable, 64)
        constant("kAudioFormatFlagIsPacked", kAudioFormatFlagIsPacked, 8)
        constant("kAudioFormatFlagIsSignedInteger", kAudioFormatFlagIsSignedInteger, 4)
        constant("kAudioFormatFlagsAreAllClear", kAudioFormatFlagsAreAllClear, 2147483648)
        constant("kAudioFormatFlagsNativeEndian", kAudioFormatFlagsNativeEndian, 0)
        constant("kAudioFormatFlagsNativeFloatPacked", kAudioFormatFlagsNativeFloatPacked, 9)
        constant("kAudioFormatLinearPCM", kAudioFormatLinearPCM, 1819304813)  // 'lpcm'
        constant("kAudioFormatMACE3", kAudioFormatMACE3, 1296122675)  // 'MAC3'
        constant("kAudioFormatMACE6", kAudioFormatMACE6, 1296122678)  // 'MAC6'
        constant("kAudioFormatMIDIStream", kAudioFormatMIDIStream, 1835623529)  // 'midi'
        constant("kAudioFormatMPEG4AAC", kAudioFormatMPEG4AAC, 1633772320)  // 'aac '
        constant("kAudioFormatMPEG4CELP", kAudioFormatMPEG4CELP, 1667591280)  // 'celp'
        constant("kAudioFormatMPEG4HVXC", kAudioFormatMPEG4HVXC, 1752594531)  // 'hvxc'
        constant("kAudioFormatMPEG4TwinVQ", kAudioFormatMPEG4TwinVQ, 1953986161)  // 'twvq'
        constant("kAudioFormatMPEGLayer1", kAudioFormatMPEGLayer1, 778924081)  // '.mp1'
        constant("kAudioFormatMPEGLayer2", kAudioFormatMPEGLayer2, 778924082)  // '.mp2'
        constant("kAudioFormatMPEGLayer3", kAudioFormatMPEGLayer3, 778924083)  // '.mp3'
        constant("kAudioFormatMicrosoftGSM", kAudioFormatMicrosoftGSM, 1836253233)
        constant("kAudioFormatOpus", kAudioFormatOpus, 1869641075)  // 'opus'
        constant("kAudioFormatParameterValueStream", kAudioFormatParameterValueStream, 1634760307)  // 'apvs'
        constant("kAudioFormatQDesign", kAudioFormatQDesign, 1363430723)  // 'QDMC'
        constant("kAudioFormatQDesign2", kAudioFormatQDesign2, 1363430706)  // 'QDM2'
        constant("kAudioFormatQUALCOMM", kAudioFormatQUALCOMM, 1365470320)  // 'Qclp'
        constant("kAudioFormatTimeCode", kAudioFormatTimeCode, 1953066341)  // 'time'
        constant("kAudioFormatULaw", kAudioFormatULaw, 1970037111)  // 'ulaw'
        constant("kAudioFormatUnknownFormatError", kAudioFormatUnknownFormatError, 560360820)  // '!fmt'
        constant("kAudioFormatUnspecifiedError", kAudioFormatUnspecifiedError, 2003329396)  // 'what'
        constant("kAudioFormatUnsupportedDataFormatError", kAudioFormatUnsupportedDataFormatError, 1718449215)  // 'fmt?'
        constant("kAudioFormatUnsupportedPropertyError", kAudioFormatUnsupportedPropertyError, 1886547824)  // 'prop'
    }

    #if NEWER_SDK || os(Linux)
    @Test func valuesOfKAudioFormat2() {
        constant("kAudioFormatAPAC", kAudioFormatAPAC, 1634754915)  // 'apac'
    }
    #endif

    #if os(Linux)
    @Test func valuesOfKAudioFormat3() {
        constant("kAudioFormatFlagsAudioUnitCanonical", kAudioFormatFlagsAudioUnitCanonical, 3116)
        constant("kAudioFormatFlagsCanonical", kAudioFormatFlagsCanonical, 12)
    }
    #endif

    @Test func valuesOfKAudioFormat60958() {
        constant("kAudioFormat60958AC3", kAudioFormat60958AC3, 1667326771)  // 'cac3'
    }

    @Test func valuesOfKAudioFormatAMR() {
        constant("kAudioFormatAMR_WB", kAudioFormatAMR_WB, 1935767394)  // 'sawb'
    }

    @Test func valuesOfKAudioFormati() {
        constant("kAudioFormatiLBC", kAudioFormatiLBC, 1768710755)  // 'ilbc'
    }

    @Test func valuesOfKAudioFormatMPEG4AAC() {
        constant("kAudioFormatMPEG4AAC_ELD", kAudioFormatMPEG4AAC_ELD, 1633772389)  // 'aace'
        constant("kAudioFormatMPEG4AAC_ELD_SBR", kAudioFormatMPEG4AAC_ELD_SBR, 1633772390)  // 'aacf'
        constant("kAudioFormatMPEG4AAC_ELD_V2", kAudioFormatMPEG4AAC_ELD_V2, 1633772391)  // 'aacg'
        constant("kAudioFormatMPEG4AAC_HE", kAudioFormatMPEG4AAC_HE, 1633772392)  // 'aach'
        constant("kAudioFormatMPEG4AAC_HE_V2", kAudioFormatMPEG4AAC_HE_V2, 1633772400)  // 'aacp'
        constant("kAudioFormatMPEG4AAC_LD", kAudioFormatMPEG4AAC_LD, 1633772396)  // 'aacl'
        constant("kAudioFormatMPEG4AAC_Spatial", kAudioFormatMPEG4AAC_Spatial, 1633772403)  // 'aacs'
    }
}
