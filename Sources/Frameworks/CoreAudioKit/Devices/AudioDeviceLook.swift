import CoreAudio
import Foundation

/// The facts that controllers show of a device of CoreAudio.
struct AudioDeviceLook {
    let id: AudioObjectID

    /// The devices with a transport.
    static func devices(transport: UInt32) -> [AudioDeviceLook] {
        let system = AudioDeviceLook(id: AudioObjectID(kAudioObjectSystemObject))
        let ids = system.bytes(kAudioHardwarePropertyDevices).withUnsafeBytes {
            Array($0.bindMemory(to: AudioObjectID.self))
        }
        return ids.map(AudioDeviceLook.init).filter {
            $0.value(kAudioDevicePropertyTransportType, UInt32(0)) == transport
        }
    }

    var name: String { text(kAudioObjectPropertyName) }
    var uid: String { text(kAudioDevicePropertyDeviceUID) }
    var sampleRate: Double { value(kAudioDevicePropertyNominalSampleRate, 0.0) }

    /// The channels of all streams of a scope.
    func channelCount(_ scope: AudioObjectPropertyScope) -> Int {
        let bytes = bytes(kAudioDevicePropertyStreamConfiguration, scope)
        guard bytes.count >= 4 else { return 0 }
        return bytes.withUnsafeBytes { bytes in
            let count = Int(bytes.loadUnaligned(as: UInt32.self))
            return (0..<count).reduce(0) { sum, index in
                let place = 8 + index * MemoryLayout<AudioBuffer>.stride
                guard place + 4 <= bytes.count else { return sum }
                return sum + Int(bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
            }
        }
    }

    private func address(
        _ selector: AudioObjectPropertySelector, _ scope: AudioObjectPropertyScope
    ) -> AudioObjectPropertyAddress {
        AudioObjectPropertyAddress(mSelector: selector, mScope: scope, mElement: kAudioObjectPropertyElementMain)
    }

    private func bytes(
        _ selector: AudioObjectPropertySelector, _ scope: AudioObjectPropertyScope = kAudioObjectPropertyScopeGlobal
    ) -> [UInt8] {
        var address = address(selector, scope)
        var byteCount: UInt32 = 0
        guard AudioObjectGetPropertyDataSize(id, &address, 0, nil, &byteCount) == noErr, byteCount > 0 else {
            return []
        }
        var bytes = [UInt8](repeating: 0, count: Int(byteCount))
        guard AudioObjectGetPropertyData(id, &address, 0, nil, &byteCount, &bytes) == noErr else { return [] }
        return Array(bytes.prefix(Int(byteCount)))
    }

    private func value<Value: BitwiseCopyable>(_ selector: AudioObjectPropertySelector, _ empty: Value) -> Value {
        let bytes = bytes(selector)
        guard bytes.count >= MemoryLayout<Value>.size else { return empty }
        return bytes.withUnsafeBytes { $0.loadUnaligned(as: Value.self) }
    }

    private func text(_ selector: AudioObjectPropertySelector) -> String {
        var address = address(selector, kAudioObjectPropertyScopeGlobal)
        var text: Unmanaged<CFString>?
        var byteCount = UInt32(MemoryLayout<UnsafeRawPointer>.size)
        guard AudioObjectGetPropertyData(id, &address, 0, nil, &byteCount, &text) == noErr, let text else { return "" }
        return "\(text.takeRetainedValue())"
    }
}
