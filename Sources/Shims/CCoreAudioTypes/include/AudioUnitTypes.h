// Audio units: the structs of their callbacks, the events that are scheduled for them, and the descriptions of
// components.
#pragma once

#include "CoreAudioBaseTypes.h"
#include "MIDITypes.h"

#pragma mark - Components

// Which component is meant: codes of four characters; 0 stands for any when one is looked for.
struct AudioComponentDescription {
    OSType componentType;
    OSType componentSubType;
    OSType componentManufacturer;
    uint32_t componentFlags;
    uint32_t componentFlagsMask;  // the flags that count
};
typedef struct AudioComponentDescription AudioComponentDescription;

typedef struct OpaqueAudioComponent *AudioComponent;
typedef struct OpaqueAudioComponentInstance *AudioComponentInstance;
typedef AudioComponentInstance AudioUnit;

typedef SORDINO_OPTIONS(uint32_t, AudioComponentFlags) {
    kAudioComponentFlag_Unsearchable = 1,
    kAudioComponentFlag_SandboxSafe = 2,
    kAudioComponentFlag_IsV3AudioUnit = 4,
    kAudioComponentFlag_RequiresAsyncInstantiation = 8,
    kAudioComponentFlag_CanLoadInProcess = 0x10,
} AudioComponentFlags;

typedef SORDINO_OPTIONS(uint32_t, AudioComponentInstantiationOptions) {
    kAudioComponentInstantiation_LoadOutOfProcess = 1,
    kAudioComponentInstantiation_LoadedRemotely = 1u << 31,
} AudioComponentInstantiationOptions;

// A function of a component, of the type that its selector names; `self` is the component's interface.
typedef OSStatus (*AudioComponentMethod)(void *_Nonnull self, ...);

// A component that is made of functions. Its own data follow this struct in the memory that its factory allocates.
struct AudioComponentPlugInInterface {
    OSStatus (*_Nonnull Open)(void *_Nonnull self, AudioComponentInstance _Nonnull mInstance);
    OSStatus (*_Nonnull Close)(void *_Nonnull self);  // frees the memory as well
    AudioComponentMethod _Nullable (*_Nonnull Lookup)(int16_t selector);
    void *_Nullable reserved;  // null
};
typedef struct AudioComponentPlugInInterface AudioComponentPlugInInterface;

typedef AudioComponentPlugInInterface *_Nullable (*AudioComponentFactoryFunction)(
    const AudioComponentDescription *_Nonnull inDesc);

#pragma mark - Units

typedef uint32_t AudioUnitPropertyID;
typedef uint32_t AudioUnitScope;
typedef uint32_t AudioUnitElement;
typedef uint32_t AudioUnitParameterID;
typedef float AudioUnitParameterValue;

typedef SORDINO_OPTIONS(uint32_t, AudioUnitRenderActionFlags) {
    kAudioUnitRenderAction_PreRender = 1u << 2,
    kAudioUnitRenderAction_PostRender = 1u << 3,
    kAudioUnitRenderAction_OutputIsSilence = 1u << 4,
    kAudioOfflineUnitRenderAction_Preflight = 1u << 5,
    kAudioOfflineUnitRenderAction_Render = 1u << 6,
    kAudioOfflineUnitRenderAction_Complete = 1u << 7,
    kAudioUnitRenderAction_PostRenderError = 1u << 8,
    kAudioUnitRenderAction_DoNotCheckRenderArgs = 1u << 9,
} AudioUnitRenderActionFlags;

typedef OSStatus (*AURenderCallback)(
    void *_Nonnull inRefCon, AudioUnitRenderActionFlags *_Nonnull ioActionFlags,
    const AudioTimeStamp *_Nonnull inTimeStamp, uint32_t inBusNumber, uint32_t inNumberFrames,
    AudioBufferList *_Nullable ioData);

struct AURenderCallbackStruct {
    AURenderCallback _Nullable inputProc;
    void *_Nullable inputProcRefCon;
};
typedef struct AURenderCallbackStruct AURenderCallbackStruct;

// One output of one unit that leads to one input of another.
struct AudioUnitConnection {
    AudioUnit _Nullable sourceAudioUnit;
    uint32_t sourceOutputNumber;
    uint32_t destInputNumber;
};
typedef struct AudioUnitConnection AudioUnitConnection;

