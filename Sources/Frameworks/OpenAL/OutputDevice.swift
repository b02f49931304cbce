import AVFAudio
import COpenAL
import Foundation
import SordinoPolicy
import SordinoSession

/// A device that a program opened: openal-soft mixes it, and an engine in the program's session plays the mix.
///
/// The engine runs from the first `alSourcePlay` on, unless the scene stands still: by `alcSuspendContext`, by an
/// interruption, or by `alcDevicePauseSOFT`.
final class OutputDevice: @unchecked Sendable {
    /// openal-soft's device, which programs hold.
    let handle: OpaquePointer
    let session: AVAudioSession
    let engine = AVAudioEngine()
    let watch: SourceWatch
    private let library: coal_library
    private let renderer: SceneRenderer
    /// Callbacks of the session may come from within calls of the engine.
    private let lock = NSRecursiveLock()
    private var token: (any NSObjectProtocol)?
    private var observer = 0

    // All below is under the lock.
    private(set) var node: AVAudioSourceNode?
    private var scenes: [OpaquePointer: AcousticScene] = [:]
    private var rate = 0.0
    private var channels = Loopback.stereo
    /// The contexts, and whether each is suspended.
    private var contexts: [OpaquePointer: Bool] = [:]
    private var hasPlayed = false
    private var isPaused = false
    private var isClosed = false
    private var standstill = Standstill.none

    /// The reason why the device does not run.
    private enum Standstill {
        case none
        /// Another sound interrupted the session.
        case interrupted
        /// The interruption ended; the program has to ask for sound.
        case waiting
    }

    /// Seconds that a scene still plays when it is held while its context is current.
    private static let secondsToGo = 0.05

    init?(_ handle: OpaquePointer, _ library: coal_library) {
        guard let renderer = SceneRenderer(handle) else { return nil }
        self.handle = handle
        self.library = library
        self.renderer = renderer
        session = .sharedInstance()
        watch = SourceWatch(library, AppContext.current.system)
        token = NotificationCenter.default.addObserver(
            forName: .AVAudioEngineConfigurationChange, object: engine, queue: nil
        ) { [weak self] _ in self?.follow() }
        // Programs in C may have no main loop, where the session's notifications arrive.
        AppContext.current.system.callbacks.expectNoMainLoop()
        observer = session.client.addObserver(on: .secondary) { [weak self] in self?.hear($0) }
    }

    deinit {
        session.client.removeObserver(observer)
        if let token { NotificationCenter.default.removeObserver(token) }
    }

    // MARK: Contexts

    /// Makes a context; its attributes are the program's, but for the format.
    func makeContext(_ wished: UnsafePointer<ALCint>?) -> OpaquePointer? {
        lock.withLock {
            if node == nil { chooseFormat() }
            let attributes = attributes(wished)
            guard let context = library.alcCreateContext(handle, attributes) else { return nil }
            contexts[context] = false
            connect()
            return context
        }
    }

    /// Resets the device with other attributes.
    func reset(_ wished: UnsafePointer<ALCint>?) -> Bool {
        lock.withLock {
            guard node != nil else { return false }
            return library.alcResetDeviceSOFT(handle, attributes(wished)) != 0
        }
    }

    func destroy(_ context: OpaquePointer) {
        lock.withLock {
            forget(context)
            follow()
        }
    }

    private func forget(_ context: OpaquePointer) {
        watch.forget(context)
        scenes[context]?.end(library)
        scenes[context] = nil
        contexts[context] = nil
        library.alcDestroyContext(context)
    }

    /// Calls `body` with the acoustic scene of a context, made at the first call; calls run one after the other.
    func withScene<Result>(of context: OpaquePointer, _ body: (AcousticScene) -> Result) -> Result {
        lock.withLock {
            let scene = scenes[context] ?? AcousticScene(context)
            scenes[context] = scene
            return body(scene)
        }
    }

    func suspend(_ context: OpaquePointer, _ isSuspended: Bool) {
        lock.withLock {
            guard contexts[context] != nil else { return }
            contexts[context] = isSuspended
            if isSuspended {
                library.alcSuspendContext(context)
            } else {
                library.alcProcessContext(context)
                standstill = .none
            }
            follow()
        }
    }

    /// The program has made a context of the device current, or another than one of its own.
    func currentChanged(toOwn isOwn: Bool) {
        lock.withLock {
            if isOwn { standstill = .none }
            follow()
        }
    }

    /// A source was asked to play.
    func played() {
        lock.withLock {
            if hasPlayed, standstill == .none, engine.isRunning { return }
            hasPlayed = true
            if standstill == .waiting { standstill = .none }
            follow()
        }
    }

    func pause(_ isPaused: Bool) {
        lock.withLock {
            self.isPaused = isPaused
            follow()
        }
    }

