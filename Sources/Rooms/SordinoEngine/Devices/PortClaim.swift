import SordinoDevice
import SordinoPolicy
import SordinoRealtime
import SordinoSession

/// The use of a device's ports by one part of a program: while it lasts, the program's sound goes there.
///
/// Several parts may use several devices at once; the program's stream then has the channels of all of them, side by side.
/// - Thread: any but the render thread.
package final class PortClaim: Sendable {
    /// The device whose ports are claimed.
    package let device: SoundDevice
    private let claims: PortClaims
    private let isTaken = Guarded(false)

    /// Prepares; nothing changes until `take`.
    package init(_ device: SoundDevice, context: AppContext) {
        self.device = device
        claims = context.attachment(PortClaims.self) { PortClaims($0.client) }
    }

    deinit { giveBack() }

    /// Has the program's sound go there too, until `giveBack`.
    package func take() throws(SessionError) {
        let isNew = isTaken.withLock { isTaken in
            defer { isTaken = true }
            return !isTaken
        }
        guard isNew else { return }
        do { try claims.add(device) } catch {
            isTaken.withLock { $0 = false }
            throw error
        }
    }

    /// The sound goes there no more.
    package func giveBack() {
        let wasTaken = isTaken.withLock { isTaken in
            defer { isTaken = false }
            return isTaken
        }
        if wasTaken { claims.remove(device) }
    }

    /// For each channel of ports side by side the device's that it plays; -1 for none.
    func outputMap(on ports: [Port]) -> [Int] {
        let own = device.outputs.flatMap { port in port.channels.map { (port.uid, $0.number) } }
        return ports.flatMap { port in
            port.channels.map { channel in
                own.firstIndex { $0.0 == port.uid && $0.1 == channel.number } ?? -1
            }
        }
    }

    /// For each channel of the device, the channel of ports side by side that it receives; -1 for none.
    func inputMap(on ports: [Port]) -> [Int] {
        let channels = device.inputs.flatMap { port in
            port.channels.map { AssignedChannel(portUID: port.uid, number: $0.number) }
        }
        return AssignedChannel.map(channels, on: ports)
    }
}

/// The devices that a program uses now.
private final class PortClaims: Sendable {
    private let client: SessionClient
    private let devices = Guarded<[SoundDevice]>([])

    init(_ client: SessionClient) { self.client = client }

    func add(_ device: SoundDevice) throws(SessionError) {
        let all = devices.withLock { devices in
            devices.append(device)
            return devices
        }
        do { try ask(all) } catch {
            devices.withLock { devices in
                if let index = devices.lastIndex(of: device) { devices.remove(at: index) }
            }
            throw error
        }
    }

    func remove(_ device: SoundDevice) {
        let all = devices.withLock { devices in
            if let index = devices.lastIndex(of: device) { devices.remove(at: index) }
            return devices
        }
        // Fewer ports are never refused.
        try? ask(all)
    }

    private func ask(_ devices: [SoundDevice]) throws(SessionError) {
        func unique(_ ports: [Port]) -> [String] {
            var seen = Set<String>()
            return ports.map(\.uid).filter { seen.insert($0).inserted }
        }
        try client.ask(
            .prefer(
                .ports(outputs: unique(devices.flatMap(\.outputs)), inputs: unique(devices.flatMap(\.inputs)))))
    }
}
