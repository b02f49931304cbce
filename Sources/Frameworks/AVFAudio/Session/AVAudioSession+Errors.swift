import SordinoPolicy

extension AVAudioSession {
    /// Codes of a session's errors in `NSOSStatusErrorDomain`.
    public enum ErrorCode: Int, Sendable {
        case none = 0
        /// The media services are lost; wait for `mediaServicesWereResetNotification`.
        case mediaServicesFailed = 1_836_282_486
        /// I/O is running.
        case isBusy = 560_030_580
        /// The category does not allow it.
        case incompatibleCategory = 560_161_140
        /// A program in the background would interrupt others.
        case cannotInterruptOthers = 560_557_684
        /// The program lacks an entitlement.
        case missingEntitlement = 1_701_737_535
        /// The assistant is listening.
        case siriIsRecording = 1_936_290_409
        /// Output may not start now.
        case cannotStartPlaying = 561_015_905
        /// Input may not start now.
        case cannotStartRecording = 561_145_187
        /// A value that makes no sense here.
        case badParam = -50
        /// Somebody more important holds the sound.
        case insufficientPriority = 561_017_449
        /// The device lacks what is needed.
        case resourceNotAvailable = 561_145_203
        /// Something is inconsistent.
        case unspecified = 2_003_329_396
        /// The session outlived its server.
        case expiredSession = 561_210_739
        /// The session would have to be active.
        case sessionNotActive = 1_768_841_571
    }
}

extension NSError {
    /// The rule that refused, as the specification numbers it; in `userInfo` of session errors.
    package static let sordinoRuleKey = "SordinoRule"

    /// A refusal by the policy as programs see it.
    package convenience init(_ error: SessionError) {
        self.init(
            domain: NSOSStatusErrorDomain, code: error.code.rawValue,
            userInfo: [
                NSLocalizedDescriptionKey: error.cause.sentence, NSError.sordinoRuleKey: error.cause.rule,
            ])
    }

    /// A refusal by the face itself.
    convenience init(_ code: AVAudioSession.ErrorCode, _ sentence: String) {
        self.init(
            domain: NSOSStatusErrorDomain, code: code.rawValue, userInfo: [NSLocalizedDescriptionKey: sentence])
    }
}
