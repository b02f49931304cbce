import SordinoGraph
import SordinoPolicy
import SordinoRealtime
import SordinoSession
import SordinoSignal
import Synchronization

/// Voice processing between the input of a stream and its renderer.
///
/// The stream receives one channel of the microphone, without the sound that its port plays: the mix of all programs,
/// as the stage has it. Settings hold from the next block on. The learned properties of the room outlive stops and
/// starts at one rate.
/// - Thread: control; `state` belongs to the render thread.
package final class VoiceLine: Sendable {
    private let held: Held<VoiceLineState>
    private let news = Held(VoiceLineNews())
    private let buffer = PlanarBuffer(channelCount: 1, frameCapacity: VoiceLineLimit.frames)
    private let processor = Mutex<(voice: VoiceProcessor, rate: Double, tail: Double)?>(nil)
    private let settings = Mutex(VoiceLineSettings())
    private let quality = Mutex(127)
    private let wish = Mutex(VoiceDucking())
    private let memory = Lent((near: SpeechActivityMemory(), far: SpeechActivityMemory()))

    /// Makes a line with everything on.
    package init() {
        held = Held(
            VoiceLineState(
                news: news.pointer, output: buffer.channels, near: SpeechActivity(memory.value.near),
                far: SpeechActivity(memory.value.far)))
    }

    var state: UnsafeMutablePointer<VoiceLineState> { held.pointer }

    /// Indicates whether the microphone is heard as it is.
    package var isBypassed: Bool {
        get { settings.withLock { $0.isBypassed } }
        set { change { $0.isBypassed = newValue } }
    }

    /// Indicates whether speech is brought to one level.
    package var isLevelled: Bool {
        get { settings.withLock { $0.isLevelled } }
        set { change { $0.isLevelled = newValue } }
    }

    /// The person's choice of what is heard.
    ///
    /// Any but the standard counts more than `isBypassed`.
    package var mode: MicrophoneMode {
        get { settings.withLock { $0.mode } }
        set { change { $0.mode = newValue } }
    }

    private func change(_ body: (inout VoiceLineSettings) -> Void) {
        settings.withLock { settings in
            body(&settings)
            news.pointer.pointee.parts.store(settings.parts.rawValue, ordering: .relaxed)
        }
    }

    /// Indicates whether the program has muted what comes out; only told, not done.
    package var isMuted: Bool {
        get { news.pointer.pointee.isMuted.load(ordering: .relaxed) }
        set { news.pointer.pointee.isMuted.store(newValue, ordering: .relaxed) }
    }

    /// How far other sound is turned down while this runs.
    package var ducking: VoiceDucking {
        get { wish.withLock { $0 } }
        set {
            wish.withLock { $0 = newValue }
            news.pointer.pointee.listensForSpeech.store(newValue.isAdvanced, ordering: .relaxed)
        }
    }

    /// Indicates whether there is speech at either end; known while ducking is advanced.
    var isSpeech: Bool { news.pointer.pointee.isSpeech.load(ordering: .relaxed) }

    /// The length of echo that is cancelled, from 0, 64 ms, to 127, a quarter of a second; holds from the next start on.
    package var cancellationQuality: Int {
        get { quality.withLock { $0 } }
        set { quality.withLock { $0 = min(max(newValue, 0), 127) } }
    }

    /// Seconds that the voice is late.
    package var latencySeconds: Double {
        processor.withLock { $0.map { Double($0.voice.latencyFrames) / $0.rate } ?? 0 }
    }

    /// The present measurements of the processing; nil before the first start.
    package var report: VoiceReport? { processor.withLock { $0?.voice.report } }

    /// All that can be said of it; nil before the first start.
    var condition: VoiceCondition? {
        guard let (report, rate, tail) = processor.withLock({ $0.map { ($0.voice.report, $0.rate, $0.tail) } }) else {
            return nil
        }
        var condition = VoiceCondition()
        (condition.sampleRate, condition.tailSeconds, condition.latencySeconds) = (rate, tail, latencySeconds)
        condition.mode = mode
        condition.isBypassed = isBypassed && mode == .standard
        (condition.isLevelled, condition.isMuted) = (isLevelled, isMuted)
        (condition.isEcho, condition.isSpeech) = (report.isEcho, report.isSpeech)
        condition.isDoubleTalk = report.isEcho && report.isSpeech
        func tenths(_ value: Float) -> Double { (Double(value) * 10).rounded() / 10 }
        condition.echoReturnLoss = tenths(report.echoReturnLoss)
        condition.delaySeconds = (Double(report.delaySeconds) * 1e4).rounded() / 1e4
        condition.driftPerMillion = tenths(report.driftPerMillion)
        condition.pathChanges = report.pathChanges
        (condition.inputDecibels, condition.outputDecibels) = (
            tenths(report.inputDecibels), tenths(report.outputDecibels)
        )
        (condition.noiseDecibels, condition.gainDecibels) = (tenths(report.noiseDecibels), tenths(report.gainDecibels))
        return condition
    }

    /// Gets ready for a stream; called while nothing renders.
    func prepare(sampleRate: Double) {
        let tail = 0.064 + 0.192 * Double(cancellationQuality) / 127
        processor.withLock { processor in
            if let processor, processor.rate == sampleRate, processor.tail == tail { return }
            let voice = VoiceProcessor(sampleRate: sampleRate, referenceChannels: 2, tailSeconds: tail)
            processor = (voice, sampleRate, tail)
            held.pointer.pointee.voice = voice.state
        }
    }
}

/// The attenuation of other sound while a voice is recorded.
package struct VoiceDucking: Hashable, Sendable {
    /// Indicates whether other sound is turned down at all.
    package var isOn = true
    /// Indicates whether it applies only during speech.
    package var isAdvanced = false
    /// In the numbers of Apple's interface: 0 the default, 10 least, 20, 30 most.
    package var level: UInt = 0

    /// Other sound is turned down at the default level.
    package init() {}

    /// The level that others are turned down to now; nil for not at all.
    func level(isSpeech: Bool) -> UInt? { isOn && (!isAdvanced || isSpeech) ? level : nil }
}

/// The settings of a voice line by program and user.
struct VoiceLineSettings {
    var isBypassed = false
    var isLevelled = true
    var mode = MicrophoneMode.standard

    /// The parts of voice processing that follow.
    var parts: VoiceParts {
        let level: VoiceParts = isLevelled ? .level : []
        return switch mode {
        case .wideSpectrum: level.union(.echo)
        case .voiceIsolation: level.union([.echo, .noise, .isolation])
        case .standard: isBypassed ? [] : level.union([.echo, .noise])
        }
    }
}

/// The settings of a voice line, for both sides.
struct VoiceLineNews: ~Copyable {
    /// The parts of voice processing that are wanted.
    let parts = Atomic<UInt32>(VoiceParts.everything.rawValue)
    let isMuted = Atomic<Bool>(false)
    let listensForSpeech = Atomic<Bool>(false)
    let isSpeech = Atomic<Bool>(false)
}

/// The render thread's part of a voice line.
struct VoiceLineState {
    let news: UnsafeMutablePointer<VoiceLineNews>
    /// The plane of the one output channel.
    let output: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    var voice: UnsafeMutablePointer<VoiceState>?
    /// Listens to the voice, and to what the program plays.
    var near: SpeechActivity
    var far: SpeechActivity

    init(
        news: UnsafeMutablePointer<VoiceLineNews>, output: UnsafeMutablePointer<UnsafeMutablePointer<Float>>,
        near: SpeechActivity, far: SpeechActivity
    ) {
        (self.news, self.output, self.near, self.far) = (news, output, near, far)
    }
}
