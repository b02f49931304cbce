// Written by Tools/constants from the tables of Apple's API. Do not edit.
// swift-format-ignore-file

import AVFAudio
import AudioToolbox
import CoreAudioTypes
import CoreMIDI
import Foundation
import Testing

extension Conformance.Constants {
    #if NEWER_SDK || os(Linux)
    @Test func valuesOfAVAudioApplication_recordPermission() {
        constant("AVAudioApplication.recordPermission.denied", AVAudioApplication.recordPermission.denied, 1684369017)  // 'deny'
        constant("AVAudioApplication.recordPermission.granted", AVAudioApplication.recordPermission.granted, 1735552628)  // 'grnt'
        constant("AVAudioApplication.recordPermission.undetermined", AVAudioApplication.recordPermission.undetermined, 1970168948)  // 'undt'
    }
    #endif

    @Test func valuesOfAVAudioBitRateStrategy() {
        inferred("AVAudioBitRateStrategy_Constant", AVAudioBitRateStrategy_Constant, "AVAudioBitRateStrategy_Constant")
        inferred("AVAudioBitRateStrategy_LongTermAverage", AVAudioBitRateStrategy_LongTermAverage, "AVAudioBitRateStrategy_LongTermAverage")
        inferred("AVAudioBitRateStrategy_Variable", AVAudioBitRateStrategy_Variable, "AVAudioBitRateStrategy_Variable")
        inferred("AVAudioBitRateStrategy_VariableConstrained", AVAudioBitRateStrategy_VariableConstrained, "AVAudioBitRateStrategy_VariableConstrained")
    }

    @Test func valuesOfAVAudioCommonFormat() {
        constant("AVAudioCommonFormat.otherFormat", AVAudioCommonFormat.otherFormat, 0)
        constant("AVAudioCommonFormat.pcmFormatFloat32", AVAudioCommonFormat.pcmFormatFloat32, 1)
        constant("AVAudioCommonFormat.pcmFormatFloat64", AVAudioCommonFormat.pcmFormatFloat64, 2)
        constant("AVAudioCommonFormat.pcmFormatInt16", AVAudioCommonFormat.pcmFormatInt16, 3)
        constant("AVAudioCommonFormat.pcmFormatInt32", AVAudioCommonFormat.pcmFormatInt32, 4)
    }

    #if NEWER_SDK || os(Linux)
    @Test func valuesOfAVAudioContentSource() {
        constant("AVAudioContentSource.appleAV_Spatial_Live", AVAudioContentSource.appleAV_Spatial_Live, 9)
        constant("AVAudioContentSource.appleAV_Spatial_Offline", AVAudioContentSource.appleAV_Spatial_Offline, 7)
        constant("AVAudioContentSource.appleAV_Traditional_Live", AVAudioContentSource.appleAV_Traditional_Live, 8)
        constant("AVAudioContentSource.appleAV_Traditional_Offline", AVAudioContentSource.appleAV_Traditional_Offline, 6)
        constant("AVAudioContentSource.appleCapture_Spatial", AVAudioContentSource.appleCapture_Spatial, 2)
        constant("AVAudioContentSource.appleCapture_Spatial_Enhanced", AVAudioContentSource.appleCapture_Spatial_Enhanced, 3)
        constant("AVAudioContentSource.appleCapture_Traditional", AVAudioContentSource.appleCapture_Traditional, 1)
        constant("AVAudioContentSource.appleMusic_Spatial", AVAudioContentSource.appleMusic_Spatial, 5)
        constant("AVAudioContentSource.appleMusic_Traditional", AVAudioContentSource.appleMusic_Traditional, 4)
        constant("AVAudioContentSource.applePassthrough", AVAudioContentSource.applePassthrough, 10)
        constant("AVAudioContentSource.av_Spatial_Live", AVAudioContentSource.av_Spatial_Live, 41)
        constant("AVAudioContentSource.av_Spatial_Offline", AVAudioContentSource.av_Spatial_Offline, 39)
        constant("AVAudioContentSource.av_Traditional_Live", AVAudioContentSource.av_Traditional_Live, 40)
        constant("AVAudioContentSource.av_Traditional_Offline", AVAudioContentSource.av_Traditional_Offline, 38)
        constant("AVAudioContentSource.capture_Spatial", AVAudioContentSource.capture_Spatial, 34)
        constant("AVAudioContentSource.capture_Spatial_Enhanced", AVAudioContentSource.capture_Spatial_Enhanced, 35)
        constant("AVAudioContentSource.capture_Traditional", AVAudioContentSource.capture_Traditional, 33)
        constant("AVAudioContentSource.music_Spatial", AVAudioContentSource.music_Spatial, 37)
        constant("AVAudioContentSource.music_Traditional", AVAudioContentSource.music_Traditional, 36)
        constant("AVAudioContentSource.passthrough", AVAudioContentSource.passthrough, 42)
        constant("AVAudioContentSource.reserved", AVAudioContentSource.reserved, 0)
        constant("AVAudioContentSource.unspecified", AVAudioContentSource.unspecified, -1)
    }
    #endif

