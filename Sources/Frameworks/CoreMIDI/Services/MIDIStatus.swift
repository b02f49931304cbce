import CoreAudioTypes
import SordinoMIDIPorts

/// The status codes of the C functions.
enum MIDIStatus {
    /// A number, pointer or text outside of what is documented: `paramErr`.
    static let parameter: OSStatus = -50

    /// Runs a function and returns the status that stands for how it ended.
    static func of(_ body: () throws(MIDIFailure) -> Void) -> OSStatus {
        do throws(MIDIFailure) {
            try body()
            return noErr
        } catch { return error.status }
    }
}

extension MIDIFailure {
    /// The number that programs for Apple's systems know.
    var status: OSStatus {
        switch self {
        case .invalidClient: kMIDIInvalidClient
        case .invalidPort: kMIDIInvalidPort
        case .wrongEndpointType: kMIDIWrongEndpointType
        case .noConnection: kMIDINoConnection
        case .unknownEndpoint: kMIDIUnknownEndpoint
        case .unknownProperty: kMIDIUnknownProperty
        case .wrongPropertyType: kMIDIWrongPropertyType
        case .queueFull: kMIDIMessageSendErr
        case .objectNotFound: kMIDIObjectNotFound
        case .idNotUnique: kMIDIIDNotUnique
        case .notPermitted: kMIDINotPermitted
        case .parameter: MIDIStatus.parameter
        }
    }
}
