// Written by Tools/constants from the tables of Apple's API. Do not edit.
// swift-format-ignore-file

import AVFAudio
import AudioToolbox
import CoreAudioTypes
import CoreMIDI
import Foundation
import Testing

extension Conformance.Constants {
    @Test func valuesOfAVAudioUnitComponentManager() {
        inferred("AVAudioUnitComponentManager.registrationsChangedNotification", AVAudioUnitComponentManager.registrationsChangedNotification, "AVAudioUnitComponentManagerRegistrationsChangedNotification")
    }

    @Test func valuesOfAVAudioUnitDistortionPreset() {
        constant("AVAudioUnitDistortionPreset.drumsBitBrush", AVAudioUnitDistortionPreset.drumsBitBrush, 0)
        constant("AVAudioUnitDistortionPreset.drumsBufferBeats", AVAudioUnitDistortionPreset.drumsBufferBeats, 1)
        constant("AVAudioUnitDistortionPreset.drumsLoFi", AVAudioUnitDistortionPreset.drumsLoFi, 2)
        constant("AVAudioUnitDistortionPreset.multiBrokenSpeaker", AVAudioUnitDistortionPreset.multiBrokenSpeaker, 3)
        constant("AVAudioUnitDistortionPreset.multiCellphoneConcert", AVAudioUnitDistortionPreset.multiCellphoneConcert, 4)
        constant("AVAudioUnitDistortionPreset.multiDecimated1", AVAudioUnitDistortionPreset.multiDecimated1, 5)
        constant("AVAudioUnitDistortionPreset.multiDecimated2", AVAudioUnitDistortionPreset.multiDecimated2, 6)
        constant("AVAudioUnitDistortionPreset.multiDecimated3", AVAudioUnitDistortionPreset.multiDecimated3, 7)
        constant("AVAudioUnitDistortionPreset.multiDecimated4", AVAudioUnitDistortionPreset.multiDecimated4, 8)
        constant("AVAudioUnitDistortionPreset.multiDistortedCubed", AVAudioUnitDistortionPreset.multiDistortedCubed, 10)
        constant("AVAudioUnitDistortionPreset.multiDistortedFunk", AVAudioUnitDistortionPreset.multiDistortedFunk, 9)
        constant("AVAudioUnitDistortionPreset.multiDistortedSquared", AVAudioUnitDistortionPreset.multiDistortedSquared, 11)
        constant("AVAudioUnitDistortionPreset.multiEcho1", AVAudioUnitDistortionPreset.multiEcho1, 12)
        constant("AVAudioUnitDistortionPreset.multiEcho2", AVAudioUnitDistortionPreset.multiEcho2, 13)
        constant("AVAudioUnitDistortionPreset.multiEchoTight1", AVAudioUnitDistortionPreset.multiEchoTight1, 14)
        constant("AVAudioUnitDistortionPreset.multiEchoTight2", AVAudioUnitDistortionPreset.multiEchoTight2, 15)
        constant("AVAudioUnitDistortionPreset.multiEverythingIsBroken", AVAudioUnitDistortionPreset.multiEverythingIsBroken, 16)
        constant("AVAudioUnitDistortionPreset.speechAlienChatter", AVAudioUnitDistortionPreset.speechAlienChatter, 17)
        constant("AVAudioUnitDistortionPreset.speechCosmicInterference", AVAudioUnitDistortionPreset.speechCosmicInterference, 18)
        constant("AVAudioUnitDistortionPreset.speechGoldenPi", AVAudioUnitDistortionPreset.speechGoldenPi, 19)
        constant("AVAudioUnitDistortionPreset.speechRadioTower", AVAudioUnitDistortionPreset.speechRadioTower, 20)
        constant("AVAudioUnitDistortionPreset.speechWaves", AVAudioUnitDistortionPreset.speechWaves, 21)
    }

