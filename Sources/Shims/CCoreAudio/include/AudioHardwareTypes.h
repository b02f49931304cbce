// Objects of hardware: their numbers, properties and results, by the names and codes of the public headers. A table.
#pragma once

#include <CCoreAudioTypes.h>

typedef uint32_t AudioObjectID;
typedef uint32_t AudioClassID;
typedef uint32_t AudioObjectPropertySelector;
typedef uint32_t AudioObjectPropertyScope;
typedef uint32_t AudioObjectPropertyElement;
typedef AudioObjectID AudioDeviceID;
typedef AudioObjectID AudioStreamID;
typedef AudioObjectPropertySelector AudioDevicePropertyID;
typedef AudioObjectPropertySelector AudioHardwarePropertyID;

// Where in an object a value lies: which one, in which direction, and of which channel.
struct AudioObjectPropertyAddress {
    AudioObjectPropertySelector mSelector;
    AudioObjectPropertyScope mScope;
    AudioObjectPropertyElement mElement;  // 0 for the whole, else a channel from 1
};
typedef struct AudioObjectPropertyAddress AudioObjectPropertyAddress;

// A format of a stream, and the rates at which it is available.
struct AudioStreamRangedDescription {
    AudioStreamBasicDescription mFormat;
    AudioValueRange mSampleRateRange;
};
typedef struct AudioStreamRangedDescription AudioStreamRangedDescription;

// Called when properties have changed.
typedef OSStatus (*AudioObjectPropertyListenerProc)(
    AudioObjectID inObjectID, uint32_t inNumberAddresses, const AudioObjectPropertyAddress *_Nonnull inAddresses,
    void *_Nullable inClientData);

// Takes the input and gives the output, once for each block, on the audio thread.
typedef OSStatus (*AudioDeviceIOProc)(
    AudioObjectID inDevice, const AudioTimeStamp *_Nonnull inNow, const AudioBufferList *_Nonnull inInputData,
    const AudioTimeStamp *_Nonnull inInputTime, AudioBufferList *_Nonnull outOutputData,
    const AudioTimeStamp *_Nonnull inOutputTime, void *_Nullable inClientData);

// Objects.
enum : AudioObjectPropertySelector {
    kAudioObjectPropertyBaseClass = 0x62636C73u,  // 'bcls'
    kAudioObjectPropertyClass = 0x636C6173u,  // 'clas'
    kAudioObjectPropertyOwner = 0x73746476u,  // 'stdv'
    kAudioObjectPropertyName = 0x6C6E616Du,  // 'lnam'
    kAudioObjectPropertyModelName = 0x6C6D6F64u,  // 'lmod'
    kAudioObjectPropertyManufacturer = 0x6C6D616Bu,  // 'lmak'
    kAudioObjectPropertyElementName = 0x6C63686Eu,  // 'lchn'
    kAudioObjectPropertyElementCategoryName = 0x6C63636Eu,  // 'lccn'
    kAudioObjectPropertyElementNumberName = 0x6C636E6Eu,  // 'lcnn'
    kAudioObjectPropertyOwnedObjects = 0x6F776E64u,  // 'ownd'
    kAudioObjectPropertyIdentify = 0x6964656Eu,  // 'iden'
    kAudioObjectPropertySerialNumber = 0x736E756Du,  // 'snum'
    kAudioObjectPropertyFirmwareVersion = 0x6677766Eu,  // 'fwvn'
    kAudioObjectPropertyCreator = 0x6F706C67u,  // 'oplg'
};

