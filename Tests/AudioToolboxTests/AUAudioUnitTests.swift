import AVAudioTypes
import AudioToolbox
import Foundation
import Testing

/// A client's unit that writes down what it is asked.
final class Recorder: AUAudioUnit {
    static let description = AudioComponentDescription(
        componentType: kAudioUnitType_MusicEffect, componentSubType: 0x7265_636F, componentManufacturer: 0x5465_7374,
        componentFlags: 0, componentFlagsMask: 0)

    final class Notes: @unchecked Sendable {
        var lines: [String] = []
    }
    struct Refusal: Error {}

    let notes = Notes()
    let madeWith: AudioComponentInstantiationOptions
    private var inputs: AUAudioUnitBusArray?
    private var outputs: AUAudioUnitBusArray?

    override init(
        componentDescription: AudioComponentDescription, options: AudioComponentInstantiationOptions = []
    ) throws {
        madeWith = options
        if componentDescription.componentFlags & 0x1000 != 0 { throw Refusal() }
        try super.init(componentDescription: componentDescription, options: options)
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1))
        inputs = AUAudioUnitBusArray(audioUnit: self, busType: .input, busses: [try AUAudioUnitBus(format: format)])
        outputs = AUAudioUnitBusArray(audioUnit: self, busType: .output, busses: [try AUAudioUnitBus(format: format)])
        outputs?[0].supportedChannelCounts = [1, 2]
    }

    override var inputBusses: AUAudioUnitBusArray { inputs ?? super.inputBusses }
    override var outputBusses: AUAudioUnitBusArray { outputs ?? super.outputBusses }

    override var internalRenderBlock: AUInternalRenderBlock {
        let notes = notes
        return { _, time, frameCount, bus, _, events, _ in
            notes.lines.append("block \(Int(time.pointee.mSampleTime)) \(frameCount)")
            var event = events
            while let present = event {
                switch present.pointee.head.eventType {
                case .parameter:
                    let value = present.pointee.parameter
                    notes.lines.append("\(value.eventSampleTime): \(value.parameterAddress) = \(value.value)")
                case .parameterRamp:
                    let value = present.pointee.parameter
                    notes.lines.append(
                        "\(value.eventSampleTime): \(value.parameterAddress) to \(value.value) in \(value.rampDurationSampleFrames)"
                    )
                case .MIDI:
                    let message = present.pointee.MIDI
                    notes.lines.append("\(message.eventSampleTime): \(message.length) bytes \(message.data)")
                case .midiSysEx:
                    let count = Int(present.pointee.MIDI.length)
                    let bytes = UnsafeRawPointer(present) + (MemoryLayout<AUMIDIEvent>.offset(of: \.data) ?? 0)
                    notes.lines.append("sysex \((0..<count).map { bytes.load(fromByteOffset: $0, as: UInt8.self) })")
                case .midiEventList:
                    let packet = present.pointee.MIDIEventsList.eventList.packet
                    notes.lines.append(
                        "\(present.pointee.head.eventSampleTime): words \(packet.wordCount) \(packet.words.0)")
                default: notes.lines.append("?")
                }
                event = UnsafePointer(present.pointee.head.next)
            }
            return frameCount == 13 ? kAudioUnitErr_NoConnection : noErr
        }
    }
}

@Suite struct AUAudioUnitTests {
    init() {
        AUAudioUnit.registerSubclass(Recorder.self, as: Recorder.description, name: "Tests: Recorder", version: 7)
    }

    private func make() async throws -> Recorder {
        let unit = try await AUAudioUnit.instantiate(with: Recorder.description, options: .loadOutOfProcess)
        return try #require(unit as? Recorder)
    }

    private func render(_ block: AURenderBlock, at time: Int, frames: AUAudioFrameCount) -> AUAudioUnitStatus {
        var flags: AudioUnitRenderActionFlags = []
        var stamp = AudioTimeStamp()
        stamp.mSampleTime = Double(time)
        stamp.mFlags = .sampleTimeValid
        var samples = [Float](repeating: 0, count: Int(frames))
        return samples.withUnsafeMutableBytes { bytes in
            var list = AudioBufferList(
                mNumberBuffers: 1,
                mBuffers: AudioBuffer(
                    mNumberChannels: 1, mDataByteSize: UInt32(bytes.count), mData: bytes.baseAddress))
            return block(&flags, &stamp, frames, 0, &list, nil)
        }
    }

