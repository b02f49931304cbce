import AVAudioTypes
import CoreAudioTypes
import Foundation

// Calls of the C functions of a unit; one that the component lacks returns `missing`.
extension PlugIn {
    /// The status of a function that a component does not have.
    static let missing = kAudio_UnimplementedError

    func initialize() -> OSStatus {
        method(kAudioUnitInitializeSelect, as: AudioUnitInitializeProc.self)?(context) ?? Self.missing
    }

    func uninitialize() -> OSStatus {
        method(kAudioUnitUninitializeSelect, as: AudioUnitUninitializeProc.self)?(context) ?? Self.missing
    }

    func reset(_ scope: AudioUnitScope, _ element: AudioUnitElement) -> OSStatus {
        method(kAudioUnitResetSelect, as: AudioUnitResetProc.self)?(context, scope, element) ?? Self.missing
    }

    func start() -> OSStatus {
        method(kAudioOutputUnitStartSelect, as: AudioOutputUnitStartProc.self)?(context) ?? Self.missing
    }

    func stop() -> OSStatus {
        method(kAudioOutputUnitStopSelect, as: AudioOutputUnitStopProc.self)?(context) ?? Self.missing
    }

    // MARK: Properties

    func propertyInfo(
        _ id: AudioUnitPropertyID, _ scope: AudioUnitScope, _ element: AudioUnitElement,
        _ size: UnsafeMutablePointer<UInt32>?, _ isWritable: UnsafeMutablePointer<DarwinBoolean>?
    ) -> OSStatus {
        let method = method(kAudioUnitGetPropertyInfoSelect, as: AudioUnitGetPropertyInfoProc.self)
        guard let method else { return Self.missing }
        var byte: UInt8 = 0
        let status = method(context, id, scope, element, size, &byte)
        if status == noErr { isWritable?.pointee = DarwinBoolean(byte != 0) }
        return status
    }

    func property(
        _ id: AudioUnitPropertyID, _ scope: AudioUnitScope, _ element: AudioUnitElement,
        _ data: UnsafeMutableRawPointer, _ size: UnsafeMutablePointer<UInt32>
    ) -> OSStatus {
        method(kAudioUnitGetPropertySelect, as: AudioUnitGetPropertyProc.self)?(
            context, id, scope, element, data, size) ?? Self.missing
    }

    func setProperty(
        _ id: AudioUnitPropertyID, _ scope: AudioUnitScope, _ element: AudioUnitElement, _ data: UnsafeRawPointer,
        _ size: UInt32
    ) -> OSStatus {
        method(kAudioUnitSetPropertySelect, as: AudioUnitSetPropertyProc.self)?(
            context, id, scope, element, data, size) ?? Self.missing
    }

    /// Reads a property of one value; nil if the unit does not have it.
    func value<Value>(
        _ id: AudioUnitPropertyID, _ scope: AudioUnitScope, _ element: AudioUnitElement = 0, as type: Value.Type
    ) -> Value? {
        let place = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        defer { place.deallocate() }
        UnsafeMutableRawPointer(place).initializeMemory(as: UInt8.self, repeating: 0, count: MemoryLayout<Value>.size)
        var size = UInt32(MemoryLayout<Value>.size)
        guard property(id, scope, element, place, &size) == noErr else { return nil }
        return place.move()
    }

    /// Reads a property of any number of values; nil if the unit does not have it.
    func list<Value: BitwiseCopyable>(
        _ id: AudioUnitPropertyID, _ scope: AudioUnitScope, _ element: AudioUnitElement = 0, as type: Value.Type
    ) -> [Value]? {
        var size: UInt32 = 0
        guard propertyInfo(id, scope, element, &size, nil) == noErr, size < 1 << 24 else { return nil }
        let raw = UnsafeMutableRawPointer.allocate(byteCount: max(Int(size), 1), alignment: 16)
        defer { raw.deallocate() }
        guard property(id, scope, element, raw, &size) == noErr else { return nil }
        return (0..<Int(size) / MemoryLayout<Value>.stride).map {
            raw.load(fromByteOffset: $0 * MemoryLayout<Value>.stride, as: Value.self)
        }
    }

    /// Sets a property of one value.
    func set<Value>(
        _ id: AudioUnitPropertyID, _ scope: AudioUnitScope, _ element: AudioUnitElement, _ value: inout Value
    ) -> OSStatus {
        withUnsafeBytes(of: &value) { bytes in
            guard let base = bytes.baseAddress else { return kAudio_ParamError }
            return setProperty(id, scope, element, base, UInt32(bytes.count))
        }
    }

