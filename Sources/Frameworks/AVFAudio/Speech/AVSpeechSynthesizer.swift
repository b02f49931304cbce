import AVAudioTypes
import Foundation
import SordinoEngine
import SordinoRealtime
import SordinoSession
import SordinoSpeech

/// Speaks utterances, one after the other, in the program's audio session.
///
/// Speaking activates the session if it is not active; the session's category and options decide on mixing and ducking, and
/// an interruption pauses speech. Keep a reference to the synthesizer: speech stops when it is released.
///
/// libespeak-ng makes the sound in a process of its own. If it is missing, crashes or hangs, one sentence on standard error
/// states the reason, and the utterance ends with `didCancel`.
/// - Thread: any. Delegate calls come on the main queue.
/// - Source: Apple, AVFAudio, `AVSpeechSynthesizer`.
open class AVSpeechSynthesizer: NSObject, @unchecked Sendable {
    /// A block that receives an `AVAudioPCMBuffer`; the last buffer has no frames.
    public typealias BufferCallback = (AVAudioBuffer) -> Void
    /// A block that receives the markers in the buffer before it.
    public typealias MarkerCallback = ([AVSpeechSynthesisMarker]) -> Void

    /// The user's permission to use personal voices.
    public enum PersonalVoiceAuthorizationStatus: UInt, Sendable {
        /// The user was not asked.
        case notDetermined = 0
        /// The user denied it.
        case denied = 1
        /// The device has no personal voices.
        case unsupported = 2
        /// The user permits it.
        case authorized = 3
    }

    private struct State {
        weak var delegate: (any AVSpeechSynthesizerDelegate)?
        var utterances: [Int: AVSpeechUtterance] = [:]
        var nextID = 0
        var channels: [AVAudioSessionChannelDescription]?
        var usesApplicationSession = true
        var mixesToUplink = false
    }

    /// Posted when the list of voices has changed: after `AVSpeechSynthesisProviderVoice.updateSpeechVoices()`.
    public class var availableVoicesDidChangeNotification: NSNotification.Name {
        NSNotification.Name("AVSpeechSynthesisAvailableVoicesDidChangeNotification")
    }

    private let speaker = Speaker()
    private let state = Guarded(State())

    /// Makes a synthesizer and starts the voice's process, so that the first word is heard sooner.
    public override init() {
        super.init()
        // Makes the session, so that interruptions are notified even if the program never asks for it.
        _ = AVAudioSession.session(of: speaker.context)
        speaker.setEvents { [weak self] id, event in self?.take(event, of: id) }
    }

    /// The delegate; held weakly.
    public weak var delegate: (any AVSpeechSynthesizerDelegate)? {
        get { state.withLock { Lent($0.delegate) }.value }
        set {
            let new = Lent(newValue)
            state.withLock { $0.delegate = new.value }
        }
    }

    // MARK: Speaking

    /// Adds an utterance to the queue; it is spoken when those before it have ended.
    ///
    /// An utterance that is waiting or being spoken must not be added a second time: the process stops, where Apple's
    /// platforms raise an exception.
    open func speak(_ utterance: AVSpeechUtterance) {
        let lent = Lent(utterance)
        let id = state.withLock { state -> Int? in
            if state.utterances.values.contains(where: { $0 === lent.value }) { return nil }
            state.nextID += 1
            state.utterances[state.nextID] = lent.value
            return state.nextID
        }
        guard let id else { stopOnMisuse("an AVSpeechUtterance shall not be enqueued twice") }
        speaker.speak(utterance.spoken(id: id))
    }

    /// Pauses speech.
    ///
    /// - Returns: False if nothing is being spoken, or speech is paused already.
    @discardableResult
    open func pauseSpeaking(at boundary: AVSpeechBoundary) -> Bool { speaker.pause(at: boundary.boundary) }

    /// Continues after a pause.
    ///
    /// - Returns: False if speech is not paused, or the session refuses to be activated.
    @discardableResult
    open func continueSpeaking() -> Bool { speaker.resume() }

    /// Stops speech, and removes the utterances that are waiting.
    ///
    /// `didCancel` is called for the utterance that was being spoken, not for those that were waiting.
    /// - Returns: False if nothing was being spoken and no utterance was waiting.
    @discardableResult
    open func stopSpeaking(at boundary: AVSpeechBoundary) -> Bool {
        let isStopped = speaker.stop(at: boundary.boundary)
        forgetSilent()
        return isStopped
    }

    /// Indicates whether an utterance is being spoken, is paused, or is waiting.
    open var isSpeaking: Bool { speaker.isSpeaking }
    /// Indicates whether speech is paused.
    open var isPaused: Bool { speaker.isPaused }

    // MARK: Sound

    /// The output channels of the route on which speech is played; nil for the usual ones.
    open var outputChannels: [AVAudioSessionChannelDescription]? {
        get { state.withLock { $0.channels } }
        set {
            let new = Lent(newValue)
            state.withLock { $0.channels = new.value }
            speaker.channelAssignments = newValue?.map(\.assignedChannel)
        }
    }

