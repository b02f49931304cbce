import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoEngine

// Reads and writes the properties of units by a table: the size of each, and the functions that read and write it.

/// Returns the size of a property's value, and whether it can be set.
///
/// - Returns: `kAudioUnitErr_InvalidProperty` if the unit does not have it.
@discardableResult
public func AudioUnitGetPropertyInfo(
    _ inUnit: AudioUnit, _ inID: AudioUnitPropertyID, _ inScope: AudioUnitScope, _ inElement: AudioUnitElement,
    _ outDataSize: UnsafeMutablePointer<UInt32>?, _ outWritable: UnsafeMutablePointer<DarwinBoolean>?
) -> OSStatus {
    guard let instance = UnitInstance.of(inUnit) else { return UnitError.invalidInstance }
    let place = UnitPropertyPlace(instance, inScope, inElement)
    if let plugIn = place.plugIn(inID) {
        return plugIn.propertyInfo(inID, inScope, inElement, outDataSize, outWritable)
    }
    guard let property = UnitProperty.all[inID] else { return kAudioUnitErr_InvalidProperty }
    do throws(UnitPropertyError) {
        outDataSize?.pointee = UInt32(try property.byteCount(place))
    } catch {
        return error.status
    }
    outWritable?.pointee = DarwinBoolean(property.write != nil)
    return noErr
}

/// Reads a property.
///
/// - Parameter ioDataSize: Bytes of room; afterwards the bytes written.
/// - Returns: `kAudioUnitErr_InvalidProperty` if the unit does not have it or it can only be written,
///   `kAudioUnitErr_InvalidPropertyValue` if there is too little room.
@discardableResult
public func AudioUnitGetProperty(
    _ inUnit: AudioUnit, _ inID: AudioUnitPropertyID, _ inScope: AudioUnitScope, _ inElement: AudioUnitElement,
    _ outData: UnsafeMutableRawPointer, _ ioDataSize: UnsafeMutablePointer<UInt32>
) -> OSStatus {
    guard let instance = UnitInstance.of(inUnit) else { return UnitError.invalidInstance }
    let place = UnitPropertyPlace(instance, inScope, inElement)
    if let plugIn = place.plugIn(inID) { return plugIn.property(inID, inScope, inElement, outData, ioDataSize) }
    guard let property = UnitProperty.all[inID] else { return kAudioUnitErr_InvalidProperty }
    do throws(UnitPropertyError) {
        let byteCount = try property.byteCount(place)
        guard Int(ioDataSize.pointee) >= byteCount else { return kAudioUnitErr_InvalidPropertyValue }
        if let read = property.readCounted {
            ioDataSize.pointee = UInt32(clamping: try read(place, outData, Int(ioDataSize.pointee)))
            return noErr
        }
        guard let read = property.read else { return kAudioUnitErr_InvalidProperty }
        try read(place, outData)
        ioDataSize.pointee = UInt32(byteCount)
        return noErr
    } catch {
        return error.status
    }
}

/// Sets a property.
///
/// - Returns: `kAudioUnitErr_InvalidProperty` if the unit does not have it, `kAudioUnitErr_PropertyNotWritable` if it
///   can only be read, `kAudioUnitErr_InvalidPropertyValue` for too few bytes, else the error of the unit.
@discardableResult
public func AudioUnitSetProperty(
    _ inUnit: AudioUnit, _ inID: AudioUnitPropertyID, _ inScope: AudioUnitScope, _ inElement: AudioUnitElement,
    _ inData: UnsafeRawPointer?, _ inDataSize: UInt32
) -> OSStatus {
    guard let instance = UnitInstance.of(inUnit) else { return UnitError.invalidInstance }
    var place = UnitPropertyPlace(instance, inScope, inElement)
    place.byteCount = Int(inDataSize)
    if let plugIn = place.plugIn(inID) {
        guard let inData else { return kAudioUnitErr_InvalidPropertyValue }
        let status = plugIn.setProperty(inID, inScope, inElement, inData, inDataSize)
        if status == noErr { place.follow(inID) }
        return status
    }
    guard let property = UnitProperty.all[inID] else { return kAudioUnitErr_InvalidProperty }
    guard let write = property.write else { return kAudioUnitErr_PropertyNotWritable }
    do throws(UnitPropertyError) {
        var needed = property.byteCountToWrite ?? 0
        if property.byteCountToWrite == nil { needed = try property.byteCount(place) }
        guard let inData, place.byteCount >= needed else {
            return kAudioUnitErr_InvalidPropertyValue
        }
        try write(place, inData)
        place.unit.listeners.notifyProperty(inID, inScope, inElement)
        return noErr
    } catch {
        return error.status
    }
}

