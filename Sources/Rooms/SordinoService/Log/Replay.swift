import SordinoPolicy
import SordinoSession

/// Makes the decisions of a log or script again, in virtual time.
package struct Replay: Sendable {
    /// The decision of one line, with the effects in the log if those differ.
    package struct Step: Sendable {
        package let lineNumber: Int
        package let decision: SessionService.Decision
        /// The differing effects in the log, as JSON; nil if they are the same, or the line has none.
        package let loggedEffects: String?
    }

    private var policy: Policy
    private var lastMoment = Moment.zero
    private var lineNumber = 0
    private var wakeMoment: Moment?
    /// Indicates whether the lines come from a service: then wake-ups are among them.
    private var isLog = false

    package init(profile: Profile = .modern) { policy = Policy(settings: PolicySettings(profile: profile)) }

    /// Takes one line.
    ///
    /// A log's header, empty lines and lines that begin with `#` decide nothing. In a script a line may give its moment
    /// as `"seconds"`, and the moments that the rules ask to be woken at come by themselves.
    ///
    /// - Returns: The decisions that were made.
    package mutating func take(_ line: some StringProtocol) throws(WireError) -> [Step] {
        lineNumber += 1
        let isEmpty = line.allSatisfy(\.isWhitespace)
        if isEmpty || line.first == "#" { return [] }
        do {
            return try take(JSON.value(line))
        } catch {
            throw WireError("line \(lineNumber): \(error.sentence)")
        }
    }

    private mutating func take(_ value: WireValue) throws(WireError) -> [Step] {
        var reader = try WireReader(value)
        if let version = try reader.takeIfThere("sordino-log", as: Int.self) {
            guard version == EventLog.version else {
                throw WireError("the log has version \(version); this program reads version \(EventLog.version)")
            }
            var settings = PolicySettings(profile: try reader.take("profile"))
            settings.screenReaderDucks = try reader.takeIfThere("screenReaderDucks", as: Bool.self) ?? false
            settings.stuckHolderReleaseSeconds = try reader.takeIfThere("stuckHolderReleaseSeconds", as: Double.self)
            settings.hasHardwareDecoder = try reader.takeIfThere("hasHardwareDecoder", as: Bool.self) ?? true
            policy = Policy(settings: settings)
            isLog = true
            try reader.finish()
            return []
        }
        let seconds = try reader.takeIfThere("seconds", as: Double.self)
        if let seconds, !(0...1e9).contains(seconds) { throw WireError("seconds: out of range") }
        let exact = try reader.takeIfThere("at", as: Moment.self)
        let moment = seconds.map(Moment.init(seconds:)) ?? exact ?? lastMoment
        guard moment >= lastMoment else { throw WireError("its time is before that of the previous line") }
        let event: Event = try reader.take("event")
        let logged = try reader.takeIfThere("effects", as: [WireRecord].self)
        try reader.finish()
        var steps = isLog ? [] : wakeUps(before: moment)
        steps.append(decide(event, at: moment, logged: logged))
        return steps
    }

    /// The moments that the rules asked for, at the end of a script.
    package mutating func finish() -> [Step] { isLog ? [] : wakeUps(before: nil) }

    private mutating func wakeUps(before moment: Moment?) -> [Step] {
        var steps: [Step] = []
        while let wake = wakeMoment, moment.map({ wake <= $0 }) ?? true {
            wakeMoment = nil
            steps.append(decide(.timeReached, at: max(wake, lastMoment), logged: nil))
        }
        return steps
    }

    private mutating func decide(_ event: Event, at moment: Moment, logged: [WireRecord]?) -> Step {
        lastMoment = moment
        let effects = policy.handle(event, at: moment)
        for case .wake(let wake) in effects { wakeMoment = wake }
        let decision = SessionService.Decision(moment: moment, event: event, effects: effects)
        var difference: String?
        if let logged {
            let before = JSON.line(logged.wireValue)
            let now = JSON.line(.list(effects.map(\.wireValue)))
            if before != now { difference = before }
        }
        return Step(lineNumber: lineNumber, decision: decision, loggedEffects: difference)
    }
}
