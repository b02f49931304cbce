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

// The streams of a device that a function takes: for each stream 0 or not.
struct AudioHardwareIOProcStreamUsage {
    void *_Nonnull mIOProc;
    uint32_t mNumberStreams;
    uint32_t mStreamIsOn[1];  // as many as mNumberStreams
};
typedef struct AudioHardwareIOProcStreamUsage AudioHardwareIOProcStreamUsage;

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
    kAudioObjectPropertyListenerAdded = 0x6C697361u,  // 'lisa'
    kAudioObjectPropertyListenerRemoved = 0x6C697372u,  // 'lisr'
    kAudioObjectPropertyControlList = 0x6374726Cu,  // 'ctrl'
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
    kAudioHardwarePropertyTranslateBundleIDToPlugIn = 0x62696470u,  // 'bidp'
    kAudioHardwarePropertyTransportManagerList = 0x746D6723u,  // 'tmg#'
    kAudioHardwarePropertyTranslateBundleIDToTransportManager = 0x746D6269u,  // 'tmbi'
    kAudioHardwarePropertyTranslateUIDToBox = 0x75696462u,  // 'uidb'
    kAudioHardwarePropertyTranslateUIDToClockDevice = 0x75696463u,  // 'uidc'
    kAudioHardwarePropertyProcessIsMaster = 0x6D617374u,  // 'mast'
    kAudioHardwarePropertyUserIDChanged = 0x65756964u,  // 'euid'
    kAudioHardwarePropertyUnloadingIsAllowed = 0x756E6C64u,  // 'unld'
    kAudioHardwarePropertyTapList = 0x74707323u,  // 'tps#'
    kAudioHardwarePropertyTranslateUIDToTap = 0x75696474u,  // 'uidt'
    kAudioHardwarePropertyRunLoop = 0x726E6C70u,  // 'rnlp'
    kAudioHardwarePropertyPlugInForBundleID = 0x70696269u,  // 'pibi'
    kAudioHardwarePropertyBootChimeVolumeScalar = 0x62627673u,  // 'bbvs'
    kAudioHardwarePropertyBootChimeVolumeDecibels = 0x62627664u,  // 'bbvd'
    kAudioHardwarePropertyBootChimeVolumeRangeDecibels = 0x62626423u,  // 'bbd#'
    kAudioHardwarePropertyBootChimeVolumeScalarToDecibels = 0x62763264u,  // 'bv2d'
    kAudioHardwarePropertyBootChimeVolumeDecibelsToScalarTransferFunction = 0x62767466u,  // 'bvtf'
    kAudioHardwarePropertyBootChimeVolumeDecibelsToScalar = 0x62643276u,  // 'bd2v'
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
    kAudioDevicePropertyPlugIn = 0x706C7567u,  // 'plug'
    kAudioDevicePropertyIOCycleUsage = 0x6E637963u,  // 'ncyc'
    kAudioDevicePropertyIOProcStreamUsage = 0x73757365u,  // 'suse'
    kAudioDevicePropertyClockDevice = 0x61706364u,  // 'apcd'
    kAudioDevicePropertyIOThreadOSWorkgroup = 0x6F737767u,  // 'oswg'
    kAudioDevicePropertyProcessMute = 0x6170706Du,  // 'appm'
    kAudioDevicePropertyIcon = 0x69636F6Eu,  // 'icon'
    kAudioDevicePropertyWantsControlsRestored = 0x72657363u,  // 'resc'
    kAudioDevicePropertyWantsStreamFormatsRestored = 0x72657366u,  // 'resf'
    kAudioDevicePropertyClockAlgorithm = 0x636C6F63u,  // 'cloc'
    kAudioDevicePropertyClockIsStable = 0x63737462u,  // 'cstb'
    kAudioDevicePropertyZeroTimeStampPeriod = 0x72696E67u,  // 'ring'
    kAudioDevicePropertyStereoPan = 0x7370616Eu,  // 'span'
    kAudioDevicePropertyStereoPanChannels = 0x73706E23u,  // 'spn#'
    kAudioDevicePropertySolo = 0x736F6C6Fu,  // 'solo'
    kAudioDevicePropertyPhantomPower = 0x7068616Eu,  // 'phan'
    kAudioDevicePropertyPhaseInvert = 0x70687369u,  // 'phsi'
    kAudioDevicePropertyClipLight = 0x636C6970u,  // 'clip'
    kAudioDevicePropertyTalkback = 0x74616C62u,  // 'talb'
    kAudioDevicePropertyListenback = 0x6C736E62u,  // 'lsnb'
    kAudioDevicePropertyDataSourceKindForID = 0x7373636Bu,  // 'ssck'
    kAudioDevicePropertyClockSource = 0x63737263u,  // 'csrc'
    kAudioDevicePropertyClockSources = 0x63736323u,  // 'csc#'
    kAudioDevicePropertyClockSourceNameForIDCFString = 0x6C63736Eu,  // 'lcsn'
    kAudioDevicePropertyClockSourceKindForID = 0x6373636Bu,  // 'csck'
    kAudioDevicePropertyPlayThru = 0x74687275u,  // 'thru'
    kAudioDevicePropertyPlayThruSolo = 0x74687273u,  // 'thrs'
    kAudioDevicePropertyPlayThruVolumeScalar = 0x6D767363u,  // 'mvsc'
    kAudioDevicePropertyPlayThruVolumeDecibels = 0x6D766462u,  // 'mvdb'
    kAudioDevicePropertyPlayThruVolumeRangeDecibels = 0x6D766423u,  // 'mvd#'
    kAudioDevicePropertyPlayThruVolumeScalarToDecibels = 0x6D763264u,  // 'mv2d'
    kAudioDevicePropertyPlayThruVolumeDecibelsToScalar = 0x6D763273u,  // 'mv2s'
    kAudioDevicePropertyPlayThruStereoPan = 0x6D73706Eu,  // 'mspn'
    kAudioDevicePropertyPlayThruStereoPanChannels = 0x6D737023u,  // 'msp#'
    kAudioDevicePropertyPlayThruDestination = 0x6D646473u,  // 'mdds'
    kAudioDevicePropertyPlayThruDestinations = 0x6D646423u,  // 'mdd#'
    kAudioDevicePropertyPlayThruDestinationNameForIDCFString = 0x6D646463u,  // 'mddc'
    kAudioDevicePropertyChannelNominalLineLevel = 0x6E6C766Cu,  // 'nlvl'
    kAudioDevicePropertyChannelNominalLineLevels = 0x6E6C7623u,  // 'nlv#'
    kAudioDevicePropertyChannelNominalLineLevelNameForIDCFString = 0x6C636E6Cu,  // 'lcnl'
    kAudioDevicePropertyHighPassFilterSetting = 0x68697066u,  // 'hipf'
    kAudioDevicePropertyHighPassFilterSettings = 0x68697023u,  // 'hip#'
    kAudioDevicePropertyHighPassFilterSettingNameForIDCFString = 0x6869706Cu,  // 'hipl'
    kAudioDevicePropertySubVolumeScalar = 0x73766C6Du,  // 'svlm'
    kAudioDevicePropertySubVolumeDecibels = 0x73766C64u,  // 'svld'
    kAudioDevicePropertySubVolumeRangeDecibels = 0x73766423u,  // 'svd#'
    kAudioDevicePropertySubVolumeScalarToDecibels = 0x73763264u,  // 'sv2d'
    kAudioDevicePropertySubVolumeDecibelsToScalar = 0x73643276u,  // 'sd2v'
    kAudioDevicePropertySubMute = 0x736D7574u,  // 'smut'
    kAudioDevicePropertyVoiceActivityDetectionEnable = 0x7641642Bu,  // 'vAd+'
    kAudioDevicePropertyVoiceActivityDetectionState = 0x76416453u,  // 'vAdS'
};

