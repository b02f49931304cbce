import SordinoPolicy

/// A channel of a port to which a channel of a player, queue or recorder is assigned.
package struct AssignedChannel: Hashable, Sendable {
    /// The port's unique name.
    package var portUID: String
    /// Its number within the port, from 1; 0 for none.
    package var number: Int

    /// Makes the name of a channel from its port and number.
    package init(portUID: String, number: Int) { (self.portUID, self.number) = (portUID, number) }

    /// Returns for each channel that of the device which ports are together, side by side (rule R5.18), from 0; -1 where the
    /// port is not there, or has no such channel.
    static func map(_ channels: [AssignedChannel], on ports: [Port]) -> [Int] {
        var first: [String: (channel: Int, count: Int)] = [:]
        var count = 0
        for port in ports {
            first[port.uid] = (count, port.channels.count)
            count += port.channels.count
        }
        return channels.map { channel in
            guard let port = first[channel.portUID], channel.number >= 1, channel.number <= port.count else {
                return -1
            }
            return port.channel + channel.number - 1
        }
    }
}
