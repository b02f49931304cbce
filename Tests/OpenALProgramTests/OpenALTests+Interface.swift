import AVFAudio
import OpenAL
import SordinoSimulator
import Synchronization
import Testing

extension OpenALTests {
    // MARK: Errors

    @Test func misuseIsToldAsTheSpecificationSays() throws {
        let game = try GameProgram()
        var names: [ALuint] = [0, 0]
        alGenBuffers(-1, &names)
        #expect(alGetError() == AL_INVALID_VALUE)
        #expect(alGetError() == AL_NO_ERROR)
        alSourcePlay(4_711)
        #expect(alGetError() == AL_INVALID_NAME)
        let source = game.source(game.buffer([0, 0, 0]))
        alSourcef(source, AL_GAIN, -1)
        #expect(alGetError() == AL_INVALID_VALUE)
        alSourcei(source, 0x7777, 1)
        #expect(alGetError() == AL_INVALID_ENUM)
        alSourcef(source, AL_POSITION, .nan)
        #expect(alGetError() != AL_NO_ERROR)
        alDistanceModel(1)
        #expect(alGetError() == AL_INVALID_VALUE)
        alBufferData(4_711, AL_FORMAT_MONO16, nil, 0, 48_000)
        #expect(alGetError() == AL_INVALID_NAME)
    }

    @Test func onlyTheOneDeviceOpensAndStrangersAreRefused() throws {
        let game = try GameProgram()
        #expect(alcOpenDevice("Another") == nil)
        #expect(alcGetError(nil) == ALC_INVALID_VALUE)
        #expect(alcGetError(nil) == ALC_NO_ERROR)
        #expect(alcCaptureOpenDevice(nil, 0, AL_FORMAT_MONO16, 100) == nil)
        #expect(alcGetError(nil) == ALC_INVALID_VALUE)
        alcCaptureStart(nil)
        #expect(alcGetError(nil) == ALC_INVALID_DEVICE)
        #expect(alcCreateContext(nil, nil) == nil)
        #expect(alcGetError(nil) == ALC_INVALID_DEVICE)
        alcDestroyContext(nil)
        alcSuspendContext(nil)
        alcProcessContext(nil)
        #expect(alcGetContextsDevice(game.context) == game.sound)
        #expect(String(cString: alcGetString(nil, ALC_DEFAULT_DEVICE_SPECIFIER)) == "Sordino")
        #expect(String(cString: alcGetString(nil, ALC_DEVICE_SPECIFIER)) == "Sordino")
    }

    @Test func withoutAContextEveryCallIsRefused() throws {
        let game = try GameProgram()
        game.close()
        var source: ALuint = 7
        alGenSources(1, &source)
        #expect(alGetError() == AL_INVALID_OPERATION)
        alListenerf(AL_GAIN, 0)
        #expect(alGetError() == AL_INVALID_OPERATION)
        #expect(alSourceAddNotification(1, ALuint(AL_SOURCE_STATE), { _, _, _ in }, nil) == AL_INVALID_OPERATION)
    }

    // MARK: Extensions

    @Test(arguments: [
        "AL_EXT_SOURCE_NOTIFICATIONS", "AL_EXT_SOURCE_SPATIALIZATION", "AL_EXT_STATIC_BUFFER", "AL_EXT_OFFSET",
    ])
    func theExtensionIsListedAndPresent(name: String) throws {
        let game = try GameProgram()
        #expect(alIsExtensionPresent(name) != 0)
        #expect(String(cString: alGetString(AL_EXTENSIONS)).split(separator: " ").contains { $0 == name })
        #expect(alIsExtensionPresent("AL_EXT_none") == 0)
        game.close()
    }

    @Test(arguments: ["ALC_EXT_MAC_OSX", "ALC_EXT_ASA", "ALC_EXT_OUTPUT_CAPTURER", "ALC_EXT_CAPTURE", "ALC_EXT_EFX"])
    func theDevicesExtensionIsListedAndPresent(name: String) throws {
        let game = try GameProgram()
        #expect(alcIsExtensionPresent(game.sound, name) != 0)
        #expect(String(cString: alcGetString(game.sound, ALC_EXTENSIONS)).split(separator: " ").contains { $0 == name })
    }

    @Test(arguments: [
        "alcMacOSXMixerOutputRate", "alBufferDataStatic", "alcASASetListener", "alSourceAddNotification",
        "alcOutputCapturerStart", "alGenEffects", "alcOpenDevice", "alSourcePlay",
    ])
    func theFunctionIsFoundByItsName(name: String) throws {
        let game = try GameProgram()
        #expect(alGetProcAddress(name) != nil)
        #expect(alcGetProcAddress(game.sound, name) == alGetProcAddress(name))
        #expect(alGetProcAddress("alNone") == nil)
    }