// Channels that a unit takes and gives; -1 any, -2 any other number.
struct AUChannelInfo {
    int16_t inChannels;
    int16_t outChannels;
};
typedef struct AUChannelInfo AUChannelInfo;

// A parameter of one unit, and a property.
struct AudioUnitParameter {
    AudioUnit _Nonnull mAudioUnit;
    AudioUnitParameterID mParameterID;
    AudioUnitScope mScope;
    AudioUnitElement mElement;
};
typedef struct AudioUnitParameter AudioUnitParameter;

struct AudioUnitProperty {
    AudioUnit _Nonnull mAudioUnit;
    AudioUnitPropertyID mPropertyID;
    AudioUnitScope mScope;
    AudioUnitElement mElement;
};
typedef struct AudioUnitProperty AudioUnitProperty;

typedef SORDINO_ENUM(uint32_t, AudioUnitParameterUnit) {
    kAudioUnitParameterUnit_Generic = 0,
    kAudioUnitParameterUnit_Indexed = 1,
    kAudioUnitParameterUnit_Boolean = 2,
    kAudioUnitParameterUnit_Percent = 3,
    kAudioUnitParameterUnit_Seconds = 4,
    kAudioUnitParameterUnit_SampleFrames = 5,
    kAudioUnitParameterUnit_Phase = 6,
    kAudioUnitParameterUnit_Rate = 7,
    kAudioUnitParameterUnit_Hertz = 8,
    kAudioUnitParameterUnit_Cents = 9,
    kAudioUnitParameterUnit_RelativeSemiTones = 10,
    kAudioUnitParameterUnit_MIDINoteNumber = 11,
    kAudioUnitParameterUnit_MIDIController = 12,
    kAudioUnitParameterUnit_Decibels = 13,
    kAudioUnitParameterUnit_LinearGain = 14,
    kAudioUnitParameterUnit_Degrees = 15,
    kAudioUnitParameterUnit_EqualPowerCrossfade = 16,
    kAudioUnitParameterUnit_MixerFaderCurve1 = 17,
    kAudioUnitParameterUnit_Pan = 18,
    kAudioUnitParameterUnit_Meters = 19,
    kAudioUnitParameterUnit_AbsoluteCents = 20,
    kAudioUnitParameterUnit_Octaves = 21,
    kAudioUnitParameterUnit_BPM = 22,
    kAudioUnitParameterUnit_Beats = 23,
    kAudioUnitParameterUnit_Milliseconds = 24,
    kAudioUnitParameterUnit_Ratio = 25,
    kAudioUnitParameterUnit_CustomUnit = 26,
    kAudioUnitParameterUnit_MIDI2Controller = 27,
} AudioUnitParameterUnit;

typedef SORDINO_OPTIONS(uint32_t, AudioUnitParameterOptions) {
    kAudioUnitParameterFlag_CFNameRelease = 1u << 4,
    kAudioUnitParameterFlag_OmitFromPresets = 1u << 13,
    kAudioUnitParameterFlag_PlotHistory = 1u << 14,
    kAudioUnitParameterFlag_MeterReadOnly = 1u << 15,
    kAudioUnitParameterFlag_DisplayMask = (7u << 16) | (1u << 22),
    kAudioUnitParameterFlag_DisplaySquareRoot = 1u << 16,
    kAudioUnitParameterFlag_DisplaySquared = 2u << 16,
    kAudioUnitParameterFlag_DisplayCubed = 3u << 16,
    kAudioUnitParameterFlag_DisplayCubeRoot = 4u << 16,
    kAudioUnitParameterFlag_DisplayExponential = 5u << 16,
    kAudioUnitParameterFlag_HasClump = 1u << 20,
    kAudioUnitParameterFlag_ValuesHaveStrings = 1u << 21,
    kAudioUnitParameterFlag_DisplayLogarithmic = 1u << 22,
    kAudioUnitParameterFlag_IsHighResolution = 1u << 23,
    kAudioUnitParameterFlag_NonRealTime = 1u << 24,
    kAudioUnitParameterFlag_CanRamp = 1u << 25,
    kAudioUnitParameterFlag_ExpertMode = 1u << 26,
    kAudioUnitParameterFlag_HasCFNameString = 1u << 27,
    kAudioUnitParameterFlag_IsGlobalMeta = 1u << 28,
    kAudioUnitParameterFlag_IsElementMeta = 1u << 29,
    kAudioUnitParameterFlag_IsReadable = 1u << 30,
    kAudioUnitParameterFlag_IsWritable = 1u << 31,
} AudioUnitParameterOptions;

