import SordinoHardware
import SordinoPolicy

/// The channels that inputs with a microphone on each channel deliver now.
///
/// A pattern of such a data source names its channel, or the source's number is that of the channel, from 1; other numbers are of
/// hardware that chooses by itself.
struct MicrophoneDesk {
    private var channels: [String: Int] = [:]

    /// Indicates whether no input delivers a chosen channel.
    var isIdle: Bool { channels.isEmpty }

    /// Returns the stage's commands that follow from the sources in force; none where every input delivers them already.
    mutating func commands(_ sources: [SelectedDataSource], on ports: [Port]) -> [StageCommand] {
        var commands: [StageCommand] = []
        for port in ports where port.direction == .input && !port.dataSources.isEmpty {
            let source = sources.first { $0.portUID == port.uid }
            let channel = source.flatMap { source -> Int? in
                guard let selected = source.selected, source.selectedPattern != "Stereo" else { return nil }
                let described = port.dataSources.first { $0.id == selected }
                let number = described?.channel(of: source.selectedPattern) ?? selected
                return port.channels.indices.contains(number - 1) ? number - 1 : nil
            }
            guard channels[port.uid] != channel else { continue }
            channels[port.uid] = channel
            commands.append(.microphone(portUID: port.uid, channel: channel))
        }
        return commands
    }
}
