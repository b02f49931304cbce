import AVAudioTypes
import AudioToolbox
import Foundation
import SordinoEngine

/// Properties computed from a value of the caller: decibels and linear volumes, names of sources, devices by name.
enum HardwareConversion {
    case toDecibels
    case toScalar
    case sourceName
    case sourceKind
    case deviceForName

    init?(_ selector: AudioObjectPropertySelector) {
        switch selector {
        case kAudioDevicePropertyVolumeScalarToDecibels, kAudioLevelControlPropertyConvertScalarToDecibels:
            self = .toDecibels
        case kAudioDevicePropertyVolumeDecibelsToScalar, kAudioLevelControlPropertyConvertDecibelsToScalar:
            self = .toScalar
        case kAudioDevicePropertyDataSourceNameForIDCFString: self = .sourceName
        case kAudioDevicePropertyDataSourceKindForID: self = .sourceKind
        case kAudioHardwarePropertyDeviceForUID: self = .deviceForName
        default: return nil
        }
    }

    /// Bytes of the value.
    var byteCount: UInt32 {
        switch self {
        case .toDecibels, .toScalar: 4
        case .sourceName, .sourceKind, .deviceForName: UInt32(MemoryLayout<AudioValueTranslation>.size)
        }
    }

    /// Returns whether an object works it out.
    static func isThere(_ hardware: Hardware, _ object: HardwareObject, _ address: AudioObjectPropertyAddress) -> Bool {
        guard let conversion = HardwareConversion(address.mSelector) else { return false }
        let isInput = address.mScope == kAudioObjectPropertyScopeInput
        switch (conversion, object) {
        case (.deviceForName, .system): return true
        case (.toDecibels, .device(let device)), (.toScalar, .device(let device)):
            return HardwareProperties(hardware).volume(device, isInput: isInput) != nil
        case (.toDecibels, .control(let device, let control)), (.toScalar, .control(let device, let control)):
            guard let meant = control.address(of: address.mSelector) else { return false }
            return isThere(hardware, .device(device), meant)
        case (.sourceName, .device(let device)), (.sourceKind, .device(let device)):
            return isInput && device.inputs.contains { !$0.dataSources.isEmpty }
        default: return false
        }
    }

    /// Works the value out, in its place.
    func convert(
        _ hardware: Hardware, _ object: HardwareObject, _ address: AudioObjectPropertyAddress,
        _ size: UnsafeMutablePointer<UInt32>, _ data: UnsafeMutableRawPointer
    ) -> OSStatus {
        guard Self.isThere(hardware, object, address) else { return kAudioHardwareUnknownPropertyError }
        guard size.pointee >= byteCount else { return kAudioHardwareBadPropertySizeError }
        size.pointee = byteCount
        switch self {
        case .toDecibels, .toScalar:
            let value = data.loadUnaligned(as: Float.self)
            guard value.isFinite else { return kAudioHardwareIllegalOperationError }
            data.storeBytes(
                of: self == .toDecibels ? HardwareProperties.decibels(value) : HardwareProperties.scalar(value),
                as: Float.self)
            return noErr
        case .sourceName:
            let translation = data.loadUnaligned(as: AudioValueTranslation.self)
            guard case .device(let device) = object, translation.mInputDataSize >= 4,
                translation.mOutputDataSize >= UInt32(MemoryLayout<UnsafeRawPointer>.size),
                let name = HardwareProperties(hardware).sourceName(
                    device, translation.mInputData.loadUnaligned(as: UInt32.self))
            else { return kAudioHardwareIllegalOperationError }
            translation.mOutputData.storeBytes(
                of: Unmanaged.passRetained(name as NSString).toOpaque(), as: UnsafeMutableRawPointer.self)
            return noErr
        case .sourceKind:
            let translation = data.loadUnaligned(as: AudioValueTranslation.self)
            guard case .device(let device) = object, translation.mInputDataSize >= 4,
                translation.mOutputDataSize >= 4,
                HardwareProperties(hardware).sourceName(device, translation.mInputData.loadUnaligned(as: UInt32.self))
                    != nil
            else { return kAudioHardwareIllegalOperationError }
            translation.mOutputData.storeBytes(of: kAudioStreamTerminalTypeMicrophone, as: UInt32.self)
            return noErr
        case .deviceForName:
            let translation = data.loadUnaligned(as: AudioValueTranslation.self)
            guard translation.mInputDataSize >= UInt32(MemoryLayout<UnsafeRawPointer>.size),
                translation.mOutputDataSize >= 4
            else { return kAudioHardwareBadPropertySizeError }
            let pointer = translation.mInputData.loadUnaligned(as: UnsafeRawPointer?.self)
            let uid = ClientObject.text(pointer)
            let device = hardware.numbers.devices.first { $0.uid == uid }
            translation.mOutputData.storeBytes(
                of: device.map { hardware.number(of: $0) } ?? kAudioObjectUnknown, as: AudioObjectID.self)
            return noErr
        }
    }
}
