import SordinoPolicy
import SordinoSession
import SordinoWork

extension AudioSystem {
    /// Starts the service of hardware that a test plays; its actors are silent.
    package convenience init(handDriven hardware: HandDrivenHardware, running: Workers.Running = .inline) {
        let service = SessionService(
            hardware: hardware, settings: PolicySettings(), wakesItself: running == .onThreads,
            permissionAnswer: running == .onThreads ? .granted : nil)
        self.init(hardware: hardware, service: service, running: running)
        service.begin()
    }
}
