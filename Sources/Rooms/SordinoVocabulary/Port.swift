/// The kinds of port that Sordino knows (rules.md §5.1), by Apple's raw string.
///
/// Code that depends on the kind of a port switches over all of them, so that the compiler finds it when a kind is added.
package enum KnownPort: String, CaseIterable, Sendable {
    case lineIn = "LineIn"
    case builtInMic = "MicrophoneBuiltIn"
    case headsetMic = "MicrophoneWired"
    case continuityMicrophone = "ContinuityMicrophone"
    case lineOut = "LineOut"
    case headphones = "Headphones"
    case bluetoothA2DP = "BluetoothA2DPOutput"
    case builtInReceiver = "Receiver"
    case builtInSpeaker = "Speaker"
    case hdmi = "HDMIOutput"
    case airPlay = "AirPlay"
    case bluetoothLE = "BluetoothLE"
    case bluetoothHFP = "BluetoothHFP"
    case usbAudio = "USBAudio"
    case carAudio = "CarAudio"
    case virtual = "Virtual"
    case pci = "PCI"
    case fireWire = "FireWire"
    case displayPort = "DisplayPort"
    case avb = "AVB"
    case thunderbolt = "Thunderbolt"

    /// Indicates whether the port is a transducer of the device itself, not something that was plugged in or connected.
    package var isBuiltIn: Bool {
        switch self {
        case .builtInSpeaker, .builtInReceiver, .builtInMic: true
        case .lineIn, .headsetMic, .continuityMicrophone, .lineOut, .headphones, .bluetoothA2DP, .hdmi, .airPlay,
            .bluetoothLE, .bluetoothHFP, .usbAudio, .carAudio, .virtual, .pci, .fireWire, .displayPort, .avb,
            .thunderbolt:
            false
        }
    }

    /// Indicates whether the port plays for one listener.
    package var isPersonal: Bool {
        switch self {
        case .headphones, .bluetoothA2DP, .bluetoothHFP, .bluetoothLE: true
        case .lineIn, .builtInMic, .headsetMic, .continuityMicrophone, .lineOut, .builtInReceiver, .builtInSpeaker,
            .hdmi, .airPlay, .usbAudio, .carAudio, .virtual, .pci, .fireWire, .displayPort, .avb, .thunderbolt:
            false
        }
    }

    /// Indicates whether the sound is rendered on another device.
    package var isExternal: Bool {
        switch self {
        case .airPlay, .bluetoothA2DP, .bluetoothHFP, .bluetoothLE, .carAudio: true
        case .lineIn, .builtInMic, .headsetMic, .continuityMicrophone, .lineOut, .headphones, .builtInReceiver,
            .builtInSpeaker, .hdmi, .usbAudio, .virtual, .pci, .fireWire, .displayPort, .avb, .thunderbolt:
            false
        }
    }
}

extension SessionVocabulary {
    /// The kind of a port.
    public struct Port: RawRepresentable, Hashable, Sendable {
        /// The text that names the port type.
        public let rawValue: String

        /// Makes a value from Apple's raw value, also an unknown one.
        public init(rawValue: String) { self.rawValue = rawValue }

        package init(_ port: KnownPort) { rawValue = port.rawValue }

        /// An analogue input at line level.
        public static let lineIn = Port(.lineIn)
        /// The device's own microphone.
        public static let builtInMic = Port(.builtInMic)
        /// The microphone of a wired headset.
        public static let headsetMic = Port(.headsetMic)
        /// The microphone of another device nearby.
        public static let continuityMicrophone = Port(.continuityMicrophone)
        /// An analogue output at line level.
        public static let lineOut = Port(.lineOut)
        /// Headphones on a wire.
        public static let headphones = Port(.headphones)
        /// A Bluetooth output for music.
        public static let bluetoothA2DP = Port(.bluetoothA2DP)
        /// The earpiece of a telephone.
        public static let builtInReceiver = Port(.builtInReceiver)
        /// The loudspeaker of the device.
        public static let builtInSpeaker = Port(.builtInSpeaker)
        /// A display by HDMI.
        public static let HDMI = Port(.hdmi)
        /// A receiver on the network.
        public static let airPlay = Port(.airPlay)
        /// A Bluetooth Low Energy output.
        public static let bluetoothLE = Port(.bluetoothLE)
        /// A Bluetooth headset in calls.
        public static let bluetoothHFP = Port(.bluetoothHFP)
        /// An audio interface on USB.
        public static let usbAudio = Port(.usbAudio)
        /// The audio system of a car.
        public static let carAudio = Port(.carAudio)
        /// Exists in software alone.
        public static let virtual = Port(.virtual)
        /// An audio card on PCI.
        public static let PCI = Port(.pci)
        /// An audio interface on FireWire.
        public static let fireWire = Port(.fireWire)
        /// A display by DisplayPort.
        public static let displayPort = Port(.displayPort)
        /// A network stream by Audio Video Bridging.
        public static let AVB = Port(.avb)
        /// An audio interface on Thunderbolt.
        public static let thunderbolt = Port(.thunderbolt)
    }
}

extension SessionVocabulary.Port {
    /// The kind; nil for one that this version does not know.
    package var known: KnownPort? { KnownPort(rawValue: rawValue) }
}
