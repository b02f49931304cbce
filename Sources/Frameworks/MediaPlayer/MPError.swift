import Foundation

/// The domain of errors of this module.
public let MPErrorDomain = "MPErrorDomain"

/// An error of the library or of a player.
public struct MPError: CustomNSError, Hashable, Sendable {
    /// The kinds of errors.
    public enum Code: Int, Sendable {
        case unknown = 0
        case permissionDenied = 1
        case cloudServiceCapabilityMissing = 2
        case networkConnectionFailed = 3
        case notFound = 4
        case notSupported = 5
        case cancelled = 6
        case requestTimedOut = 7
    }

    /// The kind of the error.
    public let code: Code
    private let text: String

    /// Makes an error with a sentence for people.
    init(_ code: Code, _ text: String) { (self.code, self.text) = (code, text) }

    /// The domain of the error.
    public static var errorDomain: String { MPErrorDomain }
    /// The number of the kind.
    public var errorCode: Int { code.rawValue }
    /// The sentence for people.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: text] }

    /// The kind of errors without another one.
    public static var unknown: Code { .unknown }
    /// The kind of what the person does not allow.
    public static var permissionDenied: Code { .permissionDenied }
    /// The kind of what a service on a server lacks.
    public static var cloudServiceCapabilityMissing: Code { .cloudServiceCapabilityMissing }
    /// The kind of failed connections.
    public static var networkConnectionFailed: Code { .networkConnectionFailed }
    /// The kind of what is not there.
    public static var notFound: Code { .notFound }
    /// The kind of what does not exist here.
    public static var notSupported: Code { .notSupported }
    /// The kind of what was ended early.
    public static var cancelled: Code { .cancelled }
    /// The kind of what took too long.
    public static var requestTimedOut: Code { .requestTimedOut }
}
