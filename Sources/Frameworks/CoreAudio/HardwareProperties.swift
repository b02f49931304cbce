import AVAudioTypes
import AudioToolbox
import Foundation
import SordinoEngine
import SordinoPolicy
import SordinoSession

/// The values of the properties of hardware.
struct HardwareProperties {
    let hardware: Hardware
    let client: SessionClient

    init(_ hardware: Hardware) {
        self.hardware = hardware
        client = hardware.client
    }

    /// The properties whose changes reach a listener for all properties.
    static let changing: [AudioObjectPropertySelector] = [
        kAudioHardwarePropertyDevices, kAudioHardwarePropertyDefaultInputDevice,
        kAudioHardwarePropertyDefaultOutputDevice, kAudioHardwarePropertyDefaultSystemOutputDevice,
        kAudioDevicePropertyDeviceIsAlive, kAudioDevicePropertyDeviceIsRunning,
        kAudioDevicePropertyDeviceIsRunningSomewhere, kAudioDevicePropertyNominalSampleRate,
        kAudioDevicePropertyBufferFrameSize, kAudioDevicePropertyStreams, kAudioDevicePropertyStreamConfiguration,
        kAudioDevicePropertyVolumeScalar, kAudioDevicePropertyMute, kAudioDevicePropertyDataSource,
        kAudioDevicePropertyHogMode, kAudioStreamPropertyVirtualFormat, kAudioObjectPropertyName,
        kAudioHardwarePropertyProcessObjectList, kAudioHardwarePropertyTapList, kAudioProcessPropertyIsRunning,
        kAudioProcessPropertyIsRunningInput, kAudioProcessPropertyIsRunningOutput, kAudioTapPropertyFormat,
        kAudioTapPropertyDescription, kAudioAggregateDevicePropertyTapList,
    ]

    /// Returns bytes that differ once the property has changed; nil for a property that does not exist.
    func fingerprint(_ object: HardwareObject, _ address: AudioObjectPropertyAddress) -> [UInt8]? {
        guard let value = value(object, address) else { return nil }
        switch value {
        case .bytes(let bytes), .items(let bytes, _): return bytes
        case .made(let byteCount, _): return Array("\(byteCount)".utf8)
        case .object(let text): return Array("\(text)".utf8)
        }
    }

    /// A property's value; nil for one that the object does not have.
    ///
    /// - Parameter qualifier: What narrows the question, as a pointer to it.
    func value(
        _ object: HardwareObject, _ address: AudioObjectPropertyAddress, _ qualifier: UnsafeRawBufferPointer? = nil
    ) -> PropertyValue? {
        switch object {
        case .system:
            system(address.mSelector, qualifier) ?? systemWithPrograms(address.mSelector, qualifier)
                ?? systemWithoutParts(address.mSelector)
        case .device(let device): self.device(device, object, address)
        case .stream(let device, let isInput, _): stream(device, isInput, object, address.mSelector)
        case .process(let app): process(app, address.mSelector)
        case .tap(let uid): tap(uid, address.mSelector)
        case .control(let device, let control): self.control(device, control, address.mSelector, qualifier)
        }
    }

    func text(_ text: String) -> PropertyValue { .object(text as NSString) }
    func number(_ number: some FixedWidthInteger) -> PropertyValue {
        .value(UInt32(truncatingIfNeeded: number))
    }
    func flag(_ flag: Bool) -> PropertyValue { .value(UInt32(flag ? 1 : 0)) }

    // MARK: The system

    private func system(_ selector: AudioObjectPropertySelector, _ qualifier: UnsafeRawBufferPointer?) -> PropertyValue?
    {
        switch selector {
        case kAudioObjectPropertyBaseClass: return .value(kAudioObjectClassID)
        case kAudioObjectPropertyClass: return .value(kAudioSystemObjectClassID)
        case kAudioObjectPropertyOwner: return .value(kAudioObjectUnknown)
        case kAudioObjectPropertyName: return text("Sordino")
        case kAudioHardwarePropertyDevices, kAudioObjectPropertyOwnedObjects:
            return .array(hardware.numbers.devices.map { hardware.number(of: $0) })
        case kAudioHardwarePropertyDefaultInputDevice:
            return .value(hardware.device(ofPort: client.device.defaultInputUID))
        case kAudioHardwarePropertyDefaultOutputDevice, kAudioHardwarePropertyDefaultSystemOutputDevice:
            return .value(hardware.device(ofPort: client.device.defaultOutputUID))
        case kAudioHardwarePropertyTranslateUIDToDevice:
            guard let uid = qualifier.flatMap({ Self.text($0) }) else { return .value(kAudioObjectUnknown) }
            return .value(
                hardware.numbers.devices.first { $0.uid == uid }.map { hardware.number(of: $0) }
                    ?? kAudioObjectUnknown)
        case kAudioHardwarePropertyPlugInList, kAudioHardwarePropertyBoxList, kAudioHardwarePropertyClockDeviceList:
            return .array([AudioObjectID]())
        case kAudioHardwarePropertyProcessIsMain, kAudioHardwarePropertyProcessIsMaster,
            kAudioHardwarePropertyUserSessionIsActiveOrHeadless, kAudioHardwarePropertyProcessIsAudible:
            return flag(true)
        case kAudioHardwarePropertyIsInitingOrExiting, kAudioHardwarePropertyMixStereoToMono: return flag(false)
        case kAudioHardwarePropertyProcessInputMute: return flag(client.snapshot.isInputMuted)
        case kAudioHardwarePropertyServiceRestarted: return flag(client.device.isServerUp)
        default: return nil
        }
    }

