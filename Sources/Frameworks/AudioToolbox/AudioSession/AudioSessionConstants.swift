// Apple's names and values: one line each, nothing to read in order.
import AVAudioTypes
import SordinoPolicy

/// `AudioSessionInitialize` was called before ('init').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionAlreadyInitialized: Int { Int(LegacyStatus.alreadyInitialized) }

/// The size is not that of the property's value ('!siz').
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

/// The name that `kAudioSessionCategory_MediaPlayback` had for instruments; it is read as that one ('live').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionCategory_LiveAudio: Int { LegacyCode.liveAudioCategory }

/// Sound is what the program is for: music, films, speech ('medi').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionCategory_MediaPlayback: Int { LegacyCode.mediaPlaybackCategory }

/// Both ways at a time: calls, instruments ('plar').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionCategory_PlayAndRecord: Int { LegacyCode.playAndRecordCategory }

/// Records, and silences all output meanwhile ('reca').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionCategory_RecordAudio: Int { LegacyCode.recordAudioCategory }

/// Like `kAudioSessionCategory_AmbientSound`, but interrupts other programs ('solo').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionCategory_SoloAmbientSound: Int { LegacyCode.soloAmbientSoundCategory }

/// The name that `kAudioSessionCategory_AmbientSound` had for effects; it is read as that one ('uifx').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionCategory_UserInterfaceSoundEffects: Int { LegacyCode.userInterfaceSoundEffectsCategory }

/// An interruption has ended.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionEndInterruption: Int { LegacyCode.endInterruption }

/// The category does not allow it ('!cat').
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

/// Line level input.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionInputRoute_LineIn: CFString { CFString(string: PortType.lineIn.rawValue) }

/// A USB device.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionInputRoute_USBAudio: CFString { CFString(string: PortType.usbAudio.rawValue) }

/// The program should wait for its user ('!rsm').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionInterruptionType_ShouldNotResume: Int { LegacyCode.shouldNotResume }

/// The program may go on by itself ('irsm').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionInterruptionType_ShouldResume: Int { LegacyCode.shouldResume }

/// The default mode: the category alone decides ('dflt').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionMode_Default: Int { LegacyCode.defaultMode }

/// A conversation beside a game ('gmct').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionMode_GameChat: Int { LegacyCode.gameChatMode }

/// As little processing as possible ('msmt').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionMode_Measurement: Int { LegacyCode.measurementMode }

/// Records beside the camera ('vrcd').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionMode_VideoRecording: Int { LegacyCode.videoRecordingMode }

/// A conversation over the network ('vcct').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionMode_VoiceChat: Int { LegacyCode.voiceChatMode }

/// The category in force has no number in this interface: it was set with `AVAudioSession` ('?cat').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionNoCategorySet: Int { Int(LegacyStatus.noCategorySet) }

/// The call succeeded.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionNoError: Int { 0 }

/// The session would have to be active, or is busy ('!act').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionNotActiveError: Int { Int(LegacyStatus.notActive) }

/// `AudioSessionInitialize` was not called ('!ini').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionNotInitialized: Int { Int(LegacyStatus.notInitialized) }

/// A receiver on the network.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionOutputRoute_AirPlay: CFString { CFString(string: PortType.airPlay.rawValue) }

/// Bluetooth for music.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionOutputRoute_BluetoothA2DP: CFString { CFString(string: PortType.bluetoothA2DP.rawValue) }

/// Bluetooth for calls.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionOutputRoute_BluetoothHFP: CFString { CFString(string: PortType.bluetoothHFP.rawValue) }

/// The earpiece.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionOutputRoute_BuiltInReceiver: CFString { CFString(string: PortType.builtInReceiver.rawValue) }

/// The loudspeaker.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionOutputRoute_BuiltInSpeaker: CFString { CFString(string: PortType.builtInSpeaker.rawValue) }

/// A display by HDMI.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionOutputRoute_HDMI: CFString { CFString(string: PortType.hdmi.rawValue) }

/// Wired headphones.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionOutputRoute_Headphones: CFString { CFString(string: PortType.headphones.rawValue) }

/// Line level output.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionOutputRoute_LineOut: CFString { CFString(string: PortType.lineOut.rawValue) }

/// A USB device.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionOutputRoute_USBAudio: CFString { CFString(string: PortType.usbAudio.rawValue) }

/// Output goes where the route leads.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionOverrideAudioRoute_None: Int { 0 }

/// Output goes to the loudspeaker ('spkr').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionOverrideAudioRoute_Speaker: Int { LegacyCode.overrideSpeaker }

/// A category, `UInt32`; can be set, which clears the overrides ('acat').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionProperty_AudioCategory: Int { LegacyCode.audioCategory }

/// Indicates whether there is an input, `UInt32`; listeners hear of it ('aiav').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionProperty_AudioInputAvailable: Int { LegacyCode.audioInputAvailable }

/// The route in one word, `CFString` ('rout').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionProperty_AudioRoute: Int { LegacyCode.audioRoute }

/// For listeners alone: why the route has changed and from what, `CFDictionary` ('roch').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionProperty_AudioRouteChange: Int { LegacyCode.audioRouteChange }

/// The ports of the route, `CFDictionary` ('crar').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionProperty_AudioRouteDescription: Int { LegacyCode.audioRouteDescription }