// The system object.
enum : AudioObjectPropertySelector {
    kAudioHardwarePropertyDevices = 0x64657623u,  // 'dev#'
    kAudioHardwarePropertyDefaultInputDevice = 0x64496E20u,  // 'dIn '
    kAudioHardwarePropertyDefaultOutputDevice = 0x644F7574u,  // 'dOut'
    kAudioHardwarePropertyDefaultSystemOutputDevice = 0x734F7574u,  // 'sOut'
    kAudioHardwarePropertyTranslateUIDToDevice = 0x75696464u,  // 'uidd'
    kAudioHardwarePropertyDeviceForUID = 0x64756964u,  // 'duid'
    kAudioHardwarePropertyMixStereoToMono = 0x73746D6Fu,  // 'stmo'
    kAudioHardwarePropertyPlugInList = 0x706C6723u,  // 'plg#'
    kAudioHardwarePropertyBoxList = 0x626F7823u,  // 'box#'
    kAudioHardwarePropertyClockDeviceList = 0x636C6B23u,  // 'clk#'
    kAudioHardwarePropertyProcessIsMain = 0x6D61696Eu,  // 'main'
    kAudioHardwarePropertyIsInitingOrExiting = 0x696E6F74u,  // 'inot'
    kAudioHardwarePropertyProcessIsAudible = 0x706D7574u,  // 'pmut'
    kAudioHardwarePropertyProcessInputMute = 0x706D696Eu,  // 'pmin'
    kAudioHardwarePropertySleepingIsAllowed = 0x736C6570u,  // 'slep'
    kAudioHardwarePropertyHogModeIsAllowed = 0x686F6772u,  // 'hogr'
    kAudioHardwarePropertyUserSessionIsActiveOrHeadless = 0x75736572u,  // 'user'
    kAudioHardwarePropertyServiceRestarted = 0x73727374u,  // 'srst'
    kAudioHardwarePropertyPowerHint = 0x706F7768u,  // 'powh'
    kAudioHardwarePropertyProcessObjectList = 0x70727323u,  // 'prs#'
    kAudioHardwarePropertyTranslatePIDToProcessObject = 0x69643270u,  // 'id2p'
};

// Processes.
enum : AudioObjectPropertySelector {
    kAudioProcessPropertyPID = 0x70706964u,  // 'ppid'
    kAudioProcessPropertyBundleID = 0x70626964u,  // 'pbid'
    kAudioProcessPropertyDevices = 0x70647623u,  // 'pdv#'
    kAudioProcessPropertyIsRunning = 0x7069723Fu,  // 'pir?'
    kAudioProcessPropertyIsRunningInput = 0x70697269u,  // 'piri'
    kAudioProcessPropertyIsRunningOutput = 0x7069726Fu,  // 'piro'
};

// Devices.
enum : AudioObjectPropertySelector {
    kAudioDevicePropertyConfigurationApplication = 0x63617070u,  // 'capp'
    kAudioDevicePropertyDeviceUID = 0x75696420u,  // 'uid '
    kAudioDevicePropertyModelUID = 0x6D756964u,  // 'muid'
    kAudioDevicePropertyTransportType = 0x7472616Eu,  // 'tran'
    kAudioDevicePropertyRelatedDevices = 0x616B696Eu,  // 'akin'
    kAudioDevicePropertyClockDomain = 0x636C6B64u,  // 'clkd'
    kAudioDevicePropertyDeviceIsAlive = 0x6C69766Eu,  // 'livn'
    kAudioDevicePropertyDeviceIsRunning = 0x676F696Eu,  // 'goin'
    kAudioDevicePropertyDeviceCanBeDefaultDevice = 0x64666C74u,  // 'dflt'
    kAudioDevicePropertyDeviceCanBeDefaultSystemDevice = 0x73666C74u,  // 'sflt'
    kAudioDevicePropertyLatency = 0x6C746E63u,  // 'ltnc'
    kAudioDevicePropertyStreams = 0x73746D23u,  // 'stm#'
    kAudioDevicePropertySafetyOffset = 0x73616674u,  // 'saft'
    kAudioDevicePropertyNominalSampleRate = 0x6E737274u,  // 'nsrt'
    kAudioDevicePropertyAvailableNominalSampleRates = 0x6E737223u,  // 'nsr#'
    kAudioDevicePropertyIsHidden = 0x6869646Eu,  // 'hidn'
    kAudioDevicePropertyPreferredChannelsForStereo = 0x64636832u,  // 'dch2'
    kAudioDevicePropertyPreferredChannelLayout = 0x73726E64u,  // 'srnd'
    kAudioDevicePropertyDeviceHasChanged = 0x64696666u,  // 'diff'
    kAudioDevicePropertyDeviceIsRunningSomewhere = 0x676F6E65u,  // 'gone'
    kAudioDeviceProcessorOverload = 0x6F766572u,  // 'over'
    kAudioDevicePropertyIOStoppedAbnormally = 0x73747064u,  // 'stpd'
    kAudioDevicePropertyHogMode = 0x6F696E6Bu,  // 'oink'
    kAudioDevicePropertyBufferFrameSize = 0x6673697Au,  // 'fsiz'
    kAudioDevicePropertyBufferFrameSizeRange = 0x66737A23u,  // 'fsz#'
    kAudioDevicePropertyUsesVariableBufferFrameSizes = 0x7666737Au,  // 'vfsz'
    kAudioDevicePropertyStreamConfiguration = 0x736C6179u,  // 'slay'
    kAudioDevicePropertyActualSampleRate = 0x61737274u,  // 'asrt'
    kAudioDevicePropertyVolumeScalar = 0x766F6C6Du,  // 'volm'
    kAudioDevicePropertyVolumeDecibels = 0x766F6C64u,  // 'vold'
    kAudioDevicePropertyVolumeRangeDecibels = 0x76646223u,  // 'vdb#'
    kAudioDevicePropertyVolumeScalarToDecibels = 0x76326462u,  // 'v2db'
    kAudioDevicePropertyVolumeDecibelsToScalar = 0x64623276u,  // 'db2v'
    kAudioDevicePropertyMute = 0x6D757465u,  // 'mute'
    kAudioDevicePropertyJackIsConnected = 0x6A61636Bu,  // 'jack'
    kAudioDevicePropertyDataSource = 0x73737263u,  // 'ssrc'
    kAudioDevicePropertyDataSources = 0x73736323u,  // 'ssc#'
    kAudioDevicePropertyDataSourceNameForIDCFString = 0x6C73636Eu,  // 'lscn'
    kAudioHardwareServiceDeviceProperty_VirtualMainVolume = 0x766D7663u,  // 'vmvc'
    kAudioHardwareServiceDeviceProperty_VirtualMasterVolume = 0x766D7663u,  // 'vmvc'
};

