/// What a server says about its graph, as values.
package enum GraphEvent: Hashable, Sendable {
    /// An object appeared, with the few properties that the registry tells.
    case appeared(UInt32, GraphKind, [String: String])
    case removed(UInt32)
    /// All properties of a node or a device.
    case properties(UInt32, [String: String])
    /// A node's volumes, linear for each channel.
    case volumes(UInt32, [Float], isMuted: Bool)
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

/// A card's socket or transducer, such as "Headphones".
package struct GraphRoute: Hashable, Sendable {
    /// Whether something is plugged in.
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

    package init(
        index: Int32, isInput: Bool, name: String, description: String = "", availability: Availability = .unknown,
        type: String = "", isActive: Bool = false, device: Int32 = -1
    ) {
        self.index = index
        self.isInput = isInput
        self.name = name
        self.description = description
        self.availability = availability
        self.type = type
        self.isActive = isActive
        self.device = device
    }
}

/// A way to run a card, such as "a2dp-sink".
package struct GraphProfile: Hashable, Sendable {
    package var index: Int32
    package var name: String
    package var isAvailable: Bool
    package var isActive: Bool

    package init(index: Int32, name: String, isAvailable: Bool = true, isActive: Bool = false) {
        self.index = index
        self.name = name
        self.isAvailable = isAvailable
        self.isActive = isActive
    }
}
