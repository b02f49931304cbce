// Enumerations of Core MIDI: names and numbers of the public headers. A table.
#pragma once

#include <stdint.h>

#include "CoreMIDINumbers.h"

// Categories of MIDI-CI messages that a device understands.
typedef SORDINO_OPTIONS(MIDIUInteger7, MIDICICategoryOptions) {
    kMIDICICategoryOptionsProtocolNegotiation = 2,
    kMIDICICategoryOptionsProfileConfigurationSupported = 4,
    kMIDICICategoryOptionsPropertyExchangeSupported = 8,
    kMIDICICategoryOptionsProcessInquirySupported = 16,
} MIDICICategoryOptions;

// How a MIDI-CI device is reached.
typedef SORDINO_ENUM(uint8_t, MIDICIDeviceType) {
    kMIDICIDeviceTypeUnknown = 0,
    kMIDICIDeviceTypeLegacyMIDI1 = 1,
    kMIDICIDeviceTypeVirtual = 2,
    kMIDICIDeviceTypeUSBMIDI __attribute__((swift_name("usbMIDI"))) = 3,
} MIDICIDeviceType;

// MIDI-CI messages that manage devices, by their second sub-id.
typedef SORDINO_ENUM(MIDIUInteger7, MIDICIManagementMessageType) {
    kMIDICIManagementMessageTypeDiscovery = 112,
    kMIDICIManagementMessageTypeReplyToDiscovery = 113,
    kMIDICIManagementMessageTypeInquiryEndpointInformation = 114,
    kMIDICIManagementMessageTypeReplyToEndpointInformation = 115,
    kMIDICIManagementMessageTypeMIDICIACK __attribute__((swift_name("midiCIACK"))) = 125,
    kMIDICIManagementMessageTypeInvalidateMUID = 126,
    kMIDICIManagementMessageTypeMIDICINAK __attribute__((swift_name("midiNAK"))) = 127,
} MIDICIManagementMessageType;

// MIDI-CI messages that ask for a device's state.
typedef SORDINO_ENUM(MIDIUInteger7, MIDICIProcessInquiryMessageType) {
    kMIDICIProcessInquiryMessageTypeInquiryProcessInquiryCapabilities = 64,
    kMIDICIProcessInquiryMessageTypeReplyToProcessInquiryCapabilities = 65,
    kMIDICIProcessInquiryMessageTypeInquiryMIDIMessageReport = 66,
    kMIDICIProcessInquiryMessageTypeReplyToMIDIMessageReport = 67,
    kMIDICIProcessInquiryMessageTypeEndOfMIDIMessageReport = 68,
} MIDICIProcessInquiryMessageType;

// MIDI-CI messages of profiles.
typedef SORDINO_ENUM(MIDIUInteger7, MIDICIProfileMessageType) {
    kMIDICIProfileMessageTypeProfileInquiry = 32,
    kMIDICIProfileMessageTypeReplyToProfileInquiry = 33,
    kMIDICIProfileMessageTypeSetProfileOn = 34,
    kMIDICIProfileMessageTypeSetProfileOff = 35,
    kMIDICIProfileMessageTypeProfileEnabledReport = 36,
    kMIDICIProfileMessageTypeProfileDisabledReport = 37,
    kMIDICIProfileMessageTypeProfileAdded = 38,
    kMIDICIProfileMessageTypeProfileRemoved = 39,
    kMIDICIProfileMessageTypeDetailsInquiry = 40,
    kMIDICIProfileMessageTypeReplyToDetailsInquiry = 41,
    kMIDICIProfileMessageTypeProfileSpecificData = 47,
} MIDICIProfileMessageType;

// The part of a device that a profile applies to.
typedef SORDINO_ENUM(uint8_t, MIDICIProfileType) {
    kMIDICIProfileTypeSingleChannel = 1,
    kMIDICIProfileTypeGroup = 2,
    kMIDICIProfileTypeFunctionBlock = 3,
    kMIDICIProfileTypeMultichannel = 4,
} MIDICIProfileType;

