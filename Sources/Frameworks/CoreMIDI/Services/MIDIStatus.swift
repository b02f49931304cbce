import CoreAudioTypes
import SordinoMIDIPorts

/// The status codes of the C functions.
enum MIDIStatus {
    /// A number, pointer or text outside of its documented range: `paramErr`.
    static let parameter: OSStatus = -50

    /// Runs a function and returns the status of its outcome.
    static func of(_ body: () throws(MIDIFailure) -> Void) -> OSStatus {
        do throws(MIDIFailure) {
            try body()
            return noErr
        } catch { return error.status }
    }
}

extension MIDIFailure {
    /// The status code of Apple's interface.
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
