// Properties of units and their scopes. A table.
#pragma once

#include <CCoreAudioTypes.h>

#pragma mark - Scopes

enum : AudioUnitScope {
    /// The unit as a whole.
    kAudioUnitScope_Global = 0,
    /// The scope group.
    kAudioUnitScope_Group = 3,
    /// Its inputs.
    kAudioUnitScope_Input = 1,
    /// The scope layer.
    kAudioUnitScope_Layer = 6,
    /// The scope layer item.
    kAudioUnitScope_LayerItem = 7,
    /// The scope note.
    kAudioUnitScope_Note = 5,
    /// Its outputs.
    kAudioUnitScope_Output = 2,
    /// The scope part.
    kAudioUnitScope_Part = 4,
};

#pragma mark - Every unit

enum : AudioUnitPropertyID {
    /// The format of a bus: an `AudioStreamBasicDescription`.
    kAudioUnitProperty_StreamFormat = 8,
    /// The longest block that is rendered: frames, a `UInt32`.
    kAudioUnitProperty_MaximumFramesPerSlice = 14,
    /// The callback that gives an input bus its frames: an `AURenderCallbackStruct`; write only.
    kAudioUnitProperty_SetRenderCallback = 23,
    /// Indicates whether the input passes as it is: a `UInt32`.
    kAudioUnitProperty_BypassEffect = 21,
    /// Seconds by which the output lags: a `Float64`; read only.
    kAudioUnitProperty_Latency = 12,
    /// Seconds of sound after the end of the input: a `Float64`; read only.
    kAudioUnitProperty_TailTime = 20,
    /// The rate of a bus: a `Float64`.
    kAudioUnitProperty_SampleRate = 2,
    /// The number of elements of a scope: a `UInt32`.
    kAudioUnitProperty_ElementCount = 11,
    /// The numbers of the parameters of a scope: `AudioUnitParameterID`s; read only.
    kAudioUnitProperty_ParameterList = 3,
    /// The preset that was chosen last: an `AUPreset`, whose name belongs to the reader.
    kAudioUnitProperty_PresentPreset = 36,
    /// The latest error of rendering: an `OSStatus`, cleared when it is read.
    kAudioUnitProperty_LastRenderError = 22,
    /// Numbers of channels that go together: `AUChannelInfo`s; read only.
    kAudioUnitProperty_SupportedNumChannels = 13,
    /// Indicates whether nobody waits for the sound in real time: a `UInt32`.
    kAudioUnitProperty_OfflineRender = 37,
    /// Indicates whether input and output may be one buffer: a `UInt32`; read only.
    kAudioUnitProperty_InPlaceProcessing = 29,
    /// The effort that the unit may spend, 0 to 127: a `UInt32`.
    kAudioUnitProperty_RenderQuality = 26,
    /// The unit's whole state: a dictionary, which belongs to the reader.
    kAudioUnitProperty_ClassInfo = 0,
    /// The unit that feeds an input bus: an `AudioUnitConnection`; write only.
    kAudioUnitProperty_MakeConnection = 1,
    /// Indicates whether an output unit plays (output scope, element 0) or hears (input scope, element 1): a `UInt32`.
    kAudioOutputUnitProperty_EnableIO = 2003,
    /// The channel map: an `Int32` for each channel of the hardware (element 0) with the unit's channel that it plays, or
    /// for each channel of the unit (element 1) with the hardware's channel that it records; -1 for none.
    ///
    /// Holds from the next start on.
    kAudioOutputUnitProperty_ChannelMap = 2002,
    /// Indicates whether there is hardware for it: a `UInt32`; read only.
    kAudioOutputUnitProperty_HasIO = 2006,
    /// Indicates whether the hardware runs: a `UInt32`; read only.
    kAudioOutputUnitProperty_IsRunning = 2001,
    /// The share of the time there is that the unit spends on rendering, 0 to 1, since it was made: a `Float64`; read only, of units
    /// on the hardware, which count all that they play.
    kAudioUnitProperty_CPULoad = 6,
    /// The callback that is called when input frames are ready: an `AURenderCallbackStruct`; write only.
    kAudioOutputUnitProperty_SetInputCallback = 2005,
};