    /// Returns the format of a bus; nil if there is no such bus or its format is not linear PCM.
    func format(_ scope: AudioUnitScope, _ element: AudioUnitElement) -> AVAudioFormat? {
        guard let found = value(kAudioUnitProperty_StreamFormat, scope, element, as: AudioStreamBasicDescription.self)
        else { return nil }
        return AVAudioFormat.ofUnit(found)
    }

    // MARK: Parameters

    /// Returns the value of a parameter by its address; nil if the unit does not have it.
    func parameter(_ address: AUParameterAddress) -> AUValue? {
        var value: AUValue = 0
        let status = getParameter(
            UInt32(truncatingIfNeeded: address), UInt32(truncatingIfNeeded: address >> 32 & 0xFF),
            UInt32(truncatingIfNeeded: address >> 40), &value)
        return status == noErr ? value : nil
    }

    func getParameter(
        _ id: AudioUnitParameterID, _ scope: AudioUnitScope, _ element: AudioUnitElement,
        _ value: UnsafeMutablePointer<AudioUnitParameterValue>
    ) -> OSStatus {
        method(kAudioUnitGetParameterSelect, as: AudioUnitGetParameterProc.self)?(context, id, scope, element, value)
            ?? Self.missing
    }

    func setParameter(_ address: AUParameterAddress, _ value: AUValue) -> OSStatus {
        setParameter(
            UInt32(truncatingIfNeeded: address), UInt32(truncatingIfNeeded: address >> 32 & 0xFF),
            UInt32(truncatingIfNeeded: address >> 40), value, 0)
    }

    func setParameter(
        _ id: AudioUnitParameterID, _ scope: AudioUnitScope, _ element: AudioUnitElement,
        _ value: AudioUnitParameterValue, _ frame: UInt32
    ) -> OSStatus {
        method(kAudioUnitSetParameterSelect, as: AudioUnitSetParameterProc.self)?(
            context, id, scope, element, value, frame) ?? Self.missing
    }

    func scheduleParameters(_ events: UnsafePointer<AudioUnitParameterEvent>, _ count: UInt32) -> OSStatus {
        method(kAudioUnitScheduleParametersSelect, as: AudioUnitScheduleParametersProc.self)?(context, events, count)
            ?? Self.missing
    }

    // MARK: Listeners

    func addListener(
        _ id: AudioUnitPropertyID, _ proc: @escaping AudioUnitPropertyListenerProc, _ data: UnsafeMutableRawPointer
    ) -> OSStatus {
        method(kAudioUnitAddPropertyListenerSelect, as: AudioUnitAddPropertyListenerProc.self)?(
            context, id, proc, data) ?? Self.missing
    }

    func removeListener(
        _ id: AudioUnitPropertyID, _ proc: @escaping AudioUnitPropertyListenerProc, _ data: UnsafeMutableRawPointer?
    ) -> OSStatus {
        if let method = method(
            kAudioUnitRemovePropertyListenerWithUserDataSelect,
            as: AudioUnitRemovePropertyListenerWithUserDataProc.self)
        {
            return method(context, id, proc, data)
        }
        return method(kAudioUnitRemovePropertyListenerSelect, as: AudioUnitRemovePropertyListenerProc.self)?(
            context, id, proc) ?? Self.missing
    }
}

extension UnitPropertyPlace {
    /// The component that implements a property; nil for properties that are kept here for every unit: the inputs and
    /// the last error.
    func plugIn(_ id: AudioUnitPropertyID) -> PlugIn? {
        guard let backing = instance.plugInBacking else { return nil }
        let ofTheHouse = [
            kAudioUnitProperty_SetRenderCallback, kAudioUnitProperty_MakeConnection,
            kAudioUnitProperty_LastRenderError,
        ]
        return ofTheHouse.contains(id) ? nil : backing.plugIn
    }

    /// Updates this object after a property of the component has changed.
    func follow(_ id: AudioUnitPropertyID) {
        guard let backing = instance.plugInBacking else { return }
        switch id {
        case kAudioUnitProperty_StreamFormat, kAudioUnitProperty_SampleRate: backing.showFormats()
        case kAudioUnitProperty_ElementCount: backing.countBusses()
        case kAudioUnitProperty_MaximumFramesPerSlice:
            let frames = backing.plugIn.value(id, kAudioUnitScope_Global, as: UInt32.self)
            if let frames { unit.maximumFramesToRender = frames }
        default: break
        }
    }
}