// MIDI-CI messages that exchange properties.
typedef SORDINO_ENUM(MIDIUInteger7, MIDICIPropertyExchangeMessageType) {
    kMIDICIPropertyExchangeMessageTypeInquiryPropertyExchangeCapabilities = 48,
    kMIDICIPropertyExchangeMessageTypeReplyToPropertyExchangeCapabilities = 49,
    kMIDICIPropertyExchangeMessageTypeInquiryHasPropertyData_Reserved = 50,
    kMIDICIPropertyExchangeMessageTypeInquiryReplyToHasPropertyData_Reserved = 51,
    kMIDICIPropertyExchangeMessageTypeInquiryGetPropertyData = 52,
    kMIDICIPropertyExchangeMessageTypeReplyToGetProperty = 53,
    kMIDICIPropertyExchangeMessageTypeInquirySetPropertyData = 54,
    kMIDICIPropertyExchangeMessageTypeReplyToSetPropertyData = 55,
    kMIDICIPropertyExchangeMessageTypeSubscription = 56,
    kMIDICIPropertyExchangeMessageTypeReplyToSubscription = 57,
    kMIDICIPropertyExchangeMessageTypeNotify = 63,
} MIDICIPropertyExchangeMessageType;

// Kinds of channel messages of both protocols.
typedef SORDINO_ENUM(uint32_t, MIDICVStatus) {
    kMIDICVStatusRegisteredPNC = 0,
    kMIDICVStatusAssignablePNC = 1,
    kMIDICVStatusRegisteredControl = 2,
    kMIDICVStatusAssignableControl = 3,
    kMIDICVStatusRelRegisteredControl = 4,
    kMIDICVStatusRelAssignableControl = 5,
    kMIDICVStatusPerNotePitchBend = 6,
    kMIDICVStatusNoteOff = 8,
    kMIDICVStatusNoteOn = 9,
    kMIDICVStatusPolyPressure = 10,
    kMIDICVStatusControlChange = 11,
    kMIDICVStatusProgramChange = 12,
    kMIDICVStatusChannelPressure = 13,
    kMIDICVStatusPitchBend = 14,
    kMIDICVStatusPerNoteMgmt = 15,
} MIDICVStatus;

// Kinds of universal packets, by the upper four bits of their first word.
typedef SORDINO_ENUM(uint32_t, MIDIMessageType) {
    kMIDIMessageTypeUtility = 0,
    kMIDIMessageTypeSystem = 1,
    kMIDIMessageTypeChannelVoice1 = 2,
    kMIDIMessageTypeSysEx = 3,
    kMIDIMessageTypeChannelVoice2 = 4,
    kMIDIMessageTypeData128 = 5,
    kMIDIMessageTypeFlexData = 13,
    kMIDIMessageTypeUnknownF = 15,
    kMIDIMessageTypeStream = 15,
    kMIDIMessageTypeInvalid = 255,
} MIDIMessageType;

// The hosts that may connect to the network session.
typedef SORDINO_ENUM(uint64_t, MIDINetworkConnectionPolicy) {
    MIDINetworkConnectionPolicy_NoOne = 0,
    MIDINetworkConnectionPolicy_HostsInContactList = 1,
    MIDINetworkConnectionPolicy_Anyone = 2,
} MIDINetworkConnectionPolicy;

// Kinds of attributes of notes of MIDI 2.0.
typedef SORDINO_ENUM(uint8_t, MIDINoteAttribute) {
    kMIDINoteAttributeNone = 0,
    kMIDINoteAttributeManufacturerSpecific = 1,
    kMIDINoteAttributeProfileSpecific = 2,
    kMIDINoteAttributePitch = 3,
} MIDINoteAttribute;