/// Seconds of one I/O block, `Float32` ('chbd').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionProperty_CurrentHardwareIOBufferDuration: Int { LegacyCode.currentHardwareIOBufferDuration }

/// Seconds from the air to the program, `Float32` ('cilt').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionProperty_CurrentHardwareInputLatency: Int { LegacyCode.currentHardwareInputLatency }

/// Input channels, `UInt32`; listeners hear of it ('chic').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionProperty_CurrentHardwareInputNumberChannels: Int {
    LegacyCode.currentHardwareInputNumberChannels
}

/// Seconds from the program to the air, `Float32` ('colt').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionProperty_CurrentHardwareOutputLatency: Int { LegacyCode.currentHardwareOutputLatency }

/// Output channels, `UInt32`; listeners hear of it ('choc').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionProperty_CurrentHardwareOutputNumberChannels: Int {
    LegacyCode.currentHardwareOutputNumberChannels
}

/// The volume that the person chose, `Float32`, 0 to 1; listeners hear of it ('chov').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionProperty_CurrentHardwareOutputVolume: Int { LegacyCode.currentHardwareOutputVolume }

/// The hardware's rate in hertz, `Float64` ('chsr').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionProperty_CurrentHardwareSampleRate: Int { LegacyCode.currentHardwareSampleRate }

/// Indicates whether the input's gain can be set, `UInt32`; listeners hear of it ('igav').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionProperty_InputGainAvailable: Int { LegacyCode.inputGainAvailable }

/// The input's gain, `Float32`, 0 to 1; can be set, listeners hear of it ('igsc').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionProperty_InputGainScalar: Int { LegacyCode.inputGainScalar }

/// The number of the source that the input uses, `CFNumber`; can be set, listeners hear of it ('isrc').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionProperty_InputSource: Int { LegacyCode.inputSource }

/// The sources that the input has, a `CFArray` of `CFDictionary`; listeners hear of it ('srcs').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionProperty_InputSources: Int { LegacyCode.inputSources }

/// An `AudioSessionInterruptionType`; only while a listener hears of an interruption's end ('type').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionProperty_InterruptionType: Int { LegacyCode.interruptionType }

/// A mode, `UInt32`; one that has no number here reads as the default; can be set ('mode').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionProperty_Mode: Int { LegacyCode.mode }

/// Indicates whether another program has output running, `UInt32` ('othr').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionProperty_OtherAudioIsPlaying: Int { LegacyCode.otherAudioIsPlaying }

/// Indicates whether others step back while the session is active, `UInt32`; can be set ('duck').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionProperty_OtherMixableAudioShouldDuck: Int { LegacyCode.otherMixableAudioShouldDuck }

/// The number of the destination that the output uses, `CFNumber`; can be set, listeners hear of it ('odst').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionProperty_OutputDestination: Int { LegacyCode.outputDestination }

/// The destinations that the output has, a `CFArray` of `CFDictionary`; listeners hear of it ('dsts').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionProperty_OutputDestinations: Int { LegacyCode.outputDestinations }

/// The output route override, in force until the route changes: `UInt32`; write only ('ovrd').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionProperty_OverrideAudioRoute: Int { LegacyCode.overrideAudioRoute }

/// Indicates whether the loudspeaker replaces the earpiece, `UInt32`; can be set ('cspk').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionProperty_OverrideCategoryDefaultToSpeaker: Int { LegacyCode.overrideCategoryDefaultToSpeaker }

/// Indicates whether Bluetooth devices for calls may be used, `UInt32`; can be set ('cblu').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionProperty_OverrideCategoryEnableBluetoothInput: Int {
    LegacyCode.overrideCategoryEnableBluetoothInput
}

/// Indicates whether the session plays together with others, `UInt32`; can be set ('cmix').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionProperty_OverrideCategoryMixWithOthers: Int { LegacyCode.overrideCategoryMixWithOthers }

/// The I/O block that was asked for, in seconds, `Float32`; can be set ('iobd').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionProperty_PreferredHardwareIOBufferDuration: Int { LegacyCode.preferredHardwareIOBufferDuration }

/// The rate that was asked for, in hertz, `Float64`; can be set ('hwsr').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionProperty_PreferredHardwareSampleRate: Int { LegacyCode.preferredHardwareSampleRate }

/// For listeners alone: 1 when the media services are lost, 0 when they are back, `UInt32` ('died').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionProperty_ServerDied: Int { LegacyCode.serverDied }

/// The category has changed.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionRouteChangeReason_CategoryChange: Int { 3 }

/// A port has come.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionRouteChangeReason_NewDeviceAvailable: Int { 1 }

/// No port suits the category.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionRouteChangeReason_NoSuitableRouteForCategory: Int { 7 }

/// The port that was in use has gone.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionRouteChangeReason_OldDeviceUnavailable: Int { 2 }

/// The route was overridden.
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionRouteChangeReason_Override: Int { 4 }

/// The ports are the same and used in another way.
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

/// Something is inconsistent, or is not so now ('what').
@available(*, deprecated, message: "Audio Session Services end with iOS 7: use AVAudioSession")
public var kAudioSessionUnspecifiedError: Int { Int(LegacyStatus.unspecified) }

/// No such property, or it cannot be used so ('pty?').
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
