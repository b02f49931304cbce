// Generated from the census: codes of units.
import CoreAudioTypes

// MARK: - Errors of units

/// The unit is busy and cannot do this at the moment.
public var kAudioUnitErr_CannotDoInCurrentContext: OSStatus { -10863 }

/// Something is wrong: component manager not supported.
public var kAudioUnitErr_ComponentManagerNotSupported: OSStatus { -66740 }

/// Something is wrong: extension not found.
public var kAudioUnitErr_ExtensionNotFound: OSStatus { -66744 }

/// The unit could not be initialised.
public var kAudioUnitErr_FailedInitialization: OSStatus { -10875 }

/// Something is wrong: file not specified.
public var kAudioUnitErr_FileNotSpecified: OSStatus { -10869 }

/// The unit does not work at that format.
public var kAudioUnitErr_FormatNotSupported: OSStatus { -10868 }

/// Something is wrong: illegal instrument.
public var kAudioUnitErr_IllegalInstrument: OSStatus { -10873 }

/// The operation is not possible while the unit is initialised.
public var kAudioUnitErr_Initialized: OSStatus { -10849 }

/// Something is wrong: instrument type not found.
public var kAudioUnitErr_InstrumentTypeNotFound: OSStatus { -10872 }

/// The scope has no such element.
public var kAudioUnitErr_InvalidElement: OSStatus { -10877 }

/// Something is wrong: invalid file.
public var kAudioUnitErr_InvalidFile: OSStatus { -10871 }

/// Something is wrong: invalid file path.
public var kAudioUnitErr_InvalidFilePath: OSStatus { -66742 }

/// Something is wrong: invalid offline render.
public var kAudioUnitErr_InvalidOfflineRender: OSStatus { -10848 }

/// The unit has no such parameter.
public var kAudioUnitErr_InvalidParameter: OSStatus { -10878 }

/// Something is wrong: invalid parameter value.
public var kAudioUnitErr_InvalidParameterValue: OSStatus { -66743 }

/// The unit has no such property.
public var kAudioUnitErr_InvalidProperty: OSStatus { -10879 }

/// The property cannot have that value.
public var kAudioUnitErr_InvalidPropertyValue: OSStatus { -10851 }

/// The unit has no such scope.
public var kAudioUnitErr_InvalidScope: OSStatus { -10866 }

/// Something is wrong: midi output buffer full.
public var kAudioUnitErr_MIDIOutputBufferFull: OSStatus { -66753 }

/// Something is wrong: missing key.
public var kAudioUnitErr_MissingKey: OSStatus { -66741 }

/// Something is wrong: multiple voice processors.
public var kAudioUnitErr_MultipleVoiceProcessors: OSStatus { -66635 }

/// The input has no connection.
public var kAudioUnitErr_NoConnection: OSStatus { -10876 }

/// Something is wrong: property not in use.
public var kAudioUnitErr_PropertyNotInUse: OSStatus { -10850 }

/// The property can only be read.
public var kAudioUnitErr_PropertyNotWritable: OSStatus { -10865 }

/// Something is wrong: render timeout.
public var kAudioUnitErr_RenderTimeout: OSStatus { -66745 }

/// The block is longer than the longest that was announced.
public var kAudioUnitErr_TooManyFramesToProcess: OSStatus { -10874 }

/// Something is wrong: unauthorized.
public var kAudioUnitErr_Unauthorized: OSStatus { -10847 }

/// The operation is not possible before the unit is initialised.
public var kAudioUnitErr_Uninitialized: OSStatus { -10867 }

/// Something is wrong: unknown file type.
public var kAudioUnitErr_UnknownFileType: OSStatus { -10870 }

// MARK: - Errors of components

/// Something is wrong: duplicate description.
public var kAudioComponentErr_DuplicateDescription: OSStatus { -66752 }

/// Something is wrong: initialization timed out.
public var kAudioComponentErr_InitializationTimedOut: OSStatus { -66747 }

/// Something is wrong: instance invalidated.
public var kAudioComponentErr_InstanceInvalidated: OSStatus { -66749 }

/// Something is wrong: instance timed out.
public var kAudioComponentErr_InstanceTimedOut: OSStatus { -66754 }

/// Something is wrong: invalid format.
public var kAudioComponentErr_InvalidFormat: OSStatus { -66746 }

/// Something is wrong: not permitted.
public var kAudioComponentErr_NotPermitted: OSStatus { -66748 }

/// Something is wrong: too many instances.
public var kAudioComponentErr_TooManyInstances: OSStatus { -66750 }

/// Something is wrong: unsupported type.
public var kAudioComponentErr_UnsupportedType: OSStatus { -66751 }

// MARK: - Types

/// The type of units that are called effect ('aufx').
public var kAudioUnitType_Effect: UInt32 { 0x61756678 }

/// The type of units that are called format converter ('aufc').
public var kAudioUnitType_FormatConverter: UInt32 { 0x61756663 }