// Aggregate devices.
enum : AudioObjectPropertySelector {
    kAudioAggregateDevicePropertyFullSubDeviceList = 0x67727570u,  // 'grup'
    kAudioAggregateDevicePropertyActiveSubDeviceList = 0x61677270u,  // 'agrp'
    kAudioAggregateDevicePropertyComposition = 0x61636F6Du,  // 'acom'
    kAudioAggregateDevicePropertyMainSubDevice = 0x616D7374u,  // 'amst'
    kAudioAggregateDevicePropertyMasterSubDevice = 0x616D7374u,  // 'amst'
};

// Streams.
enum : AudioObjectPropertySelector {
    kAudioStreamPropertyIsActive = 0x73616374u,  // 'sact'
    kAudioStreamPropertyDirection = 0x73646972u,  // 'sdir'
    kAudioStreamPropertyTerminalType = 0x7465726Du,  // 'term'
    kAudioStreamPropertyStartingChannel = 0x7363686Eu,  // 'schn'
    kAudioStreamPropertyLatency = 0x6C746E63u,  // 'ltnc'
    kAudioStreamPropertyVirtualFormat = 0x73666D74u,  // 'sfmt'
    kAudioStreamPropertyAvailableVirtualFormats = 0x73666D61u,  // 'sfma'
    kAudioStreamPropertyPhysicalFormat = 0x70667420u,  // 'pft '
    kAudioStreamPropertyAvailablePhysicalFormats = 0x70667461u,  // 'pfta'
    kAudioDevicePropertyStreamFormat = 0x73666D74u,  // 'sfmt'
    kAudioDevicePropertyStreamFormats = 0x73666D23u,  // 'sfm#'
};

// Scopes.
enum : AudioObjectPropertyScope {
    kAudioObjectPropertyScopeGlobal = 0x676C6F62u,  // 'glob'
    kAudioObjectPropertyScopeInput = 0x696E7074u,  // 'inpt'
    kAudioObjectPropertyScopeOutput = 0x6F757470u,  // 'outp'
    kAudioObjectPropertyScopePlayThrough = 0x70747275u,  // 'ptru'
    kAudioDevicePropertyScopeInput = 0x696E7074u,  // 'inpt'
    kAudioDevicePropertyScopeOutput = 0x6F757470u,  // 'outp'
    kAudioDevicePropertyScopePlayThrough = 0x70747275u,  // 'ptru'
    kAudioObjectPropertyScopeWildcard = 0x2A2A2A2Au,  // '****'
};

// Classes of objects.
enum : AudioClassID {
    kAudioObjectClassID = 0x616F626Au,  // 'aobj'
    kAudioObjectClassIDWildcard = 0x2A2A2A2Au,  // '****'
    kAudioSystemObjectClassID = 0x61737973u,  // 'asys'
    kAudioDeviceClassID = 0x61646576u,  // 'adev'
    kAudioAggregateDeviceClassID = 0x61616767u,  // 'aagg'
    kAudioSubDeviceClassID = 0x61737562u,  // 'asub'
    kAudioStreamClassID = 0x61737472u,  // 'astr'
    kAudioProcessClassID = 0x636C6E74u,  // 'clnt'
    kAudioPlugInClassID = 0x61706C67u,  // 'aplg'
    kAudioBoxClassID = 0x61626F78u,  // 'abox'
    kAudioControlClassID = 0x6163746Cu,  // 'actl'
    kAudioVolumeControlClassID = 0x766C6D65u,  // 'vlme'
    kAudioMuteControlClassID = 0x6D757465u,  // 'mute'
};

