import SordinoPolicy

/// Something that can be plugged into or connected with a virtual device: one or several ports with one device UID.
package struct Accessory: Hashable, Sendable {
    /// Shared by its ports.
    package let deviceUID: String
    /// In the order in which they arrive, all at once.
    package private(set) var ports: [Port]

    /// An accessory of one's own making.
    ///
    /// - Parameters:
    ///   - deviceUID: Given to every port.
    ///   - ports: Their UIDs must be unique on the device.
    package init(deviceUID: String, ports: [Port]) {
        self.deviceUID = deviceUID
        self.ports = ports.map { port in
            var port = port
            port.deviceUID = deviceUID
            return port
        }
    }

    /// Wired headphones without a microphone.
    package static let headphones = Accessory(deviceUID: "Wired Headphones", ports: [wiredHeadphones])

    /// Wired headphones with a microphone.
    package static let headset = Accessory(
        deviceUID: "Wired Headphones",
        ports: [
            wiredHeadphones,
            Port(
                uid: "Wired Microphone", type: .headsetMic, direction: .input, name: "Headset Microphone",
                channels: VirtualPorts.channels("Headset Microphone", 1), latencySeconds: 0.006),
        ])

    /// A loudspeaker on the line output.
    package static let lineOut = Accessory(
        deviceUID: "Line Out",
        ports: [
            Port(
                uid: "Line Out", type: .lineOut, direction: .output, name: "Line Out",
                channels: VirtualPorts.channels("Line", 2), latencySeconds: 0.005)
        ])

    /// The profiles that a Bluetooth device offers.
    package enum BluetoothProfiles: Sendable { case a2dp, hfp, both }

    /// A Bluetooth headset or loudspeaker.
    ///
    /// Its ports' UIDs are the address with `-tacl` (music), `-tsco` (call output) and `-tsco-input` (call input).
    ///
    /// - Parameters:
    ///   - name: Shown to people.
    ///   - address: Six pairs of hexadecimal digits.
    ///   - hfpSampleRate: The rate of the call profile: 8000, 16000 or 24000 Hz.
    package static func bluetooth(
        _ profiles: BluetoothProfiles, name: String = "Bluetooth Headset", address: String = "00:11:22:33:44:55",
        hfpSampleRate: Double = 16_000
    ) -> Accessory {
        let music = Port(
            uid: "\(address)-tacl", type: .bluetoothA2DP, direction: .output, name: name,
            channels: VirtualPorts.channels(name, 2), sampleRates: [44_100, 48_000], latencySeconds: 0.180)
        let callOutput = Port(
            uid: "\(address)-tsco", type: .bluetoothHFP, direction: .output, name: name,
            channels: VirtualPorts.channels(name, 1), hasHardwareVoiceCallProcessing: true,
            sampleRates: [hfpSampleRate], latencySeconds: 0.030)
        let callInput = Port(
            uid: "\(address)-tsco-input", type: .bluetoothHFP, direction: .input, name: name,
            channels: VirtualPorts.channels(name, 1), hasHardwareVoiceCallProcessing: true,
            sampleRates: [hfpSampleRate], latencySeconds: 0.030)
        let ports =
            switch profiles {
            case .a2dp: [music]
            case .hfp: [callOutput, callInput]
            case .both: [music, callOutput, callInput]
            }
        return Accessory(deviceUID: address, ports: ports)
    }

    /// Bluetooth Low Energy audio, both ways.
    package static func bluetoothLE(
        name: String = "LE Headset", address: String = "00:11:22:33:44:66"
    ) -> Accessory {
        Accessory(
            deviceUID: address,
            ports: [
                Port(
                    uid: "\(address)-le", type: .bluetoothLE, direction: .output, name: name,
                    channels: VirtualPorts.channels(name, 2), sampleRates: [16_000, 24_000, 32_000, 48_000],
                    latencySeconds: 0.030),
                Port(
                    uid: "\(address)-le-input", type: .bluetoothLE, direction: .input, name: name,
                    channels: VirtualPorts.channels(name, 1), sampleRates: [16_000, 24_000, 32_000, 48_000],
                    latencySeconds: 0.030),
            ])
    }

    /// A screen or receiver on HDMI.
    ///
    /// - Parameter channelCount: 2, 6 or 8.
    package static func hdmi(channelCount: Int = 2) -> Accessory {
        Accessory(
            deviceUID: "HDMI",
            ports: [
                Port(
                    uid: "HDMI Output", type: .HDMI, direction: .output, name: "HDMI",
                    channels: VirtualPorts.numberedChannels("HDMI Output", channelCount),
                    sampleRates: [32_000, 44_100, 48_000, 88_200, 96_000], latencySeconds: 0.020)
            ])
    }

    /// An accessory whose outputs wait until the person picks them, as receivers do that were found on a network.
    package static func offered(_ accessory: Accessory) -> Accessory {
        let ports = accessory.ports.map { port in
            var port = port
            port.isOffered = true
            return port
        }
        return Accessory(deviceUID: accessory.deviceUID, ports: ports)
    }

    /// An AirPlay receiver on the network.
    package static func airPlay(name: String = "Living Room") -> Accessory {
        Accessory(
            deviceUID: "AirPlay \(name)",
            ports: [
                Port(
                    uid: "AirPlay \(name)", type: .airPlay, direction: .output, name: name,
                    channels: VirtualPorts.channels(name, 2), sampleRates: [44_100], latencySeconds: 2)
            ])
    }

    /// A USB interface.
    ///
    /// - Parameters:
    ///   - outputs: Channels; 0 for none.
    ///   - inputs: Channels; 0 for none.
    package static func usb(name: String = "USB Audio", outputs: Int = 2, inputs: Int = 2) -> Accessory {
        var ports: [Port] = []
        if outputs > 0 {
            ports.append(
                Port(
                    uid: "\(name) Output", type: .usbAudio, direction: .output, name: name,
                    channels: VirtualPorts.numberedChannels("\(name) Output", outputs),
                    sampleRates: [44_100, 48_000, 88_200, 96_000], latencySeconds: 0.004))
        }
        if inputs > 0 {
            ports.append(
                Port(
                    uid: "\(name) Input", type: .usbAudio, direction: .input, name: name,
                    channels: VirtualPorts.numberedChannels("\(name) Input", inputs),
                    sampleRates: [44_100, 48_000, 88_200, 96_000], latencySeconds: 0.004))
        }
        return Accessory(deviceUID: name, ports: ports)
    }

    /// The computer at the other end of the USB cable while inter-device audio is on: 2 channels each way at 48 kHz.
    package static func interDevice(name: String = "Inter-Device Audio") -> Accessory {
        var accessory = usb(name: name)
        for index in accessory.ports.indices { accessory.ports[index].sampleRates = [48_000] }
        return accessory
    }

    /// A device of an Audio Video Bridging network.
    ///
    /// - Parameter channelCount: Of its output and of its input.
    package static func avb(name: String = "AVB", channelCount: Int = 8) -> Accessory {
        func port(_ direction: PortDirection, _ word: String) -> Port {
            Port(
                uid: "\(name) \(word)", type: .AVB, direction: direction, name: name,
                channels: VirtualPorts.numberedChannels("\(name) \(word)", channelCount), sampleRates: [48_000],
                latencySeconds: 0.002)
        }
        return Accessory(deviceUID: name, ports: [port(.output, "Output"), port(.input, "Input")])
    }

    /// A car's loudspeakers and its microphone.
    package static let car = Accessory(
        deviceUID: "CarAudio",
        ports: [
            Port(
                uid: "CarAudio Output", type: .carAudio, direction: .output, name: "CarPlay",
                channels: VirtualPorts.channels("Car", 2), sampleRates: [16_000, 24_000, 44_100, 48_000],
                latencySeconds: 0.100),
            Port(
                uid: "CarAudio Input", type: .carAudio, direction: .input, name: "CarPlay",
                channels: VirtualPorts.channels("Car Microphone", 1),
                hasHardwareVoiceCallProcessing: true, sampleRates: [16_000, 24_000, 44_100, 48_000],
                latencySeconds: 0.050),
        ])

    private static let wiredHeadphones = Port(
        uid: "Wired Headphones", type: .headphones, direction: .output, name: "Headphones",
        channels: VirtualPorts.channels("Headphone", 2), latencySeconds: 0.005)
}
