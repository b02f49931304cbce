import SordinoPolicy

extension AVAudioSession {
    /// Codes of a session's errors in `NSOSStatusErrorDomain`.
    public typealias ErrorCode = AVAudioSessionErrorCode
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
