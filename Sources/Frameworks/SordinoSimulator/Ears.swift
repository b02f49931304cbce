import AVFAudio
import Synchronization

/// Observes a program's session the way any program does, and records its notifications.
final class Ears: Sendable {
    private struct State {
        var tokens: [Token] = []
        var observations: [NSKeyValueObservation] = []
    }

    /// Foundation's token; it is only handed back.
    private struct Token: @unchecked Sendable {
        let value: any NSObjectProtocol
    }

    private let state: Mutex<State>

    init(session: AVAudioSession, name: String, journal: Journal) {
        state = Mutex(State())
        listen(AVAudioSession.interruptionNotification, session) { info in
            guard
                let type = (info[AVAudioSessionInterruptionTypeKey] as? UInt)
                    .flatMap(AVAudioSession.InterruptionType.init)
            else { return }
            switch type {
            case .began:
                let reason = (info[AVAudioSessionInterruptionReasonKey] as? UInt)
                    .flatMap(AVAudioSession.InterruptionReason.init)
                journal.write(.interruptionBegan(reason ?? .default), app: name)
            case .ended:
                let options = AVAudioSession.InterruptionOptions(
                    rawValue: info[AVAudioSessionInterruptionOptionKey] as? UInt ?? 0)
                journal.write(.interruptionEnded(shouldResume: options.contains(.shouldResume)), app: name)
            }
        }
        listen(AVAudioSession.routeChangeNotification, session) { [weak session] info in
            guard let session,
                let reason = (info[AVAudioSessionRouteChangeReasonKey] as? UInt)
                    .flatMap(AVAudioSession.RouteChangeReason.init),
                let previous = info[AVAudioSessionRouteChangePreviousRouteKey] as? AVAudioSessionRouteDescription
            else { return }
            journal.write(
                .routeChanged(reason, from: previous.portTypes, to: session.currentRoute.portTypes), app: name)
        }
        listen(AVAudioSession.silenceSecondaryAudioHintNotification, session) { info in
            guard
                let type = (info[AVAudioSessionSilenceSecondaryAudioHintTypeKey] as? UInt)
                    .flatMap(AVAudioSession.SilenceSecondaryAudioHintType.init)
            else { return }
            journal.write(.silenceSecondaryAudioHint(type), app: name)
        }
        listen(AVAudioSession.mediaServicesWereLostNotification, session) { _ in
            journal.write(.mediaServicesLost, app: name)
        }
        listen(AVAudioSession.mediaServicesWereResetNotification, session) { _ in
            journal.write(.mediaServicesReset, app: name)
        }
        listen(AVAudioSession.availableInputsChangeNotification, session) { _ in
            journal.write(.availableInputsChanged, app: name)
        }
        let observations = [
            session.observe(\.outputVolume, options: .new) { _, change in
                if let volume = change.newValue { journal.write(.outputVolume(volume), app: name) }
            },
            session.observe(\.promptStyle, options: .new) { _, change in
                if let style = change.newValue { journal.write(.promptStyle(style), app: name) }
            },
        ]
        state.withLock { $0.observations = observations }
    }

    deinit { stop() }

    func stop() {
        let (tokens, observations) = state.withLock { state in
            defer { state = State() }
            return (state.tokens, state.observations)
        }
        for token in tokens { NotificationCenter.default.removeObserver(token.value) }
        for observation in observations { observation.invalidate() }
    }

    private func listen(
        _ name: NSNotification.Name, _ session: AVAudioSession,
        _ hear: @escaping @Sendable ([AnyHashable: Any]) -> Void
    ) {
        let token = Token(
            value: NotificationCenter.default.addObserver(forName: name, object: session, queue: nil) {
                hear($0.userInfo ?? [:])
            })
        state.withLock { $0.tokens.append(token) }
    }
}

extension AVAudioSessionRouteDescription {
    /// Types of all ports, inputs first.
    public var portTypes: [AVAudioSession.Port] { (inputs + outputs).map(\.portType) }
}
