// Written by Tools/constants from the tables of Apple's API. Do not edit.
// swift-format-ignore-file

import AVFAudio
import AudioToolbox
import CoreAudioTypes
import CoreMIDI
import Foundation
import Testing

extension Conformance.Constants {
    #if !os(Linux)
    @Test func valuesOfKRoundTripAACParam() {
        constant("kRoundTripAACParam_EncodingStrategy", kRoundTripAACParam_EncodingStrategy, 1)
        constant("kRoundTripAACParam_Format", kRoundTripAACParam_Format, 0)
        constant("kRoundTripAACParam_RateOrQuality", kRoundTripAACParam_RateOrQuality, 2)
    }
    #endif

    @Test func valuesOfKSampleDelayParam() {
        constant("kSampleDelayParam_DelayFrames", kSampleDelayParam_DelayFrames, 0)
    }

    @Test func valuesOfKSequenceTrackProperty() {
        constant("kSequenceTrackProperty_AutomatedParameters", kSequenceTrackProperty_AutomatedParameters, 4)
        constant("kSequenceTrackProperty_LoopInfo", kSequenceTrackProperty_LoopInfo, 0)
        constant("kSequenceTrackProperty_MuteStatus", kSequenceTrackProperty_MuteStatus, 2)
        constant("kSequenceTrackProperty_OffsetTime", kSequenceTrackProperty_OffsetTime, 1)
        constant("kSequenceTrackProperty_SoloStatus", kSequenceTrackProperty_SoloStatus, 3)
        constant("kSequenceTrackProperty_TimeResolution", kSequenceTrackProperty_TimeResolution, 6)
        constant("kSequenceTrackProperty_TrackLength", kSequenceTrackProperty_TrackLength, 5)
    }

    @Test func valuesOfKSpatialMixerParam() {
        constant("kSpatialMixerParam_Azimuth", kSpatialMixerParam_Azimuth, 0)
        constant("kSpatialMixerParam_Distance", kSpatialMixerParam_Distance, 2)
        constant("kSpatialMixerParam_Elevation", kSpatialMixerParam_Elevation, 1)
        constant("kSpatialMixerParam_Enable", kSpatialMixerParam_Enable, 5)
        constant("kSpatialMixerParam_Gain", kSpatialMixerParam_Gain, 3)
        constant("kSpatialMixerParam_GlobalReverbGain", kSpatialMixerParam_GlobalReverbGain, 9)
        constant("kSpatialMixerParam_HeadPitch", kSpatialMixerParam_HeadPitch, 20)
        constant("kSpatialMixerParam_HeadRoll", kSpatialMixerParam_HeadRoll, 21)
        constant("kSpatialMixerParam_HeadYaw", kSpatialMixerParam_HeadYaw, 19)
        constant("kSpatialMixerParam_MaxGain", kSpatialMixerParam_MaxGain, 7)
        constant("kSpatialMixerParam_MinGain", kSpatialMixerParam_MinGain, 6)
        constant("kSpatialMixerParam_ObstructionAttenuation", kSpatialMixerParam_ObstructionAttenuation, 11)
        constant("kSpatialMixerParam_OcclusionAttenuation", kSpatialMixerParam_OcclusionAttenuation, 10)
        constant("kSpatialMixerParam_PlaybackRate", kSpatialMixerParam_PlaybackRate, 4)
        constant("kSpatialMixerParam_ReverbBlend", kSpatialMixerParam_ReverbBlend, 8)
    }

    @Test func valuesOfKSystemSoundID() {
        constant("kSystemSoundID_Vibrate", kSystemSoundID_Vibrate, 4095)
    }

    @Test func valuesOfKTimePitchParam() {
        constant("kTimePitchParam_EffectBlend", kTimePitchParam_EffectBlend, 2)
        constant("kTimePitchParam_Pitch", kTimePitchParam_Pitch, 1)
        constant("kTimePitchParam_Rate", kTimePitchParam_Rate, 0)
    }

    @Test func valuesOfKVarispeedParam() {
        constant("kVarispeedParam_PlaybackCents", kVarispeedParam_PlaybackCents, 1)
        constant("kVarispeedParam_PlaybackRate", kVarispeedParam_PlaybackRate, 0)
    }

