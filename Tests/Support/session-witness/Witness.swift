import Dispatch
import Glibc
import SordinoDevice
import SordinoHardware
import SordinoPolicy
import SordinoSession

/// The program: its session, its sound, and what it is told.
///
/// Everything runs on the main queue but `sessionStopsIO`.
final class Witness: @unchecked Sendable, SessionIOHandler {
    private let context: AppContext
    private var io: SessionIO?
    private var voice: LoopingVoice?
    private var sound: String?
    private var category: [String] = []
    /// Indicates whether it would play if it might.
    private var wantsToPlay = false
    private var bypass: Bypass?
    private var levels: LevelVoice?

    init(_ context: AppContext) {
        self.context = context
        _ = context.client.addObserver { [weak self] notification in
            DispatchQueue.main.async { self?.hear(notification) }
        }
        say("ready \(getpid())")
    }

    private func say(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
    }

    // MARK: - Commands

    func perform(_ words: [String]) {
        do {
            switch (words.first, words.dropFirst().first) {
            case ("category", _?):
                category = Array(words.dropFirst())
                try configure()
            case ("active", let word?):
                try context.client.ask(.setActive(word == "on", notifyOthers: true))
            case ("play", let word?):
                sound = word
                wantsToPlay = true
                try begin()
            case ("levels", let word?):
                if io == nil { io = try context.client.openIO(IOKind(.player), handler: self) }
                try io?.start()
                levels = try LevelVoice(
                    context.system.hardware,
                    StreamDescription(program: .app(context.id), name: "levels", outputChannels: Int(word) ?? 2))
            case ("stop", _):
                wantsToPlay = false
                levels = nil
                voice?.stop()
                io?.stop()
            case ("timing", _):
                let timing = context.client.device.timing
                say("timing \(timing.sampleRate) \(Double(timing.blockFrames) / timing.sampleRate)")
            case ("bypass", let node?):
                bypass = Bypass(name: node, level: words.dropFirst(2).first.flatMap { Float($0) } ?? 0)
            default: return say("not understood: \(words)")
            }
            say("done \(words.joined(separator: " "))")
        } catch {
            say("refused \(words.joined(separator: " ")): \(error)")
        }
    }

    private func configure() throws {
        guard let name = category.first else { return }
        let options = category.dropFirst().first.flatMap { UInt($0) }
        try context.client.ask(.configure(category: name, mode: nil, options: options, policy: nil))
    }

    private func begin() throws {
        if io == nil { io = try context.client.openIO(IOKind(.player), handler: self) }
        try io?.start()
        let voice = voice ?? makeVoice()
        self.voice = voice
        try voice.play()
    }

    private func makeVoice() -> LoopingVoice {
        let level = sound.flatMap { Float($0) }
        return LoopingVoice(
            hardware: context.system.hardware,
            description: StreamDescription(program: .app(context.id), name: "witness", outputChannels: 2),
            recording: level.map { .init(samples: [$0, $0], sampleRate: 48_000) } ?? .code)
    }

    // MARK: - Answers

    func sessionStopsIO(because cause: Cause) {
        voice?.stop()
        DispatchQueue.main.async { self.levels = nil }
        say("stopped \(cause.rule)")
    }

    func sessionInterruption(began: Bool, shouldResume: Bool) {}

    private func hear(_ notification: SessionNotification) {
        switch notification {
        case .interruptionBegan: say("interrupted")
        case .interruptionEnded(let shouldResume):
            say("ended \(shouldResume)")
            if shouldResume, wantsToPlay { again() }
        case .mediaServicesLost: say("lost")
        case .mediaServicesReset:
            say("reset")
            // Everything that was made before is dead.
            io = nil
            voice = nil
            try? configure()
            if wantsToPlay { again() }
        case .outputVolume(let volume): say("volume \(volume)")
        default: break
        }
    }

    private func again() {
        do {
            try context.client.ask(.setActive(true, notifyOthers: false))
            try begin()
            say("again")
        } catch {
            say("not again: \(error)")
        }
    }
}

extension LoopingVoice.Recording {
    /// One second of samples that are all different, within ±0.5, exact in float32.
    static var code: Self {
        Self(samples: (0..<48_000).map { Float($0) / 65_536 - 0.375 }, sampleRate: 48_000)
    }
}
