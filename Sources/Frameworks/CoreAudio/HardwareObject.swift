import SordinoEngine
import SordinoPolicy

/// A port of the policy, under a name that differs from Foundation's `Port`.
typealias DevicePort = SordinoPolicy.Port

/// A hardware object, which a program identifies by a number.
enum HardwareObject: Hashable {
    case system
    case device(SoundDevice)
    /// The part of a device that belongs to one port.
    case stream(SoundDevice, isInput: Bool, index: Int)
    /// A program of the device, as an object.
    case process(AppID)
    /// A tap of the program, by its unique name.
    case tap(String)
    /// A level, a switch or a choice of a device.
    case control(SoundDevice, HardwareControl)

    /// Returns the ports in a scope of the object; those of all scopes for the global one.
    func ports(_ scope: AudioObjectPropertyScope) -> [Port] {
        switch self {
        case .system, .process, .tap, .control: return []
        case .stream(let device, let isInput, let index):
            let ports = isInput ? device.inputs + device.taps : device.outputs
            return ports.indices.contains(index) ? [ports[index]] : []
        case .device(let device):
            switch scope {
            case kAudioObjectPropertyScopeInput: return device.inputs + device.taps
            case kAudioObjectPropertyScopeOutput: return device.outputs
            default: return device.outputs + device.inputs + device.taps
            }
        }
    }
}

extension KnownPort {
    /// The transport type of a device with such a port.
    var transport: UInt32 {
        switch self {
        case .builtInMic, .builtInReceiver, .builtInSpeaker, .headphones, .headsetMic, .lineIn, .lineOut:
            kAudioDeviceTransportTypeBuiltIn
        case .usbAudio, .carAudio: kAudioDeviceTransportTypeUSB
        case .bluetoothA2DP, .bluetoothHFP: kAudioDeviceTransportTypeBluetooth
        case .bluetoothLE: kAudioDeviceTransportTypeBluetoothLE
        case .hdmi: kAudioDeviceTransportTypeHDMI
        case .displayPort: kAudioDeviceTransportTypeDisplayPort
        case .airPlay: kAudioDeviceTransportTypeAirPlay
        case .virtual: kAudioDeviceTransportTypeVirtual
        case .pci: kAudioDeviceTransportTypePCI
        case .fireWire: kAudioDeviceTransportTypeFireWire
        case .avb: kAudioDeviceTransportTypeAVB
        case .thunderbolt: kAudioDeviceTransportTypeThunderbolt
        case .continuityMicrophone: kAudioDeviceTransportTypeUnknown
        }
    }

    /// The terminal type of a stream that leads to such a port.
    var terminal: UInt32 {
        switch self {
        case .builtInMic: kAudioStreamTerminalTypeMicrophone
        case .headsetMic: kAudioStreamTerminalTypeHeadsetMicrophone
        case .builtInSpeaker: kAudioStreamTerminalTypeSpeaker
        case .builtInReceiver: kAudioStreamTerminalTypeReceiverSpeaker
        case .headphones, .bluetoothA2DP, .bluetoothHFP, .bluetoothLE: kAudioStreamTerminalTypeHeadphones
        case .lineIn, .lineOut: kAudioStreamTerminalTypeLine
        case .hdmi: kAudioStreamTerminalTypeHDMI
        case .displayPort: kAudioStreamTerminalTypeDisplayPort
        case .continuityMicrophone, .airPlay, .usbAudio, .carAudio, .virtual, .pci, .fireWire, .avb, .thunderbolt:
            kAudioStreamTerminalTypeUnknown
        }
    }
}

extension AudioStreamBasicDescription {
    /// Returns whether two formats lay out a frame in the same way; the rates may differ.
    func hasSameShape(as other: AudioStreamBasicDescription) -> Bool {
        mFormatID == other.mFormatID && mFormatFlags == other.mFormatFlags && mBytesPerFrame == other.mBytesPerFrame
            && mChannelsPerFrame == other.mChannelsPerFrame && mBitsPerChannel == other.mBitsPerChannel
    }
}
