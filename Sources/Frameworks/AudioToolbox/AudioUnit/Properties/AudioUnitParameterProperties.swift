import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoGraph

// Properties for parameters, names and hosts.

extension UnitProperty {
    /// Makes a property whose value holds a question on input and the answer on output.
    private static func question<Value>(
        _ type: Value.Type, _ answer: @escaping (UnitPropertyPlace, inout Value) throws(UnitPropertyError) -> Void
    ) -> UnitProperty {
        var property = UnitProperty { _ throws(UnitPropertyError) in MemoryLayout<Value>.size }
        property.read = { place, data throws(UnitPropertyError) in
            try answer(place, &data.assumingMemoryBound(to: Value.self).pointee)
        }
        return property
    }

    static var parameters: [AudioUnitPropertyID: UnitProperty] {
        [
            kAudioUnitProperty_ParameterInfo: value(
                AudioUnitParameterInfo.self,
                read: { place throws(UnitPropertyError) in
                    let parameter = try place.parameter(AudioUnitParameterID(place.element), element: nil)
                    var info = AudioUnitParameterInfo(parameter)
                    if let clump = place.clumps.firstIndex(where: { $0.allParameters.contains(parameter) }) {
                        info.clumpID = UInt32(clump) + 1
                        info.flags.insert(.flag_HasClump)
                    }
                    return info
                }),
            kAudioUnitProperty_ParameterValueStrings: value(
                Unmanaged<NSArray>?.self,
                read: { place throws(UnitPropertyError) in
                    let parameter = try place.parameter(AudioUnitParameterID(place.element), element: nil)
                    guard let strings = parameter.valueStrings else {
                        throw UnitPropertyError(kAudioUnitErr_InvalidProperty)
                    }
                    return .passRetained(NSArray(array: strings.map { $0 as NSString }))
                }),
            kAudioUnitProperty_ParameterStringFromValue: question(AudioUnitParameterStringFromValue.self) {
                place, question throws(UnitPropertyError) in
                let parameter = try place.parameter(question.inParamID, element: place.element)
                question.outString = .passRetained(parameter.string(fromValue: question.inValue) as NSString)
            },
            kAudioUnitProperty_ParameterValueFromString: question(AudioUnitParameterValueFromString.self) {
                place, question throws(UnitPropertyError) in
                let parameter = try place.parameter(question.inParamID, element: place.element)
                guard let text = ClientObject.text(question.inString.toOpaque()) else {
                    throw UnitPropertyError(kAudioUnitErr_InvalidPropertyValue)
                }
                question.outValue = parameter.value(from: text)
            },
            kAudioUnitProperty_ParameterIDName: question(AudioUnitParameterNameInfo.self) {
                place, question throws(UnitPropertyError) in
                let parameter = try place.parameter(question.inID, element: nil)
                let length = Int(question.inDesiredLength)
                let name = length < 0 ? parameter.displayName : parameter.displayName(withLength: length)
                question.outName = .passRetained(name as NSString)
            },
            kAudioUnitProperty_ParametersForOverview: list { place throws(UnitPropertyError) in
                place.unit.parametersForOverview(withCount: 8).map {
                    AudioUnitParameterID(truncatingIfNeeded: $0.uint64Value)
                }
            },
        ]
    }

    /// Makes a property of a text that may be nil.
    private static func string(
        _ read: @escaping (UnitPropertyPlace) throws(UnitPropertyError) -> String?,
        _ write: @escaping (UnitPropertyPlace, String?) throws(UnitPropertyError) -> Void
    ) -> UnitProperty {
        value(
            Unmanaged<NSString>?.self,
            read: { place throws(UnitPropertyError) in try read(place).map { .passRetained($0 as NSString) } },
            write: { place, text throws(UnitPropertyError) in
                let pointer = text?.toOpaque()
                let name = ClientObject.text(pointer)
                guard pointer == nil || name != nil else { throw UnitPropertyError(kAudioUnitErr_InvalidPropertyValue) }
                try write(place, name)
            })
    }

