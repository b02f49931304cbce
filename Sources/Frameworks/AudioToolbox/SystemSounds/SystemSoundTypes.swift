import CoreAudioTypes

/// A sound of System Sound Services: of the program's own from 4096 on, of the system below.
public typealias SystemSoundID = UInt32

/// A property of System Sound Services.
public typealias AudioServicesPropertyID = UInt32

/// Hears that a sound has ended: the sound, and what the function was added with.
public typealias AudioServicesSystemSoundCompletionProc =
    @convention(c) (SystemSoundID, UnsafeMutableRawPointer?) -> Void

/// In place of a sound: the device shakes.
public var kSystemSoundID_Vibrate: SystemSoundID { 4095 }

/// All is well.
public var kAudioServicesNoError: OSStatus { 0 }

/// The property does not exist.
public var kAudioServicesUnsupportedPropertyError: OSStatus { 1_886_681_407 }

/// The value has another size.
public var kAudioServicesBadPropertySizeError: OSStatus { 561_211_770 }

/// The specifier, which names the sound, has another size.
public var kAudioServicesBadSpecifierSizeError: OSStatus { 561_213_539 }

/// Something else is wrong: there is no such file or sound, or it is none that System Sound Services play.
public var kAudioServicesSystemSoundUnspecifiedError: OSStatus { -1500 }

/// The program did not answer in time.
public var kAudioServicesSystemSoundClientTimedOutError: OSStatus { -1501 }

/// The sound is longer than 30 seconds.
public var kAudioServicesSystemSoundExceededMaximumDurationError: OSStatus { -1502 }

/// The device lacks what the call needs.
public var kAudioServicesNoHardwareError: Int { 1_852_794_999 }

/// Indicates whether a sound is one of the user interface, which a user may switch off: a `UInt32`, 1 to begin with.
public var kAudioServicesPropertyIsUISound: AudioServicesPropertyID { 1_769_174_377 }

/// Indicates whether a sound is heard to its end if the program ends: a `UInt32`, 0 to begin with.
public var kAudioServicesPropertyCompletePlaybackIfAppDies: AudioServicesPropertyID { 1_768_318_057 }