// Aggregate devices, their parts, and taps.
enum : AudioObjectPropertySelector {
    kAudioAggregateDevicePropertyFullSubDeviceList = 0x67727570u,  // 'grup'
    kAudioAggregateDevicePropertyActiveSubDeviceList = 0x61677270u,  // 'agrp'
    kAudioAggregateDevicePropertyComposition = 0x61636F6Du,  // 'acom'
    kAudioAggregateDevicePropertyMainSubDevice = 0x616D7374u,  // 'amst'
    kAudioAggregateDevicePropertyMasterSubDevice = 0x616D7374u,  // 'amst'
    kAudioAggregateDevicePropertyClockDevice = 0x61706364u,  // 'apcd'
    kAudioAggregateDevicePropertyTapList = 0x74617023u,  // 'tap#'
    kAudioAggregateDevicePropertySubTapList = 0x61746170u,  // 'atap'
    kAudioSubDevicePropertyExtraLatency = 0x786C7463u,  // 'xltc'
    kAudioSubDevicePropertyDriftCompensation = 0x64726674u,  // 'drft'
    kAudioSubDevicePropertyDriftCompensationQuality = 0x64726671u,  // 'drfq'
    kAudioSubTapPropertyExtraLatency = 0x786C7463u,  // 'xltc'
    kAudioSubTapPropertyDriftCompensation = 0x64726674u,  // 'drft'
    kAudioSubTapPropertyDriftCompensationQuality = 0x64726671u,  // 'drfq'
    kAudioTapPropertyUID = 0x74756964u,  // 'tuid'
    kAudioTapPropertyDescription = 0x74647363u,  // 'tdsc'
    kAudioTapPropertyFormat = 0x74666D74u,  // 'tfmt'
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
    kAudioTransportManagerClassID = 0x7472706Du,  // 'trpm'
    kAudioClockDeviceClassID = 0x61636C6Bu,  // 'aclk'
    kAudioEndPointDeviceClassID = 0x65646576u,  // 'edev'
    kAudioEndPointClassID = 0x656E6470u,  // 'endp'
    kAudioSubTapClassID = 0x73746170u,  // 'stap'
    kAudioTapClassID = 0x74636C73u,  // 'tcls'
    kAudioSliderControlClassID = 0x736C6472u,  // 'sldr'
    kAudioLevelControlClassID = 0x6C65766Cu,  // 'levl'
    kAudioLFEVolumeControlClassID = 0x73756276u,  // 'subv'
    kAudioBooleanControlClassID = 0x746F676Cu,  // 'togl'
    kAudioSoloControlClassID = 0x736F6C6Fu,  // 'solo'
    kAudioJackControlClassID = 0x6A61636Bu,  // 'jack'
    kAudioLFEMuteControlClassID = 0x7375626Du,  // 'subm'
    kAudioPhantomPowerControlClassID = 0x7068616Eu,  // 'phan'
    kAudioPhaseInvertControlClassID = 0x70687369u,  // 'phsi'
    kAudioClipLightControlClassID = 0x636C6970u,  // 'clip'
    kAudioTalkbackControlClassID = 0x74616C62u,  // 'talb'
    kAudioListenbackControlClassID = 0x6C736E62u,  // 'lsnb'
    kAudioSelectorControlClassID = 0x736C6374u,  // 'slct'
    kAudioDataSourceControlClassID = 0x64737263u,  // 'dsrc'
    kAudioDataDestinationControlClassID = 0x64657374u,  // 'dest'
    kAudioClockSourceControlClassID = 0x636C636Bu,  // 'clck'
    kAudioLineLevelControlClassID = 0x6E6C766Cu,  // 'nlvl'
    kAudioHighPassFilterControlClassID = 0x68697066u,  // 'hipf'
    kAudioStereoPanControlClassID = 0x7370616Eu,  // 'span'
    kAudioBootChimeVolumeControlClassID = 0x7072616Du,  // 'pram'
    kAudioISubOwnerControlClassID = 0x61746368u,  // 'atch'
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
    kAudioDeviceTransportTypeAutoAggregate = 0x66677270u,  // 'fgrp'
    kAudioDeviceTransportTypeContinuityCaptureWired = 0x63637764u,  // 'ccwd'
    kAudioDeviceTransportTypeContinuityCaptureWireless = 0x6363776Cu,  // 'ccwl'
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

// Plug-ins, transport managers, boxes, clocks, end points and controls.
enum : AudioObjectPropertySelector {
    kAudioPlugInCreateAggregateDevice = 0x63616767u,  // 'cagg'
    kAudioPlugInDestroyAggregateDevice = 0x64616767u,  // 'dagg'
    kAudioPlugInPropertyBundleID = 0x70696964u,  // 'piid'
    kAudioPlugInPropertyDeviceList = 0x64657623u,  // 'dev#'
    kAudioPlugInPropertyTranslateUIDToDevice = 0x75696464u,  // 'uidd'
    kAudioPlugInPropertyBoxList = 0x626F7823u,  // 'box#'
    kAudioPlugInPropertyTranslateUIDToBox = 0x75696462u,  // 'uidb'
    kAudioPlugInPropertyClockDeviceList = 0x636C6B23u,  // 'clk#'
    kAudioPlugInPropertyTranslateUIDToClockDevice = 0x75696463u,  // 'uidc'
    kAudioTransportManagerCreateEndPointDevice = 0x63646576u,  // 'cdev'
    kAudioTransportManagerDestroyEndPointDevice = 0x64646576u,  // 'ddev'
    kAudioTransportManagerPropertyEndPointList = 0x656E6423u,  // 'end#'
    kAudioTransportManagerPropertyTranslateUIDToEndPoint = 0x75696465u,  // 'uide'
    kAudioTransportManagerPropertyTransportType = 0x7472616Eu,  // 'tran'
    kAudioBoxPropertyBoxUID = 0x62756964u,  // 'buid'
    kAudioBoxPropertyTransportType = 0x7472616Eu,  // 'tran'
    kAudioBoxPropertyHasAudio = 0x62686175u,  // 'bhau'
    kAudioBoxPropertyHasVideo = 0x62687669u,  // 'bhvi'
    kAudioBoxPropertyHasMIDI = 0x62686D69u,  // 'bhmi'
    kAudioBoxPropertyIsProtected = 0x6270726Fu,  // 'bpro'
    kAudioBoxPropertyAcquired = 0x62786F6Eu,  // 'bxon'
    kAudioBoxPropertyAcquisitionFailed = 0x62786F66u,  // 'bxof'
    kAudioBoxPropertyDeviceList = 0x62647623u,  // 'bdv#'
    kAudioBoxPropertyClockDeviceList = 0x62636C23u,  // 'bcl#'
    kAudioClockDevicePropertyDeviceUID = 0x63756964u,  // 'cuid'
    kAudioClockDevicePropertyTransportType = 0x7472616Eu,  // 'tran'
    kAudioClockDevicePropertyClockDomain = 0x636C6B64u,  // 'clkd'
    kAudioClockDevicePropertyDeviceIsAlive = 0x6C69766Eu,  // 'livn'
    kAudioClockDevicePropertyDeviceIsRunning = 0x676F696Eu,  // 'goin'
    kAudioClockDevicePropertyLatency = 0x6C746E63u,  // 'ltnc'
    kAudioClockDevicePropertyControlList = 0x6374726Cu,  // 'ctrl'
    kAudioClockDevicePropertyNominalSampleRate = 0x6E737274u,  // 'nsrt'
    kAudioClockDevicePropertyAvailableNominalSampleRates = 0x6E737223u,  // 'nsr#'
    kAudioEndPointDevicePropertyComposition = 0x61636F6Du,  // 'acom'
    kAudioEndPointDevicePropertyEndPointList = 0x61677270u,  // 'agrp'
    kAudioEndPointDevicePropertyIsPrivate = 0x70726976u,  // 'priv'
    kAudioControlPropertyScope = 0x63736370u,  // 'cscp'
    kAudioControlPropertyElement = 0x63656C6Du,  // 'celm'
    kAudioControlPropertyVariant = 0x63766172u,  // 'cvar'
    kAudioSliderControlPropertyValue = 0x73647276u,  // 'sdrv'
    kAudioSliderControlPropertyRange = 0x73647272u,  // 'sdrr'
    kAudioLevelControlPropertyScalarValue = 0x6C637376u,  // 'lcsv'
    kAudioLevelControlPropertyDecibelValue = 0x6C636476u,  // 'lcdv'
    kAudioLevelControlPropertyDecibelRange = 0x6C636472u,  // 'lcdr'
    kAudioLevelControlPropertyConvertScalarToDecibels = 0x6C637364u,  // 'lcsd'
    kAudioLevelControlPropertyConvertDecibelsToScalar = 0x6C636473u,  // 'lcds'
    kAudioLevelControlPropertyDecibelsToScalarTransferFunction = 0x6C637466u,  // 'lctf'
    kAudioBooleanControlPropertyValue = 0x6263766Cu,  // 'bcvl'
    kAudioSelectorControlPropertyCurrentItem = 0x73636369u,  // 'scci'
    kAudioSelectorControlPropertyAvailableItems = 0x73636169u,  // 'scai'
    kAudioSelectorControlPropertyItemName = 0x7363696Eu,  // 'scin'
    kAudioSelectorControlPropertyItemKind = 0x636C6B6Bu,  // 'clkk'
    kAudioClockSourceControlPropertyItemKind = 0x636C6B6Bu,  // 'clkk'
    kAudioStereoPanControlPropertyValue = 0x73706376u,  // 'spcv'
    kAudioStereoPanControlPropertyPanningChannels = 0x73706363u,  // 'spcc'
};

// Properties by the names and in the shapes that they had first.
enum : AudioObjectPropertySelector {
    kAudioDevicePropertyDeviceName = 0x6E616D65u,  // 'name'
    kAudioDevicePropertyDeviceManufacturer = 0x6D616B72u,  // 'makr'
    kAudioDevicePropertyRegisterBufferList = 0x72627566u,  // 'rbuf'
    kAudioDevicePropertyBufferSize = 0x6273697Au,  // 'bsiz'
    kAudioDevicePropertyBufferSizeRange = 0x62737A23u,  // 'bsz#'
    kAudioDevicePropertyChannelName = 0x63686E6Du,  // 'chnm'
    kAudioDevicePropertyChannelNameCFString = 0x6C63686Eu,  // 'lchn'
    kAudioDevicePropertyChannelCategoryName = 0x63636E6Du,  // 'ccnm'
    kAudioDevicePropertyChannelCategoryNameCFString = 0x6C63636Eu,  // 'lccn'
    kAudioDevicePropertyChannelNumberName = 0x636E6E6Du,  // 'cnnm'
    kAudioDevicePropertyChannelNumberNameCFString = 0x6C636E6Eu,  // 'lcnn'
    kAudioDevicePropertySupportsMixing = 0x6D69783Fu,  // 'mix?'
    kAudioDevicePropertyStreamFormatSupported = 0x73666D3Fu,  // 'sfm?'
    kAudioDevicePropertyStreamFormatMatch = 0x73666D6Du,  // 'sfmm'
    kAudioDevicePropertyDataSourceNameForID = 0x7373636Eu,  // 'sscn'
    kAudioDevicePropertyClockSourceNameForID = 0x6373636Eu,  // 'cscn'
    kAudioDevicePropertyPlayThruDestinationNameForID = 0x6D64646Eu,  // 'mddn'
    kAudioDevicePropertyChannelNominalLineLevelNameForID = 0x636E6C76u,  // 'cnlv'
    kAudioDevicePropertyHighPassFilterSettingNameForID = 0x63686970u,  // 'chip'
    kAudioDevicePropertyDriverShouldOwniSub = 0x69737562u,  // 'isub'
    kAudioDevicePropertyVolumeDecibelsToScalarTransferFunction = 0x76637466u,  // 'vctf'
    kAudioDevicePropertyPlayThruVolumeDecibelsToScalarTransferFunction = 0x6D767466u,  // 'mvtf'
    kAudioDevicePropertySubVolumeDecibelsToScalarTransferFunction = 0x73767466u,  // 'svtf'
    kAudioStreamPropertyOwningDevice = 0x73746476u,  // 'stdv'
    kAudioStreamPropertyPhysicalFormats = 0x70667423u,  // 'pft#'
    kAudioStreamPropertyPhysicalFormatSupported = 0x7066743Fu,  // 'pft?'
    kAudioStreamPropertyPhysicalFormatMatch = 0x7066746Du,  // 'pftm'
    kAudioPropertyWildcardPropertyID = 0x2A2A2A2Au,  // '****'
};

// How the clock of a device is smoothed; how levels become scalars; flags and qualities.
enum : uint32_t {
    kAudioDeviceClockAlgorithmRaw = 0x72617777u,  // 'raww'
    kAudioDeviceClockAlgorithmSimpleIIR = 0x69697266u,  // 'iirf'
    kAudioDeviceClockAlgorithm12PtMovingWindowAverage = 0x6D617667u,  // 'mavg'
    kAudioLevelControlTranferFunctionLinear = 0,
    kAudioLevelControlTranferFunction1Over3 = 1,
    kAudioLevelControlTranferFunction1Over2 = 2,
    kAudioLevelControlTranferFunction3Over4 = 3,
    kAudioLevelControlTranferFunction3Over2 = 4,
    kAudioLevelControlTranferFunction2Over1 = 5,
    kAudioLevelControlTranferFunction3Over1 = 6,
    kAudioLevelControlTranferFunction4Over1 = 7,
    kAudioLevelControlTranferFunction5Over1 = 8,
    kAudioLevelControlTranferFunction6Over1 = 9,
    kAudioLevelControlTranferFunction7Over1 = 10,
    kAudioLevelControlTranferFunction8Over1 = 11,
    kAudioLevelControlTranferFunction9Over1 = 12,
    kAudioLevelControlTranferFunction10Over1 = 13,
    kAudioLevelControlTranferFunction11Over1 = 14,
    kAudioLevelControlTranferFunction12Over1 = 15,
    kAudioDeviceStartTimeIsInputFlag = 1,
    kAudioDeviceStartTimeDontConsultDeviceFlag = 2,
    kAudioDeviceStartTimeDontConsultHALFlag = 4,
    kAudioSubDeviceDriftCompensationMinQuality = 0,
    kAudioSubDeviceDriftCompensationLowQuality = 0x20u,
    kAudioSubDeviceDriftCompensationMediumQuality = 0x40u,
    kAudioSubDeviceDriftCompensationHighQuality = 0x60u,
    kAudioSubDeviceDriftCompensationMaxQuality = 0x7Fu,
    kAudioSelectorControlItemKindSpacer = 0x73706372u,  // 'spcr'
    kAudioClockSourceItemKindInternal = 0x696E7420u,  // 'int '
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
    kAudioPropertyWildcardChannel = 0xFFFFFFFFu,
};
enum : AudioObjectPropertySelector { kAudioObjectPropertySelectorWildcard = 0x2A2A2A2Au };
enum : uint32_t { kAudioDeviceTransportTypeUnknown = 0, kAudioStreamTerminalTypeUnknown = 0 };
enum : OSStatus { kAudioHardwareNoError = 0 };
enum : uint8_t { kAudioPropertyWildcardSection = 0xFF };
