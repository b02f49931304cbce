import AVFAudio
import Foundation

/// Whether a program may use what captures media.
public enum AVAuthorizationStatus: Int, Sendable {
    /// Nobody has been asked.
    case notDetermined = 0
    /// The device does not allow it.
    case restricted = 1
    /// The user does not allow it.
    case denied = 2
    /// The user allows it.
    case authorized = 3
}

/// What captures media: here only the permission to use microphones, which is that of `AVAudioApplication`.
///
/// Cameras are not there: they are restricted.
open class AVCaptureDevice: NSObject, @unchecked Sendable {
    override init() { super.init() }

    /// Returns whether the program may capture media of a kind.
    open class func authorizationStatus(for mediaType: AVMediaType) -> AVAuthorizationStatus {
        guard mediaType == .audio else { return .restricted }
        switch AVAudioApplication.shared.recordPermission {
        case .granted: return .authorized
        case .denied: return .denied
        default: return .notDetermined
        }
    }

    /// Asks the user for permission to capture media of a kind.
    ///
    /// - Parameter handler: Told whether it was given.
    open class func requestAccess(
        for mediaType: AVMediaType, completionHandler handler: @escaping @Sendable (Bool) -> Void
    ) {
        guard mediaType == .audio else { return handler(false) }
        AVAudioApplication.requestRecordPermission(completionHandler: handler)
    }

    /// Asks the user for permission to capture media of a kind.
    ///
    /// - Returns: Whether it was given.
    open class func requestAccess(for mediaType: AVMediaType) async -> Bool {
        await withCheckedContinuation { continuation in
            requestAccess(for: mediaType) { continuation.resume(returning: $0) }
        }
    }
}