    @Test func valuesOfAVAudioConverterInputStatus() {
        constant("AVAudioConverterInputStatus.endOfStream", AVAudioConverterInputStatus.endOfStream, 2)
        constant("AVAudioConverterInputStatus.haveData", AVAudioConverterInputStatus.haveData, 0)
        constant("AVAudioConverterInputStatus.noDataNow", AVAudioConverterInputStatus.noDataNow, 1)
    }

    @Test func valuesOfAVAudioConverterOutputStatus() {
        constant("AVAudioConverterOutputStatus.endOfStream", AVAudioConverterOutputStatus.endOfStream, 2)
        constant("AVAudioConverterOutputStatus.error", AVAudioConverterOutputStatus.error, 3)
        constant("AVAudioConverterOutputStatus.haveData", AVAudioConverterOutputStatus.haveData, 0)
        constant("AVAudioConverterOutputStatus.inputRanDry", AVAudioConverterOutputStatus.inputRanDry, 1)
    }

    @Test func valuesOfAVAudioConverterPrimeMethod() {
        constant("AVAudioConverterPrimeMethod.none", AVAudioConverterPrimeMethod.none, 2)
        constant("AVAudioConverterPrimeMethod.normal", AVAudioConverterPrimeMethod.normal, 1)
        constant("AVAudioConverterPrimeMethod.pre", AVAudioConverterPrimeMethod.pre, 0)
    }

    #if NEWER_SDK || os(Linux)
    @Test func valuesOfAVAudioDynamicRangeControlConfiguration() {
        constant("AVAudioDynamicRangeControlConfiguration.capture", AVAudioDynamicRangeControlConfiguration.capture, 4)
        constant("AVAudioDynamicRangeControlConfiguration.movie", AVAudioDynamicRangeControlConfiguration.movie, 3)
        constant("AVAudioDynamicRangeControlConfiguration.music", AVAudioDynamicRangeControlConfiguration.music, 1)
        constant("AVAudioDynamicRangeControlConfiguration.none", AVAudioDynamicRangeControlConfiguration.none, 0)
        constant("AVAudioDynamicRangeControlConfiguration.speech", AVAudioDynamicRangeControlConfiguration.speech, 2)
    }
    #endif

    @Test func valuesOfAVAudioEngineManualRenderingError() {
        constant("AVAudioEngineManualRenderingError.initialized", AVAudioEngineManualRenderingError.initialized, -80801)
        constant("AVAudioEngineManualRenderingError.invalidMode", AVAudioEngineManualRenderingError.invalidMode, -80800)
        constant("AVAudioEngineManualRenderingError.notRunning", AVAudioEngineManualRenderingError.notRunning, -80802)
    }

    @Test func valuesOfAVAudioEngineManualRenderingMode() {
        constant("AVAudioEngineManualRenderingMode.offline", AVAudioEngineManualRenderingMode.offline, 0)
        constant("AVAudioEngineManualRenderingMode.realtime", AVAudioEngineManualRenderingMode.realtime, 1)
    }

    @Test func valuesOfAVAudioEngineManualRenderingStatus() {
        constant("AVAudioEngineManualRenderingStatus.cannotDoInCurrentContext", AVAudioEngineManualRenderingStatus.cannotDoInCurrentContext, 2)
        constant("AVAudioEngineManualRenderingStatus.error", AVAudioEngineManualRenderingStatus.error, -1)
        constant("AVAudioEngineManualRenderingStatus.insufficientDataFromInputNode", AVAudioEngineManualRenderingStatus.insufficientDataFromInputNode, 1)
        constant("AVAudioEngineManualRenderingStatus.success", AVAudioEngineManualRenderingStatus.success, 0)
    }

    @Test func valuesOfAVAudioEnvironmentDistanceAttenuationModel() {
        constant("AVAudioEnvironmentDistanceAttenuationModel.exponential", AVAudioEnvironmentDistanceAttenuationModel.exponential, 1)
        constant("AVAudioEnvironmentDistanceAttenuationModel.inverse", AVAudioEnvironmentDistanceAttenuationModel.inverse, 2)
        constant("AVAudioEnvironmentDistanceAttenuationModel.linear", AVAudioEnvironmentDistanceAttenuationModel.linear, 3)
    }

    @Test func valuesOfAVAudioEnvironmentOutputType() {
        constant("AVAudioEnvironmentOutputType.auto", AVAudioEnvironmentOutputType.auto, 0)
        constant("AVAudioEnvironmentOutputType.builtInSpeakers", AVAudioEnvironmentOutputType.builtInSpeakers, 2)
        constant("AVAudioEnvironmentOutputType.externalSpeakers", AVAudioEnvironmentOutputType.externalSpeakers, 3)
        constant("AVAudioEnvironmentOutputType.headphones", AVAudioEnvironmentOutputType.headphones, 1)
    }

    @Test func valuesOfAVAudioFile() {
        inferred("AVAudioFileTypeKey", AVAudioFileTypeKey, "AVAudioFileTypeKey")
    }

    @Test func valuesOfAVAudioPlayerNodeBufferOptions() {
        constant("AVAudioPlayerNodeBufferOptions.interrupts", AVAudioPlayerNodeBufferOptions.interrupts, 2)
        constant("AVAudioPlayerNodeBufferOptions.interruptsAtLoop", AVAudioPlayerNodeBufferOptions.interruptsAtLoop, 4)
        constant("AVAudioPlayerNodeBufferOptions.loops", AVAudioPlayerNodeBufferOptions.loops, 1)
    }