// The subject of a notification.
typedef SORDINO_ENUM(int32_t, MIDINotificationMessageID) {
    kMIDIMsgSetupChanged = 1,
    kMIDIMsgObjectAdded = 2,
    kMIDIMsgObjectRemoved = 3,
    kMIDIMsgPropertyChanged = 4,
    kMIDIMsgThruConnectionsChanged = 5,
    kMIDIMsgSerialPortOwnerChanged = 6,
    kMIDIMsgIOError = 7,
    kMIDIMsgInternalStart = 4096,
} MIDINotificationMessageID;

// Kinds of objects.
typedef SORDINO_ENUM(int32_t, MIDIObjectType) {
    kMIDIObjectType_Other = -1,
    kMIDIObjectType_Device = 0,
    kMIDIObjectType_Entity = 1,
    kMIDIObjectType_Source = 2,
    kMIDIObjectType_Destination = 3,
    kMIDIObjectType_ExternalDevice = 16,
    kMIDIObjectType_ExternalEntity = 17,
    kMIDIObjectType_ExternalSource = 18,
    kMIDIObjectType_ExternalDestination = 19,
} MIDIObjectType;

// The options of a message of per-note management.
typedef SORDINO_OPTIONS(uint8_t, MIDIPerNoteManagementOptions) {
    kMIDIPerNoteManagementReset = 1,
    kMIDIPerNoteManagementDetach = 2,
} MIDIPerNoteManagementOptions;

// Flags of program changes of MIDI 2.0.
typedef SORDINO_OPTIONS(uint8_t, MIDIProgramChangeOptions) {
    kMIDIProgramChangeBankValid = 1,
} MIDIProgramChangeOptions;

// Parts of a system exclusive message in packets.
typedef SORDINO_ENUM(uint32_t, MIDISysExStatus) {
    kMIDISysExStatusComplete = 0,
    kMIDISysExStatusStart = 1,
    kMIDISysExStatusContinue = 2,
    kMIDISysExStatusEnd = 3,
    kMIDISysExStatusMixedDataSetHeader = 8,
    kMIDISysExStatusMixedDataSetPayload = 9,
} MIDISysExStatus;

// System messages by their status byte.
typedef SORDINO_ENUM(uint32_t, MIDISystemStatus) {
    kMIDIStatusStartOfExclusive = 240,
    kMIDIStatusMTC = 241,
    kMIDIStatusSongPosPointer = 242,
    kMIDIStatusSongSelect = 243,
    kMIDIStatusTuneRequest = 246,
    kMIDIStatusEndOfExclusive = 247,
    kMIDIStatusTimingClock = 248,
    kMIDIStatusStart = 250,
    kMIDIStatusContinue = 251,
    kMIDIStatusStop = 252,
    kMIDIStatusActiveSending = 254,
    kMIDIStatusActiveSensing = 254,
    kMIDIStatusSystemReset = 255,
} MIDISystemStatus;

// Kinds of controllers that a transform names.
typedef SORDINO_ENUM(uint8_t, MIDITransformControlType) {
    kMIDIControlType_7Bit = 0,
    kMIDIControlType_14Bit = 1,
    kMIDIControlType_7BitRPN = 2,
    kMIDIControlType_14BitRPN = 3,
    kMIDIControlType_7BitNRPN = 4,
    kMIDIControlType_14BitNRPN = 5,
} MIDITransformControlType;

// The ways in which a transform changes a value.
typedef SORDINO_ENUM(uint16_t, MIDITransformType) {
    kMIDITransform_None = 0,
    kMIDITransform_FilterOut = 1,
    kMIDITransform_MapControl = 2,
    kMIDITransform_Add = 8,
    kMIDITransform_Scale = 9,
    kMIDITransform_MinValue = 10,
    kMIDITransform_MaxValue = 11,
    kMIDITransform_MapValue = 12,
} MIDITransformType;

// The kind of object behind an endpoint of universal packets.
typedef SORDINO_ENUM(uint8_t, MIDIUMPCIObjectBackingType) {
    kMIDIUMPCIObjectBackingTypeUnknown = 0,
    kMIDIUMPCIObjectBackingTypeVirtual = 1,
    kMIDIUMPCIObjectBackingTypeDriverDevice = 2,
    kMIDIUMPCIObjectBackingTypeUSBMIDI __attribute__((swift_name("usbMIDI"))) = 3,
} MIDIUMPCIObjectBackingType;