    @Test func valuesOfAVAudioUnitEQFilterType() {
        constant("AVAudioUnitEQFilterType.bandPass", AVAudioUnitEQFilterType.bandPass, 5)
        constant("AVAudioUnitEQFilterType.bandStop", AVAudioUnitEQFilterType.bandStop, 6)
        constant("AVAudioUnitEQFilterType.highPass", AVAudioUnitEQFilterType.highPass, 2)
        constant("AVAudioUnitEQFilterType.highShelf", AVAudioUnitEQFilterType.highShelf, 8)
        constant("AVAudioUnitEQFilterType.lowPass", AVAudioUnitEQFilterType.lowPass, 1)
        constant("AVAudioUnitEQFilterType.lowShelf", AVAudioUnitEQFilterType.lowShelf, 7)
        constant("AVAudioUnitEQFilterType.parametric", AVAudioUnitEQFilterType.parametric, 0)
        constant("AVAudioUnitEQFilterType.resonantHighPass", AVAudioUnitEQFilterType.resonantHighPass, 4)
        constant("AVAudioUnitEQFilterType.resonantHighShelf", AVAudioUnitEQFilterType.resonantHighShelf, 10)
        constant("AVAudioUnitEQFilterType.resonantLowPass", AVAudioUnitEQFilterType.resonantLowPass, 3)
        constant("AVAudioUnitEQFilterType.resonantLowShelf", AVAudioUnitEQFilterType.resonantLowShelf, 9)
    }

    @Test func valuesOfAVAudioUnitReverbPreset() {
        constant("AVAudioUnitReverbPreset.cathedral", AVAudioUnitReverbPreset.cathedral, 8)
        constant("AVAudioUnitReverbPreset.largeChamber", AVAudioUnitReverbPreset.largeChamber, 7)
        constant("AVAudioUnitReverbPreset.largeHall", AVAudioUnitReverbPreset.largeHall, 4)
        constant("AVAudioUnitReverbPreset.largeHall2", AVAudioUnitReverbPreset.largeHall2, 12)
        constant("AVAudioUnitReverbPreset.largeRoom", AVAudioUnitReverbPreset.largeRoom, 2)
        constant("AVAudioUnitReverbPreset.largeRoom2", AVAudioUnitReverbPreset.largeRoom2, 9)
        constant("AVAudioUnitReverbPreset.mediumChamber", AVAudioUnitReverbPreset.mediumChamber, 6)
        constant("AVAudioUnitReverbPreset.mediumHall", AVAudioUnitReverbPreset.mediumHall, 3)
        constant("AVAudioUnitReverbPreset.mediumHall2", AVAudioUnitReverbPreset.mediumHall2, 10)
        constant("AVAudioUnitReverbPreset.mediumHall3", AVAudioUnitReverbPreset.mediumHall3, 11)
        constant("AVAudioUnitReverbPreset.mediumRoom", AVAudioUnitReverbPreset.mediumRoom, 1)
        constant("AVAudioUnitReverbPreset.plate", AVAudioUnitReverbPreset.plate, 5)
        constant("AVAudioUnitReverbPreset.smallRoom", AVAudioUnitReverbPreset.smallRoom, 0)
    }

    #if NEWER_SDK || os(Linux)
    @Test func valuesOfAVAudioVoiceProcessingOtherAudioDuckingConfiguration_Level() {
        constant("AVAudioVoiceProcessingOtherAudioDuckingConfiguration.Level.default", AVAudioVoiceProcessingOtherAudioDuckingConfiguration.Level.default, 0)
        constant("AVAudioVoiceProcessingOtherAudioDuckingConfiguration.Level.max", AVAudioVoiceProcessingOtherAudioDuckingConfiguration.Level.max, 30)
        constant("AVAudioVoiceProcessingOtherAudioDuckingConfiguration.Level.mid", AVAudioVoiceProcessingOtherAudioDuckingConfiguration.Level.mid, 20)
        constant("AVAudioVoiceProcessingOtherAudioDuckingConfiguration.Level.min", AVAudioVoiceProcessingOtherAudioDuckingConfiguration.Level.min, 10)
    }
    #endif

    #if NEWER_SDK || os(Linux)
    @Test func valuesOfAVAudioVoiceProcessingSpeechActivityEvent() {
        constant("AVAudioVoiceProcessingSpeechActivityEvent.ended", AVAudioVoiceProcessingSpeechActivityEvent.ended, 1)
        constant("AVAudioVoiceProcessingSpeechActivityEvent.started", AVAudioVoiceProcessingSpeechActivityEvent.started, 0)
    }
    #endif

