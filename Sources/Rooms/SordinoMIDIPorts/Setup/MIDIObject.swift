/// The number of an object of a MIDI system; 0 is none.
///
/// Numbers are never used twice in a process.
package typealias MIDIObjectID = UInt32

/// Errors of the MIDI system, divided by the program's possible reactions.
package enum MIDIFailure: Error, Hashable, Sendable {
    case invalidClient
    case invalidPort
    /// A source where a destination is needed, or the other way round.
    case wrongEndpointType
    case noConnection
    case unknownEndpoint
    case unknownProperty
    /// The property has another type.
    case wrongPropertyType
    /// Too much waits to be sent; the packets were not taken.
    case queueFull
    case objectNotFound
    case idNotUnique
    case notPermitted
    /// A number or text outside the documented range.
    case parameter
}

/// The kinds of objects of a MIDI system.
package enum MIDIObjectKind: Sendable, Hashable {
    case client, inputPort, outputPort, device, entity, source, destination, thruConnection, deviceList

    /// Indicates whether packets come from it or go to it.
    package var isEndpoint: Bool { self == .source || self == .destination }
}

/// The value of a property.
package indirect enum MIDIPropertyValue: Sendable, Hashable {
    case integer(Int32)
    case text(String)
    case bytes([UInt8])
    case dictionary([String: MIDIPropertyValue])
    case list([MIDIPropertyValue])
}

/// The names of the properties that a MIDI system itself sets or follows.
package enum MIDIPropertyName {
    package static let name = "name"
    package static let displayName = "displayName"
    package static let uniqueID = "uniqueID"
    package static let manufacturer = "manufacturer"
    package static let model = "model"
    package static let offline = "offline"
    package static let driver = "driver"
    package static let isEmbedded = "embedded"
    package static let protocolID = "protocol"
    package static let advanceMicroseconds = "scheduleAheadMuSec"
    package static let maxExclusiveSpeed = "maxSysExSpeed"
    package static let isPrivate = "private"
}

/// An endpoint of a carrier: the number that the carrier chose, and which carrier.
package struct RemoteEndpoint: Sendable, Hashable {
    /// The index of the carrier in the list of the MIDI system.
    package var carrier: Int
    package var number: UInt64

    /// Makes a reference to an endpoint.
    package init(carrier: Int = 0, number: UInt64) { (self.carrier, self.number) = (carrier, number) }
}

/// One object of the setup: a client, port, device, entity or endpoint.
package struct MIDIObject: Sendable {
    package let id: MIDIObjectID
    package let kind: MIDIObjectKind
    /// The client of ports and virtual endpoints, the device of entities, the entity of other endpoints; 0 for none.
    package internal(set) var parent: MIDIObjectID
    /// Entities of devices, endpoints of entities, devices of lists; in the order in which they were added.
    package internal(set) var children: [MIDIObjectID] = []
    package internal(set) var properties: [String: MIDIPropertyValue] = [:]
    /// Indicates whether it is an external device, or belongs to one.
    package internal(set) var isExternal = false
    /// Where packets go or come from outside of the program; nil for objects of the program itself.
    package internal(set) var remote: RemoteEndpoint?
    /// The carrier's device or program that it is, or is an endpoint of.
    package internal(set) var carrierDevice: RemoteEndpoint?
    /// Two values that a driver keeps with an endpoint.
    package internal(set) var references: (UInt, UInt) = (0, 0)
    /// Indicates whether the list of devices shows it.
    package internal(set) var isListed = true

    /// Indicates whether it is an endpoint of an entity, not a virtual one.
    package internal(set) var belongsToEntity = false
    /// Indicates whether it is a virtual endpoint of a client in this program.
    package var isOwnEndpoint: Bool { kind.isEndpoint && remote == nil && parent != 0 && !belongsToEntity }
}

/// News of a MIDI system for its clients.
package enum MIDINotice: Sendable, Hashable {
    /// Anything has changed; comes after the others.
    case setupChanged
    case added(
        parent: MIDIObjectID, parentKind: MIDIObjectKind?, child: MIDIObjectID, childKind: MIDIObjectKind,
        isExternal: Bool)
    case removed(
        parent: MIDIObjectID, parentKind: MIDIObjectKind?, child: MIDIObjectID, childKind: MIDIObjectKind,
        isExternal: Bool)
    case propertyChanged(MIDIObjectID, MIDIObjectKind, isExternal: Bool, name: String)
    case thruConnectionsChanged
    /// A carrier could not send to a device.
    case ioError(device: MIDIObjectID, code: Int32)
}
