import Glibc
import SordinoBus
import SordinoDevice
import SordinoRealtime

/// The sandboxes of callers, by connection.
extension BusService {
    private static let sandboxNanoseconds: UInt64 = 50_000_000

    /// Returns whether a caller can be in a sandbox: the kernel places it in another mount namespace than the service.
    static func mayBeSandboxed(_ who: BusCredentials) -> Bool {
        guard let place = KernelNamespace(of: who.process, .mounts), let own = KernelNamespace(of: getpid(), .mounts)
        else { return false }
        return place != own
    }

    /// Returns the Flatpak sandbox that a caller is in, or for which it is the proxy; nil if there is none or it is not proven.
    ///
    /// - Thread: `FileLook.worker`.
    static func sandbox(of who: BusCredentials) -> BusSandbox? {
        let found = FlatpakInstance.of(
            who.process, isProxy: who.isProxy, until: HostClock.now() + sandboxNanoseconds)
        return found.map { BusSandbox(application: $0.application, instance: $0.instance, processes: $0.processes) }
    }
}