    @Test func valuesOfMIDIChannelsWhole() {
        constant("MIDIChannelsWholePort", MIDIChannelsWholePort, 127)
    }

    #if NEWER_SDK || os(Linux)
    @Test func valuesOfMIDICICategoryOptions() {
        constant("MIDICICategoryOptions.processInquirySupported", MIDICICategoryOptions.processInquirySupported, 16)
        constant("MIDICICategoryOptions.profileConfigurationSupported", MIDICICategoryOptions.profileConfigurationSupported, 4)
        constant("MIDICICategoryOptions.propertyExchangeSupported", MIDICICategoryOptions.propertyExchangeSupported, 8)
        constant("MIDICICategoryOptions.protocolNegotiation", MIDICICategoryOptions.protocolNegotiation, 2)
    }
    #endif

    #if NEWER_SDK || os(Linux)
    @Test func valuesOfMIDICIDeviceManager() {
        inferred("MIDICIDeviceManager.deviceWasAddedNotification", MIDICIDeviceManager.deviceWasAddedNotification, "MIDICIDeviceWasAddedNotification")
        inferred("MIDICIDeviceManager.deviceWasRemovedNotification", MIDICIDeviceManager.deviceWasRemovedNotification, "MIDICIDeviceWasRemovedNotification")
        inferred("MIDICIDeviceManager.profileWasRemovedNotification", MIDICIDeviceManager.profileWasRemovedNotification, "MIDICIProfileWasRemovedNotification")
        inferred("MIDICIDeviceManager.profileWasUpdatedNotification", MIDICIDeviceManager.profileWasUpdatedNotification, "MIDICIProfileWasUpdatedNotification")
    }
    #endif

    #if NEWER_SDK || os(Linux)
    @Test func valuesOfMIDICIDeviceManager_DictionaryKey() {
        inferred("MIDICIDeviceManager.DictionaryKey.deviceObject", MIDICIDeviceManager.DictionaryKey.deviceObject, "MIDICIDeviceObjectKey")
        inferred("MIDICIDeviceManager.DictionaryKey.profileObject", MIDICIDeviceManager.DictionaryKey.profileObject, "MIDICIProfileObjectKey")
    }
    #endif

    #if NEWER_SDK || os(Linux)
    @Test func valuesOfMIDICIDeviceType() {
        constant("MIDICIDeviceType.legacyMIDI1", MIDICIDeviceType.legacyMIDI1, 1)
        constant("MIDICIDeviceType.unknown", MIDICIDeviceType.unknown, 0)
        constant("MIDICIDeviceType.usbMIDI", MIDICIDeviceType.usbMIDI, 3)
        constant("MIDICIDeviceType.virtual", MIDICIDeviceType.virtual, 2)
    }
    #endif

    #if NEWER_SDK || os(Linux)
    @Test func valuesOfMIDICIManagementMessageType() {
        constant("MIDICIManagementMessageType.discovery", MIDICIManagementMessageType.discovery, 112)
        constant("MIDICIManagementMessageType.inquiryEndpointInformation", MIDICIManagementMessageType.inquiryEndpointInformation, 114)
        constant("MIDICIManagementMessageType.invalidateMUID", MIDICIManagementMessageType.invalidateMUID, 126)
        constant("MIDICIManagementMessageType.midiCIACK", MIDICIManagementMessageType.midiCIACK, 125)
        constant("MIDICIManagementMessageType.midiNAK", MIDICIManagementMessageType.midiNAK, 127)
        constant("MIDICIManagementMessageType.replyToDiscovery", MIDICIManagementMessageType.replyToDiscovery, 113)
        constant("MIDICIManagementMessageType.replyToEndpointInformation", MIDICIManagementMessageType.replyToEndpointInformation, 115)
    }
    #endif

