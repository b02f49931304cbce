// Apple's names and values, in alphabetical order.
import AVAudioTypes
import SordinoPolicy

/// `AudioSessionInitialize` was called before ('init').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionAlreadyInitialized: Int { Int(LegacyStatus.alreadyInitialized) }

/// The size differs from that of the property ('!siz').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionBadPropertySizeError: Int { Int(LegacyStatus.badPropertySize) }

/// An interruption begins: sound has stopped, the session is inactive.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionBeginInterruption: Int { LegacyCode.beginInterruption }

/// Mixes with others; silent with the ringer switch and the lock ('ambi').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionCategory_AmbientSound: Int { LegacyCode.ambientSoundCategory }

/// Neither plays nor records: works on audio offline ('proc').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionCategory_AudioProcessing: Int { LegacyCode.audioProcessingCategory }

/// An older name of `kAudioSessionCategory_MediaPlayback`, for instruments; reads back as that category ('live').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionCategory_LiveAudio: Int { LegacyCode.liveAudioCategory }

/// Plays sound that is the program's purpose: music, films, speech ('medi').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionCategory_MediaPlayback: Int { LegacyCode.mediaPlaybackCategory }

/// Plays and records at the same time: calls, instruments ('plar').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionCategory_PlayAndRecord: Int { LegacyCode.playAndRecordCategory }

/// Records, and silences all output meanwhile ('reca').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionCategory_RecordAudio: Int { LegacyCode.recordAudioCategory }

/// Like `kAudioSessionCategory_AmbientSound`, but interrupts other programs ('solo').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionCategory_SoloAmbientSound: Int { LegacyCode.soloAmbientSoundCategory }

/// An older name of `kAudioSessionCategory_AmbientSound`, for effects; reads back as that category ('uifx').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionCategory_UserInterfaceSoundEffects: Int { LegacyCode.userInterfaceSoundEffectsCategory }

/// An interruption has ended.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionEndInterruption: Int { LegacyCode.endInterruption }

/// The category does not allow the request ('!cat').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionIncompatibleCategory: Int { Int(LegacyStatus.incompatibleCategory) }

/// The session could not be initialised; nothing here returns it ('ini?').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionInitializationError: Int { 0x696E_693F }

/// A Bluetooth device for calls.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionInputRoute_BluetoothHFP: CFString { CFString(string: PortType.bluetoothHFP.rawValue) }

/// The device's own microphone.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionInputRoute_BuiltInMic: CFString { CFString(string: PortType.builtInMic.rawValue) }

/// The microphone of a wired headset.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionInputRoute_HeadsetMic: CFString { CFString(string: PortType.headsetMic.rawValue) }

/// An input at line level.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionInputRoute_LineIn: CFString { CFString(string: PortType.lineIn.rawValue) }

/// An input of a USB device.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionInputRoute_USBAudio: CFString { CFString(string: PortType.usbAudio.rawValue) }

/// The program should resume only when the user asks it to ('!rsm').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionInterruptionType_ShouldNotResume: Int { LegacyCode.shouldNotResume }

/// The program may resume without its user ('irsm').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionInterruptionType_ShouldResume: Int { LegacyCode.shouldResume }

/// The default mode: the category alone decides ('dflt').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionMode_Default: Int { LegacyCode.defaultMode }

/// A conversation during a game ('gmct').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionMode_GameChat: Int { LegacyCode.gameChatMode }

/// As little processing as possible ('msmt').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionMode_Measurement: Int { LegacyCode.measurementMode }

/// Records sound for a video ('vrcd').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionMode_VideoRecording: Int { LegacyCode.videoRecordingMode }

/// A conversation over the network ('vcct').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionMode_VoiceChat: Int { LegacyCode.voiceChatMode }

/// The category in force has no number in this interface: it was set with `AVAudioSession` ('?cat').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionNoCategorySet: Int { Int(LegacyStatus.noCategorySet) }

/// The call has succeeded (0).
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionNoError: Int { 0 }

/// The session is not active ('!act').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionNotActiveError: Int { Int(LegacyStatus.notActive) }

/// `AudioSessionInitialize` was not called ('!ini').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionNotInitialized: Int { Int(LegacyStatus.notInitialized) }

/// An AirPlay receiver on the network.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionOutputRoute_AirPlay: CFString { CFString(string: PortType.airPlay.rawValue) }

/// A Bluetooth device for music, with stereo output.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionOutputRoute_BluetoothA2DP: CFString { CFString(string: PortType.bluetoothA2DP.rawValue) }

/// A Bluetooth device for calls.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionOutputRoute_BluetoothHFP: CFString { CFString(string: PortType.bluetoothHFP.rawValue) }

