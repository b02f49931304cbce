import SordinoPolicy

/// Makes ports as Apple's devices describe them (rules.md §5.1, §5.2).
enum VirtualPorts {
    static func speaker(channelCount: Int) -> Port {
        Port(
            uid: "Speaker", type: .builtInSpeaker, direction: .output, name: "Speaker", deviceUID: builtIn,
            channels: channels("Speaker", channelCount), latencySeconds: 0.010)
    }

    static let receiver = Port(
        uid: "Built-In Receiver", type: .builtInReceiver, direction: .output, name: "Receiver", deviceUID: builtIn,
        channels: channels("Receiver", 1), latencySeconds: 0.010)

    /// - Parameter name: Of the device, such as "iPhone".
    static func microphone(of name: String, dataSources: [DataSource]) -> Port {
        Port(
            uid: "Built-In Microphone", type: .builtInMic, direction: .input, name: "\(name) Microphone",
            deviceUID: builtIn, channels: channels("MicrophoneBuiltIn", 1), dataSources: dataSources,
            latencySeconds: 0.010, isInputGainSettable: true)
    }

    static let bottomMicrophone = DataSource(
        id: 1_835_216_945, name: "Bottom", location: "Lower", orientation: "Bottom",
        polarPatterns: ["Omnidirectional"])
    static let frontMicrophone = DataSource(
        id: 1_835_216_946, name: "Front", location: "Upper", orientation: "Front",
        polarPatterns: ["Omnidirectional", "Cardioid", "Stereo"])
    static let backMicrophone = DataSource(
        id: 1_835_216_947, name: "Back", location: "Upper", orientation: "Back",
        polarPatterns: ["Omnidirectional", "Subcardioid", "Stereo"])
    static let topMicrophone = DataSource(
        id: 1_835_216_948, name: "Top", location: "Upper", orientation: "Top", polarPatterns: ["Omnidirectional"])

    private static let builtIn = "Built-In"

    /// Channels with the usual names: "Headphone Left" and "Headphone Right", or numbers for more than two.
    static func channels(_ name: String, _ count: Int) -> [PortChannel] {
        switch count {
        case 1: [PortChannel(name: name, number: 1, label: 42)]  // kAudioChannelLabel_Mono
        case 2:
            [
                PortChannel(name: "\(name) Left", number: 1, label: 1),
                PortChannel(name: "\(name) Right", number: 2, label: 2),
            ]
        default: numberedChannels(name, count)
        }
    }

    /// Channels "HDMI Output 1", "HDMI Output 2" and so on, with the labels of stereo, 5.1 and 7.1, else discrete.
    static func numberedChannels(_ name: String, _ count: Int) -> [PortChannel] {
        // Left, right, centre, low frequencies, left and right surround, rear left and right (Core Audio's labels).
        let surround: [UInt32] = [1, 2, 3, 4, 5, 6, 33, 34]
        let isNamed = count == 2 || count == 6 || count == 8
        return (0..<count).map { index in
            // kAudioChannelLabel_Discrete_0 | n
            let label = isNamed ? surround[index] : 0x1_0000 | UInt32(index)
            return PortChannel(name: "\(name) \(index + 1)", number: index + 1, label: label)
        }
    }
}
