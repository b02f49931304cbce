// Values of the properties of units. Objects of Core Foundation are pointers here; AudioToolbox gives the fields their types.
#pragma once

#include <CCoreAudioTypes.h>
#include <CCoreMIDI.h>

#pragma mark - Every unit

/// A preset of a unit as C has it.
struct AUPreset {
    /// From 0 up a preset of the unit's; below, one of the user's.
    int32_t presetNumber;
    void *_Nullable presetName __attribute__((swift_private));  // a CFString
};
typedef struct AUPreset AUPreset;

/// The gain of a unit at one frequency.
struct AudioUnitFrequencyResponseBin {
    /// The frequency in hertz.
    double mFrequency;
    /// The answer in decibels.
    double mMagnitude;
};
typedef struct AudioUnitFrequencyResponseBin AudioUnitFrequencyResponseBin;

/// A parameter whose value changes with another's.
struct AUDependentParameter {
    /// The scope of the parameter.
    AudioUnitScope mScope;
    /// The parameter's number.
    AudioUnitParameterID mParameterID;
};
typedef struct AUDependentParameter AUDependentParameter;

/// The recommended rate of reading meters, and the extent of their graph.
struct AudioUnitParameterHistoryInfo {
    /// Readings a second: one for each block that the unit renders, 60 at most.
    float updatesPerSecond;
    /// Seconds of readings that are kept for a graph.
    float historyDurationInSeconds;
};
typedef struct AudioUnitParameterHistoryInfo AudioUnitParameterHistoryInfo;

#pragma mark - The host of a unit

/// Tells the beat and the tempo: context, beat, beats a minute.
///
/// A pointer that is nil is not answered.
typedef OSStatus (*HostCallback_GetBeatAndTempo)(
    void *_Nullable inHostUserData, double *_Nullable outCurrentBeat, double *_Nullable outCurrentTempo);

/// Tells the measure: context, frames to the next beat, numerator and denominator of the time signature, beat of the measure's start.
typedef OSStatus (*HostCallback_GetMusicalTimeLocation)(
    void *_Nullable inHostUserData, uint32_t *_Nullable outDeltaSampleOffsetToNextBeat,
    float *_Nullable outTimeSig_Numerator, uint32_t *_Nullable outTimeSig_Denominator,
    double *_Nullable outCurrentMeasureDownBeat);

/// Tells what the transport does: context, whether it plays, whether that has changed, sample of the time line, whether it repeats a
/// part, first and last beat of the part.
///
/// A `Boolean` is a `UInt8`.
typedef OSStatus (*HostCallback_GetTransportState)(
    void *_Nullable inHostUserData, uint8_t *_Nullable outIsPlaying, uint8_t *_Nullable outTransportStateChanged,
    double *_Nullable outCurrentSampleInTimeLine, uint8_t *_Nullable outIsCycling, double *_Nullable outCycleStartBeat,
    double *_Nullable outCycleEndBeat);

/// The same with whether the host records, behind whether it plays.
typedef OSStatus (*HostCallback_GetTransportState2)(
    void *_Nullable inHostUserData, uint8_t *_Nullable outIsPlaying, uint8_t *_Nullable outIsRecording,
    uint8_t *_Nullable outTransportStateChanged, double *_Nullable outCurrentSampleInTimeLine,
    uint8_t *_Nullable outIsCycling, double *_Nullable outCycleStartBeat, double *_Nullable outCycleEndBeat);

/// The functions by which a unit asks its host.
struct HostCallbackInfo {
    /// The context of all of them.
    void *_Nullable hostUserData;
    /// Beat and tempo.
    HostCallback_GetBeatAndTempo _Nullable beatAndTempoProc;
    /// The measure.
    HostCallback_GetMusicalTimeLocation _Nullable musicalTimeLocationProc;
    /// The transport.
    HostCallback_GetTransportState _Nullable transportStateProc;
    /// The transport, with whether it records.
    HostCallback_GetTransportState2 _Nullable transportStateProc2;
};
typedef struct HostCallbackInfo HostCallbackInfo;

/// Gets MIDI of a unit while it renders: the host's pointer, the time of the messages in frames of the unit, the output's number, and
/// the packets, whose own times are frames behind that.
typedef OSStatus (*AUMIDIOutputCallback)(
    void *_Nullable userData, const AudioTimeStamp *_Nonnull timeStamp, uint32_t midiOutNum,
    const MIDIPacketList *_Nonnull pktlist);

/// A function for MIDI of a unit, and the pointer that it gets.
struct AUMIDIOutputCallbackStruct {
    /// The function.
    AUMIDIOutputCallback _Nonnull midiOutputCallback;
    /// The host's pointer.
    void *_Nullable userData;
};
typedef struct AUMIDIOutputCallbackStruct AUMIDIOutputCallbackStruct;

/// Hears which input samples a block was made of: the host's pointer, the time of the block, the place of its first sample in the
/// input's times, and how many input samples it covers.
typedef void (*AUInputSamplesInOutputCallback)(
    void *_Nonnull inRefCon, const AudioTimeStamp *_Nonnull inOutputTimeStamp, double inInputSample,
    double inNumberInputSamples);