/// The type of units that are called generator ('augn').
public var kAudioUnitType_Generator: UInt32 { 0x6175676E }

/// The type of units that are called head tracking binaural renderer ('auht').
public var kAudioUnitType_HeadTrackingBinauralRenderer: UInt32 { 0x61756874 }

/// The type of units that are called midi processor ('aumi').
public var kAudioUnitType_MIDIProcessor: UInt32 { 0x61756D69 }

/// The type of units that are called mixer ('aumx').
public var kAudioUnitType_Mixer: UInt32 { 0x61756D78 }

/// The type of units that are called music device ('aumu').
public var kAudioUnitType_MusicDevice: UInt32 { 0x61756D75 }

/// The type of units that are called music effect ('aumf').
public var kAudioUnitType_MusicEffect: UInt32 { 0x61756D66 }

/// The type of units that are called offline effect ('auol').
public var kAudioUnitType_OfflineEffect: UInt32 { 0x61756F6C }

/// The type of units that are called output ('auou').
public var kAudioUnitType_Output: UInt32 { 0x61756F75 }

/// The type of units that are called panner ('aupn').
public var kAudioUnitType_Panner: UInt32 { 0x6175706E }

/// The type of units that are called remote effect ('aurx').
public var kAudioUnitType_RemoteEffect: UInt32 { 0x61757278 }

/// The type of units that are called remote generator ('aurg').
public var kAudioUnitType_RemoteGenerator: UInt32 { 0x61757267 }

/// The type of units that are called remote instrument ('auri').
public var kAudioUnitType_RemoteInstrument: UInt32 { 0x61757269 }

/// The type of units that are called remote music effect ('aurm').
public var kAudioUnitType_RemoteMusicEffect: UInt32 { 0x6175726D }

/// The type of units that are called speech synthesizer ('ausp').
public var kAudioUnitType_SpeechSynthesizer: UInt32 { 0x61757370 }

// MARK: - Manufacturers

/// The manufacturer of the units that programs expect everywhere ('appl').
public var kAudioUnitManufacturer_Apple: UInt32 { 0x6170706C }

// MARK: - Subtypes

/// The subtype au3 d mixer embedded ('3dem').
public var kAudioUnitSubType_AU3DMixerEmbedded: UInt32 { 0x3364656D }

/// The subtype au audio mix ('amix').
public var kAudioUnitSubType_AUAudioMix: UInt32 { 0x616D6978 }

/// The subtype au converter ('conv').
public var kAudioUnitSubType_AUConverter: UInt32 { 0x636F6E76 }

/// The subtype au sound isolation ('vois').
public var kAudioUnitSubType_AUSoundIsolation: UInt32 { 0x766F6973 }

/// The equaliser with a preset for every taste.
public var kAudioUnitSubType_AUiPodEQ: UInt32 { 0x69706571 }

/// The subtype a ui pod time other ('ipto').
public var kAudioUnitSubType_AUiPodTimeOther: UInt32 { 0x6970746F }

/// The subtype audio file player ('afpl').
public var kAudioUnitSubType_AudioFilePlayer: UInt32 { 0x6166706C }

/// The subtype band pass filter ('bpas').
public var kAudioUnitSubType_BandPassFilter: UInt32 { 0x62706173 }

/// The output of the system: the hardware as `kAudioUnitSubType_RemoteIO`, by the name that programs of desktops use.
public var kAudioUnitSubType_DefaultOutput: UInt32 { 0x64656620 }
/// The subtype HALOutput ('ahal'): the output that programs of desktops use with a device of their choice.
public var kAudioUnitSubType_HALOutput: UInt32 { 0x6168_616C }
/// The subtype SystemOutput ('sys '): the same as the default output here.
public var kAudioUnitSubType_SystemOutput: UInt32 { 0x7379_7320 }

/// The subtype deferred renderer ('defr').
public var kAudioUnitSubType_DeferredRenderer: UInt32 { 0x64656672 }

/// The subtype delay ('dely').
public var kAudioUnitSubType_Delay: UInt32 { 0x64656C79 }

/// The subtype distortion ('dist').
public var kAudioUnitSubType_Distortion: UInt32 { 0x64697374 }

/// The subtype dynamics processor ('dcmp').
public var kAudioUnitSubType_DynamicsProcessor: UInt32 { 0x64636D70 }

/// The subtype generic output ('genr').
public var kAudioUnitSubType_GenericOutput: UInt32 { 0x67656E72 }

/// The subtype high pass filter ('hpas').
public var kAudioUnitSubType_HighPassFilter: UInt32 { 0x68706173 }

/// The subtype high shelf filter ('hshf').
public var kAudioUnitSubType_HighShelfFilter: UInt32 { 0x68736866 }

/// The subtype low pass filter ('lpas').
public var kAudioUnitSubType_LowPassFilter: UInt32 { 0x6C706173 }

