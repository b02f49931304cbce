/// Decides which profile and which route cards need, so that the ports in use work.
///
/// A value without a connection: the desired state goes in, the requests to cards come out. Each request is made once
/// while its purpose lasts, so a different choice by the person or another program is not undone.
package struct CardDirector: Hashable, Sendable {
    /// Something to ask of a card.
    package enum Order: Hashable, Sendable {
        case profile(device: UInt32, index: Int32)
        /// - Parameter part: The card's number for the node that the route leads to (`card.profile.device`).
        case route(device: UInt32, index: Int32, part: Int32)
        /// Mutes a socket, or ends that, and leaves its volumes as they are: linear for each channel.
        case mute(Socket, [Float], Bool)
    }

    /// A socket that a program is on.
    package struct Socket: Hashable, Comparable, Sendable {
        package var device: UInt32
        package var route: Int32
        package var part: Int32

        package init(device: UInt32, route: Int32, part: Int32) {
            self.device = device
            self.route = route
            self.part = part
        }

        package static func < (left: Socket, right: Socket) -> Bool {
            (left.device, left.route, left.part) < (right.device, right.route, right.part)
        }
    }

    private struct Switch: Hashable, Sendable {
        /// The profile that was asked for, and the one before.
        var to: Int32
        var from: Int32
    }

    /// A node of a card, which has one active route.
    private struct Part: Hashable, Sendable {
        var device: UInt32
        var part: Int32
    }

    private var switches: [UInt32: Switch] = [:]
    private var requests: [UInt32: RequestsUnderway<Int32>] = [:]
    private var chosen: Set<Socket> = []
    /// The route that each node was asked for last: the card's word for another one may be older than the request.
    private var asked: [Part: Int32] = [:]
    /// The active profile of each device that sockets were chosen of: with another one the card chooses its routes anew.
    private var profiles: [UInt32: Int32] = [:]

    package init() {}

    /// Returns the requests that are due now.
    ///
    /// - Parameters:
    ///   - calls: Bluetooth devices whose call profile a program is on.
    ///   - lateCalls: Those whose call profile was used until just now: they keep it for a while.
    ///   - sockets: The sockets that programs are on.
    package mutating func orders(
        _ devices: [UInt32: GraphDevice], calls: Set<UInt32>, lateCalls: Set<UInt32>, sockets: Set<Socket>
    ) -> [Order] {
        var orders: [Order] = []
        switches = switches.filter { devices[$0.key] != nil }
        requests = requests.filter { devices[$0.key] != nil }
        for id in calls.union(switches.keys).sorted() {
            guard let device = devices[id] else { continue }
            if let order = profile(device, isCall: calls.contains(id), isLate: lateCalls.contains(id)) {
                orders.append(order)
            }
        }
        chosen.formIntersection(sockets)
        for id in Set(sockets.map(\.device)) {
            let active = devices[id]?.profiles.first(where: \.isActive)?.index
            if profiles[id] != active {
                chosen = chosen.filter { $0.device != id }
                asked = asked.filter { $0.key.device != id }
            }
            profiles[id] = active
        }
        profiles = profiles.filter { id, _ in sockets.contains { $0.device == id } }
        asked = asked.filter { devices[$0.key.device] != nil }
        for socket in sockets.sorted() where chosen.insert(socket).inserted {
            let route = devices[socket.device]?.routes.first { $0.index == socket.route }
            let part = Part(device: socket.device, part: socket.part)
            guard let route, !route.isActive || asked[part, default: socket.route] != socket.route else { continue }
            asked[part] = socket.route
            orders.append(.route(device: socket.device, index: socket.route, part: socket.part))
        }
        return orders
    }

    /// Returns the sockets that cards are asked for: the telephone's call comes before programs on its part of a card.
    ///
    /// - Parameter call: Where a telephone call is, empty without one; nil where another program chooses its sockets, on
    ///   each card that is in its profile for calls.
    package static func wanted(
        programs: Set<Socket>, call: Set<Socket>?, _ devices: [UInt32: GraphDevice]
    ) -> Set<Socket> {
        guard let call else {
            return programs.filter { devices[$0.device]?.telephoneProfile?.isActive != true }
        }
        return call.union(
            programs.filter { program in
                !call.contains { $0.device == program.device && $0.part == program.part }
            })
    }

    private mutating func profile(_ device: GraphDevice, isCall: Bool, isLate: Bool) -> Order? {
        guard let active = device.profiles.first(where: \.isActive) else { return nil }
        var asked = requests[device.id, default: RequestsUnderway<Int32>()]
        defer { requests[device.id] = asked }
        asked.show(active.index)
        if isCall {
            let from = asked.former ?? (active.isForCalls ? nil : active.index)
            guard switches[device.id] == nil, let from, let call = device.callProfile else { return nil }
            switches[device.id] = Switch(to: call.index, from: from)
            asked.ask(call.index, from: from)
            return .profile(device: device.id, index: call.index)
        }
        guard !isLate, let done = switches.removeValue(forKey: device.id),
            active.index == done.to || (active.index == done.from && asked.former != nil)
        else { return nil }
        asked.ask(done.from, from: done.from)
        return .profile(device: device.id, index: done.from)
    }
}

extension GraphProfile {
    /// Indicates whether a Bluetooth device's microphone works in it.
    package var isForCalls: Bool { name.hasPrefix("headset-head-unit") }
    /// Indicates whether a Bluetooth device plays music in it.
    package var isForMusic: Bool { name.hasPrefix("a2dp-sink") }
}

extension GraphDevice {
    package var isBluetooth: Bool { properties["device.api"] == "bluez5" }

    /// The one without a codec in its name leaves the choice of codec to the server.
    package var callProfile: GraphProfile? { best(\.isForCalls) }
    package var musicProfile: GraphProfile? { best(\.isForMusic) }

    private func best(_ isMeant: (GraphProfile) -> Bool) -> GraphProfile? {
        profiles.filter { $0.isAvailable && isMeant($0) }.min { $0.name.count < $1.name.count }
    }
}