#pragma mark - Hosts

enum : AudioUnitPropertyID {
    /// The presets that the unit brings along: a `CFArray` of pointers to `AUPreset`, which the reader releases; read only.
    ///
    /// `CFArrayGetValueAtIndex` gives the pointers, which stay valid as long as the program runs.
    kAudioUnitProperty_FactoryPresets = 24,
    /// The functions by which the unit asks its host for tempo, time and transport: a `HostCallbackInfo`; write only.
    kAudioUnitProperty_HostCallbacks = 27,
    /// The loudspeakers of a bus: an `AudioChannelLayout`.
    kAudioUnitProperty_AudioChannelLayout = 19,
    /// Tags of the layouts that a bus can have: `AudioChannelLayoutTag`s; read only.
    kAudioUnitProperty_SupportedChannelLayoutTags = 32,
    /// The name of a group of parameters: an `AudioUnitParameterNameInfo` with the group's number; read only.
    kAudioUnitProperty_ParameterClumpName = 35,
    /// The parameters whose values change with another's: `AUDependentParameter`s; the element is that parameter's number; read only.
    kAudioUnitProperty_DependentParameters = 45,
    /// The gain of a filter or equaliser at given frequencies: `AudioUnitFrequencyResponseBin`s with the frequencies filled
    /// in, up to `kNumberOfResponseFrequencies` of them or up to a negative one; read only.
    ///
    /// Magnitudes are in decibels, as Apple's sample units give them.
    kAudioUnitProperty_FrequencyResponse = 52,
    /// The user's name for the unit: a string, which belongs to the reader.
    kAudioUnitProperty_NickName = 54,
};

enum {
    /// The most frequencies of a frequency response.
    kNumberOfResponseFrequencies = 1024,
    /// The number of parameters that belong to no group.
    kAudioUnitClumpID_System = 0,
    /// The highest quality, for `kAudioUnitProperty_RenderQuality`.
    kRenderQuality_Max = 127,
    /// Much work.
    kRenderQuality_High = 96,
    /// Some work.
    kRenderQuality_Medium = 64,
    /// Little work.
    kRenderQuality_Low = 32,
    /// The least work.
    kRenderQuality_Min = 0,
};

#pragma mark - Parameters

enum : AudioUnitPropertyID {
    /// A parameter's description: an `AudioUnitParameterInfo`; the element is the parameter's number; read only.
    kAudioUnitProperty_ParameterInfo = 4,
    /// Names of a parameter's values: an array of strings, which belongs to the reader; the element is the parameter's number; read only.
    kAudioUnitProperty_ParameterValueStrings = 16,
    /// A value as text: an `AudioUnitParameterStringFromValue`; read only.
    kAudioUnitProperty_ParameterStringFromValue = 33,
    /// Indicates whether a bus of a mixer is measured: a `UInt32`, 0 at first; the meters are parameters, such as
    /// `kMultiChannelMixerParam_PreAveragePower`.
    kAudioUnitProperty_MeteringMode = 3007,
    /// A parameter's name in so many characters: an `AudioUnitParameterNameInfo`; read only.
    kAudioUnitProperty_ParameterIDName = 34,
    /// The value that a text stands for: an `AudioUnitParameterValueFromString`; read only.
    kAudioUnitProperty_ParameterValueFromString = 38,
    /// The parameters that matter most: `AudioUnitParameterID`s; read only.
    kAudioUnitProperty_ParametersForOverview = 57,
    /// The host's name for the place where the unit is used: a string, owned by the reader.
    kAudioUnitProperty_ContextName = 25,
    /// The name of a bus: a string, which belongs to the reader.
    kAudioUnitProperty_ElementName = 30,
    /// Seconds between a bus and the air: a `Float64`.
    kAudioUnitProperty_PresentationLatency = 40,
    /// The whole state of a document: a dictionary, which belongs to the reader.
    kAudioUnitProperty_ClassInfoFromDocument = 50,
    /// Indicates whether the unit gets memory for a bus: a `UInt32`.
    kAudioUnitProperty_ShouldAllocateBuffer = 51,
    /// Indicates whether the unit takes MIDI polyphonic expression: a `UInt32`; read only.
    kAudioUnitProperty_SupportsMPE = 58,
    /// The sample time of the last block that was rendered: a `Float64`; read only.
    kAudioUnitProperty_LastRenderSampleTime = 61,
    /// Indicates whether the unit runs in another process: a `UInt32`, always 0, since units run in the program's own; read
    /// only.
    kAudioUnitProperty_LoadedOutOfProcess = 62,
    /// The protocol in which the unit wants MIDI: an `Int32`; read only.
    kAudioUnitProperty_AudioUnitMIDIProtocol = 64,
    /// The protocol in which the host wants MIDI: an `Int32`.
    kAudioUnitProperty_HostMIDIProtocol = 65,
    /// Bytes of MIDI that the unit may send in a block: a `UInt32`.
    kAudioUnitProperty_MIDIOutputBufferSizeHint = 66,
};