    /// The text that a pointer of the program points at.
    static func text(_ bytes: UnsafeRawBufferPointer) -> String? {
        guard bytes.count >= MemoryLayout<UnsafeRawPointer>.size else { return nil }
        return bytes.baseAddress?.object(as: NSString.self).map { "\($0)" }
    }

    // MARK: Devices

    var rate: Double { client.device.timing.sampleRate }

    private func device(
        _ device: SoundDevice, _ object: HardwareObject, _ address: AudioObjectPropertyAddress
    ) -> PropertyValue? {
        let scope = address.mScope
        let ports = object.ports(scope)
        switch address.mSelector {
        case kAudioObjectPropertyBaseClass: return .value(kAudioObjectClassID)
        case kAudioObjectPropertyClass:
            return .value(
                hardware.numbers.isAggregate(device.uid) ? kAudioAggregateDeviceClassID : kAudioDeviceClassID)
        case kAudioObjectPropertyOwner: return .value(kAudioObjectSystemObject)
        case kAudioObjectPropertyName: return text(device.name)
        case kAudioObjectPropertyManufacturer: return text("")
        case kAudioObjectPropertyElementName:
            let channels = ports.flatMap(\.channels)
            guard address.mElement >= 1, Int(address.mElement) <= channels.count else { return nil }
            return text(channels[Int(address.mElement) - 1].name)
        case kAudioDevicePropertyDeviceUID, kAudioDevicePropertyModelUID: return text(device.uid)
        case kAudioDevicePropertyTransportType:
            if hardware.numbers.isAggregate(device.uid) { return .value(kAudioDeviceTransportTypeAggregate) }
            return .value((device.outputs + device.inputs).first?.kind?.transport ?? kAudioDeviceTransportTypeUnknown)
        case kAudioDevicePropertyRelatedDevices: return .array([hardware.number(of: device)])
        case kAudioDevicePropertyClockDomain: return number(0)
        case kAudioDevicePropertyDeviceIsAlive: return flag(true)
        case kAudioDevicePropertyDeviceIsRunning: return flag(hardware.isRunning(hardware.number(of: device)))
        case kAudioDevicePropertyDeviceIsRunningSomewhere:
            let isDefault = device.outputs.contains { $0.uid == client.device.defaultOutputUID }
            return flag(
                hardware.isRunning(hardware.number(of: device)) || (isDefault && client.device.playing != .nobody))
        case kAudioDevicePropertyDeviceCanBeDefaultDevice, kAudioDevicePropertyDeviceCanBeDefaultSystemDevice:
            return flag(!ports.isEmpty)
        case kAudioDevicePropertyLatency: return number(Int((ports.map(\.latencySeconds).max() ?? 0) * rate))
        case kAudioDevicePropertySafetyOffset, kAudioDevicePropertyIsHidden: return number(0)
        case kAudioDevicePropertyStreams: return .array(hardware.streams(of: device, scope))
        case kAudioObjectPropertyControlList: return .array(controls(of: device, scope))
        case kAudioObjectPropertyOwnedObjects:
            return .array(hardware.streams(of: device, scope) + controls(of: device, scope))
        case kAudioDevicePropertyNominalSampleRate, kAudioDevicePropertyActualSampleRate: return .value(rate)
        case kAudioDevicePropertyAvailableNominalSampleRates:
            return .array(Self.rates(device).map { AudioValueRange(mMinimum: $0, mMaximum: $0) })
        case kAudioDevicePropertyBufferFrameSize: return number(client.device.timing.blockFrames)
        case kAudioDevicePropertyBufferFrameSizeRange: return .value(AudioValueRange(mMinimum: 64, mMaximum: 4096))
        case kAudioDevicePropertyHogMode: return .value(hardware.isHog(device) ? getpid() : Int32(-1))
        case kAudioDevicePropertyPreferredChannelsForStereo:
            return ports.isEmpty ? nil : PropertyValue.array(Self.front(ports))
        case kAudioDevicePropertyPreferredChannelLayout: return ports.isEmpty ? nil : .bytes(Self.layout(ports))
        case kAudioDevicePropertyStreamConfiguration: return .bytes(configuration(ports))
        case kAudioDevicePropertyStreamFormats: return ports.first.map { PropertyValue.array([format($0)]) }
        case kAudioAggregateDevicePropertyFullSubDeviceList, kAudioAggregateDevicePropertyActiveSubDeviceList:
            return subDevices(of: device, address.mSelector)
        case kAudioAggregateDevicePropertyComposition, kAudioAggregateDevicePropertyMainSubDevice,
            kAudioAggregateDevicePropertyTapList, kAudioAggregateDevicePropertySubTapList:
            return composition(of: device, address.mSelector)
        case kAudioDevicePropertyPlugIn, kAudioDevicePropertyClockDevice: return .value(kAudioObjectUnknown)
        case kAudioDevicePropertyIOCycleUsage: return .value(Float(1))
        case kAudioDevicePropertyJackIsConnected: return jack(ports)
        default: return levels(device, address) ?? ofStream(object, address) ?? byFirstName(device, address)
        }
    }