/// The reason for which a property cannot be read or written.
struct UnitPropertyError: Error {
    let status: OSStatus

    init(_ status: OSStatus) { self.status = status }

    /// Throws the status unless it is `noErr`.
    static func check(_ status: OSStatus) throws(UnitPropertyError) {
        if status != noErr { throw UnitPropertyError(status) }
    }
}

/// The scope and element of a property.
struct UnitPropertyPlace {
    let instance: UnitInstance
    let scope: AudioUnitScope
    let element: Int
    /// The size of the value that the program sets, in bytes.
    var byteCount = 0

    init(_ instance: UnitInstance, _ scope: AudioUnitScope, _ element: AudioUnitElement) {
        (self.instance, self.scope, self.element) = (instance, scope, Int(element))
    }

    var unit: AUAudioUnit { instance.unit }

    var busses: AUAudioUnitBusArray {
        get throws(UnitPropertyError) {
            switch scope {
            case kAudioUnitScope_Input: unit.inputBusses
            case kAudioUnitScope_Output, kAudioUnitScope_Global: unit.outputBusses
            default: throw UnitPropertyError(kAudioUnitErr_InvalidScope)
            }
        }
    }

    var bus: AUAudioUnitBus {
        get throws(UnitPropertyError) {
            let busses = try busses
            guard (0..<busses.count).contains(element) else { throw UnitPropertyError(kAudioUnitErr_InvalidElement) }
            return busses[element]
        }
    }

    func setFormat(_ format: AVAudioFormat?) throws(UnitPropertyError) {
        guard let format else { throw UnitPropertyError(kAudioUnitErr_FormatNotSupported) }
        let bus = try bus
        do {
            guard unit.renderResourcesAllocated, unit.isDesktopHardware, !unit.isRunning else {
                return try bus.setFormat(format)
            }
            // Units of desktop hardware also take formats between initialization and start.
            _ = instance.uninitialize()
            defer { _ = instance.initialize() }
            try bus.setFormat(format)
        } catch {
            throw UnitPropertyError(OSStatus(truncatingIfNeeded: (error as NSError).code))
        }
    }
}

/// One property of units: its size in bytes, and its reading and writing.
struct UnitProperty {
    let byteCount: (UnitPropertyPlace) throws(UnitPropertyError) -> Int
    /// The least size of a value to be set, in bytes; nil for `byteCount`.
    var byteCountToWrite: Int?
    var read: ((UnitPropertyPlace, UnsafeMutableRawPointer) throws(UnitPropertyError) -> Void)?
    /// Reads as many values as the program has room for; takes the room and returns the bytes written.
    var readCounted: ((UnitPropertyPlace, UnsafeMutableRawPointer, Int) throws(UnitPropertyError) -> Int)?
    var write: ((UnitPropertyPlace, UnsafeRawPointer) throws(UnitPropertyError) -> Void)?