    #if NEWER_SDK || os(Linux)
    @Test func valuesOfMIDICIProcessInquiryMessageType() {
        constant("MIDICIProcessInquiryMessageType.endOfMIDIMessageReport", MIDICIProcessInquiryMessageType.endOfMIDIMessageReport, 68)
        constant("MIDICIProcessInquiryMessageType.inquiryMIDIMessageReport", MIDICIProcessInquiryMessageType.inquiryMIDIMessageReport, 66)
        constant("MIDICIProcessInquiryMessageType.inquiryProcessInquiryCapabilities", MIDICIProcessInquiryMessageType.inquiryProcessInquiryCapabilities, 64)
        constant("MIDICIProcessInquiryMessageType.replyToMIDIMessageReport", MIDICIProcessInquiryMessageType.replyToMIDIMessageReport, 67)
        constant("MIDICIProcessInquiryMessageType.replyToProcessInquiryCapabilities", MIDICIProcessInquiryMessageType.replyToProcessInquiryCapabilities, 65)
    }
    #endif

    #if NEWER_SDK || os(Linux)
    @Test func valuesOfMIDICIProfileMessageType() {
        constant("MIDICIProfileMessageType.detailsInquiry", MIDICIProfileMessageType.detailsInquiry, 40)
        constant("MIDICIProfileMessageType.profileAdded", MIDICIProfileMessageType.profileAdded, 38)
        constant("MIDICIProfileMessageType.profileDisabledReport", MIDICIProfileMessageType.profileDisabledReport, 37)
        constant("MIDICIProfileMessageType.profileEnabledReport", MIDICIProfileMessageType.profileEnabledReport, 36)
        constant("MIDICIProfileMessageType.profileInquiry", MIDICIProfileMessageType.profileInquiry, 32)
        constant("MIDICIProfileMessageType.profileRemoved", MIDICIProfileMessageType.profileRemoved, 39)
        constant("MIDICIProfileMessageType.profileSpecificData", MIDICIProfileMessageType.profileSpecificData, 47)
        constant("MIDICIProfileMessageType.replyToDetailsInquiry", MIDICIProfileMessageType.replyToDetailsInquiry, 41)
        constant("MIDICIProfileMessageType.replyToProfileInquiry", MIDICIProfileMessageType.replyToProfileInquiry, 33)
        constant("MIDICIProfileMessageType.setProfileOff", MIDICIProfileMessageType.setProfileOff, 35)
        constant("MIDICIProfileMessageType.setProfileOn", MIDICIProfileMessageType.setProfileOn, 34)
    }
    #endif

    #if NEWER_SDK || os(Linux)
    @Test func valuesOfMIDICIProfileType() {
        constant("MIDICIProfileType.functionBlock", MIDICIProfileType.functionBlock, 3)
        constant("MIDICIProfileType.group", MIDICIProfileType.group, 2)
        constant("MIDICIProfileType.multichannel", MIDICIProfileType.multichannel, 4)
        constant("MIDICIProfileType.singleChannel", MIDICIProfileType.singleChannel, 1)
    }
    #endif

    #if NEWER_SDK || os(Linux)
    @Test func valuesOfMIDICIPropertyExchangeMessageType() {
        constant("MIDICIPropertyExchangeMessageType.inquiryGetPropertyData", MIDICIPropertyExchangeMessageType.inquiryGetPropertyData, 52)
        constant("MIDICIPropertyExchangeMessageType.inquiryHasPropertyData_Reserved", MIDICIPropertyExchangeMessageType.inquiryHasPropertyData_Reserved, 50)
        constant("MIDICIPropertyExchangeMessageType.inquiryPropertyExchangeCapabilities", MIDICIPropertyExchangeMessageType.inquiryPropertyExchangeCapabilities, 48)
        constant("MIDICIPropertyExchangeMessageType.inquiryReplyToHasPropertyData_Reserved", MIDICIPropertyExchangeMessageType.inquiryReplyToHasPropertyData_Reserved, 51)
        constant("MIDICIPropertyExchangeMessageType.inquirySetPropertyData", MIDICIPropertyExchangeMessageType.inquirySetPropertyData, 54)
        constant("MIDICIPropertyExchangeMessageType.notify", MIDICIPropertyExchangeMessageType.notify, 63)
        constant("MIDICIPropertyExchangeMessageType.replyToGetProperty", MIDICIPropertyExchangeMessageType.replyToGetProperty, 53)
        constant("MIDICIPropertyExchangeMessageType.replyToPropertyExchangeCapabilities", MIDICIPropertyExchangeMessageType.replyToPropertyExchangeCapabilities, 49)
        constant("MIDICIPropertyExchangeMessageType.replyToSetPropertyData", MIDICIPropertyExchangeMessageType.replyToSetPropertyData, 55)
        constant("MIDICIPropertyExchangeMessageType.replyToSubscription", MIDICIPropertyExchangeMessageType.replyToSubscription, 57)
        constant("MIDICIPropertyExchangeMessageType.subscription", MIDICIPropertyExchangeMessageType.subscription, 56)
    }
    #endif

