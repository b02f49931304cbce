/// The direction in which sound crosses a port.
///
/// A device that does both has two ports.
package enum PortDirection: Hashable, Sendable { case input, output }

/// One channel of a port, as programs see it.
package struct PortChannel: Hashable, Sendable {
    /// Name shown to people, such as "Headphone Left".
    package var name: String
    /// Number within the port, from 1.
    package var number: Int
    /// Core Audio's channel label (`kAudioChannelLabel_Left` is 1).
    package var label: UInt32

    package init(name: String, number: Int, label: UInt32) {
        self.name = name
        self.number = number
        self.label = label
    }
}

/// One of several transducers behind a port, such as the bottom or the front microphone (rules.md §5.8).
package struct DataSource: Hashable, Sendable {
    package var id: Int
    package var name: String
    /// Apple's raw strings: location "Upper", "Lower"; orientation "Top", "Bottom", "Front", "Back", "Left", "Right".
    package var location: String?
    package var orientation: String?
    /// Apple's raw strings: "Omnidirectional", "Cardioid", "Subcardioid", "Stereo".
    package var polarPatterns: [String]
    /// The channel, from 1, that delivers each of the patterns; empty where the hardware sees to it, or `id` is the channel of all.
    package var patternChannels: [Int]

    package init(
        id: Int, name: String, location: String? = nil, orientation: String? = nil, polarPatterns: [String] = [],
        patternChannels: [Int] = []
    ) {
        self.id = id
        self.name = name
        self.location = location
        self.orientation = orientation
        self.polarPatterns = polarPatterns
        self.patternChannels = patternChannels
    }

    /// The channel, from 1, that delivers a pattern; `id` where none is named for it.
    package func channel(of pattern: String?) -> Int {
        guard let index = polarPatterns.firstIndex(where: { $0 == pattern }), patternChannels.indices.contains(index)
        else {
            return id
        }
        return patternChannels[index]
    }
}

/// Indicates whether a port places multichannel sound around the listener by itself (earbuds, soundbars).
package enum PortSpatialAudio: Hashable, Sendable {
    /// The port cannot render spatial audio.
    case none
    /// The port can render spatial audio; the person turned it on or off.
    case off, on
}

/// The abilities of a Bluetooth device's microphone beyond the call profile.
package struct BluetoothMicrophone: Hashable, Sendable {
    package var hasHighQualityRecording: Bool
    package var hasFarFieldCapture: Bool

    package init(hasHighQualityRecording: Bool = false, hasFarFieldCapture: Bool = false) {
        self.hasHighQualityRecording = hasHighQualityRecording
        self.hasFarFieldCapture = hasFarFieldCapture
    }
}

/// A place where sound leaves or enters the device.
package struct Port: Hashable, Sendable {
    /// Unique among the ports of the device; stable over time.
    package var uid: String
    package var type: PortType
    package var direction: PortDirection
    /// Name shown to people, such as "iPhone Microphone".
    package var name: String
    /// The ports of one accessory share it: a headset's speaker and microphone, a Bluetooth device's profiles.
    package var deviceUID: String
    package var channels: [PortChannel]
    package var dataSources: [DataSource]
    package var hasHardwareVoiceCallProcessing: Bool
    /// Sample rates in hertz that the port can run at, ascending; empty means any.
    package var sampleRates: [Double]
    /// Latency of the transducer and its converter, in seconds, beyond the I/O block.
    package var latencySeconds: Double
    package var spatialAudio: PortSpatialAudio
    /// Indicates whether the input can remove the loudspeaker's sound from its own.
    package var hasEchoCancellation: Bool
    /// Nil for ports that are no Bluetooth microphone.
    package var bluetoothMicrophone: BluetoothMicrophone?
    /// Indicates whether a program may set how loud the input is (rule R5.22).
    package var isInputGainSettable: Bool
    /// Indicates whether the person must pick the port before anything is heard there: it was found on a network, and may be in
    /// another room or at a neighbour's, or a program made it.
    package var isOffered: Bool

    package init(
        uid: String, type: PortType, direction: PortDirection, name: String, deviceUID: String? = nil,
        channels: [PortChannel], dataSources: [DataSource] = [], hasHardwareVoiceCallProcessing: Bool = false,
        sampleRates: [Double] = [], latencySeconds: Double = 0, spatialAudio: PortSpatialAudio = .none,
        hasEchoCancellation: Bool = false, bluetoothMicrophone: BluetoothMicrophone? = nil,
        isInputGainSettable: Bool = false, isOffered: Bool = false
    ) {
        self.uid = uid
        self.type = type
        self.direction = direction
        self.name = name
        self.deviceUID = deviceUID ?? uid
        self.channels = channels
        self.dataSources = dataSources
        self.hasHardwareVoiceCallProcessing = hasHardwareVoiceCallProcessing
        self.sampleRates = sampleRates
        self.latencySeconds = latencySeconds
        self.spatialAudio = spatialAudio
        self.hasEchoCancellation = hasEchoCancellation
        self.bluetoothMicrophone = bluetoothMicrophone
        self.isInputGainSettable = isInputGainSettable
        self.isOffered = isOffered
    }

    /// The kind by which rules choose; nil for one that this version does not know.
    package var kind: KnownPort? { type.known }

    /// Indicates whether it is a transducer of the device itself.
    package var isBuiltIn: Bool { kind?.isBuiltIn ?? false }
}

/// The ports that a session uses at one moment (rules.md §5.2).
package struct Route: Hashable, Sendable {
    package var inputs: [Port]
    package var outputs: [Port]
    /// Seconds by which the sound of each output is held back, so that all of them play it at one time.
    ///
    /// Empty unless the outputs are rooms that a person picked together.
    package var delays: [Double]

    package init(inputs: [Port] = [], outputs: [Port] = [], delays: [Double] = []) {
        self.inputs = inputs
        self.outputs = outputs
        self.delays = delays
    }

    /// Indicates whether the outputs are rooms, each of which plays the whole sound.
    package var isInRooms: Bool { !delays.isEmpty }

    package static let none = Route()
}
