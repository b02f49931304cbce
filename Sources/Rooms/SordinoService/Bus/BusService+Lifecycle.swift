import SordinoBus
import SordinoPolicy

/// Lifecycle states of programs, as shells and the system report them.
extension BusService {
    /// A systemd unit was frozen or thawed: its program is suspended, or again where it was.
    package func setFrozen(_ unit: String, _ isFrozen: Bool) {
        later { [weak self] _ in
            guard let self, let program = programs["unit \(unit)"] else { return }
            if isFrozen {
                let before = board.withLock { $0.lifecycle(of: program.app) }
                guard let before, before != .suspended else { return }
                program.lifecycleBeforeFreeze = before
                service.send(.appMoved(program.app, .suspended))
            } else if let before = program.lifecycleBeforeFreeze {
                program.lifecycleBeforeFreeze = nil
                service.send(.appMoved(program.app, before))
            }
        }
    }
}