    @Test func theMixersNumbersAreKept() throws {
        alcMacOSXMixerMaxiumumBusses(300)
        defer { alcMacOSXMixerMaxiumumBusses(256) }
        #expect(alcMacOSXGetMixerMaxiumumBusses() == 300)
        let game = try GameProgram()
        var sources = [ALuint](repeating: 0, count: 300)
        alGenSources(300, &sources)
        #expect(alGetError() == AL_NO_ERROR)
        alcMacOSXMixerMaxiumumBusses(0)
        #expect(alGetError() == AL_INVALID_VALUE)
        alMacOSXRenderChannelCount(1)
        #expect(alGetError() == AL_INVALID_VALUE)
        #expect(alMacOSXGetRenderChannelCount() == ALC_MAC_OSX_RENDER_CHANNEL_COUNT_STEREO)
        game.close()
    }

    /// A tone at a sixth of the source's rate, played at a rate that is no multiple: what a resampler leaves beside it.
    private func residue(_ quality: ALint) throws -> Double {
        let game = try GameProgram()
        let source = game.playTone(8_000)
        alSourcef(source, AL_PITCH, 0.9)
        alSourceRenderingQuality(source, quality)
        #expect(alGetError() == AL_NO_ERROR)
        #expect(alSourceGetRenderingQuality(source) == quality)
        game.device.advance(0.5)
        // The image of 7.2 kHz at the source's rate, 43.2 kHz, falls to 36 kHz and from there to 12 kHz.
        return game.level(12_000) - game.level(7_200)
    }

    @Test func aSourceOfHighQualityIsResampledBetter() throws {
        let low = try residue(ALC_MAC_OSX_SPATIAL_RENDERING_QUALITY_LOW)
        let high = try residue(ALC_MAC_OSX_SPATIAL_RENDERING_QUALITY_HIGH)
        #expect(low < -6 && high < low - 20)
        let game = try GameProgram()
        alSourceRenderingQuality(1, 5)
        #expect(alGetError() == AL_INVALID_VALUE)
        game.close()
    }

    @Test func highQualityOfTheMixerPutsADelayBetweenTheEars() throws {
        let game = try GameProgram()
        #expect(alcMacOSXGetRenderingQuality() == ALC_MAC_OSX_SPATIAL_RENDERING_QUALITY_LOW)
        let source = game.source(game.buffer([32_767] + [Int16](repeating: 0, count: 4_799)))
        alSource3f(source, AL_POSITION, -1, 0, -2)
        game.perform { alSourcePlay(source) }
        /// Frames by which the click comes later at the right; it comes back every 4,800.
        func delay() throws -> Int {
            game.device.advance(0.3)
            let port = try #require(game.device.output(.headphones))
            let places = try (0..<2).map { channel -> Int in
                let samples = port.samples(channel: channel, from: game.device.now - 0.25).prefix(4_800).map { abs($0) }
                return try #require(samples.firstIndex(of: samples.max() ?? 0))
            }
            let frames = (places[1] - places[0] + 4_800) % 4_800
            return frames < 2_400 ? frames : frames - 4_800
        }
        #expect(try delay() == 0)
        alcMacOSXRenderingQuality(ALC_MAC_OSX_SPATIAL_RENDERING_QUALITY_HIGH)
        defer { alcMacOSXRenderingQuality(ALC_MAC_OSX_SPATIAL_RENDERING_QUALITY_LOW) }
        game.device.advance(0.5)
        // A head of 8.75 cm at 343 m/s: Woodworth's formula gives 656 µs, 31 frames; heads differ.
        alSource3f(source, AL_POSITION, -1, 0, 0)
        let measured = try delay()
        #expect(measured > 20 && measured < 45)
        alcMacOSXRenderingQuality(1)
        #expect(alGetError() == AL_INVALID_VALUE)
    }

    @Test func aStaticBufferSoundsAfterItsMemoryIsGone() throws {
        let game = try GameProgram()
        var buffer: ALuint = 0
        alGenBuffers(1, &buffer)
        var tone = GameProgram.tone(1_000)
        tone.withUnsafeMutableBytes {
            alBufferDataStatic(
                ALint(bitPattern: buffer), AL_FORMAT_MONO16, $0.baseAddress, ALsizei($0.count), 48_000)
        }
        tone = []
        let source = game.source(buffer)
        alSource3f(source, AL_POSITION, 0, 0, -1)
        game.perform { alSourcePlay(source) }
        game.device.advance(0.3)
        #expect(game.level() > -5)
    }

