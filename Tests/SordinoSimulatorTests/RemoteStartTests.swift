import AVFAudio
import AudioToolbox
import SordinoSimulator
import Testing

/// The start of RemoteIO at a time, and what its times count from.
@Suite struct RemoteStartTests {
    private final class Program: @unchecked Sendable {
        var unit: AudioUnit?
        var times: [AudioTimeStamp] = []

        func make() {
            var description = AudioComponentDescription(
                componentType: kAudioUnitType_Output, componentSubType: kAudioUnitSubType_RemoteIO,
                componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0)
            guard let component = AudioComponentFindNext(nil, &description) else { return }
            #expect(AudioComponentInstanceNew(component, &unit) == noErr)
            set(
                kAudioUnitProperty_SetRenderCallback,
                AURenderCallbackStruct(
                    inputProc: { context, _, time, _, frameCount, list in
                        guard let list else { return kAudio_ParamError }
                        Unmanaged<Program>.fromOpaque(context).takeUnretainedValue().times.append(time.pointee)
                        for buffer in UnsafeMutableAudioBufferListPointer(list) {
                            let samples = buffer.mData?.assumingMemoryBound(to: Float.self)
                            for frame in 0..<Int(frameCount) { samples?[frame] = 0.5 }
                        }
                        return noErr
                    }, inputProcRefCon: Unmanaged.passUnretained(self).toOpaque()))
        }

        func set<Value>(_ id: AudioUnitPropertyID, _ value: Value) {
            guard let unit else { return }
            let status = withUnsafeBytes(of: value) {
                AudioUnitSetProperty(unit, id, kAudioUnitScope_Input, 0, $0.baseAddress, UInt32($0.count))
            }
            #expect(status == noErr)
        }

        deinit { if let unit { AudioComponentInstanceDispose(unit) } }
    }

    private let device = SimulatedDevice(.phone)
    private let app: SimulatedApp
    private let program = Program()

    init() throws {
        device.plug(.headphones)
        app = device.app("Remote", backgroundModes: .audio)
        try app.activate(.playback)
        device.advance(0.2)
        app.perform { program.make() }
    }

    /// Starts and lets so much time pass.
    private func run(_ seconds: Double) throws {
        let unit = try #require(program.unit)
        program.times = []
        #expect(app.perform { AudioUnitInitialize(unit) == noErr && AudioOutputUnitStart(unit) == noErr })
        device.advance(seconds)
        #expect(AudioOutputUnitStop(unit) == noErr)
    }

    @Test func theNextStartAndNoOtherWaitsForItsTime() throws {
        let start = device.now
        var time = AudioTimeStamp()
        time.mHostTime = UInt64((start + 0.25) * 1e9)
        time.mFlags = .hostTimeValid
        program.set(
            kAudioOutputUnitProperty_StartTime, AudioOutputUnitStartAtTimeParams(mTimestamp: time, mFlags: 0))
        try run(0.5)
        let first = try #require(program.times.first)
        let block = 1_024 / 48_000.0
        #expect(first.mHostTime >= time.mHostTime && Double(first.mHostTime - time.mHostTime) < block * 1e9)
        let heard = try #require(device.output(.headphones)).samples(from: start, to: start + 0.5)
        let silent = heard.prefix { $0 == 0 }.count
        #expect(abs(Double(silent) / 48_000 - 0.25) <= block)
        #expect(heard.dropFirst(silent).prefix(9_600).allSatisfy { $0 == 0.5 })
        // The second begins at once.
        try run(0.1)
        #expect(program.times.first?.mSampleTime == 0)
    }

    @Test func timesGoOnAlongTheDevicesLineIfTheyAreToldTo() throws {
        program.set(kAudioOutputUnitProperty_StartTimestampsAtZero, UInt32(0))
        try run(0.2)
        let first = try #require(program.times.first)
        #expect(abs(first.mSampleTime - Double(first.mHostTime) * 48_000 / 1e9) <= 1)
        let steps = zip(program.times, program.times.dropFirst()).map { $1.mSampleTime - $0.mSampleTime }
        #expect(steps.allSatisfy { $0 > 0 })
        device.advance(1)
        let last = try #require(program.times.last).mSampleTime
        try run(0.1)
        #expect(try #require(program.times.first).mSampleTime > last + 47_000)
    }
}