// How far other sound is turned down while a unit with voice processing runs: by 14, 6, 20 or 30 dB.
typedef SORDINO_ENUM(uint32_t, AUVoiceIOOtherAudioDuckingLevel) {
    kAUVoiceIOOtherAudioDuckingLevelDefault = 0,
    kAUVoiceIOOtherAudioDuckingLevelMin = 10,
    kAUVoiceIOOtherAudioDuckingLevelMid = 20,
    kAUVoiceIOOtherAudioDuckingLevelMax = 30,
} AUVoiceIOOtherAudioDuckingLevel;

typedef SORDINO_ENUM(uint32_t, AUParameterEventType) {
    kParameterEvent_Immediate = 1,
    kParameterEvent_Ramped = 2,
} AUParameterEventType;

// A change of a parameter that is due within the next block.
struct AudioUnitParameterEvent {
    AudioUnitScope scope;
    AudioUnitElement element;
    AudioUnitParameterID parameter;
    AUParameterEventType eventType;
    union {
        struct {
            int32_t startBufferOffset;
            uint32_t durationInFrames;
            AudioUnitParameterValue startValue;
            AudioUnitParameterValue endValue;
        } ramp;
        struct {
            uint32_t bufferOffset;
            AudioUnitParameterValue value;
        } immediate;
    } eventValues;
};
typedef struct AudioUnitParameterEvent AudioUnitParameterEvent;

typedef SORDINO_ENUM(uint32_t, AudioUnitEventType) {
    kAudioUnitEvent_ParameterValueChange = 0,
    kAudioUnitEvent_BeginParameterChangeGesture = 1,
    kAudioUnitEvent_EndParameterChangeGesture = 2,
    kAudioUnitEvent_PropertyChange = 3,
} AudioUnitEventType;

// A change in a unit that a listener receives.
struct AudioUnitEvent {
    AudioUnitEventType mEventType;
    union {
        AudioUnitParameter mParameter;  // for a value and for gestures
        AudioUnitProperty mProperty;
    } mArgument;
};
typedef struct AudioUnitEvent AudioUnitEvent;

#pragma mark - Graphs of units

typedef int32_t AUNode;

// An output bus of a node that leads to an input bus of another.
struct AudioUnitNodeConnection {
    AUNode sourceNode;
    uint32_t sourceOutputNumber;
    AUNode destNode;
    uint32_t destInputNumber;
};
typedef struct AudioUnitNodeConnection AudioUnitNodeConnection;

// A function that feeds an input bus of a node.
struct AUNodeRenderCallback {
    AUNode destNode;
    AudioUnitElement destInputNumber;
    AURenderCallbackStruct cback;
};
typedef struct AUNodeRenderCallback AUNodeRenderCallback;

// The source of an input bus of a node.
struct AUNodeInteraction {
    uint32_t nodeInteractionType;
    union {
        AudioUnitNodeConnection connection;
        AUNodeRenderCallback inputCallback;
    } nodeInteraction;
};
typedef struct AUNodeInteraction AUNodeInteraction;

#pragma mark - Generators

typedef SORDINO_OPTIONS(uint32_t, AUScheduledAudioSliceFlags) {
    kScheduledAudioSliceFlag_Complete = 0x01,
    kScheduledAudioSliceFlag_BeganToRender = 0x02,
    kScheduledAudioSliceFlag_BeganToRenderLate = 0x04,
    kScheduledAudioSliceFlag_Loop = 0x08,
    kScheduledAudioSliceFlag_Interrupt = 0x10,
    kScheduledAudioSliceFlag_InterruptAtLoop = 0x20,
} AUScheduledAudioSliceFlags;

struct ScheduledAudioSlice;
typedef void (*ScheduledAudioSliceCompletionProc)(
    void *_Nullable userData, struct ScheduledAudioSlice *_Nonnull bufferList);