    @Test func valuesOfAVAudioPlayerNodeCompletionCallbackType() {
        constant("AVAudioPlayerNodeCompletionCallbackType.dataConsumed", AVAudioPlayerNodeCompletionCallbackType.dataConsumed, 0)
        constant("AVAudioPlayerNodeCompletionCallbackType.dataPlayedBack", AVAudioPlayerNodeCompletionCallbackType.dataPlayedBack, 2)
        constant("AVAudioPlayerNodeCompletionCallbackType.dataRendered", AVAudioPlayerNodeCompletionCallbackType.dataRendered, 1)
    }

    @Test func valuesOfAVAudioQuality() {
        constant("AVAudioQuality.high", AVAudioQuality.high, 96)
        constant("AVAudioQuality.low", AVAudioQuality.low, 32)
        constant("AVAudioQuality.max", AVAudioQuality.max, 127)
        constant("AVAudioQuality.medium", AVAudioQuality.medium, 64)
        constant("AVAudioQuality.min", AVAudioQuality.min, 0)
    }

    @Test func valuesOfAVAudioSequencer_InfoDictionaryKey() {
        inferred("AVAudioSequencer.InfoDictionaryKey.ISRC", AVAudioSequencer.InfoDictionaryKey.ISRC, "AVAudioSequencerInfoDictionaryKeyISRC")
        inferred("AVAudioSequencer.InfoDictionaryKey.album", AVAudioSequencer.InfoDictionaryKey.album, "AVAudioSequencerInfoDictionaryKeyAlbum")
        inferred("AVAudioSequencer.InfoDictionaryKey.approximateDurationInSeconds", AVAudioSequencer.InfoDictionaryKey.approximateDurationInSeconds, "AVAudioSequencerInfoDictionaryKeyApproximateDurationInSeconds")
        inferred("AVAudioSequencer.InfoDictionaryKey.artist", AVAudioSequencer.InfoDictionaryKey.artist, "AVAudioSequencerInfoDictionaryKeyArtist")
        inferred("AVAudioSequencer.InfoDictionaryKey.channelLayout", AVAudioSequencer.InfoDictionaryKey.channelLayout, "AVAudioSequencerInfoDictionaryKeyChannelLayout")
        inferred("AVAudioSequencer.InfoDictionaryKey.comments", AVAudioSequencer.InfoDictionaryKey.comments, "AVAudioSequencerInfoDictionaryKeyComments")
        inferred("AVAudioSequencer.InfoDictionaryKey.composer", AVAudioSequencer.InfoDictionaryKey.composer, "AVAudioSequencerInfoDictionaryKeyComposer")
        inferred("AVAudioSequencer.InfoDictionaryKey.copyright", AVAudioSequencer.InfoDictionaryKey.copyright, "AVAudioSequencerInfoDictionaryKeyCopyright")
        inferred("AVAudioSequencer.InfoDictionaryKey.encodingApplication", AVAudioSequencer.InfoDictionaryKey.encodingApplication, "AVAudioSequencerInfoDictionaryKeyEncodingApplication")
        inferred("AVAudioSequencer.InfoDictionaryKey.genre", AVAudioSequencer.InfoDictionaryKey.genre, "AVAudioSequencerInfoDictionaryKeyGenre")
        inferred("AVAudioSequencer.InfoDictionaryKey.keySignature", AVAudioSequencer.InfoDictionaryKey.keySignature, "AVAudioSequencerInfoDictionaryKeyKeySignature")
        inferred("AVAudioSequencer.InfoDictionaryKey.lyricist", AVAudioSequencer.InfoDictionaryKey.lyricist, "AVAudioSequencerInfoDictionaryKeyLyricist")
        inferred("AVAudioSequencer.InfoDictionaryKey.nominalBitRate", AVAudioSequencer.InfoDictionaryKey.nominalBitRate, "AVAudioSequencerInfoDictionaryKeyNominalBitRate")
        inferred("AVAudioSequencer.InfoDictionaryKey.recordedDate", AVAudioSequencer.InfoDictionaryKey.recordedDate, "AVAudioSequencerInfoDictionaryKeyRecordedDate")
        inferred("AVAudioSequencer.InfoDictionaryKey.sourceBitDepth", AVAudioSequencer.InfoDictionaryKey.sourceBitDepth, "AVAudioSequencerInfoDictionaryKeySourceBitDepth")
        inferred("AVAudioSequencer.InfoDictionaryKey.sourceEncoder", AVAudioSequencer.InfoDictionaryKey.sourceEncoder, "AVAudioSequencerInfoDictionaryKeySourceEncoder")
        inferred("AVAudioSequencer.InfoDictionaryKey.subTitle", AVAudioSequencer.InfoDictionaryKey.subTitle, "AVAudioSequencerInfoDictionaryKeySubTitle")
        inferred("AVAudioSequencer.InfoDictionaryKey.tempo", AVAudioSequencer.InfoDictionaryKey.tempo, "AVAudioSequencerInfoDictionaryKeyTempo")
        inferred("AVAudioSequencer.InfoDictionaryKey.timeSignature", AVAudioSequencer.InfoDictionaryKey.timeSignature, "AVAudioSequencerInfoDictionaryKeyTimeSignature")
        inferred("AVAudioSequencer.InfoDictionaryKey.title", AVAudioSequencer.InfoDictionaryKey.title, "AVAudioSequencerInfoDictionaryKeyTitle")
        inferred("AVAudioSequencer.InfoDictionaryKey.trackNumber", AVAudioSequencer.InfoDictionaryKey.trackNumber, "AVAudioSequencerInfoDictionaryKeyTrackNumber")
        inferred("AVAudioSequencer.InfoDictionaryKey.year", AVAudioSequencer.InfoDictionaryKey.year, "AVAudioSequencerInfoDictionaryKeyYear")
    }

