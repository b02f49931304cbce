import AVFAudio
import Foundation
import SordinoMedia
import SordinoRealtime
import SordinoStreaming

/// The domain of errors of assets, readers, writers and players.
public let AVFoundationErrorDomain = "AVFoundationErrorDomain"

/// An error of assets, readers, writers and players.
public struct AVError: CustomNSError, LocalizedError, Hashable, Sendable {
    /// The code of the error.
    public enum Code: Int, Sendable {
        /// An unspecified failure; the underlying error has the reason.
        case unknown = -11800
        /// There is no memory.
        case outOfMemory = -11801
        /// The session does not run.
        case sessionNotRunning = -11803
        /// The disk is full.
        case diskFull = -11807
        /// The device is gone.
        case deviceNotConnected = -11814
        /// The medium is another.
        case mediaChanged = -11816
        /// The audio server was restarted.
        case mediaServicesWereReset = -11819
        /// The export failed for another reason.
        case exportFailed = -11820
        /// The media could not be decoded.
        case decodeFailed = -11821
        /// The source is broken.
        case invalidSourceMedia = -11822
        /// There is a file already.
        case fileAlreadyExists = -11823
        /// Segments leave a gap.
        case compositionTrackSegmentsNotContiguous = -11824
        /// A segment has no length.
        case invalidCompositionTrackSegmentDuration = -11825
        /// The file is of no known kind.
        case fileFormatNotRecognized = -11828
        /// The file is broken.
        case fileFailedToParse = -11829
        /// The media is protected.
        case contentIsProtected = -11831
        /// No decoder for the media is available.
        case decoderNotFound = -11833
        /// No encoder for the media is available.
        case encoderNotFound = -11834
        /// The program may not do it.
        case applicationIsNotAuthorized = -11836
        /// The asset does not allow it.
        case operationNotSupportedForAsset = -11838
        /// The extension of the output does not fit.
        case invalidOutputURLPathExtension = -11843
        /// The operation was interrupted.
        case operationInterrupted = -11847
        /// The asset does not fit.
        case incompatibleAsset = -11848
        /// The media could not be loaded.
        case failedToLoadMediaData = -11849
        /// The user does not let the program use a device.
        case applicationIsNotAuthorizedToUseDevice = -11852
        /// Files of this kind cannot refer to media elsewhere.
        case fileTypeDoesNotSupportSampleReferences = -11854
        /// Parts of the media could not be decoded.
        case undecodableMediaDataDetected = -11855
        /// The operation is not allowed at this time.
        case operationNotAllowed = -11862
        /// There is no track to take media from.
        case noSourceTrack = -11869
        /// The operation was cancelled.
        case operationCancelled = -11878
    }

    /// The code of the error.
    public let code: Code

    /// Further information, by Foundation's keys.
    public var errorUserInfo: [String: Any] { information.value }

    private let information: Lent<[String: Any]>

