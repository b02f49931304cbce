import AVFoundation
import CoreAudioKit
import SordinoSimulator
import Synchronization
import Testing

/// Programs of desktops, which name devices, on a simulated telephone with headphones.
@Suite struct HardwareProgramTests {
    let device = SimulatedDevice(.phone)
    let app: SimulatedApp

    init() {
        device.plug(.headphones)
        app = device.app("Desk", backgroundModes: .audio)
        device.advance(0.2)
    }

    // MARK: As public wrappers ask

    private func address(
        _ selector: AudioObjectPropertySelector, _ scope: AudioObjectPropertyScope = kAudioObjectPropertyScopeGlobal
    ) -> AudioObjectPropertyAddress {
        AudioObjectPropertyAddress(mSelector: selector, mScope: scope, mElement: kAudioObjectPropertyElementMain)
    }

    private func list<Item: BitwiseCopyable>(
        _ id: AudioObjectID, _ selector: AudioObjectPropertySelector,
        _ scope: AudioObjectPropertyScope = kAudioObjectPropertyScopeGlobal, of _: Item.Type
    ) -> [Item] {
        var address = address(selector, scope)
        var size: UInt32 = 0
        guard AudioObjectGetPropertyDataSize(id, &address, 0, nil, &size) == noErr else { return [] }
        return [Item](unsafeUninitializedCapacity: Int(size) / MemoryLayout<Item>.stride) { items, count in
            guard let base = items.baseAddress, AudioObjectGetPropertyData(id, &address, 0, nil, &size, base) == noErr
            else { return }
            count = Int(size) / MemoryLayout<Item>.stride
        }
    }

    private func value<Value: BitwiseCopyable>(
        _ id: AudioObjectID, _ selector: AudioObjectPropertySelector, _ start: Value,
        _ scope: AudioObjectPropertyScope = kAudioObjectPropertyScopeGlobal
    ) -> Value? {
        var address = address(selector, scope)
        var (result, size) = (start, UInt32(MemoryLayout<Value>.size))
        return AudioObjectGetPropertyData(id, &address, 0, nil, &size, &result) == noErr ? result : nil
    }

    private func text(_ id: AudioObjectID, _ selector: AudioObjectPropertySelector) -> String? {
        var address = address(selector)
        var text: Unmanaged<CFString>?
        var size = UInt32(MemoryLayout<Unmanaged<CFString>?>.size)
        guard AudioObjectGetPropertyData(id, &address, 0, nil, &size, &text) == noErr else { return nil }
        return text.map { "\($0.takeRetainedValue())" }
    }

    private var devices: [AudioDeviceID] {
        list(AudioObjectID(kAudioObjectSystemObject), kAudioHardwarePropertyDevices, of: AudioDeviceID.self)
    }

    private func output(_ selector: AudioObjectPropertySelector = kAudioHardwarePropertyDefaultOutputDevice) throws
        -> AudioDeviceID
    {
        try #require(value(AudioObjectID(kAudioObjectSystemObject), selector, AudioDeviceID(0)))
    }