    @Test func valuesOfAVAudioSession() {
        inferred("AVAudioSessionInterruptionWasSuspendedKey", AVAudioSessionInterruptionWasSuspendedKey, "AVAudioSessionInterruptionWasSuspendedKey")
    }

    #if NEWER_SDK || os(Linux)
    @Test func valuesOfAVAudioSession2() {
        inferred("AVAudioSessionMicrophoneInjectionIsAvailableKey", AVAudioSessionMicrophoneInjectionIsAvailableKey, "AVAudioSessionMicrophoneInjectionIsAvailableKey")
        inferred("AVAudioSessionRenderingModeNewRenderingModeKey", AVAudioSessionRenderingModeNewRenderingModeKey, "AVAudioSessionRenderingModeNewRenderingModeKey")
    }
    #endif

    #if os(iOS) && NEWER_SDK || os(Linux)
    @Test func valuesOfAVAudioSession3() {
        inferred("AVAudioSession.availableInputsChangeNotification", AVAudioSession.availableInputsChangeNotification, "AVAudioSessionAvailableInputsChangeNotification")
        inferred("AVAudioSession.deactivationContextKey", AVAudioSession.deactivationContextKey, "AVAudioSessionDeactivationContextKey")
        inferred("AVAudioSession.didBecomeActiveNotification", AVAudioSession.didBecomeActiveNotification, "AVAudioSessionDidBecomeActiveNotification")
        inferred("AVAudioSession.didBecomeInactiveNotification", AVAudioSession.didBecomeInactiveNotification, "AVAudioSessionDidBecomeInactiveNotification")
        inferred("AVAudioSession.microphoneInjectionCapabilitiesChangeNotification", AVAudioSession.microphoneInjectionCapabilitiesChangeNotification, "AVAudioSessionMicrophoneInjectionCapabilitiesChangeNotification")
        inferred("AVAudioSession.muteStateKey", AVAudioSession.muteStateKey, "AVAudioSessionMuteStateKey")
        inferred("AVAudioSession.outputMuteStateChangeNotification", AVAudioSession.outputMuteStateChangeNotification, "AVAudioSessionOutputMuteStateChangeNotification")
        inferred("AVAudioSession.renderingCapabilitiesChangeNotification", AVAudioSession.renderingCapabilitiesChangeNotification, "AVAudioSessionRenderingCapabilitiesChangeNotification")
        inferred("AVAudioSession.renderingModeChangeNotification", AVAudioSession.renderingModeChangeNotification, "AVAudioSessionRenderingModeChangeNotification")
        inferred("AVAudioSession.resumptionContextKey", AVAudioSession.resumptionContextKey, "AVAudioSessionResumptionContextKey")
        inferred("AVAudioSession.resumptionRecommendationNotification", AVAudioSession.resumptionRecommendationNotification, "AVAudioSessionResumptionRecommendationNotification")
        inferred("AVAudioSession.userIntentToUnmuteOutputNotification", AVAudioSession.userIntentToUnmuteOutputNotification, "AVAudioSessionUserIntentToUnmuteOutputNotification")
    }
    #endif

