// Why an audio session refused. AVFAudio gives the enumeration its Swift name, AVAudioSession.ErrorCode.
#pragma once

#include "CoreAudioBaseTypes.h"

/// Codes of a session's errors in `NSOSStatusErrorDomain`.
typedef SORDINO_ENUM(AVAudioInteger, AVAudioSessionErrorCode) {
    AVAudioSessionErrorCodeNone = 0,
    /// The media services are lost; wait for `mediaServicesWereResetNotification`.
    AVAudioSessionErrorCodeMediaServicesFailed = 0x6D737276,  // 'msrv'
    /// The session was deactivated while players or engines run.
    AVAudioSessionErrorCodeIsBusy = 0x21616374,  // '!act'
    /// The category does not allow this direction of sound.
    AVAudioSessionErrorCodeIncompatibleCategory = 0x21636174,  // '!cat'
    /// A program in the background would interrupt others.
    AVAudioSessionErrorCodeCannotInterruptOthers = 0x21696E74,  // '!int'
    /// The program lacks an entitlement.
    AVAudioSessionErrorCodeMissingEntitlement = 0x656E743F,  // 'ent?'
    /// The assistant is listening.
    AVAudioSessionErrorCodeSiriIsRecording = 0x73697269,  // 'siri'
    /// Playing is not permitted now, as in the background.
    AVAudioSessionErrorCodeCannotStartPlaying = 0x21706C61,  // '!pla'
    /// Recording is not permitted now, as in the background.
    AVAudioSessionErrorCodeCannotStartRecording = 0x21726563,  // '!rec'
    /// A value out of range, or an option that the category does not allow.
    AVAudioSessionErrorCodeBadParam = -50,
    /// A call, an alarm or the assistant has priority.
    AVAudioSessionErrorCodeInsufficientPriority = 0x21707269,  // '!pri'
    /// The device lacks the required port, decoder or other resource.
    AVAudioSessionErrorCodeResourceNotAvailable = 0x21726573,  // '!res'
    /// An error without a more specific code.
    AVAudioSessionErrorCodeUnspecified = 0x77686174,  // 'what'
    /// The session outlived its server.
    AVAudioSessionErrorCodeExpiredSession = 0x21736573,  // '!ses'
    /// The session must be active for this request.
    AVAudioSessionErrorCodeSessionNotActive = 0x696E6163,  // 'inac'
} AVAudioSessionErrorCode;

// The name of insufficientPriority before the enumeration had it.
enum { AVAudioSessionErrorInsufficientPriority = 0x21707269 };
