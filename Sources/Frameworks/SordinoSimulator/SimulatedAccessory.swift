import SordinoHardware

/// Something that can be plugged into or connected with a simulated device.
public struct SimulatedAccessory: Hashable, Sendable {
    let accessory: Accessory

    /// The name that people see.
    var name: String { accessory.ports.first?.name ?? accessory.deviceUID }

    /// Wired headphones without a microphone.
    public static let headphones = SimulatedAccessory(accessory: .headphones)
    /// Wired headphones with a microphone.
    public static let headset = SimulatedAccessory(accessory: .headset)
    /// A loudspeaker on the line output.
    public static let lineOut = SimulatedAccessory(accessory: .lineOut)
    /// The audio system of a car.
    public static let car = SimulatedAccessory(accessory: .car)

    /// A Bluetooth loudspeaker: music only.
    public static func bluetoothSpeaker(name: String = "Bluetooth Speaker") -> SimulatedAccessory {
        SimulatedAccessory(accessory: .bluetooth(.a2dp, name: name, address: address(of: name)))
    }

    /// A Bluetooth headset for calls only.
    public static func bluetoothCallHeadset(name: String = "Bluetooth Call Headset") -> SimulatedAccessory {
        SimulatedAccessory(accessory: .bluetooth(.hfp, name: name, address: address(of: name)))
    }

    /// A Bluetooth headset for music and calls.
    public static func bluetoothHeadset(name: String = "Bluetooth Headset") -> SimulatedAccessory {
        SimulatedAccessory(accessory: .bluetooth(.both, name: name, address: address(of: name)))
    }

    /// The computer at the other end of the USB cable while inter-device audio is on.
    public static func interDevice(name: String = "Inter-Device Audio") -> SimulatedAccessory {
        SimulatedAccessory(accessory: .interDevice(name: name))
    }

    /// A device of an Audio Video Bridging network.
    ///
    /// - Parameter channelCount: Of its output and of its input.
    public static func avb(name: String = "AVB", channelCount: Int = 8) -> SimulatedAccessory {
        SimulatedAccessory(accessory: .avb(name: name, channelCount: channelCount))
    }

    /// A display or receiver on HDMI.
    ///
    /// - Parameter channelCount: 2, 6 or 8.
    public static func hdmi(channelCount: Int = 2) -> SimulatedAccessory {
        SimulatedAccessory(accessory: .hdmi(channelCount: channelCount))
    }

    /// A receiver on the network.
    public static func airPlay(name: String = "Living Room") -> SimulatedAccessory {
        SimulatedAccessory(accessory: .airPlay(name: name))
    }

    /// A USB audio interface with so many channels.
    public static func usb(name: String = "USB Audio", outputs: Int = 2, inputs: Int = 2) -> SimulatedAccessory {
        SimulatedAccessory(accessory: .usb(name: name, outputs: outputs, inputs: inputs))
    }

    /// An address that two names do not share by accident, the same in every run.
    private static func address(of name: String) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325  // FNV-1a
        for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        let digits = Array("0123456789ABCDEF")
        return (0..<6).map { index in
            let byte = Int(truncatingIfNeeded: hash >> (8 * UInt64(index))) & 0xFF
            return String([digits[byte >> 4], digits[byte & 15]])
        }.joined(separator: ":")
    }
}
