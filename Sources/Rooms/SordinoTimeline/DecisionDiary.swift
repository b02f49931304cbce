import Glibc
import SordinoPolicy
import SordinoSession
import SordinoStories

/// A record of a service's decisions: the states, gains and routes of every program over time.
///
/// A value that is fed with decisions, live ones or those of a log.
package struct DecisionDiary: Sendable {
    /// A program's gain from a moment on.
    struct GainChange {
        let seconds: Double
        let factor: Float
        let rampSeconds: Double
        let rule: String
    }

    /// One program with its names.
    package struct Program: Sendable {
        package let app: AppID
        package let name: String
        /// The time of its registration.
        let openedSeconds: Double
        fileprivate(set) var endedSeconds: Double?
        /// Category and mode at the end.
        package fileprivate(set) var configuration = SessionConfiguration()
        fileprivate(set) var states: [(seconds: Double, state: SessionState)] = []
        fileprivate(set) var notifications: [(seconds: Double, notification: SessionNotification)] = []
        fileprivate(set) var actions: [(seconds: Double, words: String)] = []
        fileprivate var running: Set<IOID> = []
    }

    /// All programs that were there, in the order in which they came.
    package private(set) var programs: [Program] = []
    /// The events of the device.
    package private(set) var events: [(seconds: Double, words: String)] = []
    /// The moment of the last decision, in seconds.
    package private(set) var lastSeconds = 0.0
    private var gains: [ProgramID: [GainChange]] = [:]
    private var routes: [ProgramID: Route] = [:]
    private var sounding: [SystemActor: [(from: Double, to: Double?)]] = [:]
    private var used: [(port: Port, stretches: [(from: Double, to: Double?)])] = []

    /// Begins an empty diary.
    package init() {}

    /// Writes one decision down.
    package mutating func take(_ decision: SessionService.Decision) {
        let seconds = decision.moment.seconds
        lastSeconds = max(lastSeconds, seconds)
        note(decision.event, decision.effects, seconds)
        for effect in decision.effects { note(effect, seconds) }
        noteUse(seconds)
    }

    private mutating func change(_ app: AppID, _ body: (inout Program) -> Void) {
        guard let index = programs.lastIndex(where: { $0.app == app }) else { return }
        body(&programs[index])
    }

    private mutating func note(_ event: Event, _ effects: [Effect], _ seconds: Double) {
        switch event {
        case .appLaunched(let app, let declaration):
            programs.append(Program(app: app, name: declaration.name, openedSeconds: seconds))
        case .appEnded(let app):
            change(app) { program in
                program.running = []
                program.endedSeconds = seconds
                program.actions.append((seconds, "ends"))
                program.states.append((seconds, .inactive))
            }
        case .appMoved(let app, let lifecycle): change(app) { $0.actions.append((seconds, "to \(lifecycle)")) }
        case .appCall(let app, let begins):
            change(app) { $0.actions.append((seconds, begins ? "its call begins" : "its call ends")) }
        case .request(let app, let id, let request):
            var refusal: SessionError?
            for case .reply(app, id, let answer) in effects { refusal = answer }
            change(app) { program in
                if refusal == nil {
                    if case .startIO(let io) = request { program.running.insert(io) }
                    if case .stopIO(let io) = request { program.running.remove(io) }
                    if case .closeIO(let io) = request { program.running.remove(io) }
                }
                guard let words = DecisionWords.words(for: request) else { return }
                program.actions.append((seconds, words + (refusal.map { ": refused, \($0.cause.sentence)" } ?? "")))
            }
        default:
            if let words = EventRow.drawing(of: event) { events.append((seconds, words)) }
        }
    }

    private mutating func note(_ effect: Effect, _ seconds: Double) {
        switch effect {
        case .gain(let program, .media, let factor, let rampSeconds, let causes):
            let rule = causes.map { "\($0.ruleWords): \($0.sentence)" }.joined(separator: "; ")
            gains[program, default: []].append(
                GainChange(seconds: seconds, factor: factor, rampSeconds: rampSeconds, rule: rule))
        case .snapshot(let app, let snapshot):
            change(app) { program in
                program.configuration = snapshot.configuration
                if program.states.last?.state != snapshot.state { program.states.append((seconds, snapshot.state)) }
            }
        case .notify(let app, let notification): change(app) { $0.notifications.append((seconds, notification)) }
        case .stopIO(let app, let io, _): change(app) { _ = $0.running.remove(io) }
        case .route(let program, .media, let route): routes[program] = route
        case .actorSounds(let actor, true): sounding[actor, default: []].append((seconds, nil))
        case .actorSounds(let actor, false):
            if let last = sounding[actor]?.indices.last { sounding[actor]?[last].to = seconds }
        case .gain, .route, .reply, .device, .ioInterrupted, .hardware, .volume, .inputGain, .askRecordPermission,
            .askMicrophoneInjectionPermission, .askLibraryPermission, .askSystemAudioPermission, .silenceInput, .inject,
            .tap,
            .suspend, .wake:
            break
        }
    }

    /// Notes the ports that are in use now.
    private mutating func noteUse(_ seconds: Double) {
        var busy: [Port] = []
        for program in programs where !program.running.isEmpty && program.states.last?.state == .active {
            busy += outputs(of: .app(program.app))
        }
        for actor in soundingActors { busy += outputs(of: .actor(actor)) }
        for port in busy where !used.contains(where: { $0.port.uid == port.uid }) { used.append((port, [])) }
        for index in used.indices {
            let isBusy = busy.contains { $0.uid == used[index].port.uid }
            let isOpen = used[index].stretches.last.map { $0.to == nil } ?? false
            if isBusy, !isOpen { used[index].stretches.append((seconds, nil)) }
            if !isBusy, isOpen { used[index].stretches[used[index].stretches.count - 1].to = seconds }
        }
    }

    // MARK: Observations

    /// The outputs that this program's sound goes to now.
    package func outputs(of program: ProgramID) -> [Port] { routes[program]?.outputs ?? [] }

    /// The gain of a program now, or where it glides to; 0 before the first.
    package func gain(of program: ProgramID) -> Float { gains[program]?.last?.factor ?? 0 }

    /// The actors that are heard now.
    package var soundingActors: [SystemActor] {
        SystemActor.allCases.filter { actor in sounding[actor]?.last.map { $0.to == nil } ?? false }
    }

    /// Returns the stretches of time in which an actor was heard.
    package func stretches(of actor: SystemActor, until end: Double) -> [(from: Double, to: Double)] {
        (sounding[actor] ?? []).map { ($0.from, $0.to ?? end) }
    }

    /// The output ports in use, with the times of use.
    package func usedPorts(until end: Double) -> [(port: Port, stretches: [Range<Double>])] {
        used.map { entry in
            (entry.port, entry.stretches.map { $0.from..<max($0.from, $0.to ?? end) }.filter { !$0.isEmpty })
        }
    }

    /// The states of a session, without gaps.
    package func states(of app: AppID, until end: Double) -> [Timeline.StateSpan] {
        let changes = programs.last { $0.app == app }?.states ?? []
        return changes.indices.map { index in
            let to = index + 1 < changes.count ? changes[index + 1].seconds : end
            let state: Timeline.StateSpan.State =
                switch changes[index].state {
                case .inactive: .inactive
                case .active: .active
                case .interrupted: .interrupted
                }
            return Timeline.StateSpan(from: changes[index].seconds, to: to, state: state)
        }.filter { $0.to > $0.from }
    }

    /// The gain of a program, glides and holds, while its session was more than inactive.
    package func gains(of app: AppID, states: [Timeline.StateSpan], until end: Double) -> [Timeline.GainSpan] {
        let changes = gains[.app(app)] ?? []
        var spans: [Timeline.GainSpan] = []
        var reached = 0.0
        for (index, change) in changes.enumerated() {
            let next = index + 1 < changes.count ? changes[index + 1].seconds : end
            let target = change.factor > 0 ? 20 * log10(Double(change.factor)) : -Double.infinity
            let cause: Timeline.GainSpan.Cause =
                change.factor >= 1 ? .full : change.factor > 0 ? .ducked : .silenced
            func add(_ from: Double, _ to: Double, _ decibels: Double) {
                guard to > from else { return }
                spans.append(
                    Timeline.GainSpan(
                        from: from, to: to, fromDecibels: decibels, toDecibels: target, cause: cause, rule: change.rule)
                )
            }
            let landed = min(change.seconds + change.rampSeconds, next)
            add(change.seconds, landed, reached)
            add(landed, next, target)
            reached = target
        }
        // A session that is not active is silent anyway, without a decision.
        return spans.flatMap { span -> [Timeline.GainSpan] in
            guard span.cause == .silenced else { return [span] }
            return states.filter { $0.state != .inactive && $0.from < span.to && span.from < $0.to }.map { state in
                var part = span
                part.from = max(span.from, state.from)
                part.to = min(span.to, state.to)
                return part
            }
        }
    }
}
