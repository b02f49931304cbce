import CoreAudioTypes
import Foundation
import SordinoMedia

/// A failure of a C function: the code that it returns.
struct StatusError: Error, Equatable {
    /// The code that the C function returns.
    let status: OSStatus

    /// Makes an error with a code.
    init(_ status: OSStatus) { self.status = status }

    /// Translates an error of the media room into a code of AudioFile.
    init(_ failure: MediaError) {
        status =
            switch failure {
            case .malformed: kAudioFileInvalidFileError
            case .unsupported(.fileType): kAudioFileUnsupportedFileTypeError
            case .unsupported(.dataFormat): kAudioFileUnsupportedDataFormatError
            case .unsupported(.operation): kAudioFileOperationNotSupportedError
            case .limit: kAudioFileDoesNotAllow64BitDataSizeError
            case .io(let failure):
                switch failure.number {
                case ENOENT, ENOTDIR: kAudioFileFileNotFoundError
                case EACCES, EPERM, EROFS: kAudioFilePermissionsError
                case ENOSPC, EDQUOT: -34  // dskFulErr
                default: kAudioFileUnspecifiedError
                }
            }
    }

    /// Runs `body` and turns what it throws into a code.
    static func status(_ body: () throws -> Void) -> OSStatus {
        do {
            try body()
            return noErr
        } catch let error as StatusError {
            return error.status
        } catch let failure as MediaError {
            return StatusError(failure).status
        } catch {
            return kAudioFileUnspecifiedError
        }
    }
}

/// The code for an invalid parameter, Core Services' `paramErr`.
var paramError: OSStatus { -50 }
