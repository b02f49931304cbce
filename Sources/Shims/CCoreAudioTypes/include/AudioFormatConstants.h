// Format identifiers, their flags and common results. Generated from the census of the API.
#pragma once

#include "CoreAudioBaseTypes.h"

// The formats of a stream: four-character codes.
enum : AudioFormatID {
    kAudioFormat60958AC3             = 0x63616333u, // 'cac3'
    kAudioFormatAC3                  = 0x61632D33u, // 'ac-3'
    kAudioFormatAES3                 = 0x61657333u, // 'aes3'
    kAudioFormatALaw                 = 0x616C6177u, // 'alaw'
    kAudioFormatAMR                  = 0x73616D72u, // 'samr'
    kAudioFormatAMR_WB               = 0x73617762u, // 'sawb'
    kAudioFormatAPAC                 = 0x61706163u, // 'apac'
    kAudioFormatAppleIMA4            = 0x696D6134u, // 'ima4'
    kAudioFormatAppleLossless        = 0x616C6163u, // 'alac'
    kAudioFormatAudible              = 0x41554442u, // 'AUDB'
    kAudioFormatDVIIntelIMA          = 0x6D730011u, // the WAVE format tag after 'ms'
    kAudioFormatEnhancedAC3          = 0x65632D33u, // 'ec-3'
    kAudioFormatFLAC                 = 0x666C6163u, // 'flac'
    kAudioFormatiLBC                 = 0x696C6263u, // 'ilbc'
    kAudioFormatLinearPCM            = 0x6C70636Du, // 'lpcm'
    kAudioFormatMACE3                = 0x4D414333u, // 'MAC3'
    kAudioFormatMACE6                = 0x4D414336u, // 'MAC6'
    kAudioFormatMicrosoftGSM         = 0x6D730031u, // the WAVE format tag after 'ms'
    kAudioFormatMIDIStream           = 0x6D696469u, // 'midi'
    kAudioFormatMPEG4AAC             = 0x61616320u, // 'aac '
    kAudioFormatMPEG4AAC_ELD         = 0x61616365u, // 'aace'
    kAudioFormatMPEG4AAC_ELD_SBR     = 0x61616366u, // 'aacf'
    kAudioFormatMPEG4AAC_ELD_V2      = 0x61616367u, // 'aacg'
    kAudioFormatMPEG4AAC_HE          = 0x61616368u, // 'aach'
    kAudioFormatMPEG4AAC_HE_V2       = 0x61616370u, // 'aacp'
    kAudioFormatMPEG4AAC_LD          = 0x6161636Cu, // 'aacl'
    kAudioFormatMPEG4AAC_Spatial     = 0x61616373u, // 'aacs'
    kAudioFormatMPEG4CELP            = 0x63656C70u, // 'celp'
    kAudioFormatMPEG4HVXC            = 0x68767863u, // 'hvxc'
    kAudioFormatMPEG4TwinVQ          = 0x74777671u, // 'twvq'
    kAudioFormatMPEGD_USAC           = 0x75736163u, // 'usac'
    kAudioFormatMPEGLayer1           = 0x2E6D7031u, // '.mp1'
    kAudioFormatMPEGLayer2           = 0x2E6D7032u, // '.mp2'
    kAudioFormatMPEGLayer3           = 0x2E6D7033u, // '.mp3'
    kAudioFormatOpus                 = 0x6F707573u, // 'opus'
    kAudioFormatParameterValueStream = 0x61707673u, // 'apvs'
    kAudioFormatQDesign              = 0x51444D43u, // 'QDMC'
    kAudioFormatQDesign2             = 0x51444D32u, // 'QDM2'
    kAudioFormatQUALCOMM             = 0x51636C70u, // 'Qclp'
    kAudioFormatTimeCode             = 0x74696D65u, // 'time'
    kAudioFormatULaw                 = 0x756C6177u, // 'ulaw'
};

// How the samples of linear PCM are stored. The canonical flags are those of iOS: 16-bit integers, and 8.24 fixed point
// apart per channel for units.
enum : AudioFormatFlags {
    kAudioFormatFlagsNativeEndian            = 0x0u,
    kAudioFormatFlagIsFloat                  = 0x1u,
    kAudioFormatFlagIsBigEndian              = 0x2u,
    kAudioFormatFlagIsSignedInteger          = 0x4u,
    kAudioFormatFlagIsPacked                 = 0x8u,
    kAudioFormatFlagsNativeFloatPacked       = 0x9u,
    kAudioFormatFlagsCanonical               = 0xCu,
    kAudioFormatFlagIsAlignedHigh            = 0x10u,
    kAudioFormatFlagIsNonInterleaved         = 0x20u,
    kAudioFormatFlagIsNonMixable             = 0x40u,
    kAudioFormatFlagsAudioUnitCanonical      = 0xC2Cu,
    kAudioFormatFlagsAreAllClear             = 0x80000000u,
    kLinearPCMFormatFlagIsFloat              = 0x1u,
    kLinearPCMFormatFlagIsBigEndian          = 0x2u,
    kLinearPCMFormatFlagIsSignedInteger      = 0x4u,
    kLinearPCMFormatFlagsSampleFractionShift = 0x7u,
    kLinearPCMFormatFlagIsPacked             = 0x8u,
    kLinearPCMFormatFlagIsAlignedHigh        = 0x10u,
    kLinearPCMFormatFlagIsNonInterleaved     = 0x20u,
    kLinearPCMFormatFlagIsNonMixable         = 0x40u,
    kLinearPCMFormatFlagsSampleFractionMask  = 0x1F80u,
    kLinearPCMFormatFlagsAreAllClear         = 0x80000000u,
};

// The bit depth of the source of an Apple Lossless stream.
enum : AudioFormatFlags {
    kAppleLosslessFormatFlag_16BitSourceData = 1u,
    kAppleLosslessFormatFlag_20BitSourceData = 2u,
    kAppleLosslessFormatFlag_24BitSourceData = 3u,
    kAppleLosslessFormatFlag_32BitSourceData = 4u,
};

// Results that most of the interfaces share.
enum : OSStatus {
    kAudio_BadFilePathError      = 561017960 /* '!pth' */,
    kAudio_FileNotFoundError     = -43,
    kAudio_FilePermissionError   = -54,
    kAudio_MemFullError          = -108,
    kAudio_NoError               = 0,
    kAudio_ParamError            = -50,
    kAudio_TooManyFilesOpenError = -42,
    kAudio_UnimplementedError    = -4,
};