/// The earpiece of a telephone.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionOutputRoute_BuiltInReceiver: CFString { CFString(string: PortType.builtInReceiver.rawValue) }

/// The device's own loudspeaker.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionOutputRoute_BuiltInSpeaker: CFString { CFString(string: PortType.builtInSpeaker.rawValue) }

/// A display that is connected by HDMI.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionOutputRoute_HDMI: CFString { CFString(string: PortType.HDMI.rawValue) }

/// Headphones or a headset with a wire.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionOutputRoute_Headphones: CFString { CFString(string: PortType.headphones.rawValue) }

/// An output at line level.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionOutputRoute_LineOut: CFString { CFString(string: PortType.lineOut.rawValue) }

/// An output of a USB device.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionOutputRoute_USBAudio: CFString { CFString(string: PortType.usbAudio.rawValue) }

/// Output follows the route of the category.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionOverrideAudioRoute_None: Int { 0 }

/// Output goes to the loudspeaker ('spkr').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionOverrideAudioRoute_Speaker: Int { LegacyCode.overrideSpeaker }

/// The category, `UInt32`; settable, which clears the overrides ('acat').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionProperty_AudioCategory: Int { LegacyCode.audioCategory }

/// Indicates whether an input exists, `UInt32`; observable ('aiav').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionProperty_AudioInputAvailable: Int { LegacyCode.audioInputAvailable }

/// The route in one word, `CFString` ('rout').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionProperty_AudioRoute: Int { LegacyCode.audioRoute }

/// The reason of a route change with the old and the new route, `CFDictionary`; only for listeners ('roch').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionProperty_AudioRouteChange: Int { LegacyCode.audioRouteChange }

/// The ports of the route, `CFDictionary` ('crar').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionProperty_AudioRouteDescription: Int { LegacyCode.audioRouteDescription }

/// The duration of one I/O block in seconds, `Float32` ('chbd').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionProperty_CurrentHardwareIOBufferDuration: Int { LegacyCode.currentHardwareIOBufferDuration }

/// The latency from the microphone to the program in seconds, `Float32` ('cilt').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionProperty_CurrentHardwareInputLatency: Int { LegacyCode.currentHardwareInputLatency }

/// The number of input channels, `UInt32`; observable ('chic').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionProperty_CurrentHardwareInputNumberChannels: Int {
    LegacyCode.currentHardwareInputNumberChannels
}

/// The latency from the program to the loudspeaker in seconds, `Float32` ('colt').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionProperty_CurrentHardwareOutputLatency: Int { LegacyCode.currentHardwareOutputLatency }

/// The number of output channels, `UInt32`; observable ('choc').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionProperty_CurrentHardwareOutputNumberChannels: Int {
    LegacyCode.currentHardwareOutputNumberChannels
}

/// The output volume that the user has set, `Float32`, 0 to 1; observable ('chov').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionProperty_CurrentHardwareOutputVolume: Int { LegacyCode.currentHardwareOutputVolume }

/// The hardware's rate in hertz, `Float64` ('chsr').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionProperty_CurrentHardwareSampleRate: Int { LegacyCode.currentHardwareSampleRate }

/// Indicates whether the input's gain can be set, `UInt32`; observable ('igav').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionProperty_InputGainAvailable: Int { LegacyCode.inputGainAvailable }

/// The input's gain, `Float32`, 0 to 1; settable and observable ('igsc').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionProperty_InputGainScalar: Int { LegacyCode.inputGainScalar }

/// The number of the source that the input uses, `CFNumber`; settable and observable ('isrc').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionProperty_InputSource: Int { LegacyCode.inputSource }

/// The sources of the input, a `CFArray` of `CFDictionary`; observable ('srcs').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionProperty_InputSources: Int { LegacyCode.inputSources }

/// An `AudioSessionInterruptionType`; readable only during the listener's call at the end of an interruption ('type').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionProperty_InterruptionType: Int { LegacyCode.interruptionType }

/// The mode, `UInt32`; one without a number here reads as the default; settable ('mode').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionProperty_Mode: Int { LegacyCode.mode }

/// Indicates whether another program has output running, `UInt32` ('othr').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionProperty_OtherAudioIsPlaying: Int { LegacyCode.otherAudioIsPlaying }

/// Indicates whether other programs are ducked while the session is active, `UInt32`; settable ('duck').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionProperty_OtherMixableAudioShouldDuck: Int { LegacyCode.otherMixableAudioShouldDuck }

/// The number of the destination that the output uses, `CFNumber`; settable and observable ('odst').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionProperty_OutputDestination: Int { LegacyCode.outputDestination }