    #if os(iOS) || os(Linux)
    @Test func valuesOfAVAudioSession4() {
        constant("AVAudioSessionErrorInsufficientPriority", AVAudioSessionErrorInsufficientPriority, 561017449)  // '!pri'
        inferred("AVAudioSession.interruptionNotification", AVAudioSession.interruptionNotification, "AVAudioSessionInterruptionNotification")
        inferred("AVAudioSession.mediaServicesWereLostNotification", AVAudioSession.mediaServicesWereLostNotification, "AVAudioSessionMediaServicesWereLostNotification")
        inferred("AVAudioSession.mediaServicesWereResetNotification", AVAudioSession.mediaServicesWereResetNotification, "AVAudioSessionMediaServicesWereResetNotification")
        inferred("AVAudioSession.routeChangeNotification", AVAudioSession.routeChangeNotification, "AVAudioSessionRouteChangeNotification")
        inferred("AVAudioSession.silenceSecondaryAudioHintNotification", AVAudioSession.silenceSecondaryAudioHintNotification, "AVAudioSessionSilenceSecondaryAudioHintNotification")
        inferred("AVAudioSession.spatialPlaybackCapabilitiesChangedNotification", AVAudioSession.spatialPlaybackCapabilitiesChangedNotification, "AVAudioSessionSpatialPlaybackCapabilitiesChangedNotification")
        inferred("AVAudioSessionInterruptionOptionKey", AVAudioSessionInterruptionOptionKey, "AVAudioSessionInterruptionOptionKey")
        inferred("AVAudioSessionInterruptionReasonKey", AVAudioSessionInterruptionReasonKey, "AVAudioSessionInterruptionReasonKey")
        inferred("AVAudioSessionInterruptionTypeKey", AVAudioSessionInterruptionTypeKey, "AVAudioSessionInterruptionTypeKey")
        inferred("AVAudioSessionRouteChangePreviousRouteKey", AVAudioSessionRouteChangePreviousRouteKey, "AVAudioSessionRouteChangePreviousRouteKey")
        inferred("AVAudioSessionRouteChangeReasonKey", AVAudioSessionRouteChangeReasonKey, "AVAudioSessionRouteChangeReasonKey")
        inferred("AVAudioSessionSilenceSecondaryAudioHintTypeKey", AVAudioSessionSilenceSecondaryAudioHintTypeKey, "AVAudioSessionSilenceSecondaryAudioHintTypeKey")
        inferred("AVAudioSessionSpatialAudioEnabledKey", AVAudioSessionSpatialAudioEnabledKey, "AVAudioSessionSpatialAudioEnabledKey")
    }
    #endif

    #if os(iOS) || os(Linux)
    @Test func valuesOfAVAudioSession_Category() {
        inferred("AVAudioSession.Category.ambient", AVAudioSession.Category.ambient, "AVAudioSessionCategoryAmbient")
        inferred("AVAudioSession.Category.audioProcessing", AVAudioSession.Category.audioProcessing, "AVAudioSessionCategoryAudioProcessing")
        inferred("AVAudioSession.Category.multiRoute", AVAudioSession.Category.multiRoute, "AVAudioSessionCategoryMultiRoute")
        inferred("AVAudioSession.Category.playAndRecord", AVAudioSession.Category.playAndRecord, "AVAudioSessionCategoryPlayAndRecord")
        inferred("AVAudioSession.Category.playback", AVAudioSession.Category.playback, "AVAudioSessionCategoryPlayback")
        inferred("AVAudioSession.Category.record", AVAudioSession.Category.record, "AVAudioSessionCategoryRecord")
        inferred("AVAudioSession.Category.soloAmbient", AVAudioSession.Category.soloAmbient, "AVAudioSessionCategorySoloAmbient")
    }
    #endif

    @Test func valuesOfAVAudioSession_CategoryOptions() {
        constant("AVAudioSession.CategoryOptions.duckOthers", AVAudioSession.CategoryOptions.duckOthers, 2)
        constant("AVAudioSession.CategoryOptions.mixWithOthers", AVAudioSession.CategoryOptions.mixWithOthers, 1)
    }

    #if os(iOS) && NEWER_SDK || os(Linux)
    @Test func valuesOfAVAudioSession_CategoryOptions2() {
        constant("AVAudioSession.CategoryOptions.allowBluetoothHFP", AVAudioSession.CategoryOptions.allowBluetoothHFP, 4)
        constant("AVAudioSession.CategoryOptions.bluetoothHighQualityRecording", AVAudioSession.CategoryOptions.bluetoothHighQualityRecording, 524288)
        constant("AVAudioSession.CategoryOptions.farFieldInput", AVAudioSession.CategoryOptions.farFieldInput, 262144)
    }
    #endif

    #if os(iOS) || os(Linux)
    @Test func valuesOfAVAudioSession_CategoryOptions3() {
        constant("AVAudioSession.CategoryOptions.allowAirPlay", AVAudioSession.CategoryOptions.allowAirPlay, 64)
        constant("AVAudioSession.CategoryOptions.allowBluetooth", AVAudioSession.CategoryOptions.allowBluetooth, 4)
        constant("AVAudioSession.CategoryOptions.allowBluetoothA2DP", AVAudioSession.CategoryOptions.allowBluetoothA2DP, 32)
        constant("AVAudioSession.CategoryOptions.defaultToSpeaker", AVAudioSession.CategoryOptions.defaultToSpeaker, 8)
        constant("AVAudioSession.CategoryOptions.interruptSpokenAudioAndMixWithOthers", AVAudioSession.CategoryOptions.interruptSpokenAudioAndMixWithOthers, 17)
        constant("AVAudioSession.CategoryOptions.overrideMutedMicrophoneInterruption", AVAudioSession.CategoryOptions.overrideMutedMicrophoneInterruption, 128)
    }
    #endif

    #if os(iOS) && NEWER_SDK || os(Linux)
    @Test func valuesOfAVAudioSession_DeactivationSource() {
        constant("AVAudioSession.DeactivationSource.app", AVAudioSession.DeactivationSource.app, 1)
        constant("AVAudioSession.DeactivationSource.system", AVAudioSession.DeactivationSource.system, 2)
    }
    #endif