    @Test func valuesOfAVChannelLayout() {
        inferred("AVChannelLayoutKey", AVChannelLayoutKey, "AVChannelLayoutKey")
    }

    #if NEWER_SDK || os(Linux)
    @Test func valuesOfAVEncoderASP() {
        inferred("AVEncoderASPFrequencyKey", AVEncoderASPFrequencyKey, "AVEncoderASPFrequencyKey")
    }
    #endif

    @Test func valuesOfAVEncoderAudio() {
        inferred("AVEncoderAudioQualityForVBRKey", AVEncoderAudioQualityForVBRKey, "AVEncoderAudioQualityForVBRKey")
        inferred("AVEncoderAudioQualityKey", AVEncoderAudioQualityKey, "AVEncoderAudioQualityKey")
    }

    @Test func valuesOfAVEncoderBit() {
        inferred("AVEncoderBitDepthHintKey", AVEncoderBitDepthHintKey, "AVEncoderBitDepthHintKey")
        inferred("AVEncoderBitRateKey", AVEncoderBitRateKey, "AVEncoderBitRateKey")
        inferred("AVEncoderBitRatePerChannelKey", AVEncoderBitRatePerChannelKey, "AVEncoderBitRatePerChannelKey")
        inferred("AVEncoderBitRateStrategyKey", AVEncoderBitRateStrategyKey, "AVEncoderBitRateStrategyKey")
    }

    #if NEWER_SDK || os(Linux)
    @Test func valuesOfAVEncoderContent() {
        inferred("AVEncoderContentSourceKey", AVEncoderContentSourceKey, "AVEncoderContentSourceKey")
    }
    #endif

    #if NEWER_SDK || os(Linux)
    @Test func valuesOfAVEncoderDynamic() {
        inferred("AVEncoderDynamicRangeControlConfigurationKey", AVEncoderDynamicRangeControlConfigurationKey, "AVEncoderDynamicRangeControlConfigurationKey")
    }
    #endif

    @Test func valuesOfAVFormatID() {
        inferred("AVFormatIDKey", AVFormatIDKey, "AVFormatIDKey")
    }

    @Test func valuesOfAVLinearPCM() {
        inferred("AVLinearPCMBitDepthKey", AVLinearPCMBitDepthKey, "AVLinearPCMBitDepthKey")
        inferred("AVLinearPCMIsBigEndianKey", AVLinearPCMIsBigEndianKey, "AVLinearPCMIsBigEndianKey")
        inferred("AVLinearPCMIsFloatKey", AVLinearPCMIsFloatKey, "AVLinearPCMIsFloatKey")
        inferred("AVLinearPCMIsNonInterleaved", AVLinearPCMIsNonInterleaved, "AVLinearPCMIsNonInterleaved")
    }

