extension MIDISetup {
    /// Returns a property of an object, or of the entity or device that it belongs to.
    ///
    /// - Throws: `objectNotFound`, `unknownProperty`.
    package func property(_ name: String, of id: MIDIObjectID) throws(MIDIFailure) -> MIDIPropertyValue {
        guard let object = objects[id] else { throw .objectNotFound }
        if name == MIDIPropertyName.displayName, object.properties[name] == nil {
            return .text(displayName(of: id))
        }
        if let value = object.properties[name] { return value }
        // Entities and endpoints inherit the properties of their device.
        let isInherited = object.kind == .entity || object.belongsToEntity
        guard isInherited, name != MIDIPropertyName.name, name != MIDIPropertyName.uniqueID,
            objects[object.parent] != nil
        else { throw .unknownProperty }
        return try property(name, of: object.parent)
    }

    /// Sets a property.
    ///
    /// - Throws: `objectNotFound`; `idNotUnique` for a unique id that another object has; `wrongPropertyType` where the
    ///   property has a type of its own; `notPermitted` for the name shown, which follows from others.
    package mutating func setProperty(
        _ name: String, of id: MIDIObjectID, to value: MIDIPropertyValue
    ) throws(MIDIFailure) {
        guard let object = objects[id] else { throw .objectNotFound }
        guard name.utf8.count <= Self.nameLimit else { throw .parameter }
        guard object.properties[name] != nil || object.properties.count < Self.propertyLimit else {
            throw .notPermitted
        }
        switch (name, value) {
        case (MIDIPropertyName.uniqueID, .integer(let number)): try setUniqueID(id, number)
        case (MIDIPropertyName.uniqueID, _): throw .wrongPropertyType
        case (MIDIPropertyName.name, .text): objects[id]?.properties[name] = value
        case (MIDIPropertyName.name, _): throw .wrongPropertyType
        case (MIDIPropertyName.isPrivate, .integer): setPrivate(id, value)
        case (MIDIPropertyName.isPrivate, _): throw .wrongPropertyType
        default: objects[id]?.properties[name] = value
        }
        notices.append(.propertyChanged(id, object.kind, isExternal: object.isExternal, name: name))
    }

    /// Hides endpoints from programs, or shows them again, with notices that they were removed or added.
    private mutating func setPrivate(_ id: MIDIObjectID, _ value: MIDIPropertyValue) {
        let endpoints = (sources + destinations).filter { $0 == id || self.endpoints(of: id).contains($0) }
        let before = endpoints.filter { !isPrivate($0) }
        objects[id]?.properties[MIDIPropertyName.isPrivate] = value
        for endpoint in endpoints {
            switch (before.contains(endpoint), !isPrivate(endpoint)) {
            case (true, false): announce(removed: endpoint)
            case (false, true): announce(added: endpoint)
            default: break
            }
        }
    }

    /// Removes a property of an object.
    package mutating func removeProperty(_ name: String, of id: MIDIObjectID) throws(MIDIFailure) {
        guard let object = objects[id] else { throw .objectNotFound }
        guard object.properties[name] != nil else { throw .unknownProperty }
        guard ![MIDIPropertyName.uniqueID, MIDIPropertyName.name].contains(name) else { throw .notPermitted }
        objects[id]?.properties[name] = nil
        notices.append(.propertyChanged(id, object.kind, isExternal: object.isExternal, name: name))
    }

    /// The most bytes of a property's name, and the most properties of an object.
    package static var nameLimit: Int { 1024 }
    package static var propertyLimit: Int { 1024 }

    /// Returns an object's own properties, and those of the objects that belong to it.
    ///
    /// - Parameter isDeep: Whether a device shows its entities, and an entity its endpoints.
    package func properties(of id: MIDIObjectID, isDeep: Bool) throws(MIDIFailure) -> [String: MIDIPropertyValue] {
        guard let object = objects[id] else { throw .objectNotFound }
        var all = object.properties
        guard isDeep else { return all }
        switch object.kind {
        case .device:
            all["entities"] = .list(object.children.compactMap { child in dictionary(of: child) })
        case .entity:
            for (key, kind) in [("sources", MIDIObjectKind.source), ("destinations", .destination)] {
                all[key] = .list(endpoints(of: id, kind).compactMap { child in dictionary(of: child) })
            }
        default: break
        }
        return all
    }

    private func dictionary(of id: MIDIObjectID) -> MIDIPropertyValue? {
        (try? properties(of: id, isDeep: true)).map { .dictionary($0) }
    }

    /// The name for people: the device's and the endpoint's, without saying anything twice.
    private func displayName(of id: MIDIObjectID) -> String {
        let own = text(MIDIPropertyName.name, of: id)
        guard let object = objects[id], object.belongsToEntity,
            let entity = objects[object.parent], objects[entity.parent] != nil
        else { return own }
        let device = text(MIDIPropertyName.name, of: entity.parent)
        if own.isEmpty || own == device { return device }
        return own.hasPrefix(device) || device.isEmpty ? own : "\(device) \(own)"
    }
}

extension MIDISetup {
    /// Keeps two values of a driver's with an endpoint.
    package mutating func setReferences(_ references: (UInt, UInt), of id: MIDIObjectID) throws(MIDIFailure) {
        guard object(id, .source, .destination) != nil else { throw .unknownEndpoint }
        objects[id]?.references = references
    }
}
