/// A device as a carrier describes it.
package struct RemoteDevice: Sendable, Hashable {
    /// One port of a device: up to one endpoint in each direction.
    package struct Port: Sendable, Hashable {
        package var name: String
        /// The carrier's number of the endpoint that packets come from; nil for none.
        package var source: UInt64?
        /// The carrier's number of the endpoint that packets are sent to; nil for none.
        package var destination: UInt64?
        /// The number of the protocol, 1 or 2.
        package var speaks: MIDIProtocolNumber
        /// More properties of the entity.
        package var properties: [String: MIDIPropertyValue] = [:]

        /// Describes a port of a device.
        package init(
            name: String, source: UInt64?, destination: UInt64?, speaks: MIDIProtocolNumber = 1,
            properties: [String: MIDIPropertyValue] = [:]
        ) {
            (self.name, self.source, self.destination, self.speaks) = (name, source, destination, speaks)
            self.properties = properties
        }
    }

    /// The carrier's number of the device.
    package var number: UInt64
    package var name: String
    package var manufacturer: String
    package var model: String
    /// Indicates whether it is a program, whose endpoints belong to no device.
    package var isProgram: Bool
    /// The name of the driver, as in the property `kMIDIPropertyDriverOwner`.
    package var driver: String
    package var ports: [Port]

    /// Describes a device and its ports.
    package init(
        number: UInt64, name: String, manufacturer: String = "", model: String = "", isProgram: Bool = false,
        driver: String = "", ports: [Port]
    ) {
        (self.number, self.name, self.manufacturer, self.model) = (number, name, manufacturer, model)
        (self.isProgram, self.driver, self.ports) = (isProgram, driver, ports)
    }
}

extension MIDISetup {
    /// Shows a carrier's device as it is now; one that is there already is brought up to date.
    ///
    /// - Returns: The numbers of endpoints that are gone.
    mutating func show(_ device: RemoteDevice, of carrier: Int) -> [MIDIObjectID] {
        device.isProgram ? showProgram(device, carrier) : showDevice(device, carrier)
    }

    /// Takes the endpoints and the device that a carrier no longer has.
    ///
    /// - Returns: The numbers of endpoints that are gone.
    mutating func hide(device number: UInt64, of carrier: Int) -> [MIDIObjectID] {
        var gone: [MIDIObjectID] = []
        if let id = deviceID(number, carrier) {
            gone = endpoints(of: id)
            announce(removed: id)
            remove(id)
        }
        for endpoint in programEndpoints(number, carrier) {
            gone.append(endpoint)
            announce(removed: endpoint)
            remove(endpoint)
        }
        return gone
    }

    private func deviceID(_ number: UInt64, _ carrier: Int) -> MIDIObjectID? {
        devices.first { objects[$0]?.carrierDevice == RemoteEndpoint(carrier: carrier, number: number) }
    }

    private func programEndpoints(_ number: UInt64, _ carrier: Int) -> [MIDIObjectID] {
        (sources + destinations).filter {
            objects[$0]?.belongsToEntity == false
                && objects[$0]?.carrierDevice == RemoteEndpoint(carrier: carrier, number: number)
        }
    }

    private mutating func showDevice(_ device: RemoteDevice, _ carrier: Int) -> [MIDIObjectID] {
        var gone: [MIDIObjectID] = []
        let id: MIDIObjectID
        if let known = deviceID(device.number, carrier) {
            id = known
        } else {
            guard
                let made = try? makeDevice(
                    name: device.name, manufacturer: device.manufacturer, model: device.model, isExternal: false)
            else { return [] }
            id = made
            objects[id]?.carrierDevice = RemoteEndpoint(carrier: carrier, number: device.number)
            objects[id]?.properties[MIDIPropertyName.driver] = .text(device.driver)
            try? list(id, isExternal: false)
        }
        let wanted = Set(device.ports.flatMap { [$0.source, $0.destination].compactMap { $0 } })
        for entity in objects[id]?.children ?? [] {
            for endpoint in endpoints(of: entity) {
                if let remote = objects[endpoint]?.remote, wanted.contains(remote.number) { continue }
                gone.append(endpoint)
                announce(removed: endpoint)
                remove(endpoint)
            }
            if endpoints(of: entity).isEmpty {
                announce(removed: entity)
                remove(entity)
            }
        }
        let present = Set(endpoints(of: id).compactMap { objects[$0]?.remote?.number })
        for port in device.ports {
            let new = [(MIDIObjectKind.source, port.source), (.destination, port.destination)].filter {
                $0.1.map { !present.contains($0) } ?? false
            }
            guard !new.isEmpty,
                let entity = try? addEntity(
                    to: id, name: port.name, isEmbedded: false, sources: 0, destinations: 0, speaks: port.speaks)
            else { continue }
            objects[entity]?.properties.merge(port.properties) { $1 }
            for (kind, number) in new {
                guard let number else { continue }
                _ = try? addEndpoint(
                    kind, to: entity, name: port.name, remote: RemoteEndpoint(carrier: carrier, number: number))
            }
        }
        return gone
    }

    private mutating func showProgram(_ device: RemoteDevice, _ carrier: Int) -> [MIDIObjectID] {
        var gone: [MIDIObjectID] = []
        let wanted = Set(device.ports.flatMap { [$0.source, $0.destination].compactMap { $0 } })
        var present: Set<UInt64> = []
        for endpoint in programEndpoints(device.number, carrier) {
            if let number = objects[endpoint]?.remote?.number, wanted.contains(number) {
                present.insert(number)
                continue
            }
            gone.append(endpoint)
            announce(removed: endpoint)
            remove(endpoint)
        }
        for port in device.ports {
            for (kind, number) in [(MIDIObjectKind.source, port.source), (.destination, port.destination)] {
                guard let number, !present.contains(number), let id = try? make(kind, name: port.name) else { continue }
                objects[id]?.remote = RemoteEndpoint(carrier: carrier, number: number)
                objects[id]?.carrierDevice = RemoteEndpoint(carrier: carrier, number: device.number)
                objects[id]?.properties[MIDIPropertyName.protocolID] = .integer(port.speaks)
                objects[id]?.properties[MIDIPropertyName.displayName] = .text(
                    port.name.hasPrefix(device.name) ? port.name : "\(device.name) \(port.name)")
                assignUniqueID(id, seed: "\(kind) of \(device.name): \(port.name)")
                show(id)
                announce(added: id)
            }
        }
        return gone
    }
}