    #if NEWER_SDK || os(Linux)
    @Test func valuesOfMIDICIPropertyExchangeRequestID() {
        constant("MIDICIPropertyExchangeRequestID.badRequestID", MIDICIPropertyExchangeRequestID.badRequestID, 255)
    }
    #endif

    @Test func valuesOfMIDICVStatus() {
        constant("MIDICVStatus.assignableControl", MIDICVStatus.assignableControl, 3)
        constant("MIDICVStatus.assignablePNC", MIDICVStatus.assignablePNC, 1)
        constant("MIDICVStatus.channelPressure", MIDICVStatus.channelPressure, 13)
        constant("MIDICVStatus.controlChange", MIDICVStatus.controlChange, 11)
        constant("MIDICVStatus.noteOff", MIDICVStatus.noteOff, 8)
        constant("MIDICVStatus.noteOn", MIDICVStatus.noteOn, 9)
        constant("MIDICVStatus.perNoteMgmt", MIDICVStatus.perNoteMgmt, 15)
        constant("MIDICVStatus.perNotePitchBend", MIDICVStatus.perNotePitchBend, 6)
        constant("MIDICVStatus.pitchBend", MIDICVStatus.pitchBend, 14)
        constant("MIDICVStatus.polyPressure", MIDICVStatus.polyPressure, 10)
        constant("MIDICVStatus.programChange", MIDICVStatus.programChange, 12)
        constant("MIDICVStatus.registeredControl", MIDICVStatus.registeredControl, 2)
        constant("MIDICVStatus.registeredPNC", MIDICVStatus.registeredPNC, 0)
        constant("MIDICVStatus.relAssignableControl", MIDICVStatus.relAssignableControl, 5)
        constant("MIDICVStatus.relRegisteredControl", MIDICVStatus.relRegisteredControl, 4)
    }

    @Test func valuesOfMIDIMessageType() {
        constant("MIDIMessageType.channelVoice1", MIDIMessageType.channelVoice1, 2)
        constant("MIDIMessageType.channelVoice2", MIDIMessageType.channelVoice2, 4)
        constant("MIDIMessageType.data128", MIDIMessageType.data128, 5)
        constant("MIDIMessageType.sysEx", MIDIMessageType.sysEx, 3)
        constant("MIDIMessageType.system", MIDIMessageType.system, 1)
        constant("MIDIMessageType.unknownF", MIDIMessageType.unknownF, 15)
        constant("MIDIMessageType.utility", MIDIMessageType.utility, 0)
    }

    #if NEWER_SDK || os(Linux)
    @Test func valuesOfMIDIMessageType2() {
        constant("MIDIMessageType.flexData", MIDIMessageType.flexData, 13)
        constant("MIDIMessageType.invalid", MIDIMessageType.invalid, 255)
        constant("MIDIMessageType.stream", MIDIMessageType.stream, 15)
    }
    #endif

    @Test func valuesOfMIDINetworkBonjour() {
        inferred("MIDINetworkBonjourServiceType", MIDINetworkBonjourServiceType, "_apple-midi._udp")
    }

    @Test func valuesOfMIDINetworkConnectionPolicy() {
        constant("MIDINetworkConnectionPolicy.anyone", MIDINetworkConnectionPolicy.anyone, 2)
        constant("MIDINetworkConnectionPolicy.hostsInContactList", MIDINetworkConnectionPolicy.hostsInContactList, 1)
        constant("MIDINetworkConnectionPolicy.noOne", MIDINetworkConnectionPolicy.noOne, 0)
    }

    @Test func valuesOfMIDINetworkNotification() {
        inferred("MIDINetworkNotificationContactsDidChange", MIDINetworkNotificationContactsDidChange, "MIDINetworkNotificationContactsDidChange")
        inferred("MIDINetworkNotificationSessionDidChange", MIDINetworkNotificationSessionDidChange, "MIDINetworkNotificationSessionDidChange")
    }

