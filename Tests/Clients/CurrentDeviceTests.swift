import AVFoundation
import CoreAudio
import SordinoSimulator
import Synchronization
import Testing

/// A program that names its device with `kAudioOutputUnitProperty_CurrentDevice`, while the default device changes.
@Suite struct CurrentDeviceTests {
    /// A player that follows the default device, as programs for macOS do: it stops, names the new device and starts again.
    private final class DevicePlayer: @unchecked Sendable {
        private let unit: AudioUnit
        /// The devices that it named, one after the other.
        private(set) var devices: [AudioDeviceID] = []

        init() throws {
            var description = AudioComponentDescription(
                componentType: kAudioUnitType_Output, componentSubType: kAudioUnitSubType_HALOutput,
                componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0)
            let component = try #require(AudioComponentFindNext(nil, &description))
            var instance: AudioUnit?
            try #require(AudioComponentInstanceNew(component, &instance) == noErr)
            unit = try #require(instance)
            var callback = AURenderCallbackStruct(
                inputProc: { _, _, _, _, _, list in
                    guard let list else { return kAudio_ParamError }
                    for buffer in UnsafeMutableAudioBufferListPointer(list) {
                        let samples = buffer.mData?.assumingMemoryBound(to: Float.self)
                        for sample in 0..<Int(buffer.mDataByteSize) / 4 { samples?[sample] = 0.125 }
                    }
                    return noErr
                }, inputProcRefCon: nil)
            try #require(
                AudioUnitSetProperty(
                    unit, kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, 0, &callback,
                    UInt32(MemoryLayout<AURenderCallbackStruct>.size)) == noErr)
        }

        deinit { AudioComponentInstanceDispose(unit) }

        static var defaultDevice: AudioDeviceID {
            var address = defaultOutput
            var (id, size) = (AudioDeviceID(0), UInt32(4))
            let system = AudioObjectID(kAudioObjectSystemObject)
            return AudioObjectGetPropertyData(system, &address, 0, nil, &size, &id) == noErr ? id : 0
        }

        private static let defaultOutput = AudioObjectPropertyAddress(
            mSelector: kAudioHardwarePropertyDefaultOutputDevice, mScope: kAudioObjectPropertyScopeGlobal,
            mElement: kAudioObjectPropertyElementMain)

        /// Names the default device, and plays.
        func begin() -> OSStatus {
            var id = Self.defaultDevice
            devices.append(id)
            let status = AudioUnitSetProperty(
                unit, kAudioOutputUnitProperty_CurrentDevice, kAudioUnitScope_Global, 0, &id, 4)
            guard status == noErr else { return status }
            let prepared = AudioUnitInitialize(unit)
            return prepared == noErr ? AudioOutputUnitStart(unit) : prepared
        }

        func end() {
            AudioOutputUnitStop(unit)
            AudioUnitUninitialize(unit)
        }

        /// Begins anew whenever another device becomes the default.
        func follow() -> OSStatus {
            var address = Self.defaultOutput
            return AudioObjectAddPropertyListenerBlock(AudioObjectID(kAudioObjectSystemObject), &address, nil) {
                [weak self] _, _ in
                self?.end()
                _ = self?.begin()
            }
        }
    }

    let device = SimulatedDevice(.phone)
    let app: SimulatedApp

    init() { app = device.app("Desk", backgroundModes: .audio) }

    /// The loudest sample of a port in the last tenth of a second but the last fiftieth.
    private func peak(_ port: AVAudioSession.Port) -> Float {
        let now = device.now
        let samples = device.output(port)?.samples(channel: 0, from: now - 0.1, to: now - 0.02) ?? []
        return samples.map(abs).max() ?? 0
    }

    @Test func aPlayerThatFollowsIsHeardOnTheNewDevice() throws {
        let player = try app.perform { try DevicePlayer() }
        app.perform { #expect(player.begin() == noErr && player.follow() == noErr) }
        device.advance(0.5)
        #expect(abs(peak(.builtInSpeaker) - 0.125) < 1e-6)

        device.plug(.headphones)
        device.advance(0.5)
        #expect(Set(player.devices).count == 2, "\(player.devices)")
        #expect(abs(peak(.headphones) - 0.125) < 1e-6)
        #expect(peak(.builtInSpeaker) == 0)

        // The device that it named goes away.
        device.unplug(.headphones)
        device.advance(0.5)
        #expect(player.devices.last == player.devices.first, "\(player.devices)")
        #expect(abs(peak(.builtInSpeaker) - 0.125) < 1e-6)
        app.perform { player.end() }
    }

    @Test func aPlayerThatDoesNotFollowStaysWhereItIs() throws {
        let player = try app.perform { try DevicePlayer() }
        app.perform { #expect(player.begin() == noErr) }
        device.advance(0.5)
        device.plug(.headphones)
        device.advance(0.5)
        app.perform { #expect(DevicePlayer.defaultDevice != player.devices.last) }
        #expect(abs(peak(.builtInSpeaker) - 0.125) < 1e-6)
        #expect(peak(.headphones) == 0)
        app.perform { player.end() }
    }
}
