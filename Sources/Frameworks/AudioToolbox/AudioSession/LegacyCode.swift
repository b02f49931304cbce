import AVAudioTypes
import CoreAudioTypes
import SordinoPolicy
import SordinoSession

/// The numbers of Audio Session Services for use in this module, where the public names would warn as deprecated.
enum LegacyCode {
    static let beginInterruption = 1
    static let endInterruption = 0
    static let shouldNotResume = 0x2172_736D  // '!rsm'
    static let shouldResume = 0x6972_736D  // 'irsm'
    static let overrideSpeaker = 0x7370_6B72  // 'spkr'
    static let audioCategory = 0x6163_6174  // 'acat'
    static let audioInputAvailable = 0x6169_6176  // 'aiav'
    static let audioRoute = 0x726F_7574  // 'rout'
    static let audioRouteChange = 0x726F_6368  // 'roch'
    static let audioRouteDescription = 0x6372_6172  // 'crar'
    static let currentHardwareIOBufferDuration = 0x6368_6264  // 'chbd'
    static let currentHardwareInputLatency = 0x6369_6C74  // 'cilt'
    static let currentHardwareInputNumberChannels = 0x6368_6963  // 'chic'
    static let currentHardwareOutputLatency = 0x636F_6C74  // 'colt'
    static let currentHardwareOutputNumberChannels = 0x6368_6F63  // 'choc'
    static let currentHardwareOutputVolume = 0x6368_6F76  // 'chov'
    static let currentHardwareSampleRate = 0x6368_7372  // 'chsr'
    static let inputGainAvailable = 0x6967_6176  // 'igav'
    static let inputGainScalar = 0x6967_7363  // 'igsc'
    static let inputSource = 0x6973_7263  // 'isrc'
    static let inputSources = 0x7372_6373  // 'srcs'
    static let interruptionType = 0x7479_7065  // 'type'
    static let mode = 0x6D6F_6465  // 'mode'
    static let otherAudioIsPlaying = 0x6F74_6872  // 'othr'
    static let otherMixableAudioShouldDuck = 0x6475_636B  // 'duck'
    static let outputDestination = 0x6F64_7374  // 'odst'
    static let outputDestinations = 0x6473_7473  // 'dsts'
    static let overrideAudioRoute = 0x6F76_7264  // 'ovrd'
    static let overrideCategoryDefaultToSpeaker = 0x6373_706B  // 'cspk'
    static let overrideCategoryEnableBluetoothInput = 0x6362_6C75  // 'cblu'
    static let overrideCategoryMixWithOthers = 0x636D_6978  // 'cmix'
    static let preferredHardwareIOBufferDuration = 0x696F_6264  // 'iobd'
    static let preferredHardwareSampleRate = 0x6877_7372  // 'hwsr'
    static let serverDied = 0x6469_6564  // 'died'
    static let ambientSoundCategory = 0x616D_6269  // 'ambi'
    static let audioProcessingCategory = 0x7072_6F63  // 'proc'
    static let liveAudioCategory = 0x6C69_7665  // 'live'
    static let mediaPlaybackCategory = 0x6D65_6469  // 'medi'
    static let playAndRecordCategory = 0x706C_6172  // 'plar'
    static let recordAudioCategory = 0x7265_6361  // 'reca'
    static let soloAmbientSoundCategory = 0x736F_6C6F  // 'solo'
    static let userInterfaceSoundEffectsCategory = 0x7569_6678  // 'uifx'
    static let defaultMode = 0x6466_6C74  // 'dflt'
    static let gameChatMode = 0x676D_6374  // 'gmct'
    static let measurementMode = 0x6D73_6D74  // 'msmt'
    static let videoRecordingMode = 0x7672_6364  // 'vrcd'
    static let voiceChatMode = 0x7663_6374  // 'vcct'
}

/// The status codes of Audio Session Services.
enum LegacyStatus {
    static let noHardware: OSStatus = 0x6E6F_6877  // 'nohw'
    static let alreadyInitialized: OSStatus = 0x696E_6974  // 'init'
    static let badPropertySize: OSStatus = 0x2173_697A  // '!siz'
    static let incompatibleCategory: OSStatus = 0x2163_6174  // '!cat'
    static let noCategorySet: OSStatus = 0x3F63_6174  // '?cat'
    static let notActive: OSStatus = 0x2161_6374  // '!act'
    static let notInitialized: OSStatus = 0x2169_6E69  // '!ini'
    static let unspecified: OSStatus = 0x7768_6174  // 'what'
    static let unsupportedProperty: OSStatus = 0x7074_793F  // 'pty?'