// Sound in memory that is to be played at a time.
struct ScheduledAudioSlice {
    AudioTimeStamp mTimeStamp;
    ScheduledAudioSliceCompletionProc _Nullable mCompletionProc;
    void *_Nonnull mCompletionProcUserData;
    AUScheduledAudioSliceFlags mFlags;
    uint32_t mReserved;
    void *_Nullable mReserved2;
    uint32_t mNumberFrames;
    AudioBufferList *_Nonnull mBufferList;
};
typedef struct ScheduledAudioSlice ScheduledAudioSlice;

struct ScheduledAudioFileRegion;
typedef void (*ScheduledAudioFileRegionCompletionProc)(
    void *_Nullable userData, struct ScheduledAudioFileRegion *_Nonnull fileRegion, OSStatus result);

// A part of a file that is to be played at a time, once and so many times again.
struct ScheduledAudioFileRegion {
    AudioTimeStamp mTimeStamp;
    ScheduledAudioFileRegionCompletionProc _Nullable mCompletionProc;
    void *_Nullable mCompletionProcUserData;
    struct OpaqueAudioFileID *_Nonnull mAudioFile;
    uint32_t mLoopCount;
    int64_t mStartFrame;
    uint32_t mFramesToPlay;
};
typedef struct ScheduledAudioFileRegion ScheduledAudioFileRegion;

#pragma mark - Units of the third version

typedef int64_t AUEventSampleTime;
typedef uint32_t AUAudioFrameCount;
typedef uint32_t AUAudioChannelCount;
typedef OSStatus AUAudioUnitStatus;
typedef uint64_t AUParameterAddress;
typedef float AUValue;

typedef SORDINO_ENUM(uint8_t, AURenderEventType) {
    AURenderEventParameter = 1,
    AURenderEventParameterRamp = 2,
    AURenderEventMIDI = 8,
    AURenderEventMIDISysEx = 9,
    AURenderEventMIDIEventList = 10,
} AURenderEventType;

typedef SORDINO_ENUM(uint32_t, AUParameterAutomationEventType) {
    AUParameterAutomationEventTypeValue = 0,
    AUParameterAutomationEventTypeTouch = 1,
    AUParameterAutomationEventTypeRelease = 2,
} AUParameterAutomationEventType;

union AURenderEvent;

#pragma pack(push, 4)

// The head of all events; they are a list in the order of their times.
struct AURenderEventHeader {
    union AURenderEvent *_Nullable next;
    AUEventSampleTime eventSampleTime;
    AURenderEventType eventType;
    uint8_t reserved;
};
typedef struct AURenderEventHeader AURenderEventHeader;

// A parameter takes a value at once, or glides to it.
struct AUParameterEvent {
    union AURenderEvent *_Nullable next;
    AUEventSampleTime eventSampleTime;
    AURenderEventType eventType;
    uint8_t reserved[3];
    AUAudioFrameCount rampDurationSampleFrames;
    AUParameterAddress parameterAddress;
    AUValue value;
};
typedef struct AUParameterEvent AUParameterEvent;

// One message of MIDI 1.0; a system exclusive one continues behind `data`.
struct AUMIDIEvent {
    union AURenderEvent *_Nullable next;
    AUEventSampleTime eventSampleTime;
    AURenderEventType eventType;
    uint8_t reserved;
    uint16_t length;
    uint8_t cable;
    uint8_t data[3];
};
typedef struct AUMIDIEvent AUMIDIEvent;

// Universal MIDI packets.
struct AUMIDIEventList {
    union AURenderEvent *_Nullable next;
    AUEventSampleTime eventSampleTime;
    AURenderEventType eventType;
    uint8_t reserved;
    uint8_t cable;
    MIDIEventList eventList;
};
typedef struct AUMIDIEventList AUMIDIEventList;

union AURenderEvent {
    AURenderEventHeader head;
    AUParameterEvent parameter;
    AUMIDIEvent MIDI;
    AUMIDIEventList MIDIEventsList;
};
typedef union AURenderEvent AURenderEvent;

#pragma pack(pop)

// A change of a parameter as an observer receives it.
struct AURecordedParameterEvent {
    uint64_t hostTime;
    AUParameterAddress address;
    AUValue value;
};
typedef struct AURecordedParameterEvent AURecordedParameterEvent;

struct AUParameterAutomationEvent {
    uint64_t hostTime;
    AUParameterAddress address;
    AUValue value;
    AUParameterAutomationEventType eventType;
    uint64_t reserved;
};
typedef struct AUParameterAutomationEvent AUParameterAutomationEvent;