    /// Makes a property of one value.
    static func value<Value>(
        _ type: Value.Type, read: ((UnitPropertyPlace) throws(UnitPropertyError) -> Value)? = nil,
        write: ((UnitPropertyPlace, Value) throws(UnitPropertyError) -> Void)? = nil
    ) -> UnitProperty {
        var property = UnitProperty { _ throws(UnitPropertyError) in MemoryLayout<Value>.size }
        if let read {
            property.read = { place, data throws(UnitPropertyError) in
                data.initializeMemory(as: Value.self, to: try read(place))
            }
        }
        if let write {
            property.write = { place, data throws(UnitPropertyError) in
                try write(place, data.assumingMemoryBound(to: Value.self).pointee)
            }
        }
        return property
    }

    /// Makes a read-only property of any number of values.
    static func list<Value: BitwiseCopyable>(
        _ values: @escaping (UnitPropertyPlace) throws(UnitPropertyError) -> [Value]
    ) -> UnitProperty {
        UnitProperty(
            byteCount: { place throws(UnitPropertyError) in try values(place).count * MemoryLayout<Value>.stride },
            read: { place, data throws(UnitPropertyError) in
                for (index, value) in try values(place).enumerated() {
                    data.storeBytes(of: value, toByteOffset: index * MemoryLayout<Value>.stride, as: Value.self)
                }
            })
    }

    /// The properties of all units, by their numbers.
    nonisolated(unsafe) static let all: [AudioUnitPropertyID: UnitProperty] = [
        formats, layouts, states, hardware, starts, voice, parameters, measurements, times, deferring, names,
        generators, instruments,
        hosts,
        midiOutputs, spatial,
    ].reduce(into: [:]) { $0.merge($1) { $1 } }

    private static var formats: [AudioUnitPropertyID: UnitProperty] {
        [
            kAudioUnitProperty_StreamFormat: value(
                AudioStreamBasicDescription.self,
                read: { place throws(UnitPropertyError) in try place.bus.format.streamDescription.pointee },
                write: { place, description throws(UnitPropertyError) in
                    try place.setFormat(.ofUnit(description))
                }),
            kAudioUnitProperty_SampleRate: value(
                Float64.self, read: { place throws(UnitPropertyError) in try place.bus.format.sampleRate },
                write: { place, rate throws(UnitPropertyError) in
                    var description = try place.bus.format.streamDescription.pointee
                    description.mSampleRate = rate
                    try place.setFormat(.ofUnit(description))
                }),
            kAudioUnitProperty_ElementCount: value(
                UInt32.self,
                read: { place throws(UnitPropertyError) in
                    place.scope == kAudioUnitScope_Global ? 1 : UInt32(try place.busses.count)
                },
                write: { place, count throws(UnitPropertyError) in
                    do { try place.busses.setBusCount(Int(count)) } catch let error as UnitPropertyError {
                        throw error
                    } catch {
                        throw UnitPropertyError(OSStatus(truncatingIfNeeded: (error as NSError).code))
                    }
                }),
            kAudioUnitProperty_SupportedNumChannels: list { place throws(UnitPropertyError) in
                let numbers = (place.unit.channelCapabilities ?? []).map(\.int16Value)
                return stride(from: 0, to: numbers.count - 1, by: 2).map {
                    AUChannelInfo(inChannels: numbers[$0], outChannels: numbers[$0 + 1])
                }
            },
            kAudioUnitProperty_MaximumFramesPerSlice: value(
                UInt32.self, read: { place throws(UnitPropertyError) in place.unit.maximumFramesToRender },
                write: { place, frames throws(UnitPropertyError) in
                    guard !place.unit.renderResourcesAllocated else {
                        throw UnitPropertyError(kAudioUnitErr_Initialized)
                    }
                    place.unit.maximumFramesToRender = frames
                }),
            kAudioUnitProperty_SetRenderCallback: value(
                AURenderCallbackStruct.self,
                write: { place, callback throws(UnitPropertyError) in
                    try UnitPropertyError.check(place.instance.setCallback(callback, bus: place.element))
                }),
            kAudioUnitProperty_MakeConnection: value(
                AudioUnitConnection.self,
                write: { place, connection throws(UnitPropertyError) in
                    try UnitPropertyError.check(place.instance.connect(connection))
                }),
        ]
    }