    @Test func valuesOfAVMIDIControlChangeEvent_MessageType() {
        constant("AVMIDIControlChangeEvent.MessageType.RPN_LSB", AVMIDIControlChangeEvent.MessageType.RPN_LSB, 100)
        constant("AVMIDIControlChangeEvent.MessageType.RPN_MSB", AVMIDIControlChangeEvent.MessageType.RPN_MSB, 101)
        constant("AVMIDIControlChangeEvent.MessageType.allNotesOff", AVMIDIControlChangeEvent.MessageType.allNotesOff, 123)
        constant("AVMIDIControlChangeEvent.MessageType.allSoundOff", AVMIDIControlChangeEvent.MessageType.allSoundOff, 120)
        constant("AVMIDIControlChangeEvent.MessageType.attackTime", AVMIDIControlChangeEvent.MessageType.attackTime, 73)
        constant("AVMIDIControlChangeEvent.MessageType.balance", AVMIDIControlChangeEvent.MessageType.balance, 8)
        constant("AVMIDIControlChangeEvent.MessageType.bankSelect", AVMIDIControlChangeEvent.MessageType.bankSelect, 0)
        constant("AVMIDIControlChangeEvent.MessageType.breath", AVMIDIControlChangeEvent.MessageType.breath, 2)
        constant("AVMIDIControlChangeEvent.MessageType.brightness", AVMIDIControlChangeEvent.MessageType.brightness, 74)
        constant("AVMIDIControlChangeEvent.MessageType.chorusLevel", AVMIDIControlChangeEvent.MessageType.chorusLevel, 93)
        constant("AVMIDIControlChangeEvent.MessageType.dataEntry", AVMIDIControlChangeEvent.MessageType.dataEntry, 6)
        constant("AVMIDIControlChangeEvent.MessageType.decayTime", AVMIDIControlChangeEvent.MessageType.decayTime, 75)
        constant("AVMIDIControlChangeEvent.MessageType.expression", AVMIDIControlChangeEvent.MessageType.expression, 11)
        constant("AVMIDIControlChangeEvent.MessageType.filterResonance", AVMIDIControlChangeEvent.MessageType.filterResonance, 71)
        constant("AVMIDIControlChangeEvent.MessageType.foot", AVMIDIControlChangeEvent.MessageType.foot, 4)
        constant("AVMIDIControlChangeEvent.MessageType.hold2Pedal", AVMIDIControlChangeEvent.MessageType.hold2Pedal, 69)
        constant("AVMIDIControlChangeEvent.MessageType.legatoPedal", AVMIDIControlChangeEvent.MessageType.legatoPedal, 68)
        constant("AVMIDIControlChangeEvent.MessageType.modWheel", AVMIDIControlChangeEvent.MessageType.modWheel, 1)
        constant("AVMIDIControlChangeEvent.MessageType.monoModeOff", AVMIDIControlChangeEvent.MessageType.monoModeOff, 127)
        constant("AVMIDIControlChangeEvent.MessageType.monoModeOn", AVMIDIControlChangeEvent.MessageType.monoModeOn, 126)
        constant("AVMIDIControlChangeEvent.MessageType.omniModeOff", AVMIDIControlChangeEvent.MessageType.omniModeOff, 124)
        constant("AVMIDIControlChangeEvent.MessageType.omniModeOn", AVMIDIControlChangeEvent.MessageType.omniModeOn, 125)
        constant("AVMIDIControlChangeEvent.MessageType.pan", AVMIDIControlChangeEvent.MessageType.pan, 10)
        constant("AVMIDIControlChangeEvent.MessageType.portamento", AVMIDIControlChangeEvent.MessageType.portamento, 65)
        constant("AVMIDIControlChangeEvent.MessageType.portamentoTime", AVMIDIControlChangeEvent.MessageType.portamentoTime, 5)
        constant("AVMIDIControlChangeEvent.MessageType.releaseTime", AVMIDIControlChangeEvent.MessageType.releaseTime, 72)
        constant("AVMIDIControlChangeEvent.MessageType.resetAllControllers", AVMIDIControlChangeEvent.MessageType.resetAllControllers, 121)
        constant("AVMIDIControlChangeEvent.MessageType.reverbLevel", AVMIDIControlChangeEvent.MessageType.reverbLevel, 91)
        constant("AVMIDIControlChangeEvent.MessageType.soft", AVMIDIControlChangeEvent.MessageType.soft, 67)
        constant("AVMIDIControlChangeEvent.MessageType.sostenuto", AVMIDIControlChangeEvent.MessageType.sostenuto, 66)
        constant("AVMIDIControlChangeEvent.MessageType.sustain", AVMIDIControlChangeEvent.MessageType.sustain, 64)
        constant("AVMIDIControlChangeEvent.MessageType.vibratoDelay", AVMIDIControlChangeEvent.MessageType.vibratoDelay, 78)
        constant("AVMIDIControlChangeEvent.MessageType.vibratoDepth", AVMIDIControlChangeEvent.MessageType.vibratoDepth, 77)
        constant("AVMIDIControlChangeEvent.MessageType.vibratoRate", AVMIDIControlChangeEvent.MessageType.vibratoRate, 76)
        constant("AVMIDIControlChangeEvent.MessageType.volume", AVMIDIControlChangeEvent.MessageType.volume, 7)
    }

