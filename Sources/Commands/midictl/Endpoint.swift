import CoreMIDI

/// A source or a destination as the tool shows it.
struct Endpoint {
    let ref: MIDIEndpointRef
    let isSource: Bool
    let name: String
    let uniqueID: Int32

    private init(_ ref: MIDIEndpointRef, isSource: Bool) {
        (self.ref, self.isSource) = (ref, isSource)
        var text: Unmanaged<CFString>?
        MIDIObjectGetStringProperty(ref, kMIDIPropertyDisplayName, &text)
        name = text.map { $0.takeRetainedValue() as String } ?? ""
        var id: Int32 = 0
        MIDIObjectGetIntegerProperty(ref, kMIDIPropertyUniqueID, &id)
        uniqueID = id
    }

    /// All sources of the system.
    static var sources: [Endpoint] {
        (0..<MIDIGetNumberOfSources()).map { Endpoint(MIDIGetSource($0), isSource: true) }
    }

    /// All destinations of the system.
    static var destinations: [Endpoint] {
        (0..<MIDIGetNumberOfDestinations()).map { Endpoint(MIDIGetDestination($0), isSource: false) }
    }

    /// Finds an endpoint by its unique id, its place from 1 on, its name, or a part of its name that only one has.
    static func find(_ text: String, among all: [Endpoint]) -> Endpoint? {
        if let exact = all.first(where: { $0.name == text || String($0.uniqueID) == text }) { return exact }
        if let place = Int(text), all.indices.contains(place - 1) { return all[place - 1] }
        let fitting = all.filter { $0.name.lowercased().contains(text.lowercased()) }
        return fitting.count == 1 ? fitting[0] : nil
    }
}
