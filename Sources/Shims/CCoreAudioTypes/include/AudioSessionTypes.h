// Why an audio session refused. AVFAudio gives the enumeration its Swift name, AVAudioSession.ErrorCode.
#pragma once

#include "CoreAudioBaseTypes.h"

typedef SORDINO_ENUM(AVAudioInteger, AVAudioSessionErrorCode) {
    AVAudioSessionErrorCodeNone = 0,
    AVAudioSessionErrorCodeMediaServicesFailed = 0x6D737276,  // 'msrv'
    AVAudioSessionErrorCodeIsBusy = 0x21616374,  // '!act'
    AVAudioSessionErrorCodeIncompatibleCategory = 0x21636174,  // '!cat'
    AVAudioSessionErrorCodeCannotInterruptOthers = 0x21696E74,  // '!int'
    AVAudioSessionErrorCodeMissingEntitlement = 0x656E743F,  // 'ent?'
    AVAudioSessionErrorCodeSiriIsRecording = 0x73697269,  // 'siri'
    AVAudioSessionErrorCodeCannotStartPlaying = 0x21706C61,  // '!pla'
    AVAudioSessionErrorCodeCannotStartRecording = 0x21726563,  // '!rec'
    AVAudioSessionErrorCodeBadParam = -50,
    AVAudioSessionErrorCodeInsufficientPriority = 0x21707269,  // '!pri'
    AVAudioSessionErrorCodeResourceNotAvailable = 0x21726573,  // '!res'
    AVAudioSessionErrorCodeUnspecified = 0x77686174,  // 'what'
    AVAudioSessionErrorCodeExpiredSession = 0x21736573,  // '!ses'
    AVAudioSessionErrorCodeSessionNotActive = 0x696E6163,  // 'inac'
} AVAudioSessionErrorCode;

// The name of insufficientPriority before the enumeration had it.
enum { AVAudioSessionErrorInsufficientPriority = 0x21707269 };