// Ways by which devices are connected.
enum : uint32_t {
    kAudioDeviceTransportTypeBuiltIn = 0x626C746Eu,  // 'bltn'
    kAudioDeviceTransportTypeAggregate = 0x67727570u,  // 'grup'
    kAudioDeviceTransportTypeVirtual = 0x76697274u,  // 'virt'
    kAudioDeviceTransportTypePCI = 0x70636920u,  // 'pci '
    kAudioDeviceTransportTypeUSB = 0x75736220u,  // 'usb '
    kAudioDeviceTransportTypeFireWire = 0x31333934u,  // '1394'
    kAudioDeviceTransportTypeBluetooth = 0x626C7565u,  // 'blue'
    kAudioDeviceTransportTypeBluetoothLE = 0x626C6561u,  // 'blea'
    kAudioDeviceTransportTypeHDMI = 0x68646D69u,  // 'hdmi'
    kAudioDeviceTransportTypeDisplayPort = 0x64707274u,  // 'dprt'
    kAudioDeviceTransportTypeAirPlay = 0x61697270u,  // 'airp'
    kAudioDeviceTransportTypeAVB = 0x65617662u,  // 'eavb'
    kAudioDeviceTransportTypeThunderbolt = 0x7468756Eu,  // 'thun'
};

// The far ends of streams.
enum : uint32_t {
    kAudioStreamTerminalTypeLine = 0x6C696E65u,  // 'line'
    kAudioStreamTerminalTypeDigitalAudioInterface = 0x73706466u,  // 'spdf'
    kAudioStreamTerminalTypeSpeaker = 0x73706B72u,  // 'spkr'
    kAudioStreamTerminalTypeHeadphones = 0x68647068u,  // 'hdph'
    kAudioStreamTerminalTypeLFESpeaker = 0x6C666573u,  // 'lfes'
    kAudioStreamTerminalTypeReceiverSpeaker = 0x7273706Bu,  // 'rspk'
    kAudioStreamTerminalTypeMicrophone = 0x6D696372u,  // 'micr'
    kAudioStreamTerminalTypeHeadsetMicrophone = 0x686D6963u,  // 'hmic'
    kAudioStreamTerminalTypeReceiverMicrophone = 0x726D6963u,  // 'rmic'
    kAudioStreamTerminalTypeTTY = 0x7474795Fu,  // 'tty_'
    kAudioStreamTerminalTypeHDMI = 0x68646D69u,  // 'hdmi'
    kAudioStreamTerminalTypeDisplayPort = 0x64707274u,  // 'dprt'
};

// Results.
enum : OSStatus {
    kAudioHardwareNotRunningError = 0x73746F70,  // 'stop'
    kAudioHardwareUnspecifiedError = 0x77686174,  // 'what'
    kAudioHardwareUnknownPropertyError = 0x77686F3F,  // 'who?'
    kAudioHardwareBadPropertySizeError = 0x2173697A,  // '!siz'
    kAudioHardwareIllegalOperationError = 0x6E6F7065,  // 'nope'
    kAudioHardwareBadObjectError = 0x216F626A,  // '!obj'
    kAudioHardwareBadDeviceError = 0x21646576,  // '!dev'
    kAudioHardwareBadStreamError = 0x21737472,  // '!str'
    kAudioHardwareUnsupportedOperationError = 0x756E6F70,  // 'unop'
    kAudioHardwareNotReadyError = 0x6E726479,  // 'nrdy'
    kAudioDeviceUnsupportedFormatError = 0x21646174,  // '!dat'
    kAudioDevicePermissionsError = 0x21686F67,  // '!hog'
};

enum : AudioObjectID { kAudioObjectUnknown = 0, kAudioObjectSystemObject = 1, kAudioDeviceUnknown = 0, kAudioStreamUnknown = 0 };
enum : AudioObjectPropertyElement {
    kAudioObjectPropertyElementMain = 0,
    kAudioObjectPropertyElementMaster = 0,
    kAudioObjectPropertyElementWildcard = 0xFFFFFFFFu,
};
enum : AudioObjectPropertySelector { kAudioObjectPropertySelectorWildcard = 0x2A2A2A2Au };
enum : uint32_t { kAudioDeviceTransportTypeUnknown = 0, kAudioStreamTerminalTypeUnknown = 0 };
enum : OSStatus { kAudioHardwareNoError = 0 };
