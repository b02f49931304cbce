import AVFoundation
import CoreAudio
import SordinoSimulator
import Synchronization
import Testing

/// The Swift classes of the hardware, and properties of desktop programs, on a simulated telephone with headphones.
@Suite struct HardwareObjectTests {
    private let device = SimulatedDevice(.phone)
    private let app: SimulatedApp
    private let system = AudioHardwareSystem.shared

    init() {
        device.plug(.headphones)
        app = device.app("Desk", backgroundModes: .audio)
        device.advance(0.2)
    }

    private func status(_ body: () throws -> Void) -> OSStatus {
        do {
            try body()
            return noErr
        } catch { return (error as? AudioHardwareError)?.error ?? -1 }
    }

    @Test func theSystemHasTheDevicesOfTheSession() throws {
        try app.perform {
            let devices = try system.devices
            #expect(devices.count == 4 && Set(devices).count == 4)
            let headphones = try #require(try system.defaultOutputDevice)
            #expect(try devices.contains(headphones) && system.defaultInputDevice != headphones)
            #expect(try system.device(forUID: headphones.uid) == headphones)
            #expect(try system.device(forUID: "none") == nil && system.clock(forUID: "none") == nil)
            #expect(try headphones.classID == kAudioDeviceClassID && headphones.owner is AudioHardwareSystem)
            #expect(try headphones.isAlive && !headphones.isRunning && !headphones.isHidden)
            #expect(try headphones.nominalSampleRate == 48_000 && headphones.hogModePID == -1)
            #expect(try headphones.availableNominalSampleRates.contains { $0.mMinimum == 44_100 })
            #expect(try headphones.canBeDefaultOutputDevice && !headphones.canBeDefaultInputDevice)
            let buffers = try headphones.outputStreamConfiguration
            #expect(buffers.map(\.mNumberChannels) == [2])
            #expect(buffers.first?.mDataByteSize == UInt32(try headphones.bufferFrameSize * 8))
            #expect(try headphones.inputStreamConfiguration.isEmpty)
            #expect(try headphones.toggleHogMode() == getpid() && headphones.toggleHogMode() == -1)
            let own = try #require(try system.process(for: getpid()))
            #expect(try own.pid == getpid() && system.processes == [own] && !own.isRunning)
            #expect(try system.process(for: 1) == nil)
        }
    }

    @Test func aStreamHasAFormatWhoseRateCanChange() throws {
        try app.perform {
            let headphones = try #require(try system.defaultOutputDevice)
            let stream = try #require(try headphones.streams.first { try $0.direction == .output })
            var format = try stream.virtualFormat
            #expect(format.mChannelsPerFrame == 2 && format.mSampleRate == 48_000)
            #expect(try stream.terminalType == kAudioStreamTerminalTypeHeadphones && stream.startingChannel == 1)
            // Programs may ask the device instead of its first stream.
            for selector in [
                kAudioStreamPropertyPhysicalFormat, kAudioDevicePropertyStreamFormat, kAudioStreamPropertyVirtualFormat,
            ] {
                let address = AudioObjectPropertyAddress(
                    mSelector: selector, mScope: kAudioObjectPropertyScopeOutput, mElement: 0)
                let bytes = try headphones.propertyData(address: address)
                #expect(bytes == withUnsafeBytes(of: format) { Data($0) })
                #expect(try headphones.isPropertySettable(address: address))
            }
            #expect(try stream.availablePhysicalFormats.count == headphones.availableNominalSampleRates.count)
            format.mChannelsPerFrame = 1
            #expect(status { try stream.setVirtualFormat(format) } == kAudioDeviceUnsupportedFormatError)
        }
    }

    @Test func controlsAreTheLevelsAndSwitchesOfADevice() throws {
        try app.perform {
            let headphones = try #require(try system.defaultOutputDevice)
            let controls = try headphones.controls
            let volume = try #require(try controls.first { try $0.classID == kAudioVolumeControlClassID })
            let mute = try #require(try controls.first { try $0.classID == kAudioMuteControlClassID })
            #expect(try volume.baseClassID == kAudioLevelControlClassID && volume.owner == headphones)
            #expect(try headphones.ownedObjects.count == controls.count + headphones.streams.count)
            #expect(try volume.volumeDecibelRange.mMaximum == 0)
            let half = try volume.convertToDecibels(fromScalar: 0.5)
            #expect(abs(half - 20 * log10(0.5)) < 1e-4)
            #expect(abs(try volume.convertToScalar(fromDecibels: half) - 0.5) < 1e-5)
            // The volume is the user's.
            #expect(status { try volume.setVolumeScalarValue(0.5) } == kAudioHardwareUnsupportedOperationError)
            #expect(try !mute.booleanValue)
            try mute.setBooleanValue(true)
            device.advance(0.1)
            #expect(try mute.booleanValue)
            try mute.setBooleanValue(false)
        }
    }