    @Test func obstructionMufflesAndSaysSo() throws {
        let game = try GameProgram()
        let low = game.playTone(200)
        let high = game.playTone(5_000)
        game.device.advance(0.5)
        let (before, highBefore) = (game.level(200), game.level(5_000))
        var decibels: ALfloat = -12
        let property = ALuint(ALC_ASA_OBSTRUCTION)
        for source in [low, high] { #expect(alcASASetSource(property, source, &decibels, 4) == AL_NO_ERROR) }
        game.device.advance(0.5)
        #expect(abs(game.level(200) - before) < 0.3)
        #expect(abs(game.level(5_000) - highBefore + 12) < 0.2)
        var read: ALfloat = 0
        var size: ALuint = 4
        #expect(alcASAGetSource(property, low, &read, &size) == AL_NO_ERROR)
        #expect(read == -12 && size == 4)
        #expect(alcASASetSource(property, 4_711, &decibels, 4) == AL_INVALID_NAME)
        #expect(alcASASetSource(property, low, &decibels, 3) == AL_INVALID_VALUE)
        #expect(alcASASetSource(1, low, &decibels, 4) == AL_INVALID_ENUM)
    }

    @Test func aRoomSoundsOnAfterItsSource() throws {
        let game = try GameProgram()
        func tail(room isOn: ALuint) -> Float {
            var isOn = isOn
            var room = ALint(ALC_ASA_REVERB_ROOM_TYPE_Cathedral)
            var send: ALfloat = 1
            #expect(alcASASetListener(ALuint(ALC_ASA_REVERB_ON), &isOn, 4) == AL_NO_ERROR)
            #expect(alcASASetListener(ALuint(ALC_ASA_REVERB_ROOM_TYPE), &room, 4) == AL_NO_ERROR)
            let source = game.playTone()
            #expect(alcASASetSource(ALuint(ALC_ASA_REVERB_SEND_LEVEL), source, &send, 4) == AL_NO_ERROR)
            game.device.advance(0.5)
            alSourceStop(source)
            game.device.advance(0.5)
            return game.device.output(.headphones)?.peak(from: game.device.now - 0.2, to: game.device.now) ?? 0
        }
        #expect(tail(room: 0) == 0)
        #expect(tail(room: 1) > 0.001)
        var wrong: ALint = 13
        #expect(alcASASetListener(ALuint(ALC_ASA_REVERB_ROOM_TYPE), &wrong, 4) == AL_INVALID_VALUE)
    }

    // MARK: Notifications

    @Test func aProgramIsToldOfBuffersAndOfTheEnd() throws {
        let game = try GameProgram()
        let source = game.source(0, loops: false)
        var buffers = (0..<3).map { _ in game.buffer(GameProgram.tone(1_000)) }
        alSourceQueueBuffers(source, 3, &buffers)
        Told.all.withLock { $0 = [] }
        for notification in [AL_SOURCE_STATE, AL_BUFFERS_PROCESSED] {
            #expect(
                alSourceAddNotification(
                    source, ALuint(notification), { source, what, _ in Told.hear(source, what) }, nil)
                    == AL_NO_ERROR)
        }
        #expect(alSourceAddNotification(source, 1, { _, _, _ in }, nil) == AL_INVALID_ENUM)
        #expect(alSourceAddNotification(4_711, ALuint(AL_SOURCE_STATE), { _, _, _ in }, nil) == AL_INVALID_NAME)
        game.perform { alSourcePlay(source) }
        game.device.advance(1)
        let told = Told.all.withLock { $0 }
        #expect(told.filter { $0.what == AL_BUFFERS_PROCESSED }.count == 3)
        #expect(told.filter { $0.what == AL_SOURCE_STATE }.map(\.state) == [AL_PLAYING, AL_STOPPED])
        #expect(told.allSatisfy { $0.source == source })
    }

    @Test func aLoopIsToldAtEachReturnUntilNobodyWantsToKnow() throws {
        let game = try GameProgram()
        let source = game.source(game.buffer(GameProgram.tone(1_000)))
        Told.all.withLock { $0 = [] }
        let procedure: alSourceNotificationProc = { source, what, _ in Told.hear(source, what) }
        #expect(alSourceAddNotification(source, ALuint(AL_QUEUE_HAS_LOOPED), procedure, nil) == AL_NO_ERROR)
        game.perform { alSourcePlay(source) }
        // Ten tenths of a second: nine or ten returns, as the first block falls.
        game.device.advance(1)
        let count = Told.all.withLock { $0.count }
        #expect(count == 9 || count == 10)
        alSourceRemoveNotification(source, ALuint(AL_QUEUE_HAS_LOOPED), procedure, nil)
        game.device.advance(1)
        #expect(Told.all.withLock { $0.count } == count)
    }

