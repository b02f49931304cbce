import Glibc
import SordinoBus
import SordinoSession

/// The switch of inter-device audio as programs and tools have it: the kernel's files where this process may write them, else the
/// session service, which may have the right.
package struct InterDeviceSwitch: Sendable {
    package let gadget: InterDeviceGadget
    private let bus: BusAddress?

    /// Makes a switch.
    ///
    /// - Parameter bus: The bus of the session service; nil to do without it.
    package init(gadget: InterDeviceGadget = InterDeviceGadget(), bus: BusAddress? = .user) {
        (self.gadget, self.bus) = (gadget, bus)
    }

    /// Switches inter-device audio.
    ///
    /// - Returns: The names of the services that are suspended, or there again.
    /// - Throws: Also after the service has refused.
    /// - Thread: any that may wait.
    @discardableResult
    package func set(_ isOn: Bool) throws(InterDeviceGadget.Failure) -> [String] {
        switch gadget.set(isOn) {
        case .success(let services): return services.map(\.rawValue)
        case .failure(.refused(let fault)) where fault.errno == EACCES || fault.errno == EPERM:
            guard let bus, let connection = try? BusConnection(bus) else { throw .refused(fault) }
            defer { connection.close() }
            let method = BusMethod(
                destination: BusInterface.controlName, path: BusInterface.controlPath, interface: BusInterface.control,
                member: "SetInterDevice")
            do throws(BusError) {
                let answer = try connection.ask(method, [.bool(isOn)], signature: "b", answer: "as", seconds: 25)
                guard case .list(let services)? = answer.first else { return [] }
                return services.compactMap { if case .text(let name) = $0 { name } else { nil } }
            } catch {
                if case .refused(let name, let text) = error, !name.hasSuffix("ServiceUnknown") { throw .service(text) }
                throw .refused(fault)
            }
        case .failure(let failure): throw failure
        }
    }
}
