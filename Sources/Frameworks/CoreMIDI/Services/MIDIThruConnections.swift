import AVAudioTypes
import CCoreMIDI
import CoreAudioTypes
import Foundation
import SordinoMIDI
import SordinoMIDIPorts

/// Fills in parameters that let everything through, without endpoints.
public func MIDIThruConnectionParamsInitialize(_ inConnectionParams: UnsafeMutablePointer<MIDIThruConnectionParams>) {
    var parameters = MIDIThruConnectionParams()
    parameters.channelMap = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
    parameters.highVelocity = 127
    parameters.highNote = 127
    inConnectionParams.pointee = parameters
}

/// Returns the bytes of parameters with the control transforms and maps behind them.
public func MIDIThruConnectionParamsSize(_ ptr: UnsafePointer<MIDIThruConnectionParams>) -> Int {
    ThruParameters.size(controls: Int(ptr.pointee.numControlTransforms), maps: Int(ptr.pointee.numMaps))
}

/// Makes a connection between sources and destinations that lasts on its own.
///
/// - Parameters:
///   - inPersistentOwnerID: The name by which `MIDIThruConnectionFind` finds the connection while the process runs; nil
///     for none.
///   - inConnectionParams: A `MIDIThruConnectionParams` with the control transforms and the maps behind it.
///   - outConnection: Set to the connection.
/// - Returns: 0, `kMIDIUnknownEndpoint`, `kMIDIWrongEndpointType`, or -50 for data that are too short.
@discardableResult
public func MIDIThruConnectionCreate(
    _ inPersistentOwnerID: CFString?, _ inConnectionParams: CFData,
    _ outConnection: UnsafeMutablePointer<MIDIThruConnectionRef>
) -> OSStatus {
    MIDIStatus.of { () throws(MIDIFailure) in
        let thru = try ThruParameters.connection(
            Array(inConnectionParams as Data), owner: inPersistentOwnerID as String?)
        outConnection.pointee = try MIDIPlace.current.system.makeThru(thru)
    }
}

/// Ends a connection.
///
/// - Returns: 0 or `kMIDIObjectNotFound`.
@discardableResult
public func MIDIThruConnectionDispose(_ connection: MIDIThruConnectionRef) -> OSStatus {
    MIDIStatus.of { () throws(MIDIFailure) in try MIDIPlace.current.system.disposeThru(connection) }
}

/// Reads the parameters of a connection.
///
/// - Parameter outConnectionParams: Set to the data; the caller owns it.
/// - Returns: 0 or `kMIDIObjectNotFound`.
@discardableResult
public func MIDIThruConnectionGetParams(
    _ connection: MIDIThruConnectionRef, _ outConnectionParams: UnsafeMutablePointer<Unmanaged<CFData>>
) -> OSStatus {
    guard let thru = MIDIPlace.current.system.thruConnections[connection] else { return kMIDIObjectNotFound }
    outConnectionParams.initialize(
        to: .passRetained(NSData(bytes: thru.parameters, length: thru.parameters.count)))
    return noErr
}

/// Replaces the parameters of a connection.
///
/// - Returns: As `MIDIThruConnectionCreate`, and `kMIDIObjectNotFound`.
@discardableResult
public func MIDIThruConnectionSetParams(
    _ connection: MIDIThruConnectionRef, _ inConnectionParams: CFData
) -> OSStatus {
    MIDIStatus.of { () throws(MIDIFailure) in
        let thru = try ThruParameters.connection(Array(inConnectionParams as Data), owner: nil)
        try MIDIPlace.current.system.setThru(connection, thru)
    }
}

/// Finds the connections of an owner.
///
/// - Parameter outConnectionList: Set to data, a `MIDIThruConnectionRef` after the other; the caller owns it.
/// - Returns: 0.
@discardableResult
public func MIDIThruConnectionFind(
    _ inPersistentOwnerID: CFString, _ outConnectionList: UnsafeMutablePointer<Unmanaged<CFData>>
) -> OSStatus {
    let owner = inPersistentOwnerID as String
    var found = MIDIPlace.current.system.thruConnections.filter { $0.value.owner == owner }.keys.sorted()
    outConnectionList.initialize(
        to: .passRetained(NSData(bytes: &found, length: found.count * MemoryLayout<MIDIThruConnectionRef>.size)))
    return noErr
}

/// Reads the parameters of thru connections, which are a program's bytes.
enum ThruParameters {
    static func size(controls: Int, maps: Int) -> Int {
        MemoryLayout<MIDIThruConnectionParams>.size + controls * MemoryLayout<MIDIControlTransform>.size
            + maps * MemoryLayout<MIDIValueMap>.size
    }

