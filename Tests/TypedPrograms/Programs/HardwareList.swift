// swift-format-ignore-file
import AudioToolbox
import AVFoundation
import CoreAudio

enum HardwareList {
    static func run() throws {
        var address = AudioObjectPropertyAddress(
            mSelector: kAudioHardwarePropertyDevices, mScope: kAudioObjectPropertyScopeGlobal,
            mElement: kAudioObjectPropertyElementMain)
        var size: UInt32 = 0
        check(AudioObjectGetPropertyDataSize(AudioObjectID(kAudioObjectSystemObject), &address, 0, nil, &size), "size")
        var devices = [AudioDeviceID](repeating: 0, count: Int(size) / MemoryLayout<AudioDeviceID>.size)
        check(AudioObjectGetPropertyData(AudioObjectID(kAudioObjectSystemObject), &address, 0, nil, &size, &devices), "devices")
        check(!devices.isEmpty, "devices")
        for device in devices {
            address.mSelector = kAudioDevicePropertyDeviceNameCFString
            var name: Unmanaged<CFString>?
            size = UInt32(MemoryLayout<CFString?>.size)
            check(AudioObjectGetPropertyData(device, &address, 0, nil, &size, &name), "name")
            check(!(name!.takeRetainedValue() as String).isEmpty, "name")
            address.mSelector = kAudioDevicePropertyNominalSampleRate
            var rate: Float64 = 0
            size = 8
            check(AudioObjectGetPropertyData(device, &address, 0, nil, &size, &rate), "rate")
            check(rate > 0, "\(rate)")
        }
        var standard: AudioDeviceID = 0
        address.mSelector = kAudioHardwarePropertyDefaultOutputDevice
        size = 4
        check(AudioObjectGetPropertyData(AudioObjectID(kAudioObjectSystemObject), &address, 0, nil, &size, &standard), "default")
        var calls = 0
        var proc: AudioDeviceIOProcID?
        check(
            AudioDeviceCreateIOProcIDWithBlock(&proc, standard, nil) { _, _, _, output, _ in
                for buffer in UnsafeMutableAudioBufferListPointer(output) { memset(buffer.mData, 0, Int(buffer.mDataByteSize)) }
                calls += 1
            }, "proc")
        check(AudioDeviceStart(standard, proc), "start")
        wait { calls > 5 }
        check(AudioDeviceStop(standard, proc), "stop")
        check(AudioDeviceDestroyIOProcID(standard, proc!), "destroy")
        check(calls > 5, "\(calls)")
    }
}
