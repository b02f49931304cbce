import SordinoPolicy

/// The assignment of channels on a link.
enum StageMap {
    /// The usual map, or the given one, from a stream's channels to an output port's.
    ///
    /// Without a map: mono on channels 1 and 2 both (rule R5.17), several channels one to one, several channels into
    /// one by their mean; further channels are dropped. Numbers in a map that the stream does not have are silence.
    /// - Parameter firstChannel: How many channels are before the port's in the device that several ports are together;
    ///   nil for a port alone.
    static func output(streamChannels: Int, portChannels: Int, map: [Int?]?, firstChannel: Int? = nil) -> [PlannedTap] {
        guard streamChannels > 0, portChannels > 0 else { return [] }
        if let map {
            return zip(map, 0..<portChannels).compactMap { source, destination in
                guard let source, (0..<streamChannels).contains(source) else { return nil }
                return PlannedTap(source: source, destination: destination, weight: 1)
            }
        }
        if let firstChannel {
            let sounding = streamChannels == 1 ? 2 : streamChannels
            return (0..<portChannels).filter { firstChannel + $0 < sounding }.map { destination in
                let source = streamChannels == 1 ? 0 : firstChannel + destination
                return PlannedTap(source: source, destination: destination, weight: 1)
            }
        }
        if streamChannels == 1 {
            return (0..<min(portChannels, 2)).map { PlannedTap(source: 0, destination: $0, weight: 1) }
        }
        if portChannels == 1 {
            let weight = 1 / Float(streamChannels)
            return (0..<streamChannels).map { PlannedTap(source: $0, destination: 0, weight: weight) }
        }
        return (0..<min(streamChannels, portChannels)).map { PlannedTap(source: $0, destination: $0, weight: 1) }
    }

    /// A stream as one voice: the mean of its channels, in every channel of an input.
    static func voice(streamChannels: Int, inputChannels: Int) -> [PlannedTap] {
        let weight = 1 / Float(max(streamChannels, 1))
        return (0..<inputChannels).flatMap { destination in
            (0..<streamChannels).map { PlannedTap(source: $0, destination: destination, weight: weight) }
        }
    }

    /// The map by which mono and stereo reach the loudspeakers left and right in front.
    ///
    /// - Parameter labels: Core Audio's labels of the channels.
    /// - Returns: Nil where the usual map does that, or no loudspeaker is left or right.
    static func front(streamChannels: Int, portChannels: Int, labels: [UInt32]) -> [Int?]? {
        // kAudioChannelLabel_Left, kAudioChannelLabel_Right
        guard (1...2).contains(streamChannels), let left = labels.firstIndex(of: 1),
            let right = labels.firstIndex(of: 2),
            left < portChannels, right < portChannels, (left, right) != (0, 1)
        else { return nil }
        return (0..<portChannels).map { $0 == left ? 0 : $0 == right ? streamChannels - 1 : nil }
    }

    /// From an input port's channels to a stream's.
    ///
    /// The ports of a route are laid side by side and meet the stream's channels one to one, so mono takes channel 1
    /// (rule R5.17). One channel alone reaches every channel of the stream.
    ///
    /// - Parameters:
    ///   - firstChannel: How many channels the ports before this one have.
    ///   - totalChannels: How many all ports of the route have.
    ///   - microphone: The channel that is delivered alone; nil for all.
    static func input(
        portChannels: Int, firstChannel: Int, totalChannels: Int, streamChannels: Int, microphone: Int? = nil
    ) -> [PlannedTap] {
        if let microphone, (0..<portChannels).contains(microphone) {
            return (0..<streamChannels).map { PlannedTap(source: microphone, destination: $0, weight: 1) }
        }
        if totalChannels == 1 {
            return (0..<streamChannels).map { PlannedTap(source: 0, destination: $0, weight: 1) }
        }
        return (0..<portChannels).compactMap { channel in
            let destination = firstChannel + channel
            guard destination < streamChannels else { return nil }
            return PlannedTap(source: channel, destination: destination, weight: 1)
        }
    }
}