    @Test func valuesOfMIDINoteAttribute() {
        constant("MIDINoteAttribute.manufacturerSpecific", MIDINoteAttribute.manufacturerSpecific, 1)
        constant("MIDINoteAttribute.none", MIDINoteAttribute.none, 0)
        constant("MIDINoteAttribute.pitch", MIDINoteAttribute.pitch, 3)
        constant("MIDINoteAttribute.profileSpecific", MIDINoteAttribute.profileSpecific, 2)
    }

    @Test func valuesOfMIDINotificationMessageID() {
        constant("MIDINotificationMessageID.msgIOError", MIDINotificationMessageID.msgIOError, 7)
        constant("MIDINotificationMessageID.msgObjectAdded", MIDINotificationMessageID.msgObjectAdded, 2)
        constant("MIDINotificationMessageID.msgObjectRemoved", MIDINotificationMessageID.msgObjectRemoved, 3)
        constant("MIDINotificationMessageID.msgPropertyChanged", MIDINotificationMessageID.msgPropertyChanged, 4)
        constant("MIDINotificationMessageID.msgSerialPortOwnerChanged", MIDINotificationMessageID.msgSerialPortOwnerChanged, 6)
        constant("MIDINotificationMessageID.msgSetupChanged", MIDINotificationMessageID.msgSetupChanged, 1)
        constant("MIDINotificationMessageID.msgThruConnectionsChanged", MIDINotificationMessageID.msgThruConnectionsChanged, 5)
    }

    #if NEWER_SDK || os(Linux)
    @Test func valuesOfMIDINotificationMessageID2() {
        constant("MIDINotificationMessageID.msgInternalStart", MIDINotificationMessageID.msgInternalStart, 4096)
    }
    #endif

    @Test func valuesOfMIDIObjectType() {
        constant("MIDIObjectType.destination", MIDIObjectType.destination, 3)
        constant("MIDIObjectType.device", MIDIObjectType.device, 0)
        constant("MIDIObjectType.entity", MIDIObjectType.entity, 1)
        constant("MIDIObjectType.externalDestination", MIDIObjectType.externalDestination, 19)
        constant("MIDIObjectType.externalDevice", MIDIObjectType.externalDevice, 16)
        constant("MIDIObjectType.externalEntity", MIDIObjectType.externalEntity, 17)
        constant("MIDIObjectType.externalSource", MIDIObjectType.externalSource, 18)
        constant("MIDIObjectType.other", MIDIObjectType.other, -1)
        constant("MIDIObjectType.source", MIDIObjectType.source, 2)
    }

    @Test func valuesOfMIDIPerNoteManagementOptions() {
        constant("MIDIPerNoteManagementOptions.detach", MIDIPerNoteManagementOptions.detach, 2)
        constant("MIDIPerNoteManagementOptions.reset", MIDIPerNoteManagementOptions.reset, 1)
    }

    @Test func valuesOfMIDIProgramChangeOptions() {
        constant("MIDIProgramChangeOptions.bankValid", MIDIProgramChangeOptions.bankValid, 1)
    }

    @Test func valuesOfMIDIProtocolID() {
        constant("MIDIProtocolID._1_0", MIDIProtocolID._1_0, 1)
        constant("MIDIProtocolID._2_0", MIDIProtocolID._2_0, 2)
    }

    @Test func valuesOfMIDISysExStatus() {
        constant("MIDISysExStatus.complete", MIDISysExStatus.complete, 0)
        constant("MIDISysExStatus.continue", MIDISysExStatus.continue, 2)
        constant("MIDISysExStatus.end", MIDISysExStatus.end, 3)
        constant("MIDISysExStatus.mixedDataSetHeader", MIDISysExStatus.mixedDataSetHeader, 8)
        constant("MIDISysExStatus.mixedDataSetPayload", MIDISysExStatus.mixedDataSetPayload, 9)
        constant("MIDISysExStatus.start", MIDISysExStatus.start, 1)
    }