enum {
    /// The length of a name that is not shortened.
    kAudioUnitParameterName_Full = -1,
};

#pragma mark - Measurements

enum : AudioUnitPropertyID {
    /// The clipping of a metered bus of a multichannel mixer since the last read: an `AudioUnitMeterClipping`; read only.
    ///
    /// Nothing until `kAudioUnitProperty_MeteringMode` is on for the bus. The sound of a mixer is floats, which do not clip: a
    /// peak above 1 will where they become whole numbers.
    kAudioUnitProperty_MeterClipping = 3011,
    /// How often the meters among a unit's parameters should be read, and how much of them a graph shows: an
    /// `AudioUnitParameterHistoryInfo`; read only, of units that have meters.
    kAudioUnitProperty_ParameterHistoryInfo = 53,
};

#pragma mark - MIDI

enum : AudioUnitPropertyID {
    /// The names of the unit's MIDI outputs: a `CFArray` of strings, which the reader releases; read only, of units that have outputs.
    kAudioUnitProperty_MIDIOutputCallbackInfo = 47,
    /// The function that gets what the unit sends: an `AUMIDIOutputCallbackStruct`; write only, of units that have MIDI outputs.
    kAudioUnitProperty_MIDIOutputCallback = 48,
};

#pragma mark - Hardware

enum : AudioUnitPropertyID {
    /// The start that a unit of the hardware is to make: an `AudioOutputUnitStartAtTimeParams`; write only.
    ///
    /// Holds for the next `AudioOutputUnitStart` alone: until that time the input is left and the output is silent. A start in
    /// the middle of a block begins with the next.
    kAudioOutputUnitProperty_StartTime = 2004,
    /// Indicates whether sample times begin at 0 with each start: a `UInt32`, 1 at first; else they go on along the device's own
    /// line.
    ///
    /// Holds from the next start on.
    kAudioOutputUnitProperty_StartTimestampsAtZero = 2007,
    /// The device that a unit of the hardware uses, an `AudioDeviceID`: at first the one that the session's route leads to.
    ///
    /// Holds from the next start on, until the unit is disposed of. `kAudioUnitErr_InvalidPropertyValue` for a number that is no
    /// device's; 0 brings the session's route back.
    kAudioOutputUnitProperty_CurrentDevice = 2000,
};

#pragma mark - Voice processing