    func subDevices(of device: SoundDevice, _ selector: AudioObjectPropertySelector) -> PropertyValue? {
        guard hardware.numbers.isAggregate(device.uid) else { return nil }
        var seen = Set<String>()
        let ports = device.outputs + device.inputs
        let uids = SoundDevice.devices(of: ports).map(\.uid).filter { seen.insert($0).inserted }
        if selector == kAudioAggregateDevicePropertyFullSubDeviceList { return .object(uids as NSArray) }
        let there = Set(SoundDevice.devices(of: client.device.ports).map(\.uid))
        return .array(uids.filter { there.contains($0) }.map { hardware.numbers.number(ofDevice: $0) })
    }

    /// Rates at which all ports of a device can run.
    static func rates(_ device: SoundDevice) -> [Double] {
        var rates = [8_000.0, 16_000, 24_000, 32_000, 44_100, 48_000, 88_200, 96_000, 176_400, 192_000]
        for port in device.outputs + device.inputs where !port.sampleRates.isEmpty {
            rates.removeAll { !port.sampleRates.contains($0) }
        }
        return rates
    }

    /// A list of buffers without memory, with the sizes that they have in a block: one for each port.
    private func configuration(_ ports: [DevicePort]) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 8 + ports.count * MemoryLayout<AudioBuffer>.stride)
        bytes.withUnsafeMutableBytes { bytes in
            bytes.storeBytes(of: UInt32(ports.count), as: UInt32.self)
            for (index, port) in ports.enumerated() {
                let place = 8 + index * MemoryLayout<AudioBuffer>.stride
                let channels = UInt32(port.channels.count)
                bytes.storeBytes(of: channels, toByteOffset: place, as: UInt32.self)
                let size = channels * 4 * UInt32(client.device.timing.blockFrames)
                bytes.storeBytes(of: size, toByteOffset: place + 4, as: UInt32.self)
            }
        }
        return bytes
    }

    /// The numbers of the channels whose loudspeakers are left and right in front; the first two where none is.
    private static func front(_ ports: [DevicePort]) -> [UInt32] {
        let labels = ports.flatMap(\.channels).map(\.label)
        guard let left = labels.firstIndex(of: kAudioChannelLabel_Left),
            let right = labels.firstIndex(of: kAudioChannelLabel_Right)
        else { return [1, 2] }
        return [UInt32(left + 1), UInt32(right + 1)]
    }

    /// The layout that describes each channel by its place.
    private static func layout(_ ports: [DevicePort]) -> [UInt8] {
        let labels = ports.flatMap(\.channels).map(\.label)
        var bytes = [UInt8](repeating: 0, count: 12 + 20 * labels.count)
        bytes.withUnsafeMutableBytes { bytes in
            bytes.storeBytes(of: UInt32(labels.count), toByteOffset: 8, as: UInt32.self)
            for (index, label) in labels.enumerated() {
                bytes.storeBytes(of: label, toByteOffset: 12 + 20 * index, as: UInt32.self)
            }
        }
        return bytes
    }

    // MARK: Levels and sources

    private func levels(_ device: SoundDevice, _ address: AudioObjectPropertyAddress) -> PropertyValue? {
        let isInput = address.mScope == kAudioObjectPropertyScopeInput
        switch address.mSelector {
        case kAudioDevicePropertyVolumeScalar, kAudioHardwareServiceDeviceProperty_VirtualMainVolume:
            return volume(device, isInput: isInput).map { PropertyValue.value($0) }
        case kAudioDevicePropertyVolumeDecibels:
            return volume(device, isInput: isInput).map { PropertyValue.value(Self.decibels($0)) }
        case kAudioDevicePropertyVolumeRangeDecibels:
            return volume(device, isInput: isInput).map { _ in
                .value(AudioValueRange(mMinimum: Double(Self.leastDecibels), mMaximum: 0))
            }
        case kAudioDevicePropertyMute:
            if isInput { return device.inputs.isEmpty ? nil : flag(client.snapshot.isInputMuted) }
            return device.outputs.isEmpty ? nil : flag(client.snapshot.isOutputMuted)
        case kAudioDevicePropertyDataSources:
            guard isInput, let port = device.inputs.first(where: { !$0.dataSources.isEmpty }) else { return nil }
            return PropertyValue.array(port.dataSources.map { UInt32(truncatingIfNeeded: $0.id) })
        case kAudioDevicePropertyDataSource:
            guard isInput, let port = device.inputs.first(where: { !$0.dataSources.isEmpty }) else { return nil }
            let chosen = client.snapshot.selectedDataSources.first { $0.portUID == port.uid }
            return number(chosen?.selected ?? chosen?.preferred ?? port.dataSources[0].id)
        default: return nil
        }
    }

    private static let leastDecibels: Float = -96
    /// Decibels of a linear volume.
    static func decibels(_ scalar: Float) -> Float {
        scalar > 0 ? max(leastDecibels, 20 * log10(scalar)) : leastDecibels
    }
    /// The linear volume of decibels.
    static func scalar(_ decibels: Float) -> Float {
        decibels <= leastDecibels ? 0 : pow(10, min(0, decibels) / 20)
    }

    /// Returns the volume of a device, 0 to 1; nil where it has none.
    func volume(_ device: SoundDevice, isInput: Bool) -> Float? {
        if isInput {
            let route = client.snapshot.route.inputs
            let isSettable = device.inputs.contains { port in
                port.isInputGainSettable && route.contains { $0.uid == port.uid }
            }
            return isSettable ? client.snapshot.inputGain : nil
        }
        // There is one volume: that of the output in use.
        let heard = Set(client.snapshot.route.outputs.map(\.uid) + [client.device.defaultOutputUID].compactMap { $0 })
        return device.outputs.contains { heard.contains($0.uid) } ? client.device.outputVolume : nil
    }

    /// The name of a source of an input.
    func sourceName(_ device: SoundDevice, _ id: UInt32) -> String? {
        device.inputs.flatMap(\.dataSources).first { UInt32(truncatingIfNeeded: $0.id) == id }?.name
    }

    // MARK: Streams

    /// The format in which a port's frames come and go: interleaved floats.
    func format(_ port: DevicePort) -> AudioStreamBasicDescription {
        .linearPCM(
            sampleRate: rate, channelCount: UInt32(max(1, port.channels.count)), bitsPerSample: 32, isFloat: true,
            isInterleaved: true)
    }

    func stream(
        _ device: SoundDevice, _ isInput: Bool, _ object: HardwareObject, _ selector: AudioObjectPropertySelector
    ) -> PropertyValue? {
        guard let port = object.ports(kAudioObjectPropertyScopeGlobal).first else { return nil }
        switch selector {
        case kAudioObjectPropertyBaseClass: return .value(kAudioObjectClassID)
        case kAudioObjectPropertyClass: return .value(kAudioStreamClassID)
        case kAudioObjectPropertyOwner: return .value(hardware.number(of: device))
        case kAudioObjectPropertyName: return text(port.name)
        case kAudioObjectPropertyOwnedObjects: return .array([AudioObjectID]())
        case kAudioStreamPropertyIsActive: return flag(true)
        case kAudioStreamPropertyDirection: return flag(isInput)
        case kAudioStreamPropertyTerminalType: return .value(port.kind?.terminal ?? kAudioStreamTerminalTypeUnknown)
        case kAudioStreamPropertyStartingChannel:
            let ports = isInput ? device.inputs + device.taps : device.outputs
            return number(1 + ports.prefix { $0.uid != port.uid }.reduce(0) { $0 + $1.channels.count })
        case kAudioStreamPropertyLatency: return number(Int(port.latencySeconds * rate))
        case kAudioStreamPropertyVirtualFormat, kAudioStreamPropertyPhysicalFormat: return .value(format(port))
        case kAudioStreamPropertyAvailableVirtualFormats, kAudioStreamPropertyAvailablePhysicalFormats:
            return .array(
                Self.rates(device).map { rate in
                    var format = format(port)
                    format.mSampleRate = rate
                    return AudioStreamRangedDescription(
                        mFormat: format, mSampleRateRange: AudioValueRange(mMinimum: rate, mMaximum: rate))
                })
        default: return nil
        }
    }
}