    @Test func valuesOfAVMIDIMetaEvent_EventType() {
        constant("AVMIDIMetaEvent.EventType.copyright", AVMIDIMetaEvent.EventType.copyright, 2)
        constant("AVMIDIMetaEvent.EventType.cuePoint", AVMIDIMetaEvent.EventType.cuePoint, 7)
        constant("AVMIDIMetaEvent.EventType.endOfTrack", AVMIDIMetaEvent.EventType.endOfTrack, 47)
        constant("AVMIDIMetaEvent.EventType.instrument", AVMIDIMetaEvent.EventType.instrument, 4)
        constant("AVMIDIMetaEvent.EventType.keySignature", AVMIDIMetaEvent.EventType.keySignature, 89)
        constant("AVMIDIMetaEvent.EventType.lyric", AVMIDIMetaEvent.EventType.lyric, 5)
        constant("AVMIDIMetaEvent.EventType.marker", AVMIDIMetaEvent.EventType.marker, 6)
        constant("AVMIDIMetaEvent.EventType.midiChannel", AVMIDIMetaEvent.EventType.midiChannel, 32)
        constant("AVMIDIMetaEvent.EventType.midiPort", AVMIDIMetaEvent.EventType.midiPort, 33)
        constant("AVMIDIMetaEvent.EventType.proprietaryEvent", AVMIDIMetaEvent.EventType.proprietaryEvent, 127)
        constant("AVMIDIMetaEvent.EventType.sequenceNumber", AVMIDIMetaEvent.EventType.sequenceNumber, 0)
        constant("AVMIDIMetaEvent.EventType.smpteOffset", AVMIDIMetaEvent.EventType.smpteOffset, 84)
        constant("AVMIDIMetaEvent.EventType.tempo", AVMIDIMetaEvent.EventType.tempo, 81)
        constant("AVMIDIMetaEvent.EventType.text", AVMIDIMetaEvent.EventType.text, 1)
        constant("AVMIDIMetaEvent.EventType.timeSignature", AVMIDIMetaEvent.EventType.timeSignature, 88)
        constant("AVMIDIMetaEvent.EventType.trackName", AVMIDIMetaEvent.EventType.trackName, 3)
    }

    @Test func valuesOfAVMusicSequenceLoadOptions() {
        constant("AVMusicSequenceLoadOptions.smf_ChannelsToTracks", AVMusicSequenceLoadOptions.smf_ChannelsToTracks, 1)
    }

    @Test func valuesOfAVMusicTime() {
        constant("AVMusicTimeStampEndOfTrack", AVMusicTimeStampEndOfTrack, .greatestFiniteMagnitude)
    }

    @Test func valuesOfAVMusicTrackLoopCount() {
        constant("AVMusicTrackLoopCount.forever", AVMusicTrackLoopCount.forever, -1)
    }

    @Test func valuesOfAVNumberOf() {
        inferred("AVNumberOfChannelsKey", AVNumberOfChannelsKey, "AVNumberOfChannelsKey")
    }

    @Test func valuesOfAVSampleRate() {
        inferred("AVSampleRateConverterAlgorithmKey", AVSampleRateConverterAlgorithmKey, "AVSampleRateConverterAlgorithmKey")
        inferred("AVSampleRateConverterAudioQualityKey", AVSampleRateConverterAudioQualityKey, "AVSampleRateConverterAudioQualityKey")
        inferred("AVSampleRateKey", AVSampleRateKey, "AVSampleRateKey")
    }

    @Test func valuesOfAVSampleRateConverterAlgorithm() {
        inferred("AVSampleRateConverterAlgorithm_Mastering", AVSampleRateConverterAlgorithm_Mastering, "AVSampleRateConverterAlgorithm_Mastering")
        inferred("AVSampleRateConverterAlgorithm_MinimumPhase", AVSampleRateConverterAlgorithm_MinimumPhase, "AVSampleRateConverterAlgorithm_MinimumPhase")
        inferred("AVSampleRateConverterAlgorithm_Normal", AVSampleRateConverterAlgorithm_Normal, "AVSampleRateConverterAlgorithm_Normal")
    }

    @Test func valuesOfAVSpeechBoundary() {
        constant("AVSpeechBoundary.immediate", AVSpeechBoundary.immediate, 0)
        constant("AVSpeechBoundary.word", AVSpeechBoundary.word, 1)
    }

