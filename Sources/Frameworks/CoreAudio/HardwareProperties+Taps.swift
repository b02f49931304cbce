import AVAudioTypes
import AudioToolbox
import Foundation
import SordinoEngine
import SordinoPolicy

// Taps, and the programs as objects.
extension HardwareProperties {
    func tap(_ uid: String, _ selector: AudioObjectPropertySelector) -> PropertyValue? {
        guard let traits = hardware.taps.traits(uid), let port = hardware.taps.port(uid) else { return nil }
        switch selector {
        case kAudioObjectPropertyBaseClass: return .value(kAudioObjectClassID)
        case kAudioObjectPropertyClass: return .value(kAudioTapClassID)
        case kAudioObjectPropertyOwner: return .value(kAudioObjectSystemObject)
        case kAudioObjectPropertyName: return text(traits.name)
        case kAudioObjectPropertyOwnedObjects: return .array([AudioObjectID]())
        case kAudioTapPropertyUID: return text(uid)
        case kAudioTapPropertyDescription: return .object(CATapDescription(traits))
        case kAudioTapPropertyFormat: return .value(format(port))
        default: return nil
        }
    }

    /// The programs of the device, as objects.
    func systemWithPrograms(
        _ selector: AudioObjectPropertySelector, _ qualifier: UnsafeRawBufferPointer?
    ) -> PropertyValue? {
        switch selector {
        case kAudioHardwarePropertyTapList: return .array(hardware.taps.uids.map { hardware.number(ofTap: $0) })
        case kAudioHardwarePropertyTranslateUIDToTap:
            guard let uid = qualifier.flatMap({ Self.text($0) }), hardware.taps.traits(uid) != nil else {
                return .value(kAudioObjectUnknown)
            }
            return .value(hardware.number(ofTap: uid))
        case kAudioHardwarePropertyProcessObjectList:
            return .array(hardware.programs.map { hardware.number(of: $0.app) })
        case kAudioHardwarePropertyTranslatePIDToProcessObject:
            guard let qualifier, qualifier.count >= 4 else { return .value(kAudioObjectUnknown) }
            let process = qualifier.loadUnaligned(as: Int32.self)
            if process == getpid() { return .value(hardware.number(of: client.id)) }
            let found = process > 0 ? hardware.programs.first { $0.process == Int(process) } : nil
            return .value(found.map { hardware.number(of: $0.app) } ?? kAudioObjectUnknown)
        default: return nil
        }
    }

    func process(_ app: AppID, _ selector: AudioObjectPropertySelector) -> PropertyValue? {
        let isOwn = app == client.id
        let running = isOwn ? hardware.running : []
        let listed = hardware.program(app)
        if !isOwn, listed == nil { return nil }
        let plays = listed?.isPlaying == true || running.contains { !$0.device.outputs.isEmpty }
        let records = listed?.isRecording == true || running.contains { !$0.device.inputs.isEmpty }
        switch selector {
        case kAudioObjectPropertyBaseClass: return .value(kAudioObjectClassID)
        case kAudioObjectPropertyClass: return .value(kAudioProcessClassID)
        case kAudioObjectPropertyOwner: return .value(kAudioObjectSystemObject)
        case kAudioObjectPropertyName: return text(listed?.name ?? client.declaration.name)
        case kAudioObjectPropertyOwnedObjects: return .array([AudioObjectID]())
        case kAudioProcessPropertyPID:
            // Programs of a simulated device are parts of one process, and the service gives them no number.
            let process = listed?.process ?? 0
            return .value(isOwn || process == 0 ? getpid() : Int32(clamping: process))
        case kAudioProcessPropertyBundleID: return text(listed?.bundleID ?? client.declaration.bundleID)
        case kAudioProcessPropertyIsRunning: return flag(plays || records || !running.isEmpty)
        case kAudioProcessPropertyIsRunningInput: return flag(records)
        case kAudioProcessPropertyIsRunningOutput: return flag(plays)
        case kAudioProcessPropertyDevices:
            if isOwn, !running.isEmpty { return .array(running.map(\.id)) }
            let ports = [plays ? client.device.defaultOutputUID : nil, records ? client.device.defaultInputUID : nil]
            return .array(ports.compactMap { $0 }.map { hardware.device(ofPort: $0) })
        default: return nil
        }
    }

    /// Sets the list of taps of an aggregate device.
    ///
    /// - Parameter bytes: A pointer to a list of unique names.
    static func setTaps(_ hardware: Hardware, of device: SoundDevice, _ bytes: UnsafeRawBufferPointer) -> OSStatus {
        guard let uids = object(bytes, as: NSArray.self)?.compactMap({ $0 as? String }) else {
            return kAudioHardwareBadPropertySizeError
        }
        guard uids.count <= DeviceNumbers.mostTaps,
            uids.allSatisfy({ $0.utf8.count <= ProgramTaps.mostNameBytes }),
            hardware.numbers.setTaps(uids, ofAggregate: device.uid)
        else { return kAudioHardwareIllegalOperationError }
        return hardware.io(hardware.number(of: device))?.restart() ?? noErr
    }

    /// Sets the description of a tap.
    static func setTap(_ hardware: Hardware, _ uid: String, _ bytes: UnsafeRawBufferPointer) -> OSStatus {
        guard let description = object(bytes, as: CATapDescription.self) else {
            return kAudioHardwareBadPropertySizeError
        }
        return hardware.taps.change(uid, description.traits, hardware)
    }

    /// The object that a pointer of the program points at.
    private static func object<Object: AnyObject>(_ bytes: UnsafeRawBufferPointer, as type: Object.Type) -> Object? {
        guard bytes.count >= MemoryLayout<UnsafeRawPointer>.size else { return nil }
        return bytes.baseAddress?.object(as: type)
    }
}