    @Test func valuesOfAVAudioSession_ErrorCode() {
        constant("AVAudioSession.ErrorCode.badParam", AVAudioSession.ErrorCode.badParam, -50)
        constant("AVAudioSession.ErrorCode.cannotInterruptOthers", AVAudioSession.ErrorCode.cannotInterruptOthers, 560557684)  // '!int'
        constant("AVAudioSession.ErrorCode.cannotStartPlaying", AVAudioSession.ErrorCode.cannotStartPlaying, 561015905)  // '!pla'
        constant("AVAudioSession.ErrorCode.cannotStartRecording", AVAudioSession.ErrorCode.cannotStartRecording, 561145187)  // '!rec'
        constant("AVAudioSession.ErrorCode.expiredSession", AVAudioSession.ErrorCode.expiredSession, 561210739)  // '!ses'
        constant("AVAudioSession.ErrorCode.incompatibleCategory", AVAudioSession.ErrorCode.incompatibleCategory, 560161140)  // '!cat'
        constant("AVAudioSession.ErrorCode.insufficientPriority", AVAudioSession.ErrorCode.insufficientPriority, 561017449)  // '!pri'
        constant("AVAudioSession.ErrorCode.isBusy", AVAudioSession.ErrorCode.isBusy, 560030580)  // '!act'
        constant("AVAudioSession.ErrorCode.mediaServicesFailed", AVAudioSession.ErrorCode.mediaServicesFailed, 1836282486)  // 'msrv'
        constant("AVAudioSession.ErrorCode.missingEntitlement", AVAudioSession.ErrorCode.missingEntitlement, 1701737535)  // 'ent?'
        constant("AVAudioSession.ErrorCode.none", AVAudioSession.ErrorCode.none, 0)
        constant("AVAudioSession.ErrorCode.resourceNotAvailable", AVAudioSession.ErrorCode.resourceNotAvailable, 561145203)  // '!res'
        constant("AVAudioSession.ErrorCode.sessionNotActive", AVAudioSession.ErrorCode.sessionNotActive, 1768841571)  // 'inac'
        constant("AVAudioSession.ErrorCode.siriIsRecording", AVAudioSession.ErrorCode.siriIsRecording, 1936290409)  // 'siri'
        constant("AVAudioSession.ErrorCode.unspecified", AVAudioSession.ErrorCode.unspecified, 2003329396)  // 'what'
    }

    @Test func valuesOfAVAudioSession_InterruptionOptions() {
        constant("AVAudioSession.InterruptionOptions.shouldResume", AVAudioSession.InterruptionOptions.shouldResume, 1)
    }

    @Test func valuesOfAVAudioSession_InterruptionReason() {
        constant("AVAudioSession.InterruptionReason.appWasSuspended", AVAudioSession.InterruptionReason.appWasSuspended, 1)
        constant("AVAudioSession.InterruptionReason.builtInMicMuted", AVAudioSession.InterruptionReason.builtInMicMuted, 2)
        constant("AVAudioSession.InterruptionReason.default", AVAudioSession.InterruptionReason.default, 0)
    }

    #if os(iOS) && NEWER_SDK || os(Linux)
    @Test func valuesOfAVAudioSession_InterruptionReason2() {
        constant("AVAudioSession.InterruptionReason.routeDisconnected", AVAudioSession.InterruptionReason.routeDisconnected, 4)
    }
    #endif

    @Test func valuesOfAVAudioSession_InterruptionType() {
        constant("AVAudioSession.InterruptionType.began", AVAudioSession.InterruptionType.began, 1)
        constant("AVAudioSession.InterruptionType.ended", AVAudioSession.InterruptionType.ended, 0)
    }

    @Test func valuesOfAVAudioSession_IOType() {
        constant("AVAudioSession.IOType.aggregated", AVAudioSession.IOType.aggregated, 1)
        constant("AVAudioSession.IOType.notSpecified", AVAudioSession.IOType.notSpecified, 0)
    }

    #if os(iOS) && NEWER_SDK || os(Linux)
    @Test func valuesOfAVAudioSession_MicrophoneInjectionMode() {
        constant("AVAudioSession.MicrophoneInjectionMode.none", AVAudioSession.MicrophoneInjectionMode.none, 0)
        constant("AVAudioSession.MicrophoneInjectionMode.spokenAudio", AVAudioSession.MicrophoneInjectionMode.spokenAudio, 1)
    }
    #endif

    #if os(iOS) && NEWER_SDK || os(Linux)
    @Test func valuesOfAVAudioSession_Mode() {
        inferred("AVAudioSession.Mode.dualRoute", AVAudioSession.Mode.dualRoute, "AVAudioSessionModeDualRoute")
        inferred("AVAudioSession.Mode.shortFormVideo", AVAudioSession.Mode.shortFormVideo, "AVAudioSessionModeShortFormVideo")
    }
    #endif

