/// Requests of programs; each gets exactly one answer.
extension Policy {
    mutating func answer(_ request: Request, _ id: RequestID, from app: AppID) {
        guard let slot = slots.ofApp[app] else {
            turn.effects.append(
                .reply(app, id, refusal(.expiredSession, "§7.6", "the program has ended, or never began")))
            return
        }
        let refusal = refusal(of: request, from: slot)
        refreshMix()
        reply(slot, id, refusal)
    }

    /// Does what is asked; nil if it was granted.
    private mutating func refusal(of request: Request, from slot: Int) -> SessionError? {
        switch request {
        case .closeIO(let io):
            // Closing and stopping succeed also while the services are down.
            close(io, of: slot)
            return nil
        case .stopIO(let io):
            stop(io, of: slot)
            return nil
        case .requestRecordPermission:
            askPermission(of: slot)
            return nil
        case .requestMicrophoneInjectionPermission:
            askInjectionPermission(of: slot)
            return nil
        case .requestLibraryPermission:
            askLibraryPermission(of: slot)
            return nil
        case .vibrate:
            return vibrationGate(slot)
        case .configure, .setActive, .overrideOutput, .prefer, .openIO, .startIO:
            break
        }
        guard device.isServerUp else {
            return refusal(.mediaServicesFailed, "§7.6", "the media services are down")
        }
        switch request {
        case .configure(let category, let mode, let options, let policy):
            return configure(slot, category: category, mode: mode, options: options, policy: policy)
        case .setActive(true, _):
            return activate(slot)
        case .setActive(false, let notifiesOthers):
            return deactivate(slot, notifyingOthers: notifiesOthers)
        case .overrideOutput(let toSpeaker):
            return override(slot, toSpeaker: toSpeaker)
        case .prefer(let preference):
            return prefer(preference, slot)
        case .openIO(let io, let kind):
            return open(io, kind, of: slot)
        case .startIO(let io):
            return start(io, of: slot)
        case .requestRecordPermission, .requestMicrophoneInjectionPermission, .requestLibraryPermission, .vibrate,
            .stopIO, .closeIO:
            return nil  // answered above
        }
    }
}
