import Synchronization

/// The objects of a MIDI system: a value that collects the notices of each change.
package struct MIDISetup: Sendable {
    /// The most objects at one time, beyond which a program is refused more.
    package static let objectLimit = 16_384

    package internal(set) var objects: [MIDIObjectID: MIDIObject] = [:]
    /// The devices, sources, destinations and external devices that programs are shown, in the order in which they
    /// came.
    package internal(set) var devices: [MIDIObjectID] = []
    package internal(set) var externalDevices: [MIDIObjectID] = []
    package internal(set) var sources: [MIDIObjectID] = []
    package internal(set) var destinations: [MIDIObjectID] = []
    /// Notices that clients have not received yet.
    var notices: [MIDINotice] = []

    private var uniqueIDs: [Int32: MIDIObjectID] = [:]

    /// Makes a system without objects.
    package init() {}

    /// Numbers are never used twice in a process, so an old one is found out.
    private static let nextID = Atomic<UInt32>(0x1000)

    // MARK: Objects

    /// Returns an object of one of the kinds.
    package func object(_ id: MIDIObjectID, _ kinds: MIDIObjectKind...) -> MIDIObject? {
        guard let object = objects[id], kinds.isEmpty || kinds.contains(object.kind) else { return nil }
        return object
    }

    mutating func make(
        _ kind: MIDIObjectKind, name: String, parent: MIDIObjectID = 0, isExternal: Bool = false
    ) throws(MIDIFailure) -> MIDIObjectID {
        guard objects.count < Self.objectLimit else { throw .notPermitted }
        let id = Self.nextID.wrappingAdd(1, ordering: .relaxed).newValue
        var object = MIDIObject(id: id, kind: kind, parent: parent)
        object.isExternal = isExternal
        object.properties[MIDIPropertyName.name] = .text(name)
        objects[id] = object
        return id
    }

    /// Gives an object a unique id that follows from its place and name, so that it is the same when the program runs
    /// again.
    mutating func assignUniqueID(_ id: MIDIObjectID, seed: String) {
        var hash: UInt32 = 2_166_136_261
        for byte in seed.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
        var candidate = Int32(bitPattern: hash)
        while candidate == 0 || uniqueIDs[candidate] != nil { candidate &+= 1 }
        uniqueIDs[candidate] = id
        objects[id]?.properties[MIDIPropertyName.uniqueID] = .integer(candidate)
    }

    /// Gives an object a unique id.
    mutating func setUniqueID(_ id: MIDIObjectID, _ value: Int32) throws(MIDIFailure) {
        if let holder = uniqueIDs[value], holder != id { throw .idNotUnique }
        guard value != 0 else { throw .parameter }
        if case .integer(let former)? = objects[id]?.properties[MIDIPropertyName.uniqueID] { uniqueIDs[former] = nil }
        uniqueIDs[value] = id
        objects[id]?.properties[MIDIPropertyName.uniqueID] = .integer(value)
    }

    /// Returns the object with a unique id.
    package func object(uniqueID: Int32) -> MIDIObject? { uniqueIDs[uniqueID].flatMap { objects[$0] } }

    /// Removes an object and the objects that belong to it, also from the lists.
    mutating func remove(_ id: MIDIObjectID) {
        guard let object = objects[id] else { return }
        let children = object.kind == .deviceList ? [] : object.children
        for child in children { remove(child) }
        if case .integer(let unique)? = object.properties[MIDIPropertyName.uniqueID] { uniqueIDs[unique] = nil }
        objects[id] = nil
        for list in [\MIDISetup.devices, \.externalDevices, \.sources, \.destinations] {
            self[keyPath: list].removeAll { $0 == id }
        }
        if let parent = objects[object.parent] {
            objects[parent.id]?.children.removeAll { $0 == id }
        }
        for list in objects.values where list.kind == .deviceList && list.children.contains(id) {
            objects[list.id]?.children.removeAll { $0 == id }
        }
    }

    // MARK: Endpoints

    /// Makes a virtual endpoint of a client and shows it to all programs.
    package mutating func makeVirtual(
        _ kind: MIDIObjectKind, name: String, client: MIDIObjectID, speaks: MIDIProtocolNumber
    ) throws(MIDIFailure) -> MIDIObjectID {
        guard object(client, .client) != nil else { throw .invalidClient }
        let id = try make(kind, name: name, parent: client)
        objects[id]?.properties[MIDIPropertyName.protocolID] = .integer(speaks)
        assignUniqueID(id, seed: "virtual \(kind) \(name)")
        show(id)
        announce(added: id)
        return id
    }

    /// The sources that programs are shown: those that are not private.
    package var visibleSources: [MIDIObjectID] { sources.filter { !isPrivate($0) } }
    /// The destinations that programs are shown: those that are not private.
    package var visibleDestinations: [MIDIObjectID] { destinations.filter { !isPrivate($0) } }

    /// Returns whether an endpoint, or the entity or device that it belongs to, is private.
    package func isPrivate(_ id: MIDIObjectID) -> Bool {
        if case .integer(let value)? = try? property(MIDIPropertyName.isPrivate, of: id) { value != 0 } else { false }
    }

    /// The destinations that lead to where a source comes from: of its entity, its program, its client.
    package func destinations(pairedWith source: MIDIObjectID) -> [MIDIObjectID] {
        guard let object = object(source, .source) else { return [] }
        if object.belongsToEntity { return endpoints(of: object.parent, .destination) }
        return destinations.filter { id in
            guard let other = objects[id], !other.belongsToEntity else { return false }
            return object.remote == nil
                ? other.remote == nil && other.parent == object.parent : other.carrierDevice == object.carrierDevice
        }
    }

    /// Puts an endpoint into the list of sources or destinations.
    mutating func show(_ id: MIDIObjectID) {
        switch objects[id]?.kind {
        case .source: sources.append(id)
        case .destination: destinations.append(id)
        default: break
        }
    }

    /// Takes a virtual endpoint away.
    package mutating func disposeVirtual(_ id: MIDIObjectID) throws(MIDIFailure) {
        guard let endpoint = object(id, .source, .destination) else { throw .unknownEndpoint }
        guard endpoint.isOwnEndpoint else { throw .notPermitted }
        announce(removed: id)
        remove(id)
    }

    // MARK: Devices

    /// Makes a device that no list shows yet.
    package mutating func makeDevice(
        name: String, manufacturer: String, model: String, isExternal: Bool
    ) throws(MIDIFailure) -> MIDIObjectID {
        let id = try make(.device, name: name, isExternal: isExternal)
        objects[id]?.isListed = false
        objects[id]?.properties[MIDIPropertyName.manufacturer] = .text(manufacturer)
        objects[id]?.properties[MIDIPropertyName.model] = .text(model)
        objects[id]?.properties[MIDIPropertyName.offline] = .integer(0)
        assignUniqueID(id, seed: "device \(manufacturer) \(model) \(name)")
        return id
    }

    /// Shows a device and its endpoints to all programs.
    package mutating func list(_ id: MIDIObjectID, isExternal: Bool) throws(MIDIFailure) {
        guard let device = object(id, .device) else { throw .objectNotFound }
        guard device.isExternal == isExternal, !device.isListed else { throw .parameter }
        objects[id]?.isListed = true
        if isExternal { externalDevices.append(id) } else { devices.append(id) }
        // Endpoints of external devices are not among the sources and destinations: nothing can be sent to them.
        if !isExternal { for endpoint in endpoints(of: id) { show(endpoint) } }
        announce(added: id)
    }

    /// Takes a device from the lists; it stays an object that can be listed again.
    package mutating func unlist(_ id: MIDIObjectID, isExternal: Bool) throws(MIDIFailure) {
        guard let device = object(id, .device), device.isListed, device.isExternal == isExternal else {
            throw .objectNotFound
        }
        guard !endpoints(of: id).contains(where: { objects[$0]?.remote != nil }) else { throw .notPermitted }
        announce(removed: id)
        objects[id]?.isListed = false
        let gone = Set(endpoints(of: id) + [id])
        for list in [\MIDISetup.devices, \.externalDevices, \.sources, \.destinations] {
            self[keyPath: list].removeAll { gone.contains($0) }
        }
    }

    /// Adds an entity with endpoints to a device.
    package mutating func addEntity(
        to device: MIDIObjectID, name: String, isEmbedded: Bool, sources: Int, destinations: Int,
        speaks: MIDIProtocolNumber
    ) throws(MIDIFailure) -> MIDIObjectID {
        guard let owner = object(device, .device) else { throw .objectNotFound }
        guard (0...64).contains(sources), (0...64).contains(destinations) else { throw .parameter }
        let id = try make(.entity, name: name, parent: device, isExternal: owner.isExternal)
        objects[device]?.children.append(id)
        objects[id]?.properties[MIDIPropertyName.isEmbedded] = .integer(isEmbedded ? 1 : 0)
        objects[id]?.properties[MIDIPropertyName.protocolID] = .integer(speaks)
        assignUniqueID(id, seed: "entity \(self.path(of: id))")
        if owner.isListed { announce(added: id) }
        try setEndpoints(of: id, sources: sources, destinations: destinations)
        return id
    }

    /// Adds or removes endpoints of an entity until it has so many.
    package mutating func setEndpoints(of entity: MIDIObjectID, sources: Int, destinations: Int) throws(MIDIFailure) {
        guard object(entity, .entity) != nil else { throw .objectNotFound }
        guard (0...64).contains(sources), (0...64).contains(destinations) else { throw .parameter }
        for (kind, count) in [(MIDIObjectKind.source, sources), (.destination, destinations)] {
            while endpoints(of: entity, kind).count > count, let last = endpoints(of: entity, kind).last {
                if isListed(entity) { announce(removed: last) }
                remove(last)
            }
            while endpoints(of: entity, kind).count < count { _ = try addEndpoint(kind, to: entity) }
        }
    }

    @discardableResult
    mutating func addEndpoint(
        _ kind: MIDIObjectKind, to entity: MIDIObjectID, name: String? = nil, remote: RemoteEndpoint? = nil
    ) throws(MIDIFailure) -> MIDIObjectID {
        guard let owner = objects[entity] else { throw .objectNotFound }
        let id = try make(kind, name: name ?? text(MIDIPropertyName.name, of: entity), parent: entity)
        objects[id]?.isExternal = owner.isExternal
        objects[id]?.belongsToEntity = true
        objects[id]?.remote = remote
        objects[entity]?.children.append(id)
        assignUniqueID(id, seed: "\(kind) \(self.path(of: id))")
        if isListed(entity) {
            if !owner.isExternal { show(id) }
            announce(added: id)
        }
        return id
    }

    /// Removes an entity and its endpoints from a device.
    package mutating func removeEntity(_ entity: MIDIObjectID, from device: MIDIObjectID) throws(MIDIFailure) {
        guard let owner = object(device, .device), owner.children.contains(entity) else { throw .objectNotFound }
        if owner.isListed { announce(removed: entity) }
        remove(entity)
    }

    /// Removes a device for good.
    package mutating func disposeDevice(_ id: MIDIObjectID) throws(MIDIFailure) {
        guard let device = object(id, .device) else { throw .objectNotFound }
        guard !endpoints(of: id).contains(where: { objects[$0]?.remote != nil }) else { throw .notPermitted }
        if device.isListed { announce(removed: id) }
        remove(id)
    }

    // MARK: Looking

    /// The endpoints of a device or an entity.
    package func endpoints(of id: MIDIObjectID, _ kind: MIDIObjectKind? = nil) -> [MIDIObjectID] {
        guard let object = objects[id] else { return [] }
        if object.kind == .device { return object.children.flatMap { endpoints(of: $0, kind) } }
        return object.children.filter { kind == nil || objects[$0]?.kind == kind }
    }

    private func isListed(_ entity: MIDIObjectID) -> Bool {
        guard let device = objects[entity].flatMap({ objects[$0.parent] }) else { return false }
        return device.isListed
    }

    /// The names from the device down, with the place among equal ones.
    private func path(of id: MIDIObjectID) -> String {
        guard let object = objects[id], object.kind != .client else { return "" }
        let place = objects[object.parent]?.children.firstIndex(of: id) ?? 0
        return "\(path(of: object.parent))/\(place) \(text(MIDIPropertyName.name, of: id))"
    }

    func text(_ name: String, of id: MIDIObjectID) -> String {
        if case .text(let text)? = objects[id]?.properties[name] { text } else { "" }
    }

    // MARK: News

    mutating func announce(added id: MIDIObjectID) {
        guard let object = objects[id] else { return }
        // The parent of a virtual endpoint is its client here, but programs receive none.
        let parent = object.isOwnEndpoint ? nil : objects[object.parent]
        notices.append(
            .added(
                parent: parent?.id ?? 0, parentKind: parent?.kind, child: id, childKind: object.kind,
                isExternal: object.isExternal))
    }

    mutating func announce(removed id: MIDIObjectID) {
        guard let object = objects[id] else { return }
        let parent = object.isOwnEndpoint ? nil : objects[object.parent]
        notices.append(
            .removed(
                parent: parent?.id ?? 0, parentKind: parent?.kind, child: id, childKind: object.kind,
                isExternal: object.isExternal))
    }
}

/// The number of a protocol, 1 or 2, as in the property.
package typealias MIDIProtocolNumber = Int32