    #if os(iOS) || os(Linux)
    @Test func valuesOfAVAudioSession_Mode2() {
        inferred("AVAudioSession.Mode.default", AVAudioSession.Mode.default, "AVAudioSessionModeDefault")
        inferred("AVAudioSession.Mode.gameChat", AVAudioSession.Mode.gameChat, "AVAudioSessionModeGameChat")
        inferred("AVAudioSession.Mode.measurement", AVAudioSession.Mode.measurement, "AVAudioSessionModeMeasurement")
        inferred("AVAudioSession.Mode.moviePlayback", AVAudioSession.Mode.moviePlayback, "AVAudioSessionModeMoviePlayback")
        inferred("AVAudioSession.Mode.spokenAudio", AVAudioSession.Mode.spokenAudio, "AVAudioSessionModeSpokenAudio")
        inferred("AVAudioSession.Mode.videoChat", AVAudioSession.Mode.videoChat, "AVAudioSessionModeVideoChat")
        inferred("AVAudioSession.Mode.videoRecording", AVAudioSession.Mode.videoRecording, "AVAudioSessionModeVideoRecording")
        inferred("AVAudioSession.Mode.voiceChat", AVAudioSession.Mode.voiceChat, "AVAudioSessionModeVoiceChat")
        inferred("AVAudioSession.Mode.voicePrompt", AVAudioSession.Mode.voicePrompt, "AVAudioSessionModeVoicePrompt")
    }
    #endif

    #if os(iOS) && NEWER_SDK || os(Linux)
    @Test func valuesOfAVAudioSession_Port() {
        inferred("AVAudioSession.Port.continuityMicrophone", AVAudioSession.Port.continuityMicrophone, "ContinuityMicrophone")
    }
    #endif

    #if os(iOS) || os(Linux)
    @Test func valuesOfAVAudioSession_Port2() {
        inferred("AVAudioSession.Port.AVB", AVAudioSession.Port.AVB, "AVB")
        inferred("AVAudioSession.Port.HDMI", AVAudioSession.Port.HDMI, "HDMIOutput")
        inferred("AVAudioSession.Port.PCI", AVAudioSession.Port.PCI, "PCI")
        inferred("AVAudioSession.Port.airPlay", AVAudioSession.Port.airPlay, "AirPlay")
        inferred("AVAudioSession.Port.bluetoothA2DP", AVAudioSession.Port.bluetoothA2DP, "BluetoothA2DPOutput")
        inferred("AVAudioSession.Port.bluetoothHFP", AVAudioSession.Port.bluetoothHFP, "BluetoothHFP")
        inferred("AVAudioSession.Port.bluetoothLE", AVAudioSession.Port.bluetoothLE, "BluetoothLE")
        inferred("AVAudioSession.Port.builtInMic", AVAudioSession.Port.builtInMic, "MicrophoneBuiltIn")
        inferred("AVAudioSession.Port.builtInReceiver", AVAudioSession.Port.builtInReceiver, "Receiver")
        inferred("AVAudioSession.Port.builtInSpeaker", AVAudioSession.Port.builtInSpeaker, "Speaker")
        inferred("AVAudioSession.Port.carAudio", AVAudioSession.Port.carAudio, "CarAudio")
        inferred("AVAudioSession.Port.displayPort", AVAudioSession.Port.displayPort, "DisplayPort")
        inferred("AVAudioSession.Port.fireWire", AVAudioSession.Port.fireWire, "FireWire")
        inferred("AVAudioSession.Port.headphones", AVAudioSession.Port.headphones, "Headphones")
        inferred("AVAudioSession.Port.headsetMic", AVAudioSession.Port.headsetMic, "MicrophoneWired")
        inferred("AVAudioSession.Port.lineIn", AVAudioSession.Port.lineIn, "LineIn")
        inferred("AVAudioSession.Port.lineOut", AVAudioSession.Port.lineOut, "LineOut")
        inferred("AVAudioSession.Port.thunderbolt", AVAudioSession.Port.thunderbolt, "Thunderbolt")
        inferred("AVAudioSession.Port.usbAudio", AVAudioSession.Port.usbAudio, "USBAudio")
        inferred("AVAudioSession.Port.virtual", AVAudioSession.Port.virtual, "Virtual")
    }
    #endif

    @Test func valuesOfAVAudioSession_PortOverride() {
        constant("AVAudioSession.PortOverride.none", AVAudioSession.PortOverride.none, 0)
    }

    #if os(iOS) || os(Linux)
    @Test func valuesOfAVAudioSession_PortOverride2() {
        constant("AVAudioSession.PortOverride.speaker", AVAudioSession.PortOverride.speaker, 1936747378)  // 'spkr'
    }
    #endif

    @Test func valuesOfAVAudioSession_PromptStyle() {
        constant("AVAudioSession.PromptStyle.none", AVAudioSession.PromptStyle.none, 1852796517)  // 'none'
        constant("AVAudioSession.PromptStyle.normal", AVAudioSession.PromptStyle.normal, 1852992876)  // 'nrml'
        constant("AVAudioSession.PromptStyle.short", AVAudioSession.PromptStyle.short, 1936224884)  // 'shrt'
    }

    #if os(iOS) || os(Linux)
    @Test func valuesOfAVAudioSession_RecordPermission() {
        constant("AVAudioSession.RecordPermission.denied", AVAudioSession.RecordPermission.denied, 1684369017)  // 'deny'
        constant("AVAudioSession.RecordPermission.granted", AVAudioSession.RecordPermission.granted, 1735552628)  // 'grnt'
        constant("AVAudioSession.RecordPermission.undetermined", AVAudioSession.RecordPermission.undetermined, 1970168948)  // 'undt'
    }
    #endif