    /// Returns the status of a refusal: the number of `AVAudioSession.ErrorCode`, except for two with older codes.
    static func of(_ refusal: SessionError) -> OSStatus {
        switch refusal.code {
        case .resourceNotAvailable: noHardware
        case .sessionNotActive: notActive
        case .mediaServicesFailed, .isBusy, .incompatibleCategory, .cannotInterruptOthers, .missingEntitlement,
            .siriIsRecording, .cannotStartPlaying, .cannotStartRecording, .badParam, .insufficientPriority,
            .unspecified, .expiredSession:
            OSStatus(refusal.code.rawValue)
        }
    }
}

/// An error of Audio Session Services that is no refusal by the session.
struct LegacyFault: Error {
    let status: OSStatus

    init(_ status: OSStatus) { self.status = status }
}

/// Translates names and numbers between Audio Session Services and `AVAudioSession`.
enum LegacyNames {
    // Keys with the text that programs may have stored or compared.
    static let changeReason = "OutputDeviceDidChange_Reason"
    static let oldRoute = "OutputDeviceDidChange_OldRoute"
    static let previousDescription = "ActiveAudioRouteDidChange_OldDetailedRoute"
    static let currentDescription = "ActiveAudioRouteDidChange_NewDetailedRoute"
    static let routeInputs = "RouteDetailedDescription_Inputs"
    static let routeOutputs = "RouteDetailedDescription_Outputs"
    static let portType = "RouteDetailedDescription_PortType"
    // Keys whose text is free, since programs use only their constants.
    static let inputSourceID = "AudioSession_InputSourceKey_ID"
    static let inputSourceDescription = "AudioSession_InputSourceKey_Description"
    static let outputDestinationID = "AudioSession_OutputDestinationKey_ID"
    static let outputDestinationDescription = "AudioSession_OutputDestinationKey_Description"

    /// The numbers of categories; the first row of a category is the one that is read back.
    private static let categories: [(code: UInt32, category: Category)] = [
        (UInt32(LegacyCode.ambientSoundCategory), .ambient),
        (UInt32(LegacyCode.soloAmbientSoundCategory), .soloAmbient),
        (UInt32(LegacyCode.mediaPlaybackCategory), .playback),
        (UInt32(LegacyCode.recordAudioCategory), .record),
        (UInt32(LegacyCode.playAndRecordCategory), .playAndRecord),
        (UInt32(LegacyCode.audioProcessingCategory), .audioProcessing),
        (UInt32(LegacyCode.userInterfaceSoundEffectsCategory), .ambient),
        (UInt32(LegacyCode.liveAudioCategory), .playback),
    ]

    private static let modes: [(code: UInt32, mode: Mode)] = [
        (UInt32(LegacyCode.defaultMode), .standard),
        (UInt32(LegacyCode.voiceChatMode), .voiceChat),
        (UInt32(LegacyCode.videoRecordingMode), .videoRecording),
        (UInt32(LegacyCode.measurementMode), .measurement),
        (UInt32(LegacyCode.gameChatMode), .gameChat),
    ]

    static func category(_ code: UInt32) throws -> Category {
        guard let row = categories.first(where: { $0.code == code }) else { throw LegacyFault(kAudio_ParamError) }
        return row.category
    }

    static func code(of category: Category) throws -> UInt32 {
        guard let row = categories.first(where: { $0.category == category }) else {
            throw LegacyFault(LegacyStatus.noCategorySet)
        }
        return row.code
    }

    static func mode(_ code: UInt32) throws -> Mode {
        guard let row = modes.first(where: { $0.code == code }) else { throw LegacyFault(kAudio_ParamError) }
        return row.mode
    }

    /// Returns the number of a mode; that of the default mode for modes newer than this interface.
    static func code(of mode: Mode) -> UInt32 {
        modes.first { $0.mode == mode }?.code ?? UInt32(LegacyCode.defaultMode)
    }
}
