import AVAudioTypes
import AudioToolbox
import Foundation
import SordinoEngine

// Controls, the first stream behind a device, and properties by the names that they had first.
extension HardwareProperties {
    /// Answers for parts that no hardware here has: lists without members, and nothing found.
    func systemWithoutParts(_ selector: AudioObjectPropertySelector) -> PropertyValue? {
        if let setting = hardware.setting(selector) { return .value(setting) }
        switch selector {
        case kAudioHardwarePropertyTransportManagerList:
            return .array([AudioObjectID]())
        case kAudioHardwarePropertyTranslateBundleIDToPlugIn, kAudioHardwarePropertyTranslateUIDToBox,
            kAudioHardwarePropertyTranslateBundleIDToTransportManager, kAudioHardwarePropertyTranslateUIDToClockDevice:
            return .value(kAudioObjectUnknown)
        default: return nil
        }
    }

    // MARK: Controls

    /// The numbers of a device's controls in a scope; of both directions for the global one.
    func controls(of device: SoundDevice, _ scope: AudioObjectPropertyScope) -> [AudioObjectID] {
        HardwareControl.allCases
            .filter { $0.scope == scope || scope == kAudioObjectPropertyScopeGlobal }
            .filter { value(.device(device), $0.principal) != nil }
            .map { hardware.number(of: $0, of: device) }
    }

    func control(
        _ device: SoundDevice, _ control: HardwareControl, _ selector: AudioObjectPropertySelector,
        _ qualifier: UnsafeRawBufferPointer?
    ) -> PropertyValue? {
        switch selector {
        case kAudioObjectPropertyBaseClass: return .value(control.baseClassID)
        case kAudioObjectPropertyClass: return .value(control.classID)
        case kAudioObjectPropertyOwner: return .value(hardware.number(of: device))
        case kAudioObjectPropertyOwnedObjects: return .array([AudioObjectID]())
        case kAudioControlPropertyScope: return .value(control.scope)
        case kAudioControlPropertyElement: return .value(UInt32(kAudioObjectPropertyElementMain))
        case kAudioSelectorControlPropertyItemName:
            guard control == .inputSource, let qualifier, qualifier.count >= 4 else { return nil }
            return sourceName(device, qualifier.loadUnaligned(as: UInt32.self)).map { text($0) }
        default: return control.address(of: selector).flatMap { value(.device(device), $0) }
        }
    }

    // MARK: Devices

    /// Properties of streams that a device answers for its first one in a direction.
    func ofStream(_ object: HardwareObject, _ address: AudioObjectPropertyAddress) -> PropertyValue? {
        switch address.mSelector {
        case kAudioStreamPropertyVirtualFormat, kAudioStreamPropertyPhysicalFormat,
            kAudioStreamPropertyAvailableVirtualFormats, kAudioStreamPropertyAvailablePhysicalFormats,
            kAudioStreamPropertyTerminalType, kAudioStreamPropertyStartingChannel, kAudioStreamPropertyPhysicalFormats:
            break
        default: return nil
        }
        guard case .device(let device) = object, let port = object.ports(address.mScope).first else { return nil }
        if address.mSelector == kAudioStreamPropertyPhysicalFormats { return .array([format(port)]) }
        let isInput = !device.outputs.contains { $0.uid == port.uid }
        return stream(
            device, isInput, .stream(device, isInput: isInput, index: 0), address.mSelector)
    }

    /// Whether something is plugged in; nil for devices without a socket.
    func jack(_ ports: [DevicePort]) -> PropertyValue? {
        let hasSocket = ports.contains { port in
            switch port.kind {
            case .headphones, .headsetMic, .lineIn, .lineOut: true
            default: false
            }
        }
        return hasSocket ? flag(true) : nil
    }

    /// Bytes of a frame of all channels.
    static func frameBytes(_ ports: [DevicePort]) -> UInt32 {
        UInt32(max(1, ports.reduce(0) { $0 + $1.channels.count })) * 4
    }

    /// Properties of a device in the shapes that they had first: bytes instead of frames, and texts that end with 0.
    func byFirstName(_ device: SoundDevice, _ address: AudioObjectPropertyAddress) -> PropertyValue? {
        let ports = HardwareObject.device(device).ports(address.mScope)
        let bytes = Self.frameBytes(ports)
        func letters(_ text: String) -> PropertyValue { .items(Array(text.utf8) + [0], itemByteCount: 1) }
        switch address.mSelector {
        case kAudioDevicePropertyDeviceName: return letters(device.name)
        case kAudioDevicePropertyDeviceManufacturer: return letters("")
        case kAudioDevicePropertyChannelName:
            let channels = ports.flatMap(\.channels)
            guard address.mElement >= 1, Int(address.mElement) <= channels.count else { return nil }
            return letters(channels[Int(address.mElement) - 1].name)
        case kAudioDevicePropertyBufferSize: return number(client.device.timing.blockFrames * Int(bytes))
        case kAudioDevicePropertyBufferSizeRange:
            return .value(AudioValueRange(mMinimum: Double(64 * bytes), mMaximum: Double(4096 * bytes)))
        case kAudioDevicePropertySupportsMixing: return flag(true)
        default: return nil
        }
    }

    /// The parts of an aggregate device; nil for others.
    func composition(of device: SoundDevice, _ selector: AudioObjectPropertySelector) -> PropertyValue? {
        guard hardware.numbers.isAggregate(device.uid) else { return nil }
        var seen = Set<String>()
        let uids = SoundDevice.devices(of: device.outputs + device.inputs).map(\.uid)
            .filter { seen.insert($0).inserted }
        switch selector {
        case kAudioAggregateDevicePropertyMainSubDevice: return uids.first.map { text($0) }
        case kAudioAggregateDevicePropertyTapList:
            return .object(hardware.numbers.taps(ofAggregate: device.uid) as NSArray)
        case kAudioAggregateDevicePropertySubTapList:
            return .array(device.taps.map { hardware.number(ofTap: $0.uid) })
        default:
            let composition: [String: Any] = [
                kAudioAggregateDeviceUIDKey: device.uid, kAudioAggregateDeviceNameKey: device.name,
                kAudioAggregateDeviceSubDeviceListKey: uids.map { [kAudioSubDeviceUIDKey: $0] },
                kAudioAggregateDeviceMainSubDeviceKey: uids.first ?? "", kAudioAggregateDeviceIsPrivateKey: 1,
                kAudioAggregateDeviceTapListKey: hardware.numbers.taps(ofAggregate: device.uid).map {
                    [kAudioSubTapUIDKey: $0]
                },
            ]
            return .object(composition as NSDictionary)
        }
    }
}