/// The subtype low shelf filter ('lshf').
public var kAudioUnitSubType_LowShelfFilter: UInt32 { 0x6C736866 }

/// The subtype midi synth ('msyn').
public var kAudioUnitSubType_MIDISynth: UInt32 { 0x6D73796E }

/// The subtype matrix mixer ('mxmx').
public var kAudioUnitSubType_MatrixMixer: UInt32 { 0x6D786D78 }

/// The subtype merger ('merg').
public var kAudioUnitSubType_Merger: UInt32 { 0x6D657267 }

/// The subtype multi channel mixer ('mcmx').
public var kAudioUnitSubType_MultiChannelMixer: UInt32 { 0x6D636D78 }

/// The subtype multi splitter ('mspl').
public var kAudioUnitSubType_MultiSplitter: UInt32 { 0x6D73706C }

/// The subtype n band eq ('nbeq').
public var kAudioUnitSubType_NBandEQ: UInt32 { 0x6E626571 }

/// The subtype new time pitch ('nutp').
public var kAudioUnitSubType_NewTimePitch: UInt32 { 0x6E757470 }

/// The subtype parametric eq ('pmeq').
public var kAudioUnitSubType_ParametricEQ: UInt32 { 0x706D6571 }

/// The subtype peak limiter ('lmtr').
public var kAudioUnitSubType_PeakLimiter: UInt32 { 0x6C6D7472 }

/// The subtype remote io ('rioc').
public var kAudioUnitSubType_RemoteIO: UInt32 { 0x72696F63 }

/// The subtype reverb2 ('rvb2').
public var kAudioUnitSubType_Reverb2: UInt32 { 0x72766232 }

/// The subtype round trip aac ('raac').
public var kAudioUnitSubType_RoundTripAAC: UInt32 { 0x72616163 }

/// The subtype sample delay ('sdly').
public var kAudioUnitSubType_SampleDelay: UInt32 { 0x73646C79 }

/// The subtype sampler ('samp').
public var kAudioUnitSubType_Sampler: UInt32 { 0x73616D70 }

/// The subtype scheduled sound player ('sspl').
public var kAudioUnitSubType_ScheduledSoundPlayer: UInt32 { 0x7373706C }

/// The subtype spatial mixer ('3dem').
public var kAudioUnitSubType_SpatialMixer: UInt32 { 0x3364656D }

/// The subtype splitter ('splt').
public var kAudioUnitSubType_Splitter: UInt32 { 0x73706C74 }

/// The subtype time pitch ('tmpt').
public var kAudioUnitSubType_TimePitch: UInt32 { 0x746D7074 }

/// The subtype varispeed ('vari').
public var kAudioUnitSubType_Varispeed: UInt32 { 0x76617269 }

/// The subtype voice processing io ('vpio').
public var kAudioUnitSubType_VoiceProcessingIO: UInt32 { 0x7670696F }

// MARK: - Scopes

/// The unit as a whole.
public var kAudioUnitScope_Global: AudioUnitScope { 0 }

/// The scope group.
public var kAudioUnitScope_Group: AudioUnitScope { 3 }

/// Its inputs.
public var kAudioUnitScope_Input: AudioUnitScope { 1 }

/// The scope layer.
public var kAudioUnitScope_Layer: AudioUnitScope { 6 }

/// The scope layer item.
public var kAudioUnitScope_LayerItem: AudioUnitScope { 7 }

/// The scope note.
public var kAudioUnitScope_Note: AudioUnitScope { 5 }

/// Its outputs.
public var kAudioUnitScope_Output: AudioUnitScope { 2 }

/// The scope part.
public var kAudioUnitScope_Part: AudioUnitScope { 4 }

// MARK: - Keys of presets

/// The key under which a preset has its cpu load.
public var kAUPresetCPULoadKey: String { "cpu-load" }

/// The key under which a preset has its data.
public var kAUPresetDataKey: String { "data" }

/// The key under which a preset has its element name.
public var kAUPresetElementNameKey: String { "element-name" }

/// The key under which a preset has its external file refs.
public var kAUPresetExternalFileRefs: String { "file-references" }

/// The key under which a preset has its manufacturer.
public var kAUPresetManufacturerKey: String { "manufacturer" }

/// The key under which a preset has its name.
public var kAUPresetNameKey: String { "name" }

/// The key under which a preset has its number.
public var kAUPresetNumberKey: String { "preset-number" }

/// The key under which a preset has its part.
public var kAUPresetPartKey: String { "part" }

/// The key under which a preset has its render quality.
public var kAUPresetRenderQualityKey: String { "render-quality" }

/// The key under which a preset has its subtype.
public var kAUPresetSubtypeKey: String { "subtype" }

/// The key under which a preset has its type.
public var kAUPresetTypeKey: String { "type" }

/// The key under which a preset has its version.
public var kAUPresetVersionKey: String { "version" }
