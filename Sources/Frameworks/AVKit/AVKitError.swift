import Foundation

/// The domain of errors of this module.
public let AVKitErrorDomain = "AVKitErrorDomain"

/// An error of this module.
///
/// No function here throws it, as pictures and their windows are absent; a program that handles it compiles.
public struct AVKitError: CustomNSError, Hashable, Sendable {
    /// The kinds of errors.
    public enum Code: Int, Sendable {
        case unknown = -1000
        case pictureInPictureStartFailed = -1001
    }

    /// The kind of the error.
    public let code: Code

    /// Makes an error of a kind.
    public init(_ code: Code) { self.code = code }

    /// The domain of the error.
    public static var errorDomain: String { AVKitErrorDomain }
    /// The number of the kind.
    public var errorCode: Int { code.rawValue }

    /// The kind of errors without another one.
    public static var unknown: Code { .unknown }
    /// The kind of a small window of pictures that could not be opened.
    public static var pictureInPictureStartFailed: Code { .pictureInPictureStartFailed }
}

extension AVKitError.Code {
    /// Returns whether an error is of a kind, for `catch AVKitError.unknown`.
    public static func ~= (code: Self, error: any Error) -> Bool { (error as? AVKitError)?.code == code }
}