    @Test func valuesOfMIDISystemStatus() {
        constant("MIDISystemStatus.statusActiveSending", MIDISystemStatus.statusActiveSending, 254)
        constant("MIDISystemStatus.statusActiveSensing", MIDISystemStatus.statusActiveSensing, 254)
        constant("MIDISystemStatus.statusContinue", MIDISystemStatus.statusContinue, 251)
        constant("MIDISystemStatus.statusEndOfExclusive", MIDISystemStatus.statusEndOfExclusive, 247)
        constant("MIDISystemStatus.statusMTC", MIDISystemStatus.statusMTC, 241)
        constant("MIDISystemStatus.statusSongPosPointer", MIDISystemStatus.statusSongPosPointer, 242)
        constant("MIDISystemStatus.statusSongSelect", MIDISystemStatus.statusSongSelect, 243)
        constant("MIDISystemStatus.statusStart", MIDISystemStatus.statusStart, 250)
        constant("MIDISystemStatus.statusStartOfExclusive", MIDISystemStatus.statusStartOfExclusive, 240)
        constant("MIDISystemStatus.statusStop", MIDISystemStatus.statusStop, 252)
        constant("MIDISystemStatus.statusSystemReset", MIDISystemStatus.statusSystemReset, 255)
        constant("MIDISystemStatus.statusTimingClock", MIDISystemStatus.statusTimingClock, 248)
        constant("MIDISystemStatus.statusTuneRequest", MIDISystemStatus.statusTuneRequest, 246)
    }

    @Test func valuesOfMIDITransformControlType() {
        constant("MIDITransformControlType.controlType_14Bit", MIDITransformControlType.controlType_14Bit, 1)
        constant("MIDITransformControlType.controlType_14BitNRPN", MIDITransformControlType.controlType_14BitNRPN, 5)
        constant("MIDITransformControlType.controlType_14BitRPN", MIDITransformControlType.controlType_14BitRPN, 3)
        constant("MIDITransformControlType.controlType_7Bit", MIDITransformControlType.controlType_7Bit, 0)
        constant("MIDITransformControlType.controlType_7BitNRPN", MIDITransformControlType.controlType_7BitNRPN, 4)
        constant("MIDITransformControlType.controlType_7BitRPN", MIDITransformControlType.controlType_7BitRPN, 2)
    }

    @Test func valuesOfMIDITransformType() {
        constant("MIDITransformType.add", MIDITransformType.add, 8)
        constant("MIDITransformType.filterOut", MIDITransformType.filterOut, 1)
        constant("MIDITransformType.mapControl", MIDITransformType.mapControl, 2)
        constant("MIDITransformType.mapValue", MIDITransformType.mapValue, 12)
        constant("MIDITransformType.maxValue", MIDITransformType.maxValue, 11)
        constant("MIDITransformType.minValue", MIDITransformType.minValue, 10)
        constant("MIDITransformType.none", MIDITransformType.none, 0)
        constant("MIDITransformType.scale", MIDITransformType.scale, 9)
    }

    #if NEWER_SDK || os(Linux)
    @Test func valuesOfMIDIUMPCIObjectBackingType() {
        constant("MIDIUMPCIObjectBackingType.driverDevice", MIDIUMPCIObjectBackingType.driverDevice, 2)
        constant("MIDIUMPCIObjectBackingType.unknown", MIDIUMPCIObjectBackingType.unknown, 0)
        constant("MIDIUMPCIObjectBackingType.usbMIDI", MIDIUMPCIObjectBackingType.usbMIDI, 3)
        constant("MIDIUMPCIObjectBackingType.virtual", MIDIUMPCIObjectBackingType.virtual, 1)
    }
    #endif

    #if NEWER_SDK || os(Linux)
    @Test func valuesOfMIDIUMPEndpointManager() {
        inferred("MIDIUMPEndpointManager.endpointWasAddedNotification", MIDIUMPEndpointManager.endpointWasAddedNotification, "MIDIUMPEndpointWasAddedNotification")
        inferred("MIDIUMPEndpointManager.endpointWasRemovedNotification", MIDIUMPEndpointManager.endpointWasRemovedNotification, "MIDIUMPEndpointWasRemovedNotification")
        inferred("MIDIUMPEndpointManager.endpointWasUpdatedNotification", MIDIUMPEndpointManager.endpointWasUpdatedNotification, "MIDIUMPEndpointWasUpdatedNotification")
        inferred("MIDIUMPEndpointManager.functionBlockWasUpdatedNotification", MIDIUMPEndpointManager.functionBlockWasUpdatedNotification, "MIDIUMPFunctionBlockWasUpdatedNotification")
    }
    #endif