    @Test func aSubclassIsMadeByItsOwnInitialiser() async throws {
        let unit = try await make()
        #expect(unit.madeWith == .loadOutOfProcess)
        #expect(
            unit.componentName == "Tests: Recorder" && unit.audioUnitName == "Recorder" && unit.componentVersion == 7)
        #expect(unit.isMusicDeviceOrEffect && unit.virtualMIDICableCount == 1)
        var description = AudioComponentDescription()
        #expect(AudioComponentGetDescription(unit.component, &description) == noErr)
        #expect(description.componentSubType == Recorder.description.componentSubType)
    }

    @Test func whatItsInitialiserThrowsIsThrown() async throws {
        var description = Recorder.description
        description.componentSubType = 0x7265_6675
        description.componentFlags = 0x1000
        AUAudioUnit.registerSubclass(Recorder.self, as: description, name: "Tests: Refusal", version: 1)
        await #expect(throws: Recorder.Refusal.self) { _ = try await AUAudioUnit.instantiate(with: description) }
    }

    @Test func eventsComeInOrderWithTheirBlocks() async throws {
        let unit = try await make()
        try unit.allocateRenderResources()
        let block = unit.renderBlock
        let set = unit.scheduleParameterBlock
        set(150, 0, 3, 0.5)
        set(20, 30, 2, 1)
        set(AUEventSampleTimeImmediate + 7, 0, 1, 2)
        set(20, 0, 4, 4)
        #expect(render(block, at: 0, frames: 100) == noErr)
        set(5, 0, 9, 9)
        #expect(render(block, at: 100, frames: 100) == noErr)
        #expect(
            unit.notes.lines == [
                "block 0 100", "7: 1 = 2.0", "20: 2 to 1.0 in 30", "20: 4 = 4.0", "block 100 100", "100: 9 = 9.0",
                "150: 3 = 0.5",
            ])
    }

    @Test func midiComesWithItsBlock() async throws {
        let unit = try await make()
        try unit.allocateRenderResources()
        let send = try #require(unit.scheduleMIDIEventBlock)
        send(10, 0, 3, [0x90, 60, 100])
        send(11, 0, 6, [0xF0, 1, 2, 3, 4, 0xF7])
        var list = MIDIEventList()
        list.protocol = ._2_0
        list.numPackets = 1
        list.packet.wordCount = 2
        list.packet.words.0 = 0x4090_3C00
        let sendList = try #require(unit.scheduleMIDIEventListBlock)
        #expect(sendList(12, 0, &list) == noErr)
        #expect(render(unit.renderBlock, at: 0, frames: 64) == noErr)
        #expect(
            unit.notes.lines == [
                "block 0 64", "10: 3 bytes (144, 60, 100)", "sysex [240, 1, 2, 3, 4, 247]", "12: words 2 1083194368",
            ])
    }

    @Test func tooManyEventsAreRefusedAndTheQueueRecovers() async throws {
        let unit = try await make()
        try unit.allocateRenderResources()
        let block = unit.renderBlock
        for index in 0..<3000 { unit.scheduleParameterBlock(AUEventSampleTime(index % 50), 0, 0, AUValue(index)) }
        #expect(render(block, at: 0, frames: 64) == noErr)
        #expect(unit.notes.lines.count == 1025)
        unit.scheduleParameterBlock(70, 0, 5, 1)
        #expect(render(block, at: 64, frames: 64) == noErr)
        #expect(unit.notes.lines.last == "70: 5 = 1.0")
    }

    @Test func blocksAreCheckedAndObserved() async throws {
        let unit = try await make()
        unit.maximumFramesToRender = 64
        let notes = unit.notes
        let token = unit.token(byAddingRenderObserver: { flags, time, frames, _ in
            notes.lines.append("observed \(flags.rawValue) \(Int(time.pointee.mSampleTime)) \(frames)")
        })
        #expect(render(unit.renderBlock, at: 0, frames: 8) == kAudioUnitErr_Uninitialized)
        try unit.allocateRenderResources()
        let block = unit.renderBlock
        #expect(render(block, at: 0, frames: 65) == kAudioUnitErr_TooManyFramesToProcess)
        #expect(render(block, at: 5, frames: 13) == kAudioUnitErr_NoConnection)
        unit.removeRenderObserver(token)
        #expect(render(block, at: 18, frames: 1) == noErr)
        #expect(notes.lines == ["observed 4 5 13", "block 5 13", "observed 264 5 13", "block 18 1"])
        unit.deallocateRenderResources()
        #expect(render(block, at: 19, frames: 1) == kAudioUnitErr_Uninitialized)
    }

    @Test func bussesRefuseWhatTheyCannotTake() async throws {
        let unit = try await make()
        let bus = unit.outputBusses[0]
        #expect(bus.ownerAudioUnit === unit && bus.busType == .output && bus.index == 0)
        let stereo = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2))
        try bus.setFormat(stereo)
        #expect(bus.format == stereo)
        let layout = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_DiscreteInOrder | 3))
        let three = AVAudioFormat(standardFormatWithSampleRate: 48_000, channelLayout: layout)
        #expect { try bus.setFormat(three) } throws: { ($0 as NSError).code == Int(kAudioUnitErr_FormatNotSupported) }
        try unit.allocateRenderResources()
        let mono = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1))
        #expect { try bus.setFormat(mono) } throws: { ($0 as NSError).code == Int(kAudioUnitErr_Initialized) }
        #expect { try unit.inputBusses.setBusCount(2) } throws: {
            ($0 as NSError).code == Int(kAudioUnitErr_PropertyNotWritable)
        }
    }

    // MARK: Units of the house, rendered by hand

    private static let lowPass = AudioComponentDescription(
        componentType: kAudioUnitType_Effect, componentSubType: kAudioUnitSubType_LowPassFilter,
        componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0)

    /// The gain in decibels that a filter has at a frequency, measured with a sine over whole periods.
    private func gain(_ unit: AUAudioUnit, hertz: Double, block frames: Int) throws -> Double {
        try unit.allocateRenderResources()
        defer { unit.deallocateRenderResources() }
        unit.reset()
        let render = unit.renderBlock
        var sum = (0.0, 0.0)
        var next = 0
        let pull: AURenderPullInputBlock = { _, time, count, _, list in
            for buffer in UnsafeMutableAudioBufferListPointer(list) {
                let samples = buffer.mData?.assumingMemoryBound(to: Float.self)
                for frame in 0..<Int(count) {
                    samples?[frame] = Float(sin(2 * .pi * hertz * (time.pointee.mSampleTime + Double(frame)) / 48_000))
                }
            }
            return noErr
        }
        let planes = (0..<2).map { _ in UnsafeMutablePointer<Float>.allocate(capacity: frames) }
        defer { for plane in planes { plane.deallocate() } }
        let list = AudioBufferList.allocate(maximumBuffers: 2)
        defer { list.unsafeMutablePointer.deallocate() }
        while next < 48_000 {
            let count = min(frames, 48_000 - next)
            for (index, plane) in planes.enumerated() {
                list[index] = AudioBuffer(mNumberChannels: 1, mDataByteSize: UInt32(count * 4), mData: plane)
            }
            var flags: AudioUnitRenderActionFlags = []
            var stamp = AudioTimeStamp()
            stamp.mSampleTime = Double(next)
            stamp.mFlags = .sampleTimeValid
            #expect(render(&flags, &stamp, AUAudioFrameCount(count), 0, list.unsafeMutablePointer, pull) == noErr)
            for frame in 0..<count where next + frame >= 24_000 {
                let angle = 2 * Double.pi * hertz * Double(next + frame) / 48_000
                sum.0 += Double(planes[1][frame]) * sin(angle)
                sum.1 += Double(planes[1][frame]) * cos(angle)
            }
            next += count
        }
        return 20 * log10((sum.0 * sum.0 + sum.1 * sum.1).squareRoot() / 12_000)
    }

    @Test func aUnitOfTheHouseRendersByHand() throws {
        let unit = try AUAudioUnit(componentDescription: Self.lowPass)
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2))
        try unit.inputBusses[0].setFormat(format)
        try unit.outputBusses[0].setFormat(format)
        let cutoff = try #require(
            unit.parameterTree?.parameter(withID: kLowPassParam_CutoffFrequency, scope: 0, element: 0))
        #expect(cutoff.value == 6900 && cutoff.unit == .hertz && cutoff.minValue == 10)
        cutoff.value = 1000
        // The resonance is the gain at the cutoff: 0 dB.
        #expect(abs(try gain(unit, hertz: 1000, block: 500)) < 0.05)
        #expect(abs(try gain(unit, hertz: 20, block: 512)) < 0.05)
        #expect(try gain(unit, hertz: 10_000, block: 333) < -38)
        unit.shouldBypassEffect = true
        #expect(abs(try gain(unit, hertz: 10_000, block: 512)) < 1e-5)
    }

    @Test func everyUnitOfTheHouseIsFoundAndMade() throws {
        var any = AudioComponentDescription()
        any.componentManufacturer = kAudioUnitManufacturer_Apple
        var next = AudioComponentFindNext(nil, &any)
        var count: UInt32 = 0
        while let component = next {
            var description = AudioComponentDescription()
            #expect(AudioComponentGetDescription(component, &description) == noErr)
            count += 1
            let codecs = [kAudioEncoderComponentType, kAudioDecoderComponentType]
            if codecs.contains(description.componentType) {
                next = AudioComponentFindNext(component, &any)
                continue
            }
            let unit = try AUAudioUnit(componentDescription: description)
            #expect(unit.component == component && unit.manufacturerName == "Apple")
            for parameter in unit.parameterTree?.allParameters ?? [] {
                #expect(
                    parameter.minValue <= parameter.value && parameter.value <= parameter.maxValue,
                    "\(parameter.keyPath)")
            }
            let before = unit.parameterTree?.allParameters.map(\.value)
            let state = unit.fullState
            for preset in unit.factoryPresets ?? [] { unit.currentPreset = preset }
            unit.fullState = state
            let after = unit.parameterTree?.allParameters.map(\.value)
            #expect(before == after, "\(unit.audioUnitName ?? "")")
            next = AudioComponentFindNext(component, &any)
        }
        #expect(count == AudioComponentCount(&any) && count > 10)
    }

    @Test func presetsOfUsersAreKept() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        setenv("XDG_DATA_HOME", folder.path, 1)
        defer {
            unsetenv("XDG_DATA_HOME")
            try? FileManager.default.removeItem(at: folder)
        }
        let unit = try AUAudioUnit(componentDescription: Self.lowPass)
        let cutoff = try #require(unit.parameterTree?.parameter(withAddress: 0))
        cutoff.value = 123
        let preset = AUAudioUnitPreset()
        (preset.number, preset.name) = (-3, "Dark / ½")
        try unit.saveUserPreset(preset)
        cutoff.value = 5000
        #expect(unit.userPresets.map(\.name) == ["Dark / ½"] && unit.userPresets.map(\.number) == [-3])
        unit.currentPreset = unit.userPresets.first
        #expect(cutoff.value == 123)
        try unit.deleteUserPreset(preset)
        #expect(unit.userPresets.isEmpty)
        preset.number = 1
        #expect(throws: NSError.self) { try unit.saveUserPreset(preset) }
    }

    @Test func damagedStatesChangeNothingOrLittle() throws {
        let unit = try AUAudioUnit(componentDescription: Self.lowPass)
        let cutoff = try #require(unit.parameterTree?.parameter(withAddress: 0))
        for bytes in [[], [0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255, 1, 2, 3, 4]] as [[UInt8]] {
            unit.fullState = ["data": Data(bytes)]
            unit.fullState = ["data": 5, "name": 7, "preset-number": "x"]
            #expect(cutoff.value == 6900)
        }
    }
}
