// Units as components: kinds, results and selectors.
#pragma once

#include <CCoreAudioTypes.h>

#pragma mark - Errors of units

enum : OSStatus {
    /// The unit is busy and cannot do this at the moment.
    kAudioUnitErr_CannotDoInCurrentContext = -10863,
    /// Something is wrong: component manager not supported.
    kAudioUnitErr_ComponentManagerNotSupported = -66740,
    /// Something is wrong: extension not found.
    kAudioUnitErr_ExtensionNotFound = -66744,
    /// The unit could not be initialised.
    kAudioUnitErr_FailedInitialization = -10875,
    /// Something is wrong: file not specified.
    kAudioUnitErr_FileNotSpecified = -10869,
    /// The unit does not work at that format.
    kAudioUnitErr_FormatNotSupported = -10868,
    /// Something is wrong: illegal instrument.
    kAudioUnitErr_IllegalInstrument = -10873,
    /// The operation is not possible while the unit is initialised.
    kAudioUnitErr_Initialized = -10849,
    /// Something is wrong: instrument type not found.
    kAudioUnitErr_InstrumentTypeNotFound = -10872,
    /// The scope has no such element.
    kAudioUnitErr_InvalidElement = -10877,
    /// Something is wrong: invalid file.
    kAudioUnitErr_InvalidFile = -10871,
    /// Something is wrong: invalid file path.
    kAudioUnitErr_InvalidFilePath = -66742,
    /// Something is wrong: invalid offline render.
    kAudioUnitErr_InvalidOfflineRender = -10848,
    /// The unit has no such parameter.
    kAudioUnitErr_InvalidParameter = -10878,
    /// Something is wrong: invalid parameter value.
    kAudioUnitErr_InvalidParameterValue = -66743,
    /// The unit has no such property.
    kAudioUnitErr_InvalidProperty = -10879,
    /// The property cannot have that value.
    kAudioUnitErr_InvalidPropertyValue = -10851,
    /// The unit has no such scope.
    kAudioUnitErr_InvalidScope = -10866,
    /// Something is wrong: midi output buffer full.
    kAudioUnitErr_MIDIOutputBufferFull = -66753,
    /// Something is wrong: missing key.
    kAudioUnitErr_MissingKey = -66741,
    /// Something is wrong: multiple voice processors.
    kAudioUnitErr_MultipleVoiceProcessors = -66635,
    /// The input has no connection.
    kAudioUnitErr_NoConnection = -10876,
    /// Something is wrong: property not in use.
    kAudioUnitErr_PropertyNotInUse = -10850,
    /// The property can only be read.
    kAudioUnitErr_PropertyNotWritable = -10865,
    /// Something is wrong: render timeout.
    kAudioUnitErr_RenderTimeout = -66745,
    /// The block is longer than the longest that was announced.
    kAudioUnitErr_TooManyFramesToProcess = -10874,
    /// Something is wrong: unauthorized.
    kAudioUnitErr_Unauthorized = -10847,
    /// The operation is not possible before the unit is initialised.
    kAudioUnitErr_Uninitialized = -10867,
    /// Something is wrong: unknown file type.
    kAudioUnitErr_UnknownFileType = -10870,
};

#pragma mark - Errors of components

enum : OSStatus {
    /// Something is wrong: duplicate description.
    kAudioComponentErr_DuplicateDescription = -66752,
    /// Something is wrong: initialization timed out.
    kAudioComponentErr_InitializationTimedOut = -66747,
    /// Something is wrong: instance invalidated.
    kAudioComponentErr_InstanceInvalidated = -66749,
    /// Something is wrong: instance timed out.
    kAudioComponentErr_InstanceTimedOut = -66754,
    /// Something is wrong: invalid format.
    kAudioComponentErr_InvalidFormat = -66746,
    /// Something is wrong: not permitted.
    kAudioComponentErr_NotPermitted = -66748,
    /// Something is wrong: too many instances.
    kAudioComponentErr_TooManyInstances = -66750,
    /// Something is wrong: unsupported type.
    kAudioComponentErr_UnsupportedType = -66751,
};

#pragma mark - Types

