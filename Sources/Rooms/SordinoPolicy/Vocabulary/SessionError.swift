/// The reason for which a session's request was refused, with Apple's codes (rules.md §3.1).
package enum SessionErrorCode: Int, Sendable {
    case mediaServicesFailed = 1_836_282_486
    case isBusy = 560_030_580
    case incompatibleCategory = 560_161_140
    case cannotInterruptOthers = 560_557_684
    case missingEntitlement = 1_701_737_535
    case siriIsRecording = 1_936_290_409
    case cannotStartPlaying = 561_015_905
    case cannotStartRecording = 561_145_187
    case badParam = -50
    case insufficientPriority = 561_017_449
    case resourceNotAvailable = 561_145_203
    case unspecified = 2_003_329_396
    case expiredSession = 561_210_739
    case sessionNotActive = 1_768_841_571
}

/// The rule behind an effect and who brought it about; it answers "why?".
package struct Cause: Hashable, Sendable {
    /// The rule's number in `rules.md`, such as "R1.1", "§4.2" or "§4.10".
    package var rule: String
    /// The originator, if it was a program or an actor.
    package var by: ProgramID?
    /// A sentence for people, such as "interrupted by a phone call".
    package var sentence: String
    /// Since when it holds.
    package var since: Moment

    package init(rule: String, by: ProgramID? = nil, sentence: String, since: Moment) {
        self.rule = rule
        self.by = by
        self.sentence = sentence
        self.since = since
    }
}

extension Cause {
    /// The losses after which I/O objects do not work again, by the numbers of their rules.
    package enum Loss: String, Sendable {
        /// The media services were lost.
        case servicesLost = "§7.6"
        /// The session service cannot be reached.
        case serviceGone = "own 32"
    }

    /// The rule as people read it: a chapter or rule of `rules.md`, or one of its rows of Sordino's own.
    package var ruleWords: String { rule.hasPrefix("own ") ? "Sordino's rule \(rule.dropFirst(4))" : rule }

    /// The loss; nil for other causes.
    package var loss: Loss? { Loss(rawValue: rule) }

    package init(_ loss: Loss, _ sentence: String, since: Moment) {
        self.init(rule: loss.rawValue, sentence: sentence, since: since)
    }
}

/// A refusal: Apple's code and our reason.
package struct SessionError: Error, Hashable, Sendable {
    package var code: SessionErrorCode
    package var cause: Cause

    package init(_ code: SessionErrorCode, _ cause: Cause) {
        self.code = code
        self.cause = cause
    }

    /// Refuses a request of a service that has too much to do (own 31).
    package static func busy(_ sentence: String, since: Moment) -> SessionError {
        SessionError(.isBusy, Cause(rule: "own 31", sentence: sentence, since: since))
    }
}

extension SessionError: CustomStringConvertible {
    /// The reason, and the rule that refuses.
    package var description: String { cause.rule.isEmpty ? cause.sentence : "\(cause.sentence) (\(cause.ruleWords))" }
}