enum : AudioUnitPropertyID {
    /// Indicates whether the microphone is heard as it is: a `UInt32`, 0 at first.
    kAUVoiceIOProperty_BypassVoiceProcessing = 2100,
    /// Indicates whether speech is brought to one level: a `UInt32`, 1 at first.
    kAUVoiceIOProperty_VoiceProcessingEnableAGC = 2101,
    /// Indicates whether the sound of other programs is turned down while the unit runs: a `UInt32`, 1 at first.
    kAUVoiceIOProperty_DuckNonVoiceAudio = 2102,
    /// The length of echo that is cancelled, 0 (64 ms) to 127 (256 ms): a `UInt32`, 127 at first.
    ///
    /// Holds from the next start on.
    kAUVoiceIOProperty_VoiceProcessingQuality = 2103,
    /// Indicates whether the program hears silence instead of the microphone: a `UInt32`, 0 at first.
    kAUVoiceIOProperty_MuteOutput = 2104,
    /// The listener that is told of speech into a muted microphone: an `AUVoiceIOMutedSpeechActivityEventListener`; write only.
    kAUVoiceIOProperty_MutedSpeechActivityEventListener = 2106,
    /// The ducking of other programs: an `AUVoiceIOOtherAudioDuckingConfiguration`, `init()` at first.
    kAUVoiceIOProperty_OtherAudioDuckingConfiguration = 2108,
};

#pragma mark - Time

enum : AudioUnitPropertyID {
    /// The quality of AUConverter's rate conversion: a `UInt32`, one of `kAudioUnitSampleRateConverterComplexity_…`, `…_Normal` at first.
    ///
    /// Written while the unit is not initialized.
    kAudioUnitProperty_SampleRateConverterComplexity = 3014,
};

enum : uint32_t {
    /// Straight lines between samples ('line').
    kAudioUnitSampleRateConverterComplexity_Linear = 0x6C696E65u,
    /// A filter of 80 dB ('norm').
    kAudioUnitSampleRateConverterComplexity_Normal = 0x6E6F726Du,
    /// A filter of 131 dB, flat to 0.907 of the lower rate's half ('bats').
    kAudioUnitSampleRateConverterComplexity_Mastering = 0x62617473u,
};

enum : AudioUnitPropertyID {
    /// The function that hears which input samples a block was made of: an `AUInputSamplesInOutputCallbackStruct`, of units that change time.
    ///
    /// Called at the end of each render call in C, on the render thread.
    kAudioUnitProperty_InputSamplesInOutput = 49,
    /// The next sample time of a multichannel mixer's input bus: an `AudioTimeStamp`, of the input scope.
    ///
    /// Times of an input that moves to another bus or mixer go on where they were: read there after the input is disconnected,
    /// written here before it is connected. Its sample time is valid alone.
    kAudioUnitProperty_InputAnchorTimeStamp = 3016,
};

#pragma mark - Generators

enum : AudioUnitPropertyID {
    /// Schedules sound in memory: a `ScheduledAudioSlice`, which with its buffers stays where it is until it is complete; write only.
    kAudioUnitProperty_ScheduleAudioSlice = 3300,
    /// The start of a generator's time: an `AudioTimeStamp` with a sample time (-1: with the next block) or a host time.
    kAudioUnitProperty_ScheduleStartTimeStamp = 3301,
    /// A generator's time: an `AudioTimeStamp`, whose sample time is -1 before it has begun; read only.
    kAudioUnitProperty_CurrentPlayTime = 3302,
    /// The files of which parts may be played: `AudioFileID`s.
    kAudioUnitProperty_ScheduledFileIDs = 3310,
    /// Schedules a part of a file: a `ScheduledAudioFileRegion`, which is copied; write only.
    kAudioUnitProperty_ScheduledFileRegion = 3311,
    /// Reads ahead at once: frames, a `UInt32`, 0 for as many as the buffers hold; write only.
    kAudioUnitProperty_ScheduledFilePrime = 3312,
    /// Frames of each buffer that `ScheduledFilePrime` fills: a `UInt32`.
    kAudioUnitProperty_ScheduledFileBufferSizeFrames = 3313,
    /// The number of these buffers: a `UInt32`.
    kAudioUnitProperty_ScheduledFileNumberBuffers = 3314,
    /// All volumes of a matrix mixer: `Float32`s, a row for each input channel with the crosspoints and then the input's volume; the last row
    /// has the outputs' volumes and that of the whole.
    kAudioUnitProperty_MatrixLevels = 3006,
    /// The total number of a matrix mixer's input channels, and of its output channels: two `UInt32`s; read only.
    kAudioUnitProperty_MatrixDimensions = 3009,
};

