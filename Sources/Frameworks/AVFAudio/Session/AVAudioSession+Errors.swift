import SordinoPolicy

extension AVAudioSession {
    /// Codes of a session's errors in `NSOSStatusErrorDomain`.
    public enum ErrorCode: Int, Sendable {
        case none = 0
        /// The media services are lost; wait for `mediaServicesWereResetNotification`.
        case mediaServicesFailed = 1_836_282_486
        /// The session was deactivated while players or engines run.
        case isBusy = 560_030_580
        /// The category does not allow this direction of sound.
        case incompatibleCategory = 560_161_140
        /// A program in the background would interrupt others.
        case cannotInterruptOthers = 560_557_684
        /// The program lacks an entitlement.
        case missingEntitlement = 1_701_737_535
        /// The assistant is listening.
        case siriIsRecording = 1_936_290_409
        /// Playing is not permitted now, as in the background.
        case cannotStartPlaying = 561_015_905
        /// Recording is not permitted now, as in the background.
        case cannotStartRecording = 561_145_187
        /// A value out of range, or an option that the category does not allow.
        case badParam = -50
        /// A call, an alarm or the assistant has priority.
        case insufficientPriority = 561_017_449
        /// The device lacks the required port, decoder or other resource.
        case resourceNotAvailable = 561_145_203
        /// An error without a more specific code.
        case unspecified = 2_003_329_396
        /// The session outlived its server.
        case expiredSession = 561_210_739
        /// The session must be active for this request.
        case sessionNotActive = 1_768_841_571
    }
}

extension NSError {
    /// The rule that refused, by its number in `rules.md`; in `userInfo` of session errors.
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
