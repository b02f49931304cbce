import AVFAudio
import Foundation
import SordinoSimulator
import Testing

/// RemoteIO in C on simulated hardware: both ways at once, other formats, maps, chains of units.
@Suite struct RemoteUnitTests {
    let device = SimulatedDevice(.phone)

    /// A unit in C with the calls that these tests make.
    private final class Remote: @unchecked Sendable {
        let unit: AudioUnit
        /// The value of every sample that is given; nil gives what comes in.
        var given: [Float]? = [0]
        var heard: [Float] = []
        var statuses: Set<OSStatus> = []
        private var scratch = [Float](repeating: 0, count: 8192)

        init(_ type: OSType = kAudioUnitType_Output, _ subtype: OSType = kAudioUnitSubType_RemoteIO) throws {
            var description = AudioComponentDescription(
                componentType: type, componentSubType: subtype, componentManufacturer: kAudioUnitManufacturer_Apple,
                componentFlags: 0, componentFlagsMask: 0)
            let component = try #require(AudioComponentFindNext(nil, &description))
            var made: AudioUnit?
            #expect(AudioComponentInstanceNew(component, &made) == noErr)
            unit = try #require(made)
        }

        deinit { _ = AudioComponentInstanceDispose(unit) }

        func set<Value>(_ id: AudioUnitPropertyID, _ scope: AudioUnitScope, _ element: UInt32, _ value: Value)
            -> OSStatus
        {
            withUnsafeBytes(of: value) {
                AudioUnitSetProperty(unit, id, scope, element, $0.baseAddress, UInt32($0.count))
            }
        }

        func setFormat(_ channels: UInt32, rate: Double, _ scope: AudioUnitScope, _ element: UInt32) -> OSStatus {
            set(
                kAudioUnitProperty_StreamFormat, scope, element,
                AudioStreamBasicDescription(
                    mSampleRate: rate, mFormatID: kAudioFormatLinearPCM,
                    mFormatFlags: kAudioFormatFlagsNativeFloatPacked | kAudioFormatFlagIsNonInterleaved,
                    mBytesPerPacket: 4, mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: channels,
                    mBitsPerChannel: 32, mReserved: 0))
        }

        /// Gives constants, or what comes in, when the unit asks for the frames of input 0.
        func feed() -> OSStatus {
            set(
                kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, 0,
                AURenderCallbackStruct(
                    inputProc: { context, flags, time, _, frameCount, list in
                        guard let list else { return kAudio_ParamError }
                        let own = Unmanaged<Remote>.fromOpaque(context).takeUnretainedValue()
                        guard let given = own.given else {
                            let status = AudioUnitRender(own.unit, flags, time, 1, frameCount, list)
                            own.statuses.insert(status)
                            return status
                        }
                        for (channel, buffer) in UnsafeMutableAudioBufferListPointer(list).enumerated() {
                            let samples = buffer.mData?.assumingMemoryBound(to: Float.self)
                            for frame in 0..<Int(frameCount) { samples?[frame] = given[min(channel, given.count - 1)] }
                        }
                        return noErr
                    }, inputProcRefCon: Unmanaged.passUnretained(self).toOpaque()))
        }

        /// Keeps the first channel of what comes in.
        func listen() -> OSStatus {
            set(
                kAudioOutputUnitProperty_SetInputCallback, kAudioUnitScope_Global, 0,
                AURenderCallbackStruct(
                    inputProc: { context, flags, time, bus, frameCount, _ in
                        let own = Unmanaged<Remote>.fromOpaque(context).takeUnretainedValue()
                        return own.take(flags, time, bus, frameCount)
                    }, inputProcRefCon: Unmanaged.passUnretained(self).toOpaque()))
        }

        private func take(
            _ flags: UnsafeMutablePointer<AudioUnitRenderActionFlags>, _ time: UnsafePointer<AudioTimeStamp>,
            _ bus: UInt32, _ frameCount: UInt32
        ) -> OSStatus {
            let status = scratch.withUnsafeMutableBytes { bytes in
                var list = AudioBufferList(
                    mNumberBuffers: 1,
                    mBuffers: AudioBuffer(mNumberChannels: 1, mDataByteSize: frameCount * 4, mData: bytes.baseAddress))
                return AudioUnitRender(unit, flags, time, bus, frameCount, &list)
            }
            statuses.insert(status)
            heard += scratch.prefix(Int(frameCount))
            return status
        }

        func start() {
            #expect(AudioUnitInitialize(unit) == noErr)
            #expect(AudioOutputUnitStart(unit) == noErr)
        }

        func stop() { #expect(AudioOutputUnitStop(unit) == noErr) }
    }

    private func app(_ accessory: SimulatedAccessory, _ category: AVAudioSession.Category) throws -> SimulatedApp {
        device.plug(accessory)
        let app = device.app("Synth", backgroundModes: .audio)
        try app.activate(category)
        device.advance(0.2)
        return app
    }

    private func heard(_ port: AVAudioSession.Port, channel: Int, since start: Double) -> [Float] {
        device.output(port)?.samples(channel: channel, from: start) ?? []
    }

    private func enableInput(_ remote: Remote) {
        #expect(remote.set(kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Input, 1, UInt32(1)) == noErr)
    }