    @Test func valuesOfAVAudioSession_RenderingMode() {
        constant("AVAudioSession.RenderingMode.dolbyAtmos", AVAudioSession.RenderingMode.dolbyAtmos, 5)
        constant("AVAudioSession.RenderingMode.dolbyAudio", AVAudioSession.RenderingMode.dolbyAudio, 4)
        constant("AVAudioSession.RenderingMode.monoStereo", AVAudioSession.RenderingMode.monoStereo, 1)
        constant("AVAudioSession.RenderingMode.notApplicable", AVAudioSession.RenderingMode.notApplicable, 0)
        constant("AVAudioSession.RenderingMode.spatialAudio", AVAudioSession.RenderingMode.spatialAudio, 3)
        constant("AVAudioSession.RenderingMode.surround", AVAudioSession.RenderingMode.surround, 2)
    }

    #if os(iOS) && NEWER_SDK || os(Linux)
    @Test func valuesOfAVAudioSession_ResumptionRecommendation() {
        constant("AVAudioSession.ResumptionRecommendation.shouldNotResume", AVAudioSession.ResumptionRecommendation.shouldNotResume, 0)
        constant("AVAudioSession.ResumptionRecommendation.shouldResume", AVAudioSession.ResumptionRecommendation.shouldResume, 1)
    }
    #endif

    @Test func valuesOfAVAudioSession_RouteChangeReason() {
        constant("AVAudioSession.RouteChangeReason.categoryChange", AVAudioSession.RouteChangeReason.categoryChange, 3)
        constant("AVAudioSession.RouteChangeReason.newDeviceAvailable", AVAudioSession.RouteChangeReason.newDeviceAvailable, 1)
        constant("AVAudioSession.RouteChangeReason.noSuitableRouteForCategory", AVAudioSession.RouteChangeReason.noSuitableRouteForCategory, 7)
        constant("AVAudioSession.RouteChangeReason.oldDeviceUnavailable", AVAudioSession.RouteChangeReason.oldDeviceUnavailable, 2)
        constant("AVAudioSession.RouteChangeReason.override", AVAudioSession.RouteChangeReason.override, 4)
        constant("AVAudioSession.RouteChangeReason.routeConfigurationChange", AVAudioSession.RouteChangeReason.routeConfigurationChange, 8)
        constant("AVAudioSession.RouteChangeReason.unknown", AVAudioSession.RouteChangeReason.unknown, 0)
        constant("AVAudioSession.RouteChangeReason.wakeFromSleep", AVAudioSession.RouteChangeReason.wakeFromSleep, 6)
    }

    @Test func valuesOfAVAudioSession_RouteSharingPolicy() {
        constant("AVAudioSession.RouteSharingPolicy.default", AVAudioSession.RouteSharingPolicy.default, 0)
        constant("AVAudioSession.RouteSharingPolicy.independent", AVAudioSession.RouteSharingPolicy.independent, 2)
        constant("AVAudioSession.RouteSharingPolicy.longFormAudio", AVAudioSession.RouteSharingPolicy.longFormAudio, 1)
    }

    #if os(iOS) || os(Linux)
    @Test func valuesOfAVAudioSession_RouteSharingPolicy2() {
        constant("AVAudioSession.RouteSharingPolicy.longForm", AVAudioSession.RouteSharingPolicy.longForm, 1)
        constant("AVAudioSession.RouteSharingPolicy.longFormVideo", AVAudioSession.RouteSharingPolicy.longFormVideo, 3)
    }
    #endif

    @Test func valuesOfAVAudioSession_SetActiveOptions() {
        constant("AVAudioSession.SetActiveOptions.notifyOthersOnDeactivation", AVAudioSession.SetActiveOptions.notifyOthersOnDeactivation, 1)
    }

    @Test func valuesOfAVAudioSession_SilenceSecondaryAudioHintType() {
        constant("AVAudioSession.SilenceSecondaryAudioHintType.begin", AVAudioSession.SilenceSecondaryAudioHintType.begin, 1)
        constant("AVAudioSession.SilenceSecondaryAudioHintType.end", AVAudioSession.SilenceSecondaryAudioHintType.end, 0)
    }

    @Test func valuesOfAVAudioSession_StereoOrientation() {
        constant("AVAudioSession.StereoOrientation.landscapeLeft", AVAudioSession.StereoOrientation.landscapeLeft, 4)
        constant("AVAudioSession.StereoOrientation.landscapeRight", AVAudioSession.StereoOrientation.landscapeRight, 3)
        constant("AVAudioSession.StereoOrientation.none", AVAudioSession.StereoOrientation.none, 0)
        constant("AVAudioSession.StereoOrientation.portrait", AVAudioSession.StereoOrientation.portrait, 1)
        constant("AVAudioSession.StereoOrientation.portraitUpsideDown", AVAudioSession.StereoOrientation.portraitUpsideDown, 2)
    }

    #if os(iOS) && NEWER_SDK || os(Linux)
    @Test func valuesOfAVAudioSessionDeactivationOptions() {
        constant("AVAudioSessionDeactivationOptions.notifyOthersOnDeactivation", AVAudioSessionDeactivationOptions.notifyOthersOnDeactivation, 1)
    }
    #endif
}