    /// Makes an error of a code.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        self.code = code
        information = Lent(userInfo)
    }

    /// The reason for people.
    public var errorDescription: String? { errorUserInfo[NSLocalizedDescriptionKey] as? String }
    /// The reason for people.
    public var failureReason: String? { errorUserInfo[NSLocalizedFailureReasonErrorKey] as? String }

    /// Returns whether both have the same code.
    public static func == (lhs: AVError, rhs: AVError) -> Bool { lhs.code == rhs.code }
    /// Hashes the code, in agreement with `==`.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }

    /// The domain of the errors, `AVFoundationErrorDomain`.
    public static var errorDomain: String { AVFoundationErrorDomain }
    /// The code as a number.
    public var errorCode: Int { code.rawValue }

    /// An unspecified failure; the underlying error has the reason.
    public static var unknown: Code { .unknown }
    /// There is no memory.
    public static var outOfMemory: Code { .outOfMemory }
    /// The session does not run.
    public static var sessionNotRunning: Code { .sessionNotRunning }
    /// The disk is full.
    public static var diskFull: Code { .diskFull }
    /// The device is gone.
    public static var deviceNotConnected: Code { .deviceNotConnected }
    /// The medium is another.
    public static var mediaChanged: Code { .mediaChanged }
    /// The audio server was restarted.
    public static var mediaServicesWereReset: Code { .mediaServicesWereReset }
    /// The export failed for another reason.
    public static var exportFailed: Code { .exportFailed }
    /// The media could not be decoded.
    public static var decodeFailed: Code { .decodeFailed }
    /// The source is broken.
    public static var invalidSourceMedia: Code { .invalidSourceMedia }
    /// There is a file already.
    public static var fileAlreadyExists: Code { .fileAlreadyExists }
    /// Segments leave a gap.
    public static var compositionTrackSegmentsNotContiguous: Code { .compositionTrackSegmentsNotContiguous }
    /// A segment has no length.
    public static var invalidCompositionTrackSegmentDuration: Code { .invalidCompositionTrackSegmentDuration }
    /// The file is of no known kind.
    public static var fileFormatNotRecognized: Code { .fileFormatNotRecognized }
    /// The file is broken.
    public static var fileFailedToParse: Code { .fileFailedToParse }
    /// The media is protected.
    public static var contentIsProtected: Code { .contentIsProtected }
    /// No decoder for the media is available.
    public static var decoderNotFound: Code { .decoderNotFound }
    /// No encoder for the media is available.
    public static var encoderNotFound: Code { .encoderNotFound }
    /// The program may not do it.
    public static var applicationIsNotAuthorized: Code { .applicationIsNotAuthorized }
    /// The asset does not allow it.
    public static var operationNotSupportedForAsset: Code { .operationNotSupportedForAsset }
    /// The extension of the output does not fit.
    public static var invalidOutputURLPathExtension: Code { .invalidOutputURLPathExtension }
    /// The operation was interrupted.
    public static var operationInterrupted: Code { .operationInterrupted }
    /// The asset does not fit.
    public static var incompatibleAsset: Code { .incompatibleAsset }
    /// The media could not be loaded.
    public static var failedToLoadMediaData: Code { .failedToLoadMediaData }
    /// Files of this kind cannot refer to media elsewhere.
    public static var fileTypeDoesNotSupportSampleReferences: Code { .fileTypeDoesNotSupportSampleReferences }
    /// Parts of the media could not be decoded.
    public static var undecodableMediaDataDetected: Code { .undecodableMediaDataDetected }
    /// The operation is not allowed at this time.
    public static var operationNotAllowed: Code { .operationNotAllowed }
    /// There is no track to take media from.
    public static var noSourceTrack: Code { .noSourceTrack }
    /// The operation was cancelled.
    public static var operationCancelled: Code { .operationCancelled }

    /// An error with its reason for people.
    static func error(
        _ code: Code, _ reason: String? = nil, at url: URL? = nil, underlying: (any Error)? = nil
    ) -> AVError {
        var info: [String: Any] = [:]
        if let reason {
            info[NSLocalizedDescriptionKey] = reason
            info[NSLocalizedFailureReasonErrorKey] = reason
        }
        if let url { info[NSURLErrorKey] = url }
        if let underlying { info[NSUnderlyingErrorKey] = underlying as NSError }
        return AVError(code, userInfo: info)
    }

    /// Returns the error of a sound on a server, in the codes of Foundation's client, or of assets.
    static func error(_ failure: StreamError, at url: URL?) -> any Error {
        let code: URLError.Code
        switch failure {
        case .sound(let reason): return error(.fileFormatNotRecognized, reason, at: url)
        case .address: code = .badURL
        case .connection: code = .cannotConnectToHost
        case .refused(401), .refused(403): code = .noPermissionsToReadFile
        case .refused(404), .refused(410): code = .fileDoesNotExist
        case .refused, .answer, .changed: code = .badServerResponse
        case .redirections: code = .httpTooManyRedirects
        }
        var info: [String: Any] = [NSLocalizedDescriptionKey: failure.sentence]
        if let url { info[NSURLErrorKey] = url }
        return URLError(code, userInfo: info)
    }

    /// Converts an error of media files to a code of assets; the underlying error has the code of audio files.
    static func error(_ failure: MediaError, at url: URL?) -> any Error {
        let code: Code =
            switch failure {
            case .malformed: .fileFailedToParse
            case .unsupported(.fileType): .fileFormatNotRecognized
            case .unsupported(.dataFormat): .decoderNotFound
            case .unsupported(.operation): .operationNotSupportedForAsset
            case .limit: .unknown
            case .io(let failure): failure.number == ENOSPC || failure.number == EDQUOT ? .diskFull : .unknown
            }
        if case .io(let failure) = failure, failure.number == ENOENT {
            return CocoaError(
                .fileReadNoSuchFile,
                userInfo: [NSFilePathErrorKey: url?.path ?? "", NSLocalizedDescriptionKey: failure.message])
        }
        let status = NSError(domain: NSOSStatusErrorDomain, code: Int(AVAudioFileError.status(of: failure)))
        return error(code, "\(failure)", at: url, underlying: status)
    }
}

extension AVError.Code {
    /// Lets a program catch one code: `catch AVError.fileAlreadyExists`.
    public static func ~= (code: AVError.Code, error: any Error) -> Bool { (error as? AVError)?.code == code }
}
