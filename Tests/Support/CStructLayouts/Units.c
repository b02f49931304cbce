// AudioComponent.h, AUComponent.h, AudioUnitProperties.h, AudioOutputUnit.h, AUGraph.h, AUAudioUnitImplementation.h and
// AudioUnitUtilities.h.
#include "BaseTypes.h"
#include "Rows.h"

typedef void (*Function)(void);

typedef struct {
    uint32_t componentType, componentSubType, componentManufacturer, componentFlags, componentFlagsMask;
} AudioComponentDescription;

typedef struct {
    Function Open, Close, Lookup;
    void *reserved;
} AudioComponentPlugInInterface;

typedef struct {
    Function inputProc;
    void *inputProcRefCon;
} AURenderCallbackStruct;

typedef struct {
    void *sourceAudioUnit;
    uint32_t sourceOutputNumber, destInputNumber;
} AudioUnitConnection;

typedef struct {
    int16_t inChannels, outChannels;
} AUChannelInfo;

typedef struct {
    void *mAudioUnit;
    uint32_t mParameterID, mScope, mElement;
} AudioUnitParameter;

typedef struct {
    void *mAudioUnit;
    uint32_t mPropertyID, mScope, mElement;
} AudioUnitProperty;

typedef struct {
    uint32_t scope, element, parameter, eventType;
    union {
        struct {
            int32_t startBufferOffset;
            uint32_t durationInFrames;
            float startValue, endValue;
        } ramp;
        struct {
            uint32_t bufferOffset;
            float value;
        } immediate;
    } eventValues;
} AudioUnitParameterEvent;

typedef struct {
    uint32_t mEventType;
    union {
        AudioUnitParameter mParameter;
        AudioUnitProperty mProperty;
    } mArgument;
} AudioUnitEvent;

typedef struct {
    int32_t sourceNode;
    uint32_t sourceOutputNumber;
    int32_t destNode;
    uint32_t destInputNumber;
} AudioUnitNodeConnection;

typedef struct {
    int32_t destNode;
    uint32_t destInputNumber;
    AURenderCallbackStruct cback;
} AUNodeRenderCallback;

typedef struct {
    uint32_t nodeInteractionType;
    union {
        AudioUnitNodeConnection connection;
        AUNodeRenderCallback inputCallback;
    } nodeInteraction;
} AUNodeInteraction;

typedef struct {
    AudioTimeStamp mTimeStamp;
    Function mCompletionProc;
    void *mCompletionProcUserData;
    uint32_t mFlags, mReserved;
    void *mReserved2;
    uint32_t mNumberFrames;
    AudioBufferList *mBufferList;
} ScheduledAudioSlice;

typedef struct {
    AudioTimeStamp mTimeStamp;
    Function mCompletionProc;
    void *mCompletionProcUserData, *mAudioFile;
    uint32_t mLoopCount;
    int64_t mStartFrame;
    uint32_t mFramesToPlay;
} ScheduledAudioFileRegion;

#pragma pack(push, 4)

typedef struct {
    void *next;
    int64_t eventSampleTime;
    uint8_t eventType, reserved;
} AURenderEventHeader;

typedef struct {
    void *next;
    int64_t eventSampleTime;
    uint8_t eventType, reserved[3];
    uint32_t rampDurationSampleFrames;
    uint64_t parameterAddress;
    float value;
} AUParameterEvent;

typedef struct {
    void *next;
    int64_t eventSampleTime;
    uint8_t eventType, reserved;
    uint16_t length;
    uint8_t cable, data[3];
} AUMIDIEvent;

typedef struct {
    void *next;
    int64_t eventSampleTime;
    uint8_t eventType, reserved, cable;
    MIDIEventList eventList;
} AUMIDIEventList;

typedef union {
    AURenderEventHeader head;
    AUParameterEvent parameter;
    AUMIDIEvent MIDI;
    AUMIDIEventList MIDIEventsList;
} AURenderEvent;

#pragma pack(pop)

typedef struct {
    uint64_t hostTime, address;
    float value;
} AURecordedParameterEvent;

typedef struct {
    uint64_t hostTime, address;
    float value;
    uint32_t eventType;
    uint64_t reserved;
} AUParameterAutomationEvent;

typedef struct {
    int32_t presetNumber;
    const void *presetName;
} AUPreset;

typedef struct {
    double mFrequency, mMagnitude;
} AudioUnitFrequencyResponseBin;

typedef struct {
    uint32_t mScope, mParameterID;
} AUDependentParameter;

typedef struct {
    float updatesPerSecond, historyDurationInSeconds;
} AudioUnitParameterHistoryInfo;

typedef struct {
    void *hostUserData;
    Function beatAndTempoProc, musicalTimeLocationProc, transportStateProc, transportStateProc2;
} HostCallbackInfo;

typedef struct {
    Function midiOutputCallback;
    void *userData;
} AUMIDIOutputCallbackStruct;

typedef struct {
    Function inputToOutputCallback;
    void *userData;
} AUInputSamplesInOutputCallbackStruct;

typedef struct {
    char name[52];
    const void *unitName;
    uint32_t clumpID;
    const void *cfNameString;
    uint32_t unit;
    float minValue, maxValue, defaultValue;
    uint32_t flags;
} AudioUnitParameterInfo;

typedef struct {
    uint32_t inID;
    int32_t inDesiredLength;
    const void *outName;
} AudioUnitParameterNameInfo;

