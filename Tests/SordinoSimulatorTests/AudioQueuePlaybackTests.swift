import AVFAudio
import AudioToolbox
import SordinoSimulator
import Synchronization
import Testing

/// Audio queues that play, on a simulated phone with headphones, whose samples leave the port as they were mixed.
@Suite struct AudioQueuePlaybackTests {
    let rig: QueueRig
    var device: SimulatedDevice { rig.device }
    var app: SimulatedApp { rig.app }

    init() throws { rig = try QueueRig() }

    private func heard(_ channel: Int, from: Double, count: Int) -> [Float] {
        rig.heard(channel, from: from, count: count)
    }

    @Test func buffersAreHeardSampleForSampleWithoutASeam() throws {
        let sound = Sound.noise(frames: 30_011, channels: 2, seed: 1)
        let program = try QueueProgram(app, sound.channels)
        let start = device.now
        #expect(program.start() == noErr)
        device.advance(1)
        for channel in 0..<2 { #expect(heard(channel, from: start, count: 30_011) == sound.channels[channel]) }
        #expect(heard(0, from: start + 30_011 / 48_000.0, count: 1_000).allSatisfy { $0 == 0 })
        #expect(program.callbackCount == 31)
        #expect(program.runningChanges == [1, 0])
        #expect(program.time == nil)
    }

    @Test(arguments: [1, 64, 333, 20_000]) func theSizeOfBuffersDoesNotMatter(frames: Int) throws {
        let sound = Sound.noise(frames: 6_000, channels: 1, seed: 2)
        let program = try QueueProgram(app, sound.channels, bufferFrames: frames, bufferCount: max(2, 9_000 / frames))
        let start = device.now
        program.start()
        device.advance(0.5)
        #expect(heard(0, from: start, count: 6_000) == sound.channels[0])
        #expect(heard(1, from: start, count: 6_000) == sound.channels[0])
    }

    @Test func aPauseTearsNothing() throws {
        let sound = Sound.noise(frames: 24_000, channels: 1, seed: 3)
        let program = try QueueProgram(app, sound.channels)
        let start = device.now
        program.start()
        device.advance(0.1)
        #expect(AudioQueuePause(program.queue) == noErr)
        let paused = program.time
        device.advance(0.2)
        #expect(program.time == paused)
        let before = Int(try #require(paused))
        let again = device.now
        program.start()
        device.advance(0.6)
        #expect(heard(0, from: start, count: before) == Array(sound.channels[0].prefix(before)))
        #expect(heard(0, from: again, count: 24_000 - before) == Sound.risen(sound.channels[0].dropFirst(before)))
    }

    @Test func aStopAtOnceGivesEveryBufferBackAndTakesNoneFromThatCallback() throws {
        let sound = Sound.noise(frames: 48_000, channels: 1, seed: 4)
        let program = try QueueProgram(app, sound.channels, bufferFrames: 8_000)
        program.start()
        device.advance(0.1)
        let count = program.callbackCount
        #expect(AudioQueueStop(program.queue, true) == noErr)
        let stopped = device.now
        device.advance(0.3)
        #expect(program.callbackCount > count)
        #expect(program.lastStatus == kAudioQueueErr_EnqueueDuringReset)
        #expect(heard(0, from: stopped + 0.03, count: 5_000).allSatisfy { $0 == 0 })
        #expect(program.runningChanges == [1, 0])
        // None of them is enqueued any more.
        for buffer in program.buffers { #expect(AudioQueueFreeBuffer(program.queue, buffer) == noErr) }
        #expect(AudioQueueFreeBuffer(program.queue, program.buffers[0]) == kAudioQueueErr_InvalidBuffer)
    }

    @Test func volumeBeforeTheStartIsOneMultiplication() throws {
        let sound = Sound.noise(frames: 5_000, channels: 1, seed: 5)
        let program = try QueueProgram(app, sound.channels)
        #expect(AudioQueueSetParameter(program.queue, kAudioQueueParam_Volume, 0.3) == noErr)
        var value: Float32 = 0
        #expect(AudioQueueGetParameter(program.queue, kAudioQueueParam_Volume, &value) == noErr)
        #expect(value == 0.3)
        let start = device.now
        program.start()
        device.advance(0.3)
        #expect(heard(0, from: start, count: 5_000) == sound.channels[0].map { $0 * 0.3 })
    }

    @Test func whatIsPrimedIsHeardWithTheFirstBlock() throws {
        let sound = Sound.noise(frames: 9_000, channels: 1, seed: 6)
        let program = try QueueProgram(app, sound.channels, bufferFrames: 3_000)
        var prepared: UInt32 = 0
        #expect(AudioQueuePrime(program.queue, 2_000, &prepared) == noErr)
        #expect(prepared >= 2_000, "\(prepared)")
        let start = device.now
        program.start()
        device.advance(0.4)
        #expect(heard(0, from: start, count: 9_000) == sound.channels[0])
    }

    @Test func aResetGivesAllBuffersBackUnheard() throws {
        let program = try QueueProgram(app, Sound.constant(0.5, frames: 9_000).channels, bufferFrames: 3_000)
        program.refills = false
        #expect(AudioQueueReset(program.queue) == noErr)
        device.advance(0.1)
        #expect(program.callbackCount == 3)
        let start = device.now
        program.start()
        device.advance(0.3)
        #expect(heard(0, from: start, count: 9_000).allSatisfy { $0 == 0 })
    }

    @Test func aVolumeWithARampGoesInAStraightLine() throws {
        let program = try QueueProgram(app, Sound.constant(0.5, frames: 96_000).channels, bufferFrames: 4_800)
        program.start()
        device.advance(0.2)
        #expect(AudioQueueSetParameter(program.queue, kAudioQueueParam_VolumeRampTime, 0.5) == noErr)
        #expect(AudioQueueSetParameter(program.queue, kAudioQueueParam_Volume, 0) == noErr)
        let start = device.now
        device.advance(0.8)
        let samples = heard(0, from: start, count: 28_800)
        // From the first block that knows of it on.
        let begin = try #require(samples.firstIndex { $0 < 0.5 })
        #expect(begin <= 2_048)
        for part in [0.25, 0.5, 0.75] {
            let sample = samples[begin + Int(24_000 * part)]
            #expect(abs(sample - 0.5 * Float(1 - part)) < 0.002, "\(part): \(sample)")
        }
        #expect(samples[(begin + 24_100)...].allSatisfy { $0 == 0 })
    }

    @Test func timesOfTheDeviceAreTranslatedBothWays() throws {
        let program = try QueueProgram(app, Sound.constant(0.5, frames: 48_000).channels, bufferFrames: 4_800)
        program.start()
        device.advance(0.2)
        var (now, later, back) = (AudioTimeStamp(), AudioTimeStamp(), AudioTimeStamp())
        #expect(AudioQueueDeviceGetCurrentTime(program.queue, &now) == noErr)
        var host = AudioTimeStamp()
        host.mHostTime = now.mHostTime + 100_000_000
        host.mFlags = .hostTimeValid
        #expect(AudioQueueDeviceTranslateTime(program.queue, &host, &later) == noErr)
        #expect(later.mSampleTime == now.mSampleTime + 4_800)
        var sample = AudioTimeStamp()
        sample.mSampleTime = later.mSampleTime
        sample.mFlags = .sampleTimeValid
        #expect(AudioQueueDeviceTranslateTime(program.queue, &sample, &back) == noErr)
        #expect(back.mHostTime == host.mHostTime)
        var none = AudioTimeStamp()
        #expect(AudioQueueDeviceTranslateTime(program.queue, &none, &back) == kAudio_ParamError)
    }

    @Test func queuesStartTogetherOnTheFrame() throws {
        let sound = Sound.constant(0.125, frames: 4_800)
        let programs = try (0..<4).map { _ in try QueueProgram(app, sound.channels, bufferFrames: 4_800) }
        var now = AudioTimeStamp()
        #expect(AudioQueueDeviceGetCurrentTime(programs[0].queue, &now) == noErr)
        let begin = device.now + 0.25
        var at = AudioTimeStamp()
        at.mHostTime = now.mHostTime + 250_000_000
        at.mFlags = .hostTimeValid
        for program in programs {
            #expect(AudioQueueStart(program.queue, &at) == noErr)
            device.advance(0.02)
        }
        device.advance(0.5)
        let samples = heard(0, from: begin - 100 / 48_000.0, count: 5_000)
        #expect(
            samples == Array(repeating: 0, count: 100) + Array(repeating: 0.5, count: 4_800)
                + Array(repeating: 0, count: 100))
    }

    @Test func aTapProcessesEveryFrame() throws {
        let sound = Sound.noise(frames: 9_000, channels: 2, seed: 6)
        let program = try QueueProgram(app, sound.channels)
        var (most, format, tap) = (UInt32(0), AudioStreamBasicDescription(), AudioQueueProcessingTapRef?.none)
        let status = AudioQueueProcessingTapNew(
            program.queue,
            { _, tap, wanted, time, flags, made, list in
                AudioQueueProcessingTapGetSourceAudio(tap, wanted, time, flags, made, list)
                for buffer in UnsafeMutableAudioBufferListPointer(list) {
                    let samples = buffer.mData?.assumingMemoryBound(to: Float.self)
                    for frame in 0..<Int(made.pointee) { samples?[frame] *= -0.5 }
                }
            }, nil, .preEffects, &most, &format, &tap)
        #expect(status == noErr && most > 0 && format.mSampleRate == 48_000 && format.mChannelsPerFrame == 2)
        let start = device.now
        program.start()
        device.advance(0.4)
        for channel in 0..<2 {
            #expect(heard(channel, from: start, count: 9_000) == sound.channels[channel].map { $0 * -0.5 })
        }
        #expect(AudioQueueProcessingTapDispose(try #require(tap)) == noErr)
    }

    @Test func levelsAreThoseOfTheSound() throws {
        let program = try QueueProgram(app, Sound.constant(0.5, frames: 20_000).channels)
        var (on, size) = (UInt32(1), UInt32(8))
        #expect(AudioQueueSetProperty(program.queue, kAudioQueueProperty_EnableLevelMetering, &on, 4) == noErr)
        program.start()
        device.advance(0.2)
        var level = AudioQueueLevelMeterState()
        #expect(AudioQueueGetProperty(program.queue, kAudioQueueProperty_CurrentLevelMeter, &level, &size) == noErr)
        #expect(level.mAveragePower == 0.5 && level.mPeakPower == 0.5)
        #expect(AudioQueueGetProperty(program.queue, kAudioQueueProperty_CurrentLevelMeterDB, &level, &size) == noErr)
        #expect(abs(level.mPeakPower + 6.0206) < 0.001)
    }
}