#pragma mark - Mixers

enum : AudioUnitPropertyID {
    /// Room of a unit's shared reverberation: an `AUReverbRoomType` as `UInt32`; global.
    kAudioUnitProperty_ReverbRoomType = 10,
    /// Indicates whether a unit's shared reverberation is on: a `UInt32`, 0 at first; global.
    kAudioUnitProperty_UsesInternalReverb = 1005,
    /// The spatialisation algorithm of an input: an `AUSpatializationAlgorithm` as `UInt32`; input.
    kAudioUnitProperty_SpatializationAlgorithm = 3000,
    /// The parts of an input's rendering: `AUSpatialMixerRenderingFlags` as `UInt32`; input.
    kAudioUnitProperty_SpatialMixerRenderingFlags = 3003,
    /// The same under the name of the earlier 3D mixer.
    kAudioUnitProperty_3DMixerRenderingFlags = 3003,
    /// The placement of an input's channels: an `AUSpatialMixerSourceMode` as `UInt32`; input.
    kAudioUnitProperty_SpatialMixerSourceMode = 3005,
    /// Distances and loss of an input: a `MixerDistanceParams`; input.
    kAudioUnitProperty_SpatialMixerDistanceParams = 3010,
    /// The same under the name of the earlier 3D mixer.
    kAudioUnitProperty_3DMixerDistanceParams = 3010,
    /// The curve by which an input becomes quieter: an `AUSpatialMixerAttenuationCurve` as `UInt32`; input.
    kAudioUnitProperty_SpatialMixerAttenuationCurve = 3013,
    /// The same under the name of the earlier 3D mixer.
    kAudioUnitProperty_3DMixerAttenuationCurve = 3013,
    /// What the sound is heard on, for inputs of `spatializationAlgorithm_UseOutputType`: an `AUSpatialMixerOutputType` as `UInt32`; global.
    kAudioUnitProperty_SpatialMixerOutputType = 3100,
    /// The rendering of a point source inside the head: an `AUSpatialMixerPointSourceInHeadMode` as `UInt32`; input.
    kAudioUnitProperty_SpatialMixerPointSourceInHeadMode = 3103,
    /// Indicates whether the listener turns with the head of the person who listens: a `UInt32`, 0 at first; global.
    kAudioUnitProperty_SpatialMixerEnableHeadTracking = 3111,
    /// Indicates whether the listener's own responses are used: an `AUSpatialMixerPersonalizedHRTFMode` as `UInt32`; global.
    kAudioUnitProperty_SpatialMixerPersonalizedHRTFMode = 3113,
    /// Indicates whether an input is heard through the listener's own responses: a `UInt32`; global, read only.
    kAudioUnitProperty_SpatialMixerAnyInputIsUsingPersonalizedHRTF = 3116,
};

#pragma mark - Deferred renderer

enum : AudioUnitPropertyID {
    /// Frames that AUDeferredRenderer asks its input for at a time: a `UInt32`, 512 at first; written while it is not initialized.
    kAudioUnitProperty_DeferredRendererPullSize = 3320,
    /// Frames by which AUDeferredRenderer is later than it must be: a `UInt32`, 0 at first; written while it is not initialized.
    kAudioUnitProperty_DeferredRendererExtraLatency = 3321,
    /// Frames, in real time, for which a render call of AUDeferredRenderer waits for its input if that is late: a `UInt32`, 0 at first.
    ///
    /// Calls on the hardware's thread never wait.
    kAudioUnitProperty_DeferredRendererWaitFrames = 3322,
};