typedef struct {
    uint32_t inParamID;
    const float *inValue;
    const void *outString;
} AudioUnitParameterStringFromValue;

typedef struct {
    uint32_t inParamID;
    const void *inString;
    float outValue;
} AudioUnitParameterValueFromString;

typedef struct {
    AudioTimeStamp mTimestamp;
    uint32_t mFlags;
} AudioOutputUnitStartAtTimeParams;

typedef struct {
    unsigned char mEnableAdvancedDucking;
    uint32_t mDuckingLevel;
} AUVoiceIOOtherAudioDuckingConfiguration;

typedef struct {
    float peakValueSinceLastCall;
    unsigned char sawInfinity, sawNotANumber;
} AudioUnitMeterClipping;

typedef struct {
    float mReferenceDistance, mMaxDistance, mMaxAttenuation;
} MixerDistanceParams;

typedef struct {
    const void *bankURL;
    uint8_t bankMSB, bankLSB, presetID, reserved;
} AUSamplerBankPresetData;

typedef struct {
    const void *fileURL;
    uint8_t instrumentType, bankMSB, bankLSB, presetID;
} AUSamplerInstrumentData;

LAYOUT_TABLE(
    CStructLayoutsOfUnits,
    LAYOUT(
        AudioComponentDescription, componentType, componentSubType, componentManufacturer, componentFlags,
        componentFlagsMask)
    LAYOUT(AudioComponentPlugInInterface, Open, Close, Lookup, reserved)
    LAYOUT(AURenderCallbackStruct, inputProc, inputProcRefCon)
    LAYOUT(AudioUnitConnection, sourceAudioUnit, sourceOutputNumber, destInputNumber)
    LAYOUT(AUChannelInfo, inChannels, outChannels)
    LAYOUT(AudioUnitParameter, mAudioUnit, mParameterID, mScope, mElement)
    LAYOUT(AudioUnitProperty, mAudioUnit, mPropertyID, mScope, mElement)
    LAYOUT(AudioUnitParameterEvent, scope, element, parameter, eventType, eventValues)
    LAYOUT(AudioUnitEvent, mEventType, mArgument)
    LAYOUT(AudioUnitNodeConnection, sourceNode, sourceOutputNumber, destNode, destInputNumber)
    LAYOUT(AUNodeRenderCallback, destNode, destInputNumber, cback)
    LAYOUT(AUNodeInteraction, nodeInteractionType, nodeInteraction)
    LAYOUT(
        ScheduledAudioSlice, mTimeStamp, mCompletionProc, mCompletionProcUserData, mFlags, mReserved, mReserved2,
        mNumberFrames, mBufferList)
    LAYOUT(
        ScheduledAudioFileRegion, mTimeStamp, mCompletionProc, mCompletionProcUserData, mAudioFile, mLoopCount,
        mStartFrame, mFramesToPlay)
    LAYOUT(AURenderEventHeader, next, eventSampleTime, eventType, reserved)
    LAYOUT(
        AUParameterEvent, next, eventSampleTime, eventType, reserved, rampDurationSampleFrames, parameterAddress,
        value)
    LAYOUT(AUMIDIEvent, next, eventSampleTime, eventType, reserved, length, cable, data)
    LAYOUT(AUMIDIEventList, next, eventSampleTime, eventType, reserved, cable, eventList)
    LAYOUT(AURenderEvent)
    LAYOUT(AURecordedParameterEvent, hostTime, address, value)
    LAYOUT(AUParameterAutomationEvent, hostTime, address, value, eventType, reserved)
    LAYOUT(AUPreset, presetNumber, presetName)
    LAYOUT(AudioUnitFrequencyResponseBin, mFrequency, mMagnitude)
    LAYOUT(AUDependentParameter, mScope, mParameterID)
    LAYOUT(AudioUnitParameterHistoryInfo, updatesPerSecond, historyDurationInSeconds)
    LAYOUT(
        HostCallbackInfo, hostUserData, beatAndTempoProc, musicalTimeLocationProc, transportStateProc,
        transportStateProc2)
    LAYOUT(AUMIDIOutputCallbackStruct, midiOutputCallback, userData)
    LAYOUT(AUInputSamplesInOutputCallbackStruct, inputToOutputCallback, userData)
    LAYOUT(
        AudioUnitParameterInfo, name, unitName, clumpID, cfNameString, unit, minValue, maxValue, defaultValue, flags)
    LAYOUT(AudioUnitParameterNameInfo, inID, inDesiredLength, outName)
    LAYOUT(AudioUnitParameterStringFromValue, inParamID, inValue, outString)
    LAYOUT(AudioUnitParameterValueFromString, inParamID, inString, outValue)
    LAYOUT(AudioOutputUnitStartAtTimeParams, mTimestamp, mFlags)
    LAYOUT(AUVoiceIOOtherAudioDuckingConfiguration, mEnableAdvancedDucking, mDuckingLevel)
    LAYOUT(AudioUnitMeterClipping, peakValueSinceLastCall, sawInfinity, sawNotANumber)
    LAYOUT(MixerDistanceParams, mReferenceDistance, mMaxDistance, mMaxAttenuation)
    LAYOUT(AUSamplerBankPresetData, bankURL, bankMSB, bankLSB, presetID, reserved)
    LAYOUT(AUSamplerInstrumentData, fileURL, instrumentType, bankMSB, bankLSB, presetID))