// Which way the messages of a function block go, seen from it.
typedef SORDINO_ENUM(int32_t, MIDIUMPFunctionBlockDirection) {
    kMIDIUMPFunctionBlockDirectionUnknown = 0,
    kMIDIUMPFunctionBlockDirectionInput = 1,
    kMIDIUMPFunctionBlockDirectionOutput = 2,
    kMIDIUMPFunctionBlockDirectionBidirectional = 3,
} MIDIUMPFunctionBlockDirection;

// Whether a function block is a port of MIDI 1.0.
typedef SORDINO_ENUM(int32_t, MIDIUMPFunctionBlockMIDI1Info) {
    kMIDIUMPFunctionBlockMIDI1InfoNotMIDI1 = 0,
    kMIDIUMPFunctionBlockMIDI1InfoUnrestrictedBandwidth = 1,
    kMIDIUMPFunctionBlockMIDI1InfoRestrictedBandwidth = 2,
} MIDIUMPFunctionBlockMIDI1Info;

// The role in which user interfaces show a function block.
typedef SORDINO_ENUM(int32_t, MIDIUMPFunctionBlockUIHint) {
    kMIDIUMPFunctionBlockUIHintUnknown = 0,
    kMIDIUMPFunctionBlockUIHintReceiver = 1,
    kMIDIUMPFunctionBlockUIHintSender = 2,
    kMIDIUMPFunctionBlockUIHintSenderReceiver = 3,
} MIDIUMPFunctionBlockUIHint;

// Protocols that an endpoint speaks.
typedef SORDINO_OPTIONS(MIDIUInteger4, MIDIUMPProtocolOptions) {
    kMIDIUMPProtocolOptionsMIDI1 __attribute__((swift_name("midi1"))) = 1,
    kMIDIUMPProtocolOptionsMIDI2 __attribute__((swift_name("midi2"))) = 2,
} MIDIUMPProtocolOptions;

// Kinds of utility messages.
typedef SORDINO_ENUM(uint32_t, MIDIUtilityStatus) {
    kMIDIUtilityStatusNOOP = 0,
    kMIDIUtilityStatusJitterReductionClock = 1,
    kMIDIUtilityStatusJitterReductionTimestamp = 2,
    kMIDIUtilityStatusDeltaClockstampTicksPerQuarterNote = 3,
    kMIDIUtilityStatusTicksSinceLastEvent = 4,
} MIDIUtilityStatus;

// Parts of a stream message.
typedef SORDINO_ENUM(uint8_t, UMPStreamMessageFormat) {
    kUMPStreamMessageFormatComplete = 0,
    kUMPStreamMessageFormatStart = 1,
    kUMPStreamMessageFormatContinuing = 2,
    kUMPStreamMessageFormatEnd = 3,
} UMPStreamMessageFormat;

// Kinds of stream messages.
typedef SORDINO_ENUM(uint32_t, UMPStreamMessageStatus) {
    kUMPStreamMessageStatusEndpointDiscovery = 0,
    kUMPStreamMessageStatusEndpointInfoNotification = 1,
    kUMPStreamMessageStatusDeviceIdentityNotification = 2,
    kUMPStreamMessageStatusEndpointNameNotification = 3,
    kUMPStreamMessageStatusProductInstanceIDNotification = 4,
    kUMPStreamMessageStatusStreamConfigurationRequest = 5,
    kUMPStreamMessageStatusStreamConfigurationNotification = 6,
    kUMPStreamMessageStatusFunctionBlockDiscovery = 16,
    kUMPStreamMessageStatusFunctionBlockInfoNotification = 17,
    kUMPStreamMessageStatusFunctionBlockNameNotification = 18,
    kUMPStreamMessageStatusStartOfClip = 32,
    kUMPStreamMessageStatusEndOfClip = 33,
} UMPStreamMessageStatus;