#pragma mark - Kinds of filters

enum {
    /// 2nd order butterworth high pass.
    kAUNBandEQFilterType_2ndOrderButterworthHighPass = 2,
    /// 2nd order butterworth low pass.
    kAUNBandEQFilterType_2ndOrderButterworthLowPass = 1,
    /// Band pass.
    kAUNBandEQFilterType_BandPass = 5,
    /// Band stop.
    kAUNBandEQFilterType_BandStop = 6,
    /// High shelf.
    kAUNBandEQFilterType_HighShelf = 8,
    /// Low shelf.
    kAUNBandEQFilterType_LowShelf = 7,
    /// Parametric.
    kAUNBandEQFilterType_Parametric = 0,
    /// Resonant high pass.
    kAUNBandEQFilterType_ResonantHighPass = 4,
    /// Resonant high shelf.
    kAUNBandEQFilterType_ResonantHighShelf = 10,
    /// Resonant low pass.
    kAUNBandEQFilterType_ResonantLowPass = 3,
    /// Resonant low shelf.
    kAUNBandEQFilterType_ResonantLowShelf = 9,
    /// A voice, less of the noise around it taken away.
    kAUSoundIsolationSoundType_HighQualityVoice = 0,
    /// A voice.
    kAUSoundIsolationSoundType_Voice = 1,
};

enum : AudioUnitPropertyID {
    /// Biquad coefficients.
    kAUNBandEQProperty_BiquadCoefficients = 2203,
    /// Max number of bands.
    kAUNBandEQProperty_MaxNumberOfBands = 2201,
    /// Number of bands.
    kAUNBandEQProperty_NumberOfBands = 2200,
};

enum {
    /// K Num AUN Band EQ Filter Types.
    kNumAUNBandEQFilterTypes = 11,
};

#pragma mark - Samplers

enum : AudioUnitPropertyID {
    /// The number of instruments a unit has: a `UInt32`; 0 where all channels play one; read only.
    kMusicDeviceProperty_InstrumentCount = 1000,
    /// The bank that a synthesizer plays: a URL of a SoundFont or DLS file.
    kMusicDeviceProperty_SoundBankURL = 1100,
    /// Loads a program of a bank: an `AUSamplerBankPresetData`; write only.
    kAUSamplerProperty_BankAndPreset = 4100,
    /// The same as `kAUSamplerProperty_BankAndPreset`, by its older name.
    kAUSamplerProperty_LoadPresetFromBank = 4100,
    /// Makes an instrument of recordings: an array of URLs; write only.
    kAUSamplerProperty_LoadAudioFiles = 4101,
    /// Loads an instrument: an `AUSamplerInstrumentData`; write only.
    kAUSamplerProperty_LoadInstrument = 4102,
    /// Programs set it to 1 before they send the program changes whose instruments are to be loaded, and to 0 before playing: a
    /// `UInt32`.
    ///
    /// Here all instruments are loaded with their bank, so the property has no effect.
    kAUMIDISynthProperty_EnablePreload = 4119,
};

enum {
    /// The bank of melodies in General MIDI banks.
    kAUSampler_DefaultMelodicBankMSB = 0x79,
    /// The bank of percussion in General MIDI banks.
    kAUSampler_DefaultPercussionBankMSB = 0x78,
    /// The variation that every General MIDI bank has.
    kAUSampler_DefaultBankLSB = 0,
    /// The kinds of instruments for `AUSamplerInstrumentData`: a program of a DLS bank.
    kInstrumentType_DLSPreset = 1,
    /// A program of a SoundFont bank.
    kInstrumentType_SF2Preset = 1,
    /// A preset file of the sampler.
    kInstrumentType_AUPreset = 2,
    /// A recording.
    kInstrumentType_Audiofile = 3,
};