enum : uint32_t {
    /// The type of units that are called effect ('aufx').
    kAudioUnitType_Effect = 0x61756678u,
    /// The type of units that are called format converter ('aufc').
    kAudioUnitType_FormatConverter = 0x61756663u,
    /// The type of units that are called generator ('augn').
    kAudioUnitType_Generator = 0x6175676Eu,
    /// The type of units that are called head tracking binaural renderer ('auht').
    kAudioUnitType_HeadTrackingBinauralRenderer = 0x61756874u,
    /// The type of units that are called midi processor ('aumi').
    kAudioUnitType_MIDIProcessor = 0x61756D69u,
    /// The type of units that are called mixer ('aumx').
    kAudioUnitType_Mixer = 0x61756D78u,
    /// The type of units that are called music device ('aumu').
    kAudioUnitType_MusicDevice = 0x61756D75u,
    /// The type of units that are called music effect ('aumf').
    kAudioUnitType_MusicEffect = 0x61756D66u,
    /// The type of units that are called offline effect ('auol').
    kAudioUnitType_OfflineEffect = 0x61756F6Cu,
    /// The type of units that are called output ('auou').
    kAudioUnitType_Output = 0x61756F75u,
    /// The type of units that are called panner ('aupn').
    kAudioUnitType_Panner = 0x6175706Eu,
    /// The type of units that are called remote effect ('aurx').
    kAudioUnitType_RemoteEffect = 0x61757278u,
    /// The type of units that are called remote generator ('aurg').
    kAudioUnitType_RemoteGenerator = 0x61757267u,
    /// The type of units that are called remote instrument ('auri').
    kAudioUnitType_RemoteInstrument = 0x61757269u,
    /// The type of units that are called remote music effect ('aurm').
    kAudioUnitType_RemoteMusicEffect = 0x6175726Du,
    /// The type of units that are called speech synthesizer ('ausp').
    kAudioUnitType_SpeechSynthesizer = 0x61757370u,
};

#pragma mark - Manufacturers

enum : uint32_t {
    /// The manufacturer of the units that programs expect everywhere ('appl').
    kAudioUnitManufacturer_Apple = 0x6170706Cu,
};

#pragma mark - Subtypes

enum : uint32_t {
    /// The subtype au3 d mixer embedded ('3dem').
    kAudioUnitSubType_AU3DMixerEmbedded = 0x3364656Du,
    /// The subtype au audio mix ('amix').
    kAudioUnitSubType_AUAudioMix = 0x616D6978u,
    /// The subtype au converter ('conv').
    kAudioUnitSubType_AUConverter = 0x636F6E76u,
    /// The subtype au sound isolation ('vois').
    kAudioUnitSubType_AUSoundIsolation = 0x766F6973u,
    /// The equaliser with a preset for every taste.
    kAudioUnitSubType_AUiPodEQ = 0x69706571u,  // 'ipeq'
    /// The subtype a ui pod time other ('ipto').
    kAudioUnitSubType_AUiPodTimeOther = 0x6970746Fu,
    /// The subtype audio file player ('afpl').
    kAudioUnitSubType_AudioFilePlayer = 0x6166706Cu,
    /// The subtype band pass filter ('bpas').
    kAudioUnitSubType_BandPassFilter = 0x62706173u,
    /// The output of the system: the hardware as `kAudioUnitSubType_RemoteIO`, by the name that programs of desktops use.
    kAudioUnitSubType_DefaultOutput = 0x64656620u,  // 'def '
    /// The subtype HALOutput ('ahal'): the output that programs of desktops use with a device of their choice.
    kAudioUnitSubType_HALOutput = 0x6168616Cu,
    /// The subtype SystemOutput ('sys '): the same as the default output here.
    kAudioUnitSubType_SystemOutput = 0x73797320u,
    /// The subtype deferred renderer ('defr').
    kAudioUnitSubType_DeferredRenderer = 0x64656672u,
    /// The subtype delay ('dely').
    kAudioUnitSubType_Delay = 0x64656C79u,
    /// The subtype distortion ('dist').
    kAudioUnitSubType_Distortion = 0x64697374u,
    /// The subtype dynamics processor ('dcmp').
    kAudioUnitSubType_DynamicsProcessor = 0x64636D70u,
    /// The subtype generic output ('genr').
    kAudioUnitSubType_GenericOutput = 0x67656E72u,
    /// The subtype high pass filter ('hpas').
    kAudioUnitSubType_HighPassFilter = 0x68706173u,
    /// The subtype high shelf filter ('hshf').
    kAudioUnitSubType_HighShelfFilter = 0x68736866u,
    /// The subtype low pass filter ('lpas').
    kAudioUnitSubType_LowPassFilter = 0x6C706173u,
    /// The subtype low shelf filter ('lshf').
    kAudioUnitSubType_LowShelfFilter = 0x6C736866u,
    /// The subtype midi synth ('msyn').
    kAudioUnitSubType_MIDISynth = 0x6D73796Eu,
    /// The subtype matrix mixer ('mxmx').
    kAudioUnitSubType_MatrixMixer = 0x6D786D78u,
    /// The subtype merger ('merg').
    kAudioUnitSubType_Merger = 0x6D657267u,
    /// The subtype multi channel mixer ('mcmx').
    kAudioUnitSubType_MultiChannelMixer = 0x6D636D78u,
    /// The subtype multi splitter ('mspl').
    kAudioUnitSubType_MultiSplitter = 0x6D73706Cu,
    /// The subtype n band eq ('nbeq').
    kAudioUnitSubType_NBandEQ = 0x6E626571u,
    /// The subtype new time pitch ('nutp').
    kAudioUnitSubType_NewTimePitch = 0x6E757470u,
    /// The subtype parametric eq ('pmeq').
    kAudioUnitSubType_ParametricEQ = 0x706D6571u,
    /// The subtype peak limiter ('lmtr').
    kAudioUnitSubType_PeakLimiter = 0x6C6D7472u,
    /// The subtype remote io ('rioc').
    kAudioUnitSubType_RemoteIO = 0x72696F63u,
    /// The subtype reverb2 ('rvb2').
    kAudioUnitSubType_Reverb2 = 0x72766232u,
    /// The subtype round trip aac ('raac').
    kAudioUnitSubType_RoundTripAAC = 0x72616163u,
    /// The subtype sample delay ('sdly').
    kAudioUnitSubType_SampleDelay = 0x73646C79u,
    /// The subtype sampler ('samp').
    kAudioUnitSubType_Sampler = 0x73616D70u,
    /// The subtype scheduled sound player ('sspl').
    kAudioUnitSubType_ScheduledSoundPlayer = 0x7373706Cu,
    /// The subtype spatial mixer ('3dem').
    kAudioUnitSubType_SpatialMixer = 0x3364656Du,
    /// The subtype splitter ('splt').
    kAudioUnitSubType_Splitter = 0x73706C74u,
    /// The subtype time pitch ('tmpt').
    kAudioUnitSubType_TimePitch = 0x746D7074u,
    /// The subtype varispeed ('vari').
    kAudioUnitSubType_Varispeed = 0x76617269u,
    /// The subtype voice processing io ('vpio').
    kAudioUnitSubType_VoiceProcessingIO = 0x7670696Fu,
};

