import AVFAudio
import OpenAL
import SordinoSimulator
import Synchronization
import Testing

/// A program with one device and one context, on a simulated phone with headphones, and what its author would look at.
final class GameProgram {
    let device = SimulatedDevice(.phone)
    let app: SimulatedApp
    let sound: OpaquePointer
    private(set) var context: OpaquePointer?
    private var isOpen = true

    init(attributes: [ALCint] = [0]) throws {
        device.plug(.headphones)
        app = device.app("Game", backgroundModes: .audio)
        try app.activate(.playback)
        device.advance(0.2)
        let app = app
        let opened: OpaquePointer? = app.perform { alcOpenDevice(nil) }
        let sound = try #require(opened)
        self.sound = sound
        let made: OpaquePointer? = app.perform { alcCreateContext(sound, attributes) }
        let current = try #require(made)
        context = current
        perform { alcMakeContextCurrent(context) }
        _ = alGetError()
    }

    deinit { close() }

    func close() {
        guard isOpen else { return }
        isOpen = false
        perform {
            alcMakeContextCurrent(nil)
            if let context { alcDestroyContext(context) }
            alcCloseDevice(sound)
        }
        // Nothing of this program is left to the next.
        _ = alGetError()
        _ = alcGetError(nil)
    }

    /// Destroys the context, current or not.
    func destroyContext() {
        perform { alcDestroyContext(context) }
        context = nil
    }

    @discardableResult
    func perform<Result>(_ body: () -> Result) -> Result { app.perform(body) }

    // MARK: Sounds

    /// A buffer of 16-bit samples.
    func buffer(_ samples: [Int16], format: ALenum = AL_FORMAT_MONO16, rate: ALsizei = 48_000) -> ALuint {
        var buffer: ALuint = 0
        alGenBuffers(1, &buffer)
        samples.withUnsafeBytes { alBufferData(buffer, format, $0.baseAddress, ALsizei($0.count), rate) }
        return buffer
    }

    /// Whole periods of a tone, in a tenth of a second, at half of full scale.
    static func tone(_ hertz: Double, seconds: Double = 0.1) -> [Int16] {
        (0..<Int((48_000 * seconds).rounded())).map {
            Int16((16_384 * sin(2 * Double.pi * hertz * Double($0) / 48_000)).rounded())
        }
    }

    /// A source that repeats a buffer, not yet playing.
    func source(_ buffer: ALuint, loops: Bool = true) -> ALuint {
        var source: ALuint = 0
        alGenSources(1, &source)
        alSourcei(source, AL_BUFFER, ALint(bitPattern: buffer))
        alSourcei(source, AL_LOOPING, loops ? AL_TRUE : AL_FALSE)
        return source
    }

    /// A source that plays a tone, straight ahead.
    func playTone(_ hertz: Double = 1_000) -> ALuint {
        perform {
            let source = source(buffer(Self.tone(hertz)))
            alSource3f(source, AL_POSITION, 0, 0, -1)
            alSourcePlay(source)
            return source
        }
    }

    // MARK: Sound

    /// The level of a tone now, in decibels beside half of full scale.
    func level(_ hertz: Double = 1_000, channel: Int = 0, on port: AVAudioSession.Port = .headphones) -> Double {
        device.output(port)?.level(
            ofToneAt: hertz, amplitude: 0.5, at: device.now - SimulatedOutput.measureSeconds, channel: channel)
            ?? -.infinity
    }

    func state(_ source: ALuint) -> ALint { value(source, AL_SOURCE_STATE) }

    func value(_ source: ALuint, _ parameter: ALenum) -> ALint {
        var value: ALint = 0
        alGetSourcei(source, parameter, &value)
        return value
    }
}
