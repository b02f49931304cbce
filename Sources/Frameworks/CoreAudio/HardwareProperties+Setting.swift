import Glibc
import SordinoEngine
import SordinoPolicy
import SordinoSession

/// The properties that a program may set: each one is a preference of its audio session.
extension HardwareProperties {
    /// Returns whether a property can be set.
    static func isSettable(_ hardware: Hardware, _ object: HardwareObject, _ address: AudioObjectPropertyAddress)
        -> Bool
    {
        switch object {
        case .system:
            return address.mSelector == kAudioHardwarePropertyProcessInputMute
                || hardware.setting(address.mSelector) != nil
        case .process: return false
        case .tap: return address.mSelector == kAudioTapPropertyDescription
        case .control(let device, let control):
            guard let meant = control.address(of: address.mSelector) else { return false }
            return isSettable(hardware, .device(device), meant)
        case .stream:
            return [kAudioStreamPropertyVirtualFormat, kAudioStreamPropertyPhysicalFormat].contains(address.mSelector)
        case .device(let device):
            let isInput = address.mScope == kAudioObjectPropertyScopeInput
            switch address.mSelector {
            case kAudioDevicePropertyNominalSampleRate, kAudioDevicePropertyBufferFrameSize,
                kAudioDevicePropertyBufferSize, kAudioDevicePropertyHogMode:
                return true
            case kAudioStreamPropertyVirtualFormat, kAudioStreamPropertyPhysicalFormat:
                return !object.ports(address.mScope).isEmpty
            case kAudioDevicePropertyVolumeScalar, kAudioDevicePropertyVolumeDecibels,
                kAudioHardwareServiceDeviceProperty_VirtualMainVolume:
                // The output volume belongs to the user, so programs cannot set it.
                return isInput && HardwareProperties(hardware).volume(device, isInput: true) != nil
            case kAudioDevicePropertyMute: return !(isInput ? device.inputs : device.outputs).isEmpty
            case kAudioAggregateDevicePropertyTapList: return hardware.numbers.isAggregate(device.uid)
            case kAudioDevicePropertyDataSource:
                return isInput && device.inputs.contains { !$0.dataSources.isEmpty }
            default: return false
            }
        }
    }

    /// Sets a property that can be set.
    static func set(
        _ hardware: Hardware, _ object: HardwareObject, _ address: AudioObjectPropertyAddress,
        _ bytes: UnsafeRawBufferPointer
    ) -> OSStatus {
        func value<Value: BitwiseCopyable>(_: Value.Type) -> Value? {
            bytes.count >= MemoryLayout<Value>.size ? bytes.loadUnaligned(as: Value.self) : nil
        }
        let bad = kAudioHardwareBadPropertySizeError
        switch object {
        case .process: return kAudioHardwareUnsupportedOperationError
        case .tap(let uid): return setTap(hardware, uid, bytes)
        case .system:
            guard let number = value(UInt32.self) else { return bad }
            guard hardware.setting(address.mSelector) == nil else {
                hardware.set(address.mSelector, number)
                return noErr
            }
            return ask(hardware, .inputMuted(number != 0))
        case .control(let device, let control):
            guard let meant = control.address(of: address.mSelector) else {
                return kAudioHardwareUnsupportedOperationError
            }
            return set(hardware, .device(device), meant, bytes)
        case .stream(let device, _, _):
            guard let format = value(AudioStreamBasicDescription.self) else { return bad }
            return set(hardware, format, of: device, object.ports(kAudioObjectPropertyScopeGlobal).first)
        case .device(let device):
            switch address.mSelector {
            case kAudioStreamPropertyVirtualFormat, kAudioStreamPropertyPhysicalFormat:
                guard let format = value(AudioStreamBasicDescription.self) else { return bad }
                return set(hardware, format, of: device, object.ports(address.mScope).first)
            case kAudioDevicePropertyBufferSize:
                guard let bytes = value(UInt32.self) else { return bad }
                let frames = bytes / HardwareProperties.frameBytes(object.ports(address.mScope))
                var frameCount = frames
                let meant = AudioObjectPropertyAddress(
                    mSelector: kAudioDevicePropertyBufferFrameSize, mScope: address.mScope, mElement: address.mElement)
                return withUnsafeBytes(of: &frameCount) { set(hardware, object, meant, $0) }
            case kAudioDevicePropertyNominalSampleRate:
                guard let rate = value(Double.self) else { return bad }
                guard rates(device).contains(rate) else { return kAudioDeviceUnsupportedFormatError }
                return ask(hardware, .sampleRate(rate))
            case kAudioDevicePropertyBufferFrameSize:
                guard let frames = value(UInt32.self) else { return bad }
                guard frames >= 1, frames <= 4096 else { return kAudioHardwareIllegalOperationError }
                return ask(
                    hardware, .ioBufferDuration(Double(frames) / hardware.client.device.timing.sampleRate))
            case kAudioAggregateDevicePropertyTapList: return setTaps(hardware, of: device, bytes)
            case kAudioDevicePropertyHogMode:
                guard let pid = value(Int32.self) else { return bad }
                hardware.setHog(device, pid == getpid())
                return noErr
            case kAudioDevicePropertyMute:
                guard let mutes = value(UInt32.self) else { return bad }
                let isInput = address.mScope == kAudioObjectPropertyScopeInput
                return ask(hardware, isInput ? .inputMuted(mutes != 0) : .outputMuted(mutes != 0))
            case kAudioDevicePropertyDataSource:
                guard let id = value(UInt32.self) else { return bad }
                guard
                    let port = device.inputs.first(where: { port in
                        port.dataSources.contains { UInt32(truncatingIfNeeded: $0.id) == id }
                    })
                else { return kAudioHardwareIllegalOperationError }
                return ask(hardware, .dataSource(portUID: port.uid, id: Int(id)))
            default:
                guard let number = value(Float.self) else { return bad }
                guard number.isFinite else { return kAudioHardwareIllegalOperationError }
                let isDecibels = address.mSelector == kAudioDevicePropertyVolumeDecibels
                return ask(hardware, .inputGain(min(max(isDecibels ? scalar(number) : number, 0), 1)))
            }
        }
    }

    /// Sets the format of a stream, of which only the rate can change.
    private static func set(
        _ hardware: Hardware, _ format: AudioStreamBasicDescription, of device: SoundDevice, _ port: DevicePort?
    ) -> OSStatus {
        guard let port else { return kAudioHardwareBadStreamError }
        var own = HardwareProperties(hardware).format(port)
        own.mSampleRate = format.mSampleRate
        guard own.hasSameShape(as: format), rates(device).contains(format.mSampleRate) else {
            return kAudioDeviceUnsupportedFormatError
        }
        return ask(hardware, .sampleRate(format.mSampleRate))
    }

    private static func ask(_ hardware: Hardware, _ preference: Preference) -> OSStatus {
        do throws(SessionError) {
            try hardware.client.ask(.prefer(preference))
            return noErr
        } catch {
            return kAudioHardwareIllegalOperationError
        }
    }
}