/// The destinations of the output, a `CFArray` of `CFDictionary`; observable ('dsts').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionProperty_OutputDestinations: Int { LegacyCode.outputDestinations }

/// The output route override, in force until the route changes: `UInt32`; write only ('ovrd').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionProperty_OverrideAudioRoute: Int { LegacyCode.overrideAudioRoute }

/// Indicates whether the loudspeaker replaces the earpiece, `UInt32`; settable ('cspk').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionProperty_OverrideCategoryDefaultToSpeaker: Int { LegacyCode.overrideCategoryDefaultToSpeaker }

/// Indicates whether Bluetooth devices for calls may be used, `UInt32`; settable ('cblu').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionProperty_OverrideCategoryEnableBluetoothInput: Int {
    LegacyCode.overrideCategoryEnableBluetoothInput
}

/// Indicates whether the session mixes with those of other programs, `UInt32`; settable ('cmix').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionProperty_OverrideCategoryMixWithOthers: Int { LegacyCode.overrideCategoryMixWithOthers }

/// The preferred duration of an I/O block in seconds, `Float32`; settable ('iobd').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionProperty_PreferredHardwareIOBufferDuration: Int { LegacyCode.preferredHardwareIOBufferDuration }

/// The preferred sample rate in hertz, `Float64`; settable ('hwsr').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionProperty_PreferredHardwareSampleRate: Int { LegacyCode.preferredHardwareSampleRate }

/// The state of the media services, `UInt32`: 1 when they are lost, 0 when they are back; only for listeners ('died').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionProperty_ServerDied: Int { LegacyCode.serverDied }

/// The category has changed.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionRouteChangeReason_CategoryChange: Int { 3 }

/// A new port has become available.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionRouteChangeReason_NewDeviceAvailable: Int { 1 }

/// No port suits the category.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionRouteChangeReason_NoSuitableRouteForCategory: Int { 7 }

/// The port in use is no longer available.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionRouteChangeReason_OldDeviceUnavailable: Int { 2 }

/// The route was overridden.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionRouteChangeReason_Override: Int { 4 }

/// The ports are the same, but their configuration has changed.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionRouteChangeReason_RouteConfigurationChange: Int { 8 }

/// The reason is not known.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionRouteChangeReason_Unknown: Int { 0 }

/// The device has woken up.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionRouteChangeReason_WakeFromSleep: Int { 6 }

/// Notifies the programs that this session interrupted that they may resume.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionSetActiveFlag_NotifyOthersOnDeactivation: Int { 1 }

/// An unspecified error, such as reading a value that does not exist at present ('what').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionUnspecifiedError: Int { Int(LegacyStatus.unspecified) }

/// The property is unknown, or the call does not support it ('pty?').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionUnsupportedPropertyError: Int { Int(LegacyStatus.unsupportedProperty) }

/// In a change of the route: the new route's description.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSession_AudioRouteChangeKey_CurrentRouteDescription: CFString {
    CFString(string: LegacyNames.currentDescription)
}

/// In a change of the route: the old route in one word.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSession_AudioRouteChangeKey_OldRoute: String { LegacyNames.oldRoute }

/// In a change of the route: the old route's description.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSession_AudioRouteChangeKey_PreviousRouteDescription: CFString {
    CFString(string: LegacyNames.previousDescription)
}

/// In a change of the route: a number, `kAudioSessionRouteChangeReason_…`.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSession_AudioRouteChangeKey_Reason: String { LegacyNames.changeReason }

/// In a route's description: its inputs, each a dictionary.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSession_AudioRouteKey_Inputs: CFString { CFString(string: LegacyNames.routeInputs) }

/// In a route's description: its outputs, each a dictionary.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSession_AudioRouteKey_Outputs: CFString { CFString(string: LegacyNames.routeOutputs) }

/// In the dictionary of a port: `kAudioSessionInputRoute_…` or `kAudioSessionOutputRoute_…`.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSession_AudioRouteKey_Type: CFString { CFString(string: LegacyNames.portType) }

/// In the dictionary of a source: its name.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSession_InputSourceKey_Description: CFString { CFString(string: LegacyNames.inputSourceDescription) }

/// In the dictionary of a source: its number.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSession_InputSourceKey_ID: CFString { CFString(string: LegacyNames.inputSourceID) }

/// In the dictionary of a destination: its name.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSession_OutputDestinationKey_Description: CFString {
    CFString(string: LegacyNames.outputDestinationDescription)
}

/// In the dictionary of a destination: its number.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSession_OutputDestinationKey_ID: CFString { CFString(string: LegacyNames.outputDestinationID) }

/// In a change of the route: a number, `kAudioSessionRouteChangeReason_…`.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSession_RouteChangeKey_Reason: CFString { CFString(string: LegacyNames.changeReason) }