    private static var states: [AudioUnitPropertyID: UnitProperty] {
        [
            kAudioUnitProperty_Latency: value(
                Float64.self, read: { place throws(UnitPropertyError) in place.unit.latency }),
            kAudioUnitProperty_TailTime: value(
                Float64.self, read: { place throws(UnitPropertyError) in place.unit.tailTime }),
            kAudioUnitProperty_InPlaceProcessing: value(
                UInt32.self, read: { place throws(UnitPropertyError) in place.unit.canProcessInPlace ? 1 : 0 }),
            kAudioUnitProperty_BypassEffect: value(
                UInt32.self, read: { place throws(UnitPropertyError) in place.unit.shouldBypassEffect ? 1 : 0 },
                write: { place, value throws(UnitPropertyError) in place.unit.shouldBypassEffect = value != 0 }),
            kAudioUnitProperty_OfflineRender: value(
                UInt32.self, read: { place throws(UnitPropertyError) in place.unit.isRenderingOffline ? 1 : 0 },
                write: { place, value throws(UnitPropertyError) in place.unit.isRenderingOffline = value != 0 }),
            kAudioUnitProperty_RenderQuality: value(
                UInt32.self, read: { place throws(UnitPropertyError) in UInt32(clamping: place.unit.renderQuality) },
                write: { place, value throws(UnitPropertyError) in place.unit.renderQuality = Int(value) }),
            kAudioUnitProperty_LastRenderError: value(
                OSStatus.self,
                read: { place throws(UnitPropertyError) in
                    place.instance.calls.takeLastError()
                }),
            kAudioUnitProperty_ParameterList: list { place throws(UnitPropertyError) in
                (place.unit.parameterTree?.allParameters ?? [])
                    .filter {
                        AudioUnitScope($0.address >> 32 & 0xFF) == place.scope && $0.address >> 40 == place.element
                    }
                    .map { AudioUnitParameterID(truncatingIfNeeded: $0.address) }
            },
            kAudioUnitProperty_PresentPreset: value(
                AUPreset.self,
                read: { place throws(UnitPropertyError) in
                    let preset = place.unit.currentPreset
                    return AUPreset(
                        presetNumber: Int32(clamping: preset?.number ?? -1),
                        presetName: .passRetained((preset?.name ?? "Untitled") as NSString))
                },
                write: { place, preset throws(UnitPropertyError) in
                    let name = ClientObject.text(preset.presetName?.toOpaque())
                    let number = Int(preset.presetNumber)
                    let own = place.unit.factoryPresets?.first { $0.number == number }
                    guard number < 0 || own != nil else { throw UnitPropertyError(kAudioUnitErr_InvalidPropertyValue) }
                    place.unit.currentPreset = own ?? AUAudioUnitPreset(number: number, name: name ?? "")
                }),
            kAudioUnitProperty_ClassInfo: value(
                Unmanaged<NSDictionary>?.self,
                read: { place throws(UnitPropertyError) in
                    (place.unit.fullState as NSDictionary?).map { .passRetained($0) }
                },
                write: { place, state throws(UnitPropertyError) in
                    guard let state = ClientObject.dictionary(state?.toOpaque()) else {
                        throw UnitPropertyError(kAudioUnitErr_InvalidPropertyValue)
                    }
                    place.unit.fullState = state
                }),
        ]
    }