    @Test func valuesOfAVSpeechSynthesisMarker_Mark() {
        constant("AVSpeechSynthesisMarker.Mark.bookmark", AVSpeechSynthesisMarker.Mark.bookmark, 4)
        constant("AVSpeechSynthesisMarker.Mark.paragraph", AVSpeechSynthesisMarker.Mark.paragraph, 3)
        constant("AVSpeechSynthesisMarker.Mark.phoneme", AVSpeechSynthesisMarker.Mark.phoneme, 0)
        constant("AVSpeechSynthesisMarker.Mark.sentence", AVSpeechSynthesisMarker.Mark.sentence, 2)
        constant("AVSpeechSynthesisMarker.Mark.word", AVSpeechSynthesisMarker.Mark.word, 1)
    }

    #if NEWER_SDK || os(Linux)
    @Test func valuesOfAVSpeechSynthesisVoice_Traits() {
        constant("AVSpeechSynthesisVoice.Traits.isNoveltyVoice", AVSpeechSynthesisVoice.Traits.isNoveltyVoice, 1)
        constant("AVSpeechSynthesisVoice.Traits.isPersonalVoice", AVSpeechSynthesisVoice.Traits.isPersonalVoice, 2)
    }
    #endif

    @Test func valuesOfAVSpeechSynthesisVoiceGender() {
        constant("AVSpeechSynthesisVoiceGender.female", AVSpeechSynthesisVoiceGender.female, 2)
        constant("AVSpeechSynthesisVoiceGender.male", AVSpeechSynthesisVoiceGender.male, 1)
        constant("AVSpeechSynthesisVoiceGender.unspecified", AVSpeechSynthesisVoiceGender.unspecified, 0)
    }

    @Test func valuesOfAVSpeechSynthesisVoiceQuality() {
        constant("AVSpeechSynthesisVoiceQuality.default", AVSpeechSynthesisVoiceQuality.default, 1)
        constant("AVSpeechSynthesisVoiceQuality.enhanced", AVSpeechSynthesisVoiceQuality.enhanced, 2)
        constant("AVSpeechSynthesisVoiceQuality.premium", AVSpeechSynthesisVoiceQuality.premium, 3)
    }

    #if NEWER_SDK || os(Linux)
    @Test func valuesOfAVSpeechSynthesizer() {
        inferred("AVSpeechSynthesizer.availableVoicesDidChangeNotification", AVSpeechSynthesizer.availableVoicesDidChangeNotification, "AVSpeechSynthesisAvailableVoicesDidChangeNotification")
    }
    #endif

    #if NEWER_SDK || os(Linux)
    @Test func valuesOfAVSpeechSynthesizer_PersonalVoiceAuthorizationStatus() {
        constant("AVSpeechSynthesizer.PersonalVoiceAuthorizationStatus.authorized", AVSpeechSynthesizer.PersonalVoiceAuthorizationStatus.authorized, 3)
        constant("AVSpeechSynthesizer.PersonalVoiceAuthorizationStatus.denied", AVSpeechSynthesizer.PersonalVoiceAuthorizationStatus.denied, 1)
        constant("AVSpeechSynthesizer.PersonalVoiceAuthorizationStatus.notDetermined", AVSpeechSynthesizer.PersonalVoiceAuthorizationStatus.notDetermined, 0)
        constant("AVSpeechSynthesizer.PersonalVoiceAuthorizationStatus.unsupported", AVSpeechSynthesizer.PersonalVoiceAuthorizationStatus.unsupported, 2)
    }
    #endif

    @Test func valuesOfAVSpeechUtterance() {
        constant("AVSpeechUtteranceDefaultSpeechRate", AVSpeechUtteranceDefaultSpeechRate, 0.5)
        constant("AVSpeechUtteranceMaximumSpeechRate", AVSpeechUtteranceMaximumSpeechRate, 1.0)
        constant("AVSpeechUtteranceMinimumSpeechRate", AVSpeechUtteranceMinimumSpeechRate, 0.0)
    }

    #if os(iOS) || os(Linux)
    @Test func valuesOfCA_PREFER() {
        constant("CA_PREFER_FIXED_POINT", CA_PREFER_FIXED_POINT, 1)
    }
    #endif

    @Test func valuesOfCAFFormatFlags() {
        constant("CAFFormatFlags.linearPCMFormatFlagIsFloat", CAFFormatFlags.linearPCMFormatFlagIsFloat, 1)
        constant("CAFFormatFlags.linearPCMFormatFlagIsLittleEndian", CAFFormatFlags.linearPCMFormatFlagIsLittleEndian, 2)
    }

