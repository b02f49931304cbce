// Constants of Core MIDI: the strings of the public headers. A table.
import AVAudioTypes
import CCoreMIDI
import CoreAudioTypes

/// The service type under which network sessions are found.
public var MIDINetworkBonjourServiceType: String { "_apple-midi._udp" }
/// Posted when the contacts of the network session change.
public var MIDINetworkNotificationContactsDidChange: String { "MIDINetworkNotificationContactsDidChange" }
/// Posted when the network session or its connections change.
public var MIDINetworkNotificationSessionDidChange: String { "MIDINetworkNotificationSessionDidChange" }
/// Kind of a note's attribute: the manufacturer's own.
@available(*, deprecated, renamed: "MIDINoteAttribute.manufacturerSpecific")
public var kMIDINoteAttributeManufacturerSpecific: Int { Int(MIDINoteAttribute.manufacturerSpecific.rawValue) }
/// Kind of a note's attribute: none.
@available(*, deprecated, renamed: "MIDINoteAttribute.none")
public var kMIDINoteAttributeNone: Int { Int(MIDINoteAttribute.none.rawValue) }
/// Kind of a note's attribute: a pitch.
@available(*, deprecated, renamed: "MIDINoteAttribute.pitch")
public var kMIDINoteAttributePitch: Int { Int(MIDINoteAttribute.pitch.rawValue) }
/// Kind of a note's attribute: the profile's own.
@available(*, deprecated, renamed: "MIDINoteAttribute.profileSpecific")
public var kMIDINoteAttributeProfileSpecific: Int { Int(MIDINoteAttribute.profileSpecific.rawValue) }
/// The bit of external objects in their type.
public var kMIDIObjectType_ExternalMask: MIDIObjectType { .externalDevice }
/// Microseconds by which packets come before their time (integer).
public var kMIDIPropertyAdvanceScheduleTimeMuSec: CFString { "scheduleAheadMuSec" }
/// The endpoint of the other direction (integer).
public var kMIDIPropertyAssociatedEndpoint: CFString { "associatedEndpoint" }
/// Indicates whether messages can be routed inside of the device (integer).
public var kMIDIPropertyCanRoute: CFString { "can route" }
/// The unique ids of the devices plugged in behind it (integer or data).
public var kMIDIPropertyConnectionUniqueID: CFString { "connUniqueID" }
/// The id in system exclusive messages, 0 to 127 (integer).
public var kMIDIPropertyDeviceID: CFString { "deviceID" }
/// The name to show: that of the device and of the endpoint (text).
public var kMIDIPropertyDisplayName: CFString { "displayName" }
/// The program that sets the device up (text).
public var kMIDIPropertyDriverDeviceEditorApp: CFString { "driverDeviceEditorApp" }
/// The name of the driver of the device (text).
public var kMIDIPropertyDriverOwner: CFString { "driver" }
/// The version of the driver of the device (integer).
public var kMIDIPropertyDriverVersion: CFString { "driverVersion" }
/// A picture's file (text).
public var kMIDIPropertyImage: CFString { "image" }
/// Indicates whether messages to one endpoint reach others too (integer).
public var kMIDIPropertyIsBroadcast: CFString { "broadcast" }
/// Indicates whether it is a drum machine (integer).
public var kMIDIPropertyIsDrumMachine: CFString { "is drum machine" }
/// Indicates whether it is a effect unit (integer).
public var kMIDIPropertyIsEffectUnit: CFString { "is effect unit" }
/// Indicates whether an entity lies inside of its device (integer).
public var kMIDIPropertyIsEmbeddedEntity: CFString { "embedded" }
/// Indicates whether it is a mixer (integer).
public var kMIDIPropertyIsMixer: CFString { "is mixer" }
/// Indicates whether it is a sampler (integer).
public var kMIDIPropertyIsSampler: CFString { "is sampler" }
/// The name of the maker (text).
public var kMIDIPropertyManufacturer: CFString { "manufacturer" }
/// The most channels that are received at once (integer).
public var kMIDIPropertyMaxReceiveChannels: CFString { "maxReceiveChannels" }
/// The most bytes a second of system exclusive messages (integer).
public var kMIDIPropertyMaxSysExSpeed: CFString { "maxSysExSpeed" }
/// The most channels that are sent at once (integer).
public var kMIDIPropertyMaxTransmitChannels: CFString { "maxTransmitChannels" }
/// The name of the model (text).
public var kMIDIPropertyModel: CFString { "model" }
/// The name that the object was given (text).
public var kMIDIPropertyName: CFString { "name" }
/// Names of notes, programs and controllers (dictionary).
public var kMIDIPropertyNameConfiguration: CFString { "nameConfiguration" }
/// Names of notes, programs and controllers (dictionary).
public var kMIDIPropertyNameConfigurationDictionary: CFString { "nameConfigurationDictionary" }
/// Indicates whether the device is away (integer).
public var kMIDIPropertyOffline: CFString { "offline" }
/// Indicates whether pan disrupts stereo (integer).
public var kMIDIPropertyPanDisruptsStereo: CFString { "pan disrupts stereo" }
/// Indicates whether other programs are not to be shown it (integer).
public var kMIDIPropertyPrivate: CFString { "private" }
/// The protocol of the endpoint: 1 or 2 (integer).
public var kMIDIPropertyProtocolID: CFString { "protocol" }
/// The channels that are received, a bit each (integer).
public var kMIDIPropertyReceiveChannels: CFString { "receiveChannels" }
/// Indicates whether it receives bank select LSB (integer).
public var kMIDIPropertyReceivesBankSelectLSB: CFString { "receives bank select LSB" }
/// Indicates whether it receives bank select MSB (integer).
public var kMIDIPropertyReceivesBankSelectMSB: CFString { "receives bank select MSB" }
/// Indicates whether it receives clock (integer).
public var kMIDIPropertyReceivesClock: CFString { "receives clock" }
/// Indicates whether it receives MTC (integer).
public var kMIDIPropertyReceivesMTC: CFString { "receives MTC" }
/// Indicates whether it receives notes (integer).
public var kMIDIPropertyReceivesNotes: CFString { "receives notes" }
/// Indicates whether it receives program changes (integer).
public var kMIDIPropertyReceivesProgramChanges: CFString { "receives program changes" }
/// The entity that realtime messages go to (integer).
public var kMIDIPropertySingleRealtimeEntity: CFString { "singleRealtimeEntity" }
/// Indicates whether it supports general MIDI (integer).
public var kMIDIPropertySupportsGeneralMIDI: CFString { "supports General MIDI" }
/// Indicates whether it supports MMC (integer).
public var kMIDIPropertySupportsMMC: CFString { "supports MMC" }
/// Indicates whether it supports show control (integer).
public var kMIDIPropertySupportsShowControl: CFString { "supports show control" }
/// The channels that are sent, a bit each (integer).
public var kMIDIPropertyTransmitChannels: CFString { "transmitChannels" }
/// Indicates whether it sends bank select LSB (integer).
public var kMIDIPropertyTransmitsBankSelectLSB: CFString { "transmits bank select LSB" }
/// Indicates whether it sends bank select MSB (integer).
public var kMIDIPropertyTransmitsBankSelectMSB: CFString { "transmits bank select MSB" }
/// Indicates whether it sends clock (integer).
public var kMIDIPropertyTransmitsClock: CFString { "transmits clock" }
/// Indicates whether it sends MTC (integer).
public var kMIDIPropertyTransmitsMTC: CFString { "transmits MTC" }
/// Indicates whether it sends notes (integer).
public var kMIDIPropertyTransmitsNotes: CFString { "transmits notes" }
/// Indicates whether it sends program changes (integer).
public var kMIDIPropertyTransmitsProgramChanges: CFString { "transmits program changes" }
/// The groups that are in use, a bit each (integer).
public var kMIDIPropertyUMPActiveGroupBitmap: CFString { "umpActiveGroupBitmap" }
/// Indicates whether messages without a group are sent (integer).
public var kMIDIPropertyUMPCanTransmitGroupless: CFString { "umpCanTransmitGroupless" }
/// The number by which programs find the object again (integer).
public var kMIDIPropertyUniqueID: CFString { "uniqueID" }
/// The largest number of 14 bits.
public var kMIDIUInteger14Max: MIDIUInteger14 { 16383 }
/// The largest number of 28 bits.
public var kMIDIUInteger28Max: MIDIUInteger28 { 268435455 }
/// The largest number of 2 bits.
public var kMIDIUInteger2Max: MIDIUInteger2 { 3 }
/// The largest number of 4 bits.
public var kMIDIUInteger4Max: MIDIUInteger4 { 15 }
