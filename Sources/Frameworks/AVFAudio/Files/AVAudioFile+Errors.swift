import AudioToolbox
import CoreAudioTypes
import Foundation
import SordinoMedia

/// The errors of `AVAudioFile`: those of media files, in Apple's domain and codes.
package enum AVAudioFileError {
    /// The domain of the errors of Apple's engine and file classes.
    static let domain = "com.apple.coreaudio.avfaudio"

    /// An error about a file.
    ///
    /// - Parameters:
    ///   - status: Its code.
    ///   - call: What was tried; ends up under Apple's key `failed call`.
    ///   - url: The file.
    ///   - reason: Why, if more than the code is known.
    static func error(_ status: OSStatus, _ call: String, at url: URL, because reason: String? = nil) -> NSError {
        var info: [String: Any] = ["failed call": call, NSFilePathErrorKey: url.path, NSURLErrorKey: url]
        info[NSLocalizedDescriptionKey] = "cannot \(call)" + (reason.map { ": \($0)" } ?? "")
        if let reason { info[NSLocalizedFailureReasonErrorKey] = reason }
        return NSError(domain: domain, code: Int(status), userInfo: info)
    }

    /// Runs `body` and converts an error of media files to an `NSError`.
    ///
    /// - Parameter call: Evaluated only for an error, since a URL computes its path each time.
    static func wrap<Result>(
        _ call: @autoclosure () -> String, at url: URL, _ body: () throws(MediaError) -> Result
    ) throws -> Result {
        do {
            return try body()
        } catch {
            throw Self.error(status(of: error), call(), at: url, because: reason(error))
        }
    }

    /// The path of a file URL.
    ///
    /// - Throws: `kAudioFileUnspecifiedError` for a URL of anything else, which cannot be opened here.
    static func path(of url: URL, _ call: String) throws -> String {
        guard url.isFileURL else {
            throw error(kAudioFileUnspecifiedError, call, at: url, because: "\(url) is not the URL of a file")
        }
        return url.path
    }

    /// The code that Apple's class gives for a failure.
    ///
    /// A missing file is `kAudioFileUnspecifiedError` there, not `kAudioFileFileNotFoundError`, as public logs show.
    package static func status(of failure: MediaError) -> OSStatus {
        switch failure {
        case .malformed: kAudioFileInvalidFileError
        case .unsupported(.fileType): kAudioFileUnsupportedFileTypeError
        case .unsupported(.dataFormat): kAudioFileUnsupportedDataFormatError
        case .unsupported(.operation): kAudioFileOperationNotSupportedError
        case .limit: kAudioFileDoesNotAllow64BitDataSizeError
        case .io(let failure):
            switch (failure.number, failure.operation) {
            case (ENOSPC, _), (EDQUOT, _): -34  // dskFulErr
            case (EACCES, _), (EPERM, _), (EROFS, _): -54  // permErr, seen where a file could not be created
            default: kAudioFileUnspecifiedError
            }
        }
    }

    private static func reason(_ failure: MediaError) -> String {
        switch failure {
        case .io(let failure): failure.message
        case .malformed, .unsupported, .limit: "\(failure)"
        }
    }
}
