@_exported import AVAudioTypes
@_exported import Foundation

@_exported import class CoreFoundation.CFAllocator
@_exported import var CoreFoundation.kCFAllocatorDefault

/// The last function succeeded.
public let kSCStatusOK: Int32 = 0
/// The last function failed for a reason that has no code of its own.
public let kSCStatusFailed: Int32 = 1001
/// The last function was given an argument that it cannot use.
public let kSCStatusInvalidArgument: Int32 = 1002

/// The outcome of the last call, by thread.
private enum LastStatus {
    private static let key = "org.sordino.SystemConfiguration.status"

    static var code: Int32 {
        get { Thread.current.threadDictionary[key] as? Int32 ?? kSCStatusOK }
        set { Thread.current.threadDictionary[key] = newValue }
    }
}

/// Notes how a call ended, for `SCError()`.
///
/// - Returns: Whether it succeeded.
@discardableResult
func noted(_ code: Int32) -> Bool {
    LastStatus.code = code
    return code == kSCStatusOK
}

/// Returns how the calling thread's last function of this module ended: `kSCStatusOK` or another `kSCStatus…`.
///
/// - Thread: any.
public func SCError() -> Int32 { LastStatus.code }

/// Returns a sentence for a code of `SCError()`.
///
/// - Parameter status: A `kSCStatus…`, or an `errno` of the system.
public func SCErrorString(_ status: Int32) -> UnsafePointer<CChar> {
    func text(_ sentence: StaticString) -> UnsafePointer<CChar> {
        UnsafeRawPointer(sentence.utf8Start).assumingMemoryBound(to: CChar.self)
    }
    return switch status {
    case kSCStatusOK: text("Success")
    case kSCStatusFailed: text("Failed")
    case kSCStatusInvalidArgument: text("Invalid argument")
    default: UnsafePointer(strerror(status))
    }
}
