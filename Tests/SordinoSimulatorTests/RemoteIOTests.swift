import AVFAudio
import Foundation
import SordinoSimulator
import Synchronization
import Testing

/// Units on the hardware of a simulated phone with headphones.
@Suite struct RemoteIOTests {
    let device = SimulatedDevice(.phone)
    let app: SimulatedApp
    private static let description = AudioComponentDescription(
        componentType: kAudioUnitType_Output, componentSubType: kAudioUnitSubType_RemoteIO,
        componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0)

    init() throws {
        device.plug(.headphones)
        app = device.app("Synth", backgroundModes: .audio)
        try app.activate(.playback)
        device.advance(0.2)
    }

    @Test func whatTheProviderGivesIsHeard() throws {
        let unit = try app.perform {
            let unit = try AUAudioUnit(componentDescription: Self.description)
            let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2))
            try unit.inputBusses[0].setFormat(format)
            nonisolated(unsafe) var next = 0
            unit.outputProvider = { _, _, count, _, list in
                for (channel, buffer) in UnsafeMutableAudioBufferListPointer(list).enumerated() {
                    let samples = buffer.mData?.assumingMemoryBound(to: Float.self)
                    for frame in 0..<Int(count) {
                        samples?[frame] = Float((next + frame) % 1000 + 1) / (channel == 0 ? 2000 : -2000)
                    }
                }
                next += Int(count)
                return noErr
            }
            #expect(unit.canPerformOutput && unit.isOutputEnabled && !unit.isInputEnabled && !unit.isRunning)
            try unit.allocateRenderResources()
            try unit.startHardware()
            return unit
        }
        let start = device.now
        #expect(unit.isRunning)
        device.advance(0.5)
        let left = Array((device.output(.headphones)?.samples(channel: 0, from: start - 1e-6) ?? []).prefix(20_000))
        let right = Array((device.output(.headphones)?.samples(channel: 1, from: start - 1e-6) ?? []).prefix(20_000))
        let given = (0..<20_000).map { (frame: Int) -> Float in Float(frame % 1000 + 1) / 2000 }
        let mirrored = given.map { -$0 }
        #expect(left == given)
        #expect(right == mirrored)
        unit.stopHardware()
        #expect(!unit.isRunning)
    }

    @Test func aCallStopsTheUnit() throws {
        let unit = try app.perform {
            let unit = try AUAudioUnit(componentDescription: Self.description)
            unit.outputProvider = { flags, _, _, _, _ in
                flags.pointee = .unitRenderAction_OutputIsSilence
                return noErr
            }
            try unit.allocateRenderResources()
            try unit.startHardware()
            return unit
        }
        device.ring()
        device.advance(1)
        #expect(!unit.isRunning)
    }

    @Test func theOlderInterfacePlaysIntegers() throws {
        let unit: AudioUnit = try app.perform {
            var description = Self.description
            let component = try #require(AudioComponentFindNext(nil, &description))
            var unit: AudioUnit?
            #expect(AudioComponentInstanceNew(component, &unit) == noErr)
            let made = try #require(unit)
            var format = AudioStreamBasicDescription(
                mSampleRate: 48_000, mFormatID: kAudioFormatLinearPCM,
                mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked, mBytesPerPacket: 2,
                mFramesPerPacket: 1, mBytesPerFrame: 2, mChannelsPerFrame: 1, mBitsPerChannel: 16, mReserved: 0)
            #expect(
                AudioUnitSetProperty(
                    made, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Input, 0, &format,
                    UInt32(MemoryLayout.size(ofValue: format))) == noErr)
            var callback = AURenderCallbackStruct(
                inputProc: { _, _, _, _, frameCount, list in
                    guard let list else { return -50 }
                    let samples = UnsafeMutableAudioBufferListPointer(list)[0].mData?.assumingMemoryBound(
                        to: Int16.self)
                    for frame in 0..<Int(frameCount) { samples?[frame] = 8192 }
                    return noErr
                }, inputProcRefCon: nil)
            #expect(
                AudioUnitSetProperty(
                    made, kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, 0, &callback,
                    UInt32(MemoryLayout.size(ofValue: callback))) == noErr)
            #expect(AudioUnitInitialize(made) == noErr)
            #expect(AudioOutputUnitStart(made) == noErr)
            return made
        }
        let start = device.now
        device.advance(0.3)
        #expect(AudioOutputUnitStop(unit) == noErr)
        for channel in 0..<2 {
            let heard = (device.output(.headphones)?.samples(channel: channel, from: start - 1e-6) ?? []).prefix(10_000)
            #expect(heard.count == 10_000 && heard.allSatisfy { $0 == 0.25 })
        }
        #expect(AudioComponentInstanceDispose(unit) == noErr)
    }

    @Test func whatTheMicrophoneHearsIsHandedOver() throws {
        device.microphone(hears: .tone(hertz: 1000, amplitude: 0.5))
        try app.activate(.playAndRecord)
        device.advance(0.2)
        let frames = Mutex(0)
        let peak = Mutex<Float>(0)
        let unit = try app.perform {
            let unit = try AUAudioUnit(componentDescription: Self.description)
            unit.isInputEnabled = true
            let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1))
            try unit.outputBusses[1].setFormat(format)
            try unit.allocateRenderResources()
            let render = unit.renderBlock
            let samples = UnsafeMutablePointer<Float>.allocate(capacity: 4096)
            unit.inputHandler = { flags, time, count, bus in
                var list = AudioBufferList(
                    mNumberBuffers: 1,
                    mBuffers: AudioBuffer(mNumberChannels: 1, mDataByteSize: count * 4, mData: samples))
                guard render(flags, time, count, bus, &list, nil) == noErr else { return }
                frames.withLock { $0 += Int(count) }
                let loudest = (0..<Int(count)).map { abs(samples[$0]) }.max() ?? 0
                peak.withLock { $0 = max($0, loudest) }
            }
            try unit.startHardware()
            return unit
        }
        device.advance(0.5)
        unit.stopHardware()
        #expect(frames.withLock { $0 } >= 20_000)
        #expect(abs(peak.withLock { $0 } - 0.5) < 0.01)
    }
}