    #if NEWER_SDK || os(Linux)
    @Test func valuesOfMIDIUMPEndpointManager_DictionaryKey() {
        inferred("MIDIUMPEndpointManager.DictionaryKey.endpointObject", MIDIUMPEndpointManager.DictionaryKey.endpointObject, "MIDIUMPEndpointObjectKey")
        inferred("MIDIUMPEndpointManager.DictionaryKey.functionBlockObject", MIDIUMPEndpointManager.DictionaryKey.functionBlockObject, "MIDIUMPFunctionBlockObjectKey")
    }
    #endif

    #if NEWER_SDK || os(Linux)
    @Test func valuesOfMIDIUMPFunctionBlockDirection() {
        constant("MIDIUMPFunctionBlockDirection.bidirectional", MIDIUMPFunctionBlockDirection.bidirectional, 3)
        constant("MIDIUMPFunctionBlockDirection.input", MIDIUMPFunctionBlockDirection.input, 1)
        constant("MIDIUMPFunctionBlockDirection.output", MIDIUMPFunctionBlockDirection.output, 2)
        constant("MIDIUMPFunctionBlockDirection.unknown", MIDIUMPFunctionBlockDirection.unknown, 0)
    }
    #endif

    #if NEWER_SDK || os(Linux)
    @Test func valuesOfMIDIUMPFunctionBlockMIDI1Info() {
        constant("MIDIUMPFunctionBlockMIDI1Info.notMIDI1", MIDIUMPFunctionBlockMIDI1Info.notMIDI1, 0)
        constant("MIDIUMPFunctionBlockMIDI1Info.restrictedBandwidth", MIDIUMPFunctionBlockMIDI1Info.restrictedBandwidth, 2)
        constant("MIDIUMPFunctionBlockMIDI1Info.unrestrictedBandwidth", MIDIUMPFunctionBlockMIDI1Info.unrestrictedBandwidth, 1)
    }
    #endif

    #if NEWER_SDK || os(Linux)
    @Test func valuesOfMIDIUMPFunctionBlockUIHint() {
        constant("MIDIUMPFunctionBlockUIHint.receiver", MIDIUMPFunctionBlockUIHint.receiver, 1)
        constant("MIDIUMPFunctionBlockUIHint.sender", MIDIUMPFunctionBlockUIHint.sender, 2)
        constant("MIDIUMPFunctionBlockUIHint.senderReceiver", MIDIUMPFunctionBlockUIHint.senderReceiver, 3)
        constant("MIDIUMPFunctionBlockUIHint.unknown", MIDIUMPFunctionBlockUIHint.unknown, 0)
    }
    #endif

    #if NEWER_SDK || os(Linux)
    @Test func valuesOfMIDIUMPProtocolOptions() {
        constant("MIDIUMPProtocolOptions.midi1", MIDIUMPProtocolOptions.midi1, 1)
        constant("MIDIUMPProtocolOptions.midi2", MIDIUMPProtocolOptions.midi2, 2)
    }
    #endif

    @Test func valuesOfMIDIUtilityStatus() {
        constant("MIDIUtilityStatus.NOOP", MIDIUtilityStatus.NOOP, 0)
        constant("MIDIUtilityStatus.jitterReductionClock", MIDIUtilityStatus.jitterReductionClock, 1)
        constant("MIDIUtilityStatus.jitterReductionTimestamp", MIDIUtilityStatus.jitterReductionTimestamp, 2)
    }

    #if NEWER_SDK || os(Linux)
    @Test func valuesOfMIDIUtilityStatus2() {
        constant("MIDIUtilityStatus.deltaClockstampTicksPerQuarterNote", MIDIUtilityStatus.deltaClockstampTicksPerQuarterNote, 3)
        constant("MIDIUtilityStatus.ticksSinceLastEvent", MIDIUtilityStatus.ticksSinceLastEvent, 4)
    }
    #endif