/// A function that hears of input samples, and the pointer that it gets.
struct AUInputSamplesInOutputCallbackStruct {
    /// The function.
    AUInputSamplesInOutputCallback _Nonnull inputToOutputCallback;
    /// The host's pointer; the function gets the unit for nil.
    void *_Nullable userData;
};
typedef struct AUInputSamplesInOutputCallbackStruct AUInputSamplesInOutputCallbackStruct;

#pragma mark - Parameters

/// A parameter as C has it.
struct AudioUnitParameterInfo {
    /// The name's first 51 bytes in UTF-8, and a zero.
    char name[52];
    void *_Nullable unitName __attribute__((swift_private));  // a CFString
    /// The group of parameters that it belongs to; 0 for none.
    uint32_t clumpID;
    void *_Nullable cfNameString __attribute__((swift_private));  // a CFString
    /// The unit of measurement.
    AudioUnitParameterUnit unit;
    /// The smallest value.
    AudioUnitParameterValue minValue;
    /// The largest value.
    AudioUnitParameterValue maxValue;
    /// The value of a new unit.
    AudioUnitParameterValue defaultValue;
    /// The parameter's abilities, hints for its display, and the fields above that are valid.
    AudioUnitParameterOptions flags;
};
typedef struct AudioUnitParameterInfo AudioUnitParameterInfo;

/// A question for a parameter's name of no more than so many characters.
struct AudioUnitParameterNameInfo {
    /// The parameter's number.
    AudioUnitParameterID inID;
    /// Characters at the most; `kAudioUnitParameterName_Full` for all.
    int32_t inDesiredLength;
    void *_Nullable outName __attribute__((swift_private));  // a CFString
};
typedef struct AudioUnitParameterNameInfo AudioUnitParameterNameInfo;

/// The same by another name.
typedef AudioUnitParameterNameInfo AudioUnitParameterIDName;

/// A question for a value as text.
struct AudioUnitParameterStringFromValue {
    /// The parameter's number.
    AudioUnitParameterID inParamID;
    /// The value.
    const AudioUnitParameterValue *_Nonnull inValue;
    void *_Nullable outString __attribute__((swift_private));  // a CFString
};
typedef struct AudioUnitParameterStringFromValue AudioUnitParameterStringFromValue;

/// A question for the value that a text stands for.
struct AudioUnitParameterValueFromString {
    /// The parameter's number.
    AudioUnitParameterID inParamID;
    void *_Nonnull inString __attribute__((swift_private));  // a CFString
    /// The answer.
    AudioUnitParameterValue outValue;
};
typedef struct AudioUnitParameterValueFromString AudioUnitParameterValueFromString;

#pragma mark - Hardware

/// The start of a unit of the hardware.
struct AudioOutputUnitStartAtTimeParams {
    /// The time, by its host time if that is valid, else by its sample time.
    AudioTimeStamp mTimestamp;
    /// Flags that Apple hands on to the device; none is needed.
    uint32_t mFlags;
};
typedef struct AudioOutputUnitStartAtTimeParams AudioOutputUnitStartAtTimeParams;

/// The ducking of other sound while a unit with voice processing runs.
struct AUVoiceIOOtherAudioDuckingConfiguration {
    uint8_t mEnableAdvancedDucking __attribute__((swift_private));  // a Boolean
    /// The amount of ducking.
    AUVoiceIOOtherAudioDuckingLevel mDuckingLevel;
};
typedef struct AUVoiceIOOtherAudioDuckingConfiguration AUVoiceIOOtherAudioDuckingConfiguration;

#pragma mark - Mixers

/// The clipping of a bus since the last read.
struct AudioUnitMeterClipping {
    /// The highest sample that is a number, linear.
    float peakValueSinceLastCall;
    uint8_t sawInfinity __attribute__((swift_private));  // a Boolean
    uint8_t sawNotANumber __attribute__((swift_private));  // a Boolean
};
typedef struct AudioUnitMeterClipping AudioUnitMeterClipping;

/// Distances and loss of an input of a spatial mixer.
struct MixerDistanceParams {
    /// Metres up to which nothing is lost.
    float mReferenceDistance;
    /// Metres beyond which nothing more is lost.
    float mMaxDistance;
    /// Decibels that are lost at `mMaxDistance`.
    float mMaxAttenuation;
};
typedef struct MixerDistanceParams MixerDistanceParams;

#pragma mark - Samplers

/// A program of a bank.
struct AUSamplerBankPresetData {
    void *_Nonnull bankURL __attribute__((swift_private));  // a CFURL
    /// The upper half of the bank's number.
    uint8_t bankMSB;
    /// The lower half.
    uint8_t bankLSB;
    /// The program.
    uint8_t presetID;
    /// 0.
    uint8_t reserved;
};
typedef struct AUSamplerBankPresetData AUSamplerBankPresetData;

/// An instrument of a file.
struct AUSamplerInstrumentData {
    void *_Nonnull fileURL __attribute__((swift_private));  // a CFURL
    /// The kind of file: `kInstrumentType_...`.
    uint8_t instrumentType;
    /// The upper half of the bank's number, for banks.
    uint8_t bankMSB;
    /// The lower half.
    uint8_t bankLSB;
    /// The program.
    uint8_t presetID;
};
typedef struct AUSamplerInstrumentData AUSamplerInstrumentData;
