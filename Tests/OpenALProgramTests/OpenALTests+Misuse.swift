import AVFAudio
import OpenAL
import SordinoSimulator
import Testing

extension OpenALTests {
    // MARK: Misuse

    @Test func handlesThatNobodyGaveAreRefused() throws {
        let game = try GameProgram()
        let stranger = OpaquePointer(bitPattern: 0x1230)
        _ = alcGetError(nil)
        #expect(alcMakeContextCurrent(stranger) == 0)
        #expect(alcCloseDevice(stranger) == 0)
        #expect(alcCaptureCloseDevice(stranger) == 0)
        // A device does not capture, and what captures does not play.
        #expect(alcCaptureCloseDevice(game.sound) == 0)
        let capture: OpaquePointer? = alcCaptureOpenDevice(nil, 16_000, AL_FORMAT_STEREO8, 100)
        #expect(alcCloseDevice(capture) == 0)
        let made: OpaquePointer? = alcCreateContext(capture, nil)
        #expect(made == nil)
        alcCaptureSamples(capture, nil, 5)
        #expect(alcGetError(capture) == ALC_INVALID_VALUE)
        alcCaptureSamples(capture, nil, -5)
        #expect(alcGetError(capture) == ALC_INVALID_VALUE)
        alcGetIntegerv(capture, ALC_CAPTURE_SAMPLES, 0, nil)
        #expect(alcGetError(capture) == ALC_INVALID_VALUE)
        alcGetIntegerv(capture, ALC_FREQUENCY, 1, nil)
        #expect(alcGetError(capture) == ALC_INVALID_VALUE)
        #expect(alcCaptureCloseDevice(capture) != 0)
        for call in [alcSuspendContext, alcProcessContext, alcDestroyContext] { call(stranger) }
        #expect(alcGetError(nil) != ALC_NO_ERROR)
        _ = alcGetError(nil)
        // All that was left alone still sounds.
        _ = game.playTone()
        game.device.advance(0.3)
        #expect(game.level() > -5)
    }

    @Test func valuesThatAreNoNumbersAndNumbersOutOfRangeDoNotReachTheSound() throws {
        let game = try GameProgram()
        let source = game.playTone()
        for value in [ALfloat.nan, .infinity, -.infinity, .greatestFiniteMagnitude, -1e30] {
            for parameter in [AL_GAIN, AL_PITCH, AL_ROLLOFF_FACTOR, AL_MAX_DISTANCE, AL_CONE_OUTER_GAIN, 0, -1] {
                alSourcef(source, parameter, value)
            }
            for place in [AL_POSITION, AL_VELOCITY, AL_DIRECTION] {
                alSource3f(source, place, value, 0, value)
                alListener3f(place, 0, value, value)
            }
            var orientation = [ALfloat](repeating: value, count: 6)
            alListenerfv(AL_ORIENTATION, &orientation)
            var given = value
            for property in [ALC_ASA_REVERB_SEND_LEVEL, ALC_ASA_OCCLUSION, ALC_ASA_OBSTRUCTION] {
                _ = alcASASetSource(ALuint(property), source, &given, 4)
            }
            _ = alcASASetListener(ALuint(ALC_ASA_REVERB_GLOBAL_LEVEL), &given, 4)
            alcMacOSXMixerOutputRate(ALdouble(value.isFinite ? -1 : value))
            game.device.advance(0.05)
        }
        _ = alcASASetSource(ALuint(ALC_ASA_OCCLUSION), source, nil, 4)
        _ = alcASAGetListener(ALuint(ALC_ASA_REVERB_ON), nil, nil)
        alcOutputCapturerPrepare(0, 0, -1)
        alcOutputCapturerSamples(nil, -1)
        let heard = game.device.output(.headphones)?.samples(channel: 0, from: 0) ?? []
        #expect(!heard.isEmpty && heard.allSatisfy { $0.isFinite })
    }

    @Test func manySourcesAreMadeAndDroppedWhileTheyPlay() throws {
        let game = try GameProgram()
        let buffer = game.buffer(GameProgram.tone(500))
        for _ in 0..<40 {
            game.perform {
                var sources = [ALuint](repeating: 0, count: 200)
                alGenSources(200, &sources)
                for source in sources {
                    alSourcei(source, AL_BUFFER, ALint(bitPattern: buffer))
                    _ = alSourceAddNotification(source, ALuint(AL_SOURCE_STATE), { _, _, _ in }, nil)
                }
                alSourcePlayv(200, &sources)
                game.device.advance(0.01)
                alDeleteSources(200, &sources)
            }
        }
        #expect(alGetError() == AL_NO_ERROR)
        game.device.advance(0.3)
        #expect(game.level(500) == -.infinity)
    }

    @Test func devicesOpenAndCloseWhileTheyPlay() throws {
        for _ in 0..<10 {
            let game = try GameProgram()
            _ = game.playTone()
            game.device.advance(0.05)
            game.perform { alcCloseDevice(game.sound) }
            game.device.advance(0.05)
            #expect(game.level() == -.infinity || game.level() < 0)
            game.close()
        }
    }

    @Test func aProgramMayRenderALoopbackDeviceByItself() throws {
        typealias Open = @convention(c) (UnsafePointer<ALCchar>?) -> OpaquePointer?
        typealias Render = @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?, ALCsizei) -> Void
        let open = unsafeBitCast(try #require(alcGetProcAddress(nil, "alcLoopbackOpenDeviceSOFT")), to: Open.self)
        let render = unsafeBitCast(try #require(alcGetProcAddress(nil, "alcRenderSamplesSOFT")), to: Render.self)
        let device = try #require(open(nil))
        // Stereo floats at 48 kHz, as the extension numbers them.
        let made: OpaquePointer? = alcCreateContext(device, [ALC_FREQUENCY, 48_000, 0x1990, 0x1501, 0x1991, 0x1406, 0])
        let context = try #require(made)
        alcMakeContextCurrent(context)
        var samples = [Float](repeating: 1, count: 960)
        render(device, &samples, 480)
        #expect(samples.allSatisfy { $0 == 0 })
        alcMakeContextCurrent(nil)
        alcDestroyContext(context)
        #expect(alcCloseDevice(device) != 0)
        #expect(alcCloseDevice(device) == 0)
        #expect(alcGetError(nil) == ALC_INVALID_DEVICE)
        _ = alGetError()
    }
}