    @Test func valuesOfMPEG4ObjectID() {
        constant("MPEG4ObjectID.AAC_LC", MPEG4ObjectID.AAC_LC, 2)
        constant("MPEG4ObjectID.AAC_LTP", MPEG4ObjectID.AAC_LTP, 4)
        constant("MPEG4ObjectID.AAC_SBR", MPEG4ObjectID.AAC_SBR, 5)
        constant("MPEG4ObjectID.AAC_SSR", MPEG4ObjectID.AAC_SSR, 3)
        constant("MPEG4ObjectID.CELP", MPEG4ObjectID.CELP, 8)
        constant("MPEG4ObjectID.HVXC", MPEG4ObjectID.HVXC, 9)
        constant("MPEG4ObjectID.aac_Main", MPEG4ObjectID.aac_Main, 1)
        constant("MPEG4ObjectID.aac_Scalable", MPEG4ObjectID.aac_Scalable, 6)
        constant("MPEG4ObjectID.twinVQ", MPEG4ObjectID.twinVQ, 7)
    }

    @Test func valuesOfMusicSequenceFileFlags() {
        constant("MusicSequenceFileFlags.eraseFile", MusicSequenceFileFlags.eraseFile, 1)
    }

    @Test func valuesOfMusicSequenceFileTypeID() {
        constant("MusicSequenceFileTypeID.anyType", MusicSequenceFileTypeID.anyType, 0)
        constant("MusicSequenceFileTypeID.iMelodyType", MusicSequenceFileTypeID.iMelodyType, 1768777068)  // 'imel'
        constant("MusicSequenceFileTypeID.midiType", MusicSequenceFileTypeID.midiType, 1835623529)  // 'midi'
    }

    @Test func valuesOfMusicSequenceLoadFlags() {
        constant("MusicSequenceLoadFlags.smf_ChannelsToTracks", MusicSequenceLoadFlags.smf_ChannelsToTracks, 1)
        constant("MusicSequenceLoadFlags.smf_PreserveTracks", MusicSequenceLoadFlags.smf_PreserveTracks, 0)
    }

    @Test func valuesOfMusicSequenceType() {
        constant("MusicSequenceType.beats", MusicSequenceType.beats, 1650811252)  // 'beat'
        constant("MusicSequenceType.samples", MusicSequenceType.samples, 1935764848)  // 'samp'
        constant("MusicSequenceType.seconds", MusicSequenceType.seconds, 1936024435)  // 'secs'
    }

    #if !os(Linux)
    @Test func valuesOfNSNotification_Name() {
        inferred("NSNotification.Name.AVAudioEngineConfigurationChange", NSNotification.Name.AVAudioEngineConfigurationChange, "AVAudioEngineConfigurationChangeNotification")
        inferred("NSNotification.Name.AVAudioUnitComponentTagsDidChange", NSNotification.Name.AVAudioUnitComponentTagsDidChange, "AVAudioUnitComponentTagsDidChangeNotification")
    }
    #endif

    @Test func valuesOfSMPTETimeFlags() {
        constant("SMPTETimeFlags.running", SMPTETimeFlags.running, 2)
        constant("SMPTETimeFlags.valid", SMPTETimeFlags.valid, 1)
    }

    @Test func valuesOfSMPTETimeType() {
        constant("SMPTETimeType.type2398", SMPTETimeType.type2398, 11)
        constant("SMPTETimeType.type24", SMPTETimeType.type24, 0)
        constant("SMPTETimeType.type25", SMPTETimeType.type25, 1)
        constant("SMPTETimeType.type2997", SMPTETimeType.type2997, 4)
        constant("SMPTETimeType.type2997Drop", SMPTETimeType.type2997Drop, 5)
        constant("SMPTETimeType.type30", SMPTETimeType.type30, 3)
        constant("SMPTETimeType.type30Drop", SMPTETimeType.type30Drop, 2)
        constant("SMPTETimeType.type50", SMPTETimeType.type50, 10)
        constant("SMPTETimeType.type5994", SMPTETimeType.type5994, 7)
        constant("SMPTETimeType.type5994Drop", SMPTETimeType.type5994Drop, 9)
        constant("SMPTETimeType.type60", SMPTETimeType.type60, 6)
        constant("SMPTETimeType.type60Drop", SMPTETimeType.type60Drop, 8)
    }
}