    private static var hardware: [AudioUnitPropertyID: UnitProperty] {
        [
            kAudioOutputUnitProperty_EnableIO: value(
                UInt32.self,
                read: { place throws(UnitPropertyError) in
                    try place.requireHardware()
                    return (place.element == 1 ? place.unit.isInputEnabled : place.unit.isOutputEnabled) ? 1 : 0
                },
                write: { place, value throws(UnitPropertyError) in
                    try place.requireHardware()
                    if place.element == 1 {
                        place.unit.isInputEnabled = value != 0
                    } else {
                        place.unit.isOutputEnabled = value != 0
                    }
                }),
            kAudioOutputUnitProperty_ChannelMap: channelMap,
            kAudioOutputUnitProperty_HasIO: value(
                UInt32.self,
                read: { place throws(UnitPropertyError) in
                    try place.requireHardware()
                    return (place.element == 1 ? place.unit.canPerformInput : place.unit.canPerformOutput) ? 1 : 0
                }),
            kAudioOutputUnitProperty_IsRunning: value(
                UInt32.self,
                read: { place throws(UnitPropertyError) in
                    try place.requireHardware()
                    return place.unit.isRunning ? 1 : 0
                }),
            kAudioUnitProperty_CPULoad: value(
                Float64.self,
                read: { place throws(UnitPropertyError) in
                    guard let hardware = place.unit.backing?.hardware else {
                        throw UnitPropertyError(kAudioUnitErr_InvalidProperty)
                    }
                    return hardware.counts.load.share
                }),
            kAudioOutputUnitProperty_SetInputCallback: value(
                AURenderCallbackStruct.self,
                write: { place, callback throws(UnitPropertyError) in
                    try place.requireHardware()
                    let instance = place.instance
                    instance.calls.setArrival(
                        callback.inputProc.map { instance.proc($0, callback.inputProcRefCon) })
                }),
        ]
    }
}

extension UnitProperty {
    /// The channel map of an output unit: any number of `Int32`, one map for output (element 0) and one for input
    /// (element 1).
    private static var channelMap: UnitProperty {
        var property = UnitProperty(
            byteCount: { place throws(UnitPropertyError) in
                MemoryLayout<Int32>.stride * (try place.presentChannelMap).count
            },
            byteCountToWrite: 0,
            read: { place, data throws(UnitPropertyError) in
                for (index, channel) in try place.presentChannelMap.enumerated() {
                    data.storeBytes(of: channel.int32Value, toByteOffset: index * 4, as: Int32.self)
                }
            })
        property.write = { place, data throws(UnitPropertyError) in
            guard place.byteCount % 4 == 0 else { throw UnitPropertyError(kAudioUnitErr_InvalidPropertyValue) }
            let map = (0..<place.byteCount / 4).map {
                NSNumber(value: data.loadUnaligned(fromByteOffset: $0 * 4, as: Int32.self))
            }
            try place.setChannelMap(map.isEmpty ? nil : map)
        }
        return property
    }
}

extension UnitPropertyPlace {
    /// The map of the direction that the element names; nil for none.
    fileprivate var channelMap: [NSNumber]? {
        get throws(UnitPropertyError) {
            guard unit.componentDescription.componentType == kAudioUnitType_Output else {
                throw UnitPropertyError(kAudioUnitErr_InvalidProperty)
            }
            if element == 1, let remote = unit.backing as? RemoteIOBacking { return remote.inputMap }
            return unit.channelMap
        }
    }

    /// The map of the direction that the element names, or the channels in order without one.
    fileprivate var presentChannelMap: [NSNumber] {
        get throws(UnitPropertyError) {
            if let map = try channelMap { return map }
            let count = try bus.format.channelCount
            return (0..<count).map { NSNumber(value: $0) }
        }
    }

    fileprivate func setChannelMap(_ map: [NSNumber]?) throws(UnitPropertyError) {
        _ = try channelMap
        if element == 1, let remote = unit.backing as? RemoteIOBacking {
            remote.inputMap = map
        } else {
            unit.channelMap = map
        }
    }

    fileprivate func requireHardware() throws(UnitPropertyError) {
        if unit.backing?.hardware == nil { throw UnitPropertyError(kAudioUnitErr_InvalidProperty) }
    }
}