    @Test(arguments: [48_000.0, 44_100])
    func theInputIsThereInTheCallbackOfTheOutput(_ rate: Double) throws {
        let app = try app(.headphones, .playAndRecord)
        device.microphone(hears: .tone(hertz: 1000, amplitude: 0.5))
        let remote = try app.perform {
            let remote = try Remote()
            enableInput(remote)
            remote.given = nil
            #expect(remote.setFormat(1, rate: rate, kAudioUnitScope_Input, 0) == noErr)
            #expect(remote.setFormat(1, rate: rate, kAudioUnitScope_Output, 1) == noErr)
            #expect(remote.feed() == noErr)
            remote.start()
            return remote
        }
        device.advance(0.3)
        let start = device.now
        device.advance(0.5)
        app.perform { remote.stop() }
        #expect(remote.statuses == [noErr])
        let samples = heard(.headphones, channel: 0, since: start).prefix(20_000)
        #expect(abs((samples.max() ?? 0) - 0.5) < 0.01 && abs((samples.min() ?? 0) + 0.5) < 0.01)
        // A sine of 1 kHz goes no further than this from one sample to the next: nothing is missing.
        let limit = Float(0.5 * 2 * Double.pi * 1000 / 48_000 * 1.02)
        #expect(zip(samples, samples.dropFirst()).allSatisfy { abs($0 - $1) <= limit })
    }

    @Test(arguments: [16_000.0, 44_100, 96_000])
    func whatComesInIsAtTheRateOfTheProgram(_ rate: Double) throws {
        let app = try app(.headphones, .playAndRecord)
        device.microphone(hears: .tone(hertz: 1000, amplitude: 0.5))
        let remote = try app.perform {
            let remote = try Remote()
            enableInput(remote)
            #expect(remote.setFormat(1, rate: rate, kAudioUnitScope_Output, 1) == noErr)
            #expect(remote.listen() == noErr)
            remote.start()
            return remote
        }
        device.advance(1)
        app.perform { remote.stop() }
        #expect(remote.statuses == [noErr])
        #expect(abs(Double(remote.heard.count) - rate) < 0.1 * rate)
        let samples = remote.heard.dropFirst(Int(rate / 2))
        let limit = Float(0.5 * 2 * Double.pi * 1000 / rate * 1.02)
        #expect(abs((samples.max() ?? 0) - 0.5) < 0.02)
        #expect(zip(samples, samples.dropFirst()).allSatisfy { abs($0 - $1) <= limit })
    }

    @Test func aMonoProgramHearsTheFirstChannel() throws {
        let app = try app(.usb(), .playAndRecord)
        device.microphone(
            .usbAudio,
            hears: .recording(
                [[Float](repeating: 0.5, count: 100), [Float](repeating: -0.25, count: 100)], sampleRate: 48_000,
                repeats: true))
        let remote = try app.perform {
            let remote = try Remote()
            enableInput(remote)
            #expect(remote.setFormat(1, rate: 48_000, kAudioUnitScope_Output, 1) == noErr)
            #expect(remote.listen() == noErr)
            remote.start()
            return remote
        }
        device.advance(0.3)
        #expect(remote.heard.last == 0.5)
        // A map that is set while the hardware runs holds from the next block on.
        app.perform {
            #expect(remote.set(kAudioOutputUnitProperty_ChannelMap, kAudioUnitScope_Output, 1, Int32(1)) == noErr)
        }
        device.advance(0.3)
        app.perform { remote.stop() }
        #expect(remote.heard.last == -0.25)
    }

    @Test func aMapAndACallbackSetWhileRunningHoldFromTheNextBlockOn() throws {
        let app = try app(.headphones, .playback)
        let remote = try app.perform {
            let remote = try Remote()
            remote.given = [0.25, 0.5]
            #expect(remote.setFormat(2, rate: 48_000, kAudioUnitScope_Input, 0) == noErr)
            #expect(remote.feed() == noErr)
            remote.start()
            return remote
        }
        device.advance(0.3)
        app.perform {
            #expect(
                remote.set(kAudioOutputUnitProperty_ChannelMap, kAudioUnitScope_Output, 0, SIMD2<Int32>(1, 0)) == noErr)
        }
        device.advance(0.3)
        #expect(heard(.headphones, channel: 0, since: 0).last == 0.5)
        #expect(heard(.headphones, channel: 1, since: 0).last == 0.25)
        let other = try app.perform {
            let other = try Remote()
            other.given = [0.125]
            let callback = AURenderCallbackStruct(
                inputProc: { _, _, _, _, frameCount, list in
                    guard let list else { return kAudio_ParamError }
                    for buffer in UnsafeMutableAudioBufferListPointer(list) {
                        let samples = buffer.mData?.assumingMemoryBound(to: Float.self)
                        for frame in 0..<Int(frameCount) { samples?[frame] = 0.125 }
                    }
                    return noErr
                }, inputProcRefCon: nil)
            #expect(remote.set(kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, 0, callback) == noErr)
            return other
        }
        device.advance(0.3)
        #expect(heard(.headphones, channel: 0, since: 0).last == 0.125)
        app.perform { remote.stop() }
        withExtendedLifetime(other) {}
    }

    @Test func aMixerThatIsConnectedIsHeardInBlocksOf1024() throws {
        let app = try app(.headphones, .playback)
        let units = try app.perform {
            try AVAudioSession.sharedInstance().setPreferredIOBufferDuration(1024.0 / 48_000)
            let mixer = try Remote(kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer)
            let remote = try Remote()
            mixer.given = [0.25]
            #expect(mixer.feed() == noErr)
            let connection = AudioUnitConnection(
                sourceAudioUnit: mixer.unit, sourceOutputNumber: 0, destInputNumber: 0)
            #expect(remote.set(kAudioUnitProperty_MakeConnection, kAudioUnitScope_Input, 0, connection) == noErr)
            #expect(AudioUnitInitialize(mixer.unit) == noErr)
            remote.start()
            return [mixer, remote]
        }
        device.advance(0.5)
        #expect(abs((heard(.headphones, channel: 0, since: 0).last ?? 0) - 0.25) < 1e-4)
        app.perform { units[1].stop() }
    }
}
