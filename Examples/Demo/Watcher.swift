import AVFAudio
import DemoTimeline
import SordinoPolicy
import SordinoSession
import SordinoSimulator
import Synchronization

/// Writes down what the device's service decides while the demo runs.
///
/// An app sees no more than its own session; the watcher looks over the service's shoulder.
final class Watcher: Sendable {
    /// How loud one program is let through from a moment on.
    struct GainChange {
        let seconds: Double
        let factor: Float
        let rampSeconds: Double
        let rule: String
    }

    private struct State {
        var gains: [ProgramID: [GainChange]] = [:]
        var states: [AppID: [(seconds: Double, state: SessionState)]] = [:]
        var routes: [ProgramID: Route] = [:]
        var sounding: [SystemActor: [(from: Double, to: Double?)]] = [:]
    }

    private let state = Mutex(State())
    private let service: SessionService
    private let number = Mutex<Int?>(nil)

    init(_ device: SimulatedDevice) {
        service = device.system.service
        let observer = service.addObserver { [weak self] decision in self?.write(decision) }
        number.withLock { $0 = observer }
    }

    deinit { if let observer = number.withLock({ $0 }) { service.removeObserver(observer) } }

    private func write(_ decision: SessionService.Decision) {
        let seconds = decision.moment.seconds
        state.withLock { state in
            for effect in decision.effects {
                switch effect {
                case .gain(let program, .media, let factor, let rampSeconds, let causes):
                    let rule = causes.map { "\($0.rule): \($0.sentence)" }.joined(separator: "; ")
                    state.gains[program, default: []].append(
                        GainChange(seconds: seconds, factor: factor, rampSeconds: rampSeconds, rule: rule))
                case .snapshot(let app, let snapshot):
                    if state.states[app]?.last?.state != snapshot.state {
                        state.states[app, default: []].append((seconds, snapshot.state))
                    }
                case .route(let program, .media, let route): state.routes[program] = route
                case .actorSounds(let actor, let sounds):
                    if sounds {
                        state.sounding[actor, default: []].append((seconds, nil))
                    } else if let last = state.sounding[actor]?.indices.last {
                        state.sounding[actor]?[last].to = seconds
                    }
                case .gain, .route, .reply, .device, .notify, .stopIO, .ioInterrupted, .hardware, .volume,
                    .askRecordPermission, .silenceInput, .suspend, .wake:
                    break
                }
            }
        }
    }

    // MARK: What was seen

    /// The outputs that this program's sound goes to now.
    func outputs(of program: ProgramID) -> [SordinoPolicy.Port] { state.withLock { $0.routes[program]?.outputs ?? [] } }

    /// The actors that are heard now.
    var soundingActors: [SystemActor] {
        state.withLock { state in
            SystemActor.allCases.filter { actor in state.sounding[actor]?.last.map { $0.to == nil } ?? false }
        }
    }

    /// When an actor was heard.
    func stretches(of actor: SystemActor, until end: Double) -> [(from: Double, to: Double)] {
        state.withLock { $0.sounding[actor] ?? [] }.map { ($0.from, $0.to ?? end) }
    }

    /// The states of a session, without gaps.
    func states(of app: AppID, until end: Double) -> [Timeline.StateSpan] {
        let changes = state.withLock { $0.states[app] ?? [] }
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
    func gains(of app: AppID, states: [Timeline.StateSpan], until end: Double) -> [Timeline.GainSpan] {
        let changes = state.withLock { $0.gains[.app(app)] ?? [] }
        var spans: [Timeline.GainSpan] = []
        var reached = 0.0
        for (index, change) in changes.enumerated() {
            let next = index + 1 < changes.count ? changes[index + 1].seconds : end
            let target = change.factor > 0 ? 20 * log10(Double(change.factor)) : -Double.infinity
            let cause: Timeline.GainSpan.Cause =
                change.factor >= 1 ? .full : change.factor > 0 ? .ducked : .silenced
            let landed = min(change.seconds + change.rampSeconds, next)
            if landed > change.seconds {
                spans.append(
                    Timeline.GainSpan(
                        from: change.seconds, to: landed, fromDecibels: reached, toDecibels: target, cause: cause,
                        rule: change.rule))
            }
            if next > landed {
                spans.append(
                    Timeline.GainSpan(
                        from: landed, to: next, fromDecibels: target, toDecibels: target, cause: cause,
                        rule: change.rule))
            }
            reached = target
        }
        // A session that is not active is silent without anybody silencing it.
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