    /// Ends the sound, then the device.
    func close() -> Bool {
        lock.withLock {
            isClosed = true
            follow()
            renderer.silence()
            for context in Array(contexts.keys) { forget(context) }
            return library.alcCloseDevice(handle) != 0
        }
    }

    // MARK: The engine

    /// Lets the engine run or stand, as everything that is known asks for.
    private func follow() {
        lock.withLock {
            guard node != nil else { return }
            let isHeld = !contexts.values.contains(false)
            let current = library.alcGetCurrentContext()
            let holdsCurrent = current.map { contexts[$0] != nil } ?? false
            renderer.hold(isHeld, after: Int(rate * Self.secondsToGo))
            let runs = hasPlayed && !isPaused && !isClosed && standstill == .none && !(isHeld && !holdsCurrent)
            if !runs {
                if engine.isRunning { engine.pause() }
            } else if !engine.isRunning {
                // If the session refuses, the scene stands still; the next `alSourcePlay` or context that is made
                // current asks again.
                try? engine.start()
            }
        }
    }

    private func hear(_ notification: SessionNotification) {
        lock.withLock {
            switch notification {
            case .interruptionBegan(let reason, _):
                // No notification ends an interruption by unplugged headphones: the program may start again at any
                // time.
                standstill = reason == .routeDisconnected ? .waiting : .interrupted
            case .interruptionEnded(let shouldResume):
                // A program that let its context go comes back by itself.
                guard standstill == .interrupted else { return }
                let holdsCurrent = library.alcGetCurrentContext().map { contexts[$0] != nil } ?? false
                standstill = shouldResume && holdsCurrent ? .none : .waiting
            case .mediaServicesReset: break
            default: return
            }
            follow()
        }
    }

    // MARK: Formats

    private func chooseFormat() {
        let wished = Mixer.settings.withLock { $0 }
        let hardware = session.sampleRate > 0 ? session.sampleRate : 48_000
        rate = min(max(wished.rate ?? hardware, 8_000), 192_000).rounded()
        let count = wished.channelCount == .stereo ? 2 : session.outputNumberOfChannels
        channels = count >= 8 ? Loopback.surround71 : count >= 6 ? Loopback.surround51 : Loopback.stereo
    }

    /// The program's attributes with the format that the engine takes.
    private func attributes(_ wished: UnsafePointer<ALCint>?) -> [ALCint] {
        let mixer = Mixer.settings.withLock { $0 }
        var list = [
            ALC_FREQUENCY, ALCint(rate), Loopback.channelsKey, channels, Loopback.typeKey, Loopback.float,
        ]
        var given: Set<ALCint> = [ALC_FREQUENCY, Loopback.channelsKey, Loopback.typeKey]
        // A list that lacks its end is not read for ever.
        for index in 0..<64 {
            guard let key = wished?[index * 2], key != 0, let value = wished?[index * 2 + 1] else { break }
            if given.insert(key).inserted { list += [key, value] }
        }
        if !given.contains(ALC_MONO_SOURCES), mixer.sourceCount > Mixer.usualSourceCount {
            list += [ALC_MONO_SOURCES, ALCint(clamping: mixer.sourceCount)]
        }
        if !given.contains(Loopback.hrtfKey), let quality = mixer.quality {
            list += [Loopback.hrtfKey, quality == .low ? 0 : 1]
        }
        return list + [0]
    }

    private var format: AVAudioFormat? {
        let tag: AudioChannelLayoutTag
        switch channels {
        case Loopback.surround71: tag = kAudioChannelLayoutTag_WAVE_7_1
        case Loopback.surround51: tag = kAudioChannelLayoutTag_WAVE_5_1_A
        default: tag = kAudioChannelLayoutTag_Stereo
        }
        return AVAudioChannelLayout(layoutTag: tag).map {
            AVAudioFormat(commonFormat: .pcmFormatFloat32, sampleRate: rate, interleaved: true, channelLayout: $0)
        }
    }

    private func connect() {
        guard node == nil, let format else { return }
        let renderer = renderer
        let made = AVAudioSourceNode(format: format) { isSilence, _, frameCount, list in
            isSilence.pointee = ObjCBool(!renderer.render(frameCount, into: list))
            return 0
        }
        engine.attach(made)
        engine.connect(made, to: engine.mainMixerNode, format: nil)
        node = made
    }

    /// Hands the mix to a block as it is rendered; nil removes the block.
    func listen(_ block: (@Sendable (AVAudioPCMBuffer) -> Void)?) {
        lock.withLock {
            guard let node else { return }
            node.removeTap(onBus: 0)
            guard let block else { return }
            node.installTap(onBus: 0, bufferSize: 1, format: nil) { buffer, _ in block(buffer) }
        }
    }

    /// Restarts the loopback device with the mixer settings of the program.
    func renderAnew() {
        lock.withLock {
            guard node != nil else { return }
            _ = library.alcResetDeviceSOFT(handle, attributes(nil))
        }
    }
}