    // MARK: Capture

    @Test func theMicrophoneIsCapturedInTheFormatThatIsAsked() throws {
        let game = try GameProgram()
        game.device.microphone(hears: .tone(hertz: 440, amplitude: 0.25))
        game.app.answerRecordPermission(true)
        try game.app.activate(.playAndRecord)
        let capture = try #require(game.perform { alcCaptureOpenDevice(nil, 16_000, AL_FORMAT_MONO16, 32_000) })
        game.perform { alcCaptureStart(capture) }
        #expect(alcGetError(capture) == ALC_NO_ERROR)
        game.device.advance(1)
        var count: ALCint = 0
        alcGetIntegerv(capture, ALC_CAPTURE_SAMPLES, 1, &count)
        #expect(count > 12_000 && count <= 16_000)
        var samples = [Int16](repeating: 0, count: Int(count))
        alcCaptureSamples(capture, &samples, count)
        alcGetIntegerv(capture, ALC_CAPTURE_SAMPLES, 1, &count)
        #expect(count == 0)
        // A second less its ends, by correlation with the tone.
        let middle = samples.dropFirst(2_000).prefix(8_000)
        let (cosine, sine) = middle.enumerated().reduce((0.0, 0.0)) { sums, next in
            let angle = 2 * Double.pi * 440 * Double(next.offset) / 16_000
            return (sums.0 + Double(next.element) * cos(angle), sums.1 + Double(next.element) * sin(angle))
        }
        let amplitude = 2 * (cosine * cosine + sine * sine).squareRoot() / 8_000 / 32_768
        #expect(abs(20 * log10(amplitude / 0.25)) < 0.5)
        alcCaptureSamples(capture, &samples, 1)
        #expect(alcGetError(capture) == ALC_INVALID_VALUE)
        #expect(game.perform { alcCaptureCloseDevice(capture) } != 0)
        #expect(alcCaptureCloseDevice(capture) == 0)
        _ = alcGetError(nil)
    }

    @Test func aProgramThatChoseNoCategoryMayCaptureAndReadsItsErrors() throws {
        let game = try GameProgram()
        game.device.microphone(hears: .tone(hertz: 440, amplitude: 0.25))
        game.app.answerRecordPermission(true)
        try game.app.session.setCategory(.soloAmbient)
        let capture = try #require(game.perform { alcCaptureOpenDevice(nil, 16_000, AL_FORMAT_MONO16, 32_000) })
        game.perform { alcCaptureStart(capture) }
        #expect(alcGetError(capture) == ALC_NO_ERROR)
        game.device.advance(0.5)
        var count: ALCint = 0
        alcGetIntegerv(capture, ALC_CAPTURE_SAMPLES, 1, &count)
        #expect(count > 4_000)
        // The sentences of errors are the same for what captures.
        #expect(alcGetString(capture, ALC_INVALID_DEVICE) != nil)
        #expect(alcGetString(capture, ALC_EXTENSIONS).map { String(cString: $0) } == "ALC_EXT_CAPTURE")
        #expect(game.perform { alcCaptureCloseDevice(capture) } != 0)
        _ = alcGetError(nil)
    }

    @Test func whatIsPlayedIsCapturedForTheProgram() throws {
        let game = try GameProgram()
        _ = game.playTone()
        alcOutputCapturerPrepare(48_000, AL_FORMAT_STEREO16, 48_000)
        alcOutputCapturerStart()
        #expect(alGetError() == AL_NO_ERROR)
        game.device.advance(0.5)
        let count = alcOutputCapturerAvailableSamples()
        #expect(count > 9_600)
        var samples = [Int16](repeating: 0, count: Int(count) * 2)
        alcOutputCapturerSamples(&samples, count)
        let peak = Double(samples.map { abs(Int($0)) }.max() ?? 0) / 32_768
        #expect(abs(20 * log10(peak / 0.5) - game.level()) < 0.1)
        alcOutputCapturerSamples(&samples, 1_000_000)
        #expect(alGetError() == AL_INVALID_VALUE)
        alcOutputCapturerStop()
        #expect(alcOutputCapturerAvailableSamples() == 0)
    }
}

/// The notifications received, and the state that the source had then.
private enum Told {
    struct Call {
        let source: ALuint
        let what: ALenum
        let state: ALint
    }

    static let all = Mutex<[Call]>([])

    static func hear(_ source: ALuint, _ what: ALuint) {
        var state: ALint = 0
        alGetSourcei(source, AL_SOURCE_STATE, &state)
        let call = Call(source: source, what: ALenum(bitPattern: what), state: state)
        all.withLock { $0.append(call) }
    }
}