    /// The device with a stream that ends at such a thing.
    private func device(endingAt terminal: UInt32) throws -> AudioDeviceID {
        try #require(
            devices.first { id in
                list(id, kAudioDevicePropertyStreams, of: AudioStreamID.self).contains {
                    value($0, kAudioStreamPropertyTerminalType, UInt32(0)) == terminal
                }
            })
    }

    private func heard(_ port: AVAudioSession.Port, from start: Double, to end: Double) -> [Float] {
        device.output(port)?.samples(channel: 0, from: start, to: end) ?? []
    }

    @Test func devicesAreThePortsOfTheSession() throws {
        try app.perform {
            let names = devices.map { text($0, kAudioObjectPropertyName) ?? "" }
            #expect(devices.count == 4 && Set(devices).count == 4, "\(names)")
            let headphones = try output()
            #expect(try device(endingAt: kAudioStreamTerminalTypeHeadphones) == headphones)
            #expect(text(headphones, kAudioObjectPropertyName)?.isEmpty == false)
            #expect(value(headphones, kAudioObjectPropertyClass, UInt32(0)) == kAudioDeviceClassID)
            #expect(value(headphones, kAudioDevicePropertyDeviceIsAlive, UInt32(0)) == 1)
            #expect(value(headphones, kAudioDevicePropertyNominalSampleRate, 0.0) == 48_000)
            #expect(
                list(headphones, kAudioDevicePropertyAvailableNominalSampleRates, of: AudioValueRange.self)
                    .contains { $0.mMinimum == 44_100 && $0.mMaximum == 44_100 })
            // Its name leads back to it.
            var uid = try #require(text(headphones, kAudioDevicePropertyDeviceUID)) as CFString
            var address = address(kAudioHardwarePropertyTranslateUIDToDevice)
            var (found, size) = (AudioDeviceID(0), UInt32(4))
            let status = withUnsafePointer(to: &uid) {
                AudioObjectGetPropertyData(
                    AudioObjectID(kAudioObjectSystemObject), &address, UInt32(MemoryLayout<CFString>.size), $0, &size,
                    &found)
            }
            #expect(status == noErr && found == headphones)
            // Its stream, with a format of interleaved floats.
            let streams = list(
                headphones, kAudioDevicePropertyStreams, kAudioObjectPropertyScopeOutput, of: AudioStreamID.self)
            let stream = try #require(streams.first)
            let format = try #require(
                value(stream, kAudioStreamPropertyVirtualFormat, AudioStreamBasicDescription()))
            #expect(format.mChannelsPerFrame == 2 && format.mBytesPerFrame == 8 && format.mSampleRate == 48_000)
            #expect(value(stream, kAudioStreamPropertyDirection, UInt32(9)) == 0)
            #expect(value(stream, kAudioObjectPropertyOwner, AudioObjectID(0)) == headphones)
            let microphone = try output(kAudioHardwarePropertyDefaultInputDevice)
            #expect(microphone != headphones)
            #expect(value(microphone, kAudioDevicePropertyTransportType, UInt32(0)) == kAudioDeviceTransportTypeBuiltIn)
        }
    }

    @Test func theConfigurationOfStreamsIsAListOfBuffers() throws {
        try app.perform {
            var address = address(kAudioDevicePropertyStreamConfiguration, kAudioObjectPropertyScopeOutput)
            var size: UInt32 = 0
            let id = try output()
            #expect(AudioObjectGetPropertyDataSize(id, &address, 0, nil, &size) == noErr)
            let memory = UnsafeMutableRawPointer.allocate(byteCount: Int(size), alignment: 16)
            defer { memory.deallocate() }
            #expect(AudioObjectGetPropertyData(id, &address, 0, nil, &size, memory) == noErr)
            let buffers = UnsafeMutableAudioBufferListPointer(memory.assumingMemoryBound(to: AudioBufferList.self))
            #expect(buffers.count == 1 && buffers[0].mNumberChannels == 2)
        }
    }

    @Test func whatIsNotThereIsRefused() throws {
        try app.perform {
            let id = try output()
            var (unknown, size, number) = (address(0x6E6F_6E65), UInt32(4), UInt32(0))
            #expect(
                AudioObjectGetPropertyData(id, &unknown, 0, nil, &size, &number) == kAudioHardwareUnknownPropertyError)
            #expect(!AudioObjectHasProperty(id, &unknown))
            var rate = address(kAudioDevicePropertyNominalSampleRate)
            #expect(AudioObjectGetPropertyData(9_999, &rate, 0, nil, &size, &number) == kAudioHardwareBadObjectError)
            size = 3
            #expect(AudioObjectGetPropertyData(id, &rate, 0, nil, &size, &number) == kAudioHardwareBadPropertySizeError)
            var isSettable = DarwinBoolean(true)
            var standard = address(kAudioHardwarePropertyDefaultOutputDevice)
            #expect(
                AudioObjectIsPropertySettable(AudioObjectID(kAudioObjectSystemObject), &standard, &isSettable) == noErr)
            #expect(!isSettable.boolValue)
            var other = id
            #expect(
                AudioObjectSetPropertyData(AudioObjectID(kAudioObjectSystemObject), &standard, 0, nil, 4, &other)
                    == kAudioHardwareUnsupportedOperationError)
            var odd = 12_345.0
            #expect(AudioObjectSetPropertyData(id, &rate, 0, nil, 8, &odd) == kAudioDeviceUnsupportedFormatError)
            #expect(AudioDeviceStart(id, nil) == kAudioHardwareIllegalOperationError)
            var proc: AudioDeviceIOProcID?
            #expect(
                AudioDeviceCreateIOProcIDWithBlock(&proc, 9_999, nil) { _, _, _, _, _ in }
                    == kAudioHardwareBadDeviceError)
        }
    }

    // MARK: Sound

    @Test func aFunctionPlaysOnTheDeviceThatItNames() throws {
        let speaker = try app.perform { try device(endingAt: kAudioStreamTerminalTypeSpeaker) }
        let times = Mutex<[Double]>([])
        try app.perform {
            var proc: AudioDeviceIOProcID?
            let status = AudioDeviceCreateIOProcIDWithBlock(&proc, speaker, nil) { _, _, _, output, time in
                times.withLock { $0.append(time.pointee.mSampleTime) }
                let buffers = UnsafeMutableAudioBufferListPointer(output)
                for buffer in buffers {
                    let count = Int(buffer.mDataByteSize) / 4
                    guard let samples = buffer.mData?.assumingMemoryBound(to: Float.self) else { continue }
                    for index in 0..<count { samples[index] = 0.25 }
                }
            }
            #expect(status == noErr && AudioDeviceStart(speaker, proc) == noErr)
            #expect(value(speaker, kAudioDevicePropertyDeviceIsRunning, UInt32(0)) == 1)
            device.advance(0.5)
            let now = device.now
            #expect(heard(.builtInSpeaker, from: now - 0.3, to: now - 0.05).allSatisfy { $0 == 0.25 })
            #expect(heard(.headphones, from: now - 0.3, to: now - 0.05).allSatisfy { $0 == 0 })
            var stamp = AudioTimeStamp()
            #expect(AudioDeviceGetCurrentTime(speaker, &stamp) == noErr)
            #expect(AudioDeviceStop(speaker, proc) == noErr)
            #expect(value(speaker, kAudioDevicePropertyDeviceIsRunning, UInt32(1)) == 0)
            device.advance(0.3)
            #expect(heard(.builtInSpeaker, from: device.now - 0.1, to: device.now).allSatisfy { $0 == 0 })
            #expect(AudioDeviceDestroyIOProcID(speaker, proc) == noErr)
            #expect(AudioDeviceDestroyIOProcID(speaker, proc) == kAudioHardwareIllegalOperationError)
        }
        let seen = times.withLock { $0 }
        #expect(seen.count > 10)
        for (one, next) in zip(seen, seen.dropFirst()) { #expect(next - one == seen[1] - seen[0]) }
    }

    /// Two functions of one device are added up; a microphone's frames reach a function of its own.
    @Test func functionsAreAddedUpAndMicrophonesHeard() throws {
        device.microphone(hears: .tone(hertz: 1000, amplitude: 0.5))
        let peak = Mutex<Float>(0)
        try app.perform {
            let (headphones, microphone) = (try output(), try output(kAudioHardwarePropertyDefaultInputDevice))
            var procs: [AudioDeviceIOProcID?] = [nil, nil, nil]
            for index in 0..<2 {
                _ = AudioDeviceCreateIOProcIDWithBlock(&procs[index], headphones, nil) { _, _, _, output, _ in
                    for buffer in UnsafeMutableAudioBufferListPointer(output) {
                        let samples = buffer.mData?.assumingMemoryBound(to: Float.self)
                        for sample in 0..<Int(buffer.mDataByteSize) / 4 { samples?[sample] = index == 0 ? 0.125 : 0.25 }
                    }
                }
            }
            _ = AudioDeviceCreateIOProcIDWithBlock(&procs[2], microphone, nil) { _, input, _, _, _ in
                let buffers = UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: input))
                for buffer in buffers {
                    let samples = buffer.mData?.assumingMemoryBound(to: Float.self)
                    let loudest = (0..<Int(buffer.mDataByteSize) / 4).map { abs(samples?[$0] ?? 0) }.max() ?? 0
                    peak.withLock { $0 = max($0, loudest) }
                }
            }
            #expect(AudioDeviceStart(headphones, procs[0]) == noErr)
            #expect(AudioDeviceStart(headphones, procs[1]) == noErr)
            #expect(AudioDeviceStart(microphone, procs[2]) == noErr)
            device.advance(0.6)
            let now = device.now
            #expect(heard(.headphones, from: now - 0.3, to: now - 0.05).allSatisfy { abs($0 - 0.375) < 1e-6 })
            #expect(abs(peak.withLock { $0 } - 0.5) < 0.01)
            for (id, proc) in [(headphones, procs[0]), (headphones, procs[1]), (microphone, procs[2])] {
                AudioDeviceDestroyIOProcID(id, proc)
            }
        }
    }

    @Test func anAggregateHasTheChannelsOfItsDevices() throws {
        try app.perform {
            let speaker = try device(endingAt: kAudioStreamTerminalTypeSpeaker)
            let parts = [speaker, try output()]
            let names = parts.compactMap { text($0, kAudioDevicePropertyDeviceUID) }
            let description: [String: Any] = [
                kAudioAggregateDeviceUIDKey: "both", kAudioAggregateDeviceNameKey: "Both",
                kAudioAggregateDeviceSubDeviceListKey: names.map { [kAudioSubDeviceUIDKey: $0] },
            ]
            var both = AudioObjectID(0)
            #expect(AudioHardwareCreateAggregateDevice(description as CFDictionary, &both) == noErr)
            #expect(AudioHardwareCreateAggregateDevice(description as CFDictionary, &both) != noErr)
            #expect(
                devices.contains(both)
                    && value(both, kAudioObjectPropertyClass, UInt32(0)) == kAudioAggregateDeviceClassID)
            let streams = list(
                both, kAudioDevicePropertyStreams, kAudioObjectPropertyScopeOutput, of: AudioStreamID.self)
            #expect(streams.count == 2)
            var proc: AudioDeviceIOProcID?
            _ = AudioDeviceCreateIOProcIDWithBlock(&proc, both, nil) { _, _, _, output, _ in
                for (index, buffer) in UnsafeMutableAudioBufferListPointer(output).enumerated() {
                    let samples = buffer.mData?.assumingMemoryBound(to: Float.self)
                    for sample in 0..<Int(buffer.mDataByteSize) / 4 { samples?[sample] = index == 0 ? 0.25 : 0.5 }
                }
            }
            #expect(AudioDeviceStart(both, proc) == noErr)
            device.advance(0.5)
            let now = device.now
            #expect(heard(.builtInSpeaker, from: now - 0.2, to: now - 0.05).allSatisfy { $0 == 0.25 })
            #expect(heard(.headphones, from: now - 0.2, to: now - 0.05).allSatisfy { $0 == 0.5 })
            #expect(AudioHardwareDestroyAggregateDevice(both) == noErr && !devices.contains(both))
            device.advance(0.2)
            #expect(heard(.headphones, from: device.now - 0.05, to: device.now).allSatisfy { $0 == 0 })
        }
    }

    /// Five devices on five cables are one device of ten channels, and each sounds on its own.
    @Test func severalInterDeviceDevicesAreOneAggregate() throws {
        let names = (1...5).map { "Phone \($0)" }
        for name in names { device.plug(.interDevice(name: name)) }
        device.advance(0.2)
        device.microphone(.usbAudio, hears: .tone(hertz: 1_000, amplitude: 0.5))
        let peaks = Mutex<[Float]>([])
        app.perform {
            let found = devices.filter { names.contains(text($0, kAudioObjectPropertyName) ?? "") }
            #expect(
                found.map { value($0, kAudioDevicePropertyTransportType, UInt32(0)) }
                    == [UInt32?](repeating: kAudioDeviceTransportTypeUSB, count: 5))
            let description: [String: Any] = [
                kAudioAggregateDeviceUIDKey: "phones", kAudioAggregateDeviceNameKey: "Phones",
                kAudioAggregateDeviceSubDeviceListKey: names.map {
                    [kAudioSubDeviceUIDKey: $0, kAudioSubDeviceDriftCompensationKey: 1] as [String: Any]
                },
            ]
            var phones = AudioObjectID(0)
            #expect(AudioHardwareCreateAggregateDevice(description as CFDictionary, &phones) == noErr)
            let streams = list(
                phones, kAudioDevicePropertyStreams, kAudioObjectPropertyScopeInput, of: AudioStreamID.self)
            #expect(streams.count == 5)
            let channels = streams.map {
                value($0, kAudioStreamPropertyVirtualFormat, AudioStreamBasicDescription())?.mChannelsPerFrame ?? 0
            }
            #expect(channels == [2, 2, 2, 2, 2])
            var proc: AudioDeviceIOProcID?
            _ = AudioDeviceCreateIOProcIDWithBlock(&proc, phones, nil) { _, input, _, _, _ in
                let buffers = UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: input))
                let loudest = buffers.map { buffer in
                    let samples = buffer.mData?.assumingMemoryBound(to: Float.self)
                    return (0..<Int(buffer.mDataByteSize) / 4).map { abs(samples?[$0] ?? 0) }.max() ?? 0
                }
                peaks.withLock { peaks in
                    peaks = loudest.enumerated().map { max($1, peaks.count > $0 ? peaks[$0] : 0) }
                }
            }
            #expect(AudioDeviceStart(phones, proc) == noErr)
            device.advance(0.5)
            AudioDeviceDestroyIOProcID(phones, proc)
            #expect(AudioHardwareDestroyAggregateDevice(phones) == noErr)
        }
        let heard = peaks.withLock { $0 }
        #expect(heard.count == 5 && abs((heard.first ?? 0) - 0.5) < 0.01 && heard.dropFirst().allSatisfy { $0 == 0 })
    }

    // MARK: Changes

    @Test func listenersHearOfDevicesThatComeAndGo() throws {
        let told = Mutex<[AudioObjectPropertySelector]>([])
        let queue = DispatchQueue(label: "listener")
        try app.perform {
            let system = AudioObjectID(kAudioObjectSystemObject)
            let headphones = try output()
            for (id, selector) in [
                (system, kAudioHardwarePropertyDevices), (system, kAudioHardwarePropertyDefaultOutputDevice),
                (headphones, kAudioDevicePropertyDeviceIsAlive),
            ] {
                var address = address(selector)
                let status = AudioObjectAddPropertyListenerBlock(id, &address, queue) { _, addresses in
                    told.withLock { $0.append(addresses.pointee.mSelector) }
                }
                #expect(status == noErr)
            }
            device.unplug(.headphones)
            device.advance(0.2)
            queue.sync {}
            #expect(
                told.withLock { Set($0) } == [
                    kAudioHardwarePropertyDevices, kAudioHardwarePropertyDefaultOutputDevice,
                    kAudioDevicePropertyDeviceIsAlive,
                ])
            #expect(devices.count == 3 && !devices.contains(headphones))
            #expect(value(headphones, kAudioDevicePropertyDeviceIsAlive, UInt32(0)) == nil)
            var address = address(kAudioHardwarePropertyDevices)
            AudioObjectRemovePropertyListenerBlock(system, &address, queue) { _, _ in }
            told.withLock { $0 = [] }
            device.plug(.headphones)
            device.advance(0.2)
            queue.sync {}
            #expect(told.withLock { !$0.contains(kAudioHardwarePropertyDevices) && !$0.isEmpty })
        }
    }

    @Test func rateBlockAndHogModeAreWishesOfTheSession() throws {
        try app.perform {
            let headphones = try output()
            var proc: AudioDeviceIOProcID?
            let frames = Mutex<Set<UInt32>>([])
            _ = AudioDeviceCreateIOProcIDWithBlock(&proc, headphones, nil) { _, _, _, output, _ in
                frames.withLock { _ = $0.insert(output.pointee.mBuffers.mDataByteSize / 8) }
            }
            #expect(AudioDeviceStart(headphones, proc) == noErr)
            var (rate, block) = (
                address(kAudioDevicePropertyNominalSampleRate), address(kAudioDevicePropertyBufferFrameSize)
            )
            var (hertz, count) = (44_100.0, UInt32(256))
            #expect(AudioObjectSetPropertyData(headphones, &rate, 0, nil, 8, &hertz) == noErr)
            #expect(AudioObjectSetPropertyData(headphones, &block, 0, nil, 4, &count) == noErr)
            device.advance(0.3)
            #expect(value(headphones, kAudioDevicePropertyNominalSampleRate, 0.0) == 44_100)
            #expect(value(headphones, kAudioDevicePropertyBufferFrameSize, UInt32(0)) == 256)
            #expect(frames.withLock { $0.contains(256) })
            // A device for oneself interrupts those who play beside.
            let other = device.app("Other", backgroundModes: .audio)
            try other.activate(.playback, options: .mixWithOthers)
            var hog = address(kAudioDevicePropertyHogMode)
            var pid = getpid()
            #expect(value(headphones, kAudioDevicePropertyHogMode, Int32(0)) == -1)
            #expect(AudioObjectSetPropertyData(headphones, &hog, 0, nil, 4, &pid) == noErr)
            #expect(value(headphones, kAudioDevicePropertyHogMode, Int32(0)) == pid)
            AudioDeviceDestroyIOProcID(headphones, proc)
        }
    }

    /// A unit that is told its device plays there.
    @Test func aUnitPlaysOnTheDeviceThatItIsTold() throws {
        try app.perform {
            let speaker = try device(endingAt: kAudioStreamTerminalTypeSpeaker)
            var description = AudioComponentDescription(
                componentType: kAudioUnitType_Output, componentSubType: kAudioUnitSubType_HALOutput,
                componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0)
            let component = try #require(AudioComponentFindNext(nil, &description))
            var instance: AudioUnit?
            #expect(AudioComponentInstanceNew(component, &instance) == noErr)
            let unit = try #require(instance)
            var id = speaker
            #expect(
                AudioUnitSetProperty(
                    unit, kAudioOutputUnitProperty_CurrentDevice, kAudioUnitScope_Global, 0, &id, 4) == noErr)
            var (told, size) = (AudioDeviceID(0), UInt32(4))
            #expect(
                AudioUnitGetProperty(
                    unit, kAudioOutputUnitProperty_CurrentDevice, kAudioUnitScope_Global, 0, &told, &size) == noErr)
            #expect(told == speaker)
            var callback = AURenderCallbackStruct(
                inputProc: { _, _, _, _, frames, list in
                    for buffer in UnsafeMutableAudioBufferListPointer(list!) {
                        let samples = buffer.mData?.assumingMemoryBound(to: Float.self)
                        for sample in 0..<Int(buffer.mDataByteSize) / 4 { samples?[sample] = 0.125 }
                    }
                    return noErr
                }, inputProcRefCon: nil)
            #expect(
                AudioUnitSetProperty(
                    unit, kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, 0, &callback,
                    UInt32(MemoryLayout<AURenderCallbackStruct>.size)) == noErr)
            #expect(AudioUnitInitialize(unit) == noErr && AudioOutputUnitStart(unit) == noErr)
            device.advance(0.5)
            let now = device.now
            #expect(heard(.builtInSpeaker, from: now - 0.2, to: now - 0.05).allSatisfy { abs($0 - 0.125) < 1e-6 })
            #expect(heard(.headphones, from: now - 0.2, to: now - 0.05).allSatisfy { $0 == 0 })
            AudioOutputUnitStop(unit)
            AudioComponentInstanceDispose(unit)
        }
    }

    @Test func viewConfigurationsAreValues() {
        let one = AUAudioUnitViewConfiguration(width: 100, height: 50, hostHasController: false)
        #expect(one == AUAudioUnitViewConfiguration(width: 100, height: 50, hostHasController: false))
        #expect(one != AUAudioUnitViewConfiguration(width: 100, height: 50, hostHasController: true))
    }

    // MARK: Inside a function

    /// The change that a function makes to itself at its third call.
    enum OwnEnding: CaseIterable, Sendable { case stop, destroy, stopAndDestroy }

    @Test(arguments: OwnEnding.allCases)
    func aFunctionEndsItself(_ ending: OwnEnding) throws {
        try app.perform {
            let id = try output()
            nonisolated(unsafe) var (own, count, statuses) = (AudioDeviceIOProcID?.none, 0, [OSStatus]())
            var made: AudioDeviceIOProcID?
            #expect(
                AudioDeviceCreateIOProcIDWithBlock(&made, id, nil) { _, _, _, _, _ in
                    count += 1
                    guard count == 3, let own else { return }
                    if ending != .destroy { statuses.append(AudioDeviceStop(id, own)) }
                    if ending != .stop { statuses.append(AudioDeviceDestroyIOProcID(id, own)) }
                } == noErr)
            own = made
            #expect(AudioDeviceStart(id, made) == noErr)
            device.advance(0.3)
            #expect(count == 3 && !statuses.isEmpty && statuses.allSatisfy { $0 == noErr })
            #expect(value(id, kAudioDevicePropertyDeviceIsRunning, UInt32(1)) == 0)
            guard ending == .stop else { return }
            #expect(AudioDeviceStart(id, made) == noErr)
            device.advance(0.1)
            #expect(count > 3)
            #expect(AudioDeviceStop(id, made) == noErr)
        }
    }

    /// The hardware of the other device does not run yet, or plays another function.
    @Test(arguments: [false, true]) func aFunctionStartsOneOfAnotherDevice(thatRuns runs: Bool) throws {
        try app.perform {
            let ids = [try output(), try device(endingAt: kAudioStreamTerminalTypeSpeaker)]
            nonisolated(unsafe) var (second, status) = (AudioDeviceIOProcID?.none, OSStatus(-1))
            nonisolated(unsafe) var counts = [0, 0, 0]
            var procs: [AudioDeviceIOProcID?] = [nil, nil, nil]
            for (index, id) in [ids[0], ids[1], ids[1]].enumerated() {
                AudioDeviceCreateIOProcIDWithBlock(&procs[index], id, nil) { _, _, _, _, _ in
                    counts[index] += 1
                    if index == 0, counts[0] == 2 { status = AudioDeviceStart(ids[1], second) }
                }
            }
            second = procs[1]
            if runs { #expect(AudioDeviceStart(ids[1], procs[2]) == noErr) }
            #expect(AudioDeviceStart(ids[0], procs[0]) == noErr)
            device.advance(0.3)
            #expect(status == noErr && counts[0] > 2 && counts[1] > 2 && (counts[2] > 2) == runs)
            #expect(value(ids[1], kAudioDevicePropertyDeviceIsRunning, UInt32(0)) == 1)
            for (id, proc) in [(ids[0], procs[0]), (ids[1], procs[1]), (ids[1], procs[2])] {
                #expect(AudioDeviceDestroyIOProcID(id, proc) == noErr)
            }
            #expect(value(ids[1], kAudioDevicePropertyDeviceIsRunning, UInt32(1)) == 0)
            let last = counts
            device.advance(0.1)
            #expect(counts == last)
        }
    }
}
