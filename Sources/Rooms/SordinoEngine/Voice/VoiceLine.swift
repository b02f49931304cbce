import SordinoGraph
import SordinoRealtime
import SordinoSignal
import Synchronization

/// Voice processing between a stream's input and what renders it.
///
/// The stream hears one channel of the microphone, without what its port plays: the mix of all programs, as the stage has it.
/// Settings hold from the next block on. What is known of the room outlives stops and starts at one rate.
/// - Thread: control; `state` belongs to the render thread.
package final class VoiceLine: @unchecked Sendable {
    private let held: Held<VoiceLineState>
    private let news = Held(VoiceLineNews())
    private let buffer = PlanarBuffer(channelCount: 1, frameCapacity: VoiceLineLimit.frames)
    private let processor = Mutex<(voice: VoiceProcessor, rate: Double, tail: Double)?>(nil)
    private let quality = Mutex(127)
    private let wish = Mutex(VoiceDucking())
    private let (nearMemory, farMemory) = (SpeechActivityMemory(), SpeechActivityMemory())

    /// Makes a line with everything on.
    package init() {
        held = Held(
            VoiceLineState(
                news: news.pointer, output: buffer.channels, near: SpeechActivity(nearMemory),
                far: SpeechActivity(farMemory)))
    }

    var state: UnsafeMutablePointer<VoiceLineState> { held.pointer }

    /// Whether the microphone is heard as it is.
    package var isBypassed: Bool {
        get { news.pointer.pointee.isBypassed.load(ordering: .relaxed) }
        set { news.pointer.pointee.isBypassed.store(newValue, ordering: .relaxed) }
    }

    /// Whether speech is brought to one level.
    package var isLevelled: Bool {
        get { news.pointer.pointee.isLevelled.load(ordering: .relaxed) }
        set { news.pointer.pointee.isLevelled.store(newValue, ordering: .relaxed) }
    }

    /// How far other sound is turned down while this runs.
    package var ducking: VoiceDucking {
        get { wish.withLock { $0 } }
        set {
            wish.withLock { $0 = newValue }
            news.pointer.pointee.listensForSpeech.store(newValue.isAdvanced, ordering: .relaxed)
        }
    }

    /// Whether somebody speaks at either end; known while ducking is advanced.
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
    /// Whether other sound is turned down at all.
    package var isOn = true
    /// Whether only while somebody speaks.
    package var isAdvanced = false
    /// In the numbers of Apple's interface: 0 the default, 10 least, 20, 30 most.
    package var level: UInt = 0

    /// Other sound is turned down at the default level.
    package init() {}

    /// The level that others are turned down to now; nil for not at all.
    func level(isSpeech: Bool) -> UInt? { isOn && (!isAdvanced || isSpeech) ? level : nil }
}

/// The settings of a voice line, for both sides.
struct VoiceLineNews: ~Copyable {
    let isBypassed = Atomic<Bool>(false)
    let isLevelled = Atomic<Bool>(true)
    let listensForSpeech = Atomic<Bool>(false)
    let isSpeech = Atomic<Bool>(false)
}

/// The render thread's part of a voice line.
struct VoiceLineState {
    let news: UnsafeMutablePointer<VoiceLineNews>
    /// One channel.
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
