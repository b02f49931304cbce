// Apple's names and raw values: one line each, nothing to read in order.

extension AVAudioSession {
    /// The use that a program makes of sound.
    public struct Category: RawRepresentable, Hashable, Sendable {
        /// The text that names the category.
        public let rawValue: String

        /// Makes a value from Apple's raw value, also an unknown one.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Mixes with others; silent with the ringer switch and the lock.
        public static let ambient = Category(rawValue: "AVAudioSessionCategoryAmbient")
        /// Like `ambient`, but interrupts other programs.
        ///
        /// The default.
        public static let soloAmbient = Category(rawValue: "AVAudioSessionCategorySoloAmbient")
        /// For programs whose purpose is sound: music, films, speech.
        public static let playback = Category(rawValue: "AVAudioSessionCategoryPlayback")
        /// Records, and silences all output meanwhile.
        public static let record = Category(rawValue: "AVAudioSessionCategoryRecord")
        /// Plays and records at the same time: calls, instruments.
        public static let playAndRecord = Category(rawValue: "AVAudioSessionCategoryPlayAndRecord")
        /// Neither plays nor records: works on audio offline.
        public static let audioProcessing = Category(rawValue: "AVAudioSessionCategoryAudioProcessing")
        /// Uses several outputs at the same time, each with its own sound.
        public static let multiRoute = Category(rawValue: "AVAudioSessionCategoryMultiRoute")
    }

    /// A refinement of the category.
    public struct Mode: RawRepresentable, Hashable, Sendable {
        /// The text that names the mode.
        public let rawValue: String

        /// Makes a value from Apple's raw value, also an unknown one.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The default mode: the category alone decides.
        public static let `default` = Mode(rawValue: "AVAudioSessionModeDefault")
        /// A conversation over the network.
        public static let voiceChat = Mode(rawValue: "AVAudioSessionModeVoiceChat")
        /// A conversation beside a game; set by the game-chat service.
        public static let gameChat = Mode(rawValue: "AVAudioSessionModeGameChat")
        /// Records beside the camera.
        public static let videoRecording = Mode(rawValue: "AVAudioSessionModeVideoRecording")
        /// As little processing as possible.
        public static let measurement = Mode(rawValue: "AVAudioSessionModeMeasurement")
        /// The sound of a film.
        public static let moviePlayback = Mode(rawValue: "AVAudioSessionModeMoviePlayback")
        /// A conversation with picture.
        public static let videoChat = Mode(rawValue: "AVAudioSessionModeVideoChat")
        /// Speech that is paused, not ducked, when a prompt speaks.
        public static let spokenAudio = Mode(rawValue: "AVAudioSessionModeSpokenAudio")
        /// Short spoken prompts, such as directions.
        public static let voicePrompt = Mode(rawValue: "AVAudioSessionModeVoicePrompt")
        /// Short films in a row.
        public static let shortFormVideo = Mode(rawValue: "AVAudioSessionModeShortFormVideo")
        /// Uses the built-in route and a second one at the same time; with `multiRoute` only.
        public static let dualRoute = Mode(rawValue: "AVAudioSessionModeDualRoute")
    }

    /// The kind of a port.
    public struct Port: RawRepresentable, Hashable, Sendable {
        /// The text that names the port type.
        public let rawValue: String

        /// Makes a value from Apple's raw value, also an unknown one.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// An analogue input at line level.
        public static let lineIn = Port(rawValue: "LineIn")
        /// The device's own microphone.
        public static let builtInMic = Port(rawValue: "MicrophoneBuiltIn")
        /// The microphone of a wired headset.
        public static let headsetMic = Port(rawValue: "MicrophoneWired")
        /// The microphone of another device nearby.
        public static let continuityMicrophone = Port(rawValue: "ContinuityMicrophone")
        /// An analogue output at line level.
        public static let lineOut = Port(rawValue: "LineOut")
        /// Headphones on a wire.
        public static let headphones = Port(rawValue: "Headphones")
        /// A Bluetooth output for music.
        public static let bluetoothA2DP = Port(rawValue: "BluetoothA2DPOutput")
        /// The earpiece of a telephone.
        public static let builtInReceiver = Port(rawValue: "Receiver")
        /// The loudspeaker of the device.
        public static let builtInSpeaker = Port(rawValue: "Speaker")
        /// A display by HDMI.
        public static let HDMI = Port(rawValue: "HDMIOutput")
        /// A receiver on the network.
        public static let airPlay = Port(rawValue: "AirPlay")
        /// A Bluetooth Low Energy output.
        public static let bluetoothLE = Port(rawValue: "BluetoothLE")
        /// A Bluetooth headset in calls.
        public static let bluetoothHFP = Port(rawValue: "BluetoothHFP")
        /// An audio interface on USB.
        public static let usbAudio = Port(rawValue: "USBAudio")
        /// The audio system of a car.
        public static let carAudio = Port(rawValue: "CarAudio")
        /// Exists in software alone.
        public static let virtual = Port(rawValue: "Virtual")
        /// An audio card on PCI.
        public static let PCI = Port(rawValue: "PCI")
        /// An audio interface on FireWire.
        public static let fireWire = Port(rawValue: "FireWire")
        /// A display by DisplayPort.
        public static let displayPort = Port(rawValue: "DisplayPort")
        /// A network stream by Audio Video Bridging.
        public static let AVB = Port(rawValue: "AVB")
        /// An audio interface on Thunderbolt.
        public static let thunderbolt = Port(rawValue: "Thunderbolt")
    }
}
