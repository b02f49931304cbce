import SordinoPolicy

/// The kind of simulated device: its built-in ports, and the rates and blocks that it supports.
package enum VirtualProfile: String, CaseIterable, Sendable {
    /// Speaker, receiver, a microphone with three places.
    case phone
    /// Speaker, a microphone with two places, no receiver.
    case tablet
    /// A line output with speakers on it and a microphone; no receiver.
    case desktop
    /// The car's own loudspeakers and microphone; nothing built in beside them.
    case car

    /// The ports that exist from the beginning, in the order in which they arrived.
    package var ports: [Port] {
        switch self {
        case .phone:
            [
                VirtualPorts.receiver, VirtualPorts.speaker(channelCount: 2),
                VirtualPorts.microphone(
                    of: "iPhone",
                    dataSources: [
                        VirtualPorts.bottomMicrophone, VirtualPorts.frontMicrophone, VirtualPorts.backMicrophone,
                    ]),
            ]
        case .tablet:
            [
                VirtualPorts.speaker(channelCount: 2),
                VirtualPorts.microphone(
                    of: "iPad", dataSources: [VirtualPorts.topMicrophone, VirtualPorts.backMicrophone]),
            ]
        case .desktop:
            [
                VirtualPorts.speaker(channelCount: 2),
                VirtualPorts.microphone(of: "Desktop", dataSources: []),
            ]
        case .car: Accessory.car.ports
        }
    }

    /// The initial rate and block.
    package var timing: HardwareTiming {
        switch self {
        case .phone, .tablet, .car: HardwareTiming(sampleRate: 48_000, blockFrames: 1_024)
        case .desktop: HardwareTiming(sampleRate: 48_000, blockFrames: 512)
        }
    }

    /// The supported rates and blocks.
    package var limits: HardwareLimits {
        let rates: [Double] =
            switch self {
            case .phone, .tablet, .car: [8_000, 16_000, 24_000, 32_000, 44_100, 48_000]
            case .desktop: [8_000, 16_000, 24_000, 32_000, 44_100, 48_000, 88_200, 96_000, 176_400, 192_000]
            }
        return HardwareLimits(blockFrames: 64...4_096, sampleRates: rates)
    }
}