    @Test func valuesOfCAFRegionFlags() {
        constant("CAFRegionFlags.loopEnable", CAFRegionFlags.loopEnable, 1)
        constant("CAFRegionFlags.playBackward", CAFRegionFlags.playBackward, 4)
        constant("CAFRegionFlags.playForward", CAFRegionFlags.playForward, 2)
    }

    @Test func valuesOfCOREAUDIOTYPES() {
        constant("COREAUDIOTYPES_VERSION", COREAUDIOTYPES_VERSION, 20211130)
    }

    @Test func valuesOfK3DMixerParam() {
        constant("k3DMixerParam_Azimuth", k3DMixerParam_Azimuth, 0)
        constant("k3DMixerParam_BusEnable", k3DMixerParam_BusEnable, 20)
        constant("k3DMixerParam_Distance", k3DMixerParam_Distance, 2)
        constant("k3DMixerParam_DryWetReverbBlend", k3DMixerParam_DryWetReverbBlend, 23)
        constant("k3DMixerParam_Elevation", k3DMixerParam_Elevation, 1)
        constant("k3DMixerParam_Gain", k3DMixerParam_Gain, 3)
        constant("k3DMixerParam_GlobalReverbGainInDecibels", k3DMixerParam_GlobalReverbGainInDecibels, 24)
        constant("k3DMixerParam_MaxGainInDecibels", k3DMixerParam_MaxGainInDecibels, 22)
        constant("k3DMixerParam_MinGainInDecibels", k3DMixerParam_MinGainInDecibels, 21)
        constant("k3DMixerParam_ObstructionAttenuationInDecibels", k3DMixerParam_ObstructionAttenuationInDecibels, 26)
        constant("k3DMixerParam_OcclusionAttenuationInDecibels", k3DMixerParam_OcclusionAttenuationInDecibels, 25)
        constant("k3DMixerParam_PlaybackRate", k3DMixerParam_PlaybackRate, 4)
        constant("k3DMixerParam_PostAveragePower", k3DMixerParam_PostAveragePower, 3000)
        constant("k3DMixerParam_PostPeakHoldLevel", k3DMixerParam_PostPeakHoldLevel, 4000)
        constant("k3DMixerParam_PreAveragePower", k3DMixerParam_PreAveragePower, 1000)
        constant("k3DMixerParam_PrePeakHoldLevel", k3DMixerParam_PrePeakHoldLevel, 2000)
    }

    #if os(iOS) || os(Linux)
    @Test func valuesOfK3DMixerParam2() {
        constant("k3DMixerParam_Enable", k3DMixerParam_Enable, 5)
        constant("k3DMixerParam_GlobalReverbGain", k3DMixerParam_GlobalReverbGain, 9)
        constant("k3DMixerParam_MaxGain", k3DMixerParam_MaxGain, 7)
        constant("k3DMixerParam_MinGain", k3DMixerParam_MinGain, 6)
        constant("k3DMixerParam_ObstructionAttenuation", k3DMixerParam_ObstructionAttenuation, 11)
        constant("k3DMixerParam_OcclusionAttenuation", k3DMixerParam_OcclusionAttenuation, 10)
        constant("k3DMixerParam_ReverbBlend", k3DMixerParam_ReverbBlend, 8)
    }
    #endif