    /// Indicates whether speech belongs to the program's session; initially true.
    ///
    /// The value is stored and has no effect: a program has one session, to which speech always belongs.
    open var usesApplicationAudioSession: Bool {
        get { state.withLock { $0.usesApplicationSession } }
        set { state.withLock { $0.usesApplicationSession = newValue } }
    }

    /// Indicates whether speech is sent into a telephone call; initially false.
    ///
    /// The value is stored and has no effect. `AVAudioSession.setPreferredMicrophoneInjectionMode(_:)` adds speech to the
    /// calls of other programs.
    open var mixToTelephonyUplink: Bool {
        get { state.withLock { $0.mixesToUplink } }
        set { state.withLock { $0.mixesToUplink = newValue } }
    }

    /// Speaks an utterance into buffers instead of the device.
    ///
    /// - Parameter bufferCallback: Called with each buffer, at the end with a buffer without frames, on a thread of
    ///   Sordino's. The frames are those that `speak(_:)` plays, before conversion to the device's rate.
    open func write(_ utterance: AVSpeechUtterance, toBufferCallback bufferCallback: @escaping BufferCallback) {
        write(utterance, toBufferCallback: bufferCallback, toMarkerCallback: { _ in })
    }

    /// Speaks an utterance into buffers instead of the device, with markers.
    ///
    /// - Parameter markerCallback: Called after `bufferCallback` with the markers in that buffer, if it has any.
    open func write(
        _ utterance: AVSpeechUtterance, toBufferCallback bufferCallback: @escaping BufferCallback,
        toMarkerCallback markerCallback: @escaping MarkerCallback
    ) {
        let calls = Lent((bufferCallback, markerCallback))
        SpeechWriter.write(utterance.spoken(id: 0), context: speaker.context) { samples, marks in
            guard let format = SpeechFormat.standard,
                let buffer = AVAudioPCMBuffer(
                    pcmFormat: format, frameCapacity: AVAudioFrameCount(max(samples.count, 1)))
            else { return }
            buffer.frameLength = AVAudioFrameCount(samples.count)
            if let channel = buffer.floatChannelData?[0] {
                for (place, sample) in samples.enumerated() { channel[place] = sample }
            }
            calls.value.0(buffer)
            if !marks.isEmpty { calls.value.1(marks.map { AVSpeechSynthesisMarker($0) }) }
        }
    }

    // MARK: Personal voices

    /// The permission to use personal voices: always `.unsupported`.
    open class var personalVoiceAuthorizationStatus: PersonalVoiceAuthorizationStatus { .unsupported }

    /// Calls the handler with `.unsupported`; the user is not asked.
    open class func requestPersonalVoiceAuthorization(
        completionHandler handler: @escaping @Sendable (PersonalVoiceAuthorizationStatus) -> Void
    ) {
        let context = AppContext.current
        context.system.callbacks.deliver(.secondary, to: context) { handler(.unsupported) }
    }

    /// Returns `.unsupported`; the user is not asked.
    open class func requestPersonalVoiceAuthorization() async -> PersonalVoiceAuthorizationStatus { .unsupported }

    // MARK: Private

    private func take(_ event: Speaker.Event, of id: Int) {
        let (lent, delegate) = state.withLock { (Lent($0.utterances[id]), Lent($0.delegate)) }
        guard let utterance = lent.value else { return }
        let receiver = delegate.value
        switch event {
        case .started: receiver?.speechSynthesizer(self, didStart: utterance)
        case .paused: receiver?.speechSynthesizer(self, didPause: utterance)
        case .continued: receiver?.speechSynthesizer(self, didContinue: utterance)
        case .finished:
            forget(id)
            receiver?.speechSynthesizer(self, didFinish: utterance)
        case .cancelled:
            forget(id)
            receiver?.speechSynthesizer(self, didCancel: utterance)
        case .mark(let mark):
            let marker = AVSpeechSynthesisMarker(mark)
            if mark.kind == .word {
                receiver?.speechSynthesizer(
                    self, willSpeakRangeOfSpeechString: marker.textRange, utterance: utterance)
            }
            receiver?.speechSynthesizer(self, willSpeak: marker, utterance: utterance)
        }
    }

    private func forget(_ id: Int) {
        let last = state.withLock { Lent($0.utterances.removeValue(forKey: id)) }
        withExtendedLifetime(last) {}
    }

    /// Forgets the utterances that will cause no further delegate call.
    private func forgetSilent() {
        let heard = speaker.unreported
        state.withLock { state in state.utterances = state.utterances.filter { heard.contains($0.key) } }
    }
}

extension AVSpeechBoundary {
    fileprivate var boundary: Speaker.Boundary { self == .word ? .word : .immediate }
}