    @Test func whatNoDeviceHereHasIsUnknown() throws {
        try app.perform {
            let headphones = try #require(try system.defaultOutputDevice)
            let absent: [AudioObjectPropertySelector] = [
                kAudioDevicePropertyStereoPan, kAudioDevicePropertySolo, kAudioDevicePropertyPhantomPower,
                kAudioDevicePropertyClockSource, kAudioDevicePropertyClockSources, kAudioDevicePropertyPlayThru,
                kAudioDevicePropertyPlayThruVolumeScalar, kAudioDevicePropertyPlayThruDestinations,
                kAudioDevicePropertySubVolumeScalar, kAudioDevicePropertySubMute,
                kAudioDevicePropertyHighPassFilterSetting,
                kAudioDevicePropertyChannelNominalLineLevel, kAudioDevicePropertyIOProcStreamUsage,
            ]
            for selector in absent {
                let address = AudioObjectPropertyAddress(
                    mSelector: selector, mScope: kAudioObjectPropertyScopeOutput, mElement: 0)
                #expect(!headphones.hasProperty(address: address))
                #expect(
                    status { _ = try headphones.propertyData(address: address) } == kAudioHardwareUnknownPropertyError)
            }
            #expect(try system.clocks.isEmpty)
            #expect(try system.powerHint == .none && system.allowsSleeping && !system.allowsUnloading)
            try system.setPowerHint(.favorSavingPower)
            #expect(try system.powerHint == .favorSavingPower)
            #expect(status { try system.setDefaultOutputDevice(headphones) } == kAudioHardwareUnsupportedOperationError)
            #expect(status { _ = try AudioHardwareDevice(id: 9_999).name } == kAudioHardwareBadObjectError)
        }
    }

    @Test func anAggregateSaysWhatItIsPutTogetherFrom() throws {
        try app.perform {
            let names = try system.devices.filter { try $0.canBeDefaultOutputDevice }.map { try $0.uid }
            let both = try #require(
                try system.makeAggregateDevice(description: [
                    kAudioAggregateDeviceUIDKey: "all", kAudioAggregateDeviceNameKey: "All",
                    kAudioAggregateDeviceSubDeviceListKey: names.map { [kAudioSubDeviceUIDKey: $0] },
                ]))
            #expect(try both.classID == kAudioAggregateDeviceClassID && both.name == "All")
            #expect(try both.subdevices.map { try $0.uid } == names && both.activeSubdevices.count == names.count)
            #expect(try both.composition[kAudioAggregateDeviceUIDKey] as? String == "all")
            #expect(try both.clockSource == system.device(forUID: names[0]))
            #expect(try system.devices.contains { $0 is AudioHardwareAggregateDevice })
            try system.destroyAggregateDevice(both)
            #expect(status { try system.destroyAggregateDevice(both) } == kAudioHardwareBadDeviceError)
        }
    }

    @Test func delegatesAreToldOfDevicesThatGo() throws {
        final class Delegate: PropertyListenerDelegate, Sendable {
            let selectors = Mutex<[AudioObjectPropertySelector]>([])
            func propertiesChanged(properties: [AudioObjectPropertyAddress]) {
                selectors.withLock { $0 += properties.map(\.mSelector) }
            }
        }
        let delegate = Delegate()
        let queue = DispatchQueue(label: "delegate")
        let devices = AudioObjectPropertyAddress(
            mSelector: kAudioHardwarePropertyDevices, mScope: kAudioObjectPropertyScopeGlobal, mElement: 0)
        try app.perform {
            let own = AudioHardwareSystem(id: 1)
            own.delegates = [delegate]
            try own.addListener(forProperties: [devices], dispatchQueue: queue)
            device.unplug(.headphones)
            device.advance(0.2)
            queue.sync {}
            #expect(delegate.selectors.withLock { $0 } == [kAudioHardwarePropertyDevices])
            try own.removeListener(forProperties: [devices], dispatchQueue: queue)
            device.plug(.headphones)
            device.advance(0.2)
            queue.sync {}
            #expect(delegate.selectors.withLock { $0.count } == 1)
        }
    }

    // MARK: The unit of the hardware

    /// Programs for desktops initialize the unit first, and then name the device, the direction and the format.
    @Test func theUnitOfADeviceTakesFormatsAfterItIsInitialized() throws {
        try app.perform {
            for (subtype, wanted) in [
                (kAudioUnitSubType_HALOutput, noErr), (kAudioUnitSubType_DefaultOutput, noErr),
                (kAudioUnitSubType_RemoteIO, kAudioUnitErr_Initialized),
            ] {
                var description = AudioComponentDescription(
                    componentType: kAudioUnitType_Output, componentSubType: subtype,
                    componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0)
                let component = try #require(AudioComponentFindNext(nil, &description))
                var instance: AudioUnit?
                try #require(AudioComponentInstanceNew(component, &instance) == noErr)
                let unit = try #require(instance)
                #expect(AudioUnitInitialize(unit) == noErr)
                var format = AudioStreamBasicDescription(
                    mSampleRate: 44_100, mFormatID: kAudioFormatLinearPCM,
                    mFormatFlags: kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked, mBytesPerPacket: 8,
                    mFramesPerPacket: 1, mBytesPerFrame: 8, mChannelsPerFrame: 2, mBitsPerChannel: 32, mReserved: 0)
                let size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
                #expect(
                    AudioUnitSetProperty(
                        unit, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Input, 0, &format, size) == wanted)
                var volume: Float32 = -1
                let status = AudioUnitGetParameter(unit, kHALOutputParam_Volume, kAudioUnitScope_Global, 0, &volume)
                #expect(status == (wanted == noErr ? noErr : kAudioUnitErr_InvalidParameter))
                if wanted == noErr { #expect(volume == 1) }
                // Still initialized.
                #expect(AudioOutputUnitStart(unit) == noErr)
                AudioOutputUnitStop(unit)
                AudioComponentInstanceDispose(unit)
            }
        }
    }
}