    @Test func valuesOfKAFInfoDictionary() {
        constant("kAFInfoDictionary_Album", kAFInfoDictionary_Album, "album")
        constant("kAFInfoDictionary_ApproximateDurationInSeconds", kAFInfoDictionary_ApproximateDurationInSeconds, "approximate duration in seconds")
        constant("kAFInfoDictionary_Artist", kAFInfoDictionary_Artist, "artist")
        constant("kAFInfoDictionary_ChannelLayout", kAFInfoDictionary_ChannelLayout, "channel layout")
        constant("kAFInfoDictionary_Comments", kAFInfoDictionary_Comments, "comments")
        constant("kAFInfoDictionary_Composer", kAFInfoDictionary_Composer, "composer")
        constant("kAFInfoDictionary_Copyright", kAFInfoDictionary_Copyright, "copyright")
        constant("kAFInfoDictionary_EncodingApplication", kAFInfoDictionary_EncodingApplication, "encoding application")
        constant("kAFInfoDictionary_Genre", kAFInfoDictionary_Genre, "genre")
        constant("kAFInfoDictionary_ISRC", kAFInfoDictionary_ISRC, "ISRC")
        constant("kAFInfoDictionary_KeySignature", kAFInfoDictionary_KeySignature, "key signature")
        constant("kAFInfoDictionary_Lyricist", kAFInfoDictionary_Lyricist, "lyricist")
        constant("kAFInfoDictionary_NominalBitRate", kAFInfoDictionary_NominalBitRate, "nominal bit rate")
        constant("kAFInfoDictionary_RecordedDate", kAFInfoDictionary_RecordedDate, "recorded date")
        constant("kAFInfoDictionary_SourceBitDepth", kAFInfoDictionary_SourceBitDepth, "source bit depth")
        constant("kAFInfoDictionary_SourceEncoder", kAFInfoDictionary_SourceEncoder, "source encoder")
        constant("kAFInfoDictionary_SubTitle", kAFInfoDictionary_SubTitle, "subtitle")
        constant("kAFInfoDictionary_Tempo", kAFInfoDictionary_Tempo, "tempo")
        constant("kAFInfoDictionary_TimeSignature", kAFInfoDictionary_TimeSignature, "time signature")
        constant("kAFInfoDictionary_Title", kAFInfoDictionary_Title, "title")
        constant("kAFInfoDictionary_TrackNumber", kAFInfoDictionary_TrackNumber, "track number")
        constant("kAFInfoDictionary_Year", kAFInfoDictionary_Year, "year")
    }

    #if os(iOS) || os(Linux)
    @Test func valuesOfKAppleHardware() {
        constant("kAppleHardwareAudioCodecManufacturer", kAppleHardwareAudioCodecManufacturer, 1634756727)  // 'aphw'
    }
    #endif

    @Test func valuesOfKAppleLosslessFormatFlag() {
        constant("kAppleLosslessFormatFlag_16BitSourceData", kAppleLosslessFormatFlag_16BitSourceData, 1)
        constant("kAppleLosslessFormatFlag_20BitSourceData", kAppleLosslessFormatFlag_20BitSourceData, 2)
        constant("kAppleLosslessFormatFlag_24BitSourceData", kAppleLosslessFormatFlag_24BitSourceData, 3)
        constant("kAppleLosslessFormatFlag_32BitSourceData", kAppleLosslessFormatFlag_32BitSourceData, 4)
    }

    #if os(iOS) || os(Linux)
    @Test func valuesOfKAppleSoftware() {
        constant("kAppleSoftwareAudioCodecManufacturer", kAppleSoftwareAudioCodecManufacturer, 1634758764)  // 'appl'
    }
    #endif

    #if NEWER_SDK && !os(Linux)
    @Test func valuesOfKAUAudioMixParameter() {
        constant("kAUAudioMixParameter_RemixAmount", kAUAudioMixParameter_RemixAmount, 1)
        constant("kAUAudioMixParameter_Style", kAUAudioMixParameter_Style, 0)
    }
    #endif

    #if NEWER_SDK && !os(Linux)
    @Test func valuesOfKAUAudioMixProperty() {
        constant("kAUAudioMixProperty_EnableSpatialization", kAUAudioMixProperty_EnableSpatialization, 5001)
        constant("kAUAudioMixProperty_SpatialAudioMixMetadata", kAUAudioMixProperty_SpatialAudioMixMetadata, 5000)
    }
    #endif

    @Test func valuesOfKAudio() {
        constant("kAudio_BadFilePathError", kAudio_BadFilePathError, 561017960)  // '!pth'
        constant("kAudio_FileNotFoundError", kAudio_FileNotFoundError, -43)
        constant("kAudio_FilePermissionError", kAudio_FilePermissionError, -54)
        constant("kAudio_MemFullError", kAudio_MemFullError, -108)
        constant("kAudio_NoError", kAudio_NoError, 0)
        constant("kAudio_ParamError", kAudio_ParamError, -50)
        constant("kAudio_TooManyFilesOpenError", kAudio_TooManyFilesOpenError, -42)
        constant("kAudio_UnimplementedError", kAudio_UnimplementedError, -4)
    }
}