    /// Reads a connection from the bytes of a `MIDIThruConnectionParams`.
    static func connection(_ bytes: [UInt8], owner: String?) throws(MIDIFailure) -> ThruConnection {
        let head = MemoryLayout<MIDIThruConnectionParams>.size
        guard bytes.count >= head else { throw .parameter }
        let parameters = bytes.withUnsafeBytes { $0.loadUnaligned(as: MIDIThruConnectionParams.self) }
        let (controlCount, mapCount) = (Int(parameters.numControlTransforms), Int(parameters.numMaps))
        guard bytes.count >= size(controls: controlCount, maps: mapCount), parameters.numSources <= 8,
            parameters.numDestinations <= 8
        else { throw .parameter }
        let mapsStart = size(controls: controlCount, maps: 0)
        let maps = (0..<mapCount).map { Array(bytes[(mapsStart + $0 * 128)..<(mapsStart + $0 * 128 + 128)]) }
        let controls = bytes.withUnsafeBytes { memory in
            (0..<controlCount).map {
                memory.loadUnaligned(
                    fromByteOffset: head + $0 * MemoryLayout<MIDIControlTransform>.size, as: MIDIControlTransform.self)
            }
        }
        return ThruConnection(
            owner: owner, sources: try endpoints(parameters.sources, Int(parameters.numSources)),
            destinations: try endpoints(parameters.destinations, Int(parameters.numDestinations)),
            settings: try settings(parameters, controls, maps), parameters: bytes)
    }

    private static func endpoints<Tuple>(_ tuple: Tuple, _ count: Int) throws(MIDIFailure) -> [MIDIObjectID] {
        let all = withUnsafeBytes(of: tuple) { Array($0.bindMemory(to: MIDIThruConnectionEndpoint.self).prefix(count)) }
        var found: [MIDIObjectID] = []
        for endpoint in all {
            if endpoint.endpointRef != 0 {
                found.append(endpoint.endpointRef)
            } else {
                guard let object = look({ $0.object(uniqueID: endpoint.uniqueID) }) else { throw .unknownEndpoint }
                found.append(object.id)
            }
        }
        return found
    }

    private static func settings(
        _ parameters: MIDIThruConnectionParams, _ controls: [MIDIControlTransform], _ maps: [[UInt8]]
    ) throws(MIDIFailure) -> ThruSettings {
        func transform(_ type: MIDITransformType, _ parameter: Int16) throws(MIDIFailure) -> ThruSettings.Transform {
            switch type {
            case .none: return .none
            case .filterOut: return .filterOut
            case .add: return .add(Int(parameter))
            case .scale: return .scale(Int(parameter))
            case .minValue: return .minimum(Int(parameter))
            case .maxValue: return .maximum(Int(parameter))
            case .mapValue:
                // Maps are numbered from 1 on.
                guard maps.indices.contains(Int(parameter) - 1) else { throw .parameter }
                return .map(maps[Int(parameter) - 1].map { $0 & 0x7F })
            case .mapControl: return .none
            default: throw .parameter
            }
        }
        func transform(_ value: MIDITransform) throws(MIDIFailure) -> ThruSettings.Transform {
            try transform(value.transform, value.param)
        }
        guard parameters.lowNote <= parameters.highNote, parameters.lowVelocity <= parameters.highVelocity else {
            throw .parameter
        }
        var settings = ThruSettings()
        settings.channelMap = withUnsafeBytes(of: parameters.channelMap) { Array($0) }
        settings.notes = Int(parameters.lowNote)...Int(parameters.highNote)
        settings.velocities = Int(parameters.lowVelocity)...Int(parameters.highVelocity)
        settings.noteNumber = try transform(parameters.noteNumber)
        settings.velocity = try transform(parameters.velocity)
        settings.keyPressure = try transform(parameters.keyPressure)
        settings.channelPressure = try transform(parameters.channelPressure)
        settings.programChange = try transform(parameters.programChange)
        settings.pitchBend = try transform(parameters.pitchBend)
        settings.dropsExclusive = parameters.filterOutSysEx != 0
        settings.dropsTimeCode = parameters.filterOutMTC != 0
        settings.dropsBeatClock = parameters.filterOutBeatClock != 0
        settings.dropsTuneRequest = parameters.filterOutTuneRequest != 0
        settings.dropsControls = parameters.filterOutAllControls != 0
        for control in controls {
            guard let kind = ThruSettings.ControlKind(rawValue: control.controlType.rawValue) else { throw .parameter }
            let isMoved = control.transform == .mapControl
            let newKind = ThruSettings.ControlKind(rawValue: control.remappedControlType.rawValue)
            settings.controls.append(
                ThruSettings.ControlRule(
                    kind: kind, number: control.controlNumber,
                    transform: try transform(control.transform, control.param),
                    newNumber: isMoved ? UInt16(bitPattern: control.param) : nil, newKind: newKind ?? kind))
        }
        return settings
    }
}