    static var names: [AudioUnitPropertyID: UnitProperty] {
        [
            kAudioUnitProperty_ContextName: string(
                { place throws(UnitPropertyError) in place.unit.contextName },
                { place, name throws(UnitPropertyError) in place.unit.contextName = name }),
            kAudioUnitProperty_MeteringMode: value(
                UInt32.self,
                read: { place throws(UnitPropertyError) in
                    let switches = try place.meterSwitches
                    let isOn =
                        place.scope == kAudioUnitScope_Input
                        ? switches[input: place.element] : switches.isOutputMeasured
                    return isOn ? 1 : 0
                },
                write: { place, value throws(UnitPropertyError) in
                    let switches = try place.meterSwitches
                    if place.scope == kAudioUnitScope_Input {
                        switches[input: place.element] = value != 0
                    } else {
                        switches.isOutputMeasured = value != 0
                    }
                }),
            kAudioUnitProperty_ElementName: string(
                { place throws(UnitPropertyError) in try place.bus.name },
                { place, name throws(UnitPropertyError) in try place.bus.name = name }),
            kAudioUnitProperty_PresentationLatency: value(
                Float64.self,
                read: { place throws(UnitPropertyError) in try place.bus.contextPresentationLatency },
                write: { place, seconds throws(UnitPropertyError) in
                    try place.bus.contextPresentationLatency = seconds
                }),
            kAudioUnitProperty_ClassInfoFromDocument: value(
                Unmanaged<NSDictionary>?.self,
                read: { place throws(UnitPropertyError) in
                    (place.unit.fullStateForDocument as NSDictionary?).map { .passRetained($0) }
                },
                write: { place, state throws(UnitPropertyError) in
                    guard let state = ClientObject.dictionary(state?.toOpaque()) else {
                        throw UnitPropertyError(kAudioUnitErr_InvalidPropertyValue)
                    }
                    place.unit.fullStateForDocument = state
                }),
            kAudioUnitProperty_ShouldAllocateBuffer: value(
                UInt32.self,
                read: { place throws(UnitPropertyError) in try place.bus.shouldAllocateBuffer ? 1 : 0 },
                write: { place, value throws(UnitPropertyError) in
                    guard !place.unit.renderResourcesAllocated else {
                        throw UnitPropertyError(kAudioUnitErr_Initialized)
                    }
                    try place.bus.shouldAllocateBuffer = value != 0
                }),
            kAudioUnitProperty_SupportsMPE: value(
                UInt32.self, read: { place throws(UnitPropertyError) in place.unit.supportsMPE ? 1 : 0 }),
            kAudioUnitProperty_LastRenderSampleTime: value(
                Float64.self, read: { place throws(UnitPropertyError) in place.unit.renderer.lastSampleTime }),
            kAudioUnitProperty_LoadedOutOfProcess: value(UInt32.self, read: { _ throws(UnitPropertyError) in 0 }),
            kAudioUnitProperty_AudioUnitMIDIProtocol: value(
                Int32.self,
                read: { place throws(UnitPropertyError) in Int32(place.unit.audioUnitMIDIProtocol.rawValue) }),
            kAudioUnitProperty_HostMIDIProtocol: value(
                Int32.self,
                read: { place throws(UnitPropertyError) in Int32(place.unit.hostMIDIProtocol.rawValue) },
                write: { place, value throws(UnitPropertyError) in
                    guard let chosen = MIDIProtocolID(rawValue: value) else {
                        throw UnitPropertyError(kAudioUnitErr_InvalidPropertyValue)
                    }
                    place.unit.hostMIDIProtocol = chosen
                }),
            kAudioUnitProperty_MIDIOutputBufferSizeHint: value(
                UInt32.self,
                read: { place throws(UnitPropertyError) in UInt32(clamping: place.unit.midiOutputBufferSizeHint) },
                write: { place, value throws(UnitPropertyError) in
                    place.unit.midiOutputBufferSizeHint = Int(value)
                }),
        ]
    }
}

extension UnitPropertyPlace {
    /// The switches of the meters; throws for a unit without meters and for a bus that does not exist.
    var meterSwitches: MeterSwitches {
        get throws(UnitPropertyError) {
            guard let switches = (unit.backing as? ProcessorBacking)?.unit.meterSwitches else {
                throw UnitPropertyError(kAudioUnitErr_InvalidProperty)
            }
            _ = try bus
            return switches
        }
    }

    /// Returns a parameter by its number.
    ///
    /// - Parameter element: The element; nil for the first element that has the parameter.
    func parameter(_ id: AudioUnitParameterID, element: Int?) throws(UnitPropertyError) -> AUParameter {
        let tree = unit.parameterTree
        var found = tree?.parameter(withID: id, scope: scope, element: AudioUnitElement(element ?? 0))
        if found == nil, element == nil {
            found = tree?.allParameters.first {
                AudioUnitParameterID(truncatingIfNeeded: $0.address) == id
                    && AudioUnitScope($0.address >> 32 & 0xFF) == scope
            }
        }
        guard let found else { throw UnitPropertyError(kAudioUnitErr_InvalidParameter) }
        return found
    }
}
