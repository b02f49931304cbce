import SordinoDevice
import SordinoPolicy
import SordinoRealtime
import SordinoSession

/// A device as programs of desktops see it: the ports of one piece of hardware.
package struct SoundDevice: Hashable, Sendable {
    /// Unique and stable over time.
    package var uid: String
    package var name: String
    /// The ports that it plays on, and those that it records from.
    package var outputs: [Port]
    package var inputs: [Port]
    /// The taps that it delivers behind its inputs, each as a port.
    package var taps: [Port] = []

    /// Makes a device of ports.
    package init(uid: String, name: String, outputs: [Port], inputs: [Port]) {
        self.uid = uid
        self.name = name
        self.outputs = outputs
        self.inputs = inputs
    }

    /// Groups ports into devices, in the order of their first ports.
    ///
    /// Each built-in port is a device of its own: a loudspeaker, a microphone. Of an accessory that plays in two ways,
    /// as music and as a call, the one for music counts.
    package static func devices(of ports: [Port]) -> [SoundDevice] {
        var devices: [SoundDevice] = []
        for port in ports {
            let uid = port.isBuiltIn ? port.uid : port.deviceUID
            var index = devices.count
            if let there = devices.firstIndex(where: { $0.uid == uid }) {
                index = there
            } else {
                devices.append(SoundDevice(uid: uid, name: port.name, outputs: [], inputs: []))
            }
            switch port.direction {
            case .input: devices[index].inputs.append(port)
            case .output: devices[index].outputs.append(port)
            }
        }
        for index in devices.indices where devices[index].outputs.contains(where: { $0.type == .bluetoothA2DP }) {
            devices[index].outputs.removeAll { $0.type == .bluetoothHFP }
        }
        return devices
    }
}

/// The numbers by which a program knows devices and their parts, and the devices that it has put together itself.
///
/// A number is never given twice, and a device that comes back has its old one.
/// - Thread: any.
package final class DeviceNumbers: Sendable {
    private struct State {
        var numbers: [String: UInt32] = [:]
        var names: [UInt32: String] = [:]
        // Numbers below are those of the system and of classes.
        var last: UInt32 = 64
        var aggregates: [SoundDevice] = []
        /// The unique names of taps in the list of an aggregate device.
        var tapLists: [String: [String]] = [:]
        /// The channels of the taps that are there, by unique name.
        var taps: [String: Port] = [:]
    }

    private let state = Guarded(State())
    private let client: SessionClient

    /// Those of a program.
    package static func of(_ context: AppContext) -> DeviceNumbers {
        context.attachment(DeviceNumbers.self) { DeviceNumbers($0.client) }
    }

    private init(_ client: SessionClient) { self.client = client }

    /// The devices that are there: those of the hardware, then those that the program has put together.
    package var devices: [SoundDevice] {
        SoundDevice.devices(of: client.device.ports)
            + state.withLock { state in
                state.aggregates.map { aggregate in
                    var aggregate = aggregate
                    aggregate.taps = (state.tapLists[aggregate.uid] ?? []).compactMap { state.taps[$0] }
                    return aggregate
                }
            }
    }

    /// The number of a device.
    package func number(ofDevice uid: String) -> UInt32 { number(of: "d:" + uid) }

    /// The number of anything else that has one, by a name that does not begin with `d:`.
    package func number(of name: String) -> UInt32 {
        state.withLock { state in
            if let there = state.numbers[name] { return there }
            state.last += 1
            (state.numbers[name], state.names[state.last]) = (state.last, name)
            return state.last
        }
    }

    /// The name that a number stands for; nil for one that was never given.
    package func name(of number: UInt32) -> String? { state.withLock { $0.names[number] } }

    /// The device of a number; nil if it is not there.
    package func device(_ number: UInt32) -> SoundDevice? {
        guard let name = name(of: number), name.hasPrefix("d:") else { return nil }
        return devices.first { "d:" + $0.uid == name }
    }

    /// Keeps a device that the program has put together.
    ///
    /// - Parameter tapUIDs: The unique names of taps that it delivers when they are there.
    /// - Returns: False if there is a device of that name.
    package func add(_ aggregate: SoundDevice, tapUIDs: [String] = []) -> Bool {
        guard !devices.contains(where: { $0.uid == aggregate.uid }) else { return false }
        state.withLock { state in
            state.aggregates.append(aggregate)
            state.tapLists[aggregate.uid] = tapUIDs
        }
        return true
    }

    /// The maximum number of taps in the list of a device.
    package static let mostTaps = 64

    /// The unique names in a device's list of taps.
    package func taps(ofAggregate uid: String) -> [String] { state.withLock { $0.tapLists[uid] ?? [] } }

    /// Sets a device's list of taps.
    ///
    /// - Returns: False if the program has put no such device together.
    package func setTaps(_ uids: [String], ofAggregate uid: String) -> Bool {
        state.withLock { state in
            guard state.aggregates.contains(where: { $0.uid == uid }) else { return false }
            state.tapLists[uid] = uids
            return true
        }
    }

    /// Notes a tap that is there; nil removes it.
    package func setTap(_ port: Port?, _ uid: String) { state.withLock { $0.taps[uid] = port } }

    /// Forgets a device that the program has put together.
    ///
    /// - Returns: False if there is none.
    package func removeAggregate(_ uid: String) -> Bool {
        state.withLock { state in
            let count = state.aggregates.count
            state.aggregates.removeAll { $0.uid == uid }
            state.tapLists[uid] = nil
            return state.aggregates.count < count
        }
    }

    /// Returns whether the program has put a device together itself.
    package func isAggregate(_ uid: String) -> Bool {
        state.withLock { state in state.aggregates.contains { $0.uid == uid } }
    }
}
