import AVFAudio
import OpenAL
import SordinoSimulator
import Synchronization
import Testing

/// OpenAL as programs use it.
///
/// One test after the other: the current context is the process's.
@Suite(.enabled(if: coal_open() != nil, "libopenal1 is not installed"), .serialized) struct OpenALTests {
    // MARK: Sound

    @Test func aToneStraightAheadIsHeardAlikeOnBothSides() throws {
        let game = try GameProgram()
        _ = game.playTone()
        game.device.advance(0.5)
        // Between equal power, -3 dB on each side, and equal amplitude, -6 dB.
        #expect(game.level(channel: 0) > -6.02 && game.level(channel: 0) < -3.01)
        #expect(abs(game.level(channel: 0) - game.level(channel: 1)) < 0.05)
    }

    @Test func aSourceAtTheLeftIsHeardAtTheLeft() throws {
        let game = try GameProgram()
        let source = game.playTone()
        alSource3f(source, AL_POSITION, -1, 0, 0)
        game.device.advance(0.5)
        #expect(game.level(channel: 0) - game.level(channel: 1) > 12)
        alSource3f(source, AL_POSITION, 1, 0, 0)
        game.device.advance(0.5)
        #expect(game.level(channel: 1) - game.level(channel: 0) > 12)
    }

    /// Models, and what they make of a source at 4, with a reference of 1 and a maximum of 10.
    static let distances: [(model: ALenum, factor: Double)] = [
        (AL_INVERSE_DISTANCE_CLAMPED, 0.25), (AL_EXPONENT_DISTANCE_CLAMPED, 0.25),
        (AL_LINEAR_DISTANCE_CLAMPED, 2.0 / 3), (AL_NONE, 1),
    ]

    @Test(arguments: distances)
    func distanceWeakensAsTheFormulasSay(model: ALenum, factor: Double) throws {
        let game = try GameProgram()
        alDistanceModel(model)
        let source = game.playTone()
        alSourcef(source, AL_MAX_DISTANCE, 10)
        game.device.advance(0.5)
        let near = game.level()
        alSource3f(source, AL_POSITION, 0, 0, -4)
        game.device.advance(0.5)
        #expect(abs(game.level() - near - 20 * log10(factor)) < 0.05)
    }

    @Test func thePitchIsThePrograms() throws {
        let game = try GameProgram()
        let source = game.playTone(1_000)
        alSourcef(source, AL_PITCH, 2)
        game.device.advance(0.5)
        #expect(game.level(2_000) > -5)
    }

    @Test func theMixersRateDoesNotChangeTheTone() throws {
        alcMacOSXMixerOutputRate(32_000)
        defer { alcMacOSXMixerOutputRate(48_000) }
        let game = try GameProgram()
        var rate: ALCint = 0
        alcGetIntegerv(game.sound, ALC_FREQUENCY, 1, &rate)
        #expect(rate == 32_000 && alcMacOSXGetMixerOutputRate() == 32_000)
        _ = game.playTone()
        game.device.advance(0.5)
        #expect(abs(game.level() - game.level(channel: 1)) < 0.05 && game.level() > -5)
    }

    // MARK: The session

    @Test func aCallSilencesAndTheUsualSequenceGoesOn() throws {
        let game = try GameProgram()
        let source = game.playTone()
        // The handler that Apple's documents show.
        let context = game.context
        nonisolated(unsafe) let held = context
        let session = game.app.session
        let token = NotificationCenter.default.addObserver(
            forName: AVAudioSession.interruptionNotification, object: session, queue: nil
        ) { notification in
            if notification.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt
                == AVAudioSession.InterruptionType.began.rawValue
            {
                alcMakeContextCurrent(nil)
                alcSuspendContext(held)
            } else {
                try? session.setActive(true)
                alcMakeContextCurrent(held)
                alcProcessContext(held)
            }
        }
        defer { NotificationCenter.default.removeObserver(token) }
        game.device.advance(0.5)
        #expect(game.level() > -5)
        game.device.ring()
        game.device.advance(0.5)
        #expect(game.level() == -.infinity)
        #expect(alcGetCurrentContext() == nil)
        _ = alGetError()
        alSourcePlay(source)
        #expect(alGetError() == AL_INVALID_OPERATION)
        game.device.declineCall()
        game.device.advance(0.5)
        #expect(alcGetCurrentContext() == context)
        #expect(game.state(source) == AL_PLAYING)
        #expect(game.level() > -5)
    }

    @Test func aContextThatIsLeftCurrentComesBackAfterACall() throws {
        let game = try GameProgram()
        let source = game.playTone()
        game.device.advance(0.5)
        game.device.ring()
        game.device.advance(0.1)
        let offset = game.value(source, AL_SAMPLE_OFFSET)
        // Calls while interrupted interrupt no other program.
        game.perform { alSourcePlay(source) }
        game.device.advance(0.5)
        #expect(game.level() == -.infinity)
        #expect(offset != 0 || game.value(source, AL_SAMPLE_OFFSET) == offset)
        game.device.declineCall()
        game.device.advance(0.5)
        #expect(game.level() > -5)
    }

    @Test func navigationLowersTheGameAndItComesBack() throws {
        let game = try GameProgram()
        _ = game.playTone()
        game.device.advance(0.5)
        let before = game.level()
        let navigation = game.device.app("Navigation", backgroundModes: .audio)
        try navigation.activate(.playback, options: .duckOthers)
        try navigation.playTone()
        game.device.advance(2)
        #expect(game.level() < before - 6)
        navigation.pauseTone()
        try navigation.deactivate(notifyingOthers: true)
        game.device.advance(2)
        #expect(abs(game.level() - before) < 0.1)
    }

    @Test func headphonesInTakeTheSoundAndHeadphonesOutSilenceItUntilTheProgramPlays() throws {
        let game = try GameProgram()
        game.device.unplug(.headphones)
        let source = game.playTone()
        game.device.advance(0.5)
        #expect(game.level(on: .builtInSpeaker) > -6)
        game.device.plug(.headphones)
        game.device.advance(0.5)
        #expect(game.level() > -5)
        game.device.unplug(.headphones)
        game.device.advance(0.5)
        #expect(game.level(on: .builtInSpeaker) == -.infinity)
        game.perform { alSourcePlay(source) }
        game.device.advance(0.5)
        #expect(game.level(on: .builtInSpeaker) > -6)
    }

    @Test func aSuspendedContextThatIsNotCurrentLetsTheSessionGo() throws {
        let game = try GameProgram()
        let source = game.playTone()
        game.device.advance(0.3)
        game.perform {
            alcMakeContextCurrent(nil)
            alcSuspendContext(game.context)
        }
        game.device.advance(0.3)
        #expect(game.level() == -.infinity)
        try game.app.deactivate()
        game.perform {
            alcMakeContextCurrent(game.context)
            alcProcessContext(game.context)
        }
        game.device.advance(0.3)
        #expect(game.state(source) == AL_PLAYING)
        #expect(game.level() > -5)
    }

    @Test func changingMuchAtOnceIsNoGap() throws {
        let game = try GameProgram()
        _ = game.playTone()
        game.device.advance(0.3)
        for _ in 0..<50 {
            game.perform { alcSuspendContext(game.context) }
            game.device.advance(0.01)
            game.perform { alcProcessContext(game.context) }
            game.device.advance(0.01)
        }
        let port = try #require(game.device.output(.headphones))
        for time in stride(from: game.device.now - 1, to: game.device.now - 0.02, by: 0.01) {
            #expect(port.level(ofToneAt: 1_000, amplitude: 0.5, at: time) > -5)
        }
        // For longer, it stands still.
        game.perform { alcSuspendContext(game.context) }
        game.device.advance(0.3)
        #expect(game.level() == -.infinity)
    }

    @Test func aContextDestroyedWhileItPlaysIsSilentAndTheDeviceCloses() throws {
        let game = try GameProgram()
        _ = game.playTone()
        game.device.advance(0.3)
        game.destroyContext()
        game.device.advance(0.3)
        #expect(game.level() == -.infinity)
        game.close()
        game.device.advance(0.3)
        #expect(alcGetCurrentContext() == nil)
    }
}