#pragma mark - Selectors

enum {
    /// The first selector of units.
    kAudioUnitRange = 0x0000,
    /// Gets ready to render.
    kAudioUnitInitializeSelect = 0x0001,
    /// Gives back what initialising got.
    kAudioUnitUninitializeSelect = 0x0002,
    /// Says how large a property is and whether it may be written.
    kAudioUnitGetPropertyInfoSelect = 0x0003,
    /// Reads a property.
    kAudioUnitGetPropertySelect = 0x0004,
    /// Writes a property.
    kAudioUnitSetPropertySelect = 0x0005,
    /// Reads a parameter.
    kAudioUnitGetParameterSelect = 0x0006,
    /// Sets a parameter.
    kAudioUnitSetParameterSelect = 0x0007,
    /// Forgets the past.
    kAudioUnitResetSelect = 0x0009,
    /// Adds a listener to a property.
    kAudioUnitAddPropertyListenerSelect = 0x000A,
    /// Removes a listener, whatever its context.
    kAudioUnitRemovePropertyListenerSelect = 0x000B,
    /// Renders a block.
    kAudioUnitRenderSelect = 0x000E,
    /// Adds a function that is called around each block.
    kAudioUnitAddRenderNotifySelect = 0x000F,
    /// Removes such a function.
    kAudioUnitRemoveRenderNotifySelect = 0x0010,
    /// Schedules changes of parameters.
    kAudioUnitScheduleParametersSelect = 0x0011,
    /// Removes a listener with its context.
    kAudioUnitRemovePropertyListenerWithUserDataSelect = 0x0012,
    /// Renders packets of a format that is no linear PCM.
    kAudioUnitComplexRenderSelect = 0x0013,
    /// Renders a block in place of its input.
    kAudioUnitProcessSelect = 0x0014,
    /// Renders several busses from several inputs.
    kAudioUnitProcessMultipleSelect = 0x0015,
    /// The first selector of output units.
    kAudioOutputUnitRange = 0x0200,
    /// Starts the hardware.
    kAudioOutputUnitStartSelect = 0x0201,
    /// Stops the hardware.
    kAudioOutputUnitStopSelect = 0x0202,
};
