/// A server's report on its graph, as a value.
package enum GraphEvent: Hashable, Sendable {
    /// An object appeared, with the few properties that the registry has.
    case appeared(UInt32, GraphKind, [String: String])
    case removed(UInt32)
    /// All properties of a node or a device.
    case properties(UInt32, [String: String])
    /// Indicates whether samples go through a node now.
    case runs(UInt32, Bool)
    /// The channels that the program or device behind a node has.
    case channels(UInt32, Int)
    /// The rate that the program or device behind a node runs at; 0 while it has none.
    case rate(UInt32, hertz: UInt32)
    /// Indicates whether samples go through a link now.
    case flows(UInt32, Bool)
    /// A node's volumes, linear for each channel.
    case volumes(UInt32, [Float], isMuted: Bool)
    /// A port's distance from the device.
    case latency(UInt32, GraphLatency)
    case route(UInt32, GraphRoute)
    case profile(UInt32, GraphProfile)
    /// A value of the metadata object of that name; without a key the subject has no values any more.
    case metadata(object: String, subject: UInt32, key: String?, value: String?)
    /// All that was asked before the request of this number has been done.
    case done(Int32)
    /// The server is gone; the sentence says why.
    case lost(String)
}

/// The kinds of objects that matter here.
package enum GraphKind: String, Hashable, Sendable {
    case node = "PipeWire:Interface:Node"
    case port = "PipeWire:Interface:Port"
    case link = "PipeWire:Interface:Link"
    case device = "PipeWire:Interface:Device"
    case client = "PipeWire:Interface:Client"
    case metadata = "PipeWire:Interface:Metadata"
}

/// The latency between the device and a port of the graph: the sum of three parts.
package struct GraphLatency: Hashable, Sendable {
    /// Downstream, from an input port on; otherwise upstream.
    package var isInput: Bool
    package var cycles: Float
    package var frames: UInt32
    package var nanoseconds: UInt64

    package init(isInput: Bool, cycles: Float = 0, frames: UInt32 = 0, nanoseconds: UInt64 = 0) {
        self.isInput = isInput
        self.cycles = cycles
        self.frames = frames
        self.nanoseconds = nanoseconds
    }

    /// - Parameter timing: What a cycle and a frame are; nothing but nanoseconds counts at a rate of 0.
    package func seconds(sampleRate: Double, blockFrames: Int) -> Double {
        let frames = Double(frames) + Double(cycles) * Double(blockFrames)
        let seconds = Double(nanoseconds) / 1e9 + (sampleRate > 0 ? frames / sampleRate : 0)
        // Longer latencies than 10 s do not exist: the node reports a wrong value.
        return seconds.isFinite ? min(max(seconds, 0), 10) : 0
    }
}

/// A card's socket or transducer, such as "Headphones".
package struct GraphRoute: Hashable, Sendable {
    /// Indicates whether something is plugged in.
    package enum Availability: Int32, Hashable, Sendable { case unknown, no, yes }

    package var index: Int32
    package var isInput: Bool
    package var name: String
    package var description: String
    package var availability: Availability
    /// PipeWire's `port.type`: "speaker", "headphones", "headset", "mic", "hdmi", ...; empty when not said.
    package var type: String
    package var isActive: Bool
    /// The `card.profile.device` of the node that it belongs to while it is active; -1 otherwise.
    package var device: Int32
    /// Linear for each channel; empty when the card does not say.
    package var volumes: [Float]
    package var isMuted: Bool

    package init(
        index: Int32, isInput: Bool, name: String, description: String = "", availability: Availability = .unknown,
        type: String = "", isActive: Bool = false, device: Int32 = -1, volumes: [Float] = [], isMuted: Bool = false
    ) {
        self.index = index
        self.isInput = isInput
        self.name = name
        self.description = description
        self.availability = availability
        self.type = type
        self.isActive = isActive
        self.device = device
        self.volumes = volumes
        self.isMuted = isMuted
    }
}

/// A way to run a card, such as "a2dp-sink".
package struct GraphProfile: Hashable, Sendable {
    package var index: Int32
    package var name: String
    /// The words that are shown to people; empty when the device has none.
    package var description: String
    package var isAvailable: Bool
    package var isActive: Bool

    package init(
        index: Int32, name: String, description: String = "", isAvailable: Bool = true, isActive: Bool = false
    ) {
        self.index = index
        self.name = name
        self.description = description
        self.isAvailable = isAvailable
        self.isActive = isActive
    }
}
